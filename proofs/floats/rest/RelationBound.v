(* The error bounds of the branch-free filter of the relation, in real numbers. The code computes numbers c and m near
   |u x w| and |m|, and larger ones cm and mm. docs/exactness.md, "Stage 1 of the relation". *)
From Coq Require Import Reals Lra Psatz.
From Flocq Require Import Core.

Open Scope R_scope.

(* x is near |X|, and xm exceeds x by more than the error d, by s. So the square of X lies between two squares. *)
Lemma square_between X x xm d s :
  Rabs (x - Rabs X) <= d -> 0 <= x -> d + s <= xm - x ->
  X * X <= (xm - s) * (xm - s) /\ 2 * (x * x) - (xm - s) * (xm - s) <= X * X.
Proof.
  intros H Hx Hd.
  assert (A : Rabs X <= x + d /\ x - d <= Rabs X).
  { apply Rabs_le_inv in H. destruct H. lra. }
  destruct A as [A1 A2]. pose proof (Rabs_pos X) as X0.
  assert (E : X * X = Rabs X * Rabs X) by (unfold Rabs; destruct Rcase_abs; ring).
  rewrite E. set (y := xm - s - x). assert (Y : d <= y) by (unfold y; lra).
  replace (xm - s) with (x + y) by (unfold y; ring).
  split; [apply Rmult_le_compat; lra |].
  destruct (Rle_or_lt y x) as [K | K].
  - assert ((x - y) * (x - y) <= Rabs X * Rabs X) by (apply Rmult_le_compat; lra).
    pose proof (Rle_0_sqr y) as P. unfold Rsqr in P. nra.
  - assert (0 <= Rabs X * Rabs X) by (apply Rmult_le_pos; lra).
    assert (0 <= x * y) by (apply Rmult_le_pos; lra).
    assert (x * x <= y * y) by (apply Rmult_le_compat; lra). lra.
Qed.

(* With q = c^2 + m^2 and Q = cm^2 + mm^2: S is between 2 q - P and P, and P is a little less than Q. *)
Section Decision.
Variables u w S T P q Q lhs most rhs ahead error : R.
Hypothesis u_pos : 0 < u.
Hypothesis u_small : u <= / 1048576.
Hypothesis w_pos : 0 < w.
Hypothesis S_most : S <= P.
Hypothesis S_least : 2 * q - P <= S.
Hypothesis S_nonneg : 0 <= S.
Hypothesis P_less : P <= Q + u * Q - 10 * w.
Hypothesis q_nonneg : 0 <= q.
Hypothesis q_Q : q <= Q.
Hypothesis T_nonneg : 0 <= T.
Hypothesis lhs_bound : Rabs (lhs - q) <= u * (201/100 * q) + / 10 * w.
Hypothesis most_bound : Rabs (most - Q) <= u * (201/100 * Q) + / 10 * w.
Hypothesis rhs_bound : Rabs (rhs - T) <= u * (802/100 * T) + / 10 * w.
Hypothesis ahead_bound : Rabs (ahead - (rhs - lhs)) <= u * Rabs (rhs - lhs).
Hypothesis error_bound : (most - lhs) + u * (30 * (most + rhs)) - 3 * (u * Rabs (most - lhs)) - / 10 * w <= error.
Hypothesis certain : error < Rabs ahead.
Hypothesis lhs_nonneg : 0 <= lhs.
Hypothesis rhs_nonneg : 0 <= rhs.
Hypothesis most_nonneg : 0 <= most.

Lemma relation_sign : (0 < ahead -> S < T) /\ (ahead < 0 -> T < S) /\ ahead <> 0.
Proof.
  assert (uQ : 0 <= u * Q) by (apply Rmult_le_pos; lra). assert (uT : 0 <= u * T) by (apply Rmult_le_pos; lra).
  assert (uq : 0 <= u * q) by (apply Rmult_le_pos; lra). assert (uqQ : u * q <= u * Q) by (apply Rmult_le_compat_l;
    lra).
  assert (uQ' : u * Q <= / 1048576 * Q) by (apply Rmult_le_compat_r; lra).
  assert (uT' : u * T <= / 1048576 * T) by (apply Rmult_le_compat_r; lra).
  assert (uq' : u * q <= / 1048576 * q) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in lhs_bound, most_bound, rhs_bound. destruct lhs_bound as [l1 l2], most_bound as [m1 m2],
    rhs_bound as [r1 r2].
  assert (um : u * most <= u * (1001/1000 * Q + w)) by (apply Rmult_le_compat_l; lra).
  assert (um' : u * (999/1000 * Q - w) <= u * most) by (apply Rmult_le_compat_l; lra).
  assert (ul : u * lhs <= u * (1001/1000 * Q + w)) by (apply Rmult_le_compat_l; lra).
  assert (ur : u * rhs <= u * (1001/1000 * T + w)) by (apply Rmult_le_compat_l; lra).
  assert (ur' : u * (999/1000 * T - w) <= u * rhs) by (apply Rmult_le_compat_l; lra).
  assert (uw : u * w <= / 1048576 * w) by (apply Rmult_le_compat_r; lra).
  assert (uw0 : 0 <= u * w) by (apply Rmult_le_pos; lra).
  assert (ul0 : 0 <= u * lhs) by (apply Rmult_le_pos; lra). assert (ur0 : 0 <= u * rhs) by (apply Rmult_le_pos; lra).
  assert (um0 : 0 <= u * most) by (apply Rmult_le_pos; lra).
  assert (A1 : u * Rabs (most - lhs) <= u * (most + lhs)).
  { apply Rmult_le_compat_l; [lra |]. unfold Rabs; destruct Rcase_abs; lra. }
  assert (A2 : u * Rabs (rhs - lhs) <= u * (rhs + lhs)).
  { apply Rmult_le_compat_l; [lra |]. unfold Rabs; destruct Rcase_abs; lra. }
  apply Rabs_le_inv in ahead_bound. destruct ahead_bound as [a1 a2].
  unfold Rabs in certain. destruct (Rcase_abs ahead); repeat split; intros; try lra.
Qed.

End Decision.
