(* A coordinate of a contact point of any size, as double-doubles: its last rounding, and the sums and products before
   it (wide_add, wide_mul, wide_of and wide_to_double of src/exact/wide.h).

   A double-double within 2^-57 of itself of x becomes a double within an ulp of x, and x itself if that is a double.
   The exponents of the terms are bounded by those of the sizes of a, w and the radius, so that a shift of a sum
   loses next to nothing. docs/exactness.md, "The contact point". *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough ContactPointSteps AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap
  AnySizeRound AnySizeVector AnySizeEnd.
From Carom Require Terms_wide.
Import Terms_wide.wide_to_double_terms(wide_to_double_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* The high part is the nearest double, and a shift does not reach what underflows. *)
Definition is_nearest_high (h l : D) := real h = rnd (real h + real l) /\ (real h = 0 \/ b2 (-900) <= Rabs (real h)).

Theorem near_is_rounded_coordinate h l e x k g1 g2 d : wide_to_double_results h e k g1 g2 d -> finite d ->
  is_good 850 h l -> is_nearest_high h l -> Rabs (value h l e - x) <= b2 (-57) * Rabs x ->
  is_rounded_coordinate (real d) x.
Proof.
  intros H Fd G (Eh & L) Hx. rewrite (wide_to_double_finite _ _ _ _ _ _ H (proj1 G) Fd).
  pose proof (bpow_gt_0 radix2 e) as Pe. pose proof (bpow_gt_0 radix2 (-900)) as P9. pose proof (bpow_gt_0 radix2 (-57))
    as P57.
  assert (E56 : b2 (-56) = 2 * b2 (-57)) by (change (-56)%Z with (1 + -57)%Z; rewrite bpow_plus; reflexivity).
  assert (E55 : b2 (-55) = 4 * b2 (-57)) by (change (-55)%Z with (2 + -57)%Z; rewrite bpow_plus; reflexivity).
  assert (S57 : b2 (-57) <= / 1024) by (change (/ 1024) with (b2 (-10)); apply bpow_le; lia).
  pose proof (high_at_most_value h l e (good_wide _ _ _ G)) as B. destruct (abs_near _ _ _ Hx) as (V1 & V2).
  pose proof (Rabs_pos x) as X0.
  assert (XS : b2 (-57) * Rabs x <= / 1024 * Rabs x) by (apply Rmult_le_compat_r; lra).
  destruct L as [Z | L].
  - assert (Zv : value h l e = 0) by (apply value_of_zero; [apply G | exact Z]). rewrite Zv, Rabs_R0 in V2.
    assert (Zx : x = 0).
    { destruct (Req_dec x 0) as [| N]; [assumption |]. apply Rabs_pos_lt in N. lra. }
    rewrite Z, Rmult_0_l, rnd_zero, Zx. split; [rewrite Rminus_0_r, Rabs_R0; apply ulp_ge_0 | auto].
  - assert (Xp : 0 < Rabs x).
    { assert (0 < Rabs (real h) * b2 e) by (apply Rmult_lt_0_compat; lra). lra. }
    split.
    + rewrite <- (ulp_abs radix2 (exponents double) x). apply (rounded_high h l e x (Rabs x) G Eh L Xp (Rle_refl _)).
      eapply Rle_trans; [exact Hx |]. apply Rmult_le_compat_r; [exact X0 | lra].
    + intros Fx. set (x' := x * b2 (- e)). assert (Ee : b2 (- e) * b2 e = 1).
      { rewrite <- bpow_plus. replace (- e + e)%Z with 0%Z by ring. reflexivity. }
      assert (Xe : x' * b2 e = x) by (unfold x'; rewrite Rmult_assoc, Ee; ring).
      assert (Ax : Rabs x = Rabs x' * b2 e) by (rewrite <- Xe at 1; apply abs_scaled).
      assert (Lx : b2 (-1022) <= Rabs x').
      { assert (Q : b2 (-900) * b2 e <= (1 + 2 * u53) * ((1 + / 1024) * Rabs x)).
        { apply Rle_trans with (Rabs (real h) * b2 e); [apply Rmult_le_compat_r; lra |]. eapply Rle_trans; [exact B |].
          apply Rmult_le_compat_l; lra. }
        rewrite Ax in Q. replace ((1 + 2 * u53) * ((1 + / 1024) * (Rabs x' * b2 e))) with
          ((1 + 2 * u53) * ((1 + / 1024) * Rabs x') * b2 e) in Q by ring.
        apply Rmult_le_reg_r in Q; [| exact Pe]. assert (b2 (-1022) <= / 2 * b2 (-900)); [| lra].
        rewrite half_power. apply bpow_le. lia. }
      assert (Fx' : in_format double x') by (apply format_scaled; [exact Fx | right; exact Lx]).
      assert (Y : Rabs (real h + real l - x') <= b2 (-57) * Rabs x').
      { apply Rmult_le_reg_r with (b2 e); [exact Pe |]. rewrite <- abs_scaled, Rmult_minus_distr_r, Xe.
        rewrite Rmult_assoc, <- Ax. exact Hx. }
      assert (N : Rabs (real h - (real h + real l)) <= Rabs (x' - (real h + real l))).
      { rewrite Eh at 1. apply (round_N_pt radix2 (exponents double) (fun t => negb (Z.even t)) (real h + real l)).
        exact Fx'. }
      assert (Hh : x' = real h).
      { apply near_double; [exact Fx' | apply real_in_format |]. rewrite (Rabs_minus_sym x' (real h + real l)) in N.
        replace (x' - real h) with (- (real h + real l - x') - (real h - (real h + real l))) by ring.
        eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_Ropp, E55.
        assert (0 <= b2 (-57) * Rabs x') by (apply Rmult_le_pos; [lra | apply Rabs_pos]). lra. }
      rewrite <- Hh, Xe. now apply rnd_of_format.
Qed.
