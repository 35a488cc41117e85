(* Numbers that satisfy all premises of headline theorems: so these do not speak of nothing. The results are computed
   with Flocq's operations, equation after equation. *)
From Coq Require Import ZArith Reals Bool SpecFloat.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry SweepGeometry Terms_reach Terms_relation Terms_sweep
  Terms_contact_sweep Terms_fast.

Open Scope R_scope.

Definition whole (n : Z) : F double := fconst n 0.

(* The number with a value of Coq's specification. *)
Definition number (s : spec_float) : F double :=
  match s with
  | S754_zero s => if s then fneg (fconst 0 0) else fconst 0 0
  | S754_finite s m e => fconst (if s then Z.neg m else Z.pos m) e
  | S754_infinity s => B754_infinity s
  | S754_nan => B754_nan
  end.

Lemma number_is s (x : F double) : B2SF (number s) = B2SF x -> number s = x.
Proof. apply B2SF_inj. Qed.

(* Each equation gives its variable the value. What a call gives comes from the equations of its record. *)
Ltac runs :=
  lazymatch goal with
  | |- @eq (F double) ?v ?t =>
      tryif is_evar v then (let s := eval vm_compute in (B2SF t) in
        apply (number_is s); vm_cast_no_check (eq_refl s))
      else reflexivity
  | |- @eq _ ?v ?t => let b := eval vm_compute in t in unify v b; vm_cast_no_check (eq_refl b)
  | |- ex _ => eexists; runs
  | |- _ /\ _ => split; runs
  | |- _ => first [progress hnf; runs | constructor; runs]
  end.

(* The axis from (3, -4) to (3, 4) is 3 away from the origin. *)
Lemma certain_reach_is_certain :
  let reach r result sign := carom_detail_certain_reach_results (whole 0) (whole 0) (whole r) (whole 3) (whole (-4))
    (whole 3) (whole 4) (whole 1) 0%Z (whole 0) result sign in
  (exists sign, reach 1%Z true sign /\ flt sign (fconst 0 0) = true) /\
  (exists sign, reach 3%Z true sign /\ flt (fconst 0 0) sign = true).
Proof. cbv zeta. runs. Qed.

(* A ray ahead, a line with a gap, and a segment that is touched. *)
Lemma reach_is_certain :
  let reach extent gap result := carom_filter_reach_results (whole 0) (whole 0) (whole 1) (whole 3) (whole (-4))
    (whole 3) (whole 4) (whole 1) extent (whole gap) result in
  reach 1%Z 0%Z (-1)%Z /\ reach 2%Z 2%Z 1%Z /\ reach 0%Z 1%Z 0%Z.
Proof. cbv zeta. runs. Qed.

(* A circle of radius 1 comes from the origin by (6, 1) to this wall of radius 1 and hits its side. All premises of
   sweep_filter_closely_correct hold. *)
Lemma sweep_is_certain :
  exists ux uy wx wy zx zy vx vy su sw sz sv r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu,
  sweep_vectors_of_results (whole 0) (whole 0) (whole 1) (whole 6) (whole 1) false false (whole 3) (whole (-4))
    (whole 3) (whole 4) (whole 1) (whole 0) (whole 0) ux uy wx wy zx zy vx vy su sw sz sv r /\
  is_for_filter_results (whole 1) (whole 1) (extent_number Segment) su sw sz sv r true /\
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu /\
  filter_first_contact_results wx wy zx zy vx vy su sw sz sv r len2 move2 reach2 cross_start cross_move cross_a cross_b
    wv zv wu zu vu (extent_number Segment) (whole 0) (whole 0) (whole 1) (whole 6) (whole 1) false false (whole 3)
    (whole (-4)) (whole 3) (whole 4) (whole 1) (whole 0) (whole 0) false 3%Z 1%Z.
Proof. runs. Qed.

(* A ray that the circle passes behind. *)
Lemma miss_is_certain :
  is_certain_miss_results (whole 0) (whole 0) (whole 1) (whole 0) (whole 9) false false (whole 3) (whole (-4)) (whole 3)
    (whole 4) (whole 1) (extent_number Ray) (whole 0) (whole 0) true.
Proof. runs. Qed.
