(* The feature and the trend on a piece of time: feature_on_piece of src/turning/moving_filter.h, and trend_on for an
   end.

   If feature_on_piece is certain of an end, the centre lies beyond it at all times of the piece; if it is certain of
   the side, the foot of the perpendicular lies between the ends. The distance to an end is convex: if its slope is
   certain at the start or at the end of the piece, it grows or shrinks on all of it. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss Geometry MovingGeometry MovingVectors MovingTurn MovingMiss MovingErrors MovingEnds Terms_moving.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

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

Lemma signs_of_p t : l <= t <= h ->
  (flt (larger (larger l_p m_p) h_p) (fneg e_p) = true -> wu_at is_end c cm a am b bm t < 0) /\
  (flt e_p (smaller (smaller l_p m_p) h_p) = true -> 0 < wu_at is_end c cm a am b bm t).
Proof.
  intros Ht. destruct (between l h t Ht) as (s & S & ->).
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & Sw & _). destruct half_value as [Fk Vk].
  destruct (dots_known us ws _ 1 Su Sw Fk (or_introl eq_refl) Vk _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ LU HU LW HW)
    as ((B1 & B2 & B3) & E1 & E2 & E3 & Fp).
  apply Rabs_def2 in E1. apply Rabs_def2 in E2. apply Rabs_def2 in E3. rewrite Rmult_1_l in E2.
  destruct (dots_bernstein is_end c cm a am b bm l h s) as (-> & _). split; intros H.
  - destruct (below_three 406 _ _ _ _ B1 B2 B3 Fp H) as (P1 & P2 & P3).
    pose proof (quadratic_above (- wu_at is_end c cm a am b bm l) (- wu_between is_end c cm a am b bm l h)
      (- wu_at is_end c cm a am b bm h) 0 s S ltac:(unfold wu_at; lra) ltac:(unfold wu_between;
        lra) ltac:(unfold wu_at; lra)). lra.
  - destruct (above_three 406 _ _ _ _ B1 B2 B3 Fp H) as (P1 & P2 & P3).
    apply quadratic_above; auto; unfold wu_at, wu_between; lra.
Qed.

Lemma signs_of_q t : l <= t <= h ->
  (flt (larger (larger l_q m_q) h_q) (fneg e_q) = true -> 0 < zu_at is_end c cm a am b bm t) /\
  (flt e_q (smaller (smaller l_q m_q) h_q) = true -> zu_at is_end c cm a am b bm t < 0).
Proof.
  intros Ht. destruct (between l h t Ht) as (s & S & ->).
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & _ & Sz & _).
  destruct minus_half_value as [Fk Vk].
  destruct (dots_known us zs _ (-1) Su Sz Fk (or_intror eq_refl) Vk _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ LU HU LZ HZ)
    as ((B1 & B2 & B3) & E1 & E2 & E3 & Fp).
  apply Rabs_def2 in E1. apply Rabs_def2 in E2. apply Rabs_def2 in E3.
  destruct (dots_bernstein is_end c cm a am b bm l h s) as (_ & -> & _). split; intros H.
  - destruct (below_three 406 _ _ _ _ (below_neg _ _ B1) B2 (below_neg _ _ B3) Fp H) as (P1 & P2 & P3).
    rewrite real_fneg in P1, P3.
    apply quadratic_above; auto; unfold zu_at, zu_between; lra.
  - destruct (above_three 406 _ _ _ _ (below_neg _ _ B1) B2 (below_neg _ _ B3) Fp H) as (P1 & P2 & P3).
    rewrite real_fneg in P1, P3.
    pose proof (quadratic_above (- zu_at is_end c cm a am b bm l) (- zu_between is_end c cm a am b bm l h)
      (- zu_at is_end c cm a am b bm h) 0 s S ltac:(unfold zu_at; lra) ltac:(unfold zu_between;
        lra) ltac:(unfold zu_at; lra)). lra.
Qed.

(* 2 is end a, 3 is end b, 1 is the side. *)
Theorem feature_on_piece_correct feature t : feature_on_piece_results e_p e_q l_p l_q h_p h_q m_p m_q feature -> l
  <= t <= h ->
  let C := place is_end c cm t in let A := place is_end a am t in let B := place is_end b bm t in
  (feature = 2%Z -> wu C A B < 0) /\ (feature = 3%Z -> 0 < zu C A B) /\ (feature = 1%Z -> 0 < wu C A B < len2 A B).
Proof.
  intros H Ht C A B. destruct (signs_of_p t Ht) as [P1 P2]. destruct (signs_of_q t Ht) as [Q1 Q2].
  unfold feature_on_piece_results in H. open H. destruct H. subst.
  change (wu_at is_end c cm a am b bm t) with (wu C A B) in P1, P2.
  change (zu_at is_end c cm a am b bm t) with (zu C A B) in Q1, Q2.
  unfold larger, smaller in P1, P2, Q1, Q2.
  match goal with |- context [if ?x then 2%Z else _] => destruct x eqn:X end.
  { specialize (P1 eq_refl). split; [now intros _ | split; discriminate]. }
  match goal with |- context [if ?x then 3%Z else _] => destruct x eqn:Y end.
  { specialize (Q1 eq_refl). split; [discriminate | split; [now intros _ | discriminate]]. }
  match goal with |- context [if ?x then 1%Z else _] => destruct x eqn:Z end; [| repeat split; discriminate].
  apply andb_prop in Z. destruct Z as [Z1 Z2]. specialize (P2 Z1). specialize (Q2 Z2). rewrite zu_is in Q2.
  split; [discriminate | split; [discriminate |]]. lra.
Qed.
End Feature.

(* The slope of a squared distance |v|^2, with v = (X + t CX, Y + t CY). *)
Section Slope.
Variables (ax ay cx cy size : D) (X Y CX CY l h : R).
Hypothesis M : motion ax ay cx cy size X Y CX CY.

Lemma close_change : close cx cy CX CY (padded size).
Proof.
  destruct M as [F1 F2 F3 F4 _ _ Cx Cy Rg Sz]. destruct (padded_facts size Rg) as (P0 & P1 & P2). pose proof eps_small.
  pose proof (bpow_ge_0 radix2 200). pose proof (proj2 Rg) as S0.
  pose proof (Rabs_pos (real ax)). pose proof (Rabs_pos (real ay)). pose proof (Rabs_pos (real cx)).
  pose proof (Rabs_pos (real cy)).
  set (k := Rabs (real ax) + Rabs (real ay) + Rabs (real cx) + Rabs (real cy)) in *.
  assert (K1 : eps * k <= eps * ((1 + 5 * eps) * real size)) by (apply Rmult_le_compat_l; lra).
  assert (K2 : eps * real size <= eps * padded size) by (apply Rmult_le_compat_l; lra).
  assert (K3 : 0 <= eps * real size) by (apply Rmult_le_pos; lra).
  assert (K4 : eps * (eps * real size) <= / 1048576 * (eps * real size)) by (apply Rmult_le_compat_r; lra).
  assert (K5 : 203 / 100 * eps * (Rabs (real ax) + Rabs (real cx)) + 203 / 100 * eps * (Rabs (real ay) + Rabs (real
    cy)) =
    203 / 100 * (eps * k)) by (unfold k; ring).
  repeat split; auto; try lra.
  assert (Rabs (real cx) + Rabs (real cy) <= k) by (unfold k; lra). lra.
Qed.

Let v2 t := (X + t * CX) * (X + t * CX) + (Y + t * CY) * (Y + t * CY).
Let error := fadd (fmul (fmul (fconst 1 (-48)) size) size) (fconst 1 (-600)).

Lemma slope_known vx vy t : close vx vy (X + t * CX) (Y + t * CY) (padded size) ->
  let d := fadd (fmul vx cx) (fmul vy cy) in
  finite d /\ finite error /\ Rabs (real d - ((X + t * CX) * CX + (Y + t * CY) * CY)) < real error.
Proof.
  intros V d. pose proof (M_range _ _ _ _ _ _ _ _ _ M) as S.
  destruct (dot_known _ _ _ _ _ _ _ _ size size S S V close_change) as (B & E & _). fold d in B, E.
  destruct (bound_of_product size size S S) as [Be He]. fold error in Be, He.
  split; [apply B |]. split; [apply Be |]. pose proof eps_small. pose proof (bpow_gt_0 radix2 (-600)).
  assert (0 <= eps * (real size * real size)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; apply S]).
  eapply Rle_lt_trans; [exact E | lra].
Qed.

Theorem distance_grows vx vy : close vx vy (X + l * CX) (Y + l * CY) (padded size) ->
  flt error (fadd (fmul vx cx) (fmul vy cy)) = true -> forall s t, l <= s -> s < t -> v2 s < v2 t.
Proof.
  intros V H s t L S. destruct (slope_known _ _ _ V) as (Fd & Fe & E). apply flt_real in H; auto. apply Rabs_def2 in E.
  set (C2 := CX * CX + CY * CY). assert (C0 : 0 <= C2) by (unfold C2; pose proof (Rle_0_sqr CX);
    pose proof (Rle_0_sqr CY); unfold Rsqr in *; lra).
  assert (P : 0 < (X + l * CX) * CX + (Y + l * CY) * CY) by lra.
  assert (Q : v2 t - v2 s = (t - s) * (2 * ((X + l * CX) * CX + (Y + l * CY) * CY) + ((s - l) + (t - l)) * C2)).
  { unfold v2, C2. ring. }
  assert (0 <= ((s - l) + (t - l)) * C2) by (apply Rmult_le_pos; lra).
  assert (0 < (t - s) * (2 * ((X + l * CX) * CX + (Y + l * CY) * CY) + ((s - l) + (t - l)) * C2))
    by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Theorem distance_shrinks vx vy : close vx vy (X + h * CX) (Y + h * CY) (padded size) ->
  flt (fadd (fmul vx cx) (fmul vy cy)) (fneg error) = true -> forall s t, s < t -> t <= h -> v2 t < v2 s.
Proof.
  intros V H s t S L. destruct (slope_known _ _ _ V) as (Fd & Fe & E). apply flt_real in H;
    [| exact Fd | now apply finite_fneg].
  rewrite real_fneg in H. apply Rabs_def2 in E.
  set (C2 := CX * CX + CY * CY). assert (C0 : 0 <= C2) by (unfold C2; pose proof (Rle_0_sqr CX);
    pose proof (Rle_0_sqr CY); unfold Rsqr in *; lra).
  assert (P : (X + h * CX) * CX + (Y + h * CY) * CY < 0) by lra.
  assert (Q : v2 s - v2 t = (t - s) * (- 2 * ((X + h * CX) * CX + (Y + h * CY) * CY) + ((h - s) + (h - t)) * C2)).
  { unfold v2, C2. ring. }
  assert (0 <= ((h - s) + (h - t)) * C2) by (apply Rmult_le_pos; lra).
  assert (0 < (t - s) * (- 2 * ((X + h * CX) * CX + (Y + h * CY) * CY) + ((h - s) + (h - t)) * C2))
    by (apply Rmult_lt_0_compat; lra). lra.
Qed.
End Slope.

(* The squared distances to the ends at a time. *)
Definition to_a (is_end : bool) (c cm a am b bm : point) t := dist2_at (place is_end c cm t) (place is_end a am t)
  (place is_end b bm t) 0.
Definition to_b (is_end : bool) (c cm a am b bm : point) t := dist2_at (place is_end c cm t) (place is_end a am t)
  (place is_end b bm t) 1.

(* The slope and the sign at the end of a function on [l, h]. *)
Definition trend_right (f : R -> R) (l h square : R) (slope end_ : Z) :=
  (slope = 1%Z -> forall s t, l <= s -> s < t -> t <= h -> f s < f t) /\
  (slope = (-1)%Z -> forall s t, l <= s -> s < t -> t <= h -> f t < f s) /\
  (end_ = 1%Z -> square < f h) /\ (end_ = (-1)%Z -> f h < square).

Section End.
Variables (ax ay cx cy size r : D) (X Y CX CY l h : R) (R : R).
Hypotheses (M : motion ax ay cx cy size X Y CX CY) (Sr : size_in_range r) (HR : 0 <= R <= (1 + 2 * eps) * real r)
  (ER : Rabs (real r - R) <= eps * R).
Variables (lx ly hx hy : D).
Hypotheses (L : close lx ly (X + l * CX) (Y + l * CY) (padded size)) (H : close hx hy (X + h * CX) (Y + h * CY) (padded
  size)).

Let f t := (X + t * CX) * (X + t * CX) + (Y + t * CY) * (Y + t * CY).
Let error := fadd (fmul (fmul (fconst 1 (-48)) size) size) (fconst 1 (-600)).
Let gap := fsub (fadd (fmul hx hx) (fmul hy hy)) (fmul r r).
Let e_gap := fadd (fmul (fconst 1 (-48)) (fadd (fmul size size) (fmul r r))) (fconst 1 (-600)).

Lemma trend_of_distance :
  trend_right f l h (R * R)
    (if flt error (fadd (fmul lx cx) (fmul ly cy)) then 1%Z
     else if flt (fadd (fmul hx cx) (fmul hy cy)) (fneg error) then (-1)%Z else 0%Z)
    (if flt e_gap gap then 1%Z else if flt gap (fneg e_gap) then (-1)%Z else 0%Z).
Proof.
  destruct (gaps_known size r R (M_range _ _ _ _ _ _ _ _ _ M) Sr HR ER _ _ _ _ _ _ _ _ L H) as ((_ & _ & B) & _ & _ &
    E & Fe).
  fold gap in B, E. fold e_gap in E, Fe. apply Rabs_def2 in E. unfold trend_right. split; [| split; [| split]].
  - destruct (flt error (fadd (fmul lx cx) (fmul ly cy))) eqn:A.
    + intros _ s t S T _. now apply (distance_grows _ _ _ _ _ _ _ _ _ l M lx ly L A).
    + match goal with |- (if ?b then _ else _) = _ -> _ => destruct b end; discriminate.
  - destruct (flt error (fadd (fmul lx cx) (fmul ly cy))); [discriminate |].
    destruct (flt (fadd (fmul hx cx) (fmul hy cy)) (fneg error)) eqn:A; [| discriminate].
    intros _ s t _ S T. now apply (distance_shrinks _ _ _ _ _ _ _ _ _ h M hx hy H A).
  - destruct (flt e_gap gap) eqn:A; [| match goal with |- (if ?b then _ else _) = _ -> _ => destruct b end;
      discriminate].
    intros _. apply flt_real in A; [| exact Fe | apply B]. unfold f. lra.
  - destruct (flt e_gap gap); [discriminate |]. destruct (flt gap (fneg e_gap)) eqn:A; [| discriminate].
    intros _. apply flt_real in A; [| apply B | now apply finite_fneg]. rewrite real_fneg in A. unfold f. lra.
Qed.
End End.

Lemma trend_right_ext f g l h square slope end_ : (forall t, f t = g t) -> trend_right f l h square slope end_ ->
  trend_right g l h square slope end_.
Proof.
  intros E (A & B & C & D'). split; [| split; [| split]]; intros; rewrite <- ?E; auto.
Qed.

Theorem trend_of_ends_correct cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r l h
    l_t lux luy lwx lwy lzx lzy l_len l_cross l_p l_q l_a l_b h_t hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a h_b
    e_f e_p e_q e_a e_b m_side m_f0 m_f1 m_f2 m_p m_q m_a m_b feature slope end_ :
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
    hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a h_b m_side m_f2 m_p m_q feature slope end_ ->
  let c := point_of cx cy in let cm := point_of cmx cmy in let a := point_of ax ay in let am := point_of amx amy in
  let b := point_of bx by_ in let bm := point_of bmx bmy in let R := real cr + real wr in
  (feature = 2%Z -> trend_right (to_a is_end c cm a am b bm) (real l) (real h) (R * R) slope end_ /\
    forall t, real l <= t <= real h -> wu (place is_end c cm t) (place is_end a am t) (place is_end b bm t) < 0) /\
  (feature = 3%Z -> trend_right (to_b is_end c cm a am b bm) (real l) (real h) (R * R) slope end_ /\
    forall t, real l <= t <= real h -> 0 < zu (place is_end c cm t) (place is_end a am t) (place is_end b bm t)).
Proof.
  intros V Valid Fl Fh L0 LH H1 VL VH E P H. cbv zeta.
  destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
    as (_ & _ & _ & _ & _ & _ & T).
  set (c := point_of cx cy) in *. set (cm := point_of cmx cmy) in *. set (a := point_of ax ay) in *.
  set (am := point_of amx amy) in *. set (b := point_of bx by_) in *. set (bm := point_of bmx bmy) in *.
  set (R := real cr + real wr) in *.
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (_ & _ & _ & Sr & HR & ER).
  unfold values_at_results in VL, VH. open VL. open VH. destruct VL, VH.
  unfold errors_of_results in E. open E. destruct E. unfold piece_of_results in P. open P. destruct P.
  unfold trend_on_results in H. open H. destruct H. subst.
  match goal with A : vector_at_results ux _ _ _ l _ _, B : vector_at_results wx _ _ _ l _ _,
    C : vector_at_results zx _ _ _ l _ _ |- _ =>
    destruct (vectors_at_time _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ _ Fl ltac:(lra) A B C)
      as (LU & LW & LZ) end.
  match goal with A : vector_at_results ux _ _ _ h _ _, B : vector_at_results wx _ _ _ h _ _,
    C : vector_at_results zx _ _ _ h _ _ |- _ =>
    destruct (vectors_at_time _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ _ Fh ltac:(lra) A B C)
      as (HU & HW & HZ) end.
  match goal with A : feature_on_piece_results _ _ _ _ _ _ _ _ _ |- _ => rename A into Hf end.
  assert (Near := fun t => feature_on_piece_correct (real l) (real h) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T
    _ _ _ _ _ _ _ _ _ _ _ _ LU LW LZ HU HW HZ _ t Hf).
  cbv zeta in Near.
  destruct (vectors_at is_end c cm a am b bm (real l)) as (_ & _ & A1 & A2 & A3 & A4).
  destruct (vectors_at is_end c cm a am b bm (real h)) as (_ & _ & A5 & A6 & A7 & A8).
  rewrite A1, A2 in LW. rewrite A3, A4 in LZ. rewrite A5, A6 in HW. rewrite A7, A8 in HZ.
  split; intros ->; simpl; (split; [| intros t Ht; destruct (Near t Ht) as (N2 & N3 & _)]).
  - eapply trend_right_ext; [| exact (trend_of_distance _ _ _ _ _ r _ _ _ _ (real l) (real h) R
      (T_w _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) Sr HR ER _ _ _ _ LW HW)].
    intros t. cbv beta. unfold to_a, dist2_at, place, displaced. simpl. ring.
  - now apply N2.
  - eapply trend_right_ext; [| exact (trend_of_distance _ _ _ _ _ r _ _ _ _ (real l) (real h) R
      (T_z _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) Sr HR ER _ _ _ _ LZ HZ)].
    intros t. cbv beta. unfold to_b, dist2_at, place, displaced. simpl. ring.
  - now apply N3.
Qed.
