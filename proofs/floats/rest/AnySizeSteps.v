(* Operations of src/arithmetic/wide.h on double-doubles whose sizes are bounded, for src/rest/contact_integers.c.

   `is_good n` bounds the high part by 2^n. Sums and products are finite and have absolute errors, whatever underflows,
   since no step exceeds 2^100 of the operands. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideQuotient WideDouble
  MovingRoughShift MovingRoughWide.
From Carom Require Bounded Terms_wide.
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_mul_terms(wide_mul_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Lemma good_of_zero n m (hi lo : D) : is_good n hi lo -> real hi = 0 -> is_good m hi lo.
Proof.
  intros (A & B & C & _) Z. split; [exact A |]. split; [exact B |]. split; [exact C |]. rewrite Z, Rabs_R0.
  apply bpow_ge_0.
Qed.

(* The power of two above a number. *)
Definition top (x : D) := mag radix2 (real x) : Z.

Lemma top_bounds (x : D) : real x <> 0 -> b2 (top x - 1) <= Rabs (real x) <= b2 (top x).
Proof. intros N. split; [now apply bpow_mag_le | left; apply bpow_mag_gt]. Qed.

Lemma top_at_most n (x : D) : real x <> 0 -> Rabs (real x) <= b2 n -> (top x <= n + 1)%Z.
Proof.
  intros N H. apply mag_le_bpow; [exact N |]. eapply Rle_lt_trans; [exact H | apply bpow_lt; lia].
Qed.

Lemma tops_of_product k (x y : D) : real x <> 0 -> real y <> 0 -> Rabs (real x * real y) <= b2 k ->
  (top x + top y <= k + 2)%Z.
Proof.
  intros Nx Ny H. destruct (top_bounds x Nx) as (A & _). destruct (top_bounds y Ny) as (B & _).
  assert (P : b2 (top x - 1 + (top y - 1)) <= b2 k).
  { eapply Rle_trans; [| exact H]. rewrite bpow_plus, Rabs_mult.
    apply Rmult_le_compat; auto using bpow_ge_0. }
  apply le_bpow in P. lia.
Qed.

Lemma good_of_bound n m (hi lo : D) : is_good n hi lo -> Rabs (real hi) <= b2 m -> is_good m hi lo.
Proof. intros (A & B & C & _) H. repeat split; auto; apply C. Qed.

Lemma good_top n (hi lo : D) : is_good n hi lo -> real hi <> 0 -> is_good (top hi) hi lo.
Proof. intros G N. apply (good_of_bound n); [exact G |]. now apply top_bounds. Qed.

(* ---- products ---- *)

Theorem wide_mul_bounded k ah al ea bh bl eb hi lo e :
  wide_mul_results ah al ea bh bl eb hi lo e -> (0 <= k <= 840)%Z -> is_good 850 ah al -> is_good 850 bh bl ->
  Rabs (real ah * real bh) <= b2 k ->
  is_good (k + 3) hi lo /\ e = (ea + eb)%Z /\ (real ah = 0 \/ real bh = 0 -> real hi = 0) /\
  Rabs (value hi lo e - value ah al ea * value bh bl eb) <=
    b2 (-102) * Rabs (value ah al ea * value bh bl eb) + b2 (-1066) * b2 e.
Proof.
  intros H Hk Ga Gb P.
  destruct (Req_dec (real ah) 0) as [Za | Na]; [| destruct (Req_dec (real bh) 0) as [Zb | Nb]].
  - destruct (wide_mul_large (-40) 850 _ _ _ _ _ _ _ _ _ H ltac:(lia) ltac:(lia) ltac:(lia)
      (good_of_zero _ _ _ _ Ga Za) Gb) as (G & E & Z & B).
    split; [apply (good_of_zero _ _ _ _ G), Z; now left | auto].
  - destruct (wide_mul_large 850 (-40) _ _ _ _ _ _ _ _ _ H ltac:(lia) ltac:(lia) ltac:(lia)
      Ga (good_of_zero _ _ _ _ Gb Zb)) as (G & E & Z & B).
    split; [apply (good_of_zero _ _ _ _ G), Z; now right | auto].
  - pose proof (tops_of_product k ah bh Na Nb P) as T.
    pose proof (top_at_most 850 ah Na (proj2 (proj2 (proj2 Ga)))) as Ta.
    pose proof (top_at_most 850 bh Nb (proj2 (proj2 (proj2 Gb)))) as Tb.
    set (m := Z.max (top ah) (-900)). set (n := Z.max (Z.max (top bh) (-900)) (-140 - m)).
    assert (Gm : is_good m ah al) by (apply (good_weaken (top ah)); [now apply (good_top 850) | lia]).
    assert (Gn : is_good n bh bl) by (apply (good_weaken (top bh)); [now apply (good_top 850) | lia]).
    destruct (wide_mul_large m n _ _ _ _ _ _ _ _ _ H ltac:(lia) ltac:(lia) ltac:(lia) Gm Gn) as (G & E & Z & B).
    split; [apply (good_weaken (m + n + 1)); [exact G | lia] | auto].
Qed.

(* ---- sums with one exponent ---- *)

Theorem wide_add_same n ah al bh bl e k1 k2 hi lo e' :
  wide_add_results ah al e bh bl e k1 k2 hi lo e' -> (-70 <= n <= 900)%Z -> is_good n ah al -> is_good n bh bl ->
  is_good (n + 2) hi lo /\ e' = e /\
  Rabs (value hi lo e - (value ah al e + value bh bl e)) <=
    b2 (-104) * (Rabs (value ah al e) + Rabs (value bh bl e)).
Proof.
  unfold wide_add_results. intros H Hn Ga Gb.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 I4 A0 B0 X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  destruct (wide_of_sum_values _ _ _ _ _ S1) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ S2) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S3) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (-> & -> & ->).
  clear S1 S2 S3 S4 A0 B0. rewrite Z.eqb_refl in I1. simpl negb in I1. rewrite I1 in *. cbv iota in *. subst.
  destruct (sum_of_shifted n ah al bh bl ah al bh bl e e e 0) as (G & C); auto using no_loss, Rle_refl.
  split; [exact G |]. split; [reflexivity |]. eapply Rle_trans; [exact C |]. lra.
Qed.
