(* The piece of a walk that holds the hit on the side of a wall that turns: walk_turning and answer_on of
   src/turning/moving_filter.h.

   If the walk answers with a hit, one of its pieces begins at `low` and ends at `high`, and is clear before. If the
   feature is the side, the gap |X| - R |u| falls through 0 in that piece, X has the sign of the rounded u x w at low,
   and |u|^2 is at least 12 eps U^2 there. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded SweepTerms Geometry SweepGeometry MovingGeometry MovingVectors
  MovingTurn MovingEnds MovingTrend MovingSlopeReal MovingTrendSide MovingContact MovingAnswer MovingPiece MovingWalk
  MovingSideLong Terms_moving.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

(* |u|^2 on a piece whose feature is the side. *)
Lemma length_where_nearest cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r l h
    l_t lux luy lwx lwy lzx lzy l_len l_cross l_p l_q l_a l_b h_t hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a h_b
    e_f e_p e_q e_a e_b m_side m_f0 m_f1 m_f2 m_p m_q m_a m_b slope end_ t :
  turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r ->
  is_valid_turn_results cr wr extent us ws zs r true ->
  finite l -> finite h -> 0 <= real l <= 1 -> 0 <= real h <= 1 ->
  values_at_results ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r l l_t lux luy lwx lwy lzx lzy l_len l_cross l_p l_q l_a
    l_b ->
  values_at_results ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r h h_t hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a
    h_b ->
  errors_of_results us ws zs r e_f e_p e_q e_a e_b ->
  piece_of_results r lux luy lwx lwy lzx lzy l_len l_cross hux huy hwx hwy hzx hzy h_len h_cross
    m_side m_f0 m_f1 m_f2 m_p m_q m_a m_b ->
  trend_on_results uxc uyc us wxc wyc ws zxc zyc zs r e_f e_p e_q e_a e_b lux luy lwx lwy lzx lzy l_len l_cross l_p l_q
    hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a h_b m_side m_f2 m_p m_q 1 slope end_ ->
  real l <= t <= real h ->
  let a := point_of ax ay in let am := point_of amx amy in let b := point_of bx by_ in let bm := point_of bmx bmy in
  14 * eps * (real us * (real ws + real zs)) + bpow radix2 (-600) / 2 <=
    u_x is_end a am b bm t * u_x is_end a am b bm t + u_y is_end a am b bm t * u_y is_end a am b bm t.
Proof.
  intros V Valid Fl Fh L H VL VH E P T Ht. cbv zeta.
  destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
    as (_ & _ & _ & _ & _ & _ & Tu).
  unfold values_at_results in VL, VH. open VL. open VH. destruct VL, VH.
  unfold errors_of_results in E. open E. destruct E. unfold piece_of_results in P. open P. destruct P.
  unfold trend_on_results in T. open T. destruct T.
  match goal with A : 1%Z = ?f |- _ => symmetry in A; subst f end. subst.
  match goal with A : vector_at_results ux _ _ _ l _ _, B : vector_at_results wx _ _ _ l _ _,
    C : vector_at_results zx _ _ _ l _ _ |- _ =>
    destruct (vectors_at_time _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Tu _ _ _ _ _ _ _ Fl L A B C)
      as (LU & LW & LZ) end.
  match goal with A : vector_at_results ux _ _ _ h _ _, B : vector_at_results wx _ _ _ h _ _,
    C : vector_at_results zx _ _ _ h _ _ |- _ =>
    destruct (vectors_at_time _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Tu _ _ _ _ _ _ _ Fh H A B C)
      as (HU & HW & HZ) end.
  match goal with A : feature_on_piece_results _ _ _ _ _ _ _ _ _ |- _ => rename A into Hf end.
  exact (length_on_piece (real l) (real h) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Tu _ _ _ _ _ _ _ _ _ _ _ _
    LU LW LZ HU HW HZ t Hf Ht).
Qed.

Section Walk.
Variables (ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r e_f e_p e_q e_a e_b : D).
Variables (gap : Z) (passes_grazes decides_by_end : bool).
Variables (cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy : D) (is_end : bool) (extent : Z).
Hypotheses (V : turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx
  wy wxc wyc ws zx zy zxc zyc zs r) (Valid : is_valid_turn_results cr wr extent us ws zs r true)
  (E : errors_of_results us ws zs r e_f e_p e_q e_a e_b).

Let c := point_of cx cy.
Let cm := point_of cmx cmy.
Let a := point_of ax ay.
Let am := point_of amx amy.
Let b := point_of bx by_.
Let bm := point_of bmx bmy.
Let R := real cr + real wr.
Notation walks := (walks ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r e_f e_p e_q e_a e_b gap passes_grazes
  decides_by_end).
Notation is_moment := (is_moment ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r).
Notation piece_answers := (piece_answers uxc uyc us wxc wyc ws zxc zyc zs r e_f e_p e_q e_a e_b gap passes_grazes
  decides_by_end).

(* The piece that answers with a hit. *)
Definition hit_piece (f : Z) (low high : D) := exists l h, piece_answers l h 3 f low high /\ m_t l = low /\ m_t h =
  high /\
  finite low /\ is_moment low l /\ finite high /\ is_moment high h /\ 0 <= real low < real high /\ real high <= 1 /\
  clear_until is_end c cm a am b bm R gap (real low).

Lemma hit_piece_from l ends answer f low high : walks l ends answer f low high -> answer = 3%Z -> finite (m_t l) ->
  is_moment (m_t l) l -> 0 <= real (m_t l) ->
  ordered ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r (real (m_t l)) ends ->
  clear_until is_end c cm a am b bm R gap (real (m_t l)) -> hit_piece f low high.
Proof.
  intros W. induction W as [l h f low high A | l h next rest f low high answer f' low' high' A W IH |
    l h rest answer f low high A N0 N1 |
    l h rest t m f low high answer f' low' high' A Wide S M W IH]; intros Ans Fl Ml L0 O U.
  - discriminate.
  - destruct O as (Fh & Mh & LH & O). pose proof (ordered_at_most _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ O) as H1.
    destruct (piece_is_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid E
      _ _ _ _ _ _ Fl Ml Fh Mh L0 LH H1 A U) as (A1 & _). specialize (A1 eq_refl).
    apply IH; auto; [lra |]. eapply clear_further; [exact L0 | exact U | exact A1 | exact LH].
  - subst answer. destruct O as (Fh & Mh & LH & O). pose proof (ordered_at_most _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ O) as H1.
    destruct (hit_between_times _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ A) as [-> ->].
    exists l, h. split; [exact A |]. split; [reflexivity |]. split; [reflexivity |].
    repeat (split; [assumption || lra |]).
    exact U.
  - pose proof O as O'. destruct O as (Fh & Mh & LH & O). pose proof (ordered_at_most _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ O)
    as H1.
    destruct (split_is_inside _ _ _ _ Fl Fh L0 LH H1 Wide S) as (Ft & Lt & Th).
    pose proof (moment_time _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ M) as Et.
    apply IH; auto. simpl. rewrite Et. auto 10.
Qed.

Lemma hit_piece_of_walk first last f low high : is_moment (fconst 0 0) first -> is_moment (fconst 1 0) last ->
  walks first [last] 3 f low high -> (gap = 1%Z -> clear_at is_end c cm a am b bm R 0) ->
  (gap = 0%Z -> touch_at is_end c cm a am b bm R 0 /\ 0 < R) -> (gap = 0 \/ gap = 1)%Z -> hit_piece f low high.
Proof.
  intros M0 M1 W G1 G0 G. pose proof (moment_time _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ M0) as E0.
  pose proof (moment_time _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ M1) as E1.
  const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1.
  change (bpow radix2 0) with 1 in V1.
  apply (hit_piece_from first [last] 3%Z f low high W eq_refl).
  - now rewrite E0.
  - rewrite E0. exact M0.
  - rewrite E0, V0. lra.
  - simpl. rewrite E0, E1, V0, V1. repeat split; auto; try lra.
  - left. rewrite E0, V0. auto.
Qed.

(* The hit on the side. *)
Definition side_falls (side low high : D) := exists sign T, sign * sign = 1 /\ (finite side /\ real side = sign) /\
  real low < T < real high /\ (forall t, 0 < t < T -> clear_at is_end c cm a am b bm R t) /\
  touch_at is_end c cm a am b bm R T /\ gap_of_side is_end c cm a am b bm R sign T = 0 /\
  (forall t, real low <= t < T -> 0 < gap_of_side is_end c cm a am b bm R sign t) /\
  (forall t, T < t <= real high -> gap_of_side is_end c cm a am b bm R sign t < 0) /\
  side_is_nearest is_end c cm a am b bm (real low) (real high) /\
  (forall t, real low <= t <= real high -> 14 * eps * (real us * (real ws + real zs)) + bpow radix2 (-600) / 2 <=
    u_x is_end a am b bm t * u_x is_end a am b bm t + u_y is_end a am b bm t * u_y is_end a am b bm t).

Lemma side_of_hit_piece low high lux luy lwx lwy : hit_piece 1 low high ->
  vector_at_results ux uy uxc uyc low lux luy -> vector_at_results wx wy wxc wyc low lwx lwy ->
  side_falls (if flt (fsub (fmul lux lwy) (fmul luy lwx)) (fconst 0 0) then fneg (fconst 1 0) else fconst 1 0) low high.
Proof.
  intros (l & h & (side & f0 & f1 & f2 & p & q & ma & mb & P & A) & El & Eh & Fl & Ml & Fh & Mh & L0 & H1 & U) VU VW.
  assert (R0 : 0 <= R).
  { destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
      as (_ & _ & _ & C0 & W0 & _). unfold R. lra. }
  unfold answer_on_results in A. destruct A as (free & f & slope & end_ & begin & if1 & if2 & if3 & if4 &
    [_ T B I1 I2 I3 I4 Ea Ef _ _]).
  destruct free; [discriminate |].
  destruct if1; [exfalso; revert Ea; match goal with |- context [if ?x then 4%Z else _] => destruct x end; discriminate
    |].
  destruct if2; [discriminate |]. destruct if3; [| destruct if4; discriminate]. symmetry in Ef. subst f.
  symmetry in I3. apply andb_prop in I3. destruct I3 as [S3 E3]. apply Z.ltb_lt in S3. apply Z.ltb_lt in E3.
  destruct (trend_values _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T)
    as (Vs & Ve & _).
  assert (S : slope = (-1)%Z) by lia. assert (N : end_ = (-1)%Z) by lia. clear S3 E3 Vs Ve Ea.
  unfold MovingWalk.is_moment, is_piece in *.
  assert (Es : side = if flt (m_cross l) (fconst 0 0) then fneg (fconst 1 0) else fconst 1 0).
  { unfold piece_of_results in P. open P. destruct P. congruence. }
  assert (Ec : m_cross l = fsub (fmul lux lwy) (fmul luy lwx)).
  { unfold values_at_results in Ml. open Ml. destruct Ml. unfold vector_at_results in *. destruct VU, VW.
    repeat match goal with X : vector_at _ _ _ _ _ _ _ |- _ => destruct X end. congruence. }
  rewrite Ec in Es. rewrite <- Es. clear Es Ec VU VW.
  assert (Q : side_is_nearest is_end c cm a am b bm (real low) (real high) /\
    exists sign, sign * sign = 1 /\ (finite side /\ real side = sign) /\
      trend_right (gap_of_side is_end c cm a am b bm R sign) (real low) (real high) 0 slope end_ /\
      (slope <> 0%Z -> 0 < sign * cross_at is_end c cm a am b bm (real low) /\
        (0 < R -> 0 < sign * cross_at is_end c cm a am b bm (real high)))).
  { eapply trend_of_side_correct; [exact V | exact Valid | exact Fl | exact Fh | lra | lra | exact H1 | exact Ml |
    exact Mh |
      exact E | exact P | exact T]. }
  destruct Q as (Near & sign & S2 & Fs & Tr & Xs). destruct (Xs ltac:(rewrite S; discriminate)) as [Xl Xh].
  assert (Zero : feq low (fconst 0 0) = true <-> real low = 0) by (apply is_zero; exact Fl).
  assert (Bg : (if feq low (fconst 0 0) then gap else 1%Z) <> 0%Z).
  { rewrite <- El. rewrite S in I2. rewrite B in I2. change (-1 <? 0)%Z with true in I2. rewrite andb_true_l in I2.
  symmetry in I2.
    now apply Z.eqb_neq in I2. }
  assert (Start : clear_at is_end c cm a am b bm R (real low)).
  { destruct U as [(L & C1 & _ & O) | (L & C)]; [| apply C; lra]. rewrite L. apply C1.
  destruct O as [O | O]; [exfalso | exact O].
    apply Zero in L. rewrite L in Bg. now elim Bg. }
  destruct Tr as (_ & Sh & _ & Neg). specialize (Sh S). specialize (Neg N).
  assert (D0 := side_decides is_end c cm a am b bm R R0 sign (real low) (real high) S2 ltac:(lra) Near Xl Xh).
  destruct (shrinking_gap_hits is_end c cm a am b bm R _ (real low) (real high) ltac:(lra) D0 Sh Start Neg)
    as (T0 & HT & Cl & To & Zt & After & _).
  exists sign, T0. split; [exact S2 |]. split; [exact Fs |]. split; [exact HT |]. split.
  { intros t Ht. destruct (Rle_lt_dec (real low) t) as [L | L]; [apply Cl; lra |].
    destruct U as [(Z & _) | (_ & C)]; [lra | apply C; lra]. }
  split; [exact To |].
  split; [exact Zt |]. split; [intros t Ht; pose proof (Sh t T0 ltac:(lra) ltac:(lra) ltac:(lra)); lra |].
  split; [exact After |]. split; [exact Near |].
  intros t Ht. eapply length_where_nearest; [exact V | exact Valid | exact Fl | exact Fh | lra | lra | exact Ml | exact
    Mh |
    exact E | exact P | exact T | exact Ht].
Qed.
End Walk.
