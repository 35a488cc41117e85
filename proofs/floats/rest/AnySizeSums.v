(* Sums and differences of doubles, and products and squares of these, in double-doubles, for
   src/rest/contact_integers.c. Differences of doubles are exact. All have the exponent 0, so nothing is shifted. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN Sterbenz.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  ContactDepth MovingRoughShift MovingRoughWide MovingRough AnySizeSteps.
From Carom Require Bounded Overflow Terms_wide Terms_any_size.
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_wide.wide_of_sum_terms(wide_of_sum_results).
Import Terms_any_size.is_in_safe_range_terms(is_in_safe_range_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* ---- sums and differences of doubles ---- *)

(* If the rounded sum is of ordinary size, its low part is finite, however large the operands are. *)
Lemma sum_rest_finite (x y : D) k : Bounded.below k (fadd x y) -> (0 <= k <= 900)%Z -> finite (sum_rest x y).
Proof.
  intros (Fs & Bs) K. destruct (fadd_finite _ _ Fs) as (Fx & Fy & E).
  pose proof (rnd_sum_error_of_result (real x) (real y) (real_in_format x) (real_in_format y)) as Q. rewrite <- E in Q.
  assert (D : Rabs (real x + real y) <= b2 901).
  { rewrite u_double in Q. destruct (abs_near _ _ _ Q) as (_ & Q2). change 901%Z with (1 + 900)%Z.
    rewrite (bpow_plus radix2 1). change (b2 1) with 2.
    assert (b2 k <= b2 900) by (apply bpow_le; lia). pose proof (Rabs_pos (real (fadd x y))). lra. }
  destruct (Rle_dec (Rabs (real x)) (b2 1010)) as [Sx | Lx].
  - apply (two_sum_finite x y 1011); auto; [unfold emin; simpl; lia | |].
    + eapply Rle_trans; [exact Sx | apply bpow_le; lia].
    + replace (real y) with (real x + real y - real x) by ring. change 1011%Z with (1010 + 1)%Z.
      apply difference_below; [| exact Sx]. eapply Rle_trans; [exact D | apply bpow_le; lia].
  - apply Rnot_le_lt in Lx.
    assert (Small : b2 901 <= / 4 * b2 1010).
    { change (/ 4) with (b2 (-2)). rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (Ex : in_format double (real x + real y)).
    { assert (St : forall p q : R, in_format double p -> in_format double q -> q / 2 <= p <= 2 * q ->
        in_format double (p - q)).
      { intros p q Hp Hq H. apply sterbenz; auto with typeclass_instances. unfold exponents. apply FLT_exp_monotone. }
      pose proof (bpow_gt_0 radix2 1010). apply Rabs_le_inv in D.
      destruct (Rle_dec 0 (real x)) as [P | N].
      - rewrite Rabs_pos_eq in Lx by exact P. replace (real x + real y) with (real x - - real y) by ring.
        apply St; auto using in_format_opp, real_in_format. lra.
      - apply Rnot_le_lt in N. rewrite Rabs_left in Lx by exact N.
        replace (real x + real y) with (real y - - real x) by ring.
        apply St; auto using in_format_opp, real_in_format. lra. }
    assert (Es : real (fadd x y) = real x + real y) by (rewrite E; now apply rnd_of_format).
    unfold sum_rest. set (s := fadd x y) in *.
    destruct (fsub_exact s x y Fs Fx ltac:(lra)) as (F1 & E1). set (t := fsub s x) in *.
    destruct (fsub_exact s t x Fs F1 ltac:(lra)) as (F2 & E2).
    destruct (fsub_exact x (fsub s t) (fconst 0 0) Fx F2 ltac:(rewrite (proj2 zero_value); lra)) as (F3 & E3).
    destruct (fsub_exact y t (fconst 0 0) Fy F1 ltac:(rewrite (proj2 zero_value); lra)) as (F4 & E4).
    rewrite (proj2 zero_value) in E3, E4.
    refine (proj1 (fadd_exact _ _ (fconst 0 0) F3 F4 _)). rewrite (proj2 zero_value). lra.
Qed.

Lemma sum_of_doubles_good a b hi lo e k : wide_of_sum_results a b hi lo e -> finite hi -> Rabs (real hi) <= b2 k ->
  (0 <= k <= 900)%Z -> is_good k hi lo /\ e = 0%Z /\ value hi lo e = real a + real b.
Proof.
  intros H Fh B K. destruct (wide_of_sum_values _ _ _ _ _ H) as (Eh & El & ->).
  assert (Fl : finite lo) by (rewrite El; apply (sum_rest_finite a b k); [rewrite <- Eh; now split | exact K]).
  rewrite El in Fl. destruct (two_sum_exact a b Fl) as (_ & _ & _ & E & X). rewrite <- Eh, <- El in X.
    rewrite <- Eh in E.
  rewrite <- El in Fl. split; [| split; [reflexivity | unfold value; rewrite X; change (b2 0) with 1; ring]].
  split; [exact Fh |]. split; [exact Fl |]. split; [| exact B]. now apply (tight_of_sum a b).
Qed.

Lemma sum_is_number (a b : D) : finite a -> finite b -> Overflow.number (fadd a b).
Proof. intros Fa Fb. apply (Overflow.fadd_rounded a b Fa Fb). Qed.

(* Of two numbers the larger one is in the range, so both are finite. *)
Lemma safe_range xh yh : is_in_safe_range_results xh yh true -> Overflow.number xh -> Overflow.number yh ->
  (finite xh /\ Rabs (real xh) <= b2 200) /\ (finite yh /\ Rabs (real yh) <= b2 200) /\
  (b2 (-200) <= Rabs (real xh) \/ b2 (-200) <= Rabs (real yh)).
Proof.
  intros (ax & ay & size & []) Nx Ny. symmetry in E_result. apply andb_prop in E_result. destruct E_result as (L & U).
  destruct (constant_value 200 ltac:(lia)) as (F2 & V2). destruct (constant_value (-200) ltac:(lia)) as (F1 & V1).
  assert (G : forall v w : D, Overflow.number v -> Overflow.number w ->
    fle (if flt (fabs w) (fabs v) then fabs v else fabs w) (fconst 1 200) = true ->
    finite v /\ Rabs (real v) <= b2 200 /\ finite w /\ Rabs (real w) <= b2 200).
  { intros v w Nv Nw H.
    assert (Fin : forall z : D, fle (fabs z) (fconst 1 200) = true -> finite z /\ Rabs (real z) <= b2 200).
    { intros z Hz. pose proof (fle_finite _ _ Hz (nonneg_fabs z) F2) as Fz.
      pose proof (fle_real _ _ Fz F2 Hz) as Q. rewrite real_fabs, V2 in Q. split; [now apply fabs_finite | exact Q]. }
    destruct (flt (fabs w) (fabs v)) eqn:C.
    - destruct (Fin v H) as (Fv & Bv). pose proof (flt_finite _ _ C (nonneg_fabs w)) as Fw.
      pose proof (flt_real _ _ Fw (finite_fabs _ Fv) C) as Q. rewrite !real_fabs in Q. apply fabs_finite in Fw.
      repeat split; auto. lra.
    - destruct (Fin w H) as (Fw & Bw).
      assert (Fv : finite v).
      { destruct v as [| sv | |]; try reflexivity; try discriminate Nv. exfalso. destruct w; discriminate. }
      pose proof (flt_real_false _ _ (finite_fabs _ Fw) (finite_fabs _ Fv) C) as Q. rewrite !real_fabs in Q.
      repeat split; auto. lra. }
  subst ax ay size. destruct (G xh yh Nx Ny U) as (Fx & Bx & Fy & By).
  split; [auto |]. split; [auto |].
  destruct (flt (fabs yh) (fabs xh)); apply fle_real in L; auto using finite_fabs;
    rewrite V1, real_fabs in L; auto.
Qed.

(* ---- products of numbers with the exponent 0 ---- *)

Notation lost := (b2 (-1066)).

(* x y, and what it differs from the product of two numbers that are near x and y. *)
Lemma plain_product n ah al bh bl hi lo e :
  wide_mul_results ah al 0 bh bl 0 hi lo e -> (0 <= n <= 840)%Z -> is_good 850 ah al -> is_good 850 bh bl ->
  Rabs (real ah * real bh) <= b2 n ->
  is_good (n + 3) hi lo /\ e = 0%Z /\
  Rabs (value hi lo 0 - value ah al 0 * value bh bl 0) <= b2 (-102) * Rabs (value ah al 0 * value bh bl 0) + lost.
Proof.
  intros H Hn Ga Gb P. destruct (wide_mul_bounded n _ _ _ _ _ _ _ _ _ H Hn Ga Gb P) as (G & -> & _ & B).
  split; [exact G |]. split; [reflexivity |]. change (0 + 0)%Z with 0%Z in B. change (b2 0) with 1 in B.
  rewrite Rmult_1_r in B. exact B.
Qed.

Lemma product_at_most m n (x y : R) : Rabs x <= b2 m -> Rabs y <= b2 n -> Rabs (x * y) <= b2 (m + n).
Proof. intros. rewrite bpow_plus. now apply times_size. Qed.

(* x^2 + y^2 of numbers of which one is at least 2^-200. *)
Lemma plain_squares xh xl yh yl k1 k2 hi lo e :
  Terms_wide.wide_sum_of_squares_terms.wide_sum_of_squares_results xh xl 0 yh yl 0 k1 k2 hi lo e ->
  is_good 200 xh xl -> is_good 200 yh yl -> b2 (-200) <= Rabs (real xh) \/ b2 (-200) <= Rabs (real yh) ->
  let X := value xh xl 0 in let Y := value yh yl 0 in
  is_good 405 hi lo /\ e = 0%Z /\ b2 (-401) <= X * X + Y * Y <= b2 402 /\
  Rabs (value hi lo 0 - (X * X + Y * Y)) <= b2 (-101) * (X * X + Y * Y).
Proof.
  intros (p & pl & pe & q & ql & qe & [Mx My S]) Gx Gy L X Y.
  pose proof (proj2 (proj2 (proj2 Gx))) as Bx. pose proof (proj2 (proj2 (proj2 Gy))) as By.
  assert (Gx' : is_good 850 xh xl) by (apply (good_weaken 200); [exact Gx | lia]).
  assert (Gy' : is_good 850 yh yl) by (apply (good_weaken 200); [exact Gy | lia]).
  destruct (plain_product 400 _ _ _ _ _ _ _ Mx ltac:(lia) Gx' Gx' (product_at_most 200 200 _ _ Bx Bx)) as (Gp & ->
    & Ep).
  destruct (plain_product 400 _ _ _ _ _ _ _ My ltac:(lia) Gy' Gy' (product_at_most 200 200 _ _ By By)) as (Gq & ->
    & Eq).
  fold X in Ep. fold Y in Eq.
  destruct (wide_add_same 403 _ _ _ _ _ _ _ _ _ _ S ltac:(lia) Gp Gq) as (G & -> & E).
  split; [exact G |]. split; [reflexivity |].
  assert (Sx : forall h l : D, is_good 200 h l ->
    (1 - u53) * Rabs (real h) <= Rabs (value h l 0) <= (1 + u53) * Rabs (real h)).
  { intros h l Gh. unfold value. change (b2 0) with 1. rewrite Rmult_1_r. apply wide_size. now apply (good_wide 200). }
  pose proof (Sx _ _ Gx) as (X1 & X2). pose proof (Sx _ _ Gy) as (Y1 & Y2). fold X in X1, X2. fold Y in Y1, Y2.
  assert (Up : X * X + Y * Y <= b2 402).
  { change 402%Z with (2 + (200 + 200))%Z. rewrite (bpow_plus radix2 2), (bpow_plus radix2 200). change (b2 2) with 4.
    assert (Sq : forall v w : R, Rabs v <= (1 + u53) * Rabs w -> Rabs w <= b2 200 -> v * v <= 2 * (b2 200 * b2 200)).
    { intros v w H1 H2. pose proof (bpow_gt_0 radix2 200) as P. rewrite <- (Rabs_pos_eq (v * v)) by apply Rle_0_sqr.
      rewrite Rabs_mult. apply Rle_trans with ((1 + u53) * b2 200 * ((1 + u53) * b2 200)).
      - apply Rmult_le_compat; try apply Rabs_pos; eapply Rle_trans; try exact H1; apply Rmult_le_compat_l; lra.
      - pose proof (Rmult_lt_0_compat _ _ P P). lra. }
    pose proof (Sq _ _ X2 Bx). pose proof (Sq _ _ Y2 By). lra. }
  assert (Lo : b2 (-401) <= X * X + Y * Y).
  { change (-401)%Z with (-1 + (-200 + -200))%Z. rewrite (bpow_plus radix2 (-1)), (bpow_plus radix2 (-200)).
    change (b2 (-1)) with (/ 2).
    assert (Sq : forall v w : R, (1 - u53) * Rabs w <= Rabs v -> b2 (-200) <= Rabs w ->
      / 2 * (b2 (-200) * b2 (-200)) <= v *
      v).
    { intros v w H1 H2. pose proof (bpow_gt_0 radix2 (-200)) as P. rewrite <- (Rabs_pos_eq (v * v)) by apply Rle_0_sqr.
      rewrite Rabs_mult. apply Rle_trans with ((1 - u53) * b2 (-200) * ((1 - u53) * b2 (-200))).
      - pose proof (Rmult_lt_0_compat _ _ P P). lra.
      - apply Rmult_le_compat; try (apply Rmult_le_pos; lra); lra. }
    pose proof (Rle_0_sqr X) as QX. pose proof (Rle_0_sqr Y) as QY. unfold Rsqr in QX, QY.
    destruct L as [L | L]; [pose proof (Sq _ _ X1 L) | pose proof (Sq _ _ Y1 L)]; lra. }
  split; [auto |].
  assert (T : lost <= b2 (-600) * (X * X + Y * Y)).
  { apply Rle_trans with (b2 (-600) * b2 (-401)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Lo]. }
  assert (T' : b2 (-600) <= / 1000000 * b2 (-104)).
  { apply Rle_trans with (b2 (-30) * b2 (-104)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-30)) with (/ 1073741824). lra. }
  rewrite (Rabs_pos_eq (X * X)) in Ep by apply Rle_0_sqr. rewrite (Rabs_pos_eq (Y * Y)) in Eq by apply Rle_0_sqr.
  set (P := X * X) in *. set (Q := Y * Y) in *. assert (P0 : 0 <= P) by apply Rle_0_sqr.
  assert (Q0 : 0 <= Q) by apply Rle_0_sqr. clearbody P Q. clear - E Ep Eq T T' P0 Q0.
  destruct (abs_near _ _ _ Ep) as (Np & _). destruct (abs_near _ _ _ Eq) as (Nq & _).
  rewrite (Rabs_pos_eq P) in Np by assumption. rewrite (Rabs_pos_eq Q) in Nq by assumption.
  assert (T2 : b2 (-600) * (P + Q) <= / 1000000 * b2 (-104) * (P + Q)) by (apply Rmult_le_compat_r; lra).
  change (b2 (-102)) with (/ 5070602400912917605986812821504) in *.
  change (b2 (-104)) with (/ 20282409603651670423947251286016) in *.
  change (b2 (-101)) with (/ 2535301200456458802993406410752) in *.
  set (v := value hi lo 0) in *. set (vp := value p pl 0) in *. set (vq := value q ql 0) in *. clearbody v vp vq.
  generalize dependent lost. intros t. intros. apply Rabs_le_inv in E, Ep, Eq. apply Rabs_le. lra.
Qed.
