(* Normals of any size: 1 / length of a double-double, and a coordinate of a vector times it (set_normal of
   src/rest/contact_integers.c). Each coordinate is within 1.1 * 2^-96, before it is rounded,
   and has no large exponent. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap AnySizeRound
  AnySizeVector.
From Carom Require Bounded Terms_wide Terms_any_size.
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_wide.wide_div_terms(wide_div_results).
Import Terms_wide.wide_of_terms(wide_of_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Lemma wide_of_one h l e : wide_of_results (fconst 1 0) h l e -> h = fconst 1 0 /\ l = fconst 0 0 /\ e = 0%Z.
Proof.
  intros H. unfold wide_of_results in H. repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  destruct (constant_of_power 0 ltac:(lia)) as (F1 & V1).
  destruct (flt_power_abs 250 (fconst 1 0) ltac:(lia) F1) as (T1 & _).
  destruct (flt_power_abs (-250) (fconst 1 0) ltac:(lia) F1) as (_ & _ & T2 & _).
  rewrite V1, (Rabs_pos_eq (b2 0)) in * by apply bpow_ge_0.
  assert (B1 : flt (fconst 1 250) (fabs (fconst 1 0 : D)) = false).
  { destruct (flt (fconst 1 250) (fabs (fconst 1 0 : D))); [| reflexivity]. specialize (T1 eq_refl).
    apply lt_bpow in T1. lia. }
  assert (B2 : flt (fabs (fconst 1 0 : D)) (fconst 1 (-250)) = false).
  { destruct (flt (fabs (fconst 1 0 : D)) (fconst 1 (-250))); [| reflexivity]. specialize (T2 eq_refl).
    apply lt_bpow in T2. lia. }
  subst. rewrite B1. rewrite B2. auto.
Qed.

Lemma one_is_good : is_good 1 (fconst 1 0 : D) (fconst 0 0).
Proof.
  destruct one_value as (F1 & V1). destruct zero_value as (F0 & V0). split; [exact F1 |]. split; [exact F0 |].
  rewrite V1. split; [split |].
  - rewrite V1. lra.
  - rewrite V0, Rabs_R0. pose proof (bpow_gt_0 radix2 (unit_of (real (fconst 1 0 : D)))). lra.
  - rewrite Rabs_R1. change 1 with (b2 0) at 1. apply bpow_le. lia.
Qed.

(* A number near s / q, where s is 1 or -1. *)
Definition is_factor (plain : bool) (s q : R) (h l : D) (e : Z) :=
  is_good 210 h l /\ Rabs (value h l e * q - s) <= b2 (-98) /\
  if plain then e = 0%Z else is_good 10 h l /\ b2 (-10) <= Rabs (real h).

Lemma factor_neg plain s q h l e : is_factor plain s q h l e -> is_factor plain (- s) q (fneg h) (fneg l) e.
Proof.
  intros (G & E & M). split; [now apply good_neg |]. split.
  - rewrite value_neg. replace (- value h l e * q - - s) with (- (value h l e * q - s)) by ring. now rewrite Rabs_Ropp.
  - destruct plain; [exact M |]. destruct M as (G' & L). split; [now apply good_neg |].
    now rewrite real_fneg, Rabs_Ropp.
Qed.

(* 1 / length is a factor, and of ordinary size. *)
Theorem inverse_of_length plain oh ol oe h l e q ih il ie :
  wide_of_results (fconst 1 0) oh ol oe -> wide_div_results oh ol oe h l e ih il ie -> is_positive plain 206 6 h l e ->
  0 < q -> Rabs (value h l e - q) <= b2 (-99) * q ->
  is_factor plain 1 q ih il ie /\ 0 < real ih /\ b2 (-209) <= real ih /\ (plain = false -> b2 (-9) <= real ih).
Proof.
  intros Ho Hd (G & L & M) Q E. destruct (wide_of_one _ _ _ Ho) as (-> & -> & ->). clear Ho.
  pose proof (bpow_gt_0 radix2 (- (206))) as P. pose proof (proj2 (proj2 (proj2 G))) as U.
  destruct one_value as (F1 & V1).
  assert (Div : forall n, (0 <= n <= 206)%Z -> is_good n h l -> b2 (- n) <= real h ->
    is_good (n + 3) ih il /\ ie = (0 - e)%Z /\ b2 (- (n + 1)) <= Rabs (real ih) /\
    Rabs (value ih il ie - 1 / value h l e) <= b2 (-101) * Rabs (1 / value h l e)).
  { intros n Hn Gn Ln. pose proof (proj2 (proj2 (proj2 Gn))) as Un. pose proof (bpow_gt_0 radix2 (- n)) as Pn.
    assert (Lh : b2 (- n) <= Rabs (real h)) by (rewrite Rabs_pos_eq; lra).
    assert (Qn : b2 (- n) <= Rabs (real (fconst 1 0 : D) / real h) <= b2 n).
    { rewrite V1. unfold Rdiv. rewrite Rabs_mult, Rabs_R1, Rmult_1_l, Rabs_inv. split.
      - rewrite bpow_opp. apply Rinv_le; [lra | exact Un].
      - replace n with (- - n)%Z at 1 by ring. rewrite bpow_opp. now apply Rinv_le. }
    destruct (wide_div_sized n _ _ _ _ _ _ _ _ _ Hd) as (Gi & _ & Ee & S & Ei).
    - lia.
    - apply (good_weaken 1); [apply one_is_good | lia].
    - apply (good_weaken n); [exact Gn | lia].
    - rewrite V1, Rabs_R1. change 1 with (b2 0). apply bpow_le. lia.
    - eapply Rle_trans; [| exact Lh]. apply bpow_le. lia.
    - split; [| apply Qn]. eapply Rle_trans; [| apply Qn]. apply bpow_le. lia.
    - split; [apply (good_weaken (n + 2)); [exact Gi | lia] |]. split; [exact Ee |]. split.
      + replace (- (n + 1))%Z with (-1 + - n)%Z by ring. rewrite (bpow_plus radix2 (-1)). change (b2 (-1)) with (/ 2).
        lra.
      + assert (One : value (fconst 1 0 : D) (fconst 0 0) 0 = 1).
        { unfold value. rewrite V1, (proj2 zero_value). change (b2 0) with 1. ring. }
        rewrite One in Ei. exact Ei. }
  destruct (Div 206%Z ltac:(lia) G L) as (Gi & Ee & Li & Ei).
  assert (Pv : 0 < value h l e) by (apply (high_sign 206 h l e G); lra). set (v := value h l e) in *.
  set (i := value ih il ie) in *.
  assert (Iv : 1 / v = / v) by (field; lra). rewrite Iv in Ei. assert (V0 : 0 < / v) by now apply Rinv_0_lt_compat.
  rewrite (Rabs_pos_eq (/ v)) in Ei by lra.
  assert (S101 : b2 (-101) <= / 4) by (change (/ 4) with (b2 (-2)); apply bpow_le; lia).
  assert (Ip : 0 < i).
  { apply Rabs_le_inv in Ei. assert (b2 (-101) * / v <= / 4 * / v) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Ih : 0 < real ih) by (apply (high_sign 209 ih il ie Gi); exact Ip).
  rewrite (Rabs_pos_eq (real ih)) in Li by lra.
  assert (Eq : Rabs (i * q - 1) <= b2 (-98)).
  { assert (A : Rabs (i * v - 1) <= b2 (-101)).
    { replace (i * v - 1) with ((i - / v) * v) by (field; lra). rewrite Rabs_mult, (Rabs_pos_eq v) by lra.
      apply Rle_trans with (b2 (-101) * / v * v); [apply Rmult_le_compat_r; lra |].
        rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (Iq : i * q <= 3 / 2).
    { assert (q <= 101 / 100 * v).
      { apply Rabs_le_inv in E. assert (b2 (-99) * q <= / 128 * q).
        { apply Rmult_le_compat_r; [lra |]. change (/ 128) with (b2 (-7)). apply bpow_le. lia. } lra. }
      assert (i * q <= i * (101 / 100 * v)) by (apply Rmult_le_compat_l; lra). apply Rabs_le_inv in A. lra. }
    assert (B : Rabs (i * (v - q)) <= b2 (-99) * (3 / 2)).
    { rewrite Rabs_mult, (Rabs_pos_eq i) by lra. apply Rle_trans with (i * (b2 (-99) * q)); [apply Rmult_le_compat_l;
      lra |].
      replace (i * (b2 (-99) * q)) with (b2 (-99) * (i * q)) by ring. apply Rmult_le_compat_l;
        [apply bpow_ge_0 | exact Iq]. }
    replace (i * q - 1) with (i * v - 1 + - (i * (v - q))) by ring. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp. change (b2 (-101)) with (/ 2535301200456458802993406410752) in A.
    change (b2 (-99)) with (/ 633825300114114700748351602688) in B.
    change (b2 (-98)) with (/ 316912650057057350374175801344). lra. }
  split; [| split; [exact Ih | split]].
  - split; [apply (good_weaken 209); [exact Gi | lia] |]. split; [exact Eq |]. destruct plain.
    + rewrite Ee, M. reflexivity.
    + destruct M as (G6 & L6). destruct (Div 6%Z ltac:(lia) G6 L6) as (G9 & _ & L9 & _).
      split; [apply (good_weaken 9); [exact G9 | lia] |]. eapply Rle_trans; [| exact L9]. apply bpow_le. lia.
  - eapply Rle_trans; [| exact Li]. apply bpow_le. lia.
  - intros ->. destruct M as (G6 & L6). destruct (Div 6%Z ltac:(lia) G6 L6) as (_ & _ & L9 & _).
    rewrite Rabs_pos_eq in L9 by lra. eapply Rle_trans; [| exact L9]. apply bpow_le. lia.
Qed.

(* A coordinate of a vector. *)
Definition is_coordinate (plain : bool) (x : R) (h l : D) (e : Z) :=
  if plain then is_good 200 h l /\ e = 0%Z /\ value h l 0 = x else is_cut_off x h l e.

Lemma coordinates plain x y xh xl xe yh yl ye : is_vector plain x y xh xl xe yh yl ye ->
  is_coordinate plain x xh xl xe /\ is_coordinate plain y yh yl ye.
Proof. destruct plain; [intros (A & B & _) | intros (A & B)]; split; assumption. Qed.

Lemma coordinate_neg plain x h l e : is_coordinate plain x h l e -> is_coordinate plain (- x) (fneg h) (fneg l) e.
Proof.
  destruct plain.
  - intros (G & E & V). split; [now apply good_neg |]. split; [exact E |]. now rewrite value_neg, V.
  - intros (Fh & Fl & C). split; [now apply finite_fneg |]. split; [now apply finite_fneg |].
    rewrite !real_fneg, !Rabs_Ropp, value_neg. destruct C as [(-> & A & B) | (A & B & C)]; [left | right].
    + rewrite A, B. repeat split; ring.
    + split; [exact A |]. split; [exact B |]. replace (- value h l e - - x) with (- (value h l e - x)) by ring.
      now rewrite Rabs_Ropp.
Qed.

Lemma coordinate_parts plain x h l e : is_coordinate plain x h l e ->
  is_good 200 h l /\ Rabs (value h l e - x) <= b2 (-105) * Rabs x.
Proof.
  destruct plain.
  - intros (G & -> & V). split; [exact G |]. rewrite V, Rminus_diag_eq, Rabs_R0 by reflexivity.
    apply Rmult_le_pos; [apply bpow_ge_0 | apply Rabs_pos].
  - intros C. destruct (cut_off_parts _ _ _ _ C) as (G & _ & _ & _ & _ & E). split; [| exact E].
    apply (good_weaken 1); [exact G | lia].
Qed.

(* x times a factor, from factors that are near. *)
Lemma near_quotient v i x q s : 0 < q -> Rabs x <= q -> Rabs s = 1 -> Rabs (v - x) <= b2 (-105) * Rabs x ->
  Rabs (i * q - s) <= b2 (-98) -> Rabs (v * i - s * x / q) <= b2 (-96) /\ Rabs (v * i) <= 101 / 100.
Proof.
  intros Q X S Hv Hi.
  assert (A : Rabs (v * i - s * x / q) <= b2 (-96)).
  { replace (v * i - s * x / q) with ((v - x) / q * (i * q) + x / q * (i * q - s)) by (field; lra).
    eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_mult ((v - x) / q)), (Rabs_mult (x / q)).
    assert (Xq : Rabs (x / q) <= 1).
    { unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq q) by lra. apply Rmult_le_reg_r with q; [exact Q |].
      rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (Vq : Rabs ((v - x) / q) <= b2 (-105)).
    { unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq q) by lra. apply Rmult_le_reg_r with q; [exact Q |].
      rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_r. eapply Rle_trans; [exact Hv |].
      apply Rmult_le_compat_l; [apply bpow_ge_0 | exact X]. }
    assert (Iq : Rabs (i * q) <= 2).
    { destruct (abs_near _ _ _ Hi) as (H & _). rewrite S in H. assert (b2 (-98) <= 1) by (change 1 with (b2 0);
        apply bpow_le; lia). lra. }
    assert (T1 : Rabs ((v - x) / q) * Rabs (i * q) <= b2 (-105) * 2) by (apply Rmult_le_compat; auto using Rabs_pos).
    assert (T2 : Rabs (x / q) * Rabs (i * q - s) <= 1 * b2 (-98)) by (apply Rmult_le_compat; auto using Rabs_pos).
    change (b2 (-105)) with (/ 40564819207303340847894502572032) in T1.
    change (b2 (-98)) with (/ 316912650057057350374175801344) in T2.
    change (b2 (-96)) with (/ 79228162514264337593543950336).
    lra. }
  split; [exact A |]. destruct (abs_near _ _ _ A) as (H & _).
  assert (B : Rabs (s * x / q) <= 1).
  { unfold Rdiv. rewrite !Rabs_mult, S, Rabs_inv, (Rabs_pos_eq q) by lra. apply Rmult_le_reg_r with q; [exact Q |].
    rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (b2 (-96) <= / 100) by (apply Rle_trans with (b2 (-7)); [apply bpow_le; lia | change (b2 (-7)) with (/ 128);
    lra]).
  lra.
Qed.

(* What is at most about 1. *)
Definition is_ordinary (h l : D) e := is_good 15 h l /\ exponent_at_most h e 15.

Theorem component_correct plain s q x xh xl xe ih il ie h l e :
  wide_mul_results xh xl xe ih il ie h l e -> is_coordinate plain x xh xl xe -> is_factor plain s q ih il ie ->
  0 < q -> Rabs x <= q -> Rabs s = 1 ->
  is_ordinary h l e /\ Rabs (value h l e - s * x / q) <= 11 / 10 * b2 (-96).
Proof.
  intros H C (Gi & Ei & M) Q X S. destruct (coordinate_parts _ _ _ _ _ C) as (Gx & Ex).
  destruct (near_quotient _ _ _ _ _ Q X S Ex Ei) as (A & B).
  pose proof (good_weaken _ 850 _ _ Gx ltac:(lia)) as Gx'. pose proof (good_weaken _ 850 _ _ Gi ltac:(lia)) as Gi'.
  set (v := value xh xl xe) in *. set (i := value ih il ie) in *.
  assert (K : is_ordinary h l e /\ Rabs (value h l e - v * i) <= b2 (-101)).
  { destruct plain.
    - destruct C as (_ & -> & Vx). subst ie.
      assert (P : Rabs (real xh * real ih) <= b2 1).
      { pose proof (plain_value_size _ _ _ Gx) as S1. pose proof (plain_value_size _ _ _ Gi) as S2. fold v in S1.
        fold i in S2.
        rewrite Rabs_mult in B |- *.
        assert (T : Rabs (real xh) * Rabs (real ih) <= 101 / 100 * Rabs v * (101 / 100 * Rabs i))
          by (apply Rmult_le_compat;
          auto using Rabs_pos).
        change (b2 1) with 2. lra. }
      destruct (plain_product 1 _ _ _ _ _ _ _ H ltac:(lia) Gx' Gi' P) as (G & -> & E). fold v i in E.
      split; [split; [apply (good_weaken 4); [exact G | lia] | right; lia] |]. eapply Rle_trans; [exact E |].
      assert (lost <= / 1000 * b2 (-101)).
      { apply Rle_trans with (b2 (-10) * b2 (-101)); [rewrite <- bpow_plus; apply bpow_le; lia |].
        apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-10)) with (/ 1024). lra. }
      change (b2 (-102)) with (/ 5070602400912917605986812821504) in *.
      change (b2 (-101)) with (/ 2535301200456458802993406410752) in *. lra.
    - destruct M as (G10 & L10). destruct (cut_off_parts _ _ _ _ C) as (G1 & _ & _ & _ & O & _).
      assert (Sp : is_splittable (real xh * real ih)).
      { apply (splittable_of_sizes _ _ 0 (-10)); [exact O | now right | lia]. }
      destruct (wide_mul_sized 11 _ _ _ _ _ _ _ _ _ H ltac:(lia) Gx' Gi'
        (product_at_most 1 10 _ _ (proj2 (proj2 (proj2 G1))) (proj2 (proj2 (proj2 G10)))) Sp)
        as (G & _ & (S1 & S2) & E).
      fold v i in E. split.
      { split; [apply (good_weaken 14); [exact G | lia] |]. destruct O as [Z | O].
        { left. rewrite Z, Rmult_0_l, Rabs_R0 in S2. destruct (Req_dec (real h) 0) as [| N]; [assumption |].
          apply Rabs_pos_lt in N. lra. }
        right. assert (T : b2 (-11) * b2 e <= b2 3).
        { assert (b2 (-10) <= Rabs (real xh * real ih)).
          { rewrite Rabs_mult. rewrite <- (Rmult_1_l (b2 (-10))). apply Rmult_le_compat; try lra; apply bpow_ge_0. }
          apply Rle_trans with (Rabs (real h) * b2 e).
          - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (-11)%Z with (-1 + -10)%Z.
            rewrite (bpow_plus radix2 (-1)). change (b2 (-1)) with (/ 2). pose proof (bpow_gt_0 radix2 (-10)). lra.
          - eapply Rle_trans; [apply (high_at_most_value h l e (good_wide _ _ _ G)) |].
            destruct (abs_near _ _ _ E) as (V & _). change (b2 3) with 8.
            assert (b2 (-102) * Rabs (v * i) <= 1 * Rabs (v * i)).
            { apply Rmult_le_compat_r; [apply Rabs_pos | change 1 with (b2 0); apply bpow_le; lia]. } lra. }
        rewrite <- bpow_plus in T. apply le_bpow in T. lia. }
      eapply Rle_trans; [exact E |].
      change (b2 (-102)) with (/ 5070602400912917605986812821504) in *.
      change (b2 (-101)) with (/ 2535301200456458802993406410752) in *. lra. }
  destruct K as (G & E). split; [exact G |].
  replace (value h l e - s * x / q) with (value h l e - v * i + (v * i - s * x / q)) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  change (b2 (-96)) with (/ 79228162514264337593543950336) in *.
  change (b2 (-101)) with (/ 2535301200456458802993406410752) in E. lra.
Qed.
