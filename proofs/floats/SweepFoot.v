(* filter_foot of src/exact/sweep_filter.h: where along the wall the circle reaches the line at distance R.

   The sign of (from . u) |u x v| + (|u x w| - R |u|) (v . u), a form of degree four. Its error is at most 28 eps of
   |u|^2 |v| (|from| + |w| + R); the filter allows 128. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss SweepCompare SweepEnd Terms_sweep Terms_contact_sweep.

Open Scope R_scope.

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
  assert (ea0 : 0 <= al * (e * m)) by (apply Rmult_le_pos; lra). assert (eb0 : 0 <= be * (e * n)) by (apply Rmult_le_pos; lra).
  assert (X1 : Rabs ((a - A) * b) <= (al * (e * m) + 8 * h) * ((1 + 6 / 100) * n + 8 * h)).
  { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
  assert (X2 : Rabs (A * (b - B)) <= (1 + 5 / 100) * m * (be * (e * n) + 8 * h)).
  { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
  assert (X3 : Rabs (a * b) <= ((1 + 6 / 100) * m + 8 * h) * ((1 + 6 / 100) * n + 8 * h)).
  { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
  assert (X4 : e * Rabs (a * b) <= e * (((1 + 6 / 100) * m + 8 * h) * ((1 + 6 / 100) * n + 8 * h))) by (apply Rmult_le_compat_l; lra).
  replace (r - A * B) with ((r - a * b) + ((a - A) * b + A * (b - B))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |].
  assert (Emn : 0 <= e * (m * n)) by (apply Rmult_le_pos; [lra | now apply Rmult_le_pos]).
  assert (Hm : 0 <= h * m) by (apply Rmult_le_pos; lra). assert (Hn : 0 <= h * n) by (apply Rmult_le_pos; lra).
  assert (EHm : 0 <= e * (h * m) <= / 1048576 * (h * m)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EHn : 0 <= e * (h * n) <= / 1048576 * (h * n)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (HH : 0 <= h * h <= / 1024 * h) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EHH : 0 <= e * (h * h) <= / 1048576 * (h * h)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (Aemn : 0 <= al * (e * (m * n))) by (apply Rmult_le_pos; lra).
  assert (Bemn : 0 <= be * (e * (m * n))) by (apply Rmult_le_pos; lra).
  assert (AEHm : al * (e * (h * m)) <= 30 * (e * (h * m))) by (apply Rmult_le_compat_r; lra).
  replace ((al * (e * m) + 8 * h) * ((1 + 6 / 100) * n + 8 * h)) with
    ((1 + 6 / 100) * (al * (e * (m * n))) + 8 * (al * (e * (h * m))) + 8 * (1 + 6 / 100) * (h * n) + 64 * (h * h)) in X1 by field.
  replace ((1 + 5 / 100) * m * (be * (e * n) + 8 * h)) with
    ((1 + 5 / 100) * (be * (e * (m * n))) + 8 * (1 + 5 / 100) * (h * m)) in X2 by field.
  replace (e * (((1 + 6 / 100) * m + 8 * h) * ((1 + 6 / 100) * n + 8 * h))) with
    ((1 + 6 / 100) * (1 + 6 / 100) * (e * (m * n)) + 8 * (1 + 6 / 100) * (e * (h * m)) + 8 * (1 + 6 / 100) * (e * (h * n)) + 64 * (e * (h * h))) in X4 by field.
  replace (((1 + 6 / 100) * (al + be) + 13 / 10) * (e * (m * n))) with
    ((1 + 6 / 100) * (al * (e * (m * n))) + (1 + 6 / 100) * (be * (e * (m * n))) + 13 / 10 * (e * (m * n))) by field.
  lra.
Qed.

(* The error bound of the filter. *)
Definition foot_allowance (su sv sf sw r : D) : D :=
  fadd (fmul (fmul (fmul (fconst 1 2) (fconst 1 (-48))) (fmul (fmul su su) sv)) (fadd (fadd sf sw) r)) (fconst 1 (-660)).

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
Lemma product_at_least e h a b r : 0 <= a -> 0 <= b -> Rabs (r - a * b) <= e * Rabs (a * b) + h -> (1 - e) * (a * b) - h <= r.
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
  assert (EEK : 0 <= e * (e * K) <= / 1048576 * (e * K)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (X1 : K - e * K - h * v <= u2 * v).
  { assert (((1 - e) * k - h) * v <= u2 * v) by (apply Rmult_le_compat_r; lra). unfold K. lra. }
  assert (X2 : K - 2 * (e * K) - 2 * (h * B) <= a).
  { assert ((1 - e) * (K - e * K - h * v) <= (1 - e) * (u2 * v)) by (apply Rmult_le_compat_l; lra).
    assert (0 <= e * (h * v)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). lra. }
  assert (X3 : e * (K - 2 * (e * K) - 2 * (h * B)) <= e * a) by (apply Rmult_le_compat_l; lra).
  assert (EhB : 0 <= e * (h * B) <= / 1048576 * (h * B)) by (split; [apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra] | apply Rmult_le_compat_r; lra]).
  assert (X4 : 127 * (e * K) - 2 * (h * B) <= b).
  { assert ((1 - e) * (128 * (e * K - 2 * (e * (e * K)) - 2 * (e * (h * B)))) <= (1 - e) * (128 * (e * a))) by (apply Rmult_le_compat_l; lra).
    assert (0 <= e * (e * (h * B))) by (apply Rmult_le_pos; lra). assert (0 <= e * (e * (e * K))) by (apply Rmult_le_pos; lra). lra. }
  assert (X5 : (127 * (e * K) - 2 * (h * B)) * S <= b * S) by (apply Rmult_le_compat_r; lra).
  assert (X6 : h * B * S <= 4 * (h * (B * B))).
  { replace (4 * (h * (B * B))) with (h * B * (4 * B)) by ring. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]. }
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
  100 * (eps * (real su * real su * real sv * (real sf + real sw + real r))) + T4 / 2 <= real (foot_allowance su sv sf sw r).
Proof.
  intros Su Sv Sf Sw Sr. unfold foot_allowance.
  destruct (in_range_bounds _ Su) as [u0 u1]. destruct (in_range_bounds _ Sv) as [v0 v1].
  destruct (in_range_bounds _ Sf) as [f0 f1]. destruct (in_range_bounds _ Sw) as [w0 w1]. destruct (in_range_bounds _ Sr) as [r0 r1].
  const_facts 1%Z (-48)%Z G1 K1. rewrite Rmult_1_l in K1. const_facts 1%Z 2%Z G2 K2. rewrite Rmult_1_l in K2.
  assert (B1 : below (-48) (fconst 1 (-48))) by (split; auto; rewrite K1, Rabs_pos_eq; [lra | apply bpow_ge_0]).
  assert (B2 : below 2 (fconst 1 2)) by (split; auto; rewrite K2, Rabs_pos_eq; [lra | apply bpow_ge_0]).
  assert (B3 : below (-46) (fmul (fconst 1 2) (fconst 1 (-48)))) by (apply (below_mul 2 (-48)); auto; lia).
  assert (V3 : real (fmul (fconst 1 2) (fconst 1 (-48)) : D) = 128 * eps).
  { destruct (fmul_finite _ _ (proj1 B3)) as (_ & _ & E). rewrite E, K1, K2, <- bpow_plus.
    rewrite rnd_of_format by (apply power_in_format; lia). rewrite bpow_plus, eps_48. change (bpow radix2 2) with 4. ring. }
  assert (B4 : below 400 (fmul su su)) by (apply (below_mul 200 200); [lia | apply Su | apply Su]).
  assert (B5 : below 600 (fmul (fmul su su) sv)) by (apply (below_mul 400 200); [lia | exact B4 | apply Sv]).
  assert (B6 : below 554 (fmul (fmul (fconst 1 2) (fconst 1 (-48))) (fmul (fmul su su) sv))) by (apply (below_mul (-46) 600); auto; lia).
  destruct (sizes_sum sf sw 200 ltac:(lia) (proj1 Sf) (proj1 Sw) f0 w0) as (B7 & P7 & L7).
  assert (Br : below 201 r) by (eapply below_weaken; [apply Sr | lia]).
  destruct (sizes_sum (fadd sf sw) r 201 ltac:(lia) B7 Br P7 r0) as (B8 & P8 & L8).
  assert (B9 : below 756 (fmul (fmul (fmul (fconst 1 2) (fconst 1 (-48))) (fmul (fmul su su) sv)) (fadd (fadd sf sw) r))).
  { apply (below_mul 554 202); auto; lia. }
  destruct T4_value as [BT VT].
  assert (B10 : below 757 (fadd (fmul (fmul (fmul (fconst 1 2) (fconst 1 (-48))) (fmul (fmul su su) sv)) (fadd (fadd sf sw) r)) (fconst 1 (-660)))).
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
  assert (N9 : 0 <= real (fmul (fmul (fmul (fconst 1 2) (fconst 1 (-48))) (fmul (fmul su su) sv)) (fadd (fadd sf sw) r))).
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
  - assert ((1 - eps) * ((1 - eps) * (real sf + real sw)) <= (1 - eps) * real (fadd sf sw)) by (apply Rmult_le_compat_l; lra).
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
    replace (((1 + 5 / 4 * e) * sqrt N) * ((1 + 5 / 4 * e) * sqrt N)) with ((1 + 5 / 4 * e) * (1 + 5 / 4 * e) * (sqrt N * sqrt N)) in * by ring.
    rewrite SN, Sq in *. assert (0 <= e * (e * N)) by (apply Rmult_le_pos; lra). lra. }
  assert (L : (1 - 5 / 4 * e) * sqrt N <= sqrt q).
  { apply Rnot_lt_le. intros C. assert (sqrt q * sqrt q < ((1 - 5 / 4 * e) * sqrt N) * ((1 - 5 / 4 * e) * sqrt N)).
    { apply Rmult_le_0_lt_compat; lra. }
    replace (((1 - 5 / 4 * e) * sqrt N) * ((1 - 5 / 4 * e) * sqrt N)) with ((1 - 5 / 4 * e) * (1 - 5 / 4 * e) * (sqrt N * sqrt N)) in * by ring.
    rewrite SN, Sq in *. assert (0 <= e * (e * N)) by (apply Rmult_le_pos; lra). lra. }
  assert (Z : 0 <= e * sqrt N) by (apply Rmult_le_pos; lra).
  assert (ZZ : e * (e * sqrt N) <= / 1048576 * (e * sqrt N)) by (apply Rmult_le_compat_r; lra).
  assert (X : e * sqrt q <= e * ((1 + 5 / 4 * e) * sqrt N)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in Hs. apply Rabs_le. lra.
Qed.
