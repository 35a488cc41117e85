(* place_contact_sharply of src/sweep/sweep_place.h, over the extracted terms: centre and point of a contact near a
   tangent, or of small integers, with all digits of sums that cancel.

   The displacement is v.hi + v.lo. Centre and point are sums of double-doubles, and only the last sum counts as a
   rounding. So the centre is within 9 / 16 ulp of the largest coordinate M, and the point within 1 1/16 ulp and the
   error of the normal times M. M is from 2^-800, so that what underflows is far below an ulp, to 2^990. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct Geometry SweepGeometry Terms_pair
  Terms_place ErrorFreeTerms Wide TimePlace TimeMoved SweepLevelTerms SweepPlaceRounding SweepPlace.
From Carom Require ContactPairs.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest pair_product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation fl := (rnd double).

(* A number that is known to within 1 / 32 of the unit, rounded. *)
Lemma rounded_near g x Y : (-1000 <= g <= 970)%Z -> Rabs Y <= bpow radix2 (g + 53) ->
  Rabs (x - Y) <= / 32 * bpow radix2 g -> Rabs (fl x - Y) <= (/ 2 + / 32) * bpow radix2 g.
Proof.
  intros Hg HY Hx. set (B := bpow radix2 (g + 53)) in *. destruct (unit_pos g) as (U0 & EB & _). fold B in EB.
  set (U := bpow radix2 g) in *.
  assert (Big : forall z y, B < z -> Rabs (z - y) <= / 32 * U -> y <= B -> Rabs (fl z - y) <= (/ 2 + / 32) * U).
  { intros z y Lz K Ly. apply Rabs_le_inv in K. rewrite (rounded_to_power g Hg) by (fold B U; lra). fold B.
    apply Rabs_le. lra. }
  destruct (Rle_dec (Rabs x) B) as [L | L].
  - pose proof (rounding_within g Hg _ L) as E. fold U in E. replace (fl x - Y) with ((fl x - x) + (x - Y)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra.
  - apply Rnot_le_lt in L. apply Rabs_le_inv in HY. unfold Rabs in L. destruct (Rcase_abs x).
    + replace (fl x - Y) with (- (fl (- x) - - Y)) by (rewrite fl_opp; ring). rewrite Rabs_Ropp. apply Big; try lra.
      replace (- x - - Y) with (- (x - Y)) by ring. now rewrite Rabs_Ropp.
    + apply Big; lra.
Qed.

(* The unit, and what is far below it. *)
Lemma unit_of_tiny M : bpow radix2 (-800) <= M <= bpow radix2 990 -> exists g, (-1000 <= g <= 940)%Z /\
  M < bpow radix2 (g + 53) /\ ulp_of M = bpow radix2 g /\ bpow radix2 (g + 53) <= bpow radix2 992 /\
  Model.eta double <= / 1000000 * bpow radix2 g /\ bpow radix2 (-959) <= / 1000000 * bpow radix2 g.
Proof.
  intros [L H]. assert (Rg : bpow radix2 (-900) <= M < bpow radix2 1022).
  { split; [eapply Rle_trans; [| exact L]; apply bpow_le; lia |]. apply Rle_lt_trans with (1 := H). apply bpow_lt. lia.
    }
  destruct (unit_of_size M Rg) as (g & Hg & LM & EU & LB).
  assert (Z1 : (-853 <= g)%Z).
  { apply Znot_gt_le. intros C. assert (K : bpow radix2 (g + 53) <= bpow radix2 (-800)) by (apply bpow_le; lia). lra. }
  assert (Z2 : (g <= 939)%Z).
  { apply Znot_gt_le. intros C. assert (E : ulp_of M <= bpow radix2 (-52) * M).
    { pose proof (ulp_FLT_le radix2 (emin double) (prec double) M) as K. rewrite Rabs_pos_eq in K; [| pose proof
      (bpow_gt_0
        radix2 (-800)); lra]. unfold exponents. rewrite Rmult_comm. apply K.
      eapply Rle_trans; [| exact L]. apply bpow_le. unfold emin. change (prec double) with 53%Z.
      change (emax double) with 1024%Z. lia. }
    rewrite EU in E. assert (K : bpow radix2 940 <= bpow radix2 g) by (apply bpow_le; lia).
    assert (bpow radix2 (-52) * M <= bpow radix2 (-52) * bpow radix2 990) by (apply Rmult_le_compat_l;
      [apply bpow_ge_0 | exact H]). rewrite <- bpow_plus in H0.
    pose proof (bpow_lt radix2 (-52 + 990) 940 ltac:(lia)). lra. }
  exists g. split; [lia |]. split; [exact LM |]. split; [exact EU |]. split; [apply bpow_le; lia |].
  pose proof (bpow_gt_0 radix2 g) as U0.
  assert (K : bpow radix2 (-959) <= / 1000000 * bpow radix2 g).
  { apply Rle_trans with (bpow radix2 (-20) * bpow radix2 g); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat_r; [lra | simpl; lra]. }
  split; [| exact K]. eapply Rle_trans; [| exact K]. change (Model.eta double) with (bpow radix2 (-1075)).
  apply bpow_le. lia.
Qed.

(* How a sharp time is known. *)
Definition time_sharply (t s T : R) :=
  0 <= t <= 1 /\ Rabs s <= bpow radix2 (-20) /\ 0 <= T <= 1 /\ Rabs (t + s - T) <= bpow radix2 (-62).

Section Centre.
Variables c vh vl t s : D.
Variables V T M : R.
Let way_hi := fmul t vh.
Let way_lo := fadd (fadd (pair_product_rest t vh) (fmul s vh)) (fmul t vl).
Let sum_hi := fadd c way_hi.
Let low := fadd (sum_rest c way_hi) way_lo.
Let center_hi := fadd sum_hi low.
Let center_lo := sum_rest sum_hi low.
Hypotheses (Fc : finite c) (Fvl : finite vl) (Bv : below 300 vh) (Ft : finite t) (Fs : finite s)
  (shown : displaced vh vl V) (time : time_sharply (real t) (real s) T)
  (range : bpow radix2 (-800) <= M <= bpow radix2 990)
  (Mc : Rabs (real c) <= M) (MV : Rabs V <= M) (MP : Rabs (real c + T * V) <= M).

Lemma sharply_coordinate : finite center_lo /\ finite center_hi /\
  Rabs (real center_hi + real center_lo - (real c + T * V)) <= / 64 * ulp_of M /\
  Rabs (real center_hi - (real c + T * V)) <= 9 / 16 * ulp_of M.
Proof.
  destruct (unit_of_tiny M range) as (g & Hg & LM & -> & LB & Tn & Tn2). set (B := bpow radix2 (g + 53)) in *.
  destruct (unit_pos g) as (U0 & EB & _). fold B in EB. set (U := bpow radix2 g) in *.
  destruct time as ([t0 t1] & Ls & [T0 T1] & Near). destruct shown as (Hl & Hd).
  pose proof (Rabs_pos (real vh)) as h0. set (nv := Rabs (real vh)) in *.
  change (bpow radix2 (-20)) with (/ 1048576) in Ls.
  assert (Lv : nv <= 101 / 100 * B).
  { assert (A : nv <= Rabs (real vh + real vl - V) + Rabs (real vl) + Rabs V).
    { unfold nv. replace (real vh) with ((real vh + real vl - V) + - real vl + V) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat_r. eapply Rle_trans; [apply Rabs_triang |].
      rewrite Rabs_Ropp. replace (real vh + real vl - V + - real vl + V + real vl - V) with (real vh + real vl - V) by
        ring.
      lra. }
    lra. }
  assert (K : forall k, (g + 53 <= k <= g + 60)%Z -> (emin double + prec double < k < emax double)%Z).
  { intros k Hk. unfold emin. change (prec double) with 53%Z. change (emax double) with 1024%Z. lia. }
  assert (Two : bpow radix2 (g + 54) = 2 * B).
  { unfold B. replace (g + 54)%Z with (g + 53 + 1)%Z by lia. rewrite (bpow_plus radix2 _ 1).
    change (bpow radix2 1) with 2. ring. }
  assert (At : Rabs (real t) <= 1) by (rewrite Rabs_pos_eq; lra).
  (* the product *)
  assert (Bt : below 300 t).
  { split; [exact Ft |]. eapply Rle_trans; [exact At |]. apply (bpow_le radix2 0). lia. }
  assert (Fp : finite (pair_product_rest t vh)) by (apply (ContactPairs.pair_product_rest_finite t vh 300); auto; lia).
  pose proof (pair_product_error _ _ Fp) as P. fold nv in P. fold way_hi in P.
  assert (P10 : bpow radix2 (-1010) <= / 1000000000000 * u53).
  { apply Rle_trans with (bpow radix2 (-50) * bpow radix2 (-53)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    change (bpow radix2 (-53)) with u53. apply Rmult_le_compat_r; [lra |]. simpl. lra. }
  assert (P1 : bpow radix2 (-1010) * (Rabs (real t) + nv) <= / 1000000 * U + / 1000000 * U).
  { rewrite Rmult_plus_distr_l. apply Rplus_le_compat.
    - apply Rle_trans with (bpow radix2 (-1010) * 1); [apply Rmult_le_compat_l; [apply bpow_ge_0 | lra] |].
      rewrite Rmult_1_r. eapply Rle_trans; [| exact Tn2]. apply bpow_le. lia.
    - apply Rle_trans with (/ 1000000000000 * u53 * nv); [apply Rmult_le_compat_r; lra | lra]. }
  assert (P2 : bpow radix2 (-960) <= / 1000000 * U) by (eapply Rle_trans; [apply bpow_le | exact Tn2]; lia).
  assert (Bw : Rabs (real t * real vh) <= 101 / 100 * B).
  { rewrite Rabs_mult. fold nv. apply Rle_trans with (1 * (101 / 100 * B)); [apply Rmult_le_compat; auto using Rabs_pos
      | lra]. }
  destruct (fmul_is_finite t vh (g + 54) (K (g + 54)%Z ltac:(lia)) Ft (proj1 Bv)) as (Fw & Ew & Lw0); [rewrite Two; lra
    |].
  fold way_hi in Fw, Ew, Lw0. rewrite Two in Lw0.
  pose proof (rnd_error double (real t * real vh)) as Rw. rewrite <- Ew, u_double in Rw.
  set (wh := real way_hi) in *. set (pr := real (pair_product_rest t vh)) in *.
  assert (Lpr : Rabs pr <= 102 / 100 * U).
  { replace pr with ((wh + pr - real t * real vh) - (wh - real t * real vh)) by ring.
    unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  (* the small terms *)
  assert (Lsv : Rabs (real s * real vh) <= 102 / 100 * (/ 1048576 * B)).
  { rewrite Rabs_mult. fold nv. apply Rle_trans with (/ 1048576 * (101 / 100 * B)); [| lra].
    apply Rmult_le_compat; auto using Rabs_pos. }
  destruct (fmul_is_finite s vh (g + 54) (K (g + 54)%Z ltac:(lia)) Fs (proj1 Bv)) as (Fsv & Esv & _); [rewrite Two; lra
    |].
  pose proof (rnd_error double (real s * real vh)) as Rsv. rewrite <- Esv, u_double in Rsv.
  set (sv := real (fmul s vh)) in *.
  assert (Lsv' : Rabs sv <= 103 / 100 * (/ 1048576 * B)).
  { replace sv with ((sv - real s * real vh) + real s * real vh) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
    }
  assert (Lvl : Rabs (real t * real vl) <= 203 / 100 * U).
  { rewrite Rabs_mult. apply Rle_trans with (1 * (2 * u53 * nv)); [apply Rmult_le_compat; auto using Rabs_pos | lra]. }
  destruct (fmul_is_finite t vl (g + 54) (K (g + 54)%Z ltac:(lia)) Ft Fvl) as (Ftv & Etv & _); [rewrite Two; lra |].
  pose proof (rnd_error double (real t * real vl)) as Rtv. rewrite <- Etv, u_double in Rtv.
  set (tv := real (fmul t vl)) in *.
  assert (Ltv : Rabs tv <= 204 / 100 * U).
  { replace tv with ((tv - real t * real vl) + real t * real vl) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
    }
  assert (Lq : Rabs (pr + sv) <= 104 / 100 * (/ 1048576 * B)) by (eapply Rle_trans; [apply Rabs_triang |]; lra).
  destruct (fadd_is_finite (pair_product_rest t vh) (fmul s vh) (g + 54) (K (g + 54)%Z ltac:(lia)) Fp Fsv) as (Fq & Eq
    & _);
    [fold pr sv; rewrite Two; lra |].
  pose proof (rnd_sum_error double _ _ (real_in_format (pair_product_rest t vh)) (real_in_format (fmul s vh))) as Rq.
  rewrite <- Eq, u_double in Rq. fold pr sv in Rq. set (q := real (fadd (pair_product_rest t vh) (fmul s vh))) in *.
  assert (Lq' : Rabs q <= 105 / 100 * (/ 1048576 * B)).
  { replace q with ((q - (pr + sv)) + (pr + sv)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Lwl : Rabs (q + tv) <= 106 / 100 * (/ 1048576 * B)) by (eapply Rle_trans; [apply Rabs_triang |]; lra).
  destruct (fadd_is_finite (fadd (pair_product_rest t vh) (fmul s vh)) (fmul t vl) (g + 54) (K (g + 54)%Z ltac:(lia)) Fq
    Ftv) as (Fwl & Ewl & _); [fold q tv; rewrite Two; lra |].
  pose proof (rnd_sum_error double _ _ (real_in_format (fadd (pair_product_rest t vh) (fmul s vh)))
    (real_in_format (fmul t vl))) as Rwl. rewrite <- Ewl, u_double in Rwl. fold q tv way_lo in Rwl. fold way_lo in Fwl.
  (* the first sum *)
  assert (LB' : 2 * B <= bpow radix2 993).
  { change 993%Z with (1 + 992)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  destruct (split_sum c way_hi 993 ltac:(lia)) as (Fsl & Fsh & Xs & Ws & _);
    [split; [exact Fc | lra] | split; [exact Fw | fold wh; lra] |].
  fold sum_hi in Fsh, Xs, Ws. fold wh in Xs. change eps with u53 in Ws.
  set (sl := real (sum_rest c way_hi)) in *. set (sh := real sum_hi) in *.
  assert (Lsh : Rabs sh <= 31 / 10 * B).
  { assert (A : Rabs sh <= Rabs (real c) + Rabs wh + Rabs sl).
    { replace sh with (real c + wh + - sl) by lra. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
      apply Rplus_le_compat_r, Rabs_triang. }
    lra. }
  assert (Lsl : Rabs sl <= 31 / 10 * U) by lra.
  set (wl := real way_lo) in *.
  assert (Lwl' : Rabs wl <= 107 / 100 * (/ 1048576 * B)).
  { replace wl with ((wl - (q + tv)) + (q + tv)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Llo : Rabs (sl + wl) <= 108 / 100 * (/ 1048576 * B)) by (eapply Rle_trans; [apply Rabs_triang |]; lra).
  destruct (fadd_is_finite (sum_rest c way_hi) way_lo (g + 54) (K (g + 54)%Z ltac:(lia)) Fsl Fwl) as (Flo & Elo & _);
    [fold sl wl; rewrite Two; lra |].
  pose proof (rnd_sum_error double _ _ (real_in_format (sum_rest c way_hi)) (real_in_format way_lo)) as Rlo.
  rewrite <- Elo, u_double in Rlo. fold sl wl low in Rlo. fold low in Flo.
  assert (Llo' : Rabs (real low) <= 109 / 100 * (/ 1048576 * B)).
  { replace (real low) with ((real low - (sl + wl)) + (sl + wl)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
    }
  destruct (split_sum sum_hi low 994 ltac:(lia)) as (Fcl & Fch & Xc & _ & Ec).
  { split; [exact Fsh |]. fold sh. change 994%Z with (1 + 993)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
    lra. }
  { split; [exact Flo |]. eapply Rle_trans; [exact Llo' |].
    assert (bpow radix2 993 <= bpow radix2 994) by (apply bpow_le; lia). lra. }
  fold center_hi center_lo in Fcl, Fch, Xc, Ec. fold sh in Xc, Ec.
  (* all against c + T V *)
  assert (N : Rabs (sh + real low - (real c + T * V)) <= / 64 * U).
  { assert (E1 : Rabs ((real t + real s) * (real vh + real vl - V)) <= / 1000 * U).
    { rewrite Rabs_mult. apply Rle_trans with (2 * (3 * (u53 * u53) * nv)); [| lra].
      apply Rmult_le_compat; try apply Rabs_pos; [| exact Hd]. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    assert (E2 : Rabs (real s * real vl) <= / 1000 * U).
    { rewrite Rabs_mult. apply Rle_trans with (/ 1048576 * (2 * u53 * nv)); [| lra].
      apply Rmult_le_compat; auto using Rabs_pos. }
    assert (E3 : Rabs ((real t + real s - T) * V) <= / 500 * U).
    { rewrite Rabs_mult. apply Rle_trans with (bpow radix2 (-62) * M).
      - apply Rmult_le_compat; auto using Rabs_pos.
      - change (bpow radix2 (-62)) with (/ 4611686018427387904). lra. }
    assert (E4 : Rabs (wh + pr - real t * real vh) <= / 1000 * U) by lra.
    assert (E5 : Rabs (sv - real s * real vh) <= / 1000 * U) by lra.
    assert (E6 : Rabs (tv - real t * real vl) <= / 1000 * U) by lra.
    assert (E7 : Rabs (q - (pr + sv)) <= / 1000 * U) by lra.
    assert (E8 : Rabs (wl - (q + tv)) <= / 1000 * U) by lra.
    assert (E9 : Rabs (real low - (sl + wl)) <= / 1000 * U) by lra.
    replace (sh + real low - (real c + T * V)) with ((wh + pr - real t * real vh) + (sv - real s * real vh) +
      (tv - real t * real vl) + (q - (pr + sv)) + (wl - (q + tv)) + (real low - (sl + wl)) +
      (real t + real s) * (real vh + real vl - V) - real s * real vl + (real t + real s - T) * V +
      (sh + sl - (real c + wh))) by ring.
    rewrite (Rminus_diag_eq (sh + sl)) by exact Xs.
    apply Rabs_le_inv in E1, E2, E3, E4, E5, E6, E7, E8, E9. apply Rabs_le. lra. }
  split; [exact Fcl |]. split; [exact Fch |]. split; [rewrite Xc; exact N |]. rewrite Ec.
  eapply Rle_trans; [apply (rounded_near g); [lia | fold B; lra | fold U; lra] |]. fold U. lra.
Qed.
End Centre.

(* The point: from A by `off` along the normal. *)
Section Point.
Variables from_hi from_lo off n : D.
Variables A N d M : R.
Let way_hi := fmul off n.
Let way_lo := pair_product_rest off n.
Let rounded := fadd (fadd from_hi way_hi) (fadd (sum_rest from_hi way_hi) (fadd from_lo way_lo)).
Hypotheses (Fh : finite from_hi) (Fl : finite from_lo) (Bo : below 300 off) (Fn : finite n)
  (small_lo : Rabs (real from_lo) <= 2 * ulp_of M)
  (known : Rabs (real from_hi + real from_lo - A) <= / 64 * ulp_of M)
  (range : bpow radix2 (-800) <= M <= bpow radix2 990)
  (Mo : Rabs (real off) <= M) (Hn : Rabs (real n - N) <= d) (N1 : Rabs N <= 1) (d40 : d <= bpow radix2 (-40))
  (MA : Rabs A <= M) (MP : Rabs (A + real off * N) <= M).

Lemma sharply_point : finite rounded /\ Rabs (real rounded - (A + real off * N)) <= M * d + (1 + / 16) * ulp_of M.
Proof.
  destruct (unit_of_tiny M range) as (g & Hg & LM & EU & LB & Tn & Tn2). rewrite EU in *.
  set (B := bpow radix2 (g + 53)) in *. destruct (unit_pos g) as (U0 & EB & _). fold B in EB. set (U := bpow radix2 g)
    in *.
  change (bpow radix2 (-40)) with (/ 1099511627776) in d40.
  assert (d0 : 0 <= d) by (eapply Rle_trans; [apply Rabs_pos | exact Hn]).
  assert (M0 : 0 <= M) by (eapply Rle_trans; [apply Rabs_pos | exact Mo]).
  assert (Md : M * d <= B * / 1099511627776) by (apply Rmult_le_compat; lra).
  assert (K : forall k, (g + 53 <= k <= g + 60)%Z -> (emin double + prec double < k < emax double)%Z).
  { intros k Hk. unfold emin. change (prec double) with 53%Z. change (emax double) with 1024%Z. lia. }
  assert (Two : bpow radix2 (g + 55) = 4 * B).
  { unfold B. replace (g + 55)%Z with (g + 53 + 2)%Z by lia. rewrite (bpow_plus radix2 _ 2).
    change (bpow radix2 2) with 4. ring. }
  assert (On : Rabs (real off * (real n - N)) <= M * d) by (rewrite Rabs_mult; apply Rmult_le_compat; auto using
    Rabs_pos).
  assert (ON : Rabs (real off * N) <= M).
  { rewrite Rabs_mult. apply Rle_trans with (M * 1); [apply Rmult_le_compat; auto using Rabs_pos | lra]. }
  assert (L : Rabs (real off * real n) <= M + M * d).
  { replace (real off * real n) with (real off * N + real off * (real n - N)) by ring.
    eapply Rle_trans; [apply Rabs_triang | lra]. }
  assert (Ln : Rabs (real n) <= 2).
  { replace (real n) with ((real n - N) + N) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Bn : below 300 n).
  { split; [exact Fn |]. eapply Rle_trans; [exact Ln |]. apply (bpow_le radix2 1). lia. }
  assert (Fp : finite way_lo) by (apply (ContactPairs.pair_product_rest_finite off n 300); auto; lia).
  pose proof (pair_product_error _ _ Fp) as P. fold way_hi way_lo in P.
  assert (P10 : bpow radix2 (-1010) <= / 1000000000000 * u53).
  { apply Rle_trans with (bpow radix2 (-50) * bpow radix2 (-53)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    change (bpow radix2 (-53)) with u53. apply Rmult_le_compat_r; [lra |]. simpl. lra. }
  assert (P1 : bpow radix2 (-1010) * (Rabs (real off) + Rabs (real n)) <= / 1000000 * U + / 1000000 * U).
  { rewrite Rmult_plus_distr_l. apply Rplus_le_compat.
    - apply Rle_trans with (/ 1000000000000 * u53 * Rabs (real off)); [apply Rmult_le_compat_r; [apply Rabs_pos | lra]
      | lra].
    - apply Rle_trans with (bpow radix2 (-1010) * 2); [apply Rmult_le_compat_l; [apply bpow_ge_0 | lra] |].
      eapply Rle_trans; [| exact Tn2]. change 2 with (bpow radix2 1). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (P2 : bpow radix2 (-960) <= / 1000000 * U) by (eapply Rle_trans; [apply bpow_le | exact Tn2]; lia).
  destruct (fmul_is_finite off n (g + 55) (K (g + 55)%Z ltac:(lia)) (proj1 Bo) Fn) as (Fw & Ew & _); [rewrite Two; lra
    |].
  fold way_hi in Fw, Ew.
  pose proof (rnd_error double (real off * real n)) as Rw. rewrite <- Ew, u_double in Rw.
  set (wh := real way_hi) in *. set (pr := real way_lo) in *. set (o := real off * real n) in *.
  assert (Lwh : Rabs wh <= 101 / 100 * B).
  { replace wh with ((wh - o) + o) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Lpr : Rabs pr <= 102 / 100 * U).
  { replace pr with ((wh + pr - o) - (wh - o)) by ring. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp. lra. }
  set (fh := real from_hi) in *. set (fo := real from_lo) in *.
  assert (Lfh : Rabs fh <= 101 / 100 * B).
  { replace fh with ((fh + fo - A) + A + - fo) by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
    pose proof (Rabs_triang (fh + fo - A) A). lra. }
  assert (LB' : 2 * B <= bpow radix2 993).
  { change 993%Z with (1 + 992)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  destruct (split_sum from_hi way_hi 993 ltac:(lia)) as (Fsl & Fsh & Xs & Ws & _);
    [split; [exact Fh | fold fh; lra] | split; [exact Fw | fold wh; lra] |].
  fold fh wh in Xs. change eps with u53 in Ws.
  set (sl := real (sum_rest from_hi way_hi)) in *. set (sh := real (fadd from_hi way_hi)) in *.
  assert (Lsh : Rabs sh <= 21 / 10 * B).
  { assert (A0 : Rabs sh <= Rabs fh + Rabs wh + Rabs sl).
    { replace sh with (fh + wh + - sl) by lra. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
      apply Rplus_le_compat_r, Rabs_triang. }
    lra. }
  assert (Lsl : Rabs sl <= 21 / 10 * U) by lra.
  assert (Lb : Rabs (fo + pr) <= 31 / 10 * U) by (eapply Rle_trans; [apply Rabs_triang |]; lra).
  destruct (fadd_is_finite from_lo way_lo (g + 55) (K (g + 55)%Z ltac:(lia)) Fl Fp) as (Fb & Eb & _);
    [fold fo pr; rewrite Two; lra |].
  pose proof (rnd_sum_error double _ _ (real_in_format from_lo) (real_in_format way_lo)) as Rb.
  rewrite <- Eb, u_double in Rb. fold fo pr in Rb. set (b := real (fadd from_lo way_lo)) in *.
  assert (Lb' : Rabs b <= 32 / 10 * U).
  { replace b with ((b - (fo + pr)) + (fo + pr)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Lc : Rabs (sl + b) <= 54 / 10 * U) by (eapply Rle_trans; [apply Rabs_triang |]; lra).
  destruct (fadd_is_finite (sum_rest from_hi way_hi) (fadd from_lo way_lo) (g + 55) (K (g + 55)%Z ltac:(lia)) Fsl Fb)
    as (Fc & Ec & _); [fold sl b; rewrite Two; lra |].
  pose proof (rnd_sum_error double _ _ (real_in_format (sum_rest from_hi way_hi)) (real_in_format (fadd from_lo
    way_lo)))
    as Rc. rewrite <- Ec, u_double in Rc. fold sl b in Rc.
  set (low := fadd (sum_rest from_hi way_hi) (fadd from_lo way_lo)) in *.
  assert (Llow : Rabs (real low) <= 55 / 10 * U).
  { replace (real low) with ((real low - (sl + b)) + (sl + b)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  set (Q := A + real off * N) in *.
  assert (Near : Rabs (sh + real low - Q) <= M * d + / 50 * U).
  { assert (E1 : Rabs (wh + pr - o) <= / 1000 * U) by lra. assert (E2 : Rabs (b - (fo + pr)) <= / 1000 * U) by lra.
    assert (E3 : Rabs (real low - (sl + b)) <= / 1000 * U) by lra.
    replace (sh + real low - Q) with ((wh + pr - o) + (b - (fo + pr)) + (real low - (sl + b)) + (fh + fo - A) +
      real off * (real n - N) + (sh + sl - (fh + wh))) by (unfold Q, o; ring).
    rewrite (Rminus_diag_eq (sh + sl)) by exact Xs.
    apply Rabs_le_inv in E1, E2, E3, On, known. apply Rabs_le. lra. }
  assert (Lx : Rabs (sh + real low) <= M + M * d + / 50 * U).
  { replace (sh + real low) with ((sh + real low - Q) + Q) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (fadd_is_finite (fadd from_hi way_hi) low (g + 55) (K (g + 55)%Z ltac:(lia)) Fsh Fc) as (Fr & Er & _);
    [fold sh; rewrite Two; lra |].
  pose proof (rnd_sum_error double _ _ (real_in_format (fadd from_hi way_hi)) (real_in_format low)) as Rr.
  rewrite <- Er, u_double in Rr. fold sh in Rr. fold rounded in Fr, Rr. split; [exact Fr |].
  replace (real rounded - Q) with ((real rounded - (sh + real low)) + (sh + real low - Q)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.
End Point.

(* place_contact_sharply, for the displacement V. *)
Section Place.
Variables (feature : Z) (nx ny cx cy cr ax ay bx by_ wr vhx vhy vlx vly t rest ox oy qx qy : D).
Variables (V n : point) (T M d : R).
Let c := Point (real cx) (real cy).
Let e := if Z.eqb feature 2 then Point (real ax) (real ay) else Point (real bx) (real by_).
Let C := moved c V T.
Let P := if Z.eqb feature 1 then Point (px C - real cr * px n) (py C - real cr * py n)
  else Point (px e + real wr * px n) (py e + real wr * py n).
Let size (p : point) := Rabs (px p) <= M /\ Rabs (py p) <= M.
Hypotheses (finites : finite cx /\ finite cy /\ finite nx /\ finite ny /\ finite t /\ finite rest /\ finite vlx /\
  finite vly)
  (finite_wall : finite ax /\ finite ay /\ finite bx /\ finite by_)
  (in_range : below 300 vhx /\ below 300 vhy /\ below 300 cr /\ below 300 wr)
  (shown : displaced vhx vlx (px V) /\ displaced vhy vly (py V)) (time : time_sharply (real t) (real rest) T)
  (range : bpow radix2 (-800) <= M <= bpow radix2 990)
  (sc : size c) (sv : size V) (sC : size C) (sr : Rabs (real cr) <= M /\ Rabs (real wr) <= M)
  (se : feature <> 1%Z -> size e) (sP : size P)
  (unit_ : Rabs (px n) <= 1 /\ Rabs (py n) <= 1)
  (normal : Rabs (real nx - px n) <= d /\ Rabs (real ny - py n) <= d) (small : d <= bpow radix2 (-40)).
Hypothesis H : place_contact_sharply_results feature nx ny cx cy cr ax ay bx by_ wr vhx vhy vlx vly t rest ox oy qx qy.

Theorem place_contact_sharply_correct :
  finite ox /\ finite oy /\ finite qx /\ finite qy /\
  Rabs (real ox - px C) <= 9 / 16 * ulp_of M /\ Rabs (real oy - py C) <= 9 / 16 * ulp_of M /\
  Rabs (real qx - px P) <= M * d + (1 + / 16) * ulp_of M /\ Rabs (real qy - py P) <= M * d + (1 + / 16) * ulp_of M.
Proof.
  destruct finites as (Fcx & Fcy & Fnx & Fny & Ft & Fr & Fvx & Fvy). destruct finite_wall as (Fax & Fay & Fbx & Fby).
  destruct in_range as (Bx & By & Bc & Bw). destruct shown as (Dx & Dy). destruct sc as [c1 c2], sv as [v1 v2].
  destruct sC as [C1 C2], sP as [P1 P2], sr as [r1 r2], unit_ as [u1 u2], normal as [n1 n2].
  destruct (sharply_coordinate cx vhx vlx t rest (px V) T M Fcx Fvx Bx Ft Fr Dx time range c1 v1 C1)
    as (Xl & Xh & Xn & Xu).
  destruct (sharply_coordinate cy vhy vly t rest (py V) T M Fcy Fvy By Ft Fr Dy time range c2 v2 C2)
    as (Yl & Yh & Yn & Yu).
  unfold place_contact_sharply_results in H.
  destruct H as (way_hi_x & way_hi_y & way_lo_x & way_lo_y & way_lo_x_1 & way_lo_y_1 & sum_hi_x & sum_hi_y & sum_lo_x &
    sum_lo_y & center_hi_x & center_hi_y & center_lo_x & center_lo_y & is_side & at_a & end_x & end_y & off &
    from_hi_x & from_hi_y & from_lo_x & from_lo_y & way_off_hi_x & way_off_hi_y & way_off_lo_x & way_off_lo_y &
    point_hi_x & point_hi_y & point_lo_x & point_lo_y & rounded_x & rounded_y &
    [W1 L1 L2 S1 S2 O1 O2 I1 I2 E1 E2 Eo G1 G2 G3 G4 W2 S3 R1 R2 Q1 Q2]).
  destruct (pair_product_values _ _ _ _ _ _ _ _ W1) as (-> & -> & -> & ->).
  destruct (pair_sum_values _ _ _ _ _ _ _ _ S1) as (-> & -> & -> & ->). subst way_lo_x_1 way_lo_y_1.
  destruct (pair_sum_values _ _ _ _ _ _ _ _ S2) as (Ehx & Ehy & Elx & Ely).
  rewrite <- Ehx in Xh, Xn, Xu. rewrite <- Ehy in Yh, Yn, Yu. rewrite <- Elx in Xl, Xn. rewrite <- Ely in Yl, Yn.
  destruct (pair_product_values _ _ _ _ _ _ _ _ W2) as (-> & -> & -> & ->).
  destruct (pair_sum_values _ _ _ _ _ _ _ _ S3) as (-> & -> & -> & ->). clear W1 S1 S2 W2 S3.
  destruct (fadd_zero _ Xh) as (Vx & Fx). destruct (fadd_zero _ Yh) as (Vy & Fy).
  assert (U0 : 0 <= ulp_of M) by apply ulp_ge_0.
  rewrite O1, O2. split; [exact Fx |]. split; [exact Fy |].
  assert (Pt : finite rounded_x /\ finite rounded_y /\
    Rabs (real rounded_x - px P) <= M * d + (1 + / 16) * ulp_of M /\
    Rabs (real rounded_y - py P) <= M * d + (1 + / 16) * ulp_of M).
  { rewrite R1, R2. unfold P in *. clear P. destruct (Z.eqb feature 1) eqn:EF.
    - subst is_side. cbv iota in *. rewrite Eo, G1, G2, G3, G4. cbn [px py] in P1, P2 |- *.
      assert (Low : forall (h l : D) Z, Rabs (real h + real l - Z) <= / 64 * ulp_of M -> Rabs (real h - Z) <= 9 / 16 *
        ulp_of M ->
        Rabs (real l) <= 2 * ulp_of M).
      { intros h l Z A B. replace (real l) with ((real h + real l - Z) - (real h - Z)) by ring. unfold Rminus at 1.
        eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
      assert (Bf : below 300 (fneg cr)) by now apply below_neg.
      destruct (sharply_point center_hi_x center_lo_x (fneg cr) nx (px C) (px n) d M Xh Xl Bf Fnx (Low _ _ _ Xn Xu) Xn
        range) as (A1 & A2); rewrite ?real_fneg, ?Rabs_Ropp, ?Ropp_mult_distr_l_reverse in *; try assumption.
      destruct (sharply_point center_hi_y center_lo_y (fneg cr) ny (py C) (py n) d M Yh Yl Bf Fny (Low _ _ _ Yn Yu) Yn
        range) as (A3 & A4); rewrite ?real_fneg, ?Rabs_Ropp, ?Ropp_mult_distr_l_reverse in *; try assumption. auto.
    - apply Z.eqb_neq in EF. destruct (se EF) as [s1 s2]. subst is_side. cbv iota in *. rewrite Eo, G1, G2, G3, G4.
      cbn [px py] in P1, P2 |- *.
      assert (Xe : finite end_x /\ finite end_y /\ real end_x = px e /\ real end_y = py e).
      { subst end_x end_y at_a. unfold e. destruct (Z.eqb feature 2); auto. }
      destruct Xe as (Fex & Fey & Eex & Eey). destruct zero_value as (F0 & V0).
      assert (Z0 : Rabs (real (fconst 0 0 : D)) <= 2 * ulp_of M) by (rewrite V0, Rabs_R0; lra).
      assert (Kx : Rabs (real end_x + real (fconst 0 0 : D) - px e) <= / 64 * ulp_of M).
      { rewrite V0, Eex, Rplus_0_r, Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
      assert (Ky : Rabs (real end_y + real (fconst 0 0 : D) - py e) <= / 64 * ulp_of M).
      { rewrite V0, Eey, Rplus_0_r, Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
      destruct (sharply_point end_x (fconst 0 0) wr nx (px e) (px n) d M Fex F0 Bw Fnx Z0 Kx range) as (A1 & A2);
        try assumption.
      destruct (sharply_point end_y (fconst 0 0) wr ny (py e) (py n) d M Fey F0 Bw Fny Z0 Ky range) as (A3 & A4);
        try assumption. auto. }
  destruct Pt as (A1 & A2 & A3 & A4). destruct (fadd_zero _ A1) as (Vpx & Fpx). destruct (fadd_zero _ A2) as (Vpy &
    Fpy).
  rewrite Q1, Q2, Vpx, Vpy, Vx, Vy. auto 10.
Qed.
End Place.
