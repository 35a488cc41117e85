(* The walk over the time against a wall that turns: walk_turning of src/turning/moving_filter.h.

   `walks` is its loop: the moment l at the left, the stack of the ends of pieces to the right, and the answer. The
   functions that the loop calls are records of the source. The loop itself is written here, as rules: one for each way
   in which a pass of the loop ends. It may stop without an answer at any time. Each answer that it gives is right. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded SweepSquares SweepTerms Geometry SweepGeometry MovingGeometry
  MovingTurn MovingEnds MovingTangent MovingTrendSide MovingContact MovingAnswer MovingPiece Terms_moving.
Import ListNotations.

Open Scope R_scope.

Record moment := Moment { m_t : D; m_ux : D; m_uy : D; m_wx : D; m_wy : D; m_zx : D; m_zy : D; m_len : D; m_cross : D;
  m_p : D;
  m_q : D; m_a : D; m_b : D }.

Section Walk.
Variables (ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r e_f e_p e_q e_a e_b : D).
Variables (gap : Z) (passes_grazes decides_by_end : bool).

Definition is_moment (t : D) (m : moment) := values_at_results ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r t
  (m_t m) (m_ux m) (m_uy m) (m_wx m) (m_wy m) (m_zx m) (m_zy m) (m_len m) (m_cross m) (m_p m) (m_q m) (m_a m) (m_b m).

Definition is_piece (l h : moment) := piece_of_results r (m_ux l) (m_uy l) (m_wx l) (m_wy l) (m_zx l) (m_zy l) (m_len
  l) (m_cross l)
  (m_ux h) (m_uy h) (m_wx h) (m_wy h) (m_zx h) (m_zy h) (m_len h) (m_cross h).

Definition piece_answers (l h : moment) (answer f : Z) (low high : D) := exists side f0 f1 f2 p q a b,
  is_piece l h side f0 f1 f2 p q a b /\
  answer_on_results uxc uyc us wxc wyc ws zxc zyc zs r e_f e_p e_q e_a e_b gap passes_grazes decides_by_end
    (m_t l) (m_ux l) (m_uy l) (m_wx l) (m_wy l) (m_zx l) (m_zy l) (m_len l) (m_cross l) (m_p l) (m_q l) (m_a l) (m_b l)
    (m_t h) (m_ux h) (m_uy h) (m_wx h) (m_wy h) (m_zx h) (m_zy h) (m_len h) (m_cross h) (m_p h) (m_q h) (m_a h) (m_b h)
    side f0 f1 f2 p q a b answer f low high.

Definition splits_at (l h : moment) (t : D) := exists side f0 f1 f2 p q a b, is_piece l h side f0 f1 f2 p q a b /\
  split_of_results r (m_t l) (m_ux l) (m_uy l) (m_len l) (m_p l) (m_q l) (m_a l) (m_b l)
    (m_t h) (m_ux h) (m_uy h) (m_len h) (m_p h) (m_q h) (m_a h) (m_b h) f0 f1 f2 p q a b t.

(* The answers: 0 unsure, 1 goes on, 2 a miss, and those of answer_is_right. *)
Inductive walks : moment -> list moment -> Z -> Z -> D -> D -> Prop :=
| Walk_misses l h f low high : piece_answers l h 1 f low high -> walks l [h] 2 0 (fconst 0 0) (fconst 0 0)
| Walk_goes_on l h next rest f low high answer f' low' high' : piece_answers l h 1 f low high ->
    walks h (next :: rest) answer f' low' high' -> walks l (h :: next :: rest) answer f' low' high'
| Walk_answers l h rest answer f low high : piece_answers l h answer f low high -> answer <> 0%Z -> answer <> 1%Z ->
    walks l (h :: rest) answer f low high
| Walk_splits l h rest t m f low high answer f' low' high' : piece_answers l h 0 f low high ->
    flt (fsub (m_t h) (m_t l)) (fconst 1 (-50)) = false -> splits_at l h t -> is_moment t m ->
    walks l (m :: h :: rest) answer f' low' high' -> walks l (h :: rest) answer f' low' high'.

(* The place of a split lies inside the piece. *)
Lemma finite_between (x y z : D) : finite x -> finite z -> flt x y = true -> flt y z = true -> finite y.
Proof.
  intros Fx Fz A B. destruct y as [s | s | | s m e p]; try reflexivity; exfalso.
  - destruct s; [destruct x as [? | ? | | ? ? ? ?] | destruct z as [? | ? | | ? ? ? ?]]; discriminate.
  - destruct x as [? | ? | | ? ? ? ?]; discriminate.
Qed.

Lemma split_is_inside l h t : finite (m_t l) -> finite (m_t h) -> 0 <= real (m_t l) -> real (m_t l) < real (m_t h)
  -> real (m_t h) <= 1 ->
  flt (fsub (m_t h) (m_t l)) (fconst 1 (-50)) = false -> splits_at l h t -> finite t /\ real (m_t l) < real t
    < real (m_t h).
Proof.
  intros Fl Fh L0 LH H1 W (side & f0 & f1 & f2 & p & q & a & b & _ & S). unfold split_of_results in S. open S.
  destruct S.
  match goal with A : t = (if ?x then ?y else _) |- _ => rename A into E; destruct x eqn:In end.
  - apply andb_prop in In. destruct In as [I1 I2]. pose proof (finite_between _ _ _ Fl Fh I1 I2) as Fv. rewrite E.
    split; [exact Fv |]. split; now apply flt_real.
  - clear In. set (lo := real (m_t l)) in *. set (hi := real (m_t h)) in *.
    assert (Bl : below 0 (m_t l)) by (split; [exact Fl |]; fold lo; rewrite Rabs_pos_eq; simpl; lra).
    assert (Bh : below 0 (m_t h)) by (split; [exact Fh |]; fold hi; rewrite Rabs_pos_eq; simpl; lra).
    assert (B1 : below (0 + 1) (fsub (m_t h) (m_t l))) by (apply below_sub; auto; lia).
    assert (B2 : below (0 + 1) (fadd (m_t l) (m_t h))) by (apply below_add; auto; lia).
    destruct half_value as [Fk Vk]. assert (Bk : below 0 (fconst 1 (-1))) by (split; [exact Fk |];
      rewrite Vk, Rabs_pos_eq; simpl; lra).
    assert (B3 : below (0 + 1) (fmul (fconst 1 (-1)) (fadd (m_t l) (m_t h)))) by (apply below_mul; auto; lia).
    rewrite E. split; [apply B3 |]. const_facts 1%Z (-50)%Z F5 V5. rewrite Rmult_1_l in V5.
    apply flt_real_false in W; [| apply B1 | exact F5]. rewrite V5 in W.
    pose proof (fsub_error _ _ (proj1 B1)) as E1. pose proof (fadd_error _ _ (proj1 B2)) as E2.
    pose proof (fmul_error _ _ (proj1 B3)) as E3.
    fold lo hi in E1, E2. rewrite Vk in E3. rewrite (Rabs_pos_eq (hi - lo)) in E1 by lra.
    rewrite (Rabs_pos_eq (lo + hi)) in E2 by lra.
    pose proof tiny_pos as T0. rewrite u_double in *.
    assert (V50 : bpow radix2 (-50) = / 1125899906842624) by reflexivity. rewrite V50 in W.
    assert (T : 1267650600228229401496703205376 * tiny <= / 1125899906842624).
    { change 1267650600228229401496703205376 with (bpow radix2 100).
      change (/ 1125899906842624) with (bpow radix2 (-50)).
      change tiny with (bpow radix2 (-1075)). rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (S0 : 0 <= real (fadd (m_t l) (m_t h))).
    { apply fadd_nonneg; [apply B2 | fold lo; lra | fold hi; lra]. }
    rewrite (Rabs_pos_eq (1 / 2 * real (fadd (m_t l) (m_t h)))) in E3 by lra.
    apply Rabs_le_inv in E1. apply Rabs_le_inv in E2. apply Rabs_le_inv in E3. lra.
Qed.

Section Right.
Variables (cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy : D) (is_end : bool) (extent : Z).
Hypotheses (V : turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx
  wy wxc wyc ws
    zx zy zxc zyc zs r) (Valid : is_valid_turn_results cr wr extent us ws zs r true) (E : errors_of_results us ws zs r
      e_f e_p e_q e_a e_b).

Let c := point_of cx cy.
Let cm := point_of cmx cmy.
Let a := point_of ax ay.
Let am := point_of amx amy.
Let b := point_of bx by_.
Let bm := point_of bmx bmy.
Let R := real cr + real wr.
Notation clear t := (clear_at is_end c cm a am b bm R t).

Definition walk_is_right (answer f : Z) (low high : D) :=
  (answer = 2%Z -> forall t, 0 < t <= 1 -> clear t) /\
  (answer = 3%Z -> finite low /\ finite high /\ 0 <= real low < real high /\ real high <= 1 /\
    first_hit is_end c cm a am b bm R f (real low) (real high)) /\
  (answer = 4%Z -> passes_grazes = false /\ grazes_at_start is_end c cm a am b bm R f) /\
  (answer = 5%Z -> hits_at_start is_end c cm a am b bm R f) /\
  (answer = 6%Z -> decides_by_end = true /\ (0 < R -> end_decides is_end c cm a am b bm R)) /\
  (answer = 2 \/ answer = 3 \/ answer = 4 \/ answer = 5 \/ answer = 6)%Z.

(* The ends on the stack are later and later, until t = 1. *)
Fixpoint ordered (l : RbaseSymbolsImpl.R) (ends : list moment) : Prop :=
  match ends with
  | [] => l = 1
  | h :: rest => finite (m_t h) /\ is_moment (m_t h) h /\ l < real (m_t h) /\ ordered (real (m_t h)) rest
  end.

Lemma ordered_at_most l ends : ordered l ends -> l <= 1.
Proof.
  revert l. induction ends as [| h rest IH]; simpl; intros l; [lra |]. intros (_ & _ & L & O). specialize (IH _ O). lra.
Qed.

Lemma moment_time t m : is_moment t m -> m_t m = t.
Proof. unfold is_moment, values_at_results. intros H. open H. destruct H. congruence. Qed.

Lemma piece_is_right l h answer f low high : finite (m_t l) -> is_moment (m_t l) l -> finite (m_t h)
  -> is_moment (m_t h) h ->
  0 <= real (m_t l) -> real (m_t l) < real (m_t h) -> real (m_t h) <= 1 -> piece_answers l h answer f low high ->
  clear_until is_end c cm a am b bm R gap (real (m_t l)) ->
  answer_is_right is_end c cm a am b bm R gap passes_grazes decides_by_end answer f (real (m_t l)) (real (m_t h)) (real
    low) (real high).
Proof.
  intros Fl Ml Fh Mh L0 LH H1 (side & f0 & f1 & f2 & p & q & ma & mb & P & A) U.
  eapply answer_on_correct; [exact V | exact Valid | exact Fl | exact Fh | exact L0 | exact LH | exact H1 | exact Ml |
    exact Mh |
    exact E | exact P | exact A | exact U].
Qed.

Lemma hit_between_times l h f low high : piece_answers l h 3 f low high -> low = m_t l /\ high = m_t h.
Proof.
  intros (side & f0 & f1 & f2 & p & q & ma & mb & _ & A). unfold answer_on_results in A.
  destruct A as (free & ? & ? & ? & begin & if1 & if2 & if3 & if4 & [_ _ _ _ _ _ _ Ea _ El Eh]).
  destruct free; [discriminate |]. destruct if1.
  - exfalso. revert Ea. match goal with |- context [if ?x then 4%Z else _] => destruct x end; discriminate.
  - destruct if2; [discriminate |]. destruct if3; [auto |]. destruct if4; discriminate.
Qed.

Lemma clear_further l h : 0 <= l -> clear_until is_end c cm a am b bm R gap l -> (forall t,
  l < t <= h -> clear t) -> l < h ->
  clear_until is_end c cm a am b bm R gap h.
Proof.
  intros L0 U C L. right. split; [lra |]. intros t Ht. destruct (Rlt_le_dec l t) as [X | X]; [apply C; lra |].
  destruct U as [(Z & _) | (_ & U)]; [lra | apply U; lra].
Qed.

Lemma walk_from l ends answer f low high : walks l ends answer f low high -> finite (m_t l) -> is_moment (m_t l) l ->
  0 <= real (m_t l) -> ordered (real (m_t l)) ends -> clear_until is_end c cm a am b bm R gap (real (m_t l)) ->
  walk_is_right answer f low high.
Proof.
  intros W. induction W as [l h f low high A | l h next rest f low high answer f' low' high' A W IH |
    l h rest answer f low high A N0 N1 |
    l h rest t m f low high answer f' low' high' A Wide S M W IH]; intros Fl Ml L0 O U.
  - destruct O as (Fh & Mh & LH & O). simpl in O.
    destruct (piece_is_right _ _ _ _ _ _ Fl Ml Fh Mh L0 LH ltac:(lra) A U) as (A1 & _). specialize (A1 eq_refl).
    unfold walk_is_right. repeat split; try discriminate; auto. intros _ t Ht.
    destruct (clear_further _ _ L0 U A1 LH) as [(Z & _) | (_ & C)]; [lra |]. apply C. lra.
  - destruct O as (Fh & Mh & LH & O). pose proof (ordered_at_most _ _ O) as H1.
    destruct (piece_is_right _ _ _ _ _ _ Fl Ml Fh Mh L0 LH H1 A U) as (A1 & _). specialize (A1 eq_refl).
    apply IH; auto; [lra |]. eapply clear_further; [exact L0 | exact U | exact A1 | exact LH].
  - destruct O as (Fh & Mh & LH & O). pose proof (ordered_at_most _ _ O) as H1.
    destruct (piece_is_right _ _ _ _ _ _ Fl Ml Fh Mh L0 LH H1 A U) as (_ & A3 & A4 & A5 & A6 & A7).
    unfold walk_is_right. split; [intros Z; exfalso; lia |]. split.
    + intros Z. destruct (A3 Z) as (-> & -> & Hit). rewrite Z in A.
      destruct (hit_between_times _ _ _ _ _ A) as [-> ->]. repeat (split; [assumption || lra |]). exact Hit.
    + split; [exact A4 |]. split; [exact A5 |]. split.
      * intros Z. destruct (A6 Z) as (D6 & _ & _ & X). auto.
      * destruct A7 as [Z | [Z | Z]]; [now elim N0 | now elim N1 | lia].
  - pose proof O as O'. destruct O as (Fh & Mh & LH & O). pose proof (ordered_at_most _ _ O) as H1.
    destruct (split_is_inside _ _ _ Fl Fh L0 LH H1 Wide S) as (Ft & Lt & Th). pose proof (moment_time _ _ M) as Et.
    apply IH; auto. simpl. rewrite Et. split; [exact Ft |]. split; [exact M |]. split; [exact Lt |]. split;
      [exact Fh |]. auto.
Qed.

(* The whole walk. *)
Theorem walk_turning_correct first last answer f low high :
  is_moment (fconst 0 0) first -> is_moment (fconst 1 0) last -> walks first [last] answer f low high ->
  (gap = 1%Z -> clear 0) -> (gap = 0%Z -> touch_at is_end c cm a am b bm R 0 /\ 0 < R) -> (gap = 0 \/ gap = 1)%Z ->
  walk_is_right answer f low high.
Proof.
  intros M0 M1 W G1 G0 G. pose proof (moment_time _ _ M0) as E0. pose proof (moment_time _ _ M1) as E1.
  const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1.
  change (bpow radix2 0) with 1 in V1.
  apply (walk_from first [last]); auto.
  - now rewrite E0.
  - rewrite E0. exact M0.
  - rewrite E0, V0. lra.
  - simpl. rewrite E0, E1, V0, V1. repeat split; auto; try lra.
  - left. rewrite E0, V0. auto.
Qed.
End Right.
End Walk.
