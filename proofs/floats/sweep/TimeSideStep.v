(* The step to the time on the side and its error bound (set_fast_side of src/sweep/sweep_one_pass.h): what the computed
   bound is at least, how far the rounded inverse of |u x v| is from the real one, and that the bound exceeds what
   the step misses.

   Units: u53 = 2^-53; L = 2^-706 is more than a residual loses to underflow, and the bound has 64 L for it. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree NewtonStep Wide TimeSideProducts.

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
  unfold p, part_of_residual. intros F3. destruct (fmul_finite _ _ F3) as (F4 & Fi & _). split; [exact Fi |].
  destruct (fadd_finite _ _ F4) as (F5 & _ & _). destruct (fmul_finite _ _ F5) as (_ & F6 & _).
  destruct (fmul_finite _ _ F6) as (_ & F7 & _). destruct (fadd_finite _ _ F7) as (F8 & _ & _).
  destruct constants as (K94 & K700 & _ & L0 & e0 & eL & _).
  const_facts 1%Z (-94)%Z Fa Va. const_facts 1%Z (-700)%Z Fb Vb. rewrite Rmult_1_l in Va, Vb. rewrite K94 in Va.
  rewrite K700 in Vb.
  destruct (fadd_low _ _ F8 ws_pos vs_pos) as (A1 & P1). set (x1 := fadd ws vs) in *.
  destruct (fadd_low _ _ F7 P1 r_pos) as (A2 & P2). set (x2 := fadd x1 r) in *.
  destruct (fmul_low _ _ F6 us_pos P2) as (A3 & P3). set (x3 := fmul us x2) in *.
  assert (M1 : (1 - 2 * u53) * M <= real us * real x2).
  { unfold M. replace ((1 - 2 * u53) * (real us * (real ws + real vs + real r)))
      with (real us * ((1 - 2 * u53) * (real ws + real vs + real r))) by ring.
    apply Rmult_le_compat_l; [exact us_pos |]. lra. }
  assert (M0 : 0 <= M) by (unfold M; apply Rmult_le_pos; lra).
  destruct (fmul_low (fconst 1 (-94)) x3 F5) as (A4 & P4); [rewrite Va; lra | exact P3 |]. rewrite Va in A4.
  set (x4 := fmul (fconst 1 (-94)) x3) in *.
  destruct (fadd_low x4 (fconst 1 (-700)) F4) as (A5 & P5); [exact P4 | rewrite Vb; lra |]. rewrite Vb in A5.
  set (x5 := fadd x4 (fconst 1 (-700))) in *.
  assert (A5' : 9999 / 10000 * (4096 * (u53 * u53) * M + 64 * L) <= real x5) by lra.
  destruct (fmul_low _ _ F3 P5 inverse_pos) as (A6 & P6). split; [exact P6 |].
  set (x6 := fmul x5 inverse) in *. fold i in A6.
  assert (A6' : 9999 / 10000 * (4096 * (u53 * u53) * (M * i) + 64 * (L * i)) <= real x5 * i).
  { apply Rle_trans with (9999 / 10000 * (4096 * (u53 * u53) * M + 64 * L) * i); [lra |].
    apply Rmult_le_compat_r; [exact inverse_pos | exact A5']. }
  assert (Mi : 0 <= M * i) by (now apply Rmult_le_pos).
  assert (Li : 0 <= L * i) by (apply Rmult_le_pos; [lra | exact inverse_pos]). lra.
Qed.

Lemma part_of_step_low (p := part_of_step us vs inverse step) : finite p -> i <= bpow radix2 901 ->
  finite step /\ 0 <= real p /\ 9994 / 10000 * (8 * u53 * s + 8 * u53 * (B * i * s)) - eta' <= real p.
Proof.
  unfold p, part_of_step. intros F2 i1. destruct (fmul_finite _ _ F2) as (Fs & F9 & _).
  destruct (fadd_finite _ _ F9) as (_ & F10 & _). destruct (fmul_finite _ _ F10) as (F11 & _ & _).
  destruct (fmul_finite _ _ F11) as (_ & F12 & _). split; [exact (fabs_finite _ Fs) |].
  destruct constants as (_ & _ & K50 & _ & e0 & _). const_facts 1%Z (-50)%Z Fc Vc. rewrite Rmult_1_l in Vc.
  rewrite K50 in Vc. assert (i0 : 0 <= i) by exact inverse_pos.
  assert (ni : eta' * i <= u53 * u53).
  { apply Rle_trans with (bpow radix2 (-1075) * bpow radix2 901).
    - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact i1].
    - change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
  destruct (fmul_low _ _ F12 us_pos vs_pos) as (B1 & Q1). fold B in B1. set (y1 := fmul us vs) in *.
  destruct (fmul_low (fconst 1 (-50)) y1 F11) as (B2 & Q2); [rewrite Vc; lra | exact Q1 |]. rewrite Vc in B2.
  set (y2 := fmul (fconst 1 (-50)) y1) in *.
  destruct (fmul_low _ _ F10 Q2 i0) as (B3 & Q3). fold i in B3. set (y3 := fmul y2 inverse) in *.
  assert (B0 : 0 <= B) by (unfold B; apply Rmult_le_pos; lra).
  assert (Bi0 : 0 <= B * i) by (apply Rmult_le_pos; lra).
  assert (B2' : 9999 / 10000 * (8 * u53 * B) - 2 * eta' <= real y2) by lra.
  assert (B3' : 9999 / 10000 * (8 * u53 * (B * i)) - 2 * (u53 * u53) <= real y2 * i).
  { apply Rle_trans with ((9999 / 10000 * (8 * u53 * B) - 2 * eta') * i); [lra | now apply Rmult_le_compat_r]. }
  assert (Vc0 : 0 <= real (fconst 1 (-50) : D)) by (rewrite Vc; lra).
  destruct (fadd_low _ _ F9 Vc0 Q3) as (B4 & Q4). rewrite Vc in B4.
  set (y4 := fadd (fconst 1 (-50)) y3) in *.
  assert (n1 : eta' <= u53 * u53).
  { change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (B4' : 9995 / 10000 * (8 * u53 + 8 * u53 * (B * i)) <= real y4) by lra.
  assert (s0 : 0 <= s) by apply Rabs_pos.
  destruct (fmul_low (fabs step) y4 F2) as (B5 & Q5); [rewrite real_fabs; exact s0 | exact Q4 |].
  rewrite real_fabs in B5. fold s in B5. split; [exact Q5 |]. set (y5 := fmul (fabs step) y4) in *.
  assert (B5' : 9995 / 10000 * (8 * u53 * s + 8 * u53 * (B * i * s)) <= s * real y4).
  { apply Rle_trans with (s * (9995 / 10000 * (8 * u53 + 8 * u53 * (B * i)))); [lra | now apply Rmult_le_compat_l]. }
  assert (Bis : 0 <= B * i * s) by (apply Rmult_le_pos; assumption). lra.
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
  intros N1 N2 N3 N4 N5. assert (C : forall k, finite (fconst 1 k : D) -> real (fconst 1 k : D) = 1 * bpow radix2 k ->
    nonneg (fconst 1 k : D)).
  { intros k F V. apply nonneg_of_real; [exact F |]. rewrite V. apply Rmult_le_pos; [lra | apply bpow_ge_0]. }
  const_facts 1%Z (-94)%Z Fa Va. const_facts 1%Z (-700)%Z Fb Vb. const_facts 1%Z (-50)%Z Fc Vc.
  const_facts 1%Z (-262)%Z Fd Vd.
  pose proof (C _ Fa Va). pose proof (C _ Fb Vb). pose proof (C _ Fc Vc). pose proof (C _ Fd Vd).
  unfold error_of_side, error_of_estimate, part_of_residual, part_of_step.
  split; repeat first [assumption | apply nonneg_fadd | apply nonneg_fmul | apply nonneg_fabs].
Qed.

End Bound.

(* The inverse of |u x v|, or of 2^-900 where that is larger. *)
Definition inverse_of (cm : D) : D :=
  fdiv (fconst 1 0) (if flt (fconst 1 (-900)) (fabs cm) then fabs cm else fconst 1 (-900)).

Lemma inverse_of_larger (cm : D) : finite cm -> Rabs (real cm) <= bpow radix2 404 ->
  finite (inverse_of cm) /\ 0 < real (inverse_of cm) <= bpow radix2 901 /\
  exists y, bpow radix2 (-900) <= y <= bpow radix2 404 /\ (y = Rabs (real cm) \/ y = bpow radix2 (-900)) /\
    Rabs (real cm) <= y /\ Rabs (real (inverse_of cm) * y - 1) <= 1001 / 1000 * u53.
Proof.
  intros Fc Hc. unfold inverse_of. const_facts 1%Z 0%Z F1 V1. change (1 * bpow radix2 0) with (1 * 1) in V1.
  rewrite Rmult_1_r in V1.
  const_facts 1%Z (-900)%Z F9 V9. rewrite Rmult_1_l in V9. pose proof (bpow_gt_0 radix2 (-900)) as P9.
  set (y := if flt (fconst 1 (-900)) (fabs cm) then fabs cm else fconst 1 (-900)).
  assert (Hy : finite y /\ bpow radix2 (-900) <= real y <= bpow radix2 404 /\
    (real y = Rabs (real cm) \/ real y = bpow radix2 (-900)) /\ Rabs (real cm) <= real y).
  { unfold y. destruct (flt_real_cases (fconst 1 (-900)) (fabs cm) F9 (finite_fabs _ Fc)) as [[-> H] | [-> H]];
      rewrite ?real_fabs, ?V9 in *.
    - split; [now apply finite_fabs |]. split; [lra |]. split; [now left | lra].
    - split; [exact F9 |]. split; [split; [lra |]; apply bpow_le; lia |]. split; [now right | exact H]. }
  destruct Hy as (Fy & [Y0 Y1] & Yc & Yl). assert (Yp : 0 < real y) by lra.
  set (q := 1 / real y). assert (Eq : q * real y = 1) by (unfold q; field; lra).
  assert (q0 : 0 < q) by (unfold q; apply Rdiv_lt_0_compat; lra).
  assert (q1 : q <= bpow radix2 900).
  { apply Rmult_le_reg_r with (real y); [exact Yp |]. rewrite Eq.
    apply Rle_trans with (bpow radix2 900 * bpow radix2 (-900)).
    - rewrite <- bpow_plus. simpl. lra.
    - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Y0]. }
  generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE (fconst 1 0) y ltac:(unfold real in Yp; lra)).
  change (B2R (fconst 1 0)) with (real (fconst 1 0 : D)). change (B2R y) with (real y). rewrite V1. fold q.
  rewrite power_below_overflow with (n := 900%Z); [| lia | rewrite Rabs_pos_eq; lra].
  intros (C1 & C2 & _). change (B2R (Bdiv mode_NE (fconst 1 0) y)) with (real (fdiv (fconst 1 0) y)) in C1.
  assert (Fi : finite (fdiv (fconst 1 0) y)) by (unfold finite, fdiv; rewrite C2; exact F1).
  split; [exact Fi |].
  change (real (fdiv (fconst 1 0) y) = rnd double q) in C1. pose proof (rnd_error double q) as R.
  rewrite <- C1, u_double in R.
  rewrite (Rabs_pos_eq q) in R by lra. change (eta double) with eta' in R.
  set (i := real (fdiv (fconst 1 0) y)) in *.
  assert (Ty : eta' * real y <= / 1000 * u53).
  { apply Rle_trans with (bpow radix2 (-1075) * bpow radix2 404); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact
      Y1] |].
    rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-63)); [apply bpow_le; lia |]. simpl. lra. }
  assert (I : Rabs (i * real y - 1) <= 1001 / 1000 * u53).
  { rewrite <- Eq. rewrite <- Rmult_minus_distr_r, Rabs_mult, (Rabs_pos_eq (real y)) by lra.
    apply Rle_trans with ((u53 * q + eta') * real y); [apply Rmult_le_compat_r; lra |].
    replace ((u53 * q + eta') * real y) with (u53 * (q * real y) + eta' * real y) by ring. rewrite Eq. lra. }
  assert (i0 : 0 < i).
  { apply Rnot_le_lt. intros C. assert (0 <= - i * real y) by (apply Rmult_le_pos; lra). two_sided. lra. }
  split.
  - split; [exact i0 |]. change 901%Z with (1 + 900)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
    assert (eta' <= / 2 * bpow radix2 900).
    { change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le. lia. }
    two_sided. lra.
  - exists (real y). auto.
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
Lemma rounded_cross_near (uhx uhy vhx vhy : D) ulx uly vlx vly P :
  let cm := fsub (fmul uhx vhy) (fmul uhy vhx) in
  finite cm -> Rabs ulx <= u53 * Rabs (real uhx) -> Rabs uly <= u53 * Rabs (real uhy) ->
  Rabs vlx <= 21 / 10 * u53 * Rabs (real vhx) -> Rabs vly <= 21 / 10 * u53 * Rabs (real vhy) ->
  Rabs (real uhx) * Rabs (real vhy) + Rabs (real uhy) * Rabs (real vhx) <= P ->
  Rabs (real cm - ((real uhx + ulx) * (real vhy + vly) - (real uhy + uly) * (real vhx + vlx))) <= 52 / 10 * u53 * P +
    3 * eta' /\
  Rabs (real cm) <= 11 / 10 * P + 3 * eta'.
Proof.
  intros cm Fc Ux Uy Vx Vy HP. destruct (fsub_finite _ _ Fc) as (F1 & F2 & _).
  pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  pose proof (Rabs_pos (real uhx)). pose proof (Rabs_pos (real uhy)). pose proof (Rabs_pos (real vhx)).
  pose proof (Rabs_pos (real vhy)).
  assert (One : forall h l k m a, Rabs l <= u53 * Rabs h -> Rabs m <= 21 / 10 * u53 * Rabs k -> Rabs h * Rabs k = a ->
    Rabs ((h + l) * (k + m) - h * k) <= (31 / 10 * u53 + 21 / 10 * (u53 * u53)) * a /\ Rabs (h * k) <= a).
  { intros h l k m a Hl Hm <-. pose proof (Rabs_pos h). pose proof (Rabs_pos k). split; [| rewrite Rabs_mult; lra].
    replace ((h + l) * (k + m) - h * k) with (h * m + l * k + l * m) by ring.
    pose proof (times_size _ _ _ _ (Rle_refl (Rabs h)) Hm) as X1.
    pose proof (times_size _ _ _ _ Hl (Rle_refl (Rabs k))) as X2.
    pose proof (times_size _ _ _ _ Hl Hm) as X3. clear Hl Hm.
    set (a := Rabs h * Rabs k) in *. assert (E1 : Rabs h * (21 / 10 * u53 * Rabs k) = 21 / 10 * u53 * a) by (unfold
      a; ring).
    assert (E2 : u53 * Rabs h * Rabs k = u53 * a) by (unfold a; ring).
    assert (E3 : u53 * Rabs h * (21 / 10 * u53 * Rabs k) = 21 / 10 * (u53 * u53) * a) by (unfold a; ring).
    rewrite E1 in X1. rewrite E2 in X2. rewrite E3 in X3. two_sided; lra. }
  destruct (One _ _ _ _ _ Ux Vy eq_refl) as (X1 & X2). destruct (One _ _ _ _ _ Uy Vx eq_refl) as (Y1 & Y2).
  set (a := Rabs (real uhx) * Rabs (real vhy)) in *. set (b := Rabs (real uhy) * Rabs (real vhx)) in *.
  assert (a0 : 0 <= a) by (unfold a; apply Rmult_le_pos; lra).
  assert (b0 : 0 <= b) by (unfold b; apply Rmult_le_pos; lra).
  destruct (fmul_error _ _ _ _ F1 X2 (Rle_refl _)) as (_ & _ & E1).
  destruct (fmul_error _ _ _ _ F2 Y2 (Rle_refl _)) as (_ & _ & E2).
  assert (C : Rabs (real (fmul uhx vhy) - real (fmul uhy vhx)) <= (1 + u53) * P + 2 * eta') by (clear - E1 E2 X2 Y2
    HP a0 b0 e0; two_sided; lra).
  destruct (fsub_error _ _ _ Fc C) as (_ & _ & E3). fold cm in E3.
  set (xy := real uhx * real vhy) in *. set (yx := real uhy * real vhx) in *.
  set (p := (real uhx + ulx) * (real vhy + vly)) in *. set (q := (real uhy + uly) * (real vhx + vlx)) in *.
  split; [clear - X1 Y1 E1 E2 E3 HP a0 b0 e0 | clear - C E3 HP a0 b0 e0]; two_sided; lra.
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
