(* measure_fast of src/rest/contact_double_double.h: if it returns true, for finite input or not, then the input is
   finite and valid, the feature is the nearest one, and the depth has the sign of R - distance and an error of little
   more than half an ulp of the larger of the two. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry ContactPairs
  ContactSteps ContactRoot ContactDepth ContactEnd ContactProducts ContactSide ContactSideDepth ContactLevel ContactTie.
From Carom Require Terms_wide Terms_contact.
Import Terms_wide.wide_of_sum_terms(wide_of_sum_results).
Import Terms_contact.fast_vectors_of_terms(fast_vectors_of_results).
Import Terms_contact.fast_feature_terms(fast_feature_results).
Import Terms_contact.measure_end_terms(measure_end_results).
Import Terms_contact.measure_side_terms(measure_side_results).
Import Terms_contact.measure_level_terms(measure_level_results).
Import Terms_contact.measure_distance_terms(measure_distance_results).
Import Terms_contact.measure_fast_terms(measure_fast_results).

Open Scope R_scope.

(* What a certain end tells of u. *)
Lemma end_feature_finite ux uy wx wy p x n :
  p = andb (feq ux (fconst 0 0)) (feq uy (fconst 0 0)) ->
  fast_feature_results ux uy wx wy p (extent_number x) n -> n <> 0%Z -> n <> 1%Z -> finite ux /\ finite uy.
Proof.
  intros Ep (gx & gy & lx & ly & wu & len2 & terms & error & is_segment & is_line & beyond_a & before_b & run) N0 N1.
  edestruct nonneg_lxy as (_ & _ & _ & _ & Ne); [exact run |].
  assert (G : finite error -> finite ux /\ finite uy).
  { intros Fe. edestruct finite_terms as (_ & _ & _ & _ & Fx & Fy); [exact run | exact Fe |]. destruct run. subst lx ly.
    destruct (fmul_finite _ _ Fx) as (A & _). destruct (fmul_finite _ _ Fy) as (B & _). auto. }
  destruct run. rewrite E_result in N0, N1.
  destruct (andb _ (negb p)) in N0, N1; [now elim N1 |]. destruct p.
  - symmetry in Ep. apply andb_prop in Ep. destruct Ep as [A B]. apply feq_zero in A, B. tauto.
  - cbn [orb] in N0, N1. apply G. destruct (flt wu (fneg error)) eqn:H1.
    + eapply below_minus_finite; eassumption.
    + destruct (flt error (fsub wu len2)) eqn:H2; [| now elim N0]. eapply flt_finite; eassumption.
Qed.

Lemma measure_distance_cases vux vuy vwx vwy p cx cy r ax ay bx by_ wr x feature R_hi R_lo e level hi lo depth error
  along
    along_rest dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly :
  measure_distance_results vux vuy vwx vwy p cx cy r ax ay bx by_ wr x true feature R_hi R_lo e level hi lo depth error
    along
    along_rest dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly ->
  fast_feature_results vux vuy vwx vwy p x feature /\ wide_of_sum_results r wr R_hi R_lo e /\ (x <= 2)%Z /\
  fle (fconst 0 0) r = true /\ fle R_hi (fconst 1 150) = true /\
    (fle (fconst 1 (-150)) wr || feq wr (fconst 0 0))%bool = true /\
  ((feature = 1%Z /\ level = true /\ (feq vux (fconst 0 0) || feq vuy (fconst 0 0))%bool = true /\
    measure_level_results R_hi R_lo cx cy ax ay bx by_ (feq vux (fconst 0 0)) true hi lo depth error along along_rest
      dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly) \/
   (feature = 1%Z /\ level = false /\
    measure_side_results R_hi R_lo cx cy ax ay bx by_ true hi lo depth error along along_rest spread dhx dhy dlx dly
      uhx uhy ulx uly length rest inverse) \/
   (feature <> 1%Z /\ feature <> 0%Z /\ level = false /\
    measure_end_results feature R_hi R_lo cx cy ax ay bx by_ true length hi rest lo inverse depth error
      dhx dhy dlx dly uhx uhy ulx uly along along_rest spread)).
Proof.
  intros H. unfold measure_distance_results in H.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end. destruct H.
  symmetry in E_result. rewrite !andb_true_iff in E_result. destruct E_result as ((((M & T1) & T2) & T3) & T4).
  split; [assumption |]. split; [assumption |]. split; [now apply Z.leb_le |].
  do 3 (split; [assumption |]). rewrite E_is_measured_3 in M. clear E_is_measured_3.
  destruct (Z.eqb_spec feature 1) as [E | E]; rewrite E_if1 in *.
  - rewrite E_is_measured in M. destruct x2 eqn:L.
    + left. split; [exact E |]. split; [congruence |]. rewrite E_is_upright in *. split; [congruence |].
      subst. assumption.
    + right; left. split; [exact E |]. split; [congruence |]. subst. assumption.
  - right; right. rewrite E_is_measured_2 in M. apply andb_prop in M. destruct M as [M1 M2].
    split; [exact E |]. split; [now apply Z.eqb_neq, negb_true_iff |]. split; [congruence |]. subst. assumption.
Qed.

Lemma square_of_size x y : bpow radix2 (-160) <= sqrt (x * x + y * y) -> bpow radix2 (-320) <= x * x + y * y.
Proof.
  intros H. rewrite <- (sqrt_sqrt (x * x + y * y)).
  - change (-320)%Z with (-160 + -160)%Z. rewrite bpow_plus. apply Rmult_le_compat; auto using bpow_ge_0.
  - pose proof (Rle_0_sqr x). pose proof (Rle_0_sqr y). unfold Rsqr in *. lra.
Qed.

(* The distance beside a level or upright wall. *)
Lemma level_distance ux uy wx wy (upright : bool) :
  (if upright then ux = 0 /\ uy <> 0 else uy = 0 /\ ux <> 0) ->
  Rabs (ux * wy - uy * wx) / sqrt (ux * ux + uy * uy) = Rabs (if upright then wx else wy).
Proof.
  assert (S : forall v : R, v <> 0 -> sqrt (v * v) = Rabs v) by (intros; apply sqrt_Rsqr_abs).
  destruct upright; intros [Z N]; rewrite Z.
  - replace (0 * wy - uy * wx) with (uy * - wx) by ring. replace (0 * 0 + uy * uy) with (uy * uy) by ring.
    rewrite S by exact N.
    rewrite Rabs_mult, Rabs_Ropp. field. now apply Rabs_no_R0.
  - replace (ux * wy - 0 * wx) with (ux * wy) by ring. replace (ux * ux + 0 * 0) with (ux * ux) by ring.
    rewrite S by exact N.
    rewrite Rabs_mult. field. now apply Rabs_no_R0.
Qed.

(* The farther end is at least half of |u| away. *)
Lemma farther_end_of_wall c a b l : 0 <= l -> l <= len2 a b -> l / 4 <= Rmax (w2 c a) (z2 c b).
Proof.
  intros L0 L. unfold len2, w2, z2, Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy, Geometry.zx, Geometry.zy in *.
  pose proof (Rle_0_sqr (px c - px a + (px c - px b))). pose proof (Rle_0_sqr (py c - py a + (py c - py b))).
  unfold Rsqr in *.
  unfold Rmax. destruct Rle_dec; nra.
Qed.

Lemma farther_end_of_u c a b : bpow radix2 (-320) <= len2 a b -> bpow radix2 (-330) <= Rmax (w2 c a) (z2 c b).
Proof.
  intros L. eapply Rle_trans; [| exact (farther_end_of_wall c a b _ (bpow_ge_0 _ _) L)].
  apply Rle_trans with (bpow radix2 (-2) * bpow radix2 (-320)); [rewrite <- bpow_plus; apply bpow_le; lia |].
  change (bpow radix2 (-2)) with (/ 4). unfold Rdiv. lra.
Qed.

Section Fast.
Variables cx cy r ax ay bx by_ wr vux vuy vwx vwy vzx vzy : F double.
Variable p : bool.
Variable number : Z.
Variables R_hi R_lo hi lo depth error along along_rest dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly :
  F double.
Variables (feature e : Z) (level : bool).
Hypothesis vectors : fast_vectors_of_results cx cy ax ay bx by_ vux vuy vwx vwy vzx vzy p.
(* The number of an enumeration. *)
Hypothesis number_nonneg : (0 <= number)%Z.
Hypothesis run : measure_fast_results vux vuy vwx vwy p cx cy r ax ay bx by_ wr number true feature R_hi R_lo e level hi
  lo
  depth error along along_rest dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly.

Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.

Theorem measure_fast_is_right : exists x q,
  number = extent_number x /\ finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\
  (finite r /\ 0 <= real r) /\ (finite wr /\ 0 <= real wr) /\
  is_feature x C A B feature /\ is_distance x C A B q /\
  bpow radix2 (-330) <= Rmax (w2 C A) (z2 C B) /\ real r + real wr <= bpow radix2 151 /\
  finite depth /\ is_depth (real depth) (real r + real wr) q.
Proof.
  destruct vectors as (a_x & a_y & b_x & b_y & c_x & c_y & ux' & uy' & wx' & wy' & zx' & zy' & u1 & u2 & p' & []).
  assert (Vux : vux = fsub bx ax) by congruence. assert (Vuy : vuy = fsub by_ ay) by congruence.
  assert (Vwx : vwx = fsub cx ax) by congruence. assert (Vwy : vwy = fsub cy ay) by congruence.
  assert (Vp : p = andb (feq vux (fconst 0 0)) (feq vuy (fconst 0 0))) by congruence.
  clear - Vux Vuy Vwx Vwy Vp number_nonneg run.
  destruct run as (m_result & depth' & if1 & if2 & tie & depth'' & []).
  symmetry in E_result. destruct m_result; rewrite E_if1 in *; cbn [negb] in *; [| discriminate].
  apply measure_distance_cases in E_measure_distance.
  destruct E_measure_distance as (Ft & Wr & Nx & T1 & T2 & T3 & Cases).
  assert (X : exists x, number = extent_number x).
  { destruct (Z.eq_dec number 0) as [Z0 | Z0]; [now exists Segment |]. destruct (Z.eq_dec number 1) as [Z1 | Z1];
      [now exists Ray |].
    exists Line. simpl. lia. }
  destruct X as [x Ex]. rewrite Ex in *. exists x.
  pose proof (reach_is r wr R_hi R_lo e Wr T1 T2 T3) as Rch. pose proof Rch as Rch'.
  destruct Rch' as [Fr Fw Nr Nw BR0 _ NR0 ER0 SR0].
  assert (BR : real r + real wr <= bpow radix2 151).
  { destruct BR0 as [_ BR0]. rewrite Rabs_pos_eq in BR0 by exact NR0. destruct ud_small.
    assert (ud * real R_hi <= 1 * real R_hi) by (apply Rmult_le_compat_r; lra).
    change 151%Z with (1 + 150)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  assert (Rw : 0 <= real r + real wr) by lra.
  assert (Tied : tie = true -> real r + real wr = real r + real wr) by auto. clear Tied.
  (* the result from a depth with its error or a tie *)
  assert (Done : forall q, 0 <= q -> depth_is depth' error (real r + real wr) q -> (tie = true ->
    real r + real wr = q) ->
    finite depth /\ is_depth (real depth) (real r + real wr) q).
  { intros q q0 Hd Ht. pose proof Hd as Hd'. destruct Hd' as (Fd & Fe & _). rewrite E_k_depth_2, E_k_depth_1.
    destruct if2.
    - symmetry in E_if2. apply flt_real in E_if2; auto using finite_fabs. rewrite real_fabs in E_if2.
      split; [exact Fd |]. now apply certain_is_depth with error.
    - specialize (Ht E_result). rewrite Ht. destruct zero_value as [Fz Ez]. split; [exact Fz |]. rewrite Ez.
      split; [split; intros; lra |]. split; [split; intros; lra |]. replace (0 - (q - q)) with 0 by ring.
      rewrite Rabs_R0.
      pose proof (ulp_nonneg (Rmax q q)). assert (0 <= bpow radix2 (-57) * (q + q)) by (apply Rmult_le_pos;
        [apply bpow_ge_0 | lra]). lra. }
  destruct Cases as [(Ef & El & Hl & M) | [(Ef & El & M) | (N1 & N0 & El & M)]].
  - (* level or upright *)
    destruct (measure_level_is r wr R_hi R_lo cx cy ax ay bx by_ _ hi lo depth' error along along_rest dhx dhy dlx dly
      inverse length rest spread uhx uhy ulx uly Rch M)
        as (Fin & Nu & Lu & _ & _ & _ & _ & _ & _ & _ & _ & _ & Ee & _ & Fd & Dep).
    set (up := feq vux (fconst 0 0)) in *.
    assert (Z : if up then real bx - real ax = 0 /\ finite bx else real by_ - real ay = 0 /\ finite by_).
    { destruct up eqn:Hx; unfold up in Hx.
      - apply feq_zero in Hx. destruct Hx as [Fx Zx]. rewrite Vux in Zx, Fx. pose proof (difference_zero _ _ Fx Zx).
        split; [lra |]. now destruct (fsub_finite _ _ Fx).
      - cbn [orb] in Hl. apply feq_zero in Hl. destruct Hl as [Fy Zy]. rewrite Vuy in Zy, Fy.
        pose proof (difference_zero _ _ Fy Zy).
        split; [lra |]. now destruct (fsub_finite _ _ Fy). }
    assert (Fuv : finite vux /\ finite vuy).
    { destruct up eqn:Hx; unfold up in Hx.
      - apply feq_zero in Hx. rewrite Vuy. tauto.
      - cbn [orb] in Hl. apply feq_zero in Hl. rewrite Vux. tauto. }
    destruct Fuv as (Fu1 & Fu2).
    pose proof (fast_feature_is_right cx cy ax ay bx by_ vux vuy vwx vwy Vux Vuy Vwx Vwy p Vp Fu1 Fu2 x feature Ft
      ltac:(rewrite Ef; discriminate)) as Ff.
    exists (Rabs (if up then real cx - real ax else real cy - real ay)).
    assert (Sd : is_side x C A B).
    { destruct Ff as [(_ & S) | [(S & _) | (S & _)]]; [exact S | rewrite Ef in S; discriminate | rewrite Ef in S;
        discriminate]. }
    pose proof (distance_on_side x C A B Sd) as Dq.
    assert (Eq : Rabs (cross C A B) / sqrt (len2 A B) = Rabs (if up then real cx - real ax else real cy - real ay)).
    { apply (level_distance (real bx - real ax) (real by_ - real ay) (real cx - real ax) (real cy - real ay) up).
      destruct up; tauto. }
    rewrite Eq in Dq.
    assert (Fall : finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_) by (destruct up; tauto).
    destruct Fall as (G1 & G2 & G3 & G4 & G5 & G6). do 7 (split; [tauto |]). split; [tauto |]. split; [tauto |].
    split; [exact Ff |]. split; [exact Dq |].
    assert (Far : bpow radix2 (-330) <= Rmax (w2 C A) (z2 C B)).
    { apply farther_end_of_u. unfold len2. change (Geometry.ux A B) with (real bx - real ax).
      change (Geometry.uy A B) with (real by_ - real ay).
      apply Rle_trans with (bpow radix2 (-151) * bpow radix2 (-151)); [rewrite <- bpow_plus; apply bpow_le; lia |].
      pose proof (Rle_0_sqr (real bx - real ax)). pose proof (Rle_0_sqr (real by_ - real ay)). unfold Rsqr in *.
      assert (Q : forall v : R, bpow radix2 (-151) <= Rabs v -> bpow radix2 (-151) * bpow radix2 (-151) <= v * v).
      { intros v Hv. rewrite <- (Rabs_pos_eq (v * v)) by apply Rle_0_sqr. rewrite Rabs_mult.
        apply Rmult_le_compat; auto using bpow_ge_0. }
      destruct up; apply Q in Lu; lra. }
    split; [exact Far |]. split; [exact BR |].
    assert (Ei : if2 = true).
    { rewrite E_if2, Ee. destruct (constant_value 0 ltac:(lia)) as [F3 E3]. change (bpow radix2 0) with 1 in E3.
      destruct (flt (fneg (fconst 1 0)) (fabs depth')) eqn:Hf; [reflexivity |].
      apply flt_real_false in Hf; auto using finite_fneg, finite_fabs. rewrite real_fneg, real_fabs, E3 in Hf.
      pose proof (Rabs_pos (real depth')). lra. }
    rewrite E_k_depth_2, E_k_depth_1, Ei. split; [exact Fd |]. destruct up; exact Dep.
  - (* the side *)
    destruct (measure_side_is r wr R_hi R_lo cx cy ax ay bx by_ hi lo depth' error along along_rest spread dhx dhy dlx
      dly
      uhx uhy ulx uly length rest inverse Rch M)
      as (G1 & G2 & G3 & G4 & G5 & G6 & NC & LC & Eux & Euy & _ & _ & Dw & Vu & _ & _ & _ & _ & Dep).
    destruct Vu as [O1 O2 _ _ _ _ _ _ [L0 _] _ _ _ _ _ _ _]. apply square_of_size in L0.
    assert (Fu1 : finite vux) by (rewrite Vux, <- Eux; apply O1).
    assert (Fu2 : finite vuy) by (rewrite Vuy, <- Euy; apply O2).
    pose proof (fast_feature_is_right cx cy ax ay bx by_ vux vuy vwx vwy Vux Vuy Vwx Vwy p Vp Fu1 Fu2 x feature Ft
      ltac:(rewrite Ef; discriminate)) as Ff.
    assert (Sd : is_side x C A B).
    { destruct Ff as [(_ & S) | [(S & _) | (S & _)]]; [exact S | rewrite Ef in S; discriminate | rewrite Ef in S;
        discriminate]. }
    exists (Rabs (cross C A B) / sqrt (len2 A B)). pose proof (distance_on_side x C A B Sd) as Dq.
    do 7 (split; [tauto |]). split; [tauto |]. split; [tauto |]. split; [exact Ff |]. split; [exact Dq |].
    split; [now apply farther_end_of_u |]. split; [exact BR |].
    apply Done; [apply Dq | exact Dep |]. intros Et. rewrite Et in E_is_plain_tie. rewrite Eux in O1. rewrite Euy in O2.
    exact (tie_on_side cx cy r ax ay bx by_ wr feature E_is_plain_tie Ef O1 O2 (dx_ordinary _ _ _ _ _ _ Dw) (dy_ordinary
      _ _ _ _ _ _ Dw) L0 LC).
  - (* an end *)
    destruct (measure_end_is feature r wr R_hi R_lo cx cy ax ay bx by_ length hi rest lo inverse depth' error dhx dhy
      dlx dly
      uhx uhy ulx uly along along_rest spread Rch M) as (G1 & G2 & G3 & G4 & _ & _ & Ehx & Ehy & _ & _ & Vu & Dep).
    destruct (end_feature_finite vux vuy vwx vwy p x feature Vp Ft N0 N1) as (Fu1 & Fu2).
    assert (Fab : finite ax /\ finite ay /\ finite bx /\ finite by_).
    { rewrite Vux in Fu1. rewrite Vuy in Fu2. destruct (fsub_finite _ _ Fu1) as (? & ? & _).
      destruct (fsub_finite _ _ Fu2) as (? & ? & _). auto. }
    pose proof (fast_feature_is_right cx cy ax ay bx by_ vux vuy vwx vwy Vux Vuy Vwx Vwy p Vp Fu1 Fu2 x feature Ft N0)
      as Ff.
    destruct Vu as [O1 O2 _ _ _ _ _ _ [L0 _] _ _ _ _ _ _ _]. apply square_of_size in L0. rewrite Ehx in O1.
    rewrite Ehy in O2.
    pose proof (fun Et => tie_at_end cx cy r ax ay bx by_ wr feature Et N1) as Tie.
    destruct Ff as [(S & _) | [(S & Sd) | (S & Sd)]]; [now elim N1 | |]; rewrite S in *; cbn [Z.eqb Pos.eqb] in *.
    + exists (sqrt (w2 C A)). pose proof (distance_at_a x C A B Sd) as Dq.
      do 7 (split; [tauto |]). split; [tauto |]. split; [tauto |]. split; [right; left; auto |]. split; [exact Dq |].
      split; [apply Rle_trans with (w2 C A); [eapply Rle_trans; [apply bpow_le | exact L0]; lia | apply Rmax_l] |].
      split; [exact BR |].
      apply Done; [apply Dq | exact Dep |]. intros Et. rewrite Et in E_is_plain_tie.
      exact (Tie E_is_plain_tie O1 O2 L0).
    + exists (sqrt (z2 C B)). pose proof (distance_at_b x C A B Sd) as Dq.
      do 7 (split; [tauto |]). split; [tauto |]. split; [tauto |]. split; [right; right; auto |]. split; [exact Dq |].
      split; [apply Rle_trans with (z2 C B); [eapply Rle_trans; [apply bpow_le | exact L0]; lia | apply Rmax_r] |].
      split; [exact BR |].
      apply Done; [apply Dq | exact Dep |]. intros Et. rewrite Et in E_is_plain_tie.
      exact (Tie E_is_plain_tie O1 O2 L0).
Qed.

End Fast.

(* In ulps, as carom/contact.h promises: below 1 ulp of the larger of R and the distance. *)
Lemma depth_within_an_ulp depth rr q : 0 <= rr -> 0 <= q -> is_depth depth rr q ->
  Rabs (depth - (rr - q)) <= ulp radix2 (exponents double) (Rmax rr q).
Proof.
  intros R0 q0 (_ & _ & H). eapply Rle_trans; [exact H |]. set (m := Rmax rr q).
  assert (m0 : 0 <= m) by (unfold m; eapply Rle_trans; [exact R0 | apply Rmax_l]).
  assert (S : rr + q <= 2 * m).
  { pose proof (Rmax_l rr q). pose proof (Rmax_r rr q). unfold m. lra. }
  assert (U : ud * m <= ulp radix2 (exponents double) m).
  { destruct (Req_dec m 0) as [Z | Z]; [rewrite Z, Rmult_0_r; apply ulp_ge_0 |].
    rewrite ulp_neq_0 by exact Z. unfold cexp, exponents, FLT_exp.
    assert (B : m < bpow radix2 (mag radix2 m)) by (rewrite <- (Rabs_pos_eq m) at 1 by exact m0; apply bpow_mag_gt).
    apply Rle_trans with (bpow radix2 (-53) * bpow radix2 (mag radix2 m)).
    - apply Rmult_le_compat; [apply bpow_ge_0 | exact m0 | apply Rle_refl | lra].
    - rewrite <- bpow_plus. apply bpow_le. change (prec double) with 53%Z. lia. }
  assert (E : bpow radix2 (-57) = / 16 * ud) by (unfold u; change (- prec double)%Z with (-53)%Z;
    change (-57)%Z with (-4 + -53)%Z; rewrite bpow_plus; change (bpow radix2 (-4)) with (/ 16); ring).
  rewrite E. destruct ud_small. assert (/ 16 * ud * (rr + q) <= / 16 * ud * (2 * m)) by (apply Rmult_le_compat_l; lra).
  pose proof (Rmult_le_pos ud m ltac:(lra) m0). lra.
Qed.
