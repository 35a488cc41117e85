(* The normal of a contact from polynomials that integers gave: unit_of and normal_to_side of
   src/sweep/sweep_place.h, normal_at_end and carom_normal_against of src/sweep/sweep_double_double.c, and
   exit_normal_at_end of src/sweep/passage.c, over the extracted terms.

   The vector is known within 2^-95 of its length, also where a coordinate cancels. Its length and the quotients keep
   that, so the rounding to a double is nearly all of the error: half an ulp of 1. The promise is 4 ulp. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Overflow Geometry SweepGeometry Wide WideSum
  WideShift WideDouble MovingRoughShift MovingRoughWide MovingRough FormsSteps FormsQuotient FormsTime.
From Carom Require Bounded Terms_wide Terms_forms.
Import Terms_wide.wide_div_terms(wide_div_results).
Import Terms_wide.wide_to_double_terms(wide_to_double_results).
Import Terms_forms.unit_of_terms(unit_of_results).
Import Terms_forms.normal_to_side_terms(normal_to_side_results).
Import Terms_forms.normal_at_end_terms(normal_at_end_results).
Import Terms_forms.exit_normal_at_end_terms(exit_normal_at_end_results).
Import Terms_forms.carom_normal_against_terms(carom_normal_against_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation value := Wide.value.

(* A coordinate over the length, where the wide number may have cancelled. *)
Lemma coordinate_over_length k j n i X S xh xl xe lh ll le hi lo e m c1 c2 r :
  wide_div_results xh xl xe lh ll le hi lo e -> wide_to_double_results hi e m c1 c2 r ->
  0 <= k <= 20 -> 0 <= j <= 40 -> (0 <= n <= 12)%Z -> (0 <= i <= 32)%Z -> 0 < S ->
  is_close k n X S xh xl xe -> is_close j i S S lh ll le ->
  finite r /\ Rabs (real r - X / S) <= (1 + / 16) * u53.
Proof.
  intros Hd Hr K J Hn Hi P A B. rewrite <- (Rabs_pos_eq S) in B at 2 by lra.
  assert (CK : is_count k) by count. assert (CJ : is_count j) by count.
  assert (B5 : b2 (-1075) <= / 1000000 * u53).
  { apply Rle_trans with (b2 (-1000)); [apply bpow_le; lia |]. change (b2 (-1000)) with (b2 (-100 + -900)).
    rewrite bpow_plus. change (b2 (-100)) with e100. assert (b2 (-900) <= 1) by (change 1 with (b2 0); apply bpow_le;
      lia).
    pose proof (bpow_gt_0 radix2 (-900)). lra. }
  assert (Near : forall T z, finite hi -> z = real hi * b2 e -> Rabs z <= 2 -> 0 <= T ->
    Rabs (z - X / S) <= T -> finite r /\ Rabs (real r - z) <= u53 * Rabs z + b2 (-1075)).
  { intros T z Fh Ez Bz _ _. destruct (wide_to_double_rounds _ _ _ _ _ _ Hr Fh) as (_ & _ & R). rewrite <- Ez in R.
    destruct (rounded_finite _ _ R) as (F & E).
    - apply Rle_lt_trans with (b2 1); [| apply bpow_lt; reflexivity]. apply Bounded.rnd_below; [lia | exact Bz].
    - split; [exact F |]. rewrite E. pose proof (rnd_error double z) as Q. rewrite u_double, eta_double in Q. exact Q. }
  pose proof A as (GA & XA & BA & EA).
  destruct (Rle_or_lt (b2 (-700)) (Rabs (real xh))) as [Big | Small].
  - destruct (close_div k j n i X S S _ _ _ _ _ _ _ _ _ Hd CK CJ ltac:(lia) ltac:(lia) A B ltac:(lra) Big) as (C & _).
    rewrite (Rabs_pos_eq S) in C by lra. replace (S / S) with 1 in C by (field; lra).
    destruct C as (G & _ & X1 & E). destruct (wide_to_double_rounds _ _ _ _ _ _ Hr (proj1 G)) as (_ & _ & R).
    set (V := value hi lo e) in *. set (z := real hi * b2 e) in *.
    assert (Ez : Rabs (z - V) <= u53 * Rabs z).
    { pose proof (is_wide_bound _ _ (good_wide _ _ _ G)) as W. unfold z, V, value.
      replace (real hi * b2 e - (real hi + real lo) * b2 e) with (- real lo * b2 e) by ring.
      rewrite !abs_scaled, Rabs_Ropp, <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 | exact W]. }
    assert (BV : Rabs V <= 1 + 61 * e100).
    { replace V with (X / S + (V - X / S)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    assert (Bz : Rabs z <= 1 + 2 * u53).
    { assert (Rabs z <= Rabs V + u53 * Rabs z); [| lra].
      replace z with (V + (z - V)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    destruct (rounded_finite _ _ R) as (F & _).
    { apply Rle_lt_trans with (b2 1); [| apply bpow_lt; reflexivity]. apply Bounded.rnd_below; [lia |].
      change (b2 1) with 2. lra. }
    split; [exact F |].
    destruct (wide_to_double_error _ _ _ _ _ _ _ Hr (proj1 G) (good_wide _ _ _ G) F) as (Q & _).
    rewrite u_double in Q. fold z V in Q. replace (real r - X / S) with ((real r - V) + (V - X / S)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra.
  - (* the coordinate is small *)
    pose proof (is_wide_bound _ _ (good_wide _ _ _ GA)) as W.
    assert (BX : Rabs (X / S) <= / 1000 * u53).
    { unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ S)) by (apply Rlt_le, Rinv_0_lt_compat, P).
      apply Rmult_le_reg_r with S; [exact P |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      assert (V : Rabs (value xh xl xe) <= / 2000 * u53 * S).
      { destruct XA as [Z | XA].
        - rewrite (value_of_zero xh xl xe (proj1 (proj2 (proj2 GA))) Z), Rabs_R0. apply Rmult_le_pos; lra.
        - unfold value. rewrite abs_scaled.
          assert (Hs : Rabs (real xh + real xl) <= b2 (-699)).
          { eapply Rle_trans; [apply Rabs_triang |]. change (b2 (-699)) with (b2 (1 + -700)). rewrite bpow_plus.
            change (b2 1) with 2. pose proof (Rabs_pos (real xh)). lra. }
          apply Rle_trans with (b2 (-699) * (b2 n * S)).
          + apply Rmult_le_compat; [apply Rabs_pos | apply bpow_ge_0 | exact Hs | exact XA].
          + rewrite <- Rmult_assoc, <- bpow_plus. apply Rmult_le_compat_r; [lra |].
            apply Rle_trans with (b2 (-100)); [apply bpow_le; lia | change (b2 (-100)) with e100; lra]. }
      assert (KS : k * e100 * S <= 20 * e100 * S) by (apply Rmult_le_compat_r; lra).
      assert (Rabs X <= Rabs (value xh xl xe) + Rabs (value xh xl xe - X)); [| lra].
      replace X with (value xh xl xe + - (value xh xl xe - X)) at 1 by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (Z : finite hi /\ Rabs (real hi * b2 e) <= / 1000 * u53).
    { destruct XA as [Z | XA].
      - destruct (zero_div j i S _ _ _ _ _ _ _ _ _ Hd CJ ltac:(lia) (proj1 GA) (proj1 (proj2 GA)) Z) as (F & _ & Q & _);
          [apply GA; exact Z | exact B | lra |]. split; [exact F |]. rewrite Q, Rmult_0_l, Rabs_R0. lra.
      - assert (S3 : b2 (-700) <= b2 (-300)) by (apply bpow_le; lia). pose proof (Rabs_pos (real xh)).
        destruct (tiny_div j i S _ _ _ _ _ _ _ _ _ Hd CJ ltac:(lia) (proj1 GA) (proj1 (proj2 GA)) ltac:(lra) ltac:(lra)
          B ltac:(lra)) as (F & Q & Ee). split; [exact F |].
        destruct (close_nonzero _ _ _ _ _ _ B CJ ltac:(lra)) as (VB & _). rewrite (Rabs_pos_eq S) in VB by lra.
        assert (Sl : S <= b2 (i + 2) * b2 le).
        { pose proof (proj1 B) as GB. destruct (wide_size _ _ (good_wide _ _ _ GB)) as (_ & T). unfold value in VB.
          rewrite abs_scaled in VB. assert (Rabs (real lh + real ll) <= 2 * b2 i).
          { pose proof (proj2 (proj2 (proj2 GB))). pose proof (Rabs_pos (real lh)). lra. }
          rewrite bpow_plus. change (b2 2) with 4. pose proof (bpow_gt_0 radix2 le).
          assert (Rabs (real lh + real ll) * b2 le <= 2 * b2 i * b2 le) by (apply Rmult_le_compat_r; lra). lra. }
        assert (Xe : b2 e <= b2 (n + i + 2)).
        { rewrite Ee. apply Rmult_le_reg_r with (b2 le); [apply bpow_gt_0 |]. rewrite <- bpow_plus.
          replace (xe - le + le)%Z with xe by ring. eapply Rle_trans; [exact XA |].
          replace (n + i + 2)%Z with (n + (i + 2))%Z by ring. rewrite (bpow_plus radix2 n), Rmult_assoc.
          apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Sl]. }
        rewrite abs_scaled. apply Rle_trans with (b2 (3 * i - 220) * b2 (n + i + 2)).
        + apply Rmult_le_compat; [apply Rabs_pos | apply bpow_ge_0 | exact Q | exact Xe].
        + rewrite <- bpow_plus. apply Rle_trans with (b2 (-70)); [apply bpow_le; lia |].
          change (b2 (-70)) with (/ 1180591620717411303424). lra. }
    destruct Z as (Fh & Bz). set (z := real hi * b2 e) in *.
    destruct (Near 2 z Fh eq_refl ltac:(lra) ltac:(lra)) as (F & Q).
    { replace (z - X / S) with (z + - (X / S)) by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
      lra. }
    split; [exact F |].
    replace (real r - X / S) with ((real r - z) + (z + - (X / S))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_triang z (- (X / S))) as T. rewrite Rabs_Ropp in T. lra.
Qed.

Lemma close_half k n x hi lo e : is_close k n x (2 * x) hi lo e -> 0 <= x -> is_close (2 * k) (n + 1) x x hi lo e.
Proof.
  intros (G & X & B & E) P. split; [apply (good_weaken n); auto; lia |]. split; [| split].
  - destruct X as [X | X]; [now left | right]. rewrite bpow_plus. change (b2 1) with 2. lra.
  - rewrite Rabs_pos_eq; lra.
  - lra.
Qed.

(* The length of the vector (X, Y) is S. *)
Theorem unit_of_close k n X Y S xh xl xe yh yl ye nx ny :
  unit_of_results xh xl xe yh yl ye nx ny -> 0 <= k <= 8 -> (0 <= n <= 9)%Z -> 0 < S -> X * X + Y * Y = S * S ->
  is_close k n X S xh xl xe -> is_close k n Y S yh yl ye ->
  finite nx /\ finite ny /\ Rabs (real nx - X / S) <= (1 + / 16) * u53 /\ Rabs (real ny - Y / S) <= (1 + / 16) * u53.
Proof.
  intros H K Hn P L A B. destruct H as (w1 & w2 & w3 & w4 & qh & ql & qe & lh & ll & le & ah & al & ae & c1 & c2 & bh &
    bl & be & c3 & c4 & [Hq Hl Ha Hx Hb Hy]).
  destruct Hq as (xxh & xxl & xxe & yyh & yyl & yye & [Hxx Hyy Hs]).
  pose proof (close_mul k k n n _ _ _ _ _ _ _ _ _ _ _ _ _ Hxx ltac:(count) ltac:(count) ltac:(lia) ltac:(lia) A A) as
    XX.
  pose proof (close_mul k k n n _ _ _ _ _ _ _ _ _ _ _ _ _ Hyy ltac:(count) ltac:(count) ltac:(lia) ltac:(lia) B B) as
    YY.
  pose proof (close_add (k + k + 1) (n + n + 1) (n + n + 1) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hs ltac:(count) ltac:(lia)
    ltac:(lia) ltac:(lia) XX YY) as Q.
  rewrite L in Q. replace (S * S + S * S) with (2 * (S * S)) in Q by ring.
  assert (SS : 0 <= S * S) by nra.
  apply close_half in Q; [| exact SS]. rewrite Z.max_id in Q.
  apply (close_weaken _ _ 36 22) in Q; [| lra | lia].
  pose proof (close_sqrt 36 22 _ _ _ _ _ _ _ Hl ltac:(count) ltac:(lia) SS Q) as R.
  rewrite sqrt_square in R by lra. apply (close_weaken _ _ 40 26) in R; [| lra | lia].
  destruct (coordinate_over_length k 40 n 26 X S _ _ _ _ _ _ _ _ _ _ _ _ _ Ha Hx ltac:(lra) ltac:(lra) ltac:(lia)
    ltac:(lia) P A R) as (F1 & E1).
  destruct (coordinate_over_length k 40 n 26 Y S _ _ _ _ _ _ _ _ _ _ _ _ _ Hb Hy ltac:(lra) ltac:(lra) ltac:(lia)
    ltac:(lia) P B R) as (F2 & E2).
  auto.
Qed.

(* What is proved of a computed normal: n is the true one. *)
Definition normal_close (nx ny : D) (n : point) :=
  finite nx /\ finite ny /\ Rabs (real nx - px n) <= (1 + / 16) * u53 /\ Rabs (real ny - py n) <= (1 + / 16) * u53.

Lemma form_in_vector x m hi lo e : is_form x hi lo e -> Rabs x <= m -> is_close 1 1 x m hi lo e.
Proof. intros C L. apply (close_size 1 1 x (Rabs x)); [exact C | lra | exact L]. Qed.

Lemma length_of_vector x y S : 0 <= S -> x * x + y * y = S * S -> Rabs x <= S /\ Rabs y <= S.
Proof. intros P E. split; apply Rabs_le; nra. Qed.

(* The sign of a form, as the code tests it. *)
Lemma form_test x hi lo e : is_form x hi lo e -> x <> 0 ->
  (flt (fconst 0 0) hi = true /\ 0 < x) \/ (flt (fconst 0 0) hi = false /\ x < 0).
Proof.
  intros C N. assert (F0 : finite (fconst 0 0 : D)) by reflexivity. assert (V0 : real (fconst 0 0 : D) = 0) by
    reflexivity.
  pose proof (bpow_gt_0 radix2 (- (1) - 2)) as Pn.
  destruct (Bounded.flt_real_cases (fconst 0 0) hi F0 (proj1 (proj1 C))) as [[E G] | [E G]]; rewrite V0 in G;
    [left | right]; (split; [exact E |]).
  - destruct (Rle_or_lt x 0) as [L | L]; [exfalso | exact L].
    destruct (close_positive _ _ _ _ _ _ (form_neg _ _ _ _ C) ltac:(count) ltac:(lra)) as (_ & Q).
    rewrite real_fneg in Q. lra.
  - destruct (Rle_or_lt 0 x) as [L | L]; [exfalso | exact L].
    destruct (close_positive _ _ _ _ _ _ C ltac:(count) ltac:(lra)) as (_ & Q). lra.
Qed.

(* The normal of the line through the axis, to its left where `direction` is positive, else to its right. *)
Theorem normal_to_side_close xh xl xe yh yl ye dh dl de x y direction s nx ny :
  normal_to_side_results xh xl xe yh yl ye dh nx ny ->
  is_form x xh xl xe -> is_form y yh yl ye -> is_form direction dh dl de ->
  0 < x * x + y * y -> (s = 1 \/ s = -1) -> 0 < s * direction ->
  normal_close nx ny (Point (- (s * y / norm x y)) (s * x / norm x y)).
Proof.
  intros (c & [E H]) Fx Fy Fd P Sg Dir. set (S := norm x y).
  assert (S0 : 0 < S) by (apply sqrt_lt_R0; exact P). pose proof (norm_square x y) as L. fold S in L.
  destruct (length_of_vector x y S ltac:(lra) ltac:(lra)) as (Bx & By).
  assert (G : forall X Y ah al bh bl, unit_of_results ah al ye bh bl xe nx ny ->
    is_close 1 1 X S ah al ye -> is_close 1 1 Y S bh bl xe -> X * X + Y * Y = S * S ->
    normal_close nx ny (Point (X / S) (Y / S))).
  { intros X Y ah al bh bl Hu A B Q.
    exact (unit_of_close 1 1 X Y S _ _ _ _ _ _ _ _ Hu ltac:(lra) ltac:(lia) S0 Q A B). }
  destruct (form_test _ _ _ _ Fd) as [(T & D0) | (T & D0)]; [intros Z; rewrite Z, Rmult_0_r in Dir; lra | |];
    rewrite T in E; subst c.
  - assert (Es : s = 1) by (destruct Sg; [assumption | subst; lra]). subst s.
    replace (- (1 * y / S)) with (- y / S) by (field; lra). replace (1 * x / S) with (x / S) by (field; lra).
    apply (G (- y) x _ _ _ _ H); [apply close_neg; now apply form_in_vector | now apply form_in_vector | lra].
  - assert (Es : s = -1) by (destruct Sg; [subst; lra | assumption]). subst s.
    replace (- (-1 * y / S)) with (y / S) by (field; lra). replace (-1 * x / S) with (- x / S) by (field; lra).
    apply (G y (- x) _ _ _ _ H); [now apply form_in_vector | apply close_neg; now apply form_in_vector | lra].
Qed.

(* A vector against v. *)
Lemma unit_against_close xh xl xe yh yl ye x y nx ny :
  carom_normal_against_results xh xl xe yh yl ye nx ny -> is_form x xh xl xe -> is_form y yh yl ye ->
  0 < x * x + y * y -> normal_close nx ny (Point (- x / norm x y) (- y / norm x y)).
Proof.
  intros (c & ux & uy & [E H Ex Ey]) Fx Fy P. set (S := norm x y).
  assert (S0 : 0 < S) by (apply sqrt_lt_R0; exact P). pose proof (norm_square x y) as L. fold S in L.
  destruct (length_of_vector x y S ltac:(lra) ltac:(lra)) as (Bx & By).
  assert (C : c = false).
  { rewrite E. apply andb_false_iff. assert (F0 : finite (fconst 0 0 : D)) by reflexivity.
    assert (V0 : real (fconst 0 0 : D) = 0) by reflexivity. pose proof (bpow_gt_0 radix2 (- (1) - 2)) as Pn.
    assert (N : forall z (hi lo : D) e, is_form z hi lo e -> z <> 0 -> feq hi (fconst 0 0) = false).
    { intros z hi lo e Fz N. destruct (feq hi (fconst 0 0)) eqn:Q; [exfalso | reflexivity].
      destruct (close_nonzero _ _ _ _ _ _ Fz ltac:(count) N) as (_ & G).
      apply feq_real in Q; [| apply Fz | exact F0]. rewrite Q, V0, Rabs_R0 in G. lra. }
    destruct (Req_dec x 0) as [Z | Nx]; [right | left; now apply (N x _ xl xe)].
    apply (N y _ yl ye Fy). intros Z'. rewrite Z, Z' in P. lra. }
  rewrite C in Ex, Ey. subst nx ny.
  apply (unit_of_close 1 1 (- x) (- y) S _ _ _ _ _ _ _ _ H ltac:(lra) ltac:(lia) S0 ltac:(lra));
    apply close_neg; now apply form_in_vector.
Qed.

(* The normal at an end. *)
Section End.
Variables (vxh vxl vyh vyl rh rl ch cl sh sl : D) (vxe vye re ce se : Z).
Variables ex ey vx vy R : R.
Let v2 := vx * vx + vy * vy.
Let turn := vx * ey - vy * ex.
Let disc := R * R * v2 - turn * turn.
Hypothesis R0 : 0 <= R.
Hypothesis V0 : 0 < v2.
Hypothesis D0 : 0 <= disc.
Hypothesis Fx : is_form vx vxh vxl vxe.
Hypothesis Fy : is_form vy vyh vyl vye.
Hypothesis Fr : is_form R rh rl re.
Hypothesis Fc : is_form turn ch cl ce.
Hypothesis Fs : is_close 2 5 (sqrt disc) (sqrt disc) sh sl se.

(* Sums of products have terms that are at most R |v|^2. *)
Lemma terms_of_normal : 0 < R -> let S := R * v2 in 0 < S /\
  Rabs (sqrt disc) * Rabs vx + Rabs turn * Rabs vy <= S /\ Rabs (sqrt disc) * Rabs vy + Rabs turn * Rabs vx <= S /\
  (forall s, (sqrt disc * vx + s * (turn * vy)) * (sqrt disc * vx + s * (turn * vy)) +
    (s * (turn * vx) - sqrt disc * vy) * (s * (turn * vx) - sqrt disc * vy) =
    (sqrt disc * sqrt disc + s * s * (turn * turn)) * v2).
Proof.
  intros RP S. assert (S0 : 0 < S) by (apply Rmult_lt_0_compat; assumption). split; [exact S0 |].
  assert (Q2 : sqrt disc * sqrt disc = disc) by (apply sqrt_sqrt; exact D0).
  assert (Cauchy : forall p q, Rabs p * Rabs p + Rabs q * Rabs q = v2 ->
    Rabs (sqrt disc) * Rabs p + Rabs turn * Rabs q <= S).
  { intros p q E. set (a := Rabs (sqrt disc)). set (b := Rabs turn).
    assert (AB : a * a + b * b = R * R * v2).
    { unfold a, b. rewrite <- !Rabs_mult, Q2, !Rabs_pos_eq by (auto; nra). unfold disc. ring. }
    assert (a0 : 0 <= a) by apply Rabs_pos. assert (b0 : 0 <= b) by apply Rabs_pos.
    pose proof (Rabs_pos p). pose proof (Rabs_pos q). set (p' := Rabs p) in *. set (q' := Rabs q) in *.
    apply Rsqr_incr_0_var; [| lra]. unfold Rsqr, S.
    assert (0 <= (a * q' - b * p') * (a * q' - b * p')) by apply Rle_0_sqr.
    replace (R * v2 * (R * v2)) with ((R * R * v2) * v2) by ring. rewrite <- AB, <- E. lra. }
  assert (Sq : forall p, Rabs p * Rabs p = p * p) by (intros p; rewrite <- Rabs_mult; apply Rabs_pos_eq; nra).
  split; [apply Cauchy; rewrite !Sq; reflexivity |]. split; [apply Cauchy; rewrite !Sq; unfold v2; ring |].
  intros s. unfold v2. ring.
Qed.

Lemma reach_test : (flt (fconst 0 0) rh = true /\ 0 < R) \/ (flt (fconst 0 0) rh = false /\ R = 0).
Proof.
  destruct (Req_dec R 0) as [Z | N].
  - right. split; [| exact Z]. pose proof Fr as C. unfold is_form in C. rewrite Z, Rabs_R0 in C.
    destruct (close_zero _ _ _ _ _ C) as (Zh & _).
    assert (F0 : finite (fconst 0 0 : D)) by reflexivity.
    assert (Vz : real (fconst 0 0 : D) = 0) by reflexivity.
    destruct (Bounded.flt_real_cases (fconst 0 0) rh F0 (proj1 (proj1 C))) as [[E G] | [E G]]; [lra | exact E].
  - destruct (form_test _ _ _ _ Fr N) as [T | (_ & L)]; [now left | lra].
Qed.

(* A product in a coordinate. *)
Lemma close_product x n k ah al ae bh bl be hi lo e y :
  Terms_wide.wide_mul_terms.wide_mul_results ah al ae bh bl be hi lo e -> 0 <= k <= 2 -> (0 <= n <= 5)%Z ->
  is_close k n x (Rabs x) ah al ae -> is_form y bh bl be -> is_close 4 7 (x * y) (Rabs x * Rabs y) hi lo e.
Proof.
  intros H K Hn A B. pose proof (close_mul k 1 n 1 _ _ _ _ _ _ _ _ _ _ _ _ _ H ltac:(count) ltac:(count) ltac:(lia)
    ltac:(lia) A B) as C. apply (close_weaken _ _ 4 7) in C; [exact C | lra | lia].
Qed.

Lemma root_form : is_close 2 5 (sqrt disc) (Rabs (sqrt disc)) sh sl se.
Proof. rewrite (Rabs_pos_eq (sqrt disc)) by apply sqrt_pos. exact Fs. Qed.

(* At the first touch: -sqrt(D) v + (v x e) left(v) over its length R |v|^2; against v for a point. *)
Theorem normal_at_end_close nx ny :
  normal_at_end_results vxh vxl vxe vyh vyl vye rh ch cl ce sh sl se nx ny ->
  normal_close nx ny (if Req_EM_T R 0 then Point (- vx / norm vx vy) (- vy / norm vx vy)
    else Point (- (sqrt disc * vx + turn * vy) / (R * v2)) ((turn * vx - sqrt disc * vy) / (R * v2))).
Proof.
  intros H. destruct H as (w1 & w2 & w3 & w4 & ah & al & ae & bh & bl & be & th & tl & xe & xh & xl & gh & gl & ge & kh
    & kl & ke & yh & yl & ye & ux & uy & tx & ty & c & [H1 H2 H3 E1 E2 H4 H5 H6 Hu Ht Ec Ex Ey]).
  destruct reach_test as [(T & RP) | (T & RZ)]; rewrite T in Ec; subst c nx ny; destruct (Req_EM_T R 0) as [Z | N]; try
    lra.
  - destruct (terms_of_normal RP) as (S0 & M1 & M2 & Sum). cbv zeta in S0, M1, M2. set (S := R * v2) in *.
    pose proof (close_product _ 5 2 _ _ _ _ _ _ _ _ _ _ H1 ltac:(lra) ltac:(lia) root_form Fx) as P1.
    pose proof (close_product _ 1 1 _ _ _ _ _ _ _ _ _ _ H2 ltac:(lra) ltac:(lia) Fc Fy) as P2.
    pose proof (close_add 4 7 7 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H3 ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia) P1 P2)
      as X. apply close_neg in X. rewrite <- E1, <- E2 in X. apply (close_size _ _ _ _ S) in X; [| lra | exact M1].
    pose proof (close_product _ 1 1 _ _ _ _ _ _ _ _ _ _ H4 ltac:(lra) ltac:(lia) Fc Fx) as P3.
    pose proof (close_product _ 5 2 _ _ _ _ _ _ _ _ _ _ H5 ltac:(lra) ltac:(lia) root_form Fy) as P4.
    pose proof (close_sub 4 7 7 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H6 ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia) P3 P4)
      as Y. apply (close_size _ _ _ _ S) in Y; [| lra | lra].
    change (Z.max 7 7 + 2)%Z with 9%Z in X, Y.
    apply (unit_of_close (4 + 1) 9 _ _ S _ _ _ _ _ _ _ _ Hu ltac:(lra) ltac:(lia) S0); [| exact X | exact Y].
    specialize (Sum 1). rewrite !Rmult_1_l in Sum. rewrite Rmult_opp_opp, Sum, sqrt_sqrt by exact D0. unfold S, disc.
      ring.
  - exact (unit_against_close _ _ _ _ _ _ vx vy _ _ Ht Fx Fy V0).
Qed.

(* At the last touch: sqrt(D) v + (v x e) left(v); along v for a point. *)
Theorem exit_normal_at_end_close nx ny :
  exit_normal_at_end_results vxh vxl vxe vyh vyl vye rh ch cl ce sh sl se nx ny ->
  normal_close nx ny (if Req_EM_T R 0 then Point (vx / norm vx vy) (vy / norm vx vy)
    else Point ((sqrt disc * vx - turn * vy) / (R * v2)) ((sqrt disc * vy + turn * vx) / (R * v2))).
Proof.
  intros H. destruct H as (w1 & w2 & w3 & w4 & ah & al & ae & bh & bl & be & xh & xl & xe & gh & gl & ge & kh & kl &
    ke & yh & yl & ye & ux & uy & tx & ty & c & [H1 H2 H3 H4 H5 H6 Hu Ht Ec Ex Ey]).
  destruct reach_test as [(T & RP) | (T & RZ)]; rewrite T in Ec; subst c nx ny; destruct (Req_EM_T R 0) as [Z | N]; try
    lra.
  - destruct (terms_of_normal RP) as (S0 & M1 & M2 & Sum). cbv zeta in S0, M1, M2. set (S := R * v2) in *.
    pose proof (close_product _ 5 2 _ _ _ _ _ _ _ _ _ _ H1 ltac:(lra) ltac:(lia) root_form Fx) as P1.
    pose proof (close_product _ 1 1 _ _ _ _ _ _ _ _ _ _ H2 ltac:(lra) ltac:(lia) Fc Fy) as P2.
    pose proof (close_sub 4 7 7 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H3 ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia) P1 P2)
      as X. apply (close_size _ _ _ _ S) in X; [| lra | exact M1].
    pose proof (close_product _ 5 2 _ _ _ _ _ _ _ _ _ _ H4 ltac:(lra) ltac:(lia) root_form Fy) as P3.
    pose proof (close_product _ 1 1 _ _ _ _ _ _ _ _ _ _ H5 ltac:(lra) ltac:(lia) Fc Fx) as P4.
    pose proof (close_add 4 7 7 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H6 ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia) P3 P4)
      as Y. apply (close_size _ _ _ _ S) in Y; [| lra | lra].
    change (Z.max 7 7 + 2)%Z with 9%Z in X, Y.
    apply (unit_of_close (4 + 1) 9 _ _ S _ _ _ _ _ _ _ _ Hu ltac:(lra) ltac:(lia) S0); [| exact X | exact Y].
    specialize (Sum (-1)). replace ((sqrt disc * vx - turn * vy) * (sqrt disc * vx - turn * vy) +
      (sqrt disc * vy + turn * vx) * (sqrt disc * vy + turn * vx)) with
      ((sqrt disc * vx + -1 * (turn * vy)) * (sqrt disc * vx + -1 * (turn * vy)) +
      (-1 * (turn * vx) - sqrt disc * vy) * (-1 * (turn * vx) - sqrt disc * vy)) by ring.
    rewrite Sum, sqrt_sqrt by exact D0. unfold S, disc. ring.
  - set (S := norm vx vy). assert (S0 : 0 < S) by (apply sqrt_lt_R0; exact V0).
    pose proof (norm_square vx vy) as L. fold S in L.
    destruct (length_of_vector vx vy S ltac:(lra) ltac:(lra)) as (Bx & By).
    apply (unit_of_close 1 1 vx vy S _ _ _ _ _ _ _ _ Ht ltac:(lra) ltac:(lia) S0 ltac:(lra)); now apply form_in_vector.
Qed.

End End.
