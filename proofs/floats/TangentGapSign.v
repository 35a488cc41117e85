(* The sign that triple-doubles give to the sweep's filter: tangent_sign of src/exact/sweep_filter.h, over the extracted
   terms. With it the filter needs no premise (sweep_filter_correct of SweepStart.v).

   A sign that is not 0 is that of |u x w| - R |u| for the side, and of |v x e| - R |v| for an end. If the gap is certainly
   positive, the side s of the line is right. If it is negative, but more than half of -R |u|, then s (u x w) > 0. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Approx Geometry Bounded SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepMiss SweepCompare SweepEnd SweepContact SweepFilter SweepFirst SweepStart SweepInputs
  Terms_wide Terms_pair Terms_gap Terms_sweep Terms_contact_sweep ErrorFree ErrorFreeTerms Wide TangentGapSums TangentGapLine
  TangentGap.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Lemma flt_neg_finite (x e : D) : flt x (fneg e) = true -> nonneg e -> finite e.
Proof.
  unfold flt, fneg, Bltb, SpecFloat.SFltb, SpecFloat.SFcompare, finite, nonneg.
  destruct e as [| [|] | | [|]], x as [| [|] | | [|]]; simpl; congruence.
Qed.

(* Half of a double, with its sign turned. *)
Lemma minus_half (x : D) : finite x ->
  finite (fmul (fneg (fconst 1 (-1))) x) /\
  Rabs (real (fmul (fneg (fconst 1 (-1))) x) + / 2 * real x) <= u53 * Rabs (real x) + bpow radix2 (-1075).
Proof.
  intros Fx. const_facts 1%Z (-1)%Z Fc Vc. rewrite Rmult_1_l in Vc. change (bpow radix2 (-1)) with (/ 2) in Vc.
  assert (B : Rabs (real (fneg (fconst 1 (-1) : D)) * real x) <= bpow radix2 1023).
  { rewrite real_fneg, Vc, Rabs_mult, Rabs_Ropp, Rabs_pos_eq by lra.
    pose proof (real_below x) as L. change (emax double) with (1 + 1023)%Z in L. rewrite bpow_plus in L.
    change (bpow radix2 1) with 2 in L. lra. }
  destruct (@fmul_is_finite double _ _ 1023 (conj eq_refl eq_refl) (finite_fneg _ Fc) Fx B) as (F & E & _).
  split; [exact F |]. rewrite E, real_fneg, Vc.
  pose proof (rnd_error double (- / 2 * real x)) as R. rewrite u_double in R. change (eta double) with (bpow radix2 (-1075)) in R.
  assert (Rabs (- / 2 * real x) <= Rabs (real x)).
  { rewrite Rabs_mult, Rabs_Ropp, Rabs_pos_eq by lra. pose proof (Rabs_pos (real x)). lra. }
  replace (rnd double (- / 2 * real x) + / 2 * real x) with (rnd double (- / 2 * real x) - - / 2 * real x) by ring. lra.
Qed.

(* A certain sign of a gap that is more than -R |p| / 2. X is the gap, K is p x q and L is R |p|. *)
Lemma sign_of_gap (hi lo err fh : D) sg K L :
  is_sign sg -> finite hi -> finite err -> finite fh -> is_gap hi lo err (sg * K - L) ->
  u53 * u53 * u53 * least_size <= real err ->
  Rabs (real fh - L) <= 20 * u53 * L + 20 * (u53 * u53 * u53 * u53) * least_size -> 0 <= L ->
  flt (fmul (fneg (fconst 1 (-1))) fh) hi = true ->
  (flt err hi = true -> L < Rabs K) /\ (flt hi (fneg err) = true -> Rabs K < L).
Proof.
  intros Sg Fhi Ferr Ffh Gap Least Far L0 Half. split.
  - intros C. apply flt_real in C; auto. pose proof (gap_positive _ _ _ _ Gap C) as P.
    rewrite <- (sign_abs sg K Sg). pose proof (Rle_abs (sg * K)). lra.
  - intros C. apply flt_real in C; auto; [| now apply finite_fneg]. rewrite real_fneg in C.
    pose proof (gap_negative _ _ _ _ Gap C) as N.
    destruct (minus_half fh Ffh) as (F2 & E). apply flt_real in Half; auto.
    pose proof (below_least_size (-1075) ltac:(lia)) as Et. pose proof least_size_pos as P0.
    destruct Gap as (G & H1 & _ & H2).
    set (z := least_size) in *. set (m := real (fmul (fneg (fconst 1 (-1))) fh)) in *.
    assert (E0 : 0 < real err) by lra.
    assert (Fh : Rabs (real fh) <= (1 + 20 * u53) * L + 20 * (u53 * u53 * u53 * u53) * z) by (clear - Far L0 P0; two_sided; lra).
    assert (E' : Rabs (m + / 2 * real fh) <= u53 * ((1 + 20 * u53) * L + 20 * (u53 * u53 * u53 * u53) * z) +
      bpow radix2 (-1075)) by lra.
    assert (M : - m <= 51 / 100 * L + 40 * (u53 * u53 * u53 * u53) * z) by (clear - E' Far Et L0 P0; two_sided; lra).
    rewrite (Rabs_left1 (real hi)) in H1 by lra.
    assert (B : - real hi <= 52 / 100 * L) by lra.
    assert (Pos : 0 < sg * K).
    { apply Rabs_le_inv in H1, H2. destruct H1, H2. lra. }
    rewrite <- (sign_abs sg K Sg), Rabs_pos_eq by lra. lra.
Qed.

(* Differences of inputs are coordinates. *)
Lemma difference_coordinate (a b : D) :
  finite (fsub a b) -> Rabs (real (fsub a b)) <= bpow radix2 201 -> is_coordinate (fsub a b) (difference_rest a b).
Proof.
  intros _ B. split; [| exact B]. intros F. destruct (two_difference_rest_small a b F) as (_ & S). now rewrite u_double in S.
Qed.

Lemma sum_coordinate (a b : D) :
  Rabs (real (fadd a b)) <= bpow radix2 201 -> is_coordinate (fadd a b) (sum_rest a b).
Proof.
  intros B. split; [| exact B]. intros F. destruct (two_sum_rest_small a b F) as (_ & S). now rewrite u_double in S.
Qed.

Lemma exact_coordinate (a : D) : Rabs (real a) <= bpow radix2 201 -> is_coordinate a (fconst 0 0).
Proof.
  intros B. split; [| exact B]. intros _. change (real (fconst 0 0 : D)) with 0. rewrite Rabs_R0.
  pose proof (Rabs_pos (real a)). lra.
Qed.

Lemma near_size (x y : D) X Y s : near x y X Y s -> Rabs (real x) <= bpow radix2 201 /\ Rabs (real y) <= bpow radix2 201.
Proof.
  intros (_ & _ & _ & _ & H & B). pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)).
  rewrite u_double in H. change 201%Z with (1 + 200)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
  pose proof (bpow_gt_0 radix2 200). lra.
Qed.

(* The sign for any p and q: K is p x q. *)
Lemma gap_decides phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe :
  line_gap_of_results phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe ->
  is_coordinate phx plx -> is_coordinate phy ply -> is_coordinate qhx qlx -> is_coordinate qhy qly ->
  is_coordinate rh rl -> finite rh -> 0 <= real rh -> fle (fconst 1 (-150)) s = true ->
  flt (fmul (fneg (fconst 1 (-1))) fh) hi = true ->
  let px := real phx + real plx in let py := real phy + real ply in
  let qx := real qhx + real qlx in let qy := real qhy + real qly in
  let reach := real rh + real rl in
  (finite err -> finite plx /\ finite ply /\ finite qlx /\ finite qly /\ finite rl) /\
  (flt err hi = true -> finite err /\ reach * norm px py < Rabs (px * qy - py * qx)) /\
  (flt hi (fneg err) = true -> finite err /\ Rabs (px * qy - py * qx) < reach * norm px py).
Proof.
  intros H Px Py Qx Qy Rr Frh R0 Least Half px py qx qy reach.
  pose proof (line_gap_error_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H (nonneg_of_real _ Frh R0)) as Ne.
  assert (All : finite err -> (finite plx /\ finite ply /\ finite qlx /\ finite qly /\ finite rl) /\
    (flt err hi = true -> reach * norm px py < Rabs (px * qy - py * qx)) /\
    (flt hi (fneg err) = true -> Rabs (px * qy - py * qx) < reach * norm px py)).
  { intros Fe.
    assert (S0 : bpow radix2 (-150) <= real s).
    { const_facts 1%Z (-150)%Z Fc Vc. rewrite Rmult_1_l in Vc. rewrite <- Vc. apply fle_real; [exact Fc | | exact Least].
      now apply (line_gap_length_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H). }
    destruct (line_gap_error _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H Fe Px Py Qx Qy Rr R0 S0)
      as (Fl & Sg & Fhi & Le & Gap & Ffh & Far & L0 & _).
    split; [exact Fl |]. exact (sign_of_gap hi lo err fh _ _ _ Sg Fhi Fe Ffh Gap Le Far L0 Half). }
  split; [intros Fe; exact (proj1 (All Fe)) |]. split.
  - intros C. assert (Fe : finite err) by exact (flt_finite _ _ C Ne). split; [exact Fe |].
    exact (proj1 (proj2 (All Fe)) C).
  - intros C. assert (Fe : finite err) by exact (flt_neg_finite _ _ C Ne). split; [exact Fe |].
    exact (proj2 (proj2 (All Fe)) C).
Qed.
