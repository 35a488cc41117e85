(* The depth of a contact, its sign and its last rounding; exact differences of inputs; what a root says of its terms.

   depth_of of src/rest/contact_double_double.h adds R.h - q.h, which is exact, and the low parts. Its last rounding
   keeps the sign and costs half an ulp; docs/exactness.md, "Depth at an end". *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN Sterbenz.
From Carom Require Import Model Facts Operations Approx ErrorFree ContactFeature ContactPairs ContactSteps ContactRoot.
From Carom Require Terms_contact.
Import Terms_contact.depth_of_terms(depth_of_results).
Import Terms_contact.is_fast_pair_terms(is_fast_pair_results).

Open Scope R_scope.

(* ---- exact differences ---- *)

Lemma fsub_exact (x y z : F double) : finite x -> finite y -> real x - real y = real z ->
  finite (fsub x y) /\ real (fsub x y) = real z.
Proof.
  intros Fx Fy E. generalize (Bminus_correct (prec double) (emax double) _ _ mode_NE x y Fx Fy).
  assert (R1 : rnd double (real x - real y) = real z) by (rewrite E; apply rnd_of_format, real_in_format).
  rewrite Rlt_bool_true.
  - intros (C1 & C2 & _). split; [exact C2 |]. rewrite <- R1. exact C1.
  - change (Rabs (rnd double (real x - real y)) < bpow radix2 (emax double)). rewrite R1. apply real_below.
Qed.

Lemma fadd_exact (x y z : F double) : finite x -> finite y -> real x + real y = real z ->
  finite (fadd x y) /\ real (fadd x y) = real z.
Proof.
  intros Fx Fy E. generalize (Bplus_correct (prec double) (emax double) _ _ mode_NE x y Fx Fy).
  assert (R1 : rnd double (real x + real y) = real z) by (rewrite E; apply rnd_of_format, real_in_format).
  rewrite Rlt_bool_true.
  - intros (C1 & C2 & _). split; [exact C2 |]. rewrite <- R1. exact C1.
  - change (Rabs (rnd double (real x + real y)) < bpow radix2 (emax double)). rewrite R1. apply real_below.
Qed.

(* If the rounded difference is of ordinary size, its low part is finite, however large the operands are. *)
Lemma difference_rest_finite (x y : F double) k : below (fsub x y) k -> (0 <= k <= 900)%Z ->
  finite (difference_rest x y).
Proof.
  intros [Fs Bs] K. destruct (fsub_finite _ _ Fs) as (Fx & Fy & E).
  destruct (Rle_dec (Rabs (real x)) (bpow radix2 1010)) as [Sx | Lx].
  - (* no step overflows *)
    assert (Dx : Rabs (real x - real y) <= bpow radix2 (k + 1)).
    { pose proof (rnd_sum_error_of_result (real x) (- real y) (real_in_format x) (in_format_opp _ (real_in_format y)))
        as Q.
      change (real x + - real y) with (real x - real y) in Q. rewrite <- E in Q. rewrite bpow_plus.
      change (bpow radix2 1) with 2.
      replace (real x - real y) with (real (fsub x y) - (real (fsub x y) - (real x - real y))) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. destruct ud_small.
      assert (ud * Rabs (real (fsub x y)) <= 1 * Rabs (real (fsub x y))) by (apply Rmult_le_compat_r;
        [apply Rabs_pos | lra]). lra. }
    assert (By : below y 1011).
    { split; [exact Fy |]. replace (real y) with (real x - (real x - real y)) by ring.
      change 1011%Z with (1010 + 1)%Z. apply difference_below; [exact Sx |]. eapply below_le; [exact Dx | lia]. }
    assert (Bx : below x 1011) by (split; [exact Fx | eapply below_le; [exact Sx | lia]]).
    unfold difference_rest. set (s := fsub x y) in *.
    assert (B1 : below s 1011) by (split; [exact Fs | eapply below_le; [exact Bs | lia]]).
    pose proof (sub_below s x 1011 B1 Bx ltac:(lia)) as B2. set (t := fsub s x) in *.
    assert (W : forall v i j, below v i -> (i <= j)%Z -> below v j) by (intros; eapply below_weaken; eassumption).
    pose proof (sub_below s t 1012 (W _ 1011%Z 1012%Z B1 ltac:(lia)) B2 ltac:(lia)) as B3.
    pose proof (sub_below x (fsub s t) 1013 (W _ 1011%Z 1013%Z Bx ltac:(lia)) B3 ltac:(lia)) as B4.
    pose proof (add_below y t 1013 (W _ 1011%Z 1013%Z By ltac:(lia)) (W _ 1012%Z 1013%Z B2 ltac:(lia)) ltac:(lia)) as
      B5.
    exact (proj1 (sub_below _ _ 1014 B4 B5 ltac:(lia))).
  - (* the difference is exact *)
    apply Rnot_le_lt in Lx.
    assert (Q : Rabs (real (fsub x y) - (real x - real y)) <= ud * Rabs (real (fsub x y))).
    { pose proof (rnd_sum_error_of_result (real x) (- real y) (real_in_format x) (in_format_opp _ (real_in_format y)))
        as Q.
      change (real x + - real y) with (real x - real y) in Q. rewrite <- E in Q. exact Q. }
    assert (D : Rabs (real x - real y) <= / 4 * bpow radix2 1010).
    { destruct ud_small. assert (ud * Rabs (real (fsub x y)) <= 1 * Rabs (real (fsub x y))) by (apply Rmult_le_compat_r;
        [apply Rabs_pos | lra]).
      assert (B8 : 8 * bpow radix2 k <= bpow radix2 1010).
      { replace 8 with (bpow radix2 3) by (simpl; lra). rewrite <- bpow_plus. apply bpow_le. lia. }
      replace (real x - real y) with (real (fsub x y) - (real (fsub x y) - (real x - real y))) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (Ex : in_format double (real x - real y)).
    { assert (St : forall p q : R, in_format double p -> in_format double q -> q / 2 <= p <= 2 * q ->
        in_format double (p - q)).
      { intros p q Hp Hq H. apply sterbenz; auto with typeclass_instances. unfold exponents. apply FLT_exp_monotone. }
      pose proof (bpow_gt_0 radix2 1010). apply Rabs_le_inv in D.
      destruct (Rle_dec 0 (real x)) as [P | N].
      - rewrite Rabs_pos_eq in Lx by exact P. apply St; auto using real_in_format. lra.
      - apply Rnot_le_lt in N. rewrite Rabs_left in Lx by exact N.
        replace (real x - real y) with (- real y - - real x) by ring.
        apply St; auto using in_format_opp, real_in_format. lra. }
    assert (Es : real (fsub x y) = real x - real y) by (rewrite E; now apply rnd_of_format).
    unfold difference_rest. set (s := fsub x y) in *.
    destruct (fsub_exact s x (fneg y) Fs Fx ltac:(rewrite real_fneg; lra)) as (F1 & E1). set (t := fsub s x) in *.
    rewrite real_fneg in E1.
    destruct (fsub_exact s t x Fs F1 ltac:(lra)) as (F2 & E2).
    destruct (fsub_exact x (fsub s t) (fconst 0 0) Fx F2 ltac:(rewrite (proj2 zero_value); lra)) as (F3 & E3).
    destruct (fadd_exact y t (fconst 0 0) Fy F1 ltac:(rewrite (proj2 zero_value); lra)) as (F4 & E4).
    rewrite (proj2 zero_value) in E3, E4.
    refine (proj1 (fsub_exact _ _ (fconst 0 0) F3 F4 _)). rewrite (proj2 zero_value). lra.
Qed.

Lemma difference_parts (x y : F double) k : below (fsub x y) k -> (0 <= k <= 900)%Z ->
  finite x /\ finite y /\ finite (difference_rest x y) /\
    real (fsub x y) + real (difference_rest x y) = real x - real y /\
  Rabs (real (difference_rest x y)) <= ud * Rabs (real x - real y).
Proof.
  intros B K. pose proof (difference_rest_finite x y k B K) as F.
  destruct (two_difference_exact x y F) as (Fx & Fy & _ & _ & E). destruct (two_difference_rest_small x y F) as (S & _).
  auto.
Qed.

(* ---- sizes ---- *)

Lemma is_fast_is x y b : is_fast_pair_results x y b -> b = true -> finite x -> finite y ->
  (real x = 0 \/ bpow radix2 (-150) <= Rabs (real x)) /\ (real y = 0 \/ bpow radix2 (-150) <= Rabs (real y)).
Proof.
  intros (ax & ay & []) -> Fx Fy. symmetry in E_result. apply andb_prop in E_result. destruct E_result as [H1 H2].
  constant_of double 1%Z (-150)%Z. destruct C as [Fk Ek]. rewrite Rmult_1_l in Ek.
  assert (G : forall (v av : F double), av = fabs v -> finite v ->
    (fle (fconst 1 (-150)) av || feq av (fconst 0 0))%bool = true ->
    real v = 0 \/ bpow radix2 (-150) <= Rabs (real v)).
  { intros v av -> Fv H. apply Bool.orb_prop in H. destruct H as [H | H].
    - right. rewrite <- real_fabs, <- Ek. apply fle_real; auto. now apply finite_fabs.
    - left. apply feq_zero in H. destruct H as [_ H]. rewrite real_fabs in H. destruct (Req_dec (real v) 0) as [Z | Z];
        [exact Z |].
      apply Rabs_no_R0 in Z. contradiction. }
  split; eapply G; eauto.
Qed.

(* If the root of a sum of squares is at most 2^150, so are the terms, nearly. *)
Lemma root_below (x y : F double) :
  finite (fsqrt (fadd (fmul x x) (fmul y y))) -> 0 < real (fsqrt (fadd (fmul x x) (fmul y y))) <= bpow radix2 150 ->
  below x 160 /\ below y 160 /\ (real x <> 0 \/ real y <> 0).
Proof.
  set (a := fadd (fmul x x) (fmul y y)). intros Fs [S0 S1].
  destruct (fsqrt_finite _ Fs) as (Fa & Pa & Es). destruct (fadd_finite _ _ Fa) as (F1 & F2 & Ea). fold a in Ea.
  destruct (fmul_finite _ _ F1) as (Fx & _ & E1). destruct (fmul_finite _ _ F2) as (Fy & _ & E2).
  assert (N1 : 0 <= real (fmul x x)) by apply nonneg_real, nonneg_square.
  assert (N2 : 0 <= real (fmul y y)) by apply nonneg_real, nonneg_square.
  destruct ud_small as [U0 U1]. pose proof tiny_is_tiny as T.
  assert (T' : tiny <= bpow radix2 150) by (eapply Rle_trans; [exact T | apply bpow_le; lia]).
  assert (A : sqrt (real a) <= bpow radix2 152).
  { pose proof (rnd_error double (sqrt (real a))) as Q. rewrite <- Es in Q.
    rewrite (Rabs_pos_eq (sqrt _)) in Q by apply sqrt_pos.
    apply Rabs_le_inv in Q. change 152%Z with (2 + 150)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
    pose proof (sqrt_pos (real a)). assert (ud * sqrt (real a) <= / 4 * sqrt (real a)) by (apply Rmult_le_compat_r;
      lra). lra. }
  assert (A2 : real a <= bpow radix2 304).
  { rewrite <- (sqrt_sqrt (real a)) by exact Pa. change 304%Z with (152 + 152)%Z. rewrite bpow_plus.
    apply Rmult_le_compat; auto using sqrt_pos. }
  assert (G : forall v : F double, finite v -> real (fmul v v) = rnd double (real v * real v) ->
    real (fmul v v) <= real a -> below v 160).
  { intros v Fv Ev Lv. split; [exact Fv |]. apply Rnot_lt_le. intros Hc.
    assert (H : bpow radix2 320 <= real (fmul v v)).
    { rewrite Ev. rewrite <- (rnd_of_format double (bpow radix2 320)).
      - apply rnd_le. change 320%Z with (160 + 160)%Z. rewrite bpow_plus.
        rewrite <- (Rabs_pos_eq (real v * real v)) by apply Rle_0_sqr.
        rewrite Rabs_mult. pose proof (bpow_ge_0 radix2 160). apply Rmult_le_compat; lra.
      - apply generic_format_bpow. unfold exponents, FLT_exp, emin. simpl. lia. }
    assert (bpow radix2 304 < bpow radix2 320) by (apply bpow_lt; lia). lra. }
  assert (M1 : real (fmul x x) <= real a).
  { rewrite Ea. rewrite <- (rnd_of_format double (real (fmul x x))) at 1 by apply real_in_format. apply rnd_le. lra. }
  assert (M2 : real (fmul y y) <= real a).
  { rewrite Ea. rewrite <- (rnd_of_format double (real (fmul y y))) at 1 by apply real_in_format. apply rnd_le. lra. }
  split; [now apply G |]. split; [now apply G |].
  destruct (Req_dec (real x) 0) as [Zx | Zx]; [| now left]. right. intros Zy.
  rewrite Zx, Rmult_0_l, rnd_zero in E1. rewrite Zy, Rmult_0_l, rnd_zero in E2.
  rewrite E1, E2, Rplus_0_l, rnd_zero in Ea.
  rewrite Es, Ea, sqrt_0, rnd_zero in S0. lra.
Qed.

(* ---- the depth ---- *)

Lemma depth_of_is R_hi R_lo k_hi k_lo d : depth_of_results R_hi R_lo k_hi k_lo d ->
  d = fadd (fadd R_hi (fneg k_hi)) (fadd (sum_rest R_hi (fneg k_hi)) (fsub R_lo k_lo)).
Proof. intros (gh & gl & e & []). apply wide_of_sum_is in E_wide_of_sum. destruct E_wide_of_sum as (-> & ->).
exact E_result. Qed.

(* The depth is V, rounded, and V is R - q but for E and the roundings of the low parts. L bounds the low part of q. *)
Lemma depth_parts (R_hi R_lo k_hi k_lo d : F double) (rr q E L : R) :
  depth_of_results R_hi R_lo k_hi k_lo d ->
  below R_hi 470 -> finite R_lo -> below k_hi 470 -> finite k_lo -> 0 <= real R_hi -> 0 <= real k_hi ->
  real R_hi + real R_lo = rr -> - (ud * real R_hi) <= real R_lo <= ud * real R_hi ->
  - E <= real k_hi + real k_lo - q <= E -> - (ud * L) <= real k_lo <= ud * L -> 0 <= L <= bpow radix2 470 ->
  exists V, finite d /\ real d = rnd double V /\ Rabs (rnd double V - V) <= ud * Rabs V /\
    - (E + 31/10 * (ud * (ud * real R_hi)) + 11/10 * (ud * (ud * real k_hi)) + 21/10 * (ud * (ud * L))) <=
        V - (rr - q) <=
       E + 31/10 * (ud * (ud * real R_hi)) + 11/10 * (ud * (ud * real k_hi)) + 21/10 * (ud * (ud * L)).
Proof.
  intros H BR FR Bk Fk R0 k0 ER SR Eq SL [L0 LB]. apply depth_of_is in H. destruct ud_small as [U0 U1].
  scales (real R_hi) R0. scales (real k_hi) k0. scales L L0.
  assert (Bn : below (fneg k_hi) 470) by (split; [apply finite_fneg, Bk | rewrite real_fneg, Rabs_Ropp; apply Bk]).
  destruct (sum_parts R_hi (fneg k_hi) 470 BR Bn ltac:(lia)) as (Fg & Fl & Eg & Sg & _). rewrite real_fneg in Eg, Sg.
  assert (Big : 10 * (bpow radix2 470 + bpow radix2 470 + bpow radix2 470) <= big).
  { apply Rle_trans with (bpow radix2 5 * bpow radix2 470); [simpl (bpow radix2 5); pose proof (bpow_ge_0 radix2 470);
      lra |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct BR as [FRh BR]. destruct Bk as [Fkh Bk]. rewrite Rabs_pos_eq in BR, Bk by assumption.
  assert (Sg' : Rabs (real (sum_rest R_hi (fneg k_hi))) <= ud * (real R_hi + real k_hi)).
  { eapply Rle_trans; [exact Sg |]. apply Rmult_le_compat_l; [lra |]. apply Rabs_le. lra. }
  apply Rabs_le_inv in Sg'.
  destruct (sub_step R_lo k_lo (ud * real R_hi + ud * L) FR Fk ltac:(lra) ltac:(lra)) as (F1 & X1).
  replace (ud * (ud * real R_hi + ud * L)) with (ud * (ud * real R_hi) + ud * (ud * L)) in X1 by ring.
  set (x1 := fsub R_lo k_lo) in *. set (g := sum_rest R_hi (fneg k_hi)) in *.
  destruct (add_step g x1 (201/100 * (ud * real R_hi) + ud * real k_hi + 101/100 * (ud * L)) Fl F1 ltac:(lra)
    ltac:(lra)) as (F2 & X2).
  replace (ud * (201/100 * (ud * real R_hi) + ud * real k_hi + 101/100 * (ud * L)))
    with (201/100 * (ud * (ud * real R_hi)) + ud * (ud * real k_hi) + 101/100 * (ud * (ud * L))) in X2 by ring.
  set (x2 := fadd g x1) in *. set (G := fadd R_hi (fneg k_hi)) in *.
  destruct (add_step G x2 (2 * (real R_hi + real k_hi + L)) Fg F2 ltac:(lra) ltac:(lra)) as (F3 & _).
  exists (real G + real x2). rewrite H. split; [exact F3 |].
  destruct (fadd_finite _ _ F3) as (_ & _ & E3). split; [exact E3 |].
  split; [apply rnd_sum_error; apply real_in_format |]. lra.
Qed.

(* The sign of a rounded number that is farther from 0 than its error. *)
Lemma sign_of_rounded V x e :
  Rabs (rnd double V - V) <= ud * Rabs V -> e < Rabs (rnd double V) -> Rabs (V - x) <= e * (1 - 2 * ud) ->
  (0 < rnd double V -> 0 < x) /\ (rnd double V < 0 -> x < 0) /\ rnd double V <> 0.
Proof.
  intros H He Hx. destruct ud_small as [U0 U1].
  assert (e0 : 0 <= e).
  { pose proof (Rabs_pos (V - x)). apply Rnot_lt_le. intros Hc.
    assert (0 < (- e) * (1 - 2 * ud)) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (P : 0 <= V -> 0 <= rnd double V) by apply rnd_nonneg.
  assert (N : V <= 0 -> rnd double V <= 0) by (intros; rewrite <- (rnd_zero double); now apply rnd_le).
  assert (X : e * (1 - 2 * ud) < Rabs V).
  { assert (e < (1 + ud) * Rabs V).
    { eapply Rlt_le_trans; [exact He |]. replace (rnd double V) with (V + (rnd double V - V)) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. lra. }
    apply Rmult_lt_reg_l with (1 + ud); [lra |]. replace ((1 + ud) * (e * (1 - 2 * ud)))
      with (e * (1 - ud - 2 * (ud * ud))) by ring.
    assert (0 < ud * ud) by (apply Rmult_lt_0_compat; lra).
    assert (e * (1 - ud - 2 * (ud * ud)) <= e * 1) by (apply Rmult_le_compat_l; lra). lra. }
  repeat split.
  - intros D. assert (V0 : 0 < V) by (apply Rnot_le_lt; intros Hc; apply N in Hc; lra).
    rewrite (Rabs_pos_eq V) in X by lra.
    apply Rabs_le_inv in Hx. lra.
  - intros D. assert (V0 : V < 0) by (apply Rnot_le_lt; intros Hc; apply P in Hc; lra).
    rewrite (Rabs_left V) in X by lra.
    apply Rabs_le_inv in Hx. lra.
  - intros D. rewrite D, Rabs_R0 in He. lra.
Qed.

(* Half an ulp of a bound of the true number, and what V is off. *)
Lemma rounded_near V x m d : Rabs (V - x) <= d -> Rabs x <= m ->
  Rabs (rnd double V - x) <= / 2 * ulp radix2 (exponents double) m + 2 * d.
Proof.
  intros H Hx. assert (m0 : 0 <= m) by (pose proof (Rabs_pos x); lra).
  set (z := rnd double x).
  assert (Hz : Rabs (z - x) <= / 2 * ulp radix2 (exponents double) m).
  { eapply Rle_trans; [apply error_le_half_ulp; auto with typeclass_instances |]. apply Rmult_le_compat_l; [lra |].
    apply ulp_le; auto with typeclass_instances.
    - unfold exponents. apply FLT_exp_monotone.
    - rewrite (Rabs_pos_eq m) by exact m0. exact Hx. }
  assert (Hr : Rabs (rnd double V - V) <= Rabs (z - V)).
  { apply round_N_pt; auto with typeclass_instances. apply rnd_in_format. }
  replace (rnd double V - x) with ((rnd double V - V) + (V - x)) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  assert (Rabs (z - V) <= Rabs (z - x) + Rabs (V - x)).
  { replace (z - V) with ((z - x) - (V - x)) by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  lra.
Qed.
