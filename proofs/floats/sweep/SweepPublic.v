(* carom_circle_sweep and carom_circle_sweep_to as a whole: kind, feature and time are those of real geometry, and
   the result is invalid for invalid input only. The stages of SweepAtRest.v, SweepStages.v, SweepFiltered.v and
   SweepJoined.v are tied to each other: what one function gives is what the next one gets.

   The premises left are about the integers, where they are asked: the sign of R - distance and of the rim, whether a
   circle that touches leaves, the nearest feature outside the range of contact_double_double.h, kind and feature of the
   first contact, the leading bits of its polynomials, and on which side of a double its time is. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core.
From Carom Require Import Model Facts Geometry SweepGeometry SweepContact SweepTime SweepTerms SweepRight SweepIntegers
  SweepAtRest SweepStages SweepFiltered SweepJoined.
From Carom Require Import RelationPublic.
From Carom Require ContactPublic ContactRelationPublic ContactFeature.
From Carom Require Terms_public Terms_decide Terms_level Terms_closely Terms_any_size Terms_any_contact
  Terms_sweep_public.
Import Terms_public.carom_circle_contact_terms(carom_circle_contact_results).
Import Terms_decide.carom_circle_relate_terms(carom_circle_relate_results).
Import Terms_level.is_past_level_terms(is_past_level_results).
Import Terms_any_size.find_nearest_terms(find_nearest_results).
Import Terms_any_contact.carom_contact_of_any_size_terms(carom_contact_of_any_size_results).
Import Terms_closely.leaving_at_start_terms(leaving_at_start_results).
Import Terms_closely.carom_sweep_from_contact_terms(carom_sweep_from_contact_results).
Import Terms_closely.carom_sweep_past_level_terms(carom_sweep_past_level_results).
Import Terms_closely.sweep_of_any_size_terms(sweep_of_any_size_results).
Import Terms_closely.sweep_undecided_terms(sweep_undecided_results).
Import Terms_closely.sweep_closely_terms(sweep_closely_results).
Import Terms_closely.carom_sweep_closely_terms(carom_sweep_closely_results).
Import Terms_sweep_public.carom_sweep_near_terms(carom_sweep_near_results).
Import Terms_sweep_public.carom_circle_sweep_terms(carom_circle_sweep_results).
Import Terms_sweep_public.carom_circle_sweep_to_terms(carom_circle_sweep_to_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

(* find_nearest does not change the feature. *)
Lemma nearest_keeps_feature cx cy r ax ay bx by_ wr relation n v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12 k1 k2 k3 k4 k5
    k6 k7 k8 uxh uxl uxe uyh uyl uye doth dotl dote ch cl ce lh ll le rh rl re gh gl ge k9 k10 k11 k12 k13 k14 v13 v14
    v15 v16 v17 v18 k15 k16 k17 k18 k19 k20 k21 k22 exh exl exe eyh eyl eye wxh wxl wxe wyh wyl wye zxh zxl zxe zyh
    zyl zye erh erl ere gah gal gae gbh gbl gbe k23 k24 k25 k26 k27 k28 feature th tl te pxh pxl pxe pyh pyl pye nxh
    nxl nxe nyh nyl nye qh ql qe dh dl de :
  find_nearest_results cx cy r ax ay bx by_ wr relation n v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12 k1 k2 k3 k4 k5
    k6 k7 k8 uxh uxl uxe uyh uyl uye doth dotl dote ch cl ce lh ll le rh rl re gh gl ge k9 k10 k11 k12 k13 k14
    v13 v14 v15 v16 v17 v18 k15 k16 k17 k18 k19 k20 k21 k22 exh exl exe eyh eyl eye wxh wxl wxe wyh wyl wye zxh
    zxl zxe zyh zyl zye erh erl ere gah gal gae gbh gbl gbe k23 k24 k25 k26 k27 k28 feature th tl te pxh pxl pxe
    pyh pyl pye nxh nxl nxe nyh nyl nye qh ql qe dh dl de ->
  feature = n.
Proof.
  unfold find_nearest_results. intros H. repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  congruence.
Qed.

Section Correct.
Variables cx cy cr mx my : F double.
Variable is_end : bool.
Variables ax ay bx by_ wr : F double.
Variable n : Z.
(* The number of an enumeration. *)
Hypothesis number_nonneg : (0 <= n)%Z.
Notation is_right := (sweep_is_right cx cy cr mx my is_end ax ay bx by_ wr n).
Notation is_valid := (is_valid_input cx cy cr mx my ax ay bx by_ wr n).
Notation first_premise := (first_premise cx cy cr mx my is_end ax ay bx by_ wr n).
Notation integers_are_right := (integers_are_right cx cy cr mx my is_end ax ay bx by_ wr n).
Notation contact_is_asked := (contact_is_asked cx cy cr mx my is_end ax ay bx by_ wr n).
Notation reach_premise := (reach_premise cx cy cr ax ay bx by_ wr n).
Notation contact_premise := (SweepStages.contact_premise cx cy cr ax ay bx by_ wr n).
Notation leaving_premise := (leaving_premise cx cy cr mx my is_end ax ay bx by_ wr n).
Notation answer_premise := (answer_premise cx cy cr mx my is_end ax ay bx by_ wr n).
Notation zero := (fconst 0 0 : F double).

Let c := Point (real cx) (real cy).
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let R := real cr + real wr.

(* The contact at the start: the relation 1 is separate. *)
Definition nearest_premise f := forall x, n = extent_number x -> ContactFeature.is_feature x c a b f.
Definition rim_premise s := is_rim_sign s c a b (real cr) (real wr).
Definition contact_is_known relation f := (relation = 1%Z /\ forall x, n = extent_number x -> farther x c a b R) \/
  (relation <> 1%Z /\ contact_premise relation f).

(* What the functions give, if the integers are right that they ask. *)

(* carom_contact_of_any_size. *)
Definition any_contact_gives exact_reach exact_rim nearest relation f along x y nx ny depth := exists
    u1 u2 u3 u4 u5 u6 u7 u8 u9 u10 u11 u12 u13 u14 u15 u16 u17 u18 u19 u20 u21 u22 u23 u24 u25 u26 u27 u28 u29
    u30 u31 u32 u33 u34 u35 u36 u37 u38 u39 u40 u41 u42 u43 u44 u45 u46 u47 u48 u49 u50 u51 u52 u53 u54 u55 u56
    u57 u58 u59 u60 u61 u62 u63 u64 u65 u66 u67 u68 u69 u70 u71 u72,
  carom_contact_of_any_size_results cx cy cr ax ay bx by_ wr n exact_reach exact_rim nearest
    u1 u2 u3 u4 u5 u6 u7 u8 u9 u10 u11 u12 u13 u14 u15 u16 u17 u18 u19 u20 u21 u22 u23 u24 u25 u26 u27 u28 u29
    u30 u31 u32 u33 u34 u35 u36 u37 u38 u39 u40 u41 u42 u43 u44 u45 u46 u47 u48 u49 u50 u51 u52 u53 u54 u55 u56
    u57 u58 u59 u60 u61 u62 u63 u64 u65 u66 u67 u68 u69 u70 u71 u72
    relation f along x y nx ny depth.

(* carom_sweep_from_contact, for the contact that carom_circle_contact gives, with this relation. The contact `any` is
   that of carom_contact_of_any_size. *)
Definition from_contact_gives (relation kind f : Z) (t : F double) :=
  exists any_reach any_rim nearest any_relation any_feature any_along any_x any_y any_nx any_ny
    any_depth asked careful_x careful_y feature along x y nx ny depth exact_reach exact_rim exact_leaving leaving
    touches_axis w1 w2 side X Y PX PY NX NY,
  any_contact_gives any_reach any_rim nearest any_relation any_feature any_along any_x any_y any_nx any_ny any_depth /\
  carom_circle_contact_results cx cy cr ax ay bx by_ wr n any_relation any_feature any_along any_x any_y any_nx any_ny
    any_depth asked careful_x careful_y relation feature along x y nx ny depth /\
  carom_circle_relate_results cx cy cr ax ay bx by_ wr n exact_reach exact_rim asked /\
  leaving_at_start_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero exact_leaving leaving /\
  carom_sweep_from_contact_results cx cy cr ax ay bx by_ wr relation feature x y nx ny depth leaving touches_axis w1 w2
    side kind f t X Y PX PY NX NY /\
  (is_valid -> reach_premise any_reach /\ rim_premise any_rim /\ nearest_premise nearest /\
    reach_premise exact_reach /\ rim_premise exact_rim /\ leaving_premise exact_leaving).

(* carom_sweep_past_level. *)
Definition past_level_gives kind f t :=
  exists q1 q2 q3 q4 q5 q6 reach relation kind0 f0 t0 x0 y0 px0 py0 nx0 ny0 X Y PX PY NX NY,
  carom_sweep_past_level_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero q1 q2 q3 q4 q5 q6 reach
    relation kind0 f0 t0 x0 y0 px0 py0 nx0 ny0 kind f t X Y PX PY NX NY /\
  from_contact_gives relation kind0 f0 t0.

(* sweep_from_integers, for the kind and the feature that it is called for. *)
Definition integers_give kind f (t : F double) := forall kind0 f0, contact_is_asked kind0 f0 ->
  from_integers_gives cx cy cr mx my is_end ax ay bx by_ wr kind0 f0 kind f t.

(* sweep_of_any_size. *)
Definition any_size_gives kind f t :=
  exists exact_reach kind0 f0 g s1 o11 o12 o13 o14 o15 o16 o17 u11 u12 u13 u14 u15 u16 u17 kind2 f2 t2 x2 y2 px2 py2
    nx2 ny2 relation kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 X Y PX PY NX NY,
  sweep_of_any_size_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero exact_reach kind0 f0 g s1 o11 o12
    o13 o14 o15 o16 o17 u11 u12 u13 u14 u15 u16 u17 kind2 f2 t2 x2 y2 px2 py2 nx2 ny2 kind1 f1 t1 x1 y1 px1 py1 nx1
    ny1 kind f t X Y PX PY NX NY /\
  from_contact_gives relation kind1 f1 t1 /\
  (is_valid -> reach_premise exact_reach /\ first_premise kind0 f0 /\ integers_give kind2 f2 t2).

(* sweep_undecided. *)
Definition undecided_gives kind f t :=
  exists has relation kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 kind0 f0 g s1 o11 o12 o13 o14 o15 o16 o17 u11 u12 u13 u14 u15
    u16 u17 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 h s2 o21 o22 o23 o24 o25 o26 o27 u21 u22 u23 u24 u25 u26 u27 kind4 f4 t4
    x4 y4 px4 py4 nx4 ny4 X Y PX PY NX NY,
  sweep_undecided_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero has relation kind1 f1 t1 x1 y1 px1
    py1 nx1 ny1 kind0 f0 g s1 o11 o12 o13 o14 o15 o16 o17 u11 u12 u13 u14 u15 u16 u17 kind3 f3 t3 x3 y3 px3 py3 nx3
    ny3 h s2 o21 o22 o23 o24 o25 o26 o27 u21 u22 u23 u24 u25 u26 u27 kind4 f4 t4 x4 y4 px4 py4 nx4 ny4 kind f t X Y PX
    PY NX NY /\
  from_contact_gives relation kind1 f1 t1 /\
  (is_valid -> first_premise kind0 f0 /\ integers_give kind3 f3 t3 /\ integers_give kind4 f4 t4).

(* sweep_closely. *)
Definition filter_gives kind f t :=
  exists kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 kind2 f2 t2 x2 y2 px2 py2
    nx2 ny2 g s3 o31 o32 o33 o34 o35 o36 o37 u31 u32 u33 u34 u35 u36 u37 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 is_not_after
    unknown X Y PX PY NX NY,
  sweep_closely_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 q1
    q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 kind2 f2 t2 x2 y2 px2 py2 nx2 ny2 g s3 o31 o32 o33 o34 o35 o36 o37 u31
    u32 u33 u34 u35 u36 u37 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 is_not_after unknown kind f t X Y PX PY NX NY /\
  any_size_gives kind1 f1 t1 /\
  undecided_gives kind2 f2 t2 /\
  (is_valid -> integers_give kind3 f3 t3 /\ answer_premise is_not_after).

(* carom_sweep_closely. *)
Definition closely_gives kind f t :=
  exists kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 kind2 f2 t2 x2 y2 px2 py2 nx2 ny2 u g0 s0 q1 q2 q3 q4 q5 q6 q7 q8 q9 q10
    q11 q12 w h0 s1 o1 o2 o3 o4 o5 o6 o7 e1 e2 e3 e4 e5 e6 e7 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 X Y PX PY NX NY,
  carom_sweep_closely_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero kind1 f1 t1 x1 y1 px1 py1 nx1
    ny1 kind2 f2 t2 x2 y2 px2 py2 nx2 ny2 u g0 s0 q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 w h0 s1 o1 o2 o3 o4 o5 o6 o7
    e1 e2 e3 e4 e5 e6 e7 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 kind f t X Y PX PY NX NY /\
  past_level_gives kind1 f1 t1 /\
  any_size_gives kind2 f2 t2 /\
  filter_gives kind3 f3 t3.

(* carom_sweep_near. *)
Definition near_gives kind f t :=
  exists kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 nan asked kind2 f2 t2 x2 y2 px2 py2 nx2 ny2 kind3 f3 t3 x3 y3 px3 py3 nx3
    ny3 unknown kind4 f4 t4 x4 y4 px4 py4 nx4 ny4 X Y PX PY NX NY,
  carom_sweep_near_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero kind1 f1 t1 x1 y1 px1 py1 nx1 ny1
    nan asked kind2 f2 t2 x2 y2 px2 py2 nx2 ny2 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 unknown kind4 f4 t4 x4 y4 px4 py4
    nx4 ny4 kind f t X Y PX PY NX NY /\
  past_level_gives kind1 f1 t1 /\
  from_contact_gives asked kind2 f2 t2 /\
  closely_gives kind3 f3 t3 /\
  closely_gives kind4 f4 t4.

Lemma known_by_relation ext relation f : n = extent_number ext -> ContactFeature.is_feature ext c a b f ->
  is_relation relation ext c a b (real cr) (real wr) -> contact_is_known relation f.
Proof.
  intros Ex Fe S.
  assert (Same : forall z, n = extent_number z -> z = ext).
  { intros z Ez. apply extent_number_injective. congruence. }
  assert (On : forall k, relation = k -> (k = 2%Z /\ is_distance ext c a b R) \/ ((2 < k)%Z /\ nearer ext c a b R) ->
    contact_is_known relation f).
  { intros k E D. right. split; [lia |]. intros z Ez. rewrite (Same z Ez), E. split; [exact Fe | exact D]. }
  destruct S as [(E & D) | [(E & D) | [(E & D & _) | [(E & D & _) | (E & D & _)]]]].
  - left. split; [exact E |]. intros z Ez. rewrite (Same z Ez). exact D.
  - apply (On 2%Z E). now left.
  - apply (On 3%Z E). right. split; [lia | exact D].
  - apply (On 4%Z E). right. split; [lia | exact D].
  - apply (On 5%Z E). right. split; [lia | exact D].
Qed.

(* carom_contact_of_any_size. *)
Lemma any_contact_is_known exact_reach exact_rim nearest relation f along x y nx ny depth :
  any_contact_gives exact_reach exact_rim nearest relation f along x y nx ny depth ->
  is_valid -> reach_premise exact_reach -> rim_premise exact_rim -> nearest_premise nearest ->
  contact_is_known relation f.
Proof.
  intros H Valid Reach Rim Nearest. unfold any_contact_gives in H. open H.
  unfold carom_contact_of_any_size_results in H. open H. destruct H.
  destruct Valid as (F1 & F2 & _ & _ & F3 & F4 & F5 & F6 & (F7 & R1) & (F8 & R2) & Known).
  eapply relate_correct in E_carom_circle_relate; [| intros y' Ey' _ _; exact (Reach y' Ey') | intros _ _; exact Rim].
  destruct E_carom_circle_relate as [(_ & V) | (_ & ext & Ex & S)]; [elim V; repeat split; auto |].
  rewrite E_result_relation, E_result_feature, E_if1, E_contact_relation, E_contact_feature.
  apply nearest_keeps_feature in E_find_nearest. rewrite E_find_nearest.
  match type of S with is_relation ?p _ _ _ _ _ _ => destruct (Z.eqb_spec p 0) as [Z0 | Z0] end.
  - exfalso. rewrite Z0 in S. destruct S as [(E & _) | [(E & _) | [(E & _) | [(E & _) | (E & _)]]]]; discriminate E.
  - exact (known_by_relation ext _ _ Ex (Nearest ext Ex) S).
Qed.

(* The contact at the start, and the result for it. *)
Lemma contact_stage relation kind f t : from_contact_gives relation kind f t -> is_valid ->
  (relation = 1%Z /\ forall x, n = extent_number x -> farther x c a b R) \/ (relation <> 1%Z /\ is_right kind f t).
Proof.
  intros H Valid. unfold from_contact_gives in H. open H. destruct H as (Any & Run & Ask & Leave & From & Integers).
  destruct (Integers Valid) as (AnyReach & AnyRim & Nearest & Reach & Rim & Leaving).
  pose proof (any_contact_is_known _ _ _ _ _ _ _ _ _ _ _ Any Valid AnyReach AnyRim Nearest) as Known.
  match type of From with carom_sweep_from_contact_results _ _ _ _ _ _ _ _ _ ?g _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    => assert (Start : contact_is_known relation g) end.
  { destruct (ContactPublic.contact_is_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ number_nonneg Run)
      as [(E1 & E2 & _) | (ext & q & Ex & _ & _ & _ & _ & _ & _ & _ & _ & Fe & _)]; [rewrite E1, E2; exact Known |].
    destruct (ContactRelationPublic.contact_relation_is_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      _ _ number_nonneg Run Ask (fun y Ey _ _ => Reach y Ey) (fun _ _ => Rim)) as [(E1 & E2 & _) | (y & Ey & _ & _ &
        S)];
      [rewrite E1, E2; exact Known |].
    assert (y = ext) by (apply extent_number_injective; congruence). subst y.
    exact (known_by_relation ext _ _ Ex Fe S). }
  destruct Start as [Start | (N & Start)]; [now left | right]. split; [exact N |].
  eapply from_contact_is_right; [exact From | exact Valid | exact Start |].
  eapply leaving_stage; [exact number_nonneg | exact Leave | exact Valid | exact Leaving].
Qed.

Lemma past_level_stage kind f t : past_level_gives kind f t -> kind <> 0%Z ->
  is_past_level_results ax ay bx by_ true -> is_right kind f t.
Proof.
  intros H K Past. unfold past_level_gives in H. open H. destruct H as (Run & Contact).
  eapply past_level_is_right; [exact number_nonneg | exact Run | | exact Past | exact K]. intros Valid N.
  destruct (contact_stage _ _ _ _ Contact Valid) as [(E & _) | (_ & S)]; [now elim N | exact S].
Qed.

Lemma integers_stage kind f t : is_valid -> integers_give kind f t -> integers_are_right kind f t.
Proof.
  intros Valid H kind0 f0 K. exact (from_integers_is_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (H _ _ K) Valid K).
Qed.

Lemma any_size_stage kind f t : any_size_gives kind f t -> is_right kind f t.
Proof.
  intros H. unfold any_size_gives in H. open H. destruct H as (Run & Contact & Integers).
  eapply any_size_is_right; [exact number_nonneg | exact Run | |].
  { intros Valid. destruct (Integers Valid) as (Reach & First & Give). auto using integers_stage. }
  intros Valid Near.
  destruct (contact_stage _ _ _ _ Contact Valid) as [(_ & Far) | (_ & S)]; [exfalso | exact S].
  pose proof Valid as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & ext & Ex). exact (Near ext Ex (Far ext Ex)).
Qed.

Lemma filter_stage kind f t : filter_gives kind f t -> is_right kind f t.
Proof.
  intros H. unfold filter_gives in H. open H. destruct H as (Run & Any & Undecided & Integers).
  eapply sweep_closely_is_right; [exact number_nonneg | exact Run | now apply any_size_stage | |].
  2: { intros Valid. destruct (Integers Valid) as (Give & Answer). auto using integers_stage. }
  intros ux uy wx wy zx zy vx vy su sw sz sv r V S. unfold undecided_gives in Undecided. open Undecided.
  destruct Undecided as (Run2 & Contact & Integers2).
  pose proof (filter_input_is_valid _ _ _ _ _ _ _ _ _ _ _ _ number_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ V S) as Valid.
  destruct (Integers2 Valid) as (First & Give & Give2). pose proof (contact_stage _ _ _ _ Contact Valid) as Start.
  eapply undecided_is_right; [exact number_nonneg | exact V | exact S | exact Run2 | | | exact First |
    now apply integers_stage | now apply integers_stage].
  - intros E. destruct Start as [(_ & Far) | (N & _)]; [exact Far | now elim N].
  - intros N. destruct Start as [(E & _) | (_ & D)]; [now elim N | exact D].
Qed.

Lemma closely_stage kind f t : closely_gives kind f t -> is_right kind f t.
Proof.
  intros H. unfold closely_gives in H. open H. destruct H as (Run & Level & Any & Filter).
  eapply carom_sweep_closely_is_right; [exact number_nonneg | exact Run | | now apply any_size_stage | now apply
    filter_stage].
  now apply past_level_stage.
Qed.

Lemma in_contact relation kind f t : from_contact_gives relation kind f t -> is_valid -> (2 <= relation)%Z ->
  is_right kind f t.
Proof. intros H Valid N. destruct (contact_stage _ _ _ _ H Valid) as [(E & _) | (_ & S)]; [lia | exact S]. Qed.

(* carom_sweep_near, which the mover asks. *)
Theorem near_sweep_correct kind f t : near_gives kind f t -> is_right kind f t.
Proof.
  intros H. unfold near_gives in H. open H. destruct H as (Run & Level & Contact & Closely & Closely2).
  eapply sweep_near_is_right; [exact number_nonneg | exact Run | | now apply closely_stage | |].
  - intros K Past. now apply past_level_stage.
  - now apply in_contact.
  - intros _. now apply closely_stage.
Qed.
End Correct.

Section Public.
Variables cx cy cr mx my ax ay bx by_ wr : F double.
Variables n kind1 f1 asked kind2 f2 kind3 f3 kind4 f4 kind5 f5 kind f : Z.
Variables t1 x1 y1 px1 py1 nx1 ny1 t2 x2 y2 px2 py2 nx2 ny2 t3 x3 y3 px3 py3 nx3 ny3 t4 x4 y4 px4 py4 nx4 ny4 t5 x5 y5
  px5 py5 nx5 ny5 unknown t X Y PX PY NX NY : F double.
Variable nan : bool.
Hypothesis number_nonneg : (0 <= n)%Z.

Let others_give is_end :=
  closely_gives cx cy cr mx my is_end ax ay bx by_ wr n kind1 f1 t1 /\
  from_contact_gives cx cy cr mx my is_end ax ay bx by_ wr n asked kind2 f2 t2 /\
  closely_gives cx cy cr mx my is_end ax ay bx by_ wr n kind3 f3 t3 /\
  near_gives cx cy cr mx my is_end ax ay bx by_ wr n kind4 f4 t4 /\
  closely_gives cx cy cr mx my is_end ax ay bx by_ wr n kind5 f5 t5.

Theorem circle_sweep_correct :
  carom_circle_sweep_results cx cy cr mx my ax ay bx by_ wr n kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 nan asked kind2 f2 t2
    x2 y2 px2 py2 nx2 ny2 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 kind4 f4 t4 x4 y4 px4 py4 nx4 ny4 unknown kind5 f5 t5 x5
    y5 px5 py5 nx5 ny5 kind f t X Y PX PY NX NY ->
  others_give false -> sweep_is_right cx cy cr mx my false ax ay bx by_ wr n kind f t.
Proof.
  intros H (G1 & G2 & G3 & G4 & G5). eapply circle_sweep_is_right; [exact number_nonneg | exact H |].
  repeat split; try (now apply closely_stage); try (now apply near_sweep_correct); try (now apply in_contact); intros _;
    now apply closely_stage.
Qed.

(* mx and my are the place at the end. *)
Theorem circle_sweep_to_correct :
  carom_circle_sweep_to_results cx cy cr mx my ax ay bx by_ wr n kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 nan asked kind2 f2
    t2 x2 y2 px2 py2 nx2 ny2 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 kind4 f4 t4 x4 y4 px4 py4 nx4 ny4 unknown kind5 f5 t5
    x5 y5 px5 py5 nx5 ny5 kind f t X Y PX PY NX NY ->
  others_give true -> sweep_is_right cx cy cr mx my true ax ay bx by_ wr n kind f t.
Proof.
  intros H (G1 & G2 & G3 & G4 & G5). eapply circle_sweep_to_is_right; [exact number_nonneg | exact H |].
  repeat split; try (now apply closely_stage); try (now apply near_sweep_correct); try (now apply in_contact); intros _;
    now apply closely_stage.
Qed.
End Public.
