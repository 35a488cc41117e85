(* The first contact of a moving circle in real numbers, and why there is one candidate for it (docs/motion.md).

   The circle starts beyond the line at distance R and comes to it at time tau, or starts between these lines beyond an
   end. If the foot of the perpendicular is then before end a, the first contact is with the disc of radius R around a, or
   there is none: between tau and a contact elsewhere the centre would pass the perpendicular in a, within R of a. *)
From Coq Require Import ZArith Reals Lra Psatz.
From Flocq Require Import Core.
From Carom Require Import Geometry SweepGeometry.

Open Scope R_scope.

Inductive feature := Side | EndA | EndB.

(* The numbers of carom_feature. *)
Definition feature_number (f : feature) : Z := match f with Side => 1 | EndA => 2 | EndB => 3 end.

(* The place of the feature on the axis. *)
Definition feature_at (f : feature) (x : extent) (s : R) :=
  match f with
  | Side => match x with Segment => 0 < s < 1 | Ray => 0 < s | Line => True end
  | EndA => x <> Line /\ s = 0
  | EndB => x = Segment /\ s = 1
  end.

(* The distance of the axis is r, and the nearest point is of this feature. *)
Definition touches (f : feature) (x : extent) (c a b : point) (r : R) :=
  exists s, feature_at f x s /\ dist2_at c a b s = r ^ 2 /\ forall s', on_axis x s' -> r ^ 2 <= dist2_at c a b s'.

(* The first contact is at a time in (0, 1], with this feature, and the circle presses in: it overlaps right after. A
   circle without radius crosses the side. *)
Definition hits (f : feature) (x : extent) (c v a b : point) (r : R) :=
  exists t, 0 < t <= 1 /\ (forall t', 0 <= t' < t -> farther x (moved c v t') a b r) /\
    touches f x (moved c v t) a b r /\
    (0 < r -> exists d, 0 < d /\ forall t', t < t' < t + d -> nearer x (moved c v t') a b r) /\
    (r = 0 -> f = Side /\ ux a b * py v - uy a b * px v <> 0).

(* A polynomial that exceeds m before t1 is at least m at t1. *)
Lemma polynomial_limit (p q k m t1 : R) :
  0 < t1 -> (forall t, 0 <= t < t1 -> m < p + q * t + k * (t * t)) -> m <= p + q * t1 + k * (t1 * t1).
Proof.
  intros T H. apply Rnot_lt_le. intros C.
  set (d := m - (p + q * t1 + k * (t1 * t1))) in *. assert (D : 0 < d) by (unfold d; lra).
  set (b := Rabs (q + 2 * k * t1) + Rabs k + 1).
  assert (B : 1 <= b).
  { unfold b. pose proof (Rabs_pos (q + 2 * k * t1)). pose proof (Rabs_pos k). lra. }
  set (h := Rmin (Rmin t1 1) (d / (2 * b))).
  assert (DB : 0 < d / (2 * b)) by (apply Rdiv_lt_0_compat; lra).
  assert (H0 : 0 < h) by (unfold h; repeat apply Rmin_glb_lt; lra).
  assert (H1 : h <= Rmin t1 1) by apply Rmin_l. pose proof (Rmin_l t1 1) as M1. pose proof (Rmin_r t1 1) as M2.
  assert (H2 : h <= d / (2 * b)) by apply Rmin_r.
  assert (H3 : h * b <= d / 2).
  { replace (d / 2) with (d / (2 * b) * b) by (field; lra). apply Rmult_le_compat_r; lra. }
  specialize (H (t1 - h) ltac:(lra)).
  pose proof (Rle_abs (- (q + 2 * k * t1))) as A1. rewrite Rabs_Ropp in A1. pose proof (Rle_abs k) as A2.
  assert (h * h * k <= h * Rabs k).
  { replace (h * h * k) with (h * (h * k)) by ring. apply Rmult_le_compat_l; [lra |].
    pose proof (Rabs_pos k). nra. }
  assert (h * - (q + 2 * k * t1) <= h * Rabs (q + 2 * k * t1)) by (apply Rmult_le_compat_l; lra).
  unfold b in H3. unfold d in *. nra.
Qed.

Section Sweep.
Variables (x : extent) (c v a b : point) (r : R).
Hypothesis R0 : 0 <= r.

Let L := len2 a b.
Let X := cross c a b.
Let Y := ux a b * py v - uy a b * px v.
Let f0 := wu c a b.
Let g := px v * ux a b + py v * uy a b.
Let k := r * norm (ux a b) (uy a b).
Let ev := wx c a * px v + wy c a * py v.
Let v2 := px v * px v + py v * py v.
Let end2 := w2 c a.
Let turn := px v * wy c a - py v * wx c a.

Lemma k_nonneg : 0 <= k.
Proof. apply Rmult_le_pos; [exact R0 | apply norm_nonneg]. Qed.

Lemma k_square : k * k = r ^ 2 * L.
Proof.
  unfold k, L, len2. pose proof (norm_square (ux a b) (uy a b)) as N. rewrite <- N. ring.
Qed.

Lemma cross_moved t : cross (moved c v t) a b = X + t * Y.
Proof. unfold cross, X, Y, cross, moved, wx, wy, ux, uy. simpl. ring. Qed.

Lemma wu_moved t : wu (moved c v t) a b = f0 + t * g.
Proof. unfold f0, g, wu, moved, wx, wy, ux, uy. simpl. ring. Qed.

Lemma w2_moved t : w2 (moved c v t) a = end2 + 2 * t * ev + t * t * v2.
Proof. unfold end2, ev, v2, w2, moved, wx, wy. simpl. ring. Qed.

Lemma dist2_moved t s : L * dist2_at (moved c v t) a b s = (X + t * Y) ^ 2 + (f0 + t * g - s * L) ^ 2.
Proof. unfold L. rewrite dist2_at_is, cross_moved, wu_moved. reflexivity. Qed.

Lemma lagrange_end : v2 * end2 = turn ^ 2 + ev ^ 2.
Proof. unfold v2, end2, w2, turn, ev. ring. Qed.

(* Beyond the line at distance r, the axis is farther. *)
Lemma beyond_line t : k < Rabs (X + t * Y) -> farther x (moved c v t) a b r.
Proof.
  intros H s _. pose proof k_nonneg. pose proof k_square as K. pose proof (dist2_moved t s) as D.
  assert (S : k * k < (X + t * Y) ^ 2).
  { rewrite <- pow2_abs. pose proof (Rabs_pos (X + t * Y)). nra. }
  pose proof (len2_nonneg a b) as L0. fold L in L0. apply Rnot_le_lt. intros C.
  assert (L * dist2_at (moved c v t) a b s <= L * r ^ 2) by (apply Rmult_le_compat_l; lra).
  pose proof (pow2_ge_0 (f0 + t * g - s * L)). lra.
Qed.

(* How the centre comes to end a. *)
Definition comes_to_a :=
  x <> Line /\ r ^ 2 < end2 /\
  (L = 0 \/
   (0 < L /\ exists tau, 0 <= tau /\ (forall t, 0 <= t < tau -> k < Rabs (X + t * Y)) /\
     Rabs (X + tau * Y) <= k /\ f0 + tau * g <= 0)).

(* Before it is within r of a, it is within r of no point. *)
Lemma only_candidate t :
  comes_to_a -> 0 <= t -> (forall t', 0 <= t' <= t -> r ^ 2 < end2 + 2 * t' * ev + t' * t' * v2) ->
  farther x (moved c v t) a b r.
Proof.
  intros (NL & _ & [Z | (LP & tau & T0 & Before & At & Foot)]) Ht Far.
  - intros s _.
    assert (ux a b = 0 /\ uy a b = 0) as [U1 U2].
    { unfold L, len2 in Z. split; nra. }
    replace (dist2_at (moved c v t) a b s) with (w2 (moved c v t) a).
    + rewrite w2_moved. apply Far. lra.
    + unfold dist2_at, w2, wx, wy. unfold ux, uy in U1, U2. rewrite U1, U2. ring.
  - destruct (Rlt_le_dec t tau) as [B | B]; [apply beyond_line, Before; lra |].
    intros s OS. apply Rnot_le_lt. intros C.
    assert (Cr : (X + t * Y) ^ 2 <= k * k).
    { rewrite k_square. pose proof (dist2_moved t s). pose proof (pow2_ge_0 (f0 + t * g - s * L)).
      assert (L * dist2_at (moved c v t) a b s <= L * r ^ 2) by (apply Rmult_le_compat_l; lra). lra. }
    pose proof k_nonneg as K0.
    assert (Ct : Rabs (X + t * Y) <= k).
    { apply Rsqr_incr_0; [| apply Rabs_pos | exact K0]. rewrite <- Rsqr_abs. unfold Rsqr. lra. }
    destruct (Rle_lt_dec (f0 + t * g) 0) as [F | F].
    + pose proof (at_end_a (moved c v t) a b x s NL OS ltac:(rewrite wu_moved; exact F)) as E.
      rewrite w2_moved in E. specialize (Far t ltac:(lra)). lra.
    + (* the time at which the foot passes a *)
      assert (G : 0 < g) by nra.
      set (t0 := - f0 / g). assert (E0 : f0 + t0 * g = 0) by (unfold t0; field; lra).
      assert (T1 : tau <= t0) by nra. assert (T2 : t0 <= t) by nra.
      assert (C0 : Rabs (X + t0 * Y) <= k).
      { apply Rabs_le_inv in At. apply Rabs_le_inv in Ct. apply Rabs_le.
        destruct (Rle_lt_dec 0 Y); split; nra. }
      specialize (Far t0 ltac:(lra)). rewrite <- w2_moved, <- (w2_is _ a b) in Far.
      pose proof (dist2_moved t0 0) as D. rewrite E0 in D.
      assert (S : (X + t0 * Y) ^ 2 <= k * k).
      { rewrite <- pow2_abs. pose proof (Rabs_pos (X + t0 * Y)). nra. }
      rewrite k_square in S.
      assert (L * r ^ 2 < L * dist2_at (moved c v t0) a b 0) by (apply Rmult_lt_compat_l; lra).
      replace (0 - 0 * L) with 0 in D by ring. lra.
Qed.

(* No contact with the disc of a, no contact. *)
Lemma end_missed :
  comes_to_a -> (forall t, 0 <= t <= 1 -> r ^ 2 < end2 + 2 * t * ev + t * t * v2) -> stays_farther x c v a b r.
Proof. intros H Far t T. apply only_candidate; [assumption | lra |]. intros t' T'. apply Far. lra. Qed.

Lemma end_missed_leaving : comes_to_a -> 0 <= ev -> stays_farther x c v a b r.
Proof.
  intros H E. apply end_missed; auto. intros t T. destruct H as (_ & H & _).
  assert (0 <= v2) by (unfold v2; nra).
  assert (0 <= t * ev) by nra. assert (0 <= t * t * v2) by nra. lra.
Qed.

Lemma end_missed_aside : comes_to_a -> r * norm (px v) (py v) < Rabs turn -> stays_farther x c v a b r.
Proof.
  intros H E. apply end_missed; auto. intros t T.
  pose proof (norm_nonneg (px v) (py v)) as N. pose proof (norm_square (px v) (py v)) as NS. fold v2 in NS.
  assert (S : r ^ 2 * v2 < turn ^ 2).
  { rewrite <- NS, <- (pow2_abs turn). assert (0 <= r * norm (px v) (py v)) by now apply Rmult_le_pos. nra. }
  pose proof lagrange_end as LE. apply Rnot_le_lt. intros C.
  assert (V : 0 <= v2) by (unfold v2; nra).
  assert (v2 * (end2 + 2 * t * ev + t * t * v2) <= v2 * r ^ 2) by (apply Rmult_le_compat_l; lra).
  replace (v2 * (end2 + 2 * t * ev + t * t * v2)) with (v2 * end2 + 2 * t * v2 * ev + (t * v2) ^ 2) in * by ring.
  rewrite LE in *. pose proof (pow2_ge_0 (ev + t * v2)). nra.
Qed.

Lemma end_missed_short :
  comes_to_a -> ev + v2 < 0 -> r ^ 2 < end2 + 2 * ev + v2 -> stays_farther x c v a b r.
Proof.
  intros H E F. apply end_missed; auto. intros t T.
  assert (V : 0 <= v2) by (unfold v2; nra).
  assert (0 <= (1 - t) * - (2 * ev + (1 + t) * v2)) by (apply Rmult_le_pos; nra). nra.
Qed.

(* The hit of end a. *)
Lemma end_hit :
  comes_to_a -> ev < 0 -> Rabs turn < r * norm (px v) (py v) -> 0 < ev + v2 \/ end2 + 2 * ev + v2 < r ^ 2 ->
  hits EndA x c v a b r.
Proof.
  intros H E A Last.
  pose proof (norm_nonneg (px v) (py v)) as N. pose proof (norm_square (px v) (py v)) as NS. fold v2 in NS.
  assert (V0 : 0 <= v2) by (unfold v2; nra).
  assert (V : 0 < v2).
  { destruct V0 as [V0 | V0]; auto. exfalso. rewrite <- V0 in NS.
    assert (norm (px v) (py v) = 0) by nra. pose proof (Rabs_pos turn). nra. }
  assert (RP : 0 < r) by (pose proof (Rabs_pos turn); nra).
  set (disc := r ^ 2 * v2 - turn ^ 2).
  assert (DP : 0 < disc).
  { unfold disc. rewrite <- NS, <- (pow2_abs turn). pose proof (Rabs_pos turn).
    assert (0 <= r * norm (px v) (py v)) by now apply Rmult_le_pos. nra. }
  set (q := sqrt disc). assert (Q : 0 < q) by now apply sqrt_lt_R0.
  assert (QQ : q * q = disc) by (apply sqrt_sqrt; lra).
  pose proof lagrange_end as LE. pose proof H as (NL & Start & _).
  set (t1 := (- ev - q) / v2).
  assert (T1 : t1 * v2 = - ev - q) by (unfold t1; field; lra).
  (* v2 (|e + t v|^2 - r^2) = (ev + t v2)^2 - q^2 *)
  assert (Form : forall t, v2 * (end2 + 2 * t * ev + t * t * v2 - r ^ 2) = (ev + t * v2) ^ 2 - q * q).
  { intros t. rewrite QQ. unfold disc. replace (v2 * (end2 + 2 * t * ev + t * t * v2 - r ^ 2)) with
      (v2 * end2 + 2 * t * v2 * ev + (t * v2) ^ 2 - v2 * r ^ 2) by ring. rewrite LE. ring. }
  assert (P0 : 0 < t1).
  { pose proof (Form 0) as F0. replace (0 * v2) with 0 in F0 by ring.
    assert (0 < v2 * (end2 + 2 * 0 * ev + 0 * 0 * v2 - r ^ 2)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < t1 * v2) by nra. nra. }
  assert (P1 : t1 <= 1).
  { apply Rmult_le_reg_r with v2; auto. rewrite T1, Rmult_1_l. destruct Last as [Last | Last]; [lra |].
    pose proof (Form 1) as F1. assert (v2 * (end2 + 2 * 1 * ev + 1 * 1 * v2 - r ^ 2) < 0) by nra. nra. }
  assert (Root : end2 + 2 * t1 * ev + t1 * t1 * v2 = r ^ 2).
  { pose proof (Form t1) as F1. rewrite T1 in F1. replace ((ev + (- ev - q)) ^ 2 - q * q) with 0 in F1 by ring. nra. }
  assert (Far : forall t, 0 <= t < t1 -> r ^ 2 < end2 + 2 * t * ev + t * t * v2).
  { intros t T. pose proof (Form t) as F1. assert (t * v2 < t1 * v2) by (apply Rmult_lt_compat_r; lra).
    assert (q * q < (ev + t * v2) ^ 2) by nra. nra. }
  assert (Before : forall t, 0 <= t < t1 -> farther x (moved c v t) a b r).
  { intros t T. apply only_candidate; [exact H | lra |]. intros t' T'. apply Far. lra. }
  exists t1. split; [lra |]. split; [exact Before |]. split; [| split].
  - exists 0. split; [now split |]. split.
    + rewrite w2_is, w2_moved. exact Root.
    + intros s OS.
      set (e1 := wx c a - s * ux a b). set (e2 := wy c a - s * uy a b).
      assert (Poly : forall t, dist2_at (moved c v t) a b s =
        (e1 * e1 + e2 * e2) + 2 * (e1 * px v + e2 * py v) * t + v2 * (t * t)).
      { intros t. unfold dist2_at, moved, e1, e2, v2, wx, wy, ux, uy. simpl. ring. }
      rewrite Poly. apply polynomial_limit; auto. intros t T. rewrite <- Poly. now apply Before.
  - intros _. exists (2 * q / v2). split; [apply Rdiv_lt_0_compat; lra |]. intros t T.
    exists 0. split; [destruct x; simpl; auto; lra |]. rewrite w2_is, w2_moved.
    assert (T2 : t * v2 < - ev + q).
    { replace (- ev + q) with ((t1 + 2 * q / v2) * v2) by (field_simplify; lra || (unfold t1; field; lra)).
      apply Rmult_lt_compat_r; lra. }
    assert (T3 : - ev - q < t * v2) by (rewrite <- T1; apply Rmult_lt_compat_r; lra).
    pose proof (Form t). assert ((ev + t * v2) ^ 2 < q * q) by nra. nra.
  - intros Z. lra.
Qed.

End Sweep.
