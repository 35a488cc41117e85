(* The slope of f = |X| - R |u| on a piece of time, in real numbers: slopes_on of src/turning/moving_filter.h.

   X' is linear in t, and |u| is convex, so its slope grows. So f grows or shrinks on all of a piece if the values of
   X' at both ends of the piece and the slope of |u| at one of them say so. *)
From Coq Require Import Reals Lra Psatz.
From Carom Require Import Geometry SweepGeometry MovingGeometry.

Open Scope R_scope.

Lemma dot_at_most x y X Y : x * X + y * Y <= norm x y * norm X Y.
Proof.
  pose proof (norm_nonneg x y). pose proof (norm_nonneg X Y). pose proof (norm_square x y) as S1.
  pose proof (norm_square X Y) as S2.
  apply Rnot_lt_le. intros L. assert (Q : 0 <= norm x y * norm X Y) by now apply Rmult_le_pos.
  assert (Z : (norm x y * norm X Y) * (norm x y * norm X Y) < (x * X + y * Y) * (x * X + y * Y))
    by (apply Rmult_le_0_lt_compat; lra).
  replace ((norm x y * norm X Y) * (norm x y * norm X Y)) with ((norm x y * norm x y) * (norm X Y * norm X Y)) in Z
    by ring.
  rewrite S1, S2 in Z. pose proof (pow2_ge_0 (x * Y - y * X)). lra.
Qed.

(* A vector that changes by (CX, CY), and its length. *)
Section Length.
Variables (X Y CX CY : R).
Let length t := norm (X + t * CX) (Y + t * CY).
Let speed t := ((X + t * CX) * CX + (Y + t * CY) * CY) / length t.

Lemma length_above_tangent s t : 0 < length s -> length s + (t - s) * speed s <= length t.
Proof.
  intros P. apply Rmult_le_reg_l with (length s); [exact P |].
  replace (length s * (length s + (t - s) * speed s)) with
    (length s * length s + (t - s) * ((X + s * CX) * CX + (Y + s * CY) * CY)) by (unfold speed; field; lra).
  pose proof (dot_at_most (X + s * CX) (Y + s * CY) (X + t * CX) (Y + t * CY)) as D. fold (length s) (length t) in D.
  pose proof (norm_square (X + s * CX) (Y + s * CY)) as S. fold (length s) in S. lra.
Qed.

Lemma length_convex l s t : l <= s -> s <= t -> (t - l) * length s <= (t - s) * length l + (s - l) * length t.
Proof.
  intros A B. destruct (Rle_lt_or_eq_dec l t (Rle_trans _ _ _ A B)) as [L | E].
  - set (k := (s - l) / (t - l)). assert (K : k * (t - l) = s - l) by (unfold k; field; lra).
    assert (K0 : 0 <= k).
    { unfold k, Rdiv. apply Rmult_le_pos; [lra |]. left. apply Rinv_0_lt_compat. lra. }
    assert (K1 : k <= 1) by (apply Rmult_le_reg_r with (t - l); lra).
    pose proof (norm_convex (X + l * CX) (Y + l * CY) (X + t * CX) (Y + t * CY) k (conj K0 K1)) as C.
    replace ((1 - k) * (X + l * CX) + k * (X + t * CX)) with (X + s * CX) in C
      by (replace s with (l + k * (t - l)) by lra; ring).
    replace ((1 - k) * (Y + l * CY) + k * (Y + t * CY)) with (Y + s * CY) in C
      by (replace s with (l + k * (t - l)) by lra; ring).
    fold (length s) (length l) (length t) in C.
    assert (C' : (t - l) * length s <= (t - l) * ((1 - k) * length l + k * length t)) by (apply Rmult_le_compat_l; lra).
    replace ((t - l) * ((1 - k) * length l + k * length t)) with
      ((t - l - k * (t - l)) * length l + k * (t - l) * length t) in C' by ring.
    rewrite K in C'. lra.
  - replace s with l by lra. rewrite <- E. lra.
Qed.

Lemma length_grows_at_least l s t : l <= s -> s < t -> 0 < length l -> (t - s) * speed l <= length t - length s.
Proof.
  intros A B P. pose proof (length_above_tangent l s P) as T1. pose proof (length_above_tangent l t P) as T2.
  destruct (Rle_lt_or_eq_dec l s A) as [L | E]; [| rewrite <- E; lra].
  pose proof (length_convex l s t A ltac:(lra)) as C.
  apply Rmult_le_reg_l with (s - l); [lra |].
  assert ((t - s) * ((s - l) * speed l) <= (t - s) * (length s - length l)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma length_grows_at_most h s t : s < t -> t <= h -> 0 < length h -> length t - length s <= (t - s) * speed h.
Proof.
  intros A B P. pose proof (length_above_tangent h s P) as T1. pose proof (length_above_tangent h t P) as T2.
  destruct (Rle_lt_or_eq_dec t h B) as [L | E]; [| rewrite E; rewrite E in A; lra].
  pose proof (length_convex s t h ltac:(lra) B) as C.
  apply Rmult_le_reg_l with (h - t); [lra |].
  assert ((t - s) * (length h - length t) <= (t - s) * ((h - t) * speed h)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Length.

(* f on a piece [l, h]. *)
Section Slope.
Variables (is_end : bool) (c cm a am b bm : point) (r sign l h : R).
Hypothesis R0 : 0 <= r.

Definition change_x (p m q n : point) := displaced is_end (px p) (px m) - displaced is_end (px q) (px n).
Definition change_y (p m q n : point) := displaced is_end (py p) (py m) - displaced is_end (py q) (py n).
Notation UX t := (u_x is_end a am b bm t). Notation UY t := (u_y is_end a am b bm t).
Notation WX t := (w_x is_end c cm a am t). Notation WY t := (w_y is_end c cm a am t).
Let uxc := change_x b bm a am.
Let uyc := change_y b bm a am.
Let wxc := change_x c cm a am.
Let wyc := change_y c cm a am.

Definition gap_of_side t := sign * cross_at is_end c cm a am b bm t - r * norm (UX t) (UY t).
Definition cross_speed t := (uxc * WY t - uyc * WX t) + (UX t * wyc - UY t * wxc).
Definition length_speed t := (UX t * uxc + UY t * uyc) / norm (UX t) (UY t).

Lemma u_is t : UX t = (px b - px a) + t * uxc /\ UY t = (py b - py a) + t * uyc.
Proof. unfold u_x, u_y, ux, uy, place, uxc, uyc, change_x, change_y. simpl. split; ring. Qed.

Lemma cross_difference s t : cross_at is_end c cm a am b bm t - cross_at is_end c cm a am b bm s = (t - s) *
  ((cross_speed s + cross_speed t) / 2).
Proof.
  unfold cross_at, cross_speed, u_x, u_y, w_x, w_y, ux, uy, wx, wy, place, uxc, uyc, wxc, wyc, change_x, change_y.
  simpl. field.
Qed.

Lemma cross_speed_linear s : cross_speed ((1 - s) * l + s * h) = (1 - s) * cross_speed l + s * cross_speed h.
Proof.
  unfold cross_speed, u_x, u_y, w_x, w_y, ux, uy, wx, wy, place, uxc, uyc, wxc, wyc, change_x, change_y. simpl. ring.
Qed.

Lemma gap_difference s t : gap_of_side t - gap_of_side s =
  (t - s) * ((sign * cross_speed s + sign * cross_speed t) / 2) - r * (norm (UX t) (UY t) - norm (UX s) (UY s)).
Proof. unfold gap_of_side. pose proof (cross_difference s t) as D. apply (f_equal (Rmult sign)) in D. lra. Qed.

Lemma gap_grows d : d <= sign * cross_speed l -> d <= sign * cross_speed h -> r * length_speed h < d -> 0
  < norm (UX h) (UY h) ->
  forall s t, l <= s -> s < t -> t <= h -> gap_of_side s < gap_of_side t.
Proof.
  intros A B D N s t Ls St Th.
  assert (At : forall v, l <= v <= h -> d <= sign * cross_speed v).
  { intros v V. destruct (between l h v V) as (k & K & ->). rewrite cross_speed_linear.
    replace (sign * ((1 - k) * cross_speed l + k * cross_speed h)) with
      ((1 - k) * (sign * cross_speed l) + k * (sign * cross_speed h)) by ring. now apply linear_at_least. }
  pose proof (At s ltac:(lra)). pose proof (At t ltac:(lra)). pose proof (gap_difference s t) as G.
  assert (L : norm (UX t) (UY t) - norm (UX s) (UY s) <= (t - s) * length_speed h).
  { unfold length_speed. destruct (u_is s) as [-> ->]. destruct (u_is t) as [-> ->]. destruct (u_is h) as [E1 E2].
    rewrite E1, E2 in *.
    now apply length_grows_at_most. }
  assert (r * (norm (UX t) (UY t) - norm (UX s) (UY s)) <= r * ((t - s) * length_speed h)) by (apply Rmult_le_compat_l;
    lra).
  assert ((t - s) * d <= (t - s) * ((sign * cross_speed s + sign * cross_speed t) / 2)) by (apply Rmult_le_compat_l;
    lra).
  assert ((t - s) * (r * length_speed h) < (t - s) * d) by (apply Rmult_lt_compat_l; lra). lra.
Qed.

Lemma gap_shrinks d : sign * cross_speed l <= d -> sign * cross_speed h <= d -> d < r * length_speed l -> 0
  < norm (UX l) (UY l) ->
  forall s t, l <= s -> s < t -> t <= h -> gap_of_side t < gap_of_side s.
Proof.
  intros A B D N s t Ls St Th.
  assert (At : forall v, l <= v <= h -> sign * cross_speed v <= d).
  { intros v V. destruct (between l h v V) as (k & K & ->). rewrite cross_speed_linear.
    pose proof (linear_at_least (- (sign * cross_speed l)) (- (sign * cross_speed h)) (- d) k K ltac:(lra) ltac:(lra)).
    lra. }
  pose proof (At s ltac:(lra)). pose proof (At t ltac:(lra)). pose proof (gap_difference s t) as G.
  assert (L : (t - s) * length_speed l <= norm (UX t) (UY t) - norm (UX s) (UY s)).
  { unfold length_speed. destruct (u_is s) as [-> ->]. destruct (u_is t) as [-> ->]. destruct (u_is l) as [E1 E2].
    rewrite E1, E2 in *.
    now apply length_grows_at_least. }
  assert (r * ((t - s) * length_speed l) <= r * (norm (UX t) (UY t) - norm (UX s) (UY s))) by (apply Rmult_le_compat_l;
    lra).
  assert ((t - s) * ((sign * cross_speed s + sign * cross_speed t) / 2) <= (t - s) * d) by (apply Rmult_le_compat_l;
    lra).
  assert ((t - s) * d < (t - s) * (r * length_speed l)) by (apply Rmult_lt_compat_l; lra). lra.
Qed.
End Slope.
