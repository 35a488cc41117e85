(* Floating-point numbers as the C code has them, and what one operation does to them.

   A number of format f is one of Flocq's IEEE 754 numbers: finite, infinite or NaN. The operations are those of
   Flocq with rounding to nearest, ties to even. Each lemma says of one operation: if the result is finite, so are the
   operands, and the result is the real result, rounded. So a finite error bound implies that all terms are finite. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN Relative Plus_error.

Open Scope R_scope.

Record format := Format {
  prec : Z;
  emax : Z;
  prec_gt_1 : (1 < prec)%Z;
  prec_lt_emax : (prec < emax)%Z }.

Definition double := Format 53 1024 eq_refl eq_refl.
Definition single := Format 24 128 eq_refl eq_refl.

Definition F (f : format) := binary_float (prec f) (emax f).

#[global] Instance prec_positive (f : format) : Prec_gt_0 (prec f).
Proof. unfold Prec_gt_0. pose proof (prec_gt_1 f). lia. Qed.

#[global] Instance prec_below_emax (f : format) : Prec_lt_emax (prec f) (emax f).
Proof. exact (prec_lt_emax f). Qed.

(* The operations. *)
Section Operations.
Context {f : format}.
Implicit Types x y z : F f.

Definition fadd x y : F f := Bplus mode_NE x y.
Definition fsub x y : F f := Bminus mode_NE x y.
Definition fmul x y : F f := Bmult mode_NE x y.
Definition fdiv x y : F f := Bdiv mode_NE x y.
Definition fsqrt x : F f := Bsqrt mode_NE x.
Definition ffma x y z : F f := Bfma mode_NE x y z.
Definition fneg x : F f := Bopp x.
Definition fabs x : F f := Babs x.
Definition flt x y := Bltb x y.
Definition fle x y := Bleb x y.
Definition feq x y := Beqb x y.
Definition fconst (m e : Z) : F f := binary_normalize (prec f) (emax f) _ _ mode_NE m e false.
Definition finf : F f := B754_infinity false.

(* v is x + y, or the product that gave x or y is fused into the sum: px and py are the factors. *)
Definition sum_or_fused v x y (px py : option (F f * F f)) :=
  v = fadd x y \/
  (exists a b, px = Some (a, b) /\ v = ffma a b y) \/
  (exists a b, py = Some (a, b) /\ v = ffma a b x).

(* The same for x - y. *)
Definition difference_or_fused v x y (px py : option (F f * F f)) :=
  v = fsub x y \/
  (exists a b, px = Some (a, b) /\ v = ffma a b (fneg y)) \/
  (exists a b, py = Some (a, b) /\ v = ffma (fneg a) b x).

(* The real number of a finite one; 0 for the others. *)
Definition real x : R := B2R x.
Definition finite x := is_finite x = true.

(* Not minus infinity, and not negative. NaN is among these. *)
Definition nonneg x :=
  match x with
  | B754_infinity s => s = false
  | B754_finite s _ _ _ => s = false
  | _ => True
  end.

End Operations.

Arguments finite {f} x.
Arguments nonneg {f} x.

Definition emin (f : format) := (3 - emax f - prec f)%Z.
Definition exponents (f : format) := FLT_exp (emin f) (prec f).
Definition rnd (f : format) := round radix2 (exponents f) ZnearestE.
(* The error of one rounding, relative to the result, and if that is subnormal. *)
Definition u (f : format) := bpow radix2 (- prec f).
Definition eta (f : format) := bpow radix2 (emin f - 1).
Definition in_format (f : format) := generic_format radix2 (exponents f).

Lemma exponents_valid f : Valid_exp (exponents f).
Proof. unfold exponents. apply FLT_exp_valid. apply prec_positive. Qed.
#[global] Hint Resolve exponents_valid : typeclass_instances.

Lemma u_double : u double = / 9007199254740992.
Proof. unfold u, double; simpl. lra. Qed.

Lemma u_single : u single = / 16777216.
Proof. unfold u, single; simpl. lra. Qed.

Lemma u_pos f : 0 < u f.
Proof. apply bpow_gt_0. Qed.

Lemma u_le_quarter f : u f <= / 4.
Proof.
  unfold u. change (/ 4) with (bpow radix2 (-2)). apply bpow_le.
  pose proof (prec_gt_1 f). lia.
Qed.

Lemma eta_pos f : 0 < eta f.
Proof. apply bpow_gt_0. Qed.

(* One rounding. *)

Lemma rnd_error f x : Rabs (rnd f x - x) <= u f * Rabs x + eta f.
Proof.
  destruct (error_N_FLT radix2 (emin f) (prec f) (prec_positive f) (fun t => negb (Z.even t)) x)
    as (eps & et & He & Ht & _ & Hr).
  unfold rnd, exponents. rewrite Hr.
  replace (x * (1 + eps) + et - x) with (eps * x + et) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  apply Rplus_le_compat.
  - rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos |].
    unfold u. replace (bpow radix2 (- prec f)) with (/ 2 * bpow radix2 (- prec f + 1)); [exact He |].
    rewrite bpow_plus. change (bpow radix2 1) with 2. field.
  - unfold eta. replace (bpow radix2 (emin f - 1)) with (/ 2 * bpow radix2 (emin f)); [exact Ht |].
    unfold Zminus. rewrite bpow_plus. change (bpow radix2 (- (1))) with (/ 2). ring.
Qed.

(* Sums and differences lose nothing to underflow. *)
Lemma rnd_sum_error f x y :
  in_format f x -> in_format f y -> Rabs (rnd f (x + y) - (x + y)) <= u f * Rabs (x + y).
Proof.
  intros Hx Hy.
  destruct (FLT_plus_error_N_ex radix2 (emin f) (prec f) (fun t => negb (Z.even t)) x y Hx Hy)
    as (eps & He & Hr).
  unfold rnd, exponents. rewrite Hr.
  replace ((x + y) * (1 + eps) - (x + y)) with (eps * (x + y)) by ring.
  rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos |].
  eapply Rle_trans; [exact He |].
  assert (H : u_ro radix2 (prec f) = u f).
  { unfold u_ro, u. rewrite bpow_plus. change (bpow radix2 1) with 2. field. }
  rewrite H. pose proof (u_pos f).
  apply Rmult_le_reg_r with (1 + u f); [lra |].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

(* A rounded sum is 0 only if the sum is. *)
Lemma rnd_sum_zero f x y : in_format f x -> in_format f y -> rnd f (x + y) = 0 -> x + y = 0.
Proof.
  intros Hx Hy Z. pose proof (rnd_sum_error f x y Hx Hy) as E. rewrite Z, Rminus_0_l, Rabs_Ropp in E.
  pose proof (u_le_quarter f). pose proof (Rabs_pos (x + y)).
  destruct (Req_dec (x + y) 0) as [N | N]; [exact N |]. apply Rabs_pos_lt in N. nra.
Qed.

Lemma rnd_le f x y : x <= y -> rnd f x <= rnd f y.
Proof. apply round_le; [apply exponents_valid | apply valid_rnd_N]. Qed.

Lemma rnd_of_format f x : in_format f x -> rnd f x = x.
Proof. apply round_generic. apply valid_rnd_N. Qed.

Lemma rnd_in_format f x : in_format f (rnd f x).
Proof. apply generic_format_round; [apply exponents_valid | apply valid_rnd_N]. Qed.

Lemma rnd_zero f : rnd f 0 = 0.
Proof. apply round_0. apply valid_rnd_N. Qed.

Lemma rnd_nonneg f x : 0 <= x -> 0 <= rnd f x.
Proof. intros H. rewrite <- (rnd_zero f). now apply rnd_le. Qed.

Section Facts.
Context {f : format}.
Implicit Types x y z : F f.

Lemma real_in_format x : in_format f (real x).
Proof. apply generic_format_B2R. Qed.

Lemma finite_of_overflow x s : B2SF x = binary_overflow (prec f) (emax f) mode_NE s -> ~ finite x.
Proof. unfold binary_overflow, finite. destruct x; simpl; discriminate || congruence. Qed.

Lemma real_below x : Rabs (real x) < bpow radix2 (emax f).
Proof. apply abs_B2R_lt_emax. Qed.

(* A finite result is the rounded real result of finite operands. *)

Ltac by_correct H :=
  match type of H with
  | context [Rlt_bool ?a ?b] => destruct (Rlt_bool a b)
  end.

Lemma fadd_finite x y :
  finite (fadd x y) -> finite x /\ finite y /\ real (fadd x y) = rnd f (real x + real y).
Proof.
  intros H.
  assert (Hx : finite x /\ finite y).
  { revert H. unfold finite, fadd. destruct x as [| [|] | |], y as [| [|] | |]; simpl; auto; discriminate. }
  destruct Hx as [Hx Hy]. repeat split; auto.
  generalize (Bplus_correct (prec f) (emax f) _ _ mode_NE x y Hx Hy). intros C.
  by_correct C.
  - apply C.
  - destruct C as [C _]. elim (finite_of_overflow _ _ C H).
Qed.

Lemma fsub_finite x y :
  finite (fsub x y) -> finite x /\ finite y /\ real (fsub x y) = rnd f (real x - real y).
Proof.
  intros H.
  assert (Hx : finite x /\ finite y).
  { revert H. unfold finite, fsub, Bminus, Bplus, Bopp.
    destruct x as [| [|] | |], y as [| [|] | |]; simpl; auto; discriminate. }
  destruct Hx as [Hx Hy]. repeat split; auto.
  generalize (Bminus_correct (prec f) (emax f) _ _ mode_NE x y Hx Hy). intros C.
  by_correct C.
  - apply C.
  - destruct C as [C _]. elim (finite_of_overflow _ _ C H).
Qed.

Lemma fmul_finite x y :
  finite (fmul x y) -> finite x /\ finite y /\ real (fmul x y) = rnd f (real x * real y).
Proof.
  intros H.
  assert (Hx : finite x /\ finite y).
  { revert H. unfold finite, fmul. destruct x as [| [|] | |], y as [| [|] | |]; simpl; auto; discriminate. }
  destruct Hx as [Hx Hy]. repeat split; auto.
  generalize (Bmult_correct (prec f) (emax f) _ _ mode_NE x y). intros C.
  by_correct C.
  - apply C.
  - elim (finite_of_overflow _ _ C H).
Qed.

Lemma ffma_finite x y z :
  finite (ffma x y z) ->
  finite x /\ finite y /\ finite z /\ real (ffma x y z) = rnd f (real x * real y + real z).
Proof.
  intros H.
  assert (Hx : finite x /\ finite y /\ finite z).
  { revert H. unfold finite, ffma, Bfma.
    destruct x as [| [|] | |[|]], y as [| [|] | |[|]], z as [| [|] | |[|]]; simpl; auto; discriminate. }
  destruct Hx as (Hx & Hy & Hz). repeat split; auto.
  generalize (Bfma_correct (prec f) (emax f) _ _ mode_NE x y z Hx Hy Hz). cbv zeta. intros C.
  by_correct C.
  - apply C.
  - elim (finite_of_overflow _ _ C H).
Qed.

Lemma fdiv_finite x y :
  finite (fdiv x y) -> finite y -> real y <> 0 ->
  finite x /\ real (fdiv x y) = rnd f (real x / real y).
Proof.
  intros H Hy Hy0.
  generalize (Bdiv_correct (prec f) (emax f) _ _ mode_NE x y Hy0). intros C.
  by_correct C.
  - destruct C as (C1 & C2 & _). split; [| exact C1]. unfold finite. rewrite <- C2. exact H.
  - elim (finite_of_overflow _ _ C H).
Qed.

Lemma fsqrt_finite x :
  finite (fsqrt x) -> finite x /\ 0 <= real x /\ real (fsqrt x) = rnd f (sqrt (real x)).
Proof.
  intros H.
  destruct (Bsqrt_correct (prec f) (emax f) _ _ mode_NE x) as (C1 & C2 & _).
  unfold finite, fsqrt in H. rewrite C2 in H.
  destruct x as [s | s | | s m e]; try discriminate.
  - repeat split; auto. simpl. lra.
  - destruct s; try discriminate. repeat split; auto.
    unfold real. simpl. apply F2R_ge_0. simpl. lia.
Qed.

Lemma fneg_finite x : finite (fneg x) -> finite x.
Proof. unfold finite, fneg. now rewrite is_finite_Bopp. Qed.

Lemma fabs_finite x : finite (fabs x) -> finite x.
Proof. unfold finite, fabs. now rewrite is_finite_Babs. Qed.

Lemma real_fneg x : real (fneg x) = - real x.
Proof. apply B2R_Bopp. Qed.

Lemma real_fabs x : real (fabs x) = Rabs (real x).
Proof. apply B2R_Babs. Qed.

Lemma finite_fneg x : finite x -> finite (fneg x).
Proof. unfold finite, fneg. now rewrite is_finite_Bopp. Qed.

Lemma finite_fabs x : finite x -> finite (fabs x).
Proof. unfold finite, fabs. now rewrite is_finite_Babs. Qed.

(* Comparisons. *)

Lemma flt_real x y : finite x -> finite y -> flt x y = true -> real x < real y.
Proof.
  intros Hx Hy H. unfold flt in H. rewrite Bltb_correct in H by assumption.
  destruct (Rlt_bool_spec (B2R x) (B2R y)); [assumption | discriminate].
Qed.

Lemma flt_real_false x y : finite x -> finite y -> flt x y = false -> real y <= real x.
Proof.
  intros Hx Hy H. unfold flt in H. rewrite Bltb_correct in H by assumption.
  destruct (Rlt_bool_spec (B2R x) (B2R y)); [discriminate | assumption].
Qed.

Lemma fle_real x y : finite x -> finite y -> fle x y = true -> real x <= real y.
Proof.
  intros Hx Hy H. unfold fle in H. rewrite Bleb_correct in H by assumption.
  destruct (Rle_bool_spec (B2R x) (B2R y)); [assumption | discriminate].
Qed.

Lemma fle_real_false x y : finite x -> finite y -> fle x y = false -> real y < real x.
Proof.
  intros Hx Hy H. unfold fle in H. rewrite Bleb_correct in H by assumption.
  destruct (Rle_bool_spec (B2R x) (B2R y)); [discriminate | assumption].
Qed.

Lemma feq_real x y : finite x -> finite y -> feq x y = true -> real x = real y.
Proof.
  intros Hx Hy H. unfold feq in H. rewrite Beqb_correct in H by assumption.
  revert H. unfold real. case Req_bool_spec; [auto | discriminate].
Qed.

Lemma feq_real_false x y : finite x -> finite y -> feq x y = false -> real x <> real y.
Proof.
  intros Hx Hy H. unfold feq in H. rewrite Beqb_correct in H by assumption.
  revert H. unfold real. case Req_bool_spec; [discriminate | auto].
Qed.

(* A comparison that holds shows that its smaller side is no NaN and not infinite, if it is not negative. *)

Lemma flt_finite x y : flt x y = true -> nonneg x -> finite x.
Proof. unfold flt, Bltb, SpecFloat.SFltb, SpecFloat.SFcompare, finite, nonneg. destruct x as [| [|] | |], y as [| [|] |
  |]; simpl; congruence. Qed.

Lemma fle_finite x y : fle x y = true -> nonneg x -> finite y -> finite x.
Proof.
  unfold fle, Bleb, SpecFloat.SFleb, SpecFloat.SFcompare, finite, nonneg.
  destruct x as [| [|] | |], y as [| [|] | |]; simpl; congruence.
Qed.

(* x >= y holds with y finite: then x is finite or plus infinity, so it is no NaN. *)
Lemma fle_nonneg x y : fle y x = true -> finite y -> 0 <= real y -> nonneg x.
Proof.
  intros H Hy Hr. destruct x as [s | s | | s m e p]; simpl; auto.
  - unfold fle, Bleb, SpecFloat.SFleb, SpecFloat.SFcompare in H. destruct s; auto.
    destruct y as [| [|] | |]; simpl in *; discriminate.
  - destruct s; auto. exfalso.
    apply fle_real in H; [| assumption | reflexivity].
    assert (real (B754_finite true m e p : F f) < 0).
    { unfold real. simpl. now apply F2R_lt_0. }
    lra.
Qed.

Lemma nonneg_real x : nonneg x -> 0 <= real x.
Proof.
  destruct x as [s | s | | s m e p]; unfold nonneg, real; simpl; try lra.
  intros ->. apply F2R_ge_0. simpl. lia.
Qed.

Lemma nonneg_fabs x : nonneg (fabs x).
Proof. destruct x as [| [|] | | [|]]; simpl; auto. Qed.

Lemma nonneg_of_real x : finite x -> 0 <= real x -> nonneg x.
Proof.
  destruct x as [| | | [|] m e p]; simpl; auto; try discriminate.
  intros _ H. unfold real in H. simpl in H.
  assert (F2R (Float radix2 (Z.neg m) e) < 0) by now apply F2R_lt_0.
  simpl in *. lra.
Qed.

(* Sums and products of numbers that are not negative are not negative, whether they overflow or not. *)

Lemma nonneg_of_overflow x : B2SF x = binary_overflow (prec f) (emax f) mode_NE false -> nonneg x.
Proof. unfold binary_overflow. destruct x as [| [|] | | [|]]; simpl; auto; discriminate. Qed.

Lemma nonneg_fadd x y : nonneg x -> nonneg y -> nonneg (fadd x y).
Proof.
  intros Hx Hy.
  destruct (is_finite x) eqn:Fx; destruct (is_finite y) eqn:Fy.
  2-4: destruct x as [[|] | [|] | | [|]], y as [[|] | [|] | | [|]]; simpl in *; try discriminate; auto.
  generalize (Bplus_correct (prec f) (emax f) _ _ mode_NE x y Fx Fy). intros C.
  pose proof (nonneg_real x Hx). pose proof (nonneg_real y Hy). unfold real in *.
  by_correct C.
  - destruct C as (C1 & C2 & _). apply nonneg_of_real; [exact C2 |].
    unfold real, fadd. rewrite C1. apply (rnd_nonneg f). lra.
  - destruct C as [C1 C2].
    destruct (Bsign x) eqn:S.
    + (* negative and not negative: zero; then the sum does not overflow *)
      destruct x as [[|] | [|] | | [|]]; simpl in *; try discriminate.
      destruct y as [[|] | [|] | | [|]]; simpl in *; discriminate.
    + now apply nonneg_of_overflow.
Qed.

Lemma nonneg_fmul x y : nonneg x -> nonneg y -> nonneg (fmul x y).
Proof.
  intros Hx Hy.
  destruct (is_finite x) eqn:Fx; destruct (is_finite y) eqn:Fy.
  2-4: destruct x as [[|] | [|] | | [|]], y as [[|] | [|] | | [|]]; simpl in *; try discriminate; auto.
  generalize (Bmult_correct (prec f) (emax f) _ _ mode_NE x y). intros C.
  pose proof (nonneg_real x Hx). pose proof (nonneg_real y Hy). unfold real in *.
  by_correct C.
  - destruct C as (C1 & C2 & _). rewrite Fx, Fy in C2. apply nonneg_of_real; [exact C2 |].
    unfold real, fmul. rewrite C1. apply (rnd_nonneg f). nra.
  - destruct x as [sx | sx | | sx], y as [sy | sy | | sy]; simpl in *; try discriminate; auto.
    subst. now apply nonneg_of_overflow.
Qed.

Lemma nonneg_square x : nonneg (fmul x x).
Proof.
  destruct (is_finite x) eqn:Fx.
  2: destruct x as [[|] | [|] | | [|]]; simpl in *; try discriminate; auto.
  generalize (Bmult_correct (prec f) (emax f) _ _ mode_NE x x). intros C.
  by_correct C.
  - destruct C as (C1 & C2 & _). rewrite Fx in C2. apply nonneg_of_real; [exact C2 |].
    unfold real, fmul. rewrite C1. apply (rnd_nonneg f). nra.
  - rewrite xorb_nilpotent in C. now apply nonneg_of_overflow.
Qed.

Lemma nonneg_fsqrt x : nonneg x -> nonneg (fsqrt x).
Proof.
  intros Hx. destruct x as [[|] | [|] | | [|] m e]; try discriminate Hx; try exact I; auto.
  match goal with |- nonneg (fsqrt ?x) => destruct (Bsqrt_correct (prec f) (emax f) _ _ mode_NE x) as (C1 & C2 & _) end.
  apply nonneg_of_real; [exact C2 |]. unfold real, fsqrt. rewrite C1. apply (rnd_nonneg f), sqrt_pos.
Qed.

Lemma nonneg_ffma x y z : nonneg x -> nonneg y -> nonneg z -> nonneg (ffma x y z).
Proof.
  intros Hx Hy Hz.
  destruct (is_finite x) eqn:Fx; destruct (is_finite y) eqn:Fy; destruct (is_finite z) eqn:Fz.
  2-8: destruct x as [[|] | [|] | | [|]], y as [[|] | [|] | | [|]], z as [[|] | [|] | | [|]];
    simpl in *; try discriminate; auto.
  generalize (Bfma_correct (prec f) (emax f) _ _ mode_NE x y z Fx Fy Fz). cbv zeta. intros C.
  pose proof (nonneg_real x Hx). pose proof (nonneg_real y Hy). pose proof (nonneg_real z Hz). unfold real in *.
  assert (P : 0 <= B2R x * B2R y + B2R z) by (apply Rplus_le_le_0_compat; [apply Rmult_le_pos |]; assumption).
  by_correct C.
  - destruct C as (C1 & C2 & _). apply nonneg_of_real; [exact C2 |].
    unfold real, ffma. rewrite C1. now apply (rnd_nonneg f).
  - rewrite Rlt_bool_false in C by exact P. now apply nonneg_of_overflow.
Qed.

Lemma nonneg_fma_square x z : nonneg z -> nonneg (ffma x x z).
Proof.
  intros Hz.
  destruct (is_finite x) eqn:Fx; destruct (is_finite z) eqn:Fz.
  2-4: destruct x as [[|] | [|] | | [|]], z as [[|] | [|] | | [|]]; simpl in *; try discriminate; auto.
  generalize (Bfma_correct (prec f) (emax f) _ _ mode_NE x x z Fx Fx Fz). cbv zeta. intros C.
  pose proof (nonneg_real z Hz). unfold real in *.
  assert (P : 0 <= B2R x * B2R x + B2R z) by (apply Rplus_le_le_0_compat; [apply Rle_0_sqr | assumption]).
  by_correct C.
  - destruct C as (C1 & C2 & _). apply nonneg_of_real; [exact C2 |].
    unfold real, ffma. rewrite C1. now apply (rnd_nonneg f).
  - rewrite Rlt_bool_false in C by exact P. now apply nonneg_of_overflow.
Qed.

Lemma nonneg_squares_fused s x y :
  sum_or_fused s (fmul x x) (fmul y y) (Some (x, x)) (Some (y, y)) -> nonneg s.
Proof.
  intros [-> | [(p & q & E & ->) | (p & q & E & ->)]]; try (injection E as <- <-).
  - apply nonneg_fadd; apply nonneg_square.
  - apply nonneg_fma_square, nonneg_square.
  - apply nonneg_fma_square, nonneg_square.
Qed.

Lemma fadd_neg x y : fadd x (fneg y) = fsub x y.
Proof. unfold fadd, fsub, fneg, Bminus. destruct x, y; reflexivity. Qed.

(* The difference of two numbers that are not negative does not overflow. *)
Lemma fsub_nonneg_finite x y : finite x -> finite y -> 0 <= real x -> 0 <= real y -> finite (fsub x y).
Proof.
  intros Hx Hy Px Py. unfold finite, fsub.
  generalize (Bminus_correct (prec f) (emax f) _ _ mode_NE x y Hx Hy). intros C.
  rewrite Rlt_bool_true in C; [apply C |].
  change (Rabs (rnd f (real x - real y)) < bpow radix2 (emax f)).
  pose proof (real_below x) as Bx. pose proof (real_below y) as By.
  rewrite Rabs_pos_eq in Bx, By by assumption.
  apply Rabs_def1.
  - apply Rle_lt_trans with (real x); [| assumption].
    rewrite <- (rnd_of_format f (real x)) at 2 by apply real_in_format. apply rnd_le. lra.
  - apply Rlt_le_trans with (- real y); [lra |].
    rewrite <- (rnd_of_format f (- real y)) by (apply generic_format_opp, real_in_format).
    apply rnd_le. lra.
Qed.

(* If a fused sum of numbers that are not negative is finite, so is the product alone. *)
Lemma fmul_finite_of_ffma x y z :
  finite (ffma x y z) -> 0 <= real x * real y -> 0 <= real z -> finite (fmul x y).
Proof.
  intros H P Z. destruct (ffma_finite x y z H) as (Hx & Hy & Hz & E).
  unfold finite, fmul. generalize (Bmult_correct (prec f) (emax f) _ _ mode_NE x y). intros C.
  rewrite Rlt_bool_true in C.
  - destruct C as (_ & C & _). rewrite C, Hx, Hy. reflexivity.
  - change (Rabs (rnd f (real x * real y)) < bpow radix2 (emax f)).
    rewrite Rabs_pos_eq by now apply rnd_nonneg.
    apply Rle_lt_trans with (real (ffma x y z)).
    + rewrite E. apply rnd_le. lra.
    + eapply Rle_lt_trans; [apply Rle_abs | apply real_below].
Qed.

(* A fused difference of numbers that are not negative lies between them, so it does not overflow. *)
Lemma ffma_difference_finite x y z :
  finite (fmul x y) -> finite z -> 0 <= real x * real y -> 0 <= real z -> finite (ffma x y (fneg z)).
Proof.
  intros Fp Hz P Z. destruct (fmul_finite x y Fp) as (Hx & Hy & Ep).
  assert (Hn : finite (fneg z)) by now apply finite_fneg.
  unfold finite, ffma. generalize (Bfma_correct (prec f) (emax f) _ _ mode_NE x y (fneg z) Hx Hy Hn). cbv zeta. intros
    C.
  rewrite Rlt_bool_true in C; [apply C |].
  change (Rabs (rnd f (real x * real y + real (fneg z))) < bpow radix2 (emax f)). rewrite real_fneg.
  pose proof (real_below (fmul x y)) as Bp. pose proof (real_below z) as Bz. rewrite Ep in Bp.
  rewrite Rabs_pos_eq in Bp by now apply rnd_nonneg. rewrite Rabs_pos_eq in Bz by assumption.
  apply Rabs_def1.
  - apply Rle_lt_trans with (rnd f (real x * real y)); [apply rnd_le; lra | exact Bp].
  - apply Rlt_le_trans with (- real z); [lra |].
    apply Rle_trans with (rnd f (- real z)); [| apply rnd_le; lra].
    rewrite rnd_of_format; [apply Rle_refl | apply generic_format_opp, real_in_format].
Qed.

(* Constants. *)
Lemma fconst_value (m e : Z) :
  (Z.abs m < 2 ^ prec f)%Z -> (emin f <= e)%Z -> (Z.log2 (Z.abs m) + 1 + e <= emax f)%Z ->
  finite (fconst m e : F f) /\ real (fconst m e : F f) = IZR m * bpow radix2 e.
Proof.
  intros Hm He Hb.
  assert (G : in_format f (F2R (Float radix2 m e))).
  { apply generic_format_FLT. exists (Float radix2 m e); simpl; auto. }
  generalize (binary_normalize_correct (prec f) (emax f) _ _ mode_NE m e false). cbv zeta. intros C.
  change (round radix2 (SpecFloat.fexp (prec f) (emax f)) (round_mode mode_NE)) with (rnd f) in C.
  rewrite rnd_of_format in C by exact G.
  rewrite Rlt_bool_true in C.
  - destruct C as (C1 & C2 & _). split; [exact C2 |]. unfold real, fconst. rewrite C1. reflexivity.
  - rewrite <- F2R_Zabs. destruct (Z.eq_dec m 0) as [-> | M].
    + simpl. rewrite F2R_0. apply bpow_gt_0.
    + apply Rlt_le_trans with (bpow radix2 (Z.log2 (Z.abs m) + 1 + e)); [| now apply bpow_le].
      unfold F2R. simpl. rewrite bpow_plus. apply Rmult_lt_compat_r; [apply bpow_gt_0 |].
      rewrite <- IZR_Zpower by (pose proof (Z.log2_nonneg (Z.abs m)); lia).
      apply IZR_lt. change (Zpower radix2) with (Z.pow 2). rewrite Z.add_1_r. apply Z.log2_spec. lia.
Qed.

End Facts.

(* The value of a constant: fconst_tac f m e proves the premises of fconst_value. *)
Ltac constant_of f m e :=
  let H := fresh "C" in
  assert (H := @fconst_value f m e eq_refl ltac:(vm_compute; discriminate) ltac:(vm_compute; discriminate)).
