(* Time and normal of a contact from integers: time_from_integers of src/sweep/sweep_double_double.c and
   exit_from_integers of src/sweep/passage.c, over the extracted terms.

   The forms are the leading bits of the polynomials of the motion (FormsWords says so of each), and the integers answer
   rightly on which side of the asked double the true time is: two premises about sweep_integers.c. Then the time is the
   largest double not after the first touch, or the smallest not before the last one, and the normal has an error of
   0.54 ulp of 1. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Geometry SweepContact SweepGeometry SweepTime SweepPlaceFast TimeSideHit TimeSideExit
  Wide WideSum WideDouble MovingRoughShift MovingRough FormsSteps FormsQuotient FormsTime FormsHit FormsRound
  FormsNormal FormsPlace.
From Carom Require Terms_forms.
Import Terms_forms.time_from_integers_terms(time_from_integers_results).
Import Terms_forms.exit_from_integers_terms(exit_from_integers_results).

Open Scope R_scope.

Lemma number_of_side f : f = Side /\ Z.eqb (feature_number f) 1 = true \/
  f <> Side /\ Z.eqb (feature_number f) 1 = false.
Proof. destruct f; [left; auto | right; split; [discriminate | reflexivity] ..]. Qed.

Section Normals.
Variables (F : feature) (x : extent) (c v a b : point) (R T : R).
Hypothesis R0 : 0 <= R.
Hypothesis touch : touches F x (moved c v T) a b R.
Let C := moved c v T.
Let Y := ux a b * py v - uy a b * px v.

(* The true normal; `dir` is -1 at the first touch, which v goes against, and 1 at the last. *)
Definition is_contact_normal (dir : Rdefinitions.R) (n : point) :=
  match F with
  | Side => is_side_normal n C a b R /\ 0 < dir * (px n * px v + py n * py v)
  | _ => let e := end_of F a b in
      if Req_EM_T R 0 then n = Point (dir * px v / norm (px v) (py v)) (dir * py v / norm (px v) (py v))
      else n = Point ((px C - px e) / R) ((py C - py e) / R)
  end.

(* The normal on a side: its sign s is that of u x w and of u x v before the touch and after it. *)
Lemma side_normal_is (s dir : Rdefinitions.R) : F = Side -> 0 < len2 a b -> (s = 1 \/ s = -1) -> 0 < dir * (s * Y) ->
  s * (cross c a b + T * Y) = R * norm (ux a b) (uy a b) ->
  is_contact_normal dir (Point (- (s * uy a b / norm (ux a b) (uy a b))) (s * ux a b / norm (ux a b) (uy a b))).
Proof.
  intros EF L0 Sg Dir E. unfold is_contact_normal. rewrite EF. assert (l0 : 0 < norm (ux a b) (uy a b)) by (now apply
    sqrt_lt_R0).
  pose proof (norm_square (ux a b) (uy a b)) as L. set (l := norm (ux a b) (uy a b)) in *.
  assert (S2 : s * s = 1) by (destruct Sg as [-> | ->]; ring).
  assert (Q : forall p q, - (s * uy a b / l) * p + s * ux a b / l * q = s * (ux a b * q - uy a b * p) / l)
    by (intros; field; lra).
  split; [split; [| split] |]; cbn [px py].
  - replace (- (s * uy a b / l) * - (s * uy a b / l) + s * ux a b / l * (s * ux a b / l)) with
      (s * s * (ux a b * ux a b + uy a b * uy a b) / (l * l)) by (field; lra). rewrite S2, <- L. field. lra.
  - rewrite Q. replace (s * (ux a b * uy a b - uy a b * ux a b)) with 0 by ring. unfold Rdiv. ring.
  - rewrite Q. replace (s * (ux a b * (py C - py a) - uy a b * (px C - px a))) with (s * (cross c a b + T * Y)).
    + rewrite E. field. lra.
    + unfold C, moved, cross, Y, wx, wy. cbn [px py]. ring.
  - rewrite Q. fold Y. replace (dir * (s * Y / l)) with (dir * (s * Y) / l) by (field; lra).
    now apply Rdiv_lt_0_compat.
Qed.

Let e := end_of F a b.
Let ex := px c - px e.
Let ey := py c - py e.
Let v2 := px v * px v + py v * py v.
Let turn := px v * ey - py v * ex.
Let disc := R * R * v2 - turn * turn.
Let q := (ex + T * px v) * px v + (ey + T * py v) * py v.

Lemma end_normal_is : F <> Side -> 0 < v2 -> R <> 0 ->
  Point ((q * px v - turn * py v) / (R * v2)) ((turn * px v + q * py v) / (R * v2)) =
  Point ((px C - px e) / R) ((py C - py e) / R).
Proof.
  intros NF V0 N. assert (V1 : v2 <> 0) by lra.
  replace (px C - px e) with (ex + T * px v) by (unfold C, moved, ex; cbn [px py]; ring).
  replace (py C - py e) with (ey + T * py v) by (unfold C, moved, ey; cbn [px py]; ring).
  replace (q * px v - turn * py v) with ((ex + T * px v) * v2) by (unfold q, turn, v2; ring).
  replace (turn * px v + q * py v) with ((ey + T * py v) * v2) by (unfold q, turn, v2; ring).
  f_equal; field; auto.
Qed.

Lemma end_contact_normal dir : F <> Side -> is_contact_normal dir (if Req_EM_T R 0
    then Point (dir * px v / norm (px v) (py v)) (dir * py v / norm (px v) (py v))
    else Point ((px C - px e) / R) ((py C - py e) / R)).
Proof.
  clear touch. unfold is_contact_normal, e. destruct F; intros NF; [now elim NF | |]; destruct (Req_EM_T R 0);
    reflexivity.
Qed.

(* A true normal has the length 1. *)
Lemma contact_normal_unit dir n : dir = 1 \/ dir = -1 -> is_contact_normal dir n -> (F <> Side -> R = 0 -> 0 < v2) ->
  Rabs (px n) <= 1 /\ Rabs (py n) <= 1.
Proof.
  intros D N V. assert (U : px n * px n + py n * py n = 1); [| split; apply Rabs_le; nra].
  assert (EN : F = Side \/ F <> Side) by (destruct F; [left; reflexivity | right; discriminate | right; discriminate]).
  destruct EN as [EF | NF].
  - unfold is_contact_normal in N. rewrite EF in N. apply N.
  - assert (N' : if Req_EM_T R 0 then n = Point (dir * px v / norm (px v) (py v)) (dir * py v / norm (px v) (py v))
      else n = Point ((px C - px e) / R) ((py C - py e) / R)).
    { unfold e. revert NF N. unfold is_contact_normal. destruct F; intros NF N; [now elim NF | exact N | exact N]. }
    clear N. destruct (Req_EM_T R 0) as [Z | NR]; subst n; cbn [px py].
    + specialize (V NF Z). pose proof (norm_square (px v) (py v)) as L.
      assert (l0 : 0 < norm (px v) (py v)) by (now apply sqrt_lt_R0). set (l := norm (px v) (py v)) in *.
      replace (dir * px v / l * (dir * px v / l) + dir * py v / l * (dir * py v / l)) with
        (dir * dir * (px v * px v + py v * py v) / (l * l)) by (field; lra).
      rewrite <- L. replace (dir * dir) with 1 by (destruct D as [-> | ->]; ring). field. lra.
    + destruct (touch_at_end F x C a b R NF touch) as (E & _). fold e in E.
      replace ((px C - px e) / R * ((px C - px e) / R) + (py C - py e) / R * ((py C - py e) / R)) with
        (((px C - px e) * (px C - px e) + (py C - py e) * (py C - py e)) / (R * R)) by (field; exact NR).
      rewrite E. field. exact NR.
Qed.

End Normals.

(* The forms of a contact with this feature. Those of the other kind do not matter. *)
Section Forms.
Variables (F : feature) (x : extent) (c v a b : point) (R T : R).
Variables (vxh vxl vyh vyl rh rl uxh uxl uyh uyl lh ll ch cl mh ml bh bl : D) (vxe vye re uxe uye le ce me be : Z).
Variables (v2h v2l th tl eh el kh kl dh dl : D) (v2e te ee ke de : Z).
Let Y := ux a b * py v - uy a b * px v.
Let e := end_of F a b.
Let ex := px c - px e.
Let ey := py c - py e.
Let v2 := px v * px v + py v * py v.
Let turn := px v * ey - py v * ex.

Record are_forms : Prop := {
  form_vx : is_form (px v) vxh vxl vxe;
  form_vy : is_form (py v) vyh vyl vye;
  form_reach : is_form R rh rl re;
  forms_of_side : F = Side -> is_form (ux a b) uxh uxl uxe /\ is_form (uy a b) uyh uyl uye /\
    is_form (len2 a b) lh ll le /\ is_form (cross c a b) ch cl ce /\ is_form Y mh ml me /\
    is_form (cross c a b * cross c a b - R * R * len2 a b) bh bl be;
  forms_of_end : F <> Side -> is_form v2 v2h v2l v2e /\ is_form (- (ex * px v + ey * py v)) th tl te /\
    is_form (ex * ex + ey * ey - R * R) eh el ee /\ is_form turn kh kl ke /\
    is_form (R * R * v2 - turn * turn) dh dl de }.

Hypothesis forms : are_forms.
Hypothesis R0 : 0 <= R.
Hypothesis touch : touches F x (moved c v T) a b R.
Hypothesis side_is_line : F = Side -> 0 < len2 a b /\ (R = 0 -> Y <> 0).

Variables (nx ny t zh zl dxh dxl dyh dyl : D) (ze dxe dye : Z) (answer : bool).

(* What is known of a contact after these functions. *)
Definition displacement_close M := (Rabs (px v) <= 2 * M -> is_close 18 277 (T * px v) (2 * M) dxh dxl dxe) /\
  is_nearest_sum dxh dxl /\ (Rabs (py v) <= 2 * M -> is_close 18 277 (T * py v) (2 * M) dyh dyl dye) /\
  is_nearest_sum dyh dyl.

Lemma displacement_is : 0 <= T <= 1 -> is_time T zh zl ze ->
  Terms_wide.wide_mul_terms.wide_mul_results zh zl ze vxh vxl vxe dxh dxl dxe ->
  Terms_wide.wide_mul_terms.wide_mul_results zh zl ze vyh vyl vye dyh dyl dye -> forall M, displacement_close M.
Proof.
  intros T01 (Ct & _) Hx Hy M. destruct forms as [Fx Fy _ _ _].
  assert (G : forall w wh wl we h l k, is_form w wh wl we ->
    Terms_wide.wide_mul_terms.wide_mul_results zh zl ze wh wl we h l k ->
    (Rabs w <= 2 * M -> is_close 18 277 (T * w) (2 * M) h l k) /\ is_nearest_sum h l).
  { intros w wh wl we h l k Fw H. split.
    - intros B. pose proof (close_mul 16 1 24 1 _ _ _ _ _ _ _ _ _ _ _ _ _ H ltac:(count) ltac:(count) ltac:(lia)
        ltac:(lia) Ct Fw) as P.
      apply (close_size _ _ _ _ (2 * M)) in P; [| lra |].
      + apply (close_weaken _ _ 18 277) in P; [exact P | lra | lia].
      + pose proof (Rabs_pos w). rewrite <- (Rmult_1_l (2 * M)). apply Rmult_le_compat; lra.
    - exact (wide_mul_nearest 24 1 _ _ _ _ _ _ _ _ _ H ltac:(lia) ltac:(lia) (proj1 Ct) (proj1 Fw)). }
  destruct (G _ _ _ _ _ _ _ Fx Hx). destruct (G _ _ _ _ _ _ _ Fy Hy). split; auto.
Qed.

(* The same displacement, relatively. *)
Lemma displacement_relative :
  time_from_integers_results (feature_number F) vxh vxl vxe vyh vyl vye rh rl re uxh uxl uxe uyh uyl uye lh ll le ch cl
    ce mh ml me bh bl be th tl te eh el ee kh kl ke dh dl de answer nx ny t zh zl ze dxh dxl dxe dyh dyl dye ->
  is_time T zh zl ze -> 0 <= T ->
  is_close 18 26 (T * px v) (Rabs (T * px v)) dxh dxl dxe /\ is_close 18 26 (T * py v) (Rabs (T * py v)) dyh dyl dye.
Proof.
  intros H (Ct & _) T0. unfold time_from_integers_results in H.
  repeat match type of H with exists _, _ => destruct H as [? H] end.
  destruct H as [-> -> -> -> -> -> _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ Ek1 Ek2 Ek3 Hx Hy].
  rewrite <- Ek1, <- Ek2, <- Ek3 in Hx. rewrite <- Ek1, <- Ek2, <- Ek3 in Hy. destruct forms as [Fx Fy _ _ _].
  rewrite !Rabs_mult, (Rabs_pos_eq T) by exact T0.
  split.
  - pose proof (close_mul 16 1 24 1 _ _ _ _ _ _ _ _ _ _ _ _ _ Hx ltac:(count) ltac:(count) ltac:(lia) ltac:(lia) Ct Fx)
      as P. apply (close_weaken _ _ 18 26) in P; [exact P | lra | lia].
  - pose proof (close_mul 16 1 24 1 _ _ _ _ _ _ _ _ _ _ _ _ _ Hy ltac:(count) ltac:(count) ltac:(lia) ltac:(lia) Ct Fy)
      as P. apply (close_weaken _ _ 18 26) in P; [exact P | lra | lia].
Qed.

Definition first_is_right := forall asked : D, finite asked -> 0 <= real asked <= 1 -> real asked = rnd (real zh * b2
  ze) ->
  if answer then real asked <= T else T < real asked.

(* The time and the normal, whatever the integers answer. *)
Lemma first_parts_close :
  time_from_integers_results (feature_number F) vxh vxl vxe vyh vyl vye rh rl re uxh uxl uxe uyh uyl uye lh ll le ch cl
    ce mh ml me bh bl be th tl te eh el ee kh kl ke dh dl de answer nx ny t zh zl ze dxh dxl dxe dyh dyl dye ->
  is_first_time x c v a b R T -> is_time T zh zl ze /\
  exists n, is_contact_normal F c v a b R T (-1) n /\ (F <> Side -> R = 0 -> 0 < v2) /\ normal_close nx ny n.
Proof.
  intros H First. unfold time_from_integers_results in H. repeat match type of H with exists _, _ => destruct H
    as [? H] end.
  destruct H as [-> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> ->
    -> -> -> -> -> I1 Hts Hns Hroot Hte Hne Et1 Et2 Et3 En1 En2 Hr Ek1 Ek2 Ek3 Hx Hy].
  rewrite <- Ek1, <- Ek2, <- Ek3 in Hr. rewrite <- Ek1, <- Ek2, <- Ek3 in Hx. rewrite <- Ek1, <- Ek2, <- Ek3 in Hy.
  rewrite Et1 in Ek1. rewrite Et2 in Ek2. rewrite Et3 in Ek3. clear Et1 Et2 Et3.
  pose proof First as (T01 & Before). pose proof forms as [Fx Fy Fr Fside Fend].
  destruct (number_of_side F) as [(EF & E1) | (NF & E1)]; rewrite E1 in I1; rewrite I1 in *.
  - destruct (Fside EF) as (F1 & F2 & F3 & F4 & F5 & F6). destruct (side_is_line EF) as (L0 & NY).
    split.
    + rewrite Ek1, Ek2, Ek3. exact (first_time_on_side F x c v a b R T R0 touch _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Fr F3 F4
        F5 F6 _ _ _ EF First L0 NY Hts).
    + assert (Ts := touch). rewrite EF in Ts.
      destruct (falls_to_reach x c v a b R T R0 L0 (proj1 T01) Before Ts NY) as (s & Sg & Dir & E). fold Y in Dir, E.
      assert (TY : T * (s * Y) <= 0) by (rewrite <- (Rmult_0_r T); apply Rmult_le_compat_l; lra).
      assert (k0 : 0 <= R * norm (ux a b) (uy a b)) by (apply Rmult_le_pos; [exact R0 | apply norm_nonneg]).
      assert (Sg' : s = 1 \/ s = -1) by (destruct Sg as [-> | ->]; auto).
      assert (NT : 0 < T * - (s * Y)) by (apply Rmult_lt_0_compat; lra).
      exists (Point (- (s * uy a b / norm (ux a b) (uy a b))) (s * ux a b / norm (ux a b) (uy a b))).
      split; [| split; [intros NS; now elim NS |]].
      * apply (side_normal_is F c v a b R T s (-1) EF L0 Sg'); [fold Y; lra | exact E].
      * rewrite En1, En2. exact (normal_to_side_close _ _ _ _ _ _ _ _ _ (ux a b) (uy a b) (cross c a b) s _ _ Hns F1
        F2 F4 L0 Sg' ltac:(lra)).
  - destruct (Fend NF) as (F1 & F2 & F3 & F4 & F5).
    destruct (quadratic_at_touch F x c v a b R T touch NF) as (Q & Out). fold e ex ey in Q, Out.
    destruct (first_contact_facts ex ey (px v) (py v) R T Q (proj1 T01)) as (V0 & D0 & _ & _ & S & _).
    { intros t' Ht. apply Out. now apply Before. }
    split.
    + rewrite Ek1, Ek2, Ek3.
      exact (first_time_at_end F x c v a b R T touch _ _ _ _ _ _ _ _ _ _ _ _ F2 F3 F5 Hroot _ _ _ NF First Hte).
    + pose proof (root_close _ _ _ _ _ _ _ F5 D0 Hroot) as Sr.
      pose proof (normal_at_end_close _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ex ey (px v) (py v) R R0 V0 D0 Fx Fy Fr F4 Sr _ _
        Hne) as N. fold v2 turn in N.
      exists (if Req_EM_T R 0 then Point (-1 * px v / norm (px v) (py v)) (-1 * py v / norm (px v) (py v))
        else Point ((px (moved c v T) - px e) / R) ((py (moved c v T) - py e) / R)).
      split; [now apply end_contact_normal | split; [intros; exact V0 |]]. rewrite En1, En2.
      destruct (Req_EM_T R 0) as [Z | NR].
      * replace (-1 * px v) with (- px v) by ring. replace (-1 * py v) with (- py v) by ring. exact N.
      * pose proof (end_normal_is F c v a b R T R0 NF V0 NR) as En. fold e in En. rewrite <- En.
        fold ex ey v2. fold turn.
        fold v2 turn in S. rewrite S in N. set (q := (ex + T * px v) * px v + (ey + T * py v) * py v) in *.
        replace (- (- q * px v + turn * py v)) with (q * px v - turn * py v) in N by ring.
        replace (turn * px v - - q * py v) with (turn * px v + q * py v) in N by ring. exact N.
Qed.

Theorem time_from_integers_correct :
  time_from_integers_results (feature_number F) vxh vxl vxe vyh vyl vye rh rl re uxh uxl uxe uyh uyl uye lh ll le ch cl
    ce mh ml me bh bl be th tl te eh el ee kh kl ke dh dl de answer nx ny t zh zl ze dxh dxl dxe dyh dyl dye ->
  is_first_time x c v a b R T -> first_is_right ->
  finite t /\ is_largest_not_after (real t) T /\ 0 <= real t <= 1 /\ is_time T zh zl ze /\
  (exists n, is_contact_normal F c v a b R T (-1) n /\ Rabs (px n) <= 1 /\ Rabs (py n) <= 1 /\ normal_close nx ny n) /\
  forall M, displacement_close M.
Proof.
  intros H First Right. pose proof (first_parts_close H First) as G. pose proof First as (T01 & _).
  unfold time_from_integers_results in H. repeat match type of H with exists _, _ => destruct H
    as [? H] end.
  destruct H as [-> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> ->
    -> -> -> -> -> I1 Hts Hns Hroot Hte Hne Et1 Et2 Et3 En1 En2 Hr Ek1 Ek2 Ek3 Hx Hy].
  rewrite <- Ek1, <- Ek2, <- Ek3 in Hr. rewrite <- Ek1, <- Ek2, <- Ek3 in Hx. rewrite <- Ek1, <- Ek2, <- Ek3 in Hy.
  destruct G as (Tz & n & Cn & V0 & Nn).
  destruct (round_down_exactly_correct zh zl ze T _ _ _ _ _ _ answer t Hr Tz T01 Right) as (Ft & Lt & Bt).
  split; [exact Ft |]. split; [exact Lt |]. split; [exact Bt |]. split; [exact Tz |]. split.
  - exists n. split; [exact Cn |].
    destruct (contact_normal_unit F x c v a b R T touch (-1) n ltac:(now right) Cn V0) as (B1 & B2). auto.
  - apply displacement_is; [lra | exact Tz | exact Hx | exact Hy].
Qed.

Definition last_is_right := forall asked : D, finite asked -> 0 < real asked <= 1 -> real asked = rnd (real zh * b2 ze)
  -> if answer then T <= real asked else real asked < T.

Theorem exit_from_integers_correct :
  exit_from_integers_results (feature_number F) vxh vxl vxe vyh vyl vye rh rl re uxh uxl uxe uyh uyl uye lh ll le ch cl
    ce mh ml me bh bl be v2h v2l v2e th tl te eh el ee kh kl ke dh dl de answer nx ny t zh zl ze dxh dxl dxe dyh dyl
    dye ->
  is_last_time x c v a b R T -> last_is_right ->
  finite t /\ is_smallest_not_before (real t) T /\ is_time T zh zl ze /\
  (exists n, is_contact_normal F c v a b R T 1 n /\ Rabs (px n) <= 1 /\ Rabs (py n) <= 1 /\ normal_close nx ny n) /\
  forall M, displacement_close M.
Proof.
  intros H Last Right. unfold exit_from_integers_results in H.
  repeat match type of H with exists _, _ => destruct H as [? H] end.
  destruct H as [-> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> ->
    -> -> -> -> -> -> -> -> I1 Hts Hns Hroot Hte Hne Et1 Et2 Et3 En1 En2 Hr Ek1 Ek2 Ek3 Hx Hy].
  rewrite <- Ek1, <- Ek2, <- Ek3 in Hr. rewrite <- Ek1, <- Ek2, <- Ek3 in Hx. rewrite <- Ek1, <- Ek2, <- Ek3 in Hy.
  rewrite Et1 in Ek1. rewrite Et2 in Ek2. rewrite Et3 in Ek3. clear Et1 Et2 Et3.
  pose proof Last as (T01 & After). pose proof forms as [Fx Fy Fr Fside Fend].
  assert (G : is_time T zh zl ze /\ exists n, is_contact_normal F c v a b R T 1 n /\
    (F <> Side -> R = 0 -> 0 < v2) /\ normal_close nx ny n).
  { destruct (number_of_side F) as [(EF & E1) | (NF & E1)]; rewrite E1 in I1; rewrite I1 in *.
    - destruct (Fside EF) as (F1 & F2 & F3 & F4 & F5 & F6). destruct (side_is_line EF) as (L0 & NY).
      split.
      + rewrite Ek1, Ek2, Ek3. exact (last_time_on_side F x c v a b R T R0 touch _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Fr F3 F4
          F5 F6 _ _ _ EF Last L0 NY Hts).
      + assert (Ts := touch). rewrite EF in Ts.
        destruct (grows_from_reach x c v a b R T R0 L0 (proj2 T01) After Ts NY) as (s & Sg & Dir & E). fold Y in Dir, E.
        assert (Sg' : s = 1 \/ s = -1) by (destruct Sg as [-> | ->]; auto).
        exists (Point (- (s * uy a b / norm (ux a b) (uy a b))) (s * ux a b / norm (ux a b) (uy a b))).
        split; [| split; [intros NS; now elim NS |]].
        * apply (side_normal_is F c v a b R T s 1 EF L0 Sg'); [fold Y; lra | exact E].
        * rewrite En1, En2. exact (normal_to_side_close _ _ _ _ _ _ _ _ _ (ux a b) (uy a b) Y s _ _ Hns F1 F2
            F5 L0 Sg' Dir).
    - destruct (Fend NF) as (F1 & F2 & F3 & F4 & F5).
      destruct (quadratic_at_touch F x c v a b R T touch NF) as (Q & Out). fold e ex ey in Q, Out.
      destruct (last_contact_facts ex ey (px v) (py v) R T Q T01) as (V0 & D0 & S & _).
      { intros t' Ht. apply Out. now apply After. }
      split.
      + rewrite Ek1, Ek2, Ek3. exact (last_time_at_end F x c v a b R T touch _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ F2 F3 F1 F5
        Hroot _ _ _ NF Last Hte).
      + pose proof (root_close _ _ _ _ _ _ _ F5 D0 Hroot) as Sr.
        pose proof (exit_normal_at_end_close _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ex ey (px v) (py v) R R0 V0 D0 Fx Fy Fr F4 Sr
          _ _ Hne) as N. fold v2 turn in N.
        exists (if Req_EM_T R 0 then Point (1 * px v / norm (px v) (py v)) (1 * py v / norm (px v) (py v))
          else Point ((px (moved c v T) - px e) / R) ((py (moved c v T) - py e) / R)).
        split; [now apply end_contact_normal | split; [intros; exact V0 |]]. rewrite En1, En2.
        destruct (Req_EM_T R 0) as [Z | NR].
        * rewrite !Rmult_1_l. exact N.
        * pose proof (end_normal_is F c v a b R T R0 NF V0 NR) as En. fold e in En. rewrite <- En.
          fold ex ey v2. fold turn. fold v2 turn in S. rewrite S in N.
          set (q := (ex + T * px v) * px v + (ey + T * py v) * py v) in *.
          replace (turn * px v + q * py v) with (q * py v + turn * px v) by ring. exact N. }
  destruct G as (Tz & n & Cn & V0 & Nn).
  destruct (round_up_exactly_correct zh zl ze T _ _ _ _ _ _ _ answer t Hr Tz ltac:(lra) Right) as (Ft & Lt).
  split; [exact Ft |]. split; [exact Lt |]. split; [exact Tz |]. split.
  - exists n. split; [exact Cn |].
    destruct (contact_normal_unit F x c v a b R T touch 1 n ltac:(now left) Cn V0) as (B1 & B2). auto.
  - apply displacement_is; [lra | exact Tz | exact Hx | exact Hy].
Qed.

End Forms.
