(* carom_search_shrink of src/scene/traversal.c: the region of a search only shrinks, so it stays within the region for
   which carom_search_whole has set the slab. Method: rounding never falls, so the end of the shorter path lies between
   the start and the end of the longer one, and so do the boxes in doubles and in index coordinates.

   With it the theorem of SlabBox.v holds of a search that is begun and shrunk by the code. Premises about `until` are
   what the callers ensure: carom_search_start sets it to 1, and they shrink only to smaller fractions of the path. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Overflow Order IndexCoordinates SearchRegions NodeLimit SlabPlace SlabBox.
From Carom Require Products PathRegion SlabBeside SlabRegion.
From Carom Require Terms_slab Terms_region Terms_search.
Import Terms_slab.set_slab_terms(set_slab_results).
Import Terms_slab.boxes_beside_lanes_terms(boxes_beside_lanes_results).
Import Terms_region.index_slab_of_terms(index_slab_of_results).
Import Terms_region.set_path_terms(set_path_results).
Import Terms_region.sum_up_terms(sum_up_results).
Import Terms_search.carom_search_shrink_terms(carom_search_shrink_results).
Import Terms_search.carom_search_whole_terms(carom_search_whole_results).

Open Scope R_scope.

(* ---- operations that never fall ---- *)

Lemma fmul_comm {f} (x y : F f) : fmul x y = fmul y x.
Proof.
  unfold fmul, Bmult. destruct x as [s | s | | s m e p], y as [s' | s' | | s' m' e' p']; try reflexivity;
    try (now rewrite xorb_comm). apply B2SF_inj. rewrite !B2SF_SF2B.
  now rewrite (xorb_comm s), (Pos.mul_comm m), (Z.add_comm e).
Qed.

Lemma finite_between {f} (x y z : F f) : finite x -> finite z -> fle x y = true -> fle y z = true -> finite y.
Proof.
  intros Fx Fz A B. apply fle_of_values in A, B. pose proof (finite_below x Fx). pose proof (finite_below z Fz).
  destruct y as [s | [|] | | s m e p]; try reflexivity; exfalso; simpl in *; try lra. destruct A as (_ & A & _).
  discriminate A.
Qed.

Lemma fle_of_real {f} (x y : F f) : finite x -> finite y -> real x <= real y -> fle x y = true.
Proof.
  intros Fx Fy H. apply fle_of_values. rewrite !value_finite by assumption. auto using number_finite.
Qed.

Lemma sum_never_falls {f} (x y x' y' : F f) : nonneg x -> nonneg y -> nonneg x' -> nonneg y' ->
  fle x x' = true -> fle y y' = true -> fle (fadd x y) (fadd x' y') = true.
Proof.
  intros Px Py Px' Py' A B. apply fle_of_values in A, B. destruct A as (Nx & Nx' & A), B as (Ny & Ny' & B).
  pose proof (number_of_nonneg_sum x y Nx Ny Px Py) as N. pose proof (number_of_nonneg_sum x' y' Nx' Ny' Px' Py') as N'.
  pose proof (huge_pos (f := f)) as L. pose proof (value_range (fadd x y)) as R.
  destruct (is_finite x') eqn:Fx'; [destruct (is_finite y') eqn:Fy' |].
  - pose proof (finite_below x' Fx') as Bx. pose proof (finite_below y' Fy') as By.
    assert (Fx : finite x) by (destruct x as [s | s | | ]; try reflexivity; try discriminate; simpl in Px; subst s;
      simpl in A; lra).
    assert (Fy : finite y) by (destruct y as [s | s | | ]; try reflexivity; try discriminate; simpl in Py; subst s;
      simpl in B; lra).
    rewrite !value_finite in A, B by assumption.
    apply rounds_le with (real x + real y) (real x' + real y'); try apply fadd_rounds; auto. lra.
  - assert (E : y' = finf) by (apply infinite_of_nonneg; auto; unfold finite; congruence). subst y'.
    replace (fadd x' finf) with (finf : F f) by (destruct x'; try discriminate; reflexivity).
    apply fle_of_values. repeat split; auto. simpl. lra.
  - assert (E : x' = finf) by (apply infinite_of_nonneg; auto; unfold finite; congruence). subst x'.
    replace (fadd finf y') with (finf : F f) by (destruct y' as [| [|] | | ]; try discriminate; reflexivity).
    apply fle_of_values. repeat split; auto. simpl. lra.
Qed.

(* The sides of a box: a place less or plus a margin. *)
Lemma number_of_side {f} (x m : F f) : finite x -> number m -> number (fsub x m) /\ number (fadd x m).
Proof.
  intros Fx Nm. destruct (is_finite m) eqn:Fm; [split; [apply fsub_rounds | apply fadd_rounds]; auto |].
  destruct m as [| s | | ], x; try discriminate; split; destruct s; reflexivity.
Qed.

Lemma sides_never_fall {f} (x y m n : F f) : finite x -> finite y -> nonneg m -> nonneg n -> fle n m = true ->
  (real x <= real y -> fle (fsub x m) (fsub y n) = true) /\ (real y <= real x -> fle (fadd y n) (fadd x m) = true).
Proof.
  intros Fx Fy Pm Pn H. apply fle_of_values in H. destruct H as (Nn & Nm & H).
  destruct (number_of_side y n Fy Nn) as (N1 & N2). pose proof (huge_pos (f := f)) as L.
  pose proof (value_range (fsub y n)) as R1. pose proof (value_range (fadd y n)) as R2.
  destruct (is_finite m) eqn:Fm.
  - pose proof (finite_below m Fm) as Bm.
    assert (Fn : finite n) by (destruct n as [s | s | | ]; try reflexivity; try discriminate; simpl in Pn; subst s;
      simpl in H; lra).
    rewrite !value_finite in H by assumption.
    split; intros D.
    + apply rounds_le with (real x - real m) (real y - real n); try apply fsub_rounds; auto. lra.
    + apply rounds_le with (real y + real n) (real x + real m); try apply fadd_rounds; auto. lra.
  - assert (E : m = finf) by (apply infinite_of_nonneg; auto; unfold finite; congruence). subst m.
    replace (fsub x finf) with (finf_down : F f) by (destruct x; try discriminate; reflexivity).
    replace (fadd x finf) with (finf : F f) by (destruct x; try discriminate; reflexivity).
    split; intros _; apply fle_of_values; repeat split; auto; simpl; lra.
Qed.

(* ---- the end of the path ---- *)

(* f + u w lies between f and f + p, where p is k w rounded and 0 <= u <= k. *)
Lemma end_between (f w u p : F double) k : finite f -> finite w -> finite u -> 0 <= real u <= k ->
  rounds_to p (k * real w) -> finite p -> finite (fadd f p) ->
  let t := fadd f (fmul u w) in
  finite t /\ Rmin (real f) (real (fadd f p)) <= real t <= Rmax (real f) (real (fadd f p)).
Proof.
  intros Ff Fw Fu U Rp Fp Ft t. pose proof (fmul_rounds u w Fu Fw) as Ru.
  assert (Zero : rounds_to (fconst 0 0 : F double) 0).
  { destruct Facts.zero_value as (F0 & V0). apply rounds_of_finite; [exact F0 |]. now rewrite V0, rnd_zero. }
  destruct Facts.zero_value as (F0 & V0). pose proof (fadd_rounds _ _ Ff Fp) as Rt.
  assert (Rf : rounds_to f (real f)) by (apply rounds_of_finite; [exact Ff | symmetry; apply rnd_of_format,
    real_in_format]).
  assert (W : (0 <= real u * real w <= k * real w) \/ (k * real w <= real u * real w <= 0)).
  { destruct (Rle_lt_dec 0 (real w)); [left | right]; split.
    - apply Rmult_le_pos; lra.
    - apply Rmult_le_compat_r; lra.
    - rewrite !(Rmult_comm _ (real w)). apply Rmult_le_compat_neg_l; lra.
    - rewrite Rmult_comm, <- (Rmult_0_r (real w)). apply Rmult_le_compat_neg_l; lra. }
  destruct W as [(W1 & W2) | (W1 & W2)].
  - pose proof (rounds_le _ _ _ _ Zero Ru W1) as A. pose proof (rounds_le _ _ _ _ Ru Rp W2) as B.
    pose proof (finite_between _ _ _ F0 Fp A B) as Fm. apply fle_real in A, B; auto. rewrite V0 in A.
    pose proof (fadd_rounds _ _ Ff Fm) as Rs. fold t in Rs.
    pose proof (rounds_le f t _ _ Rf Rs ltac:(lra)) as C. pose proof (rounds_le t _ _ _ Rs Rt ltac:(lra)) as D.
    pose proof (finite_between _ _ _ Ff Ft C D) as Fs. apply fle_real in C, D; auto. split; [exact Fs |].
    rewrite Rmin_left, Rmax_right by lra. lra.
  - pose proof (rounds_le _ _ _ _ Ru Zero W2) as A. pose proof (rounds_le _ _ _ _ Rp Ru W1) as B.
    pose proof (finite_between _ _ _ Fp F0 B A) as Fm. apply fle_real in A, B; auto. rewrite V0 in A.
    pose proof (fadd_rounds _ _ Ff Fm) as Rs. fold t in Rs.
    pose proof (rounds_le t f _ _ Rs Rf ltac:(lra)) as C. pose proof (rounds_le _ t _ _ Rt Rs ltac:(lra)) as D.
    pose proof (finite_between _ _ _ Ft Ff D C) as Fs. apply fle_real in C, D; auto. split; [exact Fs |].
    rewrite Rmin_right, Rmax_left by lra. lra.
Qed.

(* ---- the boxes ---- *)

Lemma margin_never_falls (reach s s' m m' : F double) : nonneg reach -> number reach -> finite s -> finite s' ->
  0 <= real s <= real s' -> sum_up_results reach (fmul s (fconst 1 (-49))) m ->
  sum_up_results reach (fmul s' (fconst 1 (-49))) m' -> nonneg m /\ fle m m' = true.
Proof.
  intros Pr Nr Fs Fs' S [->] [->]. destruct up_factor as (Fc & Vc). destruct tiny_value as (Ft & Vt).
  constant_of double 1%Z (-49)%Z. destruct C as (F49 & V49). rewrite Rmult_1_l in V49.
  pose proof (bpow_gt_0 radix2 (-49)) as P49. pose proof u_double_small as U. pose proof (eta_pos double) as T.
  set (c := fadd (fconst 1 0) (fconst 1 (-51)) : F double) in *. set (d := fconst 1 (-1074) : F double) in *.
  set (q := fconst 1 (-49) : F double) in *. clearbody c d q.
  assert (Pc : nonneg c) by (apply nonneg_of_real; auto; lra). assert (Pd : nonneg d) by (apply nonneg_of_real; auto;
    lra).
  assert (Pq : nonneg q) by (apply nonneg_of_real; auto; lra).
  assert (Ps : nonneg s) by (apply nonneg_of_real; auto; lra). assert (Ps' : nonneg s') by (apply nonneg_of_real; auto;
    lra).
  pose proof (nonneg_fmul _ _ Ps Pq) as P1. pose proof (nonneg_fmul _ _ Ps' Pq) as P1'.
  pose proof (nonneg_fadd _ _ Pr P1) as P2. pose proof (nonneg_fadd _ _ Pr P1') as P2'.
  pose proof (nonneg_fmul _ _ P2 Pc) as P3. pose proof (nonneg_fmul _ _ P2' Pc) as P3'.
  split; [now apply nonneg_fadd |].
  apply sum_never_falls; auto; [| now apply fle_refl, number_finite].
  apply fmul_never_falls; [exact Fc | lra |]. apply sum_never_falls; auto; [now apply fle_refl |].
  apply fmul_never_falls; [exact F49 | lra |]. apply fle_of_real; auto. lra.
Qed.

Section Boxes.
Variables ox oy scale fx fy reach tx ty tx' ty' : F double.
Variables x0 y0 x1 y1 path_x path_y margin x0' y0' x1' y1' path_x' path_y' margin' : F double.
Variables i0 i1 i2 i3 i0' i1' i2' i3' : F single.
Hypothesis Fox : finite ox. Hypothesis Foy : finite oy. Hypothesis Fscale : finite scale.
Hypothesis Pscale : 0 < real scale.
Hypothesis Ffx : finite fx. Hypothesis Ffy : finite fy. Hypothesis Ftx : finite tx. Hypothesis Fty : finite ty.
Hypothesis Ftx' : finite tx'. Hypothesis Fty' : finite ty'.
Hypothesis reach_number : number reach. Hypothesis reach_valid : nonneg reach.
Hypothesis short_x : Rmin (real fx) (real tx') <= real tx <= Rmax (real fx) (real tx').
Hypothesis short_y : Rmin (real fy) (real ty') <= real ty <= Rmax (real fy) (real ty').
Hypothesis path_is : set_path_results ox oy scale fx fy reach tx ty x0 y0 x1 y1 i0 i1 i2 i3 path_x path_y margin.
Hypothesis longer_path_is : set_path_results ox oy scale fx fy reach tx' ty' x0' y0' x1' y1' i0' i1' i2' i3' path_x'
  path_y' margin'.

Lemma shorter_box_within : fle x0' x0 = true /\ fle x0 x1 = true /\ fle x1 x1' = true /\
  fle y0' y0 = true /\ fle y0 y1 = true /\ fle y1 y1' = true.
Proof.
  destruct path_is as (l1 & l2 & l3 & l4 & l5 & l6 & size & mar & q1 & q2 & q3 & q4 & H).
  destruct H as [-> -> -> -> -> -> E_size E_sum E_x0 E_y0 E_x1 E_y1 _ _ _ _ _ _ _ _ _ _ _].
  destruct longer_path_is as (l1 & l2 & l3 & l4 & l5 & l6 & size' & mar' & q1' & q2' & q3' & q4' & H).
  destruct H as [-> -> -> -> -> -> E_size' E_sum' E_x0' E_y0' E_x1' E_y1' _ _ _ _ _ _ _ _ _ _ _].
  change (size = PathRegion.max_abs fx fy tx ty) in E_size.
  change (size' = PathRegion.max_abs fx fy tx' ty') in E_size'.
  destruct (PathRegion.max_abs_value fx fy tx ty Ffx Ffy Ftx Fty) as (Fs & S1 & _). rewrite <- E_size in *.
  destruct (PathRegion.max_abs_value fx fy tx' ty' Ffx Ffy Ftx' Fty') as (Fs' & S1' & S2' & S3' & S4').
  rewrite <- E_size' in *.
  assert (S : 0 <= real size <= real size').
  { split; [pose proof (Rabs_pos (real fx)); lra |]. rewrite E_size. unfold PathRegion.max_abs.
    destruct (greater_value (fabs fx) (fabs fy)) as (G1 & V1); auto using finite_fabs.
    destruct (greater_value (fabs tx) (fabs ty)) as (G2 & V2); auto using finite_fabs.
    destruct (greater_value _ _ G1 G2) as (_ & V3). rewrite V3, V1, V2, !real_fabs.
    assert (M : forall f t t' b : R, Rmin f t' <= t <= Rmax f t' -> Rabs f <= b -> Rabs t' <= b -> Rabs t <= b).
    { intros f t t' b H H1 H2. apply Rabs_le_inv in H1, H2. apply Rabs_le. unfold Rmin, Rmax in H.
      destruct Rle_dec in H; lra. }
    repeat apply Rmax_lub; auto; [apply (M (real fx) _ (real tx')) | apply (M (real fy) _ (real ty'))]; auto. }
  destruct (margin_never_falls _ _ _ _ _ reach_valid reach_number Fs Fs' S E_sum E_sum') as (Pm & Lm).
  assert (Pm' : nonneg mar').
  { destruct (margin_never_falls reach size' size' mar' mar') as (P & _); auto. lra. }
  assert (Side : forall f t t' lo hi lo' hi' : F double, finite f -> finite t -> finite t' ->
    Rmin (real f) (real t') <= real t <= Rmax (real f) (real t') ->
    lo = fsub (lesser f t) mar -> hi = fadd (greater f t) mar -> lo' = fsub (lesser f t') mar' ->
    hi' = fadd (greater f t') mar' -> fle lo' lo = true /\ fle lo hi = true /\ fle hi hi' = true).
  { intros f t t' lo hi lo' hi' Ff Ft Ft' B -> -> -> ->.
    destruct (lesser_value f t Ff Ft) as (G1 & V1). destruct (lesser_value f t' Ff Ft') as (G2 & V2).
    destruct (greater_value f t Ff Ft) as (G3 & V3). destruct (greater_value f t' Ff Ft') as (G4 & V4).
    assert (K : real (lesser f t') <= real (lesser f t) /\ real (greater f t) <= real (greater f t') /\
      real (lesser f t) <= real f <= real (greater f t)).
    { rewrite V1, V2, V3, V4. unfold Rmin, Rmax in *. repeat destruct Rle_dec in B; repeat destruct Rle_dec; lra. }
    destruct K as (K1 & K2 & K3).
    destruct (sides_never_fall (lesser f t') (lesser f t) mar' mar G2 G1 Pm' Pm Lm) as (A & _).
    destruct (sides_never_fall (greater f t') (greater f t) mar' mar G4 G3 Pm' Pm Lm) as (_ & C).
    split; [now apply A |]. split; [| now apply C].
    apply fle_of_values in Lm. destruct Lm as (Nm & _ & _). destruct (is_finite mar) eqn:Fm.
    - pose proof (nonneg_real _ Pm).
      apply rounds_le with (real (lesser f t) - real mar) (real (greater f t) + real mar);
        [now apply fsub_rounds | now apply fadd_rounds | lra].
    - assert (E : mar = finf) by (apply infinite_of_nonneg; auto; unfold finite; congruence). rewrite E.
      destruct (lesser f t), (greater f t); try discriminate; reflexivity. }
  destruct (Side fx tx tx' x0 x1 x0' x1') as (A & B & C); auto.
  destruct (Side fy ty ty' y0 y1 y0' y1') as (D & G & H); auto. auto 7.
Qed.

(* In index coordinates: what SlabBox.v has as the premise near_within. *)
Theorem shorter_region_within :
  let most_far := Rmax (Rmax (Rabs (real i0')) (Rabs (real i1'))) (Rmax (Rabs (real i2')) (Rabs (real i3'))) in
  (finite i0' /\ finite i1' /\ finite i2' /\ finite i3') /\
  Rabs (real i0) <= most_far /\ Rabs (real i1) <= most_far /\ Rabs (real i2) <= most_far /\ Rabs (real i3) <= most_far.
Proof.
  destruct shorter_box_within as (A1 & A2 & A3 & B1 & B2 & B3).
  pose proof (SlabRegion.region_in_index ox oy scale fx fy tx ty reach x0 x1 y0 y1 path_x path_y margin i0 i1 i2 i3
    path_is) as I.
  pose proof (SlabRegion.region_in_index ox oy scale fx fy tx' ty' reach x0' x1' y0' y1' path_x' path_y' margin' i0' i1'
    i2' i3' longer_path_is) as I'.
  apply index_box_coordinates in I, I'. cbn [min_x max_x min_y max_y] in I, I'.
  destruct I as (I0 & I1 & I2 & I3), I' as (J0 & J1 & J2 & J3).
  pose proof (index_coordinate_never_falls ox scale Fox Fscale Pscale _ _ _ _ J0 I0 A1) as C0.
  pose proof (index_coordinate_never_falls ox scale Fox Fscale Pscale _ _ _ _ I0 I1 A2) as C1.
  pose proof (index_coordinate_never_falls ox scale Fox Fscale Pscale _ _ _ _ I1 J1 A3) as C2.
  pose proof (index_coordinate_never_falls oy scale Foy Fscale Pscale _ _ _ _ J2 I2 B1) as D0.
  pose proof (index_coordinate_never_falls oy scale Foy Fscale Pscale _ _ _ _ I2 I3 B2) as D1.
  pose proof (index_coordinate_never_falls oy scale Foy Fscale Pscale _ _ _ _ I3 J3 B3) as D2.
  apply fle_of_values in A1, A2, A3, B1, B2, B3. destruct A1 as (N0 & N1 & _), A3 as (N2 & N3 & _).
  destruct B1 as (N4 & N5 & _), B3 as (N6 & N7 & _).
  destruct (index_coordinate_bounded ox scale Fox Fscale Pscale _ _ N0 J0) as (F0 & _).
  destruct (index_coordinate_bounded ox scale Fox Fscale Pscale _ _ N1 I0) as (F1 & _).
  destruct (index_coordinate_bounded ox scale Fox Fscale Pscale _ _ N2 I1) as (F2 & _).
  destruct (index_coordinate_bounded ox scale Fox Fscale Pscale _ _ N3 J1) as (F3 & _).
  destruct (index_coordinate_bounded oy scale Foy Fscale Pscale _ _ N4 J2) as (F4 & _).
  destruct (index_coordinate_bounded oy scale Foy Fscale Pscale _ _ N5 I2) as (F5 & _).
  destruct (index_coordinate_bounded oy scale Foy Fscale Pscale _ _ N6 I3) as (F6 & _).
  destruct (index_coordinate_bounded oy scale Foy Fscale Pscale _ _ N7 J3) as (F7 & _).
  apply fle_real in C0, C1, C2, D0, D1, D2; auto. intros most_far. split; [auto |].
  pose proof (Rmax_l (Rabs (real i0')) (Rabs (real i1'))). pose proof (Rmax_r (Rabs (real i0')) (Rabs (real i1'))).
  pose proof (Rmax_l (Rabs (real i2')) (Rabs (real i3'))). pose proof (Rmax_r (Rabs (real i2')) (Rabs (real i3'))).
  pose proof (Rmax_l (Rmax (Rabs (real i0')) (Rabs (real i1'))) (Rmax (Rabs (real i2')) (Rabs (real i3')))).
  pose proof (Rmax_r (Rmax (Rabs (real i0')) (Rabs (real i1'))) (Rmax (Rabs (real i2')) (Rabs (real i3')))).
  fold most_far in H3, H4.
  assert (M : forall l z h : R, l <= z <= h -> Rabs l <= most_far -> Rabs h <= most_far -> Rabs z <= most_far).
  { intros l z h Z L1 L2. apply Rabs_le_inv in L1, L2. apply Rabs_le. lra. }
  repeat split; [apply (M (real i0') _ (real i1')) | apply (M (real i0') _ (real i1')) |
    apply (M (real i2') _ (real i3')) | apply (M (real i2') _ (real i3'))]; lra.
Qed.
End Boxes.

(* The end of the path for which a slab is set is finite. *)
Lemma slab_end_finite fx fy n0x n0y m0 mx my reach nx ny margin :
  set_slab_results fx fy n0x n0y m0 mx my reach true nx ny margin -> finite fx -> finite fy -> finite mx -> finite my ->
  finite (fadd fx mx) /\ finite (fadd fy my).
Proof.
  intros (from_x & from_y & to_x & to_y & l1x & l1y & l2x & l2y & l3x & l3y & size & l4x & l4y & hs & nx1 & ny1 & len &
    m1 & H) Ffx Ffy Fmx Fmy.
  destruct H as [-> -> E_to_x E_to_y E_l1x E_l1y E_l2x E_l2y E_l3x E_l3y E_size _ _ _ E_has _ _ _ _ _ _].
  symmetry in E_has. rewrite !andb_true_iff in E_has. destruct E_has as (_ & K3).
  assert (Fsz : finite size).
  { apply (fle_finite _ _ K3); [| reflexivity]. rewrite E_size, E_l3x, E_l3y, E_l1x, E_l1y, E_l2x, E_l2y.
    repeat match goal with |- nonneg (if ?c then _ else _) => destruct c end; apply nonneg_fabs. }
  assert (Nt : to_x <> B754_nan /\ to_y <> B754_nan).
  { destruct (Overflow.fadd_rounded fx mx Ffx Fmx) as (N1 & _), (Overflow.fadd_rounded fy my Ffy Fmy) as (N2 & _).
    split; intros E; [rewrite <- E_to_x, E in N1 | rewrite <- E_to_y, E in N2]; discriminate. }
  rewrite <- E_to_x, <- E_to_y. rewrite E_size in Fsz.
  assert (N1 : nonneg l3x /\ l3x <> B754_nan).
  { rewrite E_l3x, E_l1x, E_l1y. destruct (flt (fabs fy) (fabs fx)); split;
      auto using nonneg_fabs, SlabBeside.fabs_not_nan, SlabBeside.finite_not_nan. }
  assert (N2 : nonneg l3y /\ l3y <> B754_nan).
  { rewrite E_l3y, E_l2x, E_l2y. destruct (flt (fabs to_y) (fabs to_x)), Nt; split;
      auto using nonneg_fabs, SlabBeside.fabs_not_nan. }
  destruct (SlabBeside.max_bounds _ _ _ (SlabBeside.larger_is_some_max l3x l3y)) as (_ & F2 & _); try tauto.
  rewrite E_l3y, E_l2x, E_l2y in F2. destruct Nt as (Ntx & Nty).
  destruct (SlabBeside.larger_abs to_x to_y Ntx Nty F2) as (F3 & F4 & _). auto.
Qed.

(* ---- the search ---- *)

(* A search that has been begun sets the path anew when it is shrunk. *)
Lemma shrink_is ox oy scale fx fy b0 b1 b2 b3 n0 n1 n2 n3 limit fx' fy' narrowed px py margin wx wy reach first_part
    until until' x0 y0 x1 y1 i0 i1 i2 i3 path_x path_y margin' limit' narrowed' :
  carom_search_shrink_results ox oy scale fx fy b0 b1 b2 b3 n0 n1 n2 n3 limit fx' fy' narrowed px py margin wx wy reach
    first_part until until' x0 y0 x1 y1 i0 i1 i2 i3 path_x path_y margin' limit' narrowed' ->
  first_part = fconst 0 0 ->
  set_path_results ox oy scale fx fy reach (fadd fx (fmul until wx)) (fadd fy (fmul until wy)) x0 y0 x1 y1 i0 i1 i2 i3
    path_x path_y margin'.
Proof.
  intros H E. unfold carom_search_shrink_results in H.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end. destruct H. rewrite E in E_if1.
  change (flt (fconst 0 0) (fconst 0 0)) with false in E_if1. rewrite E_if1 in *. subst. assumption.
Qed.

Section Search.
Variables ox oy scale fx fy wx wy reach n0x n0y m0 nx ny slab_margin until until' : F double.
Hypothesis Fox : finite ox. Hypothesis Foy : finite oy. Hypothesis Fscale : finite scale.
Hypothesis Pscale : 0 < real scale.
Hypothesis Ffx : finite fx. Hypothesis Ffy : finite fy. Hypothesis Fwx : finite wx. Hypothesis Fwy : finite wy.
Hypothesis reach_number : number reach. Hypothesis reach_valid : nonneg reach.
Hypothesis Fu : finite until. Hypothesis Fu' : finite until'.
(* The fraction for which the slab is set, and the one to which the search is shrunk. *)
Hypothesis shorter : 0 <= real until' <= real until.
Hypothesis at_most_whole : real until <= 1.
Hypothesis slab : set_slab_results fx fy n0x n0y m0 wx wy reach true nx ny slab_margin.
(* The search before. *)
Variables b0 b1 b2 b3 path_x0 path_y0 margin0 : F double.
Variables o0 o1 o2 o3 limit0 snx0 sny0 soff0 smar0 : F single.
Variable narrowed0 : Z.
(* After it has been begun, and after it has been shrunk, once or more often. *)
Variables early first_part until_set c0 c1 c2 c3 path_x path_y margin : F double.
Variables from_x from_y j0 j1 j2 j3 limit snx sny soff smar : F single.
Variable narrowed : Z.
Hypothesis begun : carom_search_whole_results ox oy scale fx fy b0 b1 b2 b3 o0 o1 o2 o3 limit0 snx0 sny0 soff0 smar0
  true nx ny slab_margin narrowed0 path_x0 path_y0 margin0 wx wy reach until early first_part from_x from_y until_set
  c0 c1 c2 c3 j0 j1 j2 j3 limit narrowed path_x path_y margin snx sny soff smar.
Variables d0 d1 d2 d3 path_x1 path_y1 margin1 until_set' x0 y0 x1 y1 path_x' path_y' margin' : F double.
Variables k0 k1 k2 k3 limit1 i0 i1 i2 i3 limit' : F single.
Variables narrowed1 narrowed' : Z.
Hypothesis shrunk : carom_search_shrink_results ox oy scale fx fy d0 d1 d2 d3 k0 k1 k2 k3 limit1 from_x from_y narrowed1
  path_x1 path_y1 margin1 wx wy reach first_part until' until_set' x0 y0 x1 y1 i0 i1 i2 i3 path_x' path_y' margin'
  limit' narrowed'.

Let far := Rmax (Rmax (Rabs (real j0)) (Rabs (real j1))) (Rmax (Rabs (real j2)) (Rabs (real j3))).

Lemma ends_and_regions :
  set_path_results ox oy scale fx fy reach (fadd fx (fmul until wx)) (fadd fy (fmul until wy)) c0 c1 c2 c3 j0 j1 j2 j3
    path_x path_y margin /\
  set_path_results ox oy scale fx fy reach (fadd fx (fmul until' wx)) (fadd fy (fmul until' wy)) x0 y0 x1 y1 i0 i1 i2 i3
    path_x' path_y' margin' /\
  (finite (fadd fx (fmul until wx)) /\ finite (fadd fy (fmul until wy))) /\
  (finite (fadd fx (fmul until' wx)) /\ finite (fadd fy (fmul until' wy))) /\
  Rmin (real fx) (real (fadd fx (fmul until wx))) <= real (fadd fx (fmul until' wx)) <=
    Rmax (real fx) (real (fadd fx (fmul until wx))) /\
  Rmin (real fy) (real (fadd fy (fmul until wy))) <= real (fadd fy (fmul until' wy)) <=
    Rmax (real fy) (real (fadd fy (fmul until wy))).
Proof.
  destruct begun as (s1 & s2 & s3 & s4 & []). pose proof shrunk as H. rewrite E_t_first_part in H.
  apply shrink_is in H; [| reflexivity]. apply shrink_is in E_carom_search_shrink; [| reflexivity].
  split; [exact E_carom_search_shrink |]. split; [exact H |].
  destruct (slab_end_finite _ _ _ _ _ _ _ _ _ _ _ slab Ffx Ffy Fwx Fwy) as (Fx & Fy).
  assert (Whole : forall w : F double, finite w -> rounds_to w (1 * real w)).
  { intros w Fw. apply rounds_of_finite; [exact Fw |]. now rewrite Rmult_1_l, rnd_of_format by apply real_in_format. }
  destruct (end_between fx wx until wx 1) as (Gx & _); auto; [lra |].
  destruct (end_between fy wy until wy 1) as (Gy & _); auto; [lra |].
  destruct (fadd_finite _ _ Gx) as (_ & Hx & _). destruct (fadd_finite _ _ Gy) as (_ & Hy & _).
  destruct (end_between fx wx until' (fmul until wx) (real until)) as (Kx & Bx); auto using fmul_rounds.
  destruct (end_between fy wy until' (fmul until wy) (real until)) as (Ky & By); auto using fmul_rounds.
Qed.

(* The premise near_within of SlabBox.v. *)
Theorem shrunk_region_within :
  (finite j0 /\ finite j1 /\ finite j2 /\ finite j3) /\
  Rabs (real i0) <= far /\ Rabs (real i1) <= far /\ Rabs (real i2) <= far /\ Rabs (real i3) <= far.
Proof.
  destruct ends_and_regions as (P & P' & (Fx & Fy) & (Fx' & Fy') & Bx & By).
  exact (shorter_region_within ox oy scale fx fy reach _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Fox Foy
    Fscale Pscale Ffx Ffy Fx' Fy' Fx Fy reach_number reach_valid Bx By P' P).
Qed.

(* No node above a wall within reach of the shortened path is called beside the slab. *)
Variables qx qy tau : R.
Hypothesis tau_range : 0 <= tau <= 1.
Hypothesis in_reach : finite reach ->
  (qx - (real fx + tau * (real wx * real until'))) ^ 2 + (qy - (real fy + tau * (real wy * real until'))) ^ 2 <=
  real reach ^ 2.
Hypothesis Box_small : Rabs (real ox) <= bpow radix2 969. Hypothesis Boy_small : Rabs (real oy) <= bpow radix2 969.

Theorem shrunk_search_keeps_wall (wall : box double) (wall' node : box single) (result : Z) :
  at_most (min_x wall) qx -> at_least (max_x wall) qx -> at_most (min_y wall) qy -> at_least (max_y wall) qy ->
  index_box ox oy scale wall wall' -> contains node wall' -> box_in_range node ->
  boxes_beside_lanes_results i0 i1 i2 i3 snx sny soff smar (min_x node) (max_x node) (min_y node) (max_y node) result ->
  result = 0%Z.
Proof.
  intros W0 W1 W2 W3 Hw Hn Rn Hl. destruct ends_and_regions as (_ & P' & _ & (Fx' & Fy') & _).
  destruct shrunk_region_within as (Fj & N0 & N1 & N2 & N3).
  assert (Ex : fadd fx (fmul until' wx) = fadd fx (fmul wx until')) by now rewrite (fmul_comm until').
  assert (Ey : fadd fy (fmul until' wy) = fadd fy (fmul wy until')) by now rewrite (fmul_comm until').
  destruct (SlabRegion.region_holds ox oy scale fx fy wx wy until' _ _ reach x0 x1 y0 y1 path_x' path_y' margin' i0 i1
    i2 i3 Ffx Ffy Fx' Fy' Ex Ey reach_number reach_valid P' qx qy tau tau_range in_reach) as (S & P & D0 & _).
  pose proof (SlabRegion.outside_is_small ox oy scale fx fy wx wy until' _ _ reach x0 x1 y0 y1 path_x' path_y' margin'
    i0 i1 i2 i3 Fox Box_small Fscale Pscale Ffx Ffy Fx' Fy' Ex Ey reach_number reach_valid P' qx qy tau tau_range
    in_reach) as Small. cbv zeta in Small.
  pose proof (SlabRegion.region_in_index ox oy scale fx fy _ _ reach x0 x1 y0 y1 path_x' path_y' margin' i0 i1 i2 i3 P')
    as Hr.
  destruct begun as (s1 & s2 & s3 & s4 & []). cbn iota in *.
  rewrite E_t_slab_normal_x_2, E_t_slab_normal_y_2, E_t_slab_offset_2, E_t_slab_margin_2 in Hl.
  assert (Tu : 0 <= tau * real until' <= 1).
  { split; [apply Rmult_le_pos; lra |]. apply Rle_trans with (1 * 1); [apply Rmult_le_compat; lra | lra]. }
  assert (L : Rmax (Rmax (Rabs (real i0)) (Rabs (real i1))) (Rmax (Rabs (real i2)) (Rabs (real i3))) <= far)
    by (repeat apply Rmax_lub; assumption).
  apply (box_in_reach_is_not_beside ox oy scale fx fy n0x n0y m0 wx wy reach nx ny slab_margin Fox Foy Box_small
    Boy_small Fscale Pscale Ffx Ffy Fwx Fwy slab reach_valid (Box _ x0 x1 y0 y1) wall (Box _ i0 i1 i2 i3)
    (Box _ j0 j1 j2 j3) wall' node from_x from_y s1 s2 s3 s4 qx qy (u double * real margin'))
    with (tau := tau * real until'); auto; cbn [min_x max_x min_y max_y]; auto.
  - split; [exact D0 |]. intros H. fold far in H |- *. pose proof (u_pos single) as U. rewrite u_single in U.
    specialize (Small ltac:(lra)). pose proof (Rmult_le_compat_l v _ _ ltac:(lra) L). lra.
  - intros Fr. specialize (in_reach Fr). eapply Rle_trans; [| exact in_reach]. right. ring.
Qed.
End Search.
