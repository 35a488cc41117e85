(* The direction from a level or upright wall to the centre: measure_level of src/rest/contact_double_double.h. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFreeTerms Facts Operations Approx ErrorFree Geometry ContactFeature
  ContactGeometry ContactPairs ContactSteps ContactRoot ContactDepth ContactEnd ContactProducts ContactSideDepth
  ContactLevel ContactLarge ContactSpec.
From Carom Require Terms_contact.
Import Terms_contact.measure_level_terms(measure_level_results).

Open Scope R_scope.

(* The parts of measure_level that are constants or differences. *)
Lemma measure_level_constants R_hi R_lo cx cy ax ay bx by_ upright hi lo depth error t trest dhx dhy dlx dly inverse
  length lrest spread uhx uhy ulx uly :
  measure_level_results R_hi R_lo cx cy ax ay bx by_ upright true hi lo depth error t trest dhx dhy dlx dly inverse
    length lrest spread
    uhx uhy ulx uly ->
  uhx = fsub bx ax /\ uhy = fsub by_ ay /\ inverse = fconst 1 0 /\ length = fconst 1 0 /\ lrest = fconst 0 0 /\
  dlx = fconst 0 0 /\ dly = fconst 0 0 /\ (if upright then dhy = fconst 0 0 else dhx = fconst 0 0).
Proof.
  intros (u_hx & u_hy & u_lx & u_ly & whx & why & wlx & wly & l & l_rest & wl & w_rest & d & d_rest & lft & nrm & g_hi &
    g_lo &
    g_e & l_hi & l_lo & l_e & k_depth & u_size & w_size & []).
  apply pair_difference_values in E_pair_difference. destruct E_pair_difference as (E1 & E2 & _ & _).
  repeat (split; [congruence |]). destruct upright; assumption.
Qed.

(* The nearest point of the axis. *)
Lemma level_foot_is c a b (upright : bool) :
  (if upright then ux a b = 0 /\ uy a b <> 0 else uy a b = 0 /\ ux a b <> 0) ->
  wu c a b / len2 a b * ux a b = (if upright then 0 else wx c a) /\
    wu c a b / len2 a b * uy a b = (if upright then wy c a else 0).
Proof.
  intros H. unfold wu, len2. set (p := ux a b) in *. set (q := uy a b) in *. set (v := wx c a). set (w := wy c a).
  destruct upright; destruct H as [Z N]; rewrite Z; split; (unfold Rdiv; ring) || (field; lra).
Qed.

Section Level.
Variables r wr R_hi R_lo cx cy ax ay bx by_ : F double.
Variable upright : bool.
Variables hi lo depth error t trest dhx dhy dlx dly inverse length lrest spread uhx uhy ulx uly : F double.
Hypothesis reach : is_reach r wr R_hi R_lo.
Hypothesis run : measure_level_results R_hi R_lo cx cy ax ay bx by_ upright true hi lo depth error t trest
  dhx dhy dlx dly inverse length lrest spread uhx uhy ulx uly.
Hypothesis upright_is : upright = feq (fsub bx ax) (fconst 0 0).
Hypothesis is_level : (feq (fsub bx ax) (fconst 0 0) || feq (fsub by_ ay) (fconst 0 0))%bool = true.
Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.

Lemma level_difference (p q : F double) : feq (fsub p q) (fconst 0 0) = true -> finite p /\ finite q /\
  real p - real q = 0.
Proof.
  intros H. apply feq_zero in H. destruct H as [F Z]. destruct (fsub_finite _ _ F) as (Fp & Fq & _).
  pose proof (difference_zero p q F Z). repeat split; auto. lra.
Qed.

(* The direction of the measured contact. *)
Lemma level_direction :
  (if upright then ux A B = 0 /\ uy A B <> 0 else uy A B = 0 /\ ux A B <> 0) /\
  finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\
  finite dhx /\ finite dhy /\
  (real (if upright then dhx else dhy) = 1 \/ real (if upright then dhx else dhy) = -1) /\
  wu C A B / len2 A B * ux A B = (if upright then 0 else wx C A) /\
    wu C A B / len2 A B * uy A B = (if upright then wy C A else 0).
Proof.
  pose proof (measure_level_is r wr R_hi R_lo cx cy ax ay bx by_ upright hi lo depth error t trest dhx dhy dlx dly
    inverse length lrest spread
    uhx uhy ulx uly reach run) as (Fs & Nu & _ & _ & _ & _ & _ & _ & Fdx & Fdy & Ex & Ey & _).
  assert (H : if upright then ux A B = 0 /\ uy A B <> 0 else uy A B = 0 /\ ux A B <> 0).
  { unfold ux, uy, A, B, point_of; cbn [px py]. destruct upright.
    - symmetry in upright_is. destruct (level_difference bx ax upright_is) as (_ & _ & Z). auto.
    - rewrite <- upright_is in is_level. cbn [orb] in is_level.
      destruct (level_difference by_ ay is_level) as (_ & _ & Z). auto. }
  assert (Fin : finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_).
  { destruct upright.
    - symmetry in upright_is. destruct (level_difference bx ax upright_is) as (F1 & F2 & _).
      destruct Fs as (? & ? & ? & ? & ? & _). auto 10.
    - rewrite <- upright_is in is_level. cbn [orb] in is_level.
      destruct (level_difference by_ ay is_level) as (F1 & F2 & _).
      destruct Fs as (? & ? & ? & ? & ? & _). auto 10. }
  destruct Fin as (F1 & F2 & F3 & F4 & F5 & F6). destruct (level_foot_is C A B upright H) as (N2 & N3).
  split; [exact H |]. do 8 (split; [assumption |]). split; [| split; assumption].
  destruct upright; rewrite ?Ex, ?Ey; repeat destruct Rlt_dec; auto.
Qed.

End Level.
