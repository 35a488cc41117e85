(* Centre, point and normal of a sharp contact with an end, end to end: estimate_end and is_sharp
 (src/sweep/sweep_time.h)
   and place_contact (src/sweep/sweep_place.h), with the time that round_down or round_up gives.

   At the true time of the contact the centre is within 2 1/16 ulp of the largest coordinate M, and the normal within
   4.67 units of 2^-53. The point is within 8 ulp at a wall at rest, and within 9.5 at one that moves. Premises are
     those
   of estimate_end_correct (TimeEndSharp.v), and that the rounded time is that of TimeRound.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry Terms_pair Terms_sweep Terms_time Terms_leaving
  Terms_passage Terms_place ErrorFreeTerms Wide SweepErrors SweepGeometry SweepVectors SweepTerms SweepFilter SweepStart
  SweepInputs SweepTime TimeMoved TimeEndTerms TimeEndGuess TimeEndBound TimeEndEstimate TimeEndSharp TimeRound
  SweepPlaceRounding SweepPlaceTimes SweepPlace SweepPlaceSharp SweepPlaceEnd SweepPlaceEndTerms.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Theorem estimate_end_normal x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu feature dir guess step error nx ny T :
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr x su sw sz sv r true ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu ->
  estimate_end_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy wx wy zx zy vx vy sw sz sv r move2 reach2
    cross_a cross_b wv zv feature dir guess step error nx ny ->
  is_sharp_results guess error true -> is_sign dir ->
  let at_a := Z.eqb feature 2 in
  let EX := real cx - real (if at_a then ax else bx) in
  let EY := real cy - real (if at_a then ay else by_) in
  let VX := displacement is_end moves (real cx) (real mx) (real ax) (real wmx) in
  let VY := displacement is_end moves (real cy) (real my) (real ay) (real wmy) in
  let R := real cr + real wr in
  directed_contact (real dir) EX EY VX VY R T -> T <= 1 ->
  bpow radix2 (-410) <= R /\ finite nx /\ finite ny /\ Rabs (real nx - (EX + T * VX) / R) <= 467 / 100 * u53 /\
  Rabs (real ny - (EY + T * VY) / R) <= 467 / 100 * u53.
Proof.
  intros Hv Hs Ht He Sh Sd. destruct (filter_vectors _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs)
    as (-> & Ewx & Ewy & Ezx & Ezy & Esw & Esz & Esv & Nc & Nw & Rv & Rw & Rz & Rr).
  destruct (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as [K].
  destruct K as [_ Kw Kz Kv _ _ _ _ _ _]. unfold Geometry.wx, Geometry.wy, Geometry.zx, Geometry.zy in Kw, Kz.
  cbn [px py] in Kw, Kz, Kv.
  intros at_a EX EY VX VY R. fold VX VY in Kv.
  unfold estimate_end_results in He. open He. destruct He.
  match goal with Q : pair_place_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ |- _ => rename Q into Place end.
  unfold pair_place_results in Place. open Place. destruct Place as [Wd P1 P2 Plx Ply P3 Phx Phy Qlx Qly].
  destruct (pair_difference_values _ _ _ _ _ _ _ _ P1) as (-> & -> & -> & ->).
  destruct (pair_product_values _ _ _ _ _ _ _ _ P2) as (-> & -> & -> & ->).
  destruct (pair_sum_values _ _ _ _ _ _ _ _ P3) as (-> & -> & -> & ->). clear P1 P2 P3.
  edestruct displacement_parts with (1 := Hv) (3 := Wd) as (-> & -> & Lx & Ly); [exact (proj1 (proj1 Rv)) |].
  unfold set_terms_results in Ht. destruct Ht as [_ _ Em _ _ _ _ _ _ _ _ _].
  unfold is_sharp_results in Sh. destruct Sh as [Sh]. symmetry in Sh. apply andb_prop in Sh.
  destruct Sh as [Above Below].
  match goal with Q : ?e = (if ?h then _ else finf), Q2 : error = ?e |- _ =>
    rewrite Q in Q2; clear Q; rename Q2 into Ee; destruct h eqn:Holds end.
  2: { exfalso. rewrite Ee in Below. destruct (fmul (fconst 1 (-60)) guess) as [| [|] | | [|]]; discriminate Below. }
  match goal with Q : true = _ |- _ => symmetry in Q; apply andb_prop in Q; destruct Q as [Q Nor]; apply andb_prop in Q;
    destruct Q as [Q Hb]; apply andb_prop in Q; destruct Q as [Hr Hg] end.
  match goal with Q : residual_at_end_results _ _ _ _ _ _ _ |- _ => rename Q into Is_res end.
  match goal with Q : guess = ?g, Qg : ?g = (if flt _ _ then _ else _) |- _ => clear Qg end.
  match goal with Q : _ = fsqrt _ |- _ => clear Q end.
  subst. destruct (Z.eqb feature 2);
    (eapply estimate_normal;
      [.. | exact Is_res | exact Sd | exact Hr | exact Hg | exact Hb | exact Above | exact Below | exact Nor];
      assumption).
Qed.

Section Place.
Variables (x : Z) (cx cy cr mx my : D) (is_end moves : bool) (ax ay bx by_ wr wmx wmy : D).
Variables ux uy wx wy zx zy vx vy su sw sz sv r : D.
Variables reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu : D.
Variables (feature : Z) (dir guess step error nx ny : D).
Hypothesis Hv : sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy
  ux uy wx wy zx zy vx vy su sw sz sv r.
Hypothesis Hs : is_for_filter_results cr wr x su sw sz sv r true.
Hypothesis Ht : set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b
  wv zv wu zu vu.
Hypothesis He : estimate_end_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy wx wy zx zy vx vy sw sz sv r
  move2 reach2 cross_a cross_b wv zv feature dir guess step error nx ny.
Hypothesis Sh : is_sharp_results guess error true.
Hypothesis Sd : is_sign dir.
Hypothesis at_end : feature = 2%Z \/ feature = 3%Z.
Let at_a := Z.eqb feature 2.
Let e := Point (real (if at_a then ax else bx)) (real (if at_a then ay else by_)).
Let c := Point (real cx) (real cy).
(* Relative to the wall, of the circle alone, and of the wall. *)
Let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
               (displacement is_end moves (real cy) (real my) (real ay) (real wmy)).
Let o := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
               (displacement is_end false (real cy) (real my) (real ay) (real wmy)).
Let wall := Point (if is_end then real wmx - real ax else real wmx) (if is_end then real wmy - real ay else real wmy).
Let R := real cr + real wr.
Variable M : Rdefinitions.R.
Let size (p : point) := Rabs (px p) <= M /\ Rabs (py p) <= M.
Let is_contact := directed_contact (real dir) (px c - px e) (py c - py e) (px v) (py v) R.

(* What is proved of a contact at T. *)
Definition end_place (T : Rdefinitions.R) (ox oy qx qy : D) :=
  let n := Point ((px c - px e + T * px v) / R) ((py c - py e + T * py v) / R) in
  let C := moved c o T in let E := if moves then moved e wall T else e in
  let P := Point (px E + real wr * px n) (py E + real wr * py n) in
  px n * px n + py n * py n = 1 /\
  Rabs (real nx - px n) <= 467 / 100 * u53 /\ Rabs (real ny - py n) <= 467 / 100 * u53 /\
  (size C -> size P -> (moves = true -> size wall /\ size E) ->
    finite ox /\ finite oy /\ finite qx /\ finite qy /\
    Rabs (real ox - px C) <= (2 + / 16) * ulp_of M /\ Rabs (real oy - py C) <= (2 + / 16) * ulp_of M /\
    let bound := if moves then 19 / 2 * ulp_of M else 8 * ulp_of M in
    Rabs (real qx - px P) <= bound /\ Rabs (real qy - py P) <= bound).

Hypotheses (sc : size c) (so : size o) (se : size e) (sr : real cr <= M) (sw_ : real wr <= M) (high : M < bpow radix2
  1022).

Lemma end_place_correct T time rest ox oy qx qy : is_contact T -> T <= 1 -> finite time -> finite rest ->
  time_close (real time) (real rest) T ->
  place_contact_results feature time nx ny cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy rest ox oy qx qy ->
  end_place T ox oy qx qy.
Proof.
  intros HT T1 Ft Fr Close H.
  destruct (estimate_end_normal _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ T Hv Hs Ht He Sh Sd HT T1) as (RL & Fnx & Fny & Nx & Ny).
  fold R in RL. pose proof (bpow_gt_0 radix2 (-410)) as P410.
  unfold end_place. set (n := Point ((px c - px e + T * px v) / R) ((py c - py e + T * py v) / R)).
  set (C := moved c o T). set (E := if moves then moved e wall T else e).
  set (P := Point (px E + real wr * px n) (py E + real wr * py n)).
  assert (U : px n * px n + py n * py n = 1).
  { destruct HT as [HT _]. unfold n. cbn [px py]. fold R in HT.
    replace ((px c - px e + T * px v) / R * ((px c - px e + T * px v) / R) +
      (py c - py e + T * py v) / R * ((py c - py e + T * py v) / R)) with
      (((px c - px e + T * px v) * (px c - px e + T * px v) + (py c - py e + T * py v) * (py c - py e + T * py v)) /
        (R * R)) by (field; lra).
    rewrite HT. field. lra. }
  assert (U1 : Rabs (px n) <= 1 /\ Rabs (py n) <= 1) by (split; apply Rabs_le; nra).
  split; [exact U |]. split; [exact Nx |]. split; [exact Ny |]. intros sC sP sW.
  destruct (sweep_inputs_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs)
    as (Fcx & Fcy & Fmx & Fmy & Fax & Fay & Fbx & Fby & Fcr & Fwr & Fm & Pcr & Pwr).
  assert (Rg : bpow radix2 (-900) <= M < bpow radix2 1022).
  { split; [| exact high]. apply Rle_trans with (/ 2 * bpow radix2 (-410)); [| unfold R in RL; lra].
    change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (Md : M * (467 / 100 * u53) <= 468 / 100 * ulp_of M).
  { destruct (unit_of_size M Rg) as (g & _ & LM & -> & _). destruct (unit_pos g) as (g0 & EB & _). rewrite EB in LM.
    lra. }
  assert (d40 : 467 / 100 * u53 <= bpow radix2 (-40)) by (change (bpow radix2 (-40)) with (/ 1099511627776); lra).
  assert (Ee : e = if Z.eqb feature 2 then Point (real ax) (real ay) else Point (real bx) (real by_)).
  { unfold e, at_a. destruct (Z.eqb feature 2); reflexivity. }
  assert (N1 : Z.eqb feature 1 = false) by (destruct at_end as [-> | ->]; reflexivity).
  destruct (place_contact_correct feature time nx ny cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy rest ox oy qx
    qy
    T M (467 / 100 * u53) n) as ((A1 & A2 & A3 & A4) & A5 & A6 & A7 & A8); rewrite <- ?Ee, ?N1; auto 10.
  - rewrite !Rabs_pos_eq by assumption. auto.
  - intros _. split; [exact se |]. destruct moves eqn:Mv; [| exact se]. apply (proj2 (sW eq_refl)).
  - intros _ Mv. apply (proj1 (sW Mv)).
  - assert (U0 : 0 <= ulp_of M) by apply ulp_ge_0. rewrite <- ?Ee, N1 in A7, A8. cbv iota in A7, A8.
    split; [exact A1 |]. split; [exact A2 |]. split; [exact A5 |]. split; [exact A6 |]. split; [exact A3 |].
    split; [exact A4 |]. unfold P, E, wall, moved in *. destruct moves; cbn [px py] in *;
      (split; (eapply Rle_trans; [eassumption | lra])).
Qed.

(* The first contact, and the last. *)
Theorem sharp_hit_at_end_place T is_not_after unknown time rest ox oy qx qy : is_contact T -> 0 <= T <= 1 ->
  round_down_results guess step error is_not_after unknown time rest ->
  (if is_not_after then real (fadd guess step) <= T else T < real (fadd guess step)) ->
  place_contact_results feature time nx ny cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy rest ox oy qx qy ->
  finite time /\ is_largest_not_after (real time) T /\ end_place T ox oy qx qy.
Proof.
  intros HT T01 Hr Ask H.
  destruct (estimate_end_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ Hv Hs Ht He Sh Sd) as (_ & All). pose proof (All T HT (proj2 T01)) as Est.
  destruct (round_down_correct guess step error T Est is_not_after unknown time rest Hr) as (Ftm & Largest);
    try (intros Q; rewrite Q in Ask; exact Ask).
  destruct (round_down_close guess step error T Est T01 is_not_after unknown time rest Hr) as (_ & Fr & Close);
    try (intros Q; rewrite Q in Ask; exact Ask).
  split; [exact Ftm |]. split; [exact Largest |]. apply (end_place_correct T time rest); try assumption. exact (proj2
    T01).
Qed.

Theorem sharp_exit_at_end_place T is_not_before unknown time rest ox oy qx qy : is_contact T -> 0 <= T <= 1 ->
  round_up_results guess step error is_not_before unknown time rest ->
  (if is_not_before then T <= real (fadd guess step) else real (fadd guess step) < T) ->
  place_contact_results feature time nx ny cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy rest ox oy qx qy ->
  finite time /\ is_smallest_not_before (real time) T /\ end_place T ox oy qx qy.
Proof.
  intros HT T01 Hr Ask H.
  destruct (estimate_end_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ Hv Hs Ht He Sh Sd) as (_ & All). pose proof (All T HT (proj2 T01)) as Est.
  destruct (round_up_correct guess step error T Est is_not_before unknown time rest Hr) as (Ftm & Smallest);
    try (intros Q; rewrite Q in Ask; exact Ask).
  destruct (round_up_close guess step error T Est T01 is_not_before unknown time rest Hr) as (_ & Fr & Close);
    try (intros Q; rewrite Q in Ask; exact Ask).
  split; [exact Ftm |]. split; [exact Smallest |]. apply (end_place_correct T time rest); try assumption. exact (proj2
    T01).
Qed.
End Place.
