(* Sums of double-doubles (wide_add of src/arithmetic/wide.h) with equal exponents, over the extracted terms: the error
   is at most 2^-104 of the sum if the signs are equal, and 2^-104 of the larger operand if they are not.

   Method (Joldes, Muller and Popescu 2017): of the four sums two are exact by two-sum, and the ordered sums are exact,
   too, although their second operand can exceed the first one: then ah + bh cancels to a few units of the last place,
   of which the low parts are short multiples. Two roundings of low parts remain. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN Plus_error.
From Carom Require Import Model Facts Operations ErrorFree Terms_wide ErrorFreeTerms Wide.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation rnd := (rnd double).
Notation fmt := (in_format double).

(* A double is a whole number of units. *)
Lemma whole_of_format x :
  fmt x -> exists n, x = IZR n * bpow radix2 (cexp radix2 (exponents double) x) /\ (Z.abs n < 2 ^ 53)%Z /\
  (-1074 <= cexp radix2 (exponents double) x)%Z.
Proof.
  intros H. exists (Ztrunc (scaled_mantissa radix2 (exponents double) x)). split; [exact H |].
  set (c := cexp _ _ x). set (n := Ztrunc _).
  assert (Hc : (c = Z.max (mag radix2 x - 53) (-1074))%Z) by reflexivity.
  split; [| lia]. apply lt_IZR. rewrite abs_IZR.
  apply Rmult_lt_reg_r with (bpow radix2 c); [apply bpow_gt_0 |].
  rewrite <- (Rabs_pos_eq (bpow radix2 c)) at 1 by apply bpow_ge_0. rewrite <- Rabs_mult.
  replace (IZR n * bpow radix2 c) with x by exact H.
  change (IZR (2 ^ 53)) with (IZR (Zpower radix2 53)). rewrite IZR_Zpower, <- bpow_plus by lia.
  eapply Rlt_le_trans; [apply (bpow_mag_gt radix2) |]. apply bpow_le. lia.
Qed.

Lemma unit_le x k : x <> 0 -> Rabs x < bpow radix2 (k + 53) -> (-1074 <= k)%Z ->
  (cexp radix2 (exponents double) x <= k)%Z.
Proof.
  intros N H Hk. change (Z.max (mag radix2 x - 53) (-1074) <= k)%Z.
  pose proof (mag_le_bpow radix2 x (k + 53) N H). lia.
Qed.

Lemma whole_times m g e : (e <= g)%Z -> IZR m * bpow radix2 g = IZR (m * 2 ^ (g - e)) * bpow radix2 e.
Proof.
  intros H. rewrite mult_IZR, (IZR_Zpower radix2), Rmult_assoc, <- bpow_plus by lia. repeat f_equal. lia.
Qed.

Lemma rnd_whole z e : exists z', rnd (IZR z * bpow radix2 e) = IZR z' * bpow radix2 e.
Proof.
  destruct (round_repr_same_exp radix2 (exponents double) ZnearestE z e) as (z' & H). exists z'. exact H.
Qed.

Lemma whole_exact_0 z e : (Z.abs z <= 2 ^ 53)%Z -> (-1074 <= e)%Z -> rnd (IZR z * bpow radix2 e) = IZR z * bpow radix2
  e.
Proof. intros Hz He. pose proof (whole_exact z 0 e Hz ltac:(easy) He) as W. now rewrite Z.mul_1_r in W. Qed.

(* The ordered sum is exact, although |b| may exceed |a|, if a is a multiple of units and b is a few of these. *)
Lemma short_ordered_sum m g b (a := IZR m * bpow radix2 g) :
  (-1074 <= g)%Z -> fmt b -> Rabs b <= bpow radix2 (g + 2) -> Rabs a <= Rabs b ->
  rnd (a + b) + rnd (b - rnd (rnd (a + b) - a)) = a + b.
Proof.
  intros Hg Fb Hb Hab.
  assert (Fa : fmt a).
  { unfold a. rewrite <- (Z.mul_1_r m). apply (whole_in_format m 0 g); [| easy | exact Hg].
    apply le_IZR. rewrite abs_IZR. apply Rmult_le_reg_r with (bpow radix2 g); [apply bpow_gt_0 |].
    rewrite <- (Rabs_pos_eq (bpow radix2 g)) at 1 by apply bpow_ge_0. rewrite <- Rabs_mult. fold a.
    change (IZR (2 ^ 53)) with (IZR (Zpower radix2 53)). rewrite IZR_Zpower, <- bpow_plus by lia.
    eapply Rle_trans; [exact Hab |]. eapply Rle_trans; [exact Hb |]. apply bpow_le. lia. }
  destruct (Req_dec b 0) as [-> | Nb].
  { assert (Za : a = 0).
    { rewrite Rabs_R0 in Hab. destruct (Req_dec a 0) as [| N]; [assumption |]. pose proof (Rabs_pos_lt a N). lra. }
    rewrite Za, !Rplus_0_r, rnd_zero, !Rminus_0_r, rnd_zero, Rminus_0_r, rnd_zero. ring. }
  destruct (whole_of_format b Fb) as (n & En & Hn & He). set (e := cexp _ _ b) in *.
  assert (Heg : (e <= g)%Z).
  { apply unit_le; auto. eapply Rle_lt_trans; [exact Hb |]. apply bpow_lt. lia. }
  set (k := (m * 2 ^ (g - e))%Z). assert (Ea : a = IZR k * bpow radix2 e) by now apply whole_times.
  assert (P : 0 < bpow radix2 e) by apply bpow_gt_0.
  assert (Hk : (Z.abs k <= Z.abs n)%Z).
  { apply le_IZR. rewrite !abs_IZR. apply Rmult_le_reg_r with (bpow radix2 e); [exact P |].
    rewrite <- (Rabs_pos_eq (bpow radix2 e)) by lra. rewrite <- !Rabs_mult, <- Ea, <- En. exact Hab. }
  destruct (rnd_whole (k + n) e) as (z & Ez).
  assert (Es : rnd (a + b) = IZR z * bpow radix2 e).
  { rewrite Ea, En, <- Rmult_plus_distr_r, <- plus_IZR. exact Ez. }
  assert (Hz : (Z.abs (z - (k + n)) <= 1)%Z).
  { pose proof (rnd_sum_error double a b Fa Fb) as Err. rewrite Es, u_double in Err.
    replace (a + b) with (IZR (k + n) * bpow radix2 e) in Err by (rewrite Ea, En, plus_IZR; ring).
    rewrite <- Rmult_minus_distr_r, <- minus_IZR, !Rabs_mult, (Rabs_pos_eq (bpow _ _)), <- !abs_IZR in Err by lra.
    assert (B : IZR (Z.abs (k + n)) <= IZR (2 ^ 54 - 2)) by (apply IZR_le; lia).
    apply Z.lt_succ_r. apply lt_IZR. apply Rmult_lt_reg_r with (bpow radix2 e); [exact P |].
    eapply Rle_lt_trans; [exact Err |]. rewrite <- Rmult_assoc. apply Rmult_lt_compat_r; [exact P |].
    change (IZR (2 ^ 54 - 2)) with 18014398509481982 in B. change (IZR (Z.succ 1)) with 2. lra. }
  rewrite Es, Ea, <- Rmult_minus_distr_r, <- minus_IZR, whole_exact_0 by (try exact He; lia).
  rewrite En, <- Rmult_minus_distr_r, <- minus_IZR, whole_exact_0 by (try exact He; lia).
  rewrite <- !Rmult_plus_distr_r, <- !plus_IZR. f_equal. f_equal. lia.
Qed.

(* Numbers that cancel to a few units leave a short number of units without error. *)
Lemma deep_cancellation x y t :
  fmt x -> fmt y -> Rabs y <= Rabs x -> Rabs (x + y) <= 5 / 2 * u53 * Rabs x -> Rabs t <= 5 / 2 * u53 * Rabs x ->
  exists m g, x + y = IZR m * bpow radix2 g /\ (-1074 <= g)%Z /\ Rabs t <= bpow radix2 (g + 2) /\ rnd (x + y) = x + y.
Proof.
  intros Fx Fy Hyx Hs Ht.
  destruct (Req_dec y 0) as [-> | Ny].
  { assert (x = 0) as ->.
    { rewrite Rplus_0_r in Hs. destruct (Req_dec x 0) as [| N]; [assumption |]. pose proof (Rabs_pos_lt x N). lra. }
    exists 0%Z, (-1074)%Z. rewrite Rabs_R0, Rmult_0_r in Ht. rewrite Rplus_0_r, rnd_zero, Rmult_0_l.
    repeat split; try easy. eapply Rle_trans; [exact Ht | apply bpow_ge_0]. }
  destruct (whole_of_format x Fx) as (k & Ek & Hk & _). destruct (whole_of_format y Fy) as (n & En & Hn & Hg).
  set (g := cexp _ _ y) in *. set (c := cexp _ _ x) in *.
  assert (Hgc : (g <= c)%Z).
  { unfold g, c. change (Z.max (mag radix2 y - 53) (-1074) <= Z.max (mag radix2 x - 53) (-1074))%Z.
    pose proof (mag_le_abs radix2 y x Ny Hyx). lia. }
  assert (P : 0 < bpow radix2 g) by apply bpow_gt_0.
  assert (By : Rabs y <= 9007199254740992 * bpow radix2 g).
  { rewrite En, Rabs_mult, (Rabs_pos_eq (bpow _ _)), <- abs_IZR by lra.
    apply Rmult_le_compat_r; [lra |]. change 9007199254740992 with (IZR (2 ^ 53)). apply IZR_le. lia. }
  assert (Bx : Rabs x <= 9007199254740992 * (1 + 5 * u53) * bpow radix2 g).
  { assert (Rabs x <= Rabs (x + y) + Rabs y).
    { replace x with ((x + y) + - y) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    lra. }
  exists (k * 2 ^ (c - g) + n)%Z, g.
  assert (E : x + y = IZR (k * 2 ^ (c - g) + n) * bpow radix2 g).
  { rewrite plus_IZR, Rmult_plus_distr_r, <- whole_times, <- Ek, <- En by exact Hgc. reflexivity. }
  assert (B4 : bpow radix2 (g + 2) = 4 * bpow radix2 g) by (rewrite bpow_plus; change (bpow radix2 2) with 4; ring).
  split; [exact E |]. split; [exact Hg |]. split; [rewrite B4; lra |].
  rewrite E. apply whole_exact_0; [| exact Hg].
  apply le_IZR. rewrite abs_IZR. apply Rmult_le_reg_r with (bpow radix2 g); [exact P |].
  rewrite <- (Rabs_pos_eq (bpow radix2 g)) at 1 by lra. rewrite <- Rabs_mult, <- E.
  change (IZR (2 ^ 53)) with 9007199254740992. lra.
Qed.

(* The rounded sum of a and b, and what is left of b, are a + b without error. *)
Definition adds_exactly a b := rnd (a + b) + rnd (b - rnd (rnd (a + b) - a)) = a + b.

Lemma adds_exactly_in_order a b : fmt a -> fmt b -> a = 0 \/ Rabs b <= Rabs a -> adds_exactly a b.
Proof.
  intros Fa Fb [-> | Hab]; unfold adds_exactly.
  - rewrite Rplus_0_l, Rminus_0_r. rewrite !(rnd_of_format double b) by assumption.
    rewrite Rminus_diag_eq, rnd_zero by reflexivity. ring.
  - pose proof (Pff2Flocq.Fast2Sum_correct (emin double) (prec double) (fun t => negb (Z.even t)) eq_refl
    ltac:(discriminate)
      ties_even_symmetric a b Fa Fb Hab) as T.
    change (rnd (a + b) + rnd (b + rnd (a - rnd (a + b))) = a + b) in T.
    etransitivity; [| exact T]. f_equal. f_equal. unfold Rminus at 1. f_equal. rewrite <- rnd_opp. f_equal. ring.
Qed.

(* What every step of a sum adds. *)
Lemma sum_step x y : fmt x -> fmt y ->
  Rabs (rnd (x + y) - (x + y)) <= u53 * Rabs (x + y) /\ Rabs (rnd (x + y) - (x + y)) <= u53 * Rabs (rnd (x + y)).
Proof.
  intros Fx Fy. rewrite <- u_double. split; [now apply rnd_sum_error | now apply rnd_sum_error_of_result].
Qed.

(* |y| <= |x| + |x - y| *)
Lemma abs_near x y d : Rabs (x - y) <= d -> Rabs x <= Rabs y + d /\ Rabs y <= Rabs x + d.
Proof.
  intros H. split.
  - replace x with (y + (x - y)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
  - replace y with (x + - (x - y)) by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
Qed.

(* The low part that a rounded sum leaves is half a unit of the sum at most. *)
Lemma half_unit x y : rnd (x + y) <> 0 ->
  Rabs (x + y - rnd (x + y)) <= / 2 * bpow radix2 (cexp radix2 (exponents double) (rnd (x + y))).
Proof.
  intros N. rewrite Rabs_minus_sym.
  pose proof (error_le_half_ulp_round radix2 (exponents double) (fun t => negb (Z.even t)) (x + y)) as H.
  change (round radix2 (exponents double) (Znearest (fun t => negb (Z.even t))) (x + y)) with (rnd (x + y)) in H.
  rewrite ulp_neq_0 in H by exact N. exact H.
Qed.

Lemma rest_in_format x y : fmt x -> fmt y -> fmt (x + y - rnd (x + y)).
Proof.
  intros Fx Fy. replace (x + y - rnd (x + y)) with (- (rnd (x + y) - (x + y))) by ring. apply in_format_opp.
  exact (plus_error radix2 (exponents double) (fun t => negb (Z.even t)) x y Fx Fy).
Qed.

Section Parts.
Variables ah al bh bl : R.
Hypothesis Fah : fmt ah.
Hypothesis Fal : fmt al.
Hypothesis Fbh : fmt bh.
Hypothesis Fbl : fmt bl.
Hypothesis order : Rabs bh <= Rabs ah.
Hypothesis Wa : Rabs al <= u53 * Rabs ah.
Hypothesis Wb : Rabs bl <= u53 * Rabs bh.
Let s := rnd (ah + bh).
Let sl := ah + bh - s.
Let t := rnd (al + bl).
Let tl := al + bl - t.
Let y := rnd (sl + t).
Let s1 := rnd (s + y).
Let s1l := s + y - s1.
Let x := rnd (s1l + tl).

Lemma parts_in_format : fmt sl /\ fmt tl /\ fmt s1l.
Proof. repeat split; apply rest_in_format; auto; apply rnd_in_format. Qed.

Lemma parts_sizes :
  Rabs sl <= u53 * Rabs (ah + bh) /\ Rabs sl <= u53 * Rabs s /\
  Rabs tl <= u53 * Rabs t /\ Rabs t <= (u53 + u53 * u53) * (Rabs ah + Rabs bh) /\
  Rabs (y - (sl + t)) <= u53 * Rabs (sl + t) /\
  Rabs s1l <= u53 * Rabs (s + y) /\ Rabs s1l <= u53 * Rabs s1 /\
  Rabs (x - (s1l + tl)) <= u53 * Rabs (s1l + tl).
Proof.
  destruct parts_in_format as (Fsl & Ftl & Fs1l).
  assert (Fs : fmt s) by apply rnd_in_format. assert (Ft : fmt t) by apply rnd_in_format.
  assert (Fy : fmt y) by apply rnd_in_format.
  destruct (sum_step ah bh Fah Fbh) as (A1 & A2). destruct (sum_step al bl Fal Fbl) as (B1 & B2).
  destruct (sum_step sl t Fsl Ft) as (C1 & _). destruct (sum_step s y Fs Fy) as (D1 & D2).
  destruct (sum_step s1l tl Fs1l Ftl) as (E1 & _).
  rewrite Rabs_minus_sym in A1, A2, B1, B2, D1, D2.
  repeat split; try assumption.
  destruct (abs_near t (al + bl) (u53 * Rabs (al + bl))) as [T1 _]; [rewrite Rabs_minus_sym; exact B1 |].
  pose proof (plus_size al bl _ _ Wa Wb). lra.
Qed.

Lemma cancels_deep :
  Rabs s <= 9 / 4 * u53 * Rabs ah ->
  exists m g, s = IZR m * bpow radix2 g /\ (-1074 <= g)%Z /\ Rabs t <= bpow radix2 (g + 2) /\ sl = 0 /\ y = t.
Proof.
  intros Hs. destruct parts_sizes as (_ & A & _ & B & _).
  destruct (deep_cancellation ah bh t Fah Fbh order) as (m & g & E & Hg & Ht & Ex).
  - replace (ah + bh) with (s + sl) by (unfold sl; ring). eapply Rle_trans; [apply Rabs_triang |].
    pose proof (Rabs_pos ah). lra.
  - pose proof (Rabs_pos ah). lra.
  - exists m, g. assert (Es : s = ah + bh) by exact Ex.
    assert (Zs : sl = 0) by (unfold sl; rewrite Es; ring).
    rewrite Es. repeat split; try assumption. unfold y. rewrite Zs, Rplus_0_l. apply rnd_of_format, rnd_in_format.
Qed.

Lemma first_ordered_sum : adds_exactly s y.
Proof.
  assert (Fs : fmt s) by apply rnd_in_format. assert (Fy : fmt y) by apply rnd_in_format.
  destruct (Rle_or_lt (Rabs y) (Rabs s)) as [H | H]; [now apply adds_exactly_in_order; auto |].
  destruct parts_sizes as (_ & A & _ & B & C & _).
  destruct (abs_near _ _ _ C) as [C1 _].
  assert (Rabs (sl + t) <= Rabs sl + Rabs t) by apply Rabs_triang.
  pose proof (Rabs_pos ah). pose proof (Rabs_pos s).
  destruct cancels_deep as (m & g & E & Hg & Ht & _ & Ey); [lra |].
  unfold adds_exactly. rewrite E. apply short_ordered_sum; auto; [now rewrite Ey |].
  rewrite <- E. lra.
Qed.

Lemma second_ordered_sum : adds_exactly s1 x.
Proof.
  assert (Fs1 : fmt s1) by apply rnd_in_format. assert (Fx : fmt x) by apply rnd_in_format.
  destruct (Req_dec s1 0) as [Z | N]; [now apply adds_exactly_in_order; auto |].
  destruct (Rle_or_lt (Rabs x) (Rabs s1)) as [H | H]; [now apply adds_exactly_in_order; auto |].
  exfalso. destruct parts_sizes as (_ & A & T1 & B & C & _ & D & E).
  destruct (abs_near _ _ _ C) as [C1 _]. destruct (abs_near _ _ _ E) as [E1 _].
  assert (Rabs (sl + t) <= Rabs sl + Rabs t) by apply Rabs_triang.
  assert (Rabs (s1l + tl) <= Rabs s1l + Rabs tl) by apply Rabs_triang.
  pose proof (Rabs_pos ah). pose proof (Rabs_pos s). pose proof (Rabs_pos t). pose proof (Rabs_pos tl).
  pose proof (Rabs_pos s1).
  assert (S1 : Rabs s1 <= (1 + 8 * u53) * Rabs tl) by lra.
  (* s nearly cancels with y *)
  assert (Sy : Rabs s <= Rabs y + Rabs (s + y)).
  { replace s with (- y + (s + y)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  assert (Sy1 : Rabs (s + y) <= Rabs s1 + Rabs s1l).
  { replace (s + y) with (s1 + s1l) by (unfold s1l; ring). apply Rabs_triang. }
  destruct cancels_deep as (m & g & Es & Hg & Ht & _ & Ey); [lra |].
  destruct (Req_dec t 0) as [Zt | Nt].
  { rewrite Zt, Rabs_R0 in T1. pose proof (Rabs_pos_lt s1 N). lra. }
  destruct (whole_of_format t (rnd_in_format double _)) as (n & En & Hn & He).
  set (e := cexp _ _ t) in *.
  assert (Heg : (e <= g)%Z).
  { apply unit_le; auto. eapply Rle_lt_trans; [exact Ht |]. apply bpow_lt. lia. }
  destruct (rnd_whole (m * 2 ^ (g - e) + n) e) as (z & Ez).
  assert (E1s : s1 = IZR z * bpow radix2 e).
  { unfold s1. rewrite Ey, Es, En, (whole_times m g e Heg), <- Rmult_plus_distr_r, <- plus_IZR. exact Ez. }
  assert (Low : bpow radix2 e <= Rabs s1).
  { rewrite E1s, Rabs_mult, (Rabs_pos_eq (bpow _ _)), <- abs_IZR by apply bpow_ge_0.
    rewrite <- (Rmult_1_l (bpow radix2 e)) at 1. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    apply (IZR_le 1). assert (z <> 0)%Z by (intros ->; apply N; rewrite E1s; ring). lia. }
  pose proof (half_unit al bl Nt) as Half. fold t in Half. fold tl in Half. fold e in Half.
  pose proof (bpow_gt_0 radix2 e). lra.
Qed.

(* The errors of the two low roundings. *)
Lemma sum_error :
  Rabs (s1 + x - (ah + al + (bh + bl))) <=
  u53 * u53 * (2 * Rabs (ah + bh) + (Rabs ah + Rabs bh)) + 32 * (u53 * u53 * u53) * (Rabs ah + Rabs bh).
Proof.
  destruct parts_sizes as (A0 & A & T1 & B & C & D0 & D & E).
  replace (s1 + x - (ah + al + (bh + bl))) with ((y - (sl + t)) + (x - (s1l + tl))) by (unfold s1l, tl, sl; ring).
  eapply Rle_trans; [apply Rabs_triang |].
  destruct (abs_near _ _ _ C) as [C1 _].
  assert (Rabs (sl + t) <= Rabs sl + Rabs t) by apply Rabs_triang.
  assert (Rabs (s1l + tl) <= Rabs s1l + Rabs tl) by apply Rabs_triang.
  assert (S : Rabs s <= Rabs (ah + bh) + Rabs sl).
  { replace s with (ah + bh + - sl) by (unfold sl; ring). eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp. lra. }
  assert (Rabs (s + y) <= Rabs s + Rabs y) by apply Rabs_triang.
  assert (Rabs (ah + bh) <= Rabs ah + Rabs bh) by apply Rabs_triang.
  pose proof (Rabs_pos ah). pose proof (Rabs_pos bh). pose proof (Rabs_pos (ah + bh)). lra.
Qed.

End Parts.

Definition sum_bound (ah bh : R) :=
  u53 * u53 * (2 * Rabs (ah + bh) + (Rabs ah + Rabs bh)) + 32 * (u53 * u53 * u53) * (Rabs ah + Rabs bh).

Lemma sum_facts ah al bh bl s sl t tl y s1 :
  fmt ah -> fmt al -> fmt bh -> fmt bl -> Rabs al <= u53 * Rabs ah -> Rabs bl <= u53 * Rabs bh ->
  s = rnd (ah + bh) -> s + sl = ah + bh -> t = rnd (al + bl) -> t + tl = al + bl ->
  y = rnd (sl + t) -> s1 = rnd (s + y) ->
  adds_exactly s y /\
  forall s1l x, s1 + s1l = s + y -> x = rnd (s1l + tl) ->
  adds_exactly s1 x /\ Rabs (s1 + x - (ah + al + (bh + bl))) <= sum_bound ah bh.
Proof.
  intros Fah Fal Fbh Fbl Wa Wb Es Esl Et Etl Ey Es1.
  replace sl with (ah + bh - s) in * by lra. replace tl with (al + bl - t) in * by lra. clear Esl Etl. unfold sum_bound.
  destruct (Rle_or_lt (Rabs bh) (Rabs ah)) as [O | O].
  - subst s t y s1. split; [now apply (first_ordered_sum ah al bh bl) |].
    intros s1l x E Ex.
    match type of E with ?p + _ = ?q => replace s1l with (q - p) in * by lra end. clear E. subst x.
    split; [now apply (second_ordered_sum ah al bh bl) | now apply (sum_error ah al bh bl)].
  - apply Rlt_le in O. rewrite (Rplus_comm ah bh), (Rplus_comm al bl) in *. subst s t y s1.
    split; [now apply (first_ordered_sum bh bl ah al) |].
    intros s1l x E Ex.
    match type of E with ?p + _ = ?q => replace s1l with (q - p) in * by lra end. clear E. subst x.
    split; [now apply (second_ordered_sum bh bl ah al) |].
    rewrite (Rplus_comm (ah + al)), (Rplus_comm (Rabs ah)). now apply (sum_error bh bl ah al).
Qed.

Lemma ordered_rest_of_exact (a b : D) :
  finite (ordered_rest a b) -> adds_exactly (real a) (real b) ->
  finite a /\ finite b /\ real (fadd a b) + real (ordered_rest a b) = real a + real b /\
  real (fadd a b) = rnd (real a + real b) /\ is_wide (fadd a b) (ordered_rest a b).
Proof.
  unfold ordered_rest. cbv zeta. intros H A. destruct (fsub_finite _ _ H) as (Fb & H1 & E).
  destruct (fsub_finite _ _ H1) as (Fs & Fa & E1). destruct (fadd_finite _ _ Fs) as (_ & _ & E2).
  unfold adds_exactly in A.
  assert (X : real (fadd a b) + real (fsub b (fsub (fadd a b) a)) = real a + real b) by (now rewrite E, E1, E2).
  repeat split; auto. unfold is_wide. rewrite E2.
  replace (real (fsub b (fsub (fadd a b) a))) with (- (rnd (real a + real b) - (real a + real b))) by lra.
  rewrite Rabs_Ropp, u_double. now apply sum_step; apply real_in_format.
Qed.

Lemma ordered_rest_parts (a b : D) : finite (ordered_rest a b) -> finite a /\ finite b.
Proof.
  unfold ordered_rest. cbv zeta. intros H. destruct (fsub_finite _ _ H) as (Fb & H1 & _).
  destruct (fsub_finite _ _ H1) as (_ & Fa & _). auto.
Qed.

(* wide_add, if the exponents are equal: hi and lo of the result. *)
Definition sum_hi (ah al bh bl : D) := fadd (fadd ah bh) (fadd (sum_rest ah bh) (fadd al bl)).
Definition sum_low (ah al bh bl : D) :=
  fadd (ordered_rest (fadd ah bh) (fadd (sum_rest ah bh) (fadd al bl))) (sum_rest al bl).

Lemma wide_sum_parts (ah al bh bl : D) :
  let hi := fadd (sum_hi ah al bh bl) (sum_low ah al bh bl) in
  let lo := ordered_rest (sum_hi ah al bh bl) (sum_low ah al bh bl) in
  finite lo -> is_wide ah al -> is_wide bh bl ->
  is_wide hi lo /\
  (real hi + real lo = real (sum_hi ah al bh bl) + real (sum_low ah al bh bl) /\
   real hi = rnd (real (sum_hi ah al bh bl) + real (sum_low ah al bh bl))) /\
  Rabs (real hi + real lo - (real ah + real al + (real bh + real bl))) <= sum_bound (real ah) (real bh).
Proof.
  intros hi lo Fl Wa Wb. unfold lo, hi in *. clear hi lo.
  apply is_wide_bound in Wa. apply is_wide_bound in Wb.
  destruct (ordered_rest_parts _ _ Fl) as (Fs1 & Fx).
  unfold sum_low in Fx. destruct (fadd_finite _ _ Fx) as (Fs1l & Ftl & Ex).
  destruct (ordered_rest_parts _ _ Fs1l) as (Fs & Fy). destruct (fadd_finite _ _ Fy) as (Fsl & Ft & Ey).
  destruct (two_sum_exact _ _ Fsl) as (_ & _ & _ & Es & Xs). destruct (two_sum_exact _ _ Ftl) as (_ & _ & _ & Et & Xt).
  destruct (fadd_finite _ _ Fs1) as (_ & _ & Es1).
  destruct (sum_facts _ _ _ _ _ _ _ _ _ _ (real_in_format ah) (real_in_format al) (real_in_format bh) (real_in_format
    bl)
    Wa Wb Es Xs Et Xt Ey Es1) as (A1 & Rest).
  destruct (ordered_rest_of_exact _ _ Fs1l A1) as (_ & _ & Xs1 & _ & _).
  destruct (Rest _ _ Xs1 Ex) as (A2 & B).
  fold (sum_hi ah al bh bl) in A2. fold (sum_low ah al bh bl) in A2.
  destruct (ordered_rest_of_exact _ _ Fl A2) as (_ & _ & X & E & W). split; [exact W |].
  split; [split; assumption |]. rewrite X. exact B.
Qed.

Lemma wide_sum_bound (ah al bh bl : D) :
  let hi := fadd (sum_hi ah al bh bl) (sum_low ah al bh bl) in
  let lo := ordered_rest (sum_hi ah al bh bl) (sum_low ah al bh bl) in
  finite lo -> is_wide ah al -> is_wide bh bl ->
  is_wide hi lo /\
  Rabs (real hi + real lo - (real ah + real al + (real bh + real bl))) <= sum_bound (real ah) (real bh).
Proof. intros hi lo Fl Wa Wb. destruct (wide_sum_parts ah al bh bl Fl Wa Wb) as (W & _ & B). now split. Qed.

(* The bound against the values: signs equal, and any signs. *)
Lemma equal_signs_size (ah al bh bl : D) :
  is_wide ah al -> is_wide bh bl -> 0 <= real ah * real bh ->
  Rabs (real ah + real bh) = Rabs (real ah) + Rabs (real bh) /\
  (1 - u53) * (Rabs (real ah) + Rabs (real bh)) <= Rabs (real ah + real al + (real bh + real bl)).
Proof.
  intros Wa Wb S. apply is_wide_bound in Wa. apply is_wide_bound in Wb.
  assert (E : Rabs (real ah + real bh) = Rabs (real ah) + Rabs (real bh)).
  { destruct (Rle_or_lt 0 (real ah)) as [A | A]; destruct (Rle_or_lt 0 (real bh)) as [B | B].
    - rewrite !Rabs_pos_eq; lra.
    - destruct (Req_dec (real ah) 0) as [-> | N]; [rewrite Rplus_0_l, Rabs_R0; ring |]. exfalso. nra.
    - destruct (Req_dec (real bh) 0) as [-> | N]; [rewrite Rplus_0_r, Rabs_R0; ring |]. exfalso. nra.
    - rewrite !Rabs_left; lra. }
  split; [exact E |].
  replace (real ah + real al + (real bh + real bl)) with (real ah + real bh - - (real al + real bl)) by ring.
  eapply Rle_trans; [| apply Rabs_triang_inv]. rewrite Rabs_Ropp, E. pose proof (Rabs_triang (real al) (real bl)). lra.
Qed.

Lemma sum_bound_of_equal_signs (ah al bh bl : D) :
  is_wide ah al -> is_wide bh bl -> 0 <= real ah * real bh ->
  sum_bound (real ah) (real bh) <= bpow radix2 (-104) * Rabs (real ah + real al + (real bh + real bl)).
Proof.
  intros Wa Wb S. destruct (equal_signs_size ah al bh bl Wa Wb S) as (E & L). unfold sum_bound.
  rewrite E. pose proof (Rabs_pos (real ah)). pose proof (Rabs_pos (real bh)).
  change (bpow radix2 (-104)) with (/ 20282409603651670423947251286016). lra.
Qed.

Lemma sum_bound_of_larger (ah al bh bl : D) :
  is_wide ah al -> is_wide bh bl -> real ah * real bh <= 0 ->
  sum_bound (real ah) (real bh) <= bpow radix2 (-104) * Rmax (Rabs (real ah + real al)) (Rabs (real bh + real bl)).
Proof.
  intros Wa Wb S. destruct (wide_size _ _ Wa) as [A _]. destruct (wide_size _ _ Wb) as [B _]. unfold sum_bound.
  assert (E : Rabs (real ah + real bh) = Rabs (Rabs (real ah) - Rabs (real bh))).
  { destruct (Rle_or_lt 0 (real ah)) as [P | P]; destruct (Rle_or_lt 0 (real bh)) as [Q | Q].
    - assert (real ah = 0 \/ real bh = 0) as [-> | ->] by nra.
      + rewrite Rplus_0_l, Rabs_R0, Rminus_0_l, Rabs_Ropp. now rewrite Rabs_Rabsolu.
      + rewrite Rplus_0_r, Rabs_R0, Rminus_0_r. now rewrite Rabs_Rabsolu.
    - rewrite (Rabs_pos_eq (real ah)), (Rabs_left (real bh)) by lra. f_equal. ring.
    - rewrite (Rabs_left (real ah)), (Rabs_pos_eq (real bh)) by lra. rewrite <- Rabs_Ropp. f_equal. ring.
    - exfalso. nra. }
  rewrite E. pose proof (Rabs_pos (real ah)). pose proof (Rabs_pos (real bh)).
  change (bpow radix2 (-104)) with (/ 20282409603651670423947251286016).
  destruct (Rle_or_lt (Rabs (real bh)) (Rabs (real ah))) as [O | O].
  - rewrite (Rabs_pos_eq (_ - _)) by lra. pose proof (Rmax_l (Rabs (real ah + real al)) (Rabs (real bh + real bl))).
    lra.
  - rewrite (Rabs_left (_ - _)) by lra. pose proof (Rmax_r (Rabs (real ah + real al)) (Rabs (real bh + real bl))). lra.
Qed.

Lemma sum_is_close_of_bound (ah al bh bl : D) v :
  is_wide ah al -> is_wide bh bl ->
  Rabs (v - (real ah + real al + (real bh + real bl))) <= sum_bound (real ah) (real bh) ->
  (0 <= real ah * real bh -> Rabs (v - (real ah + real al + (real bh + real bl))) <=
    bpow radix2 (-104) * Rabs (real ah + real al + (real bh + real bl))) /\
  (real ah * real bh <= 0 -> Rabs (v - (real ah + real al + (real bh + real bl))) <=
    bpow radix2 (-104) * Rmax (Rabs (real ah + real al)) (Rabs (real bh + real bl))).
Proof.
  intros Wa Wb H. split; intros S; eapply Rle_trans; try exact H.
  - now apply sum_bound_of_equal_signs.
  - now apply sum_bound_of_larger.
Qed.

(* wide_add of operands with equal exponents. *)
Theorem wide_add_error ah al bh bl e k1 k2 hi lo e' :
  wide_add_results ah al e bh bl e k1 k2 hi lo e' -> finite lo -> is_wide ah al -> is_wide bh bl ->
  is_wide hi lo /\ e' = e /\
  (0 <= real ah * real bh -> Rabs (value hi lo e' - (value ah al e + value bh bl e)) <=
    bpow radix2 (-104) * Rabs (value ah al e + value bh bl e)) /\
  (real ah * real bh <= 0 -> Rabs (value hi lo e' - (value ah al e + value bh bl e)) <=
    bpow radix2 (-104) * Rmax (Rabs (value ah al e)) (Rabs (value bh bl e))).
Proof.
  unfold wide_add_results. intros H Fl Wa Wb.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 I4 _ _ X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  rewrite Z.eqb_refl in I1. simpl negb in I1. subst x. cbv iota in *.
  destruct (wide_of_sum_values _ _ _ _ _ S1) as (? & ? & _).
  destruct (wide_of_sum_values _ _ _ _ _ S2) as (? & ? & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S3) as (? & ? & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (? & ? & ?).
  clear S1 S2 S3 S4 X1 X2 X3 X4 X5. subst.
  destruct (wide_sum_bound ah al bh bl Fl Wa Wb) as (W & B). split; [exact W |]. split; [reflexivity |].
  destruct (sum_is_close_of_bound ah al bh bl _ Wa Wb B) as (C1 & C2).
  unfold value. rewrite <- Rmult_plus_distr_r. split; intros S.
  - apply relative_of_scaled. exact (C1 S).
  - specialize (C2 S). rewrite <- Rmult_minus_distr_r, !Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
    rewrite !(Rmult_comm _ (bpow radix2 e)), RmaxRmult, <- Rmult_assoc, (Rmult_comm (bpow radix2 (-104))),
      Rmult_assoc by apply bpow_ge_0.
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact C2].
Qed.
