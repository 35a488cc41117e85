(* The error bounds of the walk against a wall that turns: errors_of of src/turning/moving_filter.h, and the errors of
   the values that they bound.

   With the sizes U and W, p = w . u has the error 25/2 eps U W, the coefficient between two times 15 eps U W, and A
   = |w|^2 - R^2 has 14 eps (W^2 + R^2). The bounds are 32 eps of the sizes. 2^-600 is for underflow; 2^-500 R is for
   that of |u|, which is a root: what the squares lose, at most 2^-1073, is 2^-536 of |u|. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss Geometry MovingGeometry MovingVectors MovingTurn MovingMiss Terms_moving.

Open Scope R_scope.

Notation H600 := (bpow radix2 (-600)).

(* Small numbers. *)
Lemma tiny_600 : 0 < tiny /\ 1048576 * tiny <= H600 /\ H600 <= 1.
Proof.
  split; [apply tiny_pos |]. unfold eta, emin. simpl prec. simpl emax. split.
  - change 1048576 with (bpow radix2 20). rewrite <- bpow_plus. apply bpow_le. lia.
  - change 1 with (bpow radix2 0). apply bpow_le. lia.
Qed.

Lemma pad_600 s : 0 <= s <= 4 * bpow radix2 200 -> 1048576 * (bpow radix2 (-1022) * s) <= H600.
Proof.
  intros S. assert (P : bpow radix2 (-1022) * s <= bpow radix2 (-1022) * (4 * bpow radix2 200)).
  { apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
  eapply Rle_trans; [apply Rmult_le_compat_l; [lra | exact P] |].
  change 4 with (bpow radix2 2). change 1048576 with (bpow radix2 20). rewrite <- !bpow_plus. apply bpow_le. lia.
Qed.

Lemma tiny_times_600 s : 0 <= s <= 4 * bpow radix2 200 -> 1048576 * (tiny * s) <= H600.
Proof.
  intros S. eapply Rle_trans; [| apply (pad_600 s S)]. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r;
    [lra |].
  unfold eta, emin. simpl prec. simpl emax. apply bpow_le. lia.
Qed.

Lemma padded_facts s : size_in_range s -> 0 <= padded s /\ real s <= padded s <= 2 * bpow radix2 200.
Proof.
  intros S. destruct (in_range_le _ S) as [_ L]. pose proof (proj2 S). unfold padded.
  pose proof (bpow_ge_0 radix2 (-1022)). assert (bpow radix2 (-1022) <= bpow radix2 200) by (apply bpow_le; lia). lra.
Qed.

Lemma padded_product s t : size_in_range s -> size_in_range t ->
  0 <= padded s * padded t /\ padded s * padded t <= real s * real t + H600 / 1000.
Proof.
  intros S T. destruct (padded_facts s S) as (S0 & S1 & S2). destruct (padded_facts t T) as (T0 & T1 & T2).
  split; [now apply Rmult_le_pos |]. destruct (in_range_le _ S) as [_ L]. pose proof (proj2 S) as P.
  pose proof (proj2 T) as Q.
  pose proof (bpow_ge_0 radix2 200) as B.
  pose proof (pad_600 (padded t) ltac:(lra)) as X. pose proof (pad_600 (real s) ltac:(lra)) as Y.
  replace (padded s * padded t) with (real s * real t + (bpow radix2 (-1022) * padded t + bpow radix2 (-1022) * real
    s)).
  - pose proof (bpow_ge_0 radix2 (-600)). lra.
  - unfold padded. ring.
Qed.

(* The bounds. *)
Lemma scaled_bound (us k : D) : size_in_range us -> below 202 k -> 0 <= real k ->
  let v := fmul (fmul (fconst 1 (-48)) us) k in
  below 402 v /\ 0 <= real v /\ 31 * eps * (real us * real k) - H600 / 1000 <= real v.
Proof.
  intros U Bk K0 v. const_facts 1%Z (-48)%Z F1 V1. rewrite Rmult_1_l, eps_48 in V1. pose proof eps_small.
  assert (Bc : below 0 (fconst 1 (-48))) by (split; [exact F1 |]; rewrite V1, Rabs_pos_eq; simpl; lra).
  destruct U as [Bu U0].
  assert (B1 : below (0 + 200) (fmul (fconst 1 (-48)) us)) by (apply below_mul; auto; lia).
  assert (B2 : below (200 + 202) v) by (apply below_mul; auto; lia).
  assert (P1 : 0 <= real (fmul (fconst 1 (-48)) us)) by (apply fmul_nonneg; [apply B1 | lra | lra]).
  assert (P2 : 0 <= real v) by (apply fmul_nonneg; [apply B2 | lra | lra]).
  repeat split; try apply B2; auto.
  pose proof (fmul_error _ _ (proj1 B1)) as E1. pose proof (fmul_error _ _ (proj1 B2)) as E2. rewrite V1 in E1.
  fold v in E2.
  destruct tiny_600 as (T0 & T1 & T2).
  assert (K4 : real k <= 4 * bpow radix2 200).
  { destruct Bk as [_ X]. rewrite Rabs_pos_eq in X by assumption. change 202%Z with (2 + 200)%Z in X.
    rewrite bpow_plus in X.
    change (bpow radix2 2) with 4 in X. lra. }
  pose proof (tiny_times_600 (real k) (conj K0 K4)) as TK.
  revert E1 E2 P1 P2. generalize (real v). generalize (real (fmul (fconst 1 (-48)) us)). intros x r E1 E2 P1 P2.
  assert (EU : 0 <= eps * real us) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (32 * eps * real us)) in E1 by lra. apply Rabs_le_inv in E1.
  assert (XK : 0 <= x * real k) by now apply Rmult_le_pos. rewrite (Rabs_pos_eq (x * real k)) in E2 by assumption.
  apply Rabs_le_inv in E2.
  assert (X1 : (32 * eps * real us - 32 * (eps * (eps * real us)) - tiny) * real k <= x * real k)
    by (apply Rmult_le_compat_r; lra).
  assert (X2 : (1 - eps) * ((32 * eps * real us - 32 * (eps * (eps * real us)) - tiny) * real k)
    <= (1 - eps) * (x * real k)).
  { apply Rmult_le_compat_l; lra. }
  assert (UK : 0 <= eps * (real us * real k)) by (apply Rmult_le_pos; [lra | now apply Rmult_le_pos]).
  assert (EUK : eps * (eps * (real us * real k)) <= / 1048576 * (eps * (real us * real k)))
    by (apply Rmult_le_compat_r; lra).
  assert (EEUK : 0 <= eps * (eps * (eps * (real us * real k)))).
  { apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; lra. }
  assert (TK0 : 0 <= tiny * real k) by (apply Rmult_le_pos; lra).
  assert (0 <= eps * (tiny * real k)) by (apply Rmult_le_pos; lra).
  assert (0 <= eps * (eps * (eps * (real us * real k)))) by assumption. lra.
Qed.

Lemma bound_with_tiny (v : D) : below 404 v -> 0 <= real v ->
  below 405 (fadd v (fconst 1 (-600))) /\ (1 - eps) * real v + 99 / 100 * H600 <= real (fadd v (fconst 1 (-600))).
Proof.
  intros B P. const_facts 1%Z (-600)%Z F1 V1. rewrite Rmult_1_l in V1. pose proof eps_small.
  destruct tiny_600 as (T0 & T1 & T2).
  assert (Bc : below 404 (fconst 1 (-600))).
  { split; [exact F1 |]. rewrite V1, Rabs_pos_eq by apply bpow_ge_0. apply bpow_le. lia. }
  assert (B1 : below (404 + 1) (fadd v (fconst 1 (-600)))) by (apply below_add; auto; lia).
  split; [exact B1 |]. pose proof (fadd_error _ _ (proj1 B1)) as E.
  rewrite V1, (Rabs_pos_eq (real v + H600)) in E by lra. apply Rabs_le_inv in E.
  assert (eps * H600 <= / 1048576 * H600) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma bound_of_product (us k : D) : size_in_range us -> size_in_range k ->
  let e := fadd (fmul (fmul (fconst 1 (-48)) us) k) (fconst 1 (-600)) in
  below 405 e /\ 30 * eps * (real us * real k) + H600 / 2 <= real e.
Proof.
  intros U K e. destruct (scaled_bound us k U) as (B & P & L).
  - eapply below_weaken; [apply K | lia].
  - apply K.
  - destruct (bound_with_tiny _ (below_weaken _ 404 _ B ltac:(lia)) P) as [B1 L1]. split; [exact B1 |]. unfold e.
    pose proof eps_small. pose proof (bpow_ge_0 radix2 (-600)).
    assert (UK : 0 <= eps * (real us * real k)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos;
      [apply U | apply K]]).
    assert (eps * (eps * (real us * real k)) <= / 1048576 * (eps * (real us * real k))) by (apply Rmult_le_compat_r;
      lra).
    assert ((1 - eps) * (31 * eps * (real us * real k) - H600 / 1000)
      <= (1 - eps) * real (fmul (fmul (fconst 1 (-48)) us) k))
      by (apply Rmult_le_compat_l; lra).
    assert (0 <= eps * H600) by (apply Rmult_le_pos; lra). lra.
Qed.

(* 2^-48 (W^2 + R^2) + 2^-600. *)
Lemma bound_of_squares (s r : D) : size_in_range s -> size_in_range r ->
  let e := fadd (fmul (fconst 1 (-48)) (fadd (fmul s s) (fmul r r))) (fconst 1 (-600)) in
  below 405 e /\ 30 * eps * (real s * real s + real r * real r) + H600 / 2 <= real e.
Proof.
  intros [Bs S0] [Br R0] e. const_facts 1%Z (-48)%Z F1 V1. rewrite Rmult_1_l, eps_48 in V1. pose proof eps_small.
  destruct tiny_600 as (T0 & T1 & T2).
  assert (Bc : below 0 (fconst 1 (-48))) by (split; [exact F1 |]; rewrite V1, Rabs_pos_eq; simpl; lra).
  assert (B1 : below (200 + 200) (fmul s s)) by (apply below_mul; auto; lia).
  assert (B2 : below (200 + 200) (fmul r r)) by (apply below_mul; auto; lia).
  assert (B3 : below (400 + 1) (fadd (fmul s s) (fmul r r))) by (apply below_add; auto; lia).
  assert (B4 : below (0 + 401) (fmul (fconst 1 (-48)) (fadd (fmul s s) (fmul r r)))) by (apply below_mul; auto; lia).
  pose proof (fmul_square_nonneg _ (proj1 B1)) as P1. pose proof (fmul_square_nonneg _ (proj1 B2)) as P2.
  pose proof (fadd_nonneg _ _ (proj1 B3) P1 P2) as P3.
  assert (P4 : 0 <= real (fmul (fconst 1 (-48)) (fadd (fmul s s) (fmul r r)))) by (apply fmul_nonneg;
    [apply B4 | lra | lra]).
  destruct (bound_with_tiny _ (below_weaken _ 404 _ B4 ltac:(lia)) P4) as [B5 L5]. split; [exact B5 |].
  pose proof (two_products_error _ tiny _ _ _ _ _ eps_small (Rlt_le _ _ T0) (fmul_error _ _ (proj1 B1)) (fmul_error _ _
    (proj1 B2))
    (fadd_error _ _ (proj1 B3))) as E3.
  pose proof (fmul_error _ _ (proj1 B4)) as E4. rewrite V1 in E4. fold e in L5.
  assert (Q1 : 0 <= real s * real s) by (now apply Rmult_le_pos).
  assert (Q2 : 0 <= real r * real r) by (now apply Rmult_le_pos).
  rewrite (Rabs_pos_eq (real s * real s)), (Rabs_pos_eq (real r * real r)) in E3 by assumption.
  revert E3 E4 L5 P3 P4. generalize (real e). generalize (real (fmul (fconst 1 (-48)) (fadd (fmul s s) (fmul r r)))).
  generalize (real (fadd (fmul s s) (fmul r r))). set (k := real s * real s + real r * real r).
  intros x y z E3 E4 L5 P3 P4.
  assert (K0 : 0 <= k) by (unfold k; lra). assert (EK : 0 <= eps * k) by (apply Rmult_le_pos; lra).
  assert (EEK : eps * (eps * k) <= / 1048576 * (eps * k)) by (apply Rmult_le_compat_r; lra).
  assert (EEEK : eps * (eps * (eps * k)) <= / 1048576 * (eps * (eps * k))) by (apply Rmult_le_compat_r;
    [apply Rmult_le_pos |]; lra).
  assert (EEK0 : 0 <= eps * (eps * k)) by (apply Rmult_le_pos; lra).
  apply Rabs_le_inv in E3. assert (XK : eps * (k - 2 * (eps * k) - eps * (eps * k) - 3 * tiny) <= eps * x)
    by (apply Rmult_le_compat_l; lra).
  assert (EX : 0 <= eps * x) by (apply Rmult_le_pos; lra). rewrite (Rabs_pos_eq (32 * eps * x)) in E4 by lra.
  apply Rabs_le_inv in E4.
  assert (EEX : eps * (eps * x) <= / 1048576 * (eps * x)) by (apply Rmult_le_compat_r; lra).
  assert (ET : eps * tiny <= / 1048576 * tiny) by (apply Rmult_le_compat_r; lra).
  assert (Y : 31 * (eps * k) - 2 * tiny <= y) by lra.
  assert (EY : (1 - eps) * (31 * (eps * k) - 2 * tiny) <= (1 - eps) * y) by (apply Rmult_le_compat_l; lra).
  assert (0 <= eps * tiny) by (apply Rmult_le_pos; lra). lra.
Qed.
