(* One Newton step in real numbers: how far guess + step is from the true time of contact.

   On a side the distance is linear in time, so only the errors of the residual, of the inverse of the speed and of the
   multiplication remain. At an end the square bends the root: with d = f / (2 s) and b = A |d|
     / (2 s) the root is within
   1.01 b |d| of d. Source: docs/exactness.md, "The time" and "Hits of a wall at rest, in one pass". The lemmas are the
   link from bounds of the residual to `error` of set_fast_time_correct in SweepTime.v. *)
From Coq Require Import Reals Lra Psatz.

Open Scope R_scope.

Lemma abs_quotient_le x y c : 0 < y -> Rabs x <= c * y -> Rabs (x / y) <= c.
Proof.
  intros Hy H. unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq y) by lra.
  apply Rmult_le_reg_r with y; [exact Hy |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. exact H.
Qed.

(* T = g + r / w. The residual r' is off by at most E; i is the inverse of w with the relative error x; and the step is
   r' i but for an error C. *)
Lemma linear_step_error g r w T r' i s E x C :
  0 < w -> 0 < i -> T = g + r / w -> Rabs (r' - r) <= E -> Rabs (i * w - 1) <= x -> x < 1 ->
  Rabs (r' * i - s) <= C ->
  Rabs (T - (g + s)) <= (E * i + x * Rabs s + C) / (1 - x).
Proof.
  intros Hw Hi -> HE Hx X1 Hc. set (y := i * w) in *.
  assert (Hy : 1 - x <= y) by (revert Hx; unfold Rabs; destruct Rcase_abs; lra).
  assert (Y0 : 0 < y) by lra.
  assert (P : Rabs (g + r / w - (g + s)) * y <= E * i + x * Rabs s + C).
  { rewrite <- (Rabs_pos_eq y) at 1 by lra. rewrite <- Rabs_mult.
    replace ((g + r / w - (g + s)) * y) with ((- (r' - r)) * i + ((r' * i - s) + - (s * (y - 1)))).
    2: { unfold y. field. lra. }
    rewrite Rplus_assoc. eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat.
    - rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq i) by lra. apply Rmult_le_compat_r; lra.
    - eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, Rabs_mult.
      pose proof (Rabs_pos s). assert (Rabs s * Rabs (y - 1) <= Rabs s * x) by (apply Rmult_le_compat_l;
        assumption). lra. }
  apply Rmult_le_reg_r with (1 - x); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  eapply Rle_trans; [| exact P]. apply Rmult_le_compat_l; [apply Rabs_pos | exact Hy].
Qed.

(* A x^2 + 2 s x = f on the branch of the entry. *)
Lemma quadratic_step_error A s f x (d := f / (2 * s)) (b := A * Rabs d / (2 * s)) :
  0 <= A -> 0 < s -> A * (x * x) + 2 * s * x = f -> 0 < s + A * x -> b <= / 1024 ->
  Rabs (x - d) <= 101 / 100 * b * Rabs d.
Proof.
  intros HA Hs Hx Br Hb.
  assert (D0 : 0 <= Rabs d) by apply Rabs_pos.
  assert (Ed : d * (2 * s) = f) by (unfold d; field; lra).
  assert (Eb : b * (2 * s) = A * Rabs d) by (unfold b; field; lra).
  assert (B0 : 0 <= b).
  { unfold b. apply Rmult_le_pos; [apply Rmult_le_pos; assumption |]. apply Rlt_le, Rinv_0_lt_compat. lra. }
  (* |x| <= 2 |d| *)
  assert (X2 : Rabs x <= 2 * Rabs d).
  { apply Rmult_le_reg_r with s; [exact Hs |].
    apply Rle_trans with (Rabs x * Rabs (2 * s + A * x)).
    - apply Rmult_le_compat_l; [apply Rabs_pos |]. rewrite Rabs_pos_eq; lra.
    - rewrite <- Rabs_mult. replace (x * (2 * s + A * x)) with (d * (2 * s)) by (rewrite Ed, <- Hx; ring).
      rewrite Rabs_mult, (Rabs_pos_eq (2 * s)) by lra. lra. }
  (* x - d = - A x^2 / (2 s) *)
  assert (Step : forall m, Rabs x <= m * Rabs d -> 0 <= m -> Rabs (x - d) <= m * m * b * Rabs d).
  { intros m Hm M0. apply Rmult_le_reg_r with (2 * s); [lra |].
    rewrite <- (Rabs_pos_eq (2 * s)) at 1 by lra. rewrite <- Rabs_mult.
    replace ((x - d) * (2 * s)) with (- (A * (x * x))) by (rewrite Rmult_minus_distr_r, Ed, <- Hx; ring).
    rewrite Rabs_Ropp, !Rabs_mult, (Rabs_pos_eq A) by exact HA.
    replace (m * m * b * Rabs d * (2 * s)) with (A * (m * Rabs d * (m * Rabs d))).
    - apply Rmult_le_compat_l; [exact HA |]. pose proof (Rabs_pos x). now apply Rmult_le_compat.
    - replace (m * m * b * Rabs d * (2 * s)) with (m * m * Rabs d * (b * (2 * s))) by ring. rewrite Eb. ring. }
  pose proof (Step 2 X2 ltac:(lra)) as S1.
  assert (X1 : Rabs x <= (1 + / 256) * Rabs d).
  { replace x with (d + (x - d)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    assert (b * Rabs d <= / 1024 * Rabs d) by (apply Rmult_le_compat_r; assumption). lra. }
  pose proof (Step (1 + / 256) X1 ltac:(lra)) as S2.
  assert (0 <= b * Rabs d) by (now apply Rmult_le_pos). lra.
Qed.
