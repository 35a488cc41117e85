(* Centre, point and normal of a hit on the side in one pass: set_fast_side of src/sweep/sweep_one_pass.h and
   sweep_of_fast of src/sweep/sweep.c, end to end. If set_fast_side is certain, the sweep's centre is within 2 1/16 ulp
   of the largest coordinate M, its point within 8 ulp, and its normal within 3.51 units of 2^-53.

   The time is that of set_fast_side_hits (TimeSideFoot.v). The length of the wall is known to 200 units of 2^-106
   before it is rounded. The other bounds are in SweepPlace.v and SweepPlaceNormal.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry SweepErrors SweepGeometry SweepTerms SweepContact
  SweepTime Terms_wide Terms_pair Terms_sweep Terms_fast ErrorFreeTerms Wide PairProduct TangentGapLine TangentGapLength
  TimeSideProducts TimeSideReach TimeSide TimeSideResidual TimeSideStep TimeSideFast TimeRound TimeSideHit TimeSideFoot
  SweepPlaceRounding SweepPlace SweepPlaceTimes SweepPlaceNormal SweepQuery.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation fl := (rnd double).

(* The normal, and that the error is small. *)
Lemma fast_side_normal q t k f : certain_on_side q t k f ->
  let side := k.(line_approach.side) in let time := k.(line_approach.time) in let error := f.(fast_contact.error) in
  let normal_x := f.(fast_contact.normal).(carom_vec2.x) in let normal_y := f.(fast_contact.normal).(carom_vec2.y) in
  let a := query_a q in let b := query_b q in let len := norm (Geometry.ux a b) (Geometry.uy a b) in
  finite error -> finite time -> 0 < real time <= 11 / 10 -> is_sign (real side) ->
  0 < len /\ bpow radix2 (-203) <= len /\ real error <= 4 * bpow radix2 (-60) /\
  finite normal_x /\ finite normal_y /\
  Rabs (real normal_x - - (real side * Geometry.uy a b / len)) <= 351 / 100 * u53 /\
  Rabs (real normal_y - real side * Geometry.ux a b / len) <= 351 / 100 * u53.
Proof.
  intros H. open_certain H as HA HL HK S. clear HL. intros sd_ tm_ er_ nx_ ny_ a b len. subst sd_ tm_ er_ nx_ ny_.
  intros Fe Ftm Tm Sg.
  unfold set_fast_side_results in S. open S.
  destruct S as [U Wd Low Hvx Hvy C1 D1 C2 D2 C3 D3 Rh PP El Eh Err Gap Egr Esr Back Ebh Ebl Eres Est Eus Evs Ews Ezs
    Ete Eer Efe Eaf Ebe Esc Enx Eny Tim Cert _ _ _ _ _ _ _ _].
  symmetry in Cert. rewrite !andb_true_iff in Cert. destruct Cert as ((((-> & ->) & ->) & _) & _).
  destruct (across_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ HA)
    as (rr & Fa).
  destruct Fa as [_ _ _ _ Su _ _ _ _ _ _ _ _ _ _].
  rename HA into A. unfold set_terms_across_results in A. open A. destruct A. cbv match in *.
  rename HK into K. unfold approach_of_results in K. open K. destruct K.
  repeat match goal with H : ?x = ?y |- _ => is_var x; is_var y; subst x end.
  destruct (pair_difference_values _ _ _ _ _ _ _ _ U) as (Uhx & Uhy & Ulx & Uly).
  destruct (pair_product_values _ _ _ _ _ _ _ _ PP) as (Phx & Phi & Plx & Ply).
  clear U PP.
  name_of E_k_side0 sd. name_of E_k_length0 leng. name_of E_k_inverse3 inv2. name_of E_t_uv_size_x0 su.
  name_of Est st. name_of Uhx uhx. name_of Uhy uhy.
  assert (uhx = ux /\ uhy = uy) as (-> & ->) by (subst; auto).
  destruct Tim as (hi & lo & e & [Ws -> -> Ert Rt]). clear Ws.
  symmetry in Rt. rewrite !andb_true_iff in Rt. destruct Rt as ((_ & R2) & _).
  (* all is finite *)
  rewrite <- Ert in Eer. pose proof Fe as Fx. rewrite Eer in Fx. destruct (fadd_finite _ _ Fx) as (_ & Fx1 & _).
  destruct (fmul_finite _ _ Fx1) as (Fx2 & _ & _). apply fabs_finite in Fx2. rewrite Est in Fx2.
  destruct (fmul_finite _ _ Fx2) as (F1 & _). rewrite Eres in F1.
  destruct (fadd_finite _ _ F1) as (_ & F2 & _). destruct (fsub_finite _ _ F2) as (F3 & F4 & _).
  rewrite Egr in F3. destruct (fadd_finite _ _ F3) as (_ & F5 & _). destruct (fsub_finite _ _ F5) as (F6 & F7 & _).
  destruct (fmul_finite _ _ F6) as (_ & Fcs & _).
  destruct (cross_lows_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ C1 D1 Fcs) as (L1 & L2 & _ & _).
  rewrite Err in F7. destruct (fadd_finite _ _ F7) as (_ & F9 & _). destruct (fadd_finite _ _ F9) as (F10 & _ & _).
  destruct (fmul_finite _ _ F10) as (Fleft & F11 & _). destruct (fmul_finite _ _ F11) as (Fhalf & _ & _).
  name_of Ulx ulx. name_of Uly uly. name_of El lft. name_of Eh hlf. name_of Esc scl. name_of E_k_time0 tm.
  assert (Xu : is_exact ux ulx (real bx - real ax)) by (rewrite Uhx, Ulx in *; now apply difference_exact).
  assert (Yu : is_exact uy uly (real by_ - real ay)) by (rewrite Uhy, Uly in *; now apply difference_exact).
  (* the length *)
  destruct (coordinates_finite _ _ _ E_t_uv_size_x0 Su) as (B1 & B2).
  assert (Fw : finite uv2_x).
  { rewrite E_t_uv2_x0. apply (below_add 402); [lia | |]; apply (below_mul 201 201); auto; lia. }
  assert (Lw : bpow radix2 (-400) <= real uv2_x).
  { rewrite E_k_is_long0 in E_result_is_long0. symmetry in E_result_is_long0. const_facts 1%Z (-400)%Z F400 V400.
    rewrite Rmult_1_l in V400. rewrite <- V400. apply fle_real; [exact F400 | exact Fw | exact E_result_is_long0]. }
  pose proof E_k_length0 as Es. rewrite E_t_uv2_x0 in Es. pose proof Fw as Fw'. rewrite E_t_uv2_x0 in Fw'.
  pose proof Lw as Lw'. rewrite E_t_uv2_x0 in Lw'.
  assert (Lw7 : bpow radix2 (-700) <= real (fadd (fmul ux ux) (fmul uy uy))).
  { apply Rle_trans with (bpow radix2 (-400)); [apply bpow_le; lia | exact Lw']. }
  destruct (length_at_least _ _ _ Es Fw' (-200) ltac:(lia) Lw') as (Fle & S200).
  destruct (length_scales _ _ _ Es Fw' Lw7) as (S0 & _ & Tn & _).
  destruct (length_square _ _ _ Es Fw' Lw7) as (HQ & HW). rewrite <- E_t_uv2_x0 in HW.
  destruct Xu as [Xu Lux]. destruct Yu as [Yu Luy].
  rewrite Phx, Plx in El.
  destruct (left_near _ _ _ Es Fw' Lw7 _ _ _ _ (vector_of_exact _ _ _ _ _ _ (conj Xu Lux) (conj Yu Luy)) Lux Luy
    _ _ _ _ _ _ _ lft C3 D3 El Fleft) as (HN & HG & HB).
  destruct (length_near _ _ _ Es Fw' Lw7 _ _ HN) as (N1 & N2).
  assert (W404 : real uv2_x <= bpow radix2 404).
  { rewrite E_t_uv2_x0. destruct (below_add 402 _ _ ltac:(lia) (below_mul 201 201 _ _ ltac:(lia) B1 B1)
      (below_mul 201 201 _ _ ltac:(lia) B2 B2)) as [_ Bw]. apply Rabs_le_inv in Bw. eapply Rle_trans; [apply Bw |].
    apply bpow_le. lia. }
  assert (S202 : real leng <= bpow radix2 202).
  { rewrite E_k_length0. destruct (fsqrt_finite uv2_x) as (_ & _ & ->); [rewrite <- E_k_length0; exact Fle |].
    rewrite <- (rnd_of_format double (bpow radix2 202)) by (apply power_in_format; lia). apply rnd_le.
    rewrite <- (sqrt_square (bpow radix2 202)) by apply bpow_ge_0. apply sqrt_le_1_alt. now rewrite <- bpow_plus. }
  assert (Fhalf' : finite (fmul (fconst 1 (-1)) (fmul leng inv2))) by (rewrite <- Eh; exact Fhalf).
  pose proof (half_inverse_near leng uv2_x inv2 E_k_length0 E_k_inverse3 Fhalf' Fw (conj Lw W404)) as HH.
  rewrite <- Eh in HH.
  assert (Fsc : finite (fmul lft hlf)).
  { destruct (fmul_finite _ _ F10) as (_ & Q & _).
    assert (Hh : Rabs (real hlf) <= bpow radix2 201).
    { assert (A : Rabs (2 * real leng * real hlf) <= 2) by (apply Rabs_le_inv in HH; apply Rabs_le; lra).
      rewrite !Rabs_mult, (Rabs_pos_eq 2), (Rabs_pos_eq (real leng)) in A by lra.
      apply Rmult_le_reg_l with (bpow radix2 (-200)); [apply bpow_gt_0 |]. rewrite <- bpow_plus.
      change (bpow radix2 (-200 + 201)) with 2. pose proof (Rabs_pos (real hlf)).
      assert (bpow radix2 (-200) * Rabs (real hlf) <= real leng * Rabs (real hlf)) by (apply Rmult_le_compat_r; lra).
      lra. }
    assert (Hl : Rabs (real lft) <= bpow radix2 404).
    { eapply Rle_trans; [exact HB |]. assert (0 <= real leng * real leng) by (apply Rmult_le_pos; lra).
      apply Rabs_le_inv in HW. lra. }
    destruct (below_mul 404 201 lft hlf ltac:(lia) (conj Fleft Hl) (conj Fhalf Hh)) as [F _]. exact F. }
  assert (Tn' : bpow radix2 (-1075) <= u53 * u53 * real leng) by lra.
  pose proof (rest_by_half lft hlf (real leng) _ Fsc S0 HH HG HB Tn') as HC.
  destruct (length_from_parts _ _ _ _ S0 HC N1 N2) as (l0 & HL' & R1 & R2').
  assert (El' : sqrt ((real bx - real ax) * (real bx - real ax) + (real by_ - real ay) * (real by_ - real ay)) = len)
    by reflexivity.
  rewrite El' in *.
  assert (E203 : bpow radix2 (-200) = 8 * bpow radix2 (-203)).
  { change 8 with (bpow radix2 3). rewrite <- bpow_plus. reflexivity. }
  assert (E209 : bpow radix2 (-203) = 64 * bpow radix2 (-209)).
  { change 64 with (bpow radix2 6). rewrite <- bpow_plus. reflexivity. }
  assert (E210 : bpow radix2 209 = 128 * bpow radix2 202).
  { change 128 with (bpow radix2 7). rewrite <- bpow_plus. reflexivity. }
  pose proof (bpow_gt_0 radix2 (-209)) as p209. pose proof (bpow_gt_0 radix2 202) as p202.
  split; [exact l0 |]. split; [lra |]. split.
  { (* the error *)
    rewrite <- Ert in R2. const_facts 1%Z (-60)%Z F60 V60. rewrite Rmult_1_l in V60. pose proof (bpow_gt_0 radix2
      (-60)).
    destruct (fmul_is_finite (fconst 1 (-60)) tm 1 (conj eq_refl eq_refl) F60 Ftm) as (Fm & Em & _).
    { rewrite V60, Rabs_pos_eq by (apply Rmult_le_pos; lra). change (bpow radix2 1) with 2.
      change (bpow radix2 (-60)) with (/ 1152921504606846976). lra. }
    apply flt_real in R2; [| exact Fe | exact Fm]. rewrite Em, V60 in R2.
    assert (L : fl (bpow radix2 (-60) * real tm) <= fl (bpow radix2 (-59))).
    { apply rnd_le. change (-59)%Z with (-60 + 1)%Z. rewrite bpow_plus. apply Rmult_le_compat_l; [lra |].
      change (bpow radix2 1) with 2. lra. }
    rewrite (rnd_of_format double (bpow radix2 (-59))) in L by (apply power_in_format; lia).
    change (-59)%Z with (-60 + 1)%Z in L. rewrite bpow_plus in L. change (bpow radix2 1) with 2 in L. lra. }
  assert (Bx : forall h l X : R, h + l = X -> Rabs l <= u53 * Rabs h -> Rabs (X - h) <= u53 * Rabs h).
  { intros h l X <- Q. replace (h + l - h) with l by ring. exact Q. }
  assert (Coord : Rabs (real bx - real ax) <= len /\ Rabs (real by_ - real ay) <= len).
  { unfold len, norm, Geometry.ux, Geometry.uy, a, b. cbn [px py].
    set (p := real bx - real ax). set (q := real by_ - real ay).
    assert (0 <= p * p /\ 0 <= q * q) by (split; apply Rle_0_sqr).
    split; (rewrite <- (sqrt_Rsqr_abs); apply sqrt_le_1_alt; unfold Rsqr; lra). }
  destruct B1 as [F1x _], B2 as [F1y _].
  assert (Fsd : finite sd).
  { destruct sd as [| | | s0 m0 e0 p0]; try exact eq_refl; exfalso; destruct Sg as [Q | Q]; unfold real in Q; simpl in
    Q; lra. }
  destruct (side_normal_near ux uy leng (fmul lft hlf) sd (real bx - real ax) (real by_ - real ay) len F1x F1y Fle Fsc
    Fsd Sg l0 HL' ltac:(lra) (Bx _ _ _ Xu Lux) (Bx _ _ _ Yu Luy) (proj1 Coord) (proj2 Coord)) as (G1 & G2 & G3 & G4).
  rewrite <- Esc in G1, G2, G3, G4. rewrite <- Enx in G1, G3. rewrite <- Eny in G2, G4. auto.
Qed.
