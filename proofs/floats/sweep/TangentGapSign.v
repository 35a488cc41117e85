(* The sign that triple-doubles give to the sweep's filter: tangent_sign of src/sweep/sweep_filter.h, over the extracted
   terms. With it the filter needs no premise (sweep_filter_correct of SweepStart.v).

   A sign that is not 0 is that of |u x w| - R |u| for the side, and of |v x e| - R |v| for an end. If the gap is
   certainly positive, the side s of the line is right. If it is negative, but more than half of -R |u|, then s (u x w)
   > 0. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Approx Geometry Bounded SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepMiss SweepCompare SweepEnd SweepContact SweepFilter SweepFirst SweepStart SweepInputs
  Terms_wide Terms_pair Terms_gap Terms_sweep Terms_contact_sweep ErrorFree ErrorFreeTerms Wide TangentGapSums
  TangentGapLine TangentGap.

Open Scope R_scope.

Opaque fmul fdiv fsqrt ffma fabs fconst.
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
  pose proof (rnd_error double (- / 2 * real x)) as R. rewrite u_double in R. change (eta double) with (bpow radix2
    (-1075)) in R.
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
    assert (Fh : Rabs (real fh) <= (1 + 20 * u53) * L + 20 * (u53 * u53 * u53 * u53) * z) by (clear - Far L0 P0;
      two_sided; lra).
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
  Rabs (real (fsub a b)) <= bpow radix2 201 -> is_coordinate (fsub a b) (difference_rest a b).
Proof.
  intros B. split; [| exact B]. intros F. destruct (two_difference_rest_small a b F) as (_ & S). now rewrite u_double in
    S.
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

Lemma near_size (x y : D) X Y s : near x y X Y s -> Rabs (real x) <= bpow radix2 201 /\
  Rabs (real y) <= bpow radix2 201.
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
    { const_facts 1%Z (-150)%Z Fc Vc. rewrite Rmult_1_l in Vc. rewrite <- Vc. apply fle_real; [exact Fc | |
      exact Least].
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

(* The same with the real vectors P and Q and the real distance R. *)
Lemma gap_sign_right phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe (exact : bool) sign PX PY QX QY
  R :
  line_gap_of_results phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe ->
  is_coordinate phx plx -> is_coordinate phy ply -> is_coordinate qhx qlx -> is_coordinate qhy qly ->
  is_coordinate rh rl -> finite rh -> 0 <= real rh ->
  (finite plx -> real phx + real plx = PX) -> (finite ply -> real phy + real ply = PY) ->
  (finite qlx -> real qhx + real qlx = QX) -> (finite qly -> real qhy + real qly = QY) ->
  (finite rl -> real rh + real rl = R) ->
  exact = andb (fle (fconst 1 (-150)) s) true ->
  sign = (if andb exact (flt (fmul (fneg (fconst 1 (-1))) fh) hi)
    then if flt err hi then 1%Z else if flt hi (fneg err) then (-1)%Z else 0%Z else 0%Z) ->
  ((0 < sign)%Z -> R * norm PX PY < Rabs (PX * QY - PY * QX)) /\
  ((sign < 0)%Z -> Rabs (PX * QY - PY * QX) < R * norm PX PY).
Proof.
  intros H Px Py Qx Qy Rr Fr R0 VPX VPY VQX VQY VR Ex Es. rewrite andb_true_r in Ex. subst exact.
  destruct (fle (fconst 1 (-150)) s) eqn:Least; [| subst sign; split; intros Z; simpl in Z; lia].
  destruct (flt (fmul (fneg (fconst 1 (-1))) fh) hi) eqn:Half; [| subst sign; split; intros Z; simpl in Z; lia].
  simpl in Es.
  destruct (gap_decides _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H Px Py Qx Qy Rr Fr R0 Least Half) as (Low & Up & Down).
  assert (Same : finite err -> real phx + real plx = PX /\ real phy + real ply = PY /\ real qhx + real qlx = QX /\
    real qhy + real qly = QY /\ real rh + real rl = R).
  { intros Fe. destruct (Low Fe) as (F1 & F2 & F3 & F4 & F5). auto 10. }
  destruct (flt err hi) eqn:C1; [| destruct (flt hi (fneg err)) eqn:C2].
  - destruct (Up eq_refl) as (Fe & L). destruct (Same Fe) as (E1 & E2 & E3 & E4 & E5).
    rewrite E1, E2, E3, E4, E5 in L. split; intros Z; [exact L | subst; lia].
  - destruct (Down eq_refl) as (Fe & L). destruct (Same Fe) as (E1 & E2 & E3 & E4 & E5).
    rewrite E1, E2, E3, E4, E5 in L. split; intros Z; [subst; lia | exact L].
  - split; intros Z; subst; lia.
Qed.

Lemma difference_value (a b : D) : finite (difference_rest a b) -> real (fsub a b) + real (difference_rest a b) = real a
  - real b.
Proof. intros F. now destruct (two_difference_exact a b F) as (_ & _ & _ & _ & E). Qed.

Lemma sum_value (a b : D) : finite (sum_rest a b) -> real (fadd a b) + real (sum_rest a b) = real a + real b.
Proof. intros F. now destruct (two_sum_exact a b F) as (_ & _ & _ & _ & E). Qed.

Lemma zero_rest (a : D) : real a + real (fconst 0 0 : D) = real a.
Proof. change (real (fconst 0 0 : D)) with 0. ring. Qed.

(* tangent_sign, if the filter may decide. *)
Theorem tangent_sign_correct cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r k
    n sign :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr k su sw sz sv r true ->
  tangent_sign_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy n sign ->
  tangent_right c v a b R n sign.
Proof.
  intros c v a b R Hv Hs Ht.
  pose proof (sweep_inputs_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as Inputs.
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  destruct Inputs as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & Pc & Pw).
  destruct K as [[Nu Nw Nz Nv _ _ _ _ Sr _] _ _ _].
  destruct (near_size _ _ _ _ _ Nu) as (Su1 & Su2). destruct (near_size _ _ _ _ _ Nw) as (Sw1 & Sw2).
  destruct (near_size _ _ _ _ _ Nz) as (Sz1 & Sz2). destruct (near_size _ _ _ _ _ Nv) as (Sv1 & Sv2).
  destruct Sr as (((Fr & Br) & R0) & _). clear Nu Nw Nz Nv Hs.
  unfold sweep_vectors_of_results in Hv. open Hv. destruct Hv.
  unfold tangent_sign_results in Ht. open Ht.
  destruct Ht as [Eside Eif Eex Eey De Db Wd Ephx Ephy Eplx Eply Wr Gap Eexact Eknown Er].
  destruct (pair_difference_values _ _ _ _ _ _ _ _ De) as (-> & -> & -> & ->).
  destruct (pair_difference_values _ _ _ _ _ _ _ _ Db) as (-> & -> & -> & ->).
  destruct (wide_of_sum_values _ _ _ _ _ Wr) as (-> & -> & _). clear De Db Wr.
  unfold wide_displacement_results in Wd. open Wd. destruct Wd as [Eif1 _ _ S1 S2 Vhx Vhy Vlx Vly].
  destruct (pair_sum_values _ _ _ _ _ _ _ _ S2) as (-> & -> & -> & ->). clear S1 S2.
  assert (Eu : ux = fsub bx ax /\ uy = fsub by_ ay /\ wx = fsub cx ax /\ wy = fsub cy ay /\ zx = fsub cx bx /\
    zy = fsub cy by_ /\
    r = fadd cr wr) by (repeat split; congruence).
  destruct Eu as (-> & -> & -> & -> & -> & -> & ->).
  assert (Ev : moves = false -> vx = (if is_end then fsub mx cx else mx) /\ vy = (if is_end then fsub my cy else my)).
  { intros Em. rewrite Em in *. cbv [andb] in *. subst. split; reflexivity. }
  clear - Ev Eside Eif Eex Eey Eif1 Vhx Vhy Vlx Vly Ephx Ephy Eplx Eply Gap Eexact Eknown Er Fr Br R0
    Su1 Su2 Sw1 Sw2 Sz1 Sz2 Sv1 Sv2.
  assert (Rc : is_coordinate (fadd cr wr) (sum_rest cr wr)).
  { apply sum_coordinate. eapply Rle_trans; [exact Br |]. apply bpow_le. lia. }
  unfold tangent_right. split; [| split]; intros ->; simpl in Eside, Eif; subst.
  - (* the side *)
    cbv iota in *. rewrite orb_true_l in *.
    eapply gap_sign_right with (1 := Gap) (PX := real bx - real ax) (PY := real by_ - real ay) (QX :=
      real cx - real ax) (QY := real cy - real ay); try reflexivity; try assumption;
      try (apply difference_coordinate; assumption); try apply difference_value; try apply sum_value.
  - (* the end a *)
    cbv iota in *. destruct moves.
    { simpl. rewrite andb_false_r. split; intros Z; simpl in Z; lia. }
    destruct (Ev eq_refl) as (-> & ->). clear Ev. cbv [andb] in Gap. cbv iota in *.
    set (VX := displacement is_end false (real cx) (real mx) (real ax) (real wmx)) in *.
    set (VY := displacement is_end false (real cy) (real my) (real ay) (real wmy)) in *.
    destruct is_end; rewrite ?fadd_neg in Gap;
      eapply gap_sign_right with (1 := Gap) (PX := VX) (PY := VY) (QX := real cx - real ax) (QY := real cy - real ay);
        try reflexivity; try assumption;
      try (apply difference_coordinate; assumption); try (apply exact_coordinate; assumption);
        try apply difference_value;
      try apply sum_value; try (intros _; apply zero_rest).
    + rewrite <- fadd_neg in Sv1 |- *. now apply sum_coordinate.
    + rewrite <- fadd_neg in Sv2 |- *. now apply sum_coordinate.
    + intros F. rewrite <- fadd_neg, (sum_value _ _ F), real_fneg. reflexivity.
    + intros F. rewrite <- fadd_neg, (sum_value _ _ F), real_fneg. reflexivity.
  - (* the end b *)
    cbv iota in *. destruct moves.
    { simpl. rewrite andb_false_r. split; intros Z; simpl in Z; lia. }
    destruct (Ev eq_refl) as (-> & ->). clear Ev. cbv [andb] in Gap. cbv iota in *.
    set (VX := displacement is_end false (real cx) (real mx) (real ax) (real wmx)) in *.
    set (VY := displacement is_end false (real cy) (real my) (real ay) (real wmy)) in *.
    destruct is_end; rewrite ?fadd_neg in Gap;
      eapply gap_sign_right with (1 := Gap) (PX := VX) (PY := VY) (QX := real cx - real bx) (QY := real cy - real by_);
        try reflexivity; try assumption;
      try (apply difference_coordinate; assumption); try (apply exact_coordinate; assumption);
        try apply difference_value;
      try apply sum_value; try (intros _; apply zero_rest).
    + rewrite <- fadd_neg in Sv1 |- *. now apply sum_coordinate.
    + rewrite <- fadd_neg in Sv2 |- *. now apply sum_coordinate.
    + intros F. rewrite <- fadd_neg, (sum_value _ _ F), real_fneg. reflexivity.
    + intros F. rewrite <- fadd_neg, (sum_value _ _ F), real_fneg. reflexivity.
Qed.

(* The whole filter, with triple-doubles: sweep_filter_correct without its premise. *)
Theorem sweep_filter_closely_correct x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy
    ux uy wx wy zx zy vx vy su sw sz sv r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu
    has_closely kind f :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu ->
  filter_first_contact_results wx wy zx zy vx vy su sw sz sv r len2 move2 reach2 cross_start cross_move cross_a cross_b
    wv zv wu zu vu (extent_number x) cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy has_closely kind f ->
  (kind = 1%Z -> stays_farther x c v a b R) /\
  (kind = 3%Z -> exists F, f = feature_number F /\ hits_early F x c v a b R).
Proof.
  intros c v a b R Hv Hs Ht Hf.
  refine (sweep_filter_correct x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ has_closely kind f Hv Hs Ht _ Hf).
  intros _ n sign H. exact (tangent_sign_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs H).
Qed.
