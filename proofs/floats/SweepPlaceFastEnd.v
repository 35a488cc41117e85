(* Centre, point and normal of a hit of an end in one pass: set_fast_end of src/exact/sweep_fast.h and sweep_of_fast of
   src/geometry/sweep.c, end to end. If set_fast_end is certain, then at the time of the contact the sweep's centre is
   within 2 1/16 ulp of the largest coordinate M, its point within 8 ulp, and its normal within 4.67 units of 2^-53.

   The time is that of set_fast_end_correct (TimeEnd.v), the normal that of SweepPlaceFastEndTerms.v. The way is an
     exact
   product and small terms, so it is rounded once. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree PairProduct Geometry Terms_pair Terms_sweep Terms_fast
  ErrorFreeTerms Wide SweepErrors SweepGeometry SweepVectors SweepTerms SweepTime SweepInputs TimePlace TimeMoved
  TimeEndTerms TimeEndGuess TimeEndFast TimeEnd TimeRound SweepPlaceRounding SweepPlace SweepPlaceFastEndTerms.

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
