(* What nearest.c and point_lanes.h decide by rough distances: a wall that they call farther is farther. So no wall that
   could be nearest is left out.

   A rough distance v of a number x is off by 11 * 2^-53 of the span and 2^-446 (PointLanes.v). The error that
   carom_scene_nearest computes for it is 64 * 2^-53 of the span and 2^-439. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Geometry Products Points Distances DistanceMeasure Lanes
  PointLanes.
From Carom Require Terms_rough.
Import Terms_rough.rough_distances_lanes_terms(rough_distances_lanes_results).
Import Terms_rough.measure_roughly_terms(measure_roughly_results).
Import Terms_rough.span_around_terms(span_around_results).
Import Terms_rough.error_within_terms(error_within_results).
Import Terms_rough.beyond_terms(beyond_results).
Import Terms_rough.are_clearly_apart_terms(are_clearly_apart_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Definition is_rough (span v : F double) (x : R) :=
  finite v /\ Rabs (real v) <= 2 * real span + kshort /\ Rabs (real v - x) <= 11 * ud * real span + kshort.

(* The span and its error. *)
Definition is_error (span error : F double) :=
  finite span /\ 0 <= real span <= bpow radix2 500 /\ finite error /\
  63 * ud * real span + 32 * kshort <= real error <= 65 * ud * real span + 256 * kshort.

Lemma powers : bpow radix2 (-47) = 64 * ud /\ 2 * bpow radix2 (-440) = 128 * kshort /\ 0 < kshort /\ 1000 * etad <=
    kshort /\
  kshort <= / 1000 /\ 0 < bpow radix2 500.
Proof.
  destruct kshort_facts as (K2 & _ & K3). destruct kd_small as [K0 K1].
  repeat split; try lra; try apply bpow_gt_0.
  - change (bpow radix2 (-47)) with (bpow radix2 (6 + -53)). rewrite bpow_plus. reflexivity.
  - apply Rle_trans with (bpow radix2 (-10)); [apply bpow_le; lia | simpl; lra].
Qed.

Lemma quotient_nonneg (x y : F double) : finite x -> 0 < real x -> finite y -> 0 < real y -> nonneg (fdiv x y).
Proof.
  intros Fx Px Fy P. assert (N0 : B2R y <> 0) by (unfold real in P; lra).
  pose proof (Bdiv_correct (prec double) (emax double) _ _ mode_NE x y N0) as C.
  destruct (Rlt_bool _ _) in C.
  - destruct C as (C1 & C2 & _). unfold finite in Fx. rewrite Fx in C2. apply nonneg_of_real; [exact C2 |].
    assert (E : real (fdiv x y) = rnd double (real x / real y)) by exact C1. rewrite E.
    apply rnd_nonneg, Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat].
  - apply nonneg_of_overflow. replace false with (xorb (Bsign x) (Bsign y)); [exact C |].
    rewrite (sign_of_positive x Fx Px), (sign_of_positive y Fy P). reflexivity.
Qed.

(* span_around and error_within. *)
Theorem search_error_is_enough ox oy scale cx cy span error :
  span_around_results ox oy scale cx cy span -> error_within_results span error ->
  finite scale -> 0 < real scale -> is_error span error.
Proof.
  intros (far & [E_far E_n_span]) [E_n_error] Fsc Psc. pose proof (quotient_nonneg (fconst 1 12) scale (proj1
    (constant_value 12
      ltac:(lia))) ltac:(rewrite (proj2 (constant_value 12 ltac:(lia))); apply bpow_gt_0) Fsc Psc) as Ns. destruct
        powers
      as (P1 & P2 & P3 & P4 & P5 & P6).
  destruct (constant_value 500 ltac:(lia)) as [F5 E5]. destruct (constant_value (-47) ltac:(lia)) as [F4 E4].
  destruct (constant_value 1 ltac:(lia)) as [F2 E2]. destruct (constant_value (-440) ltac:(lia)) as [F3 E3].
  pose proof u_double_small as U. pose proof eta_double_pos as T.
  assert (Sp : finite span /\ 0 <= real span <= bpow radix2 500).
  { rewrite E_n_span. destruct (flt far (fconst 1 500)) eqn:B; [| rewrite E5; split; [exact F5 | lra]].
    assert (Nf : nonneg far).
    { rewrite E_far. repeat (apply nonneg_fadd; [| assumption || apply nonneg_fabs]). apply nonneg_fabs. }
    pose proof (flt_finite _ _ B Nf) as Ff. split; [exact Ff |]. split; [now apply nonneg_real |]. rewrite <- E5. left.
        now apply flt_real. }
  destruct Sp as (Fs & S0 & S1). split; [exact Fs |]. split; [split; assumption |].
  assert (D : finite (fmul (fconst 1 1) (fconst 1 (-440)) : F double) /\
    real (fmul (fconst 1 1) (fconst 1 (-440)) : F double) = 128 * kshort).
  { rewrite <- P2, <- E3. replace 2 with (real (fconst 1 1 : F double)) by (rewrite E2; reflexivity).
    assert (R1 : rnd double (real (fconst 1 1 : F double) * real (fconst 1 (-440) : F double)) =
      real (fconst 1 1 : F double) * real (fconst 1 (-440) : F double)).
    { apply rnd_of_format. rewrite E2, E3, <- bpow_plus. apply generic_format_bpow. vm_compute. discriminate. }
    destruct (fmul_is_finite (fconst 1 1 : F double) (fconst 1 (-440)) 100) as (G & V & _); auto;
      [unfold emin; simpl; lia | rewrite E2, E3, <- bpow_plus, Rabs_pos_eq by apply bpow_ge_0; apply bpow_le; lia |].
    split; [exact G |]. now rewrite V. }
  destruct D as (Fd & Ed).
  assert (US : 0 <= ud * real span <= / 1048576 * real span) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  assert (UUS : 0 <= ud * (ud * real span) <= / 1048576 * (ud * real span)) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
  destruct (fmul_is_finite (fconst 1 (-47) : F double) span 500) as (Fm & Vm & _); auto; [unfold emin; simpl; lia | |].
  { rewrite E4, P1, Rabs_pos_eq by (apply Rmult_le_pos; lra). lra. }
  pose proof (rnd_error double (real (fconst 1 (-47) : F double) * real span)) as Em. rewrite <- Vm, E4, P1 in Em.
  rewrite (Rabs_pos_eq (64 * ud * real span)) in Em by (apply Rmult_le_pos; lra). apply within in Em.
  assert (Le : Rabs (real (fmul (fconst 1 (-47)) span) + real (fmul (fconst 1 1) (fconst 1 (-440)) : F double)) <= bpow
      radix2 501).
  { rewrite Ed. change 501%Z with (1 + 500)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
    assert (1 <= bpow radix2 500) by (apply (bpow_le radix2 0 500); lia). apply Rabs_le. lra. }
  destruct (fadd_is_finite (fmul (fconst 1 (-47)) span) (fmul (fconst 1 1) (fconst 1 (-440))) 501) as (Fe & _ & _);
      auto;
    [unfold emin; simpl; lia |].
  destruct (fadd_error _ _ Fe) as (_ & _ & Ee). rewrite <- E_n_error in Fe, Ee. split; [exact Fe |]. rewrite Ed in Ee.
  assert (UK : 0 <= ud * kshort <= / 1048576 * kshort) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  set (m := real (fmul (fconst 1 (-47)) span)) in *.
  assert (M0 : 0 <= m + 128 * kshort) by lra. rewrite (Rabs_pos_eq (m + 128 * kshort)) in Ee by exact M0. apply within
      in Ee.
  assert (ud * (m + 128 * kshort) <= ud * (65 * ud * real span + 129 * kshort)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Section Order.
Variables span error p q : F double.
Variables x y : R.
Hypothesis bounds : is_error span error.
Hypothesis p_rough : is_rough span p x.
Hypothesis q_rough : is_rough span q y.

(* Twice the error exceeds both errors and the rounding. *)
Lemma twice_error : finite (fmul (fconst 1 1) error) /\
  125 * ud * real span + 60 * kshort <= real (fmul (fconst 1 1) error) <= 132 * ud * real span + 520 * kshort.
Proof.
  destruct bounds as (Fs & (S0 & S1) & Fe & E0 & E1). destruct powers as (P1 & P2 & P3 & P4 & P5 & P6).
  destruct (constant_value 1 ltac:(lia)) as [F2 E2]. change (bpow radix2 1) with 2 in E2. pose proof u_double_small as
    U.
      pose proof eta_double_pos as T.
  assert (US : 0 <= ud * real span <= / 1048576 * real span) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  destruct (fmul_is_finite (fconst 1 1 : F double) error 501) as (Fm & Vm & _); auto; [unfold emin; simpl; lia | |].
  { rewrite E2, Rabs_pos_eq by lra. change 501%Z with (1 + 500)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
    assert (1 <= bpow radix2 500) by (apply (bpow_le radix2 0 500); lia). lra. }
  split; [exact Fm |]. pose proof (rnd_error double (real (fconst 1 1 : F double) * real error)) as Em. rewrite <- Vm,
      E2 in Em.
  rewrite (Rabs_pos_eq (2 * real error)) in Em by lra. apply within in Em.
  assert (UE : 0 <= ud * real error <= / 1048576 * real error) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra). lra.
Qed.

(* A wall whose rough distance is beyond that of another is farther: visit_near leaves out only such walls, and so does
   leaf_near, where `enough` is the sum of the least rough distance and 2 error. *)
Theorem beyond_is_farther limit : beyond_results p error limit -> flt limit q = true -> x < y.
Proof.
  intros [->] H. destruct twice_error as (Fm & M0 & M1). destruct bounds as (Fs & (S0 & S1) & Fe & E0 & E1).
  destruct p_rough as (Fp & Ap & Bp). destruct q_rough as (Fq & Aq & Bq). destruct powers as (P1 & P2 & P3 & P4 & P5 &
      P6).
  pose proof u_double_small as U. set (m := fmul (fconst 1 1) error) in *.
  assert (US : 0 <= ud * real span <= / 1048576 * real span) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  apply Rabs_le_inv in Ap. apply within in Bp, Bq.
  assert (Le : Rabs (real p + real m) <= 3 * real span + 600 * kshort) by (apply Rabs_le; lra).
  destruct (fadd_is_finite p m 503) as (Fa & _ & _); auto; [unfold emin; simpl; lia | |].
  { eapply Rle_trans; [exact Le |]. change 503%Z with (3 + 500)%Z. rewrite bpow_plus. change (bpow radix2 3) with 8.
    assert (1 <= bpow radix2 500) by (apply (bpow_le radix2 0 500); lia). lra. }
  apply flt_real in H; auto. destruct (fadd_error _ _ Fa) as (_ & _ & E).
  assert (UL : ud * Rabs (real p + real m) <= ud * (3 * real span + 600 * kshort)) by (apply Rmult_le_compat_l; lra).
  assert (UK : 0 <= ud * kshort <= / 1048576 * kshort) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  apply within in E. lra.
Qed.

(* comes_after: if the rough distances tell, they tell the truth. *)
Theorem clear_order_is_right : are_clearly_apart_results p q error true ->
  (flt q p = true -> y < x) /\ (flt q p = false -> x < y).
Proof.
  intros [H]. symmetry in H. destruct twice_error as (Fm & M0 & M1). destruct bounds as (Fs & (S0 & S1) & Fe & E0 & E1).
  destruct p_rough as (Fp & Ap & Bp). destruct q_rough as (Fq & Aq & Bq). destruct powers as (P1 & P2 & P3 & P4 & P5 &
      P6).
  pose proof u_double_small as U. set (m := fmul (fconst 1 1) error) in *.
  assert (US : 0 <= ud * real span <= / 1048576 * real span) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  apply Rabs_le_inv in Ap, Aq. apply within in Bp, Bq.
  assert (Le : Rabs (real q - real p) <= 4 * real span + 2 * kshort) by (apply Rabs_le; lra).
  destruct (fsub_is_finite q p 503) as (Fa & _ & _); auto; [unfold emin; simpl; lia | |].
  { eapply Rle_trans; [exact Le |]. change 503%Z with (3 + 500)%Z. rewrite bpow_plus. change (bpow radix2 3) with 8.
    assert (1 <= bpow radix2 500) by (apply (bpow_le radix2 0 500); lia). lra. }
  apply flt_real in H; auto using finite_fabs. rewrite real_fabs in H. destruct (fsub_error _ _ Fa) as (_ & _ & E).
  assert (UL : ud * Rabs (real q - real p) <= ud * (4 * real span + 2 * kshort)) by (apply Rmult_le_compat_l; lra).
  assert (UK : 0 <= ud * kshort <= / 1048576 * kshort) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  apply within in E. split; intros Hq.
  - apply flt_real in Hq; auto. apply Rnot_le_lt. intros N. unfold Rabs at 1 in H. destruct (Rcase_abs _) in H; lra.
  - apply flt_real_false in Hq; auto. apply Rnot_le_lt. intros N. unfold Rabs at 1 in H. destruct (Rcase_abs _) in H;
      lra.
Qed.

End Order.

(* What a lane gives is such a rough distance. *)
Theorem rough_distance_of_a_lane fx fy span ax ay bx by_ r result known d error :
  rough_distances_lanes_results fx fy span ax ay bx by_ r result known -> known <> 0%Z -> is_error span error ->
  fle (fconst 0 0) r = true -> is_distance Segment (point_of fx fy) (point_of ax ay) (point_of bx by_) d ->
  is_rough span result (d - real r).
Proof.
  intros L K (Fs & (S0 & S1) & _) R De.
  destruct (rough_distance_is_close _ _ _ _ _ _ _ _ _ _ L K Fs S1 R d De) as (_ & F & A & B). repeat split; assumption.
Qed.

(* The same for rays and lines, and for segments one by one. *)
Theorem rough_distance_of_any_wall fx fy ax ay bx by_ n r span rough error :
  measure_roughly_results fx fy ax ay bx by_ n r span true rough -> is_error span error -> fle (fconst 0 0) r = true ->
  exists x, n = extent_number x /\ forall d, is_distance x (point_of fx fy) (point_of ax ay) (point_of bx by_) d ->
    is_rough span rough (d - real
      r).
Proof.
  intros (m & s & [M -> K]) (Fs & (S0 & S1) & _) R. symmetry in K. apply andb_prop in K. destruct K as (K1 & K2).
  destruct powers as (P1 & P2 & P3 & P4 & P5 & P6). destruct Facts.zero_value as [Z1 Z2]. pose proof u_double_small
      as U.
  destruct (measure_correct _ _ _ _ _ _ _ _ _ M) as (Ns & C). pose proof (fle_finite _ _ K1 Ns Fs) as Fsz.
  destruct (C Fsz) as (_ & x & Nx & Fm & (M0 & M1) & E). exists x. split; [exact Nx |]. intros d De. specialize (E d
      De).
  assert (Nr : nonneg r) by (apply (fle_nonneg _ _ R); [exact Z1 | lra]). pose proof (fle_finite _ _ K2 Nr Fs) as Fr.
  apply fle_real in K1, K2; auto. pose proof (nonneg_real _ Nr) as R0.
  pose proof (fsub_nonneg_finite m r Fm Fr M0 R0) as Fd. destruct (fsub_error _ _ Fd) as (_ & _ & Ed).
  assert (Le : Rabs (real m - real r) <= real span) by (apply Rabs_le; lra).
  assert (UL : ud * Rabs (real m - real r) <= ud * real span) by (apply Rmult_le_compat_l; lra).
  assert (Us : ud * real s <= ud * real span) by (apply Rmult_le_compat_l; lra).
  assert (US : 0 <= ud * real span <= / 1048576 * real span) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  apply within in E, Ed. apply Rabs_le_inv in Le. split; [exact Fd |]. split; [apply Rabs_le; lra | apply within; lra].
Qed.
