(* The step to the time on the side and its error bound (set_fast_side of src/sweep/sweep_one_pass.h): what the computed
   bound is at least, how far the rounded inverse of |u x v| is from the real one, and that the bound exceeds what
   the step misses.

   Units: u53 = 2^-53; L = 2^-706 is more than a residual loses to underflow, and the bound has 64 L for it. *)
From Coq Require Import ZArith NArith List Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx Bounded ErrorFree NewtonStep Wide CheckerTactics
  TimeSideProducts.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta' := (bpow radix2 (-1075)).

(* Lower bounds of sums and products of numbers that are not negative. *)
Lemma fadd_low (a b : D) : finite (fadd a b) -> 0 <= real a -> 0 <= real b ->
  (1 - u53) * (real a + real b) <= real (fadd a b) /\ 0 <= real (fadd a b).
Proof.
  intros H Ha Hb. destruct (fadd_error a b (real a + real b) H) as (_ & _ & E); [rewrite Rabs_pos_eq; lra |].
  two_sided. split; lra.
Qed.

Lemma fmul_low (a b : D) : finite (fmul a b) -> 0 <= real a -> 0 <= real b ->
  (1 - u53) * (real a * real b) - eta' <= real (fmul a b) /\ 0 <= real (fmul a b).
Proof.
  intros H Ha Hb. assert (P : 0 <= real a * real b) by now apply Rmult_le_pos.
  destruct (fmul_error a b (real a * real b) eta' H) as (_ & _ & E); [rewrite Rabs_pos_eq; lra | lra |].
  destruct (fmul_finite _ _ H) as (_ & _ & V). split; [two_sided; lra | rewrite V; now apply rnd_nonneg].
Qed.

Definition L := bpow radix2 (-706).

Lemma constants :
  bpow radix2 (-94) = 4096 * (u53 * u53) /\ bpow radix2 (-700) = 64 * L /\ bpow radix2 (-50) = 8 * u53 /\ 0 < L /\
  0 < eta' /\ eta' <= u53 * u53 * L /\ L <= u53 * u53 * bpow radix2 (-262).
Proof.
  change u53 with (bpow radix2 (-53)). unfold L. repeat split; try apply bpow_gt_0.
  - change 4096 with (bpow radix2 12). rewrite <- !bpow_plus. reflexivity.
  - change 64 with (bpow radix2 6). rewrite <- !bpow_plus. reflexivity.
  - change 8 with (bpow radix2 3). rewrite <- !bpow_plus. reflexivity.
  - rewrite <- !bpow_plus. apply bpow_le. lia.
  - rewrite <- !bpow_plus. apply bpow_le. lia.
Qed.

(* The parts of the bound: of the residual, and of the step. *)
Definition part_of_residual (us ws vs r inverse : D) : D :=
  fmul (fadd (fmul (fconst 1 (-94)) (fmul us (fadd (fadd ws vs) r))) (fconst 1 (-700))) inverse.
Definition part_of_step (us vs inverse step : D) : D :=
  fmul (fabs step) (fadd (fconst 1 (-50)) (fmul (fmul (fconst 1 (-50)) (fmul us vs)) inverse)).
Definition error_of_side (us ws vs r inverse step : D) : D :=
  fadd (fadd (part_of_residual us ws vs r inverse) (fconst 1 (-262))) (part_of_step us vs inverse step).
Definition error_of_estimate (us ws vs r inverse step : D) : D :=
  fadd (part_of_residual us ws vs r inverse) (part_of_step us vs inverse step).

Ltac const_nonneg k := assert (nonneg (fconst 1 k : D)) by (vm_compute; reflexivity).

Section Bound.
Variables us ws vs r inverse step : D.
Hypothesis us_pos : 0 <= real us.
Hypothesis ws_pos : 0 <= real ws.
Hypothesis vs_pos : 0 <= real vs.
Hypothesis r_pos : 0 <= real r.
Hypothesis inverse_pos : 0 <= real inverse.
Let i := real inverse.
Let s := Rabs (real step).
Let M := real us * (real ws + real vs + real r).
Let B := real us * real vs.

Lemma part_of_terms (p := part_of_residual us ws vs r inverse) : finite p ->
  finite inverse /\ 0 <= real p /\ 9998 / 10000 * (4096 * (u53 * u53) * (M * i) + 64 * (L * i)) - eta' <= real p.
Proof.
  intros F. destruct constants as (K94 & K700 & _). set (q := p) in F. unfold q, p, part_of_residual in F.
  assert (E : IZR 9998 * ((bpow radix2 (-94) * (real us * (real ws + real vs + real r)) + bpow radix2 (-700)) * i) <=
    IZR 10000 * (real p + bpow radix2 (-1075))).
  { unfold p, part_of_residual, i. match type of F with finite ?t => by_checker [(positive_input 1024, us, real us);
      (positive_input 1024, ws, real ws); (positive_input 1024, vs, real vs); (positive_input 1024, r, real r);
      (positive_input 1024, inverse, real inverse)] [t] end. }
  rewrite K94, K700 in E. fold M in E. finite_back F. split; [assumption |]. split; [| lra].
  const_nonneg (-94)%Z. const_nonneg (-700)%Z. apply nonneg_real. unfold p, part_of_residual.
  repeat first [assumption | apply nonneg_fadd | apply nonneg_fmul | apply nonneg_of_real; assumption].
Qed.

Lemma part_of_step_low (p := part_of_step us vs inverse step) : finite p -> i <= bpow radix2 901 ->
  finite step /\ 0 <= real p /\ 9994 / 10000 * (8 * u53 * s + 8 * u53 * (B * i * s)) - eta' <= real p.
Proof.
  intros F Hi. destruct constants as (_ & _ & K50 & _). unfold p, part_of_step in *.
  destruct (fmul_finite _ _ F) as (Fs & Fy & _). set (y := fadd _ _) in *. assert (s0 : 0 <= s) by apply Rabs_pos.
  assert (E : IZR 9995 * (bpow radix2 (-50) + bpow radix2 (-50) * B * i) <= IZR 10000 * real y).
  { unfold y, B, i in *. match type of Fy with finite ?t => by_checker [(positive_input 1024, us, real us);
      (positive_input 1024, vs, real vs); (positive_input 901, inverse, real inverse)] [t] end.
    rewrite Rabs_pos_eq; assumption. }
  rewrite K50 in E. assert (B0 : 0 <= B * i) by (repeat apply Rmult_le_pos; assumption).
  destruct (fmul_low (fabs step) y F) as (A & P); [rewrite real_fabs; exact s0 | lra |]. rewrite real_fabs in A.
  fold s in A. split; [exact (fabs_finite _ Fs) |]. split; [exact P |].
  assert (s * (9995 / 10000 * (8 * u53 + 8 * u53 * (B * i))) <= s * real y) by (apply Rmult_le_compat_l; lra).
  assert (0 <= B * i * s) by (now apply Rmult_le_pos). lra.
Qed.

Lemma error_at_least (error := error_of_side us ws vs r inverse step) : finite error -> i <= bpow radix2 901 ->
  finite inverse /\ finite step /\ bpow radix2 (-262) <= real error /\
  999 / 1000 * (4096 * (u53 * u53) * (M * i) + 64 * (L * i) + bpow radix2 (-262) + 8 * u53 * s +
    8 * u53 * (B * i * s)) <= real error.
Proof.
  unfold error, error_of_side. intros Fe i1. destruct (fadd_finite _ _ Fe) as (F1 & F2 & _).
  destruct (fadd_finite _ _ F1) as (F3 & _ & _).
  destruct (part_of_terms F3) as (Fi & P1 & A1). destruct (part_of_step_low F2 i1) as (Fs & P2 & A2).
  split; [exact Fi |]. split; [exact Fs |].
  destruct constants as (_ & _ & _ & L0 & e0 & eL & Lk). const_facts 1%Z (-262)%Z Fd Vd. rewrite Rmult_1_l in Vd.
  set (k := bpow radix2 (-262)) in *.
  assert (Vd0 : 0 <= real (fconst 1 (-262) : D)) by (rewrite Vd; lra).
  destruct (fadd_low _ _ F1 P1 Vd0) as (A7 & P7). rewrite Vd in A7.
  pose proof (fadd_at_least_right _ _ F1 P1) as A8. rewrite Vd in A8.
  set (x7 := fadd (part_of_residual us ws vs r inverse) (fconst 1 (-262))) in *.
  destruct (fadd_low _ _ Fe P7 P2) as (E & _). pose proof (fadd_at_least _ _ Fe P2) as E1. split; [lra |].
  assert (M0 : 0 <= M) by (unfold M; apply Rmult_le_pos; lra).
  assert (B0 : 0 <= B) by (unfold B; apply Rmult_le_pos; lra).
  assert (Mi : 0 <= M * i) by (now apply Rmult_le_pos).
  assert (Li : 0 <= L * i) by (apply Rmult_le_pos; [lra | exact inverse_pos]).
  assert (Bi : 0 <= B * i) by (now apply Rmult_le_pos). assert (s0 : 0 <= s) by apply Rabs_pos.
  assert (Bis : 0 <= B * i * s) by (apply Rmult_le_pos; assumption).
  set (z := fadd x7 (part_of_step us vs inverse step)) in *. clearbody z x7.
  clear - E A1 A2 A7 Mi Li Bis s0 e0 eL Lk L0.
  lra.
Qed.

Lemma error_nonneg : nonneg us -> nonneg ws -> nonneg vs -> nonneg r -> nonneg inverse ->
  nonneg (error_of_side us ws vs r inverse step) /\ nonneg (error_of_estimate us ws vs r inverse step).
Proof.
  intros N1 N2 N3 N4 N5. const_nonneg (-94)%Z. const_nonneg (-700)%Z.
  const_nonneg (-50)%Z. const_nonneg (-262)%Z.
  unfold error_of_side, error_of_estimate, part_of_residual, part_of_step.
  split; repeat first [assumption | apply nonneg_fadd | apply nonneg_fmul | apply nonneg_fabs].
Qed.

End Bound.

(* 1 / y in double. *)
Lemma inverse_within (y : D) n : finite y -> (-900 <= n)%Z -> bpow radix2 n <= real y <= bpow radix2 404 ->
  finite (fdiv (fconst 1 0) y) /\ 0 < real (fdiv (fconst 1 0) y) <= bpow radix2 901 /\
  Rabs (real (fdiv (fconst 1 0) y) * real y - 1) <= 1001 / 1000 * u53.
Proof.
  intros Fy Hn [Y0 Y1]. assert (Y2 : bpow radix2 (-900) <= real y) by (eapply Rle_trans; [apply bpow_le, Hn | exact
    Y0]).
  pose proof (bpow_gt_0 radix2 (-900)) as P. assert (Ay : Rabs (real y) <= bpow radix2 404) by (rewrite Rabs_pos_eq;
    lra).
  assert (Ly : F2R (Float radix2 1 (-900)) <= Rabs (real y)) by (rewrite F2R_bpow, Rabs_pos_eq; lra).
  assert (F : finite (fdiv (fconst 1 0) y)).
  { finite_by_checker [(positive_input_from (Float radix2 1 (-900)) 404, y, real y)]. }
  assert (I : Rabs (real (fdiv (fconst 1 0) y) * real y - IZR 1) <= bpow radix2 (-63) * IZR 1025).
  { by_checker [(positive_input_from (Float radix2 1 (-900)) 404, y, real y)]
      [y; fdiv (fconst 1 0) y]. }
  change (bpow radix2 (-63)) with (/ 9223372036854775808) in I. split; [exact F |].
  set (i := real (fdiv (fconst 1 0) y)) in *.
  assert (I0 : 0 < i * real y) by (apply Rabs_le_inv in I; lra).
  assert (i0 : 0 < i) by (apply Rmult_lt_reg_r with (real y); lra).
  split; [| lra]. split; [exact i0 |]. apply Rmult_le_reg_r with (bpow radix2 (-900)); [exact P |].
  rewrite <- bpow_plus. change (bpow radix2 (901 + -900)) with 2. apply Rle_trans with (i * real y).
  - apply Rmult_le_compat_l; lra.
  - apply Rabs_le_inv in I. lra.
Qed.

(* The inverse of |u x v|, or of 2^-900 where that is larger. *)
Definition inverse_of (cm : D) : D :=
  fdiv (fconst 1 0) (if flt (fconst 1 (-900)) (fabs cm) then fabs cm else fconst 1 (-900)).

Lemma inverse_of_larger (cm : D) : finite cm -> Rabs (real cm) <= bpow radix2 404 ->
  finite (inverse_of cm) /\ 0 < real (inverse_of cm) <= bpow radix2 901 /\
  exists y, bpow radix2 (-900) <= y <= bpow radix2 404 /\ (y = Rabs (real cm) \/ y = bpow radix2 (-900)) /\
    Rabs (real cm) <= y /\ Rabs (real (inverse_of cm) * y - 1) <= 1001 / 1000 * u53.
Proof.
  intros Fc Hc. unfold inverse_of. const_facts 1%Z (-900)%Z F9 V9. rewrite Rmult_1_l in V9.
  pose proof (bpow_gt_0 radix2 (-900)) as P9.
  set (y := if flt (fconst 1 (-900)) (fabs cm) then fabs cm else fconst 1 (-900)).
  assert (Hy : finite y /\ bpow radix2 (-900) <= real y <= bpow radix2 404 /\
    (real y = Rabs (real cm) \/ real y = bpow radix2 (-900)) /\ Rabs (real cm) <= real y).
  { unfold y. destruct (flt_real_cases (fconst 1 (-900)) (fabs cm) F9 (finite_fabs _ Fc)) as [[-> H] | [-> H]];
      rewrite ?real_fabs, ?V9 in *.
    - split; [now apply finite_fabs |]. split; [lra |]. split; [now left | lra].
    - split; [exact F9 |]. split; [split; [lra |]; apply bpow_le; lia |]. split; [now right | exact H]. }
  destruct Hy as (Fy & Y & Yc & Yl). destruct (inverse_within y (-900) Fy ltac:(lia) Y) as (Fi & i0 & I).
  split; [exact Fi |]. split; [exact i0 |]. exists (real y). auto.
Qed.

Lemma inverse_range (cm : D) : finite cm -> Rabs (real cm) <= bpow radix2 404 ->
  finite (inverse_of cm) /\ 0 < real (inverse_of cm) <= bpow radix2 901 /\
  (real (inverse_of cm) < bpow radix2 899 -> Rabs (real (inverse_of cm) * Rabs (real cm) - 1) <= 1001 / 1000 * u53).
Proof.
  intros Fc Hc. destruct (inverse_of_larger cm Fc Hc) as (Fi & [i0 i1] & y & [Y0 Y1] & Yc & _ & I).
  split; [exact Fi |]. split; [auto |]. intros Hi. set (i := real (inverse_of cm)) in *.
  destruct Yc as [<- | Yc]; [exact I |]. exfalso.
  assert (P : i * y < / 2).
  { rewrite Yc. apply Rlt_le_trans with (bpow radix2 899 * bpow radix2 (-900)).
    - apply Rmult_lt_compat_r; [apply bpow_gt_0 | exact Hi].
    - rewrite <- bpow_plus. simpl. lra. }
  two_sided. lra.
Qed.

(* u x v in double. *)
Lemma rounded_cross_near (px py qx qy : D) P1 P2 Q1 Q2 K :
  let x := fsub (fmul px qy) (fmul py qx) in
  finite x -> Rabs (P1 - real px) <= u53 * Rabs (real px) -> Rabs (P2 - real py) <= u53 * Rabs (real py) ->
  Rabs (Q1 - real qx) <= 21 / 10 * u53 * Rabs (real qx) -> Rabs (Q2 - real qy) <= 21 / 10 * u53 * Rabs (real qy) ->
  Rabs (real px) * Rabs (real qy) + Rabs (real py) * Rabs (real qx) <= K ->
  Rabs (real x - (P1 * Q2 - P2 * Q1)) <= 52 / 10 * u53 * K + 3 * eta' /\ Rabs (real x) <= 11 / 10 * K + 3 * eta'.
Proof.
  intros x F A1 A2 B1 B2 HK. unfold x in *. rewrite <- u_double in A1, A2. rewrite <- !real_fabs in HK.
  assert (E1 : Rabs (real (fsub (fmul px qy) (fmul py qx)) - (P1 * Q2 - P2 * Q1)) <= bpow radix2 (-63) * IZR 5324 *
    (real (fabs px) * real (fabs qy) + real (fabs py) * real (fabs qx)) + IZR 3 * bpow radix2 (-1075)).
  { by_checker [(rounded_input 1024, px, P1); (rounded_input 1024, py, P2);
      (fun k => input_within (Float radix2 4301 (-64)) (variable (Val k)) false nothing 1024 k, qx, Q1);
      (fun k => input_within (Float radix2 4301 (-64)) (variable (Val k)) false nothing 1024 k, qy, Q2)]
      [fsub (fmul px qy) (fmul py qx)];
      [pose proof (Rabs_pos (real qx)) | pose proof (Rabs_pos (real qy))]; unfold F2R; simpl; lra. }
  assert (E2 : Rabs (real (fsub (fmul px qy) (fmul py qx))) <= bpow radix2 (-10) * IZR 1030 *
    (real (fabs px) * real (fabs qy) + real (fabs py) * real (fabs qx)) + IZR 3 * bpow radix2 (-1075)).
  { by_checker [(rounded_input 1024, px, P1); (rounded_input 1024, py, P2); (exact_input 1024, qx, real qx);
      (exact_input 1024, qy, real qy)] [fsub (fmul px qy) (fmul py qx)]. }
  assert (K0 : 0 <= real (fabs px) * real (fabs qy) + real (fabs py) * real (fabs qx)).
  { rewrite !real_fabs. apply Rplus_le_le_0_compat; apply Rmult_le_pos; apply Rabs_pos. }
  change (bpow radix2 (-63)) with (/ 9223372036854775808) in E1. change (bpow radix2 (-10)) with (/ 1024) in E2.
  pose proof (bpow_gt_0 radix2 (-1075)). split; lra.
Qed.

(* The bound exceeds what the step misses. *)
Lemma side_time_error g r w res i s c x B M k h :
  0 < w -> 0 < i -> 0 <= B -> 0 <= M -> 0 <= h -> h <= u53 * u53 * k -> B * i <= 100000000000 -> h * i <= u53 * u53 ->
  Rabs (i * c - 1) <= 1001 / 1000 * u53 -> Rabs (w - c) <= 53 / 10 * u53 * B + 3 * h ->
  x = 53 / 10 * u53 * (B * i) + 11 / 10 * u53 ->
  Rabs (res - r) <= 31 / 10 * u53 * Rabs res + 2000 * (u53 * u53) * M + 50 * L ->
  Rabs (res * i - s) <= u53 * Rabs (res * i) + h ->
  x <= / 1000 /\ Rabs (i * w - 1) <= x /\
  Rabs (g + r / w - (g + s)) <= 99 / 100 * (4096 * (u53 * u53) * (M * i) + 64 * (L * i) + k + 8 * u53 * Rabs s + 8 *
    u53 * (B * i * Rabs s)).
Proof.
  intros Hw Hi B0 M0 h0 hk Bi hi Hc Hwc Ex Hr Hs.
  assert (Bi0 : 0 <= B * i) by (apply Rmult_le_pos; lra). assert (Mi0 : 0 <= M * i) by (apply Rmult_le_pos; lra).
  assert (L0 : 0 < L) by apply bpow_gt_0. assert (Li0 : 0 <= L * i) by (apply Rmult_le_pos; lra).
  assert (X1 : x <= / 1000) by lra.
  assert (Hx : Rabs (i * w - 1) <= x).
  { assert (A : Rabs (i * (w - c)) <= i * (53 / 10 * u53 * B + 3 * h)).
    { rewrite Rabs_mult, (Rabs_pos_eq i) by lra. apply Rmult_le_compat_l; lra. }
    replace (i * w - 1) with (i * (w - c) + (i * c - 1)) by ring. rewrite Ex. clear - A Hc Bi0 hi h0 Hi.
    replace (i * (53 / 10 * u53 * B + 3 * h)) with (53 / 10 * u53 * (B * i) + 3 * (h * i)) in A by ring.
    two_sided; lra. }
  split; [exact X1 |]. split; [exact Hx |].
  pose proof (Rabs_pos s) as s0. pose proof (Rabs_pos (res * i)) as ri0.
  assert (Bs : Rabs (res * i) <= (1 + 2 * u53) * (Rabs s + h)).
  { assert (Rabs (res * i) <= Rabs (res * i - s) + Rabs s).
    { replace (res * i) with (res * i - s + s) at 1 by ring. apply Rabs_triang. }
    lra. }
  pose proof (linear_step_error g r w (g + r / w) res i s _ x _ Hw Hi eq_refl Hr Hx ltac:(lra) Hs) as Z.
  eapply Rle_trans; [exact Z |]. clear Z.
  apply Rmult_le_reg_r with (1 - x); [lra |]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  assert (Er : (31 / 10 * u53 * Rabs res + 2000 * (u53 * u53) * M + 50 * L) * i =
    31 / 10 * u53 * Rabs (res * i) + 2000 * (u53 * u53) * (M * i) + 50 * (L * i)).
  { rewrite Rabs_mult, (Rabs_pos_eq i) by lra. ring. }
  rewrite Er. clear Er.
  assert (Bis0 : 0 <= B * i * Rabs s) by (apply Rmult_le_pos; assumption).
  assert (Exs : x * Rabs s = 53 / 10 * u53 * (B * i * Rabs s) + 11 / 10 * u53 * Rabs s) by (rewrite Ex; ring).
  rewrite Exs. clear Exs.
  set (W := 4096 * (u53 * u53) * (M * i) + 64 * (L * i) + k + 8 * u53 * Rabs s + 8 * u53 * (B * i * Rabs s)).
  assert (k0 : 0 <= k) by lra.
  assert (W0 : 0 <= W) by (unfold W; lra).
  apply Rle_trans with (98 / 100 * W).
  - unfold W. lra.
  - assert (W * x <= W * / 1000) by (apply Rmult_le_compat_l; lra). lra.
Qed.
