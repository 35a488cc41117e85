(* wide_sub with different exponents, and wide_sum_of_squares (src/arithmetic/wide.h).

   A difference is a sum with -b. The squares are within 2^-102, their sum within 2^-103 of itself; so the sum of
   squares is within 2^-101. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree Wide WideSum WideShift.
From Carom Require Terms_wide.
Import Terms_wide.wide_sub_terms(wide_sub_results).
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_sum_of_squares_terms(wide_sum_of_squares_results).

Open Scope R_scope.

Notation b2 := (bpow radix2).

Theorem wide_sub_shifted_error ah al ea bh bl eb k1 k2 hi lo e :
  wide_sub_results ah al ea bh bl eb k1 k2 hi lo e -> finite lo -> finite ah -> finite bh -> finite bl ->
  is_wide ah al -> is_wide bh bl -> real ah <> 0 ->
  (eb < ea <= eb + 1000)%Z -> b2 (-969) <= Rabs (real bh * b2 (eb - ea)) ->
  is_wide hi lo /\ e = ea /\
  (real ah * real bh <= 0 -> Rabs (value hi lo e - (value ah al ea - value bh bl eb)) <=
    b2 (-103) * Rabs (value ah al ea - value bh bl eb)) /\
  (0 <= real ah * real bh -> Rabs (value hi lo e - (value ah al ea - value bh bl eb)) <=
    b2 (-103) * Rmax (Rabs (value ah al ea)) (Rabs (value bh bl eb))).
Proof.
  intros [H] Fl Fa Fb Fbl Wa Wb Na He Hb.
  destruct (wide_add_shifted_error _ _ _ _ _ _ _ _ _ _ _ H Fl Fa (finite_fneg _ Fb) (finite_fneg _ Fbl) Wa (is_wide_neg
      _ _ Wb) Na He)
    as (W & E & C1 & C2).
  { rewrite real_fneg. replace (- real bh * b2 (eb - ea)) with (- (real bh * b2 (eb - ea))) by ring. now rewrite
      Rabs_Ropp. }
  rewrite real_fneg, value_neg in C1, C2. rewrite Rabs_Ropp in C2. repeat split; auto; intros S; [apply C1 | apply C2];
      lra.
Qed.

Theorem wide_sub_shifted_first_error ah al ea bh bl eb k1 k2 hi lo e :
  wide_sub_results ah al ea bh bl eb k1 k2 hi lo e -> finite lo -> finite bh -> finite ah -> finite al ->
  is_wide ah al -> is_wide bh bl -> real bh <> 0 ->
  (ea < eb <= ea + 1000)%Z -> b2 (-969) <= Rabs (real ah * b2 (ea - eb)) ->
  is_wide hi lo /\ e = eb /\
  (real ah * real bh <= 0 -> Rabs (value hi lo e - (value ah al ea - value bh bl eb)) <=
    b2 (-103) * Rabs (value ah al ea - value bh bl eb)) /\
  (0 <= real ah * real bh -> Rabs (value hi lo e - (value ah al ea - value bh bl eb)) <=
    b2 (-103) * Rmax (Rabs (value ah al ea)) (Rabs (value bh bl eb))).
Proof.
  intros [H] Fl Fb Fa Fal Wa Wb Nb He Ha.
  destruct (wide_add_shifted_first_error _ _ _ _ _ _ _ _ _ _ _ H Fl (finite_fneg _ Fb) Fa Fal Wa (is_wide_neg _ _ Wb))
    as (W & E & C1 & C2); auto.
  { rewrite real_fneg. lra. }
  rewrite real_fneg, value_neg in C1, C2. rewrite Rabs_Ropp in C2. repeat split; auto; intros S; [apply C1 | apply C2];
      lra.
Qed.

(* The square has the sign of its high part, which is not negative. *)
Lemma square_high_nonneg (xh xl : F double) xe hi lo e :
  wide_mul_results xh xl xe xh xl xe hi lo e -> finite lo -> is_wide xh xl -> is_splittable (real xh * real xh) ->
  0 <= real hi.
Proof.
  intros H Fl W S. destruct (wide_mul_error _ _ _ _ _ _ _ _ _ H Fl W W S) as (Wh & E).
  set (v := value xh xl xe) in *. assert (v0 : 0 <= v * v) by apply Rle_0_sqr. rewrite (Rabs_pos_eq _ v0) in E.
  assert (P : b2 (-102) <= / 2) by (change (/ 2) with (b2 (-1)); apply bpow_le; lia).
  assert (Q : b2 (-102) * (v * v) <= / 2 * (v * v)) by (apply Rmult_le_compat_r; lra). apply Rabs_le_inv in E.
  assert (V0 : 0 <= value hi lo e) by lra. unfold value in V0. pose proof (bpow_gt_0 radix2 e) as B.
  assert (S0 : 0 <= real hi + real lo).
  { apply Rnot_lt_le. intros L. assert (0 < - (real hi + real lo) * b2 e) by (apply Rmult_lt_0_compat; lra). lra. }
  apply is_wide_bound in Wh. apply Rnot_lt_le. intros L. rewrite (Rabs_left (real hi)) in Wh by exact L. apply
      Rabs_le_inv in Wh. lra.
Qed.

Lemma product_exponent ah al ea bh bl eb hi lo e : wide_mul_results ah al ea bh bl eb hi lo e -> e = (ea + eb)%Z.
Proof. intros (ph & pl & pe & [Hp Hs]). now destruct (ErrorFreeTerms.wide_of_ordered_sum_values _ _ _ _ _ _ Hs) as (_ &
    _ & ->). Qed.

Lemma sum_operands_finite ah al bh bl e k1 k2 hi lo e' :
  wide_add_results ah al e bh bl e k1 k2 hi lo e' -> finite lo -> finite al /\ finite bl.
Proof.
  unfold wide_add_results. intros H Fl. repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 I4 _ _ X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  rewrite Z.eqb_refl in I1. simpl negb in I1. subst x. cbv iota in *.
  destruct (ErrorFreeTerms.wide_of_sum_values _ _ _ _ _ S1) as (? & ? & _).
  destruct (ErrorFreeTerms.wide_of_sum_values _ _ _ _ _ S2) as (? & ? & _).
  destruct (ErrorFreeTerms.wide_of_ordered_sum_values _ _ _ _ _ _ S3) as (? & ? & _).
  destruct (ErrorFreeTerms.wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (? & ? & ?).
  clear S1 S2 S3 S4 X1 X2 X3 X4 X5. subst.
  destruct (ordered_rest_parts _ _ Fl) as (_ & Fx). destruct (fadd_finite _ _ Fx) as (_ & Ft & _).
  destruct (two_sum_exact _ _ Ft) as (Fa & Fb & _). auto.
Qed.

(* x^2 + y^2, if both have one exponent. *)
Theorem wide_sum_of_squares_error xh xl yh yl xe k1 k2 hi lo e :
  wide_sum_of_squares_results xh xl xe yh yl xe k1 k2 hi lo e -> finite lo -> is_wide xh xl -> is_wide yh yl ->
  is_splittable (real xh * real xh) -> is_splittable (real yh * real yh) ->
  is_wide hi lo /\
  Rabs (value hi lo e - (value xh xl xe ^ 2 + value yh yl xe ^ 2)) <= b2 (-101) * (value xh xl xe ^ 2 + value yh yl xe ^
      2).
Proof.
  intros (ph & pl & pe & qh & ql & qe & [Hp Hq Ha]) Fl Wx Wy Sx Sy.
  pose proof (product_exponent _ _ _ _ _ _ _ _ _ Hp) as Ep. pose proof (product_exponent _ _ _ _ _ _ _ _ _ Hq) as Eq.
      subst pe qe.
  destruct (sum_operands_finite _ _ _ _ _ _ _ _ _ _ Ha Fl) as (Fp & Fq).
  destruct (wide_mul_error _ _ _ _ _ _ _ _ _ Hp Fp Wx Wx Sx) as (Wp & Ep). destruct (wide_mul_error _ _ _ _ _ _ _ _ _ Hq
      Fq Wy Wy Sy) as (Wq & Eq).
  pose proof (square_high_nonneg _ _ _ _ _ _ Hp Fp Wx Sx) as P0. pose proof (square_high_nonneg _ _ _ _ _ _ Hq Fq Wy Sy)
      as Q0.
  destruct (wide_add_error _ _ _ _ _ _ _ _ _ _ Ha Fl Wp Wq) as (W & -> & C & _). split; [exact W |].
  specialize (C (Rmult_le_pos _ _ P0 Q0)). set (x := value xh xl xe) in *. set (y := value yh yl xe) in *.
  set (p := value ph pl (xe + xe)) in *. set (q := value qh ql (xe + xe)) in *. set (s := value hi lo (xe + xe)) in *.
  assert (x0 : 0 <= x * x) by apply Rle_0_sqr. assert (y0 : 0 <= y * y) by apply Rle_0_sqr.
  rewrite (Rabs_pos_eq _ x0) in Ep. rewrite (Rabs_pos_eq _ y0) in Eq.
  change (b2 (-104)) with (/ 20282409603651670423947251286016) in C.
  change (b2 (-102)) with (/ 5070602400912917605986812821504) in Ep, Eq.
  change (b2 (-101)) with (/ 2535301200456458802993406410752).
  apply Rabs_le_inv in Ep, Eq. rewrite (Rabs_pos_eq (p + q)) in C by lra. apply Rabs_le_inv in C. apply Rabs_le. simpl.
      rewrite !Rmult_1_r. lra.
Qed.
