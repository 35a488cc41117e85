(* The hit that the filter decides is the contact whose time estimate_end computes.

   A hit of an end (SweepContact.v) is the first time in (0, 1] when the end is at the distance R. If the estimate is
   sharp, the discriminant is positive (TimeEndSharp.v), so the distance does not only touch R: its rate is negative. *)
From Coq Require Import Reals Lra Psatz.
From Carom Require Import Geometry SweepGeometry SweepContact TimeEndGuess.

Open Scope R_scope.

Lemma contact_discriminant ex ey vx vy r T (q := (ex + T * vx) * vx + (ey + T * vy) * vy) (k := vx * ey - vy * ex) :
  (ex + T * vx) * (ex + T * vx) + (ey + T * vy) * (ey + T * vy) = r * r -> q * q = r * r * (vx * vx + vy * vy) - k * k.
Proof. intros H. unfold q, k. rewrite <- H. ring. Qed.

Lemma first_contact_falls ex ey vx vy r T T0 :
  0 < T -> (forall t, 0 <= t < T -> r * r < (ex + t * vx) * (ex + t * vx) + (ey + t * vy) * (ey + t * vy)) ->
  (ex + T * vx) * (ex + T * vx) + (ey + T * vy) * (ey + T * vy) = r * r ->
  directed_contact 1 ex ey vx vy r T0 -> directed_contact 1 ex ey vx vy r T.
Proof.
  intros T1 Before At [At0 Rate0]. split; [exact At |]. rewrite Rmult_1_l in *.
  pose proof (contact_discriminant _ _ _ _ _ _ At) as D. pose proof (contact_discriminant _ _ _ _ _ _ At0) as D0.
  rewrite <- D0 in D. clear D0. set (q0 := (ex + T0 * vx) * vx + (ey + T0 * vy) * vy) in *.
  set (q := (ex + T * vx) * vx + (ey + T * vy) * vy) in *. set (a := vx * vx + vy * vy).
  assert (a0 : 0 <= a) by (unfold a; pose proof (Rle_0_sqr vx); pose proof (Rle_0_sqr vy); unfold Rsqr in *; lra).
  assert (Q : 0 < q * q) by (rewrite D; nra).
  apply Rnot_le_lt. intros N. assert (q1 : 0 < q) by nra.
  (* a little before T the distance would be smaller *)
  set (h := Rmin T (q / (a + 1))). assert (h0 : 0 < h).
  { unfold h. apply Rmin_pos; [exact T1 |]. apply Rdiv_lt_0_compat; lra. }
  assert (h1 : h <= T) by apply Rmin_l. assert (h2 : h * (a + 1) <= q).
  { apply Rle_trans with (q / (a + 1) * (a + 1)); [apply Rmult_le_compat_r; [lra | apply Rmin_r]
    |]. right. field. lra. }
  pose proof (Before (T - h) ltac:(lra)) as B. rewrite <- At in B.
  assert (E : (ex + (T - h) * vx) * (ex + (T - h) * vx) + (ey + (T - h) * vy) * (ey + (T - h) * vy) =
    (ex + T * vx) * (ex + T * vx) + (ey + T * vy) * (ey + T * vy) - h * (2 * q - h * a)) by (unfold q, a; ring).
  rewrite E in B. assert (0 <= h * (2 * q - h * a)) by (apply Rmult_le_pos; lra). lra.
Qed.

(* The ends of the axis. *)
Theorem hit_of_end_a x c v a b r T0 :
  hits EndA x c v a b r -> directed_contact 1 (px c - px a) (py c - py a) (px v) (py v) r T0 ->
  exists T, 0 < T <= 1 /\ directed_contact 1 (px c - px a) (py c - py a) (px v) (py v) r T /\
    forall t, 0 <= t < T -> farther x (moved c v t) a b r.
Proof.
  intros (T & HT & Before & (s & Hs & At & _) & _) H0. exists T. split; [exact HT |]. split; [| exact Before].
  destruct Hs as [Hx ->].
  apply first_contact_falls with (T0 := T0); [lra | | | exact H0].
  - intros t Ht. specialize (Before t Ht 0). unfold dist2_at, moved in Before. cbn [px py] in Before.
    assert (A : on_axis x 0) by (destruct x; simpl; lra || auto). specialize (Before A). nra.
  - unfold dist2_at, moved in At. cbn [px py] in At. nra.
Qed.

Theorem hit_of_end_b x c v a b r T0 :
  hits EndB x c v a b r -> directed_contact 1 (px c - px b) (py c - py b) (px v) (py v) r T0 ->
  exists T, 0 < T <= 1 /\ directed_contact 1 (px c - px b) (py c - py b) (px v) (py v) r T /\
    forall t, 0 <= t < T -> farther x (moved c v t) a b r.
Proof.
  intros (T & HT & Before & (s & Hs & At & _) & _) H0. exists T. split; [exact HT |]. split; [| exact Before].
  destruct Hs as [Hx ->].
  apply first_contact_falls with (T0 := T0); [lra | | | exact H0].
  - intros t Ht. specialize (Before t Ht 1). unfold dist2_at, moved in Before. cbn [px py] in Before.
    assert (A : on_axis x 1) by (destruct x; simpl; lra || auto). specialize (Before A). nra.
  - unfold dist2_at, moved in At. cbn [px py] in At. nra.
Qed.
