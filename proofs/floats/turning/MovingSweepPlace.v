(* Centre, point and normal of a hit on a wall that turns, end to end: sweep_from_walk of src/turning/moving_sweep.c,
   after walk_turning.

   At the true time of the contact, the centre is within 2 1/16 ulp of the largest coordinate M, and the normal within
   5.78 units of 2^-53 in each coordinate. The point is within 10 ulp: on the side 2 1/16 ulp for the centre, at an end
   as many for the end, 5.79 for the normal, and 2 1/16 for the product and the sum. M also counts the displacements of
   both ends. That the integers round the time right, if they are asked, is a premise. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry SweepGeometry Bounded SweepTerms MovingGeometry MovingTurn
  MovingContact MovingAnswer Terms_time Terms_place Terms_moving Terms_turning Terms_turning_time Terms_turning_place
  SweepTime TimeRound SweepPlaceRounding SweepPlace MovingWalk MovingRound MovingPlaceTime MovingSweepNormal.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Section Place.
Variables (is_end : bool) (c cm a am b bm : point) (R M : R).
Let size (p : point) := Rabs (px p) <= M /\ Rabs (py p) <= M.
Let displacement (p m : point) := Point (displaced is_end (px p) (px m)) (displaced is_end (py p) (py m)).

(* The largest coordinate of the start, the displacements and the radii. *)
Definition turning_sizes (cr wr : D) := size c /\ size (displacement c cm) /\ size a /\ size (displacement a am) /\
  size b /\ size (displacement b bm) /\ real cr <= M /\ real wr <= M /\ M < bpow radix2 1022.

(* The vector from a to b, against M. *)
Lemma vector_within (cr wr : D) t : turning_sizes cr wr -> 0 <= t <= 1 ->
  Rabs (u_x is_end a am b bm t) <= 4 * M /\ Rabs (u_y is_end a am b bm t) <= 4 * M.
Proof.
  intros (_ & _ & [a1 a2] & [a3 a4] & [b1 b2] & [b3 b4] & _) T.
  destruct (vectors_at is_end c cm a am b bm t) as (-> & -> & _). cbn [px py] in *.
  assert (P : forall p q d e : Rdefinitions.R, Rabs p <= M -> Rabs q <= M -> Rabs d <= M -> Rabs e <= M ->
    Rabs (p - q + t * (d - e)) <= 4 * M).
  { intros p q d e Hp Hq Hd He. apply Rabs_le_inv in Hp, Hq, Hd, He.
    assert (t * (d - e) <= 1 * (2 * M)) by (apply Rle_trans with (t * (2 * M)); [apply Rmult_le_compat_l; lra | apply
      Rmult_le_compat_r; lra]).
    assert (t * (e - d) <= 1 * (2 * M)) by (apply Rle_trans with (t * (2 * M)); [apply Rmult_le_compat_l; lra | apply
      Rmult_le_compat_r; lra]).
    apply Rabs_le. lra. }
  split; now apply P.
Qed.

Lemma range_of_sizes (cr wr : D) : turning_sizes cr wr -> R = real cr + real wr ->
  (bpow radix2 (-290) <= R \/ exists t, 0 <= t <= 1 /\ bpow radix2 (-602) <=
    u_x is_end a am b bm t * u_x is_end a am b bm t + u_y is_end a am b bm t * u_y is_end a am b bm t) ->
  bpow radix2 (-900) <= M < bpow radix2 1022.
Proof.
  intros S E K. split; [| apply S]. destruct K as [K | (t & T & K)].
  - destruct S as (_ & _ & _ & _ & _ & _ & c1 & w1 & _). apply Rle_trans with (/ 2 * bpow radix2 (-290)); [| lra].
    change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le. lia.
  - destruct (vector_within cr wr t S T) as [X Y]. set (x := u_x is_end a am b bm t) in *.
    set (y := u_y is_end a am b bm t) in *. apply Rnot_lt_le. intros L. pose proof (Rabs_pos x) as x0.
    pose proof (Rabs_pos y) as y0.
    assert (Sq : forall z, Rabs z <= 4 * M -> z * z <= bpow radix2 (-1700)).
    { intros z Hz. rewrite <- (Rabs_pos_eq (z * z)) by apply Rle_0_sqr. rewrite Rabs_mult.
      change (-1700)%Z with (-850 + -850)%Z. rewrite bpow_plus.
      assert (Rabs z <= bpow radix2 (-850)).
      { apply Rle_trans with (4 * bpow radix2 (-900)); [lra |]. change 4 with (bpow radix2 2). rewrite <- bpow_plus.
        apply bpow_le. lia. }
      apply Rmult_le_compat; auto using Rabs_pos. }
    pose proof (Sq _ X). pose proof (Sq _ Y).
    assert (bpow radix2 (-602) = 4 * bpow radix2 (-604)) by (change 4 with (bpow radix2 2); rewrite <- bpow_plus;
      reflexivity).
    pose proof (bpow_le radix2 (-1700) (-604) ltac:(lia)). pose proof (bpow_gt_0 radix2 (-604)). lra.
Qed.

(* The point of a contact, from its normal. *)
Definition contact_point (cr wr : D) (f : Z) (T : Rdefinitions.R) (n : point) :=
  let C := place is_end c cm T in let E := if Z.eqb f 2 then place is_end a am T else place is_end b bm T in
  if Z.eqb f 1 then Point (px C - real cr * px n) (py C - real cr * py n)
  else Point (px E + real wr * px n) (py E + real wr * py n).

(* What is proved of the numbers of a hit at T. *)
Definition turning_place (cr wr : D) (f : Z) (T : Rdefinitions.R) (ox oy qx qy nx ny : D) := exists n,
  let C := place is_end c cm T in let E := if Z.eqb f 2 then place is_end a am T else place is_end b bm T in
  let P := contact_point cr wr f T n in
  is_turning_normal is_end c cm a am b bm R f T n /\ finite nx /\ finite ny /\
  Rabs (real nx - px n) <= 578 / 100 * u53 /\ Rabs (real ny - py n) <= 578 / 100 * u53 /\
  (size C -> size P -> (f <> 1%Z -> size E) ->
    finite ox /\ finite oy /\ finite qx /\ finite qy /\
    Rabs (real ox - px C) <= (2 + / 16) * ulp_of M /\ Rabs (real oy - py C) <= (2 + / 16) * ulp_of M /\
    Rabs (real qx - px P) <= 10 * ulp_of M /\ Rabs (real qy - py P) <= 10 * ulp_of M).
End Place.

Theorem sweep_from_walk_correct cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r e_f e_p e_q e_a e_b gap passes_grazes decides_by_end first last
    f low high kind' feature' t' ox' oy' qx' qy' nx' ny' exact unknown kind feature t ox oy qx qy nx ny M :
  turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r ->
  is_valid_turn_results cr wr extent us ws zs r true -> errors_of_results us ws zs r e_f e_p e_q e_a e_b ->
  is_moment ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r (fconst 0 0) first ->
  is_moment ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r (fconst 1 0) last ->
  walks ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r e_f e_p e_q e_a e_b gap passes_grazes decides_by_end
    first [last] 3 f low high ->
  let c := point_of cx cy in let cm := point_of cmx cmy in let a := point_of ax ay in let am := point_of amx amy in
  let b := point_of bx by_ in let bm := point_of bmx bmy in let R := real cr + real wr in
  (gap = 1%Z -> clear_at is_end c cm a am b bm R 0) -> (gap = 0%Z -> touch_at is_end c cm a am b bm R 0 /\ 0 < R) ->
  (gap = 0 \/ gap = 1)%Z ->
  sweep_from_walk_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r f low high kind' feature' t' ox' oy' qx' qy' nx' ny' exact unknown kind feature t ox oy qx qy
    nx ny ->
  (forall guess step error mx my,
    estimate_turning_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
      zx zy zxc zyc zs r f low high guess step error mx my ->
    ((exact < 0)%Z <-> near_at is_end c cm a am b bm R (real (fadd guess step)))) ->
  turning_sizes is_end c cm a am b bm M cr wr ->
  (kind = kind' /\ feature = feature' /\ t = t' /\ ox = ox' /\ oy = oy' /\ qx = qx' /\ qy = qy' /\ nx = nx' /\ ny =
    ny') \/
  (kind = 3%Z /\ feature = f /\ exists T, 0 < T < 1 /\ (forall y, 0 < y < T -> clear_at is_end c cm a am b bm R y) /\
    touch_at is_end c cm a am b bm R T /\ finite t /\ is_largest_not_after (real t) T /\
    turning_place is_end c cm a am b bm R M cr wr f T ox oy qx qy nx ny).
Proof.
  intros V Valid E M0 M1 W. cbv zeta. intros G1 G0 G H Exact Sz.
  set (c := point_of cx cy) in *. set (cm := point_of cmx cmy) in *. set (a := point_of ax ay) in *.
  set (am := point_of amx amy) in *. set (b := point_of bx by_) in *. set (bm := point_of bmx bmy) in *.
  set (R := real cr + real wr) in *.
  unfold sweep_from_walk_results in H. open H. destruct H.
  match goal with A : estimate_turning_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    ?g ?s ?e ?x ?y, B : is_sharp_results _ _ ?d, Q : round_turning_time_results _ _ _ _ _ ?h ?l,
    P1 : moved_point_results cx _ _ _ _ _ _ _ _ _ _ |- _ => rename A into He, B into Sharp, Q into Round, P1 into Pc;
    set (guess := g) in *; set (step := s) in *; set (error := e) in *; set (time := h) in *; set (rest := l) in *;
    destruct d; subst end.
  2: { left. auto 10. }
  right. cbv [negb] in *. split; [reflexivity |]. split; [reflexivity |].
  match goal with P2 : moved_point_results ?x ?y _ _ ?x ?y _ _ _ ?p ?q |- _ => rename P2 into Pe; set (from_x := p) in
    *;
    set (from_y := q) in * end.
  specialize (Exact _ _ _ _ _ He).
  destruct (turning_hit_estimate_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid E M0 M1 W G1 G0 G He Sharp) as (T & HT & Cl & To & Est & _).
  destruct (turning_hit_time_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid E M0 M1 W G1 G0 G He Sharp Round Exact) as (T' & HT' & Cl'
      & To' & Ft
    & Largest).
  assert (Same : T' = T) by (apply (first_contact_unique is_end c cm a am b bm R); auto; lra). subst T'. clear Cl' To'
    HT'.
  destruct (round_turning_time_close guess step error T Est HT _ _ _ _ Round Ft Largest) as (Fr & Close).
  assert (Less : flt error (fmul (fconst 1 (-60)) guess) = true).
  { destruct Sharp as [S]. symmetry in S. apply andb_prop in S. apply S. }
  destruct (turning_hit_normal _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T V Valid E M0 M1 W G1 G0 G He Less Est (proj1 HT) Cl To)
    as (n & N & Hf & Big & Fnx & Fny & Nx & Ny).
  fold c cm a am b bm R in N, Big. pose proof (range_of_sizes is_end c cm a am b bm R M cr wr Sz eq_refl Big) as Rg.
  exists T. split; [exact HT |]. split; [exact Cl |]. split; [exact To |]. split; [exact Ft |]. split; [exact Largest
    |].
  exists n. split; [exact N |]. split; [exact Fnx |]. split; [exact Fny |]. split; [exact Nx |]. split; [exact Ny |].
  intros [C1 C2] [P1 P2] Se.
  destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
    as ((F1 & F2 & F3 & F4 & F5 & F6 & F7 & F8 & F9 & F10 & F11 & F12) & Fcr & Fwr & Cr0 & Wr0 & _).
  destruct Sz as ([c1 c2] & [o1 o2] & [a1 a2] & [v1 v2] & [b1 b2] & [w1 w2] & Mc & Mw & _).
  assert (U : Rabs (px n) <= 1 /\ Rabs (py n) <= 1) by (destruct N as (U & _); split; apply Rabs_le; nra).
  destruct (moved_point_correct _ _ _ _ _ _ _ _ _ _ _ T M Pc F1 F2 F3 F4 F1 F2 Ft Fr Close Rg) as (Fox & Foy & _ & B2);
    try assumption.
  destruct (B2 eq_refl eq_refl) as (B3 & B4). clear B2.
  assert (U0 : 0 <= ulp_of M) by apply ulp_ge_0.
  assert (Md : M * (578 / 100 * u53) <= 579 / 100 * ulp_of M).
  { destruct (unit_of_size M Rg) as (g & _ & LM & -> & _). destruct (unit_pos g) as (g0 & EB & _). rewrite EB in LM.
    lra. }
  assert (d40 : 578 / 100 * u53 <= bpow radix2 (-40)) by (change (bpow radix2 (-40)) with (/ 1099511627776); lra).
  assert (Pt : forall (from off m : D) A Z, finite from -> finite off -> finite m ->
    Rabs (real from - A) <= (2 + / 16) * ulp_of M -> Rabs (real off) <= M -> Rabs (real m - Z) <= 578 / 100 * u53 ->
    Rabs Z <= 1 -> Rabs A <= M -> Rabs (A + real off * Z) <= M ->
    finite (fadd from (fmul off m)) /\ Rabs (real (fadd from (fmul off m)) - (A + real off * Z)) <= 10 * ulp_of M).
  { intros from off m A Z Ff Fo Fm HA Ho Hm HZ LA LP.
    destruct (point_coordinate from off m (fmul off m) A Z _ _ M (or_introl eq_refl) Rg Ff Fo Fm HA ltac:(lra) Ho Hm HZ
      d40
      LA LP) as (Fp & Ep).
    split; [exact Fp |]. eapply Rle_trans; [exact Ep |]. lra. }
  match type of Fnx with finite ?v => set (mx := v) in * end. match type of Fny with finite ?v => set (my := v) in *
    end.
  match type of Fox with finite ?v => set (kx := v) in * end. match type of Foy with finite ?v => set (ky := v) in *
    end.
  split; [exact Fox |]. split; [exact Foy |]. unfold contact_point in *. destruct Hf as [-> | Hf].
  - change (1 =? 1)%Z with true in *. cbv iota in *. cbn [px py] in *.
    assert (Ho : Rabs (real (fneg cr)) <= M) by (rewrite real_fneg, Rabs_Ropp, Rabs_pos_eq; lra).
    assert (Sub : forall A Z, Rabs (A - real cr * Z) <= M -> Rabs (A + real (fneg cr) * Z) <= M).
    { intros A Z L. rewrite real_fneg. now rewrite Ropp_mult_distr_l_reverse. }
    destruct (Pt kx (fneg cr) mx _ _ Fox (finite_fneg _ Fcr) Fnx B3 Ho Nx (proj1 U) C1 (Sub _ _ P1)) as (Fq1 & Eq1).
    destruct (Pt ky (fneg cr) my _ _ Foy (finite_fneg _ Fcr) Fny B4 Ho Ny (proj2 U) C2 (Sub _ _ P2)) as (Fq2 & Eq2).
    rewrite real_fneg, Ropp_mult_distr_l_reverse in Eq1, Eq2. auto 10.
  - assert (N1 : (f =? 1)%Z = false) by (destruct Hf as [-> | ->]; reflexivity). rewrite N1 in *. cbv iota in *.
    assert (Se' := Se ltac:(destruct Hf; lia)). clear Se. destruct Se' as [e1 e2].
    assert (K : finite from_x /\ finite from_y /\
      Rabs (real from_x - px (if (f =? 2)%Z then place is_end a am T else place is_end b bm T)) <= (2 + / 16) * ulp_of
        M /\
      Rabs (real from_y - py (if (f =? 2)%Z then place is_end a am T else place is_end b bm T)) <= (2 + / 16) * ulp_of
        M).
    { destruct (f =? 2)%Z; cbv iota in *;
        (edestruct moved_point_correct with (1 := Pe) (T := T) (M := M) as (Fe1 & Fe2 & _ & B5); try assumption;
         destruct (B5 eq_refl eq_refl) as (B6 & B7); auto). }
    destruct K as (Ff1 & Ff2 & E1 & E2). set (e := if (f =? 2)%Z then place is_end a am T else place is_end b bm T) in
      *.
    assert (Ho : Rabs (real wr) <= M) by (rewrite Rabs_pos_eq; assumption).
    destruct (Pt from_x wr mx _ _ Ff1 Fwr Fnx E1 Ho Nx (proj1 U) e1 P1) as (Fq1 & Eq1).
    destruct (Pt from_y wr my _ _ Ff2 Fwr Fny E2 Ho Ny (proj2 U) e2 P2) as (Fq2 & Eq2).
    cbn [px py]. auto 10.
Qed.
