(* The residual of estimate_side (src/sweep/sweep_time.h): s (u x p) - R |u| for the place p on the path at the
   guess.

   p is a double-double whose low part may overlap. The last sum is relative to the residual itself. All else is in
   units of u53^2 = 2^-106 of M, which bounds the terms, and in L, which is more than underflow loses. *)
From Coq Require Import ZArith NArith List Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct Terms_wide Terms_pair ErrorFreeTerms Wide
  WideQuotient TangentGapLength TangentGapLine CheckerTactics TimeSideProducts TimeSideResidual.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* R times the correction of the root, by a quotient. *)
Lemma quotient_correction_near (left s rh : D) G L :
  let S := real s in let t1 := fmul rh (fdiv left (fmul (fconst 1 1) s)) in let d := G / (2 * S) in
  finite t1 -> finite (fmul (fconst 1 1) s) -> bpow radix2 (-350) <= S -> 0 <= real rh ->
    Rabs (real left - G) <= 150 * (u53 * u53) * (S * S) ->
  Rabs (real left) <= 7 * u53 * (S * S) -> real rh * bpow radix2 (-1075) <= L -> bpow radix2 (-1075) <= L ->
  Rabs (real t1 - real rh * d) <= 120 * (u53 * u53) * (real rh * S) + 3 * L.
Proof.
  intros S t1 d Ft F2 HS R0 Hl Bl L1 L2. unfold t1. pose proof (bpow_gt_0 radix2 (-350)) as P.
  pose proof (twice_exact s F2) as E2. fold S in E2. set (s2 := fmul (fconst 1 1) s) in *. clearbody s2.
  assert (H2 : F2R (Float radix2 1 (-350)) <= Rabs (real s2)) by (rewrite F2R_bpow, Rabs_pos_eq; lra).
  assert (E : Rabs (real s2 * real (fmul rh (fdiv left s2)) - real rh * G) <= IZR 59 * (bpow radix2 (-53) *
    bpow radix2 (-53)) * real rh * (real s2 * real s2) + bpow radix2 (-1085) * IZR 1040 * (real s2 * (real rh + IZR
      1))).
  { assert (K : bpow radix2 (-107) = / 2 * (u53 * u53)) by (change u53 with (bpow radix2 (-53));
      change (/ 2) with (bpow radix2 (-1)); rewrite <- !bpow_plus; reflexivity).
    assert (Q : 0 < S * S) by (apply Rmult_lt_0_compat; lra). rewrite Rabs_minus_sym in Hl.
    by_checker [(positive_input_from (Float radix2 1 (-350)) 1024, s2, real s2);
      (positive_input 1024, rh, real rh); (input_near [([Val 0; Val 0], Float radix2 75 (-107))]
        [([Val 0; Val 0], Float radix2 15 (-56))] false nothing 1024, left, G)] [s2; fmul rh (fdiv left s2)];
      rewrite ?K, (Rabs_pos_eq (real s2)), E2 by lra; change (bpow radix2 (-56)) with (/ 72057594037927936); lra. }
  rewrite E2 in E. change (bpow radix2 (-53)) with u53 in E. change (-1085)%Z with (-10 + -1075)%Z in E.
  rewrite bpow_plus in E. change (bpow radix2 (-10)) with (/ 1024) in E. set (t := real (fmul rh (fdiv left s2))) in *.
  replace (2 * S * t - real rh * G) with (2 * S * (t - real rh * d)) in E by (unfold d; field; lra).
  rewrite Rabs_mult, (Rabs_pos_eq (2 * S)) in E by lra. apply Rmult_le_reg_l with (2 * S); [lra |].
  eapply Rle_trans; [exact E |].
  assert (2 * S * (real rh * bpow radix2 (-1075) + bpow radix2 (-1075)) <= 2 * S * (2 * L)) by (apply
    Rmult_le_compat_l; lra).
  assert (0 <= real rh * (S * S)) by (apply Rmult_le_pos; [| apply Rle_0_sqr]; lra).
  assert (0 < S * L) by (apply Rmult_lt_0_compat; [lra | eapply Rlt_le_trans; [apply bpow_gt_0 | exact L2]]). lra.
Qed.

Section Residual.
Variables sg cp_hi cp_lo fh rr : D.
Variables Cp RL M L : R.
Let gh := fadd (fmul sg cp_hi) (fneg fh).
Let gl := sum_rest (fmul sg cp_hi) (fneg fh).
Let gr1 := fsub (fmul sg cp_lo) rr.
Let gr := fadd gl gr1.
Let res := fadd gh gr.
Hypothesis sg_is : is_sign (real sg).
Hypothesis place : is_near cp_hi cp_lo Cp M L.
Hypothesis far_size : Rabs (real fh) <= 11 / 10 * M + L.
Hypothesis far_rest : Rabs (real rr) <= 7 * u53 * M + 9 * L.
Hypothesis far_sum : Rabs (real fh + real rr - RL) <= 150 * (u53 * u53) * M + 6 * L.
Hypothesis M_pos : 0 <= M.
Hypothesis L_pos : 0 < L.
Hypothesis F_res : finite res.

Lemma place_residual_near :
  Rabs (real res - (real sg * Cp - RL)) <= 11 / 10 * u53 * Rabs (real res) + 300 * (u53 * u53) * M + 20 * L.
Proof.
  destruct place as [Sw S1 S2 S3].
  destruct (fadd_finite _ _ F_res) as (_ & Fgr & _). destruct (fadd_finite _ _ Fgr) as (Fgl & Fg1 & _).
  destruct (fsub_finite _ _ Fg1) as (Fsl & _ & _).
  destruct (two_sum_exact _ _ Fgl) as (Fsh & _ & Fgh & _ & Xg). fold gh gl in Xg.
  rewrite real_fneg, (times_sign sg cp_hi sg_is Fsh) in Xg.
  destruct (two_sum_rest_small _ _ Fgl) as (Bg & _).
  rewrite u_double, real_fneg, (times_sign sg cp_hi sg_is Fsh) in Bg.
  fold gl in Bg. pose proof (times_sign sg cp_lo sg_is Fsl) as Esl.
  assert (H1 : Rabs (real cp_hi) <= 111 / 100 * M + 3 * L) by (clear - Sw S1 M_pos; two_sided; lra).
  apply (sign_times_le _ _ _ sg_is) in H1. pose proof (sign_times_le _ _ _ sg_is S2) as H3.
  pose proof (sign_times_le _ _ _ sg_is S3) as H5. rewrite Rmult_minus_distr_l, Rmult_plus_distr_l in H5.
  set (x1 := real sg * real cp_hi) in *. set (x2 := real sg * real cp_lo) in *. set (w := real sg * Cp) in *.
  assert (Bgl : Rabs (real gl) <= 23 / 10 * u53 * M + 5 * u53 * L).
  { eapply Rle_trans; [exact Bg |]. apply Rle_trans with (u53 * (23 / 10 * M + 5 * L)); [| lra].
    apply Rmult_le_compat_l; [lra |]. clear - H1 far_size M_pos L_pos. two_sided; lra. }
  clear Bg.
  assert (C1 : Rabs (real (fmul sg cp_lo) - real rr) <= 20 * u53 * M + 21 * L).
  { rewrite Esl. clear - H3 far_rest. two_sided; lra. }
  destruct (fsub_error _ _ _ Fg1 C1) as (_ & _ & E1). fold gr1 in E1. rewrite Esl in C1, E1.
  assert (C2 : Rabs (real gl + real gr1) <= 23 * u53 * M + 22 * L) by (clear - C1 E1 Bgl M_pos L_pos; two_sided; lra).
  destruct (fadd_error _ _ _ Fgr C2) as (_ & _ & E2). fold gr in E2.
  pose proof (fadd_error_of_result _ _ F_res) as E5. fold res in E5. set (rho := Rabs (real res)) in *.
  assert (rho0 : 0 <= rho) by apply Rabs_pos.
  clear - E1 E2 E5 H5 Xg far_sum M_pos L_pos rho0 C1 C2. two_sided; lra.
Qed.

End Residual.
