(* The distance from a point to an axis, measure_of in src/exact/distance_order_filter.h: its error is less than 2^-49 of
   its size plus 2^-440, for all doubles for which the size is finite.

   At an end the distance is a root of a sum of two squares, with the error 3.05 u; on the side it is
   |p1 - p2| / |u|, with the error 9.3 u of (|p1| + |p2|) / |u|. A wrong region changes the distance by a hundredth of
   u at most (Regions.v). Underflow and short segments lose less than 2^-446. docs/exactness.md has the derivation. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Geometry Regions Overflow Products Operations RelationFilter.
From Carom Require Terms_order.

Open Scope R_scope.

(* d is the distance from c to the axis. *)
Definition is_distance x c a b d :=
  0 <= d /\ (forall t, on_axis x t -> d ^ 2 <= dist2_at c a b t) /\ exists t, on_axis x t /\ dist2_at c a b t = d ^ 2.

Definition kd := bpow radix2 (-536).

Lemma kd_square : kd ^ 2 = 8 * etad.
Proof.
  unfold kd, eta. change (emin double - 1)%Z with (-1075)%Z. rewrite <- Rsqr_pow2. unfold Rsqr. rewrite <- bpow_plus.
  replace (-536 + -536)%Z with (3 + -1075)%Z by reflexivity. rewrite bpow_plus. f_equal.
Qed.

Lemma kd_small : 0 < kd /\ 1000 * etad <= kd.
Proof.
  split; [apply bpow_gt_0 |]. pose proof eta_double_pos. assert (1000000 * etad <= kd) by (apply eta_below_power; lia). lra.
Qed.

(* A computed root. *)
Lemma root_error (v : F double) q : finite (fsqrt v) -> 0 <= q ->
  Rabs (real v - q) <= 402 / 100 * ud * q + 201 / 100 * etad ->
  Rabs (real (fsqrt v) - sqrt q) <= 305 / 100 * ud * sqrt q + 11 / 10 * kd.
Proof.
  intros F Q H. destruct (fsqrt_finite _ F) as (_ & V & E). pose proof (rnd_error double (sqrt (real v))) as R.
  rewrite <- E in R. pose proof u_double_small as U. pose proof eta_double_pos as ET. pose proof kd_square as K2.
  destruct kd_small as [K0 K1]. apply within in H.
  pose proof (sqrt_pos q) as S0. pose proof (sqrt_pos (real v)) as T0.
  pose proof (sqrt_sqrt _ Q) as SS. pose proof (sqrt_sqrt _ V) as TT. rewrite (Rabs_pos_eq (sqrt (real v))) in R by assumption.
  revert R S0 T0 SS TT. generalize (sqrt (real v)) (sqrt q) (real (fsqrt v)). intros t s r R S0 T0 SS TT.
  assert (US : 0 <= ud * s) by (apply Rmult_le_pos; lra).
  assert (UQ : 0 <= ud * q) by (apply Rmult_le_pos; lra).
  assert (UUQ : ud * (ud * q) <= / 1048576 * (ud * q)) by (apply Rmult_le_compat_r; lra).
  assert (Up : t <= (1 + 203 / 100 * ud) * s + kd).
  { apply Rnot_lt_le. intros N.
    assert (((1 + 203 / 100 * ud) * s + kd) ^ 2 <= t ^ 2) by (apply pow_incr; split; [| lra]; apply Rplus_le_le_0_compat; [apply Rmult_le_pos |]; lra).
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

(* The distance, where the squared distance is that of an end but for a little. *)
Lemma distance_at_end x c a b d t q : 0 <= q -> is_distance x c a b d -> on_axis x t -> dist2_at c a b t = q ->
  (forall t', on_axis x t' -> (1 - ud / 100) * q - 20 * etad <= dist2_at c a b t') ->
  (1 - ud / 100) * sqrt q - 2 * kd <= d <= sqrt q.
Proof.
  intros Q (D0 & D1 & t1 & T1 & E1) T E H. specialize (D1 t T). rewrite E in D1. specialize (H t1 T1). rewrite E1 in H.
  pose proof u_double_small as U. pose proof eta_double_pos as ET. pose proof kd_square as K2. destruct kd_small as [K0 _].
  pose proof (sqrt_pos q) as S0. pose proof (sqrt_sqrt _ Q) as SS.
  split.
  - apply Rnot_lt_le. intros N.
    assert ((d + 2 * kd) ^ 2 < ((1 - ud / 100) * sqrt q) ^ 2) by (simpl; rewrite !Rmult_1_r; apply Rmult_le_0_lt_compat; lra).
    assert (B : ((1 - ud / 100) * sqrt q) ^ 2 = (1 - ud / 100) ^ 2 * q) by (rewrite <- SS at 2; ring).
    assert (0 <= d * kd) by (apply Rmult_le_pos; lra).
    assert (ud * q <= / 1048576 * q) by (apply Rmult_le_compat_r; lra).
    assert (0 <= ud * q) by (apply Rmult_le_pos; lra).
    assert (ud * (ud * q) <= / 1048576 * (ud * q)) by (apply Rmult_le_compat_r; lra).
    lra.
  - rewrite <- (sqrt_pow2 d) by assumption. now apply sqrt_le_1_alt.
Qed.

(* The distance to a segment is at least that to a, less the length. *)
Lemma distance_short c a b d : is_distance Segment c a b d -> sqrt (w2 c a) - sqrt (len2 a b) <= d <= sqrt (w2 c a).
Proof.
  intros (D0 & D1 & t & T & E). pose proof (w2_nonneg c a) as W. pose proof (len2_nonneg a b) as L. simpl in T.
  split.
  - pose proof (sqrt_pos (w2 c a)) as W1. pose proof (sqrt_pos (len2 a b)) as L1.
    pose proof (sqrt_sqrt _ W) as WW. pose proof (sqrt_sqrt _ L) as LL.
    rewrite dist2_at_expand in E.
    assert (G : wu c a b <= sqrt (w2 c a) * sqrt (len2 a b)).
    { rewrite <- sqrt_mult by assumption. eapply Rle_trans; [apply Rle_abs |].
      rewrite <- (sqrt_pow2 (Rabs _)) by apply Rabs_pos. apply sqrt_le_1_alt. rewrite pow2_abs.
      pose proof (w2_by_products c a b). pose proof (pow2_ge_0 (cross c a b)). lra. }
    assert (P : t * wu c a b <= t * (sqrt (w2 c a) * sqrt (len2 a b))) by (apply Rmult_le_compat_l; lra).
    assert (Q : (sqrt (w2 c a) - t * sqrt (len2 a b)) ^ 2 <= d ^ 2).
    { rewrite <- E. replace ((sqrt (w2 c a) - t * sqrt (len2 a b)) ^ 2) with
        (sqrt (w2 c a) * sqrt (w2 c a) - 2 * (t * (sqrt (w2 c a) * sqrt (len2 a b))) + t * t * (sqrt (len2 a b) * sqrt (len2 a b))) by ring.
      rewrite WW, LL. lra. }
    assert (t * sqrt (len2 a b) <= sqrt (len2 a b)) by nra.
    apply Rnot_lt_le. intros N.
    assert (d ^ 2 < (sqrt (w2 c a) - t * sqrt (len2 a b)) ^ 2) by (simpl; rewrite !Rmult_1_r; apply Rmult_le_0_lt_compat; lra). lra.
  - assert (S0 : on_axis Segment 0) by (simpl; lra). specialize (D1 0 S0). rewrite w2_is in D1.
    rewrite <- (sqrt_pow2 d) by assumption. now apply sqrt_le_1_alt.
Qed.

(* The distance on the side. *)
Lemma distance_on_side x c a b d : is_distance x c a b d -> 0 < len2 a b ->
  (x <> Line -> - (5 * ud * wu_size c a b + 3 * etad) <= wu c a b) ->
  (x = Segment -> zu c a b <= 5 * ud * zu_size c a b + 3 * etad) ->
  Rabs (cross c a b) / sqrt (len2 a b) <= d <= ((1 + ud / 100) * Rabs (cross c a b) + 5 * etad) / sqrt (len2 a b).
Proof.
  intros (D0 & D1 & t & T & E) L HW HZ. pose proof u_double_small as U. pose proof eta_double_small as ES.
  assert (L1 : 0 < sqrt (len2 a b)) by now apply sqrt_lt_R0.
  assert (LL : sqrt (len2 a b) ^ 2 = len2 a b) by (apply pow2_sqrt; lra).
  pose proof (Rabs_pos (cross c a b)) as C0.
  assert (DL : 0 <= d * sqrt (len2 a b)) by (apply Rmult_le_pos; lra).
  assert (DD : (d * sqrt (len2 a b)) ^ 2 = d ^ 2 * len2 a b) by (rewrite <- LL at 2; ring).
  split.
  - apply Rmult_le_reg_r with (sqrt (len2 a b)); [assumption |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    pose proof (dist2_at_is c a b t) as Q. rewrite E in Q. pose proof (pow2_ge_0 (wu c a b - t * len2 a b)).
    apply Rnot_lt_le. intros N.
    assert ((d * sqrt (len2 a b)) ^ 2 < Rabs (cross c a b) ^ 2) by (simpl; rewrite !Rmult_1_r; apply Rmult_le_0_lt_compat; lra).
    rewrite pow2_abs in H0. lra.
  - apply Rmult_le_reg_r with (sqrt (len2 a b)); [assumption |]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    assert (B : d ^ 2 * len2 a b <= (1 + ud / 100) * (cross c a b ^ 2 + 18 * etad ^ 2)).
    { apply Rnot_lt_le. intros N. destruct (nearer_on_side ud etad U ES c a b x d N HW HZ) as (s & S & G).
      specialize (D1 s S). lra. }
    rewrite <- DD, <- (pow2_abs (cross c a b)) in B. apply Rnot_lt_le. intros N.
    assert (P : 0 <= (1 + ud / 100) * Rabs (cross c a b) + 5 * etad) by (apply Rplus_le_le_0_compat; [apply Rmult_le_pos |]; lra).
    assert (((1 + ud / 100) * Rabs (cross c a b) + 5 * etad) ^ 2 < (d * sqrt (len2 a b)) ^ 2)
      by (simpl; rewrite !Rmult_1_r; apply Rmult_le_0_lt_compat; lra).
    pose proof (pow2_ge_0 (Rabs (cross c a b))) as C2.
    assert (0 < etad ^ 2) by (apply pow_lt; lra).
    assert (0 <= Rabs (cross c a b) * etad) by (apply Rmult_le_pos; lra).
    assert (0 <= ud * (Rabs (cross c a b) * etad)) by (apply Rmult_le_pos; lra).
    assert (0 <= ud * Rabs (cross c a b) ^ 2) by (apply Rmult_le_pos; lra).
    assert (0 <= ud * (ud * Rabs (cross c a b) ^ 2)) by (apply Rmult_le_pos; lra).
    assert (ud * etad ^ 2 <= / 1048576 * etad ^ 2) by (apply Rmult_le_compat_r; lra). lra.
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
  pose proof (bpow_gt_0 radix2 (-900)) as P900. pose proof len2_large as BS. pose proof (bpow_gt_0 radix2 (-451)) as P451.
  assert (F : finite (fsqrt len2f)) by (apply finite_fsqrt; [assumption | apply nonneg_of_real; [assumption | lra]]).
  pose proof (root_error _ _ F L0 HL) as E. pose proof eta_double_pos as ET. pose proof u_double_small as U.
  assert (K : kd <= ud / 1000 * sqrt L).
  { apply Rle_trans with (ud / 1000 * bpow radix2 (-451)); [| apply Rmult_le_compat_l; lra].
    unfold kd. change (u double) with (bpow radix2 (-53)).
    replace (bpow radix2 (-53) / 1000 * bpow radix2 (-451)) with (bpow radix2 (-53) * bpow radix2 (-451) / 1000) by field.
    rewrite <- bpow_plus. change (-53 + -451)%Z with (20 + -524)%Z. rewrite bpow_plus.
    pose proof (bpow_le radix2 (-536) (-524)) as B. change (bpow radix2 20) with 1048576.
    assert (B' : bpow radix2 (-536) <= bpow radix2 (-524)) by (apply B; lia). pose proof (bpow_gt_0 radix2 (-524)). lra. }
  assert (0 <= ud * sqrt L) by (apply Rmult_le_pos; lra).
  repeat split; [assumption | lra | | lra |].
  - apply Rmult_le_reg_r with (sqrt L); [lra |]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    destruct kd_small as [K0 _].
    apply Rle_trans with (kd / 1000 * bpow radix2 (-451)); [| apply Rmult_le_compat_l; lra].
    replace (kd / 1000 * bpow radix2 (-451)) with (kd * bpow radix2 (-451) / 1000) by field.
    unfold kd. rewrite <- bpow_plus.
    assert (Z : (-1055 <= -536 + -451)%Z) by lia. apply eta_below_power in Z. lra.
  - destruct (fsqrt_finite _ F) as (_ & V & ER). pose proof (rnd_error double (sqrt (real len2f))) as R. rewrite <- ER in R.
    rewrite (Rabs_pos_eq (sqrt _)) in R by apply sqrt_pos. apply within in R. pose proof eta_double_small.
    assert (S : sqrt (real len2f) <= bpow radix2 512).
    { pose proof (real_below len2f) as B. apply Rabs_def2 in B.
      rewrite <- (sqrt_pow2 (bpow radix2 512)) by apply bpow_ge_0. apply sqrt_le_1_alt.
      rewrite <- Rsqr_pow2. unfold Rsqr. rewrite <- bpow_plus. change (bpow radix2 (512 + 512)) with (bpow radix2 (emax double)). lra. }
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

Lemma one_value : finite (fconst 1 0 : F double) /\ real (fconst 1 0 : F double) = 1.
Proof.
  constant_of double 1%Z 0%Z. destruct C as [C1 C2]. split; [exact C1 |]. rewrite C2. simpl. lra.
Qed.

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
    { pose proof (sign_real (fsqrt len2f)) as SR. revert SR. destruct (Bsign (fsqrt len2f)); intros SR; [lra | reflexivity]. }
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
  assert (GC : Rabs (Rabs (real (fsub p q)) - Rabs (X - Y)) <= 402 / 100 * ud * (Rabs (real p) + Rabs (real q)) + 202 / 100 * etad).
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
  assert (UUUUSI : ud * (ud * (ud * (ud * (s * i)))) <= / 1048576 * (ud * (ud * (ud * (s * i))))) by (apply Rmult_le_compat_r; lra).
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
  { assert ((1 - ud) * ((1 - ud) * s * ((1 - 41 / 10 * ud) * i)) <= (1 - ud) * (r * m)) by (apply Rmult_le_compat_l; lra). lra. }
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

(* Every axis has a distance. *)
Lemma distance_exists x c a b : exists d, is_distance x c a b d.
Proof.
  assert (N : exists t, on_axis x t /\ forall t', on_axis x t' -> dist2_at c a b t <= dist2_at c a b t').
  { assert (S0 : on_axis x 0) by (destruct x; simpl; auto; lra).
    destruct (len2_nonneg a b) as [L | L].
    - assert (foot : on_axis x (wu c a b / len2 a b) -> exists t, on_axis x t /\ forall t', on_axis x t' -> dist2_at c a b t <= dist2_at c a b t').
      { intros T. exists (wu c a b / len2 a b). split; [assumption |]. intros t _.
        apply Rmult_le_reg_l with (len2 a b); [assumption |]. rewrite !dist2_at_is.
        replace (wu c a b - wu c a b / len2 a b * len2 a b) with 0 by (field; lra).
        pose proof (pow2_ge_0 (wu c a b - t * len2 a b)). lra. }
      destruct x; [| | apply foot; exact I].
      + destruct (Rle_dec (wu c a b) 0) as [W | W].
        * exists 0. split; [assumption |]. intros t T. rewrite w2_is. apply at_end_a with Segment; auto. discriminate.
        * destruct (Rle_dec 0 (zu c a b)) as [Z | Z].
          { exists 1. split; [simpl; lra |]. intros t T. rewrite z2_is. now apply at_end_b. }
          apply foot. rewrite zu_is in Z. simpl. split.
          { apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]. }
          apply Rmult_le_reg_r with (len2 a b); [assumption |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
      + destruct (Rle_dec (wu c a b) 0) as [W | W].
        * exists 0. split; [assumption |]. intros t T. rewrite w2_is. apply at_end_a with Ray; auto. discriminate.
        * apply foot. simpl. apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat].
    - exists 0. split; [assumption |]. intros t _.
      assert (W : wu c a b = 0).
      { pose proof (w2_by_products c a b) as E. rewrite <- L in E. pose proof (pow2_ge_0 (cross c a b)). pose proof (pow2_ge_0 (wu c a b)).
        assert (Q : wu c a b * wu c a b = 0) by lra. apply Rmult_integral in Q. tauto. }
      rewrite !dist2_at_expand, W, <- L. lra. }
  destruct N as (t & T & N). exists (sqrt (dist2_at c a b t)).
  assert (P : 0 <= dist2_at c a b t) by (unfold dist2_at; apply Rplus_le_le_0_compat; apply pow2_ge_0).
  split; [apply sqrt_pos |]. rewrite pow2_sqrt by assumption. split; [assumption |]. exists t. auto.
Qed.

(* What the terms of measure_of say: no bound, or one of three formulas with its region. *)
Definition known_region (x : extent) c a b (w2f z2f len2f p1 p2 d s : F double) :=
  (d = fsqrt w2f /\ s = d /\
    (a = b \/ (x = Segment /\ real len2f < bpow radix2 (-900)) \/
     (x <> Line /\ wu c a b <= 5 * ud * wu_size c a b + 3 * etad /\ (x = Ray -> bpow radix2 (-900) <= real len2f)))) \/
  (d = fsqrt z2f /\ s = d /\ x = Segment /\ - (5 * ud * zu_size c a b + 3 * etad) <= zu c a b) \/
  (d = fmul (fabs (fsub p1 p2)) (fdiv (fconst 1 0) (fsqrt len2f)) /\
   s = fmul (fadd (fabs p1) (fabs p2)) (fdiv (fconst 1 0) (fsqrt len2f)) /\ bpow radix2 (-900) <= real len2f /\
   (x <> Line -> - (5 * ud * wu_size c a b + 3 * etad) <= wu c a b) /\
   (x = Segment -> zu c a b <= 5 * ud * zu_size c a b + 3 * etad)).

Lemma fsub_is_zero (x y : F double) : finite (fsub x y) -> feq (fsub x y) (fconst 0 0) = true -> real x = real y.
Proof.
  intros F H. destruct zero_value as [Z1 Z2]. apply feq_real in H; auto. rewrite Z2 in H.
  destruct (fsub_error _ _ F) as (_ & _ & E). rewrite H in E. pose proof u_double_small as U. apply within in E.
  assert (ud * Rabs (real x - real y) <= / 1048576 * Rabs (real x - real y)) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
  destruct (Rle_dec 0 (real x - real y)); [rewrite (Rabs_pos_eq (real x - real y)) in * by assumption | rewrite (Rabs_left (real x - real y)) in * by lra]; lra.
Qed.

Lemma measure_cases cx cy ax ay bx by' (n : Z) d s :
  Terms_order.measure_of_terms.measure_of_results cx cy ax ay bx by' n d s ->
  s = finf \/
  ((finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by') /\
   let len2f := fadd (fmul (fsub bx ax) (fsub bx ax)) (fmul (fsub by' ay) (fsub by' ay)) in
   finite len2f /\ exists x, n = code x /\
     known_region x (pt cx cy) (pt ax ay) (pt bx by')
       (fadd (fmul (fsub cx ax) (fsub cx ax)) (fmul (fsub cy ay) (fsub cy ay)))
       (fadd (fmul (fsub cx bx) (fsub cx bx)) (fmul (fsub cy by') (fsub cy by')))
       len2f (fmul (fsub bx ax) (fsub cy ay)) (fmul (fsub by' ay) (fsub cx ax)) d s).
Proof.
  intros (unknown_distance & unknown_size & ux & uy & wx & wy & zx & zy & wu & zu & len2f & if1 & is_short & at_a & at_b &
    if2 & if3 & is_point & if4 & at_a_1 & at_b_1 & at_a_2 & at_b_2 & if5 & e & p1 & p2 & inverse & rest1 & rest2 & H).
  destruct H. rewrite E_unknown_size in E_result_size.
  destruct if1; [now left |].
  symmetry in E_if1. apply negb_false_iff in E_if1.
  assert (P : nonneg len2f) by (rewrite E_len2; apply nonneg_fadd; apply nonneg_square).
  apply fle_finite in E_if1; [| repeat apply nonneg_fadd; auto using nonneg_fabs | exact most_value].
  destruct (fadd_finite _ _ E_if1) as (F1 & Flen & _). destruct (fadd_finite _ _ F1) as (Fwu & Fzu & _).
  apply fabs_finite in Fwu, Fzu. clear E_if1 F1 P.
  assert (Swu := Fwu). assert (Szu := Fzu).
  rewrite E_wu, E_wx, E_wy, E_ux, E_uy in Swu. rewrite E_zu, E_zx, E_zy, E_ux, E_uy in Szu.
  pose proof (wu_error _ _ _ _ _ _ Swu) as Hwu. pose proof (zu_error _ _ _ _ _ _ Szu) as Hzu.
  rewrite <- E_ux, <- E_uy, <- E_wx, <- E_wy, <- E_wu in Hwu. rewrite <- E_ux, <- E_uy, <- E_zx, <- E_zy, <- E_zu in Hzu.
  destruct (finite_dot _ _ _ _ _ _ _ _ Swu) as (Fcx & Fax & Fbx & _ & Fcy & Fay & Fby & _). clear Swu Szu.
  set (c := pt cx cy) in *. set (a := pt ax ay) in *. set (b := pt bx by') in *.
  pose proof (dot_sign _ _ _ (proj1 (sizes_nonneg c a b)) Hwu) as [Aneg Apos].
  pose proof (dot_sign _ _ _ (proj2 (sizes_nonneg c a b)) Hzu) as [Bneg Bpos]. clear Hwu Hzu.
  destruct zero_value as [Z1 Z2]. constant_of double 1%Z (-900)%Z. destruct C as [C1 C2]. rewrite Rmult_1_l in C2.
  assert (RA : fle wu (fconst 0 0) = true -> Geometry.wu c a b <= 5 * ud * wu_size c a b + 3 * etad).
  { intros T. apply Aneg. rewrite <- Z2. apply fle_real; auto. }
  assert (RA' : fle wu (fconst 0 0) = false -> - (5 * ud * wu_size c a b + 3 * etad) <= Geometry.wu c a b).
  { intros T. apply Apos. left. rewrite <- Z2. apply fle_real_false; auto. }
  assert (RB : at_b = true -> - (5 * ud * zu_size c a b + 3 * etad) <= Geometry.zu c a b).
  { intros T. apply Bpos. rewrite E_at_b in T. rewrite <- Z2. apply fle_real; auto. }
  assert (RB' : at_b = false -> Geometry.zu c a b <= 5 * ud * zu_size c a b + 3 * etad).
  { intros T. apply Bneg. rewrite E_at_b in T. left. rewrite <- Z2. apply fle_real_false; auto. }
  assert (SH : is_short = true -> real len2f < bpow radix2 (-900)).
  { intros T. rewrite E_is_short in T. rewrite <- C2. apply flt_real; auto. }
  assert (SH' : is_short = false -> bpow radix2 (-900) <= real len2f).
  { intros T. rewrite E_is_short in T. rewrite <- C2. apply flt_real_false; auto. }
  assert (PT : is_point = true -> a = b).
  { intros T. rewrite E_is_point in T. apply andb_true_iff in T. destruct T as [T1 T2].
    rewrite E_ux in T1. rewrite E_uy in T2.
    assert (FU : finite ux /\ finite uy).
    { rewrite E_len2 in Flen. destruct (fadd_finite _ _ Flen) as (G1 & G2 & _).
      destruct (fmul_finite _ _ G1) as (? & _ & _). destruct (fmul_finite _ _ G2) as (? & _ & _). auto. }
    destruct FU as [FU1 FU2]. rewrite E_ux in FU1. rewrite E_uy in FU2.
    apply fsub_is_zero in T1; auto. apply fsub_is_zero in T2; auto. unfold a, b, pt. now f_equal. }
  clear Aneg Apos Bneg Bpos.
  rewrite <- E_ux, <- E_uy, <- E_wx, <- E_wy, <- E_zx, <- E_zy, <- E_len2, <- E_p1, <- E_p2.
  rewrite E_inverse in *. rewrite E_rest1, E_e in E_result_distance. rewrite E_rest2, E_e in E_result_size.
  rewrite E_at_a in *. rewrite E_at_a_1, E_at_b_1 in *. rewrite E_at_a_2 in *. rewrite E_at_b_2 in *. rewrite E_if2 in *. rewrite E_if3 in *. rewrite E_if4 in *.
  assert (Fin : finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by') by tauto.
  unfold known_region.
  destruct (Z.eqb_spec n 0) as [N0 | N0]; cbn [negb andb] in *.
  - right. split; [assumption |]. split; [assumption |]. exists Segment. split; [assumption |].
    destruct (fle wu (fconst 0 0)) eqn:A; destruct is_short eqn:S; cbn [orb] in *; rewrite E_if5 in *.
    + left. repeat split; auto; try congruence.
    + left. repeat split; auto; try congruence. right. right. repeat split; auto; congruence.
    + left. repeat split; auto; try congruence.
    + destruct at_b.
      * right. left. repeat split; auto; try congruence.
      * right. right. repeat split; auto; congruence.
  - destruct (Z.eqb_spec n 1) as [N1 | N1]; cbn [negb andb] in *.
    + destruct is_short eqn:S; destruct is_point eqn:T; cbn [negb andb orb] in *; rewrite E_if5 in *; try (left; congruence);
        (right; split; [assumption |]; split; [assumption |]; exists Ray; split; [assumption |]).
      * left. repeat split; auto; try congruence.
      * left. repeat split; auto; try congruence.
      * destruct (fle wu (fconst 0 0)) eqn:A; cbn [orb andb] in *.
        { left. repeat split; auto; try congruence. right. right. repeat split; auto; congruence. }
        { right. right. repeat split; auto; congruence. }
    + destruct (Z.eqb_spec n 2) as [N2 | N2]; cbn [negb andb] in *; [| left; congruence].
      destruct is_short eqn:S; destruct is_point eqn:T; cbn [negb andb orb] in *; rewrite ?andb_false_r in *; cbn [orb] in *; rewrite E_if5 in *; try (left; congruence);
        (right; split; [assumption |]; split; [assumption |]; exists Line; split; [assumption |]).
      * left. repeat split; auto; try congruence.
      * left. repeat split; auto; try congruence.
      * right. right. repeat split; auto; congruence.
Qed.

(* The error of the distance to an end. *)
Definition kshort := bpow radix2 (-446).

Lemma kshort_facts : 1000000 * kd <= kshort /\ bpow radix2 (-449) = kshort / 8 /\ 64 * kshort = bpow radix2 (-440).
Proof.
  unfold kshort, kd. change (-446)%Z with (20 + -466)%Z. rewrite bpow_plus. change (bpow radix2 20) with 1048576.
  assert (bpow radix2 (-536) <= bpow radix2 (-466)) by (apply bpow_le; lia). pose proof (bpow_gt_0 radix2 (-466)).
  repeat split; [lra | |].
  - change (-449)%Z with (17 + -466)%Z. rewrite bpow_plus. change (bpow radix2 17) with 131072. field.
  - change (-440)%Z with (26 + -466)%Z. rewrite bpow_plus. change (bpow radix2 26) with 67108864. ring.
Qed.

Lemma end_error (v : F double) q d : finite (fsqrt v) -> 0 <= q ->
  Rabs (real v - q) <= 402 / 100 * ud * q + 201 / 100 * etad ->
  ((1 - ud / 100) * sqrt q - 2 * kd <= d <= sqrt q \/ sqrt q - bpow radix2 (-449) <= d <= sqrt q) ->
  Rabs (real (fsqrt v) - d) <= 93 / 10 * ud * real (fsqrt v) + kshort / 4.
Proof.
  intros F Q H D. pose proof (root_error v q F Q H) as E. pose proof u_double_small as U. destruct kd_small as [K0 _].
  destruct kshort_facts as (K1 & K2 & _). rewrite K2 in D. pose proof (sqrt_pos q) as S0. apply within in E.
  revert E D S0. generalize (sqrt q) (real (fsqrt v)). intros s r E D S0.
  assert (0 <= ud * s) by (apply Rmult_le_pos; lra).
  assert (ud * s <= / 1048576 * s) by (apply Rmult_le_compat_r; lra).
  assert (R0 : 999 / 1000 * s - 2 * kd <= r) by lra.
  assert (ud * (999 / 1000 * s - 2 * kd) <= ud * r) by (apply Rmult_le_compat_l; lra).
  assert (ud * kd <= / 1048576 * kd) by (apply Rmult_le_compat_r; lra).
  apply within. destruct D; lra.
Qed.

Theorem measure_correct cx cy ax ay bx by' (n : Z) d s :
  Terms_order.measure_of_terms.measure_of_results cx cy ax ay bx by' n d s ->
  let c := pt cx cy in let a := pt ax ay in let b := pt bx by' in
  nonneg s /\
  (finite s ->
    (finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by') /\
    exists x, n = code x /\ finite d /\ 0 <= real d <= real s /\
      forall distance, is_distance x c a b distance ->
        Rabs (real d - distance) <= 93 / 10 * ud * real s + kshort / 4).
Proof.
  intros H c a b. apply measure_cases in H. fold c a b in H.
  destruct H as [-> | (Fin & Flen & x & Nx & K)].
  { split; [reflexivity |]. intros F. discriminate F. }
  pose proof u_double_small as U. pose proof eta_double_small as ES. destruct kd_small as [K0 _].
  destruct kshort_facts as (K1 & _ & _).
  pose proof (squares_error _ _ _ _ Flen) as HL. cbv zeta in HL.
  change ((real bx - real ax) * (real bx - real ax) + (real by' - real ay) * (real by' - real ay)) with (len2 a b) in HL.
  pose proof (len2_nonneg a b) as L0.
  assert (Root : forall v : F double, nonneg v -> nonneg (fsqrt v)) by (intros; now apply nonneg_fsqrt).
  destruct K as [(Ed & Es & K) | [(Ed & Es & -> & K) | (Ed & Es & BL & KW & KZ)]].
  - rewrite Es. assert (P : nonneg d) by (rewrite Ed; apply Root, nonneg_fadd; apply nonneg_square).
    split; [assumption |]. intros Fd. split; [assumption |]. exists x. split; [assumption |]. split; [assumption |].
    split; [pose proof (nonneg_real _ P); lra |]. intros e De. rewrite Ed in Fd |- *.
    destruct (fsqrt_finite _ Fd) as (Fv & _). pose proof (squares_error _ _ _ _ Fv) as HW. cbv zeta in HW.
    change ((real cx - real ax) * (real cx - real ax) + (real cy - real ay) * (real cy - real ay)) with (w2 c a) in HW.
    apply end_error with (w2 c a); auto using w2_nonneg.
    destruct K as [AB | [(-> & SH) | (XL & W & XR)]].
    + left. apply (distance_at_end x c a b e 0); auto using w2_nonneg, w2_is. { destruct x; simpl; auto; lra. }
      intros t _. rewrite <- AB. pose proof (w2_nonneg c a). assert (0 <= ud * w2 c a) by (apply Rmult_le_pos; lra).
      replace (dist2_at c a a t) with (w2 c a); [lra |]. unfold dist2_at, w2, wx, wy. ring.
    + right. pose proof (distance_short c a b e De) as DS.
      assert (sqrt (len2 a b) <= bpow radix2 (-449)).
      { rewrite <- (sqrt_pow2 (bpow radix2 (-449))) by apply bpow_ge_0. apply sqrt_le_1_alt.
        rewrite <- Rsqr_pow2. unfold Rsqr. rewrite <- bpow_plus. change (-449 + -449)%Z with (2 + -900)%Z. rewrite bpow_plus.
        change (bpow radix2 2) with 4. apply within in HL.
        assert (Z : (-1055 <= -900)%Z) by lia. apply eta_below_power in Z.
        assert (ud * len2 a b <= / 1048576 * len2 a b) by (apply Rmult_le_compat_r; lra). lra. }
      lra.
    + left. apply (distance_at_end x c a b e 0); auto using w2_nonneg, w2_is. { destruct x; simpl; auto; lra. }
      intros t T. apply (nearly_end_a ud etad U ES c a b x t XL T W). intros X. specialize (XR X).
      apply within in HL. assert (Z : (-1055 <= -900)%Z) by lia. apply eta_below_power in Z.
      assert (ud * len2 a b <= / 1048576 * len2 a b) by (apply Rmult_le_compat_r; lra). lra.
  - rewrite Es. assert (P : nonneg d) by (rewrite Ed; apply Root, nonneg_fadd; apply nonneg_square).
    split; [assumption |]. intros Fd. split; [assumption |]. exists Segment. split; [assumption |]. split; [assumption |].
    split; [pose proof (nonneg_real _ P); lra |]. intros e De. rewrite Ed in Fd |- *.
    destruct (fsqrt_finite _ Fd) as (Fv & _). pose proof (squares_error _ _ _ _ Fv) as HW. cbv zeta in HW.
    change ((real cx - real bx) * (real cx - real bx) + (real cy - real by') * (real cy - real by')) with (z2 c b) in HW.
    apply end_error with (z2 c b); auto using z2_nonneg.
    left. apply (distance_at_end Segment c a b e 1); auto using z2_nonneg, z2_is. { simpl; lra. }
    intros t T. now apply (nearly_end_b ud etad U ES).
  - set (len2f := fadd (fmul (fsub bx ax) (fsub bx ax)) (fmul (fsub by' ay) (fsub by' ay))) in *.
    set (p1 := fmul (fsub bx ax) (fsub cy ay)) in *. set (p2 := fmul (fsub by' ay) (fsub cx ax)) in *.
    split. { rewrite Es. exact (nonneg_size len2f p1 p2 (len2 a b) L0 Flen BL HL). }
    intros Fs. rewrite Es in Fs. split; [assumption |]. exists x. split; [assumption |].
    destruct (side_value len2f p1 p2 (len2 a b) (ux a b * wy c a) (uy a b * wx c a) L0 Flen BL HL
      (product_of_differences _ _ _ _) (product_of_differences _ _ _ _) Fs) as (_ & Fd & DS & E & CS).
    rewrite <- Es, <- ?Ed in *. split; [assumption |]. split; [assumption |]. intros e De.
    destruct (root_facts len2f (len2 a b) L0 Flen BL HL) as (_ & SL & SH & _ & _).
    assert (L1 : 0 < len2 a b).
    { destruct L0 as [L | L]; [assumption |]. rewrite <- L, sqrt_0 in SL. lra. }
    destruct (distance_on_side x c a b e De L1 KW KZ) as [D1 D2].
    change (ux a b * wy c a - uy a b * wx c a) with (cross c a b) in E, CS.
    replace (((1 + ud / 100) * Rabs (cross c a b) + 5 * etad) / sqrt (len2 a b)) with
      ((1 + ud / 100) * (Rabs (cross c a b) / sqrt (len2 a b)) + 5 * (etad / sqrt (len2 a b))) in D2 by (field; lra).
    apply within in E. apply within. revert D1 D2 E CS SH DS.
    generalize (Rabs (cross c a b) / sqrt (len2 a b)) (etad / sqrt (len2 a b)) (real d) (real s). intros m h r z D1 D2 E CS SH DS.
    assert (ud * m <= ud * (101 / 100 * z + kd / 100)) by (apply Rmult_le_compat_l; lra).
    assert (0 <= ud * z) by (apply Rmult_le_pos; lra).
    assert (ud * kd <= / 1048576 * kd) by (apply Rmult_le_compat_r; lra).
    lra.
Qed.

(* As the header promises. *)
Corollary measure_promise cx cy ax ay bx by' (n : Z) d s :
  Terms_order.measure_of_terms.measure_of_results cx cy ax ay bx by' n d s -> finite s ->
  exists x, n = code x /\ forall distance, is_distance x (pt cx cy) (pt ax ay) (pt bx by') distance ->
    Rabs (real d - distance) < bpow radix2 (-49) * real s + bpow radix2 (-440).
Proof.
  intros H F. destruct (measure_correct _ _ _ _ _ _ _ _ _ H) as (P & M). destruct (M F) as (_ & x & Nx & _ & DS & E).
  exists x. split; [assumption |]. intros e De. specialize (E e De). destruct kshort_facts as (K1 & _ & K3). destruct kd_small as [K0 _].
  rewrite <- K3. change (bpow radix2 (-49)) with (bpow radix2 (4 + -53)). rewrite bpow_plus. change (bpow radix2 4) with 16.
  change (bpow radix2 (-53)) with ud. pose proof u_double_small. assert (0 <= ud * real s) by (apply Rmult_le_pos; lra). lra.
Qed.
