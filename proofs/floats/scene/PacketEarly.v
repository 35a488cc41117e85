(* The time at which a beam of a packet reaches the line of a wall, or less (`early` of beams_apart in
   src/scene/packet_lanes.h): if it is after `until`, the path approaches the line by less than what is left. So no
   point of the line is within reach until then. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Geometry Overflow Products SlabParts SlabBeside
  SlabChain PacketCross PacketLine PacketLate.

Open Scope R_scope.

(* ---- the time at which the line is reached ---- *)

(* The larger of a number and the least normal one. *)
Lemma larger_than_least (v x : F double) : some_max v x (fconst 1 (-1022)) ->
  v = B754_nan \/ v = B754_infinity false \/ (finite v /\ bpow radix2 (-1022) <= real v /\
    (x = B754_nan \/ x = B754_infinity true \/ (finite x /\ real x <= real v))).
Proof.
  intros M. destruct (constant_value (-1022) ltac:(lia)) as [Fm Vm]. revert M Fm Vm. generalize (fconst 1 (-1022) : F
    double).
  intros m M Fm Vm. unfold some_max in M. destruct (flt m x) eqn:A.
  - subst v. destruct (flt_value _ _ A) as (_ & _ & V). rewrite (value_finite m Fm), Vm in V.
    destruct x as [s | [|] | | s mm e B] eqn:E; auto.
    + simpl in V. unfold real in V. simpl in V. pose proof (bpow_gt_0 radix2 (-1022)). lra.
    + simpl in V. pose proof (bpow_gt_0 radix2 (-1022)). pose proof (@huge_at_least_1 double). lra.
    + right; right. split; [reflexivity |]. rewrite value_finite in V by reflexivity. split; [lra |]. right; right.
      split; [reflexivity | lra].
  - assert (Small : x = B754_nan \/ x = B754_infinity true \/ (finite x /\ real x <= real m)).
    { destruct x as [s | [|] | | s mm e B]; auto.
      - right; right. split; [reflexivity |]. now apply flt_real_false in A.
      - exfalso. destruct m; discriminate.
      - right; right. split; [reflexivity |]. now apply flt_real_false in A. }
    destruct (flt x m) eqn:B.
    + subst v. right; right. split; [exact Fm |]. split; [rewrite Vm; lra | exact Small].
    + destruct M as [-> | [-> | (_ & ->)]]; auto.
      * destruct x as [s | [|] | | s mm e Bd]; auto.
        -- apply flt_real_false in B; auto; try reflexivity. right; right. split; [reflexivity |]. split; [lra |].
          right; right.
           split; [reflexivity | lra].
        -- exfalso. destruct m as [| | | s' m' e' B']; try discriminate; destruct s'; discriminate.
        -- apply flt_real_false in B; auto; try reflexivity. right; right. split; [reflexivity |]. split; [lra |].
          right; right.
           split; [reflexivity | lra].
      * right; right. split; [exact Fm |]. split; [rewrite Vm; lra | exact Small].
Qed.

(* A quotient above a number that is not negative. *)
Lemma quotient_above (until left v : F double) : finite until -> 0 <= real until -> flt until (fdiv left v) = true ->
  v = B754_nan \/ v = B754_infinity false \/ (finite v /\ 0 < real v) ->
  flt zero left = true /\ (finite left -> finite v /\ (real v <= real left \/
    real until * real v <= real left + (ud * real left + etad * real v))).
Proof.
  intros Fu Pu H [-> | [-> | (Fv & Pv)]].
  - exfalso. destruct left as [| | |]; destruct until; discriminate.
  - exfalso. assert (Not : forall s, flt until (B754_zero s) = false).
    { intros s. apply not_true_is_false. intros G. apply flt_real in G; [| exact Fu | reflexivity].
      change (real (B754_zero s)) with 0 in G. lra. }
    destruct left as [s | s | | s m e B].
    + change (fdiv (B754_zero s) (B754_infinity false)) with (B754_zero (xorb s false) : F double) in H. now rewrite
      Not in H.
    + change (fdiv (B754_infinity s) (B754_infinity false)) with (B754_nan : F double) in H. destruct until;
      discriminate.
    + change (fdiv B754_nan (B754_infinity false)) with (B754_nan : F double) in H. destruct until; discriminate.
    + change (fdiv (B754_finite s m e B) (B754_infinity false)) with (B754_zero (xorb s false) : F double) in H.
      now rewrite Not in H.
  - destruct (is_finite left) eqn:Fl.
    2: { destruct left as [s | [|] | | s m e B]; try discriminate Fl.
      - exfalso. destruct v as [sv | sv | | [|] mv ev Bv]; try discriminate Fv.
        + unfold real in Pv. simpl in Pv. lra.
        + unfold real in Pv. simpl in Pv. assert (F2R (Float radix2 (Z.neg mv) ev) < 0) by now apply F2R_lt_0. lra.
        + change (fdiv (B754_infinity true) (B754_finite false mv ev Bv)) with (B754_infinity true : F double) in H.
          destruct until as [| | | [|]]; discriminate.
      - split; [reflexivity | discriminate].
      - exfalso. destruct v; destruct until; discriminate. }
    assert (Nv : B2R v <> 0) by (unfold real in Pv; lra).
    pose proof (Bdiv_correct (prec double) (emax double) _ _ mode_NE left v Nv) as K.
    change (round radix2 _ _ (B2R left / B2R v)) with (rnd double (real left / real v)) in K.
    assert (Q : forall q : R, real left = q * real v -> real left / real v = q) by (intros q ->; field; lra).
    pose proof (Q (real left / real v) ltac:(field; lra)) as Qd. clear Q.
    assert (Vq : real left = real left / real v * real v) by (field; lra). set (q := real left / real v) in *.
    destruct (Rlt_bool_spec (Rabs (rnd double q)) (bpow radix2 (emax double))) as [O | O].
    + destruct K as (K1 & K2 & _). rewrite Fl in K2. change (Bdiv mode_NE left v) with (fdiv left v) in K1, K2.
      apply flt_real in H; [| exact Fu | exact K2]. change (real (fdiv left v) = rnd double q) in K1. rewrite K1 in H.
      assert (q0 : 0 < q).
      { apply Rnot_le_lt. intros N. assert (rnd double q <= 0); [| lra]. rewrite <- (rnd_zero double). now apply
        rnd_le. }
      assert (L0 : 0 < real left) by (rewrite Vq; apply Rmult_lt_0_compat; lra). split.
      { unfold flt. rewrite Bltb_correct; [| reflexivity | exact Fl]. apply Rlt_bool_true. exact L0. }
      intros _. split; [exact Fv |]. right. pose proof (rnd_error double q) as E. rewrite (Rabs_pos_eq q) in E by lra.
      apply within in E. assert (B : real until * real v <= (q + (ud * q + etad)) * real v) by (apply
        Rmult_le_compat_r; lra).
      replace ((q + (ud * q + etad)) * real v) with (q * real v + (ud * (q * real v) + etad * real v)) in B by ring.
      now rewrite <- Vq in B.
    + assert (q0 : 1 <= Rabs q).
      { apply Rnot_lt_le. intros N. assert (Rabs (rnd double q) <= bpow radix2 0); [| pose proof (bpow_lt radix2 0 (emax
          double) ltac:(reflexivity)); lra].
        apply rnd_below; [unfold emin; simpl; lia | change (bpow radix2 0) with 1; lra]. }
      assert (Sg : Bsign left = false).
      { destruct (Bsign left) eqn:Sl; [| reflexivity]. exfalso.
        assert (Sv : Bsign v = false).
        { pose proof (sign_real v) as Sv. destruct (Bsign v); [lra | reflexivity]. }
        assert (K2 : B2SF (fdiv left v) = binary_overflow (prec double) (emax double) mode_NE (xorb true (Bsign v))) by
          exact K.
        rewrite Sv in K2. destruct (fdiv left v) as [s | s | | s m e B]; try discriminate K2. injection K2. intros ->.
        destruct until as [| | | [|]]; discriminate. }
      pose proof (sign_real left) as Pl. rewrite Sg in Pl.
      assert (q1 : 0 <= q) by (unfold q, Rdiv; apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
      rewrite (Rabs_pos_eq q q1) in q0.
      assert (G : real v <= real left) by (rewrite Vq; rewrite <- (Rmult_1_l (real v)) at 1; apply Rmult_le_compat_r;
        lra).
      split; [| intros _; split; [exact Fv | now left]].
      unfold flt. rewrite Bltb_correct; [| reflexivity | exact Fl]. apply Rlt_bool_true. change (0 < real left). lra.
Qed.

Section Early.
Variables fx fy reach own ax ay bx by_ px py until closing larger_closing : F double.
Let ux := fsub bx ax. Let uy := fsub by_ ay. Let dx := fsub ax fx. Let dy := fsub ay fy.
Let u_far := fadd (fabs ux) (fabs uy).
Let a_far := fadd (fabs dx) (fabs dy).
Let path_far := fadd (fabs px) (fabs py).
Let start := fsub (fmul uy dx) (fmul ux dy).
Let sign := if flt start (fconst 0 0) then fneg (fconst 1 0) else (fconst 1 0 : F double).
Let bound := fadd (fadd (fmul (fconst 1 3) (fconst 1 (-1022))) (fmul u_far (fadd reach own)))
  (fmul (fconst 1 (-47)) (fmul u_far a_far)).
Let left := fsub (fsub (fabs start) bound) (fmul (fconst 1 (-47)) (fmul u_far path_far)).
Hypothesis closing_is : sum_or_fused closing (fmul (fmul sign uy) px) (fmul (fmul (fneg sign) ux) py) None
  (Some (fmul (fneg sign) ux, py)).
Hypothesis larger_is : some_max larger_closing closing (fconst 1 (-1022)).
Hypothesis Fpx : finite px. Hypothesis Fpy : finite py.
Hypothesis reach_valid : nonneg reach. Hypothesis own_valid : nonneg own.
Hypothesis until_finite : finite until. Hypothesis until_range : 0 <= real until <= 1.

Theorem early_is_slow : flt until (fdiv left larger_closing) = true ->
  flt zero left = true /\ approaches_slowly fx fy reach own ax ay bx by_ px py until.
Proof.
  intros H. pose proof u_double_small as U. pose proof eta_double_pos as T. pose proof (bpow_gt_0 radix2 (-1022)) as PM.
  pose proof (larger_than_least _ _ larger_is) as M.
  destruct (quotient_above until left larger_closing until_finite (proj1 until_range) H) as (Lp & G).
  { destruct M as [-> | [-> | (Fv & B & _)]]; auto. right; right. split; [exact Fv | lra]. }
  split; [exact Lp |].
  destruct (all_finite fx fy reach own ax ay bx by_ px py reach_valid own_valid Lp) as (FL & _ & _ & _ & _ & _ & _ & _ &
    _ & _ & L0).
  destruct (G FL) as (Fv & D). destruct M as [E | [E | (_ & B & M)]]; [rewrite E in Fv; discriminate | rewrite E in Fv;
    discriminate |].
  destruct (closing_is_rounded fx fy reach own ax ay bx by_ px py closing closing_is Fpx Fpy reach_valid own_valid Lp)
    as (t & (Nc & R) & Er & Bt & _).
  destruct (left_is fx fy reach own ax ay bx by_ px py reach_valid own_valid Lp) as (_ & LP & _).
  destruct (sizes fx fy reach own ax ay bx by_ px py reach_valid own_valid Lp) as (_ & _ & _ & P0 & Q0 & _).
  fold ux uy dx dy in P0, Q0, LP. fold u_far a_far path_far in P0, Q0, LP.
  destruct M as [-> | [Ic | (Fc & Lc)]]; [discriminate Nc | |].
  - destruct R as [(Fc & _) | [(_ & I) | (N & _)]]; [rewrite Ic in Fc; discriminate | rewrite Ic in I; discriminate |].
    apply (slow_if_negative fx fy reach own ax ay bx by_ px py until reach_valid own_valid until_range Lp t Er).
    assert (rnd double t < 0) by (pose proof (@huge_at_least_1 double); unfold huge in *; lra).
    destruct (Rle_or_lt t 0) as [Z | Z]; [exact Z |]. pose proof (rnd_nonneg double t ltac:(lra)). lra.
  - destruct R as [(_ & _ & V) | [(_ & I) | (_ & I)]]; [| rewrite I in Fc; discriminate | rewrite I in Fc;
    discriminate].
    pose proof (rnd_error double t) as Ec. rewrite <- V in Ec.
    apply (slow_if fx fy reach own ax ay bx by_ px py until reach_valid own_valid until_range Lp (real closing) t
      Er Bt Ec).
    intros c0. set (P := real u_far * real a_far) in *. set (Q := real u_far * real path_far) in *.
    change (real until * real closing <= real left + 13 / 10 * (ud * P) + 13 / 10 * (ud * Q) + 8 * etad).
    change (Rabs t <= 11 / 10 * Q + 3 * etad) in Bt.
    change (real left <= 11 / 10 * P + 3 * etad) in LP.
    assert (UP : 0 <= ud * P) by (apply Rmult_le_pos; lra). assert (UQ : 0 <= ud * Q <= / 1048576 * Q) by
      (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
    assert (Bc : real closing <= 12 / 10 * Q + 5 * etad).
    { apply within in Ec. assert (ud * Rabs t <= / 1048576 * Rabs t) by (apply Rmult_le_compat_r; [apply Rabs_pos |
      lra]).
      pose proof (Rle_abs t). lra. }
    set (v := real larger_closing) in *.
    assert (Uv : real until * real closing <= real until * v) by (apply Rmult_le_compat_l; lra).
    assert (Us : 0 <= real until * v <= 1 * v) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
    destruct D as [D | D]; [lra |].
    assert (UL : ud * real left <= ud * (11 / 10 * P + 3 * etad)) by (apply Rmult_le_compat_l; lra).
    assert (UT : ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
    (* either the number that is larger is closing, or it is tiny *)
    assert (Ev : v <= 12 / 10 * Q + 5 * etad + bpow radix2 (-1022)).
    { unfold v. destruct (constant_value (-1022) ltac:(lia)) as [Fm Vm]. unfold some_max in larger_is.
      revert larger_is Vm. generalize (fconst 1 (-1022) : F double). intros m.
      destruct (flt m closing); [intros ->; lra |]. destruct (flt closing m); [intros -> ->; lra |].
      intros [-> | [-> | (_ & E)]] Vm; [lra | rewrite Vm; lra | rewrite E in Fv; discriminate]. }
    assert (Small : bpow radix2 (-1022) <= / 1048576).
    { change (/ 1048576) with (bpow radix2 (-20)). apply bpow_le. lia. }
    assert (Te : etad <= / 1048576 * ud).
    { apply Rle_trans with (bpow radix2 (-20) * ud); [| apply Rmult_le_compat_r; [lra | simpl; lra]].
      unfold eta, u. rewrite <- bpow_plus. apply bpow_le. simpl. lia. }
    assert (TQ : etad * Q <= / 1048576 * (ud * Q)).
    { rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
    assert (TT : etad * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
    assert (TM : etad * bpow radix2 (-1022) <= etad * / 1048576) by (apply Rmult_le_compat_l; lra).
    assert (Tv : etad * v <= etad * (12 / 10 * Q + 5 * etad + bpow radix2 (-1022))) by (apply Rmult_le_compat_l; lra).
      lra.
Qed.

(* No point of the line is within reach. *)
Theorem line_is_out_of_reach tau t :
  (flt zero left = true /\ flt (fmul until closing) left = true) \/ flt until (fdiv left larger_closing) = true ->
  0 <= tau <= real until ->
  finite reach /\ (real reach + real own) ^ 2 < dist2_at (Point (real fx + tau * real px) (real fy + tau * real py))
    (Point (real ax) (real ay)) (Point (real bx) (real by_)) t.
Proof.
  intros H Ht.
  assert (G : flt zero left = true /\ approaches_slowly fx fy reach own ax ay bx by_ px py until).
  { destruct H as [(Lp & H) | H]; [| now apply early_is_slow]. split; [exact Lp |].
    exact (late_is_slow fx fy reach own ax ay bx by_ px py until closing closing_is Fpx Fpy reach_valid own_valid
      until_finite until_range Lp H). }
  destruct G as (Lp & Slow). specialize (Slow tau Ht). split.
  { destruct (all_finite fx fy reach own ax ay bx by_ px py reach_valid own_valid Lp) as (_ & _ & FB & _).
    destruct (fadd_finite _ _ FB) as (F1 & _ & _). destruct (fadd_finite _ _ F1) as (_ & F2 & _).
    destruct (fmul_finite _ _ F2) as (_ & F3 & _). destruct (fadd_finite _ _ F3) as (F4 & _). exact F4. }
  pose proof u_double_small as U. pose proof eta_double_pos as T.
  destruct (left_is fx fy reach own ax ay bx by_ px py reach_valid own_valid Lp) as (A & LP & RP).
  destruct (sizes fx fy reach own ax ay bx by_ px py reach_valid own_valid Lp) as (_ & _ & _ & P0 & Q0 & R0 & BU &
    _).
  destruct (sign_is fx fy ax ay bx by_) as (_ & Sg & _).
  fold ux uy dx dy in A, LP, RP, P0, Q0, R0, BU, Slow, Sg. fold u_far a_far path_far in A, LP, RP, P0, Q0, R0, BU, Slow.
  fold start in A, Slow, Sg. fold sign in A, Slow, Sg. set (sg := real sign) in *.
  set (P := real u_far * real a_far) in *. set (Q := real u_far * real path_far) in *.
  set (Ux := real bx - real ax) in *. set (Uy := real by_ - real ay) in *.
  set (S := Uy * (real ax - real fx) - Ux * (real ay - real fy)) in *.
  set (C := Uy * real px - Ux * real py) in *. set (r := real reach + real own) in *.
  pose proof (nonneg_real _ reach_valid) as K1. pose proof (nonneg_real _ own_valid) as K2.
  apply beyond_the_line; [unfold r; lra |]. cbn [Geometry.px Geometry.py]. fold Ux Uy.
  replace (Uy * (real ax - (real fx + tau * real px)) - Ux * (real ay - (real fy + tau * real py))) with (S - tau * C)
    by (unfold S, C; ring).
  assert (UP : 0 <= ud * P) by (apply Rmult_le_pos; lra). assert (UQ : 0 <= ud * Q) by (apply Rmult_le_pos; lra).
  assert (B : (1 - 2 * ud) * ((Rabs Ux + Rabs Uy) * r) <= real u_far * r).
  { rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [unfold r; lra | exact BU]. }
  set (RR := real u_far * r) in *. set (W := (Rabs Ux + Rabs Uy) * r) in *.
  assert (W0 : 0 <= W).
  { unfold W. pose proof (Rabs_pos Ux). pose proof (Rabs_pos Uy). apply Rmult_le_pos; unfold r; lra. }
  assert (UW : ud * W <= / 1048576 * W) by (apply Rmult_le_compat_r; lra).
  assert (W1 : ud * W <= ud * (2 * (11 / 10 * P + 3 * etad))) by (apply Rmult_le_compat_l; lra).
  assert (UT : ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
  assert (Fin : W < sg * (S - tau * C)) by lra.
  eapply Rlt_le_trans; [exact Fin |].
  destruct Sg as [-> | ->]; [rewrite Rmult_1_l; apply Rle_abs |].
  replace (-1 * (S - tau * C)) with (- (S - tau * C)) by ring. rewrite <- Rabs_Ropp. apply Rle_abs.
Qed.

End Early.
