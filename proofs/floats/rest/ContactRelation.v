(* fast_relation of src/rest/contact_double_double.h: from a depth with the right sign the relation is right, if it is
   not INVALID. The farthest point of the wall decides between crossing and inside; docs/exactness.md, "Relation". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Geometry ContactFeature ContactPairs ContactSteps
  ContactRoot ContactDepth ContactEnd ContactLevel.
From Carom Require Terms_contact.
Import Terms_contact.fast_relation_terms(fast_relation_results).

Open Scope R_scope.

(* The slack of the comparison. *)
Lemma slack_value : finite (fadd (fconst 1 0) (fconst 1 (-48)) : F double) /\
  real (fadd (fconst 1 0) (fconst 1 (-48)) : F double) = 1 + 32 * ud.
Proof.
  destruct (constant_value 0 ltac:(lia)) as [F1 E1]. destruct (constant_value (-48) ltac:(lia)) as [F2 E2].
  change (bpow radix2 0) with 1 in E1.
  assert (E : bpow radix2 (-48) = 32 * ud).
  { change 32 with (bpow radix2 5). change ud with (bpow radix2 (-53)). rewrite <- bpow_plus. f_equal. }
  assert (B : Rabs (real (fconst 1 0 : F double) + real (fconst 1 (-48) : F double)) <= bpow radix2 1).
  { rewrite E1, E2, E. destruct ud_small. change (bpow radix2 1) with 2. apply Rabs_le. lra. }
  destruct (fadd_is_finite (fconst 1 0 : F double) (fconst 1 (-48)) 1 ltac:(unfold emin; simpl; lia) F1 F2 B)
    as (Fs & Es & _). split; [exact Fs |].
  rewrite Es, E1, E2, E. apply rnd_of_format. apply generic_format_FLT.
  exists (Float radix2 (2 ^ 48 + 1) (-48)); [| reflexivity | unfold emin; simpl; lia].
  unfold F2R. cbn [Fnum Fexp]. rewrite plus_IZR. change (IZR (2 ^ 48)) with (IZR (Zpower radix2 48)).
  rewrite IZR_Zpower by lia.
  rewrite Rmult_plus_distr_r, <- bpow_plus, E. change (bpow radix2 (48 + -48)) with 1. lra.
Qed.

(* The square of a distance between inputs. *)
Lemma squares_approx (cx cy ax ay : F double) :
  let x := fsub cx ax in let y := fsub cy ay in let s := fadd (fmul x x) (fmul y y) in
  finite s -> let t := (real cx - real ax) * (real cx - real ax) + (real cy - real ay) * (real cy - real ay) in
  - (5 * (ud * t) + 3 * tiny) <= real s - t <= 5 * (ud * t) + 3 * tiny.
Proof.
  cbv zeta. intros Fs.
  pose proof (approx_sub_exact cx ax) as Hx. pose proof (approx_sub_exact cy ay) as Hy.
  destruct (approx_dot _ _ _ _ _ _ _ _ _ _ _ _ Hx Hx Hy Hy Fs) as (_ & _ & H).
  rewrite <- !Rabs_mult, (Rabs_pos_eq ((real cx - real ax) * _)), (Rabs_pos_eq ((real cy - real ay) * _)) in H
    by apply Rle_0_sqr.
  pose proof (e_double 4 ltac:(lia)) as e4. simpl INR in e4.
  set (t := (real cx - real ax) * (real cx - real ax) + _) in *. assert (t0 : 0 <= t).
  { unfold t. pose proof (Rle_0_sqr (real cx - real ax)). pose proof (Rle_0_sqr (real cy - real ay)). unfold Rsqr in *.
    lra. }
  assert (e double 4 * t <= 5 * ud * t) by (apply Rmult_le_compat_r; [exact t0 | destruct ud_small; lra]).
  apply Rabs_le_inv in H. lra.
Qed.

Lemma squares_finite (cx cy ax ay : F double) : finite cx -> finite cy -> finite ax -> finite ay ->
  (real cx - real ax) * (real cx - real ax) + (real cy - real ay) * (real cy - real ay) <= bpow radix2 800 ->
  finite (fadd (fmul (fsub cx ax) (fsub cx ax)) (fmul (fsub cy ay) (fsub cy ay))).
Proof.
  intros F1 F2 F3 F4 H. pose proof (Rle_0_sqr (real cx - real ax)) as X.
  pose proof (Rle_0_sqr (real cy - real ay)) as Y. unfold Rsqr in X, Y.
  assert (G : forall v w : F double, finite v -> finite w -> (real v - real w) * (real v - real w) <= bpow radix2 800 ->
    below (fsub v w) 400).
  { intros v w Fv Fw L. assert (B : Rabs (real v - real w) <= bpow radix2 400).
    { apply Rsqr_incr_0_var; [| apply bpow_ge_0]. rewrite <- Rsqr_abs. unfold Rsqr. rewrite <- bpow_plus. exact L. }
    destruct (fsub_is_finite v w 400 ltac:(unfold emin; simpl; lia) Fv Fw B) as (Fs & _ & Bs). split; assumption. }
  pose proof (G cx ax F1 F3 ltac:(lra)) as Bx. pose proof (G cy ay F2 F4 ltac:(lra)) as By.
  apply (add_below _ _ 800); [exact (mul_below _ _ 400 400 Bx Bx ltac:(lia)) |
    exact (mul_below _ _ 400 400 By By ltac:(lia)) | lia].
Qed.

(* No NaN comes from finite input. *)
Lemma overflow_not_nan (v : F double) b : B2SF v = binary_overflow (prec double) (emax double) mode_NE b ->
  v <> B754_nan.
Proof. intros H E. subst v. discriminate. Qed.

Lemma fsub_not_nan (v w : F double) : finite v -> finite w -> fsub v w <> B754_nan.
Proof.
  intros Fv Fw. generalize (Bminus_correct (prec double) (emax double) _ _ mode_NE v w Fv Fw).
  destruct (Rlt_bool _ _); intros H.
  - destruct H as (_ & H & _). intros E. unfold fsub in E. rewrite E in H. discriminate.
  - destruct H as (H & _). exact (overflow_not_nan _ _ H).
Qed.

Lemma square_not_nan (v : F double) : v <> B754_nan -> fmul v v <> B754_nan.
Proof.
  intros N. destruct v as [s | s | | s m e Hm]; try (destruct s; discriminate); [now elim N |].
  generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE (B754_finite s m e Hm) (B754_finite s m e Hm)).
  destruct (Rlt_bool _ _); intros H.
  - destruct H as (_ & H & _). intros E. unfold fmul in E. rewrite E in H. discriminate.
  - exact (overflow_not_nan _ _ H).
Qed.

Lemma sum_not_nan (v w : F double) : nonneg v -> nonneg w -> v <> B754_nan -> w <> B754_nan -> fadd v w <> B754_nan.
Proof.
  intros Nv Nw Hv Hw. destruct (is_finite v) eqn:Fv; destruct (is_finite w) eqn:Fw.
  - generalize (Bplus_correct (prec double) (emax double) _ _ mode_NE v w Fv Fw). destruct (Rlt_bool _ _); intros H.
    + destruct H as (_ & H & _). intros E. unfold fadd in E. rewrite E in H. discriminate.
    + destruct H as (H & _). exact (overflow_not_nan _ _ H).
  - destruct w as [| [|] | |]; try discriminate; [| now elim Hw]. destruct v as [| | |]; try discriminate.
  - destruct v as [| [|] | |]; try discriminate; [| now elim Hv]. destruct w as [| | |]; try discriminate.
  - destruct v as [| [|] | |]; try discriminate; try (now elim Hv). destruct w as [| [|] | |]; try discriminate.
    now elim Hw.
Qed.

Lemma not_larger_finite (v w : F double) : nonneg v -> v <> B754_nan -> flt w v = false -> finite w -> finite v.
Proof.
  intros Nv Hv H Fw. destruct v as [s | s | | s m e Hm]; try reflexivity; [| now elim Hv].
  simpl in Nv. subst s. destruct w as [| | |]; try discriminate.
Qed.

(* An infinite square of a distance is larger than any that does not overflow. *)
Lemma squares_infinite (cx cy ax ay : F double) : finite cx -> finite cy -> finite ax -> finite ay ->
  ~ finite (fadd (fmul (fsub cx ax) (fsub cx ax)) (fmul (fsub cy ay) (fsub cy ay))) ->
  bpow radix2 800 < (real cx - real ax) * (real cx - real ax) + (real cy - real ay) * (real cy - real ay).
Proof. intros F1 F2 F3 F4 H. apply Rnot_le_lt. intros L. now apply H, squares_finite. Qed.

Section Relation.
Variables cx cy r ax ay bx by_ wr depth : F double.
Variable x : extent.
Variable p : bool.
Variable result : Z.
Hypothesis Fcx : finite cx. Hypothesis Fcy : finite cy. Hypothesis Fax : finite ax. Hypothesis Fay : finite ay.
Hypothesis Fbx : finite bx. Hypothesis Fby : finite by_.
Hypothesis Fr : finite r. Hypothesis Fw : finite wr. Hypothesis r0 : 0 <= real r. Hypothesis w0 : 0 <= real wr.
Hypothesis sum_bound : real r + real wr <= bpow radix2 151.
Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let far := Rmax (w2 C A) (z2 C B).
Let rim := real r - real wr.
Hypothesis far_low : bpow radix2 (-330) <= far.
Hypothesis run : fast_relation_results (fsub cx ax) (fsub cy ay) (fsub cx bx) (fsub cy by_) p r wr (extent_number x)
  depth
  result.

(* What the two comparisons show. *)
Lemma rim_comparisons :
  exists far2 rim' rim2 : F double,
  rim' = fsub r wr /\ rim2 = fmul rim' rim' /\
  far2 = (if flt (fadd (fmul (fsub cx bx) (fsub cx bx)) (fmul (fsub cy by_) (fsub cy by_))) (fadd (fmul (fsub cx ax)
    (fsub cx ax)) (fmul (fsub cy ay) (fsub cy ay)))
    then fadd (fmul (fsub cx ax) (fsub cx ax)) (fmul (fsub cy ay) (fsub cy ay)) else fadd (fmul (fsub cx bx) (fsub cx
      bx)) (fmul (fsub cy by_) (fsub cy by_))) /\
  (flt rim' (fconst 0 0) = true -> rim < 0) /\ (flt rim' (fconst 0 0) = false -> 0 <= rim) /\
  (flt (fmul rim2 (fadd (fconst 1 0) (fconst 1 (-48)))) far2 = true -> rim * rim < far) /\
  (flt (fmul far2 (fadd (fconst 1 0) (fconst 1 (-48)))) rim2 = true -> far < rim * rim).
Proof.
  destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0. destruct zero_value as [Fz Ez].
  destruct slack_value as [Fk Ek].
  set (rim' := fsub r wr). set (rim2 := fmul rim' rim').
  set (wq := fadd (fmul (fsub cx ax) (fsub cx ax)) (fmul (fsub cy ay) (fsub cy ay))).
  set (zq := fadd (fmul (fsub cx bx) (fsub cx bx)) (fmul (fsub cy by_) (fsub cy by_))).
  set (far2 := if flt zq wq then wq else zq). exists far2, rim', rim2.
  do 3 (split; [reflexivity |]).
  (* the rim *)
  assert (Br : Rabs rim <= bpow radix2 151) by (apply Rabs_le; unfold rim; lra).
  destruct (fsub_is_finite r wr 151 ltac:(unfold emin; simpl; lia) Fr Fw Br) as (Fm & Em & Bm). fold rim' in Fm, Em, Bm.
  fold rim in Em.
  pose proof (rnd_pos_sum (real r) (- real wr) (real_in_format _) (in_format_opp _ (real_in_format _))) as [P1 P2].
  change (real r + - real wr) with rim in P1, P2. rewrite <- Em in P1, P2.
  assert (Bm' : below rim' 151) by (split; assumption).
  pose proof (mul_below rim' rim' 151 151 Bm' Bm' ltac:(lia)) as [F2 B2]. fold rim2 in F2, B2.
  assert (A2 : - (4 * (ud * (rim * rim)) + tiny) <= real rim2 - rim * rim <= 4 * (ud * (rim * rim)) + tiny).
  { pose proof (approx_sub_exact r wr) as H. fold rim' in H.
    destruct (product_of_rounded _ _ _ _ _ _ H H F2) as (_ & _ & HE). pose proof (e_double 3 ltac:(lia)) as e3.
    simpl INR in e3.
    fold rim in HE. rewrite <- Rabs_mult, (Rabs_pos_eq (rim * rim)) in HE by apply Rle_0_sqr.
    change (fmul rim' rim') with rim2 in HE.
    assert (e double 3 * (rim * rim) <= 4 * ud * (rim * rim)) by (apply Rmult_le_compat_r; [apply Rle_0_sqr | lra]).
    apply Rabs_le_inv in HE. lra. }
  pose proof (Rle_0_sqr rim) as q0. unfold Rsqr in q0. scales (rim * rim) q0.
  split; [intros Hq; apply flt_real in Hq; auto; rewrite Ez in Hq; now apply P2 |].
  split.
  { intros Hq. apply flt_real_false in Hq; auto. rewrite Ez in Hq. apply Rnot_lt_le. intros L. apply P2 in L. lra. }
  assert (N2 : nonneg rim2) by apply nonneg_square.
  assert (Nw : nonneg wq) by (apply nonneg_fadd; apply nonneg_square).
  assert (Nz : nonneg zq) by (apply nonneg_fadd; apply nonneg_square).
  (* the far end, if it is finite *)
  assert (f0 : 0 <= far) by (pose proof (bpow_ge_0 radix2 (-330)); lra). scales far f0.
  assert (T : tiny <= / 1000000 * (ud * far)).
  { pose proof (tiny_small far ltac:(eapply Rle_trans; [apply bpow_le | exact far_low]; lia)). lra. }
  assert (FW : finite wq -> - (6 * (ud * far)) <= real wq - w2 C A <= 6 * (ud * far)).
  { intros Fq. pose proof (squares_approx cx cy ax ay Fq) as Hw7. cbv zeta in Hw7. fold wq in Hw7.
    change ((real cx - real ax) * (real cx - real ax) + (real cy - real ay) * (real cy - real ay)) with (w2 C A) in Hw7.
    assert (L : w2 C A <= far) by apply Rmax_l. assert (ud * w2 C A <= ud * far) by (apply Rmult_le_compat_l; lra). lra.
    }
  assert (FZ : finite zq -> - (6 * (ud * far)) <= real zq - z2 C B <= 6 * (ud * far)).
  { intros Fq. pose proof (squares_approx cx cy bx by_ Fq) as Hw7. cbv zeta in Hw7. fold zq in Hw7.
    change ((real cx - real bx) * (real cx - real bx) + (real cy - real by_) * (real cy - real by_)) with (z2 C B)
      in Hw7.
    assert (L : z2 C B <= far) by apply Rmax_r. assert (ud * z2 C B <= ud * far) by (apply Rmult_le_compat_l; lra). lra.
    }
  assert (Ff : finite far2 -> finite wq /\ finite zq).
  { unfold far2. destruct (flt zq wq) eqn:Hw7; intros Fq.
    - split; [exact Fq | eapply flt_finite; eassumption].
    - split; [| exact Fq]. apply (not_larger_finite wq zq); auto.
      apply sum_not_nan; auto using nonneg_square, square_not_nan, fsub_not_nan. }
  assert (Fin : finite far2 -> - (6 * (ud * far)) <= real far2 - far <= 6 * (ud * far)).
  { intros Fq. destruct (Ff Fq) as (A1 & A3). specialize (FW A1). specialize (FZ A3).
    unfold far2. destruct (flt zq wq) eqn:Hw7.
    - apply flt_real in Hw7; auto. pose proof (Rmax_l (w2 C A) (z2 C B)) as M1.
      pose proof (Rmax_r (w2 C A) (z2 C B)) as M2. fold far in M1, M2.
      assert (far = w2 C A \/ far = z2 C B) as [M | M] by (unfold far, Rmax; destruct Rle_dec; auto); lra.
    - apply flt_real_false in Hw7; auto. pose proof (Rmax_l (w2 C A) (z2 C B)) as M1.
      pose proof (Rmax_r (w2 C A) (z2 C B)) as M2. fold far in M1, M2.
      assert (far = w2 C A \/ far = z2 C B) as [M | M] by (unfold far, Rmax; destruct Rle_dec; auto); lra. }
  assert (R303 : rim * rim <= bpow radix2 302).
  { rewrite <- (Rabs_pos_eq (rim * rim)) by exact q0. rewrite Rabs_mult. change 302%Z with (151 + 151)%Z.
    rewrite bpow_plus.
    apply Rmult_le_compat; auto using Rabs_pos. }
  split.
  - intros Hq. destruct (is_finite far2) eqn:Q.
    + specialize (Fin Q).
      assert (Np : nonneg (fmul rim2 (fadd (fconst 1 0) (fconst 1 (-48))))).
      { apply nonneg_fmul; [exact N2 | apply nonneg_of_real; [exact Fk | rewrite Ek; lra]]. }
      pose proof (flt_finite _ _ Hq Np) as Fp. apply flt_real in Hq; auto.
      destruct (fmul_finite _ _ Fp) as (_ & _ & Ep). pose proof (rnd_error double (real rim2 * real (fadd (fconst 1 0)
        (fconst 1 (-48)) : F double))) as D.
      rewrite <- Ep, Ek in D. pose proof (nonneg_real _ N2) as N2'. scales (real rim2) N2'.
      rewrite (Rabs_pos_eq (real rim2 * _)) in D by (apply Rmult_le_pos; lra). apply Rabs_le_inv in D.
      replace (ud * (real rim2 * (1 + 32 * ud))) with (ud * real rim2 + 32 * (ud * (ud * real rim2))) in D by ring.
      replace (real rim2 * (1 + 32 * ud)) with (real rim2 + 32 * (ud * real rim2)) in D by ring.
      assert (V : ud * (rim * rim) <= ud * (1001/1000 * real rim2 + / 1000 * far)) by (apply Rmult_le_compat_l; lra).
      assert (W : ud * far <= ud * far) by lra.
      apply Rnot_le_lt. intros Hc. assert (V2 : ud * far <= ud * (rim * rim)) by (apply Rmult_le_compat_l; lra). lra.
    + assert (Big : bpow radix2 800 < far).
      { assert (NQ : ~ finite far2) by (unfold finite; congruence). unfold far2 in NQ. destruct (flt zq wq).
        - eapply Rlt_le_trans; [exact (squares_infinite cx cy ax ay Fcx Fcy Fax Fay NQ) | apply Rmax_l].
        - eapply Rlt_le_trans; [exact (squares_infinite cx cy bx by_ Fcx Fcy Fbx Fby NQ) | apply Rmax_r]. }
      assert (bpow radix2 302 < bpow radix2 800) by (apply bpow_lt; lia). lra.
  - intros Hq.
    assert (Nfar : nonneg far2) by (unfold far2; destruct (flt zq wq); assumption).
    assert (Np : nonneg (fmul far2 (fadd (fconst 1 0) (fconst 1 (-48))))).
    { apply nonneg_fmul; [exact Nfar | apply nonneg_of_real; [exact Fk | rewrite Ek; lra]]. }
    pose proof (flt_finite _ _ Hq Np) as Fp. apply flt_real in Hq; auto.
    destruct (fmul_finite _ _ Fp) as (Q & _ & Ep). specialize (Fin Q).
    pose proof (rnd_error double (real far2 * real (fadd (fconst 1 0) (fconst 1 (-48)) : F double))) as D.
    rewrite <- Ep, Ek in D. pose proof (nonneg_real _ Nfar) as Nf'. scales (real far2) Nf'.
    rewrite (Rabs_pos_eq (real far2 * _)) in D by (apply Rmult_le_pos; lra). apply Rabs_le_inv in D.
    replace (ud * (real far2 * (1 + 32 * ud))) with (ud * real far2 + 32 * (ud * (ud * real far2))) in D by ring.
    replace (real far2 * (1 + 32 * ud)) with (real far2 + 32 * (ud * real far2)) in D by ring.
    assert (V : ud * (999/1000 * far) <= ud * real far2) by (apply Rmult_le_compat_l; lra).
    apply Rnot_le_lt. intros Hc. assert (V2 : ud * (rim * rim) <= ud * far) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* The relation, from the true R - distance. 1 is separate, 2 touching, 3 crossing, 5 inside; 0 is not certain. *)
Theorem fast_relation_is_right q :
  p = true <-> len2 A B = 0 -> is_depth (real depth) (real r + real wr) q -> finite depth ->
  (result = 0%Z \/ result = 1%Z \/ result = 2%Z \/ result = 3%Z \/ result = 5%Z) /\
  (result = 1%Z -> real r + real wr < q) /\ (result = 2%Z -> q = real r + real wr) /\
  (result = 3%Z -> q < real r + real wr /\ ((x <> Segment /\ len2 A B <> 0) \/ real r < real wr \/ rim * rim < far)) /\
  (result = 5%Z -> q < real r + real wr /\ (x = Segment \/ len2 A B = 0) /\ real wr <= real r /\ far < rim * rim).
Proof.
  intros Hp (D1 & D2 & _) Fd. destruct rim_comparisons as (far2 & rim' & rim2 & Em & E2 & Ef & C1 & C2 & C3 & C4).
  destruct run as (w2x & w2y & z2x & z2y & lx & ly & far2' & rimv & rim2v & endless & over & out & inn & ov & inz & []).
  assert (Efar : far2' = far2) by (rewrite Ef, E_far2, E_larger_x, E_larger_y, E_w2_x, E_w2_y, E_z2_x, E_z2_y;
    reflexivity).
  assert (Erim : rimv = rim') by congruence. assert (Erim2 : rim2v = rim2) by congruence.
  rewrite Efar, Erim, Erim2 in *. clear E_w2_x E_w2_y E_z2_x E_z2_y E_larger_x E_larger_y E_far2 Ef.
  destruct zero_value as [Fz Ez].
  assert (Ho : over = true -> q < real r + real wr).
  { intros H. rewrite E_is_over in H. apply flt_real in H; auto. rewrite Ez in H. now apply D1. }
  assert (Hn : over = false -> feq depth (fconst 0 0) = true -> q = real r + real wr).
  { intros _ H. apply feq_zero in H. destruct H as [_ H]. destruct (Rtotal_order q (real r + real wr)) as [L | [L | L]];
      [| exact L |].
    - apply D1 in L. lra. - apply D2 in L. lra. }
  assert (Hs : over = false -> feq depth (fconst 0 0) = false -> real r + real wr < q).
  { intros H1 H2. rewrite E_is_over in H1. apply flt_real_false in H1; auto. apply feq_real_false in H2; auto.
    rewrite Ez in *. apply D2. lra. }
  assert (Ht : over = true -> feq depth (fconst 0 0) = false).
  { intros H. rewrite E_is_over in H. apply flt_real in H; auto. destruct (feq depth (fconst 0 0)) eqn:Q;
      [| reflexivity].
    apply feq_real in Q; auto. lra. }
  assert (Hout : out = true -> (x <> Segment /\ len2 A B <> 0) \/ real r < real wr \/ rim * rim < far).
  { intros H. rewrite E_is_out in H. apply orb_prop in H.
    destruct H as [H | H]; [apply orb_prop in H; destruct H as [H | H] |].
    - left. rewrite E_is_endless in H. apply andb_prop in H. destruct H as [H1 H2]. split.
      + intros ->. discriminate.
      + intros Z. apply Hp in Z. rewrite Z in H2. discriminate.
    - right; left. apply C1 in H. unfold rim in H. lra.
    - right; right. now apply C3. }
  assert (Hin : inn = true -> (x = Segment \/ len2 A B = 0) /\ real wr <= real r /\ far < rim * rim).
  { intros H. rewrite E_is_in in H. apply andb_prop in H. destruct H as [H1 H2]. apply negb_true_iff in H2.
    rewrite E_is_out in H2. apply orb_false_iff in H2. destruct H2 as [H2 H3]. apply orb_false_iff in H2.
    destruct H2 as [H2 H4].
    split; [| split].
    - rewrite E_is_endless in H2. apply andb_false_iff in H2. destruct H2 as [H2 | H2].
      + left. destruct x; [reflexivity | discriminate | discriminate].
      + right. apply Hp. now destruct p.
    - apply C2 in H4. unfold rim in H4. lra.
    - now apply C4. }
  assert (Hx : out = true -> inn = false) by (intros H; rewrite E_is_in, H; apply andb_false_r).
  rewrite E_result, E_over, E_in_.
  destruct over; [specialize (Ht eq_refl); rewrite Ht | destruct (feq depth (fconst 0 0)) eqn:Q];
    destruct out; destruct inn; try (specialize (Hx eq_refl); discriminate); cbn [andb negb]; simpl;
    repeat split; intros; try discriminate; auto; try tauto; try (apply Hin; reflexivity).
Qed.

End Relation.
