(* The wall of a sweep that hits the side near a tangent is not short: set_tangent_side of src/sweep/sweep_tangent.h,
   over the extracted terms. Its length is known from the gap in triple-doubles to 22 units of 2^-106. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFree Geometry Terms_gap Terms_sweep Terms_tangent Wide SweepGeometry SweepTerms
  SweepContact SweepSmallTimes SweepStart SweepTime TangentGapSums TangentGapLength TangentGapLine TangentGap
  TangentGapSign TangentSideHit.

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
  (finite plx /\ finite ply) /\ Rabs (real d) <= 4 * u53 * real s /\
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
  split; [split; assumption |]. split; [lra | exact HL'].
Qed.

Theorem tangent_side_is_long x cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    vhx vhy vlx vly dhx dhy dlx dly length length_rest t rest err :
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  set_tangent_side_results cx cy cr mx my is_end false ax ay bx by_ wr (extent_number x) wmx wmy ux uy wx wy zx zy vx vy
    su sw sz sv true vhx vhy vlx vly dhx dhy dlx dly length length_rest t rest err ->
  bpow radix2 (-151) <= norm (Geometry.ux a b) (Geometry.uy a b).
Proof.
  intros a b Hv Hs Ht.
  edestruct set_tangent_side_facts as (T & gh & gl & ge & side & f & fh & fl & fe & _ & Gap & Fge & S0);
    [exact Hv | exact Hs | exact Ht |].
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  destruct K as [[Nu _ _ _ _ _ _ _ _ _] _ _ _].
  assert (Eu : ux = fsub bx ax /\ uy = fsub by_ ay).
  { unfold sweep_vectors_of_results in Hv. open Hv. destruct Hv. split; congruence. }
  destruct Eu as (-> & ->). destruct (near_size _ _ _ _ _ Nu) as (Su1 & Su2).
  pose proof (difference_coordinate _ _ Su1) as Cux. pose proof (difference_coordinate _ _ Su2) as Cuy.
  destruct (line_gap_length _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Gap Fge Cux Cuy S0)
    as ((Flx & Fly) & Bd & Len).
  rewrite (difference_value _ _ Flx), (difference_value _ _ Fly) in Len.
  change (norm _ _) with (norm (Geometry.ux a b) (Geometry.uy a b)) in Len.
  set (len := norm (Geometry.ux a b) (Geometry.uy a b)) in *. pose proof (bpow_gt_0 radix2 (-150)) as P.
  change (-151)%Z with (-1 + -150)%Z. rewrite bpow_plus. change (bpow radix2 (-1)) with (/ 2).
  clear - Len Bd S0 P. two_sided; lra.
Qed.
