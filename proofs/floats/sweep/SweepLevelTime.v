(* The time at which a circle comes to the side of a level or upright wall: set_level_time of src/sweep/sweep_level.h.

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
  assert (Al : Rabs (left / sh) = l) by (unfold Rdiv; rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq sh) by lra;
    reflexivity).
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

(* A low part: 0, or not tiny. *)
Definition level_part (x : D) := finite x /\ (real x = 0 \/ bpow radix2 (-400) <= Rabs (real x)).

Lemma level_part_grid x : level_part x -> on_grid (-452) (real x).
Proof. intros [_ H]. apply grid_of_format; [apply real_in_format | exact H]. Qed.

Section LevelTime.
Variables gh gl sh sl : D.
Hypotheses (Bg : below 210 gh) (Bs : below 210 sh) (Pg : bpow radix2 (-400) <= real gh) (Ps : bpow radix2 (-400) <= real
  sh)
  (Lg : level_part gl) (Ls : level_part sl) (Wg : Rabs (real gl) <= eps * real gh) (Ws : Rabs (real sl) <= eps * real
    sh).
Let G := real gh + real gl.
Let S := real sh + real sl.
Hypothesis Comes : G < S.

Let guess := fdiv gh sh.
Let back_hi := fmul guess sh.
Let back_lo := product_rest guess sh.
Let rest := fmul guess sl.
Let left := fadd (fsub gh back_hi) (fsub (fsub gl back_lo) rest).
Let terms := fadd (fadd (fabs gl) (fabs back_lo)) (fabs rest).
Let step := fdiv left sh.
Let error := fmul (fconst 1 (-50)) (fadd (fabs step) (fdiv terms sh)).
Let exactly := (feq left (fconst 0 0) && feq gl (fconst 0 0) && feq sl (fconst 0 0))%bool.

Hypothesis Late : flt (fconst 1 (-200)) guess = true.

Lemma high_parts_pos : 0 < real gh /\ 0 < real sh.
Proof. pose proof (bpow_gt_0 radix2 (-400)). lra. Qed.

Lemma gap_pos : 0 < G /\ 0 < S /\ real gh <= 2 * real sh.
Proof.
  destruct high_parts_pos. pose proof eps_small. apply Rabs_le_inv in Wg, Ws. unfold G, S in *.
  assert (eps * real gh <= / 1048576 * real gh) by (apply Rmult_le_compat_r; lra).
  assert (eps * real sh <= / 1048576 * real sh) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma guess_value : below 2 guess /\ Rabs (real guess - real gh / real sh) <= eps * (real gh / real sh) /\
  bpow radix2 (-200) < real guess.
Proof.
  destruct high_parts_pos as [P1 P2]. destruct gap_pos as (_ & _ & H2).
  assert (Q0 : 0 < real gh / real sh) by now apply Rdiv_lt_0_compat.
  assert (Q2 : Rabs (real gh / real sh) <= bpow radix2 2).
  { rewrite Rabs_pos_eq by lra. change (bpow radix2 2) with 4. apply Rmult_le_reg_r with (real sh); [exact P2 |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  destruct (fdiv_below gh sh 2 (proj1 Bg) ltac:(lra) ltac:(lia) Q2) as (B & E). fold guess in B, E.
  split; [exact B |]. split.
  - rewrite E. rewrite <- (Rabs_pos_eq (real gh / real sh)) at 3 by lra. apply rnd_relative. right.
    rewrite Rabs_pos_eq by lra. apply Rle_trans with (bpow radix2 (-400) * bpow radix2 (-210)).
    + rewrite <- bpow_plus. apply bpow_le. lia.
    + apply Rmult_le_compat; try apply bpow_ge_0; [exact Pg |]. change (-210)%Z with (- (210))%Z. rewrite bpow_opp.
        apply Rinv_le; [exact P2 |].
      destruct Bs as [_ B2]. rewrite Rabs_pos_eq in B2 by lra. exact B2.
  - const_facts 1%Z (-200)%Z F1 V1. rewrite Rmult_1_l in V1. rewrite <- V1. apply flt_real; auto. apply B.
Qed.

Lemma guess_pos : 0 < real guess.
Proof. destruct guess_value as (_ & _ & H). pose proof (bpow_gt_0 radix2 (-200)). lra. Qed.

(* All numbers are on the grid of 2^-704. *)
Lemma guess_grid : on_grid (-252) (real guess).
Proof.
  apply grid_of_format; [apply real_in_format |]. right. destruct guess_value as (_ & _ & H).
  rewrite Rabs_pos_eq by apply Rlt_le, guess_pos. apply Rlt_le. exact H.
Qed.

Lemma high_grid (x : D) : bpow radix2 (-400) <= real x -> on_grid (-704) (real x).
Proof.
  intros H. apply (grid_finer (-452)); [lia |]. apply grid_of_format; [apply real_in_format |]. right.
  rewrite Rabs_pos_eq; [exact H |]. pose proof (bpow_gt_0 radix2 (-400)). lra.
Qed.

Lemma product_grid (x : D) : on_grid (-452) (real x) -> on_grid (-704) (real guess * real x).
Proof. exact (grid_mul (-252) (-452) _ _ guess_grid). Qed.

Lemma back_value : below 213 back_hi /\ below 213 back_lo /\ real back_hi + real back_lo = real guess * real sh /\
  on_grid (-704) (real back_hi) /\ on_grid (-704) (real back_lo) /\ Rabs (real back_lo) <= eps * (real guess * real sh).
Proof.
  destruct guess_value as (B & _ & L). destruct high_parts_pos as [P1 P2]. pose proof guess_pos as G0.
  assert (P : 0 < real guess * real sh) by now apply Rmult_lt_0_compat.
  assert (F : finite back_lo) by (apply product_rest_below; eapply below_weaken; eauto; lia).
  assert (Least : bpow radix2 (-600) <= real guess * real sh).
  { change (-600)%Z with (-200 + -400)%Z. rewrite bpow_plus. apply Rmult_le_compat; try apply bpow_ge_0; lra. }
  assert (Sp : is_splittable (real guess * real sh)).
  { right. rewrite Rabs_pos_eq by lra. eapply Rle_trans; [| exact Least]. apply bpow_le. lia. }
  destruct (product_exact guess sh F Sp) as (_ & _ & Fh & Eh & X).
  fold back_hi back_lo in Fh, Eh, X.
  assert (Gp : on_grid (-704) (real guess * real sh)).
  { apply product_grid, grid_of_format; [apply real_in_format |]. right. rewrite Rabs_pos_eq by lra. exact Ps. }
  assert (Gh : on_grid (-704) (real back_hi)) by (rewrite Eh; now apply grid_rnd).
  assert (E : Rabs (real back_lo) <= eps * (real guess * real sh)).
  { replace (real back_lo) with (- (rnd double (real guess * real sh) - real guess * real sh)) by lra.
    rewrite Rabs_Ropp. apply (grid_relative_pos (-704)); [exact Gp | lia | lra]. }
  assert (B2 : below 212 back_hi) by (apply (below_mul 2 210); auto; lia).
  split; [apply (below_weaken 212); [exact B2 | lia] |]. split.
  - split; [exact F |]. eapply Rle_trans; [exact E |]. pose proof eps_small.
    assert (real guess * real sh <= bpow radix2 212).
    { change 212%Z with (2 + 210)%Z. rewrite bpow_plus. destruct B as [_ B]. destruct Bs as [_ Bsv].
      rewrite Rabs_pos_eq in B, Bsv by lra. apply Rmult_le_compat; lra. }
    assert (eps * (real guess * real sh) <= 1 * (real guess * real sh)) by (apply Rmult_le_compat_r; lra).
    assert (bpow radix2 212 <= bpow radix2 213) by (apply bpow_le; lia). lra.
  - split; [exact X |]. split; [exact Gh |]. split; [| exact E].
    replace (real back_lo) with (real guess * real sh - real back_hi) by lra. now apply grid_sub.
Qed.

(* The difference of the high parts is exact. *)
Lemma high_difference : below 214 (fsub gh back_hi) /\ real (fsub gh back_hi) = real gh - real back_hi /\
  Rabs (real gh - real back_hi) <= 3 * (eps * real gh).
Proof.
  destruct guess_value as (B & E & L). destruct high_parts_pos as [P1 P2]. pose proof eps_small as Es.
  destruct back_value as (B1 & B2 & X & _ & _ & Eb).
  assert (Near : Rabs (real guess * real sh - real gh) <= eps * real gh).
  { replace (real guess * real sh - real gh) with ((real guess - real gh / real sh) * real sh) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (real sh)) by lra.
    replace (eps * real gh) with (eps * (real gh / real sh) * real sh) by (field; lra). apply Rmult_le_compat_r; lra. }
  apply Rabs_le_inv in Near, Eb.
  assert (EG : 0 < eps * real gh <= / 1048576 * real gh) by (split; [apply Rmult_lt_0_compat | apply Rmult_le_compat_r];
    lra).
  assert (EP : eps * (real guess * real sh) <= eps * (real gh + eps * real gh)) by (apply Rmult_le_compat_l; lra).
  assert (EE : eps * (eps * real gh) <= / 1048576 * (eps * real gh)) by (apply Rmult_le_compat_r; lra).
  assert (H3 : Rabs (real gh - real back_hi) <= 3 * (eps * real gh)) by (apply Rabs_le; lra).
  assert (Bd : below 214 (fsub gh back_hi)) by (apply (below_sub 213); [lia | eapply below_weaken; eauto;
    lia | exact B1]).
  split; [exact Bd |]. split; [| exact H3]. destruct (fsub_finite _ _ (proj1 Bd)) as (_ & _ & ->).
  apply Rabs_le_inv in H3. apply rnd_of_format, sterbenz; try apply real_in_format; auto with typeclass_instances;
    [| lra].
  unfold exponents. apply FLT_exp_monotone.
Qed.

(* What the guess leaves of the gap. *)
Let E := G - real guess * S.
Let M := Rabs (real gl) + Rabs (real back_lo) + Rabs (real guess * real sl).

Lemma low_terms : below 214 gl /\ below 214 rest /\ on_grid (-704) (real rest) /\
  Rabs (real rest - real guess * real sl) <= eps * Rabs (real guess * real sl).
Proof.
  destruct guess_value as (B & _ & _). destruct high_parts_pos as [P1 P2]. pose proof eps_small.
  assert (W : forall (l h : D), below 210 h -> 0 < real h -> finite l -> Rabs (real l) <= eps * real h -> below 210 l).
  { intros l h [_ Bh] Ph Fl H1. split; [exact Fl |]. rewrite Rabs_pos_eq in Bh by lra.
    assert (eps * real h <= 1 * real h) by (apply Rmult_le_compat_r; lra). lra. }
  pose proof (W gl gh Bg P1 (proj1 Lg) Wg) as B1. pose proof (W sl sh Bs P2 (proj1 Ls) Ws) as B2.
  split; [eapply below_weaken; [exact B1 | lia] |].
  assert (B3 : below 212 rest) by (apply (below_mul 2 210); auto; lia).
  destruct (fmul_finite _ _ (proj1 B3)) as (_ & _ & Er). fold rest in Er.
  pose proof (product_grid sl (level_part_grid sl Ls)) as Gr.
  split; [eapply below_weaken; [exact B3 | lia] |]. rewrite Er.
  split; [now apply grid_rnd |]. apply (grid_relative (-704)); [exact Gr | lia].
Qed.

Lemma low_terms_small : M <= 4 * (eps * real gh).
Proof.
  destruct guess_value as (_ & Eg & _). pose proof guess_pos as G0. destruct high_parts_pos as [P1 P2].
  pose proof eps_small as Es.
  destruct back_value as (_ & _ & _ & _ & _ & Eb). unfold M.
  assert (Near : real guess * real sh <= (1 + eps) * real gh).
  { apply Rabs_le_inv in Eg. replace ((1 + eps) * real gh) with ((real gh / real sh + eps * (real gh / real sh)) * real
    sh) by (field; lra).
    apply Rmult_le_compat_r; lra. }
  assert (D1 : Rabs (real guess * real sl) <= eps * ((1 + eps) * real gh)).
  { rewrite Rabs_mult, (Rabs_pos_eq (real guess)) by lra.
    apply Rle_trans with (real guess * (eps * real sh)); [apply Rmult_le_compat_l; lra |].
    replace (real guess * (eps * real sh)) with (eps * (real guess * real sh)) by ring. apply Rmult_le_compat_l; lra. }
  assert (D2 : Rabs (real back_lo) <= eps * ((1 + eps) * real gh)) by (eapply Rle_trans; [exact Eb |];
    apply Rmult_le_compat_l; lra).
  assert (EG : 0 < eps * real gh <= / 1048576 * real gh) by (split; [apply Rmult_lt_0_compat | apply Rmult_le_compat_r];
    lra).
  assert (eps * (eps * real gh) <= / 1048576 * (eps * real gh)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma guess_near : Rabs (G / S - real guess) <= 8 * (eps * real guess).
Proof.
  destruct guess_value as (_ & Eg & _). pose proof guess_pos as G0. destruct high_parts_pos as [P1 P2].
  pose proof eps_small as Es.
  destruct back_value as (_ & _ & X & _). destruct high_difference as (_ & _ & Hd). pose proof low_terms_small as L.
  destruct gap_pos as (Gp & Sp & _).
  assert (EB : Rabs E <= 7 * (eps * real gh)).
  { unfold E, G, S, M in *. pose proof (Rle_abs (real guess * real sl)) as A1.
    pose proof (Rle_abs (- (real guess * real sl))) as A2.
    pose proof (Rle_abs (real gl)) as A3. pose proof (Rle_abs (- real gl)) as A4.
    pose proof (Rle_abs (real back_lo)) as A5. pose proof (Rle_abs (- real back_lo)) as A6.
    rewrite Rabs_Ropp in A2, A4, A6.
    apply Rabs_le_inv in Hd. apply Rabs_le.
    replace (real gh + real gl - real guess * (real sh + real sl)) with
      (real gh - real back_hi + (real gl - real back_lo) - real guess * real sl) by lra. lra. }
  assert (Q0 : 0 < real gh / real sh) by now apply Rdiv_lt_0_compat.
  assert (Qg : real gh / real sh <= (1 + 2 * eps) * real guess).
  { apply Rabs_le_inv in Eg. assert ((1 - eps) * (real gh / real sh) <= real guess) by lra.
    assert (eps * (real gh / real sh) <= / 1048576 * (real gh / real sh)) by (apply Rmult_le_compat_r; lra).
    assert (eps * ((1 - eps) * (real gh / real sh)) <= eps * real guess) by (apply Rmult_le_compat_l; lra).
    assert (0 <= eps * (/ 1048576 * (real gh / real sh) - eps * (real gh / real sh))) by (apply Rmult_le_pos; lra). lra.
    }
  replace (G / S - real guess) with (E / S) by (unfold E; field; lra).
  unfold Rdiv at 1. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq S) by lra.
  apply Rmult_le_reg_r with S; [exact Sp |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  eapply Rle_trans; [exact EB |].
  assert (Gh : real gh = real gh / real sh * real sh) by (field; lra). apply Rabs_le_inv in Ws.
  assert (SS : (1 - eps) * real sh <= S) by (unfold S; lra).
  assert (A : real gh <= (1 + 2 * eps) * real guess * real sh) by (rewrite Gh; apply Rmult_le_compat_r; lra).
  assert (B : (1 + 2 * eps) * real guess * real sh <= 8 / 7 * (real guess * S)).
  { assert ((1 + 2 * eps) * real sh <= 8 / 7 * S) by nra.
    assert (real guess * ((1 + 2 * eps) * real sh) <= real guess * (8 / 7 * S)) by (apply Rmult_le_compat_l; lra). lra.
    }
  assert (eps * real gh <= eps * (8 / 7 * (real guess * S))) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma left_value : below 218 left /\ on_grid (-704) (real left) /\
  Rabs (real left - E) <= eps * Rabs (real left) + (2 * eps + eps * eps) * M /\
  (real left = 0 -> real gl = 0 -> real sl = 0 -> E = 0) /\ Rabs (real left) <= 8 * (eps * real gh).
Proof.
  destruct back_value as (B1 & B2 & X & Gh & Gb & Eb). destruct high_difference as (B3 & E3 & S3).
  destruct low_terms as (B4 & B5 & Gr & Er). pose proof eps_small as Es. destruct high_parts_pos as [P1 P2].
  assert (B6 : below 215 (fsub gl back_lo)) by (apply (below_sub 214); [lia | exact B4 | eapply below_weaken;
    [exact B2 | lia]]).
  assert (B7 : below 216 (fsub (fsub gl back_lo) rest)) by (apply (below_sub 215);
    [lia | exact B6 | eapply below_weaken; [exact B5 | lia]]).
  assert (B8 : below 217 left) by (apply (below_add 216); [lia | eapply below_weaken; [exact B3 | lia] | exact B7]).
  destruct (fsub_finite _ _ (proj1 B6)) as (_ & _ & R6). destruct (fsub_finite _ _ (proj1 B7)) as (_ & _ & R7).
  destruct (fadd_finite _ _ (proj1 B8)) as (_ & _ & R8). fold left in R8.
  pose proof (grid_finer (-452) (-704) _ ltac:(lia) (level_part_grid gl Lg)) as Gg.
  assert (G6 : on_grid (-704) (real (fsub gl back_lo))) by (rewrite R6; auto using grid_rnd, grid_sub).
  assert (G7 : on_grid (-704) (real (fsub (fsub gl back_lo) rest))) by (rewrite R7; auto using grid_rnd, grid_sub).
  assert (G8 : on_grid (-704) (real left)).
  { rewrite R8, E3. apply grid_rnd, grid_add; [apply grid_sub; [now apply high_grid | exact Gh] | exact G7]. }
  pose proof (fsub_error _ _ (proj1 B6)) as Q6. pose proof (fsub_error _ _ (proj1 B7)) as Q7.
  pose proof (rnd_sum_of_result _ _ (real_in_format (fsub gh back_hi)) (real_in_format (fsub (fsub gl back_lo) rest)))
    as Q8.
  rewrite <- R8 in Q8. rewrite E3 in Q8.
  set (r1 := real (fsub gl back_lo)) in *. set (r2 := real (fsub (fsub gl back_lo) rest)) in *.
  set (a := Rabs (real gl)) in *. set (b := Rabs (real back_lo)) in *. set (d := Rabs (real guess * real sl)) in *.
  assert (a0 : 0 <= a) by apply Rabs_pos. assert (b0 : 0 <= b) by apply Rabs_pos.
  assert (d0 : 0 <= d) by apply Rabs_pos.
  assert (T6 : Rabs (real gl - real back_lo) <= a + b).
  { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. unfold a, b. lra. }
  assert (Q6' : Rabs (r1 - (real gl - real back_lo)) <= eps * (a + b)).
  { eapply Rle_trans; [exact Q6 |]. apply Rmult_le_compat_l; lra. }
  assert (T7 : Rabs (r1 - real rest) <= (1 + eps) * (a + b + d)).
  { pose proof (Rle_abs (real guess * real sl)) as U1. pose proof (Rle_abs (- (real guess * real sl))) as U2.
    rewrite Rabs_Ropp in U2.
    apply Rabs_le_inv in T6, Q6', Er. fold d in U1, U2, Er. apply Rabs_le. lra. }
  assert (Q7' : Rabs (r2 - (r1 - real rest)) <= eps * ((1 + eps) * (a + b + d))).
  { eapply Rle_trans; [exact Q7 |]. apply Rmult_le_compat_l; lra. }
  assert (EE : E = real gh - real back_hi + (real gl - real back_lo) - real guess * real sl) by (unfold E, G, S; lra).
  assert (Sum : Rabs (real gh - real back_hi + r2 - E) <= (2 * eps + eps * eps) * M).
  { rewrite EE. unfold M. fold a b d in Er |- *. apply Rabs_le_inv in Q6', Q7', Er. apply Rabs_le.
    replace ((2 * eps + eps * eps) * (a + b + d)) with (eps * (a + b) + eps * d + eps * ((1 + eps) * (a + b + d)))
      by ring. lra. }
  split; [eapply below_weaken; [exact B8 | lia] |]. split; [exact G8 |]. split; [| split].
  - apply Rabs_le_inv in Q8, Sum. apply Rabs_le. lra.
  - intros Zl Zg Zs.
    assert (Zr : real rest = 0).
    { unfold d in Er. rewrite Zs, Rmult_0_r, Rabs_R0, Rmult_0_r, Rminus_0_r in Er. pose proof (Rabs_pos (real rest)).
      destruct (Req_dec (real rest) 0) as [|N]; [assumption |]. apply Rabs_pos_lt in N. lra. }
    assert (Z1 : r1 = - real back_lo).
    { rewrite R6, Zg, Rminus_0_l. apply rnd_of_format, in_format_opp, real_in_format. }
    assert (Z2 : r2 = - real back_lo).
    { rewrite R7, Z1, Zr, Rminus_0_r. apply rnd_of_format, in_format_opp, real_in_format. }
    rewrite Zl, Rabs_R0, Rmult_0_r in Q8. apply Rabs_le_inv in Q8. rewrite EE, Zg, Zs, Rmult_0_r. lra.
  - (* size *)
    pose proof low_terms_small as L2. unfold M in L2. fold a b d in L2.
    assert (EG : 0 < eps * real gh <= / 1048576 * real gh)
      by (split; [apply Rmult_lt_0_compat | apply Rmult_le_compat_r]; lra).
    assert (R2 : Rabs r2 <= (1 + eps) * ((1 + eps) * (a + b + d))).
    { replace r2 with (r2 - (r1 - real rest) + (r1 - real rest)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
      }
    assert (Z : Rabs (real left) <= (1 + eps) * (3 * (eps * real gh) + (1 + eps) * ((1 + eps) * (a + b + d)))).
    { pose proof (rnd_sum_error double _ _ (real_in_format (fsub gh back_hi)) (real_in_format (fsub (fsub gl back_lo)
      rest))) as Q.
      fold r2 in Q. rewrite <- R8, E3 in Q.
      assert (Rabs (real gh - real back_hi + r2) <= 3 * (eps * real gh) + (1 + eps) * ((1 + eps) * (a + b + d))).
      { eapply Rle_trans; [apply Rabs_triang |]. lra. }
      replace (real left) with (real left - (real gh - real back_hi + r2) + (real gh - real back_hi + r2)) by ring.
      eapply Rle_trans; [apply Rabs_triang |].
      assert (eps * Rabs (real gh - real back_hi + r2) <= eps * (3 * (eps * real gh) + (1 + eps) * ((1 + eps) * (a + b +
        d))))
        by (apply Rmult_le_compat_l; lra). lra. }
    assert (1 + eps <= 1 + / 1048576) by lra.
    assert (M4 : (1 + eps) * ((1 + eps) * (a + b + d)) <= (1 + / 1048576) * ((1 + / 1048576) * (4 * (eps * real gh)))).
    { apply Rmult_le_compat; try lra; [apply Rmult_le_pos; lra |]. apply Rmult_le_compat; lra. }
    assert ((1 + eps) * (3 * (eps * real gh) + (1 + eps) * ((1 + eps) * (a + b + d))) <=
       (1 + / 1048576) * (3 * (eps * real gh) + (1 + / 1048576) * ((1 + / 1048576) * (4 * (eps * real gh))))).
    { apply Rmult_le_compat; try lra. apply Rplus_le_le_0_compat; [lra |]. apply Rmult_le_pos; [lra |].
      apply Rmult_le_pos; lra. }
    lra.
Qed.

Lemma over_speed (x y : R) : Rabs x <= y -> Rabs (x / real sh) <= y / real sh.
Proof.
  destruct high_parts_pos as [_ P2]. intros H. unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (real sh)) by lra.
  apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | exact H].
Qed.

(* A quotient of such a number by the speed does not underflow. *)
Lemma quotient_value (x : D) : below 218 x -> on_grid (-704) (real x) ->
  below 618 (fdiv x sh) /\ Rabs (real (fdiv x sh) - real x / real sh) <= eps * Rabs (real x / real sh) /\
  on_grid (-966) (real (fdiv x sh)).
Proof.
  intros [Fx Bx] Gx. destruct high_parts_pos as [_ P2].
  assert (Q : Rabs (real x / real sh) <= bpow radix2 618).
  { change 618%Z with (218 + 400)%Z. rewrite bpow_plus. eapply Rle_trans; [apply over_speed, Rle_refl |].
    apply Rmult_le_compat; [apply Rabs_pos | left; now apply Rinv_0_lt_compat | exact Bx |].
    change 400%Z with (- (-400))%Z. rewrite bpow_opp. apply Rinv_le; [apply bpow_gt_0 | exact Ps]. }
  destruct (fdiv_below x sh 618 Fx ltac:(lra) ltac:(lia) Q) as (B & E').
  assert (Least : real x / real sh = 0 \/ bpow radix2 (-914) <= Rabs (real x / real sh)).
  { destruct (grid_least _ _ Gx) as [Z | Z]; [left; rewrite Z; unfold Rdiv; ring | right].
    unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (real sh)) by lra.
    change (-914)%Z with (-704 + -(210))%Z. rewrite bpow_plus, bpow_opp.
    apply Rmult_le_compat; [apply bpow_ge_0 | left; apply Rinv_0_lt_compat, bpow_gt_0 | exact Z |].
    apply Rinv_le; [exact P2 |]. destruct Bs as [_ B2]. rewrite Rabs_pos_eq in B2 by lra. exact B2. }
  split; [exact B |]. split.
  - rewrite E'. apply rnd_relative. destruct Least as [Z | Z]; [now left | right].
    eapply Rle_trans; [| exact Z]. apply bpow_le. lia.
  - apply grid_of_format; [apply real_in_format |]. rewrite E'. destruct Least as [Z | Z]; [left; rewrite Z;
      apply rnd_zero | right].
    change (52 + -966)%Z with (-914)%Z.
    apply abs_round_ge_generic; auto with typeclass_instances.
    apply generic_format_bpow. unfold exponents, FLT_exp, emin. simpl. lia.
Qed.

Lemma step_value : below 618 step /\ Rabs (real step - real left / real sh) <= eps * Rabs (real left / real sh) /\
  on_grid (-966) (real step) /\ 2 * Rabs (real step) <= real guess.
Proof.
  destruct left_value as (B & Gl & _ & _ & L). destruct (quotient_value left B Gl) as (B1 & E1 & G1).
  fold step in B1, E1, G1.
  split; [exact B1 |]. split; [exact E1 |]. split; [exact G1 |].
  destruct guess_value as (_ & Eg & _). destruct high_parts_pos as [P1 P2]. pose proof eps_small as Es.
  assert (Q0 : 0 < real gh / real sh) by now apply Rdiv_lt_0_compat.
  pose proof (over_speed _ _ L) as L2.
  replace (8 * (eps * real gh) / real sh) with (8 * (eps * (real gh / real sh))) in L2 by (field; lra).
  assert (eps * (real gh / real sh) <= / 1048576 * (real gh / real sh)) by (apply Rmult_le_compat_r; lra).
  assert (eps * Rabs (real left / real sh) <= / 1048576 * Rabs (real left / real sh)) by (apply Rmult_le_compat_r;
    [apply Rabs_pos | lra]).
  apply Rabs_le_inv in Eg.
  assert (Rabs (real step) <= 2 * Rabs (real left / real sh)).
  { replace (real step) with (real step - real left / real sh + real left / real sh) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_pos (real left / real sh)). lra. }
  lra.
Qed.

Lemma terms_value : below 218 terms /\ on_grid (-704) (real terms) /\ (1 - 4 * eps) * M <= real terms.
Proof.
  destruct back_value as (_ & B2 & _ & _ & Gb & _). destruct low_terms as (B4 & B5 & Gr & Er).
  pose proof eps_small as Es.
  assert (A1 : below 215 (fadd (fabs gl) (fabs back_lo))).
  { apply (below_add 214); [lia | now apply below_abs |]. apply below_abs. eapply below_weaken; [exact B2 | lia]. }
  assert (A2 : below 216 terms).
  { apply (below_add 215); [lia | exact A1 |]. apply below_abs. eapply below_weaken; [exact B5 | lia]. }
  destruct (fadd_finite _ _ (proj1 A1)) as (_ & _ & R1). destruct (fadd_finite _ _ (proj1 A2)) as (_ & _ & R2).
  pose proof (fadd_error _ _ (proj1 A1)) as Q1. pose proof (fadd_error _ _ (proj1 A2)) as Q2. fold terms in R2, Q2.
  rewrite !real_fabs in R1, Q1. rewrite real_fabs in R2, Q2.
  pose proof (grid_finer (-452) (-704) _ ltac:(lia) (level_part_grid gl Lg)) as Gg.
  assert (G1 : on_grid (-704) (real (fadd (fabs gl) (fabs back_lo)))) by (rewrite R1;
    auto using grid_rnd, grid_add, grid_abs).
  split; [eapply below_weaken; [exact A2 | lia] |].
  split; [rewrite R2; auto using grid_rnd, grid_add, grid_abs |].
  set (s := real (fadd (fabs gl) (fabs back_lo))) in *. unfold M.
  set (a := Rabs (real gl)) in *. set (b := Rabs (real back_lo)) in *. set (d := Rabs (real guess * real sl)) in *.
  set (r := Rabs (real rest)) in *.
  assert (a0 : 0 <= a) by apply Rabs_pos. assert (b0 : 0 <= b) by apply Rabs_pos.
  assert (d0 : 0 <= d) by apply Rabs_pos.
  assert (r0 : 0 <= r) by apply Rabs_pos.
  assert (Rd : (1 - eps) * d <= r).
  { pose proof (Rabs_triang_inv (real guess * real sl) (real guess * real sl - real rest)) as T.
    replace (real guess * real sl - (real guess * real sl - real rest)) with (real rest) in T by ring.
    rewrite (Rabs_minus_sym (real guess * real sl)) in T. fold d r in T, Er. lra. }
  rewrite (Rabs_pos_eq (a + b)) in Q1 by lra. apply Rabs_le_inv in Q1.
  assert (s0 : (1 - eps) * (a + b) <= s) by lra.
  assert (s00 : 0 <= s) by (eapply Rle_trans; [| exact s0]; apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (s + r)) in Q2 by lra. apply Rabs_le_inv in Q2.
  assert (X1 : (1 - eps) * ((1 - eps) * (a + b + d)) <= (1 - eps) * (s + r)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= eps * eps * (a + b + d)) by (apply Rmult_le_pos; nra).
  assert (0 <= eps * (a + b + d)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma error_value : finite error /\ 6 * eps * (Rabs (real left) / real sh + M / real sh) <= real error.
Proof.
  destruct terms_value as (B1 & G1 & L1). destruct step_value as (B2 & E2 & G2 & _).
  destruct (quotient_value terms B1 G1) as (B3 & E3 & G3). destruct high_parts_pos as [P1 P2].
  pose proof eps_small as Es.
  assert (B4 : below 619 (fadd (fabs step) (fdiv terms sh))) by (apply (below_add 618);
    [lia | now apply below_abs | exact B3]).
  destruct (fadd_finite _ _ (proj1 B4)) as (_ & _ & R4). pose proof (fadd_error _ _ (proj1 B4)) as Q4.
  rewrite real_fabs in R4, Q4.
  assert (G4 : on_grid (-966) (real (fadd (fabs step) (fdiv terms sh)))) by (rewrite R4;
    auto using grid_rnd, grid_add, grid_abs).
  const_facts 1%Z (-50)%Z F50 V50. rewrite Rmult_1_l in V50.
  assert (B5 : below 569 error).
  { apply (below_mul (-50) 619); [lia | | exact B4]. split; [exact F50 |]. rewrite V50, Rabs_pos_eq by apply bpow_ge_0.
    lra. }
  destruct (fmul_finite _ _ (proj1 B5)) as (_ & _ & R5). fold error in R5. rewrite V50 in R5.
  split; [exact (proj1 B5) |].
  assert (G5 : on_grid (-1016) (bpow radix2 (-50) * real (fadd (fabs step) (fdiv terms sh)))).
  { apply (grid_mul (-50) (-966)); [exists 1%Z; ring | exact G4]. }
  pose proof (grid_relative _ _ G5 ltac:(lia)) as Q5. rewrite <- R5 in Q5.
  assert (M0 : 0 <= M).
  { unfold M. pose proof (Rabs_pos (real gl)). pose proof (Rabs_pos (real back_lo)).
    pose proof (Rabs_pos (real guess * real sl)). lra. }
  assert (I0 : 0 < / real sh) by now apply Rinv_0_lt_compat.
  set (m := M / real sh) in *. set (l := Rabs (real left) / real sh) in *.
  assert (m0 : 0 <= m) by (apply Rmult_le_pos; lra). assert (l0 : 0 <= l) by (apply Rmult_le_pos;
    [apply Rabs_pos | lra]).
  assert (t0 : 0 <= real terms) by (eapply Rle_trans; [| exact L1]; apply Rmult_le_pos; lra).
  assert (Tm : (1 - 4 * eps) * m <= real terms / real sh).
  { unfold m, Rdiv. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  assert (Tm0 : 0 <= (1 - 4 * eps) * m) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (real terms / real sh)) in E3 by lra. apply Rabs_le_inv in E3.
  assert (Al : Rabs (real left / real sh) = l) by (unfold l, Rdiv;
    rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (real sh)) by lra; reflexivity).
  rewrite Al in E2.
  assert (Sl : (1 - eps) * l <= Rabs (real step)).
  { pose proof (Rabs_triang_inv (real left / real sh) (real left / real sh - real step)) as T.
    replace (real left / real sh - (real left / real sh - real step)) with (real step) in T by ring.
    rewrite (Rabs_minus_sym (real left / real sh)), Al in T. lra. }
  set (q := real (fdiv terms sh)) in *. set (st := Rabs (real step)) in *.
  set (s := real (fadd (fabs step) (fdiv terms sh))) in *.
  assert (em : 0 <= eps * m) by (apply Rmult_le_pos; lra). assert (el : 0 <= eps * l) by (apply Rmult_le_pos; lra).
  assert (em2 : eps * m <= / 1048576 * m) by (apply Rmult_le_compat_r; lra).
  assert (el2 : eps * l <= / 1048576 * l) by (apply Rmult_le_compat_r; lra).
  assert (q0 : (1 - eps) * ((1 - 4 * eps) * m) <= q).
  { eapply Rle_trans; [apply Rmult_le_compat_l; [lra | exact Tm] |]. lra. }
  assert (q1 : 99 / 100 * m <= q).
  { eapply Rle_trans; [| exact q0]. replace ((1 - eps) * ((1 - 4 * eps) * m)) with (m - 5 * (eps * m) + 4 * (eps * (eps
    * m))) by ring.
    assert (0 <= eps * (eps * m)) by (apply Rmult_le_pos; lra). lra. }
  assert (st1 : 99 / 100 * l <= st) by lra.
  rewrite (Rabs_pos_eq (st + q)) in Q4 by lra. apply Rabs_le_inv in Q4.
  assert (s1 : 98 / 100 * (m + l) <= s).
  { assert (eps * (st + q) <= / 1048576 * (st + q)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (C : bpow radix2 (-50) = 8 * eps) by (rewrite u_double; simpl; lra). rewrite C in Q5.
  assert (es : 0 <= 8 * eps * s) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (8 * eps * s)) in Q5 by lra. apply Rabs_le_inv in Q5.
  assert (eps * (8 * eps * s) <= / 1048576 * (8 * eps * s)) by (apply Rmult_le_compat_r; lra).
  assert (8 * eps * (98 / 100 * (m + l)) <= 8 * eps * s) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Theorem level_time_near : finite guess /\ finite step /\ finite error /\ 0 < real guess
  /\ 2 * Rabs (real step) <= real guess /\
  Rabs (G / S - (real guess + real step)) <= real (if exactly then fconst 0 0 else error).
Proof.
  destruct guess_value as (Bg' & _). destruct step_value as (B2 & E2 & _ & H2). destruct error_value as (Fe & L).
  destruct left_value as (Bl & _ & El & Exact & _). destruct high_parts_pos as [P1 P2]. pose proof eps_small as Es.
  destruct gap_pos as (G0 & S0 & _).
  split; [exact (proj1 Bg') |]. split; [exact (proj1 B2) |]. split; [exact Fe |]. split; [exact guess_pos |].
  split; [exact H2 |].
  assert (M0 : 0 <= M).
  { unfold M. pose proof (Rabs_pos (real gl)). pose proof (Rabs_pos (real back_lo)).
    pose proof (Rabs_pos (real guess * real sl)). lra. }
  destruct exactly eqn:X.
  - apply andb_prop in X. destruct X as [X X3]. apply andb_prop in X. destruct X as [X1 X2].
    const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
    apply feq_real in X1; [| apply Bl | exact F0]. apply feq_real in X2; [| apply Lg | exact F0].
    apply feq_real in X3; [| apply Ls | exact F0]. rewrite V0 in X1, X2, X3 |- *.
    specialize (Exact X1 X2 X3). unfold E in Exact.
    assert (Zs : real step = 0).
    { rewrite X1 in E2. unfold Rdiv in E2. rewrite Rmult_0_l, Rabs_R0, Rmult_0_r, Rminus_0_r in E2.
      pose proof (Rabs_pos (real step)).
      destruct (Req_dec (real step) 0) as [|N]; [assumption |]. apply Rabs_pos_lt in N. lra. }
    rewrite Zs. replace (G / S - (real guess + 0)) with ((G - real guess * S) / S) by (field; lra).
    rewrite Exact. unfold Rdiv. rewrite Rmult_0_l, Rabs_R0. lra.
  - eapply Rle_trans; [apply (level_step_real eps G S (real sh) (real guess) (real left) E M (real step)); auto |].
    + unfold S. replace (real sh + real sl - real sh) with (real sl) by ring. exact Ws.
    + eapply Rle_trans; [| exact L].
      assert (0 <= Rabs (real left) / real sh + M / real sh).
      { assert (0 < / real sh) by now apply Rinv_0_lt_compat. apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra.
        apply Rabs_pos. }
      apply Rmult_le_compat_r; lra.
Qed.

(* That error is far below an ulp of 1. *)
Theorem level_time_sharp : Rabs (G / S - (real guess + real step)) <= bpow radix2 (-60).
Proof.
  destruct guess_value as (_ & Eg & _). destruct step_value as (_ & E2 & _ & _).
  destruct left_value as (_ & _ & El & _ & Ll). destruct high_parts_pos as [P1 P2]. pose proof eps_small as Es.
  destruct gap_pos as (G0 & S0 & H2). destruct back_value as (_ & _ & _ & _ & _ & Eb). pose proof guess_pos as g0.
  assert (I0 : 0 < / real sh) by now apply Rinv_0_lt_compat.
  set (r := real gh / real sh) in *. assert (Er : real gh = r * real sh) by (unfold r; field; lra).
  assert (r0 : 0 < r) by (unfold r; now apply Rdiv_lt_0_compat).
  assert (r2 : r <= 2) by (apply Rmult_le_reg_r with (real sh); lra).
  assert (er : eps * r <= / 1048576 * r) by (apply Rmult_le_compat_r; lra). apply Rabs_le_inv in Eg.
  assert (g2 : real guess <= 3) by lra.
  assert (gs : real guess * real sh <= 3 * real sh) by (apply Rmult_le_compat_r; lra).
  assert (es0 : 0 <= eps * real sh) by (apply Rmult_le_pos; lra).
  assert (M1 : M <= 9 * eps * real sh).
  { unfold M. rewrite Rabs_mult, (Rabs_pos_eq (real guess)) by lra.
    assert (A1 : eps * real gh <= eps * (2 * real sh)) by (apply Rmult_le_compat_l; lra).
    assert (A2 : eps * (real guess * real sh) <= eps * (3 * real sh)) by (apply Rmult_le_compat_l; lra).
    assert (A3 : real guess * Rabs (real sl) <= 3 * (eps * real sh)) by (apply Rmult_le_compat; try lra; apply
      Rabs_pos).
    lra. }
  assert (M0 : 0 <= M).
  { unfold M. pose proof (Rabs_pos (real gl)). pose proof (Rabs_pos (real back_lo)).
    pose proof (Rabs_pos (real guess * real sl)). lra. }
  assert (L1 : Rabs (real left) <= 16 * eps * real sh).
  { assert (eps * real gh <= eps * (2 * real sh)) by (apply Rmult_le_compat_l; lra). lra. }
  eapply Rle_trans; [apply (level_step_real eps G S (real sh) (real guess) (real left) E M (real step)); auto |].
  { unfold S. replace (real sh + real sl - real sh) with (real sl) by ring. exact Ws. }
  assert (Q : Rabs (real left) / real sh + M / real sh <= 25 * eps).
  { unfold Rdiv. rewrite <- Rmult_plus_distr_r. apply Rmult_le_reg_r with (real sh); [exact P2 |].
    rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Q0 : 0 <= Rabs (real left) / real sh + M / real sh).
  { apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra. apply Rabs_pos. }
  rewrite u_double in *. change (bpow radix2 (-60)) with (/ 1152921504606846976). nra.
Qed.

End LevelTime.
