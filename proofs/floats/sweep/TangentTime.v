(* The time that triple-doubles give to a contact (set_tangent_time of src/sweep/sweep_tangent.h), over the extracted
   terms: if it is certain, the true time G / S is off t + rest by at most the returned error, and t or the double below
   is the largest double not after it.

   Method: TangentQuotient.v bounds what the quotient loses, and the code's error exceeds that together with the errors
   of the gap and of the speed. The rounding is that of SweepTime.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree Terms_wide Terms_tangent ErrorFreeTerms Wide
  TangentGapSums SweepTerms SweepTime TangentQuotient.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).

Lemma between_finite (a x b : D) : finite a -> flt a x = true -> flt x b = true -> finite x.
Proof.
  unfold flt, Bltb, SpecFloat.SFltb, SpecFloat.SFcompare, finite.
  destruct a as [| [|] | | [|]], x as [| [|] | | [|]], b as [| [|] | | [|]]; simpl; congruence.
Qed.

(* The error of the code in real numbers. All terms are times the speed. *)
Section Bound.
Variables t z G s sl gl ge se a b c d e i S Gap : R.
Hypothesis (G0 : 0 < G) (Et : w <= u53 * u53 * u53 * u53 * G) (Es : w * s <= u53 * u53 * u53 * u53 * G).
Hypothesis (S0 : 0 < s) (T0 : 0 < t) (T1 : t < 1) (ge0 : 0 <= ge) (se0 : 0 <= se).
Hypothesis Near : Rabs (G + gl - z * (s + sl)) <= 26 * (u53 * u53) * G.
Hypothesis Size : Rabs (z * s - G) <= 7 * u53 * G.
Hypothesis Rounded : Rabs (t - z) <= u53 * Rabs t.
Hypothesis Low : Rabs sl <= u53 * s.
Hypothesis I : Rabs (i * s - 1) <= u53 + u53 * u53.
Hypothesis (Ha : Rabs (a - t * se) <= u53 * Rabs (t * se) + w) (Hb : Rabs (b - (ge + a)) <= u53 * Rabs (ge + a)).
Hypothesis (Hc : Rabs (c - b * i) <= u53 * Rabs (b * i) + w) (a0 : 0 <= a) (b0 : 0 <= b).
Hypothesis (Hd : Rabs (d - / 158456325028528675187087900672 * t) <= u53 * Rabs (/ 158456325028528675187087900672 * t) +
  w).
Hypothesis (He : Rabs (e - (c + d)) <= u53 * Rabs (c + d)).
Hypothesis Small : e <= 1001 / 1000 * (/ 1180591620717411303424 * t).
Hypothesis (HG : Rabs (G + gl - Gap) <= 9 / 10 * ge) (HS : Rabs (s + sl - S) <= se).

Lemma time_error_bound : 0 < S /\ Rabs (Gap / S - z) <= e.
Proof using All.
  set (X := t * s). assert (X0 : 0 < X) by (unfold X; apply Rmult_lt_0_compat; assumption).
  assert (tse : 0 <= t * se) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq t) in Rounded by lra. rewrite (Rabs_pos_eq (t * se)) in Ha by lra.
  rewrite (Rabs_pos_eq (ge + a)) in Hb by lra.
  assert (i0 : 0 <= i).
  { apply Rmult_le_reg_r with s; [assumption |]. clear - I. two_sided; lra. }
  assert (bi : 0 <= b * i) by (apply Rmult_le_pos; lra). rewrite (Rabs_pos_eq (b * i)) in Hc by lra.
  rewrite (Rabs_pos_eq (_ * t)) in Hd by lra.
  (* t s is near the gap *)
  assert (XG : Rabs (X - G) <= 9 * u53 * G).
  { assert (Q : Rabs ((t - z) * s) <= u53 * X).
    { rewrite Rabs_mult, (Rabs_pos_eq s) by lra. unfold X. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
    replace ((t - z) * s) with (X - z * s) in Q by (unfold X; ring). set (y := z * s) in *.
    clear - Q Size G0 X0. two_sided; lra. }
  assert (GX : G <= (1 + 10 * u53) * X) by (clear - XG G0; two_sided; lra).
  (* the terms of the error, times the speed *)
  set (A := ge + t * se). assert (A0 : 0 <= A) by (unfold A; lra).
  assert (AB : (1 - 3 * u53) * A - 2 * w <= b) by (unfold A; clear - Ha Hb tse ge0; two_sided; lra).
  assert (BI : Rabs (b * i * s - b) <= (u53 + u53 * u53) * b).
  { replace (b * i * s - b) with (b * (i * s - 1)) by ring. rewrite Rabs_mult, (Rabs_pos_eq b) by assumption.
    rewrite (Rmult_comm _ b). apply Rmult_le_compat_l; assumption. }
  assert (CS : (1 - u53) * (b * i * s) - w * s <= c * s).
  { assert (H : ((1 - u53) * (b * i) - w) * s <= c * s) by (apply Rmult_le_compat_r; [lra |]; clear - Hc; two_sided;
      lra).
    lra. }
  assert (DS : (1 - u53) * (/ 158456325028528675187087900672 * X) - w * s <= d * s).
  { assert (H : ((1 - u53) * (/ 158456325028528675187087900672 * t) - w) * s <= d * s)
      by (apply Rmult_le_compat_r; [lra |]; clear - Hd; two_sided; lra).
    unfold X. lra. }
  assert (P0 : 0 <= (1 - 3 * u53) * A + (1 - u53) * (/ 158456325028528675187087900672 * X)) by nra.
  assert (W0 : 0 < w) by apply bpow_gt_0. assert (ws : 0 < w * s) by (apply Rmult_lt_0_compat; assumption).
  assert (CDS : (1 - 6 * u53) * A + / 158456325028528675187087900672 * (98 / 100 * X) <= (c + d) * s).
  { replace ((c + d) * s) with (c * s + d * s) by ring. set (y := b * i * s) in *. set (cs := c * s) in *.
    set (ds := d * s) in *. set (v := w * s) in *. clear - AB BI CS DS Et Es GX A0 X0. two_sided; lra. }
  assert (ES : (1 - 8 * u53) * A + / 158456325028528675187087900672 * (97 / 100 * X) <= e * s).
  { assert (cd : 0 <= c + d).
    { apply Rmult_le_reg_r with s; [assumption |]. rewrite Rmult_0_l. lra. }
    rewrite (Rabs_pos_eq (c + d)) in He by assumption.
    assert (H : ((1 - u53) * (c + d)) * s <= e * s) by (apply Rmult_le_compat_r; [lra |]; clear - He; two_sided; lra).
    rewrite Rmult_assoc in H. set (y := (c + d) * s) in *. clear - H CDS A0 X0. lra. }
  assert (EX : e * s <= 1001 / 1000 * (/ 1180591620717411303424 * X)).
  { replace (1001 / 1000 * (/ 1180591620717411303424 * X)) with (1001 / 1000 * (/ 1180591620717411303424 * t) * s)
      by (unfold X; ring). apply Rmult_le_compat_r; lra. }
  assert (AX : A <= / 590295810358705651712 * X) by (clear - ES EX A0 X0; lra).
  (* the true speed *)
  assert (SS : Rabs (S - s) <= 2 * u53 * s).
  { assert (H : t * se <= t * (/ 590295810358705651712 * s)).
    { replace (t * (/ 590295810358705651712 * s)) with (/ 590295810358705651712 * X) by (unfold X; ring).
      unfold A in AX. lra. }
    apply Rmult_le_reg_l in H; [| assumption]. clear - H HS Low S0. two_sided; lra. }
  assert (SP : (1 - 2 * u53) * s <= S) by (clear - SS; two_sided; lra).
  assert (SP0 : 0 < S) by lra. split; [exact SP0 |].
  (* z S against the true gap *)
  assert (Z : 0 <= z <= (1 + 2 * u53) * t) by (clear - Rounded T0; two_sided; lra).
  assert (ZS : Rabs (z * (s + sl - S)) <= (1 + 2 * u53) * (t * se)).
  { rewrite Rabs_mult, (Rabs_pos_eq z) by lra. rewrite <- Rmult_assoc. apply Rmult_le_compat; try lra. apply Rabs_pos. }
  assert (N : Rabs (Gap - z * S) <= 26 * (u53 * u53) * G + (1 + 2 * u53) * A).
  { replace (z * (s + sl - S)) with (z * (s + sl) - z * S) in ZS by ring.
    set (x := z * (s + sl)) in *. set (y := z * S) in *. unfold A. clear - Near ZS HG tse ge0. two_sided; lra. }
  apply Rmult_le_reg_r with S; [exact SP0 |]. rewrite <- (Rabs_pos_eq S) at 2 by lra. rewrite <- Rabs_mult.
  replace ((Gap / S - z) * S) with (Gap - z * S) by (field; lra). eapply Rle_trans; [exact N |].
  assert (e0 : 0 <= e).
  { apply Rmult_le_reg_r with s; [assumption |]. rewrite Rmult_0_l. clear - ES A0 X0. lra. }
  assert (H : e * ((1 - 2 * u53) * s) <= e * S) by (apply Rmult_le_compat_l; assumption).
  replace (e * ((1 - 2 * u53) * s)) with ((1 - 2 * u53) * (e * s)) in H by ring. set (es := e * s) in *.
  set (eS := e * S) in *. clear - H ES GX AX A0 X0. lra.
Qed.
End Bound.

Theorem set_tangent_time_correct gh gl ge sh sl se t rest err G S :
  set_tangent_time_results gh gl ge sh sl se true t rest err ->
  nonneg ge -> nonneg se ->
  (finite ge -> is_gap gh gl ge G /\ bpow radix2 (-700) <= real ge /\ G <= bpow radix2 415) ->
  (finite sl -> Rabs (real sh) <= bpow radix2 420 /\ Rabs (real sl) <= u53 * Rabs (real sh)) ->
  (finite se -> finite sl -> bpow radix2 (-703) <= Rabs (real sh) -> Rabs (real sh + real sl - S) <= real se) ->
  0 < G /\ 0 < S /\ 0 < G / S < 1 /\ bpow radix2 (-703) <= real sh /\ finite t /\ finite rest /\ bpow radix2 (-200) <
    real t < 1 /\
  Rabs (real rest) <= u53 * real t /\ finite err /\ real err <= 1001 / 1000 * (bpow radix2 (-70) * real t) /\
  Rabs (G / S - (real t + real rest)) <= real err /\
  is_largest_not_after (if Rlt_bool (real rest) 0 then below (real t) else real t) (G / S) /\
  99 / 100 * (bpow radix2 (-97) * real t) <= real err.
Proof.
  intros H Ng Ns HG Hs0 HS. unfold set_tangent_time_results in H. open H. destruct H as [Ei Eq Wp El Wt Et Er Ee R].
  destruct (wide_of_product_values _ _ _ _ _ Wp) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Wt) as (-> & -> & _). clear Wp Wt. subst.
  set (i := fdiv (fconst 1 0) sh) in *. set (guess := fmul gh i) in *.
  set (left := fadd _ (fsub gl _)) in *. set (step := fmul left i) in *. set (t := fadd guess step) in *.
  symmetry in R. apply andb_true_iff in R. destruct R as [R R5]. apply andb_true_iff in R. destruct R as [R R4].
  apply andb_true_iff in R. destruct R as [R R3]. apply andb_true_iff in R. destruct R as [R1 R2].
  const_facts 1%Z (-200)%Z F200 V200. rewrite Rmult_1_l in V200.
  const_facts 1%Z (-70)%Z F70 V70. rewrite Rmult_1_l in V70. const_facts 1%Z (-97)%Z F97 V97. rewrite Rmult_1_l in V97.
  destruct one_value as (F1 & V1).
  pose proof (between_finite _ _ _ F200 R2 R3) as Ft.
  destruct (fadd_finite _ _ Ft) as (Fq & Fstep & Et).
  pose proof (flt_finite _ _ R1 Ng) as Fge. destruct (HG Fge) as (Gap & gel & HG').
  destruct (fmul_finite _ _ Fq) as (Fgh & Fi & _).
  assert (Ggl : bpow radix2 (-700) <= real gh) by (pose proof (flt_real _ _ Fge Fgh R1); lra).
  pose proof (gap_positive _ _ _ _ Gap (flt_real _ _ Fge Fgh R1)) as GP.
  destruct Gap as (G' & Gh & Gl & GG).
  assert (Hgh : real gh <= bpow radix2 420).
  { pose proof (flt_real _ _ Fge Fgh R1) as L. pose proof (bpow_gt_0 radix2 (-700)).
    change 420%Z with (5 + 415)%Z. rewrite bpow_plus. change (bpow radix2 5) with 32.
    rewrite (Rabs_pos_eq (real gh)) in Gh by lra. clear - L Gh GG HG' H. two_sided; lra. }
  assert (Hgl : finite gl -> Rabs (real gl) <= u53 * Rabs (real gh)).
  { intros F. specialize (Gl F). replace (real gl) with (- (real gh - G')) by lra. now rewrite Rabs_Ropp. }
  destruct (parts_finite gh gl sh sl Fstep) as (_ & Fgl & Fsh & Fsl & _ & _ & _ & _ & _ & Nz).
  specialize (Gl Fgl). destruct (Hs0 Fsl) as (Hs & Hsl0). clear Hs0.
  assert (Hsl : finite sl -> Rabs (real sl) <= u53 * Rabs (real sh)) by auto. clear Hsl0.
  apply flt_real in R2; auto. apply flt_real in R3; auto. rewrite V200 in R2. rewrite V1 in R3.
  pose proof (bpow_gt_0 radix2 (-200)) as B200.
  pose proof (rnd_sum_error_of_result _ _ (real_in_format guess) (real_in_format step)) as Rt.
  rewrite <- Et, u_double in Rt. fold t in Rt.
  (* no underflow *)
  assert (Normal : w * Rabs (real sh) <= u53 * u53 * u53 * u53 * real gh).
  { apply Rnot_lt_le. intros N. pose proof (underflow_is_tiny gh gl sh sl Fstep Ggl Hs Hgl Hsl N) as Ty.
    fold i guess left step in Ty. rewrite (Rabs_pos_eq (real t)) in Rt by lra.
    assert (bpow radix2 (-800) <= / 2 * bpow radix2 (-200)).
    { change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le. lia. }
    clear - Ty Rt R2 H B200. two_sided; lra. }
  destruct (quotient_parts gh gl sh sl Fstep Ggl Hs Hgl Hsl Normal) as (Q1 & Q2 & Q3).
  fold i guess left step in Q1, Q2, Q3.
  pose proof (eta_of_gap gh Ggl) as E100.
  assert (G0 : 0 < real gh) by (pose proof (bpow_gt_0 radix2 (-700)); lra).
  (* signs *)
  assert (Step : Rabs (real step) <= 5 * u53 * Rabs (real guess)).
  { apply Rmult_le_reg_r with (Rabs (real sh)); [now apply Rabs_pos_lt |]. rewrite <- Rabs_mult.
    rewrite Rmult_assoc, <- Rabs_mult. set (x := real guess * real sh) in *. set (y := real step * real sh) in *.
    assert (real gh <= (1 + 3 * u53) * Rabs x).
    { pose proof (Rle_abs x). clear - Q1 H G0. two_sided; lra. }
    clear - Q2 H G0. lra. }
  assert (g0 : 0 < real guess).
  { apply Rnot_le_lt. intros N. rewrite (Rabs_left1 (real guess)) in Step by lra.
    rewrite (Rabs_pos_eq (real t)) in Rt by lra.
    clear - N Step Rt R2 B200. two_sided; lra. }
  rewrite (Rabs_pos_eq (real guess)) in Step by lra.
  assert (S0 : 0 < real sh).
  { apply Rmult_lt_reg_l with (real guess); [assumption |]. rewrite Rmult_0_r. clear - Q1 G0. two_sided; lra. }
  rewrite (Rabs_pos_eq (real sh)) in Hs, Hsl, HS, Normal by lra. specialize (Hsl Fsl).
  assert (R3' : flt (fadd guess step) (fconst 1 0) = true).
  { destruct (flt_real_cases (fadd guess step) (fconst 1 0) Ft F1) as [[A _] | [_ A]]; [exact A |]. rewrite V1 in A.
    fold t in A. lra. }
  destruct (small_sum_finite guess step Fq Fstep ltac:(lra) R3') as (Fr & _).
  assert (O : real guess = 0 \/ Rabs (real step) <= Rabs (real guess)).
  { right. rewrite (Rabs_pos_eq (real guess)); lra. }
  destruct (ordered_sum_exact guess step Fr O) as (_ & _ & _ & _ & X). fold t in X.
  destruct (ordered_rest_small guess step Fr O) as (_ & Lr). fold t in Lr. rewrite u_double in Lr.
  rewrite (Rabs_pos_eq (real t)) in Lr by lra.
  set (rest := ordered_rest guess step) in *.
  assert (Sl : bpow radix2 (-703) <= real sh).
  { assert (real guess <= 2) by (rewrite (Rabs_pos_eq (real t)) in Rt by lra; clear - Rt R3 Step g0; two_sided; lra).
    assert (real guess * real sh <= 2 * real sh) by (apply Rmult_le_compat_r; lra).
    assert (bpow radix2 (-703) <= / 8 * bpow radix2 (-700)).
    { change (/ 8) with (bpow radix2 (-3)). rewrite <- bpow_plus. apply bpow_le. lia. }
    set (x := real guess * real sh) in *. clear - Q1 G0 H0 H1 Ggl. two_sided; lra. }
  (* the error *)
  set (err := fadd (fmul (fadd ge (fmul t se)) i) (fmul (fconst 1 (-97)) t)) in *.
  pose proof (inverse_near gh gl sh sl Fstep ltac:(rewrite Rabs_pos_eq by lra; exact Hs)) as I. fold i in I.
  assert (i0 : 0 <= real i).
  { apply Rmult_le_reg_r with (real sh); [assumption |]. clear - I. two_sided; lra. }
  assert (Nt : nonneg t) by (apply nonneg_of_real; [exact Ft | lra]).
  assert (Ni : nonneg i) by now apply nonneg_of_real.
  assert (Na : nonneg (fmul t se)) by now apply nonneg_fmul.
  assert (Nb : nonneg (fadd ge (fmul t se))) by now apply nonneg_fadd.
  assert (Nd : nonneg (fmul (fconst 1 (-97) : D) t)).
  { apply nonneg_fmul; [apply nonneg_of_real; [exact F97 | rewrite V97; apply bpow_ge_0] | exact Nt]. }
  assert (Ne : nonneg err) by (apply nonneg_fadd; [now apply nonneg_fmul | exact Nd]).
  pose proof (flt_finite _ _ R4 Ne) as Fe.
  destruct (fadd_finite _ _ Fe) as (Fc & Fd & _). destruct (fmul_finite _ _ Fc) as (Fb & _ & _).
  destruct (fadd_finite _ _ Fb) as (_ & Fa & _). destruct (fmul_finite _ _ Fa) as (_ & Fse & _).
  specialize (HS Fse Fsl Sl).
  destruct (fmul_error t se _ w Fa (Rle_refl _) (Rle_refl _)) as (_ & _ & Ha).
  destruct (fadd_error ge (fmul t se) _ Fb (Rle_refl _)) as (_ & _ & Hb).
  destruct (fmul_error (fadd ge (fmul t se)) i _ w Fc (Rle_refl _) (Rle_refl _)) as (_ & _ & Hc).
  destruct (fmul_error (fconst 1 (-97)) t _ w Fd (Rle_refl _) (Rle_refl _)) as (_ & _ & Hd).
  destruct (fadd_error _ _ _ Fe (Rle_refl _)) as (_ & _ & He). fold err in He. rewrite V97 in Hd.
  assert (F4 : finite (fmul (fconst 1 (-70)) t)).
  { destruct (@fmul_is_finite double (fconst 1 (-70)) t 0 (conj eq_refl eq_refl) F70 Ft) as (F & _); [| exact F].
    rewrite V70, Rabs_mult, (Rabs_pos_eq (bpow _ _)), (Rabs_pos_eq (real t)) by (try apply bpow_ge_0; lra).
    replace (bpow radix2 0) with (1 * 1) by (simpl; ring). apply Rmult_le_compat; try apply bpow_ge_0; try lra.
    change 1 with (bpow radix2 0). apply bpow_le. lia. }
  apply flt_real in R4; auto.
  assert (Small : real err <= 1001 / 1000 * (bpow radix2 (-70) * real t)).
  { destruct (fmul_error (fconst 1 (-70)) t _ w F4 (Rle_refl _) (Rle_refl _)) as (_ & _ & E). rewrite V70 in E.
    assert (0 < bpow radix2 (-70) * real t) by (apply Rmult_lt_0_compat; [apply bpow_gt_0 | lra]).
    rewrite (Rabs_pos_eq (bpow radix2 (-70) * real t)) in E by lra.
    assert (w <= / 100000 * (bpow radix2 (-70) * real t)).
    { apply Rle_trans with (bpow radix2 (-20) * (bpow radix2 (-70) * bpow radix2 (-200))).
      - rewrite <- !bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat; try apply bpow_ge_0; [apply Rmult_le_pos; apply bpow_ge_0 | simpl; lra |].
        apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
    set (x := bpow radix2 (-70) * real t) in *. clear - R4 E H H0. two_sided; lra. }
  apply flt_real in R5; auto; [| now apply finite_fabs]. rewrite real_fabs in R5.
  destruct (time_error_bound (real t) (real guess + real step) (real gh) (real sh) (real sl) (real gl) (real ge) (real
    se)
    (real (fmul t se)) (real (fadd ge (fmul t se))) (real (fmul (fadd ge (fmul t se)) i)) (real (fmul (fconst 1 (-97))
      t))
    (real err) (real i) S G) as (SP & Bound); auto using nonneg_real; try lra.
  { set (x := real guess * real sh) in *. set (y := real step * real sh) in *.
    replace ((real guess + real step) * real sh - real gh) with (x + y - real gh) by (unfold x, y; ring).
    clear - Q1 Q2 G0. two_sided; lra. }
  { replace (real gh + real gl - G) with (G' - G) by lra. exact GG. }
  rewrite <- X in Bound.
  assert (L : is_largest_not_after (if Rlt_bool (real rest) 0 then below (real t) else real t) (G / S)).
  { pose proof (rounded_down (real guess + real step) (G / S) (real err)) as K. rewrite <- Et in K. fold t in K.
    replace (real guess + real step - real t) with (real rest) in K by lra.
    apply K; [rewrite <- X; exact Bound | exact R5]. }
  assert (T0 : 0 < G / S) by (apply Rdiv_lt_0_compat; assumption).
  assert (T1 : G / S < 1).
  { destruct (Rle_or_lt (real rest) 0) as [N | N].
    - rewrite Rabs_left1 in R5 by lra. clear - N R5 Bound R3. two_sided; lra.
    - assert (One : fmt 1) by (rewrite <- V1; apply real_in_format).
      pose proof (no_double_between (real guess + real step) (G / S) (real err)) as K. rewrite <- Et in K. fold t in K.
      replace (real guess + real step - real t) with (real rest) in K by lra.
      destruct (K ltac:(rewrite <- X; exact Bound) R5 1 One ltac:(lra)) as (A & _).
      destruct (A N) as (_ & [A1 | A1]); lra. }
  assert (Own : 99 / 100 * (bpow radix2 (-97) * real t) <= real err).
  { pose proof (fadd_at_least_right _ _ Fe (nonneg_real _ (nonneg_fmul _ _ Nb Ni))) as A. fold err in A.
    assert (w <= / 1000 * (bpow radix2 (-97) * real t)).
    { apply Rle_trans with (bpow radix2 (-10) * (bpow radix2 (-97) * bpow radix2 (-200))).
      - rewrite <- !bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat; try apply bpow_ge_0; [apply Rmult_le_pos; apply bpow_ge_0 | simpl; lra |].
        apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
    assert (0 <= bpow radix2 (-97) * real t) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
    rewrite (Rabs_pos_eq (bpow radix2 (-97) * real t)) in Hd by assumption.
    set (x := bpow radix2 (-97) * real t) in *. clear - A Hd H H0. two_sided; lra. }
  auto 20.
Qed.
