(* The root of the discriminant for a contact with an end in triple-doubles (set_tangent_end of
   src/sweep/sweep_tangent.h), over the extracted terms of double-doubles: sqrt ((L - x) (L + x)) from a gap L - x.

   All parts are finite if the low part of the root is. The errors of the operations are those of Wide.v, and the real
   numbers those of TangentEndReal.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model WideSquares Facts Operations Bounded ErrorFree Terms_wide ErrorFreeTerms Wide
  WideQuotient WideSum WideShift SweepTerms ContactFeature TangentGapSums TangentEndReal.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* What is finite if a low part is. *)
Lemma wide_add_lows ah al bh bl e k1 k2 hi lo e' : wide_add_results ah al e bh bl e k1 k2 hi lo e' -> finite lo ->
  finite ah /\ finite al /\ finite bh /\ finite bl.
Proof.
  unfold wide_add_results. intros H Fl. open H.
  destruct H as [I1 I2 I3 I4 _ _ X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  rewrite Z.eqb_refl in I1. simpl negb in I1. subst x. cbv iota in *.
  destruct (wide_of_sum_values _ _ _ _ _ S1) as (E1 & E2 & _).
  destruct (wide_of_sum_values _ _ _ _ _ S2) as (E3 & E4 & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S3) as (E5 & E6 & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (E7 & E8 & _).
  clear S1 S2 S3 S4 X1 X2 X3 X4 X5. rewrite R2, E8 in Fl.
  unfold ordered_rest in Fl. destruct (fsub_finite _ _ Fl) as (F1 & F2 & _).
  destruct (fadd_finite _ _ F1) as (_ & F3 & _).
  rewrite E4 in F3. destruct (two_sum_exact _ _ F3) as (Fal & Fbl & _).
  destruct (fsub_finite _ _ F2) as (_ & F4 & _). rewrite E5 in F4. destruct (fadd_finite _ _ F4) as (F5 & _ & _).
  rewrite E1 in F5. destruct (fadd_finite _ _ F5) as (Fah & Fbh & _). rewrite Y2 in Fah. rewrite Y3 in Fbh.
  rewrite Y4 in Fal.
  rewrite Y5 in Fbl. auto.
Qed.

Lemma wide_sub_lows ah al bh bl e k1 k2 hi lo e' : wide_sub_results ah al e bh bl e k1 k2 hi lo e' -> finite lo ->
  finite ah /\ finite al /\ finite bh /\ finite bl.
Proof.
  intros [H] Fl. destruct (wide_add_lows _ _ _ _ _ _ _ _ _ _ H Fl) as (A & B & C & E).
  repeat split; auto using fneg_finite.
Qed.

Lemma wide_add_exp ah al bh bl e k1 k2 hi lo e' : wide_add_results ah al e bh bl e k1 k2 hi lo e' -> e' = e.
Proof.
  unfold wide_add_results. intros H. open H.
  destruct H as [I1 I2 I3 I4 _ _ X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  rewrite Z.eqb_refl in I1. simpl negb in I1. subst x. cbv iota in *.
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (_ & _ & E). congruence.
Qed.

Lemma wide_mul_parts ah al ea bh bl eb hi lo e : wide_mul_results ah al ea bh bl eb hi lo e -> finite hi ->
  finite ah /\ finite al /\ finite bh /\ finite bl /\
  exists r, hi = fadd (fmul ah bh) r /\ lo = ordered_rest (fmul ah bh) r /\
    r = fadd (product_rest ah bh) (fadd (fmul ah bl) (fmul al bh)).
Proof.
  intros (ph & pl & pe & H) Fh. destruct H as [Hp Hs].
  destruct (wide_of_product_values _ _ _ _ _ Hp) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Hs) as (Eh & El & _).
  rewrite Eh in Fh. destruct (fadd_finite _ _ Fh) as (_ & Fr & _). destruct (fadd_finite _ _ Fr) as (_ & Fm & _).
  destruct (fadd_finite _ _ Fm) as (F1 & F2 & _). destruct (fmul_finite _ _ F1) as (Fa & Fbl & _).
  destruct (fmul_finite _ _ F2) as (Fal & Fb & _).
  do 4 (split; [assumption |]). eexists. split; [exact Eh |]. split; [exact El | reflexivity].
Qed.

Lemma sqrt_exponent ah al hi lo e : wide_sqrt_results ah al 0 hi lo e -> real ah = 0 /\ finite ah \/ e = 0%Z.
Proof.
  unfold wide_sqrt_results. intros H. open H. destruct H as [I1 _ I2 A1 A2 A3 A4 A5 A6 Es Sp Er So R1 R2 R3].
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ So) as (E1 & E2 & E3).
  destruct (feq ah (fconst 0 0)) eqn:Z; [left; destruct (feq_zero _ Z); auto |]. right.
  rewrite I1 in R3. rewrite I2 in A5. cbn in A5. rewrite R3, E3, A5. reflexivity.
Qed.

Lemma sqrt_operand_finite ah al hi lo e : wide_sqrt_results ah al 0 hi lo e -> finite lo -> finite ah.
Proof.
  unfold wide_sqrt_results. intros H Fl. open H. destruct H as [I1 _ I2 A1 A2 A3 A4 A5 A6 Es Sp Er So R1 R2 R3].
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ So) as (E1 & E2 & E3).
  destruct (feq ah (fconst 0 0)) eqn:Z; [now destruct (feq_zero _ Z) |].
  rewrite I1 in R2. rewrite I2 in A4. cbn in A4.
  rewrite R2, E2 in Fl. unfold ordered_rest in Fl. destruct (fsub_finite _ _ Fl) as (_ & F1 & _).
  destruct (fsub_finite _ _ F1) as (_ & F2 & _). rewrite Es in F2. destruct (fsqrt_finite _ F2) as (F3 & _).
  rewrite A4 in F3. exact F3.
Qed.

(* A rest of a sum of numbers that are not huge. *)
Lemma ordered_rest_finite (a b : D) : finite a -> finite b -> Rabs (real a) <= bpow radix2 900 -> Rabs (real b) <= bpow
  radix2 900 ->
  finite (ordered_rest a b).
Proof.
  intros Fa Fb Ha Hb.
  destruct (@fadd_is_finite double a b 901 (conj eq_refl eq_refl) Fa Fb) as (Fs & _ & Bs).
  { change 901%Z with (900 + 1)%Z. now apply sum_below. }
  destruct (@fsub_is_finite double (fadd a b) a 902 (conj eq_refl eq_refl) Fs Fa) as (Ft & _ & Bt).
  { change 902%Z with (901 + 1)%Z. apply difference_below; [exact Bs |].
    eapply Rle_trans; [exact Ha | apply bpow_le; lia]. }
  apply (@fsub_is_finite double b (fsub (fadd a b) a) 903 (conj eq_refl eq_refl) Fb Ft).
  change 903%Z with (902 + 1)%Z. apply difference_below; [| exact Bt].
  eapply Rle_trans; [exact Hb | apply bpow_le; lia].
Qed.

Lemma value_0 (hi lo : D) : value hi lo 0 = real hi + real lo.
Proof. unfold value. change (bpow radix2 0) with 1. ring. Qed.

Section Root.
Variables gh gl ge fh fl dh dl sh sl mh ml rh rl k1 k2 k3 k4 : D.
Variables de se me re : Z.
Variables K L sg : R.
Hypothesis Gap : is_gap gh gl ge (sg * K - L).
Hypotheses (Fgh : finite gh) (Fge : finite ge) (Wf : is_wide fh fl) (f0 : 0 <= real fh).
Hypotheses (L0 : bpow radix2 (-301) <= L) (L1 : L <= bpow radix2 410) (G1 : bpow radix2 (-148) * L <= real ge).
Hypothesis (Far : finite fl -> Rabs (real fh + real fl - L) <= 60 * (u53 * u53) * L).
Hypothesis (Add : wide_add_results fh fl 0 fh fl 0 k1 k2 dh dl de).
Hypothesis (Sub : wide_sub_results dh dl de (fneg gh) (fneg gl) 0 k3 k4 sh sl se).
Hypothesis (In1 : flt ge (fneg gh) = true) (In2 : flt (fmul (fconst 1 (-1)) (fneg gh)) sh = true).
Hypothesis (Mul : wide_mul_results (fneg gh) (fneg gl) 0 sh sl se mh ml me).
Hypothesis (Root : wide_sqrt_results mh ml me rh rl re).
Hypotheses (Fmh : finite mh) (Frl : 0 < real mh -> finite rl).
Hypothesis (D0 : 0 <= L * L - sg * K * (sg * K)).

Lemma root_right : 0 < real mh /\ re = 0%Z /\ is_wide rh rl /\ bpow radix2 (-400) <= real rh /\ real rh + real rl <=
  bpow radix2 414 /\
  finite gl /\
  Rabs (real rh + real rl - sqrt (L * L - sg * K * (sg * K))) <=
    (192 / 100 * (real ge / real (fneg gh)) + 180 * (u53 * u53)) * (real rh + real rl).
Proof using All.
  assert (Lp : 0 < L) by (pose proof (bpow_gt_0 radix2 (-301)); lra).
  (* what is finite *)
  assert (de0 : de = 0%Z /\ se = 0%Z /\ me = 0%Z).
  { pose proof (wide_add_exp _ _ _ _ _ _ _ _ _ _ Add) as E1. rewrite E1 in Sub. pose proof Sub as [E2].
    apply wide_add_exp in E2.
    pose proof (product_exponent _ _ _ _ _ _ _ _ _ Mul) as E3. rewrite E2 in E3. auto. }
  destruct de0 as (-> & -> & ->).
  destruct (wide_mul_parts _ _ _ _ _ _ _ _ _ Mul Fmh) as (Fwh & Fwl & Fsh & Fsl & r & Eh & El & Er).
  pose proof (fneg_finite _ Fwl) as Fgl.
  destruct (wide_sub_lows _ _ _ _ _ _ _ _ _ _ Sub Fsl) as (Fdh & Fdl & _ & _).
  destruct (wide_add_lows _ _ _ _ _ _ _ _ _ _ Add Fdl) as (Ffh & Ffl & _ & _).
  specialize (Far Ffl). destruct Gap as (G & HG & Sum & Near). specialize (Sum Fgl).
  apply flt_real in In1; auto. set (wh := fneg gh) in *. set (wl := fneg gl) in *.
  assert (Ewh : real wh = - real gh) by apply real_fneg. assert (Ewl : real wl = - real gl) by apply real_fneg.
  pose proof (bpow_gt_0 radix2 (-148)) as B148.
  assert (ge0 : 0 < real ge) by (assert (0 < bpow radix2 (-148) * L) by (apply Rmult_lt_0_compat; lra); lra).
  assert (wp : 0 < real wh) by lra.
  assert (Ww : is_wide wh wl).
  { unfold is_wide. rewrite u_double, Ewl, Ewh, Rabs_Ropp, Rabs_Ropp. replace (real gl) with (- (real gh - G)) by lra.
    now rewrite Rabs_Ropp. }
  destruct (wide_add_error _ _ _ _ _ _ _ _ _ _ Add Fdl Wf Wf) as (Wd & _ & A1 & _).
  destruct (wide_sub_error _ _ _ _ _ _ _ _ _ _ Sub Fsl Wd Ww) as (Wsum & _ & _ & A2).
  rewrite !value_0 in A1, A2. rewrite ?(value_0 wh wl) in A2.
  specialize (A1 ltac:(apply Rmult_le_pos; lra)).
  assert (U : bpow radix2 (-104) = 4 * (u53 * u53)).
  { change u53 with (bpow radix2 (-53)). change 4 with (bpow radix2 2). rewrite <- !bpow_plus. reflexivity. }
  rewrite U in A1, A2. set (Wc := real wh + real wl) in *. set (S2 := real sh + real sl) in *.
  set (Dv := real dh + real dl) in *. set (fv := real fh + real fl) in *.
  pose proof (is_wide_bound _ _ Ww) as Bw. pose proof (is_wide_bound _ _ Wsum) as Bs.
  pose proof (is_wide_bound _ _ Wd) as Bd.
  rewrite (Rabs_pos_eq (real wh)) in Bw by lra.
  assert (WcR : (1 - u53) * real wh <= Wc <= (1 + u53) * real wh) by (unfold Wc; clear - Bw; apply Rabs_le_inv in Bw;
    lra).
  assert (Hf : (1 - 60 * (u53 * u53)) * L <= fv <= (1 + 60 * (u53 * u53)) * L) by (clear - Far; apply Rabs_le_inv in
    Far; lra).
  rewrite (Rabs_pos_eq (fv + fv)) in A1 by lra.
  assert (HD : Rabs (Dv - 2 * L) <= 129 * (u53 * u53) * L) by (clear - A1 Hf Lp; apply Rabs_le_inv in A1; apply
    Rabs_le; lra).
  assert (Dp : 0 < Dv) by (clear - HD Lp; apply Rabs_le_inv in HD; lra).
  assert (dh0 : 0 <= real dh).
  { apply Rnot_lt_le. intros N. rewrite (Rabs_left (real dh)) in Bd by lra. unfold Dv in Dp. clear - Bd N Dp.
    apply Rabs_le_inv in Bd. lra. }
  specialize (A2 ltac:(apply Rmult_le_pos; lra)).
  rewrite (Rabs_pos_eq Dv), (Rabs_pos_eq Wc) in A2 by lra.
  (* the half *)
  const_facts 1%Z (-1)%Z Fhalf Vhalf. rewrite Rmult_1_l in Vhalf. change (bpow radix2 (-1)) with (/ 2) in Vhalf.
  assert (Fh : finite (fmul (fconst 1 (-1)) wh) /\ 499 / 1000 * real wh <= real (fmul (fconst 1 (-1)) wh)).
  { assert (Hb : Rabs (real (fconst 1 (-1) : D) * real wh) <= bpow radix2 1023).
    { rewrite Vhalf, Rabs_mult, (Rabs_pos_eq (/ 2)) by lra. pose proof (real_below wh) as X.
      change (emax double) with (1 + 1023)%Z in X.
      rewrite bpow_plus in X. change (bpow radix2 1) with 2 in X. lra. }
    destruct (@fmul_is_finite double _ _ 1023 (conj eq_refl eq_refl) Fhalf Fwh Hb) as (F & _). split; [exact F |].
    destruct (fmul_error _ _ _ (bpow radix2 (-1075)) F (Rle_refl _) (Rle_refl _)) as (_ & _ & E). rewrite Vhalf in E.
    rewrite (Rabs_pos_eq (/ 2 * real wh)) in E by lra.
    assert (bpow radix2 (-1075) <= / 10000 * real wh).
    { assert (Q : bpow radix2 14 * bpow radix2 (-1075) <= bpow radix2 (-148) * bpow radix2 (-301)) by (rewrite <-
        !bpow_plus; apply bpow_le; lia).
      assert (bpow radix2 (-148) * bpow radix2 (-301) <= bpow radix2 (-148) * L) by (apply Rmult_le_compat_l; lra).
      change (bpow radix2 14) with 16384 in Q. lra. }
    apply Rabs_le_inv in E. lra. }
  destruct Fh as (Fh & Hh). apply flt_real in In2; auto. fold wh in In2.
  assert (sp : 0 < real sh) by lra. rewrite (Rabs_pos_eq (real sh)) in Bs by lra.
  assert (S2R : (1 - u53) * real sh <= S2 <= (1 + u53) * real sh) by (unfold S2; clear - Bs; apply Rabs_le_inv in Bs;
    lra).
  assert (Half : Wc <= 201 / 100 * S2) by (clear - WcR S2R In2 Hh wp; lra).
  assert (Wcp : 0 < Wc) by (clear - WcR wp; lra).
  assert (HS : Rabs (S2 - (Dv - Wc)) <= 4 * (u53 * u53) * (Dv + Wc)).
  { eapply Rle_trans; [exact A2 |]. assert (Rmax Dv Wc <= Dv + Wc) by (apply Rmax_lub; lra). lra. }
  assert (WL : Wc <= 14 / 10 * L).
  { clear - HS HD Half Wcp Lp. apply Rabs_le_inv in HS. apply Rabs_le_inv in HD. lra. }
  assert (SL : 59 / 100 * L <= S2 <= 21 / 10 * L).
  { clear - HS HD WL Wcp Lp. apply Rabs_le_inv in HS. apply Rabs_le_inv in HD. lra. }
  (* the factors of D *)
  set (W := L - sg * K). set (S := L + sg * K).
  assert (DW : W * S = L * L - sg * K * (sg * K)) by (unfold W, S; ring).
  set (e := real ge / real wh).
  assert (e0 : 0 <= e <= 1).
  { unfold e. split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] |].
    apply Rmult_le_reg_r with (real wh); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Ee : real ge = e * real wh) by (unfold e; field; lra).
  assert (eW : e * real wh <= (1 + 2 * u53) * (e * Wc)).
  { replace ((1 + 2 * u53) * (e * Wc)) with (e * ((1 + 2 * u53) * Wc)) by ring. apply Rmult_le_compat_l; [lra |]. lra. }
  assert (HW : Rabs (Wc - W) <= 901 / 1000 * e * Wc).
  { assert (Q : Rabs (Wc - W) <= 9 / 10 * real ge).
    { replace (Wc - W) with (- (G - (sg * K - L))) by (unfold Wc, W; rewrite Ewh, Ewl; lra). now rewrite Rabs_Ropp. }
    assert (0 <= e * Wc) by (apply Rmult_le_pos; lra). lra. }
  assert (HS2 : Rabs (S2 - S) <= 901 / 1000 * e * Wc + 150 * (u53 * u53) * L).
  { replace (S2 - S) with ((S2 - (Dv - Wc)) + (Dv - 2 * L) + - (Wc - W)) by (unfold S, W; ring).
    clear - HS HD HW WL Wcp Lp. set (y := 901 / 1000 * e * Wc) in *. two_sided; lra. }
  pose proof (root_near Wc S2 W S e L Wcp e0 Half HW HS2 ltac:(unfold W, S; ring) ltac:(lra) ltac:(rewrite DW; exact
    D0)) as Rn.
  rewrite DW in Rn.
  (* the product *)
  set (P := Wc * S2). assert (Pp : 0 < P) by (unfold P; apply Rmult_lt_0_compat; lra).
  assert (Wl : bpow radix2 (-450) <= real wh /\ bpow radix2 (-303) <= real sh).
  { split.
    - assert (bpow radix2 (-148) * bpow radix2 (-301) <= bpow radix2 (-148) * L) by (apply Rmult_le_compat_l; lra).
      rewrite <- bpow_plus in H. change (-148 + -301)%Z with (1 + -450)%Z in H. rewrite (bpow_plus _ 1) in H.
      change (bpow radix2 1) with 2 in H. pose proof (bpow_gt_0 radix2 (-450)). lra.
    - change (-301)%Z with (2 + -303)%Z in L0. rewrite bpow_plus in L0. change (bpow radix2 2) with 4 in L0.
      clear - L0 SL S2R Lp sp. lra. }
  destruct Wl as (Wl & Sl).
  assert (Pl : bpow radix2 (-753) <= real wh * real sh).
  { change (-753)%Z with (-450 + -303)%Z. rewrite bpow_plus. apply Rmult_le_compat; try apply bpow_ge_0; assumption. }
  assert (Sp : is_splittable (real wh * real sh)).
  { right. rewrite Rabs_pos_eq by (apply Rmult_le_pos; lra). eapply Rle_trans; [apply bpow_le | exact Pl]; lia. }
  assert (Up : real wh <= bpow radix2 412 /\ real sh <= bpow radix2 412).
  { change 412%Z with (2 + 410)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
    clear - WL SL WcR S2R L1 Lp wp sp. lra. }
  destruct Up as (Uw & Us).
  assert (Ph : real wh * real sh <= bpow radix2 824).
  { change 824%Z with (412 + 412)%Z. rewrite bpow_plus. apply Rmult_le_compat; lra. }
  destruct (fadd_finite _ _ (eq_ind _ finite Fmh _ Eh)) as (Fp & Fr & _).
  assert (Bp : Rabs (real (fmul wh sh)) <= bpow radix2 900).
  { destruct (@fmul_is_finite double wh sh 824 (conj eq_refl eq_refl) Fwh Fsh) as (_ & _ & B).
    - rewrite Rabs_pos_eq by (apply Rmult_le_pos; lra). exact Ph.
    - eapply Rle_trans; [exact B | apply bpow_le; lia]. }
  assert (Br : Rabs (real r) <= bpow radix2 900).
  { rewrite Er in Fr |- *.
    destruct (wide_mul_bound wh wl sh sl Fr Ww Wsum) as (B & _).
    - rewrite Rabs_pos_eq by (apply Rmult_le_pos; lra). eapply Rle_trans; [apply bpow_le | exact Pl]; lia.
    - rewrite (Rabs_pos_eq (real wh * real sh)) in B by (apply Rmult_le_pos; lra).
      eapply Rle_trans; [exact B |]. apply Rle_trans with (1 * bpow radix2 824); [| rewrite Rmult_1_l; apply bpow_le;
        lia].
      apply Rmult_le_compat; try lra. apply Rmult_le_pos; lra. }
  assert (Fml : finite ml) by (rewrite El; now apply ordered_rest_finite).
  destruct (wide_mul_error _ _ _ _ _ _ _ _ _ Mul Fml Ww Wsum Sp) as (Wm & M1). rewrite !value_0 in M1.
  fold wh wl in M1. fold Wc S2 P in M1.
  assert (U2 : bpow radix2 (-102) = 16 * (u53 * u53)).
  { change u53 with (bpow radix2 (-53)). change 16 with (bpow radix2 4). rewrite <- !bpow_plus. reflexivity. }
  rewrite U2, (Rabs_pos_eq P) in M1 by lra.
  assert (PW : 99 / 100 * (real wh * real sh) <= P <= 101 / 100 * (real wh * real sh)).
  { assert (Q1 : ((1 - u53) * real wh) * ((1 - u53) * real sh) <= P) by (apply Rmult_le_compat; try lra; apply
      Rmult_le_pos; lra).
    assert (Q2 : P <= ((1 + u53) * real wh) * ((1 + u53) * real sh)) by (apply Rmult_le_compat; lra).
    assert (0 < real wh * real sh) by (apply Rmult_lt_0_compat; lra). lra. }
  pose proof (is_wide_bound _ _ Wm) as Bm.
  assert (mhp : 98 / 100 * P <= real mh <= 102 / 100 * P).
  { clear - Bm M1 Pp. apply Rabs_le_inv in M1. destruct (Rle_or_lt 0 (real mh)) as [N | N].
    - rewrite (Rabs_pos_eq (real mh)) in Bm by lra. apply Rabs_le_inv in Bm. lra.
    - rewrite (Rabs_left (real mh)) in Bm by lra. apply Rabs_le_inv in Bm. lra. }
  assert (M2 : bpow radix2 (-968) <= real mh).
  { apply Rle_trans with (/ 2 * bpow radix2 (-753)); [| lra]. change (/ 2) with (bpow radix2 (-1)).
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (M3 : Rabs (real mh) <= bpow radix2 1000).
  { rewrite Rabs_pos_eq by lra. apply Rle_trans with (2 * bpow radix2 824); [lra |]. change 2 with (bpow radix2 1).
    rewrite <- bpow_plus.
    apply bpow_le. lia. }
  destruct (wide_sqrt_error _ _ _ _ _ _ Root (Frl ltac:(lra)) Wm M2 M3) as (Wr & Q).
  assert (re0 : re = 0%Z) by (destruct (sqrt_exponent _ _ _ _ _ Root) as [[Z _] | Z]; [exfalso; lra | exact Z]).
  rewrite re0 in Q |- *. rewrite !value_0 in Q.
  assert (U3 : bpow radix2 (-101) = 32 * (u53 * u53)).
  { change u53 with (bpow radix2 (-53)). change 32 with (bpow radix2 5). rewrite <- !bpow_plus. reflexivity. }
  rewrite U3 in Q. set (rt := real rh + real rl) in *.
  destruct (root_of_rounded P _ rt (19 / 10 * e + 116 * (u53 * u53)) _ Pp M1 Q ltac:(lra) Rn) as (rp & Fin).
  assert (Ph2 : bpow radix2 (-399) <= rt).
  { assert (Sq : bpow radix2 (-398) <= sqrt (real mh + real ml)).
    { rewrite <- (sqrt_Rsqr (bpow radix2 (-398))) by apply bpow_ge_0. apply sqrt_le_1_alt. unfold Rsqr.
      rewrite <- bpow_plus.
      apply Rabs_le_inv in M1. apply Rle_trans with (/ 4 * bpow radix2 (-753)); [| lra].
      change (/ 4) with (bpow radix2 (-2)). rewrite <- bpow_plus. apply bpow_le. lia. }
    change (-398)%Z with (1 + -399)%Z in Sq. rewrite bpow_plus in Sq. change (bpow radix2 1) with 2 in Sq.
    apply Rabs_le_inv in Q. pose proof (bpow_gt_0 radix2 (-399)). lra. }
  pose proof (is_wide_bound _ _ Wr) as Bwr.
  assert (rhl : bpow radix2 (-400) <= real rh).
  { change (-399)%Z with (1 + -400)%Z in Ph2. rewrite bpow_plus in Ph2. change (bpow radix2 1) with 2 in Ph2.
    pose proof (bpow_gt_0 radix2 (-400)). unfold rt in Ph2. destruct (Rle_or_lt 0 (real rh)) as [N | N].
    - rewrite (Rabs_pos_eq (real rh)) in Bwr by lra. apply Rabs_le_inv in Bwr. lra.
    - rewrite (Rabs_left (real rh)) in Bwr by lra. apply Rabs_le_inv in Bwr. lra. }
  split; [lra |]. split; [reflexivity |]. split; [exact Wr |]. split; [exact rhl |]. split; [| split; [exact Fgl |]].
  - assert (Sq : sqrt (real mh + real ml) <= bpow radix2 413).
    { rewrite <- (sqrt_Rsqr (bpow radix2 413)) by apply bpow_ge_0. apply sqrt_le_1_alt. unfold Rsqr.
      rewrite <- bpow_plus.
      change (413 + 413)%Z with (2 + 824)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
      apply Rabs_le_inv in M1. lra. }
    pose proof (bpow_gt_0 radix2 413). change 414%Z with (1 + 413)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
    pose proof (sqrt_pos (real mh + real ml)). apply Rabs_le_inv in Q. lra.
  - eapply Rle_trans; [exact Fin |]. apply Rmult_le_compat_r; [lra |]. fold e. lra.
Qed.
End Root.
