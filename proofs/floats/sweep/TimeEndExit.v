(* The time of a sharp last contact at an end (exit_of of src/sweep/passage.c): filter_last_contact says that the end
   is beyond R at t = 1, so the last touch is before, and the distance of the end grows through R there. So a sharp
   estimate with in = -1 is within its error of that time, and round_up gives the smallest double not before it.

   Premises are that the circle meets the wall, as it does where exit_of is called, and the answer of the integers. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded Geometry SweepGeometry SweepTerms SweepContact SweepFilter SweepFirst
  SweepStart SweepLast SweepPassage SweepTime SweepPassageFilter Terms_sweep Terms_contact_sweep Terms_time
  Terms_passage TimeEndGuess TimeEndHit TimeEndSharp TimeRound.

Open Scope R_scope.

(* The distance of a point, after the last time when it is r, grows there. *)
Lemma last_contact_grows ex ey vx vy r T T0 :
  T < 1 -> (forall t, T < t <= 1 -> r * r < (ex + t * vx) * (ex + t * vx) + (ey + t * vy) * (ey + t * vy)) ->
  (ex + T * vx) * (ex + T * vx) + (ey + T * vy) * (ey + T * vy) = r * r ->
  directed_contact (-1) ex ey vx vy r T0 -> directed_contact (-1) ex ey vx vy r T.
Proof.
  intros T1 After At H0.
  assert (back : forall t, directed_contact 1 (ex + vx) (ey + vy) (- vx) (- vy) r (1 - t) <->
    directed_contact (-1) ex ey vx vy r t).
  { intros t. unfold directed_contact. replace (ex + vx + (1 - t) * - vx) with (ex + t * vx) by ring.
    replace (ey + vy + (1 - t) * - vy) with (ey + t * vy) by ring. split; intros (A & B); (split; [exact A | lra]). }
  apply back. apply first_contact_falls with (T0 := 1 - T0); [lra | | | now apply back].
  - intros t Ht. replace (ex + vx + t * - vx) with (ex + (1 - t) * vx) by ring.
    replace (ey + vy + t * - vy) with (ey + (1 - t) * vy) by ring. apply After. lra.
  - replace (ex + vx + (1 - T) * - vx) with (ex + T * vx) by ring.
    now replace (ey + vy + (1 - T) * - vy) with (ey + T * vy) by ring.
Qed.

Section Beyond.
Variables (ux uy wx wy zx zy vx vy su sw sz sv r : D) (x : extent) (c v a b : point) (R : R).
Hypothesis Kl : line_vectors ux uy wx wy zx zy vx vy su sw sz sv r c v a b R.
Variables (ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r' : D).
Hypothesis Kb : line_vectors ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r' (moved c v 1) (opposite v) a b R.
Hypothesis Same : wx' = fadd wx vx /\ wy' = fadd wy vy /\ zx' = fadd zx vx /\ zy' = fadd zy vy /\ sw' = fadd sw sv /\
  sz' = fadd sz sv /\ r' = r.

Let len2 := fadd (fmul ux' ux') (fmul uy' uy').
Let cross_start := fsub (fmul ux' wy') (fmul uy' wx').
Let c' := moved c v 1.

Lemma ends_beyond_line : 0 < Geometry.len2 a b -> R * norm (Geometry.ux a b) (Geometry.uy a b) < Rabs (cross c' a b) ->
  R ^ 2 < w2 c' a /\ R ^ 2 < w2 c' b.
Proof.
  intros L H. pose proof (reach_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kb) as R0.
  pose proof (k_square a b R) as Ks. pose proof (k_nonneg a b R R0) as K0.
  set (k := R * norm (Geometry.ux a b) (Geometry.uy a b)) in *.
  assert (S : k * k < Rabs (cross c' a b) * Rabs (cross c' a b)) by (apply Rmult_le_0_lt_compat; lra).
  rewrite <- Rabs_mult, Rabs_pos_eq, Ks in S by apply Rle_0_sqr.
  assert (P : forall e, cross c' a b * cross c' a b + e * e = Geometry.len2 a b * w2 c' a -> R ^ 2 < w2 c' a).
  { intros e E. apply Rmult_lt_reg_l with (Geometry.len2 a b); [exact L |]. pose proof (Rle_0_sqr e). unfold Rsqr in *.
    lra. }
  assert (Q : forall e, cross c' a b * cross c' a b + e * e = Geometry.len2 a b * w2 c' b -> R ^ 2 < w2 c' b).
  { intros e E. apply Rmult_lt_reg_l with (Geometry.len2 a b); [exact L |]. pose proof (Rle_0_sqr e). unfold Rsqr in *.
    lra. }
  split.
  - apply (P (Geometry.wu c' a b)). unfold cross, Geometry.wu, w2, Geometry.len2. ring.
  - apply (Q (Geometry.zu c' a b)).
    unfold cross, Geometry.zu, w2, Geometry.len2, Geometry.zx, Geometry.zy, Geometry.wx, Geometry.wy, Geometry.ux,
      Geometry.uy. ring.
Qed.

(* A last contact at an end: the end is beyond R at t = 1. *)
Lemma last_end_is_beyond wu' zu' vu' cross_move f :
  filter_last_contact_results wx' wy' zx' zy' su' sw' sz' sv' r' len2 (fmul r' r') cross_start cross_move wu' zu' vu'
    (extent_number x) true f ->
  (f = 2%Z -> R ^ 2 < w2 c' a) /\ (f = 3%Z -> R ^ 2 < w2 c' b).
Proof.
  intros H. unfold filter_last_contact_results in H. open H. destruct H.
  match goal with C : true = _ |- _ => rename C into Certain end.
  match goal with E : f = _ |- _ => rename E into Found end.
  assert (End : forall n g, n = 2%Z \/ n = 3%Z ->
    (n = 2%Z -> filter_last_end_results (fmul r' r') wx' wy' sw' 2%Z true g) ->
    (n = 3%Z -> filter_last_end_results (fmul r' r') zx' zy' sz' 3%Z true g) ->
    (g = 2%Z -> R ^ 2 < w2 c' a) /\ (g = 3%Z -> R ^ 2 < w2 c' b)).
  { intros n g N Ha Hb. destruct Same as (S1 & S2 & S3 & S4 & S5 & S6 & S7).
    rewrite S1, S2, S5, S7 in Ha. rewrite S3, S4, S6, S7 in Hb. destruct Kl. destruct N as [N | N].
    - specialize (Ha N). apply filter_last_end_correct with (E1 := Geometry.wx c a) (E2 := Geometry.wy c a)
        (V1 := px v) (V2 := py v) (R := R) in Ha; auto; [| lia].
      replace ((Geometry.wx c a + px v) ^ 2 + (Geometry.wy c a + py v) ^ 2) with (w2 c' a) in Ha
        by (unfold w2, Geometry.wx, Geometry.wy, c', moved; simpl; ring).
      destruct Ha as [(-> & Ha) | (-> & _)]; split; intros E; exact Ha || discriminate E.
    - specialize (Hb N). apply filter_last_end_correct with (E1 := Geometry.zx c b) (E2 := Geometry.zy c b)
        (V1 := px v) (V2 := py v) (R := R) in Hb; auto; [| lia].
      replace ((Geometry.zx c b + px v) ^ 2 + (Geometry.zy c b + py v) ^ 2) with (w2 c' b) in Hb
        by (unfold w2, Geometry.zx, Geometry.zy, Geometry.wx, Geometry.wy, c', moved; simpl; ring).
      destruct Hb as [(-> & Hb) | (-> & _)]; split; intros E; exact Hb || discriminate E. }
  match goal with E : certain_compare_results _ _ _ ?n |- _ =>
    destruct (start_against_reach _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kb n E) as (Out & _); rename n into outside
    end.
  fold c' in Out.
  assert (None : f = 0%Z -> (f = 2%Z -> R ^ 2 < w2 c' a) /\ (f = 3%Z -> R ^ 2 < w2 c' b)) by (intros ->; split;
    discriminate).
  match goal with E : _ = feq su' (fconst 0 0) |- _ => rewrite E in Certain, Found; clear E end.
  destruct (feq su' (fconst 0 0)).
  { apply (End 2%Z); [now left | | discriminate]. intros _. rewrite Found, Certain. eassumption. }
  match goal with E : _ = negb (fle (fconst 1 (-400)) len2) |- _ => rewrite E in Certain, Found; clear E end.
  destruct (fle (fconst 1 (-400)) len2) eqn:F2; [| discriminate Certain].
  change (negb true) with false in Certain, Found. cbv iota in Certain, Found.
  pose proof (long_wall _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kb F2) as P.
  match goal with E : _ = Z.eqb outside 0 |- _ => rewrite E in Certain, Found; clear E end.
  destruct (Z.eqb outside 0); [discriminate Certain |].
  match goal with E : _ = Z.gtb outside 0 |- _ => rewrite E in Certain, Found; clear E end.
  destruct (Z.gtb outside 0) eqn:F4; rewrite Z.gtb_ltb in F4.
  { apply Z.ltb_lt in F4. destruct (ends_beyond_line P (Out F4)) as (A & B). split; intros _; assumption. }
  match type of Found with f = (if ?p then _ else if ?q then _ else 0%Z) => destruct p; [| destruct q] end.
  - apply (End 2%Z); [now left | | discriminate]. intros _. rewrite Found, Certain. eassumption.
  - apply (End 3%Z); [now right | discriminate |]. intros _. rewrite Found, Certain. eassumption.
  - exact (None Found).
Qed.
End Beyond.

(* The last touch of an end before t = 1: the distance of the end grows through R. *)
Lemma touched_end_grows x c v a b r T T0 (F : feature) (e := if Z.eqb (feature_number F) 2 then a else b) :
  F = EndA \/ F = EndB -> 0 <= T <= 1 -> (forall t, T < t <= 1 -> farther x (moved c v t) a b r) ->
  touches F x (moved c v T) a b r -> r ^ 2 < w2 (moved c v 1) e ->
  directed_contact (-1) (px c - px e) (py c - py e) (px v) (py v) r T0 ->
  directed_contact (-1) (px c - px e) (py c - py e) (px v) (py v) r T.
Proof.
  intros HF T01 After (s & Fs & At & _) Beyond H0.
  assert (Place : forall t, dist2_at (moved c v t) a b s = (px c - px e + t * px v) * (px c - px e + t * px v) +
    (py c - py e + t * py v) * (py c - py e + t * py v) /\ on_axis x s).
  { intros t. unfold e, dist2_at, moved. cbn [px py].
    destruct HF as [-> | ->]; cbn [feature_number Z.eqb Pos.eqb]; destruct Fs as [Fx ->].
    - split; [ring | destruct x; simpl; lra || auto].
    - rewrite Fx. split; [ring | simpl; lra]. }
  assert (r2 : r ^ 2 = r * r) by ring. rewrite r2 in *.
  apply last_contact_grows with (T0 := T0); [| | | exact H0].
  - apply Rnot_le_lt. intros N. assert (E : T = 1) by lra. rewrite E in At.
    rewrite (proj1 (Place 1)) in At. unfold w2, Geometry.wx, Geometry.wy, moved in Beyond. cbn [px py] in Beyond. lra.
  - intros t Ht. specialize (After t Ht s (proj2 (Place t))). rewrite (proj1 (Place t)), r2 in After. exact After.
  - rewrite <- (proj1 (Place T)). exact At.
Qed.

Theorem sharp_passage_exit_time_at_end x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy
    su sw sz sv r ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r'
    q2' l2' m2' cs' cm' ca' cb' wv' zv' wu' zu' vu'
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu f in_ guess step error normal_x normal_y
    is_not_before unknown time rest :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  let is_last_touch F T := 0 <= T <= 1 /\ (forall t, T < t <= 1 -> farther x (moved c v t) a b R) /\
    touches F x (moved c v T) a b R in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    ->
  is_for_filter_results cr wr (extent_number x) su' sw' sz' sv' r' true ->
  vectors_backward_results ux uy wx wy zx zy vx vy su sw sz sv r ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r' ->
  set_terms_results ux' uy' wx' wy' zx' zy' vx' vy' r' q2' l2' m2' cs' cm' ca' cb' wv' zv' wu' zu' vu' ->
  filter_last_contact_results wx' wy' zx' zy' su' sw' sz' sv' r' l2' q2' cs' cm' wu' zu' vu' (extent_number x) true f ->
  f <> 0%Z -> f <> 1%Z -> meets x c v a b R ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu
    ->
  in_ = fneg (fconst 1 0) ->
  estimate_end_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy wx wy zx zy vx vy sw sz sv r move2 reach2
    cross_a cross_b wv zv f in_ guess step error normal_x normal_y ->
  is_sharp_results guess error true -> round_up_results guess step error is_not_before unknown time rest ->
  (forall F T, f = feature_number F -> is_last_touch F T ->
    if is_not_before then T <= real (fadd guess step) else real (fadd guess step) < T) ->
  exists F T, f = feature_number F /\ is_last_touch F T /\ finite time /\ is_smallest_not_before (real time) T.
Proof.
  intros c v a b R is_last_touch Hv Hs' Hb Ht' Hf N0 N1 M Ht -> He Sh Hr Ask.
  destruct (passage_filter_correct x _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs' Hb Ht' Hf M) as [(Z & _) | (F & EF & T & T0 & After & Touch)]; [now elim N0 |].
  assert (HF : F = EndA \/ F = EndB) by (destruct F; [now elim N1 | now left | now right]).
  assert (IsLast : is_last_touch F T) by (split; [exact T0 | split; assumption]).
  exists F, T. split; [exact EF |]. split; [exact IsLast |].
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
  unfold set_terms_results in Ht'. destruct Ht' as [Eq2 El2 _ Ecs _ _ _ _ _ _ _ _]. rewrite Eq2, El2, Ecs in Hf.
  destruct (last_end_is_beyond _ _ _ _ _ _ _ _ _ _ _ _ _ x _ _ _ _ _ Kl _ _ _ _ _ _ _ _ _ _ _ _ _ Kb Same _ _ _ _ _ Hf)
    as (Ba & Bb).
  const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
  assert (Vn : real (fneg (fconst 1 0) : D) = -1) by (rewrite real_fneg, V1; ring).
  assert (Sd : TimeEndBound.is_sign (fneg (fconst 1 0))).
  { split; [now apply finite_fneg | right; rewrite Vn; ring]. }
  destruct (estimate_end_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ Hv Hs Ht He Sh Sd) as ((T1 & Some) & All).
  rewrite Vn in Some, All.
  assert (Dir : directed_contact (-1) (real cx - real (if Z.eqb f 2 then ax else bx))
    (real cy - real (if Z.eqb f 2 then ay else by_)) (px v) (py v) R T).
  { pose proof (touched_end_grows x c v a b R T T1 F HF T0 After Touch) as G. rewrite <- EF in G.
    destruct (Z.eqb f 2) eqn:E2; apply G; try exact Some; [apply Ba; now apply Z.eqb_eq | apply Bb].
    destruct HF as [-> | ->]; [rewrite EF in E2; discriminate E2 | exact EF]. }
  specialize (All T Dir (proj2 T0)). specialize (Ask F T EF IsLast).
  apply (round_up_correct guess step error T All is_not_before unknown time rest Hr); intros E; rewrite E in Ask;
    exact Ask.
Qed.
