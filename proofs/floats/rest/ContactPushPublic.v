(* carom_circle_push_out of src/rest/contact.c: unless code for any size decides, the new centre is finite, free, and
   unchanged if it is free already; or it is finite and the exact relation is asked whether it is free. All coordinates
   that contact_double_double.h accepts are covered. docs/exactness.md, "Push-out". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Distances Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry
  ContactPairs ContactSteps ContactDepth ContactEnd ContactLevel ContactMeasure ContactMeasured ContactPush ContactSpec
  ContactLevelNumbers ContactPushOut.
From Carom Require Terms_contact Terms_push Terms_public.
Import Terms_contact.measure_level_terms(measure_level_results).
Import Terms_push.push_off_level_terms(push_off_level_results).
Import Terms_public.carom_circle_push_out_terms(carom_circle_push_out_results).

Open Scope R_scope.

Lemma parameter_is_on_axis ext c a b : is_side ext c a b -> on_axis ext (wu c a b / len2 a b).
Proof.
  intros (L & H1 & H2). assert (E : wu c a b / len2 a b * len2 a b = wu c a b) by (field; lra).
  set (t := wu c a b / len2 a b) in *.
  assert (P : 0 < wu c a b -> 0 <= t).
  { intros W. apply Rnot_lt_le. intros N. assert (0 < - t * len2 a b) by (apply Rmult_lt_0_compat; lra). lra. }
  destruct ext; simpl.
  - destruct H1 as [? | H1]; [discriminate |]. destruct H2 as [? | H2]; [now elim H |]. split; [auto |].
    apply Rnot_lt_le. intros N. assert (0 < (t - 1) * len2 a b) by (apply Rmult_lt_0_compat; lra). lra.
  - destruct H1 as [? | H1]; [discriminate | auto].
  - exact I.
Qed.

Theorem push_off_level_gives_free_centre r wr R_hi R_lo cx cy ax ay bx by_ hi lo depth error t trest dhx dhy dlx dly
  inverse length lrest spread
    uhx uhy ulx uly k X Y relation ext :
  is_reach r wr R_hi R_lo ->
  measure_level_results R_hi R_lo cx cy ax ay bx by_ (feq (fsub bx ax) (fconst 0 0)) true hi lo depth error t trest dhx
    dhy dlx dly inverse
    length lrest spread uhx uhy ulx uly ->
  (feq (fsub bx ax) (fconst 0 0) || feq (fsub by_ ay) (fconst 0 0))%bool = true ->
  is_side ext (point_of cx cy) (point_of ax ay) (point_of bx by_) ->
  push_off_level_results R_hi R_lo uhx dhx dhy cx cy ax ay k true relation X Y ->
  finite X /\ finite Y /\ is_free ext (point_of X Y) (point_of ax ay) (point_of bx by_) (real r + real wr) relation.
Proof.
  intros Rch M Hl Sd P. set (C := point_of cx cy). set (A := point_of ax ay). set (B := point_of bx by_).
  fold C A B in Sd |- *.
  destruct (level_direction r wr R_hi R_lo cx cy ax ay bx by_ _ hi lo depth error t trest dhx dhy dlx dly inverse length
    lrest spread uhx uhy ulx uly
    Rch M eq_refl Hl) as (Z & Fcx & Fcy & Fax & Fay & _ & _ & Fx & Fy & D1 & T1 & T2). fold C A B in Z, T1, T2.
  destruct (measure_level_constants _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ M) as (Eu & _).
  rewrite Eu in P.
  set (up := feq (fsub bx ax) (fconst 0 0)) in *.
  assert (Fa : finite (if up then ax else ay)) by (destruct up; assumption).
  assert (Fn : finite (if up then dhx else dhy)) by (destruct up; assumption).
  destruct (push_off_level_place r wr R_hi R_lo (fsub bx ax) dhx dhy cx cy ax ay k X Y relation Rch P Fa Fn D1)
    as (F1 & E1 & Cases). fold up in F1, E1, Cases.
  assert (Zl : if up then real bx - real ax = 0 else real by_ - real ay = 0) by (destruct up; apply Z).
  pose proof (push_off_level_is_free r wr R_hi R_lo (fsub bx ax) dhx dhy cx cy ax ay bx by_ k X Y relation ext Rch P Fa
    Fn D1 Zl) as Free.
  fold A B in Free. destruct Rch as [_ _ r0 w0 _ _ _ _ _].
  assert (Fin : finite X /\ finite Y) by (destruct up; subst; auto). destruct Fin. do 2 (split; [assumption |]).
  destruct Free as [Free | (E & Free)]; [now left | right]. split; [exact E |].
  destruct Cases as [(_ & Touch) | (E2 & _)]; [| rewrite E in E2; discriminate].
  split; [lra |]. split; [| exact Free]. exists (wu C A B / len2 A B). split; [now apply parameter_is_on_axis |].
  rewrite <- Touch. unfold dist2_at.
  change (px B - px A) with (ux A B). change (py B - py A) with (uy A B). rewrite T1, T2.
  assert (S2 : real (if up then dhx else dhy) * real (if up then dhx else dhy) = 1) by (destruct D1 as [-> | ->]; ring).
  destruct up; cbv iota in *; rewrite E1; unfold wx, wy, C, A, point_of; cbn [px py].
  - replace ((real dhx * (real X - real ax)) ^ 2) with (real dhx * real dhx * (real X - real ax) ^ 2) by ring.
    rewrite S2. ring.
  - replace ((real dhy * (real Y - real ay)) ^ 2) with (real dhy * real dhy * (real Y - real ay) ^ 2) by ring.
    rewrite S2. ring.
Qed.

Lemma push_off_level_gives_finite_centre r wr R_hi R_lo cx cy ax ay bx by_ hi lo depth error t trest dhx dhy dlx dly
  inverse length lrest spread uhx uhy ulx uly k X Y relation :
  is_reach r wr R_hi R_lo ->
  measure_level_results R_hi R_lo cx cy ax ay bx by_ (feq (fsub bx ax) (fconst 0 0)) true hi lo depth error t trest dhx
    dhy dlx dly inverse length lrest spread uhx uhy ulx uly ->
  (feq (fsub bx ax) (fconst 0 0) || feq (fsub by_ ay) (fconst 0 0))%bool = true ->
  push_off_level_results R_hi R_lo uhx dhx dhy cx cy ax ay k false relation X Y -> finite X /\ finite Y.
Proof.
  intros Rch M Hl P.
  destruct (level_direction r wr R_hi R_lo cx cy ax ay bx by_ _ hi lo depth error t trest dhx dhy dlx dly inverse length
    lrest spread uhx uhy ulx uly Rch M eq_refl Hl) as (_ & Fcx & Fcy & Fax & Fay & _ & _ & Fx & Fy & D1 & _).
  destruct (measure_level_constants _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ M) as (Eu & _).
  rewrite Eu in P. set (up := feq (fsub bx ax) (fconst 0 0)) in *.
  assert (Fa : finite (if up then ax else ay)) by (destruct up; assumption).
  assert (Fn : finite (if up then dhx else dhy)) by (destruct up; assumption).
  destruct (push_off_level_is_finite r wr R_hi R_lo (fsub bx ax) dhx dhy cx cy ax ay k X Y relation Rch P Fa Fn D1)
    as (F1 & E1).
  fold up in F1, E1. destruct up; subst; auto.
Qed.

Section PushOut.
Variables cx cy r ax ay bx by_ wr any1_x any1_y k1 k2 k3 any2_x any2_y X Y : F double.
Variables number any1_relation asked any2_relation relation : Z.
(* The number of an enumeration. *)
Hypothesis number_nonneg : (0 <= number)%Z.
Hypothesis run : carom_circle_push_out_results cx cy r ax ay bx by_ wr number any1_relation any1_x any1_y k1 k2 k3 asked
  any2_relation any2_x any2_y
  relation X Y.
Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let R := real r + real wr.

(* any1 and any2 are results of carom_push_of_any_size, asked is the relation that carom_circle_relate has at the new
   centre. *)
Definition is_measured x q n := number = extent_number x /\ finite cx /\ finite cy /\ finite ax /\ finite ay /\
  finite bx /\
  finite by_ /\ (finite r /\ 0 <= real r) /\ (finite wr /\ 0 <= real wr) /\ is_feature x C A B n /\ is_distance x C A B
    q.

Theorem push_out_is_free :
  (relation = any1_relation /\ X = any1_x /\ Y = any1_y) \/ (relation = any2_relation /\ X = any2_x /\ Y = any2_y) \/
  (relation = asked /\ (asked <= 2)%Z /\ exists x q n, is_measured x q n /\ q < R /\ finite X /\ finite Y) \/
  (exists x q n, number = extent_number x /\ finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\
    finite by_ /\
    (finite r /\ 0 <= real r) /\ (finite wr /\ 0 <= real wr) /\ is_feature x C A B n /\ is_distance x C A B q /\
    finite X /\ finite Y /\ is_free x (point_of X Y) A B R relation /\ (R <= q -> X = cx /\ Y = cy)).
Proof.
  destruct run as (vux & vuy & vwx & vwy & vzx & vzy & p & measured & n & R_hi & R_lo & e & level & hi & lo & depth &
    error & t & trest &
    dhx & dhy & dlx & dly & inverse & length & lrest & spread & uhx & uhy & ulx & uly & if1 & rel & ctx & cty & if2 &
      sure1 & rel1 & X1 & Y1 &
    sure2 & rel2 & X2 & Y2 & rel3 & X3 & Y3 & if3 & rel4 & if4 & []).
  destruct measured; rewrite E_if1 in *; cbn [negb] in *; [| left; auto].
  destruct (measure_fast_is_right cx cy r ax ay bx by_ wr vux vuy vwx vwy vzx vzy p number R_hi R_lo hi lo depth error t
    trest
    dhx dhy dlx dly inverse length lrest spread uhx uhy ulx uly n e level E_fast_vectors_of number_nonneg
      E_measure_fast)
    as (x & q & Ex & F1 & F2 & F3 & F4 & F5 & F6 & F7 & F8 & Ff & Dq & _ & _ & Fd & (P1 & P2 & _)).
    fold C A B in Ff, Dq. fold R in P1, P2.
  assert (R0 : 0 <= R) by (unfold R; lra). destruct zero_value as [Fz Ez].
  destruct if2; symmetry in E_if2.
  - (* already free *)
    apply fle_real in E_if2; auto. rewrite Ez in E_if2. right; right; right. exists x, q, n.
    assert (EX : X = cx) by congruence. assert (EY : Y = cy) by congruence.
    assert (ER : relation = if feq depth (fconst 0 0) then 2%Z else 1%Z) by congruence. rewrite EX, EY, ER.
    do 7 (split; [assumption |]). do 4 (split; [assumption |]). do 2 (split; [assumption |]).
    split; [| auto].
    destruct (feq depth (fconst 0 0)) eqn:Hz.
    + right. split; [reflexivity |]. apply feq_zero in Hz. destruct Hz as [_ Hz]. fold C R.
      destruct (Rtotal_order q R) as [L | [-> | L]]; [apply P1 in L; lra | exact Dq | apply P2 in L; lra].
    + left. split; [reflexivity |]. fold C R. apply (farther_is x C A B q R Dq R0). apply P2.
      destruct (Rle_lt_or_eq_dec _ _ E_if2) as [L | L]; [exact L |]. rewrite feq_zero_true in Hz;
        [discriminate | exact Fd | exact L].
  - apply fle_real_false in E_if2; auto. rewrite Ez in E_if2. apply P1 in E_if2.
    destruct if3; symmetry in E_if3.
    + right; right; right. exists x, q, n. do 7 (split; [assumption |]). do 4 (split; [assumption |]).
      assert (G : finite X /\ finite Y /\ is_free x (point_of X Y) A B R relation);
        [| destruct G as (G1 & G2 & G3); do 3 (split; [assumption |]); intros; lra].
      destruct (measured_cases cx cy r ax ay bx by_ wr vux vuy vwx vwy vzx vzy p number R_hi R_lo hi lo depth error t
        trest
        dhx dhy dlx dly inverse length lrest spread uhx uhy ulx uly n e level E_fast_vectors_of number_nonneg
          E_measure_fast)
        as (Rch & _ & _ & depth0 & [(En & El & Hl & M) | [(En & El & _ & _ & M) | (En & El & M)]]).
      * rewrite El in *. subst. assert (Sd : is_side x C A B) by (destruct Ff as [(_ & S) | [(S & _) | (S & _)]];
          [exact S | discriminate | discriminate]).
        eapply push_off_level_gives_free_centre; [exact Rch | exact M | exact Hl | exact Sd | exact E_push_off_level].
      * rewrite El in *. subst.
        edestruct push_off_on_side_is_free as (G1 & G2 & G3); [exact Rch | exact E_push_off | exact Ff | exact Dq |
          exact E_if2 |
          reflexivity | exact M | auto].
      * rewrite El in *. subst.
        edestruct push_off_at_end_is_free as (G1 & G2 & G3); [exact Rch | exact E_push_off | exact Ff | exact Dq |
          exact E_if2 |
          exact En | exact M | auto].
    + destruct if4; symmetry in E_if4; [right; right; left | right; left; auto]. split; [congruence |].
      split; [apply Z.leb_le; congruence |]. exists x, q, n. unfold is_measured. split; [tauto |]. split; [exact E_if2
        |].
      destruct (measured_cases cx cy r ax ay bx by_ wr vux vuy vwx vwy vzx vzy p number R_hi R_lo hi lo depth error t
        trest
        dhx dhy dlx dly inverse length lrest spread uhx uhy ulx uly n e level E_fast_vectors_of number_nonneg
          E_measure_fast)
        as (Rch & _ & _ & depth0 & [(En & El & Hl & M) | [(En & El & _ & _ & M) | (En & El & M)]]).
      * rewrite El in *. subst.
        eapply push_off_level_gives_finite_centre; [exact Rch | exact M | exact Hl | exact E_push_off_level].
      * rewrite El in *. subst.
        edestruct push_off_on_side_is_free as (G1 & G2 & _); [exact Rch | exact E_push_off | exact Ff | exact Dq |
          exact E_if2 |
          reflexivity | exact M | auto].
      * rewrite El in *. subst.
        edestruct push_off_at_end_is_free as (G1 & G2 & _); [exact Rch | exact E_push_off | exact Ff | exact Dq |
          exact E_if2 |
          exact En | exact M | auto].
Qed.

End PushOut.
