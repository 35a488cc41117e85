(* The decisions of the sweep's filter: filter_end and filter_first_contact of src/sweep/sweep_filter.h.

   If the filter is certain of a miss, the circle stays farther than R from the axis at all times in [0, 1]. If it is
   certain of a hit, there is a first contact at a time in (0, 1], with the given feature, and the circle presses in.
   The geometry is in SweepContact.v. What triple-doubles decide (tangent_sign) is a premise here; TangentGapSign.v
   proves it. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry Bounded SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepMiss SweepCompare SweepEnd SweepContact Terms_sweep Terms_contact_sweep.

Open Scope R_scope.

(* The vectors of a sweep, and the lengths of u and R. *)
Record line_vectors (ux uy wx wy zx zy vx vy su sw sz sv r : D) (c v a b : point) (R : R) : Prop := {
  C_u : near ux uy (Geometry.ux a b) (Geometry.uy a b) (real su);
  C_w : near wx wy (Geometry.wx c a) (Geometry.wy c a) (real sw);
  C_z : near zx zy (Geometry.zx c b) (Geometry.zy c b) (real sz);
  C_v : near vx vy (px v) (py v) (real sv);
  C_su : size_in_range su; C_sw : size_in_range sw; C_sz : size_in_range sz; C_sv : size_in_range sv;
  C_r : reach_of r R;
  C_ul : length_of ux uy (Geometry.ux a b) (Geometry.uy a b) }.

(* As sweep_vectors_of computes them. *)
Record contact_vectors (ux uy wx wy zx zy vx vy su sw sz sv r : D) (c v a b : point) (R : R) : Prop := {
  C_line : line_vectors ux uy wx wy zx zy vx vy su sw sz sv r c v a b R;
  C_wl : length_of wx wy (Geometry.wx c a) (Geometry.wy c a);
  C_zl : length_of zx zy (Geometry.zx c b) (Geometry.zy c b);
  C_vl : length_of vx vy (px v) (py v) }.

(* What tangent_sign decides: |u x w| against R |u|, or |v x e| against R |v|. *)
Definition tangent_right (c v a b : point) (R : R) (n sign : Z) :=
  let against k y := ((0 < sign)%Z -> k < Rabs y) /\ ((sign < 0)%Z -> Rabs y < k) in
  (n = 1%Z -> against (R * norm (ux a b) (uy a b)) (cross c a b)) /\
  (n = 2%Z -> against (R * norm (px v) (py v)) (px v * wy c a - py v * wx c a)) /\
  (n = 3%Z -> against (R * norm (px v) (py v)) (px v * zy c b - py v * zx c b)).

(* filter_end for the end p: e is the vector from p to the centre. *)
Section End.
Variables (x : extent) (c v p q : point) (R : R) (ex ey vx vy se sv r : D).
Hypotheses (Ne : near ex ey (wx c p) (wy c p) (real se)) (Nv : near vx vy (px v) (py v) (real sv))
  (Se : size_in_range se) (Sv : size_in_range sv) (HR : reach_of r R) (Lv : length_of vx vy (px v) (py v))
  (Comes : comes_to_a x c v p q R).

Let ev := fadd (fmul ex vx) (fmul ey vy).
Let turn := fsub (fmul vx ey) (fmul vy ex).
Let move2 := fadd (fmul vx vx) (fmul vy vy).
Let error := allowance se sv.
Let f_error := fadd (fmul (fconst 1 (-48)) (fadd se sv)) (fconst 1 (-500)).
Let fx := fadd ex vx.
Let fy := fadd ey vy.
Let dist2 := fadd (fmul fx fx) (fmul fy fy).
Let dist2_error := fmul (fmul (fconst 1 2) f_error) (fadd (fadd (fabs fx) (fabs fy)) f_error).
Let reach2_error := fadd (fmul (fconst 1 (-48)) (fmul r r)) (fconst 1 (-660)).
Let past := fadd ev move2.
Let past_error := allowance sv (fadd se sv).

Let ahead := flt past_error past || flt (fadd (fadd dist2 dist2_error) reach2_error) (fmul r r).

Lemma end_decision (line : Z) :
  ((0 < line)%Z -> R * norm (px v) (py v) < Rabs (px v * wy c p - py v * wx c p)) ->
  ((line < 0)%Z -> Rabs (px v * wy c p - py v * wx c p) < R * norm (px v) (py v)) ->
  let kind := if flt error ev then 1%Z else if Z.gtb line 0 then 1%Z
    else if negb (flt ev (fneg error)) || Z.eqb line 0 then 0%Z
    else if ahead then 3%Z
    else if flt past (fneg past_error) && flt (fmul r r) (fsub (fsub dist2 dist2_error) reach2_error) then 1%Z else 0%Z
      in
  (kind = 1%Z -> stays_farther x c v p q R) /\ (kind = 3%Z -> hits_early EndA x c v p q R).
Proof.
  intros Above Below kind. unfold kind. destruct HR as (Sr & R0 & _).
  pose proof (known_dot _ _ _ _ _ _ _ _ _ _ Ne Nv Se Sv) as Kev. fold ev in Kev. fold error in Kev.
  pose proof (known_past _ _ _ _ _ _ _ _ _ _ Ne Nv Se Sv) as Kp. fold ev move2 past past_error in Kp.
  assert (D2 : (wx c p + px v) ^ 2 + (wy c p + py v) ^ 2 =
     w2 c p + 2 * (wx c p * px v + wy c p * py v) + (px v * px v + py v * py v)) by (unfold w2; ring).
  destruct (flt error ev) eqn:F1.
  { split; [| discriminate]. intros _. pose proof (known_positive _ _ _ Kev F1). apply end_missed_leaving; auto. lra. }
  destruct (Z.gtb line 0) eqn:F2.
  { split; [| discriminate]. intros _. apply Z.gtb_lt in F2. apply end_missed_aside; auto. }
  destruct (negb (flt ev (fneg error)) || Z.eqb line 0) eqn:F3; [split; discriminate |].
  apply orb_false_elim in F3. destruct F3 as [F3 F4]. apply negb_false_iff in F3. apply Z.eqb_neq in F4.
  pose proof (known_negative _ _ _ Kev F3) as Toward.
  assert (Line : (line < 0)%Z) by (rewrite Z.gtb_ltb in F2; apply Z.ltb_ge in F2; lia). specialize (Below Line).
  destruct ahead eqn:F5.
  - split; [discriminate |]. intros _. apply end_hit_early; auto. unfold ahead in F5. apply orb_prop in F5.
    destruct F5 as [F5 | F5].
    + left. exact (known_positive _ _ _ Kp F5).
    + right. rewrite <- D2. exact (ends_within _ _ _ _ _ _ _ _ _ _ _ _ Ne Nv Se Sv HR F5).
  - destruct (flt past (fneg past_error) && flt (fmul r r) (fsub (fsub dist2 dist2_error) reach2_error)) eqn:F6;
      [| split; discriminate].
    split; [| discriminate]. intros _. apply andb_prop in F6. destruct F6 as [F6 F7].
    apply end_missed_short; auto; [exact (known_negative _ _ _ Kp F6) |].
    rewrite <- D2. exact (ends_beyond _ _ _ _ _ _ _ _ _ _ _ _ Ne Nv Se Sv HR F7).
Qed.
End End.

(* A sign in double, or that of tangent_sign if that is 0. *)
Lemma line_right (hc : bool) (k y : R) (l1 t l2 : Z) :
  (hc = true -> ((0 < t)%Z -> k < y) /\ ((t < 0)%Z -> y < k)) ->
  ((0 < l1)%Z -> k < y) -> ((l1 < 0)%Z -> y < k) ->
  l2 = (if andb (Z.eqb l1 0) hc then t else l1) ->
  ((0 < l2)%Z -> k < y) /\ ((l2 < 0)%Z -> y < k).
Proof. intros C A B ->. destruct hc; simpl; destruct (Z.eqb l1 0); simpl; auto. Qed.

(* The features and kinds, as filter_end returns them. *)
Section FilterEnd.
Variables (ux uy wx wy zx zy vx vy su sw sz sv r : D) (c v a b : point) (R : R).
Hypothesis K : contact_vectors ux uy wx wy zx zy vx vy su sw sz sv r c v a b R.
Variables (q1 q2 q3 q4 q5 : D) (q6 q7 : bool) (q8 q9 q10 q11 q12 q13 q14 : D) (has_closely : bool).
Hypothesis Closely : has_closely = true -> forall n sign,
  tangent_sign_results q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 n sign -> tangent_right c v a b R n sign.

Let results := filter_end_results wx wy zx zy vx vy sw sz sv (fadd (fmul vx vx) (fmul vy vy)) (fmul r r)
  (fsub (fmul vx wy) (fmul vy wx)) (fsub (fmul vx zy) (fmul vy zx)) (fadd (fmul wx vx) (fmul wy vy))
  (fadd (fmul zx vx) (fmul zy vy)).

Lemma filter_end_a x kind f :
  comes_to_a x c v a b R ->
  results 2%Z q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has_closely kind f ->
  (kind = 1%Z -> stays_farther x c v a b R) /\ (kind = 3%Z -> f = 2%Z /\ hits_early EndA x c v a b R).
Proof.
  intros Comes H. destruct K as [Kl ? ? ?]. destruct Kl. unfold results, filter_end_results in H. open H. destruct H.
  match goal with Q : ?y = Z.eqb 2 2 |- _ => change (Z.eqb 2 2) with true in Q; subst y end. cbv iota in *.
  match goal with L : certain_compare_results _ _ _ ?l |- _ =>
    destruct (cross_against_reach vx vy wx wy (px v) (py v) (Geometry.wx c a) (Geometry.wy c a) sv sw r R l) as [Above
      Below];
      try assumption; [right; subst; exact L |] end.
  match goal with T : tangent_sign_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?t,
    L : ?l2 = (if andb (Z.eqb ?l1 0) _ then ?t else ?l1) |- _ =>
    destruct (line_right has_closely _ _ l1 t l2 (fun C => proj1 (proj2 (Closely C _ _ T)) eq_refl) Above Below L) as
      [Above2 Below2];
    clear L T end.
  subst.
  match type of Above2 with (0 < ?l)%Z -> _ =>
    destruct (end_decision x c v a b R wx wy vx vy sw sv r ltac:(assumption) ltac:(assumption) ltac:(assumption)
      ltac:(assumption) ltac:(assumption) Comes l Above2 Below2) as [Miss Hit] end.
  split; [exact Miss |]. intros E. split; [| exact (Hit E)].
  revert E. repeat match goal with |- context [if ?c then _ else _] => destruct c; try discriminate end. reflexivity.
Qed.
Lemma filter_end_b kind f :
  comes_to_a Segment c v b a R ->
  results 3%Z q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has_closely kind f ->
  (kind = 1%Z -> stays_farther Segment c v a b R) /\ (kind = 3%Z -> f = 3%Z /\ hits_early EndB Segment c v a b R).
Proof.
  intros Comes H. destruct K as [Kl ? ? ?]. destruct Kl. unfold results, filter_end_results in H. open H. destruct H.
  match goal with Q : ?y = Z.eqb 3 2 |- _ => change (Z.eqb 3 2) with false in Q; subst y end. cbv iota in *.
  match goal with L : certain_compare_results _ _ _ ?l |- _ =>
    destruct (cross_against_reach vx vy zx zy (px v) (py v) (Geometry.zx c b) (Geometry.zy c b) sv sz r R l) as [Above
      Below];
      try assumption; [right; subst; exact L |] end.
  match goal with T : tangent_sign_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?t,
    L : ?l2 = (if andb (Z.eqb ?l1 0) _ then ?t else ?l1) |- _ =>
    destruct (line_right has_closely _ _ l1 t l2 (fun C => proj2 (proj2 (Closely C _ _ T)) eq_refl) Above Below L) as
      [Above2 Below2];
    clear L T end.
  subst.
  match type of Above2 with (0 < ?l)%Z -> _ =>
    destruct (end_decision Segment c v b a R zx zy vx vy sz sv r ltac:(assumption) ltac:(assumption) ltac:(assumption)
      ltac:(assumption) ltac:(assumption) Comes l Above2 Below2) as [Miss Hit] end.
  split; [intros E; apply stays_farther_exchanged; exact (Miss E) |]. intros E.
  split; [| apply hits_early_exchanged; exact (Hit E)].
  revert E. repeat match goal with |- context [if ?c then _ else _] => destruct c; try discriminate end. reflexivity.
Qed.
End FilterEnd.
