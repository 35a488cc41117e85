(* A sweep and an exit from integers: sweep_from_integers of src/sweep/sweep_double_double.c and exit_exactly of
   src/sweep/passage.c, over the extracted terms, for all finite doubles.

   The premises are about sweep_integers.c: the feature is that of the first or last touch, the forms are the leading
   bits of their polynomials, and the answer about a time has the signs of its polynomials. Then the time is rounded
   rightly, and normal, centre and point keep their bounds. M is the largest coordinate involved. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Geometry SweepContact SweepGeometry SweepTime Wide FormsSteps FormsQuotient FormsTime
  FormsHit FormsRound FormsNormal FormsPlace FormsSweep FormsAnswer.
From Carom Require Terms_forms Terms_exactly.
Import Terms_exactly.sweep_from_integers_terms(sweep_from_integers_results).
Import Terms_exactly.exit_exactly_terms(exit_exactly_results).
Import Terms_forms.time_from_integers_terms(time_from_integers_results).
Import Terms_forms.exit_from_integers_terms(exit_from_integers_results).
Import Terms_forms.place_contact_widely_terms(place_contact_widely_results).

Open Scope R_scope.

Section Exactly.
Variables (cx cy cr mx my ax ay bx by_ wr wmx wmy : D) (is_end moves : bool).
Variables (F : feature) (x : extent) (T M : R).
Let c := Point (real cx) (real cy).
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let R := real cr + real wr.
Let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
               (displacement is_end moves (real cy) (real my) (real ay) (real wmy)).
Let size (p : point) := Rabs (px p) <= M /\ Rabs (py p) <= M.

Hypotheses (Fcx : finite cx) (Fcy : finite cy) (Fcr : finite cr) (Fmx : finite mx) (Fmy : finite my) (Fax : finite ax)
  (Fay : finite ay) (Fbx : finite bx) (Fby : finite by_) (Fwr : finite wr).
Hypothesis Moving : moves = true -> finite wmx /\ finite wmy /\ Rabs (real wmx) <= M /\ Rabs (real wmy) <= M.
Hypotheses (Scx : size c) (Sax : size a) (Sbx : size b) (Smx : Rabs (real mx) <= M) (Smy : Rabs (real my) <= M)
  (Scr : Rabs (real cr) <= M) (Swr : Rabs (real wr) <= M) (HM : M <= largest).
Hypothesis R0 : 0 <= R.
Hypothesis touch : touches F x (moved c v T) a b R.
Hypothesis side_is_line : F = Side -> 0 < len2 a b /\ (R = 0 -> ux a b * py v - uy a b * px v <> 0).

Variables (vxh vxl vyh vyl rh rl uxh uxl uyh uyl lh ll ch cl mh ml bh bl : D) (vxe vye re uxe uye le ce me be : Z).
Variables (v2h v2l th tl eh el kh kl dh dl : D) (v2e te ee ke de : Z).
Hypothesis forms : are_forms F c v a b R vxh vxl vyh vyl rh rl uxh uxl uyh uyl lh ll ch cl mh ml bh bl vxe vye re uxe
  uye le ce me be v2h v2l th tl eh el kh kl dh dl v2e te ee ke de.
Variable answer : bool.

Variables (kind kind' feature : Z) (t ox oy qx qy nx ny : D).

(* Normal, centre and point. *)
Definition place_is_right (dir : Rdefinitions.R) := exists n, is_contact_normal F c v a b R T dir n /\
  normal_close nx ny n /\
  widely_placed (feature_number F) cx cy cr mx my ax ay bx by_ wr wmx wmy is_end moves ox oy qx qy T M n.

Lemma place_of_parts dir n zh zl ze dxh dxl dxe dyh dyl dye :
  place_contact_widely_results (feature_number F) nx ny cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy
    zh zl ze dxh dxl dxe dyh dyl dye ox oy qx qy ->
  is_time T zh zl ze -> 0 <= T <= 1 -> displacement_close v T dxh dxl dyh dyl dxe dye M ->
  is_contact_normal F c v a b R T dir n -> Rabs (px n) <= 1 -> Rabs (py n) <= 1 -> normal_close nx ny n ->
  place_is_right dir.
Proof.
  intros H HT T01 (Dx & Nx & Dy & Ny) Cn B1 B2 Nn. exists n. split; [exact Cn |]. split; [exact Nn |].
  destruct Nn as (Fnx & Fny & E1 & E2). destruct Scx as (S1 & S2). simpl in S1, S2.
  apply (place_contact_widely_correct (feature_number F) nx ny cx cy cr mx my ax ay bx by_ wr wmx wmy is_end moves zh zl
    dxh dxl dyh dyl ze dxe dye ox oy qx qy T M n H HT T01); auto.
  intros EM. unfold v, displacement in Dx, Dy. rewrite EM in Dx, Dy. simpl in Dx, Dy |- *.
  assert (G : forall p q, Rabs p <= M -> Rabs q <= M -> Rabs (if is_end then p - q else p) <= 2 * M).
  { intros p q P Q. pose proof (Rabs_pos p). pose proof (Rabs_pos q).
    destruct is_end; [unfold Rminus; eapply Rle_trans; [apply Rabs_triang |]; rewrite Rabs_Ropp; lra | lra]. }
  split; [apply Dx, G; assumption |]. split; [exact Nx |]. split; [apply Dy, G; assumption | exact Ny].
Qed.

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
  kind' = kind /\ feature = feature_number F /\ finite t /\ is_largest_not_after (real t) T /\ 0 <= real t <= 1 /\
  place_is_right (-1).
Proof.
  intros H T01 Before Right. unfold sweep_from_integers_results in H.
  repeat match type of H with exists _, _ => destruct H as [? H] end.
  destruct H as [Ht -> -> -> -> -> Hp Ek Ef <- <- <- <- <- <- <-].
  assert (First : is_first_time x c v a b R T) by (split; assumption).
  match type of Hp with place_contact_widely_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?zh ?zl ?ze _ _ _ _ _ _ _ _ _ _
    => pose proof (time_from_integers_correct F x c v a b R T vxh vxl vyh vyl rh rl uxh uxl uyh uyl lh ll ch cl mh ml bh
      bl vxe vye re uxe uye le ce me be v2h v2l th tl eh el kh kl dh dl v2e te ee ke de forms R0 touch side_is_line _ _
        _ zh zl _ _ _ _ ze _ _ answer Ht First) as G end.
  destruct G as (Ft & Lt & Bt & Tz & (n & Cn & B1 & B2 & Nn) & Dc).
  { intros s Fs Bs Es. specialize (Right s). assert (A : first_asked s) by (do 12 eexists; split; [exact Ht | auto]).
    specialize (Right A).
    pose proof (apart_until_first_touch F x c v a b R T R0 touch side_is_line (real s) First) as Q.
    destruct answer.
    - apply Q, Right. reflexivity.
    - apply Rnot_le_lt. intros L. apply Q, Right in L. discriminate. }
  repeat (split; [try reflexivity; assumption |]).
  exact (place_of_parts (-1) n _ _ _ _ _ _ _ _ _ Hp Tz ltac:(lra) (Dc M) Cn B1 B2 Nn).
Qed.

Theorem exit_exactly_correct :
  exit_exactly_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy (feature_number F) vxh vxl vxe vyh vyl vye
    rh rl re uxh uxl uxe uyh uyl uye lh ll le ch cl ce mh ml me bh bl be v2h v2l v2e th tl te eh el ee kh kl ke dh dl de
    answer kind' feature t ox oy qx qy nx ny ->
  0 <= T < 1 -> (forall t', T < t' <= 1 -> farther x (moved c v t') a b R) ->
  (forall s, last_asked s -> answer = true <-> is_apart_at F c v a b R 1 (real s)) ->
  feature = feature_number F /\ finite t /\ is_smallest_not_before (real t) T /\ place_is_right 1.
Proof.
  intros H T01 After Right. unfold exit_exactly_results in H.
  repeat match type of H with exists _, _ => destruct H as [? H] end.
  destruct H as [Ht -> -> -> -> Hp Ek Ef <- <- <- <- <- <- <-].
  assert (Last : is_last_time x c v a b R T) by (split; assumption).
  match type of Hp with place_contact_widely_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?zh ?zl ?ze _ _ _ _ _ _ _ _ _ _
    => pose proof (exit_from_integers_correct F x c v a b R T vxh vxl vyh vyl rh rl uxh uxl uyh uyl lh ll ch cl mh ml bh
      bl vxe vye re uxe uye le ce me be v2h v2l th tl eh el kh kl dh dl v2e te ee ke de forms R0 touch side_is_line _ _
        _ zh zl _ _ _ _ ze _ _ answer Ht Last) as G end.
  destruct G as (Ft & Lt & Tz & (n & Cn & B1 & B2 & Nn) & Dc).
  { intros s Fs Bs Es. specialize (Right s). assert (A : last_asked s) by (do 12 eexists; split; [exact Ht | auto]).
    specialize (Right A).
    pose proof (apart_from_last_touch F x c v a b R T R0 touch side_is_line (real s) Last) as Q.
    destruct answer.
    - apply Q, Right. reflexivity.
    - apply Rnot_le_lt. intros L. apply Q, Right in L. discriminate. }
  repeat (split; [try reflexivity; assumption |]).
  exact (place_of_parts 1 n _ _ _ _ _ _ _ _ _ Hp Tz ltac:(lra) (Dc M) Cn B1 B2 Nn).
Qed.

End Exactly.
