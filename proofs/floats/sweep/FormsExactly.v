(* A sweep and an exit from integers: sweep_from_integers of src/sweep/sweep_double_double.c and exit_exactly of
   src/sweep/passage.c, over the extracted terms, for all finite doubles.

   The premises are about sweep_integers.c: the feature is that of the first or last touch, the forms are the leading
   bits of their polynomials, and the answer about a time has the signs of its polynomials. Then kind and feature are
   those that were given, and the time is rounded rightly. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Geometry SweepContact SweepGeometry SweepTime Wide FormsSteps FormsQuotient FormsTime
  FormsHit FormsRound FormsSweep FormsAnswer.
From Carom Require Terms_forms Terms_exactly.
Import Terms_exactly.sweep_from_integers_terms(sweep_from_integers_results).
Import Terms_exactly.exit_exactly_terms(exit_exactly_results).
Import Terms_forms.time_from_integers_terms(time_from_integers_results).
Import Terms_forms.exit_from_integers_terms(exit_from_integers_results).
Import Terms_forms.place_contact_widely_terms(place_contact_widely_results).

Open Scope R_scope.

Section Exactly.
Variables (cx cy cr mx my ax ay bx by_ wr wmx wmy : D) (is_end moves : bool).
Variables (F : feature) (x : extent) (T : R).
Let c := Point (real cx) (real cy).
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let R := real cr + real wr.
Let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
               (displacement is_end moves (real cy) (real my) (real ay) (real wmy)).
Hypothesis R0 : 0 <= R.
Hypothesis touch : touches F x (moved c v T) a b R.
Hypothesis side_is_line : F = Side -> 0 < len2 a b /\ (R = 0 -> ux a b * py v - uy a b * px v <> 0).

Variables (vxh vxl vyh vyl rh rl uxh uxl uyh uyl lh ll ch cl mh ml bh bl : D) (vxe vye re uxe uye le ce me be : Z).
Variables (v2h v2l th tl eh el kh kl dh dl : D) (v2e te ee ke de : Z).
Hypothesis forms : are_forms F c v a b R rh rl lh ll ch cl mh ml bh bl re le ce me be v2h v2l th tl eh el dh dl v2e te
  ee de.
Variable answer : bool.

Variables (kind kind' feature : Z) (t ox oy qx qy nx ny : D).

(* The double that the integers are asked about. *)
Definition first_asked (s : D) := exists nx ny t zh zl ze dxh dxl dxe dyh dyl dye,
  time_from_integers_results (feature_number F) vxh vxl vxe vyh vyl vye rh rl re uxh uxl uxe uyh uyl uye lh ll le ch cl
    ce mh ml me bh bl be th tl te eh el ee kh kl ke dh dl de answer nx ny t zh zl ze dxh dxl dxe dyh dyl dye /\
  finite s /\ 0 <= real s <= 1 /\ real s = Model.rnd double (real zh * bpow radix2 ze).

Definition last_asked (s : D) := exists nx ny t zh zl ze dxh dxl dxe dyh dyl dye,
  exit_from_integers_results (feature_number F) vxh vxl vxe vyh vyl vye rh rl re uxh uxl uxe uyh uyl uye lh ll le ch cl
    ce mh ml me bh bl be v2h v2l v2e th tl te eh el ee kh kl ke dh dl de answer nx ny t zh zl ze dxh dxl dxe dyh dyl
    dye /\
  finite s /\ 0 < real s <= 1 /\ real s = Model.rnd double (real zh * bpow radix2 ze).

Theorem sweep_from_integers_correct :
  sweep_from_integers_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy kind (feature_number F) vxh vxl vxe
    vyh vyl vye rh rl re uxh uxl uxe uyh uyl uye lh ll le ch cl ce mh ml me bh bl be th tl te eh el ee kh kl ke dh dl de
    answer kind' feature t ox oy qx qy nx ny ->
  0 < T <= 1 -> (forall t', 0 <= t' < T -> farther x (moved c v t') a b R) ->
  (forall s, first_asked s -> answer = true <-> is_apart_at F c v a b R (-1) (real s)) ->
  kind' = kind /\ feature = feature_number F /\ finite t /\ is_largest_not_after (real t) T /\ 0 <= real t <= 1.
Proof.
  intros H T01 Before Right. unfold sweep_from_integers_results in H.
  repeat match type of H with exists _, _ => destruct H as [? H] end.
  destruct H as [Ht -> -> -> -> -> Hp Ek Ef <- <- <- <- <- <- <-].
  assert (First : is_first_time x c v a b R T) by (split; assumption).
  match type of Hp with place_contact_widely_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?zh ?zl ?ze _ _ _ _ _ _ _ _ _ _
    => pose proof (time_from_integers_correct F x c v a b R T vxh vxl vyh vyl rh rl uxh uxl uyh uyl lh ll ch cl mh ml bh
      bl vxe vye re uxe uye le ce me be v2h v2l th tl eh el kh kl dh dl v2e te ee ke de forms R0 touch side_is_line _ _
        _ zh zl _ _ _ _ ze _ _ answer Ht First) as G end.
  split; [exact Ek |]. split; [exact Ef |]. apply G.
  intros s Fs Bs Es. specialize (Right s). assert (A : first_asked s) by (do 12 eexists; split; [exact Ht | auto]).
  specialize (Right A).
  pose proof (apart_until_first_touch F x c v a b R T R0 touch side_is_line (real s) First) as Q. destruct answer.
  - apply Q, Right. reflexivity.
  - apply Rnot_le_lt. intros L. apply Q, Right in L. discriminate.
Qed.

Theorem exit_exactly_correct :
  exit_exactly_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy (feature_number F) vxh vxl vxe vyh vyl vye
    rh rl re uxh uxl uxe uyh uyl uye lh ll le ch cl ce mh ml me bh bl be v2h v2l v2e th tl te eh el ee kh kl ke dh dl de
    answer kind' feature t ox oy qx qy nx ny ->
  0 <= T < 1 -> (forall t', T < t' <= 1 -> farther x (moved c v t') a b R) ->
  (forall s, last_asked s -> answer = true <-> is_apart_at F c v a b R 1 (real s)) ->
  feature = feature_number F /\ finite t /\ is_smallest_not_before (real t) T.
Proof.
  intros H T01 After Right. unfold exit_exactly_results in H.
  repeat match type of H with exists _, _ => destruct H as [? H] end.
  destruct H as [Ht -> -> -> -> Hp Ek Ef <- <- <- <- <- <- <-].
  assert (Last : is_last_time x c v a b R T) by (split; assumption).
  match type of Hp with place_contact_widely_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?zh ?zl ?ze _ _ _ _ _ _ _ _ _ _
    => pose proof (exit_from_integers_correct F x c v a b R T vxh vxl vyh vyl rh rl uxh uxl uyh uyl lh ll ch cl mh ml bh
      bl vxe vye re uxe uye le ce me be v2h v2l th tl eh el kh kl dh dl v2e te ee ke de forms R0 touch side_is_line _ _
        _ zh zl _ _ _ _ ze _ _ answer Ht Last) as G end.
  split; [exact Ef |]. apply G.
  intros s Fs Bs Es. specialize (Right s). assert (A : last_asked s) by (do 12 eexists; split; [exact Ht | auto]).
  specialize (Right A).
  pose proof (apart_from_last_touch F x c v a b R T R0 touch side_is_line (real s) Last) as Q. destruct answer.
  - apply Q, Right. reflexivity.
  - apply Rnot_le_lt. intros L. apply Q, Right in L. discriminate.
Qed.

End Exactly.
