(* Between doubles and double-doubles with an exponent: wide_of and wide_to_double of src/arithmetic/wide.h.

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

Lemma constant_of_power e : (-1074 <= e <= 1000)%Z -> finite (fconst 1 e : F double) /\ real (fconst 1 e : F double) =
    b2 e.
Proof.
  intros H. destruct (@fconst_value double 1 e) as [A B]; [reflexivity | change (-1074 <= e)%Z; lia | change (0 + 1 + e
      <= 1024)%Z; lia |].
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
  apply Rle_trans with (1 * b2 (cexp radix2 (exponents double) (real x))); [rewrite Rmult_1_l; apply bpow_le; exact Hc
      |].
  apply Rmult_le_compat_r; [apply bpow_ge_0 |]. apply (IZR_le 1). assert (n <> 0)%Z; [| lia].
  intros ->. apply N. rewrite E. simpl. ring.
Qed.

Lemma flt_power_abs k (x : F double) : (-1074 <= k <= 1000)%Z -> finite x ->
  (flt (fconst 1 k) (fabs x) = true -> b2 k < Rabs (real x)) /\ (flt (fconst 1 k) (fabs x) = false -> Rabs (real x) <=
      b2 k) /\
  (flt (fabs x) (fconst 1 k) = true -> Rabs (real x) < b2 k) /\ (flt (fabs x) (fconst 1 k) = false -> b2 k <= Rabs (real
      x)).
Proof.
  intros Hk Fx. destruct (constant_of_power k Hk) as (Fc & Vc). rewrite <- real_fabs, <- Vc.
  repeat split; intros H; [apply flt_real | apply flt_real_false | apply flt_real | apply flt_real_false]; auto using
      finite_fabs.
Qed.

Theorem wide_of_is_exact a hi lo e : wide_of_results a hi lo e -> finite a ->
  finite hi /\ value hi lo e = real a /\ real lo = 0 /\ (real hi = 0 \/ b2 (-250) <= Rabs (real hi) <= b2 250).
Proof.
  intros (v & if1 & v1 & if2 & v2 & v3 & e1 & v4 & e2 & if3 & v5 & e3 & if4 & v6 & e4 & v7 & e5 & v8 & e6 & []) Fa.
      subst v.
  assert (B0 : Rabs (real a) <= b2 1024) by (left; exact (real_below a)).
  assert (L0 : real lo = 0) by (rewrite E_result_lo; reflexivity).
  unfold value. rewrite L0, Rplus_0_r, E_result_hi, E_result_exp.
  (* down *)
  assert (D : finite v4 /\ real v4 * b2 e2 = real a /\ Rabs (real v4) <= b2 250 /\ (real v4 = 0 -> real a = 0)).
  { destruct (flt_power_abs 250 a ltac:(lia) Fa) as (G1 & G2 & _). rewrite E_v_hi_4, E_v_exp_1. rewrite E_if1.
    destruct (flt (fconst 1 250) (fabs a)); [| split; [exact Fa |]; split; [simpl; ring |]; split; [now apply G2 |
        auto]].
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
  assert (B5 : Rabs (real v5) <= b2 250) by (rewrite V5; eapply Rle_trans; [apply (scaled_le _ (-250)); lra | apply
      bpow_le; lia]).
  destruct (flt_power_abs (-250) v5 ltac:(lia) F5) as (_ & _ & K1 & K2). rewrite E_v_hi_7, E_v_exp_4, E_if4.
  destruct (flt (fabs v5) (fconst 1 (-250))).
  - specialize (K1 eq_refl). destruct (scaled_exactly v5 500 F5 ltac:(lia)) as (F6 & V6).
    { eapply Rle_trans; [apply (scaled_le _ 250); exact B5 | apply bpow_le; lia]. }
    { right; left. lia. }
    rewrite <- E_v_hi_6 in F6, V6. split; [exact F6 |]. split.
    { rewrite E_v_exp_3, E_v_exp_2, V6, back, V5, back. reflexivity. }
    split; [reflexivity |]. destruct (Req_dec (real v4) 0) as [Z | N]; [left; rewrite V6, V5, Z; ring |]. right. split.
    + rewrite V6, V5, Rmult_assoc, <- bpow_plus. eapply Rle_trans; [| apply (scaled_ge _ (-1074)); now apply
        least_double]. apply bpow_le. lia.
    + rewrite V6. eapply Rle_trans; [apply (scaled_le _ (-250)); lra | apply bpow_le; lia].
  - split; [exact F5 |]. split; [rewrite E_v_exp_2, V5, back; reflexivity |]. split; [reflexivity |]. right. split; [now
      apply K2 | exact B5].
Qed.

(* ---- to a double ---- *)

Lemma plus_zero_rounded (p : F double) r : is_rounded p r -> is_rounded (fadd p (fconst 0 0)) r.
Proof.
  intros (N & H). assert (Z : finite (fconst 0 0 : F double) /\ real (fconst 0 0 : F double) = 0) by (split;
      reflexivity).
  destruct Z as (Z1 & Z2). destruct H as [(Fp & B & V) | [(B & ->) | (B & ->)]].
  - pose proof (fadd_rounded p (fconst 0 0) Fp Z1) as (N' & Q). rewrite Z2, Rplus_0_r, (rnd_of_format double (real p))
      in Q
      by apply real_in_format.
    pose proof (real_below p) as R. fold (@huge double) in R. split; [exact N' |]. left.
    destruct Q as [(F' & _ & V') | [(Q & _) | (Q & _)]].
    + split; [exact F' |]. split; [exact B |]. now rewrite V', V.
    + pose proof (Rle_abs (real p)). lra.
    + pose proof (Rle_abs (- real p)) as A. rewrite Rabs_Ropp in A. lra.
  - split; [reflexivity |]. right; left. split; [exact B | reflexivity].
  - split; [reflexivity |]. right; right. split; [exact B | reflexivity].
Qed.

Lemma rounded_tiny x : Rabs x <= b2 (-1100) -> Model.rnd double x = 0.
Proof.
  intros H. destruct (Req_dec (Model.rnd double x) 0) as [Z | N]; [exact Z | exfalso].
  destruct (whole_of_format _ (rnd_in_format double x)) as (n & E & _ & Hc).
  assert (L : b2 (-1074) <= Rabs (Model.rnd double x)).
  { rewrite E, Rabs_mult, <- abs_IZR, (Rabs_pos_eq (b2 _)) by apply bpow_ge_0.
    apply Rle_trans with (1 * b2 (cexp radix2 (exponents double) (Model.rnd double x))); [rewrite Rmult_1_l; apply
        bpow_le; exact Hc |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 |]. apply (IZR_le 1). assert (n <> 0)%Z; [| lia].
    intros Z. apply N. rewrite E, Z. simpl. ring. }
  pose proof (rnd_error double x) as R. rewrite u_double in R. unfold eta in R. change (emin double - 1)%Z with
      (-1075)%Z in R.
  assert (A : Rabs (Model.rnd double x) <= Rabs x + (/ 9007199254740992 * Rabs x + b2 (-1075))).
  { replace (Model.rnd double x) with (x + (Model.rnd double x - x)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang
      |]. lra. }
  assert (P : b2 (-1074) = 2 * b2 (-1075)) by (change (-1074)%Z with (1 + -1075)%Z; rewrite bpow_plus; reflexivity).
  assert (Q : 1000 * b2 (-1100) <= b2 (-1075)).
  { apply Rle_trans with (b2 10 * b2 (-1100)); [pose proof (bpow_ge_0 radix2 (-1100)); change (b2 10) with 1024; lra |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  pose proof (bpow_gt_0 radix2 (-1100)). lra.
Qed.

(* Two numbers of one sign that both overflow. *)
Lemma rounded_huge (p : F double) x y : is_rounded p x -> b2 1024 <= Rabs x -> b2 1024 <= Rabs y -> 0 < x * y ->
    is_rounded p y.
Proof.
  intros (N & H) Bx By S. split; [exact N |].
  assert (G : forall z, b2 1024 <= z -> @huge double <= Model.rnd double z).
  { intros z Hz. unfold huge. rewrite <- (rnd_of_format double (bpow radix2 (emax double))).
    - now apply rnd_le.
    - apply generic_format_bpow. vm_compute. discriminate. }
  assert (G' : forall z, z <= - b2 1024 -> Model.rnd double z <= - @huge double).
  { intros z Hz. specialize (G (- z) ltac:(lra)). rewrite rnd_opp in G. lra. }
  pose proof (@huge_at_least_1 double) as H1.
  destruct (Rle_or_lt 0 x) as [P | P].
  - assert (y0 : 0 < y). { apply Rnot_le_lt. intros L. assert (0 <= x * - y) by (apply Rmult_le_pos; lra). lra. }
    rewrite (Rabs_pos_eq x) in Bx by lra. rewrite (Rabs_pos_eq y) in By by lra. apply G in Bx. apply G in By.
    destruct H as [(_ & B & _) | [(_ & V) | (B & _)]]; [apply Rabs_def2 in B; lra | right; left; auto | lra].
  - assert (y0 : y < 0). { apply Rnot_le_lt. intros L. assert (0 <= - x * y) by (apply Rmult_le_pos; lra). lra. }
    rewrite (Rabs_left x) in Bx by lra. rewrite (Rabs_left y) in By by lra.
    assert (Bx' : x <= - b2 1024) by lra. assert (By' : y <= - b2 1024) by lra. apply G' in Bx', By'.
    destruct H as [(_ & B & _) | [(B & _) | (_ & V)]]; [apply Rabs_def2 in B; lra | lra | right; right; auto].
Qed.

(* The result is hi 2^exp, rounded to nearest; infinity if that overflows. Two passes of each loop are enough. *)
Theorem wide_to_double_rounds a_hi a_exp n goes_on goes_on_1 result :
  wide_to_double_results a_hi a_exp n goes_on goes_on_1 result -> finite a_hi ->
  goes_on = false /\ goes_on_1 = false /\ is_rounded result (real a_hi * b2 a_exp).
Proof.
  intros (d & e & if1 & d1 & e1 & if2 & d2 & e2 & d3 & e3 & d4 & e4 & if3 & d5 & e5 & if4 & d6 & e6 & d7 & e7 & d8 & e8
      & e9 & if5 &
    d9 & e10 & d10 & e11 & []) Fa. subst d e.
  assert (Z0 : finite (fconst 0 0 : F double) /\ real (fconst 0 0 : F double) = 0) by (split; reflexivity).
  destruct Z0 as (Z1 & Z2). set (x := real a_hi * b2 a_exp).
  assert (nonzero : forall w : F double, finite w -> negb (feq w (fconst 0 0)) = true -> real w <> 0).
  { intros w Fw H. apply negb_true_iff in H. apply feq_real_false in H; [| exact Fw | exact Z1]. rewrite Z2 in H. exact
      H. }
  assert (zero : forall w : F double, finite w -> negb (feq w (fconst 0 0)) = false -> real w = 0).
  { intros w Fw H. apply negb_false_iff in H. apply feq_real in H; [| exact Fw | exact Z1]. rewrite Z2 in H. exact H. }
  assert (up : forall w : F double, finite w -> Rabs (real w) < b2 300 ->
    finite (fmul w (fconst 1 700)) /\ real (fmul w (fconst 1 700)) = real w * b2 700).
  { intros w Fw H. apply scaled_exactly; auto; [lia | | right; left; lia].
    eapply Rle_trans; [apply (scaled_le _ 300); lra | apply bpow_le; lia]. }
  assert (down : forall w : F double, finite w -> b2 (-300) < Rabs (real w) ->
    finite (fmul w (fconst 1 (-700))) /\ real (fmul w (fconst 1 (-700))) = real w * b2 (-700)).
  { intros w Fw H. apply scaled_exactly; auto; [lia | |].
    - eapply Rle_trans; [apply (scaled_le _ 1024); left; exact (real_below w) | apply bpow_le; lia].
    - right; right. eapply Rle_trans; [| apply (scaled_ge _ (-300)); lra]. apply bpow_le. lia. }
  assert (shift : forall (w : R) j k, w * b2 j * b2 (k - j) = w * b2 k).
  { intros. rewrite Rmult_assoc, <- bpow_plus. do 2 f_equal. lia. }
  (* the first loop *)
  assert (L1 : finite d4 /\ real d4 * b2 e4 = x /\ ((e4 <= 700)%Z \/ real d4 = 0 \/ b2 300 <= Rabs (real d4)) /\ goes_on
      = false).
  { destruct (flt_power_abs 300 a_hi ltac:(lia) Fa) as (_ & _ & G1 & G2).
    rewrite E_goes_on, E_d_4, E_e_4. destruct if1; symmetry in E_if1.
    - rewrite !andb_true_iff in E_if1. destruct E_if1 as ((C1 & C2) & C3). apply nonzero in C2; [| exact Fa]. apply G1
        in C3.
      destruct (up a_hi Fa C3) as (F1 & V1). rewrite <- E_d_1 in F1, V1.
      destruct (flt_power_abs 300 d1 ltac:(lia) F1) as (_ & _ & K1 & K2).
      rewrite E_d_3, E_e_3. destruct if2; symmetry in E_if2.
      + rewrite !andb_true_iff in E_if2. destruct E_if2 as ((C4 & C5) & C6). apply K1 in C6.
        destruct (up d1 F1 C6) as (F2 & V2). rewrite <- E_d_2 in F2, V2.
        destruct (flt_power_abs 300 d2 ltac:(lia) F2) as (_ & _ & M1 & M2).
        assert (Big : b2 300 <= Rabs (real d2)).
        { rewrite V2, V1, Rmult_assoc, <- bpow_plus. eapply Rle_trans; [| apply (scaled_ge _ (-1074)); now apply
            least_double]. apply bpow_le. lia. }
        split; [exact F2 |]. split; [rewrite V2, E_e_2, shift, V1, E_e_1, shift; reflexivity |]. split; [right; right;
            exact Big |].
        destruct (flt (fabs d2) (fconst 1 300)); [specialize (M1 eq_refl); lra |]. now rewrite !andb_false_r.
      + split; [exact F1 |]. split; [rewrite V1, E_e_1, shift; reflexivity |]. split; [| reflexivity].
        rewrite !andb_false_iff in E_if2. destruct E_if2 as [[C4 | C4] | C4]; [left; lia | right; left; now apply zero |
            right; right; now apply K2].
    - split; [exact Fa |]. split; [reflexivity |]. split; [| reflexivity].
      rewrite !andb_false_iff in E_if1. destruct E_if1 as [[C1 | C1] | C1]; [left; lia | right; left; now apply zero |
          right; right; now apply G2]. }
  destruct L1 as (F4 & V4 & C4 & ->). split; [reflexivity |]. clear E_goes_on E_d_4 E_e_4 E_d_3 E_e_3 E_if1 E_if2.
  (* the second loop *)
  assert (L2 : finite d8 /\ real d8 * b2 e8 = x /\ ((e8 <= 700)%Z \/ real d8 = 0 \/ b2 300 <= Rabs (real d8)) /\
    ((-700 <= e8)%Z \/ Rabs (real d8) <= b2 (-300)) /\ goes_on_1 = false).
  { destruct (flt_power_abs (-300) d4 ltac:(lia) F4) as (G1 & G2 & _).
    rewrite E_goes_on_1, E_d_8, E_e_8. destruct if3; symmetry in E_if3.
    - rewrite !andb_true_iff in E_if3. destruct E_if3 as (C1 & C2). apply G1 in C2.
      destruct (down d4 F4 C2) as (F5 & V5). rewrite <- E_d_5 in F5, V5.
      destruct (flt_power_abs (-300) d5 ltac:(lia) F5) as (K1 & K2 & _).
      assert (E5 : real d5 * b2 e5 = x) by (rewrite V5, E_e_5; replace (e4 + 700)%Z with (e4 - -700)%Z by lia; rewrite
          shift; exact V4).
      rewrite E_d_7, E_e_7. destruct if4; symmetry in E_if4.
      + rewrite !andb_true_iff in E_if4. destruct E_if4 as (C5 & C6). apply K1 in C6.
        destruct (down d5 F5 C6) as (F6 & V6). rewrite <- E_d_6 in F6, V6.
        destruct (flt_power_abs (-300) d6 ltac:(lia) F6) as (M1 & M2 & _).
        assert (Small : Rabs (real d6) <= b2 (-300)).
        { rewrite V6, V5, Rmult_assoc, <- bpow_plus. eapply Rle_trans; [apply (scaled_le _ 1024); left; exact
            (real_below d4) | apply bpow_le; lia]. }
        split; [exact F6 |].
        split; [rewrite V6, E_e_6; replace (e5 + 700)%Z with (e5 - -700)%Z by lia; rewrite shift; exact E5 |].
        split; [left; lia |]. split; [right; exact Small |].
        destruct (flt (fconst 1 (-300)) (fabs d6)); [specialize (M1 eq_refl); lra |]. now rewrite !andb_false_r.
      + split; [exact F5 |]. split; [exact E5 |]. split; [left; lia |]. split; [| reflexivity].
        apply andb_false_iff in E_if4. destruct E_if4 as [C5 | C5]; [left; lia | right; now apply K2].
    - split; [exact F4 |]. split; [exact V4 |]. split; [exact C4 |]. split; [| reflexivity].
      apply andb_false_iff in E_if3. destruct E_if3 as [C1 | C1]; [left; lia | right; now apply G2]. }
  destruct L2 as (F8 & V8 & C8 & C9 & ->). split; [reflexivity |]. rewrite E_result. apply plus_zero_rounded.
  (* the last step *)
  destruct (Z.gtb_spec e8 1023) as [H | H].
  - rewrite E_e_9 in E_if5. change (1023 <? -1022)%Z with false in E_if5. subst if5. rewrite E_d_10, E_e_11, E_e_9.
    destruct (power_value n 1023 ltac:(lia)) as (Fp & Vp). pose proof (fmul_rounded d8 (fpower n 1023) F8 Fp) as R.
        rewrite Vp in R.
    destruct C8 as [C8 | [C8 | C8]]; [lia | |].
    + assert (x0 : x = 0) by (rewrite <- V8, C8; ring). rewrite x0. rewrite C8, Rmult_0_l in R. exact R.
    + apply (rounded_huge _ (real d8 * b2 1023)); [exact R | | |].
      * eapply Rle_trans; [| apply (scaled_ge _ 300); exact C8]. apply bpow_le. lia.
      * rewrite <- V8. eapply Rle_trans; [| apply (scaled_ge _ 300); exact C8]. apply bpow_le. lia.
      * rewrite <- V8. replace (real d8 * b2 1023 * (real d8 * b2 e8)) with (real d8 * real d8 * (b2 1023 * b2 e8)) by
          ring.
        apply Rmult_lt_0_compat; [| apply Rmult_lt_0_compat; apply bpow_gt_0].
        assert (N : real d8 <> 0) by (intros Z; rewrite Z, Rabs_R0 in C8; pose proof (bpow_gt_0 radix2 300); lra).
        pose proof (Rsqr_pos_lt _ N). exact H0.
  - rewrite E_e_9 in *. destruct (Z.ltb_spec e8 (-1022)) as [H' | H']; rewrite E_if5 in *.
    + destruct C9 as [C9 | C9]; [lia |]. rewrite E_d_10, E_e_11.
      assert (Xt : Model.rnd double x = 0).
      { apply rounded_tiny. rewrite <- V8. eapply Rle_trans; [apply (scaled_le _ (-300)); exact C9 | apply bpow_le;
          lia]. }
      destruct (constant_of_power (-700) ltac:(lia)) as (Fc & Vc).
      assert (B8 : Rabs (real d8 * b2 (-700)) <= b2 (-1000)) by (apply (scaled_le _ (-300)); exact C9).
      assert (F9 : finite d9 /\ Rabs (real d9) <= b2 (-900)).
      { rewrite E_d_9. destruct (fmul_is_finite d8 (fconst 1 (-700)) (-900)) as (G1 & _ & G2); auto.
        - unfold emin. simpl. lia.
        - rewrite Vc. eapply Rle_trans; [exact B8 | apply bpow_le; lia]. }
      destruct F9 as (F9 & B9).
      assert (Re : (-1022 <= e10 <= -323)%Z) by (rewrite E_e_10; destruct (Z.ltb_spec e8 (-1722)); lia).
      destruct (power_value n e10 ltac:(lia)) as (Fp & Vp).
      destruct (fmul_rounded d9 (fpower n e10) F9 Fp) as (N & R). rewrite Vp in R.
      assert (Rz : Model.rnd double (real d9 * b2 e10) = 0).
      { apply rounded_tiny. eapply Rle_trans; [apply (scaled_le _ (-900)); exact B9 | apply bpow_le; lia]. }
      rewrite Rz in R. split; [exact N |]. rewrite Xt. exact R.
    + rewrite E_d_10, E_e_11. destruct (power_value n e8 ltac:(lia)) as (Fp & Vp).
      pose proof (fmul_rounded d8 (fpower n e8) F8 Fp) as R. rewrite Vp, V8 in R. exact R.
Qed.

(* Against hi and lo together: what lo contributes, and half of the smallest double where the result is subnormal. *)
Corollary wide_to_double_error a_hi a_lo a_exp n goes_on goes_on_1 result :
  wide_to_double_results a_hi a_exp n goes_on goes_on_1 result -> finite a_hi -> is_wide a_hi a_lo -> finite result ->
  Rabs (real result - value a_hi a_lo a_exp) <= u double * Rabs (real a_hi * b2 a_exp) + b2 (-1075) /\
  (b2 (-1022) <= Rabs (real a_hi * b2 a_exp) ->
    Rabs (real result - value a_hi a_lo a_exp) <= u double * Rabs (real a_hi * b2 a_exp)).
Proof.
  intros H Fa W Fr. destruct (wide_to_double_rounds _ _ _ _ _ _ H Fa) as (_ & _ & _ & R). set (x := real a_hi * b2
      a_exp) in *.
  assert (V : real result = Model.rnd double x).
  { destruct R as [(_ & _ & V) | [(_ & ->) | (_ & ->)]]; [exact V | discriminate | discriminate]. }
  assert (L : value a_hi a_lo a_exp = x + real a_lo * b2 a_exp) by (unfold value, x; ring).
  assert (B : Rabs (real a_lo * b2 a_exp) <= u double * Rabs x).
  { unfold x. rewrite !abs_scaled, <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 | exact W]. }
  rewrite V, L. replace (Model.rnd double x - (x + real a_lo * b2 a_exp)) with ((Model.rnd double x - x) + - (real a_lo
      * b2 a_exp)) by ring.
  assert (Normal : b2 (-1022) <= Rabs x -> Model.rnd double x = x).
  { intros N. apply rnd_of_format. apply format_scaled; [apply real_in_format | right; exact N]. }
  split.
  - eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. rewrite (Rplus_comm (u double * _)).
    apply Rplus_le_compat; [| exact B]. destruct (Rle_or_lt (b2 (-1022)) (Rabs x)) as [N | N].
    + rewrite (Normal N), Rminus_diag_eq, Rabs_R0 by reflexivity. apply bpow_ge_0.
    + destruct (Req_dec x 0) as [Z | Z]; [rewrite Z, rnd_zero, Rminus_diag_eq, Rabs_R0 by reflexivity; apply bpow_ge_0
        |].
      unfold Model.rnd. eapply Rle_trans; [apply error_le_half_ulp; apply exponents_valid |].
      apply Rle_trans with (/ 2 * b2 (-1074)).
      * apply Rmult_le_compat_l; [lra |]. rewrite ulp_neq_0 by exact Z. apply bpow_le. unfold cexp, exponents, FLT_exp.
        pose proof (mag_le_bpow radix2 x (-1022) Z N). unfold emin. change (prec double) with 53%Z. change (emax double)
            with 1024%Z. lia.
      * right. change (-1074)%Z with (1 + -1075)%Z. rewrite bpow_plus. change (b2 1) with 2. lra.
  - intros N. rewrite (Normal N). replace (x - x + - (real a_lo * b2 a_exp)) with (- (real a_lo * b2 a_exp)) by ring.
    now rewrite Rabs_Ropp.
Qed.
