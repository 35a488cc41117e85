(* The residual of set_fast_side (src/sweep/sweep_one_pass.h): s (u x w) - R |u| - t |u x v| at the guess t.

   The last three sums are relative to the residual itself, which the bound pays with the rounding of the step. All
   else is in units of u53^2 = 2^-106 of M, which bounds the terms, and in L, which is more than underflow loses. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct Terms_wide Terms_pair ErrorFreeTerms Wide
  TangentGapLength TangentGapLine TimeSideProducts.

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
  inv2 = fdiv (fconst 1 0) w -> finite h -> finite w ->
  0 < S -> S <= bpow radix2 202 -> bpow radix2 (-400) <= real w -> Rabs (real w - S * S) <= 3 * u53 * (S * S) ->
  Rabs (2 * S * real h - 1) <= 7 * u53.
Proof.
  intros Ei Fh Fw S0 S1 W0 HW. unfold h in *. destruct (fmul_finite _ _ Fh) as (_ & Fk & _).
  destruct (fmul_finite _ _ Fk) as (Fs & Fi & _).
  pose proof (bpow_gt_0 radix2 (-400)) as P. pose proof (bpow_gt_0 radix2 (-1075)) as Z0.
  const_facts 1%Z 0%Z F1 V1. change (1 * bpow radix2 0) with (1 * 1) in V1. rewrite Rmult_1_r in V1.
  const_facts 1%Z (-1)%Z F2 V2. change (1 * bpow radix2 (-1)) with (1 * / 2) in V2.
  rewrite Ei in Fi. destruct (fdiv_finite _ _ Fi Fw ltac:(lra)) as (_ & Er). rewrite <- Ei, V1 in Er.
  pose proof (rnd_error double (1 / real w)) as R. rewrite <- Er, u_double in R.
  change (eta double) with (bpow radix2 (-1075)) in R.
  assert (Q0 : 0 < S * S) by now apply Rmult_lt_0_compat.
  assert (Q1 : S * S <= bpow radix2 404).
  { change 404%Z with (202 + 202)%Z. rewrite bpow_plus. apply Rmult_le_compat; lra. }
  assert (T : forall a k, 0 <= a -> a <= bpow radix2 k -> (k <= 500)%Z -> a * bpow radix2 (-1075) <= / 1000 * u53).
  { intros a k A0 A1 Hk. apply Rle_trans with (bpow radix2 500 * bpow radix2 (-1075)).
    - apply Rmult_le_compat_r; [lra |]. eapply Rle_trans; [exact A1 |]. now apply bpow_le.
    - rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-63)); [apply bpow_le; lia |]. simpl. lra. }
  pose proof (T (S * S) 404%Z ltac:(lra) Q1 ltac:(lia)) as T1. pose proof (T S 202%Z ltac:(lra) S1 ltac:(lia)) as T2.
  (* i2 S^2 = 1 but for 4.2 units *)
  set (q := 1 / real w) in *. set (i2 := real inv2) in *. assert (Eq : q * real w = 1) by (unfold q; field; lra).
  assert (q0 : 0 < q) by (unfold q; apply Rdiv_lt_0_compat; lra).
  set (Q := S * S) in *.
  assert (Hq : Rabs (q * Q - 1) <= 301 / 100 * u53).
  { assert (B1 : Q * (1 - 3 * u53) <= real w) by (clear - HW; two_sided; lra).
    assert (B2 : q * Q <= 10001 / 10000).
    { apply Rmult_le_reg_r with (real w); [lra |]. replace (q * Q * real w) with (Q * (q * real w)) by ring.
      rewrite Eq. lra. }
    replace (q * Q - 1) with (- (q * (real w - Q))) by (rewrite <- Eq; ring). rewrite Rabs_Ropp.
    eapply Rle_trans; [apply times_size; [apply Rle_refl | exact HW] |]. rewrite (Rabs_pos_eq q) by lra. lra. }
  assert (I1 : Rabs (i2 * Q - 1) <= 402 / 100 * u53).
  { rewrite (Rabs_pos_eq q) in R by lra.
    assert (B : Rabs ((i2 - q) * Q) <= (u53 * q + bpow radix2 (-1075)) * Q).
    { rewrite Rabs_mult, (Rabs_pos_eq Q) by lra. apply Rmult_le_compat_r; lra. }
    clear - B Hq T1. replace (i2 * Q - 1) with ((i2 - q) * Q + (q * Q - 1)) by ring.
    replace ((u53 * q + bpow radix2 (-1075)) * Q) with (u53 * (q * Q) + Q * bpow radix2 (-1075)) in B by ring.
    two_sided; lra. }
  (* the product with S *)
  destruct (fmul_finite _ _ Fk) as (_ & _ & Ek). pose proof (rnd_error double (S * i2)) as Rk. fold S i2 in Ek.
  rewrite <- Ek, u_double in Rk. change (eta double) with (bpow radix2 (-1075)) in Rk.
  set (k := real (fmul s inv2)) in *.
  destruct (fmul_finite _ _ Fh) as (_ & _ & Eh). fold k in Eh. rewrite V2 in Eh.
  pose proof (rnd_error double (1 * / 2 * k)) as Rh.
  rewrite <- Eh, u_double in Rh. change (eta double) with (bpow radix2 (-1075)) in Rh.
  set (hr := real (fmul (fconst 1 (-1)) (fmul s inv2))) in *.
  assert (i0 : 0 < i2).
  { apply Rnot_le_lt. intros C. assert (0 <= - i2 * Q) by (apply Rmult_le_pos; lra). clear - I1 H. two_sided. lra. }
  assert (K1 : Rabs (k * S - 1) <= 51 / 10 * u53).
  { rewrite (Rabs_pos_eq (S * i2)) in Rk by (apply Rmult_le_pos; lra).
    assert (B : Rabs ((k - S * i2) * S) <= (u53 * (S * i2) + bpow radix2 (-1075)) * S).
    { rewrite Rabs_mult, (Rabs_pos_eq S) by lra. apply Rmult_le_compat_r; lra. }
    replace ((u53 * (S * i2) + bpow radix2 (-1075)) * S) with (u53 * (i2 * Q) + S * bpow radix2 (-1075)) in B by
      (unfold Q; ring).
    replace (k * S - 1) with ((k - S * i2) * S + (i2 * Q - 1)) by (unfold Q; ring). clear - B I1 T2. two_sided; lra. }
  assert (k0 : 0 < k).
  { apply Rnot_le_lt. intros C. assert (0 <= - k * S) by (apply Rmult_le_pos; lra). clear - K1 H. two_sided. lra. }
  assert (B : Rabs (2 * ((hr - 1 * / 2 * k) * S)) <= 2 * ((u53 * (1 * / 2 * k) + bpow radix2 (-1075)) * S)).
  { rewrite !Rabs_mult, (Rabs_pos_eq S), (Rabs_pos_eq 2) by lra. rewrite (Rabs_pos_eq (1 * / 2 * k)) in Rh by lra.
    apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r; lra. }
  replace (2 * ((hr - 1 * / 2 * k) * S)) with (2 * S * hr - k * S) in B by field.
  replace (2 * ((u53 * (1 * / 2 * k) + bpow radix2 (-1075)) * S)) with (u53 * (k * S) + 2 * (S * bpow radix2
    (-1075))) in B by field.
  clear - B K1 T2. two_sided; lra.
Qed.

(* R times the correction of the root. *)
Lemma correction_near (left h rh : D) S G L :
  let t1 := fmul left (fmul h rh) in let d := G / (2 * S) in
  finite t1 -> 0 < S -> 0 <= real rh -> Rabs (2 * S * real h - 1) <= 7 * u53 ->
  Rabs (real left - G) <= 150 * (u53 * u53) * (S * S) -> Rabs (real left) <= 7 * u53 * (S * S) ->
  7 * u53 * (S * S) * bpow radix2 (-1075) <= L -> bpow radix2 (-1075) <= L ->
  Rabs (real t1 - real rh * d) <= 120 * (u53 * u53) * (real rh * S) + 3 * L.
Proof.
  intros t1 d Ft S0 R0 Hh Hl Bl L1 L2. unfold t1 in *. destruct (fmul_finite _ _ Ft) as (_ & Fk & Et).
  destruct (fmul_finite _ _ Fk) as (_ & _ & Ek).
  pose proof (rnd_error double (real h * real rh)) as Rk. rewrite <- Ek, u_double in Rk.
  pose proof (rnd_error double (real left * real (fmul h rh))) as Rt. rewrite <- Et, u_double in Rt.
  change (eta double) with (bpow radix2 (-1075)) in *. pose proof (bpow_gt_0 radix2 (-1075)) as Z0.
  set (n := bpow radix2 (-1075)) in *. set (k := real (fmul h rh)) in *. set (t := real (fmul left (fmul h rh))) in *.
  (* left over 2 S *)
  set (m := real left / (2 * S)). assert (Em : real left = 2 * S * m) by (unfold m; field; lra).
  assert (Ed : G = 2 * S * d) by (unfold d; field; lra).
  set (hs := 2 * S * real h) in *.
  assert (M1 : Rabs (m - d) <= 75 * (u53 * u53) * S).
  { apply divide_by_length; [exact S0 |]. replace (2 * S * (m - d)) with (real left - G) by (rewrite Em, Ed; ring).
    lra. }
  assert (M2 : Rabs m <= 35 / 10 * u53 * S).
  { apply divide_by_length; [exact S0 |]. rewrite <- Em. lra. }
  assert (E1 : real left * (real h * real rh) = real rh * (m * hs)) by (rewrite Em; unfold hs; ring).
  assert (A1 : Rabs (m * hs) <= 351 / 100 * u53 * S).
  { assert (Hs : Rabs hs <= 1 + 7 * u53) by (clear - Hh; two_sided; lra).
    eapply Rle_trans; [apply times_size; [exact M2 | exact Hs] |]. clear - S0. lra. }
  assert (A2 : Rabs (m * (hs - 1)) <= 246 / 10 * (u53 * u53) * S).
  { eapply Rle_trans; [apply times_size; [exact M2 | exact Hh] |]. clear - S0. lra. }
  assert (Ar : Rabs (real rh) <= real rh) by (rewrite Rabs_pos_eq; lra).
  pose proof (times_size _ _ _ _ Ar A1) as B1. pose proof (times_size _ _ _ _ Ar A2) as B2.
  pose proof (times_size _ _ _ _ Ar M1) as B3.
  assert (B4 : Rabs (real left * (k - real h * real rh)) <= u53 * Rabs (real rh * (m * hs)) + 7 * u53 * (S * S) * n).
  { rewrite <- E1, !Rabs_mult. assert (Rabs (real left) * n <= 7 * u53 * (S * S) * n) by (apply Rmult_le_compat_r;
      lra).
    assert (Rabs (real left) * Rabs (k - real h * real rh) <= Rabs (real left) * (u53 * Rabs (real h * real rh) + n))
      by (apply Rmult_le_compat_l; [apply Rabs_pos | exact Rk]).
    rewrite Rabs_mult in *. lra. }
  assert (E2 : real left * k = real left * (k - real h * real rh) + real rh * (m * hs)) by (rewrite <- E1; ring).
  assert (E3 : real rh * (m * hs) = real rh * d + real rh * (m - d) + real rh * (m * (hs - 1))) by ring.
  replace (real rh * (351 / 100 * u53 * S)) with (351 / 100 * u53 * (real rh * S)) in B1 by ring.
  replace (real rh * (246 / 10 * (u53 * u53) * S)) with (246 / 10 * (u53 * u53) * (real rh * S)) in B2 by ring.
  replace (real rh * (75 * (u53 * u53) * S)) with (75 * (u53 * u53) * (real rh * S)) in B3 by ring.
  assert (K0 : 0 <= real rh * S) by (apply Rmult_le_pos; lra).
  set (K := real rh * S) in *. set (x := real rh * (m * hs)) in *. set (y := real left * (k - real h * real rh)) in *.
  set (z := 7 * u53 * (S * S) * n) in *.
  assert (B5 : Rabs y <= 352 / 100 * (u53 * u53) * K + L) by lra.
  assert (B6 : Rabs (real left * k) <= 36 / 10 * u53 * K + 2 * L).
  { rewrite E2. clear - B1 B5 K0 L2 Z0. two_sided; lra. }
  assert (B7 : Rabs (t - real left * k) <= 36 / 10 * (u53 * u53) * K + 101 / 100 * L) by lra.
  rewrite E2 in B7. set (rd := real rh * d) in *. set (q1 := real rh * (m - d)) in *.
  set (q2 := real rh * (m * (hs - 1))) in *.
  rewrite E3 in B7. clear - B7 B5 B2 B3 K0 L2 Z0. two_sided; lra.
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
