(* The direction that separates two balls: direction_of of src/crowd/gate.c. For all doubles it is 0, or its larger
   component is about 1 in magnitude, as are_certainly_apart needs it. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Bounded GateApart.
From Carom Require TangentQuotient Terms_gate.
Import Terms_gate.direction_of_terms(direction_of_results).

Open Scope R_scope.

(* The magnitude of x is the larger one, l. *)
Lemma scaled_by_inverse (l x : D) : finite l -> 0 < real l -> finite (fdiv (fconst 1 0) l) ->
  finite (fmul (fdiv (fconst 1 0) l) x) ->
  (Rabs (real x) <= real l -> below 1 (fmul (fdiv (fconst 1 0) l) x)) /\
  (Rabs (real x) = real l -> bpow radix2 (-1) <= Rabs (real (fmul (fdiv (fconst 1 0) l) x))).
Proof.
  intros Fl l0 Fi Fp. destruct one_value as [F1 V1].
  destruct (fdiv_finite _ _ Fi Fl (Rgt_not_eq _ _ l0)) as (_ & V). rewrite V1 in V. set (i := fdiv (fconst 1 0) l) in *.
  destruct (fmul_finite _ _ Fp) as (_ & Fx & W). pose proof (rnd_error double (1 / real l)) as E. rewrite <- V in E.
  assert (I : Rabs (real i * real l - 1) <= / 16).
  { replace (real i * real l - 1) with ((real i - 1 / real l) * real l) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (real l)) by lra.
    apply Rle_trans with ((u double * Rabs (1 / real l) + eta double) * real l); [apply Rmult_le_compat_r; lra |].
    rewrite (Rabs_pos_eq (1 / real l)) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
    replace ((u double * (1 / real l) + eta double) * real l) with (u double + eta double * real l) by (field; lra).
    assert (eta double * real l <= eta double * bpow radix2 1024).
    { apply Rmult_le_compat_l; [apply bpow_ge_0 |]. pose proof (real_below l) as B. rewrite Rabs_pos_eq in B by lra.
      exact (Rlt_le _ _ B). }
    assert (eta double * bpow radix2 1024 = / 2251799813685248).
    { unfold eta. rewrite <- bpow_plus. change (emin double - 1 + 1024)%Z with (-51)%Z. reflexivity. }
    rewrite u_double. lra. }
  apply Rabs_le_inv in I. rewrite W. split; intros X.
  - split; [exact Fp |]. rewrite W. apply rnd_below; [lia |]. rewrite Rabs_mult.
    apply Rle_trans with (Rabs (real i) * real l); [apply Rmult_le_compat_l; [apply Rabs_pos | exact X] |].
    rewrite <- (Rabs_pos_eq (real l)) by lra. rewrite <- Rabs_mult. apply Rabs_le. change (bpow radix2 1) with 2. lra.
  - assert (A : bpow radix2 (-1) <= Rabs (real i * real x)).
    { rewrite Rabs_mult, X. rewrite <- (Rabs_pos_eq (real l)) by lra. rewrite <- Rabs_mult, Rabs_pos_eq by lra.
      change (bpow radix2 (-1)) with (/ 2). lra. }
    apply abs_round_ge_generic; [apply exponents_valid | apply valid_rnd_N | apply power_in_format; lia | exact A].
Qed.

Lemma large_constant : finite (fconst 9007199254740991 971 : D).
Proof. exact (proj1 (const_value 9007199254740991 971 eq_refl eq_refl eq_refl)). Qed.

Lemma finite_by_size (x : D) : fle (fabs x) (fconst 9007199254740991 971) = true -> finite x.
Proof. intros H. apply fabs_finite, (fle_finite _ _ H); [apply nonneg_fabs | exact large_constant]. Qed.

Lemma zero_direction : is_no_direction (fconst 0 0) (fconst 0 0).
Proof.
  destruct zero_value as [F V]. assert (below 60 (fconst 0 0)).
  { split; [exact F |]. rewrite V, Rabs_R0. apply bpow_ge_0. }
  repeat split; assumption || apply H.
Qed.

(* A vector over its larger component. *)
Lemma scaled_direction (n_x n_y : D) : let l := if flt (fabs n_y) (fabs n_x) then fabs n_x else fabs n_y in
  let i := fdiv (fconst 1 0) l in finite (fmul i n_x) -> finite (fmul i n_y) -> is_direction (fmul i n_x) (fmul i n_y).
Proof.
  intros l i Fx Fy. destruct (fmul_finite _ _ Fx) as (Fi & Nx & _). destruct (fmul_finite _ _ Fy) as (_ & Ny & _).
  assert (Fl : finite l) by (apply finite_if; now apply finite_fabs).
  assert (L : real l = Rmax (Rabs (real n_x)) (Rabs (real n_y))).
  { unfold l. rewrite real_larger by now apply finite_fabs. now rewrite !real_fabs. }
  pose proof (Rmax_l (Rabs (real n_x)) (Rabs (real n_y))) as A.
  pose proof (Rmax_r (Rabs (real n_x)) (Rabs (real n_y))) as B.
  rewrite <- L in A, B. pose proof (TangentQuotient.inverse_finite l Fi Fl) as Z. pose proof (Rabs_pos (real n_x)).
  assert (l0 : 0 < real l) by lra.
  destruct (scaled_by_inverse l n_x Fl l0 Fi Fx) as (X1 & X2).
  destruct (scaled_by_inverse l n_y Fl l0 Fi Fy) as (Y1 & Y2).
  split; [apply below_weaken with 1%Z; [now apply X1 | lia] |].
  split; [apply below_weaken with 1%Z; [now apply Y1 | lia] |].
  assert (P : bpow radix2 (-60) <= bpow radix2 (-1)) by (apply bpow_le; discriminate).
  assert (M : Rabs (real n_x) = real l \/ Rabs (real n_y) = real l).
  { rewrite L. unfold Rmax. destruct (Rle_dec (Rabs (real n_x)) (Rabs (real n_y))); auto. }
  destruct M as [M | M]; [left; specialize (X2 M) | right; specialize (Y2 M)]; fold i in X2, Y2; lra.
Qed.

Theorem direction_of_correct from_x from_y to_x to_y n_x n_y :
  direction_of_results from_x from_y to_x to_y n_x n_y -> is_direction n_x n_y \/ is_no_direction n_x n_y.
Proof.
  intros H. unfold direction_of_results in H. repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  match type of E_if3 with ?c = _ => destruct c end; [| right; subst n_x n_y; exact zero_direction]. left.
  symmetry in E_if3. apply andb_prop in E_if3. destruct E_if3 as [Fx Fy]. apply finite_by_size in Fx, Fy.
  rewrite E_n_x_5, E_carom_vec2_scale_2_s, E_length, E_larger_x, E_larger_y in E_result_x, Fx.
  rewrite E_n_y_5, E_carom_vec2_scale_2_s, E_length, E_larger_x, E_larger_y in E_result_y, Fy.
  rewrite E_result_x, E_result_y. exact (scaled_direction _ _ Fx Fy).
Qed.
