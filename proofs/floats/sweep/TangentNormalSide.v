(* The normal of a sweep that hits the side near a tangent: set_tangent_side and sweep_of_tangent of
   src/sweep/sweep_tangent.h, over the extracted terms. Each coordinate is within 1 + 10^-6 units of 2^-53 of that of
   the unit vector across the wall that points to the circle.

   The direction is u, turned to the side of the circle, and exact. Its length is known from the gap in triple-doubles
   to 21 units of 2^-106. The quotient is that of TangentNormal.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFree Geometry Terms_gap Terms_sweep Terms_tangent Wide SweepGeometry SweepTerms
  SweepContact SweepSmallTimes SweepStart SweepTime TangentGapSums TangentGapLength TangentGapLine TangentGap
  TangentGapSign TangentSideHit SweepPlaceFast TangentNormal.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* The two leading parts of the length of a line. *)
Lemma line_gap_length phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe :
  line_gap_of_results phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe -> finite err ->
  is_coordinate phx plx -> is_coordinate phy ply -> bpow radix2 (-150) <= real s ->
  let length := norm (real phx + real plx) (real phy + real ply) in
  (finite plx /\ finite ply) /\ finite s /\ finite d /\ real s <= bpow radix2 203 /\
  Rabs (real phx) <= 2 * real s /\ Rabs (real phy) <= 2 * real s /\ Rabs (real d) <= 4 * u53 * real s /\
  Rabs (real s + real d - length) <= 22 * (u53 * u53) * real s.
Proof.
  intros H Ferr Px Py S0 length.
  pose proof (line_gap_length_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H Ferr) as Fs.
  unfold line_gap_of_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H as [Len Es Ed Ef Epx Epy Eside Esy Esx Etx Ety Emx Emy P1 P2 Elx Ely P3 W1 Efl Ex0 P4 A1 A2 A3 A4 A5 Et Gap
    W2 R1 R2 R3 R4 R5 R6 R7 R8 R9 R10].
  subst.
  match type of Len with triple_length_results _ _ _ _ ?x ?y ?z => rename x into s; rename y into d;
    rename z into f end.
  rewrite (gap_of_total_error _ _ _ _ _ _ _ _ _ _ _ Gap) in Ferr. destruct (gap_error_finite _ _ Ferr) as (_ & Fhi).
  destruct (gap_of_total_finite _ _ _ _ _ _ _ _ _ _ _ Gap Fhi) as (Fr & _).
  destruct (fsub_finite _ _ Fr) as (Flow & Ffar & _). destruct (fadd_finite _ _ Flow) as (Flx & Fly & _).
  destruct (fadd_finite _ _ Ffar) as (_ & Ff2 & _). destruct (fadd_finite _ _ Ff2) as (Ff3 & Ff4 & _).
  destruct (fmul_finite _ _ Ff3) as (_ & Ff & _). destruct (fmul_finite _ _ Ff4) as (_ & Fd & _).
  destruct (fadd_finite _ _ Flx) as (_ & F1 & _). destruct (fadd_finite _ _ Fly) as (_ & F2 & _).
  destruct (fmul_finite _ _ F1) as (Flpx & _). destruct (fmul_finite _ _ F2) as (Flpy & _). clear F1 F2 Flx Fly Flow.
  destruct Px as (Pxl & Pxs). destruct Py as (Pyl & Pys). specialize (Pxl Flpx). specialize (Pyl Flpy).
  pose proof (triple_length_first _ _ _ _ _ _ _ Len) as Es.
  destruct (length_in_size _ _ _ Es Fs Pxs Pys) as (_ & Ss). unfold in_size in Ss. apply Rabs_le_inv in Ss.
  assert (S210 : real s <= bpow radix2 210) by (eapply Rle_trans; [apply Ss | apply bpow_le; lia]).
  destruct (triple_length_error _ _ _ _ _ _ _ Len Ff Pxl Pyl S0 S210) as (_ & _ & Hd & Hf & HL).
  assert (s0 : 0 < real s) by (pose proof (bpow_gt_0 radix2 (-150)); lra).
  change (sqrt _) with length in HL.
  assert (HL' : Rabs (real s + real d - length) <= 22 * (u53 * u53) * real s) by (clear - HL Hf s0; two_sided; lra).
  assert (HL2 : length <= 101 / 100 * real s) by (clear - HL' Hd s0; two_sided; lra).
  assert (Coord : Rabs (real phx + real plx) <= length /\ Rabs (real phy + real ply) <= length).
  { unfold length, norm. set (p := real phx + real plx). set (q := real phy + real ply).
    assert (0 <= p * p /\ 0 <= q * q) by (split; apply Rle_0_sqr).
    split; (rewrite <- sqrt_Rsqr_abs; apply sqrt_le_1_alt; unfold Rsqr; lra). }
  destruct Coord as (C1 & C2).
  assert (High : forall h l : R, Rabs l <= u53 * Rabs h -> Rabs (h + l) <= length -> Rabs h <= 2 * real s).
  { intros h l Hl Hs. pose proof (Rabs_triang_inv h (- l)) as T. rewrite Rabs_Ropp in T.
    replace (h - - l) with (h + l) in T by ring. lra. }
  split; [split; assumption |]. split; [exact Fs |]. split; [exact Fd |].
  split; [eapply Rle_trans; [apply Ss | apply bpow_le; lia] |].
  split; [exact (High _ _ Pxl C1) |]. split; [exact (High _ _ Pyl C2) |]. split; [lra | exact HL'].
Qed.

(* A number with a sign. *)
Lemma sign_finite (x : D) : is_sign (real x) -> finite x.
Proof. destruct x; try reflexivity; intros [Q | Q]; unfold real in Q; simpl in Q; lra. Qed.

Lemma signed_value (x y : D) : is_sign (real x) -> finite y -> Rabs (real y) <= bpow radix2 900 ->
  finite (fmul x y) /\ real (fmul x y) = real x * real y.
Proof.
  intros S Fy B. pose proof (sign_finite _ S) as Fx.
  destruct (fmul_is_finite x y 900 (conj eq_refl eq_refl) Fx Fy) as (F & _); [rewrite sign_abs; assumption |].
  split; [exact F |]. now apply times_sign.
Qed.

Theorem tangent_side_normal x cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    vhx vhy vlx vly dhx dhy dlx dly length length_rest t rest err unknown kind feature time ox oy qx qy nx ny :
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
  sweep_of_tangent_results cx cy cr ax ay bx by_ wr (feature_number Side) t rest vhx vhy vlx vly dhx dhy dlx dly
    length length_rest unknown kind feature time ox oy qx qy nx ny ->
  exists T n,
    (hits_at Side x c v a b R T /\ T < 1 /\ finite t /\ finite rest /\ bpow radix2 (-200) < real t < 1 /\
      finite err /\ Rabs (T - (real t + real rest)) <= real err /\
      is_largest_not_after (if Rlt_bool (real rest) 0 then below (real t) else real t) T) /\
    bpow radix2 (-151) <= norm (Geometry.ux a b) (Geometry.uy a b) /\
    is_side_normal n (moved c v T) a b R /\ Rabs (px n) <= 1 /\ Rabs (py n) <= 1 /\
    is_rounded_once nx (px n) /\ is_rounded_once ny (py n).
Proof.
  intros c v a b R Hv Hs Ht Hr.
  edestruct set_tangent_side_facts as (T & gh & gl & ge & side & f & fh & fl & fe & Hit & Gap & Fge & Sg & Touch & E1 &
    E2 & E3 & E4 & S0); [exact Hv | exact Hs | exact Ht |]. fold c v a b R in Hit, Touch. subst dhx dhy dlx dly.
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  destruct K as [[Nu _ _ _ _ _ _ _ _ _] _ _ _].
  assert (Eu : ux = fsub bx ax /\ uy = fsub by_ ay).
  { unfold sweep_vectors_of_results in Hv. open Hv. destruct Hv. split; congruence. }
  destruct Eu as (-> & ->). destruct (near_size _ _ _ _ _ Nu) as (Su1 & Su2). destruct Nu as (Fux & Fuy & _).
  pose proof (difference_coordinate _ _ Su1) as Cux. pose proof (difference_coordinate _ _ Su2) as Cuy.
  destruct (line_gap_length _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Gap Fge Cux Cuy S0)
    as ((Flx & Fly) & Fs & Fd & S1 & Bx & By & Bd & Len).
  rewrite (difference_value _ _ Flx), (difference_value _ _ Fly) in Len.
  destruct Cux as (Lx & _). destruct Cuy as (Ly & _). specialize (Lx Flx). specialize (Ly Fly).
  change (norm _ _) with (norm (Geometry.ux a b) (Geometry.uy a b)) in Len.
  set (len := norm (Geometry.ux a b) (Geometry.uy a b)) in *.
  pose proof (bpow_gt_0 radix2 (-150)) as P.
  assert (L : bpow radix2 (-151) <= len).
  { change (-151)%Z with (-1 + -150)%Z. rewrite bpow_plus. change (bpow radix2 (-1)) with (/ 2).
    clear - Len Bd S0 P. two_sided; lra. }
  assert (l0 : 0 < len) by (pose proof (bpow_gt_0 radix2 (-151)); lra).
  destruct (side_normal_is (real side) c v a b R T Sg l0 Touch) as (Unit & U1 & U2). fold len in Unit, U1, U2.
  set (n := Point (- (real side * Geometry.uy a b / len)) (real side * Geometry.ux a b / len)) in *.
  exists T, n. split; [exact Hit |]. split; [exact L |]. split; [exact Unit |]. split; [exact U1 |].
  split; [exact U2 |].
  pose proof (normal_of_tangent _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hr) as Fast.
  assert (Sn : is_sign (real (fneg side))).
  { rewrite real_fneg. unfold is_sign in *. destruct Sg as [-> | ->]; [right | left]; ring. }
  assert (B9 : bpow radix2 201 <= bpow radix2 900) by (apply bpow_le; lia).
  destruct (signed_value (fneg side) _ Sn Fuy ltac:(lra)) as (G1 & V1).
  destruct (signed_value side _ Sg Fux ltac:(lra)) as (G2 & V2).
  destruct (signed_value (fneg side) _ Sn Fly) as (G3 & V3).
  { pose proof (Rabs_pos (real (fsub by_ ay))). lra. }
  destruct (signed_value side _ Sg Flx) as (G4 & V4).
  { pose proof (Rabs_pos (real (fsub bx ax))). lra. }
  destruct (fast_normal_rounded_once _ _ _ _ _ _ _ _ len Fast G1 G2 G3 G4 Fs Fd (conj S0 S1))
    as (Qx & Qy); rewrite ?V1, ?V2, ?V3, ?V4, ?sign_abs; try assumption.
  rewrite V1, V3, real_fneg in Qx. rewrite V2, V4 in Qy.
  replace (px n) with ((- real side * real (fsub by_ ay) + - real side * real (difference_rest by_ ay)) / len).
  - replace (py n) with ((real side * real (fsub bx ax) + real side * real (difference_rest bx ax)) / len); [auto |].
    unfold n. cbn [py]. rewrite <- Rmult_plus_distr_l, (difference_value _ _ Flx). reflexivity.
  - unfold n. cbn [px]. rewrite <- Rmult_plus_distr_l, (difference_value _ _ Fly).
    change (real by_ - real ay) with (Geometry.uy a b). field. lra.
Qed.
