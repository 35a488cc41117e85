(* The origin and the scale of a scene, of which NodeLimit.v assumes sizes: a scene that is built has an origin of at
   most 2^969 (origin_for of src/scene/wall_order.c), and one that is read from bytes is refused otherwise
   (numbers_are_right of src/scene/serialize.c). *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Products Points Terms_index.

Open Scope R_scope.

Definition is_origin (x : F double) := finite x /\ Rabs (real x) <= bpow radix2 969.

Lemma within_most x : fle (fabs x) (fconst 1 969) = true -> is_origin x.
Proof.
  intros H. constant_of double 1%Z 969%Z. destruct C as [Fc Vc]. rewrite Rmult_1_l in Vc.
  pose proof (fle_finite _ _ H (nonneg_fabs x) Fc) as Fx. apply fabs_finite in Fx. split; [exact Fx |].
  apply fle_real in H; [| now apply finite_fabs | exact Fc]. rewrite real_fabs, Vc in H. exact H.
Qed.

Theorem built_origin_is_small middle origin : origin_for_results middle origin -> is_origin origin.
Proof.
  intros [->]. destruct (fle (fabs middle) (fconst 1 969)) eqn:E; [now apply within_most |].
  destruct zero_value as [Fz Vz]. split; [exact Fz |]. rewrite Vz, Rabs_R0. apply bpow_ge_0.
Qed.

Theorem read_numbers_are_right radius origin_x origin_y scale :
  numbers_are_right_results radius origin_x origin_y scale true ->
  is_origin origin_x /\ is_origin origin_y /\ (finite scale /\ 0 < real scale) /\ (finite radius /\ 0 <= real radius).
Proof.
  intros [H]. symmetry in H. rewrite !andb_true_iff in H. destruct H as (((((X & Y) & S0) & S1) & R0) & R1).
  destruct zero_value as [Fz Vz]. split; [now apply within_most |]. split; [now apply within_most |].
  split.
  - assert (N : nonneg scale).
    { destruct scale as [s | [|] | | [|] m e p]; simpl; auto; now vm_compute in S0. }
    pose proof (fle_finite _ _ S1 N most_value) as Fs. split; [exact Fs |].
    apply flt_real in S0; [| exact Fz | exact Fs]. now rewrite Vz in S0.
  - pose proof (nonneg_from_zero _ R0) as N. pose proof (fle_finite _ _ R1 N most_value) as Fr.
    split; [exact Fr | now apply nonneg_real].
Qed.
