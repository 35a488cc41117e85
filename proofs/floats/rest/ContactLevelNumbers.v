(* Normal and contact point beside a wall that is level or upright: measure_level, fast_normal and fast_point of
   src/rest/contact_double_double.h. The normal is exact, one coordinate of the point is that of the centre, and the
   other one is a sum that is rounded once. docs/exactness.md, "Point". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFreeTerms Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry
  ContactPairs ContactSteps ContactRoot ContactDepth ContactEnd ContactProducts ContactSideDepth ContactLevel
  ContactAlong ContactLarge ContactSpec ContactPointSteps ContactPoint.
From Carom Require Terms_contact.
Import Terms_contact.measure_level_terms(measure_level, measure_level_results).
Import Terms_contact.fast_normal_terms(fast_normal, fast_normal_results).
Import Terms_contact.fast_point_terms(fast_point, fast_point_results).

Open Scope R_scope.

(* The parts of measure_level that are constants or differences. *)
Lemma measure_level_constants R_hi R_lo cx cy ax ay bx by_ upright hi lo depth error t trest dhx dhy dlx dly inverse
  length lrest spread uhx uhy ulx uly :
  measure_level_results R_hi R_lo cx cy ax ay bx by_ upright true hi lo depth error t trest dhx dhy dlx dly inverse
    length lrest spread
    uhx uhy ulx uly ->
  uhx = fsub bx ax /\ uhy = fsub by_ ay /\ inverse = fconst 1 0 /\ length = fconst 1 0 /\ lrest = fconst 0 0 /\
  dlx = fconst 0 0 /\ dly = fconst 0 0 /\ (if upright then dhy = fconst 0 0 else dhx = fconst 0 0).
Proof.
  intros (u_hx & u_hy & u_lx & u_ly & whx & why & wlx & wly & l & l_rest & wl & w_rest & d & d_rest & lft & nrm & g_hi &
    g_lo &
    g_e & l_hi & l_lo & l_e & k_depth & u_size & w_size & []).
  apply pair_difference_values in E_pair_difference. destruct E_pair_difference as (E1 & E2 & _ & _).
  repeat (split; [congruence |]). destruct upright; assumption.
Qed.

(* The true normal. *)
Lemma level_normal_is c a b (upright : bool) :
  (if upright then ux a b = 0 /\ uy a b <> 0 else uy a b = 0 /\ ux a b <> 0) ->
  let D := if upright then wx c a else wy c a in
  let left := if upright then if Rlt_dec 0 (uy a b) then -1 else 1 else if Rlt_dec 0 (ux a b) then 1 else -1 in
  let normal := if Rlt_dec 0 D then 1 else if Rlt_dec D 0 then -1 else left in
  normal_of 1 c a b = Point (if upright then normal else 0) (if upright then 0 else normal) /\
  wu c a b / len2 a b * ux a b = (if upright then 0 else wx c a) /\
    wu c a b / len2 a b * uy a b = (if upright then wy c a else 0).
Proof.
  intros H. cbv zeta. unfold normal_of, vector_length, vector_x, vector_y, side_of, wu, len2, cross.
  cbn [Z.eqb Pos.eqb].
  set (p := ux a b) in *. set (q := uy a b) in *. set (v := wx c a). set (w := wy c a).
  assert (Sq : forall s z : R, s = 1 \/ s = -1 -> z <> 0 -> s * z / Rabs z = if Rlt_dec 0 z then s else - s).
  { intros s z _ Nz. destruct (Rlt_dec 0 z); [rewrite Rabs_pos_eq by lra | rewrite Rabs_left by lra]; field; lra. }
  set (side := if Rlt_dec (p * w - q * v) 0 then -1 else 1).
  assert (Sd : side = 1 \/ side = -1) by (unfold side; destruct Rlt_dec; auto).
  assert (Ss : side * side = 1) by (destruct Sd as [-> | ->]; ring).
  destruct upright; destruct H as [Z N]; rewrite Z.
  - replace (sqrt (- side * q * (- side * q) + side * 0 * (side * 0))) with (Rabs q).
    2:{ rewrite <- sqrt_Rsqr_abs. f_equal. unfold Rsqr. replace (- side * q * (- side * q) + side * 0 * (side * 0))
          with (side * side * (q * q)) by ring. rewrite Ss. ring. }
    split; [| split; [unfold Rdiv; ring | field; lra]].
    f_equal; [| unfold Rdiv; ring].
    rewrite Sq by (auto; destruct Sd as [-> | ->]; lra). unfold side. rewrite Z. clear - N.
    assert (G : forall s : R, 0 * w - q * v = - (q * v)) by (intros; ring).
    destruct (Rlt_dec 0 q) as [Q | Q]; destruct (Rlt_dec 0 v) as [V | V].
    + pose proof (Rmult_lt_0_compat q v Q V). destruct Rlt_dec; lra.
    + destruct (Rlt_dec v 0) as [W | W].
      * pose proof (Rmult_lt_0_compat q (- v) Q ltac:(lra)). destruct Rlt_dec; lra.
      * replace v with 0 by lra. destruct Rlt_dec; lra.
    + pose proof (Rmult_lt_0_compat (- q) v ltac:(lra) V). destruct Rlt_dec; lra.
    + destruct (Rlt_dec v 0) as [W | W].
      * pose proof (Rmult_lt_0_compat (- q) (- v) ltac:(lra) ltac:(lra)). destruct Rlt_dec; lra.
      * replace v with 0 by lra. destruct Rlt_dec; lra.
  - replace (sqrt (- side * 0 * (- side * 0) + side * p * (side * p))) with (Rabs p).
    2:{ rewrite <- sqrt_Rsqr_abs. f_equal. unfold Rsqr. replace (- side * 0 * (- side * 0) + side * p * (side * p))
          with (side * side * (p * p)) by ring. rewrite Ss. ring. }
    split; [| split; [field; lra | unfold Rdiv; ring]].
    f_equal; [unfold Rdiv; ring |].
    rewrite Sq by auto. unfold side. rewrite Z. clear - N.
    destruct (Rlt_dec 0 p) as [Q | Q]; destruct (Rlt_dec 0 w) as [V | V].
    + pose proof (Rmult_lt_0_compat p w Q V). destruct Rlt_dec; lra.
    + destruct (Rlt_dec w 0) as [W | W].
      * pose proof (Rmult_lt_0_compat p (- w) Q ltac:(lra)). destruct Rlt_dec; lra.
      * replace w with 0 by lra. destruct Rlt_dec; lra.
    + pose proof (Rmult_lt_0_compat (- p) w ltac:(lra) V). destruct Rlt_dec; lra.
    + destruct (Rlt_dec w 0) as [W | W].
      * pose proof (Rmult_lt_0_compat (- p) (- w) ltac:(lra) ltac:(lra)). destruct Rlt_dec; lra.
      * replace w with 0 by lra. destruct Rlt_dec; lra.
Qed.

(* A coordinate of the normal that is 1, -1 or 0 stays as it is. *)
Lemma level_coordinate (d : F double) : finite d -> real d = 1 \/ real d = -1 \/ real d = 0 ->
  let n := fmul d (fconst 1 0) in
  let low := fmul (fadd (fsub (fsub d (fmul n (fconst 1 0))) (pair_product_rest n (fconst 1 0))) (fsub (fconst 0 0)
    (fmul n (fconst 0 0)))) (fconst 1 0) in
  finite (fadd (fadd n low) (fconst 0 0)) /\ real (fadd (fadd n low) (fconst 0 0)) = real d.
Proof.
  intros Fd Vd. cbv zeta. destruct zero_value as [Fz Ez]. destruct (constant_value 0 ltac:(lia)) as [F1 E1].
  change (bpow radix2 0) with 1 in E1.
  assert (P : forall v w : F double, finite v -> finite w -> in_format double (real v * real w) ->
    Rabs (real v * real w) <= bpow radix2 10 ->
    finite (fmul v w) /\ real (fmul v w) = real v * real w).
  { intros v w Fv Fw Ff B. destruct (fmul_is_finite v w 10 ltac:(unfold emin; simpl; lia) Fv Fw B) as (F & E & _).
    split; [exact F |].
    rewrite E. now apply rnd_of_format. }
  assert (Bd : Rabs (real d) <= bpow radix2 10).
  { apply Rabs_le. assert (1 <= bpow radix2 10) by (apply (bpow_le radix2 0 10); lia). lra. }
  destruct (P d (fconst 1 0) Fd F1) as (Fn & En); [rewrite E1, Rmult_1_r; apply real_in_format | rewrite E1, Rmult_1_r;
    exact Bd |].
  rewrite E1, Rmult_1_r in En. set (n := fmul d (fconst 1 0)) in *.
  destruct (P n (fconst 1 0) Fn F1) as (Fp & Ep); [rewrite E1, Rmult_1_r; apply real_in_format | rewrite E1, Rmult_1_r,
    En; exact Bd |].
  rewrite E1, Rmult_1_r, En in Ep.
  assert (Bn : below n 10) by (split; [exact Fn | rewrite En; exact Bd]).
  assert (B1 : below (fconst 1 0) 10) by (split; [exact F1 | rewrite E1, Rabs_R1; apply (bpow_le radix2 0 10); lia]).
  assert (L1 : bpow radix2 (-1022) <= 1) by (apply (bpow_le radix2 (-1022) 0); lia).
  assert (L2 : bpow radix2 (-969) <= 1) by (apply (bpow_le radix2 (-969) 0); lia).
  assert (N1 : is_normal_or_zero (real n)).
  { rewrite En. destruct Vd as [-> | [-> | ->]]; [right | right | now left];
      [rewrite Rabs_R1 | rewrite Rabs_left by lra]; lra. }
  assert (N2 : is_normal_or_zero (real (fconst 1 0 : F double))) by (right; rewrite E1, Rabs_R1; exact L1).
  assert (S1 : is_splittable (real n * real (fconst 1 0 : F double))).
  { rewrite E1, Rmult_1_r, En. destruct Vd as [-> | [-> | ->]]; [right | right | now left];
      [rewrite Rabs_R1 | rewrite Rabs_left by lra]; lra. }
  destruct (pair_product_parts n (fconst 1 0) 10 Bn B1 ltac:(lia) N1 N2 S1) as (_ & Fr & Er & _).
  rewrite Ep, E1, En in Er.
  destruct (fsub_exact d (fmul n (fconst 1 0)) (fconst 0 0) Fd Fp ltac:(lra)) as (F2 & E2).
  destruct (fsub_exact _ (pair_product_rest n (fconst 1 0)) (fconst 0 0) F2 Fr ltac:(lra)) as (F3 & E3).
  destruct (zero_product n (fconst 0 0) Fn Fz ltac:(rewrite Ez; ring)) as (F4 & E4).
  destruct (fsub_exact (fconst 0 0) _ (fconst 0 0) Fz F4 ltac:(lra)) as (F5 & E5).
  destruct (fadd_exact _ _ (fconst 0 0) F3 F5 ltac:(lra)) as (F6 & E6).
  destruct (zero_product _ (fconst 1 0) F6 F1 ltac:(rewrite E6, Ez; ring)) as (F7 & E7).
  destruct (fadd_exact n _ d Fn F7 ltac:(lra)) as (F8 & E8). destruct (fadd_exact _ (fconst 0 0) d F8 Fz ltac:(lra))
    as (F9 & E9). auto.
Qed.

Section Level.
Variables r wr R_hi R_lo cx cy ax ay bx by_ : F double.
Variable upright : bool.
Variables hi lo depth error t trest dhx dhy dlx dly inverse length lrest spread uhx uhy ulx uly : F double.
Hypothesis reach : is_reach r wr R_hi R_lo.
Hypothesis run : measure_level_results R_hi R_lo cx cy ax ay bx by_ upright true hi lo depth error t trest
  dhx dhy dlx dly inverse length lrest spread uhx uhy ulx uly.
Hypothesis upright_is : upright = feq (fsub bx ax) (fconst 0 0).
Hypothesis is_level : (feq (fsub bx ax) (fconst 0 0) || feq (fsub by_ ay) (fconst 0 0))%bool = true.
Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.

Lemma level_difference (p q : F double) : feq (fsub p q) (fconst 0 0) = true -> finite p /\ finite q /\
  real p - real q = 0.
Proof.
  intros H. apply feq_zero in H. destruct H as [F Z]. destruct (fsub_finite _ _ F) as (Fp & Fq & _).
  pose proof (difference_zero p q F Z). repeat split; auto. lra.
Qed.

(* The direction of the measured contact, as the true normal. *)
Lemma level_direction :
  (if upright then ux A B = 0 /\ uy A B <> 0 else uy A B = 0 /\ ux A B <> 0) /\
  finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\
  finite dhx /\ finite dhy /\ real dhx = px (normal_of 1 C A B) /\ real dhy = py (normal_of 1 C A B) /\
  (real (if upright then dhx else dhy) = 1 \/ real (if upright then dhx else dhy) = -1) /\
  real (if upright then dhy else dhx) = 0 /\
  wu C A B / len2 A B * ux A B = (if upright then 0 else wx C A) /\
    wu C A B / len2 A B * uy A B = (if upright then wy C A else 0).
Proof.
  pose proof (measure_level_is r wr R_hi R_lo cx cy ax ay bx by_ upright hi lo depth error t trest dhx dhy dlx dly
    inverse length lrest spread
    uhx uhy ulx uly reach run) as (Fs & Nu & _ & _ & _ & _ & _ & _ & Fdx & Fdy & Ex & Ey & _).
  assert (H : if upright then ux A B = 0 /\ uy A B <> 0 else uy A B = 0 /\ ux A B <> 0).
  { unfold ux, uy, A, B, point_of; cbn [px py]. destruct upright.
    - symmetry in upright_is. destruct (level_difference bx ax upright_is) as (_ & _ & Z). auto.
    - rewrite <- upright_is in is_level. cbn [orb] in is_level.
      destruct (level_difference by_ ay is_level) as (_ & _ & Z). auto. }
  assert (Fin : finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_).
  { destruct upright.
    - symmetry in upright_is. destruct (level_difference bx ax upright_is) as (F1 & F2 & _).
      destruct Fs as (? & ? & ? & ? & ? & _). auto 10.
    - rewrite <- upright_is in is_level. cbn [orb] in is_level.
      destruct (level_difference by_ ay is_level) as (F1 & F2 & _).
      destruct Fs as (? & ? & ? & ? & ? & _). auto 10. }
  destruct Fin as (F1 & F2 & F3 & F4 & F5 & F6). destruct (level_normal_is C A B upright H) as (N1 & N2 & N3).
  split; [exact H |]. do 8 (split; [assumption |]). rewrite N1. cbn [px py].
  unfold wx, wy, ux, uy, A, B, C, point_of in *; cbn [px py] in *.
  split; [exact Ex |]. split; [exact Ey |].
  split; [destruct upright; rewrite ?Ex, ?Ey; repeat destruct Rlt_dec; auto |].
  split; [destruct upright; rewrite ?Ex, ?Ey; reflexivity |]. split; assumption.
Qed.

(* The normal is exact. *)
Theorem fast_normal_of_level_is nx ny : fast_normal_results dhx dhy dlx dly length lrest inverse nx ny ->
  finite nx /\ finite ny /\ real nx = px (normal_of 1 C A B) /\ real ny = py (normal_of 1 C A B).
Proof.
  destruct level_direction as (_ & _ & _ & _ & _ & _ & _ & Fx & Fy & Ex & Ey & D1 & D0 & _).
  destruct (measure_level_constants _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ run)
    as (_ & _ & E1 & E2 & E3 & E4 & E5 & _).
  intros (ix & iy & lx' & ly' & n_x & n_y & phx & phy & plx & ply & fx & fy & vx & vy & sx & sy & []).
  apply pair_product_values in E_pair_product. destruct E_pair_product as (P1 & P2 & P3 & P4).
  assert (V : (real dhx = 1 \/ real dhx = -1 \/ real dhx = 0) /\ (real dhy = 1 \/ real dhy = -1 \/ real dhy = 0))
    by (destruct upright; tauto).
  destruct (level_coordinate dhx Fx (proj1 V)) as (G1 & G2). destruct (level_coordinate dhy Fy (proj2 V)) as (G3 & G4).
  rewrite Ex in G2. rewrite Ey in G4. clear upright_is is_level run. subst. auto.
Qed.

Lemma rounded_once x : is_rounded_coordinate (rnd double x) x.
Proof.
  split; [| intros F; now apply rnd_of_format].
  pose proof (error_le_half_ulp radix2 (exponents double) (fun n => negb (Z.even n)) x) as H. pose proof (ulp_nonneg x).
  unfold rnd, ZnearestE in *. lra.
Qed.

(* A coordinate of any size plus 1, -1 times the radius. *)
Lemma beside (a n : F double) : finite a -> finite n -> real n = 1 \/ real n = -1 ->
  finite (fadd a (fmul n wr)) /\ real (fadd a (fmul n wr)) = rnd double (real a + real n * real wr).
Proof.
  intros Fa Fn Vn. destruct reach as [_ Fw r0 w0 [_ BR] _ R0 ER SR]. rewrite Rabs_pos_eq in BR by exact R0.
  destruct ud_small as [U0 U1].
  assert (W : real wr <= bpow radix2 151).
  { change 151%Z with (1 + 150)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
    assert (ud * real R_hi <= / 2 * real R_hi) by (apply Rmult_le_compat_r; lra). lra. }
  destruct (turned n wr Fn Vn Fw) as (F1 & E1).
  assert (B1 : below (fmul n wr) 800).
  { split; [exact F1 |]. rewrite E1, Rabs_mult. replace (Rabs (real n)) with 1 by (destruct Vn as [-> | ->];
      [now rewrite Rabs_R1 | rewrite Rabs_left; lra]).
    rewrite Rmult_1_l, Rabs_pos_eq by exact w0. eapply Rle_trans; [exact W | apply bpow_le; lia]. }
  destruct (Rle_lt_dec (bpow radix2 900) (Rabs (real a))) as [L | L].
  - destruct (sum_with_large a (fmul n wr) Fa L B1) as (F2 & E2 & _). split; [exact F2 |]. rewrite E2, <- E1. symmetry.
    apply rnd_large; [apply real_in_format | exact L | apply B1].
  - destruct (fadd_is_finite a (fmul n wr) 901 ltac:(unfold emin; simpl; lia) Fa F1) as (F2 & E2 & _);
      [| rewrite E2, E1; auto].
    change 901%Z with (900 + 1)%Z. apply sum_below; [lra |]. eapply Rle_trans; [apply B1 | apply bpow_le; lia].
Qed.

Theorem fast_point_of_level_is result X Y (S := surface_of 1 C A B (real wr)) :
  fast_point_results 1 true t trest spread uhx uhy ulx uly dhx dhy dlx dly length lrest inverse cx cy ax ay bx by_ wr
    result X Y ->
  finite X /\ finite Y /\ is_rounded_coordinate (real X) (px S) /\ is_rounded_coordinate (real Y) (py S).
Proof.
  destruct level_direction as (_ & Fcx & Fcy & Fax & Fay & _ & _ & Fx & Fy & Ex & Ey & D1 & D0 & T1 & T2).
  destruct (measure_level_constants _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ run) as (Eu & _).
  intros Hp. assert (V : X = fadd (fadd (if upright then fadd ax (fmul dhx wr) else cx) (fconst 0 0)) (fconst 0 0) /\
    Y = fadd (fadd (if upright then cy else fadd ay (fmul dhy wr)) (fconst 0 0)) (fconst 0 0)).
  { unfold fast_point_results in Hp. repeat match type of Hp with ex _ => destruct Hp as [? Hp] end. destruct Hp.
    rewrite <- Eu in upright_is. cbn [Z.eqb Pos.eqb] in *. subst. auto. }
  destruct V as [VX VY]. destruct zero_value as [Fz Ez].
  assert (Z2 : forall v : F double, finite v -> finite (fadd (fadd v (fconst 0 0)) (fconst 0 0)) /\
    real (fadd (fadd v (fconst 0 0)) (fconst 0 0)) = real v).
  { intros v Fv. destruct (fadd_exact v (fconst 0 0) v Fv Fz ltac:(lra)) as (F1 & E1).
    destruct (fadd_exact _ (fconst 0 0) v F1 Fz ltac:(lra)) as (F2 & E2). auto. }
  unfold S, surface_of. cbn [px py]. change (along_of 1 C A B) with (wu C A B / len2 A B). rewrite T1, T2, <- Ex, <- Ey.
  unfold wx, wy, A, C, point_of. cbn [px py]. rewrite VX, VY.
  destruct upright.
  - destruct (beside ax dhx Fax Fx D1) as (F1 & E1). destruct (Z2 _ F1) as (F2 & E2). destruct (Z2 _ Fcy) as (F3 & E3).
    do 2 (split; [assumption |]). rewrite E2, E1, E3, D0.
    replace (real ax + 0 + real wr * real dhx) with (real ax + real dhx * real wr) by ring.
    replace (real ay + (real cy - real ay) + real wr * 0) with (real cy) by ring.
    split; [apply rounded_once | apply rounded_exactly, real_in_format].
  - destruct (beside ay dhy Fay Fy D1) as (F1 & E1). destruct (Z2 _ F1) as (F2 & E2). destruct (Z2 _ Fcx) as (F3 & E3).
    do 2 (split; [assumption |]). rewrite E2, E1, E3, D0.
    replace (real ay + 0 + real wr * real dhy) with (real ay + real dhy * real wr) by ring.
    replace (real ax + (real cx - real ax) + real wr * 0) with (real cx) by ring.
    split; [apply rounded_exactly, real_in_format | apply rounded_once].
Qed.

End Level.
