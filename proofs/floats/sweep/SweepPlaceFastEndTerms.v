(* The normal of a hit of an end in one pass: set_fast_end of src/sweep/sweep_one_pass.h, for one end. If the time is
   certain and the rate shows the entry, each coordinate is within 4.67 units of 2^-53 of (e + T v) / R.

   The step is at most 1 / 390 of R, because the rate at the guess is that at the contact but for 1 / 900. The sizes
   are at most 2^20 of R. The code ensures that the error times |v| is below 2^-57 R. SweepPlaceEnd.v has the rest. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Terms_wide Terms_fast Terms_time Wide SweepErrors
  SweepSquares SweepVectors SweepTerms SweepGeometry SweepTime TimePlace TimeMoved TimeEndResidual TimeEndRoot
  TimeEndStep TimeEndTerms TimeEndPlace TimeEndGuess TimeEndRate TimeEndFast SweepPlace SweepPlaceFastCentre
  SweepPlaceEnd SweepPlaceEndTerms.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta := (bpow radix2 (-1075)).

Section FastEnd.
Variables cx cy ex ey vx vy wx wy cr wr guess residual : D. Variables VX VY : R.
Let fx := fsub cx ex. Let fy := fsub cy ey.
Let reach := fadd cr wr.
Let move2 := fadd (fmul vx vx) (fmul vy vy).
Let cross := fsub (fmul vx fy) (fmul vy fx).
Let disc := fsub (fmul (fmul reach reach) move2) (fmul cross cross).
Let inverse := fdiv (fconst 1 0) (fsqrt disc).
Let hx := fadd fx (fmul vx guess). Let hy := fadd fy (fmul vy guess).
Let lx := fadd (sum_rest fx (fmul vx guess)) (fadd (difference_rest cx ex)
  (fadd (pair_product_rest vx guess) (fmul wx guess))).
Let ly := fadd (sum_rest fy (fmul vy guess)) (fadd (difference_rest cy ey)
  (fadd (pair_product_rest vy guess) (fmul wy guess))).
Let s := size fx fy. Let t := size vx vy. Let S := fadd (fadd s t) reach.
Let root_error := fmul (fadd (fmul (fconst 1 (-48)) (fmul (fmul S t) (fmul S t))) (fconst 1 (-1000))) (fmul inverse
  inverse).
Let half_inverse := fmul (fconst 1 (-1)) inverse. Let step := fmul residual half_inverse.
Let bend := fmul (fabs step) (fmul half_inverse move2).
Let error := fadd (fadd (fmul (fadd (fmul (fconst 1 (-94)) (fmul S S)) (fconst 1 (-800))) inverse) (fconst 1 (-262)))
  (fmul (fabs step) (fadd (fadd (fmul (fconst 1 1) bend) (fconst 1 (-50))) root_error)).
Let rate := fadd (fmul (fadd hx lx) vx) (fmul (fadd hy ly) vy). Let off := fadd (fmul rate inverse) (fconst 1 0).
Let EX := real cx - real ex. Let EY := real cy - real ey. Let R := real cr + real wr.

Hypothesis e_near : near fx fy EX EY (real s).
Hypothesis v_near : near vx vy VX VY (real t).
Hypothesis (s_range : size_in_range s) (t_range : size_in_range t) (r_range : size_in_range reach).
Hypothesis (Ncr : nonneg cr) (Nwr : nonneg wr).
Hypothesis (dx : finite wx -> displaced vx wx VX) (dy : finite wy -> displaced vy wy VY).
Hypothesis is_residual : residual_at_end_results hx hy lx ly cr wr residual.
Hypothesis is_entry : flt (fadd (fabs off) root_error) (fconst 1 (-10)) = true.

Variables f_t f_rest f_error : D.
Hypothesis is_time : set_fast_time_results guess step error true f_t f_rest f_error.
Hypothesis is_normal : flt (fmul error t) (fmul (fconst 1 (-57)) reach) = true.
Let PX := EX + real guess * VX.
Let PY := EY + real guess * VY.
Let nx := fmul (fadd (fadd hx lx) (fmul step vx)) (fdiv (fconst 1 0) reach).
Let ny := fmul (fadd (fadd hy ly) (fmul step vy)) (fdiv (fconst 1 0) reach).

Theorem fast_end_normal T : end_contact EX EY VX VY R T ->
  bpow radix2 (-410) <= R /\ finite nx /\ finite ny /\ Rabs (real nx - (EX + T * VX) / R) <= 467 / 100 * u53 /\
  Rabs (real ny - (EY + T * VY) / R) <= 467 / 100 * u53 /\
  finite guess /\ finite step /\ 0 < real guess <= 101 / 100 /\ Rabs (real step) <= / 1000 * real guess /\
  Rabs (T - (real guess + real step)) <= bpow radix2 (-59) /\ finite lx /\ finite ly /\
  displaced vx wx VX /\ displaced vy wy VY.
Proof.
  intros HT.
  destruct (total_size cx cy ex ey vx vy cr wr) as (FS & s0 & t0 & r0 & Sz & [S0 SB] & R0 & Rr); try assumption.
  fold fx fy s t reach S R in FS, s0, t0, r0, Sz, S0, SB, R0, Rr.
  assert (Terms : (finite guess /\ finite step /\ finite residual /\ nonneg error /\ finite error) /\
    0 < real guess <= 101 / 100 /\ Rabs (real step) <= / 1000 * real guess /\ real error <= bpow radix2 (-59)).
  { edestruct (time_terms cx cy ex ey vx vy wx wy cr wr guess residual VX VY) as (Q1 & Q2 & Q3 & Q4 & _);
      try assumption; [exact is_time |]. exact (conj Q1 (conj Q2 (conj Q3 (proj2 Q4)))). }
  destruct Terms as ((Fg & Fst & Fres & Ne & Fe) & Gd & St & E59).
  assert (Place : placed hx lx PX (Rabs EX) (Rabs (real vx)) /\ placed hy ly PY (Rabs EY) (Rabs (real vy)) /\
    Rabs EX + Rabs EY <= 1001 / 1000 * real s /\ Rabs (real vx) + Rabs (real vy) <= 1001 / 1000 * real t).
  { eapply (guess_place cx cy ex ey vx vy wx wy cr wr guess residual VX VY); eassumption. }
  destruct Place as (Px & Py & Es & Ev).
  assert (Ent : 0 < real inverse /\ 0 <= real root_error /\
    Rabs (real off) + real root_error <= / 1024 * (1 + 2 * u53)).
  { edestruct (entry_terms cx cy ex ey vx vy wx wy cr wr guess VX VY) as (_ & _ & _ & _ & _ & _ & _ & _ & Q1 & Q2 & Q3
    & _);
      try assumption. pose proof (bpow_gt_0 radix2 (-460)). split; [| split; [exact Q2 | exact Q3]].
    eapply Rlt_le_trans; [| exact Q1]. assumption. }
  destruct Ent as (i0 & re0 & Ru).
  assert (Siz : real S * real t * real inverse <= 600000 /\ bpow radix2 (-370) <= real S).
  { edestruct (sizes_and_inverse cx cy ex ey vx vy wx wy cr wr guess residual VX VY) as (Q1 & Q2 & _); try eassumption.
    exact (conj Q1 Q2). }
  destruct Siz as (Sti & lS).
  assert (Rate : Rabs ((PX * VX + PY * VY) * real inverse + 1) <= Rabs (real off) + / 10000000).
  { eapply (entry_rate cx cy ex ey vx vy wx wy cr wr guess residual VX VY); eassumption. }
  assert (Near2 : Rabs (T - (real guess + real step)) <= real error).
  { eapply (fast_end_error cx cy ex ey vx vy wx wy cr wr guess residual VX VY); eassumption. }
  assert (Et : real error * real t <= 101 / 1600 * u53 * real reach).
  { eapply (error_against_reach cx cy ex ey vx vy wx wy cr wr guess residual VX VY); eassumption. }
  assert (Root : exists sigma, 0 < sigma /\ sigma = - ((EX + T * VX) * VX + (EY + T * VY) * VY) /\
    Rabs (real inverse * sigma - 1) <= 46 / 100 * real root_error + 3 * u53).
  { destruct (end_contact_rate _ _ _ _ _ _ HT) as [P1 P2].
    edestruct (true_root cx cy ex ey vx vy wx wy cr wr guess residual VX VY) as (_ & _ & _ & Q); try eassumption.
    exists (- ((EX + T * VX) * VX + (EY + T * VY) * VY)). split; [exact P1 |]. split; [reflexivity |].
    exact (Q _ P1 P2). }
  destruct Root as (sigma & sg0 & Esg & Root).
  set (V2 := VX * VX + VY * VY). set (x := T - real guess). set (i := real inverse) in *.
  assert (V0 : 0 <= V2) by (unfold V2; pose proof (Rle_0_sqr VX); pose proof (Rle_0_sqr VY); unfold Rsqr in *; lra).
  pose proof (Rabs_pos (real off)) as o0.
  assert (Bend : Rabs (V2 * x) * i <= / 900).
  { rewrite <- (Rabs_pos_eq i) by lra. rewrite <- Rabs_mult.
    assert (R1 : (PX * VX + PY * VY) * i + 1 = 1 - (i * sigma + V2 * x * i)) by (rewrite Esg; unfold PX, PY, V2, x;
      ring).
    rewrite R1 in Rate. clear - Rate Root Ru re0 o0. two_sided; lra. }
  set (w := - (PX * VX + PY * VY)).
  assert (Ew : w = sigma + V2 * x) by (unfold w; rewrite Esg; unfold PX, PY, V2, x; ring).
  assert (Is : 899 / 900 <= i * sigma) by (clear - Root Ru re0 o0; two_sided; lra).
  assert (Bs : Rabs (V2 * x) <= / 899 * sigma).
  { apply Rmult_le_reg_r with i; [exact i0 |]. lra. }
  assert (Wp : 0 < w) by (rewrite Ew; apply Rabs_le_inv in Bs; lra).
  assert (Small : V2 * Rabs x <= / 400 * w).
  { rewrite <- (Rabs_pos_eq V2) at 1 by exact V0. rewrite <- Rabs_mult, Ew. pose proof Bs as Bs'.
    apply Rabs_le_inv in Bs'. lra. }
  assert (Wi : w * i <= 1003 / 1000).
  { assert (I1 : i * sigma <= 901 / 900) by (clear - Root Ru re0 o0; two_sided; lra).
    assert (V2 * x * i <= / 900) by (eapply Rle_trans; [| exact Bend]; apply Rmult_le_compat_r; [lra | apply Rle_abs]).
    rewrite Ew, Rmult_plus_distr_r. lra. }
  assert (Wi0 : 997 / 1000 <= w * i).
  { assert (- / 900 <= V2 * x * i).
    { assert (- (V2 * x) * i <= / 900) by (eapply Rle_trans; [| exact Bend]; apply Rmult_le_compat_r;
        [lra | rewrite <- Rabs_Ropp; apply Rle_abs]). lra. }
    rewrite Ew, Rmult_plus_distr_r. lra. }
  destruct (place_against_reach PX PY VX VY R x w Wp (or_introl eq_refl) R0 Small) as (v0 & Xv & PR & WR & Rp).
  { destruct HT as [HT _]. rewrite <- HT. unfold PX, PY, x. ring. }
  set (v := norm VX VY) in *.
  assert (Vc : Rabs VX <= v /\ Rabs VY <= v).
  { unfold v, norm. pose proof (Rle_0_sqr VX). pose proof (Rle_0_sqr VY). unfold Rsqr in *.
    split; (rewrite <- sqrt_Rsqr_abs; apply sqrt_le_1_alt; unfold Rsqr; lra). }
  pose proof (Rabs_pos VX) as ax0. pose proof (Rabs_pos VY) as ay0.
  pose proof (near_real_size _ _ _ _ _ v_near) as EV. rewrite u_double in EV.
  assert (Vt : v <= 1001 / 1000 * real t).
  { apply Rle_trans with (Rabs VX + Rabs VY); [| lra]. apply Rsqr_incr_0_var; [| lra]. unfold Rsqr, v.
    rewrite norm_square. rewrite <- (Rabs_pos_eq (VX * VX)), <- (Rabs_pos_eq (VY * VY)), !Rabs_mult by apply Rle_0_sqr.
    assert (0 <= Rabs VX * Rabs VY) by (apply Rmult_le_pos; assumption). lra. }
  (* the sizes against R *)
  assert (tp : 0 < real t) by lra.
  assert (SR : real S <= 620000 * R).
  { assert (Q1 : real S * real t <= 602000 * w).
    { apply Rmult_le_reg_r with i; [exact i0 |]. lra. }
    assert (Q2 : w <= 1003 / 1000 * R * (1001 / 1000 * real t)).
    { eapply Rle_trans; [exact WR |]. apply Rmult_le_compat_l; lra. }
    apply Rmult_le_reg_r with (real t); [exact tp |]. assert (0 <= R * real t) by (apply Rmult_le_pos; lra). lra. }
  pose proof (bpow_gt_0 radix2 (-370)) as l0.
  assert (RL : bpow radix2 (-410) <= R).
  { apply Rmult_le_reg_l with (bpow radix2 40); [apply bpow_gt_0 |]. rewrite <- bpow_plus.
    change (40 + -410)%Z with (-370)%Z. change (bpow radix2 40) with 1099511627776. lra. }
  assert (Range : bpow radix2 (-450) <= R <= bpow radix2 205).
  { split; [eapply Rle_trans; [| exact RL]; apply bpow_le; lia |].
    destruct r_range as [[_ Br] _]. rewrite Rabs_pos_eq in Br by exact r0. pose proof Rr as Rr'. apply Rabs_le_inv in
      Rr'.
    pose proof (bpow_gt_0 radix2 200). apply Rle_trans with (2 * bpow radix2 200); [lra |].
    change 2 with (bpow radix2 1). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (Et' : real error * real t <= 632 / 10000 * u53 * R).
  { pose proof Rr as Rr'. apply Rabs_le_inv in Rr'. assert (real reach <= (1 + u53) * R) by lra. lra. }
  assert (Err : forall V, Rabs V <= (1 + 40 * u53) * real t ->
    Rabs ((T - (real guess + real step)) * V) <= 64 / 1000 * u53 * R).
  { intros V HV. rewrite Rabs_mult. apply Rle_trans with (real error * ((1 + 40 * u53) * real t)).
    - apply Rmult_le_compat; [apply Rabs_pos | apply Rabs_pos | exact Near2 | exact HV].
    - replace (real error * ((1 + 40 * u53) * real t)) with ((1 + 40 * u53) * (real error * real t)) by ring. lra. }
  assert (Sv : Rabs (real step) * v <= / 300 * R).
  { assert (A : Rabs (real step) <= Rabs x + real error).
    { replace (real step) with (x + - (T - (real guess + real step))) by (unfold x; ring).
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    pose proof (nonneg_real _ Ne) as e0.
    apply Rle_trans with ((Rabs x + real error) * v); [apply Rmult_le_compat_r; lra |].
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
  assert (At : forall (h l : D) P e1 v1, placed h l P e1 v1 -> 0 <= e1 <= 1001 / 1000 * real s ->
    0 <= v1 <= 1001 / 1000 * real t -> Rabs (real h + real l - P) <= / 1000 * u53 * R).
  { intros h l P e1 v1 (Q & _) He1 Hv1. eapply Rle_trans; [exact Q |].
    assert (A : 4 * e1 + 33 * v1 <= 34 * real S) by lra.
    assert (B : u53 * u53 * (4 * e1 + 33 * v1) <= u53 * u53 * (34 * (620000 * R))).
    { apply Rmult_le_compat_l; lra. }
    assert (0 <= u53 * R) by (apply Rmult_le_pos; lra). lra. }
  destruct (residual_finite cx cy ex ey vx vy wx wy cr wr guess residual is_residual Fres) as [Flx Fly].
  fold fx hx lx in Flx. fold fy hy ly in Fly.
  assert (L : forall a b c l : D, finite (fadd a (fadd b (fadd c (fmul l guess)))) -> finite l).
  { intros a b c l F. destruct (fadd_finite _ _ F) as (_ & F1 & _). destruct (fadd_finite _ _ F1) as (_ & F2 & _).
    destruct (fadd_finite _ _ F2) as (_ & F3 & _). exact (proj1 (fmul_finite _ _ F3)). }
  pose proof (dx (L _ _ _ _ Flx)) as Dx. pose proof (dy (L _ _ _ _ Fly)) as Dy.
  destruct r_range as [[Fr Br] _].
  assert (Fh : forall c0 e0 v1 r1 : D, finite (fadd (sum_rest c0 e0) (fadd v1 r1)) -> finite (fadd c0 e0)).
  { intros c0 e0 v1 r1 F. destruct (fadd_finite _ _ F) as (F1 & _ & _).
    destruct (two_sum_exact _ _ F1) as (_ & _ & F2 & _). exact F2. }
  assert (Vx1 : Rabs VX <= (1 + 40 * u53) * real t /\ Rabs VY <= (1 + 40 * u53) * real t) by lra.
  pose proof v_near as (Fvx & Fvy & _).
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
  split; [exact RL |]. split; [exact G1 |]. split; [exact G3 |]. split; [exact G2 |]. split; [exact G4 |].
  split; [exact Fg |]. split; [exact Fst |]. split; [exact Gd |]. split; [exact St |]. split; [lra |].
  exact (conj Flx (conj Fly (conj Dx Dy))).
Qed.

(* The centre. *)
Let ox := fadd cx (fadd (fmul vx guess) (fadd (fadd (pair_product_rest vx guess) (fmul wx guess)) (fmul step vx))).
Let oy := fadd cy (fadd (fmul vy guess) (fadd (fadd (pair_product_rest vy guess) (fmul wy guess)) (fmul step vy))).

Theorem fast_end_centre T M : end_contact EX EY VX VY R T -> 0 <= T <= 1 -> finite cx -> finite cy ->
  R <= 2 * M -> M < bpow radix2 1022 ->
  (Rabs (real cx) <= M -> Rabs VX <= M -> Rabs (real cx + T * VX) <= M ->
    finite ox /\ Rabs (real ox - (real cx + T * VX)) <= (2 + / 16) * ulp_of M) /\
  (Rabs (real cy) <= M -> Rabs VY <= M -> Rabs (real cy + T * VY) <= M ->
    finite oy /\ Rabs (real oy - (real cy + T * VY)) <= (2 + / 16) * ulp_of M).
Proof.
  intros HT T01 Fcx Fcy RM High. destruct (fast_end_normal T HT) as (RL & _ & _ & _ & _ & Fg & Fst & Gd & St & Near &
    Flx & Fly & Dx & Dy).
  assert (Rg : bpow radix2 (-880) <= M < bpow radix2 1022).
  { split; [| exact High]. pose proof (bpow_gt_0 radix2 (-410)). apply Rle_trans with (/ 2 * bpow radix2 (-410)); [|
    lra].
    change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (L : forall a b c : D, finite (fadd a (fadd b c)) -> finite c).
  { intros a b c F. destruct (fadd_finite _ _ F) as (_ & F1 & _). now destruct (fadd_finite _ _ F1) as (_ & F2 & _). }
  pose proof v_near as (Fvx & Fvy & _).
  split; intros M1 M2 M3; apply fast_end_coordinate; try assumption; eapply L; eassumption.
Qed.
End FastEnd.
