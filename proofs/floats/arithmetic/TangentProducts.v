(* Cross and scalar products of vectors in double-doubles, for the times near tangents (pair_mul, difference_of_pair and
   sum_of_pair of src/arithmetic/double_pair.h), over the extracted terms: off by at most 16 2^-106 of the sum of the
   products, and 2^-805 for what underflows.

   Coordinates are h + l with |h| <= 1.01 2^200 and |l| <= 2^-53 |h|; there is no least size. The counts are those of
   docs/exactness.md, "Depth on the side". *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct Terms_wide Terms_pair ErrorFreeTerms
  Wide.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).
(* More than one product loses. *)
Notation lost := (bpow radix2 (-808)).

Lemma lost_bounds : 0 < lost /\ 1000 * w <= lost.
Proof.
  split; [apply bpow_gt_0 |]. apply Rle_trans with (bpow radix2 10 * w); [| rewrite <- bpow_plus; apply bpow_le; lia].
  apply Rmult_le_compat_r; [apply bpow_ge_0 |]. simpl. lra.
Qed.

Definition is_part (h l : D) := Rabs (real h) <= 101 / 100 * bpow radix2 200 /\ (finite l -> Rabs (real l) <= u53 *
  Rabs (real h)).

Section Part.
Variables h l t m : D.
Let p := fmul h t.
Let r := fadd (pair_product_rest h t) (fadd (fmul h m) (fmul l t)).
Hypotheses (Fr : finite r) (Hh : is_part h l) (Ht : is_part t m).
Let B := Rabs (real h * real t).

Lemma part_finite : finite h /\ finite l /\ finite t /\ finite m /\ finite p /\ finite (pair_product_rest h t) /\
  finite (fmul h m) /\ finite (fmul l t) /\ finite (fadd (fmul h m) (fmul l t)).
Proof.
  destruct (fadd_finite _ _ Fr) as (Fpr & Fs & _). destruct (fadd_finite _ _ Fs) as (F1 & F2 & _).
  destruct (fmul_finite _ _ F1) as (F3 & F4 & _). destruct (fmul_finite _ _ F2) as (F5 & F6 & _).
  assert (Fp : finite p).
  { unfold pair_product_rest in Fpr. destruct (rest_of_split_value _ _ _ _ Fpr) as (_ & _ & Fp & _). exact Fp. }
  auto 12.
Qed.

Lemma part_error :
  Rabs (real p - real h * real t) <= u53 * B + w /\ Rabs (real r) <= 31 / 10 * u53 * B + 2 * lost /\
  Rabs (real p + real r - (real h + real l) * (real t + real m)) <= 81 / 10 * (u53 * u53) * B + 2 * lost.
Proof.
  destruct part_finite as (Fh & Fl & Ft & Fm & Fp & Fpr & F1 & F2 & Fs). destruct lost_bounds as (Z0 & Zw).
  destruct Hh as (Sh & Wl). destruct Ht as (St & Wm). specialize (Wl Fl). specialize (Wm Fm).
  assert (B0 : 0 <= B) by apply Rabs_pos. assert (W0 : 0 < w) by apply bpow_gt_0.
  destruct (fmul_error h t B w Fp (Rle_refl _) (Rle_refl _)) as (_ & _ & E0). fold p in E0.
  pose proof (pair_product_error h t Fpr) as E1. fold p in E1.
  assert (L : bpow radix2 (-960) + bpow radix2 (-1010) * (Rabs (real h) + Rabs (real t)) <= lost).
  { apply Rle_trans with (bpow radix2 (-812) + bpow radix2 (-1010) * (202 / 100 * bpow radix2 200)).
    - apply Rplus_le_compat; [apply bpow_le; lia |]. apply Rmult_le_compat_l; [apply bpow_ge_0 |]. lra.
    - replace (bpow radix2 (-1010) * (202 / 100 * bpow radix2 200)) with (202 / 100 * bpow radix2 (-1010 + 200))
        by (rewrite bpow_plus; ring).
      change (-1010 + 200)%Z with (2 + -812)%Z. change (-808)%Z with (4 + -812)%Z. rewrite !(bpow_plus _ _ (-812)).
      change (bpow radix2 2) with 4. change (bpow radix2 4) with 16. pose proof (bpow_gt_0 radix2 (-812)). lra. }
  assert (E1' : Rabs (real p + real (pair_product_rest h t) - real h * real t) <= lost) by lra. clear E1 L.
  assert (B1 : Rabs (real h * real m) <= u53 * B).
  { rewrite Rabs_mult. unfold B. rewrite Rabs_mult. rewrite <- Rmult_assoc, (Rmult_comm u53), Rmult_assoc.
    apply Rmult_le_compat_l; [apply Rabs_pos | exact Wm]. }
  assert (B2 : Rabs (real l * real t) <= u53 * B).
  { rewrite Rabs_mult. unfold B. rewrite Rabs_mult, <- Rmult_assoc.
    apply Rmult_le_compat_r; [apply Rabs_pos | exact Wl]. }
  assert (B3 : Rabs (real l * real m) <= u53 * u53 * B).
  { eapply Rle_trans; [apply times_size; eassumption |]. unfold B. rewrite Rabs_mult. lra. }
  destruct (fmul_error h m _ w F1 B1 (Rle_refl _)) as (_ & _ & E2).
  destruct (fmul_error l t _ w F2 B2 (Rle_refl _)) as (_ & _ & E3).
  replace ((real h + real l) * (real t + real m)) with
    (real h * real t + real h * real m + real l * real t + real l * real m) by ring.
  set (ht := real h * real t) in *. set (hm := real h * real m) in *. set (lt := real l * real t) in *.
  set (lm := real l * real m) in *.
  assert (C1 : Rabs (real (fmul h m) + real (fmul l t)) <= 2002 / 1000 * u53 * B + lost)
    by (clear - B1 B2 E2 E3 B0 Zw Z0 W0; two_sided; lra).
  destruct (fadd_error _ _ _ Fs C1) as (_ & _ & E4). set (s := fadd (fmul h m) (fmul l t)) in *.
  assert (C2 : Rabs (real (pair_product_rest h t) + real s) <= 3005 / 1000 * u53 * B + 21 / 10 * lost)
    by (clear - E0 E1' C1 E4 B0 Zw Z0 W0; two_sided; lra).
  destruct (fadd_error _ _ _ Fr C2) as (_ & _ & E5). fold r in E5.
  split; [exact E0 |]. split.
  - assert (C3 : Rabs (real (pair_product_rest h t)) <= u53 * B + 11 / 10 * lost)
      by (clear - E0 E1' B0 Zw Z0 W0; two_sided; lra).
    assert (C4 : Rabs (real s) <= 2003 / 1000 * u53 * B + 1 / 10 * lost)
      by (clear - B1 B2 E2 E3 E4 C1 B0 Zw Z0 W0; two_sided; lra).
    clear - C3 C4 E5 B0 Z0. two_sided; lra.
  - clear - E1' E2 E3 E4 E5 B3 B0 Zw Z0 W0. two_sided; lra.
Qed.
End Part.

(* The sum of both products: hi, and lo with a rounded sum q of the low parts. *)
Section Sum.
Variables px py q : D.
Variables rx ry X Y bx by' : R.
Let hi := fadd px py.
Let lo := fadd (sum_rest px py) q.
Hypotheses (Flo : finite lo) (bx0 : 0 <= bx) (by0 : 0 <= by').
Hypotheses (Px : Rabs (real px) <= (1 + 2 * u53) * bx + 2 * w) (Py : Rabs (real py) <= (1 + 2 * u53) * by' + 2 * w).
Hypotheses (Rx : Rabs rx <= 31 / 10 * u53 * bx + 2 * lost) (Ry : Rabs ry <= 31 / 10 * u53 * by' + 2 * lost).
Hypothesis Q : Rabs (real q - (rx + ry)) <= u53 * Rabs (rx + ry).
Hypotheses (Ex : Rabs (real px + rx - X) <= 81 / 10 * (u53 * u53) * bx + 2 * lost)
  (Ey : Rabs (real py + ry - Y) <= 81 / 10 * (u53 * u53) * by' + 2 * lost).
Let K := bx + by'.

Lemma sum_of_parts :
  finite hi /\ Rabs (real hi) <= (1 + 4 * u53) * K + lost /\ Rabs (real lo) <= 43 / 10 * u53 * K + 6 * lost /\
  Rabs (real hi + real lo - (X + Y)) <= 16 * (u53 * u53) * K + 5 * lost.
Proof using All.
  destruct (fadd_finite _ _ Flo) as (Fs & Fq & _). destruct lost_bounds as (Z0 & Zw).
  destruct (two_sum_exact px py Fs) as (_ & _ & Fh & Eh & X0). fold hi in Fh, Eh, X0.
  assert (K0 : 0 <= K) by (unfold K; lra). assert (W0 : 0 < w) by apply bpow_gt_0.
  assert (S1 : Rabs (real px + real py) <= (1 + 2 * u53) * K + 4 * w) by (unfold K; clear - Px Py; two_sided; lra).
  destruct (two_sum_rest_small px py Fs) as (L & _). rewrite u_double in L.
  assert (L' : Rabs (real (sum_rest px py)) <= u53 * ((1 + 2 * u53) * K + 4 * w)).
  { eapply Rle_trans; [exact L |]. apply Rmult_le_compat_l; lra. }
  assert (S2 : Rabs (rx + ry) <= 31 / 10 * u53 * K + 4 * lost) by (unfold K; clear - Rx Ry; two_sided; lra).
  assert (S3 : Rabs (real q - (rx + ry)) <= u53 * (31 / 10 * u53 * K + 4 * lost)).
  { eapply Rle_trans; [exact Q |]. apply Rmult_le_compat_l; lra. }
  assert (S4 : Rabs (real (sum_rest px py) + real q) <= 42 / 10 * u53 * K + 5 * lost)
    by (clear - L' S2 S3 K0 Z0 Zw W0; two_sided; lra).
  destruct (fadd_error _ _ _ Flo S4) as (_ & _ & E). fold lo in E.
  split; [exact Fh |]. split; [| split].
  - clear - S1 L' X0 K0 Z0 Zw W0. two_sided; lra.
  - clear - S4 E K0 Z0. two_sided; lra.
  - unfold K. unfold K in *. clear - X0 E S3 Ex Ey Z0 K0. two_sided; lra.
Qed.
End Sum.

(* u x v and u . v *)
Section Vectors.
Variables phx phy plx ply qhx qhy qlx qly : D.
Hypotheses (Px : is_part phx plx) (Py : is_part phy ply) (Qx : is_part qhx qlx) (Qy : is_part qhy qly).
Let px := real phx + real plx.
Let py := real phy + real ply.
Let qx := real qhx + real qlx.
Let qy := real qhy + real qly.

Lemma product_size (a b c : D) M : Rabs (real c - real a * real b) <= u53 * M + w -> Rabs (real a * real b) <= M ->
  Rabs (real c) <= (1 + 2 * u53) * M + 2 * w.
Proof. intros H1 H2. assert (0 < w) by apply bpow_gt_0.
assert (0 <= M) by (pose proof (Rabs_pos (real a * real b)); lra).
  two_sided; lra. Qed.

Theorem wide_cross_error rhx rhy rlx rly hi lo e :
  pair_mul_results phx phy plx ply qhy qhx qly qlx rhx rhy rlx rly ->
  difference_of_pair_results rhx rhy rlx rly hi lo e -> finite lo ->
  let K := Rabs (real phx * real qhy) + Rabs (real phy * real qhx) in
  (finite plx /\ finite ply /\ finite qlx /\ finite qly) /\
  finite hi /\ Rabs (real hi) <= (1 + 4 * u53) * K + lost /\ Rabs (real lo) <= 43 / 10 * u53 * K + 6 * lost /\
  Rabs (real hi + real lo - (px * qy - py * qx)) <= 16 * (u53 * u53) * K + 5 * lost.
Proof.
  intros (? & ? & ? & ? & ? & ? & M) (sh & sl & se & S) Fl K. destruct M as [P -> -> -> -> -> ->].
  destruct S as [W -> -> _].
  destruct (pair_product_values _ _ _ _ _ _ _ _ P) as (-> & -> & -> & ->).
  destruct (wide_of_sum_values _ _ _ _ _ W) as (-> & -> & _). clear P W.
  destruct (fadd_finite _ _ Fl) as (_ & Fq & _). destruct (fsub_finite _ _ Fq) as (F1 & F2 & _).
  destruct (part_finite phx plx qhy qly F1) as (_ & G1 & _ & G2 & _).
  destruct (part_finite phy ply qhx qlx F2) as (_ & G3 & _ & G4 & _).
  split; [auto |]. destruct (part_error phx plx qhy qly F1 Px Qy) as (A1 & A2 & A3).
  destruct (part_error phy ply qhx qlx F2 Py Qx) as (B1 & B2 & B3).
  destruct (fsub_error _ _ _ Fq (Rle_refl _)) as (_ & _ & E). fold px py qx qy in A3, B3.
  pose proof (product_size _ _ _ _ A1 (Rle_refl _)) as A4. pose proof (product_size _ _ _ _ B1 (Rle_refl _)) as B4.
  match type of B2 with Rabs ?r <= _ => set (ry := r) in * end.
  replace (px * qy - py * qx) with (px * qy + - (py * qx)) by ring.
  refine (sum_of_parts _ _ _ _ (- ry) (px * qy) (- (py * qx)) _ _ Fl (Rabs_pos _) (Rabs_pos _) A4 _ A2 _ E A3 _).
  - now rewrite real_fneg, Rabs_Ropp.
  - now rewrite Rabs_Ropp.
  - rewrite real_fneg. replace (- real (fmul phy qhx) + - ry - - (py * qx)) with
      (- (real (fmul phy qhx) + ry - py * qx)) by ring. now rewrite Rabs_Ropp.
Qed.

Theorem wide_dot_error rhx rhy rlx rly hi lo e :
  pair_mul_results phx phy plx ply qhx qhy qlx qly rhx rhy rlx rly ->
  sum_of_pair_results rhx rhy rlx rly hi lo e -> finite lo ->
  let K := Rabs (real phx * real qhx) + Rabs (real phy * real qhy) in
  (finite plx /\ finite ply /\ finite qlx /\ finite qly) /\
  finite hi /\ Rabs (real hi) <= (1 + 4 * u53) * K + lost /\ Rabs (real lo) <= 43 / 10 * u53 * K + 6 * lost /\
  Rabs (real hi + real lo - (px * qx + py * qy)) <= 16 * (u53 * u53) * K + 5 * lost.
Proof.
  intros (? & ? & ? & ? & ? & ? & M) (sh & sl & se & S) Fl K. destruct M as [P -> -> -> -> -> ->].
  destruct S as [W -> -> _].
  destruct (pair_product_values _ _ _ _ _ _ _ _ P) as (-> & -> & -> & ->).
  destruct (wide_of_sum_values _ _ _ _ _ W) as (-> & -> & _). clear P W.
  destruct (fadd_finite _ _ Fl) as (_ & Fq & _). destruct (fadd_finite _ _ Fq) as (F1 & F2 & _).
  destruct (part_finite phx plx qhx qlx F1) as (_ & G1 & _ & G2 & _).
  destruct (part_finite phy ply qhy qly F2) as (_ & G3 & _ & G4 & _).
  split; [auto |]. destruct (part_error phx plx qhx qlx F1 Px Qx) as (A1 & A2 & A3).
  destruct (part_error phy ply qhy qly F2 Py Qy) as (B1 & B2 & B3).
  destruct (fadd_error _ _ _ Fq (Rle_refl _)) as (_ & _ & E). fold px py qx qy in A3, B3.
  pose proof (product_size _ _ _ _ A1 (Rle_refl _)) as A4. pose proof (product_size _ _ _ _ B1 (Rle_refl _)) as B4.
  exact (sum_of_parts _ _ _ _ _ (px * qx) (py * qy) _ _ Fl (Rabs_pos _) (Rabs_pos _) A4 B4 A2 B2 E A3 B3).
Qed.
End Vectors.
