(* The time of a sharp last contact on the side (exit_of of src/sweep/passage.c): if the last touch on the side
   is before t = 1, the distance from the line grows through R there. So a sharp estimate with in = -1 is within its
   error of that time, and round_up gives the smallest double not before it.

   Premises are what filter_last_contact ensures (passage_filter_correct in SweepPassageFilter.v): the last touch,
   the length of the wall and the sign of u x v; and the answer of the integers. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded Geometry SweepErrors SweepAxis SweepGeometry SweepTerms
  SweepCompare SweepContact SweepFilter SweepFirst SweepStart SweepLast SweepPassage SweepTime SweepPassageFilter
  Terms_sweep Terms_contact_sweep Terms_time Terms_passage TangentGapLine TimeSideSharp TimeSideHit TimeRound.

Open Scope R_scope.

Lemma grows_from_reach x c v a b r t (Y := ux a b * py v - uy a b * px v) :
  0 <= r -> 0 < len2 a b -> t < 1 -> (forall t', t < t' <= 1 -> farther x (moved c v t') a b r) ->
  touches Side x (moved c v t) a b r -> (r = 0 -> Y <> 0) ->
  exists s, is_sign s /\ 0 < s * Y /\ s * (cross c a b + t * Y) = r * norm (ux a b) (uy a b).
Proof.
  intros R0 L0 T1 After Touch Cross.
  destruct (falls_to_reach x (moved c v 1) (opposite v) a b r (1 - t) R0 L0) as (s & Ss & Sy & Sk).
  - lra.
  - intros t' Ht. rewrite moved_back. apply After. lra.
  - rewrite moved_back. now replace (1 - (1 - t)) with t by ring.
  - intros Z. specialize (Cross Z). unfold Y, opposite in *. simpl. lra.
  - exists s. split; [exact Ss |]. rewrite cross_moved in Sk. unfold opposite in *. simpl in *. fold Y in Sk.
    replace (ux a b * - py v - uy a b * - px v) with (- Y) in * by (unfold Y; ring). split; [lra |]. rewrite <- Sk.
    ring.
Qed.

Theorem sharp_exit_on_side_time x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz
    sv r n reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu in_ guess step error normal_x
      normal_y
    is_not_before unknown time rest T :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    ->
  is_for_filter_results cr wr n su sw sz sv r true ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu
    ->
  bpow radix2 (-400) <= real len2 ->
  0 < real cross_move * (Geometry.ux a b * py v - Geometry.uy a b * px v) ->
  0 <= R -> T < 1 -> (forall t, T < t <= 1 -> farther x (moved c v t) a b R) -> touches Side x (moved c v T) a b R ->
  in_ = fneg (fconst 1 0) ->
  estimate_side_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy su sw sv r len2 cross_start
    cross_move
    in_ guess step error normal_x normal_y ->
  is_sharp_results guess error true -> round_up_results guess step error is_not_before unknown time rest ->
  (if is_not_before then T <= real (fadd guess step) else real (fadd guess step) < T) ->
  finite time /\ is_smallest_not_before (real time) T.
Proof.
  intros c v a b R Hv Hs Ht L2 Sg R0 T1 After Touch -> He Sh Hr Ask.
  set (Y := Geometry.ux a b * py v - Geometry.uy a b * px v) in *.
  assert (NY : Y <> 0) by (intros Z; rewrite Z, Rmult_0_r in Sg; lra).
  assert (L0 : 0 < Geometry.len2 a b).
  { destruct (Rle_lt_or_eq_dec _ _ (len2_nonneg a b)) as [| Z0]; [assumption | exfalso]. symmetry in Z0.
    unfold Geometry.len2 in Z0. assert (Zu : Geometry.ux a b = 0 /\ Geometry.uy a b = 0) by (split; nra).
    destruct Zu as (Zx & Zy). apply NY. unfold Y. rewrite Zx, Zy. ring. }
  destruct (grows_from_reach x c v a b R T R0 L0 T1 After Touch (fun _ => NY)) as (s & Ss & Sy & Sk).
  fold Y in Sy, Sk.
  destruct one_value as (F1 & V1).
  assert (Vn : real (fneg (fconst 1 0)) = -1) by (rewrite real_fneg, V1; ring).
  destruct (estimate_side_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ Hv Hs Ht L2 Sg (finite_fneg _ F1) (or_intror Vn) He Sh s T Ss) as (Fg & Fst & Fe & [G0 G1] & S2 & Near).
  { rewrite Vn. change (-1 * (s * Y) < 0). lra. }
  { etransitivity; [| exact Sk]. unfold Y, cross, Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy, c, v, a, b.
    simpl.
    ring. }
  { lra. }
  destruct (sharp_error _ _ Sh Fg Fe) as (E59 & _). pose proof (bpow_gt_0 radix2 (-200)).
  assert (Est : is_estimate guess step error T) by (constructor; try assumption; lra).
  apply (round_up_correct guess step error T Est is_not_before unknown time rest Hr); intros E; rewrite E in Ask;
    exact Ask.
Qed.

(* A certain last contact on the side has passed these tests. *)
Lemma exit_on_side_tests wx wy zx zy su sw sz sv r len2 reach2 cross_start cross_move wu zu vu n :
  filter_last_contact_results wx wy zx zy su sw sz sv r len2 reach2 cross_start cross_move wu zu vu n true 1%Z ->
  fle (fconst 1 (-400)) len2 = true /\ flt (allowance su sv) (fabs cross_move) = true /\
  exists outside, certain_compare_results (fabs cross_start) (allowance su sw) (fmul reach2 len2) outside /\
    (0 < outside)%Z.
Proof.
  intros H. unfold filter_last_contact_results in H. open H. destruct H.
  assert (End : forall q1 q2 q3 q4 e kd ft, (e <> 1)%Z -> filter_last_end_results q1 q2 q3 q4 e kd ft -> ft <> 1%Z).
  { intros q1 q2 q3 q4 e kd ft Ne K. unfold filter_last_end_results in K. open K. destruct K. subst.
    repeat match goal with |- context [if ?b then _ else _] => destruct b end; try discriminate; assumption. }
  repeat match goal with K : filter_last_end_results _ _ _ _ _ _ _ |- _ => apply End in K; [| discriminate] end.
  clear End. unfold allowance. subst.
  match goal with K : certain_compare_results _ _ _ ?o |- _ => rename o into outside; rename K into Cmp end.
  match goal with K : 1%Z = _ |- _ => rename K into Feat end.
  destruct (feq su (fconst 0 0)); [congruence |].
  destruct (fle (fconst 1 (-400)) len2); cbv [negb] in Feat; [| discriminate Feat].
  destruct (outside =? 0)%Z; [discriminate Feat |].
  destruct (outside >? 0)%Z eqn:Out.
  - split; [reflexivity |].
    match type of Feat with _ = if (if ?b then false else true) then _ else _ => destruct b; [| discriminate Feat]
      end.
    split; [reflexivity |]. exists outside. split; [exact Cmp |]. rewrite Z.gtb_ltb in Out. now apply Z.ltb_lt.
  - exfalso. repeat match type of Feat with _ = if ?b then _ else _ => destruct b end; congruence.
Qed.

(* u x -v in double is the opposite of u x v. *)
Lemma opposite_cross (px py qx qy : D) : finite px -> finite py -> finite qx -> finite qy ->
  finite (fmul px qy) -> finite (fmul py qx) -> finite (fsub (fmul px qy) (fmul py qx)) ->
  finite (fsub (fmul px (fneg qy)) (fmul py (fneg qx))) ->
  real (fsub (fmul px (fneg qy)) (fmul py (fneg qx))) = - real (fsub (fmul px qy) (fmul py qx)).
Proof.
  intros A1 A2 A3 A4 F1 F2 F3 F4. destruct (fneg_fmul_right _ _ A1 A4 F1) as (_ & N1).
  destruct (fneg_fmul_right _ _ A2 A3 F2) as (_ & N2). destruct (fsub_finite _ _ F3) as (_ & _ & ->).
  destruct (fsub_finite _ _ F4) as (_ & _ & ->). rewrite N1, N2.
  replace (- real (fmul px qy) - - real (fmul py qx)) with (- (real (fmul px qy) - real (fmul py qx))) by ring.
  apply round_NE_opp.
Qed.

Lemma passage_exit_on_side_facts x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz
    sv r ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r'
    q2' l2' m2' cs' cm' ca' cb' wv' zv' wu' zu' vu'
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  let is_last_touch T := 0 <= T <= 1 /\ (forall t, T < t <= 1 -> farther x (moved c v t) a b R) /\
    touches Side x (moved c v T) a b R in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    ->
  is_for_filter_results cr wr (extent_number x) su' sw' sz' sv' r' true ->
  vectors_backward_results ux uy wx wy zx zy vx vy su sw sz sv r ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r' ->
  set_terms_results ux' uy' wx' wy' zx' zy' vx' vy' r' q2' l2' m2' cs' cm' ca' cb' wv' zv' wu' zu' vu' ->
  filter_last_contact_results wx' wy' zx' zy' su' sw' sz' sv' r' l2' q2' cs' cm' wu' zu' vu' (extent_number x) true
    1%Z ->
  meets x c v a b R ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu
    ->
  exists T, is_last_touch T /\ is_for_filter_results cr wr (extent_number x) su sw sz sv r true /\
    bpow radix2 (-400) <= real len2 /\
    0 < real cross_move * (Geometry.ux a b * py v - Geometry.uy a b * px v) /\ 0 <= R /\ T < 1.
Proof.
  intros c v a b R is_last_touch Hv Hs' Hb Ht' Hf M Ht.
  destruct (passage_filter_correct x _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs' Hb Ht' Hf M) as [(Z & _) | (F & EF & Last)]; [discriminate Z |].
  assert (F = Side) by (destruct F; try discriminate EF; reflexivity). subst F.
  destruct Last as (T & T0 & After & Touch).
  assert (IsLast : is_last_touch T) by (split; [exact T0 | split; assumption]). exists T. split; [exact IsLast |].
  destruct (exit_on_side_tests _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hf) as (Long & Moves & outside & Cmp & Out).
  assert (Hs : is_for_filter_results cr wr (extent_number x) su sw sz sv r true).
  { destruct (sizes_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv) as (Nu & Nw & Nz & Nv).
    unfold vectors_backward_results in Hb. open Hb. destruct Hb. unfold is_for_filter_results in *.
    destruct Hs' as [S].
    subst. symmetry in S. apply andb_prop in S. destruct S as [S X]. apply andb_prop in S. destruct S as [S W0].
    apply andb_prop in S. destruct S as [S C0]. constructor.
    rewrite X, W0, C0, (safe_forward _ _ _ _ _ S Nu Nw Nz Nv). reflexivity. }
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  destruct (tight_vectors _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as (Tw & Tz & Tv & Sw & Sz).
  pose proof (C_line _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ K) as Kl. fold c v a b R in Kl.
  destruct (vectors_backward_right _ _ _ _ _ _ _ _ _ _ _ _ _ c v a b R _ _ _ _ _ _ _ _ _ _ _ _ _ Kl Tw Tz Tv Sw Sz Hb)
    as [Kb Same].
  destruct (estimate_vectors _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs)
    as (_ & (Esu & _ & Esv) & Su & _ & Sv & _).
  destruct (TimeSide.coordinates_finite _ _ _ Esu Su) as (B1 & B2).
  destruct (TimeSide.coordinates_finite _ _ _ Esv Sv) as (B3 & B4).
  assert (Eq : ux' = ux /\ uy' = uy /\ su' = su /\ sv' = sv /\ vx' = fneg vx /\ vy' = fneg vy).
  { unfold vectors_backward_results in Hb. open Hb. destruct Hb. subst. auto 10. }
  destruct Eq as (-> & -> & -> & -> & -> & ->).
  pose proof Ht as Ht2. unfold set_terms_results in Ht2. destruct Ht2 as [_ El2 _ _ Ecm _ _ _ _ _ _ _].
  unfold set_terms_results in Ht'. destruct Ht' as [Eq2 El2' _ Ecs' Ecm' _ _ _ _ _ _ _].
  rewrite El2' in Long. rewrite El2', Eq2, Ecs' in Cmp. rewrite Ecm' in Moves.
  pose proof (long_wall _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kl Long) as L0.
  pose proof (reach_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kl) as R0.
  destruct (start_against_reach _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kb outside Cmp) as (Above & _).
  specialize (Above Out).
  set (Y := Geometry.ux a b * py v - Geometry.uy a b * px v) in *.
  (* the last touch is before the end *)
  assert (T1 : T < 1).
  { destruct (Rle_lt_or_eq_dec _ _ (proj2 T0)) as [| E1]; [assumption | exfalso].
    destruct (foot_of_touch x c v a b R T R0 L0 Touch) as (? & ? & _ & _ & _ & Sq). fold Y in Sq.
    rewrite cross_moved in Above. fold Y in Above. rewrite E1 in Sq.
    pose proof (k_square a b R) as Ks. pose proof (k_nonneg a b R R0) as K0.
    set (k := R * norm (Geometry.ux a b) (Geometry.uy a b)) in *.
    assert (k * k < Rabs (cross c a b + 1 * Y) * Rabs (cross c a b + 1 * Y)) by (apply Rmult_le_0_lt_compat; lra).
    rewrite <- Rabs_mult, Rabs_pos_eq in H by apply Rle_0_sqr. lra. }
  (* the sign of u x v *)
  pose proof (move_known _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kb) as Kn.
  replace (Geometry.ux a b * py (opposite v) - Geometry.uy a b * px (opposite v)) with (- Y) in Kn
    by (unfold Y, opposite; simpl; ring).
  set (cmr := fsub (fmul ux (fneg vy)) (fmul uy (fneg vx))) in *.
  assert (P1 : Bounded.below 402 (fmul ux vy)) by (apply (below_mul 201 201); auto; lia).
  assert (P2 : Bounded.below 402 (fmul uy vx)) by (apply (below_mul 201 201); auto; lia).
  assert (P3 : Bounded.below 403 (fsub (fmul ux vy) (fmul uy vx))) by (apply (below_sub 402); auto; lia).
  assert (Neg : real cmr = - real cross_move).
  { rewrite Ecm. destruct Kn as ((Fc & _) & _). apply opposite_cross; try assumption; try apply B1; try apply B2;
      try apply B3; try apply B4; try apply P1; try apply P2; apply P3. }
  assert (Sg : 0 < real cross_move * Y).
  { pose proof (sign_of_known _ _ _ Kn Moves) as S. destruct Kn as (By & Be & P & _).
    pose proof (flt_real _ _ (proj1 Be) (finite_fabs _ (proj1 By)) Moves) as Lt. rewrite real_fabs in Lt.
    const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
    destruct S as [[S1 S2] | [S1 S2]].
    - apply flt_real in S1; [| exact F0 | apply By]. rewrite V0 in S1.
      assert (0 < real cmr * - Y) by (now apply Rmult_lt_0_compat). rewrite Neg in H. lra.
    - apply flt_real_false in S1; [| exact F0 | apply By]. rewrite V0 in S1. rewrite Rabs_left1 in Lt by exact S1.
      assert (0 < - real cmr * Y) by (apply Rmult_lt_0_compat; lra). rewrite Neg in H. lra. }
  assert (Ll : bpow radix2 (-400) <= real len2).
  { rewrite El2. const_facts 1%Z (-400)%Z F4 V4. rewrite Rmult_1_l in V4. rewrite <- V4.
    apply fle_real; [exact F4 | | exact Long]. apply (below_add 402); [lia | |]; apply (below_mul 201 201); auto;
      lia. }
  auto 10.
Qed.

Theorem sharp_passage_exit_time x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz
    sv r ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r'
    q2' l2' m2' cs' cm' ca' cb' wv' zv' wu' zu' vu'
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu in_ guess step error normal_x normal_y
    is_not_before unknown time rest :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  let is_last_touch T := 0 <= T <= 1 /\ (forall t, T < t <= 1 -> farther x (moved c v t) a b R) /\
    touches Side x (moved c v T) a b R in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    ->
  is_for_filter_results cr wr (extent_number x) su' sw' sz' sv' r' true ->
  vectors_backward_results ux uy wx wy zx zy vx vy su sw sz sv r ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r' ->
  set_terms_results ux' uy' wx' wy' zx' zy' vx' vy' r' q2' l2' m2' cs' cm' ca' cb' wv' zv' wu' zu' vu' ->
  filter_last_contact_results wx' wy' zx' zy' su' sw' sz' sv' r' l2' q2' cs' cm' wu' zu' vu' (extent_number x) true
    1%Z ->
  meets x c v a b R ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu
    ->
  in_ = fneg (fconst 1 0) ->
  estimate_side_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy su sw sv r len2 cross_start
    cross_move
    in_ guess step error normal_x normal_y ->
  is_sharp_results guess error true -> round_up_results guess step error is_not_before unknown time rest ->
  (forall T, is_last_touch T -> if is_not_before then T <= real (fadd guess step) else real (fadd guess step) < T) ->
  exists T, is_last_touch T /\ finite time /\ is_smallest_not_before (real time) T.
Proof.
  intros c v a b R is_last_touch Hv Hs' Hb Ht' Hf M Ht Hin He Sh Hr Ask.
  edestruct passage_exit_on_side_facts as (T & IsLast & Hs & Ll & Sg & R0 & T1);
    [exact Hv | exact Hs' | exact Hb | exact Ht' | exact Hf | exact M | exact Ht |].
  exists T. split; [exact IsLast |]. destruct IsLast as (T0 & After & Touch).
  specialize (Ask T (conj T0 (conj After Touch))).
  exact (sharp_exit_on_side_time x _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _
    _ _ T Hv Hs Ht Ll Sg R0 T1 After Touch Hin He Sh Hr Ask).
Qed.
