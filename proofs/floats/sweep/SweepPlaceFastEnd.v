(* Centre, point and normal of a hit of an end in one pass: set_fast_end of src/sweep/sweep_one_pass.h and sweep_of_fast
   of src/sweep/sweep.c, end to end. If set_fast_end is certain, then at the time of the contact the sweep's centre is
   within 2 1/16 ulp of the largest coordinate M, its point within 8 ulp, and its normal within 4.67 units of 2^-53.

   The time is that of set_fast_end_correct (TimeEnd.v), the normal that of SweepPlaceFastEndTerms.v. The way is an
     exact
   product and small terms, so it is rounded once. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct Geometry Terms_pair Terms_sweep
  Terms_fast ErrorFreeTerms Wide SweepErrors SweepGeometry SweepVectors SweepTerms SweepTime SweepInputs TimePlace
  TimeMoved TimeEndTerms TimeEndGuess TimeEndFast TimeEnd TimeRound SweepPlaceRounding SweepPlace
  SweepPlaceFastEndTerms SweepQuery.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* Centre and normal that set_fast_end computes. *)
Theorem set_fast_end_numbers q t k f T M : certain_at_end q t k f -> comes_to_end q f T -> 0 <= T <= 1 ->
  let e := query_end q f in let c := query_center q in let v := query_way q in let R := query_reach q in
  let r := q.(swept_query.circle).(carom_circle.radius) in let wr := q.(swept_query.wall).(carom_wall.radius) in
  let n := f.(fast_contact.normal) in let C := f.(fast_contact.center) in
  (is_finite q.(swept_query.circle).(carom_circle.center) /\ is_finite q.(swept_query.wall).(carom_wall.a) /\
    is_finite q.(swept_query.wall).(carom_wall.b) /\ finite r /\ finite wr /\ 0 <= real r /\ 0 <= real wr) /\
  (f.(fast_contact.from).(pair.x) = (wall_end q f).(carom_vec2.x) /\
    f.(fast_contact.from).(pair.y) = (wall_end q f).(carom_vec2.y) /\ f.(fast_contact.off) = wr) /\
  bpow radix2 (-410) <= R /\ finite n.(carom_vec2.x) /\ finite n.(carom_vec2.y) /\
  Rabs (real n.(carom_vec2.x) - (px c - px e + T * px v) / R) <= 467 / 100 * u53 /\
  Rabs (real n.(carom_vec2.y) - (py c - py e + T * py v) / R) <= 467 / 100 * u53 /\
  (R <= 2 * M -> M < bpow radix2 1022 ->
    (Rabs (px c) <= M -> Rabs (px v) <= M -> Rabs (px c + T * px v) <= M ->
      finite C.(pair.x) /\ Rabs (real C.(pair.x) - (px c + T * px v)) <= (2 + / 16) * ulp_of M) /\
    (Rabs (py c) <= M -> Rabs (py v) <= M -> Rabs (py c + T * py v) <= M ->
      finite C.(pair.y) /\ Rabs (real C.(pair.y) - (py c + T * py v)) <= (2 + / 16) * ulp_of M)).
Proof.
  intros certain HT T01. unfold is_finite, comes_to_end, query_end, wall_end in *.
  open_certain certain as Ha HL HK H. clear HL HK.
  assert (may = true) as ->.
  { unfold set_fast_end_results in H. open H. destruct H. match goal with Q : true = _ |- _ => symmetry in Q;
      rewrite !andb_true_iff in Q; tauto end. }
  set (VX := displacement is_end false (real cx) (real mx) (real ax) (real wmx)) in *.
  set (VY := displacement is_end false (real cy) (real my) (real ay) (real wmy)) in *.
  destruct (across_at_rest _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ Ha)
    as (-> & Ewx & Ewy & Ezx & Ezy & Evx & Evy & Esw & Esz & Esv & Nc & Nw & Rv & Rw & Rz & Rr).
  destruct (across_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha)
    as (rr & K).
  destruct (across_terms _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha)
    as (_ & _ & _ & -> & _ & _ & Ekx & Eky).
  destruct K as [_ Kw Kz Kv _ _ _ _ _ _ _ _ _ _ _]. clear Ha.
  unfold set_fast_end_results in H. open H. destruct H.
  assert (Inputs : finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite r /\ finite
    wr /\
    0 <= real r /\ 0 <= real wr).
  { destruct Kw as (W1 & W2 & _), Kz as (Z1 & Z2 & _). rewrite Ewx in W1. rewrite Ewy in W2. rewrite Ezx in Z1.
    rewrite Ezy in Z2. destruct (difference_finite _ _ W1), (difference_finite _ _ W2), (difference_finite _ _ Z1),
      (difference_finite _ _ Z2). destruct Rr as [[Fr _] _]. destruct (fadd_finite _ _ Fr) as (Fcr & Fwr & _).
    pose proof (nonneg_real _ Nc). pose proof (nonneg_real _ Nw). auto 15. }
  split; [tauto |]. destruct Inputs as (Fcx & Fcy & _).
  match goal with Q : true = _ |- _ => symmetry in Q; rename Q into Certain end.
  apply andb_prop in Certain. destruct Certain as [Certain Nor]. apply andb_prop in Certain.
  destruct Certain as [Certain _].
  apply andb_prop in Certain. destruct Certain as [Certain Entry]. apply andb_prop in Certain.
  destruct Certain as [_ Time].
  match goal with Q : low_part_of_move_results _ _ _ _ _ ?lx ?ly |- _ =>
    rename lx into low_x; rename ly into low_y; assert (Low : (finite low_x -> displaced vx low_x VX) /\ (finite low_y
      -> displaced vy low_y VY));
    [destruct Q as (? & ? & ? & ? & Q); destruct Q as [Q Ex Ey];
     destruct (pair_difference_values _ _ _ _ _ _ _ _ Q) as (_ & _ & -> & ->) |] end.
  { unfold VX, VY, displacement. rewrite Evx, Evy, Ex, Ey. destruct is_end.
    - split; apply displaced_difference.
    - split; intros _; apply displaced_zero. }
  destruct Low as [Lx Ly].
  repeat match goal with Q : pair_difference_results _ _ _ _ _ _ _ _ |- _ =>
    destruct (pair_difference_values _ _ _ _ _ _ _ _ Q) as (-> & -> & -> & ->); clear Q end.
  repeat match goal with Q : pair_product_results _ _ _ _ _ _ _ _ |- _ =>
    destruct (pair_product_values _ _ _ _ _ _ _ _ Q) as (-> & -> & -> & ->); clear Q end.
  repeat match goal with Q : pair_sum_results _ _ _ _ _ _ _ _ |- _ =>
    destruct (pair_sum_values _ _ _ _ _ _ _ _ Q) as (-> & -> & -> & ->); clear Q end.
  match goal with Q : set_fast_time_results _ _ _ _ _ _ _ |- _ => rename Q into Is_time end.
  match goal with Q : Terms_time.residual_at_end_terms.residual_at_end_results _ _ _ _ _ _ _ |- _ => rename Q into
    Is_res end.
  subst; destruct (flt (fconst 0 0) feet_y); simpl Z.eqb in *; cbv iota in *; members;
    (split; [auto |]).
  - edestruct fast_end_normal as (Q1 & Q2 & Q3 & Q4 & Q5 & _);
      [.. | exact Is_res | exact Entry | exact Is_time | exact Nor | exact HT |]; try eassumption.
    do 4 (split; [assumption |]). split; [exact Q5 |]. intros RM High.
    eapply fast_end_centre; [.. | exact Is_res | exact Entry | exact Is_time | exact Nor | exact HT | exact T01 | exact
      Fcx
      | exact Fcy | exact RM | exact High]; eassumption.
  - edestruct fast_end_normal as (Q1 & Q2 & Q3 & Q4 & Q5 & _);
      [.. | exact Is_res | exact Entry | exact Is_time | exact Nor | exact HT |]; try eassumption.
    do 4 (split; [assumption |]). split; [exact Q5 |]. intros RM High.
    eapply fast_end_centre; [.. | exact Is_res | exact Entry | exact Is_time | exact Nor | exact HT | exact T01 | exact
      Fcx
      | exact Fcy | exact RM | exact High]; eassumption.
Qed.

(* What the sweep returns. *)
Theorem fast_end_place q t k f s T M : certain_at_end q t k f -> swept_from f s -> comes_to_end q f T ->
  let e := query_end q f in let c := query_center q in let v := query_way q in let R := query_reach q in
  let r := real q.(swept_query.circle).(carom_circle.radius) in
  let wr := real q.(swept_query.wall).(carom_wall.radius) in
  let size p := Rabs (px p) <= M /\ Rabs (py p) <= M in
  size c -> size e -> size v -> r <= M -> wr <= M -> M < bpow radix2 1022 ->
  let n := Point ((px c - px e + T * px v) / R) ((py c - py e + T * py v) / R) in
  let C := moved c v T in let P := Point (px e + wr * px n) (py e + wr * py n) in
  finite s.(carom_sweep.t) /\ is_largest_not_after (real s.(carom_sweep.t)) T /\ px n * px n + py n * py n = 1 /\
  is_near s.(carom_sweep.normal) n (467 / 100 * u53) /\
  (size C -> is_near s.(carom_sweep.center) C ((2 + / 16) * ulp_of M)) /\
  (size P -> is_near s.(carom_sweep.point) P (8 * ulp_of M)).
Proof.
  intros certain from HT. pose proof (proj2 (set_fast_end_correct _ _ _ _ certain) T HT) as Time.
  destruct (fast_end_time_returned _ _ _ _ Time from) as [Ftm Lt].
  destruct Time as (_ & _ & [t0 t1] & _ & Largest & _).
  assert (T01 : 0 <= T <= 1).
  { destruct Largest as (_ & L1 & L2). assert (b0 : 0 <= below (real f.(fast_contact.t))).
    { apply pred_ge_0; [apply exponents_valid | exact t0 | apply real_in_format]. }
    split; [revert L1; case Rlt_bool_spec; intros; lra |]. apply Rnot_lt_le. intros C1.
    specialize (L2 1 ltac:(destruct one_value as (_ & <-); apply real_in_format) (Rlt_le _ _ C1)).
    pose proof (pred_le_id radix2 (exponents double) (real f.(fast_contact.t))) as B. revert L2. case Rlt_bool_spec;
      intros; lra. }
  destruct (set_fast_end_numbers _ _ _ _ T M certain HT T01) as (((Fcx & Fcy) & (Fax & Fay) & (Fbx & Fby) & Fcr & Fwr &
    Pcr & Pwr) & (Efx & Efy & Eoff) & RL & Fnx & Fny & Nx & Ny & Centre).
  unfold comes_to_end in HT. intros e c v R r wr size sc se sv_ sr sw_ high n0 C P. fold e c v R in RL, Nx, Ny, Centre,
    HT.
  destruct from as [unknown ->].
  pose proof (bpow_gt_0 radix2 (-410)) as P410.
  destruct HT as (HT & _).
  assert (U : px n0 * px n0 + py n0 * py n0 = 1).
  { unfold n0. cbn [px py].
    replace ((px c - px e + T * px v) / R * ((px c - px e + T * px v) / R) +
      (py c - py e + T * py v) / R * ((py c - py e + T * py v) / R)) with
      (((px c - px e + T * px v) * (px c - px e + T * px v) + (py c - py e + T * py v) * (py c - py e + T * py v)) /
        (R * R)) by (field; lra).
    rewrite HT. field. lra. }
  assert (N1 : Rabs (px n0) <= 1 /\ Rabs (py n0) <= 1) by (split; apply Rabs_le; nra).
  assert (RM : R <= 2 * M) by (unfold R, query_reach; fold r wr; lra).
  destruct (Centre RM high) as (Cx & Cy). destruct sc as [c1 c2], sv_ as [v1 v2], se as [s1 s2].
  split; [exact Ftm |]. split; [exact Lt |]. split; [exact U |].
  split; [exact (conj Fnx (conj Fny (conj Nx Ny))) |]. split.
  - intros [C1 C2]. destruct (Cx c1 v1 C1) as (A1 & A2). destruct (Cy c2 v2 C2) as (A3 & A4).
    exact (conj A1 (conj A3 (conj A2 A4))).
  - intros [P1 P2]. unfold is_near. cbn [sweep_of_fast carom_sweep.point carom_vec2.x carom_vec2.y].
    set (fromx := f.(fast_contact.from).(pair.x)) in *. set (fromy := f.(fast_contact.from).(pair.y)) in *.
    set (nx := f.(fast_contact.normal).(carom_vec2.x)) in *. set (ny := f.(fast_contact.normal).(carom_vec2.y)) in *.
    assert (Rg : bpow radix2 (-900) <= M < bpow radix2 1022).
    { split; [| exact high]. apply Rle_trans with (/ 2 * bpow radix2 (-410)); [| lra].
      change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (Md : M * (467 / 100 * u53) <= 468 / 100 * ulp_of M).
    { destruct (unit_of_size M Rg) as (g & _ & LM & -> & _). destruct (unit_pos g) as (g0 & EB & _). rewrite EB in LM.
      lra. }
    assert (d40 : 467 / 100 * u53 <= bpow radix2 (-40)) by (change (bpow radix2 (-40)) with (/ 1099511627776); lra).
    assert (U0 : 0 <= ulp_of M) by apply ulp_ge_0.
    assert (Ff : finite fromx /\ finite fromy) by (rewrite Efx, Efy; unfold wall_end; destruct Z.eqb; auto).
    destruct Ff as (Ffx & Ffy). rewrite Eoff.
    assert (Ro : Rabs wr <= M) by (rewrite Rabs_pos_eq; assumption).
    assert (Hx : Rabs (real fromx - px e) <= 0) by (rewrite Efx; unfold e, query_end, point_of; cbn [px]; rewrite
      Rminus_diag_eq, Rabs_R0;
      lra).
    assert (Hy : Rabs (real fromy - py e) <= 0) by (rewrite Efy; unfold e, query_end, point_of; cbn [py]; rewrite
      Rminus_diag_eq, Rabs_R0;
      lra).
    destruct (point_coordinate fromx _ nx _ (px e) (px n0) _ _ M (or_intror eq_refl) Rg Ffx Fwr Fnx Hx ltac:(lra) Ro Nx
      (proj1 N1) d40 s1 P1) as (Q1 & Q2).
    destruct (point_coordinate fromy _ ny _ (py e) (py n0) _ _ M (or_intror eq_refl) Rg Ffy Fwr Fny Hy ltac:(lra) Ro Ny
      (proj2 N1) d40 s2 P2) as (Q3 & Q4).
    split; [exact Q1 |]. split; [exact Q3 |]. unfold P. cbn [px py]. split; (eapply Rle_trans; [eassumption | lra]).
Qed.
