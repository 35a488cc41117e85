(* The answer for a piece of time in the walk against a wall that turns is right: answer_on of
   src/turning/moving_filter.h, from the values of the records.

   The piece lies in [0, 1] and is not empty. Before it the circle is clear of the wall, or the piece starts at t = 0
   and the task says what the gap is there. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded SweepTerms Geometry SweepGeometry MovingGeometry MovingVectors
  MovingTurn MovingEnds MovingTrend MovingSlopeReal MovingTrendSide MovingTangentFree MovingContact MovingAnswer
  Terms_moving.

Open Scope R_scope.

Lemma sign_values (x y : bool) (p q : Z) : (p = 1 /\ q = -1 \/ p = -1 /\ q = 1)%Z ->
  let v := if x then p else if y then q else 0%Z in (v = 1 \/ v = -1 \/ v = 0)%Z.
Proof. intros H. destruct x, y; simpl; lia. Qed.

Lemma trend_values uxc uyc us wxc wyc ws zxc zyc zs r e_f e_p e_q e_a e_b lux luy lwx lwy lzx lzy l_len l_cross l_p l_q
    hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a h_b m_side m_f2 m_p m_q feature slope end_ :
  trend_on_results uxc uyc us wxc wyc ws zxc zyc zs r e_f e_p e_q e_a e_b lux luy lwx lwy lzx lzy l_len l_cross l_p l_q
    hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a h_b m_side m_f2 m_p m_q feature slope end_ ->
  (slope = 1 \/ slope = -1 \/ slope = 0)%Z /\ (end_ = 1 \/ end_ = -1 \/ end_ = 0)%Z /\
  ((feature = 0 /\ slope = 0) \/ feature = 1 \/ feature = 2 \/ feature = 3)%Z.
Proof.
  intros H. unfold trend_on_results in H.
  destruct H as (f & if1 & if2 & sx & sy & far & if3 & s_low & s_high & r_end & r_slope & at_a &
    error & cx & ce & r_end1 & r_slope1 & [F I1 I2 _ _ _ _ _ E1 E2 _ _ _ _ E3 E4 Ef Es Ee]).
  assert (V : (f = 0 \/ f = 1 \/ f = 2 \/ f = 3)%Z).
  { unfold feature_on_piece_results in F. destruct F as (? & ? & ? & ? & [_ _ _ _ F]). rewrite F.
    repeat match goal with |- context [if ?x then _ else _] => destruct x end; auto. }
  pose proof (sign_values (flt s_high (fconst 0 0)) (flt (fconst 0 0) s_low) (-1) 1 ltac:(lia)) as S1. cbv zeta in S1.
  rewrite <- E2 in S1.
  assert (S2 : (r_end = 1 \/ r_end = -1 \/ r_end = 0)%Z) by (rewrite E1; apply sign_values; lia).
  assert (S3 : (r_end1 = 1 \/ r_end1 = -1 \/ r_end1 = 0)%Z) by (rewrite E3; apply sign_values; lia).
  assert (S4 : (r_slope1 = 1 \/ r_slope1 = -1 \/ r_slope1 = 0)%Z) by (rewrite E4; apply sign_values; lia).
  clear E1 E2 E3 E4 F. rewrite Ef, Es, Ee, I1, I2. destruct V as [-> | [-> | [-> | ->]]]; simpl; destruct if3; auto 10.
Qed.

Lemma is_zero (x : D) : finite x -> (feq x (fconst 0 0) = true <-> real x = 0).
Proof.
  intros F. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. rewrite <- V0. split.
  - now apply feq_real.
  - intros E. unfold feq. rewrite Beqb_correct by assumption. now apply Req_bool_true.
Qed.

Theorem answer_on_correct cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r l h
    l_t lux luy lwx lwy lzx lzy l_len l_cross l_p l_q l_a l_b h_t hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a h_b
    e_f e_p e_q e_a e_b m_side m_f0 m_f1 m_f2 m_p m_q m_a m_b gap passes_grazes decides_by_end answer feature low high :
  turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r ->
  is_valid_turn_results cr wr extent us ws zs r true ->
  finite l -> finite h -> 0 <= real l -> real l < real h -> real h <= 1 ->
  values_at_results ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r l l_t lux luy lwx lwy lzx lzy l_len l_cross l_p l_q l_a
    l_b ->
  values_at_results ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r h h_t hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a
    h_b ->
  errors_of_results us ws zs r e_f e_p e_q e_a e_b ->
  piece_of_results r lux luy lwx lwy lzx lzy l_len l_cross hux huy hwx hwy hzx hzy h_len h_cross
    m_side m_f0 m_f1 m_f2 m_p m_q m_a m_b ->
  answer_on_results uxc uyc us wxc wyc ws zxc zyc zs r e_f e_p e_q e_a e_b gap passes_grazes decides_by_end
    l_t lux luy lwx lwy lzx lzy l_len l_cross l_p l_q l_a l_b h_t hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a h_b
    m_side m_f0 m_f1 m_f2 m_p m_q m_a m_b answer feature low high ->
  let c := point_of cx cy in let cm := point_of cmx cmy in let a := point_of ax ay in let am := point_of amx amy in
  let b := point_of bx by_ in let bm := point_of bmx bmy in let R := real cr + real wr in
  clear_until is_end c cm a am b bm R gap (real l) ->
  answer_is_right is_end c cm a am b bm R gap passes_grazes decides_by_end answer feature (real l) (real h) (real low)
    (real high).
Proof.
  intros V Valid Fl Fh L0 LH H1 VL VH E P H. cbv zeta. intros U.
  assert (R0 : 0 <= real cr + real wr).
  { destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
      as (_ & _ & _ & C0 & W0 & _). lra. }
  assert (Tl : l_t = l /\ h_t = h).
  { unfold values_at_results in VL, VH. open VL. open VH. destruct VL, VH. now subst. }
  destruct Tl as [-> ->].
  unfold answer_on_results in H. destruct H as (free & f & slope & end_ & begin & if1 & if2 & if3 & if4 &
    [F T B I1 I2 I3 I4 Ea Ef El Eh]).
  destruct free.
  { rewrite Ea. assert (C : forall t,
      real l <= t <= real h -> clear_at is_end (point_of cx cy) (point_of cmx cmy) (point_of ax ay)
      (point_of amx amy) (point_of bx by_) (point_of bmx bmy) (real cr + real wr) t).
    { intros t Ht. eapply free_piece_correct;
        [exact V | exact Valid | exact Fl | exact Fh | exact L0 | lra | exact H1 | exact VL | exact VH |
        exact E | exact P | exact F | exact Ht]. }
    unfold answer_is_right. repeat split; try discriminate; auto. intros _ t Ht. apply C. lra. }
  clear F.
  destruct (trend_values _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T)
    as (Vs & Ve & Vf).
  assert (Z0 := is_zero l Fl).
  assert (One : feq h (fconst 1 0) = true -> real h = 1).
  { const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1. rewrite <- V1.
    now apply feq_real. }
  assert (Ea' : answer = answer_of slope end_ (if feq l (fconst 0 0) then gap else 1%Z) passes_grazes decides_by_end
    (feq h (fconst 1 0))).
  { rewrite Ea, I1, I2, I3, I4, B. reflexivity. }
  assert (Hl : answer = 3%Z \/ answer = 6%Z -> real low = real l).
  { rewrite Ea, El. destruct if1; [match goal with |- context [if ?x then 4%Z else _] => destruct x end;
      intros [X | X]; discriminate X |]. destruct if2; [intros [X | X]; discriminate X |].
    destruct if3; [reflexivity |]. destruct if4; [reflexivity |]. intros [X | X]; discriminate X. }
  assert (Hh : answer = 3%Z -> real high = real h).
  { rewrite Ea, Eh. destruct if1; [match goal with |- context [if ?x then 4%Z else _] => destruct x end;
      discriminate |]. destruct if2; [discriminate |].
    destruct if3; [reflexivity |]. destruct if4; discriminate. }
  assert (Af : slope <> 0%Z -> (answer = 3 \/ answer = 4 \/ answer = 5 \/ answer = 6)%Z -> feature = f).
  { intros _. rewrite Ea, Ef. destruct if1; [reflexivity |]. destruct if2; [reflexivity |]. destruct if3;
      [reflexivity |].
    destruct if4; [reflexivity |]. lia. }
  clear Ea Ef El Eh I1 I2 I3 I4 B.
  set (c := point_of cx cy) in *. set (cm := point_of cmx cmy) in *. set (a := point_of ax ay) in *.
  set (am := point_of amx amy) in *. set (b := point_of bx by_) in *. set (bm := point_of bmx bmy) in *.
  set (R := real cr + real wr) in *.
  assert (Right : answer_is_right is_end c cm a am b bm R gap passes_grazes decides_by_end answer f (real l) (real h)
    (real low) (real high) ->
    slope <> 0%Z -> answer_is_right is_end c cm a am b bm R gap passes_grazes decides_by_end answer feature (real l)
      (real h) (real low) (real high)).
  { intros (A1 & A3 & A4 & A5 & A6 & A) N. specialize (Af N). unfold answer_is_right.
    split; [exact A1 |]. split; [intros Q; rewrite (Af ltac:(auto)); now apply A3 |].
    split; [intros Q; rewrite (Af ltac:(auto)); now apply A4 |]. split; [intros Q; rewrite (Af ltac:(auto));
      now apply A5 |].
    split; [exact A6 | exact A]. }
  destruct (Z.eq_dec slope 0) as [S0 | S0].
  { rewrite S0 in Ea'. unfold answer_of in Ea'. simpl in Ea'. rewrite Ea'. unfold answer_is_right. repeat split;
      try discriminate. now left. }
  apply Right; [| exact S0]. clear Right Af.
  destruct Vf as [[_ N] | [Vf | Vf]]; [now elim S0 | |].
  - (* The side. *)
    rewrite Vf in T.
    assert (Q : side_is_nearest is_end c cm a am b bm (real l) (real h) /\
      exists sign, sign * sign = 1 /\ (finite m_side /\ real m_side = sign) /\
        trend_right (gap_of_side is_end c cm a am b bm R sign) (real l) (real h) 0 slope end_ /\
        (slope <> 0%Z -> 0 < sign * cross_at is_end c cm a am b bm (real l) /\
          (0 < R -> 0 < sign * cross_at is_end c cm a am b bm (real h)))).
    { eapply trend_of_side_correct; [exact V | exact Valid | exact Fl | exact Fh | exact L0 | lra | exact H1 |
        exact VL | exact VH |
        exact E | exact P | exact T]. }
    destruct Q as (Near & sign & S2 & _ & Tr & Xs). destruct (Xs S0) as [Xl Xh].
    apply (answer_from_trend is_end c cm a am b bm R (gap_of_side is_end c cm a am b bm R sign) (real l) (real h) gap f
      slope end_
      (feq l (fconst 0 0)) (feq h (fconst 1 0))); auto.
    + intros _. apply side_decides; auto. lra.
    + intros t Ht. left. split; [exact Vf | now apply Near].
    + intros Rz _. split; [exact Vf |]. exists sign. split; [now apply sign_cases |]. intros t. unfold gap_of_side.
      rewrite Rz. ring.
  - assert (Q : (f = 2%Z -> trend_right (to_a is_end c cm a am b bm) (real l) (real h) (R * R) slope end_ /\
        forall t, real l <= t <= real h -> wu (place is_end c cm t) (place is_end a am t) (place is_end b bm t) < 0) /\
      (f = 3%Z -> trend_right (to_b is_end c cm a am b bm) (real l) (real h) (R * R) slope end_ /\
        forall t, real l <= t <= real h -> 0 < zu (place is_end c cm t) (place is_end a am t) (place is_end b bm t))).
    { eapply trend_of_ends_correct; [exact V | exact Valid | exact Fl | exact Fh | exact L0 | lra | exact H1 |
        exact VL | exact VH |
        exact E | exact P | exact T]. }
    destruct Q as [Ta Tb]. destruct Vf as [Vf | Vf].
    + destruct (Ta Vf) as [Tr W]. apply (answer_from_trend is_end c cm a am b bm R (gap_of_a is_end c cm a am b bm R)
        (real l) (real h) gap f slope end_
      (feq l (fconst 0 0)) (feq h (fconst 1 0))); auto.
      * intros _. apply end_a_decides; auto. lra.
      * eapply trend_right_shift; [| exact Tr]. reflexivity.
      * intros t Ht. right. left. split; [exact Vf | now apply W].
      * intros Rz N. exfalso. unfold gap_of_a in N. rewrite Rz in N. revert N.
        generalize (dist2_nonneg (place is_end c cm (real h)) (place is_end a am (real h))
          (place is_end b bm (real h)) 0). lra.
    + destruct (Tb Vf) as [Tr W]. apply (answer_from_trend is_end c cm a am b bm R (gap_of_b is_end c cm a am b bm R)
        (real l) (real h) gap f slope end_
      (feq l (fconst 0 0)) (feq h (fconst 1 0))); auto.
      * intros _. apply end_b_decides; auto. lra.
      * eapply trend_right_shift; [| exact Tr]. reflexivity.
      * intros t Ht. right. right. split; [exact Vf | now apply W].
      * intros Rz N. exfalso. unfold gap_of_b in N. rewrite Rz in N. revert N.
        generalize (dist2_nonneg (place is_end c cm (real h)) (place is_end a am (real h))
          (place is_end b bm (real h)) 1). lra.
Qed.
