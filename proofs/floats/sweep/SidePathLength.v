(* The length of a wall of ordinary size in double-doubles, and R |u|, for paths along a slope (side_path_closely of
   src/sweep/side_path.h), over the extracted terms.

   The errors of |u|^2 and of its root are those of ContactSteps.v and ContactRoot.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree Geometry Terms_wide Terms_pair ErrorFreeTerms Wide
  SweepGeometry SweepErrors SweepVectors SweepTerms SweepContact SweepStart ContactPairs ContactSteps ContactDepth
  ContactRoot ContactEnd ContactProducts ContactSideDepth TangentGapLine TangentGapSign TangentProducts SidePathSign.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).
Notation lost := (bpow radix2 (-808)).
Notation most := (bpow radix2 410).

(* |u|: at least one coordinate is 2^-150 or more. *)
Lemma wall_length (hx hy lx ly a_hi a_lo rest : D) e x y :
  ordinary hx -> ordinary hy -> real (size hx hy) <= bpow radix2 150 -> finite (size hx hy) ->
  finite lx -> finite ly -> real hx + real lx = x -> real hy + real ly = y ->
  Rabs (real lx) <= ud * Rabs x -> Rabs (real ly) <= ud * Rabs y ->
  Terms_contact.wide_square_terms.wide_square_results hx hy lx ly a_hi a_lo e ->
  fle (fconst 1 (-150)) (fsqrt a_hi) = true ->
  Terms_contact.root_rest_terms.root_rest_results a_hi a_lo (fsqrt a_hi) (fdiv (fconst 1 0) (fsqrt a_hi)) rest ->
  let A := x * x + y * y in let l := sqrt A in let len := fsqrt a_hi in
  finite len /\ bpow radix2 (-150) <= real len /\ real len <= bpow radix2 151 /\ finite rest /\ 0 < A /\ finite a_hi /\
  Rabs (real a_hi - A) <= 44 / 10 * u53 * A /\ bpow radix2 (-151) <= real (size hx hy) /\
  Rabs (real len - l) <= 33 / 10 * (u53 * l) /\ Rabs (real rest) <= 34 / 10 * (u53 * l) /\
  Rabs (real len + real rest - l) <= 51 * (u53 * (u53 * l)).
Proof.
  intros Ox Oy S150 Fs Flx Fly Ex Ey Sx Sy Sq Len Root A l len.
  destruct (wide_square_is _ _ _ _ _ _ _ Sq) as (Ea & _).
  const_facts 1%Z (-150)%Z Fm Vm. rewrite Rmult_1_l in Vm. pose proof (bpow_gt_0 radix2 (-150)) as Zm.
  destruct Ox as [Bx Gx]. destruct Oy as [By Gy].
  pose proof (mul_below hx hx 200 200 Bx Bx ltac:(lia)) as M1.
  pose proof (mul_below hy hy 200 200 By By ltac:(lia)) as M2.
  destruct (add_below _ _ 400 M1 M2 ltac:(lia)) as (Fa & Ba). rewrite <- Ea in Fa, Ba.
  assert (Na : nonneg a_hi) by (rewrite Ea; apply nonneg_fadd; apply nonneg_square).
  pose proof (nonneg_real _ Na) as a0.
  assert (ap : 0 < real a_hi).
  { destruct a0 as [P | Z]; [exact P | exfalso]. symmetry in Z.
    destruct a_hi as [g | g | | g m q Hm]; try discriminate Fa.
    - destruct g; vm_compute in Len; discriminate Len.
    - unfold real in Z. simpl in Z. destruct g; apply eq_0_F2R in Z; discriminate. }
  destruct (sqrt_step a_hi Fa ap) as (Fl & _). fold len in Fl, Len.
  apply fle_real in Len; auto. rewrite Vm in Len.
  (* a coordinate that is not 0 *)
  destruct (size_bounds _ _ Fs) as (s0 & X1 & Y1 & _).
  assert (L : forall (h q : D) z, real h + real q = z -> Rabs (real q) <= ud * Rabs z -> bpow radix2 (-150) <= Rabs
    (real h) ->
    bpow radix2 (-151) <= Rabs z).
  { intros h q z Ez Sz G. rewrite u_double in Sz.
    assert (Rabs (real h) <= (1 + u53) * Rabs z).
    { replace (real h) with (z - real q) by lra. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    change (-150)%Z with (1 + -151)%Z in G. rewrite bpow_plus in G. change (bpow radix2 1) with 2 in G.
    pose proof (Rabs_pos z). lra. }
  assert (Sqr : forall z, Rabs z * Rabs z = z * z) by (intros z; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  assert (P151 : forall z, bpow radix2 (-151) <= Rabs z -> bpow radix2 (-302) <= z * z).
  { intros z Hz. rewrite <- Sqr. change (-302)%Z with (-151 + -151)%Z. rewrite bpow_plus.
    apply Rmult_le_compat; try apply bpow_ge_0; exact Hz. }
  pose proof (Rle_0_sqr x) as x0. pose proof (Rle_0_sqr y) as y0. unfold Rsqr in x0, y0.
  assert (Least : bpow radix2 (-302) <= A /\ bpow radix2 (-151) <= real (size hx hy)).
  { assert (H151 : bpow radix2 (-151) <= bpow radix2 (-150)) by (apply bpow_le; lia).
    destruct Gx as [Zx | Gx].
    - destruct Gy as [Zy | Gy].
      + exfalso. rewrite Ea in ap. destruct (fadd_finite _ _ (eq_ind _ finite Fa _ Ea)) as (F1 & F2 & E).
        rewrite E in ap. destruct (fmul_finite _ _ F1) as (_ & _ & E1). destruct (fmul_finite _ _ F2) as (_ & _ & E2).
        rewrite E1, E2, Zx, Zy, Rmult_0_l, rnd_zero, Rplus_0_l, rnd_zero in ap. lra.
      + split; [| lra]. pose proof (P151 _ (L _ _ _ Ey Sy Gy)). unfold A. lra.
    - split; [| lra]. pose proof (P151 _ (L _ _ _ Ex Sx Gx)). unfold A. lra. }
  destruct Least as (A0 & Size).
  assert (A1 : A <= bpow radix2 402).
  { assert (Hz : forall (h q : D) z, ContactPairs.below h 200 -> real h + real q = z -> Rabs (real q) <= ud * Rabs z ->
      z * z <= bpow radix2 401).
    { intros h q z [_ Bh] Ez Sz. rewrite u_double in Sz. rewrite <- Sqr.
      assert (Zb : Rabs z <= 1001 / 1000 * bpow radix2 200).
      { assert (Rabs z <= Rabs (real h) + Rabs (real q)) by (rewrite <- Ez; apply Rabs_triang).
        pose proof (Rabs_pos z). lra. }
      apply Rle_trans with ((1001 / 1000 * bpow radix2 200) * (1001 / 1000 * bpow radix2 200)).
      - apply Rmult_le_compat; try apply Rabs_pos; exact Zb.
      - change 401%Z with (1 + (200 + 200))%Z. rewrite !bpow_plus. change (bpow radix2 1) with 2.
        pose proof (bpow_gt_0 radix2 200) as P. pose proof (Rmult_lt_0_compat _ _ P P). lra. }
    pose proof (Hz _ _ _ Bx Ex Sx). pose proof (Hz _ _ _ By Ey Sy). unfold A. change 402%Z with (1 + 401)%Z.
    rewrite bpow_plus.
    change (bpow radix2 1) with 2. lra. }
  assert (A2 : bpow radix2 (-320) <= A) by (eapply Rle_trans; [apply bpow_le | exact A0]; lia).
  destruct (square_parts hx hy lx ly a_hi a_lo e x y Sq (conj Bx Gx) (conj By Gy) Flx Fly Ex Ey Sx Sy) as (_ & Fal & P1
    & P2 & P3).
  { eapply Rle_trans; [apply bpow_le | exact A0]; lia. }
  fold A in P1, P2, P3.
  destruct (s_is a_hi A Fa A2 A1 P1) as (_ & S1 & _). fold len l in S1.
  assert (l1 : l <= 101 / 100 * bpow radix2 150).
  { assert (Hn : l <= Rabs x + Rabs y).
    { unfold l. apply Rsqr_incr_0_var; [| pose proof (Rabs_pos x); pose proof (Rabs_pos y); lra].
      rewrite Rsqr_sqrt by (unfold A; lra).
      unfold Rsqr, A. rewrite <- (Sqr x), <- (Sqr y). pose proof (Rabs_pos x). pose proof (Rabs_pos y).
      assert (0 <= Rabs x * Rabs y) by (apply Rmult_le_pos; lra). lra. }
    pose proof (size_lower _ _ Fs) as Lo. rewrite u_double in Lo, Sx, Sy.
    assert (Hx : Rabs x <= (1 + 2 * u53) * Rabs (real hx)).
    { assert (Rabs x <= Rabs (real hx) + Rabs (real lx)) by (rewrite <- Ex; apply Rabs_triang).
      pose proof (Rabs_pos x). lra. }
    assert (Hy : Rabs y <= (1 + 2 * u53) * Rabs (real hy)).
    { assert (Rabs y <= Rabs (real hy) + Rabs (real ly)) by (rewrite <- Ey; apply Rabs_triang).
      pose proof (Rabs_pos y). lra. }
    clear - Hn Lo Hx Hy S150 s0. lra. }
  assert (l0 : 0 <= l) by apply sqrt_pos. rewrite u_double in S1.
  assert (N1 : real len <= bpow radix2 151).
  { change 151%Z with (1 + 150)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. clear - S1 l1 l0 Zm.
    pose proof (bpow_gt_0 radix2 150). lra. }
  (* the inverse *)
  const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
  assert (lp : 0 < real len) by lra.
  assert (I0 : 0 < 1 / real len) by (apply Rdiv_lt_0_compat; lra).
  assert (I1 : 1 / real len <= bpow radix2 150).
  { apply Rmult_le_reg_r with (real len); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with (bpow radix2 150 * bpow radix2 (-150)); [rewrite <- bpow_plus; simpl; lra |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Len]. }
  assert (Big : 1 / real len <= big) by (eapply Rle_trans; [exact I1 | apply bpow_le; lia]).
  destruct (div_step (fconst 1 0) len (1 / real len) F1 Fl ltac:(lra) ltac:(rewrite V1; clear - I0; lra) Big) as (Fi &
    Hi).
  rewrite V1 in Hi.
  assert (Hi' : - (5 * ud) <= real (fdiv (fconst 1 0) len) * real len - 1 <= 5 * ud).
  { assert (T : 0 <= real len * tiny <= / 1000 * ud).
    { apply tiny_times. split; [lra |]. eapply Rle_trans; [exact N1 | apply bpow_le; lia]. }
    set (i := real (fdiv (fconst 1 0) len)) in *.
    replace (i * real len - 1) with ((i - 1 / real len) * real len) by (field; lra).
    assert (M : - (ud * (1 / real len) + tiny) * real len <= (i - 1 / real len) * real len <= (ud * (1 / real len) +
      tiny) * real len)
      by (split; apply Rmult_le_compat_r; lra).
    replace ((ud * (1 / real len) + tiny) * real len) with (ud + real len * tiny) in M by (field; lra).
    replace (- (ud * (1 / real len) + tiny) * real len) with (- (ud + real len * tiny)) in M by (field; lra).
    destruct ud_small. lra. }
  destruct (root_parts a_hi a_lo A Fa Fal A2 A1 P1 P2 P3 _ rest Fi Hi' Root) as (Fr & R1 & R2). fold len l in R1, R2.
  rewrite u_double in *.
  repeat split; auto; try (apply Rabs_le; lra).
  pose proof (bpow_gt_0 radix2 (-302)). lra.
Qed.

(* R |u| *)
Lemma reach_length_right (rh rl len rest : D) l R :
  finite rh -> finite rl -> bpow radix2 (-150) <= real rh -> real rh <= bpow radix2 150 ->
  Rabs (real rl) <= u53 * real rh -> real rh + real rl = R -> finite len -> finite rest ->
  bpow radix2 (-150) <= real len -> real len <= bpow radix2 151 -> 0 <= l ->
  Rabs (real len - l) <= 33 / 10 * (u53 * l) -> Rabs (real rest) <= 34 / 10 * (u53 * l) ->
  Rabs (real len + real rest - l) <= 51 * (u53 * (u53 * l)) ->
  let hi := fmul rh len in let lo := fadd (product_rest rh len) (fadd (fmul rh rest) (fmul rl len)) in
  let Q := real rh * real len in
  is_below hi /\ is_below lo /\ bpow radix2 (-301) <= Q /\ Rabs (real hi - Q) <= u53 * Q + w /\ Rabs (real lo) <= 6 *
    u53 * Q /\
  Rabs (real hi + real lo - R * l) <= 80 * (u53 * u53) * Q.
Proof.
  intros Fh Fl H0 H1 HL ER Fn Fr N0 N1 l0 L1 L2 L3 hi lo Q.
  assert (Z : 0 < bpow radix2 (-150)) by apply bpow_gt_0.
  assert (Q0 : bpow radix2 (-301) <= Q).
  { apply Rle_trans with (bpow radix2 (-150) * bpow radix2 (-150)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat; lra. }
  assert (Q1 : Q <= bpow radix2 301).
  { change 301%Z with (150 + 151)%Z. rewrite bpow_plus. apply Rmult_le_compat; lra. }
  assert (Qp : 0 < Q) by (pose proof (bpow_gt_0 radix2 (-301)); lra).
  assert (Wq : w <= / 1000 * (u53 * u53 * (u53 * u53 * Q))).
  { assert (Lo : bpow radix2 10 * w <= u53 * u53 * (u53 * u53 * bpow radix2 (-301))).
    { change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
    change (bpow radix2 10) with 1024 in Lo. assert (0 < w) by apply bpow_gt_0.
    assert (u53 * u53 * (u53 * u53 * bpow radix2 (-301)) <= u53 * u53 * (u53 * u53 * Q)) by (repeat apply
      Rmult_le_compat_l; lra). lra. }
  assert (Bh : ContactPairs.below rh 200) by (split; [exact Fh |]; rewrite Rabs_pos_eq by lra; eapply Rle_trans; [exact
    H1 | apply bpow_le; lia]).
  assert (Bn : ContactPairs.below len 200) by (split; [exact Fn |]; rewrite Rabs_pos_eq by lra; eapply Rle_trans;
    [exact N1 | apply bpow_le; lia]).
  pose proof (product_rest_finite rh len 200 Bh Bn ltac:(lia)) as Fp.
  assert (Sp : bpow radix2 (-969) <= Rabs (real rh * real len)).
  { fold Q. rewrite Rabs_pos_eq by lra. eapply Rle_trans; [apply bpow_le | exact Q0]; lia. }
  destruct (product_rest_small rh len Fp Sp) as (P1 & P2). fold hi Q in P1, P2. rewrite (Rabs_pos_eq Q) in P1 by lra.
  destruct (mul_below rh len 200 200 Bh Bn ltac:(lia)) as (Fhi & Bhi). fold hi in Fhi, Bhi.
  change (200 + 200)%Z with 400%Z in Bhi.
  destruct (fmul_error rh len _ w Fhi (Rle_refl _) (Rle_refl _)) as (_ & _ & E0). fold hi Q in E0.
  rewrite (Rabs_pos_eq Q) in E0 by lra.
  assert (ll : l <= 1001 / 1000 * real len) by (clear - L1 l0; apply Rabs_le_inv in L1; lra).
  assert (ql : real rh * l <= 1001 / 1000 * Q).
  { unfold Q. replace (1001 / 1000 * (real rh * real len)) with (real rh * (1001 / 1000 * real len)) by ring.
    apply Rmult_le_compat_l; lra. }
  assert (ql0 : 0 <= real rh * l) by (apply Rmult_le_pos; lra).
  assert (B1 : Rabs (real rh * real rest) <= 341 / 100 * u53 * Q).
  { rewrite Rabs_mult, (Rabs_pos_eq (real rh)) by lra.
    apply Rle_trans with (real rh * (34 / 10 * (u53 * l))); [apply Rmult_le_compat_l; lra |]. lra. }
  assert (B2 : Rabs (real rl * real len) <= u53 * Q).
  { rewrite Rabs_mult, (Rabs_pos_eq (real len)) by lra. unfold Q. rewrite <- Rmult_assoc.
    apply Rmult_le_compat_r; lra. }
  assert (D1 : Rabs (real rh * real rest) <= bpow radix2 301)
    by (apply Rle_trans with Q; [clear - B1 Qp; lra | exact Q1]).
  assert (D2 : Rabs (real rl * real len) <= bpow radix2 301) by (apply Rle_trans with Q; [clear - B2 Qp; lra | exact
    Q1]).
  destruct (@fmul_is_finite double rh rest 301 (conj eq_refl eq_refl) Fh Fr D1) as (F1 & _ & C1).
  destruct (@fmul_is_finite double rl len 301 (conj eq_refl eq_refl) Fl Fn D2) as (F2 & _ & C2).
  destruct (fmul_error _ _ _ w F1 B1 (Rle_refl _)) as (_ & _ & E1).
  destruct (fmul_error _ _ _ w F2 B2 (Rle_refl _)) as (_ & _ & E2).
  destruct (@fadd_is_finite double (fmul rh rest) (fmul rl len) 302 (conj eq_refl eq_refl) F1 F2) as (F3 & _ & C3).
  { change 302%Z with (301 + 1)%Z. now apply sum_below. }
  set (x := real rh * real rest) in *. set (y := real rl * real len) in *.
  assert (B3 : Rabs (real (fmul rh rest) + real (fmul rl len)) <= 45 / 10 * u53 * Q) by (clear - B1 B2 E1 E2 Wq Qp;
    two_sided; lra).
  destruct (fadd_error _ _ _ F3 B3) as (_ & _ & E3). set (s := fadd (fmul rh rest) (fmul rl len)) in *.
  assert (B4 : Rabs (real (product_rest rh len) + real s) <= 56 / 10 * u53 * Q) by (clear - P1 B3 E3 Qp; two_sided;
    lra).
  destruct (@fadd_is_finite double (product_rest rh len) s 303 (conj eq_refl eq_refl) Fp F3) as (Flo & _ & Blo).
  { change 303%Z with (302 + 1)%Z. apply sum_below; [| exact C3]. pose proof (bpow_gt_0 radix2 300).
    change 302%Z with (1 + 301)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  destruct (fadd_error _ _ _ Flo B4) as (_ & _ & E4). fold lo in Flo, Blo, E4.
  split; [split; [exact Fhi | eapply Rle_trans; [exact Bhi | apply bpow_le; lia]] |].
  split; [split; [exact Flo | eapply Rle_trans; [exact Blo | apply bpow_le; lia]] |].
  split; [exact Q0 |]. split; [exact E0 |]. split; [clear - B4 E4 Qp; two_sided; lra |].
  assert (B5 : Rabs (real rh * (real len + real rest - l)) <= 511 / 10 * (u53 * u53) * Q).
  { rewrite Rabs_mult, (Rabs_pos_eq (real rh)) by lra.
    apply Rle_trans with (real rh * (51 * (u53 * (u53 * l)))); [apply Rmult_le_compat_l; lra |]. lra. }
  assert (B6 : Rabs (real rl * (real len - l)) <= 34 / 10 * (u53 * u53) * Q).
  { eapply Rle_trans; [apply times_size; [exact HL | exact L1] |].
    replace (u53 * real rh * (33 / 10 * (u53 * l))) with (33 / 10 * (u53 * u53) * (real rh * l)) by field. lra. }
  rewrite <- ER. replace (real rh * (real len + real rest - l)) with (Q + x - real rh * l) in B5 by (unfold Q, x; ring).
  replace (real rl * (real len - l)) with (y - real rl * l) in B6 by (unfold y; ring).
  replace ((real rh + real rl) * l) with (real rh * l + real rl * l) by ring.
  set (p := real rh * l) in *. set (q := real rl * l) in *. clear - P2 E1 E2 E3 E4 B5 B6 Wq Qp. two_sided; lra.
Qed.
