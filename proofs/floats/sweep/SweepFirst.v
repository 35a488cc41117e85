(* filter_first_contact of src/sweep/sweep_filter.h: kind and feature of the first contact, if certain.

   Each branch gives the geometric facts of SweepContact.v: how the centre comes to the wall, and whether it meets the
   side or the disc around an end. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry Bounded SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepMiss SweepCompare SweepEnd SweepContact SweepFilter SweepFoot Terms_sweep
  Terms_contact_sweep.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Section First.
Variables (ux uy wx wy zx zy vx vy su sw sz sv r : D) (x : extent) (c v a b : point) (R : R).
Hypothesis Kv : line_vectors ux uy wx wy zx zy vx vy su sw sz sv r c v a b R.

Let X := cross c a b.
Let Y := Geometry.ux a b * py v - Geometry.uy a b * px v.
Let k := R * norm (Geometry.ux a b) (Geometry.uy a b).
Let g := px v * Geometry.ux a b + py v * Geometry.uy a b.
Let len2 := fadd (fmul ux ux) (fmul uy uy).
Let cross_start := fsub (fmul ux wy) (fmul uy wx).
Let cross_move := fsub (fmul ux vy) (fmul uy vx).
Let twu := fadd (fmul wx ux) (fmul wy uy).
Let tzu := fadd (fmul zx ux) (fmul zy uy).
Let tvu := fadd (fmul vx ux) (fmul vy uy).

Lemma reach_nonneg : 0 <= R.
Proof. destruct Kv. match goal with H : reach_of _ _ |- _ => apply H end. Qed.

(* A number that exceeds its error has the sign of the real one. *)
Lemma sign_of_known y Z error : known y Z error -> flt error (fabs y) = true ->
  (flt (fconst 0 0) y = true /\ 0 < Z) \/ (flt (fconst 0 0) y = false /\ Z < 0).
Proof.
  intros (By & Be & P & E) H. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  apply flt_real in H; [| apply Be | apply finite_fabs, By]. rewrite real_fabs in H. apply Rabs_le_inv in E.
  destruct (flt_real_cases (fconst 0 0) y F0 (proj1 By)) as [[F L] | [F L]]; rewrite V0 in L; [left | right]; split;
    auto.
  - rewrite Rabs_pos_eq in H by lra. lra.
  - rewrite Rabs_left1 in H by lra. lra.
Qed.

(* The feature on the line. *)
Lemma foot_a sign :
  fle (fconst 1 (-400)) len2 = true ->
  filter_foot_results su sw sv r cross_start cross_move tvu twu sw (fmul r (fsqrt len2)) sign ->
  ((0 < sign)%Z -> 0 < wu c a b * Rabs Y + (Rabs X - k) * g) /\ ((sign < 0)%Z ->
    wu c a b * Rabs Y + (Rabs X - k) * g < 0).
Proof.
  intros Long H. destruct Kv.
  refine (filter_foot_correct ux uy wx wy wx wy vx vy su sw sw sv r (Geometry.ux a b) (Geometry.uy a b) (Geometry.wx c
    a)
    (Geometry.wy c a) (Geometry.wx c a) (Geometry.wy c a) (px v) (py v) R _ _ _ _ _ _ _ _ _ _ Long sign H); assumption.
Qed.

Lemma foot_b sign :
  fle (fconst 1 (-400)) len2 = true ->
  filter_foot_results su sw sv r cross_start cross_move tvu tzu sz (fmul r (fsqrt len2)) sign ->
  ((0 < sign)%Z -> 0 < zu c a b * Rabs Y + (Rabs X - k) * g) /\ ((sign < 0)%Z ->
    zu c a b * Rabs Y + (Rabs X - k) * g < 0).
Proof.
  intros Long H. destruct Kv.
  refine (filter_foot_correct ux uy wx wy zx zy vx vy su sw sz sv r (Geometry.ux a b) (Geometry.uy a b) (Geometry.wx c
    a)
    (Geometry.wy c a) (Geometry.zx c b) (Geometry.zy c b) (px v) (py v) R _ _ _ _ _ _ _ _ _ _ Long sign H); assumption.
Qed.

Lemma feature_on_line n :
  fle (fconst 1 (-400)) len2 = true ->
  filter_feature_on_line_results su sw sz sv r len2 cross_start cross_move twu tzu tvu (extent_number x) n ->
  (n = 0 \/ n = 1 \/ n = 2 \/ n = 3)%Z /\
  (n = 1%Z -> (x <> Line -> 0 < wu c a b * Rabs Y + (Rabs X - k) * g) /\
              (x = Segment -> zu c a b * Rabs Y + (Rabs X - k) * g < 0)) /\
  (n = 2%Z -> x <> Line /\ wu c a b * Rabs Y + (Rabs X - k) * g < 0) /\
  (n = 3%Z -> x = Segment /\ 0 < zu c a b * Rabs Y + (Rabs X - k) * g).
Proof.
  intros Long H. unfold filter_feature_on_line_results in H. open H. destruct H.
  match goal with A : filter_foot_results _ _ _ _ _ _ _ twu _ _ ?s, B : filter_foot_results _ _ _ _ _ _ _ tzu _ _ ?t,
      E : ?l = fmul r (fsqrt len2) |- _ =>
    rewrite E in A, B; destruct (foot_a s Long A) as [A1 A2]; destruct (foot_b t Long B) as [B1 B2];
    rename s into after_a; rename t into after_b end.
  match goal with E : n = _ |- _ => rewrite E; clear E end.
  destruct (Z.leb_spec after_a 0) as [LA | LA]; destruct (Z.ltb_spec after_a 0) as [LA' | LA'];
  destruct (Z.ltb_spec after_b 0) as [LB | LB]; rewrite ?Z.gtb_ltb; destruct (Z.ltb_spec 0 after_b) as [LB' | LB'];
  destruct x; simpl; try lia; (split; [tauto |]);
  repeat split; intros; try discriminate; try congruence; auto; try (exfalso; lia).
Qed.

(* The start: outside the lines at distance R, or between them. *)
Lemma start_known : known cross_start X (allowance su sw).
Proof. destruct Kv. eapply known_cross; eauto. Qed.

Lemma move_known : known cross_move Y (allowance su sv).
Proof. destruct Kv. eapply known_cross; eauto. Qed.

Lemma start_against_reach sign :
  certain_compare_results (fabs cross_start) (allowance su sw) (fmul (fmul r r) len2) sign ->
  ((0 < sign)%Z -> k < Rabs X) /\ ((sign < 0)%Z -> Rabs X < k) /\
  ((0 < sign)%Z -> flt (allowance su sw) (fabs cross_start) = true).
Proof.
  intros H. pose proof start_known as (B1 & B2 & P & E). destruct Kv.
  destruct (cross_against_reach ux uy wx wy (Geometry.ux a b) (Geometry.uy a b) (Geometry.wx c a) (Geometry.wy c a)
    su sw r R sign) as [A1 A2]; auto.
  split; [exact A1 |]. split; [exact A2 |]. intros S.
  destruct (near_below ux uy _ _ _ ltac:(eassumption)) as [Bx By].
  match goal with HR : reach_of r R |- _ => pose proof (square_of_vector r ux uy (proj1 HR) Bx By) as Q end.
  destruct (cross_error ux uy wx wy _ _ _ _ _ _ ltac:(eassumption) ltac:(eassumption)) as (Bc & _).
  destruct (allowance_bounds su sw) as [Ba _]; auto using in_range_210;
    try match goal with H : size_in_range ?s |- 0 <= real ?s => apply H end.
  assert (L : real (allowance su sw) < real (fabs cross_start)).
  { eapply certain_compare_exceeds; eauto.
    - apply below_abs. eapply below_weaken; [exact Bc | lia].
    - eapply below_weaken; [exact Ba | lia]. }
  destruct (flt_real_cases (allowance su sw) (fabs cross_start) (proj1 B2) (finite_fabs _ (proj1 B1))) as [[F _] |
    [_ F]]; auto.
  lra.
Qed.

(* How far it comes. *)
Lemma reach_against_move sign :
  certain_compare_results (fsub (fabs cross_start) (fabs cross_move)) (fadd (allowance su sw) (allowance su sv))
    (fmul (fmul r r) len2) sign ->
  ((0 < sign)%Z -> k < Rabs X - Rabs Y) /\ ((sign < 0)%Z -> Rabs X - Rabs Y < k).
Proof.
  intros H. destruct Kv.
  destruct (cross_error ux uy wx wy _ _ _ _ _ _ ltac:(eassumption) ltac:(eassumption)) as (B1 & E1). fold cross_start in
    B1, E1.
  destruct (cross_error ux uy vx vy _ _ _ _ _ _ ltac:(eassumption) ltac:(eassumption)) as (B2 & E2). fold cross_move in
    B2, E2.
  pose proof (cross_size ux uy wx wy _ _ _ _ _ _ ltac:(eassumption) ltac:(eassumption)) as G1. fold cross_start in G1.
  pose proof (cross_size ux uy vx vy _ _ _ _ _ _ ltac:(eassumption) ltac:(eassumption)) as G2. fold cross_move in G2.
  destruct (allowance_bounds su sw) as [Ba La]; auto using in_range_210;
    try match goal with H : size_in_range ?s |- 0 <= real ?s => apply H end.
  destruct (allowance_bounds su sv) as [Bb Lb]; auto using in_range_210;
    try match goal with H : size_in_range ?s |- 0 <= real ?s => apply H end.
  assert (u0 : 0 <= real su) by (match goal with H : size_in_range su |- _ => apply H end).
  assert (w0 : 0 <= real sw) by (match goal with H : size_in_range sw |- _ => apply H end).
  assert (v0 : 0 <= real sv) by (match goal with H : size_in_range sv |- _ => apply H end).
  pose proof eps_small. pose proof tiny_pos.
  assert (UW : 0 <= real su * real sw) by now apply Rmult_le_pos. assert (UV : 0 <= real su * real sv) by now apply
    Rmult_le_pos.
  assert (EUW : 0 <= eps * (real su * real sw)) by (apply Rmult_le_pos; lra).
  assert (EUV : 0 <= eps * (real su * real sv)) by (apply Rmult_le_pos; lra).
  assert (Et : 0 <= eps * tiny <= / 1048576 * tiny) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EE1 : eps * (eps * (real su * real sw)) <= / 1048576 * (eps * (real su * real sw))) by (apply
    Rmult_le_compat_r; lra).
  assert (EE2 : eps * (eps * (real su * real sv)) <= / 1048576 * (eps * (real su * real sv))) by (apply
    Rmult_le_compat_r; lra).
  assert (B3 : below 404 (fsub (fabs cross_start) (fabs cross_move))) by (apply (below_sub 403); auto using below_abs;
    lia).
  assert (B4 : below 422 (fadd (allowance su sw) (allowance su sv))) by (apply (below_add 421); auto; lia).
  pose proof (fsub_error _ _ (proj1 B3)) as E3. rewrite !real_fabs in E3.
  pose proof (fadd_error _ _ (proj1 B4)) as E4.
  set (lo := 31 * eps * (real su * real sw) + 1000 * tiny + (31 * eps * (real su * real sv) + 1000 * tiny)) in *.
  assert (L4 : (1 - eps) * lo <= real (fadd (allowance su sw) (allowance su sv))).
  { rewrite (Rabs_pos_eq (real (allowance su sw) + _)) in E4 by lra. apply Rabs_le_inv in E4.
    assert ((1 - eps) * lo <= (1 - eps) * (real (allowance su sw) + real (allowance su sv))).
    { apply Rmult_le_compat_l; [lra |]. unfold lo. lra. } lra. }
  assert (D3 : Rabs (Rabs (real cross_start) - Rabs (real cross_move)) <=
    (1 + 3 / 100) * (real su * real sw) + (1 + 3 / 100) * (real su * real sv) + 6 * tiny).
  { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, !Rabs_Rabsolu. lra. }
  assert (D4 : eps * Rabs (Rabs (real cross_start) - Rabs (real cross_move)) <=
    eps * ((1 + 3 / 100) * (real su * real sw) + (1 + 3 / 100) * (real su * real sv) + 6 * tiny)) by (apply
      Rmult_le_compat_l; lra).
  apply abs_error in E1. apply abs_error in E2.
  assert (M : Rabs (real (fsub (fabs cross_start) (fabs cross_move)) - (Rabs X - Rabs Y)) <= (1 - eps) * lo).
  { change (Geometry.ux a b * Geometry.wy c a - Geometry.uy a b * Geometry.wx c a) with X in E1. fold Y in E2. apply
    Rabs_le_inv in E1. apply Rabs_le_inv in E2. apply Rabs_le_inv in E3. unfold lo. apply Rabs_le. lra. }
  assert (L0 : 0 <= (1 - eps) * lo) by (apply Rmult_le_pos; [lra | unfold lo; lra]).
  eapply number_against_reach with (px := ux) (py := uy) in H; eauto; try lra.
  - eapply below_weaken; [exact B3 | lia].
  - eapply below_weaken; [exact B4 | lia].
Qed.

Lemma long_wall : fle (fconst 1 (-400)) len2 = true -> 0 < Geometry.len2 a b.
Proof.
  intros H. destruct Kv. destruct (near_below ux uy _ _ _ ltac:(eassumption)) as [Bx By].
  destruct (square_length_error ux uy Bx By) as (Bq & _ & HQ & HN). fold len2 in Bq, HQ.
  const_facts 1%Z (-400)%Z G0 K4. rewrite Rmult_1_l in K4. apply fle_real in H; [| exact G0 |
    apply Bq]. rewrite K4 in H.
  pose proof (len2_nonneg a b) as [P | P]; [exact P |]. exfalso.
  pose proof (norm_square (Geometry.ux a b) (Geometry.uy a b)) as NS. fold (Geometry.len2 a b) in NS. rewrite <- P in
    NS.
  pose proof (norm_nonneg (Geometry.ux a b) (Geometry.uy a b)).
  assert (N0 : norm (Geometry.ux a b) (Geometry.uy a b) = 0) by nra.
  match goal with L : length_of ux uy _ _ |- _ => destruct L as [_ L]; rewrite N0, Rmult_0_r in L end.
  pose proof (norm_nonneg (real ux) (real uy)). pose proof (norm_square (real ux) (real uy)) as N2.
  assert (N3 : norm (real ux) (real uy) = 0) by lra. rewrite N3 in N2.
  replace (real ux ^ 2 + real uy ^ 2) with 0 in HQ by lra. rewrite Rminus_0_r, Rmult_0_r,
    Rplus_0_l in HQ. apply Rabs_le_inv in HQ.
  assert (8 * tiny <= bpow radix2 (-400)).
  { change 8 with (bpow radix2 3). unfold eta, emin. simpl prec. simpl emax. rewrite <- bpow_plus. apply bpow_le. lia. }
  pose proof tiny_pos. lra.
Qed.

(* A wall of equal points. *)
Lemma equal_points : feq su (fconst 0 0) = true -> Geometry.len2 a b = 0.
Proof.
  intros H. destruct Kv. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  apply feq_real in H; [| match goal with S : size_in_range su |- _ => apply S end | exact F0]. rewrite V0 in H.
  match goal with N : near ux uy _ _ _ |- _ => pose proof (near_real_size _ _ _ _ _ N) as L end.
  rewrite H, Rmult_0_r in L. pose proof (Rabs_pos (Geometry.ux a b)). pose proof (Rabs_pos (Geometry.uy a b)).
  assert (U1 : Rabs (Geometry.ux a b) = 0) by lra. assert (U2 : Rabs (Geometry.uy a b) = 0) by lra.
  assert (Z : forall t, Rabs t = 0 -> t = 0) by (intros t T; destruct (Req_dec t 0) as [|N]; [assumption |
    now apply Rabs_no_R0 in N]).
  apply Z in U1. apply Z in U2. unfold Geometry.len2. rewrite U1, U2. ring.
Qed.

(* The centre comes to an end. *)
Lemma comes_between_a :
  x <> Line -> 0 < Geometry.len2 a b -> Rabs X < k -> flt twu (fneg (allowance sw su)) = true ->
  R ^ 2 < w2 c a -> comes_to_a x c v a b R.
Proof.
  intros NL P C W B. apply comes_from_between; auto; try apply reach_nonneg.
  - fold X. fold k. lra.
  - destruct Kv. left. refine (known_negative twu (wu c a b) _ _ W). eapply known_dot; eauto.
Qed.

Lemma comes_between_b :
  0 < Geometry.len2 a b -> Rabs X < k -> flt (allowance sz su) tzu = true -> R ^ 2 < w2 c b ->
  comes_to_a Segment c v b a R.
Proof.
  intros P C Z B. destruct (exchanged_terms c v a b) as (E1 & E2 & E3 & E4 & E5 & E6).
  apply comes_from_between; auto; try apply reach_nonneg.
  - discriminate.
  - rewrite E1. exact P.
  - rewrite E2, E6, Rabs_Ropp. fold X. fold k. lra.
  - rewrite E4. destruct Kv. assert (0 < zu c a b); [| lra].
    refine (known_positive tzu (zu c a b) _ _ Z). eapply known_dot; eauto.
Qed.

Lemma comes_beyond_a :
  x <> Line -> 0 < Geometry.len2 a b -> k < Rabs X -> X * Y < 0 -> wu c a b * Rabs Y + (Rabs X - k) * g < 0 ->
  comes_to_a x c v a b R.
Proof. intros NL P B S F. apply comes_from_beyond; auto; try apply reach_nonneg. left. exact F. Qed.

Lemma comes_beyond_b :
  0 < Geometry.len2 a b -> k < Rabs X -> X * Y < 0 -> 0 < zu c a b * Rabs Y + (Rabs X - k) * g ->
  comes_to_a Segment c v b a R.
Proof.
  intros P B S F. destruct (exchanged_terms c v a b) as (E1 & E2 & E3 & E4 & E5 & E6).
  apply comes_from_beyond; try apply reach_nonneg.
  - discriminate.
  - rewrite E1. exact P.
  - rewrite E2, E6, Rabs_Ropp. exact B.
  - rewrite E2, E3. fold X. fold Y. lra.
  - rewrite E2, E3, E4, E5, E6, !Rabs_Ropp. fold X. fold Y. fold k. fold g. lra.
Qed.

Hypothesis Kc : contact_vectors ux uy wx wy zx zy vx vy su sw sz sv r c v a b R.

Lemma beyond_a : flt (high_square r) (fadd (fmul wx wx) (fmul wy wy)) = true -> R ^ 2 < w2 c a.
Proof. intros H. destruct Kc as [Kl ? ? ?]. destruct Kl. eapply beyond_end; eauto. Qed.

Lemma beyond_b : flt (high_square r) (fadd (fmul zx zx) (fmul zy zy)) = true -> R ^ 2 < w2 c b.
Proof. intros H. destruct Kc as [Kl ? ? ?]. destruct Kl. eapply beyond_end with (wx := zx) (wy := zy); eauto. Qed.

Variables (q1 q2 q3 q4 q5 : D) (q6 q7 : bool) (q8 q9 q10 q11 q12 q13 q14 : D) (has_closely : bool).
Hypothesis Closely : has_closely = true -> forall n sign,
  tangent_sign_results q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 n sign -> tangent_right c v a b R n sign.

(* A miss is a miss, and a hit is a hit with this feature. *)
Definition decided (kind f : Z) :=
  (kind = 1%Z -> stays_farther x c v a b R) /\
  (kind = 3%Z -> exists F, f = feature_number F /\ hits_early F x c v a b R).

Lemma undecided_result f : decided 0 f.
Proof. split; discriminate. Qed.

Let move2 := fadd (fmul vx vx) (fmul vy vy).
Let reach2 := fmul r r.
Let turn_a := fsub (fmul vx wy) (fmul vy wx).
Let turn_b := fsub (fmul vx zy) (fmul vy zx).
Let twv := fadd (fmul wx vx) (fmul wy vy).
Let tzv := fadd (fmul zx vx) (fmul zy vy).

Lemma end_a_decided kind f :
  comes_to_a x c v a b R ->
  filter_end_results wx wy zx zy vx vy sw sz sv move2 reach2 turn_a turn_b twv tzv 2%Z q1 q2 q3 q4 q5 q6 q7 q8 q9 q10
    q11
    q12 q13 q14 has_closely kind f -> decided kind f.
Proof.
  intros C H. destruct (filter_end_a _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kc _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Closely
    x kind f C H) as [A B]. split; [exact A |]. intros E. destruct (B E) as [B1 B2]. exists EndA. auto.
Qed.

Lemma end_b_decided kind f :
  x = Segment -> comes_to_a Segment c v b a R ->
  filter_end_results wx wy zx zy vx vy sw sz sv move2 reach2 turn_a turn_b twv tzv 3%Z q1 q2 q3 q4 q5 q6 q7 q8 q9 q10
    q11
    q12 q13 q14 has_closely kind f -> decided kind f.
Proof.
  intros XS C H. destruct (filter_end_b _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kc _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Closely
    kind f C H) as [A B]. unfold decided. rewrite XS. split; [exact A |]. intros E. destruct (B E) as [B1 B2]. exists
      EndB. auto.
Qed.

Lemma outside_right l1 t l2 :
  certain_compare_results (fabs cross_start) (allowance su sw) (fmul reach2 len2) l1 ->
  tangent_sign_results q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 1%Z t ->
  l2 = (if Z.eqb l1 0 && has_closely && flt (allowance su sw) (fabs cross_start) then t else l1) ->
  ((0 < l2)%Z -> k < Rabs X) /\ ((l2 < 0)%Z -> Rabs X < k) /\
  ((0 < l2)%Z -> flt (allowance su sw) (fabs cross_start) = true).
Proof.
  intros C T ->. pose proof (start_against_reach l1 C) as (A1 & A2 & A3).
  destruct (Z.eqb l1 0 && has_closely && flt (allowance su sw) (fabs cross_start)) eqn:E; auto.
  apply andb_prop in E. destruct E as [E1 E2]. apply andb_prop in E1. destruct E1 as [_ E1].
  destruct (proj1 (Closely E1 1%Z t T) eq_refl) as [B1 B2]. fold X k in B1, B2. auto.
Qed.

Theorem filter_first_contact_correct kind f :
  filter_first_contact_results wx wy zx zy vx vy su sw sz sv r len2 move2 reach2 cross_start cross_move turn_a turn_b
    twv tzv
    twu tzu tvu (extent_number x) q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has_closely kind f ->
  decided kind f.
Proof.
  intros H. unfold filter_first_contact_results in H. open H. destruct H.
  match goal with C : certain_compare_results ?s ?e ?q ?l1, T : tangent_sign_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?t,
      E : ?l2 = (if (Z.eqb ?l1 0 && _ && _)%bool then ?t else ?l1), Es : ?s = fabs cross_start,
      Ee : ?e = fadd (fmul (fconst 1 (-48)) (fmul su sw)) _, Eq : ?q = fmul reach2 len2 |- _ =>
    rewrite Es, Ee, Eq in C; rewrite Es, Ee in E;
    destruct (outside_right l1 t l2 C T E) as (Above & Below & Sign); clear C T E end.
  subst.
  match goal with E : filter_end_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ 2%Z _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?kd ?ft |- _ =>
    idtac end.
  destruct (feq su (fconst 0 0)) eqn:F1.
  { (* the ends are equal *)
    destruct (flt (fadd (fmul reach2 (fadd (fconst 1 0) (fconst 1 (-48)))) (fconst 1 (-660))) (fadd (fmul wx wx) (fmul
      wy wy))) eqn:F2;
      [| apply undecided_result].
    eapply end_a_decided; [| eassumption]. apply comes_to_point; [apply beyond_a; exact F2 | now apply equal_points]. }
  destruct (fle (fconst 1 (-400)) len2) eqn:F2; [change (negb true) with false | change (negb false) with true];
    cbv iota; [| apply undecided_result].
  pose proof (long_wall F2) as P.
  match goal with |- context [Z.eqb ?o 0] => rename o into outside end.
  destruct (Z.eqb outside 0) eqn:F3; [apply undecided_result |]. apply Z.eqb_neq in F3.
  destruct (Z.ltb outside 0) eqn:F4.
  { (* between the lines *)
    apply Z.ltb_lt in F4. specialize (Below F4).
    destruct (flt twu (fneg (fadd (fmul (fconst 1 (-48)) (fmul sw su)) (fmul (fconst 1 4) (fconst 1 (-1022))))) &&
      negb (extent_number x =? 2)%Z && flt (fadd (fmul reach2 (fadd (fconst 1 0) (fconst 1 (-48)))) (fconst 1 (-660)))
        (fadd (fmul wx wx) (fmul wy wy))) eqn:F5.
    - apply andb_prop in F5. destruct F5 as [F5 F7]. apply andb_prop in F5. destruct F5 as [F5 F6].
      eapply end_a_decided; [| eassumption]. apply comes_between_a; auto; [| now apply beyond_a].
      intros E. rewrite E in F6. discriminate F6.
    - match goal with |- context [if ?cond then _ else _] => destruct cond eqn:F6 end; [| apply undecided_result].
      apply andb_prop in F6. destruct F6 as [F6 F8]. apply andb_prop in F6. destruct F6 as [F6 F7].
      assert (XS : x = Segment) by (clear -F7; destruct x; try discriminate F7; reflexivity).
      eapply end_b_decided; [exact XS | | eassumption]. apply comes_between_b; auto. now apply beyond_b. }
  (* beyond the line at distance R *)
  apply Z.ltb_ge in F4. assert (Out : (0 < outside)%Z) by lia. specialize (Above Out). specialize (Sign Out).
  destruct (flt (fadd (fmul (fconst 1 (-48)) (fmul su sv)) (fmul (fconst 1 4) (fconst 1 (-1022)))) (fabs cross_move))
    eqn:F5;
    [change (negb true) with false | change (negb false) with true]; cbv iota; [| apply undecided_result].
  pose proof (sign_of_known _ _ _ start_known Sign) as SX. pose proof (sign_of_known _ _ _ move_known F5) as SY.
  destruct (eqb (flt (fconst 0 0) cross_start) (flt (fconst 0 0) cross_move)) eqn:F6.
  { split; [| discriminate]. intros _. apply side_receding; [apply reach_nonneg | exact Above |]. fold X Y.
    apply eqb_prop in F6. destruct SX as [[SX1 SX2] | [SX1 SX2]], SY as [[SY1 SY2] | [SY1 SY2]];
      rewrite SX1, SY1 in F6; try discriminate F6; nra. }
  assert (XY : X * Y < 0).
  { destruct SX as [[SX1 SX2] | [SX1 SX2]], SY as [[SY1 SY2] | [SY1 SY2]];
      rewrite SX1, SY1 in F6; try discriminate F6; nra. }
  match goal with H : filter_feature_on_line_results _ _ _ _ _ _ _ _ _ _ _ _ ?n |- _ =>
    destruct (feature_on_line n F2 H) as (Cases & Side1 & End2 & End3); clear H; rename n into feature_found end.
  destruct (Z.eqb feature_found 1) eqn:F7; [change (negb true) with false | change (negb false) with true]; cbv iota.
  - (* the side *)
    apply Z.eqb_eq in F7. destruct (Side1 F7) as [FA FB].
    match goal with H : certain_compare_results (fsub _ _) _ _ ?s |- _ =>
      destruct (reach_against_move s H) as [Short Reach]; rename s into short_of end.
    destruct (Z.ltb short_of 0) eqn:F8.
    + apply Z.ltb_lt in F8. split; [discriminate |]. intros _. exists Side. split; [reflexivity |].
      apply side_hit_early; auto; try apply reach_nonneg.
      intros E. rewrite <- zu_is. now apply FB.
    + destruct (Z.gtb short_of 0) eqn:F9; [| apply undecided_result].
      rewrite Z.gtb_ltb in F9. apply Z.ltb_lt in F9. split; [| discriminate]. intros _.
      apply side_short; [apply reach_nonneg |]. now apply Short.
  - apply Z.eqb_neq in F7. destruct (Z.eqb feature_found 0) eqn:F8; [apply undecided_result |]. apply Z.eqb_neq in F8.
    assert (N : feature_found = 2%Z \/ feature_found = 3%Z) by lia. destruct N as [N | N].
    + destruct (End2 N) as [NL F]. subst feature_found. eapply end_a_decided; [| eassumption]. now apply comes_beyond_a.
    + destruct (End3 N) as [XS F]. subst feature_found. eapply end_b_decided; [exact XS | |
      eassumption]. now apply comes_beyond_b.
Qed.

End First.

