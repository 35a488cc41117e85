(* The contact with an end in triple-doubles: set_tangent_end of src/sweep/sweep_tangent.h, over the extracted terms.
   If the code is certain and the circle hits this end first, at the time T, then t or the double below is the largest
   double not after T.

   Method: T is C / (B + sqrt D). C and the first factor of D are gaps (TangentGap.v), the root is that of
   TangentEndRoot.v, the bound of the speed that of TangentEndSpeed.v, the quotient that of TangentTime.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import ContactPairs ContactRoot.
From Carom Require Import Model WideSquares Operations Bounded ErrorFree Geometry Terms_wide Terms_pair Terms_gap
  Terms_sweep Terms_tangent ErrorFreeTerms Wide WideSum SweepErrors SweepGeometry SweepTerms SweepContact
  SweepSmallTimes SweepFilter SweepStart SweepInputs SweepTime TangentGapSums TangentGapLine TangentGap TangentGapSign
  TangentProducts TangentTime TangentSide TangentFar TangentEndReal TangentEndRoot TangentEndSpeed.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).
Notation lost := (bpow radix2 (-808)).

Lemma square_gap_terms hx hy lx ly rh rl hi lo err : square_gap_of_results hx hy lx ly rh rl hi lo err ->
  err = gap_error_of (fsub (fadd (fmul hx hx) (fmul hy hy)) (fmul rh (fneg rh))) hi.
Proof.
  intros H. unfold square_gap_of_results in H. repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H as [P1 Ex0 Ey0 Sq A Et Gap].
  destruct (pair_product_values _ _ _ _ _ _ _ _ P1) as (-> & _). rewrite <- Et.
  exact (gap_of_total_error _ _ _ _ _ _ _ _ _ _ _ Gap).
Qed.

Lemma line_far_exponent phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe :
  line_gap_of_results phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe -> fe = 0%Z.
Proof.
  intros H. unfold line_gap_of_results in H. repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H as [Len Es Ed Ef Epx Epy Eside Esy Esx Etx Ety Emx Emy P1 P2 Elx Ely P3 W1 Efl Ex0 P4 A1 A2 A3 A4 A5 Et
    Gap W2
    R1 R2 R3 R4 R5 R6 R7 R8 R9 R10].
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ W2) as (_ & _ & E). congruence.
Qed.

(* A quotient of positive numbers that is at most 1. *)
Lemma quotient_finite (p q : D) : finite p -> finite q -> 0 < real p -> real p < real q ->
  finite (fdiv p q) /\ 0 <= real (fdiv p q) /\ 0 <= real p / real q <= 1 /\
  Rabs (real (fdiv p q) - real p / real q) <= u53 * Rabs (real p / real q) + w.
Proof.
  intros Fp Fq P Q. assert (B : 0 <= real p / real q <= 1).
  { split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra] |].
    apply Rmult_le_reg_r with (real q); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  destruct (div_step p q 1 Fp Fq ltac:(lra) ltac:(lra)) as (F & _).
  { change 1 with (bpow radix2 0). apply bpow_le. lia. }
  destruct (fdiv_finite _ _ F Fq ltac:(lra)) as (_ & E). split; [exact F |].
  split; [rewrite E; apply rnd_nonneg; lra |]. split; [exact B |]. rewrite E.
  pose proof (rnd_error double (real p / real q)) as X. rewrite u_double in X. exact X.
Qed.

Section Contact.
Variables (x : extent) (f : feature) (c v a b : point) (R s0 T : R).
Let EX := px c - (px a + s0 * (px b - px a)).
Let EY := py c - (py a + s0 * (py b - py a)).
Variables ehx ehy elx ely vhx vhy vlx vly rh rl es vs t rest err : D.
Hypotheses (Ne : near ehx ehy EX EY (real es)) (Nv : near vhx vhy (px v) (py v) (real vs)).
Hypotheses (nes : nonneg es) (nvs : nonneg vs).
Hypotheses (Cex : is_coordinate ehx elx) (Cey : is_coordinate ehy ely) (Cvx : is_coordinate vhx vlx)
  (Cvy : is_coordinate vhy vly) (Cr : is_coordinate rh rl).
Hypotheses (Vex : finite elx -> real ehx + real elx = EX) (Vey : finite ely -> real ehy + real ely = EY)
  (Vvx : finite vlx -> real vhx + real vlx = px v) (Vvy : finite vly -> real vhy + real vly = py v)
  (Vr : finite rl -> real rh + real rl = R).
Hypotheses (Fr : finite rh) (R0 : 0 <= real rh) (Rmost : R <= bpow radix2 202).
Hypotheses (Hit : hits_at f x c v a b R T) (On : on_axis x s0) (Only : forall s', feature_at f x a b s' -> s' = s0).
Variables bh bl be gh gl ge side s d f3 fh fl dh dl sh sl mh ml rth rtl dhx dhy dlx dly dth dtl sph spl k1 k2 k3 k4 k5
  k6 : D.
Variables fe de se me re dte spe : Z.
Hypothesis Square : square_gap_of_results ehx ehy elx ely rh rl bh bl be.
Hypothesis Gap : line_gap_of_results vhx vhy vlx vly ehx ehy elx ely rh rl gh gl ge side s d f3 fh fl fe.
Hypothesis Add : wide_add_results fh fl fe fh fl fe k1 k2 dh dl de.
Hypothesis Sub : wide_sub_results dh dl de (fneg gh) (fneg gl) 0 k3 k4 sh sl se.
Hypothesis (In1 : flt ge (fneg gh) = true) (In2 : flt (fmul (fconst 1 (-1)) (fneg gh)) sh = true).
Hypothesis Mul : wide_mul_results (fneg gh) (fneg gl) 0 sh sl se mh ml me.
Hypothesis Root : wide_sqrt_results mh ml me rth rtl re.
Hypothesis Mul2 : pair_mul_results ehx ehy elx ely vhx vhy vlx vly dhx dhy dlx dly.
Hypothesis Dot : sum_of_pair_results dhx dhy dlx dly dth dtl dte.
Hypothesis Speed : wide_add_results (fadd (fneg dth) (fneg dtl)) (sum_rest (fneg dth) (fneg dtl)) 0 rth rtl re k5 k6
  sph spl spe.
Hypothesis Time : set_tangent_time_results bh bl be sph spl
  (fadd (fmul (fconst 1 (-100)) (fadd (fmul es vs) (fmul (fconst 1 3) rth)))
        (fmul (fmul (fconst 1 1) rth) (fdiv ge (fneg gh)))) true t rest err.
Hypotheses (Len : fle (fconst 1 (-150)) s = true) (Rlen : fle (fconst 1 (-150)) rh = true).

Lemma end_contact :
  T < 1 /\ finite t /\ finite rest /\ bpow radix2 (-200) < real t < 1 /\ finite err /\
  Rabs (T - (real t + real rest)) <= real err /\
  is_largest_not_after (if Rlt_bool (real rest) 0 then below (real t) else real t) T /\
  99 / 100 * (bpow radix2 (-97) * real t) <= real err /\ Rabs (real rest) <= u53 * real t /\
  (finite elx /\ finite ely) /\ finite rl /\ finite vlx /\ finite vly.
Proof using All.
  const_facts 1%Z (-150)%Z F150 V150. rewrite Rmult_1_l in V150.
  pose proof Rlen as Rl. apply fle_real in Rl; auto. rewrite V150 in Rl.
  destruct (near_part _ _ _ _ _ Ne) as (E1 & E2 & E3). destruct (near_part _ _ _ _ _ Nv) as (V1 & V2 & V3).
  pose proof (nonneg_real _ nes) as es0. pose proof (nonneg_real _ nvs) as vs0.
  set (ev := EX * px v + EY * py v). set (turn := px v * EY - py v * EX).
  set (C := EX * EX + EY * EY - R * R). set (Dd := R * R * (px v * px v + py v * py v) - turn * turn).
  (* the gap beyond the end *)
  destruct (near_below _ _ _ _ _ Ne) as (Bex & Bey).
  assert (Brh : Bounded.below 201 rh) by (split; [exact Fr | exact (proj2 Cr)]).
  assert (Bt : finite (fsub (fadd (fmul ehx ehx) (fmul ehy ehy)) (fmul rh (fneg rh)))).
  { pose proof (below_mul 201 201 ehx ehx ltac:(lia) Bex Bex) as B1.
    pose proof (below_mul 201 201 ehy ehy ltac:(lia) Bey Bey) as B2.
    assert (Bn : Bounded.below 201 (fneg rh)).
    { split; [now apply finite_fneg | rewrite real_fneg, Rabs_Ropp; apply Brh]. }
    pose proof (below_mul 201 201 rh (fneg rh) ltac:(lia) Brh Bn) as B3. change (201 + 201)%Z with 402%Z in *.
    pose proof (below_add 402 _ _ ltac:(lia) B1 B2) as B4. rewrite fsub_is_fadd.
    assert (B5 : Bounded.below 403 (fneg (fmul rh (fneg rh)))).
    { split; [apply finite_fneg, B3 |]. rewrite real_fneg, Rabs_Ropp.
      eapply Rle_trans; [apply B3 | apply bpow_le; lia]. }
    apply (below_add 403 _ _ ltac:(lia) B4 B5). }
  destruct (square_terms_size ehx ehy rh Bt) as (t0 & _). pose proof (nonneg_of_real _ Bt t0) as Nt.
  pose proof (square_gap_terms _ _ _ _ _ _ _ _ _ Square) as Ebe.
  assert (Nbe : nonneg be) by (rewrite Ebe; now apply gap_error_nonneg).
  assert (Fbe : finite be /\ flt be bh = true).
  { pose proof Time as H. clear - H Nbe. unfold set_tangent_time_results in H. open H.
    destruct H as [_ _ _ _ _ _ _ _ Res].
    symmetry in Res. do 4 (apply andb_true_iff in Res; destruct Res as [Res _]).
    split; [exact (flt_finite _ _ Res Nbe) | exact Res]. }
  destruct Fbe as (Fbe & Pos).
  destruct (square_gap_error _ _ _ _ _ _ _ _ _ Square Fbe Cex Cey Cr) as ((F1 & F2 & F3) & Fbh & Gc).
  rewrite (Vex F1), (Vey F2), (Vr F3) in Gc. fold C in Gc.
  pose proof (gap_positive _ _ _ _ Gc (flt_real _ _ Fbe Fbh Pos)) as C0.
  destruct (end_time f x c v a b R T s0 Hit On Only C0) as (D0 & TC). fold EX EY ev turn in D0, TC.
  fold Dd in D0, TC. fold C in TC.
  (* the gap on the line of the path *)
  destruct (line_gap_terms _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Gap (nonneg_of_real _ Fr R0)) as (lt & Nlt & Ege).
  assert (Nge : nonneg ge) by (rewrite Ege; now apply gap_error_nonneg).
  pose proof (flt_finite _ _ In1 Nge) as Fge.
  assert (Sl : bpow radix2 (-150) <= real s).
  { rewrite <- V150. apply fle_real; [exact F150 | | exact Len].
    now apply (line_gap_length_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Gap). }
  destruct (line_gap_error _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Gap Fge Cvx Cvy Cex Cey Cr R0 Sl)
    as ((F4 & F5 & _) & Sg & Fgh & _ & Gl & Ffh & _ & L0 & _).
  rewrite (Vvx F4), (Vvy F5), (Vex F1), (Vey F2), (Vr F3) in Gl. rewrite (Vvx F4), (Vvy F5), (Vr F3) in L0.
  set (len := sqrt (px v * px v + py v * py v)) in *. fold turn in Gl. set (L := R * len) in *.
  assert (Sq1 : real side * real side = 1) by (destruct Sg as [-> | ->]; ring).
  assert (ED : L * L - real side * turn * (real side * turn) = Dd).
  { unfold Dd, L. replace (R * len * (R * len)) with (R * R * (len * len)) by ring. unfold len.
    rewrite sqrt_sqrt by nra.
    replace (real side * turn * (real side * turn)) with (real side * real side * (turn * turn)) by ring. rewrite Sq1.
    ring. }
  (* the product *)
  set (K := Rabs (real ehx * real vhx) + Rabs (real ehy * real vhy)).
  assert (K0 : 0 <= K) by (apply Rplus_le_le_0_compat; apply Rabs_pos).
  assert (HK : K <= 1001 / 1000 * (real es * real vs)).
  { clear - Ne Nv es0 vs0. destruct Ne as (_ & _ & _ & _ & A & _). destruct Nv as (_ & _ & _ & _ & B & _).
    rewrite u_double in *. unfold K. rewrite !Rabs_mult.
    pose proof (Rabs_pos (real ehx)). pose proof (Rabs_pos (real ehy)). pose proof (Rabs_pos (real vhx)).
    pose proof (Rabs_pos (real vhy)).
    assert ((Rabs (real ehx) + Rabs (real ehy)) * (Rabs (real vhx) + Rabs (real vhy)) <=
      ((1 + 32 * u53) * real es) * ((1 + 32 * u53) * real vs)) by (apply Rmult_le_compat; lra).
    assert (0 <= Rabs (real ehx) * Rabs (real vhy)) by (apply Rmult_le_pos; lra).
    assert (0 <= Rabs (real ehy) * Rabs (real vhx)) by (apply Rmult_le_pos; lra).
    assert (0 <= real es * real vs) by (apply Rmult_le_pos; lra). lra. }
  assert (Fspl : finite spl).
  { pose proof Time as H. clear - H. unfold set_tangent_time_results in H. open H.
    destruct H as [_ _ _ El Wt Et _ _ Res].
    destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Wt) as (Eh & _ & _). symmetry in Res.
    do 2 (apply andb_true_iff in Res; destruct Res as [Res _]).
    apply andb_true_iff in Res. destruct Res as [Q1 Q3]. apply andb_true_iff in Q1. destruct Q1 as [_ Q2].
    const_facts 1%Z (-200)%Z F200 V200. pose proof (between_finite _ _ _ F200 Q2 Q3) as F. rewrite Eh in F.
    destruct (fadd_finite _ _ F) as (_ & G1 & _). destruct (fmul_finite _ _ G1) as (G2 & _). rewrite El in G2.
    destruct (fadd_finite _ _ G2) as (_ & G3 & _). destruct (fsub_finite _ _ G3) as (_ & G4 & _).
    destruct (fmul_finite _ _ G4) as (_ & G5 & _). exact G5. }
  (* the root *)
  pose proof (line_far_exponent _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Gap) as Efe.
  pose proof Add as Add'. rewrite Efe in Add'. pose proof (wide_add_exp _ _ _ _ _ _ _ _ _ _ Add') as Ede.
  pose proof Sub as Sub'. rewrite Ede in Sub'.
  assert (Ese : se = 0%Z) by (pose proof Sub' as [Q]; exact (wide_add_exp _ _ _ _ _ _ _ _ _ _ Q)).
  pose proof Mul as Mul'. rewrite Ese in Mul'. pose proof (product_exponent _ _ _ _ _ _ _ _ _ Mul') as Eme. cbn in Eme.
  pose proof Root as Root'. rewrite Eme in Root'.
  assert (Low0 : re = 0%Z -> finite rth /\ finite rtl /\ finite (fadd (fneg dth) (fneg dtl)) /\ finite (sum_rest (fneg
    dth) (fneg dtl))).
  { intros Q. pose proof Speed as Sp. rewrite Q in Sp.
    destruct (wide_add_lows _ _ _ _ _ _ _ _ _ _ Sp Fspl) as (Q1 & Q2 & Q3 & Q4). auto. }
  assert (Fmh : finite mh).
  { destruct (sqrt_exponent _ _ _ _ _ Root') as [[_ Q] | Q]; [exact Q |].
    destruct (Low0 Q) as (_ & Q2 & _). exact (sqrt_operand_finite _ _ _ _ _ Root' Q2). }
  assert (Frl : 0 < real mh -> finite rtl).
  { intros P. destruct (sqrt_exponent _ _ _ _ _ Root') as [[Q _] | Q]; [exfalso; lra |].
    now destruct (Low0 Q) as (_ & Q2 & _). }
  destruct (wide_mul_parts _ _ _ _ _ _ _ _ _ Mul' Fmh) as (_ & _ & _ & Fsl & _).
  pose proof Sub' as Sub2. destruct (wide_sub_lows _ _ _ _ _ _ _ _ _ _ Sub2 Fsl) as (_ & Fdl & _ & _).
  destruct (wide_add_lows _ _ _ _ _ _ _ _ _ _ Add' Fdl) as (_ & Ffl & _ & _).
  destruct (line_far_error _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Gap Fge Ffl Cvx Cvy Cr Rl Sl) as (_ & Wf & f0 & Ll &
    Far & Gel).
  rewrite (Vvx F4), (Vvy F5), (Vr F3) in Ll, Far, Gel. fold len L in Ll, Far, Gel.
  assert (Lm : L <= bpow radix2 410).
  { destruct (near_real _ _ _ _ _ Nv) as (A1 & A2).
    assert (Hn : len <= bpow radix2 202).
    { change len with (norm (px v) (py v)). apply norm_le; [apply bpow_ge_0 |].
      assert (Sq : forall z, Rabs z <= bpow radix2 201 -> z * z <= bpow radix2 402).
      { intros z Hz. rewrite <- (Rabs_pos_eq (z * z)) by apply Rle_0_sqr. rewrite Rabs_mult.
        change 402%Z with (201 + 201)%Z.
        rewrite bpow_plus. apply Rmult_le_compat; auto using Rabs_pos. }
      pose proof (Sq _ A1). pose proof (Sq _ A2). rewrite <- bpow_plus. change (202 + 202)%Z with (2 + 402)%Z.
      rewrite bpow_plus.
      change (bpow radix2 2) with 4. pose proof (bpow_gt_0 radix2 402). lra. }
    assert (Rp : 0 <= R).
    { rewrite <- (Vr F3). destruct Cr as (Q & _). specialize (Q F3). rewrite (Rabs_pos_eq (real rh)) in Q by lra.
      apply Rabs_le_inv in Q. lra. }
    apply Rle_trans with (bpow radix2 202 * bpow radix2 202); [apply Rmult_le_compat; try assumption; apply sqrt_pos |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (D0' : 0 <= L * L - real side * turn * (real side * turn)) by (rewrite ED; exact D0).
  rewrite Ese in Sub'.
  destruct (root_right gh gl ge fh fl dh dl sh sl mh ml rth rtl k1 k2 k3 k4 0 0 0 re turn L (real side) Gl Fgh Fge Wf
    f0 Ll Lm Gel
    (fun _ => Far) ltac:(rewrite Ede in Add'; exact Add') Sub' In1 In2 ltac:(rewrite Eme in Mul'; exact Mul') Root' Fmh
      Frl D0')
    as (mp & Re & Wr & rth0 & rtp & Fgl & Rt). rewrite ED in Rt.
  destruct (Low0 Re) as (Frth & Frtl & Fnd & Fnr). pose proof Speed as Sp. rewrite Re in Sp.
  destruct (two_sum_exact _ _ Fnr) as (Fnh & Fnl & _ & _ & En). rewrite !real_fneg in En.
  destruct (wide_dot_error _ _ _ _ _ _ _ _ (coordinate_part _ _ _ Cex E1 E3) (coordinate_part _ _ _ Cey E2 E3)
    (coordinate_part _ _ _ Cvx V1 V3) (coordinate_part _ _ _ Cvy V2 V3) _ _ _ _ _ _ _ Mul2 Dot (fneg_finite _ Fnl)) as
      (_ & Fdh & X1 & X2 & X3).
  fold K in X1, X2, X3. rewrite (Vex F1), (Vey F2), (Vvx F4), (Vvy F5) in X3. fold ev in X3.
  set (bch := fadd (fneg dth) (fneg dtl)) in *. set (bcl := sum_rest (fneg dth) (fneg dtl)) in *.
  assert (Wb : is_wide bch bcl) by (destruct (two_sum_rest_small _ _ Fnr) as (_ & Q); exact Q).
  destruct (wide_add_error _ _ _ _ _ _ _ _ _ _ Sp Fspl Wb Wr) as (Wsp & Espe & S1 & S2).
  rewrite Espe in S1, S2. rewrite ?(value_0 sph spl), ?(value_0 bch bcl), ?(value_0 rth rtl) in S1, S2.
  set (Bc := real bch + real bcl) in *. set (rt := real rth + real rtl) in *. set (spv := real sph + real spl) in *.
  pose proof (bpow_gt_0 radix2 (-400)) as B400. pose proof (is_wide_bound _ _ Wr) as Bwr.
  rewrite (Rabs_pos_eq (real rth)) in Bwr by lra.
  assert (rt0 : 0 < rt) by (unfold rt; apply Rabs_le_inv in Bwr; lra).
  assert (U : bpow radix2 (-104) = 4 * (u53 * u53)).
  { change u53 with (bpow radix2 (-53)). change 4 with (bpow radix2 2). rewrite <- !bpow_plus. reflexivity. }
  rewrite U in S1, S2. pose proof (Rabs_pos Bc) as Bc0.
  assert (Hsum : Rabs (spv - (Bc + rt)) <= 4 * (u53 * u53) * (Rabs Bc + rt)).
  { destruct (Rle_or_lt 0 (real bch * real rth)) as [N | N].
    - eapply Rle_trans; [exact (S1 N) |]. apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [apply Rabs_triang |].
      rewrite (Rabs_pos_eq rt); lra.
    - eapply Rle_trans; [exact (S2 (Rlt_le _ _ N)) |]. apply Rmult_le_compat_l; [lra |].
      rewrite (Rabs_pos_eq rt) by lra.
      apply Rmax_lub; lra. }
  destruct lost_bounds as (Z0 & _).
  assert (HB : Rabs (Bc - - ev) <= 16 * (u53 * u53) * K + 5 * lost).
  { replace (Bc - - ev) with (- (real dth + real dtl - ev)) by lra. now rewrite Rabs_Ropp. }
  assert (SB : Rabs Bc <= 101 / 100 * K + 8 * lost).
  { replace Bc with (- (real dth + real dtl)) by lra. rewrite Rabs_Ropp. clear - X1 X2 K0 Z0. two_sided; lra. }
  pose proof (is_wide_bound _ _ Wsp) as Bsp.
  assert (Kmost : K <= bpow radix2 402).
  { eapply Rle_trans; [exact HK |].
    assert (Q : real es * real vs <= bpow radix2 200 * bpow radix2 200) by (apply Rmult_le_compat; lra).
    rewrite <- bpow_plus in Q. change 402%Z with (2 + (200 + 200))%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
    pose proof (bpow_gt_0 radix2 (200 + 200)). lra. }
  assert (Hsp : Rabs (real sph) <= bpow radix2 420).
  { assert (Q : Rabs (real sph) - Rabs (real spl) <= Rabs spv).
    { unfold spv. replace (real sph + real spl) with (real sph - - real spl) by ring.
      rewrite <- (Rabs_Ropp (real spl)). apply Rabs_triang_inv. }
    assert (Q2 : Rabs spv <= 2 * (Rabs Bc + rt)).
    { replace spv with ((Bc + rt) + (spv - (Bc + rt))) by ring. eapply Rle_trans; [apply Rabs_triang |].
      pose proof (Rabs_triang Bc rt) as Q3. rewrite (Rabs_pos_eq rt) in Q3 by lra. lra. }
    assert (Q3 : lost <= bpow radix2 414) by (apply bpow_le; lia).
    assert (Q4 : bpow radix2 402 <= bpow radix2 414) by (apply bpow_le; lia).
    change 420%Z with (6 + 414)%Z. rewrite bpow_plus. change (bpow radix2 6) with 64. lra. }
  (* the bound of the speed *)
  assert (Ewh : real (fneg gh) = - real gh) by apply real_fneg.
  pose proof In1 as In1'. apply flt_real in In1'; [| exact Fge | now apply finite_fneg].
  assert (ge0 : 0 < real ge).
  { assert (Q : 0 < bpow radix2 (-148) * L).
    { apply Rmult_lt_0_compat; [apply bpow_gt_0 |]. pose proof (bpow_gt_0 radix2 (-301)). lra. }
    lra. }
  destruct (quotient_finite ge (fneg gh) Fge (finite_fneg _ Fgh) ge0 In1') as (Fq & q0 & e01 & Hq).
  const_facts 1%Z (-100)%Z Fc1 Vc1. const_facts 1%Z 3%Z Fc2 Vc2. const_facts 1%Z 1%Z Fc3 Vc3.
  rewrite Rmult_1_l in Vc1, Vc2, Vc3.
  change (bpow radix2 3) with 8 in Vc2. change (bpow radix2 1) with 2 in Vc3.
  set (sp_error := fadd (fmul (fconst 1 (-100)) (fadd (fmul es vs) (fmul (fconst 1 3) rth)))
        (fmul (fmul (fconst 1 1) rth) (fdiv ge (fneg gh)))) in *.
  assert (Nrt : nonneg rth) by (apply nonneg_of_real; [exact Frth | lra]).
  assert (Nse : nonneg sp_error).
  { unfold sp_error. apply nonneg_fadd.
    - apply nonneg_fmul; [apply nonneg_of_real; [exact Fc1 | rewrite Vc1; apply bpow_ge_0] |].
      apply nonneg_fadd; [now apply nonneg_fmul |].
      apply nonneg_fmul; [apply nonneg_of_real; [exact Fc2 | lra] | exact Nrt].
    - apply nonneg_fmul; [| now apply nonneg_of_real].
      apply nonneg_fmul; [apply nonneg_of_real; [exact Fc3 | lra] | exact Nrt]. }
  assert (Bound : finite sp_error -> bpow radix2 (-703) <= Rabs (real sph) -> Rabs (spv - (- ev + sqrt Dd)) <= real
    sp_error).
  { intros Fse Hl. unfold sp_error in Fse.
    destruct (fadd_error _ _ _ Fse (Rle_refl _)) as (Fa & Fb & H1). fold sp_error in H1.
    destruct (fmul_error _ _ _ w Fa (Rle_refl _) (Rle_refl _)) as (_ & Fsm & H2).
    destruct (fmul_error _ _ _ w Fb (Rle_refl _) (Rle_refl _)) as (Fr2 & _ & H3).
    destruct (fadd_error _ _ _ Fsm (Rle_refl _)) as (Fck & F8 & H4).
    destruct (fmul_error _ _ _ w Fck (Rle_refl _) (Rle_refl _)) as (_ & _ & H5).
    destruct (fmul_error _ _ _ w F8 (Rle_refl _) (Rle_refl _)) as (_ & _ & H6).
    destruct (fmul_error _ _ _ w Fr2 (Rle_refl _) (Rle_refl _)) as (_ & _ & H7).
    assert (Uc : bpow radix2 (-100) = 64 * (u53 * u53)).
    { change u53 with (bpow radix2 (-53)). change 64 with (bpow radix2 6). rewrite <- !bpow_plus. reflexivity. }
    rewrite Vc1, Uc in H2. rewrite Vc2 in H6. rewrite Vc3 in H7.
    apply (end_speed_enough (real es) (real vs) K Bc (- ev) (real rth) rt (sqrt Dd) (real ge / real (fneg gh)) (real
      sph) (real spl)
      (real (fmul es vs)) (real (fmul (fconst 1 3) rth)) (real (fadd (fmul es vs) (fmul (fconst 1 3) rth)))
      (real (fmul (fconst 1 (-100)) (fadd (fmul es vs) (fmul (fconst 1 3) rth)))) (real (fmul (fconst 1 1) rth))
      (real (fdiv ge (fneg gh))) (real (fmul (fmul (fconst 1 1) rth) (fdiv ge (fneg gh)))) (real sp_error));
      try assumption.
    unfold rt. replace (real rth + real rtl - real rth) with (real rtl) by ring. exact Bwr. }
  destruct (set_tangent_time_correct bh bl be sph spl sp_error t rest err C (- ev + sqrt Dd) Time Nbe Nse)
    as (G0 & S0 & T0 & _ & Ft & Fre & Tt & Hre & Fer & _ & Near & Large & Own).
  - intros _. split; [exact Gc |]. split; [rewrite Ebe in *; now apply gap_error_at_least |].
    destruct (near_real _ _ _ _ _ Ne) as (A1 & A2).
    assert (Sq : forall z, Rabs z <= bpow radix2 201 -> z * z <= bpow radix2 402).
    { intros z Hz. rewrite <- (Rabs_pos_eq (z * z)) by apply Rle_0_sqr. rewrite Rabs_mult.
      change 402%Z with (201 + 201)%Z.
      rewrite bpow_plus. apply Rmult_le_compat; auto using Rabs_pos. }
    pose proof (Sq _ A1). pose proof (Sq _ A2). pose proof (Rle_0_sqr R) as R2. unfold Rsqr in R2.
    change 415%Z with (13 + 402)%Z. rewrite bpow_plus. change (bpow radix2 13) with 8192.
    pose proof (bpow_gt_0 radix2 402). unfold C. lra.
  - intros _. split; [exact Hsp | exact Bsp].
  - intros Fse _ Hl. exact (Bound Fse Hl).
  - assert (ET : T = C / (- ev + sqrt Dd))
      by (apply Rmult_eq_reg_r with (- ev + sqrt Dd); [rewrite TC; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra |
        lra]).
    rewrite <- ET in *. destruct T0. do 4 (split; [assumption |]). split; [exact Fer |].
    split; [assumption |]. split; [assumption |]. split; [exact Own |]. split; [exact Hre |]. auto.
Qed.
End Contact.
