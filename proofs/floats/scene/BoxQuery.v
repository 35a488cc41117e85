(* The box of axes of a query by box (widened, box_of_axes in src/scene/overlap.c): if the box of a wall (low_end_of in
   src/rest/path_box.h) overlaps that of the query, its axis overlaps the wider box, and so does the axis widened by
   the wall's own radius, as a leaf tests it (leaf_meets in src/scene/leaf_lanes.h).

   With e = 2^-53, `end` the end of the query's box and eta = 2^-1075: the axis reaches at most to
   r + end + 4.5 e |end| + 6 eta; the box is wider by r + 15 e |end| + 20 eta. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Lanes Order Overflow IndexCoordinates SearchRegions.
From Carom Require ErrorFree Products SlabParts PathRegion.
From Carom Require Terms_box_query Terms_region Terms_boxes.
Import Terms_box_query.widened_terms(widened_results).
Import Terms_box_query.box_of_axes_terms(box_of_axes_results).
Import Terms_region.low_end_of_terms(low_end_of_results).
Import Terms_boxes.axes_meet_lanes_terms(axes_meet_lanes_results).

Open Scope R_scope.

Notation ud := (u double).
Notation etad := (eta double).
Notation top := (@huge double).

(* ---- real numbers ---- *)

(* x is t, rounded; x - g, rounded, is at most f; g is what low_end_of moves outward. *)
Lemma close_to_end (t x g z f : R) : Rabs (x - t) <= ud * Rabs t -> 0 <= g <= 201 / 100 * ud * Rabs x + 31 / 10 * etad
  ->
  Rabs (z - (x - g)) <= ud * Rabs (x - g) -> z <= f ->
  x <= f + 33 / 10 * (ud * Rabs f) + 5 * etad /\ t <= f + 45 / 10 * (ud * Rabs f) + 6 * etad.
Proof.
  intros HT HG HZ HF. pose proof Facts.u_double_small as U. pose proof Products.eta_double_pos as T.
  assert (UT : 0 <= ud * etad <= / 1048576 * etad) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  apply Rabs_le_inv in HT, HZ.
  assert (X : x <= f + 33 / 10 * (ud * Rabs f) + 5 * etad).
  { destruct (Rle_or_lt 0 x) as [P | N].
    - rewrite (Rabs_pos_eq x) in HG by exact P.
      assert (UX : 0 <= ud * x <= / 1048576 * x) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
      assert (Az : Rabs (x - g) <= x + g) by (apply Rabs_le; lra).
      assert (Uz : ud * Rabs (x - g) <= ud * (x + g)) by (apply Rmult_le_compat_l; lra).
      assert (Ug : ud * g <= ud * (201 / 100 * ud * x + 31 / 10 * etad)) by (apply Rmult_le_compat_l; lra).
      assert (UUX : 0 <= ud * (ud * x) <= / 1048576 * (ud * x)) by (split; [apply Rmult_le_pos | apply
        Rmult_le_compat_r]; lra).
      assert (B : x <= f + 302 / 100 * (ud * x) + 4 * etad) by lra.
      assert (F4 : ud * x <= ud * (f + 302 / 100 * (ud * x) + 4 * etad)) by (apply Rmult_le_compat_l; lra).
      destruct (Rle_or_lt 0 f) as [Pf | Nf]; [rewrite (Rabs_pos_eq f) by exact Pf | rewrite (Rabs_left f) by exact Nf].
      + assert (UF : 0 <= ud * f) by (apply Rmult_le_pos; lra). lra.
      + assert (UF : 0 <= ud * - f) by (apply Rmult_le_pos; lra). lra.
    - destruct (Rle_or_lt x f) as [L | L].
      { assert (0 <= ud * Rabs f) by (apply Rmult_le_pos; [lra | apply Rabs_pos]). lra. }
      rewrite (Rabs_left x) in HG by exact N. rewrite (Rabs_left1 (x - g)) in HZ by lra.
      assert (Nf : f < 0) by lra. rewrite (Rabs_left f) by exact Nf.
      assert (UX : ud * - x <= ud * - f) by (apply Rmult_le_compat_l; lra).
      assert (UF : ud * - f <= / 1048576 * - f) by (apply Rmult_le_compat_r; lra).
      assert (UUX : ud * (ud * - x) <= / 1048576 * (ud * - x)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |];
        lra).
      assert (Ug : ud * g <= ud * (201 / 100 * ud * - x + 31 / 10 * etad)) by (apply Rmult_le_compat_l; lra). lra. }
  split; [exact X |].
  assert (F0 : 0 <= ud * Rabs f) by (apply Rmult_le_pos; [lra | apply Rabs_pos]).
  destruct (Rle_or_lt 0 t) as [Pt | Nt].
  - rewrite (Rabs_pos_eq t) in HT by exact Pt.
    assert (UUt : 0 <= ud * t <= / 1048576 * t) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
    assert (U1 : ud * t <= ud * (x + ud * t)) by (apply Rmult_le_compat_l; lra).
    assert (U2 : ud * (ud * t) <= / 1048576 * (ud * t)) by (apply Rmult_le_compat_r; lra).
    assert (U3 : ud * x <= ud * (f + 33 / 10 * (ud * Rabs f) + 5 * etad)) by (apply Rmult_le_compat_l; lra).
    assert (U4 : ud * f <= ud * Rabs f) by (apply Rmult_le_compat_l; [lra | apply Rle_abs]).
    assert (U5 : ud * (ud * Rabs f) <= / 1048576 * (ud * Rabs f)) by (apply Rmult_le_compat_r; lra). lra.
  - rewrite (Rabs_left t) in HT by exact Nt. destruct (Rle_or_lt 0 x) as [Px | Nx]; [lra |].
    destruct (Rle_or_lt t f) as [L | L]; [lra |]. assert (Nf : f < 0) by lra.
    assert (U1 : ud * - t <= ud * - f) by (apply Rmult_le_compat_l; lra).
    rewrite (Rabs_left f) in * by exact Nf. lra.
Qed.

(* ---- one side ---- *)

Lemma most_value : finite (fneg (fconst 9007199254740991 971) : F double) /\
  real (fneg (fconst 9007199254740991 971) : F double) = - ((1 - ud) * top).
Proof.
  split; [reflexivity |]. rewrite real_fneg.
  destruct (@fconst_value double 9007199254740991 971) as (_ & V); try reflexivity; try (vm_compute; discriminate).
  rewrite V. unfold huge. change (emax double) with (53 + 971)%Z. rewrite bpow_plus, u_double.
  change (bpow radix2 53) with
    9007199254740992. lra.
Qed.

Lemma value_at_most_top (x : F double) : finite x -> Rabs (real x) <= (1 - ud) * top.
Proof.
  intros _. pose proof (abs_B2R_le_emax_minus_prec (prec double) (emax double) (prec_positive double) x) as H.
  unfold real, huge. eapply Rle_trans; [exact H |]. unfold u. rewrite Rmult_minus_distr_r, Rmult_1_l, <- bpow_plus.
  apply Rle_refl.
Qed.

Section Side.
Variables p r low end_ radius by_ w : F double.
Hypothesis Fp : finite p. Hypothesis Fr : finite r. Hypothesis r_nonneg : 0 <= real r.
Hypothesis low_is : low_end_of_results p r low.
Hypothesis overlaps : fle low end_ = true.
Hypothesis Fradius : finite radius. Hypothesis radius_nonneg : 0 <= real radius.
Hypothesis by_is : by_ = fadd radius (fconst 1 (-1070)).
Hypothesis w_is : widened_results end_ by_ w.

(* The low end of the wall is not above f, so the wall is hardly above it. *)
Lemma wall_near_end (f : R) : - ((1 - ud) * top) <= f -> (finite low -> real low <= f) -> low <> B754_infinity false ->
  real p - real r <= f + 45 / 10 * (ud * Rabs f) + 6 * etad /\
  (fsub p r = B754_infinity true \/ (finite (fsub p r) /\ real (fsub p r) <= f + 33 / 10 * (ud * Rabs f) + 5 * etad)).
Proof.
  intros Lf HL Not. pose proof Facts.u_double_small as U. pose proof Products.eta_double_pos as T.
  assert (T0 : 0 < top) by (pose proof (@huge_at_least_1 double); lra).
  assert (UTop : 0 < ud * top) by (apply Rmult_lt_0_compat; lra).
  assert (F0 : 0 <= ud * Rabs f) by (apply Rmult_le_pos; [lra | apply Rabs_pos]).
  destruct low_is as (x & [-> E]). destruct (fsub_rounded p r Fp Fr) as (Nx & Rx).
  destruct (feq r (fconst 0 0)) eqn:Z.
  { apply feq_real in Z; [| exact Fr | reflexivity]. change (real (fconst 0 0 : F double)) with 0 in Z. subst low.
    specialize (HL Fp). pose proof (fsub_rounded p r Fp Fr) as Q. rewrite Z, Rminus_0_r in Q |- *. split; [lra |].
    right.
    pose proof (real_below p) as B. fold top in B.
    destruct (rounded_finite _ _ Q) as (F1 & V1); [rewrite rnd_of_format by apply real_in_format; exact B |].
    split; [exact F1 |]. rewrite V1, rnd_of_format by apply real_in_format. lra. }
  pose proof (rnd_sum_error double (real p) (- real r) (real_in_format p) (generic_format_opp _ _ _ (real_in_format
    r))) as Et.
  change (real p + - real r) with (real p - real r) in Et. set (t := real p - real r) in *.
  destruct Rx as [(Fx & Bx & Vx) | [(O & _) | (O & Ex)]].
  - (* x is finite *)
    rewrite <- Vx in Et. set (x := fsub p r) in *.
    assert (H52 : finite (fconst 1 (-52) : F double) /\ real (fconst 1 (-52) : F double) = 2 * ud).
    { destruct (Facts.constant_value (-52) ltac:(lia)) as [A B]. split; [exact A |]. rewrite B. unfold u.
      change (-52)%Z with (1 + - prec double)%Z. rewrite bpow_plus. reflexivity. }
    destruct H52 as (F52 & V52). destruct tiny_value as (Ft & Vt).
    set (m := fmul (fabs x) (fconst 1 (-52)) : F double) in *. set (g := fadd m (fconst 1 (-1074))) in *.
    assert (Ax : 0 <= Rabs (real x) <= (1 - ud) * top) by (split; [apply Rabs_pos | now apply value_at_most_top]).
    assert (Mb : Rabs (real (fabs x) * real (fconst 1 (-52) : F double)) <= bpow radix2 1000).
    { rewrite real_fabs, V52, Rabs_mult, Rabs_Rabsolu, (Rabs_pos_eq (2 * ud)) by lra.
      apply Rle_trans with (top * (2 * ud)); [apply Rmult_le_compat; lra |]. unfold huge, u.
      change 2 with (bpow radix2 1).
      rewrite <- !bpow_plus. apply bpow_le. vm_compute. discriminate. }
    destruct (ErrorFree.fmul_is_finite (fabs x) (fconst 1 (-52)) 1000) as (Fm & Vm & Bm); auto using finite_fabs;
      [unfold emin; simpl; lia |]. fold m in Fm, Vm, Bm.
    assert (Gb : Rabs (real m + real (fconst 1 (-1074) : F double)) <= bpow radix2 1001).
    { eapply Rle_trans; [apply Rabs_triang |]. rewrite Vt. change 1001%Z with (1 + 1000)%Z. rewrite bpow_plus.
      change (bpow radix2 1) with 2. rewrite (Rabs_pos_eq (2 * etad)) by lra.
      assert (2 * etad <= bpow radix2 1000); [| lra]. unfold eta. change 2 with (bpow radix2 1) at 1.
      rewrite <- bpow_plus.
      apply bpow_le. vm_compute. discriminate. }
    destruct (ErrorFree.fadd_is_finite m (fconst 1 (-1074)) 1001) as (Fg & Vg & _); auto; [unfold emin; simpl; lia |].
    fold g in Fg, Vg.
    pose proof (rnd_error double (real (fabs x) * real (fconst 1 (-52) : F double))) as Em.
    rewrite <- Vm, real_fabs, V52 in Em.
    pose proof (rnd_sum_error double _ _ (real_in_format m) (real_in_format (fconst 1 (-1074) : F double))) as Eg.
    rewrite <- Vg, Vt in Eg.
    assert (UX : 0 <= ud * Rabs (real x) <= / 1048576 * Rabs (real x)) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
    assert (UUX : 0 <= ud * (ud * Rabs (real x)) <= / 1048576 * (ud * Rabs (real x))) by (split; [apply Rmult_le_pos |
      apply Rmult_le_compat_r]; lra).
    assert (UT : 0 <= ud * etad <= / 1048576 * etad) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
    rewrite (Rabs_pos_eq (Rabs (real x) * (2 * ud))) in Em by (apply Rmult_le_pos; lra). apply Rabs_le_inv in Em.
    assert (m0 : 0 <= real m) by (rewrite Vm; apply rnd_nonneg; rewrite real_fabs, V52; apply Rmult_le_pos; lra).
    rewrite (Rabs_pos_eq (real m + 2 * etad)) in Eg by lra. apply Rabs_le_inv in Eg.
    assert (Um : ud * real m <= ud * (3 * ud * Rabs (real x) + etad)) by (apply Rmult_le_compat_l; lra).
    assert (G : 0 <= real g <= 201 / 100 * ud * Rabs (real x) + 31 / 10 * etad) by lra.
    destruct (fsub_rounded x g Fx Fg) as (_ & Rl). rewrite <- E in Rl.
    assert (Zf : rnd double (real x - real g) <= f).
    { destruct Rl as [(Fl & _ & Vl) | [(_ & I) | (O & _)]]; [rewrite <- Vl; auto | contradiction | lra]. }
    pose proof (rnd_sum_error double (real x) (- real g) (real_in_format x) (generic_format_opp _ _ _ (real_in_format
      g))) as
      Ez. change (real x + - real g) with (real x - real g) in Ez.
    destruct (close_to_end t (real x) (real g) _ f Et G Ez Zf) as (A & B).
    split; [exact B | right; split; [exact Fx | exact A]].
  - exfalso. assert (rnd double t <= real p).
    { rewrite <- (rnd_of_format double (real p)) by apply real_in_format. apply rnd_le. unfold t. lra. }
    pose proof (real_below p) as B. apply Rabs_def2 in B. fold top in B. lra.
  - split; [| left; exact Ex].
    assert (G : 0 <= 0 <= 201 / 100 * ud * Rabs (rnd double t) + 31 / 10 * etad).
    { pose proof (Rabs_pos (rnd double t)). assert (0 <= ud * Rabs (rnd double t)) by (apply Rmult_le_pos; lra). lra. }
    destruct (close_to_end t (rnd double t) 0 (rnd double t) f Et G) as (_ & B); [| lra | exact B].
    rewrite Rminus_0_r. unfold Rminus. rewrite Rplus_opp_r, Rabs_R0. apply Rmult_le_pos; [lra | apply Rabs_pos].
Qed.

(* What `widened` adds to the end. *)
Lemma widened_is : w = finf \/ exists from X : F double, finite from /\ finite X /\
  (end_ = from \/ (end_ = finf_down /\ real from = - ((1 - ud) * top))) /\ is_rounded w (real from + real X) /\
  real radius + 15 * (ud * Rabs (real from)) + 20 * etad <= real X.
Proof.
  pose proof Facts.u_double_small as U. pose proof Products.eta_double_pos as T.
  destruct w_is as (from & [Efrom ->]). destruct most_value as (Fmost & Vmost).
  set (m := fmul (fconst 1 (-49)) (fadd (fabs from) by_)). set (X := fadd by_ m).
  destruct (Facts.constant_value (-1070) ltac:(lia)) as [Ft Vt]. destruct (Facts.constant_value (-49)
    ltac:(lia)) as [Fc
    Vc].
  assert (E32 : bpow radix2 (-1070) = 32 * etad).
  { unfold eta. change 32 with (bpow radix2 5). rewrite <- bpow_plus. reflexivity. }
  assert (E16 : bpow radix2 (-49) = 16 * ud).
  { unfold u. change 16 with (bpow radix2 4). rewrite <- bpow_plus. reflexivity. }
  rewrite E32 in Vt. rewrite E16 in Vc.
  assert (Nb : nonneg by_) by (rewrite by_is; apply nonneg_fadd; [now apply nonneg_of_real | reflexivity]).
  assert (Nm : nonneg m) by (apply nonneg_fmul; [reflexivity | apply nonneg_fadd; [apply nonneg_fabs | exact Nb]]).
  assert (NX : nonneg X) by (now apply nonneg_fadd).
  (* infinite or NaN *)
  assert (Numb : number by_) by (rewrite by_is; now apply fadd_rounded).
  destruct (fle_value _ _ overlaps) as (_ & Ne & _).
  assert (Cases : from = finf \/ (finite from /\ (end_ = from \/ (end_ = finf_down /\ real from = - ((1 - ud) *
    top))))).
  { rewrite Efrom. destruct end_ as [s | [|] | | s mm ee B] eqn:Ee; try discriminate Ne.
    - right. destruct (flt _ _) eqn:C; [| split; [reflexivity | now left]]. exfalso.
    apply flt_real in C; try reflexivity.
      rewrite Vmost in C. change (real (B754_zero s)) with 0 in C. pose proof (@huge_at_least_1 double).
      assert (0 <= (1 - ud) * top) by (apply Rmult_le_pos; lra). lra.
    - right. replace (flt (B754_infinity true) _) with true by reflexivity.
    split; [exact Fmost | right; split; [reflexivity |
        exact Vmost]].
    - left. replace (flt (B754_infinity false) _) with false by reflexivity. reflexivity.
    - right. set (v := B754_finite s mm ee B : F double) in *. assert (Fv : finite v) by reflexivity.
      destruct (flt v _) eqn:C; [| split; [exact Fv | now left]]. exfalso. apply flt_real in C; auto.
      rewrite Vmost in C.
      pose proof (value_at_most_top v Fv) as Q. apply Rabs_le_inv in Q. lra. }
  assert (NumX : number X /\ (finite X -> finite by_ /\ finite m)).
  { split; [| intros F; destruct (fadd_finite _ _ F) as (A & B & _); auto].
    assert (Numm : number m).
    { unfold m. destruct (is_finite (fadd (fabs from) by_)) eqn:Fs; [now apply fmul_rounded |].
      assert (Numf : number (fabs from)) by (destruct Cases as [-> | (Ff & _)]; [reflexivity | now apply number_finite,
        finite_fabs]).
      pose proof (number_of_nonneg_sum _ _ Numf Numb (nonneg_fabs from) Nb) as Ns.
      pose proof (infinite_of_nonneg _ Ns (nonneg_fadd _ _ (nonneg_fabs from) Nb) ltac:(unfold finite; congruence)) as
        ->. reflexivity. }
    now apply number_of_nonneg_sum. }
  destruct NumX as (NumX & FinX).
  destruct Cases as [-> | (Ff & Ce)].
  { left. destruct X as [| [|] | |]; try reflexivity; try discriminate NX; try discriminate NumX. }
  destruct (is_finite X) eqn:FX.
  2: { left. rewrite (infinite_of_nonneg X NumX NX ltac:(unfold finite; congruence)).
  destruct from; try discriminate; reflexivity. }
  right. exists from, X. do 3 (split; [assumption |]). split; [now apply fadd_rounded |].
  destruct (FinX FX) as (Fb & Fm). pose proof Fm as Fm'. destruct (Products.fmul_error _ _ Fm') as (_ & Fs & Em).
  destruct (Products.fadd_error _ _ Fs) as (_ & _ & Es). destruct (Products.fadd_error _ _ FX) as (_ & _ & EX).
  pose proof Fb as Fb'. rewrite by_is in Fb'. destruct (Products.fadd_error _ _ Fb') as (_ & _ & Eb).
  rewrite <- by_is in Eb.
  fold m in Em. fold X in EX. rewrite Vt in Eb. rewrite Vc in Em. rewrite real_fabs in Es.
  pose proof (Rabs_pos (real from)) as f0. pose proof (nonneg_real _ Nb) as b0. pose proof (nonneg_real _ Nm) as m0.
  set (f := Rabs (real from)) in *. set (s := real (fadd (fabs from) by_)) in *.
  rewrite (Rabs_pos_eq (real radius + 32 * etad)) in Eb by lra. rewrite (Rabs_pos_eq (f + real by_)) in Es by lra.
  apply Rabs_le_inv in Eb, Es.
  assert (UR : 0 <= ud * real radius <= / 1048576 * real radius) by (split; [apply Rmult_le_pos | apply
    Rmult_le_compat_r]; lra).
  assert (UF : 0 <= ud * f <= / 1048576 * f) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UUR : 0 <= ud * (ud * real radius) <= / 1048576 * (ud * real radius)) by (split; [apply Rmult_le_pos | apply
    Rmult_le_compat_r]; lra).
  assert (UUF : 0 <= ud * (ud * f) <= / 1048576 * (ud * f)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (UT : 0 <= ud * etad <= / 1048576 * etad) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UB1 : ud * ((1 - ud) * (real radius + 32 * etad)) <= ud * real by_) by (apply Rmult_le_compat_l; lra).
  assert (UB : 0 <= ud * real by_ <= / 1048576 * real by_) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (UUB : 0 <= ud * (ud * real by_) <= / 1048576 * (ud * real by_)) by (split; [apply Rmult_le_pos | apply
    Rmult_le_compat_r]; lra).
  assert (s0 : 0 <= s) by lra. assert (US1 : ud * ((1 - ud) * (f + real by_)) <= ud * s) by (apply Rmult_le_compat_l;
    lra).
  assert (US2 : ud * s <= ud * ((1 + ud) * (f + real by_))) by (apply Rmult_le_compat_l; lra).
  assert (UUS : 0 <= ud * (ud * s) <= / 1048576 * (ud * s)) by (split; [repeat apply Rmult_le_pos; lra | apply
    Rmult_le_compat_r; [apply Rmult_le_pos |]; lra]).
  rewrite (Rabs_pos_eq (16 * ud * s)) in Em by (apply Rmult_le_pos; lra). apply Rabs_le_inv in Em.
  rewrite (Rabs_pos_eq (real by_ + real m)) in EX by lra. apply Rabs_le_inv in EX.
  assert (UUT : 0 <= ud * (ud * etad) <= / 1048576 * (ud * etad)) by (split; [apply Rmult_le_pos | apply
    Rmult_le_compat_r]; lra).
  assert (M1 : 159 / 10 * (ud * f) + 159 / 10 * (ud * real by_) - etad <= real m) by lra.
  assert (M2 : real m <= 17 * (ud * f) + 17 * (ud * real by_) + etad) by lra.
  assert (UM : ud * real m <= ud * (17 * (ud * f) + 17 * (ud * real by_) + etad)) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

Theorem widened_reaches : (real r = real radius -> fle p w = true) /\ fle (fsub p r) w = true /\ fle low w = true.
Proof.
  pose proof Facts.u_double_small as U. pose proof Products.eta_double_pos as T.
  assert (T0 : 0 < top) by (pose proof (@huge_at_least_1 double); lra).
  assert (Nd : number (fsub p r)) by now apply fsub_rounded.
  destruct (fle_value _ _ overlaps) as (Nl & Ne & L).
  destruct widened_is as [-> | (from & X & Ff & FX & Ce & W & B)].
  - assert (I : forall v : F double, number v -> fle v finf = true).
    { intros v Nv. apply fle_of_values. split; [exact Nv |]. split; [reflexivity |]. apply value_range. }
    split; [intros _; apply I; now apply number_finite |]. split; apply I; assumption.
  - assert (F0 : 0 <= ud * Rabs (real from)) by (apply Rmult_le_pos; [lra | apply Rabs_pos]).
    pose proof (value_at_most_top from Ff) as Bf. apply Rabs_le_inv in Bf.
    assert (Low : (finite low -> real low <= real from) /\ low <> B754_infinity false).
    { destruct Ce as [-> | (-> & Vf)].
      - split; [intros Fl; now apply fle_real in overlaps |]. intros ->. destruct from; discriminate.
      - split; [intros Fl; destruct low; discriminate | intros ->; discriminate]. }
    destruct Low as (HL & Not).
    destruct (wall_near_end (real from) ltac:(lra) HL Not) as (A & D).
    (* numbers below from + X *)
    assert (Below : forall v : F double, finite v -> real v <= real from + real X -> fle v w = true).
    { intros v Fv Hv. apply fle_of_values. destruct W as (Nw & W). split; [now apply number_finite |].
    split; [exact Nw |].
      rewrite value_finite by exact Fv. apply (rnd_le double) in Hv. rewrite (rnd_of_format double (real v)) in Hv
        by apply
        real_in_format.
      pose proof (real_below v) as Bv. apply Rabs_def2 in Bv. fold top in Bv.
      destruct W as [(Fw & _ & V) | [(_ & ->) | (O & _)]].
      - rewrite value_finite, V by exact Fw. exact Hv.
      - change (real v <= top). lra.
      - lra. }
    split; [intros Er; apply Below; [exact Fp | lra] |]. split.
    + destruct D as [-> | (Fd & D)]; [| apply Below; [exact Fd | lra]].
      apply fle_of_values. destruct W as (Nw & _). split; [reflexivity |]. split; [exact Nw |]. apply value_range.
    + destruct low as [s | [|] | | s mm ee Bd] eqn:El; try discriminate Nl.
      * apply Below; [reflexivity |]. specialize (HL eq_refl). lra.
      * apply fle_of_values. destruct W as (Nw & _). split; [reflexivity |]. split; [exact Nw |]. apply value_range.
      * now elim Not.
      * apply Below; [reflexivity |]. specialize (HL eq_refl). lra.
Qed.

End Side.

(* ---- the box ---- *)

Lemma rounded_opposite (v : F double) z : is_rounded v z -> is_rounded (fneg v) (- z).
Proof.
  intros (N & H). split; [now destruct v |]. rewrite ErrorFree.rnd_opp, Rabs_Ropp.
  destruct H as [(F & B & E) | [(O & ->) | (O & ->)]].
  - left. split; [now apply finite_fneg |]. split; [exact B |]. now rewrite real_fneg, E.
  - right; right. split; [lra | reflexivity].
  - right; left. split; [lra | reflexivity].
Qed.

Lemma rounded_values (v w : F double) z : is_rounded v z -> is_rounded w z -> value v = value w.
Proof.
  pose proof (@huge_at_least_1 double) as T.
  intros (_ & [(Fv & Bv & Ev) | [(Ov & ->) | (Ov & ->)]]) (_ & [(Fw & Bw & Ew) | [(Ow & ->) | (Ow & ->)]]); simpl;
    rewrite ?value_finite by assumption; try (apply Rabs_def2 in Bv); try (apply Rabs_def2 in Bw); try lra.
Qed.

Lemma fle_opposite (x y : F double) : fle x y = true -> fle (fneg y) (fneg x) = true.
Proof.
  intros H. destruct (fle_value _ _ H) as (Nx & Ny & L). destruct (value_fneg x Nx) as (N1 & V1).
  destruct (value_fneg y Ny) as (N2 & V2). apply fle_of_values. split; [exact N2 |]. split; [exact N1 |].
  change (value (fneg y) <= value (fneg x)). lra.
Qed.

Lemma fle_same (x y x' y' : F double) : fle x y = true -> number x' -> number y' -> value x' = value x -> value y' =
  value y ->
  fle x' y' = true.
Proof.
  intros H Nx Ny Vx Vy. destruct (fle_value _ _ H) as (_ & _ & L). apply fle_of_values. split; [exact Nx |].
  split; [exact Ny |].
  change (value x' <= value y'). lra.
Qed.

(* One coordinate: the ends p and q of a segment, the box of the wall from x0 to -x1, the box of the query from e0 to
   e1. *)
Section Coordinate.
Variables p q r x0 x1 e0 e1 radius by_ w0 w1 : F double.
Hypothesis Fp : finite p. Hypothesis Fq : finite q. Hypothesis Fr : finite r. Hypothesis r_nonneg : 0 <= real r.
Hypothesis Fradius : finite radius. Hypothesis radius_nonneg : 0 <= real radius.
Hypothesis by_is : by_ = fadd radius (fconst 1 (-1070)).
Hypothesis x0_is : low_end_of_results (lesser p q) r x0.
Hypothesis x1_is : low_end_of_results (lesser (fneg p) (fneg q)) r x1.
Hypothesis below : fle x0 e1 = true. Hypothesis above : fle e0 (fneg x1) = true.
Hypothesis w0_is : widened_results (fneg e0) by_ w0.
Hypothesis w1_is : widened_results e1 by_ w1.

Theorem coordinate_reaches :
  (real r = real radius -> fle (lesser p q) w1 = true /\ fle (fneg w0) (greater p q) = true) /\
  (fle x0 w1 = true /\ fle (fneg w0) (fneg x1) = true) /\
  (forall low high, is_min low p q -> is_max high p q ->
    fle (fsub low r) w1 = true /\ fle (fneg w0) (fadd high r) = true).
Proof.
  destruct (lesser_value p q Fp Fq) as (F0 & V0). destruct (greater_value p q Fp Fq) as (F1 & V1).
  destruct (lesser_value (fneg p) (fneg q) (finite_fneg _ Fp) (finite_fneg _ Fq)) as (F2 & V2).
  assert (V3 : real (lesser (fneg p) (fneg q)) = - Rmax (real p) (real q)).
  { rewrite V2, !real_fneg. unfold Rmin, Rmax. repeat destruct Rle_dec; lra. }
  assert (above' : fle x1 (fneg e0) = true).
  { pose proof (fle_opposite _ _ above) as H. assert (E : fneg (fneg x1) = x1) by apply Bopp_involutive.
  now rewrite E in H. }
  destruct (widened_reaches _ _ _ _ radius by_ w1 F0 Fr r_nonneg x0_is below Fradius radius_nonneg by_is w1_is) as (A1
    & A2 & A3).
  destruct (widened_reaches _ _ _ _ radius by_ w0 F2 Fr r_nonneg x1_is above' Fradius radius_nonneg by_is w0_is) as (B1
    & B2 & B3).
  destruct (fle_value _ _ A3) as (_ & Nw1 & _). destruct (fle_value _ _ B3) as (_ & Nw0 & _).
  destruct (value_fneg w0 Nw0) as (Nw & _).
  split; [| split].
  - intros E. split; [now apply A1 |]. apply fle_opposite in B1; [| exact E].
    apply (fle_same _ _ _ _ B1 Nw); [now apply number_finite | reflexivity |].
    rewrite (value_finite _ F1), (value_finite _ (finite_fneg _ F2)), real_fneg, V3, V1. lra.
  - split; [exact A3 | now apply fle_opposite].
  - intros low high Ml Mh. destruct (Ml Fp Fq) as (Fl & Vl). destruct (Mh Fp Fq) as (Fh & Vh). split.
    + pose proof (fsub_rounded _ _ Fl Fr) as R1. pose proof (fsub_rounded _ _ F0 Fr) as R2. rewrite Vl in R1.
    rewrite V0 in R2.
      apply (fle_same _ _ _ _ A2 (proj1 R1) Nw1); [exact (rounded_values _ _ _ R1 R2) | reflexivity].
    + apply fle_opposite in B2. pose proof (fadd_rounded _ _ Fh Fr) as R1.
      pose proof (rounded_opposite _ _ (fsub_rounded _ _ F2 Fr)) as R2. rewrite V3 in R2.
      replace (- (- Rmax (real p) (real q) - real r)) with (Rmax (real p) (real q) + real r) in R2 by ring.
      rewrite Vh in R1.
      apply (fle_same _ _ _ _ B2 Nw (proj1 R1)); [reflexivity | exact (rounded_values _ _ _ R1 R2)].
Qed.

End Coordinate.

(* A segment whose box overlaps the box of the query. If all walls have one radius, the tree has the boxes of the axes,
   and
   leaves have no radii; else it has the walls' boxes, and `radius` of the scene is 0. *)
Theorem box_query_keeps_wall (ax ay bx by_ r radius x0 x1 y0 y1 q0 q1 q2 q3 b0 b1 b2 b3 : F double) :
  finite ax -> finite ay -> finite bx -> finite by_ -> finite r -> 0 <= real r -> finite radius -> 0 <= real radius ->
  low_end_of_results (lesser ax bx) r x0 -> low_end_of_results (lesser (fneg ax) (fneg bx)) r x1 ->
  low_end_of_results (lesser ay by_) r y0 -> low_end_of_results (lesser (fneg ay) (fneg by_)) r y1 ->
  overlap (Box _ x0 (fneg x1) y0 (fneg y1)) (Box _ q0 q1 q2 q3) -> box_of_axes_results radius q0 q2 q1 q3 b0 b2 b1 b3 ->
  let query := Box _ b0 b1 b2 b3 in
  (real r = real radius -> overlap (Box _ (lesser ax bx) (greater ax bx) (lesser ay by_) (greater ay by_)) query) /\
  overlap (Box _ x0 (fneg x1) y0 (fneg y1)) query /\
  (forall meets, axes_meet_lanes_results ax ay bx by_ r b0 b2 b1 b3 meets -> meets <> 0%Z).
Proof.
  intros Fax Fay Fbx Fby Fr Pr Frad Prad X0 X1 Y0 Y1 (O0 & O1 & O2 & O3) H query. cbn [min_x max_x min_y max_y] in *.
  destruct H as (wide & w1 & m0 & w2 & m2 & m1 & m3 & [Eb W1 -> W2 -> W3 W4 -> -> -> ->]).
  destruct (coordinate_reaches ax bx r x0 x1 q0 q1 radius wide w1 m1 Fax Fbx Fr Pr Frad Prad Eb X0 X1 O0 O1 W1 W3) as
    (A & B & C).
  destruct (coordinate_reaches ay by_ r y0 y1 q2 q3 radius wide w2 m3 Fay Fby Fr Pr Frad Prad Eb Y0 Y1 O2 O3 W2 W4) as
    (D & E & G).
  split; [| split].
  - intros Er. destruct (A Er). destruct (D Er). repeat split; assumption.
  - destruct B, E. repeat split; assumption.
  - intros meets Hm. destruct (PathRegion.axis_is_met _ _ _ _ _ _ _ _ _ _ Hm) as (lx & hx & ly & hy & M0 & M1 & M2 & M3
    & M).
    destruct (C lx hx M0 M1) as (C1 & C2). destruct (G ly hy M2 M3) as (G1 & G2). apply M. now rewrite C1, C2, G1, G2.
Qed.

(* For rays and lines only the boxes of the tree matter. They may be infinite, and the wider box contains that of the
   query. *)
Lemma widened_is_wider (end_ radius by_ w : F double) : number end_ -> finite radius -> 0 <= real radius ->
  by_ = fadd radius (fconst 1 (-1070)) -> widened_results end_ by_ w -> fle end_ w = true.
Proof.
  intros Ne Fr Pr Eb Hw. pose proof Facts.u_double_small as U. pose proof Products.eta_double_pos as T.
  destruct (widened_is end_ end_ radius by_ w (fle_refl _ Ne) Fr Pr Eb Hw) as [-> | (from & X & Ff & FX & Ce & (Nw & W)
    & B)].
  - apply fle_of_values. split; [exact Ne |]. split; [reflexivity |]. apply value_range.
  - destruct Ce as [-> | (-> & _)].
    2: { apply fle_of_values. split; [exact Ne |]. split; [exact Nw |]. apply value_range. }
    assert (F0 : 0 <= ud * Rabs (real from)) by (apply Rmult_le_pos; [lra | apply Rabs_pos]).
    assert (L : real from <= rnd double (real from + real X)).
    { rewrite <- (rnd_of_format double (real from)) at 1 by apply real_in_format. apply rnd_le. lra. }
    apply fle_of_values. split; [exact Ne |]. split; [exact Nw |]. rewrite value_finite by exact Ff.
    pose proof (real_below from) as Bv. apply Rabs_def2 in Bv. fold top in Bv.
    destruct W as [(Fw & _ & V) | [(_ & ->) | (O & _)]].
    + rewrite value_finite, V by exact Fw. exact L.
    + change (real from <= top). lra.
    + lra.
Qed.

Theorem box_of_axes_is_wider (radius q0 q1 q2 q3 b0 b1 b2 b3 : F double) : finite radius -> 0 <= real radius ->
  box_of_numbers (Box _ q0 q1 q2 q3) -> box_of_axes_results radius q0 q2 q1 q3 b0 b2 b1 b3 ->
  contains (Box _ b0 b1 b2 b3) (Box _ q0 q1 q2 q3).
Proof.
  intros Fr Pr (N0 & N1 & N2 & N3) H. cbn [min_x max_x min_y max_y] in *.
  destruct H as (wide & w1 & m0 & w2 & m2 & m1 & m3 & [Eb W1 -> W2 -> W3 W4 -> -> -> ->]).
  assert (Low : forall q w, number q -> widened_results (fneg q) wide w -> fle (fneg w) q = true).
  { intros q w N Hw. destruct (value_fneg q N) as (N' & _).
    pose proof (fle_opposite _ _ (widened_is_wider _ radius wide w N' Fr Pr Eb Hw)) as H.
    assert (E : fneg (fneg q) = q) by apply Bopp_involutive. now rewrite E in H. }
  repeat split; cbn [min_x max_x min_y max_y]; [now apply Low | | now apply Low |];
    eapply widened_is_wider; eassumption.
Qed.
