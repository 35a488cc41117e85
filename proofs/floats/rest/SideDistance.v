(* Roots and the distance to a side as computed, |p1 - p2| (1 / sqrt L) of measure_of in
   src/rest/distance_order_filter.h.

   The root has the error 3.05 u, the reciprocal 4.1 u, and the distance 9.2 u of its size (|p1| + |p2|) / |u|. L is at
   least 2^-900, so only p1 and p2 can underflow. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Overflow Products Distances.

Open Scope R_scope.

(* A computed root. *)
Lemma root_error (v : F double) q : finite (fsqrt v) -> 0 <= q ->
  Rabs (real v - q) <= 402 / 100 * ud * q + 201 / 100 * etad ->
  Rabs (real (fsqrt v) - sqrt q) <= 305 / 100 * ud * sqrt q + 11 / 10 * kd.
Proof.
  intros F Q H. destruct (fsqrt_finite _ F) as (_ & V & E). pose proof (rnd_error double (sqrt (real v))) as R.
  rewrite <- E in R. pose proof u_double_small as U. pose proof eta_double_pos as ET. pose proof kd_square as K2.
  destruct kd_small as [K0 K1]. apply within in H.
  pose proof (sqrt_pos q) as S0. pose proof (sqrt_pos (real v)) as T0.
  pose proof (sqrt_sqrt _ Q) as SS. pose proof (sqrt_sqrt _ V) as TT.
  rewrite (Rabs_pos_eq (sqrt (real v))) in R by assumption.
  revert R S0 T0 SS TT. generalize (sqrt (real v)) (sqrt q) (real (fsqrt v)). intros t s r R S0 T0 SS TT.
  assert (US : 0 <= ud * s) by (apply Rmult_le_pos; lra).
  assert (UQ : 0 <= ud * q) by (apply Rmult_le_pos; lra).
  assert (UUQ : ud * (ud * q) <= / 1048576 * (ud * q)) by (apply Rmult_le_compat_r; lra).
  assert (Up : t <= (1 + 203 / 100 * ud) * s + kd).
  { apply Rnot_lt_le. intros N.
    assert (((1 + 203 / 100 * ud) * s + kd) ^ 2 <= t ^ 2) by (apply pow_incr; split; [| lra];
      apply Rplus_le_le_0_compat; [apply Rmult_le_pos |]; lra).
    assert (0 <= (1 + 203 / 100 * ud) * s * kd) by (repeat apply Rmult_le_pos; lra).
    assert (B : ((1 + 203 / 100 * ud) * s) ^ 2 = (1 + 203 / 100 * ud) ^ 2 * q) by (rewrite <- SS; ring).
    assert (0 <= ud * (ud * q)) by (apply Rmult_le_pos; lra). lra. }
  assert (Lo : (1 - 203 / 100 * ud) * s - kd <= t).
  { apply Rnot_lt_le. intros N.
    assert ((t + kd) ^ 2 <= ((1 - 203 / 100 * ud) * s) ^ 2) by (apply pow_incr; lra).
    assert (0 <= t * kd) by (apply Rmult_le_pos; lra).
    assert (B : ((1 - 203 / 100 * ud) * s) ^ 2 = (1 - 203 / 100 * ud) ^ 2 * q) by (rewrite <- SS; ring).
    lra. }
  apply within in R. apply within.
  assert (ud * t <= ud * ((1 + 203 / 100 * ud) * s + kd)) by (apply Rmult_le_compat_l; lra).
  assert (ud * (ud * s) <= / 1048576 * (ud * s)) by (apply Rmult_le_compat_r; lra).
  assert (ud * kd <= / 1048576 * kd) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

(* |p1 - p2| / |u| and its size as computed. *)

Lemma finite_fsqrt (v : F double) : finite v -> nonneg v -> finite (fsqrt v).
Proof.
  intros F P. destruct (Bsqrt_correct (prec double) (emax double) _ _ mode_NE v) as (_ & C & _).
  unfold finite, fsqrt. rewrite C. destruct v as [| | | [|] m e H]; try discriminate; reflexivity.
Qed.

Lemma limit_900_real (v : F double) : finite v -> fle (fconst 1 (-900)) v = true \/ flt v (fconst 1 (-900)) = false ->
  bpow radix2 (-900) <= real v.
Proof.
  intros F H. constant_of double 1%Z (-900)%Z. destruct C as [C1 C2]. rewrite Rmult_1_l in C2. rewrite <- C2.
  destruct H as [H | H]; [now apply fle_real | now apply flt_real_false].
Qed.

Section Side.
Variables (len2f p q : F double) (L X Y : R).
Hypothesis L0 : 0 <= L.
Hypothesis FL : finite len2f.
Hypothesis BL : bpow radix2 (-900) <= real len2f.
Hypothesis HL : Rabs (real len2f - L) <= 402 / 100 * ud * L + 201 / 100 * etad.

Lemma len2_large : bpow radix2 (-451) <= sqrt L.
Proof.
  apply Rnot_lt_le. intros N. pose proof (sqrt_pos L). pose proof (sqrt_sqrt _ L0) as SS.
  assert (Q : sqrt L * sqrt L < bpow radix2 (-451) * bpow radix2 (-451)) by (apply Rmult_le_0_lt_compat; lra).
  rewrite <- bpow_plus, SS in Q. change (-451 + -451)%Z with (-902)%Z in Q. revert BL.
  change (-900)%Z with (2 + -902)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4. intros BL'.
  apply within in HL. pose proof u_double_small.
  assert (ud * L <= / 1048576 * L) by (apply Rmult_le_compat_r; lra).
  assert (Z : (-1055 <= -902)%Z) by lia. apply eta_below_power in Z. pose proof eta_double_pos. lra.
Qed.

Lemma root_facts : finite (fsqrt len2f) /\ 0 < sqrt L /\ etad / sqrt L <= kd / 1000 /\
  Rabs (real (fsqrt len2f) - sqrt L) <= 306 / 100 * ud * sqrt L /\ etad * real (fsqrt len2f) <= ud / 1000.
Proof.
  pose proof (bpow_gt_0 radix2 (-900)) as P900. pose proof len2_large as BS.
  pose proof (bpow_gt_0 radix2 (-451)) as P451.
  assert (F : finite (fsqrt len2f)) by (apply finite_fsqrt; [assumption | apply nonneg_of_real; [assumption | lra]]).
  pose proof (root_error _ _ F L0 HL) as E. pose proof eta_double_pos as ET. pose proof u_double_small as U.
  assert (K : kd <= ud / 1000 * sqrt L).
  { apply Rle_trans with (ud / 1000 * bpow radix2 (-451)); [| apply Rmult_le_compat_l; lra].
    unfold kd. change (u double) with (bpow radix2 (-53)).
    replace (bpow radix2 (-53) / 1000 * bpow radix2 (-451)) with (bpow radix2 (-53) * bpow radix2 (-451) / 1000)
      by field.
    rewrite <- bpow_plus. change (-53 + -451)%Z with (20 + -524)%Z. rewrite bpow_plus.
    pose proof (bpow_le radix2 (-536) (-524)) as B. change (bpow radix2 20) with 1048576.
    assert (B' : bpow radix2 (-536) <= bpow radix2 (-524)) by (apply B; lia). pose proof (bpow_gt_0 radix2 (-524)).
    lra. }
  assert (0 <= ud * sqrt L) by (apply Rmult_le_pos; lra).
  repeat split; [assumption | lra | | lra |].
  - apply Rmult_le_reg_r with (sqrt L); [lra |]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    destruct kd_small as [K0 _].
    apply Rle_trans with (kd / 1000 * bpow radix2 (-451)); [| apply Rmult_le_compat_l; lra].
    replace (kd / 1000 * bpow radix2 (-451)) with (kd * bpow radix2 (-451) / 1000) by field.
    unfold kd. rewrite <- bpow_plus.
    assert (Z : (-1055 <= -536 + -451)%Z) by lia. apply eta_below_power in Z. lra.
  - destruct (fsqrt_finite _ F) as (_ & V & ER). pose proof (rnd_error double (sqrt (real len2f))) as R.
  rewrite <- ER in R.
    rewrite (Rabs_pos_eq (sqrt _)) in R by apply sqrt_pos. apply within in R. pose proof eta_double_small.
    assert (S : sqrt (real len2f) <= bpow radix2 512).
    { pose proof (real_below len2f) as B. apply Rabs_def2 in B.
      rewrite <- (sqrt_pow2 (bpow radix2 512)) by apply bpow_ge_0. apply sqrt_le_1_alt.
      rewrite <- Rsqr_pow2. unfold Rsqr. rewrite <- bpow_plus.
      change (bpow radix2 (512 + 512)) with (bpow radix2 (emax double)). lra. }
    pose proof (sqrt_pos (real len2f)).
    assert (ud * sqrt (real len2f) <= / 1048576 * sqrt (real len2f)) by (apply Rmult_le_compat_r; lra).
    assert (B1 : 1 <= bpow radix2 512) by (change 1 with (bpow radix2 0); apply bpow_le; lia).
    apply Rle_trans with (etad * (4 * bpow radix2 512)); [apply Rmult_le_compat_l; lra |].
    unfold eta. change (emin double - 1)%Z with (-1075)%Z. change 4 with (bpow radix2 2). rewrite <- !bpow_plus.
    change (u double) with (bpow radix2 (-53)). change (-1075 + (2 + 512))%Z with (-561)%Z.
    replace (-53)%Z with (20 + -73)%Z by reflexivity. rewrite bpow_plus. change (bpow radix2 20) with 1048576.
    assert (bpow radix2 (-561) <= bpow radix2 (-73)) by (apply bpow_le; lia). pose proof (bpow_gt_0 radix2 (-73)). lra.
Qed.

Let inverse := fdiv (fconst 1 0) (fsqrt len2f).

Lemma nonneg_inverse : nonneg inverse.
Proof.
  destruct root_facts as (F & S & _ & E & _). pose proof u_double_small as U. apply within in E.
  assert (ud * sqrt L <= / 1048576 * sqrt L) by (apply Rmult_le_compat_r; lra).
  assert (P : 0 < real (fsqrt len2f)) by lra.
  destruct one_value as [O1 O2]. assert (N0 : B2R (fsqrt len2f) <> 0) by (unfold real in P; lra).
  generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE (fconst 1 0) (fsqrt len2f) N0).
  case Rlt_bool_spec; intros B C.
  - destruct C as (C1 & C2 & _). rewrite O1 in C2. apply nonneg_of_real; [exact C2 |].
    unfold inverse, real, fdiv. rewrite C1. apply (rnd_nonneg double). unfold real in O2, P. rewrite O2.
    apply Rmult_le_pos; [lra |]. left. now apply Rinv_0_lt_compat.
  - assert (SR : Bsign (fsqrt len2f) = false).
    { pose proof (sign_real (fsqrt len2f)) as SR. revert SR. destruct (Bsign (fsqrt len2f)); intros SR;
      [lra | reflexivity]. }
    rewrite SR in C. apply nonneg_of_overflow. exact C.
Qed.

Lemma inverse_error : finite inverse -> Rabs (real inverse - / sqrt L) <= 41 / 10 * ud * / sqrt L.
Proof.
  intros FI. destruct root_facts as (F & S & _ & E & ER). pose proof u_double_small as U. apply within in E.
  assert (ud * sqrt L <= / 1048576 * sqrt L) by (apply Rmult_le_compat_r; lra).
  assert (P : 0 < real (fsqrt len2f)) by lra.
  assert (N0 : real (fsqrt len2f) <> 0) by lra.
  destruct (fdiv_finite _ _ FI F N0) as (_ & EI). fold inverse in EI. destruct one_value as [_ O2]. rewrite O2 in EI.
  pose proof (rnd_error double (1 / real (fsqrt len2f))) as R. rewrite <- EI in R.
  rewrite (Rabs_pos_eq (1 / _)) in R by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
  apply within in R. revert R E ER P. generalize (real inverse) (real (fsqrt len2f)). clear EI N0 F FI.
  intros m r R E ER P.
  assert (RR : r * (1 / r) = 1) by (field; lra).
  assert (M1 : m * r <= (1 / r + (ud * (1 / r) + etad)) * r) by (apply Rmult_le_compat_r; lra).
  assert (M2 : (1 / r - (ud * (1 / r) + etad)) * r <= m * r) by (apply Rmult_le_compat_r; lra).
  replace ((1 / r + (ud * (1 / r) + etad)) * r) with (1 + ud + etad * r) in M1 by (field; lra).
  replace ((1 / r - (ud * (1 / r) + etad)) * r) with (1 - ud - etad * r) in M2 by (field; lra).
  assert (M0 : 0 < m).
  { apply Rmult_lt_reg_r with r; [assumption |]. lra. }
  set (l := sqrt L) in *.
  assert (I0 : 0 < / l) by now apply Rinv_0_lt_compat.
  assert (ML : m * r <= m * ((1 + 306 / 100 * ud) * l)) by (apply Rmult_le_compat_l; lra).
  assert (ML' : m * ((1 - 306 / 100 * ud) * l) <= m * r) by (apply Rmult_le_compat_l; lra).
  assert (ML0 : 0 < m * l) by now apply Rmult_lt_0_compat.
  assert (Up : m * l <= 1 + 41 / 10 * ud).
  { apply Rmult_le_reg_r with (1 - 306 / 100 * ud); [lra |].
    assert (ud * ud <= / 1048576 * ud) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Lo : 1 - 41 / 10 * ud <= m * l).
  { apply Rmult_le_reg_r with (1 + 306 / 100 * ud); [lra |].
    assert (0 <= ud * ud) by nra. lra. }
  replace m with (m * l * / l) by (field; lra). apply within.
  assert (m * l * / l <= (1 + 41 / 10 * ud) * / l) by (apply Rmult_le_compat_r; lra).
  assert ((1 - 41 / 10 * ud) * / l <= m * l * / l) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

Hypothesis HX : finite p -> Rabs (real p - X) <= 301 / 100 * ud * Rabs X + etad.
Hypothesis HY : finite q -> Rabs (real q - Y) <= 301 / 100 * ud * Rabs Y + etad.
Let size := fmul (fadd (fabs p) (fabs q)) inverse.
Let distance := fmul (fabs (fsub p q)) inverse.

Lemma nonneg_size : nonneg size.
Proof. apply nonneg_fmul; [apply nonneg_fadd; apply nonneg_fabs | apply nonneg_inverse]. Qed.

Lemma side_value : finite size ->
  finite p /\ finite distance /\ 0 <= real distance <= real size /\
  Rabs (real distance - Rabs (X - Y) / sqrt L) <= 92 / 10 * ud * real size + kd / 100 /\
  Rabs (X - Y) / sqrt L <= 101 / 100 * real size + kd / 100.
Proof.
  intros FS. destruct (fmul_error _ _ FS) as (FA & FI & ES). destruct (fadd_error _ _ FA) as (Fp & Fq & EA).
  apply fabs_finite in Fp. apply fabs_finite in Fq. rewrite !real_fabs in EA.
  pose proof (fsub_finite_of_sum p q FA) as FD. destruct (fsub_finite _ _ FD) as (_ & _ & ED).
  pose proof (nonneg_real _ nonneg_inverse) as M0. pose proof (inverse_error FI) as IE.
  destruct root_facts as (_ & SL & SH & _ & _).
  pose proof (nonneg_real _ nonneg_size) as Z0.
  pose proof u_double_small as U. pose proof eta_double_pos as ET. destruct kd_small as [K0 K1].
  pose proof (Rabs_pos (real p)) as P0. pose proof (Rabs_pos (real q)) as Q0.
  (* |p - q| is at most the rounded sum. *)
  destruct (fadd_finite _ _ FA) as (_ & _ & EA').
  rewrite !real_fabs in EA'.
  assert (GA : Rabs (real (fsub p q)) <= real (fadd (fabs p) (fabs q))).
  { rewrite EA', ED. pose proof (Rabs_triang (real p) (- real q)) as T. rewrite Rabs_Ropp in T. apply Rabs_le_inv in T.
    apply Rabs_le. split; [| apply rnd_le; lra].
    assert (O : forall r, rnd double (- r) = - rnd double r) by (intros r; apply round_NE_opp).
    rewrite <- O. apply rnd_le. lra. }
  assert (FDist : finite distance /\ real distance <= real size).
  { destruct (fmul_finite _ _ FS) as (_ & _ & ES').
    assert (B : rnd double (real (fabs (fsub p q)) * real inverse) <= real size).
    { unfold size. rewrite ES'. apply rnd_le. apply Rmult_le_compat_r; [assumption |]. now rewrite real_fabs. }
    assert (B0 : 0 <= rnd double (real (fabs (fsub p q)) * real inverse)).
    { apply rnd_nonneg. apply Rmult_le_pos; [rewrite real_fabs; apply Rabs_pos | assumption]. }
    pose proof (real_below size) as BS. rewrite (Rabs_pos_eq (real size)) in BS by assumption.
    destruct (rounded_finite _ _ (fmul_rounded _ _ (finite_fabs _ FD) FI)) as [F1 F2].
    - rewrite Rabs_pos_eq by assumption. unfold huge. lra.
    - split; [exact F1 |]. unfold distance. rewrite F2. exact B. }
  destruct FDist as [FDist DS]. split; [assumption |]. split; [assumption |].
  split. { split; [| assumption]. apply nonneg_real, nonneg_fmul; [apply nonneg_fabs | apply nonneg_inverse]. }
  destruct (fmul_error _ _ FDist) as (_ & _ & EDist). fold distance in EDist. rewrite real_fabs in EDist.
  destruct (fsub_error _ _ FD) as (_ & _ & EG).
  pose proof (difference_error ud etad u_double_small eta_double_pos _ _ _ _ (HX Fp) (HY Fq)) as E.
  assert (A : Rabs (real p - real q) <= Rabs (real p) + Rabs (real q)).
  { eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  pose proof (Rabs_triang_inv2 (real (fsub p q)) (real p - real q)) as T1.
  pose proof (Rabs_triang_inv2 (real p - real q) (X - Y)) as T2.
  fold size in ES. unfold Rdiv in SH |- *.
  assert (I0 : 0 < / sqrt L) by now apply Rinv_0_lt_compat.
  pose proof (Rabs_pos (X - Y)) as C0. pose proof (Rabs_pos (real (fsub p q))) as G0.
  assert (AP : ud * Rabs (real p - real q) <= ud * (Rabs (real p) + Rabs (real q))) by (apply Rmult_le_compat_l; lra).
  assert (GC : Rabs (Rabs (real (fsub p q)) - Rabs (X - Y)) <= 402 / 100 * ud * (Rabs (real p) + Rabs (real q)) + 202
    / 100 * etad).
  { replace (Rabs (real (fsub p q)) - Rabs (X - Y)) with
      ((Rabs (real (fsub p q)) - Rabs (real p - real q)) + (Rabs (real p - real q) - Rabs (X - Y))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  rewrite (Rabs_pos_eq (Rabs (real p) + Rabs (real q))) in EA by lra.
  revert GC EA ES EDist IE M0 Z0 SH I0 C0 G0 GA. assert (SS : 0 <= Rabs (real p) + Rabs (real q)) by lra.
  revert SS. clear - U ET K0 K1.
  generalize (Rabs (real p) + Rabs (real q)) (Rabs (real (fsub p q))) (Rabs (X - Y)) (real (fadd (fabs p) (fabs q)))
    (real inverse) (/ sqrt L) (real size) (real distance).
  intros s g c r m i z d S0 GC EA ES EDist IE M0 Z0 SH I0 C0 G0 GA.
  assert (SI : 0 <= s * i) by (apply Rmult_le_pos; lra).
  assert (USI : 0 <= ud * (s * i)) by (apply Rmult_le_pos; lra).
  assert (UUSI : ud * (ud * (s * i)) <= / 1048576 * (ud * (s * i))) by (apply Rmult_le_compat_r; lra).
  assert (UUSI0 : 0 <= ud * (ud * (s * i))) by (apply Rmult_le_pos; lra).
  assert (UUUSI : ud * (ud * (ud * (s * i))) <= / 1048576 * (ud * (ud * (s * i)))) by (apply Rmult_le_compat_r; lra).
  assert (UUUSI0 : 0 <= ud * (ud * (ud * (s * i)))) by (apply Rmult_le_pos; lra).
  assert (UUUUSI : ud * (ud * (ud * (ud * (s * i)))) <= / 1048576 * (ud * (ud * (ud * (s * i)))))
    by (apply Rmult_le_compat_r; lra).
  assert (HI : 0 <= etad * i) by (apply Rmult_le_pos; lra).
  assert (UHI : ud * (etad * i) <= / 1048576 * (etad * i)) by (apply Rmult_le_compat_r; lra).
  assert (UHI0 : 0 <= ud * (etad * i)) by (apply Rmult_le_pos; lra).
  assert (UE : ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
  apply within in EA. apply within in IE.
  assert (R0 : 0 <= r) by (assert (ud * s <= / 1048576 * s) by (apply Rmult_le_compat_r; lra); lra).
  rewrite (Rabs_pos_eq (r * m)) in ES by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (g * m)) in EDist by (apply Rmult_le_pos; lra).
  apply within in ES. apply within in EDist. apply within in GC.
  (* g m and r m *)
  assert (RM : (1 - ud) * s * ((1 - 41 / 10 * ud) * i) <= r * m).
  { apply Rmult_le_compat; [apply Rmult_le_pos | apply Rmult_le_pos | |]; lra. }
  assert (GM1 : g * m <= g * ((1 + 41 / 10 * ud) * i)) by (apply Rmult_le_compat_l; lra).
  assert (GM2 : g * ((1 - 41 / 10 * ud) * i) <= g * m) by (apply Rmult_le_compat_l; lra).
  assert (GI : g * i <= (1 + ud) * s * i) by (apply Rmult_le_compat_r; lra).
  assert (GI0 : 0 <= g * i) by (apply Rmult_le_pos; lra).
  assert (UGI : ud * (g * i) <= ud * ((1 + ud) * s * i)) by (apply Rmult_le_compat_l; lra).
  assert (UUGI : ud * (ud * (g * i)) <= ud * (ud * ((1 + ud) * s * i))) by (apply Rmult_le_compat_l; [lra | exact UGI]).
  assert (CI1 : g * i <= (c + (402 / 100 * ud * s + 202 / 100 * etad)) * i) by (apply Rmult_le_compat_r; lra).
  assert (CI2 : (c - (402 / 100 * ud * s + 202 / 100 * etad)) * i <= g * i) by (apply Rmult_le_compat_r; lra).
  assert (SZ : (1 - 62 / 10 * ud) * (s * i) <= z + etad).
  { assert ((1 - ud) * ((1 - ud) * s * ((1 - 41 / 10 * ud) * i)) <= (1 - ud) * (r * m)) by (apply Rmult_le_compat_l;
    lra). lra. }
  assert (US : ud * (s * i) <= / 1048576 * (s * i)) by (apply Rmult_le_compat_r; lra).
  assert (SZ' : s * i <= 1001 / 1000 * z + 2 * etad) by lra.
  assert (UGM : ud * (g * m) <= ud * (g * ((1 + 41 / 10 * ud) * i))) by (apply Rmult_le_compat_l; lra).
  assert (DZ : Rabs (d - c * i) <= 916 / 100 * ud * (s * i) + 21 / 10 * (etad * i) + 2 * etad).
  { apply within. lra. }
  assert (USZ : ud * ((1 - 62 / 10 * ud) * (s * i)) <= ud * (z + etad)) by (apply Rmult_le_compat_l; lra).
  split; [| lra].
  eapply Rle_trans; [exact DZ |]. lra.
Qed.

End Side.
