(* The vector from an end of the wall to the centre at a time t: pair_place of src/sweep/sweep_time.h and the same lines
   of set_fast_end in src/sweep/sweep_one_pass.h.

   Both coordinates are (c - e) + t v in double-doubles. Differences and high products are exact, but for underflow, and
   the low parts are rounded. So with |t| <= 2 the error is below 2^-106 (4 |c - e| + 27 |v|) + 2^-958. Source:
   docs/exactness.md, "The time". *)
From Coq Require Import ZArith NArith List Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree PairProduct Terms_wide Terms_pair Terms_time
  ErrorFreeTerms Wide CheckerTactics.
Import ListNotations.

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

(* A place whose difference h + l and displacement vh + vl have the bounds E and V. *)
Ltac by_place h l vh vl t E V :=
  by_checker [(parameter, zero, E); (parameter, zero, V);
    (input_below 9007199254740993 (-53) [Par 0] 1024, h, real h);
    (input_below 1 (-53) [Par 0] 1024, l, real l); (input_below 1 0 [Par 1] 1024, vh, real vh);
    (input_below 1 (-52) [Par 1] 1024, vl, real vl);
    (small_input 1, t, real t)]
    [fadd (sum_rest h (fmul vh t)) (fadd l (fadd (pair_product_rest vh t) (fmul vl t)))];
  rewrite ?Rminus_diag_eq, ?Rabs_R0 by reflexivity; change (bpow radix2 1) with 2; lra.

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
  intros Fpl Hl Ht HE HV. unfold ph, pl, fh, wh, wl in *. pose proof Fpl as F. finite_back F.
  match goal with H : finite (sum_rest _ _), K : finite (difference_rest _ _) |- _ =>
    destruct (two_sum_exact _ _ H) as (_ & Fwh & Fph & _);
    destruct (two_difference_exact _ _ K) as (Fc & Fe & _ & _ & X);
    destruct (two_difference_rest_small _ _ K) as (Sl & _) end.
  destruct (fmul_finite _ _ Fwh) as (Fvh & Ft & _). rewrite u_double in Sl. rewrite <- X in HE, Sl |- *.
  assert (E0 : 0 <= E) by (eapply Rle_trans; [apply Rabs_pos | exact HE]).
  assert (V0 : 0 <= V) by (eapply Rle_trans; [apply Rabs_pos | exact HV]).
  split; [split; [exact Fc |]; split; [exact Fe |]; split; [exact Fvh |]; split; [| now split] |].
  { match goal with H : finite vl |- _ => exact H end. }
  set (h := fsub c e) in *. set (l := difference_rest c e) in *. clearbody h l. clear pl ph wl wh fh.
  assert (Ll : Rabs (real l) <= u53 * E) by lra.
  assert (Lh : Rabs (real h) <= (1 + u53) * E).
  { replace (real h) with (real h + real l - real l) by ring. unfold Rminus. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp. lra. }
  split; [| split].
  - change (u53 * u53 * (4 * E + 27 * V) + 2 * place_tiny) with (bpow radix2 (-53) * bpow radix2 (-53) *
      (IZR 4 * E + IZR 27 * V) + IZR 2 * bpow radix2 (-959)). by_place h l vh vl t E V.
  - change (u53 * (3 * E + 9 * V) + 8 * place_tiny) with (bpow radix2 (-53) * (IZR 3 * E + IZR 9 * V) + IZR 8 *
      bpow radix2 (-959)). by_place h l vh vl t E V.
  - destruct place_tiny_parts as (h0 & _ & _ & h3).
    destruct (fmul_error vh t _ _ Fwh (times_size _ _ _ _ HV Ht) h3) as (_ & _ & E1).
    pose proof (times_size _ _ _ _ HV Ht) as B0.
    assert (C : Rabs (real h + real (fmul vh t)) <= (1 + u53) * E + (2 + 2 * u53) * V + place_tiny)
      by (clear - Lh E1 B0 V0 E0 h0; two_sided; lra).
    destruct (fadd_error _ _ _ Fph C) as (_ & _ & E2). clear - C E2 V0 E0 h0. two_sided; lra.
Qed.

End Coordinate.
