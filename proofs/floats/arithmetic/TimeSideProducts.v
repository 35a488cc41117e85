(* Products of double-doubles as a sweep's time uses them (pair_mul, difference_of_pair and sum_of_pair of
   src/arithmetic/double_pair.h), with an error that is relative to bounds of the factors.

   The low part of a factor may be up to 4 units of its bound, as that of a place on the path. A product loses at
   most L to underflow. Errors are in units of u53^2 = 2^-106 of the product of both bounds. *)
From Coq Require Import ZArith NArith List Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree PairProduct Terms_wide Terms_pair ErrorFreeTerms Wide
  CheckerTactics.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* What a product of numbers with these bounds may lose to underflow. *)
Definition loss (a b : R) := bpow radix2 (-960) + bpow radix2 (-1010) * (a + b).

Lemma loss_pos a b : 0 <= a -> 0 <= b -> 0 < loss a b.
Proof.
  intros. unfold loss. pose proof (bpow_gt_0 radix2 (-960)).
  assert (0 <= bpow radix2 (-1010) * (a + b)) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]). lra.
Qed.

Lemma loss_le a b a' b' : a <= a' -> b <= b' -> loss a b <= loss a' b'.
Proof. intros. unfold loss. apply Rplus_le_compat_l, Rmult_le_compat_l; [apply bpow_ge_0 | lra]. Qed.

Lemma eta_below_loss a b : 0 <= a -> 0 <= b -> bpow radix2 (-1075) <= loss a b.
Proof.
  intros Ha Hb. unfold loss. assert (bpow radix2 (-1075) <= bpow radix2 (-960)) by (apply bpow_le; lia).
  assert (0 <= bpow radix2 (-1010) * (a + b)) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]). lra.
Qed.

Lemma product_near (a b : D) A B L :
  finite (pair_product_rest a b) -> Rabs (real a) <= A -> Rabs (real b) <= B -> loss A B <= L ->
  finite a /\ finite b /\ finite (fmul a b) /\
  Rabs (real (fmul a b) - real a * real b) <= u53 * (A * B) + L /\
  Rabs (real (fmul a b) + real (pair_product_rest a b) - real a * real b) <= L /\
  Rabs (real (pair_product_rest a b)) <= u53 * (A * B) + 2 * L.
Proof.
  intros H HA HB HL. pose proof (Rabs_pos (real a)) as PA. pose proof (Rabs_pos (real b)) as PB.
  assert (Fp : finite (fmul a b)).
  { unfold pair_product_rest in H. destruct (rest_of_split_value _ _ _ _ H) as (_ & _ & Fp & _). exact Fp. }
  assert (Ht : bpow radix2 (-1075) <= L) by (eapply Rle_trans; [apply eta_below_loss with (a := A) (b := B); lra |
    exact HL]).
  destruct (fmul_error a b (A * B) L Fp ltac:(now apply times_size) Ht) as (Fa & Fb & E).
  assert (P : Rabs (real (fmul a b) + real (pair_product_rest a b) - real a * real b) <= L).
  { eapply Rle_trans; [exact (pair_product_error a b H) |]. eapply Rle_trans; [| exact HL]. now apply loss_le. }
  repeat split; try assumption. clear HL Ht HA HB PA PB. two_sided; lra.
Qed.

(* A number as hi + lo. *)
Record is_near (hi lo : D) (X P L : R) : Prop := {
  near_size : Rabs X <= 11 / 10 * P;
  near_hi : Rabs (real hi - X) <= 12 * u53 * P + 3 * L;
  near_lo : Rabs (real lo) <= 13 * u53 * P + 12 * L;
  near_sum : Rabs (real hi + real lo - X) <= 90 * (u53 * u53) * P + 11 * L }.

Lemma is_near_weaken hi lo X P L P' L' : is_near hi lo X P L -> P <= P' -> L <= L' -> is_near hi lo X P' L'.
Proof. intros [H1 H2 H3 H4] HP HL. split; lra. Qed.

(* A vector in double-doubles, with bounds of its coordinates. *)
Record is_vector (hx hy lx ly : D) (X Y A B : R) : Prop := {
  vec_x : real hx + real lx = X; vec_y : real hy + real ly = Y;
  vec_hx : Rabs (real hx) <= A; vec_hy : Rabs (real hy) <= B;
  vec_lx : Rabs (real lx) <= 4 * u53 * A; vec_ly : Rabs (real ly) <= 4 * u53 * B }.

(* The parts of a number whose bound is the parameter i. *)
Notation high_of i := (input_below 1 0 [Par i] 1024).
Notation low_of i := (input_below 1 (-51) [Par i] 1024).

(* What the checker says of hi, lo and X, where P bounds the products, and T what they lose. *)
Ltac near_by inputs outs hi lo X P T :=
  assert (N1 : Rabs X <= bpow radix2 (-10) * IZR 1126 * P);
  [by_checker inputs outs |
  assert (N2 : Rabs (real hi - X) <= IZR 12 * bpow radix2 (-53) * P + T);
  [by_checker inputs outs |
  assert (N3 : Rabs (real lo) <= IZR 13 * bpow radix2 (-53) * P + IZR 6 * T);
  [by_checker inputs outs |
  assert (N4 : Rabs (real hi + real lo - X) <= IZR 90 * (bpow radix2 (-53) * bpow radix2 (-53)) * P + IZR 5 * T);
  [by_checker inputs outs |
  change (bpow radix2 (-53)) with u53 in *; change (bpow radix2 (-10)) with (/ 1024) in * ]]]].

(* u x w *)
Lemma cross_near uhx uhy ulx uly whx why wlx wly X Y W Z A B A' B' ph qh pl ql hi lo e P L :
  is_vector uhx uhy ulx uly X Y A B -> is_vector whx why wlx wly W Z A' B' ->
  pair_mul_results uhx uhy ulx uly why whx wly wlx ph qh pl ql -> difference_of_pair_results ph qh pl ql hi lo e ->
  finite lo -> A * B' + B * A' <= P -> loss A B' <= L -> loss B A' <= L ->
  is_near hi lo (X * Z - Y * W) P L.
Proof.
  intros [<- <- U1 U2 U3 U4] [<- <- W1 W2 W3 W4] (px & py & lx & ly & lx1 & ly1 & M) (sh & sl & se & Df) Fl HP HL1 HL2.
  destruct M as [M1 -> -> -> -> -> ->]. destruct Df as [D1 -> Elo _].
  destruct (pair_product_values _ _ _ _ _ _ _ _ M1) as (-> & -> & -> & ->).
  destruct (wide_of_sum_values _ _ _ _ _ D1) as (-> & -> & _). clear M1 D1.
  pose proof (Rle_trans _ _ _ (Rabs_pos _) U1) as A0. pose proof (Rle_trans _ _ _ (Rabs_pos _) U2) as B0.
  pose proof (Rle_trans _ _ _ (Rabs_pos _) W1) as A1. pose proof (Rle_trans _ _ _ (Rabs_pos _) W2) as B1.
  near_by [(parameter, zero, A); (parameter, zero, B); (parameter, zero, A'); (parameter, zero, B');
    (high_of 0, uhx, real uhx); (low_of 0, ulx, real ulx); (high_of 1, uhy, real uhy); (low_of 1, uly, real uly);
    (high_of 2, whx, real whx); (low_of 2, wlx, real wlx); (high_of 3, why, real why); (low_of 3, wly, real wly)]
    [lo] (fadd (fmul uhx why) (fneg (fmul uhy whx))) lo
    ((real uhx + real ulx) * (real why + real wly) - (real uhy + real uly) * (real whx + real wlx))
    (A * B' + B * A') (bpow radix2 (-959) + bpow radix2 (-1010) * (A + B + A' + B')).
  pose proof (bpow_plus radix2 1 (-960) : bpow radix2 (-959) = 2 * bpow radix2 (-960)).
  pose proof (Rle_trans _ _ _ (Rabs_pos _) N1).
  pose proof (loss_pos _ _ A0 B1). unfold loss in *. split; lra.
Qed.

(* |u|^2 *)
Lemma square_near uhx uhy ulx uly X Y A B ph qh pl ql hi lo e P L :
  is_vector uhx uhy ulx uly X Y A B ->
  pair_mul_results uhx uhy ulx uly uhx uhy ulx uly ph qh pl ql -> sum_of_pair_results ph qh pl ql hi lo e ->
  finite lo -> A * A + B * B <= P -> loss A A <= L -> loss B B <= L ->
  is_near hi lo (X * X + Y * Y) P L.
Proof.
  intros [<- <- U1 U2 U3 U4] (px & py & lx & ly & lx1 & ly1 & M) (sh & sl & se & Df) Fl HP HL1 HL2.
  destruct M as [M1 -> -> -> -> -> ->]. destruct Df as [D1 -> Elo _].
  destruct (pair_product_values _ _ _ _ _ _ _ _ M1) as (-> & -> & -> & ->).
  destruct (wide_of_sum_values _ _ _ _ _ D1) as (-> & -> & _). clear M1 D1.
  pose proof (Rle_trans _ _ _ (Rabs_pos _) U1) as A0. pose proof (Rle_trans _ _ _ (Rabs_pos _) U2) as B0.
  near_by [(parameter, zero, A); (parameter, zero, B);
    (high_of 0, uhx, real uhx); (low_of 0, ulx, real ulx); (high_of 1, uhy, real uhy); (low_of 1, uly, real uly)]
    [lo] (fadd (fmul uhx uhx) (fmul uhy uhy)) lo
    ((real uhx + real ulx) * (real uhx + real ulx) + (real uhy + real uly) * (real uhy + real uly))
    (A * A + B * B) (bpow radix2 (-959) + bpow radix2 (-1010) * (A + A + B + B)).
  pose proof (bpow_plus radix2 1 (-960) : bpow radix2 (-959) = 2 * bpow radix2 (-960)).
  pose proof (Rle_trans _ _ _ (Rabs_pos _) N1).
  pose proof (loss_pos _ _ A0 A0). unfold loss in *. split; lra.
Qed.
