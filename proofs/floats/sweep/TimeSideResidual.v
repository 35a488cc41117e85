(* The residual of set_fast_side (src/sweep/sweep_one_pass.h): s (u x w) - R |u| - t |u x v| at the guess t.

   The last three sums are relative to the residual itself, which the bound pays with the rounding of the step. All
   else is in units of u53^2 = 2^-106 of M, which bounds the terms, and in L, which is more than underflow loses. *)
From Coq Require Import ZArith NArith List Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct Terms_wide Terms_pair ErrorFreeTerms Wide
  TangentGapLength TangentGapLine CheckerTactics TimeSideProducts.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* A sum whose error is relative to what it gives. *)
Lemma fadd_error_of_result (a b : D) :
  finite (fadd a b) -> Rabs (real (fadd a b) - (real a + real b)) <= u53 * Rabs (real (fadd a b)).
Proof.
  intros H. destruct (fadd_finite _ _ H) as (_ & _ & E).
  pose proof (rnd_sum_error_of_result (f := double) _ _ (real_in_format a) (real_in_format b)) as R.
  rewrite <- E, u_double in R. exact R.
Qed.

Lemma fsub_error_of_result (a b : D) :
  finite (fsub a b) -> Rabs (real (fsub a b) - (real a - real b)) <= u53 * Rabs (real (fsub a b)).
Proof.
  intros H. destruct (fsub_finite _ _ H) as (_ & _ & E).
  pose proof (rnd_sum_error_of_result (f := double) _ (- real b) (real_in_format a) (in_format_opp _ (real_in_format
    b))) as R.
  fold (Rminus (real a) (real b)) in R. rewrite <- E, u_double in R. exact R.
Qed.

Lemma sign_times_le s x B : is_sign s -> Rabs x <= B -> Rabs (s * x) <= B.
Proof. intros S H. now rewrite sign_abs. Qed.

(* half of the inverse of |u|, from the root and the inverse of the square *)
Lemma half_inverse_near (s w inv2 : D) (S := real s) (h := fmul (fconst 1 (-1)) (fmul s inv2)) :
  s = fsqrt w -> inv2 = fdiv (fconst 1 0) w -> finite h -> finite w -> bpow radix2 (-400) <= real w <= bpow radix2 404
    ->
  Rabs (2 * S * real h - 1) <= 7 * u53.
Proof.
  intros Es Ei Fh Fw [W0 W1]. pose proof (bpow_gt_0 radix2 (-400)).
  assert (A : Rabs (real w) <= bpow radix2 404) by (rewrite Rabs_pos_eq; lra).
  assert (E : Rabs (IZR 2 * S * real h - IZR 1) <= IZR 7 * bpow radix2 (-53)).
  { unfold S, h. by_checker [(positive_input_from (Float radix2 1 (-400)) 404, w, real w)]
      [w; fmul (fconst 1 (-1)) (fmul s inv2)]. }
  exact E.
Qed.

(* A product of three factors. *)
Lemma product_of_three (a b c : D) : finite (fmul a (fmul b c)) ->
  Rabs (real (fmul a (fmul b c)) - real a * (real b * real c)) <=
    201 / 100 * u53 * (Rabs (real a) * (Rabs (real b) * Rabs (real c))) + (Rabs (real a) + 1) * (102 / 100 * bpow
      radix2 (-1075)).
Proof.
  intros F. assert (E : Rabs (real (fmul a (fmul b c)) - real a * (real b * real c)) <= bpow radix2 (-63) * IZR 2058 *
    (real (fabs a) * (real (fabs b) * real (fabs c))) + (real (fabs a) + IZR 1) * (bpow radix2 (-1085) * IZR 1040)).
  { by_checker [(exact_input 1024, a, real a); (exact_input 1024, b, real b); (exact_input 1024, c, real c)]
      [fmul a (fmul b c)]. }
  rewrite !real_fabs in E. eapply Rle_trans; [exact E |]. change (bpow radix2 (-63)) with (/ 9223372036854775808).
  change (-1085)%Z with (-10 + -1075)%Z. rewrite bpow_plus. change (bpow radix2 (-10)) with (/ 1024).
  assert (0 <= Rabs (real a) * (Rabs (real b) * Rabs (real c))) by (repeat apply Rmult_le_pos; apply Rabs_pos).
  assert (0 <= (Rabs (real a) + 1) * bpow radix2 (-1075)).
  { apply Rmult_le_pos; [pose proof (Rabs_pos (real a)); lra | apply bpow_ge_0]. }
  lra.
Qed.

(* R times the correction of the root. *)
Lemma correction_near (left h rh : D) S G L :
  let t1 := fmul left (fmul h rh) in let d := G / (2 * S) in
  finite t1 -> 0 < S -> 0 <= real rh -> Rabs (2 * S * real h - 1) <= 7 * u53 ->
  Rabs (real left - G) <= 150 * (u53 * u53) * (S * S) -> Rabs (real left) <= 7 * u53 * (S * S) ->
  7 * u53 * (S * S) * bpow radix2 (-1075) <= L -> bpow radix2 (-1075) <= L ->
  Rabs (real t1 - real rh * d) <= 120 * (u53 * u53) * (real rh * S) + 3 * L.
Proof.
  intros t1 d Ft S0 R0 Hh Hl Bl L1 L2. pose proof (product_of_three left h rh Ft) as E. fold t1 in E.
  rewrite (Rabs_pos_eq (real rh)) in E by exact R0. set (x := real left) in *. set (q := x * real h).
  assert (Eq : 2 * S * q = x * (2 * S * real h - 1) + x) by (unfold q; ring).
  assert (Q1 : Rabs (q - d) <= 100 * (u53 * u53) * S).
  { apply divide_by_length; [exact S0 |]. replace (2 * S * (q - d)) with (x * (2 * S * real h - 1) + (x - G)).
    2: { unfold d, q. field. lra. }
    pose proof (times_size _ _ _ _ Bl Hh). assert (0 < S * S) by now apply Rmult_lt_0_compat. two_sided; lra. }
  assert (Q2 : Rabs q <= 351 / 100 * u53 * S).
  { apply divide_by_length; [exact S0 |]. rewrite Eq. pose proof (times_size _ _ _ _ Bl Hh).
    assert (0 < S * S) by now apply Rmult_lt_0_compat. two_sided; lra. }
  assert (Ar : Rabs (real rh) <= real rh) by (rewrite Rabs_pos_eq; lra).
  pose proof (times_size _ _ _ _ Ar Q1) as B1. pose proof (times_size _ _ _ _ Ar Q2) as B2.
  replace (Rabs x * (Rabs (real h) * real rh)) with (Rabs (real rh * q)) in E
    by (unfold q; rewrite !Rabs_mult, (Rabs_pos_eq (real rh)) by exact R0; ring).
  replace (x * (real h * real rh)) with (real rh * q) in E by (unfold q; ring).
  assert (B3 : Rabs x * bpow radix2 (-1075) <= L).
  { eapply Rle_trans; [| exact L1]. apply Rmult_le_compat_r; [apply bpow_ge_0 | exact Bl]. }
  assert (0 <= real rh * S) by (apply Rmult_le_pos; lra). clear Hh Hl Bl L1 Ar Q1 Q2 Eq.
  pose proof (bpow_gt_0 radix2 (-1075)).
  replace (real t1 - real rh * d) with (real t1 - real rh * q + real rh * (q - d)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Section Residual.
Variables sg cs_hi cs_lo cm_hi cm_lo fh rr time : D.
Variables Cw Cv RL M L : R.
Let gh := fadd (fmul sg cs_hi) (fneg fh).
Let gl := sum_rest (fmul sg cs_hi) (fneg fh).
Let gr1 := fsub (fmul sg cs_lo) rr.
Let gr := fadd gl gr1.
Let sr := fmul (fneg sg) cm_lo.
Let bh := fmul time (fabs cm_hi).
Let bl := pair_product_rest time (fabs cm_hi).
Let d := fsub gh bh.
Let b := fsub d bl.
Let tr := fmul time sr.
Let c := fsub gr tr.
Let res := fadd b c.
Hypothesis sg_is : is_sign (real sg).
Hypothesis start : is_near cs_hi cs_lo Cw M L.
Hypothesis move : is_near cm_hi cm_lo Cv M L.
Hypothesis far_size : Rabs (real fh) <= 11 / 10 * M + L.
Hypothesis far_rest : Rabs (real rr) <= 7 * u53 * M + 9 * L.
Hypothesis far_sum : Rabs (real fh + real rr - RL) <= 150 * (u53 * u53) * M + 6 * L.
Hypothesis time_range : 0 <= real time <= 11 / 10.
Hypothesis approach : real sg * real cm_hi = - Rabs (real cm_hi).
Hypothesis M_pos : 0 <= M.
Hypothesis L_large : bpow radix2 (-1075) <= L.
Hypothesis back_loss : loss (11 / 10) (Rabs (real cm_hi)) <= L + u53 * u53 * u53 * M.
Hypothesis F_res : finite res.

Lemma residual_near :
  Rabs (real res - (real sg * Cw - RL + real time * (real sg * Cv))) <=
  31 / 10 * u53 * Rabs (real res) + 600 * (u53 * u53) * M + 40 * L.
Proof.
  destruct start as [Sw S1 S2 S3]. destruct move as [Sv V1 V2 V3].
  pose proof (bpow_gt_0 radix2 (-1075)) as Z0. assert (L0 : 0 < L) by lra.
  destruct (fadd_finite _ _ F_res) as (Fb & Fc & _). destruct (fsub_finite _ _ Fb) as (Fd & Fbl & _).
  destruct (fsub_finite _ _ Fc) as (Fgr & Ftr & _). destruct (fadd_finite _ _ Fgr) as (Fgl & Fg1 & _).
  destruct (fsub_finite _ _ Fg1) as (Fsl & _ & _). destruct (fmul_finite _ _ Ftr) as (_ & Fsr & _).
  destruct (two_sum_exact _ _ Fgl) as (Fsh & _ & Fgh & _ & Xg). fold gh gl in Xg.
  rewrite real_fneg, (times_sign sg cs_hi sg_is Fsh) in Xg.
  destruct (two_sum_rest_small _ _ Fgl) as (Bg & _).
  rewrite u_double, real_fneg, (times_sign sg cs_hi sg_is Fsh) in Bg. fold gl in Bg.
  assert (Sn : is_sign (real (fneg sg))).
  { rewrite real_fneg. unfold is_sign in *. destruct sg_is as [-> | ->]; [right | left]; ring. }
  pose proof (times_sign sg cs_lo sg_is Fsl) as Esl. pose proof (times_sign (fneg sg) cm_lo Sn Fsr) as Esr.
  fold sr in Esr.
  rewrite real_fneg in Esr.
  (* sizes *)
  assert (H1 : Rabs (real cs_hi) <= 111 / 100 * M + 3 * L) by (clear - Sw S1 M_pos; two_sided; lra).
  assert (H2 : Rabs (real cm_hi) <= 111 / 100 * M + 3 * L) by (clear - Sv V1 M_pos; two_sided; lra).
  apply (sign_times_le _ _ _ sg_is) in H1. pose proof (sign_times_le _ _ _ sg_is S2) as H3.
  pose proof (sign_times_le _ _ _ sg_is V2) as H4. pose proof (sign_times_le _ _ _ sg_is S3) as H5.
  pose proof (sign_times_le _ _ _ sg_is V3) as H6.
  rewrite Rmult_minus_distr_l, Rmult_plus_distr_l in H5. rewrite Rmult_minus_distr_l, Rmult_plus_distr_l in H6.
  set (x1 := real sg * real cs_hi) in *. set (x2 := real sg * real cs_lo) in *. set (w := real sg * Cw) in *.
  set (y2 := real sg * real cm_lo) in *. set (v := real sg * Cv) in *. rewrite approach in H6.
  assert (Bgl : Rabs (real gl) <= 23 / 10 * u53 * M + 5 * u53 * L).
  { eapply Rle_trans; [exact Bg |]. apply Rle_trans with (u53 * (23 / 10 * M + 5 * L)); [| lra].
    apply Rmult_le_compat_l; [lra |]. clear - H1 far_size M_pos L0. two_sided; lra. }
  clear Bg.
  assert (C1 : Rabs (real (fmul sg cs_lo) - real rr) <= 20 * u53 * M + 21 * L).
  { rewrite Esl. clear - H3 far_rest. two_sided; lra. }
  destruct (fsub_error _ _ _ Fg1 C1) as (_ & _ & E1). fold gr1 in E1. rewrite Esl in C1, E1.
  assert (C2 : Rabs (real gl + real gr1) <= 23 * u53 * M + 22 * L) by (clear - C1 E1 Bgl M_pos L0; two_sided; lra).
  destruct (fadd_error _ _ _ Fgr C2) as (_ & _ & E2). fold gr in E2.
  (* the time *)
  assert (At : Rabs (real time) <= 11 / 10) by (rewrite Rabs_pos_eq; lra).
  assert (T1 : Rabs (real time * real sr) <= 11 / 10 * (13 * u53 * M + 12 * L)).
  { apply times_size; [exact At |]. rewrite Esr, Ropp_mult_distr_l_reverse, Rabs_Ropp. exact H4. }
  pose proof (times_size _ _ _ _ At H6) as T2.
  assert (T3 : Rabs (real time * Rabs (real cm_hi)) <= 11 / 10 * (111 / 100 * M + 3 * L)).
  { apply times_size; [exact At |]. now rewrite Rabs_Rabsolu. }
  destruct (fmul_error _ _ _ _ Ftr T1 L_large) as (_ & _ & E3). fold tr in E3.
  assert (Et : real time * real sr = - (real time * y2)) by (rewrite Esr; unfold y2; ring). rewrite Et in T1, E3.
  replace (real time * (- Rabs (real cm_hi) + y2 - v))
    with (- (real time * Rabs (real cm_hi)) + real time * y2 - real time * v) in T2 by ring.
  assert (Ah : Rabs (real (fabs cm_hi)) <= Rabs (real cm_hi)) by (rewrite real_fabs, Rabs_Rabsolu; lra).
  destruct (product_near time (fabs cm_hi) _ _ _ Fbl At Ah back_loss) as (_ & _ & _ & _ & P2 & P3).
  fold bh bl in P2, P3. rewrite real_fabs in P2.
  set (tm := real time * Rabs (real cm_hi)) in *. set (ty := real time * y2) in *. set (tv := real time * v) in *.
  assert (P3' : Rabs (real bl) <= 13 / 10 * u53 * M + 3 * L).
  { eapply Rle_trans; [exact P3 |]. assert (Rabs (real cm_hi) <= 111 / 100 * M + 3 * L) by lra. lra. }
  clear P3 Ah At back_loss.
  assert (C3 : Rabs (real gr - real tr) <= 39 * u53 * M + 37 * L) by (clear - C2 E2 T1 E3 M_pos L0; two_sided; lra).
  destruct (fsub_error _ _ _ Fc C3) as (_ & _ & E4). fold c in E4.
  assert (Bc : Rabs (real c) <= 40 * u53 * M + 38 * L) by (clear - C3 E4 M_pos L0; two_sided; lra).
  (* the last sums *)
  pose proof (fadd_error_of_result _ _ F_res) as E5. fold res in E5. set (rho := Rabs (real res)) in *.
  assert (rho0 : 0 <= rho) by apply Rabs_pos.
  assert (Br : - rho <= real res <= rho) by (apply Rabs_le_inv; apply Rle_refl).
  assert (Bb : Rabs (real b) <= (1 + u53) * rho + 40 * u53 * M + 38 * L) by (clear - E5 Br Bc; two_sided; lra).
  pose proof (fsub_error_of_result _ _ Fb) as E6. fold b in E6.
  assert (E6' : Rabs (real b - (real d - real bl)) <= u53 * ((1 + u53) * rho + 40 * u53 * M + 38 * L)).
  { eapply Rle_trans; [exact E6 |]. apply Rmult_le_compat_l; [lra | exact Bb]. }
  clear E6.
  assert (Bd : Rabs (real d) <= (1 + 3 * u53) * rho + 42 * u53 * M + 42 * L) by (clear - E6' Bb P3' M_pos L0 rho0;
    two_sided; lra).
  pose proof (fsub_error_of_result _ _ Fd) as E7. fold d in E7.
  assert (E7' : Rabs (real d - (real gh - real bh)) <= u53 * ((1 + 3 * u53) * rho + 42 * u53 * M + 42 * L)).
  { eapply Rle_trans; [exact E7 |]. apply Rmult_le_compat_l; [lra | exact Bd]. }
  clear E7.
  clear - E1 E2 E3 E4 E5 E6' E7' H5 T2 P2 Xg far_sum M_pos L0 rho0 C1 C2 C3 L_large T1.
  two_sided; lra.
Qed.

End Residual.
