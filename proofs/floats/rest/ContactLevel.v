(* The side of a wall that is level or upright: measure_level of src/rest/contact_double_double.h.

   The distance is the magnitude of one exact difference, so R - distance is an exact sum of four doubles. Its sign is
   that of the computed depth: where R.h - d.h is rounded, it exceeds all low parts; where it is exact, the sign follows
   from the monotony of rounding. docs/exactness.md, "Level and upright walls". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN Sterbenz.
From Carom Require Import Model ErrorFreeTerms Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry
  ContactPairs ContactSteps ContactRoot ContactDepth ContactEnd ContactProducts ContactSideDepth.
From Carom Require Terms_wide Terms_pair Terms_contact.
Import Terms_contact.measure_level_terms(measure_level_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Lemma rnd_pos_sum (x y : R) : in_format double x -> in_format double y ->
  (0 < rnd double (x + y) <-> 0 < x + y) /\ (rnd double (x + y) < 0 <-> x + y < 0).
Proof.
  intros Hx Hy. pose proof (rnd_sum_zero double x y Hx Hy) as Z.
  assert (P : 0 <= x + y -> 0 <= rnd double (x + y)) by apply rnd_nonneg.
  assert (N : x + y <= 0 -> rnd double (x + y) <= 0) by (intros; rewrite <- (rnd_zero double); now apply rnd_le).
  assert (E : x + y = 0 -> rnd double (x + y) = 0) by (intros ->; apply rnd_zero).
  destruct (Rtotal_order (x + y) 0) as [L | [L | L]]; split; split; intros; try lra.
  all: destruct (Req_dec (rnd double (x + y)) 0) as [Q | Q]; [apply Z in Q; lra | lra].
Qed.

(* The depth from R.h + R.l - (k.h + k.l). *)
Section LevelDepth.
Variables R_hi R_lo k_hi k_lo : F double.
Hypothesis BR : below R_hi 470.
Hypothesis Bk : below k_hi 470.
Hypothesis FR : finite R_lo.
Hypothesis Fk : finite k_lo.
Hypothesis R0 : 0 <= real R_hi.
Hypothesis k0 : 0 <= real k_hi.
Hypothesis SR : - (ud * real R_hi) <= real R_lo <= ud * real R_hi.
Hypothesis Sk : - (ud * real k_hi) <= real k_lo <= ud * real k_hi.
Let g := fadd R_hi (fneg k_hi).
Let gl := sum_rest R_hi (fneg k_hi).
Let h := fadd R_lo (fneg k_lo).
Let hl := sum_rest R_lo (fneg k_lo).
Let first := fadd g (fadd gl h).
Let depth := if feq first (fconst 0 0) then hl else first.
Let x := real R_hi + real R_lo - (real k_hi + real k_lo).

Theorem level_depth :
  finite depth /\ (0 < real depth <-> 0 < x) /\ (real depth < 0 <-> x < 0) /\
  (real depth = x \/ exists V, real depth = rnd double V /\ Rabs (V - x) <= 8 * (ud * (ud * (real R_hi + real k_hi)))).
Proof.
  destruct ud_small as [U0 U1]. set (S := real R_hi + real k_hi). assert (S0 : 0 <= S) by (unfold S; lra).
  scales S S0. scales (real R_hi) R0. scales (real k_hi) k0.
  assert (ES : ud * S = ud * real R_hi + ud * real k_hi) by (unfold S; ring).
  assert (EU : ud * (ud * S) = ud * (ud * real R_hi) + ud * (ud * real k_hi)) by (unfold S; ring).
  assert (Bn : below (fneg k_hi) 470) by (split; [apply finite_fneg, Bk | rewrite real_fneg, Rabs_Ropp; apply Bk]).
  assert (Bl : below R_lo 470).
  { split; [exact FR |]. destruct BR as [_ B]. rewrite Rabs_pos_eq in B by exact R0. apply Rabs_le. lra. }
  assert (Bm : below (fneg k_lo) 470).
  { split; [now apply finite_fneg |]. destruct Bk as [_ B]. rewrite Rabs_pos_eq in B by exact k0. rewrite real_fneg.
    apply Rabs_le. lra. }
  destruct (sum_parts R_hi (fneg k_hi) 470 BR Bn ltac:(lia)) as (Fg & Fgl & Eg & Sg & _). rewrite real_fneg in Eg, Sg.
  fold g gl in Fg, Fgl, Eg, Sg.
  destruct (sum_parts R_lo (fneg k_lo) 470 Bl Bm ltac:(lia)) as (Fh & Fhl & Eh & Sh & _). rewrite real_fneg in Eh, Sh.
  fold h hl in Fh, Fhl, Eh, Sh.
  assert (Sg' : Rabs (real gl) <= ud * S) by (eapply Rle_trans; [exact Sg |]; apply Rmult_le_compat_l;
    [lra | apply Rabs_le; unfold S; lra]).
  assert (Sh' : Rabs (real hl) <= ud * (ud * S)).
  { eapply Rle_trans; [exact Sh |]. apply Rmult_le_compat_l; [lra |]. apply Rabs_le. lra. }
  apply Rabs_le_inv in Sg', Sh'.
  assert (SB : S <= bpow radix2 471).
  { destruct BR as [_ B1]. destruct Bk as [_ B2]. rewrite Rabs_pos_eq in B1, B2 by assumption. unfold S.
    change 471%Z with (1 + 470)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  assert (Big : 10 * S <= big).
  { apply Rle_trans with (bpow radix2 4 * bpow radix2 471); [simpl (bpow radix2 4); lra |]. rewrite <- bpow_plus.
    apply bpow_le. lia. }
  destruct (add_step gl h (3 * (ud * S)) Fgl Fh ltac:(lra) ltac:(lra)) as (F1 & X1).
  replace (ud * (3 * (ud * S))) with (3 * (ud * (ud * S))) in X1 by ring.
  destruct (add_step g (fadd gl h) (2 * S) Fg F1 ltac:(unfold S in *; lra) ltac:(lra)) as (F2 & _). fold first in F2.
  set (y := fadd gl h) in *.
  destruct (fadd_finite _ _ F2) as (_ & _ & E2). fold first in E2.
  assert (Ex : x = real g + real gl + real h + real hl) by (unfold x; lra).
  pose proof (rnd_pos_sum (real g) (real y) (real_in_format _) (real_in_format _)) as [P1 P2].
  pose proof (rnd_sum_zero double (real g) (real y) (real_in_format _) (real_in_format _)) as P0.
  rewrite <- E2 in P0, P1, P2.
  (* V is near x *)
  assert (Vx : Rabs (real g + real y - x) <= 8 * (ud * (ud * S))) by (rewrite Ex; apply Rabs_le; lra).
  destruct (Req_dec (real gl) 0) as [Zg | Ng].
  - (* exact: g + h has the sign of g + h + hl *)
    assert (Ey : real y = real h).
    { destruct (fadd_finite _ _ F1) as (_ & _ & E). fold y in E. rewrite E, Zg, Rplus_0_l.
      apply rnd_of_format, real_in_format. }
    assert (Hh : real h = rnd double (real R_lo + - real k_lo)).
    { unfold h. destruct (fadd_finite _ _ Fh) as (_ & _ & E). fold h in E |- *. now rewrite real_fneg in E. }
    assert (M1 : real R_lo + - real k_lo <= - real g -> real h <= - real g).
    { intros L. rewrite Hh. rewrite <- (rnd_of_format double (- real g)) by (apply in_format_opp, real_in_format).
      now apply rnd_le. }
    assert (M2 : - real g <= real R_lo + - real k_lo -> - real g <= real h).
    { intros L. rewrite Hh. rewrite <- (rnd_of_format double (- real g)) by (apply in_format_opp, real_in_format).
      now apply rnd_le. }
    assert (Ex' : x = real g + (real R_lo + - real k_lo)) by lra.
    unfold depth. destruct (feq first (fconst 0 0)) eqn:Hf.
    + apply feq_zero in Hf. destruct Hf as [_ Hf]. apply P0 in Hf. assert (Hx : real hl = x) by lra.
      split; [exact Fhl |]. rewrite Hx. repeat split; try lra; now left.
    + assert (Nf : real first <> 0) by (intros Z; rewrite feq_zero_true in Hf; [discriminate | exact F2 | exact Z]).
      split; [exact F2 |]. split; [| split].
      * rewrite P1, Ey. split; intros L.
        -- apply Rnot_le_lt. intros L2. assert (real h <= - real g) by (apply M1; lra). lra.
        -- destruct (Rle_lt_or_eq_dec 0 (real g + real h)) as [Q | Q]; [assert (- real g <= real h) by (apply M2; lra);
             lra | exact Q |].
           exfalso. apply Nf. rewrite E2, Ey, <- Q. apply rnd_zero.
      * rewrite P2, Ey. split; intros L.
        -- apply Rnot_le_lt. intros L2. assert (- real g <= real h) by (apply M2; lra). lra.
        -- destruct (Rle_lt_or_eq_dec (real g + real h) 0) as [Q | Q]; [assert (real h <= - real g) by (apply M1; lra);
             lra | exact Q |].
           exfalso. apply Nf. rewrite E2, Ey, Q. apply rnd_zero.
      * right. exists (real g + real y). split; [exact E2 | exact Vx].
  - (* rounded: R.h and k.h differ by more than a factor of 2 *)
    assert (Far : S <= 4 * Rabs (real R_hi - real k_hi)).
    { assert (NS : forall p q : F double, 0 <= real p -> 0 <= real q -> real q / 2 <= real p <= 2 * real q ->
        in_format double (real p - real q)).
      { intros p q _ _ L. apply sterbenz; try apply real_in_format; auto with typeclass_instances. unfold exponents.
        apply FLT_exp_monotone. }
      apply Rnot_lt_le. intros Hc. apply Ng.
      assert (L : real k_hi / 2 <= real R_hi <= 2 * real k_hi).
      { unfold S in Hc. unfold Rabs in Hc. destruct Rcase_abs; lra. }
      pose proof (NS R_hi k_hi R0 k0 L) as G.
      assert (Egx : real g = real R_hi + - real k_hi).
      { unfold g. destruct (fadd_finite _ _ Fg) as (_ & _ & E). fold g in E |- *. rewrite real_fneg in E. rewrite E.
        now apply rnd_of_format. }
      lra. }
    assert (Sx : Rabs (x - (real R_hi - real k_hi)) <= ud * S) by (unfold x; apply Rabs_le; lra).
    assert (Sv : Rabs (real g + real y - (real R_hi - real k_hi)) <= 4 * (ud * S)) by (apply Rabs_le; lra).
    assert (Sp : 0 < S).
    { destruct (Req_dec S 0) as [Z | Z]; [| lra]. exfalso. apply Ng. rewrite Z in Sg'. lra. }
    apply Rabs_le_inv in Sx, Sv.
    assert (Sn : (0 < real g + real y <-> 0 < x) /\ (real g + real y < 0 <-> x < 0) /\ real g + real y <> 0).
    { unfold Rabs in Far. destruct Rcase_abs; repeat split; intros; lra. }
    destruct Sn as (Sn1 & Sn2 & Sn3).
    unfold depth. destruct (feq first (fconst 0 0)) eqn:Hf.
    + exfalso. apply feq_zero in Hf. destruct Hf as [_ Hf]. apply P0 in Hf. lra.
    + split; [exact F2 |]. rewrite P1, P2. split; [exact Sn1 |]. split; [exact Sn2 |].
      right. exists (real g + real y). split; [exact E2 | exact Vx].
Qed.

End LevelDepth.

(* The result of a contact: the sign of the depth is that of R - distance, and its error is half an ulp and little more.
   *)
Definition is_depth (depth rr q : R) :=
  (0 < depth <-> q < rr) /\ (depth < 0 <-> rr < q) /\
  Rabs (depth - (rr - q)) <= / 2 * ulp radix2 (exponents double) (Rmax rr q) + bpow radix2 (-57) * (rr + q).

Lemma ulp_nonneg m : 0 <= ulp radix2 (exponents double) m.
Proof. apply ulp_ge_0. Qed.

Lemma certain_is_depth depth error rr q :
  depth_is depth error rr q -> 0 <= rr -> 0 <= q -> real error < Rabs (real depth) -> is_depth (real depth) rr q.
Proof.
  intros (_ & _ & V & E & H & H1 & H2) R0 q0 He. rewrite E in *.
  destruct (sign_of_rounded V (rr - q) (real error) H He H1) as (S1 & S2 & S3).
  assert (N : rr - q <> 0).
  { intros Z. destruct (Rtotal_order (rnd double V) 0) as [L | [L | L]]; [apply S2 in L | | apply S1 in L]; lra. }
  split; [| split].
  - split; intros L; [apply S1 in L; lra |]. destruct (Rtotal_order (rnd double V) 0) as [M | [M | M]];
      [apply S2 in M | | ]; lra.
  - split; intros L; [apply S2 in L; lra |]. destruct (Rtotal_order (rnd double V) 0) as [M | [M | M]];
      [| | apply S1 in M]; lra.
  - eapply Rle_trans; [apply (rounded_near V (rr - q) (Rmax rr q) _ H2); now apply difference_at_most_max |].
    replace (bpow radix2 (-57)) with (2 * bpow radix2 (-58)) by (change (-57)%Z with (1 + -58)%Z; rewrite bpow_plus;
      reflexivity). lra.
Qed.

Section Level.
Variables r wr R_hi R_lo cx cy ax ay bx by_ : F double.
Variable upright : bool.
Variables hi lo depth error along along_rest dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly : F double.
Hypothesis reach : is_reach r wr R_hi R_lo.
Hypothesis run : measure_level_results R_hi R_lo cx cy ax ay bx by_ upright true hi lo depth error along along_rest
  dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly.

Let ux := real bx - real ax.
Let uy := real by_ - real ay.
Let wx := real cx - real ax.
Let wy := real cy - real ay.
Let D := if upright then wx else wy.
Let ul := if upright then uy else ux.
(* The left-hand normal points up if u points to the right, and to the left if u points up. *)
Let left := if upright then if Rlt_dec 0 uy then -1 else 1 else if Rlt_dec 0 ux then 1 else -1.
Let normal := if Rlt_dec 0 D then 1 else if Rlt_dec D 0 then -1 else left.

Theorem measure_level_is :
  (if upright then finite by_ /\ finite ay /\ finite cx /\ finite cy /\ finite ax /\ finite (fsub by_ ay)
   else finite bx /\ finite ax /\ finite cx /\ finite cy /\ finite ay /\ finite (fsub bx ax)) /\
  ul <> 0 /\ bpow radix2 (-151) <= Rabs ul /\ real hi + real lo = Rabs D /\ below hi 150 /\ 0 <= real hi /\ finite lo /\
    - (ud * real hi) <= real lo <= ud * real hi /\
  finite dhx /\ finite dhy /\ real dhx = (if upright then normal else 0) /\
    real dhy = (if upright then 0 else normal) /\
  error = fneg (fconst 1 0) /\ length = fconst 1 0 /\ finite depth /\ is_depth (real depth) (real r + real wr) (Rabs D).
Proof.
  destruct run as (u_hx & u_hy & u_lx & u_ly & whx & why & wlx & wly & l & l_rest & wl & w_rest & d & d_rest & lft & nrm
    & g_hi & g_lo &
    g_e & l_hi & l_lo & l_e & k_depth & u_size & w_size & []).
  symmetry in E_result. rewrite !andb_true_iff in E_result. destruct E_result as ((((T1 & T2) & T3) & T4) & T5).
  destruct (constant_value (-150) ltac:(lia)) as [F1 E1]. destruct (constant_value 150 ltac:(lia)) as [F2 E2].
  destruct (constant_value 0 ltac:(lia)) as [F3 E3]. change (bpow radix2 0) with 1 in E3.
  destruct ud_small as [U0 U1]. destruct zero_value as [Fz Ez].
  apply pair_difference_values in E_pair_difference. destruct E_pair_difference as (Ehx & Ehy & Elx & Ely).
  apply pair_difference_values in E_pair_difference_2. destruct E_pair_difference_2 as (Ghx & Ghy & Glx & Gly).
  apply wide_of_sum_is in E_wide_of_sum. destruct E_wide_of_sum as (Eg & Egl).
  apply wide_of_sum_is in E_wide_of_sum_2. destruct E_wide_of_sum_2 as (Eh & Ehl).
  (* finite and of ordinary size *)
  assert (M : forall v s : F double, s = fabs v -> fle s (fconst 1 150) = true -> below v 150).
  { intros v s -> H. assert (Fv : finite (fabs v)) by (eapply fle_finite; eauto using nonneg_fabs).
    split; [now apply fabs_finite |]. rewrite <- real_fabs, <- E2. now apply fle_real. }
  pose proof (M _ _ E_k_hi T5) as Bd. pose proof (M _ _ E_u_size T2) as Bu. pose proof (M _ _ E_w_size T3) as Bw.
  set (pu := if upright then by_ else bx) in *. set (pa := if upright then ay else ax) in *.
  assert (El : l = fsub pu pa) by (unfold pu, pa; destruct upright; congruence).
  pose proof Bu as Bu'. rewrite El in Bu'.
  destruct (difference_parts pu pa 150 Bu' ltac:(lia)) as (Fpu & Fpa & _).
  set (qc := if upright then cx else cy) in *. set (qa := if upright then ax else ay) in *.
  assert (Ed : d = fsub qc qa) by (unfold qc, qa; destruct upright; congruence).
  assert (Edr : d_rest = difference_rest qc qa) by (unfold qc, qa; destruct upright; congruence).
  pose proof Bd as Bd'. rewrite Ed in Bd'.
  destruct (difference_parts qc qa 150 Bd' ltac:(lia)) as (Fqc & Fqa & Fdr & Sd & Ld). rewrite <- Ed, <- Edr in *.
  destruct (two_difference_rest_small qc qa ltac:(rewrite <- Edr; exact Fdr)) as (_ & Ld2).
  rewrite <- Ed, <- Edr in Ld2.
  assert (ED : D = real qc - real qa) by (unfold D, qc, qa, wx, wy; destruct upright; reflexivity). rewrite <- ED in *.
  set (rc := if upright then cy else cx) in *.
  assert (Ew : wl = fsub rc pa) by (unfold rc, pa; destruct upright; congruence).
  pose proof Bw as Bw'. rewrite Ew in Bw'.
  destruct (difference_parts rc pa 150 Bw' ltac:(lia)) as (Frc & _).
  assert (Nu : ul <> 0).
  { assert (Eul : ul = real pu - real pa) by (unfold ul, pu, pa, ux, uy; destruct upright; reflexivity). rewrite Eul.
    intros Z.
    assert (real l = 0).
    { rewrite El. destruct (fsub_finite _ _ (proj1 Bu')) as (_ & _ & ->). rewrite Z. apply rnd_zero. }
    assert (K : bpow radix2 (-150) <= real u_size).
    { rewrite <- E1. apply fle_real; auto. rewrite E_u_size. apply finite_fabs, Bu. }
    rewrite E_u_size, real_fabs, H, Rabs_R0 in K. pose proof (bpow_gt_0 radix2 (-150)). lra. }
  (* the sign of D is that of its high part *)
  assert (dD : (0 < real d -> 0 < D) /\ (real d < 0 -> D < 0) /\ (real d = 0 -> D = 0)).
  { pose proof (Rabs_pos (real d)).
    assert (V : Rabs (real d_rest) <= / 2 * Rabs (real d)) by (eapply Rle_trans; [exact Ld2 |]; apply Rmult_le_compat_r;
      lra).
    apply Rabs_le_inv in V. unfold Rabs in V. destruct Rcase_abs; repeat split; intros; lra. }
  destruct dD as (dP & dN & dZ).
  assert (Enrm : finite nrm /\ real nrm = normal /\ (real nrm = 1 \/ real nrm = -1)).
  { assert (Elf : finite lft /\ real lft = left).
    { rewrite E_left. unfold left.
      assert (Hl : flt (fconst 0 0) l = if Rlt_dec 0 (if upright then uy else ux) then true else false).
      { assert (Eul : (if upright then uy else ux) = real pu - real pa) by (unfold pu, pa, ux, uy; destruct upright;
          reflexivity).
        rewrite Eul. destruct (fsub_finite _ _ (proj1 Bu')) as (_ & _ & Er). rewrite <- El in Er.
        pose proof (rnd_pos_sum (real pu) (- real pa) (real_in_format _) (in_format_opp _ (real_in_format _)))
          as [P1 _].
        change (real pu + - real pa) with (real pu - real pa) in P1. rewrite <- Er in P1.
        destruct (flt (fconst 0 0) l) eqn:Hf; destruct (Rlt_dec 0 (real pu - real pa)) as [L | L]; auto.
        - apply flt_real in Hf; [| exact Fz | apply Bu]. rewrite Ez in Hf. tauto.
        - apply flt_real_false in Hf; [| exact Fz | apply Bu]. rewrite Ez in Hf. apply P1 in L. lra. }
      rewrite Hl. destruct upright; destruct Rlt_dec; cbn [negb Bool.eqb];
        (split; [auto using finite_fneg | rewrite ?real_fneg, E3; ring]). }
    destruct Elf as [Fl El'].
    assert (Lv : left = 1 \/ left = -1) by (unfold left; destruct upright; destruct Rlt_dec; auto).
    rewrite E_normal. unfold normal.
    destruct (flt (fconst 0 0) d) eqn:H1.
    - apply flt_real in H1; [| exact Fz | apply Bd]. rewrite Ez in H1. apply dP in H1. destruct (Rlt_dec 0 D); [| lra].
      split; [exact F3 |]. split; lra.
    - apply flt_real_false in H1; [| exact Fz | apply Bd]. rewrite Ez in H1. destruct (flt d (fconst 0 0)) eqn:H2.
      + apply flt_real in H2; [| apply Bd | exact Fz]. rewrite Ez in H2. apply dN in H2. destruct (Rlt_dec 0 D);
          [lra |].
        destruct (Rlt_dec D 0); [| lra]. split; [now apply finite_fneg |]. rewrite real_fneg. split; lra.
      + apply flt_real_false in H2; [| apply Bd | exact Fz]. rewrite Ez in H2. assert (real d = 0) by lra.
        apply dZ in H.
        destruct (Rlt_dec 0 D); [lra |]. destruct (Rlt_dec D 0); [lra |]. split; [exact Fl |]. split; [exact El' |].
        rewrite El'. exact Lv. }
  destruct Enrm as (Fn & En & Sn).
  destruct (turned nrm d_rest Fn Sn Fdr) as (Flo & Elo). rewrite <- E_k_lo in Flo, Elo.
  assert (Eq : real hi + real lo = Rabs D).
  { rewrite E_k_hi, real_fabs, Elo, En. unfold normal. destruct (Rlt_dec 0 D) as [P | P].
    - rewrite (Rabs_pos_eq D) by lra. rewrite Rabs_pos_eq; [lra |]. apply Rnot_lt_le. intros L. apply dN in L. lra.
    - destruct (Rlt_dec D 0) as [Q | Q].
      + rewrite (Rabs_left D) by lra. rewrite Rabs_left1; [lra |]. apply Rnot_lt_le. intros L. apply dP in L. lra.
      + assert (Z : D = 0) by lra. rewrite Z, Rabs_R0.
        assert (Zd : real d = 0).
        { destruct (Rtotal_order (real d) 0) as [L | [L | L]]; [apply dN in L; lra | exact L | apply dP in L; lra]. }
        rewrite Zd in Ld2. rewrite Rabs_R0, Rmult_0_r in Ld2.
        assert (Zr : real d_rest = 0) by (apply Rabs_le_inv in Ld2; lra). rewrite Zd, Zr, Rabs_R0. ring. }
  assert (Bh : below hi 150) by (rewrite E_k_hi; split; [apply finite_fabs, Bd | rewrite real_fabs, Rabs_Rabsolu;
    apply Bd]).
  assert (h0 : 0 <= real hi) by (rewrite E_k_hi, real_fabs; apply Rabs_pos).
  assert (Slo : - (ud * real hi) <= real lo <= ud * real hi).
  { apply Rabs_le_inv. rewrite Elo, E_k_hi, real_fabs, Rabs_mult.
    replace (Rabs (real nrm)) with 1; [rewrite Rmult_1_l; exact Ld2 |]. destruct Sn as [-> | ->];
      [now rewrite Rabs_R1 | rewrite Rabs_left; lra]. }
  destruct reach as [Fr Fw Nr Nw BR FR NR ER SR].
  destruct (level_depth R_hi R_lo hi lo (below_weaken _ _ 470 BR ltac:(lia)) (below_weaken _ _ 470 Bh ltac:(lia)) FR Flo
    NR h0 SR Slo)
    as (Fd & P1 & P2 & P3).
  rewrite <- Eg, <- Egl, <- Eh, <- Ehl, <- E_k_depth, <- E_k_depth_1 in *. rewrite ER, Eq in P1, P2, P3.
  split. { pose proof (proj1 Bu') as Fu. revert Fpu Fpa Frc Fqc Fqa Fu. unfold pu, pa, rc, qc, qa.
  destruct upright; auto 10. }
  assert (Lu : bpow radix2 (-151) <= Rabs ul).
  { assert (Eul : ul = real pu - real pa) by (unfold ul, pu, pa, ux, uy; destruct upright; reflexivity).
    apply Rnot_lt_le. intros Hc.
    assert (K : bpow radix2 (-150) <= real u_size).
    { rewrite <- E1. apply fle_real; auto. rewrite E_u_size. apply finite_fabs, Bu. }
    rewrite E_u_size, real_fabs, El in K. destruct (fsub_finite _ _ (proj1 Bu')) as (_ & _ & Er).
    rewrite Er, <- Eul in K.
    assert (G : Rabs (rnd double ul) <= bpow radix2 (-151)) by (apply rnd_below; [unfold emin; simpl; lia | lra]).
    assert (bpow radix2 (-151) < bpow radix2 (-150)) by (apply bpow_lt; lia). lra. }
  split; [exact Nu |]. split; [exact Lu |]. split; [exact Eq |]. split; [exact Bh |]. split; [exact h0 |].
  split; [exact Flo |]. split; [exact Slo |].
  rewrite E_k_direction_hi_x, E_k_direction_hi_y.
  split; [destruct upright; auto |]. split; [destruct upright; auto |].
  split; [destruct upright; auto |]. split; [destruct upright; auto |].
  do 2 (split; [assumption |]). split; [exact Fd |].
  split; [rewrite P1; split; intros; lra |]. split; [rewrite P2; split; intros; lra |].
  pose proof (Rabs_pos D) as D0. pose proof (ulp_nonneg (Rmax (real r + real wr) (Rabs D))) as Ul.
  pose proof (bpow_gt_0 radix2 (-57)) as Z57.
  assert (0 <= bpow radix2 (-57) * (real r + real wr + Rabs D)) by (apply Rmult_le_pos; lra).
  destruct P3 as [P3 | (V & E & P3)].
  - rewrite P3, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - rewrite E. eapply Rle_trans; [apply (rounded_near V (real r + real wr - Rabs D) (Rmax (real r + real wr) (Rabs D)) _
      P3); apply difference_at_most_max; lra |].
    apply Rplus_le_compat_l.
    assert (Sm : real R_hi + real hi <= 2 * (real r + real wr + Rabs D)).
    { assert (ud * real R_hi <= / 2 * real R_hi) by (apply Rmult_le_compat_r; lra).
      assert (ud * real hi <= / 2 * real hi) by (apply Rmult_le_compat_r; lra). lra. }
    assert (uu : 0 <= ud * ud) by (apply Rmult_le_pos; lra).
    apply Rle_trans with (32 * (ud * ud) * (real r + real wr + Rabs D)).
    + pose proof (Rmult_le_compat_l (ud * ud) _ _ uu Sm). lra.
    + apply Rmult_le_compat_r; [lra |].
      replace (bpow radix2 (-57)) with (bpow radix2 49 * (ud * ud)) by (unfold u; rewrite <- !bpow_plus; reflexivity).
      apply Rmult_le_compat_r; [exact uu | simpl; lra].
Qed.

End Level.
