(* exit_of of src/sweep/passage.c as a whole, with the calls that join its stages: what it gives for a circle that
   meets the wall is the last contact, unless the integers are asked for it. Then the result is theirs.

   The theorems about the time on a side and at an end are TimeSideExit.v and TimeEndExit.v. The premise is that the
   integers answer right if they are asked on which side of one time t the last contact is. *)
From Coq Require Import ZArith Reals Lia Bool.
From Flocq Require Import Core.
From Carom Require Import Model Geometry SweepGeometry SweepContact SweepLast SweepPassageFilter SweepTime.
From Carom Require TimeSideExit TimeEndExit.
From Carom Require Terms_sweep Terms_contact_sweep Terms_time Terms_passage Terms_exit.
Import Terms_sweep.sweep_vectors_of_terms(sweep_vectors_of_results).
Import Terms_sweep.set_terms_terms(set_terms_results).
Import Terms_time.estimate_side_terms(estimate_side_results).
Import Terms_time.estimate_end_terms(estimate_end_results).
Import Terms_exit.exit_of_terms(exit_of_results).

Open Scope R_scope.

Section Exit.
Variables cx cy cr mx my : F double.
Variables is_end moves : bool.
Variables ax ay bx by_ wr wmx wmy : F double.
Variable x : extent.
(* What the integers give: the whole exit, or with the feature of the filter, or the side of a time. *)
Variables kind1 feature1 kind2 feature2 kind3 feature3 : Z.
Variables t1 x1 y1 px1 py1 nx1 ny1 t2 x2 y2 px2 py2 nx2 ny2 t3 x3 y3 px3 py3 nx3 ny3 unknown : F double.
Variable is_not_before : bool.
Variables kind feature : Z.
Variables t X Y PX PY NX NY : F double.
Let c := Point (real cx) (real cy).
Let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
               (displacement is_end moves (real cy) (real my) (real ay) (real wmy)).
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let reach := real cr + real wr.
Hypothesis run : exit_of_results cx cy cr mx my is_end moves ax ay bx by_ wr (extent_number x) wmx wmy
  kind1 feature1 t1 x1 y1 px1 py1 nx1 ny1 kind2 feature2 t2 x2 y2 px2 py2 nx2 ny2 kind3 feature3 t3 x3 y3 px3 py3 nx3
  ny3 is_not_before unknown kind feature t X Y PX PY NX NY.
Hypothesis touches_before : meets x c v a b reach.

Let is_last_touch F T := 0 <= T <= 1 /\ (forall t', T < t' <= 1 -> farther x (moved c v t') a b reach) /\
  touches F x (moved c v T) a b reach.

(* The time for which the integers are asked, if the last contact is with the feature f. *)
Let is_asked (f : Z) (s : F double) :=
  exists ux uy wx wy zx zy vx vy su sw sz sv r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu
    guess step error n_x n_y,
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r /\
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu /\
  (f = 1%Z -> estimate_side_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy su sw sv r len2
    cross_start cross_move (fneg (fconst 1 0)) guess step error n_x n_y) /\
  (f <> 1%Z -> estimate_end_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy wx wy zx zy vx vy sw sz sv r
    move2 reach2 cross_a cross_b wv zv f (fneg (fconst 1 0)) guess step error n_x n_y) /\
  s = fadd guess step.

Hypothesis answer_is_right : forall F T s, is_last_touch F T -> is_asked (feature_number F) s ->
  if is_not_before then T <= real s else real s < T.

Theorem exit_of_is_right :
  (feature = feature1 /\ t = t1) \/ (feature = feature2 /\ t = t2) \/ (feature = feature3 /\ t = t3) \/
  (feature = 0%Z /\ lasts x c v a b reach) \/
  exists F T, feature = feature_number F /\ is_last_touch F T /\ finite t /\ is_smallest_not_before (real t) T.
Proof.
  pose proof run as H. unfold exit_of_results in H.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end. destruct H.
  rewrite E_if1, E_if2, E_if3, E_if5 in *.
  match type of E_is_for_filter with Terms_sweep.is_for_filter_terms.is_for_filter_results _ _ _ _ _ _ _ _ ?p =>
    destruct p; cbn [negb] in E_result_feature, E_result_t; [| left; auto] end.
  match type of E_filter_last_contact with
    Terms_contact_sweep.filter_last_contact_terms.filter_last_contact_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?p
      ?f => destruct p; cbn [negb] in E_result_feature, E_result_t; [rename f into found | right; left; auto] end.
  destruct (Z.eqb_spec found 0) as [N0 | N0].
  { do 3 right. left. split; [exact E_result_feature |]. rewrite N0 in E_filter_last_contact.
    destruct (passage_filter_correct x _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      _ _ _ _ _ _ _ _ _ _ _ _ _ E_sweep_vectors_of E_is_for_filter E_vectors_backward E_set_terms
      E_filter_last_contact touches_before) as [(_ & L) | (F & E & _)]; [exact L | destruct F; discriminate E]. }
  match type of E_is_sharp with Terms_time.is_sharp_terms.is_sharp_results _ _ ?p =>
    destruct p; cbn [negb] in E_result_feature, E_result_t; [| right; right; left; auto] end.
  do 4 right. rewrite E_s_feature in E_result_feature. rewrite E_s_t in E_result_t. subst feature t.
  rewrite E_if4, E_e_guess, E_e_step, E_e_error in *.
  destruct (Z.eqb_spec found 1) as [N1 | N1].
  - rewrite N1 in E_filter_last_contact.
    edestruct TimeSideExit.sharp_passage_exit_time as (T & L & Fin & S);
      [exact E_sweep_vectors_of | exact E_is_for_filter | exact E_vectors_backward | exact E_set_terms
      | exact E_filter_last_contact | exact touches_before | exact E_set_terms_2 | reflexivity | exact E_estimate_side
      | exact E_is_sharp | exact E_round_up | |].
    { intros T L. apply (answer_is_right Side T _ L). unfold is_asked.
      do 30 eexists. split; [exact E_sweep_vectors_of |]. split; [exact E_set_terms_2 |].
      split; [intros _; exact E_estimate_side |]. split; [intros N; now elim N | reflexivity]. }
    exists Side, T. auto.
  - eapply TimeEndExit.sharp_passage_exit_time_at_end;
      [exact E_sweep_vectors_of | exact E_is_for_filter | exact E_vectors_backward | exact E_set_terms
      | exact E_filter_last_contact | exact N0 | exact N1 | exact touches_before | exact E_set_terms_2 | reflexivity
      | exact E_estimate_end | exact E_is_sharp | exact E_round_up |].
    intros F T E L. apply (answer_is_right F T _ L). rewrite <- E. unfold is_asked.
    do 30 eexists. split; [exact E_sweep_vectors_of |]. split; [exact E_set_terms_2 |].
    split; [intros N; now elim N1 |]. split; [intros _; exact E_estimate_end | reflexivity].
Qed.
End Exit.
