(* The residual of step_at_side in src/turning/moving_time.h: |X| - R |u| in double-doubles, at a time.

   Its last rounding is relative to the residual itself. All else is at most 800 units of 2^-106 U W, 725 units of
     2^-106
   R U^2 / |u| and 2^-740, where U and W are the sizes of u and w. The code allows 2^-94 = 4096 units and 2^-560. |u| is
   not small beside U: the walk proves |u|^2 >= 12 eps U^2. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct SweepGeometry Terms_wide Terms_pair
  ErrorFreeTerms Wide TangentGapLine TimePlace TimeEndPlace TimeSideProducts TimeSideReach TimeSideResidual
  MovingSideReach.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation L800 := (bpow radix2 (-800)).
Notation k900 := (bpow radix2 (-900)).

(* Small numbers. *)
Lemma powers_small : 0 < place_tiny /\ 64 * place_tiny <= u53 * k900 /\ 0 < k900 /\ 0 < L800 /\
  1048576 * (k900 * bpow radix2 200) <= bpow radix2 (-680) /\ k900 <= / 1048576 * bpow radix2 (-302).
Proof.
  split; [apply bpow_gt_0 |]. split.
  { change 64 with (bpow radix2 6). change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
  split; [apply bpow_gt_0 |]. split; [apply bpow_gt_0 |]. split.
  - change 1048576 with (bpow radix2 20). rewrite <- !bpow_plus. apply bpow_le. lia.
  - change (/ 1048576) with (bpow radix2 (-20)). rewrite <- bpow_plus. apply bpow_le. lia.
Qed.

(* The bound of a coordinate. *)
Definition reaches (V : R) := 23 / 10 * V + k900.

Lemma placed_vector hx hy lx ly X Y V W : placed hx lx X 0 V -> placed hy ly Y 0 W -> 0 <= V -> 0 <= W ->
  is_vector hx hy lx ly (real hx + real lx) (real hy + real ly) (reaches V) (reaches W) /\
  Rabs (real hx + real lx - X) + Rabs (real hy + real ly - Y) <= 33 * (u53 * u53) * (V + W) + 4 * place_tiny.
Proof.
  intros (X1 & X2 & X3) (Y1 & Y2 & Y3) V0 W0. destruct powers_small as (t0 & t1 & k0 & _).
  split; [split; try reflexivity; unfold reaches; lra | lra].
Qed.

(* What the sizes say of |u|. *)
Section Sizes.
Variables us UX UY Ax Ay X Y : R.
Hypotheses (U0 : 0 <= us) (big : bpow radix2 (-602) <= UX * UX + UY * UY) (long : 12 * u53 * (us * us) <= UX * UX + UY
  * UY)
  (near : Rabs (X - UX) + Rabs (Y - UY) <= 34 * (u53 * u53) * us + 4 * place_tiny) (size : norm UX UY <= 101 / 100 *
    us).

Lemma length_not_small : bpow radix2 (-301) <= norm UX UY /\ bpow radix2 (-302) <= us /\
  us <= 33554432 * norm UX UY /\ Rabs (norm X Y - norm UX UY) <= 34 * (u53 * u53) * us + 4 * place_tiny /\
  Rabs (norm X Y - norm UX UY) <= u53 / 1000000 * norm UX UY.
Proof.
  pose proof (norm_square UX UY) as E. replace (UX ^ 2 + UY ^ 2) with (UX * UX + UY * UY) in E by ring.
  pose proof (norm_nonneg UX UY) as n0. set (n := norm UX UY) in *.
  assert (n1 : bpow radix2 (-301) <= n).
  { apply Rnot_lt_le. intros C. assert (n * n < bpow radix2 (-301) * bpow radix2 (-301)) by
      (apply Rmult_le_0_lt_compat; assumption).
    rewrite <- bpow_plus in H. change (-301 + -301)%Z with (-602)%Z in H. lra. }
  assert (P : bpow radix2 (-301) = 2 * bpow radix2 (-302)) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus;
    reflexivity).
  assert (n3 : 0 < n * n) by (rewrite E; pose proof (bpow_gt_0 radix2 (-602)); lra).
  assert (n2 : us <= 33554432 * n).
  { apply Rnot_lt_le. intros C. assert (33554432 * n * (33554432 * n) < us * us) by (apply Rmult_le_0_lt_compat; lra).
    lra. }
  pose proof (bpow_gt_0 radix2 (-302)) as p0.
  assert (D : Rabs (norm X Y - n) <= 34 * (u53 * u53) * us + 4 * place_tiny).
  { pose proof (norm_triangle UX UY (X - UX) (Y - UY)) as T1. replace (UX + (X - UX)) with X in T1 by ring.
    replace (UY + (Y - UY)) with Y in T1 by ring. fold n in T1.
    pose proof (norm_triangle X Y (UX - X) (UY - Y)) as T2. replace (X + (UX - X)) with UX in T2 by ring.
    replace (Y + (UY - Y)) with UY in T2 by ring. fold n in T2. rewrite (Rabs_minus_sym UX), (Rabs_minus_sym UY) in T2.
    apply Rabs_le. lra. }
  split; [exact n1 |]. split; [lra |]. split; [exact n2 |]. split; [exact D |].
  eapply Rle_trans; [exact D |]. destruct powers_small as (t0 & t1 & k0 & _ & _ & k1).
  assert (34 * (u53 * u53) * us <= 34 * (u53 * u53) * (33554432 * n)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Sizes.

Section Residual.
Variables uhx ulx uhy uly whx wlx why wly cr wr side us ws : D.
Variables UX UY WX WY Vux Vuy Vwx Vwy R : R.
Hypotheses (Pux : placed uhx ulx UX 0 Vux) (Puy : placed uhy uly UY 0 Vuy)
  (Pwx : placed whx wlx WX 0 Vwx) (Pwy : placed why wly WY 0 Vwy)
  (Vux0 : 0 <= Vux) (Vuy0 : 0 <= Vuy) (Vwx0 : 0 <= Vwx) (Vwy0 : 0 <= Vwy)
  (U_size : Vux + Vuy <= (1 + 5 * u53) * real us) (W_size : Vwx + Vwy <= (1 + 5 * u53) * real ws)
  (U_range : 0 <= real us <= bpow radix2 200) (W_range : 0 <= real ws <= bpow radix2 200)
  (U_norm : norm UX UY <= 101 / 100 * real us) (big : bpow radix2 (-602) <= UX * UX + UY * UY)
  (long : 12 * u53 * (real us * real us) <= UX * UX + UY * UY) (side_is : is_sign (real side)).
Let r := fadd cr wr.
Let rl := sum_rest cr wr.
Hypotheses (R_is : R = real cr + real wr) (r_range : 0 <= real r <= bpow radix2 200).
Variables ph1 qh1 pl1 ql1 cross_hi cross_lo ph2 qh2 pl2 ql2 len_hi len_lo : D.
Variables e1 e2 : Z.
Hypotheses (M1 : pair_mul_results uhx uhy ulx uly why whx wly wlx ph1 qh1 pl1 ql1)
  (D1 : difference_of_pair_results ph1 qh1 pl1 ql1 cross_hi cross_lo e1)
  (M2 : pair_mul_results uhx uhy ulx uly uhx uhy ulx uly ph2 qh2 pl2 ql2)
  (D2 : sum_of_pair_results ph2 qh2 pl2 ql2 len_hi len_lo e2).
Let ax := fadd uhx ulx.
Let ay := fadd uhy uly.
Let len := fsqrt (fadd (fmul ax ax) (fmul ay ay)).
Let inv := fdiv (fconst 1 0) len.
Let left := fadd (fsub len_hi (fmul len len)) (fsub len_lo (pair_product_rest len len)).
Let length_rest := fmul left (fmul (fconst 1 (-1)) inv).
Let rest := fadd (pair_product_rest r len) (fadd (fmul r length_rest) (fmul rl len)).
Let gh := fadd (fmul side cross_hi) (fneg (fmul r len)).
Let gl := sum_rest (fmul side cross_hi) (fneg (fmul r len)).
Let res := fadd gh (fadd gl (fsub (fmul side cross_lo) rest)).

Let X := real uhx + real ulx.
Let Y := real uhy + real uly.
Let S := real len.
Let vectors := placed_vector _ _ _ _ _ _ _ _ Pux Puy Vux0 Vuy0.

Lemma u_near : Rabs (X - UX) + Rabs (Y - UY) <= 34 * (u53 * u53) * real us + 4 * place_tiny.
Proof. destruct vectors as [_ H]. fold X Y in H. pose proof (proj1 U_range). lra. Qed.

(* The root in double. *)
Lemma root_known : finite len -> finite (fadd (fmul ax ax) (fmul ay ay)) /\
  bpow radix2 (-700) <= real (fadd (fmul ax ax) (fmul ay ay)) /\ 0 < S /\ S <= 102 / 100 * real us /\
  Rabs (norm UX UY - S) <= 34 / 10 * u53 * S /\ Rabs (norm X Y - S) <= 34 / 10 * u53 * S.
Proof.
  intros Fl. unfold len in Fl. destruct (fsqrt_finite _ Fl) as (Fw & _ & _). split; [exact Fw |].
  destruct (length_not_small _ _ _ _ _ (proj1 U_range) big long u_near U_norm) as (n1 & u1 & _ & _ & nn).
  destruct vectors as [V _]. fold X Y in V.
  assert (Lw : bpow radix2 (-700) <= real (fadd (fmul ax ax) (fmul ay ay))).
  { pose proof (norm_square X Y) as E. replace (X ^ 2 + Y ^ 2) with (X * X + Y * Y) in E by ring.
    pose proof (norm_nonneg X Y) as m0.
    assert (m1 : bpow radix2 (-302) <= norm X Y).
    { assert (P : bpow radix2 (-301) = 2 * bpow radix2 (-302)) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus;
        reflexivity). pose proof (bpow_gt_0 radix2 (-302)). clear - nn n1 P H. two_sided; lra. }
    assert (E2 : bpow radix2 (-604) <= X * X + Y * Y).
    { rewrite <- E. change (-604)%Z with (-302 + -302)%Z. rewrite bpow_plus. pose proof (bpow_ge_0 radix2 (-302)).
      apply Rmult_le_compat; lra. }
    destruct (fadd_finite _ _ Fw) as (F1 & F2 & _). destruct (fmul_finite _ _ F1) as (Fx & _ & _).
    destruct (fmul_finite _ _ F2) as (Fy & _ & _).
    pose proof (fadd_error_of_result _ _ Fx) as Rx. pose proof (fadd_error_of_result _ _ Fy) as Ry.
    fold ax X in Rx. fold ay Y in Ry. rewrite Rabs_minus_sym in Rx, Ry.
    pose proof (square_of_low _ _ Rx) as Nx. pose proof (square_of_low _ _ Ry) as Ny.
    replace (real ax + (X - real ax)) with X in Nx by ring. replace (real ay + (Y - real ay)) with Y in Ny by ring.
    assert (X0 : 0 <= real ax * real ax) by apply Rle_0_sqr. assert (Y0 : 0 <= real ay * real ay) by apply Rle_0_sqr.
    pose proof (Bounded.fmul_error _ _ F1) as A1. pose proof (Bounded.fmul_error _ _ F2) as A2.
    pose proof (Bounded.fadd_error _ _ Fw) as A3. rewrite u_double in *. pose proof tiny_pos as T0.
    assert (T1 : 1048576 * tiny <= bpow radix2 (-604)).
    { change tiny with (bpow radix2 (-1075)). change 1048576 with (bpow radix2 20). rewrite <- bpow_plus. apply bpow_le.
      lia. }
    assert (P7 : bpow radix2 (-700) <= / 1048576 * bpow radix2 (-604)).
    { change (/ 1048576) with (bpow radix2 (-20)). rewrite <- bpow_plus. apply bpow_le. lia. }
    rewrite (Rabs_pos_eq (real ax * real ax)) in A1 by assumption.
    rewrite (Rabs_pos_eq (real ay * real ay)) in A2 by assumption.
    assert (B3 : Rabs (real (fmul ax ax) + real (fmul ay ay)) <= 2 * (real ax * real ax + real ay * real ay) + 2 *
      tiny).
    { clear - A1 A2 X0 Y0 T0. two_sided; lra. }
    apply (Rmult_le_compat_l u53) in B3; [| lra]. pose proof (Rle_trans _ _ _ A3 B3) as A4.
    clear - A1 A2 A4 Nx Ny E2 X0 Y0 T0 T1 P7. two_sided; lra. }
  split; [exact Lw |].
  destruct (root_of_rounded _ _ _ _ _ eq_refl Fw Lw X Y _ _ V) as (S0 & Q0 & HN). change (0 < S) in S0.
  destruct (length_near _ _ _ eq_refl Fw Lw X Y HN) as (L1 & L2). fold len S in L1, L2.
  change (sqrt (X * X + Y * Y)) with (norm X Y) in L1.
  assert (L3 : Rabs (norm X Y - S) <= 331 / 100 * u53 * S) by (clear - L1 L2 S0; two_sided; lra).
  split; [exact S0 |]. pose proof (norm_nonneg UX UY) as n0.
  split; [clear - L3 nn U_norm S0 n0; two_sided; lra |]. split; [| lra].
  clear - L3 nn S0 n0. two_sided; lra.
Qed.

(* The sizes that the products need. *)
Let P := 54 / 10 * (real us * real us).
Let P1 := 54 / 10 * (real us * real ws) + bpow radix2 (-680).
Let G := real r * (real us * (real us / S)).

Lemma product_sizes : finite len ->
  reaches Vux * reaches Vux + reaches Vuy * reaches Vuy <= P /\ S * S <= P /\
  loss (reaches Vux) (reaches Vux) <= u53 * u53 * u53 * u53 * P /\
  loss (reaches Vuy) (reaches Vuy) <= u53 * u53 * u53 * u53 * P /\
  reaches Vux * reaches Vwy + reaches Vuy * reaches Vwx <= P1 /\
  loss (reaches Vux) (reaches Vwy) <= L800 /\ loss (reaches Vuy) (reaches Vwx) <= L800 /\ loss (real r) S <= L800 /\
  S <= bpow radix2 203.
Proof.
  intros Fl. destruct (root_known Fl) as (_ & _ & S0 & S1 & _). destruct powers_small as (t0 & t1 & k0 & l0 & k1 & k2).
  destruct (length_not_small _ _ _ _ _ (proj1 U_range) big long u_near U_norm) as (_ & u1 & _).
  destruct U_range as [u0 u2]. destruct W_range as [w0 w2]. destruct r_range as [r0 r2].
  pose proof (bpow_gt_0 radix2 (-302)) as p0. pose proof (bpow_gt_0 radix2 200) as p2.
  assert (us0 : 0 < real us) by lra.
  set (a := reaches Vux) in *. set (b := reaches Vuy) in *. set (a' := reaches Vwx) in *. set (b' := reaches Vwy) in *.
  assert (a0 : 0 <= a) by (unfold a, reaches; lra). assert (b0 : 0 <= b) by (unfold b, reaches; lra).
  assert (a0' : 0 <= a') by (unfold a', reaches; lra). assert (b0' : 0 <= b') by (unfold b', reaches; lra).
  assert (ab : a + b <= 2301 / 1000 * real us) by (unfold a, b, reaches; lra).
  assert (ab' : a' + b' <= 2301 / 1000 * real ws + 2 * k900) by (unfold a', b', reaches; lra).
  assert (Q : (a + b) * (a + b) <= 2301 / 1000 * real us * (2301 / 1000 * real us)) by (apply Rmult_le_compat; lra).
  assert (Q' : (a + b) * (a' + b') <= 2301 / 1000 * real us * (2301 / 1000 * real ws + 2 * k900)) by
    (apply Rmult_le_compat; lra).
  assert (m1 : 0 <= a * b) by now apply Rmult_le_pos. assert (m2 : 0 <= a * a') by now apply Rmult_le_pos.
  assert (m3 : 0 <= b * b') by now apply Rmult_le_pos. assert (uu : 0 < real us * real us) by now apply
    Rmult_lt_0_compat.
  assert (uw : 0 <= real us * real ws) by now apply Rmult_le_pos.
  assert (uk : 1048576 * (real us * k900) <= bpow radix2 (-680)).
  { eapply Rle_trans; [| exact k1]. rewrite (Rmult_comm (real us)). apply Rmult_le_compat_l; [lra |].
    apply Rmult_le_compat_l; lra. }
  assert (P202 : bpow radix2 202 = 4 * bpow radix2 200) by (change 4 with (bpow radix2 2); rewrite <- bpow_plus;
    reflexivity).
  assert (P203 : bpow radix2 203 = 8 * bpow radix2 200) by (change 8 with (bpow radix2 3); rewrite <- bpow_plus;
    reflexivity).
  assert (k3 : k900 <= bpow radix2 200) by (apply bpow_le; lia).
  assert (Loss : forall x y, x <= bpow radix2 203 -> y <= bpow radix2 203 -> loss x y <= L800).
  { intros x y Hx Hy. unfold loss.
    assert (A : bpow radix2 (-1010) * (x + y) <= bpow radix2 (-1010) * bpow radix2 204).
    { apply Rmult_le_compat_l; [apply bpow_ge_0 |]. change 204%Z with (1 + 203)%Z. rewrite bpow_plus.
      change (bpow radix2 1) with 2. lra. }
    rewrite <- bpow_plus in A. change (-1010 + 204)%Z with (-806)%Z in A.
    assert (bpow radix2 (-960) <= bpow radix2 (-801)) by (apply bpow_le; lia).
    assert (bpow radix2 (-806) <= bpow radix2 (-801)) by (apply bpow_le; lia).
    change (-800)%Z with (1 + -801)%Z. rewrite (bpow_plus _ 1). change (bpow radix2 1) with 2. lra. }
  assert (U : u53 * u53 * u53 * u53 = bpow radix2 (-212)).
  { change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. reflexivity. }
  assert (Loss2 : forall x, 0 <= x <= 2301 / 1000 * real us -> loss x x <= u53 * u53 * u53 * u53 * P).
  { intros x Hx. rewrite U. unfold loss, P.
    assert (A1 : bpow radix2 (-960) <= bpow radix2 (-212) * (real us * real us)).
    { apply Rle_trans with (bpow radix2 (-212) * (bpow radix2 (-302) * bpow radix2 (-302))).
      - rewrite <- !bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat_l; [apply bpow_ge_0 |]. apply Rmult_le_compat; lra. }
    assert (A2 : bpow radix2 (-1010) * (x + x) <= bpow radix2 (-1010) * (8 * real us)).
    { apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
    assert (A3 : bpow radix2 (-1010) * 8 <= bpow radix2 (-212) * real us).
    { apply Rle_trans with (bpow radix2 (-212) * bpow radix2 (-302)).
      - change 8 with (bpow radix2 3). rewrite <- !bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact u1]. }
    assert (A4 : bpow radix2 (-1010) * 8 * real us <= bpow radix2 (-212) * real us * real us) by
      (apply Rmult_le_compat_r; lra).
    pose proof (bpow_gt_0 radix2 (-960)). lra. }
  split; [unfold P; lra |]. split.
  { unfold P. apply Rle_trans with (102 / 100 * real us * (102 / 100 * real us)); [apply Rmult_le_compat; lra | lra]. }
  split; [apply Loss2; lra |]. split; [apply Loss2; lra |]. split; [pose proof (bpow_ge_0 radix2 (-680)); unfold P1;
    lra |].
  split; [apply Loss; lra |]. split; [apply Loss; lra |]. split; [apply Loss; lra | lra].
Qed.

Let C := X * (real why + real wly) - Y * (real whx + real wlx).

(* The residual, for the vectors as they are in double-doubles. *)
Lemma residual_of_pairs : finite res ->
  Rabs (real res - (real side * C - R * norm X Y)) <=
    u53 * Rabs (real res) + u53 * u53 * (640 * (real us * real ws) + 690 * G) + bpow radix2 (-750).
Proof.
  intros Fres. destruct (fadd_finite _ _ Fres) as (_ & F1 & _). destruct (fadd_finite _ _ F1) as (Fgl & F2 & _).
  destruct (fsub_finite _ _ F2) as (Fsl & Fr & _). pose proof Fr as Fr'.
  destruct (fadd_finite _ _ Fr') as (Fpr & F3 & _). destruct (fadd_finite _ _ F3) as (_ & F4 & _).
  destruct (fmul_finite _ _ F4) as (Frl & Fl & _). destruct (two_sum_exact _ _ Frl) as (_ & _ & _ & _ & XR).
  destruct (two_sum_rest_small _ _ Frl) as (_ & Brl). rewrite u_double in Brl. fold r rl in XR, Brl.
  rewrite (Rabs_pos_eq (real r)) in Brl by apply r_range.
  destruct (root_known Fl) as (Fw & Lw & S0 & _).
  destruct (product_sizes Fl) as (H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8 & H9).
  destruct vectors as [VU _]. destruct (placed_vector _ _ _ _ _ _ _ _ Pwx Pwy Vwx0 Vwy0) as [VW _]. fold X Y in VU.
  assert (Room : bpow radix2 (-870) <= L800) by (apply bpow_le; lia).
  destruct (wide_reach_near uhx uhy ulx uly len eq_refl Fw Lw H9 X Y _ _ P VU H1 H2 H3 H4 r rl L800 r_range Brl H8 Room
    _ _ _ _ _ _ _ inv left rest M2 D2 eq_refl eq_refl eq_refl Fr) as (K1 & K2 & K3).
  fold S in K1, K2, K3. change (sqrt (X * X + Y * Y)) with (norm X Y) in K3. rewrite XR, <- R_is in K3.
  assert (EG : real r * (P / S) = 54 / 10 * G) by (unfold P, G; field; lra). rewrite EG in K1, K2, K3.
  assert (G0 : 0 <= G).
  { unfold G. apply Rmult_le_pos; [apply r_range |]. apply Rmult_le_pos; [apply U_range |].
    apply Rmult_le_pos; [apply U_range |]. left. now apply Rinv_0_lt_compat. }
  destruct (fmul_finite _ _ Fsl) as (_ & Fcl & _).
  destruct (cross_near _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ P1 L800 VU VW M1 D1 Fcl H5 H6 H7)
    as [C0 C1 C2 C3]. fold C in C0, C1, C3.
  assert (uw : 0 <= real us * real ws) by (apply Rmult_le_pos; [apply U_range | apply W_range]).
  pose proof (bpow_gt_0 radix2 (-680)) as p68. pose proof (bpow_gt_0 radix2 (-800)) as l0.
  assert (P10 : 0 <= P1) by (unfold P1; lra).
  destruct (two_sum_exact _ _ Fgl) as (Fsh & _ & _ & _ & Xg). fold gh gl in Xg.
  rewrite real_fneg, (times_sign side cross_hi side_is Fsh) in Xg.
  destruct (two_sum_rest_small _ _ Fgl) as (Bg & _).
  rewrite u_double, real_fneg, (times_sign side cross_hi side_is Fsh) in Bg. fold gl in Bg.
  pose proof (times_sign side cross_lo side_is Fsl) as Esl.
  assert (Sg : forall x B, Rabs x <= B -> Rabs (real side * x) <= B) by (intros x B H; now rewrite sign_abs).
  assert (N1 : Rabs (real cross_hi) <= 111 / 100 * P1 + 3 * L800) by (clear - C0 C1 P10; two_sided; lra).
  apply Sg in N1. apply Sg in C2. apply Sg in C3. rewrite Rmult_minus_distr_l, Rmult_plus_distr_l in C3.
  set (x1 := real side * real cross_hi) in *. set (x2 := real side * real cross_lo) in *. set (w := real side * C) in *.
  set (z := R * norm X Y) in *. set (rr := real rest) in *. set (rs := real (fmul r len)) in *.
  assert (Bgl : Rabs (real gl) <= u53 * (112 / 100 * P1 + 6 * G + 4 * L800)).
  { eapply Rle_trans; [exact Bg |]. apply Rmult_le_compat_l; [lra |]. clear - N1 K1 P10 l0 G0. two_sided; lra. }
  assert (B1 : Rabs (real (fmul side cross_lo) - rr) <= 13 * u53 * P1 + 357 / 10 * u53 * G + 18 * L800).
  { rewrite Esl. clear - C2 K2 P10 G0. two_sided; lra. }
  destruct (Wide.fsub_error _ _ _ F2 B1) as (_ & _ & E1). rewrite Esl in B1, E1. fold rr in E1.
  set (g1 := fsub (fmul side cross_lo) rest) in *.
  assert (B2 : Rabs (real gl + real g1) <= 142 / 10 * u53 * P1 + 42 * u53 * G + 19 * L800)
    by (clear - Bgl B1 E1 P10 l0 G0; two_sided; lra).
  destruct (Wide.fadd_error _ _ _ F1 B2) as (_ & _ & E2). set (g2 := fadd gl g1) in *.
  pose proof (fadd_error_of_result _ _ Fres) as E3. fold res in E3. set (q := Rabs (real res)) in *.
  assert (Final : Rabs (real res - (w - z)) <= u53 * q + u53 * u53 * (118 * P1 + 680 * G) + 20 * L800).
  { clear - E1 E2 E3 Xg C3 K3 P10 l0 G0. two_sided; lra. }
  eapply Rle_trans; [exact Final |]. unfold P1.
  assert (T1 : 20 * L800 <= bpow radix2 (-751)).
  { apply Rle_trans with (bpow radix2 5 * L800); [change (bpow radix2 5) with 32; lra |]. rewrite <- bpow_plus.
    apply bpow_le. lia. }
  assert (T2 : u53 * u53 * (118 * bpow radix2 (-680)) <= bpow radix2 (-751)).
  { apply Rle_trans with (bpow radix2 (-106) * (bpow radix2 7 * bpow radix2 (-680))).
    - replace (bpow radix2 (-106)) with (u53 * u53) by (change u53 with (bpow radix2 (-53)); rewrite <- bpow_plus;
        reflexivity).
      change (bpow radix2 7) with 128. lra.
    - rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (T3 : bpow radix2 (-750) = 2 * bpow radix2 (-751)) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus;
    reflexivity).
  lra.
Qed.

(* The cross product at the real place. *)
Lemma cross_at_place : Rabs (C - (UX * WY - UY * WX)) <= u53 * u53 * (160 * (real us * real ws)) + bpow radix2 (-750).
Proof.
  destruct vectors as [VU _]. destruct (placed_vector _ _ _ _ _ _ _ _ Pwx Pwy Vwx0 Vwy0) as [VW NW].
  pose proof u_near as NU.
  fold X Y in VU. set (X' := real whx + real wlx) in *. set (Y' := real why + real wly) in *.
  destruct powers_small as (t0 & t1 & k0 & l0 & k1 & _).
  destruct U_range as [u0 u2]. destruct W_range as [w0 w2].
  assert (B : forall h l : D, forall V, Rabs (real h) <= reaches V -> Rabs (real l) <= 4 * u53 * reaches V -> 0 <= V ->
    Rabs (real h + real l) <= 2301 / 1000 * V + 2 * k900).
  { intros h l V H1 H2 V0. unfold reaches in *. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct VU as [_ _ a1 a2 a3 a4]. destruct VW as [_ _ b1 b2 b3 b4].
  pose proof (B _ _ _ a1 a3 Vux0) as A1. pose proof (B _ _ _ a2 a4 Vuy0) as A2.
  pose proof (B _ _ _ b1 b3 Vwx0) as A3. pose proof (B _ _ _ b2 b4 Vwy0) as A4. fold X in A1. fold Y in A2.
  fold X' in A3.
  fold Y' in A4. clear B a1 a2 a3 a4 b1 b2 b3 b4.
  set (dx := X - UX) in *. set (dy := Y - UY) in *. set (ex := X' - WX) in *. set (ey := Y' - WY) in *.
  replace (C - (UX * WY - UY * WX)) with ((dx * Y' + X * ey - dx * ey) + - (dy * X' + Y * ex - dy * ex))
    by (unfold C, dx, dy, ex, ey; fold Y' X'; ring).
  pose proof (Rabs_pos dx) as d1. pose proof (Rabs_pos dy) as d2. pose proof (Rabs_pos ex) as d3.
  pose proof (Rabs_pos ey) as d4.
  pose proof (Rabs_pos X) as d5. pose proof (Rabs_pos Y) as d6. pose proof (Rabs_pos X') as d7.
  pose proof (Rabs_pos Y') as d8.
  assert (T : Rabs ((dx * Y' + X * ey - dx * ey) + - (dy * X' + Y * ex - dy * ex)) <=
    Rabs dx * Rabs Y' + Rabs X * Rabs ey + Rabs dx * Rabs ey + (Rabs dy * Rabs X' + Rabs Y * Rabs ex + Rabs dy * Rabs
      ex)).
  { eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. apply Rplus_le_compat; unfold Rminus;
      (eapply Rle_trans; [apply Rabs_triang |]); rewrite Rabs_Ropp, <- !Rabs_mult; apply Rplus_le_compat_r,
        Rabs_triang. }
  eapply Rle_trans; [exact T |].
  set (du := Rabs dx + Rabs dy) in *. set (dw := Rabs ex + Rabs ey) in *.
  assert (M1' : du * (Rabs X' + Rabs Y' + dw) <= (34 * (u53 * u53) * real us + 4 * place_tiny) * (231 / 100 * real ws +
    5 * k900)).
  { apply Rmult_le_compat; unfold du, dw in *; lra. }
  assert (M2' : (Rabs X + Rabs Y) * dw <= (231 / 100 * real us + 5 * k900) * (34 * (u53 * u53) * real ws + 4 *
    place_tiny)).
  { apply Rmult_le_compat; unfold du, dw in *; lra. }
  assert (Cov : Rabs dx * Rabs Y' + Rabs X * Rabs ey + Rabs dx * Rabs ey + (Rabs dy * Rabs X' + Rabs Y * Rabs ex +
    Rabs dy * Rabs ex) <= du * (Rabs X' + Rabs Y' + dw) + (Rabs X + Rabs Y) * dw).
  { unfold du, dw. assert (forall x y, 0 <= x -> 0 <= y -> 0 <= x * y) by (intros; now apply Rmult_le_pos).
    pose proof (H _ _ d1 d7). pose proof (H _ _ d2 d8). pose proof (H _ _ d1 d3). pose proof (H _ _ d2 d4).
    pose proof (H _ _ d5 d3). pose proof (H _ _ d6 d4). lra. }
  eapply Rle_trans; [exact Cov |].
  assert (uk : 0 <= real us * k900 /\ 1048576 * (real us * k900) <= bpow radix2 (-680)).
  { split; [apply Rmult_le_pos; lra |]. eapply Rle_trans; [| exact k1]. rewrite (Rmult_comm (real us)).
    apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra. }
  assert (wk : 0 <= real ws * k900 /\ 1048576 * (real ws * k900) <= bpow radix2 (-680)).
  { split; [apply Rmult_le_pos; lra |]. eapply Rle_trans; [| exact k1]. rewrite (Rmult_comm (real ws)).
    apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra. }
  assert (ut : 64 * (real us * place_tiny) <= u53 * (real us * k900)).
  { replace (64 * (real us * place_tiny)) with (real us * (64 * place_tiny)) by ring.
    replace (u53 * (real us * k900)) with (real us * (u53 * k900)) by ring. apply Rmult_le_compat_l; lra. }
  assert (wt : 64 * (real ws * place_tiny) <= u53 * (real ws * k900)).
  { replace (64 * (real ws * place_tiny)) with (real ws * (64 * place_tiny)) by ring.
    replace (u53 * (real ws * k900)) with (real ws * (u53 * k900)) by ring. apply Rmult_le_compat_l; lra. }
  assert (kt : 1048576 * (k900 * place_tiny) <= bpow radix2 (-800)).
  { change 1048576 with (bpow radix2 20). rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (Z1 : u53 * bpow radix2 (-680) <= 131072 * bpow radix2 (-750)).
  { change u53 with (bpow radix2 (-53)). change 131072 with (bpow radix2 17). rewrite <- !bpow_plus. apply bpow_le.
  lia. }
  assert (Z3 : bpow radix2 (-800) <= / 1000 * bpow radix2 (-750)).
  { apply Rle_trans with (bpow radix2 (-10) * bpow radix2 (-750)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    change (bpow radix2 (-10)) with (/ 1024). pose proof (bpow_gt_0 radix2 (-750)). lra. }
  pose proof (bpow_gt_0 radix2 (-750)) as Z4. assert (0 <= real us * real ws) by now apply Rmult_le_pos.
  set (p := real us * real ws) in *.
  replace ((34 * (u53 * u53) * real us + 4 * place_tiny) * (231 / 100 * real ws + 5 * k900)) with
    (34 * (u53 * u53) * (231 / 100 * p) + 34 * (u53 * u53) * 5 * (real us * k900) + 4 * (231 / 100) * (real ws *
      place_tiny) +
      20 * (k900 * place_tiny)) in M1' by (unfold p; ring).
  replace ((231 / 100 * real us + 5 * k900) * (34 * (u53 * u53) * real ws + 4 * place_tiny)) with
    (34 * (u53 * u53) * (231 / 100 * p) + 34 * (u53 * u53) * 5 * (real ws * k900) + 4 * (231 / 100) * (real us *
      place_tiny) +
      20 * (k900 * place_tiny)) in M2' by (unfold p; ring).
  lra.
Qed.

Theorem side_residual_near : finite res ->
  Rabs (real res - (real side * (UX * WY - UY * WX) - R * norm UX UY)) <=
    u53 * Rabs (real res) + u53 * u53 * (800 * (real us * real ws) + 726 * G) + bpow radix2 (-740).
Proof.
  intros Fres. pose proof (residual_of_pairs Fres) as E1. pose proof cross_at_place as E2.
  destruct (fadd_finite _ _ Fres) as (_ & F1 & _). destruct (fadd_finite _ _ F1) as (_ & F2 & _).
  destruct (fsub_finite _ _ F2) as (_ & Fr & _). destruct (fadd_finite _ _ Fr) as (_ & F3 & _).
  destruct (fadd_finite _ _ F3) as (_ & F4 & _). destruct (fmul_finite _ _ F4) as (Frl & Fl & _).
  destruct (two_sum_exact _ _ Frl) as (_ & _ & _ & _ & XR). destruct (two_sum_rest_small _ _ Frl) as (_ & Brl).
  rewrite u_double in Brl. fold r rl in XR, Brl. rewrite (Rabs_pos_eq (real r)) in Brl by apply r_range.
  destruct (root_known Fl) as (_ & _ & S0 & S1 & _).
  destruct (length_not_small _ _ _ _ _ (proj1 U_range) big long u_near U_norm) as (_ & _ & _ & nn & _).
  assert (HR : Rabs R <= 101 / 100 * real r).
  { rewrite R_is, <- XR. eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_pos_eq (real r)) by apply r_range.
    pose proof (proj1 r_range). lra. }
  pose proof (times_size _ _ _ _ HR nn) as E3.
  assert (E4 : Rabs (real side * C - real side * (UX * WY - UY * WX)) <= u53 * u53 * (160 * (real us * real ws)) +
    bpow radix2 (-750)).
  { rewrite <- Rmult_minus_distr_l, sign_abs; [exact E2 | exact side_is]. }
  assert (RU : real r * real us <= 103 / 100 * G).
  { unfold G. replace (103 / 100 * (real r * (real us * (real us / S)))) with (real r * (real us * (103 / 100 * (real
    us / S))))
      by ring.
    apply Rmult_le_compat_l; [apply r_range |]. rewrite <- (Rmult_1_r (real us)) at 1.
    apply Rmult_le_compat_l; [apply U_range |].
    apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite !Rmult_assoc, Rinv_l by lra. lra. }
  assert (RT : real r * place_tiny <= bpow radix2 (-759)).
  { apply Rle_trans with (bpow radix2 200 * place_tiny); [apply Rmult_le_compat_r; [apply bpow_ge_0 | apply r_range] |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (T1 : bpow radix2 (-759) <= bpow radix2 (-750)) by (apply bpow_le; lia).
  assert (T2 : bpow radix2 (-740) = 1024 * bpow radix2 (-750)) by (change 1024 with (bpow radix2 10); rewrite <-
    bpow_plus;
    reflexivity).
  pose proof (bpow_gt_0 radix2 (-750)) as T3.
  replace (101 / 100 * real r * (34 * (u53 * u53) * real us + 4 * place_tiny)) with
    (101 / 100 * (34 * (u53 * u53) * (real r * real us) + 4 * (real r * place_tiny))) in E3 by ring.
  rewrite Rmult_minus_distr_l in E3.
  assert (ru0 : 0 <= real r * real us) by (apply Rmult_le_pos; [apply r_range | apply U_range]).
  set (a := R * norm X Y) in *. set (b := R * norm UX UY) in *. set (c := real side * C) in *.
  set (d := real side * (UX * WY - UY * WX)) in *. set (q := Rabs (real res)) in *.
  clear - E1 E3 E4 RU RT T1 T2 T3 ru0. two_sided; lra.
Qed.
End Residual.
