(* What the decisions mean, in real numbers, and the polynomials that decide them.

   The axis of a wall is the set of points a + t u with t in [0, 1] for a segment, t >= 0 for a ray and any t for a
   line. The circle overlaps the wall if a point of the axis is nearer than R, and is separate if all are farther. *)
From Coq Require Import ZArith Reals Lra Psatz.
From Carom Require Import Model.

Open Scope R_scope.

Inductive extent := Segment | Ray | Line.

(* The number of an extent in C. *)
Definition extent_number (x : extent) : Z := match x with Segment => 0 | Ray => 1 | Line => 2 end.

Lemma extent_number_injective x y : extent_number x = extent_number y -> x = y.
Proof. destruct x, y; simpl; congruence || discriminate. Qed.

Definition on_axis (x : extent) (t : R) :=
  match x with
  | Segment => 0 <= t <= 1
  | Ray => 0 <= t
  | Line => True
  end.

Record point := Point { px : R; py : R }.
Definition point_of {f : format} (x y : F f) := Point (real x) (real y).

(* The squared distance from c to the point a + t (b - a). *)
Definition dist2_at (c a b : point) (t : R) :=
  (px c - (px a + t * (px b - px a))) ^ 2 + (py c - (py a + t * (py b - py a))) ^ 2.

Lemma dist2_nonneg c a b t : 0 <= dist2_at c a b t.
Proof. unfold dist2_at. apply Rplus_le_le_0_compat; apply pow2_ge_0. Qed.

(* d is the distance of c from the axis. *)
Definition is_distance (x : extent) (c a b : point) (d : R) :=
  0 <= d /\ (exists t, on_axis x t /\ dist2_at c a b t = d ^ 2) /\ (forall t, on_axis x t -> d ^ 2 <= dist2_at c a b t).

(* An axis has a point nearer than r, and all its points are farther than r. *)
Definition nearer (x : extent) (c a b : point) (r : R) := exists t, on_axis x t /\ dist2_at c a b t < r ^ 2.
Definition farther (x : extent) (c a b : point) (r : R) := forall t, on_axis x t -> r ^ 2 < dist2_at c a b t.

Ltac min_max_cases :=
  unfold Rmax, Rmin in *;
  repeat match goal with
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  | H : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b)
  end;
  repeat match goal with H : ~ _ <= _ |- _ => apply Rnot_le_lt in H end.

Definition clamp (x hi : R) := Rmin (Rmax x 0) hi.

(* The products of docs/exactness.md: u = b - a, w = c - a, z = c - b. *)
Section Products.
Variables c a b : point.
Definition ux := px b - px a.
Definition uy := py b - py a.
Definition wx := px c - px a.
Definition wy := py c - py a.
Definition zx := px c - px b.
Definition zy := py c - py b.
Definition len2 := ux * ux + uy * uy.
Definition wu := wx * ux + wy * uy.
Definition zu := zx * ux + zy * uy.
Definition cross := ux * wy - uy * wx.
Definition w2 := wx * wx + wy * wy.
Definition z2 := zx * zx + zy * zy.
(* What a clamp to the wall takes off w.u. *)
Definition off := wu - clamp wu len2.

Lemma len2_nonneg : 0 <= len2.
Proof. unfold len2. nra. Qed.

Lemma zu_is : zu = wu - len2.
Proof. unfold zu, wu, len2, zx, zy, wx, wy, ux, uy. ring. Qed.

(* Lagrange's identity. *)
Lemma dist2_at_is t : len2 * dist2_at c a b t = cross ^ 2 + (wu - t * len2) ^ 2.
Proof. unfold dist2_at, len2, cross, wu, wx, wy, ux, uy. ring. Qed.

Lemma w2_is : dist2_at c a b 0 = w2.
Proof. unfold dist2_at, w2, wx, wy. ring. Qed.

Lemma z2_is : dist2_at c a b 1 = z2.
Proof. unfold dist2_at, z2, zx, zy. ring. Qed.

Lemma dist2_at_expand t : dist2_at c a b t = w2 - 2 * t * wu + t * t * len2.
Proof. unfold dist2_at, w2, wu, len2, wx, wy, ux, uy. ring. Qed.

Lemma off_least t : 0 <= t <= 1 -> off ^ 2 <= (wu - t * len2) ^ 2.
Proof.
  intros [T0 T1]. pose proof len2_nonneg. unfold off, clamp.
  assert (S0 : 0 <= t * len2) by nra. assert (S1 : t * len2 <= len2) by nra.
  revert S0 S1. generalize (t * len2). intros s S0 S1. generalize wu. intros n.
  pose proof (pow2_ge_0 (n - s)). min_max_cases; nra.
Qed.

(* d^2 L = cross^2 + off^2 for a segment. *)
Lemma farther_by_products r : 0 < len2 -> r ^ 2 * len2 < cross ^ 2 + off ^ 2 -> farther Segment c a b r.
Proof.
  intros L H t T. simpl in T. pose proof (dist2_at_is t). pose proof (off_least t T).
  apply Rmult_lt_reg_l with len2; [assumption |]. rewrite Rmult_comm in H. lra.
Qed.

Lemma nearer_by_products r : 0 < len2 -> cross ^ 2 + off ^ 2 < r ^ 2 * len2 -> nearer Segment c a b r.
Proof.
  intros L H. exists (clamp wu len2 / len2). split.
  - simpl. unfold clamp. split.
    + apply Rmult_le_pos; [min_max_cases; lra |]. left. now apply Rinv_0_lt_compat.
    + apply Rmult_le_reg_r with len2; [assumption |].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. min_max_cases; lra.
  - apply Rmult_lt_reg_l with len2; [assumption |].
    rewrite dist2_at_is.
    replace (wu - clamp wu len2 / len2 * len2) with off by (unfold off; field; lra). nra.
Qed.

(* The region of end a: the nearest point is a. *)
Lemma at_end_a x t : x <> Line -> on_axis x t -> wu <= 0 -> w2 <= dist2_at c a b t.
Proof.
  intros X T H. rewrite dist2_at_expand. pose proof len2_nonneg.
  assert (0 <= t) by (destruct x; simpl in T; try tauto; lra). nra.
Qed.

Lemma at_end_b t : on_axis Segment t -> 0 <= zu -> z2 <= dist2_at c a b t.
Proof.
  intros [_ T] H. rewrite zu_is in H. rewrite <- z2_is, !dist2_at_expand. pose proof len2_nonneg.
  assert (0 <= (1 - t) * (2 * wu - (1 + t) * len2)) by (apply Rmult_le_pos; nra). lra.
Qed.

End Products.
