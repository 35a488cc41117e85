(* Stage 1 of the relation, which callers inline: if carom_detail_certain_reach is certain, the sign is right and the
   input valid, whether or not the compiler fuses products into sums. docs/exactness.md, "Stage 1". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core.
From Carom Require Import Model Facts Approx Geometry Products Points ReachBound Terms_reach.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* What underflow can lose, in proportion to |u|^2 >= 2^-481. *)
Lemma small_eta L : bpow radix2 (-481) <= L ->
  16 * eta double <= u double * (/ 1000 * L) /\ bpow radix2 (-1022) <= u double * (/ 1000 * L) /\
  64 * eta double <= u double * (/ 1000 * (L * L)).
Proof.
  intros H. pose proof (bpow_gt_0 radix2 (-481)) as B.
  assert (U : forall k, (k <= -21)%Z -> bpow radix2 (k + -53) <= u double * / 2000000).
  { intros k Hk. rewrite bpow_plus. rewrite Rmult_comm. apply Rmult_le_compat; try apply bpow_ge_0.
    - unfold u. apply bpow_le. simpl. lia.
    - apply Rle_trans with (bpow radix2 (-21)); [now apply bpow_le | simpl; lra]. }
  assert (E1 : eta double = bpow radix2 (-541 + -53) * bpow radix2 (-481)).
  { unfold eta. rewrite <- bpow_plus. reflexivity. }
  assert (E2 : bpow radix2 (-1022) = bpow radix2 (-488 + -53) * bpow radix2 (-481)).
  { rewrite <- bpow_plus. reflexivity. }
  assert (E3 : eta double = bpow radix2 (-60 + -53) * (bpow radix2 (-481) * bpow radix2 (-481))).
  { unfold eta. rewrite <- !bpow_plus. reflexivity. } pose proof (u_pos double) as u0.
  assert (LL : bpow radix2 (-481) * bpow radix2 (-481) <= L * L) by (apply Rmult_le_compat; lra).
  repeat split.
  - rewrite E1. assert (bpow radix2 (-541 + -53) * bpow radix2 (-481) <= u double * / 2000000 * L).
    { apply Rmult_le_compat; try apply bpow_ge_0; [apply U; lia | exact H]. }
    assert (0 <= u double * L) by (apply Rmult_le_pos; lra). lra.
  - rewrite E2. assert (bpow radix2 (-488 + -53) * bpow radix2 (-481) <= u double * / 2000000 * L).
    { apply Rmult_le_compat; try apply bpow_ge_0; [apply U; lia | exact H]. }
    assert (0 <= u double * L) by (apply Rmult_le_pos; lra). lra.
  - rewrite E3.
    assert (bpow radix2 (-60 + -53) * (bpow radix2 (-481) * bpow radix2 (-481)) <= u double * / 2000000 * (L * L)).
    { apply Rmult_le_compat; [apply bpow_ge_0 | | apply U; lia | exact LL].
      apply Rmult_le_pos; apply bpow_ge_0. }
    assert (0 <= u double * (L * L)) by (apply Rmult_le_pos; [lra | nra]). lra.
Qed.

(* The constants of the code. *)
Lemma least_normal_value : finite (fconst 1 (-1022) : F double) /\ real (fconst 1 (-1022) : F double) = bpow radix2
  (-1022).
Proof. constant_of double 1%Z (-1022)%Z. destruct C. split; [assumption | lra]. Qed.

Lemma least_len2_value : finite (fconst 1 (-480) : F double) /\ real (fconst 1 (-480) : F double) = bpow radix2 (-480).
Proof. constant_of double 1%Z (-480)%Z. destruct C. split; [assumption | lra]. Qed.

Lemma factor_value : finite (fconst 1 (-46) : F double) /\ real (fconst 1 (-46) : F double) = 128 * u double.
Proof.
  constant_of double 1%Z (-46)%Z. destruct C as [C1 C2]. split; [assumption |].
  rewrite C2, u_double. simpl. lra.
Qed.

(* The selections of the code are a clamp. *)
Lemma clamp_of_code (dot len2 from_a : F double) :
  finite dot -> finite len2 ->
  from_a = (if flt (fconst 1 (-1022)) dot then dot else fconst 1 (-1022)) ->
  finite (if flt from_a len2 then from_a else len2) /\
  real (if flt from_a len2 then from_a else len2) = clamp_from (bpow radix2 (-1022)) (real dot) (real len2).
Proof.
  intros Fd Fl ->. destruct least_normal_value as [Ft Et]. unfold clamp_from. rewrite <- Et.
  destruct (flt (fconst 1 (-1022)) dot) eqn:H1.
  - apply flt_real in H1; try assumption.
    destruct (Rlt_dec (real (fconst 1 (-1022) : F double)) (real dot)); [| lra].
    destruct (flt dot len2) eqn:H2.
    + apply flt_real in H2; try assumption. destruct (Rlt_dec (real dot) (real len2)); [split; auto | lra].
    + apply flt_real_false in H2; try assumption. destruct (Rlt_dec (real dot) (real len2)); [lra | split; auto].
  - apply flt_real_false in H1; try assumption.
    destruct (Rlt_dec (real (fconst 1 (-1022) : F double)) (real dot)); [lra |].
    destruct (flt (fconst 1 (-1022)) len2) eqn:H2.
    + apply flt_real in H2; try assumption.
      destruct (Rlt_dec (real (fconst 1 (-1022) : F double)) (real len2)); [split; auto | lra].
    + apply flt_real_false in H2; try assumption.
      destruct (Rlt_dec (real (fconst 1 (-1022) : F double)) (real len2)); [lra | split; auto].
Qed.

(* A plain sum is one of the sums that a compiler may choose. *)
Lemma plain_is_fused cx cy r ax ay bx by_ wr x gap ux uy wx wy reach len2 dot cross from_a m lhs rhs ahead error result
  sign :
  carom_detail_certain_reach cx cy r ax ay bx by_ wr x gap ux uy wx wy reach len2 dot cross from_a m lhs rhs ahead error
    result sign ->
  carom_detail_certain_reach_fused cx cy r ax ay bx by_ wr x gap ux uy wx wy reach len2 dot cross from_a m lhs rhs ahead
    (fadd lhs rhs) (fadd (fadd lhs rhs) (fmul len2 len2)) error result sign.
Proof. intros []. constructor; auto; now left. Qed.

Section Certain.
Variables cx cy r ax ay bx by_ wr gap : F double.
Variable x : Z.
Variables ux uy wx wy reach len2 dot cross from_a m lhs rhs ahead t1 t2 error sign : F double.
Hypothesis run : carom_detail_certain_reach_fused cx cy r ax ay bx by_ wr x gap ux uy wx wy reach len2 dot cross from_a
  m
  lhs rhs ahead t1 t2 error true sign.

Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let R := real r + real wr + real gap.

(* What a certain answer shows at once. *)

Lemma tests :
  x = 0%Z /\ flt error (fabs ahead) = true /\ fle (fconst 1 (-480)) len2 = true /\ nonneg r /\ nonneg wr /\ nonneg gap.
Proof.
  pose proof (carom_detail_certain_reach_fused_terms.E_result _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    run) as H.
  symmetry in H. rewrite !andb_true_iff in H. destruct H as (((((H1 & H2) & H3) & H4) & H5) & H6).
  apply Z.eqb_eq in H1. repeat split; auto using nonneg_from_zero.
Qed.

Lemma error_is_finite :
  finite error /\ finite t1 /\ finite t2 /\ finite lhs /\ finite rhs /\ finite len2 /\ nonneg lhs /\ nonneg rhs /\
  nonneg t1 /\ nonneg len2.
Proof.
  destruct tests as (_ & H & HL & N1 & N2 & N3). destruct factor_value as [Fc Ec].
  destruct run as [_ _ _ _ E_reach E_len2 _ _ _ _ E_lhs E_rhs _ E_t1 E_t2 E_error _ _].
  assert (Nl : nonneg len2).
  { destruct least_len2_value as [Fk Ek]. apply fle_nonneg with (fconst 1 (-480)); auto.
    rewrite Ek. apply bpow_ge_0. }
  assert (Nlhs : nonneg lhs).
  { apply nonneg_squares_fused in E_lhs. exact E_lhs. }
  assert (Nrhs : nonneg rhs).
  { rewrite E_rhs. apply nonneg_fmul; [apply nonneg_square | exact Nl]. }
  assert (Nt1 : nonneg t1).
  { destruct E_t1 as [-> | [(p & q & E & _) | (p & q & E & ->)]]; [now apply nonneg_fadd | discriminate |].
    injection E as <- <-. apply nonneg_ffma; auto; apply nonneg_square. }
  assert (Nt2 : nonneg t2).
  { destruct E_t2 as [-> | [(p & q & E & _) | (p & q & E & ->)]]; [| discriminate |].
    - apply nonneg_fadd; auto using nonneg_square.
    - injection E as <- <-. now apply nonneg_ffma. }
  assert (Fe : finite error).
  { apply flt_finite with (fabs ahead); [exact H |]. rewrite E_error. apply nonneg_fmul; [| exact Nt2].
    apply nonneg_of_real; [exact Fc |]. rewrite Ec. pose proof (u_pos double). lra. }
  assert (Ft2 : finite t2).
  { rewrite E_error in Fe. now destruct (fmul_finite _ _ Fe) as (_ & F2 & _). }
  assert (Ft1 : finite t1 /\ finite len2).
  { rewrite E_t2 in Ft2 || idtac. destruct E_t2 as [E | [(p & q & E & _) | (p & q & E & E')]]; [| discriminate |].
    - rewrite E in Ft2. destruct (fadd_finite _ _ Ft2) as (F1 & F2 & _). split; [exact F1 |].
      now destruct (fmul_finite _ _ F2) as (F3 & _).
    - injection E as <- <-. rewrite E' in Ft2. destruct (ffma_finite _ _ _ Ft2) as (F1 & _ & F3 & _). auto. }
  destruct Ft1 as [Ft1 Fl].
  assert (Fs : finite lhs /\ finite rhs).
  { destruct E_t1 as [E | [(p & q & E & _) | (p & q & E & E')]]; [| discriminate |].
    - rewrite E in Ft1. now destruct (fadd_finite _ _ Ft1) as (F1 & F2 & _).
    - injection E as <- <-. rewrite E' in Ft1. destruct (ffma_finite _ _ _ Ft1) as (_ & _ & F3 & _). split;
      [exact F3 |].
      rewrite E_rhs. apply fmul_finite_of_ffma with lhs; [exact Ft1 | | now apply nonneg_real].
      apply Rmult_le_pos; apply nonneg_real; [apply nonneg_square | exact Nl]. }
  destruct Fs. repeat split; auto.
Qed.

(* The bounds of sign_by_products. *)

Let L := Geometry.len2 A B.
Let K := Geometry.cross C A B.
Let M := Geometry.off C A B.
Let ud := u double.

Lemma len2_bounds : bpow radix2 (-481) <= L /\ Rabs (real len2 - L) <= ud * (402/100 * L).
Proof.
  destruct error_is_finite as (_ & _ & _ & _ & _ & Fl & _ & _ & _ & _).
  destruct tests as (_ & _ & HL & _).
  destruct run as [E_ux E_uy _ _ _ E_len2 _ _ _ _ _ _ _ _ _ _ _ _].
  assert (H : approx len2 L L 4 (4 * eta double)).
  { pose proof (approx_sub_exact bx ax) as Hx. pose proof (approx_sub_exact by_ ay) as Hy. rewrite <- E_ux in Hx.
    rewrite <- E_uy in Hy.
    pose proof (approx_dot_fused _ _ _ _ _ _ _ _ _ _ _ _ _ E_len2 Hx Hx Hy Hy) as H.
    eapply approx_weaken; [exact H | | lia | lra].
    rewrite <- !Rabs_mult, !Rabs_pos_eq by apply Rle_0_sqr. apply Rle_refl. }
  destruct (H Fl) as (_ & _ & HE). pose proof (e_double 4 ltac:(lia)) as E4. simpl INR in E4.
  pose proof (u_pos double) as u0. pose proof u_double as ud0.
  assert (L0 : 0 <= L) by apply Geometry.len2_nonneg.
  destruct least_len2_value as [Fk Ek]. apply fle_real in HL; [| assumption | assumption]. rewrite Ek in HL.
  assert (D : bpow radix2 (-480) = 2 * bpow radix2 (-481)).
  { change (-480)%Z with (1 + -481)%Z. rewrite bpow_plus. reflexivity. }
  assert (Et : 4 * eta double <= / 1000 * bpow radix2 (-481)).
  { destruct (small_eta _ (Rle_refl (bpow radix2 (-481)))) as (E1 & _ & _). pose proof (eta_pos double).
    pose proof (bpow_gt_0 radix2 (-481)). rewrite ud0 in E1. lra. }
  assert (HE' : Rabs (real len2 - L) <= 4004 / 1000 * ud * L + 4 * eta double).
  { eapply Rle_trans; [exact HE |]. apply Rplus_le_compat_r, Rmult_le_compat_r; [exact L0 |]. unfold ud. lra. }
  assert (HL' : bpow radix2 (-481) <= L).
  { apply Rabs_le_inv in HE'. destruct HE' as [_ HE']. unfold ud in HE'. rewrite ud0 in HE'.
    pose proof (bpow_gt_0 radix2 (-481)). lra. }
  split; [exact HL' |].
  destruct (small_eta L HL') as (E1 & _ & _). eapply Rle_trans; [exact HE' |].
  assert (0 <= u double * L) by (apply Rmult_le_pos; lra). unfold ud. lra.
Qed.

Lemma L_is_positive : 0 < L.
Proof. destruct len2_bounds. pose proof (bpow_gt_0 radix2 (-481)). lra. Qed.

Lemma finite_terms : finite cross /\ finite m /\ finite dot.
Proof.
  destruct error_is_finite as (_ & _ & _ & Flhs & _ & Fl & _).
  destruct run as [_ _ _ _ _ _ _ _ _ E_m E_lhs _ _ _ _ _ _ _].
  assert (F1 : finite cross /\ finite m).
  { destruct E_lhs as [E | [(p & q & E & E') | (p & q & E & E')]].
    - rewrite E in Flhs. destruct (fadd_finite _ _ Flhs) as (F1 & F2 & _).
      destruct (fmul_finite _ _ F1) as (F3 & _). destruct (fmul_finite _ _ F2) as (F4 & _). auto.
    - injection E as <- <-. rewrite E' in Flhs. destruct (ffma_finite _ _ _ Flhs) as (F1 & _ & F2 & _).
      destruct (fmul_finite _ _ F2) as (F4 & _). auto.
    - injection E as <- <-. rewrite E' in Flhs. destruct (ffma_finite _ _ _ Flhs) as (F1 & _ & F2 & _).
      destruct (fmul_finite _ _ F2) as (F4 & _). auto. }
  destruct F1 as [F1 F2]. repeat split; auto. rewrite E_m in F2. now destruct (fsub_finite _ _ F2).
Qed.

Lemma products_bound :
  Rabs (real bx - real ax) * Rabs (real cy - real ay) + Rabs (real by_ - real ay) * Rabs (real cx - real ax) <=
    Rabs K + Rabs M + L /\
  Rabs (real cx - real ax) * Rabs (real bx - real ax) + Rabs (real cy - real ay) * Rabs (real by_ - real ay) <=
    Rabs K + Rabs M + L.
Proof.
  rewrite <- !Rabs_mult.
  apply (products_at_most (real bx - real ax) (real by_ - real ay) (real cx - real ax) (real cy - real ay) (Rabs M) L).
  - change (Rabs (Geometry.wu C A B) <= Rabs M + L).
    assert (L0 : 0 <= L) by apply Geometry.len2_nonneg.
    unfold M, Geometry.off, clamp. fold L. generalize (Geometry.wu C A B). intros n.
    min_max_cases; unfold Rabs; repeat destruct Rcase_abs; lra.
  - pose proof (Rabs_pos M). pose proof (Geometry.len2_nonneg A B). fold L in H0. lra.
Qed.

Lemma cross_bounds : Rabs (real cross - K) <= ud * (402/100 * (Rabs K + Rabs M + L)).
Proof.
  destruct finite_terms as (Fc & _ & _). destruct len2_bounds as [HL _]. destruct (small_eta L HL) as (E1 & _ & _).
  destruct run as [E_ux E_uy E_wx E_wy _ _ _ E_cross _ _ _ _ _ _ _ _ _ _].
  pose proof (approx_sub_exact bx ax) as Hx. pose proof (approx_sub_exact by_ ay) as Hy.
  pose proof (approx_sub_exact cx ax) as Vx. pose proof (approx_sub_exact cy ay) as Vy.
  rewrite <- E_ux in Hx. rewrite <- E_uy in Hy. rewrite <- E_wx in Vx. rewrite <- E_wy in Vy.
  destruct (approx_cross_fused _ _ _ _ _ _ _ _ _ _ _ _ _ E_cross Hx Vy Hy Vx Fc) as (_ & _ & HE).
  pose proof (e_double 4 ltac:(lia)) as E4. simpl INR in E4. destruct products_bound as [P _].
  pose proof (u_pos double) as u0. pose proof (Rabs_pos K). pose proof (Rabs_pos M). pose proof L_is_positive.
  pose proof (e_nonneg (f := double) 4) as e0.
  change (Rabs (real cross - K)) with (Rabs (real cross - ((real bx - real ax) * (real cy - real ay) - (real by_ - real
    ay) * (real cx - real ax)))).
  eapply Rle_trans; [exact HE |].
  apply Rle_trans with (4 * u double * (1 + / 1000) * (Rabs K + Rabs M + L) + 4 * eta double).
  - apply Rplus_le_compat_r. apply Rmult_le_compat; [exact e0 | | lra | exact P].
    apply Rplus_le_le_0_compat; apply Rmult_le_pos; apply Rabs_pos.
  - unfold ud. assert (0 <= u double * Rabs K) by (apply Rmult_le_pos; lra).
    assert (0 <= u double * Rabs M) by (apply Rmult_le_pos; lra).
    assert (0 <= u double * L) by (apply Rmult_le_pos; lra). pose proof (eta_pos double). lra.
Qed.

Lemma dot_bounds : Rabs (real dot - Geometry.wu C A B) <= ud * (401/100 * (Rabs K + Rabs M + L) + / 1000 * L).
Proof.
  destruct finite_terms as (_ & _ & Fd). destruct len2_bounds as [HL _]. destruct (small_eta L HL) as (E1 & _ & _).
  destruct run as [E_ux E_uy E_wx E_wy _ _ E_dot _ _ _ _ _ _ _ _ _ _ _].
  pose proof (approx_sub_exact bx ax) as Hx. pose proof (approx_sub_exact by_ ay) as Hy.
  pose proof (approx_sub_exact cx ax) as Vx. pose proof (approx_sub_exact cy ay) as Vy.
  rewrite <- E_ux in Hx. rewrite <- E_uy in Hy. rewrite <- E_wx in Vx. rewrite <- E_wy in Vy.
  destruct (approx_dot_fused _ _ _ _ _ _ _ _ _ _ _ _ _ E_dot Vx Hx Vy Hy Fd) as (_ & _ & HE).
  pose proof (e_double 4 ltac:(lia)) as E4. simpl INR in E4. destruct products_bound as [_ P].
  pose proof (u_pos double) as u0. pose proof (Rabs_pos K). pose proof (Rabs_pos M). pose proof L_is_positive.
  pose proof (e_nonneg (f := double) 4) as e0.
  change (Geometry.wu C A B) with ((real cx - real ax) * (real bx - real ax) + (real cy - real ay) * (real by_ - real
    ay)).
  eapply Rle_trans; [exact HE |].
  apply Rle_trans with (4 * u double * (1 + / 1000) * (Rabs K + Rabs M + L) + 4 * eta double).
  - apply Rplus_le_compat_r. apply Rmult_le_compat; [exact e0 | | lra | exact P].
    apply Rplus_le_le_0_compat; apply Rmult_le_pos; apply Rabs_pos.
  - unfold ud. assert (0 <= u double * Rabs K) by (apply Rmult_le_pos; lra).
    assert (0 <= u double * Rabs M) by (apply Rmult_le_pos; lra).
    assert (0 <= u double * L) by (apply Rmult_le_pos; lra). pose proof (eta_pos double). lra.
Qed.

Lemma m_bounds : Rabs (real m - M) <= ud * (402/100 * Rabs K + 504/100 * Rabs M + 806/100 * L).
Proof.
  destruct finite_terms as (_ & Fm & Fd). destruct len2_bounds as [HL DL]. destruct (small_eta L HL) as (_ & E2 & _).
  destruct error_is_finite as (_ & _ & _ & _ & _ & Fl & _). pose proof dot_bounds as DD.
  destruct run as [_ _ _ _ _ _ _ _ E_from_a E_m _ _ _ _ _ _ _ _].
  destruct (clamp_of_code dot len2 from_a Fd Fl E_from_a) as [Fs Es].
  rewrite E_m in Fm. destruct (fsub_finite _ _ Fm) as (_ & _ & Em). rewrite <- E_m in Em. rewrite Es in Em.
  set (s := clamp_from (bpow radix2 (-1022)) (real dot) (real len2)) in *.
  pose proof (off_error (bpow radix2 (-1022)) (Geometry.wu C A B) L (real dot) (real len2) (bpow_ge_0 _ _)
    (Rlt_le _ _ L_is_positive)) as O. fold s in O.
  change (Geometry.wu C A B - Rmin (Rmax (Geometry.wu C A B) 0) L) with M in O.
  assert (Rm : Rabs (real m - (real dot - s)) <= ud * Rabs (real dot - s)).
  { rewrite Em. unfold Rminus at 2 4. apply rnd_sum_error; [apply real_in_format |].
    apply generic_format_opp. rewrite <- Es. apply real_in_format. }
  pose proof (u_pos double) as u0. pose proof u_double as ud0. fold ud in u0, ud0, E2.
  pose proof (Rabs_pos K) as K0. pose proof (Rabs_pos M) as M0. pose proof L_is_positive as L0.
  set (d := Rabs (real dot - Geometry.wu C A B) + Rabs (real len2 - L) + bpow radix2 (-1022)) in *.
  assert (Hd : d <= ud * (401/100 * (Rabs K + Rabs M) + 804/100 * L)).
  { assert (0 <= ud * L) by (apply Rmult_le_pos; lra). unfold d. lra. }
  assert (Hs : Rabs (real dot - s) <= Rabs M + d).
  { replace (real dot - s) with (M + ((real dot - s) - M)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  replace (real m - M) with ((real m - (real dot - s)) + ((real dot - s) - M)) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  assert (H1 : ud * Rabs (real dot - s) <= ud * (Rabs M + d)) by (apply Rmult_le_compat_l; lra).
  assert (H2 : ud * d <= / 100000 * d).
  { apply Rmult_le_compat_r; [unfold d; pose proof (Rabs_pos (real dot - Geometry.wu C A B));
      pose proof (Rabs_pos (real len2 - L)); pose proof (bpow_ge_0 radix2 (-1022)); lra | rewrite ud0; lra]. }
  assert (0 <= ud * Rabs K) by (apply Rmult_le_pos; lra).
  assert (0 <= ud * Rabs M) by (apply Rmult_le_pos; lra).
  assert (0 <= ud * L) by (apply Rmult_le_pos; lra). lra.
Qed.

Let S := K * K + M * M.
Let T := R * R * L.

Lemma lhs_bounds :
  Rabs (real lhs - (real cross * real cross + real m * real m)) <=
  ud * (201/100 * (real cross * real cross + real m * real m) + / 100 * (L * L)).
Proof.
  destruct error_is_finite as (_ & _ & _ & Flhs & _). destruct len2_bounds as [HL _].
  destruct (small_eta L HL) as (_ & _ & E3).
  destruct run as [_ _ _ _ _ _ _ _ _ _ E_lhs _ _ _ _ _ _ _].
  destruct (approx_squares_fused _ _ _ E_lhs Flhs) as (P & _ & HE).
  pose proof (e_double 2 ltac:(lia)) as E2. simpl INR in E2.
  assert (P0 : 0 <= real cross * real cross + real m * real m).
  { pose proof (Rle_0_sqr (real cross)). pose proof (Rle_0_sqr (real m)). unfold Rsqr in *. lra. }
  set (q := real cross * real cross + real m * real m) in *.
  assert (H : e double 2 * q <= 2 * u double * (1 + / 1000) * q) by now apply Rmult_le_compat_r.
  pose proof (u_pos double). pose proof (Rle_0_sqr L). unfold Rsqr in *.
  assert (0 <= u double * q) by (apply Rmult_le_pos; lra).
  assert (0 <= u double * (L * L)) by (apply Rmult_le_pos; lra). pose proof (eta_pos double). unfold ud. lra.
Qed.

Lemma R_nonneg : 0 <= R.
Proof. destruct tests as (_ & _ & _ & N1 & N2 & N3). apply nonneg_real in N1, N2, N3. unfold R. lra. Qed.

Lemma reach2_bounds :
  finite (fmul reach reach) /\ approx (fmul reach reach) (R * R) (R * R) 5 (eta double).
Proof.
  destruct error_is_finite as (_ & _ & _ & _ & Frhs & _). destruct tests as (_ & _ & _ & N1 & N2 & N3).
  apply nonneg_real in N1, N2, N3.
  destruct run as [_ _ _ _ E_reach _ _ _ _ _ _ E_rhs _ _ _ _ _ _].
  rewrite E_rhs in Frhs. destruct (fmul_finite _ _ Frhs) as (F2 & _). split; [exact F2 |].
  assert (H : approx reach R R 2 0).
  { rewrite E_reach.
    eapply approx_weaken; [exact (approx_add _ _ _ _ _ _ _ _ _ _ (approx_add_exact r wr) (approx_exact gap)) | | lia |
      lra].
    rewrite !Rabs_pos_eq by lra. unfold R. lra. }
  eapply approx_weaken; [exact (approx_mul _ _ _ _ _ _ _ _ _ _ H H) | lra | lia |]. unfold product_tiny. lra.
Qed.

Lemma rhs_bounds : Rabs (real rhs - T) <= ud * (1002/100 * T + / 100 * (L * L)).
Proof.
  destruct error_is_finite as (_ & _ & _ & _ & Frhs & Fl & _). destruct len2_bounds as [HL DL].
  destruct (small_eta L HL) as (E1 & _ & E3). destruct reach2_bounds as [F2 H2].
  destruct run as [E_ux E_uy _ _ E_reach E_len2 _ _ _ _ _ E_rhs _ _ _ _ _ _].
  pose proof (approx_sub_exact bx ax) as Hx. pose proof (approx_sub_exact by_ ay) as Hy.
  rewrite <- E_ux in Hx. rewrite <- E_uy in Hy.
  assert (Hl : approx len2 L L 4 (4 * eta double)).
  { pose proof (approx_dot_fused _ _ _ _ _ _ _ _ _ _ _ _ _ E_len2 Hx Hx Hy Hy) as H.
    eapply approx_weaken; [exact H | | lia | lra].
    rewrite <- !Rabs_mult, !Rabs_pos_eq by apply Rle_0_sqr. apply Rle_refl. }
  pose proof (approx_mul _ _ _ _ _ _ _ _ _ _ H2 Hl) as H. rewrite <- E_rhs in H.
  destruct (H Frhs) as (_ & _ & HE). change (5 + 4)%nat with 9%nat in HE.
  pose proof (e_double 10 ltac:(lia)) as E10. simpl INR in E10. pose proof (e_double 5 ltac:(lia)) as E5. simpl INR in
    E5.
  pose proof (e_double 4 ltac:(lia)) as E4. simpl INR in E4.
  pose proof (u_pos double) as u0. pose proof u_double as ud0. pose proof L_is_positive as L0. pose proof (eta_pos
    double) as h0.
  pose proof (Rle_0_sqr R) as R0. unfold Rsqr in R0.
  assert (T0 : 0 <= T) by (apply Rmult_le_pos; lra).
  assert (X1 : e double 10 * T <= 10 * u double * (1 + / 1000) * T) by (apply Rmult_le_compat_r; [exact T0 | lra]).
  (* what underflow loses *)
  assert (Y1 : eta double * (R * R) <= u double * / 16000 * T).
  { unfold T. replace (u double * / 16000 * (R * R * L)) with (u double * / 16000 * L * (R * R)) by ring.
    apply Rmult_le_compat_r; lra. }
  assert (Y2 : eta double * L <= u double * / 16000 * (L * L)).
  { replace (u double * / 16000 * (L * L)) with (u double * / 16000 * L * L) by ring. apply Rmult_le_compat_r; lra. }
  assert (Y3 : eta double * eta double <= eta double).
  { rewrite <- (Rmult_1_r (eta double)) at 3. apply Rmult_le_compat_l; [lra |].
    unfold eta. change 1 with (bpow radix2 0). apply bpow_le. simpl. lia. }
  assert (Y4 : product_tiny (f := double) (R * R) L 5 4 (eta double) (4 * eta double) <=
     5 * (eta double * (R * R)) + 2 * (eta double * L) + 4 * eta double).
  { unfold product_tiny. rewrite ud0 in E4, E5.
    assert (A1 : (1 + e double 5) * (R * R) * (4 * eta double) <= 5 * (eta double * (R * R))).
    { replace ((1 + e double 5) * (R * R) * (4 * eta double)) with ((1 + e double 5) * 4 * (eta double * (R * R))) by
      ring.
      apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]. }
    assert (A2 : (1 + e double 4) * L * eta double <= 2 * (eta double * L)).
    { replace ((1 + e double 4) * L * eta double) with ((1 + e double 4) * (eta double * L)) by ring.
      apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]. }
    lra. }
  assert (Y5 : 0 <= product_tiny (f := double) (R * R) L 5 4 (eta double) (4 * eta double)).
  { apply product_tiny_nonneg; lra. }
  assert (Y6 : (1 + u double) * product_tiny (f := double) (R * R) L 5 4 (eta double) (4 * eta double) <=
    2 * product_tiny (f := double) (R * R) L 5 4 (eta double) (4 * eta double)).
  { apply Rmult_le_compat_r; [exact Y5 | rewrite ud0; lra]. }
  assert (LL : 0 < L * L) by now apply Rmult_lt_0_compat.
  assert (0 <= u double * T) by (apply Rmult_le_pos; lra).
  assert (0 <= u double * (L * L)) by (apply Rmult_le_pos; lra).
  change (R * R * L) with T in HE. unfold ud. lra.
Qed.

Lemma size_of_terms : real rhs <= 11/10 * T + / 10 * (L * L) /\ real lhs <= 11/10 * S + / 10 * (L * L).
Proof.
  pose proof rhs_bounds as H1. pose proof lhs_bounds as H2. pose proof cross_bounds as H3. pose proof m_bounds as H4.
  pose proof u_double as ud0. pose proof (u_pos double) as u0. fold ud in ud0, u0. pose proof L_is_positive as L0.
  assert (us : ud <= / 1048576) by (rewrite ud0; lra).
  pose proof (squares_error ud u0 us (Rabs K) (Rabs M) L K M _ _ eq_refl eq_refl (Rlt_le _ _ L0) H3 H4) as Q.
  assert (HS : Rabs K * Rabs K + Rabs M * Rabs M = S).
  { unfold S. rewrite <- !Rabs_mult, !Rabs_pos_eq by apply Rle_0_sqr. reflexivity. }
  rewrite HS in Q. fold S in Q.
  assert (S0 : 0 <= S) by (unfold S; pose proof (Rle_0_sqr K); pose proof (Rle_0_sqr M); unfold Rsqr in *; lra).
  pose proof (Rle_0_sqr R) as R0. unfold Rsqr in R0.
  assert (T0 : 0 <= T) by (apply Rmult_le_pos; lra).
  assert (LL : 0 < L * L) by now apply Rmult_lt_0_compat. set (q := real cross * real cross + real m * real m) in *.
  apply Rabs_le_inv in Q, H1, H2. destruct Q, H1, H2. rewrite ud0 in *. split; lra.
Qed.

Lemma ahead_bounds : finite ahead /\ Rabs (real ahead - (real rhs - real lhs)) <= ud * (3 * T + 2 * S + L * L).
Proof.
  destruct error_is_finite as (_ & _ & _ & Flhs & Frhs & _ & Nl & Nr & _). destruct tests as (_ & Hc & _).
  destruct len2_bounds as [HL _]. destruct (small_eta L HL) as (_ & _ & E3). destruct reach2_bounds as [F2 _].
  destruct size_of_terms as [Z1 Z2]. pose proof (nonneg_real _ Nl) as P1. pose proof (nonneg_real _ Nr) as P2.
  pose proof (u_pos double) as u0. pose proof u_double as ud0. pose proof (eta_pos double) as h0.
  assert (S0 : 0 <= S) by (unfold S; pose proof (Rle_0_sqr K); pose proof (Rle_0_sqr M); unfold Rsqr in *; lra).
  pose proof L_is_positive as L0. pose proof (Rle_0_sqr R) as R0. unfold Rsqr in R0.
  assert (T0 : 0 <= T) by (apply Rmult_le_pos; lra).
  assert (LL : 0 < L * L) by now apply Rmult_lt_0_compat.
  assert (0 <= u double * T) by (apply Rmult_le_pos; lra).
  assert (0 <= u double * S) by (apply Rmult_le_pos; lra).
  assert (0 <= u double * (L * L)) by (apply Rmult_le_pos; lra).
  destruct run as [_ _ _ _ _ _ _ _ _ _ _ E_rhs E_ahead _ _ _ _ _].
  destruct E_ahead as [E | [(p & q & E & E') | (p & q & E & _)]]; [| | discriminate].
  - assert (Fa : finite (fsub rhs lhs)) by now apply fsub_nonneg_finite.
    rewrite E. split; [exact Fa |]. destruct (fsub_finite _ _ Fa) as (_ & _ & Ea). rewrite Ea.
    eapply Rle_trans; [unfold Rminus at 1 3; apply rnd_sum_error; [apply real_in_format | apply generic_format_opp,
      real_in_format] |].
    unfold ud. apply Rmult_le_compat_l; [lra |]. unfold Rabs. destruct Rcase_abs; lra.
  - injection E as <- <-. rewrite E_rhs in Frhs.
    assert (N2 : nonneg (fmul reach reach)) by apply nonneg_square.
    assert (P0 : 0 <= real (fmul reach reach) * real len2).
    { destruct error_is_finite as (_ & _ & _ & _ & _ & _ & _ & _ & _ & Nlen). apply Rmult_le_pos;
      now apply nonneg_real. }
    assert (Fa : finite (ffma (fmul reach reach) len2 (fneg lhs))) by now apply ffma_difference_finite.
    rewrite E'. split; [exact Fa |]. destruct (ffma_finite _ _ _ Fa) as (_ & _ & _ & Ea). rewrite Ea, real_fneg.
    destruct (fmul_finite _ _ Frhs) as (_ & _ & Er). rewrite <- E_rhs in Er. rewrite Er in *.
    set (p := real (fmul reach reach) * real len2) in *.
    pose proof (rnd_error double p) as D1. pose proof (rnd_error double (p + - real lhs)) as D2.
    rewrite (Rabs_pos_eq p) in D1 by exact P0.
    replace (rnd double (p + - real lhs) - (rnd double p - real lhs))
      with ((rnd double (p + - real lhs) - (p + - real lhs)) + (p - rnd double p)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_minus_sym p).
    assert (D3 : Rabs (p + - real lhs) <= p + real lhs) by (unfold Rabs; destruct Rcase_abs; lra).
    assert (D4 : u double * Rabs (p + - real lhs) <= u double * (p + real lhs)) by (apply Rmult_le_compat_l; lra).
    assert (D5 : p <= 101/100 * rnd double p + 2 * eta double).
    { apply Rabs_le_inv in D1. destruct D1. rewrite ud0 in *. lra. }
    assert (D6 : u double * p <= u double * (101/100 * (11/10 * T + / 10 * (L * L)) + 2 * eta double)).
    { apply Rmult_le_compat_l; lra. }
    assert (D7 : u double * real lhs <= u double * (11/10 * S + / 10 * (L * L))) by (apply Rmult_le_compat_l; lra).
    assert (D8 : u double * eta double <= eta double) by (rewrite ud0; lra).
    unfold ud. lra.
Qed.

Lemma error_bounds :
  128 * ud * (99/100 * (real lhs + real rhs + real len2 * real len2) - / 100 * (L * L)) <= real error.
Proof.
  destruct error_is_finite as (Fe & F1 & F2 & Flhs & Frhs & Fl & Nl & Nr & N1 & Nlen).
  destruct len2_bounds as [HL _]. destruct (small_eta L HL) as (_ & _ & E3). destruct factor_value as [Fk Ek].
  apply nonneg_real in Nl, Nr, N1, Nlen.
  pose proof (u_pos double) as u0. pose proof u_double as ud0. pose proof (eta_pos double) as h0.
  destruct run as [_ _ _ _ _ _ _ _ _ _ _ E_rhs _ E_t1 E_t2 E_error _ _].
  assert (T1 : 999/1000 * (real lhs + real rhs) - 3 * eta double <= real t1).
  { destruct E_t1 as [E | [(p & q & E & _) | (p & q & E & E')]]; [| discriminate |].
    - rewrite E in F1 |- *. destruct (fadd_finite _ _ F1) as (_ & _ & ->).
      pose proof (rnd_sum_error double (real lhs) (real rhs) (real_in_format _) (real_in_format _)) as D.
      rewrite (Rabs_pos_eq (real lhs + real rhs)) in D by lra. apply Rabs_le_inv in D. destruct D. rewrite ud0 in *.
        lra.
    - injection E as <- <-. rewrite E' in F1 |- *. destruct (ffma_finite _ _ _ F1) as (_ & _ & _ & ->).
      rewrite E_rhs in Frhs. destruct (fmul_finite _ _ Frhs) as (_ & _ & Er). rewrite <- E_rhs in Er.
      assert (P0 : 0 <= real (fmul reach reach) * real len2).
      { apply Rmult_le_pos; [apply nonneg_real, nonneg_square | exact Nlen]. }
      set (p := real (fmul reach reach) * real len2) in *. rewrite Er in *.
      pose proof (rnd_error double p) as D1. pose proof (rnd_error double (p + real lhs)) as D2.
      rewrite (Rabs_pos_eq p) in D1 by lra. rewrite (Rabs_pos_eq (p + real lhs)) in D2 by lra.
      apply Rabs_le_inv in D1, D2. destruct D1, D2. rewrite ud0 in *. lra. }
  assert (T1' : 0 <= real t1) by lra.
  assert (T2 : 999/1000 * (real t1 + real len2 * real len2) - 3 * eta double <= real t2).
  { pose proof (Rle_0_sqr (real len2)) as Q. unfold Rsqr in Q.
    destruct E_t2 as [E | [(p & q & E & _) | (p & q & E & E')]]; [| discriminate |].
    - rewrite E in F2 |- *. destruct (fadd_finite _ _ F2) as (_ & Fp & ->). destruct (fmul_finite _ _ Fp) as (_ & _ &
      Ep).
      pose proof (rnd_sum_error double (real t1) (real (fmul len2 len2)) (real_in_format _) (real_in_format _)) as D.
      pose proof (rnd_error double (real len2 * real len2)) as D1. rewrite <- Ep in D1.
      rewrite (Rabs_pos_eq (real len2 * real len2)) in D1 by lra.
      assert (0 <= real (fmul len2 len2)) by (apply nonneg_real, nonneg_square).
      rewrite (Rabs_pos_eq (real t1 + real (fmul len2 len2))) in D by lra.
      apply Rabs_le_inv in D, D1. destruct D, D1. rewrite ud0 in *. lra.
    - injection E as <- <-. rewrite E' in F2 |- *. destruct (ffma_finite _ _ _ F2) as (_ & _ & _ & ->).
      pose proof (rnd_error double (real len2 * real len2 + real t1)) as D.
      rewrite (Rabs_pos_eq (real len2 * real len2 + real t1)) in D by lra.
      apply Rabs_le_inv in D. destruct D. rewrite ud0 in *. lra. }
  assert (T3 : 128 * u double * real t2 * (999/1000) - eta double <= real error).
  { rewrite E_error in Fe |- *. destruct (fmul_finite _ _ Fe) as (_ & _ & ->). rewrite Ek.
    assert (T2' : 0 <= 128 * u double * real t2 \/ 128 * u double * real t2 < 0) by lra.
    pose proof (rnd_error double (128 * u double * real t2)) as D. apply Rabs_le_inv in D. destruct D as [D _].
    destruct T2' as [T2' | T2'].
    - rewrite Rabs_pos_eq in D by exact T2'.
      assert (u double * (128 * u double * real t2) <= / 1000 * (128 * u double * real t2)).
      { apply Rmult_le_compat_r; [exact T2' | rewrite ud0; lra]. }
      lra.
    - rewrite Rabs_left in D by exact T2'.
      assert (u double * - (128 * u double * real t2) <= / 1000000 * - (128 * u double * real t2)).
      { apply Rmult_le_compat_r; [lra | rewrite ud0; lra]. }
      exfalso.
      assert (NT : 0 <= real t2).
      { assert (nonneg t2); [| now apply nonneg_real].
        destruct E_t2 as [-> | [(p & q & E & _) | (p & q & E & ->)]]; [| discriminate |].
        - apply nonneg_fadd; [| apply nonneg_square]. now apply nonneg_of_real.
        - injection E as <- <-. apply nonneg_fma_square. now apply nonneg_of_real. }
      assert (0 <= 128 * u double * real t2) by (apply Rmult_le_pos; lra). lra. }
  pose proof (Rle_0_sqr (real len2)) as Q. unfold Rsqr in Q.
  assert (LL : 0 <= L * L) by apply Rle_0_sqr.
  assert (U : u double * real t2 >= u double * (998/1000 * (real lhs + real rhs) + 999/1000 * (real len2 * real len2) -
    6 * eta double)).
  { apply Rle_ge, Rmult_le_compat_l; lra. }
  assert (u0h : u double * eta double <= / 1000000 * eta double) by (apply Rmult_le_compat_r; [lra | rewrite ud0; lra]).
  assert (0 <= u double * (real lhs + real rhs)) by (apply Rmult_le_pos; lra).
  assert (0 <= u double * (real len2 * real len2)) by (apply Rmult_le_pos; lra).
  assert (0 <= u double * (L * L)) by (apply Rmult_le_pos; lra).
  unfold ud. lra.
Qed.

(* The points and radii are finite. *)
Lemma input_is_finite :
  finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite r /\ finite wr /\ finite gap.
Proof.
  destruct finite_terms as (Fc & _ & _). destruct reach2_bounds as [F2 _].
  destruct run as [E_ux E_uy E_wx E_wy E_reach _ _ E_cross _ _ _ _ _ _ _ _ _ _].
  assert (H : finite ux /\ finite uy /\ finite wx /\ finite wy).
  { destruct E_cross as [E | [(p & q & E & E') | (p & q & E & E')]].
    - rewrite E in Fc. destruct (fsub_finite _ _ Fc) as (F3 & F4 & _).
      destruct (fmul_finite _ _ F3) as (F5 & F6 & _). destruct (fmul_finite _ _ F4) as (F7 & F8 & _). auto.
    - injection E as <- <-. rewrite E' in Fc. destruct (ffma_finite _ _ _ Fc) as (F3 & F4 & F5 & _).
      apply fneg_finite in F5. destruct (fmul_finite _ _ F5) as (F7 & F8 & _). auto.
    - injection E as <- <-. rewrite E' in Fc. destruct (ffma_finite _ _ _ Fc) as (F3 & F4 & F5 & _).
      apply fneg_finite in F3. destruct (fmul_finite _ _ F5) as (F7 & F8 & _). auto. }
  destruct H as (Fux & Fuy & Fwx & Fwy).
  rewrite E_ux in Fux. rewrite E_uy in Fuy. rewrite E_wx in Fwx. rewrite E_wy in Fwy.
  destruct (fmul_finite _ _ F2) as (Fr & _). rewrite E_reach in Fr.
  finite_back Fux. finite_back Fuy. finite_back Fwx. finite_back Fwy. finite_back Fr. repeat split; assumption.
Qed.

Theorem certain_sign :
  (0 < real sign -> nearer Segment C A B R) /\ (real sign < 0 -> farther Segment C A B R) /\ real sign <> 0 /\
    finite sign.
Proof.
  destruct ahead_bounds as [Fa HA]. destruct tests as (_ & Hc & _). destruct error_is_finite as (Fe & _).
  pose proof u_double as ud0. pose proof (u_pos double) as u0.
  assert (us : u double <= / 1048576) by (rewrite ud0; lra).
  assert (Hs : real error < Rabs (real ahead)).
  { rewrite <- real_fabs. apply flt_real; auto. now apply finite_fabs. }
  destruct (sign_by_products C A B R (u double) u0 us (real len2) (real cross) (real m) (real lhs) (real rhs) (real
    ahead)
    (real error) L_is_positive (proj2 len2_bounds) cross_bounds m_bounds lhs_bounds rhs_bounds HA error_bounds Hs)
    as (P & N & Z).
  destruct run as [_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_sign _]. rewrite E_sign.
  repeat split; auto.
  - intros H. apply nearer_by_products; [exact L_is_positive |]. specialize (P H).
    replace (Geometry.cross C A B ^ 2 + Geometry.off C A B ^ 2) with (K * K + M * M) by (unfold K, M; ring).
    replace (R ^ 2 * Geometry.len2 A B) with (R * R * L) by (unfold L; ring). exact P.
  - intros H. apply farther_by_products; [exact L_is_positive |]. specialize (N H).
    replace (Geometry.cross C A B ^ 2 + Geometry.off C A B ^ 2) with (K * K + M * M) by (unfold K, M; ring).
    replace (R ^ 2 * Geometry.len2 A B) with (R * R * L) by (unfold L; ring). exact N.
Qed.

End Certain.

(* For both ways to compile: a certain result means valid input and the right sign of R - distance, where R is the real
   sum of the radii and the gap. *)
Theorem certain_reach_is_right cx cy r ax ay bx by_ wr x gap result sign :
  carom_detail_certain_reach_results cx cy r ax ay bx by_ wr x gap result sign \/
  carom_detail_certain_reach_fused_results cx cy r ax ay bx by_ wr x gap result sign ->
  result = true ->
  x = 0%Z /\ finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\
  (finite r /\ 0 <= real r) /\ (finite wr /\ 0 <= real wr) /\ (finite gap /\ 0 <= real gap) /\ finite sign /\
    real sign <> 0 /\
  (0 < real sign -> nearer Segment (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r + real wr + real gap)) /\
  (real sign < 0 -> farther Segment (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r + real wr + real gap)).
Proof.
  intros H ->.
  assert (G : exists ux uy wx wy reach len2 dot cross from_a m lhs rhs ahead t1 t2 error,
    carom_detail_certain_reach_fused cx cy r ax ay bx by_ wr x gap ux uy wx wy reach len2 dot cross from_a m lhs rhs
      ahead
      t1 t2 error true sign).
  { destruct H as [H | H]; unfold carom_detail_certain_reach_results, carom_detail_certain_reach_fused_results in H.
    - destruct H as (ux & uy & wx & wy & reach & len2 & dot & cross & from_a & m & lhs & rhs & ahead & error & H).
      apply plain_is_fused in H. do 16 eexists. exact H.
    - exact H. }
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end. clear H.
  destruct (tests _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ G) as (X & _ & _ & N1 & N2 & N3).
  pose proof (input_is_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ G) as I.
  pose proof (certain_sign _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ G) as (S1 & S2 & S3 & S4).
  apply nonneg_real in N1, N2, N3. repeat split; auto; apply I.
Qed.
