(* A box is not called beside the slab (boxes_beside in src/scene/traversal_lanes.h) if it reaches to a place within
   `reach` of the path. So no node above a wall in reach is lost. SlabNode.v has the parts and the count of errors. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Conversions Geometry Fused Lanes Order IndexCoordinates SearchRegions
  SearchLimit NodeLimit SlabNode SlabPlace.
From Carom Require SlabIndex.
From Carom Require Terms_slab Terms_region Terms_index.
Import Terms_slab.set_slab_terms(set_slab_results).
Import Terms_slab.boxes_beside_lanes_terms(boxes_beside_lanes_results).
Import Terms_region.index_slab_of_terms(index_slab_of_results).
Import Terms_index.index_coordinate_terms(index_coordinate_results).

Open Scope R_scope.

(* ---- sums of two products in floats ---- *)
(* The ends of the slab. *)
Lemma end_not_below (off mar w : F single) : finite off -> finite mar -> finite w -> 0 <= real mar -> Rabs (real off) <=
    bpow radix2 102 ->
  real w + v * Rabs (real off + real mar) <= real off + real mar -> flt (fadd off mar) w = false.
Proof.
  intros Fo Fm Fw M O H. apply not_true_is_false. intros L. destruct (Overflow.flt_value _ _ L) as (_ & _ & V).
  rewrite (Overflow.value_finite w Fw) in V. pose proof (rnd_sum_error single _ _ (real_in_format off) (real_in_format
      mar)) as E.
  rewrite u_single in E. apply Rabs_le_inv in E, O. pose proof (Overflow.value_range w) as R. rewrite
      (Overflow.value_finite w Fw) in R.
  destruct (Overflow.fadd_rounded off mar Fo Fm) as (_ & [(Fv & _ & Q) | [(_ & Q) | (Q & _)]]).
  - rewrite (Overflow.value_finite _ Fv), Q in V. lra.
  - rewrite Q in V. simpl in V. lra.
  - unfold Overflow.huge in Q. assert (B : bpow radix2 102 < bpow radix2 104) by (apply bpow_lt; lia).
    assert (C : bpow radix2 104 < bpow radix2 (emax single)) by (apply bpow_lt; reflexivity).
    assert (D : 4 * bpow radix2 102 = bpow radix2 104) by (change 104%Z with (2 + 102)%Z; rewrite bpow_plus;
        reflexivity).
    unfold Rabs in E. destruct (Rcase_abs _) in E; lra.
Qed.

Lemma end_not_above (off mar w : F single) : finite off -> finite mar -> finite w -> 0 <= real mar -> Rabs (real off) <=
    bpow radix2 102 ->
  real off - real mar <= real w - v * Rabs (real off - real mar) -> flt w (fsub off mar) = false.
Proof.
  intros Fo Fm Fw M O H. apply not_true_is_false. intros L. destruct (Overflow.flt_value _ _ L) as (_ & _ & V).
  rewrite (Overflow.value_finite w Fw) in V.
  pose proof (rnd_sum_error single (real off) (- real mar) (real_in_format off) (generic_format_opp _ _ _
      (real_in_format mar))) as E.
  change (real off + - real mar) with (real off - real mar) in E.
  rewrite u_single in E. apply Rabs_le_inv in E, O. pose proof (Overflow.value_range w) as R. rewrite
      (Overflow.value_finite w Fw) in R.
  destruct (Overflow.fsub_rounded off mar Fo Fm) as (_ & [(Fv & _ & Q) | [(Q & _) | (_ & Q)]]).
  - rewrite (Overflow.value_finite _ Fv), Q in V. lra.
  - unfold Overflow.huge in Q. assert (B : bpow radix2 102 < bpow radix2 104) by (apply bpow_lt; lia).
    assert (C : bpow radix2 104 < bpow radix2 (emax single)) by (apply bpow_lt; reflexivity).
    assert (D : 4 * bpow radix2 102 = bpow radix2 104) by (change 104%Z with (2 + 102)%Z; rewrite bpow_plus;
        reflexivity).
    unfold Rabs in E. destruct (Rcase_abs _) in E; lra.
  - rewrite Q in V. simpl in V. lra.
Qed.
Section Box.
Variables ox oy scale fx fy n0x n0y m0 mx my reach nx ny slab_margin : F double.
Hypothesis Fox : finite ox. Hypothesis Foy : finite oy.
Hypothesis Box_small : Rabs (real ox) <= bpow radix2 969. Hypothesis Boy_small : Rabs (real oy) <= bpow radix2 969.
Hypothesis Fscale : finite scale. Hypothesis Pscale : 0 < real scale.
Hypothesis Ffx : finite fx. Hypothesis Ffy : finite fy. Hypothesis Fmx : finite mx. Hypothesis Fmy : finite my.
Hypothesis slab : set_slab_results fx fy n0x n0y m0 mx my reach true nx ny slab_margin.
Hypothesis reach_valid : nonneg reach.
(* The region, which holds the start and the place, the latter but for a little. *)
Variables region wall : box double.
Variables near slab_near wall' node : box single.
Variables x0 y0 snx sny soff smar : F single.
Variables qx qy del : R.
Hypothesis near_is : index_box ox oy scale region near.
(* The slab was set for the region of a longer path, or for this one. *)
Let largest_near := Rmax (Rmax (Rabs (real (min_x slab_near))) (Rabs (real (max_x slab_near))))
  (Rmax (Rabs (real (min_y slab_near))) (Rabs (real (max_y slab_near)))).
Hypothesis slab_near_finite : finite (min_x slab_near) /\ finite (max_x slab_near) /\ finite (min_y slab_near) /\
  finite (max_y slab_near).
Hypothesis near_within : Rabs (real (min_x near)) <= largest_near /\ Rabs (real (max_x near)) <= largest_near /\
  Rabs (real (min_y near)) <= largest_near /\ Rabs (real (max_y near)) <= largest_near.
Hypothesis del_small : 0 <= del /\ (largest_near < bpow radix2 99 -> del * real scale <= v * largest_near + es).
Hypothesis holds_start : at_most (min_x region) (real fx) /\ at_least (max_x region) (real fx) /\
  at_most (min_y region) (real fy) /\ at_least (max_y region) (real fy).
Hypothesis holds_place : at_most (min_x region) (qx + del) /\ at_least (max_x region) (qx - del) /\
  at_most (min_y region) (qy + del) /\ at_least (max_y region) (qy - del).
Hypothesis start_x : index_coordinate_results fx ox scale x0.
Hypothesis start_y : index_coordinate_results fy oy scale y0.
Hypothesis index_slab : index_slab_of_results scale (min_x slab_near) (max_x slab_near) (min_y slab_near) (max_y
    slab_near)
  x0 y0 nx ny slab_margin snx sny soff smar.
(* The wall's box holds the place, and the node contains it. *)
Hypothesis wall_holds : at_most (min_x wall) qx /\ at_least (max_x wall) qx /\ at_most (min_y wall) qy /\ at_least
    (max_y wall) qy.
Hypothesis wall_is : index_box ox oy scale wall wall'.
Hypothesis node_contains : contains node wall'.
Hypothesis node_in_range : in_range (min_x node) /\ in_range (max_x node) /\ in_range (min_y node) /\ in_range (max_y
    node).
Variable tau : R.
Hypothesis tau_range : 0 <= tau <= 1.
Hypothesis in_reach : finite reach ->
  (qx - (real fx + tau * real mx)) ^ 2 + (qy - (real fy + tau * real my)) ^ 2 <= real reach ^ 2.
Variable result : Z.
Hypothesis lane : boxes_beside_lanes_results (min_x near) (max_x near) (min_y near) (max_y near) snx sny soff smar
  (min_x node) (max_x node) (min_y node) (max_y node) result.

(* The slab reaches everywhere. *)
Lemma endless_slab : finite soff -> smar = finf -> result = 0%Z.
Proof.
  intros Fo E. destruct lane as (a & b & low & high & rt & up & i0 & i1 & i2 & i3 & o1 & least & o2 & most & L).
  destruct L as [_ _ El Eh _ _ _ _ _ _ _ _ _ _ Er]. rewrite E in El, Eh.
  assert (Eh' : high = finf) by (rewrite Eh; destruct soff; try discriminate; reflexivity).
  assert (El' : low = fneg finf) by (rewrite El; destruct soff; try discriminate; reflexivity).
  rewrite Er, Eh', El', flt_infinite. replace (flt most (fneg finf)) with false; [reflexivity |].
  destruct most as [| [|] | | [|]]; reflexivity.
Qed.
Theorem box_in_reach_is_not_beside : result = 0%Z.
Proof.
  destruct (SlabIndex.slab_holds_near_places _ _ _ _ _ _ _ _ _ _ _ slab reach_valid Ffx Ffy Fmx Fmy)
    as (Nmargin & Fnx & Fny & Bnx & Bny & Holds).
  destruct (place_in_reach_is_in_slab ox oy scale fx fy nx ny slab_margin Fox Foy Box_small Boy_small Fscale Pscale Ffx
    Ffy
    region wall near slab_near wall' node x0 y0 snx sny soff smar qx qy del Nmargin Fnx Fny Bnx Bny) as (Fsx & Fsy &
      Bsx &
    Bsy & Fso & P); auto.
  { intros Fm. destruct (Holds Fm) as (Fr & B & H). split; [exact B |]. exact (H tau qx qy tau_range (in_reach Fr)). }
  destruct P as [E | (L & X & Y & P)]; [now apply endless_slab |]. unfold place_in_slab in P. cbv zeta in P.
  set (d := 205 / 100 * v * L + 8 * es) in *.
  destruct P as ((L0 & L99) & (X1 & X2 & X3 & X4) & (Y1 & Y2 & Y3 & Y4) & (N0 & N1 & N2 & N3) & Zs & Fsmar & sm0 & Off).
  pose proof (eta_pos single) as T. assert (d0 : 0 <= d) by (unfold d; lra).
  assert (Ts : 1000000 * es <= bpow radix2 99 / 1000).
  { assert (H : bpow radix2 40 * es <= bpow radix2 0); [unfold eta; rewrite <- bpow_plus; apply bpow_le; vm_compute;
      discriminate |].
    change (bpow radix2 0) with 1 in H. assert (1000000000000 <= bpow radix2 40) by (simpl; lra).
    assert (1000000000000 * es <= bpow radix2 40 * es) by (apply Rmult_le_compat_r; lra).
    assert (1 <= bpow radix2 99) by (apply (bpow_le radix2 0 99); lia). lra. }
  assert (P100 : bpow radix2 100 = 2 * bpow radix2 99) by (change 100%Z with (1 + 99)%Z; rewrite bpow_plus;
      reflexivity).
  assert (P102 : bpow radix2 102 = 8 * bpow radix2 99) by (change 102%Z with (3 + 99)%Z; rewrite bpow_plus;
      reflexivity).
  pose proof lane as Q.
  destruct Q as (q1 & q2 & low & high & rt & up & i0 & i1 & i2 & i3 & o1 & least & o2 & most & Q).
  destruct Q as [-> -> Elow Ehigh Ert Eup M0 M1 M2 M3 Eo1 Eleast Eo2 Emost Er].
  destruct (clipped_sides (min_x node) (max_x node) (min_x near) (max_x near) i0 i1 X d L M0 M1 X1 X2 X3 X4 N0 N1 d0)
      as (BX & _).
  destruct (clipped_sides (min_y node) (max_y node) (min_y near) (max_y near) i2 i3 Y d L M2 M3 Y1 Y2 Y3 Y4 N2 N3 d0)
      as (BY & _).
  destruct (clipped_products (min_x node) (max_x node) (min_x near) (max_x near) i0 i1 snx X d L M0 M1 X1 X2 X3 X4 N0
      N1 Fsx d0 rt Ert)
    as ((Fxa & Bxa & Lxa) & (Fxb & Bxb & Lxb)).
  destruct (clipped_products (min_y node) (max_y node) (min_y near) (max_y near) i2 i3 sny Y d L M2 M3 Y1 Y2 Y3 Y4 N2
      N3 Fsy d0 up Eup)
    as ((Fya & Bya & Lya) & (Fyb & Byb & Lyb)).
  rewrite <- Eo1 in Fya, Bya, Lya. rewrite <- Eo2 in Fyb, Byb, Lyb.
  assert (G100 : L + 2 * d <= bpow radix2 100) by (unfold d; lra).
  destruct (small_sum _ _ _ _ _ Eleast Fsx Fxa ltac:(lra) ltac:(lra) Fsy Fya ltac:(lra) ltac:(lra)) as (Fleast &
      Dleast).
  destruct (small_sum _ _ _ _ _ Emost Fsx Fxb ltac:(lra) ltac:(lra) Fsy Fyb ltac:(lra) ltac:(lra)) as (Fmost & Dmost).
  assert (nd : forall n : R, Rabs n <= 1 -> Rabs n * d <= d).
  { intros n H1. pose proof (Rmult_le_compat_r _ _ _ d0 H1). lra. }
  pose proof (nd _ Bsx) as NX. pose proof (nd _ Bsy) as NY.
  apply Rabs_le_inv in Dleast, Dmost.
  assert (Unit : forall n z b : R, Rabs n <= 1 -> Rabs z <= b -> Rabs (n * z) <= b).
  { intros n z b H1 H2. rewrite Rabs_mult. pose proof (Rmult_le_compat_r _ _ _ (Rabs_pos z) H1). lra. }
  pose proof (Unit _ _ _ Bsx Bxa) as QX. pose proof (Unit _ _ _ Bsy Bya) as QY.
  pose proof (Unit _ _ _ Bsx Bxb) as QX'. pose proof (Unit _ _ _ Bsy Byb) as QY'.
  pose proof (Rle_abs (real snx * X + real sny * Y - real soff)) as O1.
  pose proof (Rle_abs (- (real snx * X + real sny * Y - real soff))) as O2. rewrite Rabs_Ropp in O2.
  assert (Zb : Rabs (real soff) <= bpow radix2 102) by lra.
  assert (Hi : flt high least = false).
  { rewrite Ehigh. apply end_not_below; auto. pose proof (Rabs_triang (real soff) (real smar)) as Tr. rewrite
      (Rabs_pos_eq (real smar)) in Tr by exact sm0.
    unfold d in *. lra. }
  assert (Lo : flt most low = false).
  { rewrite Elow. apply end_not_above; auto. pose proof (Rabs_triang (real soff) (- real smar)) as Tr. rewrite
      Rabs_Ropp, (Rabs_pos_eq (real smar)) in Tr by exact sm0.
    change (real soff + - real smar) with (real soff - real smar) in Tr. unfold d in *. lra. }
  rewrite Er, Hi, Lo. reflexivity.
Qed.

End Box.
