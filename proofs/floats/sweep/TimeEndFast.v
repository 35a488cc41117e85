(* The time of a hit of an end in one pass, for one end: the terms of set_fast_end in src/sweep/sweep_one_pass.h.

   If the time is certain and the rate shows the entry, the contact with the end exists, and guess + step is within
   `error` of its time. Method: the root (TimeEndRoot.v), the residual and the rate (TimeEndPlace.v) and one Newton step
   (TimeEndStep.v), with the lower bound of `error` (TimeEndTerms.v). *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import CheckerTactics.
From Carom Require Import Model Facts Operations Bounded ErrorFree Terms_wide Terms_fast Terms_time Wide SweepErrors
  SweepSquares SweepVectors SweepTerms SweepTime TimePlace TimeMoved TimeEndResidual TimeEndRoot TimeEndStep
  TimeEndTerms TimeEndPlace TimeEndGuess.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double). Notation u53 := (/ 9007199254740992). Notation eta := (bpow radix2 (-1075)).

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

(* The sizes. *)
Lemma total_size :
  finite S /\ 0 <= real s /\ 0 <= real t /\ 0 <= real reach /\ real s + real t + real reach <= 1001 / 1000 * real S /\
  0 <= real S <= bpow radix2 202 /\ 0 <= R /\ Rabs (real reach - R) <= u53 * R.
Proof.
  destruct s_range as [Bs s0]. destruct t_range as [Bt t0]. destruct r_range as [Br r0].
  pose proof (below_add 200 _ _ ltac:(lia) Bs Bt) as B1.
  pose proof (below_add 201 _ _ ltac:(lia) B1 (below_weaken _ 201 _ Br ltac:(lia))) as B2.
  destruct B2 as [F2 B2]. destruct B1 as [F1 B1].
  pose proof (sum_at_least s t (real s) (real t) F1 ltac:(lra) (Rle_refl _) (Rle_refl _)) as L1.
  pose proof (fadd_nonneg s t F1 s0 t0) as P1.
  pose proof (sum_at_least (fadd s t) reach (real (fadd s t)) (real reach) F2 ltac:(lra) (Rle_refl _) (Rle_refl _)) as
    L2.
  pose proof (fadd_nonneg (fadd s t) reach F2 P1 r0) as P2. fold S in F2, B2, L2, P2.
  rewrite Rabs_pos_eq in B2 by exact P2.
  destruct (reach_error_real cr wr (proj1 Br) Ncr Nwr) as [R0 _].
  pose proof (Bounded.fadd_error cr wr (proj1 Br)) as E. fold reach R in E, R0.
  rewrite u_double, (Rabs_pos_eq R) in E by exact R0.
  do 4 (split; [assumption |]). split; [lra |]. split; [split; [exact P2 | exact B2] |]. now split.
Qed.

(* The products are finite, and so is D. *)
Lemma discriminant_terms :
  let V2 := VX * VX + VY * VY in let K := VX * EY - VY * EX in
  let q := fmul reach reach in let P := fmul q move2 in let C := fmul cross cross in
  finite disc /\ Rabs (real disc) <= bpow radix2 900 /\
  Rabs (real q - real reach * real reach) <= u53 * (real reach * real reach) + eta /\
  Rabs (real move2 - V2) <= 11 * u53 * (real t * real t) + 3 * eta /\
  Rabs (real move2) <= 103 / 100 * (real t * real t) + 3 * eta /\
  Rabs (real cross - K) <= 11 * u53 * (real s * real t) + 3 * eta /\
  Rabs (real cross) <= 103 / 100 * (real s * real t) + 3 * eta /\
  Rabs (real P - real q * real move2) <= u53 * Rabs (real q * real move2) + eta /\
  Rabs (real C - real cross * real cross) <= u53 * (real cross * real cross) + eta /\
  Rabs (real disc - (real P - real C)) <= u53 * Rabs (real P - real C).
Proof.
  intros V2 K q P C. destruct (dot_error _ _ _ _ _ _ _ _ _ _ v_near v_near) as (Bm & Em & _).
  pose proof (dot_size _ _ _ _ _ _ _ _ _ _ v_near v_near) as Sm.
  destruct (cross_error _ _ _ _ _ _ _ _ _ _ v_near e_near) as (Bk & Ek).
  pose proof (cross_size _ _ _ _ _ _ _ _ _ _ v_near e_near) as Sk. fold move2 in Bm, Em, Sm. fold cross in Bk, Ek, Sk.
  fold V2 in Em. fold K in Ek. rewrite u_double, eta_double in *.
  destruct r_range as [Br _]. pose proof (below_mul 200 200 _ _ ltac:(lia) Br Br) as Bq. fold q in Bq.
  pose proof (below_mul 400 403 _ _ ltac:(lia) Bq Bm) as BP. fold P in BP.
  pose proof (below_mul 403 403 _ _ ltac:(lia) Bk Bk) as BC. fold C in BC.
  assert (BD : Bounded.below 807 disc).
  { apply (below_sub 806); [lia | apply (below_weaken _ _ _ BP); lia | exact BC]. }
  rewrite (Rmult_comm (real t) (real s)) in Ek, Sk.
  split; [exact (proj1 BD) |]. split; [eapply Rle_trans; [exact (proj2 BD) | apply bpow_le; lia] |].
  pose proof (Bounded.fmul_error _ _ (proj1 Bq)) as E1. pose proof (Bounded.fmul_error _ _ (proj1 BP)) as E2.
  pose proof (Bounded.fmul_error _ _ (proj1 BC)) as E3. pose proof (Bounded.fsub_error _ _ (proj1 BD)) as E4.
  rewrite u_double, ?eta_double in *.
  rewrite (Rabs_pos_eq (real reach * real reach)) in E1 by apply Rle_0_sqr.
  rewrite (Rabs_pos_eq (real cross * real cross)) in E3 by apply Rle_0_sqr. fold q in E1. fold P in E2. fold C in E3.
  fold disc P C q in E4. repeat (split; [assumption || (rewrite <- ?Rmult_assoc in *; lra) |]). exact E4.
Qed.

(* The entry makes the inverse and the bound of the root finite. *)
Lemma entry_terms :
  finite inverse /\ finite root_error /\ finite off /\ finite (fsqrt disc) /\ 0 <= real disc /\ 0 < real (fsqrt disc) /\
  Rabs (real (fsqrt disc) * real (fsqrt disc) - real disc) <= 21 / 10 * u53 * real disc /\
  Rabs (real inverse * real (fsqrt disc) - 1) <= 11 / 10 * u53 /\ bpow radix2 (-460) <= real inverse /\
  0 <= real root_error /\ Rabs (real off) + real root_error <= / 1024 * (1 + 2 * u53) /\
  (32 * u53 * (real S * real S * (real t * real t)) + bpow radix2 (-1000)) * (real inverse * real inverse) <=
    (1 + 20 * u53) * real root_error + 2 * eta.
Proof.
  destruct discriminant_terms as (Fd & Bd & _). cbv zeta in *.
  destruct total_size as (FS & s0 & t0 & r0 & _ & [S0 _] & _).
  destruct (power_value (-10) eq_refl eq_refl) as [F10 V10]. change (bpow radix2 (-10)) with (/ 1024) in V10.
  assert (Nr : nonneg root_error) by not_negative.
  assert (Nf : nonneg (fadd (fabs off) root_error)) by (apply nonneg_fadd; [apply nonneg_fabs | exact Nr]).
  pose proof (flt_finite _ _ is_entry Nf) as Ff. pose proof (flt_real _ _ Ff F10 is_entry) as L. rewrite V10 in L.
  destruct (fadd_finite _ _ Ff) as (Fa & Fr & _). pose proof (fabs_finite _ Fa) as Fo.
  pose proof Fr as Fr'. unfold root_error in Fr'. destruct (fmul_finite _ _ Fr') as (_ & F1 & _).
  destruct (fmul_finite _ _ F1) as (Fi & _ & _).
  destruct (inverse_of_root disc Fd Bd Fi) as (Fro & D0 & ro0 & Ero & Ei & Li). fold inverse in Ei, Li.
  destruct (root_error_parts S t inverse Fr S0 t0 Li) as (_ & _ & _ & re0 & G). fold root_error in re0, G.
  pose proof (sum_at_least (fabs off) root_error (real (fabs off)) (real root_error) Ff ltac:(rewrite real_fabs; pose
    proof (Rabs_pos (real off)); lra)
    (Rle_refl _) (Rle_refl _)) as Sm. rewrite real_fabs in Sm.
  do 10 (split; [assumption |]). split; [lra | exact G].
Qed.

Lemma residual_finite : finite residual -> finite lx /\ finite ly.
Proof.
  intros F. destruct is_residual as (? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & H).
  destruct H as [Pm Sp _ _ _ Er]. subst residual.
  destruct (fadd_finite _ _ F) as (_ & F1 & _). destruct (fadd_finite _ _ F1) as (_ & F2 & _).
  destruct (fsub_finite _ _ F2) as (F3 & _ & _). destruct Sp as (? & ? & ? & Sp). destruct Sp as [_ _ El _].
  rewrite El in F3. destruct (fadd_finite _ _ F3) as (_ & F4 & _). destruct (fadd_finite _ _ F4) as (F5 & F6 & _).
  destruct Pm as (? & ? & ? & ? & ? & ? & Pm). destruct Pm as [_ Q1 Q2 _ _ Q5 Q6]. rewrite Q5, Q1 in F5.
  rewrite Q6, Q2 in F6.
  destruct (fadd_finite _ _ F5) as (_ & G1 & _). destruct (fadd_finite _ _ F6) as (_ & G2 & _).
  destruct (fadd_finite _ _ G1) as (G3 & _ & _). destruct (fadd_finite _ _ G2) as (G4 & _ & _).
  destruct (fmul_finite _ _ G3) as (_ & L1 & _). destruct (fmul_finite _ _ G4) as (_ & L2 & _). auto.
Qed.

Section Certain.
Variables f_t f_rest f_error : D.
Hypothesis is_time : set_fast_time_results guess step error true f_t f_rest f_error.

Lemma time_terms :
  (finite guess /\ finite step /\ finite residual /\ nonneg error /\ finite error) /\
  0 < real guess <= 101 / 100 /\ Rabs (real step) <= / 1000 * real guess /\
  bpow radix2 (-263) <= real error <= bpow radix2 (-59) /\
  0 <= real move2 /\ 0 <= real bend /\
  (1 - 8 * u53) * ((bpow radix2 (-94) * (real S * real S) + bpow radix2 (-800)) * real inverse) +
    (1 - 4 * u53) * bpow radix2 (-262) - 4 * eta +
    (1 - 8 * u53) * (Rabs (real step) * (2 * real bend + bpow radix2 (-50) + real root_error)) <= real error /\
  (1 - 5 * u53) * (Rabs (real step) * (real inverse / 2 * real move2)) - 2 * eta * (Rabs (real step) + 1) <= real bend.
Proof.
  destruct entry_terms as (Fi & Fr & _ & _ & _ & _ & _ & _ & Li & re0 & _).
  destruct total_size as (FS & s0 & t0 & r0 & _ & [S0 _] & _).
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ v_near v_near) as (Bm & _). fold move2 in Bm.
  assert (m0 : 0 <= real move2).
  { destruct (fadd_finite _ _ (proj1 Bm)) as (A & B & _). apply fadd_nonneg; [exact (proj1 Bm) | |]; now apply
      fmul_square_nonneg. }
  pose proof (bpow_gt_0 radix2 (-460)) as p0.
  assert (Ne : nonneg error).
  { apply fast_error_nonneg; apply nonneg_of_real; try assumption; try lra. exact (proj1 Bm). }
  destruct (certain_time _ _ _ _ _ _ is_time Ne) as (Fg & Fe & U & L).
  destruct (fast_error_parts S inverse step move2 root_error Fe S0 Li m0 re0) as (_ & _ & Fst & _ & _ & _ & b0 & E & B).
  fold half_inverse in b0, E, B. fold bend in b0, E, B. fold error in E.
  destruct (fmul_finite _ _ Fst) as (Fres & _ & _). pose proof (Rabs_pos (real step)) as st0.
  assert (W : 0 <= (bpow radix2 (-94) * (real S * real S) + bpow radix2 (-800)) * real inverse).
  { apply Rmult_le_pos; [| lra]. apply Rplus_le_le_0_compat; [| apply bpow_ge_0].
    apply Rmult_le_pos; [apply bpow_ge_0 | apply Rmult_le_pos; exact S0]. }
  assert (Q : 0 <= Rabs (real step) * (2 * real bend + real root_error)) by (apply Rmult_le_pos; lra).
  assert (Q2 : 0 <= Rabs (real step) * bpow radix2 (-50)) by (apply Rmult_le_pos; [lra | apply bpow_ge_0]).
  assert (T : 1000 * eta <= bpow radix2 (-263) /\ bpow radix2 (-262) = 2 * bpow radix2 (-263)) by by_powers.
  destruct T as [T1 T2]. pose proof (bpow_gt_0 radix2 (-263)) as T0. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  destruct (certain_step guess step error Fg Fst L U ltac:(rewrite T2 in E; lra)) as (G & St & Eu).
  split; [do 4 (split; [assumption |]); exact Fe |]. split; [exact G |]. split; [exact St |].
  split; [split; [rewrite T2 in E; lra | exact Eu] |]. do 3 (split; [assumption |]). exact B.
Qed.

(* The root, with what it needs of the bound. *)
Lemma true_root :
  let V2 := VX * VX + VY * VY in let K := VX * EY - VY * EX in
  bpow radix2 (-497) <= real (fsqrt disc) <= 2 * (real S * real S) /\ 0 < R * R * V2 - K * K /\
  (32 * u53 * (real S * real S * (real t * real t)) + bpow radix2 (-1000)) * (real inverse * real inverse) <= / 1000 /\
  forall sigma, 0 < sigma -> sigma * sigma = R * R * V2 - K * K ->
    Rabs (real inverse * sigma - 1) <= 46 / 100 * real root_error + 3 * u53.
Proof.
  intros V2 K. destruct discriminant_terms as (_ & _ & H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8). cbv zeta in *.
  destruct entry_terms as (Fi & Fr & _ & _ & D0 & ro0 & Ero & Ei & Li & re0 & Ru & Re).
  destruct total_size as (FS & s0 & t0 & r0 & Sz & [S0 SB] & R0 & Rr).
  destruct time_terms as (_ & _ & _ & [_ Eu] & _ & b0 & E & _).
  pose proof (Rabs_pos (real off)) as o0. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  pose proof (bpow_gt_0 radix2 (-460)) as p0.
  pose proof (bpow_gt_0 radix2 (-1000)) as q0. pose proof (bpow_gt_0 radix2 (-800)) as w0.
  pose proof (bpow_gt_0 radix2 (-262)) as c0.
  assert (e1 : eta <= / 1048576 * u53) by by_powers.
  assert (X1 : (32 * u53 * (real S * real S * (real t * real t)) + bpow radix2 (-1000)) * (real inverse * real
    inverse) <= / 1000)
    by lra.
  assert (ii : 0 <= real inverse * real inverse) by (apply Rmult_le_pos; lra).
  assert (X2 : bpow radix2 (-1000) * (real inverse * real inverse) <= / 1000).
  { eapply Rle_trans; [| exact X1]. apply Rmult_le_compat_r; [exact ii |].
    assert (0 <= real S * real S * (real t * real t)) by (repeat apply Rmult_le_pos; assumption). lra. }
  assert (X3 : bpow radix2 (-94) * (real S * real S) * real inverse <= bpow radix2 (-58)).
  { assert (0 <= bpow radix2 (-94) * (real S * real S) * real inverse).
    { apply Rmult_le_pos; [apply Rmult_le_pos; [apply bpow_ge_0 | apply Rmult_le_pos; exact S0] | lra]. }
    assert (0 <= bpow radix2 (-800) * real inverse) by (apply Rmult_le_pos; lra).
    assert (0 <= Rabs (real step) * (2 * real bend + bpow radix2 (-50) + real root_error)).
    { apply Rmult_le_pos; [apply Rabs_pos |]. pose proof (bpow_ge_0 radix2 (-50)). lra. }
    assert (E58 : bpow radix2 (-58) = 2 * bpow radix2 (-59)) by by_powers.
    assert (4 * eta <= bpow radix2 (-262) * (1 - 4 * u53)) by by_powers.
    rewrite E58. lra. }
  destruct (root_facts (real s) (real t) (real reach) (real S) R V2 K _ _ _ _ _ (real disc) (real (fsqrt disc)) (real
    inverse)
    s0 t0 r0 Sz R0 Rr H1 H2 H3 H4 H5 H6 H7 H8 D0 ro0 Ero Ei X2 X3 X1) as (A & B & C).
  split; [exact A |]. split; [exact B |]. split; [exact X1 |].
  intros sigma P Q. eapply Rle_trans; [exact (C sigma P Q) |]. lra.
Qed.

(* The place of the guess. *)
Let PX := EX + real guess * VX. Let PY := EY + real guess * VY.

Lemma guess_place :
  placed hx lx PX (Rabs EX) (Rabs (real vx)) /\ placed hy ly PY (Rabs EY) (Rabs (real vy)) /\
  Rabs EX + Rabs EY <= 1001 / 1000 * real s /\ Rabs (real vx) + Rabs (real vy) <= 1001 / 1000 * real t.
Proof.
  destruct time_terms as ((_ & _ & Fres & _) & G & _). destruct (residual_finite Fres) as [Fx Fy].
  assert (B : Rabs (real guess) <= 2) by (rewrite Rabs_pos_eq; lra).
  finite_operands Fx. finite_operands Fy.
  split; [| split; [| split]].
  - exact (place_of_displaced cx ex vx wx guess VX _ _ Fx (dx ltac:(assumption)) B (Rle_refl _) (Rle_refl _)).
  - exact (place_of_displaced cy ey vy wy guess VY _ _ Fy (dy ltac:(assumption)) B (Rle_refl _) (Rle_refl _)).
  - pose proof (near_real_size _ _ _ _ _ e_near) as H. rewrite u_double in H. destruct s_range as [_ s0]. lra.
  - destruct v_near as (_ & _ & _ & _ & H & _). rewrite u_double in H. destruct t_range as [_ t0]. lra.
Qed.

Lemma guess_residual :
  Rabs (real residual - (PX * PX + PY * PY - R * R)) <=
    u53 * Rabs (real residual) + (840 * (u53 * u53) * (real S * real S) + bpow radix2 (-810)).
Proof.
  destruct time_terms as ((_ & _ & Fres & _) & _). destruct guess_place as (A & B & C & E).
  destruct total_size as (_ & _ & _ & r0 & Sz & _ & R0 & Rr).
  assert (RL : R <= 1001 / 1000 * real reach) by (clear - R0 Rr; two_sided; lra).
  rewrite <- Rplus_assoc. exact (residual_at_place_error hx hy lx ly cr wr PX PY _ _ _ _ _ _ _ R (real S) A B
    (Rabs_pos _) (Rabs_pos _) (Rabs_pos _) (Rabs_pos _) C E R0 RL Sz residual is_residual Fres eq_refl).
Qed.

(* The sizes against the inverse of the root. *)
Lemma sizes_and_inverse :
  real S * real t * real inverse <= 600000 /\ bpow radix2 (-370) <= real S /\ real inverse <= 2 * bpow radix2 497.
Proof.
  destruct true_root as ([A1 A2] & _ & X & _). cbv zeta in *.
  destruct entry_terms as (_ & _ & _ & _ & _ & ro0 & _ & Ei & Li & _).
  destruct total_size as (_ & _ & t0 & _ & _ & [S0 _] & _). pose proof (bpow_gt_0 radix2 (-460)) as p0.
  set (i := real inverse) in *. set (q := real S) in *. set (v := real t) in *. set (ro := real (fsqrt disc)) in *.
  assert (z0 : 0 <= q * v * i) by (repeat apply Rmult_le_pos; lra). split; [| split].
  - apply Rnot_lt_le. intros N. assert (M : 600000 * 600000 <= (q * v * i) * (q * v * i)) by (apply Rmult_le_compat;
      lra).
    assert (0 <= bpow radix2 (-1000) * (i * i)) by (apply Rmult_le_pos; [apply bpow_ge_0 | apply Rmult_le_pos; lra]).
    replace ((32 * u53 * (q * q * (v * v)) + bpow radix2 (-1000)) * (i * i)) with
      (32 * u53 * ((q * v * i) * (q * v * i)) + bpow radix2 (-1000) * (i * i)) in X by ring. lra.
  - apply Rnot_lt_le. intros N. assert (M : q * q <= bpow radix2 (-370) * bpow radix2 (-370)) by (apply
      Rmult_le_compat; lra).
    rewrite <- bpow_plus in M. assert (L : bpow radix2 (-370 + -370) * 4 < bpow radix2 (-497)).
    { change 4 with (bpow radix2 2). rewrite <- bpow_plus. apply bpow_lt. lia. }
    pose proof (bpow_gt_0 radix2 (-370 + -370)). lra.
  - pose proof (bpow_gt_0 radix2 497) as P. apply Rmult_le_reg_r with (bpow radix2 (-497)); [apply bpow_gt_0 |].
    rewrite Rmult_assoc, <- bpow_plus. change (bpow radix2 (497 + -497)) with 1.
    apply Rle_trans with (i * ro); [apply Rmult_le_compat_l; lra |]. clear - Ei. two_sided; lra.
Qed.

(* The rate at the guess, over the root. *)
Lemma entry_rate : Rabs ((PX * VX + PY * VY) * real inverse + 1) <= Rabs (real off) + / 10000000.
Proof.
  destruct guess_place as (A & B & C & E). destruct total_size as (_ & s0 & t0 & r0 & Sz & [S0 _] & R0 & Rr).
  destruct entry_terms as (_ & _ & Fo & _ & _ & _ & _ & _ & Li & re0 & Ru & _).
  destruct sizes_and_inverse as (Z1 & Z2 & Z3).
  assert (RL : R <= 1001 / 1000 * real reach) by (clear - R0 Rr; two_sided; lra).
  pose proof Fo as Fo'. unfold off in Fo'. destruct (fadd_finite _ _ Fo') as (Fp & _ & _).
  destruct (fmul_finite _ _ Fp) as (Frate & _ & _).
  destruct v_near as (_ & _ & Nx & Ny & _ & _). rewrite u_double in Nx, Ny.
  pose proof (rate_at_place_error hx hy lx ly PX PY _ _ _ _ _ _ _ R (real S) A B (Rabs_pos _) (Rabs_pos _) (Rabs_pos _)
    (Rabs_pos _) C E R0 RL Sz vx vy VX VY Frate (Rle_refl _) (Rle_refl _) Nx Ny) as G. cbv zeta in G. fold rate in G.
  pose proof (Bounded.fadd_error _ _ Fo') as E1. pose proof (Bounded.fmul_error _ _ Fp) as E2. fold off in E1.
  rewrite u_double, ?eta_double, (proj2 one_value) in *.
  set (z := real (fmul rate inverse)) in *. set (i := real inverse) in *. set (v := real rate) in *.
  set (o := Rabs (real off)) in *. pose proof (Rabs_pos (real off)) as o0. fold o in o0.
  pose proof (bpow_gt_0 radix2 (-460)) as p0. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  assert (e1 : eta * (2 * bpow radix2 497) <= / 1073741824) by by_powers.
  assert (e2 : eta <= / 1073741824) by by_powers.
  assert (Zo : Rabs (z + 1) <= o + 2 * u53).
  { assert (Rabs (z + 1) <= Rabs (real off) + Rabs (real off - (z + 1))).
    { replace (z + 1) with (real off + - (real off - (z + 1))) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |].
      rewrite Rabs_Ropp. lra. }
    fold o in H. lra. }
  assert (Vi : Rabs (v * i) <= 102 / 100).
  { assert (Zs : Rabs z <= 101 / 100) by (clear - Zo Ru re0; two_sided; lra).
    assert (Rabs (v * i) <= Rabs z + Rabs (z - v * i)).
    { replace (v * i) with (z + - (z - v * i)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |].
      rewrite Rabs_Ropp. lra. }
    lra. }
  assert (E3 : Rabs (z - v * i) <= 2 * u53 + eta) by lra.
  assert (G2 : Rabs ((v - (PX * VX + PY * VY)) * i) <= / 100000000).
  { rewrite Rabs_mult, (Rabs_pos_eq i) by lra.
    apply Rle_trans with ((25 * u53 * (real S * real t) + 20 * (u53 * bpow radix2 (-370) * real t) + 3 * eta) * i).
    { apply Rmult_le_compat_r; lra. }
    assert (L1 : bpow radix2 (-370) * (real t * i) <= real S * (real t * i))
      by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | exact Z2]).
    assert (L2 : eta * i <= eta * (2 * bpow radix2 497)) by (apply Rmult_le_compat_l; lra). lra. }
  replace ((v - (PX * VX + PY * VY)) * i) with (v * i - (PX * VX + PY * VY) * i) in G2 by ring.
  clear - Zo E3 G2 e2. two_sided; lra.
Qed.

(* |v|^2 and the computed one. *)
Lemma move2_size : VX * VX + VY * VY <= 1001 / 1000 * real move2 + 4 * eta.
Proof.
  destruct time_terms as (_ & _ & _ & _ & m0 & _). destruct v_near as (Fx & Fy & Nx & Ny & _).
  destruct t_range as [[Ft Tt] t0]. rewrite Rabs_pos_eq in Tt by exact t0.
  destruct (size_bounds vx vy Ft) as (_ & Tx & Ty & L). fold t in Tx, Ty, L. rewrite u_double in *.
  apply Rabs_le_inv in L. apply Rle_trans with (1025 / 1024 * real move2 + 4 * eta); [| lra].
  apply with_square with (c := bpow radix2 (-48)) (s := real (fabs vx) - real (fabs vy)); [apply bpow_ge_0 |].
  by_checker [(input_near (multiple 1025 (-61) [Val 0; Val 1]) (variable (Val 0)) false nothing 200, vx, VX);
    (input_near (multiple 1025 (-61) [Val 0; Val 1]) (variable (Val 1)) false nothing 200, vy, VY)] [vx; vy];
    try (eapply Rle_trans; [| exact Tt]; assumption); rewrite Rabs_minus_sym; simpl bpow; lra.
Qed.

Theorem fast_end_exists : exists T, end_contact EX EY VX VY R T.
Proof. destruct true_root as (_ & P & _). exact (end_contact_exists EX EY VX VY R P). Qed.

Theorem fast_end_error T :
  end_contact EX EY VX VY R T -> Rabs (T - (real guess + real step)) <= real error.
Proof.
  intros HT. destruct (end_contact_rate _ _ _ _ _ _ HT) as [P1 P2].
  pose proof (end_contact_residual _ _ _ _ _ _ (real guess) HT) as Q. cbv zeta in Q. fold PX PY in Q.
  set (sigma := - ((EX + T * VX) * VX + (EY + T * VY) * VY)) in *. set (x := T - real guess) in *.
  set (V2 := VX * VX + VY * VY) in *.
  destruct true_root as (_ & _ & _ & Root). specialize (Root sigma P1 P2).
  destruct entry_terms as (_ & _ & _ & _ & _ & _ & _ & _ & Li & re0 & Ru & _).
  destruct time_terms as (_ & _ & _ & _ & m0 & b0 & Le & Lb). destruct total_size as (_ & _ & _ & _ & _ & [S0 _] & _).
  pose proof entry_rate as Rate. pose proof guess_residual as Res. pose proof move2_size as M2.
  destruct sizes_and_inverse as (_ & _ & Z3).
  pose proof (Rabs_pos (real off)) as o0. pose proof (bpow_gt_0 radix2 (-460)) as p0.
  pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  destruct time_terms as ((_ & Fh & _) & _).
  pose proof Fh as Fh'. unfold step in Fh'. destruct (fmul_finite _ _ Fh') as (_ & Fhi & _).
  pose proof (Bounded.fmul_error _ _ Fh') as E1. unfold half_inverse in Fhi.
  pose proof (Bounded.fmul_error _ _ Fhi) as E2.
  fold half_inverse in E1, E2. fold step in E1. destruct (power_value (-1) eq_refl eq_refl) as [_ V1].
  change (bpow radix2 (-1)) with (/ 2) in V1. rewrite V1, u_double, ?eta_double in *.
  set (i := real inverse) in *. set (re := real root_error) in *. set (g := real residual) in *.
  set (st := real step) in *. set (m := real move2) in *. set (b := real bend) in *. set (q := real S) in *.
  assert (i0 : 0 < i) by lra.
  assert (V0 : 0 <= V2) by (unfold V2; pose proof (Rle_0_sqr VX); pose proof (Rle_0_sqr VY); unfold Rsqr in *; lra).
  (* the bend *)
  assert (Bend : Rabs (V2 * x) * i <= / 900).
  { rewrite <- (Rabs_pos_eq i) by lra. rewrite <- Rabs_mult.
    assert (R1 : (PX * VX + PY * VY) * i + 1 = 1 - (i * sigma + V2 * x * i)) by (unfold sigma, PX, PY, V2, x; ring).
    rewrite R1 in Rate. clear - Rate Root Ru re0 o0. two_sided; lra. }
  (* the step *)
  assert (ei : eta <= / 100 * (u53 * i)).
  { apply Rle_trans with (/ 100 * (u53 * bpow radix2 (-460))).
    - apply Rle_trans with (bpow radix2 (-10) * (u53 * bpow radix2 (-460))).
      + change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia.
      + apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | simpl; lra].
    - apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra. }
  assert (H1 : Rabs (real half_inverse - i / 2) <= 11 / 10 * u53 * (i / 2)).
  { replace (/ 2 * i) with (i / 2) in E2 by field. rewrite (Rabs_pos_eq (i / 2)) in E2 by lra. lra. }
  set (z := g * (i / 2)).
  assert (H2 : Rabs (g * real half_inverse - z) <= 11 / 10 * u53 * Rabs z).
  { unfold z. replace (g * real half_inverse - g * (i / 2)) with (g * (real half_inverse - i / 2)) by ring.
    rewrite !Rabs_mult, (Rabs_pos_eq (i / 2)) by lra.
    replace (11 / 10 * u53 * (Rabs g * (i / 2))) with (Rabs g * (11 / 10 * u53 * (i / 2))) by ring.
    apply Rmult_le_compat_l; [apply Rabs_pos | exact H1]. }
  assert (Step : Rabs (st - z) <= 3 * u53 * Rabs st + 2 * eta).
  { pose proof (Rabs_pos z) as z0. pose proof (Rabs_pos st) as s0.
    assert (A1 : Rabs (g * real half_inverse) <= (1 + 11 / 10 * u53) * Rabs z).
    { replace (g * real half_inverse) with (z + (g * real half_inverse - z)) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. lra. }
    assert (A2 : Rabs (st - z) <= 22 / 10 * u53 * Rabs z + eta).
    { replace (st - z) with ((st - g * real half_inverse) + (g * real half_inverse - z)) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. lra. }
    assert (A3 : Rabs z <= Rabs st + Rabs (st - z)).
    { replace z with (st + - (st - z)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    lra. }
  set (E := 840 * (u53 * u53) * (q * q) + bpow radix2 (-810)) in *.
  assert (qq : 0 <= q * q) by (apply Rmult_le_pos; lra).
  assert (E0 : 0 <= E) by (unfold E; pose proof (bpow_ge_0 radix2 (-810)); lra).
  assert (eb : eta * i <= / 1000000 * bpow radix2 (-262) /\ eta <= / 1000000 * bpow radix2 (-262)).
  { assert (K : bpow radix2 (-20) * bpow radix2 (-262) <= / 1000000 * bpow radix2 (-262))
      by (apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl; lra]).
    split; (eapply Rle_trans; [| exact K]); rewrite <- bpow_plus.
    - apply Rle_trans with (eta * (2 * bpow radix2 497)); [apply Rmult_le_compat_l; lra |].
      change 2 with (bpow radix2 1). rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply bpow_le. lia. }
  pose proof (newton_step_error V2 sigma i x _ g st E (46 / 100 * re + 3 * u53) (2 * eta) V0 P1 i0 E0 ltac:(lra) Q Root
    ltac:(lra) Bend Res Step) as N.
  replace (T - (real guess + st)) with (x - st) by (unfold x; ring). eapply Rle_trans; [exact N |].
  clear N Q Root Bend Res Step H1 H2 E1 E2 Rate.
  assert (St : Rabs st <= / 900) by (destruct time_terms as (_ & G & Sm & _); fold st in Sm; lra).
  pose proof (Rabs_pos st) as s0. set (a := Rabs st) in *.
  (* the square of the step *)
  assert (im : V2 * (i / 2) * a <= 1002 / 1000 * b + 10 * (eta * i) + 10 * eta).
  { assert (J : V2 * (i / 2 * a) <= (1001 / 1000 * m + 4 * eta) * (i / 2 * a))
      by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | exact M2]).
    assert (ea : eta * i * a <= eta * i * 1) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]).
    assert (ea2 : eta * a <= eta * 1) by (apply Rmult_le_compat_l; lra).
    assert (0 <= a * (i / 2 * m)) by (repeat apply Rmult_le_pos; lra).
    assert (0 <= eta * i) by (apply Rmult_le_pos; lra).
    lra. }
  set (k := V2 * (i / 2) * a) in *.
  assert (ka : k * a <= (1002 / 1000 * b) * a + (10 * (eta * i) + 10 * eta)).
  { assert (k * a <= (1002 / 1000 * b + (10 * (eta * i) + 10 * eta)) * a) by (apply Rmult_le_compat_r; lra).
    assert ((10 * (eta * i) + 10 * eta) * a <= (10 * (eta * i) + 10 * eta) * 1).
    { apply Rmult_le_compat_l; [| lra]. assert (0 <= eta * i) by (apply Rmult_le_pos; lra). lra. }
    lra. }
  assert (ba : 0 <= b * a) by (apply Rmult_le_pos; lra). assert (rea : 0 <= re * a) by (apply Rmult_le_pos; lra).
  assert (E50 : bpow radix2 (-50) = 8 * u53) by by_powers.
  assert (E94 : bpow radix2 (-94) = 4096 * (u53 * u53)) by by_powers.
  assert (E810 : bpow radix2 (-810) <= / 1024 * bpow radix2 (-800)) by by_powers.
  rewrite E50, E94 in Le.
  assert (Ei : E * i <= / 4 * ((4096 * (u53 * u53) * (q * q) + bpow radix2 (-800)) * i)).
  { rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra |]. unfold E. pose proof (bpow_ge_0 radix2 (-800)). lra. }
  assert (Wi : 0 <= (4096 * (u53 * u53) * (q * q) + bpow radix2 (-800)) * i).
  { apply Rmult_le_pos; [pose proof (bpow_ge_0 radix2 (-800)); lra | lra]. }
  pose proof (bpow_gt_0 radix2 (-262)) as c0. destruct eb as [eb1 eb2].
  set (W := (4096 * (u53 * u53) * (q * q) + bpow radix2 (-800)) * i) in *. lra.
Qed.

Theorem fast_end_time :
  (exists T, end_contact EX EY VX VY R T) /\
  forall T, end_contact EX EY VX VY R T ->
    finite f_t /\ finite f_rest /\ 0 < real f_t < 1 /\ Rabs (T - (real f_t + real f_rest)) <= real f_error /\
    is_largest_not_after (if Rlt_bool (real f_rest) 0 then below (real f_t) else real f_t) T.
Proof.
  split; [exact fast_end_exists |]. intros T HT. pose proof (fast_end_error T HT) as E.
  destruct time_terms as ((Fg & Fst & _ & Ne & Fe) & G & St & _).
  destruct (set_fast_time_correct guess step error f_t f_rest f_error T is_time Fg Fst Ne ltac:(lra) (fun _ => E))
    as (A & B & C & Sum & L).
  assert (Ee : f_error = error) by (destruct is_time as (? & ? & ? & Q); destruct Q; assumption).
  split; [exact A |]. split; [exact B |]. split; [exact C |]. split; [rewrite Sum, Ee; exact E | exact L].
Qed.

(* The normal (e + T v) / R. *)
Section Normal.
Hypothesis is_normal : flt (fmul error t) (fmul (fconst 1 (-57)) reach) = true.

Lemma error_against_reach : real error * real t <= 101 / 1600 * u53 * real reach.
Proof.
  destruct discriminant_terms as (_ & _ & H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8). cbv zeta in *.
  destruct entry_terms as (Fi & Fr & _ & _ & D0 & ro0 & Ero & Ei & Li & re0 & Ru & Re).
  destruct total_size as (FS & s0 & t0 & r0 & Sz & [S0 SB] & R0 & Rr).
  destruct time_terms as ((_ & Fst & _ & Ne & Fe) & _ & _ & [_ Eu] & _ & b0 & E & _).
  pose proof true_root as ([L1 L2] & _ & X1 & _).
  cbv zeta in *. pose proof (bpow_gt_0 radix2 (-460)) as p0. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  set (i := real inverse) in *. set (q := real S) in *. set (r := real reach) in *. set (v := real t) in *.
  set (ro := real (fsqrt disc)) in *. set (er := real error) in *. set (a := Rabs (real step)) in *.
  assert (a0 : 0 <= a) by apply Rabs_pos. pose proof (nonneg_real _ Ne) as er0. fold er in er0.
  pose proof (bpow_gt_0 radix2 (-262)) as c0. pose proof (bpow_gt_0 radix2 (-800)) as w0.
  pose proof (bpow_gt_0 radix2 (-94)) as d0. assert (qq : 0 <= q * q) by (apply Rmult_le_pos; assumption).
  assert (ii : 0 <= i * i) by (apply Rmult_le_pos; lra).
  assert (e262 : 4 * eta <= / 4 * bpow radix2 (-262)) by by_powers.
  assert (E50 : bpow radix2 (-50) = 8 * u53) by by_powers.
  rewrite E50 in E. assert (ab : 0 <= a * real bend) by (apply Rmult_le_pos; assumption).
  assert (ar : 0 <= a * real root_error) by (apply Rmult_le_pos; assumption).
  assert (wi : 0 <= bpow radix2 (-800) * i) by (apply Rmult_le_pos; lra).
  assert (qi : 0 <= bpow radix2 (-94) * (q * q) * i) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]).
  assert (E1 : 99 / 100 * (bpow radix2 (-94) * (q * q) * i) <= er) by lra.
  assert (X2 : bpow radix2 (-1000) * (i * i) <= / 1000).
  { eapply Rle_trans; [| exact X1]. apply Rmult_le_compat_r; [exact ii |].
    assert (0 <= q * q * (v * v)) by (apply Rmult_le_pos; [exact qq | apply Rmult_le_pos; assumption]). lra. }
  assert (X3 : bpow radix2 (-94) * (q * q) * i <= bpow radix2 (-58)).
  { assert (E58 : bpow radix2 (-58) = 2 * bpow radix2 (-59)) by by_powers.
    pose proof (bpow_gt_0 radix2 (-59)). lra. }
  destruct (sizes_not_small (real s) v r q R _ _ _ _ _ _ _ (real disc) ro i s0 t0 r0 Sz Rr H1 H2 H3 H4 H5 H6 H7 H8 ro0
    Ero
    Ei X2 X3) as (_ & RN & _). cbv zeta in RN. clear H1 H2 H3 H4 H5 H6 H7 H8.
  destruct r_range as [[Fr0 Br] _]. fold r in Br. rewrite Rabs_pos_eq in Br by exact r0.
  assert (qL : bpow radix2 (-498) <= q * q).
  { change (-497)%Z with (1 + -498)%Z in L1. rewrite bpow_plus in L1. change (bpow radix2 1) with 2 in L1. lra. }
  assert (rL : bpow radix2 (-300) <= r).
  { apply Rnot_lt_le. intros N. assert (r * r <= bpow radix2 (-300) * bpow radix2 (-300)) by (apply Rmult_le_compat;
      lra).
    assert (bpow radix2 (-76) * bpow radix2 (-498) <= bpow radix2 (-76) * (q * q)) by (apply Rmult_le_compat_l; [apply
      bpow_ge_0 | exact qL]).
    rewrite <- !bpow_plus in *. pose proof (bpow_lt radix2 (-300 + -300) (-76 + -498) ltac:(lia)). lra. }
  apply normal_test; try assumption; [apply nonneg_size |]. fold r. lra.
Qed.

(* The contact is after the start, and the end is not near against the displacement. *)
Lemma fast_end_not_small T : end_contact EX EY VX VY R T -> 0 < T /\ bpow radix2 (-208) * real t <= real s.
Proof.
  intros HT. pose proof (fast_end_error T HT) as E.
  destruct time_terms as ((_ & _ & _ & Ne & _) & G & St & [Lo _] & _).
  destruct (certain_time _ _ _ _ _ _ is_time Ne) as (_ & _ & U & _).
  destruct total_size as (_ & s0 & t0 & r0 & _ & _ & R0 & Rr). pose proof (Rabs_pos (real step)) as st0.
  assert (T1 : 1000 * eta <= bpow radix2 (-263)) by by_powers.
  assert (T0 : 0 < T).
  { assert (P60 : bpow radix2 (-60) <= / 1048576) by by_powers.
    assert (bpow radix2 (-60) * real guess <= / 1000000 * real guess) by (apply Rmult_le_compat_r; lra).
    pose proof (Rle_abs (- real step)) as A1. rewrite Rabs_Ropp in A1. apply Rabs_le_inv in E. lra. }
  split; [exact T0 |]. pose proof error_against_reach as N. pose proof (nonneg_real _ Ne) as er0.
  pose proof (starts_beyond _ _ _ _ _ _ R0 HT (Rlt_le _ _ T0)) as RS.
  pose proof (near_real_size _ _ _ _ _ e_near) as Se. rewrite u_double in Se.
  assert (Rl : real reach <= (1 + u53) * R) by (clear - Rr; two_sided; lra).
  assert (Lt : bpow radix2 (-263) * real t <= real error * real t) by (apply Rmult_le_compat_r; lra).
  assert (E53 : bpow radix2 (-263) * bpow radix2 55 = bpow radix2 (-208)) by by_powers.
  rewrite <- E53. change (bpow radix2 55) with 36028797018963968. lra.
Qed.

Theorem fast_end_parts :
  (exists T, end_contact EX EY VX VY R T) /\
  forall T, end_contact EX EY VX VY R T ->
    finite f_t /\ finite f_rest /\ 0 < real f_t < 1 /\ Rabs (T - (real f_t + real f_rest)) <= real f_error /\
    is_largest_not_after (if Rlt_bool (real f_rest) 0 then below (real f_t) else real f_t) T /\
    Rabs (T - (real f_t + real f_rest)) * (Rabs VX + Rabs VY) <= 102 / 100 * bpow radix2 (-57) * R /\
    0 < T /\ bpow radix2 (-208) * real t <= real s.
Proof.
  destruct fast_end_time as [X H]. split; [exact X |]. intros T HT. destruct (H T HT) as (A1 & A2 & A3 & A4 & A5).
  do 5 (split; [assumption |]). split; [| exact (fast_end_not_small T HT)]. pose proof error_against_reach as N.
  destruct total_size as (_ & _ & t0 & _ & _ & _ & R0 & Rr).
  pose proof (near_real_size _ _ _ _ _ v_near) as Vs. rewrite u_double in Vs. pose proof (Rabs_pos VX) as x0.
  assert (Ee : f_error = error) by (destruct is_time as (? & ? & ? & Q); destruct Q; assumption). rewrite Ee in A4.
  pose proof (Rabs_pos VY) as y0. assert (E57 : bpow radix2 (-57) = / 16 * u53) by by_powers.
  set (d := Rabs (T - (real f_t + real f_rest))) in *.
  apply Rle_trans with (real error * ((1 + 40 * u53) * real t)).
  - apply Rmult_le_compat; [apply Rabs_pos | lra | exact A4 | exact Vs].
  - rewrite E57. assert (Rl : real reach <= (1 + u53) * R) by (clear - Rr; two_sided; lra). lra.
Qed.

End Normal.
End Certain.
End FastEnd.
