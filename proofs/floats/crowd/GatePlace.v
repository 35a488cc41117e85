(* The place on a leg at a time: place_on_leg of src/crowd/gate_filter.h. It is exact at both ends of the leg, and
   inside off by at most 2^-49 of the scale in each coordinate. *)
From Coq Require Import ZArith Reals List Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Bounded ErrorFree CheckerTactics.
From Carom Require Terms_gate.
Import Terms_gate.place_on_leg_terms(place_on_leg_results).
Import ListNotations.

Open Scope R_scope.

(* The scale is from 2^-900 to 2^900, and at least every coordinate in magnitude. *)
Definition is_scale (scale : D) := below 900 scale /\ bpow radix2 (-900) <= real scale.
Definition in_scale (scale c : D) := finite c /\ Rabs (real c) <= real scale.

(* One coordinate, at the time t, of what goes straight and evenly from the one time and place to the other. *)
Definition on_leg (from to start end_ t : R) := from + (t - start) / (end_ - start) * (to - from).

(* p is the rounded coordinate of a place. *)
Definition place_error := bpow radix2 (-49).
Definition is_place (scale p : D) (P : R) :=
  finite p /\ Rabs P <= real scale /\ Rabs (P - real p) <= place_error * real scale.

Lemma in_scale_below scale c : is_scale scale -> in_scale scale c -> below 900 c.
Proof.
  intros ((Fs & S) & L) [F C]. split; [exact F |]. pose proof (bpow_gt_0 radix2 (-900)).
  rewrite Rabs_pos_eq in S by lra. lra.
Qed.

Lemma place_of_coordinate scale c : is_scale scale -> in_scale scale c -> is_place scale c (real c).
Proof.
  intros ((Fs & S) & L) [F C]. repeat split; auto. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
  pose proof (bpow_gt_0 radix2 (-900)). apply Rmult_le_pos; [apply bpow_ge_0 | lra].
Qed.

Lemma scale_positive scale : is_scale scale -> 0 < real scale /\ Rabs (real scale) = real scale.
Proof.
  intros (_ & L). pose proof (bpow_gt_0 radix2 (-900)). split; [| apply Rabs_pos_eq]; lra.
Qed.

(* The scale, and a number that does not exceed it, as inputs of the checker. *)
Definition scale_input (least top : Z) (k : N) :=
  input_within nothing (variable (Val k)) true (Float radix2 1 least) top k.
Definition within_scale (scale : N) (is_pos : bool) (top : Z) (k : N) :=
  input_near [] (variable (Val scale)) is_pos nothing top k.

Lemma convex_size a b k s : 0 <= k <= 1 -> Rabs a <= s -> Rabs b <= s -> Rabs (a + k * (b - a)) <= s.
Proof. intros K A B. apply Rabs_le_inv in A, B. apply Rabs_le. nra. Qed.

Lemma fraction_between s e t : s <= t <= e -> s < e -> 0 <= (t - s) / (e - s) <= 1.
Proof.
  intros T L. assert (0 < / (e - s)) by (apply Rinv_0_lt_compat; lra). split; [apply Rmult_le_pos; lra |].
  apply Rmult_le_reg_r with (e - s); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

(* The fraction of a span, for times in [0, 1]. *)
Section Fraction.
Variables s e t : D.
Hypothesis below_s : below 0 s.
Hypothesis below_e : below 0 e.
Hypothesis below_t : below 0 t.
Hypothesis order : real s <= real t <= real e.
Hypothesis is_span : real s < real e.

Let d := fsub t s.
Let l := fsub e s.

Lemma difference_of_times p q : below 0 p -> below 0 q -> real q <= real p ->
  finite (fsub p q) /\ 0 <= real (fsub p q) <= bpow radix2 1 /\ real (fsub p q) = rnd double (real p - real q) /\
  Rabs (real p - real q - real (fsub p q)) <= u double * Rabs (real (fsub p q)).
Proof.
  intros P Q L. destruct (below_sub 0 p q ltac:(lia) P Q) as [F B]. destruct (fsub_finite _ _ F) as (_ & _ & V).
  assert (D0 : 0 <= real (fsub p q)) by (rewrite V; apply rnd_nonneg; lra). rewrite Rabs_pos_eq in B by exact D0.
  repeat split; auto using difference_rounded.
Qed.

Lemma fraction_close : finite (fdiv d l) /\ 0 <= real (fdiv d l) <= 1 /\
  Rabs ((real t - real s) / (real e - real s) - real (fdiv d l)) <= 13 * bpow radix2 (-55).
Proof.
  destruct (difference_of_times t s below_t below_s ltac:(lra)) as (Fd & [d0 d2] & Vd & Ed).
  destruct (difference_of_times e s below_e below_s ltac:(lra)) as (Fl & [l0 l2] & Vl & El).
  fold d in Fd, d0, d2, Vd, Ed. fold l in Fl, l0, l2, Vl, El.
  assert (dl : real d <= real l) by (rewrite Vd, Vl; apply rnd_le; lra).
  assert (L : bpow radix2 (-1074) <= real l).
  { apply least_positive. destruct l0 as [l0 | l0]; [exact l0 |]. elim (Rlt_irrefl 0).
    rewrite <- l0, Rminus_0_r, Rabs_R0, Rmult_0_r in El. apply Rabs_le_inv in El. lra. }
  pose proof (bpow_gt_0 radix2 (-1074)) as tiny0.
  assert (Q : 0 <= real d / real l <= 1).
  { split; [apply Rmult_le_pos; [exact d0 | left; apply Rinv_0_lt_compat; lra] |].
    apply Rmult_le_reg_r with (real l); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (l1 : real l <> 0) by lra.
  generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE d l l1). intros C.
  assert (P : Rabs (real d / real l) <= bpow radix2 0) by (rewrite Rabs_pos_eq; apply Q).
  rewrite power_below_overflow with (n := 0%Z) in C by (exact P || lia). destruct C as (C1 & C2 & _).
  assert (F : finite (fdiv d l)) by (unfold finite, fdiv; rewrite C2; exact Fd). split; [exact F |].
  split.
  { change (0 <= real (fdiv d l) <= 1).
    replace (real (fdiv d l)) with (rnd double (real d / real l)) by (now rewrite <- C1).
    split; [now apply rnd_nonneg |]. rewrite <- (rnd_of_format double 1) by exact (power_in_format 0 ltac:(lia)).
    now apply rnd_le. }
  assert (B : Rabs (real (fdiv d l) * (real e - real s) - (real t - real s)) <=
    13 * bpow radix2 (-55) * (real e - real s)).
  { clear C1 C2 P Q Vd Vl. clearbody d l.
    by_checker [(input_within uc (variable (Val 0)) true (Float radix2 1 (-1074)) 1, l, real e - real s);
      (input_within uc (variable (Val 0)) true nothing 1, d, real t - real s)] [l; fdiv d l].
    all: rewrite ?Rabs_pos_eq by assumption; assumption. }
  set (E := real e - real s) in *. set (T := real t - real s) in *. assert (E0 : 0 < E) by (unfold E; lra).
  apply Rmult_le_reg_r with E; [exact E0 |]. rewrite Rabs_minus_sym.
  rewrite <- (Rabs_pos_eq E) at 2 by lra. rewrite <- Rabs_mult.
  replace ((real (fdiv d l) - T / E) * E) with (real (fdiv d l) * E - T) by (field; lra). exact B.
Qed.
End Fraction.
Lemma coordinate_on_leg (scale from to part : D) (Q : R) : is_scale scale -> in_scale scale from -> in_scale scale to ->
  finite part -> 0 <= real part <= 1 -> 0 <= Q <= 1 -> Rabs (Q - real part) <= 13 * bpow radix2 (-55) ->
  is_place scale (fadd from (fmul part (fsub to from))) (real from + Q * (real to - real from)).
Proof.
  intros S A B Fp P Q01 E. destruct (scale_positive _ S) as [s0 s1]. pose proof (in_scale_below _ _ S A) as [Fa Ta].
  pose proof (in_scale_below _ _ S B) as [Fb Tb]. destruct S as ((Fs & Ts) & Ls).
  destruct A as [_ A]. destruct B as [_ B].
  rewrite <- s1 in A, B, Ls. pose proof (proj1 P) as P0.
  assert (P1 : Rabs (real part) <= bpow radix2 0) by (rewrite Rabs_pos_eq; apply P).
  assert (F : finite (fadd from (fmul part (fsub to from)))).
  { finite_by_checker [(exact_input 900, from, real from); (exact_input 900, to, real to);
      (exact_input 0, part, real part)]. }
  split; [exact F |]. split; [rewrite s1 in A, B; now apply convex_size |].
  rewrite Rabs_minus_sym. unfold place_error.
  by_checker [(scale_input (-900) 900, scale, real scale); (within_scale 0 false 900, from, real from);
    (within_scale 0 false 900, to, real to);
    (input_near (constant (Float radix2 13 (-55))) (constant one) true nothing 0, part, Q)]
    [scale; fadd from (fmul part (fsub to from))].
Qed.

Theorem place_on_leg_correct scale from_x from_y to_x to_y start end_ time x y :
  place_on_leg_results from_x from_y to_x to_y start end_ time x y -> is_scale scale ->
  in_scale scale from_x -> in_scale scale from_y -> in_scale scale to_x -> in_scale scale to_y ->
  below 0 start -> below 0 end_ -> below 0 time -> real start < real end_ -> real start <= real time <= real end_ ->
  is_place scale x (on_leg (real from_x) (real to_x) (real start) (real end_) (real time)) /\
  is_place scale y (on_leg (real from_y) (real to_y) (real start) (real end_) (real time)).
Proof.
  intros (if1 & if2 & part & p_x & p_y & []) S Fx Fy Tx Ty Bs Be Bt Span T. unfold on_leg.
  destruct if1.
  { symmetry in E_if1. apply fle_real in E_if1; [| apply Bt | apply Bs].
    replace (real time) with (real start) by lra. rewrite Rminus_diag_eq by reflexivity. unfold Rdiv.
    rewrite !Rmult_0_l, !Rplus_0_r. subst. split; now apply place_of_coordinate. }
  destruct if2.
  { symmetry in E_if2. apply fle_real in E_if2; [| apply Be | apply Bt].
    replace (real time) with (real end_) by lra. unfold Rdiv. rewrite Rinv_r, !Rmult_1_l by lra.
    replace (real from_x + (real to_x - real from_x)) with (real to_x) by ring.
    replace (real from_y + (real to_y - real from_y)) with (real to_y) by ring.
    subst. split; now apply place_of_coordinate. }
  destruct (fraction_close start end_ time Bs Be Bt T Span) as (Fp & P & E). rewrite <- E_part in Fp, P, E.
  pose proof (fraction_between _ _ _ T Span). subst x y p_x p_y. split; now apply coordinate_on_leg.
Qed.
