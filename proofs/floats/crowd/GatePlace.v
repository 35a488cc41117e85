(* The place on a leg at a time: place_on_leg of src/crowd/gate_filter.h. It is exact at both ends of the leg, and
   inside off by at most 2^-49 of the scale in each coordinate. *)
From Coq Require Import ZArith Reals List Lia Lra Psatz Bool.
From Flocq Require Import Core.
From Carom Require Import Model Facts Bounded Reflect ReflectAtoms.
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

(* The scale as an atom. *)
Definition scale_atom (i : nat) (least n : Z) := positive_atom i (Float radix2 1 least) n.

Lemma scale_fact values i least n s : value values i = s -> below n s -> bpow radix2 least <= real s ->
  fact values (scale_atom i least n) s (real s).
Proof.
  intros E B L. pose proof (bpow_gt_0 radix2 least). apply positive_fact; [exact B | | now rewrite F2R_bpow | lra].
  unfold size. rewrite E. apply Rle_refl.
Qed.

(* A fraction of a span. *)
Definition fraction_error : poly := constant (Float radix2 13 (-55)).
Definition fraction := Known fraction_error (constant one) nothing true 0.

Lemma fraction_fact values q Q : finite q -> 0 <= real q <= 1 -> Rabs (Q - real q) <= 13 * bpow radix2 (-55) ->
  fact values fraction q Q.
Proof.
  intros F B E. unfold fact. cbn [fraction off_by at_most at_least is_pos top]. unfold fraction_error.
  rewrite !value_constant. rewrite (Rabs_pos_eq (real q)) by lra. unfold nothing. rewrite F2R_0.
  replace (F2R one) with 1 by (unfold F2R; simpl; ring). change (bpow radix2 0) with 1. unfold F2R. cbn [Fnum Fexp].
  repeat split; auto; lra.
Qed.

Definition leg_atoms := [exact_atom 3 900; exact_atom 3 900; fraction; scale_atom 3 (-900) 900].
Definition leg_error : poly := [([3%nat], Float radix2 1 (-49))].

Lemma convex_size a b k s : 0 <= k <= 1 -> Rabs a <= s -> Rabs b <= s -> Rabs (a + k * (b - a)) <= s.
Proof. intros K A B. apply Rabs_le_inv in A, B. apply Rabs_le. nra. Qed.

Lemma fraction_between s e t : s <= t <= e -> s < e -> 0 <= (t - s) / (e - s) <= 1.
Proof.
  intros T L. assert (0 < / (e - s)) by (apply Rinv_0_lt_compat; lra). split; [apply Rmult_le_pos; lra |].
  apply Rmult_le_reg_r with (e - s); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma coordinate_on_leg (scale from to part : D) (Q : R) : is_scale scale -> in_scale scale from -> in_scale scale to ->
  finite part -> 0 <= real part <= 1 -> 0 <= Q <= 1 -> Rabs (Q - real part) <= 13 * bpow radix2 (-55) ->
  is_place scale (fadd from (fmul part (fsub to from))) (real from + Q * (real to - real from)).
Proof.
  intros S A B Fp P Q01 E.
  assert (s0 : Rabs (real scale) = real scale).
  { destruct S as (_ & L). pose proof (bpow_gt_0 radix2 (-900)). apply Rabs_pos_eq. lra. }
  assert (K : facts leg_atoms [from; to; part; scale] [real from; real to; Q; real scale]).
  { unfold facts, leg_atoms. cbn [facts_of].
    split; [apply exact_fact; [now apply in_scale_below with scale | unfold size; cbn; rewrite s0; apply A] |].
    split; [apply exact_fact; [now apply in_scale_below with scale | unfold size; cbn; rewrite s0; apply B] |].
    split; [now apply fraction_fact |]. split; [apply scale_fact; [reflexivity | apply S ..] |]. exact I. }
  match goal with |- is_place _ ?t _ =>
    let e := expression [from; to; part; scale] t in
    change t with (in_doubles [from; to; part; scale] e);
    destruct (fits_correct _ _ _ K e eq_refl) as [F _];
    pose proof (is_within_correct _ _ _ K e leg_error ltac:(vm_compute; reflexivity) F) as W
  end.
  split; [exact F |]. split; [apply convex_size; [exact Q01 | apply A | apply B] |].
  rewrite Rabs_minus_sym. eapply Rle_trans; [exact W |]. unfold leg_error, value_of, product_of.
  cbn [fold_right fst snd]. unfold size. cbn [value nth]. rewrite s0, F2R_bpow. unfold place_error. lra.
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
  destruct (fraction_atom start end_ time Bs Be Bt T Span) as (Fp & P & E). rewrite <- E_part in Fp, P, E.
  pose proof (fraction_between _ _ _ T Span). subst x y p_x p_y. split; now apply coordinate_on_leg.
Qed.
