(* The time of a hit at an end of a wall that turns: the numbers of step_at_end in src/turning/moving_time.h.

   If the bound is below 2^-60 of the guess and the slope negative, the time when the gap falls to 0 is within the
   bound of guess + step. The residual has the error 841 2^-106 S^2 of the 2^-94 S^2 allowed, where S is the size of
   the vector and R; the slope 53 eps S^2 of 64. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Overflow ErrorFree PairProduct Geometry Bounded SweepErrors
  SweepSquares SweepTerms MovingVectors MovingErrors MovingTangent Terms_wide Terms_pair Terms_time ErrorFreeTerms Wide
  TimePlace TimeEndResidual TimeEndPlace MovingNewton.

Open Scope R_scope.

Opaque fadd fsub fmul fsqrt ffma fneg fabs fconst.

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Lemma residual_operands hx hy lx ly cr wr res : residual_at_end_results hx hy lx ly cr wr res -> finite res ->
  finite hx /\ finite lx /\ finite hy /\ finite ly.
Proof.
  intros H Fres. unfold residual_at_end_results in H.
  destruct H as (? & ? & ? & ? & d_hi & d_lo & ? & r_hi & r_lo & ? & q_hi & q_lo & ? & g_hi & g_lo & ? & H).
  destruct H as [Pm Sp Wr Wq Wg Er].
  destruct Pm as (? & ? & ? & ? & ? & ? & Pm). destruct Pm as [Pp Q1 Q2 Q3 Q4 Q5 Q6]. rewrite Q1 in Q5.
  rewrite Q2 in Q6. clear Q1 Q2.
  destruct (pair_product_values _ _ _ _ _ _ _ _ Pp) as (-> & -> & -> & ->). clear Pp.
  rewrite Q3, Q4, Q5, Q6 in Sp. clear Q3 Q4 Q5 Q6.
  destruct Sp as (s_hi & s_lo & ? & Sp). destruct Sp as [Ws -> -> _].
  destruct (wide_of_sum_values _ _ _ _ _ Ws) as (-> & -> & _).
  rewrite Er in Fres. destruct (fadd_finite _ _ Fres) as (_ & F1 & _).
  destruct (fadd_finite _ _ F1) as (_ & F2 & _). destruct (fsub_finite _ _ F2) as (F3 & _ & _).
  destruct (fadd_finite _ _ F3) as (_ & F5 & _). destruct (fadd_finite _ _ F5) as (Fx & Fy & _).
  destruct (fadd_finite _ _ Fx) as (_ & Gx & _). destruct (fadd_finite _ _ Fy) as (_ & Gy & _).
  destruct (fadd_finite _ _ Gx) as (Hx & _ & _). destruct (fadd_finite _ _ Gy) as (Hy & _ & _).
  destruct (fmul_finite _ _ Hx) as (? & ? & _). destruct (fmul_finite _ _ Hy) as (? & ? & _). auto.
Qed.

Lemma u53_is_eps : eps = u53.
Proof. apply u_double. Qed.

Lemma nonneg_inverse (y : D) : finite y -> 0 < real y -> nonneg (fdiv (fconst 1 0) y).
Proof.
  intros Fy P. const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
  assert (N0 : B2R y <> 0) by (unfold real in P; lra).
  generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE (fconst 1 0) y N0). case Rlt_bool_spec; intros B C.
  - destruct C as (C1 & C2 & _). rewrite F1 in C2. apply nonneg_of_real; [exact C2 |].
    unfold real, fdiv. rewrite C1. apply (rnd_nonneg double). unfold real in V1, P. rewrite V1.
    apply Rmult_le_pos; [lra |]. left. now apply Rinv_0_lt_compat.
  - assert (SR : Bsign y = false).
    { pose proof (sign_real y) as SR. revert SR. destruct (Bsign y); intros SR; [lra | reflexivity]. }
    rewrite SR in C. apply nonneg_of_overflow. exact C.
Qed.

Section End.
Variables (ax ay cx cy es r cr wr t hx hy lx ly res : D) (X Y CX CY R : R).
Hypotheses (M : motion ax ay cx cy es X Y CX CY) (Sr : size_in_range r) (HR : 0 <= R <= (1 + 2 * eps) * real r)
  (ER : R = real cr + real wr).
Let Vx := Rabs (real ax) + Rabs (real cx).
Let Vy := Rabs (real ay) + Rabs (real cy).
Let PX := X + real t * CX.
Let PY := Y + real t * CY.
Hypotheses (Fhx : finite hx) (Flx : finite lx) (Fhy : finite hy) (Fly : finite ly) (Px : placed hx lx PX 0 Vx) (Py :
  placed hy ly PY 0 Vy)
  (Ft : finite t) (Ht : 0 <= real t <= 1001 / 1000) (Hres : residual_at_end_results hx hy lx ly cr wr res).

Let rate := fadd (fmul (fadd hx lx) cx) (fmul (fadd hy ly) cy).
Let slope := fmul (fconst 1 1) rate.
Let inv := fdiv (fconst 1 0) (fabs slope).
Let size := fadd es r.
Let step := fmul res inv.
Let Vc := fadd (fmul cx cx) (fmul cy cy).
Let error := fmul (fadd (fadd (fmul (fmul (fconst 1 (-94)) size) size) (fconst 1 (-560))) (fmul (fabs step) (fadd (fmul
  (fmul (fmul
  (fconst 1 1) (fconst 1 (-48))) size) size) (fmul (fmul (fconst 1 1) (fabs step)) Vc)))) inv.
Hypotheses (Falls : flt slope (fconst 0 0) = true) (Certain : flt error (fmul (fconst 1 (-60)) t) = true).

Let Q := real size * real size.

Lemma size_facts : below 202 size /\ 0 <= real size /\ 0 <= Vx /\ 0 <= Vy /\
  Vx + Vy + R <= (1 + 10 * u53) * real size /\ Vx + Vy <= (1 + 10 * u53) * real size /\ 0 <= Q /\
  (Vx + Vy + R) * (Vx + Vy + R) <= 1001 / 1000 * Q /\ (Vx + Vy + R) * (Vx + Vy) <= 1001 / 1000 * Q.
Proof.
  destruct M as [_ _ _ _ _ _ _ _ Se Hs]. destruct Se as [Be E0]. destruct Sr as [Br R0]. rewrite u53_is_eps in *.
  assert (B : below (200 + 1) size) by (apply below_add; auto; lia).
  destruct (sum_low _ _ (proj1 B) E0 R0) as [S0 S1]. fold size in S0, S1. rewrite u53_is_eps in S1.
  pose proof (Rabs_pos (real ax)). pose proof (Rabs_pos (real ay)). pose proof (Rabs_pos (real cx)).
  pose proof (Rabs_pos (real cy)).
  assert (V0 : 0 <= Vx) by (unfold Vx; lra). assert (V1 : 0 <= Vy) by (unfold Vy; lra).
  assert (T : Vx + Vy + R <= (1 + 10 * u53) * real size) by (unfold Vx, Vy; lra).
  assert (Q0 : 0 <= Q) by (unfold Q; now apply Rmult_le_pos).
  split; [eapply below_weaken; [exact B | lia] |]. split; [exact S0 |]. split; [exact V0 |]. split; [exact V1 |].
  split; [exact T |].
  split; [lra |]. split; [exact Q0 |].
  assert (X1 : (Vx + Vy + R) * (Vx + Vy + R) <= (1 + 10 * u53) * real size * ((1 + 10 * u53) * real size))
    by (apply Rmult_le_compat; lra).
  assert (X2 : (Vx + Vy + R) * (Vx + Vy) <= (1 + 10 * u53) * real size * ((1 + 10 * u53) * real size))
    by (apply Rmult_le_compat; lra).
  replace ((1 + 10 * u53) * real size * ((1 + 10 * u53) * real size)) with ((1 + 10 * u53) * (1 + 10 * u53) * Q) in X1,
    X2 by (unfold Q; ring).
  split; lra.
Qed.

(* The change and the place, in real numbers. *)
Lemma real_vectors : Rabs (real cx) <= Vx /\ Rabs (real cy) <= Vy /\ Rabs (real cx - CX) <= 21 / 10 * u53 * Vx /\
  Rabs (real cy - CY) <= 21 / 10 * u53 * Vy /\ Rabs PX <= 1002 / 1000 * Vx /\ Rabs PY <= 1002 / 1000 * Vy.
Proof.
  destruct M as [_ _ _ _ Sx Sy Cx Cy _ _]. rewrite u53_is_eps in *.
  pose proof (Rabs_pos (real ax)). pose proof (Rabs_pos (real ay)). pose proof (Rabs_pos (real cx)).
  pose proof (Rabs_pos (real cy)).
  assert (P : forall a A c C : RbaseSymbolsImpl.R,
    Rabs (a - A) <= 101 / 100 * u53 * Rabs a -> Rabs (c - C) <= 203 / 100 * u53 * (Rabs a + Rabs c) ->
    Rabs (A + real t * C) <= 1002 / 1000 * (Rabs a + Rabs c)).
  { intros a A c C Ha Hc. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, (Rabs_pos_eq (real t)) by lra.
    pose proof (Rabs_triang_inv A a) as T1. pose proof (Rabs_triang_inv C c) as T2. rewrite (Rabs_minus_sym A) in T1.
    rewrite (Rabs_minus_sym C) in T2.
    pose proof (Rabs_pos a). pose proof (Rabs_pos c).
    assert (real t * Rabs C <= 1001 / 1000 * Rabs C) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra. }
  unfold Vx, Vy, PX, PY. repeat split; try lra; now apply P.
Qed.

Let F0 := PX * PX + PY * PY - R * R.
Let s := 2 * (PX * CX + PY * CY).
Let V := CX * CX + CY * CY.

Lemma slope_below : below 410 slope.
Proof.
  destruct size_facts as (Bs & S0 & V0 & V1 & Vs & _).
  destruct (motion_below _ _ _ _ _ _ _ _ _ M) as (_ & _ & Bcx & Bcy).
  destruct Px as (_ & Lx & Hx). destruct Py as (_ & Ly & Hy). destruct HR as [R0 _].
  destruct Bs as [_ Bs]. rewrite Rabs_pos_eq in Bs by assumption.
  assert (P203 : bpow radix2 203 = 2 * bpow radix2 202) by (change 203%Z with (1 + 202)%Z; rewrite bpow_plus;
    reflexivity).
  assert (P205 : bpow radix2 205 = 8 * bpow radix2 202) by (change 205%Z with (3 + 202)%Z; rewrite bpow_plus;
    reflexivity).
  assert (P : bpow radix2 (-959) <= 1) by (change 1 with (bpow radix2 0); apply bpow_le; lia).
  assert (One : 1024 <= bpow radix2 202) by (change 1024 with (bpow radix2 10); apply bpow_le; lia).
  assert (Bhx : below 205 hx) by (split; [exact Fhx | lra]). assert (Blx : below 205 lx) by (split; [exact Flx | lra]).
  assert (Bhy : below 205 hy) by (split; [exact Fhy | lra]). assert (Bly : below 205 ly) by (split; [exact Fly | lra]).
  assert (B1 : below (205 + 1) (fadd hx lx)) by (apply below_add; auto; lia).
  assert (B2 : below (205 + 1) (fadd hy ly)) by (apply below_add; auto; lia).
  assert (B3 : below (206 + 201) (fmul (fadd hx lx) cx)) by (apply below_mul; auto; lia).
  assert (B4 : below (206 + 201) (fmul (fadd hy ly) cy)) by (apply below_mul; auto; lia).
  assert (B5 : below (407 + 1) rate) by (apply below_add; auto; lia).
  const_facts 1%Z 1%Z F1 V1'. rewrite Rmult_1_l in V1'. change (bpow radix2 1) with 2 in V1'.
  assert (B6 : below 1 (fconst 1 1)) by (split; [exact F1 |]; rewrite V1', Rabs_pos_eq; simpl; lra).
  assert (B7 : below (1 + 408) slope) by (apply below_mul; auto; lia). eapply below_weaken; [exact B7 | lia].
Qed.

Let k := - real slope.

(* The slope, with what underflows. *)
Lemma slope_near : 0 < k /\ k <= bpow radix2 410 /\ Rabs s <= 203 / 100 * Q /\
  Rabs (s + k) <= 528 / 10 * u53 * Q + 42 * u53 * least * real size + 30 * tiny.
Proof.
  destruct size_facts as (Bs & S0 & V0 & V1 & Vs & Vt & Q0 & QQ & Qt). destruct HR as [R0 _].
  pose proof slope_below as Bl.
  destruct real_vectors as (Hcx & Hcy & Ecx & Ecy & HPX & HPY).
  destruct (fmul_finite _ _ (proj1 Bl)) as (_ & Fr & _).
  pose proof (rate_at_place_error hx hy lx ly PX PY 0 0 Vx Vy 0 (Vx + Vy) R R (Vx + Vy + R) Px Py ltac:(lra) ltac:(lra)
    V0 V1
    ltac:(lra) ltac:(lra) R0 ltac:(lra) ltac:(lra) cx cy CX CY Fr Hcx Hcy ltac:(lra) ltac:(lra)) as E. fold rate in E.
  const_facts 0%Z 0%Z Fz Vz. rewrite Rmult_0_l in Vz. pose proof Falls as Neg. apply flt_real in Neg;
    [| apply Bl | exact Fz]. rewrite Vz in Neg.
  const_facts 1%Z 1%Z F1 V1'. rewrite Rmult_1_l in V1'. change (bpow radix2 1) with 2 in V1'.
  pose proof (Bounded.fmul_error _ _ (proj1 Bl)) as E1. fold slope in E1. rewrite V1', u53_is_eps in E1.
  pose proof tiny_pos as T0. pose proof (bpow_gt_0 radix2 (-370)) as L0.
  change (bpow radix2 (-1075)) with tiny in E.
  assert (Lt : 20 * (u53 * least * (Vx + Vy)) <= 20 * (u53 * least * ((1 + 10 * u53) * real size))).
  { apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | exact Vt]. }
  assert (LS : 0 <= least * real size) by (apply Rmult_le_pos; lra).
  assert (HC : Rabs CX <= 1001 / 1000 * Vx /\ Rabs CY <= 1001 / 1000 * Vy).
  { pose proof (Rabs_triang_inv CX (real cx)) as T1. pose proof (Rabs_triang_inv CY (real cy)) as T2.
    rewrite (Rabs_minus_sym CX) in T1. rewrite (Rabs_minus_sym CY) in T2. lra. }
  destruct HC as [HCX HCY].
  pose proof (times_size _ _ _ _ HPX HCX) as G1. pose proof (times_size _ _ _ _ HPY HCY) as G2.
  assert (VV : Vx * Vx + Vy * Vy <= 1001 / 1000 * Q).
  { assert (0 <= Vx * Vy) by (now apply Rmult_le_pos). assert (0 <= R * (Vx + Vy)) by (apply Rmult_le_pos; lra). lra. }
  assert (Hs : Rabs s <= 203 / 100 * Q).
  { unfold s. rewrite Rabs_mult, (Rabs_pos_eq 2) by lra. pose proof (Rabs_triang (PX * CX) (PY * CY)). lra. }
  unfold k. split; [lra |]. split; [destruct Bl as [_ Bl]; rewrite Rabs_left in Bl by exact Neg; exact Bl |]. split;
    [exact Hs |].
  set (E0 := 25 * u53 * ((Vx + Vy + R) * (Vx + Vy)) + 20 * (u53 * least * (Vx + Vy)) + 3 * tiny) in *.
  assert (HE0 : E0 <= 251 / 10 * u53 * Q + 201 / 10 * (u53 * (least * real size)) + 3 * tiny) by (unfold E0; lra).
  assert (B2 : Rabs (2 * real rate) <= 203 / 100 * Q + 2 * E0).
  { rewrite Rabs_mult, (Rabs_pos_eq 2) by lra. unfold s in Hs. rewrite Rabs_mult, (Rabs_pos_eq 2) in Hs by lra.
    pose proof (Rabs_triang_inv (real rate) (PX * CX + PY * CY)). lra. }
  replace (s + - real slope) with (- (2 * (real rate - (PX * CX + PY * CY))) - (real slope - 2 * real rate))
    by (unfold s; ring).
  unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_Ropp, Rabs_mult, (Rabs_pos_eq 2) by lra.
  lra.
Qed.

Lemma residual_near : finite res -> Rabs (real res - F0)
  <= u53 * Rabs (real res) + 841 * (u53 * u53) * Q + bpow radix2 (-810).
Proof.
  intros Fr. destruct size_facts as (Bs & S0 & V0 & V1 & Vs & Vt & Q0 & QQ & Qt). destruct HR as [R0 _].
  pose proof (residual_at_place_error hx hy lx ly cr wr PX PY 0 0 Vx Vy 0 (Vx + Vy) R R (Vx + Vy + R) Px Py ltac:(lra)
    ltac:(lra) V0 V1
    ltac:(lra) ltac:(lra) R0 ltac:(lra) ltac:(lra) res Hres Fr ER) as E. fold F0 in E. lra.
Qed.

(* The square of the change. *)
Lemma bend_near : 0 <= real Vc /\ finite Vc /\ 0 <= V /\ V <= 101 / 100 * Q /\ V
  <= real Vc + 65 / 10 * u53 * Q + 4 * tiny /\ real Vc <= 102 / 100 * Q + 4 * tiny.
Proof.
  destruct size_facts as (Bs & S0 & V0 & V1 & Vs & Vt & Q0 & QQ & Qt). destruct HR as [R0 _].
  destruct real_vectors as (Hcx & Hcy & Ecx & Ecy & _ & _).
  destruct (motion_below _ _ _ _ _ _ _ _ _ M) as (_ & _ & Bcx & Bcy).
  assert (B1 : below (201 + 201) (fmul cx cx)) by (apply below_mul; auto; lia).
  assert (B2 : below (201 + 201) (fmul cy cy)) by (apply below_mul; auto; lia).
  assert (B3 : below (402 + 1) Vc) by (apply below_add; auto; lia).
  pose proof (fmul_square_nonneg _ (proj1 B1)) as P1. pose proof (fmul_square_nonneg _ (proj1 B2)) as P2.
  pose proof (fadd_nonneg _ _ (proj1 B3) P1 P2) as P3. fold Vc in P3.
  pose proof (Bounded.fmul_error _ _ (proj1 B1)) as E1. pose proof (Bounded.fmul_error _ _ (proj1 B2)) as E2.
  pose proof (Bounded.fadd_error _ _ (proj1 B3)) as E3. fold Vc in E3. rewrite u53_is_eps in *.
  pose proof tiny_pos as T0.
  assert (VV : Vx * Vx + Vy * Vy <= 1001 / 1000 * Q).
  { assert (0 <= Vx * Vy) by (now apply Rmult_le_pos). assert (0 <= R * (Vx + Vy)) by (apply Rmult_le_pos; lra). lra. }
  assert (C : forall x W v, Rabs x <= v -> Rabs (x - W) <= 21 / 10 * u53 * v -> 0 <= v -> x * x <= v * v
    /\ Rabs (W * W - x * x) <= 43 / 10 * u53 * (v * v)).
  { intros x W v Hx HW v0. split.
    - rewrite <- (Rabs_pos_eq (x * x)) by apply Rle_0_sqr. now apply times_size.
    - replace (W * W - x * x) with (- (x - W) * (2 * x + - (x - W))) by ring.
      assert (Rabs (2 * x + - (x - W)) <= 2001 / 1000 * v).
      { eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq 2) by lra. lra. }
      assert (Rabs (- (x - W)) <= 21 / 10 * u53 * v) by (rewrite Rabs_Ropp; exact HW).
      eapply Rle_trans; [apply times_size; eassumption |]. assert (0 <= v * v) by (now apply Rmult_le_pos). lra. }
  destruct (C _ _ _ Hcx Ecx V0) as [Cx1 Cx2]. destruct (C _ _ _ Hcy Ecy V1) as [Cy1 Cy2].
  assert (Sx : 0 <= real cx * real cx) by apply Rle_0_sqr. assert (Sy : 0 <= real cy * real cy) by apply Rle_0_sqr.
  rewrite (Rabs_pos_eq (real cx * real cx)) in E1 by assumption.
  rewrite (Rabs_pos_eq (real cy * real cy)) in E2 by assumption.
  rewrite (Rabs_pos_eq (real (fmul cx cx) + real (fmul cy cy))) in E3 by lra.
  apply Rabs_le_inv in E1. apply Rabs_le_inv in E2. apply Rabs_le_inv in E3. apply Rabs_le_inv in Cx2.
  apply Rabs_le_inv in Cy2.
  split; [exact P3 |]. split; [apply B3 |]. split; [unfold V; apply Rplus_le_le_0_compat; apply Rle_0_sqr |].
  unfold V. split; [lra |]. split; lra.
Qed.

Let A1 := fmul (fmul (fconst 1 (-94)) size) size.
Let A2 := fadd A1 (fconst 1 (-560)).
Let B1 := fmul (fmul (fmul (fconst 1 1) (fconst 1 (-48))) size) size.
Let C1 := fmul (fmul (fconst 1 1) (fabs step)) Vc.
Let B2 := fadd B1 C1.
Let B3 := fmul (fabs step) B2.

Lemma all_finite : finite error /\ finite inv /\ finite res /\ finite step /\ finite A2 /\ finite B3 /\ finite B2 /\ 0
  < real inv /\
  Rabs (real inv * k - 1) <= 101 / 100 * u53.
Proof.
  destruct slope_near as (k0 & k1 & _). pose proof slope_below as Bl.
  assert (Fk : finite (fabs slope)) by (apply finite_fabs, Bl).
  assert (Vk : real (fabs slope) = k) by (rewrite real_fabs, Rabs_left by (unfold k in k0; lra); reflexivity).
  pose proof (nonneg_inverse _ Fk ltac:(rewrite Vk; exact k0)) as Ni. fold inv in Ni.
  assert (Nsize : nonneg size).
  { destruct size_facts as (Bs & S0 & _). apply nonneg_of_real; [apply Bs | exact S0]. }
  assert (Nc : forall n, (n = -94 \/ n = -560 \/ n = 1 \/ n = -48)%Z -> nonneg (fconst 1 n : D)).
  { intros n Hn. assert (finite (fconst 1 n : D) /\ real (fconst 1 n : D) = 1 * bpow radix2 n).
    { destruct Hn as [-> | [-> | [-> | ->]]]; apply const_value; reflexivity. }
    apply nonneg_of_real; [apply H |]. destruct H as [_ ->]. rewrite Rmult_1_l. apply bpow_ge_0. }
  assert (NVc : nonneg Vc) by (apply nonneg_fadd; apply nonneg_square).
  assert (Ne : nonneg error).
  { unfold error. apply nonneg_fmul; [| exact Ni]. apply nonneg_fadd.
    - apply nonneg_fadd; [apply nonneg_fmul; [apply nonneg_fmul |]; auto | auto].
    - apply nonneg_fmul; [apply nonneg_fabs |]. apply nonneg_fadd.
      + apply nonneg_fmul; [apply nonneg_fmul; [apply nonneg_fmul |] |]; auto 6.
      + apply nonneg_fmul; [apply nonneg_fmul; [| apply nonneg_fabs] |]; auto 6. }
  pose proof (flt_finite _ _ Certain Ne) as Fe. destruct (fmul_finite _ _ Fe) as (Fa & Fi & _).
  destruct (fadd_finite _ _ Fa) as (F2 & F3 & _). destruct (fmul_finite _ _ F3) as (Fs & Fb & _).
  apply fabs_finite in Fs.
  destruct (fmul_finite _ _ Fs) as (Fr & _ & _).
  split; [exact Fe |]. split; [exact Fi |]. split; [exact Fr |]. split; [exact Fs |]. split; [exact F2 |]. split;
    [exact F3 |].
  split; [exact Fb |].
  destruct (fdiv_finite _ _ Fi Fk ltac:(rewrite Vk; lra)) as (_ & Ei). fold inv in Ei. rewrite Vk in Ei.
  const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1. rewrite V1 in Ei.
  pose proof (rnd_error double (1 / k)) as Er. rewrite <- Ei in Er. rewrite u53_is_eps in Er.
  assert (P : 0 < / k) by now apply Rinv_0_lt_compat. unfold Rdiv in Er.
  rewrite Rmult_1_l, (Rabs_pos_eq (/ k)) in Er by lra.
  assert (Tk : tiny * k <= u53 / 1000).
  { apply Rle_trans with (bpow radix2 (-1075) * bpow radix2 410).
    - change tiny with (bpow radix2 (-1075)). apply Rmult_le_compat_l; [apply bpow_ge_0 | exact k1].
    - change u53 with (bpow radix2 (-53)). apply Rle_trans with (bpow radix2 (-53) * bpow radix2 (-10)).
      + rewrite <- !bpow_plus. apply bpow_le. lia.
      + unfold Rdiv. apply Rmult_le_compat_l; [apply bpow_ge_0 | simpl; lra]. }
  assert (K : Rabs (real inv * k - 1) <= 101 / 100 * u53).
  { replace (real inv * k - 1) with ((real inv - / k) * k) by (field; lra). rewrite Rabs_mult, (Rabs_pos_eq k) by lra.
    apply Rle_trans with ((u53 * / k + tiny) * k); [apply Rmult_le_compat_r; lra |].
    replace ((u53 * / k + tiny) * k) with (u53 + tiny * k) by (field; lra). lra. }
  split; [| exact K]. apply Rabs_le_inv in K. apply Rmult_lt_reg_r with k; lra.
Qed.

Lemma certain_value : real error <= 101 / 100 * (u53 / 128).
Proof.
  destruct all_finite as (Fe & _). const_facts 1%Z (-60)%Z F6 V6. rewrite Rmult_1_l in V6.
  assert (P6 : bpow radix2 (-60) = u53 / 128) by (unfold Rdiv; change u53 with (bpow radix2 (-53));
    change (/ 128) with (bpow radix2 (-7)); now rewrite <- bpow_plus).
  rewrite P6 in V6.
  assert (Bc : below 0 (fconst 1 (-60))) by (split; [exact F6 |]; rewrite V6, Rabs_pos_eq; simpl; lra).
  assert (Bt : below 1 t) by (split; [exact Ft |]; rewrite Rabs_pos_eq by lra; simpl; lra).
  assert (B : below (0 + 1) (fmul (fconst 1 (-60)) t)) by (apply below_mul; auto; lia).
  pose proof Certain as L. apply flt_real in L; [| exact Fe | apply B].
  pose proof (Bounded.fmul_error _ _ (proj1 B)) as E. rewrite V6, u53_is_eps in E.
  assert (T0 : 0 <= u53 / 128 * real t) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (u53 / 128 * real t)) in E by assumption.
  apply Rabs_le_inv in E.
  assert (Te : 1048576 * tiny <= u53 / 128).
  { rewrite <- P6. change 1048576 with (bpow radix2 20). change tiny with (bpow radix2 (-1075)). rewrite <- bpow_plus.
    apply bpow_le. lia. }
  assert (u53 / 128 * real t <= u53 / 128 * (1001 / 1000)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma constants : real (fconst 1 (-94) : D) = 4096 * (u53 * u53) /\ real (fconst 1 (-560) : D) = bpow radix2 (-560) /\
  real (fconst 1 1 : D) = 2 /\ real (fconst 1 (-48) : D) = 32 * u53.
Proof.
  const_facts 1%Z (-94)%Z F1 V1. const_facts 1%Z (-560)%Z F2 V2. const_facts 1%Z 1%Z F3 V3.
  const_facts 1%Z (-48)%Z F4 V4.
  rewrite Rmult_1_l in V1, V2, V3, V4. rewrite V1, V2, V3, V4. split; [| split; [reflexivity | split; [reflexivity |]]].
  - change u53 with (bpow radix2 (-53)). change 4096 with (bpow radix2 12). rewrite <- !bpow_plus. reflexivity.
  - change u53 with (bpow radix2 (-53)). change 32 with (bpow radix2 5). rewrite <- bpow_plus. reflexivity.
Qed.

Lemma first_part : 9999 / 10000 * (4096 * (u53 * u53) * Q) + 999 / 1000 * bpow radix2 (-560) <= real A2.
Proof.
  destruct all_finite as (_ & _ & _ & _ & F2 & _). destruct (fadd_finite _ _ F2) as (F1 & Fc & _).
  destruct (fmul_finite _ _ F1) as (F0' & _ & _). destruct constants as (V1 & V2 & _ & _).
  destruct size_facts as (Bs & S0 & _ & _ & _ & _ & Q0 & _). rewrite <- u53_is_eps in V1.
  destruct (product_low _ _ F0' ltac:(rewrite V1, u53_is_eps; lra) S0) as [P0 L0].
  destruct (product_low _ _ F1 P0 S0) as [P1 L1].
  destruct (sum_low _ _ F2 P1 ltac:(rewrite V2; apply bpow_ge_0)) as [_ L2]. fold A1 in P1, L1, L2. fold A2 in L2.
  rewrite V2 in L2.
  rewrite V1 in L0. rewrite u53_is_eps in *. set (x := real (fmul (fconst 1 (-94)) size)) in *.
  assert (L3 : ((1 - u53) * (4096 * (u53 * u53) * real size) - tiny) * real size <= x * real size)
    by (apply Rmult_le_compat_r; lra).
  replace (((1 - u53) * (4096 * (u53 * u53) * real size) - tiny) * real size) with
    ((1 - u53) * (4096 * (u53 * u53) * Q) - tiny * real size) in L3 by (unfold Q; ring).
  assert (TS : 1048576 * (tiny * (real size + 1)) <= bpow radix2 (-560)).
  { destruct Bs as [_ Bs]. rewrite Rabs_pos_eq in Bs by assumption.
    assert (One : 1 <= bpow radix2 202) by (change 1 with (bpow radix2 0); apply bpow_le; lia).
    apply Rle_trans with (bpow radix2 20 * (bpow radix2 (-1075) * (bpow radix2 203))).
    - change (bpow radix2 20) with 1048576. apply Rmult_le_compat_l; [lra |]. change tiny with (bpow radix2 (-1075)).
      apply Rmult_le_compat_l; [apply bpow_ge_0 |]. change 203%Z with (1 + 202)%Z. rewrite bpow_plus.
      change (bpow radix2 1) with 2. lra.
    - rewrite <- !bpow_plus. apply bpow_le. lia. }
  pose proof tiny_pos as T0. assert (T1 : 0 <= tiny * real size) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma sizes_not_small : bpow radix2 (-520) <= Q /\ real inv <= bpow radix2 502.
Proof.
  destruct all_finite as (Fe & Fi & _ & _ & F2 & F3 & _ & i0 & Ki). pose proof certain_value as Ce.
  pose proof first_part as La.
  destruct (fmul_finite _ _ Fe) as (Fa & _ & _). change (finite (fadd A2 B3)) in Fa.
  change (finite (fmul (fadd A2 B3) inv)) in Fe.
  assert (P2 : 0 <= real A2).
  { destruct size_facts as (_ & _ & _ & _ & _ & _ & Q0 & _). pose proof (bpow_ge_0 radix2 (-560)). lra. }
  assert (P3 : 0 <= real B3).
  { apply nonneg_real. unfold B3. apply nonneg_fmul; [apply nonneg_fabs |]. unfold B2, B1, C1.
    destruct constants as (_ & _ & V3 & V4).
    const_facts 1%Z 1%Z F1 V1'. const_facts 1%Z (-48)%Z F4 V4'.
    assert (N1 : nonneg (fconst 1 1 : D)) by (apply nonneg_of_real; [exact F1 | rewrite V3; lra]).
    assert (N4 : nonneg (fconst 1 (-48) : D)) by (apply nonneg_of_real; [exact F4 | rewrite V4; lra]).
    assert (Ns : nonneg size) by (destruct size_facts as (Bs & S0 & _); apply nonneg_of_real; [apply Bs | exact S0]).
    apply nonneg_fadd; repeat apply nonneg_fmul; auto using nonneg_fabs. apply nonneg_fadd; apply nonneg_square. }
  destruct (sum_low _ _ Fa P2 P3) as [Pa L3]. destruct (product_low _ _ Fe Pa (Rlt_le _ _ i0)) as [_ L4].
  change (fmul (fadd A2 B3) inv) with error in L4. rewrite u53_is_eps in *.
  set (a := real (fadd A2 B3)) in *. set (i := real inv) in *. pose proof (bpow_gt_0 radix2 (-560)) as H5.
  pose proof tiny_pos as T0.
  assert (Ha : 99 / 100 * bpow radix2 (-560) <= a).
  { destruct size_facts as (_ & _ & _ & _ & _ & _ & Q0 & _). lra. }
  assert (L5 : 99 / 100 * bpow radix2 (-560) * i <= a * i) by (apply Rmult_le_compat_r; lra).
  assert (T1 : 1048576 * tiny <= u53 / 128).
  { unfold Rdiv. change u53 with (bpow radix2 (-53)). change (/ 128) with (bpow radix2 (-7)).
    change 1048576 with (bpow radix2 20).
    change tiny with (bpow radix2 (-1075)). rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (I1 : i <= bpow radix2 502).
  { apply Rmult_le_reg_l with (bpow radix2 (-560)); [exact H5 |]. rewrite <- bpow_plus.
    change (-560 + 502)%Z with (-58)%Z.
    assert (P58 : bpow radix2 (-58) = 4 * (u53 / 128)).
    { unfold Rdiv. change u53 with (bpow radix2 (-53)). change (/ 128) with (bpow radix2 (-7)).
      change 4 with (bpow radix2 2). now rewrite <- !bpow_plus. }
    rewrite P58. assert (0 <= bpow radix2 (-560) * i) by (apply Rmult_le_pos; lra). lra. }
  split; [| exact I1]. destruct slope_near as (k0 & _ & Hs & Es).
  destruct size_facts as (Bs & S0 & _ & _ & _ & _ & Q0 & _).
  apply Rabs_le_inv in Ki. assert (Kl : bpow radix2 (-503) <= k).
  { apply Rmult_le_reg_r with (bpow radix2 502); [apply bpow_gt_0 |]. rewrite <- bpow_plus.
    change (-503 + 502)%Z with (-1)%Z.
    change (bpow radix2 (-1)) with (/ 2). apply Rle_trans with (k * i); [lra |]. apply Rmult_le_compat_l; lra. }
  apply Rnot_lt_le. intros L.
  assert (Sz : real size <= bpow radix2 (-260)).
  { apply Rnot_lt_le. intros L'. assert (bpow radix2 (-260) * bpow radix2 (-260) <= Q) by (unfold Q;
      apply Rmult_le_compat; try apply bpow_ge_0; lra).
    rewrite <- bpow_plus in H. change (-260 + -260)%Z with (-520)%Z in H. lra. }
  assert (LSz : least * real size <= bpow radix2 (-630)).
  { change (-630)%Z with (-370 + -260)%Z. rewrite bpow_plus. apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Sz]. }
  assert (P503 : bpow radix2 (-503) = 131072 * bpow radix2 (-520)) by (change (-503)%Z with (17 + -520)%Z;
    rewrite bpow_plus; reflexivity).
  assert (P630 : bpow radix2 (-630) <= bpow radix2 (-520)) by (apply bpow_le; lia).
  assert (Pt : tiny <= bpow radix2 (-520)) by (change tiny with (bpow radix2 (-1075)); apply bpow_le; lia).
  assert (LS0 : 0 <= least * real size) by (apply Rmult_le_pos; [apply bpow_ge_0 | exact S0]).
  apply Rabs_le_inv in Hs. apply Rabs_le_inv in Es. lra.
Qed.

Notation H560 := (bpow radix2 (-560)).

Lemma little_is_lost : 1000 * (tiny * (real size + 1)) <= u53 * Q /\ 1000000 * tiny <= H560 * / k /\
  42 * u53 * least * real size + 30 * tiny <= u53 * Q / 10.
Proof.
  destruct size_facts as (Bs & S0 & _ & _ & _ & _ & Q0 & _). destruct sizes_not_small as [Qb _].
  destruct slope_near as (k0 & k1 & _).
  destruct Bs as [_ Bs]. rewrite Rabs_pos_eq in Bs by assumption.
  assert (One : 1 <= bpow radix2 202) by (change 1 with (bpow radix2 0); apply bpow_le; lia).
  assert (U : u53 = bpow radix2 (-53)) by reflexivity.
  assert (Qu : bpow radix2 (-573) <= u53 * Q).
  { rewrite U. change (-573)%Z with (-53 + -520)%Z. rewrite bpow_plus. apply Rmult_le_compat_l;
      [apply bpow_ge_0 | exact Qb]. }
  split; [| split].
  - apply Rle_trans with (bpow radix2 10 * (bpow radix2 (-1075) * bpow radix2 203)); [| eapply Rle_trans;
      [rewrite <- !bpow_plus; apply bpow_le | exact Qu]; lia].
    change (bpow radix2 10) with 1024. change tiny with (bpow radix2 (-1075)).
    assert (Z : bpow radix2 (-1075) * (real size + 1) <= bpow radix2 (-1075) * bpow radix2 203).
    { apply Rmult_le_compat_l; [apply bpow_ge_0 |]. change 203%Z with (1 + 202)%Z. rewrite bpow_plus.
      change (bpow radix2 1) with 2. lra. }
    assert (0 <= bpow radix2 (-1075) * bpow radix2 203) by (apply Rmult_le_pos; apply bpow_ge_0). lra.
  - apply Rmult_le_reg_r with k; [exact k0 |]. replace (H560 * / k * k) with H560 by (field; lra).
    apply Rle_trans with (bpow radix2 20 * bpow radix2 (-1075) * bpow radix2 410); [| rewrite <- !bpow_plus;
      apply bpow_le; lia].
    apply Rmult_le_compat; [pose proof tiny_pos; lra | lra | | exact k1]. change (bpow radix2 20) with 1048576.
    change tiny with (bpow radix2 (-1075)).
    pose proof (bpow_ge_0 radix2 (-1075)). lra.
  - (* The size is at least 2^-260. *)
    assert (Sz : bpow radix2 (-260) <= real size).
    { apply Rnot_lt_le. intros L. assert (Q < bpow radix2 (-260) * bpow radix2 (-260)) by (unfold Q;
        apply Rmult_le_0_lt_compat; lra).
      rewrite <- bpow_plus in H. change (-260 + -260)%Z with (-520)%Z in H. lra. }
    assert (LQ : 1000000 * (least * real size) <= Q).
    { unfold Q. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [exact S0 |]. eapply Rle_trans; [| exact Sz].
      apply Rle_trans with (bpow radix2 20 * least); [| rewrite <- bpow_plus; apply bpow_le; lia].
      change (bpow radix2 20) with 1048576. pose proof (bpow_ge_0 radix2 (-370)). lra. }
    assert (Tq : 1000000 * tiny <= u53 * Q).
    { eapply Rle_trans; [| exact Qu]. apply Rle_trans with (bpow radix2 20 * bpow radix2 (-1075));
        [| rewrite <- bpow_plus; apply bpow_le; lia].
      change (bpow radix2 20) with 1048576. change tiny with (bpow radix2 (-1075)).
      pose proof (bpow_ge_0 radix2 (-1075)). lra. }
    lra.
Qed.

Lemma bound_at_least :
  98 / 100 * ((4096 * (u53 * u53) * Q + H560 + Rabs (real step) * (64 * u53 * Q + 2 * (Rabs (real step) * real Vc))) *
    / k) <= real error.
Proof.
  destruct all_finite as (Fe & _ & _ & Fs & F2 & F3 & Fb & i0 & Ki). pose proof first_part as La.
  destruct little_is_lost as (T1 & T2 & _).
  destruct bend_near as (Vc0 & _ & _ & _ & _ & Vcq). destruct size_facts as (Bs & S0 & _ & _ & _ & _ & Q0 & _).
  destruct slope_near as (k0 & _). destruct constants as (_ & _ & V3 & V4). pose proof tiny_pos as T0.
  assert (P : 0 < / k) by now apply Rinv_0_lt_compat. pose proof (bpow_gt_0 radix2 (-560)) as H5.
  destruct (fmul_finite _ _ Fe) as (Fa & _ & _). change (finite (fadd A2 B3)) in Fa.
  change (finite (fmul (fadd A2 B3) inv)) in Fe.
  destruct (fadd_finite _ _ Fb) as (FB & FC & _). destruct (fmul_finite _ _ FB) as (FB1 & _ & _).
  destruct (fmul_finite _ _ FB1) as (FB0 & _ & _).
  destruct (fmul_finite _ _ FC) as (FC0 & _ & _).
  assert (m0 : 0 <= real (fabs step)) by (rewrite real_fabs; apply Rabs_pos).
  destruct (product_low _ _ FB0 ltac:(lra) ltac:(lra)) as [G0 L0]. rewrite V3, V4 in L0.
  destruct (product_low _ _ FB1 G0 S0) as [G1 L1]. destruct (product_low _ _ FB G1 S0) as [G2 L2]. fold B1 in G2, L2.
  destruct (product_low _ _ FC0 ltac:(lra) m0) as [G3 L3]. rewrite V3 in L3.
  destruct (product_low _ _ FC G3 Vc0) as [G4 L4]. fold C1 in G4, L4.
  destruct (sum_low _ _ Fb G2 G4) as [G5 L5]. fold B2 in G5, L5. destruct (product_low _ _ F3 m0 G5) as [G6 L6].
  fold B3 in G6, L6.
  destruct (sum_low _ _ Fa ltac:(lra) G6) as [G7 L7]. destruct (product_low _ _ Fe G7 (Rlt_le _ _ i0)) as [G8 L8].
  change (fmul (fadd A2 B3) inv) with error in G8, L8. rewrite real_fabs in *. rewrite u53_is_eps in *.
  revert La L0 L1 L2 L3 L4 L5 L6 L7 L8 G0 G1 G2 G3 G4 G5 G6 G7 G8.
  set (m := Rabs (real step)) in *. set (vc := real Vc) in *. set (sz := real size) in *. set (i := real inv) in *.
  generalize (real error) (real (fadd A2 B3)) (real A2) (real B3) (real B2) (real C1) (real (fmul (fconst 1 1) (fabs
    step))) (real B1)
    (real (fmul (fmul (fconst 1 1) (fconst 1 (-48))) size)) (real (fmul (fconst 1 1) (fconst 1 (-48)) : D)).
  intros er a3 a2 b3 b2 c1 y0 b1 x1 x00 La L0 L1 L2 L3 L4 L5 L6 L7 L8 G0 G1 G2 G3 G4 G5 G6 G7 G8.
  assert (Tu : 1048576 * tiny <= u53 * u53).
  { change tiny with (bpow radix2 (-1075)). change u53 with (bpow radix2 (-53)). change 1048576 with (bpow radix2 20).
    rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (TS0 : 0 <= tiny * sz) by (apply Rmult_le_pos; lra). assert (uQ : 0 <= u53 * Q) by (apply Rmult_le_pos; lra).
  (* The slope's part. *)
  assert (X0 : 6399 / 100 * u53 <= x00) by lra.
  assert (X1 : 6399 / 100 * u53 * sz <= x00 * sz) by (apply Rmult_le_compat_r; lra).
  assert (uS : 0 <= u53 * sz) by (apply Rmult_le_pos; lra).
  assert (X2 : (6398 / 100 * u53 * sz - tiny) * sz <= x1 * sz) by (apply Rmult_le_compat_r; lra).
  replace ((6398 / 100 * u53 * sz - tiny) * sz) with (6398 / 100 * (u53 * Q) - tiny * sz) in X2 by (unfold Q; ring).
  assert (X3 : 639 / 10 * (u53 * Q) <= b1) by lra.
  (* The bend's part. *)
  set (W := m * vc). assert (W0 : 0 <= W) by (apply Rmult_le_pos; lra).
  assert (X4 : ((1 - u53) * (2 * m) - tiny) * vc <= y0 * vc) by (apply Rmult_le_compat_r; lra).
  replace (((1 - u53) * (2 * m) - tiny) * vc) with ((1 - u53) * 2 * W - tiny * vc) in X4 by (unfold W; ring).
  assert (TV : tiny * vc <= u53 * Q / 1000).
  { assert (A : tiny * vc <= tiny * (102 / 100 * Q + 4 * tiny)) by (apply Rmult_le_compat_l; lra).
    assert (A4 : tiny * Q <= u53 * Q / 1048576).
    { replace (u53 * Q / 1048576) with (u53 / 1048576 * Q) by field. apply Rmult_le_compat_r; [exact Q0 | lra]. }
    assert (A5 : tiny * tiny <= u53 * tiny) by (apply Rmult_le_compat_r; lra). lra. }
  assert (X5 : 1999 / 1000 * W - u53 * Q / 500 <= c1) by lra.
  assert (X6 : 638 / 10 * (u53 * Q) + 1998 / 1000 * W <= b2) by lra.
  assert (X7 : m * (638 / 10 * (u53 * Q) + 1998 / 1000 * W) <= m * b2) by (apply Rmult_le_compat_l; lra).
  replace (m * (638 / 10 * (u53 * Q) + 1998 / 1000 * W)) with (638 / 10 * (m * (u53 * Q)) + 1998 / 1000 * (m * W))
    in X7 by ring.
  assert (mQ : 0 <= m * (u53 * Q)) by (apply Rmult_le_pos; lra). assert (mW : 0 <= m * W) by (apply Rmult_le_pos; lra).
  replace (m * (64 * u53 * Q + 2 * (m * vc))) with (64 * (m * (u53 * Q)) + 2 * (m * W)) by (unfold W; ring).
  assert (H5t : 1048576 * tiny <= H560).
  { change tiny with (bpow radix2 (-1075)). change 1048576 with (bpow radix2 20). rewrite <- bpow_plus. apply bpow_le.
    lia. }
  assert (uuQ : 0 <= 4096 * (u53 * u53) * Q) by (apply Rmult_le_pos; lra).
  set (S := 4096 * (u53 * u53) * Q + H560 + (64 * (m * (u53 * Q)) + 2 * (m * W))).
  assert (X8 : 99 / 100 * S <= a3) by (unfold S; lra).
  assert (X9 : 99 / 100 * S * i <= a3 * i) by (apply Rmult_le_compat_r; lra).
  assert (I1 : (1 - 101 / 100 * u53) * / k <= i).
  { apply Rabs_le_inv in Ki. apply Rmult_le_reg_r with k; [exact k0 |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (S00 : 0 <= S) by (unfold S; lra).
  assert (X10 : 99 / 100 * S * ((1 - 101 / 100 * u53) * / k) <= 99 / 100 * S * i) by (apply Rmult_le_compat_l; lra).
  assert (SH : H560 * / k <= S * / k) by (apply Rmult_le_compat_r; [lra | unfold S; lra]).
  assert (SK : 0 <= S * / k) by (apply Rmult_le_pos; lra).
  apply Rle_trans with (98 / 100 * (S * / k)); [right; unfold S, W; ring |].
  assert (X11 : (1 - u53) * (99 / 100 * S * i) <= (1 - u53) * (a3 * i)) by (apply Rmult_le_compat_l; lra).
  replace (99 / 100 * S * ((1 - 101 / 100 * u53) * / k)) with (99 / 100 * (1 - 101 / 100 * u53) * (S * / k)) in X10
    by ring.
  revert L8 T2 SH SK X10 X11. clear. generalize (S * / k) (99 / 100 * S * i) (a3 * i) (H560 * / k). intros. lra.
Qed.

(* The time x after the guess, when the gap falls to 0. *)
Theorem step_within_bound x : F0 + s * x + V * (x * x) = 0 -> s + 2 * (V * x) <= 0 ->
  Rabs (x - real step) <= real error /\
  forall y, x < y -> Rabs (y - real step) <= real error -> F0 + s * y + V * (y * y) < 0.
Proof.
  intros Root Fall. destruct all_finite as (Fe & Fi & Fr & Fs & _ & _ & _ & i0 & Ki).
  destruct little_is_lost as (T1 & T2 & T3).
  destruct bend_near as (Vc0 & _ & V0 & Vq & VVc & _). destruct size_facts as (_ & S0 & _ & _ & _ & _ & Q0 & _).
  destruct slope_near as (k0 & k1 & Hs & Es). pose proof (residual_near Fr) as Er. pose proof tiny_pos as T0.
  pose proof (bpow_gt_0 radix2 (-560)) as H5.
  assert (TS : 0 <= tiny * real size) by (apply Rmult_le_pos; lra). assert (P : 0 < / k) by now apply Rinv_0_lt_compat.
  assert (uQ : 0 <= u53 * Q) by (apply Rmult_le_pos; lra).
  assert (uuQ : 0 <= 4096 * (u53 * u53) * Q) by (apply Rmult_le_pos; lra).
  apply (newton_step_to_end F0 s V x (real res) k (real step) (/ k) Q H560 (real Vc) (real error)); auto; try lra.
  - apply Rinv_l. lra.
  - assert (bpow radix2 (-810) <= H560 / 1048576).
    { unfold Rdiv. change (/ 1048576) with (bpow radix2 (-20)). rewrite <- bpow_plus. apply bpow_le. lia. }
    eapply Rle_trans; [exact Er | lra].
  - (* The step is rounded, and so is the inverse. *)
    pose proof (Bounded.fmul_error _ _ Fs) as E. fold step in E. rewrite u53_is_eps in E. set (i := real inv) in *.
    set (g := real res) in *.
    set (w := g * / k). assert (Ew : Rabs (g * i - w) <= 101 / 100 * u53 * Rabs w).
    { replace (g * i - w) with (w * (i * k - 1)) by (unfold w; field; lra). rewrite Rabs_mult, Rmult_comm.
      apply Rmult_le_compat_r; [apply Rabs_pos | exact Ki]. }
    pose proof (Rabs_pos w) as w0.
    assert (Gi : Rabs (g * i) <= (1 + 101 / 100 * u53) * Rabs w).
    { replace (g * i) with (w + (g * i - w)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    replace (real step - w) with ((real step - g * i) + (g * i - w)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    assert (Tj : tiny <= (4096 * (u53 * u53) * Q + H560) * / k / 1000).
    { assert (H560 * / k <= (4096 * (u53 * u53) * Q + H560) * / k) by (apply Rmult_le_compat_r; lra). lra. }
    lra.
  - apply Rabs_le_inv in Hs. apply Rabs_le_inv in Es. lra.
  - exact bound_at_least.
  - exact certain_value.
Qed.

(* The bound is more than 28 eps of the step, because of the error of the slope. *)
Lemma step_is_small : 28 * u53 * Rabs (real step) <= real error.
Proof.
  destruct little_is_lost as (T1 & _ & T3). destruct size_facts as (_ & S0 & _ & _ & _ & _ & Q0 & _).
  destruct slope_near as (k0 & _ & Hs & Es). destruct bend_near as (Vc0 & _). pose proof bound_at_least as B.
  pose proof tiny_pos as T0. pose proof (bpow_gt_0 radix2 (-560)) as H5. pose proof (Rabs_pos (real step)) as m0.
  assert (TS : 0 <= tiny * real size) by (apply Rmult_le_pos; lra).
  assert (P : 0 < / k) by now apply Rinv_0_lt_compat. set (m := Rabs (real step)) in *.
  assert (uuQ : 0 <= u53 * (u53 * Q)) by (apply Rmult_le_pos; [lra |]; apply Rmult_le_pos; lra).
  assert (mV : 0 <= m * (m * real Vc)) by (repeat apply Rmult_le_pos; lra).
  assert (A : m * (64 * u53 * Q) * / k <= (4096 * (u53 * u53) * Q + H560 + m * (64 * u53 * Q + 2 * (m * real Vc))) * /
    k)
    by (apply Rmult_le_compat_r; lra).
  assert (Qk : 10 / 22 <= Q * / k).
  { apply Rmult_le_reg_r with k; [exact k0 |]. rewrite Rmult_assoc, Rinv_l by lra. apply Rabs_le_inv in Hs.
    apply Rabs_le_inv in Es. lra. }
  assert (C : 64 * u53 * m * (10 / 22) <= 64 * u53 * m * (Q * / k)) by (apply Rmult_le_compat_l; lra).
  replace (m * (64 * u53 * Q) * / k) with (64 * u53 * m * (Q * / k)) in A by ring.
  set (x := 64 * u53 * m * (Q * / k)) in *. lra.
Qed.
End End.

(* What the rounding of guess + step needs to know of the step. *)
Definition is_small_step (step error : D) := finite step /\ finite error /\ 28 * u53 * Rabs (real step) <= real error.
