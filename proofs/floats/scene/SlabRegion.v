(* node_beside of src/scene/traversal_lanes.h as a whole: a node above a wall within `reach` of the path is not called
   beside. The region of set_path holds the start, and the place but for 2^-53 of the margin, which is far below 2^-24
   of the largest index coordinate of the region. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Geometry Lanes Overflow Order IndexCoordinates SearchRegions
  SearchLimit NodeLimit SlabNode SlabBox.
From Carom Require Overflow PathRegion SlabParts SlabLine.
From Carom Require Terms_slab Terms_region Terms_index.
Import Terms_slab.set_slab_terms(set_slab_results).
Import Terms_slab.boxes_beside_lanes_terms(boxes_beside_lanes_results).
Import Terms_region.index_slab_of_terms(index_slab_of_results).
Import Terms_region.set_path_terms(set_path_results).
Import Terms_index.index_coordinate_terms(index_coordinate_results).

Open Scope R_scope.

Notation v := (/ 16777216).
Notation es := (eta single).
Notation ud := (u double).

(* A difference or a sum with the margin, on the outer side of a place. *)
Lemma low_margin (m mar : F double) (size q : R) : finite m -> finite mar -> 0 <= real mar -> Rabs (real m) <= size ->
  real m + ud * size - real mar <= q ->
  at_most (fsub m mar) (q + ud * real mar) /\ (forall p, real m <= p -> at_most (fsub m mar) p).
Proof.
  intros Fm Fr P S H. pose proof u_double_small as U. pose proof (u_pos double) as U0.
  pose proof (rnd_sum_error double (real m) (- real mar) (real_in_format m) (generic_format_opp _ _ _ (real_in_format
      mar))) as E.
  change (real m + - real mar) with (real m - real mar) in E.
  assert (L : rnd double (real m - real mar) <= real m).
  { apply Rle_trans with (rnd double (real m)); [apply rnd_le; lra | rewrite rnd_of_format by apply real_in_format;
      lra]. }
  assert (A : Rabs (real m - real mar) <= size + real mar).
  { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, (Rabs_pos_eq (real mar)) by exact P. lra.
      }
  assert (B : ud * Rabs (real m - real mar) <= ud * (size + real mar)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E.
  destruct (Overflow.fsub_rounded m mar Fm Fr) as (_ & [(Fd & _ & V) | [(O & _) | (_ & ->)]]).
  - split; [| intros p Hp]; right; (split; [exact Fd |]); rewrite V; lra.
  - exfalso. pose proof (real_below m) as R. apply Rabs_def2 in R. unfold Overflow.huge in O. lra.
  - split; [left; reflexivity | intros; left; reflexivity].
Qed.

Lemma high_margin (m mar : F double) (size q : R) : finite m -> finite mar -> 0 <= real mar -> Rabs (real m) <= size ->
  q <= real m - ud * size + real mar ->
  at_least (fadd m mar) (q - ud * real mar) /\ (forall p, p <= real m -> at_least (fadd m mar) p).
Proof.
  intros Fm Fr P S H. pose proof u_double_small as U. pose proof (u_pos double) as U0.
  pose proof (rnd_sum_error double (real m) (real mar) (real_in_format m) (real_in_format mar)) as E.
  assert (L : real m <= rnd double (real m + real mar)).
  { apply Rle_trans with (rnd double (real m)); [rewrite rnd_of_format by apply real_in_format; lra | apply rnd_le;
      lra]. }
  assert (A : Rabs (real m + real mar) <= size + real mar).
  { eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_pos_eq (real mar)) by exact P. lra. }
  assert (B : ud * Rabs (real m + real mar) <= ud * (size + real mar)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E.
  destruct (Overflow.fadd_rounded m mar Fm Fr) as (_ & [(Fd & _ & V) | [(_ & ->) | (O & _)]]).
  - split; [| intros p Hp]; right; (split; [exact Fd |]); rewrite V; lra.
  - split; [left; reflexivity | intros; left; reflexivity].
  - exfalso. pose proof (real_below m) as R. apply Rabs_def2 in R. unfold Overflow.huge in O. lra.
Qed.

Lemma margin_minus (m : F double) : finite m -> fsub m finf = finf_down /\ fadd m finf = finf.
Proof. intros F. destruct m; try discriminate; split; reflexivity. Qed.

(* 2^-53 of a margin is small in index coordinates, if the region reaches 0.8 of the margin beyond the start. *)
Lemma margin_in_index (ox scale fx margin x0 x1 : F double) (i0 i1 : F single) (L : R) : finite ox ->
  Rabs (real ox) <= bpow radix2 969 -> finite scale -> 0 < real scale -> 0 <= ud * real margin ->
  at_least x1 (real fx + 8 / 10 * real margin) -> at_most x0 (real fx - 8 / 10 * real margin) ->
  Terms_index.index_coordinate_terms.index_coordinate_results x0 ox scale i0 ->
  Terms_index.index_coordinate_terms.index_coordinate_results x1 ox scale i1 ->
  Rabs (real i0) <= L -> Rabs (real i1) <= L -> L < bpow radix2 99 -> ud * real margin * real scale <= v * L + es.
Proof.
  intros Fox Box_small Fscale Pscale D0 Hi Lo I0 I1 L0 L1 HL. pose proof (eta_pos single) as T.
  destruct (low_coordinate ox scale Fox Box_small Fscale Pscale x0 i0 _ Lo I0) as (_ & G0).
  destruct (high_coordinate ox scale Fox Box_small Fscale Pscale x1 i1 _ Hi I1) as (_ & G1).
  set (a := exact_coordinate ox scale (real fx - 8 / 10 * real margin)) in *. set (b := exact_coordinate ox scale (real
      fx + 8 / 10 * real margin)) in *.
  assert (D : b - a = 16 / 10 * (real margin * real scale)) by (unfold a, b, exact_coordinate; field).
  assert (m0 : 0 <= real margin).
  { pose proof (u_pos double). apply Rnot_lt_le. intros N. assert (0 < ud * - real margin) by (apply
      Rmult_lt_0_compat; lra). lra. }
  assert (ms : 0 <= real margin * real scale) by (apply Rmult_le_pos; lra).
  apply Rabs_le_inv in L0, L1.
  assert (P100 : bpow radix2 100 = 2 * bpow radix2 99) by (change 100%Z with (1 + 99)%Z; rewrite bpow_plus;
      reflexivity).
  assert (Ts : 1000 * es <= bpow radix2 99).
  { apply Rle_trans with (bpow radix2 10 * es); [change (bpow radix2 10) with 1024; lra |]. unfold eta. rewrite <-
      bpow_plus. apply bpow_le. vm_compute. discriminate. }
  assert (Bound : 16 / 10 * (real margin * real scale) <= 21 / 10 * L + 10 * es).
  { destruct (clamp_cases a) as [(La & Ea) | [(La & Ea) | (La & Ea)]]; rewrite Ea in G0;
      destruct (clamp_cases b) as [(Lb & Eb) | [(Lb & Eb) | (Lb & Eb)]]; rewrite Eb in G1;
      unfold Rabs in G0, G1; repeat destruct (Rcase_abs _) in G0; repeat destruct (Rcase_abs _) in G1; lra. }
  rewrite Rmult_assoc. rewrite u_double. lra.
Qed.

Section Region.
Variables ox oy scale fx fy mx my until tx ty reach x0 x1 y0 y1 path_x path_y margin : F double.
Variables i0 i1 i2 i3 : F single.
Hypothesis Fox : finite ox. Hypothesis Foy : finite oy.
Hypothesis Box_small : Rabs (real ox) <= bpow radix2 969. Hypothesis Boy_small : Rabs (real oy) <= bpow radix2 969.
Hypothesis Fscale : finite scale. Hypothesis Pscale : 0 < real scale.
Hypothesis Ffx : finite fx. Hypothesis Ffy : finite fy. Hypothesis Ftx : finite tx. Hypothesis Fty : finite ty.
Hypothesis tx_is : tx = fadd fx (fmul mx until).
Hypothesis ty_is : ty = fadd fy (fmul my until).
Hypothesis reach_number : number reach.
Hypothesis reach_valid : nonneg reach.
Hypothesis path_is : set_path_results ox oy scale fx fy reach tx ty x0 y0 x1 y1 i0 i1 i2 i3 path_x path_y margin.
Variables qx qy tau : R.
Hypothesis tau_range : 0 <= tau <= 1.
Hypothesis in_reach : finite reach ->
  (qx - (real fx + tau * (real mx * real until))) ^ 2 + (qy - (real fy + tau * (real my * real until))) ^ 2 <= real
      reach ^ 2.

Let region := Box _ x0 x1 y0 y1.
Let near := Box _ i0 i1 i2 i3.
Let del := ud * real margin.

Lemma region_in_index : index_box ox oy scale region near.
Proof.
  destruct path_is as (l1 & l2 & l3 & l4 & l5 & l6 & size & mar & q1 & q2 & q3 & q4 & H). destruct H.
  unfold index_box, region, near. cbn [min_x max_x min_y max_y]. exists i0, i1, i2, i3.
  constructor; try reflexivity; eexists; constructor; eassumption.
Qed.

Theorem region_holds :
  (at_most x0 (real fx) /\ at_least x1 (real fx) /\ at_most y0 (real fy) /\ at_least y1 (real fy)) /\
  (at_most x0 (qx + del) /\ at_least x1 (qx - del) /\ at_most y0 (qy + del) /\ at_least y1 (qy - del)) /\
  0 <= del /\
  (finite margin -> at_least x1 (real fx + 8 / 10 * real margin) /\ at_most x0 (real fx - 8 / 10 * real margin)).
Proof.
  destruct path_is as (l1 & l2 & l3 & l4 & l5 & l6 & size & mar & q1 & q2 & q3 & q4 & H).
  destruct H as [-> -> -> -> -> -> E_size E_sum E_x0 E_y0 E_x1 E_y1 _ _ _ _ _ _ _ _ _ _ ->].
  change (size = PathRegion.max_abs fx fy tx ty) in E_size.
  destruct (PathRegion.max_abs_value fx fy tx ty Ffx Ffy Ftx Fty) as (Fs & S1 & S2 & S3 & S4). rewrite <- E_size in *.
  assert (Ps : 0 <= real size) by (pose proof (Rabs_pos (real fx)); lra).
  destruct (lesser_value fx tx Ffx Ftx) as (F1 & V1). destruct (greater_value fx tx Ffx Ftx) as (F2 & V2).
  destruct (lesser_value fy ty Ffy Fty) as (F3 & V3). destruct (greater_value fy ty Ffy Fty) as (F4 & V4).
  change (x0 = fsub (lesser fx tx) mar) in E_x0. change (y0 = fsub (lesser fy ty) mar) in E_y0.
  change (x1 = fadd (greater fx tx) mar) in E_x1. change (y1 = fadd (greater fy ty) mar) in E_y1.
  assert (P49 : number (fmul size (fconst 1 (-49))) /\ nonneg (fmul size (fconst 1 (-49)))).
  { destruct (Facts.constant_value (-49) ltac:(lia)) as [Fc Vc].
    split; [apply number_fmul; [now apply number_finite | exact Fc | rewrite Vc; apply bpow_gt_0] |].
    apply nonneg_fmul; [now apply nonneg_of_real | reflexivity]. }
  destruct (sum_up_above _ _ _ E_sum reach_number (proj1 P49) reach_valid (proj2 P49)) as (Nm & Pm & C).
  destruct C as [-> | (_ & _ & Fm & _)].
  - destruct (margin_minus _ F1) as (G1 & _). destruct (margin_minus _ F2) as (_ & G2).
    destruct (margin_minus _ F3) as (G3 & _). destruct (margin_minus _ F4) as (_ & G4).
    rewrite E_x0, E_x1, E_y0, E_y1, G1, G2, G3, G4. unfold del. change (real (finf : F double)) with 0.
    repeat match goal with |- _ /\ _ => split end; try (left; reflexivity); try lra; intros; discriminate.
  - destruct (SlabLine.path_margin reach size mar E_sum reach_valid Fm Ps) as (Fr & R0 & ME). specialize (in_reach Fr).
    pose proof u_double_small as U. pose proof (u_pos double) as U0. pose proof (eta_pos double) as T.
    assert (US : 0 <= ud * real size) by (apply Rmult_le_pos; lra).
    assert (m0 : 0 <= real mar) by lra.
    pose proof (PathRegion.end_error fx mx until tx (real size) Ftx tx_is S1 S3) as Ux.
    pose proof (PathRegion.end_error fy my until ty (real size) Fty ty_is S2 S4) as Uy.
    set (err := (31/10) * u double * real size + (101/100) * eta double) in *.
    assert (K : 0 <= 0 <= 1) by lra.
    destruct (PathRegion.path_coordinate (real fx) (real fx + real mx * real until) (real tx) qx qx 0 tau
      ((qy - (real fy + tau * (real my * real until))) ^ 2) (real reach) err R0 tau_range K (pow2_ge_0 _) Ux) as (X0 &
          X1).
    { eapply Rle_trans; [| exact in_reach]. right. ring. }
    destruct (PathRegion.path_coordinate (real fy) (real fy + real my * real until) (real ty) qy qy 0 tau
      ((qx - (real fx + tau * (real mx * real until))) ^ 2) (real reach) err R0 tau_range K (pow2_ge_0 _) Uy) as (Y0 &
          Y1).
    { eapply Rle_trans; [| exact in_reach]. right. ring. }
    rewrite Rmin_left in X0, Y0 by lra. rewrite Rmax_left in X1, Y1 by lra.
    assert (Sl : forall a b : R, Rabs a <= real size -> Rabs b <= real size -> Rabs (Rmin a b) <= real size /\ Rabs
        (Rmax a b) <= real size).
    { intros a b Ha Hb. split; [unfold Rmin | unfold Rmax]; destruct Rle_dec; assumption. }
    destruct (Sl _ _ S1 S3) as (A1 & A2). destruct (Sl _ _ S2 S4) as (A3 & A4). rewrite <- V1 in A1, X1. rewrite <- V2
        in A2, X0.
    rewrite <- V3 in A3, Y1. rewrite <- V4 in A4, Y0.
    assert (Low : real (lesser fx tx) <= real fx /\ real fx <= real (greater fx tx) /\ real (lesser fy ty) <= real fy /\
        real fy <= real (greater fy ty)).
    { rewrite V1, V2, V3, V4. repeat split; auto using Rmin_l, Rmax_l. }
    destruct Low as (B1 & B2 & B3 & B4).
    assert (MS : 55 / 10 * (ud * real size) <= real mar) by lra.
    assert (Um : 0 <= ud * real mar <= / 1048576 * real mar) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
        lra).
    destruct (low_margin _ _ (real size) qx F1 Fm m0 A1) as (C1 & D1); [unfold err in *; lra |].
    destruct (high_margin _ _ (real size) qx F2 Fm m0 A2) as (C2 & D2); [unfold err in *; lra |].
    destruct (low_margin _ _ (real size) qy F3 Fm m0 A3) as (C3 & D3); [unfold err in *; lra |].
    destruct (high_margin _ _ (real size) qy F4 Fm m0 A4) as (C4 & D4); [unfold err in *; lra |].
    rewrite <- E_x0 in C1, D1. rewrite <- E_x1 in C2, D2. rewrite <- E_y0 in C3, D3. rewrite <- E_y1 in C4, D4.
    destruct (high_margin _ _ (real size) (real fx + (8 / 10 + ud) * real mar) F2 Fm m0 A2) as (C5 & _); [lra |].
    destruct (low_margin _ _ (real size) (real fx - (8 / 10 + ud) * real mar) F1 Fm m0 A1) as (C6 & _); [lra |].
    rewrite <- E_x1 in C5. rewrite <- E_x0 in C6.
    replace (real fx + (8 / 10 + ud) * real mar - ud * real mar) with (real fx + 8 / 10 * real mar) in C5 by ring.
    replace (real fx - (8 / 10 + ud) * real mar + ud * real mar) with (real fx - 8 / 10 * real mar) in C6 by ring.
    unfold del. split; [auto |]. split; [auto |]. split; [lra | auto].
Qed.

(* The part that the place may lie outside is small in index coordinates. *)
Lemma outside_is_small : let L := Rmax (Rmax (Rabs (real i0)) (Rabs (real i1))) (Rmax (Rabs (real i2)) (Rabs (real i3)))
    in
  L < bpow radix2 99 -> del * real scale <= v * L + es.
Proof.
  intros L HL. destruct region_holds as (_ & _ & D0 & M). pose proof (eta_pos single) as T.
  assert (LX : Rabs (real i0) <= L /\ Rabs (real i1) <= L).
  { unfold L. pose proof (Rmax_l (Rabs (real i0)) (Rabs (real i1))). pose proof (Rmax_r (Rabs (real i0)) (Rabs (real
      i1))).
    match goal with |- context [Rmax (Rmax ?a ?b) ?c] => pose proof (Rmax_l (Rmax a b) c) end. lra. }
  destruct LX as (L0 & L1). pose proof (Rabs_pos (real i0)).
  destruct (is_finite margin) eqn:Fm.
  2: { unfold del. replace (real margin) with 0; [lra |]. destruct margin; try discriminate; reflexivity. }
  destruct (M Fm) as (Hi & Lo). destruct (index_box_coordinates _ _ _ _ _ region_in_index) as (I0 & I1 & _).
  cbn [min_x max_x region near] in I0, I1.
  exact (margin_in_index ox scale fx margin x0 x1 i0 i1 L Fox Box_small Fscale Pscale D0 Hi Lo I0 I1 L0 L1 HL).
Qed.

(* No node above a wall in reach is left out. *)
Theorem node_beside_keeps_wall (n0x n0y m0 nx ny slab_margin : F double) (f_x f_y snx sny soff smar : F single)
    (wall : box double) (wall' node : box single) (result : Z) :
  set_slab_results fx fy n0x n0y m0 mx my reach true nx ny slab_margin -> finite mx -> finite my -> 0 <= real until <= 1
      ->
  index_coordinate_results fx ox scale f_x -> index_coordinate_results fy oy scale f_y ->
  index_slab_of_results scale i0 i1 i2 i3 f_x f_y nx ny slab_margin snx sny soff smar ->
  at_most (min_x wall) qx -> at_least (max_x wall) qx -> at_most (min_y wall) qy -> at_least (max_y wall) qy ->
  index_box ox oy scale wall wall' -> contains node wall' -> box_in_range node ->
  boxes_beside_lanes_results i0 i1 i2 i3 snx sny soff smar (min_x node) (max_x node) (min_y node) (max_y node) result ->
  result = 0%Z.
Proof.
  intros Hslab Fmx Fmy Hu Hx Hy Hindex W0 W1 W2 W3 Hw Hn Rn Hl. destruct region_holds as (S & P & D0 & _).
  pose proof region_in_index as Hr. pose proof Hr as I. apply index_box_coordinates in I. destruct I as (I0 & I1 & I2 &
      I3).
  cbn [min_x max_x min_y max_y region near] in I0, I1, I2, I3.
  destruct S as (S0 & S1 & S2 & S3).
  destruct (index_coordinate_bounded ox scale Fox Fscale Pscale _ _ (number_of_at_most _ _ S0) I0) as (F0 & _).
  destruct (index_coordinate_bounded ox scale Fox Fscale Pscale _ _ (number_of_at_least _ _ S1) I1) as (F1 & _).
  destruct (index_coordinate_bounded oy scale Foy Fscale Pscale _ _ (number_of_at_most _ _ S2) I2) as (F2 & _).
  destruct (index_coordinate_bounded oy scale Foy Fscale Pscale _ _ (number_of_at_least _ _ S3) I3) as (F3 & _).
  assert (Tu : 0 <= tau * real until <= 1).
  { split; [apply Rmult_le_pos; lra |]. apply Rle_trans with (1 * 1); [apply Rmult_le_compat; lra | lra]. }
  apply (box_in_reach_is_not_beside ox oy scale fx fy n0x n0y m0 mx my reach nx ny slab_margin Fox Foy Box_small
      Boy_small Fscale Pscale
    Ffx Ffy Fmx Fmy Hslab reach_valid region wall near near wall' node f_x f_y snx sny soff smar qx qy del) with (tau :=
        tau * real until);
    auto; cbn [min_x max_x min_y max_y region near]; auto.
  - pose proof (Rmax_l (Rabs (real i0)) (Rabs (real i1))). pose proof (Rmax_r (Rabs (real i0)) (Rabs (real i1))).
    pose proof (Rmax_l (Rabs (real i2)) (Rabs (real i3))). pose proof (Rmax_r (Rabs (real i2)) (Rabs (real i3))).
    match goal with |- context [Rmax (Rmax ?a ?b) (Rmax ?c ?d)] => pose proof (Rmax_l (Rmax a b) (Rmax c d)); pose proof
        (Rmax_r (Rmax a b) (Rmax c d)) end.
    repeat split; lra.
  - split; [exact D0 | exact outside_is_small].
  - intros Fr. specialize (in_reach Fr). eapply Rle_trans; [| exact in_reach]. right. ring.
Qed.

End Region.
