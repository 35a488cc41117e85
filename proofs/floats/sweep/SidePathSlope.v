(* Paths along a slope: side_path_closely, side_path_of_slope and side_path_of of src/sweep/side_path.h, over the
   extracted terms. Every answer is right, and implies that the inputs are finite and no radius is negative.

   The signs at both ends come from SidePathSign.v, the foot from SidePathBeside.v, the length of the wall from
   ContactEnd.v. Real numbers as in SidePathGeometry.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry Terms_wide Terms_pair Terms_side_path
  ErrorFreeTerms Wide SweepGeometry SweepErrors SweepVectors SweepTerms SweepContact SweepStart ContactPairs
  ContactSteps ContactDepth ContactRoot ContactEnd ContactProducts ContactSideDepth TangentGapLine TangentGapSign
  TangentProducts SidePathGeometry SidePathSign SidePathBeside SidePathArea SidePathLength SidePathLevel
  SidePathOfLevel.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).

(* An answer of side_path_closely. *)
Theorem side_path_closely_correct cx cy cr tox toy ax ay bx by_ wr n result :
  side_path_closely_results cx cy cr tox toy ax ay bx by_ wr n result -> result <> 0%Z ->
  let c := Point (real cx) (real cy) in let v := Point (real tox - real cx) (real toy - real cy) in
  let a := Point (real ax) (real ay) in let b := Point (real bx) (real by_) in let R := real cr + real wr in
  n = extent_number Segment /\
  (finite cx /\ finite cy /\ finite tox /\ finite toy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cr
    /\ finite wr) /\
  0 <= real cr /\ 0 <= real wr /\
  (result = 1%Z -> stays_clear c v a b R) /\
  (result = 3%Z -> farther Segment c a b R /\ hits Side Segment c v a b R) /\ (result = 1%Z \/ result = 3%Z).
Proof.
  intros H NZ c v a b R. unfold side_path_closely_results in H. open H.
  destruct H as [Ebx Eby Exx Exy Ewx Ewy Du Wr Sq Elen Fb Fw Fx Sb Eb Ef Ev Root Wp Elo Sa Ea Esd Be Bs Res].
  destruct (pair_difference_values _ _ _ _ _ _ _ _ Du) as (-> & -> & -> & ->). clear Du.
  destruct (wide_of_sum_values _ _ _ _ _ Wr) as (-> & -> & _).
  destruct (wide_of_product_values _ _ _ _ _ Wp) as (-> & -> & _).
  clear Wr Wp.
  match type of Res with result = (if negb ?q then _ else _) => destruct q eqn:Flags; [| now elim NZ] end.
  cbn [negb] in Res.
  apply andb_prop in Flags. destruct Flags as [Flags Xb]. apply andb_prop in Flags. destruct Flags as [Flags Xs].
  apply andb_prop in Flags. destruct Flags as [Xf Xv]. subst.
  apply andb_prop in Xv. destruct Xv as [Xv Seg]. apply andb_prop in Xv. destruct Xv as [C0 W0]. apply Z.eqb_eq in Seg.
  repeat match goal with K : andb _ _ = true |- _ => apply andb_prop in K; destruct K end. subst.
  destruct (fast_vec2_parts _ _ Fb) as (Oux & Ouy & Ru & Su).
  destruct (fast_vec2_parts _ _ Fw) as (Owx & Owy & Rw & Sw).
  destruct (fast_vec2_parts _ _ Fx) as (Oxx & Oxy & Rx & Sx).
  destruct (difference_parts bx ax 200 (proj1 Oux) ltac:(lia)) as (Fbx & Fax & Flx & Gux & Lux).
  destruct (difference_parts by_ ay 200 (proj1 Ouy) ltac:(lia)) as (Fby & Fay & Fly & Guy & Luy).
  destruct (difference_parts cx ax 200 (proj1 Owx) ltac:(lia)) as (Fcx & _).
  destruct (difference_parts cy ay 200 (proj1 Owy) ltac:(lia)) as (Fcy & _).
  destruct (difference_parts tox ax 200 (proj1 Oxx) ltac:(lia)) as (Ftx & _).
  destruct (difference_parts toy ay 200 (proj1 Oxy) ltac:(lia)) as (Fty & _).
  destruct (difference_close_vector _ _ _ _ Ru) as (Nu & _). destruct (difference_close_vector _ _ _ _ Rw) as (Nw & _).
  destruct (difference_close_vector _ _ _ _ Rx) as (Nx & _).
  set (UX := real bx - real ax) in *. set (UY := real by_ - real ay) in *.
  set (A := UX * UX + UY * UY).
  (* the radii *)
  const_facts 1%Z (-150)%Z Fm Vm. const_facts 1%Z 150%Z Fp Vp. rewrite Rmult_1_l in Vm, Vp.
  assert (F0 : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity). destruct F0 as (F0 & V0).
  assert (Nr : nonneg cr) by (apply fle_nonneg with (y := fconst 0 0); auto; lra).
  assert (Nr2 : nonneg wr) by (apply fle_nonneg with (y := fconst 0 0); auto; lra).
  assert (Frh : finite (fadd cr wr)) by (eapply fle_finite; [exact H0 | now apply nonneg_fadd | exact Fp]).
  destruct (fadd_finite _ _ Frh) as (Fcr & Fwr & _).
  apply fle_real in H0; auto. apply fle_real in H1; auto. rewrite Vp in H0. rewrite Vm in H1.
  pose proof (nonneg_real _ Nr) as cr0. pose proof (nonneg_real _ Nr2) as wr0.
  pose proof (bpow_gt_0 radix2 (-150)) as Zm.
  assert (Small : forall p : D, finite p -> 0 <= real p -> real p <= real cr + real wr -> Rabs (real p) <= bpow radix2
    200).
  { intros p F P L. rewrite Rabs_pos_eq by exact P. apply Rle_trans with (real (fadd cr wr)).
    - destruct (fadd_finite _ _ Frh) as (_ & _ & ->).
      rewrite <- (rnd_of_format double (real p)) by apply real_in_format. now apply rnd_le.
    - eapply Rle_trans; [exact H0 | apply bpow_le; lia]. }
  destruct (sum_is_sum cr wr Fcr Fwr (Small _ Fcr cr0 ltac:(lra)) (Small _ Fwr wr0 ltac:(lra))) as (_ & Frl & _ & ER &
    _).
  destruct (two_sum_rest_small cr wr Frl) as (_ & Lrl).
  rewrite u_double, (Rabs_pos_eq (real (fadd cr wr))) in Lrl by lra. fold R in ER.
  pose proof Ru as ((Fsu & Bsu) & su0).
  destruct (wall_length _ _ _ _ _ _ _ _ UX UY Oux Ouy Su Fsu Flx Fly Gux Guy Lux Luy Sq H2 Root)
    as (Fln & N0 & N1 & Frs & A0 & Fa2 & HA & Su0 & L1 & L2 & L3). fold A in A0, HA, L1, L2, L3.
  destruct (reach_length_right _ _ _ _ (sqrt A) R Frh Frl H1 H0 Lrl ER Fln Frs N0 N1 (sqrt_pos A) L1 L2 L3)
    as (Bhi & Blo & Q0 & E1 & E2 & E3).
  (* the foot *)
  destruct (beside_right _ _ _ _ _ _ _ _ _ Sb Nu Nw Ru Rw Su0 Su Sw Fa2 HA) as (P1 & P2).
  destruct (beside_right _ _ _ _ _ _ _ _ _ Eb Nu Nx Ru Rx Su0 Su Sx Fa2 HA) as (P3 & P4). fold A in P2, P4.
  (* the areas *)
  destruct (two_difference_rest_small bx ax Flx) as (_ & Lx').
  destruct (two_difference_rest_small by_ ay Fly) as (_ & Ly').
  rewrite u_double in Lx', Ly'.
  assert (Du : is_difference (fsub bx ax) (fsub by_ ay) (difference_rest bx ax) (difference_rest by_ ay) UX UY) by
    (constructor; auto).
  destruct (area_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ Du Lx' Ly' Owx Owy Sa) as (B1 & B2 & B3 & K0 & V1 & V2 & V3 & T1).
  destruct (area_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ Du Lx' Ly' Oxx Oxy Ea) as (B4 & B5 & B6 & K1 & V4 & V5 & V6 & T2).
  const_facts 1%Z 0%Z F1 One. rewrite Rmult_1_l in One. change (bpow radix2 0) with 1 in One.
  assert (Sd : finite (if flt x28 (fconst 0 0) then fneg (fconst 1 0) else fconst 1 0 : D) /\
    is_sign (real (if flt x28 (fconst 0 0) then fneg (fconst 1 0) else fconst 1 0 : D))).
  { destruct (flt x28 (fconst 0 0)); [split; [now apply finite_fneg |]; right; rewrite real_fneg, One; ring |].
    split; [exact F1 | left; exact One]. }
  destruct Sd as (Fsd & Sg). set (sd := if flt x28 (fconst 0 0) then fneg (fconst 1 0) else fconst 1 0 : D) in *.
  destruct (sign_beyond_right _ _ _ _ _ _ _ _ (R * sqrt A) _ _ Bs Fsd Sg B1 B2 B3 Bhi Blo K0 Q0 V1 V2 V3 T1 E1 E2 E3)
    as (S1 & _).
  destruct (sign_beyond_right _ _ _ _ _ _ _ _ (R * sqrt A) _ _ Be Fsd Sg B4 B5 B6 Bhi Blo K1 Q0 V4 V5 V6 T2 E1 E2 E3)
    as (S2 & S3).
  split; [reflexivity |]. split; [auto 15 |]. split; [exact cr0 |]. split; [exact wr0 |].
  assert (Rp : 0 <= R) by (unfold R; lra).
  assert (X1 : UX * (real cy - real ay) - UY * (real cx - real ax) = cross c a b) by reflexivity.
  assert (X2 : UX * (real toy - real ay) - UY * (real tox - real ax) = cross c a b + (ux a b * py v - uy a b * px v))
    by (unfold cross, ux, uy, Geometry.wx, Geometry.wy, UX, UY, c, a, b, v; simpl; ring).
  assert (Nl : R * sqrt A = R * norm (ux a b) (uy a b)) by reflexivity. rewrite X1, Nl in S1. rewrite X2, Nl in S2, S3.
  assert (G1 : 0 < wu c a b < len2 a b) by (split; [exact P1 | exact P2]).
  assert (G2 : 0 < wu c a b + (px v * ux a b + py v * uy a b) < len2 a b).
  { replace (wu c a b + (px v * ux a b + py v * uy a b)) with ((real tox - real ax) * UX + (real toy - real ay) * UY)
      by (unfold wu, ux, uy, Geometry.wx, Geometry.wy, UX, UY, c, a, b, v; simpl; ring). split; [exact P3 | exact P4]. }
  assert (LP : 0 < len2 a b) by exact A0. destruct G1 as (Fa1 & Fb1). destruct G2 as (Ga & Gb).
  destruct (Z.leb_spec x38 0) as [Z1 | Z1]; [now elim NZ |]. specialize (S1 Z1).
  rewrite Z.gtb_ltb in *. destruct (Z.ltb_spec 0 x37) as [Z2 | Z2].
  - specialize (S2 Z2). split; [intros _ | split; [discriminate | now left]].
    apply (clear_by_ends c v a b R (real sd) Rp Sg LP); lra.
  - destruct (Z.ltb_spec x37 0) as [Z3 | Z3]; [| now elim NZ]. specialize (S3 Z3).
    split; [discriminate |]. split; [intros _ | now right].
    split; [now apply (starts_apart c a b R (real sd) Rp Sg LP) |].
    now apply (hits_by_ends c v a b R (real sd) Rp Sg LP Fa1 Fb1 Ga Gb).
Qed.

(* An answer of side_path_of: 1 is clear, 2 presses, 3 hits. *)
Theorem side_path_of_correct cx cy cr tox toy ax ay bx by_ wr n s1 s2 z1 s3 s4 z2 s5 s6 z3 s7 result :
  side_path_of_results cx cy cr tox toy ax ay bx by_ wr n s1 s2 z1 s3 s4 z2 s5 s6 z3 s7 result -> result <> 0%Z ->
  let c := Point (real cx) (real cy) in let v := Point (real tox - real cx) (real toy - real cy) in
  let a := Point (real ax) (real ay) in let b := Point (real bx) (real by_) in let R := real cr + real wr in
  n = extent_number Segment /\
  (finite cx /\ finite cy /\ finite tox /\ finite toy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cr
    /\ finite wr) /\
  0 <= real cr /\ 0 <= real wr /\
  (result = 1%Z -> stays_clear c v a b R) /\ (result = 2%Z -> presses c v a b R) /\
  (result = 3%Z -> farther Segment c a b R /\ hits Side Segment c v a b R).
Proof.
  intros H NZ c v a b R. unfold side_path_of_results in H. open H. destruct H as [Level Along Slope Res].
  match type of Res with result = (if ?k then _ else _) => destruct k end.
  - subst result. exact (side_path_of_level_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      Level Along).
  - unfold side_path_of_slope_results in Slope. open Slope. destruct Slope as [_ _ _ _ _ _ _ _ _ Closely Rs].
    match type of Rs with _ = (if negb ?k then _ else _) => destruct k end; cbn [negb] in Rs; [| congruence].
    subst. destruct (side_path_closely_correct _ _ _ _ _ _ _ _ _ _ _ _ Closely NZ) as (A & B & C & D0 & E & F & G).
    do 4 (split; [assumption |]). split; [exact E |]. split; [| exact F].
    intros Two. exfalso. destruct G as [G | G]; rewrite Two in G; discriminate G.
Qed.
