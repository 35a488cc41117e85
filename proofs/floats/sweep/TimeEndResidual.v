(* The residual |p|^2 - R^2 at an end (residual_at_end of src/sweep/sweep_time.h), over the extracted terms.

   Squares are double-doubles and R^2 is an exact product, but for underflow. With Q = A + B, where A and B bound the
   coordinates of p from 2^-370 on, all roundings of low parts together are below 130 2^-106 Q^2. The result is rounded
   once more, relative to itself. Source: docs/exactness.md, "The time": 2^-94 of the squared sizes. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree PairProduct Terms_wide Terms_pair Terms_time ErrorFreeTerms
  Wide WideQuotient TangentGapSquare CheckerTactics.
Import ListNotations.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst sum_rest pair_product_rest product_rest.

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* The least size: what underflows is 2^-212 of its square. *)
Notation least := (bpow radix2 (-370)).

Theorem residual_at_end_error hx hy lx ly cr wr res A B :
  residual_at_end_results hx hy lx ly cr wr res -> finite res -> least <= A -> least <= B ->
  Rabs (real hx) <= 1001 / 1000 * A -> Rabs (real lx) <= 5 * u53 * A ->
  Rabs (real hy) <= 1001 / 1000 * B -> Rabs (real ly) <= 5 * u53 * B ->
  0 <= real cr + real wr <= A + B ->
  Rabs (real res - ((real hx + real lx) * (real hx + real lx) + (real hy + real ly) * (real hy + real ly) -
    (real cr + real wr) * (real cr + real wr))) <= u53 * Rabs (real res) + 130 * (u53 * u53) * ((A + B) * (A + B)).
Proof.
  intros H Fres HA HB Hhx Hlx Hhy Hly HR. unfold residual_at_end_results in H.
  destruct H as (? & ? & ? & ? & d_hi & d_lo & ? & r_hi & r_lo & ? & q_hi & q_lo & ? & g_hi & g_lo & ? & H).
  destruct H as [Pm Sp Wr Wq Wg Er].
  destruct Pm as (? & ? & ? & ? & ? & ? & Pm). destruct Pm as [Pp Q1 Q2 Q3 Q4 Q5 Q6]. rewrite Q1 in Q5.
  rewrite Q2 in Q6. clear Q1 Q2.
  destruct (pair_product_values _ _ _ _ _ _ _ _ Pp) as (-> & -> & -> & ->). clear Pp.
  rewrite Q3, Q4, Q5, Q6 in Sp. clear Q3 Q4 Q5 Q6.
  destruct Sp as (s_hi & s_lo & ? & Sp). destruct Sp as [Ws -> -> _].
  destruct (wide_of_sum_values _ _ _ _ _ Ws) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ Wr) as (-> & -> & _).
  destruct (wide_of_product_values _ _ _ _ _ Wq) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ Wg) as (-> & -> & _).
  clear Ws Wr Wq Wg.
  pose proof (bpow_gt_0 radix2 (-370)) as l0. pose proof Fres as F. rewrite Er in F.
  destruct (fadd_finite _ _ F) as (Fg & Fv & E). rewrite <- Er in E.
  set (g := fadd (fadd _ _) (fneg _)) in *. set (v := fadd _ (fsub _ _)) in *.
  pose proof (rnd_sum_error_of_result (f := double) _ _ (real_in_format g) (real_in_format v)) as E0.
  rewrite <- E, u_double in E0.
  set (h := fadd cr wr) in *. set (l := sum_rest cr wr) in *. assert (Fl : finite l).
  { unfold v in Fv. destruct (fadd_finite _ _ Fv) as (_ & F1 & _). destruct (fsub_finite _ _ F1) as (_ & F2 & _).
    destruct (fadd_finite _ _ F2) as (_ & F3 & _). now destruct (fmul_finite _ _ F3). }
  destruct (two_sum_exact _ _ Fl) as (_ & _ & Fh & _ & X). destruct (two_sum_rest_small _ _ Fl) as [L _].
  fold h l in X, L. rewrite u_double, <- X in L. rewrite <- X in HR |- *.
  rewrite (Rabs_pos_eq (real h + real l)) in L by lra.
  assert (Lh : Rabs (real h) <= (1 + u53) * (A + B)) by (apply Rabs_le; pose proof (Rabs_le_inv _ _ L); lra).
  assert (Q : Rabs (real g + real v - ((real hx + real lx) * (real hx + real lx) +
    (real hy + real ly) * (real hy + real ly) - (real h + real l) * (real h + real l))) <=
    129 * (u53 * u53) * ((A + B) * (A + B)) + bpow radix2 (-900) * (1 + (A + B))).
  { by_checker [(parameter, zero, A); (parameter, zero, B); (input_below 1049730 (-20) [Par 0] 1024, hx, real hx);
      (input_below 1049730 (-20) [Par 1] 1024, hy, real hy); (input_below 5242881 (-73) [Par 0] 1024, lx, real lx);
      (input_below 5242881 (-73) [Par 1] 1024, ly, real ly);
      (input_below 1073741825 (-30) [Par 0; Par 1] 1024, h, real h);
      (input_below 1073741825 (-83) [Par 0; Par 1] 1024, l, real l)] [g; v]; lra. }
  pose proof (bpow_gt_0 radix2 (-900)) as e0.
  assert (S : least * (A + B) <= (A + B) * (A + B)) by (apply Rmult_le_compat_r; lra).
  assert (T : bpow radix2 (-900) * 1 <= / 4 * (u53 * u53) * (least * least)) by by_powers.
  assert (U : bpow radix2 (-900) <= / 2 * (u53 * u53) * least) by by_powers.
  assert (V : bpow radix2 (-900) * (A + B) <= / 2 * (u53 * u53) * least * (A + B)) by (apply Rmult_le_compat_r; lra).
  assert (W : least * least <= least * (A + B)) by (apply Rmult_le_compat_l; lra).
  eapply Rle_trans; [| apply Rle_trans with (1 := Rplus_le_compat _ _ _ _ E0 Q); lra].
  eapply Rle_trans; [| apply Rabs_triang]. apply Req_le. f_equal. ring.
Qed.
