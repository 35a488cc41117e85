(* The square of a length in triple-doubles (add_square of src/sweep/tangent_gap.h), over the extracted terms.

   p = h + l has the square h^2 + 2 h l + l^2. The first two products are split into two doubles without error, but for
   underflow, which is 2^-212 of the bound M of all partial sums. The low parts of 2 h l and l^2 are rounded: some
   2^-159 M. Products: ErrorFree.v and PairProduct.v; sums: TangentGapSums.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree PairProduct Terms_wide Terms_pair Terms_gap ErrorFreeTerms Wide
  WideQuotient TangentGapSums.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation u212 := (u53 * u53 * u53 * u53).

Lemma real_zero : real (fconst 0 0 : D) = 0.
Proof. reflexivity. Qed.

(* A column of one number. *)
Lemma column_of (x : D) M : 0 <= M -> column x (fconst 0 0) (fconst 0 0) (real x) M 0 0 0.
Proof. intros. apply column_start; auto using real_zero. Qed.

(* What a product of two numbers loses to underflow is below 2^-212 M. *)
Definition loses_little (a b M : R) :=
  bpow radix2 (-960) + bpow radix2 (-1010) * (Rabs a + Rabs b) <= u212 * M.

Lemma little_eta a b M : loses_little a b M -> bpow radix2 (-1075) <= u212 * M.
Proof.
  unfold loses_little. intros H. eapply Rle_trans; [| exact H]. pose proof (Rabs_pos a). pose proof (Rabs_pos b).
  assert (0 <= bpow radix2 (-1010) * (Rabs a + Rabs b)) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
  assert (bpow radix2 (-1075) <= bpow radix2 (-960)) by (apply bpow_le; lia). lra.
Qed.

Lemma product_parts (a b : D) B M :
  finite (pair_product_rest a b) -> loses_little (real a) (real b) M -> Rabs (real a * real b) <= B ->
  finite a /\ finite b /\ finite (fmul a b) /\
  Rabs (real (fmul a b) + real (pair_product_rest a b) - real a * real b) <= u212 * M /\
  Rabs (real (fmul a b) - real a * real b) <= u53 * B + u212 * M /\
  Rabs (real (pair_product_rest a b)) <= u53 * B + 2 * u212 * M.
Proof.
  intros H Hl HB. pose proof (little_eta _ _ _ Hl) as He.
  assert (Fp : finite (fmul a b)).
  { unfold pair_product_rest in H. destruct (rest_of_split_value _ _ _ _ H) as (_ & _ & Fp & _). exact Fp. }
  destruct (fmul_error a b B _ Fp HB He) as (Fa & Fb & E).
  pose proof (pair_product_error a b H) as P. unfold loses_little in Hl.
  assert (P' : Rabs (real (fmul a b) + real (pair_product_rest a b) - real a * real b) <= u212 * M)
    by (eapply Rle_trans; [exact P | exact Hl]).
  repeat split; try assumption. clear P Hl. two_sided; lra.
Qed.

(* One coordinate: what the products 2 h l and h^2 are, and the size of what is rounded. *)
Lemma square_parts (h l : D) M :
  let m := fadd h h in let q := fadd (pair_product_rest m l) (fmul l l) in
  finite q -> finite (pair_product_rest h h) ->
  Rabs (real l) <= u53 * Rabs (real h) -> loses_little (2 * real h) (real h) M -> real h * real h <= M ->
  Rabs (real (fmul h h) + real (pair_product_rest h h) + real (fmul m l) + real q -
    (real h + real l) * (real h + real l)) <= 5 * (u53 * u53 * u53) * M /\
  Rabs (real (fmul h h) - real h * real h) <= 2 * u53 * M /\ Rabs (real (pair_product_rest h h)) <= 2 * u53 * M /\
  Rabs (real (fmul m l)) <= 3 * u53 * M /\ Rabs (real q) <= 4 * (u53 * u53) * M.
Proof.
  intros m q Fq Fr Hl Hs HM.
  destruct (fadd_finite _ _ Fq) as (Fml & Fll & _).
  assert (Fp : finite (fmul m l)).
  { unfold pair_product_rest in Fml. destruct (rest_of_split_value _ _ _ _ Fml) as (_ & _ & Fp & _). exact Fp. }
  destruct (fmul_finite _ _ Fp) as (Fm & _ & _).
  assert (Em : real m = 2 * real h).
  { unfold m in *. destruct (fadd_finite _ _ Fm) as (_ & _ & ->).
    replace (real h + real h) with (2 * real h) by ring. apply rnd_of_format, twice_in_format, real_in_format. }
  assert (Q0 : 0 <= real h * real h) by apply Rle_0_sqr.
  assert (B1 : Rabs (real h * real h) <= 1 * M) by (rewrite Rabs_pos_eq; lra).
  assert (Hh : Rabs (real h) * Rabs (real h) = real h * real h) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Q0).
  pose proof (Rabs_pos (real h)) as Ph. pose proof (Rabs_pos (real l)) as Pl.
  assert (B2 : Rabs (real m * real l) <= 2 * u53 * M).
  { rewrite Em, !Rabs_mult, (Rabs_pos_eq 2) by lra.
    assert (Rabs (real h) * Rabs (real l) <= Rabs (real h) * (u53 * Rabs (real h))) by (apply Rmult_le_compat_l;
      lra). lra. }
  assert (B3 : Rabs (real l * real l) <= u53 * u53 * M).
  { rewrite Rabs_mult.
    assert (Rabs (real l) * Rabs (real l) <= (u53 * Rabs (real h)) * (u53 * Rabs (real h))) by (apply Rmult_le_compat;
      lra).
    lra. }
  assert (S1 : loses_little (real h) (real h) M).
  { unfold loses_little in *. eapply Rle_trans; [| exact Hs]. apply Rplus_le_compat_l, Rmult_le_compat_l;
    [apply bpow_ge_0 |].
    rewrite Rabs_mult, (Rabs_pos_eq 2) by lra. lra. }
  assert (S2 : loses_little (real m) (real l) M).
  { unfold loses_little in *. rewrite Em. eapply Rle_trans; [| exact Hs].
    apply Rplus_le_compat_l, Rmult_le_compat_l; [apply bpow_ge_0 |]. lra. }
  destruct (product_parts _ _ _ _ Fr S1 B1) as (_ & _ & _ & X1 & X2 & X3).
  destruct (product_parts _ _ _ _ Fml S2 B2) as (_ & _ & _ & Y1 & Y2 & Y3). rewrite Em in Y1, Y2, B2.
  destruct (fmul_error _ _ _ _ Fll B3 (little_eta _ _ _ S1)) as (_ & _ & Z1).
  set (hh := real h * real h) in *. set (hl := 2 * real h * real l) in *. set (ll := real l * real l) in *.
  assert (E : (real h + real l) * (real h + real l) = hh + hl + ll) by (unfold hh, hl, ll; ring). rewrite E. clear E.
  assert (M0 : 0 <= M) by lra. clear Hh Hl Hs S1 S2 Ph Pl HM.
  assert (C : Rabs (real (pair_product_rest m l) + real (fmul l l)) <= (3 * (u53 * u53) + 3 * (u53 * u53 * u53)) * M)
    by (clear X1 X2 X3; two_sided; lra).
  destruct (fadd_error _ _ _ Fq C) as (_ & _ & W). fold q in W.
  repeat split.
  - clear B1 B2 B3 X2 X3 Y2 Y3 C. two_sided; lra.
  - clear - X2 M0. two_sided; lra.
  - clear - X3 M0. two_sided; lra.
  - clear - Y2 B2 M0. two_sided; lra.
  - clear - W C M0. two_sided; lra.
Qed.

(* Both columns after |p|^2 is added, and the rest that is left. *)
Lemma add_square_columns x0 y0 hx hy lx ly rest x0' y0' x1 y1 x2 y2 Sx Sy M :
  add_square_results x0 y0 (fconst 0 0) (fconst 0 0) (fconst 0 0) (fconst 0 0) hx hy lx ly rest x0' y0' x1 y1 x2 y2 ->
  finite rest -> finite x2 -> finite y2 -> Sx = real x0 -> Sy = real y0 ->
  Rabs (real lx) <= u53 * Rabs (real hx) -> Rabs (real ly) <= u53 * Rabs (real hy) ->
  loses_little (2 * real hx) (real hx) M -> loses_little (2 * real hy) (real hy) M ->
  real hx * real hx <= M -> real hy * real hy <= M ->
  - (9 / 10 * M) <= Sx <= 9 / 10 * M -> - (9 / 10 * M) <= Sy <= 9 / 10 * M ->
  Sx + real hx * real hx <= 9 / 10 * M -> Sy + real hy * real hy <= 9 / 10 * M ->
  exists Tx Ty, column x0' x1 x2 Tx M 4 7 11 /\ column y0' y1 y2 Ty M 4 7 11 /\
    Rabs (Tx - (Sx + real hx * real hx)) <= 10 * u53 * M /\ Rabs (Ty - (Sy + real hy * real hy)) <= 10 * u53 * M /\
    Rabs (real rest) <= 9 * (u53 * u53) * M /\
    Rabs (Tx + Ty + real rest - (Sx + Sy + (real hx + real lx) * (real hx + real lx) + (real hy + real ly) * (real hy +
      real ly)))
      <= 20 * (u53 * u53 * u53) * M.
Proof.
  intros (mhx & mhy & mlx & mly & phx & phy & plx & ply & ax0 & ay0 & ax1 & ay1 & ax2 & ay2 & H) Fr Fx Fy ESx ESy
    Hlx Hly Hsx Hsy Mx My Bx By Bx' By'.
  destruct H as [P1 P2 W A3 Er].
  destruct (pair_product_values _ _ _ _ _ _ _ _ P1) as (-> & -> & -> & ->).
  destruct (pair_product_values _ _ _ _ _ _ _ _ P2) as (-> & -> & -> & ->).
  destruct W as (bx0 & by0 & bx1 & by1 & bx2 & by2 & W). destruct W as [A1 A2].
  destruct (add_pair_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ A3 Fx Fy) as (_ & _ & _ & _ & Fax & Fay).
  destruct (add_pair_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ A2 Fax Fay) as (Fpx & Fpy & _ & _ & Fbx & Fby).
  rewrite Er in Fr. destruct (fadd_finite _ _ Fr) as (Fqx & Fqy & _).
  destruct (square_parts hx lx M Fqx Fpx Hlx Hsx Mx) as (X1 & X2 & X3 & X4 & X5).
  destruct (square_parts hy ly M Fqy Fpy Hly Hsy My) as (Y1 & Y2 & Y3 & Y4 & Y5).
  set (qx := fadd (pair_product_rest (fadd hx hx) lx) (fmul lx lx)) in *.
  set (qy := fadd (pair_product_rest (fadd hy hy) ly) (fmul ly ly)) in *.
  assert (hx0 : 0 <= real hx * real hx) by apply Rle_0_sqr. assert (hy0 : 0 <= real hy * real hy) by apply Rle_0_sqr.
  assert (M0 : 0 <= M) by lra.
  assert (Cr : Rabs (real qx + real qy) <= 8 * (u53 * u53) * M) by (clear - X5 Y5; two_sided; lra).
  destruct (fadd_error _ _ _ Fr Cr) as (_ & _ & E). rewrite <- Er in E. clear Er Fr.
  pose proof (column_of x0 M M0) as C0. pose proof (column_of y0 M M0) as D0. rewrite <- ESx in C0. rewrite <- ESy in
    D0.
  assert (G1 : Rabs (Sx + real (fmul hx hx)) <= M) by (clear - X2 hx0 Bx Bx' M0; two_sided; lra).
  assert (G2 : Rabs (Sy + real (fmul hy hy)) <= M) by (clear - Y2 hy0 By By' M0; two_sided; lra).
  destruct (add_pair_columns _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ A1 Fbx Fby C0 D0 M0 ltac:(lra) ltac:(lra)
    ltac:(lra) G1 G2)
    as [C1 D1].
  assert (G3 : Rabs (Sx + real (fmul hx hx) + real (pair_product_rest hx hx)) <= M)
    by (clear - X2 X3 hx0 Bx Bx' M0; two_sided; lra).
  assert (G4 : Rabs (Sy + real (fmul hy hy) + real (pair_product_rest hy hy)) <= M)
    by (clear - Y2 Y3 hy0 By By' M0; two_sided; lra).
  destruct (add_pair_columns _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ A2 Fax Fay C1 D1 M0 ltac:(lra) ltac:(lra)
    ltac:(lra) G3 G4)
    as [C2 D2].
  assert (G5 : Rabs (Sx + real (fmul hx hx) + real (pair_product_rest hx hx) + real (fmul (fadd hx hx) lx)) <= M)
    by (clear - X2 X3 X4 hx0 Bx Bx' M0; two_sided; lra).
  assert (G6 : Rabs (Sy + real (fmul hy hy) + real (pair_product_rest hy hy) + real (fmul (fadd hy hy) ly)) <= M)
    by (clear - Y2 Y3 Y4 hy0 By By' M0; two_sided; lra).
  destruct (add_pair_columns _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ A3 Fx Fy C2 D2 M0 ltac:(lra) ltac:(lra) ltac:(lra)
    G5 G6)
    as [C3 D3].
  eexists _, _. split; [eapply column_weaken; [exact C3 | exact M0 | lra | lra | lra] |].
  split; [eapply column_weaken; [exact D3 | exact M0 | lra | lra | lra] |].
  clear C0 C1 C2 C3 D0 D1 D2 D3 A1 A2 A3 G1 G2 G3 G4 G5 G6.
  repeat split.
  - clear - X2 X3 X4 M0. two_sided; lra.
  - clear - Y2 Y3 Y4 M0. two_sided; lra.
  - clear - E Cr M0. two_sided; lra.
  - clear - E X1 Y1 Cr M0. two_sided; lra.
Qed.

Lemma add_square_finite x0 y0 x1 y1 x2 y2 hx hy lx ly rest x0' y0' x1' y1' x2' y2' :
  add_square_results x0 y0 x1 y1 x2 y2 hx hy lx ly rest x0' y0' x1' y1' x2' y2' -> finite x2' -> finite y2' ->
  finite x0 /\ finite y0.
Proof.
  intros (mhx & mhy & mlx & mly & phx & phy & plx & ply & ax0 & ay0 & ax1 & ay1 & ax2 & ay2 & H) Fx Fy.
  destruct H as [_ _ W A3 _]. destruct W as (bx0 & by0 & bx1 & by1 & bx2 & by2 & W). destruct W as [A1 A2].
  destruct (add_pair_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ A3 Fx Fy) as (_ & _ & _ & _ & Fax & Fay).
  destruct (add_pair_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ A2 Fax Fay) as (_ & _ & _ & _ & Fbx & Fby).
  destruct (add_pair_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ A1 Fbx Fby) as (_ & _ & F0 & G0 & _). auto.
Qed.
