(* The time at which a circle comes to the side of a level or upright wall: set_level_time of src/exact/sweep_level.h.

   The gap G and the speed S are exact sums of two doubles. The guess is the quotient of the high parts, rounded. What
   the guess leaves of G is known but for the roundings of low parts, because the difference of the high parts is exact.
   All numbers are on the grid of 2^-704, so nothing underflows. docs/exactness.md, "Level and upright walls". *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN Sterbenz.
From Carom Require Import Model Operations ErrorFree Bounded ErrorFreeTerms SweepSmallGrid Terms_wide Terms_level.
From Carom Require ContactPairs.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Lemma fdiv_below (a b : D) n : finite a -> real b <> 0 -> (-1074 <= n < 1024)%Z ->
  Rabs (real a / real b) <= bpow radix2 n -> below n (fdiv a b) /\ real (fdiv a b) = rnd double (real a / real b).
Proof.
  intros Fa Nb N H. generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE a b Nb).
  change (B2R a / B2R b) with (real a / real b). rewrite (power_below_overflow n) by assumption.
  intros (C1 & C2 & _). change (real (fdiv a b) = rnd double (real a / real b)) in C1.
  split; [split |]; [unfold finite; rewrite <- Fa; exact C2 | | exact C1].
  rewrite C1. apply rnd_below; [lia | exact H].
Qed.

Lemma product_rest_below (a b : D) : below 300 a -> below 300 b -> finite (product_rest a b).
Proof. intros A B. apply (ContactPairs.product_rest_finite a b 300); [exact A | exact B | lia]. Qed.

Lemma rnd_sum_of_result x y : in_format double x -> in_format double y ->
  Rabs (rnd double (x + y) - (x + y)) <= eps * Rabs (rnd double (x + y)).
Proof. apply rnd_sum_error_of_result. Qed.

(* The real numbers: l and m are the step and the low terms over the speed. *)
Lemma level_step_real e G S sh g0 left E M step :
  0 < e <= / 1048576 -> 0 < sh -> Rabs (S - sh) <= e * sh -> G - g0 * S = E -> 0 <= M ->
  Rabs (left - E) <= e * Rabs left + (2 * e + e * e) * M -> Rabs (step - left / sh) <= e * Rabs (left / sh) ->
  Rabs (G / S - (g0 + step)) <= 4 * e * (Rabs left / sh + M / sh).
Proof.
  intros He P HS HE M0 HL Hs. apply Rabs_le_inv in HS.
  assert (EP : e * sh <= / 1048576 * sh) by (apply Rmult_le_compat_r; lra).
  assert (S0 : 0 < S) by lra. pose proof (Rabs_pos left) as L0.
  set (l := Rabs left / sh) in *. set (m := M / sh) in *.
  assert (l0 : 0 <= l) by (apply Rmult_le_pos; [exact L0 | left; now apply Rinv_0_lt_compat]).
  assert (m0 : 0 <= m) by (apply Rmult_le_pos; [exact M0 | left; now apply Rinv_0_lt_compat]).
  assert (Ll : Rabs left = l * sh) by (unfold l; field; lra). assert (Mm : M = m * sh) by (unfold m; field; lra).
  assert (Al : Rabs (left / sh) = l) by (unfold Rdiv; rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq sh) by lra; reflexivity).
  rewrite Al in Hs.
  replace (G / S - (g0 + step)) with ((E - left) / S + (left * (sh - S)) / (S * sh) - (step - left / sh)) by
    (rewrite <- HE; field; split; lra).
  assert (B1 : Rabs ((E - left) / S) <= (1 + 2 * e) * (e * l + (2 * e + e * e) * m)).
  { unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq S) by lra. rewrite Rabs_minus_sym in HL.
    apply Rmult_le_reg_r with S; [exact S0 |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    eapply Rle_trans; [exact HL |]. rewrite Ll, Mm.
    replace (e * (l * sh) + (2 * e + e * e) * (m * sh)) with ((e * l + (2 * e + e * e) * m) * sh) by ring.
    set (w := e * l + (2 * e + e * e) * m).
    assert (w0 : 0 <= w) by (unfold w; apply Rplus_le_le_0_compat; apply Rmult_le_pos; nra).
    replace ((1 + 2 * e) * w * S) with (w * ((1 + 2 * e) * S)) by ring. apply Rmult_le_compat_l; [exact w0 |]. nra. }
  assert (B2 : Rabs (left * (sh - S) / (S * sh)) <= (1 + 2 * e) * (e * l)).
  { unfold Rdiv. rewrite !Rabs_mult, Rabs_inv, (Rabs_pos_eq (S * sh)) by nra.
    apply Rmult_le_reg_r with (S * sh); [nra |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by nra. rewrite Ll.
    assert (Rabs (sh - S) <= e * sh) by (apply Rabs_le; lra).
    assert (l * sh * Rabs (sh - S) <= l * sh * (e * sh)) by (apply Rmult_le_compat_l; nra).
    assert (0 <= l * (e * sh) * ((1 + 2 * e) * S - sh)) by (apply Rmult_le_pos; nra). nra. }
  assert (e * (e * l) <= / 1048576 * (e * l)) by (apply Rmult_le_compat_r; nra).
  assert (e * (e * m) <= / 1048576 * (e * m)) by (apply Rmult_le_compat_r; nra).
  assert (e * (e * (e * m)) <= / 1048576 * (e * (e * m))) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |]; nra).
  assert (0 <= e * l) by nra. assert (0 <= e * m) by nra.
  apply Rabs_le_inv in Hs, B1, B2. apply Rabs_le. nra.
Qed.
