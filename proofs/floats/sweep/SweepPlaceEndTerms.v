(* The normal at an end by the step of second order: estimate_end of src/sweep/sweep_time.h, for one end. If the
   estimate is sharp, each coordinate is within 4.67 units of 2^-53 of (e + T v) / R, where T is the time of the
   contact.

   The step is at most 1 / 390 of R, as x of TimeEndSecond.v is. The sizes are at most 2^37 of R, so the roundings of
   the place count little. The code ensures that the error times |v| is below 2^-57 R. SweepPlaceEnd.v has the rest. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Terms_wide Terms_time Wide SweepErrors SweepSquares
  SweepVectors SweepTerms SweepGeometry TimePlace TimeMoved TimeEndResidual TimeEndTerms TimeEndPlace TimeEndGuess
  TimeEndFast TimeEndSecond TimeEndRate TimeEndBound TimeEndEstimate SweepPlaceEnd.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta := (bpow radix2 (-1075)).

(* In real numbers: the place P at the guess, and the step from there to the contact. *)
Section Reals.
Variables PX PY VX VY R x w : R.
Let V2 := VX * VX + VY * VY.
Hypotheses (w_pos : 0 < w) (w_is : w = - (PX * VX + PY * VY) \/ w = PX * VX + PY * VY) (R0 : 0 <= R)
  (small : V2 * Rabs x <= / 400 * w)
  (contact : (PX + x * VX) * (PX + x * VX) + (PY + x * VY) * (PY + x * VY) = R * R).

Lemma place_against_reach : let v := norm VX VY in
  0 < v /\ Rabs x * v <= / 399 * R /\ norm PX PY <= 1003 / 1000 * R /\ w <= 1003 / 1000 * R * v /\ 0 < R.
Proof.
  intros v. set (p := norm PX PY). assert (p0 : 0 <= p) by apply norm_nonneg. assert (v0 : 0 <= v) by apply norm_nonneg.
  assert (pp : p * p = PX * PX + PY * PY) by apply norm_square. assert (vv : v * v = V2) by apply norm_square.
  assert (W : w <= p * v).
  { apply Rsqr_incr_0_var; [| now apply Rmult_le_pos]. unfold Rsqr.
    replace (p * v * (p * v)) with ((p * p) * (v * v)) by ring. rewrite pp, vv. unfold V2.
    pose proof (Rle_0_sqr (PX * VY - PY * VX)) as Q. unfold Rsqr in Q. destruct w_is as [-> | ->]; lra. }
  assert (vp : 0 < v).
  { destruct v0 as [| Z]; [assumption | exfalso]. rewrite <- Z, Rmult_0_r in W. lra. }
  pose proof (Rabs_pos x) as x0. set (y := Rabs x * v). assert (y0 : 0 <= y) by (unfold y; now apply Rmult_le_pos).
  assert (Y : y <= / 400 * p).
  { apply Rmult_le_reg_r with v; [exact vp |]. unfold y. rewrite Rmult_assoc, vv. lra. }
  assert (RP : p - y <= R).
  { apply Rsqr_incr_0_var; [| exact R0]. unfold Rsqr. rewrite <- contact.
    assert (C : - (PX * VX + PY * VY) <= p * v /\ PX * VX + PY * VY <= p * v).
    { assert (Q : Rabs (PX * VX + PY * VY) <= Rabs (p * v)).
      { apply Rsqr_le_abs_0. unfold Rsqr. replace (p * v * (p * v)) with ((p * p) * (v * v)) by ring. rewrite pp, vv.
        unfold V2. pose proof (Rle_0_sqr (PX * VY - PY * VX)) as Q. unfold Rsqr in Q. lra. }
      rewrite (Rabs_pos_eq (p * v)) in Q by now apply Rmult_le_pos. apply Rabs_le_inv in Q. lra. }
    assert (Cx : - (Rabs x * (p * v)) <= x * (PX * VX + PY * VY)).
    { destruct (Rle_dec 0 x) as [S | S].
      - rewrite Rabs_pos_eq by exact S.
        assert (x * - (PX * VX + PY * VY) <= x * (p * v)) by (apply Rmult_le_compat_l; lra). lra.
      - rewrite Rabs_left by lra.
        assert (- x * (PX * VX + PY * VY) <= - x * (p * v)) by (apply Rmult_le_compat_l; lra). lra. }
    assert (E : y * y = x * x * V2).
    { unfold y. replace (Rabs x * v * (Rabs x * v)) with ((Rabs x * Rabs x) * (v * v)) by ring.
      rewrite vv, <- Rabs_mult, Rabs_pos_eq by apply Rle_0_sqr. reflexivity. }
    replace ((PX + x * VX) * (PX + x * VX) + (PY + x * VY) * (PY + x * VY)) with
      (PX * PX + PY * PY + 2 * (x * (PX * VX + PY * VY)) + x * x * V2) by (unfold V2; ring).
    rewrite <- pp, <- E. unfold y in *. lra. }
  assert (P1 : p <= 1003 / 1000 * R) by lra.
  assert (pv : p * v <= 1003 / 1000 * R * v) by (apply Rmult_le_compat_r; lra).
  split; [exact vp |]. split; [fold y; lra |]. split; [exact P1 |]. split; [lra |].
  destruct R0 as [| Z]; [assumption | exfalso]. rewrite <- Z in pv. lra.
Qed.
End Reals.

Section Estimate.
Variables cx cy ex ey vx vy wx wy cr wr guess residual dir : D.
Variables VX VY : R.
Let fx := fsub cx ex.
Let fy := fsub cy ey.
Let reach := fadd cr wr.
Let move2 := fadd (fmul vx vx) (fmul vy vy).
Let hx := fadd fx (fmul vx guess).
Let hy := fadd fy (fmul vy guess).
Let lx := fadd (sum_rest fx (fmul vx guess)) (fadd (difference_rest cx ex)
  (fadd (pair_product_rest vx guess) (fmul wx guess))).
Let ly := fadd (sum_rest fy (fmul vy guess)) (fadd (difference_rest cy ey)
  (fadd (pair_product_rest vy guess) (fmul wy guess))).
Let s := size fx fy.
Let t := size vx vy.
Let S := fadd (fadd s t) reach.
Let dot := fadd (fmul (fadd hx lx) vx) (fmul (fadd hy ly) vy).
Let rate := fmul (fneg dir) dot.
Let inverse := fdiv (fconst 1 0) rate.
Let first := fmul (fmul (fconst 1 (-1)) residual) inverse.
Let bend := fmul (fmul (fmul (fconst 1 (-1)) move2) first) inverse.
Let step := fmul dir (fadd first (fmul first bend)).
Let error := fadd (fmul (fadd (fmul (fconst 1 (-94)) (fmul S S)) (fconst 1 (-800))) inverse)
  (fmul (fabs step) (fadd (fadd (fmul (fmul (fconst 1 2) bend) bend) (fconst 1 (-50)))
    (fmul (fmul (fconst 1 (-50)) (fmul S t)) inverse))).
Let EX := real cx - real ex.
Let EY := real cy - real ey.
Let R := real cr + real wr.
Let sg := real dir.

Hypothesis e_near : near fx fy EX EY (real s).
Hypothesis v_near : near vx vy VX VY (real t).
Hypothesis (s_range : size_in_range s) (t_range : size_in_range t) (r_range : size_in_range reach).
Hypothesis (Ncr : nonneg cr) (Nwr : nonneg wr).
Hypothesis (dx : finite wx -> displaced vx wx VX) (dy : finite wy -> displaced vy wy VY).
Hypothesis is_residual : residual_at_end_results hx hy lx ly cr wr residual.
Hypothesis is_dir : is_sign dir.
Hypothesis rate_positive : flt (fconst 0 0) rate = true.
Hypothesis guess_below_2 : flt guess (fconst 1 1) = true.
Hypothesis bend_below : flt (fabs bend) (fconst 1 (-10)) = true.
Hypothesis guess_above : flt (fconst 1 (-200)) guess = true.
Hypothesis error_below : flt error (fmul (fconst 1 (-60)) guess) = true.

Hypothesis normal_small : flt (fmul error t) (fmul (fconst 1 (-57)) reach) = true.
Let PX := EX + real guess * VX.
Let PY := EY + real guess * VY.
Let nx := fmul (fadd (fadd hx lx) (fmul step vx)) (fdiv (fconst 1 0) reach).
Let ny := fmul (fadd (fadd hy ly) (fmul step vy)) (fdiv (fconst 1 0) reach).

Theorem estimate_normal T : directed_contact sg EX EY VX VY R T -> T <= 1 ->
  bpow radix2 (-410) <= R /\ finite nx /\ finite ny /\ Rabs (real nx - (EX + T * VX) / R) <= 467 / 100 * u53 /\
  Rabs (real ny - (EY + T * VY) / R) <= 467 / 100 * u53.
Proof.
  intros HT T1.
  assert (Size : finite S /\ 0 <= real s /\ 0 <= real t /\ 0 <= real reach /\
    real s + real t + real reach <= 1001 / 1000 * real S /\
    0 <= real S <= bpow radix2 202 /\ 0 <= R /\ Rabs (real reach - R) <= u53 * R).
  { apply (estimate_size cx cy ex ey vx vy cr wr); assumption. }
  destruct Size as (FS & s0 & t0 & r0 & Sz & [S0 SB] & R0 & Rr).
  assert (Terms : (finite guess /\ finite step /\ finite first /\ finite bend /\ finite inverse /\ finite residual /\
      finite error) /\ nonneg error /\ 0 < real guess < 2 /\ Rabs (real bend) <= / 1024 /\ 0 <= real inverse /\
    Rabs (real step) <= / 900 * real guess /\
    (bpow radix2 (-94) * (real S * real S) + bpow radix2 (-800)) * real inverse <= 1001 / 1000 * bpow radix2 (-59)).
  { apply (estimate_terms cx cy ex ey vx vy wx wy cr wr); assumption. }
  destruct Terms as ((Fg & Fst & Ff & Fb & Fi & Fres & Fe) & Ne & Gd & _).
  assert (Place : placed hx lx PX (Rabs EX) (Rabs (real vx)) /\ placed hy ly PY (Rabs EY) (Rabs (real vy)) /\
    displaced vx wx VX /\ displaced vy wy VY /\ finite dot /\
    Rabs EX + Rabs EY <= (1 + 40 * u53) * real s /\ Rabs (real vx) + Rabs (real vy) <= (1 + 32 * u53) * real t /\
    Rabs VX + Rabs VY <= (1 + 40 * u53) * real t /\ Rabs (real vx) <= real t /\ Rabs (real vy) <= real t).
  { apply (estimate_place cx cy ex ey vx vy wx wy cr wr guess residual dir VX VY); assumption. }
  destruct Place as (Px & Py & Dx & Dy & Fd & Es & Ev & EV & Tx & Ty).
  set (w := - sg * (PX * VX + PY * VY)). set (z := real S * real t * real inverse).
  assert (Rate : 0 < real inverse <= bpow radix2 742 /\ real S * real S * real inverse <= bpow radix2 36 /\
    least <= 8 * real S /\ z <= bpow radix2 36 /\ / 3 <= z).
  { edestruct (rate_terms cx cy ex ey vx vy wx wy cr wr guess residual dir VX VY) as (_ & _ & _ & _ & Q);
      try assumption; exact Q. }
  destruct Rate as ([i0 iB] & SSi & lS & zU & zL).
  assert (Near : forall G, 1 <= G <= 2 -> real guess <= G ->
    Rabs (real inverse * w - 1) <= 12 / 10 * u53 + 514 / 100 * u53 * G * z).
  { apply (rate_near cx cy ex ey vx vy wx wy cr wr guess residual dir VX VY); assumption. }
  assert (Rel : 12 / 10 * u53 + 514 / 100 * u53 * 2 * z <= / 4096).
  { apply (relative_small cx cy ex ey vx vy wx wy cr wr guess residual dir VX VY); try assumption. lra. }
  set (V2 := VX * VX + VY * VY). set (f := PX * PX + PY * PY - R * R).
  set (E := 840 * (u53 * u53) * (real S * real S) + bpow radix2 (-810)). set (n := 4 * eta * (1 + real inverse)).
  assert (Res : Rabs (real residual - f) <= u53 * Rabs (real residual) + E).
  { apply (estimate_residual cx cy ex ey vx vy wx wy cr wr guess residual dir VX VY); assumption. }
  assert (Sm : 0 <= V2 /\ V2 * real inverse <= bpow radix2 37 /\ 0 <= E /\
    E * real inverse <= / 4 * ((bpow radix2 (-94) * (real S * real S) + bpow radix2 (-800)) * real inverse) /\
    E * real inverse <= bpow radix2 (-60) /\ 0 <= n <= bpow radix2 (-300) /\
    1000 * n <= (bpow radix2 (-94) * (real S * real S) + bpow radix2 (-800)) * real inverse /\
    Rabs (real move2 - V2) <= 23 * u53 * V2 /\ eta <= u53 * V2).
  { apply (small_terms cx cy ex ey vx vy wx wy cr wr guess residual dir VX VY); assumption. }
  destruct Sm as (V0 & _ & E0 & _ & _ & [n0 _] & _).
  assert (New : Rabs (real first - real residual * (real inverse / 2)) <= 3 * u53 * Rabs (real first) + n /\
    Rabs (real bend) <= / 1000 /\
    Rabs (real bend - V2 * (real inverse / 2) * real first) <= 40 * u53 * Rabs (real bend) + n /\
    V2 * real inverse * (E * real inverse) <= / 100000 /\ n <= / 100000 /\ Rabs (real first) <= 1 /\
    V2 * real inverse * n <= / 100000 /\ Rabs (real first) <= 1003 / 1000 * Rabs (real step) + n /\
    Rabs (sg * real step - (real first + real bend * real first)) <= 101 / 100 * u53 * Rabs (real first) + n).
  { apply (newton_terms cx cy ex ey vx vy wx wy cr wr guess residual dir VX VY); assumption. }
  destruct New as (H1 & H2 & H3 & H4 & H5 & H6 & H7 & _).
  pose proof (proj2 is_dir) as Unit. fold sg in Unit.
  destruct (contact_root sg EX EY VX VY R (real guess) Unit T HT) as [X1 X2].
  fold PX PY w f V2 in X1, X2. set (x := sg * (T - real guess)) in *.
  assert (Wp : 0 < w) by (apply (w_positive w (real inverse) _ i0 (Near 2 ltac:(lra) ltac:(lra)) Rel)).
  destruct (x_size V2 w (real inverse) x f (real residual) (real first) (real bend) E _ n V0 i0 E0 n0 X1 X2
    (Near 2 ltac:(lra) ltac:(lra)) Rel Res H1 H2 H3 H4 H5 H7) as (_ & Hx).
  assert (As : Rabs sg = 1) by (destruct Unit as [-> | ->]; unfold Rabs; destruct Rcase_abs; lra).
  assert (Ax : Rabs x = Rabs (T - real guess)) by (unfold x; rewrite Rabs_mult, As; ring).
  assert (Small : V2 * Rabs (T - real guess) <= / 400 * w).
  { rewrite <- Ax. apply Rmult_le_reg_r with (/ (2 * w)); [apply Rinv_0_lt_compat; lra |].
    replace (V2 * Rabs x * / (2 * w)) with (V2 / (2 * w) * Rabs x) by (unfold Rdiv; ring).
    replace (/ 400 * w * / (2 * w)) with (/ 800) by (field; lra). exact Hx. }
  assert (Wis : w = - (PX * VX + PY * VY) \/ w = PX * VX + PY * VY).
  { unfold w. destruct Unit as [-> | ->]; [left | right]; ring. }
  destruct (place_against_reach PX PY VX VY R (T - real guess) w Wp Wis R0 Small) as (v0 & Xv & PR & WR & Rp).
  { destruct HT as [HT _]. rewrite <- HT. unfold PX, PY. ring. }
  set (v := norm VX VY) in *.
  assert (Vc : Rabs VX <= v /\ Rabs VY <= v).
  { unfold v, norm. pose proof (Rle_0_sqr VX). pose proof (Rle_0_sqr VY). unfold Rsqr in *.
    split; (rewrite <- sqrt_Rsqr_abs; apply sqrt_le_1_alt; unfold Rsqr; lra). }
  pose proof (Rabs_pos VX) as ax0. pose proof (Rabs_pos VY) as ay0.
  assert (Vt : v <= 1001 / 1000 * real t).
  { apply Rle_trans with (Rabs VX + Rabs VY); [| lra]. apply Rsqr_incr_0_var; [| lra]. unfold Rsqr, v.
    rewrite norm_square. rewrite <- (Rabs_pos_eq (VX * VX)), <- (Rabs_pos_eq (VY * VY)), !Rabs_mult by apply Rle_0_sqr.
    assert (0 <= Rabs VX * Rabs VY) by (apply Rmult_le_pos; assumption). lra. }
  (* the sizes against R *)
  assert (SR : real S <= 102 / 100 * bpow radix2 36 * R).
  { assert (Iw : 4095 / 4096 <= real inverse * w) by (apply (i_times_w w _ _ (Near 2 ltac:(lra) ltac:(lra)) Rel)).
    assert (Q1 : real S * real S <= bpow radix2 36 * (1001 / 1000 * w)).
    { apply Rmult_le_reg_r with (real inverse); [exact i0 |]. eapply Rle_trans; [exact SSi |].
      pose proof (bpow_gt_0 radix2 36).
      replace (bpow radix2 36 * (1001 / 1000 * w) * real inverse) with
        (bpow radix2 36 * (1001 / 1000 * (real inverse * w))) by ring.
      rewrite <- (Rmult_1_r (bpow radix2 36)) at 1. apply Rmult_le_compat_l; lra. }
    assert (Q2 : w <= 1003 / 1000 * R * (1003 / 1000 * real S)).
    { eapply Rle_trans; [exact WR |]. apply Rmult_le_compat_l; lra. }
    pose proof (bpow_gt_0 radix2 (-370)).
    apply Rmult_le_reg_r with (real S); [lra |]. eapply Rle_trans; [exact Q1 |].
    pose proof (bpow_gt_0 radix2 36) as b36. assert (RS : 0 <= R * real S) by (apply Rmult_le_pos; lra).
    replace (102 / 100 * bpow radix2 36 * R * real S) with (bpow radix2 36 * (102 / 100 * (R * real S))) by ring.
    apply Rmult_le_compat_l; lra. }
  pose proof (bpow_gt_0 radix2 (-370)) as l0.
  assert (RL : bpow radix2 (-410) <= R).
  { apply Rmult_le_reg_l with (bpow radix2 40); [apply bpow_gt_0 |]. rewrite <- bpow_plus.
    change (40 + -410)%Z with (-370)%Z. change 40%Z with (4 + 36)%Z. rewrite bpow_plus.
    change (bpow radix2 4) with 16. lra. }
  assert (Range : bpow radix2 (-450) <= R <= bpow radix2 205).
  { split; [eapply Rle_trans; [| exact RL]; apply bpow_le; lia |].
    destruct r_range as [[_ Br] _]. rewrite Rabs_pos_eq in Br by exact r0. apply Rabs_le_inv in Rr.
    pose proof (bpow_gt_0 radix2 200). apply Rle_trans with (2 * bpow radix2 200); [lra |].
    change 2 with (bpow radix2 1). rewrite <- bpow_plus. apply bpow_le. lia. }
  (* the error times |v| *)
  assert (Near2 : Rabs (T - (real guess + real step)) <= real error).
  { apply (estimate_error cx cy ex ey vx vy wx wy cr wr guess residual dir VX VY); assumption. }
  destruct r_range as [[Fr Br] _].
  assert (Et : real error * real t <= 63 / 1000 * u53 * R).
  { destruct t_range as [[Ft _] _].
    assert (Ne57 : nonneg (fmul error t)).
    { apply nonneg_fmul; [exact Ne | apply nonneg_of_real; assumption]. }
    destruct (power_value (-57) eq_refl eq_refl) as [F57 V57].
    assert (B57 : Rabs (real (fconst 1 (-57) : D) * real reach) <= bpow radix2 200).
    { rewrite V57, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
      apply Rle_trans with (1 * bpow radix2 200); [| lra]. apply Rmult_le_compat; try apply Rabs_pos; try apply
        bpow_ge_0.
      - apply (bpow_le radix2 _ 0). lia.
      - exact Br. }
    destruct (fmul_is_finite (fconst 1 (-57)) reach 200 (conj eq_refl eq_refl) F57 Fr B57) as (F2 & E2 & _).
    pose proof (flt_finite _ _ normal_small Ne57) as F1. pose proof (flt_real _ _ F1 F2 normal_small) as L.
    destruct (fmul_finite _ _ F1) as (_ & _ & E1). rewrite E1, E2, V57 in L.
    pose proof (rnd_error double (real error * real t)) as R1. pose proof (rnd_error double (bpow radix2 (-57) * real
      reach)) as R2.
    rewrite u_double in R1, R2. pose proof (nonneg_real _ Ne) as e0.
    rewrite (Rabs_pos_eq (real error * real t)) in R1 by (apply Rmult_le_pos; assumption).
    assert (E57 : bpow radix2 (-57) = / 16 * u53).
    { change u53 with (bpow radix2 (-53)). change (/ 16) with (bpow radix2 (-4)). rewrite <- bpow_plus. reflexivity. }
    rewrite E57 in *. rewrite (Rabs_pos_eq (/ 16 * u53 * real reach)) in R2 by (apply Rmult_le_pos; lra).
    assert (Tn : Model.eta double <= / 100000 * u53 * R).
    { apply Rle_trans with (bpow radix2 (-20) * bpow radix2 (-53) * bpow radix2 (-410)).
      - rewrite <- !bpow_plus. change (Model.eta double) with (bpow radix2 (-1075)). apply bpow_le. lia.
      - apply Rmult_le_compat; [rewrite <- bpow_plus; apply bpow_ge_0 | apply bpow_ge_0 | | exact RL].
        change (bpow radix2 (-20)) with (/ 1048576). change (bpow radix2 (-53)) with u53. lra. }
    apply Rabs_le_inv in R1, R2, Rr. lra. }
  assert (Vx1 : Rabs VX <= (1 + 40 * u53) * real t /\ Rabs VY <= (1 + 40 * u53) * real t) by lra.
  assert (Err : forall V, Rabs V <= (1 + 40 * u53) * real t ->
    Rabs ((T - (real guess + real step)) * V) <= 64 / 1000 * u53 * R).
  { intros V HV. rewrite Rabs_mult. apply Rle_trans with (real error * ((1 + 40 * u53) * real t)).
    - apply Rmult_le_compat; [apply Rabs_pos | apply Rabs_pos | exact Near2 | exact HV].
    - replace (real error * ((1 + 40 * u53) * real t)) with ((1 + 40 * u53) * (real error * real t)) by ring. lra. }
  assert (Sv : Rabs (real step) * v <= / 300 * R).
  { assert (A : Rabs (real step) <= Rabs (T - real guess) + real error).
    { replace (real step) with ((T - real guess) + - (T - (real guess + real step))) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    pose proof (nonneg_real _ Ne) as e0.
    apply Rle_trans with ((Rabs (T - real guess) + real error) * v); [apply Rmult_le_compat_r; lra |].
    assert (real error * v <= real error * (1001 / 1000 * real t)) by (apply Rmult_le_compat_l; assumption). lra. }
  assert (Coord : forall (vh wl : D) V, displaced vh wl V -> Rabs V <= v -> Rabs (real step) * Rabs (real vh) <= / 100
    * R).
  { intros vh wl V D1 LV. pose proof (displaced_rounded _ _ _ D1) as Q. pose proof (Rabs_pos (real vh)) as h0.
    assert (L : Rabs (real vh) <= 2 * v).
    { pose proof (Rabs_triang (real vh - V) V) as Tr. replace (real vh - V + V) with (real vh) in Tr by ring. lra. }
    apply Rle_trans with (Rabs (real step) * (2 * v)); [apply Rmult_le_compat_l; [apply Rabs_pos | exact L] | lra]. }
  pose proof (bpow_gt_0 radix2 (-959)) as tn0.
  assert (Tiny : 2 * place_tiny <= / 100000 * u53 * R).
  { apply Rle_trans with (bpow radix2 (-20) * bpow radix2 (-53) * bpow radix2 (-410)).
    - change 2 with (bpow radix2 1). rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat; [rewrite <- bpow_plus; apply bpow_ge_0 | apply bpow_ge_0 | | exact RL].
      change (bpow radix2 (-20)) with (/ 1048576). change (bpow radix2 (-53)) with u53. lra. }
  assert (At : forall (h l : D) P e1 v1, placed h l P e1 v1 -> 0 <= e1 <= (1 + 40 * u53) * real s ->
    0 <= v1 <= real t -> Rabs (real h + real l - P) <= / 1000 * u53 * R).
  { intros h l P e1 v1 (Q & _) He1 Hv1. eapply Rle_trans; [exact Q |].
    assert (A : 4 * e1 + 33 * v1 <= 34 * real S) by lra.
    assert (B : u53 * u53 * (4 * e1 + 33 * v1) <= u53 * u53 * (34 * (102 / 100 * bpow radix2 36 * R))).
    { apply Rmult_le_compat_l; lra. }
    assert (C : u53 * bpow radix2 36 = / 131072).
    { change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. reflexivity. }
    replace (u53 * u53 * (34 * (102 / 100 * bpow radix2 36 * R))) with
      (34 * (102 / 100) * u53 * (u53 * bpow radix2 36) * R) in B by ring. rewrite C in B.
    assert (0 <= u53 * R) by (apply Rmult_le_pos; lra). lra. }
  destruct (residual_finite cx cy ex ey vx vy wx wy cr wr guess residual is_residual Fres) as [Flx Fly].
  fold fx hx lx in Flx. fold fy hy ly in Fly.
  assert (Fh : forall c0 e0 v1 r1 : D, finite (fadd (sum_rest c0 e0) (fadd v1 r1)) -> finite (fadd c0 e0)).
  { intros c0 e0 v1 r1 F. destruct (fadd_finite _ _ F) as (F1 & _ & _).
    destruct (two_sum_exact _ _ F1) as (_ & _ & F2 & _). exact F2. }
  destruct v_near as (Fvx & Fvy & _).
  destruct (fadd_finite _ _ Fr) as (_ & _ & Er). fold R in Er.
  assert (N1 : Rabs ((EX + T * VX) / R) <= 1 /\ Rabs ((EY + T * VY) / R) <= 1).
  { destruct HT as [HT _]. pose proof (Rle_0_sqr (EX + T * VX)) as Q1. pose proof (Rle_0_sqr (EY + T * VY)) as Q2.
    unfold Rsqr in *.
    assert (B : Rabs (EX + T * VX) <= R /\ Rabs (EY + T * VY) <= R).
    { split; (rewrite <- (Rabs_pos_eq R) by lra; apply Rsqr_le_abs_0; unfold Rsqr; lra). }
    unfold Rdiv. rewrite !Rabs_mult, !Rabs_inv, (Rabs_pos_eq R) by lra.
    split; (apply Rmult_le_reg_r with R; [exact Rp |]; rewrite Rmult_assoc, Rinv_l; lra). }
  pose proof (Rabs_pos EX) as ex0. pose proof (Rabs_pos EY) as ey0.
  pose proof (Rabs_pos (real vx)) as vx0. pose proof (Rabs_pos (real vy)) as vy0.
  assert (Rnd : forall (vh wl : D) V, displaced vh wl V -> Rabs (real vh - V) <= 201 / 100 * u53 * Rabs (real vh))
    by (intros; eapply displaced_rounded; eassumption).
  destruct (end_coordinate hx lx step vx reach PX VX ((EX + T * VX) / R) R (Fh _ _ _ _ Flx) Flx Fst Fvx Fr Er Range
    (At _ _ _ _ _ Px ltac:(lra) ltac:(lra)) (Rnd _ _ _ Dx) (Coord _ _ _ Dx (proj1 Vc))) as (G1 & G2); [| apply N1 |].
  { replace (PX + real step * VX - (EX + T * VX) / R * R) with (- ((T - (real guess + real step)) * VX))
      by (unfold PX; field; lra).
    rewrite Rabs_Ropp. eapply Rle_trans; [apply Err; apply Vx1 |]. assert (0 <= u53 * R) by (apply Rmult_le_pos; lra).
      lra. }
  destruct (end_coordinate hy ly step vy reach PY VY ((EY + T * VY) / R) R (Fh _ _ _ _ Fly) Fly Fst Fvy Fr Er Range
    (At _ _ _ _ _ Py ltac:(lra) ltac:(lra)) (Rnd _ _ _ Dy) (Coord _ _ _ Dy (proj2 Vc))) as (G3 & G4); [| apply N1 |].
  { replace (PY + real step * VY - (EY + T * VY) / R * R) with (- ((T - (real guess + real step)) * VY))
      by (unfold PY; field; lra).
    rewrite Rabs_Ropp. eapply Rle_trans; [apply Err; apply Vx1 |]. assert (0 <= u53 * R) by (apply Rmult_le_pos; lra).
      lra. }
  exact (conj RL (conj G1 (conj G3 (conj G2 G4)))).
Qed.
End Estimate.
