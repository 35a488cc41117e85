(* The slope of step_at_side in src/turning/moving_time.h: the derivative of |X| - R |u| by time.

   It has the error 30 eps K and 2^-565, where K = U (2 W + R U / |u|) is the product of the sizes that the code
   multiplies 64 eps with. The sizes at a place are doubled, for room, so the error is less than this. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct SweepGeometry SweepTerms SweepErrors
  SweepSquares Terms_wide Terms_pair ErrorFreeTerms Wide TangentGapLine TimePlace TimeEndPlace TimeSideProducts
  TimeSideReach MovingSideReach MovingSideResidual.

Open Scope R_scope.

Opaque fadd fsub fmul ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta' := (bpow radix2 (-1075)).

(* A product of a change and a rounded place. *)
Lemma product_with_place (c h l p : D) C P V W : p = fmul c (fadd h l) \/ p = fmul (fadd h l) c -> finite p ->
  placed h l P 0 W -> Rabs (real c) <= V -> Rabs (real c - C) <= 21 / 10 * u53 * V -> 0 <= W ->
  Rabs (real p - C * P) <= 84 / 10 * u53 * (V * W) + 5 * (place_tiny * V) + eta' /\
  Rabs (C * P) <= 203 / 100 * (V * W) + 18 * (place_tiny * V).
Proof.
  intros Hp Fp (P1 & P2 & P3) Vc Ec W0. assert (t0 : 0 < place_tiny) by apply bpow_gt_0. set (t := place_tiny) in *.
  assert (V0 : 0 <= V) by (pose proof (Rabs_pos (real c)); lra).
  assert (Fa : finite (fadd h l) /\ real p = rnd double (real c * real (fadd h l))).
  { destruct Hp as [-> | ->]; destruct (fmul_finite _ _ Fp) as (? & ? & ->); split; auto. now rewrite Rmult_comm. }
  destruct Fa as [Fa Ep].
  assert (B1 : Rabs (real h + real l) <= 201 / 100 * W + 11 * t) by (clear - P2 P3 W0 t0; two_sided; lra).
  destruct (Wide.fadd_error _ _ _ Fa B1) as (_ & _ & E1). set (a := real (fadd h l)) in *.
  assert (B2 : Rabs (a - P) <= 202 / 100 * u53 * W + 3 * t) by (clear - E1 P1 W0 t0; two_sided; lra).
  assert (B3 : Rabs a <= 202 / 100 * W + 14 * t) by (clear - E1 B1 W0 t0; two_sided; lra).
  assert (B4 : Rabs P <= 202 / 100 * W + 14 * t) by (clear - B1 P1 W0 t0; two_sided; lra).
  assert (VW : 0 <= V * W) by now apply Rmult_le_pos. assert (Vt : 0 <= t * V) by (apply Rmult_le_pos; lra).
  pose proof (times_size _ _ _ _ Vc B2) as Q1. pose proof (times_size _ _ _ _ Ec B4) as Q2.
  pose proof (times_size _ _ _ _ Vc B3) as Q3.
  replace (V * (202 / 100 * u53 * W + 3 * t)) with (202 / 100 * u53 * (V * W) + 3 * (t * V)) in Q1 by ring.
  replace (21 / 10 * u53 * V * (202 / 100 * W + 14 * t)) with (21 / 10 * u53 * (202 / 100 * (V * W) + 14 * (t * V))) in
    Q2
    by ring.
  replace (V * (202 / 100 * W + 14 * t)) with (202 / 100 * (V * W) + 14 * (t * V)) in Q3 by ring.
  pose proof (rnd_error double (real c * a)) as R. rewrite <- Ep, u_double in R. change (eta double) with eta' in R.
  assert (R' : Rabs (real p - real c * a) <= u53 * (202 / 100 * (V * W) + 14 * (t * V)) + eta') by lra.
  assert (E : C * P = real c * a - real c * (a - P) - (real c - C) * P) by ring.
  set (x := real c * a) in *. set (y := real c * (a - P)) in *. set (z := (real c - C) * P) in *. rewrite E.
  clear - R' Q1 Q2 Q3 VW Vt. split; two_sided; lra.
Qed.

Lemma two_products_near (v p q : D) Z1 Z2 B1 B2 E1 E2 s : (s = 1 /\ v = fadd p q \/ s = -1 /\ v = fsub p q) -> finite v
  ->
  Rabs (real p - Z1) <= E1 -> Rabs (real q - Z2) <= E2 -> Rabs Z1 <= B1 -> Rabs Z2 <= B2 ->
  Rabs (real v - (Z1 + s * Z2)) <= (1 + u53) * (E1 + E2) + u53 * (B1 + B2).
Proof.
  intros Hv Fv H1 H2 H3 H4.
  assert (B : Rabs (real p) + Rabs (real q) <= B1 + B2 + (E1 + E2)) by (clear - H1 H2 H3 H4;
    pose proof (Rabs_triang_inv (real p) Z1); pose proof (Rabs_triang_inv (real q) Z2); lra).
  destruct Hv as [[-> ->] | [-> ->]].
  - destruct (Wide.fadd_error p q (B1 + B2 + (E1 + E2)) Fv) as (_ & _ & E).
    { pose proof (Rabs_triang (real p) (real q)). lra. }
    clear - E H1 H2. two_sided; lra.
  - destruct (Wide.fsub_error p q (B1 + B2 + (E1 + E2)) Fv) as (_ & _ & E).
    { unfold Rminus. pose proof (Rabs_triang (real p) (- real q)). rewrite Rabs_Ropp in *. lra. }
    clear - E H1 H2. two_sided; lra.
Qed.

(* Sums of two such products, for sizes V and W of the vectors. *)
Lemma products_with_places (c1 h1 l1 c2 h2 l2 p q v : D) C1 P1 C2 P2 V1 W1 V2 W2 V W s :
  p = fmul c1 (fadd h1 l1) \/ p = fmul (fadd h1 l1) c1 -> q = fmul c2 (fadd h2 l2) \/ q = fmul (fadd h2 l2) c2 ->
  (s = 1 /\ v = fadd p q \/ s = -1 /\ v = fsub p q) -> finite v ->
  placed h1 l1 P1 0 W1 -> placed h2 l2 P2 0 W2 -> Rabs (real c1) <= V1 -> Rabs (real c1 - C1) <= 21 / 10 * u53 * V1 ->
  Rabs (real c2) <= V2 -> Rabs (real c2 - C2) <= 21 / 10 * u53 * V2 -> 0 <= W1 -> 0 <= W2 ->
  V1 + V2 <= (1 + 5 * u53) * V -> W1 + W2 <= (1 + 5 * u53) * W ->
  Rabs (real v - (C1 * P1 + s * (C2 * P2))) <= 105 / 10 * u53 * (V * W) + 6 * (place_tiny * V) + 3 * eta' /\
  Rabs (C1 * P1 + s * (C2 * P2)) <= 204 / 100 * (V * W) + 19 * (place_tiny * V).
Proof.
  intros Hp Hq Hv Fv Pl1 Pl2 Vc1 Ec1 Vc2 Ec2 w1 w2 HV HW.
  assert (F : finite p /\ finite q).
  { destruct Hv as [[_ ->] | [_ ->]]; [destruct (fadd_finite _ _ Fv) as (? & ? & _) |
      destruct (fsub_finite _ _ Fv) as (? & ? & _)]; auto. }
  destruct F as [Fp Fq].
  destruct (product_with_place _ _ _ _ _ _ _ _ Hp Fp Pl1 Vc1 Ec1 w1) as [A1 A2].
  destruct (product_with_place _ _ _ _ _ _ _ _ Hq Fq Pl2 Vc2 Ec2 w2) as [B1 B2].
  pose proof (two_products_near _ _ _ _ _ _ _ _ _ _ Hv Fv A1 B1 A2 B2) as E.
  pose proof (Rabs_pos (real c1)) as c10. pose proof (Rabs_pos (real c2)) as c20.
  assert (S0 : V1 * W1 + V2 * W2 <= 1001 / 1000 * (V * W)).
  { assert (0 <= V1 * W2) by (apply Rmult_le_pos; lra). assert (0 <= V2 * W1) by (apply Rmult_le_pos; lra).
    assert (0 <= V * W) by (apply Rmult_le_pos; lra).
    assert ((V1 + V2) * (W1 + W2) <= (1 + 5 * u53) * V * ((1 + 5 * u53) * W)) by (apply Rmult_le_compat; lra). lra. }
  assert (S1 : place_tiny * V1 + place_tiny * V2 <= 1001 / 1000 * (place_tiny * V)).
  { rewrite <- Rmult_plus_distr_l. replace (1001 / 1000 * (place_tiny * V)) with (place_tiny * (1001 / 1000 * V)) by
    ring.
    apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
  assert (S2 : 0 <= V1 * W1) by (apply Rmult_le_pos; lra). assert (S3 : 0 <= V2 * W2) by (apply Rmult_le_pos; lra).
  assert (S4 : 0 <= place_tiny * V1) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
  assert (S5 : 0 <= place_tiny * V2) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
  pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  assert (Ss : Rabs s <= 1) by (destruct Hv as [[-> _] | [-> _]]; [rewrite Rabs_pos_eq | rewrite Rabs_left1]; lra).
  split; [lra |]. eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_mult s).
  assert (Rabs s * Rabs (C2 * P2) <= 1 * Rabs (C2 * P2)) by (apply Rmult_le_compat_r; [apply Rabs_pos | exact Ss]). lra.
Qed.

(* The inverse of a length that is not small. *)
Lemma inverse_below (x : D) : finite x -> bpow radix2 (-302) <= real x -> below 303 (fdiv (fconst 1 0) x).
Proof.
  intros Fx L. const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
  pose proof (bpow_gt_0 radix2 (-302)) as p. assert (N0 : B2R x <> 0) by (unfold real in L; lra).
  assert (Q : Rabs (rnd double (real (fconst 1 0 : D) / real x)) <= bpow radix2 302).
  { apply Bounded.rnd_below; [lia |]. rewrite V1. unfold Rdiv. rewrite Rmult_1_l.
    assert (0 < / real x) by (apply Rinv_0_lt_compat; lra). rewrite Rabs_pos_eq by lra.
    apply Rmult_le_reg_r with (real x); [lra |]. rewrite Rinv_l by lra.
    apply Rle_trans with (bpow radix2 302 * bpow radix2 (-302)); [rewrite <- bpow_plus; simpl; lra |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact L]. }
  assert (Q' : bpow radix2 302 < bpow radix2 (emax double)) by (apply bpow_lt; reflexivity).
  assert (Q2 : bpow radix2 302 <= bpow radix2 303) by (apply bpow_le; lia).
  generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE (fconst 1 0) x N0). case Rlt_bool_spec; intros B C.
  - destruct C as (C1 & C2 & _). rewrite F1 in C2. split; [exact C2 |]. unfold real at 1, fdiv. rewrite C1.
    exact (Rle_trans _ _ _ Q Q2).
  - exfalso. apply (Rle_lt_trans _ _ _ Q) in Q'. revert B Q'. unfold rnd, real. intros B Q'.
    exact (Rle_not_lt _ _ B Q').
Qed.

Section Slope.
Variables uhx ulx uhy uly whx wlx why wly ucx ucy wcx wcy r side us ws : D.
Variables UX UY WX WY CUX CUY CWX CWY Vux Vuy Vwx Vwy R : R.
Hypotheses (Pux : placed uhx ulx UX 0 Vux) (Puy : placed uhy uly UY 0 Vuy)
  (Pwx : placed whx wlx WX 0 Vwx) (Pwy : placed why wly WY 0 Vwy)
  (U_size : Vux + Vuy <= (1 + 5 * u53) * real us) (W_size : Vwx + Vwy <= (1 + 5 * u53) * real ws)
  (U_range : 0 <= real us <= bpow radix2 200) (W_range : 0 <= real ws <= bpow radix2 200)
  (U_norm : norm UX UY <= 101 / 100 * real us) (big : bpow radix2 (-602) <= UX * UX + UY * UY)
  (long : 12 * u53 * (real us * real us) <= UX * UX + UY * UY) (side_is : is_sign (real side)) (side_finite : finite
    side).
Hypotheses (cux : Rabs (real ucx) <= Vux) (cuy : Rabs (real ucy) <= Vuy) (cwx : Rabs (real wcx) <= Vwx)
  (cwy : Rabs (real wcy) <= Vwy) (eux : Rabs (real ucx - CUX) <= 21 / 10 * u53 * Vux)
  (euy : Rabs (real ucy - CUY) <= 21 / 10 * u53 * Vuy) (ewx : Rabs (real wcx - CWX) <= 21 / 10 * u53 * Vwx)
  (ewy : Rabs (real wcy - CWY) <= 21 / 10 * u53 * Vwy).
Hypotheses (fuhx : finite uhx) (fulx : finite ulx) (fuhy : finite uhy) (fuly : finite uly) (fwhx : finite whx)
  (fwlx : finite wlx) (fwhy : finite why) (fwly : finite wly) (fucx : finite ucx) (fucy : finite ucy) (fwcx : finite
    wcx)
  (fwcy : finite wcy) (fr : finite r).
Hypotheses (r_range : 0 <= real r <= bpow radix2 200) (R_near : Rabs (real r - R) <= 101 / 100 * u53 * real r).
Let aux := fadd uhx ulx.
Let auy := fadd uhy uly.
Let awx := fadd whx wlx.
Let awy := fadd why wly.
Let len := fsqrt (fadd (fmul aux aux) (fmul auy auy)).
Let inv := fdiv (fconst 1 0) len.
Let len_slope := fmul (fadd (fmul aux ucx) (fmul auy ucy)) inv.
Let turns := fadd (fsub (fmul ucx awy) (fmul ucy awx)) (fsub (fmul aux wcy) (fmul auy wcx)).
Let slope := fsub (fmul side turns) (fmul r len_slope).
Let S := real len.
Let n := norm UX UY.
Let turning := (CUX * WY - CUY * WX) + (UX * CWY - UY * CWX).
Let growth := UX * CUX + UY * CUY.
Let s := real side * turning - R * (growth / n).
Let g := real r * (real us * (real us / S)).
Let K := 2 * (real us * real ws) + g.

Let V0 : 0 <= Vux /\ 0 <= Vuy /\ 0 <= Vwx /\ 0 <= Vwy.
Proof.
  pose proof (Rabs_pos (real ucx)). pose proof (Rabs_pos (real ucy)). pose proof (Rabs_pos (real wcx)).
  pose proof (Rabs_pos (real wcy)). lra.
Qed.

Lemma place_below h l X V : finite h -> finite l -> placed h l X 0 V -> 0 <= V -> V <= 11 / 10 * bpow radix2 200 ->
  below 204 (fadd h l).
Proof.
  intros Fh Fl (_ & P2 & P3) v0 v1.
  assert (P : place_tiny <= / 1024 * bpow radix2 200).
  { change (/ 1024) with (bpow radix2 (-10)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (t0 : 0 < place_tiny) by apply bpow_gt_0.
  assert (P203 : bpow radix2 203 = 8 * bpow radix2 200) by (change 8 with (bpow radix2 3); rewrite <- bpow_plus;
    reflexivity).
  apply (below_add 203); [lia | |]; (split; [assumption | lra]).
Qed.

Lemma all_below : below 204 aux /\ below 204 auy /\ below 204 awx /\ below 204 awy /\ below 201 ucx /\ below 201 ucy /\
  below 201 wcx /\ below 201 wcy /\ below 200 r /\ below 0 side.
Proof.
  destruct V0 as (v1 & v2 & v3 & v4). pose proof (bpow_gt_0 radix2 200) as p.
  assert (P201 : bpow radix2 201 = 2 * bpow radix2 200) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus;
    reflexivity).
  split; [apply (place_below _ _ _ _ fuhx fulx Pux); lra |]. split; [apply (place_below _ _ _ _ fuhy fuly Puy); lra |].
  split; [apply (place_below _ _ _ _ fwhx fwlx Pwx); lra |]. split; [apply (place_below _ _ _ _ fwhy fwly Pwy); lra |].
  split; [split; [assumption | lra] |]. split; [split; [assumption | lra] |]. split; [split; [assumption | lra] |].
  split; [split; [assumption | lra] |]. split; [split; [assumption | rewrite Rabs_pos_eq; lra] |].
  split; [assumption |]. destruct side_is as [-> | ->]; [rewrite Rabs_pos_eq | rewrite Rabs_left1]; simpl; lra.
Qed.

(* The root, its inverse and the slope are finite. *)
Lemma slope_finite : finite len /\ 0 < S /\ S <= 102 / 100 * real us /\ real us <= 33554433 * S /\
  bpow radix2 (-302) <= S /\ Rabs (n - S) <= 34 / 10 * u53 * S /\ finite inv /\ Rabs (real inv * S - 1) <= 101 / 100 *
    u53 /\
  below 303 inv /\ below 950 slope.
Proof.
  destruct all_below as (B1 & B2 & B3 & B4 & B5 & B6 & B7 & B8 & B9 & B10). destruct V0 as (v1 & v2 & v3 & v4).
  assert (Q1 : below (204 + 204) (fmul aux aux)) by (apply below_mul; auto; lia).
  assert (Q2 : below (204 + 204) (fmul auy auy)) by (apply below_mul; auto; lia).
  assert (Q3 : below (408 + 1) (fadd (fmul aux aux) (fmul auy auy))) by (apply below_add; auto; lia).
  assert (W0 : 0 <= real (fadd (fmul aux aux) (fmul auy auy))).
  { apply fadd_nonneg; [apply Q3 | |]; apply fmul_square_nonneg; [apply Q1 | apply Q2]. }
  assert (Fl : finite len).
  { unfold len. destruct (Bsqrt_correct (prec double) (emax double) _ _ mode_NE (fadd (fmul aux aux) (fmul auy auy)))
      as (_ & C2 & _). unfold finite, fsqrt. rewrite C2. destruct Q3 as [F3 _]. revert F3 W0.
    generalize (fadd (fmul aux aux) (fmul auy auy)). intros w F3 W0. destruct w as [| | | [|] m e p]; try discriminate;
      auto.
    exfalso. assert (B2R (B754_finite true m e p : D) < 0) by (simpl; now apply F2R_lt_0). unfold real in W0. lra. }
  destruct (root_known uhx ulx uhy uly us UX UY Vux Vuy Pux Puy v1 v2 U_size U_range U_norm big long Fl)
    as (Fw & Lw & S0 & S1 & NS & _). fold n in NS. change (0 < S) in S0. change (S <= 102 / 100 * real us) in S1.
  change (Rabs (n - S) <= 34 / 10 * u53 * S) in NS.
  destruct (length_not_small (real us) UX UY (real uhx + real ulx) (real uhy + real uly) (proj1 U_range) big long
    (u_near uhx ulx uhy uly us UX UY Vux Vuy Pux Puy v1 v2 U_size U_range) U_norm) as (n1 & u1 & n2 & _).
    fold n in n1, n2.
  assert (S2 : real us <= 33554433 * S) by (clear - n2 NS S0; two_sided; lra).
  assert (P301 : bpow radix2 (-301) = 2 * bpow radix2 (-302)) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus;
    reflexivity).
  pose proof (bpow_gt_0 radix2 (-302)) as p302.
  assert (S3 : bpow radix2 (-302) <= S) by (clear - n1 NS S0 P301 p302; two_sided; lra).
  assert (S4 : S <= bpow radix2 203).
  { assert (P203 : bpow radix2 203 = 8 * bpow radix2 200) by (change 8 with (bpow radix2 3); rewrite <- bpow_plus;
      reflexivity). pose proof (bpow_gt_0 radix2 200). lra. }
  pose proof (inverse_below len Fl S3) as Bi. fold inv in Bi.
  destruct (placed_vector _ _ _ _ _ _ _ _ Pux Puy v1 v2) as [VU _].
  pose proof (inverse_length_near uhx uhy ulx uly len eq_refl Fw Lw S4 _ _ _ _ VU inv eq_refl (proj1 Bi)) as Hi.
  change (Rabs (real inv * S - 1) <= 101 / 100 * u53) in Hi.
  assert (C1 : below (201 + 204) (fmul ucx awy)) by (apply below_mul; auto; lia).
  assert (C2 : below (201 + 204) (fmul ucy awx)) by (apply below_mul; auto; lia).
  assert (C3 : below (204 + 201) (fmul aux wcy)) by (apply below_mul; auto; lia).
  assert (C4 : below (204 + 201) (fmul auy wcx)) by (apply below_mul; auto; lia).
  assert (C5 : below (405 + 1) (fsub (fmul ucx awy) (fmul ucy awx))) by (apply below_sub; auto; lia).
  assert (C6 : below (405 + 1) (fsub (fmul aux wcy) (fmul auy wcx))) by (apply below_sub; auto; lia).
  assert (C7 : below (406 + 1) turns) by (apply below_add; auto; lia).
  assert (C8 : below (0 + 407) (fmul side turns)) by (apply below_mul; auto; lia).
  assert (D1 : below (204 + 201) (fmul aux ucx)) by (apply below_mul; auto; lia).
  assert (D2 : below (204 + 201) (fmul auy ucy)) by (apply below_mul; auto; lia).
  assert (D3 : below (405 + 1) (fadd (fmul aux ucx) (fmul auy ucy))) by (apply below_add; auto; lia).
  assert (D4 : below (406 + 303) len_slope) by (apply below_mul; auto; lia).
  assert (D5 : below (200 + 709) (fmul r len_slope)) by (apply below_mul; auto; lia).
  assert (D6 : below (909 + 1) slope).
  { apply below_sub; [lia | eapply below_weaken; [exact C8 | lia] | exact D5]. }
  repeat (split; [assumption |]). split; [apply Bi |]. split; [exact Hi |]. split; [exact Bi |].
  eapply below_weaken; [exact D6 | lia].
Qed.

(* What underflows. *)
Lemma slope_tiny : place_tiny * real us <= bpow radix2 (-759) /\ place_tiny * real ws <= bpow radix2 (-759) /\
  real r * (place_tiny * (real us / S)) <= bpow radix2 (-730) /\ real r * (eta' / S) <= bpow radix2 (-573) /\
  real r * eta' <= bpow radix2 (-573) /\ 1048576 * place_tiny <= real us.
Proof.
  destruct slope_finite as (_ & S0 & S1 & S2 & S3 & _).
  assert (T : forall x, 0 <= x <= bpow radix2 200 -> place_tiny * x <= bpow radix2 (-759)).
  { intros x Hx. apply Rle_trans with (place_tiny * bpow radix2 200); [apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]
    |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  split; [now apply T |]. split; [now apply T |].
  assert (H : real us / S <= bpow radix2 26).
  { apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    change (bpow radix2 26) with 67108864. lra. }
  assert (H0 : 0 <= real us / S) by (apply Rmult_le_pos; [lra |]; left; now apply Rinv_0_lt_compat).
  split.
  { apply Rle_trans with (bpow radix2 200 * (place_tiny * bpow radix2 26)).
    - apply Rmult_le_compat; [lra | apply Rmult_le_pos; [apply bpow_ge_0 | exact H0] | lra |].
      apply Rmult_le_compat_l; [apply bpow_ge_0 | exact H].
    - rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (I : eta' / S <= bpow radix2 (-773)).
  { apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with (bpow radix2 (-773) * bpow radix2 (-302)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact S3]. }
  assert (I0 : 0 <= eta' / S) by (apply Rmult_le_pos; [apply bpow_ge_0 |]; left; now apply Rinv_0_lt_compat).
  split; [| split].
  - apply Rle_trans with (bpow radix2 200 * bpow radix2 (-773)); [apply Rmult_le_compat; lra |]. rewrite <- bpow_plus.
    apply bpow_le. lia.
  - apply Rle_trans with (bpow radix2 200 * eta'); [apply Rmult_le_compat_r; [apply bpow_ge_0 | lra] |].
    rewrite <- bpow_plus. apply bpow_le. lia.
  - apply Rle_trans with (/ 1048576 * bpow radix2 (-302)).
    + change 1048576 with (bpow radix2 20). change (/ bpow radix2 20) with (bpow radix2 (-20)).
      rewrite <- !bpow_plus. apply bpow_le. lia.
    + pose proof (bpow_gt_0 radix2 (-302)). lra.
Qed.

(* The growth of |u|. *)
Lemma growth_near : Rabs (growth / n) <= 206 / 100 * (real us * (real us / S)) /\
  Rabs (real len_slope - growth / n) <=
    23 * u53 * (real us * (real us / S)) + 7 * (place_tiny * (real us / S)) + 4 * (eta' / S) + eta'.
Proof.
  destruct slope_finite as (_ & S0 & S1 & S2 & S3 & NS & _ & Hi & Bi & Bs). destruct V0 as (v1 & v2 & v3 & v4).
  destruct slope_tiny as (_ & _ & _ & _ & _ & tu). assert (t0 : 0 < place_tiny) by apply bpow_gt_0.
  destruct (fsub_finite _ _ (proj1 Bs)) as (_ & Fm & _). destruct (fmul_finite _ _ Fm) as (_ & Fls & _).
  destruct (fmul_finite _ _ Fls) as (Fd & _ & El).
  destruct (products_with_places ucx uhx ulx ucy uhy uly (fmul aux ucx) (fmul auy ucy) _ CUX UX CUY UY Vux Vux Vuy Vuy
    (real us) (real us) 1 (or_intror eq_refl) (or_intror eq_refl) (or_introl (conj eq_refl eq_refl)) Fd Pux Puy cux eux
      cuy
    euy v1 v2 U_size U_size) as [E1 E2].
  replace (CUX * UX + 1 * (CUY * UY)) with growth in E1, E2 by (unfold growth; ring).
  set (d := real (fadd (fmul aux ucx) (fmul auy ucy))) in *. set (i := real inv) in *. fold len_slope in El.
  pose proof (rnd_error double (d * i)) as Rd. rewrite <- El, u_double in Rd. change (eta double) with eta' in Rd.
  set (q := growth / n). set (uu := real us * real us) in *.
  assert (n0 : 0 < n) by (clear - NS S0; two_sided; lra).
  assert (Eq : q * n = growth) by (unfold q; field; lra).
  assert (uu0 : 0 <= uu) by (apply Rmult_le_pos; lra). pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  assert (ut : place_tiny * real us <= / 1048576 * uu).
  { unfold uu. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  assert (ut0 : 0 <= place_tiny * real us) by (apply Rmult_le_pos; lra).
  assert (G1 : Rabs growth <= 2041 / 1000 * uu) by lra.
  assert (Q1 : Rabs (q * S) <= 205 / 100 * uu).
  { assert (A : Rabs (q * (n - S)) <= 34 / 10 * u53 * Rabs (q * S)).
    { rewrite !Rabs_mult. replace (34 / 10 * u53 * (Rabs q * Rabs S)) with (Rabs q * (34 / 10 * u53 * Rabs S)) by ring.
      apply Rmult_le_compat_l; [apply Rabs_pos |]. rewrite (Rabs_pos_eq S) by lra. exact NS. }
    replace (q * S) with (growth - q * (n - S)) by (rewrite <- Eq; ring).
    assert (B : Rabs (q * S) <= Rabs growth + Rabs (q * (n - S))).
    { replace (q * S) with (growth + - (q * (n - S))) by (rewrite <- Eq; ring). rewrite <- (Rabs_Ropp (q * (n - S))).
      apply Rabs_triang. }
    replace (growth - q * (n - S)) with (q * S) by (rewrite <- Eq; ring). lra. }
  assert (Z : uu / S = real us * (real us / S)) by (unfold uu; field; lra).
  assert (X1 : Rabs (d * i * S - q * S) <= 20 * u53 * uu + 61 / 10 * (place_tiny * real us) + 31 / 10 * eta').
  { replace (d * i * S - q * S) with ((d - growth) * (i * S) + (growth * (i * S - 1) + q * (n - S))) by (rewrite <- Eq;
    ring).
    assert (A : Rabs (q * (n - S)) <= 34 / 10 * u53 * (205 / 100 * uu)).
    { apply Rle_trans with (34 / 10 * u53 * Rabs (q * S)); [| apply Rmult_le_compat_l; [lra | exact Q1]].
      rewrite !Rabs_mult. replace (34 / 10 * u53 * (Rabs q * Rabs S)) with (Rabs q * (34 / 10 * u53 * Rabs S)) by ring.
      apply Rmult_le_compat_l; [apply Rabs_pos |]. rewrite (Rabs_pos_eq S) by lra. exact NS. }
    pose proof (times_size _ _ _ _ G1 Hi) as B.
    assert (Hi1 : Rabs (i * S) <= 1 + 101 / 100 * u53) by (clear - Hi; two_sided; lra).
    pose proof (times_size _ _ _ _ E1 Hi1) as C.
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |].
    eapply Rle_trans; [apply Rplus_le_compat; [exact C | apply Rplus_le_compat; [exact B | exact A]] |]. lra. }
  assert (X2 : Rabs (d * i) * S <= 206 / 100 * uu + 4 * eta').
  { rewrite <- (Rabs_pos_eq S) at 1 by lra. rewrite <- Rabs_mult.
    replace (d * i * S) with ((d * i * S - q * S) + q * S) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (X3 : Rabs (real len_slope - q) * S <=
    23 * u53 * uu + 7 * (place_tiny * real us) + 4 * eta' + eta' * S).
  { rewrite <- (Rabs_pos_eq S) at 1 by lra. rewrite <- Rabs_mult.
    replace ((real len_slope - q) * S) with ((real len_slope - d * i) * S + (d * i * S - q * S)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, (Rabs_pos_eq S) by lra.
    assert (Rabs (real len_slope - d * i) * S <= (u53 * Rabs (d * i) + eta') * S) by (apply Rmult_le_compat_r; lra).
    lra. }
  split.
  - apply Rmult_le_reg_r with S; [exact S0 |]. rewrite <- (Rabs_pos_eq S) at 1 by lra. rewrite <- Rabs_mult. fold q.
    rewrite <- Z. replace (206 / 100 * (uu / S) * S) with (206 / 100 * uu) by (field; lra). lra.
  - apply Rmult_le_reg_r with S; [exact S0 |]. fold q. eapply Rle_trans; [exact X3 |]. rewrite <- Z. right. field. lra.
Qed.

Theorem side_slope_near : Rabs (real slope - s) <= 30 * u53 * K + bpow radix2 (-570) /\ Rabs s <= 208 / 100 * K + bpow
  radix2 (-570) /\
  real us * real ws <= K / 2 /\ real r * real us <= 103 / 100 * K /\ 0 <= g <= K.
Proof.
  destruct slope_finite as (_ & S0 & S1 & S2 & S3 & NS & _ & Hi & Bi & Bs). destruct V0 as (v1 & v2 & v3 & v4).
  destruct slope_tiny as (T1 & T2 & T3 & T4 & T5 & _). destruct growth_near as [Q1 Q2].
  assert (t0 : 0 < place_tiny) by apply bpow_gt_0. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  destruct (fsub_finite _ _ (proj1 Bs)) as (Fst & Fm & _). destruct (fmul_finite _ _ Fst) as (_ & Ft & _).
  destruct (fadd_finite _ _ Ft) as (Fc1 & Fc2 & _).
  destruct (products_with_places ucx why wly ucy whx wlx (fmul ucx awy) (fmul ucy awx) _ CUX WY CUY WX Vux Vwy Vuy Vwx
    (real us) (real ws) (-1) (or_introl eq_refl) (or_introl eq_refl) (or_intror (conj eq_refl eq_refl)) Fc1 Pwy Pwx cux
      eux cuy
    euy v4 v3 U_size ltac:(lra)) as [E1 E2].
  destruct (products_with_places wcy uhx ulx wcx uhy uly (fmul aux wcy) (fmul auy wcx) _ CWY UX CWX UY Vwy Vux Vwx Vuy
    (real ws) (real us) (-1) (or_intror eq_refl) (or_intror eq_refl) (or_intror (conj eq_refl eq_refl)) Fc2 Pux Puy cwy
      ewy cwx
    ewx v1 v2 ltac:(lra) U_size) as [E3 E4].
  set (c1 := fsub (fmul ucx awy) (fmul ucy awx)) in *. set (c2 := fsub (fmul aux wcy) (fmul auy wcx)) in *.
  set (p := real us * real ws) in *. assert (p0 : 0 <= p) by (apply Rmult_le_pos; lra).
  rewrite (Rmult_comm (real ws) (real us)) in E3, E4. fold p in E3, E4.
  replace (CUX * WY + -1 * (CUY * WX)) with (CUX * WY - CUY * WX) in E1, E2 by ring.
  replace (CWY * UX + -1 * (CWX * UY)) with (UX * CWY - UY * CWX) in E3, E4 by ring.
  set (z1 := CUX * WY - CUY * WX) in *. set (z2 := UX * CWY - UY * CWX) in *.
  assert (P759 : bpow radix2 (-759) <= / 1048576 * bpow radix2 (-573)).
  { change (/ 1048576) with (bpow radix2 (-20)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (P730 : bpow radix2 (-730) <= / 1048576 * bpow radix2 (-573)).
  { change (/ 1048576) with (bpow radix2 (-20)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (P1075 : eta' <= / 1048576 * bpow radix2 (-573)).
  { change (/ 1048576) with (bpow radix2 (-20)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (P570 : bpow radix2 (-570) = 8 * bpow radix2 (-573)) by (change 8 with (bpow radix2 3); rewrite <- bpow_plus;
    reflexivity).
  pose proof (bpow_gt_0 radix2 (-573)) as t573. set (T := bpow radix2 (-573)) in *.
  assert (C : Rabs (real c1 + real c2) <= 41 / 10 * p + T / 1000).
  { clear - E1 E2 E3 E4 T1 T2 P759 P1075 p0 e0 t573. two_sided; lra. }
  destruct (Wide.fadd_error _ _ _ Ft C) as (_ & _ & E5). change (fadd c1 c2) with turns in E5.
  assert (Et : Rabs (real turns - turning) <= 252 / 10 * u53 * p + T / 1000).
  { unfold turning. fold z1 z2. clear - E1 E3 E5 T1 T2 P759 P1075 p0 e0 t573. two_sided; lra. }
  assert (Bt : Rabs turning <= 409 / 100 * p + T / 1000).
  { unfold turning. fold z1 z2. clear - E2 E4 T1 T2 P759 p0 t573. two_sided; lra. }
  pose proof (times_sign side turns side_is Fst) as Es.
  assert (Es' : Rabs (real (fmul side turns) - real side * turning) <= 252 / 10 * u53 * p + T / 1000).
  { rewrite Es, <- Rmult_minus_distr_l, sign_abs; assumption. }
  assert (Bs' : Rabs (real side * turning) <= 409 / 100 * p + T / 1000) by (rewrite sign_abs; assumption).
  (* R times the growth *)
  set (q := growth / n) in *. set (l := real len_slope) in *. set (us2 := real us * (real us / S)) in *.
  assert (Ar : Rabs (real r) <= real r) by (rewrite Rabs_pos_eq; lra).
  pose proof (times_size _ _ _ _ Ar Q2) as Q3. pose proof (times_size _ _ _ _ Ar Q1) as Q4.
  pose proof (times_size _ _ _ _ R_near Q1) as Q5.
  replace (real r * (206 / 100 * us2)) with (206 / 100 * g) in Q4 by (unfold g, us2; ring).
  replace (101 / 100 * u53 * real r * (206 / 100 * us2)) with (101 / 100 * u53 * (206 / 100) * g) in Q5
    by (unfold g, us2; ring).
  replace (real r * (23 * u53 * us2 + 7 * (place_tiny * (real us / S)) + 4 * (eta' / S) + eta')) with
    (23 * u53 * g + 7 * (real r * (place_tiny * (real us / S))) + 4 * (real r * (eta' / S)) + real r * eta') in Q3
    by (unfold g, us2; ring).
  assert (us20 : 0 <= us2).
  { unfold us2. apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [lra |]. left. now apply Rinv_0_lt_compat. }
  assert (g0 : 0 <= g) by (unfold g; fold us2; apply Rmult_le_pos; lra).
  destruct (fmul_finite _ _ Fm) as (_ & _ & Em). pose proof (rnd_error double (real r * l)) as Rm.
  fold l in Em. rewrite <- Em, u_double in Rm. change (eta double) with eta' in Rm.
  replace (real r * l) with (real r * (l - q) + real r * q) in Rm by ring.
  replace ((real r - R) * q) with (real r * q - R * q) in Q5 by ring.
  set (x := real r * (l - q)) in *. set (y := real r * q) in *. set (m := real (fmul r len_slope)) in *.
  assert (Rm' : Rabs (m - (x + y)) <= u53 * (23 * u53 * g + 6 * T + 206 / 100 * g) + T / 1000).
  { eapply Rle_trans; [exact Rm |]. apply Rplus_le_compat; [| lra]. apply Rmult_le_compat_l; [lra |].
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Qm : Rabs (m - R * q) <= 273 / 10 * u53 * g + 52 / 10 * T).
  { clear - Rm' Q3 Q4 Q5 T3 T4 T5 P730 g0 t573. two_sided; lra. }
  assert (Bq : Rabs (R * q) <= 207 / 100 * g) by (clear - Q4 Q5 g0; two_sided; lra).
  assert (Bx : Rabs (real (fmul side turns) - m) <= 41 / 10 * p + 21 / 10 * g + 6 * T).
  { clear - Es' Bs' Qm Bq p0 g0 t573. two_sided; lra. }
  destruct (Wide.fsub_error _ _ _ (proj1 Bs) Bx) as (_ & _ & E6). change (fsub (fmul side turns) (fmul r len_slope))
    with slope in E6.
  fold m in E6. rewrite P570. unfold K. fold p.
  assert (ru : real r * real us <= 103 / 100 * g).
  { assert (H : real us <= 103 / 100 * us2).
    { apply Rmult_le_reg_r with S; [exact S0 |].
      replace (103 / 100 * us2 * S) with (real us * (103 / 100 * real us)) by (unfold us2; field; lra).
      apply Rmult_le_compat_l; lra. }
    assert (real r * real us <= real r * (103 / 100 * us2)) by (apply Rmult_le_compat_l; lra).
    unfold g. fold us2. lra. }
  split; [unfold s; fold q; clear - E6 Es' Qm p0 g0 t573; two_sided; lra |].
  split; [| split; [lra | split; lra]].
  unfold s. fold q. clear - Bs' Bq p0 g0 t573. two_sided; lra.
Qed.
End Slope.
