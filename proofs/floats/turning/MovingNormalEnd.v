(* The normal of a hit at an end of a wall that turns: step_at_end of src/turning/moving_time.h. If the estimate is
   sharp, each coordinate is within 4.67 units of 2^-53 of (p + T c) / R, where p + T c leads from the end to the
   centre.

   The code ensures that the turn within the step is below 2^-30, and within the error below 2^-57. The error is at
   least 2^-94 S^2 and 2^-47 S^2 |step|, over the slope, which is at most 2.01 R |c|. So S is at most 2^20 R, and S
   |step| at most R / 400: roundings of the place and of the change count little. SweepPlaceEnd.v has the rest. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Overflow ErrorFree PairProduct Geometry Bounded SweepErrors SweepTerms
  SweepSquares MovingVectors MovingTangent Terms_wide Terms_pair Terms_time ErrorFreeTerms Wide TimePlace
  TimeEndResidual TimeEndPlace MovingTimeEnd SweepPlaceNormal SweepPlaceEnd.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* A coordinate of a vector of length n. *)
Lemma below_norm X Y n : 0 < n -> n * n = X * X + Y * Y -> Rabs (X / n) <= 1 /\ Rabs X <= n.
Proof.
  intros n0 E. assert (H : Rabs X <= n).
  { rewrite <- (Rabs_pos_eq n) by lra. apply Rsqr_le_abs_0. unfold Rsqr. pose proof (Rle_0_sqr Y). unfold Rsqr in *.
    lra. }
  split; [| exact H]. unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ n)) by (left; now apply Rinv_0_lt_compat).
  apply Rmult_le_reg_r with n; [exact n0 |]. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* In real numbers: k is the slope, e the error, m the step, c the computed change and C the real one. *)
Section Reals.
Variables k s e m c1 sz R x NX NY PX PY CX CY : R.
Let Q := sz * sz.
Let C1 := Rabs CX + Rabs CY.
Hypotheses (k0 : 0 < k) (slope : Rabs (s + k) <= 53 * u53 * Q) (s_is : s = 2 * (PX * CX + PY * CY))
  (bound : 98 / 100 * (4096 * (u53 * u53) * Q + m * (64 * u53 * Q)) <= e * k) (e0 : 0 <= e <= 101 / 100 * (u53 / 128))
  (m0 : 0 <= m) (c0 : 0 <= c1) (c_near : Rabs (C1 - c1) <= 22 / 10 * u53 * sz) (sz0 : 0 < sz)
  (P_size : Rabs PX + Rabs PY <= 1003 / 1000 * sz) (turns : c1 * m <= / 1000000000 * R)
  (still : c1 * e <= 1001 / 1000 * (u53 / 16) * R) (at_x : PX + x * CX = NX * R) (at_y : PY + x * CY = NY * R)
  (NX1 : Rabs NX <= 1) (NY1 : Rabs NY <= 1) (x_near : Rabs x <= m + e) (R0 : 0 <= R) (R_size : R <= 1001 / 1000 * sz).

Lemma end_sizes : 0 < R /\ sz <= 1048576 * R /\ m * sz <= / 400 * R /\ C1 * e <= 65 / 1000 * u53 * R.
Proof.
  assert (Q0 : 0 < Q) by (unfold Q; now apply Rmult_lt_0_compat).
  assert (uQ : 0 < u53 * Q) by (apply Rmult_lt_0_compat; lra).
  assert (mQ : 0 <= m * Q) by (apply Rmult_le_pos; lra).
  assert (ek : e * k <= 101 / 100 * (u53 / 128) * k) by (apply Rmult_le_compat_r; lra).
  assert (kQ : 500000 * (u53 * Q) <= k) by lra.
  pose proof (Rabs_pos CX) as X0. pose proof (Rabs_pos CY) as Y0. pose proof (Rabs_pos PX) as PX0.
  pose proof (Rabs_pos PY) as PY0. assert (C0 : 0 <= C1) by (unfold C1; lra).
  assert (S : forall p, Rabs PX <= p -> Rabs PY <= p -> Rabs s <= 2 * (p * C1)).
  { intros p Hx Hy. rewrite s_is, Rabs_mult, (Rabs_pos_eq 2) by lra. apply Rmult_le_compat_l; [lra |].
    eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult. unfold C1. rewrite Rmult_plus_distr_l.
    apply Rplus_le_compat; apply Rmult_le_compat_r; assumption. }
  assert (ks : k <= Rabs s + 53 * (u53 * Q)).
  { replace k with ((s + k) + - s) by ring. eapply Rle_trans; [apply Rle_abs |].
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  assert (S1 := S (1003 / 1000 * sz) ltac:(lra) ltac:(lra)).
  assert (uC : 200000 * (u53 * sz) <= C1).
  { apply Rmult_le_reg_r with sz; [exact sz0 |]. unfold Q in *.
    replace (200000 * (u53 * sz) * sz) with (200000 * (u53 * (sz * sz))) by ring. lra. }
  assert (Cc : Rabs (C1 - c1) <= / 50000 * C1) by lra. apply Rabs_le_inv in Cc.
  assert (Cm : C1 * m <= 1001 / 1000 * (/ 1000000000 * R)).
  { apply Rle_trans with (1001 / 1000 * c1 * m); [apply Rmult_le_compat_r; lra | lra]. }
  assert (Ce : C1 * e <= 1001 / 1000 * (1001 / 1000 * (u53 / 16) * R)).
  { apply Rle_trans with (1001 / 1000 * c1 * e); [apply Rmult_le_compat_r; lra | lra]. }
  assert (xC : Rabs x * C1 <= / 500000000 * R).
  { apply Rle_trans with ((m + e) * C1); [apply Rmult_le_compat_r; lra | lra]. }
  assert (PR : forall P C N, P + x * C = N * R -> Rabs C <= C1 -> Rabs N <= 1 -> Rabs P <= 1001 / 1000 * R).
  { intros P C N E HC N1. replace P with (N * R + - (x * C)) by lra. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp, !Rabs_mult, (Rabs_pos_eq R) by exact R0.
    assert (Rabs N * R <= 1 * R) by (apply Rmult_le_compat_r; lra).
    assert (Rabs x * Rabs C <= Rabs x * C1) by (apply Rmult_le_compat_l; [apply Rabs_pos | exact HC]). lra. }
  assert (HX := PR _ _ _ at_x ltac:(unfold C1; lra) NX1). assert (HY := PR _ _ _ at_y ltac:(unfold C1; lra) NY1).
  assert (S2 := S _ HX HY).
  assert (kR : k <= 2004 / 1000 * (R * C1)) by lra.
  assert (Rp : 0 < R).
  { destruct R0 as [| Z]; [assumption | exfalso]. rewrite <- Z, Rmult_0_l in kR. lra. }
  assert (RR : 0 < R * R) by now apply Rmult_lt_0_compat.
  assert (eR : e * k <= 126 / 1000 * u53 * (R * R)).
  { apply Rle_trans with (e * (2004 / 1000 * (R * C1))); [apply Rmult_le_compat_l; lra |].
    replace (e * (2004 / 1000 * (R * C1))) with (2004 / 1000 * (R * (C1 * e))) by ring.
    assert (R * (C1 * e) <= R * (1001 / 1000 * (1001 / 1000 * (u53 / 16) * R))) by (apply Rmult_le_compat_l; lra). lra.
      }
  split; [exact Rp |]. split; [| split; [| lra]].
  - apply Rnot_lt_le. intros C. assert (1048576 * R * (1048576 * R) < Q) by (unfold Q; apply Rmult_le_0_lt_compat; lra).
    lra.
  - apply Rmult_le_reg_r with (/ 1000 * 1001 * sz); [lra |].
    apply Rle_trans with (1001 / 1000 * (m * Q)); [right; unfold Q; field |].
    assert (m * Q <= / 490 * (R * R)) by lra.
    assert (R * R <= R * (1001 / 1000 * sz)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Reals.

(* A rate of turning, times a time: c over a rounded length. *)
Lemma inverse_at_least (r : D) : finite r -> 0 <= real r <= bpow radix2 203 -> finite (fdiv (fconst 1 0) r) ->
  0 < real r /\ 1 - 101 / 100 * u53 <= real (fdiv (fconst 1 0) r) * real r.
Proof.
  intros Fr [r0 r1] Fi. assert (P : 0 < real r).
  { destruct r0 as [P | Z]; [exact P | exfalso]. destruct r as [s | s | | s m e B]; try discriminate Fr.
    - destruct s; vm_compute in Fi; discriminate.
    - symmetry in Z. unfold real in Z. simpl in Z. apply eq_0_F2R in Z. now destruct s. }
  split; [exact P |]. destruct (fdiv_finite _ _ Fi Fr ltac:(lra)) as (_ & E).
  const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1. rewrite V1 in E.
  pose proof (rnd_error double (1 / real r)) as Er. rewrite <- E, u_double in Er.
  change (eta double) with (bpow radix2 (-1075)) in Er. set (i := real (fdiv (fconst 1 0) r)) in *.
  assert (T : bpow radix2 (-1075) * real r <= u53 / 1000).
  { apply Rle_trans with (bpow radix2 (-1075) * bpow radix2 203); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact
    r1] |].
    rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-63)); [apply bpow_le; lia |]. simpl. lra. }
  assert (I : 0 < 1 / real r) by (apply Rdiv_lt_0_compat; lra). rewrite (Rabs_pos_eq (1 / real r)) in Er by lra.
  assert (Q : Rabs ((i - 1 / real r) * real r) <= (u53 * (1 / real r) + bpow radix2 (-1075)) * real r).
  { rewrite Rabs_mult, (Rabs_pos_eq (real r)) by lra. apply Rmult_le_compat_r; lra. }
  replace ((i - 1 / real r) * real r) with (i * real r - 1) in Q by (field; lra).
  replace ((u53 * (1 / real r) + bpow radix2 (-1075)) * real r) with (u53 + bpow radix2 (-1075) * real r) in Q by
    (field; lra).
  apply Rabs_le_inv in Q. lra.
Qed.

Lemma turn_at_least (cx cy r w : D) : finite cx -> finite cy -> finite r -> 0 <= real r <= bpow radix2 203 ->
  finite w -> 0 <= real w <= 1 -> 0 <= real (fdiv (fconst 1 0) r) ->
  let turn := fmul (fadd (fabs cx) (fabs cy)) (fdiv (fconst 1 0) r) in
  finite (fmul turn w) -> 0 < real r /\
  (1 - 5 * u53) * ((Rabs (real cx) + Rabs (real cy)) * real w) <=
    (real (fmul turn w) + 2 * bpow radix2 (-1075)) * real r.
Proof.
  intros Fcx Fcy Fr r0 Fw w0 i0. cbv zeta. intros F. destruct (fmul_finite _ _ F) as (Ft & _ & _).
  destruct (fmul_finite _ _ Ft) as (Fa & Fi & _). destruct (inverse_at_least r Fr r0 Fi) as (P & I). split; [exact P |].
  destruct (sum_low _ _ Fa ltac:(rewrite real_fabs; apply Rabs_pos) ltac:(rewrite real_fabs; apply Rabs_pos)) as (A0 &
    A).
  rewrite !real_fabs in A. destruct (product_low _ _ Ft A0 i0) as (B0 & B).
  destruct (product_low _ _ F B0 (proj1 w0)) as (_ & C). rewrite u_double in *.
  change (eta double) with (bpow radix2 (-1075)) in *.
  set (c1 := Rabs (real cx) + Rabs (real cy)) in *. pose proof (Rabs_pos (real cx)). pose proof (Rabs_pos (real cy)).
  assert (c0 : 0 <= c1) by (unfold c1; lra). pose proof (bpow_gt_0 radix2 (-1075)) as t0.
  set (t := bpow radix2 (-1075)) in *. set (v := real (fmul _ w)) in *. set (tr := real (fmul _ _)) in *.
  set (a := real (fadd (fabs cx) (fabs cy))) in *. set (i := real (fdiv (fconst 1 0) r)) in *. set (q := real r) in *.
  set (x := real w) in *. clearbody t v tr a i q x c1. clear - A B C I P c0 t0 w0 i0 A0.
  assert (D1 : (1 - u53) * c1 * (1 - 101 / 100 * u53) <= a * (i * q)).
  { apply Rmult_le_compat; [apply Rmult_le_pos; lra | lra | exact A | exact I]. }
  assert (D2 : ((1 - u53) * (a * i) - t) * q <= tr * q) by (apply Rmult_le_compat_r; lra).
  assert (D3 : (1 - 4 * u53) * c1 - t * q <= tr * q) by lra.
  assert (D4 : ((1 - 4 * u53) * c1 - t * q) * x <= tr * q * x) by (apply Rmult_le_compat_r; lra).
  assert (D5 : ((1 - u53) * (tr * x) - t) * q <= v * q) by (apply Rmult_le_compat_r; lra).
  assert (D6 : 0 <= c1 * x) by (apply Rmult_le_pos; lra).
  assert (D7 : t * q * x <= t * q * 1) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]).
  assert (D8 : 0 <= t * q) by (apply Rmult_le_pos; lra). assert (D9 : 0 <= t * q * x) by (apply Rmult_le_pos; lra).
  lra.
Qed.

Lemma turn_within p v y r R b : 0 <= p -> (1 - 5 * u53) * p <= (v + 2 * y) * r -> v <= b -> 0 < y <= / 1048576 * b ->
  0 < r -> r <= (1 + 2 * u53) * R -> p <= 10001 / 10000 * b * R.
Proof.
  intros P H V Y r0 HR. assert (A : (v + 2 * y) * r <= (b + / 500000 * b) * ((1 + 2 * u53) * R)).
  { apply Rle_trans with ((b + / 500000 * b) * r); [apply Rmult_le_compat_r; lra | apply Rmult_le_compat_l; lra]. }
  assert (B : 0 <= b * R) by (apply Rmult_le_pos; lra). lra.
Qed.

Section End.
Variables (ax ay cx cy es cr wr t hx hy lx ly res : D) (X Y CX CY T : R).
Let r := fadd cr wr.
Let R := real cr + real wr.
Hypotheses (M : motion ax ay cx cy es X Y CX CY) (Sr : size_in_range r) (HR : 0 <= R <= (1 + 2 * eps) * real r)
  (r_pos : 0 < real r) (Fhx : finite hx) (Flx : finite lx) (Fhy : finite hy) (Fly : finite ly).
Let PX := X + real t * CX.
Let PY := Y + real t * CY.
Hypotheses (Px : placed hx lx PX 0 (Rabs (real ax) + Rabs (real cx))) (Py : placed hy ly PY 0 (Rabs (real ay) + Rabs
  (real cy))) (Ft : finite t) (Ht : 0 <= real t <= 1001 / 1000) (Hres : residual_at_end_results hx hy lx ly cr wr res).
Let slope := fmul (fconst 1 1) (fadd (fmul (fadd hx lx) cx) (fmul (fadd hy ly) cy)).
Let inv := fdiv (fconst 1 0) (fabs slope).
Let size := fadd es r.
Let step := fmul res inv.
Let error := fmul (fadd (fadd (fmul (fmul (fconst 1 (-94)) size) size) (fconst 1 (-560))) (fmul (fabs step) (fadd (fmul
  (fmul (fmul (fconst 1 1) (fconst 1 (-48))) size) size) (fmul (fmul (fconst 1 1) (fabs step)) (fadd (fmul cx cx) (fmul
  cy cy)))))) inv.
Let scale := fdiv (fconst 1 0) r.
Let turn := fmul (fadd (fabs cx) (fabs cy)) scale.
Hypotheses (Falls : flt slope (fconst 0 0) = true) (Certain : flt error (fmul (fconst 1 (-60)) t) = true)
  (Turns : flt (fmul turn (fabs step)) (fconst 1 (-30)) = true) (Still : flt (fmul turn error) (fconst 1 (-57)) = true).
Hypotheses (Near : Rabs (T - (real t + real step)) <= real error)
  (contact : (X + T * CX) * (X + T * CX) + (Y + T * CY) * (Y + T * CY) = R * R).
Let sz := real size.
Let m := Rabs (real step).
Let e := real error.
Let C1 := Rabs CX + Rabs CY.

(* The sizes against R. *)
Lemma end_is_known : finite step /\ bpow radix2 (-290) <= R /\ sz <= 1048576 * R /\ m * sz <= / 400 * R /\
  C1 * e <= 65 / 1000 * u53 * R /\ (Rabs (real cx) + Rabs (real cy)) * m <= / 1000000000 * R.
Proof.
  destruct (size_facts ax ay cx cy es r X Y CX CY R M Sr HR) as (Bs & S0 & V0 & V1 & Vs & Vt & Q0 & _).
  destruct (real_vectors ax ay cx cy es r t X Y CX CY R M HR Ht) as (Hcx & Hcy & Ecx & Ecy & HPX & HPY).
  destruct (slope_near ax ay cx cy es r t hx hy lx ly X Y CX CY R M Sr HR Fhx Flx Fhy Fly Px Py Ht Falls)
    as (k0 & _ & _ & Es).
  destruct (little_is_lost ax ay cx cy es r t hx hy lx ly res X Y CX CY R M Sr HR Fhx Flx Fhy Fly Px Py Ft Ht Falls
    Certain) as (_ & _ & Little).
  destruct (sizes_not_small ax ay cx cy es r t hx hy lx ly res X Y CX CY R M Sr HR Fhx Flx Fhy Fly Px Py Ft Ht Falls
    Certain) as (Qb & _).
  pose proof (bound_at_least ax ay cx cy es r t hx hy lx ly res X Y CX CY R M Sr HR Fhx Flx Fhy Fly Px Py Ft Ht Falls
    Certain) as B.
  destruct (all_finite ax ay cx cy es r t hx hy lx ly res X Y CX CY R M Sr HR Fhx Flx Fhy Fly Px Py Ht Falls
    Certain) as (Fe & _ & _ & Fs & _).
  pose proof (certain_value ax ay cx cy es r t hx hy lx ly res X Y CX CY R M Sr HR Fhx Flx Fhy Fly Px Py Ft Ht Falls
    Certain) as Ce.
  pose proof (step_is_small ax ay cx cy es r t hx hy lx ly res X Y CX CY R M Sr HR Fhx Flx Fhy Fly Px Py Ft Ht Falls
    Certain) as Ss.
  destruct (bend_near ax ay cx cy es r t X Y CX CY R M Sr HR Ht) as (Vc0 & _).
  fold slope inv size step error sz m in B, Ce, Ss, Es, Little, k0, S0, Vs, Vt, Q0, Qb, Fe, Fs.
  set (k := - real slope) in *. set (s := 2 * ((X + real t * CX) * CX + (Y + real t * CY) * CY)) in *.
  set (Vx := Rabs (real ax) + Rabs (real cx)) in *. set (Vy := Rabs (real ay) + Rabs (real cy)) in *.
  set (c1 := Rabs (real cx) + Rabs (real cy)) in *.
  assert (m0 : 0 <= m) by apply Rabs_pos. assert (e0 : 0 <= e) by (unfold e; pose proof (Rabs_pos (real step)); lra).
  assert (c0 : 0 <= c1) by (unfold c1; pose proof (Rabs_pos (real cx)); pose proof (Rabs_pos (real cy)); lra).
  assert (m1 : m <= 1) by (unfold e in *; lra).
  assert (sp : 0 < sz).
  { destruct S0 as [S0 | Z]; [exact S0 | exfalso]. rewrite <- Z, Rmult_0_l in Qb. pose proof (bpow_gt_0 radix2 (-520)).
    lra. }
  (* the turn *)
  destruct Sr as [[Fr Br] _]. rewrite Rabs_pos_eq in Br by lra.
  pose proof (nonneg_inverse r Fr r_pos) as Ni.
  assert (Nt : nonneg turn) by (apply nonneg_fmul; [apply nonneg_fadd; apply nonneg_fabs | exact Ni]).
  assert (r1 : 0 <= real r <= bpow radix2 203).
  { split; [lra |]. eapply Rle_trans; [exact Br | apply bpow_le; lia]. }
  assert (Rr : real r <= (1 + 2 * u53) * R).
  { destruct (fadd_finite _ _ Fr) as (_ & _ & E). fold r in E.
    pose proof (rnd_sum_error double _ _ (real_in_format cr) (real_in_format wr)) as Q. fold r in E. rewrite <- E,
      u_double
      in Q. fold R in Q. rewrite (Rabs_pos_eq R) in Q by lra. apply Rabs_le_inv in Q. lra. }
  pose proof (flt_finite _ _ Turns (nonneg_fmul _ _ Nt (nonneg_fabs _))) as F1.
  assert (Ne : nonneg error) by (apply nonneg_of_real; assumption).
  pose proof (flt_finite _ _ Still (nonneg_fmul _ _ Nt Ne)) as F2.
  const_facts 1%Z (-30)%Z F30 V30. const_facts 1%Z (-57)%Z F57 V57. rewrite Rmult_1_l in V30, V57.
  pose proof Turns as L1. apply flt_real in L1; [| exact F1 | exact F30]. rewrite V30 in L1.
  pose proof Still as L2. apply flt_real in L2; [| exact F2 | exact F57]. rewrite V57 in L2.
  destruct (fmul_finite _ _ F1) as (Ftn & _ & _). destruct (fmul_finite _ _ Ftn) as (Fa & Fi & _).
  destruct (fadd_finite _ _ Fa) as (Fcx & Fcy & _). apply fabs_finite in Fcx, Fcy.
  destruct (turn_at_least cx cy r (fabs step) Fcx Fcy Fr r1 (finite_fabs _ Fs) ltac:(rewrite real_fabs; fold m; lra)
    (nonneg_real _ Ni) F1) as (_ & T1).
  destruct (turn_at_least cx cy r error Fcx Fcy Fr r1 Fe ltac:(fold e; unfold e in *; lra) (nonneg_real _ Ni) F2)
    as (_ & T2).
  rewrite real_fabs in T1. fold m c1 scale turn in T1. fold e c1 scale turn in T2.
  assert (E1075 : 0 < bpow radix2 (-1075) <= / 1048576 * bpow radix2 (-57)).
  { split; [apply bpow_gt_0 |]. change (/ 1048576) with (bpow radix2 (-20)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (E57 : bpow radix2 (-57) <= bpow radix2 (-30)) by (apply bpow_le; lia).
  assert (cc1 : 0 <= c1 * m) by (apply Rmult_le_pos; lra). assert (cc2 : 0 <= c1 * e) by (apply Rmult_le_pos; lra).
  assert (T1' := turn_within (c1 * m) _ _ _ R _ cc1 T1 (Rlt_le _ _ L1) ltac:(lra) r_pos Rr).
  assert (T2' := turn_within (c1 * e) _ _ _ R _ cc2 T2 (Rlt_le _ _ L2) ltac:(lra) r_pos Rr).
  clear T1 T2 L1 L2 E1075 E57.
  assert (P57 : bpow radix2 (-57) = u53 / 16).
  { unfold Rdiv. change u53 with (bpow radix2 (-53)). change (/ 16) with (bpow radix2 (-4)). now rewrite <- bpow_plus. }
  rewrite P57 in T2'. change (bpow radix2 (-30)) with (/ 1073741824) in T1'.
  destruct HR as [R0 _].
  assert (P1 : Rabs (s + k) <= 53 * u53 * (sz * sz)) by (clear - Es Little Q0; lra).
  assert (P2 : 98 / 100 * (4096 * (u53 * u53) * (sz * sz) + m * (64 * u53 * (sz * sz))) <= e * k).
  { set (w := real (fadd (fmul cx cx) (fmul cy cy))) in *. pose proof (bpow_gt_0 radix2 (-560)) as h0.
    set (h := bpow radix2 (-560)) in *. fold e in B. clearbody w h. clear - B k0 Vc0 m0 h0.
    assert (mw : 0 <= m * (2 * (m * w))) by (repeat apply Rmult_le_pos; lra).
    apply (Rmult_le_compat_r k) in B; [| lra].
    match type of B with 98 / 100 * (?a * / k) * k <= _ => replace (98 / 100 * (a * / k) * k) with (98 / 100 * a) in B
      by
      (field; lra) end. lra. }
  assert (P3 : 0 <= e <= 101 / 100 * (u53 / 128)) by (split; [exact e0 | exact Ce]).
  assert (P4 : Rabs (C1 - c1) <= 22 / 10 * u53 * sz).
  { pose proof (Rabs_triang_inv2 CX (real cx)) as t1. pose proof (Rabs_triang_inv2 CY (real cy)) as t2.
    rewrite (Rabs_minus_sym CX) in t1. rewrite (Rabs_minus_sym CY) in t2. clear - t1 t2 Ecx Ecy Vt V0 V1 sp.
    unfold C1, c1. replace (Rabs CX + Rabs CY - (Rabs (real cx) + Rabs (real cy))) with
      ((Rabs CX - Rabs (real cx)) + (Rabs CY - Rabs (real cy))) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (P5 : Rabs PX + Rabs PY <= 1003 / 1000 * sz) by (clear - HPX HPY Vt V0 V1 sp; unfold PX, PY; lra).
  assert (P6 : R <= 1001 / 1000 * sz) by (clear - Vs V0 V1 sp; lra).
  assert (P7 : Rabs (T - real t) <= m + e).
  { replace (T - real t) with (real step + (T - (real t + real step))) by ring. eapply Rle_trans; [apply Rabs_triang |].
    apply Rplus_le_compat_l. exact Near. }
  assert (T1 : c1 * m <= / 1000000000 * R) by (clear - T1' R0; lra).
  assert (T2 : c1 * e <= 1001 / 1000 * (u53 / 16) * R) by (clear - T2' R0; lra).
  assert (Rp : 0 < R) by (clear - Rr r_pos; lra).
  destruct (below_norm _ _ R Rp (eq_sym contact)) as (NX & _). rewrite Rplus_comm in contact.
  destruct (below_norm _ _ R Rp (eq_sym contact)) as (NY & _).
  destruct (end_sizes k s e m c1 sz R (T - real t) ((X + T * CX) / R) ((Y + T * CY) / R) PX PY CX CY k0 P1 eq_refl P2 P3
    m0 c0 P4 sp P5 T1 T2 ltac:(unfold PX; field; lra) ltac:(unfold PY; field; lra) NX NY P7 R0 P6) as (_ & A1 & A2 &
      A3).
  split; [exact Fs |]. split; [| split; [exact A1 | split; [exact A2 | split; [exact A3 | exact T1]]]].
  apply Rmult_le_reg_l with (bpow radix2 20); [apply bpow_gt_0 |]. rewrite <- bpow_plus.
  change (bpow radix2 20) with 1048576. change (20 + -290)%Z with (-270)%Z. eapply Rle_trans; [| exact A1].
  apply Rnot_lt_le. intros L. assert (Qs : sz * sz < bpow radix2 (-270) * bpow radix2 (-270)) by (apply
    Rmult_le_0_lt_compat; lra).
  rewrite <- bpow_plus in Qs. change (-270 + -270)%Z with (-540)%Z in Qs.
  pose proof (bpow_le radix2 (-540) (-520) ltac:(lia)). lra.
Qed.

(* One coordinate. *)
Lemma end_normal_coordinate (h l c : D) (V Z C : Rdefinitions.R) : finite h -> finite l -> finite c ->
  placed h l (Z + real t * C) 0 V -> V <= 1001 / 1000 * sz -> Rabs (real c - C) <= 21 / 10 * u53 * V -> Rabs C <= C1 ->
  Rabs (real c) <= Rabs (real cx) + Rabs (real cy) -> Rabs ((Z + T * C) / R) <= 1 ->
  let n := fmul (fadd (fadd h l) (fmul step c)) scale in
  finite n /\ Rabs (real n - (Z + T * C) / R) <= 467 / 100 * u53.
Proof.
  intros Fh Fl Fc P HV Ec HC Hc N1 n. destruct end_is_known as (Fs & R1 & A1 & A2 & A3 & A4).
  pose proof (bpow_gt_0 radix2 (-290)) as p290. assert (Rp : 0 < R) by lra.
  assert (V0 : 0 <= V) by (pose proof (Rabs_pos (real c - C)); lra).
  destruct Sr as [[Fr Br] Rp0]. rewrite Rabs_pos_eq in Br by exact Rp0.
  destruct (fadd_finite _ _ Fr) as (_ & _ & Er). fold r R in Er.
  pose proof (Rabs_pos (real step)) as m0. fold m in m0.
  assert (e0 : 0 <= e) by (pose proof (Rabs_pos (T - (real t + real step))); unfold e; lra).
  apply (end_coordinate_if_little_is_lost h l step c r (Z + real t * C) C ((Z + T * C) / R) R); auto.
  - split.
    + eapply Rle_trans; [| exact R1]. apply bpow_le. lia.
    + destruct HR as [_ HR']. assert (U : eps = u53) by apply u_double. rewrite U in HR'.
      apply Rle_trans with (2 * bpow radix2 200); [lra |]. change 2 with (bpow radix2 1). rewrite <- bpow_plus.
      apply bpow_le. lia.
  - destruct P as (P & _). eapply Rle_trans; [exact P |]. rewrite Rmult_0_r, Rplus_0_l.
    assert (Tn : place_tiny <= / 1000000 * (u53 * R)).
    { apply Rle_trans with (bpow radix2 (-20) * (bpow radix2 (-53) * bpow radix2 (-290))).
      - rewrite <- !bpow_plus. apply bpow_le. lia.
      - change (bpow radix2 (-20)) with (/ 1048576). change (bpow radix2 (-53)) with u53.
        assert (u53 * bpow radix2 (-290) <= u53 * R) by (apply Rmult_le_compat_l; lra).
        assert (0 <= u53 * bpow radix2 (-290)) by (apply Rmult_le_pos; lra). lra. }
    set (y := place_tiny) in *. clearbody y. clear - Tn HV A1 V0 Rp. lra.
  - rewrite Rabs_mult. fold m. apply Rle_trans with (m * (21 / 10 * u53 * V)); [apply Rmult_le_compat_l; assumption |].
    assert (m * V <= m * (1001 / 1000 * sz)) by (apply Rmult_le_compat_l; assumption). lra.
  - fold m. assert (m * Rabs (real c) <= m * (Rabs (real cx) + Rabs (real cy))) by (apply Rmult_le_compat_l;
    assumption).
    lra.
  - replace (Z + real t * C + real step * C - (Z + T * C) / R * R) with (- (T - (real t + real step)) * C) by (field;
      lra).
    rewrite Rabs_mult, Rabs_Ropp. apply Rle_trans with (e * C1); [apply Rmult_le_compat; auto using Rabs_pos | lra].
Qed.

Theorem end_normal_correct :
  let nx := fmul (fadd (fadd hx lx) (fmul step cx)) scale in
  let ny := fmul (fadd (fadd hy ly) (fmul step cy)) scale in
  bpow radix2 (-290) <= R /\ finite nx /\ finite ny /\ Rabs (real nx - (X + T * CX) / R) <= 467 / 100 * u53 /\
  Rabs (real ny - (Y + T * CY) / R) <= 467 / 100 * u53.
Proof.
  destruct end_is_known as (_ & R1 & _). pose proof (bpow_gt_0 radix2 (-290)) as p290. assert (Rp : 0 < R) by lra.
  destruct (size_facts ax ay cx cy es r X Y CX CY R M Sr HR) as (_ & S0 & V0 & V1 & _ & Vt & _). fold size sz in S0, Vt.
  destruct (real_vectors ax ay cx cy es r t X Y CX CY R M HR Ht) as (Hcx & Hcy & Ecx & Ecy & _ & _).
  destruct (below_norm _ _ R Rp (eq_sym contact)) as (NX & _). pose proof contact as contact'.
  rewrite Rplus_comm in contact'. destruct (below_norm _ _ R Rp (eq_sym contact')) as (NY & _).
  pose proof (Rabs_pos (real cx)). pose proof (Rabs_pos (real cy)). pose proof (Rabs_pos CX). pose proof (Rabs_pos CY).
  destruct M as [_ _ Fcx Fcy _ _ _ _ _ _].
  destruct (end_normal_coordinate hx lx cx _ X CX Fhx Flx Fcx Px ltac:(lra) Ecx ltac:(unfold C1; lra) ltac:(lra) NX)
    as (F1 & E1).
  destruct (end_normal_coordinate hy ly cy _ Y CY Fhy Fly Fcy Py ltac:(lra) Ecy ltac:(unfold C1; lra) ltac:(lra) NY)
    as (F2 & E2).
  auto.
Qed.
End End.
