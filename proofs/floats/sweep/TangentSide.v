(* The errors of a contact with the side in triple-doubles (set_tangent_side and is_beside_at of
   src/sweep/sweep_tangent.h), over the extracted terms.

   The code's bound of the speed u x v exceeds its error. The product of the wall and the centre at the time t, rounded,
   shows that the foot of the perpendicular is between the ends at the true time, too. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry Terms_wide Terms_pair Terms_gap Terms_sweep
  Terms_tangent ErrorFreeTerms Wide SweepErrors SweepGeometry SweepTerms SweepContact SweepSmallTimes SweepFilter
  SweepStart SweepInputs SweepTime TangentGapSums TangentGapLine TangentGap TangentGapSign TangentProducts TangentTime.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).
Notation lost := (bpow radix2 (-808)).

(* The error of the speed that the code takes exceeds the true one. *)
Section Speed.
Variables su sv h l ck se K S : R.
Hypotheses (su0 : 0 <= su) (sv0 : 0 <= sv) (K0 : 0 <= K) (HK : K <= 1001 / 1000 * (su * sv)).
Hypothesis Large : bpow radix2 (-703) <= Rabs h.
Hypothesis Size : Rabs h <= (1 + 20 * u53) * K + 8 * lost.
Hypothesis Near : Rabs (h + l - S) <= 16 * (u53 * u53) * K + 5 * lost.
Hypothesis Ha : Rabs (ck - su * sv) <= u53 * Rabs (su * sv) + w.
Hypothesis Hb : Rabs (se - bpow radix2 (-100) * ck) <= u53 * Rabs (bpow radix2 (-100) * ck) + w.

Lemma speed_error_enough : 98 / 100 * bpow radix2 (-703) <= su * sv /\ Rabs (h + l - S) <= se.
Proof using All.
  set (P := su * sv) in *. assert (P0 : 0 <= P) by (unfold P; now apply Rmult_le_pos).
  destruct lost_bounds as (Z0 & Zw). assert (W0 : 0 < w) by apply bpow_gt_0.
  assert (L : 8 * lost <= / 1000 * bpow radix2 (-703)).
  { apply Rle_trans with (bpow radix2 (-10) * bpow radix2 (-703)).
    - change 8 with (bpow radix2 3). rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. simpl. lra. }
  assert (H1 : 98 / 100 * bpow radix2 (-703) <= P) by lra. split; [exact H1 |].
  rewrite (Rabs_pos_eq P) in Ha by lra.
  assert (E : lost = / 32 * (bpow radix2 (-100) * bpow radix2 (-703))).
  { rewrite <- bpow_plus. change (/ 32) with (bpow radix2 (-5)). rewrite <- bpow_plus. reflexivity. }
  assert (H2 : bpow radix2 (-100) * (98 / 100 * bpow radix2 (-703)) <= bpow radix2 (-100) * P)
    by (apply Rmult_le_compat_l; [apply bpow_ge_0 | exact H1]).
  assert (C : 999 / 1000 * P <= ck) by (assert (w <= / 10000 * bpow radix2 (-703)) by lra; clear - Ha H1 H P0 W0; apply
    Rabs_le_inv in Ha; lra).
  assert (C0 : 0 <= bpow radix2 (-100) * ck) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
  rewrite (Rabs_pos_eq (bpow radix2 (-100) * ck)) in Hb by assumption.
  assert (C1 : bpow radix2 (-100) * (999 / 1000 * P) <= bpow radix2 (-100) * ck)
    by (apply Rmult_le_compat_l; [apply bpow_ge_0 | exact C]).
  assert (U : u53 * u53 = / 64 * bpow radix2 (-100)).
  { change u53 with (bpow radix2 (-53)). change (/ 64) with (bpow radix2 (-6)). rewrite <- !bpow_plus. reflexivity. }
  rewrite U in Near. eapply Rle_trans; [exact Near |].
  assert (C2 : bpow radix2 (-100) * K <= 1001 / 1000 * (bpow radix2 (-100) * P)).
  { replace (1001 / 1000 * (bpow radix2 (-100) * P)) with (bpow radix2 (-100) * (1001 / 1000 * P)) by ring.
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact HK]. }
  apply Rabs_le_inv in Hb. rewrite E in *.
  replace (16 * (/ 64 * bpow radix2 (-100)) * K) with (/ 4 * (bpow radix2 (-100) * K)) by field.
  replace (bpow radix2 (-100) * (98 / 100 * bpow radix2 (-703)))
    with (98 / 100 * (bpow radix2 (-100) * bpow radix2 (-703))) in H2 by ring.
  replace (bpow radix2 (-100) * (999 / 1000 * P)) with (999 / 1000 * (bpow radix2 (-100) * P)) in C1 by ring.
  set (x := bpow radix2 (-100) * K) in *. set (y := bpow radix2 (-100) * P) in *.
  set (z := bpow radix2 (-100) * ck) in *.
  set (v := bpow radix2 (-100) * bpow radix2 (-703)) in *. lra.
Qed.
End Speed.

(* The product along the wall at the time t, against the true one at T. *)
Section Along.
Variables (px py qx qy vx vy t : D) (PX PY QX QY VX VY su sq sv sz T err : R).
Hypotheses (Np : near px py PX PY su) (Nq : near qx qy QX QY sq) (Nv : near vx vy VX VY sv).
Hypotheses (Ft : finite t) (T0 : 0 < real t < 1) (HT : Rabs (T - real t) <= 3 * u53 * real t).
Hypotheses (sz0 : 0 <= sz) (Large : 98 / 100 * bpow radix2 (-703) <= su * sv).
Hypothesis Err : 31 * u53 * (su * (sq + sz + sv)) <= err.

Let way := fmul t (fadd (fmul px vx) (fmul py vy)).
Let from := fadd (fadd (fmul px qx) (fmul py qy)) way.

Lemma along_error : finite from /\ Rabs (real from - (PX * QX + PY * QY + T * (PX * VX + PY * VY))) <= err.
Proof using All.
  pose proof (near_size_nonneg _ _ _ _ _ Np) as P0. pose proof (near_size_nonneg _ _ _ _ _ Nq) as Q0.
  pose proof (near_size_nonneg _ _ _ _ _ Nv) as V0.
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Np Nv) as (B1 & E1 & _).
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Np Nq) as (B2 & E2 & _).
  rewrite u_double in E1, E2. change (eta double) with w in E1, E2.
  assert (PV : Rabs (PX * VX + PY * VY) <= 101 / 100 * (su * sv)).
  { clear - Np Nv P0 V0. destruct Np as (_ & _ & A1 & A2 & A3 & _). destruct Nv as (_ & _ & C1 & C2 & C3 & _).
    rewrite u_double in *. pose proof (Rabs_pos PX). pose proof (Rabs_pos PY). pose proof (Rabs_pos VX).
    pose proof (Rabs_pos VY).
    assert (S1 : Rabs PX + Rabs PY <= 1001 / 1000 * su).
    { pose proof (Rabs_triang_inv PX (real px)). pose proof (Rabs_triang_inv PY (real py)).
      rewrite Rabs_minus_sym in A1, A2. lra. }
    assert (S2 : Rabs VX + Rabs VY <= 1001 / 1000 * sv).
    { pose proof (Rabs_triang_inv VX (real vx)). pose proof (Rabs_triang_inv VY (real vy)).
      rewrite Rabs_minus_sym in C1, C2. lra. }
    eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult.
    assert ((Rabs PX + Rabs PY) * (Rabs VX + Rabs VY) <= (1001 / 1000 * su) * (1001 / 1000 * sv)) by (apply
      Rmult_le_compat; lra).
    assert (0 <= Rabs PX * Rabs VY) by (apply Rmult_le_pos; lra).
    assert (0 <= Rabs PY * Rabs VX) by (apply Rmult_le_pos; lra).
    assert (0 <= su * sv) by (apply Rmult_le_pos; lra). lra. }
  assert (PQ : Rabs (PX * QX + PY * QY) <= 101 / 100 * (su * sq)).
  { clear - Np Nq P0 Q0. destruct Np as (_ & _ & A1 & A2 & A3 & _). destruct Nq as (_ & _ & C1 & C2 & C3 & _).
    rewrite u_double in *. pose proof (Rabs_pos PX). pose proof (Rabs_pos PY). pose proof (Rabs_pos QX).
    pose proof (Rabs_pos QY).
    assert (S1 : Rabs PX + Rabs PY <= 1001 / 1000 * su).
    { pose proof (Rabs_triang_inv PX (real px)). pose proof (Rabs_triang_inv PY (real py)).
      rewrite Rabs_minus_sym in A1, A2. lra. }
    assert (S2 : Rabs QX + Rabs QY <= 1001 / 1000 * sq).
    { pose proof (Rabs_triang_inv QX (real qx)). pose proof (Rabs_triang_inv QY (real qy)).
      rewrite Rabs_minus_sym in C1, C2. lra. }
    eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult.
    assert ((Rabs PX + Rabs PY) * (Rabs QX + Rabs QY) <= (1001 / 1000 * su) * (1001 / 1000 * sq)) by (apply
      Rmult_le_compat; lra).
    assert (0 <= Rabs PX * Rabs QY) by (apply Rmult_le_pos; lra).
    assert (0 <= Rabs PY * Rabs QX) by (apply Rmult_le_pos; lra).
    assert (0 <= su * sq) by (apply Rmult_le_pos; lra). lra. }
  set (dv := fadd (fmul px vx) (fmul py vy)) in *. set (dq := fadd (fmul px qx) (fmul py qy)) in *.
  assert (Bt : Bounded.below 0 t) by (split; [exact Ft | change (bpow radix2 0) with 1; rewrite Rabs_pos_eq; lra]).
  destruct (below_mul 0 403 t dv ltac:(lia) Bt B1) as (Fw & Bw). fold way in Fw, Bw.
  destruct (below_add 403 dq way ltac:(lia) B2 (conj Fw Bw)) as (Ff & _). fold from in Ff. split; [exact Ff |].
  set (U := PX * VX + PY * VY) in *. set (Q := PX * QX + PY * QY) in *.
  assert (a0 : 0 <= su * sv) by (apply Rmult_le_pos; lra). assert (b0 : 0 <= su * sq) by (apply Rmult_le_pos; lra).
  assert (c0 : 0 <= su * sz) by (apply Rmult_le_pos; lra).
  replace (su * (sq + sz + sv)) with (su * sq + su * sz + su * sv) in Err by ring.
  set (a := su * sv) in *. set (b := su * sq) in *. set (c := su * sz) in *.
  assert (W : w <= / 1000 * (u53 * a)).
  { apply Rle_trans with (/ 1000 * (u53 * (98 / 100 * bpow radix2 (-703)))).
    - assert (H : bpow radix2 11 * w <= u53 * bpow radix2 (-703)).
      { change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
      change (bpow radix2 11) with 2048 in H. pose proof (bpow_gt_0 radix2 (-703)). lra.
    - lra. }
  assert (D1 : Rabs (real dv) <= 102 / 100 * a) by (clear - E1 PV W a0; two_sided; lra).
  assert (Tv : Rabs (real t * (real dv - U)) <= 11 * u53 * a + 3 * w).
  { rewrite Rabs_mult, (Rabs_pos_eq (real t)) by lra. pose proof (Rabs_pos (real dv - U)).
    apply Rle_trans with (1 * Rabs (real dv - U)); [apply Rmult_le_compat_r; lra | lra]. }
  assert (Td : Rabs (real t * real dv) <= 102 / 100 * a).
  { rewrite Rabs_mult, (Rabs_pos_eq (real t)) by lra. pose proof (Rabs_pos (real dv)).
    apply Rle_trans with (1 * Rabs (real dv)); [apply Rmult_le_compat_r; lra | lra]. }
  assert (TT : Rabs ((T - real t) * U) <= 31 / 10 * u53 * a).
  { rewrite Rabs_mult. apply Rle_trans with (3 * u53 * 1 * (101 / 100 * a)); [| lra].
    apply Rmult_le_compat; try apply Rabs_pos; lra. }
  destruct (fmul_error t dv _ w Fw Td (Rle_refl _)) as (_ & _ & E3). fold way in E3.
  assert (S1 : Rabs (real dq + real way) <= 103 / 100 * b + 104 / 100 * a)
    by (clear - E2 PQ E3 Td W a0 b0; set (x := real t * real dv) in *; two_sided; lra).
  destruct (fadd_error _ _ _ Ff S1) as (_ & _ & E4). fold from in E4.
  replace (real t * (real dv - U)) with (real t * real dv - real t * U) in Tv by ring.
  replace ((T - real t) * U) with (T * U - real t * U) in TT by ring.
  set (x := real t * real dv) in *. set (y := real t * U) in *. set (z := T * U) in *.
  clear - E2 E3 E4 Tv TT W a0 b0 c0 Err. two_sided; lra.
Qed.
End Along.

(* A coordinate that is a difference of inputs. *)
Lemma coordinate_part (h l : D) s : is_coordinate h l -> Rabs (real h) <= (1 + 32 * u53) * s -> s <= bpow radix2 200 ->
  is_part h l.
Proof. intros (L & _) B S. split; [| exact L]. pose proof (bpow_gt_0 radix2 200). lra. Qed.

Lemma near_part (x y : D) X Y s : near x y X Y s ->
  Rabs (real x) <= (1 + 32 * u53) * s /\ Rabs (real y) <= (1 + 32 * u53) * s /\ s <= bpow radix2 200.
Proof.
  intros (_ & _ & _ & _ & H & B). rewrite u_double in H. pose proof (Rabs_pos (real x)).
  pose proof (Rabs_pos (real y)). lra.
Qed.

Lemma near_real (x y : D) X Y s : near x y X Y s -> Rabs X <= bpow radix2 201 /\ Rabs Y <= bpow radix2 201.
Proof.
  intros N. pose proof (near_size_nonneg _ _ _ _ _ N) as S. destruct N as (_ & _ & A1 & A2 & A3 & B).
  rewrite u_double in *.
  pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)). rewrite Rabs_minus_sym in A1, A2.
  pose proof (Rabs_triang_inv X (real x)). pose proof (Rabs_triang_inv Y (real y)).
  change 201%Z with (1 + 200)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra.
Qed.

(* The displacement in double-doubles, if the wall rests. *)
Lemma displacement_parts cx cy mx my is_end ax ay wmx wmy vhx vhy vlx vly :
  wide_displacement_results cx cy mx my is_end false ax ay wmx wmy vhx vhy vlx vly ->
  vhx = (if is_end then fsub mx cx else mx) /\ vhy = (if is_end then fsub my cy else my) /\
  (finite vlx -> real vhx + real vlx = displacement is_end false (real cx) (real mx) (real ax) (real wmx)) /\
  (finite vly -> real vhy + real vly = displacement is_end false (real cy) (real my) (real ay) (real wmy)) /\
  (Rabs (real vhx) <= bpow radix2 201 -> is_coordinate vhx vlx) /\
  (Rabs (real vhy) <= bpow radix2 201 -> is_coordinate vhy vly).
Proof.
  intros Wd. unfold wide_displacement_results in Wd. open Wd. destruct Wd as [Eif1 _ _ S1 S2 Vhx Vhy Vlx Vly].
  destruct (pair_sum_values _ _ _ _ _ _ _ _ S2) as (-> & -> & -> & ->). clear S1 S2. simpl in *. subst.
  destruct is_end; unfold displacement.
  - split; [apply fadd_neg |]. split; [apply fadd_neg |]. repeat split; try (apply sum_coordinate; assumption).
    + intros F. rewrite (sum_value _ _ F), real_fneg. ring.
    + intros F. rewrite (sum_value _ _ F), real_fneg. ring.
  - split; [reflexivity |]. split; [reflexivity |].
    split; [intros _; apply zero_rest |]. split; [intros _; apply zero_rest |]. split; apply exact_coordinate.
Qed.

(* The bound of is_beside_at, rounded. *)
Lemma beside_bound (su sw sz sv : D) :
  let e := fmul (fmul (fconst 1 (-48)) su) (fadd (fadd sw sz) sv) in
  finite e -> nonneg su -> nonneg sw -> nonneg sz -> nonneg sv -> real su <= bpow radix2 200 -> real sv <= bpow radix2
    200 ->
  98 / 100 * bpow radix2 (-703) <= real su * real sv ->
  31 * u53 * (real su * (real sw + real sz + real sv)) <= real e.
Proof.
  intros e Fe Nu Nw Nz Nv Hu Hv Large.
  destruct (fmul_finite _ _ Fe) as (Fa & Fs & _). destruct (fmul_finite _ _ Fa) as (_ & Fu & _).
  destruct (fadd_finite _ _ Fs) as (F1 & Fv & _). destruct (fadd_finite _ _ F1) as (Fw & Fz & _).
  pose proof (nonneg_real _ Nu) as u0. pose proof (nonneg_real _ Nw) as w0. pose proof (nonneg_real _ Nz) as z0.
  pose proof (nonneg_real _ Nv) as v0. const_facts 1%Z (-48)%Z Fc Vc. rewrite Rmult_1_l in Vc.
  assert (Ec : bpow radix2 (-48) = 32 * u53).
  { change u53 with (bpow radix2 (-53)). change 32 with (bpow radix2 5). rewrite <- bpow_plus. reflexivity. }
  rewrite Ec in Vc.
  assert (B0 : 0 < bpow radix2 (-703)) by apply bpow_gt_0.
  assert (Least : forall p q, 0 <= p -> 0 <= q -> q <= bpow radix2 200 -> 98 / 100 * bpow radix2 (-703) <= p * q ->
    98 / 100 * bpow radix2 (-903) <= p).
  { intros p q P Q Hq H. apply Rmult_le_reg_r with (bpow radix2 200); [apply bpow_gt_0 |].
    rewrite Rmult_assoc, <- bpow_plus. eapply Rle_trans; [exact H |]. now apply Rmult_le_compat_l. }
  pose proof (Least (real su) (real sv) u0 v0 Hv Large) as Lu.
  assert (W1 : w <= / 1000 * (u53 * bpow radix2 (-903))).
  { assert (H : bpow radix2 10 * w <= u53 * bpow radix2 (-903))
      by (change u53 with (bpow radix2 (-53)); rewrite <- !bpow_plus; apply bpow_le; lia).
    change (bpow radix2 10) with 1024 in H. pose proof (bpow_gt_0 radix2 (-1075)). lra. }
  assert (W2 : w <= / 1000 * (u53 * bpow radix2 (-703))).
  { eapply Rle_trans; [exact W1 |]. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [lra |]. apply bpow_le.
    lia. }
  destruct (fmul_error _ _ _ w Fa (Rle_refl _) (Rle_refl _)) as (_ & _ & E1). rewrite Vc in E1.
  rewrite (Rabs_pos_eq (32 * u53 * real su)) in E1 by (repeat apply Rmult_le_pos; lra).
  destruct (fadd_error _ _ _ F1 (Rle_refl _)) as (_ & _ & E2). rewrite (Rabs_pos_eq (real sw + real sz)) in E2 by lra.
  pose proof (nonneg_real _ (nonneg_fadd _ _ Nw Nz)) as s0.
  destruct (fadd_error _ _ _ Fs (Rle_refl _)) as (_ & _ & E3).
  rewrite (Rabs_pos_eq (real (fadd sw sz) + real sv)) in E3 by lra.
  pose proof (nonneg_real _ (nonneg_fadd _ _ (nonneg_fadd _ _ Nw Nz) Nv)) as t0.
  destruct (fmul_error _ _ _ w Fe (Rle_refl _) (Rle_refl _)) as (_ & _ & E4). fold e in E4.
  set (a := real (fmul (fconst 1 (-48)) su)) in *. set (s := real (fadd (fadd sw sz) sv)) in *.
  assert (A : 319 / 10 * u53 * real su <= a) by (clear - E1 W1 Lu u0; apply Rabs_le_inv in E1; lra).
  assert (S : (1 - 3 * u53) * (real sw + real sz + real sv) <= s)
    by (clear - E2 E3 w0 z0 v0; apply Rabs_le_inv in E2; apply Rabs_le_inv in E3; lra).
  assert (P : 319 / 10 * u53 * real su * ((1 - 3 * u53) * (real sw + real sz + real sv)) <= a * s)
    by (apply Rmult_le_compat; try assumption; [apply Rmult_le_pos; lra | apply Rmult_le_pos; lra]).
  rewrite (Rabs_pos_eq (a * s)) in E4 by (apply Rmult_le_pos; lra).
  set (q := real su * (real sw + real sz + real sv)) in *.
  assert (Q : real su * real sv <= q) by (unfold q; apply Rmult_le_compat_l; lra).
  replace (319 / 10 * u53 * real su * ((1 - 3 * u53) * (real sw + real sz + real sv)))
    with (319 / 10 * (1 - 3 * u53) * (u53 * q)) in P by (unfold q; field).
  set (as_ := a * s) in *. clear - P E4 W2 Q Large B0. apply Rabs_le_inv in E4. lra.
Qed.
