(* The time of a contact from integers: time_from_integers of src/sweep/sweep_double_double.c and exit_from_integers of
   src/sweep/passage.c, over the extracted terms.

   The forms are the leading bits of the polynomials of the motion (FormsWords says so of each), and the integers answer
   rightly on which side of the asked double the true time is: two premises about sweep_integers.c. Then the time is the
   largest double not after the first touch, or the smallest not before the last one. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Geometry SweepContact SweepGeometry SweepTime TimeSideHit TimeSideExit
  Wide WideSum WideDouble MovingRoughShift MovingRough FormsSteps FormsQuotient FormsTime FormsHit FormsRound.
From Carom Require Terms_forms.
Import Terms_forms.time_from_integers_terms(time_from_integers_results).
Import Terms_forms.exit_from_integers_terms(exit_from_integers_results).

Open Scope R_scope.

Lemma number_of_side f : f = Side /\ Z.eqb (feature_number f) 1 = true \/
  f <> Side /\ Z.eqb (feature_number f) 1 = false.
Proof. destruct f; [left; auto | right; split; [discriminate | reflexivity] ..]. Qed.

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
  form_reach : is_form R rh rl re;
  forms_of_side : F = Side -> is_form (len2 a b) lh ll le /\ is_form (cross c a b) ch cl ce /\ is_form Y mh ml me /\
    is_form (cross c a b * cross c a b - R * R * len2 a b) bh bl be;
  forms_of_end : F <> Side -> is_form v2 v2h v2l v2e /\ is_form (- (ex * px v + ey * py v)) th tl te /\
    is_form (ex * ex + ey * ey - R * R) eh el ee /\ is_form (R * R * v2 - turn * turn) dh dl de }.

Hypothesis forms : are_forms.
Hypothesis R0 : 0 <= R.
Hypothesis touch : touches F x (moved c v T) a b R.
Hypothesis side_is_line : F = Side -> 0 < len2 a b /\ (R = 0 -> Y <> 0).

Variables (nx ny t zh zl dxh dxl dyh dyl : D) (ze dxe dye : Z) (answer : bool).

Definition first_is_right := forall asked : D, finite asked -> 0 <= real asked <= 1 -> real asked = rnd (real zh * b2
  ze) ->
  if answer then real asked <= T else T < real asked.

Theorem time_from_integers_correct :
  time_from_integers_results (feature_number F) vxh vxl vxe vyh vyl vye rh rl re uxh uxl uxe uyh uyl uye lh ll le ch cl
    ce mh ml me bh bl be th tl te eh el ee kh kl ke dh dl de answer nx ny t zh zl ze dxh dxl dxe dyh dyl dye ->
  is_first_time x c v a b R T -> first_is_right ->
  finite t /\ is_largest_not_after (real t) T /\ 0 <= real t <= 1.
Proof.
  intros H First Right. unfold time_from_integers_results in H. repeat match type of H with exists _, _ => destruct H
    as [? H] end.
  destruct H as [-> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> ->
    -> -> -> -> -> -> I1 Hts _ Hroot Hte _ Et1 Et2 Et3 _ _ Hr Ek1 Ek2 Ek3 _ _].
  rewrite <- Ek1, <- Ek2, <- Ek3 in Hr. rewrite Et1 in Ek1. rewrite Et2 in Ek2. rewrite Et3 in Ek3.
  pose proof First as (T01 & _). pose proof forms as [Fr Fside Fend].
  assert (Tz : is_time T zh zl ze).
  { rewrite Ek1, Ek2, Ek3. destruct (number_of_side F) as [(EF & E1) | (NF & E1)]; rewrite E1 in I1; rewrite I1 in *.
    - destruct (Fside EF) as (F3 & F4 & F5 & F6). destruct (side_is_line EF) as (L0 & NY).
      exact (first_time_on_side F x c v a b R T R0 touch _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Fr F3 F4 F5 F6 _ _ _ EF First
        L0 NY Hts).
    - destruct (Fend NF) as (_ & F2 & F3 & F5).
      exact (first_time_at_end F x c v a b R T touch _ _ _ _ _ _ _ _ _ _ _ _ F2 F3 F5 Hroot _ _ _ NF First Hte). }
  exact (round_down_exactly_correct zh zl ze T _ _ _ _ _ _ answer t Hr Tz T01 Right).
Qed.

Definition last_is_right := forall asked : D, finite asked -> 0 < real asked <= 1 -> real asked = rnd (real zh * b2 ze)
  -> if answer then T <= real asked else real asked < T.

Theorem exit_from_integers_correct :
  exit_from_integers_results (feature_number F) vxh vxl vxe vyh vyl vye rh rl re uxh uxl uxe uyh uyl uye lh ll le ch cl
    ce mh ml me bh bl be v2h v2l v2e th tl te eh el ee kh kl ke dh dl de answer nx ny t zh zl ze dxh dxl dxe dyh dyl
    dye ->
  is_last_time x c v a b R T -> last_is_right -> finite t /\ is_smallest_not_before (real t) T.
Proof.
  intros H Last Right. unfold exit_from_integers_results in H.
  repeat match type of H with exists _, _ => destruct H as [? H] end.
  destruct H as [-> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> -> ->
    -> -> -> -> -> -> -> -> -> I1 Hts _ Hroot Hte _ Et1 Et2 Et3 _ _ Hr Ek1 Ek2 Ek3 _ _].
  rewrite <- Ek1, <- Ek2, <- Ek3 in Hr. rewrite Et1 in Ek1. rewrite Et2 in Ek2. rewrite Et3 in Ek3.
  pose proof Last as (T01 & _). pose proof forms as [Fr Fside Fend].
  assert (Tz : is_time T zh zl ze).
  { rewrite Ek1, Ek2, Ek3. destruct (number_of_side F) as [(EF & E1) | (NF & E1)]; rewrite E1 in I1; rewrite I1 in *.
    - destruct (Fside EF) as (F3 & F4 & F5 & F6). destruct (side_is_line EF) as (L0 & NY).
      exact (last_time_on_side F x c v a b R T R0 touch _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Fr F3 F4 F5 F6 _ _ _ EF Last L0
        NY Hts).
    - destruct (Fend NF) as (F1 & F2 & F3 & F5).
      exact (last_time_at_end F x c v a b R T touch _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ F2 F3 F1 F5 Hroot _ _ _ NF Last
        Hte). }
  exact (round_up_exactly_correct zh zl ze T _ _ _ _ _ _ _ answer t Hr Tz ltac:(lra) Right).
Qed.

End Forms.
