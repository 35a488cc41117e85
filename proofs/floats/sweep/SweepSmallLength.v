(* A length that is a whole number of units: the root that set_small_time takes (src/sweep/sweep_small.h).

   The square is a multiple of 2^2g. If the rounded root times itself is the square without error, it is the length, and
   a multiple of 2^g: a fraction is no root of a whole number. Then quotients of exact numbers are rounded once, and the
   remainder of a quotient tells on which side the rounded one lies. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN Sterbenz.
From Carom Require Import Model Facts Operations ErrorFree SweepTime Bounded ErrorFreeTerms SweepSmallGrid
  SweepSmallUnit SweepSmallDown SweepSmallTerms SweepLevelTime.
From Carom Require ContactPairs Terms_wide.
Import Terms_wide.wide_of_product_terms(wide_of_product_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd fconst].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Lemma even_of_square z m : (z * z = 4 * m)%Z -> exists w, z = (2 * w)%Z.
Proof.
  intros H. assert (E : Z.even z = true).
  { assert (Z.even (z * z) = true) by (rewrite H, Z.even_mul; reflexivity). rewrite Z.even_mul in H0.
    now destruct (Z.even z). }
  apply Z.even_spec in E. destruct E as [w E]. now exists w.
Qed.

Lemma root_of_multiple (k : nat) : forall z m : Z, (z * z = m * 4 ^ Z.of_nat k)%Z -> exists w,
  z = (w * 2 ^ Z.of_nat k)%Z.
Proof.
  induction k as [| k IH]; intros z m H.
  - exists z. simpl. ring.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r in H by lia. destruct (even_of_square z (m * 4 ^ Z.of_nat k)) as [w E];
      [lia |].
    destruct (IH w m) as [y Y]; [rewrite E in H; lia |]. exists y. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
    rewrite E, Y. ring.
Qed.

Lemma root_grid g x : in_format double x -> on_grid (g + g) (x * x) -> on_grid g x.
Proof.
  intros Fx (m & H). unfold in_format, generic_format in Fx. set (z := Ztrunc _) in Fx. set (e := cexp _ _ _) in Fx.
  unfold F2R in Fx. simpl in Fx. destruct (Z_le_gt_dec g e) as [L | L]; [apply (grid_finer e);
    [exact L | now exists z] |].
  assert (Q : (z * z = m * 4 ^ (g - e))%Z).
  { apply eq_IZR. rewrite !mult_IZR. change 4%Z with (2 ^ 2)%Z. rewrite <- Z.pow_mul_r, (IZR_Zpower radix2) by lia.
    apply Rmult_eq_reg_r with (bpow radix2 e * bpow radix2 e).
    - replace (IZR z * IZR z * (bpow radix2 e * bpow radix2 e)) with (x * x) by (rewrite Fx; ring).
        rewrite H, Rmult_assoc, <- !bpow_plus.
      do 2 f_equal. lia.
    - pose proof (bpow_gt_0 radix2 e). nra. }
  rewrite <- (Z2Nat.id (g - e)) in Q by lia. destruct (root_of_multiple _ _ _ Q) as [w W]. rewrite Z2Nat.id in W by lia.
  exists w. rewrite Fx, W, mult_IZR, (IZR_Zpower radix2), Rmult_assoc, <- bpow_plus by lia. do 2 f_equal. lia.
Qed.

(* The root, if its square is exact. *)
Theorem length_exact g (square back_hi back_lo : D) e S : (-175 <= g <= 175)%Z -> small_value (g + g) square S
  -> 0 < S ->
  wide_of_product_results (fsqrt square) (fsqrt square) back_hi back_lo e ->
  (feq back_hi square && feq back_lo (fconst 0 0))%bool = true ->
  finite (fsqrt square) /\ real (fsqrt square) = sqrt S /\ on_grid g (sqrt S).
Proof.
  intros Hg (Fs & Es & Gs & Bs) P H C. destruct (wide_of_product_values _ _ _ _ _ H) as (-> & -> & _). clear H.
  apply andb_prop in C. destruct C as [C1 C2]. apply feq_zero in C2. destruct C2 as [Fl Zl].
  destruct (split_product (fsqrt square) (fsqrt square) Fl) as (Fr & _ & Fm & _ & _).
  destruct (fsqrt_finite _ Fr) as (_ & _ & Er). apply feq_real in C1; [| exact Fm | exact Fs]. rewrite Es in C1.
  rewrite Es in Er.
  assert (SL : bpow radix2 (g + g) <= S).
  { destruct (grid_least _ _ Gs) as [Z | Z]; [lra |]. rewrite Rabs_pos_eq in Z by lra. exact Z. }
  assert (RL : bpow radix2 g <= sqrt S).
  { rewrite <- (sqrt_square (bpow radix2 g)) by apply bpow_ge_0. apply sqrt_le_1_alt. rewrite <- bpow_plus. exact SL. }
  assert (LL : bpow radix2 g <= real (fsqrt square)).
  { rewrite Er. rewrite <- (rnd_of_format double (bpow radix2 g)) by (apply power_in_format; lia). now apply rnd_le. }
  pose proof (bpow_gt_0 radix2 g) as Pg.
  assert (Sp : is_splittable (real (fsqrt square) * real (fsqrt square))).
  { right. rewrite Rabs_pos_eq by nra. apply Rle_trans with (bpow radix2 g * bpow radix2 g); [| apply Rmult_le_compat;
    lra].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (product_exact _ _ Fl Sp) as (_ & _ & _ & _ & X). rewrite Zl, C1, Rplus_0_r in X.
  assert (E : real (fsqrt square) = sqrt S) by (rewrite X; symmetry; apply sqrt_square; lra).
  split; [exact Fr |]. split; [exact E |]. rewrite <- E. apply root_grid; [apply real_in_format |]. now rewrite <- X.
Qed.

(* The quotient of two exact numbers, and its remainder, which is rounded once. *)
Lemma quotient_remainder h (above below_ back_hi back_lo : D) e A B : (-350 <= h <= 350)%Z ->
  small_value h above A -> small_value h below_ B -> 0 < A <= B ->
  wide_of_product_results (fdiv above below_) below_ back_hi back_lo e ->
  let guess := fdiv above below_ in
  let rest := fsub (fsub above back_hi) back_lo in
  below 0 guess /\ real guess = rnd double (A / B) /\ bpow radix2 (-52) <= real guess /\
  Rabs (real guess - A / B) <= eps * (A / B) /\ below 405 rest /\ real rest = rnd double (A - real guess * B) /\
  Rabs (real rest - (A - real guess * B)) <= eps * Rabs (A - real guess * B).
Proof.
  intros Hh (Fa & Ea & Ga & Ba) (Fb & Eb & Gb & Bb) [A0 AB] H guess rest. unfold rest, guess in *. clear rest guess.
  destruct (wide_of_product_values _ _ _ _ _ H) as (-> & -> & _). clear H.
  assert (B0 : 0 < B) by lra. pose proof eps_small as Es.
  assert (Q : 0 < A / B <= 1).
  { split; [now apply Rdiv_lt_0_compat |]. apply Rmult_le_reg_r with B; [exact B0 |]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l; lra. }
  assert (AL : bpow radix2 h <= A) by (destruct (grid_least _ _ Ga) as [Z | Z]; [lra | rewrite Rabs_pos_eq in Z; lra]).
  assert (BL : bpow radix2 h <= B) by (destruct (grid_least _ _ Gb) as [Z | Z]; [lra | rewrite Rabs_pos_eq in Z; lra]).
  rewrite Rabs_pos_eq in Ba, Bb by lra.
  assert (QL : bpow radix2 (-52) <= A / B).
  { apply Rmult_le_reg_r with B; [exact B0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with (bpow radix2 (-52) * bpow radix2 (52 + h)); [apply Rmult_le_compat_l;
      [apply bpow_ge_0 | exact Bb] |].
    rewrite <- bpow_plus. replace (-52 + (52 + h))%Z with h by lia. exact AL. }
  assert (Q' : Rabs (real above / real below_) <= bpow radix2 0).
  { rewrite Ea, Eb, Rabs_pos_eq by lra. change (bpow radix2 0) with 1. lra. }
  destruct (fdiv_below above below_ 0 Fa ltac:(rewrite Eb; lra) ltac:(lia) Q') as (Bg & Eg). rewrite Ea, Eb in Eg.
  set (guess := fdiv above below_) in *.
  assert (GL : bpow radix2 (-52) <= real guess).
  { rewrite Eg. rewrite <- (rnd_of_format double (bpow radix2 (-52))) by (apply power_in_format; lia). now apply rnd_le.
    }
  assert (G0 : 0 < real guess) by (pose proof (bpow_gt_0 radix2 (-52)); lra).
  assert (Near : Rabs (real guess - A / B) <= eps * (A / B)).
  { rewrite Eg. rewrite <- (Rabs_pos_eq (A / B)) at 3 by lra. apply rnd_relative. right. rewrite Rabs_pos_eq by lra.
    eapply Rle_trans; [| exact QL]. apply bpow_le. lia. }
  assert (Bb' : below 402 below_) by (split; [exact Fb |]; rewrite Eb, Rabs_pos_eq by lra; eapply Rle_trans;
    [exact Bb |]; apply bpow_le; lia).
  assert (Bg' : ContactPairs.below guess 402) by (destruct Bg as [F L]; split; [exact F |]; eapply Rle_trans;
    [exact L |]; apply bpow_le; lia).
  pose proof (ContactPairs.product_rest_finite guess below_ 402 Bg' Bb' ltac:(lia)) as Fl.
  assert (Pl : bpow radix2 h * bpow radix2 (-52) <= real guess * real below_) by (rewrite Eb, Rmult_comm;
    apply Rmult_le_compat; try apply bpow_ge_0; lra).
  assert (P0 : 0 < real guess * real below_) by (apply Rmult_lt_0_compat; rewrite ?Eb; lra).
  assert (Sp : is_splittable (real guess * real below_)).
  { right. rewrite Rabs_pos_eq by lra. eapply Rle_trans; [| exact Pl]. rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (product_exact guess below_ Fl Sp) as (_ & _ & Fm & Em & X).
  set (bh := fmul guess below_) in *. set (bl := product_rest guess below_) in *.
  assert (N2 : Rabs (real guess * real below_ - A) <= eps * A).
  { rewrite Eb. replace (real guess * B - A) with ((real guess - A / B) * B) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq B) by lra.
    replace (eps * A) with (eps * (A / B) * B) by (field; lra). apply Rmult_le_compat_r; lra. }
  assert (N3 : Rabs (real bh - real guess * real below_) <= eps * (real guess * real below_)).
  { rewrite Em. rewrite <- (Rabs_pos_eq (real guess * real below_)) at 3 by lra. apply rnd_relative. right.
    rewrite Rabs_pos_eq by lra.
    eapply Rle_trans; [| exact Pl]. rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (eA : 0 < eps * A <= / 1048576 * A) by (split; [apply Rmult_lt_0_compat | apply Rmult_le_compat_r]; lra).
  apply Rabs_le_inv in N2, N3.
  assert (eP : eps * (real guess * real below_) <= / 1048576 * (real guess * real below_)) by (apply Rmult_le_compat_r;
    lra).
  assert (Diff : in_format double (A - real bh)).
  { rewrite <- Ea. apply sterbenz; try apply real_in_format; auto with typeclass_instances; [| rewrite Ea; lra].
    unfold exponents. apply FLT_exp_monotone. }
  assert (Bab : below 404 (fsub above bh)).
  { apply (below_sub 403); [lia | |].
    - split; [exact Fa |]. rewrite Ea, Rabs_pos_eq by lra. eapply Rle_trans; [exact Ba |]. apply bpow_le. lia.
    - split; [exact Fm |]. rewrite Rabs_pos_eq by lra. apply Rle_trans with (2 * A); [lra |].
      change 403%Z with (1 + 402)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. apply Rmult_le_compat_l; [lra |].
      eapply Rle_trans; [exact Ba |]. apply bpow_le. lia. }
  destruct (fsub_finite _ _ (proj1 Bab)) as (_ & _ & E1). rewrite Ea,
    (rnd_of_format double (A - real bh)) in E1 by exact Diff.
  assert (Bl : below 404 bl).
  { split; [exact Fl |]. replace (real bl) with (real guess * real below_ - real bh) by lra.
    apply Rle_trans with (2 * A); [apply Rabs_le; lra |]. apply Rle_trans with (2 * bpow radix2 402).
    - apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [exact Ba |]. apply bpow_le. lia.
    - change 2 with (bpow radix2 1). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (Br : below 405 (fsub (fsub above bh) bl)) by (apply (below_sub 404); auto; lia).
  destruct (fsub_finite _ _ (proj1 Br)) as (_ & _ & E2). rewrite E1 in E2.
  assert (ER : A - real bh - real bl = A - real guess * B) by (rewrite Eb in X; lra).
  split; [exact Bg |]. split; [exact Eg |]. split; [exact GL |]. split; [exact Near |]. split; [exact Br |].
  rewrite <- ER. split; [exact E2 |]. rewrite E2.
  apply (rnd_sum_error double (A - real bh) (- real bl) Diff (in_format_opp _ (real_in_format bl))).
Qed.

(* The quotient of two exact numbers, rounded down by the sign of its remainder. *)
Theorem quotient_rounded_down h (above below_ back_hi back_lo n : D) e A B : (-350 <= h <= 350)%Z ->
  small_value h above A -> small_value h below_ B -> 0 < A <= B ->
  wide_of_product_results (fdiv above below_) below_ back_hi back_lo e ->
  let rest := fsub (fsub above back_hi) back_lo in
  let t := fdown n (fdiv above below_) (flt rest (fconst 0 0)) in
  finite t /\ is_largest_not_after (real t) (A / B).
Proof.
  intros Hh SA SB [A0 AB] H rest t.
  destruct (quotient_remainder h above below_ back_hi back_lo e A B Hh SA SB (conj A0 AB) H)
    as (Bg & Eg & GL & _ & Br & E2 & Er).
  set (guess := fdiv above below_) in *. fold rest in Br, E2, Er.
  assert (G0 : 0 < real guess) by (pose proof (bpow_gt_0 radix2 (-52)); lra). pose proof eps_small as Es.
  assert (B0 : 0 < B) by lra.
  (* the sign of the rest *)
  assert (Sg : (flt rest (fconst 0 0) = true /\ A / B < real guess) \/ (flt rest (fconst 0 0) = false
    /\ real guess <= A / B)).
  { assert (F0 : finite (fconst 0 0 : D)) by reflexivity. assert (V0 : real (fconst 0 0 : D) = 0) by reflexivity.
    assert (Scaled : forall y, A - y * B = B * (A / B - y)) by (intros y; field; lra).
    destruct (flt_real_cases rest (fconst 0 0) (proj1 Br) F0) as [[F L] | [F L]]; rewrite V0, E2 in L; [left | right];
      (split; [exact F |]).
    - rewrite <- V0 in L. apply Rnot_le_lt. intros C. apply (Rlt_irrefl 0). rewrite <- V0 at 1. eapply Rle_lt_trans;
        [| rewrite <- V0 at 1; exact L].
      rewrite V0. apply rnd_nonneg. rewrite Scaled. apply Rmult_le_pos; lra.
    - apply Rnot_lt_le. intros C.
      assert (Neg : A - real guess * B < 0) by (rewrite Scaled; nra).
      assert (Z : rnd double (A - real guess * B) = 0).
      { apply Rle_antisym; [| exact L]. rewrite <- (rnd_zero double). apply rnd_le. lra. }
      rewrite E2, Z, Rminus_0_l, Rabs_Ropp, Rabs_left in Er by exact Neg. nra. }
  destruct (fdown_value n guess (flt rest (fconst 0 0)) (proj1 Bg) G0) as (Ft & Et). fold t in Ft, Et.
  split; [exact Ft |]. rewrite Et.
  pose proof (rounded_down_or_exact (A / B) (A / B) 0) as L. rewrite Rminus_diag_eq, Rabs_R0, <- Eg in L by reflexivity.
  specialize (L (Rle_refl 0) (or_intror eq_refl)).
  destruct Sg as [[F C] | [F C]]; rewrite F; [rewrite Rlt_bool_true in L by lra | rewrite Rlt_bool_false in L by lra];
    exact L.
Qed.
