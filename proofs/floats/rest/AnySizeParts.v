(* The depth of a contact of any size from its gap: depth_of_gap of src/rest/contact_integers.c, over forms from
   doubles or from integers.

   The depth is (R^2 - q^2) / (R + q), which is within 2^-56 of the larger of R and the distance q if the gap is within
   2^-58 of R^2 + q^2. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap AnySizeRound
  AnySizeVector.
From Carom Require Bounded Terms_wide Terms_any_size.
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_wide.wide_div_terms(wide_div_results).
Import Terms_wide.wide_of_terms(wide_of_results).
Import Terms_any_size.depth_of_gap_terms(depth_of_gap_results).
Import Terms_any_size.set_normal_terms(set_normal_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* A distance, which may be 0 or tiny, beside R. *)
Definition is_beside (plain : bool) (rh dh dl : D) (re de : Z) :=
  is_good 230 dh dl /\ 0 <= real dh /\
  if plain then re = de /\ b2 (-230) <= real rh + real dh
  else is_sized 12 dh dl /\ (real rh <> 0 \/ real dh <> 0).

Lemma reach_parts plain x h l e : is_reach plain x h l e ->
  is_good 200 h l /\ 0 <= real h /\ Rabs (value h l e - x) <= b2 (-105) * x /\ (plain = false -> is_sized 12 h l).
Proof.
  intros (X0 & H). destruct plain.
  - destruct H as (G & -> & V & P). repeat split; try apply G; try exact P; [| discriminate | discriminate].
    rewrite V, Rminus_diag_eq, Rabs_R0 by reflexivity. apply Rmult_le_pos; [apply bpow_ge_0 | exact X0].
  - destruct (cut_off_parts _ _ _ _ H) as (G & _ & ((S1 & S1') & (S2 & S2')) & _ & O & E).
    rewrite (Rabs_pos_eq x) in E by exact X0. split; [apply (good_weaken 1); [exact G | lia] |].
    split; [apply Rnot_lt_le; intros A; specialize (S2 A); lra |]. split; [exact E |]. intros _.
    split; [apply (good_weaken 1); [exact G | lia] |]. destruct O as [Z | O]; [now left | right].
    eapply Rle_trans; [| exact O]. change 1 with (b2 0). apply bpow_le. lia.
Qed.

Theorem sum_with_reach plain x rh rl re dh dl de k1 k2 h l e :
  wide_add_results rh rl re dh dl de k1 k2 h l e -> is_reach plain x rh rl re -> is_beside plain rh dh dl re de ->
  is_good 232 h l /\ b2 (-231) <= real h /\
  Rabs (value h l e - (value rh rl re + value dh dl de)) <= b2 (-103) * (value rh rl re + value dh dl de).
Proof.
  intros H Hr (Gd & D0 & M). destruct (reach_parts _ _ _ _ _ Hr) as (Gr & R0 & _ & Sr). destruct plain.
  - destruct M as (E & L).
    destruct (wide_add_nonneg 230 _ _ _ _ _ _ _ _ _ _ _ H ltac:(lia) (good_weaken _ 230 _ _ Gr ltac:(lia)) Gd R0 D0)
      as (G & Lh & B); [left; auto |]. auto.
  - destruct M as (Sd & N). specialize (Sr eq_refl).
    destruct (wide_add_nonneg 12 _ _ _ _ _ _ _ _ _ _ _ H ltac:(lia) (proj1 Sr) (proj1 Sd) R0 D0) as (G & Lh & B).
    { right. split; [lia |]. auto. }
    split; [apply (good_weaken 14); [exact G | lia] |]. split; [eapply Rle_trans; [| exact Lh]; apply bpow_le; lia |].
    exact B.
Qed.

(* The quotient of a gap near R^2 - q^2 and a sum near R + q. *)
Lemma quotient_near_depth g s d x q m : 0 <= x -> 0 <= q -> x <= m -> q <= m -> 0 < m -> m <= x + q ->
  Rabs (g - (x * x - q * q)) <= b2 (-58) * (x * x + q * q) -> Rabs (s - (x + q)) <= b2 (-58) * m ->
  Rabs (d - g / s) <= b2 (-101) * Rabs (g / s) -> 0 < s /\ Rabs (d - (x - q)) <= b2 (-56) * m.
Proof.
  intros X0 Q0 Xm Qm M S Hg Hs Hd.
  assert (E58 : b2 (-58) <= / 1024) by (change (/ 1024) with (b2 (-10)); apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 (-58)) as P58.
  assert (Ms : b2 (-58) * m <= / 1024 * (x + q)).
  { apply Rle_trans with (/ 1024 * m); [apply Rmult_le_compat_r; lra | lra]. }
  assert (Ls : 1023 / 1024 * (x + q) <= s) by (apply Rabs_le_inv in Hs; lra). assert (Ps : 0 < s) by lra.
  split; [exact Ps |].
  assert (Sq : x * x + q * q <= m * (x + q)).
  { rewrite Rmult_plus_distr_l. apply Rplus_le_compat; apply Rmult_le_compat_r; assumption. }
  assert (A : Rabs (g - (x - q) * s) <= 2 * b2 (-58) * (m * (x + q))).
  { replace (g - (x - q) * s) with (g - (x * x - q * q) + (x - q) * - (s - (x + q))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, Rabs_Ropp.
    assert (B : Rabs (x - q) * Rabs (s - (x + q)) <= (x + q) * (b2 (-58) * m)).
    { apply Rmult_le_compat; try apply Rabs_pos; [apply Rabs_le; lra | exact Hs]. }
    assert (C : b2 (-58) * (x * x + q * q) <= b2 (-58) * (m * (x + q))) by (apply Rmult_le_compat_l; lra). lra. }
  assert (Q : Rabs (g / s - (x - q)) <= 2 * b2 (-58) * (1025 / 1023 * m)).
  { replace (g / s - (x - q)) with ((g - (x - q) * s) / s) by (field; lra). unfold Rdiv at 1.
    rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq s) by lra. apply Rmult_le_reg_r with s; [exact Ps |].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. eapply Rle_trans; [exact A |].
    rewrite (Rmult_assoc (2 * b2 (-58))). apply Rmult_le_compat_l; [lra |].
    apply Rle_trans with (1025 / 1023 * m * (1023 / 1024 * (x + q))).
    - assert (0 <= m * (x + q)) by (apply Rmult_le_pos; lra). lra.
    - apply Rmult_le_compat_l; lra. }
  destruct (abs_near _ _ _ Q) as (Q1 & _).
  assert (Dm : Rabs (x - q) <= m) by (apply Rabs_le; lra).
  assert (Q2 : Rabs (g / s) <= 2 * m).
  { assert (b2 (-58) * (1025 / 1023 * m) <= / 1024 * (1025 / 1023 * m)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (D2 : Rabs (d - g / s) <= / 100 * (b2 (-58) * m)).
  { eapply Rle_trans; [exact Hd |]. apply Rle_trans with (b2 (-101) * (2 * m)).
    - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Q2].
    - change (-101)%Z with (-43 + -58)%Z. rewrite (bpow_plus radix2 (-43)). change (b2 (-43)) with (/ 8796093022208).
      assert (0 <= b2 (-58) * m) by (apply Rmult_le_pos; lra). lra. }
  change (-56)%Z with (2 + -58)%Z. rewrite (bpow_plus radix2 2). change (b2 2) with 4.
  replace (d - (x - q)) with (d - g / s + (g / s - (x - q))) by ring.
  assert (0 <= b2 (-58) * m) by (apply Rmult_le_pos; lra).
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Lemma sign_of_quotient d g s : 0 < s -> Rabs (d - g / s) <= b2 (-101) * Rabs (g / s) -> same_sign d g.
Proof.
  intros S H. assert (Sm : b2 (-101) <= / 2) by (change (/ 2) with (b2 (-1)); apply bpow_le; lia).
  assert (K : Rabs (d - g / s) <= / 2 * Rabs (g / s)).
  { eapply Rle_trans; [exact H |]. apply Rmult_le_compat_r; [apply Rabs_pos | exact Sm]. }
  assert (Eg : g = g / s * s) by (field; lra). set (y := g / s) in *. rewrite Eg. clearbody y. clear - S K.
  unfold same_sign. destruct (Rtotal_order y 0) as [A | [A | A]].
  - rewrite (Rabs_left y) in K by exact A. apply Rabs_le_inv in K.
    assert (0 < - y * s) by (apply Rmult_lt_0_compat; lra). split; split; intros; lra.
  - rewrite A in *. rewrite Rabs_R0, Rmult_0_r in K. apply Rabs_le_inv in K. split; split; intros; lra.
  - rewrite (Rabs_pos_eq y) in K by lra. apply Rabs_le_inv in K.
    assert (0 < y * s) by (apply Rmult_lt_0_compat; lra). split; split; intros; lra.
Qed.

(* The gap of sizes that a quotient by R + q can have. *)
Definition is_gap (x q : R) (gh gl : D) (ge : Z) :=
  is_good 450 gh gl /\ (real gh = 0 \/ b2 (-500) <= Rabs (real gh)) /\ same_sign (real gh) (x * x - q * q) /\
  Rabs (value gh gl ge - (x * x - q * q)) <= b2 (-58) * (x * x + q * q).

(* What the last rounding needs of a depth. *)
Definition is_depth (x q : R) (h l : D) (e : Z) :=
  is_good 850 h l /\ real h = rnd (real h + real l) /\ (real h = 0 \/ b2 (-900) <= Rabs (real h)) /\
  same_sign (real h) (x - q) /\ Rabs (value h l e - (x - q)) <= b2 (-56) * Rmax x q.

Theorem depth_of_gap_correct plain x q gh gl ge rh rl re dh dl de k1 k2 h l e :
  depth_of_gap_results gh gl ge rh rl re dh dl de k1 k2 h l e -> is_reach plain x rh rl re ->
  is_beside plain rh dh dl re de \/ real gh = 0 -> 0 <= q ->
  Rabs (value dh dl de - q) <= b2 (-59) * Rmax x q -> is_gap x q gh gl ge -> is_depth x q h l e.
Proof.
  intros (sh & sl & se & vh & vl & ve & z & [Add Div Ez Eh El Ee]) Hr Hd Q0 Eq (Gg & Lg & Sg & Eg).
  destruct (reach_parts _ _ _ _ _ Hr) as (Gr & R0 & Er & _). pose proof (proj1 Hr) as X0.
  pose proof (Rmax_l x q) as M1. pose proof (Rmax_r x q) as M2. set (m := Rmax x q) in *.
  assert (Mle : m <= x + q) by (unfold m; apply Rmax_lub; lra).
  assert (Sgn : same_sign (x * x - q * q) (x - q)).
  { replace (x * x - q * q) with ((x - q) * (x + q)) by ring. unfold same_sign.
    destruct (Req_dec (x + q) 0) as [Z | N].
    - assert (x = 0) by lra. assert (q = 0) by lra. subst. rewrite Rminus_0_r, Rmult_0_l. split; split; lra.
    - assert (P : 0 < x + q) by lra. split; split; intros A.
      + apply Rmult_lt_reg_r with (x + q); lra.
      + now apply Rmult_lt_0_compat.
      + apply Rmult_lt_reg_r with (x + q); lra.
      + apply Ropp_lt_cancel. rewrite Ropp_0, Ropp_mult_distr_l. apply Rmult_lt_0_compat; lra. }
  destruct z; symmetry in Ez.
  - (* they touch *)
    apply feq_zero in Ez. destruct Ez as (_ & Zg). subst h l e.
    assert (Zl : real gl = 0) by (apply Gg; exact Zg).
    assert (Zx : x * x - q * q = 0).
    { destruct Sg as ((_ & S1) & (_ & S2)). destruct (Rtotal_order (x * x - q * q) 0) as [A | [A | A]];
        [specialize (S2 A); lra | exact A | specialize (S1 A); lra]. }
    assert (Xq : x - q = 0).
    { replace (x * x - q * q) with ((x - q) * (x + q)) in Zx by ring. apply Rmult_integral in Zx. destruct Zx; lra. }
    split; [apply (good_weaken 450); [exact Gg | lia] |]. split; [now rewrite Zg, Zl, Rplus_0_l, rnd_zero |].
    split; [now left |]. split; [now apply same_sign_trans with (x * x - q * q) |].
    unfold value. rewrite Zg, Zl, Xq, Rplus_0_l, Rmult_0_l, Rminus_0_r, Rabs_R0.
    fold m. apply Rmult_le_pos; [apply bpow_ge_0 | lra].
  - subst h l e. assert (Ng : real gh <> 0).
    { intros Z. assert (feq gh (fconst 0 0) = true) by (apply ContactFeature.feq_zero_true; [apply Gg | exact Z]).
      congruence. }
    destruct Hd as [Hd | Z]; [| contradiction]. destruct Lg as [Z | Lg]; [contradiction |].
    destruct (sum_with_reach _ _ _ _ _ _ _ _ _ _ _ _ _ Add Hr Hd) as (Gs & Ls & Es).
    pose proof (bpow_gt_0 radix2 (-231)) as P2. pose proof (bpow_gt_0 radix2 (-500)) as P5.
    assert (As : b2 (-231) <= Rabs (real sh)) by (rewrite Rabs_pos_eq; lra).
    pose proof (proj2 (proj2 (proj2 Gs))) as Us. pose proof (proj2 (proj2 (proj2 Gg))) as Ug.
    destruct (wide_div_sized 700 _ _ _ _ _ _ _ _ _ Div) as (Gv & Nv & _ & Sv & Ev).
    { lia. }
    { apply (good_weaken 450); [exact Gg | lia]. }
    { apply (good_weaken 232); [exact Gs | lia]. }
    { eapply Rle_trans; [| exact Lg]. apply bpow_le. lia. }
    { eapply Rle_trans; [| exact As]. apply bpow_le. lia. }
    { split.
      - unfold Rdiv. rewrite Rabs_mult, Rabs_inv. apply Rle_trans with (b2 (-500) * b2 (- (232))).
        + rewrite <- bpow_plus. apply bpow_le. lia.
        + apply Rmult_le_compat; try apply bpow_ge_0; [exact Lg |]. rewrite bpow_opp. apply Rinv_le; [lra | exact Us].
      - eapply Rle_trans; [apply (quotient_at_most 450 (-231)); assumption |]. apply bpow_le. lia. }
    assert (M0 : 0 < m).
    { apply Rnot_le_lt. intros A. assert (x = 0) by lra. assert (q = 0) by lra. subst x q.
      rewrite !Rmult_0_l, Rminus_0_r in Sg. destruct Sg as ((S1 & _) & (S2 & _)).
      destruct (Rtotal_order (real gh) 0) as [B | [B | B]]; [specialize (S2 B); lra | contradiction | specialize (S1
        B); lra]. }
    assert (Esum : Rabs (value sh sl se - (x + q)) <= b2 (-58) * m).
    { assert (T1 : b2 (-105) * x <= / 100 * (b2 (-59) * m)).
      { change (-105)%Z with (-46 + -59)%Z. rewrite (bpow_plus radix2 (-46)). change (b2 (-46)) with (/ 70368744177664).
        pose proof (bpow_gt_0 radix2 (-59)). assert (b2 (-59) * x <= b2 (-59) * m) by (apply Rmult_le_compat_l; lra).
        assert (0 <= b2 (-59) * m) by (apply Rmult_le_pos; lra). lra. }
      destruct (abs_near _ _ _ Er) as (N1 & _). destruct (abs_near _ _ _ Eq) as (N2 & _).
      rewrite (Rabs_pos_eq x) in N1 by exact X0. rewrite (Rabs_pos_eq q) in N2 by exact Q0.
      assert (M59 : b2 (-59) * m <= / 1024 * m).
      { apply Rmult_le_compat_r; [lra |]. change (/ 1024) with (b2 (-10)). apply bpow_le. lia. }
      assert (Sum : value rh rl re + value dh dl de <= 4 * m).
      { pose proof (Rle_abs (value rh rl re)). pose proof (Rle_abs (value dh dl de)). lra. }
      assert (T2 : b2 (-103) * (value rh rl re + value dh dl de) <= / 100 * (b2 (-59) * m)).
      { apply Rle_trans with (b2 (-103) * (4 * m)); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Sum] |].
        change (-103)%Z with (-44 + -59)%Z. rewrite (bpow_plus radix2 (-44)). change (b2 (-44)) with (/ 17592186044416).
        assert (0 <= b2 (-59) * m) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]). lra. }
      change (-58)%Z with (1 + -59)%Z. rewrite (bpow_plus radix2 1). change (b2 1) with 2.
      assert (0 <= b2 (-59) * m) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
      apply Rabs_le_inv in Es, Er, Eq. apply Rabs_le. lra. }
    destruct (quotient_near_depth _ _ _ x q m X0 Q0 M1 M2 M0 Mle Eg Esum Ev) as (Ps & Ed).
    split; [apply (good_weaken 702); [exact Gv | lia] |]. split; [exact Nv |].
    split.
    { right. apply Rle_trans with (8 / 10 * Rabs (real gh / real sh)); [| apply Sv].
      apply Rle_trans with (b2 (-1) * (b2 (-500) * b2 (- (232)))).
      - rewrite <- !bpow_plus. apply bpow_le. lia.
      - change (b2 (-1)) with (/ 2).
        assert (b2 (-500) * b2 (- (232)) <= Rabs (real gh / real sh)).
        { unfold Rdiv. rewrite Rabs_mult, Rabs_inv. apply Rmult_le_compat; try apply bpow_ge_0; [exact Lg |].
          rewrite bpow_opp. apply Rinv_le; [lra | exact Us]. }
        pose proof (Rabs_pos (real gh / real sh)). lra. }
    split; [| exact Ed].
    apply same_sign_trans with (value vh vl ve); [apply (high_sign 702); exact Gv |].
    apply same_sign_trans with (value gh gl ge); [now apply sign_of_quotient with (value sh sl se) |].
    apply same_sign_trans with (real gh); [| now apply same_sign_trans with (x * x - q * q)].
    destruct (high_sign 450 gh gl ge Gg) as ((A1 & A2) & (A3 & A4)). split; split; assumption.
Qed.
