(* The centre of a hit of an end in one pass: set_fast_end of src/sweep/sweep_one_pass.h, one coordinate.

   The way is guess v in double-doubles, and what the step adds: at most 1 / 1000 of it. So only its last sum counts as
     a
   rounding, and that of the centre. The centre is within 2 1/16 ulp of the largest coordinate M. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree PairProduct ErrorFreeTerms Wide TimePlace TimeMoved
  SweepPlaceRounding SweepPlace.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* One coordinate of the centre. *)
Section Centre.
Variables c vh vl guess step : D.
Variables V T M : R.
Let low := fadd (pair_product_rest vh guess) (fmul vl guess).
Let left := fadd low (fmul step vh).
Let center := fadd c (fadd (fmul vh guess) left).
Hypotheses (Fc : finite c) (Fvh : finite vh) (Fg : finite guess) (Fs : finite step) (Flow : finite low)
  (shown : displaced vh vl V) (g_range : 0 < real guess <= 101 / 100) (small : Rabs (real step) <= / 1000 * real guess)
  (near : Rabs (T - (real guess + real step)) <= bpow radix2 (-59)) (T01 : 0 <= T <= 1)
  (range : bpow radix2 (-880) <= M < bpow radix2 1022)
  (Mc : Rabs (real c) <= M) (MV : Rabs V <= M) (MP : Rabs (real c + T * V) <= M).

Lemma fast_end_coordinate : finite center /\ Rabs (real center - (real c + T * V)) <= (2 + / 16) * ulp_of M.
Proof.
  assert (Rg : bpow radix2 (-900) <= M < bpow radix2 1022).
  { split; [| apply range]. eapply Rle_trans; [| apply range]. apply bpow_le. lia. }
  destruct (unit_of_size M Rg) as (g & Hg & LM & -> & LB). set (B := bpow radix2 (g + 53)) in *.
  destruct (unit_pos g) as (U0 & EB & _). fold B in EB. set (U := bpow radix2 g) in *.
  assert (Tn : Model.eta double <= / 1000000 * U /\ bpow radix2 (-960) <= / 1000000 * U).
  { assert (K : bpow radix2 (-20) <= / 1000000) by (simpl; lra).
    assert (bpow radix2 (-960) <= bpow radix2 (-20) * U).
    { unfold U. rewrite <- bpow_plus. apply bpow_le.
      assert (Z : (-932 <= g)%Z); [| lia]. apply Znot_gt_le. intros C.
      assert (H : bpow radix2 (g + 53) <= bpow radix2 (-880)) by (apply bpow_le; lia). fold B in H. lra. }
    assert (bpow radix2 (-20) * U <= / 1000000 * U) by (apply Rmult_le_compat_r; lra).
    split; [| lra]. apply Rle_trans with (bpow radix2 (-960)); [| lra]. change (Model.eta double) with (bpow radix2
      (-1075)).
    apply bpow_le. lia. }
  destruct Tn as (Tn & Tn2).
  destruct shown as (Hl & Hd). pose proof (Rabs_pos (real vh)) as h0. set (nv := Rabs (real vh)) in *.
  assert (Lv : nv <= 101 / 100 * B).
  { assert (A : nv <= Rabs (real vh + real vl - V) + Rabs (real vl) + Rabs V).
    { unfold nv. replace (real vh) with ((real vh + real vl - V) + - real vl + V) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat_r. eapply Rle_trans; [apply Rabs_triang |].
      rewrite Rabs_Ropp. replace (real vh + real vl - V + - real vl + V + real vl - V) with (real vh + real vl - V) by
        ring.
      lra. }
    lra. }
  destruct (fadd_finite _ _ Flow) as (Fr & Fm & _).
  pose proof (pair_product_error _ _ Fr) as P. fold nv in P. rewrite (Rabs_pos_eq (real guess)) in P by lra.
  assert (P10 : bpow radix2 (-1010) <= / 1000000000000 * u53).
  { apply Rle_trans with (bpow radix2 (-50) * bpow radix2 (-53)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    change (bpow radix2 (-53)) with u53. apply Rmult_le_compat_r; [lra |]. simpl. lra. }
  assert (P1 : bpow radix2 (-1010) * (nv + real guess) <= / 1000000 * U + / 1000000 * U).
  { rewrite Rmult_plus_distr_l. apply Rplus_le_compat.
    - apply Rle_trans with (/ 1000000000000 * u53 * nv); [apply Rmult_le_compat_r; lra | lra].
    - apply Rle_trans with (bpow radix2 (-1010) * 2); [apply Rmult_le_compat_l; [apply bpow_ge_0 | lra] |].
      apply Rle_trans with (bpow radix2 (-960)); [| lra]. change 2 with (bpow radix2 1). rewrite <- bpow_plus.
      apply bpow_le. lia. }
  assert (Hg2 : Rabs (real guess) <= 101 / 100) by (rewrite Rabs_pos_eq; lra).
  (* the high product and what it loses *)
  assert (Bv : Rabs (real vh * real guess) <= 103 / 100 * B).
  { rewrite Rabs_mult. fold nv. apply Rle_trans with (101 / 100 * B * (101 / 100)); [apply Rmult_le_compat; lra || apply
      Rabs_pos || auto | lra]. }
  assert (K : forall k, (g + 53 <= k <= g + 54)%Z -> (emin double + prec double < k < emax double)%Z).
  { intros k Hk. unfold emin. change (prec double) with 53%Z. change (emax double) with 1024%Z. lia. }
  assert (Two : bpow radix2 (g + 54) = 2 * B).
  { unfold B. replace (g + 54)%Z with (g + 53 + 1)%Z by lia. rewrite (bpow_plus radix2 _ 1).
    change (bpow radix2 1) with 2. ring. }
  destruct (fmul_is_finite vh guess (g + 54) (K (g + 54)%Z ltac:(lia)) Fvh Fg) as (Fw & Ew & _); [rewrite Two; lra |].
  pose proof (rnd_error double (real vh * real guess)) as Rw. rewrite <- Ew, u_double in Rw.
  set (wh := real (fmul vh guess)) in *. set (pr := real (pair_product_rest vh guess)) in *.
  assert (Lpr : Rabs pr <= 104 / 100 * U).
  { replace pr with ((wh + pr - real vh * real guess) - (wh - real vh * real guess)) by ring.
    unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  (* the low product *)
  assert (Lvl : Rabs (real vl * real guess) <= 206 / 100 * U).
  { rewrite Rabs_mult. apply Rle_trans with (2 * u53 * nv * (101 / 100)); [| lra].
    apply Rmult_le_compat; auto using Rabs_pos. }
  destruct (fmul_finite _ _ Fm) as (_ & _ & Em). pose proof (rnd_error double (real vl * real guess)) as Rm.
  rewrite <- Em, u_double in Rm. set (lg := real (fmul vl guess)) in *.
  destruct (fadd_finite _ _ Flow) as (_ & _ & El).
  pose proof (rnd_sum_error double _ _ (real_in_format (pair_product_rest vh guess)) (real_in_format (fmul vl guess)))
    as Rl.
  rewrite <- El, u_double in Rl. fold pr lg low in Rl.
  assert (Llg : Rabs lg <= 207 / 100 * U).
  { replace lg with ((lg - real vl * real guess) + real vl * real guess) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Spl : Rabs (pr + lg) <= 312 / 100 * U) by (eapply Rle_trans; [apply Rabs_triang |]; lra).
  assert (Ll : Rabs (real low) <= 313 / 100 * U).
  { replace (real low) with ((real low - (pr + lg)) + (pr + lg)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
    }
  (* the step *)
  assert (Ls : Rabs (real step * real vh) <= 103 / 100000 * B).
  { rewrite Rabs_mult. fold nv. apply Rle_trans with (/ 1000 * (101 / 100) * (101 / 100 * B)); [| lra].
    apply Rmult_le_compat; try apply Rabs_pos; lra. }
  destruct (fmul_is_finite step vh (g + 54) (K (g + 54)%Z ltac:(lia)) Fs Fvh) as (Fst & Est & _); [rewrite Two; lra |].
  pose proof (rnd_error double (real step * real vh)) as Rs. rewrite <- Est, u_double in Rs.
  set (sv := real (fmul step vh)) in *.
  assert (Lsv : Rabs sv <= 104 / 100000 * B).
  { replace sv with ((sv - real step * real vh) + real step * real vh) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Lsum : Rabs (real low + sv) <= 105 / 100000 * B) by (eapply Rle_trans; [apply Rabs_triang |]; lra).
  destruct (fadd_is_finite low (fmul step vh) (g + 54) (K (g + 54)%Z ltac:(lia)) Flow Fst) as (Flf & Elf & _);
    [fold sv; rewrite Two; lra |].
  pose proof (rnd_sum_error double _ _ (real_in_format low) (real_in_format (fmul step vh))) as Rlf.
  rewrite <- Elf, u_double in Rlf. fold sv left in Rlf. fold left in Flf.
  (* all against T V *)
  set (x := wh + real left).
  assert (Near : Rabs (x - T * V) <= / 32 * U).
  { assert (E1 : Rabs ((real guess + real step) * (real vh + real vl - V)) <= / 1000 * U).
    { rewrite Rabs_mult. apply Rle_trans with (2 * (3 * (u53 * u53) * nv)); [| lra].
      apply Rmult_le_compat; try apply Rabs_pos; [| exact Hd]. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    assert (E2 : Rabs (real step * real vl) <= 21 / 10000 * U).
    { rewrite Rabs_mult. apply Rle_trans with (/ 1000 * (101 / 100) * (2 * u53 * nv)); [| lra].
      apply Rmult_le_compat; try apply Rabs_pos; lra. }
    assert (E3 : Rabs ((real guess + real step - T) * V) <= / 64 * U).
    { rewrite Rabs_mult, Rabs_minus_sym. apply Rle_trans with (bpow radix2 (-59) * M).
      - apply Rmult_le_compat; auto using Rabs_pos.
      - change (bpow radix2 (-59)) with (/ 576460752303423488). lra. }
    assert (E4 : Rabs (wh + pr - real vh * real guess) <= / 1000 * U) by lra.
    assert (E5 : Rabs (lg - real vl * real guess) <= / 1000 * U) by lra.
    assert (E6 : Rabs (real low - (pr + lg)) <= / 1000 * U) by lra.
    assert (E7 : Rabs (sv - real step * real vh) <= 2 / 1000 * U) by lra.
    assert (E8 : Rabs (real left - (real low + sv)) <= 2 / 1000 * U) by lra.
    replace (x - T * V) with ((wh + pr - real vh * real guess) + (lg - real vl * real guess) + (real low - (pr + lg)) +
      (sv - real step * real vh) + (real left - (real low + sv)) + (real guess + real step) * (real vh + real vl - V) -
      real step * real vl + (real guess + real step - T) * V) by (unfold x; ring).
    apply Rabs_le_inv in E1, E2, E3, E4, E5, E6, E7, E8. apply Rabs_le. lra. }
  assert (TV : Rabs (T * V) <= B).
  { rewrite Rabs_mult, (Rabs_pos_eq T) by lra. assert (T * Rabs V <= 1 * Rabs V) by (apply Rmult_le_compat_r;
      [apply Rabs_pos | lra]). lra. }
  destruct (once_rounded g ltac:(lia) (real c) x (T * V)) as (O1 & O2 & O3); try (fold B; lra); [exact Near |].
  fold B in O1, O2.
  assert (Lx : Rabs x <= 2 * B).
  { replace x with ((x - T * V) + T * V) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (fadd_is_finite (fmul vh guess) left (g + 54) (K (g + 54)%Z ltac:(lia)) Fw Flf) as (Fx & Ex & _);
    [fold wh x; rewrite Two; lra |].
  fold wh x in Ex.
  destruct (fadd_is_finite c (fadd (fmul vh guess) left) (g + 54) (K (g + 54)%Z ltac:(lia)) Fc Fx) as (Fct & Ect & _);
    [rewrite Ex, Two; exact O2 |].
  split; [exact Fct |]. unfold center. rewrite Ect, Ex.
  replace ((2 + / 16) * U) with (2 * U + / 16 * U) by ring. exact O3.
Qed.
End Centre.
