(* The vector from an end of the wall to the centre at a time t: pair_place of src/sweep/sweep_time.h and the same lines
   of set_fast_end in src/sweep/sweep_one_pass.h.

   Both coordinates are (c - e) + t v in double-doubles. Differences and high products are exact, but for underflow, and
   the low parts are rounded. So with |t| <= 2 the error is below 2^-106 (4 |c - e| + 27 |v|) + 2^-958. Source:
   docs/exactness.md, "The time". *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree PairProduct Terms_wide Terms_pair Terms_time ErrorFreeTerms
  Wide.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* The allowance for underflow. *)
Notation place_tiny := (bpow radix2 (-959)).

Lemma place_tiny_parts :
  0 < place_tiny /\ bpow radix2 (-960) + 2 * bpow radix2 (-1010) <= place_tiny /\
  bpow radix2 (-1010) <= u53 * u53 * u53 /\ bpow radix2 (-1075) <= u53 * place_tiny.
Proof.
  split; [apply bpow_gt_0 |]. split; [| split].
  - replace (-959)%Z with (1 + -960)%Z by reflexivity. rewrite (bpow_plus _ 1). change (bpow radix2 1) with 2.
    assert (2 * bpow radix2 (-1010) <= bpow radix2 (-960)).
    { change 2 with (bpow radix2 1). rewrite <- bpow_plus. apply bpow_le. lia. }
    lra.
  - change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia.
  - change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. apply bpow_le. lia.
Qed.

Section Coordinate.
Variables c e vh vl t : D.
Let fh := fsub c e.
Let wh := fmul vh t.
Let wl := fadd (pair_product_rest vh t) (fmul vl t).
Let ph := fadd fh wh.
Let pl := fadd (sum_rest fh wh) (fadd (difference_rest c e) wl).

Lemma place_coordinate E V :
  finite pl -> Rabs (real vl) <= 2 * u53 * Rabs (real vh) -> Rabs (real t) <= 2 ->
  Rabs (real c - real e) <= E -> Rabs (real vh) <= V ->
  (finite c /\ finite e /\ finite vh /\ finite vl /\ finite t /\ finite ph) /\
  Rabs (real ph + real pl - (real c - real e + real t * (real vh + real vl))) <=
    u53 * u53 * (4 * E + 27 * V) + 2 * place_tiny /\
  Rabs (real pl) <= u53 * (3 * E + 9 * V) + 8 * place_tiny /\
  Rabs (real ph) <= (1 + 4 * u53) * (E + 2 * V) + 2 * place_tiny.
Proof.
  intros Fpl Hl Ht HE HV. destruct place_tiny_parts as (h0 & h1 & h2 & h3). set (h := place_tiny) in *.
  unfold pl in *. clear pl.
  destruct (fadd_finite _ _ Fpl) as (Fs & Fl & _). destruct (fadd_finite _ _ Fl) as (Fd & Fw & _).
  destruct (two_sum_exact _ _ Fs) as (Ffh & Fwh & Fph & _ & X1).
  destruct (two_difference_exact _ _ Fd) as (Fc & Fe & _ & _ & X2). fold fh in X2.
  unfold wl in *. destruct (fadd_finite _ _ Fw) as (Fr & Fm & _). destruct (fmul_finite _ _ Fm) as (Fvl & Ft & _).
  destruct (fmul_finite _ _ Fwh) as (Fvh & _ & _).
  assert (V0 : 0 <= V) by (pose proof (Rabs_pos (real vh)); lra).
  assert (E0 : 0 <= E) by (pose proof (Rabs_pos (real c - real e)); lra).
  assert (Hl' : Rabs (real vl) <= 2 * u53 * V) by lra.
  assert (B0 : Rabs (real vh * real t) <= V * 2) by now apply times_size.
  assert (B1 : Rabs (real vl * real t) <= 2 * u53 * V * 2) by now apply times_size.
  pose proof (pair_product_error _ _ Fr) as P. fold wh in P.
  assert (P' : Rabs (real wh + real (pair_product_rest vh t) - real vh * real t) <= u53 * u53 * u53 * V + h).
  { eapply Rle_trans; [exact P |].
    assert (bpow radix2 (-1010) * Rabs (real vh) <= u53 * u53 * u53 * V).
    { apply Rmult_le_compat; auto using Rabs_pos, bpow_ge_0. }
    assert (bpow radix2 (-1010) * Rabs (real t) <= bpow radix2 (-1010) * 2).
    { apply Rmult_le_compat_l; auto using bpow_ge_0. }
    lra. }
  clear P. destruct (fmul_error _ _ _ _ Fwh B0 h3) as (_ & _ & E1). fold wh in E1.
  destruct (fmul_error _ _ _ _ Fm B1 h3) as (_ & _ & E2).
  assert (B2 : Rabs (real (pair_product_rest vh t) + real (fmul vl t)) <= (6 * u53 + 8 * (u53 * u53)) * V + 3 * h)
    by (clear - P' E1 E2 B1 V0 h0; two_sided; lra).
  destruct (fadd_error _ _ _ Fw B2) as (_ & _ & E3).
  destruct (two_difference_rest_small c e Fd) as (L2 & _). rewrite u_double in L2.
  set (fl := difference_rest c e) in *. set (wl' := fadd (pair_product_rest vh t) (fmul vl t)) in *.
  assert (L2' : Rabs (real fl) <= u53 * E) by lra. clear L2.
  assert (B3 : Rabs (real fl + real wl') <= u53 * E + (6 * u53 + 20 * (u53 * u53)) * V + 4 * h)
    by (clear - L2' E3 B2 V0 E0 h0; two_sided; lra).
  destruct (fadd_error _ _ _ Fl B3) as (_ & _ & E4).
  assert (B4 : Rabs (real fh + real wh) <= (1 + u53) * E + (2 + 2 * u53) * V + h)
    by (clear - X2 L2' E1 B0 HE V0 E0 h0; two_sided; lra).
  destruct (two_sum_rest_small _ _ Fs) as (L1 & _). rewrite u_double in L1. fold ph in X1, Fph.
  set (ps := sum_rest fh wh) in *. set (lo := fadd fl wl') in *.
  assert (L1' : Rabs (real ps) <= (u53 + u53 * u53) * E + (2 * u53 + 2 * (u53 * u53)) * V + h).
  { eapply Rle_trans; [exact L1 |]. lra. }
  clear L1.
  assert (B5 : Rabs (real ps + real lo) <= (2 * u53 + 3 * (u53 * u53)) * E + (8 * u53 + 40 * (u53 * u53)) * V + 6 * h)
    by (clear - L1' E4 B3 V0 E0 h0; two_sided; lra).
  destruct (fadd_error _ _ _ Fpl B5) as (_ & _ & E5). set (pl := fadd ps lo) in *.
  split; [auto 10 |]. split; [| split].
  - assert (Q : real ph + real pl - (real c - real e + real t * (real vh + real vl)) =
      (real pl - (real ps + real lo)) + (real lo - (real fl + real wl')) +
      (real wl' - (real (pair_product_rest vh t) + real (fmul vl t))) + (real (fmul vl t) - real vl * real t) +
      (real wh + real (pair_product_rest vh t) - real vh * real t)) by (rewrite <- X2; lra).
    rewrite Q. clear - E5 E4 E3 E2 P' V0 E0 h0. two_sided; lra.
  - clear - E5 B5 V0 E0 h0. two_sided; lra.
  - clear - X1 L1' B4 V0 E0 h0. two_sided; lra.
Qed.

End Coordinate.
