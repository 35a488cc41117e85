(* Parts of the rough distances of many walls (src/scene/point_lanes.h): sums of two products that a machine may fuse,
   and the quotient of |u x w| and |u|.

   A sum of products of differences is off by 4.02 u of its terms and 2.01 eta, as without fusing (Products.v). So the
   difference of products is off by 4.02 u of |u| W, where W bounds |w|; root and quotient lose 4.1 u of the quotient,
   which is at most W. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Geometry Regions Overflow Products Points Distances
  SideDistance.

Open Scope R_scope.

Implicit Types v : F double.

Lemma e_4 : e double 4 <= 402 / 100 * ud.
Proof.
  pose proof u_double_small as U. eapply Rle_trans; [apply e_linear; [simpl; lra | rewrite u_double; lra] |]. simpl INR.
      lra.
Qed.

(* A sum of two products of differences, where a machine may fuse the second product. *)
Lemma dot_close v (a b c d : F double) xa xb xc xd ma mb mc md :
  sum_or_fused v (fmul a b) (fmul c d) None (Some (c, d)) ->
  approx a xa ma 1 0 -> approx b xb mb 1 0 -> approx c xc mc 1 0 -> approx d xd md 1 0 -> finite v ->
  0 <= ma * mb + mc * md ->
  Rabs (real v - (xa * xb + xc * xd)) <= 402 / 100 * ud * (ma * mb + mc * md) + 201 / 100 * etad.
Proof.
  intros S Ha Hb Hc Hd Fv P. pose proof u_double_small as U. pose proof eta_double_pos as ET.
  assert (H : approx v (xa * xb + xc * xd) (ma * mb + mc * md) 4 (201 / 100 * etad)).
  { assert (UE : 0 <= ud * etad <= / 1048576 * etad) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
    destruct S as [-> | [(p & q & E & _) | (p & q & E & ->)]]; [| discriminate |].
    - eapply approx_weaken; [exact (approx_add _ _ _ _ _ _ _ _ _ _ (product_of_rounded _ _ _ _ _ _ Ha Hb)
        (product_of_rounded _ _ _ _ _ _ Hc Hd)) | lra | lia | lra].
    - injection E as <- <-. rewrite Rplus_comm. eapply approx_weaken; [exact (approx_fma _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
        Hc Hd
        (product_of_rounded _ _ _ _ _ _ Ha Hb)) | lra | lia | unfold product_tiny; lra]. }
  destruct (H Fv) as (_ & _ & E). eapply Rle_trans; [exact E |]. pose proof e_4.
  assert (e double 4 * (ma * mb + mc * md) <= 402 / 100 * ud * (ma * mb + mc * md)) by (apply Rmult_le_compat_r;
      assumption). lra.
Qed.

Lemma cross_close v (a b c d : F double) xa xb xc xd ma mb mc md :
  difference_or_fused v (fmul a b) (fmul c d) None (Some (c, d)) ->
  approx a xa ma 1 0 -> approx b xb mb 1 0 -> approx c xc mc 1 0 -> approx d xd md 1 0 -> finite v ->
  0 <= ma * mb + mc * md ->
  Rabs (real v - (xa * xb - xc * xd)) <= 402 / 100 * ud * (ma * mb + mc * md) + 201 / 100 * etad.
Proof.
  intros S Ha Hb Hc Hd Fv P. pose proof u_double_small as U. pose proof eta_double_pos as ET.
  assert (H : approx v (xa * xb - xc * xd) (ma * mb + mc * md) 4 (201 / 100 * etad)).
  { assert (UE : 0 <= ud * etad <= / 1048576 * etad) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
    destruct S as [-> | [(p & q & E & _) | (p & q & E & ->)]]; [| discriminate |].
    - eapply approx_weaken; [exact (approx_sub _ _ _ _ _ _ _ _ _ _ (product_of_rounded _ _ _ _ _ _ Ha Hb)
        (product_of_rounded _ _ _ _ _ _ Hc Hd)) | lra | lia | lra].
    - injection E as <- <-. replace (xa * xb - xc * xd) with (- xc * xd + xa * xb) by ring.
      eapply approx_weaken; [exact (approx_fma _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (approx_neg _ _ _ _ _ Hc) Hd
        (product_of_rounded _ _ _ _ _ _ Ha Hb)) | lra | lia | unfold product_tiny; lra]. }
  destruct (H Fv) as (_ & _ & E). eapply Rle_trans; [exact E |]. pose proof e_4.
  assert (e double 4 * (ma * mb + mc * md) <= 402 / 100 * ud * (ma * mb + mc * md)) by (apply Rmult_le_compat_r;
      assumption). lra.
Qed.

(* No such sum overflows if its factors are at most 2^503. *)
Definition small v := finite v /\ Rabs (real v) <= bpow radix2 503.

Lemma product_small (a b : F double) : small a -> small b ->
  finite (fmul a b) /\ Rabs (real (fmul a b)) <= bpow radix2 1006 /\ Rabs (real a * real b) <= bpow radix2 1006.
Proof.
  intros (Fa & A) (Fb & B).
  assert (S : Rabs (real a * real b) <= bpow radix2 1006).
  { change 1006%Z with (503 + 503)%Z. rewrite bpow_plus, Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
  destruct (fmul_is_finite a b 1006) as (F1 & _ & S1); auto. unfold emin. simpl. lia.
Qed.

Lemma dot_finite v (a b c d : F double) : sum_or_fused v (fmul a b) (fmul c d) None (Some (c, d)) ->
  small a -> small b -> small c -> small d -> finite v.
Proof.
  intros S A B C D. destruct (product_small a b A B) as (F1 & S1 & S2). destruct (product_small c d C D) as (F2 & S3 &
      S4).
  destruct S as [-> | [(p & q & E & _) | (p & q & E & ->)]]; [| discriminate |].
  - apply (fadd_is_finite _ _ 1007); [split; reflexivity | exact F1 | exact F2 |]. now apply (sum_below _ _ 1006).
  - injection E as <- <-. apply (ffma_is_finite _ _ _ 1007); [split; reflexivity | apply C | apply D | exact F1 |].
    now apply (sum_below _ _ 1006).
Qed.

Lemma cross_finite v (a b c d : F double) : difference_or_fused v (fmul a b) (fmul c d) None (Some (c, d)) ->
  small a -> small b -> small c -> small d -> finite v.
Proof.
  intros S A B C D. destruct (product_small a b A B) as (F1 & S1 & S2). destruct (product_small c d C D) as (F2 & S3 &
      S4).
  destruct S as [-> | [(p & q & E & _) | (p & q & E & ->)]]; [| discriminate |].
  - apply (fsub_is_finite _ _ 1007); [split; reflexivity | exact F1 | exact F2 |].
    now apply (difference_below _ _ 1006).
  - injection E as <- <-. apply (ffma_is_finite _ _ _ 1007); [split; reflexivity | apply finite_fneg, C | apply D
      | exact F1 |].
    apply (sum_below _ _ 1006); auto. rewrite real_fneg, Rabs_mult, Rabs_Ropp, <- Rabs_mult. exact S4.
Qed.

(* ---- the quotient on the side ---- *)

Section Side.
Variables len2f k : F double.
Variables L K M : R.
Hypothesis L0 : 0 <= L.
Hypothesis Flen : finite len2f.
Hypothesis BL : bpow radix2 (-900) <= real len2f.
Hypothesis HL : Rabs (real len2f - L) <= 402 / 100 * ud * L + 201 / 100 * etad.
Hypothesis Fk : finite k.
(* W bounds |w|: the terms are at most |u| W. *)
Variable W : R.
Hypothesis KW : Rabs K <= sqrt L * W.
Hypothesis HK : Rabs (real k - K) <= 402 / 100 * ud * (sqrt L * W) + 201 / 100 * etad.
Hypothesis WB : W <= bpow radix2 510.

Let distance := fdiv (fabs k) (fsqrt len2f).

Lemma quotient_close : finite distance /\ Rabs (real distance - Rabs K / sqrt L) <= 83 / 10 * ud * W + kd.
Proof.
  destruct (root_facts len2f L L0 Flen BL HL) as (F & S & ET & E & _). pose proof u_double_small as U.
  pose proof eta_double_pos as T0. destruct kd_small as [K0 K1].
  set (l := sqrt L) in *. set (s := real (fsqrt len2f)) in *.
  assert (UL : 0 <= ud * l <= / 1048576 * l) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  apply within in E. assert (s0 : 0 < s) by lra. assert (N0 : s <> 0) by lra.
  assert (W0 : 0 <= W).
  { apply Rnot_lt_le. intros N. pose proof (Rabs_pos K). assert (0 < l * - W) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (UW : 0 <= ud * W <= / 1048576 * W) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  (* the exact quotient of what is computed *)
  set (q := Rabs K / l). set (x := Rabs (real k) / s).
  assert (q0 : 0 <= q) by (apply Rmult_le_pos; [apply Rabs_pos | left; now apply Rinv_0_lt_compat]).
  assert (qW : q <= W).
  { apply Rmult_le_reg_r with l; [exact S |]. unfold q, Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Dk : Rabs (Rabs (real k) - Rabs K) <= 402 / 100 * ud * (l * W) + 201 / 100 * etad).
  { eapply Rle_trans; [apply Rabs_triang_inv2 | exact HK]. }
  assert (X : Rabs (x - q) <= 715 / 100 * (ud * W) + kd / 100).
  { apply Rmult_le_reg_r with s; [exact s0 |]. rewrite <- (Rabs_pos_eq s) at 1 by lra. rewrite <- Rabs_mult.
    replace ((x - q) * s) with (Rabs (real k) - q * s) by (unfold x; field; lra).
    assert (Q : q * l = Rabs K) by (unfold q; field; lra).
    replace (Rabs (real k) - q * s) with ((Rabs (real k) - Rabs K) + (q * l - q * s)) by (rewrite Q; ring).
    eapply Rle_trans; [apply Rabs_triang |].
    assert (A : Rabs (q * l - q * s) <= W * (306 / 100 * ud * l)).
    { replace (q * l - q * s) with (q * (l - s)) by ring. rewrite Rabs_mult, (Rabs_pos_eq q) by exact q0.
      apply Rmult_le_compat; auto using Rabs_pos. apply within. lra. }
    assert (T : etad <= kd / 1000 * l).
    { apply Rmult_le_reg_r with (/ l); [now apply Rinv_0_lt_compat |]. rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra.
        exact ET. }
    assert (B : ud * W * (999 / 1000 * l) <= ud * W * s) by (apply Rmult_le_compat_l; lra).
    assert (C : kd * (999 / 1000 * l) <= kd * s) by (apply Rmult_le_compat_l; lra).
    assert (0 <= ud * W * l) by (apply Rmult_le_pos; lra).
    lra. }
  assert (Xb : Rabs x <= bpow radix2 511).
  { apply within in X. assert (kd <= 1) by (apply (bpow_le radix2 (-536) 0); lia). change 511%Z with (1 + 510)%Z.
      rewrite bpow_plus.
    change (bpow radix2 1) with 2. assert (1 <= bpow radix2 510) by (apply (bpow_le radix2 0 510); lia). apply Rabs_le.
        lra. }
  (* the division *)
  assert (R1 : Rabs (rnd double x) <= bpow radix2 511) by (apply rnd_below; [unfold emin; simpl; lia | exact Xb]).
  pose proof (Bdiv_correct (prec double) (emax double) _ _ mode_NE (fabs k) (fsqrt len2f) N0) as C.
  rewrite Rlt_bool_true in C.
  2: { eapply Rle_lt_trans; [| apply (bpow_lt radix2 511 (emax double)); reflexivity].
       change (B2R (fabs k)) with (real (fabs k)). change (B2R (fsqrt len2f)) with s. rewrite real_fabs. exact R1. }
  destruct C as (C1 & C2 & _).
  assert (Fd : finite distance) by (unfold finite, distance, fdiv; rewrite C2; now apply finite_fabs).
  split; [exact Fd |].
  assert (Ed : real distance = rnd double x).
  { unfold x. rewrite <- real_fabs. exact C1. }
  rewrite Ed. pose proof (rnd_error double x) as E2. apply within in X.
  assert (Ux : ud * Rabs x <= ud * (W + (715 / 100 * (ud * W) + kd / 100))).
  { apply Rmult_le_compat_l; [lra |]. apply Rabs_le. lra. }
  assert (UK : 0 <= ud * kd <= / 1048576 * kd) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UUW : 0 <= ud * (ud * W) <= / 1048576 * (ud * W)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  apply within in E2. apply within. lra.
Qed.

End Side.
