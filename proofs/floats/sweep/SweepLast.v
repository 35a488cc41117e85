(* The last contact of a moving circle in real numbers: the first touch of the reversed motion (docs/exactness.md,
   "Entry and exit"). The circle is known to meet the wall, so a touch exists, and a graze counts. *)
From Coq Require Import ZArith Reals Lra Psatz Classical.
From Flocq Require Import Core.
From Carom Require Import Geometry SweepGeometry SweepContact.

Open Scope R_scope.

(* The axis is within r at some time in [0, 1]. *)
Definition meets (x : extent) (c v a b : point) (r : R) :=
  exists t s, 0 <= t <= 1 /\ on_axis x s /\ dist2_at (moved c v t) a b s <= r ^ 2.

Definition first_touch (f : feature) (x : extent) (c v a b : point) (r : R) :=
  exists t, 0 <= t <= 1 /\ (forall t', 0 <= t' < t -> farther x (moved c v t') a b r) /\
    touches f x (moved c v t) a b r.

Definition last_touch (f : feature) (x : extent) (c v a b : point) (r : R) :=
  exists t, 0 <= t <= 1 /\ (forall t', t < t' <= 1 -> farther x (moved c v t') a b r) /\
    touches f x (moved c v t) a b r.

(* The contact lasts to t = 1. *)
Definition lasts (x : extent) (c v a b : point) (r : R) :=
  exists s, on_axis x s /\ dist2_at (moved c v 1) a b s <= r ^ 2.

Definition opposite (v : point) := Point (- px v) (- py v).

Lemma moved_back c v t : moved (moved c v 1) (opposite v) t = moved c v (1 - t).
Proof. unfold moved, opposite. simpl. f_equal; ring. Qed.

Lemma first_touch_back f x c v a b r : first_touch f x (moved c v 1) (opposite v) a b r -> last_touch f x c v a b r.
Proof.
  intros (t & T & Before & Touch). rewrite moved_back in Touch. exists (1 - t). split; [lra |]. split; [| exact Touch].
  intros t' T'. replace t' with (1 - (1 - t')) by ring. rewrite <- moved_back. apply Before. lra.
Qed.

Lemma meets_back x c v a b r : meets x c v a b r -> meets x (moved c v 1) (opposite v) a b r.
Proof.
  intros (t & s & T & S & D). exists (1 - t), s. rewrite moved_back. replace (1 - (1 - t)) with t by ring.
  split; [lra | auto].
Qed.

Lemma meets_not_farther x c v a b r : meets x c v a b r -> ~ stays_farther x c v a b r.
Proof. intros (t & s & T & S & D) H. specialize (H t T s S). lra. Qed.

Lemma touch_exchanged c a b r : touches EndA Segment c b a r -> touches EndB Segment c a b r.
Proof.
  intros (s & [_ ->] & D & Least). exists 1. split; [now split |]. split.
  - rewrite dist2_exchanged. replace (1 - 1) with 0 by ring. exact D.
  - intros s' [S0 S1]. rewrite dist2_exchanged. apply Least. simpl. lra.
Qed.

Lemma meets_exchanged c v a b r : meets Segment c v a b r -> meets Segment c v b a r.
Proof.
  intros (t & s & T & [S0 S1] & D). exists t, (1 - s). rewrite dist2_exchanged in D. split; [lra |]. split; [simpl;
    lra | exact D].
Qed.

Lemma first_touch_exchanged c v a b r : first_touch EndA Segment c v b a r -> first_touch EndB Segment c v a b r.
Proof.
  intros (t & T & Before & Touch). exists t. split; [exact T |]. split; [| now apply touch_exchanged].
  intros t' T'. apply farther_exchanged, Before, T'.
Qed.

Section Sweep.
Variables (x : extent) (c v a b : point) (r : R).
Hypothesis R0 : 0 <= r.
Hypothesis Meets : meets x c v a b r.

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
Let tau := (Rabs X - k) / Rabs Y.

(* A circle that starts beyond the line at distance r comes to it. *)
Lemma approaches : k < Rabs X -> X * Y < 0.
Proof.
  intros H. apply Rnot_le_lt. intros S. apply (meets_not_farther _ _ _ _ _ _ Meets).
  now apply side_receding.
Qed.

Lemma side_touch :
  0 < L -> k < Rabs X ->
  (x <> Line -> 0 < f0 * Rabs Y + (Rabs X - k) * g) ->
  (x = Segment -> (f0 - L) * Rabs Y + (Rabs X - k) * g < 0) ->
  first_touch Side x c v a b r.
Proof.
  intros P H Fa Fb. pose proof (approaches H) as S.
  pose proof (tau_times c v a b r S) as TT. fold X Y k tau in TT. assert (PY : 0 < Rabs Y) by (apply Rabs_pos_lt; nra).
  pose proof (fun from => foot_at_tau c v a b r from S) as Foot. fold X Y k g tau in Foot. rewrite Foot in Fa, Fb.
  assert (T0 : 0 < tau) by (apply Rmult_lt_reg_r with (Rabs Y); lra).
  assert (Before : forall t, 0 <= t < tau -> farther x (moved c v t) a b r).
  { intros t T. apply beyond_line; auto. apply before_tau; assumption. }
  assert (T1 : tau <= 1).
  { apply Rnot_lt_le. intros C. destruct Meets as (t & s & T & OS & D). specialize (Before t ltac:(lra) s OS). lra. }
  assert (Ga : x <> Line -> 0 < f0 + tau * g) by (intros N; specialize (Fa N); nra).
  assert (Gb : x = Segment -> f0 + tau * g < L) by (intros N; specialize (Fb N); nra).
  set (s := (f0 + tau * g) / L). assert (SL : s * L = f0 + tau * g) by (unfold s; field; lra).
  pose proof (at_tau c v a b r R0 S) as AT. fold X Y k tau in AT. pose proof (k_square a b r) as K. fold k L in K.
  assert (Dist : forall s', L * dist2_at (moved c v tau) a b s' = k * k + (f0 + tau * g - s' * L) ^ 2).
  { intros s'. pose proof (dist2_moved c v a b tau s') as D. fold L X Y f0 g in D. rewrite D.
    rewrite <- (pow2_abs (X + tau * Y)), AT. ring. }
  exists tau. split; [lra |]. split; [exact Before |]. exists s. split; [| split].
  - assert (Q : (x <> Line -> 0 < s) /\ (x = Segment -> s < 1)).
    { split; intros N; [specialize (Ga N) | specialize (Gb N)]; apply Rmult_lt_reg_r with L; lra. }
    destruct Q as [Q1 Q2]. destruct x; simpl; auto; [split; auto; apply Q1; discriminate | apply Q1; discriminate].
  - specialize (Dist s). rewrite SL in Dist. apply Rmult_eq_reg_l with L; [| lra]. rewrite Dist, K. ring.
  - intros s' _. apply Rmult_le_reg_l with L; auto. rewrite Dist. pose proof (pow2_ge_0 (f0 + tau * g - s' * L)). lra.
Qed.

(* A circle that comes to end a and meets the wall touches end a first. *)
Lemma end_touch : comes_to_a x c v a b r -> first_touch EndA x c v a b r.
Proof.
  intros H. destruct Meets as (t & s & T & OS & D).
  assert (W : exists t', 0 <= t' <= t /\ end2 + 2 * t' * ev + t' * t' * v2 <= r ^ 2).
  { apply NNPP. intros N. assert (F : farther x (moved c v t) a b r).
    { apply only_candidate; auto; [lra |]. intros t' T'. apply Rnot_le_lt. intros C. apply N. exists t'. auto. }
    specialize (F s OS). lra. }
  destruct W as (w & TW & DW). pose proof H as (Start & Where). fold end2 in Start.
  assert (V0 : 0 <= v2) by (unfold v2; nra).
  assert (E : ev < 0).
  { apply Rnot_le_lt. intros C. assert (0 <= w * ev) by nra. assert (0 <= w * w * v2) by nra. lra. }
  assert (V : 0 < v2).
  { destruct V0 as [V0 | V0]; auto. exfalso. assert (px v = 0 /\ py v = 0) as [P1 P2] by (unfold v2 in V0; split; nra).
    unfold ev in E. rewrite P1, P2 in E. lra. }
  set (disc := r ^ 2 * v2 - turn ^ 2).
  pose proof (lagrange_end c v a) as LE. fold v2 end2 turn ev in LE.
  assert (Form : forall t, v2 * (end2 + 2 * t * ev + t * t * v2 - r ^ 2) = (ev + t * v2) ^ 2 - disc).
  { intros u. unfold disc. replace (v2 * (end2 + 2 * u * ev + u * u * v2 - r ^ 2)) with
      (v2 * end2 + 2 * u * v2 * ev + (u * v2) ^ 2 - v2 * r ^ 2) by ring. rewrite LE. ring. }
  pose proof (Form w) as Fw. assert (DW2 : v2 * (end2 + 2 * w * ev + w * w * v2 - r ^ 2) <= 0) by nra.
  pose proof (pow2_ge_0 (ev + w * v2)).
  assert (DP : 0 <= disc) by lra.
  set (q := sqrt disc). assert (Q : 0 <= q) by apply sqrt_pos. assert (QQ : q * q = disc) by now apply sqrt_sqrt.
  set (t1 := (- ev - q) / v2). assert (T1 : t1 * v2 = - ev - q) by (unfold t1; field; lra).
  assert (P0 : 0 < t1).
  { pose proof (Form 0) as F0. replace (0 * v2) with 0 in F0 by ring.
    assert (0 < v2 * (end2 + 2 * 0 * ev + 0 * 0 * v2 - r ^ 2)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < t1 * v2) by nra. nra. }
  assert (P1 : t1 <= w).
  { apply Rmult_le_reg_r with v2; auto. rewrite T1. assert ((ev + w * v2) ^ 2 <= q * q) by lra. nra. }
  assert (Root : end2 + 2 * t1 * ev + t1 * t1 * v2 = r ^ 2).
  { pose proof (Form t1) as F1. rewrite T1 in F1. replace ((ev + (- ev - q)) ^ 2 - disc) with 0 in F1 by (rewrite <- QQ;
    ring). nra. }
  assert (Far : forall t, 0 <= t < t1 -> r ^ 2 < end2 + 2 * t * ev + t * t * v2).
  { intros u U. pose proof (Form u) as F1. assert (u * v2 < t1 * v2) by (apply Rmult_lt_compat_r; lra).
    assert (q * q < (ev + u * v2) ^ 2) by nra. nra. }
  assert (Before : forall t, 0 <= t < t1 -> farther x (moved c v t) a b r).
  { intros u U. apply only_candidate; auto; [lra |]. intros t' T'. apply Far. lra. }
  exists t1. split; [lra |]. split; [exact Before |].
  exists 0. split; [split; [destruct Where as [Z | (NL & _)]; [now right | now left] | reflexivity] |]. split.
  - rewrite w2_is. pose proof (w2_moved c v a t1) as M. fold end2 ev v2 in M. rewrite M. exact Root.
  - intros s' OS'.
    set (e1 := wx c a - s' * ux a b). set (e2 := wy c a - s' * uy a b).
    assert (Poly : forall t, dist2_at (moved c v t) a b s' =
      (e1 * e1 + e2 * e2) + 2 * (e1 * px v + e2 * py v) * t + v2 * (t * t)).
    { intros u. unfold dist2_at, moved, e1, e2, v2, wx, wy, ux, uy. simpl. ring. }
    rewrite Poly. apply polynomial_limit; auto. intros u U. rewrite <- Poly. now apply Before.
Qed.

End Sweep.

(* Between the lines at distance r, with the foot on the axis: within r. *)
Lemma within_side x c a b r :
  0 <= r -> 0 < len2 a b -> Rabs (cross c a b) < r * norm (ux a b) (uy a b) ->
  (x <> Line -> 0 < wu c a b) -> (x = Segment -> zu c a b < 0) ->
  exists s, on_axis x s /\ dist2_at c a b s <= r ^ 2.
Proof.
  intros R0 P C Fa Fb. rewrite zu_is in Fb. exists (wu c a b / len2 a b).
  assert (SL : wu c a b / len2 a b * len2 a b = wu c a b) by (field; lra). split.
  - destruct x; simpl; auto.
    + specialize (Fa ltac:(discriminate)). specialize (Fb eq_refl). split; apply Rmult_le_reg_r with (len2 a b); lra.
    + specialize (Fa ltac:(discriminate)). apply Rmult_le_reg_r with (len2 a b); lra.
  - apply Rmult_le_reg_l with (len2 a b); auto. rewrite dist2_at_is, SL.
    pose proof (k_square a b r) as K. assert (cross c a b ^ 2 <= r ^ 2 * len2 a b).
    { rewrite <- K, <- pow2_abs. pose proof (Rabs_pos (cross c a b)). nra. } lra.
Qed.
