(* Paths along the side of a segment in real numbers: what src/sweep/side_path.h answers, and why both ends decide.

   If the foot of the perpendicular is between the ends of the wall at both ends of the path, it is so all the way. The
   distance from the line is linear in time on one side, so the path is clear if both ends are at distance R or farther,
   on the same side. If it ends nearer, or on the other side, it hits. *)
From Coq Require Import ZArith Reals Lra Psatz.
From Flocq Require Import Core.
From Carom Require Import Geometry SweepGeometry SweepContact.

Open Scope R_scope.

(* No point of the path is nearer than r to the wall. *)
Definition stays_clear (c v a b : point) (r : R) :=
  forall t s, 0 <= t <= 1 -> 0 <= s <= 1 -> r ^ 2 <= dist2_at (moved c v t) a b s.

(* The circle touches the side at the start, overlaps right after, and starts in no wall. *)
Definition presses (c v a b : point) (r : R) :=
  0 < r /\ touches Side Segment c a b r /\
  exists d, 0 < d /\ forall t, 0 < t < d -> nearer Segment (moved c v t) a b r.

Section Path.
Variables (c v a b : point) (r s : R).
Hypothesis R0 : 0 <= r.
Hypothesis Sg : s = 1 \/ s = -1.
Let L := len2 a b.
Let X := cross c a b.
Let Y := ux a b * py v - uy a b * px v.
Let f0 := wu c a b.
Let g := px v * ux a b + py v * uy a b.
Let k := r * norm (ux a b) (uy a b).
Hypothesis LP : 0 < L.
Hypotheses (Fa : 0 < f0) (Fb : f0 < L) (Ga : 0 < f0 + g) (Gb : f0 + g < L).

Lemma sign_square : s * s = 1.
Proof. destruct Sg as [-> | ->]; ring. Qed.

Lemma clear_by_ends : k <= s * X -> k <= s * (X + Y) -> stays_clear c v a b r.
Proof.
  intros H1 H2 t q T Q. pose proof (dist2_moved c v a b t q) as D. fold L X Y f0 g in D.
  pose proof (k_nonneg a b r R0) as K0. pose proof (k_square a b r) as KK. fold k L in K0, KK.
  assert (H : k <= s * (X + t * Y)).
  { replace (s * (X + t * Y)) with ((1 - t) * (s * X) + t * (s * (X + Y))) by ring. nra. }
  assert (Sq : (X + t * Y) ^ 2 = (s * (X + t * Y)) ^ 2).
  { replace ((s * (X + t * Y)) ^ 2) with (s * s * (X + t * Y) ^ 2) by ring. rewrite sign_square. ring. }
  apply Rmult_le_reg_l with L; [exact LP |]. rewrite D, Sq.
  pose proof (pow2_ge_0 (f0 + t * g - q * L)). assert (k * k <= (s * (X + t * Y)) ^ 2) by nra. lra.
Qed.

Lemma starts_apart : k < s * X -> farther Segment c a b r.
Proof.
  intros H q Q. pose proof (dist2_at_is c a b q) as D. fold L X f0 in D.
  pose proof (k_nonneg a b r R0) as K0. pose proof (k_square a b r) as KK. fold k L in K0, KK.
  assert (Sq : X ^ 2 = (s * X) ^ 2) by (replace ((s * X) ^ 2) with (s * s * X ^ 2) by ring; rewrite sign_square; ring).
  apply Rmult_lt_reg_l with L; [exact LP |]. rewrite D, Sq.
  pose proof (pow2_ge_0 (f0 - q * L)). assert (k * k < (s * X) ^ 2) by nra. lra.
Qed.

Lemma hits_by_ends : k < s * X -> s * (X + Y) < k -> hits Side Segment c v a b r.
Proof.
  intros H1 H2. pose proof (k_nonneg a b r R0) as K0. fold k in K0.
  assert (Sx : Rabs X = s * X).
  { destruct Sg as [-> | ->]; [rewrite Rmult_1_l in *; apply Rabs_pos_eq; lra | rewrite Rabs_left; lra]. }
  assert (Sy : Rabs Y = - (s * Y)).
  { destruct Sg as [-> | ->]; [rewrite Rmult_1_l in *; rewrite Rabs_left; lra | rewrite Rabs_pos_eq; lra]. }
  assert (PY : 0 < Rabs Y) by (rewrite Sy; lra).
  assert (T : 0 < Rabs X - k < Rabs Y) by (rewrite Sx, Sy; lra).
  apply side_hit; auto; fold X Y k L f0 g.
  - lra.
  - assert (E : (s * X) * (s * Y) = X * Y) by (transitivity (s * s * (X * Y)); [ring | rewrite sign_square; ring]).
    assert (0 < (s * X) * - (s * Y)) by (apply Rmult_lt_0_compat; lra). lra.
  - lra.
  - intros _. replace (f0 * Rabs Y + (Rabs X - k) * g) with (f0 * (Rabs Y - (Rabs X - k)) + (f0 + g) * (Rabs X - k)) by
      ring.
    apply Rplus_lt_0_compat; apply Rmult_lt_0_compat; lra.
  - intros _. replace ((f0 - L) * Rabs Y + (Rabs X - k) * g) with
      (- ((L - f0) * (Rabs Y - (Rabs X - k)) + (L - (f0 + g)) * (Rabs X - k))) by ring.
    apply Ropp_lt_gt_0_contravar, Rplus_lt_0_compat; apply Rmult_lt_0_compat; lra.
Qed.

Lemma presses_by_ends : 0 < r -> s * X = k -> s * (X + Y) < k -> presses c v a b r.
Proof.
  intros RP H1 H2. pose proof (k_square a b r) as KK. fold k L in KK. pose proof (k_nonneg a b r R0) as K0.
  fold k in K0.
  assert (KP : 0 < k).
  { assert (k * k <> 0) by (rewrite KK; pose proof (pow_lt r 2 RP); nra). nra. }
  assert (Sq : forall z, z ^ 2 = (s * z) ^ 2).
  { intros z. replace ((s * z) ^ 2) with (s * s * z ^ 2) by ring. rewrite sign_square. ring. }
  split; [exact RP |]. split.
  - exists (f0 / L). assert (E : f0 / L * L = f0) by (field; lra). split; [| split].
    + simpl. split; apply Rmult_lt_reg_r with L; lra.
    + apply Rmult_eq_reg_l with L; [| lra]. unfold L. rewrite dist2_at_is. fold L X f0. rewrite E, (Sq X), H1. lra.
    + intros q _. apply Rmult_le_reg_l with L; [exact LP |]. unfold L. rewrite dist2_at_is. fold L X f0.
      rewrite (Sq X), H1. pose proof (pow2_ge_0 (f0 - q * L)). lra.
  - set (y := s * Y) in *. assert (Y0 : y < 0) by (unfold y in *; lra).
    exists (Rmin 1 (k / - y)). assert (KY : 0 < k / - y) by (apply Rdiv_lt_0_compat; lra).
    split; [now apply Rmin_glb_lt; lra |]. intros t T.
    pose proof (Rmin_l 1 (k / - y)) as M1. pose proof (Rmin_r 1 (k / - y)) as M2.
    set (q := (f0 + t * g) / L). assert (E : q * L = f0 + t * g) by (unfold q; field; lra).
    exists q. split.
    + simpl. split; apply Rmult_le_reg_r with L; try exact LP; rewrite E, ?Rmult_0_l, ?Rmult_1_l.
      * replace (f0 + t * g) with ((1 - t) * f0 + t * (f0 + g)) by ring. nra.
      * replace (f0 + t * g) with ((1 - t) * f0 + t * (f0 + g)) by ring. nra.
    + apply Rmult_lt_reg_l with L; [exact LP |]. unfold L. rewrite dist2_moved. fold L X Y f0 g.
      rewrite E, (Sq (X + t * Y)).
      replace (s * (X + t * Y)) with (k + t * y) by (unfold y; lra).
      assert (t * - y < k).
      { replace k with (k / - y * - y) by (field; lra). apply Rmult_lt_compat_r; lra. }
      assert (0 < t * - y) by (apply Rmult_lt_0_compat; lra).
      replace (f0 + t * g - (f0 + t * g)) with 0 by ring. nra.
Qed.
End Path.
