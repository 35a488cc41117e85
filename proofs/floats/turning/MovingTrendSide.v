(* The trend of the gap on a piece of time where the side is nearest: trend_on of src/turning/moving_filter.h.

   If the feature is the side, the foot of the perpendicular lies between the ends at all times of the piece. If the
   slope is certain, f = |X| - R |u| grows or shrinks on the piece, and X has the side's sign at the start, and at
   the end if R > 0. If the sign at the end is certain, f has it. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss Geometry MovingGeometry MovingVectors MovingTurn MovingMiss MovingErrors MovingEnds MovingSide
  MovingFree MovingTangent MovingTrend MovingSlopeReal MovingSlope Terms_moving.

Open Scope R_scope.

(* What is known of a piece whose nearest feature is the side. *)
Definition side_is_nearest (is_end : bool) (c cm a am b bm : point) (l h : R) := forall t, l <= t <= h ->
  0 < wu (place is_end c cm t) (place is_end a am t) (place is_end b bm t)
    < len2 (place is_end a am t) (place is_end b bm t).

Lemma nearest_side_has_length is_end c cm a am b bm l h t : side_is_nearest is_end c cm a am b bm l h -> l <= t <= h ->
  0 < norm (u_x is_end a am b bm t) (u_y is_end a am b bm t).
Proof.
  intros S Ht. specialize (S t Ht). unfold norm. apply sqrt_lt_R0. unfold u_x, u_y.
  unfold len2 in S. lra.
Qed.

(* X keeps the sign of its rounded value beyond the bound. *)
Lemma side_is_certain (side x e : D) sign X K : sign * sign = 1 -> finite side -> real side = sign -> below 405 x ->
  Rabs (real x - X) <= 25 / 2 * eps * K + H600 / 100 -> finite e -> 30 * eps * K + H600 / 2 <= real e -> 0 <= K ->
  finite (fmul side x) /\ (flt e (fmul side x) = true -> 0 < sign * X).
Proof.
  intros S2 Fs Vs Bx Ex Fe Le K0. destruct (times_side side x sign 405 S2 Fs Vs ltac:(lia) Bx) as [B V].
  split; [apply B |]. intros H. apply flt_real in H; [| exact Fe | apply B]. rewrite V in H. pose proof eps_small.
  pose proof (bpow_gt_0 radix2 (-600)). assert (0 <= eps * K) by (apply Rmult_le_pos; lra). apply Rabs_le_inv in Ex.
  destruct (sign_cases sign S2) as [-> | ->]; lra.
Qed.

Lemma smaller_finite (x y : D) : finite x -> finite y ->
  finite (if flt x y then x else y) /\ real (if flt x y then x else y) <= real x /\ real (if flt x y then x else y)
    <= real y.
Proof.
  intros Fx Fy. split; [now apply finite_if |]. rewrite (real_smaller x y Fx Fy). split; [apply Rmin_l | apply Rmin_r].
Qed.

Lemma flt_of_real (x y : D) : finite x -> finite y -> real x < real y -> flt x y = true.
Proof. intros Fx Fy L. destruct (flt_real_cases x y Fx Fy) as [[E _] | [_ E]]; [exact E | lra]. Qed.

Lemma two_tests (x y : bool) (p q v : Z) : v <> 0%Z -> (if x then p else if y then q else 0%Z) = v ->
  (p = v /\ x = true) \/ (q = v /\ y = true).
Proof. intros N. destruct x; [now left |]. destruct y; [now right |]. intros E. now elim N. Qed.

Theorem trend_of_side_correct cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r l h
    l_t lux luy lwx lwy lzx lzy l_len l_cross l_p l_q l_a l_b h_t hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a h_b
    e_f e_p e_q e_a e_b m_side m_f0 m_f1 m_f2 m_p m_q m_a m_b slope end_ :
  turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r ->
  is_valid_turn_results cr wr extent us ws zs r true ->
  finite l -> finite h -> 0 <= real l -> real l <= real h -> real h <= 1 ->
  values_at_results ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r l l_t lux luy lwx lwy lzx lzy l_len l_cross l_p l_q l_a
    l_b ->
  values_at_results ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r h h_t hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a
    h_b ->
  errors_of_results us ws zs r e_f e_p e_q e_a e_b ->
  piece_of_results r lux luy lwx lwy lzx lzy l_len l_cross hux huy hwx hwy hzx hzy h_len h_cross
    m_side m_f0 m_f1 m_f2 m_p m_q m_a m_b ->
  trend_on_results uxc uyc us wxc wyc ws zxc zyc zs r e_f e_p e_q e_a e_b lux luy lwx lwy lzx lzy l_len l_cross l_p l_q
    hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a h_b m_side m_f2 m_p m_q 1 slope end_ ->
  let c := point_of cx cy in let cm := point_of cmx cmy in let a := point_of ax ay in let am := point_of amx amy in
  let b := point_of bx by_ in let bm := point_of bmx bmy in let R := real cr + real wr in
  side_is_nearest is_end c cm a am b bm (real l) (real h) /\
  exists sign, sign * sign = 1 /\ (finite m_side /\ real m_side = sign) /\
    trend_right (gap_of_side is_end c cm a am b bm R sign) (real l) (real h) 0 slope end_ /\
    (slope <> 0%Z -> 0 < sign * cross_at is_end c cm a am b bm (real l) /\
      (0 < R -> 0 < sign * cross_at is_end c cm a am b bm (real h))).
Proof.
  intros V Valid Fl Fh L0 LH H1 VL VH E P H. cbv zeta.
  destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
    as (_ & _ & _ & _ & _ & _ & T).
  set (c := point_of cx cy) in *. set (cm := point_of cmx cmy) in *. set (a := point_of ax ay) in *.
  set (am := point_of amx amy) in *. set (b := point_of bx by_) in *. set (bm := point_of bmx bmy) in *.
  set (R := real cr + real wr) in *.
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & Sw & _ & Sr & HR & ER).
  unfold values_at_results in VL, VH. open VL. open VH. destruct VL, VH.
  unfold errors_of_results in E. open E. destruct E. unfold piece_of_results in P. open P. destruct P.
  unfold trend_on_results in H. open H. destruct H.
  match goal with A : 1%Z = ?f |- _ => symmetry in A; subst f end. subst.
  match goal with A : vector_at_results ux _ _ _ l _ _, B : vector_at_results wx _ _ _ l _ _,
    C : vector_at_results zx _ _ _ l _ _ |- _ =>
    destruct (vectors_at_time _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ _ Fl ltac:(lra) A B C)
      as (LU & LW & LZ) end.
  match goal with A : vector_at_results ux _ _ _ h _ _, B : vector_at_results wx _ _ _ h _ _,
    C : vector_at_results zx _ _ _ h _ _ |- _ =>
    destruct (vectors_at_time _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ _ Fh ltac:(lra) A B C)
      as (HU & HW & HZ) end.
  match goal with A : feature_on_piece_results _ _ _ _ _ _ _ _ _ |- _ => rename A into Hf end.
  match goal with A : slopes_on_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ |- _ => rename A into Hs end.
  assert (Near : side_is_nearest is_end c cm a am b bm (real l) (real h)).
  { intros t Ht. destruct (feature_on_piece_correct (real l) (real h) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T
      _ _ _ _ _ _ _ _ _ _ _ _ LU LW LZ HU HW HZ _ t Hf Ht) as (_ & _ & N). now apply N. }
  clear Hf. split; [exact Near |].
  destruct (f_values (real l) (real h) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ _ _ LU LW HU HW)
    as (sign & S2 & Fs & Vs & Fe & (_ & _ & B2) & _ & _ & E2).
  exists sign. split; [exact S2 |]. split; [exact (conj Fs Vs) |].
  destruct (slopes_on_correct (real l) (real h) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ sign
    _ _ T LU LW HU HW S2 Fs Vs
    (nearest_side_has_length _ _ _ _ _ _ _ _ _ _ Near (conj (Rle_refl _) LH)) (nearest_side_has_length _ _ _ _ _ _ _ _
      _ _ Near (conj LH (Rle_refl _))) Hs)
    as [Grows Shrinks]. clear Hs.
  destruct (bound_of_product us ws Su Sw) as [Bp Lp].
  destruct (cross_known _ _ _ _ _ _ _ _ us ws Su Sw LU LW) as (B3 & E3 & _).
  destruct (cross_known _ _ _ _ _ _ _ _ us ws Su Sw HU HW) as (B4 & E4 & _).
  assert (K0 : 0 <= real us * real ws) by (apply Rmult_le_pos; [apply Su | apply Sw]).
  destruct (side_is_certain _ _ _ _ _ _ S2 Fs Vs B3 E3 (proj1 Bp) Lp K0) as [F5 P5].
  destruct (side_is_certain _ _ _ _ _ _ S2 Fs Vs B4 E4 (proj1 Bp) Lp K0) as [F6 P6].
  apply Rabs_def2 in E2.
  fold (tiny_of_lengths r) in *.
  unfold smaller in *. cbv zeta in *.
  match goal with |- context [negb ?x] => destruct x eqn:Far end.
  2: { split; [| intros N; now elim N].
    split; [| split; [| split]]; discriminate. }
  split.
  - unfold trend_right. cbv iota beta delta [negb]. split; [| split; [| split]]; intros Q.
    + apply two_tests in Q; [| discriminate ..]. destruct Q as [[Q _] | [_ Q]]; [discriminate Q | now apply Grows].
    + apply two_tests in Q; [| discriminate ..]. destruct Q as [[_ Q] | [Q _]]; [now apply Shrinks | discriminate Q].
    + apply two_tests in Q; [| discriminate ..]. destruct Q as [[_ A] | [Q _]]; [| discriminate Q].
      apply flt_real in A; [| exact Fe | apply B2]. unfold gap_of_side. lra.
    + apply two_tests in Q; [| discriminate ..]. destruct Q as [[Q _] | [_ A]]; [discriminate Q |].
      apply flt_real in A; [| apply B2 | now apply finite_fneg]. rewrite real_fneg in A. unfold gap_of_side. lra.
  - intros _. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
    destruct (flt (fconst 0 0) r) eqn:Pr.
    + destruct (smaller_finite _ _ F5 F6) as (Fm & M5 & M6). apply flt_real in Far; [| apply Bp | exact Fm].
      split; [apply P5 | intros _; apply P6]; apply flt_of_real; auto; try apply Bp; lra.
    + split; [now apply P5 |]. intros Rp. exfalso.
      destruct (flt_real_cases (fconst 0 0) r F0 (proj1 (proj1 Sr))) as [[Z _] | [_ Z]]; [congruence |].
      rewrite V0 in Z.
      assert (Zr : real r = 0) by (pose proof (proj2 Sr); lra). rewrite Zr in HR. lra.
Qed.
