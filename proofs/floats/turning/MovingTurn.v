(* What turning_vectors_of of src/turning/moving_filter.h computes if is_valid_turn holds: the vectors u, w and z of a
   wall that turns, near the real ones, with sizes of at most 2^200, and R. All inputs are finite then.

   And the distance of an interval from 0, as distance_of_four computes it. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Bounded SweepErrors SweepSquares SweepGeometry SweepVectors SweepTerms Geometry
  MovingGeometry MovingVectors Terms_moving.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Record turning (ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r : D) (is_end : bool) (c cm a am b bm : point)
    (R : R) : Prop := {
  T_u : motion ux uy uxc uyc us (px b - px a) (py b - py a)
    (displaced is_end (px b) (px bm) - displaced is_end (px a) (px am))
    (displaced is_end (py b) (py bm) - displaced is_end (py a) (py am));
  T_w : motion wx wy wxc wyc ws (px c - px a) (py c - py a)
    (displaced is_end (px c) (px cm) - displaced is_end (px a) (px am))
    (displaced is_end (py c) (py cm) - displaced is_end (py a) (py am));
  T_z : motion zx zy zxc zyc zs (px c - px b) (py c - py b)
    (displaced is_end (px c) (px cm) - displaced is_end (px b) (px bm))
    (displaced is_end (py c) (py cm) - displaced is_end (py b) (py bm));
  T_r : size_in_range r;
  T_R : 0 <= R <= (1 + 2 * eps) * real r;
  T_R_least : Rabs (real r - R) <= eps * R;
  T_sizes : real ws + real zs <= (1 + 2 * eps) * bpow radix2 200 }.

Definition finite_points (cx cy cmx cmy ax ay amx amy bx by_ bmx bmy : D) :=
  finite cx /\ finite cy /\ finite cmx /\ finite cmy /\ finite ax /\ finite ay /\ finite amx /\ finite amy /\
  finite bx /\ finite by_ /\ finite bmx /\ finite bmy.

Lemma motion_size_nonneg p0x p0y q0x q0y p1x p1y q1x q1y is_end ax ay cx cy s :
  vector_motion_of_results p0x p0y q0x q0y p1x p1y q1x q1y is_end ax ay cx cy s -> nonneg s.
Proof.
  intros H. unfold vector_motion_of_results in H. open H. destruct H. subst.
  apply nonneg_fadd; apply nonneg_fadd; apply nonneg_fabs.
Qed.

(* The test of is_valid_turn. *)
Lemma valid_sizes cr wr extent us ws zs r :
  is_valid_turn_results cr wr extent us ws zs r true -> nonneg us -> nonneg ws -> nonneg zs -> r = fadd cr wr ->
  size_in_range us /\ size_in_range ws /\ size_in_range zs /\ size_in_range r /\ nonneg cr /\ nonneg wr /\
  extent = 0%Z /\ real ws + real zs <= (1 + 2 * eps) * bpow radix2 200.
Proof.
  intros H U W Z Er. unfold is_valid_turn_results in H. destruct H as [H]. symmetry in H.
  apply andb_prop in H. destruct H as [H E]. apply Z.eqb_eq in E.
  apply andb_prop in H. destruct H as [H W0]. apply andb_prop in H. destruct H as [H C0].
  const_facts 1%Z 200%Z F1 V1. rewrite Rmult_1_l in V1. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  assert (Ncr : nonneg cr) by (apply (fle_nonneg _ _ C0); auto using zero_nonneg; lra).
  assert (Nwr : nonneg wr) by (apply (fle_nonneg _ _ W0); auto using zero_nonneg; lra).
  assert (Nr : nonneg r) by (rewrite Er; now apply nonneg_fadd).
  assert (N1 : nonneg (fadd us ws)) by now apply nonneg_fadd.
  assert (N2 : nonneg (fadd (fadd us ws) zs)) by now apply nonneg_fadd.
  assert (F : finite (fadd (fadd (fadd us ws) zs) r)).
  { eapply fle_finite; [exact H | now apply nonneg_fadd | exact F1]. }
  apply fle_real in H; auto. rewrite V1 in H.
  destruct (sum_in_range _ _ F N2 Nr H) as [S1 S2]. destruct (sum_in_range' _ _ S1 N1 Z) as [S3 S4].
  destruct (sum_in_range' _ _ S3 U W) as [S5 S6]. repeat split; try apply S2; try apply S4; try apply S5; try apply S6;
    auto.
  destruct (in_range_le _ S1) as [F' L]. destruct (in_range_le _ S3) as [F3 _].
  pose proof (rounded_real _ _ _ eps_small (fadd_error _ _ F')) as X. pose proof eps_small.
  pose proof (fadd_at_least_right us ws F3 (nonneg_real _ U)). pose proof (nonneg_real _ W).
  pose proof (nonneg_real _ Z).
  rewrite (Rabs_pos_eq (real (fadd us ws) + real zs)),
    (Rabs_pos_eq (real (fadd (fadd us ws) zs))) in X by (try apply S1; lra).
  assert ((1 + 2 * eps) * real (fadd (fadd us ws) zs) <= (1 + 2 * eps) * bpow radix2 200) by (apply Rmult_le_compat_l;
    lra).
  lra.
Qed.

Theorem valid_turn_is_turning cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r :
  turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r ->
  is_valid_turn_results cr wr extent us ws zs r true ->
  finite_points cx cy cmx cmy ax ay amx amy bx by_ bmx bmy /\ finite cr /\ finite wr /\ 0 <= real cr /\ 0 <= real wr /\
  extent = 0%Z /\
  turning ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r is_end (point_of cx cy) (point_of cmx cmy)
    (point_of ax ay) (point_of amx amy) (point_of bx by_) (point_of bmx bmy) (real cr + real wr).
Proof.
  intros H V. unfold turning_vectors_of_results in H. open H. destruct H. subst.
  match goal with A : vector_motion_of_results bx _ _ _ _ _ _ _ _ _ _ _ _ _,
    B : vector_motion_of_results cx _ ax _ _ _ _ _ _ _ _ _ _ _,
    C : vector_motion_of_results cx _ bx _ _ _ _ _ _ _ _ _ _ _ |- _ => rename A into Hu; rename B into Hw;
      rename C into Hz end.
  destruct (valid_sizes _ _ _ _ _ _ _ V (motion_size_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hu)
    (motion_size_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hw) (motion_size_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hz) eq_refl)
    as (Su & Sw & Sz & Sr & Ncr & Nwr & E & L).
  destruct (motion_of_differences _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hu Su) as (? & ? & ? & ? & ? & ? & ? & ? & Mu).
  destruct (motion_of_differences _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hw Sw) as (? & ? & ? & ? & ? & ? & ? & ? & Mw).
  destruct (motion_of_differences _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hz Sz) as (? & ? & ? & ? & ? & ? & ? & ? & Mz).
  destruct (in_range_le _ Sr) as [Fr _]. destruct (fadd_finite _ _ Fr) as (Fcr & Fwr & _).
  pose proof (nonneg_real _ Ncr). pose proof (nonneg_real _ Nwr).
  split; [unfold finite_points; auto 20 |]. repeat (split; [assumption |]).
  constructor; auto.
  - now apply reach_error_real.
  - pose proof (fadd_error _ _ Fr) as X. rewrite (Rabs_pos_eq (real cr + real wr)) in X by lra. exact X.
Qed.

(* The vectors at a time, and near them. *)
Section Vectors.
Variables (ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r : D) (is_end : bool) (c cm a am b bm : point) (R : R).
Hypothesis T : turning ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r is_end c cm a am b bm R.

Lemma vectors_at t :
  u_x is_end a am b bm t = (px b - px a) + t * (displaced is_end (px b) (px bm) - displaced is_end (px a) (px am)) /\
  u_y is_end a am b bm t = (py b - py a) + t * (displaced is_end (py b) (py bm) - displaced is_end (py a) (py am)) /\
  w_x is_end c cm a am t = (px c - px a) + t * (displaced is_end (px c) (px cm) - displaced is_end (px a) (px am)) /\
  w_y is_end c cm a am t = (py c - py a) + t * (displaced is_end (py c) (py cm) - displaced is_end (py a) (py am)) /\
  z_x is_end c cm b bm t = (px c - px b) + t * (displaced is_end (px c) (px cm) - displaced is_end (px b) (px bm)) /\
  z_y is_end c cm b bm t = (py c - py b) + t * (displaced is_end (py c) (py cm) - displaced is_end (py b) (py bm)).
Proof.
  unfold u_x, u_y, w_x, w_y, z_x, z_y, Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy, Geometry.zx, Geometry.zy,
    place.
  simpl. repeat split; ring.
Qed.

Lemma vectors_at_start :
  close ux uy (u_x is_end a am b bm 0) (u_y is_end a am b bm 0) (real us) /\
  close wx wy (w_x is_end c cm a am 0) (w_y is_end c cm a am 0) (real ws) /\
  close zx zy (z_x is_end c cm b bm 0) (z_y is_end c cm b bm 0) (real zs).
Proof.
  destruct (vectors_at 0) as (-> & -> & -> & -> & -> & ->). rewrite !Rmult_0_l, !Rplus_0_r.
  repeat split; try apply (close_at_start _ _ _ _ _ _ _ _ _ (T_u _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T));
    try apply (close_at_start _ _ _ _ _ _ _ _ _ (T_w _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T));
    apply (close_at_start _ _ _ _ _ _ _ _ _ (T_z _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T)).
Qed.

Lemma vectors_at_end u1x u1y w1x w1y z1x z1y :
  vector_at_results ux uy uxc uyc (fconst 1 0) u1x u1y -> vector_at_results wx wy wxc wyc (fconst 1 0) w1x w1y ->
  vector_at_results zx zy zxc zyc (fconst 1 0) z1x z1y ->
  close u1x u1y (u_x is_end a am b bm 1) (u_y is_end a am b bm 1) (real us) /\
  close w1x w1y (w_x is_end c cm a am 1) (w_y is_end c cm a am 1) (real ws) /\
  close z1x z1y (z_x is_end c cm b bm 1) (z_y is_end c cm b bm 1) (real zs).
Proof.
  intros U W Z. destruct (vectors_at 1) as (-> & -> & -> & -> & -> & ->). rewrite !Rmult_1_l.
  destruct T as [Tu Tw Tz _ _ _ _].
  exact (conj (close_at_end _ _ _ _ _ _ _ _ _ Tu _ _ U) (conj (close_at_end _ _ _ _ _ _ _ _ _ Tw _ _ W)
    (close_at_end _ _ _ _ _ _ _ _ _ Tz _ _ Z))).
Qed.

Lemma vectors_at_time t utx uty wtx wty ztx zty : finite t -> 0 <= real t <= 1 ->
  vector_at_results ux uy uxc uyc t utx uty -> vector_at_results wx wy wxc wyc t wtx wty ->
  vector_at_results zx zy zxc zyc t ztx zty ->
  close utx uty (u_x is_end a am b bm (real t)) (u_y is_end a am b bm (real t)) (padded us) /\
  close wtx wty (w_x is_end c cm a am (real t)) (w_y is_end c cm a am (real t)) (padded ws) /\
  close ztx zty (z_x is_end c cm b bm (real t)) (z_y is_end c cm b bm (real t)) (padded zs).
Proof.
  intros Ft Ht U W Z. destruct (vectors_at (real t)) as (-> & -> & -> & -> & -> & ->). destruct T as [Tu Tw Tz _ _ _ _].
  exact (conj (close_at_time _ _ _ _ _ _ _ _ _ Tu _ _ _ Ft Ht U) (conj (close_at_time _ _ _ _ _ _ _ _ _ Tw _ _ _ Ft Ht
    W)
    (close_at_time _ _ _ _ _ _ _ _ _ Tz _ _ _ Ft Ht Z))).
Qed.

End Vectors.

(* The least and the largest of some numbers. *)
Definition smaller (x y : D) : D := if flt x y then x else y.
Definition larger (x y : D) : D := if flt y x then x else y.
Definition distance_of (low high : D) : D := larger low (fneg high).

Lemma smaller_facts n x y : below n x -> below n y ->
  below n (smaller x y) /\ real (smaller x y) <= real x /\ real (smaller x y) <= real y.
Proof.
  intros X Y. unfold smaller. split; [now apply below_if |]. rewrite (real_smaller x y (proj1 X) (proj1 Y)).
  split; [apply Rmin_l | apply Rmin_r].
Qed.

Lemma larger_facts n x y : below n x -> below n y ->
  below n (larger x y) /\ real x <= real (larger x y) /\ real y <= real (larger x y) /\
  real (larger x y) = Rmax (real x) (real y).
Proof.
  intros X Y. unfold larger. split; [now apply below_if |]. rewrite (real_larger x y (proj1 X) (proj1 Y)).
  repeat split; [apply Rmax_l | apply Rmax_r].
Qed.

Lemma distance_facts n low high : below n low -> below n high ->
  below n (distance_of low high) /\
  (real (distance_of low high) = real low \/ real (distance_of low high) = - real high).
Proof.
  intros L H. unfold distance_of. destruct (larger_facts n low (fneg high) L (below_neg _ _ H)) as (B & _ & _ & E).
  split; [exact B |]. rewrite E, real_fneg. unfold Rmax. destruct (Rle_dec _ _); auto.
Qed.

(* Doubles that differ do so by at least 2^-1074. *)
Lemma flt_by_unit (x y : D) : finite x -> finite y -> flt x y = true -> real x + 2 * tiny <= real y.
Proof.
  intros Fx Fy H. apply flt_real in H; auto.
  assert (U : forall v : D, exists m, real v = IZR m * bpow radix2 (-1074)).
  { intros v. pose proof (real_in_format v) as G. unfold in_format, exponents in G. apply generic_format_FIX_FLT in G.
    apply FIX_format_generic in G. destruct G as [f E X]. exists (Fnum f). rewrite E. unfold F2R. now rewrite X. }
  destruct (U x) as [m Ex]. destruct (U y) as [k Ey]. rewrite Ex, Ey in *.
  assert (T2 : 2 * tiny = bpow radix2 (-1074)).
  { unfold eta, emin. simpl prec. simpl emax. change (-1074)%Z with (1 + -1075)%Z. now rewrite bpow_plus. }
  rewrite T2. apply Rmult_lt_reg_r in H; [| apply bpow_gt_0]. apply lt_IZR in H.
  assert (L : IZR m + 1 <= IZR k) by (rewrite <- plus_IZR; apply IZR_le; lia).
  pose proof (Rmult_le_compat_r _ _ _ (bpow_ge_0 radix2 (-1074)) L). lra.
Qed.
