(* Between doubles and double-doubles with an exponent: wide_of and wide_to_double of src/exact/wide.h.

   wide_of is exact. wide_to_double rounds hi 2^exp once, to nearest; the steps before only shift the exponent, without
   error. Two passes of each loop are enough for every double. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree Overflow Wide WideSum WideShift.
From Carom Require Terms_wide.
Import Terms_wide.wide_of_terms(wide_of_results).
Import Terms_wide.wide_to_double_terms(wide_to_double_results).

Open Scope R_scope.

Notation fmt := (in_format double).
Notation b2 := (bpow radix2).

Lemma constant_of_power e : (-1074 <= e <= 1000)%Z -> finite (fconst 1 e : F double) /\ real (fconst 1 e : F double) = b2 e.
Proof.
  intros H. destruct (@fconst_value double 1 e) as [A B]; [reflexivity | change (-1074 <= e)%Z; lia | change (0 + 1 + e <= 1024)%Z; lia |].
  split; [exact A |]. rewrite B. ring.
Qed.

(* A double times a power of two is a double, if it is not subnormal. *)
Lemma format_scaled x k : fmt x -> ((0 <= k)%Z \/ b2 (-1022) <= Rabs (x * b2 k)) -> fmt (x * b2 k).
Proof.
  intros Fx H. destruct (Req_dec x 0) as [-> | N]; [rewrite Rmult_0_l; apply generic_format_0 |].
  destruct (whole_of_format x Fx) as (n & E & Hn & Hc). set (c := cexp radix2 (exponents double) x) in *.
  assert (Em : (c = Z.max (mag radix2 x - 53) (-1074))%Z) by reflexivity.
  assert (P : (-1074 <= c + k)%Z).
  { destruct H as [K | K]; [lia |]. rewrite Rabs_mult, (Rabs_pos_eq (b2 k)) in K by apply bpow_ge_0.
    pose proof (bpow_mag_gt radix2 x) as M.
    assert (L : b2 (-1022) < b2 (mag radix2 x + k)).
    { eapply Rle_lt_trans; [exact K |]. rewrite bpow_plus. apply Rmult_lt_compat_r; [apply bpow_gt_0 | exact M]. }
    apply lt_bpow in L. lia. }
  apply generic_format_FLT. exists (Float radix2 n (c + k)); [| exact Hn | exact P].
  rewrite E at 1. unfold F2R. cbn [Fnum Fexp]. rewrite bpow_plus. ring.
Qed.

(* A step of a loop. *)
Lemma scaled_exactly (x : F double) k : finite x -> (-1000 <= k <= 1000)%Z -> Rabs (real x * b2 k) <= b2 1020 ->
  (real x = 0 \/ (0 <= k)%Z \/ b2 (-1022) <= Rabs (real x * b2 k)) ->
  finite (fmul x (fconst 1 k)) /\ real (fmul x (fconst 1 k)) = real x * b2 k.
Proof.
  intros Fx Hk B S. destruct (constant_of_power k ltac:(lia)) as (Fc & Vc).
  destruct (fmul_is_finite x (fconst 1 k) 1020) as (F1 & V & _); auto; [unfold emin; simpl; lia | now rewrite Vc |].
  split; [exact F1 |]. rewrite V, Vc. apply rnd_of_format. destruct S as [Z | S].
  - rewrite Z, Rmult_0_l. apply generic_format_0.
  - apply format_scaled; [apply real_in_format | exact S].
Qed.

Lemma abs_scaled x k : Rabs (x * b2 k) = Rabs x * b2 k.
Proof. rewrite Rabs_mult, (Rabs_pos_eq (b2 k)) by apply bpow_ge_0. reflexivity. Qed.

Lemma scaled_le x j k : Rabs x <= b2 j -> Rabs (x * b2 k) <= b2 (j + k).
Proof. intros H. rewrite abs_scaled, bpow_plus. apply Rmult_le_compat_r; [apply bpow_ge_0 | exact H]. Qed.

Lemma scaled_ge x j k : b2 j <= Rabs x -> b2 (j + k) <= Rabs (x * b2 k).
Proof. intros H. rewrite abs_scaled, bpow_plus. apply Rmult_le_compat_r; [apply bpow_ge_0 | exact H]. Qed.

(* A double that is not 0 is at least 2^-1074. *)
Lemma least_double (x : F double) : real x <> 0 -> b2 (-1074) <= Rabs (real x).
Proof.
  intros N. destruct (whole_of_format (real x) (real_in_format x)) as (n & E & _ & Hc).
  rewrite E, Rabs_mult, <- abs_IZR, (Rabs_pos_eq (b2 _)) by apply bpow_ge_0.
  apply Rle_trans with (1 * b2 (cexp radix2 (exponents double) (real x))); [rewrite Rmult_1_l; apply bpow_le; exact Hc |].
  apply Rmult_le_compat_r; [apply bpow_ge_0 |]. apply (IZR_le 1). assert (n <> 0)%Z; [| lia].
  intros ->. apply N. rewrite E. simpl. ring.
Qed.

Lemma flt_power_abs k (x : F double) : (-1074 <= k <= 1000)%Z -> finite x ->
  (flt (fconst 1 k) (fabs x) = true -> b2 k < Rabs (real x)) /\ (flt (fconst 1 k) (fabs x) = false -> Rabs (real x) <= b2 k) /\
  (flt (fabs x) (fconst 1 k) = true -> Rabs (real x) < b2 k) /\ (flt (fabs x) (fconst 1 k) = false -> b2 k <= Rabs (real x)).
Proof.
  intros Hk Fx. destruct (constant_of_power k Hk) as (Fc & Vc). rewrite <- real_fabs, <- Vc.
  repeat split; intros H; [apply flt_real | apply flt_real_false | apply flt_real | apply flt_real_false]; auto using finite_fabs.
Qed.

Theorem wide_of_is_exact a hi lo e : wide_of_results a hi lo e -> finite a ->
  finite hi /\ value hi lo e = real a /\ real lo = 0 /\ (real hi = 0 \/ b2 (-250) <= Rabs (real hi) <= b2 250).
Proof.
  intros (v & if1 & v1 & if2 & v2 & v3 & e1 & v4 & e2 & if3 & v5 & e3 & if4 & v6 & e4 & v7 & e5 & v8 & e6 & []) Fa. subst v.
  assert (B0 : Rabs (real a) <= b2 1024) by (left; exact (real_below a)).
  assert (L0 : real lo = 0) by (rewrite E_result_lo; reflexivity).
  unfold value. rewrite L0, Rplus_0_r, E_result_hi, E_result_exp.
  (* down *)
  assert (D : finite v4 /\ real v4 * b2 e2 = real a /\ Rabs (real v4) <= b2 250 /\ (real v4 = 0 -> real a = 0)).
  { destruct (flt_power_abs 250 a ltac:(lia) Fa) as (G1 & G2 & _). rewrite E_v_hi_4, E_v_exp_1. rewrite E_if1.
    destruct (flt (fconst 1 250) (fabs a)); [| split; [exact Fa |]; split; [simpl; ring |]; split; [now apply G2 | auto]].
    specialize (G1 eq_refl).
    destruct (scaled_exactly a (-500) Fa ltac:(lia)) as (F1 & V1).
    { eapply Rle_trans; [apply (scaled_le _ 1024); exact B0 | apply bpow_le; lia]. }
    { right; right. eapply Rle_trans; [| apply (scaled_ge _ 250); lra]. apply bpow_le. lia. }
    rewrite <- E_v_hi_1 in F1, V1.
    assert (B1 : Rabs (real v1) <= b2 524) by (rewrite V1; apply (scaled_le _ 1024); exact B0).
    destruct (flt_power_abs 250 v1 ltac:(lia) F1) as (K1 & K2 & _). rewrite E_v_hi_3, E_v_exp, E_if2.
    destruct (flt (fconst 1 250) (fabs v1)).
    - specialize (K1 eq_refl). destruct (scaled_exactly v1 (-500) F1 ltac:(lia)) as (F2 & V2).
      { eapply Rle_trans; [apply (scaled_le _ 524); exact B1 | apply bpow_le; lia]. }
      { right; right. eapply Rle_trans; [| apply (scaled_ge _ 250); lra]. apply bpow_le. lia. }
      rewrite <- E_v_hi_2 in F2, V2. split; [exact F2 |]. split.
      { rewrite V2, V1, !Rmult_assoc, <- !bpow_plus. simpl. ring. }
      split; [rewrite V2; eapply Rle_trans; [apply (scaled_le _ 524); exact B1 | apply bpow_le; lia] |].
      intros Z. rewrite Z in V2. pose proof (bpow_gt_0 radix2 (-500)). pose proof (bpow_gt_0 radix2 250).
      assert (real v1 = 0) by (apply Rmult_eq_reg_r with (b2 (-500)); lra). rewrite H1, Rabs_R0 in K1. lra.
    - split; [exact F1 |]. split; [rewrite V1, Rmult_assoc, <- bpow_plus; simpl; ring |]. split; [now apply K2 |].
      intros Z. rewrite Z in V1. pose proof (bpow_gt_0 radix2 (-500)). apply Rmult_eq_reg_r with (b2 (-500)); lra. }
  destruct D as (F4 & V4 & B4 & Z4). rewrite <- V4. clear B0 E_v_hi_4 E_v_exp_1.
  (* up *)
  destruct (flt_power_abs (-250) v4 ltac:(lia) F4) as (_ & _ & G1 & G2). rewrite E_v_hi_8, E_v_exp_5, E_if3.
  destruct (flt (fabs v4) (fconst 1 (-250))).
  2: { split; [exact F4 |]. split; [reflexivity |]. split; [reflexivity |]. right. split; [now apply G2 | exact B4]. }
  specialize (G1 eq_refl).
  assert (back : forall x k j, x * b2 k * b2 (j - k) = x * b2 j).
  { intros. rewrite Rmult_assoc, <- bpow_plus. do 2 f_equal. lia. }
  destruct (scaled_exactly v4 500 F4 ltac:(lia)) as (F5 & V5).
  { eapply Rle_trans; [apply (scaled_le _ 250); exact B4 | apply bpow_le; lia]. }
  { right; left. lia. }
  rewrite <- E_v_hi_5 in F5, V5.
  assert (B5 : Rabs (real v5) <= b2 250) by (rewrite V5; eapply Rle_trans; [apply (scaled_le _ (-250)); lra | apply bpow_le; lia]).
  destruct (flt_power_abs (-250) v5 ltac:(lia) F5) as (_ & _ & K1 & K2). rewrite E_v_hi_7, E_v_exp_4, E_if4.
  destruct (flt (fabs v5) (fconst 1 (-250))).
  - specialize (K1 eq_refl). destruct (scaled_exactly v5 500 F5 ltac:(lia)) as (F6 & V6).
    { eapply Rle_trans; [apply (scaled_le _ 250); exact B5 | apply bpow_le; lia]. }
    { right; left. lia. }
    rewrite <- E_v_hi_6 in F6, V6. split; [exact F6 |]. split.
    { rewrite E_v_exp_3, E_v_exp_2, V6, back, V5, back. reflexivity. }
    split; [reflexivity |]. destruct (Req_dec (real v4) 0) as [Z | N]; [left; rewrite V6, V5, Z; ring |]. right. split.
    + rewrite V6, V5, Rmult_assoc, <- bpow_plus. eapply Rle_trans; [| apply (scaled_ge _ (-1074)); now apply least_double]. apply bpow_le. lia.
    + rewrite V6. eapply Rle_trans; [apply (scaled_le _ (-250)); lra | apply bpow_le; lia].
  - split; [exact F5 |]. split; [rewrite E_v_exp_2, V5, back; reflexivity |]. split; [reflexivity |]. right. split; [now apply K2 | exact B5].
Qed.
