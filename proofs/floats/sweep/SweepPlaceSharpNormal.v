(* The normal of a sharp contact on the side (estimate_side of src/sweep/sweep_time.h), over the extracted terms: each
   coordinate is within 3.51 units of 2^-53 of that of the unit vector across the wall.

   The length of the wall is known to 200 units of 2^-106 before it is rounded. Premises are those of
   estimate_side_correct (TimeSideSharp.v): what the filters ensure before. SweepPlaceNormal.v has the bound. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry SweepErrors SweepGeometry SweepVectors SweepTerms
  SweepStart Terms_wide Terms_pair Terms_sweep Terms_time ErrorFreeTerms Wide WideQuotient PairProduct TangentGapLine
  TimePlace TimeMoved TimeSideProducts TimeSideReach TimeSideResidual TimeSideStep TimeSide TimeSideFast TimeSideGuess
  TimeSideEstimate TimeSideSharp SweepPlaceNormal.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Theorem estimate_side_normal cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r n
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu in_ guess step error normal_x normal_y :
  let a := Point (real ax) (real ay) in let b := Point (real bx) (real by_) in
  let len := norm (Geometry.ux a b) (Geometry.uy a b) in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr n su sw sz sv r true ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu ->
  bpow radix2 (-400) <= real len2 -> real cross_move <> 0 -> finite in_ -> is_sign (real in_) ->
  estimate_side_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy su sw sv r len2 cross_start
    cross_move in_ guess step error normal_x normal_y ->
  finite error ->
  exists side, is_sign side /\ real in_ * (side * real cross_move) < 0 /\ 0 < len /\ bpow radix2 (-203) <= len /\
    finite normal_x /\ finite normal_y /\
    Rabs (real normal_x - - (side * Geometry.uy a b / len)) <= 351 / 100 * u53 /\
    Rabs (real normal_y - side * Geometry.ux a b / len) <= 351 / 100 * u53.
Proof.
  intros a b len Hv Hs Ht L2 Ncm Fin Sin K Fe.
  destruct (estimate_vectors _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs)
    as ((Eux & Euy & _) & (Esu & Esw & Esv) & Su & Sw & Sv & Sr).
  unfold set_terms_results in Ht. destruct Ht as [_ El2 _ Ecs Ecm _ _ _ _ _ _ _].
  unfold estimate_side_results in K. open K.
  destruct K as [Elen Esp Einv Esd Eg Ud Pl C1 D1 C3 D3 Rs PP Elr Err Gap Eres Est Ete Eer Esc Enx Eny -> -> -> -> ->].
  destruct (pair_difference_values _ _ _ _ _ _ _ _ Ud) as (Uhx & Uhy & Ulx & Uly).
  destruct (pair_product_values _ _ _ _ _ _ _ _ PP) as (Phx & Phi & Plx & Ply). clear Ud PP.
  name_of Esd sd. name_of Elen leng. name_of Est st. name_of Ulx ulx. name_of Uly uly. name_of Elr lrest.
  name_of Esc scl. name_of Uhx uhx. name_of Uhy uhy.
  assert (uhx = ux /\ uhy = uy) as (-> & ->) by (subst; auto).
  (* all numbers are finite *)
  destruct (coordinates_finite _ _ _ Esu Su) as (B1 & B2). destruct (coordinates_finite _ _ _ Esv Sv) as (B3 & B4).
  assert (Fcm : finite cross_move).
  { rewrite Ecm. apply (below_sub 402); [lia | |]; apply (below_mul 201 201); auto; lia. }
  pose proof Fe as Fx. rewrite Eer in Fx. destruct (fadd_finite _ _ Fx) as (_ & Fx1 & _).
  destruct (fmul_finite _ _ Fx1) as (Fx2 & _ & _). apply fabs_finite in Fx2. rewrite Est in Fx2.
  destruct (fmul_finite _ _ Fx2) as (F1 & _). destruct (fmul_finite _ _ F1) as (_ & F2 & _).
  rewrite Eres in F2. destruct (fadd_finite _ _ F2) as (_ & F3 & _). destruct (fadd_finite _ _ F3) as (_ & F4 & _).
  destruct (fsub_finite _ _ F4) as (F5 & F6 & _). destruct (fmul_finite _ _ F5) as (_ & Fcp & _).
  rewrite Err in F6. destruct (fadd_finite _ _ F6) as (_ & F7 & _). destruct (fadd_finite _ _ F7) as (F8 & _ & _).
  destruct (fmul_finite _ _ F8) as (_ & Flr & _).
  destruct (cross_lows_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ C1 D1 Fcp) as (Fl1 & Fl2 & _ & _).
  assert (Xu : is_exact ux ulx (real bx - real ax)) by (rewrite Uhx, Ulx in *; now apply difference_exact).
  assert (Yu : is_exact uy uly (real by_ - real ay)) by (rewrite Uhy, Uly in *; now apply difference_exact).
  destruct (chosen_side cross_move in_ Fcm Ncm Fin Sin) as (Ssd & Sid). rewrite <- Esd in Ssd, Sid.
  (* the length *)
  assert (Fw : finite len2).
  { rewrite El2. apply (below_add 402); [lia | |]; apply (below_mul 201 201); auto; lia. }
  pose proof Elen as Es. rewrite El2 in Es. pose proof Fw as Fw'. rewrite El2 in Fw'.
  pose proof L2 as Lw'. rewrite El2 in Lw'.
  assert (Lw7 : bpow radix2 (-700) <= real (fadd (fmul ux ux) (fmul uy uy))).
  { apply Rle_trans with (bpow radix2 (-400)); [apply bpow_le; lia | exact Lw']. }
  destruct (length_at_least _ _ _ Es Fw' (-200) ltac:(lia) Lw') as (Fle & S200).
  destruct (length_scales _ _ _ Es Fw' Lw7) as (S0 & _ & Tn & _).
  destruct Xu as [Xu Lux]. destruct Yu as [Yu Luy].
  rewrite Phx, Plx in Elr.
  assert (S202 : real leng <= bpow radix2 202).
  { rewrite Es. destruct (fsqrt_finite (fadd (fmul ux ux) (fmul uy uy))) as (_ & _ & ->); [rewrite <- Es; exact Fle |].
    rewrite <- (rnd_of_format double (bpow radix2 202)) by (apply power_in_format; lia). apply rnd_le.
    rewrite <- (sqrt_square (bpow radix2 202)) by apply bpow_ge_0. apply sqrt_le_1_alt. rewrite <- bpow_plus.
    pose proof (below_add 402 _ _ ltac:(lia) (below_mul 201 201 _ _ ltac:(lia) B1 B1) (below_mul 201 201 _ _ ltac:(lia)
      B2 B2)) as [_ Bw]. apply Rabs_le_inv in Bw. eapply Rle_trans; [apply Bw | apply bpow_le; lia]. }
  assert (F2s : finite (fmul (fconst 1 1) leng)).
  { const_facts 1%Z 1%Z Fc Vc. apply (below_mul 1 202 (fconst 1 1) leng ltac:(lia)).
    - split; [exact Fc |]. rewrite Vc, Rmult_1_l, Rabs_pos_eq; [apply Rle_refl | apply bpow_ge_0].
    - split; [exact Fle |]. rewrite Rabs_pos_eq; lra. }
  assert (F2n : real (fmul (fconst 1 1) leng) <> 0) by (rewrite (twice_exact _ F2s); lra).
  pose proof Flr as Flr'. rewrite Elr in Flr'. destruct (fdiv_finite _ _ Flr' F2s F2n) as (Fleft & _).
  match type of Fleft with finite ?l => set (lft := l) in * end.
  destruct (left_near _ _ _ Es Fw' Lw7 _ _ _ _ (vector_of_exact _ _ _ _ _ _ (conj Xu Lux) (conj Yu Luy)) Lux Luy
    _ _ _ _ _ _ _ lft C3 D3 eq_refl Fleft) as (HN & HG & HB).
  destruct (length_near _ _ _ Es Fw' Lw7 _ _ HN) as (N1 & N2).
  assert (Tn' : bpow radix2 (-1075) <= u53 * u53 * real leng) by lra.
  pose proof (rest_by_quotient lft leng _ Flr' F2s S0 HG HB Tn') as HC. rewrite <- Elr in HC.
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
  assert (Bx : forall h l X : R, h + l = X -> Rabs l <= u53 * Rabs h -> Rabs (X - h) <= u53 * Rabs h).
  { intros h l X <- Q. replace (h + l - h) with l by ring. exact Q. }
  assert (Coord : Rabs (real bx - real ax) <= len /\ Rabs (real by_ - real ay) <= len).
  { unfold len, norm, Geometry.ux, Geometry.uy, a, b. cbn [px py].
    set (p := real bx - real ax). set (q := real by_ - real ay).
    assert (0 <= p * p /\ 0 <= q * q) by (split; apply Rle_0_sqr).
    split; (rewrite <- (sqrt_Rsqr_abs); apply sqrt_le_1_alt; unfold Rsqr; lra). }
  destruct B1 as [F1x _], B2 as [F1y _].
  assert (Fsd : finite sd).
  { destruct sd as [| | | s0 m0 e0 p0]; try exact eq_refl; exfalso; destruct Ssd as [Q | Q]; unfold real in Q; simpl in
    Q;
      lra. }
  destruct (side_normal_near ux uy leng lrest sd (real bx - real ax) (real by_ - real ay) len F1x F1y Fle Flr
    Fsd Ssd l0 HL' ltac:(lra) (Bx _ _ _ Xu Lux) (Bx _ _ _ Yu Luy) (proj1 Coord) (proj2 Coord)) as (G1 & G2 & G3 & G4).
  rewrite <- Esc in G1, G2, G3, G4. rewrite <- Enx in G1, G3. rewrite <- Eny in G2, G4.
  exists (real sd). split; [exact Ssd |]. split; [rewrite Sid; pose proof (Rabs_pos_lt _ Ncm); lra |].
  split; [exact l0 |]. split; [lra |]. auto.
Qed.
