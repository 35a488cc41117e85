(* What measure_fast of src/rest/contact_double_double.h has measured if it returns true: one of three functions, with
   the facts that the numbers of a contact and push-out start from. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Approx ErrorFree Geometry ContactFeature ContactGeometry ContactPairs
  ContactSteps ContactRoot ContactDepth ContactEnd ContactProducts ContactSide ContactSideDepth ContactLevel
  ContactMeasure.
From Carom Require Terms_wide Terms_contact.
Import Terms_contact.fast_vectors_of_terms(fast_vectors_of_results).
Import Terms_contact.fast_feature_terms(fast_feature_results).
Import Terms_contact.measure_end_terms(measure_end_results).
Import Terms_contact.measure_side_terms(measure_side_results).
Import Terms_contact.measure_level_terms(measure_level_results).
Import Terms_contact.measure_distance_terms(measure_distance_results).
Import Terms_contact.measure_fast_terms(measure_fast_results).

Open Scope R_scope.

Lemma slanted_is_not_level vux vuy vwx vwy p cx cy r ax ay bx by_ wr x feature R_hi R_lo e hi lo depth error along
    along_rest dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly :
  measure_distance_results vux vuy vwx vwy p cx cy r ax ay bx by_ wr x true feature R_hi R_lo e false hi lo depth error
    along
    along_rest dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly ->
  feature = 1%Z -> feq vux (fconst 0 0) = false /\ feq vuy (fconst 0 0) = false.
Proof.
  intros H Ef. unfold measure_distance_results in H.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end. destruct H.
  rewrite Ef in E_if1. cbn [Z.eqb Pos.eqb] in E_if1. subst. now apply orb_false_elim.
Qed.

Section Measured.
Variables cx cy r ax ay bx by_ wr vux vuy vwx vwy vzx vzy : F double.
Variable p : bool.
Variable number : Z.
Variables R_hi R_lo hi lo depth error along along_rest dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly :
  F double.
Variables (feature e : Z) (level : bool).
Hypothesis vectors : fast_vectors_of_results cx cy ax ay bx by_ vux vuy vwx vwy vzx vzy p.
Hypothesis number_nonneg : (0 <= number)%Z.
Hypothesis run : measure_fast_results vux vuy vwx vwy p cx cy r ax ay bx by_ wr number true feature R_hi R_lo e level hi
  lo
  depth error along along_rest dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly.

Theorem measured_cases :
  is_reach r wr R_hi R_lo /\ (fle (fconst 1 (-150)) wr || feq wr (fconst 0 0))%bool = true /\
  fast_feature_results (fsub bx ax) (fsub by_ ay) (fsub cx ax) (fsub cy ay)
    (andb (feq (fsub bx ax) (fconst 0 0)) (feq (fsub by_ ay) (fconst 0 0))) number feature /\
  exists depth0,
  ((feature = 1%Z /\ level = true /\ (feq (fsub bx ax) (fconst 0 0) || feq (fsub by_ ay) (fconst 0 0))%bool = true /\
    measure_level_results R_hi R_lo cx cy ax ay bx by_ (feq (fsub bx ax) (fconst 0 0)) true hi lo depth0 error along
      along_rest
      dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly) \/
   (feature = 1%Z /\ level = false /\ feq (fsub bx ax) (fconst 0 0) = false /\ feq (fsub by_ ay) (fconst 0 0) = false /\
    measure_side_results R_hi R_lo cx cy ax ay bx by_ true hi lo depth0 error along along_rest spread dhx dhy dlx dly
      uhx uhy ulx uly length rest inverse) \/
   ((feature = 2%Z \/ feature = 3%Z) /\ level = false /\
    measure_end_results feature R_hi R_lo cx cy ax ay bx by_ true length hi rest lo inverse depth0 error
      dhx dhy dlx dly uhx uhy ulx uly along along_rest spread)).
Proof.
  destruct (measure_fast_is_right cx cy r ax ay bx by_ wr vux vuy vwx vwy vzx vzy p number R_hi R_lo hi lo depth error
    along along_rest
    dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly feature e level vectors number_nonneg run)
    as (x & q & _ & _ & _ & _ & _ & _ & _ & _ & _ & Ff & _).
  assert (V : vux = fsub bx ax /\ vuy = fsub by_ ay /\ vwx = fsub cx ax /\ vwy = fsub cy ay /\
    p = andb (feq (fsub bx ax) (fconst 0 0)) (feq (fsub by_ ay) (fconst 0 0))).
  { destruct vectors as (a_x & a_y & b_x & b_y & c_x & c_y & ux' & uy' & wx' & wy' & zx' & zy' & u1 & u2 & p' & []).
    repeat split; congruence. }
  destruct V as (V1 & V2 & V3 & V4 & V5).
  destruct run as (m_result & depth' & if1 & if2 & tie & depth'' & []).
  symmetry in E_result. destruct m_result; rewrite E_if1 in *; cbn [negb] in *; [| discriminate].
  pose proof E_measure_distance as D. apply measure_distance_cases in E_measure_distance.
  destruct E_measure_distance as (Ft & Wr & Nx & T1 & T2 & T3 & Cases).
  pose proof (reach_is r wr R_hi R_lo e Wr T1 T2 T3) as Rch. do 2 (split; [assumption |]).
  clear vectors. subst vux vuy vwx vwy p. split; [exact Ft |]. exists depth'.
  destruct Cases as [(Ef & El & Hl & M) | [(Ef & El & M) | (N1 & N0 & El & M)]]; [left; auto | right; left | right;
    right].
  - do 2 (split; [assumption |]). rewrite El in D. destruct (slanted_is_not_level _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ D Ef). auto.
  - split; [| auto]. destruct Ff as [(S & _) | [(S & _) | (S & _)]]; [contradiction | now left | now right].
Qed.

End Measured.
