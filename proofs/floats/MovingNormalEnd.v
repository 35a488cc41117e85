(* The normal of a hit at an end of a wall that turns: step_at_end of src/exact/moving_time.h. If the estimate is sharp,
   each coordinate is within 4.67 units of 2^-53 of (p + T c) / R, where p + T c leads from the end to the centre.

   The code ensures that the turn within the step is below 2^-30, and within the error below 2^-57. The error is at least
   2^-94 S^2 and 2^-47 S^2 |step|, over the slope, which is at most 2.01 R |c|. So S is at most 2^20 R, and S |step| at
   most R / 400: roundings of the place and of the change count little. SweepPlaceEnd.v has the rest. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Overflow ErrorFree PairProduct Geometry Bounded SweepErrors SweepTerms
  SweepSquares MovingVectors Terms_wide Terms_pair Terms_time ErrorFreeTerms Wide TimePlace TimeEndResidual TimeEndPlace
  MovingTimeEnd SweepPlaceNormal SweepPlaceEnd.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* In real numbers: k is the slope, e the error, m the step, c the computed change and C the real one. *)
Section Reals.
Variables k s e m c1 sz R x NX NY PX PY CX CY : R.
Let Q := sz * sz.
Let C1 := Rabs CX + Rabs CY.
Hypotheses (k0 : 0 < k) (slope : Rabs (s + k) <= 53 * u53 * Q) (s_is : s = 2 * (PX * CX + PY * CY))
  (bound : 98 / 100 * (4096 * (u53 * u53) * Q + m * (64 * u53 * Q)) <= e * k) (e0 : 0 <= e <= 101 / 100 * (u53 / 128))
  (m0 : 0 <= m) (c0 : 0 <= c1) (c_near : Rabs (C1 - c1) <= 22 / 10 * u53 * sz) (sz0 : 0 < sz)
  (P_size : Rabs PX + Rabs PY <= 1003 / 1000 * sz) (turns : c1 * m <= / 1000000000 * R)
  (still : c1 * e <= 1001 / 1000 * (u53 / 16) * R) (at_x : PX + x * CX = NX * R) (at_y : PY + x * CY = NY * R)
  (NX1 : Rabs NX <= 1) (NY1 : Rabs NY <= 1) (x_near : Rabs x <= m + e) (R0 : 0 <= R) (R_size : R <= 1001 / 1000 * sz).

Lemma end_sizes : 0 < R /\ sz <= 1048576 * R /\ m * sz <= / 400 * R /\ C1 * e <= 65 / 1000 * u53 * R.
Proof.
  assert (Q0 : 0 < Q) by (unfold Q; now apply Rmult_lt_0_compat).
  assert (uQ : 0 < u53 * Q) by (apply Rmult_lt_0_compat; lra).
  assert (mQ : 0 <= m * Q) by (apply Rmult_le_pos; lra).
  assert (ek : e * k <= 101 / 100 * (u53 / 128) * k) by (apply Rmult_le_compat_r; lra).
  assert (kQ : 500000 * (u53 * Q) <= k) by lra.
  pose proof (Rabs_pos CX) as X0. pose proof (Rabs_pos CY) as Y0. pose proof (Rabs_pos PX) as PX0.
  pose proof (Rabs_pos PY) as PY0. assert (C0 : 0 <= C1) by (unfold C1; lra).
  assert (S : forall p, Rabs PX <= p -> Rabs PY <= p -> Rabs s <= 2 * (p * C1)).
  { intros p Hx Hy. rewrite s_is, Rabs_mult, (Rabs_pos_eq 2) by lra. apply Rmult_le_compat_l; [lra |].
    eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult. unfold C1. rewrite Rmult_plus_distr_l.
    apply Rplus_le_compat; apply Rmult_le_compat_r; assumption. }
  assert (ks : k <= Rabs s + 53 * (u53 * Q)).
  { replace k with ((s + k) + - s) by ring. eapply Rle_trans; [apply Rle_abs |].
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  assert (S1 := S (1003 / 1000 * sz) ltac:(lra) ltac:(lra)).
  assert (uC : 200000 * (u53 * sz) <= C1).
  { apply Rmult_le_reg_r with sz; [exact sz0 |]. unfold Q in *.
    replace (200000 * (u53 * sz) * sz) with (200000 * (u53 * (sz * sz))) by ring. lra. }
  assert (Cc : Rabs (C1 - c1) <= / 50000 * C1) by lra. apply Rabs_le_inv in Cc.
  assert (Cm : C1 * m <= 1001 / 1000 * (/ 1000000000 * R)).
  { apply Rle_trans with (1001 / 1000 * c1 * m); [apply Rmult_le_compat_r; lra | lra]. }
  assert (Ce : C1 * e <= 1001 / 1000 * (1001 / 1000 * (u53 / 16) * R)).
  { apply Rle_trans with (1001 / 1000 * c1 * e); [apply Rmult_le_compat_r; lra | lra]. }
  assert (xC : Rabs x * C1 <= / 500000000 * R).
  { apply Rle_trans with ((m + e) * C1); [apply Rmult_le_compat_r; lra | lra]. }
  assert (PR : forall P C N, P + x * C = N * R -> Rabs C <= C1 -> Rabs N <= 1 -> Rabs P <= 1001 / 1000 * R).
  { intros P C N E HC N1. replace P with (N * R + - (x * C)) by lra. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp, !Rabs_mult, (Rabs_pos_eq R) by exact R0.
    assert (Rabs N * R <= 1 * R) by (apply Rmult_le_compat_r; lra).
    assert (Rabs x * Rabs C <= Rabs x * C1) by (apply Rmult_le_compat_l; [apply Rabs_pos | exact HC]). lra. }
  assert (HX := PR _ _ _ at_x ltac:(unfold C1; lra) NX1). assert (HY := PR _ _ _ at_y ltac:(unfold C1; lra) NY1).
  assert (S2 := S _ HX HY).
  assert (kR : k <= 2004 / 1000 * (R * C1)) by lra.
  assert (Rp : 0 < R).
  { destruct R0 as [| Z]; [assumption | exfalso]. rewrite <- Z, Rmult_0_l in kR. lra. }
  assert (RR : 0 < R * R) by now apply Rmult_lt_0_compat.
  assert (eR : e * k <= 126 / 1000 * u53 * (R * R)).
  { apply Rle_trans with (e * (2004 / 1000 * (R * C1))); [apply Rmult_le_compat_l; lra |].
    replace (e * (2004 / 1000 * (R * C1))) with (2004 / 1000 * (R * (C1 * e))) by ring.
    assert (R * (C1 * e) <= R * (1001 / 1000 * (1001 / 1000 * (u53 / 16) * R))) by (apply Rmult_le_compat_l; lra). lra. }
  split; [exact Rp |]. split; [| split; [| lra]].
  - apply Rnot_lt_le. intros C. assert (1048576 * R * (1048576 * R) < Q) by (unfold Q; apply Rmult_le_0_lt_compat; lra).
    lra.
  - apply Rmult_le_reg_r with (/ 1000 * 1001 * sz); [lra |].
    apply Rle_trans with (1001 / 1000 * (m * Q)); [right; unfold Q; field |].
    assert (m * Q <= / 490 * (R * R)) by lra.
    assert (R * R <= R * (1001 / 1000 * sz)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Reals.
