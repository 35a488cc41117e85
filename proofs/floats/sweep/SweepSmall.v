(* Sweeps of small integers: small_first_contact of src/sweep/sweep_small.h.

   If the answer is a miss, the circle stays farther than R from the axis. If it is a graze, it touches an end on a
   tangent and never overlaps. If it is a hit, there is a first contact with this feature and the circle presses in. All
   signs are those of exact numbers, but for the foot of the perpendicular, which the filter of SweepFoot.v decides. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded Geometry SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepMiss SweepContact SweepFilter SweepFirst SweepStart SweepSmallGrid SweepSmallUnit
  SweepSmallTimes SweepSmallTerms SweepSmallEnd.
From Carom Require Terms_sweep Terms_contact_sweep Terms_small.
Import Terms_sweep.sweep_vectors_of_terms(sweep_vectors_of_results).
Import Terms_sweep.is_for_filter_terms(is_for_filter_results).
Import Terms_sweep.set_terms_terms(set_terms_results).
Import Terms_small.is_small_terms(is_small_results).
Import Terms_small.small_end_terms(small_end_results).
Import Terms_small.small_first_contact_terms(small_first_contact_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd fconst].

(* What a kind and a feature mean, with the times of grazes and of hits of the side. *)
Definition small_decided (x : extent) (c v a b : point) (R : R) (kind f : Z) :=
  let v2 := px v * px v + py v * py v in
  (kind = 1%Z -> stays_farther x c v a b R) /\
  (kind = 2%Z -> (f = 2%Z /\ grazes_at EndA x c v a b R (- (wx c a * px v + wy c a * py v) / v2)) \/
    (f = 3%Z /\ grazes_at EndB x c v a b R (- (zx c b * px v + zy c b * py v) / v2))) /\
  (kind = 3%Z -> (f = 1%Z /\ hits_at Side x c v a b R
      ((Rabs (cross c a b) - R * norm (ux a b) (uy a b)) / Rabs (ux a b * py v - uy a b * px v))) \/
    (f = 2%Z /\ hits EndA x c v a b R) \/ (f = 3%Z /\ hits EndB x c v a b R)).

Lemma small_undecided x c v a b R f : small_decided x c v a b R 0 f.
Proof. repeat split; discriminate. Qed.

Section Small.
Variables (x : extent) (g : Z) (ux uy wx wy zx zy vx vy su sw sz sv r : D) (c v a b : point) (R : R).
Variables reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu : D.
Hypothesis Kv : small_vectors g ux uy wx wy zx zy vx vy su r c v a b R.
Hypothesis Kl : line_vectors ux uy wx wy zx zy vx vy su sw sz sv r c v a b R.
Hypothesis Ht : set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b
  wv zv wu zu vu.
Hypothesis R0 : 0 < R.

Let exact_terms := small_terms_exact g ux uy wx wy zx zy vx vy su r c v a b R Kv _ _ _ _ _ _ _ _ _ _ _ _ Ht.
Let X := cross c a b.
Let Y := Geometry.ux a b * py v - Geometry.uy a b * px v.
Let k := R * norm (Geometry.ux a b) (Geometry.uy a b).

Lemma small_end_a kind f :
  small_end_results wx wy zx zy vx vy move2 reach2 cross_a cross_b wv zv 2 kind f ->
  (R ^ 2 < w2 c a -> comes_to_a x c v a b R) -> small_decided x c v a b R kind f.
Proof.
  intros H C. destruct H as (at_a & e_x & e_y & f_x & f_y & ev & if1 & line & short & if2 & []).
  change (Z.eqb 2 2) with true in E_at_a. subst at_a. cbv iota in *. subst e_x e_y f_x f_y ev.
  pose proof Kv as K'. pose proof exact_terms as T'. clear exact_terms. destruct K', T'.
  pose proof (small_end_core x c v a b R g wx wy vx vy reach2 move2 cross_a wv V_range R0 V_wx V_wy V_vx V_vy) as Core.
  specialize (Core ltac:(pose proof (Rabs_pos (Geometry.ux a b)); pose proof (Rabs_pos (Geometry.uy a b));
    pose proof (Rabs_pos (Geometry.zx c b)); pose proof (Rabs_pos (Geometry.zy c b)); lra)).
  specialize (Core T_reach2 T_move2 T_a T_wv C line E_compare_square kind).
  rewrite E_if1, E_if2, E_stops_short in E_result_kind. destruct (Core E_result_kind) as (K1 & K2 & K3).
  assert (F : (2 <= kind)%Z -> f = 2%Z).
  { rewrite E_result_feature, E_result_kind, E_if1, E_if2, E_stops_short.
    destruct (fle (fadd (fmul wx wx) (fmul wy wy)) reach2); [intros; lia |].
    match goal with |- context [if ?c then 1%Z else _] => destruct c end; [intros; lia | reflexivity]. }
  split; [exact K1 |]. split; intros E; [left | right; left]; (split; [apply F; lia | auto]).
Qed.

Lemma small_end_b kind f :
  x = Segment -> small_end_results wx wy zx zy vx vy move2 reach2 cross_a cross_b wv zv 3 kind f ->
  (R ^ 2 < w2 c b -> comes_to_a Segment c v b a R) -> small_decided x c v a b R kind f.
Proof.
  intros XS H C. destruct H as (at_a & e_x & e_y & f_x & f_y & ev & if1 & line & short & if2 & []).
  change (Z.eqb 3 2) with false in E_at_a. subst at_a. cbv iota in *. subst e_x e_y f_x f_y ev.
  pose proof Kv as K'. pose proof exact_terms as T'. clear exact_terms. destruct K', T'.
  pose proof (small_end_core Segment c v b a R g zx zy vx vy reach2 move2 cross_b zv V_range R0 V_zx V_zy V_vx V_vy) as
    Core.
  specialize (Core ltac:(pose proof (Rabs_pos (Geometry.ux a b)); pose proof (Rabs_pos (Geometry.uy a b));
    pose proof (Rabs_pos (Geometry.wx c a)); pose proof (Rabs_pos (Geometry.wy c a));
    unfold Geometry.wx, Geometry.wy, Geometry.zx, Geometry.zy in *; lra)).
  specialize (Core T_reach2 T_move2 T_b T_zv C line E_compare_square kind).
  rewrite E_if1, E_if2, E_stops_short in E_result_kind. destruct (Core E_result_kind) as (K1 & K2 & K3).
  assert (F : (2 <= kind)%Z -> f = 3%Z).
  { rewrite E_result_feature, E_result_kind, E_if1, E_if2, E_stops_short.
    destruct (fle (fadd (fmul zx zx) (fmul zy zy)) reach2); [intros; lia |].
    match goal with |- context [if ?c then 1%Z else _] => destruct c end; [intros; lia | reflexivity]. }
  rewrite XS. split; [intros E; apply stays_farther_exchanged; auto |].
  split; intros E; [right | right; right]; (split; [apply F; lia |]).
  - apply grazes_exchanged. exact (K2 E).
  - apply hits_exchanged. exact (K3 E).
Qed.

(* A wall that is not a point has a length that is not tiny. *)
Lemma wall_length : real su <> 0 -> 0 < Geometry.len2 a b /\ fle (fconst 1 (-400)) len2 = true.
Proof.
  intros N. pose proof Kv as K'. pose proof exact_terms as T'. clear exact_terms. destruct K', T'.
  destruct V_su as [_ Es]. destruct V_ux as (_ & _ & Gx), V_uy as (_ & _ & Gy).
  assert (L : bpow radix2 (g + g) <= Geometry.len2 a b).
  { unfold Geometry.len2. rewrite bpow_plus. pose proof (bpow_gt_0 radix2 g).
    assert (Sq : forall y, bpow radix2 g <= Rabs y -> bpow radix2 g * bpow radix2 g <= y * y).
    { intros y Hy. replace (y * y) with (Rabs y * Rabs y) by (rewrite <- Rabs_mult, Rabs_pos_eq; nra).
      apply Rmult_le_compat; lra. }
    pose proof (pow2_ge_0 (Geometry.ux a b)). pose proof (pow2_ge_0 (Geometry.uy a b)).
    destruct (grid_least _ _ Gx) as [Zx | Zx]; [| specialize (Sq _ Zx); nra].
    destruct (grid_least _ _ Gy) as [Zy | Zy]; [| specialize (Sq _ Zy); nra].
    exfalso. apply N. rewrite Es, Zx, Zy, Rabs_R0. ring. }
  split; [eapply Rlt_le_trans; [apply bpow_gt_0 | exact L] |].
  const_facts 1%Z (-400)%Z F1 V1. rewrite Rmult_1_l in V1. destruct T_len2 as (Fl & El & _).
  destruct (fle (fconst 1 (-400)) len2) eqn:E; [reflexivity |]. exfalso.
  apply fle_real_false in E; [| exact F1 | exact Fl]. rewrite V1, El in E.
  assert (bpow radix2 (-400) <= bpow radix2 (g + g)) by (apply bpow_le; lia). lra.
Qed.

Theorem small_first_contact_decided kind f :
  small_first_contact_results wx wy zx zy vx vy su sw sz sv r len2 move2 reach2 cross_start cross_move cross_a cross_b
    wv zv wu zu vu (extent_number x) kind f ->
  small_decided x c v a b R kind f.
Proof.
  intros H. destruct H as (if1 & if2 & k1 & f1 & cs1 & if3 & if4 & k2 & f2 & is_beyond_b & k3 & f3 & if5 & feature & if6
    & k4 & f4 &
    if7 & rest & cs2 & if8 & []).
  unfold set_terms_results in Ht. pose proof exact_terms as T'. pose proof wall_length as Long.
  assert (Form : len2 = fadd (fmul ux ux) (fmul uy uy) /\ cross_start = fsub (fmul ux wy) (fmul uy wx) /\
    cross_move = fsub (fmul ux vy) (fmul uy vx) /\ wu = fadd (fmul wx ux) (fmul wy uy) /\
    zu = fadd (fmul zx ux) (fmul zy uy) /\ vu = fadd (fmul vx ux) (fmul vy uy)).
  { destruct Ht. subst. auto 10. }
  pose proof V_range _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv as Hg.
  destruct T' as [T_reach2 T_len2 _ T_start T_move _ _ _ _ T_wu T_zu T_rest]. fold X Y in T_start, T_move, T_rest.
  pose proof (compare_square_real _ _ _ _ _ _ (g + g) _ E_compare_square ltac:(lia) T_start T_reach2 T_len2) as [C1
    C1'].
  assert (Kn : 0 <= k) by (apply Rmult_le_pos; [lra | apply norm_nonneg]).
  assert (Kq : R * R * Geometry.len2 a b = k * k).
  { unfold k, Geometry.len2. rewrite <- norm_square. ring. }
  rewrite Kq in C1, C1'. destruct (square_order X k Kn) as (O1 & O2 & O3).
  destruct if1; [rewrite E_result_kind; apply small_undecided |].
  destruct if2.
  { (* a point *)
    rewrite E_result_kind, E_result_feature. apply (small_end_a _ _ E_small_end). intros S. apply comes_to_point;
      [exact S |].
    apply (equal_points _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kl). now symmetry. }
  assert (Ns : real su <> 0).
  { destruct (V_su _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv) as [Fs _]. symmetry in E_if2. destruct zero_value as [F0 V0].
    apply feq_real_false in E_if2; [| exact Fs | exact F0]. now rewrite V0 in E_if2. }
  destruct (Long Ns) as [LP L400]. clear Long.
  pose proof (small_less _ _ _ _ _ T_wu (small_zero (g + g))) as Cwu.
  pose proof (small_less _ _ _ _ _ (small_zero (g + g)) T_zu) as Czu.
  pose proof (small_less _ _ _ _ _ (small_zero (g + g)) T_start) as Cs.
  pose proof (small_less _ _ _ _ _ (small_zero (g + g)) T_move) as Cm.
  destruct if3.
  { (* between the lines *)
    symmetry in E_if3. apply Z.leb_le in E_if3.
    assert (Xk : Rabs X <= k).
    { apply O3. destruct (Rlt_le_dec (k * k) (X * X)) as [L | L]; [apply C1 in L; lia | exact L]. }
    destruct if4.
    - symmetry in E_if4. apply andb_prop in E_if4. destruct E_if4 as [G1 G2]. rewrite G1 in Cwu.
      rewrite E_result_kind, E_result_feature. apply (small_end_a _ _ E_small_end_2). intros S.
      apply comes_from_between; auto; try lra. intros XL. rewrite XL in G2. discriminate G2.
    - destruct is_beyond_b; [| rewrite E_result_kind; apply small_undecided].
      symmetry in E_is_beyond_b. apply andb_prop in E_is_beyond_b. destruct E_is_beyond_b as [G1 G2]. rewrite G1 in Czu.
      assert (XS : x = Segment) by (destruct x; try discriminate G2; reflexivity).
      rewrite E_result_kind, E_result_feature. apply (small_end_b _ _ XS E_small_end_3). intros S.
      destruct (exchanged_terms c v a b) as (Q1 & Q2 & Q3 & Q4 & Q5 & Q6).
      apply comes_from_between;
        [discriminate | exact S | rewrite Q1; exact LP | rewrite Q2, Q6, Rabs_Ropp; exact Xk | rewrite Q4; lra]. }
  symmetry in E_if3. apply Z.leb_gt in E_if3. pose proof (O1 (proj1 C1 E_if3)) as Out.
  assert (NX : X <> 0) by (intros Z; rewrite Z, Rabs_R0 in Out; lra).
  destruct if5.
  { (* it moves away from the line, or along it *)
    rewrite E_result_kind. split; [| split; discriminate]. intros _. apply side_receding; [lra | exact Out |]. fold X Y.
    symmetry in E_if5. apply orb_prop in E_if5. destruct E_if5 as [G | G].
    - destruct T_move as (Fm & Em & _). apply feq_zero in G. destruct G as [_ G]. rewrite Em in G. rewrite G. lra.
    - apply eqb_prop in G. rewrite G in Cs. destruct (flt (fconst 0 0) cross_move); nra. }
  assert (XY : X * Y < 0).
  { symmetry in E_if5. apply orb_false_elim in E_if5. destruct E_if5 as [G1 G2].
    assert (NY : Y <> 0).
    { destruct T_move as (Fm & Em & _). destruct zero_value as [F0 V0]. apply feq_real_false in G1;
      [| exact Fm | exact F0].
      now rewrite Em, V0 in G1. }
    destruct (flt (fconst 0 0) cross_start), (flt (fconst 0 0) cross_move); try discriminate G2; nra. }
  destruct Form as (Fl & Fs & Fm & Fwu & Fzu & Fvu). rewrite Fl in L400.
  rewrite Fl, Fs, Fm, Fwu, Fzu, Fvu in E_filter_feature_on_line.
  destruct (feature_on_line _ _ _ _ _ _ _ _ _ _ _ _ _ x _ _ _ _ _ Kl feature L400 E_filter_feature_on_line) as (Cases &
    Side1 & End2 & End3).
  fold X Y k in Side1, End2, End3. set (h := px v * Geometry.ux a b + py v * Geometry.uy a b) in *.
  destruct if6.
  - symmetry in E_if6. apply negb_true_iff in E_if6. apply Z.eqb_neq in E_if6.
    destruct if7; [rewrite E_result_kind; apply small_undecided |]. symmetry in E_if7. apply Z.eqb_neq in E_if7.
    assert (N : feature = 2%Z \/ feature = 3%Z) by lia. rewrite E_result_kind, E_result_feature. destruct N as [N | N].
    + destruct (End2 N) as [NL F]. rewrite N in E_small_end_4. apply (small_end_a _ _ E_small_end_4). intros _.
      apply comes_from_beyond; auto; [lra |]. fold X Y k h. lra.
    + destruct (End3 N) as [XS F]. rewrite N in E_small_end_4. apply (small_end_b _ _ XS E_small_end_4). intros _.
      destruct (exchanged_terms c v a b) as (Q1 & Q2 & Q3 & Q4 & Q5 & Q6).
      apply comes_from_beyond; [lra | discriminate | rewrite Q1; exact LP | rewrite Q2, Q6, Rabs_Ropp; exact Out | |].
      * rewrite Q2, Q3. fold X Y. lra.
      * rewrite Q2, Q3, Q4, Q5, Q6, !Rabs_Ropp. fold X Y k h. lra.
  - symmetry in E_if6. apply negb_false_iff in E_if6. apply Z.eqb_eq in E_if6. destruct (Side1 E_if6) as [FA FB].
    assert (T_r : small_value (g + g) rest (Rabs X - Rabs Y)).
    { rewrite E_rest. assert (Abs : forall t Z, small_value (g + g) t Z -> small_value (g + g) (fabs t) (Rabs Z)).
      { intros t Z (F & E & G & B). split; [now apply finite_fabs |]. rewrite real_fabs, E, Rabs_Rabsolu.
        split; [reflexivity |]. split; [now apply grid_abs | exact B]. }
      apply small_sum; [lia | now apply Abs | now apply Abs |]. rewrite !Rabs_Rabsolu. exact T_rest. }
    pose proof (compare_square_real _ _ _ _ _ _ (g + g) _ E_compare_square_2 ltac:(lia) T_r T_reach2 T_len2) as [C2
      C2'].
    rewrite Kq in C2, C2'. pose proof (small_at_most _ _ _ _ _ T_r (small_zero (g + g))) as Cr.
    destruct (square_order (Rabs X - Rabs Y) k Kn) as (O4 & O5 & O6).
    destruct if8.
    + assert (Short : Rabs X - Rabs Y <= k).
      { symmetry in E_if8. apply orb_prop in E_if8. destruct E_if8 as [G | G]; [rewrite G in Cr; lra |].
        apply Z.leb_le in G.
        eapply Rle_trans; [apply Rle_abs |]. apply O6.
        destruct (Rlt_le_dec (k * k) ((Rabs X - Rabs Y) * (Rabs X - Rabs Y))) as [L | L]; [apply C2 in L;
          lia | exact L]. }
      rewrite E_result_kind, E_result_feature. split; [discriminate |]. split; [discriminate |]. intros _. left.
      split; [reflexivity |]. apply side_hit_at; auto; [lra |]. fold X Y k h. intros N. rewrite <- zu_is. now apply FB.
    + rewrite E_result_kind. split; [| split; discriminate]. intros _. symmetry in E_if8. apply orb_false_elim in E_if8.
      destruct E_if8 as [G1 G2]. rewrite G1 in Cr. apply Z.leb_gt in G2. apply C2 in G2. apply O4 in G2.
      rewrite Rabs_pos_eq in G2 by lra. apply side_short; [lra | exact G2].
Qed.
End Small.

(* The whole: vectors, range check, terms, decision. *)
Theorem small_first_contact_correct x cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv
  r n
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu kind f :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end false (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  is_small_results cx cy cr mx my ax ay bx by_ wr su sw sz sv r n true ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu ->
  small_first_contact_results wx wy zx zy vx vy su sw sz sv r len2 move2 reach2 cross_start cross_move cross_a cross_b
    wv zv wu zu vu (extent_number x) kind f ->
  small_decided x c v a b (real cr + real wr) kind f.
Proof.
  intros c v a b Hv Hs Hm Ht Hf. destruct (small_vectors_exact _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    Hv Hs Hm) as (g & Kv).
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  fold c v a b in Kv, K. destruct (V_r _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv) as (Fr & Er & _ & R0).
  destruct (Req_dec (real cr + real wr) 0) as [Z | Z].
  - unfold small_first_contact_results in Hf.
    destruct Hf as (if1 & if2 & k1 & f1 & cs1 & if3 & if4 & k2 & f2 & is_beyond_b & k3 & f3 & if5 & feature & if6 & k4 &
      f4 &
      if7 & rest & cs2 & if8 & []).
    assert (E : if1 = true).
    { rewrite E_if1. destruct (feq r (fconst 0 0)) eqn:E; [reflexivity |]. destruct zero_value as [F0 V0].
      apply feq_real_false in E; [| exact Fr | exact F0]. rewrite V0, Er in E. contradiction. }
    rewrite E in E_result_kind. rewrite E_result_kind. apply small_undecided.
  - eapply small_first_contact_decided; [exact Kv | apply K | exact Ht | lra | exact Hf].
Qed.
