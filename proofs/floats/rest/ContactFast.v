(* A contact of ordinary size as a whole: what measure_fast and fast_relation of src/rest/contact_double_double.h return
   is right, for all input. If measure_fast returns true, the input is valid, the feature is the nearest one, the depth
   has the sign of R - distance and is within an ulp of the larger of the two; the relation is right or INVALID. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core.
From Carom Require Import Model Facts Operations Geometry ContactFeature ContactGeometry ContactPairs ContactDepth
  ContactLevel ContactMeasure ContactRelation.
From Carom Require Terms_contact.
Import Terms_contact.fast_vectors_of_terms(fast_vectors_of_results).
Import Terms_contact.measure_fast_terms(measure_fast_results).
Import Terms_contact.fast_relation_terms(fast_relation_results).

Open Scope R_scope.

Section Fast.
Variables cx cy r ax ay bx by_ wr vux vuy vwx vwy vzx vzy : F double.
Variable p : bool.
Variable number : Z.
Variables R_hi R_lo hi lo depth error along along_rest dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly :
  F double.
Variables (feature e : Z) (level : bool) (relation : Z).
Hypothesis vectors : fast_vectors_of_results cx cy ax ay bx by_ vux vuy vwx vwy vzx vzy p.
Hypothesis number_nonneg : (0 <= number)%Z.
Hypothesis run : measure_fast_results vux vuy vwx vwy p cx cy r ax ay bx by_ wr number true feature R_hi R_lo e level hi
  lo
  depth error along along_rest dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly.
Hypothesis related : fast_relation_results vwx vwy vzx vzy p r wr number depth relation.

Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let R := real r + real wr.

Theorem fast_contact_is_right : exists x q,
  number = extent_number x /\ finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\
  (finite r /\ 0 <= real r) /\ (finite wr /\ 0 <= real wr) /\
  is_feature x C A B feature /\ is_distance x C A B q /\ finite depth /\
  (0 < real depth <-> q < R) /\ (real depth < 0 <-> R < q) /\
  Rabs (real depth - (R - q)) <= ulp radix2 (exponents double) (Rmax R q) /\
  (relation = 0%Z \/
   (relation = 1%Z /\ R < q) \/ (relation = 2%Z /\ q = R) \/
   (relation = 3%Z /\ q < R /\
     ((x <> Segment /\ len2 A B <> 0) \/ real r < real wr \/ (real r - real wr) ^ 2 < Rmax (w2 C A) (z2 C B))) \/
   (relation = 5%Z /\ q < R /\ (x = Segment \/ len2 A B = 0) /\ real wr <= real r /\
     Rmax (w2 C A) (z2 C B) < (real r - real wr) ^ 2)).
Proof.
  edestruct measure_fast_is_right as (x & q & Ex & F1 & F2 & F3 & F4 & F5 & F6 & [F7 R0] & [F8 W0] & Ff & Dq & Far & Sum
    & Fd & Dep);
    [exact vectors | exact number_nonneg | exact run |].
  fold C A B in Ff, Dq, Far. exists x, q.
  assert (Vec : vwx = fsub cx ax /\ vwy = fsub cy ay /\ vzx = fsub cx bx /\ vzy = fsub cy by_ /\
     vux = fsub bx ax /\ vuy = fsub by_ ay /\ p = andb (feq vux (fconst 0 0)) (feq vuy (fconst 0 0))).
  { destruct vectors as (a_x & a_y & b_x & b_y & c_x & c_y & ux' & uy' & wx' & wy' & zx' & zy' & u1 & u2 & p' & []).
    repeat split; congruence. }
  destruct Vec as (V1 & V2 & V3 & V4 & V5 & V6 & V7). pose proof related as Rel. rewrite V1, V2, V3, V4, Ex in Rel.
  assert (G : p = true <-> len2 A B = 0).
  { destruct zero_value as [Fz Ez]. rewrite V7, V5, V6. unfold len2.
    change (Geometry.ux A B) with (real bx - real ax). change (Geometry.uy A B) with (real by_ - real ay). split.
    - intros H. apply andb_prop in H. destruct H as [H1 H2]. apply feq_zero in H1, H2.
      destruct H1 as [G1 Z1], H2 as [G2 Z2].
      rewrite (difference_zero _ _ G1 Z1), (difference_zero _ _ G2 Z2). ring.
    - intros H. pose proof (Rle_0_sqr (real bx - real ax)). pose proof (Rle_0_sqr (real by_ - real ay)).
      unfold Rsqr in *.
      assert (Z1 : real bx - real ax = 0) by (apply Rsqr_0_uniq; unfold Rsqr; lra).
      assert (Z2 : real by_ - real ay = 0) by (apply Rsqr_0_uniq; unfold Rsqr; lra).
      destruct (fsub_exact bx ax (fconst 0 0) F5 F3 ltac:(rewrite Ez; exact Z1)) as (G1 & Y1).
      destruct (fsub_exact by_ ay (fconst 0 0) F6 F4 ltac:(rewrite Ez; exact Z2)) as (G2 & Y2). rewrite Ez in Y1, Y2.
      now rewrite !feq_zero_true. }
  destruct (fast_relation_is_right cx cy r ax ay bx by_ wr depth x p relation F1 F2 F3 F4 F5 F6 F7 F8 R0 W0 Sum Far Rel
    q G Dep Fd)
    as (Cases & C1 & C2 & C3 & C5).
  destruct Dep as (D1 & D2 & D3). fold R in D1, D2, D3, C1, C2, C3, C5.
  do 7 (split; [assumption |]). do 2 (split; [split; assumption |]). do 3 (split; [assumption |]).
  split; [exact D1 |]. split; [exact D2 |].
  split; [apply depth_within_an_ulp; [unfold R; lra | apply Dq | repeat split; auto; apply D1 || apply D2] |].
  replace ((real r - real wr) ^ 2) with ((real r - real wr) * (real r - real wr)) by ring.
  destruct Cases as [E | [E | [E | [E | E]]]]; [left | right; left | right; right; left | right; right; right;
    left | right; right; right; right];
    try exact E; (split; [exact E |]); auto.
Qed.

End Fast.
