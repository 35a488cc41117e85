(* The nearest point of any size: find_nearest of src/rest/contact_integers.c as a whole. Depth, parameter and
   normal are near enough for their last rounding (AnySizeRound.v, AnySizeAlong.v), whether the forms are accepted from
   doubles or come from integers.

   Premises: the feature is the right one, a relation of touching means that the distance is R, and the integers give
   each polynomial cut off after 106 bits. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Wide WideSum WideDouble Geometry ContactFeature
  ContactGeometry ContactSpec MovingRoughShift MovingRoughWide MovingRough AnySizeGap AnySizeRound AnySizeVector
  AnySizeParts AnySizeNormal AnySizeEnd AnySizeSide AnySizeSideDepth AnySizeAlong AnySizeForms AnySizeCoordinate
  AnySizePlace.
From Carom Require Terms_any_size.
Import Terms_any_size.find_nearest_terms(find_nearest_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

(* The distance by the feature. *)
Definition distance_of (n : Z) (c a b : point) :=
  if Z.eqb n 1 then Rabs (cross c a b) / sqrt (len2 a b) else if Z.eqb n 2 then sqrt (w2 c a) else sqrt (z2 c b).

Lemma distance_of_feature x n c a b : is_feature x c a b n -> is_distance x c a b (distance_of n c a b).
Proof.
  unfold is_feature, distance_of. intros [(-> & H) | [(-> & H) | (-> & H)]]; simpl.
  - now apply distance_on_side.
  - now apply distance_at_a.
  - now apply distance_at_b.
Qed.

(* A normal, before it is rounded. *)
Definition is_near_normal (p : point) (xh xl : D) (xe : Z) (yh yl : D) (ye : Z) :=
  (is_ordinary xh xl xe /\ Rabs (value xh xl xe - px p) <= 11 / 10 * b2 (-96)) /\
  (is_ordinary yh yl ye /\ Rabs (value yh yl ye - py p) <= 11 / 10 * b2 (-96)).

(* The left-hand normal of u, or (0, 1) on a point. *)
Definition left_normal (a b : point) :=
  if Req_EM_T (len2 a b) 0 then Point 0 1
  else Point (- Geometry.uy a b / sqrt (len2 a b)) (Geometry.ux a b / sqrt (len2 a b)).

Lemma normal_of_side c a b : 0 < len2 a b ->
  px (normal_of 1 c a b) = - side_sign (cross c a b) * Geometry.uy a b / sqrt (len2 a b) /\
  py (normal_of 1 c a b) = side_sign (cross c a b) * Geometry.ux a b / sqrt (len2 a b).
Proof.
  intros L. unfold normal_of, vector_length, vector_x, vector_y. simpl. change (side_of c a b) with
    (side_sign (cross c a b)). set (s := side_sign (cross c a b)).
  assert (S : s * s = 1) by (unfold s, side_sign; destruct (Rlt_dec (cross c a b) 0); ring).
  replace (- s * Geometry.uy a b * (- s * Geometry.uy a b) + s * Geometry.ux a b * (s * Geometry.ux a b))
    with (s * s * len2 a b) by (unfold len2; ring).
  rewrite S, Rmult_1_l. split; reflexivity.
Qed.

Lemma depth_of_touching x q h l e : Terms_wide.wide_of_terms.wide_of_results (fconst 0 0) h l e -> 0 <= x -> q = x ->
  is_depth x q h l e.
Proof.
  intros H X ->. destruct zero_value as (F0 & V0). destruct (wide_of_value _ _ _ _ H F0) as (G & Zl & V).
    rewrite V0 in V.
  pose proof (high_of_zero _ _ _ _ G V) as Z. split; [apply (good_weaken 250); [exact G | lia] |].
  split; [now rewrite Z, Zl, Rplus_0_l, rnd_zero |]. split; [now left |].
  rewrite Z, V, !Rminus_diag_eq by reflexivity. split; [split; split; lra |]. rewrite Rabs_R0.
  apply Rmult_le_pos; [apply bpow_ge_0 |]. eapply Rle_trans; [exact X | apply Rmax_l].
Qed.

(* What solve_side makes of forms of either kind. *)
Lemma side_of_forms plain (c a b : point) r uxh uxl uxe uyh uyl uye doth dotl dote ch cl ce lh ll le rh rl re gh gl ge
    ax ay k1 k2 k3 k4 k5 k6 dh dl de th tl te pxh pxl pxe pyh pyl pye nxh nxl nxe nyh nyl nye :
  Terms_any_size.solve_side_terms.solve_side_results ax ay uxh uxl uxe uyh uyl uye doth dotl dote ch cl ce lh ll le rh
    rl
    re gh gl ge k1 k2 k3 k4 k5 k6 dh dl de th tl te pxh pxl pxe pyh pyl pye nxh nxl nxe nyh nyl nye ->
  is_vector plain (Geometry.ux a b) (Geometry.uy a b) uxh uxl uxe uyh uyl uye -> is_reach plain r rh rl re ->
  is_side_length plain (len2 a b) lh ll le -> is_side_cross plain (cross c a b) r (len2 a b) ch cl ce ->
  is_side_dot plain (wu c a b) (Rabs (wx c a * Geometry.ux a b) + Rabs (wy c a * Geometry.uy a b)) doth dotl dote ->
  (plain = true -> b2 (-402) <= sqrt (w2 c a) / sqrt (len2 a b)) ->
  (is_side_gap plain (cross c a b) r (len2 a b) gh gl ge -> is_depth r (distance_of 1 c a b) dh dl de) /\
  is_near_normal (normal_of 1 c a b) nxh nxl nxe nyh nyl nye /\
  is_good 850 th tl /\ Rabs (along_of 1 c a b) <= sqrt (w2 c a) / sqrt (len2 a b) /\
  Rabs (value th tl te - along_of 1 c a b) <= 119 / 100 * b2 (-97) * (sqrt (w2 c a) / sqrt (len2 a b)).
Proof.
  intros H V Hr Hl Hc Hd F. split.
  - intros Hg. change (distance_of 1 c a b) with (Rabs (cross c a b) /
      sqrt (Geometry.ux a b * Geometry.ux a b + Geometry.uy a b * Geometry.uy a b)).
    eapply solve_side_depth; [exact H | exact V | exact Hr | exact Hl | exact Hc | exact Hg].
  - split.
    + unfold is_near_normal. destruct (normal_of_side c a b (proj1 Hl)) as (-> & ->). unfold len2.
      eapply solve_side_normal; [exact H | exact V | exact Hr | exact Hl | exact Hc].
    + unfold along_of. cbn [Z.eqb Pos.eqb]. unfold wu, len2, w2.
      edestruct solve_side_along as (G1 & G2 & G3 & _); [exact H | exact Hl | exact Hd | exact F | auto].
Qed.

(* From the end to the centre. *)
Definition end_x (n : Z) (c a b : point) := if Z.eqb n 2 then Geometry.wx c a else zx c b.
Definition end_y (n : Z) (c a b : point) := if Z.eqb n 2 then Geometry.wy c a else zy c b.

Lemma distance_at_end n c a b : n <> 1%Z ->
  distance_of n c a b = sqrt (end_x n c a b * end_x n c a b + end_y n c a b * end_y n c a b).
Proof.
  intros N. unfold distance_of, end_x, end_y. destruct (Z.eqb_spec n 1); [contradiction |]. now destruct (Z.eqb n 2).
Qed.

Lemma normal_at_end n c a b : n <> 1%Z -> px (normal_of n c a b) = end_x n c a b / distance_of n c a b /\
  py (normal_of n c a b) = end_y n c a b / distance_of n c a b.
Proof.
  intros N. rewrite distance_at_end by exact N. unfold normal_of, vector_length, vector_x, vector_y, end_x, end_y.
  destruct (Z.eqb_spec n 1); [contradiction |]. split; reflexivity.
Qed.

Definition is_on_end n c a b := n <> 1%Z /\ end_x n c a b = 0 /\ end_y n c a b = 0.

(* The nearest point of the axis, before it is rounded. *)
Definition is_axis_point n (c a b : point) (xh xl : D) (xe : Z) (yh yl : D) (ye : Z) := exists a1 a2 w,
  w <= Rabs (wx c a) + Rabs (wy c a) /\
  is_place a1 w (px a + along_of n c a b * Geometry.ux a b) xh xl xe /\
  is_place a2 w (py a + along_of n c a b * Geometry.uy a b) yh yl ye.

Lemma length_at_most x y : sqrt (x * x + y * y) <= Rabs x + Rabs y.
Proof.
  pose proof (Rabs_pos x) as X. pose proof (Rabs_pos y) as Y. rewrite <- (sqrt_square (Rabs x + Rabs y)) by lra.
  apply sqrt_le_1_alt. pose proof (square_of_abs x). pose proof (square_of_abs y). pose proof (Rmult_le_pos _ _ X Y).
  lra.
Qed.

(* What find_nearest gives. *)
Record nearest_found (x : extent) (n : Z) (c a b : point) (r : R) (dh dl : D) (de : Z) (th tl : D) (te : Z) (nxh nxl
  : D)
    (nxe : Z) (nyh nyl : D) (nye : Z) : Prop := {
  nearest_distance : is_distance x c a b (distance_of n c a b);
  nearest_depth : is_depth r (distance_of n c a b) dh dl de;
  nearest_normal : ~ is_on_end n c a b -> is_near_normal (normal_of n c a b) nxh nxl nxe nyh nyl nye;
  nearest_normal_on_end : is_on_end n c a b -> is_near_normal (left_normal a b) nxh nxl nxe nyh nyl nye;
  nearest_along : n = 1%Z -> is_good 850 th tl /\ Rabs (along_of 1 c a b) <= sqrt (w2 c a) / sqrt (len2 a b) /\
    Rabs (value th tl te - along_of 1 c a b) <= 119 / 100 * b2 (-97) * (sqrt (w2 c a) / sqrt (len2 a b));
  nearest_along_at_end : n <> 1%Z -> is_good 250 th tl /\ real tl = 0 /\ value th tl te = along_of n c a b }.

Section Nearest.
Variables cx cy r ax ay bx by_ wr : D.
Variables relation n : Z.
(* what is not set, and is not used; loops that end *)
Variables v1 v2 v4 v5 v7 v8 v10 v11 v13 v14 v16 v17 : D.
Variables v3 v6 v9 v12 v15 v18 : Z.
Variables k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k14 k15 k16 k17 k18 k19 k20 k21 k22 k23 k24 k25 k26 k27 k28 : D.
(* the forms from integers *)
Variables uxh uxl uyh uyl doth dotl ch cl lh ll rh rl gh gl : D.
Variables uxe uye dote ce le re ge : Z.
Variables exh exl eyh eyl wxh wxl wyh wyl zxh zxl zyh zyl erh erl gah gal gbh gbl : D.
Variables exe eye wxe wye zxe zye ere gae gbe : Z.
(* results *)
Variables feature te pxe pye nxe nye qe de : Z.
Variables th tl pxh pxl pyh pyl nxh nxl nyh nyl qh ql dh dl : D.
Hypothesis run : find_nearest_results cx cy r ax ay bx by_ wr relation n v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12
  k1 k2 k3 k4 k5 k6 k7 k8 uxh uxl uxe uyh uyl uye doth dotl dote ch cl ce lh ll le rh rl re gh gl ge
  k9 k10 k11 k12 k13 k14 v13 v14 v15 v16 v17 v18 k15 k16 k17 k18 k19 k20 k21 k22
  exh exl exe eyh eyl eye wxh wxl wxe wyh wyl wye zxh zxl zxe zyh zyl zye erh erl ere gah gal gae gbh gbl gbe
  k23 k24 k25 k26 k27 k28 feature th tl te pxh pxl pxe pyh pyl pye nxh nxl nxe nyh nyl nye qh ql qe dh dl de.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let C := point_of cx cy.
Let R := real r + real wr.
Let q := distance_of n C A B.
Hypothesis finite_points : finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_.
Hypothesis radii : nonneg r /\ nonneg wr.
Variable x : extent.
Hypothesis feature_right : is_feature x C A B n.
Hypothesis touching : relation = 2%Z -> q = R.
(* The integers, cut off. *)
Hypothesis integers_on_side :
  is_cut_off (Geometry.ux A B) uxh uxl uxe /\ is_cut_off (Geometry.uy A B) uyh uyl uye /\
  is_cut_off (wu C A B) doth dotl dote /\ is_cut_off (cross C A B) ch cl ce /\ is_cut_off (len2 A B) lh ll le /\
  is_cut_off R rh rl re /\ is_cut_off (R * R * len2 A B - cross C A B * cross C A B) gh gl ge.
Hypothesis integers_at_end :
  is_cut_off (Geometry.ux A B) exh exl exe /\ is_cut_off (Geometry.uy A B) eyh eyl eye /\
  is_cut_off (Geometry.wx C A) wxh wxl wxe /\ is_cut_off (Geometry.wy C A) wyh wyl wye /\
  is_cut_off (zx C B) zxh zxl zxe /\ is_cut_off (zy C B) zyh zyl zye /\ is_cut_off R erh erl ere /\
  is_cut_off (R * R - w2 C A) gah gal gae /\ is_cut_off (R * R - z2 C B) gbh gbl gbe.

Lemma radius_nonneg : 0 <= R.
Proof. destruct radii as (P1 & P2). pose proof (nonneg_real _ P1). pose proof (nonneg_real _ P2). unfold R. lra. Qed.

Lemma margin_value : finite (fconst 1 (-95) : D) /\ real (fconst 1 (-95) : D) = b2 (-95).
Proof. apply constant_value. lia. Qed.

(* On the side. *)
Lemma nearest_on_side : n = 1%Z -> is_axis_point n C A B pxh pxl pxe pyh pyl pye /\
  is_depth R q dh dl de /\ is_near_normal (normal_of n C A B) nxh nxl nxe nyh nyl nye /\
  is_good 850 th tl /\ Rabs (along_of n C A B) <= sqrt (w2 C A) / sqrt (len2 A B) /\
  Rabs (value th tl te - along_of n C A B) <= 119 / 100 * b2 (-97) * (sqrt (w2 C A) / sqrt (len2 A B)).
Proof.
  intros En. assert (D1 : distance_of 1 C A B = q) by (unfold q; now rewrite En).
  assert (L0 : 0 < len2 A B).
  { destruct feature_right as [(_ & (L & _)) | [(N & _) | (N & _)]]; [exact L | lia | lia]. }
  pose proof run as Q. unfold find_nearest_results in Q.
  repeat match type of Q with ex _ => destruct Q as [? Q] end. destruct Q.
  rewrite En in E_k_feature. match type of E_k_feature with ?k = _ => subst k end.
  match type of E_if1 with ?i = _ => change (i = true) in E_if1; subst i end.
  clear E_solve_end E_approximate_end. cbv iota in *. subst.
  pose proof radius_nonneg as R0. destruct margin_value as (Fm & Vm).
  assert (Depth : forall h l e h0 l0 e0,
    Terms_wide.wide_of_terms.wide_of_results (fconst 0 0) h0 l0 e0 -> (relation <> 2%Z -> is_depth R q h l e) ->
    is_depth R q (if Z.eqb relation 2 then h0 else h) (if Z.eqb relation 2 then l0 else l)
      (if Z.eqb relation 2 then e0 else e)).
  { intros h l e h0 l0 e0 H0 H1. destruct (Z.eqb_spec relation 2) as [T | T]; [| now apply H1].
    apply depth_of_touching; auto. }
  assert (Placed : forall xh xl xe yh yl ye,
    is_place (real ax) (sqrt (w2 C A)) (px A + along_of 1 C A B * Geometry.ux A B) xh xl xe /\
      is_place (real ay) (sqrt (w2 C A)) (py A + along_of 1 C A B * Geometry.uy A B) yh yl ye ->
    is_axis_point 1 C A B xh xl xe yh yl ye).
  { intros xh xl xe yh yl ye P. exists (real ax), (real ay), (sqrt (w2 C A)). split; [apply length_at_most | exact P]. }
  match type of E_solve_side with context [negb ?b] => destruct b end; cbn [negb] in *; cbv iota in *.
  - (* from doubles *)
    destruct (side_forms_of_doubles _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ finite_points radii
      E_set_vectors _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_approximate_side)
      as (V & Hr & Hl & Hc & Hg & Hd & Fa & Fw).
    destruct (side_of_forms true C A B R _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      _ _ _ _ _
      _ _ _ E_solve_side V Hr Hl Hc Hd (fun _ => Fa)) as (D & N & Al).
    split.
    { apply Placed. eapply solve_side_place; [exact E_solve_side | exact V | exact Hl | exact Hd | intros _; exact Fa |
        intros _; exact Fw | split; apply finite_points]. }
    split; [| split; [exact N | exact Al]]. apply (Depth _ _ _ _ _ _ E_wide_of). intros T. rewrite <- D1. apply D.
    apply Z.eqb_neq in T. rewrite T in *. now apply Hg.
  - (* from integers *)
    destruct integers_on_side as (I1 & I2 & I3 & I4 & I5 & I6 & I7).
    destruct (side_of_forms false C A B R _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      _ _ _ _ _
      _ _ _ E_solve_side (conj I1 I2) (conj R0 I6) (conj L0 I5) I4 I3 ltac:(discriminate)) as (D & N & Al).
    split.
    { apply Placed. eapply solve_side_place with (plain := false);
      [exact E_solve_side | exact (conj I1 I2) | exact (conj L0 I5) | exact I3 |
        discriminate | discriminate | split; apply finite_points]. }
    split; [| split; [exact N | exact Al]]. apply (Depth _ _ _ _ _ _ E_wide_of). intros T. rewrite <- D1. apply D.
    exact I7.
Qed.

(* At an end. The parameter is exact. *)
Lemma nearest_at_end : n <> 1%Z -> is_axis_point n C A B pxh pxl pxe pyh pyl pye /\
  is_depth R q dh dl de /\
  (end_x n C A B <> 0 \/ end_y n C A B <> 0 -> is_near_normal (normal_of n C A B) nxh nxl nxe nyh nyl nye) /\
  (end_x n C A B = 0 /\ end_y n C A B = 0 -> is_near_normal (left_normal A B) nxh nxl nxe nyh nyl nye) /\
  is_good 250 th tl /\ real tl = 0 /\ value th tl te = along_of n C A B.
Proof.
  intros Nn. pose proof (distance_at_end n C A B Nn) as Dq. fold q in Dq.
  assert (Al : along_of n C A B = if Z.eqb n 2 then 0 else 1).
  { unfold along_of. destruct (Z.eqb_spec n 1); [contradiction | reflexivity]. }
  pose proof run as Q. unfold find_nearest_results in Q.
  repeat match type of Q with ex _ => destruct Q as [? Q] end. destruct Q.
  match type of E_if1 with ?i = _ => assert (i = false) by (rewrite E_if1, E_k_feature; now apply Z.eqb_neq);
    clear E_if1; subst i end.
  clear E_solve_side E_approximate_side. cbv iota in *. subst.
  pose proof radius_nonneg as R0. destruct margin_value as (Fm & Vm).
  assert (Depth : forall h l e h0 l0 e0,
    Terms_wide.wide_of_terms.wide_of_results (fconst 0 0) h0 l0 e0 -> (relation <> 2%Z -> is_depth R q h l e) ->
    is_depth R q (if Z.eqb relation 2 then h0 else h) (if Z.eqb relation 2 then l0 else l)
      (if Z.eqb relation 2 then e0 else e)).
  { intros h l e h0 l0 e0 H0 H1. destruct (Z.eqb_spec relation 2) as [T | T]; [| now apply H1].
    apply depth_of_touching; auto. }
  assert (Ends : finite ax /\ finite ay /\ finite bx /\ finite by_) by tauto.
  split.
  { unfold is_axis_point. rewrite Al. pose proof E_solve_end as K. eapply solve_end_axis_point in K; [| exact Ends].
    exists (real (if Z.eqb n 2 then ax else bx)), (real (if Z.eqb n 2 then ay else by_)), 0.
    split; [pose proof (Rabs_pos (wx C A)); pose proof (Rabs_pos (wy C A)); lra |].
    replace (px A + (if Z.eqb n 2 then 0 else 1) * Geometry.ux A B) with (real (if Z.eqb n 2 then ax else bx))
      by (destruct (Z.eqb n 2); unfold Geometry.ux; simpl; ring).
    replace (py A + (if Z.eqb n 2 then 0 else 1) * Geometry.uy A B) with (real (if Z.eqb n 2 then ay else by_))
      by (destruct (Z.eqb n 2); unfold Geometry.uy; simpl; ring). exact K. }
  destruct (normal_at_end n C A B Nn) as (Nx & Ny). fold q in Nx, Ny. rewrite Dq in Nx, Ny.
  set (x0 := end_x n C A B) in *. set (y0 := end_y n C A B) in *.
  match type of E_solve_end with context [negb ?b] => destruct b end; cbn [negb] in *; cbv iota in *.
  - (* from doubles *)
    pose proof E_approximate_end as K. eapply end_forms_of_doubles in K; [| exact finite_points | exact radii |
      exact E_set_vectors].
    destruct K as (V & Hr & Nz & Hg). fold A B C in V, Nz, Hg.
    change (if Z.eqb n 2 then Geometry.wx C A else zx C B) with x0 in *.
    change (if Z.eqb n 2 then Geometry.wy C A else zy C B) with y0 in *.
    split.
    { apply (Depth _ _ _ _ _ _ E_wide_of). intros T. apply Z.eqb_neq in T. rewrite T in Hg. rewrite Dq.
      eapply solve_end_depth; [exact E_solve_end | exact V | exact Hr | exact Nz | now apply Hg]. }
    split.
    { intros _. unfold is_near_normal. rewrite Nx, Ny. eapply solve_end_normal; [exact E_solve_end | exact V | exact
      Nz]. }
    split; [intros (Zx & Zy); destruct Nz; contradiction |]. rewrite Al.
    eapply solve_end_place in E_solve_end; [| exact Ends]. apply E_solve_end.
  - (* from integers *)
    destruct integers_at_end as (I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8 & I9).
    assert (V : is_vector false x0 y0 (if Z.eqb n 2 then wxh else zxh) (if Z.eqb n 2 then wxl else zxl)
      (if Z.eqb n 2 then wxe else zxe) (if Z.eqb n 2 then wyh else zyh) (if Z.eqb n 2 then wyl else zyl)
      (if Z.eqb n 2 then wye else zye)).
    { unfold x0, y0, end_x, end_y. destruct (Z.eqb n 2); split; assumption. }
    assert (G : is_end_gap false R (x0 * x0 + y0 * y0) (if Z.eqb n 2 then gah else gbh) (if Z.eqb n 2 then gal else gbl)
      (if Z.eqb n 2 then gae else gbe)).
    { unfold x0, y0, end_x, end_y. destruct (Z.eqb n 2); assumption. }
    assert (Cases : (x0 <> 0 \/ y0 <> 0) \/ (x0 = 0 /\ y0 = 0)).
    { destruct (Req_dec x0 0) as [P | P]; [destruct (Req_dec y0 0) as [O | O] |]; auto. }
    split.
    { apply (Depth _ _ _ _ _ _ E_wide_of). intros _. rewrite Dq. destruct Cases as [Nz | (Zx & Zy)].
      - eapply solve_end_depth; [exact E_solve_end | exact V | split; [exact R0 | exact I7] | exact Nz | exact G].
      - rewrite Zx, Zy in V, G |- *. rewrite !Rmult_0_l, Rplus_0_l in G |- *. rewrite sqrt_0.
        eapply solve_end_depth_on_end; [exact E_solve_end | exact V | split; [exact R0 | exact I7] | reflexivity ..|
          exact G]. }
    split.
    { intros Nz. unfold is_near_normal. rewrite Nx, Ny. eapply solve_end_normal; [exact E_solve_end | exact V | exact
      Nz]. }
    split.
    { intros (Zx & Zy). rewrite Zx, Zy in V. unfold is_near_normal, left_normal.
      pose proof E_solve_end as K. eapply (solve_end_normal_on_end) with (ux := Geometry.ux A B)
        (uy := Geometry.uy A B) in K;
        [| exact V | exact (conj R0 I7) | reflexivity .. | exact (conj I1 I2)].
      unfold len2. destruct (Req_EM_T _ 0); exact K. }
    rewrite Al. eapply solve_end_place in E_solve_end; [| exact Ends]. apply E_solve_end.
Qed.

Theorem nearest_is_right : nearest_found x n C A B R dh dl de th tl te nxh nxl nxe nyh nyl nye.
Proof.
  pose proof (distance_of_feature _ _ _ _ _ feature_right) as Dq.
  destruct (Z.eq_dec n 1) as [En | Nn].
  - destruct (nearest_on_side En) as (_ & D & N & Al). constructor; auto.
    + intros (Nn & _). contradiction.
    + intros _. rewrite En in Al. exact Al.
    + intros Nn. contradiction.
  - destruct (nearest_at_end Nn) as (_ & D & N & O & Al). constructor; auto.
    + intros Off. apply N. destruct (Req_dec (end_x n C A B) 0) as [Zx | Zx]; [right | now left].
      intros Zy. apply Off. split; auto.
    + intros (_ & Z). now apply O.
    + intros En. contradiction.
Qed.

Theorem nearest_axis_point : is_axis_point n C A B pxh pxl pxe pyh pyl pye.
Proof.
  destruct (Z.eq_dec n 1) as [En | Nn]; [apply (nearest_on_side En) | apply (nearest_at_end Nn)].
Qed.
End Nearest.
