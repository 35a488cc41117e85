(* The floating-point terms of estimate_end in src/sweep/sweep_time.h: the sign of the direction, the inverse of the
   rate, and the lower bound of `error`.

   The error is 2^-94 S^2 + 2^-800 over the rate, and 4 b^2 + 2^-50 (1 + S |v| / rate) of the step, but for roundings.
   S^2 over the rate is not small, so what underflows is far below the first term. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree Wide SweepStart TimeEndTerms
  TimeEndGuess CheckerTactics.
Import ListNotations.

Open Scope R_scope.

Opaque fadd fsub fsqrt ffma fneg fabs fconst.

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta := (bpow radix2 (-1075)).

Definition is_sign (x : D) := finite x /\ (real x = 1 \/ real x = - 1).

(* A product with 1 or -1 is exact. *)
Lemma sign_product (c x : D) : is_sign c -> finite (fmul c x) -> finite x /\ real (fmul c x) = real c * real x.
Proof.
  intros [Fc Vc] F. destruct (fmul_finite _ _ F) as (_ & Fx & E). split; [exact Fx |]. rewrite E.
  apply rnd_of_format. destruct Vc as [-> | ->].
  - rewrite Rmult_1_l. apply real_in_format.
  - replace (-1 * real x) with (- real x) by ring. apply in_format_opp, real_in_format.
Qed.

Lemma sign_product_finite (c x : D) : is_sign c -> finite x -> finite (fmul c x).
Proof.
  intros [Fc Vc] Fx. generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE c x).
  rewrite Rlt_bool_true.
  - intros (_ & C & _). unfold finite, fmul. rewrite C, Fc, Fx. reflexivity.
  - change (Rabs (rnd double (real c * real x)) < bpow radix2 (emax double)).
    rewrite rnd_of_format.
    + rewrite Rabs_mult. replace (Rabs (real c)) with 1 by (destruct Vc as [-> | ->]; unfold Rabs; destruct Rcase_abs;
        lra).
      rewrite Rmult_1_l. apply real_below.
    + destruct Vc as [-> | ->]; [rewrite Rmult_1_l; apply real_in_format |].
      replace (-1 * real x) with (- real x) by ring. apply in_format_opp, real_in_format.
Qed.

Lemma is_sign_neg c : is_sign c -> is_sign (fneg c).
Proof. intros [F V]. split; [now apply finite_fneg |]. rewrite real_fneg. lra. Qed.

(* The inverse of a positive number, which may be infinite. *)
Lemma inverse_nonneg (r : D) : flt (fconst 0 0) r = true -> nonneg (fdiv (fconst 1 0) r).
Proof.
  intros H. destruct r as [sr | sr | | sr m e Hm]; try (destruct sr; discriminate H); try discriminate H.
  - destruct sr; [discriminate H | exact I].
  - destruct one_value as [F1 V1]. assert (P : 0 < real (B754_finite sr m e Hm : D)).
    { destruct (const_value 0 0 eq_refl eq_refl eq_refl) as [F0 V0]. rewrite Rmult_0_l in V0.
      pose proof (flt_real _ (B754_finite sr m e Hm : D) F0 eq_refl H) as L. now rewrite V0 in L. }
    assert (sr = false).
    { destruct sr; [| reflexivity]. exfalso. assert (F2R (Float radix2 (Z.neg m) e) < 0) by now apply F2R_lt_0.
      unfold real in P. simpl in *. lra. }
    subst sr. set (r := B754_finite false m e Hm : D) in *.
    generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE (fconst 1 0) r ltac:(change (B2R r) with (real
      r); lra)).
    destruct (Rlt_bool _ _).
    + intros (C1 & C2 & _). apply nonneg_of_real.
      * unfold finite, fdiv. rewrite C2. exact F1.
      * unfold real, fdiv. rewrite C1. change (0 <= rnd double (real (fconst 1 0 : D) / real r)). apply rnd_nonneg.
        rewrite V1. apply Rmult_le_pos; [lra |]. apply Rlt_le, Rinv_0_lt_compat, P.
    + intros C. apply nonneg_of_overflow. unfold fdiv. rewrite C. reflexivity.
Qed.

(* The inverse of a finite one. *)
Lemma inverse_near (r : D) (inv := fdiv (fconst 1 0) r) :
  finite inv -> finite r -> 0 < real r <= bpow radix2 900 ->
  Rabs (real inv * real r - 1) <= 11 / 10 * u53 /\ 0 < real inv /\ bpow radix2 (-901) <= real inv.
Proof.
  intros Fi Fr [r0 rB]. pose proof (least_positive r r0) as L. pose proof (bpow_gt_0 radix2 (-1074)) as l0.
  assert (I : Rabs (real inv * real r - 1) <= 17 / 16 * u53).
  { by_checker [(positive_input_from (Float radix2 1 (-1074)) 900, r, real r)] [inv; r]. rewrite Rabs_pos_eq; lra. }
  assert (G : bpow radix2 (-901) <= real inv).
  { apply Rnot_lt_le. intros N. apply Rabs_le_inv in I. pose proof (bpow_gt_0 radix2 (-901)).
    assert (real inv * real r <= bpow radix2 (-901) * bpow radix2 900) by nra.
    assert (bpow radix2 (-901) * bpow radix2 900 <= / 2) by by_powers. lra. }
  pose proof (bpow_gt_0 radix2 (-901)). split; [lra |]. split; [lra | exact G].
Qed.

Section EstimateError.
Variables size v_size inv step bend : D.
Let error := fadd (fmul (fadd (fmul (fconst 1 (-94)) (fmul size size)) (fconst 1 (-800))) inv)
  (fmul (fabs step) (fadd (fadd (fmul (fmul (fconst 1 2) bend) bend) (fconst 1 (-50)))
    (fmul (fmul (fconst 1 (-50)) (fmul size v_size)) inv))).

Lemma estimate_error_nonneg :
  nonneg size -> nonneg v_size -> nonneg inv -> nonneg (fmul (fmul (fconst 1 2) bend) bend) -> nonneg error.
Proof. intros. not_negative. Qed.

Hypothesis Fe : finite error.
Hypothesis (S0 : 0 <= real size) (t0 : 0 <= real v_size) (i0 : 0 <= real inv).
Hypothesis Bb : Rabs (real bend) <= bpow radix2 (-10).

Lemma estimate_error_parts :
  finite size /\ finite v_size /\ finite inv /\ finite step /\ finite bend /\
  (1 - 8 * u53) * ((bpow radix2 (-94) * (real size * real size) + bpow radix2 (-800)) * real inv) - 2 * eta +
  (1 - 10 * u53) * (Rabs (real step) * (4 * (real bend * real bend) + bpow radix2 (-50) +
    bpow radix2 (-50) * (real size * real v_size * real inv))) -
  4 * eta * (1 + real inv) * (Rabs (real step) + 1) <= real error /\
  (1 - 8 * u53) * ((bpow radix2 (-94) * (real size * real size) + bpow radix2 (-800)) * real inv) - 2 * eta +
  (1 - 10 * u53) * (bpow radix2 (-50) * Rabs (real step)) - 4 * eta * (Rabs (real step) + 1) <= real error.
Proof.
  finite_operands Fe. do 5 (split; [assumption |]). rewrite <- real_fabs. split.
  - by_checker [(positive_input 1024, size, real size); (positive_input 1024, inv, real inv);
      (positive_input 1024, v_size, real v_size); (small_input (-10), bend, real bend);
      (exact_input 1024, step, real step)] [error].
  - assert (z0 : 0 <= real (fmul (fmul (fconst 1 (-50)) (fmul size v_size)) inv)) by (apply nonneg_real; not_negative).
    by_checker [(positive_input 1024, size, real size); (positive_input 1024, inv, real inv);
      (positive_input 1024, fmul (fmul (fconst 1 (-50)) (fmul size v_size)) inv,
        real (fmul (fmul (fconst 1 (-50)) (fmul size v_size)) inv));
      (small_input (-10), bend, real bend); (exact_input 1024, step, real step)] [error].
Qed.

End EstimateError.

(* The steps of the second order, from the residual g, the inverse rate and |v|^2. *)
Section SecondStep.
Variables residual move2 inverse dir : D.
Variable V2 : R.
Let first := fmul (fmul (fconst 1 (-1)) residual) inverse.
Let bend := fmul (fmul (fmul (fconst 1 (-1)) move2) first) inverse.
Let step := fmul dir (fadd first (fmul first bend)).
Let sg := real dir.
Let i := real inverse.
Let c := real first.
Let b := real bend.
Let n := 4 * eta * (1 + i).
Hypothesis is_dir : is_sign dir.
Hypothesis (Fst : finite step) (i0 : 0 <= i) (Bb : Rabs b <= bpow radix2 (-10)) (V0 : 0 <= V2).
Hypothesis (Mv : Rabs (real move2 - V2) <= 23 * u53 * V2) (eV : eta <= u53 * V2).

Lemma second_step_terms :
  Rabs (c - real residual * (i / 2)) <= 3 * u53 * Rabs c + n /\ Rabs (b - V2 * (i / 2) * c) <= 40 * u53 * Rabs b + n /\
  Rabs c <= 1003 / 1000 * Rabs (real step) + n /\ Rabs (sg * real step - (c + b * c)) <= 101 / 100 * u53 * Rabs c + n.
Proof.
  destruct (sign_product dir _ is_dir Fst) as [F Es]. fold step sg in Es. finite_operands F.
  set (x := fadd first (fmul first bend)) in *. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  assert (ei : 0 <= eta * i) by (apply Rmult_le_pos; lra).
  assert (nE : n = 4 * eta + 4 * (eta * i)) by (unfold n; ring).
  assert (C : Rabs (c - real residual * (i / 2)) <=
    17 / 8 * u53 * (real (fabs residual) * (i / 2)) + 2 * eta * (1 + i)).
  { by_checker [(exact_input 1024, residual, real residual); (positive_input 1024, inverse, real inverse)] [first]. }
  assert (m0 : 0 <= real move2) by (apply Rabs_le_inv in Mv; lra).
  assert (B : Rabs (b - V2 * (i / 2) * c) <= 34 * u53 * (V2 * (i / 2) * real (fabs first)) + 2 * eta * (1 + i)).
  { by_checker [(exact_input 1024, first, real first); (positive_input 1024, inverse, real inverse);
      ((fun k => input_within (Float radix2 24 (-53)) (variable (Val k)) true (Float radix2 1 (-1023)) 1024 k), move2,
        V2)]
      [bend].
    - unfold F2R. cbn [Fnum Fexp]. change (bpow radix2 (-53)) with u53. rewrite (Rabs_pos_eq (real move2)) by exact m0.
      rewrite Rabs_minus_sym. pose proof (Rabs_le_inv _ _ Mv). lra.
    - rewrite Rabs_pos_eq by exact m0. assert (bpow radix2 (-1023) <= 9007199254740928 * eta) by by_powers.
      pose proof (Rabs_le_inv _ _ Mv). lra. }
  assert (S : Rabs (real x - (c + b * c)) <= 257 / 256 * u53 * real (fabs first) + 2 * eta).
  { by_checker [(exact_input 1024, first, real first); (small_input (-10), bend, real bend)] [x]. }
  rewrite real_fabs in C, B, S. fold c in B, S.
  replace (Rabs (real residual) * (i / 2)) with (Rabs (real residual * (i / 2))) in C
    by (rewrite Rabs_mult, (Rabs_pos_eq (i / 2)); lra).
  assert (Vi : 0 <= V2 * (i / 2)) by (apply Rmult_le_pos; lra).
  replace (V2 * (i / 2) * Rabs c) with (Rabs (V2 * (i / 2) * c)) in B
    by (rewrite Rabs_mult, (Rabs_pos_eq (V2 * (i / 2))); lra).
  apply error_of_result in C; [| lra]. apply error_of_result in B; [| lra].
  assert (sg2 : sg * sg = 1) by (unfold sg; destruct is_dir as [_ [-> | ->]]; ring).
  assert (Ex : sg * real step = real x) by (rewrite Es, <- Rmult_assoc, sg2; ring).
  assert (Ax : Rabs (real step) = Rabs (real x)).
  { rewrite <- Ex, Rabs_mult. replace (Rabs sg) with 1; [ring |]. rewrite <- sqrt_Rsqr_abs. unfold Rsqr.
    now rewrite sg2, sqrt_1. }
  pose proof (Rabs_pos c) as c0. pose proof (Rabs_pos b) as b0.
  pose proof (Rabs_pos (c - real residual * (i / 2))). pose proof (Rabs_pos (b - V2 * (i / 2) * c)).
  rewrite Ex, Ax. split; [lra |]. split; [lra |]. split; [| lra].
  assert (Cb : Rabs (b * c) <= / 1000 * Rabs c).
  { rewrite Rabs_mult. apply Rmult_le_compat_r; [exact c0 |]. change (bpow radix2 (-10)) with (/ 1024) in Bb. lra. }
  assert (Rabs c <= Rabs (real x) + Rabs (real x - (c + b * c)) + Rabs (b * c)).
  { replace c with (real x + - (real x - (c + b * c)) + - (b * c)) at 1 by ring.
    do 2 (eapply Rle_trans; [apply Rabs_triang |]; rewrite ?Rabs_Ropp; apply Rplus_le_compat_r). apply Rle_refl. }
  lra.
Qed.
End SecondStep.

Lemma between_finite (x : D) a b : flt (fconst 1 a) x = true -> flt x (fconst 1 b) = true -> finite x.
Proof.
  intros H1 H2. destruct x as [s | s | | s m e Hm]; try reflexivity; exfalso.
  - destruct s.
    + destruct (fconst 1 a : D) as [| [|] | | [|]]; discriminate H1.
    + destruct (fconst 1 b : D) as [| [|] | | [|]]; discriminate H2.
  - rewrite not_below_nan in H1. discriminate.
Qed.

Lemma bend_square_nonneg (b : D) : finite b -> Rabs (real b) <= 1 -> nonneg (fmul (fmul (fconst 1 2) b) b).
Proof.
  intros Fb Bb. assert (F : finite (fmul (fmul (fconst 1 2) b) b)) by (finite_by_checker [(exact_input 0, b, real b)]).
  destruct (fmul_finite _ _ F) as (F4 & _ & E). destruct (fmul_finite _ _ F4) as (_ & _ & E4).
  destruct (power_value 2 eq_refl eq_refl) as [_ V]. rewrite V, rnd_of_format in E4 by apply four_times.
  apply nonneg_of_real; [exact F |]. rewrite E, E4. apply rnd_nonneg. change (bpow radix2 2) with 4.
  pose proof (Rle_0_sqr (real b)) as Q. unfold Rsqr in Q. lra.
Qed.

Lemma guess_product (g : D) : finite g -> 0 < real g < 2 -> finite (fmul (fconst 1 (-60)) g) /\
  real (fmul (fconst 1 (-60)) g) <= (1 + u53) * (bpow radix2 (-60) * real g) + eta.
Proof.
  intros Fg G. assert (B : Rabs (real g) <= bpow radix2 1) by (rewrite Rabs_pos_eq; simpl; lra).
  split; [finite_by_checker [(positive_input 1, g, real g)] | by_checker [(positive_input 1, g, real g)] [g]].
Qed.
