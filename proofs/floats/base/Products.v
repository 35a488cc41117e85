(* Errors of the products of docs/exactness.md: of differences, of sums of two products of differences, and of the
   bounds that stage 2 of the filters computes for them.

   The inputs are exact. A difference has one rounding, a product of two has three, and a sum of two products has
   four. u and eta are the errors of one rounding; second-order terms are below a hundredth of the first. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Overflow.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Section Real_numbers.
Variables u eta : R.
Hypothesis U : 0 < u <= / 1048576.
Hypothesis ETA : 0 < eta.

Lemma within x y e : Rabs (x - y) <= e <-> y - e <= x <= y + e.
Proof. split; intros H; [apply Rabs_le_inv in H | apply Rabs_le]; lra. Qed.

Lemma product_error A B a b p :
  Rabs (a - A) <= u * Rabs A -> Rabs (b - B) <= u * Rabs B -> Rabs (p - a * b) <= u * Rabs (a * b) + eta ->
  Rabs (p - A * B) <= 301 / 100 * u * Rabs (A * B) + eta.
Proof.
  intros HA HB HP. rewrite !Rabs_mult in *. pose proof (Rabs_pos A). pose proof (Rabs_pos B).
  assert (E : Rabs (a * b - A * B) <= (2 * u + u * u) * (Rabs A * Rabs B)).
  { replace (a * b - A * B) with (A * (b - B) + (a - A) * B + (a - A) * (b - B)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |].
    rewrite !Rabs_mult. pose proof (Rabs_pos (a - A)). pose proof (Rabs_pos (b - B)).
    assert (Rabs A * Rabs (b - B) <= Rabs A * (u * Rabs B)) by (apply Rmult_le_compat_l; lra).
    assert (Rabs (a - A) * Rabs B <= u * Rabs A * Rabs B) by (apply Rmult_le_compat_r; lra).
    assert (Rabs (a - A) * Rabs (b - B) <= u * Rabs A * (u * Rabs B)) by (apply Rmult_le_compat; lra).
    lra. }
  assert (S : Rabs a * Rabs b <= (1 + 2 * u + u * u) * (Rabs A * Rabs B)).
  { rewrite <- !Rabs_mult in *. replace (a * b) with (A * B + (a * b - A * B)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  replace (p - A * B) with ((p - a * b) + (a * b - A * B)) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  assert (P : 0 <= Rabs A * Rabs B) by (apply Rmult_le_pos; lra).
  revert P E S HP. generalize (Rabs A * Rabs B) (Rabs a * Rabs b). intros m n P E S HP.
  assert (u * n <= u * ((1 + 2 * u + u * u) * m)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= u * m) by (apply Rmult_le_pos; lra).
  assert (u * (u * m) <= / 1048576 * (u * m)) by (apply Rmult_le_compat_r; lra).
  assert (u * (u * (u * m)) <= u * (/ 1048576 * (u * m))) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

Lemma sum_error X Y p q s :
  Rabs (p - X) <= 301 / 100 * u * Rabs X + eta -> Rabs (q - Y) <= 301 / 100 * u * Rabs Y + eta ->
  Rabs (s - (p + q)) <= u * Rabs (p + q) ->
  Rabs (s - (X + Y)) <= 402 / 100 * u * (Rabs X + Rabs Y) + 201 / 100 * eta.
Proof.
  intros HX HY HS. pose proof (Rabs_pos X). pose proof (Rabs_pos Y).
  assert (E : Rabs ((p + q) - (X + Y)) <= 301 / 100 * u * (Rabs X + Rabs Y) + 2 * eta).
  { replace (p + q - (X + Y)) with ((p - X) + (q - Y)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (M : Rabs (p + q) <= Rabs X + Rabs Y + (301 / 100 * u * (Rabs X + Rabs Y) + 2 * eta)).
  { replace (p + q) with ((X + Y) + ((p + q) - (X + Y))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_triang X Y). lra. }
  replace (s - (X + Y)) with ((s - (p + q)) + ((p + q) - (X + Y))) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  assert (0 <= u * (Rabs X + Rabs Y)) by (apply Rmult_le_pos; lra).
  revert M E H1. generalize (Rabs X + Rabs Y) as m. intros m M E Hm.
  assert (u * Rabs (p + q) <= u * (m + (301 / 100 * u * m + 2 * eta))) by (apply Rmult_le_compat_l; lra).
  assert (u * (u * m) <= / 1048576 * (u * m)) by (apply Rmult_le_compat_r; lra).
  assert (u * eta <= / 1048576 * eta) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

(* The same relative to the computed product. *)
Lemma product_error_back X p :
  Rabs (p - X) <= 301 / 100 * u * Rabs X + eta -> Rabs (p - X) <= 302 / 100 * u * Rabs p + 101 / 100 * eta.
Proof.
  intros H. assert (B : Rabs X <= Rabs p + Rabs (p - X)).
  { replace X with (p + - (p - X)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  pose proof (Rabs_pos p). pose proof (Rabs_pos X). pose proof (Rabs_pos (p - X)).
  assert (D : 301 / 100 * u * Rabs X <= 301 / 100 * u * (Rabs p + Rabs (p - X))) by (apply Rmult_le_compat_l; lra).
  assert (0 <= u * Rabs p) by (apply Rmult_le_pos; lra).
  assert (u * (u * Rabs p) <= / 1048576 * (u * Rabs p)) by (apply Rmult_le_compat_r; lra).
  assert (u * eta <= / 1048576 * eta) by (apply Rmult_le_compat_r; lra).
  assert (u * Rabs (p - X) <= / 1048576 * Rabs (p - X)) by (apply Rmult_le_compat_r; lra).
  assert (G : Rabs (p - X) <= 2 * (301 / 100 * u * Rabs p) + 2 * eta) by lra.
  assert (u * Rabs (p - X) <= u * (2 * (301 / 100 * u * Rabs p) + 2 * eta)) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(* The error of the difference of two products, as stage 2 bounds it. *)
Lemma difference_error X Y p q :
  Rabs (p - X) <= 301 / 100 * u * Rabs X + eta -> Rabs (q - Y) <= 301 / 100 * u * Rabs Y + eta ->
  Rabs ((p - q) - (X - Y)) <= 302 / 100 * u * (Rabs p + Rabs q) + 202 / 100 * eta.
Proof.
  intros HX HY. apply product_error_back in HX. apply product_error_back in HY.
  replace (p - q - (X - Y)) with ((p - X) + - (q - Y)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
Qed.

End Real_numbers.

Lemma eta_double_pos : 0 < eta double.
Proof. apply eta_pos. Qed.

Lemma real_SF {f : format} (v : F f) : real v = SF2R radix2 (B2SF v).
Proof. unfold real. symmetry. apply SF2R_B2SF. Qed.

Lemma F2R_power m e n : (Z.pow 2 n = m)%Z -> (0 <= n)%Z -> F2R (Float radix2 m e) = bpow radix2 (n + e).
Proof.
  intros <- N. unfold F2R. simpl Fnum. simpl Fexp. rewrite bpow_plus. f_equal.
  change (2 ^ n)%Z with (Zpower radix2 n). now apply IZR_Zpower.
Qed.

Definition slack : F double := fadd (fconst 1 0) (fconst 1 (-48)).
Definition tiny : F double := fmul (fconst 1 3) (fconst 1 (-1022)).

Lemma slack_value : finite slack /\ real slack = 1 + 32 * u double.
Proof.
  split; [reflexivity |]. rewrite real_SF, u_double.
  replace (B2SF slack) with (SpecFloat.S754_finite false 4503599627370512 (-52)) by (vm_compute; reflexivity).
  unfold SF2R, F2R. simpl. lra.
Qed.

Lemma tiny_value : finite tiny /\ real tiny = 72057594037927936 * eta double.
Proof.
  split; [reflexivity |]. rewrite real_SF.
  replace (B2SF tiny) with (SpecFloat.S754_finite false 4503599627370496 (-1071)) by (vm_compute; reflexivity).
  unfold SF2R, eta. change (emin double - 1)%Z with (-1075)%Z.
  rewrite (F2R_power _ _ 52) by (reflexivity || lia).
  replace (52 + -1071)%Z with (56 + -1075)%Z by lia. rewrite bpow_plus.
  replace (bpow radix2 56) with 72057594037927936 by (simpl; lra). reflexivity.
Qed.

Lemma eighth_value : finite (fconst 1 (-50) : F double) /\ real (fconst 1 (-50) : F double) = 8 * u double.
Proof.
  constant_of double 1%Z (-50)%Z. destruct C as [C1 C2]. split; [exact C1 |]. rewrite C2, u_double.
  change (bpow radix2 (-50)) with (/ IZR (Z.pow_pos 2 50)). simpl. lra.
Qed.

Lemma most_value : finite (fconst 9007199254740991 971 : F double).
Proof. reflexivity. Qed.

Lemma nonneg_tiny : nonneg tiny.
Proof. reflexivity. Qed.

(* One step of computing. *)
Section Steps.
Context {f : format}.
Implicit Types v x y : F f.

Lemma fsub_error x y : finite (fsub x y) ->
  finite x /\ finite y /\ Rabs (real (fsub x y) - (real x - real y)) <= u f * Rabs (real x - real y).
Proof.
  intros H. destruct (fsub_finite _ _ H) as (Fx & Fy & E). repeat split; auto. rewrite E. unfold Rminus at 2 4.
  apply rnd_sum_error; [apply real_in_format | apply generic_format_opp, real_in_format].
Qed.

Lemma fadd_error x y : finite (fadd x y) ->
  finite x /\ finite y /\ Rabs (real (fadd x y) - (real x + real y)) <= u f * Rabs (real x + real y).
Proof.
  intros H. destruct (fadd_finite _ _ H) as (Fx & Fy & E). repeat split; auto. rewrite E.
  apply rnd_sum_error; apply real_in_format.
Qed.

Lemma fmul_error x y : finite (fmul x y) ->
  finite x /\ finite y /\ Rabs (real (fmul x y) - real x * real y) <= u f * Rabs (real x * real y) + eta f.
Proof. intros H. destruct (fmul_finite _ _ H) as (Fx & Fy & E). repeat split; auto. rewrite E. apply rnd_error. Qed.

(* The rounded difference of two numbers is as large as the difference, but for a rounding. *)
Lemma rounded_difference x y : Rabs (rnd f (real x - real y)) <= (1 + u f) * Rabs (real x - real y).
Proof.
  pose proof (rnd_sum_error f (real x) (- real y) (real_in_format x) (generic_format_opp _ _ _ (real_in_format y))) as
    E.
  fold (real x - real y) in E.
  replace (rnd f (real x - real y)) with ((real x - real y) + (rnd f (real x - real y) - (real x - real y))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

End Steps.

Notation ud := (u double).
Notation etad := (eta double).

(* A product of two differences. *)
Lemma product_of_differences (x y x' y' : F double) :
  finite (fmul (fsub x y) (fsub x' y')) ->
  Rabs (real (fmul (fsub x y) (fsub x' y')) - (real x - real y) * (real x' - real y'))
  <= 301 / 100 * ud * Rabs ((real x - real y) * (real x' - real y')) + etad.
Proof.
  intros H. destruct (fmul_error _ _ H) as (A & B & E).
  apply product_error with (real (fsub x y)) (real (fsub x' y')); auto using u_double_small, eta_double_pos.
  - apply (fsub_error _ _ A).
  - apply (fsub_error _ _ B).
Qed.

(* The dot product of two differences. *)
Lemma dot_of_differences (a a' b b' c c' d d' : F double) :
  finite (fadd (fmul (fsub a a') (fsub b b')) (fmul (fsub c c') (fsub d d'))) ->
  let X := (real a - real a') * (real b - real b') in
  let Y := (real c - real c') * (real d - real d') in
  Rabs (real (fadd (fmul (fsub a a') (fsub b b')) (fmul (fsub c c') (fsub d d'))) - (X + Y))
  <= 402 / 100 * ud * (Rabs X + Rabs Y) + 201 / 100 * etad.
Proof.
  intros H X Y. destruct (fadd_error _ _ H) as (A & B & E).
  apply sum_error with (real (fmul (fsub a a') (fsub b b'))) (real (fmul (fsub c c') (fsub d d')));
    auto using u_double_small, eta_double_pos.
  - now apply product_of_differences.
  - now apply product_of_differences.
Qed.

(* The bound of a difference or sum of two products: 8 u (|p| + |q|) and a number that exceeds all underflow. *)
Definition products_bound (p q : F double) := fadd (fmul (fconst 1 (-50)) (fadd (fabs p) (fabs q))) tiny.

Lemma nonneg_products_bound p q : nonneg (products_bound p q).
Proof.
  apply nonneg_fadd; [| exact nonneg_tiny]. apply nonneg_fmul; [reflexivity |]. apply nonneg_fadd; apply nonneg_fabs.
Qed.

Lemma products_bound_at_least p q : finite (products_bound p q) ->
  finite p /\ finite q /\ finite (fadd (fabs p) (fabs q)) /\
  799 / 100 * ud * (Rabs (real p) + Rabs (real q)) + 1000000 * etad <= real (products_bound p q).
Proof.
  unfold products_bound. intros H. destruct (fadd_error _ _ H) as (A & _ & E).
  destruct (fmul_error _ _ A) as (_ & B & E1). destruct (fadd_error _ _ B) as (P & Q & E2).
  apply fabs_finite in P. apply fabs_finite in Q. repeat split; auto.
  rewrite !real_fabs in E2. destruct tiny_value as [_ T]. rewrite T in E.
  destruct eighth_value as [_ T8]. rewrite T8 in E1.
  revert E E1 E2. pose proof u_double_small as U. pose proof eta_double_pos as ET.
  assert (G : etad = etad) by reflexivity. revert G. generalize etad at 2 3 4 5 6. intros t G.
  generalize (real (fadd (fmul (fconst 1 (-50)) (fadd (fabs p) (fabs q))) tiny)).
  generalize (real (fmul (fconst 1 (-50)) (fadd (fabs p) (fabs q)))).
  generalize (real (fadd (fabs p) (fabs q))).
  pose proof (Rabs_pos (real p)). pose proof (Rabs_pos (real q)).
  assert (S : 0 <= Rabs (real p) + Rabs (real q)) by lra. revert S.
  generalize (Rabs (real p) + Rabs (real q)). intros s S r v w E E1 E2. rewrite <- G in *. clear G.
  rewrite (Rabs_pos_eq s) in E2 by assumption. apply within in E2. apply within in E1. apply within in E.
  assert (0 <= ud * s) by (apply Rmult_le_pos; lra).
  assert (ud * (ud * s) <= / 1048576 * (ud * s)) by (apply Rmult_le_compat_r; lra).
  assert (ud * s <= / 1048576 * s) by (apply Rmult_le_compat_r; lra).
  assert (R0 : 0 <= r) by lra.
  rewrite (Rabs_pos_eq (8 * ud * r)) in E1 by (repeat apply Rmult_le_pos; lra).
  assert (L1 : ud * ((1 - ud) * s) <= ud * r) by (apply Rmult_le_compat_l; lra).
  assert (ud * r <= ud * ((1 + ud) * s)) by (apply Rmult_le_compat_l; lra).
  assert (ud * (ud * r) <= ud * (ud * ((1 + ud) * s))) by (apply Rmult_le_compat_l; lra).
  assert (ud * (ud * (ud * s)) <= / 1048576 * (ud * (ud * s))).
  { apply Rmult_le_compat_r; [| lra]. apply Rmult_le_pos; lra. }
  assert (V : 799 / 100 * ud * s + ud * s / 1000 - etad <= v) by lra.
  assert (V0 : 0 <= v + 72057594037927936 * etad) by lra.
  rewrite (Rabs_pos_eq (v + _)) in E by assumption.
  assert (W : (1 - ud) * (v + 72057594037927936 * etad) <= w) by lra.
  eapply Rle_trans; [| exact W].
  eapply Rle_trans; [| apply Rmult_le_compat_l; [lra | apply Rplus_le_compat_r, V]].
  assert (ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

(* Two sides compared with the slack of 32 u of the smaller one. *)
Lemma slack_below x y : flt (fadd (fmul x slack) tiny) y = true -> nonneg x ->
  finite x /\ number y /\ 0 <= real x /\ (1 + 299 / 10 * ud) * real x + 1000000 * etad < value y.
Proof.
  intros H N. assert (NN : nonneg (fadd (fmul x slack) tiny)).
  { apply nonneg_fadd; [apply nonneg_fmul; [exact N | reflexivity] | exact nonneg_tiny]. }
  pose proof (flt_finite _ _ H NN) as Fs. destruct (flt_value _ _ H) as (_ & Ny & V).
  rewrite (value_finite (fadd _ _)) in V by assumption.
  destruct (fadd_error _ _ Fs) as (A & _ & E). destruct (fmul_error _ _ A) as (B & _ & E1).
  repeat split; auto; [now apply nonneg_real |]. pose proof (nonneg_real _ N) as X0.
  pose proof (nonneg_real _ NN) as S0.
  eapply Rle_lt_trans; [| exact V]. clear V H NN N Fs A B Ny.
  destruct tiny_value as [_ T]. rewrite T in E. destruct slack_value as [_ SV]. rewrite SV in E1. revert E E1.
  pose proof u_double_small as U. pose proof eta_double_pos as ET.
  generalize dependent (real (fadd (fmul x slack) tiny)). intros w W0. generalize (real (fmul x slack)).
  generalize dependent (real x). intros s S v E E1.
  assert (0 <= ud * s) by (apply Rmult_le_pos; lra).
  assert (ud * (ud * s) <= / 1048576 * (ud * s)) by (apply Rmult_le_compat_r; lra).
  assert (ud * (ud * (ud * s)) <= / 1048576 * (ud * (ud * s))).
  { apply Rmult_le_compat_r; [| lra]. apply Rmult_le_pos; lra. }
  assert (0 <= ud * (ud * (ud * s))) by (repeat apply Rmult_le_pos; lra).
  assert (ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
  rewrite (Rabs_pos_eq (s * (1 + 32 * ud))) in E1 by (apply Rmult_le_pos; lra).
  apply within in E1. apply within in E.
  assert (V : (1 - ud) * (s * (1 + 32 * ud)) - etad <= v) by lra.
  assert (V1 : 0 <= (1 - ud) * (s * (1 + 32 * ud))) by (repeat apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (v + _)) in E by lra.
  assert (W : (1 - ud) * (v + 72057594037927936 * etad) <= w) by lra.
  eapply Rle_trans; [| exact W].
  eapply Rle_trans; [| apply Rmult_le_compat_l; [lra | apply Rplus_le_compat_r, V]].
  lra.
Qed.

(* Lengths and radii. *)

Lemma eta_double_small : 0 < etad <= / 1048576.
Proof.
  split; [apply eta_pos |]. unfold eta. change (/ 1048576) with (bpow radix2 (-20)). apply bpow_le. vm_compute.
  discriminate.
Qed.

Lemma eta_below_power m : (-1055 <= m)%Z -> 1000000 * etad <= bpow radix2 m.
Proof.
  intros M. unfold eta. change (emin double - 1)%Z with (-1075)%Z.
  apply Rle_trans with (bpow radix2 20 * bpow radix2 (-1075)).
  - apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl; lra].
  - rewrite <- bpow_plus. apply bpow_le. lia.
Qed.

(* A squared length from above, whether it overflows or not. *)
Lemma squares_at_most (x x' y y' : F double) : finite x -> finite x' -> finite y -> finite y' ->
  let v := fadd (fmul (fsub x x') (fsub x x')) (fmul (fsub y y') (fsub y y')) in
  let m := (real x - real x') * (real x - real x') + (real y - real y') * (real y - real y') in
  number v /\ nonneg v /\ value v <= (1 + 402 / 100 * ud) * m + 201 / 100 * etad.
Proof.
  intros Fx Fx' Fy Fy' v m. destruct (value_sub_at_most x x' Fx Fx') as [Nx Hx].
  destruct (value_sub_at_most y y' Fy Fy') as [Ny Hy].
  destruct (value_square_at_most _ _ Nx Hx) as (N1 & P1 & B1).
  destruct (value_square_at_most _ _ Ny Hy) as (N2 & P2 & B2).
  destruct (value_add_at_most _ _ _ _ P1 P2 N1 N2 B1 B2) as (N & P & B). repeat split; auto.
  eapply Rle_trans; [exact B |]. unfold m.
  pose proof (Rsqr_abs (real x - real x')) as E1. pose proof (Rsqr_abs (real y - real y')) as E2. unfold Rsqr in E1, E2.
  rewrite E1, E2. generalize (Rabs (real x - real x')) (Rabs (real y - real y')). intros r s.
  pose proof u_double_small as U. pose proof eta_double_pos.
  assert (Q : 0 <= r * r + s * s) by nra.
  replace ((1 + ud) * (((1 + ud) * ((1 + ud) * r * ((1 + ud) * r)) + etad) + ((1 + ud) * ((1 + ud) * s * ((1 + ud) *
    s)) + etad)))
    with ((1 + ud) ^ 4 * (r * r + s * s) + 2 * (1 + ud) * etad) by ring.
  assert ((1 + ud) ^ 4 <= 1 + 402 / 100 * ud).
  { assert (ud * ud <= / 1048576 * ud) by (apply Rmult_le_compat_r; lra).
    assert (ud * (ud * ud) <= / 1048576 * (ud * ud)) by (apply Rmult_le_compat_r; nra).
    assert (ud * (ud * (ud * ud)) <= / 1048576 * (ud * (ud * ud))) by (apply Rmult_le_compat_r;
      [repeat apply Rmult_le_pos |]; lra).
    lra. }
  assert ((1 + ud) ^ 4 * (r * r + s * s) <= (1 + 402 / 100 * ud) * (r * r + s * s)) by (apply Rmult_le_compat_r;
    assumption).
  assert (ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

(* The sum of radii and gap. *)
Lemma reach_error (cr wr gap : F double) : finite (fadd (fadd cr wr) gap) ->
  nonneg cr -> nonneg wr -> nonneg gap ->
  let r := real cr + real wr + real gap in
  finite cr /\ finite wr /\ finite gap /\ 0 <= r /\ Rabs (real (fadd (fadd cr wr) gap) - r) <= 201 / 100 * ud * r.
Proof.
  intros H P1 P2 P3 r. destruct (fadd_error _ _ H) as (A & F3 & E). destruct (fadd_error _ _ A) as (F1 & F2 & E1).
  pose proof (nonneg_real _ P1). pose proof (nonneg_real _ P2). pose proof (nonneg_real _ P3).
  assert (R0 : 0 <= r) by (unfold r; lra). repeat split; auto.
  pose proof u_double_small as U. revert E E1. generalize (real (fadd (fadd cr wr) gap)) (real (fadd cr wr)).
  intros v w E E1.
  assert (B : ud * (real cr + real wr) <= ud * r) by (apply Rmult_le_compat_l; unfold r; lra).
  rewrite (Rabs_pos_eq (real cr + real wr)) in E1 by lra. apply within in E1.
  assert (W : 0 <= w) by (assert (ud * (real cr + real wr) <= / 1048576 * (real cr + real wr))
    by (apply Rmult_le_compat_r; lra); lra).
  rewrite (Rabs_pos_eq (w + real gap)) in E by lra. apply within in E. apply within.
  assert (w + real gap <= r + ud * r) by (unfold r in *; lra).
  assert (ud * (w + real gap) <= ud * (r + ud * r)) by (apply Rmult_le_compat_l; lra).
  assert (ud * (ud * r) <= / 1048576 * (ud * r)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |]; lra).
  assert (0 <= ud * r) by (apply Rmult_le_pos; lra).
  unfold r in *. lra.
Qed.

(* The square of a number with the relative error d, and of one that may have underflowed. *)
Lemma square_error G g d t v : 0 <= d <= / 10000 -> 0 <= t -> Rabs (g - G) <= d * Rabs G + t ->
  Rabs (v - g * g) <= ud * Rabs (g * g) + etad -> t * t <= ud * ud * etad ->
  Rabs (v - G * G) <= (2001 / 1000 * d + 202 / 100 * ud) * (G * G) + 102 / 100 * etad.
Proof.
  intros D T H V Q. pose proof u_double_small as U. pose proof eta_double_pos as ET.
  rewrite (Rabs_pos_eq (g * g)) in V by nra.
  assert (E : Rabs (g * g - G * G) <= (2001 / 1000 * d + 101 / 100 * ud) * (G * G) + / 100 * etad).
  { replace (g * g - G * G) with ((g - G) * (2 * G + (g - G))) by ring. rewrite Rabs_mult.
    assert (Rabs (2 * G + (g - G)) <= 2 * Rabs G + (d * Rabs G + t)).
    { eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, (Rabs_pos_eq 2) by lra. lra. }
    pose proof (Rabs_pos (g - G)). pose proof (Rabs_pos G) as G0. pose proof (Rabs_pos (2 * G + (g - G))).
    eapply Rle_trans; [apply Rmult_le_compat; [assumption | assumption | exact H | eassumption] |].
    pose proof (Rsqr_abs G) as SG. unfold Rsqr in SG. rewrite SG. revert G0. generalize (Rabs G). intros m M.
    (* 2 m t <= u m^2 + t^2 / u *)
    assert (X : 2 * (m * t) <= ud * (m * m) + ud * etad).
    { apply Rmult_le_reg_l with ud; [lra |]. pose proof (pow2_ge_0 (ud * m - t)). nra. }
    assert (d * (d * (m * m)) <= / 10000 * (d * (m * m))) by (apply Rmult_le_compat_r; [repeat apply Rmult_le_pos |];
      lra).
    assert (d * (m * t) <= / 10000 * (m * t)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |]; lra).
    assert (0 <= d * (m * m)) by (repeat apply Rmult_le_pos; lra).
    assert (0 <= m * m) by nra.
    assert (0 <= ud * (m * m)) by (repeat apply Rmult_le_pos; lra).
    assert (ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
    assert (ud * (ud * etad) <= / 1048576 * (ud * etad)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |]; lra).
    lra. }
  assert (0 <= G * G) by nra. revert E V H0. generalize (G * G) (g * g). intros s r E V S.
  apply within in E. apply within in V. apply within.
  assert (0 <= ud * s) by (apply Rmult_le_pos; lra).
  assert (ud * r <= ud * (s + ((2001 / 1000 * d + 101 / 100 * ud) * s + / 100 * etad))) by (apply Rmult_le_compat_l;
    lra).
  assert (ud * (ud * s) <= / 1048576 * (ud * s)) by (apply Rmult_le_compat_r; lra).
  assert (d * (ud * s) <= / 10000 * (ud * s)) by (apply Rmult_le_compat_r; lra).
  assert (ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

Lemma eta_square : etad * etad <= ud * ud * etad.
Proof.
  apply Rmult_le_compat_r; [left; apply eta_pos |]. unfold u, eta. rewrite <- bpow_plus. apply bpow_le. vm_compute.
  discriminate.
Qed.
