(* The time of a contact from polynomials that integers gave: time_on_side and time_at_end of
   src/sweep/sweep_double_double.c, exit_from_side and exit_from_end of src/sweep/passage.c, over the extracted terms.

   Each form is an integer with 106 leading bits (FormsWords). No sum cancels, so every step keeps a relative error: all
   steps together 2^-96, and FORMS_ERROR is 2^-88. That the high part is nearest to the whole value, which rounding to a
   double needs, follows from the last division. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough FormsSteps FormsQuotient.
From Carom Require Bounded FormsWords Terms_wide Terms_forms.
Import Terms_wide.wide_div_terms(wide_div_results).
Import Terms_forms.time_on_side_terms(time_on_side_results).
Import Terms_forms.time_at_end_terms(time_at_end_results).
Import Terms_forms.exit_from_side_terms(exit_from_side_results).
Import Terms_forms.exit_from_end_terms(exit_from_end_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* The leading bits of the real number x. *)
Definition is_form (x : R) (hi lo : D) (e : Z) := is_close 1 1 x (Rabs x) hi lo e.

(* to_wide of an integer X that is not 0: its two words, and its sign. *)
Theorem form_of_words X top unit (negative : bool) hi lo e :
  Terms_forms.wide_of_words_terms.wide_of_words_results (FormsWords.bits_at X top) (FormsWords.bits_at X (top - 64))
    (unit + top) hi lo e -> b2 top <= IZR X < b2 (top + 1) ->
  is_form ((if negative then - IZR X else IZR X) * b2 unit) (if negative then fneg hi else hi)
    (if negative then fneg lo else lo) e.
Proof.
  intros H B. destruct (FormsWords.words_are_cut_off X top unit hi lo e H B) as (C & _). unfold is_form.
  destruct negative; [| now apply close_of_cut_off]. rewrite <- Ropp_mult_distr_l.
  now apply close_of_cut_off, FormsWords.cut_off_neg.
Qed.

(* A time that is close to T, relatively. *)
Definition is_time (T : R) (hi lo : D) (e : Z) := is_close 16 24 T T hi lo e /\ is_nearest_sum hi lo.

Lemma close_abs k n x hi lo e (c := flt hi (fconst 0 0)) : is_close k n x (Rabs x) hi lo e -> is_count k ->
  is_close k n (Rabs x) (Rabs x) (if c then fneg hi else hi) (if c then fneg lo else lo) e.
Proof.
  intros C K. assert (Zero : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity).
  destruct Zero as (F0 & V0). pose proof (bpow_gt_0 radix2 (- n - 2)) as P.
  destruct (Bounded.flt_real_cases hi (fconst 0 0) (proj1 (proj1 C)) F0) as [[E G] | [E G]]; rewrite V0 in G;
    subst c; rewrite E.
  - destruct (Rle_or_lt x 0) as [L | L].
    + rewrite (Rabs_left1 x) in * by exact L. now apply close_neg.
    + destruct (close_positive _ _ _ _ _ _ C K L) as (_ & H). lra.
  - destruct (Rle_or_lt 0 x) as [L | L].
    + rewrite (Rabs_pos_eq x) in * by exact L. exact C.
    + pose proof (close_neg _ _ _ _ _ _ _ C) as C'. rewrite <- (Rabs_Ropp x) in C'.
      destruct (close_positive _ _ _ _ _ _ C' K ltac:(lra)) as (_ & H). rewrite real_fneg in H. lra.
Qed.

(* Zero divided. *)
Lemma zero_div j i y ah al ea bh bl eb hi lo e :
  wide_div_results ah al ea bh bl eb hi lo e -> is_count j -> (0 <= i <= 60)%Z ->
  finite ah -> finite al -> real ah = 0 -> real al = 0 ->
  is_close j i y (Rabs y) bh bl eb -> y <> 0 -> finite hi /\ finite lo /\ real hi = 0 /\ real lo = 0.
Proof.
  intros (q & ph & pl & pe & rest & [Eq Hp Er Hs]) J Hi Fah Fal Zh Zl B N.
  destruct (wide_of_product_values _ _ _ _ _ Hp) as (-> & -> & ->).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Hs) as (Eh & El & _). subst q rest.
  destruct (close_nonzero _ _ _ _ _ _ B J N) as (_ & LB). destruct B as (GB & _).
  destruct (good_below _ _ _ GB) as (Bbh & Bbl). replace (- i - 2)%Z with (- (i + 2))%Z in LB by ring.
  assert (Bz : forall x : D, finite x -> real x = 0 -> Bounded.below (-100) x).
  { intros x F Z. split; [exact F |]. rewrite Z, Rabs_R0. apply bpow_ge_0. }
  destruct (quotient_parts_below ah al bh bl (-100) i (i + 2) ltac:(lia) ltac:(lia) ltac:(lia)
    (Bz _ Fah Zh) (Bz _ Fal Zl) Bbh Bbl LB) as (Bq & Fr & Bd & Bhi & Flo).
  assert (Nb : real bh <> 0).
  { intros Z. rewrite Z, Rabs_R0 in LB. pose proof (bpow_gt_0 radix2 (- (i + 2))). lra. }
  set (q := fdiv ah bh) in *.
  assert (Zq : real q = 0).
  { destruct (fdiv_finite _ _ (proj1 Bq) (proj1 Bbh) Nb) as (_ & E). fold q in E. rewrite E, Zh. unfold Rdiv.
    rewrite Rmult_0_l. apply rnd_zero. }
  assert (Zq0 : forall w : D, real q * real w = 0) by (intros; rewrite Zq; ring).
  set (r := fsub (fadd (fsub (fsub ah (fmul q bh)) (product_rest q bh)) al) (fmul q bl)) in *.
  assert (Zr : real r = 0).
  { unfold r in *. destruct (fsub_finite _ _ Fr) as (F3 & F4 & ->). destruct (fadd_finite _ _ F3) as (F2 & _ & ->).
    destruct (fsub_finite _ _ F2) as (F1 & Fp & ->). destruct (fsub_finite _ _ F1) as (_ & F5 & ->).
    destruct (fmul_finite _ _ F4) as (_ & _ & ->). rewrite (Zq0 bl).
    destruct (product_exact q bh Fp (or_introl (Zq0 bh))) as (_ & _ & _ & Ep & X). rewrite Zq0 in Ep, X.
    rewrite rnd_zero in Ep. rewrite Ep in *. assert (Zp : real (product_rest q bh) = 0) by lra.
    rewrite Zp, Zh, Zl. repeat rewrite ?Rminus_0_r, ?Rplus_0_r, ?rnd_zero. reflexivity. }
  assert (Zd : real (fdiv r bh) = 0).
  { destruct (fdiv_finite _ _ (proj1 Bd) (proj1 Bbh) Nb) as (_ & ->). rewrite Zr. unfold Rdiv.
    rewrite Rmult_0_l. apply rnd_zero. }
  split; [rewrite Eh; apply Bhi |]. split; [rewrite El; exact Flo |].
  assert (Oq : real q = 0 \/ Rabs (real (fdiv r bh)) <= Rabs (real q)) by now left.
  destruct (ordered_sum_exact _ _ Flo Oq) as (_ & _ & _ & E & X). rewrite Zq, Zd, Rplus_0_r, rnd_zero in E.
  rewrite Zq, Zd, E in X. rewrite Eh, El. split; [exact E | lra].
Qed.

Lemma close_of_zeros n (hi lo : D) e : finite hi -> finite lo -> real hi = 0 -> real lo = 0 -> is_close 0 n 0 0 hi lo e.
Proof.
  intros Fh Fl Zh Zl. split; [| split; [now left | split; [rewrite Rabs_R0; lra |]]].
  - split; [exact Fh |]. split; [exact Fl |]. split; [split; [auto |] |].
    + rewrite Zl, Rabs_R0. pose proof (bpow_gt_0 radix2 (unit_of (real hi))). lra.
    + rewrite Zh, Rabs_R0. apply bpow_ge_0.
  - unfold value. rewrite Zh, Zl, Rplus_0_r, Rmult_0_l, Rminus_0_r, Rabs_R0. lra.
Qed.

(* A quotient of relative errors, also of 0. *)
Lemma close_ratio k j n i x y ah al ea bh bl eb hi lo e :
  wide_div_results ah al ea bh bl eb hi lo e -> is_count k -> is_count j -> (0 <= n <= 60)%Z -> (0 <= i <= 60)%Z ->
  is_close k n x x ah al ea -> is_close j i y y bh bl eb -> 0 < y ->
  is_close (k + j + 1) (n + i + 4) (x / y) (x / y) hi lo e /\ is_nearest_sum hi lo.
Proof.
  intros H K J Hn Hi A B P. assert (X0 : 0 <= x) by (destruct A as (_ & _ & A & _); pose proof (Rabs_pos x); lra).
  rewrite <- (Rabs_pos_eq y) in B at 2 by lra.
  destruct (Req_dec x 0) as [-> | N].
  - destruct (close_zero _ _ _ _ _ A) as (Zh & V). destruct A as ((Fh & Fl & (Z & _) & _) & _).
    destruct (zero_div _ _ _ _ _ _ _ _ _ _ _ _ H J Hi Fh Fl Zh (Z Zh) B ltac:(lra)) as (Fr & Fs & Zr & Zs).
    unfold Rdiv. rewrite Rmult_0_l. split.
    + apply (close_weaken 0 (n + i + 4)); [now apply close_of_zeros | destruct K, J; lra | lia].
    + unfold is_nearest_sum. rewrite Zr, Zs, Rplus_0_r. symmetry. apply rnd_zero.
  - assert (Big : b2 (-700) <= Rabs (real ah)).
    { rewrite <- (Rabs_pos_eq x) in A at 2 by exact X0. destruct (close_nonzero _ _ _ _ _ _ A K N) as (_ & L).
      eapply Rle_trans; [apply bpow_le | exact L]. lia. }
    destruct (close_div _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H K J Hn Hi A B ltac:(lra) Big) as (C & Nr).
    rewrite (Rabs_pos_eq y) in C by lra. split; assumption.
Qed.

Lemma form_nonneg x hi lo e : is_form x hi lo e -> 0 <= x -> is_close 1 1 x x hi lo e.
Proof. intros C P. unfold is_form in C. now rewrite (Rabs_pos_eq x) in C. Qed.

Lemma form_neg x hi lo e : is_form x hi lo e -> is_form (- x) (fneg hi) (fneg lo) e.
Proof. intros C. unfold is_form. rewrite Rabs_Ropp. now apply close_neg. Qed.

(* Counts that are numbers. *)
Ltac count := unfold is_count; lra.

Section Side.
Variables (rh rl lh ll ch cl mh ml bh bl : D) (re le ce me be : Z).
Variables R L X Y : R.
Hypothesis R0 : 0 <= R.
Hypothesis L0 : 0 < L.
Hypothesis Fr : is_form R rh rl re.
Hypothesis Fl : is_form L lh ll le.
Hypothesis Fc : is_form X ch cl ce.
Hypothesis Fm : is_form Y mh ml me.
Hypothesis Fb : is_form (X * X - R * R * L) bh bl be.
Let k := R * sqrt L.

Lemma reach_square : k * k = R * R * L.
Proof. unfold k. replace (R * sqrt L * (R * sqrt L)) with (R * R * (sqrt L * sqrt L)) by ring. rewrite sqrt_sqrt; lra.
  Qed.

Lemma reach_len_close sh sl se ph pl pe :
  Terms_wide.wide_sqrt_terms.wide_sqrt_results lh ll le sh sl se ->
  Terms_wide.wide_mul_terms.wide_mul_results rh rl re sh sl se ph pl pe -> is_close 4 7 k k ph pl pe.
Proof.
  intros Hs Hm. pose proof (close_sqrt 1 1 L _ _ _ _ _ _ Hs ltac:(count) ltac:(lia) ltac:(lra)
    (form_nonneg _ _ _ _ Fl ltac:(lra))) as S.
  pose proof (close_mul 1 (1 + 1) 1 (1 + 4) R R (sqrt L) (sqrt L) _ _ _ _ _ _ _ _ _ Hm ltac:(count) ltac:(count)
    ltac:(lia) ltac:(lia) (form_nonneg _ _ _ _ Fr R0) S) as P.
  apply (close_weaken _ _ 4 7) in P; [exact P | lra | lia].
Qed.

Lemma k_nonneg : 0 <= k.
Proof. apply Rmult_le_pos; [exact R0 | apply sqrt_pos]. Qed.

Theorem time_on_side_close hi lo e :
  time_on_side_results rh rl re lh ll le ch cl ce mh ml me bh bl be hi lo e ->
  k < Rabs X -> Y <> 0 -> is_time ((Rabs X - k) / Rabs Y) hi lo e.
Proof.
  intros (w1 & w2 & sh & sl & se & ph & pl & pe & c1 & ah & al & ae & qh & ql & qe & c2 & H) Out NY.
  destruct H as [Hs Hm E1 Ha Hq E2 Ht]. subst c1 c2. pose proof k_nonneg as k0. pose proof reach_square as K2.
  pose proof (reach_len_close _ _ _ _ _ _ Hs Hm) as P.
  pose proof (close_abs _ _ _ _ _ _ Fc ltac:(count)) as A.
  apply (close_weaken _ _ 4 1) in A; [| lra | lia].
  pose proof (close_add 4 1 7 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia) A P) as S.
  change (Z.max 1 7 + 2)%Z with 9%Z in S.
  assert (B0 : X * X - R * R * L = (Rabs X - k) * (Rabs X + k)).
  { rewrite <- K2. replace (X * X) with (Rabs X * Rabs X) by (rewrite <- Rabs_mult; apply Rabs_pos_eq; nra). ring. }
  assert (B1 : 0 < X * X - R * R * L) by (rewrite B0; apply Rmult_lt_0_compat; lra).
  destruct (close_ratio 1 (4 + 1) 1 9 _ (Rabs X + k) _ _ _ _ _ _ _ _ _ Hq ltac:(count) ltac:(count) ltac:(lia)
    ltac:(lia) (form_nonneg _ _ _ _ Fb ltac:(lra)) S ltac:(lra)) as (Q & _).
  pose proof (close_abs _ _ _ _ _ _ Fm ltac:(count)) as M. pose proof (Rabs_pos_lt _ NY) as Y0.
  destruct (close_ratio (1 + (4 + 1) + 1) 1 (1 + 9 + 4) 1 _ (Rabs Y) _ _ _ _ _ _ _ _ _ Ht ltac:(count) ltac:(count)
    ltac:(lia) ltac:(lia) Q M Y0) as (T & N).
  replace ((X * X - R * R * L) / (Rabs X + k)) with (Rabs X - k) in T by (rewrite B0; field; lra).
  split; [| exact N]. apply (close_weaken _ _ 16 24) in T; [exact T | lra | lia].
Qed.

(* The exit: s is the sign of Y, and the time is not negative. *)
Theorem exit_from_side_close hi lo e s :
  exit_from_side_results rh rl re lh ll le ch cl ce mh ml me bh bl be hi lo e ->
  (s = 1 \/ s = -1) -> 0 < s * Y -> 0 <= k - s * X -> is_time ((k - s * X) / Rabs Y) hi lo e.
Proof.
  intros H Sg Dir T0.
  destruct H as (w1 & w2 & w3 & w4 & left & th & tl & te & sh & sl & se & ph & pl & pe & ah & al & ae & qh & ql & qe &
    dh & dl & de & c1 & zh & zl & ze & c2 & H).
  destruct H as [E0 E1 E2 E3 Hs Hm Ha Hq Hd E4 E5 E6 E7 E8 Ht]. pose proof k_nonneg as k0.
  pose proof reach_square as K2. pose proof (reach_len_close _ _ _ _ _ _ Hs Hm) as P.
  assert (Zero : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity).
  destruct Zero as (F0 & V0). pose proof (bpow_gt_0 radix2 (- (1) - 2)) as Pn.
  assert (NY : Y <> 0) by (intros Z; rewrite Z, Rmult_0_r in Dir; lra).
  assert (St : is_form (s * X) th tl te).
  { assert (Side : left = true /\ s = 1 \/ left = false /\ s = -1).
    { destruct (Bounded.flt_real_cases (fconst 0 0) mh F0 (proj1 (proj1 Fm))) as [[E G] | [E G]]; rewrite V0 in G;
        rewrite E in E0; subst left.
      - left. split; [reflexivity |]. destruct Sg as [-> | ->]; [reflexivity | exfalso].
        destruct (close_positive _ _ _ _ _ _ (form_neg _ _ _ _ Fm) ltac:(count) ltac:(lra)) as (_ & Q).
        rewrite real_fneg in Q. lra.
      - right. split; [reflexivity |]. destruct Sg as [-> | ->]; [exfalso | reflexivity].
        destruct (close_positive _ _ _ _ _ _ Fm ltac:(count) ltac:(lra)) as (_ & Q). lra. }
    destruct Side as [(-> & ->) | (-> & ->)]; subst th tl te.
    - now rewrite Rmult_1_l.
    - replace (-1 * X) with (- X) by ring. now apply form_neg. }
  clear E0 E1 E2 E3. set (x := s * X) in *.
  assert (X2 : x * x = X * X) by (unfold x; destruct Sg as [-> | ->]; ring).
  assert (Path : is_close 7 14 (k - x) (k - x) zh zl ze).
  { destruct (Bounded.flt_real_cases (fconst 0 0) th F0 (proj1 (proj1 St))) as [[E G] | [E G]]; rewrite V0 in G;
      rewrite E in E4; subst c1 zh zl ze.
    - assert (x0 : 0 < x).
      { destruct (Rle_or_lt x 0) as [L1 | L1]; [exfalso | exact L1].
        destruct (Req_dec x 0) as [Z | N].
        - rewrite Z in St. unfold is_form in St. rewrite Rabs_R0 in St. destruct (close_zero _ _ _ _ _ St). lra.
        - destruct (close_positive _ _ _ _ _ _ (form_neg _ _ _ _ St) ltac:(count) ltac:(lra)) as (_ & Q).
          rewrite real_fneg in Q. lra. }
      pose proof (form_nonneg _ _ _ _ St ltac:(lra)) as St'. apply (close_weaken _ _ 4 1) in St'; [| lra | lia].
      pose proof (close_add 4 7 1 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia) P
        St') as S.
      change (Z.max 7 1 + 2)%Z with 9%Z in S.
      assert (B0 : - (X * X - R * R * L) = (k - x) * (k + x)) by (rewrite <- K2, <- X2; ring).
      assert (B1 : 0 <= - (X * X - R * R * L)) by (rewrite B0; apply Rmult_le_pos; lra).
      destruct (close_ratio 1 (4 + 1) 1 9 _ (k + x) _ _ _ _ _ _ _ _ _ Hq ltac:(count) ltac:(count) ltac:(lia)
        ltac:(lia) (form_nonneg _ _ _ _ (form_neg _ _ _ _ Fb) B1) S ltac:(lra)) as (Q & _).
      replace (- (X * X - R * R * L) / (k + x)) with (k - x) in Q by (rewrite B0; field; lra).
      apply (close_weaken _ _ 7 14) in Q; [exact Q | lra | lia].
    - assert (x0 : x <= 0).
      { apply Rnot_lt_le. intros L1. destruct (close_positive _ _ _ _ _ _ St ltac:(count) L1) as (_ & Q). lra. }
      unfold is_form in St. rewrite Rabs_left1 in St by exact x0. apply (close_weaken _ _ 4 1) in St; [| lra | lia].
      pose proof (close_sub 4 7 1 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hd ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia) P St)
        as S.
      change (Z.max 7 1 + 2)%Z with 9%Z in S. apply (close_weaken _ _ 7 14) in S; [exact S | lra | lia]. }
  pose proof (close_abs _ _ _ _ _ _ Fm ltac:(count)) as M. pose proof (Rabs_pos_lt _ NY) as Y0. subst c2.
  destruct (close_ratio 7 1 14 1 _ (Rabs Y) _ _ _ _ _ _ _ _ _ Ht ltac:(count) ltac:(count) ltac:(lia) ltac:(lia) Path M
    Y0) as (T & N).
  split; [| exact N]. apply (close_weaken _ _ 16 24) in T; [exact T | lra | lia].
Qed.

End Side.

Section End.
Variables (th tl bh bl mh ml dh dl sh sl : D) (te be me de se : Z).
Variables toward beyond move2 disc : R.
Hypothesis Ft : is_form toward th tl te.
Hypothesis Fb : is_form beyond bh bl be.
Hypothesis Fm : is_form move2 mh ml me.
Hypothesis Fd : is_form disc dh dl de.
Hypothesis D0 : 0 <= disc.
Hypothesis root : Terms_wide.wide_sqrt_terms.wide_sqrt_results dh dl de sh sl se.

Lemma root_close : is_close 2 5 (sqrt disc) (sqrt disc) sh sl se.
Proof.
  pose proof (close_sqrt 1 1 disc _ _ _ _ _ _ root ltac:(count) ltac:(lia) D0 (form_nonneg _ _ _ _ Fd D0)) as S.
  apply (close_weaken _ _ 2 5) in S; [exact S | lra | lia].
Qed.

Theorem time_at_end_close hi lo e :
  time_at_end_results th tl te bh bl be sh sl se hi lo e ->
  0 < toward -> 0 <= beyond -> is_time (beyond / (toward + sqrt disc)) hi lo e.
Proof.
  intros (w1 & w2 & ah & al & ae & [Ha Ht]) T0 B0. pose proof root_close as S. pose proof (sqrt_pos disc) as s0.
  pose proof (form_nonneg _ _ _ _ Ft ltac:(lra)) as T. apply (close_weaken _ _ 2 1) in T; [| lra | lia].
  pose proof (close_add 2 1 5 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia) T S) as A.
  change (Z.max 1 5 + 2)%Z with 7%Z in A.
  destruct (close_ratio 1 (2 + 1) 1 7 _ _ _ _ _ _ _ _ _ _ _ Ht ltac:(count) ltac:(count) ltac:(lia) ltac:(lia)
    (form_nonneg _ _ _ _ Fb B0) A ltac:(lra)) as (Q & N).
  split; [| exact N]. apply (close_weaken _ _ 16 24) in Q; [exact Q | lra | lia].
Qed.

(* The exit: one of two forms of the larger root, by the sign of `toward`. *)
Theorem exit_from_end_close hi lo e T :
  exit_from_end_results mh ml me th tl te bh bl be sh sl se hi lo e ->
  0 < move2 -> (0 <= toward -> T = (toward + sqrt disc) / move2) ->
  (toward < 0 -> beyond <= 0 /\ T = - beyond / (sqrt disc - toward)) -> is_time T hi lo e.
Proof.
  intros H M0 P Q. destruct H as (w1 & w2 & w3 & w4 & ah & al & ae & xh & xl & xe & dh' & dl' & de' & yh & yl & ye & c &
    [Ha Hx Hd Hy E0 E1 E2 E3]). pose proof root_close as S. pose proof (sqrt_pos disc) as s0.
  assert (Zero : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity).
  destruct Zero as (F0 & V0). pose proof (bpow_gt_0 radix2 (- (1) - 2)) as Pn.
  destruct c; symmetry in E0; subst hi lo e.
  - apply fle_real in E0; [| exact F0 | apply Ft]. rewrite V0 in E0.
    assert (T0 : 0 <= toward).
    { apply Rnot_lt_le. intros L.
      destruct (close_positive _ _ _ _ _ _ (form_neg _ _ _ _ Ft) ltac:(count) ltac:(lra)) as (_ & G).
      rewrite real_fneg in G. lra. }
    rewrite (P T0). pose proof (form_nonneg _ _ _ _ Ft T0) as T'. apply (close_weaken _ _ 2 1) in T'; [| lra | lia].
    pose proof (close_add 2 1 5 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia) T' S)
      as A.
    change (Z.max 1 5 + 2)%Z with 7%Z in A.
    destruct (close_ratio (2 + 1) 1 7 1 _ _ _ _ _ _ _ _ _ _ _ Hx ltac:(count) ltac:(count) ltac:(lia) ltac:(lia)
      A (form_nonneg _ _ _ _ Fm ltac:(lra)) M0) as (C & N).
    split; [| exact N]. apply (close_weaken _ _ 16 24) in C; [exact C | lra | lia].
  - apply fle_real_false in E0; [| exact F0 | apply Ft]. rewrite V0 in E0.
    assert (T0 : toward < 0).
    { apply Rnot_le_lt. intros L. destruct (Req_dec toward 0) as [Z | N].
      - pose proof Ft as C. unfold is_form in C. rewrite Z, Rabs_R0 in C. destruct (close_zero _ _ _ _ _ C). lra.
      - destruct (close_positive _ _ _ _ _ _ Ft ltac:(count) ltac:(lra)) as (_ & G). lra. }
    destruct (Q T0) as (B0 & ->). pose proof Ft as T'. unfold is_form in T'. rewrite Rabs_left in T' by exact T0.
    apply (close_weaken _ _ 2 1) in T'; [| lra | lia].
    pose proof (close_sub 2 5 1 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hd ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia) S T')
      as A.
    change (Z.max 5 1 + 2)%Z with 7%Z in A.
    destruct (close_ratio 1 (2 + 1) 1 7 _ _ _ _ _ _ _ _ _ _ _ Hy ltac:(count) ltac:(count) ltac:(lia) ltac:(lia)
      (form_nonneg _ _ _ _ (form_neg _ _ _ _ Fb) ltac:(lra)) A ltac:(lra)) as (C & N).
    split; [| exact N]. apply (close_weaken _ _ 16 24) in C; [exact C | lra | lia].
Qed.

End End.
