(* Centre and point of a contact whose time is known: moved_point and place_contact of src/sweep/sweep_place.h, over
   the extracted terms.

   M is at least the largest coordinate of the start, the displacement, the wall, the radii and the contact. The premise
   about the time holds for each rounded time: SweepPlaceTimes.v. The centre is within 2 1/16 ulp of M of the true
     centre
   at the true time. The error of the point is that, the error of the normal times M, and 2 1/16 ulp for its own
   roundings. Coordinates are below 2^1022, so that no sum overflows, and M is at least 2^-900. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFree Bounded Geometry SweepGeometry SweepSmallGrid Terms_place SweepPlaceRounding.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd fconst].

Notation ulp_of := (ulp radix2 (exponents double)).

(* The unit of M. *)
Lemma unit_of_size M : bpow radix2 (-900) <= M < bpow radix2 1022 ->
  exists g, (-1000 <= g <= 969)%Z /\ M < bpow radix2 (g + 53) /\ ulp_of M = bpow radix2 g /\
    bpow radix2 (g + 53) <= bpow radix2 1022.
Proof.
  intros [L H]. pose proof (bpow_gt_0 radix2 (-900)). exists (mag radix2 M - 53)%Z.
  assert (E : Rabs M = M) by (apply Rabs_pos_eq; lra).
  assert (M1 : (-899 <= mag radix2 M)%Z) by (apply mag_ge_bpow; rewrite E; exact L).
  assert (M2 : (mag radix2 M <= 1022)%Z) by (apply mag_le_bpow; [lra | rewrite E; exact H]).
  split; [lia |]. replace (mag radix2 M - 53 + 53)%Z with (mag radix2 M : Z) by lia.
  split; [rewrite <- E at 1; apply bpow_mag_gt |]. split; [| now apply bpow_le].
  rewrite ulp_neq_0 by lra. f_equal. unfold cexp, exponents, FLT_exp, emin.
  change (prec double) with 53%Z. change (emax double) with 1024%Z. lia.
Qed.

(* One coordinate. *)
Section Coordinate.
Variables (p move from t rest : D) (is_end : bool) (T M : R).
Let V := if is_end then real move - real from else real move.
Hypotheses (Fp : finite p) (Fm : finite move) (Ff : finite from) (Ft : finite t) (Fr : finite rest)
  (time : time_close (real t) (real rest) T) (range : bpow radix2 (-900) <= M < bpow radix2 1022)
  (Mp : Rabs (real p) <= M) (MV : Rabs V <= M) (MP : Rabs (real p + T * V) <= M).
Let v := if is_end then fsub move from else move.
Let result := fadd p (fadd (fmul t v) (fmul rest v)).

Lemma moved_coordinate : finite result /\ Rabs (real result - (real p + T * V)) <= (5 / 2 + / 16) * ulp_of M /\
  (is_end = false \/ from = p -> Rabs (real result - (real p + T * V)) <= (2 + / 16) * ulp_of M).
Proof.
  destruct (unit_of_size M range) as (g & Hg & LM & -> & LB). set (B := bpow radix2 (g + 53)) in *.
  assert (Hg' : (-1000 <= g <= 970)%Z) by lia.
  assert (K : forall k, (g + 53 <= k <= g + 54)%Z -> (emin double + prec double < k < emax double)%Z).
  { intros k Hk. unfold emin. change (prec double) with 53%Z. change (emax double) with 1024%Z. lia. }
  assert (Fv : finite v /\ real v = rnd double V).
  { unfold v, V in *. destruct is_end.
    - destruct (fsub_is_finite move from (g + 53) (K (g + 53)%Z ltac:(lia)) Fm Ff) as (A & E & _); [fold B; lra | auto].
    - split; [exact Fm |]. symmetry. apply rnd_of_format, real_in_format. }
  destruct Fv as (Fv & Ev).
  destruct (parts_within g Hg' (real p) V (real t) (real rest) T) as (Lv & L1 & L2 & L3 & L4 & L5 & L6); try assumption;
    try (fold B; lra).
  rewrite <- Ev in *. fold B in Lv, L1, L2, L3, L4.
  destruct (fmul_is_finite t v (g + 53) (K (g + 53)%Z ltac:(lia)) Ft Fv L1) as (F1 & E1 & _).
  destruct (fmul_is_finite rest v (g + 53) (K (g + 53)%Z ltac:(lia)) Fr Fv L2) as (F2 & E2 & _).
  assert (Two : bpow radix2 (g + 54) = 2 * B).
  { unfold B. replace (g + 54)%Z with (g + 53 + 1)%Z by lia. rewrite (bpow_plus radix2 _ 1).
    change (bpow radix2 1) with 2. ring. }
  destruct (fadd_is_finite (fmul t v) (fmul rest v) (g + 54) (K (g + 54)%Z ltac:(lia)) F1 F2) as (F3 & E3 & _).
  { rewrite Two, E1, E2. eapply Rle_trans; [apply Rabs_triang | lra]. }
  rewrite E1, E2 in E3. rewrite <- E3 in L5, L6.
  destruct (unit_pos g) as (U0 & EB & _). fold B in EB.
  destruct (fadd_is_finite p (fadd (fmul t v) (fmul rest v)) (g + 54) (K (g + 54)%Z ltac:(lia)) Fp F3) as (F4 & E4 & _).
  { rewrite Two. set (q := real p + real (fadd (fmul t v) (fmul rest v))) in *.
    replace q with (q - (real p + T * V) + (real p + T * V)) by ring. eapply Rle_trans; [apply Rabs_triang | lra]. }
  split; [exact F4 |]. unfold result. rewrite E4, E3, Ev.
  pose proof (real_in_format p) as Ip. pose proof (real_in_format move) as Im.
  split.
  - replace ((5 / 2 + / 16) * bpow radix2 g) with (/ 2 * 5 * bpow radix2 g + / 16 * bpow radix2 g) by field.
    apply moved_within; try assumption; fold B; lra.
  - intros C. replace ((2 + / 16) * bpow radix2 g) with (2 * bpow radix2 g + / 16 * bpow radix2 g) by ring.
    apply moved_within_two; try assumption; try (fold B; lra). unfold V.
    destruct is_end; [right | left; exact Im]. exists (real move). split; [exact Im |].
    destruct C as [C | C]; [discriminate C | now rewrite C].
Qed.
End Coordinate.

(* moved_point. *)
Theorem moved_point_correct px_ py_ mx my fx fy is_end t rest ox oy T M :
  moved_point_results px_ py_ mx my fx fy is_end t rest ox oy ->
  finite px_ -> finite py_ -> finite mx -> finite my -> finite fx -> finite fy -> finite t -> finite rest ->
  time_close (real t) (real rest) T -> bpow radix2 (-900) <= M < bpow radix2 1022 ->
  let V1 := if is_end then real mx - real fx else real mx in
  let V2 := if is_end then real my - real fy else real my in
  Rabs (real px_) <= M -> Rabs (real py_) <= M -> Rabs V1 <= M -> Rabs V2 <= M ->
  Rabs (real px_ + T * V1) <= M -> Rabs (real py_ + T * V2) <= M ->
  finite ox /\ finite oy /\
  (let bound := if is_end then (5 / 2 + / 16) * ulp_of M else (2 + / 16) * ulp_of M in
   Rabs (real ox - (real px_ + T * V1)) <= bound /\ Rabs (real oy - (real py_ + T * V2)) <= bound) /\
  (fx = px_ -> fy = py_ ->
   Rabs (real ox - (real px_ + T * V1)) <= (2 + / 16) * ulp_of M /\
   Rabs (real oy - (real py_ + T * V2)) <= (2 + / 16) * ulp_of M).
Proof.
  intros H Fx Fy Fmx Fmy Ffx Ffy Ft Fr Tc Rg V1 V2 M1 M2 M3 M4 M5 M6.
  unfold moved_point_results in H. destruct H as (v1 & v2 & v3 & v4 & [-> -> -> -> -> ->]).
  destruct (moved_coordinate px_ mx fx t rest is_end T M Fx Fmx Ffx Ft Fr Tc Rg M1 M3 M5) as (A1 & B1 & C1).
  destruct (moved_coordinate py_ my fy t rest is_end T M Fy Fmy Ffy Ft Fr Tc Rg M2 M4 M6) as (A2 & B2 & C2).
  split; [exact A1 |]. split; [exact A2 |]. split; [| intros E1 E2; split; [apply C1 | apply C2]; now right].
  destruct is_end; split; auto.
Qed.

(* The point: from the centre or an end, by `off` along the normal. N is the true normal. *)
Lemma point_coordinate (from off n p : D) A N b d M : p = fmul off n \/ p = fmul n off -> bpow radix2 (-900) <= M <
  bpow radix2 1022 ->
  finite from -> finite off -> finite n -> Rabs (real from - A) <= b -> b <= 3 * ulp_of M ->
  Rabs (real off) <= M -> Rabs (real n - N) <= d -> Rabs N <= 1 -> d <= bpow radix2 (-40) -> Rabs A <= M ->
  Rabs (A + real off * N) <= M ->
  finite (fadd from p) /\ Rabs (real (fadd from p) - (A + real off * N)) <= b + M * d + (2 + / 16) * ulp_of M.
Proof.
  intros Ep Rg Ff Fo Fn Hf Hb Ho Hn N1 Hd HA HP. destruct (unit_of_size M Rg) as (g & Hg & LM & EU & LB). rewrite EU in
    *.
  set (B := bpow radix2 (g + 53)) in *. destruct (unit_pos g) as (U0 & EB & _). fold B in EB.
  set (U := bpow radix2 g) in *. change (bpow radix2 (-40)) with (/ 1099511627776) in Hd.
  assert (d0 : 0 <= d) by (eapply Rle_trans; [apply Rabs_pos | exact Hn]).
  assert (b0 : 0 <= b) by (eapply Rle_trans; [apply Rabs_pos | exact Hf]).
  assert (M0 : 0 <= M) by (eapply Rle_trans; [apply Rabs_pos | exact Ho]).
  assert (Md : M * d <= B * / 1099511627776) by (apply Rmult_le_compat; lra).
  assert (Tn : eta double <= / 1024 * U).
  { change (/ 1024) with (bpow radix2 (-10)). unfold U. rewrite <- bpow_plus.
    change (eta double) with (bpow radix2 (-1075)). apply bpow_le. lia. }
  assert (On : Rabs (real off * (real n - N)) <= M * d) by (rewrite Rabs_mult; apply Rmult_le_compat; auto using
    Rabs_pos).
  assert (ON : Rabs (real off * N) <= M).
  { rewrite Rabs_mult. apply Rle_trans with (M * 1); [apply Rmult_le_compat; auto using Rabs_pos | lra]. }
  assert (L : Rabs (real off * real n) <= M + M * d).
  { replace (real off * real n) with (real off * N + real off * (real n - N)) by ring.
    eapply Rle_trans; [apply Rabs_triang | lra]. }
  assert (Two : bpow radix2 (g + 54) = 2 * B).
  { unfold B. replace (g + 54)%Z with (g + 53 + 1)%Z by lia. rewrite (bpow_plus radix2 _ 1).
    change (bpow radix2 1) with 2. ring. }
  assert (K : (emin double + prec double < g + 54 < emax double)%Z).
  { unfold emin. change (prec double) with 53%Z. change (emax double) with 1024%Z. lia. }
  assert (Fp : finite p /\ real p = rnd double (real off * real n)).
  { destruct Ep as [-> | ->].
    - destruct (fmul_is_finite off n (g + 54) K Fo Fn) as (F1 & E1 & _); [rewrite Two; lra | auto].
    - rewrite (Rmult_comm (real off)). rewrite Rmult_comm in L.
      destruct (fmul_is_finite n off (g + 54) K Fn Fo) as (F1 & E1 & _); [rewrite Two; lra | auto]. }
  destruct Fp as (F1 & E1).
  pose proof (rnd_error double (real off * real n)) as R1. rewrite <- E1, u_double in R1.
  set (o := real p) in *. set (Q := A + real off * N) in *.
  assert (W : Rabs (real from + o - Q) <= b + M * d + (1 + / 64) * U).
  { replace (real from + o - Q) with ((real from - A) + (o - real off * real n) + real off * (real n - N)) by (unfold
    Q; ring).
    eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_triang (real from - A) (o - real off * real n)). lra. }
  assert (LW : Rabs (real from + o) <= M + (b + M * d + (1 + / 64) * U)).
  { replace (real from + o) with (Q + (real from + o - Q)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (fadd_is_finite from p (g + 54) K Ff F1) as (F2 & E2 & _); [rewrite Two; fold o; lra |].
  split; [exact F2 |]. pose proof (rnd_sum_error double _ _ (real_in_format from) (real_in_format p)) as R2.
  rewrite <- E2, u_double in R2. fold o in R2.
  replace (real (fadd from p) - Q) with ((real (fadd from p) - (real from + o)) + (real from + o - Q)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* place_contact. The wall moves or not; an end of it is E at the time T. *)
Section Place.
Variables (feature : Z) (t nx ny cx cy cr mx my : D) (is_end moves : bool) (ax ay bx by_ wr wmx wmy rest ox oy qx qy :
  D).
Variables (T M d : R) (n : point).
Let V := Point (if is_end then real mx - real cx else real mx) (if is_end then real my - real cy else real my).
Let W := Point (if is_end then real wmx - real ax else real wmx) (if is_end then real wmy - real ay else real wmy).
Let e := if Z.eqb feature 2 then Point (real ax) (real ay) else Point (real bx) (real by_).
Let C := Point (real cx + T * px V) (real cy + T * py V).
Let E := if moves then Point (px e + T * px W) (py e + T * py W) else e.
Let P := if Z.eqb feature 1 then Point (px C - real cr * px n) (py C - real cr * py n)
  else Point (px E + real wr * px n) (py E + real wr * py n).
Let size (p : point) := Rabs (px p) <= M /\ Rabs (py p) <= M.
Hypotheses (finites : finite t /\ finite nx /\ finite ny /\ finite cx /\ finite cy /\ finite cr /\ finite mx /\ finite
  my /\
    finite rest)
  (finite_wall : finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite wr)
  (finite_move : moves = true -> finite wmx /\ finite wmy).
Hypotheses (time : time_close (real t) (real rest) T) (range : bpow radix2 (-900) <= M < bpow radix2 1022)
  (sc : size (Point (real cx) (real cy))) (sv : size V) (sC : size C)
  (sr : Rabs (real cr) <= M /\ Rabs (real wr) <= M) (sP : size P).
(* The end counts only if it is touched. *)
Hypotheses (se : feature <> 1%Z -> size e /\ size E) (sw : feature <> 1%Z -> moves = true -> size W).
Hypotheses (unit_ : Rabs (px n) <= 1 /\ Rabs (py n) <= 1)
  (normal : Rabs (real nx - px n) <= d /\ Rabs (real ny - py n) <= d) (small : d <= bpow radix2 (-40)).
Hypothesis H : place_contact_results feature t nx ny cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy rest ox oy qx
  qy.

Theorem place_contact_correct :
  (finite ox /\ finite oy /\ Rabs (real ox - px C) <= (2 + / 16) * ulp_of M /\
    Rabs (real oy - py C) <= (2 + / 16) * ulp_of M) /\
  let b := if Z.eqb feature 1 then (2 + / 16) * ulp_of M else if moves then (5 / 2 + / 16) * ulp_of M else 0 in
  finite qx /\ finite qy /\ Rabs (real qx - px P) <= b + M * d + (2 + / 16) * ulp_of M /\
  Rabs (real qy - py P) <= b + M * d + (2 + / 16) * ulp_of M.
Proof.
  destruct finites as (Ft & Fnx & Fny & Fcx & Fcy & Fcr & Fmx & Fmy & Fr).
  destruct finite_wall as (Fax & Fay & Fbx & Fby & Fwr). destruct sc as [c1 c2], sv as [v1 v2], sC as [C1 C2], sP as
    [P1 P2].
  destruct sr as [r1 r2], unit_ as [u1 u2], normal as [n1 n2].
  unfold place_contact_results in H.
  destruct H as (if1 & end_x & end_y & if2 & from_x & from_y & if3 & fx1 & fy1 & fx2 & fy2 & off & mkx & mky &
    [Mv I1 X1 Y1 I2 X2 Y2 I3 Mv2 X3 Y3 O K1 K2 S1 S2]).
  destruct (moved_point_correct _ _ _ _ _ _ _ _ _ _ _ T M Mv Fcx Fcy Fmx Fmy Fcx Fcy Ft Fr time range)
    as (Fox & Foy & _ & B2); try assumption.
  destruct (B2 eq_refl eq_refl) as (B3 & B4). clear B2.
  change (real cx + T * (if is_end then real mx - real cx else real mx)) with (px C) in B3.
  change (real cy + T * (if is_end then real my - real cy else real my)) with (py C) in B4.
  split; [auto |]. intros b.
  assert (U0 : 0 <= ulp_of M) by apply ulp_ge_0.
  subst qx qy mkx mky. unfold P, b in *. clear P b. destruct (Z.eqb feature 1) eqn:EF.
  - (* the side *)
    subst if2 if3. rewrite andb_false_r in *. cbv iota in *. subst fx2 fy2 from_x from_y off.
    cbn [px py] in P1, P2 |- *.
    destruct (point_coordinate ox (fneg cr) nx _ (px C) (px n) _ d M (or_introl eq_refl) range Fox (finite_fneg _ Fcr)
      Fnx B3) as (D1 & D2);
      try assumption; try lra; [now rewrite real_fneg, Rabs_Ropp | now rewrite real_fneg, Ropp_mult_distr_l_reverse |].
    destruct (point_coordinate oy (fneg cr) ny _ (py C) (py n) _ d M (or_introl eq_refl) range Foy (finite_fneg _ Fcr)
      Fny B4) as (D3 & D4);
      try assumption; try lra; [now rewrite real_fneg, Rabs_Ropp | now rewrite real_fneg, Ropp_mult_distr_l_reverse |].
    rewrite real_fneg, Ropp_mult_distr_l_reverse in D2, D4. auto.
  - (* an end *)
    apply Z.eqb_neq in EF. destruct (se EF) as [[e1 e2] [m1 m2]]. specialize (sw EF).
    subst if2. cbv iota in *. subst from_x from_y off. subst if1.
    assert (Xe : finite end_x /\ finite end_y /\ real end_x = px e /\ real end_y = py e).
    { subst end_x end_y. unfold e. destruct (Z.eqb feature 2); auto. }
    destruct Xe as (Fex & Fey & Eex & Eey).
    assert (Base : let b := if moves then (5 / 2 + / 16) * ulp_of M else 0 in
      finite fx2 /\ finite fy2 /\ Rabs (real fx2 - px E) <= b /\ Rabs (real fy2 - py E) <= b).
    { subst if3 fx2 fy2. unfold E in *. destruct moves; cbn [andb negb].
      - destruct (sw eq_refl) as [w1 w2]. destruct (finite_move eq_refl) as [Fwx Fwy].
        cbn [px py] in m1, m2 |- *. unfold W in w1, w2, m1, m2 |- *. cbn [px py] in w1, w2, m1, m2 |- *.
        rewrite <- Eex in e1, m1 |- *. rewrite <- Eey in e2, m2 |- *.
        destruct (moved_point_correct _ _ _ _ _ _ _ _ _ _ _ T M Mv2 Fex Fey Fwx Fwy Fax Fay Ft Fr time
          range)
          as (G1 & G2 & [G3 G4] & _); try assumption.
        split; [exact G1 |]. split; [exact G2 |]. destruct is_end; split; lra.
      - rewrite Eex, Eey, !Rminus_diag_eq, Rabs_R0 by reflexivity. split; [exact Fex |]. split; [exact Fey | lra]. }
    destruct Base as (G1 & G2 & G3 & G4). cbn [px py] in P1, P2 |- *.
    assert (Bb : (if moves then (5 / 2 + / 16) * ulp_of M else 0) <= 3 * ulp_of M) by (destruct moves; lra).
    destruct (point_coordinate fx2 wr nx _ (px E) (px n) _ d M (or_introl eq_refl) range G1 Fwr Fnx G3) as (D1 & D2);
      try assumption.
    destruct (point_coordinate fy2 wr ny _ (py E) (py n) _ d M (or_introl eq_refl) range G2 Fwr Fny G4) as (D3 & D4);
      try assumption. auto.
Qed.
End Place.
