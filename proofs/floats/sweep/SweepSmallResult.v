(* What a sweep of small integers returns: set_contact_by_quotient of src/sweep/sweep_double_double.c.

   Kind and feature are those of the first contact, the time is the largest double not after the true one, and normal,
   centre and point are within their bounds in include/carom/sweep.h: half an ulp, 2 ulp and 4 ulp. Coordinates are
   taken below 2^990 for the last two, so that no sum overflows. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree SweepTime Bounded ErrorFreeTerms Geometry SweepErrors
  SweepSquares SweepAxis SweepGeometry SweepVectors SweepTerms SweepMiss SweepContact SweepFilter SweepFirst SweepStart
  SweepInputs SweepSmallGrid SweepSmallUnit SweepSmallTimes SweepSmallTerms SweepSmallEnd SweepSmallLength SweepSmall
  SweepSmallTime SweepSmallPlace.
From Carom Require Terms_sweep Terms_small Terms_place.
Import Terms_sweep.sweep_vectors_of_terms(sweep_vectors_of, sweep_vectors_of_results).
Import Terms_sweep.is_for_filter_terms(is_for_filter, is_for_filter_results).
Import Terms_sweep.set_terms_terms(set_terms, set_terms_results).
Import Terms_small.is_small_terms(is_small, is_small_results).
Import Terms_small.small_first_contact_terms(small_first_contact, small_first_contact_results).
Import Terms_small.set_contact_by_quotient_terms(set_contact_by_quotient, set_contact_by_quotient_results).
Import Terms_place.place_contact_sharply_terms(place_contact_sharply, place_contact_sharply_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd fconst].
Strategy expand [sum_rest difference_rest ordered_rest product_rest pair_product_rest rest_of_split split_high].

Section Result.
Variables (x : extent) (cx cy cr mx my : D) (is_end : bool) (ax ay bx by_ wr wmx wmy : D).
Variables ux uy wx wy zx zy vx vy su sw sz sv r n : D.
Variables reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu : D.
Variables (kind f k0 f0 : Z) (t0 cx0 cy0 px0 py0 nx0 ny0 u1 u2 u3 u4 u5 m : D).
Variables (kind' f' : Z) (t nx ny ox oy qx qy : D).
Let c := Point (real cx) (real cy).
Let v := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
               (displacement is_end false (real cy) (real my) (real ay) (real wmy)).
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let R := real cr + real wr.
Hypothesis Hv : sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy
  ux uy wx wy zx zy vx vy su sw sz sv r.
Hypothesis Hs : is_for_filter_results cr wr (extent_number x) su sw sz sv r true.
Hypothesis Hm : is_small_results cx cy cr mx my ax ay bx by_ wr su sw sz sv r n true.
Hypothesis Ht : set_terms_results ux uy wx wy zx zy vx vy r
  reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu.
Hypothesis Hf : small_first_contact_results wx wy zx zy vx vy su sw sz sv r len2 move2 reach2
  cross_start cross_move cross_a cross_b wv zv wu zu vu (extent_number x) kind f.
Hypothesis K : kind = 2%Z \/ kind = 3%Z.
Hypothesis H : set_contact_by_quotient_results k0 f0 t0 cx0 cy0 px0 py0 nx0 ny0 cx cy cr ax ay bx by_ wr ux uy vx vy r
  len2 move2 cross_start cross_move cross_a cross_b wv zv kind f u1 u2 u3 u4 u5 m true kind' f' t nx ny ox oy qx qy.

Lemma reach_is_positive g : small_vectors g ux uy wx wy zx zy vx vy su r c v a b R -> 0 < R.
Proof.
  intros Kv. destruct (V_r _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv) as (Fr & Er & _ & P).
  destruct (Req_dec R 0) as [Z | Z]; [exfalso | lra].
  pose proof Hf as F. unfold small_first_contact_results in F.
  destruct F as (if1 & if2 & k1 & f1 & cs1 & if3 & if4 & k2 & f2 & is_beyond_b & k3 & f3 & if5 & feature & if6 & k4 & f4
    &
    if7 & rest & cs2 & if8 & []).
  assert (E : if1 = true).
  { rewrite E_if1. destruct (feq r (fconst 0 0)) eqn:E; [reflexivity |]. destruct zero_value as [F0 V0].
    apply feq_real_false in E; [| exact Fr | exact F0]. rewrite V0, Er in E. contradiction. }
  rewrite E in E_result_kind. lia.
Qed.

Lemma small_result : kind' = kind /\ f' = f /\ exists F T n1 n2 guess step, f = feature_number F /\
  meets_at x c v a b R kind F T /\ finite t /\ is_largest_not_after (real t) T /\
  normal_of c v a b F nx ny n1 n2 /\ not_tiny n1 /\ not_tiny n2 /\ time_sharp guess step T /\
  place_contact_sharply_results f nx ny cx cy cr ax ay bx by_ wr vx vy (fconst 0 0) (fconst 0 0) guess step ox oy qx qy.
Proof.
  pose proof (small_first_contact_correct x cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw
    sz sv r n
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu kind f Hv Hs Hm Ht Hf) as D.
  destruct (small_vectors_exact cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r n _
    Hv Hs Hm) as (g & Kv).
  pose proof (small_terms_exact g ux uy wx wy zx zy vx vy su r c v a b R Kv _ _ _ _ _ _ _ _ _ _ _ _ Ht) as Kt.
  pose proof (reach_is_positive g Kv) as R0. pose proof (V_range _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv) as Hg.
  pose proof H as H'. unfold set_contact_by_quotient_results in H'.
  destruct H' as (ok & len & above & below_ & nx1 & ny1 & if1 & guess & back_hi & back_lo & back_exp & rest & kind1 &
    feature1 &
    t1 & normal_x & normal_y & v_x & v_y & center_x & center_y & point_x & point_y & []).
  destruct if1; [discriminate E_result |]. cbv iota in *.
  symmetry in E_if1. apply negb_false_iff in E_if1. rewrite E_if1 in E_set_small_time.
  destruct (small_time_right x g ux uy wx wy zx zy vx vy su r c v a b R reach2 len2 move2 cross_start cross_move cross_a
    cross_b wv zv wu zu vu Kv Kt R0 _ _ _ _ _ _ _ _ _ _ _ _ E_set_small_time K D)
    as (F & A & B & Ef & M & O & SA & SB & n1 & n2 & N & T1 & T2).
  rewrite E_s_kind_2, E_s_kind_1, E_s_feature_2, E_s_feature_1. split; [reflexivity |]. split; [reflexivity |].
  exists F, (A / B), n1, n2, guess, (fdiv rest below_). split; [exact Ef |]. split; [exact M |].
  subst t nx ny ox oy qx qy t1 normal_x normal_y guess rest v_x v_y feature1.
  destruct (quotient_rounded_down (g + g) above below_ back_hi back_lo m back_exp A B) as [Ft L]; auto; [lia |].
  split; [exact Ft |]. split; [exact L |]. split; [exact N |]. split; [exact T1 |]. split; [exact T2 |].
  split; [apply (quotient_sharp (g + g) above below_ back_hi back_lo back_exp A B); auto;
    lia | exact E_place_contact_sharply].
Qed.

(* Kind, feature, time and normal. *)
Theorem small_sweep_correct : kind' = kind /\ f' = f /\ exists F T n1 n2, f = feature_number F /\
  meets_at x c v a b R kind F T /\ finite t /\ is_largest_not_after (real t) T /\ normal_of c v a b F nx ny n1 n2.
Proof.
  destruct small_result as (E1 & E2 & F & T & n1 & n2 & guess & step & Ef & M & Ft & L & N & _).
  split; [exact E1 |]. split; [exact E2 |]. exists F, T, n1, n2. auto.
Qed.

(* Centre and point. M is at least the largest coordinate of the start, the displacement, a, b, the radii and the
   contact. *)
Theorem small_place_correct M :
  M <= bpow radix2 990 ->
  Rabs (real cx) <= M -> Rabs (real cy) <= M -> Rabs (px v) <= M -> Rabs (py v) <= M ->
  Rabs (real ax) <= M -> Rabs (real ay) <= M -> Rabs (real bx) <= M -> Rabs (real by_) <= M ->
  real cr <= M -> real wr <= M ->
  exists F T n1 n2, f = feature_number F /\ meets_at x c v a b R kind F T /\ normal_of c v a b F nx ny n1 n2 /\
    let C := moved c v T in
    let P := match F with
      | Side => Point (px C - real cr * n1) (py C - real cr * n2)
      | EndA => Point (real ax + real wr * n1) (real ay + real wr * n2)
      | EndB => Point (real bx + real wr * n1) (real by_ + real wr * n2)
      end in
    Rabs (px C) <= M -> Rabs (py C) <= M ->
    Rabs (real ox - px C) <= 2 * ulp_of M /\ Rabs (real oy - py C) <= 2 * ulp_of M /\
    (Rabs (px P) <= M -> Rabs (real qx - px P) <= 4 * ulp_of M) /\
    (Rabs (py P) <= M -> Rabs (real qy - py P) <= 4 * ulp_of M).
Proof.
  intros MM Mcx Mcy Mvx Mvy Max May Mbx Mby Mcr Mwr.
  destruct small_result as (_ & _ & F & T & n1 & n2 & guess & step & Ef & Me & _ & _ & N & T1 & T2 & Ts & Pl).
  exists F, T, n1, n2. split; [exact Ef |]. split; [exact Me |]. split; [exact N |]. intros C P MCx MCy.
  destruct (small_vectors_exact cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r n _
    Hv Hs Hm) as (g & Kv). fold c v a b R in Kv.
  pose proof (sweep_inputs_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as Inputs.
  destruct Inputs as (Fcx & Fcy & _ & _ & Fax & Fay & Fbx & Fby & Fcr & Fwr & _ & Pcr & Pwr).
  destruct (small_unit cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r n _ Hv Hs Hm)
    as (g' & [Hg' _ _ _ Gcr _ _ _ _ _ _ Gwr]).
  assert (Large : forall h y, (-175 <= h)%Z -> on_grid h y -> y = 0 \/ bpow radix2 (-175) <= Rabs y).
  { intros h y Hh Gy. destruct (grid_least _ _ Gy) as [Z | Z]; [now left | right]. eapply Rle_trans; [| exact Z].
    now apply bpow_le. }
  destruct (coordinates g ux uy wx wy zx zy vx vy su r c v a b R Kv (reach_is_positive g Kv)) as (_ & _ & Bvx & Bvy &
    _).
  destruct Kv as [Hg _ _ _ _ _ _ (_ & Evx & Gvx) (_ & Evy & Gvy) (_ & _ & _ & R0) _ S].
  pose proof (Rabs_pos (Geometry.ux a b)). pose proof (Rabs_pos (Geometry.uy a b)).
  pose proof (Rabs_pos (Geometry.wx c a)).
  pose proof (Rabs_pos (Geometry.wy c a)). pose proof (Rabs_pos (Geometry.zx c b)).
  pose proof (Rabs_pos (Geometry.zy c b)).
  pose proof (Rabs_pos (px v)). pose proof (Rabs_pos (py v)).
  assert (RL : R <= bpow radix2 210).
  { apply Rle_trans with (bpow radix2 (26 + g)); [lra | apply bpow_le; lia]. }
  assert (Bcr : below 210 cr) by (split; [exact Fcr |]; rewrite Rabs_pos_eq by exact Pcr; unfold R in RL; lra).
  assert (Bwr : below 210 wr) by (split; [exact Fwr |]; rewrite Rabs_pos_eq by exact Pwr; unfold R in RL; lra).
  assert (Below : forall y : D, finite y -> Rabs (real y) <= M -> below 990 y) by (intros y Fy Ly; split;
    [exact Fy | lra]).
  rewrite <- Evx in Mvx. rewrite <- Evy in Mvy.
  assert (PX : px C = real cx + T * real vx) by (unfold C, moved; rewrite Evx; reflexivity).
  assert (PY : py C = real cy + T * real vy) by (unfold C, moved; rewrite Evy; reflexivity).
  assert (Nvx : real vx = 0 \/ bpow radix2 (-175) <= Rabs (real vx)) by (rewrite Evx; apply (Large g);
    [lia | exact Gvx]).
  assert (Nvy : real vy = 0 \/ bpow radix2 (-175) <= Rabs (real vy)) by (rewrite Evy; apply (Large g);
    [lia | exact Gvy]).
  destruct (centre_within cx vx guess step T M (Below _ Fcx Mcx) Bvx Nvx Ts Mcx Mvx ltac:(rewrite <- PX; exact MCx))
    as (Xh & Xl & Xw & Xn & Xu).
  destruct (centre_within cy vy guess step T M (Below _ Fcy Mcy) Bvy Nvy Ts Mcy Mvy ltac:(rewrite <- PY; exact MCy))
    as (Yh & Yl & Yw & Yn & Yu).
  rewrite <- PX in Xn, Xu. rewrite <- PY in Yn, Yu.
  unfold place_contact_sharply_results in Pl.
  destruct Pl as (way_hi_x & way_hi_y & way_lo_x & way_lo_y & way_lo_x_1 & way_lo_y_1 & sum_hi_x & sum_hi_y & sum_lo_x &
    sum_lo_y &
    center_hi_x & center_hi_y & center_lo_x & center_lo_y & is_side & at_a & end_x & end_y & off & from_hi_x & from_hi_y
      & from_lo_x &
    from_lo_y & way_off_hi_x & way_off_hi_y & way_off_lo_x & way_off_lo_y & point_hi_x & point_hi_y & point_lo_x &
      point_lo_y &
    rounded_x & rounded_y & []).
  destruct (pair_product_values _ _ _ _ _ _ _ _ E_pair_product) as (-> & -> & -> & ->). clear E_pair_product.
  destruct (pair_sum_values _ _ _ _ _ _ _ _ E_pair_sum) as (-> & -> & -> & ->). clear E_pair_sum.
  subst way_lo_x_1 way_lo_y_1.
  destruct (pair_sum_values _ _ _ _ _ _ _ _ E_pair_sum_2) as (Ehx & Ehy & Elx & Ely). clear E_pair_sum_2.
  rewrite <- Ehx in Xh, Xw, Xn, Xu. rewrite <- Ehy in Yh, Yw, Yn, Yu. rewrite <- Elx in Xl, Xw, Xn.
  rewrite <- Ely in Yl, Yw, Yn.
  rewrite E_s_center_x, E_s_center_y. split; [exact Xu |]. split; [exact Yu |].
  destruct (pair_product_values _ _ _ _ _ _ _ _ E_pair_product_2) as (-> & -> & -> & ->). clear E_pair_product_2.
  destruct (pair_sum_values _ _ _ _ _ _ _ _ E_pair_sum_3) as (-> & -> & -> & ->). clear E_pair_sum_3.
  subst qx qy rounded_x rounded_y.
  assert (Unit : forall nn1 nn2, nn1 * nn1 + nn2 * nn2 = 1 -> Rabs nn1 <= 1 /\ Rabs nn2 <= 1).
  { intros p q E. clear - E. split; apply Rabs_le; nra. }
  assert (M0 : 0 <= M) by (eapply Rle_trans; [apply Rabs_pos | exact Mcx]).
  assert (End : forall (e : D), finite e -> Rabs (real e) <= M ->
    below 993 e /\ finite (fconst 0 0 : D) /\ Rabs (real (fconst 0 0 : D)) <= eps * Rabs (real e) /\
    Rabs (real e + real (fconst 0 0 : D) - real e) <= 40 * (eps * eps * M)).
  { intros e Fe Le. destruct zero_value as [F0 V0]. pose proof eps_small. split; [eapply below_weaken;
    [now apply Below | lia] |].
    split; [exact F0 |]. rewrite V0, Rabs_R0. split; [apply Rmult_le_pos; [lra | apply Rabs_pos] |].
    replace (real e + 0 - real e) with 0 by ring. rewrite Rabs_R0. repeat apply Rmult_le_pos; lra. }
  rewrite Ef in E_is_side, E_if1. unfold P in *. clear P. unfold normal_of in N.
  destruct F; cbn [feature_number px py] in *;
    [change (1 =? 1)%Z with true in E_is_side | change (2 =? 1)%Z with false in E_is_side;
      change (2 =? 2)%Z with true in E_if1
      | change (3 =? 1)%Z with false in E_is_side; change (3 =? 2)%Z with false in E_if1];
    subst is_side; try subst at_a; cbv iota in *;
    destruct N as (Fnx & Fny & Enx & Eny & Un & _); destruct (Unit _ _ Un) as [U1 U2].
  - (* the side *)
    subst off from_hi_x from_hi_y from_lo_x from_lo_y.
    assert (On : real (fneg cr) = 0 \/ bpow radix2 (-175) <= Rabs (real (fneg cr))).
    { rewrite real_fneg, Rabs_Ropp. destruct (Large g' (real cr)) as [Z | Z]; [lia | exact Gcr | left; rewrite Z;
      ring | now right]. }
    assert (Mo : Rabs (real (fneg cr)) <= M) by (rewrite real_fneg, Rabs_Ropp, Rabs_pos_eq; assumption).
    assert (Sub : forall q n, q - real cr * n = q + real (fneg cr) * n) by (intros; rewrite real_fneg; ring).
    rewrite !Sub.
    split; intros MP.
    + exact (point_within center_hi_x center_lo_x (fneg cr) nx (px C) n1 M Xh Xl Xw Xn (below_neg _ _ Bcr) On Fnx Enx T1
        U1 MCx Mo MP).
    + exact (point_within center_hi_y center_lo_y (fneg cr) ny (py C) n2 M Yh Yl Yw Yn (below_neg _ _ Bcr) On Fny Eny T2
        U2 MCy Mo MP).
  - (* end a *)
    subst off from_hi_x from_hi_y from_lo_x from_lo_y end_x end_y.
    assert (Mo : Rabs (real wr) <= M) by (rewrite Rabs_pos_eq; assumption).
    destruct (End ax Fax Max) as (A1 & A2 & A3 & A4). destruct (End ay Fay May) as (A5 & _ & A6 & A7).
    split; intros MP.
    + exact (point_within ax _ wr nx (real ax) n1 M A1 A2 A3 A4 Bwr (Large g' _ ltac:(lia) Gwr) Fnx Enx T1 U1 Max Mo
        MP).
    + exact (point_within ay _ wr ny (real ay) n2 M A5 A2 A6 A7 Bwr (Large g' _ ltac:(lia) Gwr) Fny Eny T2 U2 May Mo
        MP).
  - (* end b *)
    subst off from_hi_x from_hi_y from_lo_x from_lo_y end_x end_y.
    assert (Mo : Rabs (real wr) <= M) by (rewrite Rabs_pos_eq; assumption).
    destruct (End bx Fbx Mbx) as (A1 & A2 & A3 & A4). destruct (End by_ Fby Mby) as (A5 & _ & A6 & A7).
    split; intros MP.
    + exact (point_within bx _ wr nx (real bx) n1 M A1 A2 A3 A4 Bwr (Large g' _ ltac:(lia) Gwr) Fnx Enx T1 U1 Mbx Mo
        MP).
    + exact (point_within by_ _ wr ny (real by_) n2 M A5 A2 A6 A7 Bwr (Large g' _ ltac:(lia) Gwr) Fny Eny T2 U2 Mby Mo
        MP).
Qed.
End Result.
