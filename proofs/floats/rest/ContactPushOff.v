(* push_off of src/rest/push_off.h as a whole: the new centre is strictly beyond the straight at distance R from the
   axis, at a right angle to the normal. The wall is convex, so it is free. docs/exactness.md, "Push-out". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFreeTerms Facts Operations Approx ErrorFree Geometry ContactFeature
  ContactGeometry ContactPairs ContactSteps ContactRoot ContactDepth ContactEnd ContactSide ContactPush
  ContactPushSide.
From Carom Require Terms_push.
Import Terms_push.round_outward_terms(round_outward_results).
Import Terms_push.push_off_terms(push_off_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* A coordinate that is 0 is ordinary too; one that is not is not small. *)
Lemma not_small (h l : F double) x : ordinary h -> real h + real l = x -> Rabs (real l) <= ud * Rabs x -> x <> 0 ->
  bpow radix2 (-150) <= Rabs (real h) /\ bpow radix2 (-151) <= Rabs x.
Proof.
  intros [_ Oh] E S N. destruct ud_small as [U0 U1]. pose proof (Rabs_pos_lt _ N).
  assert (Hs : ud * Rabs x <= / 2 * Rabs x) by (apply Rmult_le_compat_r; lra).
  assert (Nd : bpow radix2 (-150) <= Rabs (real h)).
  { destruct Oh as [Z | Q]; [| exact Q]. exfalso. assert (El : real l = x) by lra. rewrite El in S. lra. }
  split; [exact Nd |]. change (-151)%Z with (-1 + -150)%Z. rewrite bpow_plus. change (bpow radix2 (-1)) with (/ 2).
  assert (Rabs (real h) <= Rabs x + Rabs (real l)).
  { replace (real h) with (x - real l) by lra. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  lra.
Qed.

(* What is added is exactly 0. *)
Lemma zero_product (v w : F double) : finite v -> finite w -> real v * real w = 0 -> finite (fmul v w) /\
  real (fmul v w) = 0.
Proof.
  intros Fv Fw Z. destruct (fmul_is_finite v w 0 ltac:(unfold emin; simpl; lia) Fv Fw) as (F & E & _).
  { rewrite Z, Rabs_R0. apply bpow_ge_0. }
  split; [exact F |]. rewrite E, Z. apply rnd_zero.
Qed.

Lemma sum_with_zero (a h : F double) : finite a -> finite h -> real h = 0 ->
  finite (fadd a h) /\ real (fadd a h) = real a /\ finite (sum_rest a h) /\ real (sum_rest a h) = 0.
Proof.
  intros Fa Fh Z. destruct (fadd_exact a h a Fa Fh ltac:(lra)) as (F1 & E1). set (s := fadd a h) in *.
  destruct zero_value as [Fz Ez].
  destruct (fsub_exact s a (fconst 0 0) F1 Fa ltac:(lra)) as (F2 & E2). set (t := fsub s a) in *.
  destruct (fsub_exact s t a F1 F2 ltac:(lra)) as (F3 & E3).
  destruct (fsub_exact a (fsub s t) (fconst 0 0) Fa F3 ltac:(lra)) as (F4 & E4).
  destruct (fsub_exact h t (fconst 0 0) Fh F2 ltac:(lra)) as (F5 & E5).
  destruct (fadd_exact _ _ (fconst 0 0) F4 F5 ltac:(lra)) as (F6 & E6).
  unfold sum_rest. fold s t. do 2 (split; [assumption |]). split; [exact F6 | lra].
Qed.

Lemma fnext_finite (k v n : F double) : below v 1001 -> real v <> 0 -> finite (fnext k v n).
Proof.
  intros [Fv Bv] N. destruct v as [s | s | | s m e Hm]; try discriminate; [now elim N |].
  unfold fnext. set (v := B754_finite s m e Hm : F double). fold v in N, Fv, Bv.
  assert (F : in_format double (bpow radix2 1002)) by (apply generic_format_bpow; unfold exponents, FLT_exp, emin;
    simpl; lia).
  assert (L : Rabs (real v) < bpow radix2 1002) by (eapply Rle_lt_trans; [exact Bv | apply bpow_lt; lia]).
  assert (L2 : bpow radix2 1002 < bpow radix2 (emax double)) by (apply bpow_lt; simpl; lia).
  apply Rabs_def2 in L.
  destruct (flt (fconst 0 0) n).
  - generalize (Bsucc_correct (prec double) (emax double) _ _ v Fv). rewrite Rlt_bool_true; [intros C; apply C |].
    eapply Rle_lt_trans; [| exact L2]. apply (succ_le_lt radix2 (exponents double)); auto with typeclass_instances;
      [apply real_in_format | apply L].
  - generalize (Bpred_correct (prec double) (emax double) _ _ v Fv). rewrite Rlt_bool_true; [intros C; apply C |].
    apply Rlt_le_trans with (- bpow radix2 1002); [lra |].
    apply (pred_ge_gt radix2 (exponents double)); auto with typeclass_instances;
      [now apply in_format_opp | apply real_in_format | apply L].
Qed.

(* A coordinate that does not move stays; one that moves is beyond P, if hi + lo is within the error of P. *)
Lemma outward_coordinate (hi lo n error k result : F double) sure P B :
  round_outward_results hi lo n error sure k result true ->
  below hi 1001 -> finite lo -> finite n -> nonneg error -> rnd double (real hi + real lo) = real hi ->
  Rabs (P - (real hi + real lo)) <= B -> (finite error -> B <= real error) ->
  sure = true /\ finite result /\ (real n = 0 -> result = hi) /\
  (real n <> 0 -> 0 < real n * (real result - P)).
Proof.
  intros H Bh Fl Fn Ne Eh HP HB. destruct zero_value as [Fz Ez]. pose proof H as H'. destruct H' as (if1 & sure1 & []).
  destruct if1; symmetry in E_if1.
  - apply feq_zero in E_if1. destruct E_if1 as [_ Zn]. split; [now rewrite E_is_sure_2 |]. rewrite E_result.
    split; [apply Bh |]. split; [auto |]. intros; contradiction.
  - rewrite <- E_is_sure_2 in E_is_sure_1. symmetry in E_is_sure_1. apply andb_prop in E_is_sure_1.
    destruct E_is_sure_1 as [S1 S2].
    pose proof (flt_finite _ _ S2 Ne) as Fe. pose proof S2 as S3. apply flt_real in S3; auto using finite_fabs.
    rewrite real_fabs in S3.
    assert (Nh : real hi <> 0).
    { intros Z. rewrite Z, Rplus_0_l in Eh. rewrite rnd_of_format in Eh by apply real_in_format.
      rewrite Eh, Rabs_R0 in S3. pose proof (nonneg_real _ Ne). lra. }
    assert (Fr : finite result).
    { rewrite E_result. destruct (Bool.eqb _ _); [now apply fnext_finite | apply Bh]. }
    destruct (outward hi lo n error k result sure P H (proj1 Bh) Fl Fn Fe (nonneg_real _ Ne) Eh ltac:(specialize
      (HB Fe); lra) Fr) as (G1 & G2 & G3 & G4).
    split; [exact G1 |]. split; [exact Fr |]. split; [exact G2 |]. intros N.
    destruct (Rtotal_order (real n) 0) as [L | [L | L]]; [| lra |].
    + specialize (G4 L). nra.
    + specialize (G3 L). nra.
Qed.

(* The error that the code assumes, from below. *)
Lemma assumed_error (e s : F double) : finite e -> 0 <= real e ->
  let a := fadd (fmul (fconst 1 1) e) (fmul (fconst 1 (-104)) (fabs s)) in
  nonneg a /\ (finite a -> 199/100 * real e + 3 * (ud * (ud * Rabs (real s))) - 3 * tiny <= real a).
Proof.
  cbv zeta. intros Fe e0. destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0.
  destruct (constant_value 1 ltac:(lia)) as [F1 E1]. destruct (constant_value (-104) ltac:(lia)) as [F2 E2].
  change (bpow radix2 1) with 2 in E1.
  assert (E104 : bpow radix2 (-104) = 4 * (ud * ud)).
  { unfold u. rewrite <- bpow_plus. change 4 with (bpow radix2 2). rewrite <- bpow_plus. f_equal. }
  assert (N1 : nonneg (fmul (fconst 1 1) e)) by (apply nonneg_fmul; [apply nonneg_of_real;
    [exact F1 | lra] | now apply nonneg_of_real]).
  assert (N2 : nonneg (fmul (fconst 1 (-104)) (fabs s))) by (apply nonneg_fmul; [apply nonneg_of_real;
    [exact F2 | rewrite E2; apply bpow_ge_0] | apply nonneg_fabs]).
  split; [now apply nonneg_fadd |]. intros Fa. destruct (fadd_finite _ _ Fa) as (G1 & G2 & Ea).
  destruct (fmul_finite _ _ G1) as (_ & _ & E3). destruct (fmul_finite _ _ G2) as (_ & _ & E4).
  apply nonneg_real in N1, N2. set (p := real (fmul (fconst 1 1) e)) in *.
  set (w := real (fmul (fconst 1 (-104)) (fabs s))) in *.
  set (S := Rabs (real s)) in *. assert (S0 : 0 <= S) by apply Rabs_pos. scales S S0.
  pose proof (rnd_error double (real (fconst 1 1 : F double) * real e)) as D1. rewrite <- E3, E1 in D1.
  rewrite (Rabs_pos_eq (2 * real e)) in D1 by lra.
  pose proof (rnd_error double (real (fconst 1 (-104) : F double) * real (fabs s))) as D2.
  rewrite <- E4, E2, real_fabs, E104 in D2. fold S in D2.
  replace (4 * (ud * ud) * S) with (4 * (ud * (ud * S))) in D2 by ring.
  rewrite (Rabs_pos_eq (4 * (ud * (ud * S)))) in D2 by lra.
  replace (ud * (4 * (ud * (ud * S)))) with (4 * (ud * (ud * (ud * S)))) in D2 by ring.
  pose proof (rnd_sum_error double p w (real_in_format _) (real_in_format _)) as D3. rewrite <- Ea in D3.
  rewrite (Rabs_pos_eq (p + w)) in D3 by lra.
  apply Rabs_le_inv in D1, D2, D3.
  assert (ud * (2 * real e) <= / 1000 * (2 * real e)) by (apply Rmult_le_compat_r; lra).
  assert (ud * (p + w) <= / 1000 * (p + w)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* A coordinate that the vector does not move stays, however large it is; one that it moves is beyond c + g x / l. *)
Section Pushed.
Variables m rest dh dl c e k result : F double.
Variable sure : bool.
Variables x l g Rr q T : R.
Hypothesis m_below : below m 430.
Hypothesis m_size : real m = 0 \/ bpow radix2 (-800) <= Rabs (real m).
Hypothesis rest_finite : finite rest.
Hypothesis dh_ordinary : ordinary dh.
Hypothesis dl_finite : finite dl.
Hypothesis x_sum : real dh + real dl = x.
Hypothesis x_rest : Rabs (real dl) <= ud * Rabs x.
Hypothesis x_l : Rabs x <= l.
Hypothesis l_size : bpow radix2 (-160) <= l <= bpow radix2 165.
Hypothesis c_finite : finite c.
Hypothesis c_below : x <> 0 -> below c 998.
Hypothesis Rr_size : bpow radix2 (-700) <= Rr <= bpow radix2 220.
Hypothesis q_size : 0 <= q <= bpow radix2 220.
Hypothesis T_size : 0 <= T <= bpow radix2 220.
Hypothesis m_l : - (101/100 * Rr) <= real m * l <= 101/100 * Rr.
Hypothesis rest_l : - (ud * (13 * Rr + 125/10 * q + 5 * T)) <= real rest * l <= ud * (13 * Rr + 125/10 * q + 5 * T).
Hypothesis move : - (ud * (ud * (236 * Rr + 395 * q + 156 * T))) <= (real m + real rest) * l - g <=
  ud * (ud * (236 * Rr + 395 * q + 156 * T)).
Hypothesis e_finite : finite e.
Hypothesis e_nonneg : 0 <= real e.
Hypothesis e_is : ud * (ud * (310 * Rr + 460 * q + 185 * T)) <= 199/100 * real e - 3 * tiny.
Let h := fmul m dh.
Let sum := fadd c h.
Let low := fadd (sum_rest c h) (fadd (pair_product_rest m dh) (fadd (fmul m dl) (fmul rest dh))).
Hypothesis outwards : round_outward_results (fadd sum low) (sum_rest sum low) dh
  (fadd (fmul (fconst 1 1) e) (fmul (fconst 1 (-104)) (fabs sum))) sure k result true.

Lemma stays : x = 0 -> real dh = 0 /\ finite (fadd sum low).
Proof.
  destruct ud_small as [U0 U1]. pose proof (proj1 (proj1 dh_ordinary)) as Fh. intros Z.
  assert (Nm : is_normal_or_zero (real m)) by (destruct m_size as [Zm | Zm]; [now left | right; eapply Rle_trans;
    [apply bpow_le | exact Zm]; lia]).
  assert (Zl : real dl = 0) by (rewrite Z, Rabs_R0, Rmult_0_r in x_rest; apply Rabs_le_inv in x_rest; lra).
  assert (Zh : real dh = 0) by lra. split; [exact Zh |].
  destruct (zero_product m dh (proj1 m_below) Fh ltac:(rewrite Zh; ring)) as (F1 & E1).
  destruct (zero_product m dl (proj1 m_below) dl_finite ltac:(rewrite Zl; ring)) as (F2 & E2).
  destruct (zero_product rest dh rest_finite Fh ltac:(rewrite Zh; ring)) as (F3 & E3).
  assert (Bd : below dh 430) by (split; [exact Fh | rewrite Zh, Rabs_R0; apply bpow_ge_0]).
  destruct (pair_product_parts m dh 430 m_below Bd ltac:(lia) Nm (or_introl Zh) ltac:(left; rewrite Zh; ring))
    as (_ & F4 & E4 & _).
  rewrite E1, Zh, Rmult_0_r, Rplus_0_l in E4. destruct zero_value as [Fz Ez].
  destruct (sum_with_zero c h c_finite F1 E1) as (F5 & E5 & F6 & E6). fold sum in F5, E5.
  destruct (fadd_exact (fmul m dl) (fmul rest dh) (fconst 0 0) F2 F3 ltac:(lra)) as (F7 & E7).
  destruct (fadd_exact (pair_product_rest m dh) _ (fconst 0 0) F4 F7 ltac:(lra)) as (F8 & E8).
  destruct (fadd_exact (sum_rest c h) _ (fconst 0 0) F6 F8 ltac:(lra)) as (F9 & E9). fold low in F9, E9.
  exact (proj1 (fadd_exact sum low c F5 F9 ltac:(lra))).
Qed.

Lemma moves : x <> 0 -> below (fadd sum low) 1001 /\ finite (sum_rest sum low) /\
  rnd double (real (fadd sum low) + real (sum_rest sum low)) = real (fadd sum low) /\ below sum 1000 /\
  Rabs (real c + g * x / l - (real (fadd sum low) + real (sum_rest sum low))) <=
    ud * (ud * (310 * Rr + 460 * q + 185 * T)) + 2 * (ud * (ud * Rabs (real sum))).
Proof.
  intros N.
  assert (Nm : is_normal_or_zero (real m)) by (destruct m_size as [Zm | Zm]; [now left | right; eapply Rle_trans;
    [apply bpow_le | exact Zm]; lia]).
  assert (Sp : is_splittable (real m * real dh)).
  { destruct m_size as [Z | Z]; [left; rewrite Z; ring |]. destruct dh_ordinary as [_ [W | W]];
      [left; rewrite W; ring | right].
    rewrite Rabs_mult. apply Rle_trans with (bpow radix2 (-800) * bpow radix2 (-150));
      [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat; auto using bpow_ge_0. }
  exact (push_coordinate m rest dh dl c x l g Rr q T m_below Nm Sp rest_finite dh_ordinary dl_finite x_sum x_rest x_l
    l_size (c_below N) Rr_size q_size T_size m_l rest_l move).
Qed.

Lemma centre_is_finite : finite (fadd sum low).
Proof. destruct (Req_dec x 0) as [Z | N]; [apply (stays Z) | apply (moves N)]. Qed.

Lemma pushed_coordinate :
  sure = true /\ finite result /\ (x = 0 \/ 0 < x * (real result - (real c + g * x / l))).
Proof.
  destruct ud_small as [U0 U1]. pose proof (proj1 (proj1 dh_ordinary)) as Fh. destruct (Req_dec x 0) as [Z | N].
  - destruct (stays Z) as (Zh & F). destruct outwards as (if1 & sure1 & []). rewrite (feq_zero_true dh Fh Zh) in E_if1.
    subst if1. rewrite E_result. split; [congruence |]. auto.
  - destruct (moves N) as (B1 & F2 & R1 & Bs & P).
    pose proof (Rabs_pos (real sum)) as s0. scales (Rabs (real sum)) s0.
    destruct (assumed_error e sum e_finite e_nonneg) as (Ne & Ae).
    destruct (outward_coordinate _ _ dh _ k result sure _ _ outwards B1 F2 Fh Ne R1 P ltac:(intros K; specialize (Ae K);
      lra)) as (G1 & G2 & _ & G4).
    split; [exact G1 |]. split; [exact G2 | right].
    destruct (not_small dh dl x dh_ordinary x_sum x_rest N) as [L _]. pose proof (bpow_gt_0 radix2 (-150)).
    assert (Nd : real dh <> 0) by (intros Z; rewrite Z, Rabs_R0 in L; lra). pose proof (G4 Nd) as G5.
    pose proof (Rabs_pos_lt _ N) as Np. assert (ud * Rabs x <= / 2 * Rabs x) by (apply Rmult_le_compat_r; lra).
    assert (K : Rabs (real dl) <= / 2 * Rabs x) by lra. apply Rabs_le_inv in K.
    set (v := real result - (real c + g * x / l)) in *. clear - K Np x_sum G5. unfold Rabs in K, Np.
    destruct (Rcase_abs x) as [L | L].
    + assert (Hh : real dh < 0) by lra.
      assert (v0 : v < 0) by (apply Rnot_le_lt; intros Hc; pose proof (Rmult_le_pos (- real dh) v ltac:(lra) Hc); lra).
      pose proof (Rmult_lt_0_compat (- x) (- v) ltac:(lra) ltac:(lra)). lra.
    + assert (Hh : 0 < real dh) by lra.
      assert (v0 : 0 < v) by (apply Rnot_le_lt; intros Hc;
        pose proof (Rmult_le_pos (real dh) (- v) ltac:(lra) ltac:(lra)); lra).
      apply Rmult_lt_0_compat; lra.
Qed.

End Pushed.

Section PushOff.
Variables r wr R_hi R_lo k_hi k_lo k_error dhx dhy dlx dly length lrest inverse cx cy k1 k2 X Y : F double.
Variable relation : Z.
Variables x y q T : R.
Hypothesis reach : is_reach r wr R_hi R_lo.
Hypothesis vector : is_vector dhx dhy dlx dly length lrest inverse x y.
Hypothesis quotient : is_quotient k_hi k_lo q T.
Hypothesis q_size : bpow radix2 (-566) <= q <= bpow radix2 215.
Hypothesis T_size : 0 <= T <= bpow radix2 215.
Hypothesis T_small : T <= 1003/1000 * bpow radix2 40 * (real r + real wr + q).
Hypothesis overlap : q < real r + real wr.
Hypothesis F_error : finite k_error.
Hypothesis error_is : 250 * (ud * (ud * (real R_hi + q + T))) <= real k_error.
Hypothesis cx_finite : finite cx.
Hypothesis cy_finite : finite cy.
Hypothesis cx_below : x <> 0 -> below cx 998.
Hypothesis cy_below : y <> 0 -> below cy 998.
Variable is_sure : bool.
Hypothesis run : push_off_results R_hi R_lo k_hi k_lo k_error dhx dhy dlx dly length lrest inverse cx cy k1 k2 is_sure
  relation X Y.
Let l := sqrt (x * x + y * y).

(* The new centre before it is rounded outward: hi + lo in each coordinate. *)
Definition place_hi (m rest dh dl c : F double) := fadd (fadd c (fmul m dh)) (fadd (sum_rest c (fmul m dh))
  (fadd (pair_product_rest m dh) (fadd (fmul m dl) (fmul rest dh)))).
Definition place_lo (m rest dh dl c : F double) := sum_rest (fadd c (fmul m dh)) (fadd (sum_rest c (fmul m dh))
  (fadd (pair_product_rest m dh) (fadd (fmul m dl) (fmul rest dh)))).
Let Rr := 1011/1000 * real R_hi.

(* What move_parts needs and gives, and how the centre is rounded. *)
Record is_moved (m rest px py : F double) (sure : bool) : Prop := {
  moved_below : below m 430;
  moved_size : real m = 0 \/ bpow radix2 (-800) <= Rabs (real m);
  moved_rest : finite rest;
  moved_R : bpow radix2 (-700) <= Rr <= bpow radix2 220;
  moved_q : 0 <= q <= bpow radix2 220;
  moved_T : 0 <= T <= bpow radix2 220;
  moved_m : - (101/100 * Rr) <= real m * l <= 101/100 * Rr;
  moved_rest_l : - (ud * (13 * Rr + 125/10 * q + 5 * T)) <= real rest * l <= ud * (13 * Rr + 125/10 * q + 5 * T);
  moved_move : - (ud * (ud * (236 * Rr + 395 * q + 156 * T))) <= (real m + real rest) * l - (real r + real wr - q) <=
    ud * (ud * (236 * Rr + 395 * q + 156 * T));
  moved_error : 0 <= real k_error;
  moved_bound : ud * (ud * (310 * Rr + 460 * q + 185 * T)) <= 199/100 * real k_error - 3 * tiny;
  moved_x : round_outward_results (place_hi m rest dhx dlx cx) (place_lo m rest dhx dlx cx) dhx
    (fadd (fmul (fconst 1 1) k_error) (fmul (fconst 1 (-104)) (fabs (fadd cx (fmul m dhx))))) true k1 px sure;
  moved_y : round_outward_results (place_hi m rest dhy dly cy) (place_lo m rest dhy dly cy) dhy
    (fadd (fmul (fconst 1 1) k_error) (fmul (fconst 1 (-104)) (fabs (fadd cy (fmul m dhy))))) sure k2 py is_sure;
  moved_X : X = if is_sure then px else place_hi m rest dhx dlx cx;
  moved_Y : Y = if is_sure then py else place_hi m rest dhy dly cy }.

Lemma l_bounds : Rabs x <= l /\ Rabs y <= l.
Proof.
  split; unfold l; [rewrite <- (sqrt_Rsqr_abs x) | rewrite <- (sqrt_Rsqr_abs y)]; apply sqrt_le_1_alt;
    [pose proof (Rle_0_sqr y) | pose proof (Rle_0_sqr x)]; unfold Rsqr in *; lra.
Qed.

Lemma push_off_moves : relation = 1%Z /\ exists m rest px py sure, is_moved m rest px py sure.
Proof.
  destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0.
  destruct vector as [Ox Oy Flx Fly Ex Ey Rx Ry Sl Bl Flr Fi L1 L2 L3 I1]. fold l in Sl, L1, L2, L3.
  destruct run as (dp_hi & dp_lo & dp_e & dp_lo1 & l_hi & l_lo & m & rest & hx & hy & lx & ly & msx & msy & rsx & rsy &
    hhx & hhy &
    hlx & hly & shx & shy & slx & sly & lowx & lowy & phx & phy & plx & ply & error & px & sure & py & sure1 & if1 & px1
      & py1 & []).
  apply wide_of_sum_is in E_wide_of_sum. destruct E_wide_of_sum as (E1 & E2).
  apply pair_product_values in E_pair_product. destruct E_pair_product as (E3 & E4 & E5 & E6).
  apply pair_sum_values in E_pair_sum, E_pair_sum_2. destruct E_pair_sum as (E7 & E8 & E9 & E10).
  destruct E_pair_sum_2 as (G1 & G2 & G3 & G4).
  assert (Em : m = fmul (fadd R_hi (fneg k_hi)) inverse) by congruence.
  assert (Eq : Terms_contact.quotient_rest_terms.quotient_rest_results m (fadd R_hi (fneg k_hi))
    (fadd (sum_rest R_hi (fneg k_hi)) (fsub R_lo k_lo)) length lrest inverse rest).
  { rewrite E_depth_lo_1, E_length_hi, E_length_lo, E1, E2 in E_quotient_rest. exact E_quotient_rest. }
  rewrite Em in Eq.
  destruct (move_parts r wr R_hi R_lo k_hi k_lo length lrest inverse rest l q T reach quotient Sl Bl Flr Fi L1 L2 L3 I1
    q_size T_size
    overlap T_small Eq) as (Bm & Om & Fr & Rs & Ml & Rl & Mv). rewrite <- Em in *.
  fold Rr in Bm, Om, Fr, Rs, Ml, Rl, Mv.
  assert (q220 : 0 <= q <= bpow radix2 220).
  { pose proof (bpow_ge_0 radix2 (-566)). split; [lra |]. eapply Rle_trans; [apply q_size | apply bpow_le; lia]. }
  assert (T220 : 0 <= T <= bpow radix2 220) by (split; [lra | eapply Rle_trans; [apply T_size | apply bpow_le; lia]]).
  (* as the record has it *)
  assert (Hsx : shx = fadd cx (fmul m dhx)) by congruence. assert (Hsy : shy = fadd cy (fmul m dhy)) by congruence.
  assert (Hlx : lowx = fadd (sum_rest cx (fmul m dhx)) (fadd (pair_product_rest m dhx) (fadd (fmul m dlx) (fmul rest
    dhx)))) by congruence.
  assert (Hly : lowy = fadd (sum_rest cy (fmul m dhy)) (fadd (pair_product_rest m dhy) (fadd (fmul m dly) (fmul rest
    dhy)))) by congruence.
  rewrite E_d_hi_x, E_error in E_round_outward. rewrite E_d_hi_y, E_error in E_round_outward_2.
  destruct reach as [_ _ _ _ _ _ R0 _ _]. pose proof (bpow_gt_0 radix2 (-700)) as Z7.
  scales (real R_hi) R0. scales q (proj1 q220). scales T (proj1 T220).
  replace (ud * (ud * (real R_hi + q + T))) with (ud * (ud * real R_hi) + ud * (ud * q) + ud * (ud * T)) in error_is
    by ring.
  assert (e0 : 0 <= real k_error) by lra.
  pose proof (tiny_small Rr ltac:(eapply Rle_trans; [apply bpow_le | apply Rs]; lia)) as TR.
  assert (ER : ud * (ud * (ud * Rr)) = 1011/1000 * (ud * (ud * (ud * real R_hi)))) by (unfold Rr; ring).
  assert (EB : ud * (ud * (310 * Rr + 460 * q + 185 * T)) = 31341/100 * (ud * (ud * real R_hi)) + 460 * (ud * (ud * q))
    + 185 * (ud * (ud * T)))
    by (unfold Rr; field).
  rewrite G1, G3, Hsx, Hlx in E_round_outward. rewrite G2, G4, Hsy, Hly in E_round_outward_2.
  assert (EE : ud * (ud * (310 * Rr + 460 * q + 185 * T)) <= 199/100 * real k_error - 3 * tiny) by (rewrite EB; lra).
  split; [exact E_push_relation |]. exists m, rest, px, py, sure.
  assert (Es1 : sure1 = is_sure) by congruence.
  constructor; auto.
  - rewrite <- Es1. exact E_round_outward_2.
  - rewrite E_push_center_x_2, E_if1, Es1. destruct is_sure; cbn [negb]; [reflexivity |]. unfold place_hi. congruence.
  - rewrite E_push_center_y_2, E_if1, Es1. destruct is_sure; cbn [negb]; [reflexivity |]. unfold place_hi. congruence.
Qed.

Theorem push_off_is_beyond : is_sure = true ->
  relation = 1%Z /\ finite X /\ finite Y /\
  (real r + real wr - q) * l < x * (real X - real cx) + y * (real Y - real cy).
Proof.
  intros Sure. destruct push_off_moves as (E_push_relation & m & rest & px & py & sure & M). pose proof M as M'.
  destruct M' as [Bm Om Fr Rs q220 T220 Ml Rl Mv e0 EE E_round_outward E_round_outward_2 EX EY].
  rewrite Sure in E_round_outward_2, EX, EY.
  destruct vector as [Ox Oy Flx Fly Ex Ey Rx Ry Sl Bl Flr Fi L1 L2 L3 I1]. fold l in Sl, L1, L2, L3.
  destruct l_bounds as [Xl Yl].
  destruct (pushed_coordinate m rest dhy dly cy k_error k2 py sure y l _ Rr q T Bm Om Fr Oy Fly Ey Ry Yl Sl cy_finite
    cy_below Rs q220 T220 Ml Rl Mv
    F_error e0 EE E_round_outward_2) as (Es & Fy & Hy).
  rewrite Es in E_round_outward.
  destruct (pushed_coordinate m rest dhx dlx cx k_error k1 px true x l _ Rr q T Bm Om Fr Ox Flx Ex Rx Xl Sl cx_finite
    cx_below Rs q220 T220 Ml Rl Mv
    F_error e0 EE E_round_outward) as (_ & Fx & Hx).
  split; [exact E_push_relation |].
  rewrite EX, EY. do 2 (split; [assumption |]). set (g := real r + real wr - q) in *.
  assert (l0 : 0 < l) by (pose proof (bpow_gt_0 radix2 (-160)); lra).
  assert (ll : l * l = x * x + y * y).
  { unfold l. apply sqrt_sqrt. pose proof (Rle_0_sqr x). pose proof (Rle_0_sqr y). unfold Rsqr in *. lra. }
  replace (x * (real px - real cx) + y * (real py - real cy))
    with (x * (real px - (real cx + g * x / l)) + y * (real py - (real cy + g * y / l)) + g * (x * x + y * y) / l)
      by (field; lra).
  rewrite <- ll. replace (g * (l * l) / l) with (g * l) by (field; lra).
  assert (N0 : x <> 0 \/ y <> 0).
  { destruct (Req_dec x 0) as [Z | Z]; [| now left]. destruct (Req_dec y 0) as [W | W]; [| now right].
    exfalso. rewrite Z, W in ll. pose proof (Rmult_lt_0_compat l l l0 l0). lra. }
  destruct Hx as [Hx | Hx]; destruct Hy as [Hy | Hy].
  - destruct N0; contradiction.
  - rewrite (Rmult_eq_0_compat_r _ (real px - (real cx + g * x / l)) Hx). lra.
  - rewrite (Rmult_eq_0_compat_r _ (real py - (real cy + g * y / l)) Hy). lra.
  - lra.
Qed.

(* If a coordinate is not certain, the centre is finite all the same. *)
Theorem push_off_is_finite : is_sure = false -> finite X /\ finite Y.
Proof.
  intros Sure. destruct push_off_moves as (_ & m & rest & px & py & sure & M).
  destruct M as [Bm Om Fr Rs q220 T220 Ml Rl Mv _ _ _ _ EX EY]. rewrite Sure in EX, EY.
  destruct vector as [Ox Oy Flx Fly Ex Ey Rx Ry Sl Bl Flr Fi L1 L2 L3 I1]. fold l in Sl, L1, L2, L3.
  destruct l_bounds as [Xl Yl]. rewrite EX, EY. unfold place_hi. split.
  - exact (centre_is_finite m rest dhx dlx cx x l _ Rr q T Bm Om Fr Ox Flx Ex Rx Xl Sl cx_finite cx_below Rs q220 T220
      Ml Rl Mv).
  - exact (centre_is_finite m rest dhy dly cy y l _ Rr q T Bm Om Fr Oy Fly Ey Ry Yl Sl cy_finite cy_below Rs q220 T220
      Ml Rl Mv).
Qed.

Theorem push_off_is_right : finite X /\ finite Y /\
  (is_sure = true -> relation = 1%Z /\
    (real r + real wr - q) * l < x * (real X - real cx) + y * (real Y - real cy)).
Proof.
  pose proof push_off_is_beyond as Beyond. pose proof push_off_is_finite as Finite.
  destruct is_sure; [destruct (Beyond eq_refl) as (P1 & P2 & P3 & P4); auto | destruct (Finite eq_refl)].
  do 2 (split; [assumption |]). discriminate.
Qed.

End PushOff.

(* A place beyond the straight is farther than R from every point of a convex axis behind it. *)
Lemma beyond_is_farther ext c a b v_x v_y nx ny q rr (l := sqrt (v_x * v_x + v_y * v_y)) :
  0 < l -> 0 <= rr ->
  (forall t, on_axis ext t -> q * l <= v_x * (px c - (px a + t * (px b - px a))) + v_y * (py c - (py a + t * (py b - py
    a)))) ->
  (rr - q) * l < v_x * (nx - px c) + v_y * (ny - py c) ->
  farther ext (Point nx ny) a b rr.
Proof.
  intros l0 r0 Hs Hb t Ht. specialize (Hs t Ht). unfold dist2_at. cbn [px py].
  set (dx := nx - (px a + t * (px b - px a))). set (dy := ny - (py a + t * (py b - py a))).
  assert (H : rr * l < v_x * dx + v_y * dy) by (unfold dx, dy; lra).
  assert (ll : l * l = v_x * v_x + v_y * v_y).
  { unfold l. apply sqrt_sqrt. pose proof (Rle_0_sqr v_x). pose proof (Rle_0_sqr v_y). unfold Rsqr in *. lra. }
  assert (C : (v_x * dx + v_y * dy) * (v_x * dx + v_y * dy) <= (l * l) * (dx * dx + dy * dy)).
  { rewrite ll. pose proof (Rle_0_sqr (v_x * dy - v_y * dx)) as K. unfold Rsqr in K. lra. }
  assert (P : 0 <= rr * l) by (apply Rmult_le_pos; lra).
  assert (G : (rr * l) * (rr * l) < (v_x * dx + v_y * dy) * (v_x * dx + v_y * dy)) by (apply Rmult_le_0_lt_compat; lra).
  assert (L2 : 0 < l * l) by (apply Rmult_lt_0_compat; lra).
  apply Rmult_lt_reg_l with (l * l); [exact L2 |]. replace (l * l * rr ^ 2) with (rr * l * (rr * l)) by ring.
  replace (l * l * (dx ^ 2 + dy ^ 2)) with (l * l * (dx * dx + dy * dy)) by ring. lra.
Qed.

(* The axis lies behind the straight through the nearest point, for each feature. *)
Lemma behind_end_a ext c a b t : is_end_a ext c a b -> on_axis ext t ->
  w2 c a <= (px c - px a) * (px c - (px a + t * (px b - px a))) + (py c - py a) * (py c - (py a + t * (py b - py a))).
Proof.
  intros H T. replace (_ + _) with (w2 c a - t * wu c a b) by (unfold w2, wu, wx, wy, ux, uy; ring).
  destruct H as [H | [N H]].
  - assert (Z : wu c a b = 0).
    { unfold len2 in H. pose proof (Rle_0_sqr (ux a b)). pose proof (Rle_0_sqr (uy a b)). unfold Rsqr in *.
      assert (X : ux a b = 0) by (apply Rsqr_0_uniq; unfold Rsqr; lra).
      assert (Y : uy a b = 0) by (apply Rsqr_0_uniq; unfold Rsqr; lra).
      unfold wu. rewrite X, Y. ring. }
    rewrite Z. lra.
  - assert (t0 : 0 <= t) by (destruct ext; simpl in T; try tauto; lra).
    pose proof (Rmult_le_pos t (- wu c a b) t0 ltac:(lra)). lra.
Qed.

Lemma behind_end_b ext c a b t : is_end_b ext c a b -> on_axis ext t ->
  z2 c b <= (px c - px b) * (px c - (px a + t * (px b - px a))) + (py c - py b) * (py c - (py a + t * (py b - py a))).
Proof.
  intros (-> & L & H) [T0 T1].
  replace (_ + _) with (z2 c b + (1 - t) * zu c a b) by (unfold z2, zu, zx, zy, ux, uy; ring).
  pose proof (Rmult_le_pos (1 - t) (zu c a b) ltac:(lra) ltac:(rewrite zu_is; lra)). lra.
Qed.

Lemma behind_side c a b t s : s * s = 1 -> 0 <= s * cross c a b ->
  Rabs (cross c a b) = - s * uy a b * (px c - (px a + t * (px b - px a))) + s * ux a b * (py c - (py a + t * (py b - py
    a))).
Proof.
  intros S P. replace (_ + _) with (s * cross c a b) by (unfold cross, wx, wy, ux, uy; ring).
  assert (A : Rabs s = 1) by (destruct (Rle_dec 0 s); [rewrite Rabs_pos_eq by lra | rewrite Rabs_left by lra]; nra).
  rewrite <- (Rabs_pos_eq (s * cross c a b)) by exact P. rewrite Rabs_mult, A. ring.
Qed.
