(* Error bounds that follow the expression.

   approx v x m k t: if v is finite, then |x| <= m and |v - x| <= e k * m + t, where e k = (1 + u)^k - 1. So v is the
   real number x but for k roundings, relative to the magnitude m of its terms, and t for underflow. Each lemma is for
   one operation; a bound of an expression is a chain of them. *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core.
From Carom Require Import Model.

Open Scope R_scope.

Definition e (f : format) (k : nat) := (1 + u f) ^ k - 1.

Section Approx.
Context {f : format}.
Implicit Types v w : F f.

Definition approx v (x m : R) (k : nat) (t : R) :=
  finite v -> Rabs x <= m /\ 0 <= t /\ Rabs (real v - x) <= e f k * m + t.

Lemma e_0 : e f 0 = 0.
Proof. unfold e. simpl. ring. Qed.

Lemma e_1 : e f 1 = u f.
Proof. unfold e. simpl. ring. Qed.

Lemma e_nonneg k : 0 <= e f k.
Proof.
  unfold e. pose proof (u_pos f). induction k as [| k IH]; simpl; [lra |].
  assert (1 <= (1 + u f) ^ k) by lra. nra.
Qed.

Lemma e_S k : e f (S k) = u f + e f k * (1 + u f).
Proof. unfold e. simpl. ring. Qed.

Lemma e_plus j k : e f (j + k) = e f j + e f k + e f j * e f k.
Proof. unfold e. rewrite pow_add. ring. Qed.

Lemma e_le j k : (j <= k)%nat -> e f j <= e f k.
Proof.
  intros H. replace k with (j + (k - j))%nat by lia. rewrite e_plus.
  pose proof (e_nonneg j). pose proof (e_nonneg (k - j)). nra.
Qed.

(* For up to 64 roundings the terms of second order are a 1,000th. *)
Lemma e_linear k : INR k <= 64 -> u f <= / 65536 -> e f k <= INR k * u f * (1 + / 1000).
Proof.
  intros Hk Hu. pose proof (u_pos f) as U. pose proof (pos_INR k).
  assert (Hs : INR k * u f <= 64 * / 65536) by (apply Rmult_le_compat; lra).
  assert (G : e f k <= INR k * u f * (1 + INR k * u f)).
  { assert (Hl : INR k * u f <= 1) by lra. clear -Hl U.
    induction k as [| k IH].
    - rewrite e_0. simpl. lra.
    - rewrite e_S. rewrite S_INR in *. pose proof (pos_INR k).
      assert (IH' : INR k * u f <= 1) by lra. specialize (IH IH').
      apply Rle_trans with (u f + INR k * u f * (1 + INR k * u f) * (1 + u f)); [nra |].
      assert (0 <= u f * u f * (INR k * (1 - INR k * u f))).
      { apply Rmult_le_pos; [nra |]. apply Rmult_le_pos; lra. }
      nra. }
  eapply Rle_trans; [exact G |]. apply Rmult_le_compat_l; [| lra].
  apply Rmult_le_pos; lra.
Qed.

Lemma approx_exact v : approx v (real v) (Rabs (real v)) 0 0.
Proof. intros _. rewrite Rminus_diag_eq, Rabs_R0, e_0 by reflexivity. lra. Qed.

Lemma approx_weaken v x m k t m' k' t' :
  approx v x m k t -> m <= m' -> (k <= k')%nat -> t <= t' -> approx v x m' k' t'.
Proof.
  intros H Hm Hk Ht Fv. destruct (H Fv) as (A & B & C). repeat split; [lra | lra |].
  pose proof (e_le k k' Hk). pose proof (e_nonneg k). pose proof (Rabs_pos x).
  assert (e f k * m <= e f k' * m') by nra. lra.
Qed.

Lemma approx_neg v x m k t : approx v x m k t -> approx (fneg v) (- x) m k t.
Proof.
  intros H Fv. destruct (H (fneg_finite _ Fv)) as (A & B & C). rewrite Rabs_Ropp, real_fneg.
  repeat split; auto. replace (- real v - - x) with (- (real v - x)) by ring. now rewrite Rabs_Ropp.
Qed.

Lemma approx_abs v x m k t : approx v x m k t -> approx (fabs v) (Rabs x) m k t.
Proof.
  intros H Fv. destruct (H (fabs_finite _ Fv)) as (A & B & C). rewrite Rabs_Rabsolu, real_fabs.
  repeat split; auto. eapply Rle_trans; [apply Rabs_triang_inv2 | exact C].
Qed.

(* Differences and sums of exact numbers: one rounding, relative to the result. *)
Lemma approx_sub_exact v w : approx (fsub v w) (real v - real w) (Rabs (real v - real w)) 1 0.
Proof.
  intros Fs. destruct (fsub_finite _ _ Fs) as (Fv & Fw & E). rewrite E, e_1. repeat split; try lra.
  rewrite Rplus_0_r. unfold Rminus at 1 3 4. apply rnd_sum_error; [apply real_in_format |].
  apply Generic_fmt.generic_format_opp, real_in_format.
Qed.

Lemma approx_add_exact v w : approx (fadd v w) (real v + real w) (Rabs (real v + real w)) 1 0.
Proof.
  intros Fs. destruct (fadd_finite _ _ Fs) as (Fv & Fw & E). rewrite E, e_1. repeat split; try lra.
  rewrite Rplus_0_r. apply rnd_sum_error; apply real_in_format.
Qed.

(* A sum: the next rounding applies to the terms, and loses nothing to underflow. *)
Lemma sum_bound s s' r m k t :
  Rabs s <= m -> Rabs (s' - s) <= e f k * m + t -> 0 <= t -> Rabs (r - s') <= u f * Rabs s' ->
  Rabs (r - s) <= e f (S k) * m + (1 + u f) * t.
Proof.
  intros Hs H Ht Hr. rewrite e_S.
  assert (A : Rabs s' <= m + (e f k * m + t)).
  { replace s' with (s + (s' - s)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  replace (r - s) with ((r - s') + (s' - s)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. pose proof (u_pos f). nra.
Qed.

Lemma approx_add v w x y mx my kx ky tx ty :
  approx v x mx kx tx -> approx w y my ky ty ->
  approx (fadd v w) (x + y) (mx + my) (S (Nat.max kx ky)) ((1 + u f) * (tx + ty)).
Proof.
  intros Hv Hw Fs. destruct (fadd_finite _ _ Fs) as (Fv & Fw & E).
  destruct (Hv Fv) as (Av & Bv & Cv). destruct (Hw Fw) as (Aw & Bw & Cw).
  pose proof (u_pos f).
  assert (S0 : Rabs (x + y) <= mx + my).
  { eapply Rle_trans; [apply Rabs_triang |]. lra. }
  repeat split; [exact S0 | nra |]. rewrite E.
  apply sum_bound with (s' := real v + real w); auto; [| lra | apply rnd_sum_error; apply real_in_format].
  replace (real v + real w - (x + y)) with ((real v - x) + (real w - y)) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  pose proof (e_le kx (Nat.max kx ky) (Nat.le_max_l _ _)).
  pose proof (e_le ky (Nat.max kx ky) (Nat.le_max_r _ _)).
  pose proof (Rabs_pos x). pose proof (Rabs_pos y). nra.
Qed.

Lemma fsub_as_fadd v w : finite (fsub v w) -> real (fsub v w) = real (fadd v (fneg w)) /\ finite (fadd v (fneg w)).
Proof.
  intros Fs. destruct (fsub_finite _ _ Fs) as (Fv & Fw & E).
  assert (D : fadd v (fneg w) = fsub v w).
  { unfold fadd, fsub, fneg, BinarySingleNaN.Bminus. destruct v, w; reflexivity. }
  rewrite D. auto.
Qed.

Lemma approx_sub v w x y mx my kx ky tx ty :
  approx v x mx kx tx -> approx w y my ky ty ->
  approx (fsub v w) (x - y) (mx + my) (S (Nat.max kx ky)) ((1 + u f) * (tx + ty)).
Proof.
  intros Hv Hw Fs. destruct (fsub_as_fadd _ _ Fs) as (E & Fa). rewrite E.
  unfold Rminus at 1 2. apply (approx_add v (fneg w) x (- y) mx my kx ky tx ty); auto.
  now apply approx_neg.
Qed.

(* A product: the roundings of the factors add up, and it may underflow. *)
Definition product_tiny (mx my : R) (kx ky : nat) (tx ty : R) :=
  (1 + e f kx) * mx * ty + (1 + e f ky) * my * tx + tx * ty.

Lemma product_bound x y x' y' mx my kx ky tx ty :
  Rabs x <= mx -> Rabs y <= my -> 0 <= tx -> 0 <= ty ->
  Rabs (x' - x) <= e f kx * mx + tx -> Rabs (y' - y) <= e f ky * my + ty ->
  Rabs (x' * y' - x * y) <= e f (kx + ky) * (mx * my) + product_tiny mx my kx ky tx ty.
Proof.
  intros Hx Hy Tx Ty Ex Ey. unfold product_tiny. rewrite e_plus.
  replace (x' * y' - x * y) with (x * (y' - y) + (x' - x) * y + (x' - x) * (y' - y)) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |]. rewrite !Rabs_mult.
  pose proof (Rabs_pos x). pose proof (Rabs_pos y). pose proof (Rabs_pos (x' - x)). pose proof (Rabs_pos (y' - y)).
  pose proof (e_nonneg kx). pose proof (e_nonneg ky).
  assert (Rabs x * Rabs (y' - y) <= mx * (e f ky * my + ty)) by (apply Rmult_le_compat; lra).
  assert (Rabs (x' - x) * Rabs y <= (e f kx * mx + tx) * my) by (apply Rmult_le_compat; lra).
  assert (Rabs (x' - x) * Rabs (y' - y) <= (e f kx * mx + tx) * (e f ky * my + ty)) by (apply Rmult_le_compat; lra).
  lra.
Qed.

Lemma product_tiny_nonneg mx my kx ky tx ty :
  0 <= mx -> 0 <= my -> 0 <= tx -> 0 <= ty -> 0 <= product_tiny mx my kx ky tx ty.
Proof.
  intros. unfold product_tiny. pose proof (e_nonneg kx). pose proof (e_nonneg ky).
  assert (0 <= (1 + e f kx) * mx * ty) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (1 + e f ky) * my * tx) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= tx * ty) by (apply Rmult_le_pos; lra). lra.
Qed.

(* A rounding that may underflow. *)
Lemma round_bound s s' r m k t :
  Rabs s <= m -> Rabs (s' - s) <= e f k * m + t -> 0 <= t -> Rabs (r - s') <= u f * Rabs s' + eta f ->
  Rabs (r - s) <= e f (S k) * m + ((1 + u f) * t + eta f).
Proof.
  intros Hs H Ht Hr. rewrite e_S.
  assert (A : Rabs s' <= m + (e f k * m + t)).
  { replace s' with (s + (s' - s)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  replace (r - s) with ((r - s') + (s' - s)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. pose proof (u_pos f). nra.
Qed.

Lemma approx_mul v w x y mx my kx ky tx ty :
  approx v x mx kx tx -> approx w y my ky ty ->
  approx (fmul v w) (x * y) (mx * my) (S (kx + ky)) ((1 + u f) * product_tiny mx my kx ky tx ty + eta f).
Proof.
  intros Hv Hw Fs. destruct (fmul_finite _ _ Fs) as (Fv & Fw & E).
  destruct (Hv Fv) as (Av & Bv & Cv). destruct (Hw Fw) as (Aw & Bw & Cw).
  pose proof (u_pos f). pose proof (eta_pos f). pose proof (Rabs_pos x). pose proof (Rabs_pos y).
  assert (P : 0 <= product_tiny mx my kx ky tx ty) by (apply product_tiny_nonneg; lra).
  assert (S0 : Rabs (x * y) <= mx * my) by (rewrite Rabs_mult; apply Rmult_le_compat; lra).
  repeat split; [exact S0 | nra |]. rewrite E.
  apply round_bound with (s' := real v * real w); auto; [now apply product_bound | apply rnd_error].
Qed.

Lemma approx_fma v w z x y c mx my mc kx ky kc tx ty tc :
  approx v x mx kx tx -> approx w y my ky ty -> approx z c mc kc tc ->
  approx (ffma v w z) (x * y + c) (mx * my + mc) (S (Nat.max (kx + ky) kc))
    ((1 + u f) * (product_tiny mx my kx ky tx ty + tc) + eta f).
Proof.
  intros Hv Hw Hz Fs. destruct (ffma_finite _ _ _ Fs) as (Fv & Fw & Fz & E).
  destruct (Hv Fv) as (Av & Bv & Cv). destruct (Hw Fw) as (Aw & Bw & Cw). destruct (Hz Fz) as (Az & Bz & Cz).
  pose proof (u_pos f). pose proof (eta_pos f). pose proof (Rabs_pos x). pose proof (Rabs_pos y).
  assert (P : 0 <= product_tiny mx my kx ky tx ty) by (apply product_tiny_nonneg; lra).
  assert (S0 : Rabs (x * y) <= mx * my) by (rewrite Rabs_mult; apply Rmult_le_compat; lra).
  assert (S1 : Rabs (x * y + c) <= mx * my + mc).
  { eapply Rle_trans; [apply Rabs_triang |]. lra. }
  repeat split; [exact S1 | nra |]. rewrite E.
  apply round_bound with (s' := real v * real w + real z); auto; [| lra | apply rnd_error].
  replace (real v * real w + real z - (x * y + c)) with ((real v * real w - x * y) + (real z - c)) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  pose proof (product_bound x y (real v) (real w) mx my kx ky tx ty Av Aw Bv Bw Cv Cw).
  pose proof (e_le (kx + ky) (Nat.max (kx + ky) kc) (Nat.le_max_l _ _)).
  pose proof (e_le kc (Nat.max (kx + ky) kc) (Nat.le_max_r _ _)).
  pose proof (Rabs_pos c). pose proof (Rabs_pos (x * y)). nra.
Qed.

(* Sums and differences of two products of factors that are rounded once, such as dot and cross products. *)
Lemma product_of_rounded v w x y mx my :
  approx v x mx 1 0 -> approx w y my 1 0 -> approx (fmul v w) (x * y) (mx * my) 3 (eta f).
Proof.
  intros Hv Hw. eapply approx_weaken; [exact (approx_mul _ _ _ _ _ _ _ _ _ _ Hv Hw) | lra | lia |].
  unfold product_tiny. lra.
Qed.

Lemma approx_dot a b c d xa xb xc xd ma mb mc md :
  approx a xa ma 1 0 -> approx b xb mb 1 0 -> approx c xc mc 1 0 -> approx d xd md 1 0 ->
  approx (fadd (fmul a b) (fmul c d)) (xa * xb + xc * xd) (ma * mb + mc * md) 4 (3 * eta f).
Proof.
  intros Ha Hb Hc Hd.
  eapply approx_weaken;
    [exact (approx_add _ _ _ _ _ _ _ _ _ _ (product_of_rounded _ _ _ _ _ _ Ha Hb) (product_of_rounded _ _ _ _ _ _ Hc
      Hd))
    | lra | lia |].
  pose proof (u_le_quarter f). pose proof (eta_pos f). nra.
Qed.

Lemma approx_cross a b c d xa xb xc xd ma mb mc md :
  approx a xa ma 1 0 -> approx b xb mb 1 0 -> approx c xc mc 1 0 -> approx d xd md 1 0 ->
  approx (fsub (fmul a b) (fmul c d)) (xa * xb - xc * xd) (ma * mb + mc * md) 4 (3 * eta f).
Proof.
  intros Ha Hb Hc Hd.
  eapply approx_weaken;
    [exact (approx_sub _ _ _ _ _ _ _ _ _ _ (product_of_rounded _ _ _ _ _ _ Ha Hb) (product_of_rounded _ _ _ _ _ _ Hc
      Hd))
    | lra | lia |].
  pose proof (u_le_quarter f). pose proof (eta_pos f). nra.
Qed.

(* A sum of the squares of two numbers, seen from these numbers. *)
Lemma approx_squares v w :
  approx (fadd (fmul v v) (fmul w w)) (real v * real v + real w * real w) (real v * real v + real w * real w) 2 (3 * eta
    f).
Proof.
  assert (P : forall v : F f, approx (fmul v v) (real v * real v) (real v * real v) 1 (eta f)).
  { intros v0. pose proof (approx_mul _ _ _ _ _ _ _ _ _ _ (approx_exact v0) (approx_exact v0)) as H.
    eapply approx_weaken; [exact H | | lia |].
    - rewrite <- Rabs_mult, Rabs_pos_eq; [lra |]. apply Rle_0_sqr.
    - unfold product_tiny. lra. }
  eapply approx_weaken; [exact (approx_add _ _ _ _ _ _ _ _ _ _ (P v) (P w)) | lra | lia |].
  pose proof (u_le_quarter f). pose proof (eta_pos f). nra.
Qed.

(* The same where products may be fused into the sum. *)
Lemma approx_dot_fused v a b c d xa xb xc xd ma mb mc md :
  sum_or_fused v (fmul a b) (fmul c d) (Some (a, b)) (Some (c, d)) ->
  approx a xa ma 1 0 -> approx b xb mb 1 0 -> approx c xc mc 1 0 -> approx d xd md 1 0 ->
  approx v (xa * xb + xc * xd) (ma * mb + mc * md) 4 (4 * eta f).
Proof.
  pose proof (u_le_quarter f). pose proof (eta_pos f). pose proof (u_pos f).
  intros [-> | [(p & q & E & ->) | (p & q & E & ->)]] Ha Hb Hc Hd; try (injection E as <- <-).
  - eapply approx_weaken; [exact (approx_dot _ _ _ _ _ _ _ _ _ _ _ _ Ha Hb Hc Hd) | lra | lia | lra].
  - eapply approx_weaken;
      [exact (approx_fma _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha Hb (product_of_rounded _ _ _ _ _ _ Hc Hd)) | lra | lia |].
    unfold product_tiny. nra.
  - rewrite Rplus_comm. eapply approx_weaken;
      [exact (approx_fma _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hc Hd (product_of_rounded _ _ _ _ _ _ Ha Hb)) | lra | lia |].
    unfold product_tiny. nra.
Qed.

Lemma approx_cross_fused v a b c d xa xb xc xd ma mb mc md :
  difference_or_fused v (fmul a b) (fmul c d) (Some (a, b)) (Some (c, d)) ->
  approx a xa ma 1 0 -> approx b xb mb 1 0 -> approx c xc mc 1 0 -> approx d xd md 1 0 ->
  approx v (xa * xb - xc * xd) (ma * mb + mc * md) 4 (4 * eta f).
Proof.
  pose proof (u_le_quarter f). pose proof (eta_pos f). pose proof (u_pos f).
  intros [-> | [(p & q & E & ->) | (p & q & E & ->)]] Ha Hb Hc Hd; try (injection E as <- <-).
  - eapply approx_weaken; [exact (approx_cross _ _ _ _ _ _ _ _ _ _ _ _ Ha Hb Hc Hd) | lra | lia | lra].
  - eapply approx_weaken;
      [exact (approx_fma _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha Hb (approx_neg _ _ _ _ _ (product_of_rounded _ _ _ _ _ _ Hc
        Hd)))
      | lra | lia |].
    unfold product_tiny. nra.
  - replace (xa * xb - xc * xd) with (- xc * xd + xa * xb) by ring. eapply approx_weaken;
      [exact (approx_fma _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (approx_neg _ _ _ _ _ Hc) Hd (product_of_rounded _ _ _ _ _ _ Ha
        Hb))
      | lra | lia |].
    unfold product_tiny. nra.
Qed.

Lemma approx_square v : approx (fmul v v) (real v * real v) (real v * real v) 1 (eta f).
Proof.
  pose proof (approx_mul _ _ _ _ _ _ _ _ _ _ (approx_exact v) (approx_exact v)) as H.
  eapply approx_weaken; [exact H | | lia |].
  - rewrite <- Rabs_mult, Rabs_pos_eq; [lra |]. apply Rle_0_sqr.
  - unfold product_tiny. lra.
Qed.

Lemma approx_squares_fused s v w :
  sum_or_fused s (fmul v v) (fmul w w) (Some (v, v)) (Some (w, w)) ->
  approx s (real v * real v + real w * real w) (real v * real v + real w * real w) 2 (4 * eta f).
Proof.
  pose proof (u_le_quarter f). pose proof (eta_pos f). pose proof (u_pos f).
  assert (S : forall x : F f, Rabs (real x) * Rabs (real x) = real x * real x).
  { intros x. rewrite <- Rabs_mult. apply Rabs_pos_eq, Rle_0_sqr. }
  intros [-> | [(p & q & E & ->) | (p & q & E & ->)]]; try (injection E as <- <-).
  - eapply approx_weaken; [exact (approx_squares v w) | lra | lia | lra].
  - eapply approx_weaken;
      [exact (approx_fma _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (approx_exact v) (approx_exact v) (approx_square w)) | | lia |].
    + rewrite S. lra.
    + unfold product_tiny. nra.
  - rewrite Rplus_comm. eapply approx_weaken;
      [exact (approx_fma _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (approx_exact w) (approx_exact w) (approx_square v)) | | lia |].
    + rewrite S. lra.
    + unfold product_tiny. nra.
Qed.

End Approx.

(* Takes an equation apart: from `finite (an expression)` follows `finite` of its parts. *)
Ltac finite_back H :=
  match type of H with
  | finite (fadd ?x ?y) => let A := fresh in let B := fresh in
      destruct (fadd_finite x y H) as (A & B & _); finite_back A; finite_back B
  | finite (fsub ?x ?y) => let A := fresh in let B := fresh in
      destruct (fsub_finite x y H) as (A & B & _); finite_back A; finite_back B
  | finite (fmul ?x ?y) => let A := fresh in let B := fresh in
      destruct (fmul_finite x y H) as (A & B & _); finite_back A; finite_back B
  | finite (fabs ?x) => let A := fresh in pose proof (fabs_finite x H) as A; finite_back A
  | finite (fneg ?x) => let A := fresh in pose proof (fneg_finite x H) as A; finite_back A
  | finite (fsqrt ?x) => let A := fresh in destruct (fsqrt_finite x H) as (A & _); finite_back A
  | _ => idtac
  end.

Lemma e_double k : (k <= 64)%nat -> e double k <= INR k * u double * (1 + / 1000).
Proof.
  intros H. apply e_linear.
  - replace 64 with (INR 64) by (simpl; lra). now apply le_INR.
  - rewrite u_double. lra.
Qed.
