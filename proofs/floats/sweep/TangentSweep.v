(* The sweep that hits the side, from triple-doubles: set_tangent_side and sweep_of_tangent of
   src/sweep/sweep_tangent.h together, over the extracted terms. Its time is the largest double not after the true
   time.

   The code turns t and rest into t or the double below. That this is the rounding of TangentSideHit.v follows here. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model TimeRound Operations Bounded Geometry Terms_sweep Terms_tangent SweepGeometry SweepTerms
  SweepContact SweepSmallTimes SweepTime TangentSideHit.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).

Lemma flt_is_Rlt_bool (p q : D) : finite p -> finite q -> flt p q = Rlt_bool (real p) (real q).
Proof. intros Fp Fq. unfold flt, real. now apply Bltb_correct. Qed.

Theorem sweep_of_tangent_side_correct x cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz
  sv r
    vhx vhy vlx vly dhx dhy dlx dly length length_rest t rest err n kind feature time qx qy px' py' nx ny :
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
    length length_rest n kind feature time qx qy px' py' nx ny ->
  kind = 3%Z /\ feature = feature_number Side /\
  exists T, hits_at Side x c v a b R T /\ T < 1 /\ finite time /\ is_largest_not_after (real time) T.
Proof.
  intros c v a b R Hv Hs Ht Hr.
  destruct (set_tangent_side_correct x _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    Hv Hs Ht) as (T & Hit & T1 & Ft & Fr & (T2 & _) & _ & _ & Large).
  unfold sweep_of_tangent_results in Hr. open Hr. destruct Hr. subst. split; [reflexivity |]. split; [reflexivity |].
  exists T. split; [exact Hit |]. split; [exact T1 |].
  destruct (fdown_value n t (flt rest (fconst 0 0)) Ft ltac:(pose proof (bpow_gt_0 radix2 (-200)); lra)) as (F & E).
  split; [exact F |]. rewrite E, flt_is_Rlt_bool by (try exact Fr; reflexivity). exact Large.
Qed.
