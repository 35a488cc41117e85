(* How the circle of set_fast_end (src/sweep/sweep_one_pass.h) comes to the end, in real numbers.

   Before the contact with the end at T the circle is farther than R from it. `form` is the foot at the line, times the
   rate |u x v| as far as it is known. If it is certainly negative, the circle comes to the end from beyond the line at
   distance R or starts between these lines; it cannot move away from the line, as no distance would fall to R. If it
   comes to the end, it hits it at T (hits_where_it_comes). *)
From Coq Require Import Reals Lra Psatz.
From Flocq Require Import Core.
From Carom Require Import Geometry SweepGeometry SweepContact TimeEndGuess.

Open Scope R_scope.

(* Before an entry the circle is farther from the end, and after it nearer. *)
Lemma farther_before_entry ex ey vx vy r T t :
  end_contact ex ey vx vy r T -> t < T ->
  r * r < (ex + t * vx) * (ex + t * vx) + (ey + t * vy) * (ey + t * vy).
Proof.
  intros [A B] H. rewrite <- A.
  set (q := (ex + T * vx) * vx + (ey + T * vy) * vy) in *.
  assert (E : (ex + t * vx) * (ex + t * vx) + (ey + t * vy) * (ey + t * vy) =
    (ex + T * vx) * (ex + T * vx) + (ey + T * vy) * (ey + T * vy) + 2 * ((T - t) * - q) +
    (T - t) * (T - t) * (vx * vx + vy * vy)) by (unfold q; ring).
  rewrite E. assert (0 < (T - t) * - q) by (apply Rmult_lt_0_compat; lra).
  assert (0 <= (T - t) * (T - t) * (vx * vx + vy * vy)).
  { pose proof (Rle_0_sqr (T - t)). pose proof (Rle_0_sqr vx). pose proof (Rle_0_sqr vy). unfold Rsqr in *.
    apply Rmult_le_pos; lra. }
  lra.
Qed.

Section Comes.
Variables (x : extent) (c v a b : point) (r T : R).
Let X := cross c a b.
Let Y := ux a b * py v - uy a b * px v.
Let f0 := wu c a b.
Let g := px v * ux a b + py v * uy a b.
Let k := r * norm (ux a b) (uy a b).
Hypothesis R0 : 0 <= r.
Hypothesis Not_line : x <> Line.
Hypothesis L0 : 0 < len2 a b.
Hypothesis T01 : 0 < T < 1.
Hypothesis Contact : end_contact (px c - px a) (py c - py a) (px v) (py v) r T.

Lemma starts_farther : r ^ 2 < w2 c a.
Proof.
  pose proof (farther_before_entry _ _ _ _ _ _ 0 Contact (proj1 T01)) as H. unfold w2, wx, wy. nra.
Qed.

Lemma end_at_contact : w2 (moved c v T) a = r ^ 2.
Proof. destruct Contact as [A _]. unfold w2, wx, wy, moved. simpl. nra. Qed.

(* At the contact the circle is not beyond the line at distance r. *)
Lemma line_at_contact : Rabs (X + T * Y) <= k.
Proof.
  apply Rnot_lt_le. intros H. pose proof (beyond_line x c v a b r R0 T H) as F.
  assert (O : on_axis x 0) by (destruct x; simpl; auto; lra). specialize (F 0 O).
  rewrite w2_is, end_at_contact in F. lra.
Qed.

Lemma comes_nearer : k < Rabs X -> X * Y < 0 /\ Rabs X - k <= Rabs Y.
Proof.
  intros H. pose proof line_at_contact as C. split.
  - apply Rnot_le_lt. intros S. pose proof (side_receding x c v a b r R0 H S T ltac:(lra)) as F.
    assert (O : on_axis x 0) by (destruct x; simpl; auto; lra). specialize (F 0 O).
    rewrite w2_is, end_at_contact in F. lra.
  - assert (Rabs (T * Y) <= Rabs Y).
    { rewrite Rabs_mult, (Rabs_pos_eq T) by lra. pose proof (Rabs_pos Y). nra. }
    pose proof (Rabs_triang_inv X (- (T * Y))) as I. rewrite Rabs_Ropp in I.
    replace (X - - (T * Y)) with (X + T * Y) in I by ring. lra.
Qed.

(* Between the lines at the start. *)
Lemma comes_between : Rabs X <= k -> f0 < 0 -> comes_to_a x c v a b r.
Proof. intros H F. apply comes_from_between; auto using starts_farther. fold f0. lra. Qed.

Variables (s cm c0 A P e h t4 : R).
Let form := f0 * c0 + Rmax (s * X - k) 0 * g.
Hypothesis S1 : s = 1 \/ s = -1.
Hypothesis Scm : s * cm = - Rabs cm.
Hypothesis E0 : 0 < e <= / 1048576.
Hypothesis A0 : 0 <= A.
Hypothesis P0 : 0 <= P.
Hypothesis c0_pos : 0 < c0.
Hypothesis c0_near : Rabs cm <= c0 <= Rabs cm + h.
Hypothesis cm_near : Rabs (cm - Y) <= 11 * (e * P) + h.
Hypothesis f0_size : Rabs f0 <= (1 + 2 / 100) * A.
Hypothesis g_size : Rabs g <= (1 + 2 / 100) * P.
Hypothesis Negative : form < - (40 * (e * (A * P))) - t4.
(* h is for underflow: it is small beside the sizes, or they are small. *)
Hypothesis t40 : 0 < t4.
Hypothesis Small : 4 * h <= / 10 * (e * P) \/ 2 * P * (c0 + P + h) <= t4 / 4.

Theorem comes_if_negative : comes_to_a x c v a b r.
Proof.
  destruct (Rle_lt_dec (Rabs X) k) as [B | B].
  { (* between the lines *)
    apply comes_between; [exact B |].
    assert (Z : Rmax (s * X - k) 0 = 0).
    { apply Rmax_right. assert (s * X <= Rabs X); [| lra].
      pose proof (Rle_abs X). pose proof (Rle_abs (- X)) as N. rewrite Rabs_Ropp in N. destruct S1; subst s; lra. }
    unfold form in Negative. rewrite Z, Rmult_0_l, Rplus_0_r in Negative.
    assert (0 <= e * (A * P)) by (apply Rmult_le_pos; [lra | now apply Rmult_le_pos]).
    apply Rnot_le_lt. intros N. assert (0 <= f0 * c0) by (apply Rmult_le_pos; lra). lra. }
  destruct (comes_nearer B) as [S D]. apply comes_from_beyond; auto. fold X Y k f0 g.
  assert (EAP : 0 <= e * (A * P)) by (apply Rmult_le_pos; [lra | now apply Rmult_le_pos]).
  assert (eP : 0 <= e * P <= / 1048576 * P) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (Y0 : 0 < Rabs Y) by (apply Rabs_pos_lt; nra).
  assert (Y2 : Rabs (Rabs cm - Rabs Y) <= 11 * (e * P) + h) by (eapply Rle_trans; [apply Rabs_triang_inv2 | exact
    cm_near]).
  set (G := Rabs X - k) in *. assert (G0 : 0 < G) by (unfold G; lra).
  assert (Cases : s * X = Rabs X \/ (s * X <= 0 /\ Rabs Y + Rabs cm <= 11 * (e * P) + h)).
  { destruct (Rle_lt_dec (s * X) 0) as [N | N].
    - right. split; [exact N |].
      assert (sY : s * Y = Rabs Y).
      { destruct S1; subst s.
        - assert (0 < Y) by nra. rewrite Rabs_pos_eq; lra.
        - assert (Y < 0) by nra. rewrite Rabs_left; lra. }
      assert (Ab : Rabs (s * (cm - Y)) = Rabs (cm - Y)).
      { rewrite Rabs_mult. destruct S1; subst s; rewrite ?Rabs_R1, ?Rabs_Ropp, ?Rabs_R1; try lra.
        replace (-1) with (- (1)) by ring. rewrite Rabs_Ropp, Rabs_R1. ring. }
      rewrite <- Ab in cm_near. replace (s * (cm - Y)) with (- (Rabs cm + Rabs Y)) in cm_near by lra.
      rewrite Rabs_Ropp, Rabs_pos_eq in cm_near by (pose proof (Rabs_pos cm); lra). lra.
    - left. destruct S1; subst s; [rewrite Rabs_pos_eq | rewrite Rabs_left]; lra. }
  pose proof (Rabs_pos cm) as cm0.
  assert (h0 : 0 <= h) by lra.
  assert (Gg : Rabs (G * g) <= Rabs Y * ((1 + 2 / 100) * P)).
  { rewrite Rabs_mult, (Rabs_pos_eq G) by lra. apply Rmult_le_compat; try lra; apply Rabs_pos. }
  destruct Small as [H | H2].
  - (* no underflow *)
    destruct Cases as [Sx | [Sx Sm]].
    + unfold form in Negative. rewrite Sx, Rmax_left in Negative by (fold G; lra). fold G in Negative.
      assert (N : Rabs (f0 * (Rabs Y - c0)) <= (1 + 2 / 100) * A * (12 * (e * P))).
      { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [exact f0_size |].
        apply Rabs_le_inv in Y2. apply Rabs_le. lra. }
      apply Rabs_le_inv in N. replace ((1 + 2 / 100) * A * (12 * (e * P))) with (1224 / 100 * (e * (A * P))) in N by
        field.
      lra.
    + exfalso. unfold form in Negative. rewrite Rmax_right, Rmult_0_l, Rplus_0_r in Negative.
      * assert (N : Rabs (f0 * c0) <= (1 + 2 / 100) * A * (12 * (e * P))).
        { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [exact f0_size |].
          rewrite Rabs_pos_eq; lra. }
        apply Rabs_le_inv in N. replace ((1 + 2 / 100) * A * (12 * (e * P))) with (1224 / 100 * (e * (A * P))) in N by
          field.
        lra.
      * assert (0 <= k) by (apply Rmult_le_pos; [exact R0 | apply norm_nonneg]). lra.
  - (* tiny rates *)
    assert (Ys : Rabs Y <= c0 + P + h) by (apply Rabs_le_inv in Y2; lra).
    assert (Gg2 : Rabs Y * ((1 + 2 / 100) * P) <= (c0 + P + h) * ((1 + 2 / 100) * P)) by (apply Rmult_le_compat_r; lra).
    assert (N : f0 * c0 < - (t4 / 4)).
    { unfold form in Negative. destruct Cases as [Sx | [Sx _]].
      - rewrite Sx, Rmax_left in Negative by (fold G; lra). fold G in Negative. apply Rabs_le_inv in Gg.
        assert (0 <= (c0 + P + h) * P) by (apply Rmult_le_pos; lra). lra.
      - rewrite Rmax_right, Rmult_0_l, Rplus_0_r in Negative; [lra |].
        assert (0 <= k) by (apply Rmult_le_pos; [exact R0 | apply norm_nonneg]). lra. }
    assert (F : f0 < - ((1 + 2 / 100) * P) \/ ~ f0 < - ((1 + 2 / 100) * P)) by (destruct (Rlt_dec f0 (- ((1 + 2 / 100)
      * P))); auto).
    destruct F as [F | F].
    + apply Rabs_le_inv in Gg. assert (f0 * Rabs Y <= - ((1 + 2 / 100) * P) * Rabs Y) by (apply Rmult_le_compat_r;
        lra). lra.
    + exfalso. apply Rnot_lt_le in F. assert (- ((1 + 2 / 100) * P) * c0 <= f0 * c0) by (apply Rmult_le_compat_r; lra).
      assert (0 <= P * P) by nra. assert (0 <= P * h) by (apply Rmult_le_pos; lra). assert (0 <= P * c0) by (apply
        Rmult_le_pos; lra).
      replace (2 * P * (c0 + P + h)) with (2 * (P * c0) + 2 * (P * P) + 2 * (P * h)) in H2 by ring.
      lra.
Qed.

End Comes.

(* A circle that comes to end a and has a contact with its disc at T hits it at T, and nothing before. *)
Lemma hits_where_it_comes x c v a b r T :
  0 <= r -> comes_to_a x c v a b r -> 0 < T < 1 -> end_contact (px c - px a) (py c - py a) (px v) (py v) r T ->
  hits EndA x c v a b r /\ (forall t, 0 <= t < T -> farther x (moved c v t) a b r) /\
  touches EndA x (moved c v T) a b r.
Proof.
  intros R0 Comes T01 Contact. destruct (end_contact_rate _ _ _ _ _ _ Contact) as [Q0 QQ].
  destruct Contact as [At Rate]. fold (wx c a) (wy c a) in *.
  set (ev := wx c a * px v + wy c a * py v). set (v2 := px v * px v + py v * py v) in *.
  set (turn := px v * wy c a - py v * wx c a) in *.
  set (q := (wx c a + T * px v) * px v + (wy c a + T * py v) * py v) in *.
  assert (Eq : q = ev + T * v2) by (unfold q, ev, v2; ring).
  assert (V0 : 0 <= v2) by (unfold v2; nra). assert (TV : 0 <= T * v2) by (apply Rmult_le_pos; lra).
  pose proof (norm_nonneg (px v) (py v)) as N0. pose proof (norm_square (px v) (py v)) as N2. fold v2 in N2.
  assert (H : hits EndA x c v a b r).
  { apply end_hit; auto; fold ev v2 turn.
    - lra.
    - assert (rn : 0 <= r * norm (px v) (py v)) by now apply Rmult_le_pos.
      rewrite <- (Rabs_pos_eq (r * norm (px v) (py v))) by exact rn. apply Rsqr_lt_abs_0. unfold Rsqr.
      replace (r * norm (px v) (py v) * (r * norm (px v) (py v))) with (r * r * (norm (px v) (py v) * norm (px v) (py
        v)))
        by ring.
      rewrite N2. assert (0 < - q * - q) by (apply Rmult_lt_0_compat; lra). lra.
    - destruct (Rlt_le_dec 0 (ev + v2)) as [L | L]; [now left | right].
      assert (E : w2 c a + 2 * ev + v2 = r * r + (1 - T) * (q + (ev + v2))).
      { rewrite <- At, Eq. unfold w2, ev, v2. ring. }
      rewrite E. assert (0 < (1 - T) * - (q + (ev + v2))) by (apply Rmult_lt_0_compat; lra). lra. }
  split; [exact H |]. destruct H as (t2 & T2 & Before & Touch & _).
  assert (E2 : forall t, dist2_at (moved c v t) a b 0 = r * r + (t - T) * (2 * q + (t - T) * v2)).
  { intros t. rewrite w2_is, <- At. unfold w2, moved, q, v2, wx, wy. simpl. ring. }
  assert (O : on_axis x 0) by (destruct x; simpl; auto; lra).
  assert (Et : t2 = T).
  { destruct (Rtotal_order t2 T) as [L | [E | L]]; [exfalso | exact E | exfalso].
    - destruct Touch as (s & [_ ->] & D & _). rewrite E2 in D.
      assert (0 < (T - t2) * (- (2 * q) + (T - t2) * v2)).
      { apply Rmult_lt_0_compat; [lra |]. assert (0 <= (T - t2) * v2) by (apply Rmult_le_pos; lra). lra. }
      lra.
    - specialize (Before T ltac:(lra) 0 O). rewrite E2 in Before. lra. }
  subst t2. auto.
Qed.

