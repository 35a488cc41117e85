(* carom_distance_of_any_size and carom_contact_of_any_size of src/rest/contact_integers.c as a whole: the result is
   invalid for invalid input only, and else relation, feature, depth, distance, parameter, normal and point keep what
   include/carom/contact.h promises.

   Premises are about the integers, where they are asked: the signs of R - distance and of the rim, the nearest feature,
   each polynomial cut off after 106 bits, and each coordinate of the point within 2^-57 of itself. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Wide WideSum WideShift WideDouble Geometry Distances
  ContactFeature ContactGeometry ContactSpec ContactPointSteps MovingRoughShift MovingRoughWide MovingRough
  AnySizeRound AnySizeNormal AnySizeEnd AnySizeParts AnySizeAlong AnySizeNearest AnySizeContact AnySizePoint
  AnySizeSurface AnySizeContactPoint.
From Carom Require Import RelationPublic.
From Carom Require Overflow ContactAlongRounded Terms_wide Terms_any_size Terms_any_contact.
Import Terms_any_size.find_nearest_terms(find_nearest_results).
Import Terms_any_size.parameter_within_terms(parameter_within_results).
Import ContactAlongRounded(is_parameter).
Import Terms_any_contact.carom_distance_of_any_size_terms(carom_distance_of_any_size_results).
Import Terms_any_contact.carom_contact_of_any_size_terms(carom_contact_of_any_size_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

Lemma depth_opposite x q h l e : is_depth x q h l e -> is_depth q x (fneg h) (fneg l) e.
Proof.
  intros (G & N & L & S & E). split; [exact (good_neg _ _ _ G) |]. rewrite !real_fneg, Rabs_Ropp.
  split; [replace (- real h + - real l) with (- (real h + real l)) by ring; now rewrite rnd_opp, <- N |].
  split; [destruct L as [L | L]; [left; lra | now right] |]. split.
  - destruct S as ((S1 & S2) & (S3 & S4)). split; split; intros A.
    + assert (x - q < 0) by (apply S3; lra). lra.
    + assert (real h < 0) by (apply S4; lra). lra.
    + assert (0 < x - q) by (apply S1; lra). lra.
    + assert (0 < real h) by (apply S2; lra). lra.
  - rewrite value_neg, Rmax_comm. replace (- value h l e - (q - x)) with (- (value h l e - (x - q))) by ring.
    now rewrite Rabs_Ropp.
Qed.

(* A parameter that is infinite before it is cut off at an end has an s beyond the range of double. *)
Lemma cut_off_parameter_is_right x h l e k g1 g2 d tau s m :
  parameter_within_results h e (extent_number x) k g1 g2 d -> is_good m h l -> on_axis x tau -> Rabs tau <= s ->
  Rabs (value h l e - tau) <= 119 / 100 * b2 (-97) * s -> finite d -> is_parameter x (real d) tau s.
Proof.
  intros H G On Hs Hv Fd. destruct (parameter_within_is _ _ _ _ _ _ _ H) as (d0 & H0 & Ed).
  destruct (wide_to_double_rounds _ _ _ _ _ _ H0 (proj1 G)) as (_ & _ & (_ & R)).
  assert (Hg : 4 <= @Overflow.huge double) by (apply (bpow_le radix2 2); vm_compute; discriminate).
  destruct zero_value as (F0 & V0). destruct one_value as (F1 & V1).
  set (V := real h * b2 e) in *. pose proof (rnd_error double V) as Er. rewrite u_double, eta_double in Er.
  assert (U : b2 (-53) <= / 1048576) by (change (/ 1048576) with (b2 (-20)); apply bpow_le; lia).
  assert (T : b2 (-1075) <= 1) by (apply (bpow_le radix2 (-1075) 0); lia).
  assert (Lo : Rabs (value h l e - V) <= / 1048576 * Rabs V).
  { unfold value, V. replace ((real h + real l) * b2 e - real h * b2 e) with (real l * b2 e) by ring.
    rewrite !abs_scaled, <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    eapply Rle_trans; [exact (good_wide _ _ _ G) |]. apply Rmult_le_compat_r; [apply Rabs_pos |].
    rewrite ?u_double. exact U. }
  assert (Er' : Rabs (rnd V - V) <= / 1048576 * Rabs V + 1).
  { eapply Rle_trans; [exact Er |]. apply Rplus_le_compat; [| exact T].
    apply Rmult_le_compat_r; [apply Rabs_pos | exact U]. }
  assert (Room : 119 / 100 * b2 (-97) * s <= b2 (-96) * s).
  { apply Rmult_le_compat_r; [pose proof (Rabs_pos tau); lra |]. change (-96)%Z with (1 + -97)%Z.
    rewrite (bpow_plus radix2 1). change (b2 1) with 2. pose proof (bpow_gt_0 radix2 (-97)). lra. }
  pose proof (ulp_ge_0 radix2 (exponents double) tau) as Up. clear Er U T.
  apply Rabs_le_inv in Hv. apply Rabs_le_inv in Er'. apply Rabs_le_inv in Lo.
  destruct R as [(F & B & _) | [(Big & ->) | (Big & ->)]].
  - apply (parameter_within_correct _ _ _ _ _ _ _ _ _ _ _ H G On Hs (Rabs_le _ _ Hv)). intros d1 H1.
    destruct (wide_to_double_rounds _ _ _ _ _ _ H1 (proj1 G)) as (_ & _ & (_ & [(F' & _) | [(Big & _) | (Big & _)]]));
      [exact F' | |]; exfalso; fold V in Big; apply Rabs_lt_inv in B; lra.
  - assert (P : 2 <= V).
    { apply Rnot_lt_le. intros L. destruct (Rle_or_lt 0 V);
        [rewrite Rabs_pos_eq in Er' by lra | rewrite Rabs_left in Er' by lra]; lra. }
    rewrite Rabs_pos_eq in Lo by lra.
    assert (E1 : x = Segment /\ d = fconst 1 0).
    { destruct x; [split; [reflexivity | exact Ed] | |]; rewrite Ed in Fd; discriminate Fd. }
    destruct E1 as (-> & ->). simpl in On. rewrite V1. constructor; [apply Rabs_le | |]; intros; lra.
  - assert (P : V <= -2).
    { apply Rnot_lt_le. intros L. destruct (Rle_or_lt 0 V);
        [rewrite Rabs_pos_eq in Er' by lra | rewrite Rabs_left in Er' by lra]; lra. }
    rewrite Rabs_left in Lo by lra.
    assert (E0 : 0 <= tau /\ d = fconst 0 0).
    { destruct x; [split; [apply On | exact Ed] | split; [apply On | exact Ed] | rewrite Ed in Fd; discriminate Fd]. }
    destruct E0 as (T0 & ->). rewrite V0. constructor; [apply Rabs_le | |]; intros; lra.
Qed.

(* The normal, on an end as well. *)
Definition contact_normal n c a b :=
  if Z.eqb n 1 then normal_of n c a b
  else if Req_EM_T (end_x n c a b) 0 then if Req_EM_T (end_y n c a b) 0 then left_normal a b else normal_of n c a b
  else normal_of n c a b.

Lemma contact_normal_is n c a b : (~ is_on_end n c a b -> contact_normal n c a b = normal_of n c a b) /\
  (is_on_end n c a b -> contact_normal n c a b = left_normal a b).
Proof.
  unfold is_on_end, contact_normal. destruct (Z.eqb_spec n 1); [split; tauto |].
  destruct (Req_EM_T (end_x n c a b) 0); [| split; tauto]. destruct (Req_EM_T (end_y n c a b) 0); split; tauto.
Qed.

Section AnySize.
Variables cx cy r ax ay bx by_ wr : D.
Variables number exact_reach exact_rim n : Z.
(* what is not set, and is not used *)
Variables v1 v2 v4 v5 v7 v8 v10 v11 v13 v14 v16 v17 : D.
Variables v3 v6 v9 v12 v15 v18 : Z.
(* the forms from integers *)
Variables uxh uxl uyh uyl doth dotl ch cl lh ll rh rl gh gl : D.
Variables uxe uye dote ce le re ge : Z.
Variables exh exl eyh eyl wxh wxl wyh wyl zxh zxl zyh zyl erh erl gah gal gbh gbl : D.
Variables exe eye wxe wye zxe zye ere gae gbe : Z.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let C := point_of cx cy.
Let R := real r + real wr.
Let are_finite := finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_.
Let are_radii := finite r /\ finite wr /\ 0 <= real r /\ 0 <= real wr.
Let is_valid := are_finite /\ are_radii /\ exists x, number = extent_number x.
Hypothesis reach_right : forall x, number = extent_number x -> are_finite -> are_radii ->
  is_reach_sign exact_reach x C A B R.
Hypothesis rim_right : are_finite -> are_radii -> is_rim_sign exact_rim C A B (real r) (real wr).
Hypothesis feature_right : forall x, number = extent_number x -> are_finite -> is_feature x C A B n.
(* The integers, cut off. *)
Hypothesis integers_on_side : are_finite -> are_radii ->
  is_cut_off (Geometry.ux A B) uxh uxl uxe /\ is_cut_off (Geometry.uy A B) uyh uyl uye /\
  is_cut_off (wu C A B) doth dotl dote /\ is_cut_off (cross C A B) ch cl ce /\ is_cut_off (len2 A B) lh ll le /\
  is_cut_off R rh rl re /\ is_cut_off (R * R * len2 A B - cross C A B * cross C A B) gh gl ge.
Hypothesis integers_at_end : are_finite -> are_radii ->
  is_cut_off (Geometry.ux A B) exh exl exe /\ is_cut_off (Geometry.uy A B) eyh eyl eye /\
  is_cut_off (Geometry.wx C A) wxh wxl wxe /\ is_cut_off (Geometry.wy C A) wyh wyl wye /\
  is_cut_off (zx C B) zxh zxl zxe /\ is_cut_off (zy C B) zyh zyl zye /\ is_cut_off R erh erl ere /\
  is_cut_off (R * R - w2 C A) gah gal gae /\ is_cut_off (R * R - z2 C B) gbh gbl gbe.

(* Nothing is farther than doubles reach. *)
Lemma largest_distance x q : is_distance x C A B q -> Rmax R q <= b2 1030.
Proof.
  intros (Q0 & _ & Q).
  assert (Top : forall v : D, Rabs (real v) <= b2 1024) by (intros v; apply Rlt_le, (real_below v)).
  assert (M : b2 1030 = 64 * b2 1024) by (change 1030%Z with (6 + 1024)%Z; rewrite bpow_plus; reflexivity).
  pose proof (bpow_gt_0 radix2 1024) as P. set (m := b2 1024) in *. rewrite M. apply Rmax_lub.
  - pose proof (Rabs_le_inv _ _ (Top r)). pose proof (Rabs_le_inv _ _ (Top wr)). unfold R. lra.
  - specialize (Q 0 ltac:(destruct x; simpl; lra)).
    pose proof (Rabs_le_inv _ _ (Top cx)) as X1. pose proof (Rabs_le_inv _ _ (Top ax)) as X2.
    pose proof (Rabs_le_inv _ _ (Top cy)) as Y1. pose proof (Rabs_le_inv _ _ (Top ay)) as Y2.
    assert (W : forall u, - (2 * m) <= u <= 2 * m -> u * u <= 4 * (m * m)) by (intros u U; nra).
    pose proof (W (real cx - real ax) ltac:(lra)). pose proof (W (real cy - real ay) ltac:(lra)).
    assert (E : dist2_at C A B 0 = (real cx - real ax) * (real cx - real ax) +
      (real cy - real ay) * (real cy - real ay)) by (unfold dist2_at, A, B, C; simpl; ring).
    rewrite E in Q. apply Rnot_lt_le. intros L.
    assert (64 * m * (64 * m) <= q * q) by (apply Rmult_le_compat; lra).
    assert (0 < m * m) by now apply Rmult_lt_0_compat. lra.
Qed.

(* What both begin with. *)
Lemma radii_nonneg : are_radii -> nonneg r /\ nonneg wr.
Proof. intros (F1 & F2 & P1 & P2). split; now apply nonneg_of_real. Qed.

Lemma touching_distance x relation : is_feature x C A B n -> is_relation relation x C A B (real r) (real wr) ->
  relation = 2%Z -> distance_of n C A B = R.
Proof.
  intros F S ->. pose proof (distance_of_feature _ _ _ _ _ F) as Dq.
  destruct S as [(E & _) | [(_ & S) | [(E & _) | [(E & _) | (E & _)]]]]; try discriminate E.
  exact (distance_unique _ _ _ _ _ _ Dq S).
Qed.

Lemma relation_is_not_0 relation x : is_relation relation x C A B (real r) (real wr) -> Z.eqb relation 0 = false.
Proof. intros [(-> & _) | [(-> & _) | [(-> & _) | [(-> & _) | (-> & _)]]]]; reflexivity. Qed.

Theorem distance_of_any_size_is_right result :
  carom_distance_of_any_size_results cx cy r ax ay bx by_ wr number exact_reach exact_rim n v1 v2 v3 v4 v5 v6 v7 v8 v9
    v10 v11 v12 uxh uxl uxe uyh uyl uye doth dotl dote ch cl ce lh ll le rh rl re gh gl ge v13 v14 v15 v16 v17 v18
    exh exl exe eyh eyl eye wxh wxl wxe wyh wyl wye zxh zxl zxe zyh zyl zye erh erl ere gah gal gae gbh gbl gbe
    result ->
  (result = fconst 0 0 /\ ~ is_valid) \/
  (is_valid /\ exists x q, number = extent_number x /\ is_distance x C A B q /\
    (Rabs (q - R) <= b2 1023 -> finite result) /\
    (finite result -> (0 < real result <-> R < q) /\ (real result < 0 <-> q < R) /\
      Rabs (real result - (q - R)) <= ulp_of (Rmax q R))).
Proof.
  intros H. unfold carom_distance_of_any_size_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  destruct (relate_correct _ _ _ _ _ _ _ _ _ _ _ _ E_carom_circle_relate reach_right rim_right)
    as [(Z & V) | (V & ext & Ex & S)]; [left; rewrite Z in E_result; auto | right].
  split; [exact V |]. exists ext, (distance_of n C A B). split; [exact Ex |].
  rewrite (relation_is_not_0 _ _ S) in E_result. subst result. destruct V as (F & Radii & _).
  pose proof (feature_right ext Ex F) as Fe.
  pose proof E_find_nearest as K. eapply nearest_is_right in K; [| exact F | exact (radii_nonneg Radii) | exact Fe |
    exact (touching_distance ext _ Fe S) | exact (integers_on_side F Radii) | exact (integers_at_end F Radii)].
  destruct K as [Dq Dp _ _ _ _].
  split; [exact Dq |]. apply depth_opposite in Dp. split.
  - intros T. pose proof (largest_distance _ _ Dq) as M. rewrite Rmax_comm in M.
    exact (depth_is_finite _ _ _ _ _ _ _ _ _ Dp T M E_signed_double).
  - intros Fr. eapply depth_rounded; [exact Dp | exact (proj1 Dq) | | exact E_signed_double | exact Fr].
    destruct Radii as (_ & _ & P1 & P2). unfold R. lra.
Qed.

(* find_nearest does not change the feature. *)
Lemma nearest_keeps_feature relation k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k14 k15 k16 k17 k18 k19 k20 k21 k22 k23
    k24 k25 k26 k27 k28 feature th tl te pxh pxl pxe pyh pyl pye nxh nxl nxe nyh nyl nye qh ql qe dh dl de :
  find_nearest_results cx cy r ax ay bx by_ wr relation n v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12
    k1 k2 k3 k4 k5 k6 k7 k8 uxh uxl uxe uyh uyl uye doth dotl dote ch cl ce lh ll le rh rl re gh gl ge
    k9 k10 k11 k12 k13 k14 v13 v14 v15 v16 v17 v18 k15 k16 k17 k18 k19 k20 k21 k22
    exh exl exe eyh eyl eye wxh wxl wxe wyh wyl wye zxh zxl zxe zyh zyl zye erh erl ere gah gal gae gbh gbl gbe
    k23 k24 k25 k26 k27 k28 feature th tl te pxh pxl pxe pyh pyl pye nxh nxl nxe nyh nyl nye qh ql qe dh dl de ->
  feature = n.
Proof.
  unfold find_nearest_results. intros H. repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  congruence.
Qed.

(* The point of the surface, and what carom_exact_surface gives for it. *)
Variables s1 s2 : bool.
Variables xh yh : D.
Variables xe ye : Z.
Let N := contact_normal n C A B.
Let PX := surface_x cx cy ax ay bx by_ wr n N.
Let PY := surface_y cx cy ax ay bx by_ wr n N.
Let s := sqrt (w2 C A) / sqrt (len2 A B).

Theorem contact_of_any_size_is_right relation feature along X Y nx ny depth :
  carom_contact_of_any_size_results cx cy r ax ay bx by_ wr number exact_reach exact_rim n v1 v2 v3 v4 v5 v6 v7 v8 v9
    v10 v11 v12 uxh uxl uxe uyh uyl uye doth dotl dote ch cl ce lh ll le rh rl re gh gl ge v13 v14 v15 v16 v17 v18
    exh exl exe eyh eyl eye wxh wxl wxe wyh wyl wye zxh zxl zxe zyh zyl zye erh erl ere gah gal gae gbh gbl gbe
    s1 s2 xh xe yh ye relation feature along X Y nx ny depth ->
  (is_valid -> is_near_coordinate PX xh xe /\ is_near_coordinate PY yh ye) ->
  (relation = 0%Z /\ feature = 0%Z /\ along = fconst 0 0 /\ X = fconst 0 0 /\ Y = fconst 0 0 /\ nx = fconst 0 0 /\
    ny = fconst 0 0 /\ depth = fconst 0 0 /\ ~ is_valid) \/
  (is_valid /\ exists x q, number = extent_number x /\ is_relation relation x C A B (real r) (real wr) /\
    feature = n /\ is_feature x C A B n /\ is_distance x C A B q /\
    (Rabs (R - q) <= b2 1023 -> finite depth) /\
    (finite depth -> (0 < real depth <-> q < R) /\ (real depth < 0 <-> R < q) /\
      Rabs (real depth - (R - q)) <= ulp_of (Rmax R q)) /\
    (finite nx /\ finite ny) /\ (Rabs (real nx - px N) <= b2 (-52) /\ Rabs (real ny - py N) <= b2 (-52)) /\
    (n = 1%Z -> finite along -> is_parameter x (real along) (along_of n C A B) s) /\
    (n <> 1%Z -> finite along /\ real along = along_of n C A B) /\
    (finite X -> finite Y -> is_rounded_coordinate (real X) PX /\ is_rounded_coordinate (real Y) PY) /\
    X <> B754_zero true /\ Y <> B754_zero true).
Proof.
  intros H Near. unfold carom_contact_of_any_size_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  destruct (relate_correct _ _ _ _ _ _ _ _ _ _ _ _ E_carom_circle_relate reach_right rim_right)
    as [(Z & V) | (V & ext & Ex & S)].
  { left. rewrite Z in E_if1. simpl in E_if1. subst. auto 10. }
  right. split; [exact V |]. exists ext, (distance_of n C A B). split; [exact Ex |].
  rewrite (relation_is_not_0 _ _ S) in E_if1. match type of E_if1 with ?i = _ => subst i end.
  subst relation feature along X Y nx ny depth. cbv iota in *. rewrite E_contact_relation, E_contact_feature.
  specialize (Near V). destruct V as (F & Radii & _).
  pose proof (feature_right ext Ex F) as Fe. pose proof (contact_normal_is n C A B) as Nn. fold N in Nn.
  pose proof (nearest_keeps_feature _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ E_find_nearest) as Ef.
  pose proof E_find_nearest as Kp. eapply nearest_axis_point in Kp; [| exact F | exact (radii_nonneg Radii) |
    exact Fe | exact (touching_distance ext _ Fe S) | exact (integers_on_side F Radii) |
    exact (integers_at_end F Radii)].
  pose proof E_find_nearest as K. eapply nearest_is_right in K; [| exact F | exact (radii_nonneg Radii) | exact Fe |
    exact (touching_distance ext _ Fe S) | exact (integers_on_side F Radii) | exact (integers_at_end F Radii)].
  split; [exact S |]. split; [exact Ef |]. split; [exact Fe |]. clear E_find_nearest.
  destruct Radii as (Fr & Fw & P1 & P2). assert (R0 : 0 <= R) by (unfold R; lra).
  pose proof K as [Dq Dp No Ne As Ae]. split; [exact Dq |].
  split.
  { intros T. exact (depth_is_finite _ _ _ _ _ _ _ _ _ Dp T (largest_distance _ _ Dq) E_signed_double). }
  split.
  { intros Fd. eapply depth_rounded; [exact Dp | exact R0 | exact (proj1 Dq) | exact E_signed_double | exact Fd]. }
  rewrite Ex in E_parameter_within. rewrite Ef in E_surface_point.
  match type of K with nearest_found _ _ _ _ _ _ _ _ _ _ _ _ ?xh ?xl ?xe ?yh ?yl ?ye =>
    assert (M : is_near_normal N xh xl xe yh yl ye /\ Rabs (px N) <= 1 /\ Rabs (py N) <= 1) end.
  { destruct Nn as (N1 & N2). assert (Cases : ~ is_on_end n C A B \/ is_on_end n C A B).
    { unfold is_on_end. destruct (Z.eq_dec n 1); [left; tauto |].
      destruct (Req_dec (end_x n C A B) 0); [| left; tauto]. destruct (Req_dec (end_y n C A B) 0); [right | left];
        tauto. }
    destruct Cases as [O | O].
    - rewrite (N1 O). split; [exact (No O) | apply normal_of_is_unit].
    - rewrite (N2 O). split; [exact (Ne O) | apply left_normal_is_unit]. }
  destruct M as (M & U1 & U2).
  destruct (normal_rounded _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ M U1 U2 E_wide_to_double E_wide_to_double_2)
    as (Fn & Near1 & Near2).
  split; [exact Fn |]. split; [exact (conj Near1 Near2) |].
  split.
  { intros E Fa. destruct (As E) as (G & A1 & A2).
    assert (E1 : along_of n C A B = along_of 1 C A B) by now rewrite E. rewrite E1. rewrite E in Fe.
    eapply cut_off_parameter_is_right; [exact E_parameter_within | exact G | exact (along_on_axis _ _ _ _ Fe) |
      exact A1 | exact A2 | exact Fa]. }
  split.
  { intros E. destruct (Ae E) as (G & Zl & V). exact (along_rounded_at_end _ _ _ _ _ _ _ _ _ _ _ _ E G Zl V
      E_parameter_within). }
  split.
  { intros FX FY. eapply contact_point_is_right; [exact F | split; [exact Fw | now apply nonneg_of_real] | exact Fe |
      exact K | exact Kp | exact E_wide_to_double | exact E_wide_to_double_2 | exact E_surface_point |
      exact Nn | exact Near | exact FX | exact FY]. }
  eapply contact_point_is_not_minus_zero. exact E_surface_point.
Qed.
End AnySize.
