(* The error of stage 1 of the relation in real numbers: how far computed squares of u x w and of the part of w.u off
   the wall are from the true ones. docs/exactness.md, "Stage 1". Generic in the unit of rounding u. *)
From Coq Require Import Reals Lra Psatz.
From Flocq Require Import Core.
From Carom Require Import Facts Geometry.

Open Scope R_scope.

Section Bound.
Variable u : R.
Hypothesis u_pos : 0 < u.
Hypothesis u_small : u <= / 1048576.

(* c and a stand for |u x w| and |m|, l for |u|^2. *)
Lemma squares_error c a l C A C' A' :
  Rabs C = c -> Rabs A = a -> 0 <= l ->
  Rabs (C' - C) <= u * ((402/100) * (c + a + l)) ->
  Rabs (A' - A) <= u * ((402/100) * c + (504/100) * a + (806/100) * l) ->
  Rabs ((C' * C' + A' * A') - (C * C + A * A)) <= u * ((263/10) * (c * c + a * a) + (122/10) * (l * l)).
Proof.
  intros Hc Ha Hl HC HA.
  assert (c0 : 0 <= c) by (rewrite <- Hc; apply Rabs_pos).
  assert (a0 : 0 <= a) by (rewrite <- Ha; apply Rabs_pos).
  set (p := (402/100) * (c + a + l)) in *. set (q := (402/100) * c + (504/100) * a + (806/100) * l) in *.
  assert (P : Rabs (C' * C' - C * C) <= (u * p) * (2 * c + u * p)) by (apply square_error; lra).
  assert (Q : Rabs (A' * A' - A * A) <= (u * q) * (2 * a + u * q)) by (apply square_error; lra).
  replace (C' * C' + A' * A' - (C * C + A * A)) with ((C' * C' - C * C) + (A' * A' - A * A)) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  assert (p0 : 0 <= p) by (unfold p; lra). assert (q0 : 0 <= q) by (unfold q; lra).
  pose proof (Rle_0_sqr c). pose proof (Rle_0_sqr a). pose proof (Rle_0_sqr l). pose proof (Rle_0_sqr (c - a)).
  pose proof (Rle_0_sqr (c - l)). pose proof (Rle_0_sqr (a - l)). unfold Rsqr in *.
  (* the terms of second order *)
  assert (P2 : p * p <= 50 * (c * c + a * a + l * l)).
  { unfold p. lra. }
  assert (Q2 : q * q <= 110 * (c * c + a * a + l * l)).
  { pose proof (Rle_0_sqr (402 * a - 504 * c)). pose proof (Rle_0_sqr (402 * l - 806 * c)).
    pose proof (Rle_0_sqr (504 * l - 806 * a)). unfold Rsqr in *. unfold q. lra. }
  assert (P1 : 2 * c * p <= (1608/100) * (c * c) + (402/100) * (a * a) + (402/100) * (l * l)).
  { unfold p. lra. }
  assert (Q1 : 2 * a * q <= (402/100) * (c * c) + (2216/100) * (a * a) + (806/100) * (l * l)).
  { unfold q. lra. }
  assert (S : 0 <= c * c + a * a + l * l) by lra.
  assert (U2 : u * (p * p) + u * (q * q) <= / 1000 * (c * c + a * a + l * l)).
  { apply Rle_trans with (u * (160 * (c * c + a * a + l * l))).
    - rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; lra.
    - replace (u * (160 * (c * c + a * a + l * l))) with ((160 * u) * (c * c + a * a + l * l)) by ring.
      apply Rmult_le_compat_r; lra. }
  apply Rle_trans with (u * (2 * c * p + 2 * a * q + (u * (p * p) + u * (q * q)))); [lra |].
  apply Rmult_le_compat_l; lra.
Qed.

End Bound.

(* The clamp of w.u, with the smallest normal number for 0. *)
Definition clamp_from (tiny n l : R) := let from := if Rlt_dec tiny n then n else tiny in if Rlt_dec from l then from
  else l.

Lemma off_error tiny n l n' l' :
  0 <= tiny -> 0 <= l ->
  Rabs ((n' - clamp_from tiny n' l') - (n - Rmin (Rmax n 0) l)) <= Rabs (n' - n) + Rabs (l' - l) + tiny.
Proof.
  intros Ht Hl. unfold clamp_from. unfold Rmax, Rmin.
  repeat match goal with
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  | |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b)
  | H : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b)
  | H : context [Rlt_dec ?a ?b] |- _ => destruct (Rlt_dec a b)
  end;
  repeat match goal with
  | H : ~ _ <= _ |- _ => apply Rnot_le_lt in H
  | H : ~ _ < _ |- _ => apply Rnot_lt_le in H
  end;
  unfold Rabs; repeat destruct Rcase_abs; lra.
Qed.

(* The products of u and w are at most |u||w|, whose square is (u x w)^2 + (w.u)^2. *)
Lemma products_at_most ux uy wx wy a l :
  let c := ux * wy - uy * wx in
  let n := wx * ux + wy * uy in
  Rabs n <= a + l -> 0 <= a + l ->
  Rabs (ux * wy) + Rabs (uy * wx) <= Rabs c + a + l /\ Rabs (wx * ux) + Rabs (wy * uy) <= Rabs c + a + l.
Proof.
  intros c n Hn H0.
  assert (M : forall x y, 0 <= y -> x * x <= y * y -> x <= y).
  { intros x y Hy H. apply Rsqr_incr_0_var; [exact H | exact Hy]. }
  assert (E : c * c + n * n = (ux * ux + uy * uy) * (wx * wx + wy * wy)) by (unfold c, n; ring).
  assert (K : c * c + n * n <= (Rabs c + a + l) * (Rabs c + a + l)).
  { pose proof (Rabs_pos c). pose proof (Rabs_pos n).
    assert (c * c = Rabs c * Rabs c) by (unfold Rabs; destruct Rcase_abs; ring).
    assert (n * n = Rabs n * Rabs n) by (unfold Rabs; destruct Rcase_abs; ring). nra. }
  pose proof (Rabs_pos c).
  split; apply M; try lra; eapply Rle_trans; try exact K; rewrite E; rewrite !Rabs_mult.
  - assert (ux * ux = Rabs ux * Rabs ux) by (unfold Rabs; destruct Rcase_abs; ring).
    assert (uy * uy = Rabs uy * Rabs uy) by (unfold Rabs; destruct Rcase_abs; ring).
    assert (wx * wx = Rabs wx * Rabs wx) by (unfold Rabs; destruct Rcase_abs; ring).
    assert (wy * wy = Rabs wy * Rabs wy) by (unfold Rabs; destruct Rcase_abs; ring).
    pose proof (pow2_ge_0 (Rabs ux * Rabs wx - Rabs uy * Rabs wy)). nra.
  - assert (ux * ux = Rabs ux * Rabs ux) by (unfold Rabs; destruct Rcase_abs; ring).
    assert (uy * uy = Rabs uy * Rabs uy) by (unfold Rabs; destruct Rcase_abs; ring).
    assert (wx * wx = Rabs wx * Rabs wx) by (unfold Rabs; destruct Rcase_abs; ring).
    assert (wy * wy = Rabs wy * Rabs wy) by (unfold Rabs; destruct Rcase_abs; ring).
    pose proof (pow2_ge_0 (Rabs ux * Rabs wy - Rabs uy * Rabs wx)). nra.
Qed.

(* What the code computes, in real numbers: each term as it is rounded. u stands for 2^-53. *)
Section Reach.
Variables c a b : point.
Variables rr : R. (* R *)
Let L := len2 a b.
Let C := cross c a b.
Let A := off c a b.
Let S := C * C + A * A.
Let T := rr * rr * L.
Variable u : R.
Hypothesis u_pos : 0 < u.
Hypothesis u_small : u <= / 1048576.

(* Underflow, tiny in proportion. *)
Variables len2' cross' m' lhs rhs ahead error : R.
Hypothesis L_pos : 0 < L.
Hypothesis len2_bound : Rabs (len2' - L) <= u * (402/100 * L).
Hypothesis cross_bound : Rabs (cross' - C) <= u * (402/100 * (Rabs C + Rabs A + L)).
Hypothesis m_bound : Rabs (m' - A) <= u * (402/100 * Rabs C + 504/100 * Rabs A + 806/100 * L).
Hypothesis lhs_bound : Rabs (lhs - (cross' * cross' + m' * m')) <= u * (201/100 * (cross' * cross' + m' * m') + / 100 *
  (L * L)).
Hypothesis rhs_bound : Rabs (rhs - T) <= u * (1002/100 * T + / 100 * (L * L)).
Hypothesis ahead_bound : Rabs (ahead - (rhs - lhs)) <= u * (3 * T + 2 * S + L * L).
Hypothesis error_bound : 128 * u * (99/100 * (lhs + rhs + len2' * len2') - / 100 * (L * L)) <= error.
Hypothesis certain : error < Rabs ahead.

Lemma sign_by_products : (0 < ahead -> S < T) /\ (ahead < 0 -> T < S) /\ ahead <> 0.
Proof.
  pose proof (squares_error u u_pos u_small (Rabs C) (Rabs A) L C A cross' m' eq_refl eq_refl (Rlt_le _ _ L_pos)
    cross_bound m_bound) as Q.
  fold S in Q.
  assert (HS : Rabs C * Rabs C + Rabs A * Rabs A = S).
  { unfold S. rewrite <- !Rabs_mult, !Rabs_pos_eq by apply Rle_0_sqr. reflexivity. }
  rewrite HS in Q. clear HS.
  assert (S0 : 0 <= S) by (unfold S; pose proof (Rle_0_sqr C); pose proof (Rle_0_sqr A); unfold Rsqr in *; lra).
  assert (T0 : 0 <= T) by (unfold T; apply Rmult_le_pos; [apply Rle_0_sqr | lra]).
  assert (LL : 0 < L * L) by now apply Rmult_lt_0_compat.
  set (LL' := len2' * len2') in *.
  assert (L2 : Rabs (LL' - L * L) <= u * (9 * (L * L))).
  { apply Rle_trans with (u * (402/100 * L) * (2 * L + u * (402/100 * L))).
    - apply square_error; [exact len2_bound | rewrite Rabs_pos_eq; lra].
    - replace (u * (402 / 100 * L) * (2 * L + u * (402 / 100 * L)))
        with (u * (402/100 * 2 + u * (402/100 * (402/100))) * (L * L)) by ring.
      replace (u * (9 * (L * L))) with (u * 9 * (L * L)) by ring.
      apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; lra. }
  set (Q' := cross' * cross' + m' * m') in *.
  (* bounds as numbers: with u S, u T and u L^2 as unknowns *)
  assert (uS : 0 <= u * S) by (apply Rmult_le_pos; lra). assert (uT : 0 <= u * T) by (apply Rmult_le_pos; lra).
  assert (uL : 0 < u * (L * L)) by (apply Rmult_lt_0_compat; lra).
  assert (uS' : u * S <= / 1048576 * S) by (apply Rmult_le_compat_r; lra).
  assert (uT' : u * T <= / 1048576 * T) by (apply Rmult_le_compat_r; lra).
  assert (uL' : u * (L * L) <= / 1048576 * (L * L)) by (apply Rmult_le_compat_r; lra).
  assert (Q'S : Q' <= 1001/1000 * S + / 1000 * (L * L)).
  { apply Rabs_le_inv in Q. destruct Q. lra. }
  assert (uQ : u * Q' <= 1001/1000 * (u * S) + / 1000 * (u * (L * L))).
  { apply Rle_trans with (u * (1001/1000 * S + / 1000 * (L * L))); [apply Rmult_le_compat_l; lra | lra]. }
  apply Rabs_le_inv in Q, lhs_bound, rhs_bound, ahead_bound, L2.
  destruct Q, lhs_bound, rhs_bound, ahead_bound, L2.
  assert (E1 : 128 * (99/100 * (u * (lhs + rhs + LL')) - / 100 * (u * (L * L))) <= error) by lra.
  assert (E2 : u * (lhs + rhs + LL') >= u * (999/1000 * S + 999/1000 * T + 98/100 * (L * L))).
  { apply Rle_ge, Rmult_le_compat_l; lra. }
  assert (E3 : error >= 125 * (u * S) + 125 * (u * T) + 120 * (u * (L * L))) by lra.
  unfold Rabs in certain. repeat split; destruct (Rcase_abs ahead); intros; lra.
Qed.

End Reach.
