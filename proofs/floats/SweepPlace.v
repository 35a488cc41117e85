(* Centre and point of a contact whose time is known: moved_point and place_contact of src/geometry/sweep_place.h, over
   the extracted terms.

   M is at least the largest coordinate of the start, the displacement, the wall, the radii and the contact. The premise
   about the time holds for each rounded time: SweepPlaceTimes.v. The centre is within 2 1/16 ulp of M of the true
     centre
   at the true time. The error of the point has that of the normal in it. Coordinates are below 2^1022, so that no sum
   overflows, and M is at least 2^-900. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFree Bounded Geometry SweepGeometry SweepSmallGrid Terms_place SweepPlaceRounding.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd fconst].

Notation ulp_of := (ulp radix2 (exponents double)).

(* The unit of M. *)
Lemma unit_of_size M : bpow radix2 (-900) <= M < bpow radix2 1022 ->
  exists g, (-1000 <= g <= 969)%Z /\ M < bpow radix2 (g + 53) /\ ulp_of M = bpow radix2 g /\
    bpow radix2 (g + 53) <= bpow radix2 1022.
Proof.
  intros [L H]. pose proof (bpow_gt_0 radix2 (-900)). exists (mag radix2 M - 53)%Z.
  assert (E : Rabs M = M) by (apply Rabs_pos_eq; lra).
  assert (M1 : (-899 <= mag radix2 M)%Z) by (apply mag_ge_bpow; rewrite E; exact L).
  assert (M2 : (mag radix2 M <= 1022)%Z) by (apply mag_le_bpow; [lra | rewrite E; exact H]).
  split; [lia |]. replace (mag radix2 M - 53 + 53)%Z with (mag radix2 M : Z) by lia.
  split; [rewrite <- E at 1; apply bpow_mag_gt |]. split; [| now apply bpow_le].
  rewrite ulp_neq_0 by lra. f_equal. unfold cexp, exponents, FLT_exp, emin.
  change (prec double) with 53%Z. change (emax double) with 1024%Z. lia.
Qed.

(* One coordinate. *)
Section Coordinate.
Variables (p move from t rest : D) (is_end : bool) (T M : R).
Let V := if is_end then real move - real from else real move.
Hypotheses (Fp : finite p) (Fm : finite move) (Ff : finite from) (Ft : finite t) (Fr : finite rest)
  (time : time_close (real t) (real rest) T) (range : bpow radix2 (-900) <= M < bpow radix2 1022)
  (Mp : Rabs (real p) <= M) (MV : Rabs V <= M) (MP : Rabs (real p + T * V) <= M).
Let v := if is_end then fsub move from else move.
Let result := fadd p (fadd (fmul t v) (fmul rest v)).

Lemma moved_coordinate : finite result /\ Rabs (real result - (real p + T * V)) <= (5 / 2 + / 16) * ulp_of M /\
  (is_end = false \/ from = p -> Rabs (real result - (real p + T * V)) <= (2 + / 16) * ulp_of M).
Proof.
  destruct (unit_of_size M range) as (g & Hg & LM & -> & LB). set (B := bpow radix2 (g + 53)) in *.
  assert (Hg' : (-1000 <= g <= 970)%Z) by lia.
  assert (K : forall k, (g + 53 <= k <= g + 54)%Z -> (emin double + prec double < k < emax double)%Z).
  { intros k Hk. unfold emin. change (prec double) with 53%Z. change (emax double) with 1024%Z. lia. }
  assert (Fv : finite v /\ real v = rnd double V).
  { unfold v, V in *. destruct is_end.
    - destruct (fsub_is_finite move from (g + 53) (K (g + 53)%Z ltac:(lia)) Fm Ff) as (A & E & _); [fold B; lra | auto].
    - split; [exact Fm |]. symmetry. apply rnd_of_format, real_in_format. }
  destruct Fv as (Fv & Ev).
  destruct (parts_within g Hg' (real p) V (real t) (real rest) T) as (Lv & L1 & L2 & L3 & L4 & L5 & L6); try assumption;
    try (fold B; lra).
  rewrite <- Ev in *. fold B in Lv, L1, L2, L3, L4.
  destruct (fmul_is_finite t v (g + 53) (K (g + 53)%Z ltac:(lia)) Ft Fv L1) as (F1 & E1 & _).
  destruct (fmul_is_finite rest v (g + 53) (K (g + 53)%Z ltac:(lia)) Fr Fv L2) as (F2 & E2 & _).
  assert (Two : bpow radix2 (g + 54) = 2 * B).
  { unfold B. replace (g + 54)%Z with (g + 53 + 1)%Z by lia. rewrite (bpow_plus radix2 _ 1).
    change (bpow radix2 1) with 2. ring. }
  destruct (fadd_is_finite (fmul t v) (fmul rest v) (g + 54) (K (g + 54)%Z ltac:(lia)) F1 F2) as (F3 & E3 & _).
  { rewrite Two, E1, E2. eapply Rle_trans; [apply Rabs_triang | lra]. }
  rewrite E1, E2 in E3. rewrite <- E3 in L5, L6.
  destruct (unit_pos g) as (U0 & EB & _). fold B in EB.
  destruct (fadd_is_finite p (fadd (fmul t v) (fmul rest v)) (g + 54) (K (g + 54)%Z ltac:(lia)) Fp F3) as (F4 & E4 & _).
  { rewrite Two. set (q := real p + real (fadd (fmul t v) (fmul rest v))) in *.
    replace q with (q - (real p + T * V) + (real p + T * V)) by ring. eapply Rle_trans; [apply Rabs_triang | lra]. }
  split; [exact F4 |]. unfold result. rewrite E4, E3, Ev.
  pose proof (real_in_format p) as Ip. pose proof (real_in_format move) as Im.
  split.
  - replace ((5 / 2 + / 16) * bpow radix2 g) with (/ 2 * 5 * bpow radix2 g + / 16 * bpow radix2 g) by field.
    apply moved_within; try assumption; fold B; lra.
  - intros C. replace ((2 + / 16) * bpow radix2 g) with (2 * bpow radix2 g + / 16 * bpow radix2 g) by ring.
    apply moved_within_two; try assumption; try (fold B; lra). unfold V.
    destruct is_end; [right | left; exact Im]. exists (real move). split; [exact Im |].
    destruct C as [C | C]; [discriminate C | now rewrite C].
Qed.
End Coordinate.

(* moved_point. *)
Theorem moved_point_correct px_ py_ mx my fx fy is_end t rest ox oy T M :
  moved_point_results px_ py_ mx my fx fy is_end t rest ox oy ->
  finite px_ -> finite py_ -> finite mx -> finite my -> finite fx -> finite fy -> finite t -> finite rest ->
  time_close (real t) (real rest) T -> bpow radix2 (-900) <= M < bpow radix2 1022 ->
  let V1 := if is_end then real mx - real fx else real mx in
  let V2 := if is_end then real my - real fy else real my in
  Rabs (real px_) <= M -> Rabs (real py_) <= M -> Rabs V1 <= M -> Rabs V2 <= M ->
  Rabs (real px_ + T * V1) <= M -> Rabs (real py_ + T * V2) <= M ->
  finite ox /\ finite oy /\
  (let bound := if is_end then (5 / 2 + / 16) * ulp_of M else (2 + / 16) * ulp_of M in
   Rabs (real ox - (real px_ + T * V1)) <= bound /\ Rabs (real oy - (real py_ + T * V2)) <= bound) /\
  (fx = px_ -> fy = py_ ->
   Rabs (real ox - (real px_ + T * V1)) <= (2 + / 16) * ulp_of M /\
   Rabs (real oy - (real py_ + T * V2)) <= (2 + / 16) * ulp_of M).
Proof.
  intros H Fx Fy Fmx Fmy Ffx Ffy Ft Fr Tc Rg V1 V2 M1 M2 M3 M4 M5 M6.
  unfold moved_point_results in H. destruct H as (v1 & v2 & v3 & v4 & [-> -> -> -> -> ->]).
  destruct (moved_coordinate px_ mx fx t rest is_end T M Fx Fmx Ffx Ft Fr Tc Rg M1 M3 M5) as (A1 & B1 & C1).
  destruct (moved_coordinate py_ my fy t rest is_end T M Fy Fmy Ffy Ft Fr Tc Rg M2 M4 M6) as (A2 & B2 & C2).
  split; [exact A1 |]. split; [exact A2 |]. split; [| intros E1 E2; split; [apply C1 | apply C2]; now right].
  destruct is_end; split; auto.
Qed.
