(* Stage 2 of the relation, src/exact/relation_filter.h, and the side of a wall, src/geometry/relation.c: what is certain
   is right, for all doubles.

   The terms are those that extract.py reads from the C source. Method: a comparison that holds shows that its smaller
   side is finite; the larger side may overflow, then its exact value is larger still (Overflow.v). The errors are those
   of Products.v. If rounding takes the wrong region, the distances of the two regions are so close that the bounds
   cover it. docs/exactness.md derives the constants. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Geometry Overflow Products Operations.
From Carom Require Terms_relation.

Open Scope R_scope.

Definition pt (x y : F double) := Point (real x) (real y).

(* The side of a wall on which a point lies. *)

Lemma certain_difference (p q : F double) X Y :
  Rabs (real p - X) <= 301 / 100 * ud * Rabs X + etad -> Rabs (real q - Y) <= 301 / 100 * ud * Rabs Y + etad ->
  finite (products_bound p q) -> flt (products_bound p q) (fabs (fsub p q)) = true ->
  (real q < real p -> 0 < X - Y) /\ (real p <= real q -> X - Y < 0).
Proof.
  intros HX HY Fe H. destruct (products_bound_at_least _ _ Fe) as (Fp & Fq & _ & B).
  pose proof (flt_abs_rounded _ _ _ H Fe (fsub_rounded p q Fp Fq)) as L.
  pose proof (rounded_difference p q) as D.
  pose proof (difference_error ud etad u_double_small eta_double_pos _ _ _ _ HX HY) as E.
  pose proof u_double_small as U. pose proof eta_double_pos. apply within in E.
  pose proof (Rabs_pos (real p)). pose proof (Rabs_pos (real q)).
  assert (0 <= ud * (Rabs (real p) + Rabs (real q))) by (apply Rmult_le_pos; lra).
  assert (ud * Rabs (real p - real q) <= / 1048576 * Rabs (real p - real q)) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
  split; intros O.
  - rewrite (Rabs_pos_eq (real p - real q)) in * by lra. lra.
  - rewrite (Rabs_left1 (real p - real q)) in * by lra. lra.
Qed.

Theorem wall_side_correct ax ay bx by' px py result :
  Terms_relation.carom_wall_side_terms.carom_wall_side_results ax ay bx by' px py result -> result <> undecided ->
  (finite ax /\ finite ay /\ finite bx /\ finite by' /\ finite px /\ finite py) /\
  ((result = 1%Z /\ 0 < cross (pt px py) (pt ax ay) (pt bx by')) \/
   (result = (-1)%Z /\ cross (pt px py) (pt ax ay) (pt bx by') < 0)).
Proof.
  intros (u_x & u_y & w_x & w_y & xy & yx & error & H) D. destruct H.
  change error with error in E_error. fold tiny in E_error. fold (products_bound xy yx) in E_error.
  destruct (fle error _) eqn:L; [| now elim D]. destruct (flt error _) eqn:G; [| now elim D]. simpl in E_result.
  assert (Fe : finite error).
  { apply (fle_finite _ _ L); [rewrite E_error; apply nonneg_products_bound | exact most_value]. }
  rewrite E_error in Fe, G. destruct (products_bound_at_least _ _ Fe) as (F1 & F2 & _ & _).
  assert (Fxy := F1). assert (Fyx := F2).
  rewrite E_xy in F1. rewrite E_yx in F2.
  destruct (fmul_error _ _ F1) as (A1 & A2 & _). destruct (fmul_error _ _ F2) as (A3 & A4 & _).
  rewrite E_u_x, E_w_y in F1. rewrite E_u_y, E_w_x in F2.
  pose proof (product_of_differences _ _ _ _ F1) as B1. pose proof (product_of_differences _ _ _ _ F2) as B2.
  rewrite <- E_u_x, <- E_w_y, <- E_xy in B1. rewrite <- E_u_y, <- E_w_x, <- E_yx in B2.
  destruct (certain_difference _ _ _ _ B1 B2 Fe G) as [C1 C2].
  rewrite E_u_x in A1. rewrite E_w_y in A2. rewrite E_u_y in A3. rewrite E_w_x in A4.
  destruct (fsub_error _ _ A1) as (? & ? & _). destruct (fsub_error _ _ A2) as (? & ? & _).
  destruct (fsub_error _ _ A3) as (? & ? & _). destruct (fsub_error _ _ A4) as (? & ? & _).
  split; [tauto |]. change (cross (pt px py) (pt ax ay) (pt bx by'))
    with ((real bx - real ax) * (real py - real ay) - (real by' - real ay) * (real px - real ax)).
  destruct (flt yx xy) eqn:S.
  - left. split; [assumption |]. apply C1. now apply flt_real.
  - right. split; [assumption |]. apply C2. now apply flt_real_false.
Qed.
