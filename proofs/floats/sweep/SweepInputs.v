(* If the sweep's filter may decide, all its inputs are finite, no radius is negative and the extent is known. So the
   theorems of SweepMiss.v, SweepStart.v and SweepPassageFilter.v speak of real inputs only. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Approx Geometry Bounded SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepMiss SweepCompare SweepEnd SweepContact SweepFilter SweepFirst SweepStart Terms_wide
  Terms_sweep.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Definition real_inputs (cx cy cr mx my : D) (moves : bool) (ax ay bx by_ wr wmx wmy : D) :=
  finite cx /\ finite cy /\ finite mx /\ finite my /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\
  finite cr /\ finite wr /\ (moves = true -> finite wmx /\ finite wmy) /\ 0 <= real cr /\ 0 <= real wr.

Lemma difference_finite (x y : D) : finite (fsub x y) -> finite x /\ finite y.
Proof. intros H. destruct (fsub_finite _ _ H) as (A & B & _). auto. Qed.

Lemma radius_valid (r : D) : finite r -> fle (fconst 0 0) r = true -> 0 <= real r.
Proof.
  intros Fr H. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. apply fle_real in H; auto; lra.
Qed.

Theorem sweep_inputs_real cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r n :
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr n su sw sz sv r true ->
  real_inputs cx cy cr mx my moves ax ay bx by_ wr wmx wmy.
Proof.
  intros H S. pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H S) as K.
  destruct K as [[Nu Nw Nz Nv _ _ _ _ [[[Fr _] _] _] _] _ _ _].
  unfold is_for_filter_results in S. destruct S as [S]. symmetry in S.
  apply andb_prop in S. destruct S as [S _]. apply andb_prop in S. destruct S as [S W0]. apply andb_prop in S. destruct
    S as [_ C0].
  unfold sweep_vectors_of_results in H. open H. destruct H.
  match goal with A : relative_move_results mx cx wmx ax _ _ _, B : relative_move_results my cy wmy ay _ _ _ |- _ =>
    rename A into MoveX; rename B into MoveY end.
  assert (Place : forall to from wt wf hi lo ok, relative_move_results to from wt wf hi lo ok -> finite hi ->
    finite to /\ finite wt).
  { intros to from wt wf hi lo ok M Fh. unfold relative_move_results in M. open M. destruct M.
    repeat match goal with W : wide_of_sum_results _ _ _ _ _ |- _ =>
      unfold wide_of_sum_results in W; open W; destruct W end. subst. finite_back Fh. auto. }
  destruct is_end, moves; cbv [andb] in *; subst;
    destruct Nu as (U1 & U2 & _); destruct Nw as (W1 & W2 & _); destruct Nv as (V1 & V2 & _); clear Nz;
    destruct (fadd_finite _ _ Fr) as (Fcr & Fwr & _);
    destruct (difference_finite _ _ U1), (difference_finite _ _ U2), (difference_finite _ _ W1),
      (difference_finite _ _ W2);
    pose proof (radius_valid _ Fcr C0); pose proof (radius_valid _ Fwr W0).
  - destruct (Place _ _ _ _ _ _ _ MoveX V1), (Place _ _ _ _ _ _ _ MoveY V2). unfold real_inputs. auto 20.
  - destruct (difference_finite _ _ V1), (difference_finite _ _ V2). unfold real_inputs. repeat split; auto;
    discriminate.
  - destruct (difference_finite _ _ V1), (difference_finite _ _ V2). unfold real_inputs. auto 20.
  - unfold real_inputs. repeat split; auto; discriminate.
Qed.

Theorem certain_miss_inputs_real x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy :
  is_certain_miss_results cx cy cr mx my is_end moves ax ay bx by_ wr (extent_number x) wmx wmy true ->
  real_inputs cx cy cr mx my moves ax ay bx by_ wr wmx wmy.
Proof.
  intros H. unfold is_certain_miss_results in H. open H. destruct H.
  match goal with K : set_terms_across_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ ?m _ _ _ _ _ _ _ |- _ => assert (May : m = true); [| rename K into Across] end.
  { match goal with K : true = (if ?across then _ else _) |- _ =>
      destruct across; [now symmetry | symmetry in K; now apply andb_prop in K] end. }
  rewrite May in Across. clear - Across.
  destruct (across_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Across)
    as [rr facts]. destruct facts as [Nu Nw _ Nv _ _ _ _ [[Fr _] _] _ _ _ _ _ _].
  unfold set_terms_across_results in Across. open Across. destruct Across.
  match goal with K : rounded_vectors_of_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ |- _ =>
    unfold rounded_vectors_of_results in K; open K; destruct K end.
  match goal with K : true = _ |- _ => symmetry in K; rename K into May end.
  apply andb_prop in May. destruct May as [May _]. apply andb_prop in May. destruct May as [_ Least].
  destruct is_end, moves; cbv [andb] in *; subst;
    destruct (least_nonneg _ _ Least) as [Ncr Nwr]; pose proof (nonneg_real _ Ncr); pose proof (nonneg_real _ Nwr);
    destruct Nu as (U1 & U2 & _); destruct Nw as (W1 & W2 & _); destruct Nv as (V1 & V2 & _);
    destruct (fadd_finite _ _ Fr) as (Fcr & Fwr & _);
    destruct (difference_finite _ _ U1), (difference_finite _ _ U2), (difference_finite _ _ W1),
      (difference_finite _ _ W2);
    finite_back V1; finite_back V2; unfold real_inputs; repeat split; auto; try discriminate.
Qed.

(* The wall has an extent that is known, whatever number it has. So the theorems about the numbers of extents speak of
   all walls of which the filter is certain. *)
Theorem sweep_extent_known cr wr n su sw sz sv r : (0 <= n)%Z -> is_for_filter_results cr wr n su sw sz sv r true ->
  exists x, n = extent_number x.
Proof.
  intros N [S]. symmetry in S. apply andb_prop in S. destruct S as [_ S]. apply Z.leb_le in S.
  assert (V : (n = 0 \/ n = 1 \/ n = 2)%Z) by lia.
  destruct V as [-> | [-> | ->]]; [exists Segment | exists Ray | exists Line]; reflexivity.
Qed.

Theorem certain_miss_extent_known cx cy cr mx my is_end moves ax ay bx by_ wr n wmx wmy : (0 <= n)%Z ->
  is_certain_miss_results cx cy cr mx my is_end moves ax ay bx by_ wr n wmx wmy true -> exists x, n = extent_number x.
Proof.
  intros N H. unfold is_certain_miss_results in H. open H. destruct H.
  match goal with K : set_terms_across_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ ?m _ _ _ _ _ _ _ |- _ => assert (May : m = true); [| rename K into Across] end.
  { match goal with K : true = (if ?across then _ else _) |- _ =>
      destruct across; [now symmetry | symmetry in K; now apply andb_prop in K] end. }
  rewrite May in Across. clear - N Across. unfold set_terms_across_results in Across. open Across. destruct Across.
  match goal with K : true = andb _ _ |- _ => symmetry in K; apply andb_prop in K; destruct K as [_ S] end.
  apply Z.leb_le in S. assert (V : (n = 0 \/ n = 1 \/ n = 2)%Z) by lia.
  destruct V as [-> | [-> | ->]]; [exists Segment | exists Ray | exists Line]; reflexivity.
Qed.
