(* Pieces of time beside a wall that turns: the first test of is_free in src/exact/moving_filter.h.

   f = |X| - R |u| has the error 17 eps U (W + R) at most, and what underflows: |u| is a root of a sum of squares, which
   lose up to 2^-1073, so |u| is off by up to 2^-536 where it is small. The bound is 32 eps U (W + R) + 2^-500 R + 2^-600.
   If the Bernstein coefficients of f exceed it, all points of the axis are farther than R at all times of the piece. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Approx Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss Geometry MovingGeometry MovingVectors MovingTurn MovingMiss MovingErrors MovingEnds Terms_moving.

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
  - change 1048576 with (bpow radix2 20). unfold eta, emin. simpl prec. simpl emax. rewrite <- bpow_plus. apply bpow_le. lia.
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
  assert (0 <= sqrt N * sqrt t) by now apply Rmult_le_pos. assert (0 <= e * (sqrt N * sqrt t)) by (apply Rmult_le_pos; lra).
  replace (((1 + 2 * e) * sqrt N + sqrt t) * ((1 + 2 * e) * sqrt N + sqrt t)) with
    ((1 + 4 * e + 4 * (e * e)) * (sqrt N * sqrt N) + sqrt t * sqrt t + (2 * (sqrt N * sqrt t) + 4 * (e * (sqrt N * sqrt t)))) by ring.
  rewrite SN, ST. assert (0 <= e * N) by (apply Rmult_le_pos; lra). assert (0 <= e * (e * N)) by (apply Rmult_le_pos; lra). lra.
Qed.

(* |u|, as the filter rounds it. *)
Lemma length_known x y X Y (us : D) : size_in_range us -> close x y X Y (padded us) ->
  let len := fsqrt (fadd (fmul x x) (fmul y y)) in
  finite len -> 0 <= real len /\ Rabs (real len - norm X Y) <= 10 * eps * real us + H500 / 1000 /\
  0 <= norm X Y <= (1 + 1 / 100) * real us + H500 / 1000.
Proof.
  intros S C len Fl. destruct (length_of_close _ _ _ _ _ C) as (Bq & Q0 & HN & HQ).
  set (q := fadd (fmul x x) (fmul y y)) in *. set (N := real x ^ 2 + real y ^ 2) in *.
  pose proof (close_norm _ _ _ _ _ C) as M. rewrite (norm_is_root (real x)) in M. fold N in M.
  assert (M' : sqrt N <= norm X Y + 5 * eps * padded us).
  { unfold N. rewrite <- norm_is_root. destruct C as (_ & _ & A & _).
    replace (norm (real x) (real y)) with (norm (X + (real x - X)) (Y + (real y - Y))) by (f_equal; ring).
    eapply Rle_trans; [apply norm_triangle |]. lra. }
  assert (SN : sqrt N <= (1 + 32 * eps) * padded us).
  { destruct C as (_ & _ & _ & L & _). unfold N. rewrite <- norm_is_root. eapply Rle_trans; [| exact L].
    replace (norm (real x) (real y)) with (norm (0 + real x) (0 + real y)) by (f_equal; ring).
    eapply Rle_trans; [apply norm_triangle |]. unfold norm. replace (0 * 0 + 0 * 0) with 0 by ring. rewrite sqrt_0. lra. }
  pose proof eps_small as E. pose proof tiny_pos as T. destruct small_root as (G0 & G1 & G2 & G3).
  assert (EN : 0 <= eps * N) by (apply Rmult_le_pos; lra).
  assert (EEN : eps * (eps * N) <= / 1048576 * (eps * N)) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in HQ.
  assert (U1 : sqrt (real q) <= (1 + 2 * eps) * sqrt N + sqrt (3 * tiny)) by (apply roots_near; auto; lra).
  assert (U2 : sqrt N <= (1 + 2 * eps) * sqrt (real q) + (1 + 2 * eps) * sqrt (3 * tiny)).
  { assert (X1 : N <= (1 + 3 * eps) * (real q + 3 * tiny)).
    { assert ((1 + 3 * eps) * ((1 - (2 * eps + eps * eps)) * N) <= (1 + 3 * eps) * (real q + 3 * tiny)) by (apply Rmult_le_compat_l; lra).
      assert (0 <= eps * (eps * N)) by (apply Rmult_le_pos; lra).
      assert (eps * (eps * (eps * N)) <= / 1048576 * (eps * (eps * N))) by (apply Rmult_le_compat_r; lra). lra. }
    assert (P3 : 0 <= real q + 3 * tiny) by lra.
    assert (X2 : sqrt N <= (1 + 2 * eps) * sqrt (real q + 3 * tiny)).
    { eapply Rle_trans; [apply (roots_near eps N (real q + 3 * tiny) 0 E P3); lra |]. rewrite sqrt_0. lra. }
    assert (X3 : sqrt (real q + 3 * tiny) <= sqrt (real q) + sqrt (3 * tiny)) by (apply root_of_sum; lra).
    assert ((1 + 2 * eps) * sqrt (real q + 3 * tiny) <= (1 + 2 * eps) * (sqrt (real q) + sqrt (3 * tiny))) by (apply Rmult_le_compat_l; lra).
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
  revert El Er U1 U2 M M' SN Z0 L0 NP NP' PS. clear HQ HN Bq. generalize (real len) (sqrt (real q)) (sqrt N) (norm X Y) (padded us).
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
