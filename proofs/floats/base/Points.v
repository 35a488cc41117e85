(* Points, extents and dot products as the filters compute them, against those of Geometry.v.

   A dot product of two differences has the error 4.02 u of the sum of its terms and 2.01 eta; so its computed sign is
   right but for 5 u of the terms and 3 eta, which Regions.v allows. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Geometry Regions Overflow Products.

Open Scope R_scope.

(* The computed dot products of points. *)
Lemma wu_error (cx cy ax ay bx by' : F double) :
  finite (fadd (fmul (fsub cx ax) (fsub bx ax)) (fmul (fsub cy ay) (fsub by' ay))) ->
  Rabs (real (fadd (fmul (fsub cx ax) (fsub bx ax)) (fmul (fsub cy ay) (fsub by' ay))) - wu (point_of cx cy) (point_of
    ax ay) (point_of
    bx by'))
  <= 402 / 100 * ud * wu_size (point_of cx cy) (point_of ax ay) (point_of bx by') + 201 / 100 * etad.
Proof. exact (dot_of_differences cx ax bx ax cy ay by' ay). Qed.

Lemma zu_error (cx cy ax ay bx by' : F double) :
  finite (fadd (fmul (fsub cx bx) (fsub bx ax)) (fmul (fsub cy by') (fsub by' ay))) ->
  Rabs (real (fadd (fmul (fsub cx bx) (fsub bx ax)) (fmul (fsub cy by') (fsub by' ay))) - zu (point_of cx cy) (point_of
    ax ay) (point_of
    bx by'))
  <= 402 / 100 * ud * zu_size (point_of cx cy) (point_of ax ay) (point_of bx by') + 201 / 100 * etad.
Proof. exact (dot_of_differences cx bx bx ax cy by' by' ay). Qed.

Lemma squares_error (x x' y y' : F double) : finite (fadd (fmul (fsub x x') (fsub x x')) (fmul (fsub y y') (fsub y
  y'))) ->
  let m := (real x - real x') * (real x - real x') + (real y - real y') * (real y - real y') in
  Rabs (real (fadd (fmul (fsub x x') (fsub x x')) (fmul (fsub y y') (fsub y y'))) - m) <=
    402 / 100 * ud * m + 201 / 100 * etad.
Proof.
  intros H m. pose proof (dot_of_differences _ _ _ _ _ _ _ _ H) as E. cbv zeta in E.
  rewrite (Rabs_pos_eq ((real x - real x') * (real x - real x'))) in E by apply Rle_0_sqr.
  rewrite (Rabs_pos_eq ((real y - real y') * (real y - real y'))) in E by apply Rle_0_sqr. exact E.
Qed.

Lemma finite_dot {f : format} (x x' y y' z z' w w' : F f) :
  finite (fadd (fmul (fsub x x') (fsub y y')) (fmul (fsub z z') (fsub w w'))) ->
  finite x /\ finite x' /\ finite y /\ finite y' /\ finite z /\ finite z' /\ finite w /\ finite w'.
Proof.
  intros H. destruct (fadd_finite _ _ H) as (A & B & _).
  destruct (fmul_finite _ _ A) as (A1 & A2 & _). destruct (fmul_finite _ _ B) as (B1 & B2 & _).
  destruct (fsub_finite _ _ A1) as (? & ? & _). destruct (fsub_finite _ _ A2) as (? & ? & _).
  destruct (fsub_finite _ _ B1) as (? & ? & _). destruct (fsub_finite _ _ B2) as (? & ? & _). tauto.
Qed.

Lemma nonneg_from_zero (x : F double) : fle (fconst 0 0) x = true -> nonneg x.
Proof. intros H. apply (fle_nonneg _ _ H); [reflexivity | destruct zero_value; lra]. Qed.

(* The limit of L on rays and lines. *)
Lemma limit_900 (v : F double) : fle (fconst 1 (-900)) v = true -> 1000000 * etad <= value v.
Proof.
  intros H. constant_of double 1%Z (-900)%Z. destruct C as [C1 C2]. destruct (fle_value _ _ H) as (_ & _ & V).
  rewrite (value_finite (fconst _ _)), C2 in V by exact C1.
  assert (B : (-1055 <= -900)%Z) by lia. apply eta_below_power in B. lra.
Qed.

(* The computed sign of a dot product. *)
Lemma dot_sign (v S M : R) : 0 <= M -> Rabs (v - S) <= 402 / 100 * ud * M + 201 / 100 * etad ->
  (v <= 0 -> S <= 5 * ud * M + 3 * etad) /\ (0 <= v -> - (5 * ud * M + 3 * etad) <= S).
Proof.
  intros P H. apply within in H. pose proof u_double_small. pose proof eta_double_pos.
  assert (0 <= ud * M) by (apply Rmult_le_pos; lra). lra.
Qed.
