(* The time of a contact with an end by a second-order step, for one end: the terms of estimate_end in
   src/sweep/sweep_time.h.

   If the estimate is sharp, the residual of the equation is below 2^36 of the rate, so nothing that counts underflows;
   the rate is right to five roundings of the sizes, and the step of second order is within `error` of the nearer root
   (TimeEndSecond.v). That root is the contact, because the rate has its sign there. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import CheckerTactics.
From Carom Require Import Model Operations Bounded ErrorFree Terms_wide Terms_time Wide SweepErrors SweepSquares
  SweepVectors SweepTerms TimePlace TimeMoved TimeEndResidual TimeEndTerms TimeEndPlace TimeEndGuess TimeEndFast
  TimeEndSecond TimeEndRate TimeEndBound.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta := (bpow radix2 (-1075)).

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

Lemma estimate_size :
  finite S /\ 0 <= real s /\ 0 <= real t /\ 0 <= real reach /\ real s + real t + real reach <= 1001 / 1000 * real S /\
  0 <= real S <= bpow radix2 202 /\ 0 <= R /\ Rabs (real reach - R) <= u53 * R.
Proof. exact (total_size cx cy ex ey vx vy cr wr s_range t_range r_range Ncr Nwr). Qed.

(* All is finite, the bound of the error is small, and so is the step. *)
Lemma estimate_terms :
  (finite guess /\ finite step /\ finite first /\ finite bend /\ finite inverse /\ finite residual /\ finite error) /\
  nonneg error /\ 0 < real guess < 2 /\ Rabs (real bend) <= / 1024 /\ 0 <= real inverse /\
  Rabs (real step) <= / 900 * real guess /\
  (bpow radix2 (-94) * (real S * real S) + bpow radix2 (-800)) * real inverse <= 1001 / 1000 * bpow radix2 (-59).
Proof.
  destruct estimate_size as (FS & s0 & t0 & r0 & _ & [S0 _] & _).
  pose proof (between_finite _ _ _ guess_above guess_below_2) as Fg.
  destruct (power_value 1 eq_refl eq_refl) as [F2 V2]. change (bpow radix2 1) with 2 in V2.
  destruct (power_value (-200) eq_refl eq_refl) as [F200 V200].
  destruct (power_value (-10) eq_refl eq_refl) as [F10 V10].
  change (bpow radix2 (-10)) with (/ 1024) in V10.
  pose proof (flt_real _ _ Fg F2 guess_below_2) as G2. rewrite V2 in G2.
  pose proof (flt_real _ _ F200 Fg guess_above) as G1. rewrite V200 in G1. pose proof (bpow_gt_0 radix2 (-200)) as g0.
  pose proof (flt_finite _ _ bend_below (nonneg_fabs _)) as Fab. pose proof (fabs_finite _ Fab) as Fb.
  pose proof (flt_real _ _ Fab F10 bend_below) as Bb. rewrite V10, real_fabs in Bb.
  pose proof (inverse_nonneg rate rate_positive) as Ni. fold inverse in Ni.
  pose proof (bend_square_nonneg bend Fb ltac:(lra)) as Nb.
  assert (Ns : nonneg S) by (apply nonneg_of_real; [exact FS | exact S0]).
  assert (Nt : nonneg t) by apply nonneg_size.
  pose proof (estimate_error_nonneg S t inverse step bend Ns Nt Ni Nb) as Ne. fold error in Ne.
  pose proof (flt_finite _ _ error_below Ne) as Fe.
  destruct (guess_product guess Fg ltac:(lra)) as [Fp Er]. pose proof (flt_real _ _ Fe Fp error_below) as Le.
  pose proof (bpow_gt_0 radix2 (-60)) as p0. assert (pg : 0 <= bpow radix2 (-60) * real guess) by (apply Rmult_le_pos;
    lra).
  destruct (estimate_error_parts S t inverse step bend Fe S0 t0 (nonneg_real _ Ni) (Rlt_le _ _ Bb))
    as (_ & _ & Fi & Fst & _ & _ & L).
  fold error in L. pose proof Fst as Fst'. unfold step in Fst'. destruct (fmul_finite _ _ Fst') as (_ & F3 & _).
  destruct (fadd_finite _ _ F3) as (Ff & _ & _). pose proof Ff as Ff'. unfold first in Ff'.
  destruct (fmul_finite _ _ Ff') as (F4 & _ & _). destruct (fmul_finite _ _ F4) as (_ & Fres & _).
  pose proof (Rabs_pos (real step)) as st0. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  assert (e1 : 1000000 * eta <= bpow radix2 (-60) * real guess).
  { apply Rle_trans with (bpow radix2 20 * eta); [change (bpow radix2 20) with 1048576; lra |].
    apply Rle_trans with (bpow radix2 (-60) * bpow radix2 (-200)); [rewrite <- !bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat_l; lra. }
  assert (E50 : bpow radix2 (-50) = 1024 * bpow radix2 (-60)) by by_powers.
  assert (E59 : bpow radix2 (-59) = 2 * bpow radix2 (-60)) by by_powers.
  pose proof (nonneg_real _ Ni) as i0.
  assert (W : 0 <= (bpow radix2 (-94) * (real S * real S) + bpow radix2 (-800)) * real inverse).
  { apply Rmult_le_pos; [| exact i0]. apply Rplus_le_le_0_compat; [| apply bpow_ge_0].
    apply Rmult_le_pos; [apply bpow_ge_0 | apply Rmult_le_pos; exact S0]. }
  rewrite E50 in L. set (p := bpow radix2 (-60)) in *. set (q := Rabs (real step)) in *.
  assert (e2 : eta <= / 100000 * p) by (assert (p * real guess <= p * 2) by (apply Rmult_le_compat_l; lra); lra).
  assert (eq : eta * q <= / 100000 * p * q) by (apply Rmult_le_compat_r; lra).
  assert (pq : 0 <= p * q) by (apply Rmult_le_pos; lra).
  assert (pg2 : p * real guess <= p * 2) by (apply Rmult_le_compat_l; lra).
  split; [do 6 (split; [assumption |]); exact Fe |]. split; [exact Ne |]. split; [lra |]. split; [lra |].
  split; [exact i0 |].
  split.
  - apply Rmult_le_reg_l with p; [exact p0 |]. lra.
  - rewrite E59. lra.
Qed.

Let PX := EX + real guess * VX.
Let PY := EY + real guess * VY.
Let B := Rabs PX + Rabs PY.
Let A := Rabs EX + Rabs EY + 2 * (Rabs (real vx) + Rabs (real vy)) + least.

Lemma estimate_place :
  placed hx lx PX (Rabs EX) (Rabs (real vx)) /\ placed hy ly PY (Rabs EY) (Rabs (real vy)) /\
  displaced vx wx VX /\ displaced vy wy VY /\ finite dot /\
  Rabs EX + Rabs EY <= (1 + 40 * u53) * real s /\ Rabs (real vx) + Rabs (real vy) <= (1 + 32 * u53) * real t /\
  Rabs VX + Rabs VY <= (1 + 40 * u53) * real t /\ Rabs (real vx) <= real t /\ Rabs (real vy) <= real t.
Proof.
  destruct estimate_terms as ((_ & _ & _ & _ & _ & Fres & _) & _ & G & _).
  destruct (residual_finite cx cy ex ey vx vy wx wy cr wr guess residual is_residual Fres) as [Fx Fy].
  fold fx hx lx in Fx. fold fy hy ly in Fy.
  assert (Bg : Rabs (real guess) <= 2) by (rewrite Rabs_pos_eq; lra).
  assert (Dx : displaced vx wx VX) by (finite_operands Fx; auto).
  assert (Dy : displaced vy wy VY) by (finite_operands Fy; auto).
  pose proof (place_of_displaced cx ex vx wx guess VX _ _ Fx Dx Bg (Rle_refl _) (Rle_refl _)) as Px.
  pose proof (place_of_displaced cy ey vy wy guess VY _ _ Fy Dy Bg (Rle_refl _) (Rle_refl _)) as Py. cbv zeta in Px, Py.
  pose proof (near_real_size _ _ _ _ _ e_near) as Es. pose proof (near_real_size _ _ _ _ _ v_near) as Vs.
  destruct v_near as (_ & _ & _ & _ & Vc & _). rewrite u_double in *. destruct t_range as [[Ft Bt] t0].
  destruct (size_bounds vx vy Ft) as (_ & Tx & Ty & _). fold t in Tx, Ty. rewrite Rabs_pos_eq in Bt by exact t0.
  destruct s_range as [[_ Bs] s0]. rewrite Rabs_pos_eq in Bs by exact s0.
  (* the rate is finite *)
  assert (Fd : finite dot).
  { assert (Q : forall (h l v : D) P E V T, placed h l P E V -> finite h -> finite l -> finite v -> 0 <= E <= 2 * T ->
      0 <= V <= 2 * T ->
      T = bpow radix2 200 -> Rabs (real v) <= T -> Bounded.below 407 (fmul (fadd h l) v)).
    { intros h l v P E V T Hp Fh Fl Fv HE HV ET Hv. pose proof (bpow_gt_0 radix2 (-370)) as l0.
      assert (T1 : 1 <= T) by (rewrite ET; apply (bpow_le radix2 0); lia).
      assert (l1 : least <= 1) by by_powers.
      destruct (placed_sizes h l P E V (7 * T) Hp ltac:(lra) ltac:(lra) ltac:(lra)) as (H1 & H2 & _).
      assert (E205 : bpow radix2 205 = 32 * T) by (rewrite ET, <- (bpow_plus radix2 5); reflexivity).
      apply (below_mul 207 200); [lia | |].
      - apply (below_weaken 206); [| lia]. apply (below_add 205); [lia | split; [assumption | rewrite E205; lra] |
          split; [assumption | rewrite E205; lra]].
      - split; [exact Fv |]. rewrite <- ET. exact Hv. }
    assert (Fh : forall c0 e0 v0 r0 : D, finite (fadd (sum_rest c0 e0) (fadd v0 r0)) -> finite (fadd c0 e0)).
    { intros c0 e0 v0 r0 F. destruct (fadd_finite _ _ F) as (F1 & _ & _).
      now destruct (two_sum_exact _ _ F1) as (_ & _ & F2 & _). }
    destruct (size_finite vx vy Ft) as [Fvx Fvy].
    pose proof (Rabs_pos EX). pose proof (Rabs_pos EY). pose proof (Rabs_pos (real vx)).
    pose proof (Rabs_pos (real vy)).
    pose proof (bpow_gt_0 radix2 200) as b0.
    pose proof (Q hx lx vx PX (Rabs EX) (Rabs (real vx)) (bpow radix2 200) Px (Fh _ _ _ _ Fx) Fx Fvx ltac:(lra)
      ltac:(lra) eq_refl ltac:(lra)) as B1.
    pose proof (Q hy ly vy PY (Rabs EY) (Rabs (real vy)) (bpow radix2 200) Py (Fh _ _ _ _ Fy) Fy Fvy ltac:(lra)
      ltac:(lra) eq_refl ltac:(lra)) as B2.
    exact (proj1 (below_add 407 _ _ ltac:(lia) B1 B2)). }
  do 9 (split; [assumption |]). exact Ty.
Qed.

Let w := - sg * (PX * VX + PY * VY).
Let z := real S * real t * real inverse.

Lemma place_sizes G : 1 <= G <= 2 -> real guess <= G ->
  B <= 1002 / 1000 * G * real S /\ A <= 2003 / 1000 * real S + least /\ real t <= 1001 / 1000 * real S /\ 0 <= B /\
    least <= A.
Proof.
  intros G1 G2. destruct estimate_place as (_ & _ & _ & _ & _ & E1 & E2 & E3 & _).
  destruct estimate_size as (_ & s0 & t0 & r0 & Sz & [S0 _] & _). destruct estimate_terms as (_ & _ & Gd & _).
  assert (X : Rabs PX <= Rabs EX + real guess * Rabs VX).
  { unfold PX. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, (Rabs_pos_eq (real guess)) by lra. lra. }
  assert (Y : Rabs PY <= Rabs EY + real guess * Rabs VY).
  { unfold PY. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, (Rabs_pos_eq (real guess)) by lra. lra. }
  pose proof (Rabs_pos PX). pose proof (Rabs_pos PY). pose proof (Rabs_pos EX). pose proof (Rabs_pos EY).
  pose proof (Rabs_pos VX). pose proof (Rabs_pos VY). pose proof (Rabs_pos (real vx)). pose proof (Rabs_pos (real vy)).
  assert (gv : real guess * (Rabs VX + Rabs VY) <= G * ((1 + 40 * u53) * real t)) by (apply Rmult_le_compat; lra).
  assert (gs : 1 * real s <= G * real s) by (apply Rmult_le_compat_r; lra).
  assert (gt : 0 <= G * real t) by (apply Rmult_le_pos; lra).
  assert (gs0 : 0 <= G * real s) by (apply Rmult_le_pos; lra).
  assert (gS : G * (real s + real t) <= G * (1001 / 1000 * real S)) by (apply Rmult_le_compat_l; lra).
  assert (gS0 : 0 <= G * real S) by (apply Rmult_le_pos; lra). unfold B, A. repeat split; lra.
Qed.

Lemma dot_near G : 1 <= G <= 2 -> real guess <= G ->
  Rabs (real dot - (PX * VX + PY * VY)) <=
    512 / 100 * u53 * G * (real S * real t) + 200 * (u53 * u53) * ((2003 / 1000 * real S + least) * real t) + 3 * eta /\
  Rabs (real dot) <= 206 / 100 * (real S * real t) + 200 * (u53 * u53) * ((2003 / 1000 * real S + least) * real t) + 3
    * eta.
Proof.
  intros G1 G2. destruct (place_sizes G G1 G2) as (B1 & A1 & T1 & B0 & A0).
  destruct (place_sizes 2 ltac:(lra)) as (B2 & _).
  { destruct estimate_terms as (_ & _ & Gd & _). lra. }
  destruct estimate_place as (Px & Py & Dx & Dy & Fd & _ & _ & _ & Tx & Ty).
  destruct estimate_size as (_ & _ & t0 & _ & _ & [S0 _] & _).
  pose proof (Rabs_pos EX) as x0. pose proof (Rabs_pos EY) as y0. pose proof (Rabs_pos (real vx)) as v0.
  pose proof (Rabs_pos (real vy)) as w0.
  destruct (rate_error hx hy lx ly vx vy wx wy PX PY VX VY _ _ _ _ A (real t) Px Py Dx Dy Fd x0 y0 v0 w0 ltac:(unfold
    A; lra)
    ltac:(unfold A; lra) Tx Ty) as [E1 E2]. fold dot B in E1, E2.
  assert (Bt : B * real t <= 1002 / 1000 * G * real S * real t) by (apply Rmult_le_compat_r; assumption).
  assert (Bt2 : B * real t <= 1002 / 1000 * 2 * real S * real t) by (apply Rmult_le_compat_r; assumption).
  assert (At : A * real t <= (2003 / 1000 * real S + least) * real t) by (apply Rmult_le_compat_r; assumption).
  assert (GSt : 0 <= G * (real S * real t)) by (repeat apply Rmult_le_pos; lra).
  assert (St : 0 <= real S * real t) by (apply Rmult_le_pos; assumption). split; lra.
Qed.

Lemma rate_terms :
  finite rate /\ 0 < real rate <= bpow radix2 900 /\ real rate = - sg * real dot /\
  Rabs (real inverse * real rate - 1) <= 11 / 10 * u53 /\ 0 < real inverse <= bpow radix2 742 /\
  real S * real S * real inverse <= bpow radix2 36 /\ least <= 8 * real S /\ z <= bpow radix2 36 /\ / 3 <= z.
Proof.
  destruct estimate_terms as ((_ & _ & _ & _ & Fi & _) & _ & Gd & _ & i0 & _ & W).
  destruct estimate_size as (_ & _ & t0 & _ & _ & [S0 SB] & _). destruct estimate_place as (_ & _ & _ & _ & Fd & _).
  destruct (place_sizes 2 ltac:(lra) ltac:(lra)) as (_ & _ & T1 & _).
  destruct (dot_near 2 ltac:(lra) ltac:(lra)) as [_ Dd].
  pose proof (is_sign_neg _ is_dir) as Ns. pose proof (sign_product_finite (fneg dir) dot Ns Fd) as Fr. fold rate in Fr.
  destruct (sign_product (fneg dir) dot Ns Fr) as [_ Er]. fold rate in Er. rewrite real_fneg in Er. fold sg in Er.
  destruct (const_value 0 0 eq_refl eq_refl eq_refl) as [F0 V0]. rewrite Rmult_0_l in V0.
  pose proof (flt_real _ _ F0 Fr rate_positive) as r0. rewrite V0 in r0.
  assert (Ra : real rate = Rabs (real dot)).
  { rewrite <- (Rabs_pos_eq (real rate)), Er, Rabs_mult by lra.
    replace (Rabs (- sg)) with 1; [ring |]. unfold sg. destruct is_dir as [_ [-> | ->]]; unfold Rabs; destruct
      Rcase_abs; lra. }
  rewrite <- Ra in Dd. pose proof (bpow_gt_0 radix2 (-370)) as l0. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  assert (St0 : 0 <= real S * real t) by (apply Rmult_le_pos; assumption).
  assert (SS : 0 <= real S * real S) by (apply Rmult_le_pos; assumption).
  assert (StS : real S * real t <= real S * (1001 / 1000 * real S)) by (apply Rmult_le_compat_l; assumption).
  assert (lt1 : 0 <= least * real t) by (apply Rmult_le_pos; lra).
  assert (rB : real rate <= bpow radix2 900).
  { assert (Q1 : real S * real S <= bpow radix2 404).
    { change 404%Z with (202 + 202)%Z. rewrite bpow_plus. apply Rmult_le_compat; assumption. }
    assert (Q2 : least * real t <= 1 * bpow radix2 203).
    { apply Rmult_le_compat; try lra; [apply (bpow_le radix2 _ 0); lia |]. change 203%Z with (1 + 202)%Z.
      rewrite bpow_plus.
      change (bpow radix2 1) with 2. lra. }
    assert (Q3 : bpow radix2 203 <= bpow radix2 404) by by_powers.
    assert (Q4 : eta <= bpow radix2 404) by by_powers.
    assert (Q5 : 16 * bpow radix2 404 <= bpow radix2 900) by by_powers.
    lra. }
  destruct (inverse_near rate Fi Fr (conj r0 rB)) as (Ei & i1 & _). fold inverse in Ei, i1.
  set (i := real inverse) in *. set (r := real rate) in *. set (q := real S) in *. set (v := real t) in *.
  assert (IR : 99 / 100 <= i * r) by (clear - Ei; two_sided; lra).
  assert (E59 : bpow radix2 (-59) = 2 * bpow radix2 (-60)) by by_powers.
  assert (p0 : 0 < bpow radix2 (-60)) by apply bpow_gt_0.
  assert (qqi : 0 <= q * q * i) by (apply Rmult_le_pos; lra).
  assert (SSi : q * q * i <= bpow radix2 36).
  { apply Rmult_le_reg_l with (bpow radix2 (-94)); [apply bpow_gt_0 |]. rewrite <- bpow_plus.
    change (-94 + 36)%Z with (2 + -60)%Z. rewrite (bpow_plus radix2 2). change (bpow radix2 2) with 4.
    assert (0 <= bpow radix2 (-800) * i) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]). lra. }
  assert (iB : i <= bpow radix2 742).
  { apply Rmult_le_reg_l with (bpow radix2 (-800)); [apply bpow_gt_0 |]. rewrite <- bpow_plus.
    change (-800 + 742)%Z with (2 + -60)%Z. rewrite (bpow_plus radix2 2). change (bpow radix2 2) with 4.
    assert (0 <= bpow radix2 (-94) * (q * q) * i) by (repeat apply Rmult_le_pos; try apply bpow_ge_0; lra). lra. }
  assert (rL : bpow radix2 (-743) <= r).
  { apply Rmult_le_reg_l with i; [exact i1 |]. eapply Rle_trans; [| exact IR].
    apply Rle_trans with (bpow radix2 742 * bpow radix2 (-743)); [apply Rmult_le_compat_r; [apply bpow_ge_0 | exact
      iB] |].
    rewrite <- bpow_plus. change (bpow radix2 (742 + -743)) with (/ 2). lra. }
  assert (lS : least <= 8 * q).
  { apply Rnot_lt_le. intros N. assert (N' : q <= / 8 * least) by lra.
    assert (Q1 : q * q <= / 8 * least * (/ 8 * least)) by (apply Rmult_le_compat; lra).
    assert (Q2 : least * v <= least * (/ 7 * least)) by (apply Rmult_le_compat_l; lra).
    assert (Q3 : least * least = 8 * bpow radix2 (-743)) by by_powers.
    assert (Q4 : eta <= / 1048576 * bpow radix2 (-743)) by by_powers.
    pose proof (bpow_gt_0 radix2 (-743)). lra. }
  assert (lv : least * v <= 8 * q * v) by (apply Rmult_le_compat_r; assumption).
  assert (zS : z <= 1001 / 1000 * (q * q * i)).
  { unfold z. fold q v i. apply Rle_trans with (q * (1001 / 1000 * q) * i); [apply Rmult_le_compat_r; [lra | exact
      StS] | lra]. }
  assert (SSi2 : q * q * i <= / 2 * bpow radix2 36 * (1001 / 1000)).
  { apply Rmult_le_reg_l with (bpow radix2 (-94)); [apply bpow_gt_0 |].
    replace (bpow radix2 (-94) * (/ 2 * bpow radix2 36 * (1001 / 1000))) with (bpow radix2 (-94) * bpow radix2 36 * /
      2 * (1001 / 1000)) by ring.
    rewrite <- bpow_plus. change (-94 + 36)%Z with (2 + -60)%Z. rewrite (bpow_plus radix2 2).
    change (bpow radix2 2) with 4.
    assert (0 <= bpow radix2 (-800) * i) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]). lra. }
  assert (ei : eta * i <= / 1000).
  { apply Rle_trans with (eta * bpow radix2 742); [apply Rmult_le_compat_l; lra |]. rewrite <- bpow_plus.
    apply Rle_trans with (bpow radix2 (-10)); [apply bpow_le; lia | simpl; lra]. }
  assert (ri : i * r <= i * (206 / 100 * (q * v) + 200 * (u53 * u53) * ((2003 / 1000 * q + least) * v) + 3 * eta))
    by (apply Rmult_le_compat_l; lra).
  assert (lvi : least * v * i <= 8 * q * v * i) by (apply Rmult_le_compat_r; lra).
  assert (z0 : 0 <= q * v * i) by (apply Rmult_le_pos; lra).
  pose proof (bpow_gt_0 radix2 36) as b0.
  split; [exact Fr |]. split; [split; assumption |]. split; [exact Er |]. split; [exact Ei |].
  split; [split; assumption |].
  split; [exact SSi |]. split; [exact lS |]. split; [lra |]. unfold z. fold q v i. lra.
Qed.

(* The rate over its computed value. *)
Lemma rate_near G : 1 <= G <= 2 -> real guess <= G ->
  Rabs (real inverse * w - 1) <= 12 / 10 * u53 + 514 / 100 * u53 * G * z.
Proof.
  intros G1 G2. destruct (dot_near G G1 G2) as [D1 _]. destruct rate_terms as (_ & _ & Er & Ei & [i0 iB] & _ & lS & _
    & _).
  destruct estimate_size as (_ & _ & t0 & _ & _ & [S0 _] & _).
  assert (Wn : Rabs (real rate - w) = Rabs (real dot - (PX * VX + PY * VY))).
  { rewrite Er. unfold w. replace (- sg * real dot - - sg * (PX * VX + PY * VY)) with (- sg * (real dot - (PX * VX +
      PY * VY))) by ring.
    rewrite Rabs_mult. replace (Rabs (- sg)) with 1; [ring |].
    unfold sg. destruct is_dir as [_ [-> | ->]]; unfold Rabs; destruct Rcase_abs; lra. }
  rewrite <- Wn in D1. clear Wn Er. set (i := real inverse) in *. set (r := real rate) in *.
  assert (Q : Rabs (i * (r - w)) <= i * (512 / 100 * u53 * G * (real S * real t) +
    200 * (u53 * u53) * ((2003 / 1000 * real S + least) * real t) + 3 * eta)).
  { rewrite Rabs_mult, (Rabs_pos_eq i) by lra. apply Rmult_le_compat_l; lra. }
  replace (i * (r - w)) with (i * r - i * w) in Q by ring.
  assert (lv : least * real t * i <= 8 * real S * real t * i) by (repeat apply Rmult_le_compat_r; lra).
  assert (ei : eta * i <= / 1000000 * u53).
  { apply Rle_trans with (eta * bpow radix2 742); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact iB] |].
    apply Rle_trans with (bpow radix2 (-20) * u53); [| apply Rmult_le_compat_r; [lra | simpl; lra]].
    change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (zE : real S * real t * i = z) by reflexivity.
  assert (z0 : 0 <= z) by (rewrite <- zE; repeat apply Rmult_le_pos; lra).
  assert (Gz : 1 * z <= G * z) by (apply Rmult_le_compat_r; lra).
  assert (Q2 : Rabs (i * r - i * w) <= / 100 * u53 + 514 / 100 * u53 * G * z).
  { eapply Rle_trans; [exact Q |].
    replace (i * (512 / 100 * u53 * G * (real S * real t) + 200 * (u53 * u53) * ((2003 / 1000 * real S + least) * real
      t) + 3 * eta))
      with (512 / 100 * u53 * (G * (real S * real t * i)) +
        200 * (u53 * u53) * (2003 / 1000 * (real S * real t * i) + least * real t * i) + 3 * (eta * i)) by ring.
    rewrite zE. replace (8 * real S * real t * i) with (8 * z) in lv by (rewrite <- zE; ring). lra. }
  clear - Q2 Ei. set (k := 514 / 100 * u53 * G * z) in *. two_sided; lra.
Qed.

Let V2 := VX * VX + VY * VY.
Let f := PX * PX + PY * PY - R * R.
Let E := 840 * (u53 * u53) * (real S * real S) + bpow radix2 (-810).
Let n := 4 * eta * (1 + real inverse).
Lemma estimate_residual : Rabs (real residual - f) <= u53 * Rabs (real residual) + E.
Proof.
  destruct estimate_terms as ((_ & _ & _ & _ & _ & Fres & _) & _).
  destruct estimate_place as (A1 & B1 & _ & _ & _ & C & E1 & _).
  destruct estimate_size as (_ & s0 & t0 & r0 & Sz & _ & R0 & Rr).
  assert (RL : R <= 1001 / 1000 * real reach) by (clear - R0 Rr; two_sided; lra).
  unfold E. rewrite <- Rplus_assoc. exact (residual_at_place_error hx hy lx ly cr wr PX PY _ _ _ _ (real s) (real t)
    (real reach) R (real S) A1 B1 (Rabs_pos _) (Rabs_pos _) (Rabs_pos _) (Rabs_pos _) ltac:(lra) ltac:(lra) R0 RL Sz
    residual is_residual Fres eq_refl).
Qed.

Lemma small_terms :
  0 <= V2 /\ V2 * real inverse <= bpow radix2 37 /\ 0 <= E /\
  E * real inverse <= / 4 * ((bpow radix2 (-94) * (real S * real S) + bpow radix2 (-800)) * real inverse) /\
  E * real inverse <= bpow radix2 (-60) /\ 0 <= n <= bpow radix2 (-300) /\
  1000 * n <= (bpow radix2 (-94) * (real S * real S) + bpow radix2 (-800)) * real inverse /\
  Rabs (real move2 - V2) <= 23 * u53 * V2 /\ eta <= u53 * V2.
Proof.
  destruct estimate_terms as (_ & _ & _ & _ & _ & _ & W). destruct rate_terms as (_ & _ & _ & _ & [i0 iB] & SSi & lS &
    _ & zL).
  destruct estimate_place as (_ & _ & Dx & Dy & _ & _ & _ & Vs & Tx & Ty).
  destruct estimate_size as (_ & s0 & t0 & r0 & Sz & [S0 _] & _).
  set (i := real inverse) in *. set (q := real S) in *. set (v := real t) in *.
  pose proof (Rle_0_sqr VX) as X0. pose proof (Rle_0_sqr VY) as Y0. unfold Rsqr in X0, Y0.
  assert (V0 : 0 <= V2) by (unfold V2; lra). pose proof (Rabs_pos VX) as ax0. pose proof (Rabs_pos VY) as ay0.
  assert (ex2 : Rabs VX * Rabs VX = VX * VX) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, X0).
  assert (ey2 : Rabs VY * Rabs VY = VY * VY) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Y0).
  assert (tS : v <= 1001 / 1000 * q) by lra.
  assert (VB : V2 <= 2 * (q * q)).
  { apply Rle_trans with ((Rabs VX + Rabs VY) * (Rabs VX + Rabs VY)).
    - assert (0 <= Rabs VX * Rabs VY) by (apply Rmult_le_pos; assumption). unfold V2. lra.
    - apply Rle_trans with ((102 / 100 * q) * (102 / 100 * q)); [apply Rmult_le_compat; lra |].
      assert (0 <= q * q) by (apply Rmult_le_pos; assumption). lra. }
  assert (Vi : V2 * i <= bpow radix2 37).
  { apply Rle_trans with (2 * (q * q) * i); [apply Rmult_le_compat_r; lra |].
    change 37%Z with (1 + 36)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  assert (qq : 0 <= q * q) by (apply Rmult_le_pos; assumption).
  assert (E0 : 0 <= E) by (unfold E; fold q; pose proof (bpow_ge_0 radix2 (-810)); lra).
  assert (E94 : bpow radix2 (-94) = 4096 * (u53 * u53)) by by_powers.
  assert (E810 : bpow radix2 (-810) <= / 1024 * bpow radix2 (-800)) by by_powers.
  pose proof (bpow_gt_0 radix2 (-800)) as w0.
  assert (Ei : E * i <= / 4 * ((bpow radix2 (-94) * (q * q) + bpow radix2 (-800)) * i)).
  { rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra |]. unfold E. fold q. rewrite E94. lra. }
  assert (E59 : bpow radix2 (-59) = 2 * bpow radix2 (-60)) by by_powers.
  pose proof (bpow_gt_0 radix2 (-60)) as p0. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  assert (nB : n <= bpow radix2 (-300)).
  { unfold n. fold i. apply Rle_trans with (4 * eta * (2 * bpow radix2 742)).
    - apply Rmult_le_compat_l; [lra |]. assert (1 <= bpow radix2 742) by by_powers. lra.
    - replace (4 * eta * (2 * bpow radix2 742)) with (bpow radix2 3 * eta * bpow radix2 742) by (change (bpow radix2
        3) with 8; ring).
      rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (zS : z <= 2 * (q * q * i)).
  { unfold z. fold q v i. assert (q * v * i <= q * (1001 / 1000 * q) * i).
    { apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; assumption. }
    assert (0 <= q * q * i) by (apply Rmult_le_pos; lra). lra. }
  assert (nW : 1000 * n <= (bpow radix2 (-94) * (q * q) + bpow radix2 (-800)) * i).
  { assert (Q1 : / 8 * bpow radix2 (-94) <= bpow radix2 (-94) * (q * q) * i).
    { rewrite Rmult_assoc, (Rmult_comm (/ 8)). apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
    assert (Q2 : 4000 * eta <= / 8 * bpow radix2 (-94)) by by_powers.
    assert (Q3 : 4000 * eta * i <= bpow radix2 (-800) * i).
    { apply Rmult_le_compat_r; [lra |]. apply Rle_trans with (bpow radix2 12 * eta); [change (bpow radix2 12) with
        4096; lra |].
      rewrite <- bpow_plus. apply bpow_le. lia. }
    unfold n. fold i. lra. }
  split; [exact V0 |]. split; [exact Vi |]. split; [exact E0 |]. split; [exact Ei |].
  split; [rewrite E59 in W; lra |]. split; [split; [unfold n; fold i; apply Rmult_le_pos; lra | exact nB] |].
  split; [exact nW |].
  (* the computed |v|^2 *)
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ v_near v_near) as (_ & Em & _). fold move2 V2 in Em.
  rewrite u_double, eta_double in Em. fold v in Em.
  pose proof (displaced_rounded _ _ _ Dx) as Rx. pose proof (displaced_rounded _ _ _ Dy) as Ry.
  pose proof (Rabs_pos (real vx)) as bx0. pose proof (Rabs_pos (real vy)) as by0.
  assert (Cx : Rabs (real vx) <= 1001 / 1000 * Rabs VX).
  { pose proof (Rabs_triang_inv (real vx) VX). lra. }
  assert (Cy : Rabs (real vy) <= 1001 / 1000 * Rabs VY).
  { pose proof (Rabs_triang_inv (real vy) VY). lra. }
  destruct t_range as [[Ft _] _]. destruct (size_bounds vx vy Ft) as (_ & _ & _ & Lt). fold t v in Lt.
  rewrite u_double in Lt.
  assert (Tv : v <= 1002 / 1000 * (Rabs VX + Rabs VY)).
  { apply Rabs_le_inv in Lt. lra. }
  assert (TT : v * v <= 203 / 100 * V2).
  { apply Rle_trans with (1002 / 1000 * (Rabs VX + Rabs VY) * (1002 / 1000 * (Rabs VX + Rabs VY))); [apply
      Rmult_le_compat; lra |].
    pose proof (Rle_0_sqr (Rabs VX - Rabs VY)) as Q. unfold Rsqr in Q. unfold V2. lra. }
  assert (vq : q <= bpow radix2 39 * v).
  { apply Rmult_le_reg_r with (q * i); [apply Rmult_lt_0_compat; [| exact i0]; pose proof (bpow_gt_0 radix2 (-370));
      lra |].
    apply Rle_trans with (bpow radix2 36); [lra |]. change 39%Z with (3 + 36)%Z. rewrite bpow_plus.
    change (bpow radix2 3) with 8.
    replace (8 * bpow radix2 36 * v * (q * i)) with (bpow radix2 36 * (8 * z)) by (unfold z; fold q v i; ring).
    rewrite <- (Rmult_1_r (bpow radix2 36)) at 1. apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
  assert (vL : bpow radix2 (-420) <= v).
  { apply Rmult_le_reg_l with (bpow radix2 39); [apply bpow_gt_0 |]. apply Rle_trans with q; [| exact vq].
    rewrite <- bpow_plus. apply Rle_trans with (/ 8 * least); [| lra].
    change (/ 8) with (bpow radix2 (-3)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (vv : bpow radix2 (-840) <= v * v).
  { change (-840)%Z with (-420 + -420)%Z. rewrite bpow_plus. apply Rmult_le_compat; try apply bpow_ge_0; exact vL. }
  pose proof (eta_against (-840) (v * v) ltac:(lia) vv) as ev. pose proof (bpow_gt_0 radix2 (-840)) as c0.
  split; [eapply Rle_trans; [exact Em |]; lra | lra].
Qed.

Lemma newton_terms :
  let c := real first in let b := real bend in let i := real inverse in
  Rabs (c - real residual * (i / 2)) <= 3 * u53 * Rabs c + n /\ Rabs b <= / 1000 /\
  Rabs (b - V2 * (i / 2) * c) <= 40 * u53 * Rabs b + n /\ V2 * i * (E * i) <= / 100000 /\ n <= / 100000 /\ Rabs c <= 1
    /\
  V2 * i * n <= / 100000 /\ Rabs c <= 1003 / 1000 * Rabs (real step) + n /\
  Rabs (sg * real step - (c + b * c)) <= 101 / 100 * u53 * Rabs c + n.
Proof.
  intros c b i. destruct estimate_terms as ((_ & Fst & Ff & Fb & Fi & Fres & _) & _ & Gd & Bb & i0 & St & _).
  destruct small_terms as (V0 & Vi & E0 & _ & Ei & [n0 nB] & _ & Mv & eV).
  destruct (second_step_terms residual move2 inverse dir V2 is_dir Fst i0 Bb V0 Mv eV) as (C4 & M4 & S4 & S3).
  fold first bend step in C4, M4, S4, S3. fold c b i in C4, M4, S4, S3. change (4 * eta * (1 + i)) with n in *.
  fold i in i0, Vi, Ei. fold b in Bb.
  assert (n1 : n <= / 100000).
  { eapply Rle_trans; [exact nB |]. apply Rle_trans with (bpow radix2 (-20)); [apply bpow_le; lia | simpl; lra]. }
  assert (p37 : bpow radix2 37 * bpow radix2 (-60) <= / 100000).
  { rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-20)); [apply bpow_le; lia | simpl; lra]. }
  assert (V2i0 : 0 <= V2 * i) by (apply Rmult_le_pos; assumption).
  split; [exact C4 |]. split; [lra |]. split; [exact M4 |]. split; [| split; [exact n1 | split; [lra | split]]].
  - eapply Rle_trans; [| exact p37]. apply Rmult_le_compat; try assumption. apply Rmult_le_pos; assumption.
  - eapply Rle_trans; [| exact p37]. apply Rmult_le_compat; try assumption.
    eapply Rle_trans; [exact nB |]. apply bpow_le. lia.
  - split; [exact S4 | exact S3].
Qed.

Section Root.
Variable x : Rdefinitions.RbaseSymbolsImpl.R.
Hypothesis root : 2 * w * x = f + V2 * (x * x).
Hypothesis nearer : V2 * x < w.

Lemma inverse_positive : 0 < real inverse.
Proof. apply rate_terms. Qed.

Lemma relative_small G : 1 <= G <= 2 -> 12 / 10 * u53 + 514 / 100 * u53 * G * z <= / 4096.
Proof.
  intros H. destruct rate_terms as (_ & _ & _ & _ & _ & _ & _ & zU & zL).
  assert (G * z <= 2 * bpow radix2 36) by (apply Rmult_le_compat; lra).
  assert (u53 * bpow radix2 36 = / 131072) by by_powers.
  lra.
Qed.

Lemma root_is_near : Rabs x <= / 400.
Proof.
  destruct newton_terms as (H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8 & _).
  destruct small_terms as (V0 & _ & E0 & _ & Ei & [n0 _] & _).
  destruct estimate_terms as (_ & _ & Gd & _ & _ & St & _).
  pose proof (first_order V2 w (real inverse) x f (real residual) (real first) (real bend) E _ n V0 inverse_positive
    E0 n0 root nearer
    (rate_near 2 ltac:(lra) ltac:(lra)) (relative_small 2 ltac:(lra)) estimate_residual H1 H2 H3 H4 H5 H7) as Q.
  assert (bpow radix2 (-60) <= / 131072) by by_powers. lra.
Qed.

Theorem root_error : real guess <= 101 / 100 -> Rabs (x - sg * real step) <= real error.
Proof.
  intros G1. destruct newton_terms as (H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8 & H9).
  destruct small_terms as (V0 & _ & E0 & Ei & _ & [n0 _] & nW & _).
  destruct estimate_terms as ((_ & _ & _ & _ & _ & _ & Fe) & _ & Gd & Bb & i0 & St & _).
  destruct estimate_size as (_ & _ & t0 & _ & _ & [S0 _] & _).
  destruct rate_terms as (_ & _ & _ & _ & _ & _ & _ & zU & zL).
  pose proof (second_order_error V2 w (real inverse) x f (real residual) (real first) (real bend) E _ n V0
    inverse_positive E0 n0 root
    nearer (rate_near (101 / 100) ltac:(lra) G1) (relative_small (101 / 100) ltac:(lra)) estimate_residual H1 H2 H3 H4
      H5 H6 H7) as Q.
  destruct (estimate_error_parts S t inverse step bend Fe S0 t0 i0 Bb) as (_ & _ & _ & _ & _ & L & _).
  fold error z in L. fold n in L.
  assert (E50 : bpow radix2 (-50) = 8 * u53) by by_powers.
  rewrite E50 in L. change (4 * eta * (1 + real inverse)) with n in L.
  set (W := (bpow radix2 (-94) * (real S * real S) + bpow radix2 (-800)) * real inverse) in *.
  set (c := Rabs (real first)) in *. set (a := Rabs (real step)) in *. set (b2 := real bend * real bend) in *.
  assert (c0 : 0 <= c) by apply Rabs_pos. assert (a0 : 0 <= a) by apply Rabs_pos.
  assert (b0 : 0 <= b2) by apply Rle_0_sqr.
  assert (b1 : b2 <= / 1000).
  { unfold b2. rewrite <- (Rabs_pos_eq (real bend * real bend)), Rabs_mult by apply Rle_0_sqr.
    apply Rle_trans with (/ 1000 * / 1000); [apply Rmult_le_compat; try apply Rabs_pos; exact H2 | lra]. }
  assert (uz : u53 * z <= / 131072).
  { assert (u53 * bpow radix2 36 = / 131072) by by_powers.
    assert (u53 * z <= u53 * bpow radix2 36) by (apply Rmult_le_compat_l; lra). lra. }
  assert (e4 : 4 * eta <= n).
  { unfold n. pose proof (bpow_gt_0 radix2 (-1075)). assert (0 <= 4 * eta * real inverse) by (apply Rmult_le_pos;
      lra). lra. }
  assert (T : Rabs (x - sg * real step) <= Rabs (x - (real first + real bend * real first)) +
    Rabs (sg * real step - (real first + real bend * real first))).
  { replace (x - sg * real step) with ((x - (real first + real bend * real first)) +
      - (sg * real step - (real first + real bend * real first))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  assert (K : (102 / 100 * (12 / 10 * u53 + 514 / 100 * u53 * (101 / 100) * z) + 45 / 10 * u53 + 3 * b2 + 101 / 100 *
    u53) * c <=
    (102 / 100 * (12 / 10 * u53 + 514 / 100 * u53 * (101 / 100) * z) + 45 / 10 * u53 + 3 * b2 + 101 / 100 * u53) *
      (1003 / 1000 * a + n)).
  { apply Rmult_le_compat_l; [| exact H8]. assert (0 <= u53 * z) by (apply Rmult_le_pos; lra). lra. }
  assert (un : u53 * z * n <= / 131072 * n) by (apply Rmult_le_compat_r; assumption).
  assert (bn : b2 * n <= / 1000 * n) by (apply Rmult_le_compat_r; assumption).
  assert (uza : 0 <= u53 * z * a) by (repeat apply Rmult_le_pos; lra).
  assert (ba : 0 <= b2 * a) by (apply Rmult_le_pos; assumption).
  assert (na : n * a <= n * 1).
  { apply Rmult_le_compat_l; [exact n0 |]. assert (a <= / 900 * real guess) by exact St. lra. }
  lra.
Qed.

End Root.

Theorem estimate_exists : exists T, directed_contact sg EX EY VX VY R T.
Proof.
  destruct newton_terms as (H1 & H2 & H3 & H4 & H5 & H6 & H7 & _).
  destruct small_terms as (V0 & _ & E0 & _ & _ & [n0 _] & _).
  destruct estimate_terms as (_ & _ & Gd & _).
  destruct (nearer_root_exists V2 w (real inverse) f (real residual) (real first) (real bend) E _ n V0
    inverse_positive E0 n0
    (rate_near 2 ltac:(lra) ltac:(lra)) (relative_small 2 ltac:(lra)) estimate_residual H1 H2 H3 H4 H5 H7) as (x & X1
      & X2).
  exists (real guess + sg * x). exact (root_contact sg EX EY VX VY R (real guess) (proj2 is_dir) x X1 X2).
Qed.

Theorem estimate_error T :
  directed_contact sg EX EY VX VY R T -> T <= 1 ->
  real guess <= 101 / 100 /\ Rabs (T - (real guess + real step)) <= real error.
Proof.
  intros H T1. destruct (contact_root sg EX EY VX VY R (real guess) (proj2 is_dir) T H) as [X1 X2].
  pose proof (root_is_near _ X1 X2) as Near.
  assert (As : Rabs sg = 1) by (unfold sg; destruct is_dir as [_ [-> | ->]]; unfold Rabs; destruct Rcase_abs; lra).
  assert (G : real guess <= 101 / 100).
  { rewrite Rabs_mult, As, Rmult_1_l in Near. apply Rabs_le_inv in Near. lra. }
  split; [exact G |].
  pose proof (root_error _ X1 X2 G) as K. rewrite <- Rmult_minus_distr_l, Rabs_mult, As, Rmult_1_l in K.
  replace (T - (real guess + real step)) with (T - real guess - real step) by ring. exact K.
Qed.

Theorem estimate_time :
  (exists T, directed_contact sg EX EY VX VY R T) /\
  forall T, directed_contact sg EX EY VX VY R T -> T <= 1 ->
    finite guess /\ finite step /\ finite error /\ 0 < real guess /\ Rabs (real step) <= / 900 * real guess /\
    Rabs (T - (real guess + real step)) <= real error.
Proof.
  split; [exact estimate_exists |]. intros T H T1. destruct (estimate_error T H T1) as [_ K].
  destruct estimate_terms as ((Fg & Fst & _ & _ & _ & _ & Fe) & _ & Gd & _ & _ & St & _).
  split; [exact Fg |]. split; [exact Fst |]. split; [exact Fe |]. split; [lra |]. split; [exact St | exact K].
Qed.

End Estimate.
