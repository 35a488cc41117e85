(* A coordinate of a contact point of any size, as double-doubles: its last rounding, and the sums and products before
   it (wide_add, wide_mul, wide_of and wide_to_double of src/arithmetic/wide.h).

   A double-double within 2^-57 of itself of x becomes a double within an ulp of x, and x itself if that is a double.
   The exponents of the terms are bounded by those of the sizes of a, w and the radius, so that a shift of a sum
   loses next to nothing. docs/exactness.md, "The contact point". *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough ContactPointSteps AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap
  AnySizeRound AnySizeVector AnySizeEnd.
From Carom Require Terms_wide.
Import Terms_wide.wide_to_double_terms(wide_to_double_results).
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_wide.wide_of_terms(wide_of_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* The high part is the nearest double, and a shift does not reach what underflows. *)
Definition is_nearest_high (h l : D) := real h = rnd (real h + real l) /\ (real h = 0 \/ b2 (-900) <= Rabs (real h)).

Theorem near_is_rounded_coordinate h l e x k g1 g2 d : wide_to_double_results h e k g1 g2 d -> finite d ->
  is_good 850 h l -> is_nearest_high h l -> Rabs (value h l e - x) <= b2 (-57) * Rabs x ->
  is_rounded_coordinate (real d) x.
Proof.
  intros H Fd G (Eh & L) Hx. rewrite (wide_to_double_finite _ _ _ _ _ _ H (proj1 G) Fd).
  pose proof (bpow_gt_0 radix2 e) as Pe. pose proof (bpow_gt_0 radix2 (-900)) as P9. pose proof (bpow_gt_0 radix2 (-57))
    as P57.
  assert (E56 : b2 (-56) = 2 * b2 (-57)) by (change (-56)%Z with (1 + -57)%Z; rewrite bpow_plus; reflexivity).
  assert (E55 : b2 (-55) = 4 * b2 (-57)) by (change (-55)%Z with (2 + -57)%Z; rewrite bpow_plus; reflexivity).
  assert (S57 : b2 (-57) <= / 1024) by (change (/ 1024) with (b2 (-10)); apply bpow_le; lia).
  pose proof (high_at_most_value h l e (good_wide _ _ _ G)) as B. destruct (abs_near _ _ _ Hx) as (V1 & V2).
  pose proof (Rabs_pos x) as X0.
  assert (XS : b2 (-57) * Rabs x <= / 1024 * Rabs x) by (apply Rmult_le_compat_r; lra).
  destruct L as [Z | L].
  - assert (Zv : value h l e = 0) by (apply value_of_zero; [apply G | exact Z]). rewrite Zv, Rabs_R0 in V2.
    assert (Zx : x = 0).
    { destruct (Req_dec x 0) as [| N]; [assumption |]. apply Rabs_pos_lt in N. lra. }
    rewrite Z, Rmult_0_l, rnd_zero, Zx. split; [rewrite Rminus_0_r, Rabs_R0; apply ulp_ge_0 | auto].
  - assert (Xp : 0 < Rabs x).
    { assert (0 < Rabs (real h) * b2 e) by (apply Rmult_lt_0_compat; lra). lra. }
    split.
    + rewrite <- (ulp_abs radix2 (exponents double) x). apply (rounded_high h l e x (Rabs x) G Eh L Xp (Rle_refl _)).
      eapply Rle_trans; [exact Hx |]. apply Rmult_le_compat_r; [exact X0 | lra].
    + intros Fx. set (x' := x * b2 (- e)). assert (Ee : b2 (- e) * b2 e = 1).
      { rewrite <- bpow_plus. replace (- e + e)%Z with 0%Z by ring. reflexivity. }
      assert (Xe : x' * b2 e = x) by (unfold x'; rewrite Rmult_assoc, Ee; ring).
      assert (Ax : Rabs x = Rabs x' * b2 e) by (rewrite <- Xe at 1; apply abs_scaled).
      assert (Lx : b2 (-1022) <= Rabs x').
      { assert (Q : b2 (-900) * b2 e <= (1 + 2 * u53) * ((1 + / 1024) * Rabs x)).
        { apply Rle_trans with (Rabs (real h) * b2 e); [apply Rmult_le_compat_r; lra |]. eapply Rle_trans; [exact B |].
          apply Rmult_le_compat_l; lra. }
        rewrite Ax in Q. replace ((1 + 2 * u53) * ((1 + / 1024) * (Rabs x' * b2 e))) with
          ((1 + 2 * u53) * ((1 + / 1024) * Rabs x') * b2 e) in Q by ring.
        apply Rmult_le_reg_r in Q; [| exact Pe]. assert (b2 (-1022) <= / 2 * b2 (-900)); [| lra].
        rewrite half_power. apply bpow_le. lia. }
      assert (Fx' : in_format double x') by (apply format_scaled; [exact Fx | right; exact Lx]).
      assert (Y : Rabs (real h + real l - x') <= b2 (-57) * Rabs x').
      { apply Rmult_le_reg_r with (b2 e); [exact Pe |]. rewrite <- abs_scaled, Rmult_minus_distr_r, Xe.
        rewrite Rmult_assoc, <- Ax. exact Hx. }
      assert (N : Rabs (real h - (real h + real l)) <= Rabs (x' - (real h + real l))).
      { rewrite Eh at 1. apply (round_N_pt radix2 (exponents double) (fun t => negb (Z.even t)) (real h + real l)).
        exact Fx'. }
      assert (Hh : x' = real h).
      { apply near_double; [exact Fx' | apply real_in_format |]. rewrite (Rabs_minus_sym x' (real h + real l)) in N.
        replace (x' - real h) with (- (real h + real l - x') - (real h - (real h + real l))) by ring.
        eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_Ropp, E55.
        assert (0 <= b2 (-57) * Rabs x') by (apply Rmult_le_pos; [lra | apply Rabs_pos]). lra. }
      rewrite <- Hh, Xe. now apply rnd_of_format.
Qed.

(* ---- sums and products ---- *)

(* The high part of a sum or product is the nearest double. *)
Lemma high_of_shifted n (ah al bh bl : D) :
  let hi := fadd (sum_hi ah al bh bl) (sum_low ah al bh bl) in
  let lo := ordered_rest (sum_hi ah al bh bl) (sum_low ah al bh bl) in
  (-70 <= n <= 900)%Z -> is_good n ah al -> is_good n bh bl -> real hi = rnd (real hi + real lo).
Proof.
  intros hi lo Hn Ga Gb. destruct (good_sum n ah al bh bl Hn Ga Gb) as ((_ & Fl & _) & _).
  destruct (wide_sum_parts ah al bh bl Fl (good_wide _ _ _ Ga) (good_wide _ _ _ Gb)) as (_ & (X & E) & _).
  fold hi lo in X, E. now rewrite X.
Qed.

Lemma high_of_sum n ah al ea bh bl eb k1 k2 hi lo e : wide_add_results ah al ea bh bl eb k1 k2 hi lo e ->
  (-70 <= n <= 900)%Z -> is_good n ah al -> is_good n bh bl -> real ah = rnd (real ah + real al) ->
  real bh = rnd (real bh + real bl) -> real hi = rnd (real hi + real lo).
Proof.
  unfold wide_add_results. intros H Hn Ga Gb Ha Hb.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 I4 A0 B0 X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  destruct (wide_of_sum_values _ _ _ _ _ S1) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ S2) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S3) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (-> & -> & ->).
  clear S1 S2 S3 S4.
  destruct (Z.eqb_spec ea eb) as [Eq | Ne]; simpl negb in I1; rewrite I1 in *; cbv iota in *.
  - subst. now apply (high_of_shifted n).
  - destruct (feq ah (fconst 0 0)) eqn:E2; rewrite I2 in *; cbv iota in *; [subst; exact Hb |].
    destruct (feq bh (fconst 0 0)) eqn:E3; rewrite I3 in *; cbv iota in *; [subst; exact Ha |].
    destruct (Z.ltb_spec ea eb) as [L | L]; rewrite I4 in *; cbv iota in *; subst.
    + destruct (wide_with_exp_any n _ _ _ _ _ _ _ _ ltac:(lia) A0 Ga ltac:(lia)) as (-> & Ga' & _).
      now apply (high_of_shifted n).
    + destruct (wide_with_exp_any n _ _ _ _ _ _ _ _ ltac:(lia) B0 Gb ltac:(lia)) as (-> & Gb' & _).
      now apply (high_of_shifted n).
Qed.

Lemma high_of_product n ah al ea bh bl eb hi lo e : wide_mul_results ah al ea bh bl eb hi lo e -> is_good n hi lo ->
  is_wide ah al -> is_wide bh bl -> real hi = rnd (real hi + real lo).
Proof.
  intros (ph & pl & pe & H) (_ & Fl & _) Wa Wb. destruct H as [Hp Hs].
  destruct (wide_of_product_values _ _ _ _ _ Hp) as (-> & -> & ->).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Hs) as (-> & -> & ->). clear Hp Hs.
  set (r := fadd (product_rest ah bh) (fadd (fmul ah bl) (fmul al bh))) in *.
  destruct (ordered_rest_parts _ _ Fl) as (_ & Fr).
  destruct (ordered_rest_of_exact _ _ Fl (product_adds_exactly ah al bh bl Fr Wa Wb)) as (_ & _ & X & E & _).
  now rewrite X.
Qed.

(* A term: bounded, its high part is the nearest double, and its exponent is at most that of the sizes. *)
Definition is_term n E (h l : D) e := is_good n h l /\ real h = rnd (real h + real l) /\ exponent_at_most h e E.

Lemma term_weaken m n E F h l e : is_term m E h l e -> (m <= n)%Z -> (E <= F)%Z -> is_term n F h l e.
Proof.
  intros (G & H & X) Lm Le. split; [now apply (good_weaken m) |]. split; [exact H |].
  destruct X as [Z | X]; [now left | right; lia].
Qed.

Theorem sum_of_terms n E ah al ea bh bl eb k1 k2 h l e : wide_add_results ah al ea bh bl eb k1 k2 h l e ->
  (-70 <= n <= 600)%Z -> is_term n E ah al ea -> is_term n E bh bl eb ->
  is_term (n + 2) E h l e /\
  Rabs (value h l e - (value ah al ea + value bh bl eb)) <=
    b2 (-104) * (Rabs (value ah al ea) + Rabs (value bh bl eb)) + b2 (n - 990) * b2 E.
Proof.
  intros H Hn (Ga & Ha & Xa) (Gb & Hb & Xb).
  destruct (wide_add_any n E _ _ _ _ _ _ _ _ _ _ _ H ltac:(lia) Ga Gb Xa Xb) as (G & X & B).
  split; [split; [exact G |]; split; [| exact X]; eapply (high_of_sum n); eauto; lia |]. exact B.
Qed.

Theorem product_of_terms n E ah al ea bh bl eb h l e : wide_mul_results ah al ea bh bl eb h l e -> (0 <= n <= 840)%Z ->
  is_good 850 ah al -> is_good 850 bh bl -> Rabs (real ah * real bh) <= b2 n ->
  (real ah <> 0 -> real bh <> 0 -> (ea + eb <= E)%Z) ->
  is_term (n + 3) E h l e /\
  Rabs (value h l e - value ah al ea * value bh bl eb) <=
    b2 (-102) * Rabs (value ah al ea * value bh bl eb) + b2 (-1066) * b2 E.
Proof.
  intros H Hn Ga Gb P X. destruct (wide_mul_bounded n _ _ _ _ _ _ _ _ _ H Hn Ga Gb P) as (G & Ee & Z & B).
  assert (Zero : real ah = 0 \/ real bh = 0 -> value h l e = 0 /\ value ah al ea * value bh bl eb = 0).
  { intros O. split; [apply value_of_zero; [apply G | now apply Z] |].
    destruct O as [O | O]; [rewrite (value_of_zero ah) | rewrite (value_of_zero bh)]; try ring; try assumption;
      [apply Ga | apply Gb]. }
  assert (Cases : (real ah = 0 \/ real bh = 0) \/ (e <= E)%Z).
  { destruct (Req_dec (real ah) 0) as [|]; [auto |]. destruct (Req_dec (real bh) 0) as [|]; [auto |].
    right. rewrite Ee. now apply X. }
  split.
  - split; [exact G |]. split; [exact (high_of_product _ _ _ _ _ _ _ _ _ _ H G (good_wide _ _ _ Ga) (good_wide _ _ _
    Gb))
      |]. destruct Cases as [O | L]; [left; now apply Z | now right].
  - destruct Cases as [O | L].
    + destruct (Zero O) as (-> & ->). rewrite Rminus_0_r, Rabs_R0, Rmult_0_r, Rplus_0_l.
      apply Rmult_le_pos; apply bpow_ge_0.
    + eapply Rle_trans; [exact B |]. apply Rplus_le_compat_l. apply Rmult_le_compat_l; [apply bpow_ge_0 |].
      now apply bpow_le.
Qed.

Theorem term_of_double a E h l e : wide_of_results a h l e -> finite a -> Rabs (real a) <= b2 E ->
  is_term 250 (E + 250) h l e /\ value h l e = real a.
Proof.
  intros H Fa A. destruct (wide_of_value _ _ _ _ H Fa) as (G & Zl & V). split; [| exact V].
  split; [exact G |]. split; [rewrite Zl, Rplus_0_r; symmetry; apply rnd_of_format, real_in_format |].
  destruct (wide_of_is_exact _ _ _ _ H Fa) as (_ & _ & _ & [Z | B]); [now left | right].
  unfold value in V. rewrite Zl, Rplus_0_r in V. rewrite <- V, abs_scaled in A.
  assert (L : b2 (-250 + e) <= b2 E).
  { rewrite bpow_plus. eapply Rle_trans; [| exact A]. apply Rmult_le_compat_r; [apply bpow_ge_0 | apply B]. }
  apply le_bpow in L. lia.
Qed.
