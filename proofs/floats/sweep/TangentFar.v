(* R |p| as a double-double (far of line_gap_of, src/sweep/tangent_gap.h), over the extracted terms: off by at most 60
   2^-106 of itself. And the gap's error bound is at least 2^-148 of R |p|.

   The parts are those of TangentGapLine.v; three roundings join them. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree PairProduct Terms_wide Terms_pair Terms_gap ErrorFreeTerms
  Wide WideQuotient TangentGapSums TangentGapSquare TangentGapLength TangentGapLine TangentGap.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Theorem line_far_error phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe :
  line_gap_of_results phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe -> finite err -> finite fl ->
  is_coordinate phx plx -> is_coordinate phy ply -> is_coordinate rh rl ->
  bpow radix2 (-150) <= real rh -> bpow radix2 (-150) <= real s ->
  let px := real phx + real plx in let py := real phy + real ply in
  let length := sqrt (px * px + py * py) in let reach := real rh + real rl in
  fe = 0%Z /\ is_wide fh fl /\ 0 <= real fh /\ bpow radix2 (-301) <= reach * length /\
  Rabs (real fh + real fl - reach * length) <= 60 * (u53 * u53) * (reach * length) /\
  bpow radix2 (-148) * (reach * length) <= real err.
Proof.
  intros H Ferr Ffl Px Py Rr R0 S0 px py length reach.
  assert (Rn : nonneg rh).
  { destruct (is_finite rh) eqn:F; [apply nonneg_of_real; [exact F | pose proof (bpow_gt_0 radix2 (-150)); lra] |].
    exfalso. assert (real rh = 0) by (destruct rh as [| | |]; try reflexivity; discriminate F).
    pose proof (bpow_gt_0 radix2 (-150)). lra. }
  unfold line_gap_of_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H as [Len Es Ed Ef Epx Epy Eside Esy Esx Etx Ety Emx Emy P1 P2 Elx Ely P3 W1 Efl Ex0 P4 A1 A2 A3 A4 A5 Et
    Gap W2
    R1 R2 R3 R4 R5 R6 R7 R8 R9 R10].
  destruct (pair_product_values _ _ _ _ _ _ _ _ P3) as (-> & -> & -> & ->).
  destruct (wide_of_product_values _ _ _ _ _ W1) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ W2) as (-> & -> & ->).
  clear P1 P2 P3 P4 W1 W2. pose proof (gap_of_total_error _ _ _ _ _ _ _ _ _ _ _ Gap) as Eerr. subst.
  match type of Len with triple_length_results _ _ _ _ ?x ?y ?z => rename x into s; rename y into d; rename z into f
    end.
  destruct (gap_error_finite _ _ Ferr) as (Ft & Fhi).
  destruct (gap_of_total_finite _ _ _ _ _ _ _ _ _ _ _ Gap Fhi) as (Fr & _ & _ & Fx5 & Fy5).
  destruct (add_pair_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ A5 Fx5 Fy5) as (Frl & _ & _ & _ & Fx4 & Fy4).
  destruct (add_pair_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ A4 Fx4 Fy4) as (Frs & Frd & _).
  apply fneg_finite in Frl, Frs, Frd.
  destruct (fsub_finite _ _ Fr) as (Flow & Ffar & _).
  assert (Lows : finite plx /\ finite ply /\ finite rl).
  { destruct (fadd_finite _ _ Flow) as (Flx & Fly & _).
    destruct (fadd_finite _ _ Flx) as (_ & G1 & _). destruct (fadd_finite _ _ Fly) as (_ & G2 & _).
    destruct (fmul_finite _ _ G1) as (? & _). destruct (fmul_finite _ _ G2) as (? & _).
    destruct (fmul_finite _ _ Frl) as (? & _). auto. }
  destruct Lows as (Flpx & Flpy & Flr).
  destruct Px as (Pxl & Pxs). destruct Py as (Pyl & Pys). pose proof (coordinate_in_size _ _ Rr) as Rs.
  destruct Rr as (Rl & _).
  specialize (Pxl Flpx). specialize (Pyl Flpy). specialize (Rl Flr).
  assert (Fs : finite s) by (destruct (fmul_finite _ _ Frl) as (_ & Fs & _); exact Fs).
  destruct (length_in_size _ _ _ (triple_length_first _ _ _ _ _ _ _ Len) Fs Pxs Pys) as (_ & Ss).
  assert (S210 : real s <= bpow radix2 210).
  { eapply Rle_trans; [apply Rle_abs |]. eapply Rle_trans; [exact Ss |]. apply bpow_le. lia. }
  assert (Ff : finite f).
  { destruct (fadd_finite _ _ Ffar) as (_ & Ff2 & _). destruct (fadd_finite _ _ Ff2) as (Ff3 & _ & _).
    destruct (fmul_finite _ _ Ff3) as (_ & Ff & _). exact Ff. }
  destruct (triple_length_error _ _ _ _ _ _ _ Len Ff Pxl Pyl S0 S210) as (_ & Fd & Hd & Hf & HL).
  fold px py length in HL.
  pose proof (bpow_gt_0 radix2 (-150)) as B0.
  set (rs := real rh * real s).
  assert (rsl : bpow radix2 (-300) <= rs).
  { change (-300)%Z with (-150 + -150)%Z. rewrite bpow_plus. apply Rmult_le_compat; lra. }
  assert (rs1 : least_size <= rs) by (eapply Rle_trans; [apply bpow_le | exact rsl]; lia).
  assert (rs0 : 0 < rs) by (pose proof (bpow_gt_0 radix2 (-300)); lra).
  destruct (far_parts rh rl s d f length rs Ffar Frs Rl ltac:(lra) ltac:(lra) Rs Ss Hd Hf HL rs1 (Rle_refl _))
    as (Z1 & Z2 & Z3 & Z4 & Z5 & Z6). fold rs reach in Z1, Z2.
  match type of Z6 with Rabs (real ?q) <= _ => set (rest := q) in * end.
  assert (C1 : Rabs (real (fmul rl s) + real (fmul rh d)) <= 6 * u53 * rs) by (clear - Z4 Z5 rs0; two_sided; lra).
  set (second := fadd (pair_product_rest rh s) (fadd (fmul rl s) (fmul rh d))) in *.
  set (first := fmul rh s) in *.
  assert (Fsec : finite second).
  { unfold ordered_rest in Ffl. destruct (fsub_finite _ _ Ffl) as (F & _). exact F. }
  destruct (fadd_finite _ _ Fsec) as (_ & Fin & _).
  destruct (fadd_error _ _ _ Fin C1) as (_ & _ & E1). set (inner := fadd (fmul rl s) (fmul rh d)) in *.
  assert (C2 : Rabs (real (pair_product_rest rh s) + real inner) <= 81 / 10 * u53 * rs) by (clear - Z3 C1 E1 rs0;
    two_sided; lra).
  destruct (fadd_error _ _ _ Fsec C2) as (_ & _ & E2). fold second in E2.
  assert (B1 : 99 / 100 * rs <= real first) by (clear - Z2 rs0; two_sided; lra).
  assert (O : real first = 0 \/ Rabs (real second) <= Rabs (real first)).
  { right. rewrite (Rabs_pos_eq (real first)) by lra. clear - C2 E2 B1 rs0. two_sided; lra. }
  destruct (ordered_sum_exact _ _ Ffl O) as (_ & _ & Ffh & _ & X). destruct (ordered_rest_small _ _ Ffl O) as (_ & Sm).
  assert (N : Rabs (real first + real second - reach * length) <= 45 * (u53 * u53) * rs)
    by (clear - Z1 Z6 E1 E2 rs0; two_sided; lra).
  assert (RL : rs <= 101 / 100 * (reach * length)) by (clear - N C2 E2 Z2 rs0; two_sided; lra).
  split; [reflexivity |]. split; [exact Sm |].
  assert (Fh0 : 0 <= real (fadd first second)).
  { destruct (fadd_finite _ _ Ffh) as (_ & _ & ->). apply rnd_nonneg. clear - C2 E2 B1 rs0. two_sided; lra. }
  split; [exact Fh0 |]. split.
  { change (-301)%Z with (-1 + -300)%Z. rewrite bpow_plus. change (bpow radix2 (-1)) with (/ 2). lra. }
  split; [rewrite X; lra |].
  (* the error *)
  match goal with |- _ <= real (gap_error_of ?tt ?h) => set (terms := tt) in *; set (hh := h) in * end.
  assert (T0 : 99 / 100 * rs <= real terms).
  { eapply Rle_trans; [exact B1 |]. apply fadd_at_least_right; [exact Ft |].
    apply nonneg_real, nonneg_fadd; apply nonneg_fabs. }
  unfold gap_error_of in *. destruct (fadd_finite _ _ Ferr) as (G1 & _ & _).
  destruct (fadd_finite _ _ G1) as (G2 & G3 & _).
  const_facts 1%Z (-147)%Z F147 V147. rewrite Rmult_1_l in V147. const_facts 1%Z (-700)%Z F700 V700.
  rewrite Rmult_1_l in V700.
  const_facts 1%Z (-104)%Z F104 V104. rewrite Rmult_1_l in V104.
  assert (N3 : nonneg (fmul (fconst 1 (-104)) (fabs hh) : D)).
  { apply nonneg_fmul; [apply nonneg_of_real; [exact F104 | rewrite V104; apply bpow_ge_0] | apply nonneg_fabs]. }
  eapply Rle_trans; [| apply fadd_at_least; [exact Ferr | rewrite V700; apply bpow_ge_0]].
  eapply Rle_trans; [| apply fadd_at_least; [exact G1 | now apply nonneg_real]].
  destruct (fmul_error _ _ _ (bpow radix2 (-1075)) G2 (Rle_refl _) (Rle_refl _)) as (_ & _ & E). rewrite V147 in E.
  assert (P : bpow radix2 (-147) * (99 / 100 * rs) <= bpow radix2 (-147) * real terms) by (apply Rmult_le_compat_l;
    [apply bpow_ge_0 | exact T0]).
  rewrite (Rabs_pos_eq (bpow radix2 (-147) * real terms)) in E by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
  assert (W : bpow radix2 (-1075) <= / 1000 * (bpow radix2 (-147) * rs)).
  { apply Rle_trans with (bpow radix2 (-10) * (bpow radix2 (-147) * bpow radix2 (-300))).
    - rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat; try (apply Rmult_le_pos; apply bpow_ge_0); try apply bpow_ge_0; [simpl; lra |].
      apply Rmult_le_compat_l; [apply bpow_ge_0 | exact rsl]. }
  assert (RL2 : reach * length <= 101 / 100 * rs) by (clear - N C2 E2 Z2 rs0; two_sided; lra).
  assert (Q : bpow radix2 (-148) * (reach * length) <= / 2 * (bpow radix2 (-147) * (101 / 100 * rs))).
  { change (-148)%Z with (-1 + -147)%Z. rewrite bpow_plus. change (bpow radix2 (-1)) with (/ 2). rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [apply bpow_ge_0 | exact RL2]. }
  replace (bpow radix2 (-147) * (99 / 100 * rs)) with (99 / 100 * (bpow radix2 (-147) * rs)) in P by ring.
  replace (bpow radix2 (-147) * (101 / 100 * rs)) with (101 / 100 * (bpow radix2 (-147) * rs)) in Q by ring.
  assert (0 < bpow radix2 (-147) * rs) by (apply Rmult_lt_0_compat; [apply bpow_gt_0 | exact rs0]).
  set (y := bpow radix2 (-147) * rs) in *. set (z := bpow radix2 (-147) * real terms) in *. apply Rabs_le_inv in E. lra.
Qed.
