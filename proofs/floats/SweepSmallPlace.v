(* The centre of a contact of small integers: place_contact_sharply (src/geometry/sweep_place.h) for the time of
   set_contact_by_quotient.

   The time is guess + rest / below but for 4 eps^2. The centre is c + T v, summed in double-doubles, so what is rounded
   last is off by 30 eps^2 of the largest number. Hence the error of each coordinate is little more than half an ulp, and
   below 2 ulp of the largest coordinate, as include/carom/sweep.h promises. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree SweepTime Bounded ErrorFreeTerms Geometry SweepSmallGrid SweepSmallUnit
  SweepSmallTerms SweepSmallLength SweepLevelTime SweepLevelTerms.
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
  destruct (quotient_remainder h above below_ back_hi back_lo e A B Hh SA SB (conj A0 AB) H) as (Bg & Eg & GL & Near & Br & E2 & Er).
  set (guess := fdiv above below_) in *. set (rest := fsub (fsub above back_hi) back_lo) in *.
  destruct SA as (_ & _ & GA & _). destruct SB as (Fb & Eb & GB & LB). pose proof eps_small as Es.
  assert (B0 : 0 < B) by lra. rewrite Rabs_pos_eq in LB by lra. pose proof (bpow_gt_0 radix2 (-52)).
  assert (Q : 0 < A / B <= 1).
  { split; [now apply Rdiv_lt_0_compat |]. apply Rmult_le_reg_r with B; [exact B0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (G1 : real guess <= 1).
  { destruct Bg as [_ L]. rewrite Rabs_pos_eq in L by lra. exact L. }
  assert (Gg : on_grid (-104) (real guess)).
  { apply grid_of_format; [apply real_in_format |]. right. rewrite Rabs_pos_eq by lra. exact GL. }
  assert (Gr : on_grid (h - 104) (real rest)).
  { rewrite E2. apply grid_rnd, grid_sub; [apply (grid_finer h); [lia | exact GA] |].
    replace (h - 104)%Z with (-104 + h)%Z by lia. now apply grid_mul. }
  set (d := A / B - real guess) in *. assert (Dd : Rabs d <= eps).
  { unfold d. rewrite Rabs_minus_sym. eapply Rle_trans; [exact Near |]. assert (eps * (A / B) <= eps * 1) by (apply Rmult_le_compat_l; lra). lra. }
  assert (Ed : A - real guess * B = d * B) by (unfold d; field; lra). rewrite Ed in Er.
  set (q := real rest / B). assert (Eq : real rest = q * B) by (unfold q; field; lra).
  assert (Qd : Rabs (q - d) <= eps * Rabs d).
  { apply Rmult_le_reg_r with B; [exact B0 |]. rewrite <- (Rabs_pos_eq B) at 1 by lra. rewrite <- Rabs_mult.
    replace ((q - d) * B) with (real rest - d * B) by (rewrite Eq; ring). eapply Rle_trans; [exact Er |].
    rewrite Rabs_mult, (Rabs_pos_eq B) by lra. lra. }
  assert (Ql : q = 0 \/ bpow radix2 (-156) <= Rabs q).
  { destruct (grid_least _ _ Gr) as [Z | Z]; [left; unfold q; rewrite Z; unfold Rdiv; ring | right].
    apply Rmult_le_reg_r with B; [exact B0 |]. rewrite <- (Rabs_pos_eq B) at 2 by lra. rewrite <- Rabs_mult, <- Eq.
    apply Rle_trans with (bpow radix2 (-156) * bpow radix2 (52 + h)); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact LB] |].
    rewrite <- bpow_plus. replace (-156 + (52 + h))%Z with (h - 104)%Z by lia. exact Z. }
  pose proof (Rabs_pos d) as d0. assert (ed : eps * Rabs d <= eps * eps) by (apply Rmult_le_compat_l; lra).
  assert (ee : 0 < eps * eps <= / 1048576 * eps) by (split; [apply Rmult_lt_0_compat | apply Rmult_le_compat_r]; lra).
  assert (Q1 : Rabs q <= Rabs d + eps * Rabs d).
  { replace q with (q - d + d) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Q2 : Rabs (real rest / real below_) <= bpow radix2 0) by (rewrite Eb; fold q; change (bpow radix2 0) with 1; lra).
  destruct (fdiv_below rest below_ 0 (proj1 Br) ltac:(rewrite Eb; lra) ltac:(lia) Q2) as ((Fs & _) & Est). rewrite Eb in Est. fold q in Est.
  assert (Es' : Rabs (real (fdiv rest below_) - q) <= eps * Rabs q).
  { rewrite Est. apply rnd_relative. destruct Ql as [Z | Z]; [now left | right]. eapply Rle_trans; [| exact Z]. apply bpow_le. lia. }
  assert (eq : eps * Rabs q <= eps * (Rabs d + eps * Rabs d)) by (apply Rmult_le_compat_l; lra).
  assert (eed : eps * (eps * Rabs d) <= / 1048576 * (eps * Rabs d)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |]; lra).
  split; [apply Bg |]. split; [exact Fs |]. split; [lra |]. split; [| split].
  - rewrite Est. destruct Ql as [Z | Z]; [left; rewrite Z; apply rnd_zero | right].
    apply Rle_trans with (bpow radix2 (-156)); [apply bpow_le; lia |].
    apply abs_round_ge_generic; auto with typeclass_instances. apply power_in_format. lia.
  - replace (real (fdiv rest below_)) with (real (fdiv rest below_) - q + q) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
  - replace (real guess + real (fdiv rest below_) - A / B) with (real (fdiv rest below_) - q + (q - d)) by (unfold d; ring).
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
Hypotheses (Bc : below 990 c) (Bv : below 210 v) (Nv : real v = 0 \/ bpow radix2 (-175) <= Rabs (real v)) (Ts : time_sharp t s T).

Theorem center_near : finite center_lo /\ finite center_hi /\ real center_hi = rnd double (real sum_hi + real low) /\
  real center_hi + real center_lo = real sum_hi + real low /\
  Rabs (real center_lo) <= eps * Rabs (real center_hi) /\
  Rabs (real sum_hi + real low - (real c + T * real v)) <= 20 * (eps * eps * (Rabs (real c) + Rabs (real v))).
Proof.
  destruct Ts as (Ft & Fs & (T1 & T2) & Ns & Ls & ET). pose proof eps_small as Es. pose proof (bpow_gt_0 radix2 (-52)) as P52.
  assert (Bt : below 0 t) by (split; [exact Ft |]; rewrite Rabs_pos_eq by lra; exact T2).
  assert (Bs : below 0 s) by (split; [exact Fs |]; change (bpow radix2 0) with 1; lra).
  assert (Bw : below 210 way_hi) by (apply (below_mul 0 210); auto; lia).
  pose proof (Rabs_pos (real v)) as v0. pose proof (Rabs_pos (real c)) as c0. set (nv := Rabs (real v)) in *. set (nc := Rabs (real c)) in *.
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
  { rewrite Rabs_mult, (Rabs_pos_eq (real t)) by lra. fold nv. assert (real t * nv <= 1 * nv) by (apply Rmult_le_compat_r; lra). lra. }
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
  assert (eenv : 0 <= eps * (eps * nv) <= / 1048576 * (eps * nv)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (enc : 0 <= eps * nc <= / 1048576 * nc) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (eenc : 0 <= eps * (eps * nc) <= / 1048576 * (eps * nc)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (Lp : Rabs p <= 21 / 10 * (eps * nv)).
  { replace p with (p - real s * real v + real s * real v) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  (* the low part of the way *)
  assert (Bl : below 211 (pair_product_rest t v)).
  { split; [exact Fp |]. fold wl. destruct Bv as [_ L]. fold nv in L. change 211%Z with (210 + 1)%Z. rewrite <- two_powers.
    pose proof (bpow_gt_0 radix2 210). lra. }
  assert (Bq : below 212 (fadd (pair_product_rest t v) (fmul s v))).
  { apply (below_add 211); [lia | exact Bl | eapply below_weaken; [exact Bp | lia]]. }
  pose proof (fadd_error _ _ (proj1 Bq)) as Q. fold wl p in Q. set (q := real (fadd (pair_product_rest t v) (fmul s v))) in *.
  assert (Q' : Rabs (q - (wl + p)) <= eps * (32 / 10 * (eps * nv))).
  { eapply Rle_trans; [exact Q |]. apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct zero_value as [F0 V0].
  assert (Bz : below 210 (fmul t (fconst 0 0))).
  { apply (below_mul 0 210); [lia | exact Bt |]. split; [exact F0 |]. rewrite V0, Rabs_R0. apply bpow_ge_0. }
  assert (Vz : real (fmul t (fconst 0 0)) = 0).
  { destruct (fmul_finite _ _ (proj1 Bz)) as (_ & _ & ->). rewrite V0, Rmult_0_r. apply rnd_zero. }
  assert (Bwl : below 213 way_lo) by (apply (below_add 212); [lia | exact Bq | eapply below_weaken; [exact Bz | lia]]).
  assert (Ewl : real way_lo = q).
  { destruct (fadd_finite _ _ (proj1 Bwl)) as (_ & _ & E). fold way_lo in E. rewrite E, Vz, Rplus_0_r. apply rnd_of_format, real_in_format. }
  (* the sum *)
  assert (Bw' : below 990 way_hi) by (eapply below_weaken; [exact Bw | lia]).
  destruct (split_sum c way_hi 990 ltac:(lia) Bc Bw') as (Fsl & Fsh & Xs & Ws & _). fold sum_hi sum_lo in Fsl, Fsh, Xs, Ws.
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
  assert (Ls' : Rabs (real sum_lo) <= eps * (11 / 10 * (nc + nv))) by (eapply Rle_trans; [exact Ws |]; apply Rmult_le_compat_l; lra).
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
  destruct (split_sum sum_hi low 992 ltac:(lia) ltac:(eapply below_weaken; [exact Bsh | lia]) Blow) as (Fcl & Fch & Xc & Wc & Ec).
  fold center_hi center_lo in Fcl, Fch, Xc, Wc, Ec.
  split; [exact Fcl |]. split; [exact Fch |]. split; [exact Ec |]. split; [exact Xc |]. split; [exact Wc |].
  assert (TV : Rabs ((real t + real s - T) * real v) <= 4 * (eps * (eps * nv))).
  { rewrite Rabs_mult. fold nv. replace (4 * (eps * (eps * nv))) with (4 * (eps * eps) * nv) by ring. apply Rmult_le_compat_r; lra. }
  apply Rabs_le_inv in Q', Sv, QL', TV. apply Rabs_le. lra.
Qed.
End Coordinate.
