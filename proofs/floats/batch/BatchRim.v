(* The batch kernels' test of the farthest point and of boxes (KERNEL(rim) and KERNEL(apart) of
   src/batch/batch_lanes.h), in doubles and in floats. docs/exactness.md, "Stage 1 in lanes".

   The rim needs the points of wall and circle to be finite and the radii to be valid. A lane where they are not is open
   since the kernels of the disc have run. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Overflow Fused LaneBound Geometry Lanes BatchLanes.

Open Scope R_scope.

(* ---- numbers that are no NaN ---- *)

Section NotNaN.
Context {f : format}.
Implicit Types v x y z : F f.

(* max keeps infinity. *)
Definition keeps_overflow v x y := number x -> number y -> x = finf \/ y = finf -> v = finf.

Lemma finite_or_overflow x s : finite x \/ B2SF x = binary_overflow (prec f) (emax f) mode_NE s -> number x.
Proof. unfold binary_overflow, finite, number. intros [H | H]; destruct x; simpl in *; auto; discriminate. Qed.

Lemma number_fsub x y : finite x -> finite y -> number (fsub x y).
Proof.
  intros Fx Fy. generalize (Bminus_correct (prec f) (emax f) _ _ mode_NE x y Fx Fy). intros C.
  apply finite_or_overflow with (Bsign x). destruct (Rlt_bool _ _); [left | right]; apply C.
Qed.

Lemma number_square x : number x -> number (fmul x x).
Proof.
  intros N. destruct (is_finite x) eqn:Fx.
  - generalize (Bmult_correct (prec f) (emax f) _ _ mode_NE x x). intros C.
    apply finite_or_overflow with (xorb (Bsign x) (Bsign x)). destruct (Rlt_bool _ _); [left | right; exact C].
    destruct C as (_ & C & _). unfold finite, fmul. now rewrite C, Fx.
  - destruct x as [| | |]; simpl in *; auto; discriminate.
Qed.

Lemma number_fadd x y : number x -> number y -> nonneg x -> nonneg y -> number (fadd x y).
Proof.
  intros Nx Ny Px Py. destruct (is_finite x) eqn:Fx; destruct (is_finite y) eqn:Fy.
  2-4: destruct x as [| [|] | |], y as [| [|] | |]; simpl in *; auto; discriminate.
  generalize (Bplus_correct (prec f) (emax f) _ _ mode_NE x y Fx Fy). intros C.
  apply finite_or_overflow with (Bsign x). destruct (Rlt_bool _ _); [left | right]; apply C.
Qed.

Lemma number_ffma x z : number x -> number z -> nonneg z -> number (ffma x x z).
Proof.
  intros Nx Nz Pz. destruct (is_finite x) eqn:Fx; destruct (is_finite z) eqn:Fz.
  2-4: destruct x as [| [|] | | [|]], z as [| [|] | |]; simpl in *; auto; discriminate.
  generalize (Bfma_correct (prec f) (emax f) _ _ mode_NE x x z Fx Fx Fz). cbv zeta. intros C.
  apply finite_or_overflow with (Rlt_bool (B2R x * B2R x + B2R z) 0).
  match type of C with context [Rlt_bool (Rabs ?r) _] => destruct (Rlt_bool (Rabs r) _) end; [left; apply C | right;
    exact C].
Qed.

Lemma number_of_squares v x y :
  sum_or_fused v (fmul x x) (fmul y y) (Some (x, x)) (Some (y, y)) -> number x -> number y ->
  nonneg v /\ number v.
Proof.
  intros S Nx Ny. split; [eapply nonneg_sum_or_fused; [exact S | ..]; simpl; auto |].
  pose proof (number_square x Nx). pose proof (number_square y Ny).
  pose proof (nonneg_square x). pose proof (nonneg_square y).
  destruct S as [-> | [(a & b & E & ->) | (a & b & E & ->)]].
  - now apply number_fadd.
  - injection E. intros <- <-. now apply number_ffma.
  - injection E. intros <- <-. now apply number_ffma.
Qed.

Lemma finite_or_infinite x : nonneg x -> number x -> finite x \/ x = finf.
Proof. destruct x as [s | s | | s m e B]; simpl; intros; subst; auto; try discriminate; left; reflexivity. Qed.

End NotNaN.

(* ---- the farthest point ---- *)

(* KERNEL(rim) in one lane. *)
Record lanes_rim {f : format} (RIM_ERROR RIM_FLOOR : F f) (ax ay bx by_ wr cx cy r : F f)
    (wx wy zx zy w2 z2 far2 rim rim2 within sum error : F f) (thicker behind sure yes certain : bool) : Prop := {
  E_rim_wx : wx = fsub cx ax;
  E_rim_wy : wy = fsub cy ay;
  E_rim_zx : zx = fsub cx bx;
  E_rim_zy : zy = fsub cy by_;
  E_w2 : sum_or_fused w2 (fmul wx wx) (fmul wy wy) (Some (wx, wx)) (Some (wy, wy));
  E_z2 : sum_or_fused z2 (fmul zx zx) (fmul zy zy) (Some (zx, zx)) (Some (zy, zy));
  E_far2 : is_max far2 w2 z2 /\ keeps_overflow far2 w2 z2;
  E_rim : rim = fsub r wr;
  E_rim2 : rim2 = fmul rim rim;
  E_within : difference_or_fused within rim2 far2 (Some (rim, rim)) None;
  E_rim_sum : sum_or_fused sum far2 rim2 None (Some (rim, rim));
  E_rim_error : sum_or_fused error RIM_FLOOR (fmul sum RIM_ERROR) None (Some (sum, RIM_ERROR));
  E_thicker : is_sign thicker rim;
  E_behind_sign : is_sign behind within;
  E_sure : sure = flt error (fabs within);
  E_yes : yes = orb behind thicker;
  E_rim_certain : certain = orb sure thicker }.

Record rim_constants {f : format} (RIM_ERROR RIM_FLOOR : F f) : Prop := {
  R_unit : u f <= / 1048576;
  R_error : finite RIM_ERROR /\ real RIM_ERROR = 16 * u f;
  R_floor : finite RIM_FLOOR /\ 32 * eta f <= real RIM_FLOOR }.

(* No point of a segment is farther than the farther end. *)
Lemma farthest_end c a b t : on_axis Segment t -> dist2_at c a b t <= Rmax (w2 c a) (z2 c b).
Proof.
  intros [T0 T1]. rewrite <- (z2_is c a b), !dist2_at_expand. pose proof (len2_nonneg a b) as L.
  assert (0 <= t * (1 - t) * len2 a b) by (repeat apply Rmult_le_pos; lra).
  set (x := w2 c a) in *. set (y := x - 2 * 1 * wu c a b + 1 * 1 * len2 a b) in *.
  pose proof (Rmax_l x y). pose proof (Rmax_r x y).
  assert ((1 - t) * x <= (1 - t) * Rmax x y) by (apply Rmult_le_compat_l; lra).
  assert (t * y <= t * Rmax x y) by (apply Rmult_le_compat_l; lra).
  unfold y in *. lra.
Qed.

(* The wall is thicker than the circle, or a point of its axis is not within the distance r - wr. Else all are. *)
Definition rim_verdict (yes : bool) (c a b : point) (r wr : R) :=
  if yes then r < wr \/ exists t, on_axis Segment t /\ (r - wr) ^ 2 <= dist2_at c a b t
  else wr <= r /\ forall t, on_axis Segment t -> dist2_at c a b t < (r - wr) ^ 2.

Lemma rim_bound (u tiny p q p' q' d sum error floor : R) :
  0 < u <= / 1048576 -> 0 < tiny -> 0 <= p -> 0 <= q ->
  Rabs (p' - p) <= (201/100) * u * p -> Rabs (q' - q) <= (402/100) * u * q + 4 * tiny -> 0 <= q' ->
  Rabs (d - (p' - q')) <= (201/100) * u * (p' + q') + 4 * tiny ->
  (99/100) * (q' + p') - 4 * tiny <= sum -> (99/100) * (floor + 16 * u * sum) - 4 * tiny <= error ->
  32 * tiny <= floor -> Rabs (d - (p - q)) <= error.
Proof.
  intros U T P Q Hp Hq Q' Hd Hs He Hf. apply within in Hp. apply within in Hq. apply within in Hd.
  assert (A1 : u * p <= / 1048576 * p) by (apply Rmult_le_compat_r; lra).
  assert (A2 : u * q <= / 1048576 * q) by (apply Rmult_le_compat_r; lra).
  assert (A3 : u * tiny <= / 1048576 * tiny) by (apply Rmult_le_compat_r; lra).
  assert (B1 : u * (p' + q') <= u * ((1001/1000) * (p + q) + 4 * tiny)) by (apply Rmult_le_compat_l; lra).
  assert (B2 : u * ((98/100) * (p + q) - 9 * tiny) <= u * sum) by (apply Rmult_le_compat_l; lra).
  assert (0 <= u * p /\ 0 <= u * q) as (C1 & C2) by (split; apply Rmult_le_pos; lra).
  apply Rabs_le. lra.
Qed.

Theorem rim_correct {f : format} (RIM_ERROR RIM_FLOOR : F f) ax ay bx by_ wr cx cy r
    wx wy zx zy w2 z2 far2 rim rim2 within sum error thicker behind sure yes :
  rim_constants RIM_ERROR RIM_FLOOR ->
  lanes_rim RIM_ERROR RIM_FLOOR ax ay bx by_ wr cx cy r
    wx wy zx zy w2 z2 far2 rim rim2 within sum error thicker behind sure yes true ->
  finite ax -> finite ay -> finite bx -> finite by_ -> finite cx -> finite cy ->
  finite r -> finite wr -> 0 <= real r -> 0 <= real wr ->
  rim_verdict yes (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r) (real wr).
Proof.
  intros [unit [FE VE] [FF VF]] [-> -> -> -> Hw2 Hz2 [Hfar Hover] -> -> Hwithin Hsum Herror Hthicker Hbehind Hsure ->
    Hcertain]
    Fax Fay Fbx Fby Fcx Fcy Fr Fwr Pr Pwr.
  pose proof (unit_range unit) as U. pose proof (eta_pos f) as T.
  set (c := point_of cx cy). set (a := point_of ax ay). set (b := point_of bx by_).
  assert (Frim : finite (fsub r wr)) by (apply fsub_nonneg_finite; auto).
  destruct (fsub_finite _ _ Frim) as (_ & _ & Vrim).
  pose proof (difference_near r wr Frim) as Drim.
  rewrite (Hthicker Frim) in *. clear Hthicker thicker.
  destruct (Bsign (fsub r wr)) eqn:S.
  - rewrite orb_true_r. unfold rim_verdict.
    assert (N : real (fsub r wr) <= 0).
    { apply Rnot_lt_le. intros H. rewrite sign_of_positive in S; auto. discriminate. }
    destruct (Rlt_le_dec (real r) (real wr)) as [L | L]; [now left | right].
    assert (E : real r - real wr = 0).
    { rewrite Vrim in N. pose proof (rnd_nonneg f (real r - real wr) ltac:(lra)) as N'. rewrite <- Vrim in N, N'.
      assert (Z : real (fsub r wr) = 0) by lra. rewrite Z in Drim. apply LaneBound.within in Drim.
      rewrite Rabs_pos_eq in Drim by lra. nra. }
    exists 0. split; [split; lra |]. rewrite E, pow_i by lia. unfold dist2_at. apply Rplus_le_le_0_compat; apply
      pow2_ge_0.
  - apply nonneg_of_sign in S; auto. rewrite orb_false_r in *. subst sure. rename Hcertain into C. symmetry in C.
    assert (L : real wr <= real r).
    { apply Rnot_lt_le. intros H. apply LaneBound.within in Drim. rewrite Rabs_left in Drim by lra. nra. }
    destruct (number_of_squares _ _ _ Hw2) as (Pw2 & Nw2); [now apply number_fsub .. |].
    destruct (number_of_squares _ _ _ Hz2) as (Pz2 & Nz2); [now apply number_fsub .. |].
    assert (Nfar : nonneg far2 /\ (finite far2 -> finite w2 /\ finite z2)).
    { destruct (finite_or_infinite _ Pw2 Nw2) as [Fw | ->]; [| rewrite Hover by auto; split; [reflexivity |
      discriminate]].
      destruct (finite_or_infinite _ Pz2 Nz2) as [Fz | ->]; [| rewrite Hover by auto; split; [reflexivity |
        discriminate]].
      destruct (Hfar Fw Fz) as (Ff & Vf). split; [| auto]. apply nonneg_of_real; auto. rewrite Vf.
      apply nonneg_real in Pw2. pose proof (Rmax_l (real w2) (real z2)). lra. }
    destruct Nfar as (Pfar & Ffar).
    assert (Psum : nonneg sum) by (eapply nonneg_sum_or_fused; [exact Hsum | ..]; simpl; auto).
    assert (Perror : nonneg error).
    { eapply nonneg_sum_or_fused; [exact Herror | ..]; simpl; auto.
      - apply nonneg_of_real; auto. lra.
      - left. split; auto. apply nonneg_of_real; auto. lra. }
    assert (Ferror : finite error) by (eapply flt_finite; eauto).
    destruct (sum_or_fused_error unit _ _ _ _ _ Herror I eq_refl Ferror) as (_ & [Fsum _] & Derror).
    destruct (sum_or_fused_error unit _ _ _ _ _ Hsum I eq_refl Fsum) as (Ff & _ & Dsum). simpl in Ff.
    destruct (Ffar Ff) as (Fw & Fz). destruct (Hfar Fw Fz) as (_ & Vfar).
    assert (Frim2 : finite (fmul (fsub r wr) (fsub r wr)) \/ exists t, real (fsub r wr) * real (fsub r wr) <= t /\ rnd
      f t < bpow radix2 (emax f)).
    { right. pose proof Fsum as Fsum'.
      destruct Hsum as [E | [(x & y & H & _) | (x & y & H & E)]]; try discriminate; rewrite E in Fsum'.
      - destruct (fadd_finite _ _ Fsum') as (_ & Fp & _). destruct (fmul_finite _ _ Fp) as (_ & _ & V).
        eexists. split; [apply Rle_refl |]. rewrite <- V. eapply Rle_lt_trans; [apply Rle_abs | apply real_below].
      - injection H. intros <- <-. destruct (ffma_finite _ _ _ Fsum') as (_ & _ & _ & V).
        exists (real (fsub r wr) * real (fsub r wr) + real far2). split; [pose proof (nonneg_real _ Pfar); lra |].
        rewrite <- V. eapply Rle_lt_trans; [apply Rle_abs | apply real_below]. }
    assert (Frr : finite (fmul (fsub r wr) (fsub r wr))).
    { destruct Frim2 as [H | (t & T1 & T2)]; auto. apply fmul_finite_below with t; auto. rewrite Rabs_pos_eq; auto.
      nra. }
    destruct (fmul_finite _ _ Frr) as (_ & _ & Vrr).
    assert (Fwithin : finite within).
    { destruct Hwithin as [-> | [(x & y & H & ->) | (x & y & H & _)]]; try discriminate.
      - apply fsub_nonneg_finite; auto; [| now apply nonneg_real]. rewrite Vrr. apply rnd_nonneg. nra.
      - injection H. intros <- <-.
        apply ffma_finite_below with (Rmax (real (fsub r wr) * real (fsub r wr)) (real far2)); auto using finite_fneg.
        + rewrite real_fneg. pose proof (nonneg_real _ Pfar).
          pose proof (Rmax_l (real (fsub r wr) * real (fsub r wr)) (real far2)).
          pose proof (Rmax_r (real (fsub r wr) * real (fsub r wr)) (real far2)). apply Rabs_le. nra.
        + apply Rmax_case.
          * rewrite <- Vrr. eapply Rle_lt_trans; [apply Rle_abs | apply real_below].
          * rewrite rnd_of_format by apply real_in_format. eapply Rle_lt_trans; [apply Rle_abs | apply real_below]. }
    destruct (difference_or_fused_error unit _ _ _ _ _ Hwithin eq_refl I Fwithin) as (_ & _ & Dwithin).
    simpl value in Derror, Dsum, Dwithin.
    (* the squares of the distances of the ends *)
    destruct (sum_or_fused_error unit _ _ _ _ _ Hw2 eq_refl eq_refl Fw) as ([Fwx _] & [Fwy _] & Dw).
    destruct (sum_or_fused_error unit _ _ _ _ _ Hz2 eq_refl eq_refl Fz) as ([Fzx _] & [Fzy _] & Dz).
    simpl value in Dw, Dz.
    pose proof (difference_near cx ax Fwx) as D1. pose proof (difference_near cy ay Fwy) as D2.
    pose proof (difference_near cx bx Fzx) as D3. pose proof (difference_near cy by_ Fzy) as D4.
    apply (rounded_products (u f) _ _ ((real cx - real ax) * (real cx - real ax)) ((real cy - real ay) * (real cy -
      real ay))) in Dw;
      [| exact U | apply rounded_factors; auto ..].
    apply (rounded_products (u f) _ _ ((real cx - real bx) * (real cx - real bx)) ((real cy - real by_) * (real cy -
      real by_))) in Dz;
      [| exact U | apply rounded_factors; auto ..].
    rewrite (Rabs_pos_eq ((real cx - real ax) * _)), (Rabs_pos_eq ((real cy - real ay) * _)) in Dw by apply Rle_0_sqr.
    rewrite (Rabs_pos_eq ((real cx - real bx) * _)), (Rabs_pos_eq ((real cy - real by_) * _)) in Dz by apply Rle_0_sqr.
    change ((real cx - real ax) * (real cx - real ax) + (real cy - real ay) * (real cy - real ay)) with (Geometry.w2 c
      a) in Dw.
    change ((real cx - real bx) * (real cx - real bx) + (real cy - real by_) * (real cy - real by_)) with (Geometry.z2
      c b) in Dz.
    assert (W0 : 0 <= Geometry.w2 c a) by (unfold Geometry.w2; nra).
    assert (Z0 : 0 <= Geometry.z2 c b) by (unfold Geometry.z2; nra).
    set (far := Rmax (Geometry.w2 c a) (Geometry.z2 c b)).
    assert (F0 : 0 <= far) by (unfold far; pose proof (Rmax_l (Geometry.w2 c a) (Geometry.z2 c b)); lra).
    assert (Dfar : Rabs (real far2 - far) <= (402/100) * u f * far + 4 * eta f).
    { rewrite Vfar. unfold far in *. clear -Dw Dz W0 Z0 U T. apply LaneBound.within in Dw. apply LaneBound.within in Dz.
      assert (0 <= u f * Geometry.w2 c a) by (apply Rmult_le_pos; lra).
      assert (0 <= u f * Geometry.z2 c b) by (apply Rmult_le_pos; lra).
      apply Rabs_le. unfold Rmax.
      destruct (Rle_dec (real w2) (real z2)) as [A | A]; destruct (Rle_dec (Geometry.w2 c a) (Geometry.z2 c b)) as [B |
        B];
        try apply Rnot_le_lt in A; try apply Rnot_le_lt in B;
        try (apply Rlt_le in B); pose proof (Rmult_le_compat_l (u f) _ _ ltac:(lra) B); lra. }
    assert (Drr : Rabs (real (fsub r wr) * real (fsub r wr) - (real r - real wr) * (real r - real wr)) <=
      (201/100) * u f * ((real r - real wr) * (real r - real wr))).
    { destruct (square_near unit (fsub r wr) (real r - real wr) Frr Drim) as (A & _).
      assert (0 <= u f * ((real r - real wr) * (real r - real wr))) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]).
        lra. }
    pose proof (nonneg_real _ Pfar) as Rfar.
    assert (R0 : 0 <= real (fsub r wr) * real (fsub r wr)) by apply Rle_0_sqr.
    assert (T1 : (99/100) * (real far2 + real (fsub r wr) * real (fsub r wr)) - 4 * eta f <= real sum).
    { pose proof (sum_at_least unit _ _ _ _ Rfar R0 Dsum). lra. }
    assert (T2 : (99/100) * (real RIM_FLOOR + 16 * u f * real sum) - 4 * eta f <= real error).
    { pose proof (nonneg_real _ Psum) as S0. rewrite VE in Derror.
      assert (A1 : 0 <= real sum * (16 * u f)) by (apply Rmult_le_pos; lra).
      assert (A2 : 0 <= real RIM_FLOOR) by lra.
      pose proof (sum_at_least unit _ _ _ _ A2 A1 Derror). lra. }
    rewrite (Rabs_pos_eq (_ * _)), (Rabs_pos_eq (real far2)) in Dwithin by assumption.
    assert (G : Rabs (real within - ((real r - real wr) * (real r - real wr) - far)) <= real error).
    { eapply rim_bound with (sum := real sum); eauto. apply Rle_0_sqr. }
    apply flt_real in C; [| assumption | now apply finite_fabs]. rewrite real_fabs in C.
    rewrite (Hbehind Fwithin). unfold rim_verdict. destruct (Bsign within) eqn:S2.
    + right. assert (N : real within <= 0).
      { apply Rnot_lt_le. intros H. rewrite sign_of_positive in S2; auto. discriminate. }
      rewrite Rabs_left1 in C by exact N. apply LaneBound.within in G.
      assert (X : (real r - real wr) ^ 2 <= far) by lra. unfold far in X. revert X. apply Rmax_case; intros X.
      * exists 0. split; [split; lra |]. now rewrite w2_is.
      * exists 1. split; [split; lra |]. now rewrite z2_is.
    + split; [exact L |]. intros t Ht. apply nonneg_of_sign in S2; auto.
      rewrite Rabs_pos_eq in C by exact S2. apply LaneBound.within in G.
      eapply Rle_lt_trans; [apply farthest_end; exact Ht |]. fold far. lra.
Qed.

(* RIM_ERROR and RIM_FLOOR of batch_set.h. *)
Lemma rim_constants_of_powers (f : format) (i j : Z) :
  u f <= / 1048576 -> (i = 4 - prec f)%Z -> (emin f <= i)%Z -> (i < 0)%Z -> (j < 0)%Z -> (emin f + 4 <= j)%Z ->
  rim_constants (fconst 1 i : F f) (fconst 1 j).
Proof.
  intros unit Hi I1 I2 J1 J2. pose proof (prec_gt_1 f) as P. pose proof (prec_lt_emax f) as Q.
  assert (one : (Z.abs 1 < 2 ^ prec f)%Z) by (simpl; apply Z.pow_gt_1; lia).
  destruct (@fconst_value f 1 i one I1) as (FE & VE); [change (Z.log2 (Z.abs 1)) with 0%Z; lia |].
  destruct (@fconst_value f 1 j one) as (FF & VF); [lia | change (Z.log2 (Z.abs 1)) with 0%Z; lia |].
  rewrite Rmult_1_l in VE, VF. split; auto.
  - split; [exact FE |]. rewrite VE, Hi. unfold u. replace (4 - prec f)%Z with (4 + - prec f)%Z by ring.
    rewrite bpow_plus. reflexivity.
  - split; [exact FF |]. rewrite VF. unfold eta. change 32 with (bpow radix2 5). rewrite <- bpow_plus. apply bpow_le.
    lia.
Qed.

Lemma rim_constants_of_doubles : rim_constants (fconst 1 (-49) : F double) (fconst 1 (-1019)).
Proof. apply rim_constants_of_powers; [exact unit_of_double | ..]; unfold emin; simpl; lia. Qed.

Lemma rim_constants_of_floats : rim_constants (fconst 1 (-20) : F single) (fconst 1 (-123)).
Proof. apply rim_constants_of_powers; [exact unit_of_single | ..]; unfold emin; simpl; lia. Qed.

(* ---- boxes ---- *)

(* What a comparison with a sum says if the sum overflows: nothing. *)
Lemma flt_of_overflow {f : format} (v z : F f) :
  B2SF v = binary_overflow (prec f) (emax f) mode_NE false -> finite z -> flt v z = false.
Proof.
  unfold binary_overflow. intros H Fz. destruct v as [s | s | | s m e B]; simpl in H; try discriminate.
  injection H. intros ->. destruct z as [[|] | | | [|]]; try discriminate; reflexivity.
Qed.

Lemma flt_of_overflow_down {f : format} (v z : F f) :
  B2SF v = binary_overflow (prec f) (emax f) mode_NE true -> finite z -> flt z v = false.
Proof.
  unfold binary_overflow. intros H Fz. destruct v as [s | s | | s m e B]; simpl in H; try discriminate.
  injection H. intros ->. destruct z as [[|] | | | [|]]; try discriminate; reflexivity.
Qed.

Lemma zero_of_sign {f : format} (y : F f) : finite y -> 0 <= real y -> Bsign y = true -> real y = 0.
Proof.
  intros Fy Py S. destruct (Rle_lt_or_eq_dec _ _ Py) as [H | H]; auto.
  rewrite sign_of_positive in S; auto. discriminate.
Qed.

(* Rounding is monotonic: what is beyond the rounded sum is beyond the sum. *)
Lemma above_sum {f : format} (x y z : F f) :
  finite x -> finite y -> 0 <= real y -> finite z -> flt (fadd x y) z = true -> real x + real y < real z.
Proof.
  intros Fx Fy Py Fz C.
  generalize (Bplus_correct (prec f) (emax f) _ _ mode_NE x y Fx Fy). intros D.
  match type of D with context [Rlt_bool ?p ?q] => destruct (Rlt_bool_spec p q) as [B | B] end.
  - destruct D as (V & D & _). change (finite (fadd x y)) in D. apply flt_real in C; auto.
    change (real (fadd x y) = rnd f (real x + real y)) in V. rewrite V in C.
    apply Rnot_le_lt. intros H. apply (rnd_le f) in H. rewrite (rnd_of_format f (real z)) in H by apply real_in_format.
      lra.
  - destruct D as (D & S). destruct (Bsign x) eqn:Sx.
    + exfalso. symmetry in S. apply zero_of_sign in S; auto. unfold real in S. rewrite S, Rplus_0_r in B.
      change (bpow radix2 (emax f) <= Rabs (rnd f (real x))) in B. rewrite rnd_of_format in B by apply real_in_format.
      pose proof (real_below x). lra.
    + rewrite (flt_of_overflow (fadd x y) z D Fz) in C. discriminate.
Qed.

Lemma below_difference {f : format} (x y z : F f) :
  finite x -> finite y -> 0 <= real y -> finite z -> flt z (fsub x y) = true -> real z < real x - real y.
Proof.
  intros Fx Fy Py Fz C.
  generalize (Bminus_correct (prec f) (emax f) _ _ mode_NE x y Fx Fy). intros D.
  match type of D with context [Rlt_bool ?p ?q] => destruct (Rlt_bool_spec p q) as [B | B] end.
  - destruct D as (V & D & _). change (finite (fsub x y)) in D. apply flt_real in C; auto.
    change (real (fsub x y) = rnd f (real x - real y)) in V. rewrite V in C.
    apply Rnot_le_lt. intros H. apply (rnd_le f) in H. rewrite (rnd_of_format f (real z)) in H by apply real_in_format.
      lra.
  - destruct D as (D & S). destruct (Bsign x) eqn:Sx.
    + rewrite (flt_of_overflow_down (fsub x y) z D Fz) in C. discriminate.
    + exfalso. symmetry in S. apply negb_false_iff in S. apply zero_of_sign in S; auto.
      unfold real in S. rewrite S, Rminus_0_r in B.
      change (bpow radix2 (emax f) <= Rabs (rnd f (real x))) in B. rewrite rnd_of_format in B by apply real_in_format.
      pose proof (real_below x). lra.
Qed.

(* KERNEL(apart) in one lane. *)
Record lanes_apart {f : format} (ax ay bx by_ cx cy r : F f) (left_ right_ low high : F f) (apart : bool) : Prop := {
  E_left : is_min left_ ax bx;
  E_right : is_max right_ ax bx;
  E_low : is_min low ay by_;
  E_high : is_max high ay by_;
  E_apart : apart = orb (orb (orb (flt (fadd cx r) left_) (flt right_ (fsub cx r))) (flt (fadd cy r) low)) (flt high
    (fsub cy r)) }.

Lemma beyond_coordinate (c p q t r : R) :
  0 <= r -> 0 <= t <= 1 -> c + r < Rmin p q \/ Rmax p q < c - r -> r ^ 2 < (c - (p + t * (q - p))) ^ 2.
Proof.
  intros P [T0 T1] H.
  assert (A : Rmin p q <= p + t * (q - p) <= Rmax p q).
  { pose proof (Rmin_l p q). pose proof (Rmin_r p q). pose proof (Rmax_l p q). pose proof (Rmax_r p q).
    assert (t * Rmin p q <= t * q <= t * Rmax p q) by (split; apply Rmult_le_compat_l; lra).
    assert ((1 - t) * Rmin p q <= (1 - t) * p <= (1 - t) * Rmax p q) by (split; apply Rmult_le_compat_l; lra). lra. }
  revert A. generalize (p + t * (q - p)). intros x A.
  assert (B : r < Rabs (c - x)) by (unfold Rabs; destruct (Rcase_abs _); lra).
  rewrite <- (pow2_abs (c - x)). simpl. nra.
Qed.

Theorem apart_correct {f : format} (ax ay bx by_ cx cy r : F f) left_ right_ low high :
  lanes_apart ax ay bx by_ cx cy r left_ right_ low high true ->
  finite ax -> finite ay -> finite bx -> finite by_ -> finite cx -> finite cy -> finite r -> 0 <= real r ->
  farther Segment (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r).
Proof.
  intros [Hl Hr Hlow Hhigh C] Fax Fay Fbx Fby Fcx Fcy Fr Pr t Ht.
  destruct (Hl Fax Fbx) as (Fl & Vl). destruct (Hr Fax Fbx) as (Frr & Vr).
  destruct (Hlow Fay Fby) as (Flow & Vlow). destruct (Hhigh Fay Fby) as (Fhigh & Vhigh).
  unfold dist2_at, point_of. simpl px. simpl py.
  set (x := real cx - (real ax + t * (real bx - real ax))). set (y := real cy - (real ay + t * (real by_ - real ay))).
  pose proof (pow2_ge_0 x). pose proof (pow2_ge_0 y).
  assert (G : real r ^ 2 < x ^ 2 \/ real r ^ 2 < y ^ 2); [| lra].
  symmetry in C. apply orb_prop in C. destruct C as [C | C]; [apply orb_prop in C; destruct C as [C | C];
    [apply orb_prop in C; destruct C as [C | C] |] |].
  - left. apply beyond_coordinate; auto. left. rewrite <- Vl. now apply above_sum.
  - left. apply beyond_coordinate; auto. right. rewrite <- Vr. now apply below_difference.
  - right. apply beyond_coordinate; auto. left. rewrite <- Vlow. now apply above_sum.
  - right. apply beyond_coordinate; auto. right. rewrite <- Vhigh. now apply below_difference.
Qed.
