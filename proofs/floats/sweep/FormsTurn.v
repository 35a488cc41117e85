(* Circles whose centre starts on the axis: turn_against_motion of src/sweep/sweep_double_double.c, over the extracted
   terms. The normal of the contact, to the left of the axis, is turned against the motion; for a post the forms give
   the vector against the motion.

   Premises are that the forms are leading bits, and that carom_exact_side_of_move has the sign of v x u. The normal
   keeps its error d, which is at least 0.54 ulp of 1, and the point has 2.1 ulp more. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Geometry SweepGeometry Wide FormsSteps FormsTime FormsNormal.
From Carom Require SweepPlace Terms_exactly Terms_forms.
Import Terms_exactly.turn_against_motion_terms(turn_against_motion_results).
Import Terms_forms.carom_normal_against_terms(carom_normal_against_results).

Open Scope R_scope.

Notation ulp_of := (ulp radix2 (exponents double)).

(* The normal against v, (0, 1) if v is 0. *)
Definition against (v : point) := if Req_EM_T (px v * px v + py v * py v) 0 then Point 0 1
  else Point (- px v / norm (px v) (py v)) (- py v / norm (px v) (py v)).

Theorem normal_against_close xh xl xe yh yl ye v nx ny :
  carom_normal_against_results xh xl xe yh yl ye nx ny -> is_form (px v) xh xl xe -> is_form (py v) yh yl ye ->
  normal_close nx ny (against v).
Proof.
  intros H Fx Fy. unfold against. destruct (Req_EM_T (px v * px v + py v * py v) 0) as [Z | N].
  - pose proof (Rle_0_sqr (px v)) as X0. pose proof (Rle_0_sqr (py v)) as Y0. unfold Rsqr in X0, Y0.
    assert (Zx : px v = 0) by (apply Rsqr_eq_0; unfold Rsqr; lra).
    assert (Zy : py v = 0) by (apply Rsqr_eq_0; unfold Rsqr; lra).
    unfold is_form in Fx, Fy. rewrite Zx, Rabs_R0 in Fx. rewrite Zy, Rabs_R0 in Fy.
    destruct (close_zero _ _ _ _ _ Fx) as (Hx & _). destruct (close_zero _ _ _ _ _ Fy) as (Hy & _).
    destruct H as (c & ux & uy & [E _ Ex Ey]). destruct zero_value as (F0 & V0). destruct one_value as (F1 & V1).
    assert (T : forall h : D, finite h -> real h = 0 -> feq h (fconst 0 0) = true).
    { intros h Fh Zh. destruct (feq h (fconst 0 0)) eqn:Q; [reflexivity |].
      apply feq_real_false in Q; [lra | exact Fh | exact F0]. }
    rewrite (T xh (proj1 (proj1 Fx)) Hx), (T yh (proj1 (proj1 Fy)) Hy) in E.
    change (c = true) in E. rewrite E in Ex, Ey. subst nx ny.
    split; [exact F0 |]. split; [exact F1 |]. cbn [px py]. rewrite V0, V1, !Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - pose proof (Rle_0_sqr (px v)) as X0. pose proof (Rle_0_sqr (py v)) as Y0. unfold Rsqr in X0, Y0.
    apply (unit_against_close _ _ _ _ _ _ _ _ _ _ H Fx Fy). lra.
Qed.

Lemma negated_exactly (w : D) : finite w -> Rabs (real w) <= 2 ->
  finite (fsub (fconst 0 0) w) /\ real (fsub (fconst 0 0) w) = - real w.
Proof.
  intros Fw B. destruct zero_value as (F0 & V0).
  destruct (fsub_is_finite (fconst 0 0) w 1 ltac:(easy) F0 Fw) as (F & E & _).
  { rewrite V0, Rminus_0_l, Rabs_Ropp. change (bpow radix2 1) with 2. exact B. }
  split; [exact F |]. rewrite E, V0, Rminus_0_l. apply rnd_of_format, in_format_opp, real_in_format.
Qed.

Section Turn.
Variables (ox oy nx ny ax ay bx by_ wr vxh vxl vyh vyl mx my qx qy : D) (vxe vye side : Z) (v : point) (d M : R).
Let o := Point (real ox) (real oy).
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let l := norm (ux a b) (uy a b).
Let left := Point (- uy a b / l) (ux a b / l).
Let turn := px v * uy a b - py v * ux a b.

(* The normal of a wall with a length, and of a post. *)
Definition turned := if Req_EM_T (len2 a b) 0 then against v
  else if Rlt_dec turn 0 then Point (- px left) (- py left) else left.

(* It does not point along the motion. *)
Lemma turned_is_against : px turned * px v + py turned * py v <= 0.
Proof.
  unfold turned. destruct (Req_EM_T (len2 a b) 0) as [Z | N].
  - unfold against. destruct (Req_EM_T (px v * px v + py v * py v) 0) as [Zv | Nv]; cbn [px py].
    + assert (py v = 0) by (apply Rsqr_eq_0; pose proof (Rle_0_sqr (px v)); pose proof (Rle_0_sqr (py v));
        unfold Rsqr in *; lra). lra.
    + assert (P : 0 < norm (px v) (py v)).
      { apply sqrt_lt_R0. pose proof (Rle_0_sqr (px v)). pose proof (Rle_0_sqr (py v)). unfold Rsqr in *. lra. }
      pose proof (norm_square (px v) (py v)) as L. set (n := norm (px v) (py v)) in *.
      replace (- px v / n * px v + - py v / n * py v) with (- ((px v * px v + py v * py v) / n)) by (field; lra).
      rewrite <- L. replace (n * n / n) with n by (field; lra). lra.
  - assert (l0 : 0 < l) by (apply sqrt_lt_R0; pose proof (len2_nonneg a b); fold (len2 a b); lra).
    assert (E : px left * px v + py left * py v = - turn / l) by (unfold left, turn; cbn [px py]; field; lra).
    assert (I : 0 < / l) by (now apply Rinv_0_lt_compat).
    destruct (Rlt_dec turn 0) as [T | T]; cbn [px py].
    + replace (- px left * px v + - py left * py v) with (- (px left * px v + py left * py v)) by ring. rewrite E.
      unfold Rdiv. assert (turn * / l < 0) by (rewrite <- (Rmult_0_l (/ l)); apply Rmult_lt_compat_r; lra). lra.
    + rewrite E. unfold Rdiv. assert (0 <= turn * / l) by (apply Rmult_le_pos; lra). lra.
Qed.

Hypotheses (Fox : finite ox) (Foy : finite oy) (Fax : finite ax) (Fay : finite ay) (Fbx : finite bx) (Fby : finite by_)
  (Fwr : finite wr).
Hypothesis Fx : is_form (px v) vxh vxl vxe.
Hypothesis Fy : is_form (py v) vyh vyl vye.
Hypothesis Side : (side < 0)%Z <-> turn < 0.
Hypothesis error : (1 + / 16) * u53 <= d <= bpow radix2 (-40).
(* The normal before, to the left. *)
Hypothesis before : 0 < len2 a b -> finite nx /\ finite ny /\ Rabs (real nx - px left) <= d /\
  Rabs (real ny - py left) <= d.

Theorem turn_against_motion_correct :
  turn_against_motion_results ox oy nx ny ax ay bx by_ wr vxh vxl vxe vyh vyl vye side mx my qx qy ->
  finite mx /\ finite my /\ Rabs (real mx - px turned) <= d /\ Rabs (real my - py turned) <= d /\
  (bpow radix2 (-900) <= M < bpow radix2 1022 -> Rabs (real ox) <= M -> Rabs (real oy) <= M -> Rabs (real wr) <= M ->
    Rabs (real ox + real wr * px turned) <= M -> Rabs (real oy + real wr * py turned) <= M ->
    finite qx /\ finite qy /\ Rabs (real qx - (real ox + real wr * px turned)) <= M * d + (2 + / 16) * ulp_of M /\
    Rabs (real qy - (real oy + real wr * py turned)) <= M * d + (2 + / 16) * ulp_of M).
Proof.
  intros H. unfold turn_against_motion_results in H.
  repeat match type of H with exists _, _ => destruct H as [? H] end.
  destruct H as [I1 -> -> -> -> -> -> Ha I2 Ex2 Ey2 Ex3 Ey3 Emx Emy Eqx Eqy].
  assert (Unit : px turned * px turned + py turned * py turned = 1).
  { unfold turned. destruct (Req_EM_T (len2 a b) 0) as [Z | N].
    - unfold against. destruct (Req_EM_T (px v * px v + py v * py v) 0) as [Zv | Nv]; cbn [px py]; [ring |].
      assert (P : 0 < norm (px v) (py v)).
      { apply sqrt_lt_R0. pose proof (Rle_0_sqr (px v)). pose proof (Rle_0_sqr (py v)). unfold Rsqr in *. lra. }
      pose proof (norm_square (px v) (py v)) as L. set (n := norm (px v) (py v)) in *.
      replace (- px v / n * (- px v / n) + - py v / n * (- py v / n)) with ((px v * px v + py v * py v) / (n * n))
        by (field; lra). rewrite <- L. field. lra.
    - assert (l0 : 0 < l) by (apply sqrt_lt_R0; pose proof (len2_nonneg a b); fold (len2 a b); lra).
      assert (U : px left * px left + py left * py left = 1).
      { pose proof (norm_square (ux a b) (uy a b)) as L. fold l in L. unfold left. cbn [px py].
        replace (- uy a b / l * (- uy a b / l) + ux a b / l * (ux a b / l)) with
          ((ux a b * ux a b + uy a b * uy a b) / (l * l)) by (field; lra). rewrite <- L. field. lra. }
      destruct (Rlt_dec turn 0); cbn [px py]; [rewrite <- U; ring | exact U]. }
  assert (B1 : Rabs (px turned) <= 1 /\ Rabs (py turned) <= 1).
  { pose proof (Rle_0_sqr (px turned)). pose proof (Rle_0_sqr (py turned)). unfold Rsqr in *.
    split; apply Rsqr_incr_0_var; try lra; unfold Rsqr; rewrite <- Rabs_mult, Rabs_pos_eq; lra. }
  change (bpow radix2 (-40)) with (/ 1099511627776) in error.
  assert (G : finite mx /\ finite my /\ Rabs (real mx - px turned) <= d /\ Rabs (real my - py turned) <= d).
  { assert (Post : x = true <-> len2 a b = 0).
    { rewrite I1, andb_true_iff. pose proof (Rle_0_sqr (ux a b)) as U1. pose proof (Rle_0_sqr (uy a b)) as U2.
      unfold Rsqr in U1, U2. unfold len2. split.
      - intros (E1 & E2). apply feq_real in E1; auto. apply feq_real in E2; auto.
        unfold ux, uy, a, b. cbn [px py]. rewrite E1, E2. ring.
      - intros Z. assert (Zx : ux a b = 0) by (apply Rsqr_eq_0; unfold Rsqr; lra).
        assert (Zy : uy a b = 0) by (apply Rsqr_eq_0; unfold Rsqr; lra). unfold ux, uy, a, b in Zx, Zy. cbn [px py] in
          *.
        split; [destruct (feq ax bx) eqn:Q | destruct (feq ay by_) eqn:Q]; try reflexivity;
          apply feq_real_false in Q; auto; lra. }
    unfold turned. destruct (Req_EM_T (len2 a b) 0) as [Z | N].
    - rewrite (proj2 Post Z) in Emx, Emy. subst mx my.
      destruct (normal_against_close _ _ _ _ _ _ v _ _ Ha Fx Fy) as (F1 & F2 & E1 & E2). repeat split; auto; lra.
    - assert (X : x = false) by (destruct x; [elim N; now apply Post | reflexivity]). rewrite X in Emx, Emy. subst mx
      my.
      destruct before as (F1 & F2 & E1 & E2); [pose proof (len2_nonneg a b); lra |].
      assert (U : Rabs (px left) <= 1 /\ Rabs (py left) <= 1).
      { revert B1. unfold turned. destruct (Req_EM_T (len2 a b) 0); [contradiction |].
        destruct (Rlt_dec turn 0); cbn [px py]; rewrite ?Rabs_Ropp; auto. }
      assert (Bn : Rabs (real nx) <= 2 /\ Rabs (real ny) <= 2).
      { split; [replace (real nx) with (px left + (real nx - px left)) by ring |
          replace (real ny) with (py left + (real ny - py left)) by ring];
          (eapply Rle_trans; [apply Rabs_triang | lra]). }
      destruct (negated_exactly nx F1 (proj1 Bn)) as (G1 & V1). destruct (negated_exactly ny F2 (proj2 Bn)) as (G2 &
        V2).
      rewrite <- Ex2 in G1, V1. rewrite <- Ey2 in G2, V2.
      destruct (Z.ltb_spec side 0) as [L | L]; rewrite I2 in Ex3, Ey3; rewrite Ex3, Ey3.
      + destruct (Rlt_dec turn 0) as [T | T]; [| elim T; now apply Side]. cbn [px py]. rewrite V1, V2.
        replace (- real nx - - px left) with (- (real nx - px left)) by ring.
        replace (- real ny - - py left) with (- (real ny - py left)) by ring. rewrite !Rabs_Ropp. auto.
      + destruct (Rlt_dec turn 0) as [T | T]; [apply Side in T; lia |]. auto. }
  destruct G as (Fmx & Fmy & E1 & E2). split; [exact Fmx |]. split; [exact Fmy |]. split; [exact E1 |].
  split; [exact E2 |]. intros Rg Sx Sy Sw Px Py.
  assert (U0 : 0 <= ulp_of M) by apply ulp_ge_0.
  assert (Zx : Rabs (real ox - real ox) <= 0) by (rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra).
  assert (Zy : Rabs (real oy - real oy) <= 0) by (rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra).
  assert (D40 : d <= bpow radix2 (-40)) by (change (bpow radix2 (-40)) with (/ 1099511627776); lra).
  destruct (SweepPlace.point_coordinate ox wr mx _ (real ox) (px turned) 0 d M (or_introl eq_refl) Rg Fox Fwr Fmx Zx
    ltac:(lra) Sw E1 (proj1 B1) D40 Sx Px) as (Q1 & R1).
  destruct (SweepPlace.point_coordinate oy wr my _ (real oy) (py turned) 0 d M (or_introl eq_refl) Rg Foy Fwr Fmy Zy
    ltac:(lra) Sw E2 (proj2 B1) D40 Sy Py) as (Q2 & R2).
  rewrite <- Eqx in Q1, R1. rewrite <- Eqy in Q2, R2. repeat split; auto; lra.
Qed.

End Turn.
