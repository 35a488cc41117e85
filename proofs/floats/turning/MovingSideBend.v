(* The bend of the gap |X| - R |u| to a side that turns, and that of step_at_side in src/turning/moving_time.h.

   Near a time the gap is linear but for V y^2. u x u' does not change, so |u| bends by (u x u')^2 / |u|^3. The bend of
   the code is at least 2 V: what its terms lose to rounding is less than the error of the slope, which it includes. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct SweepGeometry SweepTerms SweepErrors
  SweepSquares Wide WideQuotient TimePlace TimeEndPlace MovingTangent MovingSideSlope MovingSideBound.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta' := (bpow radix2 (-1075)).

Lemma product_below_length n a b : 0 < n -> a * a <= n * n -> Rabs (a * b) <= n * Rabs b.
Proof.
  intros n0 H. rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos |]. apply Rabs_le. split.
  - apply Rnot_lt_le. intros L. assert (n * n < - a * - a) by (apply Rmult_le_0_lt_compat; lra). lra.
  - apply Rnot_lt_le. intros L. assert (n * n < a * a) by (apply Rmult_le_0_lt_compat; lra). lra.
Qed.

(* |u| at the time y after the guess: its chord and a rest of second order. *)
Lemma length_expansion UX UY CX CY y : 0 < norm UX UY -> Rabs y * (Rabs CX + Rabs CY) <= norm UX UY / 2000 ->
  let n := norm UX UY in
  Rabs (norm (UX + y * CX) (UY + y * CY) - (n + y * ((UX * CX + UY * CY) / n))) <=
    1001 / 2000 * ((UX * CY - UY * CX) * (UX * CY - UY * CX) / (n * n * n)) * (y * y).
Proof.
  intros n0 Hy n. set (N := norm (UX + y * CX) (UY + y * CY)). set (p := (UX * CX + UY * CY) / n).
  set (d := UX * CY - UY * CX). fold n in n0, Hy.
  assert (En : n * n = UX * UX + UY * UY) by (unfold n; rewrite norm_square; ring).
  assert (EN : N * N = (UX + y * CX) * (UX + y * CX) + (UY + y * CY) * (UY + y * CY)) by (unfold N; rewrite
    norm_square; ring).
  assert (Ep : p * n = UX * CX + UY * CY) by (unfold p; field; lra).
  assert (N0 : 0 <= N) by apply norm_nonneg.
  (* The chord is not far from n. *)
  assert (Hp : Rabs p <= Rabs CX + Rabs CY).
  { apply Rmult_le_reg_r with n; [exact n0 |]. rewrite <- (Rabs_pos_eq n) at 1 by lra. rewrite <- Rabs_mult, Ep.
    pose proof (Rle_0_sqr UX) as X0. pose proof (Rle_0_sqr UY) as Y0. unfold Rsqr in X0, Y0.
    pose proof (product_below_length n UX CX n0 ltac:(lra)).
    pose proof (product_below_length n UY CY n0 ltac:(lra)). pose proof (Rabs_triang (UX * CX) (UY * CY)).
    lra. }
  assert (Hc : Rabs (y * p) <= n / 2000).
  { rewrite Rabs_mult. eapply Rle_trans; [| exact Hy]. apply Rmult_le_compat_l; [apply Rabs_pos | exact Hp]. }
  set (c := n + y * p). assert (c0 : 1999 / 2000 * n <= c) by (unfold c; apply Rabs_le_inv in Hc; lra).
  assert (Q : (N - c) * (N + c) * (n * n) = y * y * (d * d)).
  { replace ((N - c) * (N + c)) with (N * N - c * c) by ring. rewrite EN. unfold c.
    replace ((n + y * p) * (n + y * p)) with (n * n + 2 * y * (p * n) + y * y * (p * p)) by ring. rewrite Ep, En.
    assert (Epp : p * p * (UX * UX + UY * UY) = (UX * CX + UY * CY) * (UX * CX + UY * CY)) by (rewrite <- En, <- Ep;
      ring).
    replace ((((UX + y * CX) * (UX + y * CX) + (UY + y * CY) * (UY + y * CY)) -
      (UX * UX + UY * UY + 2 * y * (UX * CX + UY * CY) + y * y * (p * p))) * (UX * UX + UY * UY)) with
      (y * y * ((CX * CX + CY * CY) * (UX * UX + UY * UY) - p * p * (UX * UX + UY * UY))) by ring.
    rewrite Epp. unfold d. ring. }
  assert (nn : 0 < n * n) by now apply Rmult_lt_0_compat.
  assert (yd : 0 <= y * y * (d * d)) by (apply Rmult_le_pos; apply Rle_0_sqr).
  assert (Nc : 0 <= N - c).
  { apply Rnot_lt_le. intros L. assert (0 < (c - N) * (N + c) * (n * n)) by (repeat apply Rmult_lt_0_compat; lra). lra.
  }
  rewrite Rabs_pos_eq by exact Nc.
  assert (nnn : 0 < n * n * n) by now apply Rmult_lt_0_compat.
  apply Rmult_le_reg_r with (n * n * n); [exact nnn |].
  replace (1001 / 2000 * (d * d / (n * n * n)) * (y * y) * (n * n * n)) with (1001 / 2000 * (y * y * (d * d))) by
    (field; lra).
  assert (A : (N - c) * (n * n) * (1999 / 1000 * n) <= (N - c) * (n * n) * (N + c)).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]. }
  lra.
Qed.

(* The gap at the time y after the guess. *)
Theorem gap_expansion UX UY CX CY WX WY DX DY R side y : 0 < norm UX UY -> 0 <= R -> Rabs side = 1 ->
  Rabs y * (Rabs CX + Rabs CY) <= norm UX UY / 2000 ->
  let n := norm UX UY in
  let s := side * ((CX * WY - CY * WX) + (UX * DY - UY * DX)) - R * ((UX * CX + UY * CY) / n) in
  Rabs (side * ((UX + y * CX) * (WY + y * DY) - (UY + y * CY) * (WX + y * DX)) - R * norm (UX + y * CX) (UY + y * CY) -
    (side * (UX * WY - UY * WX) - R * n + s * y)) <=
    (Rabs (CX * DY - CY * DX) + R * (1001 / 2000 * ((UX * CY - UY * CX) * (UX * CY - UY * CX) / (n * n * n)))) * (y *
      y).
Proof.
  intros n0 R0 S1 Hy n s. pose proof (length_expansion UX UY CX CY y n0 Hy) as L. cbv zeta in L. fold n in L.
  set (N := norm (UX + y * CX) (UY + y * CY)) in *. set (p := (UX * CX + UY * CY) / n) in *.
  set (b := (UX * CY - UY * CX) * (UX * CY - UY * CX) / (n * n * n)) in *.
  match goal with |- Rabs ?e <= _ => replace e with (side * (CX * DY - CY * DX) * (y * y) + - (R * (N - (n + y * p))))
    by (unfold s; ring) end.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, !(Rabs_mult _ (_ - _)), (Rabs_mult _ (y * y)), Rabs_mult,
    S1.
  rewrite (Rabs_pos_eq R), (Rabs_pos_eq (y * y)) by (try exact R0; apply Rle_0_sqr).
  assert (R * Rabs (N - (n + y * p)) <= R * (1001 / 2000 * b * (y * y))) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

(* A product of two numbers that are near real ones. *)
Lemma near_product (a b : D) A B V W : finite (fmul a b) -> Rabs (real a) <= V -> Rabs (real a - A) <= 21 / 10 * u53 *
  V ->
  Rabs (real b) <= W -> Rabs (real b - B) <= 21 / 10 * u53 * W ->
  Rabs (real (fmul a b) - A * B) <= 53 / 10 * u53 * (V * W) + eta' /\ Rabs (A * B) <= 101 / 100 * (V * W).
Proof.
  intros F Ha Ea Hb Eb. pose proof (times_size _ _ _ _ Ha Hb) as Q0.
  destruct (Wide.fmul_error _ _ _ _ F Q0 (Rle_refl _)) as (_ & _ & E).
  pose proof (Rabs_pos (real a)). pose proof (Rabs_pos (real b)). assert (VW : 0 <= V * W) by (apply Rmult_le_pos; lra).
  pose proof (times_size _ _ _ _ Ha Eb) as Q1. pose proof (times_size _ _ _ _ Ea Hb) as Q2.
  pose proof (times_size _ _ _ _ Ea Eb) as Q3.
  replace (V * (21 / 10 * u53 * W)) with (21 / 10 * u53 * (V * W)) in Q1 by ring.
  replace (21 / 10 * u53 * V * W) with (21 / 10 * u53 * (V * W)) in Q2 by ring.
  replace (21 / 10 * u53 * V * (21 / 10 * u53 * W)) with (441 / 100 * (u53 * u53) * (V * W)) in Q3 by field.
  assert (X : A * B = real a * real b - real a * (real b - B) - (real a - A) * real b + (real a - A) * (real b - B)) by
    ring.
  set (x := real a * real b) in *. set (y := real a * (real b - B)) in *. set (z := (real a - A) * real b) in *.
  set (w := (real a - A) * (real b - B)) in *. rewrite X. clear - E Q0 Q1 Q2 Q3 VW. split; two_sided; lra.
Qed.

(* A cross product of such vectors. *)
Lemma near_cross (ax ay bx by_ v : D) AX AY BX BY Vx Vy Wx Wy V W : v = fsub (fmul ax by_) (fmul ay bx) -> finite v ->
  Rabs (real ax) <= Vx -> Rabs (real ax - AX) <= 21 / 10 * u53 * Vx -> Rabs (real ay) <= Vy ->
  Rabs (real ay - AY) <= 21 / 10 * u53 * Vy -> Rabs (real bx) <= Wx -> Rabs (real bx - BX) <= 21 / 10 * u53 * Wx ->
  Rabs (real by_) <= Wy -> Rabs (real by_ - BY) <= 21 / 10 * u53 * Wy ->
  Vx + Vy <= (1 + 5 * u53) * V -> Wx + Wy <= (1 + 5 * u53) * W ->
  Rabs (real v - (AX * BY - AY * BX)) <= 64 / 10 * u53 * (V * W) + 3 * eta' /\ Rabs (AX * BY - AY * BX) <= 102 / 100 *
    (V * W).
Proof.
  intros Ev Fv H1 H2 H3 H4 H5 H6 H7 H8 HV HW. pose proof Fv as Fv'. rewrite Ev in Fv'.
  destruct (fsub_finite _ _ Fv') as (Fp & Fq & _).
  destruct (near_product _ _ _ _ _ _ Fp H1 H2 H7 H8) as [P1 P2]. destruct (near_product _ _ _ _ _ _ Fq H3 H4 H5 H6) as
    [Q1 Q2].
  pose proof (two_products_near _ _ _ _ _ _ _ _ _ _ (or_intror (conj eq_refl Ev)) Fv P1 Q1 P2 Q2) as E.
  replace (AX * BY + -1 * (AY * BX)) with (AX * BY - AY * BX) in E by ring.
  pose proof (Rabs_pos (real ax)). pose proof (Rabs_pos (real ay)). pose proof (Rabs_pos (real bx)).
  pose proof (Rabs_pos (real by_)).
  assert (S0 : Vx * Wy + Vy * Wx <= 1001 / 1000 * (V * W)).
  { assert (0 <= Vx * Wx) by (apply Rmult_le_pos; lra). assert (0 <= Vy * Wy) by (apply Rmult_le_pos; lra).
    assert (0 <= V * W) by (apply Rmult_le_pos; lra).
    assert ((Vx + Vy) * (Wx + Wy) <= (1 + 5 * u53) * V * ((1 + 5 * u53) * W)) by (apply Rmult_le_compat; lra). lra. }
  assert (0 <= Vx * Wy) by (apply Rmult_le_pos; lra). assert (0 <= Vy * Wx) by (apply Rmult_le_pos; lra).
  pose proof (bpow_gt_0 radix2 (-1075)). split; [lra |].
  unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
Qed.

(* A change c that is small for the time q and the length S, with its error. *)
Lemma turn_is_little c a S n q rate : 0 <= c -> 0 <= a -> 0 < S -> a <= 33554433 * S -> Rabs (n - S) <= 34 / 10 * u53 *
  S ->
  (1 - 4 * u53) * (c / S) - eta' <= rate -> 0 <= q <= / 2000 -> rate * q <= / 500000000 ->
  q * (c + 22 / 10 * u53 * a) <= n / 2000.
Proof.
  intros c0 a0 S0 S2 NS ci q0 A1.
  assert (e0 : 0 < eta' <= / 1000000000000).
  { split; [apply bpow_gt_0 |]. apply Rle_trans with (bpow radix2 (-40)); [apply bpow_le; lia |]. simpl. lra. }
  assert (cs0 : 0 <= c / S) by (apply Rmult_le_pos; [exact c0 |]; left; now apply Rinv_0_lt_compat).
  assert (A2 : ((1 - 4 * u53) * (c / S) - eta') * q <= rate * q) by (apply Rmult_le_compat_r; lra).
  assert (A3 : eta' * q <= / 1000000000000 * / 2000) by (apply Rmult_le_compat; lra).
  assert (A4 : c / S * q <= / 100000000) by lra.
  assert (A5 : c * q <= / 100000000 * S).
  { replace (c * q) with (c / S * q * S) by (field; lra). apply Rmult_le_compat_r; lra. }
  assert (A6 : u53 * a <= / 100000000 * S) by lra.
  assert (A7 : u53 * a * q <= / 100000000 * S * / 2000).
  { apply Rmult_le_compat; [apply Rmult_le_pos; lra | lra | exact A6 | lra]. }
  apply Rabs_le_inv in NS. lra.
Qed.

Section Bend.
Variables x0 y0 ucx ucy wcx wcy r us ws inv : D.
Variables X0 Y0 CUX CUY CWX CWY Vux Vuy Vwx Vwy R S n : R.
Hypotheses (x_size : Rabs (real x0) <= Vux) (y_size : Rabs (real y0) <= Vuy)
  (x_near : Rabs (real x0 - X0) <= 21 / 10 * u53 * Vux) (y_near : Rabs (real y0 - Y0) <= 21 / 10 * u53 * Vuy)
  (cux : Rabs (real ucx) <= Vux) (cuy : Rabs (real ucy) <= Vuy) (cwx : Rabs (real wcx) <= Vwx)
  (cwy : Rabs (real wcy) <= Vwy) (eux : Rabs (real ucx - CUX) <= 21 / 10 * u53 * Vux)
  (euy : Rabs (real ucy - CUY) <= 21 / 10 * u53 * Vuy) (ewx : Rabs (real wcx - CWX) <= 21 / 10 * u53 * Vwx)
  (ewy : Rabs (real wcy - CWY) <= 21 / 10 * u53 * Vwy)
  (U_size : Vux + Vuy <= (1 + 5 * u53) * real us) (W_size : Vwx + Vwy <= (1 + 5 * u53) * real ws)
  (U_range : 0 <= real us <= bpow radix2 200) (W_range : 0 <= real ws <= bpow radix2 200)
  (r_range : 0 <= real r <= bpow radix2 200) (R_range : 0 <= R <= 1001 / 1000 * real r)
  (S0 : 0 < S) (S1 : S <= 102 / 100 * real us) (S2 : real us <= 33554433 * S) (S3 : bpow radix2 (-302) <= S)
  (NS : Rabs (n - S) <= 34 / 10 * u53 * S) (Hi : Rabs (real inv * S - 1) <= 101 / 100 * u53).
Let d := fsub (fmul x0 ucy) (fmul y0 ucx).
Let turn := fmul d inv.
Let cross := fsub (fmul ucx wcy) (fmul ucy wcx).
Let stretch := fmul us inv.
Let slope_error := fmul (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us) (fadd (fmul (fconst 1 1) ws) (fmul r stretch)).
Let second := fmul (fmul (fconst 1 1) r) (fmul (fmul turn turn) inv).
Let bend := fadd (fadd (fmul (fconst 1 2) (fabs cross)) second) slope_error.
Hypothesis F_bend : finite bend.
Let g := real r * (real us * (real us / S)).
Let K := 2 * (real us * real ws) + g.

Let Dr := X0 * CUY - Y0 * CUX.
Let Cr := CUX * CWY - CUY * CWX.

(* The turn of u, squared, over |u|. *)
Lemma second_low : finite second -> 0 <= real second /\
  199 / 100 * (real r * (real d * real d / (S * S * S))) - bpow radix2 (-570) <= real second /\
  Rabs (real d) <= 103 / 100 * (real us * real us) /\ Rabs (real d - Dr) <= 65 / 10 * u53 * (real us * real us).
Proof.
  intros F. destruct (inverse_pos inv S S0 S3 Hi) as (i0 & [i1 i2] & i3). destruct (fmul_finite _ _ F) as (F1 & F2 & _).
  destruct (fmul_finite _ _ F2) as (F3 & _ & _). destruct (fmul_finite _ _ F3) as (F4 & _ & _).
  destruct (fmul_finite _ _ F4) as (F5 & _ & Et).
  destruct (near_cross x0 y0 ucx ucy d X0 Y0 CUX CUY Vux Vuy Vux Vuy (real us) (real us) eq_refl F5 x_size x_near
    y_size y_near
    cux eux cuy euy U_size U_size) as [D1 D2]. fold Dr in D1, D2.
  assert (s0 : 0 < / S) by now apply Rinv_0_lt_compat. set (a := real us) in *. set (i := real inv) in *.
  set (rr := real r) in *.
  assert (a0 : bpow radix2 (-303) <= a).
  { assert (E : bpow radix2 (-302) = 2 * bpow radix2 (-303)) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus;
      reflexivity). pose proof (bpow_gt_0 radix2 (-303)). lra. }
  pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  assert (ea : 1048576 * eta' <= u53 * (a * a)).
  { apply Rle_trans with (u53 * (bpow radix2 (-303) * bpow radix2 (-303))).
    - change u53 with (bpow radix2 (-53)). change 1048576 with (bpow radix2 20). rewrite <- !bpow_plus. apply bpow_le.
    lia.
    - apply Rmult_le_compat_l; [lra |]. pose proof (bpow_gt_0 radix2 (-303)). apply Rmult_le_compat; lra. }
  assert (aa : 0 <= a * a) by apply Rle_0_sqr.
  assert (D3 : Rabs (real d - Dr) <= 65 / 10 * u53 * (a * a)) by lra.
  assert (D4 : Rabs (real d) <= 103 / 100 * (a * a)).
  { replace (real d) with (Dr + (real d - Dr)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  set (x := Rabs (real d) * i). assert (x0' : 0 <= x) by (unfold x; apply Rmult_le_pos; [apply Rabs_pos | lra]).
  pose proof (rnd_error double (real d * i)) as Rt. rewrite <- Et in Rt.
  change (real (fmul d inv)) with (real turn) in Rt.
  rewrite u_double in Rt. change (eta double) with eta' in Rt.
  assert (Ex : Rabs (real d * i) = x) by (rewrite Rabs_mult, (Rabs_pos_eq i) by lra; reflexivity). rewrite Ex in Rt.
  set (t := real turn) in *. assert (T1 : (1 - u53) * x - eta' <= Rabs t).
  { pose proof (Rabs_triang_inv (real d * i) t) as Q. rewrite Ex, Rabs_minus_sym in Q. lra. }
  assert (T2 : (1 - 2 * u53) * (x * x) - 22 / 10 * (eta' * x) <= t * t).
  { assert (Ett : t * t = Rabs t * Rabs t) by (rewrite <- Rabs_mult; symmetry; apply Rabs_pos_eq, Rle_0_sqr).
    rewrite Ett. assert (ex : 0 <= eta' * x) by (apply Rmult_le_pos; lra). assert (xx : 0 <= x * x) by apply Rle_0_sqr.
    destruct (Rle_lt_dec ((1 - u53) * x) eta') as [L | L].
    - assert (x * x <= 101 / 100 * eta' * x) by (apply Rmult_le_compat_r; lra).
      assert (0 <= Rabs t * Rabs t) by apply Rle_0_sqr. lra.
    - assert (((1 - u53) * x - eta') * ((1 - u53) * x - eta') <= Rabs t * Rabs t) by (apply Rmult_le_compat; lra).
      assert (0 <= eta' * eta') by apply Rle_0_sqr. lra. }
  pose proof (fmul_square_nonneg _ F3) as G3. pose proof (Bounded.fmul_error _ _ F3) as L3. fold t in L3.
  rewrite (Rabs_pos_eq (t * t)) in L3 by apply Rle_0_sqr. apply Rabs_le_inv in L3.
  destruct (product_low _ _ F2 G3 (Rlt_le _ _ i0)) as [G2 L2]. fold i in L2.
  pose proof (twice_exact _ F1) as E2. fold rr in E2.
  destruct (product_low _ _ F ltac:(lra) G2) as [G1 L1]. fold second in G1, L1. rewrite E2 in L1.
  rewrite u_double in *. change (eta double) with eta' in *.
  set (q2 := real (fmul turn turn)) in *. set (q3 := real (fmul (fmul turn turn) inv)) in *.
  assert (Q2 : (1 - 31 / 10 * u53) * (x * x) - 23 / 10 * (eta' * x) - eta' <= q2).
  { assert (0 <= x * x) by apply Rle_0_sqr. assert (0 <= eta' * x) by (apply Rmult_le_pos; lra). lra. }
  assert (Q3 : ((1 - 31 / 10 * u53) * (x * x) - 23 / 10 * (eta' * x) - eta') * i <= q2 * i) by (apply
    Rmult_le_compat_r; lra).
  set (A := x * x * i) in *. assert (A0 : 0 <= A) by (unfold A; apply Rmult_le_pos; [apply Rle_0_sqr | lra]).
  assert (exi : 0 <= eta' * x * i) by (apply Rmult_le_pos; [apply Rmult_le_pos |]; lra).
  assert (ei : 0 <= eta' * i) by (apply Rmult_le_pos; lra).
  assert (Q4 : (1 - 42 / 10 * u53) * A - 24 / 10 * (eta' * x * i) - 2 * (eta' * i) - eta' <= q3).
  { replace (((1 - 31 / 10 * u53) * (x * x) - 23 / 10 * (eta' * x) - eta') * i) with
      ((1 - 31 / 10 * u53) * A - 23 / 10 * (eta' * x * i) - eta' * i) in Q3 by (unfold A; ring). lra. }
  assert (Q5 : 2 * rr * ((1 - 42 / 10 * u53) * A - 24 / 10 * (eta' * x * i) - 2 * (eta' * i) - eta') <= 2 * rr * q3) by
    (apply Rmult_le_compat_l; lra).
  (* i^3 d^2 *)
  set (B := real d * real d / (S * S * S)).
  assert (dd : 0 <= real d * real d) by apply Rle_0_sqr.
  assert (AB : (1 - 31 / 10 * u53) * B <= A).
  { unfold A, x, B. replace (Rabs (real d) * i * (Rabs (real d) * i) * i) with (real d * real d * (i * i * i)).
    - replace ((1 - 31 / 10 * u53) * (real d * real d / (S * S * S))) with (real d * real d * ((1 - 31 / 10 * u53) / (S
      * S * S)))
        by (unfold Rdiv; ring).
      apply Rmult_le_compat_l; [exact dd |]. set (v := (1 - 101 / 100 * u53) / S) in *.
      assert (v0 : 0 < v) by (unfold v; apply Rdiv_lt_0_compat; lra).
      apply Rle_trans with (v * v * v).
      + unfold v. apply Rle_trans with ((1 - 101 / 100 * u53) * (1 - 101 / 100 * u53) * (1 - 101 / 100 * u53) * (/ S *
        / S * / S)).
        * unfold Rdiv. rewrite !Rinv_mult. apply Rmult_le_compat_r; [| lra].
        apply Rmult_le_pos; [apply Rmult_le_pos |]; lra.
        * right. unfold Rdiv. ring.
      + apply Rmult_le_compat; [| lra | apply Rmult_le_compat; lra | lra]. apply Rmult_le_pos; lra.
    - assert (Ed : Rabs (real d) * Rabs (real d) = real d * real d) by (rewrite <- Rabs_mult; now apply Rabs_pos_eq).
      replace (Rabs (real d) * i * (Rabs (real d) * i) * i) with (Rabs (real d) * Rabs (real d) * (i * i * i)) by ring.
      now rewrite Ed. }
  assert (B0 : 0 <= B).
  { unfold B, Rdiv. apply Rmult_le_pos; [exact dd |]. left. apply Rinv_0_lt_compat.
  repeat apply Rmult_lt_0_compat; lra. }
  (* What underflows. *)
  assert (as1 : a / S <= bpow radix2 26).
  { apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    change (bpow radix2 26) with 67108864. lra. }
  assert (as0 : 0 <= a / S) by (apply Rmult_le_pos; lra).
  assert (xi : x * i <= bpow radix2 53).
  { unfold x. assert (Y : Rabs (real d) * i * i <= 103 / 100 * (a * a) * ((1 + 101 / 100 * u53) / S) * ((1 + 101 / 100
    * u53) / S)).
    { assert (0 <= Rabs (real d)) by apply Rabs_pos. apply Rmult_le_compat; [apply Rmult_le_pos; lra | lra | | lra].
      apply Rmult_le_compat; lra. }
    replace (103 / 100 * (a * a) * ((1 + 101 / 100 * u53) / S) * ((1 + 101 / 100 * u53) / S)) with
      (103 / 100 * ((1 + 101 / 100 * u53) * (1 + 101 / 100 * u53)) * (a / S * (a / S))) in Y by (unfold Rdiv; ring).
    assert (Z : a / S * (a / S) <= bpow radix2 26 * bpow radix2 26) by (apply Rmult_le_compat; lra).
    rewrite <- bpow_plus in Z. change (26 + 26)%Z with 52%Z in Z.
    assert (E : bpow radix2 53 = 2 * bpow radix2 52) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus;
      reflexivity).
    rewrite E. pose proof (bpow_gt_0 radix2 52). lra. }
  set (T := bpow radix2 (-573)) in *. assert (T0 : 0 < T) by apply bpow_gt_0.
  assert (Z1 : rr * (eta' * x * i) <= T / 1000).
  { apply Rle_trans with (bpow radix2 200 * (eta' * bpow radix2 53)).
    - apply Rmult_le_compat; [lra | exact exi | lra |]. rewrite Rmult_assoc. apply Rmult_le_compat_l; lra.
    - apply Rle_trans with (bpow radix2 (-10) * T); [unfold T; rewrite <- !bpow_plus; apply bpow_le; lia |].
      change (bpow radix2 (-10)) with (/ 1024). lra. }
  assert (Z2 : rr * (eta' * i) <= 101 / 100 * T).
  { apply Rle_trans with (bpow radix2 200 * (eta' * (101 / 100 * bpow radix2 302))).
    - apply Rmult_le_compat; [lra | exact ei | lra |]. apply Rmult_le_compat_l; lra.
    - right. replace (bpow radix2 200 * (eta' * (101 / 100 * bpow radix2 302))) with
        (101 / 100 * (bpow radix2 200 * (eta' * bpow radix2 302))) by ring. rewrite <- !bpow_plus. reflexivity. }
  assert (Z3 : rr * eta' <= T / 1000).
  { apply Rle_trans with (bpow radix2 200 * eta'); [apply Rmult_le_compat_r; lra |].
    apply Rle_trans with (bpow radix2 (-10) * T); [unfold T; rewrite <- !bpow_plus; apply bpow_le; lia |].
    change (bpow radix2 (-10)) with (/ 1024). lra. }
  assert (Z4 : eta' <= T / 1000).
  { apply Rle_trans with (bpow radix2 (-10) * T); [unfold T; rewrite <- !bpow_plus; apply bpow_le; lia |].
    change (bpow radix2 (-10)) with (/ 1024). lra. }
  assert (P570 : bpow radix2 (-570) = 8 * T) by (unfold T; change 8 with (bpow radix2 3); rewrite <- bpow_plus;
    reflexivity).
  assert (RA : (1 - 31 / 10 * u53) * (rr * B) <= rr * A).
  { replace ((1 - 31 / 10 * u53) * (rr * B)) with (rr * ((1 - 31 / 10 * u53) * B)) by ring.
  apply Rmult_le_compat_l; lra. }
  assert (RB : 0 <= rr * B) by (apply Rmult_le_pos; lra).
  split; [exact G1 |]. split; [| split; assumption].
  replace (2 * rr * ((1 - 42 / 10 * u53) * A - 24 / 10 * (eta' * x * i) - 2 * (eta' * i) - eta')) with
    (2 * ((1 - 42 / 10 * u53) * (rr * A) - 24 / 10 * (rr * (eta' * x * i)) - 2 * (rr * (eta' * i)) - rr * eta')) in Q5
      by ring.
  rewrite P570. fold B. set (rA := rr * A) in *. set (rB := rr * B) in *. set (w1 := rr * (eta' * x * i)) in *.
  set (w2 := rr * (eta' * i)) in *. set (w3 := rr * eta') in *. set (z := 2 * rr * q3) in *.
  clear - L1 Q5 RA RB Z1 Z2 Z3 Z4 T0. lra.
Qed.

(* The bend of the code is at least twice that of the gap. *)
Theorem bend_at_least_twice :
  Rabs Cr + R * (1001 / 2000 * (Dr * Dr / (n * n * n))) <= real bend / 2 + bpow radix2 (-570) /\ 0 <= real bend.
Proof.
  destruct (fadd_finite _ _ F_bend) as (F1 & F2 & _). destruct (fadd_finite _ _ F1) as (F3 & F4 & _).
  destruct (fmul_finite _ _ F3) as (F5 & F6 & _). apply fabs_finite in F6.
  destruct (near_cross ucx ucy wcx wcy cross CUX CUY CWX CWY Vux Vuy Vwx Vwy (real us) (real ws) eq_refl F6 cux eux cuy
    euy cwx
    ewx cwy ewy U_size W_size) as [C1 C2]. fold Cr in C1, C2.
  destruct (second_low F4) as (G4 & L4 & D1 & D2). destruct (slope_error_low r us ws inv S U_range W_range r_range S0
    S1 S2 S3 Hi F2) as (_ & _ & G2 & _ & L2).
  change (639 / 10 * u53 * K - bpow radix2 (-700) <= real slope_error) in L2.
  const_facts 1%Z 2%Z Fc Vc. rewrite Rmult_1_l in Vc. change (bpow radix2 2) with 4 in Vc.
  destruct (product_low _ _ F3 ltac:(lra) ltac:(rewrite real_fabs; apply Rabs_pos)) as [G3 L3].
  rewrite Vc, real_fabs in L3.
  destruct (sum_low _ _ F1 G3 G4) as [G1 L1]. destruct (sum_low _ _ F_bend G1 G2) as [G0 L0]. fold bend in G0, L0.
  split; [| exact G0]. rewrite u_double in *. change (eta double) with eta' in *. fold slope_error in L0.
  set (v1 := real (fmul (fconst 1 2) (fabs cross))) in *. set (v2 := real second) in *.
  set (v3 := real (fadd (fmul (fconst 1 2) (fabs cross)) second)) in *. set (v4 := real slope_error) in *.
  assert (C3 : Rabs Cr <= Rabs (real cross) + (64 / 10 * u53 * (real us * real ws) + 3 * eta')).
  { replace Cr with (real cross + - (real cross - Cr)) by ring. eapply Rle_trans; [apply Rabs_triang |].
  rewrite Rabs_Ropp. lra. }
  set (p := real us * real ws) in *. assert (p0 : 0 <= p) by (apply Rmult_le_pos; lra).
  set (a := real us) in *. set (dr := real d) in *. set (rr := real r) in *.
  assert (s0 : 0 < / S) by now apply Rinv_0_lt_compat.
  assert (SSS : 0 < S * S * S) by (repeat apply Rmult_lt_0_compat; lra).
  (* |u| for the root. *)
  assert (n1 : (1 - 34 / 10 * u53) * S <= n) by (apply Rabs_le_inv in NS; lra).
  assert (nnn : 999 / 1000 * (S * S * S) <= n * n * n).
  { apply Rle_trans with ((1 - 34 / 10 * u53) * S * ((1 - 34 / 10 * u53) * S) * ((1 - 34 / 10 * u53) * S)).
    - replace ((1 - 34 / 10 * u53) * S * ((1 - 34 / 10 * u53) * S) * ((1 - 34 / 10 * u53) * S)) with
        ((1 - 34 / 10 * u53) * (1 - 34 / 10 * u53) * (1 - 34 / 10 * u53) * (S * S * S)) by ring.
      apply Rmult_le_compat_r; lra.
    - assert (0 <= (1 - 34 / 10 * u53) * S) by (apply Rmult_le_pos; lra).
      apply Rmult_le_compat; [now apply Rmult_le_pos | assumption | apply Rmult_le_compat; lra | exact n1]. }
  set (q := a * a) in *. assert (q0 : 0 <= q) by apply Rle_0_sqr. set (del := dr - Dr) in *.
  assert (del2 : del * del <= 65 / 10 * u53 * q * (65 / 10 * u53 * q)).
  { replace (del * del) with (Rabs del * Rabs del) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
    pose proof (Rabs_pos del). apply Rmult_le_compat; lra. }
  assert (DD : Dr * Dr <= 3 / 2 * (dr * dr) + 3 * (del * del)).
  { replace Dr with (dr - del) by (unfold del; ring).
    assert (0 <= (dr / 2 + del) * (dr / 2 + del)) by apply Rle_0_sqr. lra. }
  set (B := dr * dr / (S * S * S)) in *. set (E := q * q / (S * S * S)).
  assert (Dn : Dr * Dr / (n * n * n) <= 1503 / 1000 * B + 3004 / 1000 * (4225 / 100 * (u53 * u53)) * E).
  { apply Rle_trans with (Dr * Dr / (999 / 1000 * (S * S * S))).
    - unfold Rdiv. apply Rmult_le_compat_l; [apply Rle_0_sqr |]. apply Rinv_le; lra.
    - apply Rmult_le_reg_r with (S * S * S); [exact SSS |].
      replace (Dr * Dr / (999 / 1000 * (S * S * S)) * (S * S * S)) with (1000 / 999 * (Dr * Dr)) by (field; lra).
      replace ((1503 / 1000 * B + 3004 / 1000 * (4225 / 100 * (u53 * u53)) * E) * (S * S * S)) with
        (1503 / 1000 * (dr * dr) + 3004 / 1000 * (4225 / 100 * (u53 * u53)) * (q * q)) by (unfold B, E; field; lra).
      assert (0 <= dr * dr) by apply Rle_0_sqr. assert (0 <= q * q) by apply Rle_0_sqr. lra. }
  (* us^2 / |u|^2 is at most 1.13e15. *)
  assert (EK : rr * E <= 1126000000000000 * g).
  { unfold E, g. fold a rr. replace (q * q / (S * S * S)) with (a * (a / S) * ((a / S) * (a / S))) by (unfold q; field;
    lra).
    assert (as1 : a / S <= 33554433).
    { apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (as0 : 0 <= a / S) by (apply Rmult_le_pos; lra).
    replace (1126000000000000 * (rr * (a * (a / S)))) with (rr * (a * (a / S) * 1126000000000000)) by ring.
    apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra |].
    apply Rle_trans with (33554433 * 33554433); [apply Rmult_le_compat; lra | lra]. }
  assert (B0 : 0 <= B) by (unfold B, Rdiv; apply Rmult_le_pos; [apply Rle_0_sqr | left; now apply Rinv_0_lt_compat]).
  assert (E0 : 0 <= E) by (unfold E, Rdiv; apply Rmult_le_pos; [apply Rle_0_sqr | left; now apply Rinv_0_lt_compat]).
  assert (RD : R * (1001 / 2000 * (Dr * Dr / (n * n * n))) <=
    1001 / 1000 * rr * (1001 / 2000 * (1503 / 1000 * B + 3004 / 1000 * (4225 / 100 * (u53 * u53)) * E))).
  { apply Rle_trans with (R * (1001 / 2000 * (1503 / 1000 * B + 3004 / 1000 * (4225 / 100 * (u53 * u53)) * E))).
    - apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [lra | exact Dn].
    - apply Rmult_le_compat_r; [lra |]. lra. }
  assert (rB : 0 <= rr * B) by (apply Rmult_le_pos; lra). assert (rE : 0 <= rr * E) by (apply Rmult_le_pos; lra).
  replace (1001 / 1000 * rr * (1001 / 2000 * (1503 / 1000 * B + 3004 / 1000 * (4225 / 100 * (u53 * u53)) * E))) with
    (1001 / 1000 * (1001 / 2000) * (1503 / 1000 * (rr * B) + 3004 / 1000 * (4225 / 100 * (u53 * u53)) * (rr * E))) in
      RD by ring.
  assert (P570 : bpow radix2 (-570) = 2 * bpow radix2 (-571)) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus;
    reflexivity).
  assert (P700 : bpow radix2 (-700) <= / 1024 * bpow radix2 (-571)).
  { change (/ 1024) with (bpow radix2 (-10)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (P75 : eta' <= / 1024 * bpow radix2 (-571)).
  { change (/ 1024) with (bpow radix2 (-10)). rewrite <- bpow_plus. apply bpow_le. lia. }
  pose proof (bpow_gt_0 radix2 (-571)) as t0. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  pose proof (bpow_gt_0 radix2 (-700)) as t7.
  unfold K in L2. fold a in p. fold p in L2. pose proof (Rabs_pos (real cross)) as c0. rewrite P570 in *.
  set (c := Rabs (real cross)) in *. set (rb := rr * B) in *. set (re := rr * E) in *.
  assert (g0 : 0 <= g) by lra.
  clear - L0 L1 L2 L3 L4 C3 RD EK P700 P75 p0 g0 rB rE t0 e0 t7 c0 G3 G4 G2.
  set (w := R * (1001 / 2000 * (Dr * Dr / (n * n * n)))) in *.
  lra.
Qed.

(* The bend of R |u| is at most half of R U^2 / |u|. *)
Lemma bend_at_most UX UY : n = norm UX UY -> 0 < n ->
  R * (1001 / 2000 * ((UX * CUY - UY * CUX) * (UX * CUY - UY * CUX) / (n * n * n))) <= 504 / 1000 * g.
Proof.
  intros En n0. set (dc := UX * CUY - UY * CUX). assert (nnn : 0 < n * n * n) by (repeat apply Rmult_lt_0_compat; exact
    n0).
  assert (En2 : n * n = UX * UX + UY * UY) by (rewrite En, norm_square; ring).
  pose proof (Rle_0_sqr UX) as sx. pose proof (Rle_0_sqr UY) as sy. unfold Rsqr in sx, sy.
  pose proof (product_below_length n UX CUY n0 ltac:(lra)) as c1.
  pose proof (product_below_length n UY CUX n0 ltac:(lra)) as c2.
  pose proof (Rabs_triang_inv CUX (real ucx)) as t1. pose proof (Rabs_triang_inv CUY (real ucy)) as t2.
  rewrite Rabs_minus_sym in t1, t2.
  assert (Dn : Rabs dc <= n * (1001 / 1000 * real us)).
  { unfold dc, Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
    apply Rle_trans with (n * (Rabs CUX + Rabs CUY)); [lra |]. apply Rmult_le_compat_l; lra. }
  assert (DD : dc * dc <= n * n * (1003 / 1000 * (real us * real us))).
  { replace (dc * dc) with (Rabs dc * Rabs dc) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
    apply Rle_trans with (n * (1001 / 1000 * real us) * (n * (1001 / 1000 * real us))).
    - apply Rmult_le_compat; auto using Rabs_pos.
    - assert (0 <= n * n * (real us * real us)) by (apply Rmult_le_pos; apply Rle_0_sqr). lra. }
  assert (Q : dc * dc / (n * n * n) <= 1004 / 1000 * (real us * (real us / S))).
  { apply Rmult_le_reg_r with (n * n * n); [exact nnn |].
    replace (dc * dc / (n * n * n) * (n * n * n)) with (dc * dc) by (field; lra). eapply Rle_trans; [exact DD |].
    replace (1004 / 1000 * (real us * (real us / S)) * (n * n * n)) with
      (n * n * (real us * real us) * (1004 / 1000 * (n / S))) by (field; lra).
    replace (n * n * (1003 / 1000 * (real us * real us))) with (n * n * (real us * real us) * (1003 / 1000)) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; apply Rle_0_sqr |].
    assert (1 - 34 / 10 * u53 <= n / S).
    { apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite (Rmult_assoc n), Rinv_l by lra.
      apply Rabs_le_inv in NS. lra. }
    lra. }
  assert (q0 : 0 <= dc * dc / (n * n * n)) by (apply Rmult_le_pos; [apply Rle_0_sqr | left; now apply
    Rinv_0_lt_compat]).
  assert (RQ : R * (1001 / 2000 * (dc * dc / (n * n * n))) <=
    1001 / 1000 * real r * (1001 / 2000 * (1004 / 1000 * (real us * (real us / S))))).
  { apply Rmult_le_compat; lra. }
  replace (1001 / 1000 * real r * (1001 / 2000 * (1004 / 1000 * (real us * (real us / S))))) with
    (1001 / 1000 * (1001 / 2000) * (1004 / 1000) * g) in RQ by (unfold g; ring).
  assert (0 <= g).
  { unfold g. apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [lra |].
    left. now apply Rinv_0_lt_compat. }
  lra.
Qed.
End Bend.
