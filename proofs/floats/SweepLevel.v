(* Sweeps past level and upright walls: level_first_contact and set_level_contact (src/exact/sweep_level.h).

   If the answer is a miss, the circle stays farther than R from the axis. If it is a hit, the first contact is with the
   side, the circle presses in, the normal is exact, and the time that is returned is the largest double not after the true
   one. All other answers leave the sweep to other code. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree SweepTime Bounded ErrorFreeTerms Geometry SweepErrors SweepSquares SweepAxis
  SweepGeometry SweepVectors SweepTerms SweepMiss SweepContact SweepFilter SweepInputs SweepStart SweepSmallGrid SweepSmallTimes
  SweepSmallDown SweepLevelTime SweepLevelCompare SweepLevelTerms.
From Carom Require Terms_wide Terms_sweep Terms_level.
Import Terms_sweep.sweep_vectors_of_terms(sweep_vectors_of, sweep_vectors_of_results).
Import Terms_sweep.is_for_filter_terms(is_for_filter, is_for_filter_results).
Import Terms_level.compare_wide_pair_terms(compare_wide_pair, compare_wide_pair_results).
Import Terms_level.set_level_time_terms(set_level_time, set_level_time_results).
Import Terms_level.level_first_contact_terms(level_first_contact, level_first_contact_results).
Import Terms_level.set_level_contact_terms(set_level_contact, set_level_contact_results).
Import Terms_level.is_past_level_terms(is_past_level, is_past_level_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* How the time is known: as guess + step, within the error. *)
Definition time_known (guess step error : D) (T : R) :=
  finite guess /\ finite step /\ finite error /\ 0 < real guess /\ 2 * Rabs (real step) <= real guess /\
  Rabs (T - (real guess + real step)) <= real error.

Section Core.
Variables (x : extent) (center a move cr wr : D) (is_end : bool) (wn vn un sw sv su : D) (W V' U : R).
Let distance_hi := fadd center (fneg a).
Let distance_lo := sum_rest center (fneg a).
Let reach_hi := fadd cr wr.
Let reach_lo := sum_rest cr wr.
Let gap_hi := fadd (fabs distance_hi) (fneg reach_hi).
Let gap_lo := sum_rest (fabs distance_hi) (fneg reach_hi).
Let move_hi := if is_end then fadd center (fneg move) else fneg move.
Let move_lo := if is_end then sum_rest center (fneg move) else fconst 0 0.
Let d := real center - real a.
Let R := real cr + real wr.
Let V := if is_end then real move - real center else real move.
Hypotheses (Zd : feq distance_lo (fconst 0 0) = true) (Zr : feq reach_lo (fconst 0 0) = true)
  (Hg : fle (fconst 1 (-400)) gap_hi = true)
  (Hl : (fle (fconst 1 (-400)) (fabs gap_lo) || feq gap_lo (fconst 0 0))%bool = true)
  (Hs : (fle (fconst 1 (-400)) (fabs move_hi) || feq move_hi (fconst 0 0))%bool = true)
  (Ht : (fle (fconst 1 (-400)) (fabs move_lo) || feq move_lo (fconst 0 0))%bool = true).
Hypotheses (Fm : finite move) (Dm : Rabs d <= bpow radix2 202) (Rm : 0 <= R <= bpow radix2 202) (Vm : Rabs V <= bpow radix2 202).
Hypotheses (Bw : below 210 wn) (Bv : below 210 vn) (Bu : below 210 un) (Bsw : below 210 sw) (Bsv : below 210 sv) (Bsu : below 210 su)
  (Ew : Rabs (real wn - W) <= 4 * eps * real sw) (Ev : Rabs (real vn - V') <= 4 * eps * real sv)
  (Eu : Rabs (real un - U) <= 4 * eps * real su) (Sw : Rabs (real wn) <= (1 + 32 * eps) * real sw)
  (Sv : Rabs (real vn) <= (1 + 32 * eps) * real sv) (Dw : Rabs d <= (1 + 32 * eps) * real sw)
  (Psv : 0 <= real sv) (Psu : 0 <= real su) (Nu : real un <> 0) (Su : 0 < real un -> 0 < U) (Su' : real un < 0 -> U < 0).

Let side : D := if flt distance_hi (fconst 0 0) then fneg (fconst 1 0) else fconst 1 0.
Let speed_hi := fmul side move_hi.
Let speed_lo := fmul side move_lo.
Variables (comes : Z) (guess step error : D).
Hypotheses (Hc : compare_wide_pair_results speed_hi speed_lo gap_hi gap_lo comes)
  (Hq : set_level_time_results gap_hi gap_lo speed_hi speed_lo guess step error).
Let along := fadd wn (fmul guess vn).
Let from_a := if flt (fconst 0 0) un then along else fneg along.
Let from_b := fsub (fabs un) from_a.
Let bound := fmul (fconst 1 (-48)) (fadd (fadd sw sv) su).
Let on_side := ((flt bound from_a || Z.eqb (extent_number x) 2) && (flt bound from_b || negb (Z.eqb (extent_number x) 0)))%bool.
Let T := (Rabs d - R) / Rabs V.

Lemma side_value : exists s, (s = 1 \/ s = -1) /\ real side = s /\ s * d = Rabs d /\
  real speed_hi = s * real move_hi /\ real speed_lo = s * real move_lo /\ below 210 speed_hi /\ below 210 speed_lo.
Proof.
  destruct (distance_exact center a Zd Dm) as (Bd & Ed & _). fold distance_hi in Bd, Ed. destruct zero_value as [F0 V0].
  destruct (move_exact center a move cr wr is_end Zd Zr Hg Hl Hs Ht Fm Dm Rm Vm) as (Bm & Lm & _ & Wm & _). fold move_hi move_lo in Bm, Lm, Wm.
  assert (Bl : below 210 move_lo) by (eapply small_low; [exact Bm | apply Lm | exact Wm]).
  const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
  destruct (signed (flt distance_hi (fconst 0 0)) move_hi ltac:(eapply below_weaken; [exact Bm | lia])) as [B1 E1].
  destruct (signed (flt distance_hi (fconst 0 0)) move_lo Bl) as [B2 E2].
  fold side in B1, E1, B2, E2. fold speed_hi in B1, E1. fold speed_lo in B2, E2.
  destruct (flt_real_cases distance_hi (fconst 0 0) (proj1 Bd) F0) as [[F L] | [F L]]; unfold side in *; rewrite F in *;
    rewrite V0, Ed in L.
  - exists (-1). rewrite real_fneg, V1, (Rabs_left d) by exact L.
    split; [now right |]. split; [lra |]. split; [ring |]. split; [lra |]. split; [lra |]. now split.
  - exists 1. rewrite V1, (Rabs_pos_eq d) by exact L.
    split; [now left |]. split; [reflexivity |]. split; [ring |]. split; [lra |]. split; [lra |]. now split.
Qed.

Theorem level_core kind :
  kind = (if fle speed_hi (fconst 0 0) then 1 else if Z.ltb comes 0 then 1 else if Z.eqb comes 0 then 0
    else if on_side && flt (fconst 1 (-200)) guess then 3 else 0)%Z ->
  R < Rabs d /\ (kind = 1%Z -> 0 <= d * V \/ Rabs V < Rabs d - R) /\
  (kind = 3%Z -> d * V < 0 /\ Rabs d - R < Rabs V /\ (x <> Line -> 0 < U * (W + T * V')) /\
    (x = Segment -> U * (W + T * V') < U * U) /\ time_known guess step error T /\
    (real side = 1 \/ real side = -1) /\ real side * d = Rabs d).
Proof.
  intros HK. pose proof (distance_exceeds center a cr wr Zd Zr Hg Hl Dm Rm) as Out. fold d R in Out.
  split; [exact Out |]. destruct zero_value as [F0 V0]. pose proof eps_small as Es. pose proof (bpow_gt_0 radix2 (-400)) as P400.
  destruct (gap_exact center a cr wr Zd Zr Hg Hl Dm Rm) as (Bg & Pg & Lg & Wg & Xg).
  fold distance_hi reach_hi in Bg, Pg, Lg, Wg, Xg. fold gap_hi gap_lo d R in Bg, Pg, Lg, Wg, Xg.
  destruct (move_exact center a move cr wr is_end Zd Zr Hg Hl Hs Ht Fm Dm Rm Vm) as (Bm & Lm & Nm & Wm & Xm).
  fold move_hi move_lo V in Bm, Lm, Nm, Wm, Xm.
  destruct side_value as (s & S1 & Es1 & Sd & Eh & El & Bh & Bl).
  assert (Abs : forall y, Rabs (s * y) = Rabs y) by (intros y; rewrite Rabs_mult; destruct S1; subst s; rewrite ?Rabs_R1, ?Rabs_m1; unfold Rabs; destruct Rcase_abs; lra).
  assert (X : real speed_hi + real speed_lo = - (s * V)) by (rewrite Eh, El, <- Rmult_plus_distr_l, Xm; ring).
  assert (Ws : Rabs (real speed_lo) <= eps * Rabs (real speed_hi)) by (rewrite Eh, El, !Abs; exact Wm).
  assert (dV : d * V = Rabs d * (s * V)) by (rewrite <- Sd; destruct S1; subst s; ring).
  destruct (fle speed_hi (fconst 0 0)) eqn:F1.
  { rewrite HK. split; [| discriminate]. intros _. left. apply fle_real in F1; [| apply Bh | exact F0]. rewrite V0 in F1.
    rewrite (Rabs_left1 (real speed_hi)) in Ws by exact F1. apply Rabs_le_inv in Ws.
    assert (eps * - real speed_hi <= / 1048576 * - real speed_hi) by (apply Rmult_le_compat_r; lra).
    rewrite dV. apply Rmult_le_pos; [apply Rabs_pos | lra]. }
  apply fle_real_false in F1; [| apply Bh | exact F0]. rewrite V0 in F1.
  assert (Ps : bpow radix2 (-400) <= real speed_hi).
  { destruct Nm as [Z | Z]; [rewrite Eh, Z, Rmult_0_r in F1; lra |]. rewrite <- (Abs (real move_hi)), <- Eh, Rabs_pos_eq in Z by lra. exact Z. }
  rewrite (Rabs_pos_eq (real speed_hi)) in Ws by lra.
  assert (Ls : level_part speed_lo).
  { split; [apply Bl |]. rewrite El, Abs. destruct Lm as [_ [Z | Z]]; [left; rewrite Z; ring | now right]. }
  assert (Bg' : below 210 gap_hi) by (eapply below_weaken; [exact Bg | lia]).
  assert (Bgl : below 210 gap_lo) by (eapply small_low; [exact Bg | apply Lg | rewrite (Rabs_pos_eq (real gap_hi)) by lra; exact Wg]).
  destruct (compare_wide_pair_right _ _ _ _ _ Hc Bh Bg' Bl Bgl Ps Pg Ls Lg) as [Above Below]. rewrite X, Xg in Above, Below.
  destruct (Z.ltb_spec comes 0) as [C | C].
  { rewrite HK. split; [| discriminate]. intros _. specialize (Below C).
    destruct (Rle_lt_dec 0 (s * V)) as [G | G]; [left; rewrite dV; apply Rmult_le_pos; [apply Rabs_pos | exact G] | right].
    rewrite <- (Abs V), Rabs_left by exact G. lra. }
  destruct (Z.eqb_spec comes 0) as [C' | C']; [rewrite HK; split; discriminate |].
  destruct (on_side && flt (fconst 1 (-200)) guess) eqn:O; [| rewrite HK; split; discriminate].
  apply andb_prop in O. destruct O as [O Late]. split; [rewrite HK; discriminate |]. intros _.
  specialize (Above ltac:(lia)).
  assert (SV : 0 < - (s * V)) by lra. assert (AV : Rabs V = - (s * V)) by (rewrite <- (Abs V), Rabs_left; lra).
  assert (dV0 : d * V < 0) by (rewrite dV; assert (0 < Rabs d) by lra; nra).
  split; [exact dV0 |]. split; [rewrite AV; exact Above |].
  destruct Hq as (bh & bl & k & rest & left & ex & terms & []).
  destruct (wide_of_product_values _ _ _ _ _ E_wide_of_product) as (Eb1 & Eb2 & _). clear E_wide_of_product. subst bh bl rest left ex terms step.
  rewrite E_r_guess in Late.
  assert (Comes : real gap_hi + real gap_lo < real speed_hi + real speed_lo) by lra.
  pose proof (level_time_near gap_hi gap_lo speed_hi speed_lo Bg' Bh Pg Ps Lg Ls Wg Ws Comes Late) as (Fgu & Fst & Fe & Pgu & H2 & Near).
  pose proof (guess_near gap_hi gap_lo speed_hi speed_lo Bg' Bh Pg Ps Wg Ws Comes Late) as Near2.
  rewrite <- E_r_guess in Fgu, Fst, Fe, Pgu, H2, Near, Near2. rewrite <- E_r_error in Near.
  assert (ET : T = (real gap_hi + real gap_lo) / (real speed_hi + real speed_lo)) by (unfold T; rewrite Xg, X, AV; reflexivity).
  rewrite <- ET in Near, Near2.
  assert (T01 : 0 < T < 1).
  { rewrite ET, Xg, X. split; [apply Rdiv_lt_0_compat; lra |]. apply Rmult_lt_reg_r with (- (s * V)); [exact SV |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Least : bpow radix2 (-401) <= real sw).
  { assert (L : bpow radix2 (-400) * (1 - eps) <= Rabs d).
    { apply Rabs_le_inv in Wg. assert (bpow radix2 (-400) * (1 - eps) <= real gap_hi * (1 - eps)) by (apply Rmult_le_compat_r; lra). lra. }
    change (-401)%Z with (-400 + -1)%Z. rewrite bpow_plus. simpl (bpow radix2 (-1)). set (t := bpow radix2 (-400)) in *.
    assert (eps * t <= / 1048576 * t) by (apply Rmult_le_compat_r; lra).
    apply Rmult_le_reg_l with (1 + 32 * eps); [lra |].
    eapply Rle_trans; [| exact Dw]. lra. }
  assert (FT : 0 < T /\ T < 1) by exact T01.
  apply andb_prop in O. destruct O as [O1 O2]. split; [| split].
  - intros N. apply orb_prop in O1. destruct O1 as [O1 | O1]; [| destruct x; try discriminate O1; now elim N].
    now apply (beyond_a wn vn un sw sv su guess W V' U T).
  - intros Hx. apply orb_prop in O2. destruct O2 as [O2 | O2]; [| rewrite Hx in O2; discriminate O2].
    now apply (before_b wn vn un sw sv su guess W V' U T).
  - split; [split; [exact Fgu |]; split; [exact Fst |]; split; [rewrite E_r_error; match goal with |- finite (if ?c then _ else _) => destruct c end; [exact F0 | exact Fe] |]; auto |].
    rewrite Es1. auto.
Qed.
End Core.
