(* Paths along level and upright walls (set_level_path, side_path_of_level of src/sweep/side_path.h), the parts that
   SidePathOfLevel.v joins over the extracted terms. "Clear": the circle comes no nearer than R. "Presses": it touches
   the side at the start and moves in. "Hits": it starts farther than R and hits the side first.

   Method: the distances at both ends and R are sums of two doubles, kept without error as rounded sum and rest.
   Rounding is monotonic, so the rounded sums decide, or the rests if those are equal. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry Terms_wide Terms_side_path ErrorFreeTerms
  SweepGeometry SweepTerms SweepContact TangentGapLine TangentTime SidePathGeometry.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).

(* The sign of a rounded difference. *)
Lemma difference_sign (a b : D) : finite (fsub a b) ->
  (0 < real (fsub a b) <-> real b < real a) /\ (real (fsub a b) < 0 <-> real a < real b).
Proof.
  intros F. destruct (fsub_finite _ _ F) as (_ & _ & E).
  pose proof (rnd_sum_error double (real a) (- real b) (real_in_format a) (in_format_opp _ (real_in_format b))) as R.
  fold (Rminus (real a) (real b)) in R. rewrite <- E, u_double in R.
  destruct (Rtotal_order (real a) (real b)) as [C | [C | C]].
  - rewrite (Rabs_left (real a - real b)) in R by lra. apply Rabs_le_inv in R. split; split; lra.
  - rewrite C, (Rminus_diag_eq (real b) (real b)), Rabs_R0, Rmult_0_r, Rminus_0_r in R by reflexivity.
    apply Rabs_le_inv in R. split; split; lra.
  - rewrite (Rabs_pos_eq (real a - real b)) in R by lra. apply Rabs_le_inv in R. split; split; lra.
Qed.

(* A rounded sum with its rest. *)
Definition is_sum (hi lo : D) (x : R) :=
  finite hi /\ finite lo /\ real hi = rnd double x /\ real hi + real lo = x /\ Rabs (real hi) <= bpow radix2 201 /\
  Rabs (real lo) <= bpow radix2 201.

Definition sign_of_ahead (ahead : D) : Z :=
  ((if flt (fconst 0 0) ahead then 1 else 0) - (if flt ahead (fconst 0 0) then 1 else 0))%Z.

Lemma compare_sums_right hx lx hy ly x y : is_sum hx lx x -> is_sum hy ly y ->
  let sign := sign_of_ahead (if negb (feq hx hy) then fsub hx hy else fsub lx ly) in
  ((sign < 0)%Z -> x < y) /\ (sign = 0%Z -> x = y) /\ ((0 < sign)%Z -> y < x).
Proof.
  intros (Fhx & Flx & Rx & Ex & Bx & Cx) (Fhy & Fly & Ry & Ey & By & Cy) sign.
  assert (F0 : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity). destruct F0 as (F0 & V0).
  assert (Fd : forall p q : D, finite p -> finite q -> Rabs (real p) <= bpow radix2 201 -> Rabs (real q) <= bpow radix2
    201 ->
    finite (fsub p q)).
  { intros p q Fp Fq Hp Hq. apply (fsub_is_finite p q 202 (conj eq_refl eq_refl) Fp Fq). change 202%Z with (201 + 1)%Z.
    now apply difference_below. }
  assert (Sign : forall d : D, finite d -> (0 < real d /\ sign_of_ahead d = 1%Z) \/ (real d = 0 /\ sign_of_ahead d =
    0%Z) \/
    (real d < 0 /\ sign_of_ahead d = (-1)%Z)).
  { intros d F. unfold sign_of_ahead. destruct (flt_real_cases (fconst 0 0) d F0 F) as [[-> A] | [-> A]];
      destruct (flt_real_cases d (fconst 0 0) F F0) as [[-> B] | [-> B]]; rewrite V0 in *; try (exfalso; lra); auto.
    right. left. split; [lra | reflexivity]. }
  destruct (feq hx hy) eqn:Q; simpl in sign.
  - apply feq_real in Q; auto. pose proof (Fd lx ly Flx Fly Cx Cy) as F. destruct (difference_sign lx ly F) as (P & N).
    destruct (Sign _ F) as [(A & E) | [(A & E) | (A & E)]]; unfold sign; rewrite E; split; try split; intros Z; try lia.
    + apply P in A. lra.
    + destruct (Rtotal_order (real lx) (real ly)) as [C | [C | C]]; [apply N in C; lra | lra | apply P in C; lra].
    + apply N in A. lra.
  - apply feq_real_false in Q; auto. pose proof (Fd hx hy Fhx Fhy Bx By) as F.
    destruct (difference_sign hx hy F) as (P & N).
    assert (Mono : (real hx < real hy -> x < y) /\ (real hy < real hx -> y < x)).
    { rewrite Rx, Ry. split; intros C; apply Rnot_le_lt; intros M; apply (rnd_le double) in M; lra. }
    destruct Mono as (M1 & M2).
    destruct (Sign _ F) as [(A & E) | [(A & E) | (A & E)]]; unfold sign; rewrite E; split; try split; intros Z; try lia.
    + apply M2, P, A.
    + exfalso. destruct (Rtotal_order (real hx) (real hy)) as [C | [C | C]]; [apply N in C; lra | lra | apply P in C;
        lra].
    + apply M1, N, A.
Qed.

(* Heights above a wall of length m, instead of cross products. *)
Lemma path_by_heights c v a b r s m h he : 0 <= r -> is_sign s -> 0 < m -> 0 < len2 a b ->
  norm (ux a b) (uy a b) = m -> s * cross c a b = m * h ->
  s * (cross c a b + (ux a b * py v - uy a b * px v)) = m * he ->
  0 < wu c a b < len2 a b -> 0 < wu c a b + (px v * ux a b + py v * uy a b) < len2 a b ->
  (r <= h -> r <= he -> stays_clear c v a b r) /\ (0 < r -> h = r -> he < r -> presses c v a b r) /\
  (r < h -> he < r -> farther Segment c a b r /\ hits Side Segment c v a b r).
Proof.
  intros R0 Sg M LP EN EX EY (Fa & Fb) (Ga & Gb).
  assert (K : forall z, r <= z -> r * m <= m * z) by (intros z Z; rewrite (Rmult_comm r); apply Rmult_le_compat_l; lra).
  assert (K1 : forall z, r < z -> r * m < m * z) by (intros z Z; rewrite (Rmult_comm r); apply Rmult_lt_compat_l; lra).
  assert (K2 : forall z, z < r -> m * z < r * m) by (intros z Z; rewrite (Rmult_comm r); apply Rmult_lt_compat_l; lra).
  split; [| split].
  - intros H H'. apply (clear_by_ends c v a b r s R0 Sg LP); rewrite EN, ?EX, ?EY; auto.
  - intros RP H H'. apply (presses_by_ends c v a b r s R0 Sg LP Fa Fb Ga Gb RP); rewrite EN, ?EX, ?EY; [rewrite H; ring
      | auto].
  - intros H H'. split; [apply (starts_apart c a b r s R0 Sg LP); rewrite EN, EX; auto |].
    apply (hits_by_ends c v a b r s R0 Sg LP Fa Fb Ga Gb); rewrite EN, ?EX, ?EY; auto.
Qed.

(* Between the ends along the wall. *)
Lemma between_ends p q x : Rmin p q < x < Rmax p q -> 0 < (x - p) * (q - p) < (q - p) * (q - p) /\ q - p <> 0.
Proof.
  unfold Rmin, Rmax. destruct (Rle_dec p q) as [H | H]; [| apply Rnot_le_lt in H]; intros (H1 & H2).
  - split; [| lra]. split; [apply Rmult_lt_0_compat; lra | apply Rmult_lt_compat_r; lra].
  - split; [| lra]. replace ((x - p) * (q - p)) with ((p - x) * (p - q)) by ring.
    replace ((q - p) * (q - p)) with ((p - q) * (p - q)) by ring.
    split; [apply Rmult_lt_0_compat; lra | apply Rmult_lt_compat_r; lra].
Qed.

Lemma sign_of_length d : d <> 0 -> exists s, is_sign s /\ s * d = Rabs d /\ 0 < Rabs d.
Proof.
  intros N. destruct (Rle_or_lt 0 d) as [H | H].
  - exists 1. split; [now left |]. split; [rewrite Rabs_pos_eq; lra | now apply Rabs_pos_lt].
  - exists (-1). split; [now right |]. split; [rewrite Rabs_left; lra | now apply Rabs_pos_lt].
Qed.

Lemma sign_times s s' : is_sign s -> is_sign s' -> is_sign (s * s').
Proof. unfold is_sign. intros [-> | ->] [-> | ->]; [left | right | right | left]; ring. Qed.

Lemma norm_of_level x : norm x 0 = Rabs x.
Proof. unfold norm. replace (x * x + 0 * 0) with (Rsqr x) by (unfold Rsqr; ring). apply sqrt_Rsqr_abs. Qed.

(* A level wall, and an upright one: side is where the start is. *)
Lemma level_path c v a b r side : 0 <= r -> is_sign side -> uy a b = 0 ->
  Rmin (px a) (px b) < px c < Rmax (px a) (px b) -> Rmin (px a) (px b) < px c + px v < Rmax (px a) (px b) ->
  let h := side * (py c - py a) in let he := side * (py c + py v - py a) in
  (r <= h -> r <= he -> stays_clear c v a b r) /\ (0 < r -> h = r -> he < r -> presses c v a b r) /\
  (r < h -> he < r -> farther Segment c a b r /\ hits Side Segment c v a b r).
Proof.
  intros R0 Sg Level C1 C2 h he. destruct (between_ends _ _ _ C1) as (A & N).
  destruct (between_ends _ _ _ C2) as (B & _).
  destruct (sign_of_length _ N) as (s & Ss & Es & M).
  assert (E2 : len2 a b = (px b - px a) * (px b - px a)) by (unfold len2; rewrite Level; unfold ux; ring).
  apply (path_by_heights c v a b r (side * s) (Rabs (px b - px a)) h he R0 (sign_times _ _ Sg Ss) M).
  - rewrite E2. now apply Rsqr_pos_lt.
  - rewrite Level. apply norm_of_level.
  - unfold cross. rewrite Level. rewrite <- Es. unfold h, wx, wy, ux. ring.
  - unfold cross. rewrite Level. rewrite <- Es. unfold he, wx, wy, ux. ring.
  - unfold wu. rewrite Level, E2. unfold wx, wy, ux. lra.
  - unfold wu. rewrite Level, E2. unfold wx, wy, ux. lra.
Qed.

Lemma upright_path c v a b r side : 0 <= r -> is_sign side -> ux a b = 0 ->
  Rmin (py a) (py b) < py c < Rmax (py a) (py b) -> Rmin (py a) (py b) < py c + py v < Rmax (py a) (py b) ->
  let h := side * (px c - px a) in let he := side * (px c + px v - px a) in
  (r <= h -> r <= he -> stays_clear c v a b r) /\ (0 < r -> h = r -> he < r -> presses c v a b r) /\
  (r < h -> he < r -> farther Segment c a b r /\ hits Side Segment c v a b r).
Proof.
  intros R0 Sg Up C1 C2 h he. destruct (between_ends _ _ _ C1) as (A & N). destruct (between_ends _ _ _ C2) as (B & _).
  destruct (sign_of_length _ N) as (s & Ss & Es & M).
  assert (E2 : len2 a b = (py b - py a) * (py b - py a)) by (unfold len2; rewrite Up; unfold uy; ring).
  apply (path_by_heights c v a b r (- (side * s)) (Rabs (py b - py a)) h he R0); auto.
  - destruct (sign_times _ _ Sg Ss) as [-> | ->]; [right | left]; ring.
  - rewrite E2. now apply Rsqr_pos_lt.
  - rewrite Up, norm_swap. apply norm_of_level.
  - unfold cross. rewrite Up. rewrite <- Es. unfold h, wx, wy, uy. ring.
  - unfold cross. rewrite Up. rewrite <- Es. unfold he, wx, wy, uy. ring.
  - unfold wu. rewrite Up, E2. unfold wx, wy, uy. lra.
  - unfold wu. rewrite Up, E2. unfold wx, wy, uy. lra.
Qed.
