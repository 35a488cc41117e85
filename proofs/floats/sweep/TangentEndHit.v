(* The contact with an end in triple-doubles: set_tangent_end and sweep_of_tangent of src/sweep/sweep_tangent.h, over
   the extracted terms, for the end that the circle is known to hit first. The time of the sweep is the largest double
   not after the true time.

   The proof for vectors of any kind is in TangentEnd.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model TimeRound Operations Bounded ErrorFree Geometry Terms_wide Terms_pair Terms_gap
  Terms_sweep Terms_tangent ErrorFreeTerms Wide SweepErrors SweepGeometry SweepTerms SweepContact SweepSmallTimes
  SweepFilter SweepStart SweepInputs SweepTime TangentGap TangentGapSign TangentSide TangentEnd TangentSweep.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).

(* The contact, and what its normal needs. *)
Theorem set_tangent_end_correct x f cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    n1 n2 n3 n4 n5 n6 vhx vhy vlx vly t rest err dhx dhy dlx dly length length_rest T :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end false (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  set_tangent_end_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy sw sz sv (feature_number f)
    n1 n2 n3 n4 n5 n6 true vhx vhy vlx vly t rest err dhx dhy dlx dly length length_rest ->
  f <> Side -> hits_at f x c v a b R T ->
  T < 1 /\ finite t /\ finite rest /\ bpow radix2 (-200) < real t < 1 /\ finite err /\
  Rabs (T - (real t + real rest)) <= real err /\
  is_largest_not_after (if Rlt_bool (real rest) 0 then below (real t) else real t) T /\
  99 / 100 * (bpow radix2 (-97) * real t) <= real err /\ Rabs (real rest) <= u53 * real t /\
  (finite (difference_rest cx (if Z.eqb (feature_number f) 2 then ax else bx)) /\
    finite (difference_rest cy (if Z.eqb (feature_number f) 2 then ay else by_))) /\
  finite (sum_rest cr wr) /\ finite vlx /\ finite vly.
Proof.
  intros c v a b R Hv Hs Ht NS Hit.
  pose proof (sweep_inputs_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as Inputs.
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  destruct Inputs as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & Pc & Pw).
  destruct K as [[_ Nw Nz Nv _ _ _ _ Sr _] _ _ _].
  destruct Sr as (((Fr & Br) & R0) & _). clear Hs.
  unfold sweep_vectors_of_results in Hv. open Hv. destruct Hv.
  unfold set_tangent_end_results in Ht. open Ht.
  destruct Ht as [Eat De Wr Wd Square Gap Ewh Ewl Add Sub Ein Mul Root Erh Erl Ere Mul2 Dot Wn Speed Ees Ese Time _ _ _
    _ _ _ _ _
    _ _ _ _ _ _ Res].
  destruct (pair_difference_values _ _ _ _ _ _ _ _ De) as (-> & -> & -> & ->).
  destruct (wide_of_sum_values _ _ _ _ _ Wr) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ Wn) as (-> & -> & ->).
  clear De Wr Wn.
  assert (Eu : wx = fsub cx ax /\ wy = fsub cy ay /\ zx = fsub cx bx /\ zy = fsub cy by_ /\ r = fadd cr wr)
    by (repeat split; congruence).
  destruct Eu as (-> & -> & -> & -> & ->).
  destruct (displacement_parts _ _ _ _ _ _ _ _ _ _ _ _ _ Wd) as (Evx & Evy & Vx & Vy & Cvx & Cvy).
  assert (Ev : vx = vhx /\ vy = vhy).
  { rewrite Evx, Evy. cbv [andb] in *. destruct is_end; subst; split; reflexivity. }
  destruct Ev as (-> & ->). clear Evx Evy Wd.
  symmetry in Res. apply andb_true_iff in Res. destruct Res as [Res _]. apply andb_true_iff in Res.
  destruct Res as [Res _].
  apply andb_true_iff in Res. destruct Res as [Res _]. apply andb_true_iff in Res. destruct Res as [Res Rlen].
  apply andb_true_iff in Res. destruct Res as [Res Len]. apply andb_true_iff in Res. destruct Res as [Within Sharp].
  rewrite Within in Erh, Erl, Ere. rewrite Sharp in Time. rewrite Within in Ein. symmetry in Ein.
  apply andb_true_iff in Ein.
  destruct Ein as [In1 In2].
  destruct (near_size _ _ _ _ _ Nw) as (Sw1 & Sw2). destruct (near_size _ _ _ _ _ Nz) as (Sz1 & Sz2).
  destruct (near_size _ _ _ _ _ Nv) as (Sv1 & Sv2).
  assert (Ns : nonneg sw /\ nonneg sz /\ nonneg sv).
  { cbv [andb] in *. repeat split; destruct is_end; subst; repeat apply nonneg_fadd; apply nonneg_fabs. }
  destruct Ns as (nsw & nsz & nsv).
  assert (Cr : is_coordinate (fadd cr wr) (sum_rest cr wr)).
  { apply sum_coordinate. eapply Rle_trans; [exact Br |]. apply bpow_le. lia. }
  assert (Rm : R <= bpow radix2 202).
  { destruct (fadd_finite _ _ Fr) as (_ & _ & E).
    pose proof (rnd_sum_error double (real cr) (real wr) (real_in_format cr) (real_in_format wr)) as X.
    rewrite <- E, u_double in X.
    fold R in X. rewrite (Rabs_pos_eq R) in X by (unfold R; lra). rewrite Rabs_pos_eq in Br by exact R0.
    change 202%Z with (2 + 200)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4. pose proof (bpow_gt_0 radix2 200).
    apply Rabs_le_inv in X. lra. }
  rewrite Ewh, Ewl in Sub, Mul. rewrite Ewh in In1, In2, Ese. rewrite Erh, Erl, Ere in Speed. rewrite Erh in Ese.
  rewrite Ese in Time.
  destruct f; [now elim NS | |]; simpl in Eat; rewrite Eat in *; rewrite Ees in Time.
  - change (Z.eqb (feature_number EndA) 2) with true. cbv iota.
    assert (On : on_axis x 0) by (destruct x; simpl; auto; lra).
    assert (Ne : near (fsub cx ax) (fsub cy ay) (px c - (px a + 0 * (px b - px a))) (py c - (py a + 0 * (py b - py a)))
      (real sw)).
    { replace (px c - (px a + 0 * (px b - px a))) with (Geometry.wx c a) by (unfold Geometry.wx; ring).
      replace (py c - (py a + 0 * (py b - py a))) with (Geometry.wy c a) by (unfold Geometry.wy; ring). exact Nw. }
    eapply (end_contact x EndA c v a b R 0 T) with (1 := Ne) (2 := Nv) (18 := Hit) (19 := On) (21 := Square) (22 := Gap)
      (23 := Add) (24 := Sub) (25 := In1) (26 := In2) (27 := Mul) (28 := Root) (29 := Mul2) (30 := Dot) (31 := Speed)
      (32 := Time) (33 := Len) (34 := Rlen); try assumption; try (apply difference_coordinate; assumption).
    + exact (Cvx Sv1).
    + exact (Cvy Sv2).
    + intros F. rewrite (difference_value _ _ F). unfold c, a, b. simpl. ring.
    + intros F. rewrite (difference_value _ _ F). unfold c, a, b. simpl. ring.
    + apply sum_value.
    + intros s' (_ & E). exact E.
  - change (Z.eqb (feature_number EndB) 2) with false. cbv iota.
    assert (On : on_axis x 1) by (destruct x; simpl; auto; lra).
    assert (Ne : near (fsub cx bx) (fsub cy by_) (px c - (px a + 1 * (px b - px a))) (py c - (py a + 1 * (py b - py a)))
      (real sz)).
    { replace (px c - (px a + 1 * (px b - px a))) with (Geometry.zx c b) by (unfold Geometry.zx; ring).
      replace (py c - (py a + 1 * (py b - py a))) with (Geometry.zy c b) by (unfold Geometry.zy; ring). exact Nz. }
    eapply (end_contact x EndB c v a b R 1 T) with (1 := Ne) (2 := Nv) (18 := Hit) (19 := On) (21 := Square) (22 := Gap)
      (23 := Add) (24 := Sub) (25 := In1) (26 := In2) (27 := Mul) (28 := Root) (29 := Mul2) (30 := Dot) (31 := Speed)
      (32 := Time) (33 := Len) (34 := Rlen); try assumption; try (apply difference_coordinate; assumption).
    + exact (Cvx Sv1).
    + exact (Cvy Sv2).
    + intros F. rewrite (difference_value _ _ F). unfold c, a, b. simpl. ring.
    + intros F. rewrite (difference_value _ _ F). unfold c, a, b. simpl. ring.
    + apply sum_value.
    + intros s' (_ & E). exact E.
Qed.

Theorem sweep_of_tangent_end_correct x f cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz
  sv r
    n1 n2 n3 n4 n5 n6 vhx vhy vlx vly t rest err dhx dhy dlx dly length length_rest n kind feature time qx qy px' py'
      nx ny T :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end false (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  set_tangent_end_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy sw sz sv (feature_number f)
    n1 n2 n3 n4 n5 n6 true vhx vhy vlx vly t rest err dhx dhy dlx dly length length_rest ->
  sweep_of_tangent_results cx cy cr ax ay bx by_ wr (feature_number f) t rest vhx vhy vlx vly dhx dhy dlx dly
    length length_rest n kind feature time qx qy px' py' nx ny ->
  f <> Side -> hits_at f x c v a b R T ->
  kind = 3%Z /\ feature = feature_number f /\ T < 1 /\ finite time /\ is_largest_not_after (real time) T.
Proof.
  intros c v a b R Hv Hs Ht Hr NS Hit.
  destruct (set_tangent_end_correct x f _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ T
    Hv Hs Ht NS Hit) as (T1 & Ft & Fr & (T2 & _) & _ & _ & Large & _).
  unfold sweep_of_tangent_results in Hr. open Hr. destruct Hr. subst. split; [reflexivity |]. split; [reflexivity |].
  split; [exact T1 |].
  destruct (fdown_value n t (flt rest (fconst 0 0)) Ft ltac:(pose proof (bpow_gt_0 radix2 (-200)); lra)) as (F & E).
  split; [exact F |]. rewrite E, flt_is_Rlt_bool by (try exact Fr; reflexivity). exact Large.
Qed.
