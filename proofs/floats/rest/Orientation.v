(* Which way three points turn: carom_filter_orientation of src/rest/orientation_filter.h is right where it is
   certain, for all doubles. *)
From Coq Require Import ZArith Reals List Lra Bool.
From Flocq Require Import Core.
From Carom Require Import Model Overflow Bounded CheckerTactics.
From Carom Require Terms_orientation.
Import ListNotations.

Open Scope R_scope.

Definition turn (ax ay bx by' cx cy : D) : R :=
  (real bx - real ax) * (real cy - real ay) - (real by' - real ay) * (real cx - real ax).

Theorem orientation_correct ax ay bx by' cx cy result :
  Terms_orientation.carom_filter_orientation_terms.carom_filter_orientation_results ax ay bx by' cx cy result ->
  (result = 1%Z -> 0 < turn ax ay bx by' cx cy) /\ (result = (-1)%Z -> turn ax ay bx by' cx cy < 0).
Proof.
  intros (ux & uy & wx & wy & p & q & cross & error & []).
  destruct (certain_sign cross error (turn ax ay bx by' cx cy)) as [P N].
  - rewrite E_error. apply nonneg_fadd; [apply nonneg_fmul; [reflexivity | apply nonneg_fadd; apply nonneg_fabs] |].
    reflexivity.
  - intros Fe. assert (F := Fe). rewrite E_error in F. apply fadd_finite in F. destruct F as (F & _).
    apply fmul_finite in F. destruct F as (_ & F & _). apply fsub_finite_of_sum in F. rewrite <- E_cross in F.
    split; [exact F |]. assert (G := F). rewrite E_cross in G. destruct (fsub_finite _ _ G) as (Fp & Fq & _).
    rewrite E_p in Fp. rewrite E_q in Fq. apply fmul_finite in Fp, Fq.
    destruct Fp as (F1 & F2 & _), Fq as (F3 & F4 & _).
    pose proof (difference_rounded bx ax) as D1. pose proof (difference_rounded by' ay) as D2.
    pose proof (difference_rounded cx ax) as D3. pose proof (difference_rounded cy ay) as D4.
    rewrite <- E_ux in D1. rewrite <- E_uy in D2. rewrite <- E_wx in D3. rewrite <- E_wy in D4.
    specialize (D1 F1). specialize (D2 F3). specialize (D3 F4). specialize (D4 F2). unfold turn.
    by_checker [(rounded_input 1024, ux, real bx - real ax); (rounded_input 1024, uy, real by' - real ay);
      (rounded_input 1024, wx, real cx - real ax); (rounded_input 1024, wy, real cy - real ay)] [cross; error].
  - rewrite E_result. destruct (flt error cross); [split; [auto | discriminate] |].
    destruct (flt cross (fneg error)); split; auto; discriminate.
Qed.
