(* The theorems of ErrorFree.v over the terms that are extracted from the C: wide_of_sum, wide_of_ordered_sum,
   wide_of_product (src/arithmetic/wide.h), pair_sum, pair_difference, pair_product (src/arithmetic/double_pair.h).

   Each lemma of the first group says what the results are; the theorems say that they have no error. *)
From Coq Require Import ZArith Reals Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree Terms_wide Terms_pair.

Open Scope R_scope.

Lemma wide_of_sum_values a b hi lo e :
  wide_of_sum_results a b hi lo e -> hi = fadd a b /\ lo = sum_rest a b /\ e = 0%Z.
Proof. intros (s & t & H). destruct H. subst. auto. Qed.

Lemma wide_of_ordered_sum_values a b e hi lo e' :
  wide_of_ordered_sum_results a b e hi lo e' -> hi = fadd a b /\ lo = ordered_rest a b /\ e' = e.
Proof. intros (s & H). destruct H. subst. auto. Qed.

Lemma wide_of_product_values a b hi lo e :
  wide_of_product_results a b hi lo e -> hi = fmul a b /\ lo = product_rest a b /\ e = 0%Z.
Proof. intros (? & ? & ? & ? & ? & ? & ? & ? & H). destruct H. subst.
  unfold product_rest, rest_of_split, split_high. repeat split.
Qed.

Lemma pair_sum_values ax ay bx by' hx hy lx ly :
  pair_sum_results ax ay bx by' hx hy lx ly ->
  hx = fadd ax bx /\ hy = fadd ay by' /\ lx = sum_rest ax bx /\ ly = sum_rest ay by'.
Proof. intros (? & ? & ? & ? & H). destruct H. subst. auto. Qed.

Lemma pair_difference_values ax ay bx by' hx hy lx ly :
  pair_difference_results ax ay bx by' hx hy lx ly ->
  hx = fsub ax bx /\ hy = fsub ay by' /\ lx = difference_rest ax bx /\ ly = difference_rest ay by'.
Proof. intros (? & ? & ? & ? & H). destruct H. subst. auto. Qed.

Lemma pair_product_values ax ay bx by' hx hy lx ly :
  pair_product_results ax ay bx by' hx hy lx ly ->
  hx = fmul ax bx /\ hy = fmul ay by' /\ lx = pair_product_rest ax bx /\ ly = pair_product_rest ay by'.
Proof.
  intros (? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & H). destruct H. subst.
  unfold pair_product_rest, rest_of_split. repeat split.
Qed.

(* hi + lo is exactly a + b. *)
Theorem wide_of_sum_exact a b hi lo e :
  wide_of_sum_results a b hi lo e -> finite lo ->
  finite a /\ finite b /\ finite hi /\ real hi + real lo = real a + real b /\
  Rabs (real lo) <= u double * Rabs (real hi) /\ e = 0%Z.
Proof.
  intros H F. destruct (wide_of_sum_values _ _ _ _ _ H) as (-> & -> & ->).
  destruct (two_sum_exact a b F) as (Fa & Fb & Fh & _ & E). repeat split; auto.
  now destruct (two_sum_rest_small a b F).
Qed.

Theorem wide_of_ordered_sum_exact a b e hi lo e' :
  wide_of_ordered_sum_results a b e hi lo e' -> finite lo -> real a = 0 \/ Rabs (real b) <= Rabs (real a) ->
  finite a /\ finite b /\ finite hi /\ real hi + real lo = real a + real b /\
  Rabs (real lo) <= u double * Rabs (real hi) /\ e' = e.
Proof.
  intros H F O. destruct (wide_of_ordered_sum_values _ _ _ _ _ _ H) as (-> & -> & ->).
  destruct (ordered_sum_exact a b F O) as (Fa & Fb & Fh & _ & E). repeat split; auto.
  now destruct (ordered_rest_small a b F O).
Qed.

Theorem wide_of_product_exact a b hi lo e :
  wide_of_product_results a b hi lo e -> finite lo -> is_splittable (real a * real b) ->
  finite a /\ finite b /\ finite hi /\ real hi + real lo = real a * real b /\ e = 0%Z.
Proof.
  intros H F S. destruct (wide_of_product_values _ _ _ _ _ H) as (-> & -> & ->).
  destruct (product_exact a b F S) as (Fa & Fb & Fh & _ & E). auto.
Qed.

Theorem pair_sum_exact ax ay bx by' hx hy lx ly :
  pair_sum_results ax ay bx by' hx hy lx ly -> finite lx -> finite ly ->
  real hx + real lx = real ax + real bx /\ real hy + real ly = real ay + real by'.
Proof.
  intros H Fx Fy. destruct (pair_sum_values _ _ _ _ _ _ _ _ H) as (-> & -> & -> & ->).
  split; now apply two_sum_exact.
Qed.

Theorem pair_difference_exact ax ay bx by' hx hy lx ly :
  pair_difference_results ax ay bx by' hx hy lx ly -> finite lx -> finite ly ->
  real hx + real lx = real ax - real bx /\ real hy + real ly = real ay - real by'.
Proof.
  intros H Fx Fy. destruct (pair_difference_values _ _ _ _ _ _ _ _ H) as (-> & -> & -> & ->).
  split; now apply two_difference_exact.
Qed.

Theorem pair_products_exact ax ay bx by' hx hy lx ly :
  pair_product_results ax ay bx by' hx hy lx ly -> finite lx -> finite ly ->
  is_normal_or_zero (real ax) -> is_normal_or_zero (real ay) ->
  is_normal_or_zero (real bx) -> is_normal_or_zero (real by') ->
  is_splittable (real ax * real bx) -> is_splittable (real ay * real by') ->
  real hx + real lx = real ax * real bx /\ real hy + real ly = real ay * real by'.
Proof.
  intros H Fx Fy. intros. destruct (pair_product_values _ _ _ _ _ _ _ _ H) as (-> & -> & -> & ->).
  split; now apply pair_product_exact.
Qed.
