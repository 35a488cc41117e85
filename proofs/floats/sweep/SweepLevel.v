(* Sweeps past level and upright walls: level_first_contact and set_level_contact (src/sweep/sweep_level.h).

   If the answer is a miss, the circle stays farther than R from the axis. If it is a hit, the first contact is with the
   side, the circle presses in, the normal is exact, and the time that is returned is the largest double not after the
   true one. All other answers leave the sweep to other code. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree SweepTime Bounded ErrorFreeTerms Geometry SweepErrors
  SweepSquares SweepAxis SweepGeometry SweepVectors SweepTerms SweepMiss SweepContact SweepFilter SweepInputs SweepStart
  SweepSmallGrid SweepSmallTimes SweepSmallDown SweepLevelTime SweepLevelCompare SweepLevelTerms.
From Carom Require Terms_wide Terms_sweep Terms_level.
Import Terms_sweep.sweep_vectors_of_terms(sweep_vectors_of_results).
Import Terms_sweep.is_for_filter_terms(is_for_filter_results).
Import Terms_level.compare_wide_pair_terms(compare_wide_pair_results).
Import Terms_level.set_level_time_terms(set_level_time_results).
Import Terms_level.level_first_contact_terms(level_first_contact_results).
Import Terms_level.set_level_contact_terms(set_level_contact_results).
Import Terms_level.is_past_level_terms(is_past_level_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* How the time is known: as guess + step, within the error, and far below an ulp of 1. *)
Definition time_known (guess step error : D) (T : R) :=
  finite guess /\ finite step /\ finite error /\ 0 < real guess <= 2 /\ 2 * Rabs (real step) <= real guess /\
  Rabs (T - (real guess + real step)) <= real error /\ Rabs (T - (real guess + real step)) <= bpow radix2 (-60).

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
Hypotheses (Fm : finite move) (Dm : Rabs d <= bpow radix2 202) (Rm : 0 <= R <= bpow radix2 202) (Vm : Rabs V <= bpow
  radix2 202).
Hypotheses (Bw : below 210 wn) (Bv : below 210 vn) (Bu : below 210 un) (Bsw : below 210 sw) (Bsv : below 210 sv) (Bsu :
  below 210 su)
  (Ew : Rabs (real wn - W) <= 4 * eps * real sw) (Ev : Rabs (real vn - V') <= 4 * eps * real sv)
  (Eu : Rabs (real un - U) <= 4 * eps * real su) (Sw : Rabs (real wn) <= (1 + 32 * eps) * real sw)
  (Sv : Rabs (real vn) <= (1 + 32 * eps) * real sv) (Dw : Rabs d <= (1 + 32 * eps) * real sw)
  (Psv : 0 <= real sv) (Psu : 0 <= real su) (Nu : real un <> 0) (Su : 0 < real un -> 0 < U) (Su' : real un < 0
    -> U < 0).

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
Let on_side := ((flt bound from_a || Z.eqb (extent_number x) 2) && (flt bound from_b || negb (Z.eqb (extent_number x)
  0)))%bool.
Let T := (Rabs d - R) / Rabs V.

Lemma side_value : exists s, (s = 1 \/ s = -1) /\ real side = s /\ s * d = Rabs d /\
  real speed_hi = s * real move_hi /\ real speed_lo = s * real move_lo /\ below 210 speed_hi /\ below 210 speed_lo.
Proof.
  destruct (distance_exact center a Zd Dm) as (Bd & Ed & _). fold distance_hi in Bd, Ed. destruct zero_value as [F0 V0].
  destruct (move_exact center a move cr wr is_end Zd Zr Hg Hl Hs Ht Fm Dm Rm Vm) as (Bm & Lm & _ & Wm & _).
  fold move_hi move_lo in Bm, Lm, Wm.
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
  split; [exact Out |]. destruct zero_value as [F0 V0]. pose proof eps_small as Es.
  pose proof (bpow_gt_0 radix2 (-400)) as P400.
  destruct (gap_exact center a cr wr Zd Zr Hg Hl Dm Rm) as (Bg & Pg & Lg & Wg & Xg).
  fold distance_hi reach_hi in Bg, Pg, Lg, Wg, Xg. fold gap_hi gap_lo d R in Bg, Pg, Lg, Wg, Xg.
  destruct (move_exact center a move cr wr is_end Zd Zr Hg Hl Hs Ht Fm Dm Rm Vm) as (Bm & Lm & Nm & Wm & Xm).
  fold move_hi move_lo V in Bm, Lm, Nm, Wm, Xm.
  destruct side_value as (s & S1 & Es1 & Sd & Eh & El & Bh & Bl).
  assert (Abs : forall y, Rabs (s * y) = Rabs y) by (intros y; rewrite Rabs_mult; destruct S1; subst s;
    rewrite ?Rabs_R1, ?Rabs_m1; unfold Rabs; destruct Rcase_abs; lra).
  assert (X : real speed_hi + real speed_lo = - (s * V)) by (rewrite Eh, El, <- Rmult_plus_distr_l, Xm; ring).
  assert (Ws : Rabs (real speed_lo) <= eps * Rabs (real speed_hi)) by (rewrite Eh, El, !Abs; exact Wm).
  assert (dV : d * V = Rabs d * (s * V)) by (rewrite <- Sd; destruct S1; subst s; ring).
  destruct (fle speed_hi (fconst 0 0)) eqn:F1.
  { rewrite HK. split; [| discriminate]. intros _. left. apply fle_real in F1; [| apply Bh | exact F0].
    rewrite V0 in F1.
    rewrite (Rabs_left1 (real speed_hi)) in Ws by exact F1. apply Rabs_le_inv in Ws.
    assert (eps * - real speed_hi <= / 1048576 * - real speed_hi) by (apply Rmult_le_compat_r; lra).
    rewrite dV. apply Rmult_le_pos; [apply Rabs_pos | lra]. }
  apply fle_real_false in F1; [| apply Bh | exact F0]. rewrite V0 in F1.
  assert (Ps : bpow radix2 (-400) <= real speed_hi).
  { destruct Nm as [Z | Z]; [rewrite Eh, Z, Rmult_0_r in F1; lra |].
    rewrite <- (Abs (real move_hi)), <- Eh, Rabs_pos_eq in Z by lra. exact Z. }
  rewrite (Rabs_pos_eq (real speed_hi)) in Ws by lra.
  assert (Ls : level_part speed_lo).
  { split; [apply Bl |]. rewrite El, Abs. destruct Lm as [_ [Z | Z]]; [left; rewrite Z; ring | now right]. }
  assert (Bg' : below 210 gap_hi) by (eapply below_weaken; [exact Bg | lia]).
  assert (Bgl : below 210 gap_lo) by (eapply small_low; [exact Bg | apply Lg | rewrite (Rabs_pos_eq (real gap_hi))
    by lra; exact Wg]).
  destruct (compare_wide_pair_right _ _ _ _ _ Hc Bh Bg' Bl Bgl Ps Pg Ls Lg) as [Above Below].
  rewrite X, Xg in Above, Below.
  destruct (Z.ltb_spec comes 0) as [C | C].
  { rewrite HK. split; [| discriminate]. intros _. specialize (Below C).
    destruct (Rle_lt_dec 0 (s * V)) as [G | G]; [left; rewrite dV; apply Rmult_le_pos;
      [apply Rabs_pos | exact G] | right].
    rewrite <- (Abs V), Rabs_left by exact G. lra. }
  destruct (Z.eqb_spec comes 0) as [C' | C']; [rewrite HK; split; discriminate |].
  destruct (on_side && flt (fconst 1 (-200)) guess) eqn:O; [| rewrite HK; split; discriminate].
  apply andb_prop in O. destruct O as [O Late]. split; [rewrite HK; discriminate |]. intros _.
  specialize (Above ltac:(lia)).
  assert (SV : 0 < - (s * V)) by lra. assert (AV : Rabs V = - (s * V)) by (rewrite <- (Abs V), Rabs_left; lra).
  assert (dV0 : d * V < 0) by (pose proof (Rmult_lt_0_compat (Rabs d) _ ltac:(lra) SV); lra).
  split; [exact dV0 |]. split; [rewrite AV; exact Above |].
  destruct Hq as (bh & bl & k & rest & left & ex & terms & []).
  destruct (wide_of_product_values _ _ _ _ _ E_wide_of_product) as (Eb1 & Eb2 & _). clear E_wide_of_product.
  subst bh bl rest left ex terms step.
  rewrite E_r_guess in Late.
  assert (Comes : real gap_hi + real gap_lo < real speed_hi + real speed_lo) by lra.
  pose proof (level_time_near gap_hi gap_lo speed_hi speed_lo Bg' Bh Pg Ps Lg Ls Wg Ws Comes Late) as (Fgu & Fst & Fe &
    Pgu & H2 & Near).
  pose proof (guess_near gap_hi gap_lo speed_hi speed_lo Bg' Bh Pg Ps Wg Ws Comes Late) as Near2.
  pose proof (level_time_sharp gap_hi gap_lo speed_hi speed_lo Bg' Bh Pg Ps Lg Ls Wg Ws Comes Late) as Near3.
  rewrite <- E_r_guess in Fgu, Fst, Fe, Pgu, H2, Near, Near2, Near3. rewrite <- E_r_error in Near.
  assert (ET : T = (real gap_hi + real gap_lo) / (real speed_hi + real speed_lo)) by (unfold T; rewrite Xg, X, AV;
    reflexivity).
  rewrite <- ET in Near, Near2, Near3.
  assert (T01 : 0 < T < 1).
  { rewrite ET, Xg, X. split; [apply Rdiv_lt_0_compat; lra |]. apply Rmult_lt_reg_r with (- (s * V)); [exact SV |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Least : bpow radix2 (-401) <= real sw).
  { assert (L : bpow radix2 (-400) * (1 - eps) <= Rabs d).
    { apply Rabs_le_inv in Wg. assert (bpow radix2 (-400) * (1 - eps) <= real gap_hi * (1 - eps))
      by (apply Rmult_le_compat_r; lra). lra. }
    change (-401)%Z with (-400 + -1)%Z. rewrite bpow_plus. simpl (bpow radix2 (-1)). set (t := bpow radix2 (-400)) in *.
    assert (eps * t <= / 1048576 * t) by (apply Rmult_le_compat_r; lra).
    apply Rmult_le_reg_l with (1 + 32 * eps); [lra |].
    eapply Rle_trans; [| exact Dw]. lra. }
  assert (FT : 0 < T /\ T < 1) by exact T01.
  assert (G2 : real guess <= 2).
  { apply Rabs_le_inv in Near2. assert (eps * real guess <= / 1048576 * real guess) by (apply Rmult_le_compat_r; lra).
    lra. }
  apply andb_prop in O. destruct O as [O1 O2]. split; [| split].
  - intros N. apply orb_prop in O1. destruct O1 as [O1 | O1]; [| destruct x; try discriminate O1; now elim N].
    now apply (beyond_a wn vn un sw sv su guess W V' U T).
  - intros Hx. apply orb_prop in O2. destruct O2 as [O2 | O2]; [| rewrite Hx in O2; discriminate O2].
    now apply (before_b wn vn un sw sv su guess W V' U T).
  - split; [split; [exact Fgu |]; split; [exact Fst |]; split; [rewrite E_r_error;
      match goal with |- finite (if ?c then _ else _) => destruct c end; [exact F0 | exact Fe] |]; auto |].
    rewrite Es1. auto.
Qed.
End Core.

(* A unit vector at a right angle to the side, towards the centre at the start. *)
Definition side_normal (nx ny : D) (c a b : point) :=
  real nx ^ 2 + real ny ^ 2 = 1 /\ real nx * ux a b + real ny * uy a b = 0 /\ 0 < real nx * wx c a + real ny * wy c a.

Lemma difference_zero (p q : D) : feq (fsub p q) (fconst 0 0) = true -> real p - real q = 0.
Proof.
  intros H. apply feq_zero in H. destruct H as [F Z]. destruct (fsub_finite _ _ F) as (_ & _ & E). rewrite Z in E.
  pose proof (rnd_sum_of_result (real p) (- real q) (real_in_format p) (in_format_opp _ (real_in_format q))) as B.
  change (real p + - real q) with (real p - real q) in B. rewrite <- E, Rabs_R0, Rmult_0_r in B.
  pose proof (Rabs_pos (0 - (real p - real q))) as P. destruct (Req_dec (0 - (real p - real q)) 0) as [|N]; [lra |].
  apply Rabs_pos_lt in N. lra.
Qed.

Lemma difference_sign (p q : D) : finite (fsub p q) ->
  (0 < real (fsub p q) -> 0 < real p - real q) /\ (real (fsub p q) < 0 -> real p - real q < 0).
Proof.
  intros F. destruct (fsub_finite _ _ F) as (_ & _ & E). rewrite E. destruct zero_value as [F0 V0]. rewrite <- V0.
  split; [apply above_after_rounding | apply below_after_rounding].
Qed.

(* A coordinate of a vector of the sweep. *)
Lemma near_coordinate (p q : D) (P Q s : R) : near p q P Q s ->
  below 210 p /\ below 210 q /\ Rabs P <= bpow radix2 202 /\ Rabs Q <= bpow radix2 202 /\
  Rabs (real p) <= (1 + 32 * eps) * s /\ Rabs (real q) <= (1 + 32 * eps) * s.
Proof.
  intros N. destruct (near_below _ _ _ _ _ N) as [Bp Bq]. destruct N as (_ & _ & Ep & Eq & S & Ls).
  pose proof eps_small.
  pose proof (Rabs_pos (real p)). pose proof (Rabs_pos (real q)).
  split; [eapply below_weaken; [exact Bp | lia] |]. split; [eapply below_weaken; [exact Bq | lia] |].
  assert (s0 : 0 <= s) by (apply Rmult_le_reg_l with (1 + 32 * eps); lra).
  assert (es : eps * s <= / 1048576 * s) by (apply Rmult_le_compat_r; lra).
  assert (B : 2 * s <= bpow radix2 202).
  { change 202%Z with (200 + 1 + 1)%Z. rewrite <- !two_powers. pose proof (bpow_gt_0 radix2 200). lra. }
  split; [| split; [| split; lra]].
  - replace P with (real p - (real p - P)) by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
  - replace Q with (real q - (real q - Q)) by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
Qed.

Lemma size_below (s : D) : size_in_range s -> below 210 s /\ 0 <= real s.
Proof. intros [B P]. split; [eapply below_weaken; [exact B | lia] | exact P]. Qed.

Theorem level_first_contact_correct x cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv
  r
    rg rs re rnx rny kind f guess step error nx ny :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end false (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  level_first_contact_results rg rs re rnx rny cx cy cr mx my is_end ax ay wr (extent_number x) ux uy wx wy vx vy su sw
    sv
    kind f guess step error nx ny ->
  (kind = 0 \/ kind = 1 \/ kind = 3)%Z /\ (kind = 1%Z -> stays_farther x c v a b R) /\
  (kind = 3%Z -> f = 1%Z /\ side_normal nx ny c a b /\
    exists T, hits_at Side x c v a b R T /\ time_known guess step error T).
Proof.
  intros c v a b R Hv Hs H.
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  pose proof (sweep_inputs_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as Inputs.
  fold c v a b R in K. destruct K as [[Nu Nw _ Nv Su Sw _ Sv HR _] _ _ _].
  destruct Inputs as (_ & _ & Fmx & Fmy & _ & _ & _ & _ & _ & _ & _ & Pcr & Pwr).
  assert (Vectors : ux = fsub bx ax /\ uy = fsub by_ ay /\ wx = fsub cx ax /\ wy = fsub cy ay /\ r = fadd cr wr).
  { unfold sweep_vectors_of_results in Hv. open Hv. destruct Hv. subst. auto 10. }
  destruct Vectors as (Eux & Euy & Ewx & Ewy & Er). clear Hv Hs.
  destruct (near_coordinate _ _ _ _ _ Nu) as (Bux & Buy & Lux & Luy & Zux & Zuy).
  destruct (near_coordinate _ _ _ _ _ Nw) as (Bwx & Bwy & Lwx & Lwy & Zwx & Zwy).
  destruct (near_coordinate _ _ _ _ _ Nv) as (Bvx & Bvy & Lvx & Lvy & Zvx & Zvy).
  destruct (size_below _ Su) as [Bsu Psu]. destruct (size_below _ Sw) as [Bsw Psw].
  destruct (size_below _ Sv) as [Bsv Psv].
  destruct Nu as (_ & _ & Eu1 & Eu2 & _). destruct Nw as (_ & _ & Ew1 & Ew2 & _).
  destruct Nv as (_ & _ & Ev1 & Ev2 & _).
  assert (RR : 0 <= R <= bpow radix2 202).
  { destruct HR as ((Br & Pr) & R0 & R1 & R2). split; [exact R0 |]. apply Rle_trans with (4 * bpow radix2 200).
    - destruct Br as [_ Br]. rewrite Rabs_pos_eq in Br by exact Pr. pose proof eps_small.
      pose proof (bpow_gt_0 radix2 200). eapply Rle_trans; [exact R1 |]. apply Rmult_le_compat; lra.
    - change 4 with (bpow radix2 2). rewrite <- bpow_plus. apply bpow_le. lia. }
  unfold level_first_contact_results in H.
  destruct H as (is_upright & if1 & p_x & p_y & a_x & a_y & across_center & across_a & across_move & distance_hi &
    distance_lo & distance_exp & reach_hi & reach_lo & reach_exp & side & gap_hi & gap_lo & gap_exp &
    wide_of_sum_result_hi & wide_of_sum_result_lo & wide_of_sum_result_exp & speed_hi & speed_lo & has_low_part &
    has_level_gap & has_level_speed & has_level_rest & if2 & speed_hi_1 & speed_lo_1 & if3 & comes & if4 & if5 &
    r_guess_1 & r_step_1 & r_error_1 & carom_vec2_make_1_v_x & carom_vec2_make_2_v_y & r_normal_x_1 &
    r_normal_y_1 & along & len & from_a & from_b & bound & is_line & is_segment & is_on_side & if6 & r_guess_2 &
    r_step_2 & r_error_2 & r_normal_x_2 & r_normal_y_2 & r_guess_3 & r_step_3 & r_error_3 & r_normal_x_3 &
    r_normal_y_3 & r_guess_4 & r_step_4 & r_error_4 & r_normal_x_4 & r_normal_y_4 & r_guess_5 & r_step_5 &
    r_error_5 & r_normal_x_5 & r_normal_y_5 & H).
  destruct H.
  destruct (wide_of_sum_values _ _ _ _ _ E_wide_of_sum) as (Ed1 & Ed2 & _). clear E_wide_of_sum.
  destruct (wide_of_sum_values _ _ _ _ _ E_wide_of_sum_2) as (Ec1 & Ec2 & _). clear E_wide_of_sum_2.
  destruct (wide_of_sum_values _ _ _ _ _ E_wide_of_sum_3) as (Eg1 & Eg2 & _). clear E_wide_of_sum_3.
  destruct (wide_of_sum_values _ _ _ _ _ E_wide_of_sum_4) as (Em1 & Em2 & _). clear E_wide_of_sum_4.
  destruct if1.
  { rewrite E_result_kind. split; [now left |]. split; discriminate. }
  destruct if2.
  { rewrite E_result_kind. split; [now left |]. split; discriminate. }
  symmetry in E_if2. apply orb_false_elim in E_if2. destruct E_if2 as [E_if2 C4]. apply orb_false_elim in E_if2.
  destruct E_if2 as [E_if2 C3]. apply orb_false_elim in E_if2. destruct E_if2 as [E_if2 C2].
  apply orb_false_elim in E_if2. destruct E_if2 as [C0 C1].
  rewrite E_has_low_part in C0. apply orb_false_elim in C0. destruct C0 as [C0 C0'].
  apply negb_false_iff in C0, C0', C1, C2, C3, C4.
  rewrite E_has_level_gap in C2. rewrite E_has_level_speed in C3. rewrite E_has_level_rest in C4.
  clear E_has_low_part E_has_level_gap E_has_level_speed E_has_level_rest.
  assert (Kinds : (kind = 0 \/ kind = 1 \/ kind = 3)%Z).
  { rewrite E_result_kind. destruct if3, if4, if5, if6; auto. }
  assert (Feature : kind = 3%Z -> f = 1%Z).
  { rewrite E_result_kind, E_result_feature. destruct if3, if4, if5, if6; try discriminate; reflexivity. }
  assert (Times : kind = 3%Z -> guess = r_guess_1 /\ step = r_step_1 /\ error = r_error_1).
  { rewrite E_result_kind. clear - E_r_guess_2 E_r_guess_3 E_r_guess_4 E_r_guess_5 E_r_guess_6 E_r_step_2 E_r_step_3
    E_r_step_4
      E_r_step_5 E_r_step_6 E_r_error_2 E_r_error_3 E_r_error_4 E_r_error_5 E_r_error_6.
    intros E. destruct if3, if4, if5, if6; try discriminate E. subst. auto. }
  assert (Normal : kind = 3%Z -> nx = r_normal_x_1 /\ ny = r_normal_y_1).
  { rewrite E_result_kind. clear - E_r_normal_x_2 E_r_normal_x_3 E_r_normal_x_4 E_r_normal_x_5 E_r_normal_x_6
      E_r_normal_y_2 E_r_normal_y_3 E_r_normal_y_4 E_r_normal_y_5 E_r_normal_y_6.
    intros E. destruct if3, if4, if5, if6; try discriminate E. subst. auto. }
  clear E_r_guess_2 E_r_guess_3 E_r_guess_4 E_r_guess_5 E_r_guess_6 E_r_step_2 E_r_step_3 E_r_step_4 E_r_step_5
    E_r_step_6
    E_r_error_2 E_r_error_3 E_r_error_4 E_r_error_5 E_r_error_6 E_r_normal_x_2 E_r_normal_x_3 E_r_normal_x_4
      E_r_normal_x_5
    E_r_normal_x_6 E_r_normal_y_2 E_r_normal_y_3 E_r_normal_y_4 E_r_normal_y_5 E_r_normal_y_6 E_result_feature.
  subst if3 if4 if5 if6 is_on_side is_line is_segment bound from_b from_a len along speed_hi_1 speed_lo_1 speed_hi
    speed_lo
    wide_of_sum_result_hi wide_of_sum_result_lo gap_hi gap_lo reach_hi reach_lo side distance_hi distance_lo
      across_center
    across_a across_move p_x p_y a_x a_y r_normal_x_1 r_normal_y_1 carom_vec2_make_1_v_x carom_vec2_make_2_v_y.
  destruct is_upright; cbv iota in *.
  - symmetry in E_is_upright. pose proof E_is_upright as Zero.
    assert (Other : ~ real uy = real (fconst 0 0 : D)).
    { apply feq_real_false; [apply Buy | apply zero_value |]. destruct (feq uy (fconst 0 0));
      [discriminate E_if1 | reflexivity]. }
    assert (Zu : Geometry.ux a b = 0) by (apply difference_zero; rewrite <- Eux; exact Zero).
    assert (Nz : real uy <> 0) by (intros E; apply Other; rewrite E; reflexivity).
    destruct (difference_sign by_ ay ltac:(rewrite <- Euy; apply Buy)) as [S1 S2]. rewrite <- Euy in S1, S2.
    assert (Dw : Rabs (real cx - real ax) <= (1 + 32 * eps) * real sw).
    { destruct (distance_exact cx ax C0 Lwx) as (_ & E & _). rewrite <- E, <- fsub_is_fadd, <- Ewx. exact Zwx. }
    destruct (level_core x cx ax mx cr wr is_end wy vy uy sw sv su (Geometry.wy c a) (py v) (Geometry.uy a b) C0 C0' C1
      C2 C3 C4
      Fmx Lwx RR Lvx Bwy Bvy Buy Bsw Bsv Bsu Ew2 Ev2 Eu2 Zwy Zvy Dw Psv Psu Nz S1 S2 comes r_guess_1 r_step_1
      r_error_1 E_compare_wide_pair E_set_level_time kind E_result_kind) as (Out & K1 & K3).
    change (R < Rabs (Geometry.wx c a)) in Out.
    assert (Nq : (- Geometry.uy a b) <> 0).
    { destruct (Rtotal_order (real uy) 0) as [L | [L | L]]; [specialize (S2 L) | lra | specialize (S1 L)];
        change (real by_ - real ay) with (Geometry.uy a b) in *; lra. }
    assert (Eq : norm (Geometry.ux a b) (Geometry.uy a b) = Rabs (- Geometry.uy a b)).
    { rewrite Zu. unfold norm. rewrite Rmult_0_l, Rplus_0_l, Rabs_Ropp. apply sqrt_Rsqr_abs. }
    assert (Ed : cross c a b = (- Geometry.uy a b) * (Geometry.wx c a)) by (unfold cross; rewrite Zu; ring).
    assert (EV : Geometry.ux a b * py v - Geometry.uy a b * px v = (- Geometry.uy a b) * (px v)) by (rewrite Zu; ring).
    split; [exact Kinds |]. split.
    + intros E. exact (level_misses x c v a b R _ _ _ (proj1 RR) Eq Nq Ed EV Out (K1 E)).
    + intros E. destruct (K3 E) as (Toward & Comes & Fa & Fb & Known & Unit & Sd). clear K1 K3.
      change ((Geometry.wx c a) * (px v) < 0) in Toward. change (Rabs (Geometry.wx c a) - R < Rabs (px v)) in Comes.
      split; [exact (Feature E) |]. split.
      * rewrite (proj1 (Normal E)), (proj2 (Normal E)). unfold side_normal. rewrite Zu.
        change (real cx - real ax) with (Geometry.wx c a) in Sd.
        rewrite (proj2 zero_value), ?Rmult_0_l, ?Rplus_0_l, ?Rplus_0_r.
        split; [destruct Unit as [U1 | U1]; rewrite U1; ring |]. split; [ring |]. rewrite Sd. pose proof (proj1 RR).
        lra.
      * exists ((Rabs (Geometry.wx c a) - R) / Rabs (px v)).
        split; [| rewrite (proj1 (Times E)), (proj1 (proj2 (Times E))), (proj2 (proj2 (Times E))); exact Known].
        assert (Foot : forall t, wu c a b + t * (px v * Geometry.ux a b + py v * Geometry.uy a b) =
          Geometry.uy a b * ((Geometry.wy c a) + t * (py v))) by (intros t; unfold wu; rewrite Zu; ring).
        apply (level_hits x c v a b R _ _ _ (proj1 RR) Eq Nq Ed EV _ Out Toward Comes eq_refl); intros N; rewrite Foot.
        -- exact (Fa N).
        -- unfold len2. rewrite Zu, Rmult_0_l, ?Rplus_0_l, ?Rplus_0_r. exact (Fb N).
  - assert (Zero : feq uy (fconst 0 0) = true) by (destruct (feq uy (fconst 0 0)); [reflexivity | discriminate E_if1]).
    assert (Other : ~ real ux = real (fconst 0 0 : D)) by (apply feq_real_false;
      [apply Bux | apply zero_value | now symmetry]).
    assert (Zu : Geometry.uy a b = 0) by (apply difference_zero; rewrite <- Euy; exact Zero).
    assert (Nz : real ux <> 0) by (intros E; apply Other; rewrite E; reflexivity).
    destruct (difference_sign bx ax ltac:(rewrite <- Eux; apply Bux)) as [S1 S2]. rewrite <- Eux in S1, S2.
    assert (Dw : Rabs (real cy - real ay) <= (1 + 32 * eps) * real sw).
    { destruct (distance_exact cy ay C0 Lwy) as (_ & E & _). rewrite <- E, <- fsub_is_fadd, <- Ewy. exact Zwy. }
    destruct (level_core x cy ay my cr wr is_end wx vx ux sw sv su (Geometry.wx c a) (px v) (Geometry.ux a b) C0 C0' C1
      C2 C3 C4
      Fmy Lwy RR Lvy Bwx Bvx Bux Bsw Bsv Bsu Ew1 Ev1 Eu1 Zwx Zvx Dw Psv Psu Nz S1 S2 comes r_guess_1 r_step_1
      r_error_1 E_compare_wide_pair E_set_level_time kind E_result_kind) as (Out & K1 & K3).
    change (R < Rabs (Geometry.wy c a)) in Out.
    assert (Nq : (Geometry.ux a b) <> 0).
    { destruct (Rtotal_order (real ux) 0) as [L | [L | L]]; [specialize (S2 L) | lra | specialize (S1 L)];
        change (real bx - real ax) with (Geometry.ux a b) in *; lra. }
    assert (Eq : norm (Geometry.ux a b) (Geometry.uy a b) = Rabs (Geometry.ux a b)).
    { rewrite Zu. unfold norm. rewrite Rmult_0_l, Rplus_0_r. apply sqrt_Rsqr_abs. }
    assert (Ed : cross c a b = (Geometry.ux a b) * (Geometry.wy c a)) by (unfold cross; rewrite Zu; ring).
    assert (EV : Geometry.ux a b * py v - Geometry.uy a b * px v = (Geometry.ux a b) * (py v)) by (rewrite Zu; ring).
    split; [exact Kinds |]. split.
    + intros E. exact (level_misses x c v a b R _ _ _ (proj1 RR) Eq Nq Ed EV Out (K1 E)).
    + intros E. destruct (K3 E) as (Toward & Comes & Fa & Fb & Known & Unit & Sd). clear K1 K3.
      change ((Geometry.wy c a) * (py v) < 0) in Toward. change (Rabs (Geometry.wy c a) - R < Rabs (py v)) in Comes.
      split; [exact (Feature E) |]. split.
      * rewrite (proj1 (Normal E)), (proj2 (Normal E)). unfold side_normal. rewrite Zu.
        change (real cy - real ay) with (Geometry.wy c a) in Sd.
        rewrite (proj2 zero_value), ?Rmult_0_l, ?Rplus_0_l, ?Rplus_0_r.
        split; [destruct Unit as [U1 | U1]; rewrite U1; ring |]. split; [ring |]. rewrite Sd. pose proof (proj1 RR).
        lra.
      * exists ((Rabs (Geometry.wy c a) - R) / Rabs (py v)).
        split; [| rewrite (proj1 (Times E)), (proj1 (proj2 (Times E))), (proj2 (proj2 (Times E))); exact Known].
        assert (Foot : forall t, wu c a b + t * (px v * Geometry.ux a b + py v * Geometry.uy a b) =
          Geometry.ux a b * ((Geometry.wx c a) + t * (px v))) by (intros t; unfold wu; rewrite Zu; ring).
        apply (level_hits x c v a b R _ _ _ (proj1 RR) Eq Nq Ed EV _ Out Toward Comes eq_refl); intros N; rewrite Foot.
        -- exact (Fa N).
        -- unfold len2. rewrite Zu, Rmult_0_l, ?Rplus_0_l, ?Rplus_0_r. exact (Fb N).
Qed.

(* set_level_contact: the time is rounded down. *)
Theorem level_time_rounded k0 f0 t0 cx0 cy0 px0 py0 nx0 ny0 cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy guess
  step
    error nx ny n k f t tx ty ox oy qx qy T :
  set_level_contact_results k0 f0 t0 cx0 cy0 px0 py0 nx0 ny0 cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy
    guess step error nx ny n true k f t tx ty ox oy qx qy ->
  time_known guess step error T ->
  k = 3%Z /\ f = 1%Z /\ tx = nx /\ ty = ny /\ finite t /\ is_largest_not_after (real t) T.
Proof.
  intros H (Fg & Fs & Fe & (Pg & Lg) & H2 & Near & _). unfold set_level_contact_results in H.
  destruct H as (hi & lo & e & if1 & t1 & n1 & n2 & c1 & c2 & p1 & p2 & []).
  destruct if1; [discriminate E_result |]. subst k f t tx ty t1 n1 n2.
  destruct (wide_of_sum_values _ _ _ _ _ E_wide_of_sum) as (Eh & El & _). clear E_wide_of_sum E_place_contact.
  subst hi lo.
  symmetry in E_if1. apply negb_false_iff in E_if1. split; [reflexivity |]. split; [reflexivity |].
  split; [reflexivity |]. split; [reflexivity |].
  assert (Fr : finite (sum_rest guess step)).
  { apply (two_sum_finite guess step 2); [unfold emin; simpl; lia | exact Fg | exact Fs | |];
    change (bpow radix2 2) with 4;
      [rewrite Rabs_pos_eq by lra | pose proof (Rabs_pos (real step))]; lra. }
  apply (sum_rounded_down guess step n T (real error)); auto.
  apply orb_prop in E_if1. destruct E_if1 as [E | E]; [left | right; now apply feq_zero].
  apply flt_real in E; [| exact Fe | now apply finite_fabs]. now rewrite real_fabs in E.
Qed.

(* is_past_level: the wall is level or upright, and not a point. *)
Theorem is_past_level_correct ax ay bx by_ : finite ax -> finite ay -> finite bx -> finite by_ ->
  is_past_level_results ax ay bx by_ true ->
  (real ax = real bx /\ real ay <> real by_) \/ (real ax <> real bx /\ real ay = real by_).
Proof.
  intros F1 F2 F3 F4 []. symmetry in E_result. apply negb_true_iff in E_result.
  destruct (feq ax bx) eqn:X, (feq ay by_) eqn:Y; try discriminate E_result;
    (apply feq_real in X || apply feq_real_false in X); (apply feq_real in Y || apply feq_real_false in Y); auto.
Qed.

(* Both together: what a level sweep returns for a hit. *)
Theorem level_sweep_correct x cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    rg rs re rnx rny f guess step error nx ny k0 f0 t0 cx0 cy0 px0 py0 nx0 ny0 moves wmx' wmy' n kind feature t tx ty ox
      oy qx qy :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end false (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  level_first_contact_results rg rs re rnx rny cx cy cr mx my is_end ax ay wr (extent_number x) ux uy wx wy vx vy su sw
    sv
    3%Z f guess step error nx ny ->
  set_level_contact_results k0 f0 t0 cx0 cy0 px0 py0 nx0 ny0 cx cy cr mx my is_end moves ax ay bx by_ wr wmx' wmy'
    guess step error nx ny n true kind feature t tx ty ox oy qx qy ->
  kind = 3%Z /\ feature = 1%Z /\ side_normal tx ty c a b /\ finite t /\
  exists T, hits_at Side x c v a b (real cr + real wr) T /\ is_largest_not_after (real t) T.
Proof.
  intros c v a b Hv Hs Hf Ht.
  destruct (level_first_contact_correct x cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz
    sv r
    rg rs re rnx rny 3 f guess step error nx ny Hv Hs Hf) as (_ & _ & K3).
  destruct (K3 eq_refl) as (_ & N & T & Hit & Known).
  destruct (level_time_rounded _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T Ht Known)
    as (E1 & E2 & E3 & E4 & Ft & L). subst tx ty. split; [exact E1 |]. split; [exact E2 |]. split; [exact N |].
    split; [exact Ft |].
  exists T. split; assumption.
Qed.
