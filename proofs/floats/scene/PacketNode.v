(* A box that reaches to a place within reach of a beam meets the slab of the beam, in floats (middle_of, slabs_apart in
   src/scene/packet_lanes.h): the middle of the clipped box is not farther from the slab than the box reaches.

   With v = 2^-24 and F the largest index coordinate of the region: the clipped box reaches the place but for 12.7 v F,
   the sums cost 16.2 v F and 2.1 v of the margin. SlabPlace.v leaves 48 v F and 13 v of the margin. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Lanes Order IndexCoordinates NodeLimit SlabNode SlabPlace.
From Carom Require Overflow Fused Products ErrorFree.
From Carom Require Terms_packet.
Import Terms_packet.middle_of_terms(middle_of_results).
Import Terms_packet.slabs_apart_lanes_terms(slabs_apart_lanes_results).

Open Scope R_scope.

(* ---- sums of a number and a product ---- *)

Lemma ffma_rounded (x y w : F single) : finite x -> finite y -> finite w ->
  Overflow.is_rounded (ffma x y w) (real x * real y + real w).
Proof.
  intros Hx Hy Hw. generalize (Bfma_correct (prec single) (emax single) _ _ mode_NE x y w Hx Hy Hw). cbv zeta.
  change (round radix2 (SpecFloat.fexp (prec single) (emax single)) (round_mode mode_NE)) with (rnd single).
  case Rlt_bool_spec; intros B C.
  - destruct C as (C1 & C2 & _). split; [now apply Overflow.number_finite |]. left. auto.
  - apply (Overflow.rounded_of_overflow _ _ _ C B). destruct (Rlt_bool_spec (B2R x * B2R y + B2R w) 0); unfold real;
    lra.
Qed.

Lemma sum_rounds w (c n h : F single) : sum_or_fused w c (fmul n h) None (Some (n, h)) -> finite c ->
  finite (fmul n h) ->
  exists t, Overflow.is_rounded w t /\ Rabs (t - (real c + real n * real h)) <= v * Rabs (real n * real h) + es.
Proof.
  intros S Fc Fp. destruct (Products.fmul_error _ _ Fp) as (Fn & Fh & E). rewrite u_single in E.
  destruct S as [-> | [(p & q & G & _) | (p & q & G & ->)]]; [| discriminate |].
  - exists (real c + real (fmul n h)). split; [now apply Overflow.fadd_rounded |].
    replace (real c + real (fmul n h) - (real c + real n * real h)) with (real (fmul n h) - real n * real h) by ring.
    exact E.
  - injection G as <- <-. exists (real n * real h + real c). split; [now apply ffma_rounded |].
    replace (real n * real h + real c - (real c + real n * real h)) with 0 by ring. rewrite Rabs_R0.
    pose proof (Rabs_pos (real n * real h)). pose proof (eta_pos single). lra.
Qed.

Lemma sum_with_infinity w (c n h : F single) : sum_or_fused w c (fmul n h) None (Some (n, h)) -> c = finf ->
  finite n -> finite h -> finite (fmul n h) -> w = finf.
Proof.
  intros S -> Fn Fh Fp. destruct S as [-> | [(p & q & G & _) | (p & q & G & ->)]]; [| discriminate |].
  - destruct (fmul n h); try discriminate; reflexivity.
  - injection G as <- <-. destruct n, h; try discriminate; reflexivity.
Qed.

(* ---- the middle of a side ---- *)

Section Middle.
Variables box_min box_max near_min near_max : F single.
Let lo := if flt near_min box_min then box_min else near_min.
Let hi := if flt box_max near_max then box_max else near_max.
Let x := fmul (fconst 1 (-1)) (fadd lo hi).
Let half := fmul (fconst 1 (-1)) (fsub hi lo).

Lemma clipped : some_max lo box_min near_min /\ some_min hi box_max near_max.
Proof.
  unfold lo, hi, some_max, some_min. split.
  - destruct (flt near_min box_min); [reflexivity |]. destruct (flt box_min near_min); [reflexivity | right; now left].
  - destruct (flt box_max near_max); [reflexivity |]. destruct (flt near_max box_max); [reflexivity | right; now left].
Qed.

Lemma half_value : finite (fconst 1 (-1) : F single) /\ real (fconst 1 (-1) : F single) = / 2.
Proof. constant_of single 1%Z (-1)%Z. destruct C as (F1 & V1). split; [exact F1 |]. rewrite V1. simpl. lra. Qed.

Lemma halved (s : F single) b : finite s -> Rabs (real s) <= b -> b <= bpow radix2 101 ->
  finite (fmul (fconst 1 (-1)) s) /\ Rabs (real (fmul (fconst 1 (-1)) s) - real s / 2) <= v * b + es.
Proof.
  intros Fs B L. destruct half_value as (Fh & Vh).
  assert (A : Rabs (real (fconst 1 (-1) : F single) * real s) <= bpow radix2 101).
  { rewrite Vh, Rabs_mult, (Rabs_pos_eq (/ 2)) by lra. pose proof (Rabs_pos (real s)). lra. }
  destruct (ErrorFree.fmul_is_finite (fconst 1 (-1)) s 101) as (F1 & V1 & _); auto; [unfold emin; simpl; lia |].
  split; [exact F1 |]. rewrite V1, Vh. pose proof (rnd_error single (/ 2 * real s)) as E. rewrite u_single in E.
  rewrite Rabs_mult, (Rabs_pos_eq (/ 2)) in E by lra. replace (real s / 2) with (/ 2 * real s) by field.
  pose proof (Rabs_pos (real s)). lra.
Qed.

Lemma clipped_in_range : in_range box_min -> in_range box_max -> in_range near_min -> in_range near_max ->
  in_range lo /\ in_range hi.
Proof. intros A B C D. unfold lo, hi. destruct (flt near_min box_min), (flt box_max near_max); auto. Qed.

Lemma middle_finite : in_range lo -> in_range hi -> finite x /\ finite half /\ Rabs (real x) <= bpow radix2 102 /\
  Rabs (real half) <= bpow radix2 102.
Proof.
  intros (Fl & Bl) (Fh & Bh). assert (P : bpow radix2 101 = 2 * bpow radix2 100) by (change 101%Z with (1 + 100)%Z;
    rewrite bpow_plus; reflexivity).
  assert (P2 : bpow radix2 102 = 4 * bpow radix2 100) by (change 102%Z with (2 + 100)%Z; rewrite bpow_plus;
    reflexivity).
  assert (F1 : finite (fadd lo hi)) by (apply (ErrorFree.fadd_is_finite _ _ 101); auto; [unfold emin; simpl; lia |];
    eapply Rle_trans; [apply Rabs_triang | lra]).
  assert (F2 : finite (fsub hi lo)) by (apply (ErrorFree.fsub_is_finite _ _ 101); auto; [unfold emin; simpl; lia |];
    unfold Rminus; eapply Rle_trans; [apply Rabs_triang | rewrite Rabs_Ropp; lra]).
  assert (B1 : Rabs (real (fadd lo hi)) <= bpow radix2 101).
  { destruct (fadd_finite _ _ F1) as (_ & _ & ->). apply ErrorFree.rnd_below; [unfold emin; simpl; lia |].
    eapply Rle_trans; [apply Rabs_triang | lra]. }
  assert (B2 : Rabs (real (fsub hi lo)) <= bpow radix2 101).
  { destruct (fsub_finite _ _ F2) as (_ & _ & ->). apply ErrorFree.rnd_below; [unfold emin; simpl; lia |].
    unfold Rminus. eapply Rle_trans; [apply Rabs_triang | rewrite Rabs_Ropp; lra]. }
  destruct (halved _ _ F1 B1 (Rle_refl _)) as (G1 & E1). destruct (halved _ _ F2 B2 (Rle_refl _)) as (G2 & E2).
  fold x in G1, E1. fold half in G2, E2. do 2 (split; [assumption |]).
  assert (Es : es <= 1).
  { unfold eta. change 1 with (bpow radix2 0). apply bpow_le. vm_compute. discriminate. }
  assert (One : 1 <= bpow radix2 100) by (apply (bpow_le radix2 0 100); lia).
  apply Rabs_le_inv in B1, B2, E1, E2. split; apply Rabs_le; lra.
Qed.

Variables X d far : R.
Hypothesis box_min_at : finite box_min /\ real box_min <= X + d.
Hypothesis box_max_at : finite box_max /\ X - d <= real box_max.
Hypothesis near_min_at : finite near_min /\ real near_min <= X + d.
Hypothesis near_max_at : finite near_max /\ X - d <= real near_max.
Hypothesis min_far : Rabs (real near_min) <= far.
Hypothesis max_far : Rabs (real near_max) <= far.
Hypothesis d_is : d = 205 / 100 * v * far + 8 * es.
Hypothesis far_range : 0 <= far < bpow radix2 99.

Lemma middle_reaches : finite x /\ finite half /\ Rabs (real x) <= (1 + 10 * v) * far + 40 * es /\
  Rabs (real half) <= (1 + 10 * v) * far + 40 * es /\ Rabs (X - real x) <= real half + 63 / 10 * v * far + 40 * es.
Proof.
  pose proof (eta_pos single) as T. assert (d0 : 0 <= d) by (rewrite d_is; lra).
  destruct clipped as (M1 & M2).
  destruct (clipped_sides box_min box_max near_min near_max lo hi X d far M1 M2 box_min_at box_max_at near_min_at
    near_max_at
    min_far max_far d0) as (_ & (Fl & Ll & Bl) & (Fh & Lh & Bh)).
  assert (P100 : bpow radix2 100 = 2 * bpow radix2 99) by (change 100%Z with (1 + 99)%Z; rewrite bpow_plus;
    reflexivity).
  assert (P101 : bpow radix2 101 = 4 * bpow radix2 99) by (change 101%Z with (2 + 99)%Z; rewrite bpow_plus;
    reflexivity).
  assert (Ts : 1000000 * es <= bpow radix2 99 / 1000).
  { assert (H : bpow radix2 40 * es <= bpow radix2 0); [unfold eta; rewrite <- bpow_plus; apply bpow_le; vm_compute;
      discriminate |].
    change (bpow radix2 0) with 1 in H. assert (1000000000000 <= bpow radix2 40) by (simpl; lra).
    assert (1000000000000 * es <= bpow radix2 40 * es) by (apply Rmult_le_compat_r; lra).
    assert (1 <= bpow radix2 99) by (apply (bpow_le radix2 0 99); lia). lra. }
  assert (Rl : in_range lo) by (split; [exact Fl | lra]). assert (Rh : in_range hi) by (split; [exact Fh | lra]).
  destruct (middle_finite Rl Rh) as (Fx & Fhalf & _). do 2 (split; [assumption |]).
  destruct half_value as (Fc & Vc).
  destruct (fmul_finite _ _ Fx) as (_ & F1 & V1). destruct (fmul_finite _ _ Fhalf) as (_ & F2 & V2).
  fold x in V1. fold half in V2.
  pose proof (rnd_error single (real (fconst 1 (-1) : F single) * real (fadd lo hi))) as E1. rewrite <- V1, Vc,
    u_single in E1.
  pose proof (rnd_error single (real (fconst 1 (-1) : F single) * real (fsub hi lo))) as E2. rewrite <- V2, Vc,
    u_single in E2.
  destruct (Products.fadd_error _ _ F1) as (_ & _ & E3). destruct (Products.fsub_error _ _ F2) as (_ & _ & E4).
  rewrite u_single in E3, E4. rewrite Rabs_mult, (Rabs_pos_eq (/ 2)) in E1, E2 by lra.
  set (sum := real (fadd lo hi)) in *. set (dif := real (fsub hi lo)) in *.
  assert (A3 : Rabs (real lo + real hi) <= 2 * (far + 2 * d)) by (eapply Rle_trans; [apply Rabs_triang | lra]).
  assert (A4 : Rabs (real hi - real lo) <= 2 * (far + 2 * d)) by (unfold Rminus; eapply Rle_trans; [apply Rabs_triang |
    rewrite Rabs_Ropp; lra]).
  assert (A5 : Rabs sum <= (1 + v) * (2 * (far + 2 * d))).
  { replace sum with ((real lo + real hi) + (sum - (real lo + real hi))) by ring. eapply Rle_trans; [apply Rabs_triang
    |]. lra. }
  assert (A6 : Rabs dif <= (1 + v) * (2 * (far + 2 * d))).
  { replace dif with ((real hi - real lo) + (dif - (real hi - real lo))) by ring. eapply Rle_trans; [apply Rabs_triang
    |].
    lra. }
  apply Rabs_le_inv in E1, E2, E3, E4.
  assert (B1 : real x <= (real lo + real hi) / 2 + 205 / 100 * v * far + 2 * es /\
    (real lo + real hi) / 2 - 205 / 100 * v * far - 2 * es <= real x) by (rewrite d_is in *; lra).
  assert (B2 : real half <= (real hi - real lo) / 2 + 205 / 100 * v * far + 2 * es /\
    (real hi - real lo) / 2 - 205 / 100 * v * far - 2 * es <= real half) by (rewrite d_is in *; lra).
  apply Rabs_le_inv in Bl, Bh. rewrite d_is in *.
  split; [apply Rabs_le; lra |]. split; apply Rabs_le; lra.
Qed.
End Middle.

(* ---- the lane ---- *)

Section Box.
Variables near node : box single.
Variables snx sny soff smar limit key x y half_x half_y : F single.
Variable result : Z.
Hypothesis Fsx : finite snx. Hypothesis Fsy : finite sny. Hypothesis Fso : finite soff.
Hypothesis Bsx : Rabs (real snx) <= 1. Hypothesis Bsy : Rabs (real sny) <= 1.
Hypothesis slab : smar = finf \/ exists far X Y, place_in_slab near node snx sny soff smar far X Y.
Hypothesis node_range : in_range (min_x node) /\ in_range (max_x node) /\ in_range (min_y node) /\ in_range (max_y
  node).
Hypothesis near_range : in_range (min_x near) /\ in_range (max_x near) /\ in_range (min_y near) /\ in_range (max_y
  near).
Hypothesis middle_is : middle_of_results (min_x near) (max_x near) (min_y near) (max_y near) (min_x node) (max_x node)
  (min_y node) (max_y node) x y half_x half_y.
Hypothesis lane : slabs_apart_lanes_results snx sny soff smar limit x y half_x half_y key result.
Hypothesis near_enough : flt limit key = false.

Theorem box_in_reach_meets_beam : result = 0%Z.
Proof.
  destruct middle_is as (lo_x & hi_x & lo_y & hi_y & [-> -> -> -> Ex Ey Ehx Ehy]).
  destruct lane as (x' & y' & hx & hy & plus1 & off & n1 & plus2 & n2 & wide & H).
  destruct H as [-> -> -> -> Hplus1 Eoff -> Hplus2 -> Hwide Er]. rewrite near_enough in Er.
  destruct node_range as (R0 & R1 & R2 & R3), near_range as (Q0 & Q1 & Q2 & Q3).
  destruct (clipped_in_range _ _ _ _ R0 R1 Q0 Q1) as (Lx & Hx). destruct (clipped_in_range _ _ _ _ R2 R3 Q2 Q3) as (Ly
    & Hy).
  destruct (middle_finite (min_x node) (max_x node) (min_x near) (max_x near) Lx Hx) as (Fx & Fhx & _ & Bhx).
  destruct (middle_finite (min_y node) (max_y node) (min_y near) (max_y near) Ly Hy) as (Fy & Fhy & _ & Bhy).
  rewrite <- Ex in Fx. rewrite <- Ey in Fy. rewrite <- Ehx in Fhx, Bhx. rewrite <- Ehy in Fhy, Bhy.
  assert (P : forall n h : F single, finite n -> Rabs (real n) <= 1 -> finite h -> Rabs (real h) <= bpow radix2 102 ->
    finite (fmul (fabs n) h)).
  { intros n h Fn Bn Fh Bh. apply (ErrorFree.fmul_is_finite _ _ 102); auto using finite_fabs; [unfold emin; simpl; lia
    |].
    rewrite real_fabs, Rabs_mult, Rabs_Rabsolu. pose proof (Rmult_le_compat_r _ _ _ (Rabs_pos (real h)) Bn). lra. }
  pose proof (P _ _ Fsx Bsx Fhx Bhx) as Px. pose proof (P _ _ Fsy Bsy Fhy Bhy) as Py. clear P.
  assert (Not : flt wide (fabs off) = false); [| rewrite Er, Not; reflexivity].
  destruct slab as [E | (far & X & Y & S)].
  { pose proof (sum_with_infinity _ _ _ _ Hplus2 E (finite_fabs _ Fsx) Fhx Px) as E2.
    rewrite (sum_with_infinity _ _ _ _ Hwide E2 (finite_fabs _ Fsy) Fhy Py). apply flt_infinite. }
  unfold place_in_slab in S. cbv zeta in S. set (d := 205 / 100 * v * far + 8 * es) in *.
  destruct S as (FR & (X1 & X2 & X3 & X4) & (Y1 & Y2 & Y3 & Y4) & (N0 & N1 & N2 & N3) & Zs & Fsmar & sm0 & Off).
  destruct (middle_reaches _ _ _ _ X d far X1 X2 X3 X4 N0 N1 eq_refl FR) as (_ & _ & Bx & Bhx' & Mx).
  destruct (middle_reaches _ _ _ _ Y d far Y1 Y2 Y3 Y4 N2 N3 eq_refl FR) as (_ & _ & By & Bhy' & My).
  rewrite <- Ex in Bx, Mx. rewrite <- Ehx in Bhx', Mx. rewrite <- Ey in By, My. rewrite <- Ehy in Bhy', My.
  destruct FR as (far0 & far99). pose proof (eta_pos single) as T.
  assert (P100 : bpow radix2 100 = 2 * bpow radix2 99) by (change 100%Z with (1 + 99)%Z; rewrite bpow_plus;
    reflexivity).
  assert (P103 : bpow radix2 103 = 16 * bpow radix2 99) by (change 103%Z with (4 + 99)%Z; rewrite bpow_plus;
    reflexivity).
  assert (Ts : 1000000 * es <= bpow radix2 99 / 1000).
  { assert (H : bpow radix2 40 * es <= bpow radix2 0); [unfold eta; rewrite <- bpow_plus; apply bpow_le; vm_compute;
      discriminate |].
    change (bpow radix2 0) with 1 in H. assert (1000000000000 <= bpow radix2 40) by (simpl; lra).
    assert (1000000000000 * es <= bpow radix2 40 * es) by (apply Rmult_le_compat_r; lra).
    assert (1 <= bpow radix2 99) by (apply (bpow_le radix2 0 99); lia). lra. }
  (* the middle *)
  destruct (small_sum _ _ _ _ _ Hplus1 Fsx Fx ltac:(lra) ltac:(lra) Fsy Fy ltac:(lra) ltac:(lra)) as (Fp1 & Dp1).
  assert (Unit : forall n z b : R, Rabs n <= 1 -> Rabs z <= b -> Rabs (n * z) <= b).
  { intros n z b H1 H2. rewrite Rabs_mult. pose proof (Rmult_le_compat_r _ _ _ (Rabs_pos z) H1). lra. }
  pose proof (Unit _ _ _ Bsx Bx) as Ux. pose proof (Unit _ _ _ Bsy By) as Uy.
  set (Hx' := Rabs (real snx) * real half_x). set (Hy' := Rabs (real sny) * real half_y).
  set (D := Rabs (real snx * X + real sny * Y - real soff)) in *.
  assert (Part : forall n z b c : R, Rabs n <= 1 -> Rabs z <= b + c -> 0 <= c -> Rabs (n * z) <= Rabs n * b + c).
  { intros n z b c H1 H2 C0. rewrite Rabs_mult. pose proof (Rmult_le_compat_l _ _ _ (Rabs_pos n) H2).
    pose proof (Rmult_le_compat_r _ _ _ C0 H1). lra. }
  assert (Vx : Rabs (real snx * (X - real x)) <= Hx' + (63 / 10 * v * far + 40 * es)) by (apply Part; [exact Bsx | lra
    | lra]).
  assert (Vy : Rabs (real sny * (Y - real y)) <= Hy' + (63 / 10 * v * far + 40 * es)) by (apply Part; [exact Bsy | lra
    | lra]).
  assert (Bd : Rabs (real plus1 - real soff) <= D + Hx' + Hy' + 188 / 10 * v * far + 100 * es).
  { replace (real plus1 - real soff) with ((real plus1 - (real snx * real x + real sny * real y)) + (real snx * X +
    real sny *
      Y - real soff) + - (real snx * (X - real x)) + - (real sny * (Y - real y))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |].
    eapply Rle_trans; [apply Rplus_le_compat_r, Rplus_le_compat_r, Rabs_triang |]. rewrite !Rabs_Ropp. fold D. lra. }
  assert (Bp : Rabs (real plus1) <= 21 / 10 * far + 100 * es).
  { replace (real plus1) with ((real plus1 - (real snx * real x + real sny * real y)) + (real snx * real x + real sny *
    real
      y)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_triang (real snx * real x) (real sny * real y)). lra. }
  assert (Bpo : Rabs (real plus1 - real soff) <= 42 / 10 * far + 200 * es).
  { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  assert (Foff : finite off).
  { rewrite Eoff. apply (ErrorFree.fsub_is_finite _ _ 103); auto; [unfold emin; simpl; lia | lra]. }
  pose proof Foff as Fo'. rewrite Eoff in Fo'. destruct (Products.fsub_error _ _ Fo') as (_ & _ & Eo). rewrite <- Eoff,
    u_single in Eo.
  assert (Bo : Rabs (real off) <= D + Hx' + Hy' + 231 / 10 * v * far + 400 * es).
  { replace (real off) with ((real plus1 - real soff) + (real off - (real plus1 - real soff))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  (* what the box reaches *)
  assert (Wx : Rabs Hx' <= (1 + 10 * v) * far + 40 * es) by (apply Unit; [now rewrite Rabs_Rabsolu | exact Bhx']).
  assert (Wy : Rabs Hy' <= (1 + 10 * v) * far + 40 * es) by (apply Unit; [now rewrite Rabs_Rabsolu | exact Bhy']).
  destruct (sum_rounds _ _ _ _ Hplus2 Fsmar Px) as (t2 & T2 & E2). rewrite real_fabs in E2. fold Hx' in E2.
  apply not_true_is_false. intros L.
  assert (B2 : Rabs t2 <= real smar + 11 / 10 * far + 100 * es).
  { replace t2 with ((t2 - (real smar + Hx')) + real smar + Hx') by ring. eapply Rle_trans; [apply Rabs_triang |].
    eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |]. rewrite (Rabs_pos_eq (real smar)) by exact sm0. lra. }
  pose proof (rnd_error single t2) as G2. rewrite u_single in G2.
  destruct T2 as (_ & [(Fp2 & _ & V2) | [(_ & I) | (O & _)]]).
  - rewrite <- V2 in G2. destruct (sum_rounds _ _ _ _ Hwide Fp2 Py) as (t3 & T3 & E3). rewrite real_fabs in E3. fold
    Hy' in E3.
    assert (B3 : Rabs (real plus2) <= (1 + v) * (real smar + 11 / 10 * far + 100 * es) + es).
    { replace (real plus2) with (t2 + (real plus2 - t2)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    assert (B4 : Rabs t3 <= (1 + v) * (real smar + 11 / 10 * far + 100 * es) + 11 / 10 * far + 200 * es).
    { replace t3 with ((t3 - (real plus2 + Hy')) + real plus2 + Hy') by ring. eapply Rle_trans; [apply Rabs_triang |].
      eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |]. lra. }
    destruct (Overflow.flt_value _ _ L) as (_ & _ & Lv).
    pose proof (Overflow.rounded_below _ _ _ T3 (finite_fabs _ Foff) Lv) as Lr. rewrite real_fabs in Lr.
    pose proof (rnd_error single t3) as G3. rewrite u_single in G3. apply Rabs_le_inv in E2, E3, G2, G3. lra.
  - rewrite (sum_with_infinity _ _ _ _ Hwide I (finite_fabs _ Fsy) Fhy Py), flt_infinite in L. discriminate.
  - assert (C : bpow radix2 103 < bpow radix2 (emax single)) by (apply bpow_lt; reflexivity). unfold Overflow.huge in O.
    apply Rabs_le_inv in E2, Wx.
    assert (Ng : - bpow radix2 103 <= rnd single t2).
    { assert (Gf : in_format single (bpow radix2 103)) by (apply generic_format_bpow; vm_compute; discriminate).
      rewrite <- (rnd_of_format single (- bpow radix2 103) (generic_format_opp _ _ _ Gf)). apply rnd_le.
      assert (v * Rabs Hx' <= / 10 * far + 40 * es); [| lra]. assert (Rabs Hx' <= (1 + 10 * v) * far + 40 * es) by
        (apply
        Rabs_le; exact Wx). lra. }
    lra.
Qed.
End Box.
