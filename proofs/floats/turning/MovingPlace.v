(* A vector of a wall that turns, at a time, in double-doubles: wide_vector_at of src/turning/moving_time.h.

   The start and the change are exact sums of two doubles; only the change to given ends has two rounded low parts.
   With the size S of a coordinate, that of the start and of the change, the error is below 20 2^-106 S + 2^-958. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree PairProduct Geometry Bounded SweepErrors MovingGeometry
  MovingVectors Terms_wide Terms_pair Terms_moving Terms_turning ErrorFreeTerms Wide TimePlace TimeEndPlace SweepTerms.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Section Coordinate.
Variables (p0 q0 p1 q1 t : D) (is_end : bool).
Let fh := fadd p0 (fneg q0).
Let fl := sum_rest p0 (fneg q0).
Let ch := fadd p1 (fneg q1).
Let cl := sum_rest p1 (fneg q1).
Let nh := fmul fh (fneg (fconst 1 0)).
Let dh := fadd ch nh.
Let dl := fadd (sum_rest ch nh) (fsub cl fl).
Let vh := if is_end then dh else ch.
Let vl := if is_end then dl else cl.
Let wh := fmul vh t.
Let wl := fadd (pair_product_rest vh t) (fmul vl t).
Let ph := fadd fh wh.
Let pl := fadd (sum_rest fh wh) (fadd fl wl).
Let X := if is_end then real p1 - real p0 - (real q1 - real q0) else real p1 - real q1.

(* The change. *)
Let change := if is_end then fsub (fsub p1 q1) (fsub p0 q0) else fsub p1 q1.

Lemma change_known S : finite change -> finite fl -> finite vl -> Rabs (real fh) + Rabs (real vh) <= S ->
  real fh + real fl = real p0 - real q0 /\ Rabs (real fl) <= u53 * S /\
  Rabs (real vl) <= 203 / 100 * u53 * S /\ Rabs (real vh + real vl - X) <= 41 / 10 * (u53 * u53) * S /\
  (finite p0 /\ finite q0 /\ finite p1 /\ finite q1 /\ finite fh) /\ real vh = real change.
Proof.
  intros Fk Ffl Fvl HS. destruct (two_sum_exact _ _ Ffl) as (Fp0 & Fnq0 & Ffh & _ & X0).
  pose proof (fneg_finite _ Fnq0) as Fq0.
  destruct (two_sum_rest_small _ _ Ffl) as (_ & L0). rewrite u_double in L0. fold fh fl in X0, L0, Ffh.
  rewrite real_fneg in X0.
  pose proof (Rabs_pos (real fh)) as f0. pose proof (Rabs_pos (real vh)) as v0. unfold vl, vh, X, change in *.
  clear vl vh X change.
  assert (Main : finite cl -> finite p1 /\ finite q1 /\ finite ch /\ real ch + real cl = real p1 - real q1
    /\ Rabs (real cl) <= u53 * Rabs (real ch)).
  { intros F. destruct (two_sum_exact _ _ F) as (Fp1 & Fnq1 & Fch & _ & X1). pose proof (fneg_finite _ Fnq1) as Fq1.
    destruct (two_sum_rest_small _ _ F) as (_ & L1). rewrite u_double in L1. fold ch cl in X1, L1, Fch.
    rewrite real_fneg in X1.
    repeat split; auto; lra. }
  split; [lra |]. split; [lra |]. destruct is_end.
  - unfold dl in *. destruct (fadd_finite _ _ Fvl) as (Fs & Fd & _). destruct (fsub_finite _ _ Fd) as (Fcl & _ & Ed).
    destruct (Main Fcl) as (Fp1 & Fq1 & Fch & X1 & L1). destruct (two_sum_exact _ _ Fs) as (_ & Fnh & Fdh & _ & X2).
    destruct (two_sum_rest_small _ _ Fs) as (_ & L2). rewrite u_double in L2. fold dh in X2, L2, Fdh.
    const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
    assert (En : real nh = - real fh).
    { unfold nh in *. destruct (fmul_finite _ _ Fnh) as (_ & _ & ->). rewrite real_fneg, V1.
      replace (real fh * - (1)) with (- real fh) by ring. apply rnd_of_format, generic_format_opp, real_in_format. }
    set (sr := sum_rest ch nh) in *. rewrite En in X2.
    assert (Bc : Rabs (real ch) <= (1 + u53) * Rabs (real dh) + Rabs (real fh)).
    { replace (real ch) with (real dh + real sr + real fh) by lra. eapply Rle_trans; [apply Rabs_triang |].
      eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |]. lra. }
    assert (B1 : Rabs (real cl - real fl) <= u53 * ((1 + u53) * Rabs (real dh) + 2 * Rabs (real fh))).
    { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (E1 : Rabs (real (fsub cl fl) - (real cl - real fl))
      <= u53 * (u53 * ((1 + u53) * Rabs (real dh) + 2 * Rabs (real fh)))).
    { pose proof (Bounded.fsub_error _ _ Fd) as Q. rewrite u_double in Q. eapply Rle_trans; [exact Q |]. lra. }
    set (df := fsub cl fl) in *. pose proof (Rabs_pos (real dh)) as d0.
    assert (B2 : Rabs (real sr + real df) <= u53 * ((2 + 4 * u53) * Rabs (real dh) + (2 + 4 * u53) * Rabs (real fh))).
    { clear - L2 B1 E1 d0 f0. set (A := Rabs (real dh)) in *. set (B := Rabs (real fh)) in *. two_sided; lra. }
    destruct (Wide.fadd_error _ _ _ Fvl B2) as (_ & _ & E2). set (v := fadd sr df) in *.
    set (A := Rabs (real dh)) in *. set (B := Rabs (real fh)) in *.
    split; [clear - B2 E2 d0 f0 HS; two_sided; lra |]. split.
    + assert (Q : real dh + real v - (real p1 - real p0 - (real q1 - real q0)) =
        (real v - (real sr + real df)) + (real df - (real cl - real fl))) by lra.
      rewrite Q. clear - E1 E2 d0 f0 HS. two_sided; lra.
    + split; [auto 10 |]. destruct (fadd_finite _ _ Fdh) as (_ & _ & Edh). fold dh in Edh. rewrite Edh, En.
      destruct (fsub_finite _ _ Fk) as (_ & _ & ->). rewrite !fsub_is_fadd. reflexivity.
  - destruct (Main Fvl) as (Fp1 & Fq1 & Fch & X1 & L1). split; [lra |]. split.
    + rewrite Rminus_diag_eq by lra. rewrite Rabs_R0. lra.
    + split; [auto 10 |]. unfold ch. now rewrite fsub_is_fadd.
Qed.

Lemma vector_coordinate S : finite change -> finite pl -> Rabs (real fh) + Rabs (real change) <= S -> Rabs (real t)
  <= 1001 / 1000 ->
  placed ph pl (real p0 - real q0 + real t * X) 0 S /\ (finite p0 /\ finite q0 /\ finite p1 /\ finite q1 /\ finite t).
Proof.
  intros Fk Fpl HS Ht. destruct place_tiny_parts as (h0 & h1 & h2 & h3). set (h := place_tiny) in *.
  unfold pl in *. clear pl.
  destruct (fadd_finite _ _ Fpl) as (Fs & Fl & _). destruct (fadd_finite _ _ Fl) as (Ffl & Fw & _).
  destruct (two_sum_exact _ _ Fs) as (Ffh & Fwh & Fph & _ & X1).
  unfold wl in *. destruct (fadd_finite _ _ Fw) as (Fr & Fm & _). destruct (fmul_finite _ _ Fm) as (Fvl & Ft & _).
  destruct (fmul_finite _ _ Fwh) as (Fvh & _ & _).
  assert (S0 : 0 <= S) by (pose proof (Rabs_pos (real fh)); pose proof (Rabs_pos (real change)); lra).
  assert (Ev : real vh = real change).
  { destruct (change_known (Rabs (real fh) + Rabs (real vh)) Fk Ffl Fvl (Rle_refl _)) as (_ & _ & _ & _ & _ & E).
    exact E. }
  destruct (change_known S Fk Ffl Fvl ltac:(rewrite Ev;
    exact HS)) as (X0 & L0 & Hl & HX & (Fp0 & Fq0 & Fp1 & Fq1 & _) & _).
  assert (HV : Rabs (real vh) <= S) by (rewrite Ev; pose proof (Rabs_pos (real fh)); lra).
  assert (HF : Rabs (real fh) <= S) by (pose proof (Rabs_pos (real change)); lra).
  assert (HFV : Rabs (real fh) + Rabs (real vh) <= S) by (rewrite Ev; exact HS).
  assert (B0 : Rabs (real vh * real t) <= S * (1001 / 1000)) by now apply times_size.
  assert (B0' : Rabs (real vh * real t) <= Rabs (real vh) * (1001 / 1000)) by (apply times_size;
    [apply Rle_refl | exact Ht]).
  assert (B1 : Rabs (real vl * real t) <= 203 / 100 * u53 * S * (1001 / 1000)) by now apply times_size.
  pose proof (pair_product_error _ _ Fr) as P. fold wh in P.
  assert (P' : Rabs (real wh + real (pair_product_rest vh t) - real vh * real t) <= u53 * u53 * u53 * S + h).
  { eapply Rle_trans; [exact P |].
    assert (bpow radix2 (-1010) * Rabs (real vh) <= u53 * u53 * u53 * S).
    { apply Rmult_le_compat; auto using Rabs_pos, bpow_ge_0. }
    assert (bpow radix2 (-1010) * Rabs (real t) <= bpow radix2 (-1010) * 2).
    { apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
    lra. }
  clear P. destruct (Wide.fmul_error _ _ _ _ Fwh B0 h3) as (_ & _ & E1). fold wh in E1.
  destruct (Wide.fmul_error _ _ _ _ Fm B1 h3) as (_ & _ & E2).
  assert (B2 : Rabs (real (pair_product_rest vh t) + real (fmul vl t)) <= 306 / 100 * u53 * S + 3 * h)
    by (clear - P' E1 E2 B1 S0 h0; two_sided; lra).
  destruct (Wide.fadd_error _ _ _ Fw B2) as (_ & _ & E3). set (w := fadd (pair_product_rest vh t) (fmul vl t)) in *.
  assert (B3 : Rabs (real fl + real w) <= 41 / 10 * u53 * S + 4 * h) by (clear - L0 E3 B2 S0 h0; two_sided; lra).
  destruct (Wide.fadd_error _ _ _ Fl B3) as (_ & _ & E4). set (lo := fadd fl w) in *.
  assert (B4 : Rabs (real fh + real wh) <= 1002 / 1000 * S + h).
  { pose proof (Rabs_pos (real fh)) as f0. pose proof (Rabs_pos (real vh)) as v0.
    assert (Bw : Rabs (real wh) <= Rabs (real vh) * (1001 / 1000) + u53 * (S * (1001 / 1000)) + u53 * h)
      by (clear - E1 B0'; set (A := Rabs (real vh)) in *; two_sided; lra).
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (two_sum_rest_small _ _ Fs) as (L1 & _). rewrite u_double in L1. fold ph in X1, Fph.
  set (ps := sum_rest fh wh) in *.
  assert (L1' : Rabs (real ps) <= 101 / 100 * u53 * S + u53 * h) by (eapply Rle_trans; [exact L1 |]; lra).
  clear L1.
  assert (B5 : Rabs (real ps + real lo) <= 52 / 10 * u53 * S + 6 * h) by (clear - L1' E4 B3 S0 h0; two_sided; lra).
  destruct (Wide.fadd_error _ _ _ Fpl B5) as (_ & _ & E5). set (pl := fadd ps lo) in *.
  assert (E6 : Rabs ((real vh + real vl - X) * real t) <= 41 / 10 * (u53 * u53) * S * (1001 / 1000))
    by now apply times_size.
  split; [| auto 10]. unfold placed. fold h. split; [| split].
  - assert (Q : real ph + real pl - (real p0 - real q0 + real t * X) =
      (real pl - (real ps + real lo)) + (real lo - (real fl + real w)) +
      (real w - (real (pair_product_rest vh t) + real (fmul vl t))) + (real (fmul vl t) - real vl * real t) +
      (real wh + real (pair_product_rest vh t) - real vh * real t) + (real vh + real vl - X) * real t) by (rewrite
        <- X0; lra).
    rewrite Q. clear - E6 E5 E4 E3 E2 P' S0 h0. set (A := (real vh + real vl - X) * real t) in *. two_sided; lra.
  - clear - E5 B5 S0 h0. two_sided; lra.
  - clear - X1 L1' B4 S0 h0. two_sided; lra.
Qed.
End Coordinate.
