(* The parameter that a contact returns: within an ulp of the true one plus 2^-96 |c - a| / |b - a|, and in the range of
   the axis. The last rounding is monotone, and a feature that is certain is far enough from the ends.
   docs/exactness.md, "Parameter". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFreeTerms Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry
  ContactPairs ContactSteps ContactRoot ContactDepth ContactEnd ContactProducts ContactSide ContactSideDepth
  ContactLevel ContactAlong ContactSpec ContactPointSteps ContactPoint ContactPointSide ContactParameter
  ContactLevelNumbers.
From Carom Require Terms_contact.
Import Terms_contact.fast_feature_terms(fast_feature, fast_feature_results).
Import Terms_contact.measure_end_terms(measure_end_results).
Import Terms_contact.measure_side_terms(measure_side_results).
Import Terms_contact.measure_level_terms(measure_level_results).

Open Scope R_scope.

(* What a certain side says of w.u. *)
Lemma certain_side cx cy ax ay bx by_ p x (C := point_of cx cy) (A := point_of ax ay) (B := point_of bx by_)
    (N := Rabs (wx C A * ux A B) + Rabs (wy C A * uy A B)) :
  fast_feature_results (fsub bx ax) (fsub by_ ay) (fsub cx ax) (fsub cy ay) p (extent_number x) 1 ->
  (x <> Line -> ud * (N + len2 A B) <= wu C A B) /\ (x = Segment -> ud * (N + len2 A B) <= len2 A B - wu C A B).
Proof.
  intros (gx & gy & lx & ly & wu' & len2' & terms & error & is_segment & is_line & beyond_a & before_b & run).
  assert (EN : N = Rabs (real cx - real ax) * Rabs (real bx - real ax) + Rabs (real cy - real ay) * Rabs (real by_ -
    real ay)).
  { unfold N. rewrite !Rabs_mult. reflexivity. }
  destruct (nonneg_lxy _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ run) as (_ & _ & Nl & _ & Ne).
  assert (Bn : finite error -> (flt error wu' = true -> ud * (N + len2 A B) <= wu C A B) /\
    (flt error (fsub len2' wu') = true -> ud * (N + len2 A B) <= len2 A B - wu C A B)).
  { intros Fe.
    edestruct finite_terms as (_ & Fl & _); [exact run | exact Fe |].
    edestruct differences_are_finite as (F1 & _); [reflexivity | reflexivity | reflexivity | reflexivity | exact run |
      exact Fe |].
    edestruct bounds as (Fw & B1 & B2 & B3 & B4 & B5); [reflexivity | reflexivity | reflexivity | reflexivity |
      exact run | exact Fe |].
    fold C A B in B1, B2, B3, B4, B5. rewrite <- EN in B1, B3, B4.
    destruct ud_small as [U0 U1]. pose proof (eta_pos double) as h0.
    assert (P0 : 0 <= ud * N) by (apply Rmult_le_pos; lra). assert (P1 : 0 <= ud * len2 A B) by (apply Rmult_le_pos;
      lra).
    apply Rabs_le_inv in B1, B2. pose proof (difference_value len2' wu' F1) as D1.
    split; intros Hf; apply flt_real in Hf; auto; [lra |].
    assert (K : 99/100 * real error <= real len2' - real wu').
    { pose proof (nonneg_real _ Ne) as e0. set (d := real len2' - real wu') in *.
      assert (ud * Rabs d <= / 1000 * Rabs d) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
      apply Rabs_le_inv in D1. destruct (Rle_lt_dec 0 d);
        [rewrite (Rabs_pos_eq d) in * by lra | rewrite (Rabs_left d) in * by lra]; lra. }
    lra. }
  destruct run. subst is_segment is_line beyond_a before_b.
  destruct (flt error wu') eqn:H1; destruct (flt error (fsub len2' wu')) eqn:H3; destruct p; destruct x;
    simpl in E_result;
    repeat match type of E_result with context [if ?b then _ else _] => destruct b end; try discriminate;
    (split; [intros X; try (now elim X) | intros X; try discriminate]); apply Bn; auto; eapply flt_finite; eassumption.
Qed.

(* |wx ux| + |wy uy| is at most |w| |u|. *)
Lemma terms_at_most c a b : 0 < len2 a b ->
  (Rabs (wx c a * ux a b) + Rabs (wy c a * uy a b)) / len2 a b <= sqrt (w2 c a) / sqrt (len2 a b).
Proof.
  intros L. pose proof (sqrt_lt_R0 _ L) as l0. assert (ll : sqrt (len2 a b) * sqrt (len2 a b) = len2 a b)
    by (apply sqrt_sqrt; lra).
  apply Rmult_le_reg_r with (len2 a b); [exact L |]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  rewrite <- ll at 2. replace (sqrt (w2 c a) / sqrt (len2 a b) * (sqrt (len2 a b) * sqrt (len2 a b)))
    with (sqrt (w2 c a) * sqrt (len2 a b)) by (field; lra).
  assert (W : 0 <= w2 c a). { unfold w2. pose proof (Rle_0_sqr (wx c a)). pose proof (Rle_0_sqr (wy c a)).
  unfold Rsqr in *. lra. }
  rewrite <- sqrt_mult by lra. rewrite !Rabs_mult.
  set (p := Rabs (wx c a)). set (q := Rabs (wy c a)). set (s := Rabs (ux a b)). set (t := Rabs (uy a b)).
  assert (E : w2 c a * len2 a b = (p * p + q * q) * (s * s + t * t)).
  { unfold w2, len2, p, q, s, t. rewrite <- !Rabs_mult, !(Rabs_pos_eq (_ * _)) by apply Rle_0_sqr. ring. }
  rewrite E, <- (sqrt_Rsqr (p * s + q * t)).
  - apply sqrt_le_1_alt. pose proof (Rle_0_sqr (p * t - q * s)). unfold Rsqr in *. lra.
  - pose proof (Rmult_le_pos p s (Rabs_pos _) (Rabs_pos _)). pose proof (Rmult_le_pos q t (Rabs_pos _) (Rabs_pos _)).
    lra.
Qed.

(* The sum of both parts, rounded, with no -0. *)
Definition rounded_along (t rest : F double) := fadd (fadd t rest) (fconst 0 0).

(* The promise for a parameter. *)
Record is_parameter (x : extent) (v tau s : R) : Prop := {
  near_parameter : Rabs (v - tau) <= ulp radix2 (exponents double) tau + bpow radix2 (-96) * s;
  not_before_a : x <> Line -> 0 <= v;
  not_beyond_b : x = Segment -> v <= 1 }.

Lemma rounded_parameter x (t rest : F double) c a b (N := Rabs (wx c a * ux a b) + Rabs (wy c a * uy a b)) (tau :=
  wu c a b / len2 a b) :
  finite t -> finite rest -> Rabs (real t) <= bpow radix2 950 -> Rabs (real rest) <= bpow radix2 950 -> 0 < len2 a b ->
  Rabs (real t + real rest - tau) <= 290 * (ud * ud) * (N / len2 a b) ->
  (x <> Line -> ud * (N + len2 a b) <= wu c a b) -> (x = Segment -> ud * (N + len2 a b) <= len2 a b - wu c a b) ->
  finite (rounded_along t rest) /\ is_parameter x (real (rounded_along t rest)) tau (sqrt (w2 c a) / sqrt (len2 a b)).
Proof.
  intros Ft Fr Bt Br L H Ha Hb. destruct ud_small as [U0 U1]. destruct zero_value as [Fz Ez].
  destruct (fadd_is_finite t rest 951 ltac:(unfold emin; simpl; lia) Ft Fr) as (F1 & E1 & _).
  { change 951%Z with (950 + 1)%Z. now apply sum_below. }
  destruct (fadd_exact (fadd t rest) (fconst 0 0) (fadd t rest) F1 Fz ltac:(lra)) as (F2 & E2). unfold rounded_along.
  split; [exact F2 |]. rewrite E2, E1. set (V := real t + real rest) in *.
  pose proof (terms_at_most c a b L) as K. fold N in K. set (s := sqrt (w2 c a) / sqrt (len2 a b)) in *.
  assert (uu : 0 <= ud * ud) by (apply Rmult_le_pos; lra).
  assert (N0 : 0 <= N) by (unfold N; pose proof (Rabs_pos (wx c a * ux a b)); pose proof (Rabs_pos (wy c a * uy a b));
    lra).
  assert (NL : N / len2 a b * len2 a b = N) by (field; lra). assert (TL : tau * len2 a b = wu c a b) by (unfold tau;
    field; lra).
  assert (NL0 : 0 <= N / len2 a b) by (apply Rmult_le_pos; [exact N0 | left; now apply Rinv_0_lt_compat]).
  assert (Small : 290 * (ud * ud) * (N / len2 a b) * len2 a b <= ud * (N + len2 a b)).
  { replace (290 * (ud * ud) * (N / len2 a b) * len2 a b) with (290 * ud * (ud * (N / len2 a b * len2 a b))) by ring.
    rewrite NL.
    assert (0 <= ud * N) by (apply Rmult_le_pos; lra). assert (0 <= ud * len2 a b) by (apply Rmult_le_pos; lra).
    assert (290 * ud * (ud * N) <= 1 * (ud * N)) by (apply Rmult_le_compat_r; lra). lra. }
  apply Rabs_le_inv in H. split.
  - pose proof (rounded_near V tau (Rabs tau) (290 * (ud * ud) * (N / len2 a b)) ltac:(apply Rabs_le;
      exact H) (Rle_refl _)) as Q.
    rewrite ulp_abs in Q. pose proof (ulp_nonneg tau).
    assert (E96 : bpow radix2 (-96) = 1024 * (ud * ud)).
    { change ud with (bpow radix2 (-53)). rewrite <- bpow_plus. change 1024 with (bpow radix2 10). rewrite <- bpow_plus.
      reflexivity. }
    rewrite E96. assert (ud * ud * (N / len2 a b) <= ud * ud * s) by (apply Rmult_le_compat_l; lra).
    assert (0 <= ud * ud * (N / len2 a b)) by (apply Rmult_le_pos; lra). lra.
  - intros Nx. specialize (Ha Nx). apply rnd_nonneg. apply Rmult_le_reg_r with (len2 a b); [exact L |].
    assert ((tau - 290 * (ud * ud) * (N / len2 a b)) * len2 a b <= V * len2 a b) by (apply Rmult_le_compat_r; lra). lra.
  - intros Nx. specialize (Hb Nx). rewrite <- (rnd_of_format double 1).
    + apply rnd_le. apply Rmult_le_reg_r with (len2 a b); [exact L |].
      assert (V * len2 a b <= (tau + 290 * (ud * ud) * (N / len2 a b)) * len2 a b) by (apply Rmult_le_compat_r; lra).
      lra.
    + change 1 with (bpow radix2 0). apply generic_format_bpow. unfold exponents, FLT_exp, emin. simpl. lia.
Qed.

Theorem along_on_side_is x p r wr R_hi R_lo cx cy ax ay bx by_ hi lo depth error t trest spread dhx dhy dlx dly uhx uhy
  ulx uly length lrest inverse
    (C := point_of cx cy) (A := point_of ax ay) (B := point_of bx by_) :
  is_reach r wr R_hi R_lo ->
  measure_side_results R_hi R_lo cx cy ax ay bx by_ true hi lo depth error t trest spread dhx dhy dlx dly uhx uhy ulx
    uly length lrest inverse ->
  ux A B <> 0 -> uy A B <> 0 ->
  fast_feature_results (fsub bx ax) (fsub by_ ay) (fsub cx ax) (fsub cy ay) p (extent_number x) 1 ->
  finite (rounded_along t trest) /\ is_parameter x (real (rounded_along t trest)) (wu C A B / len2 A B) (sqrt (w2 C A) /
    sqrt (len2 A B)).
Proof.
  intros Rch M Nx Ny Ff. destruct ud_small as [U0 U1].
  destruct (measure_side_is r wr R_hi R_lo cx cy ax ay bx by_ hi lo depth error t trest spread dhx dhy dlx dly uhx uhy
    ulx uly length lrest inverse Rch M)
    as (_ & _ & _ & _ & _ & _ & Nc & _ & _ & _ & _ & _ & Dw & Vu & _).
  change (real bx - real ax) with (ux A B) in *. change (real by_ - real ay) with (uy A B) in *.
  change (real cx - real ax) with (wx C A) in *. change (real cy - real ay) with (wy C A) in *.
  destruct Vu as [Ox Oy Flx Fly Ex Ey Rx Ry Sl _ _ _ _ _ _ _].
  assert (Du : is_difference uhx uhy ulx uly (ux A B) (uy A B)) by (constructor; auto).
  pose proof (dot_terms_not_small _ _ _ _ _ _ _ _ _ _ _ _ Du Dw Nx Ny Nc) as N0.
  destruct (measure_side_along_is R_hi R_lo cx cy ax ay bx by_ hi lo depth error t trest spread dhx dhy dlx dly uhx uhy
    ulx uly length lrest inverse M N0)
    as (Bt & _ & Fr & T1 & T2 & T3 & _).
  change (real bx - real ax) with (ux A B) in *. change (real by_ - real ay) with (uy A B) in *.
  change (real cx - real ax) with (wx C A) in *. change (real cy - real ay) with (wy C A) in *.
  fold (len2 A B) in Sl, T1, T2, T3. fold (wu C A B) in T3.
  pose proof (bpow_gt_0 radix2 (-160)) as Z. assert (L : 0 < len2 A B).
  { apply Rnot_le_lt. intros Hc. rewrite sqrt_neg_0 in Sl by exact Hc. lra. }
  assert (L1 : bpow radix2 (-320) <= len2 A B).
  { rewrite <- (sqrt_sqrt (len2 A B)) by lra. change (-320)%Z with (-160 + -160)%Z. rewrite bpow_plus.
    apply Rmult_le_compat; lra. }
  set (N := Rabs (wx C A * ux A B) + Rabs (wy C A * uy A B)) in *.
  assert (NB : N <= bpow radix2 403).
  { destruct Dw as [w1 w2' _ _ w5 w6 w7 w8]. destruct Du as [v1 v2 _ _ v5 v6 v7 v8].
    assert (G : forall p q : R, Rabs p <= bpow radix2 201 -> Rabs q <= bpow radix2 201 ->
      Rabs (p * q) <= bpow radix2 402).
    { intros p' q' Hp Hq. rewrite Rabs_mult. change 402%Z with (201 + 201)%Z. rewrite bpow_plus.
      apply Rmult_le_compat; auto using Rabs_pos. }
    pose proof (G _ _ (ordinary_high _ _ _ w1 w5 w7) (ordinary_high _ _ _ v1 v5 v7)).
    pose proof (G _ _ (ordinary_high _ _ _ w2' w6 w8) (ordinary_high _ _ _ v2 v6 v8)).
    change 403%Z with (1 + 402)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. unfold N. lra. }
  assert (Nz : 0 <= N) by (pose proof (bpow_ge_0 radix2 (-320)); lra). scales N Nz.
  destruct (certain_side cx cy ax ay bx by_ p x Ff) as (Ha & Hb).
  apply rounded_parameter; auto.
  - apply Bt.
  - eapply Rle_trans; [apply Bt | apply bpow_le; lia].
  - assert (Rb : Rabs (real trest) * len2 A B <= N).
    { rewrite <- (Rabs_pos_eq (len2 A B)) by lra. rewrite <- Rabs_mult. apply Rabs_le. lra. }
    apply Rmult_le_reg_r with (len2 A B); [exact L |]. apply Rle_trans with (bpow radix2 950 * bpow radix2 (-320)).
    + rewrite <- bpow_plus. eapply Rle_trans; [exact Rb |]. eapply Rle_trans; [exact NB | apply bpow_le; lia].
    + apply Rmult_le_compat_l; [apply bpow_ge_0 | exact L1].
Qed.

Theorem along_of_level_is x p r wr R_hi R_lo cx cy ax ay bx by_ hi lo depth error t trest dhx dhy dlx dly inverse length
  lrest spread uhx uhy ulx uly
    (C := point_of cx cy) (A := point_of ax ay) (B := point_of bx by_) :
  is_reach r wr R_hi R_lo ->
  measure_level_results R_hi R_lo cx cy ax ay bx by_ (feq (fsub bx ax) (fconst 0 0)) true hi lo depth error t trest dhx
    dhy dlx dly inverse
    length lrest spread uhx uhy ulx uly ->
  (feq (fsub bx ax) (fconst 0 0) || feq (fsub by_ ay) (fconst 0 0))%bool = true ->
  fast_feature_results (fsub bx ax) (fsub by_ ay) (fsub cx ax) (fsub cy ay) p (extent_number x) 1 ->
  finite (rounded_along t trest) /\ is_parameter x (real (rounded_along t trest)) (wu C A B / len2 A B) (sqrt (w2 C A) /
    sqrt (len2 A B)).
Proof.
  intros Rch M Hl Ff. destruct ud_small as [U0 U1].
  destruct (level_direction r wr R_hi R_lo cx cy ax ay bx by_ _ hi lo depth error t trest dhx dhy dlx dly inverse length
    lrest spread uhx uhy ulx uly
    Rch M eq_refl Hl) as (Z & _). fold A B in Z. set (up := feq (fsub bx ax) (fconst 0 0)) in *.
  set (w := if up then wy C A else wx C A). set (v := if up then uy A B else ux A B).
  assert (Nv : v <> 0) by (unfold v; destruct up; apply Z).
  assert (El : len2 A B = v * v) by (unfold len2, v; destruct up; destruct Z as [-> _]; ring).
  assert (Ew : wu C A B = w * v) by (unfold wu, w, v; destruct up; destruct Z as [-> _]; ring).
  assert (EN : Rabs (wx C A * ux A B) + Rabs (wy C A * uy A B) = Rabs w * Rabs v).
  { unfold w, v. destruct up; destruct Z as [-> _]; rewrite Rmult_0_r, Rabs_R0, Rabs_mult; ring. }
  assert (L : 0 < len2 A B) by (rewrite El; apply Rsqr_pos_lt in Nv; exact Nv).
  (* the two differences *)
  destruct M as (u_hx & u_hy & u_lx & u_ly & whx & why & wlx & wly & l & l_rest & wl & w_rest & d & d_rest & lft & nrm &
    g_hi & g_lo &
    g_e & l_hi & l_lo & l_e & k_depth & u_size & w_size & []).
  symmetry in E_result. rewrite !andb_true_iff in E_result. destruct E_result as ((((T1 & T2) & T3) & T4) & T5).
  destruct (constant_value (-150) ltac:(lia)) as [F1 E1]. destruct (constant_value 150 ltac:(lia)) as [F2 E2].
  apply pair_difference_values in E_pair_difference. destruct E_pair_difference as (Ehx & Ehy & Elx & Ely).
  apply pair_difference_values in E_pair_difference_2. destruct E_pair_difference_2 as (Ghx & Ghy & Glx & Gly).
  assert (Bd : forall q s : F double, s = fabs q -> fle s (fconst 1 150) = true -> below q 150).
  { intros q s -> H. assert (Fq : finite (fabs q)) by (eapply fle_finite; eauto using nonneg_fabs).
    split; [now apply fabs_finite |]. rewrite <- real_fabs, <- E2. now apply fle_real. }
  pose proof (Bd _ _ E_u_size T2) as Bu. pose proof (Bd _ _ E_w_size T3) as Bw.
  assert (Ou : ordinary l).
  { split; [apply (below_weaken l 150 200 Bu); lia | right]. rewrite <- real_fabs, <- E_u_size, <- E1.
    apply fle_real; auto.
    rewrite E_u_size. apply finite_fabs, Bu. }
  assert (Ow : ordinary wl).
  { split; [apply (below_weaken wl 150 200 Bw); lia |]. rewrite E_w_size in T4. apply orb_prop in T4.
    destruct T4 as [T4 | T4].
    - right. rewrite <- real_fabs, <- E1. apply fle_real; auto. apply finite_fabs, Bw.
    - left. apply feq_zero in T4. destruct T4 as [_ T4]. rewrite real_fabs in T4.
      destruct (Req_dec (real wl) 0) as [Q | Q]; [exact Q | apply Rabs_no_R0 in Q; contradiction]. }
  assert (Pu : l = fsub (if up then by_ else bx) (if up then ay else ax) /\
    l_rest = difference_rest (if up then by_ else bx) (if up then ay else ax)).
  { destruct up; split; congruence. }
  assert (Pw : wl = fsub (if up then cy else cx) (if up then ay else ax) /\
    w_rest = difference_rest (if up then cy else cx) (if up then ay else ax)).
  { destruct up; split; congruence. }
  destruct Pu as [Pu1 Pu2]. destruct Pw as [Pw1 Pw2].
  rewrite Pu1 in Bu. rewrite Pw1 in Bw.
  destruct (difference_parts _ _ 150 Bu ltac:(lia)) as (_ & _ & Fu & Su & Lu).
  destruct (difference_parts _ _ 150 Bw ltac:(lia)) as (_ & _ & Fw & Sw & Lw).
  rewrite <- Pu1, <- Pu2 in *. rewrite <- Pw1, <- Pw2 in *.
  replace (real (if up then by_ else bx) - real (if up then ay else ax)) with v in * by (unfold v; destruct up;
    reflexivity).
  replace (real (if up then cy else cx) - real (if up then ay else ax)) with w in * by (unfold w; destruct up;
    reflexivity).
  rewrite E_k_along in E_quotient_rest.
  destruct (quotient_of_differences wl w_rest l l_rest trest w v Ow Fw Sw Lw Ou Nv Fu Su Lu E_quotient_rest)
    as (G1 & G2 & G3 & G4).
  rewrite <- E_k_along in G1, G2, G4.
  destruct (certain_side cx cy ax ay bx by_ p x Ff) as (Ha & Hb). fold C A B in Ha, Hb.
  assert (Et : wu C A B / len2 A B = w / v) by (rewrite El, Ew; field; exact Nv).
  assert (En : (Rabs (wx C A * ux A B) + Rabs (wy C A * uy A B)) / len2 A B = Rabs (w / v)).
  { rewrite EN, El, <- (Rabs_pos_eq (v * v)) by apply Rle_0_sqr. unfold Rdiv. rewrite !Rabs_mult, Rabs_inv. field.
    now apply Rabs_no_R0. }
  assert (Bv : Rabs (w / v) <= bpow radix2 353).
  { destruct (not_small l l_rest v Ou Su Lu Nv) as [_ Vs]. pose proof (ordinary_high wl w_rest w Ow Sw Lw) as Wb.
    unfold Rdiv. rewrite Rabs_mult, Rabs_inv. pose proof (bpow_gt_0 radix2 (-151)) as Zv.
    apply Rmult_le_reg_r with (Rabs v); [lra |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with (bpow radix2 353 * bpow radix2 (-151)); [rewrite <- bpow_plus; eapply Rle_trans;
      [exact Wb | apply bpow_le; lia] |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Vs]. }
  assert (uu : 0 <= ud * ud <= / 1000).
  { split; [apply Rmult_le_pos; lra |]. apply Rle_trans with (1 * / 1000); [apply Rmult_le_compat; lra | lra]. }
  apply rounded_parameter; auto.
  - eapply Rle_trans; [exact G2 | apply bpow_le; lia].
  - assert (Q : Rabs (real trest) <= Rabs (real t + real trest - w / v) + (Rabs (real t) + Rabs (w / v))).
    { replace (real trest) with (real t + real trest - w / v + (- real t + w / v)) at 1 by ring.
      eapply Rle_trans; [apply Rabs_triang |].
      apply Rplus_le_compat_l. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (270 * (ud * ud) * Rabs (w / v) <= 1 * Rabs (w / v)) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
    assert (bpow radix2 352 <= bpow radix2 353) by (apply bpow_le; lia). pose proof (bpow_ge_0 radix2 353).
    apply Rle_trans with (bpow radix2 2 * bpow radix2 353); [change (bpow radix2 2) with 4; lra | rewrite <- bpow_plus;
      apply bpow_le; lia].
  - rewrite Et, En. eapply Rle_trans; [exact G4 |]. apply Rmult_le_compat_r; [apply Rabs_pos | lra].
Qed.

(* At an end it is exact. *)
Theorem along_at_end_is n R_hi R_lo cx cy ax ay bx by_ length hi lrest lo inverse depth error dhx dhy dlx dly uhx uhy
  ulx uly t trest spread :
  n = 2%Z \/ n = 3%Z ->
  measure_end_results n R_hi R_lo cx cy ax ay bx by_ true length hi lrest lo inverse depth error dhx dhy dlx dly uhx uhy
    ulx uly t trest spread ->
  finite (rounded_along t trest) /\ real (rounded_along t trest) = if Z.eqb n 2 then 0 else 1.
Proof.
  intros Hn H. unfold measure_end_results in H. repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  destruct (constant_value 0 ltac:(lia)) as [F3 E3]. change (bpow radix2 0) with 1 in E3. destruct zero_value as [Fz
    Ez].
  unfold rounded_along. rewrite E_k_along, E_k_along_rest, E_at_a. destruct (Z.eqb n 2).
  - destruct (fadd_exact (fconst 0 0) (fconst 0 0) (fconst 0 0) Fz Fz ltac:(lra)) as (F1 & E1).
    destruct (fadd_exact _ (fconst 0 0) (fconst 0 0) F1 Fz ltac:(lra)) as (F2 & E2). split; [exact F2 | lra].
  - destruct (fadd_exact (fconst 1 0) (fconst 0 0) (fconst 1 0) F3 Fz ltac:(lra)) as (F1 & E1).
    destruct (fadd_exact _ (fconst 0 0) (fconst 1 0) F1 Fz ltac:(lra)) as (F2 & E2). split; [exact F2 | lra].
Qed.
