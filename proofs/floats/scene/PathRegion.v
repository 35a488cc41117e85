(* The box of a path (set_path in src/scene/traversal.c): it overlaps the box of every wall whose axis comes within
   reach of the exact path. The end of the path is a rounded sum of the start and a rounded product; each of its
   coordinates is off by 3.1 * 2^-53 of the largest one and 2^-1075, and the margin has 16 * 2^-53 and 1.5 * 2^-1075. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Lanes Overflow Order Geometry IndexCoordinates SearchRegions LaneBoxes
  PathLimit Terms_region.
From Carom Require Terms_boxes.
Import Terms_boxes.axes_meet_lanes_terms(axes_meet_lanes_results).

Open Scope R_scope.

(* The error of the end of a path in one coordinate. *)
Lemma end_error (from move until to : F double) (size : R) : finite to -> to = fadd from (fmul move until) ->
  Rabs (real from) <= size -> Rabs (real to) <= size ->
  Rabs (real to - (real from + real move * real until)) <= (31/10) * u double * size + (101/100) * eta double.
Proof.
  intros Ft E Lf Lt. pose proof Ft as Fs. rewrite E in Fs. destruct (fadd_finite _ _ Fs) as (Ff & Fm & Vs).
  destruct (fmul_finite _ _ Fm) as (_ & _ & Vm). rewrite <- E in Vs.
  pose proof (rnd_sum_error double _ _ (real_in_format from) (real_in_format (fmul move until))) as E1. rewrite <- Vs
    in E1.
  pose proof (rnd_error double (real move * real until)) as E2. rewrite <- Vm in E2.
  pose proof u_double_small as U. pose proof (eta_pos double) as T.
  set (m := real move * real until) in *. set (m' := real (fmul move until)) in *. clearbody m m'.
  set (f := real from) in *. set (s := real to) in *. clearbody f s.
  pose proof E1 as E3. rewrite <- (Rplus_0_r (_ * _)) in E3. apply rounded_up in E3; [| lra | lra].
  pose proof E2 as E4. apply rounded_up in E4; [| lra | lra].
  assert (A : Rabs m' <= Rabs (f + m') + Rabs f).
  { replace m' with ((f + m') + - f) at 1 by ring. rewrite <- (Rabs_Ropp f). apply Rabs_triang. }
  replace (s - (f + m)) with ((s - (f + m')) + (m' - m)) by ring. eapply Rle_trans; [apply Rabs_triang |].
  assert (S : 0 <= size) by (pose proof (Rabs_pos f); lra).
  assert (US : 0 <= u double * size) by (apply Rmult_le_pos; lra).
  assert (U2 : u double * size <= / 1048576 * size) by (apply Rmult_le_compat_r; lra).
  assert (B1 : Rabs (f + m') <= (1 + (101/100) * / 1048576) * size).
  { eapply Rle_trans; [exact E3 |]. rewrite Rplus_0_r. pose proof (Rabs_pos s). apply Rmult_le_compat; lra. }
  assert (B2 : Rabs m <= (1 + (101/100) * / 1048576) * ((1 + (101/100) * / 1048576) * size + size + eta double)).
  { eapply Rle_trans; [exact E4 |]. pose proof (Rabs_pos m'). apply Rmult_le_compat; lra. }
  assert (C1 : u double * Rabs (f + m') <= u double * ((1 + (101/100) * / 1048576) * size)) by (apply
    Rmult_le_compat_l; lra).
  assert (C2 : u double * Rabs m <= u double * ((1 + (101/100) * / 1048576) * ((1 + (101/100) * / 1048576) * size +
    size + eta double)))
    by (apply Rmult_le_compat_l; lra).
  assert (UT : u double * eta double <= / 1048576 * eta double) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma margin_enough (reach size margin : F double) : sum_up_results reach (fmul size (fconst 1 (-49))) margin ->
  number reach -> nonneg reach -> finite size -> 0 <= real size ->
  at_least margin (real reach + ((31/10) * u double * real size + (101/100) * eta double)).
Proof.
  intros H Nr Pr Fs Ps. constant_of double 1%Z (-49)%Z. destruct C as (Fc & Vc). rewrite Rmult_1_l in Vc.
  set (c := fconst 1 (-49) : F double) in *. clearbody c.
  assert (U : bpow radix2 (-49) = 16 * u double).
  { unfold u. change (bpow radix2 (-49)) with (bpow radix2 (4 + - prec double)). rewrite bpow_plus. reflexivity. }
  rewrite U in Vc. pose proof u_double_small as UU. pose proof (eta_pos double) as T.
  assert (Pc : 0 < real c) by lra.
  destruct (sum_up_above _ _ _ H) as (_ & _ & [-> | (Fr & Fp & Fm & L)]); auto.
  - apply number_fmul; auto. now apply number_finite.
  - apply nonneg_fmul; apply nonneg_of_real; auto; lra.
  - now left.
  - right. split; [exact Fm |]. destruct (fmul_finite _ _ Fp) as (_ & _ & V).
    pose proof (rnd_error double (real size * real c)) as E. rewrite <- V, Vc in E.
    assert (P : 0 <= real (fmul size c)) by (rewrite V; apply rnd_nonneg, Rmult_le_pos; lra).
    assert (US : 0 <= u double * real size) by (apply Rmult_le_pos; lra).
    rewrite (Rabs_pos_eq (real size * _)) in E by (apply Rmult_le_pos; lra). apply LaneBound.within in E.
    assert (UUS : u double * (u double * real size) <= / 1048576 * (u double * real size)) by (apply Rmult_le_compat_r;
      lra).
    destruct (Rle_or_lt (16 * (u double * real size)) (eta double)); lra.
Qed.

Definition max_abs (fx fy tx ty : F double) := greater (greater (fabs fx) (fabs fy)) (greater (fabs tx) (fabs ty)).

Lemma max_abs_value fx fy tx ty : finite fx -> finite fy -> finite tx -> finite ty ->
  let s := max_abs fx fy tx ty in
  finite s /\ Rabs (real fx) <= real s /\ Rabs (real fy) <= real s /\ Rabs (real tx) <= real s /\ Rabs (real ty) <=
    real s.
Proof.
  intros F1 F2 F3 F4 s. unfold s, max_abs.
  destruct (greater_value (fabs fx) (fabs fy)) as (G1 & V1); auto using finite_fabs.
  destruct (greater_value (fabs tx) (fabs ty)) as (G2 & V2); auto using finite_fabs.
  destruct (greater_value _ _ G1 G2) as (G3 & V3). rewrite V3, V1, V2, !real_fabs.
  split; [exact G3 |]. generalize (Rabs (real fx)) (Rabs (real fy)) (Rabs (real tx)) (Rabs (real ty)). intros i j k l.
  pose proof (Rmax_l i j). pose proof (Rmax_r i j). pose proof (Rmax_l k l). pose proof (Rmax_r k l).
  pose proof (Rmax_l (Rmax i j) (Rmax k l)). pose proof (Rmax_r (Rmax i j) (Rmax k l)). lra.
Qed.

(* One coordinate: a point of the axis within r of a place at the fraction tau of the exact path. *)
Lemma path_coordinate (f e t p q k tau d r err : R) : 0 <= r -> 0 <= tau <= 1 -> 0 <= k <= 1 -> 0 <= d ->
  Rabs (t - e) <= err -> ((f + tau * (e - f)) - (p + k * (q - p))) ^ 2 + d <= r ^ 2 ->
  Rmin p q <= Rmax f t + (r + err) /\ Rmin f t - (r + err) <= Rmax p q.
Proof.
  intros P [T0 T1] K D E H.
  assert (X : Rmin f t - err <= f + tau * (e - f) <= Rmax f t + err).
  { pose proof (Rmin_l f t). pose proof (Rmin_r f t). pose proof (Rmax_l f t). pose proof (Rmax_r f t).
    assert (tau * (Rmin f t - err) <= tau * e <= tau * (Rmax f t + err)).
    { apply LaneBound.within in E. split; apply Rmult_le_compat_l; lra. }
    assert (0 <= err) by (pose proof (Rabs_pos (t - e)); lra).
    assert ((1 - tau) * (Rmin f t - err) <= (1 - tau) * f <= (1 - tau) * (Rmax f t + err)) by (split; apply
      Rmult_le_compat_l; lra). lra. }
  pose proof (coordinate_within _ _ _ _ _ _ P K D H). lra.
Qed.

Theorem path_region_overlaps (p : box double) (a b : point) (ox oy scale fx fy mx my until tx ty reach : F double)
    (x0 y0 x1 y1 : F double) (nx0 nx1 ny0 ny1 : F single) (path_x path_y margin : F double) (wr tau t : R) :
  bounds_wall p a b wr -> 0 <= wr -> finite fx -> finite fy -> finite tx -> finite ty ->
  tx = fadd fx (fmul mx until) -> ty = fadd fy (fmul my until) ->
  number reach -> nonneg reach ->
  set_path_results ox oy scale fx fy reach tx ty x0 y0 x1 y1 nx0 nx1 ny0 ny1 path_x path_y margin ->
  on_axis Segment t -> 0 <= tau <= 1 ->
  dist2_at (Point (real fx + tau * (real mx * real until)) (real fy + tau * (real my * real until))) a b t <= (real
    reach + wr) ^ 2 ->
  overlap p (Box _ x0 x1 y0 y1).
Proof.
  intros ((B0 & B1) & (B2 & B3)) Pw Ffx Ffy Ftx Fty Ex Ey Nr Pr Hset T Tau D.
  destruct Hset as (l1 & l2 & l3 & l4 & l5 & l6 & size & mar & i1 & i2 & i3 & i4 & Hs).
  destruct Hs as [-> -> -> -> -> -> E_size E_sum E_x0 E_y0 E_x1 E_y1 _ _ _ _ _ _ _ _ _ _ _].
  change (size = max_abs fx fy tx ty) in E_size.
  destruct (max_abs_value fx fy tx ty Ffx Ffy Ftx Fty) as (Fs & S1 & S2 & S3 & S4). rewrite <- E_size in *.
  assert (Ps : 0 <= real size) by (pose proof (Rabs_pos (real fx)); lra).
  pose proof (margin_enough _ _ _ E_sum Nr Pr Fs Ps) as M.
  pose proof (end_error fx mx until tx (real size) Ftx Ex S1 S3) as Ux.
  pose proof (end_error fy my until ty (real size) Fty Ey S2 S4) as Uy.
  set (err := (31/10) * u double * real size + (101/100) * eta double) in *.
  pose proof (nonneg_real _ Pr) as Rr. assert (P : 0 <= real reach + wr) by lra.
  unfold dist2_at in D. cbn [px py] in D.
  destruct (lesser_value fx tx Ffx Ftx) as (F1 & V1). destruct (greater_value fx tx Ffx Ftx) as (F2 & V2).
  destruct (lesser_value fy ty Ffy Fty) as (F3 & V3). destruct (greater_value fy ty Ffy Fty) as (F4 & V4).
  assert (CX := path_coordinate (real fx) (real fx + real mx * real until) (real tx) (px a) (px b) t tau
    ((real fy + tau * (real my * real until) - (py a + t * (py b - py a))) ^ 2) (real reach + wr) err P Tau T
      (pow2_ge_0 _) Ux).
  assert (CY := path_coordinate (real fy) (real fy + real my * real until) (real ty) (py a) (py b) t tau
    ((real fx + tau * (real mx * real until) - (px a + t * (px b - px a))) ^ 2) (real reach + wr) err P Tau T
      (pow2_ge_0 _) Uy).
  replace (real fx + real mx * real until - real fx) with (real mx * real until) in CX by ring.
  replace (real fy + real my * real until - real fy) with (real my * real until) in CY by ring.
  destruct (CX D) as (X0 & X1). rewrite Rplus_comm in D. destruct (CY D) as (Y0 & Y1). clear CX CY.
  assert (lower : forall v (m n : R), at_most v m -> m <= n -> at_most (v : F double) n).
  { intros v m n [-> | (Fv & L)] L'; [now left | right; split; auto; lra]. }
  assert (raise : forall v (m n : R), at_least v m -> n <= m -> at_least (v : F double) n).
  { intros v m n [-> | (Fv & L)] L'; [now left | right; split; auto; lra]. }
  rewrite E_x0, E_y0, E_x1, E_y1.
  repeat split; cbn [min_x max_x min_y max_y].
  - apply (low_side _ (greater fx tx) mar (real reach + err) F2 M). eapply lower; [exact B0 | rewrite V2; lra].
  - apply (high_side _ (lesser fx tx) mar (real reach + err) F1 M). eapply raise; [exact B1 | rewrite V1; lra].
  - apply (low_side _ (greater fy ty) mar (real reach + err) F4 M). eapply lower; [exact B2 | rewrite V4; lra].
  - apply (high_side _ (lesser fy ty) mar (real reach + err) F3 M). eapply raise; [exact B3 | rewrite V3; lra].
Qed.

(* ---- leaves ---- *)

(* leaf_meets (axes_meet in src/scene/leaf_lanes.h) in one lane: the ends of the wall less and plus its own radius,
   which
   is 0 if all walls have one radius, against the region in doubles. *)
Lemma axis_is_met (ax ay bx by_ r x0 y0 x1 y1 : F double) (meets : Z) :
  axes_meet_lanes_results ax ay bx by_ r x0 y0 x1 y1 meets ->
  exists low_x high_x low_y high_y, is_min low_x ax bx /\ is_max high_x ax bx /\ is_min low_y ay by_ /\ is_max high_y
    ay by_ /\
    ((fle (fsub low_x r) x1 && fle x0 (fadd high_x r) && (fle (fsub low_y r) y1 && fle y0 (fadd high_y r)))%bool = true
      ->
     meets <> 0%Z).
Proof.
  intros (a0 & a1 & b0 & b1 & m1 & m2 & x & m3 & m4 & y & [-> -> -> -> M1 M2 -> M3 M4 -> ->]). exists m1, m2, m3, m4.
  split; [now apply some_min_is_min |]. split; [now apply some_max_is_max |]. split; [now apply some_min_is_min |].
  split; [now apply some_max_is_max |].
  repeat match goal with |- context [if ?c then 1%Z else 0%Z] => destruct c end; discriminate.
Qed.

Lemma leaf_low (m wr c reach : F double) (r : R) : finite m -> finite wr -> finite c -> at_least reach r ->
  real m - real wr <= real c + r -> fle (fsub m wr) (fadd c reach) = true.
Proof.
  intros Fm Fw Fc [-> | (Fr & L)] H; pose proof (fsub_rounds m wr Fm Fw) as A.
  - replace (fadd c finf) with (finf : F double) by (destruct c; try discriminate; reflexivity).
    apply fle_of_values. split; [apply A |]. split; [reflexivity |]. apply value_range.
  - eapply rounds_le; [exact A | now apply fadd_rounds | lra].
Qed.

Lemma leaf_high (m wr c reach : F double) (r : R) : finite m -> finite wr -> finite c -> at_least reach r ->
  real c - r <= real m + real wr -> fle (fsub c reach) (fadd m wr) = true.
Proof.
  intros Fm Fw Fc [-> | (Fr & L)] H; pose proof (fadd_rounds m wr Fm Fw) as A.
  - replace (fsub c finf) with (finf_down : F double) by (destruct c; try discriminate; reflexivity).
    apply fle_of_values. split; [reflexivity |]. split; [apply A |]. apply value_range.
  - eapply rounds_le; [now apply fsub_rounds | exact A | lra].
Qed.

(* A wall whose axis is within reach + wr of the centre passes the test of its leaf. *)
Theorem leaf_keeps_wall (ax ay bx by_ wr cx cy reach x0 y0 x1 y1 : F double) (meets : Z)
    (r t : R) :
  finite ax -> finite ay -> finite bx -> finite by_ -> finite wr -> 0 <= real wr -> finite cx -> finite cy ->
  at_least reach r -> 0 <= r -> box_around_results cx cy reach x0 y0 x1 y1 ->
  axes_meet_lanes_results ax ay bx by_ wr x0 y0 x1 y1 meets ->
  on_axis Segment t ->
  dist2_at (Point (real cx) (real cy)) (Point (real ax) (real ay)) (Point (real bx) (real by_)) t <=
    (r + real wr) ^ 2 -> meets <> 0%Z.
Proof.
  intros Fax Fay Fbx Fby Fw Pw Fx Fy Hr Pr (u0 & u1 & u2 & u3 & [A0 A1 A2 A3 R0 R1 R2 R3]) Hm T D.
  destruct (axis_is_met _ _ _ _ _ _ _ _ _ _ Hm) as (low_x & high_x & low_y & high_y & M0 & M1 & M2 & M3 & M). apply M.
  clear M Hm.
  destruct (M0 Fax Fbx) as (F0 & V0). destruct (M1 Fax Fbx) as (F1 & V1).
  destruct (M2 Fay Fby) as (F2 & V2). destruct (M3 Fay Fby) as (F3 & V3).
  unfold dist2_at in D. cbn [px py] in D. assert (P : 0 <= r + real wr) by lra.
  pose proof (coordinate_within _ _ _ _ _ _ P T (pow2_ge_0 _) D) as (X0 & X1).
  rewrite Rplus_comm in D. pose proof (coordinate_within _ _ _ _ _ _ P T (pow2_ge_0 _) D) as (Y0 & Y1).
  subst.
  rewrite (leaf_low low_x wr cx reach r), (leaf_high high_x wr cx reach r), (leaf_low low_y wr cy reach r),
    (leaf_high high_y wr cy reach r); auto; rewrite ?V0, ?V1, ?V2, ?V3; lra.
Qed.

(* The same for a path. *)
Theorem leaf_keeps_wall_of_path (ax ay bx by_ wr ox oy scale fx fy mx my until tx ty reach : F double)
    (x0 y0 x1 y1 : F double) (nx0 nx1 ny0 ny1 : F single) (path_x path_y margin : F double)
    (meets : Z) (tau t : R) :
  finite ax -> finite ay -> finite bx -> finite by_ -> finite wr -> 0 <= real wr ->
  finite fx -> finite fy -> finite tx -> finite ty -> tx = fadd fx (fmul mx until) -> ty = fadd fy (fmul my until) ->
  number reach -> nonneg reach ->
  set_path_results ox oy scale fx fy reach tx ty x0 y0 x1 y1 nx0 nx1 ny0 ny1 path_x path_y margin ->
  axes_meet_lanes_results ax ay bx by_ wr x0 y0 x1 y1 meets ->
  on_axis Segment t -> 0 <= tau <= 1 ->
  dist2_at (Point (real fx + tau * (real mx * real until)) (real fy + tau * (real my * real until)))
    (Point (real ax) (real ay)) (Point (real bx) (real by_)) t <= (real reach + real wr) ^ 2 -> meets <> 0%Z.
Proof.
  intros Fax Fay Fbx Fby Fw Pw Ffx Ffy Ftx Fty Ex Ey Nr Pr Hset Hm T Tau D.
  destruct (axis_is_met _ _ _ _ _ _ _ _ _ _ Hm) as (low_x & high_x & low_y & high_y & M0 & M1 & M2 & M3 & M). apply M.
  clear M Hm.
  destruct Hset as (l1 & l2 & l3 & l4 & l5 & l6 & size & mar & i1 & i2 & i3 & i4 & Hs).
  destruct Hs as [-> -> -> -> -> -> E_size E_sum E_x0 E_y0 E_x1 E_y1 _ _ _ _ _ _ _ _ _ _ _].
  change (size = max_abs fx fy tx ty) in E_size.
  destruct (max_abs_value fx fy tx ty Ffx Ffy Ftx Fty) as (Fs & S1 & S2 & S3 & S4). rewrite <- E_size in *.
  assert (Ps : 0 <= real size) by (pose proof (Rabs_pos (real fx)); lra).
  pose proof (margin_enough _ _ _ E_sum Nr Pr Fs Ps) as Mar.
  pose proof (end_error fx mx until tx (real size) Ftx Ex S1 S3) as Ux.
  pose proof (end_error fy my until ty (real size) Fty Ey S2 S4) as Uy.
  set (err := (31/10) * u double * real size + (101/100) * eta double) in *.
  pose proof (nonneg_real _ Pr) as Rr. assert (P : 0 <= real reach + real wr) by lra.
  unfold dist2_at in D. cbn [px py] in D.
  destruct (lesser_value fx tx Ffx Ftx) as (F1 & V1). destruct (greater_value fx tx Ffx Ftx) as (F2 & V2).
  destruct (lesser_value fy ty Ffy Fty) as (F3 & V3). destruct (greater_value fy ty Ffy Fty) as (F4 & V4).
  assert (CX := path_coordinate (real fx) (real fx + real mx * real until) (real tx) (real ax) (real bx) t tau
    ((real fy + tau * (real my * real until) - (real ay + t * (real by_ - real ay))) ^ 2) (real reach + real wr) err
    P Tau T (pow2_ge_0 _) Ux).
  assert (CY := path_coordinate (real fy) (real fy + real my * real until) (real ty) (real ay) (real by_) t tau
    ((real fx + tau * (real mx * real until) - (real ax + t * (real bx - real ax))) ^ 2) (real reach + real wr) err
    P Tau T (pow2_ge_0 _) Uy).
  replace (real fx + real mx * real until - real fx) with (real mx * real until) in CX by ring.
  replace (real fy + real my * real until - real fy) with (real my * real until) in CY by ring.
  destruct (CX D) as (X0 & X1). rewrite Rplus_comm in D. destruct (CY D) as (Y0 & Y1). clear CX CY.
  destruct (M0 Fax Fbx) as (G0 & W0). destruct (M1 Fax Fbx) as (G1 & W1).
  destruct (M2 Fay Fby) as (G2 & W2). destruct (M3 Fay Fby) as (G3 & W3).
  rewrite E_x0, E_y0, E_x1, E_y1.
  change (if flt tx fx then fx else tx) with (greater fx tx). change (if flt fx tx then fx else tx) with (lesser fx tx).
  change (if flt ty fy then fy else ty) with (greater fy ty). change (if flt fy ty then fy else ty) with (lesser fy ty).
  rewrite (leaf_low low_x wr (greater fx tx) mar (real reach + err)),
    (leaf_high high_x wr (lesser fx tx) mar (real reach + err)),
    (leaf_low low_y wr (greater fy ty) mar (real reach + err)),
    (leaf_high high_y wr (lesser fy ty) mar (real reach + err)); auto; rewrite ?V1, ?V2, ?V3, ?V4, ?W0, ?W1, ?W2, ?W3;
      lra.
Qed.
