(* small_end of src/sweep/sweep_small.h: the first contact with an end, of a sweep of small integers.

   All terms are exact, so each sign is that of the real number. The circle misses if it moves away, if the line of its
   path passes at more than R, or if it stops before it comes to R. If the line is a tangent, it grazes, else it hits.
   *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded Geometry SweepGeometry SweepContact SweepSmallGrid
  SweepSmallUnit SweepSmallTimes SweepSmallTerms.
From Carom Require Terms_small.
Import Terms_small.compare_square_terms(compare_square_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd fconst].

(* Comparisons of small values. *)
Lemma small_less h x y X Y : small_value h x X -> small_value h y Y -> if flt x y then X < Y else Y <= X.
Proof.
  intros (Fx & <- & _) (Fy & <- & _). destruct (flt_real_cases x y Fx Fy) as [[-> L] | [-> L]]; exact L.
Qed.

Lemma small_at_most h x y X Y : small_value h x X -> small_value h y Y -> if fle x y then X <= Y else Y < X.
Proof.
  intros (Fx & <- & _) (Fy & <- & _). destruct (fle x y) eqn:E; [now apply fle_real | now apply fle_real_false].
Qed.

Lemma small_zero h : small_value h (fconst 0 0) 0.
Proof.
  destruct zero_value as [F V]. split; [exact F |]. split; [exact V |]. split; [apply grid_zero |]. rewrite Rabs_R0.
  apply bpow_ge_0.
Qed.

Lemma square_order x y : 0 <= y -> (y * y < x * x -> y < Rabs x) /\ (x * x < y * y -> Rabs x < y) /\ (x * x <= y * y
  -> Rabs x <= y).
Proof.
  intros P. pose proof (Rabs_pos x) as A. assert (E : x * x = Rabs x * Rabs x) by (rewrite <- Rabs_mult, Rabs_pos_eq;
    nra).
  rewrite E. repeat split; intros; nra.
Qed.

Section End.
Variables (x : extent) (c v p q : point) (R : R) (g : Z) (e1 e2 v1 v2 reach2 move2 turn ev : D).
Let E1 := wx c p.
Let E2 := wy c p.
Hypotheses (Hg : (-175 <= g <= 175)%Z) (R0 : 0 < R)
  (He1 : finite e1 /\ real e1 = E1 /\ on_grid g E1) (He2 : finite e2 /\ real e2 = E2 /\ on_grid g E2)
  (Hv1 : finite v1 /\ real v1 = px v /\ on_grid g (px v)) (Hv2 : finite v2 /\ real v2 = py v /\ on_grid g (py v))
  (Sum : Rabs E1 + Rabs E2 + (Rabs (px v) + Rabs (py v)) <= bpow radix2 (26 + g))
  (Hr : small_value (g + g) reach2 (R * R)) (Hm : small_value (g + g) move2 (px v * px v + py v * py v))
  (Ht : small_value (g + g) turn (px v * wy c p - py v * wx c p))
  (Hev : small_value (g + g) ev (wx c p * px v + wy c p * py v)).
Hypothesis Comes : R ^ 2 < w2 c p -> comes_to_a x c v p q R.
Let f1 := fadd e1 v1.
Let f2 := fadd e2 v2.
Variable line : Z.
Hypothesis Hline : compare_square_results turn reach2 move2 line.
Let short := (flt reach2 (fadd (fmul f1 f1) (fmul f2 f2)) && flt (fadd ev move2) (fconst 0 0))%bool.

Lemma moved_coordinate (e w : D) E W : finite e /\ real e = E /\ on_grid g E -> finite w /\ real w = W /\ on_grid g W ->
  Rabs E + Rabs W <= bpow radix2 (26 + g) -> finite (fadd e w) /\ real (fadd e w) = E + W /\ on_grid g (E + W).
Proof.
  intros (Fe & <- & Ge) (Fw & <- & Gw) S.
  pose proof (Rabs_pos (real e)). pose proof (Rabs_pos (real w)).
  assert (B : below (26 + g + 1) (fadd e w)) by (apply below_add; [lia | |]; split; auto; lra).
  split; [apply B |]. split; [| now apply grid_add]. destruct (fadd_finite _ _ (proj1 B)) as (_ & _ & ->).
  apply (grid_exact g); [now apply grid_add | lia |]. eapply Rle_trans; [apply Rabs_triang |].
  eapply Rle_trans; [exact S |]. apply bpow_le. lia.
Qed.

Theorem small_end_core kind :
  kind = (if fle (fadd (fmul e1 e1) (fmul e2 e2)) reach2 then 0
    else if fle (fconst 0 0) ev || Z.gtb line 0 || short then 1 else if Z.eqb line 0 then 2 else 3)%Z ->
  (kind = 1%Z -> stays_farther x c v p q R) /\
  (kind = 2%Z -> grazes_at EndA x c v p q R (- (wx c p * px v + wy c p * py v) / (px v * px v + py v * py v))) /\
  (kind = 3%Z -> hits EndA x c v p q R).
Proof.
  intros HK. pose proof (Rabs_pos E1) as A1. pose proof (Rabs_pos E2) as A2. pose proof (Rabs_pos (px v)) as A3.
  pose proof (Rabs_pos (py v)) as A4.
  destruct (small_products g e1 e2 e1 e2 E1 E2 E1 E2 Hg He1 He2 He1 He2 ltac:(lra) ltac:(lra)) as [Dee _].
  pose proof (moved_coordinate e1 v1 _ _ He1 Hv1 ltac:(lra)) as Hf1.
  pose proof (moved_coordinate e2 v2 _ _ He2 Hv2 ltac:(lra)) as Hf2.
  fold f1 in Hf1. fold f2 in Hf2.
  assert (Sf : Rabs (E1 + px v) + Rabs (E2 + py v) <= bpow radix2 (26 + g)).
  { pose proof (Rabs_triang E1 (px v)). pose proof (Rabs_triang E2 (py v)). lra. }
  destruct (small_products g f1 f2 f1 f2 _ _ _ _ Hg Hf1 Hf2 Hf1 Hf2 Sf Sf) as [Dff _].
  assert (Past : small_value (g + g) (fadd ev move2) (E1 * px v + E2 * py v + (px v * px v + py v * py v))).
  { apply small_sum; [lia | exact Hev | exact Hm |].
    replace (52 + (g + g))%Z with (26 + g + (26 + g))%Z by lia. rewrite bpow_plus.
    apply Rle_trans with ((Rabs E1 + Rabs E2 + (Rabs (px v) + Rabs (py v))) * (Rabs E1 + Rabs E2 + (Rabs (px v) + Rabs
      (py v))));
      [| apply Rmult_le_compat; lra].
    pose proof (Rabs_triang (E1 * px v) (E2 * py v)). pose proof (Rabs_triang (px v * px v) (py v * py v)).
    rewrite !Rabs_mult in *. nra. }
  destruct (compare_square_real turn reach2 move2 _ _ _ (g + g) line Hline ltac:(lia) Ht Hr Hm) as [Lp Lz].
  pose proof (small_at_most _ _ _ _ _ Dee Hr) as C1. pose proof (small_at_most _ _ _ _ _ (small_zero (g + g)) Hev) as
    C2.
  pose proof (small_less _ _ _ _ _ Hr Dff) as C3. pose proof (small_less _ _ _ _ _ Past (small_zero (g + g))) as C4.
  pose proof (norm_nonneg (px v) (py v)) as N0. pose proof (norm_square (px v) (py v)) as NS.
  assert (W2 : w2 c p = E1 * E1 + E2 * E2) by reflexivity.
  assert (Nr : R * R * (px v * px v + py v * py v) = R * norm (px v) (py v) * (R * norm (px v) (py v)))
    by (rewrite <- NS; ring).
  assert (Nn : 0 <= R * norm (px v) (py v)) by (apply Rmult_le_pos; lra).
  destruct (square_order (px v * wy c p - py v * wx c p) _ Nn) as (Q1 & Q2 & Q3). rewrite <- Nr in Q1, Q2, Q3.
  destruct (fle (fadd (fmul e1 e1) (fmul e2 e2)) reach2) eqn:F1; [rewrite HK; repeat split; discriminate |].
  assert (C : comes_to_a x c v p q R) by (apply Comes; rewrite W2; lra). clear Comes. fold E1 E2 in C2.
  assert (FF : (E1 + px v) * (E1 + px v) + (E2 + py v) * (E2 + py v) =
    w2 c p + 2 * (E1 * px v + E2 * py v) + (px v * px v + py v * py v)) by (rewrite W2; ring).
  destruct (fle (fconst 0 0) ev || Z.gtb line 0 || short) eqn:F2.
  { rewrite HK. split; [| split; discriminate]. intros _.
    apply orb_prop in F2. destruct F2 as [F2 | F2]; [apply orb_prop in F2; destruct F2 as [F2 | F2] |].
    - rewrite F2 in C2. apply end_missed_leaving; [lra | exact C | exact C2].
    - apply Z.gtb_lt in F2. apply end_missed_aside; [lra | exact C | apply Q1, Lp; exact F2].
    - unfold short in F2. apply andb_prop in F2. destruct F2 as [F2 F3]. rewrite F2 in C3. rewrite F3 in C4.
      apply end_missed_short; [lra | exact C | exact C4 |]. rewrite FF in C3. fold E1 E2. lra. }
  apply orb_false_elim in F2. destruct F2 as [F2 F4]. apply orb_false_elim in F2. destruct F2 as [F2 F3].
  rewrite F2 in C2. rewrite Z.gtb_ltb in F3. apply Z.ltb_ge in F3.
  assert (Last : 0 <= E1 * px v + E2 * py v + (px v * px v + py v * py v) \/
    w2 c p + 2 * (E1 * px v + E2 * py v) + (px v * px v + py v * py v) <= R ^ 2).
  { unfold short in F4. apply andb_false_elim in F4. destruct F4 as [F4 | F4].
    - rewrite F4 in C3. right. rewrite FF in C3. lra.
    - rewrite F4 in C4. left. exact C4. }
  destruct (Z.eqb_spec line 0) as [F5 | F5]; rewrite HK; (split; [discriminate |]; split; try discriminate); intros _.
  - apply end_graze; auto. rewrite <- Rsqr_pow2. unfold Rsqr. rewrite (proj1 Lz F5). ring.
  - apply end_hit_by_one; auto; [lra |]. apply Q2.
    destruct (Rtotal_order ((px v * wy c p - py v * wx c p) * (px v * wy c p - py v * wx c p)) (R * R * (px v * px v +
      py v * py v)))
      as [L | [L | L]]; [exact L | apply Lz in L; contradiction | apply Lp in L; lia].
Qed.
End End.
