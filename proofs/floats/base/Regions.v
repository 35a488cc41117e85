(* A region that rounding takes wrongly changes the distance by little.

   The sign of w.u, or of z.u, tells in which region of the axis the centre is. A computed sign may be wrong if the
   product is near 0: then the foot of the perpendicular is near the end, and the distance to the end is nearly that to
   the axis. The lemmas allow an error of the dot product of 5 u M + 3 eta, where M is the sum of its terms. *)
From Coq Require Import Reals Lra Psatz.
From Carom Require Import Geometry.

Open Scope R_scope.

Section Regions.
Variables u eta : R.
Hypothesis U : 0 < u <= / 1048576.
Hypothesis ETA : 0 < eta <= / 1048576.
Variables c a b : point.

Notation len2 := (len2 a b).
Notation w2 := (w2 c a).
Notation z2 := (z2 c b).
Notation wu := (wu c a b).
Notation zu := (zu c a b).
Notation cross := (cross c a b).

(* The sums of the terms of the dot products. *)
Definition wu_size := Rabs (wx c a * ux a b) + Rabs (wy c a * uy a b).
Definition zu_size := Rabs (zx c b * ux a b) + Rabs (zy c b * uy a b).

Lemma size_by_lengths x y x' y' : (Rabs (x * x') + Rabs (y * y')) ^ 2 <= (x * x + y * y) * (x' * x' + y' * y').
Proof.
  rewrite !Rabs_mult.
  rewrite <- (Rabs_pos_eq (x * x)), <- (Rabs_pos_eq (y * y)), <- (Rabs_pos_eq (x' * x')),
    <- (Rabs_pos_eq (y' * y')) by nra.
  rewrite !Rabs_mult. pose proof (pow2_ge_0 (Rabs x * Rabs y' - Rabs y * Rabs x')). nra.
Qed.

Lemma wu_size_at_most : wu_size ^ 2 <= w2 * len2.
Proof. apply size_by_lengths. Qed.

Lemma zu_size_at_most : zu_size ^ 2 <= z2 * len2.
Proof. apply size_by_lengths. Qed.

Lemma sizes_nonneg : 0 <= wu_size /\ 0 <= zu_size.
Proof. unfold wu_size, zu_size. split; apply Rplus_le_le_0_compat; apply Rabs_pos. Qed.

Lemma w2_nonneg : 0 <= w2.
Proof. unfold Geometry.w2. nra. Qed.

Lemma z2_nonneg : 0 <= z2.
Proof. unfold Geometry.z2. nra. Qed.

Lemma w2_by_products : len2 * w2 = cross ^ 2 + wu ^ 2.
Proof. rewrite <- (w2_is c a b), dist2_at_is. ring. Qed.

Lemma z2_by_products : len2 * z2 = cross ^ 2 + zu ^ 2.
Proof. rewrite <- (z2_is c a b), dist2_at_is, zu_is. ring. Qed.

(* (5 u m + 3 eta)^2 where m^2 <= q. *)
Lemma small_square m q x : 0 <= m -> m ^ 2 <= q -> Rabs x <= 5 * u * m + 3 * eta ->
  x ^ 2 <= 50 * u ^ 2 * q + 18 * eta ^ 2.
Proof.
  intros M Q H. pose proof (Rabs_pos x). rewrite <- (pow2_abs x).
  assert (Rabs x ^ 2 <= (5 * u * m + 3 * eta) ^ 2) by (apply pow_incr; lra).
  pose proof (pow2_ge_0 (5 * u * m - 3 * eta)).
  assert (u ^ 2 * m ^ 2 <= u ^ 2 * q) by (apply Rmult_le_compat_l; [apply pow2_ge_0 | lra]). lra.
Qed.

(* An end is nearly at the distance of the line if the product hardly has the wrong sign. *)
Lemma end_near_line m q x C : 0 <= m -> m ^ 2 <= q -> q = C ^ 2 + x ^ 2 -> Rabs x <= 5 * u * m + 3 * eta ->
  q <= (1 + u / 100) * (C ^ 2 + 18 * eta ^ 2).
Proof.
  intros M Q E H. pose proof (small_square m q x M Q H) as S. pose proof (pow2_ge_0 C) as P.
  assert (Hq : (1 - 50 * u ^ 2) * q <= C ^ 2 + 18 * eta ^ 2) by lra.
  assert (G : 0 <= q) by (pose proof (pow2_ge_0 m); lra).
  assert (u2 : 50 * u ^ 2 <= u / 1000) by nra.
  assert (1 <= (1 + u / 100) * (1 - 50 * u ^ 2)) by nra.
  assert (q <= (1 + u / 100) * (1 - 50 * u ^ 2) * q) by nra.
  assert ((1 + u / 100) * ((1 - 50 * u ^ 2) * q) <= (1 + u / 100) * (C ^ 2 + 18 * eta ^ 2))
    by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(* The computed region is the side: then an axis has a point nearer than r if the line has, with some room. *)
Lemma nearer_on_side x r :
  (1 + u / 100) * (cross ^ 2 + 18 * eta ^ 2) < r ^ 2 * len2 ->
  (x <> Line -> - (5 * u * wu_size + 3 * eta) <= wu) ->
  (x = Segment -> zu <= 5 * u * zu_size + 3 * eta) -> nearer x c a b r.
Proof.
  intros H Hw Hz. pose proof (len2_nonneg a b) as L0. pose proof (pow2_ge_0 cross). pose proof (pow2_ge_0 r).
  assert (0 < eta ^ 2) by (apply pow_lt; lra).
  assert (P : 0 < (1 + u / 100) * (cross ^ 2 + 18 * eta ^ 2)) by (apply Rmult_lt_0_compat; lra).
  assert (L : 0 < len2).
  { destruct L0 as [L | L]; [assumption |]. rewrite <- L in H. lra. }
  destruct sizes_nonneg as [Sw Sz].
  assert (near : forall t, on_axis x t -> len2 * dist2_at c a b t <= (1 + u / 100) * (cross ^ 2 + 18 * eta ^ 2) ->
    nearer x c a b r).
  { intros t T G. exists t. split; [exact T |]. apply Rmult_lt_reg_l with len2; [assumption |].
    rewrite (Rmult_comm _ (r ^ 2)). lra. }
  assert (foot : on_axis x (wu / len2) -> nearer x c a b r).
  { intros T. apply (near _ T). rewrite dist2_at_is. replace (wu - wu / len2 * len2) with 0 by (field; lra). nra. }
  destruct (Rlt_dec wu 0) as [N | N].
  - destruct x; [| | now apply foot].
    1, 2: apply (near 0); [simpl; lra |]; rewrite w2_is;
      apply end_near_line with wu_size wu;
      [exact Sw | rewrite Rmult_comm; exact wu_size_at_most | apply w2_by_products |];
      rewrite Rabs_left by exact N; assert (- (5 * u * wu_size + 3 * eta) <= wu) by (apply Hw; discriminate); lra.
  - apply Rnot_lt_le in N.
    destruct (Rlt_dec 0 zu) as [B | B].
    + destruct x; [| apply foot; simpl; apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] | now apply foot].
      apply (near 1); [simpl; lra |]. rewrite z2_is.
      apply end_near_line with zu_size zu;
      [exact Sz | rewrite Rmult_comm; exact zu_size_at_most | apply z2_by_products |].
      rewrite Rabs_pos_eq by lra. now apply Hz.
    + apply Rnot_lt_le in B. rewrite zu_is in B. apply foot.
      assert (0 <= wu / len2) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
      assert (wu / len2 <= 1).
      { apply Rmult_le_reg_r with len2; [assumption |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      destruct x; simpl; tauto.
Qed.

(* All points of the axis are farther than r if the line is. *)
Lemma farther_on_side x r : r ^ 2 * len2 < cross ^ 2 -> farther x c a b r.
Proof.
  intros H t _. pose proof (len2_nonneg a b) as L0. pose proof (dist2_at_is c a b t) as D.
  pose proof (pow2_ge_0 (wu - t * len2)).
  destruct L0 as [L | L].
  - apply Rmult_lt_reg_l with len2; [assumption |]. lra.
  - exfalso. pose proof w2_by_products as E. rewrite <- L in *.
    pose proof (pow2_ge_0 wu). pose proof (pow2_ge_0 cross). lra.
Qed.

(* The computed region is end a: no point of the axis is much nearer than a. *)
Lemma nearly_end_a x t : x <> Line -> on_axis x t ->
  wu <= 5 * u * wu_size + 3 * eta -> (x = Ray -> eta <= len2) ->
  (1 - u / 100) * w2 - 20 * eta <= dist2_at c a b t.
Proof.
  intros X T H R. rewrite dist2_at_expand. pose proof (len2_nonneg a b) as L0. pose proof w2_nonneg as W0.
  destruct sizes_nonneg as [Sw _]. pose proof wu_size_at_most as M.
  assert (T0 : 0 <= t) by (destruct x; simpl in T; try tauto; lra).
  assert (Q : 10 * u * (t * wu_size) <= t * t * len2 / 2 + 50 * u ^ 2 * w2).
  { pose proof (sqrt_sqrt _ L0) as A. pose proof (sqrt_sqrt _ W0) as B.
    pose proof (sqrt_pos len2) as A0. pose proof (sqrt_pos w2) as B0.
    assert (G : wu_size <= sqrt w2 * sqrt len2).
    { rewrite <- sqrt_mult by assumption. rewrite <- (sqrt_pow2 wu_size) by assumption. now apply sqrt_le_1_alt. }
    assert (t * wu_size <= t * (sqrt w2 * sqrt len2)) by (apply Rmult_le_compat_l; assumption).
    assert (u * (t * wu_size) <= u * (t * (sqrt w2 * sqrt len2))) by (apply Rmult_le_compat_l; lra).
    pose proof (pow2_ge_0 (t * sqrt len2 - 10 * u * sqrt w2)) as P.
    replace ((t * sqrt len2 - 10 * u * sqrt w2) ^ 2) with
      (t * t * (sqrt len2 * sqrt len2) - 20 * (u * (t * (sqrt w2 * sqrt len2))) + 100 * u ^ 2 * (sqrt w2 * sqrt w2))
      in P by ring. rewrite A, B in P. lra. }
  assert (u2 : 50 * u ^ 2 <= u / 1000) by nra.
  assert (K : 50 * u ^ 2 * w2 <= u / 1000 * w2) by (apply Rmult_le_compat_r; assumption).
  assert (0 <= u * w2) by (apply Rmult_le_pos; lra).
  assert (D : t * wu <= t * (5 * u * wu_size + 3 * eta)) by (apply Rmult_le_compat_l; assumption).
  assert (Z : 6 * eta * t <= t * t * len2 / 2 + 18 * eta).
  { assert (0 <= t * t * len2) by (apply Rmult_le_pos; [nra | assumption]).
    destruct x; [| | now elim X].
    - simpl in T. nra.
    - assert (t * t * eta <= t * t * len2) by (apply Rmult_le_compat_l; [nra | now apply R]).
      pose proof (pow2_ge_0 (t - 6)). assert (0 <= eta * (t - 6) ^ 2) by (apply Rmult_le_pos; lra). lra. }
  lra.
Qed.

Lemma farther_at_end_a x r : x <> Line -> wu <= 5 * u * wu_size + 3 * eta -> (x = Ray -> eta <= len2) ->
  (1 + u) * r ^ 2 + 100 * eta < w2 -> farther x c a b r.
Proof.
  intros X H R G t T. pose proof (nearly_end_a x t X T H R). pose proof (pow2_ge_0 r).
  assert ((1 - u / 100) * ((1 + u) * r ^ 2 + 100 * eta) < (1 - u / 100) * w2) by (apply Rmult_lt_compat_l; lra).
  assert (0 <= u * r ^ 2) by (apply Rmult_le_pos; lra).
  assert (u * (u * r ^ 2) <= / 1048576 * (u * r ^ 2)) by (apply Rmult_le_compat_r; lra).
  assert (u * eta <= / 1048576 * eta) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

End Regions.

(* End b is end a of the segment that is turned round. *)
Section Turned.
Variables u eta : R.
Hypothesis U : 0 < u <= / 1048576.
Hypothesis ETA : 0 < eta <= / 1048576.
Variables c a b : point.

Lemma dist2_at_turned t : dist2_at c a b t = dist2_at c b a (1 - t).
Proof. unfold dist2_at. ring. Qed.

Lemma wu_turned : wu c b a = - zu c a b.
Proof. unfold wu, zu, wx, wy, zx, zy, ux, uy. ring. Qed.

Lemma size_turned : wu_size c b a = zu_size c a b.
Proof.
  unfold wu_size, zu_size, wx, wy, zx, zy, ux, uy. rewrite !Rabs_mult.
  rewrite (Rabs_minus_sym (px a)), (Rabs_minus_sym (py a)). reflexivity.
Qed.

Lemma nearly_end_b t : on_axis Segment t -> - (5 * u * zu_size c a b + 3 * eta) <= zu c a b ->
  (1 - u / 100) * z2 c b - 20 * eta <= dist2_at c a b t.
Proof.
  intros T H. rewrite dist2_at_turned. apply nearly_end_a with (x := Segment); auto; try discriminate.
  - simpl in *. lra.
  - rewrite wu_turned, size_turned. lra.
Qed.

Lemma farther_at_end_b r : - (5 * u * zu_size c a b + 3 * eta) <= zu c a b ->
  (1 + u) * r ^ 2 + 100 * eta < z2 c b -> farther Segment c a b r.
Proof.
  intros H G t T. rewrite dist2_at_turned.
  refine (farther_at_end_a u eta U ETA c b a Segment r _ _ _ G (1 - t) _); try discriminate.
  - rewrite wu_turned, size_turned. lra.
  - simpl in *. lra.
Qed.
End Turned.
