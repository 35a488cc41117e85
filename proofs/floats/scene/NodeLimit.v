(* A node that contains a place within the distance `far` of the start of a search is not beyond the limit:
   node_distances and node_beyond (src/scene/traversal_lanes.h) against limit_of (src/scene/traversal.c). The errors are
   those of SearchLimit.v. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Conversions Fused Lanes Overflow Order IndexCoordinates SearchRegions
  SearchLimit LaneBoxes Terms_index Terms_region.
From Carom Require Terms_boxes.
Import Terms_boxes.squares_to_lanes_terms(squares_to_lanes_results).

Open Scope R_scope.

Lemma unit_single : 0 < u single <= / 1048576.
Proof. rewrite u_single. lra. Qed.

Lemma rnd_nonpos f x : x <= 0 -> rnd f x <= 0.
Proof. intros H. rewrite <- (rnd_zero f). now apply rnd_le. Qed.

Definition in_range (x : F single) := finite x /\ Rabs (real x) <= bpow radix2 100.

Lemma fsub_in_range (x y : F single) : in_range x -> in_range y -> finite (fsub x y).
Proof.
  intros (Fx & Bx) (Fy & By). destruct (fsub_rounds x y Fx Fy) as (_ & H).
  assert (G : in_format single (bpow radix2 101)) by (apply generic_format_bpow; vm_compute; discriminate).
  assert (L : bpow radix2 101 < @huge single) by (apply bpow_lt; reflexivity).
  assert (D : bpow radix2 101 = 2 * bpow radix2 100).
  { change 101%Z with (1 + 100)%Z. rewrite bpow_plus. reflexivity. }
  assert (B : - bpow radix2 101 <= real x - real y <= bpow radix2 101).
  { revert Bx By. unfold Rabs. repeat destruct (Rcase_abs _); lra. }
  destruct B as [B1 B2]. apply (rnd_le single) in B1, B2. rewrite (rnd_of_format single (bpow radix2 101) G) in B2.
  rewrite (rnd_of_format single (- bpow radix2 101)) in B1 by (apply generic_format_opp; exact G).
  destruct H as [(F & _) | [(_ & O) | (_ & O)]]; [exact F | lra | lra].
Qed.

(* The larger of 0 and two rounded differences that are at most b. *)
Lemma outside_at_most (lo hi x m d : F single) (b : R) : in_range lo -> in_range hi -> in_range x -> 0 <= b ->
  is_max m (fsub lo x) (fsub x hi) -> is_max d m (fconst 0 0) -> real lo - real x <= b -> real x - real hi <= b ->
  finite d /\ 0 <= real d <= (1 + u single) * b.
Proof.
  intros Rl Rh Rx B Hm Hd L H. pose proof (fsub_in_range lo x Rl Rx) as F1. pose proof (fsub_in_range x hi Rx Rh) as F2.
  destruct (Hm F1 F2) as (Fm & Vm). destruct (@zero_value single) as (Fz & Vz). destruct (Hd Fm Fz) as (Fd & Vd).
  pose proof unit_single as U.
  assert (S : forall p q : F single, finite (fsub p q) -> real p - real q <= b -> real (fsub p q) <= (1 + u single) *
    b).
  { intros p q Fs Hb. destruct (fsub_finite _ _ Fs) as (_ & _ & V).
    assert (0 <= u single * b) by (apply Rmult_le_pos; lra).
    destruct (Rle_or_lt (real p - real q) 0) as [N | N].
    - rewrite V. pose proof (rnd_nonpos single _ N). lra.
    - pose proof (difference_near p q Fs) as E. rewrite (Rabs_pos_eq (real p - real q)) in E by lra.
      pose proof (Rle_abs (real (fsub p q) - (real p - real q))).
      assert (u single * (real p - real q) <= u single * b) by (apply Rmult_le_compat_l; lra). lra. }
  pose proof (S lo x F1 L) as S1. pose proof (S x hi F2 H) as S2. split; [exact Fd |]. rewrite Vd, Vz, Vm.
  assert (0 <= (1 + u single) * b) by (apply Rmult_le_pos; lra).
  split; [apply Rmax_r |]. repeat apply Rmax_lub; assumption.
Qed.

Lemma square_below (dx dy square : F single) (w : R) : finite dx -> finite dy ->
  sum_or_fused square (fmul dx dx) (fmul dy dy) (Some (dx, dx)) (Some (dy, dy)) ->
  (1 + u single) * (real dx * real dx + real dy * real dy) + 2 * eta single <= w ->
  rnd single w < bpow radix2 (emax single) -> finite square /\ real square <= rnd single w.
Proof.
  intros Fx Fy S W O. pose proof unit_single as U. pose proof (eta_pos single) as T.
  assert (X : 0 <= real dx * real dx) by apply Rle_0_sqr. assert (Y : 0 <= real dy * real dy) by apply Rle_0_sqr.
  assert (UX : 0 <= u single * (real dx * real dx)) by (apply Rmult_le_pos; lra).
  assert (UY : 0 <= u single * (real dy * real dy)) by (apply Rmult_le_pos; lra).
  assert (P : forall p : F single, finite p -> 0 <= real p * real p -> real p * real p <= w ->
    finite (fmul p p) /\ 0 <= real (fmul p p) <= (1 + u single) * (real p * real p) + eta single).
  { intros p Fp Pp Lp. assert (F : finite (fmul p p)).
    { apply fmul_finite_below with w; auto. now rewrite Rabs_pos_eq. }
    split; [exact F |]. destruct (fmul_finite _ _ F) as (_ & _ & V). split; [rewrite V; now apply rnd_nonneg |].
    pose proof (rnd_error single (real p * real p)) as E. rewrite <- V in E. rewrite (Rabs_pos_eq (real p * real p)) in
      E by exact Pp.
    pose proof (Rle_abs (real (fmul p p) - real p * real p)). lra. }
  destruct (P dx Fx X ltac:(lra)) as (F1 & L1). destruct (P dy Fy Y ltac:(lra)) as (F2 & L2).
  destruct S as [-> | [(a & b & E & ->) | (a & b & E & ->)]].
  - destruct (fadd_rounds _ _ F1 F2) as (_ & H).
    assert (B : rnd single (real (fmul dx dx) + real (fmul dy dy)) <= rnd single w) by (apply rnd_le; lra).
    assert (N : 0 <= rnd single (real (fmul dx dx) + real (fmul dy dy))) by (apply rnd_nonneg; lra).
    pose proof (huge_pos (f := single)). unfold huge in *.
    destruct H as [(F & V) | [(_ & V) | (_ & V)]]; [| lra | lra]. split; [exact F |].
    rewrite value_finite in V by exact F. now rewrite V.
  - injection E. intros <- <-.
    assert (F : finite (ffma dx dx (fmul dy dy))).
    { apply ffma_finite_below with w; auto. rewrite Rabs_pos_eq; lra. }
    split; [exact F |]. destruct (ffma_finite _ _ _ F) as (_ & _ & _ & ->). apply rnd_le. lra.
  - injection E. intros <- <-.
    assert (F : finite (ffma dy dy (fmul dx dx))).
    { apply ffma_finite_below with w; auto. rewrite Rabs_pos_eq; lra. }
    split; [exact F |]. destruct (ffma_finite _ _ _ F) as (_ & _ & _ & ->). apply rnd_le. lra.
Qed.

(* ---- the limit ---- *)

Lemma flt_infinite (x : F single) : flt finf x = false.
Proof.
  apply not_true_is_false. intros H. apply flt_of_values in H. destruct H as (_ & _ & H). pose proof (value_range x).
    simpl
    in H. lra.
Qed.

Definition limit_factor : F double := fadd (fconst 1 0) (fconst 1 (-20)).

Lemma limit_factor_value : finite limit_factor /\ 1 <= real limit_factor.
Proof.
  constant_of double 1%Z 0%Z. constant_of double 1%Z (-20)%Z. destruct C as (F1 & V1), C0 as (F2 & V2). unfold
    limit_factor.
  pose proof (fadd_rounds _ _ F1 F2) as (N & H). rewrite V1, V2 in H. change (bpow radix2 0) with 1 in H.
  pose proof (bpow_gt_0 radix2 (-20)) as P.
  assert (P1 : bpow radix2 (-20) <= 1) by (change 1 with (bpow radix2 0); apply bpow_le; lia).
  assert (G1 : in_format double 1) by (change 1 with (bpow radix2 0); apply generic_format_bpow; vm_compute;
    discriminate).
  assert (G2 : in_format double 2) by (change 2 with (bpow radix2 1); apply generic_format_bpow; vm_compute;
    discriminate).
  assert (A : 1 <= rnd double (1 * 1 + 1 * bpow radix2 (-20))).
  { apply Rle_trans with (rnd double 1); [rewrite (rnd_of_format double 1 G1); lra | apply rnd_le; lra]. }
  assert (B : rnd double (1 * 1 + 1 * bpow radix2 (-20)) <= 2).
  { apply Rle_trans with (rnd double 2); [apply rnd_le; lra | rewrite (rnd_of_format double 2 G2); lra]. }
  assert (L : 2 < @huge double) by (change 2 with (bpow radix2 1); apply bpow_lt; reflexivity).
  destruct H as [(F & V) | [(_ & V) | (_ & V)]]; [| lra | lra]. split; [exact F |]. rewrite value_finite in V by
    exact F. lra.
Qed.

Lemma flt_min_value : finite (fwiden (fconst 1 (-126))) /\ real (fwiden (fconst 1 (-126))) = 16777216 * eta single.
Proof.
  constant_of single 1%Z (-126)%Z. destruct C as (F1 & V1). destruct (fwiden_value _ F1) as (F2 & V2). split; [exact F2
    |].
  rewrite V2, V1. unfold eta. change (bpow radix2 (-126)) with (bpow radix2 (24 + (emin single - 1))). rewrite
    bpow_plus.
  change (bpow radix2 24) with 16777216. ring.
Qed.

Lemma flt_max_value : finite (fwiden (fconst 16777215 104)).
Proof. constant_of single 16777215%Z 104%Z. destruct C as (F1 & V1). now destruct (fwiden_value _ F1). Qed.

Lemma nineteen_value : finite (fconst 1 (-19) : F double) /\ real (fconst 1 (-19) : F double) = 32 * / 16777216.
Proof. constant_of double 1%Z (-19)%Z. destruct C as (F1 & V1). split; [exact F1 |]. rewrite V1. simpl. lra. Qed.

Lemma rounded_down (s r v d : R) : Rabs (r - s) <= v * Rabs s + d -> 0 <= s -> (1 - v) * s - d <= r.
Proof. intros H S. rewrite (Rabs_pos_eq s) in H by exact S. revert H. unfold Rabs. destruct (Rcase_abs _); lra. Qed.

(* If the computed differences are little more than real ones whose length is at most `far`, the square is not
   beyond. *)
Theorem square_within_limit (x y dx dy square limit : F single) (far : F double) (ex ey : R) :
  limit_of_results x y far limit -> finite x -> finite y -> number far -> nonneg far ->
  finite dx -> finite dy -> 0 <= real dx -> 0 <= real dy ->
  sum_or_fused square (fmul dx dx) (fmul dy dy) (Some (dx, dx)) (Some (dy, dy)) ->
  0 <= ex -> 0 <= ey ->
  real dx <= (1 + (21/10) * / 16777216) * ex + ((204/100) * / 16777216 * Rabs (real x) + 6 * eta single) ->
  real dy <= (1 + (21/10) * / 16777216) * ey + ((204/100) * / 16777216 * Rabs (real y) + 6 * eta single) ->
  (finite far ->
   ex * ex + ey * ey <= ((1 + / 16777216) * real far + eta single) * ((1 + / 16777216) * real far + eta single)) ->
  flt limit square = false.
Proof.
  intros (error & lim & [He Hl Hr]) Fx Fy Nf Pf Fdx Fdy Pdx Pdy S Ex Ey Lx Ly D.
  destruct (flt lim (fwiden (fconst 16777215 104))) eqn:C; [| rewrite Hr; apply flt_infinite].
  destruct (fwiden_value x Fx) as (Fwx & Vwx). destruct (fwiden_value y Fy) as (Fwy & Vwy).
  destruct nineteen_value as (F19 & V19). destruct flt_min_value as (Fm & Vm). destruct limit_factor_value as (Fk & Vk).
  fold limit_factor in Hr. revert He Hl Hr. generalize dependent (fconst 1 (-19) : F double). intros c19 F19 V19.
  generalize dependent (fwiden (fconst 1 (-126))). intros small Fm Vm.
  generalize dependent limit_factor. intros k Fk Vk He Hl Hr.
  pose proof (eta_pos double) as T. pose proof (eta_pos single) as Ts.
  assert (Ps : nonneg small) by (apply nonneg_of_real; auto; lra). assert (Pc : nonneg c19) by (apply nonneg_of_real;
    auto; lra).
  assert (Pk : nonneg k) by (apply nonneg_of_real; auto; lra).
  assert (Pe : nonneg error).
  { rewrite He. apply nonneg_fmul; auto. apply nonneg_fadd; auto. apply nonneg_fadd; apply nonneg_fabs. }
  assert (Pl : nonneg lim) by (rewrite Hl; apply nonneg_fadd; auto; apply nonneg_square).
  assert (Fl : finite lim) by (eapply flt_finite; eauto).
  (* all terms are finite *)
  pose proof Fl as F1. rewrite Hl in F1. destruct (fadd_finite _ _ F1) as (F2 & _ & V1).
  destruct (fmul_finite _ _ F2) as (F3 & _ & V2). destruct (fadd_finite _ _ F3) as (Ff & Fe & V3). specialize (D Ff).
  pose proof Fe as F4. rewrite He in F4. destruct (fmul_finite _ _ F4) as (_ & F5 & V4).
  destruct (fadd_finite _ _ F5) as (F6 & _ & V5). destruct (fadd_finite _ _ F6) as (_ & _ & V6).
  rewrite <- Hl in V1. rewrite <- He in V4.
  pose proof (nonneg_real _ Pf) as Rf. pose proof (nonneg_real _ Pe) as Re. pose proof (nonneg_real _ Pl) as Rl.
  set (v := / 9007199254740992).
  assert (Vd : u double = v) by apply u_double.
  pose proof (rnd_sum_error double _ _ (real_in_format (fabs (fwiden x))) (real_in_format (fabs (fwiden y)))) as E6.
  rewrite <- V6 in E6. rewrite !real_fabs, Vwx, Vwy, Vd in E6.
  pose proof (rnd_sum_error double _ _ (real_in_format (fadd (fabs (fwiden x)) (fabs (fwiden y)))) (real_in_format
    far)) as E5.
  rewrite <- V5, Vd in E5.
  pose proof (rnd_error double (real c19 * real (fadd (fadd (fabs (fwiden x)) (fabs (fwiden y))) far))) as E4. rewrite
    <- V4, V19, Vd in E4.
  pose proof (rnd_sum_error double _ _ (real_in_format far) (real_in_format error)) as E3. rewrite <- V3, Vd in E3.
  pose proof (rnd_error double (real (fadd far error) * real (fadd far error))) as E2. rewrite <- V2, Vd in E2.
  pose proof (rnd_sum_error double _ _ (real_in_format (fmul (fadd far error) (fadd far error))) (real_in_format
    small)) as E1.
  rewrite <- V1, Vm, Vd in E1.
  rewrite <- (Rplus_0_r (v * _)) in E1. rewrite <- (Rplus_0_r (v * _)) in E3.
  rewrite <- (Rplus_0_r (v * _)) in E5. rewrite <- (Rplus_0_r (v * _)) in E6.
  pose proof (Rabs_pos (real x)) as Ax. pose proof (Rabs_pos (real y)) as Ay.
  set (s6 := real (fadd (fabs (fwiden x)) (fabs (fwiden y)))) in *.
  set (s5 := real (fadd (fadd (fabs (fwiden x)) (fabs (fwiden y))) far)) in *.
  set (s3 := real (fadd far error)) in *. set (s2 := real (fmul (fadd far error) (fadd far error))) in *.
  apply rounded_down in E6; [| lra]. apply rounded_down in E5; [| unfold v in *; lra].
  apply rounded_down in E4; [| unfold v in *; lra]. apply rounded_down in E3; [| lra]. apply rounded_down in E2; [|
    apply Rle_0_sqr].
  assert (R2 : 0 <= s2) by (unfold s2; apply nonneg_real, nonneg_square).
  apply rounded_down in E1; [| lra].
  set (w := real lim * real k).
  assert (Wl : real lim <= w).
  { unfold w. rewrite <- (Rmult_1_r (real lim)) at 1. apply Rmult_le_compat_l; lra. }
  (* the square before its last rounding *)
  assert (Hs : forall w', real lim <= w' ->
    (1 + u single) * (real dx * real dx + real dy * real dy) + 2 * eta single <= w').
  { intros w' Hw. rewrite u_single.
    apply limit_above with (h := eta single) (t := eta double) (far := real far) (s := Rabs (real x) + Rabs (real y))
      (dx := ex) (dy := ey) (ax := Rabs (real x)) (ay := Rabs (real y)) (error := real error) (sum := s3) (square :=
        s2) (limit := real lim);
      auto; try (unfold v in *; lra).
    - split; [exact Ts |]. unfold eta. change (/ 1267650600228229401496703205376) with (bpow radix2 (-100)). apply
      bpow_le. vm_compute. discriminate.
    - split; [exact T |]. unfold eta, Rdiv. change (/ 1267650600228229401496703205376) with (bpow radix2 (-100)).
      rewrite <- bpow_plus.
      apply bpow_le. vm_compute. discriminate.
    - apply Rplus_le_compat_r. apply Rmult_le_compat_l; [lra |].
      apply Rplus_le_compat; apply Rmult_le_compat; auto. }
  (* the conversion to float *)
  assert (Np : number (fmul lim k)) by (apply number_fmul; auto; [now apply number_finite | lra]).
  assert (Pp : nonneg (fmul lim k)) by now apply nonneg_fmul.
  destruct (is_finite (fmul lim k)) eqn:Fp.
  2: { assert (E : fmul lim k = finf) by (apply infinite_of_nonneg; auto; unfold finite; congruence).
       rewrite Hr, E. apply flt_infinite. }
  destruct (fmul_finite _ _ Fp) as (_ & _ & Vp).
  assert (Lp : real lim <= real (fmul lim k)).
  { rewrite Vp. apply Rle_trans with (rnd double (real lim)); [rewrite rnd_of_format by apply real_in_format; lra | now
    apply rnd_le]. }
  pose proof (converted_value double single (fmul lim k) Fp) as K. change (converted double single) with fnarrow in K.
  destruct (Rlt_bool_spec (Rabs (rnd single (real (fmul lim k)))) (bpow radix2 (emax single))) as [O | O].
  - destruct K as (Fn & Vn). rewrite <- Hr in Fn, Vn.
    destruct (square_below dx dy square (real (fmul lim k)) Fdx Fdy S) as (Fs & Ls); [now apply Hs | |].
    + eapply Rle_lt_trans; [apply Rle_abs | exact O].
    + apply fle_not_flt. apply fle_of_values. split; [now apply number_finite |]. split; [now apply number_finite |].
      rewrite !value_finite, Vn by assumption. exact Ls.
  - assert (Sg : Bsign (fmul lim k) = false).
    { apply sign_of_positive; auto. assert (0 < real lim); [| lra]. unfold v in *. lra. }
    rewrite Sg in K. assert (E : limit = finf); [| rewrite E; apply flt_infinite]. rewrite Hr.
    unfold binary_overflow in K. destruct (fnarrow (fmul lim k)) as [q | q | | q m e B]; simpl in K; try discriminate.
    injection K. intros ->. reflexivity.
Qed.

(* ---- a node above a wall ---- *)

Lemma not_below (x y : F double) : number x -> number y -> flt x y = false -> fle y x = true.
Proof.
  intros Nx Ny H. apply fle_of_values. repeat split; auto. apply Rnot_lt_le. intros L.
  assert (flt x y = true); [now apply flt_of_values | congruence].
Qed.

Section Side.
Variables origin scale : F double.
Hypothesis origin_finite : finite origin.
Hypothesis origin_small : Rabs (real origin) <= bpow radix2 969.
Hypothesis scale_finite : finite scale.
Hypothesis scale_positive : 0 < real scale.

(* The wall's box reaches from low to high and contains the coordinate q; the node contains it in index coordinates. *)
Lemma side_at_most (from low high : F double) (x low' high' node_low node_high : F single) (q : R) :
  finite from -> at_most low q -> at_least high q ->
  index_coordinate_results from origin scale x ->
  index_coordinate_results low origin scale low' -> index_coordinate_results high origin scale high' ->
  fle node_low low' = true -> fle high' node_high = true -> in_range node_low -> in_range node_high ->
  let b := (1 + (102/100) * u single) * (Rabs (q - real from) * real scale) + (203/100) * u single * Rabs (real x) + 5
    * eta single in
  in_range x /\ 0 <= b /\ real node_low - real x <= b /\ real x - real node_high <= b.
Proof.
  intros Ff Hlow Hhigh Hx Hl Hh Nl Nh Rl Rh b.
  pose proof (number_of_at_most _ _ Hlow) as Nlow. pose proof (number_of_at_least _ _ Hhigh) as Nhigh.
  pose proof (number_finite _ Ff) as Nf.
  destruct (index_coordinate_bounded origin scale origin_finite scale_finite scale_positive from x Nf Hx) as (Fx & Bx).
  destruct (index_coordinate_bounded origin scale origin_finite scale_finite scale_positive low low' Nlow Hl) as (Fl &
    _).
  destruct (index_coordinate_bounded origin scale origin_finite scale_finite scale_positive high high' Nhigh Hh) as (Fh
    & _).
  pose proof unit_single as U. pose proof (eta_pos single) as T. pose proof (Rabs_pos (real x)).
  assert (P : 0 <= Rabs (q - real from) * real scale) by (apply Rmult_le_pos; [apply Rabs_pos | lra]).
  assert (P1 : 0 <= u single * (Rabs (q - real from) * real scale)) by (apply Rmult_le_pos; lra).
  assert (P2 : 0 <= u single * Rabs (real x)) by (apply Rmult_le_pos; lra).
  assert (B : 0 <= b) by (unfold b; lra).
  assert (far : forall p (y : F single), finite p -> index_coordinate_results p origin scale y ->
    Rabs (real p - real from) <= Rabs (q - real from) -> Rabs (real y - real x) <= b).
  { intros p y Fp Hy L.
    eapply Rle_trans; [exact (difference_error origin scale origin_finite origin_small scale_finite scale_positive from
      p x y Ff Fp Hx Hy) |].
    unfold b. apply Rplus_le_compat_r, Rplus_le_compat_r. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r;
      lra. }
  apply fle_real in Nl; [| apply Rl | exact Fl]. apply fle_real in Nh; [| exact Fh | apply Rh].
  split; [split; assumption |]. split; [exact B |]. split.
  - destruct (flt from low) eqn:C.
    + apply flt_of_values in C. destruct C as (_ & _ & C). pose proof (finite_below from Ff) as Bf.
      destruct Hlow as [-> | (Flow & Llow)]; [simpl in C; lra |]. rewrite !value_finite in C by assumption.
      assert (D : Rabs (real low' - real x) <= b).
      { apply (far low); auto. rewrite !Rabs_pos_eq; lra. }
      pose proof (Rle_abs (real low' - real x)). lra.
    + apply not_below in C; auto.
      pose proof (index_coordinate_never_falls origin scale origin_finite scale_finite scale_positive _ _ _ _ Hl Hx C)
        as M.
      apply fle_real in M; auto. lra.
  - destruct (flt high from) eqn:C.
    + apply flt_of_values in C. destruct C as (_ & _ & C). pose proof (finite_below from Ff) as Bf.
      destruct Hhigh as [-> | (Fhigh & Lhigh)]; [simpl in C; lra |]. rewrite !value_finite in C by assumption.
      assert (D : Rabs (real high' - real x) <= b).
      { apply (far high); auto. rewrite !Rabs_left1; lra. }
      pose proof (Rle_abs (- (real high' - real x))) as E. rewrite Rabs_Ropp in E. lra.
    + apply not_below in C; auto.
      pose proof (index_coordinate_never_falls origin scale origin_finite scale_finite scale_positive _ _ _ _ Hx Hh C)
        as M.
      apply fle_real in M; auto. lra.
Qed.
End Side.

(* The wall's box contains the place (qx, qy), which is within `far` of the start in index coordinates, but for 2^-24 of
   far and 2^-150. The node contains the wall's box. Then the node is not beyond the limit. *)
Theorem node_within_limit (ox oy scale from_x from_y far : F double) (wall : box double) (wall' node : box single)
    (x y square limit : F single) (qx qy : R) :
  finite ox -> finite oy -> Rabs (real ox) <= bpow radix2 969 -> Rabs (real oy) <= bpow radix2 969 ->
  finite scale -> 0 < real scale -> finite from_x -> finite from_y -> number far -> nonneg far ->
  at_most (min_x wall) qx -> at_least (max_x wall) qx -> at_most (min_y wall) qy -> at_least (max_y wall) qy ->
  index_box ox oy scale wall wall' -> contains node wall' ->
  in_range (min_x node) -> in_range (max_x node) -> in_range (min_y node) -> in_range (max_y node) ->
  index_coordinate_results from_x ox scale x -> index_coordinate_results from_y oy scale y ->
  squares_to_lanes_results (min_x node) (max_x node) (min_y node) (max_y node) x y square ->
  limit_of_results x y far limit ->
  (finite far -> (Rabs (qx - real from_x) * real scale) ^ 2 + (Rabs (qy - real from_y) * real scale) ^ 2 <=
    ((1 + u single) * real far + eta single) ^ 2) ->
  flt limit square = false.
Proof.
  intros Fox Foy Sox Soy Fs Ps Ffx Ffy Nf Pf W0 W1 W2 W3 Hw (C0 & C1 & C2 & C3) R0 R1 R2 R3 Hx Hy
    (none & outside_x & dx & outside_y & dy & [-> M1 M2 M3 M4 M5]) Hl D.
  apply some_max_is_max in M1, M2, M3, M4. rename M1 into O1, M2 into O2, M3 into O3, M4 into O4.
  assert (O5 : sum_or_fused square (fmul dx dx) (fmul dy dy) (Some (dx, dx)) (Some (dy, dy))).
  { destruct M5 as [S | [(p & q & E & _) | S]]; [left; exact S | discriminate | right; right; exact S]. }
  apply index_box_coordinates in Hw. destruct Hw as (I0 & I1 & I2 & I3).
  destruct (side_at_most ox scale Fox Sox Fs Ps from_x _ _ x _ _ _ _ qx Ffx W0 W1 Hx I0 I1 C0 C1 R0 R1) as (Rx & Bx &
    Lx & Hx').
  destruct (side_at_most oy scale Foy Soy Fs Ps from_y _ _ y _ _ _ _ qy Ffy W2 W3 Hy I2 I3 C2 C3 R2 R3) as (Ry & By &
    Ly & Hy').
  destruct (outside_at_most _ _ _ _ _ _ R0 R1 Rx Bx O1 O2 Lx Hx') as (Fdx & Pdx & Ldx).
  destruct (outside_at_most _ _ _ _ _ _ R2 R3 Ry By O3 O4 Ly Hy') as (Fdy & Pdy & Ldy).
  assert (Qx : 0 <= Rabs (qx - real from_x) * real scale) by (apply Rmult_le_pos; [apply Rabs_pos | lra]).
  assert (Qy : 0 <= Rabs (qy - real from_y) * real scale) by (apply Rmult_le_pos; [apply Rabs_pos | lra]).
  pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)). pose proof (eta_pos single).
  rewrite u_single in *.
  apply (square_within_limit x y dx dy square limit far (Rabs (qx - real from_x) * real scale) (Rabs (qy - real from_y)
    * real scale));
    auto; try (apply Rx); try (apply Ry); try lra.
  intros Ff. specialize (D Ff). simpl in D. rewrite !Rmult_1_r in D. exact D.
Qed.

(* A point search: far = reach * scale. Every node that contains a place within reach of the point is searched. *)
Theorem point_search_keeps_node (ox oy scale from_x from_y reach : F double) (wall : box double) (wall' node : box
  single)
    (x y square limit : F single) (qx qy : R) :
  finite ox -> finite oy -> Rabs (real ox) <= bpow radix2 969 -> Rabs (real oy) <= bpow radix2 969 ->
  finite scale -> 0 < real scale -> finite from_x -> finite from_y -> number reach -> nonneg reach ->
  at_most (min_x wall) qx -> at_least (max_x wall) qx -> at_most (min_y wall) qy -> at_least (max_y wall) qy ->
  index_box ox oy scale wall wall' -> contains node wall' ->
  in_range (min_x node) -> in_range (max_x node) -> in_range (min_y node) -> in_range (max_y node) ->
  index_coordinate_results from_x ox scale x -> index_coordinate_results from_y oy scale y ->
  squares_to_lanes_results (min_x node) (max_x node) (min_y node) (max_y node) x y square ->
  limit_of_results x y (fmul reach scale) limit ->
  (finite reach -> (qx - real from_x) ^ 2 + (qy - real from_y) ^ 2 <= real reach ^ 2) ->
  flt limit square = false.
Proof.
  intros Fox Foy Sox Soy Fs Ps Ffx Ffy Nr Pr W0 W1 W2 W3 Hw C R0 R1 R2 R3 Hx Hy O Hl D.
  assert (Pscale : nonneg scale) by (apply nonneg_of_real; auto; lra).
  apply (node_within_limit ox oy scale from_x from_y (fmul reach scale) wall wall' node x y square limit qx qy);
    auto; [now apply number_fmul | now apply nonneg_fmul |].
  intros Ff. destruct (fmul_finite _ _ Ff) as (Fr & _ & Vf). specialize (D Fr).
  pose proof (nonneg_real _ Pr) as Rr. pose proof (eta_pos double) as T.
  assert (TT : 2 * eta double <= eta single).
  { unfold eta. change 2 with (bpow radix2 1) at 1. rewrite <- bpow_plus. apply bpow_le. vm_compute. discriminate. }
  pose proof (rnd_error double (real reach * real scale)) as E. rewrite <- Vf, u_double in E.
  assert (Q : 0 <= real reach * real scale) by (apply Rmult_le_pos; lra).
  apply rounded_down in E; [| exact Q].
  rewrite !Rpow_mult_distr, !pow2_abs. rewrite <- Rmult_plus_distr_r.
  apply Rle_trans with ((real reach * real scale) ^ 2).
  - rewrite Rpow_mult_distr. apply Rmult_le_compat_r; [apply pow2_ge_0 | exact D].
  - apply pow_incr. split; [exact Q |]. rewrite u_single. lra.
Qed.

(* ---- the coordinates of a node ---- *)

(* A node has index coordinates, or is empty: the union of nothing. *)
Definition box_in_range (p : box single) :=
  in_range (min_x p) /\ in_range (max_x p) /\ in_range (min_y p) /\ in_range (max_y p).
Definition empty_box : box single := Box _ finf (fneg finf) finf (fneg finf).

Lemma flt_infinity_above (x : F single) : finite x -> flt x finf = true.
Proof. destruct x as [| | | [|]]; try discriminate; reflexivity. Qed.

Lemma flt_infinity_below (x : F single) : finite x -> flt (fneg finf) x = true /\ flt x (fneg finf) = false.
Proof. destruct x as [| | | [|]]; try discriminate; split; reflexivity. Qed.

(* Replaces a comparison in the goal, whichever way infinity is written, by its value. *)
Ltac known c b proof :=
  match goal with |- context [if ?d then _ else _] => unify d c; replace d with b by (symmetry; exact proof) end.

Lemma union_in_range p q r : union p q r ->
  box_in_range p \/ p = empty_box -> box_in_range q \/ q = empty_box -> box_in_range r \/ r = empty_box.
Proof.
  intros (x0 & x1 & y0 & y1 & [E0 E1 E2 E3 R0 R1 R2 R3]).
  destruct p as [p0 p1 p2 p3], q as [q0 q1 q2 q3], r as [r0 r1 r2 r3]. simpl in *. subst.
  unfold box_in_range. simpl. intros [(A & B & C & D) | Ep] [(A' & B' & C' & D') | Eq].
  - left. refine (conj _ (conj _ (conj _ _))); match goal with |- context [if ?c then _ else _] => destruct c end;
    assumption.
  - injection Eq. intros -> -> -> ->. left.
    known (flt finf p0) false (flt_infinite p0). known (flt finf p2) false (flt_infinite p2).
    known (flt p1 (fneg finf)) false (proj2 (flt_infinity_below p1 (proj1 B))).
    known (flt p3 (fneg finf)) false (proj2 (flt_infinity_below p3 (proj1 D))). auto.
  - injection Ep. intros -> -> -> ->. left.
    known (flt q0 finf) true (flt_infinity_above q0 (proj1 A')).
    known (flt q2 finf) true (flt_infinity_above q2 (proj1 C')).
    known (flt (fneg finf) q1) true (proj1 (flt_infinity_below q1 (proj1 B'))).
    known (flt (fneg finf) q3) true (proj1 (flt_infinity_below q3 (proj1 D'))). auto.
  - injection Ep. intros -> -> -> ->. injection Eq. intros -> -> -> ->. right. reflexivity.
Qed.

Theorem node_in_range p below r : union_of p below r -> box_in_range p \/ p = empty_box ->
  Forall (fun q => box_in_range q \/ q = empty_box) below -> box_in_range r \/ r = empty_box.
Proof.
  intros H. induction H as [p | p q r s below U H IH]; intros Hp Hb; auto.
  inversion_clear Hb as [| ? ? Hq Hb']. apply IH; auto. eapply union_in_range; eauto.
Qed.

(* The node above a wall is not empty. *)
Theorem node_of_wall_in_range wall node : contains node wall -> box_in_range wall ->
  box_in_range node \/ node = empty_box -> box_in_range node.
Proof.
  intros (C & _) ((F & _) & _) [H | ->]; auto. exfalso. apply fle_of_values in C. destruct C as (_ & _ & C).
  pose proof (finite_below _ F). simpl in C. lra.
Qed.
