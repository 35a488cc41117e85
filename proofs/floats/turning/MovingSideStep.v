(* The time of a hit on the side of a wall that turns: the numbers of step_at_side in src/turning/moving_time.h.

   If the bound is below 2^-60 of the guess, the slope negative and the turn of the wall within the step small, the
   time when the gap changes its sign is within the bound of guess + step. K = U (2 W + R U / |u|): the residual has the
   error 0.4 2^-95 K, the slope 40 eps K, and the bend is at least that of the gap. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree PairProduct SweepGeometry SweepTerms SweepErrors
  SweepSquares Terms_wide Terms_pair Terms_turning ErrorFreeTerms Wide WideQuotient TangentGapLine TimePlace
  TimeEndPlace MovingVectors MovingTangent MovingTimeEnd MovingTime MovingSideParts MovingSideReach MovingSideResidual
  MovingSideSlope MovingSideBound MovingSideBend MovingTimeSideNewton.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta' := (bpow radix2 (-1075)).
Notation H560 := (bpow radix2 (-560)).

Section Step.
Variables (x0 y0 ucx ucy us wx0 wy0 wcx wcy ws cr wr side t uhx uhy ulx uly whx why wlx wly : D).
Variables (X0 Y0 CUX CUY WX0 WY0 CWX CWY Vux Vuy Vwx Vwy R : R).
Let r := fadd cr wr.
Hypotheses (Mu : moves x0 y0 ucx ucy us X0 Y0 CUX CUY Vux Vuy) (Mw : moves wx0 wy0 wcx wcy ws WX0 WY0 CWX CWY Vwx Vwy)
  (fucx : finite ucx) (fucy : finite ucy) (fwcx : finite wcx) (fwcy : finite wcy) (fr : finite r) (fside : finite side)
  (r_range : 0 <= real r <= bpow radix2 200) (R_near : Rabs (real r - R) <= 101 / 100 * u53 * real r)
  (R_is : R = real cr + real wr) (R_pos : 0 <= R) (side_is : is_sign (real side)).
Let UX := X0 + real t * CUX.
Let UY := Y0 + real t * CUY.
Let WX := WX0 + real t * CWX.
Let WY := WY0 + real t * CWY.
Hypotheses (Pux : placed uhx ulx UX 0 Vux) (Puy : placed uhy uly UY 0 Vuy) (Pwx : placed whx wlx WX 0 Vwx)
  (Pwy : placed why wly WY 0 Vwy) (ft : finite t) (Ht : 0 <= real t <= 1001 / 1000)
  (big : bpow radix2 (-602) <= UX * UX + UY * UY) (long : 12 * u53 * (real us * real us) <= UX * UX + UY * UY).
Variables ph1 qh1 pl1 ql1 cross_hi cross_lo ph2 qh2 pl2 ql2 len_hi len_lo : D.
Variables e1 e2 : Z.
Hypotheses (M1 : pair_mul_results uhx uhy ulx uly why whx wly wlx ph1 qh1 pl1 ql1)
  (D1 : difference_of_pair_results ph1 qh1 pl1 ql1 cross_hi cross_lo e1)
  (M2 : pair_mul_results uhx uhy ulx uly uhx uhy ulx uly ph2 qh2 pl2 ql2)
  (D2 : sum_of_pair_results ph2 qh2 pl2 ql2 len_hi len_lo e2).
Let rl := sum_rest cr wr.
Let ax := fadd uhx ulx.
Let ay := fadd uhy uly.
Let awx := fadd whx wlx.
Let awy := fadd why wly.
Let len := fsqrt (fadd (fmul ax ax) (fmul ay ay)).
Let inv := fdiv (fconst 1 0) len.
Let left := fadd (fsub len_hi (fmul len len)) (fsub len_lo (pair_product_rest len len)).
Let length_rest := fmul left (fmul (fconst 1 (-1)) inv).
Let rest := fadd (pair_product_rest r len) (fadd (fmul r length_rest) (fmul rl len)).
Let gh := fadd (fmul side cross_hi) (fneg (fmul r len)).
Let gl := sum_rest (fmul side cross_hi) (fneg (fmul r len)).
Let res := fadd gh (fadd gl (fsub (fmul side cross_lo) rest)).
Let len_slope := fmul (fadd (fmul ax ucx) (fmul ay ucy)) inv.
Let slope := fsub (fmul side (fadd (fsub (fmul ucx awy) (fmul ucy awx)) (fsub (fmul ax wcy) (fmul ay wcx)))) (fmul r
  len_slope).
Let inverse := fdiv (fconst 1 0) (fabs slope).
Let step := fmul res inverse.
Let stretch := fmul us inv.
Let slope_error := fmul (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us) (fadd (fmul (fconst 1 1) ws) (fmul r stretch)).
Let turn := fmul (fsub (fmul x0 ucy) (fmul y0 ucx)) inv.
Let bend := fadd (fadd (fmul (fconst 1 2) (fabs (fsub (fmul ucx wcy) (fmul ucy wcx)))) (fmul (fmul (fconst 1 1) r)
  (fmul (fmul turn turn) inv))) slope_error.
Let first := fadd (fmul (fmul (fconst 1 (-94)) us) (fadd ws (fmul r stretch))) (fconst 1 (-560)).
Let error := fmul (fadd first (fmul (fabs step) (fadd slope_error (fmul (fabs step) bend)))) inverse.
Let rate := fmul (fadd (fabs ucx) (fabs ucy)) inv.
Hypotheses (Falls : flt slope (fconst 0 0) = true) (Certain : flt error (fmul (fconst 1 (-60)) t) = true)
  (Turns : flt (fmul rate (fabs step)) (fconst 1 (-30)) = true) (Still : flt (fmul rate error) (fconst 1 (-57)) = true)
  (fus : finite us) (fws : finite ws).

Let S := real len.
Let n := norm UX UY.
Let g := real r * (real us * (real us / S)).
Let K := 2 * (real us * real ws) + g.
Let F0 := real side * (UX * WY - UY * WX) - R * n.
Let s := real side * ((CUX * WY - CUY * WX) + (UX * CWY - UY * CWX)) - R * ((UX * CUX + UY * CUY) / n).
Let k := - real slope.
Let m := Rabs (real step).

Lemma parts_nonneg : nonneg error /\ nonneg inverse /\ nonneg slope_error /\ nonneg first /\ nonneg rate /\ nonneg bend
  /\
  nonneg inv.
Proof.
  assert (Ninv : nonneg inv) by (apply inverse_of_root_nonneg, sum_unsigned; apply square_unsigned).
  assert (Nus : nonneg us) by (apply nonneg_of_real; [exact fus | apply (moves_range _ _ _ _ _ _ _ _ _ _ _ Mu)]).
  assert (Nws : nonneg ws) by (apply nonneg_of_real; [exact fws | apply (moves_range _ _ _ _ _ _ _ _ _ _ _ Mw)]).
  assert (Nr : nonneg r) by (apply nonneg_of_real; [exact fr | apply r_range]).
  assert (Nc : forall e, finite (fconst 1 e : D) -> real (fconst 1 e : D) = 1 * bpow radix2 e -> nonneg (fconst 1 e :
    D)).
  { intros e Fe Ve. apply nonneg_of_real; [exact Fe |]. rewrite Ve, Rmult_1_l. apply bpow_ge_0. }
  const_facts 1%Z (-94)%Z F94 V94. const_facts 1%Z (-560)%Z F560 V560. const_facts 1%Z 1%Z Fo Vo.
  const_facts 1%Z (-48)%Z F48 V48. const_facts 1%Z 2%Z Ft Vt.
  pose proof (Nc _ F94 V94) as N94. pose proof (Nc _ F560 V560) as N560. pose proof (Nc _ Fo Vo) as N1.
  pose proof (Nc _ F48 V48) as N48. pose proof (Nc _ Ft Vt) as N2. clear Nc.
  assert (Ni : nonneg inverse) by exact (nonneg_inverse_of_negative _ Falls).
  assert (Ns : nonneg stretch) by exact (nonneg_fmul _ _ Nus Ninv).
  assert (Nrs : nonneg (fmul r stretch)) by exact (nonneg_fmul _ _ Nr Ns).
  assert (Ne : nonneg slope_error).
  { unfold slope_error. apply nonneg_fmul; [apply nonneg_fmul; [apply nonneg_fmul |] | apply nonneg_fadd; [apply
    nonneg_fmul |]];
      assumption. }
  assert (Nf : nonneg first).
  { unfold first. apply nonneg_fadd; [apply nonneg_fmul; [apply nonneg_fmul | apply nonneg_fadd] |]; assumption. }
  assert (Nb : nonneg bend).
  { unfold bend. apply nonneg_fadd; [apply nonneg_fadd | exact Ne].
    - apply nonneg_fmul; [exact N2 | apply nonneg_fabs].
    - apply nonneg_fmul; [apply nonneg_fmul; assumption | apply nonneg_fmul; [apply nonneg_square | exact Ninv]]. }
  split; [| repeat (split; [assumption |]); split; [| split; assumption]].
  - unfold error. apply nonneg_fmul; [| exact Ni]. apply nonneg_fadd; [exact Nf |].
  apply nonneg_fmul; [apply nonneg_fabs |].
    apply nonneg_fadd; [exact Ne |]. apply nonneg_fmul; [apply nonneg_fabs | exact Nb].
  - unfold rate. apply nonneg_fmul; [apply nonneg_fadd; apply nonneg_fabs | exact Ninv].
Qed.

(* All terms are finite. *)
Lemma terms_finite : finite error /\ finite inverse /\ finite res /\ finite step /\ finite first /\ finite slope_error
  /\
  finite bend /\ (finite uhx /\ finite uhy /\ finite ulx /\ finite uly) /\
  (finite whx /\ finite why /\ finite wlx /\ finite wly).
Proof.
  destruct parts_nonneg as (Ne & _). pose proof (flt_finite _ _ Certain Ne) as Fe.
  destruct (fmul_finite _ _ Fe) as (F1 & F2 & _). destruct (fadd_finite _ _ F1) as (F3 & F4 & _).
  destruct (fmul_finite _ _ F4) as (F5 & F6 & _). apply fabs_finite in F5.
  destruct (fadd_finite _ _ F6) as (F7 & F8 & _).
  destruct (fmul_finite _ _ F8) as (_ & F9 & _). destruct (fmul_finite _ _ F5) as (Fr & _ & _).
  destruct (fadd_finite _ _ Fr) as (_ & G1 & _). destruct (fadd_finite _ _ G1) as (_ & G2 & _).
  destruct (fsub_finite _ _ G2) as (G3 & _ & _). destruct (fmul_finite _ _ G3) as (_ & G4 & _).
  destruct (cross_operands _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ M1 D1 G4) as [A B].
  repeat (split; [assumption |]). exact B.
Qed.

(* The root, its inverse, the slope and the residual. *)
Lemma known_parts : 0 < S /\ S <= 102 / 100 * real us /\ real us <= 33554433 * S /\ bpow radix2 (-302) <= S /\
  Rabs (n - S) <= 34 / 10 * u53 * S /\ Rabs (real inv * S - 1) <= 101 / 100 * u53 /\ below 950 slope /\
  Rabs (real slope - s) <= 30 * u53 * K + bpow radix2 (-570) /\ Rabs s <= 208 / 100 * K + bpow radix2 (-570) /\
  (0 <= real us * real ws <= K / 2 /\ 0 <= g <= K /\ 0 < n) /\
  Rabs (real res - F0) <= u53 * Rabs (real res) + u53 * u53 * (800 * (real us * real ws) + 726 * g) + bpow radix2
    (-740).
Proof.
  destruct terms_finite as (_ & _ & Fr & _ & _ & _ & _ & (Fu1 & Fu2 & Fu3 & Fu4) & (Fw1 & Fw2 & Fw3 & Fw4)).
  destruct Mu as [u1 u2 u3 u4 u5 u6 u7 u8 u9 u10 u11 u12 u13]. destruct Mw as [w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12
    w13].
  specialize (u13 (real t) Ht). fold UX UY in u13.
  destruct (slope_finite uhx ulx uhy uly whx wlx why wly ucx ucy wcx wcy r side us ws UX UY WX WY Vux Vuy Vwx Vwy
    Pux Puy Pwx Pwy u9 w9 u10 w10 u13 big long side_is fside u5 u6 w5 w6 Fu1 Fu3 Fu2 Fu4 Fw1 Fw3 Fw2 Fw4 fucx fucy fwcx
    fwcy fr r_range) as (_ & A1 & A2 & A3 & A4 & A5 & _ & A6 & _ & A7).
  destruct (side_slope_near uhx ulx uhy uly whx wlx why wly ucx ucy wcx wcy r side us ws UX UY WX WY CUX CUY CWX CWY
    Vux Vuy
    Vwx Vwy R Pux Puy Pwx Pwy u9 w9 u10 w10 u13 big long side_is fside u5 u6 w5 w6 u7 u8 w7 w8 Fu1 Fu3 Fu2 Fu4 Fw1 Fw3
      Fw2
    Fw4 fucx fucy fwcx fwcy fr r_range R_near) as (B1 & B2 & B3 & _ & B4).
  pose proof (side_residual_near uhx ulx uhy uly whx wlx why wly cr wr side us ws UX UY WX WY Vux Vuy Vwx Vwy R Pux Puy
    Pwx Pwy
    u11 u12 w11 w12 u9 w9 u10 w10 u13 big long side_is R_is r_range _ _ _ _ _ _ _ _ _ _ _ _ _ _ M1 D1 M2 D2 Fr) as C.
  repeat (split; [assumption |]). split; [| exact C].
  split; [split; [apply Rmult_le_pos; lra | exact B3] |]. split; [exact B4 |].
  change (Rabs (n - S) <= 34 / 10 * u53 * S) in A5. change (0 < S) in A1. apply Rabs_le_inv in A5. lra.
Qed.

Lemma certain_error : 0 <= real error <= 101 / 100 * (u53 / 128).
Proof.
  destruct parts_nonneg as (Ne & _). destruct terms_finite as (Fe & _). destruct constant_values as (_ & _ & V6 & F6).
  split; [exact (nonneg_real _ Ne) |].
  assert (Bc : below 0 (fconst 1 (-60))) by (split; [exact F6 |]; rewrite V6, Rabs_pos_eq; simpl; lra).
  assert (Bt : below 1 t) by (split; [exact ft |]; rewrite Rabs_pos_eq by lra; simpl; lra).
  assert (B : below (0 + 1) (fmul (fconst 1 (-60)) t)) by (apply below_mul; [lia | exact Bc | exact Bt]).
  pose proof Certain as L. apply flt_real in L; [| exact Fe | apply B].
  pose proof (Bounded.fmul_error _ _ (proj1 B)) as E. rewrite V6, u_double in E.
  assert (T0 : 0 <= u53 / 128 * real t) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (u53 / 128 * real t)) in E by assumption. apply Rabs_le_inv in E.
  assert (Te : 1048576 * tiny <= u53 / 128).
  { replace (u53 / 128) with (bpow radix2 (-60)).
    - change 1048576 with (bpow radix2 20). change tiny with (bpow radix2 (-1075)). rewrite <- bpow_plus.
    apply bpow_le. lia.
    - unfold Rdiv. change u53 with (bpow radix2 (-53)). change (/ 128) with (bpow radix2 (-7)). rewrite <- bpow_plus.
    reflexivity. }
  assert (u53 / 128 * real t <= u53 / 128 * (1001 / 1000)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma first_at_least : 999 / 1000 * (2048 * (u53 * u53) * K) + 999 / 1000 * H560 <= real first.
Proof.
  destruct terms_finite as (_ & _ & _ & _ & F & Fe & _).
  destruct known_parts as (S0 & S1 & S2 & S3 & _ & Hi & _).
  exact (first_low r us ws inv S (moves_range _ _ _ _ _ _ _ _ _ _ _ Mu) (moves_range _ _ _ _ _ _ _ _ _ _ _ Mw) r_range
    S0
    S1 S2 S3 Hi Fe F).
Qed.

Let E0 := 2048 * (u53 * u53) * K + H560.

Lemma slope_inverse : 0 < k /\ 0 < real inverse /\ Rabs (real inverse * k - 1) <= 101 / 100 * u53.
Proof.
  destruct known_parts as (_ & _ & _ & _ & _ & _ & Bs & _). destruct terms_finite as (_ & Fi & _).
  const_facts 0%Z 0%Z Fz Vz. rewrite Rmult_0_l in Vz. pose proof Falls as H.
  apply flt_real in H; [| apply Bs | exact Fz].
  rewrite Vz in H. assert (k0 : 0 < k) by (unfold k; lra).
  assert (k1 : k <= bpow radix2 950) by (destruct Bs as [_ Bs]; rewrite Rabs_left in Bs by exact H; exact Bs).
  assert (Vk : real (fabs slope) = k) by (rewrite real_fabs, Rabs_left by exact H; reflexivity).
  assert (Fk : finite (fabs slope)) by (apply finite_fabs, Bs).
  destruct (fdiv_finite _ _ Fi Fk ltac:(rewrite Vk; lra)) as (_ & Ei). fold inverse in Ei. rewrite Vk in Ei.
  const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1. rewrite V1 in Ei.
  pose proof (rnd_error double (1 / k)) as Er. rewrite <- Ei, u_double in Er. change (eta double) with eta' in Er.
  assert (P : 0 < / k) by now apply Rinv_0_lt_compat. unfold Rdiv in Er.
  rewrite Rmult_1_l, (Rabs_pos_eq (/ k)) in Er by lra.
  assert (Tk : eta' * k <= u53 / 1000).
  { apply Rle_trans with (eta' * bpow radix2 950); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact k1] |].
    rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-63)); [apply bpow_le; lia |]. simpl. lra. }
  assert (Ki : Rabs (real inverse * k - 1) <= 101 / 100 * u53).
  { replace (real inverse * k - 1) with ((real inverse - / k) * k) by (field; lra).
  rewrite Rabs_mult, (Rabs_pos_eq k) by lra.
    apply Rle_trans with ((u53 * / k + eta') * k); [apply Rmult_le_compat_r; lra |].
    replace ((u53 * / k + eta') * k) with (u53 + eta' * k) by (field; lra). lra. }
  split; [exact k0 |]. split; [| exact Ki]. apply Rabs_le_inv in Ki. apply Rmult_lt_reg_r with k; lra.
Qed.

(* The sums of the bound, from their parts. *)
Lemma error_low : 0 <= real bend /\ 0 <= real slope_error /\
  (1 - 2 * u53) * (real first * real inverse) - eta' <= real error /\
  (1 - 6 * u53) * ((real first + m * (real slope_error + m * real bend)) * real inverse) -
    eta' * (m * real inverse) - eta' * real inverse - eta' <= real error.
Proof.
  destruct terms_finite as (Fe & _ & _ & _ & F1 & F2 & F3 & _). destruct parts_nonneg as (_ & _ & N2 & N1 & _ & N3 & _).
  destruct slope_inverse as (_ & i0 & _). apply nonneg_real in N1. apply nonneg_real in N2. apply nonneg_real in N3.
  split; [exact N3 |]. split; [exact N2 |].
  destruct (fmul_finite _ _ Fe) as (Fs & _ & _). destruct (fadd_finite _ _ Fs) as (_ & F4 & _).
  destruct (fmul_finite _ _ F4) as (_ & F5 & _). destruct (fadd_finite _ _ F5) as (_ & F6 & _).
  assert (m0 : 0 <= real (fabs step)) by (rewrite real_fabs; apply Rabs_pos).
  destruct (product_low _ _ F6 m0 N3) as [G6 L6]. destruct (sum_low _ _ F5 N2 G6) as [G5 L5].
  destruct (product_low _ _ F4 m0 G5) as [G4 L4]. destruct (sum_low _ _ Fs N1 G4) as [G3 L3].
  destruct (product_low _ _ Fe G3 (Rlt_le _ _ i0)) as [_ L2]. fold error in L2.
  rewrite real_fabs in *. fold m in L4, L6, m0. rewrite u_double in *. change (eta double) with eta' in *.
  pose proof (bpow_gt_0 radix2 (-1075)) as e0. set (h := eta') in *.
  set (b := real bend) in *. set (c := real slope_error) in *. set (f := real first) in *. set (i := real inverse) in *.
  set (v6 := real (fmul (fabs step) bend)) in *. set (v5 := real (fadd slope_error (fmul (fabs step) bend))) in *.
  set (v4 := real (fmul (fabs step) (fadd slope_error (fmul (fabs step) bend)))) in *.
  set (v3 := real (fadd first (fmul (fabs step) (fadd slope_error (fmul (fabs step) bend))))) in *.
  assert (mb : 0 <= m * b) by (now apply Rmult_le_pos). assert (mc : 0 <= m * c) by (now apply Rmult_le_pos).
  assert (mmb : 0 <= m * (m * b)) by (now apply Rmult_le_pos). assert (hm : 0 <= h * m) by (apply Rmult_le_pos; lra).
  split.
  { assert (A : (1 - u53) * f * i <= v3 * i) by (apply Rmult_le_compat_r; lra).
    assert (0 <= f * i) by (apply Rmult_le_pos; lra). set (x := v3 * i) in *.
    replace ((1 - u53) * f * i) with ((1 - u53) * (f * i)) in A by ring. lra. }
  assert (A5 : (1 - 2 * u53) * (c + m * b) - h <= v5) by lra.
  assert (A4 : m * ((1 - 2 * u53) * (c + m * b) - h) <= m * v5) by (apply Rmult_le_compat_l; lra).
  assert (A3 : (1 - 3 * u53) * (m * (c + m * b)) - h * m - h <= v4) by lra.
  assert (A2 : (1 - 5 * u53) * (f + m * (c + m * b)) - h * m - h <= v3) by lra.
  assert (A1 : ((1 - 5 * u53) * (f + m * (c + m * b)) - h * m - h) * i <= v3 * i) by (apply Rmult_le_compat_r; lra).
  set (w := f + m * (c + m * b)) in *. assert (w0 : 0 <= w) by (unfold w; lra).
  assert (wi : 0 <= w * i) by (apply Rmult_le_pos; lra). assert (hmi : 0 <= h * m * i) by (apply Rmult_le_pos; lra).
  assert (hi0 : 0 <= h * i) by (apply Rmult_le_pos; lra).
  replace (((1 - 5 * u53) * w - h * m - h) * i) with ((1 - 5 * u53) * (w * i) - h * m * i - h * i) in A1 by ring.
  replace (h * (m * i)) with (h * m * i) by ring. set (x1 := w * i) in *. set (x2 := h * m * i) in *.
  set (x3 := h * i) in *.
  set (x4 := v3 * i) in *. clear - A1 L2 wi hmi hi0. lra.
Qed.

(* The sizes are not small, so nothing of weight underflows. *)
Lemma sizes_not_small : bpow radix2 (-505) <= K /\ k <= 22 / 10 * K /\ K <= bpow radix2 428 /\
  Rabs (s + k) <= 40 * u53 * K /\ bpow radix2 (-502) <= k.
Proof.
  destruct known_parts as (S0 & S1 & S2 & S3 & _ & _ & _ & B1 & B2 & (P0 & G0 & _) & _).
  destruct slope_inverse as (k0 & i0 & Ki). destruct error_low as (b0 & c0 & El). destruct certain_error as [_ Ce].
  pose proof first_at_least as Fl. pose proof (moves_range _ _ _ _ _ _ _ _ _ _ _ Mu) as Ur.
  pose proof (moves_range _ _ _ _ _ _ _ _ _ _ _ Mw) as Wr.
  assert (K0 : 0 <= K) by (unfold K; lra). pose proof (bpow_gt_0 radix2 (-560)) as h0.
  pose proof (bpow_gt_0 radix2 (-1075)) as e0. set (i := real inverse) in *.
  assert (F9 : 998 / 1000 * H560 * i <= real first * i).
  { apply Rmult_le_compat_r; [lra |]. assert (0 <= u53 * u53 * K) by (apply Rmult_le_pos; lra). lra. }
  assert (He : eta' <= u53 / 1000000).
  { apply Rle_trans with (bpow radix2 (-73)); [apply bpow_le; lia |]. simpl. lra. }
  assert (Hi1 : H560 * i <= u53 / 64) by lra.
  assert (I1 : i <= bpow radix2 501).
  { apply Rmult_le_reg_l with H560; [exact h0 |]. rewrite <- bpow_plus. change (-560 + 501)%Z with (-59)%Z.
    assert (P59 : bpow radix2 (-59) = u53 / 64).
    { unfold Rdiv. change u53 with (bpow radix2 (-53)). change (/ 64) with (bpow radix2 (-6)).
    now rewrite <- bpow_plus. }
    rewrite P59. exact Hi1. }
  assert (K1 : bpow radix2 (-502) <= k).
  { apply Rmult_le_reg_r with (bpow radix2 501); [apply bpow_gt_0 |]. rewrite <- bpow_plus.
  change (-502 + 501)%Z with (-1)%Z.
    change (bpow radix2 (-1)) with (/ 2). apply Rabs_le_inv in Ki. apply Rle_trans with (k * i); [lra |].
    apply Rmult_le_compat_l; lra. }
  assert (P570 : bpow radix2 (-570) <= / 4096 * (u53 * bpow radix2 (-505))).
  { change u53 with (bpow radix2 (-53)). change (/ 4096) with (bpow radix2 (-12)). rewrite <- !bpow_plus.
  apply bpow_le. lia. }
  assert (P502 : bpow radix2 (-502) = 8 * bpow radix2 (-505)) by (change 8 with (bpow radix2 3); rewrite <- bpow_plus;
    reflexivity).
  pose proof (bpow_gt_0 radix2 (-505)) as p505. pose proof (bpow_gt_0 radix2 (-570)) as p570.
  assert (K2 : bpow radix2 (-505) <= K).
  { apply Rabs_le_inv in B1. apply Rabs_le_inv in B2. unfold k in K1. lra. }
  split; [exact K2 |]. split; [apply Rabs_le_inv in B1; apply Rabs_le_inv in B2; unfold k; lra |]. split.
  - assert (A1 : real us / S <= bpow radix2 26).
    { apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      change (bpow radix2 26) with 67108864. lra. }
    assert (as0 : 0 <= real us / S) by (apply Rmult_le_pos; [lra |]; left; now apply Rinv_0_lt_compat).
    assert (A2 : real us * (real us / S) <= bpow radix2 200 * bpow radix2 26) by (apply Rmult_le_compat; lra).
    assert (A3 : g <= bpow radix2 200 * (bpow radix2 200 * bpow radix2 26)).
    { unfold g. apply Rmult_le_compat; [lra | apply Rmult_le_pos; lra | lra | exact A2]. }
    assert (A4 : real us * real ws <= bpow radix2 200 * bpow radix2 200) by (apply Rmult_le_compat; lra).
    rewrite <- !bpow_plus in A4. rewrite <- !bpow_plus in A3. change (200 + (200 + 26))%Z with 426%Z in A3.
    change (200 + 200)%Z with 400%Z in A4.
    assert (A5 : bpow radix2 400 <= bpow radix2 426) by (apply bpow_le; lia). pose proof (bpow_gt_0 radix2 400) as A6.
    change 428%Z with (2 + 426)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4. unfold K. lra.
  - split; [| exact K1]. unfold k. rewrite Rabs_minus_sym in B1. change (s + - real slope) with (s - real slope). lra.
Qed.

Lemma underflow_over_slope : 1048576 * (eta' * k) <= H560.
Proof.
  destruct sizes_not_small as (_ & K2 & K3 & _). apply Rle_trans with (bpow radix2 20 * (eta' * bpow radix2 430)).
  - change (bpow radix2 20) with 1048576. apply Rmult_le_compat_l; [lra |].
  apply Rmult_le_compat_l; [apply bpow_ge_0 |].
    change 430%Z with (2 + 428)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
    pose proof (bpow_gt_0 radix2 428). lra.
  - rewrite <- !bpow_plus. apply bpow_le. lia.
Qed.

Lemma bound_at_least : 98 / 100 * ((E0 + m * (64 * u53 * K + m * real bend)) * / k) <= real error.
Proof.
  destruct sizes_not_small as (K1 & K2 & K3 & _). destruct slope_inverse as (k0 & i0 & Ki).
  destruct terms_finite as (_ & _ & _ & _ & _ & Fs & _).
  destruct error_low as (b0 & c0 & _ & El). pose proof first_at_least as Fl.
  destruct known_parts as (S0 & S1 & S2 & S3 & _ & Hi & _).
  pose proof (moves_range _ _ _ _ _ _ _ _ _ _ _ Mu) as Ur. pose proof (moves_range _ _ _ _ _ _ _ _ _ _ _ Mw) as Wr.
  destruct (slope_error_low r us ws inv S Ur Wr r_range S0 S1 S2 S3 Hi Fs) as (_ & _ & _ & _ & Ls).
  change (639 / 10 * u53 * K - bpow radix2 (-700) <= real slope_error) in Ls.
  assert (m0 : 0 <= m) by apply Rabs_pos. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  pose proof (bpow_gt_0 radix2 (-560)) as h0.
  set (i := real inverse) in *. set (b := real bend) in *. set (c := real slope_error) in *. set (f := real first) in *.
  pose proof (bpow_gt_0 radix2 (-505)) as p5.
  assert (P700 : bpow radix2 (-700) <= / 1048576 * (u53 * bpow radix2 (-505))).
  { change u53 with (bpow radix2 (-53)). change (/ 1048576) with (bpow radix2 (-20)). rewrite <- !bpow_plus.
  apply bpow_le. lia. }
  assert (P75 : eta' <= / 1048576 * (u53 * bpow radix2 (-505))).
  { change u53 with (bpow radix2 (-53)). change (/ 1048576) with (bpow radix2 (-20)). rewrite <- !bpow_plus.
  apply bpow_le. lia. }
  assert (P76 : eta' <= / 1048576 * H560).
  { change (/ 1048576) with (bpow radix2 (-20)). rewrite <- !bpow_plus. apply bpow_le. lia. }
  pose proof underflow_over_slope as P77.
  (* Everything over k. *)
  set (w := E0 + m * (64 * u53 * K + m * b)).
  assert (uK : 0 < u53 * K) by (apply Rmult_lt_0_compat; lra). assert (mb : 0 <= m * b) by (now apply Rmult_le_pos).
  assert (mmb : 0 <= m * (m * b)) by (now apply Rmult_le_pos). assert (muK : 0 <= m * (u53 * K)) by (apply
    Rmult_le_pos; lra).
  assert (E00 : H560 <= E0) by (unfold E0; assert (0 <= u53 * (u53 * K)) by (apply Rmult_le_pos; lra); lra).
  assert (w0 : H560 <= w) by (unfold w; lra).
  assert (C : 638 / 10 * (u53 * K) <= c) by lra.
  assert (Cm : m * (638 / 10 * (u53 * K)) <= m * c) by (apply Rmult_le_compat_l; lra).
  assert (em : eta' * m <= / 1048576 * (m * (u53 * K))).
  { replace (eta' * m) with (m * eta') by ring. replace (/ 1048576 * (m * (u53 * K))) with (m * (/ 1048576 * (u53 *
    K))) by ring.
    apply Rmult_le_compat_l; lra. }
  assert (Y : 9965 / 10000 * w <= f + m * (c + m * b) - 2 * (eta' * m) - 2 * eta').
  { unfold w, E0. lra. }
  assert (I1 : (1 - 101 / 100 * u53) * / k <= i).
  { apply Rabs_le_inv in Ki. apply Rmult_le_reg_r with k; [exact k0 |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (P : 0 < / k) by now apply Rinv_0_lt_compat.
  assert (Z1 : 9965 / 10000 * w * i <= (f + m * (c + m * b) - 2 * (eta' * m) - 2 * eta') * i) by (apply
    Rmult_le_compat_r; lra).
  assert (Z2 : 9965 / 10000 * w * ((1 - 101 / 100 * u53) * / k) <= 9965 / 10000 * w * i) by (apply Rmult_le_compat_l;
    lra).
  assert (Z3 : 1048576 * eta' <= w * / k).
  { apply Rmult_le_reg_r with k; [exact k0 |]. replace (w * / k * k) with w by (field; lra). lra. }
  assert (emi : 0 <= eta' * (m * i)) by (apply Rmult_le_pos; [lra |]; apply Rmult_le_pos; lra).
  assert (ei : 0 <= eta' * i) by (apply Rmult_le_pos; lra). assert (wk : 0 <= w * / k) by (apply Rmult_le_pos; lra).
  replace ((f + m * (c + m * b) - 2 * (eta' * m) - 2 * eta') * i) with
    ((f + m * (c + m * b)) * i - 2 * (eta' * (m * i)) - 2 * (eta' * i)) in Z1 by ring.
  replace (9965 / 10000 * w * ((1 - 101 / 100 * u53) * / k)) with (9965 / 10000 * (1 - 101 / 100 * u53) * (w * / k)) in
    Z2 by ring.
  set (x := (f + m * (c + m * b)) * i) in *. set (y := w * / k) in *. set (z := 9965 / 10000 * w * i) in *.
  set (p := eta' * (m * i)) in *. set (q := eta' * i) in *.
  clear - El Z1 Z2 Z3 emi ei wk e0. lra.
Qed.

Lemma step_small : 28 * u53 * m <= real error /\ m <= / 3000.
Proof.
  destruct sizes_not_small as (K1 & K2 & _ & _). destruct slope_inverse as (k0 & _). pose proof bound_at_least as B.
  destruct certain_error as [_ Ce]. destruct error_low as (b0 & _). assert (m0 : 0 <= m) by apply Rabs_pos.
  pose proof (bpow_gt_0 radix2 (-560)) as h0. pose proof (bpow_gt_0 radix2 (-505)) as p5.
  assert (E00 : 0 <= E0) by (unfold E0; assert (0 <= u53 * (u53 * K)) by (apply Rmult_le_pos; [lra |]; apply
    Rmult_le_pos; lra);
    lra).
  assert (P : 0 < / k) by now apply Rinv_0_lt_compat. assert (mb : 0 <= m * (m * real bend)) by (repeat apply
    Rmult_le_pos; lra).
  assert (A : m * (64 * u53 * K) * / k <= (E0 + m * (64 * u53 * K + m * real bend)) * / k) by (apply Rmult_le_compat_r;
    lra).
  assert (Kk : 10 / 22 <= K * / k).
  { apply Rmult_le_reg_r with k; [exact k0 |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (C : 64 * u53 * m * (10 / 22) <= 64 * u53 * m * (K * / k)) by (apply Rmult_le_compat_l; lra).
  replace (m * (64 * u53 * K) * / k) with (64 * u53 * m * (K * / k)) in A by ring.
  set (x := 64 * u53 * m * (K * / k)) in *. split; lra.
Qed.

Let V := Rabs (CUX * CWY - CUY * CWX) +
  R * (1001 / 2000 * ((UX * CUY - UY * CUX) * (UX * CUY - UY * CUX) / (n * n * n))).

Lemma bend_known : 0 <= V /\ V <= real bend / 2 + E0 / 1000 /\ V <= 101 / 100 * K.
Proof.
  destruct known_parts as (S0 & S1 & S2 & S3 & NS & Hi & _ & _ & _ & (P0 & G0 & n0) & _).
  destruct terms_finite as (_ & _ & _ & _ & _ & _ & Fb & _). destruct sizes_not_small as (K1 & _).
  destruct Mu as [u1 u2 u3 u4 u5 u6 u7 u8 u9 u10 u11 u12 _]. destruct Mw as [w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 _].
  assert (R1 : 0 <= R <= 1001 / 1000 * real r) by (apply Rabs_le_inv in R_near; lra).
  destruct (bend_at_least_twice x0 y0 ucx ucy wcx wcy r us ws inv X0 Y0 CUX CUY CWX CWY Vux Vuy Vwx Vwy R S n u1 u2 u3
    u4 u5 u6
    w5 w6 u7 u8 w7 w8 u9 w9 u10 w10 r_range R1 S0 S1 S2 S3 NS Hi Fb) as [B _].
  change (fadd (fadd (fmul (fconst 1 2) (fabs (fsub (fmul ucx wcy) (fmul ucy wcx)))) (fmul (fmul (fconst 1 1) r)
    (fmul (fmul (fmul (fsub (fmul x0 ucy) (fmul y0 ucx)) inv) (fmul (fsub (fmul x0 ucy) (fmul y0 ucx)) inv)) inv)))
    (fmul (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us) (fadd (fmul (fconst 1 1) ws) (fmul r (fmul us inv))))) with
      bend in B.
  replace (X0 * CUY - Y0 * CUX) with (UX * CUY - UY * CUX) in B by (unfold UX, UY; ring). fold V in B.
  set (d := UX * CUY - UY * CUX) in *. assert (nnn : 0 < n * n * n) by (repeat apply Rmult_lt_0_compat; exact n0).
  assert (q0 : 0 <= d * d / (n * n * n)) by (apply Rmult_le_pos; [apply Rle_0_sqr | left; now apply Rinv_0_lt_compat]).
  split; [unfold V; apply Rplus_le_le_0_compat; [apply Rabs_pos | fold d; apply Rmult_le_pos; [exact R_pos |]; lra] |].
  split.
  - eapply Rle_trans; [exact B |]. apply Rplus_le_compat_l.
    assert (P : bpow radix2 (-570) = / 1024 * H560) by (change (/ 1024) with (bpow radix2 (-10)); rewrite <- bpow_plus;
      reflexivity).
    pose proof (bpow_gt_0 radix2 (-560)). pose proof (bpow_gt_0 radix2 (-505)).
    assert (0 <= u53 * (u53 * K)) by (apply Rmult_le_pos; [lra |]; apply Rmult_le_pos; lra). unfold E0. lra.
  - destruct (fadd_finite _ _ Fb) as (F1 & _ & _). destruct (fadd_finite _ _ F1) as (F2 & _ & _).
    destruct (fmul_finite _ _ F2) as (_ & F3 & _). apply fabs_finite in F3.
    destruct (near_cross ucx ucy wcx wcy _ CUX CUY CWX CWY Vux Vuy Vwx Vwy (real us) (real ws) eq_refl F3 u5 u7 u6 u8
      w5 w7 w6 w8
      u9 w9) as [_ C].
    pose proof (bend_at_most ucx ucy r us CUX CUY Vux Vuy R S n u5 u6 u7 u8 u9 u10 r_range R1 S0 S1 NS UX UY eq_refl
      n0) as RQ.
    fold d g in RQ.
    unfold V, K. fold d. lra.
Qed.

(* Within the step and its bound, u turns little. *)
Lemma turns_little y : Rabs y <= m + real error -> Rabs y * (Rabs CUX + Rabs CUY) <= n / 2000.
Proof.
  intros Hy. destruct known_parts as (S0 & S1 & S2 & S3 & NS & Hi & _). destruct parts_nonneg as (Ne & _ & _ & _ & Nr &
    _ & Ni).
  destruct certain_error as [e0' Ce]. destruct step_small as [_ ms]. assert (m0 : 0 <= m) by apply Rabs_pos.
  destruct Mu as [_ _ _ _ u5 u6 u7 u8 u9 u10 u11 u12 _]. destruct (inverse_pos inv S S0 S3 Hi) as (i0 & [i1 _] & _).
  pose proof (nonneg_fmul _ _ Nr (nonneg_fabs step)) as N1. pose proof (nonneg_fmul _ _ Nr Ne) as N2.
  pose proof (flt_finite _ _ Turns N1) as F1. pose proof (flt_finite _ _ Still N2) as F2.
  destruct (fmul_finite _ _ F1) as (Fr & _ & _). destruct (fmul_finite _ _ Fr) as (Fa & _ & _).
  const_facts 1%Z (-30)%Z Fc Vc. const_facts 1%Z (-57)%Z Fd Vd. rewrite Rmult_1_l in Vc, Vd.
  pose proof Turns as T1. apply flt_real in T1; [| exact F1 | exact Fc]. pose proof Still as T2.
  apply flt_real in T2; [| exact F2 | exact Fd].
  rewrite Vc in T1. rewrite Vd in T2. change (bpow radix2 (-30)) with (/ 1073741824) in T1.
  assert (P57 : bpow radix2 (-57) <= / 1073741824) by (change (/ 1073741824) with (bpow radix2 (-30)); apply bpow_le;
    lia).
  assert (a0 : 0 <= real (fabs step)) by (rewrite real_fabs; apply Rabs_pos).
  apply nonneg_real in Nr. destruct (product_low _ _ F1 Nr a0) as [_ L1].
  destruct (product_low _ _ F2 Nr e0') as [_ L2].
  rewrite real_fabs in L1. fold m in L1.
  destruct (sum_low _ _ Fa ltac:(rewrite real_fabs; apply Rabs_pos) ltac:(rewrite real_fabs; apply Rabs_pos)) as [G3
    L3].
  destruct (product_low _ _ Fr G3 (Rlt_le _ _ i0)) as [_ L4]. rewrite !real_fabs in L3. fold rate in L4.
  rewrite u_double in *. change (eta double) with eta' in *.
  assert (e0 : 0 < eta' <= / 1000000000000).
  { split; [apply bpow_gt_0 |]. apply Rle_trans with (bpow radix2 (-40)); [apply bpow_le; lia |]. simpl. lra. }
  set (c := Rabs (real ucx) + Rabs (real ucy)) in *.
  set (v := real (fadd (fabs ucx) (fabs ucy))) in *.
  set (ra := real rate) in *. set (er := real error) in *. set (i := real inv) in *.
  assert (c0 : 0 <= c) by (unfold c; pose proof (Rabs_pos (real ucx)); pose proof (Rabs_pos (real ucy)); lra).
  set (q := m + er). assert (q0 : 0 <= q <= / 2000) by (unfold q; lra).
  assert (A1 : ra * q <= / 500000000) by (unfold q; lra).
  assert (ci : (1 - 4 * u53) * (c / S) - eta' <= ra).
  { assert (A : (1 - u53) * c * ((1 - 101 / 100 * u53) / S) <= v * i).
    { apply Rmult_le_compat; [lra | left; apply Rdiv_lt_0_compat; lra | exact L3 | exact i1]. }
    replace ((1 - u53) * c * ((1 - 101 / 100 * u53) / S)) with ((1 - u53) * (1 - 101 / 100 * u53) * (c / S)) in A
      by (unfold Rdiv; ring).
    assert (0 <= c / S) by (apply Rmult_le_pos; [exact c0 |]; left; now apply Rinv_0_lt_compat). lra. }
  pose proof (Rabs_triang_inv CUX (real ucx)) as t1. pose proof (Rabs_triang_inv CUY (real ucy)) as t2.
  rewrite Rabs_minus_sym in t1, t2.
  assert (Cc : Rabs CUX + Rabs CUY <= c + 22 / 10 * u53 * real us) by (unfold c; lra).
  apply Rle_trans with (q * (c + 22 / 10 * u53 * real us)).
  - pose proof (Rabs_pos CUX). pose proof (Rabs_pos CUY). pose proof (Rabs_pos y).
    apply Rmult_le_compat; [lra | lra | exact Hy | exact Cc].
  - exact (turn_is_little c (real us) S n q ra c0 (proj1 u10) S0 S2 NS ci q0 A1).
Qed.

(* The gap at the time y after the guess. *)
Definition gap_after y := real side * ((UX + y * CUX) * (WY + y * CWY) - (UY + y * CUY) * (WX + y * CWX)) -
  R * norm (UX + y * CUX) (UY + y * CUY).

Theorem step_within_side_bound low high x : low <= 0 <= high -> low <= x <= high -> gap_after x = 0 ->
  (forall y, low <= y < x -> 0 < gap_after y) -> (forall y, x < y <= high -> gap_after y < 0) ->
  Rabs (x - real step) <= real error /\ is_small_step step error /\ bpow radix2 (-502) <= k /\
  forall y, Rabs (y - real step) <= real error -> - (2 * real error * k) < gap_after y.
Proof.
  intros Inside Hx Root Before After.
  assert (Both : Rabs (x - real step) <= real error /\
    forall y, Rabs y <= m + real error -> Rabs (gap_after y * / k - (real step - y)) < real error).
  2: { destruct Both as [A B]. split; [exact A |]. split.
    { destruct terms_finite as (Fe & _ & _ & Fs & _). exact (conj Fs (conj Fe (proj1 step_small))). }
    split; [apply sizes_not_small |].
    intros y Hy. destruct slope_inverse as (k0 & _).
    assert (Hm : Rabs y <= m + real error).
    { replace y with (real step + (y - real step)) by ring. eapply Rle_trans; [apply Rabs_triang |]. unfold m. lra. }
    specialize (B y Hm). apply Rabs_lt_inv in B. apply Rabs_le_inv in Hy.
    assert (C : - (2 * real error) < gap_after y * / k) by lra.
    apply (Rmult_lt_compat_r k) in C; [| exact k0].
    replace (gap_after y * / k * k) with (gap_after y) in C by (field; lra). lra. }
  destruct known_parts as (S0 & S1 & S2 & S3 & NS & Hi & _ & B1 & B2 & (P0 & G0 & n0) & C).
  destruct sizes_not_small as (K1 & K2 & K3 & Es & _). destruct slope_inverse as (k0 & i0 & Ki).
  destruct bend_known as (V0 & VB & VK).
  destruct error_low as (b0 & _). pose proof (bpow_gt_0 radix2 (-560)) as h0.
  pose proof (bpow_gt_0 radix2 (-505)) as p5.
  destruct terms_finite as (_ & _ & _ & Fs & _). assert (P : 0 < / k) by now apply Rinv_0_lt_compat.
  assert (uuK : 0 <= u53 * (u53 * K)) by (apply Rmult_le_pos; [lra |]; apply Rmult_le_pos; lra).
  apply (newton_step_to_side F0 s V x (real res) k (real step) (/ k) K H560 (real bend) (real error) low high
    gap_after);
    auto; try lra.
  - apply Rinv_l. lra.
  - (* The residual. *)
    eapply Rle_trans; [exact C |]. fold E0. unfold E0.
    assert (P740 : bpow radix2 (-740) <= / 1048576 * H560).
    { change (/ 1048576) with (bpow radix2 (-20)). rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (Q : 800 * (real us * real ws) + 726 * g <= 800 * K) by (unfold K; lra).
    assert (Q' : u53 * u53 * (800 * (real us * real ws) + 726 * g) <= u53 * u53 * (800 * K)) by (apply
      Rmult_le_compat_l; lra).
    pose proof (Rabs_pos (real res)). lra.
  - (* The step is rounded, and so is the inverse. *)
    pose proof (Bounded.fmul_error _ _ Fs) as E. fold step in E. rewrite u_double in E. change tiny with eta' in E.
    set (i := real inverse) in *. set (rr := real res) in *. set (w := rr * / k).
    assert (Ew : Rabs (rr * i - w) <= 101 / 100 * u53 * Rabs w).
    { replace (rr * i - w) with (w * (i * k - 1)) by (unfold w; field; lra). rewrite Rabs_mult, Rmult_comm.
      apply Rmult_le_compat_r; [apply Rabs_pos | exact Ki]. }
    pose proof (Rabs_pos w) as w0. assert (Gi : Rabs (rr * i) <= (1 + 101 / 100 * u53) * Rabs w).
    { replace (rr * i) with (w + (rr * i - w)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    replace (real step - w) with ((real step - rr * i) + (rr * i - w)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    assert (Tj : eta' <= (2048 * (u53 * u53) * K + H560) * / k / 1000).
    { apply Rmult_le_reg_r with k; [exact k0 |].
      replace ((2048 * (u53 * u53) * K + H560) * / k / 1000 * k) with ((2048 * (u53 * u53) * K + H560) / 1000) by
        (field; lra).
      pose proof underflow_over_slope.
      lra. }
    lra.
  - exact bound_at_least.
  - apply certain_error.
  - intros y Hy. pose proof (turns_little y Hy) as T.
    assert (Sg : Rabs (real side) = 1) by (destruct side_is as [-> | ->]; [apply Rabs_R1 | rewrite Rabs_left1; lra]).
    exact (gap_expansion UX UY CUX CUY WX WY CWX CWY R (real side) y n0 R_pos Sg T).
Qed.
End Step.
