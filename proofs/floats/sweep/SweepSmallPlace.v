(* The centre of a contact of small integers: place_contact_sharply (src/sweep/sweep_place.h) for the time of
   set_contact_by_quotient.

   The time is guess + rest / below but for 4 eps^2. The centre is c + T v, summed in double-doubles, so what is rounded
   last is off by 30 eps^2 of the largest number. Hence the error of each coordinate is little more than half an ulp,
   and below 2 ulp of the largest coordinate, as include/carom/sweep.h promises. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree SweepTime Bounded ErrorFreeTerms Geometry SweepSmallGrid
  SweepSmallUnit SweepSmallTerms SweepSmallLength SweepLevelTime SweepLevelTerms.
From Carom Require ContactPairs.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd fconst].
Strategy expand [sum_rest difference_rest ordered_rest product_rest pair_product_rest rest_of_split split_high].

Notation ulp_of := (ulp radix2 (exponents double)).

Lemma eps_below_ulp M : eps * Rabs M <= ulp_of M.
Proof.
  destruct (Req_dec M 0) as [-> | N]; [rewrite Rabs_R0, Rmult_0_r; apply ulp_ge_0 |].
  rewrite ulp_neq_0 by exact N. unfold cexp. pose proof (bpow_mag_gt radix2 M) as B.
  apply Rle_trans with (bpow radix2 (mag radix2 M - 53)).
  - unfold Zminus. rewrite bpow_plus, Rmult_comm. change (bpow radix2 (- (53))) with eps.
    apply Rmult_le_compat_r; [pose proof eps_small |]; lra.
  - apply bpow_le. unfold exponents, FLT_exp. change (prec double) with 53%Z. lia.
Qed.

(* How guess and step know the time: their sum is T but for 4 eps^2. *)
Definition time_sharp (guess step : D) (T : R) :=
  finite guess /\ finite step /\ bpow radix2 (-52) <= real guess <= 1 /\
  (real step = 0 \/ bpow radix2 (-160) <= Rabs (real step)) /\ Rabs (real step) <= 2 * eps /\
  Rabs (real guess + real step - T) <= 4 * (eps * eps).

Theorem quotient_sharp h (above below_ back_hi back_lo : D) e A B : (-350 <= h <= 350)%Z ->
  small_value h above A -> small_value h below_ B -> 0 < A <= B ->
  Terms_wide.wide_of_product_terms.wide_of_product_results (fdiv above below_) below_ back_hi back_lo e ->
  time_sharp (fdiv above below_) (fdiv (fsub (fsub above back_hi) back_lo) below_) (A / B).
Proof.
  intros Hh SA SB [A0 AB] H.
  destruct (quotient_remainder h above below_ back_hi back_lo e A B Hh SA SB (conj A0 AB) H) as (Bg & Eg & GL & Near &
    Br & E2 & Er).
  set (guess := fdiv above below_) in *. set (rest := fsub (fsub above back_hi) back_lo) in *.
  destruct SA as (_ & _ & GA & _). destruct SB as (Fb & Eb & GB & LB). pose proof eps_small as Es.
  assert (B0 : 0 < B) by lra. rewrite Rabs_pos_eq in LB by lra. pose proof (bpow_gt_0 radix2 (-52)).
  assert (Q : 0 < A / B <= 1).
  { split; [now apply Rdiv_lt_0_compat |]. apply Rmult_le_reg_r with B; [exact B0 |]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l; lra. }
  assert (G1 : real guess <= 1).
  { destruct Bg as [_ L]. rewrite Rabs_pos_eq in L by lra. exact L. }
  assert (Gg : on_grid (-104) (real guess)).
  { apply grid_of_format; [apply real_in_format |]. right. rewrite Rabs_pos_eq by lra. exact GL. }
  assert (Gr : on_grid (h - 104) (real rest)).
  { rewrite E2. apply grid_rnd, grid_sub; [apply (grid_finer h); [lia | exact GA] |].
    replace (h - 104)%Z with (-104 + h)%Z by lia. now apply grid_mul. }
  set (d := A / B - real guess) in *. assert (Dd : Rabs d <= eps).
  { unfold d. rewrite Rabs_minus_sym. eapply Rle_trans; [exact Near |].
    assert (eps * (A / B) <= eps * 1) by (apply Rmult_le_compat_l; lra). lra. }
  assert (Ed : A - real guess * B = d * B) by (unfold d; field; lra). rewrite Ed in Er.
  set (q := real rest / B). assert (Eq : real rest = q * B) by (unfold q; field; lra).
  assert (Qd : Rabs (q - d) <= eps * Rabs d).
  { apply Rmult_le_reg_r with B; [exact B0 |]. rewrite <- (Rabs_pos_eq B) at 1 by lra. rewrite <- Rabs_mult.
    replace ((q - d) * B) with (real rest - d * B) by (rewrite Eq; ring). eapply Rle_trans; [exact Er |].
    rewrite Rabs_mult, (Rabs_pos_eq B) by lra. lra. }
  assert (Ql : q = 0 \/ bpow radix2 (-156) <= Rabs q).
  { destruct (grid_least _ _ Gr) as [Z | Z]; [left; unfold q; rewrite Z; unfold Rdiv; ring | right].
    apply Rmult_le_reg_r with B; [exact B0 |]. rewrite <- (Rabs_pos_eq B) at 2 by lra. rewrite <- Rabs_mult, <- Eq.
    apply Rle_trans with (bpow radix2 (-156) * bpow radix2 (52 + h)); [apply Rmult_le_compat_l;
      [apply bpow_ge_0 | exact LB] |].
    rewrite <- bpow_plus. replace (-156 + (52 + h))%Z with (h - 104)%Z by lia. exact Z. }
  pose proof (Rabs_pos d) as d0. assert (ed : eps * Rabs d <= eps * eps) by (apply Rmult_le_compat_l; lra).
  assert (ee : 0 < eps * eps <= / 1048576 * eps) by (split; [apply Rmult_lt_0_compat | apply Rmult_le_compat_r]; lra).
  assert (Q1 : Rabs q <= Rabs d + eps * Rabs d).
  { replace q with (q - d + d) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Q2 : Rabs (real rest / real below_) <= bpow radix2 0) by (rewrite Eb; fold q; change (bpow radix2 0) with 1;
    lra).
  destruct (fdiv_below rest below_ 0 (proj1 Br) ltac:(rewrite Eb; lra) ltac:(lia) Q2) as ((Fs & _) & Est).
  rewrite Eb in Est. fold q in Est.
  assert (Es' : Rabs (real (fdiv rest below_) - q) <= eps * Rabs q).
  { rewrite Est. apply rnd_relative. destruct Ql as [Z | Z]; [now left | right]. eapply Rle_trans; [| exact Z].
    apply bpow_le. lia. }
  assert (eq : eps * Rabs q <= eps * (Rabs d + eps * Rabs d)) by (apply Rmult_le_compat_l; lra).
  assert (eed : eps * (eps * Rabs d) <= / 1048576 * (eps * Rabs d)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |];
    lra).
  split; [apply Bg |]. split; [exact Fs |]. split; [lra |]. split; [| split].
  - rewrite Est. destruct Ql as [Z | Z]; [left; rewrite Z; apply rnd_zero | right].
    apply Rle_trans with (bpow radix2 (-156)); [apply bpow_le; lia |].
    apply abs_round_ge_generic; auto with typeclass_instances. apply power_in_format. lia.
  - replace (real (fdiv rest below_)) with (real (fdiv rest below_) - q + q) by ring. eapply Rle_trans;
      [apply Rabs_triang |]. lra.
  - replace (real guess + real (fdiv rest below_) - A / B) with (real (fdiv rest below_) - q + (q - d)) by (unfold d;
      ring).
    eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* One coordinate. *)
Section Coordinate.
Variables (c v t s : D) (T : R).
Let way_hi := fmul t v.
Let way_lo := fadd (fadd (pair_product_rest t v) (fmul s v)) (fmul t (fconst 0 0)).
Let sum_hi := fadd c way_hi.
Let sum_lo := sum_rest c way_hi.
Let low := fadd sum_lo way_lo.
Let center_hi := fadd sum_hi low.
Let center_lo := sum_rest sum_hi low.
Hypotheses (Bc : below 990 c) (Bv : below 210 v) (Nv : real v = 0 \/ bpow radix2 (-175) <= Rabs (real v)) (Ts :
  time_sharp t s T).

Lemma center_near : finite center_lo /\ below 993 center_hi /\ real center_hi = rnd double (real sum_hi + real low) /\
  real center_hi + real center_lo = real sum_hi + real low /\
  Rabs (real center_lo) <= eps * Rabs (real center_hi) /\
  Rabs (real sum_hi + real low - (real c + T * real v)) <= 20 * (eps * eps * (Rabs (real c) + Rabs (real v))).
Proof.
  destruct Ts as (Ft & Fs & (T1 & T2) & Ns & Ls & ET). pose proof eps_small as Es.
  pose proof (bpow_gt_0 radix2 (-52)) as P52.
  assert (Bt : below 0 t) by (split; [exact Ft |]; rewrite Rabs_pos_eq by lra; exact T2).
  assert (Bs : below 0 s) by (split; [exact Fs |]; change (bpow radix2 0) with 1; lra).
  assert (Bw : below 210 way_hi) by (apply (below_mul 0 210); auto; lia).
  pose proof (Rabs_pos (real v)) as v0. pose proof (Rabs_pos (real c)) as c0. set (nv := Rabs (real v)) in *.
  set (nc := Rabs (real c)) in *.
  assert (Fp : finite (pair_product_rest t v)).
  { apply (ContactPairs.pair_product_rest_finite t v 300); [| | lia].
    - destruct Bt as [F L]. split; [exact F |]. eapply Rle_trans; [exact L | apply bpow_le; lia].
    - destruct Bv as [F L]. split; [exact F |]. eapply Rle_trans; [exact L | apply bpow_le; lia]. }
  assert (Tv : real t * real v = 0 \/ bpow radix2 (-227) <= Rabs (real t * real v)).
  { destruct Nv as [Z | Z]; [left; rewrite Z; ring | right]. rewrite Rabs_mult, (Rabs_pos_eq (real t)) by lra.
    change (-227)%Z with (-52 + -175)%Z. rewrite bpow_plus. apply Rmult_le_compat; try apply bpow_ge_0; assumption. }
  destruct (pair_product_exact t v Fp) as (_ & _ & _ & Ew & X).
  { destruct Tv as [Z | Z]; [now left | right]. eapply Rle_trans; [| exact Z]. apply bpow_le. lia. }
  { right. rewrite Rabs_pos_eq by lra. eapply Rle_trans; [| exact T1]. apply bpow_le. lia. }
  { destruct Nv as [Z | Z]; [now left | right]. eapply Rle_trans; [| exact Z]. apply bpow_le. lia. }
  fold way_hi in Ew, X. set (wl := real (pair_product_rest t v)) in *.
  assert (A1 : Rabs (real t * real v) <= nv).
  { rewrite Rabs_mult, (Rabs_pos_eq (real t)) by lra. fold nv.
    assert (real t * nv <= 1 * nv) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Lw : Rabs wl <= eps * nv).
  { replace wl with (- (real way_hi - real t * real v)) by lra. rewrite Rabs_Ropp, Ew.
    eapply Rle_trans; [apply rnd_relative | apply Rmult_le_compat_l; lra].
    destruct Tv as [Z | Z]; [now left | right]. eapply Rle_trans; [| exact Z]. apply bpow_le. lia. }
  (* s v *)
  assert (Bp : below 210 (fmul s v)) by (apply (below_mul 0 210); auto; lia).
  destruct (fmul_finite _ _ (proj1 Bp)) as (_ & _ & Ep). set (p := real (fmul s v)) in *.
  assert (A2 : Rabs (real s * real v) <= 2 * eps * nv) by (rewrite Rabs_mult; fold nv; apply Rmult_le_compat_r; lra).
  assert (Sv : Rabs (p - real s * real v) <= eps * (2 * eps * nv)).
  { rewrite Ep. eapply Rle_trans; [apply rnd_relative | apply Rmult_le_compat_l; [lra | exact A2]].
    destruct Ns as [Z | Z]; [left; rewrite Z; ring |]. destruct Nv as [Y | Y]; [left; rewrite Y; ring | right].
    rewrite Rabs_mult. apply Rle_trans with (bpow radix2 (-160) * bpow radix2 (-175)).
    - rewrite <- bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat; try apply bpow_ge_0; assumption. }
  assert (env : 0 <= eps * nv <= / 1048576 * nv) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (eenv : 0 <= eps * (eps * nv) <= / 1048576 * (eps * nv))
    by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (enc : 0 <= eps * nc <= / 1048576 * nc) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (eenc : 0 <= eps * (eps * nc) <= / 1048576 * (eps * nc))
    by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (Lp : Rabs p <= 21 / 10 * (eps * nv)).
  { replace p with (p - real s * real v + real s * real v) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  (* the low part of the way *)
  assert (Bl : below 211 (pair_product_rest t v)).
  { split; [exact Fp |]. fold wl. destruct Bv as [_ L]. fold nv in L. change 211%Z with (210 + 1)%Z.
    rewrite <- two_powers.
    pose proof (bpow_gt_0 radix2 210). lra. }
  assert (Bq : below 212 (fadd (pair_product_rest t v) (fmul s v))).
  { apply (below_add 211); [lia | exact Bl | eapply below_weaken; [exact Bp | lia]]. }
  pose proof (fadd_error _ _ (proj1 Bq)) as Q. fold wl p in Q.
  set (q := real (fadd (pair_product_rest t v) (fmul s v))) in *.
  assert (Q' : Rabs (q - (wl + p)) <= eps * (32 / 10 * (eps * nv))).
  { eapply Rle_trans; [exact Q |]. apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct zero_value as [F0 V0].
  assert (Bz : below 210 (fmul t (fconst 0 0))).
  { apply (below_mul 0 210); [lia | exact Bt |]. split; [exact F0 |]. rewrite V0, Rabs_R0. apply bpow_ge_0. }
  assert (Vz : real (fmul t (fconst 0 0)) = 0).
  { destruct (fmul_finite _ _ (proj1 Bz)) as (_ & _ & ->). rewrite V0, Rmult_0_r. apply rnd_zero. }
  assert (Bwl : below 213 way_lo) by (apply (below_add 212); [lia | exact Bq | eapply below_weaken; [exact Bz | lia]]).
  assert (Ewl : real way_lo = q).
  { destruct (fadd_finite _ _ (proj1 Bwl)) as (_ & _ & E). fold way_lo in E. rewrite E, Vz, Rplus_0_r.
    apply rnd_of_format, real_in_format. }
  (* the sum *)
  assert (Bw' : below 990 way_hi) by (eapply below_weaken; [exact Bw | lia]).
  destruct (split_sum c way_hi 990 ltac:(lia) Bc Bw') as (Fsl & Fsh & Xs & Ws & _).
  fold sum_hi sum_lo in Fsl, Fsh, Xs, Ws.
  assert (Bsh : below 991 sum_hi) by (apply (below_add 990); auto; lia).
  assert (Lh : Rabs (real sum_hi) <= 11 / 10 * (nc + nv)).
  { replace (real sum_hi) with (real c + (real t * real v - wl) - real sum_lo) by lra.
    assert (Rabs (real sum_lo) <= / 1048576 * Rabs (real sum_hi)).
    { eapply Rle_trans; [exact Ws |]. apply Rmult_le_compat_r; [apply Rabs_pos | lra]. }
    assert (Rabs (real sum_hi) <= nc + (nv + eps * nv) + Rabs (real sum_lo)).
    { replace (real sum_hi) with (real c + (real t * real v - wl) - real sum_lo) by lra. unfold Rminus.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. apply Rplus_le_compat_r.
      eapply Rle_trans; [apply Rabs_triang |]. fold nc. apply Rplus_le_compat_l.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    replace (real c + (real t * real v - wl) - real sum_lo) with (real sum_hi) by lra. lra. }
  assert (Ls' : Rabs (real sum_lo) <= eps * (11 / 10 * (nc + nv))) by (eapply Rle_trans; [exact Ws |];
    apply Rmult_le_compat_l; lra).
  assert (Bsl : below 991 sum_lo).
  { split; [exact Fsl |]. eapply Rle_trans; [exact Ws |]. destruct Bsh as [_ L]. pose proof (Rabs_pos (real sum_hi)).
    assert (eps * Rabs (real sum_hi) <= 1 * Rabs (real sum_hi)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Blow : below 992 low) by (apply (below_add 991); [lia | exact Bsl | eapply below_weaken; [exact Bwl | lia]]).
  pose proof (fadd_error _ _ (proj1 Blow)) as QL. fold low in QL. rewrite Ewl in QL.
  assert (Lq : Rabs q <= 33 / 10 * (eps * nv)).
  { replace q with (q - (wl + p) + wl + p) by ring. eapply Rle_trans; [apply Rabs_triang |].
    pose proof (Rabs_triang (q - (wl + p)) wl). lra. }
  assert (QL' : Rabs (real low - (real sum_lo + q)) <= eps * (eps * (11 / 10 * (nc + nv)) + 33 / 10 * (eps * nv))).
  { eapply Rle_trans; [exact QL |]. apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (split_sum sum_hi low 992 ltac:(lia) ltac:(eapply below_weaken;
    [exact Bsh | lia]) Blow) as (Fcl & Fch & Xc & Wc & Ec).
  fold center_hi center_lo in Fcl, Fch, Xc, Wc, Ec.
  split; [exact Fcl |]. split; [apply (below_add 992); [lia | eapply below_weaken; [exact Bsh | lia] | exact Blow] |].
  split; [exact Ec |]. split; [exact Xc |]. split; [exact Wc |].
  assert (TV : Rabs ((real t + real s - T) * real v) <= 4 * (eps * (eps * nv))).
  { rewrite Rabs_mult. fold nv. replace (4 * (eps * (eps * nv))) with (4 * (eps * eps) * nv) by ring.
    apply Rmult_le_compat_r; lra. }
  apply Rabs_le_inv in Q', Sv, QL', TV. apply Rabs_le. lra.
Qed.
End Coordinate.

(* A sum in double-doubles, rounded: within one ulp and little more of what it stands for. *)
Lemma centre_within (c v t s : D) T M : below 990 c -> below 210 v ->
  (real v = 0 \/ bpow radix2 (-175) <= Rabs (real v)) -> time_sharp t s T ->
  Rabs (real c) <= M -> Rabs (real v) <= M -> Rabs (real c + T * real v) <= M ->
  let way_hi := fmul t v in
  let way_lo := fadd (fadd (pair_product_rest t v) (fmul s v)) (fmul t (fconst 0 0)) in
  let center_hi := fadd (fadd c way_hi) (fadd (sum_rest c way_hi) way_lo) in
  let center_lo := sum_rest (fadd c way_hi) (fadd (sum_rest c way_hi) way_lo) in
  below 993 center_hi /\ finite center_lo /\ Rabs (real center_lo) <= eps * Rabs (real center_hi) /\
  Rabs (real center_hi + real center_lo - (real c + T * real v)) <= 40 * (eps * eps * M) /\
  Rabs (real (fadd center_hi (fconst 0 0)) - (real c + T * real v)) <= 2 * ulp_of M.
Proof.
  intros Bc Bv Nv Ts Mc Mv MC way_hi way_lo center_hi center_lo.
  destruct (center_near c v t s T Bc Bv Nv Ts) as (Fl & Bh & Eh & X & W & Near).
  fold way_hi way_lo in Fl, Bh, Eh, X, W, Near. fold center_hi center_lo in Fl, Bh, Eh, X, W.
  pose proof eps_small as Es. pose proof (Rabs_pos (real c)). pose proof (Rabs_pos (real v)).
  assert (ee : 0 <= eps * eps) by (apply Rmult_le_pos; lra).
  assert (Near' : Rabs (real (fadd c way_hi) + real (fadd (sum_rest c way_hi) way_lo) - (real c + T * real v)) <= 40 *
    (eps * eps * M)).
  { eapply Rle_trans; [exact Near |]. assert (eps * eps * (Rabs (real c) + Rabs (real v)) <= eps * eps * (2 * M))
    by (apply Rmult_le_compat_l; lra). lra. }
  set (Z := real (fadd c way_hi) + real (fadd (sum_rest c way_hi) way_lo)) in *. set (C := real c + T * real v) in *.
  assert (eM : 0 <= eps * M <= / 1048576 * M) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (eeM : 0 <= eps * eps * M <= / 1048576 * (eps * M)).
  { replace (eps * eps * M) with (eps * (eps * M)) by ring. split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r;
    lra]. }
  assert (LZ : Rabs Z <= M + 40 * (eps * eps * M)).
  { replace Z with (Z - C + C) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (R1 : Rabs (real center_hi - Z) <= eps * Rabs Z) by (rewrite Eh; apply rnd_sum_error; apply real_in_format).
  assert (R2 : eps * Rabs Z <= eps * (M + 40 * (eps * eps * M))) by (apply Rmult_le_compat_l; lra).
  assert (R3 : eps * (eps * eps * M) <= / 1048576 * (eps * eps * M)) by (apply Rmult_le_compat_r; lra).
  split; [exact Bh |]. split; [exact Fl |]. split; [exact W |]. split; [rewrite X; exact Near' |].
  rewrite (proj1 (fadd_zero _ (proj1 Bh))). pose proof (eps_below_ulp M) as U. rewrite Rabs_pos_eq in U by lra.
  replace (real center_hi - C) with (real center_hi - Z + (Z - C)) by ring. eapply Rle_trans; [apply Rabs_triang |].
  lra.
Qed.

(* The point: from the centre or an end, along the normal n by off. N is the real normal, which n is when rounded. *)
Lemma point_within (from_hi from_lo off n : D) F N M : below 993 from_hi -> finite from_lo ->
  Rabs (real from_lo) <= eps * Rabs (real from_hi) -> Rabs (real from_hi + real from_lo - F) <= 40 * (eps * eps * M) ->
  below 210 off -> (real off = 0 \/ bpow radix2 (-175) <= Rabs (real off)) -> finite n -> real n = rnd double N ->
  (N = 0 \/ bpow radix2 (-28) <= Rabs N) -> Rabs N <= 1 ->
  Rabs F <= M -> Rabs (real off) <= M -> Rabs (F + real off * N) <= M ->
  let way_hi := fmul off n in
  let way_lo := pair_product_rest off n in
  let rounded := fadd (fadd from_hi way_hi) (fadd (sum_rest from_hi way_hi) (fadd from_lo way_lo)) in
  Rabs (real (fadd rounded (fconst 0 0)) - (F + real off * N)) <= 4 * ulp_of M.
Proof.
  intros Bf Ffl Wf Nf Bo No Fn En Nn N1 MF MO MP way_hi way_lo rounded. pose proof eps_small as Es.
  pose proof (Rabs_pos (real off)) as o0. set (o := Rabs (real off)) in *. pose proof (Rabs_pos (real from_hi)) as f0.
  assert (eM : 0 <= eps * M <= / 1048576 * M) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (eeM : 0 <= eps * eps * M <= / 1048576 * (eps * M)).
  { replace (eps * eps * M) with (eps * (eps * M)) by ring. split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r;
    lra]. }
  assert (eeeM : 0 <= eps * (eps * eps * M) <= / 1048576 * (eps * eps * M))
    by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (Rn : Rabs (real n - N) <= eps * Rabs N).
  { rewrite En. apply rnd_relative. destruct Nn as [Z | Z]; [now left | right]. eapply Rle_trans; [| exact Z].
    apply bpow_le. lia. }
  assert (Rn1 : Rabs (real n - N) <= eps) by (eapply Rle_trans; [exact Rn |];
    assert (eps * Rabs N <= eps * 1) by (apply Rmult_le_compat_l; lra); lra).
  assert (Ln : Rabs (real n) <= 2).
  { replace (real n) with (real n - N + N) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Bn : below 1 n) by (split; [exact Fn | exact Ln]).
  assert (Nn' : real n = 0 \/ bpow radix2 (-28) <= Rabs (real n)).
  { rewrite En. destruct Nn as [Z | Z]; [left; rewrite Z; apply rnd_zero | right].
    apply abs_round_ge_generic; auto with typeclass_instances. apply power_in_format. lia. }
  assert (Bw : below 211 way_hi) by (replace 211%Z with (210 + 1)%Z by lia; apply below_mul; auto; lia).
  assert (Fp : finite way_lo).
  { apply (ContactPairs.pair_product_rest_finite off n 300); [| | lia].
    - destruct Bo as [G L]. split; [exact G |]. eapply Rle_trans; [exact L | apply bpow_le; lia].
    - destruct Bn as [G L]. split; [exact G |]. eapply Rle_trans; [exact L | apply bpow_le; lia]. }
  assert (On : real off * real n = 0 \/ bpow radix2 (-203) <= Rabs (real off * real n)).
  { destruct No as [Z | Z]; [left; rewrite Z; ring |]. destruct Nn' as [Y | Y]; [left; rewrite Y; ring | right].
    rewrite Rabs_mult.
    change (-203)%Z with (-175 + -28)%Z. rewrite bpow_plus. apply Rmult_le_compat; try apply bpow_ge_0; assumption. }
  destruct (pair_product_exact off n Fp) as (_ & _ & _ & Ew & X).
  { destruct On as [Z | Z]; [now left | right]. eapply Rle_trans; [| exact Z]. apply bpow_le. lia. }
  { destruct No as [Z | Z]; [now left | right]. eapply Rle_trans; [| exact Z]. apply bpow_le. lia. }
  { destruct Nn' as [Z | Z]; [now left | right]. eapply Rle_trans; [| exact Z]. apply bpow_le. lia. }
  fold way_hi way_lo in Ew, X.
  assert (Lon : Rabs (real off * real n) <= 2 * M).
  { rewrite Rabs_mult. fold o. apply Rle_trans with (o * 2); [apply Rmult_le_compat_l; lra | lra]. }
  assert (Lw : Rabs (real way_lo) <= eps * (2 * M)).
  { replace (real way_lo) with (- (real way_hi - real off * real n)) by lra. rewrite Rabs_Ropp, Ew.
    eapply Rle_trans; [apply rnd_relative | apply Rmult_le_compat_l; [lra | exact Lon]].
    destruct On as [Z | Z]; [now left | right]. eapply Rle_trans; [| exact Z]. apply bpow_le. lia. }
  assert (Dn : Rabs (real off * real n - real off * N) <= eps * M).
  { replace (real off * real n - real off * N) with (real off * (real n - N)) by ring. rewrite Rabs_mult. fold o.
    apply Rle_trans with (o * eps); [apply Rmult_le_compat_l; lra |]. rewrite Rmult_comm. apply Rmult_le_compat_l; lra.
    }
  assert (Lf : Rabs (real from_hi) <= 2 * M).
  { assert (Rabs (real from_hi) <= M + 40 * (eps * eps * M) + Rabs (real from_lo)).
    { replace (real from_hi) with (real from_hi + real from_lo - F + F - real from_lo) by ring. unfold Rminus at 1.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. apply Rplus_le_compat_r. eapply Rle_trans;
        [apply Rabs_triang |]. lra. }
    assert (eps * Rabs (real from_hi) <= / 1048576 * Rabs (real from_hi)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Lfl : Rabs (real from_lo) <= eps * (2 * M)) by (eapply Rle_trans; [exact Wf |]; apply Rmult_le_compat_l; lra).
  assert (Bw' : below 993 way_hi) by (eapply below_weaken; [exact Bw | lia]).
  destruct (split_sum from_hi way_hi 993 ltac:(lia) Bf Bw') as (Fsl & Fsh & Xs & Ws & _).
  set (ph := fadd from_hi way_hi) in *. set (pl := sum_rest from_hi way_hi) in *.
  assert (Bph : below 994 ph) by (apply (below_add 993); auto; lia).
  assert (Bpl : below 994 pl).
  { split; [exact Fsl |]. eapply Rle_trans; [exact Ws |]. destruct Bph as [_ L]. pose proof (Rabs_pos (real ph)).
    assert (eps * Rabs (real ph) <= 1 * Rabs (real ph)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Bfl : below 993 from_lo).
  { split; [exact Ffl |]. eapply Rle_trans; [exact Wf |]. destruct Bf as [_ L].
    assert (eps * Rabs (real from_hi) <= 1 * Rabs (real from_hi)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Bwl : below 993 way_lo).
  { split; [exact Fp |]. replace (real way_lo) with (real off * real n - real way_hi) by lra. unfold Rminus.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, Rabs_mult.
    destruct Bo as [_ L1], Bn as [_ L2], Bw as [_ L3].
    apply Rle_trans with (bpow radix2 211 + bpow radix2 211).
    - apply Rplus_le_compat; [| exact L3]. change 211%Z with (210 + 1)%Z. rewrite bpow_plus. apply Rmult_le_compat;
        auto using Rabs_pos.
    - rewrite two_powers. apply bpow_le. lia. }
  assert (B1 : below 994 (fadd from_lo way_lo)) by (apply (below_add 993); auto; lia).
  assert (B2 : below 995 (fadd pl (fadd from_lo way_lo))) by (apply (below_add 994); auto; lia).
  assert (B3 : below 996 rounded) by (apply (below_add 995); [lia | eapply below_weaken; [exact Bph | lia] | exact B2]).
  pose proof (fadd_error _ _ (proj1 B1)) as Q1. pose proof (fadd_error _ _ (proj1 B2)) as Q2.
  pose proof (fadd_error _ _ (proj1 B3)) as Q3.
  fold rounded in Q3. set (l1 := real (fadd from_lo way_lo)) in *.
  set (l2 := real (fadd pl (fadd from_lo way_lo))) in *.
  assert (Lph : Rabs (real ph) <= 5 * M).
  { assert (Rabs (real ph) <= 2 * M + (2 * M + eps * (2 * M)) + Rabs (real pl)).
    { replace (real ph) with (real from_hi + (real off * real n - real way_lo) - real pl) by lra. unfold Rminus.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. apply Rplus_le_compat_r. eapply Rle_trans;
        [apply Rabs_triang |].
      apply Rplus_le_compat; [exact Lf |]. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (eps * Rabs (real ph) <= / 1048576 * Rabs (real ph)) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
    lra. }
  assert (Lpl : Rabs (real pl) <= eps * (5 * M)) by (eapply Rle_trans; [exact Ws |]; apply Rmult_le_compat_l; lra).
  assert (Q1' : Rabs (l1 - (real from_lo + real way_lo)) <= 4 * (eps * eps * M)).
  { eapply Rle_trans; [exact Q1 |]. replace (4 * (eps * eps * M)) with (eps * (eps * (2 * M) + eps * (2 * M))) by ring.
    apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (L1 : Rabs l1 <= 5 * (eps * M)).
  { replace l1 with (l1 - (real from_lo + real way_lo) + real from_lo + real way_lo) by ring. eapply Rle_trans;
    [apply Rabs_triang |].
    pose proof (Rabs_triang (l1 - (real from_lo + real way_lo)) (real from_lo)). lra. }
  assert (Q2' : Rabs (l2 - (real pl + l1)) <= 10 * (eps * eps * M)).
  { eapply Rle_trans; [exact Q2 |]. replace (10 * (eps * eps * M)) with (eps * (eps * (5 * M) + 5 * (eps * M))) by ring.
    apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  set (P := F + real off * N) in *.
  assert (Zp : Rabs (real ph + l2 - P) <= eps * M + 60 * (eps * eps * M)).
  { unfold P. apply Rabs_le_inv in Q1', Q2', Nf, Dn. apply Rabs_le. lra. }
  assert (LZ : Rabs (real ph + l2) <= M + eps * M + 60 * (eps * eps * M)).
  { replace (real ph + l2) with (real ph + l2 - P + P) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Q3' : Rabs (real rounded - (real ph + l2)) <= eps * (M + eps * M + 60 * (eps * eps * M))).
  { eapply Rle_trans; [exact Q3 |]. apply Rmult_le_compat_l; lra. }
  rewrite (proj1 (fadd_zero _ (proj1 B3))). pose proof (eps_below_ulp M) as U. rewrite Rabs_pos_eq in U by lra.
  replace (real rounded - P) with (real rounded - (real ph + l2) + (real ph + l2 - P)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.
