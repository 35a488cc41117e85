(* How a certain time of contact is rounded (src/sweep/sweep_one_pass.h set_fast_time, round_down of
   src/sweep/sweep_double_double.c and round_up of src/sweep/passage.c).

   The time is guess + step, off by at most error; t is that sum, rounded, and rest what the rounding left. If |rest|
   exceeds the error, the true time T lies on the side of t that the sign of rest tells, and no other double lies
   between. So t, or the double below, is the largest double not after T. Method: t is nearest to guess + step. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Terms_wide Terms_fast Terms_time ErrorFreeTerms Wide.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation fmt := (in_format double).
Notation above := (succ radix2 (exponents double)).
Notation below := (pred radix2 (exponents double)).

(* The answers of a first and of a last contact. *)
Definition is_largest_not_after (x T : R) := fmt x /\ x <= T /\ forall v, fmt v -> v <= T -> v <= x.
Definition is_smallest_not_before (x T : R) := fmt x /\ T <= x /\ forall v, fmt v -> T <= v -> x <= v.

Lemma rounded_is_nearest z v : fmt v -> Rabs (rnd double z - z) <= Rabs (v - z).
Proof.
  intros Fv. destruct (round_N_pt radix2 (exponents double) (fun t => negb (Z.even t)) z) as (_ & N). exact (N v Fv).
Qed.

Section Rounding.
Variables z T err : R.
Let t := rnd double z.
Let rest := z - t.
Hypothesis near : Rabs (T - z) <= err.
Hypothesis certain : err < Rabs rest.

Lemma no_double_between v : fmt v -> v <> t ->
  (0 < rest -> t < T /\ (v < t \/ T < v)) /\ (rest < 0 -> T < t /\ (v < T \/ t < v)).
Proof.
  intros Fv Nv. pose proof (rounded_is_nearest z v Fv) as N. fold t in N. unfold rest in *.
  apply Rabs_le_inv in near. split; intros S.
  - rewrite Rabs_pos_eq in certain by lra. rewrite (Rabs_left1 (t - z)) in N by lra.
    split; [lra |]. destruct (Rle_or_lt v z) as [L | L].
    + rewrite Rabs_left1 in N by lra. left. lra.
    + rewrite Rabs_pos_eq in N by lra. right. lra.
  - rewrite Rabs_left in certain by lra. rewrite (Rabs_pos_eq (t - z)) in N by lra.
    split; [lra |]. destruct (Rle_or_lt v z) as [L | L].
    + rewrite Rabs_left1 in N by lra. left. lra.
    + rewrite Rabs_pos_eq in N by lra. right. lra.
Qed.

Lemma neighbour_below : fmt (below t) /\ below t < t /\ forall v, fmt v -> v < t -> v <= below t.
Proof.
  assert (Ft : fmt t) by apply rnd_in_format. repeat split.
  - now apply generic_format_pred; auto with typeclass_instances.
  - destruct (Req_dec t 0) as [-> | N].
    + rewrite pred_0 by auto with typeclass_instances. unfold exponents. rewrite ulp_FLT_0 by apply prec_positive.
      pose proof (bpow_gt_0 radix2 (emin double)). lra.
    + now apply pred_lt_id.
  - intros v Fv L. now apply pred_ge_gt; auto with typeclass_instances.
Qed.

Lemma neighbour_above : fmt (above t) /\ t < above t /\ forall v, fmt v -> t < v -> above t <= v.
Proof.
  assert (Ft : fmt t) by apply rnd_in_format. repeat split.
  - now apply generic_format_succ; auto with typeclass_instances.
  - destruct (Req_dec t 0) as [-> | N].
    + rewrite succ_0. unfold exponents. rewrite ulp_FLT_0 by apply prec_positive. apply bpow_gt_0.
    + now apply succ_gt_id.
  - intros v Fv L. now apply succ_le_lt; auto with typeclass_instances.
Qed.

Theorem rounded_down : is_largest_not_after (if Rlt_bool rest 0 then below t else t) T.
Proof.
  assert (Ft : fmt t) by apply rnd_in_format. destruct neighbour_below as (F & L & G).
  assert (N : rest <> 0).
  { intros Z. rewrite Z, Rabs_R0 in certain. pose proof (Rabs_pos (T - z)). lra. }
  case Rlt_bool_spec; intros S.
  - destruct (no_double_between (below t) F ltac:(lra)) as (_ & B). destruct (B S) as (B1 & B2).
    split; [exact F |]. split; [lra |]. intros v Fv H. apply G; [exact Fv | lra].
  - split; [exact Ft |]. assert (S' : 0 < rest) by lra. split.
    + destruct (no_double_between (below t) F ltac:(lra)) as (B & _). destruct (B S'). lra.
    + intros v Fv H. destruct (Req_dec v t) as [-> | Nv]; [lra |].
      destruct (no_double_between v Fv Nv) as (B & _). destruct (B S'). lra.
Qed.

Theorem rounded_up : is_smallest_not_before (if Rlt_bool 0 rest then above t else t) T.
Proof.
  assert (Ft : fmt t) by apply rnd_in_format. destruct neighbour_above as (F & L & G).
  assert (N : rest <> 0).
  { intros Z. rewrite Z, Rabs_R0 in certain. pose proof (Rabs_pos (T - z)). lra. }
  case Rlt_bool_spec; intros S.
  - destruct (no_double_between (above t) F ltac:(lra)) as (B & _). destruct (B S) as (B1 & B2).
    split; [exact F |]. split; [lra |]. intros v Fv H. apply G; [exact Fv | lra].
  - split; [exact Ft |]. assert (S' : rest < 0) by lra. split.
    + destruct (no_double_between (above t) F ltac:(lra)) as (_ & B). destruct (B S'). lra.
    + intros v Fv H. destruct (Req_dec v t) as [-> | Nv]; [lra |].
      destruct (no_double_between v Fv Nv) as (_ & B). destruct (B S'). lra.
Qed.

End Rounding.

(* A sum of a positive number and a smaller one that is below 1 does not overflow, nor do the operations on it. *)
Lemma small_sum_finite (a b : D) :
  finite a -> finite b -> 2 * Rabs (real b) <= real a -> flt (fadd a b) (fconst 1 0) = true ->
  finite (ordered_rest a b) /\ real (fadd a b) < 1.
Proof.
  intros Fa Fb H L. pose proof (Rabs_pos (real b)) as P. destruct one_value as (F1 & V1).
  assert (Hs : 0 <= real a + real b) by (destruct (Rcase_abs (real b)) as [B | B];
    [rewrite Rabs_left in H | rewrite Rabs_right in H]; lra).
  assert (Fs : finite (fadd a b)).
  { destruct (Req_dec (real a) 0) as [Z | N].
    - apply (fadd_is_finite a b 2 (conj eq_refl eq_refl) Fa Fb). change (bpow radix2 2) with 4.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Z, Rabs_R0 in *. lra.
    - generalize (Bplus_correct (prec double) (emax double) _ _ mode_NE a b Fa Fb).
      case Rlt_bool_spec; intros O C; [exact (proj1 (proj2 C)) |]. exfalso. destruct C as [C1 C2].
      assert (Sg : Bsign a = false).
      { destruct a as [| | | [|] m e Hm]; try discriminate; try reflexivity; exfalso.
        - now apply N.
        - assert (real (B754_finite true m e Hm : D) < 0) by (unfold real; simpl; now apply F2R_lt_0). lra. }
      rewrite Sg in C1. unfold flt, fadd in L. revert L C1.
      destruct (Bplus mode_NE a b) as [| [|] | |]; discriminate. }
  destruct (fadd_finite _ _ Fs) as (_ & _ & Es).
  assert (S0 : 0 <= real (fadd a b)) by (rewrite Es; now apply rnd_nonneg).
  assert (S1 : real (fadd a b) < 1) by (rewrite <- V1; now apply flt_real).
  split; [| exact S1].
  assert (Le : Rabs (real a + real b) <= 2).
  { rewrite Rabs_pos_eq by exact Hs. pose proof (rnd_sum_error double (real a) (real b) (real_in_format a)
    (real_in_format b)) as E.
    rewrite <- Es, u_double, (Rabs_pos_eq (real a + real b)) in E by exact Hs. apply Rabs_le_inv in E. lra. }
  assert (A4 : real a <= 4).
  { rewrite Rabs_pos_eq in Le by exact Hs. destruct (Rcase_abs (real b)) as [B | B];
    [rewrite Rabs_left in H | rewrite Rabs_right in H]; lra. }
  assert (B2 : Rabs (real b) <= 2) by lra.
  change (prec double) with 53%Z in *.
  destruct (fsub_is_finite (fadd a b) a 2 (conj eq_refl eq_refl) Fs Fa) as (Fw & _ & Bw).
  { change (bpow radix2 2) with 4. apply Rabs_le. lra. }
  destruct (fsub_is_finite b (fsub (fadd a b) a) 3 (conj eq_refl eq_refl) Fb Fw) as (Fr & _ & _); [| exact Fr].
  change (bpow radix2 2) with 4 in Bw. change (bpow radix2 3) with 8. apply Rabs_le_inv in Bw, B2. apply Rabs_le. lra.
Qed.

(* If set_fast_time is certain, the time that carom_circle_sweep returns (f->t, or the double below if f->rest < 0) is
   the largest double not after the true time T, if T is within the error of guess + step. *)
Theorem set_fast_time_correct guess step error t rest err T :
  set_fast_time_results guess step error true t rest err ->
  finite guess -> finite step -> nonneg error -> 2 * Rabs (real step) <= real guess ->
  (finite error -> Rabs (T - (real guess + real step)) <= real error) ->
  finite t /\ finite rest /\ 0 < real t < 1 /\
  real t + real rest = real guess + real step /\
  is_largest_not_after (if Rlt_bool (real rest) 0 then below (real t) else real t) T.
Proof.
  intros (hi & lo & e & H) Fg Fst Ne Hs Near. destruct H as [H1 -> -> -> R].
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ H1) as (-> & -> & _).
  symmetry in R. apply andb_true_iff in R. destruct R as [R R3]. apply andb_true_iff in R. destruct R as [R1 R2].
  destruct (small_sum_finite guess step Fg Fst Hs R3) as (Fl & T1).
  pose proof (flt_finite _ _ R1 Ne) as Fe. specialize (Near Fe).
  assert (P : 0 <= real error) by now apply nonneg_real.
  pose proof (flt_real _ _ Fe (finite_fabs _ Fl) R1) as C. rewrite real_fabs in C.
  assert (O : real guess = 0 \/ Rabs (real step) <= Rabs (real guess)).
  { right. pose proof (Rabs_pos (real step)). rewrite (Rabs_pos_eq (real guess)); lra. }
  destruct (ordered_sum_exact guess step Fl O) as (_ & _ & Ft & Et & X).
  set (z := real guess + real step) in *.
  assert (Er : real (ordered_rest guess step) = z - rnd double z) by lra.
  assert (G0 : 0 < real guess).
  { pose proof (Rabs_pos (real step)) as A. destruct (Req_dec (real guess) 0) as [Z | N]; [| lra]. exfalso.
    assert (S0 : real step = 0).
    { destruct (Req_dec (real step) 0) as [| N]; [assumption |]. pose proof (Rabs_pos_lt _ N). lra. }
    assert (Z0 : z = 0) by (unfold z; lra). rewrite Er, Z0, rnd_zero, Rminus_0_r, Rabs_R0 in C. lra. }
  assert (Z0 : 0 < z) by (unfold z; pose proof (Rle_abs (- real step)) as A; rewrite Rabs_Ropp in A; lra).
  assert (T0 : 0 < real (fadd guess step)).
  { pose proof (rnd_sum_error double _ _ (real_in_format guess) (real_in_format step)) as E. fold z in E.
    rewrite <- Et, u_double, (Rabs_pos_eq z) in E by lra. apply Rabs_le_inv in E. lra. }
  split; [exact Ft |]. split; [exact Fl |]. split; [now split |]. split; [exact X |].
  rewrite Er, Et. apply rounded_down with (err := real error); [exact Near |].
  now rewrite <- Er.
Qed.
