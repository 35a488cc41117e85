(* The contact point where double-doubles are not sharp enough: carom_careful_point of src/rest/contact_integers.c.
   Each coordinate is within an ulp of the true one, and exact if that is a double.

   At an end of a wall of radius 0 the point is the end. If the vector along the normal is level or upright, one
   coordinate is that of the centre and the other one is rounded once. All other points come from integers, which is a
   premise. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Wide WideDouble Geometry ContactFeature ContactGeometry
  ContactSpec ContactDepth ContactPointSteps AnySizeEnd AnySizeNearest.
From Carom Require ContactLevelNumbers Terms_wide Terms_any_point.
Import Terms_wide.wide_to_double_terms(wide_to_double_results).
Import Terms_any_point.carom_careful_point_terms(carom_careful_point_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

(* A rounded difference is 0 only if the difference is. *)
Lemma zero_difference (v w : D) : feq (fsub v w) (fconst 0 0) = true -> real v = real w.
Proof.
  intros H. apply feq_zero in H. destruct H as (F & Z). destruct (fsub_finite _ _ F) as (_ & _ & E).
  pose proof (rnd_sum_error_of_result (real v) (- real w) (real_in_format v) (in_format_opp _ (real_in_format w))) as Q.
  change (real v + - real w) with (real v - real w) in Q. rewrite <- E, Z, Rabs_R0, Rmult_0_r in Q.
  destruct (Req_dec (real v - real w) 0) as [X | X]; [lra |].
  assert (N : 0 - (real v - real w) <> 0) by lra. apply Rabs_pos_lt in N. lra.
Qed.

Lemma zero_difference_is (v w : D) : finite v -> finite w -> real v = real w -> feq (fsub v w) (fconst 0 0) = true.
Proof.
  intros Fv Fw E. destruct zero_value as (F0 & V0).
  destruct (fsub_exact v w (fconst 0 0) Fv Fw ltac:(lra)) as (F & V). apply feq_zero_true; [exact F | lra].
Qed.

Lemma zero_of_opposite (v : D) : feq (fneg v) (fconst 0 0) = true -> feq v (fconst 0 0) = true.
Proof.
  intros H. apply feq_zero in H. destruct H as (F & Z). rewrite real_fneg in Z. apply feq_zero_true; [| lra].
  now apply fneg_finite.
Qed.

(* copysign, where the sign is clear. *)
Lemma copysign_value n (x y : D) s : 0 <= real x -> Rabs (real y - s) <= bpow radix2 (-52) -> s = 1 \/ s = -1 ->
  real (fcopysign n x y) = s * real x.
Proof.
  intros X H S. change (bpow radix2 (-52)) with (/ 4503599627370496) in H. apply Rabs_le_inv in H.
  assert (Sg : fsign n y = true <-> real y < 0).
  { destruct y as [b | b | | b m e p]; unfold fsign, real in *; simpl in *; try (exfalso; destruct S; lra).
    split; intros A.
    - subst b. now apply F2R_lt_0.
    - destruct b; [reflexivity |]. exfalso. assert (0 < F2R (Float radix2 (Z.pos m) e)) by now apply F2R_gt_0.
      simpl in *.
      lra. }
  unfold fcopysign. destruct (fsign n y).
  - pose proof (proj1 Sg eq_refl). rewrite real_fneg, real_fabs, Rabs_pos_eq by exact X. destruct S; subst s; lra.
  - assert (~ real y < 0) by (intros A; apply Sg in A; discriminate). rewrite real_fabs, Rabs_pos_eq by exact X.
    destruct S; subst s; lra.
Qed.

Lemma exact_coordinate v : is_rounded_coordinate v v.
Proof. split; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; apply ulp_ge_0 | auto]. Qed.

(* The last addition of 0 changes no value. *)
Lemma plus_zero (v : D) : finite (fadd v (fconst 0 0)) -> finite v /\ real (fadd v (fconst 0 0)) = real v.
Proof.
  intros F. destruct (fadd_finite _ _ F) as (Fv & F0 & E). split; [exact Fv |].
  rewrite E, (proj2 zero_value), Rplus_0_r. apply rnd_of_format, real_in_format.
Qed.

(* A unit vector along an axis. *)
Lemma unit_of_one_part y : y <> 0 -> y / sqrt (0 * 0 + y * y) = 1 \/ y / sqrt (0 * 0 + y * y) = -1.
Proof.
  intros N. rewrite Rmult_0_l, Rplus_0_l. change (y * y) with (Rsqr y). rewrite sqrt_Rsqr_abs.
    destruct (Rle_or_lt 0 y) as [P | P].
  - left. rewrite Rabs_pos_eq by exact P. field. exact N.
  - right. rewrite Rabs_left by exact P. field. lra.
Qed.

Lemma product_of_signs a b : a = 1 \/ a = -1 -> b = 1 \/ b = -1 -> a * b = 1 \/ a * b = -1.
Proof. intros [-> | ->] [-> | ->]; lra. Qed.

Section Point.
Variables cx cy ax ay bx by_ wr nx ny xh yh k1 k2 px' py' : D.
Variables n xe ye : Z.
Variables s1 s2 g1 g2 g3 g4 : bool.
Hypothesis run : carom_careful_point_results cx cy ax ay bx by_ wr n nx ny s1 s2 xh xe yh ye k1 k2 g1 g2 g3 g4 px' py'.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let C := point_of cx cy.
Hypothesis finite_points : finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_.
Hypothesis radius : finite wr /\ 0 <= real wr.
Variable x : extent.
Hypothesis feature_right : is_feature x C A B n.
Let on_end := n <> 1%Z /\ end_x n C A B = 0 /\ end_y n C A B = 0.

(* The nearest point of the axis, the normal, and the point of the surface. *)
Definition axis_x := px A + along_of n C A B * Geometry.ux A B.
Definition axis_y := py A + along_of n C A B * Geometry.uy A B.
Variable N : point.
Hypothesis normal_is : (~ on_end -> N = normal_of n C A B) /\ (on_end -> N = left_normal A B).
Definition surface_x := axis_x + real wr * px N.
Definition surface_y := axis_y + real wr * py N.
Hypothesis normal_near : Rabs (real nx - px N) <= bpow radix2 (-52) /\ Rabs (real ny - py N) <= bpow radix2 (-52).
(* The integers, rounded. *)
Hypothesis integers : (forall k g g' d, wide_to_double_results xh xe k g g' d -> finite d ->
    is_rounded_coordinate (real d) surface_x) /\
  (forall k g g' d, wide_to_double_results yh ye k g g' d -> finite d -> is_rounded_coordinate (real d) surface_y).

Let at_x := if Z.eqb n 3 then bx else ax.
Let at_y := if Z.eqb n 3 then by_ else ay.

Lemma feature_cases : (n = 1%Z /\ 0 < len2 A B) \/ (n <> 1%Z /\ axis_x = real at_x /\ axis_y = real at_y /\
  end_x n C A B = real cx - real at_x /\ end_y n C A B = real cy - real at_y).
Proof.
  unfold axis_x, axis_y, along_of, end_x, end_y, at_x, at_y.
  destruct feature_right as [(-> & (L & _)) | [(-> & _) | (-> & _)]]; [left; auto | right; simpl .. ].
  - split; [lia |]. unfold Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy. simpl. repeat split; ring.
  - split; [lia |]. unfold Geometry.ux, Geometry.uy, zx, zy. simpl. repeat split; ring.
Qed.

(* The vector along the normal, in doubles, and what it says if a coordinate is 0. *)
Lemma level_normal : n = 1%Z -> (real by_ = real ay ->
    px N = 0 /\ (py N = 1 \/ py N = -1) /\ axis_x = real cx /\ axis_y = real ay) /\
  (real bx = real ax -> py N = 0 /\ (px N = 1 \/ px N = -1) /\ axis_y = real cy /\ axis_x = real ax).
Proof.
  intros En. destruct feature_cases as [(_ & L) | (Nn & _)]; [| contradiction].
  destruct normal_is as (Ne & _). rewrite Ne by (intros (Nn & _); contradiction).
  destruct (normal_of_side C A B L) as (Nx & Ny). rewrite En, Nx, Ny.
  set (s := AnySizeSideDepth.side_sign (cross C A B)).
  assert (S : s = 1 \/ s = -1) by (unfold s, AnySizeSideDepth.side_sign; destruct (Rlt_dec _ 0); auto).
  unfold axis_x, axis_y, along_of. rewrite En. simpl Z.eqb. cbv iota.
  unfold wu, len2 in *. unfold Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy in *. simpl px in *. simpl py in *.
  split; intros E; rewrite E in *; rewrite Rminus_diag_eq in * by reflexivity.
  - assert (U : real bx - real ax <> 0) by (intros Z; rewrite Z in L; lra).
    replace ((real bx - real ax) * (real bx - real ax) + 0 * 0) with (0 * 0 + (real bx - real ax)
      * (real bx - real ax)) by
      ring.
    pose proof (unit_of_one_part _ U) as Q. set (v := real bx - real ax) in *. set (w := sqrt (0 * 0 + v * v)) in *.
    split; [unfold Rdiv; ring |]. split.
    { replace (s * v / w) with (s * (v / w)) by (unfold Rdiv; ring). now apply product_of_signs. }
    split; [field; lra | ring].
  - assert (U : real by_ - real ay <> 0) by (intros Z; rewrite Z in L; lra).
    pose proof (unit_of_one_part _ U) as Q. set (v := real by_ - real ay) in *. set (w := sqrt (0 * 0 + v * v)) in *.
    split; [unfold Rdiv; ring |]. split.
    { replace (- s * v / w) with (- s * (v / w)) by (unfold Rdiv; ring). apply product_of_signs; [destruct S;
      lra | exact Q]. }
    split; [| ring]. replace (0 * 0 + v * v) with (v * v) by ring. field. exact U.
Qed.

(* The same at an end. *)
Lemma level_normal_at_end : n <> 1%Z -> ~ on_end -> (real cx = real at_x ->
    px N = 0 /\ (py N = 1 \/ py N = -1) /\ axis_x = real cx /\ axis_y = real at_y) /\
  (real cy = real at_y -> py N = 0 /\ (px N = 1 \/ px N = -1) /\ axis_y = real cy /\ axis_x = real at_x).
Proof.
  intros Nn Off. destruct feature_cases as [(En & _) | (_ & Ax & Ay & Ex & Ey)]; [contradiction |].
  destruct normal_is as (Ne & _). rewrite Ne by exact Off.
  destruct (normal_at_end n C A B Nn) as (Nx & Ny). rewrite Nx, Ny, (distance_at_end n C A B Nn), Ax, Ay.
  unfold on_end in Off. rewrite Ex, Ey in *. split; intros E; rewrite E in *; rewrite Rminus_diag_eq in * by
    reflexivity.
  - assert (U : real cy - real at_y <> 0) by (intros Z; apply Off; split; [exact Nn | split; lra]).
    split; [unfold Rdiv; ring |]. split; [now apply unit_of_one_part | auto].
  - assert (U : real cx - real at_x <> 0) by (intros Z; apply Off; split; [exact Nn | split; lra]).
    split; [unfold Rdiv; ring |]. split; [| auto].
    replace ((real cx - real at_x) * (real cx - real at_x) + 0 * 0) with (0 * 0 + (real cx - real at_x)
      * (real cx - real at_x)) by
      ring.
    now apply unit_of_one_part.
Qed.

(* The same where the centre is on the end. *)
Lemma level_normal_on_end : on_end -> axis_x = real cx /\ axis_x = real at_x /\ axis_y = real cy /\
  axis_y = real at_y /\
  (real by_ = real ay -> px N = 0 /\ (py N = 1 \/ py N = -1)) /\
  (real by_ <> real ay -> real bx = real ax -> py N = 0 /\ (px N = 1 \/ px N = -1)).
Proof.
  intros On. destruct feature_cases as [(En & _) | (Nn & Ax & Ay & Ex & Ey)]; [destruct On; contradiction |].
  pose proof On as (_ & Zx & Zy). rewrite Ex in Zx. rewrite Ey in Zy. destruct normal_is as (_ & Ne). rewrite (Ne On).
  rewrite Ax, Ay. do 4 (split; [lra |]). unfold left_normal, len2, Geometry.ux, Geometry.uy. simpl px. simpl py.
  split; [intros E | intros F E]; rewrite E.
  - rewrite (Rminus_diag_eq (real ay) (real ay)) by reflexivity. destruct (Req_EM_T _ 0) as [Z | Z]; simpl; [lra |].
    assert (U : real bx - real ax <> 0) by (intros O; apply Z; rewrite O; ring).
    replace ((real bx - real ax) * (real bx - real ax) + 0 * 0) with (0 * 0 + (real bx - real ax)
      * (real bx - real ax)) by
      ring.
    split; [unfold Rdiv; ring | now apply unit_of_one_part].
  - rewrite (Rminus_diag_eq (real ax) (real ax)) by reflexivity. assert (U : - (real by_ - real ay) <> 0) by lra.
    destruct (Req_EM_T _ 0) as [Z | Z]; simpl.
    + exfalso. assert (Q : (real by_ - real ay) * (real by_ - real ay) = 0) by lra. apply Rmult_integral in Q.
      destruct Q; lra.
    + replace ((real by_ - real ay) * (real by_ - real ay)) with (- (real by_ - real ay) * - (real by_ - real ay))
      by ring.
      split; [unfold Rdiv; ring | now apply unit_of_one_part].
Qed.

Theorem careful_point_correct : finite px' -> finite py' ->
  is_rounded_coordinate (real px') surface_x /\ is_rounded_coordinate (real py') surface_y.
Proof.
  intros Fx Fy. pose proof run as Q. unfold carom_careful_point_results in Q.
  destruct Q as (c_x & c_y & if1 & end_x0 & end_y0 & is_side & v_x & v_y & if2 & v_y_1 & v_y' & v_x_1 & v_x_2 & v_y_2 &
    if3 & p_x &
    p_y & if4 & p_x_1 & p_y_1 & if5 & p_x_2 & p_y_2 & exact_x_hi & exact_x_exp & exact_y_hi & exact_y_exp & Q).
  do 56 (destruct Q as [? Q]). destruct Q as (p_x_3 & p_y_3 & p_x_4 & p_y_4 & p_x_5 & p_y_5 & p_x_6 & p_y_6 & []).
  rewrite E_result_x in Fx. rewrite E_result_y in Fy. destruct (plus_zero _ Fx) as (Gx & Vx).
  destruct (plus_zero _ Fy) as (Gy & Vy). rewrite <- E_result_x in Vx. rewrite <- E_result_y in Vy. rewrite Vx, Vy.
  clear Vx Vy Fx Fy E_result_x E_result_y. destruct finite_points as (F1 & F2 & F3 & F4 & F5 & F6).
  destruct radius as (Fw & W0). destruct normal_near as (Mx & My).
  assert (Wx : exists k g g', wide_to_double_results xh xe k g g' p_x_3).
  { rewrite <- E_exact_x_hi, <- E_exact_x_exp. exists k1, g1, g2. unfold wide_to_double_results.
    repeat match goal with |- ex _ => eexists end. constructor; eassumption. }
  assert (Wy : exists k g g', wide_to_double_results yh ye k g g' p_y_3).
  { rewrite <- E_exact_y_hi, <- E_exact_y_exp. exists k2, g3, g4. unfold wide_to_double_results.
    repeat match goal with |- ex _ => eexists end. constructor; eassumption. }
  rewrite E_p_x_6 in Gx |- *. rewrite E_p_y_6 in Gy |- *. rewrite E_if1 in E_end_x, E_end_y.
  fold at_x in E_end_x. fold at_y in E_end_y. rewrite E_end_x in *. rewrite E_end_y in *. rewrite E_c_x in *.
  rewrite E_c_y in *. rewrite E_is_side in *.
  (* where a coordinate of the normal is 0 *)
  assert (Level : px N = 0 /\ (py N = 1 \/ py N = -1) /\ axis_x = real cx /\ axis_y = real at_y ->
    finite (fadd at_y (fcopysign s1 wr ny)) -> is_rounded_coordinate (real cx) surface_x /\
    is_rounded_coordinate (real (fadd at_y (fcopysign s1 wr ny))) surface_y).
  { intros (Nx & Ny & Ax & Ay) F. unfold surface_x, surface_y. rewrite Nx, Ax, Ay, Rmult_0_r, Rplus_0_r.
    split; [apply exact_coordinate |]. destruct (fadd_finite _ _ F) as (_ & _ & ->).
    rewrite (copysign_value s1 wr ny (py N) W0 My Ny), (Rmult_comm (real wr)). apply ContactLevelNumbers.rounded_once. }
  assert (Upright : py N = 0 /\ (px N = 1 \/ px N = -1) /\ axis_y = real cy /\ axis_x = real at_x ->
    finite (fadd at_x (fcopysign s2 wr nx)) -> is_rounded_coordinate (real (fadd at_x (fcopysign s2 wr nx)))
      surface_x /\
    is_rounded_coordinate (real cy) surface_y).
  { intros (Ny & Nx & Ay & Ax) F. unfold surface_x, surface_y. rewrite Ny, Ax, Ay, Rmult_0_r, Rplus_0_r.
    split; [| apply exact_coordinate]. destruct (fadd_finite _ _ F) as (_ & _ & ->).
    rewrite (copysign_value s2 wr nx (px N) W0 Mx Nx), (Rmult_comm (real wr)). apply ContactLevelNumbers.rounded_once. }
  assert (Fend : finite at_x /\ finite at_y) by (unfold at_x, at_y; destruct (Z.eqb n 3); auto).
  destruct if3.
  - (* a wall of radius 0 *)
    symmetry in E_if3. apply andb_prop in E_if3. destruct E_if3 as (S & Zw). apply negb_true_iff, Z.eqb_neq in S.
    apply feq_zero in Zw. destruct Zw as (_ & Zw). rewrite E_p_x, E_p_y.
    destruct feature_cases as [(En & _) | (_ & Ax & Ay & _)]; [contradiction |].
    unfold surface_x, surface_y. rewrite Zw, Ax, Ay, !Rmult_0_l, !Rplus_0_r. split; apply exact_coordinate.
  - rewrite E_p_x_5 in Gx |- *. rewrite E_p_y_5 in Gy |- *. rewrite E_v_x_2 in E_if4. rewrite E_v_y_2 in E_if5.
    rewrite E_v_x_1, E_carom_vec2_make_v_y, E_v_x in E_if4. rewrite E_v_y_1, E_v_y in E_if5.
      rewrite E_v_x, E_v_y in E_if2.
    (* what turning u, or not, says of the feature *)
    assert (Turn : (if2 = true -> n = 1%Z \/ on_end) /\ (if2 = false -> n <> 1%Z /\ ~ on_end)).
    { split; intros T; rewrite T in E_if2; symmetry in E_if2.
      - destruct (Z.eqb_spec n 1) as [En | Nn]; [now left | right]. cbn [orb] in E_if2. apply andb_prop in E_if2.
        destruct E_if2 as (Zx & Zy). apply zero_difference in Zx, Zy.
        destruct feature_cases as [(En & _) | (_ & _ & _ & Ex & Ey)]; [contradiction |].
        split; [exact Nn |]. rewrite Ex, Ey. lra.
      - apply orb_false_elim in E_if2. destruct E_if2 as (Nn & Nz). apply Z.eqb_neq in Nn. split; [exact Nn |].
        intros (_ & Zx & Zy). destruct feature_cases as [(En & _) | (_ & _ & _ & Ex & Ey)]; [contradiction |].
        rewrite Ex in Zx. rewrite Ey in Zy. destruct Fend.
        rewrite !zero_difference_is in Nz by (assumption || lra). discriminate. }
    destruct Turn as (Turned & Straight).
    assert (At_1 : n = 1%Z -> real at_x = real ax /\ real at_y = real ay).
    { intros En. unfold at_x, at_y. rewrite En. auto. }
    destruct if4; symmetry in E_if4.
    + rewrite E_p_x_1, E_p_y_1 in *. apply Level; [| exact Gy]. destruct if2.
      * apply zero_of_opposite, zero_difference in E_if4. destruct (Turned eq_refl) as [En | On].
        -- destruct (At_1 En) as (_ & Ay). rewrite Ay. now apply (level_normal En).
        -- destruct (level_normal_on_end On) as (X1 & _ & _ & Y2 & L1 & _). destruct (L1 E_if4). auto.
      * apply zero_difference in E_if4. destruct (Straight eq_refl) as (Nn & Off).
        now apply (level_normal_at_end Nn Off).
    + rewrite E_p_x_4 in Gx |- *. rewrite E_p_y_4 in Gy |- *. destruct if5; symmetry in E_if5.
      * rewrite E_p_x_2, E_p_y_2 in *. apply Upright; [| exact Gx]. destruct if2.
        -- apply zero_difference in E_if5. destruct (Turned eq_refl) as [En | On].
           ++ destruct (At_1 En) as (Ax & _). rewrite Ax. now apply (level_normal En).
           ++ destruct (level_normal_on_end On) as (_ & X2 & Y1 & _ & _ & L2).
              assert (Ny : real by_ <> real ay).
              { intros E. pose proof (zero_difference_is _ _ F6 F4 E) as Z. apply feq_zero in Z. destruct Z as (Fz & Z).
                rewrite feq_zero_true in E_if4; [discriminate | now apply finite_fneg | rewrite real_fneg; lra]. }
              destruct (L2 Ny E_if5). auto.
        -- apply zero_difference in E_if5. destruct (Straight eq_refl) as (Nn & Off).
           now apply (level_normal_at_end Nn Off).
      * destruct Wx as (k & g & g' & Hx). destruct Wy as (k' & h & h' & Hy). destruct integers as (Ix & Iy).
        split; [exact (Ix _ _ _ _ Hx Gx) | exact (Iy _ _ _ _ Hy Gy)].
Qed.

Theorem careful_point_is_not_minus_zero : px' <> B754_zero true /\ py' <> B754_zero true.
Proof.
  pose proof run as Q. unfold carom_careful_point_results in Q. repeat match type of Q with ex _ => destruct Q as [? Q]
    end.
  destruct Q. rewrite E_result_x, E_result_y. split; apply plus_zero_is_not_minus_zero.
Qed.
End Point.
