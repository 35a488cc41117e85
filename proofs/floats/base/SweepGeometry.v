(* A moving circle in real numbers: what a sweep decides, and why separating axes prove a miss.

   At time t the centre is c + t v. The circle misses if at all times in [0, 1] it is farther than R from all points of
   the axis. It does so if some direction n separates: n . x exceeds R |n| for all vectors x from a point of the axis to
   the centre. *)
From Coq Require Import ZArith Reals Lra Psatz.
From Carom Require Import Geometry.

Open Scope R_scope.

Definition moved (c v : point) (t : R) := Point (px c + t * px v) (py c + t * py v).

Definition stays_farther (x : extent) (c v a b : point) (r : R) :=
  forall t, 0 <= t <= 1 -> farther x (moved c v t) a b r.

(* The displacement of a circle relative to a wall, one coordinate: of the circle by m or to the place m, of the wall by
   w or so that a ends at w. *)
Definition displacement (is_end wall_moves : bool) (c m a w : R) :=
  if wall_moves then if is_end then (m - c) - (w - a) else m - w
  else if is_end then m - c else m.

Definition norm (x y : R) := sqrt (x * x + y * y).

Lemma norm_nonneg x y : 0 <= norm x y.
Proof. apply sqrt_pos. Qed.

Lemma norm_square x y : norm x y * norm x y = x * x + y * y.
Proof. apply sqrt_sqrt. nra. Qed.

Lemma abs_le_norm x y : Rabs x <= norm x y.
Proof.
  rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr. nra.
Qed.

Lemma norm_swap x y : norm x y = norm y x.
Proof. unfold norm. f_equal. ring. Qed.

Lemma norm_le x y m : 0 <= m -> x * x + y * y <= m * m -> norm x y <= m.
Proof.
  intros M H. rewrite <- (sqrt_square m) by assumption. now apply sqrt_le_1_alt.
Qed.

Lemma norm_triangle x y dx dy : norm (x + dx) (y + dy) <= norm x y + (Rabs dx + Rabs dy).
Proof.
  pose proof (norm_nonneg x y) as N. pose proof (norm_square x y) as S.
  pose proof (Rabs_pos dx) as X. pose proof (Rabs_pos dy) as Y.
  apply norm_le; [lra |].
  assert (A : x * dx <= norm x y * Rabs dx).
  { eapply Rle_trans; [apply Rle_abs |]. rewrite Rabs_mult. apply Rmult_le_compat_r; [assumption | apply abs_le_norm]. }
  assert (B : y * dy <= norm x y * Rabs dy).
  { eapply Rle_trans; [apply Rle_abs |]. rewrite Rabs_mult. apply Rmult_le_compat_r; [assumption |].
    rewrite norm_swap. apply abs_le_norm. }
  assert (Qx : Rabs dx * Rabs dx = dx * dx) by (rewrite <- Rabs_mult, Rabs_pos_eq; nra).
  assert (Qy : Rabs dy * Rabs dy = dy * dy) by (rewrite <- Rabs_mult, Rabs_pos_eq; nra).
  nra.
Qed.

Lemma norm_scale k x y X Y :
  0 <= k -> Rabs X <= k * Rabs x -> Rabs Y <= k * Rabs y -> norm X Y <= k * norm x y.
Proof.
  intros K HX HY. pose proof (norm_nonneg x y). pose proof (norm_square x y) as S.
  apply norm_le; [now apply Rmult_le_pos |].
  assert (A : Rabs X * Rabs X <= (k * Rabs x) * (k * Rabs x)) by (apply Rmult_le_compat; auto using Rabs_pos).
  assert (B : Rabs Y * Rabs Y <= (k * Rabs y) * (k * Rabs y)) by (apply Rmult_le_compat; auto using Rabs_pos).
  assert (Q : forall r, Rabs r * Rabs r = r * r) by (intros r; rewrite <- Rabs_mult, Rabs_pos_eq; nra).
  rewrite Q in A, B. replace (k * Rabs x * (k * Rabs x)) with (k * k * (Rabs x * Rabs x)) in A by ring.
  replace (k * Rabs y * (k * Rabs y)) with (k * k * (Rabs y * Rabs y)) in B by ring. rewrite Q in A, B.
  replace (k * norm x y * (k * norm x y)) with (k * k * (norm x y * norm x y)) by ring. rewrite S. lra.
Qed.

(* A separating direction. *)
Lemma direction_separates n1 n2 x y r d :
  0 <= r -> r * norm n1 n2 < d -> d <= n1 * x + n2 * y \/ n1 * x + n2 * y <= - d -> r ^ 2 < x ^ 2 + y ^ 2.
Proof.
  intros R H S. apply Rnot_le_lt. intros C.
  pose proof (norm_nonneg n1 n2) as N. pose proof (norm_square n1 n2) as NS.
  assert (D0 : 0 <= r * norm n1 n2) by now apply Rmult_le_pos.
  assert (Q : (r * norm n1 n2) * (r * norm n1 n2) < (n1 * x + n2 * y) ^ 2) by (destruct S; nra).
  replace ((r * norm n1 n2) * (r * norm n1 n2)) with (r ^ 2 * (norm n1 n2 * norm n1 n2)) in Q by ring.
  rewrite NS in Q.
  assert (CS : (n1 * x + n2 * y) ^ 2 <= (n1 * n1 + n2 * n2) * (x ^ 2 + y ^ 2)).
  { pose proof (pow2_ge_0 (n1 * y - n2 * x)). nra. }
  assert ((n1 * n1 + n2 * n2) * (x ^ 2 + y ^ 2) <= (n1 * n1 + n2 * n2) * r ^ 2) by (apply Rmult_le_compat_l; nra).
  lra.
Qed.

Section Axes.
Variables (x : extent) (c v a b : point) (r d : R).
Hypothesis R0 : 0 <= r.
Let U1 := ux a b. Let U2 := uy a b. Let W1 := wx c a. Let W2 := wy c a.
Let Z1 := zx c b. Let Z2 := zy c b. Let V1 := px v. Let V2 := py v.
Let X := U1 * W2 - U2 * W1.
Let Y := U1 * V2 - U2 * V1.

Ltac unfold_all := unfold moved, X, Y, U1, U2, W1, W2, Z1, Z2, V1, V2, ux, uy, wx, wy, zx, zy in *; simpl in *.

(* The path lies on one side of the wall's line. *)
Lemma misses_across_wall :
  r * norm U1 U2 < d -> (d <= X /\ d <= X + Y) \/ (X <= - d /\ X + Y <= - d) -> stays_farther x c v a b r.
Proof.
  intros H S t T s _. unfold dist2_at.
  apply direction_separates with (n1 := - U2) (n2 := U1) (d := d); auto.
  - replace (norm (- U2) U1) with (norm U1 U2) by (unfold norm; f_equal; ring). exact H.
  - match goal with |- _ <= ?e \/ _ => replace e with ((1 - t) * X + t * (X + Y)) by (unfold_all; ring) end.
    destruct S as [[S1 S2] | [S1 S2]]; [left | right]; nra.
Qed.

(* Both ends lie on one side of the line of the path. *)
Lemma misses_across_path :
  r * norm V1 V2 < d ->
  (d <= V1 * W2 - V2 * W1 /\ d <= V1 * Z2 - V2 * Z1) \/ (V1 * W2 - V2 * W1 <= - d /\ V1 * Z2 - V2 * Z1 <= - d) ->
  stays_farther Segment c v a b r.
Proof.
  intros H S t T s [S0 S1]. unfold dist2_at.
  apply direction_separates with (n1 := - V2) (n2 := V1) (d := d); auto.
  - replace (norm (- V2) V1) with (norm V1 V2) by (unfold norm; f_equal; ring). exact H.
  - match goal with |- _ <= ?e \/ _ => replace e with ((1 - s) * (V1 * W2 - V2 * W1) + s * (V1 * Z2 - V2 * Z1)) by
    (unfold_all; ring) end.
    revert S. generalize (V1 * W2 - V2 * W1) (V1 * Z2 - V2 * Z1). intros p q [[P Q] | [P Q]]; [left | right]; nra.
Qed.

(* Start and end of the path lie beyond end a, or beyond end b. *)
Lemma misses_beyond_a :
  r * norm U1 U2 < d -> W1 * U1 + W2 * U2 <= - d -> W1 * U1 + W2 * U2 + (V1 * U1 + V2 * U2) <= - d ->
  stays_farther Segment c v a b r.
Proof.
  intros H A B t T s [S0 S1]. unfold dist2_at.
  apply direction_separates with (n1 := U1) (n2 := U2) (d := d); auto. right.
  match goal with |- ?e <= _ => replace e with
    ((1 - t) * (W1 * U1 + W2 * U2) + t * (W1 * U1 + W2 * U2 + (V1 * U1 + V2 * U2)) - s * (U1 * U1 + U2 * U2))
    by (unfold_all; ring) end.
  assert (0 <= s * (U1 * U1 + U2 * U2)) by (apply Rmult_le_pos; nra). nra.
Qed.

Lemma misses_beyond_b :
  r * norm U1 U2 < d -> d <= Z1 * U1 + Z2 * U2 -> d <= Z1 * U1 + Z2 * U2 + (V1 * U1 + V2 * U2) ->
  stays_farther Segment c v a b r.
Proof.
  intros H A B t T s [S0 S1]. unfold dist2_at.
  apply direction_separates with (n1 := U1) (n2 := U2) (d := d); auto. left.
  match goal with |- _ <= ?e => replace e with
    ((1 - t) * (Z1 * U1 + Z2 * U2) + t * (Z1 * U1 + Z2 * U2 + (V1 * U1 + V2 * U2)) + (1 - s) * (U1 * U1 + U2 * U2))
    by (unfold_all; ring) end.
  assert (0 <= (1 - s) * (U1 * U1 + U2 * U2)) by (apply Rmult_le_pos; nra). nra.
Qed.

(* The ends lie behind the start, or beyond the end of the path. *)
Lemma misses_behind :
  r * norm V1 V2 < d -> d <= W1 * V1 + W2 * V2 -> d <= Z1 * V1 + Z2 * V2 -> stays_farther Segment c v a b r.
Proof.
  intros H A B t T s [S0 S1]. unfold dist2_at.
  apply direction_separates with (n1 := V1) (n2 := V2) (d := d); auto. left.
  match goal with |- _ <= ?e => replace e with
    ((1 - s) * (W1 * V1 + W2 * V2) + s * (Z1 * V1 + Z2 * V2) + t * (V1 * V1 + V2 * V2))
    by (unfold_all; ring) end.
  assert (0 <= t * (V1 * V1 + V2 * V2)) by (apply Rmult_le_pos; nra). nra.
Qed.

Lemma misses_ahead :
  r * norm V1 V2 < d ->
  W1 * V1 + W2 * V2 + (V1 * V1 + V2 * V2) <= - d -> Z1 * V1 + Z2 * V2 + (V1 * V1 + V2 * V2) <= - d ->
  stays_farther Segment c v a b r.
Proof.
  intros H A B t T s [S0 S1]. unfold dist2_at.
  apply direction_separates with (n1 := V1) (n2 := V2) (d := d); auto. right.
  match goal with |- ?e <= _ => replace e with
    ((1 - s) * (W1 * V1 + W2 * V2 + (V1 * V1 + V2 * V2)) + s * (Z1 * V1 + Z2 * V2 + (V1 * V1 + V2 * V2))
     - (1 - t) * (V1 * V1 + V2 * V2))
    by (unfold_all; ring) end.
  assert (0 <= (1 - t) * (V1 * V1 + V2 * V2)) by (apply Rmult_le_pos; nra). nra.
Qed.

End Axes.
