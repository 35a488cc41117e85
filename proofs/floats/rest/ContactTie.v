(* Ties: if is_plain_tie of src/rest/contact_double_double.h returns true, R is the distance.

   All low parts are 0, so no operation was rounded: the computed numbers are the true ones. docs/exactness.md, "Ties".
   *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFreeTerms Facts Operations Approx ErrorFree Geometry ContactFeature ContactPairs
  ContactSteps ContactRoot ContactDepth ContactEnd ContactLevel.
From Carom Require Terms_contact.
Import Terms_contact.is_plain_tie_terms(is_plain_tie_results).

Open Scope R_scope.

Definition vanishes (v : F double) := finite v /\ real v = 0.

Lemma vanishes_of_feq v : feq v (fconst 0 0) = true -> vanishes v.
Proof. apply feq_zero. Qed.

Lemma vanishing_sum (v w : F double) : nonneg v -> nonneg w -> vanishes (fadd v w) -> vanishes v /\ vanishes w.
Proof.
  intros Nv Nw [F E]. destruct (fadd_finite _ _ F) as (Fv & Fw & S). rewrite E in S.
  apply nonneg_real in Nv, Nw.
  assert (real v + real w = 0) by (apply (rnd_sum_zero double); auto using real_in_format). split; split; auto; lra.
Qed.

Lemma vanishing_abs (v : F double) : vanishes (fabs v) -> vanishes v.
Proof.
  intros [F E]. split; [now apply fabs_finite |]. rewrite real_fabs in E.
  destruct (Req_dec (real v) 0) as [Z | Z]; [exact Z |]. apply Rabs_no_R0 in Z. contradiction.
Qed.

Ltac vanish H :=
  match type of H with
  | vanishes (fadd _ (fabs _)) =>
      let A := fresh "van" in let B := fresh "van" in
      apply vanishing_sum in H; [destruct H as [A B]; apply vanishing_abs in B; vanish A
        | repeat apply nonneg_fadd; apply nonneg_fabs | apply nonneg_fabs]
  | vanishes (fabs _) => apply vanishing_abs in H
  | _ => idtac
  end.

Lemma exact_square (v : F double) : ordinary v -> vanishes (pair_product_rest v v) -> finite (fmul v v) /\
  real (fmul v v) = real v * real v.
Proof. intros O [_ Z]. destruct (ordinary_parts v v O O) as (F1 & _ & E & _). split; [exact F1 |]. lra. Qed.

Lemma exact_product (v w : F double) : ordinary v -> ordinary w -> vanishes (pair_product_rest v w) ->
  finite (fmul v w) /\ real (fmul v w) = real v * real w.
Proof. intros V W [_ Z]. destruct (ordinary_parts v w V W) as (F1 & _ & E & _). split; [exact F1 |]. lra. Qed.

(* The length of a vector whose square is computed without rounding. *)
Lemma exact_length (x y : F double) :
  let a := fadd (fmul x x) (fmul y y) in let s := fsqrt a in
  ordinary x -> ordinary y -> vanishes (pair_product_rest x x) -> vanishes (pair_product_rest y y) ->
  vanishes (sum_rest (fmul x x) (fmul y y)) -> vanishes (fsub (fmul s s) a) -> vanishes (product_rest s s) ->
  bpow radix2 (-320) <= real x * real x + real y * real y ->
  finite s /\ real s = sqrt (real x * real x + real y * real y).
Proof.
  cbv zeta. set (a := fadd (fmul x x) (fmul y y)). set (s := fsqrt a). intros Ox Oy Vx Vy Vs Vb Vp L.
  destruct (exact_square x Ox Vx) as (_ & Ex). destruct (exact_square y Oy Vy) as (_ & Ey).
  destruct Vs as [Fs Zs]. destruct (two_sum_exact _ _ Fs) as (_ & _ & Fa & _ & Ea). fold a in Fa, Ea.
  destruct Vp as [Fp Zp]. destruct Vb as [Fb Zb]. pose proof (difference_zero _ _ Fb Zb) as Eb.
  assert (EA : real a = real x * real x + real y * real y) by lra.
  assert (Fss : finite s).
  { destruct (split_product s s Fp) as (F1 & _). exact F1. }
  destruct (fsqrt_finite _ Fss) as (_ & _ & Es). fold s in Es.
  assert (S0 : bpow radix2 (-160) <= real s).
  { rewrite Es, <- (rnd_of_format double (bpow radix2 (-160))).
    - apply rnd_le. rewrite <- (sqrt_Rsqr (bpow radix2 (-160))) by apply bpow_ge_0. apply sqrt_le_1_alt. unfold Rsqr.
      rewrite <- bpow_plus, EA. exact L.
    - apply generic_format_bpow. unfold exponents, FLT_exp, emin. simpl. lia. }
  pose proof (bpow_gt_0 radix2 (-160)) as Z.
  assert (Sp : is_splittable (real s * real s)).
  { right. rewrite Rabs_pos_eq by (apply Rmult_le_pos; lra).
    apply Rle_trans with (bpow radix2 (-160) * bpow radix2 (-160)).
    - rewrite <- bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat; lra. }
  destruct (product_exact s s Fp Sp) as (_ & _ & _ & _ & E).
  split; [exact Fss |]. rewrite <- EA. symmetry. rewrite <- Eb. replace (real (fmul s s)) with (real s * real s) by lra.
  apply sqrt_square. lra.
Qed.

Lemma exact_difference (x y : F double) : vanishes (difference_rest x y) -> finite (fsub x y) /\
  real (fsub x y) = real x - real y.
Proof. intros [Fr Z]. destruct (two_difference_exact x y Fr) as (_ & _ & Fs & _ & E). split; [exact Fs | lra]. Qed.

Lemma exact_sum (x y : F double) : vanishes (sum_rest x y) -> finite (fadd x y) /\ real (fadd x y) = real x + real y.
Proof. intros [Fr Z]. destruct (two_sum_exact x y Fr) as (_ & _ & Fs & _ & E). split; [exact Fs | lra]. Qed.

Section Tie.
Variables cx cy r ax ay bx by_ wr : F double.
Variable feature : Z.
Hypothesis run : is_plain_tie_results cx cy r ax ay bx by_ wr feature true.

Theorem tie_at_end (ex := if Z.eqb feature 3 then bx else ax) (ey := if Z.eqb feature 3 then by_ else ay) :
  feature <> 1%Z -> ordinary (fsub cx ex) -> ordinary (fsub cy ey) ->
  bpow radix2 (-320) <= (real cx - real ex) * (real cx - real ex) + (real cy - real ey) * (real cy - real ey) ->
  real r + real wr = sqrt ((real cx - real ex) * (real cx - real ex) + (real cy - real ey) * (real cy - real ey)).
Proof.
  intros N Ox Oy L.
  destruct run as (r_hi & r_lo & r_e & if1 & fx & fy & uhx & uhy & ulx & uly & whx & why & wlx & wly & side & dx & dy &
    shx & shy & slx & sly & a & al & ae & len & back & backl & backe & phx & phy & plx & ply & c & cl & ce & ar & arl &
      are &
    lost & lost2 & []).
  assert (Sd : side = false) by (rewrite E_is_side; now apply Z.eqb_neq). rewrite Sd in *.
  rewrite E_if1 in E_from_x, E_from_y. fold ex in E_from_x. fold ey in E_from_y. rewrite E_from_x, E_from_y in *.
  apply wide_of_sum_is in E_wide_of_sum. destruct E_wide_of_sum as (Erh & Erl).
  apply pair_difference_values in E_pair_difference_2. destruct E_pair_difference_2 as (Ewx & Ewy & Elx & Ely).
  apply pair_product_values in E_pair_product. destruct E_pair_product as (Esx & Esy & Esl & Esm).
  apply wide_of_sum_is in E_wide_of_sum_2. destruct E_wide_of_sum_2 as (Ea & Eal).
  apply wide_of_product_is in E_wide_of_product. destruct E_wide_of_product as (Eb & Ebl).
  symmetry in E_result. apply andb_prop in E_result. destruct E_result as [H1 H2].
  apply vanishes_of_feq in H1. rewrite E_lost in H1. vanish H1.
  rewrite E_d_hi_x, E_d_hi_y, Ewx, Ewy in *. subst shx shy slx sly a al back backl len r_lo wlx wly.
  repeat match goal with
  | H : vanishes (difference_rest _ _) |- _ => apply exact_difference in H
  | H : vanishes (sum_rest r wr) |- _ => apply exact_sum in H
  end.
  repeat match goal with H : finite (fsub _ _) /\ _ |- _ => destruct H as [_ ?] end.
  match goal with H : finite (fadd r wr) /\ _ |- _ => destruct H as [FR ER] end.
  repeat match goal with H : real (fsub _ _) = _ |- _ => rewrite <- H in *; revert H end. intros E1 E2.
  destruct (exact_length (fsub cx ex) (fsub cy ey)) as (Fs & Es); auto.
  rewrite <- Es, <- ER, <- Erh. apply feq_real; auto. now rewrite Erh.
Qed.

Theorem tie_on_side (ux := real bx - real ax) (uy := real by_ - real ay) (wx := real cx - real ax) (wy :=
  real cy - real ay) :
  feature = 1%Z -> ordinary (fsub bx ax) -> ordinary (fsub by_ ay) -> ordinary (fsub cx ax) -> ordinary (fsub cy ay) ->
  bpow radix2 (-320) <= ux * ux + uy * uy -> bpow radix2 (-400) <= Rabs (ux * wy - uy * wx) ->
  real r + real wr = Rabs (ux * wy - uy * wx) / sqrt (ux * ux + uy * uy).
Proof.
  intros N Ox Oy Pxw Pyw L LC.
  destruct run as (r_hi & r_lo & r_e & if1 & fx & fy & uhx & uhy & ulx & uly & whx & why & wlx & wly & side & dx & dy &
    shx & shy & slx & sly & a & al & ae & len & back & backl & backe & phx & phy & plx & ply & c & cl & ce & ar & arl &
      are &
    lost & lost2 & []).
  assert (Sd : side = true) by (rewrite E_is_side; now apply Z.eqb_eq). rewrite Sd in *.
  rewrite E_if1, N in E_from_x, E_from_y. simpl in E_from_x, E_from_y. rewrite E_from_x, E_from_y in *.
  apply wide_of_sum_is in E_wide_of_sum. destruct E_wide_of_sum as (Erh & Erl).
  apply pair_difference_values in E_pair_difference. destruct E_pair_difference as (Eux & Euy & Emx & Emy).
  apply pair_difference_values in E_pair_difference_2. destruct E_pair_difference_2 as (Ewx & Ewy & Elx & Ely).
  apply pair_product_values in E_pair_product. destruct E_pair_product as (Esx & Esy & Esl & Esm).
  apply pair_product_values in E_pair_product_2. destruct E_pair_product_2 as (Epx & Epy & Epl & Epm).
  apply wide_of_sum_is in E_wide_of_sum_2. destruct E_wide_of_sum_2 as (Ea & Eal).
  apply wide_of_sum_is in E_wide_of_sum_3. destruct E_wide_of_sum_3 as (Ec & Ecl).
  apply wide_of_product_is in E_wide_of_product. destruct E_wide_of_product as (Eb & Ebl).
  apply wide_of_product_is in E_wide_of_product_2. destruct E_wide_of_product_2 as (Er & Erl2).
  symmetry in E_result. apply andb_prop in E_result. destruct E_result as [H1 H2].
  apply vanishes_of_feq in H1. apply vanishing_sum in H1;
    [destruct H1 as [H1 H3] | rewrite E_lost; repeat apply nonneg_fadd; apply nonneg_fabs
     | rewrite E_lost_at_side; repeat apply nonneg_fadd; apply nonneg_fabs].
  rewrite E_lost in H1. rewrite E_lost_at_side in H3. vanish H1. vanish H3.
  rewrite E_d_hi_x, E_d_hi_y in *. rewrite Eux, Euy, Ewx, Ewy in *.
  subst shx shy slx sly a al back backl len r_lo wlx wly ulx uly plx ply phx phy c cl ar arl.
  repeat match goal with
  | H : vanishes (difference_rest _ _) |- _ => apply exact_difference in H
  | H : vanishes (sum_rest r wr) |- _ => apply exact_sum in H
  end.
  repeat match goal with H : finite (fsub _ _) /\ _ |- _ => destruct H as [_ ?] end.
  match goal with H : finite (fadd r wr) /\ _ |- _ => destruct H as [FR ER] end.
  set (hx := fsub bx ax) in *. set (hy := fsub by_ ay) in *. set (vx := fsub cx ax) in *. set (vy := fsub cy ay) in *.
  assert (X1 : real hx = ux) by assumption. assert (X2 : real hy = uy) by assumption.
  assert (X3 : real vx = wx) by assumption. assert (X4 : real vy = wy) by assumption.
  destruct (exact_length hx hy) as (Fs & Es); auto. { rewrite X1, X2. exact L. }
  rewrite X1, X2 in Es. set (s := fsqrt (fadd (fmul hx hx) (fmul hy hy))) in *.
  assert (P1 : vanishes (pair_product_rest hx vy)) by assumption. assert (P2 : vanishes (pair_product_rest hy vx))
    by assumption.
  destruct (exact_product hx vy Ox Pyw P1) as (F1 & E1). destruct (exact_product hy vx Oy Pxw P2) as (F2 & E2).
  assert (P3 : vanishes (sum_rest (fmul hx vy) (fneg (fmul hy vx)))) by assumption.
  apply exact_sum in P3. destruct P3 as [F3 E3]. rewrite real_fneg, E1, E2, X1, X2, X3, X4 in E3.
  change (ux * wy + - (uy * wx)) with (ux * wy - uy * wx) in E3.
  set (c := fadd (fmul hx vy) (fneg (fmul hy vx))) in *.
  assert (P4 : vanishes (product_rest r_hi s)) by assumption. destruct P4 as [F4 E4].
  destruct (split_product r_hi s F4) as (_ & _ & F5 & E5 & _).
  apply feq_real in H2; [| exact F5 | now apply finite_fabs]. rewrite real_fabs, E3 in H2.
  assert (Sp : is_splittable (real r_hi * real s)).
  { right. apply Rnot_lt_le. intros Hc.
    assert (G : Rabs (rnd double (real r_hi * real s)) <= bpow radix2 (-401)).
    { apply rnd_below; [unfold emin; simpl; lia |]. left. eapply Rlt_le_trans; [exact Hc | apply bpow_le; lia]. }
    rewrite <- E5, H2, Rabs_Rabsolu in G. assert (bpow radix2 (-401) < bpow radix2 (-400)) by (apply bpow_lt; lia). lra.
    }
  destruct (product_exact r_hi s F4 Sp) as (_ & _ & _ & _ & E6). rewrite H2, E4, Rplus_0_r, Es in E6.
  rewrite E6, <- ER, <- Erh. field. pose proof (bpow_gt_0 radix2 (-320)).
  assert (0 < sqrt (ux * ux + uy * uy)) by (apply sqrt_lt_R0; lra). lra.
Qed.

End Tie.
