(* Sums, differences and products without error: hi + lo is exactly a + b, a - b or a * b.

   Of sums and differences nothing is asked but that lo is finite; then hi is finite too. Products ask that the low part
   does not underflow. Sources: Knuth (two-sum), Dekker 1971, and Flocq's Pff2Flocq for both; the product of factors
   that are split by their bits has a proof of its own. C: wide_of_sum, wide_of_ordered_sum and wide_of_product of
   src/arithmetic/wide.h, pair_sum, pair_difference and pair_product of src/arithmetic/double_pair.h. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN Plus_error Mult_error Pff2Flocq.
From Carom Require Import Model Operations.

Open Scope R_scope.

Section Sums.
Context {f : format}.
Implicit Types a b : F f.

(* The low parts, as in C. *)
Definition sum_rest a b :=
  let s := fadd a b in let t := fsub s a in fadd (fsub a (fsub s t)) (fsub b t).
Definition difference_rest a b :=
  let s := fsub a b in let t := fsub s a in fsub (fsub a (fsub s t)) (fadd b t).
Definition ordered_rest a b := let s := fadd a b in fsub b (fsub s a).

Lemma emin_below_0 : (emin f < 0)%Z.
Proof. unfold emin. pose proof (prec_gt_1 f). pose proof (prec_lt_emax f). lia. Qed.

Lemma ties_even_symmetric x : negb (Z.even x) = negb (negb (Z.even (- (x + 1)))).
Proof. rewrite Z.even_opp, Z.even_add. now destruct (Z.even x). Qed.
Lemma rnd_opp x : rnd f (- x) = - rnd f x.
Proof. unfold rnd, exponents. apply round_N_opp_sym. exact ties_even_symmetric. Qed.
Lemma in_format_opp x : in_format f x -> in_format f (- x).
Proof. apply generic_format_opp. Qed.

Lemma two_sum_real x y (s := rnd f (x + y)) (t := rnd f (s - x)) :
  in_format f x -> in_format f y ->
  s + rnd f (rnd f (x - rnd f (s - t)) + rnd f (y - t)) = x + y.
Proof.
  intros Hx Hy. pose proof emin_below_0. pose proof (prec_gt_1 f).
  apply (TwoSum_correct (emin f) (prec f) (fun t => negb (Z.even t))); auto; try lia.
  exact ties_even_symmetric.
Qed.

Theorem two_sum_exact a b :
  finite (sum_rest a b) ->
  finite a /\ finite b /\ finite (fadd a b) /\ real (fadd a b) = rnd f (real a + real b) /\
  real (fadd a b) + real (sum_rest a b) = real a + real b.
Proof.
  unfold sum_rest. set (s := fadd a b). set (t := fsub s a). intros H.
  destruct (fadd_finite _ _ H) as (H1 & H2 & E).
  destruct (fsub_finite _ _ H1) as (Fa & H3 & E1). destruct (fsub_finite _ _ H2) as (Fb & Ft & E2).
  destruct (fsub_finite _ _ H3) as (Fs & _ & E3). destruct (fsub_finite _ _ Ft) as (_ & _ & E4).
  destruct (fadd_finite _ _ Fs) as (_ & _ & E5).
  repeat split; auto. rewrite E, E1, E2, E3. unfold t at 1 2. rewrite E4. unfold s. rewrite E5.
  apply two_sum_real; apply real_in_format.
Qed.

Theorem two_difference_exact a b :
  finite (difference_rest a b) ->
  finite a /\ finite b /\ finite (fsub a b) /\ real (fsub a b) = rnd f (real a - real b) /\
  real (fsub a b) + real (difference_rest a b) = real a - real b.
Proof.
  unfold difference_rest. set (s := fsub a b). set (t := fsub s a). intros H.
  destruct (fsub_finite _ _ H) as (H1 & H2 & E).
  destruct (fsub_finite _ _ H1) as (Fa & H3 & E1). destruct (fadd_finite _ _ H2) as (Fb & Ft & E2).
  destruct (fsub_finite _ _ H3) as (Fs & _ & E3). destruct (fsub_finite _ _ Ft) as (_ & _ & E4).
  destruct (fsub_finite _ _ Fs) as (_ & _ & E5).
  repeat split; auto. rewrite E, E1, E2, E3. unfold t at 1 2. rewrite E4. unfold s. rewrite E5.
  pose proof (two_sum_real (real a) (- real b) (real_in_format a) (in_format_opp _ (real_in_format b))) as T.
  cbv zeta in T. change (real a + - real b) with (real a - real b) in T.
  etransitivity; [| exact T]. f_equal. f_equal. unfold Rminus at 1. f_equal. rewrite <- rnd_opp. f_equal. ring.
Qed.

(* |a| >= |b|, or a = 0. *)
Theorem ordered_sum_exact a b :
  finite (ordered_rest a b) -> (real a = 0 \/ Rabs (real b) <= Rabs (real a)) ->
  finite a /\ finite b /\ finite (fadd a b) /\ real (fadd a b) = rnd f (real a + real b) /\
  real (fadd a b) + real (ordered_rest a b) = real a + real b.
Proof.
  unfold ordered_rest. set (s := fadd a b). intros H Hab.
  destruct (fsub_finite _ _ H) as (Fb & Ht & E). destruct (fsub_finite _ _ Ht) as (Fs & Fa & E1).
  destruct (fadd_finite _ _ Fs) as (_ & _ & E2). repeat split; auto.
  rewrite E, E1. unfold s. rewrite E2.
  destruct Hab as [-> | Hab].
  - rewrite Rplus_0_l, Rminus_0_r. rewrite !(rnd_of_format f (real b)) by apply real_in_format.
    rewrite Rminus_diag_eq, rnd_zero by reflexivity. ring.
  - pose proof emin_below_0. pose proof (prec_gt_1 f).
    pose proof (Fast2Sum_correct (emin f) (prec f) (fun t => negb (Z.even t)) ltac:(lia) ltac:(lia)
      ties_even_symmetric (real a) (real b) (real_in_format a) (real_in_format b) Hab) as T.
    change (rnd f (real a + real b) + rnd f (real b + rnd f (real a - rnd f (real a + real b))) = real a + real b) in T.
    etransitivity; [| exact T]. f_equal. f_equal. unfold Rminus at 1. f_equal. rewrite <- rnd_opp. f_equal. ring.
Qed.

(* The low part is half an ulp at most: relative to the exact result, and to the high part. *)
Lemma rnd_sum_error_of_result x y :
  in_format f x -> in_format f y -> Rabs (rnd f (x + y) - (x + y)) <= u f * Rabs (rnd f (x + y)).
Proof.
  intros Hx Hy.
  destruct (FLT_plus_error_N_round_ex radix2 (emin f) (prec f) (fun t => negb (Z.even t)) x y Hx Hy) as (eps & He & Hr).
  unfold rnd, exponents. rewrite Hr at 2.
  match goal with |- Rabs (?r - _) <= _ => replace (r - r * (1 + eps)) with (- (eps * r)) by ring end.
  rewrite Rabs_Ropp, Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos |].
  eapply Rle_trans; [exact He |]. unfold Relative.u_ro, u. rewrite bpow_plus. change (bpow radix2 1) with 2. lra.
Qed.

Lemma two_sum_rest_small a b :
  finite (sum_rest a b) ->
  Rabs (real (sum_rest a b)) <= u f * Rabs (real a + real b) /\
  Rabs (real (sum_rest a b)) <= u f * Rabs (real (fadd a b)).
Proof.
  intros H. destruct (two_sum_exact a b H) as (_ & _ & _ & E & S).
  replace (real (sum_rest a b)) with (- (rnd f (real a + real b) - (real a + real b))) by lra.
  rewrite E, Rabs_Ropp.
  split; [apply rnd_sum_error | apply rnd_sum_error_of_result]; apply real_in_format.
Qed.

Lemma two_difference_rest_small a b :
  finite (difference_rest a b) ->
  Rabs (real (difference_rest a b)) <= u f * Rabs (real a - real b) /\
  Rabs (real (difference_rest a b)) <= u f * Rabs (real (fsub a b)).
Proof.
  intros H. destruct (two_difference_exact a b H) as (_ & _ & _ & E & S).
  replace (real (difference_rest a b)) with (- (rnd f (real a + - real b) - (real a + - real b))).
  2: change (real a + - real b) with (real a - real b); lra.
  rewrite E, Rabs_Ropp. change (real a - real b) with (real a + - real b).
  split; [apply rnd_sum_error | apply rnd_sum_error_of_result];
    try apply in_format_opp; apply real_in_format.
Qed.

Lemma ordered_rest_small a b :
  finite (ordered_rest a b) -> (real a = 0 \/ Rabs (real b) <= Rabs (real a)) ->
  Rabs (real (ordered_rest a b)) <= u f * Rabs (real a + real b) /\
  Rabs (real (ordered_rest a b)) <= u f * Rabs (real (fadd a b)).
Proof.
  intros H Hab. destruct (ordered_sum_exact a b H Hab) as (_ & _ & _ & E & S).
  replace (real (ordered_rest a b)) with (- (rnd f (real a + real b) - (real a + real b))) by lra.
  rewrite E, Rabs_Ropp.
  split; [apply rnd_sum_error | apply rnd_sum_error_of_result]; apply real_in_format.
Qed.

(* What is far from the largest number does not overflow. *)
Lemma rnd_below x k : (emin f + prec f < k)%Z -> Rabs x <= bpow radix2 k -> Rabs (rnd f x) <= bpow radix2 k.
Proof.
  intros Hk H. pose proof (prec_gt_1 f).
  apply abs_round_le_generic; auto with typeclass_instances.
  apply generic_format_bpow. unfold exponents, FLT_exp. lia.
Qed.

Lemma fadd_is_finite a b k :
  (emin f + prec f < k < emax f)%Z -> finite a -> finite b -> Rabs (real a + real b) <= bpow radix2 k ->
  finite (fadd a b) /\ real (fadd a b) = rnd f (real a + real b) /\ Rabs (real (fadd a b)) <= bpow radix2 k.
Proof.
  intros Hk Fa Fb H. pose proof (rnd_below _ k (proj1 Hk) H) as R.
  generalize (Bplus_correct (prec f) (emax f) _ _ mode_NE a b Fa Fb). rewrite Rlt_bool_true.
  - intros (C1 & C2 & _). repeat split; [exact C2 | exact C1 |]. unfold real, fadd. rewrite C1. exact R.
  - eapply Rle_lt_trans; [exact R |]. apply bpow_lt. lia.
Qed.
Lemma fsub_is_finite a b k :
  (emin f + prec f < k < emax f)%Z -> finite a -> finite b -> Rabs (real a - real b) <= bpow radix2 k ->
  finite (fsub a b) /\ real (fsub a b) = rnd f (real a - real b) /\ Rabs (real (fsub a b)) <= bpow radix2 k.
Proof.
  intros Hk Fa Fb H. pose proof (rnd_below _ k (proj1 Hk) H) as R.
  generalize (Bminus_correct (prec f) (emax f) _ _ mode_NE a b Fa Fb). rewrite Rlt_bool_true.
  - intros (C1 & C2 & _). repeat split; [exact C2 | exact C1 |]. unfold real, fsub. rewrite C1. exact R.
  - eapply Rle_lt_trans; [exact R |]. apply bpow_lt. lia.
Qed.
Lemma fmul_is_finite a b k :
  (emin f + prec f < k < emax f)%Z -> finite a -> finite b -> Rabs (real a * real b) <= bpow radix2 k ->
  finite (fmul a b) /\ real (fmul a b) = rnd f (real a * real b) /\ Rabs (real (fmul a b)) <= bpow radix2 k.
Proof.
  intros Hk Fa Fb H. pose proof (rnd_below _ k (proj1 Hk) H) as R.
  generalize (Bmult_correct (prec f) (emax f) _ _ mode_NE a b). rewrite Rlt_bool_true.
  - rewrite Fa, Fb. intros (C1 & C2 & _). repeat split; [exact C2 | exact C1 |].
    unfold real, fmul. rewrite C1. exact R.
  - eapply Rle_lt_trans; [exact R |]. apply bpow_lt. lia.
Qed.
Lemma ffma_is_finite a b c k :
  (emin f + prec f < k < emax f)%Z -> finite a -> finite b -> finite c ->
  Rabs (real a * real b + real c) <= bpow radix2 k ->
  finite (ffma a b c) /\ real (ffma a b c) = rnd f (real a * real b + real c).
Proof.
  intros Hk Fa Fb Fc H. pose proof (rnd_below _ k (proj1 Hk) H) as R.
  generalize (Bfma_correct (prec f) (emax f) _ _ mode_NE a b c Fa Fb Fc). cbv zeta. rewrite Rlt_bool_true.
  - intros (C1 & C2 & _). split; [exact C2 | exact C1].
  - eapply Rle_lt_trans; [exact R |]. apply bpow_lt. lia.
Qed.

Lemma sum_below x y k : Rabs x <= bpow radix2 k -> Rabs y <= bpow radix2 k -> Rabs (x + y) <= bpow radix2 (k + 1).
Proof. intros. rewrite bpow_plus. change (bpow radix2 1) with 2. eapply Rle_trans; [apply Rabs_triang |]. lra. Qed.
Lemma below_le x k l : Rabs x <= bpow radix2 k -> (k <= l)%Z -> Rabs x <= bpow radix2 l.
Proof. intros H L. eapply Rle_trans; [exact H |]. now apply bpow_le. Qed.
Lemma difference_below x y k :
  Rabs x <= bpow radix2 k -> Rabs y <= bpow radix2 k -> Rabs (x - y) <= bpow radix2 (k + 1).
Proof. intros. unfold Rminus. apply sum_below; [| rewrite Rabs_Ropp]; assumption. Qed.

Theorem two_sum_finite a b k :
  (emin f + prec f < k < emax f - 5)%Z -> finite a -> finite b ->
  Rabs (real a) <= bpow radix2 k -> Rabs (real b) <= bpow radix2 k -> finite (sum_rest a b).
Proof.
  intros Hk Fa Fb Ha Hb.
  destruct (fadd_is_finite a b (k + 1) ltac:(lia) Fa Fb (sum_below _ _ _ Ha Hb)) as (Fs & _ & Bs).
  destruct (fsub_is_finite (fadd a b) a (k + 2) ltac:(lia) Fs Fa) as (Ft & _ & Bt).
  { replace (k + 2)%Z with (k + 1 + 1)%Z by lia. apply difference_below; [exact Bs |].
    eapply below_le; [exact Ha | lia]. }
  unfold sum_rest. set (s := fadd a b) in *. set (t := fsub s a) in *.
  destruct (fsub_is_finite s t (k + 3) ltac:(lia) Fs Ft) as (F1 & _ & B1).
  { replace (k + 3)%Z with (k + 2 + 1)%Z by lia.
    apply difference_below; [eapply below_le; [exact Bs | lia] | exact Bt]. }
  destruct (fsub_is_finite a (fsub s t) (k + 4) ltac:(lia) Fa F1) as (F2 & _ & B2).
  { replace (k + 4)%Z with (k + 3 + 1)%Z by lia.
    apply difference_below; [eapply below_le; [exact Ha | lia] | exact B1]. }
  destruct (fsub_is_finite b t (k + 4) ltac:(lia) Fb Ft) as (F3 & _ & B3).
  { replace (k + 4)%Z with (k + 3 + 1)%Z by lia.
    apply difference_below; [eapply below_le; [exact Hb | lia] | eapply below_le; [exact Bt | lia]]. }
  apply (fadd_is_finite _ _ (k + 4 + 1)); auto; [lia | now apply sum_below].
Qed.

End Sums.

(* Products of doubles. *)
Notation D := (F double).

Section Products.
Implicit Types a b : D.

(* The low part from high halves a1 and b1, as in C. *)
Definition rest_of_split a b a1 b1 : D :=
  let a2 := fsub a a1 in let b2 := fsub b b1 in
  fadd (fadd (fadd (fsub (fmul a1 b1) (fmul a b)) (fmul a1 b2)) (fmul a2 b1)) (fmul a2 b2).
(* Veltkamp's high half, with 2^27 + 1. *)
Definition split_high a : D := let t := fmul (fconst 134217729 0) a in fsub t (fsub t a).
(* The low parts of wide_of_product, of pair_product, and of a fused multiply-add. *)
Definition product_rest a b := rest_of_split a b (split_high a) (split_high b).
Definition pair_product_rest a b := rest_of_split a b (fhigh a) (fhigh b).
Definition fused_rest a b := ffma a b (fneg (fmul a b)).

(* The low part does not underflow. *)
Definition is_splittable (x : R) := x = 0 \/ bpow radix2 (-969) <= Rabs x.

Lemma split_high_value a :
  finite (split_high a) ->
  finite a /\
  real (split_high a) = rnd double (rnd double (real a - rnd double (real a * (bpow radix2 27 + 1))) +
    rnd double (real a * (bpow radix2 27 + 1))).
Proof.
  unfold split_high. set (t := fmul (fconst 134217729 0) a). intros H.
  destruct (fsub_finite _ _ H) as (Ft & H1 & E). destruct (fsub_finite _ _ H1) as (_ & Fa & E1).
  split; [exact Fa |]. destruct (fmul_finite _ _ Ft) as (_ & _ & E2). fold t in E2.
  constant_of double 134217729%Z 0%Z. destruct C as [_ C]. rewrite C in E2.
  assert (Et : real t = rnd double (real a * (bpow radix2 27 + 1))).
  { rewrite E2. f_equal. change (bpow radix2 0) with 1. change (bpow radix2 27) with 134217728. ring. }
  rewrite E, E1, <- Et. f_equal. rewrite Rplus_comm. unfold Rminus at 1. f_equal. rewrite <- rnd_opp. f_equal. ring.
Qed.

(* Dekker's product in real numbers. *)
Lemma dekker_real x y hx tx hy ty p q0 q1 q2 q3 s0 s1 s2 r :
  in_format double x -> in_format double y ->
  hx = rnd double (rnd double (x - rnd double (x * (bpow radix2 27 + 1))) + rnd double (x * (bpow radix2 27 + 1))) ->
  hy = rnd double (rnd double (y - rnd double (y * (bpow radix2 27 + 1))) + rnd double (y * (bpow radix2 27 + 1))) ->
  tx = rnd double (x - hx) -> ty = rnd double (y - hy) -> p = rnd double (x * y) ->
  q0 = rnd double (hx * hy) -> q1 = rnd double (hx * ty) -> q2 = rnd double (tx * hy) -> q3 = rnd double (tx * ty) ->
  s0 = rnd double (q0 - p) -> s1 = rnd double (s0 + q1) -> s2 = rnd double (s1 + q2) -> r = rnd double (s2 + q3) ->
  (is_splittable (x * y) -> p + r = x * y) /\ Rabs (p + r - x * y) <= 7 / 2 * bpow radix2 (-1074).
Proof.
  intros Hx Hy H1 H2 H3 H4 H5 H6 H7 H8 H9 G1 G2 G3 G4.
  rewrite Rabs_minus_sym. unfold Rminus in G1. rewrite Rplus_comm in G1. subst.
  pose proof (Dekker radix2 (emin double) (prec double) (fun t => negb (Z.even t)) ltac:(simpl; lia) eq_refl x y Hx Hy
    (or_introl eq_refl)) as (X & Y).
  split; [intros S; symmetry; apply X; exact S | exact Y].
Qed.

(* The rest of a product is its expression with roundings. *)
Lemma rest_of_split_value a b a1 b1 :
  finite (rest_of_split a b a1 b1) ->
  finite a1 /\ finite b1 /\ finite (fmul a b) /\
  exists a2 b2 q0 q1 q2 q3 s0 s1 s2 : R,
  a2 = rnd double (real a - real a1) /\ b2 = rnd double (real b - real b1) /\
  q0 = rnd double (real a1 * real b1) /\ q1 = rnd double (real a1 * b2) /\
  q2 = rnd double (a2 * real b1) /\ q3 = rnd double (a2 * b2) /\
  s0 = rnd double (q0 - real (fmul a b)) /\ s1 = rnd double (s0 + q1) /\ s2 = rnd double (s1 + q2) /\
  real (rest_of_split a b a1 b1) = rnd double (s2 + q3).
Proof.
  unfold rest_of_split. intros H.
  destruct (fadd_finite _ _ H) as (H1 & H2 & E). destruct (fadd_finite _ _ H1) as (H3 & H4 & E1).
  destruct (fadd_finite _ _ H3) as (H5 & H6 & E2). destruct (fsub_finite _ _ H5) as (H7 & Fp & E3).
  destruct (fmul_finite _ _ H7) as (F1 & G1 & E4). destruct (fmul_finite _ _ H6) as (_ & G2 & E5).
  destruct (fmul_finite _ _ H4) as (F2 & _ & E6). destruct (fmul_finite _ _ H2) as (_ & _ & E7).
  destruct (fsub_finite _ _ F2) as (_ & _ & V2). destruct (fsub_finite _ _ G2) as (_ & _ & W2).
  repeat split; try assumption.
  eexists _, _, _, _, _, _, _, _, _.
  repeat match goal with |- _ /\ _ => split; [eassumption |] end. exact E.
Qed.

Lemma split_product a b :
  finite (product_rest a b) ->
  finite a /\ finite b /\ finite (fmul a b) /\ real (fmul a b) = rnd double (real a * real b) /\
  (is_splittable (real a * real b) -> real (fmul a b) + real (product_rest a b) = real a * real b) /\
  Rabs (real (fmul a b) + real (product_rest a b) - real a * real b) <= 7 / 2 * bpow radix2 (-1074).
Proof.
  unfold product_rest. intros H.
  destruct (rest_of_split_value _ _ _ _ H)
    as (F1 & G1 & Fp & a2 & b2 & q0 & q1 & q2 & q3 & s0 & s1 & s2 & V2 & W2 & E4 & E5 & E6 & E7 & E3 & E2 & E1 & E).
  destruct (split_high_value a F1) as (Fa & V1). destruct (split_high_value b G1) as (Fb & W1).
  destruct (fmul_finite _ _ Fp) as (_ & _ & Ep).
  destruct (dekker_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (real_in_format a) (real_in_format b)
    V1 W1 V2 W2 Ep E4 E5 E6 E7 E3 E2 E1 E) as (X & Y).
  repeat split; assumption.
Qed.

(* wide_of_product *)
Theorem product_exact a b :
  finite (product_rest a b) -> is_splittable (real a * real b) ->
  finite a /\ finite b /\ finite (fmul a b) /\ real (fmul a b) = rnd double (real a * real b) /\
  real (fmul a b) + real (product_rest a b) = real a * real b.
Proof. intros H S. destruct (split_product a b H) as (A & B & C & E & X & _). repeat split; auto. Qed.

(* fma(a, b, -p) *)
Theorem fused_product_exact a b :
  finite (fused_rest a b) -> is_splittable (real a * real b) ->
  finite a /\ finite b /\ finite (fmul a b) /\ real (fmul a b) = rnd double (real a * real b) /\
  real (fmul a b) + real (fused_rest a b) = real a * real b.
Proof.
  unfold fused_rest. intros H S. destruct (ffma_finite _ _ _ H) as (Fa & Fb & Fp & E).
  apply fneg_finite in Fp. destruct (fmul_finite _ _ Fp) as (_ & _ & Ep).
  repeat split; auto. rewrite E, real_fneg, Ep.
  rewrite (rnd_of_format double (real a * real b + - _)); [ring |].
  replace (real a * real b + - rnd double (real a * real b))
    with (- (rnd double (real a * real b) - real a * real b)) by ring.
  apply in_format_opp. unfold in_format, rnd, exponents.
  apply (@mult_error_FLT radix2 (emin double) (prec double) (prec_positive double) ZnearestE _);
    [apply real_in_format | apply real_in_format |].
  intros N. destruct S as [S | S]; [contradiction | exact S].
Qed.

Theorem split_and_fused_agree a b :
  finite (product_rest a b) -> finite (fused_rest a b) -> is_splittable (real a * real b) ->
  real (product_rest a b) = real (fused_rest a b).
Proof.
  intros H H' S. destruct (product_exact a b H S) as (_ & _ & _ & _ & X).
  destruct (fused_product_exact a b H' S) as (_ & _ & _ & _ & Y). lra.
Qed.

(* The product of factors that are split by their bits. *)

Lemma whole_in_format z k s :
  (Z.abs z <= 2 ^ 53)%Z -> (0 <= k)%Z -> (-1074 <= s)%Z -> in_format double (IZR (z * 2 ^ k) * bpow radix2 s).
Proof.
  intros Hz Hk Hs. rewrite mult_IZR, (IZR_Zpower radix2) by assumption.
  rewrite Rmult_assoc, <- bpow_plus.
  destruct (Z.eq_dec (Z.abs z) (2 ^ 53)) as [E | N].
  - assert (G : in_format double (bpow radix2 53 * bpow radix2 (k + s))).
    { rewrite <- bpow_plus. apply generic_format_bpow. unfold exponents, FLT_exp, emin.
      change (prec double) with 53%Z. change (emax double) with 1024%Z. lia. }
    destruct (Z.abs_eq_or_opp z) as [H | H]; rewrite E in H.
    + rewrite <- H. exact G.
    + replace z with (- 2 ^ 53)%Z by lia. rewrite opp_IZR, Ropp_mult_distr_l_reverse. now apply in_format_opp.
  - apply generic_format_FLT. exists (Float radix2 z (k + s)); simpl; [reflexivity | | unfold emin; simpl; lia].
    change (prec double) with 53%Z. lia.
Qed.
Lemma whole_exact z k s :
  (Z.abs z <= 2 ^ 53)%Z -> (0 <= k)%Z -> (-1074 <= s)%Z ->
  rnd double (IZR (z * 2 ^ k) * bpow radix2 s) = IZR (z * 2 ^ k) * bpow radix2 s.
Proof. intros. apply rnd_of_format. now apply whole_in_format. Qed.

(* a = M 2^e, and its high half is 2^27 K 2^e. *)
Definition is_high_half (a a1 : R) M K e :=
  a = IZR M * bpow radix2 e /\ a1 = IZR (K * 2 ^ 27) * bpow radix2 e /\
  (Z.abs M < 2 ^ 53)%Z /\ (Z.abs (M - K * 2 ^ 27) <= 2 ^ 26)%Z /\ (-1074 <= e)%Z /\
  (bpow radix2 (-1022) <= Rabs a -> (2 ^ 52 <= Z.abs M)%Z) /\ (-1074 < e -> 2 ^ 52 <= Z.abs M)%Z.

Lemma fhigh_value a :
  finite (fhigh a) -> finite a /\ exists M K e, is_high_half (real a) (real (fhigh a)) M K e.
Proof.
  destruct a as [s | s | | s m e Hm].
  - intros _. split; [reflexivity |]. exists 0%Z, 0%Z, (-1074)%Z. unfold is_high_half, real. simpl B2R.
    change (0 * 2 ^ 27)%Z with 0%Z. rewrite !Rmult_0_l. repeat split; try lra; try lia. rewrite Rabs_R0. intros H.
    pose proof (bpow_gt_0 radix2 (-1022)). lra.
  - discriminate.
  - discriminate.
  - intros H. split; [reflexivity |].
    assert (Be : (Z.pos m < 2 ^ 53 /\ -1074 <= e /\ (-1074 < e -> 2 ^ 52 <= Z.pos m))%Z).
    { pose proof Hm as Hc. unfold SpecFloat.bounded, SpecFloat.canonical_mantissa in Hc. apply andb_true_iff in Hc.
      destruct Hc as [Hc _].
      apply Zeq_bool_eq in Hc. rewrite Digits.Zpos_digits2_pos in Hc.
      unfold SpecFloat.fexp, SpecFloat.emin in Hc.
      change (prec double) with 53%Z in Hc. change (emax double) with 1024%Z in Hc.
      pose proof (Digits.Zdigits_correct radix2 (Z.pos m)) as [D1 D2].
      change (Z.abs (Z.pos m)) with (Z.pos m) in *. change (Zpower radix2) with (Z.pow 2) in *.
      assert (Digits.Zdigits radix2 (Z.pos m) <= 53)%Z by lia.
      split; [| split; [lia |]].
      - eapply Z.lt_le_trans; [exact D2 |]. apply Z.pow_le_mono_r; lia.
      - intros G. eapply Z.le_trans; [| exact D1]. apply Z.pow_le_mono_r; lia. }
    destruct Be as (B1 & B2 & B3).
    set (k := ((Z.pos m + 2 ^ 26) / 2 ^ 27)%Z).
    assert (K0 : (0 <= k <= 2 ^ 26)%Z).
    { unfold k. split; [apply Z.div_pos; lia |].
      apply Z.lt_succ_r, Z.div_lt_upper_bound; lia. }
    assert (K1 : (Z.abs (Z.pos m - k * 2 ^ 27) <= 2 ^ 26)%Z).
    { pose proof (Z.div_mod (Z.pos m + 2 ^ 26) (2 ^ 27) ltac:(lia)) as DM. fold k in DM.
      pose proof (Z.mod_pos_bound (Z.pos m + 2 ^ 26) (2 ^ 27) ltac:(lia)). lia. }
    assert (Ks : forall n, (0 <= n)%Z -> Z.abs (cond_Zopp s n) = n) by (intros n; destruct s; simpl; lia).
    assert (Kd : (Z.abs (cond_Zopp s (Z.pos m) - cond_Zopp s k * 2 ^ 27) <= 2 ^ 26)%Z).
    { destruct s; unfold cond_Zopp; lia. }
    exists (cond_Zopp s (Z.pos m)), (cond_Zopp s k), e.
    assert (V : real (fhigh (B754_finite s m e Hm : D)) = IZR (cond_Zopp s k * 2 ^ 27) * bpow radix2 e).
    { unfold fhigh, nearest in *. fold k in H. fold k.
      generalize (binary_normalize_correct (prec double) (emax double) _ _ mode_NE (cond_Zopp s (k * 2 ^ 27)) e s).
      cbv zeta. intros C.
      assert (G : F2R (Float radix2 (cond_Zopp s (k * 2 ^ 27)) e) = IZR (cond_Zopp s k * 2 ^ 27) * bpow radix2 e).
      { unfold F2R. simpl Fnum. simpl Fexp. f_equal. f_equal. destruct s; unfold cond_Zopp; lia. }
      match type of C with context [Rlt_bool ?x ?y] => destruct (Rlt_bool x y) end.
      - destruct C as (C1 & _ & _). unfold real. rewrite C1, G. apply whole_exact; [rewrite Ks |  |]; lia.
      - elim (finite_of_overflow _ _ C H). }
    unfold is_high_half. rewrite V. repeat split; auto.
    + rewrite Ks; lia.
    + intros N. destruct (Z_lt_le_dec (-1074) e) as [L | L].
      * specialize (B3 L). rewrite Ks; lia.
      * assert (e = -1074)%Z by lia. subst e. rewrite Ks by lia.
        apply le_IZR. apply Rmult_le_reg_r with (bpow radix2 (-1074)); [apply bpow_gt_0 |].
        change (IZR (2 ^ 52)) with (IZR (Zpower radix2 52)). rewrite IZR_Zpower, <- bpow_plus by lia.
        unfold real in N. simpl B2R in N. rewrite <- F2R_Zabs in N.
        rewrite Ks in N by lia. exact N.
    + intros L. rewrite Ks by lia. now apply B3.
Qed.
(* The rounded product, as a whole number of units of the last place of the factors. *)
Lemma rounded_whole z s :
  (-1074 <= s)%Z -> (2 ^ 104 <= Z.abs z < 2 ^ 106)%Z ->
  exists n, rnd double (IZR z * bpow radix2 s) = IZR (n * 2 ^ 52) * bpow radix2 s /\
    (Z.abs (z - n * 2 ^ 52) <= 2 ^ 52)%Z.
Proof.
  intros Hs Hz. set (x := IZR z * bpow radix2 s).
  assert (Z0 : x <> 0).
  { unfold x. apply Rmult_integral_contrapositive_currified; [apply IZR_neq; lia |].
    apply Rgt_not_eq, bpow_gt_0. }
  assert (A : Rabs x = IZR (Z.abs z) * bpow radix2 s).
  { unfold x. now rewrite Rabs_mult, (Rabs_pos_eq (bpow _ _)), abs_IZR by apply bpow_ge_0. }
  assert (M1 : (s + 105 <= mag radix2 x)%Z).
  { apply mag_ge_bpow. rewrite A. replace (s + 105 - 1)%Z with (104 + s)%Z by lia. rewrite bpow_plus.
    apply Rmult_le_compat_r; [apply bpow_ge_0 |]. rewrite <- IZR_Zpower by lia. now apply IZR_le. }
  assert (M2 : (mag radix2 x <= s + 106)%Z).
  { apply mag_le_bpow; [exact Z0 |]. rewrite A, Z.add_comm, bpow_plus.
    apply Rmult_lt_compat_r; [apply bpow_gt_0 |]. rewrite <- IZR_Zpower by lia. now apply IZR_lt. }
  set (c := cexp radix2 (exponents double) x).
  assert (Hc : (s + 52 <= c <= s + 53)%Z).
  { unfold c, cexp, exponents, FLT_exp, emin. change (prec double) with 53%Z. change (emax double) with 1024%Z. lia. }
  pose proof (error_le_half_ulp radix2 (exponents double) (fun t => negb (Z.even t)) x) as Err.
  change (round radix2 (exponents double) (Znearest (fun t => negb (Z.even t))) x) with (rnd double x) in Err.
  rewrite ulp_neq_0 in Err by exact Z0. fold c in Err.
  assert (V : rnd double x = IZR (ZnearestE (scaled_mantissa radix2 (exponents double) x)) * bpow radix2 c)
    by reflexivity.
  set (q := ZnearestE _) in V. exists (q * 2 ^ (c - s - 52))%Z.
  assert (V' : rnd double x = IZR (q * 2 ^ (c - s - 52) * 2 ^ 52) * bpow radix2 s).
  { rewrite V, !mult_IZR, !(IZR_Zpower radix2) by lia. rewrite !Rmult_assoc, <- !bpow_plus. repeat f_equal. lia. }
  split; [exact V' |]. rewrite V' in Err. unfold x in Err.
  rewrite <- Rmult_minus_distr_r, <- minus_IZR, Rabs_mult, (Rabs_pos_eq (bpow _ s)), <- abs_IZR in Err
    by apply bpow_ge_0.
  rewrite <- Z.abs_opp, Z.opp_sub_distr, Z.add_comm.
  change (q * 2 ^ (c - s - 52) * 2 ^ 52 + - z)%Z with (q * 2 ^ (c - s - 52) * 2 ^ 52 - z)%Z.
  apply le_IZR. apply Rmult_le_reg_r with (bpow radix2 s); [apply bpow_gt_0 |].
  eapply Rle_trans; [exact Err |]. change (IZR (2 ^ 52)) with (IZR (Zpower radix2 52)).
  rewrite IZR_Zpower, <- bpow_plus by lia.
  apply Rle_trans with (/ 2 * bpow radix2 (53 + s)).
  - apply Rmult_le_compat_l; [lra |]. apply bpow_le. lia.
  - replace (53 + s)%Z with (1 + (52 + s))%Z by lia. rewrite (bpow_plus _ 1). change (bpow radix2 1) with 2. lra.
Qed.
Lemma abs_product_le m n p q : (Z.abs m <= p -> Z.abs n <= q -> Z.abs (m * n) <= p * q)%Z.
Proof. intros. rewrite Z.abs_mul. apply Z.mul_le_mono_nonneg; lia. Qed.

(* One product of halves: exact, if its whole number is short enough. *)
Lemma whole_product_exact m j n k e g :
  (Z.abs (m * n) <= 2 ^ 53)%Z -> (0 <= j)%Z -> (0 <= k)%Z -> (-1074 <= e + g)%Z ->
  rnd double (IZR (m * 2 ^ j) * bpow radix2 e * (IZR (n * 2 ^ k) * bpow radix2 g)) =
  IZR (m * n * 2 ^ (j + k)) * bpow radix2 (e + g).
Proof.
  intros H Hj Hk Hs. etransitivity; [| apply whole_exact; lia]. f_equal.
  rewrite Z.pow_add_r, bpow_plus, !mult_IZR by assumption. ring.
Qed.
Lemma whole_sum_exact z1 z2 n k s :
  (z1 + z2 = n * 2 ^ k)%Z -> (Z.abs n <= 2 ^ 53)%Z -> (0 <= k)%Z -> (-1074 <= s)%Z ->
  rnd double (IZR z1 * bpow radix2 s + IZR z2 * bpow radix2 s) = IZR (n * 2 ^ k) * bpow radix2 s.
Proof. intros E H Hk Hs. rewrite <- Rmult_plus_distr_r, <- plus_IZR, E. now apply whole_exact. Qed.

(* What the sum has after each step, in units of the last place of the factors, and that it is short enough. *)
Lemma halves_in_units kl kb al ab an mn P :
  (Z.abs kb <= 2 ^ 52 -> Z.abs ab <= 2 ^ 52 -> Z.abs an <= 2 ^ 79 -> Z.abs (mn - P * 2 ^ 52) <= 2 ^ 52 ->
  mn = kl * 2 ^ 54 + kb * 2 ^ 27 + an -> an = al * 2 ^ 27 + ab ->
  (Z.abs (kl * 4 - P) <= 2 ^ 53 /\ Z.abs ((kl * 4 - P) * 2 ^ 25 + kb) <= 2 ^ 53 /\
   Z.abs (mn - P * 2 ^ 52 - ab) <= 2 ^ 53 /\ Z.abs (mn - P * 2 ^ 52) <= 2 ^ 53) /\
  ((kl * 4 - P) * 2 ^ 25 + kb) * 2 ^ 27 + al * 2 ^ 27 = (mn - P * 2 ^ 52 - ab) * 2 ^ 0)%Z.
Proof. intros H1 H2 H3 H4 -> ->. repeat split; lia. Qed.

Lemma high_half_product x y x1 y1 M K e N L g (a2 b2 p q0 q1 q2 q3 s0 s1 s2 r : R) :
  is_high_half x x1 M K e -> is_high_half y y1 N L g ->
  bpow radix2 (-1022) <= Rabs x -> bpow radix2 (-1022) <= Rabs y -> bpow radix2 (-969) <= Rabs (x * y) ->
  a2 = rnd double (x - x1) -> b2 = rnd double (y - y1) -> p = rnd double (x * y) ->
  q0 = rnd double (x1 * y1) -> q1 = rnd double (x1 * b2) -> q2 = rnd double (a2 * y1) -> q3 = rnd double (a2 * b2) ->
  s0 = rnd double (q0 - p) -> s1 = rnd double (s0 + q1) -> s2 = rnd double (s1 + q2) -> r = rnd double (s2 + q3) ->
  p + r = x * y.
Proof.
  intros (-> & -> & HM & HK & He & NM & _) (-> & -> & HN & HL & Hg & NN & _) Nx Ny Hxy.
  specialize (NM Nx). specialize (NN Ny).
  set (s := (e + g)%Z).
  assert (Exy : IZR M * bpow radix2 e * (IZR N * bpow radix2 g) = IZR (M * N) * bpow radix2 s).
  { unfold s. rewrite bpow_plus, mult_IZR. ring. }
  assert (Low : (2 ^ 104 <= Z.abs (M * N))%Z).
  { rewrite Z.abs_mul. change (2 ^ 104)%Z with (2 ^ 52 * 2 ^ 52)%Z. apply Z.mul_le_mono_nonneg; lia. }
  assert (High : (Z.abs (M * N) < 2 ^ 106)%Z).
  { apply Z.le_lt_trans with ((2 ^ 53 - 1) * (2 ^ 53 - 1))%Z; [apply abs_product_le; lia | reflexivity]. }
  assert (Hs : (-1074 <= s)%Z).
  { rewrite Exy, Rabs_mult, (Rabs_pos_eq (bpow _ s)), <- abs_IZR in Hxy by apply bpow_ge_0.
    assert (bpow radix2 (-969) < bpow radix2 (106 + s)).
    { eapply Rle_lt_trans; [exact Hxy |]. rewrite bpow_plus. apply Rmult_lt_compat_r; [apply bpow_gt_0 |].
      rewrite <- IZR_Zpower by lia. now apply IZR_lt. }
    apply lt_bpow in H. lia. }
  destruct (rounded_whole (M * N) s Hs (conj Low High)) as (P & EP & BP).
  set (A2 := (M - K * 2 ^ 27)%Z) in *. set (B2 := (N - L * 2 ^ 27)%Z) in *.
  assert (HK' : (Z.abs K <= 2 ^ 26)%Z) by lia. assert (HL' : (Z.abs L <= 2 ^ 26)%Z) by lia.
  assert (Ea : rnd double (IZR M * bpow radix2 e - IZR (K * 2 ^ 27) * bpow radix2 e) = IZR (A2 * 2 ^ 0) * bpow radix2
    e).
  { etransitivity; [| apply whole_exact; lia]. f_equal. rewrite <- Rmult_minus_distr_r, <- minus_IZR. f_equal.
    f_equal. lia. }
  assert (Eb : rnd double (IZR N * bpow radix2 g - IZR (L * 2 ^ 27) * bpow radix2 g) = IZR (B2 * 2 ^ 0) * bpow radix2
    g).
  { etransitivity; [| apply whole_exact; lia]. f_equal. rewrite <- Rmult_minus_distr_r, <- minus_IZR. f_equal.
    f_equal. lia. }
  assert (KL : (Z.abs (K * L) <= 2 ^ 53)%Z)
    by (apply Z.le_trans with (2 ^ 26 * 2 ^ 26)%Z; [now apply abs_product_le | easy]).
  assert (KB : (Z.abs (K * B2) <= 2 ^ 26 * 2 ^ 26)%Z) by now apply abs_product_le.
  assert (AL : (Z.abs (A2 * L) <= 2 ^ 53)%Z)
    by (apply Z.le_trans with (2 ^ 26 * 2 ^ 26)%Z; [now apply abs_product_le | easy]).
  assert (AB : (Z.abs (A2 * B2) <= 2 ^ 26 * 2 ^ 26)%Z) by now apply abs_product_le.
  assert (AN : (Z.abs (A2 * N) <= 2 ^ 26 * 2 ^ 53)%Z) by (apply abs_product_le; [exact HK | now apply Z.lt_le_incl]).
  assert (Split : (M * N = K * L * 2 ^ 54 + K * B2 * 2 ^ 27 + A2 * N)%Z) by (unfold A2, B2; ring).
  assert (SplitA : (A2 * N = A2 * L * 2 ^ 27 + A2 * B2)%Z) by (unfold B2; ring).
  destruct (halves_in_units _ _ _ _ _ _ _ KB AB AN BP Split SplitA) as ((U0 & U1 & U2 & U3) & U4).
  assert (KB' : (Z.abs (K * B2) <= 2 ^ 53)%Z) by (eapply Z.le_trans; [exact KB | easy]).
  assert (AB' : (Z.abs (A2 * B2) <= 2 ^ 53)%Z) by (eapply Z.le_trans; [exact AB | easy]).
  rewrite Exy, EP. intros -> -> ->. rewrite Ea, Eb.
  rewrite (whole_product_exact K 27 L 27 e g KL ltac:(easy) ltac:(easy) Hs).
  rewrite (whole_product_exact K 27 B2 0 e g KB' ltac:(easy) ltac:(easy) Hs).
  rewrite (whole_product_exact A2 0 L 27 e g AL ltac:(easy) ltac:(easy) Hs).
  rewrite (whole_product_exact A2 0 B2 0 e g AB' ltac:(easy) ltac:(easy) Hs).
  fold s. clearbody s A2 B2. clear - Hs U0 U1 U2 U3 U4 Split.
  change (27 + 27)%Z with 54%Z. change (27 + 0)%Z with 27%Z. change (0 + 27)%Z with 27%Z. change (0 + 0)%Z with 0%Z.
  intros -> -> -> ->. unfold Rminus. rewrite Ropp_mult_distr_l, <- opp_IZR.
  rewrite (whole_sum_exact (K * L * 2 ^ 54) (- (P * 2 ^ 52)) (K * L * 4 - P) 52 s ltac:(ring) U0 ltac:(easy) Hs).
  intros ->.
  rewrite (whole_sum_exact ((K * L * 4 - P) * 2 ^ 52) (K * B2 * 2 ^ 27) ((K * L * 4 - P) * 2 ^ 25 + K * B2) 27 s
    ltac:(ring) U1 ltac:(easy) Hs). intros ->.
  rewrite (whole_sum_exact _ (A2 * L * 2 ^ 27) _ 0 s U4 U2 ltac:(easy) Hs). intros ->.
  rewrite (whole_sum_exact ((M * N - P * 2 ^ 52 - A2 * B2) * 2 ^ 0) (A2 * B2 * 2 ^ 0) (M * N - P * 2 ^ 52) 0 s
    ltac:(ring) U3 ltac:(easy) Hs). intros ->.
  rewrite <- Rmult_plus_distr_r, <- plus_IZR. f_equal. f_equal. ring.
Qed.

Definition is_normal_or_zero (x : R) := x = 0 \/ bpow radix2 (-1022) <= Rabs x.

(* pair_product *)
Theorem pair_product_exact a b :
  finite (pair_product_rest a b) -> is_splittable (real a * real b) ->
  is_normal_or_zero (real a) -> is_normal_or_zero (real b) ->
  finite a /\ finite b /\ finite (fmul a b) /\ real (fmul a b) = rnd double (real a * real b) /\
  real (fmul a b) + real (pair_product_rest a b) = real a * real b.
Proof.
  unfold pair_product_rest. intros H S Na Nb.
  destruct (rest_of_split_value _ _ _ _ H)
    as (F1 & G1 & Fp & a2 & b2 & q0 & q1 & q2 & q3 & s0 & s1 & s2 & V2 & W2 & E4 & E5 & E6 & E7 & E3 & E2 & E1 & E).
  destruct (fhigh_value a F1) as (Fa & M & K & e & HA). destruct (fhigh_value b G1) as (Fb & N & L & g & HB).
  destruct (fmul_finite _ _ Fp) as (_ & _ & Ep). repeat split; try assumption.
  destruct S as [S | S].
  - apply Rmult_integral in S.
    assert (Z : forall x x1 M K e, is_high_half x x1 M K e -> x = 0 -> x1 = 0).
    { clear. intros x x1 M K e (-> & -> & _ & H & _) Z. apply Rmult_integral in Z.
      destruct Z as [Z | Z]; [| pose proof (bpow_gt_0 radix2 e); lra]. apply eq_IZR in Z. subst.
      assert (K = 0%Z) by lia. subst. simpl. ring. }
    rewrite E, E1, E2, E3, E4, E5, E6, E7, Ep, V2, W2.
    destruct S as [S | S]; [rewrite S, (Z _ _ _ _ _ HA S) | rewrite S, (Z _ _ _ _ _ HB S)];
      rewrite ?Rmult_0_l, ?Rmult_0_r, ?Rminus_diag_eq, ?rnd_zero, ?Rmult_0_l, ?Rmult_0_r, ?Rminus_diag_eq, ?rnd_zero,
        ?Rplus_0_r, ?rnd_zero, ?Rplus_0_r, ?rnd_zero by reflexivity; reflexivity.
  - assert (N0 : forall x, x <> 0 -> is_normal_or_zero x -> bpow radix2 (-1022) <= Rabs x).
    { intros x Hx [Z | Z]; [contradiction | exact Z]. }
    assert (P0 : real a * real b <> 0).
    { intros Z. rewrite Z, Rabs_R0 in S. pose proof (bpow_gt_0 radix2 (-969)). lra. }
    apply (high_half_product _ _ _ _ _ _ _ _ _ _ a2 b2 _ q0 q1 q2 q3 s0 s1 s2 _ HA HB); try assumption.
    + apply N0; [| assumption]. intros Z. apply P0. rewrite Z. ring.
    + apply N0; [| assumption]. intros Z. apply P0. rewrite Z. ring.
Qed.

Theorem pair_product_and_fused_agree a b :
  finite (pair_product_rest a b) -> finite (fused_rest a b) -> is_splittable (real a * real b) ->
  is_normal_or_zero (real a) -> is_normal_or_zero (real b) ->
  real (pair_product_rest a b) = real (fused_rest a b).
Proof.
  intros H H' S Na Nb. destruct (pair_product_exact a b H S Na Nb) as (_ & _ & _ & _ & X).
  destruct (fused_product_exact a b H' S) as (_ & _ & _ & _ & Y). lra.
Qed.

End Products.
