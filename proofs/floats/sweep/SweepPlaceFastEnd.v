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
  SweepPlaceFastEndTerms.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* Centre and normal that set_fast_end computes. *)
Theorem set_fast_end_numbers cx cy cr mx my is_end ax ay bx by_ wr n wmx wmy r ux uy wx wy zx zy vx vy e1 e2 e3 e4 u1
    u2 u3 u4 sw sz su sv ends seg uu vv tx ty kx ky evx evy reach_len inverse fa fb is_long
    f_t f_rest f_error ccx ccy nx ny fromx fromy off feature T M :
  set_terms_across_results cx cy cr mx my is_end false ax ay bx by_ wr n wmx wmy r ux uy wx wy zx zy vx vy e1 e2 e3 e4
    u1 u2 u3 u4 sw sz su sv ends true seg uu vv tx ty kx ky ->
  set_fast_end_results cx cy cr mx my is_end ax ay bx by_ wr n r vx vy sw su sv vv tx kx ky evx evy true seg reach_len
    inverse fa fb is_long f_t f_rest f_error true ccx ccy nx ny fromx fromy off feature ->
  let at_b := Z.eqb feature 3 in
  let EX := real cx - real (if at_b then bx else ax) in
  let EY := real cy - real (if at_b then by_ else ay) in
  let VX := displacement is_end false (real cx) (real mx) (real ax) (real wmx) in
  let VY := displacement is_end false (real cy) (real my) (real ay) (real wmy) in
  let R := real cr + real wr in
  end_contact EX EY VX VY R T -> 0 <= T <= 1 ->
  (finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cr /\ finite wr /\ 0 <= real
    cr /\
    0 <= real wr) /\
  (fromx = (if at_b then bx else ax) /\ fromy = (if at_b then by_ else ay) /\ off = wr) /\
  bpow radix2 (-410) <= R /\ finite nx /\ finite ny /\ Rabs (real nx - (EX + T * VX) / R) <= 467 / 100 * u53 /\
  Rabs (real ny - (EY + T * VY) / R) <= 467 / 100 * u53 /\
  (R <= 2 * M -> M < bpow radix2 1022 ->
    (Rabs (real cx) <= M -> Rabs VX <= M -> Rabs (real cx + T * VX) <= M ->
      finite ccx /\ Rabs (real ccx - (real cx + T * VX)) <= (2 + / 16) * ulp_of M) /\
    (Rabs (real cy) <= M -> Rabs VY <= M -> Rabs (real cy + T * VY) <= M ->
      finite ccy /\ Rabs (real ccy - (real cy + T * VY)) <= (2 + / 16) * ulp_of M)).
Proof.
  intros Ha H. destruct (across_at_rest _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ Ha)
    as (-> & Ewx & Ewy & Ezx & Ezy & Evx & Evy & Esw & Esz & Esv & Nc & Nw & Rv & Rw & Rz & Rr).
  destruct (across_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha)
    as (rr & K).
  destruct (across_terms _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha)
    as (_ & _ & _ & -> & _ & _ & Ekx & Eky).
  destruct K as [_ Kw Kz Kv _ _ _ _ _ _ _ _ _ _ _]. clear Ha.
  unfold set_fast_end_results in H. open H. destruct H.
  intros at_b EX EY VX VY R HT T01.
  assert (Inputs : finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cr /\ finite
    wr /\
    0 <= real cr /\ 0 <= real wr).
  { destruct Kw as (W1 & W2 & _), Kz as (Z1 & Z2 & _). rewrite Ewx in W1. rewrite Ewy in W2. rewrite Ezx in Z1.
    rewrite Ezy in Z2. destruct (difference_finite _ _ W1), (difference_finite _ _ W2), (difference_finite _ _ Z1),
      (difference_finite _ _ Z2). destruct Rr as [[Fr _] _]. destruct (fadd_finite _ _ Fr) as (Fcr & Fwr & _).
    pose proof (nonneg_real _ Nc). pose proof (nonneg_real _ Nw). auto 15. }
  split; [exact Inputs |]. destruct Inputs as (Fcx & Fcy & _).
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
  subst; unfold EX, EY, at_b in *; clear at_b EX EY; destruct (flt (fconst 0 0) fb); simpl Z.eqb in *; cbv iota in *;
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
Theorem fast_end_place cx cy cr mx my is_end ax ay bx by_ wr n wmx wmy r ux uy wx wy zx zy vx vy e1 e2 e3 e4 u1
    u2 u3 u4 sw sz su sv ends seg uu vv tx ty kx ky evx evy reach_len inverse fa fb is_long
    f_t f_rest f_error ccx ccy nx ny fromx fromy off feature unknown kind f_sweep time ox oy qx qy nx' ny' T M :
  set_terms_across_results cx cy cr mx my is_end false ax ay bx by_ wr n wmx wmy r ux uy wx wy zx zy vx vy e1 e2 e3 e4
    u1 u2 u3 u4 sw sz su sv ends true seg uu vv tx ty kx ky ->
  set_fast_end_results cx cy cr mx my is_end ax ay bx by_ wr n r vx vy sw su sv vv tx kx ky evx evy true seg reach_len
    inverse fa fb is_long f_t f_rest f_error true ccx ccy nx ny fromx fromy off feature ->
  sweep_of_fast_results feature f_t f_rest nx ny ccx ccy fromx fromy off unknown kind f_sweep time ox oy qx qy nx' ny'
    ->
  let at_b := Z.eqb feature 3 in
  let c := Point (real cx) (real cy) in
  let e := Point (real (if at_b then bx else ax)) (real (if at_b then by_ else ay)) in
  let v := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end false (real cy) (real my) (real ay) (real wmy)) in
  let R := real cr + real wr in
  let size p := Rabs (px p) <= M /\ Rabs (py p) <= M in
  end_contact (px c - px e) (py c - py e) (px v) (py v) R T ->
  size c -> size e -> size v -> real cr <= M -> real wr <= M -> M < bpow radix2 1022 ->
  let n := Point ((px c - px e + T * px v) / R) ((py c - py e + T * py v) / R) in
  let C := moved c v T in let P := Point (px e + real wr * px n) (py e + real wr * py n) in
  finite time /\ is_largest_not_after (real time) T /\ px n * px n + py n * py n = 1 /\
  Rabs (real nx' - px n) <= 467 / 100 * u53 /\ Rabs (real ny' - py n) <= 467 / 100 * u53 /\
  (size C -> finite ox /\ finite oy /\ Rabs (real ox - px C) <= (2 + / 16) * ulp_of M /\
    Rabs (real oy - py C) <= (2 + / 16) * ulp_of M) /\
  (size P -> finite qx /\ finite qy /\ Rabs (real qx - px P) <= 8 * ulp_of M /\ Rabs (real qy - py P) <= 8 * ulp_of M).
Proof.
  intros Ha H HF at_b c e v R size HT sc se sv_ sr sw_ high n0 C P.
  edestruct set_fast_end_correct as (_ & All); [exact Ha | exact H |].
  destruct (All T HT) as (Ft & Fr & [t0 t1] & _ & Largest & _). clear All.
  edestruct fast_end_time_returned as (Ftm & Lt);
    [exact Ft | exact Fr | exact (conj t0 t1) | exact Largest | exact HF |].
  assert (T01 : 0 <= T <= 1).
  { destruct Largest as (_ & L1 & L2). assert (b0 : 0 <= below (real f_t)).
    { apply pred_ge_0; [apply exponents_valid | exact t0 | apply real_in_format]. }
    split; [revert L1; case Rlt_bool_spec; intros; lra |]. apply Rnot_lt_le. intros C1.
    specialize (L2 1 ltac:(destruct one_value as (_ & <-); apply real_in_format) (Rlt_le _ _ C1)).
    pose proof (pred_le_id radix2 (exponents double) (real f_t)) as B. revert L2. case Rlt_bool_spec; intros; lra. }
  edestruct set_fast_end_numbers with (M := M) (T := T) as ((Fcx & Fcy & Fax & Fay & Fbx & Fby & Fcr & Fwr & Pcr &
    Pwr) & (Efx & Efy & Eoff) & RL & Fnx & Fny & Nx & Ny & Centre); [exact Ha | exact H | exact HT | exact T01 |].
  fold at_b in Efx, Efy, Nx, Ny. fold R in RL, Nx, Ny, Centre. clear Ha H.
  pose proof (bpow_gt_0 radix2 (-410)) as P410.
  unfold sweep_of_fast_results in HF. open HF. destruct HF as [_ _ K1 K2 K3 K4 K5 K6 K7 K8 _ _ _ K9 K10 K11 K12 K13
    K14].
  assert (Out : ox = ccx /\ oy = ccy /\ nx' = nx /\ ny' = ny /\ qx = fadd fromx (fmul nx off) /\
    qy = fadd fromy (fmul ny off)) by (subst; auto 10).
  destruct Out as (-> & -> & -> & -> & -> & ->). clear K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 K14.
  destruct HT as (HT & _).
  assert (U : px n0 * px n0 + py n0 * py n0 = 1).
  { unfold n0. cbn [px py].
    replace ((px c - px e + T * px v) / R * ((px c - px e + T * px v) / R) +
      (py c - py e + T * py v) / R * ((py c - py e + T * py v) / R)) with
      (((px c - px e + T * px v) * (px c - px e + T * px v) + (py c - py e + T * py v) * (py c - py e + T * py v)) /
        (R * R)) by (field; lra).
    rewrite HT. field. lra. }
  assert (N1 : Rabs (px n0) <= 1 /\ Rabs (py n0) <= 1) by (split; apply Rabs_le; nra).
  assert (RM : R <= 2 * M) by (unfold R; lra).
  destruct (Centre RM high) as (Cx & Cy). destruct sc as [c1 c2], sv_ as [v1 v2], se as [s1 s2].
  split; [exact Ftm |]. split; [exact Lt |]. split; [exact U |]. split; [exact Nx |]. split; [exact Ny |]. split.
  - intros [C1 C2]. destruct (Cx c1 v1 C1) as (A1 & A2). destruct (Cy c2 v2 C2) as (A3 & A4). auto.
  - intros [P1 P2].
    assert (Rg : bpow radix2 (-900) <= M < bpow radix2 1022).
    { split; [| exact high]. apply Rle_trans with (/ 2 * bpow radix2 (-410)); [| lra].
      change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (Md : M * (467 / 100 * u53) <= 468 / 100 * ulp_of M).
    { destruct (unit_of_size M Rg) as (g & _ & LM & -> & _). destruct (unit_pos g) as (g0 & EB & _). rewrite EB in LM.
      lra. }
    assert (d40 : 467 / 100 * u53 <= bpow radix2 (-40)) by (change (bpow radix2 (-40)) with (/ 1099511627776); lra).
    assert (U0 : 0 <= ulp_of M) by apply ulp_ge_0.
    assert (Ff : finite fromx /\ finite fromy) by (rewrite Efx, Efy; destruct at_b; auto).
    destruct Ff as (Ffx & Ffy). rewrite Eoff.
    assert (Ro : Rabs (real wr) <= M) by (rewrite Rabs_pos_eq; assumption).
    assert (Hx : Rabs (real fromx - px e) <= 0) by (rewrite Efx; unfold e; cbn [px]; rewrite Rminus_diag_eq, Rabs_R0;
      lra).
    assert (Hy : Rabs (real fromy - py e) <= 0) by (rewrite Efy; unfold e; cbn [py]; rewrite Rminus_diag_eq, Rabs_R0;
      lra).
    destruct (point_coordinate fromx wr nx _ (px e) (px n0) _ _ M (or_intror eq_refl) Rg Ffx Fwr Fnx Hx ltac:(lra) Ro Nx
      (proj1 N1) d40 s1 P1) as (Q1 & Q2).
    destruct (point_coordinate fromy wr ny _ (py e) (py n0) _ _ M (or_intror eq_refl) Rg Ffy Fwr Fny Hy ltac:(lra) Ro Ny
      (proj2 N1) d40 s2 P2) as (Q3 & Q4).
    split; [exact Q1 |]. split; [exact Q3 |]. unfold P. cbn [px py]. split; (eapply Rle_trans; [eassumption | lra]).
Qed.
