(* The rate at the guess, for the second-order step of estimate_end in src/sweep/sweep_time.h.

   The coordinates of the place and of the displacement are rounded once each, then two products and their sum: five
   roundings and a little, so 5.1 2^-53 of |P| |v|. The code allows 2^-50 of the sizes. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Wide TimePlace TimeMoved TimeEndResidual TimeEndPlace.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Lemma displaced_rounded (vh vl : D) X : displaced vh vl X -> Rabs (real vh - X) <= 201 / 100 * u53 * Rabs (real vh).
Proof. intros [H1 H2]. pose proof (Rabs_pos (real vh)). set (q := Rabs (real vh)) in *. two_sided; lra. Qed.

(* One product. *)
Lemma rate_product (h l v w : D) P V E W A t :
  placed h l P E W -> displaced v w V -> finite (fmul (fadd h l) v) -> 0 <= E -> 0 <= W -> E + 2 * W + least <= A ->
  Rabs (real v) <= t ->
  Rabs (real (fmul (fadd h l) v) - P * V) <= 402 / 100 * u53 * (Rabs P * t) + 80 * (u53 * u53) * (A * t) + bpow radix2
    (-1075) /\
  Rabs (P * V) <= 1001 / 1000 * (Rabs P * t).
Proof.
  intros Hp Hv F E0 W0 HA Ht. pose proof (displaced_rounded _ _ _ Hv) as Nv. pose proof (bpow_gt_0 radix2 (-370)) as L0.
  destruct (placed_sizes _ _ _ _ _ A Hp E0 W0 HA) as (H1 & H2 & H3 & _). destruct (fmul_finite _ _ F) as (Fs & _ & _).
  pose proof (Rabs_pos (real v)) as v0. pose proof (Rabs_pos P) as P0. assert (t0 : 0 <= t) by lra.
  assert (A0 : 0 < A) by lra.
  assert (Q1 : Rabs (real h + real l) <= Rabs P + 17 * (u53 * u53) * A).
  { replace (real h + real l) with (P + (real h + real l - P)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (Wide.fadd_error _ _ _ Fs Q1) as (_ & _ & E1). set (a := fadd h l) in *.
  assert (Q2 : Rabs (real a - P) <= u53 * Rabs P + 18 * (u53 * u53) * A).
  { replace (real a - P) with ((real a - (real h + real l)) + (real h + real l - P)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Q3 : Rabs (real a) <= (1 + u53) * Rabs P + 18 * (u53 * u53) * A).
  { replace (real a) with (P + (real a - P)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Nv' : Rabs (real v - V) <= 201 / 100 * u53 * t) by lra.
  pose proof (times_size _ _ _ _ Q3 Ht) as Q6. destruct (Wide.fmul_error _ _ _ _ F Q6 (Rle_refl _)) as (_ & _ & E2).
  pose proof (times_size _ _ _ _ Q2 Ht) as Q7. pose proof (times_size _ _ _ _ (Rle_refl (Rabs P)) Nv') as Q8.
  assert (Pt : 0 <= Rabs P * t) by (apply Rmult_le_pos; lra). assert (At : 0 <= A * t) by (apply Rmult_le_pos; lra).
  split.
  - replace (real (fmul a v) - P * V) with
      ((real (fmul a v) - real a * real v) + ((real a - P) * real v + P * (real v - V))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |]. lra.
  - assert (Vs : Rabs V <= 1001 / 1000 * t).
    { replace V with (real v - (real v - V)) by ring. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |].
      rewrite Rabs_Ropp. lra. }
    eapply Rle_trans; [apply times_size; [apply Rle_refl | exact Vs] |]. lra.
Qed.

Theorem rate_error (hx hy lx ly vx vy wx wy : D) PX PY VX VY Ex Ey Wx Wy A t
    (rate := fadd (fmul (fadd hx lx) vx) (fmul (fadd hy ly) vy)) :
  placed hx lx PX Ex Wx -> placed hy ly PY Ey Wy -> displaced vx wx VX -> displaced vy wy VY -> finite rate ->
  0 <= Ex -> 0 <= Ey -> 0 <= Wx -> 0 <= Wy -> Ex + 2 * Wx + least <= A -> Ey + 2 * Wy + least <= A ->
  Rabs (real vx) <= t -> Rabs (real vy) <= t ->
  Rabs (real rate - (PX * VX + PY * VY)) <=
    51 / 10 * u53 * ((Rabs PX + Rabs PY) * t) + 200 * (u53 * u53) * (A * t) + 3 * bpow radix2 (-1075) /\
  Rabs (real rate) <= 102 / 100 * ((Rabs PX + Rabs PY) * t) + 200 * (u53 * u53) * (A * t) + 3 * bpow radix2 (-1075).
Proof.
  intros Px Py Dx Dy F Ex0 Ey0 Wx0 Wy0 Ax Ay Tx Ty. unfold rate in *. clear rate.
  destruct (fadd_finite _ _ F) as (F1 & F2 & _).
  destruct (rate_product _ _ _ _ _ _ _ _ _ _ Px Dx F1 Ex0 Wx0 Ax Tx) as [X1 X2].
  destruct (rate_product _ _ _ _ _ _ _ _ _ _ Py Dy F2 Ey0 Wy0 Ay Ty) as [Y1 Y2].
  pose proof (bpow_gt_0 radix2 (-1075)) as e0. pose proof (bpow_gt_0 radix2 (-370)) as L0.
  pose proof (Rabs_pos (real vx)) as v0. assert (At : 0 <= A * t) by (apply Rmult_le_pos; lra).
  pose proof (Rabs_pos PX) as p0. pose proof (Rabs_pos PY) as q0.
  assert (x0 : 0 <= Rabs PX * t) by (apply Rmult_le_pos; lra).
  assert (y0 : 0 <= Rabs PY * t) by (apply Rmult_le_pos; lra).
  set (p := fmul (fadd hx lx) vx) in *. set (q := fmul (fadd hy ly) vy) in *.
  set (xt := Rabs PX * t) in *. set (yt := Rabs PY * t) in *.
  replace ((Rabs PX + Rabs PY) * t) with (xt + yt) by (unfold xt, yt; ring).
  assert (Sum : Rabs (real p + real q) <= 1002 / 1000 * (xt + yt) + 170 * (u53 * u53) * (A * t) + 2 * bpow radix2
    (-1075)).
  { clear - X1 X2 Y1 Y2 x0 y0 At e0. clearbody xt yt. two_sided; lra. }
  destruct (Wide.fadd_error _ _ _ F Sum) as (_ & _ & E). split.
  - clear - X1 Y1 E x0 y0 At e0. clearbody xt yt. two_sided; lra.
  - clear - Sum E x0 y0 At e0. clearbody xt yt. two_sided; lra.
Qed.
