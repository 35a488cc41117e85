(* The polynomials that integers gave are those of the contact: time_on_side and time_at_end of
   src/sweep/sweep_double_double.c give the time of the first touch, exit_from_side and exit_from_end of
   src/sweep/passage.c that of the last.

   That a circle was farther before the touch, or is after it, tells the signs: on which side of the line it is, that it
   comes towards the end or goes away from it, and which root of the quadratic it is. So no premise about them is
   needed. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Geometry SweepContact SweepGeometry TimeSideHit TimeSideExit Wide FormsSteps FormsTime.
From Carom Require Terms_wide Terms_forms.
Import Terms_forms.time_on_side_terms(time_on_side_results).
Import Terms_forms.time_at_end_terms(time_at_end_results).
Import Terms_forms.exit_from_side_terms(exit_from_side_results).
Import Terms_forms.exit_from_end_terms(exit_from_end_results).
Import Terms_wide.wide_sqrt_terms(wide_sqrt_results).

Open Scope R_scope.

(* The path of a centre, seen from an end. *)
Section Quadratic.
Variables ex ey vx vy r T : R.
Let f t := (ex + t * vx) * (ex + t * vx) + (ey + t * vy) * (ey + t * vy).
Let v2 := vx * vx + vy * vy.
Let toward := - (ex * vx + ey * vy).
Let beyond := ex * ex + ey * ey - r * r.
Let turn := vx * ey - vy * ex.
Let disc := r * r * v2 - turn * turn.
Let q := (ex + T * vx) * vx + (ey + T * vy) * vy.
Hypothesis touch : f T = r * r.

Lemma path_around t : f t = r * r + 2 * (t - T) * q + (t - T) * (t - T) * v2.
Proof. rewrite <- touch. unfold f, q, v2. ring. Qed.

Lemma slope_square : q * q = disc.
Proof. unfold disc, v2, turn. rewrite <- touch. unfold f, q. ring. Qed.

Lemma slope_is : q = T * v2 - toward.
Proof. unfold q, v2, toward. ring. Qed.

Lemma beyond_is : beyond = T * (toward - q).
Proof. pose proof (path_around 0) as P. unfold f in P. rewrite slope_is in *. unfold beyond. lra. Qed.

Lemma v2_nonneg : 0 <= v2.
Proof. unfold v2. nra. Qed.

Lemma root_of_square y : 0 <= y -> y * y = disc -> sqrt disc = y.
Proof. intros P <-. now apply sqrt_square. Qed.

Lemma first_contact_facts : 0 < T -> (forall t, 0 <= t < T -> r * r < f t) ->
  0 < v2 /\ 0 <= disc /\ 0 < toward /\ 0 < beyond /\ sqrt disc = - q /\ T = beyond / (toward + sqrt disc).
Proof.
  intros T0 Before. pose proof v2_nonneg as V0. pose proof slope_square as Q2.
  assert (Q : q <= 0).
  { apply Rnot_lt_le. intros P. set (h := Rmin T (q / (v2 + 1))).
    assert (h0 : 0 < h) by (apply Rmin_glb_lt; [exact T0 | apply Rdiv_lt_0_compat; lra]).
    assert (hT : h <= T) by apply Rmin_l. assert (hq : h <= q / (v2 + 1)) by apply Rmin_r.
    assert (E : h * (v2 + 1) <= q).
    { apply Rle_trans with (q / (v2 + 1) * (v2 + 1)); [apply Rmult_le_compat_r; lra | right; field; lra]. }
    specialize (Before (T - h) ltac:(lra)). rewrite path_around in Before.
    replace (T - h - T) with (- h) in Before by ring.
    assert (h * (h * v2) <= h * q) by (apply Rmult_le_compat_l; lra). assert (0 < h * q) by now apply Rmult_lt_0_compat.
    lra. }
  assert (V : 0 < v2).
  { destruct (Req_dec v2 0) as [Z | N]; [exfalso | lra]. pose proof (Before 0 ltac:(lra)) as B.
    rewrite path_around, Z in B.
    assert (vx = 0 /\ vy = 0) as (Zx & Zy) by (unfold v2 in Z; split; nra).
    assert (Zq : q = 0) by (unfold q; rewrite Zx, Zy; ring). rewrite Zq in B. lra. }
  assert (D0 : 0 <= disc) by (rewrite <- Q2; nra).
  assert (S : sqrt disc = - q) by (apply root_of_square; [lra | rewrite <- Q2; ring]).
  assert (TV : 0 < T * v2) by now apply Rmult_lt_0_compat. pose proof slope_is as Sl. pose proof beyond_is as B.
  rewrite S. repeat split; auto; try lra.
  - rewrite B. apply Rmult_lt_0_compat; lra.
  - rewrite B. field. lra.
Qed.

Lemma last_contact_facts : 0 <= T < 1 -> (forall t, T < t <= 1 -> r * r < f t) ->
  0 < v2 /\ 0 <= disc /\ sqrt disc = q /\ (0 <= toward -> T = (toward + sqrt disc) / v2) /\
  (toward < 0 -> beyond <= 0 /\ T = - beyond / (sqrt disc - toward)).
Proof.
  intros T0 After. pose proof v2_nonneg as V0. pose proof slope_square as Q2.
  assert (Q : 0 <= q).
  { apply Rnot_lt_le. intros P. set (h := Rmin (1 - T) (- q / (v2 + 1))).
    assert (h0 : 0 < h) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
    assert (hT : h <= 1 - T) by apply Rmin_l. assert (hq : h <= - q / (v2 + 1)) by apply Rmin_r.
    assert (E : h * (v2 + 1) <= - q).
    { apply Rle_trans with (- q / (v2 + 1) * (v2 + 1)); [apply Rmult_le_compat_r; lra | right; field; lra]. }
    specialize (After (T + h) ltac:(lra)). rewrite path_around in After.
    replace (T + h - T) with h in After by ring.
    assert (h * (h * v2) <= h * - q) by (apply Rmult_le_compat_l; lra).
    assert (0 < h * - q) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (V : 0 < v2).
  { destruct (Req_dec v2 0) as [Z | N]; [exfalso | lra]. pose proof (After 1 ltac:(lra)) as B.
    rewrite path_around, Z in B.
    assert (vx = 0 /\ vy = 0) as (Zx & Zy) by (unfold v2 in Z; split; nra).
    assert (Zq : q = 0) by (unfold q; rewrite Zx, Zy; ring). rewrite Zq in B. lra. }
  assert (D0 : 0 <= disc) by (rewrite <- Q2; nra).
  assert (S : sqrt disc = q) by (apply root_of_square; [lra | exact Q2]).
  assert (TV : 0 <= T * v2) by (apply Rmult_le_pos; lra). pose proof slope_is as Sl. pose proof beyond_is as B.
  rewrite S. repeat split; auto.
  - intros _. rewrite Sl. field. lra.
  - rewrite B. assert (0 <= T * (q - toward)) by (apply Rmult_le_pos; lra). lra.
  - rewrite B. field. lra.
Qed.

End Quadratic.

(* The point of the axis that an end is. *)
Definition end_of (F : feature) (a b : point) := match F with EndB => b | _ => a end.

Lemma touch_at_end F x p a b r (e := end_of F a b) : F <> Side -> touches F x p a b r ->
  (px p - px e) * (px p - px e) + (py p - py e) * (py p - py e) = r * r /\
  forall p', farther x p' a b r -> r * r < (px p' - px e) * (px p' - px e) + (py p' - py e) * (py p' - py e).
Proof.
  intros NF (s & Fs & Ds & _). assert (A : on_axis x s /\ forall p', dist2_at p' a b s =
    (px p' - px e) * (px p' - px e) + (py p' - py e) * (py p' - py e)).
  { destruct F; [contradiction | |]; destruct Fs as (Fx & ->); unfold e, end_of, dist2_at.
    - split; [destruct x; simpl; auto; lra |]. intros. ring.
    - subst x. split; [simpl; lra |]. intros. ring. }
  destruct A as (Ax & A). split; [rewrite <- A, Ds; ring |]. intros p' P. rewrite <- A.
  replace (r * r) with (r ^ 2) by ring. now apply P.
Qed.

Section Contact.
Variables (F : feature) (x : extent) (c v a b : point) (R T : R).
Hypothesis R0 : 0 <= R.
Hypothesis touch : touches F x (moved c v T) a b R.

Definition is_first_time := 0 < T <= 1 /\ forall t, 0 <= t < T -> farther x (moved c v t) a b R.
Definition is_last_time := 0 <= T < 1 /\ forall t, T < t <= 1 -> farther x (moved c v t) a b R.

(* With the side. *)
Let Y := ux a b * py v - uy a b * px v.
Variables (rh rl lh ll ch cl mh ml bh bl : D) (re le ce me be : Z).
Hypothesis Fr : is_form R rh rl re.
Hypothesis Fl : is_form (len2 a b) lh ll le.
Hypothesis Fc : is_form (cross c a b) ch cl ce.
Hypothesis Fm : is_form Y mh ml me.
Hypothesis Fb : is_form (cross c a b * cross c a b - R * R * len2 a b) bh bl be.

Lemma reach_is : R * norm (ux a b) (uy a b) = R * sqrt (len2 a b).
Proof. reflexivity. Qed.

Theorem first_time_on_side hi lo e : F = Side -> is_first_time -> 0 < len2 a b -> (R = 0 -> Y <> 0) ->
  time_on_side_results rh rl re lh ll le ch cl ce mh ml me bh bl be hi lo e -> is_time T hi lo e.
Proof.
  intros -> (T0 & Before) L0 NY H.
  destruct (falls_to_reach x c v a b R T R0 L0 (proj1 T0) Before touch NY) as (s & Sg & Dir & E).
  rewrite reach_is in E. fold Y in Dir, E. set (X := cross c a b) in *. set (k := R * sqrt (len2 a b)) in *.
  assert (k0 : 0 <= k) by (apply Rmult_le_pos; [exact R0 | apply sqrt_pos]).
  assert (N : Y <> 0) by (intros Z; rewrite Z, Rmult_0_r in Dir; lra).
  assert (TY : 0 < T * - (s * Y)) by (apply Rmult_lt_0_compat; lra).
  assert (X0 : k < s * X) by lra.
  assert (AX : Rabs X = s * X).
  { destruct Sg as [-> | ->]; [rewrite Rmult_1_l in *; apply Rabs_pos_eq; lra |].
    rewrite Rabs_left by lra. ring. }
  assert (AY : Rabs Y = - (s * Y)).
  { destruct Sg as [-> | ->]; [rewrite Rabs_left by lra; ring |]. rewrite Rabs_pos_eq by lra. ring. }
  pose proof (time_on_side_close rh rl lh ll ch cl mh ml bh bl re le ce me be R (len2 a b) X Y R0 L0 Fr Fl Fc Fm Fb
    hi lo e H ltac:(fold k; lra) N) as G. fold k in G.
  replace ((Rabs X - k) / Rabs Y) with T in G; [exact G |]. rewrite AX, AY.
  replace (s * X - k) with (T * - (s * Y)) by lra. assert (M : 0 < - (s * Y)) by lra. revert M.
  generalize (- (s * Y)). intros m M. field. lra.
Qed.

Theorem last_time_on_side hi lo e : F = Side -> is_last_time -> 0 < len2 a b -> (R = 0 -> Y <> 0) ->
  exit_from_side_results rh rl re lh ll le ch cl ce mh ml me bh bl be hi lo e -> is_time T hi lo e.
Proof.
  intros -> (T0 & After) L0 NY H. assert (T' := touch).
  destruct (grows_from_reach x c v a b R T R0 L0 (proj2 T0) After T' NY) as (s & Sg & Dir & E).
  rewrite reach_is in E. fold Y in Dir, E. set (X := cross c a b) in *. set (k := R * sqrt (len2 a b)) in *.
  assert (TY : 0 <= T * (s * Y)) by (apply Rmult_le_pos; lra).
  assert (N : Y <> 0) by (intros Z; rewrite Z, Rmult_0_r in Dir; lra).
  assert (AY : Rabs Y = s * Y).
  { destruct Sg as [-> | ->]; [rewrite Rabs_pos_eq by lra; ring |]. rewrite Rabs_left by lra. ring. }
  pose proof (exit_from_side_close rh rl lh ll ch cl mh ml bh bl re le ce me be R (len2 a b) X Y R0 L0 Fr Fl Fc Fm Fb
    hi lo e s H ltac:(destruct Sg as [-> | ->]; auto) Dir ltac:(fold k; lra)) as G. fold k in G.
  replace ((k - s * X) / Rabs Y) with T in G; [exact G |]. rewrite AY.
  replace (k - s * X) with (T * (s * Y)) by lra. revert Dir. generalize (s * Y). intros m M. field. lra.
Qed.

(* With an end. *)
Let p := end_of F a b.
Let ex := px c - px p.
Let ey := py c - py p.
Let v2 := px v * px v + py v * py v.
Let turn := px v * ey - py v * ex.
Variables (th tl dh dl sh sl : D) (te de se : Z).
Hypothesis Ft : is_form (- (ex * px v + ey * py v)) th tl te.
Hypothesis Fe : is_form (ex * ex + ey * ey - R * R) bh bl be.
Hypothesis Fv : is_form v2 mh ml me.
Hypothesis Fd : is_form (R * R * v2 - turn * turn) dh dl de.
Hypothesis root : wide_sqrt_results dh dl de sh sl se.

Lemma moved_from_end t : (px (moved c v t) - px p) * (px (moved c v t) - px p) +
  (py (moved c v t) - py p) * (py (moved c v t) - py p) =
  (ex + t * px v) * (ex + t * px v) + (ey + t * py v) * (ey + t * py v).
Proof. unfold moved, ex, ey. simpl. ring. Qed.

Lemma quadratic_at_touch : F <> Side ->
  (ex + T * px v) * (ex + T * px v) + (ey + T * py v) * (ey + T * py v) = R * R /\
  forall t, farther x (moved c v t) a b R ->
    R * R < (ex + t * px v) * (ex + t * px v) + (ey + t * py v) * (ey + t * py v).
Proof.
  intros NF. destruct (touch_at_end F x (moved c v T) a b R NF touch) as (E & G). fold p in E, G.
  rewrite moved_from_end in E. split; [exact E |]. intros t H. specialize (G _ H). now rewrite moved_from_end in G.
Qed.

Theorem first_time_at_end hi lo e : F <> Side -> is_first_time ->
  time_at_end_results th tl te bh bl be sh sl se hi lo e -> is_time T hi lo e.
Proof.
  intros NF (T0 & Before) H. destruct (quadratic_at_touch NF) as (E & G).
  destruct (first_contact_facts ex ey (px v) (py v) R T E (proj1 T0)) as (_ & D0 & W0 & B0 & _ & ->).
  { intros t Ht. apply G. now apply Before. }
  apply (time_at_end_close th tl bh bl dh dl sh sl te be de se _ _ _ Ft Fe Fd D0 root hi lo e H W0). lra.
Qed.

Theorem last_time_at_end hi lo e : F <> Side -> is_last_time ->
  exit_from_end_results mh ml me th tl te bh bl be sh sl se hi lo e -> is_time T hi lo e.
Proof.
  intros NF (T0 & After) H. destruct (quadratic_at_touch NF) as (E & G).
  destruct (last_contact_facts ex ey (px v) (py v) R T E T0) as (V & D0 & _ & P & Q).
  { intros t Ht. apply G. now apply After. }
  exact (exit_from_end_close th tl bh bl mh ml dh dl sh sl te be me de se _ _ _ _ Ft Fe Fv Fd D0 root hi lo e T H V P
    Q).
Qed.

End Contact.
