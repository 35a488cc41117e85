(* A wall that turns, in real numbers: why separating directions, Bernstein coefficients and slopes decide a sweep.

   The centre and both ends move linearly in t, so u, w and z do. A direction n separates the circle from the axis if
   n . w and n . z exceed R |n|. Products of two of the vectors are quadratic in t, so they lie between the least and
   the largest of their Bernstein coefficients; |u| is convex. *)
From Coq Require Import Reals Lra Psatz.
From Carom Require Import Geometry SweepGeometry.

Open Scope R_scope.

(* A point moves from p by m, or to m, until t = 1. *)
Definition displaced (is_end : bool) (p m : R) := if is_end then m - p else m.
Definition place (is_end : bool) (p m : point) (t : R) :=
  Point (px p + t * displaced is_end (px p) (px m)) (py p + t * displaced is_end (py p) (py m)).

(* At all times in [l, h] the centre is farther than r from all points of the axis, or not nearer. *)
Definition turns_clear (is_end : bool) (c cm a am b bm : point) (r : R) :=
  forall t, 0 <= t <= 1 -> farther Segment (place is_end c cm t) (place is_end a am t) (place is_end b bm t) r.

(* Numbers between the ends of a linear function, and of a quadratic one by its Bernstein coefficients. *)
Lemma linear_at_least x0 x1 d t : 0 <= t <= 1 -> d <= x0 -> d <= x1 -> d <= (1 - t) * x0 + t * x1.
Proof.
  intros T A B. assert (0 <= (1 - t) * (x0 - d)) by (apply Rmult_le_pos; lra).
  assert (0 <= t * (x1 - d)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma linear_above x0 x1 d t : 0 <= t <= 1 -> d < x0 -> d < x1 -> d < (1 - t) * x0 + t * x1.
Proof.
  intros T A B. assert (L : Rmin x0 x1 <= (1 - t) * x0 + t * x1).
  { apply linear_at_least; auto using Rmin_l, Rmin_r. }
  assert (d < Rmin x0 x1) by now apply Rmin_glb_lt. lra.
Qed.

Lemma quadratic_above x0 x1 x2 d t : 0 <= t <= 1 -> d < x0 -> d < x1 -> d < x2 ->
  d < (1 - t) * (1 - t) * x0 + 2 * t * (1 - t) * x1 + t * t * x2.
Proof.
  intros T A B C.
  replace ((1 - t) * (1 - t) * x0 + 2 * t * (1 - t) * x1 + t * t * x2) with
    ((1 - t) * ((1 - t) * x0 + t * x1) + t * ((1 - t) * x1 + t * x2)) by ring.
  apply linear_above; auto; apply linear_above; auto.
Qed.

Lemma norm_sum x y X Y : norm (x + X) (y + Y) <= norm x y + norm X Y.
Proof.
  pose proof (norm_nonneg x y). pose proof (norm_nonneg X Y). pose proof (norm_square x y) as S1.
  pose proof (norm_square X Y) as S2. apply norm_le; [lra |].
  assert (C : x * X + y * Y <= norm x y * norm X Y).
  { apply Rnot_lt_le. intros L. assert (Q : 0 <= norm x y * norm X Y) by now apply Rmult_le_pos.
    assert (Z : (norm x y * norm X Y) * (norm x y * norm X Y) < (x * X + y * Y) * (x * X + y * Y)) by nra.
    replace ((norm x y * norm X Y) * (norm x y * norm X Y)) with ((norm x y * norm x y) * (norm X Y * norm X Y)) in Z
      by ring.
    rewrite S1, S2 in Z. pose proof (pow2_ge_0 (x * Y - y * X)). nra. }
  nra.
Qed.

Lemma norm_times k x y : 0 <= k -> norm (k * x) (k * y) = k * norm x y.
Proof.
  intros K. unfold norm. replace (k * x * (k * x) + k * y * (k * y)) with (k * k * (x * x + y * y)) by ring.
  rewrite sqrt_mult by nra. now rewrite sqrt_square.
Qed.

(* |u| lies below its chord. *)
Lemma norm_convex x0 y0 x1 y1 t : 0 <= t <= 1 ->
  norm ((1 - t) * x0 + t * x1) ((1 - t) * y0 + t * y1) <= (1 - t) * norm x0 y0 + t * norm x1 y1.
Proof.
  intros T. eapply Rle_trans; [apply norm_sum |]. rewrite !norm_times by lra. lra.
Qed.

Section Turning.
Variables (is_end : bool) (c cm a am b bm : point) (r : R).
Hypothesis R0 : 0 <= r.

(* The vectors at time t. *)
Definition u_x t := ux (place is_end a am t) (place is_end b bm t).
Definition u_y t := uy (place is_end a am t) (place is_end b bm t).
Definition w_x t := wx (place is_end c cm t) (place is_end a am t).
Definition w_y t := wy (place is_end c cm t) (place is_end a am t).
Definition z_x t := zx (place is_end c cm t) (place is_end b bm t).
Definition z_y t := zy (place is_end c cm t) (place is_end b bm t).
Definition cross_at t := u_x t * w_y t - u_y t * w_x t.
Definition cross_between l h := ((u_x l * w_y h - u_y l * w_x h) + (u_x h * w_y l - u_y h * w_x l)) / 2.

Ltac unfold_vectors :=
  unfold cross_at, cross_between, u_x, u_y, w_x, w_y, z_x, z_y, ux, uy, wx, wy, zx, zy, place, displaced; simpl.

(* One direction separates at both times. *)
Lemma direction_misses n1 n2 d : r * norm n1 n2 < d ->
  d <= n1 * w_x 0 + n2 * w_y 0 -> d <= n1 * w_x 1 + n2 * w_y 1 ->
  d <= n1 * z_x 0 + n2 * z_y 0 -> d <= n1 * z_x 1 + n2 * z_y 1 -> turns_clear is_end c cm a am b bm r.
Proof.
  intros H A0 A1 B0 B1 t T s S. simpl in S. unfold dist2_at.
  apply direction_separates with (n1 := n1) (n2 := n2) (d := d); auto. left.
  match goal with |- _ <= ?e => replace e with
    ((1 - s) * ((1 - t) * (n1 * w_x 0 + n2 * w_y 0) + t * (n1 * w_x 1 + n2 * w_y 1)) +
     s * ((1 - t) * (n1 * z_x 0 + n2 * z_y 0) + t * (n1 * z_x 1 + n2 * z_y 1)))
    by (unfold_vectors; destruct is_end; ring) end.
  apply linear_at_least; auto; apply linear_at_least; auto.
Qed.

Lemma vector_between l h s :
  u_x ((1 - s) * l + s * h) = (1 - s) * u_x l + s * u_x h /\ u_y ((1 - s) * l + s * h) = (1 - s) * u_y l + s * u_y h /\
  w_x ((1 - s) * l + s * h) = (1 - s) * w_x l + s * w_x h /\ w_y ((1 - s) * l + s * h) = (1 - s) * w_y l + s * w_y h /\
  z_x ((1 - s) * l + s * h) = (1 - s) * z_x l + s * z_x h /\ z_y ((1 - s) * l + s * h) = (1 - s) * z_y l + s * z_y h.
Proof. unfold_vectors. destruct is_end; repeat split; ring. Qed.

Lemma cross_bernstein l h s : cross_at ((1 - s) * l + s * h) =
  (1 - s) * (1 - s) * cross_at l + 2 * s * (1 - s) * cross_between l h + s * s * cross_at h.
Proof.
  unfold cross_at, cross_between. destruct (vector_between l h s) as (-> & -> & -> & -> & _). field.
Qed.

Lemma sign_cases side : side * side = 1 -> side = 1 \/ side = -1.
Proof.
  intros S. assert (E : (side - 1) * (side + 1) = 0) by lra.
  apply Rmult_integral in E. destruct E; [left | right]; lra.
Qed.

(* Times of a piece. *)
Lemma between l h t : l <= t <= h -> exists s, 0 <= s <= 1 /\ t = (1 - s) * l + s * h.
Proof.
  intros [A B]. destruct (Rle_lt_dec h l) as [E | L].
  - exists 0. split; lra.
  - exists ((t - l) / (h - l)). split; [| field; lra]. split.
    + apply Rmult_le_pos; [lra |]. left. apply Rinv_0_lt_compat. lra.
    + apply Rmult_le_reg_r with (h - l); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* The products of w and u, of z and u, and the squares, with their coefficients between two times. *)
Definition wu_at t := w_x t * u_x t + w_y t * u_y t.
Definition zu_at t := z_x t * u_x t + z_y t * u_y t.
Definition wu_between l h := ((w_x l * u_x h + w_y l * u_y h) + (w_x h * u_x l + w_y h * u_y l)) / 2.
Definition zu_between l h := ((z_x l * u_x h + z_y l * u_y h) + (z_x h * u_x l + z_y h * u_y l)) / 2.
Definition w2_between l h := w_x l * w_x h + w_y l * w_y h.
Definition z2_between l h := z_x l * z_x h + z_y l * z_y h.
Definition u2_between l h := u_x l * u_x h + u_y l * u_y h.

Lemma dots_bernstein l h s : let t := (1 - s) * l + s * h in
  wu_at t = (1 - s) * (1 - s) * wu_at l + 2 * s * (1 - s) * wu_between l h + s * s * wu_at h /\
  zu_at t = (1 - s) * (1 - s) * zu_at l + 2 * s * (1 - s) * zu_between l h + s * s * zu_at h /\
  w2_between t t = (1 - s) * (1 - s) * w2_between l l + 2 * s * (1 - s) * w2_between l h + s * s * w2_between h h /\
  z2_between t t = (1 - s) * (1 - s) * z2_between l l + 2 * s * (1 - s) * z2_between l h + s * s * z2_between h h /\
  u2_between t t = (1 - s) * (1 - s) * u2_between l l + 2 * s * (1 - s) * u2_between l h + s * s * u2_between h h.
Proof.
  intros t. unfold t, wu_at, zu_at, wu_between, zu_between, w2_between, z2_between, u2_between.
  destruct (vector_between l h s) as (-> & -> & -> & -> & -> & ->). repeat split; field.
Qed.

(* A piece beyond an end. *)
Lemma piece_beyond_a l h t : l <= t <= h ->
  wu_at l < 0 -> wu_between l h < 0 -> wu_at h < 0 ->
  r * r < w2_between l l -> r * r < w2_between l h -> r * r < w2_between h h ->
  farther Segment (place is_end c cm t) (place is_end a am t) (place is_end b bm t) r.
Proof.
  intros T P0 P1 P2 A0 A1 A2. destruct (between l h t T) as (s & S & ->).
  destruct (dots_bernstein l h s) as (P & _ & A & _). cbv zeta in *.
  pose proof (quadratic_above (- wu_at l) (- wu_between l h) (- wu_at h) 0 s S ltac:(lra) ltac:(lra) ltac:(lra)) as P'.
  pose proof (quadratic_above _ _ _ _ s S A0 A1 A2) as A'. rewrite <- A in A'.
  intros k K. eapply Rlt_le_trans; [| apply (at_end_a _ _ _ Segment k); [discriminate | exact K |]].
  - replace (r ^ 2) with (r * r) by ring. exact A'.
  - change (wu_at ((1 - s) * l + s * h) <= 0). rewrite P. lra.
Qed.

Lemma piece_beyond_b l h t : l <= t <= h ->
  0 < zu_at l -> 0 < zu_between l h -> 0 < zu_at h ->
  r * r < z2_between l l -> r * r < z2_between l h -> r * r < z2_between h h ->
  farther Segment (place is_end c cm t) (place is_end a am t) (place is_end b bm t) r.
Proof.
  intros T P0 P1 P2 A0 A1 A2. destruct (between l h t T) as (s & S & ->).
  destruct (dots_bernstein l h s) as (_ & P & _ & A & _). cbv zeta in *.
  pose proof (quadratic_above _ _ _ _ s S P0 P1 P2) as P'. rewrite <- P in P'.
  pose proof (quadratic_above _ _ _ _ s S A0 A1 A2) as A'. rewrite <- A in A'.
  intros k K. eapply Rlt_le_trans; [| apply (at_end_b _ _ _ k K)].
  - replace (r ^ 2) with (r * r) by ring. exact A'.
  - change (0 <= zu_at ((1 - s) * l + s * h)). lra.
Qed.

(* X exceeds R |u|: the axis is farther than R. *)
Lemma beside_at side t : side * side = 1 -> r * norm (u_x t) (u_y t) < side * cross_at t ->
  farther Segment (place is_end c cm t) (place is_end a am t) (place is_end b bm t) r.
Proof.
  intros S H s _. unfold dist2_at.
  apply direction_separates with (n1 := - u_y t) (n2 := u_x t) (d := side * cross_at t); auto.
  - replace (norm (- u_y t) (u_x t)) with (norm (u_x t) (u_y t)) by (unfold norm; f_equal; ring). exact H.
  - match goal with |- _ <= ?e \/ _ => replace e with (cross_at t) by (unfold_vectors; ring) end.
    destruct (sign_cases side S) as [-> | ->]; [left | right]; lra.
Qed.

Lemma beside_misses side d : side * side = 1 ->
  r * norm (u_x 0) (u_y 0) < d -> r * norm (u_x 1) (u_y 1) < d ->
  d < side * cross_at 0 -> d < side * cross_between 0 1 -> d < side * cross_at 1 -> turns_clear is_end c cm a am b bm r.
Proof.
  intros S N0 N1 A B C t T. apply (beside_at side); auto.
  replace t with ((1 - t) * 0 + t * 1) by ring. rewrite cross_bernstein.
  destruct (vector_between 0 1 t) as (-> & -> & _).
  pose proof (quadratic_above _ _ _ d t T A B C).
  pose proof (norm_convex (u_x 0) (u_y 0) (u_x 1) (u_y 1) t T) as X.
  apply Rle_lt_trans with (r * ((1 - t) * norm (u_x 0) (u_y 0) + t * norm (u_x 1) (u_y 1)));
    [now apply Rmult_le_compat_l |].
  assert (L : (1 - t) * (r * norm (u_x 0) (u_y 0)) + t * (r * norm (u_x 1) (u_y 1)) <= d).
  { assert (0 <= (1 - t) * (d - r * norm (u_x 0) (u_y 0))) by (apply Rmult_le_pos; lra).
    assert (0 <= t * (d - r * norm (u_x 1) (u_y 1))) by (apply Rmult_le_pos; lra). lra. }
  lra.
Qed.

(* The coefficients of f: |u| lies below its chord. *)
Lemma piece_beside side l h t : side * side = 1 -> l <= t <= h ->
  0 < side * cross_at l - r * norm (u_x l) (u_y l) ->
  0 < side * cross_between l h - r * ((norm (u_x l) (u_y l) + norm (u_x h) (u_y h)) / 2) ->
  0 < side * cross_at h - r * norm (u_x h) (u_y h) ->
  farther Segment (place is_end c cm t) (place is_end a am t) (place is_end b bm t) r.
Proof.
  intros S2 T F0 F1 F2. apply (beside_at side); auto. destruct (between l h t T) as (s & S & ->).
  rewrite cross_bernstein. destruct (vector_between l h s) as (-> & -> & _).
  pose proof (quadratic_above _ _ _ _ s S F0 F1 F2) as F.
  pose proof (norm_convex (u_x l) (u_y l) (u_x h) (u_y h) s S) as X. revert X F.
  generalize (norm (u_x l) (u_y l)) (norm (u_x h) (u_y h)). intros n0 n1 X F.
  eapply Rle_lt_trans; [apply Rmult_le_compat_l; [exact R0 | exact X] |]. lra.
Qed.

(* |u| <= (|u|^2 / n + n) / 2 for every n > 0. *)
Lemma norm_below_tangent x y n : 0 < n -> norm x y <= ((x * x + y * y) / n + n) / 2.
Proof.
  intros N. rewrite <- norm_square. pose proof (pow2_ge_0 (norm x y - n)) as Q.
  apply Rmult_le_reg_l with n; [exact N |].
  replace (n * ((norm x y * norm x y / n + n) / 2)) with ((norm x y * norm x y + n * n) / 2) by (field; lra). lra.
Qed.

Lemma piece_below_tangent side l h t n : side * side = 1 -> l <= t <= h -> 0 < n ->
  0 < side * cross_at l - r * ((u2_between l l / n + n) / 2) ->
  0 < side * cross_between l h - r * ((u2_between l h / n + n) / 2) ->
  0 < side * cross_at h - r * ((u2_between h h / n + n) / 2) ->
  farther Segment (place is_end c cm t) (place is_end a am t) (place is_end b bm t) r.
Proof.
  intros S2 T N F0 F1 F2. apply (beside_at side); auto. destruct (between l h t T) as (s & S & ->).
  rewrite cross_bernstein. destruct (dots_bernstein l h s) as (_ & _ & _ & _ & U). cbv zeta in U.
  pose proof (quadratic_above _ _ _ _ s S F0 F1 F2) as F.
  pose proof (norm_below_tangent (u_x ((1 - s) * l + s * h)) (u_y ((1 - s) * l + s * h)) n N) as X.
  change (u_x ((1 - s) * l + s * h) * u_x ((1 - s) * l + s * h) + u_y ((1 - s) * l + s * h) * u_y ((1 - s) * l + s * h))
    with (u2_between ((1 - s) * l + s * h) ((1 - s) * l + s * h)) in X. rewrite U in X.
  eapply Rle_lt_trans; [apply Rmult_le_compat_l; [exact R0 | exact X] |].
  unfold Rdiv in *. revert F. generalize (u2_between l l) (u2_between l h) (u2_between h h) (/ n). intros p q v i F.
  lra.
Qed.

End Turning.
