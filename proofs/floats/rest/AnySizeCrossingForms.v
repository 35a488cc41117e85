(* The roots of a crossing from doubles: what crossing_forms of src/rest/contact_integers.c accepts with ROOT_MARGIN
   is near enough for solve_roots. The gap of the side exceeds 2^-40 of its terms,
     so its root is at least 2^-21 of them,
   and w.u is near enough although it may cancel. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap AnySizeRound
  AnySizeVector AnySizeSideForms AnySizeEnd AnySizeAlong AnySizeRoots.
From Carom Require Terms_any_size Terms_any_roots.
Import Terms_any_size.approximate_side_terms(approximate_side_results).
Import Terms_any_size.approximate_gap_terms(approximate_gap_results).
Import Terms_any_size.dot_is_clear_terms(dot_is_clear_results).
Import Terms_any_roots.solve_roots_terms(solve_roots_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

Lemma within_of_high n (h l : D) c e x : is_good n h l -> 0 <= c <= / 1024 ->
  Rabs (value h l 0 - x) <= c * (105 / 100 * Rabs (real h)) -> 108 / 100 * c <= e -> is_within e (value h l 0) x /\
  Rabs (real h) <= 105 / 100 * Rabs x.
Proof.
  intros G C H E. pose proof (plain_value_size _ _ _ G) as P. destruct (wide_size _ _ (good_wide _ _ _ G)) as (_ & U).
  assert (V : value h l 0 = real h + real l) by (unfold value; change (b2 0) with 1; ring). rewrite <- V in U.
  destruct (abs_near _ _ _ H) as (A & B). pose proof (Rabs_pos (real h)) as h0. pose proof (Rabs_pos x) as x0.
  assert (c * (105 / 100 * Rabs (real h)) <= / 1024 * (105 / 100 * Rabs (real h))) by (apply Rmult_le_compat_r; lra).
  assert (Hh : Rabs (real h) <= 102 / 100 * Rabs x) by lra. split; [| lra]. unfold is_within.
  eapply Rle_trans; [exact H |].
  assert (c * (105 / 100 * Rabs (real h)) <= c * (105 / 100 * (102 / 100 * Rabs x))) by (apply Rmult_le_compat_l; lra).
  assert (108 / 100 * c * Rabs x <= e * Rabs x) by (apply Rmult_le_compat_r; lra).
  pose proof (Rmult_le_pos _ _ (proj1 C) x0). lra.
Qed.

(* ---- real numbers ---- *)

Section Real.
Variables p c L W r : R.
Let g := r * r - W.
Let G := r * r * L - c * c.
Let V := r * r * L + c * c.
Let H := sqrt G.
Hypothesis L_size : b2 (-401) <= L <= b2 402.
Hypothesis W_size : b2 (-401) <= W <= b2 402.
Hypothesis r_size : 0 <= r <= b2 201.
Hypothesis lagrange : p * p + c * c = L * W.
Hypothesis large : b2 (-402) * L <= V.
Hypothesis clear : b2 (-42) * V <= G.

Lemma roots_sizes : Rabs p + H <= sqrt W * sqrt L + r * sqrt L /\ b2 (-423) <= H /\
  sqrt W * sqrt L <= b2 22 * (Rabs p + H).
Proof.
  pose proof (bpow_gt_0 radix2 (-401)) as P4. assert (L0 : 0 < L) by lra. assert (W0 : 0 < W) by lra.
  pose proof (Rle_0_sqr c) as C0. pose proof (Rle_0_sqr r) as R0. pose proof (Rle_0_sqr p) as P0. unfold Rsqr in *.
  pose proof (Rmult_le_pos _ _ R0 (Rlt_le _ _ L0)) as RL. assert (V0 : 0 <= V) by (unfold V; lra).
  assert (G0 : 0 <= G) by (pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-42)) V0); lra).
  assert (WL : sqrt W * sqrt L = sqrt (p * p + c * c)) by (rewrite lagrange, <- sqrt_mult by lra; f_equal; ring).
  assert (Rs : r * sqrt L = sqrt (r * r * L)).
  { rewrite sqrt_mult by lra. rewrite sqrt_square by lra. reflexivity. }
  pose proof (sqrt_pos G) as H0. fold H in H0.
  assert (Hv : b2 (-21) * sqrt V <= H).
  { unfold H. rewrite <- (sqrt_square (b2 (-21))) by apply bpow_ge_0.
    rewrite <- sqrt_mult; [| rewrite <- bpow_plus; apply bpow_ge_0 | exact V0].
    apply sqrt_le_1_alt. rewrite <- bpow_plus. exact clear. }
  split; [| split].
  - rewrite WL, Rs. apply Rplus_le_compat; [| unfold H; apply sqrt_le_1_alt; unfold G; lra].
    rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr. lra.
  - eapply Rle_trans; [| exact Hv].
    assert (Lv : b2 (-402) <= sqrt V).
    { apply (sqrt_power_least (-804)); [lia |]. eapply Rle_trans; [| exact large].
      apply Rle_trans with (b2 (-402) * b2 (-402)); [rewrite <- bpow_plus; apply bpow_le; lia |].
      apply Rmult_le_compat_l; [apply bpow_ge_0 |]. eapply Rle_trans; [| apply L_size]. apply bpow_le. lia. }
    apply Rle_trans with (b2 (-21) * b2 (-402)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Lv].
  - rewrite WL. assert (Cv : Rabs c <= b2 21 * H).
    { apply Rle_trans with (sqrt V).
      - rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr, V. lra.
      - apply Rmult_le_reg_l with (b2 (-21)); [apply bpow_gt_0 |]. rewrite <- Rmult_assoc, <- bpow_plus.
        change (b2 (-21 + 21)) with 1. lra. }
    pose proof (Rabs_pos c) as c0. pose proof (Rabs_pos p) as p0.
    apply Rle_trans with (Rabs p + Rabs c).
    + rewrite <- (sqrt_square (Rabs p + Rabs c)) by lra. apply sqrt_le_1_alt.
      pose proof (square_of_abs p). pose proof (square_of_abs c). pose proof (Rmult_le_pos _ _ p0 c0). lra.
    + assert (1 * Rabs p <= b2 22 * Rabs p) by (apply Rmult_le_compat_r; [exact p0 | change 1 with (b2 0);
      apply bpow_le; lia]).
      assert (b2 21 * H <= b2 22 * H) by (apply Rmult_le_compat_r; [exact H0 | apply bpow_le; lia]). lra.
Qed.

Lemma roots_range Q : Rabs Q = Rabs p + H -> b2 (-41) * (r * r + W) <= Rabs g ->
  b2 (-600) <= Rabs Q /\ b2 (-600) <= L /\ b2 (-890) <= Rabs (Q / L) <= b2 700 /\
  (g <> 0 -> b2 (-890) <= Rabs (g / Q) <= b2 700 /\ b2 (-900) <= Rabs g).
Proof.
  intros EQ Cg. destruct roots_sizes as (S1 & S2 & _). pose proof (Rabs_pos p) as p0.
  pose proof (bpow_gt_0 radix2 (-423)) as p4.
  pose proof (bpow_gt_0 radix2 (-401)) as P4. assert (L0 : 0 < L) by lra. pose proof (sqrt_lt_R0 _ L0) as s0.
  assert (sL : sqrt L <= b2 201) by (apply (sqrt_power 402); [lia | lra]).
  assert (sW : sqrt W <= b2 201) by (apply (sqrt_power 402); [lia | lra]).
  assert (sl : b2 (-201) <= sqrt L).
  { apply (sqrt_power_least (-402)); [lia |]. eapply Rle_trans; [| apply L_size]. apply bpow_le. lia. }
  assert (Two : b2 202 = 2 * b2 201) by (change 202%Z with (1 + 201)%Z; rewrite bpow_plus; reflexivity).
  assert (Q1 : Rabs Q <= b2 202 * sqrt L).
  { rewrite EQ. eapply Rle_trans; [exact S1 |]. rewrite <- Rmult_plus_distr_r. apply Rmult_le_compat_r; lra. }
  assert (Qp : b2 (-423) <= Rabs Q) by lra.
  assert (Up : Rabs (Q / L) <= b2 403).
  { unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq L) by lra. apply Rmult_le_reg_r with L; [exact L0 |].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. eapply Rle_trans; [exact Q1 |].
    rewrite <- (sqrt_sqrt L) at 2 by lra. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra |].
    apply Rle_trans with (b2 403 * b2 (-201)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact sl]. }
  split; [eapply Rle_trans; [| exact Qp]; apply bpow_le; lia |].
  split; [eapply Rle_trans; [| apply L_size]; apply bpow_le; lia |]. split; [split |].
  - unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq L) by lra. apply Rle_trans with (b2 (-423) * b2 (- (402))).
    + rewrite <- bpow_plus. apply bpow_le. lia.
    + apply Rmult_le_compat; try apply bpow_ge_0; [exact Qp |]. rewrite bpow_opp. apply Rinv_le; lra.
  - eapply Rle_trans; [exact Up | apply bpow_le; lia].
  - intros Ng. pose proof (Rle_0_sqr r) as R0. unfold Rsqr in R0.
    assert (Lg : b2 (-442) <= Rabs g).
    { eapply Rle_trans; [| exact Cg]. apply Rle_trans with (b2 (-41) * b2 (-401)); [rewrite <- bpow_plus;
      apply bpow_le; lia |].
      apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
    split; [| eapply Rle_trans; [| exact Lg]; apply bpow_le; lia].
    assert (Q2 : Rabs Q <= b2 403).
    { eapply Rle_trans; [exact Q1 |]. apply Rle_trans with (b2 202 * b2 201); [apply Rmult_le_compat_l;
      [apply bpow_ge_0 | exact sL] |].
      rewrite <- bpow_plus. apply bpow_le. lia. }
    unfold Rdiv at 1 2. rewrite Rabs_mult, Rabs_inv. split.
    + apply Rle_trans with (b2 (-442) * b2 (- (403))); [rewrite <- bpow_plus; apply bpow_le; lia |].
      apply Rmult_le_compat; try apply bpow_ge_0; [exact Lg |]. rewrite bpow_opp. apply Rinv_le; lra.
    + (* the inner root is not beyond the outer one *)
      apply Rle_trans with (Rabs (Q / L)); [| eapply Rle_trans; [exact Up | apply bpow_le; lia]].
      unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq L) by lra.
      apply Rmult_le_reg_r with (Rabs Q * L); [apply Rmult_lt_0_compat; lra |].
      replace (Rabs g * / Rabs Q * (Rabs Q * L)) with (Rabs g * L) by (field; lra).
      replace (Rabs Q * / L * (Rabs Q * L)) with (Rabs Q * Rabs Q) by (field; lra).
      assert (G0 : 0 <= G).
      { pose proof (Rle_0_sqr c) as C0. unfold Rsqr in C0. pose proof (Rmult_le_pos _ _ R0 (Rlt_le _ _ L0)).
        eapply Rle_trans; [| exact clear]. apply Rmult_le_pos; [apply bpow_ge_0 | unfold V; lra]. }
      pose proof (sqrt_sqrt G G0) as HH. fold H in HH. pose proof (sqrt_pos G) as H0. fold H in H0.
      assert (Lgg : g * L = H * H - p * p) by (rewrite HH; unfold g, G; lra).
      rewrite <- (Rabs_pos_eq L) at 1 by lra. rewrite <- Rabs_mult, Lgg, EQ. pose proof (square_of_abs p).
      pose proof (Rmult_le_pos _ _ p0 H0). pose proof (Rle_0_sqr p) as P2. unfold Rsqr in P2.
      pose proof (Rle_0_sqr H) as Hq. unfold Rsqr in Hq. apply Rabs_le. lra.
Qed.
End Real.

(* ---- from doubles ---- *)

Section Doubles.
Variables uxh uxl uyh uyl wxh wxl wyh wyl rh rl : D.
Variables any1 any2 any3 any4 any5 any6 any7 any8 k1 k2 k3 k4 k5 k6 k7 k8 : D.
Variables any_e1 any_e2 any_e3 any_e4 le ce de' gse gae de : Z.
Variables ch cl lh ll dh' dl' gsh gsl gah gal dh dl j1 j2 j3 j4 j5 j6 : D.
Let ux := value uxh uxl 0.
Let uy := value uyh uyl 0.
Let wx := value wxh wxl 0.
Let wy := value wyh wyl 0.
Let r := value rh rl 0.
Let L := ux * ux + uy * uy.
Let W := wx * wx + wy * wy.
Let p := wx * ux + wy * uy.
Let g := r * r - W.
Let G := p * p + L * g.
Hypothesis side : approximate_side_results uxh uxl 0 uyh uyl 0 wxh wxl 0 wyh wyl 0 any1 any2 any_e1 any3 any4 any_e2
  any5 any6 any_e3 rh rl 0 any7 any8 any_e4 (fconst 1 (-40)) k1 k2 k3 k4 k5 k6 k7 k8 true ch cl ce lh ll le dh' dl' de'
  gsh gsl gse.
Hypothesis end_a : approximate_gap_results wxh wxl 0 wyh wyl 0 rh rl 0 (fconst 1 (-40)) j1 j2 j3 j4 true gah gal gae.
Hypothesis dot : dot_is_clear_results wxh wxl 0 wyh wyl 0 uxh uxl 0 uyh uyl 0 j5 j6 true dh dl de.
Hypothesis goods : is_good 200 uxh uxl /\ is_good 200 uyh uyl /\ is_good 200 wxh wxl /\ is_good 200 wyh wyl /\
  is_good 200 rh rl.
Hypothesis large_u : b2 (-200) <= Rabs (real uxh) \/ b2 (-200) <= Rabs (real uyh).
Hypothesis large_w : b2 (-200) <= Rabs (real wxh) \/ b2 (-200) <= Rabs (real wyh).
Hypothesis radius : 0 <= r.
(* The straight meets the outline. *)
Hypothesis meets : 0 <= real gsh.
Variables i1 i2 i3 i4 ih il oh ol : D.
Variables ie oe : Z.
Hypothesis run : solve_roots_results dh dl de lh ll le gah gal gae gsh gsl gse i1 i2 i3 i4 ih il ie oh ol oe.
Let Q := if Rle_dec 0 p then p + sqrt G else p - sqrt G.

Theorem roots_from_doubles :
  (is_sizeable true 850 13 oh ol oe /\ is_good 850 oh ol /\ real oh = rnd (real oh + real ol) /\
    is_within (b2 (-55)) (value oh ol oe) (Q / L)) /\
  (Q <> 0 -> is_sizeable true 850 13 ih il ie /\ is_good 850 ih il /\ real ih = rnd (real ih + real il) /\
    is_within (b2 (-55)) (value ih il ie) (- g / Q) /\ (g = 0 -> real ih = 0)) /\
  (Q = 0 -> ih = oh /\ il = ol /\ ie = oe).
Proof.
  destruct goods as (Gux & Guy & Gwx & Gwy & Gr). destruct (constant_value (-40) ltac:(lia)) as (Fm & Vm).
  pose proof side as K. eapply side_core in K; [| reflexivity | exact Gux | exact Guy | exact Gwx | exact Gwy |
    exact Gr | exact large_u].
  destruct K as ((_ & El & _ & Es) & (_ & Gl & _ & Gs) & (SL & AL) & _ & _ & (VL & _) & Clear).
  destruct (Clear (-40)%Z Fm Vm ltac:(lia)) as (_ & C1 & C2). clear Clear.
  pose proof end_a as K. eapply gap_core in K; [| exact Gwx | exact Gwy | exact Gr | exact large_w].
  destruct K as (Ga & Ea & SW & AG & Cg).
  destruct (Cg eq_refl (-40)%Z Fm Vm ltac:(lia)) as (C3 & _). clear Cg.
  destruct (dot_is_clear_correct _ _ _ _ _ _ _ _ _ _ _ _ _ dot Gwx Gwy Gux Guy) as (Sd & Gd & Ed & Dd).
  fold ux uy wx wy r in SL, AL, VL, C1, C2, SW, AG, C3, Sd, Dd. fold L in SL, AL, VL, C1, C2. fold W in SW, AG, C3.
  fold p in Sd, Dd. set (c := ux * wy - uy * wx) in *. set (N := Rabs (wx * ux) + Rabs (wy * uy)) in *.
  subst le gse gae de.
  pose proof (Rle_0_sqr c) as c2. pose proof (Rle_0_sqr r) as r2. unfold Rsqr in c2, r2.
  assert (L0 : 0 < L) by (pose proof (bpow_gt_0 radix2 (-401)); lra).
  assert (W0 : 0 < W) by (pose proof (bpow_gt_0 radix2 (-401)); lra).
  assert (Id : p * p + c * c = L * W) by (unfold p, c, L, W; ring).
  assert (EG : r * r * L - c * c = G) by (unfold G, g; lra). rewrite EG in C2.
  set (V := r * r * L + c * c) in *. assert (V0 : 0 < V).
  { eapply Rlt_le_trans; [| exact VL]. apply Rmult_lt_0_compat; [apply bpow_gt_0 | exact L0]. }
  (* the gaps *)
  assert (S57 : 0 <= b2 (-97 - -40) <= / 1024).
  { split; [apply bpow_ge_0 |]. change (/ 1024) with (b2 (-10)). apply bpow_le. lia. }
  destruct (within_of_high 820 _ _ _ (b2 (-56)) _ Gs S57 C2) as (Ws & Hs).
  { change (-56)%Z with (1 + -57)%Z. rewrite bpow_plus. change (b2 1) with 2. change (-97 - -40)%Z with (-57)%Z.
    pose proof (bpow_gt_0 radix2 (-57)). lra. }
  assert (C4 : 8 / 10 * (b2 (-40) * V) <= real gsh) by (rewrite Rabs_pos_eq in C1; assumption).
  pose proof (Rmult_lt_0_compat _ _ (bpow_gt_0 radix2 (-40)) V0) as V40.
  assert (G0 : 0 <= G).
  { destruct (high_sign 820 gsh gsl 0 Gs) as ((X1 & _) & _). specialize (X1 ltac:(lra)). unfold is_within in Ws.
    apply Rnot_lt_le. intros Ng. rewrite (Rabs_left G) in Ws by exact Ng. apply Rabs_le_inv in Ws.
    assert (b2 (-56) * - G <= 1 * - G) by (apply Rmult_le_compat_r; [lra | change 1 with (b2 0); apply bpow_le;
      lia]). lra. }
  assert (CG : b2 (-42) * V <= r * r * L - c * c).
  { rewrite EG. rewrite (Rabs_pos_eq G), (Rabs_pos_eq (real gsh)) in Hs by lra.
    change (-42)%Z with (-2 + -40)%Z. rewrite bpow_plus, Rmult_assoc. change (b2 (-2)) with (/ 4). lra. }
  assert (S100 : 0 <= b2 (-58) <= / 1024).
  { split; [apply bpow_ge_0 |]. change (/ 1024) with (b2 (-10)). apply bpow_le. lia. }
  assert (PW : 0 <= r * r + W) by lra. pose proof (bpow_gt_0 radix2 (-750)) as P7.
  assert (AG' : Rabs (value gah gal 0 - g) <= b2 (-58) * (105 / 100 * Rabs (real gah))).
  { eapply Rle_trans; [exact AG |]. apply Rle_trans with (b2 (-58) * (b2 (-40) * (r * r + W))).
    - rewrite <- Rmult_assoc, <- bpow_plus. apply Rmult_le_compat_r; [exact PW | apply bpow_le; lia].
    - apply Rmult_le_compat_l; [apply bpow_ge_0 |]. pose proof (Rabs_pos (real gah)). lra. }
  destruct (within_of_high 407 _ _ _ (b2 (-57)) _ Ga S100 AG') as (Wg & Hg).
  { change (-57)%Z with (1 + -58)%Z. rewrite bpow_plus. change (b2 1) with 2. lra. }
  assert (Cg : b2 (-41) * (r * r + W) <= Rabs g).
  { change (-41)%Z with (-1 + -40)%Z. rewrite bpow_plus, Rmult_assoc. change (b2 (-1)) with (/ 2).
    pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-40)) PW). lra. }
  assert (Rr : 0 <= r <= b2 201).
  { split; [exact radius |]. pose proof (proj2 (proj2 (proj2 Gr))) as U.
    destruct (wide_size _ _ (good_wide _ _ _ Gr)) as (_ & U').
    assert (Vr : r = real rh + real rl) by (unfold r, value; change (b2 0) with 1; ring). rewrite <- Vr in U'.
    rewrite (Rabs_pos_eq r) in U' by exact radius. change 201%Z with (1 + 200)%Z. rewrite (bpow_plus radix2 1).
    change (b2 1) with 2.
    lra. }
  destruct (roots_sizes p c L W r SL SW Rr Id VL CG) as (_ & H4 & NQ). rewrite EG in H4, NQ. set (H := sqrt G) in *.
  assert (AQ : Rabs Q = Rabs p + H).
  { pose proof (sqrt_pos G) as H0. fold H in H0. unfold Q. destruct (Rle_dec 0 p).
    - rewrite !Rabs_pos_eq; lra.
    - rewrite (Rabs_left1 (p - H)), (Rabs_left1 p); lra. }
  pose proof (roots_range p c L W r SL SW Rr Id VL CG Q) as Range. rewrite EG in Range. specialize (Range AQ Cg).
  assert (NN : N <= sqrt W * sqrt L).
  { destruct (terms_of_dot wx wy ux uy L0) as (_ & Q2). fold L W N in Q2. pose proof (sqrt_lt_R0 _ L0) as s0.
    apply Rmult_le_reg_r with (/ L); [now apply Rinv_0_lt_compat |]. eapply Rle_trans; [exact Q2 |]. right.
    rewrite <- (sqrt_sqrt L) at 3 by lra. field. lra. }
  assert (Wider : forall m i h l, is_good i h l -> (i <= m)%Z -> is_sizeable true m 4 h l 0).
  { intros m i h l K M. split; [now apply (good_weaken i) | reflexivity]. }
  eapply solve_roots_correct with (plain := true); [exact run | | | | | intros _; exact Range].
  - split; [apply (Wider 500%Z 405%Z); [exact Gl | lia] |]. split; [| exact L0]. unfold is_within.
    rewrite (Rabs_pos_eq L) by lra. eapply Rle_trans; [exact AL |]. apply Rmult_le_compat_r; [lra | apply bpow_le; lia].
  - split; [apply (Wider 500%Z 407%Z); [exact Gd | lia] |]. split; [exact Sd |]. eapply Rle_trans; [exact Dd |].
    pose proof (Rabs_pos p) as p0.
    assert (X1 : b2 (-101) * N <= b2 (-71) * (Rabs p + H)).
    { apply Rle_trans with (b2 (-101) * (b2 22 * (Rabs p + H))); [apply Rmult_le_compat_l; [apply bpow_ge_0 | lra] |].
      rewrite <- Rmult_assoc, <- bpow_plus. apply Rmult_le_compat_r; [pose proof (bpow_gt_0 radix2 (-423));
        lra | apply bpow_le; lia]. }
    assert (X2 : b2 (-1064) <= b2 (-71) * (Rabs p + H)).
    { apply Rle_trans with (b2 (-71) * b2 (-423)); [rewrite <- bpow_plus; apply bpow_le; lia |].
      apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
    change (sqrt (p * p + L * g)) with H. change (-70)%Z with (1 + -71)%Z. rewrite (bpow_plus radix2 1).
    change (b2 1) with 2. lra.
  - split; [apply (Wider 500%Z 407%Z); [exact Ga | lia] | exact Wg].
  - split; [split; [exact Gs | reflexivity] |]. split; [exact Ws |]. split; [exact G0 |]. intros _.
    eapply Rle_trans; [| exact C4]. apply Rle_trans with (b2 (-1) * (b2 (-40) * (b2 (-402) * b2 (-401)))).
    + rewrite <- !bpow_plus. apply bpow_le. lia.
    + change (b2 (-1)) with (/ 2). assert (b2 (-402) * b2 (-401) <= V).
      { eapply Rle_trans; [| exact VL]. apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
      assert (b2 (-40) * (b2 (-402) * b2 (-401)) <= b2 (-40) * V) by (apply Rmult_le_compat_l;
        [apply bpow_ge_0 | assumption]).
      lra.
Qed.
End Doubles.
