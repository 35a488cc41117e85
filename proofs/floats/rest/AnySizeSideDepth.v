(* The depth and the normal on the side as solve_side of src/rest/contact_integers.c computes them: near enough for
   their last rounding. The forms come from doubles or from integers (AnySizeSide.v). *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap AnySizeRound
  AnySizeVector AnySizeParts AnySizeNormal AnySizeEnd AnySizeSide.
From Carom Require Bounded Terms_wide Terms_any_size.
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_any_size.solve_side_terms(solve_side_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* The distance from |u x w| and 1 / |u|. *)
Lemma distance_by_cross plain c r L ch cl ce ih il ie h l e : wide_mul_results
    (if flt ch (fconst 0 0) then fneg ch else ch) (if flt ch (fconst 0 0) then fneg cl else cl) ce ih il ie h l e ->
  0 < L -> 0 <= r -> (plain = true -> r <= b2 201) -> is_side_cross plain c r L ch cl ce ->
    is_factor plain 1 (sqrt L) ih il ie -> 0 < real ih ->
  b2 (-209) <= real ih -> (plain = false -> b2 (-9) <= real ih) ->
  let q := Rabs c / sqrt L in
  Rabs (value h l e - q) <= b2 (-59) * Rmax r q /\ is_good 230 h l /\ 0 <= real h /\
  (if plain then e = 0%Z else is_sized 12 h l) /\ (c <> 0 -> real h <> 0) /\ (c = 0 -> real h = 0).
Proof.
  intros H L0 R0 Rb C (Gi & Ei & Mi) P L2 L9 q. pose proof (sqrt_lt_R0 _ L0) as s0.
  assert (Sq : sqrt L * sqrt L = L) by (apply sqrt_sqrt; lra). set (s := sqrt L) in *.
  pose proof (good_weaken _ 850 _ _ Gi ltac:(lia)) as Gi'. pose proof (proj2 (proj2 (proj2 Gi))) as Bi.
  assert (G : is_good 407 ch cl).
  { destruct plain; [apply C |]. apply (good_weaken 1); [apply (cut_off_parts _ _ _ _ C) | lia]. }
  destruct (abs_of_high 407 ch cl ce G) as (Ga & A0 & Ea & Va).
  set (ah := if flt ch (fconst 0 0) then fneg ch else ch) in *. set (al := if flt ch (fconst 0 0)
    then fneg cl else cl) in *.
  pose proof (good_weaken _ 850 _ _ Ga ltac:(lia)) as Ga'. pose proof (proj2 (proj2 (proj2 Ga))) as Ba.
  assert (Aih : Rabs (real ih) = real ih) by (apply Rabs_pos_eq; lra).
  assert (Sp : is_splittable (real ah * real ih)).
  { apply (splittable_of_sizes _ _ (-752) (-209)); [| right; rewrite Aih; exact L2 | lia].
    destruct plain; [right; rewrite Ea, Rabs_Rabsolu; apply C |].
    destruct (cut_off_parts _ _ _ _ C) as (_ & _ & _ & _ & O & _).
    destruct O as [Z | O]; [left; rewrite Ea, Z; apply Rabs_R0 | right]. rewrite Ea, Rabs_Rabsolu.
    eapply Rle_trans; [| exact O]. change 1 with (b2 0). apply bpow_le. lia. }
  destruct (wide_mul_sized 617 _ _ _ _ _ _ _ _ _ H ltac:(lia) Ga' Gi' (product_at_most 407 210 _ _ Ba Bi) Sp)
    as (Gh & Ee & Sh & Eh).
  rewrite Va in Eh. set (v := Rabs (value ch cl ce)) in *. set (i := value ih il ie) in *.
  assert (v0 : 0 <= v) by apply Rabs_pos.
  assert (Hv : Rabs (v - Rabs c) * Rabs (v - Rabs c) <= b2 (-123) * (r * r * (s * s) + c * c)).
  { rewrite Sq. assert (T : Rabs (v - Rabs c) <= Rabs (value ch cl ce - c)) by apply Rabs_triang_inv2.
    apply Rle_trans with (Rabs (value ch cl ce - c) * Rabs (value ch cl ce - c)).
    { apply Rmult_le_compat; auto using Rabs_pos. }
    pose proof (Rle_0_sqr r) as R2. pose proof (Rle_0_sqr c) as C2. unfold Rsqr in R2, C2.
    pose proof (Rmult_le_pos _ _ R2 (Rlt_le _ _ L0)) as RL.
    destruct plain; [destruct C as (_ & -> & _ & _ & D & _); exact D |].
    destruct (cut_off_parts _ _ _ _ C) as (_ & _ & _ & _ & _ & E).
    apply Rle_trans with (b2 (-105) * Rabs c * (b2 (-105) * Rabs c)).
    { apply Rmult_le_compat; auto using Rabs_pos. }
    replace (b2 (-105) * Rabs c * (b2 (-105) * Rabs c)) with (b2 (-105) * b2 (-105) * (Rabs c * Rabs c)) by ring.
    rewrite square_of_abs, <- bpow_plus. apply Rmult_le_compat; try apply bpow_ge_0; [exact C2 | apply bpow_le;
      lia | lra]. }
  pose proof (distance_error v c r s i _ s0 R0 v0 Hv Ei Eh) as D. fold q in D.
  assert (h0 : 0 <= real h).
  { assert (V : 0 <= value h l e).
    { rewrite (Rabs_pos_eq (v * i)) in Eh; [| apply Rmult_le_pos; [exact v0 |]; left;
      apply (high_sign 210 ih il ie Gi); lra].
      apply Rabs_le_inv in Eh. assert (0 <= v * i) by (apply Rmult_le_pos; [exact v0 |]; left;
        apply (high_sign 210 ih il ie Gi); lra).
      assert (b2 (-102) * (v * i) <= 1 * (v * i)) by (apply Rmult_le_compat_r; [lra | change 1 with (b2 0);
        apply bpow_le; lia]). lra. }
    apply Rnot_lt_le. intros A. apply (high_sign _ h l e Gh) in A. lra. }
  rewrite (Rabs_pos_eq (real h)) in Sh by exact h0.
  assert (Zc : c = 0 <-> real ah = 0).
  { rewrite Ea. split; intros Z.
    - destruct plain.
      + destruct C as (_ & _ & S & Lc & _). exfalso. rewrite Z in S. destruct S as ((S1 & _) & (S2 & _)).
        pose proof (bpow_gt_0 radix2 (-752)).
        destruct (Rtotal_order (real ch) 0) as [A | [A | A]]; [specialize (S2 A); lra | rewrite A, Rabs_R0 in Lc; lra |
          specialize (S1 A); lra].
      + destruct (cut_off_parts _ _ _ _ C) as (_ & _ & _ & Zz & _). apply Zz in Z. rewrite Z. apply Rabs_R0.
    - destruct plain.
      + destruct C as (_ & _ & _ & Lc & _). pose proof (bpow_gt_0 radix2 (-752)). lra.
      + destruct (cut_off_parts _ _ _ _ C) as (_ & _ & _ & Zz & _). apply Zz.
        destruct (Req_dec (real ch) 0) as [| N]; [assumption | apply Rabs_pos_lt in N; lra]. }
  assert (Hz : c = 0 -> real h = 0) by (intros Z; apply Zc in Z; rewrite Z, Rmult_0_l, Rabs_R0 in Sh; lra).
  assert (Hn : c <> 0 -> real h <> 0).
  { intros N Z. assert (Na : real ah <> 0) by (intros A; apply N; now apply Zc). rewrite Z in Sh.
    assert (0 < Rabs (real ah * real ih)) by (apply Rabs_pos_lt; apply Rmult_integral_contrapositive_currified; lra).
      lra. }
  assert (Up : plain = false -> real h <= b2 12).
  { intros ->. destruct Mi as (G10 & _). destruct (cut_off_parts _ _ _ _ C) as (G1 & _).
    assert (Rabs (real ah * real ih) <= b2 11).
    { apply (product_at_most 1 10); [rewrite Ea, Rabs_Rabsolu; apply G1 | apply G10]. }
    change 12%Z with (1 + 11)%Z. rewrite (bpow_plus radix2 1). change (b2 1) with 2. pose proof (bpow_gt_0 radix2 11).
      lra. }
  split; [exact D |]. split; [| split; [exact h0 | split; [| split; assumption]]].
  - destruct plain.
    + (* the distance is at most 2^203 *)
      pose proof C as C0. destruct C as (_ & _ & _ & _ & _ & _ & Cl). apply (good_of_bound _ 230 _ _ Gh).
        rewrite Rabs_pos_eq by exact h0.
      assert (Q1 : Rabs c <= b2 202 * s).
      { apply Rsqr_incr_0_var; [| apply Rmult_le_pos; [apply bpow_ge_0 | lra]]. unfold Rsqr.
        replace (b2 202 * s * (b2 202 * s)) with (b2 202 * b2 202 * (s * s)) by ring.
        rewrite square_of_abs, Sq, <- bpow_plus. exact Cl. }
      assert (q202 : q <= b2 202).
      { unfold q. apply Rmult_le_reg_r with s; [exact s0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      assert (M : Rmax r q <= b2 202).
      { apply Rmax_lub; [| exact q202]. eapply Rle_trans; [now apply Rb | apply bpow_le; lia]. }
      assert (V : Rabs (value h l e) <= 2 * b2 202).
      { destruct (abs_near _ _ _ D) as (N & _). assert (q0 : 0 <= q).
        { unfold q. apply Rmult_le_pos; [apply Rabs_pos |]. left. now apply Rinv_0_lt_compat. }
        rewrite (Rabs_pos_eq q q0) in N. assert (b2 (-59) * Rmax r q <= 1 * b2 202).
        { apply Rmult_le_compat; [apply bpow_ge_0 | | change 1 with (b2 0); apply bpow_le; lia | exact M].
          eapply Rle_trans; [exact R0 | apply Rmax_l]. } lra. }
      pose proof (high_at_most_value h l e (good_wide _ _ _ Gh)) as Hh. rewrite (Rabs_pos_eq (real h))
        in Hh by exact h0.
      destruct C0 as (_ & Zc0 & _). rewrite Ee, Zc0, Mi in Hh. change (b2 (0 + 0)) with 1 in Hh.
      rewrite Ee, Zc0, Mi in V. change (0 + 0)%Z with 0%Z in *.
      change 230%Z with (28 + 202)%Z. rewrite (bpow_plus radix2 28). change (b2 28) with 268435456.
      pose proof (bpow_gt_0 radix2 202). lra.
    + apply (good_of_bound _ 230 _ _ Gh). rewrite Rabs_pos_eq by exact h0.
      eapply Rle_trans; [now apply Up | apply bpow_le; lia].
  - destruct plain; [destruct C as (_ & -> & _); now rewrite Ee, Mi |].
    split; [apply (good_of_bound _ 12 _ _ Gh); rewrite Rabs_pos_eq by exact h0; now apply Up |].
    destruct (Req_dec c 0) as [Z | N]; [left; auto | right]. rewrite Rabs_pos_eq by exact h0.
    assert (Na : real ah <> 0) by (intros A; apply N; now apply Zc).
    destruct (cut_off_parts _ _ _ _ C) as (_ & _ & _ & _ & O & _). rewrite Ea in Na.
    destruct O as [O | O]; [exfalso; apply Na; rewrite O; apply Rabs_R0 |]. rewrite <- Ea in O.
    assert (1 * b2 (-9) <= Rabs (real ah * real ih)).
    { rewrite Rabs_mult. apply Rmult_le_compat; [lra | apply bpow_ge_0 | |].
      - rewrite Ea, Rabs_Rabsolu. rewrite Ea in O. exact O.
      - rewrite Aih. now apply L9. }
    change (- (12))%Z with (-3 + -9)%Z. rewrite (bpow_plus radix2 (-3)). change (b2 (-3)) with (/ 8).
    pose proof (bpow_gt_0 radix2 (-9)). lra.
Qed.

(* The gap divided by |u|^2. *)
Lemma gap_on_side plain c r L gh gl ge ch cl ce ih il ie h l e : wide_mul_results gh gl ge ih il ie h l e ->
  0 < L -> 0 <= r -> (plain = true -> r <= b2 201) -> is_side_cross plain c r L ch cl ce ->
  is_side_gap plain c r L gh gl ge -> is_inverse2 plain L ih il ie ->
  is_gap r (Rabs c / sqrt L) h l e /\ (plain = false -> r = 0 -> c = 0 -> real h = 0).
Proof.
  intros H L0 R0 Rb C Hg (Gi & Pi & Ei & Mi). pose proof (sqrt_lt_R0 _ L0) as s0.
  assert (Sq : sqrt L * sqrt L = L) by (apply sqrt_sqrt; lra). set (q := Rabs c / sqrt L).
  assert (Qq : q * q = c * c / L).
  { unfold q. rewrite <- Sq at 3. rewrite <- (square_of_abs c). field. lra. }
  pose proof (Rle_0_sqr r) as R2. pose proof (Rle_0_sqr c) as C2. unfold Rsqr in R2, C2.
  pose proof (Rmult_le_pos _ _ R2 (Rlt_le _ _ L0)) as RL.
  set (G := r * r * L - c * c) in *. set (V := r * r * L + c * c) in *.
  assert (EG : r * r - q * q = G / L) by (rewrite Qq; unfold G; field; lra).
  assert (EV : r * r + q * q = V / L) by (rewrite Qq; unfold V; field; lra).
  assert (GV : Rabs G <= V) by (unfold G, V; apply Rabs_le; lra).
  assert (Gg : is_good 820 gh gl).
  { destruct plain; [apply Hg |]. apply (good_weaken 1); [apply (cut_off_parts _ _ _ _ Hg) | lia]. }
  assert (Sg : same_sign (real gh) G).
  { destruct plain; [apply Hg |]. apply (cut_off_parts _ _ _ _ Hg). }
  assert (Eg : Rabs (value gh gl ge - G) <= b2 (-59) * V).
  { destruct plain; [destruct Hg as (_ & -> & _ & E & _); exact E |].
    destruct (cut_off_parts _ _ _ _ Hg) as (_ & _ & _ & _ & _ & E). eapply Rle_trans; [exact E |].
    apply Rmult_le_compat; try apply bpow_ge_0; [apply Rabs_pos | apply bpow_le; lia | exact GV]. }
  assert (B59 : b2 (-59) <= / 1024) by (change (/ 1024) with (b2 (-10)); apply bpow_le; lia).
  assert (B97 : b2 (-97) <= / 1024) by (change (/ 1024) with (b2 (-10)); apply bpow_le; lia).
  assert (V0 : 0 <= V) by (unfold V; lra).
  assert (V59 : b2 (-59) * V <= / 1024 * V) by (apply Rmult_le_compat_r; lra).
  pose proof (good_weaken _ 850 _ _ Gg ltac:(lia)) as Gg'. pose proof (good_weaken _ 850 _ _ Gi ltac:(lia)) as Gi'.
  (* sizes *)
  assert (Sz : Rabs (real gh * real ih) <= b2 440 /\ (real gh = 0 \/ b2 (-498) <= Rabs (real gh * real ih))).
  { rewrite Rabs_mult, (Rabs_pos_eq (real ih)) by lra. destruct plain.
    - destruct Hg as (_ & -> & _ & _ & Lg). destruct Mi as (-> & _).
      destruct C as (_ & _ & _ & _ & _ & VL & CL). fold V in VL, Lg.
      destruct (abs_near _ _ _ Eg) as (N & _). pose proof (plain_value_size _ _ _ Gg) as S1.
      pose proof (plain_value_size _ _ _ Gi) as S2. pose proof (wide_size _ _ (good_wide _ _ _ Gi)) as (_ & W2).
      assert (El : real ih + real il = value ih il 0) by (unfold value; change (b2 0) with 1; ring). rewrite El in W2.
      rewrite (Rabs_pos_eq (real ih)) in S2, W2 by lra. set (i := value ih il 0) in *.
      assert (Ip : 0 < i) by (apply (high_sign _ _ _ 0 Gi); exact Pi). rewrite (Rabs_pos_eq i) in S2, W2 by lra.
      apply Rabs_le_inv in Ei.
      assert (I1 : i <= 101 / 100 * / L).
      { apply Rmult_le_reg_r with L; [exact L0 |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      assert (I2 : 99 / 100 * / L <= i).
      { apply Rmult_le_reg_r with L; [exact L0 |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      assert (Li : 0 < / L) by now apply Rinv_0_lt_compat.
      assert (VLu : V <= b2 405 * L).
      { assert (r * r <= b2 402).
        { change 402%Z with (201 + 201)%Z. rewrite bpow_plus. specialize (Rb eq_refl). apply Rmult_le_compat; lra. }
        assert (r * r * L <= b2 402 * L) by (apply Rmult_le_compat_r; lra).
        change 405%Z with (3 + 402)%Z. change 404%Z with (2 + 402)%Z in CL. rewrite bpow_plus in CL |- *.
        change (b2 3) with 8. change (b2 2) with 4 in CL. pose proof (Rmult_lt_0_compat _ _ (bpow_gt_0 radix2 402) L0).
        unfold V. lra. }
      assert (X1 : V * / L <= b2 405).
      { apply Rmult_le_reg_r with L; [exact L0 |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      assert (X2 : b2 (-402) <= V * / L).
      { apply Rmult_le_reg_r with L; [exact L0 |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      pose proof (bpow_gt_0 radix2 (-95)) as P95. pose proof (bpow_gt_0 radix2 405) as P405.
      pose proof (Rmult_le_pos _ _ (Rlt_le _ _ P95) V0) as PV.
      split; [| right].
      + apply Rle_trans with (103 / 100 * V * (103 / 100 * / L)).
        * apply Rmult_le_compat; [apply Rabs_pos | lra | lra | lra].
        * replace (103 / 100 * V * (103 / 100 * / L)) with (10609 / 10000 * (V * / L)) by (field; lra).
          change 440%Z with (35 + 405)%Z. rewrite (bpow_plus radix2 35). change (b2 35) with 34359738368. lra.
      + apply Rle_trans with (8 / 10 * (b2 (-95) * V) * (98 / 100 * / L)).
        * replace (8 / 10 * (b2 (-95) * V) * (98 / 100 * / L)) with (784 / 1000 * (b2 (-95) * (V * / L))) by (field;
          lra).
          apply Rle_trans with (/ 2 * (b2 (-95) * b2 (-402))).
          -- change (/ 2) with (b2 (-1)). rewrite <- !bpow_plus. apply bpow_le. lia.
          -- assert (b2 (-95) * b2 (-402) <= b2 (-95) * (V * / L)) by (apply Rmult_le_compat_l; lra).
             assert (0 <= b2 (-95) * b2 (-402)) by (apply Rmult_le_pos; apply bpow_ge_0). lra.
        * apply Rmult_le_compat; lra.
    - destruct Mi as (G23 & L19). destruct (cut_off_parts _ _ _ _ Hg) as (G1 & _ & _ & _ & O & _).
      pose proof (proj2 (proj2 (proj2 G1))) as B1. pose proof (proj2 (proj2 (proj2 G23))) as B23.
      rewrite (Rabs_pos_eq (real ih)) in B23 by lra. pose proof (Rabs_pos (real gh)). split.
      + apply Rle_trans with (b2 1 * b2 23); [apply Rmult_le_compat; lra |]. rewrite <- bpow_plus. apply bpow_le. lia.
      + destruct O as [Z | O]; [now left | right]. apply Rle_trans with (1 * b2 (-19)).
        * rewrite Rmult_1_l. apply bpow_le. lia.
        * apply Rmult_le_compat; [lra | apply bpow_ge_0 | exact O | exact L19]. }
  destruct Sz as (Up & Lo).
  assert (Sp : is_splittable (real gh * real ih)).
  { destruct Lo as [Z | Lo]; [left; rewrite Z; ring | right]. eapply Rle_trans; [| exact Lo]. apply bpow_le. lia. }
  destruct (wide_mul_sized 440 _ _ _ _ _ _ _ _ _ H ltac:(lia) Gg' Gi' Up Sp) as (Gh & _ & Sh & Eh).
  assert (Zh : real gh = 0 -> real h = 0).
  { intros Z. rewrite Z, Rmult_0_l, Rabs_R0 in Sh. destruct (Req_dec (real h) 0) as [| N]; [assumption |].
    apply Rabs_pos_lt in N. lra. }
  split.
  - split; [apply (good_weaken 443); [exact Gh | lia] |]. split.
    { destruct Lo as [Z | Lo]; [left; auto | right]. change (-500)%Z with (-2 + -498)%Z.
      rewrite (bpow_plus radix2 (-2)).
      change (b2 (-2)) with (/ 4). pose proof (bpow_gt_0 radix2 (-498)). lra. }
    rewrite EG, EV. split.
    + apply same_sign_trans with (value h l e); [apply (high_sign 443); exact Gh |].
      apply same_sign_trans with G.
      2: { destruct (sign_of_quotient (G / L) G L L0) as ((A1 & A2) & (A3 & A4)); [| split; split; assumption].
        rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. apply Rmult_le_pos; [apply bpow_ge_0 | apply Rabs_pos]. }
      apply same_sign_trans with (value gh gl ge).
      { assert (Ip : 0 < value ih il ie) by (apply (high_sign _ _ _ ie Gi); exact Pi).
        apply (sign_of_quotient _ _ (/ value ih il ie)); [now apply Rinv_0_lt_compat |].
        replace (value gh gl ge / / value ih il ie) with (value gh gl ge * value ih il ie) by (field; lra).
        eapply Rle_trans; [exact Eh |]. apply Rmult_le_compat_r; [apply Rabs_pos | apply bpow_le; lia]. }
      apply same_sign_trans with (real gh); [| exact Sg].
      destruct (high_sign 820 gh gl ge Gg) as ((A1 & A2) & (A3 & A4)). split; split; assumption.
    + apply (divided_gap_error (value gh gl ge) G V L (value ih il ie)); assumption.
  - intros Pl Zr Zc. subst plain. apply Zh. apply (cut_off_parts _ _ _ _ Hg). unfold G. rewrite Zr, Zc. ring.
Qed.

(* The left-hand or right-hand normal of u. *)
Definition side_sign (c : R) := if Rlt_dec c 0 then -1 else 1.

Section Side.
Variables uxe uye dote ce le re ge de te pxe pye nxe nye : Z.
Variables ax ay uxh uxl uyh uyl doth dotl ch cl lh ll rh rl gh gl k1 k2 k3 k4 k5 k6 : D.
Variables dh dl th tl pxh pxl pyh pyl nxh nxl nyh nyl : D.
Hypothesis run : solve_side_results ax ay uxh uxl uxe uyh uyl uye doth dotl dote ch cl ce lh ll le rh rl re gh gl ge
  k1 k2 k3 k4 k5 k6 dh dl de th tl te pxh pxl pxe pyh pyl pye nxh nxl nxe nyh nyl nye.
Variable plain : bool.
Variables ux uy r c : R.
Let L := ux * ux + uy * uy.
Let q := Rabs c / sqrt L.
Hypothesis vector : is_vector plain ux uy uxh uxl uxe uyh uyl uye.
Hypothesis reach : is_reach plain r rh rl re.
Hypothesis length : is_side_length plain L lh ll le.
Hypothesis cross : is_side_cross plain c r L ch cl ce.

Theorem solve_side_depth : is_side_gap plain c r L gh gl ge -> is_depth r q dh dl de.
Proof.
  intros Gap. pose proof run as Q. unfold solve_side_results in Q.
  repeat match type of Q with ex _ => destruct Q as [? Q] end. destruct Q. subst.
  pose proof (proj1 length) as L0. pose proof (sqrt_lt_R0 _ L0) as s0.
  destruct (length_is_positive _ _ _ _ _ length) as (Pl & El).
  destruct (root_of_positive _ _ _ _ _ _ _ _ E_wide_sqrt Pl L0 El) as (Ps & Es).
  destruct (inverse_of_length _ _ _ _ _ _ _ _ _ _ _ E_wide_of E_wide_div Ps s0 Es) as (Fi & Pi & L2 & L9).
  pose proof (square_of_inverse _ _ _ _ _ _ _ _ E_wide_mul L0 Fi Pi L2 L9) as I2.
  pose proof (proj1 reach) as r0. destruct (reach_parts _ _ _ _ _ reach) as (Gr & R0 & Er & Sr).
  assert (Rb : plain = true -> r <= b2 201).
  { intros Pt. pose proof reach as Re. rewrite Pt in Re. destruct Re as (_ & _ & _ & V & _). rewrite <- V.
    pose proof (wide_size _ _ (good_wide _ _ _ Gr)) as (_ & W). pose proof (proj2 (proj2 (proj2 Gr))) as B.
    unfold value. change (b2 0) with 1. rewrite Rmult_1_r. eapply Rle_trans; [apply Rle_abs |].
    change 201%Z with (1 + 200)%Z. rewrite (bpow_plus radix2 1). change (b2 1) with 2.
      pose proof (bpow_gt_0 radix2 200). lra. }
  destruct (distance_by_cross _ _ _ _ _ _ _ _ _ _ _ _ _ E_wide_mul_2 L0 r0 Rb cross Fi Pi L2 L9)
    as (Ed & Gd & D0 & Sd & Nd & Zd).
  fold q in Ed.
  destruct (gap_on_side _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_wide_mul_3 L0 r0 Rb cross Gap I2) as (Gg & Zg). fold q in Gg.
  assert (q0 : 0 <= q).
  { unfold q. apply Rmult_le_pos; [apply Rabs_pos |]. left. now apply Rinv_0_lt_compat. }
  apply (depth_of_gap_correct plain _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_depth_of_gap reach); try assumption.
  destruct plain.
  - left. split; [exact Gd |]. split; [exact D0 |]. split; [destruct reach as (_ & _ & -> & _); now rewrite Sd |].
    (* R or the distance is at least 2^-202 *)
    destruct cross as (_ & _ & _ & _ & _ & VL & _). rewrite Sd in *.
    assert (M : b2 (-202) <= Rmax r q).
    { apply Rnot_lt_le. intros A. pose proof (Rmax_l r q) as M1. pose proof (Rmax_r r q) as M2.
      assert (X : r * r + q * q < 2 * (b2 (-202) * b2 (-202))).
      { assert (r * r <= Rmax r q * Rmax r q) by (apply Rmult_le_compat; lra).
        assert (q * q <= Rmax r q * Rmax r q) by (apply Rmult_le_compat; lra).
        assert (Rmax r q * Rmax r q < b2 (-202) * b2 (-202)) by (apply Rmult_le_0_lt_compat; lra). lra. }
      assert (Cc : c * c = q * q * L).
      { unfold q. rewrite <- (sqrt_sqrt L) at 3 by lra. rewrite <- (square_of_abs c). field. lra. }
      assert (Y : b2 (-402) <= r * r + q * q).
      { apply Rmult_le_reg_r with L; [exact L0 |]. lra. }
      rewrite <- bpow_plus in X. change (-202 + -202)%Z with (-2 + -402)%Z in X. rewrite bpow_plus in X.
      change (b2 (-2)) with (/ 4) in X. pose proof (bpow_gt_0 radix2 (-402)). lra. }
    set (m := Rmax r q) in *. assert (B59 : b2 (-59) * m <= / 1024 * m).
    { apply Rmult_le_compat_r; [pose proof (bpow_gt_0 radix2 (-202)); lra |]. change (/ 1024) with (b2 (-10)).
      apply bpow_le. lia. }
    assert (B105 : b2 (-105) * r <= / 1024 * m).
    { apply Rle_trans with (/ 1024 * r); [apply Rmult_le_compat_r; [exact r0 |]; change (/ 1024) with (b2 (-10));
        apply bpow_le; lia |]. pose proof (Rmax_l r q). fold m in H. lra. }
    destruct reach as (_ & _ & Zr & _). rewrite Zr in Er.
    pose proof (plain_value_size _ _ _ Gr) as S1. pose proof (plain_value_size _ _ _ Gd) as S2.
    pose proof (wide_size _ _ (good_wide _ _ _ Gr)) as (_ & W1). pose proof (wide_size _ _ (good_wide _ _ _ Gd))
      as (_ & W2).
    assert (E1 : forall h l : D, real h + real l = value h l 0) by (intros; unfold value; change (b2 0) with 1; ring).
    rewrite E1 in W1, W2. rewrite (Rabs_pos_eq (real rh)) in W1 by exact R0.
    match type of W2 with _ <= _ * Rabs ?x => rewrite (Rabs_pos_eq x) in W2 by exact D0 end.
    pose proof (Rle_abs (value rh rl 0)). match type of Ed with Rabs (?v - _) <= _ => pose proof (Rle_abs v) end.
    apply Rabs_le_inv in Er, Ed. pose proof (bpow_gt_0 radix2 (-202)) as P2.
    assert (Mx : m = r \/ m = q) by (unfold m, Rmax; destruct (Rle_dec r q); auto).
    apply Rle_trans with (/ 1024 * b2 (-202)).
    + change (/ 1024) with (b2 (-10)). rewrite <- bpow_plus. apply bpow_le. lia.
    + destruct Mx; lra.
  - destruct (Req_dec r 0) as [Zr | Nr]; [destruct (Req_dec c 0) as [Zc | Nc] |].
    + right. now apply Zg.
    + left. split; [exact Gd |]. split; [exact D0 |]. split; [exact Sd | right; now apply Nd].
    + left. split; [exact Gd |]. split; [exact D0 |]. split; [exact Sd | left]. intros Z. apply Nr.
      destruct reach as (_ & Cr). now apply (cut_off_parts _ _ _ _ Cr).
Qed.

Theorem solve_side_normal :
  (is_ordinary nxh nxl nxe /\ Rabs (value nxh nxl nxe - - side_sign c * uy / sqrt L) <= 11 / 10 * b2 (-96)) /\
  (is_ordinary nyh nyl nye /\ Rabs (value nyh nyl nye - side_sign c * ux / sqrt L) <= 11 / 10 * b2 (-96)).
Proof.
  pose proof run as Q. unfold solve_side_results in Q.
  repeat match type of Q with ex _ => destruct Q as [? Q] end. destruct Q. subst.
  pose proof (proj1 length) as L0. pose proof (sqrt_lt_R0 _ L0) as s0.
  destruct (length_is_positive _ _ _ _ _ length) as (Pl & El).
  destruct (root_of_positive _ _ _ _ _ _ _ _ E_wide_sqrt Pl L0 El) as (Ps & Es).
  destruct (inverse_of_length _ _ _ _ _ _ _ _ _ _ _ E_wide_of E_wide_div Ps s0 Es) as (Fi & _).
  destruct (coordinates _ _ _ _ _ _ _ _ _ vector) as (Cx & Cy). pose proof (coordinate_neg _ _ _ _ _ Cy) as Cy'.
  destruct (coordinate_at_most ux uy) as (Bx & By). fold L in Bx, By. pose proof By as By'. rewrite <- Rabs_Ropp in By'.
  assert (Ft : forall ih il ie, is_factor plain 1 (sqrt L) ih il ie -> is_factor plain (side_sign c) (sqrt L)
    (if flt ch (fconst 0 0) then fneg ih else ih) (if flt ch (fconst 0 0) then fneg il else il) ie).
  { intros ih il ie F. assert (S : finite ch /\ (real ch < 0 <-> c < 0)).
    { destruct plain.
      - destruct cross as (G & _ & (_ & S) & _). split; [apply G | exact S].
      - destruct (cut_off_parts _ _ _ _ cross) as (G & _ & (_ & S) & _). split; [apply G | exact S]. }
    destruct S as (Fc & S1 & S2). destruct zero_value as (F0 & V0). unfold side_sign.
    destruct (flt ch (fconst 0 0)) eqn:E.
    - apply flt_real in E; try assumption. rewrite V0 in E. specialize (S1 E). destruct (Rlt_dec c 0); [| lra].
      replace (-1) with (- (1)) by ring. now apply factor_neg.
    - apply flt_real_false in E; try assumption. rewrite V0 in E. destruct (Rlt_dec c 0) as [A | A]; [| exact F].
      specialize (S2 A). lra. }
  assert (Abs : Rabs (side_sign c) = 1).
  { unfold side_sign. destruct (Rlt_dec c 0); [rewrite Rabs_left; lra | apply Rabs_R1]. }
  destruct E_set_normal. apply Ft in Fi.
  split.
  - replace (- side_sign c * uy) with (side_sign c * - uy) by ring.
    eapply component_correct; try eassumption; exact By'.
  - eapply component_correct; try eassumption; exact Bx.
Qed.
End Side.
