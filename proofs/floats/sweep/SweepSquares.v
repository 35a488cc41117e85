(* How the sweep's filter compares a gap with R |u|: squares with allowances, and the distance of an interval from 0.

   The filter compares (gap - error)^2 with R^2 |u|^2 (1 + 2^-48) + 2^-660. The first factor is for rounding, the second
   term for underflow: a product of four numbers below 2^201 loses less. *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Bounded SweepErrors.

Open Scope R_scope.

(* The constants. *)
Notation T4 := (bpow radix2 (-660)).

Lemma T4_pos : 0 < T4.
Proof. apply bpow_gt_0. Qed.

Lemma tiny_T4 : tiny * bpow radix2 405 <= T4 / 1024.
Proof.
  unfold eta, emin. simpl prec. simpl emax. rewrite <- bpow_plus.
  replace (T4 / 1024) with (bpow radix2 (-670)).
  - apply bpow_le. lia.
  - change (-660)%Z with (-670 + 10)%Z. rewrite bpow_plus. change (bpow radix2 10) with 1024. field.
Qed.

Lemma one_le_405 : 1 <= bpow radix2 405.
Proof. change 1 with (bpow radix2 0). apply bpow_le. lia. Qed.

Lemma eps_48 : bpow radix2 (-48) = 32 * eps.
Proof. unfold u. change (- prec double)%Z with (-48 + -5)%Z. rewrite bpow_plus. change (bpow radix2 (-5)) with (/ 32).
  field. Qed.

Lemma tiny2_value : finite (fmul (fconst 1 4) (fconst 1 (-1022)) : D) /\
  real (fmul (fconst 1 4) (fconst 1 (-1022)) : D) = bpow radix2 (-1018).
Proof.
  const_facts 1%Z 4%Z F1 V1. const_facts 1%Z (-1022)%Z F2 V2.
  assert (B : below (4 + -1022) (fmul (fconst 1 4) (fconst 1 (-1022)))).
  { apply below_mul; [lia | split; auto; rewrite V1 | split; auto; rewrite V2];
      rewrite Rmult_1_l, Rabs_pos_eq; try apply Rle_refl; apply bpow_ge_0. }
  split; [apply B |]. destruct (fmul_finite _ _ (proj1 B)) as (_ & _ & E). rewrite E, V1, V2, !Rmult_1_l, <- bpow_plus.
  apply rnd_of_format, power_in_format. lia.
Qed.

Lemma tiny_T2 : 1048576 * tiny <= bpow radix2 (-1018) <= bpow radix2 200.
Proof.
  unfold eta, emin. simpl prec. simpl emax. change 1048576 with (bpow radix2 20). rewrite <- bpow_plus.
  split; apply bpow_le; lia.
Qed.

Lemma tiny_small : tiny <= / 1024.
Proof.
  unfold eta, emin. simpl prec. simpl emax. change (/ 1024) with (bpow radix2 (-10)). apply bpow_le. lia.
Qed.

(* R^2 N with the allowances, in real numbers. *)
Lemma squares_real e h T M A N r2 q p c m S :
  0 < e <= / 1048576 -> 0 < h <= / 1024 -> 0 < T -> h * M <= T / 1024 -> 1 <= M -> 0 <= A <= M / 4 -> 0 <= N <= M / 4 ->
  Rabs (r2 - A) <= e * A + h ->
  0 <= q -> Rabs (q - N) <= (2 * e + e * e) * N + 3 * h ->
  0 <= p -> Rabs (p - r2 * q) <= e * Rabs (r2 * q) + h ->
  0 <= r2 -> 1 + 30 * e <= c -> Rabs (m - p * c) <= e * Rabs (p * c) + h ->
  Rabs (S - (m + T)) <= e * Rabs (m + T) ->
  (1 + 20 * e) * (A * N) + T / 2 <= S.
Proof.
  intros E H HT HM M1 HA HN HR Q0 HQ P0 HP R0 HC Hm HS.
  assert (H1 : h <= T / 1024) by nra.
  assert (RN : 0 <= A * N) by (apply Rmult_le_pos; lra).
  assert (RQ : 0 <= r2 * q) by now apply Rmult_le_pos.
  assert (PC : 0 <= p * c) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (r2 * q)) in HP by assumption. rewrite (Rabs_pos_eq (p * c)) in Hm by assumption.
  apply Rabs_le_inv in HR. apply Rabs_le_inv in HQ. apply Rabs_le_inv in HP. apply Rabs_le_inv in Hm.
  assert (EN : 0 <= e * N <= / 1048576 * N) by (split; [nra | apply Rmult_le_compat_r; lra]).
  assert (EEN : e * e * N <= / 1048576 * (e * N)).
  { replace (e * e * N) with (e * (e * N)) by ring. apply Rmult_le_compat_r; lra. }
  assert (Q1 : q <= M) by lra.
  assert (HAM : h * A <= T / 1024 / 4) by nra.
  assert (HQM : h * q <= T / 1024) by nra.
  assert (EX : 0 <= e * (A * N)) by (apply Rmult_le_pos; lra).
  assert (EEX : e * (e * (A * N)) <= / 1048576 * (e * (A * N))) by (apply Rmult_le_compat_r; lra).
  assert (EEX0 : 0 <= e * (e * (A * N))) by (apply Rmult_le_pos; lra).
  assert (ET : 0 <= e * T <= / 1048576 * T) by (split; [nra | apply Rmult_le_compat_r; lra]).
  assert (HA0 : 0 <= h * A) by (apply Rmult_le_pos; lra).
  assert (EHA : 0 <= e * (h * A)) by (apply Rmult_le_pos; lra).
  (* r2 q *)
  assert (L1 : A * N - 7 / 2 * (e * (A * N)) - T / 100 <= r2 * q).
  { assert (X1 : (A - e * A - h) * q <= r2 * q) by (apply Rmult_le_compat_r; lra).
    assert (X2 : (1 - e) * A * (N - 21 / 10 * (e * N) - 3 * h) <= (1 - e) * A * q).
    { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]. }
    replace ((1 - e) * A * (N - 21 / 10 * (e * N) - 3 * h)) with
      (A * N - 31 / 10 * (e * (A * N)) + 21 / 10 * (e * (e * (A * N))) - 3 * (h * A) + 3 * (e * (h * A))) in X2 by
        field.
    replace ((A - e * A - h) * q) with ((1 - e) * A * q - h * q) in X1 by ring. lra. }
  revert L1 EX EEX EEX0 RN RQ HP. generalize (r2 * q). generalize (A * N). intros X Y L1 EX EEX EEX0 RN RQ HP.
  assert (L2 : X - 5 * (e * X) - T / 90 <= p).
  { assert (X2 : (1 - e) * (X - 7 / 2 * (e * X) - T / 100) <= (1 - e) * Y) by (apply Rmult_le_compat_l; lra).
    replace ((1 - e) * (X - 7 / 2 * (e * X) - T / 100)) with
      (X - 9 / 2 * (e * X) + 7 / 2 * (e * (e * X)) - T / 100 + (e * T) / 100) in X2 by field. lra. }
  assert (L3 : X + 22 * (e * X) - T / 80 <= m).
  { assert (X0 : (1 + 30 * e) * p <= p * c) by (rewrite Rmult_comm; apply Rmult_le_compat_l; lra).
    assert (X1 : (1 - e) * ((1 + 30 * e) * p) <= (1 - e) * (p * c)) by (apply Rmult_le_compat_l; lra).
    assert (X4 : e * p <= / 1048576 * p) by (apply Rmult_le_compat_r; lra).
    assert (X5 : 0 <= e * p) by (apply Rmult_le_pos; lra).
    assert (X6 : e * (e * p) <= / 1048576 * (e * p)) by (apply Rmult_le_compat_r; lra).
    assert (X3 : (1 + 28 * e) * (X - 5 * (e * X) - T / 90) <= (1 + 28 * e) * p) by (apply Rmult_le_compat_l; lra).
    replace ((1 + 28 * e) * (X - 5 * (e * X) - T / 90)) with
      (X + 23 * (e * X) - 140 * (e * (e * X)) - T / 90 - 28 * (e * T) / 90) in X3 by field.
    lra. }
  assert (MT : 0 <= m + T) by lra.
  rewrite (Rabs_pos_eq (m + T)) in HS by assumption. apply Rabs_le_inv in HS.
  assert (X1 : (1 - e) * (X + 22 * (e * X) - T / 80 + T) <= (1 - e) * (m + T)) by (apply Rmult_le_compat_l; lra).
  replace ((1 - e) * (X + 22 * (e * X) - T / 80 + T)) with
    (X + 21 * (e * X) - 22 * (e * (e * X)) + (1 - / 80) * T - (1 - / 80) * (e * T)) in X1 by field.
  lra.
Qed.

(* The factor 1 + 2^-48. *)
Lemma factor_value : below 1 (fadd (fconst 1 0) (fconst 1 (-48))) /\
  1 + 30 * eps <= real (fadd (fconst 1 0) (fconst 1 (-48)) : D) <= 1 + 34 * eps.
Proof.
  const_facts 1%Z 0%Z F1 V1. const_facts 1%Z (-48)%Z F2 V2. rewrite Rmult_1_l in V1,
    V2. change (bpow radix2 0) with 1 in V1.
  rewrite eps_48 in V2. pose proof eps_small.
  assert (B : below (0 + 1) (fadd (fconst 1 0) (fconst 1 (-48)))).
  { apply below_add; [lia | split; auto; rewrite V1 | split; auto; rewrite V2]; rewrite Rabs_pos_eq; simpl; lra. }
  split; [exact B |].
  pose proof (fadd_error _ _ (proj1 B)) as X. rewrite V1, V2, (Rabs_pos_eq (1 + _)) in X by lra.
  apply Rabs_le_inv in X. nra.
Qed.

Definition squares (r q : D) : D :=
  fadd (fmul (fmul (fmul r r) q) (fadd (fconst 1 0) (fconst 1 (-48)))) (fconst 1 (-660)).

Lemma T4_value : below (-660) (fconst 1 (-660)) /\ real (fconst 1 (-660) : D) = T4.
Proof.
  const_facts 1%Z (-660)%Z F1 V1. rewrite Rmult_1_l in V1. split; auto. split; auto.
  rewrite V1, Rabs_pos_eq; [lra | apply bpow_ge_0].
Qed.

Lemma fmul_square_nonneg (x : D) : finite (fmul x x) -> 0 <= real (fmul x x).
Proof.
  intros Fp. destruct (fmul_finite _ _ Fp) as (_ & _ & E). rewrite E. apply rnd_nonneg. nra.
Qed.

(* |p|^2, rounded. *)
Lemma square_length_error px py :
  below 201 px -> below 201 py ->
  let q := fadd (fmul px px) (fmul py py) in
  let N := real px ^ 2 + real py ^ 2 in
  below 403 q /\ 0 <= real q /\ Rabs (real q - N) <= (2 * eps + eps * eps) * N + 3 * tiny /\
  0 <= N <= bpow radix2 405 / 4.
Proof.
  intros Bx By q N.
  assert (B1 : below 402 (fmul px px)) by (apply (below_mul 201 201); auto; lia).
  assert (B2 : below 402 (fmul py py)) by (apply (below_mul 201 201); auto; lia).
  assert (B : below 403 q) by (apply (below_add 402); auto; lia).
  split; [exact B |]. split; [apply fadd_nonneg; [apply B | apply fmul_square_nonneg, B1 | apply fmul_square_nonneg, B2]
    |].
  pose proof eps_small. pose proof tiny_pos.
  pose proof (two_products_error _ tiny _ _ _ _ _ eps_small ltac:(lra) (fmul_error _ _ (proj1 B1)) (fmul_error _ _
    (proj1 B2))
    (fadd_error _ _ (proj1 B))) as X.
  assert (P1 : 0 <= real px * real px) by nra. assert (P2 : 0 <= real py * real py) by nra.
  rewrite (Rabs_pos_eq (real px * real px)), (Rabs_pos_eq (real py * real py)) in X by assumption.
  split.
  - unfold N. replace (real px ^ 2 + real py ^ 2) with (real px * real px + real py * real py) by ring. exact X.
  - assert (S : forall v : D, below 201 v -> 0 <= real v ^ 2 <= bpow radix2 402).
    { intros v [_ V]. split; [apply pow2_ge_0 |]. rewrite <- pow2_abs. change 402%Z with (201 + 201)%Z. rewrite
      bpow_plus.
      simpl. rewrite Rmult_1_r. apply Rmult_le_compat; auto using Rabs_pos. }
    pose proof (S px Bx). pose proof (S py By). unfold N. split; [lra |].
    change 405%Z with (402 + 3)%Z. rewrite bpow_plus. change (bpow radix2 3) with 8. lra.
Qed.

Lemma square_bound n (v : D) : below n v -> 0 <= real v ^ 2 <= bpow radix2 (n + n).
Proof.
  intros [_ V]. split; [apply pow2_ge_0 |]. rewrite <- pow2_abs, bpow_plus.
  simpl. rewrite Rmult_1_r. apply Rmult_le_compat; auto using Rabs_pos.
Qed.

Lemma squares_at_least r q N :
  below 201 r -> below 403 q -> 0 <= real q -> 0 <= N <= bpow radix2 405 / 4 ->
  Rabs (real q - N) <= (2 * eps + eps * eps) * N + 3 * tiny ->
  below 808 (squares r q) /\ (1 + 20 * eps) * (real r ^ 2 * N) + T4 / 2 <= real (squares r q).
Proof.
  intros Br Bq Q0 HN HQ. unfold squares.
  assert (B1 : below 402 (fmul r r)) by (apply (below_mul 201 201); auto; lia).
  assert (B2 : below 805 (fmul (fmul r r) q)) by (apply (below_mul 402 403); auto; lia).
  destruct factor_value as [Bf Vf].
  assert (B3 : below 806 (fmul (fmul (fmul r r) q) (fadd (fconst 1 0) (fconst 1 (-48))))) by (apply (below_mul 805 1);
    auto; lia).
  destruct T4_value as [BT VT].
  assert (B4 : below 807 (fadd (fmul (fmul (fmul r r) q) (fadd (fconst 1 0) (fconst 1 (-48)))) (fconst 1 (-660)))).
  { apply (below_add 806); [lia | exact B3 |]. eapply below_weaken; [exact BT | lia]. }
  split; [eapply below_weaken; [exact B4 | lia] |].
  pose proof (fmul_error _ _ (proj1 B1)) as E1. pose proof (fmul_error _ _ (proj1 B2)) as E2.
  pose proof (fmul_error _ _ (proj1 B3)) as E3. pose proof (fadd_error _ _ (proj1 B4)) as E4. rewrite VT in E4.
  pose proof tiny_pos. pose proof tiny_small. pose proof (square_bound 201 r Br) as SR.
  replace (real r * real r) with (real r ^ 2) in E1 by ring. rewrite (Rabs_pos_eq (real r ^ 2)) in E1 by apply SR.
  assert (R0 : 0 <= real (fmul r r)) by apply fmul_square_nonneg, B1.
  eapply squares_real with (e := eps) (h := tiny) (M := bpow radix2 405) (r2 := real (fmul r r)) (q := real q)
    (p := real (fmul (fmul r r) q)) (c := real (fadd (fconst 1 0) (fconst 1 (-48)) : D)); eauto.
  - apply eps_small.
  - apply T4_pos.
  - apply tiny_T4.
  - apply one_le_405.
  - change 405%Z with (201 + 201 + 3)%Z. rewrite (bpow_plus _ (201 + 201)). change (bpow radix2 3) with 8. lra.
  - apply fmul_nonneg; auto. apply B2.
  - lra.
Qed.
