(* The contact with the side in triple-doubles: set_tangent_side of src/sweep/sweep_tangent.h, over the extracted
   terms. If the code is certain, the circle hits the side first, at a time T, and t or the double below is the largest
   double not after T.

   Method: the gap comes from TangentGap.v, the speed u x v from TangentProducts.v, the quotient from TangentTime.v, the
   foot from TangentSide.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree Geometry Terms_wide Terms_pair Terms_gap Terms_sweep
  Terms_tangent ErrorFreeTerms Wide SweepErrors SweepGeometry SweepTerms SweepContact SweepSmallTimes SweepFilter
  SweepStart SweepInputs SweepTime TangentGapSums TangentGapLine TangentGap TangentGapSign TangentProducts TangentTime
  TangentSide.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).
Notation lost := (bpow radix2 (-808)).

(* The contact, for vectors of any kind. *)
Section Contact.
Variables (x : extent) (c v a b : point) (R : R).
Variables uhx uhy ulx uly whx why wlx wly zx zy vhx vhy vlx vly rh rl su sw sz sv t rest err : D.
Hypotheses (Nu : near uhx uhy (Geometry.ux a b) (Geometry.uy a b) (real su))
  (Nw : near whx why (Geometry.wx c a) (Geometry.wy c a) (real sw))
  (Nz : near zx zy (Geometry.zx c b) (Geometry.zy c b) (real sz)) (Nv : near vhx vhy (px v) (py v) (real sv)).
Hypotheses (nsu : nonneg su) (nsw : nonneg sw) (nsz : nonneg sz) (nsv : nonneg sv).
Hypotheses (Cux : is_coordinate uhx ulx) (Cuy : is_coordinate uhy uly) (Cwx : is_coordinate whx wlx)
  (Cwy : is_coordinate why wly) (Cvx : is_coordinate vhx vlx) (Cvy : is_coordinate vhy vly) (Cr : is_coordinate rh rl).
Hypotheses (Vux : finite ulx -> real uhx + real ulx = Geometry.ux a b) (Vuy : finite uly -> real uhy + real uly =
  Geometry.uy a b)
  (Vwx : finite wlx -> real whx + real wlx = Geometry.wx c a) (Vwy : finite wly -> real why + real wly = Geometry.wy c
    a)
  (Vvx : finite vlx -> real vhx + real vlx = px v) (Vvy : finite vly -> real vhy + real vly = py v)
  (Vr : finite rl -> real rh + real rl = R).
Hypotheses (Fr : finite rh) (R0 : 0 <= real rh) (R1 : 0 <= R).
Variables gh gl ge side s d f fh fl chx chy clx cly ch cl : D.
Variables fe ce : Z.
Hypothesis Gap : line_gap_of_results uhx uhy ulx uly whx why wlx wly rh rl gh gl ge side s d f fh fl fe.
Hypothesis Mul : pair_mul_results uhx uhy ulx uly vhy vhx vly vlx chx chy clx cly.
Hypothesis Dif : difference_of_pair_results chx chy clx cly ch cl ce.
Hypothesis Time : set_tangent_time_results gh gl ge (fadd (fmul (fneg side) ch) (fmul (fneg side) cl))
  (sum_rest (fmul (fneg side) ch) (fmul (fneg side) cl)) (fmul (fconst 1 (-100)) (fmul su sv)) true t rest err.
Hypothesis Beside : is_beside_at_results (extent_number x) uhx uhy whx why zx zy vhx vhy su sw sz sv t true.
Hypothesis Len : fle (fconst 1 (-150)) s = true.

Lemma side_contact :
  exists T, hits_at Side x c v a b R T /\ T < 1 /\ finite t /\ finite rest /\ bpow radix2 (-200) < real t < 1 /\
    finite err /\ Rabs (T - (real t + real rest)) <= real err /\
    is_largest_not_after (if Rlt_bool (real rest) 0 then below (real t) else real t) T /\
    finite ge /\ is_sign (real side) /\
    real side * (cross c a b + T * (Geometry.ux a b * py v - Geometry.uy a b * px v)) =
      R * norm (Geometry.ux a b) (Geometry.uy a b).
Proof using All.
  destruct (line_gap_terms _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Gap (nonneg_of_real _ Fr R0)) as (terms & Nt & Ege).
  assert (Ne : nonneg ge) by (rewrite Ege; now apply gap_error_nonneg).
  destruct (near_part _ _ _ _ _ Nu) as (U1 & U2 & U3). destruct (near_part _ _ _ _ _ Nv) as (V1 & V2 & V3).
  pose proof (nonneg_real _ nsu) as su0. pose proof (nonneg_real _ nsv) as sv0.
  set (X := cross c a b). set (Y := Geometry.ux a b * py v - Geometry.uy a b * px v).
  set (k := R * norm (Geometry.ux a b) (Geometry.uy a b)).
  (* the gap *)
  assert (GapIs : finite ge -> is_sign (real side) /\ is_gap gh gl ge (real side * X - k) /\ 0 <= k).
  { intros Fe.
    assert (S0 : bpow radix2 (-150) <= real s).
    { const_facts 1%Z (-150)%Z Fc Vc. rewrite Rmult_1_l in Vc. rewrite <- Vc. apply fle_real; [exact Fc | | exact Len].
      now apply (line_gap_length_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Gap). }
    destruct (line_gap_error _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Gap Fe Cux Cuy Cwx Cwy Cr R0 S0)
      as ((F1 & F2 & F3 & F4 & F5) & Sg & _ & _ & G & _ & _ & L0 & _).
    rewrite (Vux F1), (Vuy F2), (Vwx F3), (Vwy F4), (Vr F5) in G. rewrite (Vux F1), (Vuy F2), (Vr F5) in L0. auto. }
  (* the speed *)
  set (sh := fadd (fmul (fneg side) ch) (fmul (fneg side) cl)) in *.
  set (sl := sum_rest (fmul (fneg side) ch) (fmul (fneg side) cl)) in *.
  pose proof (coordinate_part _ _ _ Cux U1 U3) as Pux. pose proof (coordinate_part _ _ _ Cuy U2 U3) as Puy.
  pose proof (coordinate_part _ _ _ Cvx V1 V3) as Pvx. pose proof (coordinate_part _ _ _ Cvy V2 V3) as Pvy.
  set (K := Rabs (real uhx * real vhy) + Rabs (real uhy * real vhx)).
  assert (K0 : 0 <= K) by (apply Rplus_le_le_0_compat; apply Rabs_pos).
  assert (HK : K <= 1001 / 1000 * (real su * real sv)).
  { clear - Nu Nv su0 sv0. destruct Nu as (_ & _ & _ & _ & A & _). destruct Nv as (_ & _ & _ & _ & B & _).
    rewrite u_double in *. unfold K. rewrite !Rabs_mult.
    pose proof (Rabs_pos (real uhx)). pose proof (Rabs_pos (real uhy)). pose proof (Rabs_pos (real vhx)).
    pose proof (Rabs_pos (real vhy)).
    assert ((Rabs (real uhx) + Rabs (real uhy)) * (Rabs (real vhx) + Rabs (real vhy)) <=
      ((1 + 32 * u53) * real su) * ((1 + 32 * u53) * real sv)) by (apply Rmult_le_compat; lra).
    assert (0 <= Rabs (real uhx) * Rabs (real vhx)) by (apply Rmult_le_pos; lra).
    assert (0 <= Rabs (real uhy) * Rabs (real vhy)) by (apply Rmult_le_pos; lra).
    assert (0 <= real su * real sv) by (apply Rmult_le_pos; lra). lra. }
  assert (Kmost : K <= bpow radix2 402).
  { eapply Rle_trans; [exact HK |].
    assert (real su * real sv <= bpow radix2 200 * bpow radix2 200) by (apply Rmult_le_compat; lra).
    rewrite <- bpow_plus in H. change 402%Z with (2 + 400)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
    change (200 + 200)%Z with 400%Z in H. pose proof (bpow_gt_0 radix2 400). lra. }
  assert (SpeedIs : is_sign (real side) -> finite sl ->
    (finite sh /\ Rabs (real sh) <= bpow radix2 420 /\ Rabs (real sl) <= u53 * Rabs (real sh)) /\
    Rabs (real sh) <= (1 + 20 * u53) * K + 8 * lost /\
    Rabs (real sh + real sl - - (real side * Y)) <= 16 * (u53 * u53) * K + 5 * lost).
  { intros Sg Fsl. destruct (two_sum_exact _ _ Fsl) as (Fa & Fb & Fsh & _ & E). fold sh sl in E. fold sh in Fsh.
    destruct (two_sum_rest_small _ _ Fsl) as (_ & Lo). fold sh sl in Lo. rewrite u_double in Lo.
    destruct (fmul_finite _ _ Fb) as (_ & Fcl & _).
    destruct (wide_cross_error _ _ _ _ _ _ _ _ Pux Puy Pvx Pvy _ _ _ _ _ _ _ Mul Dif Fcl)
      as ((F1 & F2 & F3 & F4) & Fch & C1 & C2 & C3). fold K in C1, C2, C3.
    rewrite (Vux F1), (Vuy F2), (Vvx F3), (Vvy F4) in C3. fold Y in C3.
    assert (Sn : is_sign (real (fneg side))).
    { rewrite real_fneg. unfold is_sign in *. destruct Sg as [-> | ->]; [right | left]; ring. }
    rewrite (times_sign _ _ Sn Fa), (times_sign _ _ Sn Fb), real_fneg in E.
    assert (E' : real sh + real sl = - real side * (real ch + real cl)) by lra.
    assert (A : Rabs (real sh + real sl) <= (1 + 10 * u53) * K + 7 * lost).
    { rewrite E'. rewrite <- real_fneg, sign_abs by exact Sn. destruct lost_bounds as (Z0 & _).
      clear - C1 C2 K0 Z0. two_sided; lra. }
    destruct lost_bounds as (Z0 & _).
    assert (Sz : Rabs (real sh) <= (1 + 20 * u53) * K + 8 * lost).
    { assert (Q : Rabs (real sh) - Rabs (real sl) <= Rabs (real sh + real sl)).
      { replace (real sh + real sl) with (real sh - - real sl) by ring. rewrite <- (Rabs_Ropp (real sl)).
        apply Rabs_triang_inv. }
      clear - A Lo Q K0 Z0. lra. }
    split; [split; [exact Fsh |]; split; [| exact Lo] |].
    - eapply Rle_trans; [exact Sz |]. change 420%Z with (18 + 402)%Z. rewrite bpow_plus.
      change (bpow radix2 18) with 262144.
      assert (lost <= bpow radix2 402) by (apply bpow_le; lia). pose proof (bpow_gt_0 radix2 402). lra.
    - split; [exact Sz |]. rewrite E'. replace (- real side * (real ch + real cl) - - (real side * Y)) with
        (- real side * (real ch + real cl - Y)) by ring. rewrite <- real_fneg, sign_abs by exact Sn. exact C3. }
  (* the quotient *)
  assert (Fge : finite ge).
  { pose proof Time as H. clear - H Ne. unfold set_tangent_time_results in H. open H.
    destruct H as [_ _ _ _ _ _ _ _ Res].
    symmetry in Res. do 4 (apply andb_true_iff in Res; destruct Res as [Res _]). exact (flt_finite _ _ Res Ne). }
  destruct (GapIs Fge) as (Sg & G & k0). clear GapIs.
  assert (Nse : nonneg (fmul (fconst 1 (-100)) (fmul su sv) : D)).
  { apply nonneg_fmul; [| now apply nonneg_fmul]. const_facts 1%Z (-100)%Z Fc Vc. apply nonneg_of_real; [exact Fc |].
    rewrite Vc. apply Rmult_le_pos; [lra | apply bpow_ge_0]. }
  assert (XB : real side * X <= bpow radix2 415).
  { eapply Rle_trans; [apply Rle_abs |]. rewrite sign_abs by exact Sg. unfold X, cross.
    destruct (near_real _ _ _ _ _ Nu) as (A1 & A2). destruct (near_real _ _ _ _ _ Nw) as (B1 & B2).
    set (p1 := Geometry.ux a b) in *. set (p2 := Geometry.uy a b) in *. set (q1 := Geometry.wx c a) in *.
    set (q2 := Geometry.wy c a) in *.
    pose proof (times_size _ _ _ _ A1 B2) as C1. pose proof (times_size _ _ _ _ A2 B1) as C2.
    rewrite <- bpow_plus in C1, C2.
    change (201 + 201)%Z with 402%Z in C1, C2. change 415%Z with (13 + 402)%Z. rewrite bpow_plus.
    change (bpow radix2 13) with 8192. pose proof (bpow_gt_0 radix2 402). unfold Rminus.
    eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp. lra. }
  destruct (set_tangent_time_correct gh gl ge sh sl _ t rest err (real side * X - k) (- (real side * Y)) Time Ne Nse)
    as (G0 & S0 & T0 & Lsh & Ft & Fre & Tt & Hre & Fer & Her & Near & Large & _).
  - intros _. split; [exact G |]. split; [rewrite Ege in *; now apply gap_error_at_least | lra].
  - intros Fsl. destruct (SpeedIs Sg Fsl) as ((_ & A & B) & _). auto.
  - intros Fse Fsl Hl. destruct (SpeedIs Sg Fsl) as (_ & A & B). const_facts 1%Z (-100)%Z Fc Vc.
    rewrite Rmult_1_l in Vc.
    destruct (fmul_error _ _ _ w Fse (Rle_refl _) (Rle_refl _)) as (_ & Fck & Eb). rewrite Vc in Eb.
    destruct (fmul_error _ _ _ w Fck (Rle_refl _) (Rle_refl _)) as (_ & _ & Ea).
    apply (speed_error_enough (real su) (real sv) (real sh) (real sl) _ _ K _ su0 sv0 K0 HK Hl A B Ea Eb).
  - destruct (SpeedIs Sg) as ((Fsh & _) & Sz & Nsp).
    { pose proof Time as H. clear - H. unfold set_tangent_time_results in H. open H.
      destruct H as [_ _ _ El Wt Et _ _ Res].
      destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Wt) as (Eh & _ & _). symmetry in Res.
      do 2 (apply andb_true_iff in Res; destruct Res as [Res _]).
      apply andb_true_iff in Res. destruct Res as [R1 R3]. apply andb_true_iff in R1. destruct R1 as [_ R2].
      const_facts 1%Z (-200)%Z F200 V200. pose proof (between_finite _ _ _ F200 R2 R3) as F. rewrite Eh in F.
      destruct (fadd_finite _ _ F) as (_ & F1 & _). destruct (fmul_finite _ _ F1) as (F2 & _). rewrite El in F2.
      destruct (fadd_finite _ _ F2) as (_ & F3 & _). destruct (fsub_finite _ _ F3) as (_ & F4 & _).
      destruct (fmul_finite _ _ F4) as (_ & F5 & _). exact F5. }
    assert (Lsv : 98 / 100 * bpow radix2 (-703) <= real su * real sv).
    { destruct lost_bounds as (Z0 & _).
      rewrite (Rabs_pos_eq (real sh)) in Sz by (pose proof (bpow_gt_0 radix2 (-703)); lra).
      assert (8 * lost <= / 1000 * bpow radix2 (-703)).
      { apply Rle_trans with (bpow radix2 (-10) * bpow radix2 (-703)).
        - change 8 with (bpow radix2 3). rewrite <- !bpow_plus. apply bpow_le. lia.
        - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. simpl. lra. }
      lra. }
    set (T := (real side * X - k) / - (real side * Y)) in *.
    assert (HT : Rabs (T - real t) <= 3 * u53 * real t).
    { assert (E70 : bpow radix2 (-70) <= / 100000000000000000000) by (simpl; lra).
      pose proof (bpow_gt_0 radix2 (-200)) as B200.
      assert (E7 : bpow radix2 (-70) * real t <= / 100000000000000000000 * real t) by (apply Rmult_le_compat_r; lra).
      set (q := bpow radix2 (-70) * real t) in *. clear - E7 B200 Her Near Hre Tt. two_sided; lra. }
    assert (Sq : real side * real side = 1) by (destruct Sg as [-> | ->]; ring).
    assert (EX : Rabs X = real side * X) by (rewrite <- (sign_abs (real side) X Sg); apply Rabs_pos_eq; lra).
    assert (EY : Rabs Y = - (real side * Y)) by (rewrite <- (sign_abs (real side) Y Sg); apply Rabs_left; lra).
    assert (XY : X * Y < 0).
    { assert (E : (real side * X) * (real side * Y) = X * Y)
        by (transitivity (real side * real side * (X * Y)); [ring | rewrite Sq; ring]).
      assert (0 < (real side * X) * - (real side * Y)) by (apply Rmult_lt_0_compat; lra). lra. }
    assert (ET : T = (Rabs X - k) / Rabs Y) by (rewrite EX, EY; reflexivity).
    assert (TY : T * Rabs Y = Rabs X - k) by (rewrite EX, EY; unfold T, Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
    assert (LP : 0 < len2 a b).
    { unfold len2. assert (0 <= Geometry.ux a b * Geometry.ux a b) by apply Rle_0_sqr.
      assert (0 <= Geometry.uy a b * Geometry.uy a b) by apply Rle_0_sqr.
      destruct (Req_dec (Geometry.ux a b) 0) as [Z1 | Z1]; [destruct (Req_dec (Geometry.uy a b) 0) as [Z2 | Z2] |].
      - exfalso. unfold Y in XY. rewrite Z1, Z2 in XY. lra.
      - assert (0 < Geometry.uy a b * Geometry.uy a b) by (now apply Rsqr_pos_lt). lra.
      - assert (0 < Geometry.ux a b * Geometry.ux a b) by (now apply Rsqr_pos_lt). lra. }
    assert (T1 : 0 < real t < 1) by (pose proof (bpow_gt_0 radix2 (-200)); lra).
    (* the foot *)
    pose proof Beside as H. unfold is_beside_at_results in H. open H. destruct H as [Eway Efa Efb Eer Eln Esg Eb].
    subst. symmetry in Eb. apply andb_true_iff in Eb. destruct Eb as [Ba Bb].
    match type of Ba with (flt ?e _ || _)%bool = true => set (be := e) in * end.
    assert (Nbe : nonneg be).
    { unfold be. repeat apply nonneg_fmul; repeat apply nonneg_fadd; try assumption. const_facts 1%Z (-48)%Z Fc Vc.
      apply nonneg_of_real; [exact Fc |]. rewrite Vc. apply Rmult_le_pos; [lra | apply bpow_ge_0]. }
    assert (Bound : finite be -> 31 * u53 * (real su * (real sw + real sz + real sv)) <= real be).
    { intros F. exact (beside_bound su sw sz sv F nsu nsw nsz nsv U3 V3 Lsv). }
    pose proof (nonneg_real _ nsw) as sw0. pose proof (nonneg_real _ nsz) as sz0.
    set (g := px v * Geometry.ux a b + py v * Geometry.uy a b).
    exists T. split; [| split; [lra | split; [exact Ft | split; [exact Fre | split; [exact Tt | split; [exact Fer |
      split; [exact Near | split; [exact Large | split; [exact Fge | split; [exact Sg |]]]]]]]]]].
    2: { fold X Y k. replace (real side * (X + T * Y)) with (real side * X - T * - (real side * Y)) by ring.
         unfold T at 1, Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    rewrite ET. apply side_hit_at; [exact R1 | exact LP | | exact XY | | |].
    + fold X k. lra.
    + fold X Y k. assert (T * Rabs Y <= 1 * Rabs Y) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra.
    + intros NL. fold X Y k g. rewrite <- TY.
      replace (wu c a b * Rabs Y + T * Rabs Y * g) with ((wu c a b + T * g) * Rabs Y) by ring.
      apply Rmult_lt_0_compat; [| rewrite EY; lra].
      destruct x; [| | now elim NL]; simpl in Ba; rewrite orb_false_r in Ba;
        (pose proof (flt_finite _ _ Ba Nbe) as Fbe; specialize (Bound Fbe);
         destruct (along_error _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (real sz) T _ Nu Nw Nv Ft T1 HT sz0 Lsv Bound) as (Ff &
           E);
         apply flt_real in Ba; [| exact Fbe | exact Ff]; unfold wu, g;
         match type of E with Rabs (_ - ?z) <= _ => replace (_ + T * _) with z by ring end;
         apply Rabs_le_inv in E; lra).
    + intros ->. fold X Y k g. rewrite <- TY. rewrite <- zu_is.
      replace (zu c a b * Rabs Y + T * Rabs Y * g) with (- (- (zu c a b + T * g) * Rabs Y)) by ring.
      apply Ropp_lt_gt_0_contravar, Rmult_lt_0_compat; [| rewrite EY; lra]. simpl in Bb. rewrite orb_false_r in Bb.
      pose proof (flt_neg_finite _ _ Bb Nbe) as Fbe. specialize (Bound Fbe).
      replace (real sw + real sz + real sv) with (real sz + real sw + real sv) in Bound by ring.
      destruct (along_error _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (real sw) T _ Nu Nz Nv Ft T1 HT sw0 Lsv Bound) as (Ff & E).
      apply flt_real in Bb; [| exact Ff | now apply finite_fneg]. rewrite real_fneg in Bb. unfold zu, g.
      match type of E with Rabs (_ - ?z) <= _ => replace (_ + T * _) with z by ring end.
      apply Rabs_le_inv in E. lra.
Qed.
End Contact.

(* The contact, and the gap that it comes from. *)
Lemma set_tangent_side_facts x cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    vhx vhy vlx vly dhx dhy dlx dly length length_rest t rest err :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end false (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  set_tangent_side_results cx cy cr mx my is_end false ax ay bx by_ wr (extent_number x) wmx wmy ux uy wx wy zx zy vx vy
    su sw sz sv true vhx vhy vlx vly dhx dhy dlx dly length length_rest t rest err ->
  exists T gh gl ge side f fh fl fe,
    (hits_at Side x c v a b R T /\ T < 1 /\ finite t /\ finite rest /\ bpow radix2 (-200) < real t < 1 /\
      finite err /\ Rabs (T - (real t + real rest)) <= real err /\
      is_largest_not_after (if Rlt_bool (real rest) 0 then below (real t) else real t) T) /\
    line_gap_of_results (fsub bx ax) (fsub by_ ay) (difference_rest bx ax) (difference_rest by_ ay) (fsub cx ax)
      (fsub cy ay) (difference_rest cx ax) (difference_rest cy ay) (fadd cr wr) (sum_rest cr wr) gh gl ge side length
      length_rest f fh fl fe /\
    finite ge /\ bpow radix2 (-150) <= real length.
Proof.
  intros c v a b R Hv Hs Ht.
  pose proof (sweep_inputs_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as Inputs.
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  destruct Inputs as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & Pc & Pw).
  destruct K as [[Nu Nw Nz Nv _ _ _ _ Sr _] _ _ _].
  destruct Sr as (((Fr & Br) & R0) & _). clear Hs.
  unfold sweep_vectors_of_results in Hv. open Hv. destruct Hv.
  unfold set_tangent_side_results in Ht. open Ht.
  destruct Ht as [Du Dw Wd Wr Gap Mul Dif Wsp Etx Ety Ed1 Ed2 Ed3 Ed4 Elen Erest Time Beside Res].
  destruct (pair_difference_values _ _ _ _ _ _ _ _ Du) as (-> & -> & -> & ->).
  destruct (pair_difference_values _ _ _ _ _ _ _ _ Dw) as (-> & -> & -> & ->).
  destruct (wide_of_sum_values _ _ _ _ _ Wr) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ Wsp) as (-> & -> & _).
  clear Du Dw Wr Wsp.
  assert (Eu : ux = fsub bx ax /\ uy = fsub by_ ay /\ wx = fsub cx ax /\ wy = fsub cy ay /\ r = fadd cr wr)
    by (repeat split; congruence).
  destruct Eu as (-> & -> & -> & -> & ->).
  destruct (displacement_parts _ _ _ _ _ _ _ _ _ _ _ _ _ Wd) as (Evx & Evy & Vx & Vy & Cvx & Cvy).
  assert (Ev : vx = vhx /\ vy = vhy).
  { rewrite Evx, Evy. cbv [andb] in *. destruct is_end; subst; split; reflexivity. }
  destruct Ev as (-> & ->). clear Evx Evy Wd. subst length.
  symmetry in Res. apply andb_true_iff in Res. destruct Res as [Res Eb]. apply andb_true_iff in Res.
  destruct Res as [Et Len].
  destruct (near_size _ _ _ _ _ Nu) as (Su1 & Su2). destruct (near_size _ _ _ _ _ Nw) as (Sw1 & Sw2).
  destruct (near_size _ _ _ _ _ Nv) as (Sv1 & Sv2).
  assert (Ns : nonneg su /\ nonneg sw /\ nonneg sz /\ nonneg sv).
  { cbv [andb] in *. repeat split; destruct is_end; subst; repeat apply nonneg_fadd; apply nonneg_fabs. }
  destruct Ns as (nsu & nsw & nsz & nsv). rewrite Et in Time. rewrite Eb in Beside.
  pose proof Gap as Gap'. edestruct side_contact as (T & A1 & A2 & A3 & A4 & A5 & A6 & A7 & A8 & A9 & A10 & A11);
    [exact Nu | exact Nw | exact Nz | exact Nv | exact nsu | exact nsw | exact nsz | exact nsv | .. | exact Gap
      | exact Mul | exact Dif | exact Time | exact Beside | exact Len |]; try assumption;
    try (apply difference_coordinate; assumption); try (apply difference_value).
  - exact (Cvx Sv1).
  - exact (Cvy Sv2).
  - apply sum_coordinate. eapply Rle_trans; [exact Br |]. apply bpow_le. lia.
  - apply sum_value.
  - unfold R. lra.
  - exists T. do 8 eexists. split; [split; [exact A1 |]; auto 10 |]. split; [rewrite Erest; exact Gap' |].
    split; [exact A9 |].
    const_facts 1%Z (-150)%Z Fc Vc. rewrite Rmult_1_l in Vc. rewrite <- Vc.
    apply fle_real; [exact Fc | | exact Len]. exact (line_gap_length_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      Gap' A9).
Qed.

Theorem set_tangent_side_correct x cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    vhx vhy vlx vly dhx dhy dlx dly length length_rest t rest err :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end false (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  set_tangent_side_results cx cy cr mx my is_end false ax ay bx by_ wr (extent_number x) wmx wmy ux uy wx wy zx zy vx vy
    su sw sz sv true vhx vhy vlx vly dhx dhy dlx dly length length_rest t rest err ->
  exists T, hits_at Side x c v a b R T /\ T < 1 /\ finite t /\ finite rest /\ bpow radix2 (-200) < real t < 1 /\
    finite err /\ Rabs (T - (real t + real rest)) <= real err /\
    is_largest_not_after (if Rlt_bool (real rest) 0 then below (real t) else real t) T.
Proof.
  intros c v a b R Hv Hs Ht. edestruct set_tangent_side_facts as (T & g1 & g2 & g3 & g4 & g5 & g6 & g7 & g8 & H & _);
    [exact Hv | exact Hs | exact Ht |]. now exists T.
Qed.
