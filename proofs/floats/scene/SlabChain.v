(* The two sides of a line that axes_apart (src/scene/leaf_lanes.h) compares with a bound r: u x (from - a), and
   the same at the end of the path, computed from the first by two more products.

   A sum may overflow although r is finite. Then the real value is nearly the largest double, and so is the one at the
   other end, because all terms together hardly exceed that. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Overflow Products SlabParts.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Notation top := (@huge double).

(* Beyond r, on the positive or the negative side. *)
Definition sg (s : bool) : R := if s then -1 else 1.
Definition above (s : bool) (r v : F double) := if s then flt v (fneg r) = true else flt r v = true.

Lemma sg_abs s x : Rabs (sg s * x) = Rabs x.
Proof. destruct s; unfold sg; [replace (-1 * x) with (- x) by ring; apply Rabs_Ropp | now rewrite Rmult_1_l]. Qed.

Lemma sg_near s x y e : Rabs (x - y) <= e -> sg s * y - e <= sg s * x.
Proof. intros H. apply within in H. destruct s; unfold sg; lra. Qed.

Lemma above_rounded s (r v : F double) t : is_rounded v t -> finite r -> above s r v ->
  real r < sg s * rnd double t /\ (finite v /\ real v = rnd double t \/ v = B754_infinity s /\ top <= sg s * rnd double
      t).
Proof.
  intros (N & H) Fr A. destruct s; unfold above, sg in *.
  - destruct (flt_value _ _ A) as (_ & _ & V). rewrite (value_finite (fneg r)), real_fneg in V by now apply finite_fneg.
    pose proof (real_below r) as B. apply Rabs_def2 in B. fold top in B.
    destruct H as [(Fv & _ & E) | [(G & ->) | (G & ->)]].
    + rewrite value_finite, E in V by exact Fv. split; [lra | left; auto].
    + simpl in V. lra.
    + split; [lra | right; split; [reflexivity | lra]].
  - destruct (flt_value _ _ A) as (_ & _ & V). rewrite (value_finite r Fr) in V.
    pose proof (real_below r) as B. apply Rabs_def2 in B. fold top in B.
    destruct H as [(Fv & _ & E) | [(G & ->) | (G & ->)]].
    + rewrite value_finite, E in V by exact Fv. split; [lra | left; auto].
    + split; [lra | right; split; [reflexivity | lra]].
    + simpl in V. lra.
Qed.

(* A sum or a difference of a number and a product that may be fused: what is rounded at last. *)
Lemma sum_rounds v (x c d : F double) : sum_or_fused v x (fmul c d) None (Some (c, d)) -> finite x -> finite (fmul c d)
    ->
  exists t, is_rounded v t /\ Rabs (t - (real x + real c * real d)) <= ud * Rabs (real c * real d) + etad.
Proof.
  intros S Fx Fp. destruct (fmul_error _ _ Fp) as (Fc & Fd & E). pose proof u_double_small as U. pose proof
      eta_double_pos as T.
  destruct S as [-> | [(p & q & G & _) | (p & q & G & ->)]]; [| discriminate |].
  - exists (real x + real (fmul c d)). split; [now apply fadd_rounded |].
    replace (real x + real (fmul c d) - (real x + real c * real d)) with (real (fmul c d) - real c * real d) by ring.
        exact E.
  - injection G as <- <-. exists (real c * real d + real x). split; [now apply ffma_rounded |].
    replace (real c * real d + real x - (real x + real c * real d)) with 0 by ring. rewrite Rabs_R0.
    pose proof (Rabs_pos (real c * real d)). assert (0 <= ud * Rabs (real c * real d)) by (apply Rmult_le_pos; lra).
        lra.
Qed.

Lemma difference_rounds v (x c d : F double) : difference_or_fused v x (fmul c d) None (Some (c, d)) -> finite x ->
    finite (fmul c d) ->
  exists t, is_rounded v t /\ Rabs (t - (real x - real c * real d)) <= ud * Rabs (real c * real d) + etad.
Proof.
  intros S Fx Fp. destruct (fmul_error _ _ Fp) as (Fc & Fd & E). pose proof u_double_small as U. pose proof
      eta_double_pos as T.
  destruct S as [-> | [(p & q & G & _) | (p & q & G & ->)]]; [| discriminate |].
  - exists (real x - real (fmul c d)). split; [now apply fsub_rounded |].
    replace (real x - real (fmul c d) - (real x - real c * real d)) with (- (real (fmul c d) - real c * real d)) by
        ring.
    now rewrite Rabs_Ropp.
  - injection G as <- <-. exists (real (fneg c) * real d + real x). split; [apply ffma_rounded; auto; now apply
      finite_fneg |].
    rewrite real_fneg. replace (- real c * real d + real x - (real x - real c * real d)) with 0 by ring. rewrite
        Rabs_R0.
    pose proof (Rabs_pos (real c * real d)). assert (0 <= ud * Rabs (real c * real d)) by (apply Rmult_le_pos; lra).
        lra.
Qed.

Section Chain.
Variables ux uy ax ay px py start plus end_ r : F double.
Variable s : bool.
Hypothesis start_is : difference_or_fused start (fmul uy ax) (fmul ux ay) None (Some (ux, ay)).
Hypothesis plus_is : sum_or_fused plus start (fmul ux py) None (Some (ux, py)).
Hypothesis end_is : end_ = fsub plus (fmul uy px).
Hypothesis F1 : finite (fmul uy ax). Hypothesis F2 : finite (fmul ux ay).
Hypothesis F3 : finite (fmul ux py). Hypothesis F4 : finite (fmul uy px).
Hypothesis Fr : finite r.
Hypothesis start_above : above s r start.
Hypothesis end_above : above s r end_.
Let S := real uy * real ax - real ux * real ay.
Let E := S + real ux * real py - real uy * real px.
(* The sum of all terms. *)
Variable T : R.
Hypothesis terms : Rabs (real uy * real ax) + Rabs (real ux * real ay) + Rabs (real ux * real py) + Rabs (real uy * real
    px) <= T.
Hypothesis T_top : T <= (1 + 7 * ud) * top.

Lemma top_large : 1000000 * etad <= ud * top.
Proof.
  apply Rle_trans with (bpow radix2 20 * etad); [change (bpow radix2 20) with 1048576; pose proof eta_double_pos; lra
      |].
  unfold eta, u, huge. rewrite <- !bpow_plus. apply bpow_le. simpl. lia.
Qed.

Theorem chain_above : real r - 5 * (ud * T) - 10 * etad < sg s * S /\
  (real r - 9 * (ud * T) - 20 * etad < sg s * E \/ (1 - 20 * ud) * top <= sg s * E).
Proof.
  pose proof u_double_small as U. pose proof eta_double_pos as ET. pose proof top_large as TL.
  destruct (fmul_error _ _ F1) as (_ & _ & E1). destruct (fmul_error _ _ F4) as (_ & _ & E4).
  destruct (difference_rounds _ _ _ _ start_is F1 F2) as (t0 & R0 & D0).
  set (k1 := real uy * real ax) in *. set (k2 := real ux * real ay) in *. set (k3 := real ux * real py) in *. set (k4 :=
      real uy * real px) in *.
  pose proof (Rabs_pos k1). pose proof (Rabs_pos k2). pose proof (Rabs_pos k3). pose proof (Rabs_pos k4).
  assert (T0 : 0 <= T) by lra.
  assert (UT : 0 <= ud * T <= / 1048576 * T) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UUT : 0 <= ud * (ud * T) <= / 1048576 * (ud * T)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  assert (UTt : ud * T <= ud * ((1 + 7 * ud) * top)) by (apply Rmult_le_compat_l; lra).
  assert (top0 : 0 < top) by (pose proof (@huge_at_least_1 double); lra).
  assert (UUt : 0 <= ud * (ud * top) <= / 1048576 * (ud * top)) by (split; [apply Rmult_le_pos; [lra
    | apply Rmult_le_pos] | apply Rmult_le_compat_r; [apply Rmult_le_pos |]]; lra).
  assert (UE : 0 <= ud * etad <= / 1048576 * etad) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (B1 : ud * Rabs k1 + ud * Rabs k2 + ud * Rabs k3 + ud * Rabs k4 <= ud * T).
  { replace (ud * Rabs k1 + ud * Rabs k2 + ud * Rabs k3 + ud * Rabs k4) with (ud * (Rabs k1 + Rabs k2 + Rabs k3 + Rabs
      k4)) by ring.
    apply Rmult_le_compat_l; lra. }
  assert (Bk : 0 <= ud * Rabs k1 /\ 0 <= ud * Rabs k2 /\ 0 <= ud * Rabs k3 /\ 0 <= ud * Rabs k4) by (repeat split; apply
      Rmult_le_pos; lra).
  (* the start *)
  assert (A0 : Rabs (t0 - S) <= ud * T + 2 * etad).
  { replace (t0 - S) with ((t0 - (real (fmul uy ax) - k2)) + (real (fmul uy ax) - k1)) by (unfold S; fold k1 k2; ring).
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (S0 : Rabs S <= Rabs k1 + Rabs k2).
  { unfold S. fold k1 k2. unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  assert (N0 : Rabs (rnd double t0 - S) <= 22 / 10 * (ud * T) + 4 * etad).
  { pose proof (rnd_error double t0) as Q. replace (rnd double t0 - S) with ((rnd double t0 - t0) + (t0 - S)) by ring.
    eapply Rle_trans; [apply Rabs_triang |].
    assert (Rabs t0 <= T + (ud * T + 2 * etad)).
    { replace t0 with (S + (t0 - S)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    assert (ud * Rabs t0 <= ud * (T + (ud * T + 2 * etad))) by (apply Rmult_le_compat_l; lra). lra. }
  pose proof (sg_near s S (rnd double t0) _ ltac:(rewrite Rabs_minus_sym; exact N0)) as G0.
  destruct (above_rounded s r start t0 R0 Fr start_above) as (L0 & C0).
  split; [lra |].
  assert (Es : sg s * E = sg s * S + sg s * k3 - sg s * k4) by (unfold E; fold k3 k4; ring).
  assert (K : forall k, - Rabs k <= sg s * k <= Rabs k).
  { intros k. rewrite <- (sg_abs s k). pose proof (Rabs_le_inv (sg s * k) _ (Rle_refl _)). lra. }
  pose proof (K k3) as K3. pose proof (K k4) as K4.
  assert (SgS : sg s * S <= Rabs S) by (apply K).
  destruct C0 as [(Fs & Vs) | (Is & Hs)].
  2: { right. lra. }
  destruct (sum_rounds _ _ _ _ plus_is Fs F3) as (t1 & R1 & D1). fold k3 in D1. rewrite Vs in D1.
  assert (N1 : Rabs (t1 - (S + k3)) <= 32 / 10 * (ud * T) + 5 * etad).
  { replace (t1 - (S + k3)) with ((t1 - (rnd double t0 + k3)) + (rnd double t0 - S)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Sk : Rabs (S + k3) <= Rabs k1 + Rabs k2 + Rabs k3) by (eapply Rle_trans; [apply Rabs_triang |]; lra).
  assert (N2 : Rabs (rnd double t1 - (S + k3)) <= 43 / 10 * (ud * T) + 7 * etad).
  { pose proof (rnd_error double t1) as Q. replace (rnd double t1 - (S + k3)) with ((rnd double t1 - t1) + (t1 - (S +
      k3))) by ring.
    eapply Rle_trans; [apply Rabs_triang |].
    assert (Rabs t1 <= T + (32 / 10 * (ud * T) + 5 * etad)).
    { replace t1 with ((S + k3) + (t1 - (S + k3))) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    assert (ud * Rabs t1 <= ud * (T + (32 / 10 * (ud * T) + 5 * etad))) by (apply Rmult_le_compat_l; lra). lra. }
  pose proof (sg_near s (S + k3) (rnd double t1) _ ltac:(rewrite Rabs_minus_sym; exact N2)) as G1.
  replace (sg s * (S + k3)) with (sg s * S + sg s * k3) in G1 by ring.
  destruct R1 as (Np & R1).
  assert (Fin : finite plus /\ real plus = rnd double t1 \/ plus = B754_infinity s /\ top <= sg s * rnd double t1).
  { destruct R1 as [(Fp & _ & V) | [(G & ->) | (G & ->)]]; [left; auto | |].
    - right. rewrite end_is in end_above. destruct s; unfold sg, above in *; [| split; [reflexivity | lra]]. exfalso.
      destruct (fmul uy px); destruct r; try discriminate.
    - right. rewrite end_is in end_above. destruct s; unfold sg, above in *; [split; [reflexivity | lra] |]. exfalso.
      destruct (fmul uy px); destruct r; try discriminate. }
  destruct Fin as [(Fp & Vp) | (Ip & Hp)].
  - left. pose proof (fsub_rounded plus (fmul uy px) Fp F4) as R2. rewrite <- end_is in R2.
    destruct (above_rounded s r end_ _ R2 Fr end_above) as (L2 & _). set (t2 := real plus - real (fmul uy px)) in *.
    assert (Ee : E = S + k3 - k4) by (unfold E; fold k3 k4; ring).
    assert (N3 : Rabs (t2 - E) <= 54 / 10 * (ud * T) + 8 * etad).
    { rewrite Ee. replace (t2 - (S + k3 - k4)) with ((rnd double t1 - (S + k3)) + - (real (fmul uy px) - k4)) by (unfold
        t2; rewrite Vp; ring).
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (E0 : Rabs E <= T).
    { rewrite Ee. unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (N4 : Rabs (rnd double t2 - E) <= 65 / 10 * (ud * T) + 10 * etad).
    { pose proof (rnd_error double t2) as Q. replace (rnd double t2 - E) with ((rnd double t2 - t2) + (t2 - E)) by ring.
      eapply Rle_trans; [apply Rabs_triang |].
      assert (Rabs t2 <= T + (54 / 10 * (ud * T) + 8 * etad)).
      { replace t2 with (E + (t2 - E)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
      assert (ud * Rabs t2 <= ud * (T + (54 / 10 * (ud * T) + 8 * etad))) by (apply Rmult_le_compat_l; lra). lra. }
    pose proof (sg_near s E (rnd double t2) _ ltac:(rewrite Rabs_minus_sym; exact N4)). lra.
  - right. assert (sg s * S + sg s * k3 <= Rabs (S + k3)).
    { replace (sg s * S + sg s * k3) with (sg s * (S + k3)) by ring. apply K. } lra.
Qed.

End Chain.
