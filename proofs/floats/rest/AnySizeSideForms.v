(* The forms of the side in double-doubles: approximate_side of src/rest/contact_integers.c. If they are accepted,
   u x w and the gap R^2 |u|^2 - (u x w)^2 have the right signs, and their errors are small compared with
   V = R^2 |u|^2 + (u x w)^2: of u x w, 2^-61 of the root of V, and of the gap, 2^-59 of V.

   The error of u x w is 2^-100 of its terms. The code accepts it if the square of 2^-38 of the terms is at most V, so
   it keeps 60 bits of the larger of R and the distance. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeSums AnySizeGap.
From Carom Require Bounded Overflow Terms_wide Terms_any_size.
Import Terms_any_size.approximate_side_terms(approximate_side_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Ltac tiny_powers :=
  change (b2 (-102)) with (/ 5070602400912917605986812821504) in *;
  change (b2 (-104)) with (/ 20282409603651670423947251286016) in *;
  change (b2 (-101)) with (/ 2535301200456458802993406410752) in *;
  change (b2 (-100)) with (/ 1267650600228229401496703205376) in *;
  change (b2 (-99)) with (/ 633825300114114700748351602688) in *;
  change (b2 (-98)) with (/ 316912650057057350374175801344) in *;
  change (b2 (-97)) with (/ 158456325028528675187087900672) in *.

Lemma power_below i j k : (k <= i + j)%Z -> b2 k <= b2 i * b2 j.
Proof. intros H. rewrite <- bpow_plus. now apply bpow_le. Qed.

(* R^2 L from rounded factors. *)
Lemma scaled_square_error p R2 L' L lhs t : 0 <= R2 -> 0 <= L -> 0 <= t ->
  Rabs (p - R2) <= b2 (-102) * R2 + t -> Rabs (L' - L) <= b2 (-101) * L ->
  Rabs (lhs - p * L') <= b2 (-102) * Rabs (p * L') + t ->
  Rabs (lhs - R2 * L) <= b2 (-99) * (R2 * L) + t * (2 * L + 1).
Proof.
  intros R0 L0 T0 Hp HL Hl. assert (P : 0 <= R2 * L) by now apply Rmult_le_pos.
  assert (P' : 0 <= t * L) by now apply Rmult_le_pos.
  assert (E : Rabs (p * L' - R2 * L) <= (b2 (-102) * R2 + t) * (101 / 100 * L) + R2 * (b2 (-101) * L)).
  { replace (p * L' - R2 * L) with ((p - R2) * L' + R2 * (L' - L)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat.
    - apply times_size; [exact Hp |]. destruct (abs_near _ _ _ HL) as (H & _). rewrite (Rabs_pos_eq L) in H by exact L0.
      tiny_powers. lra.
    - rewrite Rabs_mult, (Rabs_pos_eq R2) by exact R0. apply Rmult_le_compat_l; assumption. }
  destruct (abs_near _ _ _ E) as (E1 & _). rewrite (Rabs_pos_eq (R2 * L)) in E1 by exact P.
  tiny_powers. apply Rabs_le_inv in Hl, E. apply Rabs_le. set (Q := Rabs (p * L')) in *. clearbody Q. lra.
Qed.

(* The cross product v near c, by the size of its terms. *)
Lemma clear_cross v c S T : 0 <= S -> 999 / 1000 * S - 2 * lost <= T <= 1001 / 1000 * S + 2 * lost ->
  Rabs (v - c) <= b2 (-101) * S + b2 (-1064) -> 98 / 100 * (b2 (-95) * T + b2 (-750)) <= Rabs v ->
  same_sign v c /\ Rabs (v - c) <= / 32 * Rabs v /\ b2 (-751) <= Rabs v /\
  Rabs (v - c) <= b2 (-101) * S + b2 (-1064).
Proof.
  intros S0 HT H L.
  assert (E64 : b2 (-1064) = 4 * lost) by (change (-1064)%Z with (2 + -1066)%Z; rewrite bpow_plus; reflexivity).
  pose proof (bpow_gt_0 radix2 (-1066)) as P0. pose proof (bpow_gt_0 radix2 (-750)) as P7.
  assert (Small : lost <= / 1000000 * b2 (-750)).
  { apply Rle_trans with (b2 (-30) * b2 (-750)); [apply power_below; lia |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-30)) with (/ 1073741824). lra. }
  assert (E95 : b2 (-95) * T >= b2 (-95) * (999 / 1000 * S - 2 * lost)).
  { apply Rle_ge, Rmult_le_compat_l; [apply bpow_ge_0 | apply HT]. }
  assert (K : Rabs (v - c) <= / 32 * Rabs v).
  { eapply Rle_trans; [exact H |]. rewrite E64. change (-95)%Z with (6 + -101)%Z in L, E95.
    rewrite (bpow_plus radix2 6) in L, E95. change (b2 6) with 64 in L, E95.
    assert (0 <= b2 (-101) * S) by (apply Rmult_le_pos; [apply bpow_ge_0 | exact S0]).
    assert (b2 (-101) * lost <= 1 * lost) by (apply Rmult_le_compat_r; [lra | change 1 with (b2 0); apply bpow_le;
      lia]).
    lra. }
  assert (V : b2 (-751) <= Rabs v).
  { change (-751)%Z with (-1 + -750)%Z. rewrite (bpow_plus radix2 (-1)). change (b2 (-1)) with (/ 2).
    assert (b2 (-95) * (2 * lost) <= 1 * (2 * lost)).
    { apply Rmult_le_compat_r; [lra | change 1 with (b2 0); apply bpow_le; lia]. }
    assert (0 <= b2 (-95) * S) by (apply Rmult_le_pos; [apply bpow_ge_0 | exact S0]). lra. }
  split; [| auto]. pose proof (bpow_gt_0 radix2 (-751)). clear - K V H0. unfold same_sign.
  destruct (Rle_or_lt 0 v) as [X | X].
  - rewrite (Rabs_pos_eq v) in K, V by exact X. apply Rabs_le_inv in K. split; split; intros; lra.
  - rewrite (Rabs_left v) in K, V by exact X. apply Rabs_le_inv in K. split; split; intros; lra.
Qed.

(* What the error of u x w makes of the gap. *)
Lemma square_of_cross v c : Rabs (v - c) <= / 32 * Rabs v ->
  Rabs (v * v - c * c) <= 204 / 100 * (Rabs (v - c) * Rabs v) /\ v * v <= 107 / 100 * (c * c).
Proof.
  intros H. split.
  - replace (v * v - c * c) with ((v - c) * (2 * v - (v - c))) by ring. rewrite Rabs_mult.
    apply Rle_trans with (Rabs (v - c) * (204 / 100 * Rabs v)); [| lra].
    apply Rmult_le_compat_l; [apply Rabs_pos |]. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq 2) by lra. pose proof (Rabs_pos v). lra.
  - assert (K : 31 / 32 * Rabs v <= Rabs c).
    { destruct (abs_near _ _ _ H) as (H1 & _). lra. }
    pose proof (Rabs_pos v). rewrite <- (square_of_abs v), <- (square_of_abs c).
    assert (Q : 31 / 32 * Rabs v * (31 / 32 * Rabs v) <= Rabs c * Rabs c) by (apply Rmult_le_compat; lra).
    pose proof (Rle_0_sqr (Rabs c)) as B. unfold Rsqr in B. set (a := Rabs v) in *. set (b := Rabs c) in *.
    clearbody a b. lra.
Qed.

(* The gap with its terms: W is what underflows. *)
Lemma gap_of_side_error g lhs rhs P v c S W : 0 <= P -> 0 <= S -> 0 <= W ->
  Rabs (lhs - P) <= b2 (-99) * P + W -> Rabs (rhs - v * v) <= b2 (-102) * (v * v) + W ->
  Rabs (g - (lhs - rhs)) <= b2 (-104) * (Rabs lhs + Rabs rhs) -> W <= b2 (-150) * (Rabs lhs + Rabs rhs) ->
  Rabs (v - c) <= / 32 * Rabs v -> Rabs (v - c) <= b2 (-101) * S + b2 (-1064) -> b2 (-751) <= Rabs v ->
  999 / 1000 * (P + v * v) <= Rabs lhs + Rabs rhs <= 1001 / 1000 * (P + v * v) /\
  Rabs (g - (P - c * c)) <= b2 (-98) * (P + v * v) + 204 / 100 * (Rabs (v - c) * Rabs v) /\
  Rabs (v - c) * Rabs v <= b2 (-101) * (Rabs v * S) + b2 (-300) * (v * v).
Proof.
  intros P0 S0 W0 Hl Hr Hg HW Hv Hc Lv. assert (Q0 : 0 <= v * v) by apply Rle_0_sqr.
  assert (E150 : b2 (-150) <= / 1000000 * b2 (-104)).
  { apply Rle_trans with (b2 (-30) * b2 (-104)); [apply power_below; lia |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-30)) with (/ 1073741824). lra. }
  assert (HW' : W <= / 1000000 * b2 (-104) * (Rabs lhs + Rabs rhs)).
  { eapply Rle_trans; [exact HW |]. apply Rmult_le_compat_r; [pose proof (Rabs_pos lhs); pose proof (Rabs_pos rhs);
    lra |
    exact E150]. }
  destruct (abs_near _ _ _ Hl) as (L1 & L2). destruct (abs_near _ _ _ Hr) as (R1 & R2).
  rewrite (Rabs_pos_eq P) in L1, L2 by exact P0. rewrite (Rabs_pos_eq (v * v)) in R1, R2 by exact Q0.
  destruct (square_of_cross _ _ Hv) as (Sq & _).
  assert (T : 999 / 1000 * (P + v * v) <= Rabs lhs + Rabs rhs <= 1001 / 1000 * (P + v * v)).
  { clear - L1 L2 R1 R2 HW' P0 Q0 W0. tiny_powers. set (a := Rabs lhs) in *. set (b := Rabs rhs) in *. clearbody a b.
    lra. }
  split; [exact T |]. split.
  - set (X := Rabs (v - c) * Rabs v) in *. clear - Hl Hr Hg HW' T Sq P0 Q0 W0. tiny_powers.
    set (a := Rabs lhs) in *. set (b := Rabs rhs) in *. clearbody a b X. apply Rabs_le_inv in Hl, Hr, Hg, Sq.
    apply Rabs_le. lra.
  - assert (Z : b2 (-1064) <= b2 (-300) * Rabs v).
    { apply Rle_trans with (b2 (-300) * b2 (-751)); [rewrite <- bpow_plus; apply bpow_le; lia |].
      apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Lv]. }
    pose proof (square_of_abs v) as Ev.
    apply Rle_trans with ((b2 (-101) * S + b2 (-300) * Rabs v) * Rabs v).
    + apply Rmult_le_compat_r; [apply Rabs_pos | lra].
    + rewrite Rmult_plus_distr_r. rewrite (Rmult_assoc (b2 (-300))), Ev. lra.
Qed.

(* The digits of u x w: q is the square of 2^-38 of its terms, rounded. *)
Lemma digits_of_cross v c S T P gt : 0 <= P -> 0 <= S -> 0 <= T ->
  999 / 1000 * S - 2 * lost <= T -> Rabs (v - c) <= b2 (-101) * S + b2 (-1064) ->
  Rabs (v - c) <= / 32 * Rabs v -> b2 (-751) <= Rabs v -> Rabs v <= 101 / 100 * T ->
  99 / 100 * (b2 (-38) * T * (b2 (-38) * T)) - b2 (-1070) <= gt -> b2 (-810) <= gt <= 1003 / 1000 * (P + v * v) ->
  Rabs (v - c) * Rabs (v - c) <= b2 (-123) * (P + c * c) /\ P + v * v <= 107 / 100 * (P + c * c).
Proof.
  intros P0 S0 T0 HT Hc Hv Lv Uv Hq (Lgt & Hgt). destruct (square_of_cross _ _ Hv) as (_ & Sv).
  assert (C0 : 0 <= c * c) by apply Rle_0_sqr.
  assert (VV : P + v * v <= 107 / 100 * (P + c * c)) by lra. split; [| exact VV].
  assert (Tl : b2 (-752) <= T).
  { change (-752)%Z with (-1 + -751)%Z. rewrite (bpow_plus radix2 (-1)). change (b2 (-1)) with (/ 2). lra. }
  pose proof (bpow_gt_0 radix2 (-1066)) as Pl.
  assert (Sl : lost <= / 100000 * b2 (-101) * T).
  { apply Rle_trans with (b2 (-130) * b2 (-752)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat; try apply bpow_ge_0; [| exact Tl].
    apply Rle_trans with (b2 (-29) * b2 (-101)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-29)) with (/ 536870912). lra. }
  assert (E64 : b2 (-1064) = 4 * lost) by (change (-1064)%Z with (2 + -1066)%Z; rewrite bpow_plus; reflexivity).
  assert (D : Rabs (v - c) <= 102 / 100 * b2 (-101) * T).
  { eapply Rle_trans; [exact Hc |]. rewrite E64.
    assert (Hs : S <= 1002 / 1000 * T).
    { assert (/ 100000 * b2 (-101) * T <= / 100000 * T).
      { rewrite (Rmult_assoc (/ 100000)). apply Rmult_le_compat_l; [lra |]. rewrite <- (Rmult_1_l T) at 2.
        apply Rmult_le_compat_r; [exact T0 |]. change 1 with (b2 0). apply bpow_le. lia. } lra. }
    assert (b2 (-101) * S <= b2 (-101) * (1002 / 1000 * T)) by (apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Hs]).
    pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-101)) T0). lra. }
  set (K := b2 (-38) * T) in *. assert (K0 : 0 <= K) by (apply Rmult_le_pos; [apply bpow_ge_0 | exact T0]).
  assert (D' : Rabs (v - c) <= 102 / 100 * (b2 (-63) * K)).
  { unfold K. rewrite <- Rmult_assoc with (r1 := b2 (-63)), <- bpow_plus. change (-63 + -38)%Z with (-101)%Z. lra. }
  assert (Kl : b2 (-1070) <= / 100 * gt).
  { apply Rle_trans with (/ 100 * b2 (-810)); [| lra]. apply Rle_trans with (b2 (-7) * b2 (-810)).
    - apply power_below. lia.
    - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-7)) with (/ 128). lra. }
  pose proof (bpow_gt_0 radix2 (-810)). assert (KK : K * K <= 104 / 100 * (P + v * v)) by lra.
  apply Rle_trans with (102 / 100 * (b2 (-63) * K) * (102 / 100 * (b2 (-63) * K))).
  - apply Rmult_le_compat; auto using Rabs_pos.
  - replace (102 / 100 * (b2 (-63) * K) * (102 / 100 * (b2 (-63) * K)))
      with (b2 (-63) * b2 (-63) * (10404 / 10000 * (K * K))) by field.
    rewrite <- bpow_plus. change (-63 + -63)%Z with (-126)%Z. change (-123)%Z with (-126 + 3)%Z.
    rewrite (bpow_plus radix2 (-126)). change (b2 3) with 8. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [apply bpow_ge_0 | lra].
Qed.

(* (2^-38 t)^2 in doubles. *)
Lemma rounded_coarse (t gt : D) : Bounded.below 406 t -> b2 (-753) <= real t -> finite gt ->
  flt gt (fmul (fmul (fconst 1 (-38)) t) (fmul (fconst 1 (-38)) t)) = false ->
  995 / 1000 * (b2 (-38) * real t * (b2 (-38) * real t)) - b2 (-1070) <= real gt.
Proof.
  intros Bt Lt Fg H. destruct (constant_value (-38) ltac:(lia)) as (F38 & V38).
  assert (B38 : Bounded.below (-38) (fconst 1 (-38) : D)).
  { split; [exact F38 |]. rewrite V38, Rabs_pos_eq by apply bpow_ge_0. apply Rle_refl. }
  pose proof (Bounded.below_mul (-38) 406 _ _ ltac:(lia) B38 Bt) as Bk. set (k := fmul (fconst 1 (-38)) t) in *.
  pose proof (Bounded.below_mul (-38 + 406) (-38 + 406) _ _ ltac:(lia) Bk Bk) as Bq.
  pose proof (flt_real_false _ _ Fg (proj1 Bq) H) as Q.
  destruct (fmul_finite _ _ (proj1 Bk)) as (_ & _ & Ek). destruct (fmul_finite _ _ (proj1 Bq)) as (_ & _ & Eq).
  pose proof (rnd_error double (real (fconst 1 (-38) : D) * real t)) as R1. fold k in Ek. rewrite <- Ek in R1.
  rewrite u_double, eta_double, V38 in R1. fold k in R1.
  pose proof (rnd_error double (real k * real k)) as R2. rewrite <- Eq, u_double, eta_double in R2.
  set (K := b2 (-38) * real t) in *. pose proof (bpow_gt_0 radix2 (-753)) as P7.
  assert (Lk : b2 (-800) <= K).
  { apply Rle_trans with (b2 (-38) * b2 (-753)); [apply power_below; lia |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Lt]. }
  pose proof (bpow_gt_0 radix2 (-800)) as P8.
  assert (T : b2 (-1075) <= / 1000000 * b2 (-800)).
  { apply Rle_trans with (b2 (-30) * b2 (-800)); [apply power_below; lia |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-30)) with (/ 1073741824). lra. }
  rewrite (Rabs_pos_eq K) in R1 by lra. apply Rabs_le_inv in R1.
  assert (Kk : 999 / 1000 * K <= real k) by lra.
  assert (Sq : 999 / 1000 * K * (999 / 1000 * K) <= real k * real k) by (apply Rmult_le_compat; lra).
  rewrite (Rabs_pos_eq (real k * real k)) in R2 by apply Rle_0_sqr. apply Rabs_le_inv in R2.
  assert (b2 (-1075) <= b2 (-1070)) by (apply bpow_le; lia). pose proof (Rle_0_sqr K) as K2. unfold Rsqr in K2. lra.
Qed.

(* 2^-400 times the length, in doubles. *)
Lemma rounded_range (l gt : D) : Bounded.below 405 l -> b2 (-402) <= real l -> finite gt ->
  fle (fmul (fmul (fconst 1 (-200)) (fconst 1 (-200))) l) gt = true -> 99 / 100 * (b2 (-400) * real l) <= real gt.
Proof.
  intros Bl Ll Fg H. destruct (constant_value (-200) ltac:(lia)) as (F2 & V2).
  assert (B2 : Bounded.below (-200) (fconst 1 (-200) : D)).
  { split; [exact F2 |]. rewrite V2, Rabs_pos_eq by apply bpow_ge_0. apply Rle_refl. }
  pose proof (Bounded.below_mul (-200) (-200) _ _ ltac:(lia) B2 B2) as Bk.
  destruct (fmul_finite _ _ (proj1 Bk)) as (_ & _ & Ek). rewrite V2, <- bpow_plus in Ek.
  rewrite rnd_of_format in Ek by (apply Bounded.power_in_format; lia). change (-200 + -200)%Z with (-400)%Z in Ek.
  set (k := fmul (fconst 1 (-200)) (fconst 1 (-200))) in *.
  pose proof (Bounded.below_mul (-200 + -200) 405 _ _ ltac:(lia) Bk Bl) as Bp.
  pose proof (fle_real _ _ (proj1 Bp) Fg H) as Q. destruct (fmul_finite _ _ (proj1 Bp)) as (_ & _ & Ep).
  pose proof (rnd_error double (real k * real l)) as R. rewrite <- Ep, u_double, eta_double, Ek in R.
  set (K := b2 (-400) * real l) in *. pose proof (bpow_gt_0 radix2 (-402)).
  assert (Lk : b2 (-802) <= K).
  { apply Rle_trans with (b2 (-400) * b2 (-402)); [apply power_below; lia |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Ll]. }
  pose proof (bpow_gt_0 radix2 (-802)) as P8.
  assert (T : b2 (-1075) <= / 1000000 * b2 (-802)).
  { apply Rle_trans with (b2 (-30) * b2 (-802)); [apply power_below; lia |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-30)) with (/ 1073741824). lra. }
  rewrite (Rabs_pos_eq K) in R by lra. apply Rabs_le_inv in R. lra.
Qed.

(* The terms of the gap with those of u x w. *)
Lemma rounded_terms (gt vh t : D) A B C : Bounded.below 818 gt -> Bounded.below 407 vh -> Bounded.below 406 t ->
  998 / 1000 * A <= real gt -> b2 (-810) <= real gt -> 999 / 1000 * B <= Rabs (real vh) -> 0 <= B -> 0 <= C ->
  997 / 1000 * C <= real t ->
  Bounded.below 819 (fadd gt (fmul (fabs vh) t)) /\
  995 / 1000 * (A + B * C) <= real (fadd gt (fmul (fabs vh) t)) <= b2 900.
Proof.
  intros Bg Bv Bt Ha Lg Hb B0 C0 Hc. pose proof (bpow_gt_0 radix2 (-810)) as P8.
  pose proof (Bounded.below_mul 407 406 (fabs vh) t ltac:(lia) (Bounded.below_abs _ _ Bv) Bt) as Bp.
  assert (Bp' : Bounded.below 818 (fmul (fabs vh) t)) by (apply (Bounded.below_weaken (407 + 406)); [exact Bp | lia]).
  pose proof (Bounded.below_add 818 _ _ ltac:(lia) Bg Bp') as Bs. split; [exact Bs |].
  destruct (fmul_finite _ _ (proj1 Bp)) as (_ & _ & Ep). destruct (fadd_finite _ _ (proj1 Bs)) as (_ & _ & Es).
  rewrite real_fabs in Ep. pose proof (rnd_error double (Rabs (real vh) * real t)) as R1.
  rewrite <- Ep, u_double, eta_double in R1.
  pose proof (rnd_sum_error double _ _ (real_in_format gt) (real_in_format (fmul (fabs vh) t))) as R2.
  rewrite <- Es, u_double in R2.
  assert (Q : 999 / 1000 * B * (997 / 1000 * C) <= Rabs (real vh) * real t) by (apply Rmult_le_compat; lra).
  assert (BC : 0 <= B * C) by now apply Rmult_le_pos.
  assert (T : b2 (-1075) <= / 1000000 * b2 (-810)).
  { apply Rle_trans with (b2 (-30) * b2 (-810)); [apply power_below; lia |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-30)) with (/ 1073741824). lra. }
  rewrite (Rabs_pos_eq (Rabs (real vh) * real t)) in R1 by lra. apply Rabs_le_inv in R1.
  rewrite (Rabs_pos_eq (real gt + real (fmul (fabs vh) t))) in R2 by lra. apply Rabs_le_inv in R2. split; [lra |].
  eapply Rle_trans; [apply Rle_abs |]. eapply Rle_trans; [apply Bs | apply bpow_le; lia].
Qed.

Section Side.
Variables uxh uxl uyh uyl wxh wxl wyh wyl rh rl margin k1 k2 k3 k4 k5 k6 k7 k8 : D.
Variables any1 any2 any3 any4 any5 any6 any7 any8 : D.
Variables any_e1 any_e2 any_e3 any_e4 ce le de ge : Z.
Variables ch cl lh ll dh dl gh gl : D.
Variable b : bool.
Let ux := value uxh uxl 0.
Let uy := value uyh uyl 0.
Let wx := value wxh wxl 0.
Let wy := value wyh wyl 0.
Let R := value rh rl 0.
Let L := ux * ux + uy * uy.
Let c := ux * wy - uy * wx.
Let V := R * R * L + c * c.
Hypothesis run : approximate_side_results uxh uxl 0 uyh uyl 0 wxh wxl 0 wyh wyl 0 any1 any2 any_e1 any3 any4 any_e2
  any5 any6 any_e3 rh rl 0 any7 any8 any_e4 margin k1 k2 k3 k4 k5 k6 k7 k8 b ch cl ce lh ll le dh dl de gh gl ge.
Hypothesis accepted : b = true.
Hypothesis good_ux : is_good 200 uxh uxl.
Hypothesis good_uy : is_good 200 uyh uyl.
Hypothesis good_wx : is_good 200 wxh wxl.
Hypothesis good_wy : is_good 200 wyh wyl.
Hypothesis good_r : is_good 200 rh rl.
Hypothesis large_u : b2 (-200) <= Rabs (real uxh) \/ b2 (-200) <= Rabs (real uyh).

Theorem side_core :
  (ce = 0%Z /\ le = 0%Z /\ de = 0%Z /\ ge = 0%Z) /\
  (is_good 407 ch cl /\ is_good 405 lh ll /\ is_good 407 dh dl /\ is_good 820 gh gl) /\
  (b2 (-401) <= L <= b2 402 /\ Rabs (value lh ll 0 - L) <= b2 (-101) * L) /\
  Rabs (value dh dl 0 - (wx * ux + wy * uy)) <= b2 (-101) * (Rabs (wx * ux) + Rabs (wy * uy)) + b2 (-1064) /\
  (same_sign (real ch) c /\ b2 (-752) <= Rabs (real ch) /\
    Rabs (value ch cl 0 - c) * Rabs (value ch cl 0 - c) <= b2 (-123) * V) /\
  (b2 (-402) * L <= V /\ Rabs (value gh gl 0 - (R * R * L - c * c)) <= b2 (-59) * V) /\
  (forall j, finite margin -> real margin = b2 j -> (-95 <= j <= 0)%Z ->
    same_sign (real gh) (R * R * L - c * c) /\ 8 / 10 * (b2 j * V) <= Rabs (real gh) /\
    Rabs (value gh gl 0 - (R * R * L - c * c)) <= b2 (-97 - j) * (105 / 100 * Rabs (real gh))).
Proof.
  pose proof run as Q. rewrite accepted in Q. clear run.
  destruct Q as (i1 & i2 & i3 & ph & pl & pe & qh & ql & qe & nq & vh & vl & ve & ct & vh' & vl' & ve' & lh' & ll' &
    le' &
    mh & ml & me & nh & nl & ne & dh' & dl' & de' & r2h & r2l & r2e & lhs & lhsl & lhse & rhs & rhsl & rhse & nr & wh &
      wl &
    we & gt & wh' & wl' & we' & coarse & gt1 & []).
  destruct i3; cbv iota in *; [discriminate E_result |]. symmetry in E_result.
  match type of E_result with (if ?i then false else _) = true => destruct i eqn:Tests; [discriminate E_result |] end.
  apply andb_prop in E_result. destruct E_result as (ClearC & ClearG).
  apply Bool.orb_false_elim in Tests. destruct Tests as (Range & Digits). apply negb_false_iff in Range.
  clear E_is_in_safe_range E_is_in_safe_range_2 E_if1. subst.
  destruct (two_products _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_wide_mul E_wide_mul_2 good_ux good_wy good_uy good_wx)
    as (Gp & Gq & -> & -> & S0 & Ep & Eq & ST).
  fold ux uy wx wy in S0, Ep, Eq, ST. set (S := Rabs (ux * wy) + Rabs (uy * wx)) in *.
  destruct (sum_with_terms 405 _ _ _ _ _ _ _ _ _ E_wide_add ltac:(lia) Gp (good_neg _ _ _ Gq))
    as (Gv & -> & Ev & Bt & Tt & T0).
  rewrite value_neg, Rabs_Ropp in Ev, Tt, T0. set (t := fadd (fabs ph) (fabs (fneg qh))) in *.
  set (T := Rabs (value ph pl 0) + Rabs (value qh ql 0)) in *.
  assert (Ec : Rabs (value vh vl 0 - c) <= b2 (-101) * S + b2 (-1064)).
  { apply (sum_of_products_error _ _ _ (ux * wy) (- (uy * wx)) S T Ev Ep); [| unfold S;
    now rewrite Rabs_Ropp | apply ST].
    rewrite Rabs_Ropp. replace (- value qh ql 0 - - (uy * wx)) with (- (value qh ql 0 - uy * wx)) by ring.
    now rewrite Rabs_Ropp. }
  assert (t9 : 0 <= real t <= b2 900).
  { split; [lra |]. eapply Rle_trans; [apply Rle_abs |]. eapply Rle_trans; [apply Bt | apply bpow_le; lia]. }
  destruct (constant_value (-95) ltac:(lia)) as (Fm & Vm).
  pose proof (clear_bound (-95) _ _ _ ClearC (proj1 Gv) (proj1 Bt) t9 Fm Vm ltac:(lia)) as Cv.
  set (v := value vh vl 0) in *. pose proof (wide_size _ _ (good_wide _ _ _ Gv)) as Wv.
  assert (Hv : Rabs v = Rabs (real vh + real vl)) by (unfold v, value; change (b2 0) with 1; now rewrite Rmult_1_r).
  rewrite <- Hv in Wv. pose proof (bpow_gt_0 radix2 (-750)) as P7.
  assert (L95 : b2 (-95) * (999 / 1000 * T) <= b2 (-95) * real t) by (apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]).
  assert (P95 : 0 <= b2 (-95) * T) by (apply Rmult_le_pos; [apply bpow_ge_0 | exact T0]).
  destruct (clear_cross v c S T S0 ST Ec ltac:(lra)) as (Sv & K32 & V751 & _). clear Cv L95 P95.
  (* the length *)
  destruct (plain_squares _ _ _ _ _ _ _ _ _ E_wide_sum_of_squares good_ux good_uy large_u) as (Gl & -> & SL & EL).
  fold ux uy in SL, EL. fold L in SL, EL. set (l := value lh' ll' 0) in *.
  assert (L0 : 0 < L) by (pose proof (bpow_gt_0 radix2 (-401)); lra).
  (* the dot product *)
  destruct (two_products _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_wide_mul_3 E_wide_mul_4 good_wx good_ux good_wy good_uy)
    as (Gm & Gn & -> & -> & _ & Em & En & SD).
  destruct (sum_with_terms 405 _ _ _ _ _ _ _ _ _ E_wide_add_2 ltac:(lia) Gm Gn) as (Gd & -> & Ed & _).
  pose proof (sum_of_products_error _ _ _ _ _ _ _ Ed Em En eq_refl (proj2 SD)) as ED. fold ux uy wx wy in ED.
  (* the gap *)
  pose proof (proj2 (proj2 (proj2 good_r))) as Br.
  pose proof (good_weaken _ 850 _ _ good_r ltac:(lia)) as Gr.
  destruct (plain_product 400 _ _ _ _ _ _ _ E_wide_mul_5 ltac:(lia) Gr Gr (product_at_most 200 200 _ _ Br Br))
    as (G2 & -> & E2). fold R in E2.
  destruct (plain_product 808 _ _ _ _ _ _ _ E_wide_mul_6 ltac:(lia) (good_weaken _ 850 _ _ G2 ltac:(lia))
    (good_weaken _ 850 _ _ Gl ltac:(lia))
    (product_at_most 403 405 _ _ (proj2 (proj2 (proj2 G2))) (proj2 (proj2 (proj2 Gl))))) as (Gh & -> & Eh).
  pose proof (proj2 (proj2 (proj2 Gv))) as Bv.
  destruct (plain_product 814 _ _ _ _ _ _ _ E_wide_mul_7 ltac:(lia) (good_weaken _ 850 _ _ Gv ltac:(lia))
    (good_weaken _ 850 _ _ Gv ltac:(lia)) (product_at_most 407 407 _ _ Bv Bv)) as (Gs & -> & Es).
  fold v in Es. fold l in Eh.
  destruct (sum_with_terms 817 _ _ _ _ _ _ _ _ _ E_wide_add_3 ltac:(lia) (good_weaken _ 817 _ _ Gh ltac:(lia))
    (good_neg _ _ _ Gs)) as (Gw & -> & Ew & Bg & Tg & _).
  rewrite value_neg, Rabs_Ropp in Ew, Tg. set (gt := fadd (fabs lhs) (fabs (fneg rhs))) in *.
  set (g := value wh wl 0) in *. set (a := value lhs lhsl 0) in *. set (s := value rhs rhsl 0) in *.
  set (P := R * R * L) in *. assert (R0 : 0 <= R * R) by apply Rle_0_sqr.
  assert (P0 : 0 <= P) by (apply Rmult_le_pos; lra). pose proof (bpow_gt_0 radix2 (-1066)) as Pl.
  set (W := lost * (2 * L + 1)). assert (W0 : lost <= W).
  { unfold W. rewrite <- (Rmult_1_r lost) at 1. apply Rmult_le_compat_l; lra. }
  rewrite (Rabs_pos_eq (R * R)) in E2 by exact R0.
  pose proof (scaled_square_error _ _ _ _ _ _ R0 (Rlt_le _ _ L0) (Rlt_le _ _ Pl) E2 EL Eh) as EP. fold P W in EP.
  assert (Es' : Rabs (s - v * v) <= b2 (-102) * (v * v) + W).
  { rewrite (Rabs_pos_eq (v * v)) in Es by apply Rle_0_sqr. lra. }
  pose proof (wide_size _ _ (good_wide _ _ _ Gl)) as Wl.
  assert (Hl : 99 / 100 * L <= real lh' <= 101 / 100 * L).
  { assert (El : real lh' + real ll' = l) by (unfold l, value; change (b2 0) with 1; ring). rewrite El in Wl.
    destruct (abs_near _ _ _ EL) as (N1 & N2). rewrite (Rabs_pos_eq L) in N1, N2 by lra.
    pose proof (high_sign 405 lh' ll' 0 Gl) as Sl. fold l in Sl.
    assert (0 < l) by (apply Rabs_le_inv in EL; tiny_powers; lra). assert (0 < real lh') by now apply Sl.
    rewrite (Rabs_pos_eq l) in Wl, N1, N2 by lra. rewrite (Rabs_pos_eq (real lh')) in Wl by lra. tiny_powers. lra. }
  destruct (good_below _ _ _ Gl) as (Bl & _).
  pose proof (rounded_range lh' gt Bl) as Rg.
  assert (l2 : b2 (-402) <= real lh').
  { change (-402)%Z with (-1 + -401)%Z. rewrite (bpow_plus radix2 (-1)). change (b2 (-1)) with (/ 2). lra. }
  specialize (Rg l2 (proj1 Bg) Range).
  assert (GL : 98 / 100 * (b2 (-400) * L) <= real gt).
  { assert (b2 (-400) * (99 / 100 * L) <= b2 (-400) * real lh') by (apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]).
    lra. }
  assert (Lgt : b2 (-810) <= real gt).
  { eapply Rle_trans; [| exact GL]. apply Rle_trans with (b2 (-1) * (b2 (-400) * b2 (-401))).
    - rewrite <- !bpow_plus. apply bpow_le. lia.
    - change (b2 (-1)) with (/ 2). pose proof (bpow_gt_0 radix2 (-400)).
      assert (b2 (-400) * b2 (-401) <= b2 (-400) * L) by (apply Rmult_le_compat_l; lra).
      assert (0 <= b2 (-400) * L) by (apply Rmult_le_pos; lra). lra. }
  assert (WT : W <= b2 (-150) * (Rabs a + Rabs s)).
  { apply Rle_trans with (b2 (-150) * (/ 2 * (b2 (-400) * L))).
    - unfold W. rewrite Rmult_plus_distr_l, Rmult_1_r.
      assert (Q1 : lost * (2 * L) <= b2 (-600) * L).
      { rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra |]. change 2 with (b2 1). rewrite <- bpow_plus.
        apply bpow_le.
        lia. }
      assert (Q2 : lost <= b2 (-600) * L).
      { apply Rle_trans with (b2 (-600) * b2 (-401)); [apply power_below; lia |].
        apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
      replace (b2 (-150) * (/ 2 * (b2 (-400) * L))) with (b2 (-150) * b2 (-400) * (/ 2 * L)) by ring.
      rewrite <- bpow_plus. change (-150 + -400)%Z with (3 + (-600 + 47))%Z. rewrite (bpow_plus radix2 3).
      assert (b2 (-600) * L <= b2 (-600 + 47) * L) by (apply Rmult_le_compat_r; [lra | apply bpow_le; lia]).
      change (b2 3) with 8. lra.
    - apply Rmult_le_compat_l; [apply bpow_ge_0 |]. pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-400))
      (Rlt_le _ _ L0)).
      lra. }
  destruct (gap_of_side_error g a s P v c S W P0 S0 ltac:(lra) EP Es' Ew WT K32 Ec V751) as (TT & EG & XX).
  assert (t7 : b2 (-753) <= real t).
  { change (-753)%Z with (-2 + -751)%Z. rewrite (bpow_plus radix2 (-2)). change (b2 (-2)) with (/ 4).
    pose proof (bpow_gt_0 radix2 (-751)).
    destruct (abs_near _ _ _ Ev) as (N1 & _). pose proof (Rabs_triang (value ph pl 0) (- value qh ql 0)) as N2.
    rewrite Rabs_Ropp in N2. fold T in N2. tiny_powers. lra. }
  pose proof (rounded_coarse t gt Bt t7 (proj1 Bg) Digits) as Q.
  assert (UT : Rabs v <= 101 / 100 * T).
  { destruct (abs_near _ _ _ Ev) as (N1 & _). pose proof (Rabs_triang (value ph pl 0) (- value qh ql 0)) as N2.
    rewrite Rabs_Ropp in N2. fold T in N2. tiny_powers. lra. }
  assert (Q' : 99 / 100 * (b2 (-38) * T * (b2 (-38) * T)) - b2 (-1070) <= real gt).
  { eapply Rle_trans; [| exact Q]. apply Rplus_le_compat_r.
    assert (K : 999 / 1000 * (b2 (-38) * T) <= b2 (-38) * real t).
    { rewrite <- Rmult_assoc, (Rmult_comm _ (b2 (-38))), Rmult_assoc. apply Rmult_le_compat_l;
      [apply bpow_ge_0 | lra]. }
    pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-38)) T0) as K0. set (k := b2 (-38) * T) in *.
    set (k' := b2 (-38) * real t) in *. assert (999 / 1000 * k * (999 / 1000 * k) <= k' * k')
      by (apply Rmult_le_compat; lra).
    pose proof (Rmult_le_pos _ _ K0 K0). lra. }
  destruct (digits_of_cross v c S T P (real gt) P0 S0 T0 (proj1 ST) Ec K32 V751 UT Q') as (DD & VV).
  { split; [exact Lgt |]. pose proof (Rle_0_sqr v) as V2. unfold Rsqr in V2. lra. }
  fold V in DD, VV. clear Q Q'.
  split; [auto |]. split; [exact (conj Gv (conj Gl (conj Gd (good_weaken _ 820 _ _ Gw ltac:(lia))))) |].
  split; [auto |]. split; [exact ED |].
  split; [| split].
  - split; [apply same_sign_trans with v; [apply (high_sign 407); exact Gv | exact Sv] |]. split; [| exact DD].
    change (-752)%Z with (-1 + -751)%Z. rewrite (bpow_plus radix2 (-1)). change (b2 (-1)) with (/ 2). lra.
  - split.
    + change (-402)%Z with (-2 + -400)%Z. rewrite (bpow_plus radix2 (-2)). change (b2 (-2)) with (/ 4).
      rewrite Rmult_assoc.
      pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-400)) (Rlt_le _ _ L0)). lra.
    + eapply Rle_trans; [exact EG |].
      assert (AM : Rabs (v - c) * Rabs v <= b2 (-61) * V).
      { set (d := Rabs (v - c)) in *. pose proof (square_of_abs v) as Av. set (e := Rabs v) in *.
        pose proof (Rle_0_sqr (b2 61 * d - e)) as Sq. unfold Rsqr in Sq.
        assert (I61 : b2 (-61) * b2 61 = 1) by (rewrite <- bpow_plus; reflexivity).
        assert (E123 : b2 (-123) * V = b2 (-61) * (b2 (-61) * (/ 2 * V))).
        { change (-123)%Z with (-61 + (-61 + -1))%Z. rewrite !bpow_plus. change (b2 (-1)) with (/ 2). ring. }
        assert (D1 : b2 61 * (d * d) <= b2 (-61) * (/ 2 * V)).
        { apply Rle_trans with (b2 61 * (b2 (-123) * V)); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact DD] |].
          rewrite E123, <- Rmult_assoc, (Rmult_comm (b2 61)), I61. lra. }
        assert (D2 : 2 * (d * e) <= b2 61 * (d * d) + b2 (-61) * (e * e)).
        { assert (X : 0 <= b2 (-61) * ((b2 61 * d - e) * (b2 61 * d - e))) by (apply Rmult_le_pos; [apply bpow_ge_0 |
            exact Sq]).
          replace (b2 (-61) * ((b2 61 * d - e) * (b2 61 * d - e)))
            with (b2 (-61) * b2 61 * (b2 61 * (d * d)) - 2 * (b2 (-61) * b2 61) * (d * e) + b2 (-61) * (e * e)) in X by
            ring.
          rewrite I61 in X. lra. }
        assert (D3 : b2 (-61) * (e * e) <= b2 (-61) * (108 / 100 * V)).
        { apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
        assert (0 <= b2 (-61) * V) by (apply Rmult_le_pos; [apply bpow_ge_0 |]; unfold V;
          pose proof (Rle_0_sqr c) as C2;
          unfold Rsqr in C2; lra).
        lra. }
      assert (V0 : 0 <= V) by (unfold V; pose proof (Rle_0_sqr c) as C2; unfold Rsqr in C2; lra).
      change (-59)%Z with (2 + -61)%Z. rewrite (bpow_plus radix2 2). change (b2 2) with 4.
      assert (b2 (-98) * (P + v * v) <= b2 (-61) * (/ 100 * V)).
      { apply Rle_trans with (b2 (-98) * (107 / 100 * V)); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact VV] |].
        change (-98)%Z with (-37 + -61)%Z. rewrite (bpow_plus radix2 (-37)). change (b2 (-37)) with (/ 137438953472).
        pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-61)) V0). lra. }
      pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-61)) V0). lra.
  - intros j Fmj Vmj Hj. pose proof (Rle_0_sqr v) as V2. unfold Rsqr in V2.
    assert (tS : 997 / 1000 * S <= real t).
    { assert (lost <= / 1000000 * b2 (-753)).
      { apply Rle_trans with (b2 (-30) * b2 (-753)); [apply power_below; lia |].
        apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-30)) with (/ 1073741824). lra. } lra. }
    destruct (rounded_terms gt vh t (P + v * v) (Rabs v) S Bg (proj1 (good_below _ _ _ Gv)) Bt ltac:(lra) Lgt ltac:(lra)
      (Rabs_pos v) S0 ltac:(lra)) as (B1 & T1 & T2).
    set (gt1 := fadd gt (fmul (fabs vh) t)) in *. set (U := P + v * v + Rabs v * S) in *.
    assert (U0 : 0 <= U) by (unfold U; pose proof (Rmult_le_pos _ _ (Rabs_pos v) S0); lra).
    pose proof (clear_bound j _ _ _ ClearG (proj1 Gw) (proj1 B1) ltac:(lra) Fmj Vmj Hj) as Cg.
    assert (J1 : b2 j * (995 / 1000 * U) <= b2 j * real gt1) by (apply Rmult_le_compat_l; [apply bpow_ge_0 | exact T1]).
    pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 j) U0) as J0.
    assert (VU : V <= 107 / 100 * U).
    { unfold V, U. assert (c * c <= 107 / 100 * (v * v)).
      { rewrite <- (square_of_abs c), <- (square_of_abs v).
        assert (K : Rabs c <= 33 / 32 * Rabs v) by (destruct (abs_near _ _ _ K32); lra). pose proof (Rabs_pos c).
        assert (Rabs c * Rabs c <= 33 / 32 * Rabs v * (33 / 32 * Rabs v)) by (apply Rmult_le_compat; lra).
        pose proof (Rle_0_sqr (Rabs v)) as A2. unfold Rsqr in A2. lra. }
      pose proof (Rmult_le_pos _ _ (Rabs_pos v) S0). lra. }
    assert (JV : b2 j * V <= b2 j * (107 / 100 * U)) by (apply Rmult_le_compat_l; [apply bpow_ge_0 | exact VU]).
    assert (Near : Rabs (g - (P - c * c)) <= b2 (-97) * U).
    { eapply Rle_trans; [exact EG |]. unfold U.
      pose proof (Rmult_le_pos _ _ (Rabs_pos v) S0) as VS.
      assert (b2 (-300) * (v * v) <= / 100 * (b2 (-97) * (v * v))).
      { apply Rle_trans with (b2 (-7) * b2 (-97) * (v * v)); [apply Rmult_le_compat_r; [exact V2 | apply power_below;
        lia] |].
        rewrite Rmult_assoc. apply Rmult_le_compat_r; [apply Rmult_le_pos; [apply bpow_ge_0 | exact V2] |].
        change (b2 (-7)) with (/ 128). lra. }
      change (b2 (-98)) with (b2 (-1 + -97)). change (b2 (-101)) with (b2 (-4 + -97)) in XX.
        rewrite bpow_plus in XX |- *.
      change (b2 (-1)) with (/ 2). change (b2 (-4)) with (/ 16) in XX.
      pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-97)) P0). pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-97))
        V2).
      pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-97)) VS).
      set (X := Rabs (v - c) * Rabs v) in *. set (Y := Rabs v * S) in *. set (Z := v * v) in *. clearbody X Y Z. lra. }
    pose proof (bpow_gt_0 radix2 (-750)) as P75.
    assert (Clear : b2 j * U <= 105 / 100 * Rabs (real wh)) by lra.
    split; [| split; [lra |]].
    2: { eapply Rle_trans; [exact Near |]. replace (-97)%Z with (-97 - j + j)%Z at 1 by ring.
    rewrite bpow_plus, Rmult_assoc.
      apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Clear]. }
    apply same_sign_trans with g; [apply (high_sign 819); exact Gw |].
    apply (sign_of_clear U); [exact U0 | |].
    + eapply Rle_trans; [exact Near |]. pose proof (bpow_gt_0 radix2 (-760)). lra.
    + pose proof (wide_size _ _ (good_wide _ _ _ Gw)) as (W1 & _). unfold g, value. change (b2 0) with 1.
      rewrite Rmult_1_r.
      assert (b2 (-95) * U <= b2 j * U) by (apply Rmult_le_compat_r; [exact U0 | apply bpow_le; lia]).
      pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-95)) U0). lra.
Qed.
End Side.
