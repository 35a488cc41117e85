(* filter_last_contact of src/sweep/passage_filter.h: if certain, the contact lasts to t = 1, or its last touch is of
   the given feature. The circle must meet the wall, as it does where the filter is called. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry Bounded SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepMiss SweepCompare SweepEnd SweepContact SweepFilter SweepFoot SweepFirst SweepStart
  SweepLast SweepPassage Terms_sweep Terms_contact_sweep.

Open Scope R_scope.

Section Last.
Variables (ux uy wx wy zx zy vx vy su sw sz sv r : D) (x : extent) (c v a b : point) (R : R).
Hypothesis Kl : line_vectors ux uy wx wy zx zy vx vy su sw sz sv r c v a b R.
Variables (ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r' : D).
Hypothesis Kb : line_vectors ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r' (moved c v 1) (opposite v) a b R.
Hypothesis Same : wx' = fadd wx vx /\ wy' = fadd wy vy /\ zx' = fadd zx vx /\ zy' = fadd zy vy /\ sw' = fadd sw sv /\
  sz' = fadd sz sv /\ r' = r.
Hypothesis Meets : meets x c v a b R.

Let len2 := fadd (fmul ux' ux') (fmul uy' uy').
Let cross_start := fsub (fmul ux' wy') (fmul uy' wx').
Let cross_move := fsub (fmul ux' vy') (fmul uy' vx').
Let twu := fadd (fmul wx' ux') (fmul wy' uy').
Let tzu := fadd (fmul zx' ux') (fmul zy' uy').
Let tvu := fadd (fmul vx' ux') (fmul vy' uy').
Let c' := moved c v 1.
Let v' := opposite v.
Let X := cross c' a b.
Let k := R * norm (Geometry.ux a b) (Geometry.uy a b).

Definition last_decided (f : Z) :=
  (f = 0%Z /\ lasts x c v a b R) \/ exists F, f = feature_number F /\ last_touch F x c v a b R.

Lemma R_nonneg : 0 <= R.
Proof. exact (reach_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kb). Qed.

Lemma meets_reversed : meets x c' v' a b R.
Proof. apply meets_back, Meets. Qed.

Lemma touched F : first_touch F x c' v' a b R -> last_touch F x c v a b R.
Proof. apply first_touch_back. Qed.

Lemma last_end_a f :
  comes_to_a x c' v' a b R \/ (R ^ 2 < w2 c' a -> comes_to_a x c' v' a b R) ->
  filter_last_end_results (fmul r' r') wx' wy' sw' 2%Z true f -> last_decided f.
Proof.
  intros C H. destruct Same as (S1 & S2 & _ & _ & S3 & _ & S4). rewrite S1, S2, S3, S4 in H. destruct Kl.
  apply filter_last_end_correct with (E1 := Geometry.wx c a) (E2 := Geometry.wy c a) (V1 := px v) (V2 := py v) (R :=
    R) in H;
    auto; [| lia].
  assert (D2 : (Geometry.wx c a + px v) ^ 2 + (Geometry.wy c a + py v) ^ 2 = w2 c' a).
  { unfold w2, Geometry.wx, Geometry.wy, c', moved. simpl. ring. }
  rewrite D2 in H. destruct H as [[-> H] | [-> H]].
  - right. exists EndA. split; [reflexivity |]. apply touched. apply end_touch; auto using meets_reversed, R_nonneg.
    destruct C; auto.
  - left. split; [reflexivity |]. exists 0. split; [destruct x; simpl; auto; lra |]. rewrite w2_is. fold c'. lra.
Qed.

Lemma last_end_b f :
  x = Segment -> (R ^ 2 < w2 c' b -> comes_to_a Segment c' v' b a R) ->
  filter_last_end_results (fmul r' r') zx' zy' sz' 3%Z true f -> last_decided f.
Proof.
  intros XS C H. destruct Same as (_ & _ & S1 & S2 & _ & S3 & S4). rewrite S1, S2, S3, S4 in H. destruct Kl.
  apply filter_last_end_correct with (E1 := Geometry.zx c b) (E2 := Geometry.zy c b) (V1 := px v) (V2 := py v) (R :=
    R) in H;
    auto; [| lia].
  assert (D2 : (Geometry.zx c b + px v) ^ 2 + (Geometry.zy c b + py v) ^ 2 = w2 c' b).
  { unfold w2, Geometry.zx, Geometry.zy, Geometry.wx, Geometry.wy, c', moved. simpl. ring. }
  rewrite D2 in H. pose proof meets_reversed as M. rewrite XS in M. destruct H as [[-> H] | [-> H]].
  - right. exists EndB. split; [reflexivity |]. apply touched. rewrite XS. apply first_touch_exchanged.
    apply end_touch; auto using R_nonneg. apply meets_exchanged, M.
  - left. split; [reflexivity |]. exists 1. split; [rewrite XS; simpl; lra |].
    rewrite dist2_exchanged. replace (1 - 1) with 0 by ring. rewrite w2_is. fold c'. lra.
Qed.

Lemma after_a_right n error :
  error = allowance sw' su' ->
  n = (if (extent_number x =? 2)%Z then 1%Z else if flt error twu then 1%Z else if flt twu (fneg error) then (-1)%Z else
    0%Z) ->
  ((n < 0)%Z -> x <> Line /\ wu c' a b < 0) /\ ((0 < n)%Z -> x <> Line -> 0 < wu c' a b).
Proof.
  intros -> ->. assert (K : known twu (wu c' a b) (allowance sw' su')) by (destruct Kb; eapply known_dot; eauto).
  destruct x; change (extent_number Segment =? 2)%Z with false; change (extent_number Ray =? 2)%Z with false;
    change (extent_number Line =? 2)%Z with true; cbv iota; try (split; [lia | intros _ N; now elim N]).
  all: destruct (flt (allowance sw' su') twu) eqn:P; [split; [lia | intros _ _; exact (known_positive _ _ _ K P)] |].
  all: destruct (flt twu (fneg (allowance sw' su'))) eqn:N; [| lia].
  all: split; [intros _; split; [discriminate | exact (known_negative _ _ _ K N)] | lia].
Qed.

Lemma after_b_right n error :
  error = allowance sz' su' ->
  n = (if (extent_number x =? 0)%Z then if flt error tzu then 1%Z else if flt tzu (fneg error) then (-1)%Z else 0%Z else
    (-1)%Z) ->
  ((0 < n)%Z -> x = Segment /\ 0 < zu c' a b) /\ ((n < 0)%Z -> x = Segment -> zu c' a b < 0).
Proof.
  intros -> ->. assert (K : known tzu (zu c' a b) (allowance sz' su')) by (destruct Kb; eapply known_dot; eauto).
  destruct x; change (extent_number Segment =? 0)%Z with true; change (extent_number Ray =? 0)%Z with false;
    change (extent_number Line =? 0)%Z with false; cbv iota; try (split; [lia | intros _ N; discriminate N]).
  destruct (flt (allowance sz' su') tzu) eqn:P; [split; [intros _; split; [reflexivity |
    exact (known_positive _ _ _ K P)] | lia] |].
  destruct (flt tzu (fneg (allowance sz' su'))) eqn:N; [| lia].
  split; [lia | intros _ _; exact (known_negative _ _ _ K N)].
Qed.

Theorem filter_last_contact_correct f :
  filter_last_contact_results wx' wy' zx' zy' su' sw' sz' sv' r' len2 (fmul r' r') cross_start cross_move twu tzu tvu
    (extent_number x) true f ->
  last_decided f.
Proof.
  intros H. unfold filter_last_contact_results in H. open H. destruct H.
  match goal with C : true = _ |- _ => rename C into Certain end.
  match goal with E : ?n = (if (extent_number x =? 2)%Z then _ else _), Q : ?er = fadd (fmul (fconst 1 (-48)) (fmul sw'
    su')) _ |- _ =>
    destruct (after_a_right n er Q E) as [A1 A2]; clear E Q; rename n into after_a end.
  match goal with E : ?n = (if (extent_number x =? 0)%Z then _ else _), Q : ?er = fadd (fmul (fconst 1 (-48)) (fmul sz'
    su')) _ |- _ =>
    destruct (after_b_right n er Q E) as [B1 B2]; clear E Q; rename n into after_b end.
  match goal with E : certain_compare_results _ _ _ ?n |- _ =>
    destruct (start_against_reach _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kb n E) as (Out & In & _); clear E;
      rename n into outside end.
  match goal with E : filter_feature_on_line_results _ _ _ _ _ _ _ _ _ _ _ _ ?n |- _ => rename E into OnLine;
    rename n into found end.
  fold c' in A1, A2, B1, B2, Out, In. fold X k in Out, In.
  match goal with E : f = _ |- _ => rename E into Found end.
  match goal with E : _ = feq su' (fconst 0 0) |- _ => rewrite E in Certain, Found; clear E end.
  destruct (feq su' (fconst 0 0)) eqn:F1.
  { rewrite Found. eapply last_end_a; [| rewrite Certain; eassumption]. right. intros B. apply comes_to_point; auto.
    exact (equal_points _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kb F1). }
  match goal with E : _ = negb (fle (fconst 1 (-400)) len2) |- _ => rewrite E in Certain, Found; clear E end.
  destruct (fle (fconst 1 (-400)) len2) eqn:F2; [| discriminate Certain].
  change (negb true) with false in Certain, Found. cbv iota in Certain, Found.
  pose proof (long_wall _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kb F2) as P.
  match goal with E : _ = Z.eqb outside 0 |- _ => rewrite E in Certain, Found; clear E end.
  destruct (Z.eqb outside 0) eqn:F3; [discriminate Certain |]. apply Z.eqb_neq in F3.
  match goal with E : _ = Z.gtb outside 0 |- _ => rewrite E in Certain, Found; clear E end.
  destruct (Z.gtb outside 0) eqn:F4; rewrite Z.gtb_ltb in F4.
  - (* the circle has left the line *)
    apply Z.ltb_lt in F4. specialize (Out F4).
    pose proof (approaches x c' v' a b R R_nonneg meets_reversed Out) as XY.
    match type of Certain with context [if ?cond then false else if ?c2 then false else true] =>
      destruct cond; [discriminate Certain |]; match goal with E : c2 = Z.eqb found 0 |- _ => rewrite E in Certain,
        Found; clear E end end.
    destruct (Z.eqb found 0) eqn:F5; [discriminate Certain |]. apply Z.eqb_neq in F5.
    destruct (feature_on_line _ _ _ _ _ _ _ _ _ _ _ _ _ x _ _ _ _ _ Kb found F2 OnLine) as (Cases & Side1 & End2 &
      End3).
    rewrite Found. destruct Cases as [N | [N | [N | N]]]; [contradiction | | |]; right.
    + destruct (Side1 N) as [FA FB]. exists Side. split; [exact N |]. apply touched.
      apply side_touch; auto using R_nonneg, meets_reversed. intros XS. rewrite <- zu_is. now apply FB.
    + destruct (End2 N) as [NL FF]. exists EndA. split; [exact N |]. apply touched.
      apply end_touch; auto using R_nonneg, meets_reversed.
      exact (comes_beyond_a _ _ _ _ _ _ _ _ _ _ _ _ _ x _ _ _ _ _ Kb NL P Out XY FF).
    + destruct (End3 N) as [XS FF]. exists EndB. split; [exact N |]. apply touched.
      pose proof meets_reversed as M. rewrite XS in M |- *. apply first_touch_exchanged.
      apply end_touch; auto using R_nonneg; [now apply meets_exchanged |].
      exact (comes_beyond_b _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kb P Out XY FF).
  - (* between the lines at t = 1 *)
    apply Z.ltb_ge in F4. specialize (In ltac:(lia)).
    match goal with E : _ = Z.ltb after_a 0 |- _ => rewrite E in Certain, Found; clear E end.
    destruct (Z.ltb after_a 0) eqn:F5.
    { apply Z.ltb_lt in F5. destruct (A1 F5) as [NL FW]. rewrite Found. eapply last_end_a; [| rewrite Certain;
      eassumption].
      right. intros B. apply comes_from_between; auto using R_nonneg; fold X k; lra. }
    match goal with E : _ = Z.gtb after_b 0 |- _ => rewrite E in Certain, Found; clear E end.
    destruct (Z.gtb after_b 0) eqn:F6; rewrite Z.gtb_ltb in F6.
    { apply Z.ltb_lt in F6. destruct (B1 F6) as [XS FZ]. rewrite Found. eapply last_end_b; [exact XS | |
      rewrite Certain; eassumption].
      intros B. destruct (exchanged_terms c' v' a b) as (E1 & E2 & E3 & E4 & E5 & E6).
      apply comes_from_between; auto using R_nonneg.
      - discriminate.
      - rewrite E1. exact P.
      - rewrite E2, E6, Rabs_Ropp. fold X k. lra.
      - rewrite E4. lra. }
    destruct (Z.gtb after_a 0 && Z.ltb after_b 0) eqn:F7; [| discriminate Certain].
    apply andb_prop in F7. destruct F7 as [F7 F8]. rewrite Z.gtb_ltb in F7. apply Z.ltb_lt in F7. apply Z.ltb_lt in F8.
    left. split; [exact Found |]. apply within_side; auto using R_nonneg.
Qed.
End Last.

(* The whole filter of the passage, for vectors as sweep_vectors_of computes them. *)
Lemma tight_vectors cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r n :
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr n su sw sz sv r true ->
  tight wx wy (real cx - real ax) (real cy - real ay) (real sw) /\
  tight zx zy (real cx - real bx) (real cy - real by_) (real sz) /\
  tight vx vy (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
    (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) (real sv) /\
  size_in_range (fadd sw sv) /\ size_in_range (fadd sz sv).
Proof.
  intros H S. unfold is_for_filter_results in S. destruct S as [S]. symmetry in S.
  apply andb_prop in S. destruct S as [S _]. apply andb_prop in S. destruct S as [S _]. apply andb_prop in S. destruct S
    as [S _].
  unfold sweep_vectors_of_results in H. open H. destruct H.
  match goal with A : relative_move_results mx cx wmx ax _ _ _, B : relative_move_results my cy wmy ay _ _ _ |- _ =>
    rename A into MoveX; rename B into MoveY end.
  destruct is_end, moves; cbv [andb] in *; subst;
    (pose proof S as S'; apply safe_sums in S';
      [apply safe_sizes in S; [destruct S as (Su & Sw & Sz & Sv & Sr)
        | apply nonneg_size | apply nonneg_size | apply nonneg_size | try apply nonneg_size; try apply nonneg_moved]
      | apply nonneg_size | apply nonneg_size | apply nonneg_size | try apply nonneg_size; try apply nonneg_moved]).
  all: pose proof (difference_tight _ _ _ _ Sw) as Tw; pose proof (difference_tight _ _ _ _ Sz) as Tz.
  all: split; [exact Tw |]; split; [exact Tz |]; split; [| exact S'].
  - destruct (moved_place _ _ _ _ _ _ _ _ _ _ _ _ _ _ MoveX MoveY Sv) as (E & Ss & Cx & Cy). rewrite E.
    exact (close_tight _ _ _ _ Ss Cx Cy).
  - exact (difference_tight _ _ _ _ Sv).
  - exact (difference_tight _ _ _ _ Sv).
  - exact (close_tight _ _ _ _ Sv (close_same mx) (close_same my)).
Qed.

(* passage.c asks is_for_filter of the vectors of the reversed motion. Their sizes are larger, so the others are in
   range. *)
Lemma safe_forward (a b d e r : D) :
  fle (fadd (fadd (fadd (fadd a (fadd b e)) (fadd d e)) e) (fabs r)) (fconst 1 200) = true ->
  nonneg a -> nonneg b -> nonneg d -> nonneg e -> fle (fadd (fadd (fadd (fadd a b) d) e) (fabs r)) (fconst 1 200) =
    true.
Proof.
  intros H A B C E. const_facts 1%Z 200%Z F1 V1. rewrite Rmult_1_l in V1.
  assert (Nb : nonneg (fadd b e)) by now apply nonneg_fadd. assert (Nd : nonneg (fadd d e)) by now apply nonneg_fadd.
  destruct (safe_sizes _ _ _ _ _ H A Nb Nd E) as (Sa & Sbe & Sde & Se & Sr).
  destruct (sum_in_range' _ _ Sbe B E) as [Sb _]. destruct (sum_in_range' _ _ Sde C E) as [Sd _].
  assert (Fs : finite (fadd (fadd (fadd (fadd a (fadd b e)) (fadd d e)) e) (fabs r))).
  { eapply fle_finite; [exact H | repeat apply nonneg_fadd; auto using nonneg_fabs | exact F1]. }
  apply fle_real in H; auto. rewrite V1 in H.
  destruct (fadd_finite _ _ Fs) as (G3 & _ & R4). destruct (fadd_finite _ _ G3) as (G2 & _ & R3).
  destruct (fadd_finite _ _ G2) as (G1 & _ & R2). destruct (fadd_finite _ _ G1) as (_ & _ & R1).
  assert (W : forall s m, size_in_range s -> (200 <= m)%Z -> below m s) by (intros s m S M; eapply below_weaken;
    [apply S | exact M]).
  assert (B1 : below 201 (fadd a b)) by (apply (below_add 200); [lia | apply W; auto; lia | apply W; auto; lia]).
  assert (B2 : below 202 (fadd (fadd a b) d)) by (apply (below_add 201); [lia | exact B1 | apply W; auto; lia]).
  assert (B3 : below 203 (fadd (fadd (fadd a b) d) e)) by (apply (below_add 202); [lia | exact B2 | apply W; auto;
    lia]).
  assert (B4 : below 204 (fadd (fadd (fadd (fadd a b) d) e) (fabs r))) by (apply (below_add 203); [lia | exact B3 |
    apply W; auto; lia]).
  destruct (fadd_finite _ _ (proj1 B4)) as (_ & _ & Q4). destruct (fadd_finite _ _ (proj1 B3)) as (_ & _ & Q3).
  destruct (fadd_finite _ _ (proj1 B2)) as (_ & _ & Q2). destruct (fadd_finite _ _ (proj1 B1)) as (_ & _ & Q1).
  pose proof (fadd_at_least _ _ (proj1 (proj1 Sbe)) (proj2 Se)) as Lb. pose proof (fadd_at_least _ _ (proj1 (proj1 Sde))
    (proj2 Se)) as Ld.
  assert (M1 : real (fadd a b) <= real (fadd a (fadd b e))) by (rewrite Q1, R1; apply rnd_le; lra).
  assert (M2 : real (fadd (fadd a b) d) <= real (fadd (fadd a (fadd b e)) (fadd d e))) by (rewrite Q2, R2; apply rnd_le;
    lra).
  assert (M3 : real (fadd (fadd (fadd a b) d) e) <= real (fadd (fadd (fadd a (fadd b e)) (fadd d e)) e)) by (rewrite Q3,
    R3; apply rnd_le; lra).
  assert (M4 : real (fadd (fadd (fadd (fadd a b) d) e) (fabs r)) <= bpow radix2 200).
  { eapply Rle_trans; [| exact H]. rewrite Q4, R4. apply rnd_le. lra. }
  destruct (fle (fadd (fadd (fadd (fadd a b) d) e) (fabs r)) (fconst 1 200)) eqn:T; [reflexivity |].
  apply fle_real_false in T; [| apply B4 | exact F1]. lra.
Qed.

Lemma sizes_nonneg cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r :
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  nonneg su /\ nonneg sw /\ nonneg sz /\ nonneg sv.
Proof.
  intros H. unfold sweep_vectors_of_results in H. open H. destruct H.
  destruct is_end, moves; cbv [andb] in *; subst; repeat split; try apply nonneg_size; try apply nonneg_moved.
Qed.

Theorem passage_filter_correct x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv
  r
    ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r'
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu f :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := (real cr + real wr)%R in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su' sw' sz' sv' r' true ->
  vectors_backward_results ux uy wx wy zx zy vx vy su sw sz sv r ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r' ->
  set_terms_results ux' uy' wx' wy' zx' zy' vx' vy' r' reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu
    zu vu ->
  filter_last_contact_results wx' wy' zx' zy' su' sw' sz' sv' r' len2 reach2 cross_start cross_move wu zu vu
    (extent_number x) true f ->
  meets x c v a b R ->
  (f = 0%Z /\ lasts x c v a b R) \/ exists F, f = feature_number F /\ last_touch F x c v a b R.
Proof.
  intros c v a b R Hv Hs' Hb Ht Hf M.
  assert (Hs : is_for_filter_results cr wr (extent_number x) su sw sz sv r true).
  { destruct (sizes_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv) as (Nu & Nw & Nz & Nv).
    unfold vectors_backward_results in Hb. open Hb. destruct Hb. unfold is_for_filter_results in *. destruct Hs' as [S].
    subst. symmetry in S. apply andb_prop in S. destruct S as [S X]. apply andb_prop in S. destruct S as [S W0].
    apply andb_prop in S. destruct S as [S C0]. constructor. rewrite X, W0, C0,
      (safe_forward _ _ _ _ _ S Nu Nw Nz Nv). reflexivity. }
  clear Hs'.
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  destruct (tight_vectors _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as (Tw & Tz & Tv & Sw & Sz).
  pose proof (C_line _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ K) as Kl. fold c v a b R in Kl.
  destruct (vectors_backward_right _ _ _ _ _ _ _ _ _ _ _ _ _ c v a b R _ _ _ _ _ _ _ _ _ _ _ _ _ Kl Tw Tz Tv Sw Sz Hb)
    as [Kb Same].
  unfold set_terms_results in Ht. destruct Ht.
  eapply filter_last_contact_correct; eauto.
  repeat match goal with E : ?y = _ |- _ => is_var y; rewrite E in Hf; clear E end. exact Hf.
Qed.
