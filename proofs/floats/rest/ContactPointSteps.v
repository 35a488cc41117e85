(* The steps of a coordinate of the contact point: a term g x as hi + lo, sums of such terms, and the last rounding.

   The errors are in units of 2^-106 of the terms. A coordinate that has not lost too many digits to cancellation is
   within an ulp of the true one, and exact if that is a double. docs/exactness.md, "Point". *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Approx ErrorFree ContactFeature ContactPairs ContactSteps ContactRoot
  ContactDepth ContactEnd.

Open Scope R_scope.

(* g x for g = m + rest and x = dh + dl. M bounds the term. *)
Section Term.
Variables m rest dh dl : F double.
Variables x g M E : R.
Hypothesis m_below : below m 430.
Hypothesis m_normal : is_normal_or_zero (real m).
Hypothesis split : is_splittable (real m * real dh).
Hypothesis F_rest : finite rest.
Hypothesis dh_ordinary : ordinary dh.
Hypothesis F_dl : finite dl.
Hypothesis x_sum : real dh + real dl = x.
Hypothesis x_rest : Rabs (real dl) <= ud * Rabs x.
Hypothesis M_size : bpow radix2 (-700) <= M <= bpow radix2 300.
Hypothesis m_x : - (101/100 * M) <= real m * x <= 101/100 * M.
Hypothesis rest_x : - (17 * (ud * M)) <= real rest * x <= 17 * (ud * M).
Hypothesis g_x : - E <= (real m + real rest) * x - g * x <= E.
Let h := fmul m dh.
Let low := fadd (pair_product_rest m dh) (fadd (fmul m dl) (fmul rest dh)).

Lemma term_parts :
  finite h /\ - (102/100 * M) <= real h <= 102/100 * M /\ Rabs (real m * x) <= Rabs (real h) + / 1000 * M /\
  finite low /\ - (195/10 * (ud * M)) <= real low <= 195/10 * (ud * M) /\
  - (E + 73 * (ud * (ud * M))) <= real h + real low - g * x <= E + 73 * (ud * (ud * M)).
Proof.
  destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0. destruct M_size as [M1 M2].
  pose proof (bpow_gt_0 radix2 (-700)) as Z. assert (M0 : 0 <= M) by lra. scales M M0.
  pose proof (tiny_small M ltac:(eapply Rle_trans; [apply bpow_le | exact M1]; lia)) as TM.
  assert (Big : 100 * M <= big).
  { apply Rle_trans with (bpow radix2 7 * bpow radix2 300); [| rewrite <- bpow_plus; apply bpow_le; lia].
    apply Rmult_le_compat; try lra. simpl. lra. }
  destruct dh_ordinary as [[Fh Bh] Oh].
  assert (Low : forall y c, - c <= y * x <= c -> - (ud * c) <= y * real dl <= ud * c).
  { intros y c Hy. apply Rabs_le in Hy. apply Rabs_le_inv. rewrite Rabs_mult in *.
    apply Rle_trans with (Rabs y * (ud * Rabs x)); [apply Rmult_le_compat_l; [apply Rabs_pos | exact x_rest] |].
    replace (Rabs y * (ud * Rabs x)) with (ud * (Rabs y * Rabs x)) by ring. apply Rmult_le_compat_l; lra. }
  pose proof (Low _ _ m_x) as P2. pose proof (Low _ _ rest_x) as P4.
  replace (ud * (101/100 * M)) with (101/100 * (ud * M)) in P2 by ring.
  replace (ud * (17 * (ud * M))) with (17 * (ud * (ud * M))) in P4 by ring.
  assert (P1 : real m * real dh = real m * x - real m * real dl) by (rewrite <- x_sum; ring).
  assert (P3 : real rest * real dh = real rest * x - real rest * real dl) by (rewrite <- x_sum; ring).
  assert (Bd : below dh 430) by (split; [exact Fh | eapply below_le; [exact Bh | lia]]).
  destruct (pair_product_parts m dh 430 m_below Bd ltac:(lia) m_normal (ordinary_normal dh dh_ordinary) split)
    as (Fm & Fr & Em & Sm).
  fold h in Fm, Em.
  assert (Sm' : Rabs (real (pair_product_rest m dh)) <= 102/100 * (ud * M)).
  { eapply Rle_trans; [exact Sm |].
    assert (ud * Rabs (real m * real dh) <= ud * (1011/1000 * M)) by (apply Rmult_le_compat_l; [lra | apply Rabs_le;
      lra]). lra. }
  apply Rabs_le_inv in Sm'.
  destruct (mul_step m dl (101/100 * (ud * M)) (proj1 m_below) F_dl P2 ltac:(lra)) as (F1 & X1).
  destruct (mul_step rest dh (171/10 * (ud * M)) F_rest Fh ltac:(lra) ltac:(lra)) as (F2 & X2).
  destruct (add_step (fmul m dl) (fmul rest dh) (182/10 * (ud * M)) F1 F2 ltac:(lra) ltac:(lra)) as (F3 & X3).
  destruct (add_step (pair_product_rest m dh) (fadd (fmul m dl) (fmul rest dh)) (193/10 * (ud * M)) Fr F3 ltac:(lra)
    ltac:(lra)) as (F4 & X4).
  fold low in F4, X4.
  replace (ud * (101/100 * (ud * M))) with (101/100 * (ud * (ud * M))) in X1 by ring.
  replace (ud * (171/10 * (ud * M))) with (171/10 * (ud * (ud * M))) in X2 by ring.
  replace (ud * (182/10 * (ud * M))) with (182/10 * (ud * (ud * M))) in X3 by ring.
  replace (ud * (193/10 * (ud * M))) with (193/10 * (ud * (ud * M))) in X4 by ring.
  assert (Ex : (real m + real rest) * x = real m * real dh + real m * real dl + real rest * real dh + real rest * real
    dl).
  { rewrite <- x_sum. ring. }
  split; [exact Fm |]. split; [lra |]. split.
  { replace (real m * x) with (real h + (real m * x - real h)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    apply Rplus_le_compat_l, Rabs_le. lra. }
  split; [exact F4 |]. split; lra.
Qed.

End Term.

(* The sum of a coordinate and a term. *)
Lemma first_sum (a h low : F double) (X S M E : R) :
  below a 300 -> - S <= real a <= S -> finite h -> - (102/100 * M) <= real h <= 102/100 * M ->
  finite low -> - (195/10 * (ud * M)) <= real low <= 195/10 * (ud * M) -> - E <= real h + real low - X <= E ->
  0 <= S <= bpow radix2 300 -> 0 <= M <= bpow radix2 300 ->
  let s := fadd a h in let l := fadd (sum_rest a h) low in
  below s 304 /\ - (1001/1000 * (S + 102/100 * M)) <= real s <= 1001/1000 * (S + 102/100 * M) /\ finite l /\
  - (ud * (1001/1000 * S + 206/10 * M)) <= real l <= ud * (1001/1000 * S + 206/10 * M) /\
  - (E + ud * (ud * (1001/1000 * S + 206/10 * M))) <= real s + real l - (real a + X) <=
      E + ud * (ud * (1001/1000 * S + 206/10 * M)).
Proof.
  intros Ba Sa Fh Sh Fl Sl HE [S0 SB] [M0 MB]. cbv zeta. destruct ud_small as [U0 U1]. scales S S0. scales M M0.
  assert (B304 : 10 * (bpow radix2 300 + bpow radix2 300 / 2) <= bpow radix2 304).
  { change 304%Z with (4 + 300)%Z. rewrite bpow_plus. simpl (bpow radix2 4). pose proof (bpow_ge_0 radix2 300). lra. }
  assert (Big : bpow radix2 304 <= big) by (apply bpow_le; lia). pose proof (bpow_ge_0 radix2 300) as Z.
  assert (Bh : below h 304) by (split; [exact Fh | apply Rabs_le; lra]).
  destruct (sum_parts a h 304 (below_weaken a 300 304 Ba ltac:(lia)) Bh ltac:(lia)) as (Fs & Fr & Es & Sr & _).
  assert (Hr : Rabs (real a + real h) <= S + 102/100 * M) by (apply Rabs_le; lra).
  assert (Hr' : Rabs (real (sum_rest a h)) <= ud * (S + 102/100 * M)) by (eapply Rle_trans;
    [exact Sr | apply Rmult_le_compat_l; lra]).
  apply Rabs_le_inv in Hr'.
  destruct (add_step (sum_rest a h) low (ud * S + 2052/100 * (ud * M)) Fr Fl ltac:(lra) ltac:(lra)) as (F1 & X1).
  replace (ud * (ud * S + 2052/100 * (ud * M))) with (ud * (ud * S) + 2052/100 * (ud * (ud * M))) in X1 by ring.
  split; [split; [exact Fs | apply Rabs_le; lra] |]. split; [lra |]. split; [exact F1 |]. split; lra.
Qed.

(* The sum of a number p + q and a term. *)
Lemma next_sum (p q h low : F double) (P X S L M D E : R) :
  below p 310 -> - S <= real p <= S -> finite q -> - (ud * L) <= real q <= ud * L -> - D <= real p + real q - P <= D ->
  finite h -> - (102/100 * M) <= real h <= 102/100 * M ->
  finite low -> - (195/10 * (ud * M)) <= real low <= 195/10 * (ud * M) -> - E <= real h + real low - X <= E ->
  0 <= S <= bpow radix2 310 -> 0 <= L <= bpow radix2 310 -> 0 <= M <= bpow radix2 310 ->
  let s := fadd p h in let l := fadd (fadd (sum_rest p h) q) low in
  finite s /\ - (11/10 * (S + M)) <= real s <= 11/10 * (S + M) /\ finite l /\
    - (21 * (ud * (S + L + M))) <= real l <= 21 * (ud * (S + L + M)) /\
  - (D + E + ud * (ud * (201/100 * S + 201/100 * L + 217/10 * M))) <= real s + real l - (P + X) <=
     D + E + ud * (ud * (201/100 * S + 201/100 * L + 217/10 * M)).
Proof.
  intros Bp Sp Fq Sq HD Fh Sh Fl Sl HE [S0 SB] [L0 LB] [M0 MB]. cbv zeta. destruct ud_small as [U0 U1]. scales S S0.
  scales M M0. scales L L0.
  assert (B320 : 100 * bpow radix2 310 <= bpow radix2 320).
  { change 320%Z with (10 + 310)%Z. rewrite bpow_plus. simpl (bpow radix2 10). pose proof (bpow_ge_0 radix2 310). lra. }
  assert (Big : bpow radix2 320 <= big) by (apply bpow_le; lia). pose proof (bpow_ge_0 radix2 310) as Z.
  assert (Bh : below h 320) by (split; [exact Fh | apply Rabs_le; lra]).
  destruct (sum_parts p h 320 (below_weaken p 310 320 Bp ltac:(lia)) Bh ltac:(lia)) as (Fs & Fr & Es & Sr & _).
  assert (Hr : Rabs (real p + real h) <= S + 102/100 * M) by (apply Rabs_le; lra).
  assert (Hr' : Rabs (real (sum_rest p h)) <= ud * (S + 102/100 * M)) by (eapply Rle_trans;
    [exact Sr | apply Rmult_le_compat_l; lra]).
  apply Rabs_le_inv in Hr'.
  destruct (add_step (sum_rest p h) q (ud * S + ud * L + 102/100 * (ud * M)) Fr Fq ltac:(lra) ltac:(lra)) as (F1 & X1).
  replace (ud * (ud * S + ud * L + 102/100 * (ud * M))) with (ud * (ud * S) + ud * (ud * L) + 102/100 * (ud * (ud * M)))
    in X1 by ring.
  destruct (add_step (fadd (sum_rest p h) q) low (1001/1000 * (ud * S) + 1001/1000 * (ud * L) + 206/10 * (ud * M)) F1 Fl
    ltac:(lra) ltac:(lra)) as (F2 & X2).
  replace (ud * (1001/1000 * (ud * S) + 1001/1000 * (ud * L) + 206/10 * (ud * M)))
    with (1001/1000 * (ud * (ud * S)) + 1001/1000 * (ud * (ud * L)) + 206/10 * (ud * (ud * M))) in X2 by ring.
  split; [exact Fs |]. split; [lra |]. split; [exact F2 |]. split; lra.
Qed.

(* ---- the last rounding ---- *)

Lemma ulp_at_least x : Rabs x * bpow radix2 (-53) <= ulp radix2 (exponents double) x.
Proof. left. apply (ulp_FLT_gt radix2 (emin double) (prec double)). Qed.

(* Neighbours are not too close. *)
Lemma neighbours_apart x y : in_format double x -> in_format double y -> 0 <= x -> x < y ->
  x * bpow radix2 (-53) <= y - x.
Proof.
  intros Fx Fy x0 L. pose proof (succ_le_lt radix2 (exponents double) x y Fx Fy L) as S.
  rewrite succ_eq_pos in S by exact x0.
  pose proof (ulp_at_least x) as Q. rewrite Rabs_pos_eq in Q by exact x0. lra.
Qed.

Lemma near_double n p : in_format double n -> in_format double p -> Rabs (n - p) <= bpow radix2 (-55) * Rabs n -> n = p.
Proof.
  assert (G : forall n p, in_format double n -> in_format double p -> 0 <= n -> Rabs (n - p) <= bpow radix2 (-55) * n ->
    n = p).
  { clear. intros n p Fn Fp n0 H. apply Rabs_le_inv in H.
    assert (E : bpow radix2 (-53) = 4 * bpow radix2 (-55)) by (change (-53)%Z with (2 + -55)%Z; rewrite bpow_plus;
      reflexivity).
    assert (S : bpow radix2 (-55) <= / 4) by (change (/ 4) with (bpow radix2 (-2)); apply bpow_le; lia).
    pose proof (bpow_gt_0 radix2 (-55)) as Z.
    destruct (Rle_lt_or_eq_dec 0 n n0) as [Np | <-]; [| rewrite Rmult_0_r in H; lra].
    assert (M : 0 < bpow radix2 (-55) * n) by (apply Rmult_lt_0_compat; lra).
    assert (bpow radix2 (-55) * n <= / 4 * n) by (apply Rmult_le_compat_r; lra).
    destruct (Rtotal_order n p) as [L | [L | L]]; [| exact L |].
    - pose proof (neighbours_apart n p Fn Fp n0 L) as K. rewrite E in K. lra.
    - pose proof (neighbours_apart p n Fp Fn ltac:(lra) L) as K. rewrite E in K.
      assert (bpow radix2 (-55) * (3/4 * n) <= bpow radix2 (-55) * p) by (apply Rmult_le_compat_l; lra). lra. }
  intros Fn Fp H. destruct (Rle_lt_dec 0 n) as [L | L].
  - apply G; auto. now rewrite (Rabs_pos_eq n) in H.
  - assert (- n = - p); [| lra]. apply G; try apply in_format_opp; auto; [lra |].
    replace (- n - - p) with (- (n - p)) by ring. rewrite Rabs_Ropp. now rewrite (Rabs_left n) in H.
Qed.

(* The promise for a coordinate: within an ulp of the true one, and exact if that is a double. *)
Definition is_rounded_coordinate (v p : R) :=
  Rabs (v - p) <= ulp radix2 (exponents double) p /\ (in_format double p -> v = p).

Lemma rounded_coordinate V p : Rabs (V - p) <= bpow radix2 (-57) * Rabs (rnd double V) ->
  is_rounded_coordinate (rnd double V) p.
Proof.
  intros H. set (n := rnd double V) in *. pose proof (bpow_gt_0 radix2 (-57)) as Z. pose proof (Rabs_pos n) as n0.
  assert (E3 : bpow radix2 (-53) = 16 * bpow radix2 (-57)) by (change (-53)%Z with (4 + -57)%Z; rewrite bpow_plus;
    reflexivity).
  assert (E5 : bpow radix2 (-55) = 4 * bpow radix2 (-57)) by (change (-55)%Z with (2 + -57)%Z; rewrite bpow_plus;
    reflexivity).
  assert (S : bpow radix2 (-57) <= / 16) by (change (/ 16) with (bpow radix2 (-4)); apply bpow_le; lia).
  assert (M : 0 <= bpow radix2 (-57) * Rabs n) by (apply Rmult_le_pos; lra).
  split.
  - pose proof (rounded_near V p (Rabs p) _ H (Rle_refl _)) as K. fold n in K. rewrite ulp_abs in K.
    pose proof (ulp_at_least p) as Q. rewrite E3 in Q.
    assert (T : Rabs n <= Rabs p + Rabs (n - p)) by (replace n with (p + (n - p)) at 1 by ring; apply Rabs_triang).
    assert (bpow radix2 (-57) * Rabs n <= bpow radix2 (-57) * Rabs p + / 16 * Rabs (n - p)).
    { eapply Rle_trans; [apply Rmult_le_compat_l; [lra | exact T] |]. rewrite Rmult_plus_distr_l.
      apply Rplus_le_compat_l.
      apply Rmult_le_compat_r; [apply Rabs_pos | exact S]. }
    pose proof (Rmult_le_pos _ _ (Rabs_pos p) (Rlt_le _ _ Z)). lra.
  - intros Fp. apply near_double; [apply rnd_in_format | exact Fp |].
    pose proof (round_N_pt radix2 (exponents double) (fun n => negb (Z.even n)) V) as [_ P]. specialize (P p Fp).
    change (round radix2 (exponents double) ZnearestE V) with n in P. rewrite (Rabs_minus_sym p) in P.
    replace (n - p) with ((n - V) + (V - p)) by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite E5. lra.
Qed.

(* rounded() adds 0, so that there is no -0. *)
Lemma plus_zero_is_not_minus_zero (v : F double) : fadd v (fconst 0 0) <> B754_zero true.
Proof. destruct v as [s | s | | s m e H]; try discriminate; destruct s; discriminate. Qed.
