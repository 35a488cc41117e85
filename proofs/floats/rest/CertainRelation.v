(* The branch-free filter of the relation: if certain_relation is certain, the relation is right and the input valid.
   docs/exactness.md, "Stage 1 of the relation". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Approx Geometry Products Points ReachBound Reach RelationBound NonnegSums
  Terms_relation.

Open Scope R_scope.
Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* What underflow can lose, in proportion to |u|^2 >= 2^-481. *)
Lemma small_eta2 L : bpow radix2 (-481) <= L ->
  64 * eta double <= (u double * L) * (u double * L) /\
  1000 * eta double <= u double * (u double * L) /\ 1000 * bpow radix2 (-1022) <= u double * L.
Proof.
  intros H. pose proof (bpow_gt_0 radix2 (-481)) as B. pose proof (u_pos double) as u0.
  assert (U : u double = bpow radix2 (-53)) by reflexivity.
  assert (UL : bpow radix2 (-534) <= u double * L).
  { replace (bpow radix2 (-534)) with (u double * bpow radix2 (-481)) by (rewrite U, <- bpow_plus; reflexivity).
    apply Rmult_le_compat_l; lra. } pose proof (bpow_gt_0 radix2 (-534)) as B2.
  assert (K : forall k, 1000 * bpow radix2 k <= bpow radix2 (k + 10)).
  { intros k. rewrite bpow_plus. change (bpow radix2 10) with 1024. pose proof (bpow_gt_0 radix2 k). lra. }
  repeat split.
  - apply Rle_trans with (bpow radix2 (-534) * bpow radix2 (-534)); [| apply Rmult_le_compat; lra].
    unfold eta. change 64 with (bpow radix2 6). rewrite <- !bpow_plus. apply bpow_le. simpl. lia.
  - apply Rle_trans with (u double * bpow radix2 (-534)); [| apply Rmult_le_compat_l; lra].
    eapply Rle_trans; [apply K |]. rewrite U, <- bpow_plus. apply bpow_le. simpl. lia.
  - eapply Rle_trans; [apply K |]. eapply Rle_trans; [| exact UL]. apply bpow_le. lia.
Qed.

Lemma factor48_value : finite (fconst 1 (-48) : F double) /\ real (fconst 1 (-48) : F double) = 32 * u double.
Proof.
  constant_of double 1%Z (-48)%Z. destruct C as [C1 C2]. split; [assumption |]. rewrite C2, u_double. simpl. lra.
Qed.

(* A product of two factors that are rounded once is not much smaller than the true one. *)
Lemma product_size (p q v : F double) (x y : R) :
  approx p x (Rabs x) 1 0 -> approx q y (Rabs y) 1 0 -> v = fmul p q -> finite v ->
  Rabs x * Rabs y - (3004/1000 * (u double * (Rabs x * Rabs y)) + eta double) <= Rabs (real v).
Proof.
  intros Hp Hq -> Fv. destruct (product_of_rounded _ _ _ _ _ _ Hp Hq Fv) as (_ & _ & HE).
  pose proof (e_double 3 ltac:(lia)) as E3. simpl INR in E3. pose proof (u_pos double).
  assert (P0 : 0 <= Rabs x * Rabs y) by (apply Rmult_le_pos; apply Rabs_pos).
  assert (HE' : Rabs (real (fmul p q) - x * y) <= 3004/1000 * (u double * (Rabs x * Rabs y)) + eta double).
  { eapply Rle_trans; [exact HE |]. apply Rplus_le_compat_r.
    replace (3004/1000 * (u double * (Rabs x * Rabs y))) with (3004/1000 * u double * (Rabs x * Rabs y)) by ring.
    apply Rmult_le_compat_r; [exact P0 | lra]. }
  assert (Rabs x * Rabs y <= Rabs (real (fmul p q)) + Rabs (real (fmul p q) - x * y)); [| lra].
  rewrite <- Rabs_mult, (Rabs_minus_sym (real (fmul p q))).
  replace (x * y) with (real (fmul p q) + (x * y - real (fmul p q))) at 1 by ring. apply Rabs_triang.
Qed.

(* x plus 8 u times a sum near z, both rounded: at least x + 7.9 u z, but for a rounding of x. *)
Lemma added_share (x s : F double) (z t : R) :
  finite (fadd x (fmul (fconst 1 (-50)) s)) -> 0 <= real x -> 0 <= z -> 0 <= t -> t <= z \/ t <= 100 * eta double ->
  999/1000 * z - t <= real s -> 0 <= real s ->
  79/10 * (u double * z) - 2 * eta double - 8 * (u double * t) - u double * real x <= real (fadd x (fmul (fconst 1
    (-50)) s)) - real x.
Proof.
  intros F X Z T _ S S0. destruct eighth_value as [F50 E50]. pose proof (u_pos double) as u0. pose proof u_double as
    ud0.
  pose proof (eta_pos double) as h0.
  destruct (fadd_finite _ _ F) as (_ & Fa & _). destruct (fmul_finite _ _ Fa) as (_ & Fs & Ea). rewrite E50 in Ea.
  assert (D2 : 8 * u double * real s * (1 - u double) - eta double <= real (fmul (fconst 1 (-50)) s)).
  { rewrite Ea. apply rnd_down. apply Rmult_le_pos; lra. }
  assert (X0 : 0 <= real (fmul (fconst 1 (-50)) s)) by (rewrite Ea; apply rnd_nonneg, Rmult_le_pos; lra).
  pose proof (sum_down _ _ F X X0) as D3. set (y := real (fmul (fconst 1 (-50)) s)) in *.
  assert (us : u double * (999/1000 * z - t) <= u double * real s) by (apply Rmult_le_compat_l; lra).
  assert (us0 : 0 <= u double * real s) by (apply Rmult_le_pos; lra).
  assert (us2 : u double * (u double * real s) <= / 1000000 * (u double * real s)).
  { apply Rmult_le_compat_r; [exact us0 | rewrite ud0; lra]. }
  assert (uy' : u double * y <= / 1000000 * y) by (apply Rmult_le_compat_r; [exact X0 | rewrite ud0; lra]).
  assert (uz : 0 <= u double * z) by (apply Rmult_le_pos; lra). assert (ut : 0 <= u double * t) by (apply Rmult_le_pos;
    lra).
  assert (Y : 8 * (u double * real s) * (999999/1000000) - eta double <= y) by lra. lra.
Qed.

Section Relate.
Variables cx cy r ax ay bx by_ wr : F double.
Variable x : Z.
Variables ux uy wx wy zx zy w2 z2 len2 reach rim dot_x dot_y cross_x cross_y dot cross from_a m cross_most m_most lhs
  rhs
  most ahead error rim2 far2 : F double.
Variables is_over is_out is_in is_certain : bool.
Variables over in_ result : Z.
Hypothesis run : certain_relation cx cy r ax ay bx by_ wr x ux uy wx wy zx zy w2 z2 len2 reach rim dot_x dot_y cross_x
  cross_y dot cross from_a m cross_most m_most lhs rhs most ahead error rim2 far2 is_over is_out is_in is_certain over
    in_
  result.
Hypothesis certain : is_certain = true.

Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let R := real r + real wr.
Let L := Geometry.len2 A B.
Let K := Geometry.cross C A B.
Let M := Geometry.off C A B.
Let ud := u double.
(* The sums of the magnitudes of the terms of u x w and of w.u. *)
Let KT := Rabs (real bx - real ax) * Rabs (real cy - real ay) + Rabs (real by_ - real ay) * Rabs (real cx - real ax).
Let NT := Rabs (real cx - real ax) * Rabs (real bx - real ax) + Rabs (real cy - real ay) * Rabs (real by_ - real ay).

Lemma relate_tests :
  flt error (fabs ahead) = true /\ fle (fconst 1 (-480)) len2 = true /\ nonneg r /\ nonneg wr /\
  orb (orb (negb is_over) is_out) is_in = true /\ x = 0%Z.
Proof.
  destruct run as [_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E _ _ _].
  rewrite certain in E. symmetry in E. rewrite !andb_true_iff in E. destruct E as (((((H1 & H2) & H3) & H4) & H5) & H6).
  apply Z.eqb_eq in H6. repeat split; auto using nonneg_from_zero.
Qed.

Lemma nonneg_terms : nonneg len2 /\ nonneg cross /\ nonneg m /\ nonneg most /\ nonneg lhs /\ nonneg rhs /\
  nonneg (fmul (fconst 1 (-50)) (fadd (fabs cross_x) (fabs cross_y))) /\
  nonneg (fmul (fconst 1 (-50)) (fadd (fadd (fabs dot_x) (fabs dot_y)) len2)) /\
  nonneg (fmul (fconst 1 (-48)) (fadd most rhs)).
Proof.
  destruct relate_tests as (_ & HL & _).
  destruct eighth_value as [F50 E50]. destruct factor48_value as [F48 E48]. pose proof (u_pos double) as u0.
  assert (N50 : nonneg (fconst 1 (-50) : F double)) by (apply nonneg_of_real; [assumption | lra]).
  assert (N48 : nonneg (fconst 1 (-48) : F double)) by (apply nonneg_of_real; [assumption | lra]).
  assert (Nl : nonneg len2).
  { destruct least_len2_value as [Fk Ek]. apply fle_nonneg with (fconst 1 (-480)); auto.
    rewrite Ek. apply bpow_ge_0. }
  destruct run as [_ _ _ _ _ _ _ _ _ E_reach _ _ _ _ _ _ E_cross _ E_m _ _ E_lhs E_rhs E_most _ _ _ _ _ _ _ _ _ _ _].
  assert (Nlhs : nonneg lhs) by (rewrite E_lhs; apply nonneg_fadd; apply nonneg_square).
  assert (Nmost : nonneg most) by (rewrite E_most; apply nonneg_fadd; apply nonneg_square).
  assert (Nrhs : nonneg rhs) by (rewrite E_rhs; apply nonneg_fmul; [apply nonneg_square | exact Nl]).
  repeat split; auto.
  - rewrite E_cross. apply nonneg_fabs.
  - rewrite E_m. apply nonneg_fabs.
  - apply nonneg_fmul; [exact N50 |]. apply nonneg_fadd; apply nonneg_fabs.
  - apply nonneg_fmul; [exact N50 |]. apply nonneg_fadd; [apply nonneg_fadd; apply nonneg_fabs | exact Nl].
  - apply nonneg_fmul; [exact N48 |]. now apply nonneg_fadd.
Qed.

Lemma finite_sides : finite most /\ finite lhs /\ finite rhs /\ finite error /\ finite cross_most /\ finite m_most.
Proof.
  destruct relate_tests as (H & _). destruct nonneg_terms as (Nl & Nc & Nm & Nmost & Nlhs & Nrhs & X50 & Y50 & Z48).
  destruct run as [_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_cm E_mm E_lhs _ E_most _ E_error _ _ _ _ _ _ _ _ _].
  destruct (is_finite most) eqn:Fmost.
  - assert (Q : finite cross_most /\ finite m_most /\ finite (fmul cross_most cross_most) /\
    finite (fmul m_most m_most)).
    { assert (Fm : finite most) by exact Fmost. rewrite E_most in Fm. destruct (fadd_finite _ _ Fm) as (F1 & F2 & _).
      destruct (fmul_finite _ _ F1) as (F3 & _). destruct (fmul_finite _ _ F2) as (F4 & _). auto. }
    destruct Q as (Fcm & Fmm & Fc2 & Fm2).
    assert (Fc : finite cross) by (rewrite E_cm in Fcm; now destruct (fadd_finite _ _ Fcm)).
    assert (Fm : finite m) by (rewrite E_mm in Fmm; now destruct (fadd_finite _ _ Fmm)).
    assert (Cc : 0 <= real cross <= real cross_most).
    { split; [now apply nonneg_real |]. rewrite E_cm in Fcm |- *. apply sum_not_below; [exact Fcm |
      now apply nonneg_real]. }
    assert (Cm : 0 <= real m <= real m_most).
    { split; [now apply nonneg_real |]. rewrite E_mm in Fmm |- *. apply sum_not_below; [exact Fmm |
      now apply nonneg_real]. }
    destruct (square_finite _ _ Fc2 Fc Cc) as [F5 B5]. destruct (square_finite _ _ Fm2 Fm Cm) as [F6 B6].
    assert (Flhs : finite lhs).
    { rewrite E_lhs. apply sum_finite with (fmul cross_most cross_most) (fmul m_most m_most); auto.
      rewrite <- E_most. exact Fmost. }
    assert (Fd : finite (fsub most lhs)) by (apply fsub_nonneg_finite; auto using nonneg_real).
    assert (Fe : finite error) by (rewrite E_error in H |- *; now apply flt_sum_finite with (fabs ahead)).
    assert (Frhs : finite rhs).
    { rewrite E_error in Fe. destruct (fadd_finite _ _ Fe) as (_ & F7 & _). destruct (fmul_finite _ _ F7) as (_ & F8 &
      _).
      now destruct (fadd_finite _ _ F8) as (_ & F9 & _). }
    repeat split; assumption.
  - exfalso.
    assert (Nd : nonneg (fsub most lhs)) by now apply nonneg_difference_of_overflow.
    assert (Fe : finite error) by (apply flt_finite with (fabs ahead); [exact H | rewrite E_error;
      now apply nonneg_fadd]).
    rewrite E_error in Fe. destruct (fadd_finite _ _ Fe) as (Fd & _). destruct (fsub_finite _ _ Fd) as (Fm & _).
    unfold finite in Fm. congruence.
Qed.

Lemma finite_steps : finite len2 /\ finite cross /\ finite m /\ finite dot /\ finite (fmul reach reach) /\
  finite cross_x /\ finite cross_y /\ finite dot_x /\ finite dot_y.
Proof.
  destruct finite_sides as (_ & _ & Frhs & _ & Fcm & Fmm).
  destruct run as [_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_dot E_cross _ E_m E_cm E_mm _ E_rhs _ _ _ _ _ _ _ _ _ _ _ _].
  rewrite E_cm in Fcm. rewrite E_mm in Fmm. rewrite E_rhs in Frhs.
  destruct (fadd_finite _ _ Fcm) as (F1 & _). destruct (fadd_finite _ _ Fmm) as (F2 & _).
  destruct (fmul_finite _ _ Frhs) as (F3 & F4 & _).
  assert (G1 := F1). rewrite E_cross in G1. apply fabs_finite in G1. destruct (fsub_finite _ _ G1) as (G2 & G3 & _).
  assert (G4 := F2). rewrite E_m in G4. apply fabs_finite in G4. destruct (fsub_finite _ _ G4) as (G5 & _).
  assert (G6 := G5). rewrite E_dot in G6. destruct (fadd_finite _ _ G6) as (G7 & G8 & _). repeat split; assumption.
Qed.

Lemma input_finite :
  finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite r /\ finite wr /\
  finite ux /\ finite uy /\ finite wx /\ finite wy.
Proof.
  destruct finite_steps as (_ & _ & _ & _ & F2 & Fx & Fy & _).
  destruct run as [E_ux E_uy E_wx E_wy _ _ _ _ _ E_reach _ _ _ E_cx E_cy _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _].
  rewrite E_cx in Fx. rewrite E_cy in Fy. destruct (fmul_finite _ _ Fx) as (F3 & F4 & _).
  destruct (fmul_finite _ _ Fy) as (F5 & F6 & _). destruct (fmul_finite _ _ F2) as (F7 & _).
  assert (G3 := F3). assert (G4 := F4). assert (G5 := F5). assert (G6 := F6).
  rewrite E_ux in G3. rewrite E_wy in G4. rewrite E_uy in G5. rewrite E_wx in G6. rewrite E_reach in F7.
  finite_back G3. finite_back G4. finite_back G5. finite_back G6. finite_back F7. repeat split; assumption.
Qed.

Lemma approx_len2 : approx len2 L L 4 (3 * eta double).
Proof.
  destruct run as [E_ux E_uy _ _ _ _ _ _ E_len2 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _].
  pose proof (approx_sub_exact bx ax) as Hx. pose proof (approx_sub_exact by_ ay) as Hy.
  rewrite <- E_ux in Hx. rewrite <- E_uy in Hy. rewrite E_len2.
  eapply approx_weaken; [exact (approx_dot _ _ _ _ _ _ _ _ _ _ _ _ Hx Hx Hy Hy) | | lia | lra].
  rewrite <- !Rabs_mult, !Rabs_pos_eq by apply Rle_0_sqr. apply Rle_refl.
Qed.

Lemma len2_is : bpow radix2 (-481) <= L /\ Rabs (real len2 - L) <= 4004/1000 * (ud * L) + 3 * eta double.
Proof.
  destruct finite_steps as (Fl & _). destruct relate_tests as (_ & HL & _).
  destruct (approx_len2 Fl) as (_ & _ & HE). pose proof (e_double 4 ltac:(lia)) as E4. simpl INR in E4.
  pose proof (u_pos double) as u0. pose proof u_double as ud0.
  assert (L0 : 0 <= L) by apply Geometry.len2_nonneg.
  assert (HE' : Rabs (real len2 - L) <= 4004/1000 * (ud * L) + 3 * eta double).
  { eapply Rle_trans; [exact HE |]. apply Rplus_le_compat_r.
    replace (4004/1000 * (ud * L)) with (4004/1000 * ud * L) by ring. apply Rmult_le_compat_r; [exact L0 | unfold ud;
      lra]. }
  split; [| exact HE'].
  destruct least_len2_value as [Fk Ek]. apply fle_real in HL; [| assumption | assumption]. rewrite Ek in HL.
  assert (D : bpow radix2 (-480) = 2 * bpow radix2 (-481)).
  { change (-480)%Z with (1 + -481)%Z. rewrite bpow_plus. reflexivity. }
  destruct (small_eta2 _ (Rle_refl (bpow radix2 (-481)))) as (_ & E1 & _).
  pose proof (bpow_gt_0 radix2 (-481)) as B0. rewrite ud0 in E1.
  apply Rabs_le_inv in HE'. destruct HE' as [_ HE']. unfold ud in HE'. rewrite ud0 in HE'. lra.
Qed.

Lemma L_pos : 0 < L.
Proof. destruct len2_is. pose proof (bpow_gt_0 radix2 (-481)). lra. Qed.

Lemma terms_nonneg : 0 <= KT /\ 0 <= NT /\ Rabs K <= KT /\ Rabs M <= NT.
Proof.
  assert (P : forall p q s t, 0 <= Rabs p * Rabs q + Rabs s * Rabs t).
  { intros. apply Rplus_le_le_0_compat; apply Rmult_le_pos; apply Rabs_pos. }
  repeat split; try apply P.
  - unfold KT, K, Geometry.cross. simpl. rewrite <- !Rabs_mult. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp. apply Rle_refl.
  - apply Rle_trans with (Rabs (Geometry.wu C A B)).
    + unfold M, Geometry.off, clamp. pose proof (Geometry.len2_nonneg A B). generalize dependent (Geometry.len2 A B).
      intros l Hl. generalize (Geometry.wu C A B). intros n. min_max_cases; unfold Rabs; repeat destruct Rcase_abs; lra.
    + unfold NT, Geometry.wu. simpl. rewrite <- !Rabs_mult. apply Rabs_triang.
Qed.

(* |u x w| and the number that the code adds to it. *)
Lemma cross_is :
  0 <= real cross /\ Rabs (real cross - Rabs K) <= 4004/1000 * (ud * KT) + 3 * eta double /\
  68/10 * (ud * KT) - 6 * eta double <= real cross_most - real cross /\ real cross <= real cross_most.
Proof.
  destruct finite_sides as (_ & _ & _ & _ & Fcm & _). destruct finite_steps as (_ & Fc & _ & _ & _ & Fx & Fy & _).
  destruct nonneg_terms as (_ & Nc & _ & _ & _ & _ & X50 & _). destruct eighth_value as [F50 E50].
  destruct terms_nonneg as (KT0 & _ & KK & _).
  pose proof (u_pos double) as u0. pose proof u_double as ud0. pose proof (eta_pos double) as h0. fold ud in u0, ud0,
    E50.
  destruct run as [E_ux E_uy E_wx E_wy _ _ _ _ _ _ _ _ _ E_cx E_cy _ E_cross _ _ E_cm _ _ _ _ _ _ _ _ _ _ _ _ _ _ _].
  pose proof (approx_sub_exact bx ax) as Hx. pose proof (approx_sub_exact by_ ay) as Hy.
  pose proof (approx_sub_exact cx ax) as Vx. pose proof (approx_sub_exact cy ay) as Vy.
  rewrite <- E_ux in Hx. rewrite <- E_uy in Hy. rewrite <- E_wx in Vx. rewrite <- E_wy in Vy.
  assert (A1 : Rabs (real cross - Rabs K) <= 4004/1000 * (ud * KT) + 3 * eta double).
  { assert (H : approx cross (Rabs K) KT 4 (3 * eta double)).
    { rewrite E_cross, E_cx, E_cy. apply approx_abs. exact (approx_cross _ _ _ _ _ _ _ _ _ _ _ _ Hx Vy Hy Vx). }
    destruct (H Fc) as (_ & _ & HE). pose proof (e_double 4 ltac:(lia)) as E4. simpl INR in E4.
    eapply Rle_trans; [exact HE |]. apply Rplus_le_compat_r.
    replace (4004/1000 * (ud * KT)) with (4004/1000 * ud * KT) by ring. apply Rmult_le_compat_r; [exact KT0 | unfold ud;
      lra]. }
  pose proof (product_size _ _ cross_x _ _ Hx Vy E_cx Fx) as Q1.
  pose proof (product_size _ _ cross_y _ _ Hy Vx E_cy Fy) as Q2.
  set (k1 := Rabs (real bx - real ax) * Rabs (real cy - real ay)) in *.
  set (k2 := Rabs (real by_ - real ay) * Rabs (real cx - real ax)) in *.
  assert (KTk : KT = k1 + k2) by reflexivity.
  rewrite E_cm in Fcm. destruct (fadd_finite _ _ Fcm) as (_ & Fa & _). destruct (fmul_finite _ _ Fa) as (_ & Fs & _).
  pose proof (sum_down _ _ Fs) as D1. rewrite !real_fabs in D1. specialize (D1 (Rabs_pos _) (Rabs_pos _)).
  assert (Z0 : 0 <= real (fadd (fabs cross_x) (fabs cross_y))).
  { apply nonneg_real, nonneg_fadd; apply nonneg_fabs. }
  pose proof (sum_not_below _ _ Fcm (nonneg_real _ X50)) as D4. rewrite <- E_cm in D4.
  split; [now apply nonneg_real |]. split; [exact A1 |]. split; [| exact D4].
  assert (uKT : ud * KT <= / 1000000 * KT) by (apply Rmult_le_compat_r; [exact KT0 | rewrite ud0; lra]).
  assert (uKT0 : 0 <= ud * KT) by (apply Rmult_le_pos; lra).
  assert (Z1 : 999/1000 * KT - 3 * eta double <= real (fadd (fabs cross_x) (fabs cross_y))).
  { assert (S : KT - 3004/1000 * (ud * KT) - 2 * eta double <= Rabs (real cross_x) + Rabs (real cross_y)).
    { rewrite KTk. unfold ud. lra. }
    assert (S' : (Rabs (real cross_x) + Rabs (real cross_y)) * (999999/1000000) <=
      (Rabs (real cross_x) + Rabs (real cross_y)) * (1 - ud)).
    { apply Rmult_le_compat_l; [pose proof (Rabs_pos (real cross_x)); pose proof (Rabs_pos (real cross_y)); lra |
      rewrite ud0; lra]. }
    fold ud in D1. lra. }
  assert (h3 : 0 <= 3 * eta double) by lra.
  pose proof (added_share _ _ KT (3 * eta double) Fcm (nonneg_real _ Nc) KT0 h3 ltac:(right; lra) Z1 Z0) as D5.
  rewrite <- E_cm in D5. fold ud in D5.
  assert (uh : ud * (3 * eta double) <= / 1000000 * (3 * eta double)) by (apply Rmult_le_compat_r; [lra | rewrite ud0;
    lra]).
  assert (ukt2 : ud * (ud * KT) <= / 1000000 * (ud * KT)) by (apply Rmult_le_compat_r; [exact uKT0 | rewrite ud0; lra]).
  assert (Z6 : ud * real cross <= ud * (KT + (4004/1000 * (ud * KT) + 3 * eta double))).
  { apply Rmult_le_compat_l; [lra |]. apply Rabs_le_inv in A1. destruct A1. lra. }
  lra.
Qed.

(* The same of what a clamp takes off w.u; here the number exceeds the error by 3 eps |u|^2. *)
Lemma m_is :
  0 <= real m /\ Rabs (real m - Rabs M) <= 502/100 * (ud * NT) + 405/100 * (ud * L) /\
  66/10 * (ud * NT) + 78/10 * (ud * L) <= real m_most - real m.
Proof.
  destruct finite_sides as (_ & _ & _ & _ & _ & Fmm). destruct finite_steps as (Fl & _ & Fm & Fd & _ & _ & _ & Fx & Fy).
  destruct nonneg_terms as (Nl & _ & Nm & _ & _ & _ & _ & Y50 & _).
  destruct terms_nonneg as (_ & NT0 & _ & MN). destruct len2_is as [HL DL]. destruct (small_eta2 L HL) as (_ & E1 & E2).
  pose proof (u_pos double) as u0. pose proof u_double as ud0. pose proof (eta_pos double) as h0. pose proof L_pos as
    L0.
  fold ud in u0, ud0, E1, E2. pose proof (bpow_gt_0 radix2 (-1022)) as t0.
  destruct run as [E_ux E_uy E_wx E_wy _ _ _ _ _ _ _ E_dx E_dy _ _ E_dot _ E_from E_m _ E_mm _ _ _ _ _ _ _ _ _ _ _ _ _
    _].
  pose proof (approx_sub_exact bx ax) as Hx. pose proof (approx_sub_exact by_ ay) as Hy.
  pose proof (approx_sub_exact cx ax) as Vx. pose proof (approx_sub_exact cy ay) as Vy.
  rewrite <- E_ux in Hx. rewrite <- E_uy in Hy. rewrite <- E_wx in Vx. rewrite <- E_wy in Vy.
  assert (uNT : 0 <= ud * NT) by (apply Rmult_le_pos; lra). assert (uL : 0 <= ud * L) by (apply Rmult_le_pos; lra).
  (* w.u *)
  assert (DD : Rabs (real dot - Geometry.wu C A B) <= 4004/1000 * (ud * NT) + 3 * eta double).
  { assert (H : approx dot (Geometry.wu C A B) NT 4 (3 * eta double)).
    { rewrite E_dot, E_dx, E_dy. exact (approx_dot _ _ _ _ _ _ _ _ _ _ _ _ Vx Hx Vy Hy). }
    destruct (H Fd) as (_ & _ & HE). pose proof (e_double 4 ltac:(lia)) as E4. simpl INR in E4.
    eapply Rle_trans; [exact HE |]. apply Rplus_le_compat_r.
    replace (4004/1000 * (ud * NT)) with (4004/1000 * ud * NT) by ring. apply Rmult_le_compat_r; [exact NT0 | unfold ud;
      lra]. }
  (* the clamp *)
  destruct (clamp_of_code dot len2 from_a Fd Fl E_from) as [Fs Es].
  assert (Fm' := Fm). rewrite E_m in Fm'. apply fabs_finite in Fm'. destruct (fsub_finite _ _ Fm') as (_ & _ & Em).
  assert (Rm : real m = Rabs (real (fsub dot (if flt from_a len2 then from_a else len2)))) by (rewrite E_m;
    apply real_fabs).
  rewrite Em, Es in Rm. set (s := clamp_from (bpow radix2 (-1022)) (real dot) (real len2)) in *.
  pose proof (off_error (bpow radix2 (-1022)) (Geometry.wu C A B) L (real dot) (real len2) (bpow_ge_0 _ _) (Rlt_le _ _
    L0)) as O.
  fold s in O. change (Geometry.wu C A B - Rmin (Rmax (Geometry.wu C A B) 0) L) with M in O.
  assert (Rr : Rabs (rnd double (real dot - s) - (real dot - s)) <= ud * Rabs (real dot - s)).
  { unfold Rminus at 2 4. apply rnd_sum_error; [apply real_in_format |].
    apply generic_format_opp. rewrite <- Es. apply real_in_format. }
  set (d := Rabs (real dot - Geometry.wu C A B) + Rabs (real len2 - L) + bpow radix2 (-1022)) in *.
  assert (d0 : 0 <= d).
  { unfold d. pose proof (Rabs_pos (real dot - Geometry.wu C A B)). pose proof (Rabs_pos (real len2 - L)). lra. }
  assert (u2L : ud * (ud * L) <= / 1000000 * (ud * L)) by (apply Rmult_le_compat_r; [exact uL | rewrite ud0; lra]).
  assert (Hd : d <= 4004/1000 * (ud * NT) + 402/100 * (ud * L)) by (unfold d; lra).
  assert (Hs : Rabs (real dot - s) <= Rabs M + d).
  { replace (real dot - s) with (M + ((real dot - s) - M)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (H1 : ud * Rabs (real dot - s) <= ud * (NT + d)) by (apply Rmult_le_compat_l; lra).
  assert (H2 : ud * d <= / 100000 * d) by (apply Rmult_le_compat_r; [exact d0 | rewrite ud0; lra]).
  assert (A1 : Rabs (real m - Rabs M) <= 502/100 * (ud * NT) + 405/100 * (ud * L)).
  { rewrite Rm. eapply Rle_trans; [apply Rabs_triang_inv2 |].
    replace (rnd double (real dot - s) - M) with ((rnd double (real dot - s) - (real dot - s)) + ((real dot - s) - M))
      by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  split; [now apply nonneg_real |]. split; [exact A1 |].
  (* what is added *)
  pose proof (product_size _ _ dot_x _ _ Vx Hx E_dx Fx) as Q1. pose proof (product_size _ _ dot_y _ _ Vy Hy E_dy Fy) as
    Q2.
  set (k1 := Rabs (real cx - real ax) * Rabs (real bx - real ax)) in *.
  set (k2 := Rabs (real cy - real ay) * Rabs (real by_ - real ay)) in *.
  assert (NTk : NT = k1 + k2) by reflexivity.
  rewrite E_mm in Fmm. destruct (fadd_finite _ _ Fmm) as (_ & Fa & _). destruct (fmul_finite _ _ Fa) as (_ & Ft & _).
  destruct (fadd_finite _ _ Ft) as (Fu & _ & _).
  pose proof (sum_down _ _ Fu) as D1. rewrite !real_fabs in D1. specialize (D1 (Rabs_pos _) (Rabs_pos _)).
  assert (Z0 : 0 <= real (fadd (fabs dot_x) (fabs dot_y))) by (apply nonneg_real, nonneg_fadd; apply nonneg_fabs).
  pose proof (sum_down _ _ Ft Z0 (nonneg_real _ Nl)) as D2.
  assert (Z2 : 0 <= real (fadd (fadd (fabs dot_x) (fabs dot_y)) len2)).
  { apply nonneg_real, nonneg_fadd; [apply nonneg_fadd; apply nonneg_fabs | exact Nl]. }
  assert (uNT' : ud * NT <= / 1000000 * NT) by (apply Rmult_le_compat_r; [exact NT0 | rewrite ud0; lra]).
  assert (uL' : ud * L <= / 1000000 * L) by (apply Rmult_le_compat_r; [lra | rewrite ud0; lra]).
  assert (Z1 : 999/1000 * (NT + L) - 6 * eta double <= real (fadd (fadd (fabs dot_x) (fabs dot_y)) len2)).
  { assert (S : NT - 3004/1000 * (ud * NT) - 2 * eta double <= Rabs (real dot_x) + Rabs (real dot_y)).
    { rewrite NTk. unfold ud. lra. }
    assert (S' : (Rabs (real dot_x) + Rabs (real dot_y)) * (999999/1000000) <= (Rabs (real dot_x) + Rabs (real dot_y)) *
      (1 - ud)).
    { apply Rmult_le_compat_l; [pose proof (Rabs_pos (real dot_x)); pose proof (Rabs_pos (real dot_y)); lra |
      rewrite ud0; lra]. }
    fold ud in D1, D2. pose proof (nonneg_real _ Nl) as Nl0.
    assert (S2 : (real (fadd (fabs dot_x) (fabs dot_y)) + real len2) * (999999/1000000) <=
      (real (fadd (fabs dot_x) (fabs dot_y)) + real len2) * (1 - ud)).
    { apply Rmult_le_compat_l; [lra | rewrite ud0; lra]. }
    apply Rabs_le_inv in DL. destruct DL. lra. }
  assert (NL : 0 <= NT + L) by lra. assert (h6 : 0 <= 6 * eta double) by lra.
  pose proof (added_share _ _ (NT + L) (6 * eta double) Fmm (nonneg_real _ Nm) NL h6 ltac:(right; lra) Z1 Z2) as D5.
  rewrite <- E_mm in D5. fold ud in D5.
  assert (uh : ud * (6 * eta double) <= / 1000000 * (6 * eta double)) by (apply Rmult_le_compat_r; [lra | rewrite ud0;
    lra]).
  assert (unt2 : ud * (ud * NT) <= / 1000000 * (ud * NT)) by (apply Rmult_le_compat_r; [exact uNT | rewrite ud0; lra]).
  assert (Z6 : ud * real m <= ud * (NT + (502/100 * (ud * NT) + 405/100 * (ud * L)))).
  { apply Rmult_le_compat_l; [lra |]. apply Rabs_le_inv in A1. destruct A1. lra. }
  lra.
Qed.

Let w := (ud * L) * (ud * L).
Let S := K * K + M * M.
Let T := R * R * L.
Let q := real cross * real cross + real m * real m.
Let Q := real cross_most * real cross_most + real m_most * real m_most.
(* The squares of numbers that are certainly not below |u x w| and |m|. *)
Let P := (real cross_most + 9 * eta double) * (real cross_most + 9 * eta double) +
  (real m_most - 3 * (ud * L)) * (real m_most - 3 * (ud * L)).

Lemma S_is_between : S <= P /\ 2 * q - P <= S /\ P <= Q + ud * Q - 10 * w /\ q <= Q.
Proof.
  destruct cross_is as (C0 & C1 & C2 & C3). destruct m_is as (M0 & M1 & M2). destruct terms_nonneg as (KT0 & NT0 & _ &
    _).
  destruct len2_is as [HL _]. destruct (small_eta2 L HL) as (E0 & E1 & _). pose proof L_pos as L0.
  pose proof (u_pos double) as u0. pose proof u_double as ud0. pose proof (eta_pos double) as h0. fold ud in u0, ud0,
    E0, E1.
  assert (uKT : 0 <= ud * KT) by (apply Rmult_le_pos; lra). assert (uNT : 0 <= ud * NT) by (apply Rmult_le_pos; lra).
  assert (uL : 0 < ud * L) by (apply Rmult_lt_0_compat; lra).
  destruct (square_between K (real cross) (real cross_most) (4004/1000 * (ud * KT) + 3 * eta double) (- (9 * eta
    double)) C1 C0
    ltac:(lra)) as [A1 A2].
  destruct (square_between M (real m) (real m_most) (502/100 * (ud * NT) + 405/100 * (ud * L)) (3 * (ud * L)) M1 M0
    ltac:(lra)) as [B1 B2].
  replace (real cross_most - - (9 * eta double)) with (real cross_most + 9 * eta double) in A1, A2 by ring.
  unfold S, P, q, Q. split; [lra |]. split; [lra |]. split.
  - (* 18 eta cm <= u cm^2 + 81 eta^2 / u *)
    assert (X : 18 * (eta double * real cross_most) + 81 * (eta double * eta double) <=
      ud * (real cross_most * real cross_most) + w).
    { assert (h1 : eta double <= ud * / 100).
      { unfold ud, u, eta. replace (/ 100) with (/ 128 * (128 / 100)) by field.
        apply Rle_trans with (bpow radix2 (-53) * / 128).
        - change (/ 128) with (bpow radix2 (-7)). rewrite <- bpow_plus. apply bpow_le. simpl. lia.
        - apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
      (* eta = u g with a small g *)
      set (g := eta double / ud). assert (G : eta double = ud * g) by (unfold g; field; lra).
      assert (g0 : 0 <= g) by (unfold g; apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
      assert (gw : 200 * (ud * (g * g)) <= w).
      { replace (ud * (g * g)) with (eta double * g) by (rewrite G; ring).
        assert (g1 : g <= / 100).
        { apply Rmult_le_reg_l with ud; [lra |]. rewrite <- G. lra. }
        assert (eta double * g <= eta double * / 100) by (apply Rmult_le_compat_l; lra). unfold w. lra. }
      assert (SQ : 0 <= (9 * g - real cross_most) * (9 * g - real cross_most)) by apply Rle_0_sqr.
      assert (SQ' : 0 <= ud * ((9 * g - real cross_most) * (9 * g - real cross_most))) by (apply Rmult_le_pos; lra).
      assert (E2 : eta double * eta double = ud * (ud * (g * g))) by (rewrite G; ring).
      assert (E3 : eta double * real cross_most = ud * (g * real cross_most)) by (rewrite G; ring).
      assert (E4 : ud * (ud * (g * g)) <= / 100 * (ud * (g * g))).
      { apply Rmult_le_compat_r; [| rewrite ud0; lra]. apply Rmult_le_pos; [lra | apply Rle_0_sqr]. }
      assert (0 <= ud * (g * g)) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]).
      rewrite E2, E3. lra. }
    assert (Y : 78/10 * (ud * L) * (ud * L) <= real m_most * (ud * L)) by (apply Rmult_le_compat_r; lra).
    assert (Z : 0 <= ud * (real m_most * real m_most)) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]).
    unfold w in *. lra.
  - assert (real cross * real cross <= real cross_most * real cross_most) by (apply Rmult_le_compat; lra).
    assert (real m * real m <= real m_most * real m_most) by (apply Rmult_le_compat; lra). lra.
Qed.

Lemma R_nonneg_ : 0 <= R.
Proof. destruct relate_tests as (_ & _ & N1 & N2 & _). apply nonneg_real in N1, N2. unfold R. lra. Qed.

Lemma sides_are :
  Rabs (real lhs - q) <= ud * (201/100 * q) + / 10 * w /\ Rabs (real most - Q) <= ud * (201/100 * Q) + / 10 * w.
Proof.
  destruct finite_sides as (Fmost & Flhs & _). destruct len2_is as [HL _]. destruct (small_eta2 L HL) as (E0 & _ & _).
  destruct run as [_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_lhs _ E_most _ _ _ _ _ _ _ _ _ _ _].
  rewrite E_lhs in Flhs |- *. rewrite E_most in Fmost |- *.
  destruct (approx_squares _ _ Flhs) as (_ & _ & H1). destruct (approx_squares _ _ Fmost) as (_ & _ & H2).
  pose proof (e_double 2 ltac:(lia)) as E2. simpl INR in E2. pose proof (eta_pos double) as h0. pose proof (u_pos
    double) as u0.
  assert (q0 : 0 <= q) by (unfold q; pose proof (Rle_0_sqr (real cross)); pose proof (Rle_0_sqr (real m));
    unfold Rsqr in *; lra).
  assert (Q0 : 0 <= Q) by (unfold Q; pose proof (Rle_0_sqr (real cross_most)); pose proof (Rle_0_sqr (real m_most));
    unfold Rsqr in *; lra).
  fold q in H1. fold Q in H2. fold ud in E0. fold w in E0.
  assert (X1 : e double 2 * q <= 2002/1000 * u double * q) by (apply Rmult_le_compat_r; lra).
  assert (X2 : e double 2 * Q <= 2002/1000 * u double * Q) by (apply Rmult_le_compat_r; lra).
  assert (0 <= u double * q) by (apply Rmult_le_pos; lra). assert (0 <= u double * Q) by (apply Rmult_le_pos; lra).
  unfold ud. split; lra.
Qed.

Lemma rhs_is : Rabs (real rhs - T) <= ud * (802/100 * T) + / 10 * w.
Proof.
  destruct finite_sides as (_ & _ & Frhs & _). destruct len2_is as [HL _]. destruct (small_eta2 L HL) as (E0 & E1 & _).
  pose proof R_nonneg_ as R0. pose proof L_pos as L0. pose proof approx_len2 as HLen.
  pose proof (u_pos double) as u0. pose proof u_double as ud0. pose proof (eta_pos double) as h0. fold ud in u0, ud0,
    E0, E1.
  destruct run as [_ _ _ _ _ _ _ _ _ E_reach _ _ _ _ _ _ _ _ _ _ _ _ E_rhs _ _ _ _ _ _ _ _ _ _ _ _].
  assert (HR : approx reach R R 1 0).
  { rewrite E_reach. eapply approx_weaken; [exact (approx_add_exact r wr) | | lia | lra].
    rewrite Rabs_pos_eq; [apply Rle_refl | exact R0]. }
  assert (HR2 : approx (fmul reach reach) (R * R) (R * R) 3 (eta double)).
  { eapply approx_weaken; [exact (approx_mul _ _ _ _ _ _ _ _ _ _ HR HR) | lra | lia |]. unfold product_tiny. lra. }
  pose proof (approx_mul _ _ _ _ _ _ _ _ _ _ HR2 HLen) as H. rewrite <- E_rhs in H.
  destruct (H Frhs) as (_ & _ & HE). change (Datatypes.S (3 + 4)) with 8%nat in HE. change (R * R * L) with T in HE.
  pose proof (e_double 8 ltac:(lia)) as E8. simpl INR in E8. pose proof (e_double 3 ltac:(lia)) as E3. simpl INR in E3.
  pose proof (e_double 4 ltac:(lia)) as E4. simpl INR in E4. fold ud in E8, E3, E4.
  assert (RR : 0 <= R * R) by apply Rle_0_sqr.
  assert (T0 : 0 <= T) by (apply Rmult_le_pos; lra).
  assert (uL : 0 < ud * L) by (apply Rmult_lt_0_compat; lra).
  assert (X1 : e double 8 * T <= 8008/1000 * ud * T) by (apply Rmult_le_compat_r; [exact T0 | lra]).
  assert (hL : 1000 * eta double <= ud * / 1000 * L).
  { replace (ud * / 1000 * L) with (/ 1000 * (ud * L)) by ring. eapply Rle_trans; [exact E1 |].
    apply Rmult_le_compat_r; [lra | rewrite ud0; lra]. }
  assert (Y1 : 1000 * eta double * (R * R) <= ud * / 1000 * L * (R * R)) by (apply Rmult_le_compat_r; lra).
  assert (Y1' : ud * / 1000 * L * (R * R) = / 1000 * (ud * T)) by (unfold T; ring).
  assert (Y2 : 1000 * eta double * L <= ud * (ud * L) * L) by (apply Rmult_le_compat_r; lra).
  assert (Y2' : ud * (ud * L) * L = w) by (unfold w; ring).
  assert (Y3 : eta double * eta double <= eta double * / 1000000).
  { apply Rmult_le_compat_l; [lra |]. change (/ 1000000) with (/ 1048576 * (1048576 / 1000000)) || idtac.
    apply Rle_trans with (bpow radix2 (-20)); [unfold eta; apply bpow_le; simpl; lia | simpl; lra]. }
  assert (PT : product_tiny (f := double) (R * R) L 3 4 (eta double) (3 * eta double) <=
    4 * (eta double * (R * R)) + 2 * (eta double * L) + / 1000 * eta double).
  { unfold product_tiny.
    assert (Z1 : (1 + e double 3) * (R * R) * (3 * eta double) <= 4 * (eta double * (R * R))).
    { replace ((1 + e double 3) * (R * R) * (3 * eta double)) with ((1 + e double 3) * 3 * (eta double * (R * R))) by
      ring.
      apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | rewrite ud0 in E3; lra]. }
    assert (Z2 : (1 + e double 4) * L * eta double <= 2 * (eta double * L)).
    { replace ((1 + e double 4) * L * eta double) with ((1 + e double 4) * (eta double * L)) by ring.
      apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | rewrite ud0 in E4; lra]. }
    lra. }
  assert (PT0 : 0 <= product_tiny (f := double) (R * R) L 3 4 (eta double) (3 * eta double)) by (apply
    product_tiny_nonneg; lra).
  assert (PT2 : (1 + ud) * product_tiny (f := double) (R * R) L 3 4 (eta double) (3 * eta double) <=
    2 * product_tiny (f := double) (R * R) L 3 4 (eta double) (3 * eta double)).
  { apply Rmult_le_compat_r; [exact PT0 | rewrite ud0; lra]. }
  assert (0 <= ud * T) by (apply Rmult_le_pos; lra). fold w in E0. unfold ud in *. lra.
Qed.

Lemma ahead_is : finite ahead /\ Rabs (real ahead - (real rhs - real lhs)) <= ud * Rabs (real rhs - real lhs).
Proof.
  destruct finite_sides as (_ & Flhs & Frhs & _). destruct nonneg_terms as (_ & _ & _ & _ & Nl & Nr & _).
  destruct run as [_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_ahead _ _ _ _ _ _ _ _ _ _].
  assert (Fa : finite (fsub rhs lhs)) by (apply fsub_nonneg_finite; auto using nonneg_real).
  rewrite E_ahead. split; [exact Fa |]. destruct (fsub_finite _ _ Fa) as (_ & _ & ->).
  unfold Rminus at 2 3. apply rnd_sum_error; [apply real_in_format | apply generic_format_opp, real_in_format].
Qed.

Lemma error_is :
  (real most - real lhs) + ud * (30 * (real most + real rhs)) - 3 * (ud * Rabs (real most - real lhs)) - / 10 * w <=
    real error.
Proof.
  destruct finite_sides as (Fmost & Flhs & Frhs & Fe & _). destruct nonneg_terms as (_ & _ & _ & Nm & Nl & Nr & _ & _ &
    Z48).
  destruct len2_is as [HL _]. destruct (small_eta2 L HL) as (E0 & _ & _). destruct factor48_value as [F48 E48].
  pose proof (u_pos double) as u0. pose proof u_double as ud0. pose proof (eta_pos double) as h0. fold ud in u0, ud0,
    E0, E48. fold w in E0.
  apply nonneg_real in Nm, Nl, Nr.
  destruct run as [_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_error _ _ _ _ _ _ _ _ _].
  rewrite E_error in Fe |- *. destruct (fadd_finite _ _ Fe) as (Fd & Fp & Ee). destruct (fsub_finite _ _ Fd) as (_ & _ &
    Ed).
  destruct (fmul_finite _ _ Fp) as (_ & Fs & Ep). rewrite E48 in Ep.
  pose proof (sum_down _ _ Fs Nm Nr) as D1. fold ud in D1. set (s := real (fadd most rhs)) in *.
  assert (s0 : 0 <= s) by (unfold s; now apply nonneg_real, nonneg_fadd; apply nonneg_of_real).
  assert (D2 : 32 * ud * s * (1 - ud) - eta double <= real (fmul (fconst 1 (-48)) (fadd most rhs))).
  { rewrite Ep. apply rnd_down. apply Rmult_le_pos; lra. }
  set (p := real (fmul (fconst 1 (-48)) (fadd most rhs))) in *.
  assert (p0 : 0 <= p) by (unfold p; now apply nonneg_real).
  assert (D3 : Rabs (real (fsub most lhs) - (real most - real lhs)) <= ud * Rabs (real most - real lhs)).
  { rewrite Ed. unfold Rminus at 2 3. apply rnd_sum_error; [apply real_in_format | apply generic_format_opp,
    real_in_format]. }
  pose proof (rnd_sum_error double (real (fsub most lhs)) p (real_in_format _) (real_in_format _)) as D4.
  rewrite <- Ee in D4. fold ud in D4. set (a := real (fsub most lhs)) in *. set (ml :=
    Rabs (real most - real lhs)) in *.
  assert (ml0 : 0 <= ml) by apply Rabs_pos.
  assert (Ha : Rabs a <= ml + ud * ml).
  { replace a with ((real most - real lhs) + (a - (real most - real lhs))) by ring. eapply Rle_trans;
    [apply Rabs_triang |]. fold ml. lra. }
  assert (D5 : ud * Rabs (a + p) <= ud * (ml + ud * ml + p)).
  { apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_pos_eq p) by exact p0. lra.
    }
  assert (uml : ud * (ud * ml) <= / 1000000 * (ud * ml)).
  { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | rewrite ud0; lra]. }
  assert (uml0 : 0 <= ud * ml) by (apply Rmult_le_pos; lra).
  assert (up : ud * p <= / 1000000 * p) by (apply Rmult_le_compat_r; [exact p0 | rewrite ud0; lra]).
  assert (us : ud * ((real most + real rhs) * (999999/1000000)) <= ud * s).
  { apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [| exact D1]. apply Rmult_le_compat_l; [lra | rewrite ud0;
    lra]. }
  assert (us2 : ud * (ud * s) <= / 1000000 * (ud * s)).
  { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | rewrite ud0; lra]. }
  assert (ur : 0 <= ud * (real most + real rhs)) by (apply Rmult_le_pos; lra).
  apply Rabs_le_inv in D3, D4. destruct D3, D4. lra.
Qed.

(* The sign of R - distance. *)
Lemma relate_reach : (is_over = true -> nearer Segment C A B R) /\ (is_over = false -> farther Segment C A B R).
Proof.
  destruct S_is_between as (S1 & S2 & S3 & S4). destruct sides_are as [H1 H2]. destruct ahead_is as [Fa H3].
  destruct finite_sides as (_ & _ & _ & Fe & _). destruct relate_tests as (Hc & _).
  destruct nonneg_terms as (_ & _ & _ & Nm & Nl & Nr & _). pose proof L_pos as L0.
  pose proof u_double as ud0. pose proof (u_pos double) as u0. fold ud in u0, ud0.
  assert (us : ud <= / 1048576) by (rewrite ud0; lra).
  assert (w0 : 0 < w) by (unfold w; assert (0 < ud * L) by (apply Rmult_lt_0_compat; lra); now apply Rmult_lt_0_compat).
  assert (S0 : 0 <= S) by (unfold S; pose proof (Rle_0_sqr K); pose proof (Rle_0_sqr M); unfold Rsqr in *; lra).
  assert (q0 : 0 <= q) by (unfold q; pose proof (Rle_0_sqr (real cross)); pose proof (Rle_0_sqr (real m));
    unfold Rsqr in *; lra).
  assert (T0 : 0 <= T) by (unfold T; apply Rmult_le_pos; [apply Rle_0_sqr | lra]).
  assert (Hs : real error < Rabs (real ahead)).
  { rewrite <- real_fabs. apply flt_real; auto. now apply finite_fabs. }
  destruct (relation_sign ud w S T P q Q (real lhs) (real most) (real rhs) (real ahead) (real error) u0 us w0 S1 S2 S0
    S3 q0 S4 T0
    H1 H2 rhs_is H3 error_is Hs (nonneg_real _ Nl) (nonneg_real _ Nr) (nonneg_real _ Nm)) as (Pos & Neg & NZ).
  destruct run as [_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_over _ _ _ _ _ _].
  destruct zero_value as [F0 E0].
  split; intros O; rewrite O in E_over; symmetry in E_over.
  - apply flt_real in E_over; auto. rewrite E0 in E_over. apply nearer_by_products; [exact L0 |].
    replace (Geometry.cross C A B ^ 2 + Geometry.off C A B ^ 2) with S by (unfold S, K, M; ring).
    replace (R ^ 2 * Geometry.len2 A B) with T by (unfold T, L; ring). auto.
  - apply flt_real_false in E_over; auto. rewrite E0 in E_over. apply farther_by_products; [exact L0 |].
    replace (Geometry.cross C A B ^ 2 + Geometry.off C A B ^ 2) with S by (unfold S, K, M; ring).
    replace (R ^ 2 * Geometry.len2 A B) with T by (unfold T, L; ring). apply Neg. lra.
Qed.

End Relate.
