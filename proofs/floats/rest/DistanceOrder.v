(* Which of two walls is nearer, carom_filter_compare_distance in src/rest/distance_order_filter.h: what is certain is
   right, for all doubles.

   Two segments of one radius are compared by SegmentOrder.v, all other pairs by their computed distances
   (DistanceMeasure.v): the difference of the distances less that of the radii must exceed 32 u of the sizes plus
   2^-440, and its error is at most 11 u of the sizes plus 2^-446. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Geometry Regions Overflow Products Points Distances Operations DistanceMeasure
  SegmentOrder.
From Carom Require Terms_order.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Definition is_valid_radius (r : F double) := finite r /\ 0 <= real r.

Lemma radius_is_valid r : (fle (fconst 0 0) r && fle r (fconst 9007199254740991 971))%bool = true -> is_valid_radius r.
Proof.
  intros H. apply andb_true_iff in H. destruct H as [H1 H2]. apply nonneg_from_zero in H1.
  apply fle_finite in H2; [| assumption | exact most_value]. split; [assumption | now apply nonneg_real].
Qed.

Lemma allowance_value : finite (fconst 1 (-440) : F double) /\ real (fconst 1 (-440) : F double) = 64 * kshort.
Proof.
  constant_of double 1%Z (-440)%Z. destruct C as [C1 C2]. split; [exact C1 |]. rewrite C2, Rmult_1_l. symmetry.
  apply kshort_facts.
Qed.

Lemma factor_value : finite (fconst 1 (-48) : F double) /\ real (fconst 1 (-48) : F double) = 32 * ud.
Proof.
  constant_of double 1%Z (-48)%Z. destruct C as [C1 C2]. split; [exact C1 |]. rewrite C2, Rmult_1_l.
  change (-48)%Z with (5 + -53)%Z. rewrite bpow_plus. reflexivity.
Qed.

(* The comparison in reals. *)
Lemma measures_decide (s1 s2 d1 d2 D1 D2 R1 R2 t z sum all prod err : R) :
  0 <= d1 <= s1 -> 0 <= d2 <= s2 ->
  Rabs (d1 - D1) <= 93 / 10 * ud * s1 + kshort / 4 -> Rabs (d2 - D2) <= 93 / 10 * ud * s2 + kshort / 4 ->
  Rabs (t - (R1 - R2)) <= ud * Rabs (R1 - R2) -> Rabs (z - (d1 - d2)) <= ud * Rabs (d1 - d2) ->
  Rabs (sum - (s1 + s2)) <= ud * Rabs (s1 + s2) -> Rabs (all - (sum + Rabs t)) <= ud * Rabs (sum + Rabs t) ->
  Rabs (prod - 32 * ud * all) <= ud * Rabs (32 * ud * all) + etad ->
  Rabs (err - (prod + 64 * kshort)) <= ud * Rabs (prod + 64 * kshort) -> err < (1 + ud) * Rabs (z - t) ->
  (z - t < 0 -> D1 - R1 < D2 - R2) /\ (0 < z - t -> D2 - R2 < D1 - R1).
Proof.
  intros P1 P2 H1 H2 Ht Hz Hs Ha Hp He Lt. pose proof u_double_small as U. pose proof eta_double_pos as ET.
  destruct kd_small as [K0 KE]. destruct kshort_facts as (K1 & _ & _).
  pose proof (Rabs_pos t) as T0. pose proof (Rabs_pos (R1 - R2)) as RR0.
  assert (TT : ud * Rabs (R1 - R2) <= ud * (1001 / 1000 * Rabs t)).
  { apply Rmult_le_compat_l; [lra |]. pose proof (Rabs_triang_inv (R1 - R2) t) as I.
    rewrite (Rabs_minus_sym (R1 - R2) t) in I.
    assert (ud * Rabs (R1 - R2) <= / 1048576 * Rabs (R1 - R2)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (DD : ud * Rabs (d1 - d2) <= ud * (s1 + s2)) by (apply Rmult_le_compat_l; [lra |]; apply Rabs_le; lra).
  rewrite (Rabs_pos_eq (s1 + s2)) in Hs by lra.
  assert (US : ud * (s1 + s2) <= / 1048576 * (s1 + s2)) by (apply Rmult_le_compat_r; lra).
  assert (US0 : 0 <= ud * (s1 + s2)) by (apply Rmult_le_pos; lra).
  assert (UT : ud * Rabs t <= / 1048576 * Rabs t) by (apply Rmult_le_compat_r; lra).
  assert (UT0 : 0 <= ud * Rabs t) by (apply Rmult_le_pos; lra).
  apply within in Hs. apply within in H1. apply within in H2. apply within in Ht. apply within in Hz.
  rewrite (Rabs_pos_eq (sum + Rabs t)) in Ha by lra. apply within in Ha.
  assert (ud * (sum + Rabs t) <= / 1048576 * (sum + Rabs t)) by (apply Rmult_le_compat_r; lra).
  assert (All : 999 / 1000 * (s1 + s2 + Rabs t) <= all) by lra.
  assert (UAll : ud * (999 / 1000 * (s1 + s2 + Rabs t)) <= ud * all) by (apply Rmult_le_compat_l; lra).
  assert (UA0 : 0 <= ud * all) by (apply Rmult_le_pos; lra).
  assert (ud * (ud * all) <= / 1048576 * (ud * all)) by (apply Rmult_le_compat_r; lra).
  rewrite (Rabs_pos_eq (32 * ud * all)) in Hp by lra. apply within in Hp.
  assert (Prod : 319 / 10 * ud * (s1 + s2 + Rabs t) - etad <= prod) by lra.
  rewrite (Rabs_pos_eq (prod + 64 * kshort)) in He by lra. apply within in He.
  assert (UP : ud * (prod + 64 * kshort) <= / 1048576 * (prod + 64 * kshort)) by (apply Rmult_le_compat_r; lra).
  assert (Err : 318 / 10 * ud * (s1 + s2 + Rabs t) + 63 * kshort <= err) by lra.
  pose proof (Rabs_pos (z - t)).
  assert (UZ : ud * Rabs (z - t) <= / 1048576 * Rabs (z - t)) by (apply Rmult_le_compat_r; lra).
  split; intros O; [rewrite (Rabs_left (z - t)) in * by lra | rewrite (Rabs_pos_eq (z - t)) in * by lra]; lra.
Qed.

(* The sign of a number that may overflow. *)
Lemma sign_of_rounded (v : F double) r : is_rounded v r ->
  (flt v (fconst 0 0) = true -> rnd double r < 0) /\ (flt v (fconst 0 0) = false -> 0 <= rnd double r).
Proof.
  intros H. destruct zero_value as [Z1 Z2]. split; intros E.
  - destruct (flt_value _ _ E) as (_ & _ & V). apply (rounded_below _ _ _ H Z1) in V. lra.
  - destruct H as (N & H). apply flt_value_false in E; [| assumption | now apply number_finite].
    rewrite (value_finite (fconst 0 0)), Z2 in E by assumption. pose proof (huge_at_least_1 (f := double)).
    destruct H as [(F & _ & R) | [(R & _) | (_ & R)]].
    + rewrite value_finite, R in E by assumption. exact E.
    + lra.
    + subst v. simpl in E. lra.
Qed.

(* Any two walls, by their computed distances. This is all of the filter under CAROM_SMALL. *)
Theorem measures_correct cx cy ax ay bx by' (n : Z) (r1 : F double) ax' ay' bx' by'' (n' : Z) (r2 : F double) d1 s1 d2
  s2 result :
  Terms_order.measure_of_terms.measure_of_results cx cy ax ay bx by' n d1 s1 ->
  Terms_order.measure_of_terms.measure_of_results cx cy ax' ay' bx' by'' n' d2 s2 ->
  is_valid_radius r1 -> is_valid_radius r2 ->
  let thicker := fsub r1 r2 in let ahead := fsub (fsub d1 d2) thicker in
  let error := fadd (fmul (fconst 1 (-48)) (fadd (fadd s1 s2) (fabs thicker))) (fconst 1 (-440)) in
  result = (if flt error (fabs ahead) then if flt ahead (fconst 0 0) then (-1)%Z else 1%Z else 0%Z) -> result <> 0%Z ->
  let c := point_of cx cy in let a := point_of ax ay in let b := point_of bx by' in let a' :=
    point_of ax' ay' in let b' := point_of bx' by'' in
  (finite cx /\ finite cy /\ (finite ax /\ finite ay /\ finite bx /\ finite by') /\
   (finite ax' /\ finite ay' /\ finite bx' /\ finite by'')) /\
  exists x x', n = extent_number x /\ n' = extent_number x' /\
  forall d d', is_distance x c a b d -> is_distance x' c a' b' d' ->
    (result = (-1)%Z /\ d - real r1 < d' - real r2) \/ (result = 1%Z /\ d' - real r2 < d - real r1).
Proof.
  intros M1 M2 (Fr1 & R1) (Fr2 & R2) thicker ahead error E D c a b a' b'.
  destruct (measure_correct _ _ _ _ _ _ _ _ _ M1) as (P1 & K1).
  destruct (measure_correct _ _ _ _ _ _ _ _ _ M2) as (P2 & K2).
  destruct (flt error (fabs ahead)) eqn:Lt; [| congruence].
  assert (Pe : nonneg error).
  { apply nonneg_fadd; [| reflexivity]. apply nonneg_fmul; [reflexivity |].
    apply nonneg_fadd; [now apply nonneg_fadd | apply nonneg_fabs]. }
  pose proof (flt_finite _ _ Lt Pe) as Fe.
  destruct (fadd_error _ _ Fe) as (Fprod & _ & Eerr). destruct (fmul_error _ _ Fprod) as (_ & Fall & Eprod).
  destruct (fadd_error _ _ Fall) as (Fsum & _ & Eall). destruct (fadd_error _ _ Fsum) as (Fs1 & Fs2 & Esum).
  destruct (K1 Fs1) as (Fin1 & x & Nx & Fd1 & B1 & H1). destruct (K2 Fs2) as (Fin2 & x' & Nx' & Fd2 & B2 & H2).
  split; [tauto |]. exists x, x'. split; [assumption |]. split; [assumption |]. intros d d' Hd Hd'.
  specialize (H1 d Hd). specialize (H2 d' Hd').
  assert (Ft : finite thicker) by now apply fsub_nonneg_finite.
  assert (Fz : finite (fsub d1 d2)) by (apply fsub_nonneg_finite; auto; lra).
  destruct (fsub_error _ _ Ft) as (_ & _ & Et). destruct (fsub_error _ _ Fz) as (_ & _ & Ez).
  pose proof (fsub_rounded (fsub d1 d2) thicker Fz Ft) as RA. fold ahead in RA.
  pose proof (flt_abs_rounded _ _ _ Lt Fe RA) as LT. pose proof (rounded_difference (fsub d1 d2) thicker) as DF.
  destruct factor_value as [_ V1]. destruct allowance_value as [_ V2]. rewrite V1 in Eprod. rewrite V2 in Eerr.
  rewrite real_fabs in Eall. fold thicker in Et.
  destruct (measures_decide _ _ _ _ _ _ _ _ _ _ _ _ _ _ B1 B2 H1 H2 Et Ez Esum Eall Eprod Eerr (Rlt_le_trans _ _ _ LT
    DF)) as [C1 C2].
  destruct (sign_of_rounded _ _ RA) as [S1 S2].
  assert (E0 : 0 <= real error) by now apply nonneg_real.
  destruct (flt ahead _) eqn:S.
  - left. split; [assumption |]. apply C1. specialize (S1 eq_refl). apply Rnot_le_lt. intros N.
    pose proof (rnd_nonneg double _ N). lra.
  - right. split; [assumption |]. apply C2. specialize (S2 eq_refl). apply Rnot_le_lt. intros N.
    pose proof (rnd_le double _ _ N) as G. rewrite rnd_zero in G.
    assert (Z : rnd double (real (fsub d1 d2) - real thicker) = 0) by lra. rewrite Z, Rabs_R0 in LT. lra.
Qed.

Theorem compare_distance_correct cx cy cr ax ay bx by' r1 (n : Z) ax' ay' bx' by'' r2 (n' : Z) result :
  Terms_order.carom_filter_compare_distance_terms.carom_filter_compare_distance_results
    cx cy cr ax ay bx by' r1 n ax' ay' bx' by'' r2 n' result ->
  result <> 0%Z ->
  let c := point_of cx cy in let a := point_of ax ay in let b := point_of bx by' in let a' :=
    point_of ax' ay' in let b' := point_of bx' by'' in
  (finite cx /\ finite cy /\ (finite ax /\ finite ay /\ finite bx /\ finite by') /\
   (finite ax' /\ finite ay' /\ finite bx' /\ finite by'')) /\
  (is_valid_radius cr /\ is_valid_radius r1 /\ is_valid_radius r2) /\
  exists x x', n = extent_number x /\ n' = extent_number x' /\
  forall d d', is_distance x c a b d -> is_distance x' c a' b' d' ->
    (result = (-1)%Z /\ d - real r1 < d' - real r2) \/ (result = 1%Z /\ d' - real r2 < d - real r1).
Proof.
  intros (sign & d1 & s1 & d2 & s2 & thicker & ahead & error & rest & H) D c a b a' b'. destruct H.
  destruct (negb _) eqn:G in E_result; [congruence |]. apply negb_false_iff in G. rewrite !andb_true_iff in G.
  destruct G as (((G1 & G2) & (G3 & G4)) & (G5 & G6)).
  pose proof (radius_is_valid cr (andb_true_intro (conj G1 G2))) as V.
  pose proof (radius_is_valid r1 (andb_true_intro (conj G3 G4))) as V1.
  pose proof (radius_is_valid r2 (andb_true_intro (conj G5 G6))) as V2. clear G1 G2 G3 G4 G5 G6.
  rewrite E_thicker in *. rewrite E_ahead, E_error in *.
  assert (Rest : result = rest ->
    (finite cx /\ finite cy /\ (finite ax /\ finite ay /\ finite bx /\ finite by') /\
     (finite ax' /\ finite ay' /\ finite bx' /\ finite by'')) /\
    exists x x', n = extent_number x /\ n' = extent_number x' /\
    forall d d', is_distance x c a b d -> is_distance x' c a' b' d' ->
      (result = (-1)%Z /\ d - real r1 < d' - real r2) \/ (result = 1%Z /\ d' - real r2 < d - real r1)).
  { intros E. rewrite E_rest1 in E. exact (measures_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_measure_of
    E_measure_of_2 V1 V2 E D). }
  destruct (feq r1 r2 && Z.eqb n 0 && Z.eqb n' 0)%bool eqn:Same.
  - destruct (Z.eqb_spec sign 0) as [S0 | S0]; cbn [negb] in E_result.
    + destruct (Rest E_result) as [A B]. auto.
    + apply andb_true_iff in Same. destruct Same as [Same N2]. apply andb_true_iff in Same. destruct Same as [ER N1].
      apply Z.eqb_eq in N1, N2. destruct V1 as [Fr1 R1]. destruct V2 as [Fr2 R2]. apply feq_real in ER; auto.
      destruct (segment_order_correct _ _ _ _ _ _ _ _ _ _ _ E_certain_segment_order S0) as (Fin & O).
      split; [assumption |]. split; [unfold is_valid_radius in *; tauto |]. exists Segment, Segment.
      split; [assumption |]. split; [assumption |].
      intros d d' Hd Hd'. rewrite E_result. destruct (O d d' Hd Hd') as [[A B] | [A B]]; [left | right]; split; auto;
        lra.
  - destruct (Rest E_result) as [A B]. auto.
Qed.
