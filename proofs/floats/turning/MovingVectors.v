(* The vectors of a sweep against a wall that turns: vector_motion_of and vector_at of src/turning/moving_filter.h.

   `motion` says what the filter knows of a vector that changes linearly: the errors of its start and of its change,
   and its size. `close x y X Y s` says that (x, y) is (X, Y) but for an error of 5 eps s, added over both
   coordinates, and that |x| + |y| is at most s but for rounding. Both products of two such vectors have the error
   25/2 eps s t. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Bounded SweepErrors SweepSquares SweepGeometry SweepVectors SweepTerms MovingGeometry
  Terms_moving.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* s need not be a double: it is the size, with some room for underflow. *)
Definition close (x y : D) (X Y s : R) :=
  finite x /\ finite y /\ Rabs (real x - X) + Rabs (real y - Y) <= 5 * eps * s /\
  Rabs (real x) + Rabs (real y) <= (1 + 32 * eps) * s /\ s <= 5 / 2 * bpow radix2 200.

Lemma close_size_nonneg x y X Y s : close x y X Y s -> 0 <= s.
Proof.
  intros (_ & _ & _ & H & _). pose proof eps_small. pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)).
  apply Rmult_le_reg_l with (1 + 32 * eps); lra.
Qed.

Lemma close_below x y X Y s : close x y X Y s -> below 202 x /\ below 202 y.
Proof.
  intros N. pose proof (close_size_nonneg _ _ _ _ _ N) as S. destruct N as (Fx & Fy & _ & H & B).
  pose proof eps_small. pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)).
  assert ((1 + 32 * eps) * s <= bpow radix2 202).
  { change 202%Z with (200 + 2)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
    assert (eps * s <= / 1048576 * s) by (apply Rmult_le_compat_r; lra). lra. }
  split; split; auto; lra.
Qed.

Lemma close_swap x y X Y s : close x y X Y s -> close y x Y X s.
Proof. intros (A & B & C & E & F). repeat split; auto; lra. Qed.

Lemma close_neg x y X Y s : close x y X Y s -> close x (fneg y) X (- Y) s.
Proof.
  intros (A & B & C & E & F). repeat split; auto using finite_fneg; rewrite real_fneg.
  - replace (- real y - - Y) with (- (real y - Y)) by ring. now rewrite Rabs_Ropp.
  - now rewrite Rabs_Ropp.
Qed.

Lemma close_real_size x y X Y s : close x y X Y s -> Rabs X + Rabs Y <= (1 + 37 * eps) * s.
Proof.
  intros (_ & _ & A & B & _).
  pose proof (Rabs_triang_inv X (real x)). pose proof (Rabs_triang_inv Y (real y)).
  rewrite (Rabs_minus_sym X) in *. rewrite (Rabs_minus_sym Y) in *. lra.
Qed.

(* |p| in real numbers. *)
Lemma close_norm x y X Y s : close x y X Y s -> norm X Y <= norm (real x) (real y) + 5 * eps * s.
Proof.
  intros (_ & _ & A & _).
  replace (norm X Y) with (norm (real x + (X - real x)) (real y + (Y - real y))) by (f_equal; ring).
  eapply Rle_trans; [apply norm_triangle |]. rewrite (Rabs_minus_sym X), (Rabs_minus_sym Y). lra.
Qed.

(* The error of p . q from those of the vectors. *)
Lemma close_products e s t p1 p2 q1 q2 P1 P2 Q1 Q2 :
  0 < e <= / 1048576 -> 0 <= s -> 0 <= t ->
  Rabs (p1 - P1) + Rabs (p2 - P2) <= 5 * e * s -> Rabs p1 + Rabs p2 <= (1 + 32 * e) * s ->
  Rabs (q1 - Q1) + Rabs (q2 - Q2) <= 5 * e * t -> Rabs q1 + Rabs q2 <= (1 + 32 * e) * t ->
  Rabs P1 + Rabs P2 <= (1 + 37 * e) * s ->
  Rabs (p1 * q1 - P1 * Q1) + Rabs (p2 * q2 - P2 * Q2) <= (10 + 1 / 100) * e * (s * t) /\
  Rabs (p1 * q1) + Rabs (p2 * q2) <= (1 + 1 / 100) * (s * t).
Proof.
  intros E S T Hp Sp Hq Sq SP.
  assert (ST : 0 <= s * t) by now apply Rmult_le_pos.
  assert (EST : 0 <= e * (s * t)) by (apply Rmult_le_pos; lra).
  assert (EE : e * (e * (s * t)) <= / 1048576 * (e * (s * t))) by (apply Rmult_le_compat_r; lra).
  assert (E1 : e * (s * t) <= / 1048576 * (s * t)) by (apply Rmult_le_compat_r; lra).
  assert (Sum : forall a b x y, 0 <= a -> 0 <= b -> 0 <= x -> 0 <= y -> a * x + b * y <= (a + b) * (x + y)).
  { intros a b x y A B X Y. assert (0 <= a * y) by now apply Rmult_le_pos.
    assert (0 <= b * x) by now apply Rmult_le_pos. lra. }
  split.
  - replace (p1 * q1 - P1 * Q1) with ((p1 - P1) * q1 + P1 * (q1 - Q1)) by ring.
    replace (p2 * q2 - P2 * Q2) with ((p2 - P2) * q2 + P2 * (q2 - Q2)) by ring.
    pose proof (Rabs_triang ((p1 - P1) * q1) (P1 * (q1 - Q1))) as X1.
    pose proof (Rabs_triang ((p2 - P2) * q2) (P2 * (q2 - Q2))) as X2. rewrite !Rabs_mult in X1, X2.
    pose proof (Sum (Rabs (p1 - P1)) (Rabs (p2 - P2)) (Rabs q1) (Rabs q2)
      (Rabs_pos _) (Rabs_pos _) (Rabs_pos _) (Rabs_pos _)) as Y1.
    pose proof (Sum (Rabs P1) (Rabs P2) (Rabs (q1 - Q1)) (Rabs (q2 - Q2))
      (Rabs_pos _) (Rabs_pos _) (Rabs_pos _) (Rabs_pos _)) as Y2.
    pose proof (Rabs_pos q1). pose proof (Rabs_pos q2). pose proof (Rabs_pos P1). pose proof (Rabs_pos P2).
    pose proof (Rabs_pos (p1 - P1)). pose proof (Rabs_pos (p2 - P2)).
    pose proof (Rabs_pos (q1 - Q1)). pose proof (Rabs_pos (q2 - Q2)).
    assert (Z1 : (Rabs (p1 - P1) + Rabs (p2 - P2)) * (Rabs q1 + Rabs q2) <= 5 * e * s * ((1 + 32 * e) * t)).
    { apply Rmult_le_compat; lra. }
    assert (Z2 : (Rabs P1 + Rabs P2) * (Rabs (q1 - Q1) + Rabs (q2 - Q2)) <= (1 + 37 * e) * s * (5 * e * t)).
    { apply Rmult_le_compat; lra. }
    lra.
  - rewrite !Rabs_mult.
    pose proof (Sum (Rabs p1) (Rabs p2) (Rabs q1) (Rabs q2) (Rabs_pos _) (Rabs_pos _) (Rabs_pos _) (Rabs_pos _)) as Y1.
    pose proof (Rabs_pos p1). pose proof (Rabs_pos p2). pose proof (Rabs_pos q1). pose proof (Rabs_pos q2).
    assert (Z1 : (Rabs p1 + Rabs p2) * (Rabs q1 + Rabs q2) <= (1 + 32 * e) * s * ((1 + 32 * e) * t)).
    { apply Rmult_le_compat; lra. }
    lra.
Qed.

Section Products.
Variables (px py qx qy : D) (PX PY QX QY s t : R).
Hypothesis (Hp : close px py PX PY s) (Hq : close qx qy QX QY t).

Lemma close_dot :
  let d := fadd (fmul px qx) (fmul py qy) in
  below 405 d /\ Rabs (real d - (PX * QX + PY * QY)) <= 25 / 2 * eps * (s * t) + 3 * tiny /\
  Rabs (PX * QX + PY * QY) <= (1 + 1 / 50) * (s * t).
Proof.
  pose proof (close_size_nonneg _ _ _ _ _ Hp) as S. pose proof (close_size_nonneg _ _ _ _ _ Hq) as T.
  destruct (close_below _ _ _ _ _ Hp) as [Bpx Bpy]. destruct (close_below _ _ _ _ _ Hq) as [Bqx Bqy].
  pose proof (close_real_size _ _ _ _ _ Hp) as SP.
  destruct Hp as (_ & _ & P1 & P2 & _). destruct Hq as (_ & _ & Q1 & Q2 & _).
  assert (B1 : below 404 (fmul px qx)) by (apply (below_mul 202 202); auto; lia).
  assert (B2 : below 404 (fmul py qy)) by (apply (below_mul 202 202); auto; lia).
  assert (B : below 405 (fadd (fmul px qx) (fmul py qy))) by (apply (below_add 404); auto; lia).
  pose proof (fmul_error _ _ (proj1 B1)) as E1. pose proof (fmul_error _ _ (proj1 B2)) as E2.
  pose proof (fadd_error _ _ (proj1 B)) as E3.
  pose proof eps_small as E. pose proof tiny_pos as H.
  pose proof (two_products_error _ tiny _ _ _ _ _ E (Rlt_le _ _ H) E1 E2 E3) as R.
  destruct (close_products _ s t _ _ _ _ PX PY QX QY E S T P1 P2 Q1 Q2 SP) as [V1 V2].
  intros d. unfold d. split; [exact B |].
  assert (ST : 0 <= s * t) by now apply Rmult_le_pos.
  assert (Z : 0 <= eps * (s * t)) by (apply Rmult_le_pos; lra).
  assert (Z1 : eps * (s * t) <= / 1048576 * (s * t)) by (apply Rmult_le_compat_r; lra).
  assert (Z2 : eps * (eps * (s * t)) <= / 1048576 * (eps * (s * t))) by (apply Rmult_le_compat_r; lra).
  assert (R' : (2 * eps + eps * eps) * (Rabs (real px * real qx) + Rabs (real py * real qy)) <=
    (2 * eps + eps * eps) * ((1 + 1 / 100) * (s * t))).
  { apply Rmult_le_compat_l; [| lra]. assert (0 <= eps * eps) by (apply Rmult_le_pos; lra). lra. }
  assert (X : Rabs (real px * real qx + real py * real qy - (PX * QX + PY * QY)) <= (10 + 1 / 100) * eps * (s * t)).
  { replace (real px * real qx + real py * real qy - (PX * QX + PY * QY)) with
      ((real px * real qx - PX * QX) + (real py * real qy - PY * QY)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  split.
  - replace (real (fadd (fmul px qx) (fmul py qy)) - (PX * QX + PY * QY)) with
      ((real (fadd (fmul px qx) (fmul py qy)) - (real px * real qx + real py * real qy)) +
       (real px * real qx + real py * real qy - (PX * QX + PY * QY))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra.
  - pose proof (Rabs_triang (real px * real qx) (real py * real qy)).
    pose proof (Rabs_triang_inv (PX * QX + PY * QY) (real px * real qx + real py * real qy)) as Y.
    rewrite (Rabs_minus_sym (PX * QX + PY * QY)) in Y. lra.
Qed.

End Products.

Lemma close_cross px py qx qy PX PY QX QY s t :
  close px py PX PY s -> close qx qy QX QY t ->
  let d := fsub (fmul px qy) (fmul py qx) in
  below 405 d /\ Rabs (real d - (PX * QY - PY * QX)) <= 25 / 2 * eps * (s * t) + 3 * tiny /\
  Rabs (PX * QY - PY * QX) <= (1 + 1 / 50) * (s * t).
Proof.
  intros Hp Hq d. pose proof (close_neg _ _ _ _ _ (close_swap _ _ _ _ _ Hq)) as Hq'.
  destruct (close_below _ _ _ _ _ Hp) as [Bpx Bpy]. destruct (close_below _ _ _ _ _ Hq) as [Bqx Bqy].
  assert (B1 : below 404 (fmul px qy)) by (apply (below_mul 202 202); auto; lia).
  assert (B2 : below 404 (fmul py qx)) by (apply (below_mul 202 202); auto; lia).
  assert (B : below 405 d) by (apply (below_sub 404); auto; lia).
  split; [exact B |].
  destruct (close_dot _ _ _ _ _ _ _ _ _ _ Hp Hq') as (B' & X & Y).
  replace (PX * QY - PY * QX) with (PX * QY + PY * - QX) by ring. split; [| exact Y].
  replace (real d) with (real (fadd (fmul px qy) (fmul py (fneg qx)))); [exact X |].
  destruct (fneg_fmul_right py qx (proj1 Bpy) (proj1 Bqx) (proj1 B2)) as [_ N].
  destruct (fadd_finite _ _ (proj1 B')) as (_ & _ & E1). destruct (fsub_finite _ _ (proj1 B)) as (_ & _ & E2).
  rewrite E1. fold d in E2. rewrite E2, N. reflexivity.
Qed.

(* A vector that starts at (X, Y) and changes by (CX, CY). *)
Record motion (ax ay cx cy size : D) (X Y CX CY : R) : Prop := {
  M_ax : finite ax; M_ay : finite ay; M_cx : finite cx; M_cy : finite cy;
  M_start_x : Rabs (real ax - X) <= 101 / 100 * eps * Rabs (real ax);
  M_start_y : Rabs (real ay - Y) <= 101 / 100 * eps * Rabs (real ay);
  M_change_x : Rabs (real cx - CX) <= 203 / 100 * eps * (Rabs (real ax) + Rabs (real cx));
  M_change_y : Rabs (real cy - CY) <= 203 / 100 * eps * (Rabs (real ay) + Rabs (real cy));
  M_range : size_in_range size;
  M_size : Rabs (real ax) + Rabs (real ay) + Rabs (real cx) + Rabs (real cy) <= (1 + 5 * eps) * real size }.

Lemma rounded_by_result e x X : 0 < e <= / 1048576 -> Rabs (x - X) <= e * Rabs X -> Rabs (x - X)
  <= 101 / 100 * e * Rabs x.
Proof.
  intros E H. pose proof (rounded_real e x X E H). pose proof (Rabs_pos x).
  assert (e * Rabs X <= e * ((1 + 2 * e) * Rabs x)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= e * Rabs x) by (apply Rmult_le_pos; lra).
  assert (e * (e * Rabs x) <= / 1048576 * (e * Rabs x)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* The change to a given end: the difference of the ends, less that of the starts. *)
Lemma change_to_end (a p q : D) (A : R) :
  finite (fsub (fsub p q) a) -> Rabs (real a - A) <= 101 / 100 * eps * Rabs (real a) ->
  Rabs (real (fsub (fsub p q) a) - (real p - real q - A)) <=
    203 / 100 * eps * (Rabs (real a) + Rabs (real (fsub (fsub p q) a))).
Proof.
  intros F HA. destruct (fsub_finite _ _ F) as (Fd & _ & _). pose proof eps_small as E.
  pose proof (rounded_by_result _ _ _ E (fsub_error _ _ F)) as E1.
  pose proof (rounded_by_result _ _ _ E (fsub_error _ _ Fd)) as E2.
  pose proof (rounded_real _ _ _ E (fsub_error _ _ F)) as S1.
  revert E1 E2 S1. generalize (real (fsub (fsub p q) a)). generalize (real (fsub p q)). generalize (real p - real q).
  revert HA. generalize (real a). intros x HA P d v E1 E2 S1.
  pose proof (Rabs_pos x). pose proof (Rabs_pos v).
  assert (S2 : Rabs d <= (1 + 2 * eps) * Rabs v + Rabs x).
  { replace d with ((d - x) + x) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (S3 : eps * Rabs d <= eps * ((1 + 2 * eps) * Rabs v + Rabs x)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= eps * Rabs v) by (apply Rmult_le_pos; lra). assert (0 <= eps * Rabs x) by (apply Rmult_le_pos; lra).
  assert (eps * (eps * Rabs v) <= / 1048576 * (eps * Rabs v)) by (apply Rmult_le_compat_r; lra).
  replace (v - (P - A)) with ((v - (d - x)) + ((d - P) + - (x - A))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |].
  rewrite Rabs_Ropp. lra.
Qed.

Definition motion_size (ax ay cx cy : D) : D := fadd (size ax ay) (size cx cy).

Lemma motion_size_facts ax ay cx cy : size_in_range (motion_size ax ay cx cy) ->
  finite ax /\ finite ay /\ finite cx /\ finite cy /\
  Rabs (real ax) + Rabs (real ay) + Rabs (real cx) + Rabs (real cy) <= (1 + 5 * eps) * real (motion_size ax ay cx cy).
Proof.
  intros S. destruct (sum_in_range' _ _ S) as [S1 S2]; try apply nonneg_size.
  destruct (size_finite _ _ (proj1 (proj1 S1))). destruct (size_finite _ _ (proj1 (proj1 S2))).
  pose proof (size_lower _ _ (proj1 (proj1 S1))) as L1. pose proof (size_lower _ _ (proj1 (proj1 S2))) as L2.
  repeat split; auto. pose proof eps_small as E.
  pose proof (rounded_real _ _ _ E (fadd_error _ _ (proj1 (proj1 S)))) as L. pose proof (proj2 S1).
  pose proof (proj2 S2).
  fold (motion_size ax ay cx cy) in L. pose proof (proj2 S) as P.
  rewrite (Rabs_pos_eq (real (size ax ay) + _)), (Rabs_pos_eq (real (motion_size ax ay cx cy))) in L by lra.
  set (S0 := real (motion_size ax ay cx cy)) in *.
  assert (E0 : 0 <= eps * S0) by (apply Rmult_le_pos; lra).
  assert (E1 : eps * (eps * S0) <= / 1048576 * (eps * S0)) by (apply Rmult_le_compat_r; lra).
  set (k := real (size ax ay) + real (size cx cy)) in *.
  assert (E2 : eps * k <= eps * ((1 + 2 * eps) * S0)) by (apply Rmult_le_compat_l; lra).
  assert (E3 : real (size ax ay) + 2 * (eps * real (size ax ay)) + (real (size cx cy) + 2 * (eps * real (size cx cy))) =
    k + 2 * (eps * k)) by (unfold k; ring).
  lra.
Qed.

Theorem motion_of_differences p0x p0y q0x q0y p1x p1y q1x q1y is_end ax ay cx cy s :
  vector_motion_of_results p0x p0y q0x q0y p1x p1y q1x q1y is_end ax ay cx cy s -> size_in_range s ->
  finite p0x /\ finite p0y /\ finite q0x /\ finite q0y /\ finite p1x /\ finite p1y /\ finite q1x /\ finite q1y /\
  motion ax ay cx cy s (real p0x - real q0x) (real p0y - real q0y)
    (displaced is_end (real p0x) (real p1x) - displaced is_end (real q0x) (real q1x))
    (displaced is_end (real p0y) (real p1y) - displaced is_end (real q0y) (real q1y)).
Proof.
  intros H S. unfold vector_motion_of_results in H. open H. destruct H. subst.
  match type of S with size_in_range (fadd (fadd (fabs ?ax) (fabs ?ay)) (fadd (fabs ?cx) (fabs ?cy))) =>
    change (size_in_range (motion_size ax ay cx cy)) in S;
    destruct (motion_size_facts ax ay cx cy S) as (F1 & F2 & F3 & F4 & L) end.
  destruct (fsub_finite _ _ F1) as (Fp0x & Fq0x & _). destruct (fsub_finite _ _ F2) as (Fp0y & Fq0y & _).
  pose proof (rounded_by_result _ _ _ eps_small (fsub_error _ _ F1)) as E1.
  pose proof (rounded_by_result _ _ _ eps_small (fsub_error _ _ F2)) as E2.
  assert (Room : forall x y e : R, 0 <= e -> 101 / 100 * e * Rabs y <= 203 / 100 * e * (Rabs x + Rabs y)).
  { intros x y e E. assert (0 <= e * Rabs x) by (apply Rmult_le_pos; [lra | apply Rabs_pos]).
    assert (0 <= e * Rabs y) by (apply Rmult_le_pos; [lra | apply Rabs_pos]). lra. }
  pose proof eps_small.
  destruct is_end; simpl in *.
  - destruct (fsub_finite _ _ F3) as (F5 & _). destruct (fsub_finite _ _ F4) as (F6 & _).
    destruct (fsub_finite _ _ F5) as (? & ? & _). destruct (fsub_finite _ _ F6) as (? & ? & _).
    repeat split; auto; try apply S.
    + replace (real p1x - real p0x - (real q1x - real q0x)) with (real p1x - real q1x - (real p0x - real q0x)) by ring.
      now apply change_to_end.
    + replace (real p1y - real p0y - (real q1y - real q0y)) with (real p1y - real q1y - (real p0y - real q0y)) by ring.
      now apply change_to_end.
  - destruct (fsub_finite _ _ F3) as (? & ? & _). destruct (fsub_finite _ _ F4) as (? & ? & _).
    repeat split; auto; try apply S.
    + eapply Rle_trans; [apply (rounded_by_result _ _ _ eps_small (fsub_error _ _ F3)) | apply Room; lra].
    + eapply Rle_trans; [apply (rounded_by_result _ _ _ eps_small (fsub_error _ _ F4)) | apply Room; lra].
Qed.

(* One coordinate at a time: a + (t c), each rounded; h is what underflows of t c. *)
Lemma coordinate_at e h a c A C m v t :
  0 < e <= / 1048576 -> 0 <= h -> 0 <= t <= 1 -> Rabs (a - A) <= 101 / 100 * e * Rabs a ->
  Rabs (c - C) <= 203 / 100 * e * (Rabs a + Rabs c) -> Rabs (m - t * c) <= e * Rabs (t * c) + h ->
  Rabs (v - (a + m)) <= e * Rabs (a + m) ->
  Rabs (v - (A + t * C)) <= 406 / 100 * e * (Rabs a + Rabs c) + 101 / 100 * h /\
  Rabs v <= (1 + 3 * e) * (Rabs a + Rabs c) + 101 / 100 * h.
Proof.
  intros E H T HA HC Hm Hv. pose proof (Rabs_pos a). pose proof (Rabs_pos c).
  assert (TC : Rabs (t * c) <= Rabs c).
  { rewrite Rabs_mult, (Rabs_pos_eq t) by lra. rewrite <- (Rmult_1_l (Rabs c)) at 2. apply Rmult_le_compat_r; lra. }
  assert (ETC : e * Rabs (t * c) <= e * Rabs c) by (apply Rmult_le_compat_l; lra).
  assert (EA : 0 <= e * Rabs a) by (apply Rmult_le_pos; lra). assert (EC : 0 <= e * Rabs c) by (apply Rmult_le_pos;
    lra).
  assert (EEC : e * (e * Rabs c) <= / 1048576 * (e * Rabs c)) by (apply Rmult_le_compat_r; lra).
  assert (EH : e * h <= / 1048576 * h) by (apply Rmult_le_compat_r; lra).
  assert (M : Rabs (a + m) <= Rabs a + Rabs c + e * Rabs c + h).
  { replace (a + m) with (a + ((m - t * c) + t * c)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    pose proof (Rabs_triang (m - t * c) (t * c)). lra. }
  assert (EM : e * Rabs (a + m) <= e * (Rabs a + Rabs c + e * Rabs c + h)) by (apply Rmult_le_compat_l; lra).
  split.
  - replace (v - (A + t * C)) with ((v - (a + m)) + ((m - t * c) + ((a - A) + t * (c - C)))) by ring.
    assert (X : Rabs (t * (c - C)) <= Rabs (c - C)).
    { rewrite Rabs_mult, (Rabs_pos_eq t) by lra. rewrite <- (Rmult_1_l (Rabs (c - C))) at 2.
      apply Rmult_le_compat_r; [apply Rabs_pos | lra]. }
    pose proof (Rabs_triang (v - (a + m)) ((m - t * c) + ((a - A) + t * (c - C)))).
    pose proof (Rabs_triang (m - t * c) ((a - A) + t * (c - C))). pose proof (Rabs_triang (a - A) (t * (c - C))). lra.
  - replace v with ((v - (a + m)) + (a + m)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* The vector at the time t, if the product has the error h of underflow: 0, or at most 2^-1075. *)
Lemma close_from_motion ax ay cx cy size X Y CX CY mx my vx vy t h s :
  motion ax ay cx cy size X Y CX CY -> 0 <= t <= 1 -> 0 <= h <= tiny ->
  finite vx -> finite vy -> real size + h * (/ eps) <= s -> s <= 5 / 2 * bpow radix2 200 ->
  Rabs (mx - t * real cx) <= eps * Rabs (t * real cx) + h -> Rabs (my - t * real cy) <= eps * Rabs (t * real cy) + h ->
  Rabs (real vx - (real ax + mx)) <= eps * Rabs (real ax + mx) ->
  Rabs (real vy - (real ay + my)) <= eps * Rabs (real ay + my) ->
  close vx vy (X + t * CX) (Y + t * CY) s.
Proof.
  intros M T H Fx Fy HS HB Ex Ey Vx Vy. destruct M as [_ _ _ _ Sx Sy Cx Cy Rg Sz]. pose proof eps_small.
  destruct (coordinate_at eps h _ _ _ _ _ _ t eps_small (proj1 H) T Sx Cx Ex Vx) as [A1 B1].
  destruct (coordinate_at eps h _ _ _ _ _ _ t eps_small (proj1 H) T Sy Cy Ey Vy) as [A2 B2].
  revert A1 A2 B1 B2 Sz. pose proof (Rabs_pos (real ax)). pose proof (Rabs_pos (real ay)).
  pose proof (Rabs_pos (real cx)). pose proof (Rabs_pos (real cy)).
  assert (P : 0 <= Rabs (real ax) + Rabs (real ay) + Rabs (real cx) + Rabs (real cy)) by lra. revert P.
  intros P A1 A2 B1 B2 Sz. set (k := Rabs (real ax) + Rabs (real ay) + Rabs (real cx) + Rabs (real cy)) in *.
  pose proof (proj2 Rg) as S0.
  assert (HE : h = eps * (h * / eps)) by (field; lra).
  set (g := h * / eps) in *. assert (G : 0 <= g).
  { unfold g. apply Rmult_le_pos; [lra |]. left. apply Rinv_0_lt_compat. lra. }
  assert (K1 : eps * k <= eps * ((1 + 5 * eps) * real size)) by (apply Rmult_le_compat_l; lra).
  assert (K2 : eps * (eps * real size) <= / 1048576 * (eps * real size)) by (apply Rmult_le_compat_r;
    [apply Rmult_le_pos |]; lra).
  assert (K3 : 0 <= eps * real size) by (apply Rmult_le_pos; lra).
  assert (K4 : 0 <= eps * g) by (apply Rmult_le_pos; lra).
  assert (K5 : eps * (real size + g) <= eps * s) by (apply Rmult_le_compat_l; lra).
  assert (K6 : 406 / 100 * eps * (Rabs (real ax) + Rabs (real cx)) + 406 / 100 * eps * (Rabs (real ay) + Rabs (real
    cy)) =
    406 / 100 * (eps * k)) by (unfold k; ring).
  assert (K7 : (1 + 3 * eps) * (Rabs (real ax) + Rabs (real cx)) + (1 + 3 * eps) * (Rabs (real ay) + Rabs (real cy)) =
    k + 3 * (eps * k)) by (unfold k; ring).
  repeat split; auto; lra.
Qed.

Lemma motion_below ax ay cx cy size X Y CX CY : motion ax ay cx cy size X Y CX CY ->
  below 201 ax /\ below 201 ay /\ below 201 cx /\ below 201 cy.
Proof.
  intros [F1 F2 F3 F4 _ _ _ _ Rg Sz]. destruct (in_range_le _ Rg) as [_ B]. pose proof (proj2 Rg). pose proof eps_small.
  pose proof (Rabs_pos (real ax)). pose proof (Rabs_pos (real ay)). pose proof (Rabs_pos (real cx)).
  pose proof (Rabs_pos (real cy)).
  assert ((1 + 5 * eps) * real size <= bpow radix2 201).
  { change 201%Z with (200 + 1)%Z. rewrite <- two_powers.
    assert (eps * real size <= / 1048576 * real size) by (apply Rmult_le_compat_r; lra). lra. }
  repeat split; auto; lra.
Qed.

(* The room for underflow at times between 0 and 1. *)
Definition padded (s : D) := real s + bpow radix2 (-1022).

Lemma tiny_over_eps : tiny * / eps = bpow radix2 (-1022).
Proof.
  unfold u, eta, emin. simpl prec. simpl emax. rewrite <- bpow_opp, <- bpow_plus. f_equal.
Qed.

Section Times.
Variables (ax ay cx cy size : D) (X Y CX CY : R).
Hypothesis M : motion ax ay cx cy size X Y CX CY.

Let in_range := in_range_le _ (M_range _ _ _ _ _ _ _ _ _ M).

Lemma range_half : real size <= 5 / 2 * bpow radix2 200.
Proof. destruct in_range. pose proof (bpow_ge_0 radix2 200). lra. Qed.

Lemma close_at_start : close ax ay X Y (real size).
Proof.
  pose proof eps_small. pose proof tiny_pos.
  replace X with (X + 0 * CX) by ring. replace Y with (Y + 0 * CY) by ring.
  eapply (close_from_motion ax ay cx cy) with (mx := 0) (my := 0) (h := 0); eauto; try apply M; try lra.
  - apply range_half.
  - rewrite Rmult_0_l, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - rewrite Rmult_0_l, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - rewrite Rplus_0_r, Rminus_diag_eq, Rabs_R0 by reflexivity. apply Rmult_le_pos; [lra | apply Rabs_pos].
  - rewrite Rplus_0_r, Rminus_diag_eq, Rabs_R0 by reflexivity. apply Rmult_le_pos; [lra | apply Rabs_pos].
Qed.

Lemma times_one (x : D) : below 201 x -> below 201 (fmul (fconst 1 0) x) /\ real (fmul (fconst 1 0) x) = real x.
Proof.
  intros B. const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
  assert (B1 : below (0 + 201) (fmul (fconst 1 0) x)).
  { apply below_mul; [lia | split; [exact F1 |] | exact B]. rewrite V1, Rabs_pos_eq; simpl; lra. }
  split; [exact B1 |]. destruct (fmul_finite _ _ (proj1 B1)) as (_ & _ & E). rewrite E, V1, Rmult_1_l.
  apply rnd_of_format, real_in_format.
Qed.

Lemma close_at_end vx vy : vector_at_results ax ay cx cy (fconst 1 0) vx vy
  -> close vx vy (X + CX) (Y + CY) (real size).
Proof.
  intros H. unfold vector_at_results in H. destruct H. subst.
  destruct (motion_below _ _ _ _ _ _ _ _ _ M) as (B1 & B2 & B3 & B4).
  destruct (times_one cx B3) as [B5 V5]. destruct (times_one cy B4) as [B6 V6].
  assert (B7 : below (201 + 1) (fadd ax (fmul (fconst 1 0) cx))) by (apply below_add; auto; lia).
  assert (B8 : below (201 + 1) (fadd ay (fmul (fconst 1 0) cy))) by (apply below_add; auto; lia).
  pose proof (fadd_error _ _ (proj1 B7)) as E7. pose proof (fadd_error _ _ (proj1 B8)) as E8. rewrite V5 in E7.
  rewrite V6 in E8.
  pose proof eps_small. pose proof tiny_pos.
  replace (X + CX) with (X + 1 * CX) by ring. replace (Y + CY) with (Y + 1 * CY) by ring.
  eapply (close_from_motion ax ay cx cy) with (h := 0); eauto; try apply B7; try apply B8; try lra.
  - apply range_half.
  - rewrite Rmult_1_l, Rminus_diag_eq, Rabs_R0 by reflexivity. rewrite Rplus_0_r. apply Rmult_le_pos;
      [apply Rlt_le, eps_small | apply Rabs_pos].
  - rewrite Rmult_1_l, Rminus_diag_eq, Rabs_R0 by reflexivity. rewrite Rplus_0_r. apply Rmult_le_pos;
      [apply Rlt_le, eps_small | apply Rabs_pos].
Qed.

Lemma close_at_time vx vy t : finite t -> 0 <= real t <= 1 -> vector_at_results ax ay cx cy t vx vy ->
  close vx vy (X + real t * CX) (Y + real t * CY) (padded size).
Proof.
  intros Ft T H. unfold vector_at_results in H. destruct H. subst.
  destruct (motion_below _ _ _ _ _ _ _ _ _ M) as (B1 & B2 & B3 & B4).
  assert (Bt : below 0 t) by (split; [auto | rewrite Rabs_pos_eq; simpl; lra]).
  assert (B5 : below (0 + 201) (fmul t cx)) by (apply below_mul; auto; lia).
  assert (B6 : below (0 + 201) (fmul t cy)) by (apply below_mul; auto; lia).
  assert (B7 : below (201 + 1) (fadd ax (fmul t cx))) by (apply below_add; auto; lia).
  assert (B8 : below (201 + 1) (fadd ay (fmul t cy))) by (apply below_add; auto; lia).
  pose proof tiny_pos.
  eapply (close_from_motion ax ay cx cy) with (h := tiny); eauto using fmul_error, fadd_error; try apply B7;
    try apply B8; try lra.
  - rewrite tiny_over_eps. apply Rle_refl.
  - unfold padded. destruct in_range. pose proof (bpow_ge_0 radix2 200).
    assert (bpow radix2 (-1022) <= bpow radix2 200) by (apply bpow_le; lia). lra.
  - apply fmul_error, B5.
  - apply fmul_error, B6.
  - apply fadd_error, B7.
  - apply fadd_error, B8.
Qed.

End Times.
