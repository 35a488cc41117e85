(* Centre, point and normal of a hit on the side in one pass: set_fast_side of src/sweep/sweep_one_pass.h and
   sweep_of_fast of src/sweep/sweep.c, end to end. If set_fast_side is certain, the sweep's centre is within 2 1/16 ulp
   of the largest coordinate M, its point within 8 ulp, and its normal within 3.51 units of 2^-53.

   The time is that of set_fast_side_hits (TimeSideFoot.v), the normal that of SweepPlaceFastNormal.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry SweepErrors SweepGeometry SweepTerms SweepContact
  SweepTime SweepInputs Terms_wide Terms_pair Terms_sweep Terms_fast TangentGapLine TimeSideFast TimeRound TimeSideHit
  TimeSideFoot SweepPlaceRounding SweepPlace SweepPlaceFastNormal SweepQuery.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* n is the unit vector from the axis to a circle's centre C at distance R beside the wall. *)
Definition is_side_normal (n C a b : point) (R : R) :=
  px n * px n + py n * py n = 1 /\ px n * Geometry.ux a b + py n * Geometry.uy a b = 0 /\
  px n * (px C - px a) + py n * (py C - py a) = R.

(* It is the axis, turned by a right angle to one side. *)
Lemma side_normal_is side c v a b R T (len := norm (Geometry.ux a b) (Geometry.uy a b))
    (n := Point (- (side * Geometry.uy a b / len)) (side * Geometry.ux a b / len)) :
  is_sign side -> 0 < len ->
  side * (cross c a b + T * (Geometry.ux a b * py v - Geometry.uy a b * px v)) = R * len ->
  is_side_normal n (moved c v T) a b R /\ Rabs (px n) <= 1 /\ Rabs (py n) <= 1.
Proof.
  intros sign l0 touch. assert (LL : len * len = Geometry.ux a b * Geometry.ux a b + Geometry.uy a b * Geometry.uy a b)
    by apply norm_square.
  assert (S2 : side * side = 1) by (destruct sign as [-> | ->]; ring).
  assert (Unit : is_side_normal n (moved c v T) a b R).
  { unfold is_side_normal, n. cbn [px py]. split; [| split].
    - replace (- (side * Geometry.uy a b / len) * - (side * Geometry.uy a b / len) +
        side * Geometry.ux a b / len * (side * Geometry.ux a b / len)) with
        (side * side * (Geometry.ux a b * Geometry.ux a b + Geometry.uy a b * Geometry.uy a b) / (len * len))
        by (field; lra). rewrite S2, <- LL. field. lra.
    - field. lra.
    - apply Rmult_eq_reg_r with len; [| lra]. rewrite <- touch.
      unfold cross, Geometry.wx, Geometry.wy, moved. cbn [px py]. field. lra. }
  split; [exact Unit |]. destruct Unit as (U & _). split; apply Rabs_le; nra.
Qed.

(* The inputs are finite. *)
Lemma fast_inputs q t : terms_of q t -> t.(axis_terms.may_decide) = true ->
  finite q.(swept_query.circle).(carom_circle.center).(carom_vec2.x) /\
  finite q.(swept_query.circle).(carom_circle.center).(carom_vec2.y) /\
  finite q.(swept_query.move).(carom_vec2.x) /\ finite q.(swept_query.move).(carom_vec2.y) /\
  finite q.(swept_query.circle).(carom_circle.radius) /\ 0 <= query_reach q.
Proof.
  intros H E. apply terms_across in H. destruct H as (M & A & _). unfold query_reach, set_terms_across_relation in *.
  open_query q. open_terms t. members. subst.
  destruct (across_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ A)
    as (rr & [_ Nw _ Nv _ _ _ _ [[Fr _] _] _ _ _ R0 _ _]).
  unfold set_terms_across_results in A. open A. destruct A. cbv match in *. subst.
  destruct Nw as (W1 & W2 & _), Nv as (V1 & V2 & _). destruct (fadd_finite _ _ Fr) as (Fcr & _).
  destruct (difference_finite _ _ W1), (difference_finite _ _ W2). destruct is_end.
  - destruct (difference_finite _ _ V1), (difference_finite _ _ V2). auto 10.
  - auto 10.
Qed.

Theorem fast_side_place x q t k f s M :
  certain_on_side q t k f -> swept_from f s -> q.(swept_query.wall).(carom_wall.extent) = extent_number x ->
  let c := query_center q in let v := query_way q in let a := query_a q in let b := query_b q in
  let r := real q.(swept_query.circle).(carom_circle.radius) in let R := query_reach q in
  let size p := Rabs (px p) <= M /\ Rabs (py p) <= M in
  size c -> size v -> size a -> size b -> Rabs r <= M -> M < bpow radix2 1022 ->
  exists T n, is_first_contact Side x q s T /\ is_side_normal n (moved c v T) a b R /\
    let C := moved c v T in let P := Point (px C - r * px n) (py C - r * py n) in
    is_near s.(carom_sweep.normal) n (351 / 100 * u53) /\
    (size C -> is_near s.(carom_sweep.center) C ((2 + / 16) * ulp_of M) /\
      (size P -> is_near s.(carom_sweep.point) P (8 * ulp_of M))).
Proof.
  intros certain from Ex. pose proof (set_fast_side_hits _ _ _ _ _ _ certain from Ex) as Hits.
  pose proof (set_fast_side_parts _ _ _ _ certain) as Parts. pose proof (fast_side_normal _ _ _ _ certain) as Normal.
  pose proof (fast_inputs q t (proj1 certain)) as Inputs.
  unfold comes_to_line_of, is_time_of in Parts. cbv beta delta [is_near]. open_swept from. rename from into HF.
  open_certain certain as HA HL HK HS. subst extent. intros c v a b r_ R size. subst r_. intros sc sv sa sb sr high.
  set (len := norm (Geometry.ux a b) (Geometry.uy a b)).
  destruct Hits as (_ & _ & T & T01 & Before & Touch & Fts & Largest). fold c v a b R in Before, Touch.
  destruct Parts as (step & T' & ((Sg & Sy & Sk) & T0 & Ft & Fr & Fe & [t0 t1] & [Near Lr] & _) & Ftm & _ & Tm & _ & _ &
      Rs & _).
  destruct (Normal Fe Ftm Tm Sg) as (l0 & l203 & Small & Fnx & Fny & Nx & Ny).
  fold a b len in l0, l203, Nx, Ny.
  (* both times are the same *)
  set (X := cross c a b). set (Y := Geometry.ux a b * py v - Geometry.uy a b * px v).
  assert (Sy' : real side * Y < 0) by exact Sy.
  assert (Sk' : real side * (X + T' * Y) = R * len).
  { etransitivity; [| exact Sk]. unfold X, Y, cross, Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy, c, v, a, b.
    simpl. ring. }
  assert (May : may = true).
  { pose proof HS as S. unfold set_fast_side_results in S. open S. destruct S.
    match goal with K : true = (may && _ && _ && _ && _)%bool |- _ => symmetry in K; rewrite !andb_true_iff in K; tauto
      end. }
  destruct (Inputs May) as (Fcx & Fcy & Fmx & Fmy & Frr & R0). fold R in R0.
  assert (LL : len * len = len2 a b) by (unfold len; rewrite norm_square; unfold len2; ring).
  assert (L0 : 0 < len2 a b) by (rewrite <- LL; now apply Rmult_lt_0_compat).
  destruct (falls_to_reach x c v a b R T R0 L0 (proj1 T01) Before Touch ltac:(intros _ Z; fold Y in Z; rewrite Z in
    Sy'; lra))
    as (s' & Ss & Sy2 & Sk2). fold X Y len in Sy2, Sk2.
  assert (Et : T = T').
  { assert (s' = real side) by (unfold is_sign in *; destruct Ss as [-> | ->], Sg as [E | E]; rewrite E in *; lra).
    subst s'. apply Rmult_eq_reg_r with (real side * Y); [| lra].
    replace (T * (real side * Y)) with (real side * (X + T * Y) - real side * X) by ring. rewrite Sk2, <- Sk'. ring. }
  subst T'.
  set (n := Point (- (real side * Geometry.uy a b / len)) (real side * Geometry.ux a b / len)).
  exists T, n.
  (* what the record says *)
  pose proof HS as S. unfold set_fast_side_results in S. open S.
  destruct S as [_ _ _ Hvx Hvy _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ewx Ewy Efx Efy
    Ecx Ecy Eoff _].
  assert (Ev : vx = (if is_end then fsub mx cx else mx) /\ vy = (if is_end then fsub my cy else my)).
  { pose proof HA as A. unfold set_terms_across_results in A. open A. destruct A. cbv match in *. subst. auto. }
  destruct Ev as (Evx & Evy).
  pose proof HF as F. unfold sweep_of_fast_results in F. open F. destruct F as [_ _ K1 K2 K3 K4 K5 K6 K7 K8 _ _ _ K9 K10
    K11 K12 K13 K14].
  assert (Out : ox = from_x /\ oy = from_y /\ nx_ = normal_x /\ ny_ = normal_y /\
    px_ = fadd from_x (fmul normal_x off) /\ py_ = fadd from_y (fmul normal_y off)) by (subst; auto 10).
  destruct Out as (-> & -> & -> & -> & Epx & Epy). clear K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 K14.
  assert (s' = real side) by (unfold is_sign in *; destruct Ss as [-> | ->], Sg as [E | E]; rewrite E in *; lra).
  subst s'. destruct (side_normal_is (real side) c v a b R T Sg ltac:(assumption) Sk2) as (Unit & U1). fold len n in
    Unit, U1.
  split; [exact (conj T01 (conj Before (conj Touch (conj Fts Largest)))) |]. split; [exact Unit |]. intros C P.
  split; [exact (conj Fnx (conj Fny (conj Nx Ny))) |].
  intros [C1 C2]. destruct sc as [c1 c2], sv as [v1 v2], sa as [a1 a2], sb as [b1 b2].
  unfold c, v, C, moved in *. cbn [px py] in *.
  assert (M203 : bpow radix2 (-205) <= M).
  { assert (Lu : len <= Rabs (Geometry.ux a b) + Rabs (Geometry.uy a b)).
    { apply Rsqr_incr_0_var; [| pose proof (Rabs_pos (Geometry.ux a b)); pose proof (Rabs_pos (Geometry.uy a b)); lra].
      unfold Rsqr. rewrite LL. unfold len2. pose proof (Rabs_pos (Geometry.ux a b)). pose proof (Rabs_pos (Geometry.uy
        a b)).
      assert (Sq : forall y, y * y = Rabs y * Rabs y) by (intros y; rewrite <- Rabs_mult, Rabs_pos_eq; [ring | apply
        Rle_0_sqr]).
      rewrite (Sq (Geometry.ux a b)), (Sq (Geometry.uy a b)).
      assert (0 <= Rabs (Geometry.ux a b) * Rabs (Geometry.uy a b)) by now apply Rmult_le_pos. lra. }
    unfold Geometry.ux, Geometry.uy, a, b in Lu. cbn [px py] in Lu.
    pose proof (Rabs_triang (real bx) (- real ax)) as D1. pose proof (Rabs_triang (real by_) (- real ay)) as D2.
    rewrite Rabs_Ropp in D1, D2. unfold a, b in a1, a2, b1, b2. cbn [px py] in a1, a2, b1, b2.
    assert (E : bpow radix2 (-203) = 4 * bpow radix2 (-205)).
    { change 4 with (bpow radix2 2). rewrite <- bpow_plus. reflexivity. }
    unfold Rminus in Lu. lra. }
  assert (Rg : bpow radix2 (-900) <= M < bpow radix2 1022).
  { split; [eapply Rle_trans; [| exact M203]; apply bpow_le; lia | exact high]. }
  assert (Tc : time_close (real t) (real rest) T).
  { pose proof (bpow_gt_0 radix2 (-204)). pose proof (bpow_gt_0 radix2 (-60)). split; [lra |].
    split; [change (bpow radix2 (-20)) with (/ 1048576); lra |]. split; [lra |]. rewrite Rabs_minus_sym. lra. }
  assert (D : forall z m p w, displacement is_end false z m p w = if is_end then m - z else m) by reflexivity.
  rewrite !D in *.
  destruct (moved_coordinate cx mx cx t rest is_end T M Fcx Fmx Fcx Ft Fr Tc Rg c1 v1 C1) as (A1 & _ & A2).
  destruct (moved_coordinate cy my cy t rest is_end T M Fcy Fmy Fcy Ft Fr Tc Rg c2 v2 C2) as (A3 & _ & A4).
  specialize (A2 (or_intror eq_refl)). specialize (A4 (or_intror eq_refl)).
  rewrite <- Evx in A1, A2. rewrite <- Evy in A3, A4.
  assert (Ex : from_x = fadd cx (fadd (fmul t vx) (fmul rest vx)) /\ from_y = fadd cy (fadd (fmul t vy) (fmul rest vy)))
    by (subst; auto).
  destruct Ex as (Ex & Ey). rewrite <- Ex in A1, A2. rewrite <- Ey in A3, A4.
  split; [exact (conj A1 (conj A3 (conj A2 A4))) |].
  unfold size, P, C, c, v, moved. cbn [px py]. rewrite ?D. intros [P1 P2].
  assert (U0 : 0 <= ulp_of M) by apply ulp_ge_0.
  assert (Md : M * (351 / 100 * u53) <= 352 / 100 * ulp_of M).
  { destruct (unit_of_size M Rg) as (g & _ & LM & -> & _). destruct (unit_pos g) as (g0 & EB & _). rewrite EB in LM.
    lra. }
  assert (Fof : finite off /\ real off = - real r).
  { rewrite Eoff. split; [now apply finite_fneg | apply real_fneg]. }
  destruct Fof as (Fof & Vof).
  assert (Ro : Rabs (real off) <= M) by (rewrite Vof, Rabs_Ropp; exact sr).
  assert (d40 : 351 / 100 * u53 <= bpow radix2 (-40)) by (change (bpow radix2 (-40)) with (/ 1099511627776); lra).
  destruct U1 as [n1 n2].
  destruct (point_coordinate from_x off normal_x _ _ (px n) _ _ M (or_intror eq_refl) Rg A1 Fof Fnx A2 ltac:(lra) Ro Nx
    n1
    d40 C1) as (Q1 & Q2); [rewrite Vof, Ropp_mult_distr_l_reverse; exact P1 |].
  destruct (point_coordinate from_y off normal_y _ _ (py n) _ _ M (or_intror eq_refl) Rg A3 Fof Fny A4 ltac:(lra) Ro Ny
    n2
    d40 C2) as (Q3 & Q4); [rewrite Vof, Ropp_mult_distr_l_reverse; exact P2 |].
  rewrite <- Epx in Q1, Q2. rewrite <- Epy in Q3, Q4. rewrite Vof, Ropp_mult_distr_l_reverse in Q2, Q4.
  split; [exact Q1 |]. split; [exact Q3 |]. unfold Rminus in *. split; lra.
Qed.
