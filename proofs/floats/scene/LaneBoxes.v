(* Boxes in lanes: what a machine may compute as the minimum of finite numbers is their minimum; a node whose box
   overlaps that of a search is searched (node_meets, boxes_apart in src/scene/traversal_lanes.h). SearchRegions.v,
   PathRegion.v and BoxQuery.v say which boxes overlap. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Lanes Order IndexCoordinates.
From Carom Require Terms_boxes.
Import Terms_boxes.boxes_apart_lanes_terms(boxes_apart_lanes_results).

Open Scope R_scope.

Lemma some_min_is_min {f} (v x y : F f) : some_min v x y -> is_min v x y.
Proof.
  intros M Fx Fy. unfold some_min in M. destruct (flt x y) eqn:A.
  - subst v. apply flt_real in A; auto. split; [exact Fx |]. rewrite Rmin_left; lra.
  - apply flt_real_false in A; auto. destruct (flt y x) eqn:B.
    + subst v. apply flt_real in B; auto. split; [exact Fy |]. rewrite Rmin_right; lra.
    + apply flt_real_false in B; auto. destruct M as [-> | [-> | (N & _)]]; [split; auto; rewrite Rmin_left; lra |
      split; auto;
        rewrite Rmin_right; lra |]. apply feq_real_false in N; auto. lra.
Qed.

Lemma some_max_is_max {f} (v x y : F f) : some_max v x y -> is_max v x y.
Proof.
  intros M Fx Fy. unfold some_max in M. destruct (flt y x) eqn:A.
  - subst v. apply flt_real in A; auto. split; [exact Fx |]. rewrite Rmax_left; lra.
  - apply flt_real_false in A; auto. destruct (flt x y) eqn:B.
    + subst v. apply flt_real in B; auto. split; [exact Fy |]. rewrite Rmax_right; lra.
    + apply flt_real_false in B; auto. destruct M as [-> | [-> | (N & _)]]; [split; auto; rewrite Rmax_left; lra |
      split; auto;
        rewrite Rmax_right; lra |]. apply feq_real_false in N; auto. lra.
Qed.

(* A node whose box overlaps that of the search is searched. *)
Theorem overlapping_box_is_not_apart (node near : box single) (result : Z) : overlap node near ->
  boxes_apart_lanes_results (min_x near) (max_x near) (min_y near) (max_y near) (min_x node) (max_x node) (min_y node)
    (max_y node) result -> result = 0%Z.
Proof.
  intros (A & B & C & D) (x & y & [-> -> ->]).
  rewrite (fle_not_flt _ _ A), (fle_not_flt _ _ B), (fle_not_flt _ _ C), (fle_not_flt _ _ D). reflexivity.
Qed.
