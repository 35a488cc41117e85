(* leaf_apart of src/scene/leaf_lanes.h in one lane: an axis that it leaves out has no point within `reach` of the
   exact path, for all numbers, products fused or not.

   set_slab gives the slab of the whole path, and set_path the part up to the fraction `until` that still matters. Only
   scenes whose walls have one radius use this test; that radius is part of `reach`. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry Overflow SlabParts SlabBeside SlabChain SlabAcross.
From Carom Require PathRegion.
From Carom Require Terms_slab Terms_region.
Import Terms_slab.set_slab_terms(set_slab_results).
Import Terms_slab.axes_apart_lanes_terms(axes_apart_lanes_results).
Import Terms_region.set_path_terms(set_path_results).

Open Scope R_scope.

Theorem axis_apart_is_out_of_reach (ox oy scale fx fy n0x n0y m0 mx my until tx ty reach : F double)
    (x0 y0 x1 y1 nx ny slab_margin path_x path_y margin : F double) (i0 i1 i2 i3 : F single)
    (ax ay bx by_ early : F double) (apart : Z) (tau t : R) :
  set_slab_results fx fy n0x n0y m0 mx my reach true nx ny slab_margin ->
  tx = fadd fx (fmul mx until) -> ty = fadd fy (fmul my until) -> 0 <= real until <= 1 ->
  set_path_results ox oy scale fx fy reach tx ty x0 y0 x1 y1 i0 i1 i2 i3 path_x path_y margin ->
  axes_apart_lanes_results fx fy nx ny slab_margin path_x path_y margin ax ay bx by_ apart early ->
  nonneg reach ->
  apart <> 0%Z -> 0 <= tau <= 1 -> on_axis Segment t ->
  real reach ^ 2 < dist2_at (Point (real fx + tau * (real mx * real until)) (real fy + tau * (real my * real until)))
    (Point (real ax) (real ay)) (Point (real bx) (real by_)) t.
Proof.
  intros Hslab Etx Ety Hu Hset Hap Nr Ne Ht Ta.
  destruct Hset as (l1 & l2 & l3 & l4 & l5 & l6 & size & mar & q1 & q2 & q3 & q4 & Hs).
  destruct Hs as [-> -> -> -> -> -> E_size E_sum _ _ _ _ _ _ _ _ _ _ _ _ -> -> ->].
  change (size = PathRegion.max_abs fx fy tx ty) in E_size. rewrite E_size in E_sum.
  destruct Hap as (x & y & normal_x & normal_y & p_x & p_y & s_margin & marg & unit & tiny & path_far & dx & dy & ex &
      ey & a & b &
    a_far & far & beside & ux & uy & start & plus1 & end_ & u_far & plus2 & of1 & bound & H).
  destruct H as [-> -> -> -> -> -> -> -> -> -> -> -> -> -> -> Ha Hb -> Hfar Hbeside -> -> Hstart Hplus1 Hend -> Hplus2
      Hof1 Hbound Hapart _].
  rewrite Hapart in Ne.
  repeat match type of Ne with context [if ?c then 1%Z else 0%Z] => change (if c then 1%Z else 0%Z) with (bit c) in Ne
      end.
  rewrite ?land_bit, ?lor_bit in Ne.
  assert (C : ((flt beside a && flt beside b) || (flt a (fneg beside) && flt b (fneg beside)) || (flt bound start && flt
      bound end_) ||
    (flt start (fneg bound) && flt end_ (fneg bound)))%bool = true).
  { destruct (_ || _)%bool in Ne |- *; [reflexivity | now elim Ne]. }
  assert (Tu : 0 <= tau * real until <= 1).
  { split; [apply Rmult_le_pos; lra |]. apply Rle_trans with (1 * 1); [apply Rmult_le_compat; lra | lra]. }
  rewrite !orb_true_iff, !andb_true_iff in C. destruct C as [[[C | C] | C] | C].
  - replace (tau * (real mx * real until)) with (tau * real until * real mx) by ring.
    replace (tau * (real my * real until)) with (tau * real until * real my) by ring.
    exact (proj2 (beside_the_slab fx fy n0x n0y m0 mx my reach nx ny slab_margin ax ay bx by_ Hslab Nr a b far beside Ha
        Hb Hfar
      Hbeside (or_introl C) (tau * real until) t Tu Ta)).
  - replace (tau * (real mx * real until)) with (tau * real until * real mx) by ring.
    replace (tau * (real my * real until)) with (tau * real until * real my) by ring.
    exact (proj2 (beside_the_slab fx fy n0x n0y m0 mx my reach nx ny slab_margin ax ay bx by_ Hslab Nr a b far beside Ha
        Hb Hfar
      Hbeside (or_intror C) (tau * real until) t Tu Ta)).
  - destruct C as (C1 & C2).
    exact (proj2 (across_the_line fx fy mx my until tx ty reach mar ax ay bx by_ start plus1 end_ plus2 of1 bound Etx
        Ety Nr E_sum
      Hstart Hplus1 Hend Hplus2 Hof1 Hbound false C1 C2 tau t Ht Ta)).
  - destruct C as (C1 & C2).
    exact (proj2 (across_the_line fx fy mx my until tx ty reach mar ax ay bx by_ start plus1 end_ plus2 of1 bound Etx
        Ety Nr E_sum
      Hstart Hplus1 Hend Hplus2 Hof1 Hbound true C1 C2 tau t Ht Ta)).
Qed.
