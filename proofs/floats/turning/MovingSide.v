(* Pieces of time beside a wall that turns: the first test of is_free in src/turning/moving_filter.h.

   f = |X| - R |u| has the error 17 eps U (W + R) at most, and what underflows: |u| is a root of a sum of squares,
   which lose up to 2^-1073, so |u| is off by up to 2^-536 where it is small. The bound is 32 eps U (W + R) + 2^-500
   R + 2^-600. If the Bernstein coefficients of f exceed it, all points of the axis are farther than R at all times
   of the piece. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx Bounded SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepMiss Geometry MovingGeometry MovingVectors MovingTurn MovingMiss MovingErrors MovingEnds
  Terms_moving.

Open Scope R_scope.

Notation H500 := (bpow radix2 (-500)).

Lemma small_root : 0 <= sqrt (3 * tiny) /\ 1048576 * sqrt (3 * tiny) <= H500 /\ 1048576 * tiny <= H500 /\ H500 <= 1.
Proof.
  split; [apply sqrt_pos |]. split; [| split].
  - assert (X : sqrt (3 * tiny) <= bpow radix2 (-536)).
    { rewrite <- (sqrt_square (bpow radix2 (-536))) by apply bpow_ge_0. apply sqrt_le_1_alt. rewrite <- bpow_plus.
      apply Rle_trans with (bpow radix2 2 * tiny).
      - apply Rmult_le_compat_r; [apply Rlt_le, tiny_pos | simpl; lra].
      - unfold eta, emin. simpl prec. simpl emax. rewrite <- bpow_plus. apply bpow_le. lia. }
    apply Rle_trans with (bpow radix2 20 * bpow radix2 (-536)).
    + change (bpow radix2 20) with 1048576. lra.
    + rewrite <- bpow_plus. apply bpow_le. lia.
  - change 1048576 with (bpow radix2 20). unfold eta, emin. simpl prec. simpl emax. rewrite <- bpow_plus.
    apply bpow_le. lia.
  - change 1 with (bpow radix2 0). apply bpow_le. lia.
Qed.

Lemma root_of_sum x y : 0 <= x -> 0 <= y -> sqrt (x + y) <= sqrt x + sqrt y.
Proof.
  intros X Y. pose proof (sqrt_pos x) as P. pose proof (sqrt_pos y) as Q.
  rewrite <- (sqrt_square (sqrt x + sqrt y)) by lra. apply sqrt_le_1_alt.
  pose proof (sqrt_sqrt x X). pose proof (sqrt_sqrt y Y). assert (0 <= sqrt x * sqrt y) by now apply Rmult_le_pos. lra.
Qed.

(* Roots of numbers that are near each other. *)
Lemma roots_near e q N t : 0 < e <= / 1048576 -> 0 <= N -> 0 <= q -> 0 <= t -> q <= (1 + 3 * e) * N + t ->
  sqrt q <= (1 + 2 * e) * sqrt N + sqrt t.
Proof.
  intros E N0 Q0 T0 H. pose proof (sqrt_pos N) as P. pose proof (sqrt_pos t) as P'.
  assert (EP : 0 <= e * sqrt N) by (apply Rmult_le_pos; lra).
  rewrite <- (sqrt_square ((1 + 2 * e) * sqrt N + sqrt t)) by lra. apply sqrt_le_1_alt.
  pose proof (sqrt_sqrt N N0) as SN. pose proof (sqrt_sqrt t T0) as ST.
  assert (0 <= sqrt N * sqrt t) by now apply Rmult_le_pos. assert (0 <= e * (sqrt N * sqrt t)) by (apply Rmult_le_pos;
    lra).
  replace (((1 + 2 * e) * sqrt N + sqrt t) * ((1 + 2 * e) * sqrt N + sqrt t)) with
    ((1 + 4 * e + 4 * (e * e)) * (sqrt N * sqrt N) + sqrt t * sqrt t + (2 * (sqrt N * sqrt t) + 4 * (e * (sqrt N * sqrt
      t)))) by ring.
  rewrite SN, ST. assert (0 <= e * N) by (apply Rmult_le_pos; lra). assert (0 <= e * (e * N)) by (apply Rmult_le_pos;
    lra). lra.
Qed.

(* |u|, as the filter rounds it. *)
Lemma length_known x y X Y (us : D) : size_in_range us -> close x y X Y (padded us) ->
  let len := fsqrt (fadd (fmul x x) (fmul y y)) in
  finite len -> 0 <= real len /\ Rabs (real len - norm X Y) <= 10 * eps * real us + H500 / 100000 /\
  0 <= norm X Y <= (1 + 1 / 100) * real us + H500 / 100000.
Proof.
  intros S C len Fl. destruct (length_of_close _ _ _ _ _ C) as (Bq & Q0 & HN & HQ).
  set (q := fadd (fmul x x) (fmul y y)) in *. set (N := real x ^ 2 + real y ^ 2) in *.
  pose proof (close_norm _ _ _ _ _ C) as M. rewrite (norm_of_sum (real x)) in M. fold N in M.
  assert (M' : sqrt N <= norm X Y + 5 * eps * padded us).
  { unfold N. rewrite <- norm_of_sum. destruct C as (_ & _ & A & _).
    replace (norm (real x) (real y)) with (norm (X + (real x - X)) (Y + (real y - Y))) by (f_equal; ring).
    eapply Rle_trans; [apply norm_triangle |]. lra. }
  assert (SN : sqrt N <= (1 + 32 * eps) * padded us).
  { destruct C as (_ & _ & _ & L & _). unfold N. rewrite <- norm_of_sum. eapply Rle_trans; [| exact L].
    replace (norm (real x) (real y)) with (norm (0 + real x) (0 + real y)) by (f_equal; ring).
    eapply Rle_trans; [apply norm_triangle |]. unfold norm. replace (0 * 0 + 0 * 0) with 0 by ring. rewrite sqrt_0.
    lra. }
  pose proof eps_small as E. pose proof tiny_pos as T. destruct small_root as (G0 & G1 & G2 & G3).
  assert (EN : 0 <= eps * N) by (apply Rmult_le_pos; lra).
  assert (EEN : eps * (eps * N) <= / 1048576 * (eps * N)) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in HQ.
  assert (U1 : sqrt (real q) <= (1 + 2 * eps) * sqrt N + sqrt (3 * tiny)) by (apply roots_near; auto; lra).
  assert (U2 : sqrt N <= (1 + 2 * eps) * sqrt (real q) + (1 + 2 * eps) * sqrt (3 * tiny)).
  { assert (X1 : N <= (1 + 3 * eps) * (real q + 3 * tiny)).
    { assert ((1 + 3 * eps) * ((1 - (2 * eps + eps * eps)) * N) <= (1 + 3 * eps) * (real q + 3 * tiny))
        by (apply Rmult_le_compat_l; lra).
      assert (0 <= eps * (eps * N)) by (apply Rmult_le_pos; lra).
      assert (eps * (eps * (eps * N)) <= / 1048576 * (eps * (eps * N))) by (apply Rmult_le_compat_r; lra). lra. }
    assert (P3 : 0 <= real q + 3 * tiny) by lra.
    assert (X2 : sqrt N <= (1 + 2 * eps) * sqrt (real q + 3 * tiny)).
    { eapply Rle_trans; [apply (roots_near eps N (real q + 3 * tiny) 0 E P3); lra |]. rewrite sqrt_0. lra. }
    assert (X3 : sqrt (real q + 3 * tiny) <= sqrt (real q) + sqrt (3 * tiny)) by (apply root_of_sum; lra).
    assert ((1 + 2 * eps) * sqrt (real q + 3 * tiny) <= (1 + 2 * eps) * (sqrt (real q) + sqrt (3 * tiny)))
      by (apply Rmult_le_compat_l; lra).
    lra. }
  destruct (fsqrt_finite _ Fl) as (_ & _ & El).
  pose proof (rnd_error double (sqrt (real q))) as Er. fold q in El. fold len in El. rewrite <- El in Er.
  pose proof (sqrt_pos (real q)) as Z0. rewrite (Rabs_pos_eq (sqrt (real q))) in Er by assumption.
  assert (L0 : 0 <= real len) by (rewrite El; now apply rnd_nonneg).
  pose proof (norm_nonneg X Y) as NP. pose proof (sqrt_pos N) as NP'.
  assert (PS : padded us = real us + bpow radix2 (-1022)) by reflexivity. pose proof (proj2 S) as U0.
  assert (PT : 1048576 * bpow radix2 (-1022) <= H500).
  { change 1048576 with (bpow radix2 20). rewrite <- bpow_plus. apply bpow_le. lia. }
  pose proof (bpow_ge_0 radix2 (-1022)) as PP.
  revert El Er U1 U2 M M' SN Z0 L0 NP NP' PS. clear HQ HN Bq.
  generalize (real len) (sqrt (real q)) (sqrt N) (norm X Y) (padded us).
  revert G0 G1. generalize (sqrt (3 * tiny)). revert PT PP. generalize (bpow radix2 (-1022)).
  intros pad PT PP g G0 G1 v s n M0 k El Er U1 U2 M M' SN Z0 L0 NP NP' PS. clear El. subst k.
  set (k := real us + pad) in *. assert (K0 : 0 <= k) by (unfold k; lra).
  assert (EK : 0 <= eps * k <= / 1048576 * k) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EEK : eps * (eps * k) <= / 1048576 * (eps * k)) by (apply Rmult_le_compat_r; lra).
  assert (ENk : eps * n <= eps * ((1 + 32 * eps) * k)) by (apply Rmult_le_compat_l; lra).
  assert (ENk0 : 0 <= eps * n) by (apply Rmult_le_pos; lra).
  assert (EG : 0 <= eps * g <= / 1048576 * g) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EU1 : eps * s <= eps * ((1 + 2 * eps) * n + g)) by (apply Rmult_le_compat_l; lra).
  assert (EEn : eps * (eps * n) <= / 1048576 * (eps * n)) by (apply Rmult_le_compat_r; lra).
  assert (EKu : eps * k = eps * real us + eps * pad) by (unfold k; ring).
  assert (Ep : eps * pad <= / 1048576 * pad) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in Er. split; [exact L0 |]. split; [apply Rabs_le |]; unfold k in *; lra.
Qed.

(* f from a value x near |X| and a length y. *)
Lemma f_known (x y r : D) X Y R K U : size_in_range r -> 0 <= R <= (1 + 2 * eps) * real r -> Rabs (real r - R)
  <= eps * R ->
  0 <= K -> 0 <= U <= bpow radix2 200 -> below 406 x -> Rabs (real x - X) <= 15 * eps * K + H600 / 50 ->
  Rabs X <= (1 + 1 / 50) * K + H600 / 100 ->
  below 203 y -> 0 <= real y -> Rabs (real y - Y) <= 13 * eps * U + H500 / 400 -> 0 <= Y
    <= (1 + 1 / 50) * U + H500 / 400 ->
  below 407 (fsub x (fmul r y)) /\
  Rabs (real (fsub x (fmul r y)) - (X - R * Y))
    <= 17 * eps * K + 19 * eps * (U * real r) + real r * H500 / 100 + H600 / 20.
Proof.
  intros [Br R0] HR ER K0 HU Bx Ex Mx By Y0 Ey My.
  assert (B1 : below (200 + 203) (fmul r y)) by (apply below_mul; auto; lia).
  assert (B2 : below (406 + 1) (fsub x (fmul r y))).
  { apply below_sub; auto; [lia |]. eapply below_weaken; [exact B1 | lia]. }
  split; [exact B2 |]. pose proof (fmul_error _ _ (proj1 B1)) as E1. pose proof (fsub_error _ _ (proj1 B2)) as E2.
  pose proof eps_small. destruct tiny_600 as (T0 & T1 & T2). pose proof (bpow_gt_0 radix2 (-500)) as G0.
  revert E1 E2 Ex Ey Y0. generalize (real (fsub x (fmul r y))). generalize (real (fmul r y)).
  generalize (real x) (real y).
  revert R0 HR ER. generalize (real r). clear Br Bx By B1 B2. intros q Q0 HR ER v z w g E1 E2 Ex Ey Z0.
  set (K2 := U * q). assert (K20 : 0 <= K2) by (apply Rmult_le_pos; lra). revert G0 Ey My. generalize H500.
  intros G G0 Ey My.
  set (QG := q * G). assert (QG0 : 0 <= QG) by (apply Rmult_le_pos; lra).
  assert (EK : 0 <= eps * K <= / 1048576 * K) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EK2 : 0 <= eps * K2 <= / 1048576 * K2) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EEK2 : eps * (eps * K2) <= / 1048576 * (eps * K2)) by (apply Rmult_le_compat_r; lra).
  assert (EG : 0 <= eps * QG <= / 1048576 * QG) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EH : eps * H600 <= / 1048576 * H600) by (apply Rmult_le_compat_r; lra).
  assert (YQ : 0 <= Y * q <= (1 + 1 / 50) * K2 + QG / 400).
  { split; [apply Rmult_le_pos; lra |]. replace ((1 + 1 / 50) * K2 + QG / 400) with (((1 + 1 / 50) * U + G / 400) * q)
      by (unfold K2, QG; field). apply Rmult_le_compat_r; lra. }
  assert (EYQ : eps * (Y * q) <= eps * ((1 + 1 / 50) * K2 + QG / 400)) by (apply Rmult_le_compat_l; lra).
  assert (EEYQ : eps * (eps * (Y * q)) <= / 1048576 * (eps * (Y * q))) by (apply Rmult_le_compat_r;
    [apply Rmult_le_pos |]; lra).
  assert (EYQ0 : 0 <= eps * (Y * q)) by (apply Rmult_le_pos; lra).
  (* r y against R Y *)
  assert (D1 : Rabs (q * z - R * Y) <= 13 * (eps * K2) + QG / 400 + 11 / 10 * (eps * (Y * q))).
  { replace (q * z - R * Y) with (q * (z - Y) + (q - R) * Y) by ring. eapply Rle_trans; [apply Rabs_triang |].
    rewrite !Rabs_mult, (Rabs_pos_eq q), (Rabs_pos_eq Y) by lra.
    assert (A1 : q * Rabs (z - Y) <= q * (13 * eps * U + G / 400)) by (apply Rmult_le_compat_l; lra).
    assert (A2 : Rabs (q - R) * Y <= eps * ((1 + 2 * eps) * q) * Y).
    { apply Rmult_le_compat_r; [lra |]. eapply Rle_trans; [exact ER |]. apply Rmult_le_compat_l; lra. }
    replace (q * (13 * eps * U + G / 400)) with (13 * (eps * K2) + QG / 400) in A1 by (unfold K2, QG; field).
    replace (eps * ((1 + 2 * eps) * q) * Y) with (eps * (Y * q) + 2 * (eps * (eps * (Y * q)))) in A2 by ring. lra. }
  assert (RY : 0 <= R * Y <= (1 + 2 * eps) * q * Y).
  { split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]. }
  apply Rabs_le_inv in D1.
  assert (QZ : 0 <= q * z <= 11 / 10 * K2 + QG / 100).
  { split; [apply Rmult_le_pos; lra |]. lra. }
  assert (EQZ : eps * (q * z) <= eps * (11 / 10 * K2 + QG / 100)) by (apply Rmult_le_compat_l; lra).
  rewrite (Rabs_pos_eq (q * z)) in E1 by lra. apply Rabs_le_inv in E1. apply Rabs_le_inv in Ex. apply Rabs_le_inv in Mx.
  assert (V1 : Rabs (v - w) <= 11 / 10 * K + 12 / 10 * K2 + QG / 50 + H600 / 10) by (apply Rabs_le; lra).
  assert (V2 : eps * Rabs (v - w) <= eps * (11 / 10 * K + 12 / 10 * K2 + QG / 50 + H600 / 10))
    by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E2. fold QG. fold K2. apply Rabs_le. lra.
Qed.

(* The bound of f. *)
Definition tiny_of_lengths (r : D) : D := fadd (fmul (fconst 1 (-500)) r) (fconst 1 (-600)).

Lemma tiny_of_lengths_at_least (r : D) : size_in_range r ->
  below 300 (tiny_of_lengths r) /\ 99 / 100 * (real r * H500 + H600) <= real (tiny_of_lengths r).
Proof.
  intros [Br R0]. const_facts 1%Z (-600)%Z F1 V1. rewrite Rmult_1_l in V1. const_facts 1%Z (-500)%Z F2 V2.
  rewrite Rmult_1_l in V2.
  pose proof eps_small. destruct tiny_600 as (T0 & T1 & T2). pose proof (bpow_gt_0 radix2 (-500)) as G0.
  assert (Bc : below 0 (fconst 1 (-500))).
  { split; [exact F2 |]. rewrite V2, Rabs_pos_eq by lra. apply bpow_le. lia. }
  assert (Bc' : below 200 (fconst 1 (-600))).
  { split; [exact F1 |]. rewrite V1, Rabs_pos_eq by lra. apply bpow_le. lia. }
  assert (B1 : below (0 + 200) (fmul (fconst 1 (-500)) r)) by (apply below_mul; auto; lia).
  assert (B2 : below (200 + 1) (tiny_of_lengths r)) by (apply below_add; auto; lia).
  split; [eapply below_weaken; [exact B2 | lia] |].
  assert (P1 : 0 <= real (fmul (fconst 1 (-500)) r)) by (apply fmul_nonneg; [apply B1 | lra | lra]).
  pose proof (fmul_error _ _ (proj1 B1)) as E1. pose proof (fadd_error _ _ (proj1 B2)) as E2. rewrite V2 in E1.
  fold (tiny_of_lengths r) in E2. rewrite V1 in E2. revert E1 E2 P1. generalize (real (tiny_of_lengths r)).
  generalize (real (fmul (fconst 1 (-500)) r)). intros x v E1 E2 P1.
  assert (RG : 0 <= H500 * real r) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (H500 * real r)) in E1 by assumption.
  rewrite (Rabs_pos_eq (x + H600)) in E2 by lra. apply Rabs_le_inv in E1. apply Rabs_le_inv in E2.
  rewrite (Rmult_comm (real r)). revert RG E1. generalize (H500 * real r). intros k RG E1.
  assert (eps * k <= / 1048576 * k) by (apply Rmult_le_compat_r; lra).
  assert (eps * (x + H600) <= / 1048576 * (x + H600)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma bound_of_f (us ws r : D) : size_in_range us -> size_in_range ws -> size_in_range r ->
  let e := fadd (fmul (fmul (fconst 1 (-48)) us) (fadd ws r)) (tiny_of_lengths r) in
  finite e /\ 30 * eps * (real us * real ws) + 30 * eps * (real us * real r) + real r * H500 / 2 + H600 / 2 <= real e.
Proof.
  intros Su Sw Sr e. destruct (sizes_sum ws r 200 ltac:(lia) (proj1 Sw) (proj1 Sr) (proj2 Sw) (proj2 Sr)) as (B1 & P1 &
    L1).
  destruct (scaled_bound us (fadd ws r) Su (below_weaken _ 202 _ B1 ltac:(lia)) P1) as (B2 & P2 & L2).
  destruct (tiny_of_lengths_at_least r Sr) as (B3 & L3).
  assert (B4 : below (402 + 1) e) by (apply below_add; [lia | exact B2 | eapply below_weaken; [exact B3 | lia]]).
  split; [apply B4 |]. pose proof (fadd_error _ _ (proj1 B4)) as E. fold e in E. pose proof eps_small.
  pose proof (bpow_gt_0 radix2 (-600)). pose proof (bpow_gt_0 radix2 (-500)). pose proof (proj2 Su) as U0.
  pose proof (proj2 Sw) as W0.
  pose proof (proj2 Sr) as R0.
  assert (RG : 0 <= real r * H500) by (apply Rmult_le_pos; lra).
  revert E P2 L2 L3. generalize (real e).
  generalize (real (fmul (fmul (fconst 1 (-48)) us) (fadd ws r))) (real (tiny_of_lengths r)).
  intros x y v E P2 L2 L3. set (K := real us * real ws). set (K2 := real us * real r).
  assert (X : real us * ((1 - eps) * (real ws + real r)) <= real us * real (fadd ws r)) by (apply Rmult_le_compat_l;
    lra).
  replace (real us * ((1 - eps) * (real ws + real r))) with ((1 - eps) * (K + K2)) in X by (unfold K, K2; ring).
  assert (K0 : 0 <= K + K2) by (assert (0 <= K) by (now apply Rmult_le_pos);
    assert (0 <= K2) by (now apply Rmult_le_pos); lra).
  revert X K0 L2. replace (30 * eps * K + 30 * eps * K2) with (30 * eps * (K + K2)) by ring.
  generalize (K + K2) (real us * real (fadd ws r)).
  intros k m X K0 L2. assert (EK : 0 <= eps * k) by (apply Rmult_le_pos; lra).
  assert (EEK : eps * (eps * k) <= / 1048576 * (eps * k)) by (apply Rmult_le_compat_r; lra).
  assert (EM : eps * ((1 - eps) * k) <= eps * m) by (apply Rmult_le_compat_l; lra).
  assert (Y0 : 0 <= y) by lra. rewrite (Rabs_pos_eq (x + y)) in E by lra. apply Rabs_le_inv in E.
  assert (Q : (1 - eps) * (31 * (eps * k) - 31 * (eps * (eps * k)) - H600 / 1000 + 99 / 100 * (real r * H500 + H600))
    <= (1 - eps) * (x + y)).
  { apply Rmult_le_compat_l; lra. }
  assert (eps * H600 <= / 1048576 * H600) by (apply Rmult_le_compat_r; lra).
  assert (eps * (real r * H500) <= / 1048576 * (real r * H500)) by (apply Rmult_le_compat_r; lra).
  assert (0 <= eps * (eps * (eps * k))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
  assert (0 <= eps * H600) by (apply Rmult_le_pos; lra). lra.
Qed.
