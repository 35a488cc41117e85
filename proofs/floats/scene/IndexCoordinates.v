(* Index coordinates (src/scene/layout.h): the map from doubles to floats never falls, infinity included, so a test of
   boxes in index coordinates never loses a wall whose box overlaps the region in doubles.

   Every step is monotonic: the difference to the origin, the product with a positive scale, the clamp, and the
   conversion. Order.v proves this of each operation for all numbers but NaN. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Conversions Overflow Order Terms_index.

Open Scope R_scope.

(* ---- the map ---- *)

Definition far_double : F double := fconst 1 100.

Lemma far_double_value : finite far_double /\ real far_double = bpow radix2 100.
Proof.
  destruct (@fconst_value double 1 100) as (A & B); [reflexivity | vm_compute; discriminate | vm_compute; discriminate
    |].
  split; [exact A |]. change (real (fconst 1 100 : F double) = bpow radix2 100). rewrite B. ring.
Qed.

(* The clamp to +-2^100. *)
Definition clamped (q : F double) : F double :=
  if flt q (fneg far_double) then fneg far_double else if flt far_double q then far_double else q.

Lemma clamped_range q : number q ->
  finite (clamped q) /\ - bpow radix2 100 <= real (clamped q) <= bpow radix2 100 /\
  real (clamped q) = Rmax (- bpow radix2 100) (Rmin (value q) (bpow radix2 100)).
Proof.
  intros Nq. destruct far_double_value as (Ff & Vf). pose proof (finite_fneg _ Ff) as Fn.
  assert (Vn : real (fneg far_double) = - bpow radix2 100) by (rewrite real_fneg, Vf; reflexivity).
  pose proof (bpow_gt_0 radix2 100) as B.
  assert (Pf : value far_double = bpow radix2 100) by (rewrite value_finite; auto).
  assert (Pn : value (fneg far_double) = - bpow radix2 100) by (rewrite value_finite; auto).
  revert Ff Vf Fn Vn B Pf Pn. unfold clamped. generalize (fneg far_double). intros lo. generalize far_double (bpow
    radix2 100). intros hi b Ff Vf Fn Vn B Pf Pn.
  destruct (flt q lo) eqn:A.
  - apply flt_of_values in A. destruct A as (_ & _ & A). rewrite Pn in A. split; [exact Fn |]. rewrite Vn.
    rewrite Rmin_left, Rmax_left by lra. lra.
  - destruct (flt hi q) eqn:C.
    + apply flt_of_values in C. destruct C as (_ & _ & C). rewrite Pf in C. split; [exact Ff |]. rewrite Vf.
      rewrite Rmin_right, Rmax_right by lra. lra.
    + assert (A' : - b <= value q).
      { apply Rnot_lt_le. intros H. rewrite <- Pn in H. assert (flt q lo = true); [| congruence].
        apply flt_of_values. repeat split; auto. now apply number_finite. }
      assert (C' : value q <= b).
      { apply Rnot_lt_le. intros H. rewrite <- Pf in H. assert (flt hi q = true); [| congruence].
        apply flt_of_values. repeat split; auto. now apply number_finite. }
      assert (Fq : finite q).
      { pose proof (finite_below _ Ff). pose proof (finite_below _ Fn).
        destruct q as [s | [|] | | s m e H1]; try reflexivity; try discriminate; simpl in *; lra. }
      split; [exact Fq |]. rewrite value_finite in * by exact Fq. rewrite Rmin_left, Rmax_right by lra. lra.
Qed.

Lemma power_100_of_single : in_format single (bpow radix2 100).
Proof. apply generic_format_bpow. vm_compute. discriminate. Qed.

Lemma narrow_of_clamped (x : F double) : finite x -> - bpow radix2 100 <= real x <= bpow radix2 100 ->
  finite (fnarrow x) /\ real (fnarrow x) = rnd single (real x) /\ Rabs (real (fnarrow x)) <= bpow radix2 100.
Proof.
  intros Fx [H1 H2].
  assert (B : Rabs (rnd single (real x)) <= bpow radix2 100).
  { apply Rabs_le. rewrite <- (rnd_of_format single (bpow radix2 100)) at 2 by exact power_100_of_single.
    rewrite <- (rnd_of_format single (- bpow radix2 100)) by (apply generic_format_opp, power_100_of_single).
    split; now apply rnd_le. }
  destruct (fnarrow_value x Fx) as (F1 & V1).
  - eapply Rle_lt_trans; [exact B |]. apply bpow_lt. reflexivity.
  - split; [exact F1 |]. split; [exact V1 |]. now rewrite V1.
Qed.

(* The value of the map, as the code has it. *)
Lemma index_coordinate_is p origin scale result :
  index_coordinate_results p origin scale result -> result = fnarrow (clamped (fmul (fsub p origin) scale)).
Proof. intros (q & [-> ->]). reflexivity. Qed.

Section Map.
Variables origin scale : F double.
Hypothesis origin_finite : finite origin.
Hypothesis scale_finite : finite scale.
Hypothesis scale_positive : 0 < real scale.

Theorem index_coordinate_bounded p x : number p ->
  index_coordinate_results p origin scale x -> finite x /\ Rabs (real x) <= bpow radix2 100.
Proof.
  intros Np H. apply index_coordinate_is in H. subst x.
  assert (Nq : number (fmul (fsub p origin) scale)) by (apply number_fmul; auto; now apply number_fsub).
  destruct (clamped_range _ Nq) as (Fc & Bc & _). destruct (narrow_of_clamped _ Fc Bc) as (Fn & _ & Bn). auto.
Qed.

(* The map never falls: for all doubles but NaN, infinity included. *)
Theorem index_coordinate_never_falls p p' x x' :
  index_coordinate_results p origin scale x -> index_coordinate_results p' origin scale x' ->
  fle p p' = true -> fle x x' = true.
Proof.
  intros H H' L. apply index_coordinate_is in H, H'. subst x x'.
  pose proof (fmul_never_falls _ _ _ scale_finite scale_positive (fsub_never_falls p p' origin origin_finite L)) as Q.
  revert Q. generalize (fmul (fsub p origin) scale) (fmul (fsub p' origin) scale). intros q q' Q.
  apply fle_of_values in Q. destruct Q as (Nq & Nq' & Q).
  destruct (clamped_range q Nq) as (Fc & Bc & Vc). destruct (clamped_range q' Nq') as (Fc' & Bc' & Vc').
  destruct (narrow_of_clamped _ Fc Bc) as (Fn & Vn & _). destruct (narrow_of_clamped _ Fc' Bc') as (Fn' & Vn' & _).
  apply fle_of_values. split; [now apply number_finite |]. split; [now apply number_finite |].
  rewrite !value_finite, Vn, Vn' by assumption. apply rnd_le. rewrite Vc, Vc'.
  apply Rle_max_compat_l. now apply Rle_min_compat_r.
Qed.
End Map.

(* ---- boxes ---- *)

Record box {f : format} := Box { min_x : F f; max_x : F f; min_y : F f; max_y : F f }.
Arguments box : clear implicits.

(* No number of the box is NaN. *)
Definition box_of_numbers {f : format} (p : box f) := number (min_x p) /\ number (max_x p) /\ number (min_y p) /\
  number (max_y p).

(* q contains p. *)
Definition contains {f : format} (q p : box f) :=
  fle (min_x q) (min_x p) = true /\ fle (max_x p) (max_x q) = true /\
  fle (min_y q) (min_y p) = true /\ fle (max_y p) (max_y q) = true.

(* The boxes overlap or touch. *)
Definition overlap {f : format} (p q : box f) :=
  fle (min_x p) (max_x q) = true /\ fle (min_x q) (max_x p) = true /\
  fle (min_y p) (max_y q) = true /\ fle (min_y q) (max_y p) = true.

Lemma contains_refl {f} (p : box f) : box_of_numbers p -> contains p p.
Proof. intros (A & B & C & D). repeat split; now apply fle_refl. Qed.

Lemma contains_trans {f} (p q r : box f) : contains r q -> contains q p -> contains r p.
Proof. intros (A & B & C & D) (A' & B' & C' & D'). repeat split; eapply fle_trans; eauto. Qed.

Lemma overlap_of_contained {f} (p q r : box f) : contains q p -> overlap p r -> overlap q r.
Proof. intros (A & B & C & D) (A' & B' & C' & D'). repeat split; eapply fle_trans; eauto. Qed.

(* A test of nodes (node_meets) finds boxes apart if one of these comparisons holds. None holds if they overlap. *)
Lemma overlap_not_apart {f} (p q : box f) : overlap p q ->
  flt (max_x q) (min_x p) = false /\ flt (max_x p) (min_x q) = false /\
  flt (max_y q) (min_y p) = false /\ flt (max_y p) (min_y q) = false.
Proof. intros (A & B & C & D). repeat split; now apply fle_not_flt. Qed.

(* index_box_of as a map of boxes. *)
Definition index_box (ox oy scale : F double) (p : box double) (q : box single) :=
  index_box_of_results ox oy scale (min_x p) (min_y p) (max_x p) (max_y p) (min_x q) (max_x q) (min_y q) (max_y q).

Definition union (p q r : box single) :=
  index_box_union_results (min_x p) (max_x p) (min_y p) (max_y p) (min_x q) (max_x q) (min_y q) (max_y q)
    (min_x r) (max_x r) (min_y r) (max_y r).

Lemma smaller_is_below {f} (x y : F f) : number x -> number y ->
  fle (if flt y x then y else x) x = true /\ fle (if flt y x then y else x) y = true /\ number (if flt y x then y else
    x).
Proof.
  intros Nx Ny. destruct (flt y x) eqn:A.
  - apply flt_of_values in A. destruct A as (_ & _ & A). repeat split; auto; apply fle_of_values; repeat split; auto;
    lra.
  - repeat split; auto; [now apply fle_refl |]. apply fle_of_values. repeat split; auto.
    apply Rnot_lt_le. intros H. assert (flt y x = true); [now apply flt_of_values | congruence].
Qed.

Lemma larger_is_above {f} (x y : F f) : number x -> number y ->
  fle x (if flt x y then y else x) = true /\ fle y (if flt x y then y else x) = true /\ number (if flt x y then y else
    x).
Proof.
  intros Nx Ny. destruct (flt x y) eqn:A.
  - apply flt_of_values in A. destruct A as (_ & _ & A). repeat split; auto; apply fle_of_values; repeat split; auto;
    lra.
  - repeat split; auto; [now apply fle_refl |]. apply fle_of_values. repeat split; auto.
    apply Rnot_lt_le. intros H. assert (flt x y = true); [now apply flt_of_values | congruence].
Qed.

(* A union contains both boxes. *)
Theorem union_contains p q r : box_of_numbers p -> box_of_numbers q -> union p q r ->
  contains r p /\ contains r q /\ box_of_numbers r.
Proof.
  intros (A & B & C & D) (A' & B' & C' & D') (x0 & x1 & y0 & y1 & [E0 E1 E2 E3 R0 R1 R2 R3]).
  destruct p as [p0 p1 p2 p3], q as [q0 q1 q2 q3], r as [r0 r1 r2 r3]. simpl in *. subst.
  unfold contains, box_of_numbers. simpl.
  destruct (smaller_is_below p0 q0 A A') as (? & ? & ?). destruct (larger_is_above p1 q1 B B') as (? & ? & ?).
  destruct (smaller_is_below p2 q2 C C') as (? & ? & ?). destruct (larger_is_above p3 q3 D D') as (? & ? & ?). auto 20.
Qed.

(* The box of a node's child: the union of the boxes below it, one by one, as leaf_box and carom_scene_child_box compute
   it. *)
Inductive union_of : box single -> list (box single) -> box single -> Prop :=
  | union_done p : union_of p nil p
  | union_next p q r s below : union p q r -> union_of r below s -> union_of p (q :: below) s.

Theorem union_of_contains p below r : box_of_numbers p -> Forall box_of_numbers below -> union_of p below r ->
  (forall q, In q below -> contains r q) /\ contains r p /\ box_of_numbers r.
Proof.
  intros Np Nb H. revert Np Nb. induction H as [p | p q r s below U H IH]; intros Np Nb.
  - split; [intros q [] |]. split; [now apply contains_refl | exact Np].
  - inversion_clear Nb as [| ? ? Nq Nb']. destruct (union_contains p q r Np Nq U) as (Cp & Cq & Nr).
    destruct (IH Nr Nb') as (Ci & Cr & Ns). split; [| split; [eapply contains_trans; eauto | exact Ns]].
    intros x [-> | I]; [eapply contains_trans; eauto | auto].
Qed.

Section Boxes.
Variables ox oy scale : F double.
Hypothesis ox_finite : finite ox.
Hypothesis oy_finite : finite oy.
Hypothesis scale_finite : finite scale.
Hypothesis scale_positive : 0 < real scale.

Lemma index_box_coordinates p q : index_box ox oy scale p q ->
  index_coordinate_results (min_x p) ox scale (min_x q) /\ index_coordinate_results (max_x p) ox scale (max_x q) /\
  index_coordinate_results (min_y p) oy scale (min_y q) /\ index_coordinate_results (max_y p) oy scale (max_y q).
Proof. intros (a & b & c & d & [A B C D -> -> -> ->]). auto. Qed.

Theorem index_box_of_numbers p q : box_of_numbers p -> index_box ox oy scale p q -> box_of_numbers q.
Proof.
  intros (A & B & C & D) H. apply index_box_coordinates in H. destruct H as (E & G & I & J).
  repeat split; apply number_finite.
  - exact (proj1 (index_coordinate_bounded ox scale ox_finite scale_finite scale_positive _ _ A E)).
  - exact (proj1 (index_coordinate_bounded ox scale ox_finite scale_finite scale_positive _ _ B G)).
  - exact (proj1 (index_coordinate_bounded oy scale oy_finite scale_finite scale_positive _ _ C I)).
  - exact (proj1 (index_coordinate_bounded oy scale oy_finite scale_finite scale_positive _ _ D J)).
Qed.

(* Boxes that overlap in doubles overlap in index coordinates. *)
Theorem index_boxes_overlap p q p' q' :
  overlap p q -> index_box ox oy scale p p' -> index_box ox oy scale q q' -> overlap p' q'.
Proof.
  intros (A & B & C & D) H H'. apply index_box_coordinates in H, H'.
  destruct H as (H1 & H2 & H3 & H4), H' as (H1' & H2' & H3' & H4').
  pose proof (index_coordinate_never_falls ox scale ox_finite scale_finite scale_positive) as Mx.
  pose proof (index_coordinate_never_falls oy scale oy_finite scale_finite scale_positive) as My.
  exact (conj (Mx _ _ _ _ H1 H2' A) (conj (Mx _ _ _ _ H1' H2 B) (conj (My _ _ _ _ H3 H4' C) (My _ _ _ _ H3' H4 D)))).
Qed.

(* No node above a wall is left out: if the wall's box overlaps the region in doubles, and the node's box is a union of
   boxes of which one contains that of the wall, then the test of the node finds no gap. By union_of_contains and
   contains_trans this holds at every level. *)
Theorem node_never_lost wall region wall' region' node :
  overlap wall region -> index_box ox oy scale wall wall' -> index_box ox oy scale region region' ->
  contains node wall' ->
  flt (max_x region') (min_x node) = false /\ flt (max_x node) (min_x region') = false /\
  flt (max_y region') (min_y node) = false /\ flt (max_y node) (min_y region') = false.
Proof.
  intros O H H' C. apply overlap_not_apart. eapply overlap_of_contained; [exact C |].
  eapply index_boxes_overlap; eauto.
Qed.
End Boxes.
