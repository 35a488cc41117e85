(* certain_sign and certain_compare of src/sweep/sweep_filter.h.

   certain_compare compares a number with the root of R^2 |u|^2, which is a product of three roundings: above, with the
   allowances of SweepSquares.v; below, with the same allowances on the other side. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss Terms_sweep.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* An error bound that holds. *)
Definition known (x : D) (X : R) (error : D) :=
  below 900 x /\ below 900 error /\ 0 <= real error /\ Rabs (real x - X) <= real error.

Lemma known_positive x X error : known x X error -> flt error x = true -> 0 < X.
Proof.
  intros (Bx & Be & P & E) H. apply flt_real in H; [| apply Be | apply Bx]. apply Rabs_le_inv in E. lra.
Qed.

Lemma known_negative x X error : known x X error -> flt x (fneg error) = true -> X < 0.
Proof.
  intros (Bx & Be & P & E) H. apply flt_real in H; [| apply Bx | apply finite_fneg, Be]. rewrite real_fneg in H.
  apply Rabs_le_inv in E. lra.
Qed.

Lemma certain_sign_correct x X error sign :
  known x X error -> certain_sign_results x error sign -> ((0 < sign)%Z -> 0 < X) /\ ((sign < 0)%Z -> X < 0).
Proof.
  intros K H. unfold certain_sign_results in H. destruct H. subst.
  destruct (flt error x) eqn:P; [split; intros; [now apply known_positive with (1 := K) | lia] |].
  destruct (flt x (fneg error)) eqn:N; [split; intros; [lia | now apply known_negative with (1 := K)] | lia].
Qed.

(* R^2 |u|^2 as the filter rounds it, and its real value. *)
Record square_of (r q : D) (N : R) : Prop := {
  S_r : below 201 r; S_r0 : 0 <= real r; S_q : below 403 q; S_q0 : 0 <= real q;
  S_N : 0 <= N <= bpow radix2 405 / 4;
  S_error : Rabs (real q - N) <= (2 * eps + eps * eps) * N + 3 * tiny }.

Lemma square_of_vector r px py : size_in_range r -> below 201 px -> below 201 py ->
  square_of r (fadd (fmul px px) (fmul py py)) (real px ^ 2 + real py ^ 2).
Proof.
  intros Sr Bx By. destruct (square_length_error px py Bx By) as (Bq & Q0 & HQ & HN).
  constructor; auto; [eapply below_weaken; [apply Sr | lia] | apply Sr].
Qed.

Section Below.
Variables (e h T M A N r2 q p : R).
Hypotheses (E : 0 < e <= / 1048576) (H : 0 < h <= / 1024) (HT : 0 < T) (HM : h * M <= T / 1024) (M1 : 1 <= M)
  (HA : 0 <= A <= M / 4) (HN : 0 <= N <= M / 4) (HR : Rabs (r2 - A) <= e * A + h) (R0 : 0 <= r2) (Q0 : 0 <= q)
  (HQ : Rabs (q - N) <= (2 * e + e * e) * N + 3 * h) (HP : Rabs (p - r2 * q) <= e * Rabs (r2 * q) + h).

Lemma square_at_most : p <= A * N + 5 * (e * (A * N)) + T / 100.
Proof.
  assert (H1 : h <= T / 1024) by nra.
  assert (RN : 0 <= A * N) by (apply Rmult_le_pos; lra).
  assert (RQ : 0 <= r2 * q) by now apply Rmult_le_pos.
  rewrite (Rabs_pos_eq (r2 * q)) in HP by assumption.
  apply Rabs_le_inv in HR. apply Rabs_le_inv in HQ. apply Rabs_le_inv in HP.
  assert (EN : 0 <= e * N <= / 1048576 * N) by (split; [nra | apply Rmult_le_compat_r; lra]).
  assert (EEN : e * e * N <= / 1048576 * (e * N)).
  { replace (e * e * N) with (e * (e * N)) by ring. apply Rmult_le_compat_r; lra. }
  assert (Q1 : q <= M) by lra.
  assert (HAM : h * A <= T / 1024 / 4) by nra.
  assert (HQM : h * q <= T / 1024) by nra.
  assert (HA0 : 0 <= h * A) by (apply Rmult_le_pos; lra). assert (HQ0 : 0 <= h * q) by (apply Rmult_le_pos; lra).
  assert (EX : 0 <= e * (A * N)) by (apply Rmult_le_pos; lra).
  assert (EEX : e * (e * (A * N)) <= / 1048576 * (e * (A * N))) by (apply Rmult_le_compat_r; lra).
  assert (EHA : e * (h * A) <= / 1048576 * (h * A)) by (apply Rmult_le_compat_r; lra).
  assert (X1 : r2 * q <= (A + e * A + h) * q) by (apply Rmult_le_compat_r; lra).
  assert (X2 : (1 + e) * A * q <= (1 + e) * A * (N + 21 / 10 * (e * N) + 3 * h)).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]. }
  replace ((1 + e) * A * (N + 21 / 10 * (e * N) + 3 * h)) with
    (A * N + 31 / 10 * (e * (A * N)) + 21 / 10 * (e * (e * (A * N))) + 3 * (h * A) + 3 * (e * (h * A))) in X2 by field.
  replace ((A + e * A + h) * q) with ((1 + e) * A * q + h * q) in X1 by ring.
  assert (X3 : r2 * q <= A * N + 7 / 2 * (e * (A * N)) + T / 200) by lra.
  revert X3 HP EX EEX RN. generalize (A * N) (r2 * q). intros X Y X3 HP EX EEX RN.
  assert (X4 : e * Y <= e * (X + 7 / 2 * (e * X) + T / 200)) by (apply Rmult_le_compat_l; lra).
  assert (e * T <= / 1048576 * T) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* High end against the square. *)
Lemma high_below l a c b S :
  0 <= l -> Rabs (a - l * l) <= e * Rabs (l * l) + h -> 0 <= a ->
  1 + 30 * e <= c -> Rabs (b - a * c) <= e * Rabs (a * c) + h -> 0 <= b -> Rabs (S - (b + T)) <= e * Rabs (b + T) ->
  S < p -> (1 + 8 * e) * (1 + 8 * e) * (l * l) < A * N.
Proof.
  intros L0 Ha A0 Hc Hb B0 HS C. pose proof square_at_most as P.
  assert (H1 : h <= T / 1024) by nra. assert (LL : 0 <= l * l) by nra.
  assert (AC : 0 <= a * c) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (l * l)) in Ha by assumption. rewrite (Rabs_pos_eq (a * c)) in Hb by assumption.
  rewrite (Rabs_pos_eq (b + T)) in HS by lra.
  apply Rabs_le_inv in Ha. apply Rabs_le_inv in Hb. apply Rabs_le_inv in HS.
  revert P. assert (RN : 0 <= A * N) by (apply Rmult_le_pos; lra). revert RN. generalize (A * N). intros X RN P.
  revert LL Ha. generalize (l * l). intros l2 LL Ha.
  assert (EL : 0 <= e * l2 <= / 1048576 * l2) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EEL : e * (e * l2) <= / 1048576 * (e * l2)) by (apply Rmult_le_compat_r; lra).
  assert (EEL0 : 0 <= e * (e * l2)) by (apply Rmult_le_pos; lra).
  assert (ET : 0 <= e * T <= / 1048576 * T) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EX : 0 <= e * X <= / 1048576 * X) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (X1 : (1 + 30 * e) * a <= a * c) by (rewrite Rmult_comm; apply Rmult_le_compat_l; lra).
  assert (X2 : (1 + 30 * e) * (l2 - e * l2 - h) <= (1 + 30 * e) * a) by (apply Rmult_le_compat_l; lra).
  assert (EH : e * h <= / 1048576 * h) by (apply Rmult_le_compat_r; lra).
  replace ((1 + 30 * e) * (l2 - e * l2 - h)) with (l2 + 29 * (e * l2) - 30 * (e * (e * l2)) - h - 30 * (e * h)) in X2 by
    ring.
  assert (X3 : l2 + 28 * (e * l2) - T / 500 <= a * c) by lra.
  assert (X4 : (1 - e) * (l2 + 28 * (e * l2) - T / 500) <= (1 - e) * (a * c)) by (apply Rmult_le_compat_l; lra).
  replace ((1 - e) * (l2 + 28 * (e * l2) - T / 500)) with
    (l2 + 27 * (e * l2) - 28 * (e * (e * l2)) - T / 500 + e * T / 500) in X4 by field.
  assert (X5 : l2 + 26 * (e * l2) - T / 300 <= b) by lra.
  assert (X6 : (1 - e) * (l2 + 26 * (e * l2) - T / 300 + T) <= (1 - e) * (b + T)) by (apply Rmult_le_compat_l; lra).
  replace ((1 - e) * (l2 + 26 * (e * l2) - T / 300 + T)) with
    (l2 + 25 * (e * l2) - 26 * (e * (e * l2)) + T * (299 / 300) - e * T * (299 / 300)) in X6 by field.
  assert (X7 : l2 + 24 * (e * l2) + T / 2 < X + 5 * (e * X) + T / 100) by lra.
  (* so l2 is less than X, and 24 e l2 pays for 5 e X *)
  destruct (Rle_lt_dec X l2) as [W | W].
  - exfalso. assert (e * X <= e * l2) by (apply Rmult_le_compat_l; lra). lra.
  - apply Rnot_le_lt. intros W2.
    replace ((1 + 8 * e) * (1 + 8 * e) * l2) with (l2 + 16 * (e * l2) + 64 * (e * (e * l2))) in W2 by ring.
    assert (W3 : X <= l2 + 17 * (e * l2)) by lra.
    assert (W4 : e * X <= e * (l2 + 17 * (e * l2))) by (apply Rmult_le_compat_l; lra).
    lra.
Qed.
End Below.

Definition zero_or (x : D) : D := if flt (fconst 0 0) x then x else fconst 0 0.

Lemma zero_or_bounds n x : (-1074 <= n)%Z -> below n x ->
  below n (zero_or x) /\ real (zero_or x) = Rmax (real x) 0.
Proof.
  intros N B. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. unfold zero_or. split.
  - apply below_if; auto. split; auto. rewrite V0, Rabs_R0. apply bpow_ge_0.
  - rewrite <- V0. apply real_larger; auto. apply B.
Qed.

Definition high_square (high : D) : D :=
  fadd (fmul (fmul high high) (fadd (fconst 1 0) (fconst 1 (-48)))) (fconst 1 (-660)).

(* x against the root of the square: n is the root of N, and R M is R |u| in real numbers. *)
Lemma compare_above r q N x error E K :
  square_of r q N -> below 500 x -> below 500 error -> 0 <= E -> E <= real error ->
  K <= (1 + 6 * eps) * (real r * sqrt N) ->
  flt (squares r q) (fmul (zero_or (fsub x error)) (zero_or (fsub x error))) = true -> K < real x - E.
Proof.
  intros [Br R0 Bq Q0 HN HQ] Bx Be E0 HE HK L.
  destruct (squares_at_least r q N Br Bq Q0 HN HQ) as [BS VS].
  assert (Bl : below 501 (fsub x error)) by (apply (below_sub 500); auto; lia).
  destruct (zero_or_bounds 501 _ ltac:(lia) Bl) as [Bz Vz].
  assert (Ba : below 1002 (fmul (zero_or (fsub x error)) (zero_or (fsub x error)))) by (apply (below_mul 501 501); auto;
    lia).
  apply flt_real in L; [| apply BS | apply Ba].
  pose proof (fmul_error _ _ (proj1 Ba)) as Ea. rewrite Vz in Ea.
  pose proof eps_small. pose proof tiny_pos. pose proof T4_pos.
  assert (TT : tiny <= T4 / 1024) by (pose proof tiny_T4; pose proof one_le_405; nra).
  set (l := Rmax (real (fsub x error)) 0) in *. assert (l0 : 0 <= l) by apply Rmax_r.
  replace (l * l) with (l * Rabs l) in Ea by (rewrite (Rabs_pos_eq l) by assumption; ring).
  pose proof (low_exceeds eps tiny T4 (real r) N _ _ _ eps_small ltac:(lra) R0 (proj1 HN) VS L Ea) as P.
  assert (RS : 0 <= real r * sqrt N) by (apply Rmult_le_pos; [assumption | apply sqrt_pos]).
  assert (lP : real (fsub x error) = l).
  { unfold l. rewrite Rmax_left; auto. unfold l in P. destruct (Rle_lt_dec 0 (real (fsub x error))); auto.
    rewrite Rmax_right in P by lra. nra. }
  pose proof (fsub_error _ _ (proj1 Bl)) as El. rewrite lP in El.
  revert P RS HK. generalize (real r * sqrt N). intros X P RS HK.
  assert (EX : 0 <= eps * X) by (apply Rmult_le_pos; lra).
  assert (EEX : eps * (eps * X) <= / 1048576 * (eps * X)) by (apply Rmult_le_compat_r; lra).
  assert (G : 0 < real x - real error).
  { apply Rnot_le_lt. intros C. rewrite (Rabs_left1 (real x - real error)) in El by assumption. apply Rabs_le_inv in El.
    assert (eps * - (real x - real error) <= 1 * - (real x - real error)) by (apply Rmult_le_compat_r; lra). lra. }
  rewrite (Rabs_pos_eq (real x - real error)) in El by lra. apply Rabs_le_inv in El.
  assert (Kk : (1 + 6 * eps) * X * (1 + eps) < (real x - real error) * (1 + eps)) by lra.
  apply Rmult_lt_reg_r in Kk; lra.
Qed.

Lemma compare_below r q N x error E K :
  square_of r q N -> below 449 x -> below 449 error -> E <= real error -> 0 <= E ->
  (real r * sqrt N) <= (1 + 6 * eps) * K -> 0 <= K ->
  flt (high_square (zero_or (fadd x error))) (fmul (fmul r r) q) = true -> real x + E < K.
Proof.
  intros [Br R0 Bq Q0 HN HQ] Bx Be HE E0 HK K0 L.
  assert (Bl : below 450 (fadd x error)) by (apply (below_add 449); auto; lia).
  destruct (zero_or_bounds 450 _ ltac:(lia) Bl) as [Bz Vz].
  set (high := zero_or (fadd x error)) in *.
  assert (B1 : below 900 (fmul high high)) by (apply (below_mul 450 450); auto; lia).
  destruct factor_value as [Bf Vf].
  assert (B2 : below 901 (fmul (fmul high high) (fadd (fconst 1 0) (fconst 1 (-48))))) by (apply (below_mul 900 1);
    auto; lia).
  destruct T4_value as [BT VT].
  assert (B3 : below 902 (high_square high)).
  { apply (below_add 901); [lia | exact B2 |]. eapply below_weaken; [exact BT | lia]. }
  assert (B4 : below 402 (fmul r r)) by (apply (below_mul 201 201); auto; lia).
  assert (B5 : below 805 (fmul (fmul r r) q)) by (apply (below_mul 402 403); auto; lia).
  apply flt_real in L; [| apply B3 | apply B5].
  pose proof (fmul_error _ _ (proj1 B1)) as E1. pose proof (fmul_error _ _ (proj1 B2)) as E2.
  pose proof (fadd_error _ _ (proj1 B3)) as E3. rewrite VT in E3.
  pose proof (fmul_error _ _ (proj1 B4)) as E4. pose proof (fmul_error _ _ (proj1 B5)) as E5.
  pose proof tiny_pos. pose proof tiny_small. pose proof (square_bound 201 r Br) as SR. pose proof eps_small.
  replace (real r * real r) with (real r ^ 2) in E4 by ring. rewrite (Rabs_pos_eq (real r ^ 2)) in E4 by apply SR.
  assert (P1 : 0 <= real (fmul high high)) by apply fmul_square_nonneg, B1.
  assert (h0 : 0 <= real high) by (rewrite Vz; apply Rmax_r).
  assert (HH : (1 + 8 * eps) * (1 + 8 * eps) * (real high * real high) < real r ^ 2 * N).
  { eapply (high_below eps tiny T4 (bpow radix2 405)) with (r2 := real (fmul r r)) (q := real q)
      (p := real (fmul (fmul r r) q)) (a := real (fmul high high)) (c := real (fadd (fconst 1 0) (fconst 1 (-48)) : D))
      (b := real (fmul (fmul high high) (fadd (fconst 1 0) (fconst 1 (-48))))) (S := real (high_square high)); auto.
    - apply T4_pos.
    - apply tiny_T4.
    - apply one_le_405.
    - change 405%Z with (201 + 201 + 3)%Z. rewrite (bpow_plus _ (201 + 201)). change (bpow radix2 3) with 8. lra.
    - apply fmul_square_nonneg, B4.
    - lra.
    - apply fmul_nonneg; [apply B2 | assumption | lra]. }
  assert (S : (1 + 8 * eps) * real high < real r * sqrt N).
  { apply Rnot_le_lt. intros C. assert (0 <= sqrt N) by apply sqrt_pos.
    assert (C2 : (real r * sqrt N) * (real r * sqrt N) <= ((1 + 8 * eps) * real high) * ((1 + 8 * eps) * real high)).
    { apply Rmult_le_compat; auto; apply Rmult_le_pos; lra. }
    replace ((real r * sqrt N) * (real r * sqrt N)) with (real r ^ 2 * (sqrt N * sqrt N)) in C2 by ring.
    rewrite sqrt_sqrt in C2 by apply HN. lra. }
  pose proof (fadd_error _ _ (proj1 Bl)) as El.
  assert (LH : real (fadd x error) <= real high) by (rewrite Vz; apply Rmax_l).
  assert (EK : 0 <= eps * K) by (apply Rmult_le_pos; lra).
  assert (HK2 : real high < K * (1 - eps)).
  { apply Rnot_le_lt. intros C.
    assert ((1 + 8 * eps) * (K * (1 - eps)) <= (1 + 8 * eps) * real high) by (apply Rmult_le_compat_l; lra).
    assert (eps * (eps * K) <= / 1048576 * (eps * K)) by (apply Rmult_le_compat_r; lra). nra. }
  destruct (Rle_lt_dec (real x + real error) 0) as [C | C].
  - destruct K0 as [K0 | K0]; [lra |]. rewrite <- K0 in HK2. lra.
  - rewrite (Rabs_pos_eq (real x + real error)) in El by lra. apply Rabs_le_inv in El.
    assert (C2 : (1 - eps) * (real x + real error) < (1 - eps) * K) by lra.
    apply Rmult_lt_reg_l in C2; lra.
Qed.

(* certain_compare. *)
Lemma certain_compare_correct r q N x X error K sign :
  square_of r q N -> below 449 x -> below 449 error -> 0 <= real error -> Rabs (real x - X) <= real error ->
  K <= (1 + 6 * eps) * (real r * sqrt N) -> (real r * sqrt N) <= (1 + 6 * eps) * K -> 0 <= K ->
  certain_compare_results x error (fmul (fmul r r) q) sign ->
  ((0 < sign)%Z -> K < X) /\ ((sign < 0)%Z -> X < K).
Proof.
  intros HS Bx Be P E K1 K2 K0 H. apply Rabs_le_inv in E.
  unfold certain_compare_results in H. open H. destruct H. subst.
  match goal with |- context [if flt ?s ?l then _ else _] => destruct (flt s l) eqn:A end.
  - split; [| lia]. intros _.
    assert (K < real x - real error); [| lra].
    eapply compare_above with (N := N); eauto; try (eapply below_weaken; [eassumption | lia]); lra.
  - match goal with |- context [if flt ?s ?l then _ else _] => destruct (flt s l) eqn:B end.
    + split; [lia |]. intros _. apply flt_real in B; [| apply Bx | apply finite_fneg, Be]. rewrite real_fneg in B. lra.
    + match goal with |- context [if flt ?s ?l then _ else _] => destruct (flt s l) eqn:C end; [| lia].
      split; [lia |]. intros _. assert (real x + real error < K); [| lra].
      eapply compare_below with (N := N); eauto; lra.
Qed.

(* If it is certainly above, the number exceeds its error: its sign is known. *)
Lemma certain_compare_exceeds r q N x error sign :
  square_of r q N -> below 449 x -> below 449 error -> 0 <= real error ->
  certain_compare_results x error (fmul (fmul r r) q) sign -> (0 < sign)%Z -> real error < real x.
Proof.
  intros HS Bx Be P H S. unfold certain_compare_results in H. open H. destruct H. subst.
  match type of S with context [if flt ?s ?l then _ else _] => destruct (flt s l) eqn:A end.
  - assert (0 < real x - real error); [| lra].
    assert (0 <= real r * sqrt N) by (apply Rmult_le_pos; [apply HS | apply sqrt_pos]). pose proof eps_small.
    eapply compare_above with (N := N); eauto; try (eapply below_weaken; [eassumption | lia]); try lra.
    apply Rmult_le_pos; lra.
  - repeat match type of S with context [if flt ?s ?l then _ else _] => destruct (flt s l) end; lia.
Qed.

(* The squared distance from an end, against R^2 with its allowance. *)
Lemma high_square_at_least h : below 201 h ->
  below 500 (high_square h) /\ (1 + 20 * eps) * real h ^ 2 + T4 / 2 <= real (high_square h).
Proof.
  intros B.
  assert (B1 : below 402 (fmul h h)) by (apply (below_mul 201 201); auto; lia).
  destruct factor_value as [Bf Vf]. destruct T4_value as [BT VT].
  assert (B2 : below 403 (fmul (fmul h h) (fadd (fconst 1 0) (fconst 1 (-48))))) by (apply (below_mul 402 1); auto;
    lia).
  assert (B3 : below 404 (high_square h)).
  { apply (below_add 403); [lia | exact B2 |]. eapply below_weaken; [exact BT | lia]. }
  split; [eapply below_weaken; [exact B3 | lia] |].
  pose proof (fmul_error _ _ (proj1 B1)) as E1. pose proof (fmul_error _ _ (proj1 B2)) as E2.
  pose proof (fadd_error _ _ (proj1 B3)) as E3. fold (high_square h) in E3. rewrite VT in E3.
  assert (P1 : 0 <= real (fmul h h)) by apply fmul_square_nonneg, B1.
  pose proof eps_small. pose proof tiny_pos. pose proof T4_pos.
  assert (TT : tiny <= T4 / 1024) by (pose proof tiny_T4; pose proof one_le_405; nra).
  assert (P2 : 0 <= real (fmul (fmul h h) (fadd (fconst 1 0) (fconst 1 (-48))))) by (apply fmul_nonneg; [apply B2 |
    lra | lra]).
  replace (real h * real h) with (real h ^ 2) in E1 by ring.
  rewrite (Rabs_pos_eq (real h ^ 2)) in E1 by apply pow2_ge_0.
  rewrite (Rabs_pos_eq (_ * _)) in E2 by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (_ + T4)) in E3 by lra.
  assert (S0 : 0 <= real h ^ 2) by apply pow2_ge_0.
  revert E1 E2 E3 P1 P2 S0. generalize (real (high_square h)).
  generalize (real (fmul (fmul h h) (fadd (fconst 1 0) (fconst 1 (-48))))). generalize (real (fmul h h)) (real h ^ 2).
  destruct Vf as [Vf _]. revert Vf. generalize (real (fadd (fconst 1 0) (fconst 1 (-48)) : D)).
  intros c Vf a s b r E1 E2 E3 P1 P2 S0.
  apply Rabs_le_inv in E1. apply Rabs_le_inv in E2. apply Rabs_le_inv in E3.
  assert (ES : 0 <= eps * s) by (apply Rmult_le_pos; lra).
  assert (EES : 0 <= eps * (eps * s) <= / 1048576 * (eps * s)) by (split; [apply Rmult_le_pos |
    apply Rmult_le_compat_r]; lra).
  assert (X1 : (1 + 30 * eps) * a <= a * c) by (rewrite Rmult_comm; apply Rmult_le_compat_l; lra).
  assert (X2 : (1 + 30 * eps) * (s - eps * s - tiny) <= (1 + 30 * eps) * a) by (apply Rmult_le_compat_l; lra).
  assert (X3 : eps * tiny <= / 1048576 * tiny) by (apply Rmult_le_compat_r; lra).
  assert (X4 : s + 28 * (eps * s) - T4 / 500 <= a * c) by lra.
  assert (X5 : (1 - eps) * (s + 28 * (eps * s) - T4 / 500) <= (1 - eps) * (a * c)) by (apply Rmult_le_compat_l; lra).
  assert (X6 : 0 <= eps * T4 <= / 1048576 * T4) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (X7 : s + 26 * (eps * s) - T4 / 300 <= b) by lra.
  assert (X8 : (1 - eps) * (s + 26 * (eps * s) - T4 / 300 + T4) <= (1 - eps) * (b + T4)) by (apply Rmult_le_compat_l;
    lra).
  lra.
Qed.
