(* place_contact_sharply of src/geometry/sweep_place.h, over the extracted terms: centre and point of a contact near a
   tangent, or of small integers, with all digits of sums that cancel.

   The displacement is v.hi + v.lo. Centre and point are sums of double-doubles, and only the last sum counts as a
   rounding. So the centre is within 9 / 16 ulp of the largest coordinate M, and the point within 1 1/16 ulp and the
     error
   of the normal times M. M is from 2^-800, so that what underflows is far below an ulp, to 2^990. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree PairProduct Geometry SweepGeometry Terms_pair Terms_place
  ErrorFreeTerms Wide TimePlace TimeMoved SweepLevelTerms SweepPlaceRounding SweepPlace.
From Carom Require ContactPairs.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
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
