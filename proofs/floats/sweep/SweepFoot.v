(* filter_foot of src/sweep/sweep_filter.h: where along the wall the circle reaches the line at distance R.

   The sign of (from . u) |u x v| + (|u x w| - R |u|) (v . u), a form of degree four. Its error is at most 28 eps of
   |u|^2 |v| (|from| + |w| + R); the filter allows 128. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss SweepCompare SweepEnd Terms_sweep Terms_contact_sweep.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* A product of two numbers with errors, rounded. *)
Lemma product_of_known e h m n al be a A b B r :
  0 < e <= / 1048576 -> 0 < h <= / 1024 -> 0 <= m -> 0 <= n -> 0 <= al <= 30 -> 0 <= be <= 30 ->
  Rabs (a - A) <= al * (e * m) + 8 * h -> Rabs A <= (1 + 5 / 100) * m ->
  Rabs (b - B) <= be * (e * n) + 8 * h -> Rabs B <= (1 + 5 / 100) * n ->
  Rabs (r - a * b) <= e * Rabs (a * b) + h ->
  Rabs (r - A * B) <= ((1 + 6 / 100) * (al + be) + 13 / 10) * (e * (m * n)) + 10 * (h * (m + n)) + 3 * h.
Proof.
  intros E H m0 n0 Al Be Ha HA Hb HB Hr.
  assert (Em : 0 <= e * m <= / 1048576 * m) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (En : 0 <= e * n <= / 1048576 * n) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (Xa : al * (e * m) <= 30 * (e * m)) by (apply Rmult_le_compat_r; lra).
  assert (Xb : be * (e * n) <= 30 * (e * n)) by (apply Rmult_le_compat_r; lra).
  assert (Sa : Rabs a <= (1 + 6 / 100) * m + 8 * h).
  { replace a with (A + (a - A)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Sb : Rabs b <= (1 + 6 / 100) * n + 8 * h).
  { replace b with (B + (b - B)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (ea0 : 0 <= al * (e * m)) by (apply Rmult_le_pos; lra). assert (eb0 : 0 <= be * (e * n)) by (apply
    Rmult_le_pos; lra).
  assert (X1 : Rabs ((a - A) * b) <= (al * (e * m) + 8 * h) * ((1 + 6 / 100) * n + 8 * h)).
  { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
  assert (X2 : Rabs (A * (b - B)) <= (1 + 5 / 100) * m * (be * (e * n) + 8 * h)).
  { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
  assert (X3 : Rabs (a * b) <= ((1 + 6 / 100) * m + 8 * h) * ((1 + 6 / 100) * n + 8 * h)).
  { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
  assert (X4 : e * Rabs (a * b) <= e * (((1 + 6 / 100) * m + 8 * h) * ((1 + 6 / 100) * n + 8 * h))) by (apply
    Rmult_le_compat_l; lra).
  replace (r - A * B) with ((r - a * b) + ((a - A) * b + A * (b - B))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |].
  assert (Emn : 0 <= e * (m * n)) by (apply Rmult_le_pos; [lra | now apply Rmult_le_pos]).
  assert (Hm : 0 <= h * m) by (apply Rmult_le_pos; lra). assert (Hn : 0 <= h * n) by (apply Rmult_le_pos; lra).
  assert (EHm : 0 <= e * (h * m) <= / 1048576 * (h * m)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (EHn : 0 <= e * (h * n) <= / 1048576 * (h * n)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (HH : 0 <= h * h <= / 1024 * h) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EHH : 0 <= e * (h * h) <= / 1048576 * (h * h)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (Aemn : 0 <= al * (e * (m * n))) by (apply Rmult_le_pos; lra).
  assert (Bemn : 0 <= be * (e * (m * n))) by (apply Rmult_le_pos; lra).
  assert (AEHm : al * (e * (h * m)) <= 30 * (e * (h * m))) by (apply Rmult_le_compat_r; lra).
  replace ((al * (e * m) + 8 * h) * ((1 + 6 / 100) * n + 8 * h)) with
    ((1 + 6 / 100) * (al * (e * (m * n))) + 8 * (al * (e * (h * m))) + 8 * (1 + 6 / 100) * (h * n) + 64 * (h * h)) in X1
      by field.
  replace ((1 + 5 / 100) * m * (be * (e * n) + 8 * h)) with
    ((1 + 5 / 100) * (be * (e * (m * n))) + 8 * (1 + 5 / 100) * (h * m)) in X2 by field.
  replace (e * (((1 + 6 / 100) * m + 8 * h) * ((1 + 6 / 100) * n + 8 * h))) with
    ((1 + 6 / 100) * (1 + 6 / 100) * (e * (m * n)) + 8 * (1 + 6 / 100) * (e * (h * m)) + 8 * (1 + 6 / 100) * (e * (h *
      n)) + 64 * (e * (h * h))) in X4 by field.
  replace (((1 + 6 / 100) * (al + be) + 13 / 10) * (e * (m * n))) with
    ((1 + 6 / 100) * (al * (e * (m * n))) + (1 + 6 / 100) * (be * (e * (m * n))) + 13 / 10 * (e * (m * n))) by field.
  lra.
Qed.

(* The error bound of the filter. *)
Definition foot_allowance (su sv sf sw r : D) : D :=
  fadd (fmul (fmul (fmul (fconst 1 2) (fconst 1 (-48))) (fmul (fmul su su) sv)) (fadd (fadd sf sw) r)) (fconst 1
    (-660)).

Notation B200 := (bpow radix2 200).

Lemma tiny_B : tiny * (B200 * B200) <= T4 / 32768 /\ 1 <= B200.
Proof.
  split; [| change 1 with (bpow radix2 0); apply bpow_le; lia].
  rewrite <- bpow_plus. unfold eta, emin. simpl prec. simpl emax. rewrite <- bpow_plus.
  replace (T4 / 32768) with (bpow radix2 (-675)); [apply bpow_le; lia |].
  change (-660)%Z with (-675 + 15)%Z. rewrite bpow_plus. change (bpow radix2 15) with 32768. field.
Qed.

Lemma in_range_bounds s : size_in_range s -> 0 <= real s <= B200.
Proof. intros [[_ B] P]. rewrite Rabs_pos_eq in B; auto. Qed.

(* Lower bound of three roundings of a product. *)
Lemma product_at_least e h a b r : 0 <= a -> 0 <= b -> Rabs (r - a * b) <= e * Rabs (a * b) + h ->
  (1 - e) * (a * b) - h <= r.
Proof.
  intros A B H. assert (0 <= a * b) by now apply Rmult_le_pos. rewrite (Rabs_pos_eq (a * b)) in H by assumption.
  apply Rabs_le_inv in H. lra.
Qed.

Lemma allowance_real e h T B k v s S u2 a b c r :
  0 < e <= / 1048576 -> 0 < h <= / 1024 -> 0 < T -> h * (B * B) <= T / 32768 -> 1 <= B ->
  0 <= k -> 0 <= v <= B -> 0 <= s -> 0 <= S <= 4 * B -> 0 <= b -> 0 <= c ->
  (1 - e) * k - h <= u2 -> (1 - e) * (u2 * v) - h <= a -> (1 - e) * (128 * e * a) - h <= b ->
  (1 - 2 * e) * s <= S -> (1 - e) * (b * S) - h <= c -> (1 - e) * (c + T) <= r ->
  100 * (e * (k * v * s)) + T / 2 <= r.
Proof.
  intros E H HT HB B1 k0 V s0 HS b0 c0 Hu Ha Hb Hs Hc Hr.
  assert (hB : h <= h * B) by nra. assert (hBB : h * B <= h * (B * B)) by nra.
  assert (hv : h * v <= h * B) by (apply Rmult_le_compat_l; lra).
  set (K := k * v). assert (K0 : 0 <= K) by (apply Rmult_le_pos; lra).
  assert (EK : 0 <= e * K <= / 1048576 * K) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EEK : 0 <= e * (e * K) <= / 1048576 * (e * K)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (X1 : K - e * K - h * v <= u2 * v).
  { assert (((1 - e) * k - h) * v <= u2 * v) by (apply Rmult_le_compat_r; lra). unfold K. lra. }
  assert (X2 : K - 2 * (e * K) - 2 * (h * B) <= a).
  { assert ((1 - e) * (K - e * K - h * v) <= (1 - e) * (u2 * v)) by (apply Rmult_le_compat_l; lra).
    assert (0 <= e * (h * v)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). lra. }
  assert (X3 : e * (K - 2 * (e * K) - 2 * (h * B)) <= e * a) by (apply Rmult_le_compat_l; lra).
  assert (EhB : 0 <= e * (h * B) <= / 1048576 * (h * B)) by (split; [apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]
    | apply Rmult_le_compat_r; lra]).
  assert (X4 : 127 * (e * K) - 2 * (h * B) <= b).
  { assert ((1 - e) * (128 * (e * K - 2 * (e * (e * K)) - 2 * (e * (h * B)))) <= (1 - e) * (128 * (e * a))) by (apply
    Rmult_le_compat_l; lra).
    assert (0 <= e * (e * (h * B))) by (apply Rmult_le_pos; lra). assert (0 <= e * (e * (e * K))) by (apply
      Rmult_le_pos; lra). lra. }
  assert (X5 : (127 * (e * K) - 2 * (h * B)) * S <= b * S) by (apply Rmult_le_compat_r; lra).
  assert (X6 : h * B * S <= 4 * (h * (B * B))).
  { replace (4 * (h * (B * B))) with (h * B * (4 * B)) by ring. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra |
    lra]. }
  assert (X7 : e * K * ((1 - 2 * e) * s) <= e * K * S) by (apply Rmult_le_compat_l; lra).
  set (P := e * (K * s)) in *.
  assert (P0 : 0 <= P) by (unfold P; apply Rmult_le_pos; [lra |]; apply Rmult_le_pos; lra).
  assert (EP : e * P <= / 1048576 * P) by (apply Rmult_le_compat_r; lra).
  replace (e * K * ((1 - 2 * e) * s)) with (P - 2 * (e * P)) in X7 by (unfold P; ring).
  assert (X8 : 126 * P - 8 * (h * (B * B)) <= b * S) by lra.
  assert (X9 : (1 - e) * (126 * P - 8 * (h * (B * B))) <= (1 - e) * (b * S)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= e * (h * (B * B))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]]).
  assert (X10 : 125 * P - 9 * (h * (B * B)) <= c) by lra.
  assert (X11 : (1 - e) * (125 * P - 9 * (h * (B * B)) + T) <= (1 - e) * (c + T)) by (apply Rmult_le_compat_l; lra).
  assert (e * T <= / 1048576 * T) by (apply Rmult_le_compat_r; lra).
  replace (e * (k * v * s)) with P by (unfold P, K; ring). lra.
Qed.

Lemma foot_allowance_bounds su sv sf sw r :
  size_in_range su -> size_in_range sv -> size_in_range sf -> size_in_range sw -> size_in_range r ->
  below 900 (foot_allowance su sv sf sw r) /\
  100 * (eps * (real su * real su * real sv * (real sf + real sw + real r))) + T4 / 2 <= real (foot_allowance su sv sf
    sw r).
Proof.
  intros Su Sv Sf Sw Sr. unfold foot_allowance.
  destruct (in_range_bounds _ Su) as [u0 u1]. destruct (in_range_bounds _ Sv) as [v0 v1].
  destruct (in_range_bounds _ Sf) as [f0 f1]. destruct (in_range_bounds _ Sw) as [w0 w1]. destruct (in_range_bounds _
    Sr) as [r0 r1].
  const_facts 1%Z (-48)%Z G1 K1. rewrite Rmult_1_l in K1. const_facts 1%Z 2%Z G2 K2. rewrite Rmult_1_l in K2.
  assert (B1 : below (-48) (fconst 1 (-48))) by (split; auto; rewrite K1, Rabs_pos_eq; [lra | apply bpow_ge_0]).
  assert (B2 : below 2 (fconst 1 2)) by (split; auto; rewrite K2, Rabs_pos_eq; [lra | apply bpow_ge_0]).
  assert (B3 : below (-46) (fmul (fconst 1 2) (fconst 1 (-48)))) by (apply (below_mul 2 (-48)); auto; lia).
  assert (V3 : real (fmul (fconst 1 2) (fconst 1 (-48)) : D) = 128 * eps).
  { destruct (fmul_finite _ _ (proj1 B3)) as (_ & _ & E). rewrite E, K1, K2, <- bpow_plus.
    rewrite rnd_of_format by (apply power_in_format; lia). rewrite bpow_plus,
      eps_48. change (bpow radix2 2) with 4. ring. }
  assert (B4 : below 400 (fmul su su)) by (apply (below_mul 200 200); [lia | apply Su | apply Su]).
  assert (B5 : below 600 (fmul (fmul su su) sv)) by (apply (below_mul 400 200); [lia | exact B4 | apply Sv]).
  assert (B6 : below 554 (fmul (fmul (fconst 1 2) (fconst 1 (-48))) (fmul (fmul su su) sv))) by (apply (below_mul (-46)
    600); auto; lia).
  destruct (sizes_sum sf sw 200 ltac:(lia) (proj1 Sf) (proj1 Sw) f0 w0) as (B7 & P7 & L7).
  assert (Br : below 201 r) by (eapply below_weaken; [apply Sr | lia]).
  destruct (sizes_sum (fadd sf sw) r 201 ltac:(lia) B7 Br P7 r0) as (B8 & P8 & L8).
  assert (B9 : below 756 (fmul (fmul (fmul (fconst 1 2) (fconst 1 (-48))) (fmul (fmul su su) sv)) (fadd (fadd sf sw)
    r))).
  { apply (below_mul 554 202); auto; lia. }
  destruct T4_value as [BT VT].
  assert (B10 : below 757 (fadd (fmul (fmul (fmul (fconst 1 2) (fconst 1 (-48))) (fmul (fmul su su) sv)) (fadd (fadd sf
    sw) r)) (fconst 1 (-660)))).
  { apply (below_add 756); [lia | exact B9 | eapply below_weaken; [exact BT | lia]]. }
  split; [eapply below_weaken; [exact B10 | lia] |].
  pose proof eps_small. pose proof tiny_pos. pose proof tiny_small. pose proof T4_pos. destruct tiny_B as [TB Bp].
  pose proof (fmul_error _ _ (proj1 B4)) as E4. pose proof (fmul_error _ _ (proj1 B5)) as E5.
  pose proof (fmul_error _ _ (proj1 B6)) as E6. pose proof (fmul_error _ _ (proj1 B9)) as E9.
  pose proof (fadd_error _ _ (proj1 B10)) as E10. rewrite V3 in E6. rewrite VT in E10.
  assert (N4 : 0 <= real (fmul su su)) by apply fmul_square_nonneg, B4.
  assert (N5 : 0 <= real (fmul (fmul su su) sv)) by (apply fmul_nonneg; auto; apply B5).
  assert (N6 : 0 <= real (fmul (fmul (fconst 1 2) (fconst 1 (-48))) (fmul (fmul su su) sv))).
  { apply fmul_nonneg; auto; [apply B6 |]. rewrite V3. lra. }
  assert (N9 : 0 <= real (fmul (fmul (fmul (fconst 1 2) (fconst 1 (-48))) (fmul (fmul su su) sv)) (fadd (fadd sf sw)
    r))).
  { apply fmul_nonneg; auto. apply B9. }
  apply product_at_least in E4; auto. apply product_at_least in E5; auto. apply product_at_least in E6; auto; [| lra].
  apply product_at_least in E9; auto.
  rewrite (Rabs_pos_eq (_ + T4)) in E10 by lra. apply Rabs_le_inv in E10.
  replace (real su * real su * real sv) with ((real su * real su) * real sv) by ring.
  assert (U8 : 0 <= real (fadd (fadd sf sw) r) <= 4 * B200).
  { split; [exact P8 |]. destruct B8 as [_ B8]. rewrite Rabs_pos_eq in B8 by exact P8.
    change (201 + 1)%Z with (200 + 2)%Z in B8. rewrite bpow_plus in B8. change (bpow radix2 2) with 4 in B8. lra. }
  eapply allowance_real with (h := tiny) (B := B200) (u2 := real (fmul su su)) (a := real (fmul (fmul su su) sv))
    (S := real (fadd (fadd sf sw) r)) (b := real (fmul (fmul (fconst 1 2) (fconst 1 (-48))) (fmul (fmul su su) sv)))
    (c := real (fmul (fmul (fmul (fconst 1 2) (fconst 1 (-48))) (fmul (fmul su su) sv)) (fadd (fadd sf sw) r)));
    eauto; try lra.
  - nra.
  - assert ((1 - eps) * ((1 - eps) * (real sf + real sw)) <= (1 - eps) * real (fadd sf sw)) by (apply Rmult_le_compat_l;
    lra).
    assert (0 <= eps * (eps * (real sf + real sw))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
    assert (0 <= eps * real r) by (apply Rmult_le_pos; lra). lra.
Qed.

(* R |u|, rounded: the root of a rounded square. *)
Lemma root_real e h N q s : 0 < e <= / 1048576 -> 0 < h -> 1048576 * h <= e * N -> 0 <= N -> 0 <= q ->
  Rabs (q - N) <= (2 * e + e * e) * N + 3 * h -> h <= e * sqrt q -> Rabs (s - sqrt q) <= e * sqrt q + h ->
  Rabs (s - sqrt N) <= 4 * (e * sqrt N).
Proof.
  intros E H HN N0 q0 Hq Hh Hs.
  assert (EN : 0 <= e * N <= / 1048576 * N) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EEN : e * (e * N) <= / 1048576 * (e * N)) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in Hq.
  assert (N1 : 0 <= sqrt N) by apply sqrt_pos. pose proof (sqrt_sqrt N N0) as SN.
  pose proof (sqrt_sqrt q q0) as Sq. assert (q1 : 0 <= sqrt q) by apply sqrt_pos.
  assert (U : sqrt q <= (1 + 5 / 4 * e) * sqrt N).
  { apply Rnot_lt_le. intros C. assert (((1 + 5 / 4 * e) * sqrt N) * ((1 + 5 / 4 * e) * sqrt N) < sqrt q * sqrt q).
    { apply Rmult_le_0_lt_compat; try lra; apply Rmult_le_pos; lra. }
    replace (((1 + 5 / 4 * e) * sqrt N) * ((1 + 5 / 4 * e) * sqrt N)) with ((1 + 5 / 4 * e) * (1 + 5 / 4 * e) * (sqrt N
      * sqrt N)) in * by ring.
    rewrite SN, Sq in *. assert (0 <= e * (e * N)) by (apply Rmult_le_pos; lra). lra. }
  assert (L : (1 - 5 / 4 * e) * sqrt N <= sqrt q).
  { apply Rnot_lt_le. intros C. assert (sqrt q * sqrt q < ((1 - 5 / 4 * e) * sqrt N) * ((1 - 5 / 4 * e) * sqrt N)).
    { apply Rmult_le_0_lt_compat; lra. }
    replace (((1 - 5 / 4 * e) * sqrt N) * ((1 - 5 / 4 * e) * sqrt N)) with ((1 - 5 / 4 * e) * (1 - 5 / 4 * e) * (sqrt N
      * sqrt N)) in * by ring.
    rewrite SN, Sq in *. assert (0 <= e * (e * N)) by (apply Rmult_le_pos; lra). lra. }
  assert (Z : 0 <= e * sqrt N) by (apply Rmult_le_pos; lra).
  assert (ZZ : e * (e * sqrt N) <= / 1048576 * (e * sqrt N)) by (apply Rmult_le_compat_r; lra).
  assert (X : e * sqrt q <= e * ((1 + 5 / 4 * e) * sqrt N)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in Hs. apply Rabs_le. lra.
Qed.

Lemma sqrt_at_least q m : 0 <= q -> 0 <= m -> m <= q -> m <= 1 -> m <= sqrt q.
Proof.
  intros Q M H1 H2. rewrite <- (sqrt_square m) by assumption. apply sqrt_le_1_alt. nra.
Qed.

Section Foot.
Variables (ux uy wx wy fx fy vx vy su sw sf sv r : D) (U1 U2 W1 W2 F1 F2 V1 V2 R : R).
Hypotheses (Nu : near ux uy U1 U2 (real su)) (Nw : near wx wy W1 W2 (real sw)) (Nf : near fx fy F1 F2 (real sf))
  (Nv : near vx vy V1 V2 (real sv)) (Su : size_in_range su) (Sw : size_in_range sw) (Sf : size_in_range sf)
  (Sv : size_in_range sv) (HR : reach_of r R) (Lu : length_of ux uy U1 U2).

Let len2 := fadd (fmul ux ux) (fmul uy uy).
Hypothesis Long : fle (fconst 1 (-400)) len2 = true.

Let reach_len := fmul r (fsqrt len2).

Lemma reach_len_error : below 403 reach_len /\
  Rabs (real reach_len - R * norm U1 U2) <= 45 / 4 * (eps * (real su * real r)) + tiny /\
  0 <= R * norm U1 U2 <= (1 + 1 / 100) * (real su * real r).
Proof.
  destruct (near_below _ _ _ _ _ Nu) as [B1 B2].
  destruct (square_length_error ux uy B1 B2) as (Bq & Q0 & HQ & HN). fold len2 in Bq, Q0, HQ.
  set (N := real ux ^ 2 + real uy ^ 2) in *.
  const_facts 1%Z (-400)%Z G K4. rewrite Rmult_1_l in K4.
  assert (LQ : bpow radix2 (-400) <= real len2) by (rewrite <- K4; apply fle_real; auto; apply Bq).
  pose proof eps_small. pose proof tiny_pos.
  assert (T400 : 4194304 * tiny <= eps * bpow radix2 (-400) /\ bpow radix2 (-400) <= 1).
  { split; [| change 1 with (bpow radix2 0); apply bpow_le; lia].
    change 4194304 with (bpow radix2 22). unfold eta, u, emin. simpl prec. simpl emax. rewrite <- !bpow_plus. apply
      bpow_le. lia. }
  assert (E400 : eps * bpow radix2 (-400) <= eps * real len2) by (apply Rmult_le_compat_l; lra).
  assert (HN2 : real len2 <= 2 * N).
  { apply Rabs_le_inv in HQ. assert (eps * N <= / 1048576 * N) by (apply Rmult_le_compat_r; lra).
    assert (eps * (eps * N) <= / 1048576 * (eps * N)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |]; lra).
    assert (eps * real len2 <= / 1048576 * real len2) by (apply Rmult_le_compat_r; lra). lra. }
  assert (EN : eps * real len2 <= eps * (2 * N)) by (apply Rmult_le_compat_l; lra).
  assert (Fs : finite (fsqrt len2)) by (apply fsqrt_is_finite; [apply Bq | lra]).
  destruct (fsqrt_finite _ Fs) as (_ & _ & Es).
  pose proof (rnd_error double (sqrt (real len2))) as Ers. rewrite <- Es in Ers.
  assert (sq0 : 0 <= sqrt (real len2)) by apply sqrt_pos. rewrite (Rabs_pos_eq (sqrt (real len2))) in Ers by assumption.
  assert (sq1 : bpow radix2 (-400) <= sqrt (real len2)).
  { apply sqrt_at_least; try lra. apply bpow_ge_0. }
  assert (E401 : eps * bpow radix2 (-400) <= eps * sqrt (real len2)) by (apply Rmult_le_compat_l; lra).
  assert (Root : Rabs (real (fsqrt len2) - sqrt N) <= 4 * (eps * sqrt N)).
  { eapply root_real with (h := tiny) (q := real len2); eauto; try lra. }
  assert (NS : sqrt N = norm (real ux) (real uy)) by (unfold N; symmetry; apply norm_of_sum). rewrite NS in Root.
  set (nu := norm (real ux) (real uy)) in *. assert (nu0 : 0 <= nu) by apply norm_nonneg.
  assert (nu1 : nu <= (1 + 32 * eps) * real su).
  { destruct Nu as (_ & _ & _ & _ & H3 & _). eapply Rle_trans; [| exact H3].
    replace nu with (norm (0 + real ux) (0 + real uy)) by (unfold nu; f_equal; ring).
    eapply Rle_trans; [apply norm_triangle |].
    assert (norm 0 0 = 0) by (unfold norm; replace (0 * 0 + 0 * 0) with 0 by ring; apply sqrt_0). lra. }
  destruct HR as (Sr & R0 & R1 & R2). destruct (in_range_bounds _ Su) as [u0 u1]. destruct (in_range_bounds _ Sr) as [r0
    r1].
  assert (Enu : 0 <= eps * nu <= / 1048576 * nu) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (Esu : 0 <= eps * real su <= / 1048576 * real su) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  apply Rabs_le_inv in Root.
  assert (Bs : below 201 (fsqrt len2)).
  { split; auto. change 201%Z with (200 + 1)%Z. rewrite <- two_powers. apply Rabs_le. lra. }
  assert (Br : below 200 r) by apply Sr.
  assert (Bl : below 401 reach_len) by (apply (below_mul 200 201); auto; lia).
  split; [eapply below_weaken; [exact Bl | lia] |].
  pose proof (fmul_error _ _ (proj1 Bl)) as El. fold reach_len in El.
  destruct Lu as [L1 L2]. pose proof (norm_nonneg U1 U2) as nU0. fold nu in L1, L2.
  assert (K1 : R * norm U1 U2 <= (1 + 6 * eps) * (real r * nu)) by (apply reach_times_norm; auto).
  assert (k0 : 0 <= R * norm U1 U2) by now apply Rmult_le_pos.
  assert (K2 : real r * nu <= (1 + 6 * eps) * (R * norm U1 U2)).
  { assert (A : real r * nu <= ((1 + 2 * eps) * R) * ((1 + 2 * eps) * norm U1 U2)) by (apply Rmult_le_compat; auto).
    assert (0 <= eps * (R * norm U1 U2)) by (apply Rmult_le_pos; lra).
    assert (eps * (eps * (R * norm U1 U2)) <= / 1048576 * (eps * (R * norm U1 U2))) by (apply Rmult_le_compat_r;
      lra). lra. }
  assert (M1 : real r * nu <= real r * ((1 + 32 * eps) * real su)) by (apply Rmult_le_compat_l; lra).
  assert (M2 : real r * real (fsqrt len2) <= real r * (nu + 4 * (eps * nu))) by (apply Rmult_le_compat_l; lra).
  assert (M3 : real r * (nu - 4 * (eps * nu)) <= real r * real (fsqrt len2)) by (apply Rmult_le_compat_l; lra).
  assert (s0 : 0 <= real (fsqrt len2)) by lra.
  assert (rs0 : 0 <= real r * real (fsqrt len2)) by now apply Rmult_le_pos.
  rewrite (Rabs_pos_eq (real r * real (fsqrt len2))) in El by assumption.
  set (rs := real r * real su) in *. assert (rs1 : 0 <= rs) by now apply Rmult_le_pos.
  assert (Ers0 : 0 <= eps * rs <= / 1048576 * rs) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EErs : 0 <= eps * (eps * rs) <= / 1048576 * (eps * rs)) by (split; [apply Rmult_le_pos |
    apply Rmult_le_compat_r]; lra).
  replace (real r * ((1 + 32 * eps) * real su)) with (rs + 32 * (eps * rs)) in M1 by (unfold rs; ring).
  revert K1 K2 k0 M1 M2 M3 El rs0.
  replace (real r * (nu + 4 * (eps * nu))) with (real r * nu + 4 * (eps * (real r * nu))) by ring.
  replace (real r * (nu - 4 * (eps * nu))) with (real r * nu - 4 * (eps * (real r * nu))) by ring.
  assert (rn0 : 0 <= real r * nu) by now apply Rmult_le_pos. revert rn0.
  replace (real su * real r) with rs by (unfold rs; ring).
  generalize (R * norm U1 U2) (real r * nu) (real r * real (fsqrt len2)) (real reach_len).
  intros k n m l n0 K1 K2 k0 M1 M2 M3 El m0.
  assert (En : 0 <= eps * n <= eps * (rs + 32 * (eps * rs))) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_l];
    lra).
  assert (Em : eps * m <= eps * (n + 4 * (eps * n))) by (apply Rmult_le_compat_l; lra).
  assert (EEn : eps * (eps * n) <= / 1048576 * (eps * n)) by (apply Rmult_le_compat_r; lra).
  assert (Ek : eps * k <= eps * ((1 + 6 * eps) * n)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in El. split; [apply Rabs_le |]; lra.
Qed.

Let from_u := fadd (fmul fx ux) (fmul fy uy).
Let cross_start := fsub (fmul ux wy) (fmul uy wx).
Let cross_move := fsub (fmul ux vy) (fmul uy vx).
Let vu := fadd (fmul vx ux) (fmul vy uy).
Let value := fadd (fmul from_u (fabs cross_move)) (fmul (fsub (fabs cross_start) reach_len) vu).

Lemma abs_error x X m : Rabs (x - X) <= m -> Rabs (Rabs x - Rabs X) <= m.
Proof. intros H. eapply Rle_trans; [apply Rabs_triang_inv2 | exact H]. Qed.

Lemma known_foot :
  known value ((F1 * U1 + F2 * U2) * Rabs (U1 * V2 - U2 * V1) + (Rabs (U1 * W2 - U2 * W1) - R * norm U1 U2) * (V1 * U1 +
    V2 * U2))
    (foot_allowance su sv sf sw r).
Proof.
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Nf Nu) as (B1 & E1 & _). pose proof (real_products_size _ _ _ _ _ _ _ _ _ _ Nf
    Nu) as S1.
  destruct (cross_error _ _ _ _ _ _ _ _ _ _ Nu Nw) as (B2 & E2). pose proof (cross_size _ _ _ _ _ _ _ _ _ _ Nu Nw) as
    G2.
  pose proof (real_products_size _ _ _ _ _ _ _ _ _ _ Nu (near_swap _ _ _ _ _ Nw)) as S2.
  destruct (cross_error _ _ _ _ _ _ _ _ _ _ Nu Nv) as (B3 & E3).
  pose proof (real_products_size _ _ _ _ _ _ _ _ _ _ Nu (near_swap _ _ _ _ _ Nv)) as S3.
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Nv Nu) as (B4 & E4 & _). pose proof (real_products_size _ _ _ _ _ _ _ _ _ _ Nv
    Nu) as S4.
  fold from_u in B1, E1. fold cross_start in B2, E2, G2. fold cross_move in B3, E3. fold vu in B4, E4.
  destruct reach_len_error as (B5 & E5 & k0 & k1). destruct HR as (Sr & _).
  destruct (foot_allowance_bounds su sv sf sw r Su Sv Sf Sw Sr) as [Ba La].
  destruct (in_range_bounds _ Su) as [u0 u1]. destruct (in_range_bounds _ Sv) as [v0 v1].
  destruct (in_range_bounds _ Sf) as [f0 f1]. destruct (in_range_bounds _ Sw) as [w0 w1]. destruct (in_range_bounds _
    Sr) as [r0 r1].
  pose proof eps_small. pose proof tiny_pos. pose proof tiny_small. pose proof T4_pos. destruct tiny_B as [TB Bp].
  assert (BB : B200 <= B200 * B200) by nra.
  assert (bb : forall p q, 0 <= p <= B200 -> 0 <= q <= B200 -> 0 <= p * q <= B200 * B200).
  { intros p q P Q. split; [apply Rmult_le_pos; lra | apply Rmult_le_compat; lra]. }
  pose proof (bb _ _ (conj f0 f1) (conj u0 u1)) as FU. pose proof (bb _ _ (conj u0 u1) (conj w0 w1)) as UW.
  pose proof (bb _ _ (conj u0 u1) (conj v0 v1)) as UV. pose proof (bb _ _ (conj u0 u1) (conj r0 r1)) as UR.
  assert (Eh : 0 <= eps * tiny <= / 1048576 * tiny) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (small : forall m, 0 <= m -> 0 <= eps * m <= / 1048576 * m).
  { intros m M. split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra. }
  (* the first product *)
  assert (B6 : below 403 (fabs cross_move)) by now apply below_abs.
  assert (B7 : below 806 (fmul from_u (fabs cross_move))) by (apply (below_mul 403 403); auto; lia).
  assert (P1 := fun r' => product_of_known eps tiny (real sf * real su) (real su * real sv) 11 11
    (real from_u) (F1 * U1 + F2 * U2) (real (fabs cross_move)) (Rabs (U1 * V2 - U2 * V1)) r' eps_small
    (conj H0 H1) (proj1 FU) (proj1 UV) ltac:(lra) ltac:(lra)).
  (* the distance to the line *)
  assert (B8 : below 403 (fabs cross_start)) by now apply below_abs.
  assert (B9 : below 404 (fsub (fabs cross_start) reach_len)) by (apply (below_sub 403); auto; lia).
  pose proof (fsub_error _ _ (proj1 B9)) as E9. rewrite real_fabs in E9.
  apply abs_error in E2.
  set (m2 := real su * (real sw + real r)).
  assert (m2_is : m2 = real su * real sw + real su * real r) by (unfold m2; ring).
  assert (m20 : 0 <= m2) by (rewrite m2_is; lra). pose proof (small _ m20) as Em2.
  assert (Em2_is : eps * m2 = eps * (real su * real sw) + eps * (real su * real r)) by (rewrite m2_is; ring).
  pose proof (small _ (proj1 UW)) as EUW. pose proof (small _ (proj1 UR)) as EUR.
  assert (D1 : Rabs (Rabs (real cross_start) - real reach_len) <= (1 + 4 / 100) * m2 + 4 * tiny).
  { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, Rabs_Rabsolu.
    assert (Rabs (real reach_len) <= (1 + 2 / 100) * (real su * real r) + tiny).
    { apply Rabs_le_inv in E5. apply Rabs_le. lra. } lra. }
  assert (D2 : eps * Rabs (Rabs (real cross_start) - real reach_len) <= eps * ((1 + 4 / 100) * m2 + 4 * tiny)) by (apply
    Rmult_le_compat_l; lra).
  assert (D3 : Rabs (real (fsub (fabs cross_start) reach_len) - (Rabs (U1 * W2 - U2 * W1) - R * norm U1 U2)) <=
     25 / 2 * (eps * m2) + 8 * tiny).
  { apply Rabs_le_inv in E9. apply Rabs_le_inv in E2. apply Rabs_le_inv in E5. apply Rabs_le. lra. }
  assert (D4 : Rabs (Rabs (U1 * W2 - U2 * W1) - R * norm U1 U2) <= (1 + 5 / 100) * m2).
  { assert (Rabs (U1 * W2 - U2 * W1) <= (1 + 1 / 50) * (real su * real sw)).
    { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    pose proof (Rabs_pos (U1 * W2 - U2 * W1)). apply Rabs_le. lra. }
  assert (B10 : below 807 (fmul (fsub (fabs cross_start) reach_len) vu)) by (apply (below_mul 404 403); auto; lia).
  assert (VU : 0 <= real sv * real su <= B200 * B200) by (rewrite Rmult_comm; exact UV).
  assert (P2 := fun r' => product_of_known eps tiny m2 (real su * real sv) (25 / 2) 11
    (real (fsub (fabs cross_start) reach_len)) _ (real vu) (V1 * U1 + V2 * U2) r' eps_small
    (conj H0 H1) m20 (proj1 UV) ltac:(lra) ltac:(lra) D3 D4).
  assert (B11 : below 808 value).
  { apply (below_add 807); [lia | eapply below_weaken; [exact B7 | lia] | exact B10]. }
  specialize (P1 (real (fmul from_u (fabs cross_move)))). specialize (P2 (real (fmul (fsub (fabs cross_start) reach_len)
    vu))).
  assert (Q1 : Rabs (real (fmul from_u (fabs cross_move)) - (F1 * U1 + F2 * U2) * Rabs (U1 * V2 - U2 * V1)) <=
    25 * (eps * (real sf * real su * (real su * real sv))) + 10 * (tiny * (real sf * real su + real su * real sv)) + 3 *
      tiny).
  { eapply Rle_trans; [apply P1 |].
    - eapply Rle_trans; [exact E1 |]. lra.
    - eapply Rle_trans; [apply Rabs_triang |]. lra.
    - rewrite real_fabs. apply abs_error. eapply Rle_trans; [exact E3 |]. lra.
    - rewrite Rabs_Rabsolu. unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
    - apply fmul_error, B7.
    - assert (0 <= eps * (real sf * real su * (real su * real sv))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos;
      lra]). lra. }
  assert (Q2 : Rabs (real (fmul (fsub (fabs cross_start) reach_len) vu) -
      (Rabs (U1 * W2 - U2 * W1) - R * norm U1 U2) * (V1 * U1 + V2 * U2)) <=
    27 * (eps * (m2 * (real su * real sv))) + 10 * (tiny * (m2 + real su * real sv)) + 3 * tiny).
  { rewrite (Rmult_comm (real sv)) in E4, S4. eapply Rle_trans; [apply P2 |].
    - eapply Rle_trans; [exact E4 |]. lra.
    - eapply Rle_trans; [apply Rabs_triang |]. lra.
    - apply fmul_error, B10.
    - assert (0 <= eps * (m2 * (real su * real sv))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). lra. }
  clear P1 P2.
  set (K1 := real sf * real su * (real su * real sv)) in *. set (K2 := m2 * (real su * real sv)) in *.
  assert (K10 : 0 <= K1) by (unfold K1; apply Rmult_le_pos; lra). assert (K20 : 0 <= K2) by (unfold K2;
    apply Rmult_le_pos; lra).
  assert (Kall : real su * real su * real sv * (real sf + real sw + real r) = K1 + K2) by (unfold K1, K2, m2; ring).
  rewrite Kall in La.
  pose proof (small _ K10) as EK1. pose proof (small _ K20) as EK2.
  assert (T1 : tiny * (real sf * real su + real su * real sv) <= 2 * (tiny * (B200 * B200))).
  { replace (2 * (tiny * (B200 * B200))) with (tiny * (2 * (B200 * B200))) by ring. apply Rmult_le_compat_l; lra. }
  assert (T2 : tiny * (m2 + real su * real sv) <= 3 * (tiny * (B200 * B200))).
  { replace (3 * (tiny * (B200 * B200))) with (tiny * (3 * (B200 * B200))) by ring. apply Rmult_le_compat_l; lra. }
  assert (T3 : tiny <= tiny * (B200 * B200)).
  { rewrite <- (Rmult_1_r tiny) at 1. apply Rmult_le_compat_l; lra. }
  (* the sizes of the products *)
  assert (A1 : Rabs ((F1 * U1 + F2 * U2) * Rabs (U1 * V2 - U2 * V1)) <= (1 + 5 / 100) * K1).
  { rewrite Rabs_mult, Rabs_Rabsolu.
    assert (X1 : Rabs (F1 * U1 + F2 * U2) <= (1 + 1 / 50) * (real sf * real su)) by (eapply Rle_trans;
      [apply Rabs_triang |]; lra).
    assert (X2 : Rabs (U1 * V2 - U2 * V1) <= (1 + 1 / 50) * (real su * real sv)).
    { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    eapply Rle_trans; [apply Rmult_le_compat; [apply Rabs_pos | apply Rabs_pos | exact X1 | exact X2]
      |]. unfold K1 in *. lra. }
  assert (A2 : Rabs ((Rabs (U1 * W2 - U2 * W1) - R * norm U1 U2) * (V1 * U1 + V2 * U2)) <= (1 + 10 / 100) * K2).
  { rewrite Rabs_mult.
    assert (X2 : Rabs (V1 * U1 + V2 * U2) <= (1 + 1 / 50) * (real su * real sv)).
    { rewrite (Rmult_comm (real sv)) in S4. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    eapply Rle_trans; [apply Rmult_le_compat; [apply Rabs_pos | apply Rabs_pos | exact D4 | exact X2]
      |]. unfold K2 in *. lra. }
  pose proof (fadd_error _ _ (proj1 B11)) as E11. fold value in E11.
  revert Q1 Q2 A1 A2 E11.
  generalize ((F1 * U1 + F2 * U2) * Rabs (U1 * V2 - U2 * V1)) ((Rabs (U1 * W2 - U2 * W1) - R * norm U1 U2) * (V1 * U1 +
    V2 * U2)).
  generalize (real (fmul from_u (fabs cross_move))) (real (fmul (fsub (fabs cross_start) reach_len) vu)).
  intros p q P Q Q1 Q2 A1 A2 E11.
  assert (Z1 : Rabs (p + q) <= (1 + 20 / 100) * (K1 + K2) + T4 / 100).
  { apply Rabs_le_inv in Q1. apply Rabs_le_inv in Q2. apply Rabs_le_inv in A1. apply Rabs_le_inv in A2. apply Rabs_le.
    lra. }
  assert (Z2 : eps * Rabs (p + q) <= eps * ((1 + 20 / 100) * (K1 + K2) + T4 / 100)) by (apply Rmult_le_compat_l; lra).
  pose proof (small T4 ltac:(lra)) as ET.
  split; [eapply below_weaken; [exact B11 | lia] |]. split; [exact Ba |]. split; [lra |].
  apply Rabs_le_inv in Q1. apply Rabs_le_inv in Q2. apply Rabs_le_inv in E11. apply Rabs_le. lra.
Qed.

Lemma filter_foot_correct sign :
  filter_foot_results su sw sv r cross_start cross_move vu from_u sf reach_len sign ->
  let F := (F1 * U1 + F2 * U2) * Rabs (U1 * V2 - U2 * V1) +
    (Rabs (U1 * W2 - U2 * W1) - R * norm U1 U2) * (V1 * U1 + V2 * U2) in
  ((0 < sign)%Z -> 0 < F) /\ ((sign < 0)%Z -> F < 0).
Proof.
  intros H F. unfold filter_foot_results in H. open H. destruct H. subst.
  eapply certain_sign_correct; [apply known_foot |].
  unfold certain_sign_results. constructor. reflexivity.
Qed.

End Foot.

(* The end is certainly farther than R. *)
Lemma beyond_end wx wy W1 W2 s r R :
  near wx wy W1 W2 s -> length_of wx wy W1 W2 -> reach_of r R ->
  flt (high_square r) (fadd (fmul wx wx) (fmul wy wy)) = true -> R ^ 2 < W1 * W1 + W2 * W2.
Proof.
  intros N [_ L] (Sr & R0 & R1 & R2) C. destruct (near_below _ _ _ _ _ N) as [B1 B2].
  destruct (square_length_error wx wy B1 B2) as (Bq & Q0 & HQ & HN).
  destruct (high_square_at_least r) as [Bh Vh]; [eapply below_weaken; [apply Sr | lia] |].
  apply flt_real in C; [| apply Bh | apply Bq].
  pose proof eps_small. pose proof tiny_pos. pose proof T4_pos.
  assert (TT : tiny <= T4 / 1024) by (pose proof tiny_T4; pose proof one_le_405; nra).
  pose proof (norm_nonneg W1 W2) as n0. pose proof (norm_nonneg (real wx) (real wy)) as n1.
  pose proof (norm_square W1 W2) as NW. pose proof (norm_square (real wx) (real wy)) as Nw.
  replace (real wx ^ 2 + real wy ^ 2) with (norm (real wx) (real wy) * norm (real wx) (real wy)) in * by (rewrite Nw;
    ring).
  rewrite <- NW. clear NW Nw.
  assert (A : norm (real wx) (real wy) * norm (real wx) (real wy) <=
    ((1 + 2 * eps) * norm W1 W2) * ((1 + 2 * eps) * norm W1 W2)) by (apply Rmult_le_compat; auto).
  assert (B : R ^ 2 <= (1 + 2 * eps) * (1 + 2 * eps) * real r ^ 2).
  { replace ((1 + 2 * eps) * (1 + 2 * eps) * real r ^ 2) with ((1 + 2 * eps) * real r * ((1 + 2 * eps) * real r)) by
    ring. nra. }
  replace (((1 + 2 * eps) * norm W1 W2) * ((1 + 2 * eps) * norm W1 W2)) with
    ((1 + 2 * eps) * (1 + 2 * eps) * (norm W1 W2 * norm W1 W2)) in A by ring.
  assert (P1 : 0 <= real r ^ 2) by apply pow2_ge_0. assert (P2 : 0 <= norm W1 W2 * norm W1 W2) by now apply
    Rmult_le_pos.
  destruct HN as [P3 _]. apply Rabs_le_inv in HQ. revert A B P1 P2 P3 HQ Vh.
  generalize (norm W1 W2 * norm W1 W2) (norm (real wx) (real wy) * norm (real wx) (real wy)) (real r ^ 2) (R ^ 2).
  intros W w q Q A B P1 P2 P3 HQ Vh. apply Rnot_le_lt. intros G.
  assert (E1 : 0 <= eps * w) by (apply Rmult_le_pos; lra). assert (E2 : 0 <= eps * q) by (apply Rmult_le_pos; lra).
  assert (E3 : 0 <= eps * W) by (apply Rmult_le_pos; lra).
  assert (E4 : eps * (eps * w) <= / 1048576 * (eps * w)) by (apply Rmult_le_compat_r; lra).
  assert (E5 : 0 <= eps * (eps * q) <= / 1048576 * (eps * q)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (E6 : eps * (eps * W) <= / 1048576 * (eps * W)) by (apply Rmult_le_compat_r; lra).
  assert (X1 : q + 20 * (eps * q) < w + 21 / 10 * (eps * w)) by lra.
  assert (X2 : w <= W + 41 / 10 * (eps * W)) by lra.
  assert (X3 : W <= q + 41 / 10 * (eps * q)) by lra.
  assert (X4 : eps * w <= eps * (W + 41 / 10 * (eps * W))) by (apply Rmult_le_compat_l; lra).
  assert (X5 : eps * W <= eps * (q + 41 / 10 * (eps * q))) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.
