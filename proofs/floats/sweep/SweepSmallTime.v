(* The time and the normal of a sweep of small integers: set_small_time and set_contact_by_quotient
   (src/sweep/sweep_small.h, src/sweep/sweep_double_double.c).

   If the length of the wall, or that of the motion of a graze, is a whole number of units, the time is a quotient of
   two exact numbers. The time that is returned is the largest double not after it. Each coordinate of the normal is
   that of the real unit vector, rounded once. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree SweepTime Bounded ErrorFreeTerms Geometry SweepErrors SweepSquares
  SweepAxis SweepGeometry SweepVectors SweepTerms SweepMiss SweepContact SweepFilter SweepFirst SweepStart
  SweepSmallGrid SweepSmallUnit SweepSmallTimes SweepSmallTerms SweepSmallEnd SweepSmallLength SweepSmall
  SweepLevelTime.
From Carom Require Terms_sweep Terms_small.
Import Terms_small.set_small_time_terms(set_small_time_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd fconst].

(* (n1, n2) is the unit vector at a right angle to (p1, p2) that points along (e1, e2), and its coordinates, rounded
   once, are nx and ny. *)
Definition normal_is (nx ny : D) (n1 n2 p1 p2 e1 e2 : R) :=
  finite nx /\ finite ny /\ real nx = rnd double n1 /\ real ny = rnd double n2 /\
  n1 * n1 + n2 * n2 = 1 /\ n1 * p1 + n2 * p2 = 0 /\ 0 < n1 * e1 + n2 * e2.

Definition not_tiny (n : R) := n = 0 \/ bpow radix2 (-28) <= Rabs n.

Lemma unit_coordinate (y len : D) P L : finite y -> finite len -> real y = P -> real len = L -> 0 < L -> Rabs P <= L ->
  finite (fadd (fdiv y len) (fconst 0 0)) /\ real (fadd (fdiv y len) (fconst 0 0)) = rnd double (P / L).
Proof.
  intros Fy Fl <- <- L0 B.
  assert (Q : Rabs (real y / real len) <= bpow radix2 0).
  { change (bpow radix2 0) with 1. unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (real len)) by lra.
    apply Rmult_le_reg_r with (real len); [exact L0 |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  destruct (fdiv_below y len 0 Fy ltac:(lra) ltac:(lia) Q) as ((Fd & _) & E).
  destruct (fadd_zero _ Fd) as [Ez Fz]. split; [exact Fz | now rewrite Ez].
Qed.

(* The normal from the vector p, its length and the side of e. *)
Lemma normal_right g (px_ py_ len : D) (left_ : bool) p1 p2 e1 e2 nx ny :
  finite px_ /\ real px_ = p1 -> finite py_ /\ real py_ = p2 -> finite len -> real len = norm p1 p2 -> 0 < norm p1 p2 ->
  (if left_ then 0 < p1 * e2 - p2 * e1 else p1 * e2 - p2 * e1 < 0) ->
  nx = fadd (fdiv (fmul (if left_ then fconst 1 0 else fneg (fconst 1 0)) (fneg py_)) len) (fconst 0 0) ->
  ny = fadd (fdiv (fmul (if left_ then fconst 1 0 else fneg (fconst 1 0)) px_) len) (fconst 0 0) ->
  below 210 px_ -> below 210 py_ -> on_grid g p1 -> on_grid g p2 -> norm p1 p2 <= bpow radix2 (27 + g) ->
  exists n1 n2, normal_is nx ny n1 n2 p1 p2 e1 e2 /\ not_tiny n1 /\ not_tiny n2.
Proof.
  intros (Fx & Ex) (Fy & Ey) Fl El P0 Side -> -> Bx By G1 G2 LL. pose proof (norm_square p1 p2) as NS.
  const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
  assert (Times : forall y : D, below 210 y ->
    finite (fmul (if left_ then fconst 1 0 else fneg (fconst 1 0)) y) /\
    real (fmul (if left_ then fconst 1 0 else fneg (fconst 1 0)) y) = if left_ then real y else - real y).
  { intros y B. assert (B1 : below 0 (if left_ then fconst 1 0 else fneg (fconst 1 0) : D)).
    { destruct left_; [| apply below_neg]; (split; [exact F1 |]); rewrite V1, Rabs_R1; simpl; lra. }
    pose proof (below_mul 0 210 _ _ ltac:(lia) B1 B) as B2. split; [apply B2 |].
    destruct (fmul_finite _ _ (proj1 B2)) as (_ & _ & ->). destruct left_.
    - rewrite V1, Rmult_1_l. apply rnd_of_format, real_in_format.
    - rewrite real_fneg, V1. replace (- (1) * real y) with (- real y) by ring.
        apply rnd_of_format, in_format_opp, real_in_format. }
  destruct (Times (fneg py_) (below_neg _ _ By)) as [Fa Ea]. destruct (Times px_ Bx) as [Fb Eb].
  rewrite real_fneg, Ey in Ea. rewrite Ex in Eb.
  set (s := if left_ then 1 else -1).
  assert (Ea' : real (fmul (if left_ then fconst 1 0 else fneg (fconst 1 0)) (fneg py_)) = s * - p2).
  { rewrite Ea. unfold s. destruct left_; ring. }
  assert (Eb' : real (fmul (if left_ then fconst 1 0 else fneg (fconst 1 0)) px_) = s * p1).
  { rewrite Eb. unfold s. destruct left_; ring. }
  assert (S2 : s * s = 1) by (unfold s; destruct left_; ring).
  assert (As : forall y, Rabs (s * y) = Rabs y).
  { intros y. rewrite Rabs_mult. unfold s. destruct left_; [rewrite Rabs_R1; ring | unfold Rabs at 1;
    destruct Rcase_abs; lra]. }
  assert (L1 : Rabs p1 <= norm p1 p2) by apply abs_le_norm.
  assert (L2 : Rabs p2 <= norm p1 p2) by (rewrite norm_swap; apply abs_le_norm).
  set (L := norm p1 p2) in *.
  assert (Tiny : forall y, on_grid g y -> not_tiny (s * y / L)).
  { intros y Gy. destruct (grid_least _ _ Gy) as [Z | Z]; [left; rewrite Z; unfold Rdiv; ring | right].
    unfold Rdiv. rewrite Rabs_mult, As, Rabs_inv, (Rabs_pos_eq L) by lra. apply Rmult_le_reg_r with L; [exact P0 |].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. eapply Rle_trans; [| exact Z].
    apply Rle_trans with (bpow radix2 (-28) * bpow radix2 (27 + g)).
    - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact LL].
    - rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (unit_coordinate _ len (s * - p2) L Fa Fl Ea' El P0) as [Fn1 En1]; [rewrite As, Rabs_Ropp; exact L2 |].
  destruct (unit_coordinate _ len (s * p1) L Fb Fl Eb' El P0) as [Fn2 En2]; [rewrite As; exact L1 |].
  exists (s * - p2 / L), (s * p1 / L). split; [| split; [apply Tiny; now apply grid_opp | now apply Tiny]].
  split; [exact Fn1 |]. split; [exact Fn2 |]. split; [exact En1 |]. split; [exact En2 |]. split; [| split].
  - replace (s * - p2 / L * (s * - p2 / L) + s * p1 / L * (s * p1 / L)) with (s * s * (p1 * p1 + p2 * p2) / (L * L))
      by (field; lra).
    rewrite S2, <- NS. field. lra.
  - field. lra.
  - replace (s * - p2 / L * e1 + s * p1 / L * e2) with (s * (p1 * e2 - p2 * e1) / L) by (field; lra).
    apply Rdiv_lt_0_compat; [| exact P0]. unfold s. destruct left_; lra.
Qed.

Lemma norm_at_most p1 p2 : norm p1 p2 <= Rabs p1 + Rabs p2.
Proof.
  pose proof (Rabs_pos p1). pose proof (Rabs_pos p2). apply norm_le; [lra |].
  assert (Q : forall y, y * y = Rabs y * Rabs y) by (intros y; rewrite <- Rabs_mult, Rabs_pos_eq; nra).
  rewrite (Q p1), (Q p2). nra.
Qed.

Section Small.
Variables (x : extent) (g : Z) (ux uy wx wy zx zy vx vy su r : D) (c v a b : point) (R : R).
Variables reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu : D.
Hypothesis Kv : small_vectors g ux uy wx wy zx zy vx vy su r c v a b R.
Hypothesis Ht : small_terms g c v a b R reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu.
Hypothesis R0 : 0 < R.

(* The time of a first contact of either kind. *)
Definition meets_at (kind : Z) (F : feature) t :=
  (kind = 2%Z -> grazes_at F x c v a b R t) /\ (kind = 3%Z -> hits_at F x c v a b R t).

(* The normal at this feature: that of the side, or at a right angle to the motion, towards the centre. *)
Definition normal_of (F : feature) (nx ny : D) (n1 n2 : RbaseSymbolsImpl.R) :=
  match F with
  | Side => normal_is nx ny n1 n2 (Geometry.ux a b) (Geometry.uy a b) (Geometry.wx c a) (Geometry.wy c a)
  | EndA => normal_is nx ny n1 n2 (px v) (py v) (Geometry.wx c a) (Geometry.wy c a)
  | EndB => normal_is nx ny n1 n2 (px v) (py v) (Geometry.zx c b) (Geometry.zy c b)
  end.

Lemma coordinates : below 210 ux /\ below 210 uy /\ below 210 vx /\ below 210 vy /\
  norm (Geometry.ux a b) (Geometry.uy a b) <= bpow radix2 (27 + g) /\ norm (px v) (py v) <= bpow radix2 (27 + g).
Proof.
  destruct Kv as [Hg (Fux & Eux & _) (Fuy & Euy & _) _ _ _ _ (Fvx & Evx & _) (Fvy & Evy & _) (_ & _ & _ & R1) _ S].
  pose proof (Rabs_pos (Geometry.ux a b)). pose proof (Rabs_pos (Geometry.uy a b)).
  pose proof (Rabs_pos (Geometry.wx c a)).
  pose proof (Rabs_pos (Geometry.wy c a)). pose proof (Rabs_pos (Geometry.zx c b)).
  pose proof (Rabs_pos (Geometry.zy c b)).
  pose proof (Rabs_pos (px v)). pose proof (Rabs_pos (py v)).
  assert (bpow radix2 (26 + g) <= bpow radix2 210) by (apply bpow_le; lia).
  pose proof (norm_at_most (Geometry.ux a b) (Geometry.uy a b)). pose proof (norm_at_most (px v) (py v)).
  assert (bpow radix2 (26 + g) <= bpow radix2 (27 + g)) by (apply bpow_le; lia).
  repeat split; auto; rewrite ?Eux, ?Euy, ?Evx, ?Evy; lra.
Qed.

Lemma order_of_quotient A B : 0 <= B -> 0 < A / B <= 1 -> 0 < A <= B.
Proof.
  intros B0 [Q0 Q1]. assert (N : B <> 0).
  { intros Z. unfold Rdiv in Q0. rewrite Z, Rinv_0, Rmult_0_r in Q0. lra. }
  assert (E : A = A / B * B) by (field; exact N).
  assert (A / B * B <= 1 * B) by (apply Rmult_le_compat_r; lra). assert (0 < A / B * B) by (apply Rmult_lt_0_compat;
    lra). lra.
Qed.

Lemma small_abs h t Z : small_value h t Z -> small_value h (fabs t) (Rabs Z).
Proof.
  intros (F & E & G & B). split; [now apply finite_fabs |]. rewrite real_fabs, E, Rabs_Rabsolu.
  split; [reflexivity |]. split; [now apply grid_abs | exact B].
Qed.

Lemma small_neg h t Z : small_value h t Z -> small_value h (fneg t) (- Z).
Proof.
  intros (F & E & G & B). split; [now apply finite_fneg |]. rewrite real_fneg, E, Rabs_Ropp.
  split; [reflexivity |]. split; [now apply grid_opp | exact B].
Qed.

Lemma small_sign h t Z : small_value h t Z -> Z <> 0 -> if flt (fconst 0 0) t then 0 < Z else Z < 0.
Proof.
  intros S N. pose proof (small_less _ _ _ _ _ (small_zero h) S) as L. destruct (flt (fconst 0 0) t); lra.
Qed.

(* R |u|, and how far the start lies beyond the line at distance R. *)
Lemma above_value len : finite len /\ real len = norm (Geometry.ux a b) (Geometry.uy a b)
  /\ on_grid g (norm (Geometry.ux a b) (Geometry.uy a b)) ->
  small_value (g + g) (fsub (fabs cross_start) (fmul r len)) (Rabs (cross c a b) - R * norm (Geometry.ux a b)
    (Geometry.uy a b)).
Proof.
  intros Hl. destruct Kv as [Hg _ _ _ _ _ _ _ _ (Fr & Er & Gr & _) _ S].
  pose proof (Rabs_pos (Geometry.ux a b)). pose proof (Rabs_pos (Geometry.uy a b)).
  pose proof (Rabs_pos (Geometry.wx c a)).
  pose proof (Rabs_pos (Geometry.wy c a)). pose proof (Rabs_pos (Geometry.zx c b)).
  pose proof (Rabs_pos (Geometry.zy c b)).
  pose proof (Rabs_pos (px v)). pose proof (Rabs_pos (py v)).
  pose proof (norm_at_most (Geometry.ux a b) (Geometry.uy a b)) as N.
  pose proof (norm_nonneg (Geometry.ux a b) (Geometry.uy a b)).
  assert (Rl : R * norm (Geometry.ux a b) (Geometry.uy a b) <= R * (Rabs (Geometry.ux a b) + Rabs (Geometry.uy a b)))
    by (apply Rmult_le_compat_l; lra).
  assert (Pl : 0 <= R * norm (Geometry.ux a b) (Geometry.uy a b)) by (apply Rmult_le_pos; lra).
  apply small_sum; [lia | apply small_abs, Ht | apply small_product; [exact Hg | auto | exact Hl | |];
    rewrite Rabs_pos_eq; lra |].
  rewrite Rabs_Rabsolu, (Rabs_pos_eq (R * _)) by exact Pl.
  replace (52 + (g + g))%Z with (26 + g + (26 + g))%Z by lia. rewrite bpow_plus.
  apply Rle_trans with ((Rabs (Geometry.ux a b) + Rabs (Geometry.uy a b)) * (Rabs (Geometry.wx c a) + Rabs (Geometry.wy
    c a) + R));
    [| apply Rmult_le_compat; lra].
  assert (X : Rabs (cross c a b) <= Rabs (Geometry.ux a b) * Rabs (Geometry.wy c a) + Rabs (Geometry.uy a b) * Rabs
    (Geometry.wx c a)).
  { unfold cross, Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, !Rabs_mult. lra. }
  assert (0 <= Rabs (Geometry.ux a b) * Rabs (Geometry.wx c a)) by now apply Rmult_le_pos.
  assert (0 <= Rabs (Geometry.uy a b) * Rabs (Geometry.wy c a)) by now apply Rmult_le_pos. lra.
Qed.

(* A graze is where the line of the path is a tangent. *)
Lemma graze_turn p e1 e2 : 0 < px v * px v + py v * py v ->
  dist2_at (moved c v (- (e1 * px v + e2 * py v) / (px v * px v + py v * py v))) p p 0 = R ^ 2 -> e1 = Geometry.wx c p
    -> e2 = Geometry.wy c p ->
  px v * e2 - py v * e1 <> 0.
Proof.
  intros V D -> -> Z. set (v2 := px v * px v + py v * py v) in *. set (e1 := Geometry.wx c p) in *.
  set (e2 := Geometry.wy c p) in *. set (ev := e1 * px v + e2 * py v) in *.
  assert (L : v2 * (e1 * e1 + e2 * e2) = (px v * e2 - py v * e1) ^ 2 + ev ^ 2) by (unfold v2, ev; ring).
  rewrite Z in L. set (t := - ev / v2) in *. assert (T : t * v2 = - ev) by (unfold t; field; lra).
  assert (Q : dist2_at (moved c v t) p p 0 = e1 * e1 + e2 * e2 + 2 * t * ev + t * (t * v2)).
  { unfold dist2_at, moved, ev, v2, e1, e2, Geometry.wx, Geometry.wy. simpl. ring. }
  rewrite Q, T in D. assert (v2 * R ^ 2 = 0).
  { rewrite <- D. replace (v2 * (e1 * e1 + e2 * e2 + 2 * t * ev + t * - ev)) with (v2 * (e1 * e1 + e2 * e2) + t * v2 *
    ev) by ring.
    rewrite L, T. ring. }
  assert (0 < v2 * R ^ 2) by (apply Rmult_lt_0_compat; [exact V | apply pow_lt; exact R0]). lra.
Qed.

Theorem small_time_right u1 u2 u3 u4 u5 kind f len above below_ nx ny :
  set_small_time_results u1 u2 u3 u4 u5 ux uy vx vy r len2 move2 cross_start cross_move cross_a cross_b wv zv kind f
    true len above below_ nx ny ->
  kind = 2%Z \/ kind = 3%Z -> small_decided x c v a b R kind f ->
  exists F A B, f = feature_number F /\ meets_at kind F (A / B) /\ 0 < A <= B /\
    small_value (g + g) above A /\ small_value (g + g) below_ B /\
    exists n1 n2, normal_of F (fadd (fdiv nx len) (fconst 0 0)) (fadd (fdiv ny len) (fconst 0 0)) n1 n2 /\
      not_tiny n1 /\ not_tiny n2.
Proof.
  intros H K D. destruct coordinates as (Bux & Buy & Bvx & Bvy & Lu & Lv).
  unfold set_small_time_results in H.
  destruct H as (is_side & if1 & at_a & square & q_length_1 & back_hi & back_lo & back_exp & toward & cross_ &
    q_above_1 & q_below_1 & left_x & left_y & is_left & scale & q_normal_x_1 & q_normal_y_1 & []).
  destruct if1; [discriminate E_result |]. cbv iota in *. symmetry in E_result.
  assert (Cases :
    (kind = 3%Z /\ f = 1%Z /\ hits_at Side x c v a b R
      ((Rabs (cross c a b) - R * norm (Geometry.ux a b) (Geometry.uy a b)) /
       Rabs (Geometry.ux a b * py v - Geometry.uy a b * px v))) \/
    (kind = 2%Z /\ f = 2%Z /\ grazes_at EndA x c v a b R
      (- (Geometry.wx c a * px v + Geometry.wy c a * py v) / (px v * px v + py v * py v))) \/
    (kind = 2%Z /\ f = 3%Z /\ grazes_at EndB x c v a b R
      (- (Geometry.zx c b * px v + Geometry.zy c b * py v) / (px v * px v + py v * py v)))).
  { destruct D as (_ & D2 & D3). destruct K as [K | K].
    - right. destruct (D2 K) as [[G1 G2] | [G1 G2]]; [left | right]; auto.
    - destruct (D3 K) as [[G1 G2] | [[G1 _] | [G1 _]]]; [left; auto | |]; exfalso; rewrite E_is_side, G1, K in E_if1;
        discriminate E_if1. }
  destruct Kv as [Hg Hux Huy _ _ _ _ Hvx Hvy Hr _ _]. pose proof Ht as [_ T_len2 T_move2 T_start T_move T_a T_b T_wv
    T_zv _ _ _].
  destruct Cases as [(Kk & Kf & M) | [(Kk & Kf & M) | (Kk & Kf & M)]]; rewrite Kf in E_is_side, E_at_a;
    [change (1 =? 1)%Z with true in E_is_side | change (2 =? 1)%Z with false in E_is_side;
      change (2 =? 2)%Z with true in E_at_a
      | change (3 =? 1)%Z with false in E_is_side; change (3 =? 2)%Z with false in E_at_a];
    subst is_side; try subst at_a; cbv iota in *; subst len above below_ nx ny q_above_1 q_below_1 q_normal_x_1
      q_normal_y_1 left_x left_y
      scale is_left toward cross_ square.
  - (* the side *)
    exists Side, (Rabs (cross c a b) - R * norm (Geometry.ux a b) (Geometry.uy a b)),
      (Rabs (Geometry.ux a b * py v - Geometry.uy a b * px v)).
    split; [exact Kf |]. split; [split; [rewrite Kk; discriminate | intros _; exact M] |].
    destruct (order_of_quotient _ _ (Rabs_pos _) (proj1 M)) as [O1 O2]. split; [split; assumption |].
    assert (L0 : 0 < Geometry.len2 a b).
    { destruct (len2_nonneg a b) as [L | L]; [exact L |]. exfalso. unfold Geometry.len2 in L.
      assert (Geometry.ux a b = 0 /\ Geometry.uy a b = 0) as [Z1 Z2] by (split; nra).
      assert (Y0 : Geometry.ux a b * py v - Geometry.uy a b * px v = 0) by (rewrite Z1, Z2; ring).
      rewrite Y0, Rabs_R0 in O2. lra. }
    subst q_length_1.
    destruct (length_exact g len2 back_hi back_lo back_exp _ Hg T_len2 L0 E_wide_of_product E_result) as (Fl & El & Gl).
    change (sqrt (Geometry.len2 a b)) with (norm (Geometry.ux a b) (Geometry.uy a b)) in El, Gl.
    split; [apply above_value; auto |]. split; [now apply small_abs |]. cbv zeta.
    assert (NX : cross c a b <> 0).
    { intros Z. rewrite Z, Rabs_R0 in O1. assert (0 <= R * norm (Geometry.ux a b) (Geometry.uy a b))
      by (apply Rmult_le_pos; [lra | apply norm_nonneg]). lra. }
    unfold normal_of. apply (normal_right g ux uy (fsqrt len2) (flt (fconst 0 0) cross_start)); auto; try tauto.
    + now apply sqrt_lt_R0.
    + exact (small_sign _ _ _ T_start NX).
  - (* end a *)
    exists EndA, (- (Geometry.wx c a * px v + Geometry.wy c a * py v)), (px v * px v + py v * py v).
    split; [exact Kf |]. split; [split; [intros _; exact M | rewrite Kk; discriminate] |].
    destruct (order_of_quotient _ (px v * px v + py v * py v) ltac:(nra) (proj1 M)) as [O1 O2]. split; [split;
      assumption |].
    assert (V0 : 0 < px v * px v + py v * py v) by lra. subst q_length_1.
    destruct (length_exact g move2 back_hi back_lo back_exp _ Hg T_move2 V0 E_wide_of_product E_result) as (Fl & El &
      Gl).
    split; [now apply small_neg |]. split; [exact T_move2 |]. cbv zeta.
    assert (NX : px v * Geometry.wy c a - py v * Geometry.wx c a <> 0).
    { destruct M as (_ & _ & (s & [_ ->] & Ds & _) & _). apply (graze_turn a); try reflexivity; [exact V0 |].
      rewrite <- Ds. unfold dist2_at. ring. }
    unfold normal_of. apply (normal_right g vx vy (fsqrt move2) (flt (fconst 0 0) cross_a)); auto; try tauto.
    + now apply sqrt_lt_R0.
    + exact (small_sign _ _ _ T_a NX).
  - (* end b *)
    exists EndB, (- (Geometry.zx c b * px v + Geometry.zy c b * py v)), (px v * px v + py v * py v).
    split; [exact Kf |]. split; [split; [intros _; exact M | rewrite Kk; discriminate] |].
    destruct (order_of_quotient _ (px v * px v + py v * py v) ltac:(nra) (proj1 M)) as [O1 O2]. split; [split;
      assumption |].
    assert (V0 : 0 < px v * px v + py v * py v) by lra. subst q_length_1.
    destruct (length_exact g move2 back_hi back_lo back_exp _ Hg T_move2 V0 E_wide_of_product E_result) as (Fl & El &
      Gl).
    split; [now apply small_neg |]. split; [exact T_move2 |]. cbv zeta.
    assert (NX : px v * Geometry.zy c b - py v * Geometry.zx c b <> 0).
    { destruct M as (_ & _ & (s & [_ ->] & Ds & _) & _). apply (graze_turn b); try reflexivity; [exact V0 |].
      rewrite <- Ds. unfold dist2_at. ring. }
    unfold normal_of. apply (normal_right g vx vy (fsqrt move2) (flt (fconst 0 0) cross_b)); auto; try tauto.
    + now apply sqrt_lt_R0.
    + exact (small_sign _ _ _ T_b NX).
Qed.
End Small.
