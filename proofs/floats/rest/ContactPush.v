(* Push-out beside a level or upright wall: round_outward and push_off_level of src/rest/push_off.h.

   A coordinate that is rounded away from the wall is beyond the true one, if its low part exceeds the error of hi + lo.
   So the new centre is free: its distance is R at least, and exactly R if the relation is touching. A coordinate for
   which that is not certain is rounded to nearest. docs/exactness.md, "Push-out". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Products Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry
  ContactPairs ContactSteps ContactRoot ContactDepth ContactEnd ContactSideDepth ContactLevel ContactLarge.
From Carom Require Terms_wide Terms_push.
Import Terms_wide.wide_of_sum_terms(wide_of_sum_results).
Import Terms_push.round_outward_terms(round_outward_results).
Import Terms_push.push_off_level_terms(push_off_level_results).

Open Scope R_scope.

Definition next_up h := succ radix2 (exponents double) h.
Definition next_down h := pred radix2 (exponents double) h.

(* A number that rounds to h is at most halfway to the next one. *)
Lemma halfway_up x h : rnd double x = h -> h <> 0 -> 2 * (x - h) <= next_up h - h.
Proof.
  intros E N. assert (Fh : in_format double h) by (rewrite <- E; apply rnd_in_format).
  assert (Fs : in_format double (next_up h)) by (apply generic_format_succ; auto with typeclass_instances).
  pose proof (succ_gt_id radix2 (exponents double) h N) as G. fold (next_up h) in G.
  assert (X : x <= next_up h).
  { apply Rnot_lt_le. intros L. assert (next_up h <= h); [| lra].
    pose proof (rnd_le double (next_up h) x ltac:(lra)) as M. rewrite E, (rnd_of_format double (next_up h)) in M
      by exact Fs. exact M. }
  pose proof (round_N_pt radix2 (exponents double) (fun t => negb (Z.even t)) x) as [_ Nr].
  specialize (Nr (next_up h) Fs). change (round radix2 (exponents double) _ x) with (rnd double x) in Nr.
  rewrite E in Nr.
  rewrite (Rabs_pos_eq (next_up h - x)) in Nr by lra. apply Rabs_le_inv in Nr. lra.
Qed.

Lemma next_down_is h : next_down h = - next_up (- h).
Proof. unfold next_down, next_up. now rewrite succ_opp, Ropp_involutive. Qed.

Lemma halfway_down x h : rnd double x = h -> h <> 0 -> 2 * (h - x) <= h - next_down h.
Proof.
  intros E N. assert (E' : rnd double (- x) = - h) by (rewrite rnd_opp; now rewrite E).
  pose proof (halfway_up (- x) (- h) E' ltac:(lra)). rewrite next_down_is. lra.
Qed.

(* The next number, if it is finite. *)
Lemma fnext_value (k v n : F double) : finite v -> real v <> 0 -> finite n -> finite (fnext k v n) ->
  real (fnext k v n) = if Rlt_dec 0 (real n) then next_up (real v) else next_down (real v).
Proof.
  intros Fv Nv Fn. destruct zero_value as [Fz Ez]. destruct v as [s | s | | s m e Hm]; try discriminate;
    [now elim Nv |].
  unfold fnext. set (v := B754_finite s m e Hm : F double). fold v in Nv, Fv.
  destruct (flt (fconst 0 0) n) eqn:H.
  - apply flt_real in H; auto. rewrite Ez in H. destruct (Rlt_dec 0 (real n)); [| lra]. intros F1.
    generalize (Bsucc_correct (prec double) (emax double) _ _ v Fv). destruct (Rlt_bool _ _).
    + intros (E & _). exact E.
    + intros E. exfalso. unfold finite in F1. destruct (Bsucc v); discriminate.
  - apply flt_real_false in H; auto. rewrite Ez in H. destruct (Rlt_dec 0 (real n)); [lra |]. intros F1.
    generalize (Bpred_correct (prec double) (emax double) _ _ v Fv). destruct (Rlt_bool _ _).
    + intros (E & _). exact E.
    + intros E. exfalso. unfold finite in F1. destruct (Bpred v); discriminate.
Qed.

(* The rounded coordinate is strictly beyond every number within the error of hi + lo, in the direction of n. *)
Theorem outward (hi lo n error k result : F double) (sure : bool) P :
  round_outward_results hi lo n error sure k result true ->
  finite hi -> finite lo -> finite n -> finite error -> 0 <= real error -> rnd double (real hi + real lo) = real hi ->
  Rabs (P - (real hi + real lo)) <= real error -> finite result ->
  sure = true /\
  (real n = 0 -> result = hi) /\ (0 < real n -> P < real result) /\ (real n < 0 -> real result < P).
Proof.
  intros (if1 & sure1 & []) Fh Fl Fn Fe E0 Eh HP Fr. destruct zero_value as [Fz Ez]. apply Rabs_le_inv in HP.
  destruct if1; symmetry in E_if1.
  - apply feq_zero in E_if1. destruct E_if1 as [_ Zn]. split; [now rewrite E_is_sure_2 |]. split; [auto |].
    repeat split; intros; lra.
  - apply feq_real_false in E_if1; auto. rewrite Ez in E_if1. rewrite <- E_is_sure_2 in E_is_sure_1.
    symmetry in E_is_sure_1. apply andb_prop in E_is_sure_1. destruct E_is_sure_1 as [S1 S2].
    apply flt_real in S2; auto using finite_fabs. rewrite real_fabs in S2.
    split; [exact S1 |]. split; [intros; contradiction |].
    assert (Nh : real hi <> 0).
    { intros Z. rewrite Z, Rplus_0_l in Eh. rewrite rnd_of_format in Eh by apply real_in_format.
      rewrite Eh, Rabs_R0 in S2. lra. }
    pose proof (halfway_up _ _ Eh Nh) as HU. pose proof (halfway_down _ _ Eh Nh) as HD.
    assert (Sl : (flt (fconst 0 0) lo = true -> 0 < real lo) /\ (flt (fconst 0 0) lo = false -> real lo <= 0)).
    { split; intros H; [apply flt_real in H | apply flt_real_false in H]; auto; lra. }
    assert (Sn : (flt (fconst 0 0) n = true -> 0 < real n) /\ (flt (fconst 0 0) n = false -> real n < 0)).
    { split; intros H; [apply flt_real in H | apply flt_real_false in H]; auto; lra. }
    rewrite E_result in Fr |- *. unfold Rabs in S2.
    destruct (flt (fconst 0 0) lo); destruct (flt (fconst 0 0) n); cbn [Bool.eqb] in *.
    + destruct Sl as [Sl _], Sn as [Sn _]. specialize (Sl eq_refl). specialize (Sn eq_refl).
      rewrite (fnext_value k hi n Fh Nh Fn Fr). destruct (Rlt_dec 0 (real n)); [| lra]. destruct Rcase_abs; [lra |].
      split; intros; lra.
    + destruct Sl as [Sl _], Sn as [_ Sn]. specialize (Sl eq_refl). specialize (Sn eq_refl).
      destruct Rcase_abs; [lra |].
      split; intros; lra.
    + destruct Sl as [_ Sl], Sn as [Sn _]. specialize (Sl eq_refl). specialize (Sn eq_refl).
      destruct Rcase_abs; split; intros; lra.
    + destruct Sl as [_ Sl], Sn as [_ Sn]. specialize (Sl eq_refl). specialize (Sn eq_refl).
      rewrite (fnext_value k hi n Fh Nh Fn Fr). destruct (Rlt_dec 0 (real n)); [lra |].
      destruct Rcase_abs; split; intros; lra.
Qed.

(* a + n R as hi + lo, for n = 1 or -1: the error is that of one rounding of low parts, and 0 if R is a double. *)
Section Place.
Variables r wr R_hi R_lo a n sum_hi sum_lo place_hi place_lo error : F double.
Variables e1 e2 : Z.
Hypothesis reach : is_reach r wr R_hi R_lo.
Hypothesis Fa : finite a.
Hypothesis Fn : finite n.
Hypothesis n_is : real n = 1 \/ real n = -1.
Hypothesis sum_is : wide_of_sum_results a (fmul n R_hi) sum_hi sum_lo e1.
Hypothesis place_is : wide_of_sum_results sum_hi (fadd sum_lo (fmul n R_lo)) place_hi place_lo e2.
Hypothesis error_is : error = if feq R_lo (fconst 0 0) then fconst 0 0 else fmul (fconst 1 (-104)) (fadd (fabs place_hi)
  R_hi).
Let P := real a + real n * (real r + real wr).

Lemma place_parts_of_ordinary : below a 999 ->
  finite place_hi /\ finite place_lo /\ finite error /\ 0 <= real error /\
  rnd double (real place_hi + real place_lo) = real place_hi /\
  Rabs (P - (real place_hi + real place_lo)) <= real error.
Proof.
  intros a_below. destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0. destruct zero_value as [Fz Ez].
  destruct reach as [_ _ _ _ [FR BR] FL R0 ER SR]. rewrite Rabs_pos_eq in BR by exact R0.
  apply wide_of_sum_is in sum_is, place_is. destruct sum_is as (Es & El). destruct place_is as (Ep & Eq).
  destruct (turned n R_hi Fn n_is FR) as (F1 & E1). destruct (turned n R_lo Fn n_is FL) as (F2 & E2).
  assert (An : Rabs (real n) = 1) by (destruct n_is as [-> | ->]; [apply Rabs_R1 | rewrite Rabs_left; lra]).
  assert (B1 : below (fmul n R_hi) 999).
  { split; [exact F1 |]. rewrite E1, Rabs_mult, An, Rmult_1_l, Rabs_pos_eq by exact R0.
    eapply Rle_trans; [exact BR | apply bpow_le; lia]. }
  destruct (sum_parts a (fmul n R_hi) 999 a_below B1 ltac:(lia)) as (Fs & Fl & Ex & _ & Sl). rewrite <- Es, <- El in *.
  rewrite E1 in Ex.
  pose proof (add_below a (fmul n R_hi) 999 a_below B1 ltac:(lia)) as Bs. rewrite <- Es in Bs.
  change (999 + 1)%Z with 1000%Z in Bs.
  set (S := Rabs (real sum_hi)) in *. assert (S0 : 0 <= S) by apply Rabs_pos.
  assert (Sb : S <= bpow radix2 1000) by apply Bs.
  assert (Bl : below sum_lo 999).
  { split; [exact Fl |]. eapply Rle_trans; [exact Sl |]. apply Rle_trans with (bpow radix2 (-1) * bpow radix2 1000).
    - apply Rmult_le_compat; try lra. simpl (bpow radix2 (-1)). lra.
    - rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (RL : Rabs (real n * real R_lo) <= ud * real R_hi) by (rewrite Rabs_mult, An, Rmult_1_l; apply Rabs_le; lra).
  assert (B2 : below (fmul n R_lo) 999).
  { split; [exact F2 |]. rewrite E2. eapply Rle_trans; [exact RL |]. apply Rle_trans with (1 * real R_hi);
      [apply Rmult_le_compat_r; lra |].
    rewrite Rmult_1_l. eapply Rle_trans; [exact BR | apply bpow_le; lia]. }
  destruct (sum_parts sum_lo (fmul n R_lo) 999 Bl B2 ltac:(lia)) as (Fy & Fd & Ey & Sd & _). rewrite E2 in Ey, Sd.
  pose proof (add_below sum_lo (fmul n R_lo) 999 Bl B2 ltac:(lia)) as By. change (999 + 1)%Z with 1000%Z in By.
  set (y := fadd sum_lo (fmul n R_lo)) in *. set (d := sum_rest sum_lo (fmul n R_lo)) in *.
  destruct (sum_parts sum_hi y 1000 Bs By ltac:(lia)) as (Fp & Fq & Ez2 & _ & _). rewrite <- Ep, <- Eq in *.
  assert (EP : P - (real place_hi + real place_lo) = real d) by (unfold P; rewrite <- ER; lra).
  assert (Er : rnd double (real place_hi + real place_lo) = real place_hi).
  { rewrite Ez2. rewrite Ep in Fp |- *. destruct (fadd_finite _ _ Fp) as (_ & _ & <-). reflexivity. }
  split; [exact Fp |]. split; [exact Fq |]. rewrite EP, error_is.
  destruct (feq R_lo (fconst 0 0)) eqn:HL.
  - (* R is a double *)
    apply feq_zero in HL. destruct HL as [_ HL]. split; [exact Fz |]. split; [lra |]. split; [exact Er |].
    assert (Yx : real y = real sum_lo).
    { unfold y. destruct (fadd_finite _ _ Fy) as (_ & _ & E). fold y in E |- *. rewrite E, E2, HL, Rmult_0_r, Rplus_0_r.
      apply rnd_of_format, real_in_format. }
    rewrite Ez. replace (real d) with 0 by (rewrite HL in Ey; lra). rewrite Rabs_R0. lra.
  - (* the rounding of the low part *)
    scales (real R_hi) R0. scales S S0. set (G := Rabs (real place_hi)) in *. assert (G0 : 0 <= G) by apply Rabs_pos.
    scales G G0.
    assert (Yb : Rabs (real sum_lo + real n * real R_lo) <= ud * S + ud * real R_hi).
    { eapply Rle_trans; [apply Rabs_triang |]. lra. }
    assert (Db : Rabs (real d) <= ud * (ud * S) + ud * (ud * real R_hi)).
    { eapply Rle_trans; [exact Sd |]. replace (ud * (ud * S) + ud * (ud * real R_hi))
        with (ud * (ud * S + ud * real R_hi)) by ring.
      apply Rmult_le_compat_l; lra. }
    assert (SG : S <= 101/100 * G + / 100 * real R_hi).
    { assert (H19 : Rabs (real sum_hi + real y - real place_hi) <= ud * G).
      { replace (real sum_hi + real y - real place_hi) with (real place_lo) by lra.
        pose proof (two_sum_rest_small sum_hi y ltac:(rewrite <- Eq; exact Fq)) as [_ K]. rewrite <- Eq, <- Ep in K.
        exact K. }
      assert (H20 : Rabs (real y) <= 2 * (ud * S + ud * real R_hi)).
      { replace (real y) with ((real sum_lo + real n * real R_lo) - real d) by lra.
        eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
      assert (S <= G + Rabs (real sum_hi + real y - real place_hi) + Rabs (real y)).
      { unfold S, G. replace (real sum_hi) with (real place_hi + (real sum_hi + real y - real place_hi) - real y) at 1
          by ring.
        eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. apply Rplus_le_compat_r, Rabs_triang. }
      lra. }
    destruct (constant_value (-104) ltac:(lia)) as [Fk Ek].
    assert (E104 : bpow radix2 (-104) = 4 * (ud * ud)).
    { unfold u. rewrite <- bpow_plus. change 4 with (bpow radix2 2). rewrite <- bpow_plus. f_equal. }
    pose proof (finite_fabs _ Fp) as Ff.
    assert (Gb : G + real R_hi <= bpow radix2 1003).
    { pose proof (add_below sum_hi y 1000 Bs By ltac:(lia)) as [_ K]. rewrite <- Ep in K. fold G in K.
      change 1003%Z with (2 + 1001)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
      change (1000 + 1)%Z with 1001%Z in K.
      assert (bpow radix2 150 <= bpow radix2 1001) by (apply bpow_le; lia). pose proof (bpow_ge_0 radix2 1001). lra. }
    assert (Gs : Rabs (real (fabs place_hi) + real R_hi) <= bpow radix2 1003).
    { rewrite real_fabs. fold G. rewrite Rabs_pos_eq; lra. }
    destruct (fadd_is_finite (fabs place_hi) R_hi 1003 ltac:(unfold emin; simpl; lia) Ff FR Gs) as (F5 & E5 & _).
    pose proof (rnd_sum_error double (real (fabs place_hi)) (real R_hi) (real_in_format _) (real_in_format _)) as D5.
    rewrite <- E5 in D5.
    rewrite real_fabs in D5. fold G in D5. rewrite (Rabs_pos_eq (G + real R_hi)) in D5 by lra. apply Rabs_le_inv in D5.
    set (t := fadd (fabs place_hi) R_hi) in *.
    assert (X5 : - (ud * G + ud * real R_hi) <= real t - (G + real R_hi) <= ud * G + ud * real R_hi).
    { replace (ud * G + ud * real R_hi) with (ud * (G + real R_hi)) by ring. exact D5. }
    assert (t0 : 0 <= real t) by lra. scales (real t) t0.
    assert (Bm : Rabs (real (fconst 1 (-104) : F double) * real t) <= bpow radix2 1000).
    { rewrite Ek, Rabs_pos_eq by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
      apply Rle_trans with (bpow radix2 (-104) * bpow radix2 1004).
      - apply Rmult_le_compat_l; [apply bpow_ge_0 |]. change 1004%Z with (1 + 1003)%Z. rewrite bpow_plus.
        change (bpow radix2 1) with 2. lra.
      - rewrite <- bpow_plus. apply bpow_le. lia. }
    destruct (fmul_is_finite (fconst 1 (-104)) t 1000 ltac:(unfold emin; simpl; lia) Fk F5 Bm) as (F6 & E6 & _).
    pose proof (rnd_error double (real (fconst 1 (-104) : F double) * real t)) as D6. rewrite <- E6, Ek, E104 in D6.
    replace (4 * (ud * ud) * real t) with (4 * (ud * (ud * real t))) in D6 by ring.
    rewrite (Rabs_pos_eq (4 * (ud * (ud * real t)))) in D6 by lra. apply Rabs_le_inv in D6.
    replace (ud * (4 * (ud * (ud * real t)))) with (4 * (ud * (ud * (ud * real t)))) in D6 by ring.
    split; [exact F6 |].
    assert (N6 : 0 <= real (fmul (fconst 1 (-104)) t)).
    { rewrite E6. apply rnd_nonneg. rewrite Ek. apply Rmult_le_pos; [apply bpow_ge_0 | exact t0]. }
    split; [exact N6 |]. split; [exact Er |].
    destruct (Req_dec (real d) 0) as [Zd | Nd]; [rewrite Zd, Rabs_R0; exact N6 |].
    (* a rounding error of a sum is a multiple of the least number *)
    assert (Dl : 2 * tiny <= Rabs (real d)).
    { replace (2 * tiny) with (bpow radix2 (emin double)).
      - apply (generic_format_ge_bpow radix2 (exponents double)).
        + intros k. unfold exponents, FLT_exp. lia.
        + now apply Rabs_pos_lt.
        + apply generic_format_abs, real_in_format.
      - unfold eta. unfold Zminus. rewrite bpow_plus. change (bpow radix2 (-(1))) with (/ 2). field. }
    assert (V1 : ud * (ud * S) <= ud * (ud * (101/100 * G + / 100 * real R_hi))) by (repeat (apply Rmult_le_compat_l;
      [lra |]); lra).
    assert (V2 : ud * (ud * (999/1000 * (G + real R_hi))) <= ud * (ud * real t)) by (repeat (apply Rmult_le_compat_l;
      [lra |]); lra).
    replace (ud * (ud * (101/100 * G + / 100 * real R_hi)))
      with (101/100 * (ud * (ud * G)) + / 100 * (ud * (ud * real R_hi))) in V1 by ring.
    replace (ud * (ud * (999/1000 * (G + real R_hi)))) with (999/1000 * (ud * (ud * G)) + 999/1000 * (ud * (ud * real
      R_hi))) in V2 by ring.
    lra.
Qed.

(* The sum with a large coordinate is the coordinate. *)
Lemma place_parts_of_large : bpow radix2 900 <= Rabs (real a) ->
  finite place_hi /\ finite place_lo /\ finite error /\ 0 <= real error /\
  rnd double (real place_hi + real place_lo) = real place_hi /\
  Rabs (P - (real place_hi + real place_lo)) <= real error.
Proof.
  intros La. destruct ud_small as [U0 U1]. destruct zero_value as [Fz Ez].
  destruct reach as [_ _ _ _ [FR BR] FL R0 ER SR]. rewrite Rabs_pos_eq in BR by exact R0.
  apply wide_of_sum_is in sum_is, place_is. destruct sum_is as (Es & El). destruct place_is as (Ep & Eq).
  destruct (turned n R_hi Fn n_is FR) as (F1 & E1). destruct (turned n R_lo Fn n_is FL) as (F2 & E2).
  assert (An : forall v, Rabs (real n * v) = Rabs v).
  { intros v. rewrite Rabs_mult. replace (Rabs (real n)) with 1; [ring |]. destruct n_is as [-> | ->];
      [now rewrite Rabs_R1 | rewrite Rabs_left; lra]. }
  assert (B150 : forall k, (150 <= k)%Z -> bpow radix2 150 <= bpow radix2 k) by (intros; apply bpow_le; assumption).
  assert (B1 : below (fmul n R_hi) 700) by (split; [exact F1 | rewrite E1, An, Rabs_pos_eq by exact R0;
    eapply Rle_trans; [exact BR | apply B150; lia]]).
  destruct (sum_with_large a (fmul n R_hi) Fa La (below_weaken _ _ 800 B1 ltac:(lia))) as (Fs & Gs & Fl & Gl).
  rewrite <- Es in Fs, Gs. rewrite <- El, E1 in *.
  assert (RL : Rabs (real R_lo) <= ud * real R_hi) by (apply Rabs_le; lra).
  assert (uR : ud * real R_hi <= / 1000 * real R_hi) by (apply Rmult_le_compat_r; lra).
  assert (B2 : below (fmul n R_lo) 700) by (split; [exact F2 | rewrite E2, An; apply Rle_trans with (bpow radix2 150);
    [lra | apply B150; lia]]).
  assert (B3 : below sum_lo 700) by (split; [exact Fl | rewrite Gl, <- E1; apply B1]).
  pose proof (add_below sum_lo (fmul n R_lo) 700 B3 B2 ltac:(lia)) as By. set (y := fadd sum_lo (fmul n R_lo)) in *.
  rewrite <- Gs in La.
  destruct (sum_with_large sum_hi y Fs La (below_weaken _ _ 800 By ltac:(lia))) as (Fp & Gp & Fq & Gq).
  rewrite <- Ep, <- Eq in *.
  assert (Ey : real y = rnd double (real n * (real r + real wr))).
  { destruct (fadd_finite _ _ (proj1 By)) as (_ & _ & E). fold y in E. rewrite E, Gl, E2, <- ER. f_equal. ring. }
  split; [exact Fp |]. split; [exact Fq |].
  assert (Er : rnd double (real place_hi + real place_lo) = real place_hi).
  { rewrite Gp, Gq. apply rnd_large; [apply real_in_format | exact La |].
    eapply Rle_trans; [apply By | apply bpow_le; lia]. }
  assert (EP : P - (real place_hi + real place_lo) = real n * (real r + real wr) - real y) by (unfold P;
    rewrite Gp, Gq, Gs; ring).
  rewrite EP, error_is. destruct (feq R_lo (fconst 0 0)) eqn:HL.
  - apply feq_zero in HL. destruct HL as [_ HL]. split; [exact Fz |]. split; [lra |]. split; [exact Er |].
    rewrite Ey, <- ER, HL, Rplus_0_r, <- E1, rnd_of_format by apply real_in_format.
    rewrite E1, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - assert (Lp : bpow radix2 900 <= Rabs (real (fabs place_hi))) by (rewrite real_fabs, Rabs_Rabsolu, Gp; exact La).
    assert (BRh : below R_hi 800) by (split; [exact FR | rewrite Rabs_pos_eq by exact R0; eapply Rle_trans;
      [exact BR | apply B150; lia]]).
    destruct (sum_with_large (fabs place_hi) R_hi (finite_fabs _ Fp) Lp BRh) as (F5 & G5 & _). rewrite real_fabs in G5.
    destruct (constant_value (-104) ltac:(lia)) as [Fk Ek].
    set (z := fadd (fabs place_hi) R_hi) in *. rewrite real_fabs, Rabs_Rabsolu in Lp.
    pose proof (real_below place_hi) as Bp. change (emax double) with 1024%Z in Bp.
    assert (M : Rabs (real (fconst 1 (-104) : F double) * real z) <= bpow radix2 920).
    { rewrite Ek, G5, Rabs_mult, Rabs_Rabsolu, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
      change 920%Z with (-104 + 1024)%Z. rewrite bpow_plus. apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
    destruct (fmul_is_finite (fconst 1 (-104)) z 920 ltac:(unfold emin; simpl; lia) Fk F5 M) as (F6 & E6 & _).
    assert (L6 : bpow radix2 796 <= real (fmul (fconst 1 (-104)) z)).
    { rewrite E6, <- (rnd_of_format double (bpow radix2 796)).
      - apply rnd_le. rewrite Ek, G5. change 796%Z with (-104 + 900)%Z. rewrite bpow_plus. apply Rmult_le_compat_l;
          [apply bpow_ge_0 | exact Lp].
      - apply generic_format_bpow. unfold exponents, FLT_exp, emin. simpl. lia. }
    pose proof (bpow_gt_0 radix2 796). split; [exact F6 |]. split; [lra |]. split; [exact Er |].
    rewrite Ey, Rabs_minus_sym. eapply Rle_trans; [| exact L6]. rewrite <- ER.
    pose proof (rnd_error double (real n * (real R_hi + real R_lo))) as Q. rewrite An in Q.
    eapply Rle_trans; [exact Q |].
    rewrite Rabs_pos_eq by lra. assert (bpow radix2 150 <= / 4 * bpow radix2 796).
    { change (/ 4) with (bpow radix2 (-2)). rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (tiny <= / 4 * bpow radix2 796).
    { change (/ 4) with (bpow radix2 (-2)). rewrite <- bpow_plus. eapply Rle_trans; [exact tiny_is_tiny | apply bpow_le;
        lia]. }
    assert (ud * (real R_hi + real R_lo) <= / 2 * (real R_hi + real R_lo)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma place_parts :
  finite place_hi /\ finite place_lo /\ finite error /\ 0 <= real error /\
  rnd double (real place_hi + real place_lo) = real place_hi /\
  Rabs (P - (real place_hi + real place_lo)) <= real error.
Proof.
  destruct (Rle_lt_dec (bpow radix2 900) (Rabs (real a))) as [L | L]; [now apply place_parts_of_large |].
  apply place_parts_of_ordinary. split; [exact Fa |]. apply Rle_trans with (bpow radix2 900);
    [lra | apply bpow_le; lia].
Qed.

End Place.

Section PushLevel.
Variables r wr R_hi R_lo uhx dhx dhy cx cy ax ay k pushed_x pushed_y : F double.
Variable relation : Z.
Hypothesis reach : is_reach r wr R_hi R_lo.
Hypothesis run : push_off_level_results R_hi R_lo uhx dhx dhy cx cy ax ay k true relation pushed_x pushed_y.
Let upright := feq uhx (fconst 0 0).
Let n := if upright then dhx else dhy.
Let a := if upright then ax else ay.
Let place := if upright then pushed_x else pushed_y.
Hypothesis Fa : finite a.
Hypothesis Fn : finite n.
Hypothesis n_is : real n = 1 \/ real n = -1.

Theorem push_off_level_place :
  finite place /\ (if upright then pushed_y = cy else pushed_x = cx) /\
  ((relation = 2%Z /\ real n * (real place - real a) = real r + real wr) \/
   (relation = 1%Z /\ real r + real wr < real n * (real place - real a))).
Proof.
  destruct run as (up & m & s_hi & s_lo & s_e & p_hi & p_lo & p_e & error & exact_ & out & sure & sure1 & free & sure2 &
    free1 &
    v1x & v1y & v2x & v2y & []).
  assert (Eup : up = upright) by exact E_is_upright. rewrite Eup in *. clear E_is_upright Eup up.
  assert (Em : m = n) by exact E_n. rewrite Em in *. clear E_n Em m.
  fold a in E_wide_of_sum.
  destruct (place_parts r wr R_hi R_lo a n s_hi s_lo p_hi p_lo error s_e p_e reach Fa Fn n_is E_wide_of_sum
    E_wide_of_sum_2 E_error)
    as (Fp & Fq & Fe & E0 & Er & HP).
  destruct zero_value as [Fz Ez]. symmetry in E_result. rewrite E_result in E_is_sure_2,
    E_free_1. symmetry in E_is_sure_2.
  apply andb_prop in E_is_sure_2. destruct E_is_sure_2 as [S1 S2].
  assert (Ff : finite free) by (apply fabs_finite; eapply fle_finite; eauto using nonneg_fabs, most_value).
  assert (Epl : place = free) by (unfold place; destruct upright; congruence).
  split; [now rewrite Epl |]. split; [destruct upright; congruence |]. rewrite Epl, E_push_relation.
  destruct exact_ eqn:X; symmetry in E_is_exact.
  - apply andb_prop in E_is_exact. destruct E_is_exact as [X1 X2].
    apply feq_zero in X1, X2. destruct X1 as [_ X1], X2 as [_ X2]. rewrite X1, X2, Rplus_0_r in HP.
    pose proof (Rabs_pos (real a + real n * (real r + real wr) - real p_hi)).
    assert (Z : real a + real n * (real r + real wr) - real p_hi = 0).
    { destruct (Req_dec (real a + real n * (real r + real wr) - real p_hi) 0) as [Z | Z]; [exact Z |].
      apply Rabs_pos_lt in Z. lra. }
    rewrite E_free. replace (real p_hi) with (real a + real n * (real r + real wr)) by lra.
    left. split; [reflexivity |]. destruct n_is as [-> | ->]; ring.
  - rewrite E_is_sure_1 in S1. rewrite S1 in E_round_outward. rewrite E_free in Ff |- *.
    destruct (outward p_hi p_lo n error k out true (real a + real n * (real r + real wr)) E_round_outward Fp Fq Fn Fe E0
      Er HP Ff)
      as (_ & _ & G1 & G2). right. split; [reflexivity |].
    destruct n_is as [N | N]; rewrite N in *; [specialize (G1 ltac:(lra)) | specialize (G2 ltac:(lra))]; lra.
Qed.

End PushLevel.

(* If the coordinate is not certain, it is finite all the same. *)
Section NearLevel.
Variables r wr R_hi R_lo uhx dhx dhy cx cy ax ay k pushed_x pushed_y : F double.
Variable relation : Z.
Hypothesis reach : is_reach r wr R_hi R_lo.
Hypothesis run : push_off_level_results R_hi R_lo uhx dhx dhy cx cy ax ay k false relation pushed_x pushed_y.
Let upright := feq uhx (fconst 0 0).
Let n := if upright then dhx else dhy.
Let a := if upright then ax else ay.
Let place := if upright then pushed_x else pushed_y.
Hypothesis Fa : finite a.
Hypothesis Fn : finite n.
Hypothesis n_is : real n = 1 \/ real n = -1.

Theorem push_off_level_is_finite : finite place /\ (if upright then pushed_y = cy else pushed_x = cx).
Proof.
  destruct run as (up & m & s_hi & s_lo & s_e & p_hi & p_lo & p_e & error & exact_ & out & sure & sure1 & free & sure2 &
    free1 &
    v1x & v1y & v2x & v2y & []).
  assert (Eup : up = upright) by exact E_is_upright. rewrite Eup in *. clear E_is_upright Eup up.
  assert (Em : m = n) by exact E_n. rewrite Em in *. clear E_n Em m.
  fold a in E_wide_of_sum.
  destruct (place_parts r wr R_hi R_lo a n s_hi s_lo p_hi p_lo error s_e p_e reach Fa Fn n_is E_wide_of_sum
    E_wide_of_sum_2 E_error) as (Fp & _).
  rewrite <- E_result in E_free_1. assert (Epl : place = p_hi) by (unfold place; destruct upright; congruence).
  split; [now rewrite Epl | destruct upright; congruence].
Qed.

End NearLevel.

(* Every point of a level axis is at least as far from a place as the place is above or below it. *)
Lemma beside_level (upright : bool) c a b t :
  (if upright then px b - px a = 0 else py b - py a = 0) ->
  (if upright then px c - px a else py c - py a) ^ 2 <= dist2_at c a b t.
Proof.
  intros Z. unfold dist2_at. destruct upright.
  - rewrite Z. replace (px a + t * 0) with (px a) by ring. pose proof (pow2_ge_0 (py c - (py a + t * (py b - py a)))).
    lra.
  - rewrite Z. replace (py a + t * 0) with (py a) by ring. pose proof (pow2_ge_0 (px c - (px a + t * (px b - px a)))).
    lra.
Qed.

(* So the new centre is free: no point of the axis is nearer than R. *)
Theorem push_off_level_is_free r wr R_hi R_lo uhx dhx dhy cx cy ax ay (bx by_ : F double) k pushed_x pushed_y
    relation x
    (upright := feq uhx (fconst 0 0)) :
  is_reach r wr R_hi R_lo ->
  push_off_level_results R_hi R_lo uhx dhx dhy cx cy ax ay k true relation pushed_x pushed_y ->
  finite (if upright then ax else ay) -> finite (if upright then dhx else dhy) ->
  (real (if upright then dhx else dhy) = 1 \/ real (if upright then dhx else dhy) = -1) ->
  (if upright then real bx - real ax = 0 else real by_ - real ay = 0) ->
  (relation = 1%Z /\ farther x (point_of pushed_x pushed_y) (point_of ax ay) (point_of bx by_) (real r + real wr)) \/
  (relation = 2%Z /\ forall t, on_axis x t ->
     (real r + real wr) ^ 2 <= dist2_at (point_of pushed_x pushed_y) (point_of ax ay) (point_of bx by_) t).
Proof.
  intros Rch H Fa Fn En Z.
  destruct (push_off_level_place r wr R_hi R_lo uhx dhx dhy cx cy ax ay k pushed_x pushed_y relation Rch H Fa Fn En)
    as (_ & _ & Cases). fold upright in Cases.
  destruct Rch as [_ _ N1 N2 _ _ _ _ _].
  assert (G : forall t, (if upright then real pushed_x - real ax else real pushed_y - real ay) ^ 2 <=
     dist2_at (point_of pushed_x pushed_y) (point_of ax ay) (point_of bx by_) t).
  { intros t. exact (beside_level upright (point_of pushed_x pushed_y) (point_of ax ay) (point_of bx by_) t Z). }
  set (d := if upright then real pushed_x - real ax else real pushed_y - real ay) in *.
  assert (Ed : real (if upright then pushed_x else pushed_y) - real (if upright then ax else ay) = d) by (unfold d;
    destruct upright; reflexivity).
  rewrite Ed in Cases. destruct Cases as [(E & C) | (E & C)]; [right | left]; (split; [exact E |]); intros t _;
    specialize (G t).
  - rewrite <- C. destruct En as [-> | ->]; [replace ((1 * d) ^ 2) with (d ^ 2) by ring |
      replace ((-1 * d) ^ 2) with (d ^ 2) by ring]; exact G.
  - destruct En as [En | En]; rewrite En in C; nra.
Qed.
