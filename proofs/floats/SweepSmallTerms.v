(* The vectors and terms of a sweep of small integers have no error (sweep_vectors_of and set_terms of
   src/exact/sweep_filter.h, if is_small holds).

   All inputs are multiples of a unit 2^g, and the sum of all sizes is below 2^26 units. So vectors are exact.
   All products
   of two coordinates are multiples of 2^2g below 2^52 of them, and so are sums of two products. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree Bounded Geometry SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepMiss SweepContact SweepFilter SweepInputs SweepStart SweepSmallSquare SweepSmallGrid
  SweepSmallUnit SweepLevelTime.
From Carom Require Terms_sweep Terms_small ContactPairs ErrorFreeTerms.
Import Terms_sweep.sweep_vectors_of_terms(sweep_vectors_of, sweep_vectors_of_results).
Import Terms_sweep.is_for_filter_terms(is_for_filter, is_for_filter_results).
Import Terms_sweep.set_terms_terms(set_terms, set_terms_results).
Import Terms_small.is_small_terms(is_small, is_small_results).
Import Terms_small.compare_square_terms(compare_square, compare_square_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd fconst].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* A rounded multiple of the unit that is small was not rounded. *)
Lemma grid_unrounded g z : on_grid g z -> (-1074 <= g)%Z -> Rabs (rnd double z) < bpow radix2 (g + 53)
  -> rnd double z = z.
Proof.
  intros G R H. destruct (Rle_lt_dec (Rabs z) (bpow radix2 (g + 53))) as [L | L]; [now apply (grid_exact g) |].
  exfalso. apply (Rlt_irrefl (bpow radix2 (g + 53))). eapply Rle_lt_trans; [| exact H].
  apply abs_round_ge_generic; auto with typeclass_instances; [| lra]. apply power_in_format. lia.
Qed.

(* t is T without error, a multiple of 2^h below 2^52 of them. *)
Definition small_value (h : Z) (t : D) (T : R) :=
  finite t /\ real t = T /\ on_grid h T /\ Rabs T <= bpow radix2 (52 + h).

(* compare_square has the sign of x^2 - p q. *)
Lemma compare_square_real x p q X P Q h result :
  compare_square_results x p q result -> (-484 <= h <= 350)%Z ->
  small_value h x X -> small_value h p P -> small_value h q Q ->
  ((0 < result)%Z <-> P * Q < X * X) /\ (result = 0%Z <-> X * X = P * Q).
Proof.
  intros (lh & ll & le & rh & rl & re & ahead & H) Hh (Fx & <- & Gx & Bx) (Fp & <- & Gp & Bp) (Fq & <- & Gq & Bq).
  assert (Small : forall y : D, finite y -> Rabs (real y) <= bpow radix2 (52 + h) -> ContactPairs.below y 402).
  { intros y Fy By. split; [exact Fy |]. eapply Rle_trans; [exact By |]. apply bpow_le. lia. }
  assert (Fa : finite ahead).
  { destruct H as [H1 H2 -> _].
    destruct (ErrorFreeTerms.wide_of_product_values _ _ _ _ _ H1) as (-> & -> & _).
    destruct (ErrorFreeTerms.wide_of_product_values _ _ _ _ _ H2) as (-> & -> & _). clear H1 H2.
    pose proof (ContactPairs.product_rest_finite x x 402 (Small x Fx Bx) (Small x Fx Bx) ltac:(lia)) as F1.
    pose proof (ContactPairs.product_rest_finite p q 402 (Small p Fp Bp) (Small q Fq Bq) ltac:(lia)) as F2.
    assert (Low : forall y z : D, finite y -> finite z -> finite (product_rest y z)
      -> Rabs (real y) <= bpow radix2 (52 + h) ->
      Rabs (real z) <= bpow radix2 (52 + h) -> below 804 (fmul y z) /\ below 806 (product_rest y z)).
    { intros y z Fy Fz Fr By Bz. pose proof (Small y Fy By) as [_ Sy]. pose proof (Small z Fz Bz) as [_ Sz].
      assert (Bm : below 804 (fmul y z)) by (apply (below_mul 402 402); [lia | split; assumption | split; assumption]).
      split; [exact Bm |]. split; [exact Fr |].
      destruct (split_product y z Fr) as (_ & _ & _ & _ & _ & E).
      assert (Pr : Rabs (real y * real z) <= bpow radix2 804).
      { rewrite Rabs_mult. change 804%Z with (402 + 402)%Z. rewrite bpow_plus. apply Rmult_le_compat;
        auto using Rabs_pos. }
      destruct Bm as [_ Bm]. pose proof (bpow_gt_0 radix2 804).
      assert (7 / 2 * bpow radix2 (-1074) <= bpow radix2 804).
      { apply Rle_trans with (bpow radix2 2 * bpow radix2 (-1074)).
        - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (bpow radix2 2) with 4. lra.
        - rewrite <- bpow_plus. apply bpow_le. lia. }
      change 806%Z with (804 + 2)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
      apply Rabs_le_inv in E, Pr, Bm. apply Rabs_le. lra. }
    destruct (Low x x Fx Fx F1 Bx Bx) as [A1 A2]. destruct (Low p q Fp Fq F2 Bp Bq) as [A3 A4].
    refine (proj1 (below_add 807 _ _ ltac:(lia) _ _)).
    - apply (below_weaken 805); [| lia]. apply (below_sub 804); auto; lia.
    - apply (below_sub 806); auto; lia. }
  destruct Gx as (X & Ex), Gp as (P & Ep), Gq as (Q & Eq).
  assert (Whole : forall y Y, y = IZR Y * bpow radix2 h -> Rabs y <= bpow radix2 (52 + h) -> (Z.abs Y <= 2 ^ 52)%Z).
  { intros y Y -> B. apply le_IZR. rewrite abs_IZR, (IZR_Zpower radix2) by lia.
    rewrite bpow_plus, Rabs_mult, (Rabs_pos_eq (bpow radix2 h)) in B by apply bpow_ge_0.
    apply Rmult_le_reg_r with (bpow radix2 h); [apply bpow_gt_0 | exact B]. }
  pose proof (compare_square_exact x p q lh ll le rh rl re ahead result X P Q h H Fa ltac:(lia) Ex Ep Eq
    (Whole _ _ Ex Bx) (Whole _ _ Ep Bp) (Whole _ _ Eq Bq)) as E.
  rewrite E, Ex, Ep, Eq. pose proof (bpow_gt_0 radix2 h) as P0.
  assert (PP : 0 < bpow radix2 h * bpow radix2 h) by nra.
  replace (IZR X * bpow radix2 h * (IZR X * bpow radix2 h)) with (IZR (X * X) * (bpow radix2 h * bpow radix2 h))
    by (rewrite mult_IZR; ring).
  replace (IZR P * bpow radix2 h * (IZR Q * bpow radix2 h)) with (IZR (P * Q) * (bpow radix2 h * bpow radix2 h))
    by (rewrite mult_IZR; ring).
  unfold integer_sign. destruct (Z.ltb_spec 0 (X * X - P * Q)) as [L | L];
    [| destruct (Z.ltb_spec (X * X - P * Q) 0) as [L' | L']].
  - assert (IZR (P * Q) < IZR (X * X)) by (apply IZR_lt; lia). split; split; intros K; try lia; try nra.
  - assert (IZR (X * X) < IZR (P * Q)) by (apply IZR_lt; lia). split; split; intros K; try lia; try nra.
  - assert (X * X = P * Q)%Z as -> by lia. split; split; intros K; try lia; try nra.
Qed.
