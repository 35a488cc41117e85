(* The first contact of a moving circle in real numbers, and why there is one candidate for it (docs/motion.md).

   The circle starts beyond the line at distance R and comes to it at time tau, or starts between these lines beyond an
   end. If the foot of the perpendicular is then before end a, the first contact is with the disc of radius R around a,
   or there is none: between tau and a contact elsewhere the centre would pass the perpendicular in a, within R of a. *)
From Coq Require Import ZArith Reals Lra Psatz.
From Flocq Require Import Core.
From Carom Require Import Geometry SweepGeometry.

Open Scope R_scope.

Inductive feature := Side | EndA | EndB.

(* The numbers of carom_feature. *)
Definition feature_number (f : feature) : Z := match f with Side => 1 | EndA => 2 | EndB => 3 end.

(* The place of the feature on the axis. A line has no end, unless its points are equal. *)
Definition feature_at (f : feature) (x : extent) (a b : point) (s : R) :=
  match f with
  | Side => match x with Segment => 0 < s < 1 | Ray => 0 < s | Line => True end
  | EndA => (x <> Line \/ len2 a b = 0) /\ s = 0
  | EndB => x = Segment /\ s = 1
  end.

(* The distance of the axis is r, and the nearest point is of this feature. *)
Definition touches (f : feature) (x : extent) (c a b : point) (r : R) :=
  exists s, feature_at f x a b s /\ dist2_at c a b s = r ^ 2 /\ forall s', on_axis x s' -> r ^ 2 <= dist2_at c a b s'.

(* The first contact is at a time in (0, 1], with this feature, and the circle presses in: it overlaps right after. A
   circle without radius crosses the side. *)
Definition hits (f : feature) (x : extent) (c v a b : point) (r : R) :=
  exists t, 0 < t <= 1 /\ (forall t', 0 <= t' < t -> farther x (moved c v t') a b r) /\
    touches f x (moved c v t) a b r /\
    (0 < r -> exists d, 0 < d /\ forall t', t < t' < t + d -> nearer x (moved c v t') a b r) /\
    (r = 0 -> f = Side /\ ux a b * py v - uy a b * px v <> 0).

(* The circle overlaps before the motion ends. *)
Definition hits_early (f : feature) (x : extent) (c v a b : point) (r : R) :=
  hits f x c v a b r /\ (0 < r -> exists t, 0 <= t <= 1 /\ nearer x (moved c v t) a b r).

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
  r ^ 2 < end2 /\
  (L = 0 \/
   (x <> Line /\ 0 < L /\ exists tau, 0 <= tau /\ (forall t, 0 <= t < tau -> k < Rabs (X + t * Y)) /\
     Rabs (X + tau * Y) <= k /\ f0 + tau * g <= 0)).

(* Before it is within r of a, it is within r of no point. *)
Lemma only_candidate t :
  comes_to_a -> 0 <= t -> (forall t', 0 <= t' <= t -> r ^ 2 < end2 + 2 * t' * ev + t' * t' * v2) ->
  farther x (moved c v t) a b r.
Proof.
  intros (_ & [Z | (NL & LP & tau & T0 & Before & At & Foot)]) Ht Far.
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
  intros H E. apply end_missed; auto. intros t T. destruct H as (H & _).
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

(* A hit at a time before 1 is early. *)
Lemma early_if f t : t < 1 -> 0 < t <= 1 -> (forall t', 0 <= t' < t -> farther x (moved c v t') a b r) ->
  touches f x (moved c v t) a b r ->
  (0 < r -> exists d, 0 < d /\ forall t', t < t' < t + d -> nearer x (moved c v t') a b r) ->
  (r = 0 -> f = Side /\ ux a b * py v - uy a b * px v <> 0) -> hits_early f x c v a b r.
Proof.
  intros T1 T B Q P Z. split; [exists t; auto |]. intros RP. destruct (P RP) as (d & D0 & N).
  pose proof (Rmin_l d (1 - t)). pose proof (Rmin_r d (1 - t)). assert (0 < Rmin d (1 - t)) by (apply Rmin_pos; lra).
  exists (t + Rmin d (1 - t) / 2). split; [lra |]. apply N. lra.
Qed.

(* The hit of end a. *)
Lemma end_hit_early :
  comes_to_a -> ev < 0 -> Rabs turn < r * norm (px v) (py v) -> 0 < ev + v2 \/ end2 + 2 * ev + v2 < r ^ 2 ->
  hits_early EndA x c v a b r.
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
  pose proof lagrange_end as LE. pose proof H as (Start & Where).
  set (t1 := (- ev - q) / v2).
  assert (T1 : t1 * v2 = - ev - q) by (unfold t1; field; lra).
  (* v2 (|e + t v|^2 - r^2) = (ev + t v2)^2 - q^2 *)
  assert (Form : forall t, v2 * (end2 + 2 * t * ev + t * t * v2 - r ^ 2) = (ev + t * v2) ^ 2 - q * q).
  { intros t. rewrite QQ. unfold disc. replace (v2 * (end2 + 2 * t * ev + t * t * v2 - r ^ 2)) with
      (v2 * end2 + 2 * t * v2 * ev + (t * v2) ^ 2 - v2 * r ^ 2) by ring. rewrite LE. ring. }
  assert (P0 : 0 < t1).
  { pose proof (Form 0) as F0. replace (0 * v2) with 0 in F0 by ring.
    assert (0 < v2 * (end2 + 2 * 0 * ev + 0 * 0 * v2 - r ^ 2)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < t1 * v2) by nra. apply (Rmult_lt_reg_r v2); lra. }
  assert (P1 : t1 < 1).
  { apply Rmult_lt_reg_r with v2; auto. rewrite T1, Rmult_1_l. destruct Last as [Last | Last]; [lra |].
    pose proof (Form 1) as F1. assert (v2 * (end2 + 2 * 1 * ev + 1 * 1 * v2 - r ^ 2) < 0) by nra. nra. }
  assert (Root : end2 + 2 * t1 * ev + t1 * t1 * v2 = r ^ 2).
  { pose proof (Form t1) as F1. rewrite T1 in F1. replace ((ev + (- ev - q)) ^ 2 - q * q) with 0 in F1 by ring.
    apply (Rmult_eq_reg_l v2); [lra | apply Rgt_not_eq; lra]. }
  assert (Far : forall t, 0 <= t < t1 -> r ^ 2 < end2 + 2 * t * ev + t * t * v2).
  { intros t T. pose proof (Form t) as F1. assert (t * v2 < t1 * v2) by (apply Rmult_lt_compat_r; lra).
    pose proof (Rmult_lt_0_compat (- (ev + t * v2) - q) (- (ev + t * v2) + q) ltac:(lra) ltac:(lra)).
    apply (Rmult_lt_reg_l v2); lra. }
  assert (Before : forall t, 0 <= t < t1 -> farther x (moved c v t) a b r).
  { intros t T. apply only_candidate; [exact H | lra |]. intros t' T'. apply Far. lra. }
  apply (early_if EndA t1); [exact P1 | lra | exact Before | | |].
  - exists 0. split; [split; [destruct Where as [Z | (NL & _)]; [now right | now left] | reflexivity] |]. split.
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
    pose proof (Form t).
    pose proof (Rmult_lt_0_compat (q - (ev + t * v2)) (q + (ev + t * v2)) ltac:(lra) ltac:(lra)).
    apply (Rmult_lt_reg_l v2); lra.
  - intros Z. lra.
Qed.

Lemma end_hit :
  comes_to_a -> ev < 0 -> Rabs turn < r * norm (px v) (py v) -> 0 < ev + v2 \/ end2 + 2 * ev + v2 < r ^ 2 ->
  hits EndA x c v a b r.
Proof. intros. now apply end_hit_early. Qed.

(* The side. *)
Lemma side_receding : k < Rabs X -> 0 <= X * Y -> stays_farther x c v a b r.
Proof.
  intros H S t T. apply beyond_line. apply Rlt_le_trans with (Rabs X); [assumption |].
  unfold Rabs in *. destruct (Rcase_abs X), (Rcase_abs (X + t * Y)); nra.
Qed.

Lemma side_short : k < Rabs X - Rabs Y -> stays_farther x c v a b r.
Proof.
  intros H t T. apply beyond_line.
  assert (Rabs (t * Y) <= Rabs Y).
  { rewrite Rabs_mult, (Rabs_pos_eq t) by lra. pose proof (Rabs_pos Y). nra. }
  pose proof (Rabs_triang_inv X (- (t * Y))) as I. rewrite Rabs_Ropp in I.
  replace (X - - (t * Y)) with (X + t * Y) in I by ring. lra.
Qed.

(* Opposite signs: the distance falls at the rate |Y|. *)
Lemma approach t : X * Y < 0 -> Rabs (X + t * Y) = Rabs (Rabs X - t * Rabs Y).
Proof.
  intros S. unfold Rabs. destruct (Rcase_abs X), (Rcase_abs Y); try nra;
    match goal with |- context [Rcase_abs ?p] => destruct (Rcase_abs p) end;
    match goal with |- context [Rcase_abs ?p] => destruct (Rcase_abs p) end; try lra; nra.
Qed.

Let tau := (Rabs X - k) / Rabs Y.

Lemma tau_times : X * Y < 0 -> tau * Rabs Y = Rabs X - k.
Proof. intros S. assert (Rabs Y <> 0) by (apply Rabs_no_R0; nra). unfold tau. field. assumption. Qed.

Lemma before_tau t : X * Y < 0 -> 0 <= t < tau -> k < Rabs (X + t * Y).
Proof.
  intros S T. rewrite approach by assumption. pose proof (tau_times S) as TT.
  assert (P : 0 < Rabs Y) by (apply Rabs_pos_lt; nra).
  assert (t * Rabs Y < tau * Rabs Y) by (apply Rmult_lt_compat_r; lra).
  eapply Rlt_le_trans; [| apply Rle_abs]. lra.
Qed.

Lemma at_tau : X * Y < 0 -> Rabs (X + tau * Y) = k.
Proof.
  intros S. rewrite approach, tau_times by assumption. replace (Rabs X - (Rabs X - k)) with k by ring.
  apply Rabs_pos_eq, k_nonneg.
Qed.

Lemma foot_at_tau from : X * Y < 0 -> from * Rabs Y + (Rabs X - k) * g = Rabs Y * (from + tau * g).
Proof. intros S. rewrite <- tau_times by assumption. ring. Qed.

Lemma start_beyond : k < Rabs X -> 0 < L -> r ^ 2 < end2.
Proof.
  intros H P. pose proof k_square as K. pose proof k_nonneg.
  pose proof (dist2_moved 0 0) as D. rewrite w2_is, w2_moved in D.
  assert (k * k < X ^ 2) by (rewrite <- (pow2_abs X); nra).
  apply Rmult_lt_reg_l with L; [assumption |].
  replace (end2 + 2 * 0 * ev + 0 * 0 * v2) with end2 in D by ring. replace (X + 0 * Y) with X in D by ring.
  pose proof (pow2_ge_0 (f0 + 0 * g - 0 * L)). lra.
Qed.

Lemma comes_from_beyond :
  x <> Line -> 0 < L -> k < Rabs X -> X * Y < 0 -> f0 * Rabs Y + (Rabs X - k) * g <= 0 -> comes_to_a.
Proof.
  intros NL P H S F. split; [now apply start_beyond |]. right. split; [exact NL |]. split; [exact P |].
  exists tau. pose proof (tau_times S) as TT. assert (PY : 0 < Rabs Y) by (apply Rabs_pos_lt; nra).
  split; [| split; [| split]].
  - apply Rmult_le_reg_r with (Rabs Y); lra.
  - intros t T. now apply before_tau.
  - rewrite at_tau by assumption. lra.
  - rewrite foot_at_tau in F by assumption. nra.
Qed.

Lemma comes_from_between :
  x <> Line -> r ^ 2 < end2 -> 0 < L -> Rabs X <= k -> f0 <= 0 -> comes_to_a.
Proof.
  intros NL H P C F. split; [exact H |]. right. split; [exact NL |]. split; [exact P |]. exists 0.
  split; [lra |]. split; [intros; lra |]. rewrite !Rmult_0_l, !Rplus_0_r. auto.
Qed.

Lemma comes_to_point : r ^ 2 < end2 -> L = 0 -> comes_to_a.
Proof. intros H P. split; auto. Qed.

Lemma side_hit_early :
  0 < L -> k < Rabs X -> X * Y < 0 -> Rabs X - Rabs Y < k ->
  (x <> Line -> 0 < f0 * Rabs Y + (Rabs X - k) * g) ->
  (x = Segment -> (f0 - L) * Rabs Y + (Rabs X - k) * g < 0) ->
  hits_early Side x c v a b r.
Proof.
  intros P H S Short Fa Fb. pose proof (tau_times S) as TT. assert (PY : 0 < Rabs Y) by (apply Rabs_pos_lt; nra).
  rewrite foot_at_tau in Fa, Fb by assumption.
  assert (T0 : 0 < tau) by (apply Rmult_lt_reg_r with (Rabs Y); lra).
  assert (T1 : tau < 1) by (apply Rmult_lt_reg_r with (Rabs Y); lra).
  assert (Ga : x <> Line -> 0 < f0 + tau * g) by (intros N; specialize (Fa N); nra).
  assert (Gb : x = Segment -> f0 + tau * g < L) by (intros N; specialize (Fb N); nra).
  set (s := (f0 + tau * g) / L).
  assert (SL : s * L = f0 + tau * g) by (unfold s; field; lra).
  assert (K2 : L * dist2_at (moved c v tau) a b s = k * k).
  { rewrite dist2_moved, SL. rewrite <- (pow2_abs (X + tau * Y)), at_tau by assumption. ring. }
  rewrite k_square in K2.
  apply (early_if Side tau); [exact T1 | lra | intros t T; apply beyond_line, before_tau; assumption | | |].
  - exists s. split; [| split].
    + assert (Q : (x <> Line -> 0 < s) /\ (x = Segment -> s < 1)).
      { split; intros N; [specialize (Ga N) | specialize (Gb N)]; apply Rmult_lt_reg_r with L; lra. }
      destruct Q as [Q1 Q2]. destruct x; simpl; auto; [split; auto; apply Q1; discriminate | apply Q1; discriminate].
    + apply Rmult_eq_reg_l with L; lra.
    + intros s' _. pose proof (dist2_moved tau s') as D. rewrite <- (pow2_abs (X + tau * Y)), at_tau in D by assumption.
      apply Rmult_le_reg_l with L; auto. pose proof (pow2_ge_0 (f0 + tau * g - s' * L)). pose proof k_square. lra.
  - intros RP.
    assert (KP : 0 < k).
    { assert (k * k <> 0) by (rewrite k_square; pose proof (pow_lt r 2 RP); nra). pose proof k_nonneg. nra. }
    (* how long the foot stays on the axis *)
    assert (Stay : exists d, 0 < d /\ forall h, 0 < h < d ->
              (x <> Line -> 0 <= f0 + (tau + h) * g) /\ (x = Segment -> f0 + (tau + h) * g <= L)).
    { set (G := Rabs g + 1). assert (GP : 0 < G) by (unfold G; pose proof (Rabs_pos g); lra).
      assert (Bound : forall h, 0 < h -> - (h * G) <= h * g <= h * G).
      { intros h Hh. pose proof (Rle_abs g). pose proof (Rle_abs (- g)) as N. rewrite Rabs_Ropp in N. unfold G. split;
        nra. }
      assert (Da : exists d, 0 < d /\ forall h, 0 < h < d -> x <> Line -> 0 <= f0 + (tau + h) * g).
      { destruct x.
        3: exists 1; split; [lra |]; intros h _ N; now elim N.
        all: specialize (Ga ltac:(discriminate)); exists ((f0 + tau * g) / G);
          (split; [apply Rdiv_lt_0_compat; lra |]); intros h Hh _; specialize (Bound h (proj1 Hh));
          assert (h * G < (f0 + tau * g) / G * G) by (apply Rmult_lt_compat_r; lra);
          replace ((f0 + tau * g) / G * G) with (f0 + tau * g) in * by (field; lra); lra. }
      assert (Db : exists d, 0 < d /\ forall h, 0 < h < d -> x = Segment -> f0 + (tau + h) * g <= L).
      { destruct x.
        2-3: exists 1; split; [lra |]; intros h _ N; discriminate N.
        specialize (Gb eq_refl). exists ((L - (f0 + tau * g)) / G).
        split; [apply Rdiv_lt_0_compat; lra |]. intros h Hh _. specialize (Bound h (proj1 Hh)).
        assert (h * G < (L - (f0 + tau * g)) / G * G) by (apply Rmult_lt_compat_r; lra).
        replace ((L - (f0 + tau * g)) / G * G) with (L - (f0 + tau * g)) in * by (field; lra). lra. }
      destruct Da as (d1 & D1 & H1). destruct Db as (d2 & D2 & H2). exists (Rmin d1 d2).
      split; [now apply Rmin_glb_lt |]. intros h Hh. pose proof (Rmin_l d1 d2). pose proof (Rmin_r d1 d2).
      split; [apply H1 | apply H2]; lra. }
    destruct Stay as (d & DP & Stay). exists (Rmin d (k / Rabs Y)).
    assert (KY : 0 < k / Rabs Y) by (apply Rdiv_lt_0_compat; lra).
    split; [now apply Rmin_glb_lt |]. intros t T.
    pose proof (Rmin_l d (k / Rabs Y)). pose proof (Rmin_r d (k / Rabs Y)).
    destruct (Stay (t - tau) ltac:(lra)) as [Sa Sb]. replace (tau + (t - tau)) with t in Sa, Sb by ring.
    set (st := (f0 + t * g) / L). assert (SL' : st * L = f0 + t * g) by (unfold st; field; lra).
    exists st. split.
    + destruct x; simpl; auto.
      * specialize (Sa ltac:(discriminate)). specialize (Sb eq_refl). split; apply Rmult_le_reg_r with L; lra.
      * specialize (Sa ltac:(discriminate)). apply Rmult_le_reg_r with L; lra.
    + apply Rmult_lt_reg_l with L; auto. rewrite dist2_moved, SL'. rewrite <- (pow2_abs (X + t * Y)),
      approach by assumption.
      assert (KT : (t - tau) * Rabs Y < k).
      { replace k with (k / Rabs Y * Rabs Y) at 1 by (field; lra). apply Rmult_lt_compat_r; lra. }
      assert (TP : 0 < (t - tau) * Rabs Y) by (apply Rmult_lt_0_compat; lra).
      assert (V : Rabs X - t * Rabs Y = k - (t - tau) * Rabs Y) by lra.
      rewrite V, Rabs_pos_eq by lra. pose proof k_square. nra.
  - intros Z. split; [reflexivity |]. fold Y. intros Q. rewrite Q in S. lra.
Qed.

Lemma side_hit :
  0 < L -> k < Rabs X -> X * Y < 0 -> Rabs X - Rabs Y < k ->
  (x <> Line -> 0 < f0 * Rabs Y + (Rabs X - k) * g) ->
  (x = Segment -> (f0 - L) * Rabs Y + (Rabs X - k) * g < 0) ->
  hits Side x c v a b r.
Proof. intros. now apply side_hit_early. Qed.

End Sweep.

(* End b is end a of the segment with its ends exchanged. *)
Lemma dist2_exchanged c a b s : dist2_at c a b s = dist2_at c b a (1 - s).
Proof. unfold dist2_at. ring. Qed.

Lemma farther_exchanged c a b r : farther Segment c b a r -> farther Segment c a b r.
Proof. intros H s [S0 S1]. rewrite dist2_exchanged. apply H. simpl. lra. Qed.

Lemma stays_farther_exchanged c v a b r : stays_farther Segment c v b a r -> stays_farther Segment c v a b r.
Proof. intros H t T. apply farther_exchanged, H, T. Qed.

Lemma hits_exchanged c v a b r : hits EndA Segment c v b a r -> hits EndB Segment c v a b r.
Proof.
  intros (t & T & Before & (s & [_ ->] & D & Least) & Press & Zero). exists t. split; [exact T |].
  split; [intros t' T'; apply farther_exchanged, Before, T' |]. split; [| split].
  - exists 1. split; [now split |]. split.
    + rewrite dist2_exchanged. replace (1 - 1) with 0 by ring. exact D.
    + intros s' [S0 S1]. rewrite dist2_exchanged. apply Least. simpl. lra.
  - intros RP. destruct (Press RP) as (d & DP & Q). exists d. split; auto. intros t' T'.
    destruct (Q t' T') as (s & [S0 S1] & N). exists (1 - s). split; [simpl; lra |].
    rewrite dist2_exchanged. replace (1 - (1 - s)) with s by ring. exact N.
  - intros Z. destruct (Zero Z) as [Q _]. discriminate Q.
Qed.

Lemma hits_early_exchanged c v a b r : hits_early EndA Segment c v b a r -> hits_early EndB Segment c v a b r.
Proof.
  intros (H & P). split; [now apply hits_exchanged |]. intros RP. destruct (P RP) as (t & T & s & [S0 S1] & N).
  exists t. split; [exact T |]. exists (1 - s). split; [simpl; lra |]. rewrite dist2_exchanged.
  replace (1 - (1 - s)) with s by ring. exact N.
Qed.

Lemma exchanged_terms c v a b :
  len2 b a = len2 a b /\ cross c b a = - cross c a b /\
  ux b a * py v - uy b a * px v = - (ux a b * py v - uy a b * px v) /\ wu c b a = - zu c a b /\
  px v * ux b a + py v * uy b a = - (px v * ux a b + py v * uy a b) /\ norm (ux b a) (uy b a) = norm (ux a b) (uy a b).
Proof.
  unfold len2, cross, wu, zu, wx, wy, zx, zy, ux, uy, norm. repeat split; try ring. f_equal. ring.
Qed.
