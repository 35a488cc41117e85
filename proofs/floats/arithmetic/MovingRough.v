(* The numbers of src/turning/moving_double_double.h over the extracted terms: a value, and the sum of the magnitudes of
   its terms, both as double-doubles with an exponent.

   `is_rough k n x m` says that the value is within k 2^-100 m of the real number x, where m is the sum of the
   magnitudes of the terms of x, and that the size is as near to m. The high parts are below 2^n, and the size is 0 or
   at least 2^-n of its exponent. A sum has the larger count of both and 1 more, a product both counts and 1 more. A
   sign is right up to a count of 2^16. That the exponents, which are ints, do not overflow is assumed by the
   extraction. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Wide WideSum WideShift WideDouble MovingRoughShift
  MovingRoughWide.
From Carom Require Terms_wide.
From Carom Require Import Terms_moving_rough.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* 2^-100 *)
Notation e100 := (/ 1267650600228229401496703205376).

Definition is_rough (k : R) (n : Z) (x m : R) (vh vl : D) (ve : Z) (sh sl : D) (se : Z) :=
  is_good n vh vl /\ is_good n sh sl /\ exponent_at_most vh ve se /\
  (m = 0 /\ real sh = 0 \/ 0 < m /\ b2 (-n) * b2 se <= value sh sl se) /\ Rabs x <= m /\
  Rabs (value vh vl ve - x) <= k * e100 * m /\ Rabs (value sh sl se - m) <= k * e100 * m.

(* Counts and bounds that are large enough for all. *)
Definition is_count (k : R) := 0 <= k <= 65536.

Lemma rough_weaken k n k' n' x m vh vl ve sh sl se :
  is_rough k n x m vh vl ve sh sl se -> k <= k' -> (n <= n')%Z -> is_rough k' n' x m vh vl ve sh sl se.
Proof.
  intros (Gv & Gs & X & L & B & Ev & Es) Hk Hn.
  assert (M : 0 <= m) by (pose proof (Rabs_pos x); lra).
  assert (K : k * e100 * m <= k' * e100 * m) by (apply Rmult_le_compat_r; lra).
  split; [now apply (good_weaken n) |]. split; [now apply (good_weaken n) |]. split; [exact X |].
  split; [| split; [exact B |]; split; lra].
  destruct L as [Z | (P & L)]; [now left | right]. split; [exact P |]. eapply Rle_trans; [| exact L].
  apply Rmult_le_compat_r; [apply bpow_ge_0 | apply bpow_le; lia].
Qed.

Lemma size_nonneg k n x m vh vl ve sh sl se : is_rough k n x m vh vl ve sh sl se -> 0 <= m.
Proof. intros (_ & _ & _ & _ & B & _). pose proof (Rabs_pos x). lra. Qed.

(* If the terms are 0, all is 0. *)
Lemma rough_zero k n x vh vl ve sh sl se : is_rough k n x 0 vh vl ve sh sl se ->
  x = 0 /\ real vh = 0 /\ real sh = 0.
Proof.
  intros (Gv & _ & _ & L & B & Ev & _). destruct L as [(_ & L) | (L & _)]; [| lra].
  assert (X : x = 0) by (apply Rabs_le_inv in B; lra). split; [exact X |]. split; [| exact L].
  rewrite Rmult_0_r in Ev. subst. rewrite Rminus_0_r in Ev.
  assert (V : value vh vl ve = 0) by (apply Rabs_le_inv in Ev; lra). unfold value in V.
  pose proof (bpow_gt_0 radix2 ve). apply Rmult_integral in V. destruct V as [V | V]; [| lra].
  apply (zero_of_value vh vl); [apply Gv | exact V].
Qed.

(* rough_of, from what to_wide promises: an integer x, cut off after 106 bits. *)
Definition is_cut_off (x : R) (hi lo : D) (e : Z) :=
  finite hi /\ finite lo /\
  (x = 0 /\ real hi = 0 /\ real lo = 0 \/
   1 <= Rabs (real hi) <= 2 /\ Rabs (real lo) <= u53 /\ Rabs (value hi lo e - x) <= b2 (-105) * Rabs x).

Lemma unit_at_1 x : 1 <= Rabs x -> (-52 <= unit_of x)%Z.
Proof.
  intros H. rewrite unit_at_least. assert (1 <= mag radix2 x)%Z; [| lia]. apply mag_ge_bpow. exact H.
Qed.

Lemma cut_off_good x hi lo e : is_cut_off x hi lo e -> is_good 1 hi lo.
Proof.
  intros (Fh & Fl & [(_ & H & L) | (H & L & _)]); split; auto; split; auto; rewrite ?H, ?L, ?Rabs_R0.
  - split; [split; [auto |] | apply bpow_ge_0]. rewrite L, Rabs_R0. pose proof (bpow_gt_0 radix2 (unit_of (real hi))).
    lra.
  - split; [| apply H]. split; [intros Z; rewrite Z, Rabs_R0 in H; lra |]. eapply Rle_trans; [exact L |].
    rewrite half_power. rewrite <- u_double. change (u double) with (b2 (-53)). apply bpow_le.
    pose proof (unit_at_1 _ (proj1 H)). lia.
Qed.

Theorem rough_of_correct x hi lo e vh vl ve sh sl se :
  rough_of_results hi lo e vh vl ve sh sl se -> is_cut_off x hi lo e -> is_rough 1 1 x (Rabs x) vh vl ve sh sl se.
Proof.
  intros (? & ? & ? & ? & []) C. pose proof (cut_off_good _ _ _ _ C) as G. subst.
  destruct C as (Fh & Fl & C). pose proof (good_wide _ _ _ G) as W. destruct (wide_size _ _ W) as (Low & _).
  assert (F0 : finite (fconst 0 0 : D)) by reflexivity. assert (V0 : real (fconst 0 0 : D) = 0) by reflexivity.
  assert (S : forall sh sl, sh = (if flt hi (fconst 0 0) then fneg hi else hi) ->
    sl = (if flt hi (fconst 0 0) then fneg lo else lo) ->
    is_good 1 sh sl /\ value sh sl e = Rabs (value hi lo e) /\ (real hi = 0 -> real sh = 0)).
  { intros sh sl -> ->. pose proof (bpow_gt_0 radix2 e) as P. unfold value at 2. rewrite abs_scaled.
    apply is_wide_bound in W.
    destruct (flt hi (fconst 0 0)) eqn:E.
    - apply flt_real in E; auto. rewrite V0 in E. split; [now apply good_neg |].
      rewrite (Rabs_left (real hi)) in W by exact E. apply Rabs_le_inv in W.
      rewrite value_neg, (Rabs_left (_ + _)) by lra. unfold value. split; [ring |]. rewrite real_fneg. lra.
    - apply flt_real_false in E; auto. rewrite V0 in E. split; [exact G |].
      rewrite (Rabs_pos_eq (real hi)) in W by exact E. apply Rabs_le_inv in W.
      rewrite (Rabs_pos_eq (_ + _)) by lra. auto. }
  destruct (S _ _ eq_refl eq_refl) as (Gs & Vs & Zs). split; [exact G |]. split; [exact Gs |].
  split; [right; lia |]. rewrite Vs. change (b2 (-105)) with (/ 40564819207303340847894502572032) in C.
  destruct C as [(-> & Zh & Zl) | (H & L & C)].
  - rewrite Rabs_R0. unfold value. rewrite Zh, Zl, Rplus_0_l, Rmult_0_l, Rminus_0_r, Rabs_R0. split; [left; auto |].
    rewrite Rminus_0_r, Rabs_R0. repeat split; lra.
  - assert (V1 : b2 (-1) * b2 e <= Rabs (value hi lo e)).
    { unfold value. rewrite abs_scaled. apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-1)) with (/ 2).
      lra. }
    pose proof (Rabs_pos x) as X0.
    split; [right; split; [| exact V1] |].
    + assert (N : x <> 0); [| apply Rabs_pos_lt in N; lra]. intros ->.
      rewrite Rabs_R0, Rmult_0_r, Rminus_0_r in C.
      assert (0 < b2 (-1) * b2 e) by (apply Rmult_lt_0_compat; apply bpow_gt_0). lra.
    + split; [lra |]. split; [lra |].
      eapply Rle_trans; [apply Rabs_triang_inv2 |]. lra.
Qed.

Theorem rough_neg_correct k n x m avh avl ave ash asl ase vh vl ve sh sl se :
  rough_neg_results avh avl ave ash asl ase vh vl ve sh sl se -> is_rough k n x m avh avl ave ash asl ase ->
  is_rough k n (- x) m vh vl ve sh sl se.
Proof.
  intros [-> -> -> -> -> ->] (Gv & Gs & X & L & B & Ev & Es).
  split; [now apply good_neg |]. split; [exact Gs |]. split.
  { unfold exponent_at_most in *. rewrite real_fneg. destruct X as [X | X]; [left; lra | now right]. }
  split; [exact L |]. rewrite Rabs_Ropp. split; [exact B |]. split; [| exact Es].
  rewrite value_neg. replace (- value avh avl ave - - x) with (- (value avh avl ave - x)) by ring.
  now rewrite Rabs_Ropp.
Qed.

(* Errors in real numbers: v and w are near x and y, and r near their sum, or their product. *)
Lemma sum_of_rough k v w r x y m n t :
  is_count k -> Rabs x <= m -> Rabs y <= n -> Rabs (v - x) <= k * e100 * m -> Rabs (w - y) <= k * e100 * n ->
  t <= b2 (-104) * (m + n) -> Rabs (r - (v + w)) <= b2 (-104) * (Rabs v + Rabs w) + t ->
  Rabs (r - (x + y)) <= (k + 1) * e100 * (m + n).
Proof.
  intros (K0 & K1) Hx Hy Hv Hw Ht Hr. change (b2 (-104)) with (/ 20282409603651670423947251286016) in *.
  pose proof (Rabs_pos x). pose proof (Rabs_pos y).
  assert (Km : k * e100 * m <= m / 2) by (assert (k * e100 <= / 2) by lra; nra).
  assert (Kn : k * e100 * n <= n / 2) by (assert (k * e100 <= / 2) by lra; nra).
  assert (V : Rabs v <= 2 * m).
  { replace v with (x + (v - x)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (W : Rabs w <= 2 * n).
  { replace w with (y + (w - y)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  replace (r - (x + y)) with ((r - (v + w)) + ((v - x) + (w - y))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_triang (v - x) (w - y)). lra.
Qed.

Lemma product_of_rough k l v w r x y m n t :
  is_count k -> is_count l -> Rabs x <= m -> Rabs y <= n ->
  Rabs (v - x) <= k * e100 * m -> Rabs (w - y) <= l * e100 * n ->
  t <= b2 (-104) * (m * n) -> Rabs (r - v * w) <= b2 (-102) * Rabs (v * w) + t ->
  Rabs (r - x * y) <= (k + l + 1) * e100 * (m * n).
Proof.
  intros (K0 & K1) (L0 & L1) Hx Hy Hv Hw Ht Hr. change (b2 (-104)) with (/ 20282409603651670423947251286016) in *.
  change (b2 (-102)) with (/ 5070602400912917605986812821504) in *.
  pose proof (Rabs_pos x). pose proof (Rabs_pos y).
  assert (Q : 0 <= m * n) by (apply Rmult_le_pos; lra).
  assert (A : Rabs ((v - x) * (w - y)) <= k * e100 * m * (l * e100 * n)) by (apply times_size; auto).
  assert (B : Rabs (x * (w - y)) <= m * (l * e100 * n)) by (apply times_size; auto).
  assert (C : Rabs ((v - x) * y) <= k * e100 * m * n) by (apply times_size; auto).
  assert (K : k * l <= 4294967296) by nra.
  assert (A' : k * e100 * m * (l * e100 * n) <= / 1000 * (e100 * (m * n))).
  { replace (k * e100 * m * (l * e100 * n)) with ((k * l) * e100 * (e100 * (m * n))) by ring.
    apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]. }
  assert (B' : l * (e100 * (m * n)) <= / 1000 * (m * n)).
  { replace (l * (e100 * (m * n))) with ((l * e100) * (m * n)) by ring. apply Rmult_le_compat_r; lra. }
  assert (C' : k * (e100 * (m * n)) <= / 1000 * (m * n)).
  { replace (k * (e100 * (m * n))) with ((k * e100) * (m * n)) by ring. apply Rmult_le_compat_r; lra. }
  assert (E : Rabs (v * w - x * y) <= (k + l) * (e100 * (m * n)) + / 1000 * (e100 * (m * n))).
  { replace (v * w - x * y) with ((v - x) * (w - y) + (x * (w - y) + (v - x) * y)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_triang (x * (w - y)) ((v - x) * y)). lra. }
  assert (P : Rabs (v * w) <= 2 * (m * n)).
  { replace (v * w) with (x * y + (v * w - x * y)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    assert (Rabs (x * y) <= m * n) by (apply times_size; auto). lra. }
  replace (r - x * y) with ((r - v * w) + (v * w - x * y)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* The value of a size is not negative, and near it. *)
Lemma size_value k n x m vh vl ve sh sl se : is_rough k n x m vh vl ve sh sl se -> is_count k ->
  m / 2 <= value sh sl se <= 2 * m.
Proof.
  intros H (K0 & K1). pose proof (size_nonneg _ _ _ _ _ _ _ _ _ _ H) as M. destruct H as (_ & _ & _ & _ & _ & _ & Es).
  assert (Km : k * e100 * m <= m / 2) by (assert (k * e100 <= / 2) by lra; nra). apply Rabs_le_inv in Es. lra.
Qed.

Lemma size_of_zero k n x m vh vl ve sh sl se : is_rough k n x m vh vl ve sh sl se -> real sh = 0 -> m = 0.
Proof.
  intros (_ & Gs & _ & [(Z & _) | (P & L)] & _) H; [exact Z |].
  rewrite (value_of_zero sh sl se (proj1 (proj2 (proj2 Gs))) H) in L.
  assert (0 < b2 (- n) * b2 se) by (apply Rmult_lt_0_compat; apply bpow_gt_0). lra.
Qed.

Lemma exponent_of_rough k n x m vh vl ve sh sl se e : is_rough k n x m vh vl ve sh sl se ->
  exponent_at_most sh se e -> exponent_at_most vh ve e.
Proof.
  intros H [Z | L].
  - rewrite (size_of_zero _ _ _ _ _ _ _ _ _ _ H Z) in H. left. now apply (rough_zero _ _ _ _ _ _ _ _ _ H).
  - destruct H as (_ & _ & [Z | L'] & _); [now left | right; lia].
Qed.

Lemma least_size k n x m vh vl ve sh sl se : is_rough k n x m vh vl ve sh sl se -> real sh <> 0 ->
  b2 (-n) * b2 se <= value sh sl se.
Proof. intros (_ & _ & _ & [(_ & Z) | (_ & L)] & _) N; [contradiction | exact L]. Qed.

(* A sum of zeros is 0. *)
Lemma sum_of_zeros n ah al ea bh bl eb k1 k2 hi lo e :
  Terms_wide.wide_add_terms.wide_add_results ah al ea bh bl eb k1 k2 hi lo e -> (-70 <= n <= 600)%Z ->
  is_good n ah al -> is_good n bh bl -> real ah = 0 -> real bh = 0 ->
  is_good (n + 2) hi lo /\ real hi = 0 /\ value hi lo e = 0.
Proof.
  intros H Hn Ga Gb Za Zb.
  destruct (wide_add_any n (e - 1) _ _ _ _ _ _ _ _ _ _ _ H Hn Ga Gb (or_introl Za) (or_introl Zb)) as (G & [Z | L] & _);
    [| lia].
  split; [exact G |]. split; [exact Z |]. exact (value_of_zero _ _ _ (proj1 (proj2 (proj2 G))) Z).
Qed.

Theorem rough_add_correct k n x m y l avh avl ave ash asl ase bvh bvl bve bsh bsl bse vh vl ve sh sl se :
  rough_add_results avh avl ave ash asl ase bvh bvl bve bsh bsl bse vh vl ve sh sl se ->
  is_count k -> (0 <= n <= 400)%Z ->
  is_rough k n x m avh avl ave ash asl ase -> is_rough k n y l bvh bvl bve bsh bsl bse ->
  is_rough (k + 1) (n + 2) (x + y) (m + l) vh vl ve sh sl se.
Proof.
  intros (w1 & w2 & w3 & w4 & [Hv Hs]) K Hn A B. pose proof (size_nonneg _ _ _ _ _ _ _ _ _ _ A) as M.
  pose proof (size_nonneg _ _ _ _ _ _ _ _ _ _ B) as L.
  pose proof A as (GA & GSA & _ & _ & BA & EA & FA). pose proof B as (GB & GSB & _ & _ & BB & EB & FB).
  destruct (Req_dec (m + l) 0) as [Z | N].
  { assert (Zm : m = 0) by lra. assert (Zl : l = 0) by lra. subst m l.
    destruct (rough_zero _ _ _ _ _ _ _ _ _ A) as (-> & Za & Zsa).
    destruct (rough_zero _ _ _ _ _ _ _ _ _ B) as (-> & Zb & Zsb).
    destruct (sum_of_zeros n _ _ _ _ _ _ _ _ _ _ _ Hv ltac:(lia) GA GB Za Zb) as (G & Zv & V).
    destruct (sum_of_zeros n _ _ _ _ _ _ _ _ _ _ _ Hs ltac:(lia) GSA GSB Zsa Zsb) as (Gs & Zs & S).
    rewrite Rplus_0_l. split; [exact G |]. split; [exact Gs |]. split; [now left |]. split; [left; auto |].
    rewrite V, S, !Rminus_0_r, Rabs_R0. lra. }
  destruct (wide_add_exponent _ _ _ _ _ _ _ _ _ _ _ Hs (proj1 GSA) (proj1 GSB)) as (Xa & Xb & Attained).
  destruct (wide_add_any n se _ _ _ _ _ _ _ _ _ _ _ Hs ltac:(lia) GSA GSB Xa Xb) as (Gs & _ & Fs).
  destruct (wide_add_any n se _ _ _ _ _ _ _ _ _ _ _ Hv ltac:(lia) GA GB
    (exponent_of_rough _ _ _ _ _ _ _ _ _ _ _ A Xa) (exponent_of_rough _ _ _ _ _ _ _ _ _ _ _ B Xb)) as (G & Xv & Fv).
  pose proof (size_value _ _ _ _ _ _ _ _ _ _ A K) as Va. pose proof (size_value _ _ _ _ _ _ _ _ _ _ B K) as Vb.
  set (unit := b2 (-n) * b2 se) in *.
  assert (Least : unit <= value ash asl ase + value bsh bsl bse).
  { assert (Some : real ash <> 0 \/ real bsh <> 0).
    { destruct (Req_dec (real ash) 0) as [Za |]; [| now left]. destruct (Req_dec (real bsh) 0) as [Zb |]; [| now right].
      apply (size_of_zero _ _ _ _ _ _ _ _ _ _ A) in Za. apply (size_of_zero _ _ _ _ _ _ _ _ _ _ B) in Zb. lra. }
    destruct (Attained Some) as [(Na & E) | (Nb & E)].
    - pose proof (least_size _ _ _ _ _ _ _ _ _ _ A Na) as Q.
      unfold unit. rewrite E. lra.
    - pose proof (least_size _ _ _ _ _ _ _ _ _ _ B Nb) as Q.
      unfold unit. rewrite E. lra. }
  assert (U0 : 0 < unit) by (apply Rmult_lt_0_compat; apply bpow_gt_0).
  assert (Under : b2 (n - 990) * b2 se <= b2 (-110) * unit).
  { unfold unit. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  change (b2 (-110)) with (/ 1298074214633706907132624082305024) in Under.
  assert (Small : b2 (n - 990) * b2 se <= b2 (-104) * (m + l)).
  { change (b2 (-104)) with (/ 20282409603651670423947251286016). lra. }
  split; [exact G |]. split; [exact Gs |]. split; [exact Xv |]. split; [| split].
  - right. split; [lra |]. assert (E : b2 (- (n + 2)) * b2 se = / 4 * unit).
    { unfold unit. rewrite <- Rmult_assoc. f_equal. change (/ 4) with (b2 (-2)). rewrite <- bpow_plus. f_equal. ring. }
    rewrite E. change (b2 (-104)) with (/ 20282409603651670423947251286016) in Fs.
    rewrite (Rabs_pos_eq (value ash asl ase)), (Rabs_pos_eq (value bsh bsl bse)) in Fs by lra.
    apply Rabs_le_inv in Fs. lra.
  - eapply Rle_trans; [apply Rabs_triang |]. lra.
  - split.
    + exact (sum_of_rough k _ _ _ x y m l _ K BA BB EA EB Small Fv).
    + apply (sum_of_rough k (value ash asl ase) (value bsh bsl bse) (value sh sl se) m l m l (b2 (n - 990) * b2 se) K);
        auto; rewrite Rabs_pos_eq; lra.
Qed.

Theorem rough_mul_correct k j n i x m y l avh avl ave ash asl ase bvh bvl bve bsh bsl bse vh vl ve sh sl se :
  rough_mul_results avh avl ave ash asl ase bvh bvl bve bsh bsl bse vh vl ve sh sl se ->
  is_count k -> is_count j -> (0 <= n <= 100)%Z -> (0 <= i <= 100)%Z ->
  is_rough k n x m avh avl ave ash asl ase -> is_rough j i y l bvh bvl bve bsh bsl bse ->
  is_rough (k + j + 1) (n + i + 1) (x * y) (m * l) vh vl ve sh sl se.
Proof.
  intros [Hv Hs] K J Hn Hi A B. pose proof (size_nonneg _ _ _ _ _ _ _ _ _ _ A) as M.
  pose proof (size_nonneg _ _ _ _ _ _ _ _ _ _ B) as L.
  pose proof A as (GA & GSA & XA & _ & BA & EA & FA). pose proof B as (GB & GSB & XB & _ & BB & EB & FB).
  destruct (wide_mul_any n i _ _ _ _ _ _ _ _ _ Hv ltac:(lia) ltac:(lia) GA GB) as (G & Ev & Zv & Fv).
  destruct (wide_mul_any n i _ _ _ _ _ _ _ _ _ Hs ltac:(lia) ltac:(lia) GSA GSB) as (Gs & Es & Zs & Fs).
  destruct (Req_dec (m * l) 0) as [Z | N].
  { assert (Zero : real avh = 0 \/ real bvh = 0).
    { apply Rmult_integral in Z. destruct Z as [-> | ->]; [left | right].
      - now apply (rough_zero _ _ _ _ _ _ _ _ _ A).
      - now apply (rough_zero _ _ _ _ _ _ _ _ _ B). }
    assert (Zeros : real ash = 0 \/ real bsh = 0).
    { apply Rmult_integral in Z. destruct Z as [-> | ->]; [left | right].
      - now apply (rough_zero _ _ _ _ _ _ _ _ _ A).
      - now apply (rough_zero _ _ _ _ _ _ _ _ _ B). }
    assert (X : x * y = 0).
    { apply Rmult_integral in Z. destruct Z as [-> | ->].
      - destruct (rough_zero _ _ _ _ _ _ _ _ _ A) as (-> & _). ring.
      - destruct (rough_zero _ _ _ _ _ _ _ _ _ B) as (-> & _). ring. }
    specialize (Zv Zero). specialize (Zs Zeros). rewrite Z, X.
    split; [exact G |]. split; [exact Gs |]. split; [now left |]. split; [left; auto |].
    rewrite (value_of_zero vh vl ve (proj1 (proj2 (proj2 G))) Zv).
    rewrite (value_of_zero sh sl se (proj1 (proj2 (proj2 Gs))) Zs).
    rewrite Rminus_0_r, Rabs_R0. lra. }
  assert (Na : real ash <> 0).
  { intros Z. apply (size_of_zero _ _ _ _ _ _ _ _ _ _ A) in Z. subst. lra. }
  assert (Nb : real bsh <> 0).
  { intros Z. apply (size_of_zero _ _ _ _ _ _ _ _ _ _ B) in Z. subst. lra. }
  pose proof (least_size _ _ _ _ _ _ _ _ _ _ A Na) as LA. pose proof (least_size _ _ _ _ _ _ _ _ _ _ B Nb) as LB.
  pose proof (size_value _ _ _ _ _ _ _ _ _ _ A K) as Va. pose proof (size_value _ _ _ _ _ _ _ _ _ _ B J) as Vb.
  set (a := value ash asl ase) in *. set (b := value bsh bsl bse) in *.
  set (unit := b2 (- n - i) * b2 se).
  assert (U0 : 0 < unit) by (apply Rmult_lt_0_compat; apply bpow_gt_0).
  assert (Least : unit <= a * b).
  { replace unit with (b2 (- n) * b2 ase * (b2 (- i) * b2 bse)).
    - apply Rmult_le_compat; auto; apply Rmult_le_pos; apply bpow_ge_0.
    - unfold unit. subst se. rewrite (bpow_plus radix2 ase bse). replace (- n - i)%Z with (- n + - i)%Z by ring.
      rewrite bpow_plus. ring. }
  assert (Four : a * b <= 4 * (m * l)).
  { replace (4 * (m * l)) with (2 * m * (2 * l)) by ring. apply Rmult_le_compat; lra. }
  assert (Under : b2 (-1066) * b2 se <= b2 (-110) * unit).
  { unfold unit. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  change (b2 (-110)) with (/ 1298074214633706907132624082305024) in Under.
  assert (Small : b2 (-1066) * b2 se <= b2 (-104) * (m * l)).
  { change (b2 (-104)) with (/ 20282409603651670423947251286016). lra. }
  assert (Xv : exponent_at_most vh ve se).
  { destruct XA as [Z | XA]; [left; auto |]. destruct XB as [Z | XB]; [left; auto |]. right. lia. }
  assert (Fv' : Rabs (value vh vl ve - value avh avl ave * value bvh bvl bve) <=
    b2 (-102) * Rabs (value avh avl ave * value bvh bvl bve) + b2 (-1066) * b2 se).
  { destruct Xv as [Z | Xv].
    - destruct XA as [ZA | XA]; [| destruct XB as [ZB | XB]].
      + rewrite (value_of_zero avh avl ave (proj1 (proj2 (proj2 GA))) ZA), Rmult_0_l.
        rewrite (value_of_zero vh vl ve (proj1 (proj2 (proj2 G))) Z), Rminus_0_r, Rabs_R0, Rmult_0_r, Rplus_0_l.
        apply Rmult_le_pos; apply bpow_ge_0.
      + rewrite (value_of_zero bvh bvl bve (proj1 (proj2 (proj2 GB))) ZB), Rmult_0_r.
        rewrite (value_of_zero vh vl ve (proj1 (proj2 (proj2 G))) Z), Rminus_0_r, Rabs_R0, Rmult_0_r, Rplus_0_l.
        apply Rmult_le_pos; apply bpow_ge_0.
      + eapply Rle_trans; [exact Fv |]. apply Rplus_le_compat_l, Rmult_le_compat_l; [apply bpow_ge_0 |].
        apply bpow_le. lia.
    - eapply Rle_trans; [exact Fv |]. apply Rplus_le_compat_l, Rmult_le_compat_l; [apply bpow_ge_0 |].
      now apply bpow_le. }
  split; [exact G |]. split; [exact Gs |]. split; [exact Xv |]. split; [| split].
  - right. split; [assert (0 <= m * l) by (apply Rmult_le_pos; lra); lra |].
    assert (E : b2 (- (n + i + 1)) * b2 se = / 2 * unit).
    { unfold unit. rewrite <- Rmult_assoc. f_equal. change (/ 2) with (b2 (-1)). rewrite <- bpow_plus. f_equal. ring. }
    rewrite E. change (b2 (-102)) with (/ 5070602400912917605986812821504) in Fs.
    rewrite (Rabs_pos_eq (a * b)) in Fs by lra. apply Rabs_le_inv in Fs. lra.
  - apply times_size; assumption.
  - split.
    + exact (product_of_rough k j _ _ _ x y m l _ K J BA BB EA EB Small Fv').
    + apply (product_of_rough k j a b (value sh sl se) m l m l (b2 (-1066) * b2 se) K J); auto;
        rewrite Rabs_pos_eq; lra.
Qed.

(* rough_sign: UNCERTAIN is 2. *)
Definition is_sign_of (s : Z) (x : R) := (s = 1%Z /\ 0 < x) \/ (s = (-1)%Z /\ x < 0) \/ (s = 0%Z /\ x = 0).
Definition is_sign_if_certain (s : Z) (x : R) := s = 2%Z \/ is_sign_of s x.

(* What is shifted by a constant. *)
Lemma scaled_down n k (h l : D) : (-70 <= n <= 1000)%Z -> (-1000 <= k <= 0)%Z -> is_good n h l ->
  is_good n (fmul h (fconst 1 k)) (fmul l (fconst 1 k)) /\
  Rabs (real (fmul h (fconst 1 k)) - real h * b2 k) <= b2 (-1075) /\
  Rabs (real (fmul l (fconst 1 k)) - real l * b2 k) <= b2 (-1075).
Proof.
  intros Hn Hk G. pose proof (low_at_most _ _ _ G) as Bl. destruct G as (Fh & Fl & T & B).
  destruct (constant_of_power k ltac:(lia)) as (Fc & Vc).
  assert (P : forall x : D, finite x -> Rabs (real x) <= b2 n -> finite (fmul x (fconst 1 k)) /\
    Rabs (real (fmul x (fconst 1 k))) <= b2 n /\ real (fmul x (fconst 1 k)) = rnd (real x * b2 k)).
  { intros x Fx Bx. destruct (fmul_is_finite x (fconst 1 k) n) as (F1 & V & B1); auto; [unfold emin; simpl; lia | |].
    - rewrite Vc. eapply Rle_trans; [apply scaled_le; exact Bx | apply bpow_le; lia].
    - rewrite Vc in V. auto. }
  destruct (P h Fh B) as (F1 & B1 & V1). destruct (P l Fl Bl) as (F2 & _ & V2).
  split; [split; [exact F1 |]; split; [exact F2 |]; split; [| exact B1] |].
  - exact (shifted_tight h l _ _ k T ltac:(lia) V1 V2).
  - rewrite V1, V2. split; apply shift_loss; try apply real_in_format; lia.
Qed.

(* The magnitude: wide_abs. *)
Lemma magnitude n (h l : D) e : is_good n h l ->
  let ah := if flt h (fconst 0 0) then fneg h else h in let al := if flt h (fconst 0 0) then fneg l else l in
  is_good n ah al /\ (real h = 0 -> real ah = 0) /\ value ah al e = Rabs (value h l e).
Proof.
  intros G ah al. unfold ah, al. clear ah al. pose proof (is_wide_bound _ _ (good_wide _ _ _ G)) as W.
  assert (F0 : finite (fconst 0 0 : D)) by reflexivity. assert (V0 : real (fconst 0 0 : D) = 0) by reflexivity.
  unfold value at 2. rewrite abs_scaled. destruct (flt h (fconst 0 0)) eqn:E.
  - apply flt_real in E; auto; [| apply G]. rewrite V0 in E. split; [now apply good_neg |].
    rewrite (Rabs_left (real h)) in W by exact E. apply Rabs_le_inv in W.
    rewrite value_neg, (Rabs_left (_ + _)) by lra. unfold value. rewrite real_fneg. split; [lra | ring].
  - apply flt_real_false in E; auto; [| apply G]. rewrite V0 in E. split; [exact G |].
    rewrite (Rabs_pos_eq (real h)) in W by exact E. apply Rabs_le_inv in W.
    rewrite (Rabs_pos_eq (_ + _)) by lra. auto.
Qed.

(* The high part has the sign of the value. *)
Lemma sign_of_high n (h l : D) e : is_good n h l ->
  (real h < 0 -> value h l e < 0) /\ (0 < real h -> 0 < value h l e) /\ (0 <= real h -> 0 <= value h l e).
Proof.
  intros G. pose proof (is_wide_bound _ _ (good_wide _ _ _ G)) as W. pose proof (bpow_gt_0 radix2 e) as P.
  unfold value. split; [| split]; intros H.
  - rewrite (Rabs_left _ H) in W. apply Rabs_le_inv in W.
    assert (0 < - (real h + real l) * b2 e) by (apply Rmult_lt_0_compat; lra). lra.
  - rewrite (Rabs_pos_eq (real h)) in W by lra. apply Rabs_le_inv in W. apply Rmult_lt_0_compat; lra.
  - rewrite (Rabs_pos_eq (real h)) in W by lra. apply Rabs_le_inv in W. apply Rmult_le_pos; lra.
Qed.

Theorem rough_sign_correct k n x m vh vl ve sh sl se s :
  rough_sign_results vh vl ve sh sl se s -> is_count k -> (0 <= n <= 400)%Z ->
  is_rough k n x m vh vl ve sh sl se -> is_sign_if_certain s x /\ (s = 0%Z -> m = 0).
Proof.
  intros (w1 & w2 & lh & ll & le & neg & dh & dl & de & []) K Hn A. subst.
  pose proof A as (G & Gs & Xv & _ & B & Ev & Es). pose proof (size_value _ _ _ _ _ _ _ _ _ _ A K) as Vs.
  assert (F0 : finite (fconst 0 0 : D)) by reflexivity. assert (V0 : real (fconst 0 0 : D) = 0) by reflexivity.
  destruct (feq sh (fconst 0 0)) eqn:E0.
  { apply feq_real in E0; auto; [| apply Gs]. rewrite V0 in E0.
    pose proof (size_of_zero _ _ _ _ _ _ _ _ _ _ A E0) as Z. rewrite Z in A.
    split; [right; right; right | auto]. split; [reflexivity |]. now apply (rough_zero _ _ _ _ _ _ _ _ _ A). }
  apply feq_real_false in E0; auto; [| apply Gs]. rewrite V0 in E0.
  pose proof (least_size _ _ _ _ _ _ _ _ _ _ A E0) as Least.
  destruct (flt (fconst 0 0) dh) eqn:E1; simpl negb; cbv iota; [| split; [now left | discriminate]].
  destruct (magnitude n vh vl ve G) as (Ga & Za & Va).
  destruct (scaled_down n (-80) sh sl ltac:(lia) ltac:(lia) Gs) as (Gl & L1 & L2).
  set (ah := if flt vh (fconst 0 0) then fneg vh else vh) in *.
  set (al := if flt vh (fconst 0 0) then fneg vl else vl) in *.
  set (lh := fmul sh (fconst 1 (-80))) in *. set (ll := fmul sl (fconst 1 (-80))) in *.
  match goal with H : Terms_wide.wide_sub_terms.wide_sub_results _ _ _ _ _ _ _ _ _ _ _ |- _ => destruct H as [Sub] end.
  assert (Xa : exponent_at_most ah ve se) by (destruct Xv as [Z | L]; [left; auto | now right]).
  destruct (wide_add_any n se _ _ _ _ _ _ _ _ _ _ _ Sub ltac:(lia) Ga (good_neg _ _ _ Gl) Xa
    (or_intror (Z.le_refl _))) as (Gd & _ & D1).
  apply flt_real in E1; auto; [| apply Gd]. rewrite V0 in E1.
  pose proof (proj1 (proj2 (sign_of_high _ _ _ de Gd)) E1) as Pd.
  rewrite value_neg, Rabs_Ropp, Va, Rabs_Rabsolu in D1.
  assert (P : 0 < b2 se) by apply bpow_gt_0.
  (* the limit is within two underflows of 2^-80 of the size *)
  assert (Lim : Rabs (value lh ll se - b2 (-80) * value sh sl se) <= 2 * b2 (-1075) * b2 se).
  { unfold value. replace ((real lh + real ll) * b2 se - b2 (-80) * ((real sh + real sl) * b2 se)) with
      (((real lh - real sh * b2 (-80)) + (real ll - real sl * b2 (-80))) * b2 se) by ring.
    rewrite abs_scaled. apply Rmult_le_compat_r; [lra |]. eapply Rle_trans; [apply Rabs_triang | lra]. }
  set (unit := b2 (-n) * b2 se) in *.
  assert (U1 : b2 (n - 990) * b2 se <= b2 (-110) * unit).
  { unfold unit. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (U2 : b2 (-1075) * b2 se <= b2 (-110) * unit).
  { unfold unit. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  change (b2 (-110)) with (/ 1298074214633706907132624082305024) in *.
  change (b2 (-80)) with (/ 1208925819614629174706176) in *.
  change (b2 (-104)) with (/ 20282409603651670423947251286016) in *.
  assert (U0 : 0 < unit) by (apply Rmult_lt_0_compat; apply bpow_gt_0).
  set (v := value vh vl ve) in *. set (S := value sh sl se) in *. set (L := value lh ll se) in *.
  apply Rabs_le_inv in Lim. rewrite (Rabs_pos_eq L) in D1 by lra. apply Rabs_le_inv in D1.
  assert (Big : S <= 4 * 604462909807314587353088 * Rabs v) by lra.
  assert (M0 : 0 < m) by lra.
  assert (Km : k * e100 * m <= 65536 * e100 * m).
  { apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_r; [lra | apply K]. }
  apply Rabs_le_inv in Ev.
  destruct (flt vh (fconst 0 0)) eqn:E2.
  - apply flt_real in E2; auto; [| apply G]. rewrite V0 in E2.
    pose proof (proj1 (sign_of_high _ _ _ ve G) E2) as Nv. fold v in Nv. rewrite (Rabs_left v) in Big by exact Nv.
    split; [right; right; left; split; [reflexivity | lra] | discriminate].
  - apply flt_real_false in E2; auto; [| apply G]. rewrite V0 in E2.
    pose proof (proj2 (proj2 (sign_of_high _ _ _ ve G)) E2) as Nv. fold v in Nv.
    rewrite (Rabs_pos_eq v) in Big by exact Nv.
    split; [right; left; split; [reflexivity | lra] | discriminate].
Qed.
