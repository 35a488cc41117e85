(* Pieces of time beyond an end of a wall that turns: the second and third test of is_free in
   src/turning/moving_filter.h.

   If p < 0 and A > 0 on a piece, by their Bernstein coefficients and bounds, end a is nearest and farther than R at
   all times of the piece. The same holds of q and B for end b. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss Geometry MovingGeometry MovingVectors MovingTurn MovingMiss MovingErrors Terms_moving.

Open Scope R_scope.

(* A value, and its size. *)
Lemma dot_known px py qx qy PX PY QX QY s t : size_in_range s -> size_in_range t ->
  close px py PX PY (padded s) -> close qx qy QX QY (padded t) ->
  let d := fadd (fmul px qx) (fmul py qy) in let K := real s * real t in
  below 405 d /\ Rabs (real d - (PX * QX + PY * QY)) <= 25 / 2 * eps * K + H600 / 100 /\
  Rabs (PX * QX + PY * QY) <= (1 + 1 / 50) * K + H600 / 100.
Proof.
  intros S T P Q d K. destruct (close_dot _ _ _ _ _ _ _ _ _ _ P Q) as (B & E & M).
  destruct (padded_product s t S T) as [X0 X].
  fold K in X. split; [exact B |]. pose proof eps_small. destruct tiny_600 as (T0 & T1 & T2).
  assert (eps * (padded s * padded t) <= eps * (K + H600 / 1000)) by (apply Rmult_le_compat_l; lra).
  assert (eps * H600 <= / 1048576 * H600) by (apply Rmult_le_compat_r; lra). unfold d. split; lra.
Qed.

Lemma cross_known px py qx qy PX PY QX QY s t : size_in_range s -> size_in_range t ->
  close px py PX PY (padded s) -> close qx qy QX QY (padded t) ->
  let d := fsub (fmul px qy) (fmul py qx) in let K := real s * real t in
  below 405 d /\ Rabs (real d - (PX * QY - PY * QX)) <= 25 / 2 * eps * K + H600 / 100 /\
  Rabs (PX * QY - PY * QX) <= (1 + 1 / 50) * K + H600 / 100.
Proof.
  intros S T P Q d K. destruct (close_cross _ _ _ _ _ _ _ _ _ _ P Q) as (B & E & M).
  destruct (padded_product s t S T) as [X0 X].
  fold K in X. split; [exact B |]. pose proof eps_small. destruct tiny_600 as (T0 & T1 & T2).
  assert (eps * (padded s * padded t) <= eps * (K + H600 / 1000)) by (apply Rmult_le_compat_l; lra).
  assert (eps * H600 <= / 1048576 * H600) by (apply Rmult_le_compat_r; lra). unfold d. split; lra.
Qed.

(* The coefficient between two times: half of a sum, k is 1/2 or -1/2. *)
Lemma half_sum_known (k x y : D) sign X Y K : finite k -> (sign = 1 \/ sign = -1) -> real k = sign / 2 -> 0 <= K ->
  below 405 x -> Rabs (real x - X) <= 25 / 2 * eps * K + H600 / 100 -> Rabs X <= (1 + 1 / 50) * K + H600 / 100 ->
  below 405 y -> Rabs (real y - Y) <= 25 / 2 * eps * K + H600 / 100 -> Rabs Y <= (1 + 1 / 50) * K + H600 / 100 ->
  below 406 (fmul k (fadd x y)) /\
  Rabs (real (fmul k (fadd x y)) - sign * ((X + Y) / 2)) <= 15 * eps * K + H600 / 50 /\
  Rabs ((X + Y) / 2) <= (1 + 1 / 50) * K + H600 / 100.
Proof.
  intros Fk Sk Vk K0 Bx Ex Mx By Ey My.
  assert (Bk : below 0 k).
  { split; [exact Fk |]. rewrite Vk. destruct Sk as [-> | ->]; unfold Rdiv; [rewrite Rabs_pos_eq | rewrite Rabs_left];
      simpl; lra. }
  assert (B1 : below (405 + 1) (fadd x y)) by (apply below_add; auto; lia).
  assert (B2 : below (0 + 406) (fmul k (fadd x y))) by (apply below_mul; auto; lia). split; [exact B2 |].
  pose proof (fadd_error _ _ (proj1 B1)) as E1. pose proof (fmul_error _ _ (proj1 B2)) as E2. rewrite Vk in E2.
  pose proof eps_small. destruct tiny_600 as (T0 & T1 & T2).
  revert E1 E2 Ex Ey Mx My. generalize (real (fmul k (fadd x y))). generalize (real (fadd x y)).
  generalize (real x) (real y).
  intros p q s m E1 E2 Ex Ey Mx My.
  assert (EK : 0 <= eps * K) by (apply Rmult_le_pos; lra).
  assert (EK1 : eps * K <= / 1048576 * K) by (apply Rmult_le_compat_r; lra).
  assert (EEK : eps * (eps * K) <= / 1048576 * (eps * K)) by (apply Rmult_le_compat_r; lra).
  assert (EH : eps * H600 <= / 1048576 * H600) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in Ex. apply Rabs_le_inv in Ey. apply Rabs_le_inv in Mx. apply Rabs_le_inv in My.
  assert (X1 : Rabs (p + q) <= 21 / 10 * K + H600 / 20) by (apply Rabs_le; lra).
  assert (X2 : eps * Rabs (p + q) <= eps * (21 / 10 * K + H600 / 20)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E1. apply Rabs_le_inv in X1.
  assert (X3 : Rabs (sign / 2 * s) <= 11 / 10 * K + H600 / 30) by (destruct Sk as [-> | ->]; apply Rabs_le; lra).
  assert (X4 : eps * Rabs (sign / 2 * s) <= eps * (11 / 10 * K + H600 / 30)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E2. split; apply Rabs_le; [destruct Sk as [-> | ->] |]; lra.
Qed.

(* |w|^2 - R^2, and the coefficient between two times. *)
Lemma square_gap_known (d r : D) S K R : size_in_range r -> 0 <= R <= (1 + 2 * eps) * real r -> Rabs (real r - R)
  <= eps * R ->
  0 <= K -> below 405 d -> Rabs (real d - S) <= 25 / 2 * eps * K + H600 / 100 -> Rabs S
    <= (1 + 1 / 50) * K + H600 / 100 ->
  below 407 (fsub d (fmul r r)) /\
  Rabs (real (fsub d (fmul r r)) - (S - R * R)) <= 14 * eps * K + 6 * eps * (real r * real r) + H600 / 50.
Proof.
  intros [Br R0] HR ER K0 Bd Ed Ms.
  assert (B1 : below (200 + 200) (fmul r r)) by (apply below_mul; auto; lia).
  assert (Bd6 : below 406 d) by (eapply below_weaken; [exact Bd | lia]).
  assert (B2 : below (406 + 1) (fsub d (fmul r r))).
  { apply below_sub; auto; [lia |]. eapply below_weaken; [exact B1 | lia]. }
  split; [exact B2 |]. pose proof (fmul_error _ _ (proj1 B1)) as E1. pose proof (fsub_error _ _ (proj1 B2)) as E2.
  pose proof eps_small. destruct tiny_600 as (T0 & T1 & T2).
  set (q := real r * real r) in *. assert (Q0 : 0 <= q) by (apply Rmult_le_pos; lra).
  assert (RR : Rabs (q - R * R) <= 3 * eps * q).
  { unfold q. replace (real r * real r - R * R) with ((real r - R) * (real r + R)) by ring. rewrite Rabs_mult.
    rewrite (Rabs_pos_eq (real r + R)) by lra.
    assert (X : Rabs (real r - R) <= eps * ((1 + 2 * eps) * real r)).
    { eapply Rle_trans; [exact ER |]. apply Rmult_le_compat_l; lra. }
    assert (Y : Rabs (real r - R) * (real r + R) <= eps * ((1 + 2 * eps) * real r) * ((2 + 2 * eps) * real r)).
    { apply Rmult_le_compat; try lra. apply Rabs_pos. }
    assert (Z : eps * ((1 + 2 * eps) * real r) * ((2 + 2 * eps) * real r) =
      2 * (eps * q) + 6 * (eps * (eps * q)) + 4 * (eps * (eps * (eps * q)))) by (unfold q; ring).
    assert (0 <= eps * q) by (apply Rmult_le_pos; lra).
    assert (eps * (eps * q) <= / 1048576 * (eps * q)) by (apply Rmult_le_compat_r; lra).
    assert (eps * (eps * (eps * q)) <= / 1048576 * (eps * (eps * q))) by (apply Rmult_le_compat_r;
      [apply Rmult_le_pos |]; lra).
    fold q. lra. }
  rewrite (Rabs_pos_eq q) in E1 by assumption.
  revert E1 E2 Ed RR. generalize (real (fsub d (fmul r r))). generalize (real (fmul r r)). generalize (real d).
  intros v x g E1 E2 Ed RR.
  assert (EK : 0 <= eps * K) by (apply Rmult_le_pos; lra).
  assert (EK1 : eps * K <= / 1048576 * K) by (apply Rmult_le_compat_r; lra).
  assert (EQ : 0 <= eps * q <= / 1048576 * q) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EH : eps * H600 <= / 1048576 * H600) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in E1. apply Rabs_le_inv in Ed. apply Rabs_le_inv in RR. apply Rabs_le_inv in Ms.
  assert (X1 : Rabs (v - x) <= 11 / 10 * K + 11 / 10 * q + H600 / 20) by (apply Rabs_le; lra).
  assert (X2 : eps * Rabs (v - x) <= eps * (11 / 10 * K + 11 / 10 * q + H600 / 20)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E2. apply Rabs_le. lra.
Qed.

(* Three values above or below a bound. *)
Lemma above_three n x y z limit : below n x -> below n y -> below n z -> finite limit ->
  flt limit (smaller (smaller x y) z) = true -> real limit < real x /\ real limit < real y /\ real limit < real z.
Proof.
  intros X Y Z F H. destruct (smaller_facts _ _ _ X Y) as (B & A1 & A2).
  destruct (smaller_facts _ _ _ B Z) as (B' & A3 & A4).
  apply flt_real in H; [| exact F | apply B']. lra.
Qed.

Lemma below_three n x y z limit : below n x -> below n y -> below n z -> finite limit ->
  flt (larger (larger x y) z) (fneg limit) = true -> real x < - real limit /\ real y < - real limit /\ real z
    < - real limit.
Proof.
  intros X Y Z F H. destruct (larger_facts _ _ _ X Y) as (B & A1 & A2 & _).
  destruct (larger_facts _ _ _ B Z) as (B' & A3 & A4 & _).
  apply flt_real in H; [| apply B' | now apply finite_fneg]. rewrite real_fneg in H. lra.
Qed.

Lemma half_value : finite (fconst 1 (-1) : D) /\ real (fconst 1 (-1) : D) = 1 / 2.
Proof. const_facts 1%Z (-1)%Z F1 V1. split; [exact F1 |]. rewrite V1. simpl. lra. Qed.

Lemma minus_half_value : finite (fneg (fconst 1 (-1)) : D) /\ real (fneg (fconst 1 (-1)) : D) = -1 / 2.
Proof. destruct half_value as [F1 V1]. split; [now apply finite_fneg |]. rewrite real_fneg, V1. lra. Qed.

(* Products of v and u at both ends of a piece and between, k is 1/2 or -1/2. *)
Section Values.
Variables (us vs r k : D) (sign R : R).
Hypotheses (Su : size_in_range us) (Sv : size_in_range vs) (Sr : size_in_range r) (HR : 0 <= R
  <= (1 + 2 * eps) * real r)
  (ER : Rabs (real r - R) <= eps * R) (Fk : finite k) (Sk : sign = 1 \/ sign = -1) (Vk : real k = sign / 2).
Variables (lux luy hux huy lvx lvy hvx hvy : D) (LUX LUY HUX HUY LVX LVY HVX HVY : RbaseSymbolsImpl.R).
Hypotheses (LU : close lux luy LUX LUY (padded us)) (HU : close hux huy HUX HUY (padded us))
  (LV : close lvx lvy LVX LVY (padded vs)) (HV : close hvx hvy HVX HVY (padded vs)).

Let e_p := fadd (fmul (fmul (fconst 1 (-48)) us) vs) (fconst 1 (-600)).
Let e_a := fadd (fmul (fconst 1 (-48)) (fadd (fmul vs vs) (fmul r r))) (fconst 1 (-600)).

Lemma dots_known :
  let l_p := fadd (fmul lvx lux) (fmul lvy luy) in let h_p := fadd (fmul hvx hux) (fmul hvy huy) in
  let m_p := fmul k (fadd (fadd (fmul lvx hux) (fmul lvy huy)) (fadd (fmul hvx lux) (fmul hvy luy))) in
  (below 406 l_p /\ below 406 m_p /\ below 406 h_p) /\
  Rabs (real l_p - (LVX * LUX + LVY * LUY)) < real e_p /\
  Rabs (real m_p - sign * (((LVX * HUX + LVY * HUY) + (HVX * LUX + HVY * LUY)) / 2)) < real e_p /\
  Rabs (real h_p - (HVX * HUX + HVY * HUY)) < real e_p /\ finite e_p.
Proof.
  intros l_p h_p m_p. destruct (bound_of_product us vs Su Sv) as [Be He]. fold e_p in Be, He.
  destruct (dot_known _ _ _ _ _ _ _ _ vs us Sv Su LV LU) as (B1 & E1 & _).
  destruct (dot_known _ _ _ _ _ _ _ _ vs us Sv Su HV HU) as (B2 & E2 & _).
  destruct (dot_known _ _ _ _ _ _ _ _ vs us Sv Su LV HU) as (B3 & E3 & M3).
  destruct (dot_known _ _ _ _ _ _ _ _ vs us Sv Su HV LU) as (B4 & E4 & M4). cbv zeta in *.
  rewrite (Rmult_comm (real vs)) in E1, E2, E3, E4, M3, M4.
  assert (K0 : 0 <= real us * real vs) by (apply Rmult_le_pos; [apply Su | apply Sv]).
  destruct (half_sum_known _ _ _ sign _ _ _ Fk Sk Vk K0 B3 E3 M3 B4 E4 M4) as (B5 & E5 & _).
  pose proof eps_small. assert (0 <= eps * (real us * real vs)) by (apply Rmult_le_pos; lra).
  pose proof (bpow_gt_0 radix2 (-600)).
  fold l_p in B1, E1. fold h_p in B2, E2. fold m_p in B5, E5.
  split; [split; [| split]; [eapply below_weaken; [exact B1 | lia] | exact B5 | eapply below_weaken;
    [exact B2 | lia]] |].
  split; [eapply Rle_lt_trans; [exact E1 | lra] |]. split; [eapply Rle_lt_trans; [exact E5 | lra] |].
  split; [eapply Rle_lt_trans; [exact E2 | lra] | apply Be].
Qed.

Lemma gaps_known :
  let l_a := fsub (fadd (fmul lvx lvx) (fmul lvy lvy)) (fmul r r) in
  let m_a := fsub (fadd (fmul lvx hvx) (fmul lvy hvy)) (fmul r r) in
  let h_a := fsub (fadd (fmul hvx hvx) (fmul hvy hvy)) (fmul r r) in
  (below 407 l_a /\ below 407 m_a /\ below 407 h_a) /\
  Rabs (real l_a - (LVX * LVX + LVY * LVY - R * R)) < real e_a /\
  Rabs (real m_a - (LVX * HVX + LVY * HVY - R * R)) < real e_a /\
  Rabs (real h_a - (HVX * HVX + HVY * HVY - R * R)) < real e_a /\ finite e_a.
Proof.
  intros l_a m_a h_a. destruct (bound_of_squares vs r Sv Sr) as [Be He]. fold e_a in Be, He.
  destruct (dot_known _ _ _ _ _ _ _ _ vs vs Sv Sv LV LV) as (B1 & E1 & M1).
  destruct (dot_known _ _ _ _ _ _ _ _ vs vs Sv Sv HV HV) as (B2 & E2 & M2).
  destruct (dot_known _ _ _ _ _ _ _ _ vs vs Sv Sv LV HV) as (B3 & E3 & M3). cbv zeta in *.
  assert (K0 : 0 <= real vs * real vs) by (apply Rmult_le_pos; apply Sv).
  assert (Q0 : 0 <= real r * real r) by (apply Rmult_le_pos; apply Sr).
  destruct (square_gap_known _ _ _ _ _ Sr HR ER K0 B1 E1 M1) as [C1 G1].
  destruct (square_gap_known _ _ _ _ _ Sr HR ER K0 B2 E2 M2) as [C2 G2].
  destruct (square_gap_known _ _ _ _ _ Sr HR ER K0 B3 E3 M3) as [C3 G3].
  fold l_a in C1, G1. fold h_a in C2, G2. fold m_a in C3, G3.
  pose proof eps_small. assert (0 <= eps * (real vs * real vs)) by (apply Rmult_le_pos; lra).
  assert (0 <= eps * (real r * real r)) by (apply Rmult_le_pos; lra). pose proof (bpow_gt_0 radix2 (-600)).
  split; [auto |]. split; [eapply Rle_lt_trans; [exact G1 | lra] |]. split; [eapply Rle_lt_trans; [exact G3 | lra] |].
  split; [eapply Rle_lt_trans; [exact G2 | lra] | apply Be].
Qed.
End Values.

Section Piece.
Variables (l h : R).
Variables (ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r : D) (is_end : bool) (c cm a am b bm : point) (R : R).
Hypothesis T : turning ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r is_end c cm a am b bm R.
Variables (lux luy lwx lwy lzx lzy hux huy hwx hwy hzx hzy : D).
Notation UX t := (u_x is_end a am b bm t). Notation UY t := (u_y is_end a am b bm t).
Notation WX t := (w_x is_end c cm a am t). Notation WY t := (w_y is_end c cm a am t).
Notation ZX t := (z_x is_end c cm b bm t). Notation ZY t := (z_y is_end c cm b bm t).
Hypotheses (LU : close lux luy (UX l) (UY l) (padded us)) (LW : close lwx lwy (WX l) (WY l) (padded ws))
  (LZ : close lzx lzy (ZX l) (ZY l) (padded zs)) (HU : close hux huy (UX h) (UY h) (padded us))
  (HW : close hwx hwy (WX h) (WY h) (padded ws)) (HZ : close hzx hzy (ZX h) (ZY h) (padded zs)).

Lemma ranges : size_in_range us /\ size_in_range ws /\ size_in_range zs /\ size_in_range r /\
  0 <= R <= (1 + 2 * eps) * real r /\ Rabs (real r - R) <= eps * R.
Proof.
  destruct T as [[? ? ? ? ? ? ? ? Su _] [? ? ? ? ? ? ? ? Sw _] [? ? ? ? ? ? ? ? Sz _] Sr HR ER _].
  exact (conj Su (conj Sw (conj Sz (conj Sr (conj HR ER))))).
Qed.

Let l_p := fadd (fmul lwx lux) (fmul lwy luy).
Let h_p := fadd (fmul hwx hux) (fmul hwy huy).
Let m_p := fmul (fconst 1 (-1)) (fadd (fadd (fmul lwx hux) (fmul lwy huy)) (fadd (fmul hwx lux) (fmul hwy luy))).
Let l_a := fsub (fadd (fmul lwx lwx) (fmul lwy lwy)) (fmul r r).
Let h_a := fsub (fadd (fmul hwx hwx) (fmul hwy hwy)) (fmul r r).
Let m_a := fsub (fadd (fmul lwx hwx) (fmul lwy hwy)) (fmul r r).
Let e_p := fadd (fmul (fmul (fconst 1 (-48)) us) ws) (fconst 1 (-600)).
Let e_a := fadd (fmul (fconst 1 (-48)) (fadd (fmul ws ws) (fmul r r))) (fconst 1 (-600)).

Theorem beyond_a_is_free :
  flt (larger (larger l_p m_p) h_p) (fneg e_p) = true -> flt e_a (smaller (smaller l_a m_a) h_a) = true ->
  forall t, l <= t <= h -> farther Segment (place is_end c cm t) (place is_end a am t) (place is_end b bm t) R.
Proof.
  intros HP HA t Ht. destruct ranges as (Su & Sw & _ & Sr & HR & ER). destruct half_value as [Fk Vk].
  destruct (dots_known us ws _ 1 Su Sw Fk (or_introl eq_refl) Vk _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ LU HU LW HW)
    as ((B1 & B2 & B3) & E1 & E2 & E3 & Fp).
  destruct (gaps_known ws r R Sw Sr HR ER _ _ _ _ _ _ _ _ LW HW) as ((C1 & C2 & C3) & G1 & G2 & G3 & Fa).
  destruct (below_three 406 _ _ _ _ B1 B2 B3 Fp HP) as (P1 & P2 & P3).
  destruct (above_three 407 _ _ _ _ C1 C2 C3 Fa HA) as (A1 & A2 & A3).
  apply Rabs_def2 in E1. apply Rabs_def2 in E2. apply Rabs_def2 in E3. apply Rabs_def2 in G1. apply Rabs_def2 in G2.
  apply Rabs_def2 in G3.
  rewrite Rmult_1_l in E2.
  apply (piece_beyond_a _ _ _ _ _ _ _ _ l h t Ht); unfold wu_at, wu_between, w2_between; lra.
Qed.

Let l_q := fneg (fadd (fmul lzx lux) (fmul lzy luy)).
Let h_q := fneg (fadd (fmul hzx hux) (fmul hzy huy)).
Let m_q := fmul (fneg (fconst 1 (-1))) (fadd (fadd (fmul lzx hux) (fmul lzy huy)) (fadd (fmul hzx lux) (fmul hzy luy))).
Let l_b := fsub (fadd (fmul lzx lzx) (fmul lzy lzy)) (fmul r r).
Let h_b := fsub (fadd (fmul hzx hzx) (fmul hzy hzy)) (fmul r r).
Let m_b := fsub (fadd (fmul lzx hzx) (fmul lzy hzy)) (fmul r r).
Let e_q := fadd (fmul (fmul (fconst 1 (-48)) us) zs) (fconst 1 (-600)).
Let e_b := fadd (fmul (fconst 1 (-48)) (fadd (fmul zs zs) (fmul r r))) (fconst 1 (-600)).

Theorem beyond_b_is_free :
  flt (larger (larger l_q m_q) h_q) (fneg e_q) = true -> flt e_b (smaller (smaller l_b m_b) h_b) = true ->
  forall t, l <= t <= h -> farther Segment (place is_end c cm t) (place is_end a am t) (place is_end b bm t) R.
Proof.
  intros HP HA t Ht. destruct ranges as (Su & _ & Sz & Sr & HR & ER). destruct minus_half_value as [Fk Vk].
  destruct (dots_known us zs _ (-1) Su Sz Fk (or_intror eq_refl) Vk _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ LU HU LZ HZ)
    as ((B1 & B2 & B3) & E1 & E2 & E3 & Fp).
  destruct (gaps_known zs r R Sz Sr HR ER _ _ _ _ _ _ _ _ LZ HZ) as ((C1 & C2 & C3) & G1 & G2 & G3 & Fa).
  destruct (below_three 406 _ _ _ _ (below_neg _ _ B1) B2 (below_neg _ _ B3) Fp HP) as (P1 & P2 & P3).
  destruct (above_three 407 _ _ _ _ C1 C2 C3 Fa HA) as (A1 & A2 & A3). rewrite real_fneg in P1, P3.
  apply Rabs_def2 in E1. apply Rabs_def2 in E2. apply Rabs_def2 in E3. apply Rabs_def2 in G1. apply Rabs_def2 in G2.
  apply Rabs_def2 in G3.
  apply (piece_beyond_b _ _ _ _ _ _ _ _ l h t Ht); unfold zu_at, zu_between, z2_between; lra.
Qed.
End Piece.
