(* The relation that certain_relation returns is right: the sign of R - distance from CertainRelation.v, and here the
   farthest point of the segment. No constant for underflow is needed, because one of the ends is at least |u| / 2 away
   from the centre, and |u|^2 >= 2^-481. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Approx Geometry Regions Overflow Products Points RelationFilter RimFeature
  CertainRelation NonnegSums Reach.
From Carom Require Import Terms_relation.

Open Scope R_scope.

(* x (1 + 2^-48) < y in double, for x that is not negative. *)
Lemma slack_exceeds (v y : F double) : flt (fmul v slack) y = true -> nonneg v ->
  finite v /\ number y /\ 0 <= real v /\ (1 + 30 * u double) * real v - eta double <= value y.
Proof.
  intros H N. assert (NN : nonneg (fmul v slack)) by (apply nonneg_fmul; [exact N | reflexivity]).
  pose proof (flt_finite _ _ H NN) as Fs. destruct (flt_value _ _ H) as (_ & Ny & V).
  rewrite (value_finite (fmul _ _)) in V by assumption. destruct (fmul_finite _ _ Fs) as (Fv & _ & E).
  pose proof (nonneg_real _ N) as V0. repeat split; auto.
  destruct slack_value as [_ SV]. rewrite SV in E.
  pose proof (u_pos double) as u0. pose proof u_double as ud0.
  assert (P : 0 <= real v * (1 + 32 * u double)) by (apply Rmult_le_pos; lra).
  pose proof (rnd_down _ P) as D. rewrite <- E in D.
  assert (Q : 0 <= u double * real v) by (apply Rmult_le_pos; lra).
  assert (Q2 : u double * (u double * real v) <= / 1000000 * (u double * real v)) by (apply Rmult_le_compat_r;
    [exact Q | rewrite ud0; lra]).
  lra.
Qed.

(* The larger of two squared distances, as the code selects it. *)
Lemma larger_square (p q v : F double) : number p -> number q -> v = (if flt q p then p else q) ->
  (v = p \/ v = q) /\ value p <= value v /\ value q <= value v.
Proof.
  intros Np Nq ->. destruct (flt q p) eqn:E.
  - destruct (flt_value _ _ E) as (_ & _ & V). repeat split; auto; lra.
  - apply flt_value_false in E; auto. repeat split; auto; lra.
Qed.

(* The ends are not both near the centre. *)
Lemma ends_apart c a b : len2 a b <= 2 * (w2 c a + z2 c b).
Proof.
  unfold len2, w2, z2, Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy, Geometry.zx, Geometry.zy.
  pose proof (Rle_0_sqr ((px c - px a) + (px c - px b))). pose proof (Rle_0_sqr ((py c - py a) + (py c - py b))).
  unfold Rsqr in *. lra.
Qed.

Section Rim.
Variables cx cy r ax ay bx by_ wr : F double.
Hypothesis Fcx : finite cx.
Hypothesis Fcy : finite cy.
Hypothesis Fax : finite ax.
Hypothesis Fay : finite ay.
Hypothesis Fbx : finite bx.
Hypothesis Fby : finite by_.
Hypothesis Fr : finite r.
Hypothesis Fwr : finite wr.
Hypothesis R1 : 0 <= real r.
Hypothesis R2 : 0 <= real wr.
Let c := point_of cx cy.
Let a := point_of ax ay.
Let b := point_of bx by_.
Hypothesis long : bpow radix2 (-481) <= len2 a b.
Variables wx wy zx zy w2' z2' far2 rim rim2 : F double.
Hypothesis E_wx : wx = fsub cx ax.
Hypothesis E_wy : wy = fsub cy ay.
Hypothesis E_zx : zx = fsub cx bx.
Hypothesis E_zy : zy = fsub cy by_.
Hypothesis E_w2 : w2' = fadd (fmul wx wx) (fmul wy wy).
Hypothesis E_z2 : z2' = fadd (fmul zx zx) (fmul zy zy).
Hypothesis E_far2 : far2 = if flt z2' w2' then w2' else z2'.
Hypothesis E_rim : rim = fsub r wr.
Hypothesis E_rim2 : rim2 = fmul rim rim.
Hypothesis Frim2 : 0 <= real rim -> finite rim2.
Let s := real r - real wr.

Lemma rim_is : finite rim /\ Rabs (real rim - s) <= u double * Rabs s.
Proof.
  assert (F : finite rim) by (rewrite E_rim; now apply fsub_nonneg_finite). split; [exact F |].
  rewrite E_rim in F |- *. apply (fsub_error _ _ F).
Qed.

Lemma rim_sign : (real rim < 0 -> s < 0) /\ (0 <= real rim -> 0 <= s).
Proof.
  destruct rim_is as [_ H]. pose proof u_double as ud0. pose proof (u_pos double) as u0. apply Rabs_le_inv in H.
    destruct H as [H1 H2].
  split; intros S; unfold Rabs in *; destruct (Rcase_abs s) as [N | N]; try lra.
  - assert (u double * s <= / 1000 * s) by (apply Rmult_le_compat_r; [lra | rewrite ud0; lra]). lra.
  - assert (u double * - s <= / 1000 * - s) by (apply Rmult_le_compat_r; [lra | rewrite ud0; lra]). lra.
Qed.

Lemma rim2_is : 0 <= real rim -> Rabs (real rim2 - s ^ 2) <= 31/10 * (u double * s ^ 2) + eta double.
Proof.
  intros P. destruct rim_is as [F H]. destruct rim_sign as [_ S]. specialize (S P). rewrite (Rabs_pos_eq s) in H by
    exact S.
  specialize (Frim2 P). rewrite E_rim2 in Frim2 |- *. destruct (fmul_finite _ _ Frim2) as (_ & _ & E).
  pose proof (rnd_error double (real rim * real rim)) as D. rewrite <- E in D. rewrite (Rabs_pos_eq (real rim * real
    rim)) in D by apply Rle_0_sqr.
  pose proof u_double as ud0. pose proof (u_pos double) as u0.
  assert (us : 0 <= u double * s) by (apply Rmult_le_pos; lra).
  assert (ss : 0 <= u double * (s * s)) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]).
  assert (Q : Rabs (real rim * real rim - s * s) <= (u double * s) * (2 * s + u double * s)).
  { apply Facts.square_error; [exact H | rewrite Rabs_pos_eq; lra]. }
  assert (uss : u double * (u double * (s * s)) <= / 1000000 * (u double * (s * s))) by (apply Rmult_le_compat_r;
    [exact ss | rewrite ud0; lra]).
  assert (Q1 : Rabs (real rim * real rim - s * s) <= 201/100 * (u double * (s * s))) by lra.
  assert (Q2 : real rim * real rim <= s * s + 201/100 * (u double * (s * s))) by (apply Rabs_le_inv in Q1; destruct Q1;
    lra).
  assert (Q3 : u double * (real rim * real rim) <= u double * (s * s + 201/100 * (u double * (s * s)))) by (apply
    Rmult_le_compat_l; lra).
  replace (s ^ 2) with (s * s) by ring. apply Rabs_le_inv in D, Q1. destruct D, Q1. apply Rabs_le. lra.
Qed.

(* The farthest point, as it is computed. *)
Lemma far2_is :
  number far2 /\ nonneg far2 /\ bpow radix2 (-485) <= value far2 /\
  (value far2 <= (1 + 402/100 * u double) * w2 c a + 201/100 * eta double \/
   value far2 <= (1 + 402/100 * u double) * z2 c b + 201/100 * eta double) /\
  (finite far2 -> (1 - 402/100 * u double) * w2 c a - 201/100 * eta double <= real far2 /\
     (1 - 402/100 * u double) * z2 c b - 201/100 * eta double <= real far2).
Proof.
  destruct (squares_at_most cx ax cy ay Fcx Fax Fcy Fay) as (Nw & Pw & Mw).
  destruct (squares_at_most cx bx cy by_ Fcx Fbx Fcy Fby) as (Nz & Pz & Mz).
  rewrite <- E_wx, <- E_wy, <- E_w2 in Nw, Pw, Mw. rewrite <- E_zx, <- E_zy, <- E_z2 in Nz, Pz, Mz.
  change ((real cx - real ax) * (real cx - real ax) + (real cy - real ay) * (real cy - real ay)) with (w2 c a) in Mw.
  change ((real cx - real bx) * (real cx - real bx) + (real cy - real by_) * (real cy - real by_)) with (z2 c b) in Mz.
  destruct (larger_square w2' z2' far2 Nw Nz E_far2) as (Ef & Vw & Vz).
  assert (Nf : number far2) by (destruct Ef as [-> | ->]; assumption).
  assert (Pf : nonneg far2) by (destruct Ef as [-> | ->]; assumption).
  assert (Small : forall (v : F double) m, number v -> nonneg v -> finite far2 -> value v <= value far2 ->
    (finite v -> Rabs (real v - m) <= 402/100 * u double * m + 201/100 * eta double) ->
    (1 - 402/100 * u double) * m - 201/100 * eta double <= real far2).
  { intros v m Nv Pv Ff Lv M. rewrite (value_finite far2) in Lv by assumption. pose proof (value_nonneg _ Pv) as V0.
    pose proof (real_below far2) as BF. fold (huge (f := double)) in BF. rewrite (Rabs_pos_eq (real far2)) in BF by lra.
    assert (Fv : finite v) by (apply finite_of_value; [assumption | rewrite Rabs_pos_eq by assumption; lra]).
    rewrite (value_finite v) in Lv by assumption. specialize (M Fv). apply Rabs_le_inv in M. destruct M. lra. }
  assert (Both : finite far2 -> (1 - 402/100 * u double) * w2 c a - 201/100 * eta double <= real far2 /\
     (1 - 402/100 * u double) * z2 c b - 201/100 * eta double <= real far2).
  { intros Ff. split.
    - apply (Small w2'); auto. intros Fw. rewrite E_w2, E_wx, E_wy in Fw |- *. exact (squares_error _ _ _ _ Fw).
    - apply (Small z2'); auto. intros Fw. rewrite E_z2, E_zx, E_zy in Fw |- *. exact (squares_error _ _ _ _ Fw). }
  repeat split; auto; [| destruct Ef as [-> | ->]; auto | apply Both; assumption | apply Both; assumption].
  destruct (Rle_or_lt (bpow radix2 (-485)) (value far2)) as [G | G]; [exact G | exfalso].
  pose proof (value_nonneg _ Pf) as V0. pose proof (bpow_gt_0 radix2 (-485)) as B0.
  assert (BH : bpow radix2 (-485) < huge (f := double)) by (unfold huge; apply bpow_lt; reflexivity).
  assert (Ff : finite far2) by (apply finite_of_value; [assumption | rewrite Rabs_pos_eq by assumption; lra]).
  destruct (Both Ff) as [B1 B2]. rewrite (value_finite far2) in G by assumption.
  pose proof u_double as ud0. pose proof (u_pos double) as u0.
  assert (EB : eta double <= bpow radix2 (-485)) by (unfold eta; apply bpow_le; simpl; lia).
  assert (BL : bpow radix2 (-481) = 16 * bpow radix2 (-485)).
  { change (-481)%Z with (4 + -485)%Z. rewrite bpow_plus. reflexivity. }
  pose proof (ends_apart c a b) as EA. pose proof (w2_nonneg c a) as W0. pose proof (z2_nonneg c b) as Z0.
  assert (u double * w2 c a <= / 100 * w2 c a) by (apply Rmult_le_compat_r; [exact W0 | rewrite ud0; lra]).
  assert (u double * z2 c b <= / 100 * z2 c b) by (apply Rmult_le_compat_r; [exact Z0 | rewrite ud0; lra]).
  lra.
Qed.

Lemma tiny_beside_far2 : 1000 * eta double <= u double * bpow radix2 (-485).
Proof.
  unfold u, eta. rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 10 * bpow radix2 (emin double - 1)).
  - apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl; lra].
  - rewrite <- bpow_plus. apply bpow_le. simpl. lia.
Qed.

Lemma rim_out :
  orb (flt rim (fconst 0 0)) (flt (fmul rim2 slack) far2) = true -> reaches_out c a b (real r) (real wr).
Proof.
  intros H. destruct rim_is as [Fm _]. destruct rim_sign as [S1 S2]. destruct zero_value as [F0 E0].
  destruct (flt rim (fconst 0 0)) eqn:Neg.
  { apply flt_real in Neg; auto. rewrite E0 in Neg. specialize (S1 Neg). exists 0. split; [lra |].
    pose proof (sqrt_pos (dist2_at c a b 0)). unfold s in S1. lra. }
  apply flt_real_false in Neg; auto. rewrite E0 in Neg. cbn [orb] in H. specialize (S2 Neg).
  assert (Prim : nonneg rim2) by (rewrite E_rim2; apply nonneg_square).
  destruct (slack_exceeds _ _ H Prim) as (_ & _ & Q0 & V).
  destruct far2_is as (_ & _ & B & Up & _). pose proof (rim2_is Neg) as D. apply Rabs_le_inv in D. destruct D as [D _].
  pose proof u_double as ud0. pose proof (u_pos double) as u0. pose proof tiny_beside_far2 as T. pose proof (eta_pos
    double) as h0.
  pose proof (bpow_gt_0 radix2 (-485)) as B0.
  assert (K : forall m, 0 <= m -> value far2 <= (1 + 402/100 * u double) * m + 201/100 * eta double -> s ^ 2 < m).
  { intros m M U. apply Rnot_le_lt. intros N.
    assert (um : u double * m <= / 1000000 * m) by (apply Rmult_le_compat_r; [exact M | rewrite ud0; lra]).
    assert (m1 : 9/10 * bpow radix2 (-485) <= m).
    { assert (u double * bpow radix2 (-485) <= / 1000000 * bpow radix2 (-485)) by (apply Rmult_le_compat_r; [lra |
      rewrite ud0; lra]). lra. }
    assert (um1 : u double * (9/10 * bpow radix2 (-485)) <= u double * m) by (apply Rmult_le_compat_l; lra).
    assert (us0 : 0 <= u double * s ^ 2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]).
    assert (us : u double * m <= u double * s ^ 2) by (apply Rmult_le_compat_l; lra).
    assert (ur : u double * (s ^ 2 - (31/10 * (u double * s ^ 2) + eta double)) <= u double * real rim2) by (apply
      Rmult_le_compat_l; lra).
    assert (uus : u double * (u double * s ^ 2) <= / 1000000 * (u double * s ^ 2)) by (apply Rmult_le_compat_r;
      [exact us0 | rewrite ud0; lra]).
    assert (uh : u double * eta double <= / 1000000 * eta double) by (apply Rmult_le_compat_r; [lra | rewrite ud0;
      lra]).
    lra. }
  destruct Up as [Up | Up]; apply K in Up; auto using w2_nonneg, z2_nonneg.
  - exists 0. split; [lra |]. rewrite w2_is. apply root_larger in Up. unfold s in Up. lra.
  - exists 1. split; [lra |]. rewrite z2_is. apply root_larger in Up. unfold s in Up. lra.
Qed.

Lemma rim_in :
  andb (fle (fconst 0 0) rim) (flt (fmul far2 slack) rim2) = true -> inside c a b (real r) (real wr).
Proof.
  intros H. apply andb_true_iff in H. destruct H as [H1 H2]. destruct rim_is as [Fm _]. destruct rim_sign as [_ S2].
  destruct zero_value as [F0 E0]. apply fle_real in H1; auto. rewrite E0 in H1. specialize (S2 H1).
  destruct far2_is as (_ & Pf & B & _ & Lo). destruct (slack_exceeds _ _ H2 Pf) as (Ff & _ & Q0 & V).
  destruct (Lo Ff) as [Lw Lz]. rewrite (value_finite far2) in B by assumption. rewrite (value_finite rim2) in V by auto.
  pose proof (rim2_is H1) as D. apply Rabs_le_inv in D. destruct D as [_ D].
  pose proof u_double as ud0. pose proof (u_pos double) as u0. pose proof tiny_beside_far2 as T. pose proof (eta_pos
    double) as h0.
  pose proof (bpow_gt_0 radix2 (-485)) as B0.
  assert (uf : u double * bpow radix2 (-485) <= u double * real far2) by (apply Rmult_le_compat_l; lra).
  assert (us0 : 0 <= u double * s ^ 2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]).
  assert (K : forall m, 0 <= m -> (1 - 402/100 * u double) * m - 201/100 * eta double <= real far2 -> m < s ^ 2).
  { intros m M U. apply Rnot_le_lt. intros N.
    assert (um : u double * s ^ 2 <= u double * m) by (apply Rmult_le_compat_l; lra).
    assert (um' : u double * m <= / 1000000 * m) by (apply Rmult_le_compat_r; [exact M | rewrite ud0; lra]).
    assert (mf : m <= 11/10 * real far2 + 3 * eta double) by lra.
    assert (umf : u double * m <= u double * (11/10 * real far2 + 3 * eta double)) by (apply Rmult_le_compat_l; lra).
    assert (uh : u double * eta double <= / 1000000 * eta double) by (apply Rmult_le_compat_r; [lra | rewrite ud0;
      lra]).
    lra. }
  apply K in Lw; [| apply w2_nonneg]. apply K in Lz; [| apply z2_nonneg].
  intros t Ht. pose proof (dist2_at_most_ends c a b t Ht) as Be.
  assert (B' : dist2_at c a b t < s ^ 2) by (eapply Rle_lt_trans; [exact Be |]; now apply Rmax_lub_lt).
  apply root_smaller in B'; [unfold s in B'; lra | assumption | apply dist2_nonneg].
Qed.

End Rim.

(* What certain_relation returns, if it is not 0 (invalid): 1 separate, 3 crossing, 5 inside. *)
Theorem certain_relation_is_right cx cy r ax ay bx by_ wr x result :
  certain_relation_results cx cy r ax ay bx by_ wr x result -> result <> 0%Z ->
  let c := point_of cx cy in let a := point_of ax ay in let b := point_of bx by_ in
  x = 0%Z /\ finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\
  finite r /\ 0 <= real r /\ finite wr /\ 0 <= real wr /\
  ((result = 1%Z /\ farther Segment c a b (real r + real wr)) \/
   (result = 3%Z /\ nearer Segment c a b (real r + real wr) /\ reaches_out c a b (real r) (real wr)) \/
   (result = 5%Z /\ nearer Segment c a b (real r + real wr) /\ inside c a b (real r) (real wr))).
Proof.
  intros H NZ c a b. unfold certain_relation_results in H.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  pose proof H as run.
  destruct H as [_ _ E_wx E_wy E_zx E_zy E_w2 E_z2 _ E_reach E_rim _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_rim2 E_far2 _ E_out
    E_in
    _ E_over E_inz E_result].
  match type of E_result with _ = if ?i then _ else _ => assert (Ce : i = true) by (destruct i; congruence) end.
  edestruct relate_tests as (_ & _ & N1 & N2 & O & X); [exact run | exact Ce |].
  edestruct input_finite as (F1 & F2 & F3 & F4 & F5 & F6 & F7 & F8 & _); [exact run | exact Ce |].
  edestruct len2_is as (HL & _); [exact run | exact Ce |].
  edestruct relate_reach as (Near & Far); [exact run | exact Ce |].
  edestruct finite_steps as (_ & _ & _ & _ & Fr2 & _); [exact run | exact Ce |].
  pose proof (nonneg_real _ N1) as R1. pose proof (nonneg_real _ N2) as R2.
  fold slack in E_out, E_in.
  assert (Frim2 : forall m m2, m = fsub r wr -> m2 = fmul m m -> 0 <= real m -> finite m2).
  { intros m m2 -> -> P. assert (Fm : finite (fsub r wr)) by now apply fsub_nonneg_finite.
    destruct (fmul_finite _ _ Fr2) as (Fre & _).
    eapply (proj1 (square_finite _ _ Fr2 Fm _)). Unshelve. split; [exact P |].
    rewrite E_reach in Fre |- *. destruct (fadd_finite _ _ Fre) as (_ & _ & ->). destruct (fsub_finite _ _ Fm) as (_ & _
      & ->).
    apply rnd_le. lra. }
  split; [exact X |]. repeat (split; [assumption |]).
  rewrite Ce in E_result.
  match type of E_over with _ = if ?o then _ else _ => destruct o end.
  - specialize (Near eq_refl). cbn [negb orb] in O.
    match type of E_inz with _ = if ?i then _ else _ => destruct i eqn:I end.
    + right. right. split; [rewrite E_result, E_over, E_inz; reflexivity |]. split; [exact Near |].
      symmetry in E_in. eapply rim_in; eauto.
    + right. left. split; [rewrite E_result, E_over, E_inz; reflexivity |]. split; [exact Near |].
      rewrite orb_false_r in O. rewrite O in E_out. symmetry in E_out. eapply rim_out; eauto.
  - specialize (Far eq_refl). left. split; [rewrite E_result, E_over; reflexivity | exact Far].
Qed.
