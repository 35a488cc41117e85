(* Products of double-doubles as a sweep's time uses them (pair_mul, difference_of_pair and sum_of_pair of
   src/arithmetic/double_pair.h), with an error that is relative to bounds of the factors.

   The low part of a factor may be up to 4 units of its bound, as that of a place on the path. A product loses at
   most L to underflow. Errors are in units of u53^2 = 2^-106 of the product of both bounds. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree PairProduct Terms_wide Terms_pair ErrorFreeTerms Wide.

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

(* One coordinate of pair_mul. *)
Lemma component_near (ah al bh bl : D) A B L :
  let r := fadd (pair_product_rest ah bh) (fadd (fmul ah bl) (fmul al bh)) in
  finite r -> Rabs (real ah) <= A -> Rabs (real al) <= 4 * u53 * A -> Rabs (real bh) <= B ->
    Rabs (real bl) <= 4 * u53 * B ->
  loss A B <= L ->
  finite (fmul ah bh) /\ Rabs ((real ah + real al) * (real bh + real bl)) <= 11 / 10 * (A * B) /\
  Rabs (real (fmul ah bh) - (real ah + real al) * (real bh + real bl)) <= 10 * u53 * (A * B) + L /\
  Rabs (real r) <= 11 * u53 * (A * B) + 5 * L /\
  Rabs (real (fmul ah bh) + real r - (real ah + real al) * (real bh + real bl)) <= 60 * (u53 * u53) * (A * B) + 5 * L.
Proof.
  intros r Fr HA HAl HB HBl HL.
  destruct (fadd_finite _ _ Fr) as (F1 & F2 & _). destruct (fadd_finite _ _ F2) as (F3 & F4 & _).
  destruct (product_near ah bh A B L F1 HA HB HL) as (Fa & Fb & Fp & X1 & X2 & X3).
  pose proof (Rabs_pos (real ah)) as PA. pose proof (Rabs_pos (real bh)) as PB.
  assert (L0 : 0 < L) by (eapply Rlt_le_trans; [apply loss_pos with (a := A) (b := B); lra | exact HL]).
  assert (Ht : bpow radix2 (-1075) <= L) by (eapply Rle_trans; [apply eta_below_loss with (a := A) (b := B); lra |
    exact HL]).
  pose proof (times_size _ _ _ _ HA HB) as B1. pose proof (times_size _ _ _ _ HA HBl) as B2.
  pose proof (times_size _ _ _ _ HAl HB) as B3. pose proof (times_size _ _ _ _ HAl HBl) as B4.
  replace (A * (4 * u53 * B)) with (4 * u53 * (A * B)) in B2 by ring.
  replace (4 * u53 * A * B) with (4 * u53 * (A * B)) in B3 by ring.
  replace (4 * u53 * A * (4 * u53 * B)) with (16 * (u53 * u53) * (A * B)) in B4 by ring.
  assert (P0 : 0 <= A * B) by (apply Rmult_le_pos; lra).
  destruct (fmul_error _ _ _ _ F3 B2 Ht) as (_ & _ & E1). destruct (fmul_error _ _ _ _ F4 B3 Ht) as (_ & _ & E2).
  replace ((real ah + real al) * (real bh + real bl))
    with (real ah * real bh + real ah * real bl + real al * real bh + real al * real bl) by ring.
  set (P := A * B) in *. set (hh := real ah * real bh) in *. set (hl := real ah * real bl) in *.
  set (lh := real al * real bh) in *. set (ll := real al * real bl) in *.
  clear HA HAl HB HBl HL Ht PA PB.
  assert (C1 : Rabs (real (fmul ah bl) + real (fmul al bh)) <= 9 * u53 * P + 2 * L) by (clear - E1 E2 B2 B3 P0;
    two_sided; lra).
  destruct (fadd_error _ _ _ F2 C1) as (_ & _ & E3). set (m := fadd (fmul ah bl) (fmul al bh)) in *.
  assert (C2 : Rabs (real (pair_product_rest ah bh) + real m) <= 102 / 10 * u53 * P + 41 / 10 * L)
    by (clear - X3 C1 E3 P0 L0; two_sided; lra).
  destruct (fadd_error _ _ _ Fr C2) as (_ & _ & E4). fold r in E4.
  split; [exact Fp |]. repeat split.
  - clear - B1 B2 B3 B4 P0. two_sided; lra.
  - clear - X1 B2 B3 B4 P0. two_sided; lra.
  - clear - C2 E4 P0 L0. two_sided; lra.
  - clear - X2 E1 E2 E3 E4 B4 P0 L0. two_sided; lra.
Qed.

(* A number as hi + lo. *)
Record is_near (hi lo : D) (X P L : R) : Prop := {
  near_size : Rabs X <= 11 / 10 * P;
  near_hi : Rabs (real hi - X) <= 12 * u53 * P + 3 * L;
  near_lo : Rabs (real lo) <= 13 * u53 * P + 12 * L;
  near_sum : Rabs (real hi + real lo - X) <= 90 * (u53 * u53) * P + 11 * L }.

Lemma is_near_weaken hi lo X P L P' L' : is_near hi lo X P L -> P <= P' -> L <= L' -> is_near hi lo X P' L'.
Proof. intros [H1 H2 H3 H4] HP HL. split; lra. Qed.

(* The sum of two coordinates. *)
Lemma sum_near (px py q : D) X Y rx ry P1 P2 P L :
  finite (fadd (sum_rest px py) q) -> 0 <= P1 -> 0 <= P2 -> P1 + P2 <= P -> 0 < L ->
  Rabs X <= 11 / 10 * P1 -> Rabs Y <= 11 / 10 * P2 ->
  Rabs (real px - X) <= 10 * u53 * P1 + L -> Rabs (real py - Y) <= 10 * u53 * P2 + L ->
  Rabs rx <= 11 * u53 * P1 + 5 * L -> Rabs ry <= 11 * u53 * P2 + 5 * L ->
  Rabs (real px + rx - X) <= 60 * (u53 * u53) * P1 + 5 * L ->
    Rabs (real py + ry - Y) <= 60 * (u53 * u53) * P2 + 5 * L ->
  Rabs (real q - (rx + ry)) <= u53 * (11 * u53 * P + 10 * L) ->
  is_near (fadd px py) (fadd (sum_rest px py) q) (X + Y) P L.
Proof.
  intros Fl H1 H2 HP L0 HX HY Px Py Rx Ry Sx Sy Q.
  destruct (fadd_finite _ _ Fl) as (Fs & Fq & _). destruct (two_sum_exact _ _ Fs) as (_ & _ & Fh & _ & Xs).
  destruct (two_sum_rest_small _ _ Fs) as (Bs & _). rewrite u_double in Bs.
  assert (C1 : Rabs (real px + real py) <= (11 / 10 + 10 * u53) * P + 2 * L) by (clear - HX HY Px Py HP H1 H2 L0;
    two_sided; lra).
  assert (Bs' : Rabs (real (sum_rest px py)) <= 12 / 10 * u53 * P + 2 * u53 * L).
  { eapply Rle_trans; [exact Bs |]. apply Rle_trans with (u53 * ((11 / 10 + 10 * u53) * P + 2 * L)); [lra |]. lra. }
  destruct (fadd_error _ _ _ Fh C1) as (_ & _ & Eh).
  assert (C2 : Rabs (real (sum_rest px py) + real q) <= 123 / 10 * u53 * P + 101 / 10 * L)
    by (clear - Bs' Rx Ry Q HP H1 H2 L0; two_sided; lra).
  destruct (fadd_error _ _ _ Fl C2) as (_ & _ & El).
  set (h := fadd px py) in *. set (s := sum_rest px py) in *. set (l := fadd s q) in *. clear Bs.
  split.
  - clear - HX HY HP H1 H2. two_sided; lra.
  - clear - Eh Px Py HP H1 H2 L0. two_sided; lra.
  - clear - C2 El HP H1 H2 L0. two_sided; lra.
  - clear - Xs El Q Sx Sy HP H1 H2 L0. two_sided; lra.
Qed.

(* A vector in double-doubles, with bounds of its coordinates. *)
Record is_vector (hx hy lx ly : D) (X Y A B : R) : Prop := {
  vec_x : real hx + real lx = X; vec_y : real hy + real ly = Y;
  vec_hx : Rabs (real hx) <= A; vec_hy : Rabs (real hy) <= B;
  vec_lx : Rabs (real lx) <= 4 * u53 * A; vec_ly : Rabs (real ly) <= 4 * u53 * B }.

(* u x w *)
Lemma cross_near uhx uhy ulx uly whx why wlx wly X Y W Z A B A' B' ph qh pl ql hi lo e P L :
  is_vector uhx uhy ulx uly X Y A B -> is_vector whx why wlx wly W Z A' B' ->
  pair_mul_results uhx uhy ulx uly why whx wly wlx ph qh pl ql -> difference_of_pair_results ph qh pl ql hi lo e ->
  finite lo -> A * B' + B * A' <= P -> loss A B' <= L -> loss B A' <= L ->
  is_near hi lo (X * Z - Y * W) P L.
Proof.
  intros [<- <- U1 U2 U3 U4] [<- <- W1 W2 W3 W4] (px & py & lx & ly & lx1 & ly1 & M) (sh & sl & se & Df) Fl HP HL1
    HL2.
  destruct M as [M1 -> -> -> -> -> ->]. destruct Df as [D1 -> -> _].
  destruct (pair_product_values _ _ _ _ _ _ _ _ M1) as (-> & -> & -> & ->).
  destruct (wide_of_sum_values _ _ _ _ _ D1) as (-> & -> & _).
  destruct (fadd_finite _ _ Fl) as (_ & Fq & _). destruct (fsub_finite _ _ Fq) as (Fx & Fy & _).
  destruct (component_near _ _ _ _ _ _ L Fx U1 U3 W2 W4 HL1) as (Fpx & X0 & X1 & X2 & X3).
  destruct (component_near _ _ _ _ _ _ L Fy U2 U4 W1 W3 HL2) as (Fpy & Y0 & Y1 & Y2 & Y3).
  pose proof (Rabs_pos (real uhx)). pose proof (Rabs_pos (real uhy)). pose proof (Rabs_pos (real whx)).
  pose proof (Rabs_pos (real why)).
  assert (P1 : 0 <= A * B') by (apply Rmult_le_pos; lra). assert (P2 : 0 <= B * A') by (apply Rmult_le_pos; lra).
  assert (L0 : 0 < L) by (eapply Rlt_le_trans; [apply loss_pos with (a := A) (b := B'); lra | exact HL1]).
  match goal with H : finite (fsub ?x ?y) |- _ => set (rx := x) in *; set (ry := y) in * end.
  replace ((real uhx + real ulx) * (real why + real wly) - (real uhy + real uly) * (real whx + real wlx))
    with ((real uhx + real ulx) * (real why + real wly) + - ((real uhy + real uly) * (real whx + real wlx))) by ring.
  apply sum_near with (rx := real rx) (ry := - real ry) (P1 := A * B') (P2 := B * A');
    rewrite ?real_fneg, ?Rabs_Ropp; try assumption.
  - replace (- real (fmul uhy whx) - - ((real uhy + real uly) * (real whx + real wlx)))
      with (- (real (fmul uhy whx) - (real uhy + real uly) * (real whx + real wlx))) by ring. now rewrite Rabs_Ropp.
  - replace (- real (fmul uhy whx) + - real ry - - ((real uhy + real uly) * (real whx + real wlx)))
      with (- (real (fmul uhy whx) + real ry - (real uhy + real uly) * (real whx + real wlx))) by ring.
      now rewrite Rabs_Ropp.
  - destruct (fsub_error rx ry (11 * u53 * P + 10 * L) Fq) as (_ & _ & E); [| exact E].
    clear - X2 Y2 HP P1 P2. two_sided; lra.
Qed.

(* |u|^2 *)
Lemma square_near uhx uhy ulx uly X Y A B ph qh pl ql hi lo e P L :
  is_vector uhx uhy ulx uly X Y A B ->
  pair_mul_results uhx uhy ulx uly uhx uhy ulx uly ph qh pl ql -> sum_of_pair_results ph qh pl ql hi lo e ->
  finite lo -> A * A + B * B <= P -> loss A A <= L -> loss B B <= L ->
  is_near hi lo (X * X + Y * Y) P L.
Proof.
  intros [<- <- U1 U2 U3 U4] (px & py & lx & ly & lx1 & ly1 & M) (sh & sl & se & Df) Fl HP HL1 HL2.
  destruct M as [M1 -> -> -> -> -> ->]. destruct Df as [D1 -> -> _].
  destruct (pair_product_values _ _ _ _ _ _ _ _ M1) as (-> & -> & -> & ->).
  destruct (wide_of_sum_values _ _ _ _ _ D1) as (-> & -> & _).
  destruct (fadd_finite _ _ Fl) as (_ & Fq & _). destruct (fadd_finite _ _ Fq) as (Fx & Fy & _).
  destruct (component_near _ _ _ _ _ _ L Fx U1 U3 U1 U3 HL1) as (Fpx & X0 & X1 & X2 & X3).
  destruct (component_near _ _ _ _ _ _ L Fy U2 U4 U2 U4 HL2) as (Fpy & Y0 & Y1 & Y2 & Y3).
  pose proof (Rabs_pos (real uhx)). pose proof (Rabs_pos (real uhy)).
  assert (P1 : 0 <= A * A) by (apply Rmult_le_pos; lra). assert (P2 : 0 <= B * B) by (apply Rmult_le_pos; lra).
  assert (L0 : 0 < L) by (eapply Rlt_le_trans; [apply loss_pos with (a := A) (b := A); lra | exact HL1]).
  match goal with H : finite (fadd (sum_rest _ _) (fadd ?x ?y)) |- _ => set (rx := x) in *; set (ry := y) in * end.
  apply sum_near with (rx := real rx) (ry := real ry) (P1 := A * A) (P2 := B * B); try assumption.
  destruct (fadd_error rx ry (11 * u53 * P + 10 * L) Fq) as (_ & _ & E); [| exact E].
  clear - X2 Y2 HP P1 P2. two_sided; lra.
Qed.
