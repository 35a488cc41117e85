(* The floating-point terms of a sweep's contact with an end: the inverse of the root, and the bounds `root_error` and
   `error` of set_fast_end in src/sweep/sweep_one_pass.h.

   Each bound is at least its real value but for a few roundings, because its terms are not negative. What underflows is
   far below the constants 2^-262, 2^-800 and 2^-1000 in it. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree Wide WideQuotient CheckerTactics.
Import ListNotations.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv ffma fneg fabs fconst.

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta := (bpow radix2 (-1075)).

(* The least positive number. *)
Lemma least_positive (x : D) : 0 < real x -> bpow radix2 (-1074) <= real x.
Proof.
  intros H. pose proof (real_in_format x) as G. apply FLT_format_generic in G; [| apply prec_positive].
  destruct G as [g E1 _ E3]. rewrite E1 in *. apply gt_0_F2R in H. destruct g as [m e]. cbn [Fnum Fexp] in *.
  change (emin double) with (-1074)%Z in E3.
  apply Rle_trans with (bpow radix2 e); [now apply bpow_le |]. now apply bpow_le_F2R.
Qed.

Lemma eta_against k x : (-1075 <= k - 106)%Z -> bpow radix2 k <= x -> eta <= u53 * u53 * x.
Proof.
  intros Hk Hx. apply Rle_trans with (bpow radix2 (-53) * bpow radix2 (-53) * bpow radix2 k).
  - rewrite <- !bpow_plus. apply bpow_le. lia.
  - change (bpow radix2 (-53)) with u53. apply Rmult_le_compat_l; [lra | exact Hx].
Qed.

Theorem inverse_of_root (d : D) (ro := fsqrt d) (inv := fdiv (fconst 1 0) ro) :
  finite d -> Rabs (real d) <= bpow radix2 900 -> finite inv ->
  finite ro /\ 0 <= real d /\ 0 < real ro /\ Rabs (real ro * real ro - real d) <= 21 / 10 * u53 * real d /\
  Rabs (real inv * real ro - 1) <= 11 / 10 * u53 /\ bpow radix2 (-460) <= real inv.
Proof.
  intros Fd Hd Fi.
  assert (P : finite ro /\ 0 < real d).
  { destruct d as [sd | sd | | sd m e Hm]; try discriminate Fd; try (destruct sd; discriminate Fi).
    destruct sd; [discriminate Fi |]. split; [| unfold real; simpl; now apply F2R_gt_0].
    apply fsqrt_is_finite; [reflexivity |]. unfold real. simpl. now apply F2R_ge_0. }
  destruct P as [Fr Dp]. pose proof (least_positive d Dp) as L. pose proof (bpow_gt_0 radix2 (-1074)) as l0.
  assert (Q : Rabs (real ro * real ro - real d) <= 33 / 16 * u53 * real d).
  { by_checker [(positive_input_from (Float radix2 1 (-1074)) 900, d, real d)] [ro]. }
  assert (r0 : 0 < real ro).
  { destruct (fsqrt_finite d Fr) as (_ & _ & E). assert (0 <= real ro).
    { unfold ro. rewrite E. apply rnd_nonneg, sqrt_pos. }
    apply Rabs_le_inv in Q. nra. }
  assert (I : Rabs (real inv * real ro - 1) <= 17 / 16 * u53).
  { by_checker [(positive_input_from (Float radix2 1 (-1074)) 900, d, real d)] [ro; inv]. }
  do 3 (split; [assumption || lra |]). split; [lra |]. split; [lra |].
  assert (R : real ro * real ro <= bpow radix2 458 * bpow radix2 458).
  { assert (2 * bpow radix2 900 <= bpow radix2 458 * bpow radix2 458) by by_powers.
    rewrite Rabs_pos_eq in Hd by lra. apply Rabs_le_inv in Q. lra. }
  assert (R2 : real ro <= bpow radix2 458) by (pose proof (bpow_gt_0 radix2 458); nra).
  apply Rnot_lt_le. intros N. apply Rabs_le_inv in I. pose proof (bpow_gt_0 radix2 (-460)).
  assert (real inv * real ro <= bpow radix2 (-460) * bpow radix2 458) by nra.
  assert (bpow radix2 (-460) * bpow radix2 458 <= / 4) by by_powers. lra.
Qed.

(* Lower bounds of one operation on numbers that are not negative. *)
Lemma product_at_least (x y : D) X Y :
  finite (fmul x y) -> 0 <= X -> 0 <= Y -> X <= real x -> Y <= real y -> (1 - u53) * (X * Y) - eta <= real (fmul x y).
Proof.
  intros H X0 Y0 HX HY. destruct (fmul_finite _ _ H) as (_ & _ & E).
  pose proof (rnd_error double (real x * real y)) as R.
  rewrite <- E, u_double, eta_double, (Rabs_pos_eq (real x * real y)) in R by (apply Rmult_le_pos; lra).
  assert (X * Y <= real x * real y) by (apply Rmult_le_compat; assumption). apply Rabs_le_inv in R. lra.
Qed.

Lemma sum_at_least (x y : D) X Y :
  finite (fadd x y) -> 0 <= X + Y -> X <= real x -> Y <= real y -> (1 - u53) * (X + Y) <= real (fadd x y).
Proof.
  intros H S0 HX HY. destruct (fadd_finite _ _ H) as (_ & _ & E).
  pose proof (rnd_sum_error double _ _ (real_in_format x) (real_in_format y)) as R.
  rewrite <- E, u_double, (Rabs_pos_eq (real x + real y)) in R by lra. apply Rabs_le_inv in R.
  assert ((1 - u53) * (X + Y) <= (1 - u53) * (real x + real y)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* The constants. *)
Lemma power_value e : (-1074 <=? e)%Z = true -> (1 + e <=? 1024)%Z = true ->
  finite (fconst 1 e : D) /\ real (fconst 1 e : D) = bpow radix2 e.
Proof. intros A B. destruct (const_value 1 e eq_refl A B) as [F V]. split; [exact F |]. rewrite V. ring. Qed.

Section RootError.
Variables size v_size inv : D.
Let terms := fmul size v_size.
Let root_error := fmul (fadd (fmul (fconst 1 (-48)) (fmul terms terms)) (fconst 1 (-1000))) (fmul inv inv).
Hypothesis Fe : finite root_error.
Hypothesis (S0 : 0 <= real size) (t0 : 0 <= real v_size) (i0 : bpow radix2 (-460) <= real inv).

(* The product of the sizes may underflow: then 2^-1000 is more than its square. *)
Lemma root_error_parts :
  finite size /\ finite v_size /\ finite inv /\ 0 <= real root_error /\
  (32 * u53 * (real size * real size * (real v_size * real v_size)) + bpow radix2 (-1000)) * (real inv * real inv) <=
    (1 + 20 * u53) * real root_error + 2 * eta.
Proof.
  finite_operands Fe. pose proof (bpow_gt_0 radix2 (-460)) as p0.
  assert (T : Rabs (real terms - real size * real v_size) <= u53 * (real size * real v_size) + eta).
  { by_checker [(positive_input 1024, size, real size); (positive_input 1024, v_size, real v_size)] [terms]. }
  assert (E : (32 * u53 * (real terms * real terms) + bpow radix2 (-1000)) * (real inv * real inv) <=
    (1 + 8 * u53) * real root_error + 3 / 2 * eta).
  { by_checker [(exact_input 1024, terms, real terms);
      (positive_input_from (Float radix2 1 (-460)) 1024, inv, real inv)] [root_error]. }
  do 3 (split; [assumption |]). assert (re0 : 0 <= real root_error) by (apply nonneg_real; not_negative).
  split; [exact re0 |].
  set (Z := real size * real v_size) in *. assert (Z0 : 0 <= Z) by (apply Rmult_le_pos; assumption).
  assert (Q : 1024 * (eta * eta) <= u53 * u53 * bpow radix2 (-1000)) by by_powers.
  pose proof (bpow_gt_0 radix2 (-1000)) as c0.
  assert (Y : 32 * u53 * (Z * Z) + bpow radix2 (-1000) <=
    (1 + 8 * u53) * (32 * u53 * (real terms * real terms) + bpow radix2 (-1000))).
  { apply Rabs_le_inv in T. assert (G : Z <= (1 + 2 * u53) * (real terms + eta)) by lra.
    assert (Z * Z <= (1 + 2 * u53) * (real terms + eta) * ((1 + 2 * u53) * (real terms + eta)))
      by (now apply Rmult_le_compat).
    pose proof (Rle_0_sqr (real terms)). pose proof (Rle_0_sqr eta).
    pose proof (Rle_0_sqr (real terms - 18014398509481984 * eta)) as A. unfold Rsqr in *. lra. }
  replace (real size * real size * (real v_size * real v_size)) with (Z * Z) by (unfold Z; ring).
  assert (J : 0 <= real inv * real inv) by (apply Rmult_le_pos; lra).
  pose proof (Rmult_le_compat_r _ _ _ J Y). pose proof (bpow_gt_0 radix2 (-1075)). lra.
Qed.
End RootError.

Section FastError.
Variables size inv step move2 root_error : D.
Let half_inverse := fmul (fconst 1 (-1)) inv.
Let bend := fmul (fabs step) (fmul half_inverse move2).
Let error := fadd (fadd (fmul (fadd (fmul (fconst 1 (-94)) (fmul size size)) (fconst 1 (-800))) inv) (fconst 1 (-262)))
  (fmul (fabs step) (fadd (fadd (fmul (fconst 1 1) bend) (fconst 1 (-50))) root_error)).

Lemma fast_error_nonneg : nonneg size -> nonneg inv -> nonneg move2 -> nonneg root_error -> nonneg error.
Proof. intros. not_negative. Qed.

Hypothesis Fe : finite error.
Hypothesis (S0 : 0 <= real size) (i0 : bpow radix2 (-460) <= real inv) (m0 : 0 <= real move2).
Hypothesis re0 : 0 <= real root_error.

Lemma fast_error_parts :
  finite size /\ finite inv /\ finite step /\ finite move2 /\ finite root_error /\ finite half_inverse /\
  0 <= real bend /\
  (1 - 8 * u53) * ((bpow radix2 (-94) * (real size * real size) + bpow radix2 (-800)) * real inv) +
    (1 - 4 * u53) * bpow radix2 (-262) - 4 * eta +
    (1 - 8 * u53) * (Rabs (real step) * (2 * real bend + bpow radix2 (-50) + real root_error)) <= real error /\
  (1 - 5 * u53) * (Rabs (real step) * (real inv / 2 * real move2)) - 2 * eta * (Rabs (real step) + 1) <= real bend.
Proof.
  finite_operands Fe. pose proof (bpow_gt_0 radix2 (-460)) as p0. do 6 (split; [assumption |]).
  assert (b0 : 0 <= real bend) by (apply nonneg_real; not_negative). split; [exact b0 |]. rewrite <- real_fabs. split.
  - by_checker [(positive_input 1024, bend, real bend); (positive_input 1024, size, real size);
      (positive_input_from (Float radix2 1 (-460)) 1024, inv, real inv);
      (positive_input 1024, root_error, real root_error); (exact_input 1024, step, real step)] [error].
  - by_checker [(positive_input_from (Float radix2 1 (-460)) 1024, inv, real inv);
      (positive_input 1024, move2, real move2); (exact_input 1024, step, real step)] [bend].
Qed.

End FastError.
