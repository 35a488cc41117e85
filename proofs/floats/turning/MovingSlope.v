(* The slope of f = |X| - R |u| on a piece of time: slopes_on of src/turning/moving_filter.h.

   X' has the error 28 eps U W, and R times the slope of |u| at an end of the piece 29 eps R U^2 / |u|, and what
   underflows. The bound is 64 eps U (2 W + R U / |u|) + 2^-500 R + 2^-600. If the slope is certain, f grows or
   shrinks on all of the piece. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss Geometry MovingGeometry MovingVectors MovingTurn MovingMiss MovingErrors MovingEnds MovingSide
  MovingFree MovingTangent MovingTrend MovingSlopeReal Terms_moving.

Open Scope R_scope.

(* R times the slope of |u| at a time, where |u| is n. *)
Section Speed.
Variables (us n r x y cx cy : D) (R X Y CX CY : R).
Hypotheses (Su : size_in_range us) (Bn : below 202 n) (Ln : bpow radix2 (-537) <= real n)
  (Un : flt (fmul (fconst 1 (-10)) us) n = true)
  (En : Rabs (real n - norm X Y) <= 10 * eps * real us + H500 / 100000) (N0 : 0 < norm X Y)
  (Sn : norm X Y <= (1 + 1 / 100) * real us + H500 / 100000)
  (Sr : size_in_range r) (HR : 0 <= R <= (1 + 2 * eps) * real r) (ER : Rabs (real r - R) <= eps * R)
  (V : close x y X Y (padded us)) (C : close cx cy CX CY (padded us)).

Lemma length_at_most : real n <= (1 + 1 / 50) * real us + H500 / 1000.
Proof.
  pose proof eps_small. pose proof (bpow_gt_0 radix2 (-500)). pose proof (proj2 Su). apply Rabs_le_inv in En.
  assert (eps * real us <= / 1048576 * real us) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma length_speed_known : let M := ratio us n in
  let q := fmul r (fdiv (fadd (fmul x cx) (fmul y cy)) n) in
  below 420 q /\ Rabs (real q - R * ((X * CX + Y * CY) / norm X Y))
    <= 29 * eps * (real r * M) + real r * H500 / 20 + H600 / 100 /\
  Rabs (real q) <= 2 * (real r * M) + real r * H500 / 5 + H600 / 10.
Proof.
  intros M q. pose proof length_at_most as Hn. destruct (length_ratio us n Su Bn Ln Hn Un) as (P & HU & HM & UM & NM).
  destruct (padded_ratio us n Su Bn Ln Hn Un) as (S0 & S2 & TN). fold M in HM, UM, NM, S2.
  destruct (close_dot _ _ _ _ _ _ _ _ _ _ V C) as (Bd & Ed & Md). set (d := fadd (fmul x cx) (fmul y cy)) in *.
  pose proof (close_real_size _ _ _ _ _ C) as SC. destruct (padded_facts us Su) as (PU & LU & _).
  pose proof eps_small. pose proof tiny_pos as T0. destruct Sr as [Br R0]. destruct (in_range_le _ Su) as [_ U200].
  pose proof (bpow_gt_0 radix2 (-500)) as G0. pose proof (bpow_gt_0 radix2 (-600)) as G6.
  destruct small_root as (_ & _ & TG & G1).
  destruct tiny_600 as (_ & T6 & _).
  set (U := real us) in *. set (N := real n) in *. set (L := norm X Y) in *. set (s := padded us) in *.
  assert (IN : 0 < / N) by now apply Rinv_0_lt_compat. assert (IL : 0 < / L) by now apply Rinv_0_lt_compat.
  assert (NC : norm CX CY <= (1 + 37 * eps) * s).
  { eapply Rle_trans; [| exact SC]. replace (norm CX CY) with (norm (0 + CX) (0 + CY)) by (f_equal; ring).
    eapply Rle_trans; [apply norm_triangle |]. unfold norm. replace (0 * 0 + 0 * 0) with 0 by ring. rewrite sqrt_0.
    lra. }
  set (D0 := X * CX + Y * CY) in *.
  assert (DL : Rabs (D0 * / L) <= (1 + 37 * eps) * s).
  { rewrite Rabs_mult, (Rabs_pos_eq (/ L)) by lra. apply Rmult_le_reg_r with L; [exact N0 |].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with (L * norm CX CY).
    - unfold D0, L. apply Rabs_le. pose proof (dot_at_most X Y CX CY). pose proof (dot_at_most (- X) (- Y) CX CY) as Z.
      replace (norm (- X) (- Y)) with (norm X Y) in Z by (unfold norm; f_equal; ring). lra.
    - rewrite Rmult_comm. apply Rmult_le_compat_r; lra. }
  (* s / n and s^2 / n *)
  assert (SN : s * / N <= 1026).
  { apply Rmult_le_reg_r with N; [exact P |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. unfold s, padded. fold U.
    assert (bpow radix2 (-1022) <= N) by (eapply Rle_trans; [| exact Ln]; apply bpow_le; lia). lra. }
  assert (SN0 : 0 <= s * / N) by (apply Rmult_le_pos; lra).
  assert (SU : 0 <= s * / N * U <= M + H500 / 1000).
  { split; [apply Rmult_le_pos; lra |]. apply Rle_trans with (s * / N * s); [apply Rmult_le_compat_l; lra |]. lra. }
  set (v := real d / N).
  assert (Ev : Rabs (v - D0 * / L) <= 23 * (eps * M) + H500 / 40).
  { unfold v. replace (real d / N - D0 * / L) with ((real d - D0) * / N + D0 * / L * ((L - N) * / N)) by (field; lra).
    eapply Rle_trans; [apply Rabs_triang |].
    assert (A1 : Rabs ((real d - D0) * / N) <= (25 / 2 * eps * (s * s) + 3 * tiny) * / N).
    { rewrite Rabs_mult, (Rabs_pos_eq (/ N)) by lra. apply Rmult_le_compat_r; lra. }
    assert (A2 : Rabs (D0 * / L * ((L - N) * / N)) <= (1 + 37 * eps) * s * ((10 * eps * U + H500 / 100000) * / N)).
    { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [exact DL |].
      rewrite Rabs_mult, (Rabs_pos_eq (/ N)) by lra. rewrite Rabs_minus_sym. apply Rmult_le_compat_r; lra. }
    replace ((25 / 2 * eps * (s * s) + 3 * tiny) * / N) with (25 / 2 * (eps * (s * s * / N)) + 3 * (tiny * / N))
      in A1 by ring.
    replace ((1 + 37 * eps) * s * ((10 * eps * U + H500 / 100000) * / N)) with
      ((1 + 37 * eps) * (10 * (eps * (s * / N * U)) + s * / N * H500 / 100000)) in A2 by (field; lra).
    assert (X1 : eps * (s * s * / N) <= eps * (M + H500 / 1000)) by (apply Rmult_le_compat_l; lra).
    assert (X2 : eps * (s * / N * U) <= eps * (M + H500 / 1000)) by (apply Rmult_le_compat_l; lra).
    assert (X3 : s * / N * H500 <= 1026 * H500) by (apply Rmult_le_compat_r; lra).
    assert (X4 : (1 + 37 * eps) * (10 * (eps * (s * / N * U)) + s * / N * H500 / 100000) <=
      (1 + / 1000) * (10 * (eps * (M + H500 / 1000)) + 1026 * H500 / 100000)).
    { apply Rmult_le_compat; try lra. assert (0 <= eps * (s * / N * U)) by (apply Rmult_le_pos; lra).
      assert (0 <= s * / N * H500) by (apply Rmult_le_pos; lra). lra. }
    assert (0 <= eps * M) by (apply Rmult_le_pos; lra).
    assert (eps * H500 <= / 1048576 * H500) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Us : s <= 12 / 10 * M + H500 / 100).
  { unfold s, padded. fold U. assert (1048576 * bpow radix2 (-1022) <= H500).
    { change 1048576 with (bpow radix2 20). rewrite <- bpow_plus. apply bpow_le. lia. } lra. }
  assert (EM : 0 <= eps * M <= / 1048576 * M) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EEM : eps * (eps * M) <= / 1048576 * (eps * M)) by (apply Rmult_le_compat_r; lra).
  assert (EG : 0 <= eps * H500 <= / 1048576 * H500) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (Es : 0 <= eps * s <= / 1048576 * s) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (DM : Rabs (D0 * / L) <= 13 / 10 * M + H500 / 50) by lra.
  apply Rabs_le_inv in Ev. apply Rabs_le_inv in DM.
  assert (Mv : Rabs v <= 14 / 10 * M + H500 / 20) by (apply Rabs_le; lra).
  assert (M212 : 14 / 10 * M + H500 / 20 <= bpow radix2 212).
  { change 212%Z with (12 + 200)%Z. rewrite bpow_plus. change (bpow radix2 12) with 4096.
    assert (1 <= bpow radix2 200) by (change 1 with (bpow radix2 0); apply bpow_le; lia). lra. }
  destruct (below_div 212 d n ltac:(lia) (proj1 Bd) (proj1 Bn) ltac:(fold N; lra) ltac:(fold N v; lra)) as [Bq Eq].
  fold N v in Eq. set (w := real (fdiv d n)) in *.
  assert (EMv : eps * Rabs v <= eps * (14 / 10 * M + H500 / 20)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in Eq. apply Rabs_le_inv in Mv.
  assert (B : below (200 + 212) q) by (apply below_mul; auto; lia). split; [eapply below_weaken; [exact B | lia] |].
  pose proof (fmul_error _ _ (proj1 B)) as E. fold q w in E.
  set (Q := real r * M). set (RG := real r * H500). assert (Q0 : 0 <= Q) by (apply Rmult_le_pos; lra).
  assert (RG0 : 0 <= RG) by (apply Rmult_le_pos; lra).
  assert (EQ : 0 <= eps * Q <= / 1048576 * Q) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (ERG : 0 <= eps * RG <= / 1048576 * RG) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (Ew : Rabs (w - D0 * / L) <= 245 / 10 * (eps * M) + H500 / 35) by (apply Rabs_le; lra).
  assert (A1 : Rabs (real r * (w - D0 * / L)) <= real r * (245 / 10 * (eps * M) + H500 / 35)).
  { rewrite Rabs_mult, (Rabs_pos_eq (real r)) by assumption. now apply Rmult_le_compat_l. }
  assert (A2 : Rabs ((real r - R) * (D0 * / L)) <= eps * (11 / 10 * real r) * (13 / 10 * M + H500 / 50)).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos.
    - eapply Rle_trans; [exact ER |]. apply Rmult_le_compat_l; [lra |].
      assert (eps * real r <= / 1048576 * real r) by (apply Rmult_le_compat_r; lra). lra.
    - apply Rabs_le. lra. }
  replace (real r * (245 / 10 * (eps * M) + H500 / 35)) with (245 / 10 * (eps * Q) + RG / 35) in A1 by (unfold Q, RG;
    field).
  replace (eps * (11 / 10 * real r) * (13 / 10 * M + H500 / 50)) with (143 / 100 * (eps * Q) + 11 / 500 * (eps * RG))
    in A2 by (unfold Q, RG; field).
  apply Rabs_le_inv in Ew.
  assert (Mw : Rabs w <= 15 / 10 * M + H500 / 10) by (apply Rabs_le; lra).
  assert (Mrw : Rabs (real r * w) <= real r * (15 / 10 * M + H500 / 10)).
  { rewrite Rabs_mult, (Rabs_pos_eq (real r)) by assumption. now apply Rmult_le_compat_l. }
  replace (real r * (15 / 10 * M + H500 / 10)) with (15 / 10 * Q + RG / 10) in Mrw by (unfold Q, RG; field).
  assert (EMrw : eps * Rabs (real r * w) <= eps * (15 / 10 * Q + RG / 10)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E. apply Rabs_le_inv in A1. apply Rabs_le_inv in A2. apply Rabs_le_inv in Mrw.
  replace (D0 / L) with (D0 * / L) by reflexivity.
  assert (Z : real r * w - R * (D0 * / L) = real r * (w - D0 * / L) + (real r - R) * (D0 * / L)) by ring.
  split; apply Rabs_le; lra.
Qed.
End Speed.

(* X', times the side. *)
Lemma cross_speed_known (side ux uy wx wy uxc uyc wxc wyc us ws : D) sign UX UY WX WY UXC UYC WXC WYC :
  sign * sign = 1 -> finite side -> real side = sign -> size_in_range us -> size_in_range ws ->
  close ux uy UX UY (padded us) -> close uxc uyc UXC UYC (padded us) -> close wx wy WX WY (padded ws) ->
  close wxc wyc WXC WYC (padded ws) ->
  let x := fmul side (fadd (fsub (fmul uxc wy) (fmul uyc wx)) (fsub (fmul ux wyc) (fmul uy wxc)))
    in let K := real us * real ws in
  below 406 x /\ Rabs (real x - sign * ((UXC * WY - UYC * WX) + (UX * WYC - UY * WXC))) <= 28 * eps * K + H600 / 20 /\
  Rabs (real x) <= 21 / 10 * K + H600 / 10.
Proof.
  intros S2 Fs Vs Su Sw U Uc W Wc x K.
  destruct (cross_known _ _ _ _ _ _ _ _ us ws Su Sw Uc W) as (B1 & E1 & M1).
  destruct (cross_known _ _ _ _ _ _ _ _ us ws Su Sw U Wc) as (B2 & E2 & M2). cbv zeta in *. fold K in E1, M1, E2, M2.
  assert (B3 : below (405 + 1) (fadd (fsub (fmul uxc wy) (fmul uyc wx)) (fsub (fmul ux wyc) (fmul uy wxc))))
    by (apply below_add; auto; lia).
  destruct (times_side side _ sign 406 S2 Fs Vs ltac:(lia) B3) as [B4 V4]. fold x in B4, V4. split; [exact B4 |].
  pose proof (fadd_error _ _ (proj1 B3)) as E3. rewrite V4.
  assert (K0 : 0 <= K) by (apply Rmult_le_pos; [apply Su | apply Sw]).
  pose proof eps_small. pose proof (bpow_gt_0 radix2 (-600)) as G6.
  revert E1 E2 E3 M1 M2. generalize (real (fadd (fsub (fmul uxc wy) (fmul uyc wx)) (fsub (fmul ux wyc) (fmul uy wxc)))).
  generalize (real (fsub (fmul uxc wy) (fmul uyc wx))) (real (fsub (fmul ux wyc) (fmul uy wxc))) (UXC * WY - UYC * WX)
    (UX * WYC - UY * WXC).
  intros p q P Q v E1 E2 E3 M1 M2.
  assert (EK : 0 <= eps * K <= / 1048576 * K) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EEK : eps * (eps * K) <= / 1048576 * (eps * K)) by (apply Rmult_le_compat_r; lra).
  assert (E6 : eps * H600 <= / 1048576 * H600) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in E1. apply Rabs_le_inv in E2. apply Rabs_le_inv in M1. apply Rabs_le_inv in M2.
  assert (S : Rabs (p + q) <= 205 / 100 * K + H600 / 10) by (apply Rabs_le; lra).
  assert (ES : eps * Rabs (p + q) <= eps * (205 / 100 * K + H600 / 10)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E3. destruct (sign_cases sign S2) as [-> | ->]; split; apply Rabs_le; lra.
Qed.

(* A difference of doubles has the sign of the real one. *)
Lemma fsub_above (x y : D) : finite (fsub x y) -> 0 < real (fsub x y) -> real y < real x.
Proof.
  intros F P. destruct (fsub_finite _ _ F) as (_ & _ & E). apply Rnot_le_lt. intros L. rewrite E in P.
  assert (Z : rnd double (real x - real y) <= rnd double 0) by (apply rnd_le; lra). rewrite rnd_zero in Z. lra.
Qed.

Lemma fadd_below (x y : D) : finite (fadd x y) -> real (fadd x y) < 0 -> real x + real y < 0.
Proof.
  intros F P. destruct (fadd_finite _ _ F) as (_ & _ & E). apply Rnot_le_lt. intros L. rewrite E in P.
  assert (Z : rnd double 0 <= rnd double (real x + real y)) by (apply rnd_le; lra). rewrite rnd_zero in Z. lra.
Qed.

Section Slopes.
Variables (l h : R).
Variables (ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r : D) (is_end : bool) (c cm a am b bm : point) (R : R).
Hypothesis T : turning ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r is_end c cm a am b bm R.
Variables (lux luy lwx lwy hux huy hwx hwy side : D) (sign : RbaseSymbolsImpl.R).
Notation UX t := (u_x is_end a am b bm t). Notation UY t := (u_y is_end a am b bm t).
Notation WX t := (w_x is_end c cm a am t). Notation WY t := (w_y is_end c cm a am t).
Hypotheses (LU : close lux luy (UX l) (UY l) (padded us)) (LW : close lwx lwy (WX l) (WY l) (padded ws))
  (HU : close hux huy (UX h) (UY h) (padded us)) (HW : close hwx hwy (WX h) (WY h) (padded ws))
  (S2 : sign * sign = 1) (Fs : finite side) (Vs : real side = sign)
  (NL : 0 < norm (UX l) (UY l)) (NH : 0 < norm (UX h) (UY h)).

Let l_len := fsqrt (fadd (fmul lux lux) (fmul luy luy)).
Let h_len := fsqrt (fadd (fmul hux hux) (fmul huy huy)).
Let shorter := if flt l_len h_len then l_len else h_len.
Let k := fadd (fmul (fconst 1 1) ws) (fmul r (fdiv us shorter)).
Let error := fadd (fmul (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us) k) (tiny_of_lengths r).
Hypothesis Un : flt (fmul (fconst 1 (-10)) us) shorter = true.

Lemma lengths_are_divisors :
  below 202 shorter /\ bpow radix2 (-537) <= real shorter /\ real shorter <= (1 + 1 / 50) * real us + H500 / 1000 /\
  real shorter <= real l_len /\ real shorter <= real h_len /\
  flt (fmul (fconst 1 (-10)) us) l_len = true /\ flt (fmul (fconst 1 (-10)) us) h_len = true.
Proof.
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & _).
  destruct (length_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ LU) as (Bl & L0 & EL & SL).
  destruct (length_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ HU) as (Bh & H0 & EH & SH).
  fold l_len in Bl, L0, EL. fold h_len in Bh, H0, EH.
  destruct (smaller_facts 202 _ _ Bl Bh) as (Bs & M1 & M2). change (smaller l_len h_len) with shorter in Bs, M1, M2.
  destruct Su as [Bu U0]. const_facts 1%Z (-10)%Z F1 V1. rewrite Rmult_1_l in V1.
  change (bpow radix2 (-10)) with (/ 1024) in V1.
  assert (Bc : below 0 (fconst 1 (-10))) by (split; [exact F1 |]; rewrite V1, Rabs_pos_eq; simpl; lra).
  assert (B1 : below (0 + 200) (fmul (fconst 1 (-10)) us)) by (apply below_mul; auto; lia).
  assert (P1 : 0 <= real (fmul (fconst 1 (-10)) us)) by (apply fmul_nonneg; [apply B1 | lra | exact U0]).
  pose proof Un as U1. apply flt_real in U1; [| apply B1 | apply Bs].
  assert (Lt : forall v, finite v -> real shorter <= real v -> flt (fmul (fconst 1 (-10)) us) v = true).
  { intros v Fv L. destruct (flt_real_cases (fmul (fconst 1 (-10)) us) v (proj1 B1) Fv) as [[E _] | [_ E]];
      [exact E | lra]. }
  split; [exact Bs |]. split.
  - unfold shorter in *. destruct (flt l_len h_len); apply root_at_least; fold l_len h_len; try apply Bl; try apply Bh;
      lra.
  - split; [| repeat split; auto; apply Lt; auto; try apply Bl; apply Bh].
    pose proof eps_small. pose proof (bpow_gt_0 radix2 (-500)). apply Rabs_le_inv in EL.
    assert (eps * real us <= / 1048576 * real us) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Let K := real us * real ws.
Let Q := real r * ratio us shorter.

Lemma slope_error_at_least : finite error /\ below 700 error /\ 0 <= K /\ 0 <= Q /\
  61 * eps * (2 * K + Q) + 97 / 100 * (real r * H500) + 97 / 100 * H600 <= real error.
Proof.
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & Sw & _ & Sr & _).
  destruct lengths_are_divisors as (Bn & Ln & Hl & _).
  destruct (length_ratio us shorter Su Bn Ln Hl Un) as (N0 & HU' & HM & _).
  pose proof eps_small. destruct tiny_600 as (T0 & T6 & T7). pose proof (bpow_gt_0 radix2 (-500)).
  pose proof (bpow_gt_0 radix2 (-600)).
  destruct (in_range_le _ Su) as [_ U200]. destruct Sr as [Br R0]. destruct Su as [Bu U0]. destruct Sw as [Bw W0].
  const_facts 1%Z 1%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 1) with 2 in V1.
  assert (Bc : below 1 (fconst 1 1)) by (split; [exact F1 |]; rewrite V1, Rabs_pos_eq; simpl; lra).
  assert (B1 : below (1 + 200) (fmul (fconst 1 1) ws)) by (apply below_mul; auto; lia).
  destruct (product_low _ _ (proj1 B1) ltac:(lra) W0) as [P1 L1]. rewrite V1 in L1.
  set (U := real us) in *. set (N := real shorter) in *. assert (IN : 0 < / N) by now apply Rinv_0_lt_compat.
  assert (V0 : 0 <= U / N <= 1025).
  { unfold Rdiv. split; [apply Rmult_le_pos; lra |]. apply Rmult_le_reg_r with N; [exact N0 |].
    rewrite Rmult_assoc, Rinv_l by lra. lra. }
  destruct (below_div 11 us shorter ltac:(lia) (proj1 Bu) (proj1 Bn) ltac:(fold N; lra)) as [Bd Ed].
  { fold U N. rewrite Rabs_pos_eq by lra. simpl. lra. }
  fold U N in Ed. rewrite (Rabs_pos_eq (U / N)) in Ed by lra. apply Rabs_le_inv in Ed.
  assert (D0 : 0 <= real (fdiv us shorter)).
  { destruct (fdiv_finite _ _ (proj1 Bd) (proj1 Bn) ltac:(fold N; lra)) as (_ & E). rewrite E. apply rnd_nonneg.
    fold U N. lra. }
  assert (B2 : below (200 + 11) (fmul r (fdiv us shorter))) by (apply below_mul; auto; lia).
  destruct (product_low _ _ (proj1 B2) R0 D0) as [P2 L2].
  assert (B3 : below (211 + 1) k).
  { apply below_add; [lia | eapply below_weaken; [exact B1 | lia] | eapply below_weaken; [exact B2 | lia]]. }
  destruct (sum_low _ _ (proj1 B3) P1 P2) as [P3 L3]. fold k in P3, L3.
  destruct (twice_bound us k r (conj Bu U0) (below_weaken _ 412 _ B3 ltac:(lia)) P3 (conj Br R0)) as [Fe Le].
  fold error in Fe, Le. fold U in Le.
  split; [exact Fe |]. split.
  { const_facts 1%Z (-48)%Z F2 V2. rewrite Rmult_1_l in V2. rewrite eps_48 in V2.
    assert (C1 : below 0 (fconst 1 (-48))) by (split; [exact F2 |]; rewrite V2, Rabs_pos_eq; simpl; lra).
    assert (C2 : below (1 + 0) (fmul (fconst 1 1) (fconst 1 (-48)))) by (apply below_mul; auto; lia).
    assert (C3 : below (1 + 200) (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us)) by (apply below_mul; auto; lia).
    assert (C4 : below (201 + 212) (fmul (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us) k)) by (apply below_mul; auto;
      lia).
    destruct (tiny_of_lengths_at_least r (conj Br R0)) as [C5 _].
    assert (C6 : below (413 + 1) error) by (apply below_add; [lia | exact C4 | eapply below_weaken; [exact C5 | lia]]).
    eapply below_weaken; [exact C6 | lia]. }
  assert (K0 : 0 <= K) by (unfold K; fold U; now apply Rmult_le_pos). assert (Q0 : 0 <= Q) by (unfold Q;
    apply Rmult_le_pos; lra).
  split; [exact K0 |]. split; [exact Q0 |].
  revert L1 L2 L3 P1 P2 Ed D0. set (d := real (fdiv us shorter)). set (x := real (fmul r (fdiv us shorter))).
  set (y := real (fmul (fconst 1 1) ws)).
  intros L1 L2 L3 P1 P2 Ed D0.
  assert (X1 : ((1 - eps) * (real r * d) - tiny) * U <= x * U) by (apply Rmult_le_compat_r; lra).
  assert (X2 : ((1 - eps) * (2 * real ws) - tiny) * U <= y * U) by (apply Rmult_le_compat_r; lra).
  assert (X3 : (1 - eps) * (y + x) * U <= real k * U) by (apply Rmult_le_compat_r; lra).
  assert (X4 : real r * U * ((1 - eps) * (U / N) - tiny) <= real r * U * d) by (apply Rmult_le_compat_l;
    [now apply Rmult_le_pos | lra]).
  replace (real r * U * ((1 - eps) * (U / N) - tiny)) with ((1 - eps) * Q - tiny * U * real r) in X4 by (unfold Q,
    ratio; fold U N; field; lra).
  assert (TU : 0 <= tiny * U <= H600 / 1048576).
  { split; [apply Rmult_le_pos; lra |]. pose proof (tiny_times_600 U ltac:(lra)). lra. }
  assert (TUR : 0 <= tiny * U * real r <= H600 / 1048576).
  { split; [apply Rmult_le_pos; lra |]. destruct (in_range_le r (conj Br R0)) as [_ R200].
    apply Rle_trans with (bpow radix2 (-1075) * bpow radix2 200 * bpow radix2 200).
    - apply Rmult_le_compat; try lra. change tiny with (bpow radix2 (-1075)). apply Rmult_le_compat_l;
        [apply bpow_ge_0 | lra].
    - unfold Rdiv. change (/ 1048576) with (bpow radix2 (-20)). rewrite <- !bpow_plus. apply bpow_le. lia. }
  replace (((1 - eps) * (real r * d) - tiny) * U) with ((1 - eps) * (real r * U * d) - tiny * U) in X1 by ring.
  replace (((1 - eps) * (2 * real ws) - tiny) * U) with ((1 - eps) * (2 * K) - tiny * U) in X2 by (unfold K; fold U;
    ring).
  assert (EQ : 0 <= eps * Q <= / 1048576 * Q) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EK : 0 <= eps * K <= / 1048576 * K) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (X5 : (1 - eps) * ((1 - eps) * Q - tiny * U * real r) <= (1 - eps) * (real r * U * d))
    by (apply Rmult_le_compat_l; lra).
  assert (Y1 : 0 <= eps * (tiny * U * real r)) by (apply Rmult_le_pos; lra).
  assert (Y2 : 0 <= eps * (eps * Q)) by (apply Rmult_le_pos; lra).
  assert (X6 : (1 - 2 * eps) * Q - H600 / 1000 <= x * U) by lra.
  assert (X7 : (1 - eps) * ((1 - eps) * (2 * K) - tiny * U + ((1 - 2 * eps) * Q - H600 / 1000))
    <= (1 - eps) * ((y + x) * U)).
  { apply Rmult_le_compat_l; lra. }
  assert (E6 : 0 <= eps * H600 <= / 1048576 * H600) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (Y3 : 0 <= eps * (eps * K)) by (apply Rmult_le_pos; lra).
  assert (Y4 : 0 <= eps * (tiny * U)) by (apply Rmult_le_pos; lra).
  assert (UK : 99 / 100 * (2 * K + Q) - H600 / 500 <= U * real k) by lra.
  assert (X8 : eps * (99 / 100 * (2 * K + Q) - H600 / 500) <= eps * (U * real k)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= real r * H500) by (apply Rmult_le_pos; lra). lra.
Qed.

Let x0 := fmul side (fadd (fsub (fmul uxc lwy) (fmul uyc lwx)) (fsub (fmul lux wyc) (fmul luy wxc))).
Let x1 := fmul side (fadd (fsub (fmul uxc hwy) (fmul uyc hwx)) (fsub (fmul hux wyc) (fmul huy wxc))).
Let n0 := fmul r (fdiv (fadd (fmul lux uxc) (fmul luy uyc)) l_len).
Let n1 := fmul r (fdiv (fadd (fmul hux uxc) (fmul huy uyc)) h_len).
Let low := fsub (fsub (if flt x0 x1 then x0 else x1) n1) error.
Let high := fadd (fsub (if flt x1 x0 then x0 else x1) n0) error.
Notation gap t := (gap_of_side is_end c cm a am b bm R sign t).

Lemma ratio_of_longer (n : D) : 0 < real shorter -> real shorter <= real n -> real r * ratio us n <= Q.
Proof.
  intros P L. destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & _ & _ & Sr & _).
  unfold Q. apply Rmult_le_compat_l; [apply Sr |]. unfold ratio, Rdiv. apply Rmult_le_compat_l.
  - apply Rmult_le_pos; apply Su.
  - now apply Rinv_le.
Qed.

Lemma slopes_known :
  (below 406 x0 /\ below 406 x1 /\ below 420 n0 /\ below 420 n1) /\
  Rabs (real x0 - sign * cross_speed is_end c cm a am b bm l) <= 28 * eps * K + H600 / 20 /\
  Rabs (real x1 - sign * cross_speed is_end c cm a am b bm h) <= 28 * eps * K + H600 / 20 /\
  Rabs (real n0 - R * length_speed is_end a am b bm l) <= 29 * eps * Q + real r * H500 / 20 + H600 / 100 /\
  Rabs (real n1 - R * length_speed is_end a am b bm h) <= 29 * eps * Q + real r * H500 / 20 + H600 / 100 /\
  Rabs (real x0) <= 21 / 10 * K + H600 / 10 /\ Rabs (real x1) <= 21 / 10 * K + H600 / 10 /\
  Rabs (real n0) <= 2 * Q + real r * H500 / 5 + H600 / 10 /\ Rabs (real n1) <= 2 * Q + real r * H500 / 5 + H600 / 10.
Proof.
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & Sw & _ & Sr & HR & ER).
  destruct (length_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ LU) as (Bl & _ & EL & SL).
  destruct (length_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ HU) as (Bh & _ & EH & SH).
  fold l_len in Bl, EL. fold h_len in Bh, EH. destruct lengths_are_divisors as (Bn & Ln & Hl & Ll & Lh & Ul & Uh).
  pose proof (close_change _ _ _ _ _ _ _ _ _ (T_u _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T)) as CU.
  pose proof (close_change _ _ _ _ _ _ _ _ _ (T_w _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T)) as CW.
  destruct (cross_speed_known side _ _ _ _ _ _ _ _ us ws sign _ _ _ _ _ _ _ _ S2 Fs Vs Su Sw LU CU LW CW) as (A1 & A2 &
    A3).
  destruct (cross_speed_known side _ _ _ _ _ _ _ _ us ws sign _ _ _ _ _ _ _ _ S2 Fs Vs Su Sw HU CU HW CW) as (A4 & A5 &
    A6).
  destruct (length_speed_known us l_len r _ _ _ _ R _ _ _ _ Su Bl ltac:(lra) Ul EL NL ltac:(lra) Sr HR ER LU CU)
    as (A7 & A8 & A9).
  destruct (length_speed_known us h_len r _ _ _ _ R _ _ _ _ Su Bh ltac:(lra) Uh EH NH ltac:(lra) Sr HR ER HU CU)
    as (C7 & C8 & C9).
  fold x0 K in A1, A2, A3. fold x1 K in A4, A5, A6. fold n0 in A7, A8, A9. fold n1 in C7, C8, C9.
  pose proof (bpow_gt_0 radix2 (-537)) as P. pose proof eps_small.
  pose proof (ratio_of_longer l_len ltac:(lra) Ll) as Ql. pose proof (ratio_of_longer h_len ltac:(lra) Lh) as Qh.
  assert (eps * (real r * ratio us l_len) <= eps * Q) by (apply Rmult_le_compat_l; lra).
  assert (eps * (real r * ratio us h_len) <= eps * Q) by (apply Rmult_le_compat_l; lra).
  split; [auto |]. split; [exact A2 |]. split; [exact A5 |].
  split; [eapply Rle_trans; [exact A8 | lra] |]. split; [eapply Rle_trans; [exact C8 | lra] |].
  split; [exact A3 |]. split; [exact A6 |]. split; lra.
Qed.

Theorem gap_of_side_grows : flt (fconst 0 0) low = true -> forall s t, l <= s -> s < t -> t <= h -> gap s < gap t.
Proof.
  intros H. destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (_ & _ & _ & Sr & HR & _).
  destruct slopes_known as ((B0 & B1 & _ & B3) & E0 & E1 & _ & E3 & M0 & M1 & _ & M3).
  destruct slope_error_at_least as (Fe & Be & K0 & Q0 & Le). pose proof eps_small.
  pose proof (bpow_gt_0 radix2 (-600)) as G6. pose proof (bpow_gt_0 radix2 (-500)) as G5. pose proof (proj2 Sr) as R0.
  assert (RG : 0 <= real r * H500) by (apply Rmult_le_pos; lra).
  destruct (smaller_facts 406 _ _ B0 B1) as (Bs & S0 & S1).
  change (smaller x0 x1) with (if flt x0 x1 then x0 else x1) in Bs, S0, S1.
  assert (Ms : Rabs (real (if flt x0 x1 then x0 else x1)) <= 21 / 10 * K + H600 / 10) by (destruct (flt x0 x1);
    assumption).
  assert (B4 : below (420 + 1) (fsub (if flt x0 x1 then x0 else x1) n1)).
  { apply below_sub; [lia | eapply below_weaken; [exact Bs | lia] | exact B3]. }
  assert (B5 : below (700 + 1) low) by (apply below_sub; [lia | eapply below_weaken; [exact B4 | lia] | exact Be]).
  const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  apply flt_real in H; [| exact F0 | apply B5]. rewrite V0 in H. apply fsub_above in H; [| apply B5].
  pose proof (fsub_error _ _ (proj1 B4)) as E4.
  set (d := real (if flt x0 x1 then x0 else x1)) in *. set (v := real (fsub (if flt x0 x1 then x0 else x1) n1)) in *.
  apply Rabs_le_inv in E0. apply Rabs_le_inv in E1. apply Rabs_le_inv in E3. apply Rabs_le_inv in Ms.
  apply Rabs_le_inv in M3.
  assert (S : Rabs (d - real n1) <= 21 / 10 * K + 2 * Q + real r * H500 / 5 + H600) by (apply Rabs_le; lra).
  assert (ES : eps * Rabs (d - real n1) <= eps * (21 / 10 * K + 2 * Q + real r * H500 / 5 + H600))
    by (apply Rmult_le_compat_l; lra).
  assert (0 <= eps * K) by (apply Rmult_le_pos; lra). assert (0 <= eps * Q) by (apply Rmult_le_pos; lra).
  assert (eps * (real r * H500) <= / 1048576 * (real r * H500)) by (apply Rmult_le_compat_r; lra).
  assert (eps * H600 <= / 1048576 * H600) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in E4.
  apply (gap_grows is_end c cm a am b bm R sign l h (proj1 HR) (d - (28 * eps * K + H600 / 20))); auto; lra.
Qed.

Theorem gap_of_side_shrinks : flt high (fconst 0 0) = true -> forall s t, l <= s -> s < t -> t <= h -> gap t < gap s.
Proof.
  intros H. destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (_ & _ & _ & Sr & HR & _).
  destruct slopes_known as ((B0 & B1 & B3 & _) & E0 & E1 & E3 & _ & M0 & M1 & M3 & _).
  destruct slope_error_at_least as (Fe & Be & K0 & Q0 & Le). pose proof eps_small.
  pose proof (bpow_gt_0 radix2 (-600)) as G6. pose proof (bpow_gt_0 radix2 (-500)) as G5. pose proof (proj2 Sr) as R0.
  assert (RG : 0 <= real r * H500) by (apply Rmult_le_pos; lra).
  destruct (larger_facts 406 _ _ B0 B1) as (Bs & S0 & S1 & _).
  change (larger x0 x1) with (if flt x1 x0 then x0 else x1) in Bs, S0, S1.
  assert (Ms : Rabs (real (if flt x1 x0 then x0 else x1)) <= 21 / 10 * K + H600 / 10) by (destruct (flt x1 x0);
    assumption).
  assert (B4 : below (420 + 1) (fsub (if flt x1 x0 then x0 else x1) n0)).
  { apply below_sub; [lia | eapply below_weaken; [exact Bs | lia] | exact B3]. }
  assert (B5 : below (700 + 1) high) by (apply below_add; [lia | eapply below_weaken; [exact B4 | lia] | exact Be]).
  const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  apply flt_real in H; [| apply B5 | exact F0]. rewrite V0 in H. apply fadd_below in H; [| apply B5].
  pose proof (fsub_error _ _ (proj1 B4)) as E4.
  set (d := real (if flt x1 x0 then x0 else x1)) in *. set (v := real (fsub (if flt x1 x0 then x0 else x1) n0)) in *.
  apply Rabs_le_inv in E0. apply Rabs_le_inv in E1. apply Rabs_le_inv in E3. apply Rabs_le_inv in Ms.
  apply Rabs_le_inv in M3.
  assert (S : Rabs (d - real n0) <= 21 / 10 * K + 2 * Q + real r * H500 / 5 + H600) by (apply Rabs_le; lra).
  assert (ES : eps * Rabs (d - real n0) <= eps * (21 / 10 * K + 2 * Q + real r * H500 / 5 + H600))
    by (apply Rmult_le_compat_l; lra).
  assert (0 <= eps * K) by (apply Rmult_le_pos; lra). assert (0 <= eps * Q) by (apply Rmult_le_pos; lra).
  assert (eps * (real r * H500) <= / 1048576 * (real r * H500)) by (apply Rmult_le_compat_r; lra).
  assert (eps * H600 <= / 1048576 * H600) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in E4.
  apply (gap_shrinks is_end c cm a am b bm R sign l h (proj1 HR) (d + (28 * eps * K + H600 / 20))); auto; lra.
Qed.
End Slopes.

(* The bounds as the code computes them. *)
Theorem slopes_on_correct l h ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r is_end c cm a am b bm R
    lux luy lwx lwy hux huy hwx hwy side sign low high :
  turning ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r is_end c cm a am b bm R ->
  close lux luy (u_x is_end a am b bm l) (u_y is_end a am b bm l) (padded us) ->
  close lwx lwy (w_x is_end c cm a am l) (w_y is_end c cm a am l) (padded ws) ->
  close hux huy (u_x is_end a am b bm h) (u_y is_end a am b bm h) (padded us) ->
  close hwx hwy (w_x is_end c cm a am h) (w_y is_end c cm a am h) (padded ws) ->
  sign * sign = 1 -> finite side -> real side = sign ->
  0 < norm (u_x is_end a am b bm l) (u_y is_end a am b bm l) -> 0
    < norm (u_x is_end a am b bm h) (u_y is_end a am b bm h) ->
  slopes_on_results uxc uyc us wxc wyc ws r lux luy lwx lwy (fsqrt (fadd (fmul lux lux) (fmul luy luy)))
    hux huy hwx hwy (fsqrt (fadd (fmul hux hux) (fmul huy huy))) side low high ->
  (flt (fconst 0 0) low = true -> forall s t, l <= s -> s < t -> t <= h ->
    gap_of_side is_end c cm a am b bm R sign s < gap_of_side is_end c cm a am b bm R sign t) /\
  (flt high (fconst 0 0) = true -> forall s t, l <= s -> s < t -> t <= h ->
    gap_of_side is_end c cm a am b bm R sign t < gap_of_side is_end c cm a am b bm R sign s).
Proof.
  intros T LU LW HU HW S2 Fs Vs NL NH H. unfold slopes_on_results in H. open H. destruct H. subst.
  match goal with |- context [if negb ?x then _ else _] => destruct x eqn:U end; cbv iota beta delta [negb]; split;
    intros H s t Ls St Th.
  - eapply gap_of_side_grows; [exact T | exact LU | exact LW | exact HU | exact HW | exact S2 | exact Fs |
      reflexivity | exact NL | exact NH |
      exact U | exact H | exact Ls | exact St | exact Th].
  - eapply gap_of_side_shrinks; [exact T | exact LU | exact LW | exact HU | exact HW | exact S2 | exact Fs |
      reflexivity | exact NL | exact NH |
      exact U | exact H | exact Ls | exact St | exact Th].
  - exfalso. revert H. vm_compute. discriminate.
  - exfalso. revert H. vm_compute. discriminate.
Qed.
