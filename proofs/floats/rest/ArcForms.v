(* The forms of a bent wall: src/rest/arc_filter.h. Each is off by at most its error, for vectors and a reach up to
   2^200, rounded once, and a bulge from -1 to 1. So a sign that is certain is right. *)
From Coq Require Import ZArith Arith Reals List Lia Lra Bool.
From Flocq Require Import Core.
From Carom Require Import Model Facts Bounded CheckerTactics.
From Carom Require Terms_arc.
Import Terms_arc.carom_arc_wedge_terms(carom_arc_wedge_results) Terms_arc.carom_arc_power_terms(carom_arc_power_results)
  Terms_arc.carom_arc_middle_terms(carom_arc_middle_results) Terms_arc.carom_arc_side_terms(carom_arc_side_results)
  Terms_arc.carom_arc_longer_terms(carom_arc_longer_results)
  Terms_arc.carom_arc_sign_terms(carom_arc_sign_results).
Import ListNotations.

Open Scope R_scope.

(* x is X, rounded once. *)
Definition once (x : D) (X : R) :=
  finite x /\ Rabs (X - real x) <= u double * Rabs (real x) /\ Rabs (real x) <= bpow radix2 200.
Definition is_bulge (k : D) := finite k /\ Rabs (real k) <= bpow radix2 0.
(* A form: what is computed of the exact number E, up to 2^n. *)
Definition is_form (n : Z) (E : R) (value error : D) :=
  below n value /\ below n error /\ Rabs (real value - E) <= real error.

Definition wedge (k ux uy wx wy : R) := (1 - k * k) * (wx * ux + wy * uy) - 2 * k * (ux * wy - uy * wx).
Definition power (k ux uy wx wy zx zy : R) := 2 * k * (wx * zx + wy * zy) - (1 - k * k) * (ux * wy - uy * wx).
Definition middle (k G reach : R) := (if Rlt_dec k 0 then - G else G) - 2 * Rabs k * (reach * reach).
Definition side (k m ux uy reach : R) :=
  m * m - reach * reach * (ux * ux + uy * uy) * ((1 + k * k) * (1 + k * k)).
Definition longer (px py qx qy : R) := px * px + py * py - (qx * qx + qy * qy).

(* 1 - |k|, which may be 0. *)
Lemma less_known k less : less = fsub (fconst 1 0) (fabs k) -> is_bulge k -> finite less /\ 0 <= real less /\
  Rabs (1 - Rabs (real k) - real less) <= u double * Rabs (real less) /\ Rabs (real less) <= bpow radix2 1.
Proof.
  intros -> [F B]. destruct (const_value 1 0 eq_refl eq_refl eq_refl) as [F1 V1]. rewrite Rmult_1_r in V1.
  assert (B1 : below 0 (fconst 1 0 : D)) by (split; [exact F1 | rewrite V1, Rabs_R1; apply Rle_refl]).
  destruct (below_sub 0 _ _ ltac:(lia) B1 (below_abs 0 k (conj F B))) as [Fl Bl].
  pose proof (difference_rounded _ _ Fl) as E.
  destruct (fsub_finite _ _ Fl) as (_ & _ & V). rewrite V1, real_fabs in V, E. repeat split; auto.
  rewrite V. apply rnd_nonneg. simpl in B. lra.
Qed.

Lemma squared_bulge k : 1 - k * k = (1 - Rabs k) * (1 + Rabs k).
Proof. rewrite <- (Rabs_pos_eq (k * k)), Rabs_mult by apply Rle_0_sqr. ring. Qed.

(* All that a form has to be, by one program: what is known of its inputs is then proved once. *)
Lemma form_of_program code vs rs outs i j e n :
  ((N.to_nat i <? length code)%nat && (N.to_nat j <? length code)%nat && checked code outs &&
    is_at_most code outs (V i) (Power n) && is_at_most code outs (V j) (Power n) &&
    is_at_most code outs (Minus (V i) e) (V j) = true)%bool ->
  say_all vs rs 0 code -> all_facts code vs rs 0 code -> all_finite vs outs ->
  is_form n (meaning vs rs e) (double_at vs i) (double_at vs j).
Proof.
  rewrite !andb_true_iff, !Nat.ltb_lt. intros (((((I & J) & C) & A) & B) & D) S F O.
  pose proof (checked_correct _ _ _ _ C S F O) as All.
  split; [split; [exact (All i I) |] | split; [split; [exact (All j J) |] |]].
  - exact (is_at_most_correct _ _ _ _ _ _ A S F O).
  - exact (is_at_most_correct _ _ _ _ _ _ B S F O).
  - exact (is_at_most_correct _ _ _ _ _ _ D S F O).
Qed.

Ltac parts := repeat match goal with H : once _ _ |- _ => destruct H as (? & ? & ?) end.
Ltac form inputs :=
  lazymatch goal with
  | |- is_form ?n ?E ?value ?error =>
    let l := doubles_of inputs in let s := start inputs in
    let s := with_term s value in let s := with_term s error in
    let i := place_of value s in let j := place_of error s in let o := places_of l s in let e := goal_of E s in
    lazymatch in_order s with (?c, ?v, ?r) => refine (form_of_program c v r o i j e n _ _ _ _) end
  end;
  [checked_now | equations | known_inputs | reduce_places; repeat apply conj; try exact Logic.I; try assumption].

Theorem wedge_correct ux uy wx wy k value error UX UY WX WY : carom_arc_wedge_results ux uy wx wy k value error ->
  is_bulge k -> once ux UX -> once uy UY -> once wx WX -> once wy WY ->
  is_form 410 (wedge (real k) UX UY WX WY) value error.
Proof.
  intros (less & more & twice & cosine & p1 & p2 & x1 & x2 & v & sizes & fv & fe & []) K. intros.
  destruct (less_known _ _ E_less K) as (? & ? & ? & ?). destruct K as [Fk Bk]. parts. subst value error fv fe.
  unfold wedge. rewrite squared_bulge.
  form [(rounded_positive_input 1, less, 1 - Rabs (real k)); (exact_input 0, k, real k);
    (rounded_input 200, ux, UX); (rounded_input 200, uy, UY); (rounded_input 200, wx, WX); (rounded_input 200, wy, WY)].
Qed.

Theorem power_correct ux uy wx wy zx zy k value error UX UY WX WY ZX ZY :
  carom_arc_power_results ux uy wx wy zx zy k value error ->
  is_bulge k -> once ux UX -> once uy UY -> once wx WX -> once wy WY -> once zx ZX -> once zy ZY ->
  is_form 410 (power (real k) UX UY WX WY ZX ZY) value error.
Proof.
  intros (less & more & twice & cosine & d1 & d2 & x1 & x2 & v & sizes & fv & fe & []) K. intros.
  destruct (less_known _ _ E_less K) as (? & ? & ? & ?). destruct K as [Fk Bk]. parts. subst value error fv fe.
  unfold power. rewrite squared_bulge.
  form [(rounded_positive_input 1, less, 1 - Rabs (real k)); (exact_input 0, k, real k);
    (rounded_input 200, ux, UX); (rounded_input 200, uy, UY); (rounded_input 200, wx, WX); (rounded_input 200, wy, WY);
    (rounded_input 200, zx, ZX); (rounded_input 200, zy, ZY)].
Qed.

(* A form as an input: off by at most its error, which is the input at `error`. *)
Definition form_input (n : Z) (error k : N) := input_near (variable (Val error)) (variable (Val k)) false nothing n k.

Lemma form_known n E value error : is_form n E value error -> finite value /\ finite error /\ 0 <= real error /\
  Rabs (real value) <= bpow radix2 n /\ Rabs (real error) <= bpow radix2 n /\
  Rabs (E - real value) <= Rabs (real error).
Proof.
  intros ([Fv Bv] & [Fe Be] & B). pose proof (Rabs_pos (real value - E)).
  rewrite (Rabs_minus_sym E), (Rabs_pos_eq (real error)) in * by lra. repeat split; auto; lra.
Qed.

Theorem middle_correct pv pe reach k value error G R : carom_arc_middle_results pv pe reach k value error ->
  is_bulge k -> once reach R -> 0 <= real reach -> is_form 410 G pv pe -> is_form 412 (middle (real k) G R) value error.
Proof.
  intros (square & v & fv & fe & []) [Fk Bk] (? & ? & ?) ? Known. apply form_known in Known.
  destruct Known as (? & ? & ? & ? & ? & ?). subst value error fv fe. unfold middle.
  destruct (const_value 0 0 eq_refl eq_refl eq_refl) as [F0 V0]. rewrite Rmult_0_l in V0.
  destruct (flt k (fconst 0 0)) eqn:L; [apply flt_real in L | apply flt_real_false in L]; try assumption;
    rewrite V0 in L; destruct (Rlt_dec (real k) 0); try lra.
  all: form [(positive_input 410, pe, real pe); (form_input 410 0, pv, G); (rounded_positive_input 200, reach, R);
    (exact_input 0, k, real k)].
Qed.

Theorem side_correct mv me ux uy reach k value error M UX UY R :
  carom_arc_side_results mv me ux uy reach k value error -> is_bulge k -> once reach R -> 0 <= real reach ->
  once ux UX -> once uy UY -> is_form 412 M mv me -> is_form 1000 (side (real k) M UX UY R) value error.
Proof.
  intros (m & e & stretch & band & from_m & fv & fe & []) [Fk Bk] ? ? ? ? Known.
  parts. apply form_known in Known.
  destruct Known as (? & ? & ? & ? & ? & ?). subst value error fv fe m e. unfold side.
  form [(positive_input 412, me, real me); (form_input 412 0, mv, M); (rounded_positive_input 200, reach, R);
    (exact_input 0, k, real k); (rounded_input 200, ux, UX); (rounded_input 200, uy, UY)].
Qed.

Theorem longer_correct px py qx qy value error PX PY QX QY : carom_arc_longer_results px py qx qy value error ->
  once px PX -> once py PY -> once qx QX -> once qy QY -> is_form 410 (longer PX PY QX QY) value error.
Proof.
  intros (p2 & q2 & fv & fe & []). intros. parts. subst value error fv fe. unfold longer.
  form [(rounded_input 200, px, PX); (rounded_input 200, py, PY); (rounded_input 200, qx, QX);
    (rounded_input 200, qy, QY)].
Qed.

(* A sign of a form that is not 0 is right. *)
Theorem arc_sign_correct n E value error result : carom_arc_sign_results value error result ->
  is_form n E value error -> (result = 1%Z -> 0 < E) /\ (result = (-1)%Z -> E < 0).
Proof.
  intros [->] ([Fv _] & [Fe _] & B). destruct (flt error value) eqn:L; [| destruct (flt value (fneg error)) eqn:M].
  - apply (flt_real _ _ Fe Fv) in L. apply Rabs_le_inv in B. split; [lra | discriminate].
  - apply (flt_real _ _ Fv (finite_fneg _ Fe)) in M. rewrite real_fneg in M. apply Rabs_le_inv in B.
    split; [discriminate | lra].
  - split; discriminate.
Qed.
