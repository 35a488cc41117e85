(* Centre and point of a sharp contact on the side, end to end: estimate_side and is_sharp (src/sweep/sweep_time.h),
   round_down or round_up, and place_contact (src/sweep/sweep_place.h), as sweep_closely and exit_of join them.

   At the true time of the contact the centre is within 2 1/16 ulp of the largest coordinate M, the point within 8 ulp,
   and the normal within 3.51 units of 2^-53. Premises are those of the theorems about the time (TimeSideHit.v,
   TimeSideExit.v). *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded Geometry SweepErrors SweepGeometry SweepTerms SweepContact
  SweepFilter SweepFirst SweepStart SweepInputs SweepLast SweepPassage SweepPassageFilter SweepTime Terms_sweep
  Terms_contact_sweep Terms_time Terms_leaving Terms_passage Terms_place TangentGapLine TimeSideFast TimeSideSharp
  TimeSideHit TimeSideExit TimeRound SweepPlaceRounding SweepPlaceTimes SweepPlace SweepPlaceFast SweepPlaceSharpNormal.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Section Place.
Variables (cx cy cr mx my : D) (is_end moves : bool) (ax ay bx by_ wr wmx wmy : D).
Let c := Point (real cx) (real cy).
(* Relative to the wall, and of the circle alone. *)
Let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
               (displacement is_end moves (real cy) (real my) (real ay) (real wmy)).
Let o := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
               (displacement is_end false (real cy) (real my) (real ay) (real wmy)).
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let R := real cr + real wr.
Let len := norm (Geometry.ux a b) (Geometry.uy a b).
Variable M : Rdefinitions.R.
Let size (p : point) := Rabs (px p) <= M /\ Rabs (py p) <= M.

(* What is proved of a contact at T. *)
Definition side_place (T : Rdefinitions.R) (nx ny ox oy qx qy : D) := exists n,
  let C := moved c o T in let P := Point (px C - real cr * px n) (py C - real cr * py n) in
  is_side_normal n (moved c v T) a b R /\
  Rabs (real nx - px n) <= 351 / 100 * u53 /\ Rabs (real ny - py n) <= 351 / 100 * u53 /\
  (size C -> size P -> finite ox /\ finite oy /\ finite qx /\ finite qy /\
    Rabs (real ox - px C) <= (2 + / 16) * ulp_of M /\ Rabs (real oy - py C) <= (2 + / 16) * ulp_of M /\
    Rabs (real qx - px P) <= 8 * ulp_of M /\ Rabs (real qy - py P) <= 8 * ulp_of M).

Hypotheses (sc : size c) (so : size o) (sa : size a) (sb : size b) (sr : real cr <= M) (sw : real wr <= M)
  (high : M < bpow radix2 1022).

Lemma least_size : bpow radix2 (-203) <= len -> bpow radix2 (-900) <= M < bpow radix2 1022.
Proof.
  intros L. split; [| exact high]. apply Rle_trans with (bpow radix2 (-205)); [apply bpow_le; lia |].
  destruct sa as [a1 a2], sb as [b1 b2]. unfold a, b in *. cbn [px py] in *.
  assert (Lu : len <= Rabs (real bx - real ax) + Rabs (real by_ - real ay)).
  { pose proof (Rabs_pos (real bx - real ax)) as p0. pose proof (Rabs_pos (real by_ - real ay)) as q0.
    apply Rsqr_incr_0_var; [| lra]. unfold Rsqr, len. rewrite norm_square. unfold Geometry.ux, Geometry.uy, a, b.
    cbn [px py]. set (p := real bx - real ax) in *. set (q := real by_ - real ay) in *.
    assert (Sq : forall y, y * y = Rabs y * Rabs y).
    { intros y. rewrite <- Rabs_mult, Rabs_pos_eq; [ring | apply Rle_0_sqr]. }
    rewrite (Sq p), (Sq q). assert (0 <= Rabs p * Rabs q) by now apply Rmult_le_pos. lra. }
  pose proof (Rabs_triang (real bx) (- real ax)) as D1. pose proof (Rabs_triang (real by_) (- real ay)) as D2.
  rewrite Rabs_Ropp in D1, D2. unfold Rminus in Lu.
  assert (E : bpow radix2 (-203) = 4 * bpow radix2 (-205)).
  { change 4 with (bpow radix2 2). rewrite <- bpow_plus. reflexivity. }
  lra.
Qed.

Variables (side T : Rdefinitions.R) (nx ny time rest ox oy qx qy : D).
Hypotheses (inputs : real_inputs cx cy cr mx my moves ax ay bx by_ wr wmx wmy) (sign : is_sign side) (l0 : 0 < len)
  (long : bpow radix2 (-203) <= len) (Fnx : finite nx) (Fny : finite ny)
  (Nx : Rabs (real nx - - (side * Geometry.uy a b / len)) <= 351 / 100 * u53)
  (Ny : Rabs (real ny - side * Geometry.ux a b / len) <= 351 / 100 * u53)
  (touch : side * (cross c a b + T * (Geometry.ux a b * py v - Geometry.uy a b * px v)) = R * len)
  (Ft : finite time) (Fr : finite rest) (close : time_close (real time) (real rest) T).
Hypothesis H : place_contact_results 1 time nx ny cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy rest ox oy qx qy.

Lemma side_place_correct : side_place T nx ny ox oy qx qy.
Proof.
  set (n := Point (- (side * Geometry.uy a b / len)) (side * Geometry.ux a b / len)). exists n. intros C P.
  destruct (side_normal_is side c v a b R T sign l0 touch) as (Unit & U1). fold len n in Unit, U1.
  split; [exact Unit |]. split; [exact Nx |]. split; [exact Ny |]. intros sC sP.
  pose proof (least_size long) as Rg.
  destruct inputs as (Fcx & Fcy & Fmx & Fmy & Fax & Fay & Fbx & Fby & Fcr & Fwr & Fm & Pcr & Pwr).
  assert (Md : M * (351 / 100 * u53) <= 352 / 100 * ulp_of M).
  { destruct (unit_of_size M Rg) as (g & _ & LM & -> & _). destruct (unit_pos g) as (g0 & EB & _). rewrite EB in LM.
    lra. }
  assert (d40 : 351 / 100 * u53 <= bpow radix2 (-40)) by (change (bpow radix2 (-40)) with (/ 1099511627776); lra).
  destruct (place_contact_correct 1 time nx ny cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy rest ox oy qx qy T M
    (351 / 100 * u53) n) as ((A1 & A2 & A3 & A4) & A5 & A6 & A7 & A8); auto 10.
  - rewrite !Rabs_pos_eq by assumption. auto.
  - intros N. now elim N.
  - intros N. now elim N.
  - assert (U0 : 0 <= ulp_of M) by apply ulp_ge_0. change (Z.eqb 1 1) with true in A7, A8. cbv iota in A7, A8.
    split; [exact A1 |]. split; [exact A2 |]. split; [exact A5 |]. split; [exact A6 |]. split; [exact A3 |].
    split; [exact A4 |]. unfold P. cbn [px py] in *. split; (eapply Rle_trans; [eassumption | lra]).
Qed.
End Place.

(* The largest coordinate. *)
Definition sizes_within (cx cy cr mx my : D) (is_end : bool) (ax ay bx by_ wr wmx wmy : D) (M : R) :=
  let size (p : point) := Rabs (px p) <= M /\ Rabs (py p) <= M in
  size (Point (real cx) (real cy)) /\
  size (Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
              (displacement is_end false (real cy) (real my) (real ay) (real wmy))) /\
  size (Point (real ax) (real ay)) /\ size (Point (real bx) (real by_)) /\ real cr <= M /\ real wr <= M /\
  M < bpow radix2 1022.

Theorem sharp_hit_on_side_place x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz
  sv r
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu
    q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has_closely guess step error normal_x normal_y is_not_after
      unknown time rest ox oy qx qy M :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  let is_first_touch T := 0 < T <= 1 /\ (forall t, 0 <= t < T -> farther x (moved c v t) a b R) /\
    touches Side x (moved c v T) a b R in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu ->
  (has_closely = true -> forall n sign,
    tangent_sign_results q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 n sign -> tangent_right c v a b R n sign) ->
  filter_first_contact_results wx wy zx zy vx vy su sw sz sv r len2 move2 reach2 cross_start cross_move cross_a
    cross_b
    wv zv wu zu vu (extent_number x) q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has_closely 3%Z 1%Z ->
  estimate_side_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy su sw sv r len2 cross_start
    cross_move
    (fconst 1 0) guess step error normal_x normal_y ->
  is_sharp_results guess error true -> round_down_results guess step error is_not_after unknown time rest ->
  place_contact_results 1 time normal_x normal_y cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy rest ox oy qx qy ->
  (forall T, is_first_touch T -> if is_not_after then real (fadd guess step) <= T else T < real (fadd guess step)) ->
  sizes_within cx cy cr mx my is_end ax ay bx by_ wr wmx wmy M ->
  exists T, is_first_touch T /\ finite time /\ is_largest_not_after (real time) T /\
    side_place cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy M T normal_x normal_y ox oy qx qy.
Proof.
  intros c v a b R is_first_touch Hv Hs Ht Hc Hf He Sh Hr Hp Ask (S1 & S2 & S3 & S4 & S5 & S6 & S7).
  edestruct sharp_hit_on_side_facts as (T & s & First & Ss & Sy & Sk & L2 & Sg & Est);
    [exact Hv | exact Hs | exact Ht | exact Hc | exact Hf | exact He | exact Sh |].
  fold c v a b R in Sy, Sk, Sg. specialize (Ask T First). pose proof First as ([T0 T1] & _).
  destruct (round_down_correct guess step error T Est is_not_after unknown time rest Hr) as (Ftm & Largest);
    try (intros E; rewrite E in Ask; exact Ask).
  destruct (round_down_close guess step error T Est (conj (Rlt_le _ _ T0) T1) is_not_after unknown time rest Hr)
    as (_ & Fr & Close); try (intros E; rewrite E in Ask; exact Ask).
  exists T. split; [exact First |]. split; [exact Ftm |]. split; [exact Largest |].
  destruct one_value as (F1 & V1). set (Y := Geometry.ux a b * py v - Geometry.uy a b * px v) in *.
  assert (Ncm : real cross_move <> 0) by (intros Z; rewrite Z, Rmult_0_l in Sg; lra).
  edestruct estimate_side_normal as (side & Sd & Sid & l0 & l203 & Fnx & Fny & Nx & Ny);
    [exact Hv | exact Hs | exact Ht | exact L2 | exact Ncm | exact F1 | left; exact V1 | exact He | now destruct Est |].
  assert (Es : side = s).
  { rewrite V1 in Sid. unfold is_sign in *. destruct Ss as [-> | ->], Sd as [-> | ->]; try reflexivity; exfalso;
      assert (0 <= real cross_move * - Y \/ 0 <= - real cross_move * Y) by
        (first [left; apply Rmult_le_pos; lra | right; apply Rmult_le_pos; lra]); lra. }
  subst side. apply side_place_correct with (side := s) (time := time) (rest := rest); auto.
  eapply sweep_inputs_real; eauto.
Qed.

Theorem sharp_exit_on_side_place x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz
    sv r ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r'
    q2' l2' m2' cs' cm' ca' cb' wv' zv' wu' zu' vu'
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu in_ guess step error normal_x normal_y
    is_not_before unknown time rest ox oy qx qy M :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  let is_last_touch T := 0 <= T <= 1 /\ (forall t, T < t <= 1 -> farther x (moved c v t) a b R) /\
    touches Side x (moved c v T) a b R in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su' sw' sz' sv' r' true ->
  vectors_backward_results ux uy wx wy zx zy vx vy su sw sz sv r ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r' ->
  set_terms_results ux' uy' wx' wy' zx' zy' vx' vy' r' q2' l2' m2' cs' cm' ca' cb' wv' zv' wu' zu' vu' ->
  filter_last_contact_results wx' wy' zx' zy' su' sw' sz' sv' r' l2' q2' cs' cm' wu' zu' vu' (extent_number x) true
    1%Z ->
  meets x c v a b R ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu ->
  in_ = fneg (fconst 1 0) ->
  estimate_side_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy su sw sv r len2 cross_start
    cross_move in_ guess step error normal_x normal_y ->
  is_sharp_results guess error true -> round_up_results guess step error is_not_before unknown time rest ->
  place_contact_results 1 time normal_x normal_y cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy rest ox oy qx qy ->
  (forall T, is_last_touch T -> if is_not_before then T <= real (fadd guess step) else real (fadd guess step) < T) ->
  sizes_within cx cy cr mx my is_end ax ay bx by_ wr wmx wmy M ->
  exists T, is_last_touch T /\ finite time /\ is_smallest_not_before (real time) T /\
    side_place cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy M T normal_x normal_y ox oy qx qy.
Proof.
  intros c v a b R is_last_touch Hv Hs' Hb Ht' Hf Me Ht Hin He Sh Hr Hp Ask (S1 & S2 & S3 & S4 & S5 & S6 & S7).
  edestruct passage_exit_on_side_facts as (T & IsLast & Hs & L2 & Sg & R0 & T1);
    [exact Hv | exact Hs' | exact Hb | exact Ht' | exact Hf | exact Me | exact Ht |].
  fold c v a b R in IsLast, Sg, R0. specialize (Ask T IsLast). pose proof IsLast as (T0 & After & Touch).
  edestruct sharp_exit_on_side_estimate as (s & Ss & Sy & Sk & Est);
    [exact Hv | exact Hs | exact Ht | exact L2 | exact Sg | exact R0 | exact T1 | exact After | exact Touch | exact Hin
      | exact He | exact Sh |].
  fold c v a b R in Sy, Sk.
  destruct (round_up_correct guess step error T Est is_not_before unknown time rest Hr) as (Ftm & Smallest);
    try (intros E; rewrite E in Ask; exact Ask).
  destruct (round_up_close guess step error T Est T0 is_not_before unknown time rest Hr)
    as (_ & Fr & Close); try (intros E; rewrite E in Ask; exact Ask).
  exists T. split; [exact IsLast |]. split; [exact Ftm |]. split; [exact Smallest |].
  destruct one_value as (F1 & V1). set (Y := Geometry.ux a b * py v - Geometry.uy a b * px v) in *.
  assert (Vn : real in_ = -1) by (rewrite Hin, real_fneg, V1; ring).
  assert (Fin : finite in_) by (rewrite Hin; now apply finite_fneg).
  assert (Ncm : real cross_move <> 0) by (intros Z; rewrite Z, Rmult_0_l in Sg; lra).
  edestruct estimate_side_normal as (side & Sd & Sid & l0 & l203 & Fnx & Fny & Nx & Ny);
    [exact Hv | exact Hs | exact Ht | exact L2 | exact Ncm | exact Fin | right; exact Vn | exact He | now destruct Est
      |].
  assert (Es : side = s).
  { rewrite Vn in Sid. unfold is_sign in *. destruct Ss as [-> | ->], Sd as [-> | ->]; try reflexivity; exfalso;
      assert (0 <= real cross_move * - Y \/ 0 <= - real cross_move * Y) by
        (first [left; apply Rmult_le_pos; lra | right; apply Rmult_le_pos; lra]); lra. }
  subst side. apply side_place_correct with (side := s) (time := time) (rest := rest); auto.
  eapply sweep_inputs_real; eauto.
Qed.
