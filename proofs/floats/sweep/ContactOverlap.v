(* A sweep that starts in the wall: sweep_in_wall of src/sweep/sweep.c. If R exceeds the distance by 2^-44 of both
   and 2^54 times the bound of the depth, the circle overlaps the wall. docs/exactness.md, "Overlap at the start". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry ContactPairs
  ContactSteps ContactRoot ContactDepth ContactEnd ContactSide ContactLarge.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Definition overlap_error (R_hi hi k_error : F double) :=
  fadd (fmul (fconst 1 (-44)) (fadd R_hi hi))
    (fmul (if flt (fconst 0 0) k_error then k_error else fconst 0 0) (fdiv (fconst 1 (-44)) (fconst 1 (-98)))).

(* 2^-44 / 2^-98 *)
Lemma ratio_is : finite (fdiv (fconst 1 (-44)) (fconst 1 (-98)) : F double) /\
  real (fdiv (fconst 1 (-44)) (fconst 1 (-98)) : F double) = bpow radix2 54.
Proof.
  destruct (constant_value (-44) ltac:(lia)) as [F1 E1]. destruct (constant_value (-98) ltac:(lia)) as [F2 E2].
  assert (N : real (fconst 1 (-98) : F double) <> 0) by (rewrite E2; pose proof (bpow_gt_0 radix2 (-98)); lra).
  assert (Q : real (fconst 1 (-44) : F double) / real (fconst 1 (-98) : F double) = bpow radix2 54).
  { rewrite E1, E2. apply Rmult_eq_reg_r with (bpow radix2 (-98)); [| rewrite <- E2; exact N].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (rewrite <- E2; exact N). rewrite <- bpow_plus. reflexivity.
    }
  destruct (div_step (fconst 1 (-44)) (fconst 1 (-98)) (bpow radix2 54) F1 F2 N) as (F3 & _).
  { rewrite Q. pose proof (bpow_ge_0 radix2 54). lra. }
  { apply bpow_le. lia. }
  split; [exact F3 |]. destruct (fdiv_finite _ _ F3 F2 N) as (_ & ->). rewrite Q.
  apply rnd_of_format, generic_format_bpow.
  unfold exponents, FLT_exp, emin. simpl. lia.
Qed.

Section Overlap.
Variables r wr R_hi R_lo hi k_error : F double.
Hypothesis reach : is_reach r wr R_hi R_lo.
Hypothesis hi_finite : finite hi.
Hypothesis hi_nonneg : 0 <= real hi.
Let e := overlap_error R_hi hi k_error.
Hypothesis larger : flt e (fsub R_hi hi) = true.

(* The parts of the error. *)
Lemma overlap_parts : exists e1 e2, 0 <= e1 /\ 0 <= e2 /\ 999/1000 * (e1 + e2) <= real e /\
  bpow radix2 (-44) * (998/1000 * (real R_hi + real hi)) <= e1 + tiny /\
  (flt (fconst 0 0) k_error = true -> finite k_error -> 999/1000 * (bpow radix2 54 * real k_error) <= e2 + tiny) /\
  0 <= real e /\ real e < real (fsub R_hi hi) /\
  999/1000 * real e <= real R_hi - real hi /\ real hi < real R_hi.
Proof.
  destruct reach as [_ _ _ _ [FR _] _ R0 _ _]. destruct ud_small as [U0 U1]. destruct zero_value as [Fz Ez].
  destruct (constant_value (-44) ltac:(lia)) as [F1 E1]. destruct ratio_is as [F2 E2].
  set (ke := if flt (fconst 0 0) k_error then k_error else fconst 0 0).
  assert (Nk : nonneg ke).
  { unfold ke. destruct (flt (fconst 0 0) k_error) eqn:H; [| apply nonneg_of_real; [exact Fz | lra]].
    clear - H. destruct k_error as [s | s | | s m x Hm]; try discriminate; destruct s; try discriminate; exact I ||
      reflexivity. }
  assert (N1 : nonneg (fmul (fconst 1 (-44)) (fadd R_hi hi))).
  { apply nonneg_fmul; [apply nonneg_of_real; [exact F1 | rewrite E1; apply bpow_ge_0] |].
    apply nonneg_fadd; apply nonneg_of_real; assumption. }
  assert (N2 : nonneg (fmul ke (fdiv (fconst 1 (-44)) (fconst 1 (-98))))).
  { apply nonneg_fmul; [exact Nk | apply nonneg_of_real; [exact F2 | rewrite E2; apply bpow_ge_0]]. }
  assert (Ne : nonneg e) by (now apply nonneg_fadd). pose proof (flt_finite _ _ larger Ne) as Fe.
  pose proof (fsub_nonneg_finite R_hi hi FR hi_finite R0 hi_nonneg) as Fs.
  pose proof (flt_real _ _ Fe Fs larger) as L. pose proof (nonneg_real _ Ne) as e0.
  pose proof Fe as Fe'. unfold e, overlap_error in Fe'. fold ke in Fe'. destruct (fadd_finite _ _ Fe') as (G1 & G2 & _).
  pose proof (sum_at_least _ _ Fe' (nonneg_real _ N1) (nonneg_real _ N2)) as S. fold ke in S.
  exists (real (fmul (fconst 1 (-44)) (fadd R_hi hi))), (real (fmul ke (fdiv (fconst 1 (-44)) (fconst 1 (-98))))).
  split; [now apply nonneg_real |]. split; [now apply nonneg_real |]. split; [exact S |].
  assert (One : forall z, 0 <= z -> 999/1000 * z <= rnd double z + tiny).
  { intros z z0. pose proof (rnd_error double z) as Q. rewrite (Rabs_pos_eq z) in Q by exact z0. apply Rabs_le_inv in Q.
    assert (ud * z <= / 1000 * z) by (apply Rmult_le_compat_r; lra). lra. }
  split.
  { destruct (fmul_finite _ _ G1) as (_ & G3 & ->). rewrite E1. pose proof (sum_at_least _ _ G3 R0 hi_nonneg) as S1.
    pose proof (bpow_ge_0 radix2 (-44)) as Z. set (s := real (fadd R_hi hi)) in *.
    assert (M : bpow radix2 (-44) * (999/1000 * (real R_hi + real hi)) <= bpow radix2 (-44) * s)
      by (apply Rmult_le_compat_l; lra).
    assert (s0 : 0 <= bpow radix2 (-44) * s) by (apply Rmult_le_pos; lra). pose proof (One _ s0) as K.
    assert (M0 : 0 <= bpow radix2 (-44) * (real R_hi + real hi)) by (apply Rmult_le_pos; lra).
    replace (bpow radix2 (-44) * (999/1000 * (real R_hi + real hi)))
      with (999/1000 * (bpow radix2 (-44) * (real R_hi + real hi))) in M by ring.
    replace (bpow radix2 (-44) * (998/1000 * (real R_hi + real hi)))
      with (998/1000 * (bpow radix2 (-44) * (real R_hi + real hi))) by ring. lra. }
  split.
  { intros Hk Fk. destruct (fmul_finite _ _ G2) as (_ & _ & ->). rewrite E2. unfold ke in *. rewrite Hk in *.
    rewrite (Rmult_comm (bpow radix2 54)). apply One. apply Rmult_le_pos; [now apply nonneg_real | apply bpow_ge_0]. }
  split; [exact e0 |]. split; [exact L |].
  destruct (fsub_finite _ _ Fs) as (_ & _ & E).
  pose proof (rnd_sum_error double (real R_hi) (- real hi) (real_in_format _) (in_format_opp _ (real_in_format _))) as
    Q.
  change (real R_hi + - real hi) with (real R_hi - real hi) in Q. rewrite <- E in Q. apply Rabs_le_inv in Q.
  set (d := real R_hi - real hi) in *.
  assert (d0 : 0 < d).
  { apply Rnot_le_lt. intros Hc. rewrite (Rabs_left1 d) in Q by exact Hc.
    assert (ud * - d <= 1 * - d) by (apply Rmult_le_compat_r; lra). lra. }
  rewrite (Rabs_pos_eq d) in Q by lra. assert (ud * d <= / 10000 * d) by (apply Rmult_le_compat_r; lra).
  split; unfold d in *; lra.
Qed.

(* On a side that is not level, and at an end. *)
Lemma overlap_of_quotient (lo : F double) q T : is_quotient hi lo q T -> 0 <= q -> 0 <= T -> finite k_error ->
  250 * (ud * (ud * (real R_hi + q + T))) <= real k_error -> 0 < real k_error -> q < real r + real wr.
Proof.
  intros [_ _ Hs _ Hc _ _] q0 T0 Fk Hk k0. destruct ud_small as [U0 U1]. destruct zero_value as [Fz Ez].
  destruct overlap_parts as (e1 & e2 & P1 & P2 & P3 & P4 & P5 & _ & _ & P8 & _).
  destruct reach as [_ _ _ _ _ _ R0 ER SR].
  assert (Hf : flt (fconst 0 0) k_error = true).
  { destruct (flt (fconst 0 0) k_error) eqn:H; [reflexivity | exfalso]. apply flt_real_false in H; auto. lra. }
  specialize (P5 Hf Fk).
  pose proof (tiny_small (real hi) ltac:(eapply Rle_trans; [apply bpow_le | exact Hs]; lia)) as TM.
  scales (real hi) hi_nonneg. scales (real R_hi) R0. scales q q0. scales T T0.
  assert (E44 : bpow radix2 (-44) = 512 * ud).
  { change ud with (bpow radix2 (-53)). change 512 with (bpow radix2 9). rewrite <- bpow_plus. reflexivity. }
  assert (E54 : bpow radix2 54 * ud = 2).
  { change ud with (bpow radix2 (-53)). rewrite <- bpow_plus. reflexivity. }
  assert (K : 500 * (ud * (real R_hi + q + T)) <= bpow radix2 54 * real k_error).
  { apply Rle_trans with (bpow radix2 54 * (250 * (ud * (ud * (real R_hi + q + T)))));
      [| apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Hk]].
    replace (bpow radix2 54 * (250 * (ud * (ud * (real R_hi + q + T)))))
      with (250 * (bpow radix2 54 * ud) * (ud * (real R_hi + q + T))) by ring.
    rewrite E54. lra. }
  rewrite E44 in P4.
  replace (ud * (real R_hi + q + T)) with (ud * real R_hi + ud * q + ud * T) in K by ring.
  replace (512 * ud * (998/1000 * (real R_hi + real hi)))
    with (512 * (998/1000) * (ud * real R_hi) + 512 * (998/1000) * (ud * real hi)) in P4 by ring.
  replace (20 * (ud * (q + T))) with (20 * (ud * q) + 20 * (ud * T)) in Hc by ring.
  pose proof (bpow_gt_0 radix2 (-570)) as Z5. assert (0 < ud * real hi) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(* Beside a level or upright wall. *)
Lemma overlap_of_level (lo : F double) q : finite lo -> real hi + real lo = q ->
  - (ud * real hi) <= real lo <= ud * real hi ->
  q < real r + real wr.
Proof.
  intros Fl Eq Sl. destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0.
  destruct overlap_parts as (e1 & e2 & P1 & P2 & P3 & P4 & _ & _ & _ & P8 & P9).
  destruct reach as [_ _ _ _ _ FL R0 ER SR]. set (S := real R_hi + real hi) in *.
  assert (S0 : 0 <= S) by (unfold S; lra).
  scales (real hi) hi_nonneg. scales (real R_hi) R0.
  destruct (Rle_lt_dec (bpow radix2 (-1030)) S) as [L | L].
  - assert (TS : tiny <= / 2 * (bpow radix2 (-44) * S)).
    { eapply Rle_trans; [exact tiny_is_tiny |]. apply Rle_trans
        with (bpow radix2 (-1) * (bpow radix2 (-44) * bpow radix2 (-1030))).
      - rewrite <- !bpow_plus. apply bpow_le. lia.
      - change (bpow radix2 (-1)) with (/ 2). apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l;
          [apply bpow_ge_0 | exact L]. }
    assert (E44 : bpow radix2 (-44) = 512 * ud).
    { change ud with (bpow radix2 (-53)). change 512 with (bpow radix2 9). rewrite <- bpow_plus. reflexivity. }
    rewrite E44 in *. replace (512 * ud * (998/1000 * S))
      with (512 * (998/1000) * (ud * real R_hi) + 512 * (998/1000) * (ud * real hi)) in P4 by (unfold S; ring).
    replace (/ 2 * (512 * ud * S)) with (256 * (ud * real R_hi) + 256 * (ud * real hi)) in TS by (unfold S; field). lra.
  - (* too small for a low part *)
    assert (Zero : forall v : F double, Rabs (real v) <= ud * S -> real v = 0).
    { intros v Hv. destruct (Req_dec (real v) 0) as [Z | N]; [exact Z | exfalso].
      assert (G : bpow radix2 (emin double) <= Rabs (real v)).
      { apply (generic_format_ge_bpow radix2 (exponents double)).
        - intros k. unfold exponents, FLT_exp. lia.
        - now apply Rabs_pos_lt.
        - apply generic_format_abs, real_in_format. }
      assert (ud * S <= ud * bpow radix2 (-1030)) by (apply Rmult_le_compat_l; lra).
      assert (ud * bpow radix2 (-1030) < bpow radix2 (emin double)); [| lra].
      change ud with (bpow radix2 (-53)). rewrite <- bpow_plus. apply bpow_lt. unfold emin. simpl. lia. }
    assert (US : ud * S = ud * real R_hi + ud * real hi) by (unfold S; ring).
    assert (Z1 : real lo = 0) by (apply Zero; apply Rabs_le; lra).
    assert (Z2 : real R_lo = 0) by (apply Zero; apply Rabs_le; lra). lra.
Qed.

End Overlap.
