(* Where the side is certainly nearest, |u| is not small: feature_on_piece of src/turning/moving_filter.h.

   w.u and -z.u are at least 15 eps U times the sizes of w and z, beyond their errors. Their sum is |u|^2, and the sizes
   of w and z together are at least that of u. So |u|^2 is at least 12 eps U^2 on all of the piece. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded SweepErrors SweepSquares SweepTerms SweepMiss Geometry MovingGeometry
  MovingVectors MovingTurn MovingErrors MovingEnds Terms_moving.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation H600 := (bpow radix2 (-600)).

(* Products that are certain exceed their error by half of the bound. *)
Section Values.
Variables (us vs k : D) (sign : R).
Hypotheses (Su : size_in_range us) (Sv : size_in_range vs) (Fk : finite k) (Sk : sign = 1 \/ sign = -1) (Vk : real k =
  sign / 2).
Variables (lux luy hux huy lvx lvy hvx hvy : D) (LUX LUY HUX HUY LVX LVY HVX HVY : R).
Hypotheses (LU : close lux luy LUX LUY (padded us)) (HU : close hux huy HUX HUY (padded us))
  (LV : close lvx lvy LVX LVY (padded vs)) (HV : close hvx hvy HVX HVY (padded vs)).
Let e_p := fadd (fmul (fmul (fconst 1 (-48)) us) vs) (fconst 1 (-600)).
Let K := real us * real vs.
Let bound := 14 * eps * K + H600 / 4.

Lemma certain_products :
  let l_p := fadd (fmul lvx lux) (fmul lvy luy) in let h_p := fadd (fmul hvx hux) (fmul hvy huy) in
  let m_p := fmul k (fadd (fadd (fmul lvx hux) (fmul lvy huy)) (fadd (fmul hvx lux) (fmul hvy luy))) in
  (sign = 1 -> real e_p < real l_p -> bound <= LVX * LUX + LVY * LUY) /\
  (sign = -1 -> real e_p < - real l_p -> bound <= - (LVX * LUX + LVY * LUY)) /\
  (real e_p < real m_p -> bound <= sign * (((LVX * HUX + LVY * HUY) + (HVX * LUX + HVY * LUY)) / 2)) /\
  (sign = 1 -> real e_p < real h_p -> bound <= HVX * HUX + HVY * HUY) /\
  (sign = -1 -> real e_p < - real h_p -> bound <= - (HVX * HUX + HVY * HUY)).
Proof.
  intros l_p h_p m_p. destruct (bound_of_product us vs Su Sv) as [Be He]. fold e_p K in Be, He.
  destruct (dot_known _ _ _ _ _ _ _ _ vs us Sv Su LV LU) as (B1 & E1 & _).
  destruct (dot_known _ _ _ _ _ _ _ _ vs us Sv Su HV HU) as (B2 & E2 & _).
  destruct (dot_known _ _ _ _ _ _ _ _ vs us Sv Su LV HU) as (B3 & E3 & M3).
  destruct (dot_known _ _ _ _ _ _ _ _ vs us Sv Su HV LU) as (B4 & E4 & M4). cbv zeta in *.
  rewrite (Rmult_comm (real vs)) in E1, E2, E3, E4, M3, M4. fold K in E1, E2, E3, E4, M3, M4.
  assert (K0 : 0 <= K) by (apply Rmult_le_pos; [apply Su | apply Sv]).
  destruct (half_sum_known _ _ _ sign _ _ _ Fk Sk Vk K0 B3 E3 M3 B4 E4 M4) as (_ & E5 & _).
  pose proof eps_small. assert (0 <= eps * K) by (apply Rmult_le_pos; lra). pose proof (bpow_gt_0 radix2 (-600)).
  fold l_p in E1. fold h_p in E2. fold m_p in E5. apply Rabs_le_inv in E1. apply Rabs_le_inv in E2.
  apply Rabs_le_inv in E5.
  unfold bound. repeat split; intros; lra.
Qed.
End Values.

Section Feature.
Variables (l h : R).
Variables (ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r : D) (is_end : bool) (c cm a am b bm : point) (R : R).
Hypothesis T : turning ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r is_end c cm a am b bm R.
Variables (lux luy lwx lwy lzx lzy hux huy hwx hwy hzx hzy : D).
Hypotheses (LU : close lux luy (u_x is_end a am b bm l) (u_y is_end a am b bm l) (padded us))
  (LW : close lwx lwy (w_x is_end c cm a am l) (w_y is_end c cm a am l) (padded ws))
  (LZ : close lzx lzy (z_x is_end c cm b bm l) (z_y is_end c cm b bm l) (padded zs))
  (HU : close hux huy (u_x is_end a am b bm h) (u_y is_end a am b bm h) (padded us))
  (HW : close hwx hwy (w_x is_end c cm a am h) (w_y is_end c cm a am h) (padded ws))
  (HZ : close hzx hzy (z_x is_end c cm b bm h) (z_y is_end c cm b bm h) (padded zs)).
Let l_p := fadd (fmul lwx lux) (fmul lwy luy).
Let h_p := fadd (fmul hwx hux) (fmul hwy huy).
Let m_p := fmul (fconst 1 (-1)) (fadd (fadd (fmul lwx hux) (fmul lwy huy)) (fadd (fmul hwx lux) (fmul hwy luy))).
Let l_q := fneg (fadd (fmul lzx lux) (fmul lzy luy)).
Let h_q := fneg (fadd (fmul hzx hux) (fmul hzy huy)).
Let m_q := fmul (fneg (fconst 1 (-1))) (fadd (fadd (fmul lzx hux) (fmul lzy huy)) (fadd (fmul hzx lux) (fmul hzy luy))).
Let e_p := fadd (fmul (fmul (fconst 1 (-48)) us) ws) (fconst 1 (-600)).
Let e_q := fadd (fmul (fmul (fconst 1 (-48)) us) zs) (fconst 1 (-600)).

Lemma quadratic_at_least x0 x1 x2 d s : 0 <= s <= 1 -> d <= x0 -> d <= x1 -> d <= x2 ->
  d <= (1 - s) * (1 - s) * x0 + 2 * s * (1 - s) * x1 + s * s * x2.
Proof.
  intros S A B C. replace ((1 - s) * (1 - s) * x0 + 2 * s * (1 - s) * x1 + s * s * x2) with
    ((1 - s) * ((1 - s) * x0 + s * x1) + s * ((1 - s) * x1 + s * x2)) by ring.
  apply linear_at_least; auto; apply linear_at_least; auto.
Qed.

(* |u|^2 on the piece. *)
Lemma length_on_piece t : feature_on_piece_results e_p e_q l_p l_q h_p h_q m_p m_q 1 -> l <= t <= h ->
  14 * eps * (real us * (real ws + real zs)) + H600 / 2 <=
    u_x is_end a am b bm t * u_x is_end a am b bm t + u_y is_end a am b bm t * u_y is_end a am b bm t.
Proof.
  intros H Ht. destruct (between l h t Ht) as (s & S & E).
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & Sw & Sz & _).
  destruct half_value as [Fk Vk]. destruct minus_half_value as [Fm Vm].
  destruct (dots_known us ws _ 1 Su Sw Fk (or_introl eq_refl) Vk _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ LU HU LW HW)
    as ((B1 & B2 & B3) & _ & _ & _ & Fp).
  destruct (dots_known us zs _ (-1) Su Sz Fm (or_intror eq_refl) Vm _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ LU HU LZ HZ)
    as ((C1 & C2 & C3) & _ & _ & _ & Fq).
  destruct (certain_products us ws _ 1 Su Sw Fk (or_introl eq_refl) Vk _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ LU HU LW HW)
    as (P1 & _ & P2 & P3 & _).
  destruct (certain_products us zs _ (-1) Su Sz Fm (or_intror eq_refl) Vm _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ LU HU LZ HZ)
    as (_ & Q1 & Q2 & _ & Q3).
  unfold feature_on_piece_results in H. open H. destruct H. subst.
  match goal with A : 1%Z = _ |- _ => rename A into X end. revert X.
  match goal with |- context [if ?x then 2%Z else _] => destruct x; [discriminate |] end.
  match goal with |- context [if ?x then 3%Z else _] => destruct x; [discriminate |] end.
  match goal with |- context [if ?x then 1%Z else _] => destruct x eqn:Z; [| discriminate] end. intros _.
  apply andb_prop in Z. destruct Z as [Z1 Z2].
  destruct (above_three 406 _ _ _ _ B1 B2 B3 Fp Z1) as (A1 & A2 & A3).
  destruct (above_three 406 _ _ _ _ (below_neg _ _ C1) C2 (below_neg _ _ C3) Fq Z2) as (A4 & A5 & A6).
  unfold l_q, h_q in A4, A6. rewrite real_fneg in A4, A6.
  specialize (P1 eq_refl A1). specialize (P2 A2). specialize (P3 eq_refl A3). specialize (Q1 eq_refl A4).
  specialize (Q2 A5).
  specialize (Q3 eq_refl A6). rewrite Rmult_1_l in P2.
  set (t' := (1 - s) * l + s * h) in *.
  destruct (dots_bernstein is_end c cm a am b bm l h s) as (W & Z & _). cbv zeta in W, Z. fold t' in W, Z.
  pose proof (quadratic_at_least _ _ _ _ s S P1 P2 P3) as W1. pose proof (quadratic_at_least _ _ _ _ s S Q1 Q2 Q3) as
    Z3.
  change (w_x is_end c cm a am l * u_x is_end a am b bm l + w_y is_end c cm a am l * u_y is_end a am b bm l) with
    (wu_at is_end c cm a am b bm l) in W1.
  change (w_x is_end c cm a am h * u_x is_end a am b bm h + w_y is_end c cm a am h * u_y is_end a am b bm h) with
    (wu_at is_end c cm a am b bm h) in W1.
  change ((w_x is_end c cm a am l * u_x is_end a am b bm h + w_y is_end c cm a am l * u_y is_end a am b bm h +
    (w_x is_end c cm a am h * u_x is_end a am b bm l + w_y is_end c cm a am h * u_y is_end a am b bm l)) / 2) with
    (wu_between is_end c cm a am b bm l h) in W1.
  change (z_x is_end c cm b bm l * u_x is_end a am b bm l + z_y is_end c cm b bm l * u_y is_end a am b bm l) with
    (zu_at is_end c cm a am b bm l) in Z3.
  change (z_x is_end c cm b bm h * u_x is_end a am b bm h + z_y is_end c cm b bm h * u_y is_end a am b bm h) with
    (zu_at is_end c cm a am b bm h) in Z3.
  change ((z_x is_end c cm b bm l * u_x is_end a am b bm h + z_y is_end c cm b bm l * u_y is_end a am b bm h +
    (z_x is_end c cm b bm h * u_x is_end a am b bm l + z_y is_end c cm b bm h * u_y is_end a am b bm l)) / 2) with
    (zu_between is_end c cm a am b bm l h) in Z3.
  assert (Sum : wu_at is_end c cm a am b bm t' - zu_at is_end c cm a am b bm t' =
    u_x is_end a am b bm t' * u_x is_end a am b bm t' + u_y is_end a am b bm t' * u_y is_end a am b bm t').
  { unfold wu_at, zu_at, w_x, w_y, z_x, z_y, u_x, u_y, Geometry.wx, Geometry.wy, Geometry.zx, Geometry.zy, Geometry.ux,
      Geometry.uy. ring. }
  rewrite <- Sum, W, Z. lra.
Qed.
End Feature.

(* The size of u is at most those of w and z together. *)
Lemma sum_of_sizes (px py qx qy : D) : size_in_range (fadd (fadd (fabs px) (fabs py)) (fadd (fabs qx) (fabs qy))) ->
  real (fadd (fadd (fabs px) (fabs py)) (fadd (fabs qx) (fabs qy))) <=
    (1 + 5 * eps) * (Rabs (real px) + Rabs (real py) + (Rabs (real qx) + Rabs (real qy))).
Proof.
  intros S. destruct (in_range_le _ S) as [F _]. destruct (fadd_finite _ _ F) as (F1 & F2 & _).
  pose proof (fadd_error _ _ F) as E. pose proof (fadd_error _ _ F1) as E1. pose proof (fadd_error _ _ F2) as E2.
  rewrite !real_fabs in E1. rewrite !real_fabs in E2. pose proof eps_small as e.
  pose proof (Rabs_pos (real px)). pose proof (Rabs_pos (real py)). pose proof (Rabs_pos (real qx)).
  pose proof (Rabs_pos (real qy)).
  set (x := Rabs (real px)) in *. set (y := Rabs (real py)) in *. set (z := Rabs (real qx)) in *.
  set (w := Rabs (real qy)) in *.
  rewrite (Rabs_pos_eq (x + y)) in E1 by lra. rewrite (Rabs_pos_eq (z + w)) in E2 by lra.
  apply Rabs_le_inv in E1. apply Rabs_le_inv in E2.
  set (v1 := real (fadd (fabs px) (fabs py))) in *. set (v2 := real (fadd (fabs qx) (fabs qy))) in *.
  assert (P1 : 0 <= eps * (x + y) <= / 1048576 * (x + y)) by (split; [apply Rmult_le_pos; lra | apply
    Rmult_le_compat_r; lra]).
  assert (P2 : 0 <= eps * (z + w) <= / 1048576 * (z + w)) by (split; [apply Rmult_le_pos; lra | apply
    Rmult_le_compat_r; lra]).
  assert (B : Rabs (v1 + v2) <= 2 * (x + y + (z + w))) by (apply Rabs_le; lra).
  assert (eps * Rabs (v1 + v2) <= eps * (2 * (x + y + (z + w)))) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E. lra.
Qed.

Lemma size_upper p0x p0y q0x q0y p1x p1y q1x q1y is_end ax ay cx cy s :
  vector_motion_of_results p0x p0y q0x q0y p1x p1y q1x q1y is_end ax ay cx cy s -> size_in_range s ->
  real s <= (1 + 5 * eps) * (Rabs (real ax) + Rabs (real ay) + (Rabs (real cx) + Rabs (real cy))).
Proof.
  intros H S. unfold vector_motion_of_results in H. open H. destruct H. subst. now apply sum_of_sizes.
Qed.

Lemma size_of_u_at_most ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs X Y CX CY WX WY WCX WCY ZX ZY ZCX ZCY :
  motion ux uy uxc uyc us X Y CX CY -> motion wx wy wxc wyc ws WX WY WCX WCY -> motion zx zy zxc zyc zs ZX ZY ZCX ZCY ->
  X = WX - ZX -> Y = WY - ZY -> CX = WCX - ZCX -> CY = WCY - ZCY ->
  real us <= (1 + 5 * eps) * (Rabs (real ux) + Rabs (real uy) + (Rabs (real uxc) + Rabs (real uyc))) ->
  real us <= 101 / 100 * (real ws + real zs).
Proof.
  intros [_ _ _ _ U1 U2 U3 U4 _ _] [_ _ _ _ W1 W2 W3 W4 Wr Ws] [_ _ _ _ Z1 Z2 Z3 Z4 Zr Zs] EX EY ECX ECY H.
  pose proof eps_small as e. subst X Y CX CY.
  assert (Up : forall x X : R, Rabs (x - X) <= 101 / 100 * eps * Rabs x -> Rabs X <= 1001 / 1000 * Rabs x).
  { intros x X Hx. pose proof (Rabs_triang_inv X x) as T. rewrite Rabs_minus_sym in T. pose proof (Rabs_pos x).
    assert (eps * Rabs x <= / 1048576 * Rabs x) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Dn : forall x X : R, Rabs (x - X) <= 101 / 100 * eps * Rabs x -> 999 / 1000 * Rabs x <= Rabs X).
  { intros x X Hx. pose proof (Rabs_triang_inv x X) as T. pose proof (Rabs_pos x).
    assert (eps * Rabs x <= / 1048576 * Rabs x) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Up2 : forall a x X : R, Rabs (x - X) <= 203 / 100 * eps * (Rabs a + Rabs x) -> Rabs X <= 1001 / 1000 * Rabs x
    + Rabs a / 1000).
  { intros a x X Hx. pose proof (Rabs_triang_inv X x) as T. rewrite Rabs_minus_sym in T. pose proof (Rabs_pos x).
  pose proof (Rabs_pos a).
    assert (eps * (Rabs a + Rabs x) <= / 1048576 * (Rabs a + Rabs x)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Dn2 : forall a x X : R, Rabs (x - X) <= 203 / 100 * eps * (Rabs a + Rabs x) -> 999 / 1000 * Rabs x <= Rabs X
    + Rabs a / 1000).
  { intros a x X Hx. pose proof (Rabs_triang_inv x X) as T. pose proof (Rabs_pos x). pose proof (Rabs_pos a).
    assert (eps * (Rabs a + Rabs x) <= / 1048576 * (Rabs a + Rabs x)) by (apply Rmult_le_compat_r; lra). lra. }
  apply Dn in U1. apply Dn in U2. apply Dn2 in U3. apply Dn2 in U4. apply Up in W1. apply Up in W2. apply Up2 in W3.
  apply Up2 in W4.
  apply Up in Z1. apply Up in Z2. apply Up2 in Z3. apply Up2 in Z4.
  assert (Tr : forall x y, Rabs (x - y) <= Rabs x + Rabs y).
  { intros x y. unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  pose proof (Tr WX ZX). pose proof (Tr WY ZY). pose proof (Tr WCX ZCX). pose proof (Tr WCY ZCY).
  pose proof (proj2 Wr). pose proof (proj2 Zr).
  assert (eps * real ws <= / 1048576 * real ws) by (apply Rmult_le_compat_r; lra).
  assert (eps * real zs <= / 1048576 * real zs) by (apply Rmult_le_compat_r; lra).
  pose proof (Rabs_pos (real ux)). pose proof (Rabs_pos (real uy)). pose proof (Rabs_pos (real uxc)).
  pose proof (Rabs_pos (real uyc)).
  set (q := Rabs (real ux) + Rabs (real uy) + (Rabs (real uxc) + Rabs (real uyc))) in *.
  assert (eps * q <= / 1048576 * q) by (apply Rmult_le_compat_r; unfold q; lra).
  pose proof (Rabs_pos (real wx)). pose proof (Rabs_pos (real wy)). pose proof (Rabs_pos (real zx)).
  pose proof (Rabs_pos (real zy)).
  pose proof (Rabs_pos (real wxc)). pose proof (Rabs_pos (real wyc)). pose proof (Rabs_pos (real zxc)).
  pose proof (Rabs_pos (real zyc)).
  unfold q in *. lra.
Qed.
