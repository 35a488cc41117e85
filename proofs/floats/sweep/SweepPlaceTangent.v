(* Centre, point and normal of a hit near a tangent: sweep_of_tangent of src/sweep/sweep_tangent.h with
   set_tangent_side or set_tangent_end, end to end. The centre is within 9 / 16 ulp of the largest coordinate M, the
   point within 2 1/8 ulp, and each coordinate of the normal within 1 + 10^-5 units of 2^-53.

   The time and its rest know the true time within 2^-70. SweepPlaceSharply.v has the sums, TangentNormalSide.v and
   TangentNormalEnd.v the normals. M is at most 2^990. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry Terms_wide Terms_pair Terms_sweep Terms_tangent
  Terms_place ErrorFreeTerms SweepErrors SweepGeometry SweepVectors SweepTerms SweepContact SweepStart SweepInputs
  SweepSmallTimes SweepTime TimeMoved TangentGapLine TangentSide TangentSideHit TangentSweep TangentEndHit TimeSideSharp
  SweepPlaceRounding SweepPlaceTimes SweepPlace SweepPlaceFast SweepPlaceSharply TangentNormal TangentNormalSide
  TangentNormalEnd.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* The time. *)
Lemma tangent_time_sharply gh gl ge sh sl se t rest err T :
  set_tangent_time_results gh gl ge sh sl se true t rest err -> finite t -> finite rest -> finite err ->
  bpow radix2 (-200) < real t < 1 -> 0 <= T <= 1 -> Rabs (T - (real t + real rest)) <= real err ->
  is_largest_not_after (if Rlt_bool (real rest) 0 then below (real t) else real t) T ->
  time_sharply (real t) (real rest) T.
Proof.
  intros H Ft Fr Fe [t0 t1] HT Near (_ & L1 & L2). pose proof (bpow_gt_0 radix2 (-200)) as P.
  unfold set_tangent_time_results in H. open H. destruct H.
  match goal with K : true = (_ && _ && _ && _ && _)%bool |- _ => symmetry in K; rewrite !andb_true_iff in K;
    destruct K as ((_ & K) & _); rename K into Small end.
  subst t. match goal with K : flt err (fmul _ ?x) = true |- _ => set (t := x) in * end.
  const_facts 1%Z (-70)%Z F70 V70. rewrite Rmult_1_l in V70.
  destruct (fmul_is_finite (fconst 1 (-70)) t 0 (conj eq_refl eq_refl) F70 Ft) as (Fm & Em & _).
  { rewrite V70, Rabs_pos_eq by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]). change (bpow radix2 0) with 1.
    change (bpow radix2 (-70)) with (/ 1180591620717411303424). lra. }
  apply flt_real in Small; [| exact Fe | exact Fm]. rewrite Em, V70 in Small.
  assert (E : real err <= bpow radix2 (-70)).
  { apply Rlt_le. eapply Rlt_le_trans; [exact Small |].
    apply Rle_trans with (rnd double (bpow radix2 (-70))).
    - apply rnd_le. rewrite <- (Rmult_1_r (bpow radix2 (-70))) at 2. apply Rmult_le_compat_l; [apply bpow_ge_0 | lra].
    - right. apply rnd_of_format, power_in_format. lia. }
  pose proof (below_near (real t) (real_in_format t) ltac:(lra)) as B. pose proof (above_near (real t) ltac:(lra)) as A.
  assert (T1 : T < above (real t)).
  { apply Rnot_le_lt. intros C. specialize (L2 (above (real t)) ltac:(apply generic_format_succ; [apply exponents_valid
    |
      apply real_in_format]) C).
    assert (S : real t < above (real t)) by (apply succ_gt_id; lra). revert L2. case Rlt_bool_spec; intros; lra. }
  assert (T2 : below (real t) <= T) by (revert L1; case Rlt_bool_spec; intros; lra).
  assert (Lr : Rabs (real rest) <= bpow radix2 (-20)).
  { replace (real rest) with ((T - real t) - (T - (real t + real rest))) by ring. unfold Rminus at 1.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
    change (bpow radix2 (-50)) with (/ 1125899906842624) in *. change (bpow radix2 (-20)) with (/ 1048576).
    change (bpow radix2 (-70)) with (/ 1180591620717411303424) in *.
    assert (Rabs (T - real t) <= / 1125899906842624) by (apply Rabs_le; lra). lra. }
  split; [lra |]. split; [exact Lr |]. split; [exact HT |]. rewrite Rabs_minus_sym.
  eapply Rle_trans; [exact Near |]. eapply Rle_trans; [exact E |]. apply bpow_le. lia.
Qed.

(* The low parts of the displacement are finite. *)
Lemma move_lows_finite cx cy mx my is_end ax ay wmx wmy vhx vhy vlx vly :
  wide_displacement_results cx cy mx my is_end false ax ay wmx wmy vhx vhy vlx vly ->
  Bounded.below 992 cx -> Bounded.below 992 cy -> Bounded.below 992 mx -> Bounded.below 992 my -> finite vlx /\ finite
    vly.
Proof.
  intros Wd [Fcx Bcx] [Fcy Bcy] [Fmx Bmx] [Fmy Bmy]. unfold wide_displacement_results in Wd. open Wd.
  destruct Wd as [Eif1 _ _ S1 S2 Vhx Vhy Vlx Vly].
  destruct (pair_sum_values _ _ _ _ _ _ _ _ S2) as (-> & -> & -> & ->). clear S1 S2. simpl in *. subst.
  destruct is_end; [| split; reflexivity].
  split; (apply (two_sum_finite _ _ 992); [unfold emin; simpl; lia | assumption | now apply finite_fneg | assumption |
    now rewrite real_fneg, Rabs_Ropp]).
Qed.

Section Place.
Variables (x : extent) (f : feature) (cx cy cr mx my : D) (is_end : bool) (ax ay bx by_ wr wmx wmy : D).
Variables ux uy wx wy zx zy vx vy su sw sz sv r vhx vhy vlx vly dhx dhy dlx dly length length_rest t rest err : D.
Variables (unknown : D) (kind feature : Z) (time ox oy qx qy nx ny : D) (M : R).
Let c := Point (real cx) (real cy).
Let v := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
               (displacement is_end false (real cy) (real my) (real ay) (real wmy)).
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let e := if Z.eqb (feature_number f) 2 then a else b.
Let size (p : point) := Rabs (px p) <= M /\ Rabs (py p) <= M.
Hypothesis Hv : sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy
  ux uy wx wy zx zy vx vy su sw sz sv r.
Hypothesis Hs : is_for_filter_results cr wr (extent_number x) su sw sz sv r true.
Hypothesis Hr : sweep_of_tangent_results cx cy cr ax ay bx by_ wr (feature_number f) t rest vhx vhy vlx vly dhx dhy dlx
  dly length length_rest unknown kind feature time ox oy qx qy nx ny.

(* What is proved of a contact at T with the normal n. *)
Definition tangent_place (T : R) (n : point) :=
  let C := moved c v T in
  let P := match f with
    | Side => Point (px C - real cr * px n) (py C - real cr * py n)
    | _ => Point (px e + real wr * px n) (py e + real wr * py n)
    end in
  finite nx /\ finite ny /\
  Rabs (real nx - px n) <= (1 + / 100000) * u53 /\ Rabs (real ny - py n) <= (1 + / 100000) * u53 /\
  (size C -> size P ->
    finite ox /\ finite oy /\ finite qx /\ finite qy /\
    Rabs (real ox - px C) <= 9 / 16 * ulp_of M /\ Rabs (real oy - py C) <= 9 / 16 * ulp_of M /\
    Rabs (real qx - px P) <= (2 + / 8) * ulp_of M /\ Rabs (real qy - py P) <= (2 + / 8) * ulp_of M).

Hypotheses (high : M <= bpow radix2 990) (sc : size c) (sv_ : size v) (sa : size a) (sb : size b)
  (sr : real cr <= M) (sw_ : real wr <= M).

Lemma tangent_place_correct T n :
  wide_displacement_results cx cy mx my is_end false ax ay wmx wmy vhx vhy vlx vly ->
  bpow radix2 (-800) <= M -> finite t -> finite rest -> time_sharply (real t) (real rest) T ->
  Rabs (px n) <= 1 /\ Rabs (py n) <= 1 ->
  finite nx -> finite ny ->
  Rabs (real nx - px n) <= (1 + / 100000) * u53 -> Rabs (real ny - py n) <= (1 + / 100000) * u53 -> tangent_place T n.
Proof.
  intros Wd low Ft Fr Ts unit_ Fnx Fny Nx Ny. unfold tangent_place. set (C := moved c v T).
  set (P := match f with
    | Side => Point (px C - real cr * px n) (py C - real cr * py n)
    | _ => Point (px e + real wr * px n) (py e + real wr * py n)
    end). do 4 (split; [assumption |]). intros sC sP.
  destruct (sweep_inputs_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs)
    as (Fcx & Fcy & Fmx & Fmy & Fax & Fay & Fbx & Fby & Fcr & Fwr & _ & Pcr & Pwr).
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  destruct K as [[_ _ _ Nv _ _ _ _ Sr _] _ _ _]. destruct Sr as (((Frr & Br) & R0) & _).
  destruct (TangentGapSign.near_size _ _ _ _ _ Nv) as (Sv1 & Sv2). pose proof Nv as (Fvx & Fvy & _).
  destruct sc as [c1 c2], sv_ as [v1 v2].
  assert (Bound : forall z m s, Rabs z <= M -> Rabs (displacement is_end false z m s s) <= M ->
    Rabs m <= bpow radix2 992).
  { intros z m s H1 H2. unfold displacement in H2. assert (Rabs m <= 2 * M).
    { destruct is_end; [| pose proof (Rabs_pos z); lra]. replace m with ((m - z) + z) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. lra. }
    change 992%Z with (2 + 990)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4. pose proof (Rabs_pos m). lra. }
  assert (B990 : M <= bpow radix2 992) by (eapply Rle_trans; [exact high | apply bpow_le; lia]).
  destruct (move_lows_finite _ _ _ _ _ _ _ _ _ _ _ _ _ Wd) as (Flx & Fly).
  { split; [exact Fcx |]. unfold c in c1. cbn [px] in c1. lra. } { split; [exact Fcy |]. unfold c in c2. cbn [py] in
    c2. lra. }
  { split; [exact Fmx |]. exact (Bound _ _ (real ax) c1 v1). } { split; [exact Fmy |]. exact (Bound _ _ (real ay) c2
    v2). }
  destruct (TimeSideSharp.estimate_vectors _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs)
    as ((_ & _ & _ & _ & Er) & _ & _ & _ & [[Fsv _] _] & _).
  edestruct TimeMoved.displacement_parts as (Ex & Ey & Dx & Dy); [exact Hv | exact Fsv | exact Wd |].
  specialize (Dx Flx). specialize (Dy Fly).
  assert (Small : forall z : D, finite z -> 0 <= real z -> real z <= real r -> Bounded.below 300 z).
  { intros z Fz Z0 Z1. split; [exact Fz |]. rewrite Rabs_pos_eq by exact Z0. apply Rabs_le_inv in Br.
    eapply Rle_trans; [exact Z1 |]. eapply Rle_trans; [apply Br |]. apply bpow_le. lia. }
  assert (Rb : real cr <= real r /\ real wr <= real r).
  { rewrite Er in Frr |- *. destruct (fadd_finite _ _ Frr) as (_ & _ & ->).
    split; [rewrite <- (rnd_of_format double (real cr)) at 1 by apply real_in_format
      | rewrite <- (rnd_of_format double (real wr)) at 1 by apply real_in_format]; apply rnd_le; lra. }
  pose proof Hr as Hr'. unfold sweep_of_tangent_results in Hr'. open Hr'. destruct Hr'.
  match goal with K : place_contact_sharply_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ |- _ => rename K into
    Pl end.
  assert (Out : place_contact_sharply_results (feature_number f) nx ny cx cy cr ax ay bx by_ wr vx vy vlx vly t rest ox
    oy
    qx qy) by (subst; exact Pl). clear Pl.
  assert (Dsp : displaced vx vlx (px v) /\ displaced vy vly (py v)) by (split; assumption).
  assert (In : Bounded.below 300 vx /\ Bounded.below 300 vy /\ Bounded.below 300 cr /\ Bounded.below 300 wr).
  { split; [split; [exact Fvx | eapply Rle_trans; [exact Sv1 | apply bpow_le; lia]] |].
    split; [split; [exact Fvy | eapply Rle_trans; [exact Sv2 | apply bpow_le; lia]] |]. split; apply Small; tauto. }
  assert (Pe : P = if Z.eqb (feature_number f) 1 then Point (px C - real cr * px n) (py C - real cr * py n)
    else Point (px e + real wr * px n) (py e + real wr * py n)) by (unfold P; destruct f; reflexivity).
  rewrite Pe in *. clear Pe P.
  assert (Md : M * ((1 + / 100000) * u53) <= (1 + / 1000) * ulp_of M).
  { destruct (unit_of_size M) as (g & _ & LM & -> & _).
    - split; [eapply Rle_trans; [| exact low]; apply bpow_le; lia |].
      eapply Rle_lt_trans; [exact high |]. apply bpow_lt. lia.
    - destruct (unit_pos g) as (g0 & EB & _). rewrite EB in LM. lra. }
  destruct (place_contact_sharply_correct (feature_number f) nx ny cx cy cr ax ay bx by_ wr vx vy vlx vly t rest ox oy
    qx qy v n T M ((1 + / 100000) * u53)) as (A1 & A2 & A3 & A4 & A5 & A6 & A7 & A8); auto 10.
  - rewrite !Rabs_pos_eq by assumption. auto.
  - intros _. destruct (Z.eqb (feature_number f) 2); assumption.
  - change (bpow radix2 (-40)) with (/ 1099511627776). lra.
  - assert (U0 : 0 <= ulp_of M) by apply ulp_ge_0. do 6 (split; [assumption |]).
    split; (eapply Rle_trans; [eassumption | lra]).
Qed.

Theorem tangent_side_place : f = Side ->
  set_tangent_side_results cx cy cr mx my is_end false ax ay bx by_ wr (extent_number x) wmx wmy ux uy wx wy zx zy vx vy
    su sw sz sv true vhx vhy vlx vly dhx dhy dlx dly length length_rest t rest err ->
  exists T n, hits_at Side x c v a b (real cr + real wr) T /\
    is_side_normal n (moved c v T) a b (real cr + real wr) /\ tangent_place T n.
Proof.
  intros Ef Ht. pose proof Hr as Hn. rewrite Ef in Hn.
  edestruct tangent_side_normal as (T & n & (Hit & T1 & Ft & Fr & Tr & Fe & Near & Large) & Long & Unit & U1 & U2 &
    (Fnx & Nx) & (Fny & Ny)); [exact Hv | exact Hs | exact Ht | exact Hn |]. fold c v a b in Hit, Long, Unit.
  exists T, n. split; [exact Hit |]. split; [exact Unit |].
  unfold set_tangent_side_results in Ht. open Ht. destruct Ht as [_ _ Wd _ _ _ _ _ _ _ _ _ _ _ _ _ Time _ Res].
  symmetry in Res. rewrite !andb_true_iff in Res. destruct Res as ((Et & _) & _). rewrite Et in Time.
  assert (Tiny : bpow radix2 (-640) <= / 1000000 * u53).
  { apply Rle_trans with (bpow radix2 (-20) * u53); [| simpl; lra]. change u53 with (bpow radix2 (-53)).
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (low : bpow radix2 (-800) <= M).
  { assert (L4 : norm (Geometry.ux a b) (Geometry.uy a b) <= 4 * M).
    { destruct sa as [a1 a2], sb as [b1 b2]. pose proof (Rabs_pos (px a)). apply norm_le; [lra |].
      assert (Q : forall p q, Rabs p <= M -> Rabs q <= M -> (p - q) * (p - q) <= 4 * (M * M)).
      { intros p q Hp Hq. apply Rabs_le_inv in Hp, Hq. nra. }
      unfold Geometry.ux, Geometry.uy. pose proof (Q _ _ b1 a1). pose proof (Q _ _ b2 a2). nra. }
    apply Rle_trans with (bpow radix2 (-2) * bpow radix2 (-151)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    change (bpow radix2 (-2)) with (/ 4). lra. }
  apply tangent_place_correct; try assumption; auto; try lra.
  eapply tangent_time_sharply; eauto. destruct Hit as (T0 & _). lra.
Qed.

Theorem tangent_end_place n1 n2 n3 n4 n5 n6 T : f <> Side -> hits_at f x c v a b (real cr + real wr) T ->
  set_tangent_end_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy sw sz sv (feature_number f)
    n1 n2 n3 n4 n5 n6 true vhx vhy vlx vly t rest err dhx dhy dlx dly length length_rest ->
  let R := real cr + real wr in
  let n := Point ((px c - px e + T * px v) / R) ((py c - py e + T * py v) / R) in
  px n * px n + py n * py n = 1 /\ tangent_place T n.
Proof.
  intros Ns Hit Ht R n. edestruct set_tangent_end_correct as (T1 & Ft & Fr & Tr & Fe & Near & Large & _);
    [exact Hv | exact Hs | exact Ht | exact Ns | exact Hit |].
  edestruct tangent_end_normal as (Reach & Unit & (Fnx & Nx & _) & (Fny & Ny & _));
    [exact Hv | exact Hs | exact Ht | exact Hr | exact Ns | exact Hit |]. fold c v a b e R n in Reach, Unit, Nx, Ny.
  split; [exact Unit |].
  unfold set_tangent_end_results in Ht. open Ht.
  destruct Ht as [Eat De Wr Wd Square Gap Ewh Ewl Add Sub Ein Mul Root Erh Erl Ere Mul2 Dot Wn Speed Ees Ese Time _ _ _
    _ _ _ _ _ _ _ _ _ _ _ Res].
  symmetry in Res. rewrite !andb_true_iff in Res.
  destruct Res as ((((((_ & Es) & _) & _) & _) & _) & _). rewrite Es in Time.
  assert (low : bpow radix2 (-800) <= M).
  { apply Rle_trans with (bpow radix2 (-1) * bpow radix2 (-151)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    change (bpow radix2 (-1)) with (/ 2). unfold R in Reach. lra. }
  apply tangent_place_correct; try assumption.
  - eapply tangent_time_sharply; eauto. destruct Hit as (T0 & _). lra.
  - split; apply Rabs_le; nra.
Qed.
End Place.
