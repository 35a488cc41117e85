(* The time of a sharp first contact on the side, end to end: if the filter (filter_first_contact of
   src/sweep/sweep_filter.h) finds a hit on the side, and the estimate is sharp, the time that round_down gives is
   the largest double not after the first contact.

   First real geometry: at a first contact on the side the distance from the line falls through R. Then the filter's
   tests, which are those that estimate_side_correct asks for. Premises are the answers of triple-doubles
   (has_closely) and of the integers (is_not_after). *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded Geometry SweepGeometry SweepTerms SweepAxis SweepCompare
  SweepContact SweepFilter SweepFirst SweepStart SweepTime Terms_wide Terms_sweep Terms_contact_sweep Terms_time
  Terms_leaving TangentGapLine TimeSideFast TimeSideSharp TimeRound.

Open Scope R_scope.

(* A point of the side has neighbours on the axis. *)
Lemma side_margin x a b s : feature_at Side x a b s -> exists m, 0 < m /\ forall y, Rabs (y - s) <= m -> on_axis x y.
Proof.
  destruct x; simpl; intros H.
  - exists (Rmin s (1 - s)). split; [apply Rmin_glb_lt; lra |]. intros y Hy. apply Rabs_le_inv in Hy.
    pose proof (Rmin_l s (1 - s)). pose proof (Rmin_r s (1 - s)). lra.
  - exists s. split; [exact H |]. intros y Hy. apply Rabs_le_inv in Hy. lra.
  - exists 1. split; [lra | auto].
Qed.

Section Hit.
Variables (x : extent) (c v a b : point) (r t : R).
Let L := len2 a b.
Let X := cross c a b.
Let Y := ux a b * py v - uy a b * px v.
Let f0 := wu c a b.
Let g := px v * ux a b + py v * uy a b.
Let k := r * norm (ux a b) (uy a b).
Hypothesis r_pos : 0 <= r.
Hypothesis L_pos : 0 < L.
Hypothesis t_pos : 0 < t.
Hypothesis before : forall t', 0 <= t' < t -> farther x (moved c v t') a b r.
Hypothesis touch : touches Side x (moved c v t) a b r.
Hypothesis crossing : r = 0 -> Y <> 0.

Lemma foot_of_touch : exists s m, 0 < m /\ (forall y, Rabs (y - s) <= m -> on_axis x y) /\ f0 + t * g = s * L /\
  (X + t * Y) ^ 2 = L * r ^ 2.
Proof.
  destruct touch as (s & Fs & Ds & Min). destruct (side_margin x a b s Fs) as (m & m0 & Near). exists s, m.
  split; [exact m0 |]. split; [exact Near |]. pose proof (dist2_moved c v a b t s) as E. fold L X Y f0 g in E.
  rewrite Ds in E.
  set (e := f0 + t * g - s * L) in *.
  assert (Z : e = 0).
  { destruct (Req_dec e 0) as [| N]; [assumption | exfalso]. pose proof (Rabs_pos_lt _ N) as P.
    set (d := Rabs e + m * L). assert (mL : 0 < m * L) by now apply Rmult_lt_0_compat.
    assert (d0 : 0 < d) by (unfold d; lra).
    set (q := m / d). assert (Eq : q * d = m) by (unfold q; field; lra).
    assert (q0 : 0 < q) by (unfold q; now apply Rdiv_lt_0_compat).
    assert (qe : 0 <= q * Rabs e) by (apply Rmult_le_pos; lra).
    assert (qL0 : 0 < q * L) by now apply Rmult_lt_0_compat.
    assert (Eqd : q * Rabs e + q * L * m = m) by (rewrite <- Eq at 2; unfold d; ring).
    assert (qL : q * L <= 1) by (apply Rmult_le_reg_r with m; lra).
    assert (qm : 0 <= q * L * m) by (apply Rmult_le_pos; lra).
    assert (Hy : Rabs (s + q * e - s) <= m).
    { replace (s + q * e - s) with (q * e) by ring. rewrite Rabs_mult, (Rabs_pos_eq q) by lra. lra. }
    specialize (Min _ (Near _ Hy)). pose proof (dist2_moved c v a b t (s + q * e)) as E'. fold L X Y f0 g in E'.
    replace (f0 + t * g - (s + q * e) * L) with (e * (1 - q * L)) in E' by (unfold e; ring).
    assert (L * r ^ 2 <= L * dist2_at (moved c v t) a b (s + q * e)) by (apply Rmult_le_compat_l; lra).
    assert (e2 : 0 < e ^ 2) by (rewrite <- pow2_abs; apply pow_lt; exact P).
    assert (C : (e * (1 - q * L)) ^ 2 < e ^ 2).
    { rewrite Rpow_mult_distr. assert ((1 - q * L) ^ 2 < 1) by nra. nra. }
    lra. }
  rewrite Z in E. split; [unfold e in Z; lra |]. rewrite E. ring.
Qed.

Lemma falls_to_reach : exists s, is_sign s /\ s * Y < 0 /\ s * (X + t * Y) = k.
Proof.
  destruct foot_of_touch as (s & m & m0 & Near & Ef & EA).
  assert (n0 : 0 < norm (ux a b) (uy a b)) by (apply sqrt_lt_R0; exact L_pos).
  assert (k0 : 0 <= k) by (unfold k; apply Rmult_le_pos; lra).
  assert (K2 : (X + t * Y) ^ 2 = k ^ 2).
  { rewrite EA. unfold k. rewrite Rpow_mult_distr. simpl (norm _ _ ^ 2). rewrite Rmult_1_r, norm_square.
    unfold L, len2. ring. }
  assert (Ab : Rabs (X + t * Y) = k).
  { rewrite <- (Rabs_pos_eq k) by exact k0. apply Rsqr_eq_abs_0. unfold Rsqr. lra. }
  destruct (Req_dec r 0) as [Z | N].
  - specialize (crossing Z). assert (kz : k = 0) by (unfold k; rewrite Z; ring). rewrite kz in Ab |- *.
    assert (A0 : X + t * Y = 0) by (destruct (Req_dec (X + t * Y) 0) as [| Q]; [assumption | now apply Rabs_no_R0 in
      Q]).
    rewrite A0. destruct (Rlt_le_dec Y 0) as [S | S]; [exists 1 | exists (-1)]; unfold is_sign; repeat split; auto;
      lra.
  - assert (kp : 0 < k) by (unfold k; apply Rmult_lt_0_compat; lra).
    assert (S : exists s, is_sign s /\ s * (X + t * Y) = k).
    { destruct (Rlt_le_dec (X + t * Y) 0) as [Q | Q]; [exists (-1) | exists 1]; unfold is_sign; split; auto.
      - rewrite Rabs_left in Ab; lra.
      - rewrite Rabs_pos_eq in Ab; lra. }
    destruct S as (sg & Sg & Es). exists sg. split; [exact Sg |]. split; [| exact Es]. apply Rnot_le_lt. intros C.
    assert (Hd : exists d, 0 < d /\ d <= t /\ d * Rabs g <= m * L /\ d * Rabs Y <= k).
    { pose proof (Rabs_pos g) as g0. pose proof (Rabs_pos Y) as y0.
      assert (mL : 0 < m * L) by now apply Rmult_lt_0_compat.
      exists (Rmin t (Rmin (m * L / (Rabs g + 1)) (k / (Rabs Y + 1)))).
      assert (Q1 : 0 < m * L / (Rabs g + 1)) by (apply Rdiv_lt_0_compat; lra).
      assert (Q2 : 0 < k / (Rabs Y + 1)) by (apply Rdiv_lt_0_compat; lra).
      set (d := Rmin t _). assert (d0 : 0 < d) by (unfold d; repeat apply Rmin_glb_lt; assumption).
      assert (d1 : d <= t) by apply Rmin_l.
      assert (d2 : d <= m * L / (Rabs g + 1)) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_l]).
      assert (d3 : d <= k / (Rabs Y + 1)) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_r]).
      split; [exact d0 |]. split; [exact d1 |]. split.
      - assert (d * (Rabs g + 1) <= m * L / (Rabs g + 1) * (Rabs g + 1)) by (apply Rmult_le_compat_r; lra).
        replace (m * L / (Rabs g + 1) * (Rabs g + 1)) with (m * L) in H by (field; lra). lra.
      - assert (d * (Rabs Y + 1) <= k / (Rabs Y + 1) * (Rabs Y + 1)) by (apply Rmult_le_compat_r; lra).
        replace (k / (Rabs Y + 1) * (Rabs Y + 1)) with k in H by (field; lra). lra. }
    destruct Hd as (d & d0 & d1 & d2 & d3). set (y := s - d * g / L).
    assert (Hy : Rabs (y - s) <= m).
    { replace (y - s) with (- (d * g / L)) by (unfold y; ring). rewrite Rabs_Ropp. unfold Rdiv.
      rewrite !Rabs_mult, (Rabs_pos_eq d), Rabs_inv, (Rabs_pos_eq L) by lra.
      apply Rmult_le_reg_r with L; [exact L_pos |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. exact d2. }
    pose proof (before (t - d) ltac:(lra) y (Near _ Hy)) as Far. pose proof (dist2_moved c v a b (t - d) y) as E.
    fold L X Y f0 g in E.
    replace (f0 + (t - d) * g - y * L) with 0 in E.
    2: { unfold y. replace ((s - d * g / L) * L) with (s * L - d * g) by (field; lra). rewrite <- Ef. ring. }
    assert (LF : L * r ^ 2 < L * dist2_at (moved c v (t - d)) a b y) by (apply Rmult_lt_compat_l; assumption).
    rewrite E, <- EA, K2 in LF.
    assert (Q : sg * (X + (t - d) * Y) = k - d * (sg * Y)) by (rewrite <- Es; ring).
    assert (B : 0 <= d * (sg * Y) <= k).
    { split; [apply Rmult_le_pos; lra |]. eapply Rle_trans; [| exact d3]. apply Rmult_le_compat_l; [lra |].
      rewrite <- (sign_abs sg Y Sg). apply Rle_abs. }
    assert (Q2 : (X + (t - d) * Y) ^ 2 = (k - d * (sg * Y)) ^ 2).
    { rewrite <- Q. destruct Sg as [-> | ->]; ring. }
    rewrite Q2 in LF. nra.
Qed.

End Hit.

(* A certain hit on the side has passed the tests of the length of the wall and of u x v. *)
Lemma hit_on_side_tests wx wy zx zy vx vy su sw sz sv r len2 move2 reach2 cross_start cross_move cross_a cross_b wv
  zv wu zu
    vu n q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has_closely :
  filter_first_contact_results wx wy zx zy vx vy su sw sz sv r len2 move2 reach2 cross_start cross_move cross_a
    cross_b
    wv zv wu zu vu n q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has_closely 3%Z 1%Z ->
  fle (fconst 1 (-400)) len2 = true /\ flt (allowance su sv) (fabs cross_move) = true.
Proof.
  intros H. unfold filter_first_contact_results in H. open H. destruct H.
  assert (End : forall e kd ft, (e <> 1)%Z ->
    filter_end_results wx wy zx zy vx vy sw sz sv move2 reach2 cross_a cross_b wv zv e q1 q2 q3 q4 q5 q6 q7 q8 q9 q10
      q11 q12
      q13 q14 has_closely kd ft -> ft <> 1%Z).
  { intros e kd ft Ne K. unfold filter_end_results in K. open K. destruct K. subst.
    repeat match goal with |- context [if ?b then _ else _] => destruct b end; try discriminate; assumption. }
  repeat match goal with K : filter_end_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ 2%Z _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    |- _ =>
    apply End in K; [| discriminate] end.
  repeat match goal with K : filter_end_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ 3%Z _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    |- _ =>
    apply End in K; [| discriminate] end.
  clear E_result_kind0.
  match goal with A : ?l = negb (fle _ len2), B : ?m = negb (flt ?e ?y), C : ?e = fadd _ _, E : ?y = fabs cross_move
    |- _ =>
    rename A into Long; rename B into Moves; rewrite C, E in Moves end.
  unfold allowance in *. destruct (fle (fconst 1 (-400)) len2); destruct (flt _ (fabs cross_move)); auto; exfalso;
    cbv [negb] in Long, Moves; rewrite ?Long, ?Moves in *;
    repeat match goal with K : 1%Z = (if ?b then _ else _) |- _ => destruct b end; congruence.
Qed.

Theorem sharp_hit_on_side_time x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz
  sv r
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu
    q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has_closely guess step error normal_x normal_y is_not_after
      unknown time rest :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  let is_first_touch T := 0 < T <= 1 /\ (forall t, 0 <= t < T -> farther x (moved c v t) a b R) /\
    touches Side x (moved c v T) a b R in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu
    ->
  (has_closely = true -> forall n sign,
    tangent_sign_results q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 n sign -> tangent_right c v a b R n sign) ->
  filter_first_contact_results wx wy zx zy vx vy su sw sz sv r len2 move2 reach2 cross_start cross_move cross_a
    cross_b
    wv zv wu zu vu (extent_number x) q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has_closely 3%Z 1%Z ->
  estimate_side_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy su sw sv r len2 cross_start
    cross_move
    (fconst 1 0) guess step error normal_x normal_y ->
  is_sharp_results guess error true -> round_down_results guess step error is_not_after unknown time rest ->
  (forall T, is_first_touch T -> if is_not_after then real (fadd guess step) <= T else T < real (fadd guess step)) ->
  exists T, is_first_touch T /\ finite time /\ is_largest_not_after (real time) T.
Proof.
  intros c v a b R is_first_touch Hv Hs Ht Hc Hf He Sh Hr Ask.
  destruct (sweep_filter_correct x _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs Ht Hc Hf) as (_ & Hit). fold c v a b R in Hit.
  destruct (Hit eq_refl) as (F & EF & (T & T0 & Before & Touch & _ & Cross) & _).
  assert (F = Side) by (destruct F; try discriminate EF; reflexivity). subst F.
  assert (First : is_first_touch T) by (split; [exact T0 | split; assumption]).
  destruct (hit_on_side_tests _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    Hf) as (Long & Moves).
  pose proof (C_line _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs)) as K. fold c v a b R in K.
  pose proof Ht as Ht'. unfold set_terms_results in Ht'. destruct Ht' as [_ El2 _ _ Ecm _ _ _ _ _ _ _].
  rewrite El2 in Long. pose proof (long_wall _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ K Long) as L0.
  pose proof (reach_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ K) as R0.
  pose proof (move_known _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ K) as Kn. rewrite <- Ecm in Kn.
  set (Y := Geometry.ux a b * py v - Geometry.uy a b * px v) in *.
  assert (Sg : 0 < real cross_move * Y).
  { pose proof (sign_of_known _ _ _ Kn Moves) as S. destruct Kn as (By & Be & P & _).
    pose proof (flt_real _ _ (proj1 Be) (finite_fabs _ (proj1 By)) Moves) as Lt. rewrite real_fabs in Lt.
    const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
    destruct S as [[S1 S2] | [S1 S2]].
    - apply flt_real in S1; [| exact F0 | apply By]. rewrite V0 in S1. now apply Rmult_lt_0_compat.
    - apply flt_real_false in S1; [| exact F0 | apply By]. rewrite V0 in S1. rewrite Rabs_left1 in Lt by exact S1.
      assert (0 < - real cross_move * - Y) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (CY : R = 0 -> Y <> 0) by (intros Z; apply (Cross Z)).
  destruct (falls_to_reach x c v a b R T R0 L0 (proj1 T0) Before Touch CY) as (s & Ss & Sy & Sk). fold Y in Sy, Sk.
  destruct one_value as (F1 & V1).
  assert (Fl : finite (fadd (fmul ux ux) (fmul uy uy)) /\ bpow radix2 (-400) <= real (fadd (fmul ux ux) (fmul uy
    uy))).
  { destruct (estimate_vectors _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as (_ & (Esu & _) & Su
      & _).
    destruct (TimeSide.coordinates_finite _ _ _ Esu Su) as (B1 & B2).
    assert (Bl : Bounded.below 403 (fadd (fmul ux ux) (fmul uy uy))).
    { apply (below_add 402); [lia | |]; apply (below_mul 201 201); auto; lia. }
    split; [apply Bl |]. const_facts 1%Z (-400)%Z F4 V4. rewrite Rmult_1_l in V4. rewrite <- V4.
    apply fle_real; [exact F4 | apply Bl | exact Long]. }
  destruct Fl as (Fl & Ll). rewrite <- El2 in Ll.
  destruct (estimate_side_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _
    Hv Hs Ht Ll Sg F1 (or_introl V1) He Sh s T Ss) as (Fg & Fst & Fe & [G0 G1] & S2 & Near).
  { rewrite V1, Rmult_1_l. exact Sy. }
  { etransitivity; [| exact Sk]. unfold Y, cross, Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy, c, v, a, b.
    simpl.
    ring. }
  { apply T0. }
  destruct (sharp_error _ _ Sh Fg Fe) as (E59 & _). pose proof (bpow_gt_0 radix2 (-200)).
  assert (Est : is_estimate guess step error T) by (constructor; try assumption; lra).
  exists T. split; [exact First |]. specialize (Ask T First).
  apply (round_down_correct guess step error T Est is_not_after unknown time rest Hr); intros E; rewrite E in Ask;
    exact Ask.
Qed.
