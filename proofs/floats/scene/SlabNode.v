(* Nodes beside the slab of a path, in index coordinates and floats (index_slab_of in src/scene/traversal.c,
   boxes_beside in src/scene/traversal_lanes.h): a box that reaches to a place within `reach` of the path is not called
   beside.

   With v = 2^-24 and F the largest index coordinate of the region: the clipped box reaches the place but for 2.1 v F in
   each coordinate, the sums cost 4.1 v F, the normal 4.1 v F, the start 2.1 v F and the offset 4.1 v F. That is 19 v F
   of the 64 v F in the margin. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Conversions Geometry Fused Lanes Overflow Order IndexCoordinates
  SearchRegions SearchLimit NodeLimit.
From Carom Require SlabIndex.
From Carom Require Terms_slab Terms_region Terms_index.
Import Terms_slab.set_slab_terms(set_slab_results).
Import Terms_slab.boxes_beside_lanes_terms(boxes_beside_lanes_results).
Import Terms_region.index_slab_of_terms(index_slab_of_results).
Import Terms_index.index_coordinate_terms(index_coordinate_results).

Open Scope R_scope.

Notation v := (/ 16777216).
Notation es := (eta single).

(* ---- one coordinate ---- *)

Section Coordinate.
Variables origin scale : F double.
Hypothesis origin_finite : finite origin.
Hypothesis origin_small : Rabs (real origin) <= bpow radix2 969.
Hypothesis scale_finite : finite scale.
Hypothesis scale_positive : 0 < real scale.

Let X q := clamp_far (exact_coordinate origin scale q).
Let d q := (101/100) * v * Rabs (X q) + 2 * es.

Lemma clamp_monotone p q : p <= q -> X p <= X q.
Proof.
  intros H. unfold X. pose proof (clamp_far_le (exact_coordinate origin scale p) (exact_coordinate origin scale q)) as
      L.
  assert (exact_coordinate origin scale p <= exact_coordinate origin scale q); [| specialize (L H0); lra].
  unfold exact_coordinate. apply Rmult_le_compat_r; lra.
Qed.

Lemma low_coordinate (low : F double) (x : F single) q : at_most low q -> index_coordinate_results low origin scale x ->
  finite x /\ real x <= X q + d q.
Proof.
  intros H Hx. pose proof (eta_pos single) as T.
  destruct (index_coordinate_bounded origin scale origin_finite scale_finite scale_positive low x (number_of_at_most _ _
      H) Hx) as (Fx & _).
  split; [exact Fx |]. destruct H as [-> | (Fl & L)].
  - apply index_coordinate_is in Hx.
    assert (E : fmul (fsub finf_down origin) scale = finf_down).
    { replace (fsub finf_down origin) with (finf_down : F double) by (destruct origin; try discriminate; reflexivity).
      unfold finf_down. destruct scale as [s | s | | [|] m e B]; try discriminate; try reflexivity.
      - unfold real in scale_positive. simpl in scale_positive. lra.
      - exfalso. unfold real in scale_positive. simpl in scale_positive.
        assert (F2R (Float radix2 (Z.neg m) e) <= 0) by (apply F2R_le_0; simpl; lia). lra. }
    rewrite E in Hx. destruct (clamped_range finf_down eq_refl) as (Fc & Bc & Vc).
    destruct (narrow_of_clamped _ Fc Bc) as (_ & Vn & _). rewrite <- Hx in Vn. rewrite Vn, Vc.
    assert (P : value (finf_down : F double) <= - bpow radix2 100).
    { change (value (finf_down : F double)) with (- @huge double). apply Ropp_le_contravar. unfold huge. apply
        bpow_le.
      vm_compute. discriminate. }
    pose proof (bpow_gt_0 radix2 100) as B. rewrite Rmin_left, Rmax_left by lra.
    rewrite rnd_of_format by (apply generic_format_opp, power_100_of_single).
    assert (- bpow radix2 100 <= X q) by (unfold X, clamp_far; apply Rmax_l).
    unfold d. pose proof (Rabs_pos (X q)). lra.
  - destruct (coordinate_error origin scale origin_finite origin_small scale_finite scale_positive low x Fl Hx) as (_ &
      E).
    pose proof (clamp_monotone _ _ L) as M. fold (X (real low)) in E. rewrite u_single in E. unfold d. apply Rabs_le_inv
        in E.
    assert (Rabs (X (real low)) <= Rabs (X q) + (X q - X (real low))).
    { replace (X (real low)) with (X q - (X q - X (real low))) at 1 by ring. unfold Rminus at 1.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, (Rabs_pos_eq (X q - _)) by lra. lra. }
    lra.
Qed.

Lemma high_coordinate (high : F double) (x : F single) q : at_least high q -> index_coordinate_results high origin scale
    x ->
  finite x /\ X q - d q <= real x.
Proof.
  intros H Hx. pose proof (eta_pos single) as T.
  destruct (index_coordinate_bounded origin scale origin_finite scale_finite scale_positive high x (number_of_at_least _
      _ H) Hx) as (Fx & _).
  split; [exact Fx |]. destruct H as [-> | (Fl & L)].
  - apply index_coordinate_is in Hx.
    assert (E : fmul (fsub finf origin) scale = finf).
    { replace (fsub finf origin) with (finf : F double) by (destruct origin; try discriminate; reflexivity).
      unfold finf. destruct scale as [s | s | | [|] m e B]; try discriminate; try reflexivity.
      - unfold real in scale_positive. simpl in scale_positive. lra.
      - exfalso. unfold real in scale_positive. simpl in scale_positive.
        assert (F2R (Float radix2 (Z.neg m) e) <= 0) by (apply F2R_le_0; simpl; lia). lra. }
    rewrite E in Hx. destruct (clamped_range finf eq_refl) as (Fc & Bc & Vc).
    destruct (narrow_of_clamped _ Fc Bc) as (_ & Vn & _). rewrite <- Hx in Vn. rewrite Vn, Vc.
    assert (P : bpow radix2 100 <= value (finf : F double)).
    { change (value (finf : F double)) with (@huge double). unfold huge. apply bpow_le. vm_compute. discriminate.
        }
    pose proof (bpow_gt_0 radix2 100) as B. rewrite Rmin_right, Rmax_right by lra.
    rewrite rnd_of_format by apply power_100_of_single.
    assert (X q <= bpow radix2 100) by (unfold X, clamp_far; apply Rmax_lub; [lra | apply Rmin_r]).
    unfold d. pose proof (Rabs_pos (X q)). lra.
  - destruct (coordinate_error origin scale origin_finite origin_small scale_finite scale_positive high x Fl Hx) as (_ &
      E).
    pose proof (clamp_monotone _ _ L) as M. fold (X (real high)) in E. rewrite u_single in E. unfold d. apply
        Rabs_le_inv in E.
    assert (Rabs (X (real high)) <= Rabs (X q) + (X (real high) - X q)).
    { replace (X (real high)) with (X q + (X (real high) - X q)) at 1 by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_pos_eq (X (real high) - _)) by lra. lra. }
    lra.
Qed.

End Coordinate.

(* The clipped side of a box, and its product with the normal. *)
Section Clipped.
Variables box_min box_max near_min near_max lo hi n : F single.
Variables X d far : R.
Hypothesis lo_is : some_max lo box_min near_min.
Hypothesis hi_is : some_min hi box_max near_max.
Hypothesis box_min_at : finite box_min /\ real box_min <= X + d.
Hypothesis box_max_at : finite box_max /\ X - d <= real box_max.
Hypothesis near_min_at : finite near_min /\ real near_min <= X + d.
Hypothesis near_max_at : finite near_max /\ X - d <= real near_max.
Hypothesis min_far : Rabs (real near_min) <= far.
Hypothesis max_far : Rabs (real near_max) <= far.
Hypothesis n_finite : finite n.
Hypothesis d_pos : 0 <= d.

Lemma clipped_sides : Rabs X <= far + d /\
  (finite lo /\ real lo <= X + d /\ Rabs (real lo) <= far + 2 * d) /\ (finite hi /\ X - d <= real hi /\ Rabs (real hi)
      <= far + 2 * d).
Proof.
  destruct box_min_at as (F1 & L1), box_max_at as (F2 & L2), near_min_at as (F3 & L3), near_max_at as (F4 & L4).
  apply Rabs_le_inv in min_far, max_far. split; [apply Rabs_le; lra |]. split.
  - assert (C : lo = box_min /\ real near_min <= real box_min \/ lo = near_min /\ real box_min <= real near_min).
    { unfold some_max in lo_is. destruct (flt near_min box_min) eqn:A; [apply flt_real in A; auto; left; split; [auto |
        lra] |].
      apply flt_real_false in A; auto. destruct (flt box_min near_min) eqn:B; [right; auto |]. apply flt_real_false in
          B; auto.
      destruct lo_is as [-> | [-> | (N & _)]]; [left; auto | right; auto |]. apply feq_real_false in N; auto. lra. }
    destruct C as [(-> & C) | (-> & C)]; (split; [assumption |]; split; [lra | apply Rabs_le; lra]).
  - assert (C : hi = box_max /\ real box_max <= real near_max \/ hi = near_max /\ real near_max <= real box_max).
    { unfold some_min in hi_is. destruct (flt box_max near_max) eqn:A; [apply flt_real in A; auto; left; split; [auto |
        lra] |].
      apply flt_real_false in A; auto. destruct (flt near_max box_max) eqn:B; [right; auto |]. apply flt_real_false in
          B; auto.
      destruct hi_is as [-> | [-> | (N & _)]]; [left; auto | right; auto |]. apply feq_real_false in N; auto. lra. }
    destruct C as [(-> & C) | (-> & C)]; (split; [assumption |]; split; [lra | apply Rabs_le; lra]).
Qed.

Lemma clipped_products (right : bool) : right = flt (fconst 0 0) n ->
  (finite (if right then lo else hi) /\ Rabs (real (if right then lo else hi)) <= far + 2 * d /\
   real n * real (if right then lo else hi) <= real n * X + Rabs (real n) * d) /\
  (finite (if right then hi else lo) /\ Rabs (real (if right then hi else lo)) <= far + 2 * d /\
   real n * X - Rabs (real n) * d <= real n * real (if right then hi else lo)).
Proof.
  intros E. destruct clipped_sides as (_ & (F1 & L1 & A1) & (F2 & L2 & A2)).
  assert (Z : finite (fconst 0 0 : F single) /\ real (fconst 0 0 : F single) = 0) by (split; reflexivity).
  destruct Z as (Z1 & Z2). destruct right; symmetry in E.
  - apply flt_real in E; auto. rewrite Z2 in E. rewrite (Rabs_pos_eq (real n)) by lra.
    pose proof (Rmult_le_compat_l _ _ _ (Rlt_le _ _ E) L1). pose proof (Rmult_le_compat_l _ _ _ (Rlt_le _ _ E) L2).
    repeat split; auto; lra.
  - apply flt_real_false in E; auto. rewrite Z2 in E. rewrite (Rabs_left1 (real n)) by lra.
    assert (P : 0 <= - real n) by lra.
    pose proof (Rmult_le_compat_l _ _ _ P L1). pose proof (Rmult_le_compat_l _ _ _ P L2). repeat split; auto; lra.
Qed.

End Clipped.
