(* A contact of a sweep from integers, as a right result of SweepRight.v: sweep_from_integers of
   src/sweep/sweep_double_double.c, for a wall at rest.

   FormsExactly.v has the theorem, for a contact that is known. Here the contact is that of a circle that starts
   farther, with kind and feature as the caller gives them. A point does not come to a wall along the wall's line. The
   premises left are about sweep_integers.c: its forms are the leading bits of their polynomials, and what it answers
   about a time has the signs of its polynomials. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Geometry SweepGeometry SweepContact SweepTime SweepSmallTimes SweepRight FormsHit
  FormsSweep FormsAnswer FormsExactly.
From Carom Require TimeSideHit Terms_exactly.
Import Terms_exactly.sweep_from_integers_terms(sweep_from_integers_results).

Open Scope R_scope.

Notation D := (F double).

(* A point that moves along the line of the wall does not come to its inside from outside. *)
Lemma comes_across x c v a b T : 0 < T -> 0 < len2 a b ->
  (forall t, 0 <= t < T -> farther x (moved c v t) a b 0) -> touches Side x (moved c v T) a b 0 ->
  ux a b * py v - uy a b * px v <> 0.
Proof.
  intros T0 L Before (q & At & D & _) Y. destruct (TimeSideHit.side_margin _ _ _ _ At) as (d & d0 & On).
  set (k := (ux a b * px v + uy a b * py v) / len2 a b).
  assert (Vx : px v = k * ux a b).
  { unfold k. apply Rmult_eq_reg_r with (len2 a b); [| lra].
    transitivity (ux a b * ux a b * px v + uy a b * (uy a b * px v)); [unfold len2; ring |].
    replace (uy a b * px v) with (ux a b * py v) by lra. field. lra. }
  assert (Vy : py v = k * uy a b).
  { unfold k. apply Rmult_eq_reg_r with (len2 a b); [| lra].
    transitivity (uy a b * uy a b * py v + ux a b * (ux a b * py v)); [unfold len2; ring |].
    replace (ux a b * py v) with (uy a b * px v) by lra. field. lra. }
  clearbody k. pose proof (Rabs_pos k) as K0. set (h := Rmin T (d / (Rabs k + 1))).
  assert (e0 : 0 < d / (Rabs k + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (h0 : 0 < h) by (apply Rmin_pos; lra). assert (hT : h <= T) by apply Rmin_l.
  assert (hd : h * (Rabs k + 1) <= d).
  { replace d with (d / (Rabs k + 1) * (Rabs k + 1)) by (field; lra). apply Rmult_le_compat_r; [lra | apply Rmin_r]. }
  clearbody h.
  assert (Os : on_axis x (q - h * k)).
  { apply On. replace (q - h * k - q) with (- (h * k)) by ring. rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq h) by lra.
    lra. }
  specialize (Before (T - h) ltac:(lra) _ Os). revert Before. apply Rle_not_lt. right.
  rewrite <- D. unfold dist2_at, moved. cbn [px py]. rewrite Vx, Vy. unfold ux, uy. ring.
Qed.

Section Integers.
Variables cx cy cr mx my : F double.
Variable is_end : bool.
Variables ax ay bx by_ wr : F double.
Variable n : Z.
Notation zero := (fconst 0 0 : F double).

Let c := Point (real cx) (real cy).
Let v := way_of cx cy mx my is_end.
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let R := real cr + real wr.

(* The sweep from integers, for this kind and feature, if the integers are right: what carom_exact_sweep_forms
   and carom_exact_not_after give. *)
Definition from_integers_gives (kind0 f0 kind f : Z) (t : F double) :=
  exists vxh vxl vxe vyh vyl vye rh rl re uxh uxl uxe uyh uyl uye lh ll le ch cl ce mh ml me bh bl be v2h v2l v2e th tl
    te eh el ee kh kl ke dh dl de answer X Y PX PY NX NY,
  sweep_from_integers_results cx cy cr mx my is_end false ax ay bx by_ wr zero zero kind0 f0 vxh vxl vxe vyh vyl vye rh
    rl re uxh uxl uxe uyh uyl uye lh ll le ch cl ce mh ml me bh bl be th tl te eh el ee kh kl ke dh dl de answer kind f
    t X Y PX PY NX NY /\
  forall F, f0 = feature_number F ->
    are_forms F c v a b R rh rl lh ll ch cl mh ml bh bl re le ce me be v2h v2l th tl eh el dh dl v2e te ee de /\
    forall s, first_asked F vxh vxl vyh vyl rh rl uxh uxl uyh uyl lh ll ch cl mh ml bh bl vxe vye re uxe uye le ce me be
      th tl eh el kh kl dh dl te ee ke de answer s -> answer = true <-> is_apart_at F c v a b R (-1) (real s).

(* The kind and the feature are those of the first contact of a circle that starts farther. *)
Definition contact_is_asked kind0 f0 := forall x, n = extent_number x -> right_contact x c v a b R kind0 f0.

Lemma from_integers_is_right kind0 f0 kind f t : from_integers_gives kind0 f0 kind f t ->
  is_valid_input cx cy cr mx my ax ay bx by_ wr n -> contact_is_asked kind0 f0 ->
  sweep_is_right cx cy cr mx my is_end ax ay bx by_ wr n kind f t.
Proof.
  intros H Valid Known. right. split; [exact Valid |].
  destruct Valid as (Fcx & Fcy & Fmx & Fmy & Fax & Fay & Fbx & Fby & (Fcr & R1) & (Fwr & R2) & x & Ex).
  pose proof (Known x Ex) as K. destruct K as (T & T0 & C & Kind).
  pose proof C as (T1 & Before & Names & F & EF & Touch).
  unfold from_integers_gives in H. repeat match type of H with exists _, _ => destruct H as [? H] end.
  destruct H as (Run & Integers). destruct (Integers F EF) as (Forms & Answer). rewrite EF in Run.
  assert (R0 : 0 <= R) by (unfold R; lra).
  assert (Line : F = Side -> 0 < len2 a b /\ (R = 0 -> ux a b * py v - uy a b * px v <> 0)).
  { intros ES. assert (L : 0 < len2 a b).
    { destruct (Rle_lt_or_eq_dec 0 (len2 a b) (len2_nonneg a b)) as [L | L]; [exact L |].
      symmetry in L. apply Names in L. rewrite EF, ES in L. discriminate L. }
    split; [exact L |]. intros Z. rewrite ES, Z in Touch. apply (comes_across x c v a b T T0 L); [| exact Touch].
    intros t' Ht. rewrite <- Z. now apply Before. }
  destruct (sweep_from_integers_correct cx cy cr mx my ax ay bx by_ wr zero zero is_end false F x T R0 Touch Line _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Forms _ _ _ _ _ _ _ _ _ _ _ Run
    ltac:(lra) Before Answer) as (-> & -> & Ft & L & _).
  split; [exact Ft |]. exists x. split; [exact Ex |]. right; right. exists T. rewrite <- EF. auto.
Qed.
End Integers.
