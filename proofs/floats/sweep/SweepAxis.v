(* One separating axis of the sweep's filter: from the comparison of squares to the gap in real numbers.

   If (gap - error)^2 exceeds the squares, gap - E exceeds R |u|, with what the error bound allows beyond E. The gap of
   an interval is its distance from 0, and its error is 4 eps of the larger end. *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Bounded SweepErrors SweepSquares.

Open Scope R_scope.

(* error_of: 2^-48 s t and 2^-1018. *)
Definition allowance (s t : D) : D := fadd (fmul (fconst 1 (-48)) (fmul s t)) (fmul (fconst 1 4) (fconst 1 (-1022))).

Lemma allowance_bounds s t :
  below 210 s -> below 210 t -> 0 <= real s -> 0 <= real t ->
  below 421 (allowance s t) /\ 31 * eps * (real s * real t) + 1000 * tiny <= real (allowance s t).
Proof.
  intros Bs Bt S T. unfold allowance.
  const_facts 1%Z (-48)%Z F1 V1. rewrite Rmult_1_l in V1.
  assert (Bc : below (-48) (fconst 1 (-48))).
  { split; auto. rewrite V1, Rabs_pos_eq; [lra | apply bpow_ge_0]. }
  assert (B1 : below 420 (fmul s t)) by (apply (below_mul 210 210); auto; lia).
  assert (B2 : below 372 (fmul (fconst 1 (-48)) (fmul s t))) by (apply (below_mul (-48) 420); auto; lia).
  destruct tiny2_value as [F2 V2]. pose proof tiny_T2 as [T2 T2'].
  assert (B3 : below 420 (fmul (fconst 1 4) (fconst 1 (-1022)))).
  { split; auto. rewrite V2, Rabs_pos_eq by apply bpow_ge_0. apply bpow_le. lia. }
  assert (B4 : below 421 (fadd (fmul (fconst 1 (-48)) (fmul s t)) (fmul (fconst 1 4) (fconst 1 (-1022))))).
  { apply (below_add 420); [lia | eapply below_weaken; [exact B2 | lia] | exact B3]. }
  split; [exact B4 |].
  pose proof (fmul_error _ _ (proj1 B1)) as E1. pose proof (fmul_error _ _ (proj1 B2)) as E2.
  pose proof (fadd_error _ _ (proj1 B4)) as E4. rewrite V1, eps_48 in E2. rewrite V2 in E4.
  assert (N1 : 0 <= real (fmul s t)) by (apply fmul_nonneg; auto; apply B1).
  assert (N2 : 0 <= real (fmul (fconst 1 (-48)) (fmul s t))).
  { apply fmul_nonneg; auto; [apply B2 |]. rewrite V1. apply bpow_ge_0. }
  pose proof eps_small. pose proof tiny_pos.
  assert (ST : 0 <= real s * real t) by now apply Rmult_le_pos.
  revert E1 E2 E4 N1 N2 ST T2.
  generalize (real (fadd (fmul (fconst 1 (-48)) (fmul s t)) (fmul (fconst 1 4) (fconst 1 (-1022))) : D)).
  generalize (real (fmul (fconst 1 (-48)) (fmul s t))). generalize (real (fmul s t)). generalize (real s * real t).
  generalize (bpow radix2 (-1018)). intros T2 x p k r E1 E2 E4 N1 N2 ST HT.
  rewrite (Rabs_pos_eq x) in E1 by assumption.
  assert (P1 : 0 <= eps * p) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (32 * eps * p)) in E2 by lra. rewrite (Rabs_pos_eq (k + T2)) in E4 by lra.
  apply Rabs_le_inv in E1. apply Rabs_le_inv in E2. apply Rabs_le_inv in E4.
  assert (X0 : 0 <= eps * x) by (apply Rmult_le_pos; lra).
  assert (X1 : eps * (eps * x) <= / 1048576 * (eps * x)) by (apply Rmult_le_compat_r; lra).
  assert (X2 : eps * (eps * p) <= / 1048576 * (eps * p)) by (apply Rmult_le_compat_r; lra).
  assert (X3 : eps * tiny <= / 1048576 * tiny) by (apply Rmult_le_compat_r; lra).
  assert (X4 : eps * T2 <= / 1048576 * T2) by (apply Rmult_le_compat_r; lra).
  assert (X5 : eps * (x - eps * x - tiny) <= eps * p) by (apply Rmult_le_compat_l; lra).
  assert (X6 : eps * k <= / 1048576 * k) by (apply Rmult_le_compat_r; lra).
  assert (X7 : (1 - eps) * (32 * (eps * p) - 32 * (eps * (eps * p)) - tiny) <= (1 - eps) * k) by (apply
    Rmult_le_compat_l; lra).
  assert (X8 : 0 <= eps * (eps * (eps * p))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
  assert (0 <= eps * tiny) by (apply Rmult_le_pos; lra).
  nra.
Qed.

(* From squares to lengths: l is the low end of the gap. *)
Lemma low_exceeds e h T X Y l a S :
  0 < e <= / 1048576 -> 0 < h <= T / 1024 -> 0 <= X -> 0 <= Y ->
  (1 + 20 * e) * (X ^ 2 * Y) + T / 2 <= S -> S < a -> Rabs (a - l * Rabs l) <= e * Rabs (l * Rabs l) + h ->
  (1 + 8 * e) * (X * sqrt Y) < l.
Proof.
  intros E H HX HY HS L Ha.
  assert (XY : 0 <= X ^ 2 * Y) by (apply Rmult_le_pos; [apply pow2_ge_0 | assumption]).
  destruct (Rle_lt_dec l 0) as [N | P].
  - exfalso. rewrite (Rabs_left1 l) in Ha by assumption.
    assert (M : l * - l <= 0) by nra. rewrite (Rabs_left1 (l * - l)) in Ha by assumption. apply Rabs_le_inv in Ha.
    assert (e * (- (l * - l)) <= 1 * - (l * - l)) by (apply Rmult_le_compat_r; lra). nra.
  - rewrite (Rabs_pos_eq l) in Ha by lra. assert (M : 0 <= l * l) by nra.
    rewrite (Rabs_pos_eq (l * l)) in Ha by assumption. apply Rabs_le_inv in Ha.
    apply Rnot_le_lt. intros C.
    assert (SY : 0 <= sqrt Y) by apply sqrt_pos.
    assert (XS : 0 <= X * sqrt Y) by now apply Rmult_le_pos.
    assert (C2 : l * l <= ((1 + 8 * e) * (X * sqrt Y)) * ((1 + 8 * e) * (X * sqrt Y))) by (apply Rmult_le_compat; lra).
    replace (((1 + 8 * e) * (X * sqrt Y)) * ((1 + 8 * e) * (X * sqrt Y))) with
      ((1 + 8 * e) * (1 + 8 * e) * (X ^ 2 * (sqrt Y * sqrt Y))) in C2 by ring.
    rewrite sqrt_sqrt in C2 by assumption.
    revert XY HS C2. generalize (X ^ 2 * Y). intros Z XY HS C2.
    assert (0 <= e * Z) by (apply Rmult_le_pos; lra).
    assert (e * (e * Z) <= / 1048576 * (e * Z)) by (apply Rmult_le_compat_r; lra).
    assert (0 <= e * (e * Z)) by (apply Rmult_le_pos; lra).
    assert (e * (e * (e * Z)) <= / 1048576 * (e * (e * Z))) by (apply Rmult_le_compat_r; lra).
    assert (e * (l * l) <= e * ((1 + 8 * e) * (1 + 8 * e) * Z)) by (apply Rmult_le_compat_l; lra).
    nra.
Qed.

Lemma axis_certain r q N gap err E slack :
  below 201 r -> 0 <= real r -> below 403 q -> 0 <= real q -> 0 <= N <= bpow radix2 405 / 4 ->
  Rabs (real q - N) <= (2 * eps + eps * eps) * N + 3 * tiny ->
  below 500 gap -> below 500 err -> E + slack <= real err ->
  flt (squares r q) (fmul (fsub gap err) (fabs (fsub gap err))) = true ->
  (1 + 6 * eps) * (real r * sqrt N) + slack < real gap - E.
Proof.
  intros Br R0 Bq Q0 HN HQ Bg Be HE L.
  destruct (squares_at_least r q N Br Bq Q0 HN HQ) as [BS VS].
  assert (Bl : below 501 (fsub gap err)) by (apply (below_sub 500); auto; lia).
  assert (Ba : below 1002 (fmul (fsub gap err) (fabs (fsub gap err)))).
  { apply (below_mul 501 501); auto using below_abs; lia. }
  apply flt_real in L; [| apply BS | apply Ba].
  pose proof (fmul_error _ _ (proj1 Ba)) as Ea. rewrite real_fabs in Ea.
  pose proof eps_small. pose proof tiny_pos. pose proof T4_pos.
  assert (TT : tiny <= T4 / 1024).
  { pose proof tiny_T4. pose proof one_le_405. nra. }
  pose proof (low_exceeds eps tiny T4 (real r) N _ _ _ eps_small ltac:(lra) R0 (proj1 HN) VS L Ea) as P.
  pose proof (fsub_error _ _ (proj1 Bl)) as El.
  assert (RS : 0 <= real r * sqrt N) by (apply Rmult_le_pos; [assumption | apply sqrt_pos]).
  revert P RS El. generalize (real r * sqrt N). generalize (real (fsub gap err)). intros l X P RS El.
  assert (EX : 0 <= eps * X) by (apply Rmult_le_pos; lra).
  assert (EEX : eps * (eps * X) <= / 1048576 * (eps * X)) by (apply Rmult_le_compat_r; lra).
  (* gap - err >= (1 - eps) low *)
  assert (G : 0 < real gap - real err).
  { apply Rnot_le_lt. intros C. rewrite (Rabs_left1 (real gap - real err)) in El by assumption. apply Rabs_le_inv in El.
    assert (eps * - (real gap - real err) <= 1 * - (real gap - real err)) by (apply Rmult_le_compat_r; lra). lra. }
  rewrite (Rabs_pos_eq (real gap - real err)) in El by lra. apply Rabs_le_inv in El.
  assert (K : (1 + 6 * eps) * X * (1 + eps) < (real gap - real err) * (1 + eps)) by lra.
  apply Rmult_lt_reg_r in K; lra.
Qed.

(* The distance of the interval between x and y from 0. *)
Definition interval_gap (x y : D) : D := fmul (fconst 1 (-1)) (fsub (fabs (fadd x y)) (fabs (fsub x y))).

Lemma abs_cases (x : R) : (0 <= x /\ Rabs x = x) \/ (x <= 0 /\ Rabs x = - x).
Proof. destruct (Rle_lt_dec 0 x); [left | right]; split; try lra; [now apply Rabs_pos_eq | apply Rabs_left1; lra]. Qed.

Lemma interval_real e h m x y s w d g :
  0 < e <= / 1048576 -> 0 <= h -> Rabs x <= m -> Rabs y <= m ->
  Rabs (s - (x + y)) <= e * Rabs (x + y) -> Rabs (w - (x - y)) <= e * Rabs (x - y) ->
  Rabs (d - (Rabs s - Rabs w)) <= e * Rabs (Rabs s - Rabs w) -> Rabs (g - / 2 * d) <= e * Rabs (/ 2 * d) + h ->
  Rabs (g - (Rabs (x + y) - Rabs (x - y)) / 2) <= 4 * e * m + h.
Proof.
  intros E H X Y Hs Hw Hd Hg.
  assert (Es : Rabs (Rabs s - Rabs (x + y)) <= e * Rabs (x + y)) by (eapply Rle_trans; [apply Rabs_triang_inv2 |
    exact Hs]).
  assert (Ew : Rabs (Rabs w - Rabs (x - y)) <= e * Rabs (x - y)) by (eapply Rle_trans; [apply Rabs_triang_inv2 |
    exact Hw]).
  assert (M : Rabs (x + y) + Rabs (x - y) <= 2 * m).
  { apply Rabs_le_inv in X. apply Rabs_le_inv in Y.
    destruct (abs_cases (x + y)) as [[? ->] | [? ->]], (abs_cases (x - y)) as [[? ->] | [? ->]]; lra. }
  pose proof (Rabs_pos (x + y)). pose proof (Rabs_pos (x - y)).
  revert Es Ew M Hd H0 H1. clear Hs Hw. generalize (Rabs (x + y)) (Rabs (x - y)) (Rabs s) (Rabs w).
  intros S W s' w' Es Ew M Hd S0 W0.
  apply Rabs_le_inv in Es. apply Rabs_le_inv in Ew.
  assert (E1 : e * (S + W) <= e * (2 * m)) by (apply Rmult_le_compat_l; lra).
  assert (EM : 0 <= e * m) by (apply Rmult_le_pos; lra).
  assert (EEM : e * (e * m) <= / 1048576 * (e * m)) by (apply Rmult_le_compat_r; lra).
  assert (D0 : Rabs (s' - w') <= 2 * m + 2 * (e * m)) by (apply Rabs_le; lra).
  assert (D1 : e * Rabs (s' - w') <= e * (2 * m + 2 * (e * m))) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in Hd. apply Rabs_le_inv in D0.
  assert (D2 : Rabs (/ 2 * d) <= (1 + 1 / 100) * m).
  { assert (e * m <= / 1048576 * m) by (apply Rmult_le_compat_r; lra). apply Rabs_le. lra. }
  assert (D3 : e * Rabs (/ 2 * d) <= e * ((1 + 1 / 100) * m)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in Hg. apply Rabs_le. lra.
Qed.

Lemma interval_gap_bounds x y m :
  below 410 x -> below 410 y -> Rabs (real x) <= m -> Rabs (real y) <= m ->
  below 411 (interval_gap x y) /\
  forall d, 0 < d -> d <= real (interval_gap x y) - (4 * eps * m + tiny) ->
    (d <= real x /\ d <= real y) \/ (real x <= - d /\ real y <= - d).
Proof.
  intros Bx By X Y. unfold interval_gap.
  const_facts 1%Z (-1)%Z F1 V1. rewrite Rmult_1_l in V1.
  assert (Bc : below (-1) (fconst 1 (-1))).
  { split; auto. rewrite V1, Rabs_pos_eq; [lra | apply bpow_ge_0]. }
  assert (B1 : below 411 (fadd x y)) by (apply (below_add 410); auto; lia).
  assert (B2 : below 411 (fsub x y)) by (apply (below_sub 410); auto; lia).
  assert (B3 : below 412 (fsub (fabs (fadd x y)) (fabs (fsub x y)))) by (apply (below_sub 411); auto using below_abs;
    lia).
  assert (B4 : below 411 (fmul (fconst 1 (-1)) (fsub (fabs (fadd x y)) (fabs (fsub x y))))).
  { apply (below_mul (-1) 412); auto; lia. }
  split; [exact B4 |].
  pose proof (fadd_error _ _ (proj1 B1)) as E1. pose proof (fsub_error _ _ (proj1 B2)) as E2.
  pose proof (fsub_error _ _ (proj1 B3)) as E3. rewrite !real_fabs in E3.
  pose proof (fmul_error _ _ (proj1 B4)) as E4. rewrite V1 in E4. change (bpow radix2 (-1)) with (/ 2) in E4.
  pose proof (interval_real eps tiny m _ _ _ _ _ _ eps_small (Rlt_le _ _ tiny_pos) X Y E1 E2 E3 E4) as I.
  intros d D0 D1. apply Rabs_le_inv in I.
  assert (G : 2 * d <= Rabs (real x + real y) - Rabs (real x - real y)) by lra.
  destruct (abs_cases (real x + real y)) as [[? Z] | [? Z]]; rewrite Z in G;
  destruct (abs_cases (real x - real y)) as [[? Z'] | [? Z']]; rewrite Z' in G; [left | left | right | right]; lra.
Qed.
