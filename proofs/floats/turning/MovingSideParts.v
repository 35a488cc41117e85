(* What the proof of step_at_side in src/turning/moving_time.h needs of its parts.

   The inverse of a root is not negative, as a sum of squares is never -0. The factors of a finite cross product in
   double-doubles are finite. And the bounds of a vector that moves, from its size. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree PairProduct SweepGeometry SweepTerms SweepErrors
  SweepSquares Terms_wide Terms_pair ErrorFreeTerms Wide MovingVectors MovingTimeEnd.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* Not a number, or without a minus sign: a sum of squares is not -0. *)
Definition unsigned (x : D) := is_nan x = true \/ Bsign x = false.

Lemma square_unsigned (a : D) : unsigned (fmul a a).
Proof.
  unfold unsigned. destruct a as [s | s | | s m e p]; try (destruct s; auto; fail); [now left |].
  right. generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE (B754_finite s m e p) (B754_finite s m e p)).
  case Rlt_bool; intros H.
  - destruct H as (_ & H2 & H3). unfold fmul. rewrite H3; [apply xorb_nilpotent |].
    revert H2. generalize (Bmult mode_NE (B754_finite s m e p : D) (B754_finite s m e p)). intros v H2. clear H3.
    change (is_finite v = true) in H2. destruct v; try reflexivity. discriminate.
  - rewrite xorb_nilpotent in H. unfold fmul. revert H.
    generalize (Bmult mode_NE (B754_finite s m e p : D) (B754_finite s m e p)). intros v H.
    destruct v; try discriminate. now inversion H.
Qed.

Lemma sum_unsigned (a b : D) : unsigned a -> unsigned b -> unsigned (fadd a b).
Proof.
  unfold unsigned. intros [A | A] [B | B].
  - left. destruct a; try discriminate. reflexivity.
  - left. destruct a; try discriminate. reflexivity.
  - left. destruct b; try discriminate. destruct a; reflexivity.
  - destruct a as [s | s | | s m e p], b as [s' | s' | | s' m' e' p']; simpl in A, B; subst; auto.
    right. generalize (Bplus_correct (prec double) (emax double) _ _ mode_NE (B754_finite false m e p)
      (B754_finite false m' e' p') eq_refl eq_refl).
    case Rlt_bool; intros H.
    + destruct H as (_ & _ & H3). unfold fadd. rewrite H3.
      assert (P : 0 < B2R (B754_finite false m e p : D)) by (simpl; now apply F2R_gt_0).
      assert (P' : 0 < B2R (B754_finite false m' e' p' : D)) by (simpl; now apply F2R_gt_0).
      rewrite Rcompare_Gt by lra. reflexivity.
    + destruct H as [H _]. unfold fadd. revert H.
      generalize (Bplus mode_NE (B754_finite false m e p : D) (B754_finite false m' e' p')). intros v H.
      destruct v; try discriminate. now inversion H.
Qed.

Lemma inverse_of_root_nonneg (w : D) : unsigned w -> nonneg (fdiv (fconst 1 0) (fsqrt w)).
Proof.
  intros H. assert (S : unsigned (fsqrt w)).
  { unfold unsigned in *. destruct H as [H | H]; [left; destruct w; try discriminate; reflexivity |].
    destruct (Bsqrt_correct (prec double) (emax double) _ _ mode_NE w) as (_ & _ & C3).
    unfold fsqrt. destruct (is_nan (Bsqrt mode_NE w)) eqn:N; [now left | right]. now rewrite C3. }
  revert S. generalize (fsqrt w). intros v S. destruct v as [s | s | | s m e p].
  - destruct S as [S | S]; [discriminate |]. simpl in S. subst. vm_compute. reflexivity.
  - destruct s; vm_compute; exact I.
  - vm_compute. exact I.
  - destruct S as [S | S]; [discriminate |]. simpl in S. subst. apply nonneg_inverse; [reflexivity |].
    unfold real. simpl. now apply F2R_gt_0.
Qed.

(* A cross product in double-doubles has finite factors. *)
Lemma cross_operands uhx uhy ulx uly whx why wlx wly ph qh pl ql hi lo e :
  pair_mul_results uhx uhy ulx uly why whx wly wlx ph qh pl ql -> difference_of_pair_results ph qh pl ql hi lo e ->
    finite lo ->
  (finite uhx /\ finite uhy /\ finite ulx /\ finite uly) /\ (finite whx /\ finite why /\ finite wlx /\ finite wly).
Proof.
  intros (px & py & lx & ly & lx1 & ly1 & M) (sh & sl & se & Df) Fl.
  destruct M as [M1 -> -> -> -> -> ->]. destruct Df as [D1 -> -> _].
  destruct (pair_product_values _ _ _ _ _ _ _ _ M1) as (-> & -> & -> & ->).
  destruct (wide_of_sum_values _ _ _ _ _ D1) as (-> & -> & _).
  destruct (fadd_finite _ _ Fl) as (_ & Fq & _). destruct (fsub_finite _ _ Fq) as (Fx & Fy & _).
  destruct (fadd_finite _ _ Fx) as (_ & Gx & _). destruct (fadd_finite _ _ Fy) as (_ & Gy & _).
  destruct (fadd_finite _ _ Gx) as (A1 & A2 & _). destruct (fadd_finite _ _ Gy) as (B1 & B2 & _).
  destruct (fmul_finite _ _ A1) as (? & ? & _). destruct (fmul_finite _ _ A2) as (? & ? & _).
  destruct (fmul_finite _ _ B1) as (? & ? & _). destruct (fmul_finite _ _ B2) as (? & ? & _). auto 10.
Qed.

(* A vector of the motion, as the parts need it. *)
Record moves (x0 y0 cx cy s : D) (X0 Y0 CX CY Vx Vy : R) : Prop := {
  moves_x : Rabs (real x0) <= Vx; moves_y : Rabs (real y0) <= Vy;
  moves_x_near : Rabs (real x0 - X0) <= 21 / 10 * u53 * Vx; moves_y_near : Rabs (real y0 - Y0) <= 21 / 10 * u53 * Vy;
  moves_cx : Rabs (real cx) <= Vx; moves_cy : Rabs (real cy) <= Vy;
  moves_cx_near : Rabs (real cx - CX) <= 21 / 10 * u53 * Vx; moves_cy_near : Rabs (real cy - CY) <= 21 / 10 * u53 * Vy;
  moves_size : Vx + Vy <= (1 + 5 * u53) * real s; moves_range : 0 <= real s <= bpow radix2 200;
  moves_x_pos : 0 <= Vx; moves_y_pos : 0 <= Vy;
  moves_norm : forall t, 0 <= t <= 1001 / 1000 -> norm (X0 + t * CX) (Y0 + t * CY) <= 101 / 100 * real s }.

Lemma motion_moves x0 y0 cx cy s X0 Y0 CX CY : motion x0 y0 cx cy s X0 Y0 CX CY ->
  moves x0 y0 cx cy s X0 Y0 CX CY (Rabs (real x0) + Rabs (real cx)) (Rabs (real y0) + Rabs (real cy)).
Proof.
  intros [_ _ _ _ Sx Sy Cx Cy [[_ Bs] Ps] Sz]. rewrite u_double in *. rewrite Rabs_pos_eq in Bs by assumption.
  pose proof (Rabs_pos (real x0)). pose proof (Rabs_pos (real y0)). pose proof (Rabs_pos (real cx)).
  pose proof (Rabs_pos (real cy)).
  split; try lra. intros t Ht. pose proof (norm_triangle 0 0 (X0 + t * CX) (Y0 + t * CY)) as T. rewrite !Rplus_0_l in T.
  unfold norm in T at 2. rewrite Rmult_0_l, Rplus_0_r, sqrt_0, Rplus_0_l in T.
  assert (P : forall a A c C : RbaseSymbolsImpl.R, Rabs (a - A) <= 101 / 100 * u53 * Rabs a ->
    Rabs (c - C) <= 203 / 100 * u53 * (Rabs a + Rabs c) -> Rabs (A + t * C) <= 1002 / 1000 * (Rabs a + Rabs c)).
  { intros a A c C Ha Hc. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, (Rabs_pos_eq t) by lra.
    pose proof (Rabs_triang_inv A a) as T1. pose proof (Rabs_triang_inv C c) as T2. rewrite (Rabs_minus_sym A) in T1.
    rewrite (Rabs_minus_sym C) in T2. pose proof (Rabs_pos a). pose proof (Rabs_pos c).
    assert (t * Rabs C <= 1001 / 1000 * Rabs C) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra. }
  pose proof (P _ _ _ _ Sx Cx). pose proof (P _ _ _ _ Sy Cy). lra.
Qed.
