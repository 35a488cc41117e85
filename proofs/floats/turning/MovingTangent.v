(* A tangent of |u|: is_free_by_tangent of src/turning/moving_filter.h, its terms and their errors.

   |u| <= (|u|^2 / n + n) / 2, and n is the length of u at an end of the piece. It is not below 2^-537, the root of
   the least double, and above 2^-10 U. With M = U^2 / n, the error is 20 eps U W + 26 eps R M, and what underflows.
   The bound is 64 eps U (W + R U / n) + 2^-500 R + 2^-600. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss Geometry MovingGeometry MovingVectors MovingTurn MovingMiss MovingErrors MovingEnds MovingSide
  MovingFree Terms_moving.

Open Scope R_scope.

(* A quotient of which a bound is known. *)
Lemma below_div n (x y : D) : (-1074 <= n < 1024)%Z -> finite x -> finite y -> real y <> 0 ->
  Rabs (real x / real y) <= bpow radix2 n ->
  below n (fdiv x y) /\ Rabs (real (fdiv x y) - real x / real y) <= eps * Rabs (real x / real y) + tiny.
Proof.
  intros N Fx Fy Y B. generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE x y Y). intros C.
  rewrite power_below_overflow with (n := n) in C by (assumption || lia). destruct C as (C1 & C2 & _).
  assert (E : real (fdiv x y) = rnd double (real x / real y)) by exact C1.
  split; [split |].
  - unfold finite, fdiv. rewrite C2. exact Fx.
  - rewrite E. apply rnd_below; [lia | exact B].
  - rewrite E. apply rnd_error.
Qed.

Lemma product_low (x y : D) : finite (fmul x y) -> 0 <= real x -> 0 <= real y ->
  0 <= real (fmul x y) /\ (1 - eps) * (real x * real y) - tiny <= real (fmul x y).
Proof.
  intros F X Y. split; [now apply fmul_nonneg |]. pose proof (fmul_error _ _ F) as E.
  rewrite (Rabs_pos_eq (real x * real y)) in E by now apply Rmult_le_pos. apply Rabs_le_inv in E. lra.
Qed.

Lemma sum_low (x y : D) : finite (fadd x y) -> 0 <= real x -> 0 <= real y ->
  0 <= real (fadd x y) /\ (1 - eps) * (real x + real y) <= real (fadd x y).
Proof.
  intros F X Y. split; [now apply fadd_nonneg |]. pose proof (fadd_error _ _ F) as E.
  rewrite (Rabs_pos_eq (real x + real y)) in E by lra. apply Rabs_le_inv in E. lra.
Qed.

(* Lengths that are not 0. *)
Lemma root_at_least (q : D) : finite (fsqrt q) -> 0 < real (fsqrt q) -> bpow radix2 (-537) <= real (fsqrt q).
Proof.
  intros F P. destruct (fsqrt_finite _ F) as (Fq & Q0 & E). const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  assert (L : bpow radix2 (-537) <= sqrt (real q)).
  { rewrite <- (sqrt_square (bpow radix2 (-537))) by apply bpow_ge_0. apply sqrt_le_1_alt. rewrite <- bpow_plus.
    destruct (flt_real_cases (fconst 0 0) q F0 Fq) as [[L _] | [_ L]].
    - apply flt_by_unit in L; auto. rewrite V0 in L. replace (-537 + -537)%Z with (1 + -1075)%Z by lia.
      rewrite bpow_plus.
      change (bpow radix2 1) with 2. change (bpow radix2 (-1075)) with tiny. lra.
    - exfalso. rewrite V0 in L. replace (real q) with 0 in E by lra. rewrite sqrt_0, rnd_zero in E. lra. }
  rewrite E. rewrite <- (rnd_of_format double (bpow radix2 (-537))) by (apply power_in_format; lia). now apply rnd_le.
Qed.

(* The length n that divides, and M = U^2 / n. *)
Section Length.
Variables (us n : D).
Hypotheses (Su : size_in_range us) (Bn : below 202 n) (Ln : bpow radix2 (-537) <= real n)
  (Hn : real n <= (1 + 1 / 50) * real us + H500 / 1000) (Un : flt (fmul (fconst 1 (-10)) us) n = true).

Let U := real us.
Let N := real n.
Definition ratio := real us * real us / real n.
Let M := ratio.

Lemma length_ratio : 0 < N /\ 0 <= U <= 1025 * N /\ 0 <= M <= 1025 * U /\ U <= 11 / 10 * M + H500 / 500 /\
  N <= 12 / 10 * M + H500 / 200.
Proof.
  pose proof (bpow_gt_0 radix2 (-537)) as P. assert (N0 : 0 < N) by (unfold N; lra). destruct Su as [Bu U0].
  fold U in U0.
  const_facts 1%Z (-10)%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 (-10)) with (/ 1024) in V1.
  assert (Bc : below 0 (fconst 1 (-10))) by (split; [exact F1 |]; rewrite V1, Rabs_pos_eq; simpl; lra).
  assert (B1 : below (0 + 200) (fmul (fconst 1 (-10)) us)) by (apply below_mul; auto; lia).
  destruct (product_low _ _ (proj1 B1) ltac:(lra) U0) as [_ L1]. rewrite V1 in L1. fold U in L1.
  apply flt_real in Un; [| apply B1 | apply Bn]. fold N in Un. pose proof eps_small.
  assert (T : 1048576 * tiny <= N).
  { apply Rle_trans with (bpow radix2 (-537)); [| exact Ln]. change 1048576 with (bpow radix2 20).
    change tiny with (bpow radix2 (-1075)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (U1 : U <= 1025 * N).
  { assert (eps * (/ 1024 * U) <= / 1048576 * (/ 1024 * U)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (IN : 0 < / N) by (now apply Rinv_0_lt_compat).
  assert (EM : M * N = U * U) by (unfold M, ratio; fold U N; field; lra).
  assert (M0 : 0 <= M) by (unfold M, ratio, Rdiv; fold U N; apply Rmult_le_pos; [now apply Rmult_le_pos | lra]).
  assert (M1 : M <= 1025 * U).
  { apply Rmult_le_reg_r with N; [exact N0 |]. rewrite EM. replace (1025 * U * N) with (U * (1025 * N)) by ring.
    now apply Rmult_le_compat_l. }
  fold U N in Hn. pose proof (bpow_gt_0 radix2 (-500)) as G. revert G Hn. generalize H500. intros G G0 Hn.
  assert (U2 : U <= 11 / 10 * M + G / 500).
  { apply Rnot_lt_le. intros L.
    assert (X1 : U * U <= M * ((1 + 1 / 50) * U + G / 1000)) by (rewrite <- EM; now apply Rmult_le_compat_l).
    assert (X2 : (11 / 10 * M) * ((1 + 1 / 50) * U + G / 1000) <= (U - G / 500) * ((1 + 1 / 50) * U + G / 1000)).
    { apply Rmult_le_compat_r; lra. }
    assert (0 <= G * U) by (apply Rmult_le_pos; lra). assert (0 <= G * G) by (apply Rmult_le_pos; lra).
    assert (0 < U * U) by (apply Rmult_lt_0_compat; lra). lra. }
  repeat split; lra.
Qed.

Lemma inverse_known : let i := fdiv (fconst 1 0) n in
  below 537 i /\ 0 <= real i /\ Rabs (real i * N - 1) <= 101 / 100 * eps.
Proof.
  intros i. destruct length_ratio as (N0 & _). const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1.
  change (bpow radix2 0) with 1 in V1.
  pose proof eps_small. assert (IN : 0 < / N) by (now apply Rinv_0_lt_compat).
  assert (Q : real (fconst 1 0 : D) / real n = / N) by (rewrite V1; unfold Rdiv; fold N; ring).
  destruct (below_div 537 (fconst 1 0) n ltac:(lia) F1 (proj1 Bn) ltac:(fold N; lra)) as [Bi Ei].
  { rewrite Q, Rabs_pos_eq by lra. replace 537%Z with (- -537)%Z by lia. rewrite bpow_opp. apply Rinv_le;
      [apply bpow_gt_0 | exact Ln]. }
  fold i in Bi, Ei. rewrite Q, (Rabs_pos_eq (/ N)) in Ei by lra.
  assert (TN : 1000 * (tiny * N) <= eps).
  { destruct Bn as [_ X]. fold N in X. rewrite Rabs_pos_eq in X by lra.
    apply Rle_trans with (bpow radix2 10 * (bpow radix2 (-1075) * bpow radix2 202)).
    - change (bpow radix2 10) with 1024. change tiny with (bpow radix2 (-1075)).
      assert (Y : bpow radix2 (-1075) * N <= bpow radix2 (-1075) * bpow radix2 202) by (apply Rmult_le_compat_l;
        [apply bpow_ge_0 | exact X]).
      assert (0 <= bpow radix2 (-1075) * bpow radix2 202) by (apply Rmult_le_pos; apply bpow_ge_0). lra.
    - rewrite <- !bpow_plus. rewrite u_double. apply (bpow_le radix2 _ (-53)). lia. }
  split; [exact Bi |].
  assert (X : Rabs (real i * N - 1) <= eps + tiny * N).
  { replace (real i * N - 1) with ((real i - / N) * N) by (field; lra). rewrite Rabs_mult, (Rabs_pos_eq N) by lra.
    replace (eps + tiny * N) with ((eps * / N + tiny) * N) by (field; lra). apply Rmult_le_compat_r; lra. }
  split; [| lra]. apply Rabs_le_inv in X. apply Rmult_le_reg_r with N; [exact N0 |]. lra.
Qed.
Lemma padded_ratio : 0 <= padded us * padded us * / N /\ padded us * padded us * / N <= M + H500 / 1000 /\ tiny * / N
  <= H500 / 1000.
Proof.
  destruct length_ratio as (N0 & HU & HM & _). pose proof (bpow_gt_0 radix2 (-500)) as G0. pose proof tiny_pos.
  assert (IN : 0 < / N) by now apply Rinv_0_lt_compat.
  assert (S2 : padded us * padded us * / N <= M + H500 / 1000).
  { unfold padded. fold U. set (p := bpow radix2 (-1022)).
    assert (P0 : 0 <= p) by apply bpow_ge_0.
    assert (P1 : 1048576 * (1048576 * p) <= H500).
    { unfold p. change 1048576 with (bpow radix2 20). rewrite <- !bpow_plus. apply bpow_le. lia. }
    assert (P2 : p <= N).
    { eapply Rle_trans; [| exact Ln]. apply bpow_le. lia. }
    replace ((U + p) * (U + p) * / N) with (M + p * ((2 * U + p) * / N)) by (unfold M, ratio; fold U N; field; lra).
    assert (L : (2 * U + p) * / N <= 2051).
    { apply Rmult_le_reg_r with N; [exact N0 |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (p * ((2 * U + p) * / N) <= p * 2051) by (apply Rmult_le_compat_l; lra). lra. }
  assert (S0 : 0 <= padded us * padded us * / N).
  { apply Rmult_le_pos; [| lra]. pose proof (proj1 (padded_facts us Su)). now apply Rmult_le_pos. }
  assert (TN : tiny * / N <= H500 / 1000).
  { apply Rmult_le_reg_r with N; [exact N0 |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with (H500 / 1024 * bpow radix2 (-537)).
    - unfold Rdiv. change tiny with (bpow radix2 (-1075)). change (/ 1024) with (bpow radix2 (-10)).
      rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat; lra || apply bpow_ge_0 || exact Ln. }
  split; [exact S0 | split; [exact S2 | exact TN]].
Qed.
End Length.

(* R (d / n + n) / 2 for a product d of two vectors u. *)
Section Term.
Variables (us n r : D) (R : R).
Hypotheses (Su : size_in_range us) (Bn : below 202 n) (Ln : bpow radix2 (-537) <= real n)
  (Hn : real n <= (1 + 1 / 50) * real us + H500 / 1000) (Un : flt (fmul (fconst 1 (-10)) us) n = true)
  (Sr : size_in_range r) (HR : 0 <= R <= (1 + 2 * eps) * real r) (ER : Rabs (real r - R) <= eps * R).

Let M := ratio us n.
Let i := fdiv (fconst 1 0) n.
Let half := fmul (fconst 1 (-1)) r.

Lemma half_reach : below 200 half /\ 0 <= real half <= 6 / 10 * real r + tiny /\ Rabs (real half - R / 2)
  <= 11 / 10 * eps * real r + tiny.
Proof.
  destruct half_value as [Fh Vh]. destruct Sr as [Br R0]. pose proof eps_small. pose proof tiny_pos.
  assert (Bc : below 0 (fconst 1 (-1))) by (split; [exact Fh |]; rewrite Vh, Rabs_pos_eq; simpl; lra).
  assert (B : below (0 + 200) half) by (apply below_mul; auto; lia). split; [exact B |].
  assert (P : 0 <= real half) by (apply fmul_nonneg; [apply B | lra | lra]).
  pose proof (fmul_error _ _ (proj1 B)) as E. rewrite Vh, (Rabs_pos_eq (1 / 2 * real r)) in E by lra. fold half in E.
  apply Rabs_le_inv in E. apply Rabs_le_inv in ER.
  assert (eps * real r <= / 1048576 * real r) by (apply Rmult_le_compat_r; lra).
  assert (eps * R <= eps * ((1 + 2 * eps) * real r)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= eps * real r) by (apply Rmult_le_pos; lra).
  assert (eps * (eps * real r) <= / 1048576 * (eps * real r)) by (apply Rmult_le_compat_r; lra).
  split; [lra |]. apply Rabs_le. lra.
Qed.

(* What a product of two vectors u may have as its error, and its size. *)
Lemma term_known (d : D) X : below 405 d -> Rabs (real d - X) <= 16 * eps * (padded us * padded us) + 8 * tiny ->
  Rabs X <= (1 + 1 / 25) * (padded us * padded us) ->
  let t := fmul half (fadd (fmul d i) n) in
  below 420 t /\ Rabs (real t - R * ((X / real n + real n) / 2))
    <= 18 * eps * (real r * M) + real r * H500 / 100 + H600 / 100 /\
  Rabs (real t) <= 2 * (real r * M) + real r * H500 / 10 + H600 / 10.
Proof.
  intros Bd Ed Sd t. destruct (length_ratio us n Su Bn Ln Hn Un) as (N0 & HU & HM & UM & NM).
  destruct (inverse_known us n Su Bn Ln Hn Un) as (Bi & I0 & Ei). fold i in Bi, I0, Ei. fold M in HM, UM, NM.
  destruct half_reach as (Bh & Ph & Eh). pose proof eps_small. pose proof tiny_pos as T0. destruct Sr as [Br R0].
  destruct (in_range_le _ Su) as [_ U200].
  assert (Small : 1048576 * tiny <= H500) by apply small_root.
  pose proof (bpow_gt_0 radix2 (-500)) as G0. pose proof (bpow_gt_0 radix2 (-600)) as G6.
  set (U := real us) in *. set (N := real n) in *.
  (* All relative to n. *)
  assert (IN : 0 < / N) by now apply Rinv_0_lt_compat.
  destruct (padded_ratio us n Su Bn Ln Hn Un) as (S0 & S2 & TN). fold N M in S0, S2, TN.
  set (x := X / N). set (v := real d / N).
  assert (Ev : Rabs (v - x) <= 16 * eps * (M + H500 / 1000) + H500 / 100).
  { unfold v, x. replace (real d / N - X / N) with ((real d - X) * / N) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (/ N)) by lra.
    assert (A : Rabs (real d - X) * / N <= (16 * eps * (padded us * padded us) + 8 * tiny) * / N)
      by (apply Rmult_le_compat_r; lra).
    replace ((16 * eps * (padded us * padded us) + 8 * tiny) * / N) with
      (16 * eps * (padded us * padded us * / N) + 8 * (tiny * / N)) in A by ring.
    assert (16 * eps * (padded us * padded us * / N) <= 16 * eps * (M + H500 / 1000)) by (apply Rmult_le_compat_l;
      lra). lra. }
  assert (Mx : Rabs x <= (1 + 1 / 25) * (M + H500 / 1000)).
  { unfold x, Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ N)) by lra.
    assert (A : Rabs X * / N <= (1 + 1 / 25) * (padded us * padded us) * / N) by (apply Rmult_le_compat_r; lra).
    rewrite Rmult_assoc in A.
    assert ((1 + 1 / 25) * (padded us * padded us * / N) <= (1 + 1 / 25) * (M + H500 / 1000))
      by (apply Rmult_le_compat_l; lra). lra. }
  assert (Edi : Rabs (real d * real i - v) <= 101 / 100 * eps * Rabs v).
  { replace (real d * real i - v) with (v * (real i * N - 1)) by (unfold v; field; lra). rewrite Rabs_mult.
    rewrite Rmult_comm. apply Rmult_le_compat_r; [apply Rabs_pos | exact Ei]. }
  assert (B1 : below (405 + 537) (fmul d i)) by (apply below_mul; auto; lia).
  pose proof (fmul_error _ _ (proj1 B1)) as E1. revert E1. generalize (real d * real i) Edi. intros y Ey E1.
  set (a := real (fmul d i)) in *.
  assert (EM : 0 <= eps * M <= / 1048576 * M) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EEM : eps * (eps * M) <= / 1048576 * (eps * M)) by (apply Rmult_le_compat_r; lra).
  assert (EG : 0 <= eps * H500 <= / 1048576 * H500) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  apply Rabs_le_inv in Ev. apply Rabs_le_inv in Mx.
  assert (Mv : Rabs v <= 105 / 100 * M + H500 / 50) by (apply Rabs_le; lra).
  assert (EMv : eps * Rabs v <= eps * (105 / 100 * M + H500 / 50)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in Ey. apply Rabs_le_inv in Mv.
  assert (My : Rabs y <= 106 / 100 * M + H500 / 40) by (apply Rabs_le; lra).
  assert (EMy : eps * Rabs y <= eps * (106 / 100 * M + H500 / 40)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E1. apply Rabs_le_inv in My.
  assert (Ea : Rabs (a - x) <= 19 * (eps * M) + H500 / 80) by (apply Rabs_le; lra).
  apply Rabs_le_inv in Ea.
  assert (M211 : M + 100 * H500 <= bpow radix2 211).
  { destruct small_root as (_ & _ & _ & G1). change 211%Z with (11 + 200)%Z. rewrite bpow_plus.
    change (bpow radix2 11) with 2048.
    assert (1 <= bpow radix2 200) by (change 1 with (bpow radix2 0); apply bpow_le; lia). lra. }
  assert (P213 : bpow radix2 213 = 4 * bpow radix2 211).
  { change 213%Z with (2 + 211)%Z. rewrite bpow_plus. reflexivity. }
  assert (B2 : below 213 (fmul d i)) by (split; [apply B1 |]; fold a; apply Rabs_le; lra).
  assert (B3 : below (213 + 1) (fadd (fmul d i) n)) by (apply below_add; [lia | exact B2 | eapply below_weaken;
    [exact Bn | lia]]).
  pose proof (fadd_error _ _ (proj1 B3)) as E3. fold a in E3. fold N in E3. set (b := real (fadd (fmul d i) n)) in *.
  assert (Mb : Rabs (a + N) <= 24 / 10 * M + H500 / 30) by (apply Rabs_le; lra).
  assert (EMb : eps * Rabs (a + N) <= eps * (24 / 10 * M + H500 / 30)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E3. apply Rabs_le_inv in Mb.
  assert (Eb : Rabs (b - (x + N)) <= 215 / 10 * (eps * M) + H500 / 70) by (apply Rabs_le; lra).
  assert (Mc : Rabs (x + N) <= 24 / 10 * M + H500 / 30) by (apply Rabs_le; lra).
  assert (Mbb : Rabs b <= 25 / 10 * M + H500 / 20) by (apply Rabs_le; lra).
  assert (B4 : below (200 + 214) t) by (apply below_mul; auto; lia).
  split; [eapply below_weaken; [exact B4 | lia] |].
  pose proof (fmul_error _ _ (proj1 B4)) as E4. fold t in E4. fold b in E4.
  set (Q := real r * M). set (RG := real r * H500).
  assert (Q0 : 0 <= Q) by (apply Rmult_le_pos; lra). assert (RG0 : 0 <= RG) by (apply Rmult_le_pos; lra).
  assert (TM : 1048576 * (tiny * (M + 100 * H500)) <= H600).
  { apply Rle_trans with (bpow radix2 20 * (bpow radix2 (-1075) * bpow radix2 211)).
    - change (bpow radix2 20) with 1048576. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat; try lra.
      change tiny with (bpow radix2 (-1075)). lra.
    - rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (T6 : 1048576 * tiny <= H600) by apply tiny_600.
  assert (TM0 : 0 <= tiny * M) by (apply Rmult_le_pos; lra). assert (TG0 : 0 <= tiny * H500) by (apply Rmult_le_pos;
    lra).
  (* half b against R (x + N) / 2 *)
  assert (A1 : Rabs (real half * (b - (x + N))) <= (6 / 10 * real r + tiny) * (215 / 10 * (eps * M) + H500 / 70)).
  { rewrite Rabs_mult, (Rabs_pos_eq (real half)) by lra. apply Rmult_le_compat; try lra. apply Rabs_pos. }
  assert (A2 : Rabs ((real half - R / 2) * (x + N)) <= (11 / 10 * eps * real r + tiny) * (24 / 10 * M + H500 / 30)).
  { rewrite Rabs_mult. apply Rmult_le_compat; try lra; apply Rabs_pos. }
  replace ((6 / 10 * real r + tiny) * (215 / 10 * (eps * M) + H500 / 70)) with
    (129 / 10 * (eps * Q) + 6 / 700 * RG + (215 / 10 * (eps * (tiny * M)) + tiny * H500 / 70)) in A1 by (unfold Q, RG;
      field).
  replace ((11 / 10 * eps * real r + tiny) * (24 / 10 * M + H500 / 30)) with
    (264 / 100 * (eps * Q) + 11 / 300 * (eps * RG) + (24 / 10 * (tiny * M) + tiny * H500 / 30)) in A2 by (unfold Q, RG;
      field).
  assert (EQ : 0 <= eps * Q <= / 1048576 * Q) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (ERG : 0 <= eps * RG <= / 1048576 * RG) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (ETM : eps * (tiny * M) <= / 1048576 * (tiny * M)) by (apply Rmult_le_compat_r; lra).
  assert (Mhb : Rabs (real half * b) <= (6 / 10 * real r + tiny) * (25 / 10 * M + H500 / 20)).
  { rewrite Rabs_mult, (Rabs_pos_eq (real half)) by lra. apply Rmult_le_compat; try lra. apply Rabs_pos. }
  replace ((6 / 10 * real r + tiny) * (25 / 10 * M + H500 / 20)) with
    (15 / 10 * Q + 3 / 100 * RG + (25 / 10 * (tiny * M) + tiny * H500 / 20)) in Mhb by (unfold Q, RG; field).
  assert (EMhb : eps * Rabs (real half * b) <= eps * (15 / 10 * Q + 3 / 100 * RG + H600 / 1000))
    by (apply Rmult_le_compat_l; lra).
  assert (E6 : eps * H600 <= / 1048576 * H600) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in A1. apply Rabs_le_inv in A2. apply Rabs_le_inv in E4.
  replace (X / N) with x by reflexivity.
  assert (Z : real half * b - R * ((x + N) / 2) = real half * (b - (x + N)) + (real half - R / 2) * (x + N)) by field.
  apply Rabs_le_inv in Mhb. split; apply Rabs_le; lra.
Qed.
End Term.

Lemma root_error (q : D) : finite q -> 0 <= real q ->
  Rabs (real (fsqrt q) * real (fsqrt q) - real q) <= 201 / 100 * eps * real q.
Proof.
  intros Fq Q0. pose proof (fsqrt_is_finite q Fq Q0) as F. destruct (fsqrt_finite _ F) as (_ & _ & E).
  pose proof (sqrt_sqrt (real q) Q0) as SS. pose proof (sqrt_pos (real q)) as SP. pose proof eps_small.
  pose proof (rnd_error double (sqrt (real q))) as Er. rewrite <- E, (Rabs_pos_eq (sqrt (real q))) in Er by assumption.
  destruct (Rle_lt_dec (real (fsqrt q)) 0) as [L | L].
  - (* The root of 0. *)
    assert (Z : real q = 0).
    { destruct (Req_dec (real q) 0) as [Z | Z]; [exact Z | exfalso]. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
      assert (P : bpow radix2 (-537) <= sqrt (real q)).
      { destruct (flt_real_cases (fconst 0 0) q F0 Fq) as [[P _] | [_ P]]; [| rewrite V0 in P; lra].
        apply flt_by_unit in P; auto. rewrite V0 in P.
        rewrite <- (sqrt_square (bpow radix2 (-537))) by apply bpow_ge_0. apply sqrt_le_1_alt. rewrite <- bpow_plus.
        replace (-537 + -537)%Z with (1 + -1075)%Z by lia. rewrite bpow_plus. change (bpow radix2 1) with 2.
        change (bpow radix2 (-1075)) with tiny. lra. }
      assert (P' : bpow radix2 (-537) <= real (fsqrt q)).
      { rewrite E. rewrite <- (rnd_of_format double (bpow radix2 (-537))) by (apply power_in_format; lia).
        now apply rnd_le. }
      pose proof (bpow_gt_0 radix2 (-537)). lra. }
    rewrite Z, sqrt_0, rnd_zero in E. rewrite E, Z, Rmult_0_l, Rminus_0_r, Rabs_R0. lra.
  - pose proof (root_at_least q F L) as P.
    assert (T : 1000000 * tiny <= eps * bpow radix2 (-537)).
    { change tiny with (bpow radix2 (-1075)). rewrite u_double.
      apply Rle_trans with (bpow radix2 20 * bpow radix2 (-1075)).
      - change (bpow radix2 20) with 1048576. pose proof (bpow_ge_0 radix2 (-1075)). lra.
      - change (/ 9007199254740992) with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
    set (s := sqrt (real q)) in *. set (v := real (fsqrt q)) in *.
    assert (EP : eps * bpow radix2 (-537) <= eps * v) by (apply Rmult_le_compat_l; lra).
    assert (ES : 0 <= eps * s) by (apply Rmult_le_pos; lra).
    apply Rabs_le_inv in Er.
    assert (EV : eps * v <= eps * s + / 1048576 * (eps * s) + / 1048576 * tiny).
    { assert (eps * v <= eps * (s + eps * s + tiny)) by (apply Rmult_le_compat_l; lra).
      assert (eps * (eps * s) <= / 1048576 * (eps * s)) by (apply Rmult_le_compat_r; lra).
      assert (eps * tiny <= / 1048576 * tiny) by (apply Rmult_le_compat_r; [apply Rlt_le, tiny_pos | lra]). lra. }
    pose proof tiny_pos.
    assert (D1 : Rabs (v - s) <= 1001 / 1000 * (eps * s)) by (apply Rabs_le; lra).
    replace (v * v - real q) with ((v - s) * (2 * s + (v - s))) by (rewrite <- SS; fold s; ring). rewrite Rabs_mult.
    assert (D2 : Rabs (2 * s + (v - s)) <= 2001 / 1000 * s).
    { apply Rabs_le_inv in D1. assert (eps * s <= / 1048576 * s) by (apply Rmult_le_compat_r; lra). apply Rabs_le. lra.
      }
    eapply Rle_trans; [apply Rmult_le_compat; [apply Rabs_pos | apply Rabs_pos | exact D1 | exact D2] |].
    replace (1001 / 1000 * (eps * s) * (2001 / 1000 * s)) with (1001 / 1000 * (2001 / 1000) * (eps * (s * s))) by ring.
    rewrite SS. assert (0 <= eps * real q) by (apply Rmult_le_pos; lra). lra.
Qed.

(* |u|^2 from the rounded |u|. *)
Lemma square_of_length x y X Y s : close x y X Y s -> let len := fsqrt (fadd (fmul x x) (fmul y y)) in below 202 len ->
  below 405 (fmul len len) /\ Rabs (real (fmul len len) - (X * X + Y * Y)) <= 16 * eps * (s * s) + 8 * tiny /\
  Rabs (X * X + Y * Y) <= (1 + 1 / 25) * (s * s).
Proof.
  intros C len Bl. destruct (length_of_close _ _ _ _ _ C) as (Bq & Q0 & _ & _).
  destruct (close_dot _ _ _ _ _ _ _ _ _ _ C C) as (_ & E & S). set (q := fadd (fmul x x) (fmul y y)) in *.
  pose proof (close_size_nonneg _ _ _ _ _ C) as S0. assert (K0 : 0 <= s * s) by now apply Rmult_le_pos.
  pose proof (root_error q (proj1 Bq) Q0) as Er. fold len in Er.
  assert (B : below (202 + 202) (fmul len len)) by (apply below_mul; auto; lia).
  split; [eapply below_weaken; [exact B | lia] |]. pose proof (fmul_error _ _ (proj1 B)) as Em.
  revert E S Er Em. generalize (X * X + Y * Y). generalize (real (fmul len len)). generalize (real len * real len).
  revert Q0. generalize (real q).
  revert K0. generalize (s * s). intros K K0 p Q0 v d Z E S Er Em. pose proof eps_small. pose proof tiny_pos.
  assert (EK : 0 <= eps * K <= / 1048576 * K) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EEK : eps * (eps * K) <= / 1048576 * (eps * K)) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in E. apply Rabs_le_inv in S.
  assert (ET : eps * tiny <= / 1048576 * tiny) by (apply Rmult_le_compat_r; lra).
  assert (EP : 0 <= eps * p <= eps * ((1 + 1 / 40) * K + 4 * tiny)) by (split;
    [apply Rmult_le_pos | apply Rmult_le_compat_l]; lra).
  apply Rabs_le_inv in Er.
  assert (V : Rabs v <= (1 + 1 / 39) * K + 5 * tiny) by (apply Rabs_le; lra).
  assert (EV : eps * Rabs v <= eps * ((1 + 1 / 39) * K + 5 * tiny)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in Em. split; apply Rabs_le; lra.
Qed.

(* 64 eps U k + 2^-500 R + 2^-600. *)
Lemma twice_bound (us k r : D) : size_in_range us -> below 412 k -> 0 <= real k -> size_in_range r ->
  let e := fadd (fmul (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us) k) (tiny_of_lengths r) in
  finite e /\ 62 * eps * (real us * real k) + 98 / 100 * (real r * H500) + 98 / 100 * H600 <= real e.
Proof.
  intros [Bu U0] Bk K0 Sr e. const_facts 1%Z 1%Z F1 V1. const_facts 1%Z (-48)%Z F2 V2. rewrite Rmult_1_l in V1, V2.
  change (bpow radix2 1) with 2 in V1. rewrite eps_48 in V2. pose proof eps_small. pose proof tiny_pos.
  pose proof (proj2 Sr) as R0.
  assert (B1 : below 1 (fconst 1 1)) by (split; [exact F1 |]; rewrite V1, Rabs_pos_eq; simpl; lra).
  assert (B2 : below 0 (fconst 1 (-48))) by (split; [exact F2 |]; rewrite V2, Rabs_pos_eq; simpl; lra).
  assert (B3 : below (1 + 0) (fmul (fconst 1 1) (fconst 1 (-48)))) by (apply below_mul; auto; lia).
  assert (B4 : below (1 + 200) (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us)) by (apply below_mul; auto; lia).
  assert (B5 : below (201 + 412) (fmul (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us) k)) by (apply below_mul; auto;
    lia).
  destruct (tiny_of_lengths_at_least r Sr) as [B6 L6].
  assert (B7 : below (613 + 1) e) by (apply below_add; [lia | exact B5 | eapply below_weaken; [exact B6 | lia]]).
  split; [apply B7 |].
  destruct (product_low _ _ (proj1 B3) ltac:(lra) ltac:(lra)) as [P3 L3]. rewrite V1, V2 in L3.
  destruct (product_low _ _ (proj1 B4) P3 U0) as [P4 L4]. destruct (product_low _ _ (proj1 B5) P4 K0) as [P5 L5].
  pose proof (bpow_gt_0 radix2 (-500)). pose proof (bpow_gt_0 radix2 (-600)).
  assert (RG : 0 <= real r * H500) by (apply Rmult_le_pos; lra).
  destruct (sum_low _ _ (proj1 B7) P5 ltac:(lra)) as [_ L7]. fold e in L7.
  revert L3 L4 L5 L6 L7 P3 P4 P5. generalize (real e) (real (tiny_of_lengths r)).
  generalize (real (fmul (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us) k)).
  generalize (real (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us)).
  generalize (real (fmul (fconst 1 1) (fconst 1 (-48)) : D)). intros x y z w g L3 L4 L5 L6 L7 P3 P4 P5.
  set (U := real us) in *. set (q := real k) in *. set (UK := U * q).
  assert (UK0 : 0 <= UK) by (now apply Rmult_le_pos).
  assert (Te : 1048576 * tiny <= eps).
  { change tiny with (bpow radix2 (-1075)). rewrite u_double. change (/ 9007199254740992) with (bpow radix2 (-53)).
    change 1048576 with (bpow radix2 20). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (X1 : 6399 / 100 * eps <= x).
  { assert (eps * eps <= / 1048576 * eps) by (apply Rmult_le_compat_r; lra). lra. }
  assert (X2 : 6399 / 100 * eps * U <= x * U) by (apply Rmult_le_compat_r; lra).
  assert (EU : 0 <= eps * U) by (apply Rmult_le_pos; lra).
  assert (EEU : eps * (eps * U) <= / 1048576 * (eps * U)) by (apply Rmult_le_compat_r; lra).
  assert (X3 : (1 - eps) * (6399 / 100 * eps * U) <= (1 - eps) * (x * U)) by (apply Rmult_le_compat_l; lra).
  assert (Y : 6398 / 100 * (eps * U) - tiny <= y) by lra.
  assert (Y2 : (6398 / 100 * (eps * U) - tiny) * q <= y * q) by (apply Rmult_le_compat_r; lra).
  replace ((6398 / 100 * (eps * U) - tiny) * q) with (6398 / 100 * (eps * UK) - tiny * q) in Y2 by (unfold UK; ring).
  assert (EK : 0 <= eps * UK) by (apply Rmult_le_pos; lra).
  assert (EEK : eps * (eps * UK) <= / 1048576 * (eps * UK)) by (apply Rmult_le_compat_r; lra).
  assert (Tq : 0 <= tiny * q <= H600 / 1048576).
  { split; [apply Rmult_le_pos; lra |]. destruct Bk as [_ Q]. rewrite Rabs_pos_eq in Q by assumption. fold q in Q.
    apply Rmult_le_reg_l with 1048576; [lra |]. replace (1048576 * (H600 / 1048576)) with H600 by field.
    apply Rle_trans with (bpow radix2 20 * (bpow radix2 (-1075) * bpow radix2 412)).
    - change (bpow radix2 20) with 1048576. apply Rmult_le_compat_l; [lra |]. change tiny with (bpow radix2 (-1075)).
      apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Q].
    - rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (T6 : 1048576 * tiny <= H600) by apply tiny_600.
  assert (Y3 : (1 - eps) * (6398 / 100 * (eps * UK) - tiny * q) <= (1 - eps) * (y * q)) by (apply Rmult_le_compat_l;
    lra).
  assert (0 <= eps * (tiny * q)) by (apply Rmult_le_pos; lra).
  assert (Z : 6397 / 100 * (eps * UK) - H600 / 1000 <= z) by lra.
  assert (Z2 : (1 - eps) * (6397 / 100 * (eps * UK) - H600 / 1000 + 99 / 100 * (real r * H500 + H600))
    <= (1 - eps) * (z + g)).
  { apply Rmult_le_compat_l; lra. }
  assert (eps * H600 <= / 1048576 * H600) by (apply Rmult_le_compat_r; lra).
  assert (eps * (real r * H500) <= / 1048576 * (real r * H500)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* What was subtracted is added again: X without R |u|. *)
Lemma added_again (x g : D) : below 406 x -> below 406 g ->
  below 408 (fadd (fsub x g) g) /\
  Rabs (real (fadd (fsub x g) g) - real x) <= 22 / 10 * eps * Rabs (real x) + 32 / 10 * eps * Rabs (real g).
Proof.
  intros Bx Bg. assert (B1 : below (406 + 1) (fsub x g)) by (apply below_sub; auto; lia).
  assert (B2 : below (407 + 1) (fadd (fsub x g) g)) by (apply below_add; [lia | exact B1 | eapply below_weaken;
    [exact Bg | lia]]).
  split; [exact B2 |]. pose proof (fsub_error _ _ (proj1 B1)) as E1. pose proof (fadd_error _ _ (proj1 B2)) as E2.
  pose proof eps_small.
  revert E1 E2. generalize (real (fadd (fsub x g) g)) (real (fsub x g)) (real x) (real g). intros v w a b E1 E2.
  pose proof (Rabs_pos a) as A0. pose proof (Rabs_pos b) as B0.
  assert (S : Rabs (a - b) <= Rabs a + Rabs b) by (unfold Rminus; eapply Rle_trans; [apply Rabs_triang |];
    rewrite Rabs_Ropp; lra).
  assert (ES : eps * Rabs (a - b) <= eps * (Rabs a + Rabs b)) by (apply Rmult_le_compat_l; lra).
  assert (SV : Rabs (w + b) <= Rabs a + eps * (Rabs a + Rabs b)).
  { replace (w + b) with (w - (a - b) + a) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (EV : eps * Rabs (w + b) <= eps * (Rabs a + eps * (Rabs a + Rabs b))) by (apply Rmult_le_compat_l; lra).
  assert (EAB : 0 <= eps * (Rabs a + Rabs b)) by (apply Rmult_le_pos; lra).
  assert (EEAB : eps * (eps * (Rabs a + Rabs b)) <= / 1048576 * (eps * (Rabs a + Rabs b))) by (apply Rmult_le_compat_r;
    lra).
  replace (v - a) with (v - (w + b) + (w - (a - b))) by ring. eapply Rle_trans; [apply Rabs_triang |].
  assert (0 <= eps * Rabs a) by (apply Rmult_le_pos; lra). assert (0 <= eps * Rabs b) by (apply Rmult_le_pos; lra). lra.
Qed.
