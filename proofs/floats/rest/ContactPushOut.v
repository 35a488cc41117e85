(* carom_circle_push_out as a whole, from its inputs to a centre that is free: if contact_double_double.h measures the
   contact and push_off.h is sure of the centre, the centre is finite, its distance to the axis exceeds R if the
   relation is separate, and is R if it is touching. docs/exactness.md, "Push-out". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Distances Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry
  ContactPairs ContactSteps ContactRoot ContactDepth ContactEnd ContactProducts ContactSide ContactSideDepth
  ContactLevel ContactLarge ContactMeasure ContactMeasured ContactPush ContactPushSide ContactPushOff ContactSpec
  ContactLevelNumbers.
From Carom Require Terms_contact Terms_push Terms_public.
Import Terms_contact.measure_end_terms(measure_end_results).
Import Terms_contact.measure_side_terms(measure_side_results).
Import Terms_push.push_off_terms(push_off_results).

Open Scope R_scope.

(* The distance at an end has the parts that push_off expects of a quotient. *)
Lemma end_is_quotient hx hy lx ly length rest inverse x y :
  is_vector hx hy lx ly length rest inverse x y -> is_quotient length rest (sqrt (x * x + y * y)) 0.
Proof.
  intros [_ _ _ _ _ _ _ _ Sl Bl Flr _ L1 L2 L3 _]. destruct ud_small as [U0 U1].
  pose proof (bpow_gt_0 radix2 (-160)) as Z.
  set (l := sqrt (x * x + y * y)) in *. assert (l0 : 0 <= l) by lra. scales l l0.
  assert (H570 : bpow radix2 (-570) <= / 2 * bpow radix2 (-160)) by (change (/ 2) with (bpow radix2 (-1));
    rewrite <- bpow_plus; apply bpow_le; lia).
  constructor; auto; try lra.
  - apply (below_weaken length 202 400 Bl). lia.
Qed.

Lemma end_error_is n r wr R_hi R_lo cx cy ax ay bx by_ length hi rest lo inverse depth error dhx dhy dlx dly uhx uhy ulx
  uly t trest spread x y :
  is_reach r wr R_hi R_lo -> is_vector dhx dhy dlx dly length rest inverse x y -> finite error ->
  measure_end_results n R_hi R_lo cx cy ax ay bx by_ true length hi rest lo inverse depth error dhx dhy dlx dly uhx uhy
    ulx uly t trest spread ->
  250 * (ud * (ud * (real R_hi + sqrt (x * x + y * y) + 0))) <= real error.
Proof.
  intros Rch [_ _ _ _ _ _ _ _ Sl Bl Flr _ L1 L2 L3 _] Fe H. destruct ud_small as [U0 U1].
  pose proof (bpow_gt_0 radix2 (-160)) as Z.
  set (l := sqrt (x * x + y * y)) in *. assert (l0 : 0 <= l) by lra. scales l l0.
  assert (E : error = fmul (fconst 1 (-98)) (fadd R_hi length)).
  { unfold measure_end_results in H. repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
    congruence. }
  destruct Rch as [_ _ _ _ _ _ R0 _ _]. rewrite E in Fe |- *. destruct (fmul_finite _ _ Fe) as (_ & Ft & Em).
  destruct (constant_value (-98) ltac:(lia)) as [F4 E4]. rewrite E4 in Em.
  assert (E98 : bpow radix2 (-98) = 256 * (ud * ud)).
  { unfold u. rewrite <- bpow_plus. change 256 with (bpow radix2 8). rewrite <- bpow_plus. f_equal. }
  pose proof (sum_at_least R_hi length Ft R0 ltac:(lra)) as S. set (t0 := real (fadd R_hi length)) in *.
  assert (t00 : 0 <= t0) by lra. scales t0 t00.
  pose proof (rnd_error double (bpow radix2 (-98) * t0)) as Q. rewrite <- Em, E98 in Q.
  replace (256 * (ud * ud) * t0) with (256 * (ud * (ud * t0))) in Q by ring.
  rewrite (Rabs_pos_eq (256 * _)) in Q by lra.
  replace (ud * (256 * (ud * (ud * t0)))) with (256 * (ud * (ud * (ud * t0)))) in Q by ring. apply Rabs_le_inv in Q.
  assert (T : tiny <= / 1000000 * (ud * (ud * (ud * t0)))).
  { apply tiny_small. apply Rle_trans with (/ 2 * bpow radix2 (-160)); [| lra]. change (/ 2) with (bpow radix2 (-1)).
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (W : ud * (ud * (998/1000 * (real R_hi + l))) <= ud * (ud * t0)) by (repeat (apply Rmult_le_compat_l; [lra |]);
    lra).
  replace (ud * (ud * (998/1000 * (real R_hi + l)))) with (998/1000 * (ud * (ud * (real R_hi + l)))) in W by ring.
  replace (ud * (ud * (real R_hi + l + 0))) with (ud * (ud * (real R_hi + l))) by ring.
  assert (0 <= ud * (ud * (real R_hi + l))) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

(* The wall lies behind the straight through the nearest point of the axis. *)
Lemma axis_is_behind ext n c a b q t : is_feature ext c a b n -> is_distance ext c a b q -> on_axis ext t ->
  q * vector_length n c a b <= vector_x n c a b * (px c - (px a + t * (px b - px a))) + vector_y n c a b * (py c -
    (py a + t * (py b - py a))).
Proof.
  intros Ff Dq Ht. destruct Ff as [(-> & S) | [(-> & S) | (-> & S)]]; unfold vector_length, vector_x, vector_y;
    cbn [Z.eqb Pos.eqb].
  - pose proof (distance_unique _ _ _ _ _ _ Dq (distance_on_side ext c a b S)) as ->.
    assert (Sd : side_of c a b * side_of c a b = 1) by (unfold side_of; destruct Rlt_dec; ring).
    assert (E : sqrt (- side_of c a b * uy a b * (- side_of c a b * uy a b) + side_of c a b * ux a b * (side_of c a b *
      ux a b)) = sqrt (len2 a b)).
    { f_equal. unfold len2. replace (- side_of c a b * uy a b * (- side_of c a b * uy a b) + side_of c a b * ux a b *
        (side_of c a b * ux a b))
        with (side_of c a b * side_of c a b * (ux a b * ux a b + uy a b * uy a b)) by ring. rewrite Sd. ring. }
    rewrite E. destruct S as (L & _). pose proof (sqrt_lt_R0 _ L).
    replace (Rabs (cross c a b) / sqrt (len2 a b) * sqrt (len2 a b)) with (Rabs (cross c a b)) by (field; lra).
    rewrite (behind_side c a b t (side_of c a b) Sd); [lra |]. unfold side_of. destruct Rlt_dec; lra.
  - pose proof (distance_unique _ _ _ _ _ _ Dq (distance_at_a ext c a b S)) as ->. fold (w2 c a). rewrite sqrt_sqrt.
    + now apply (behind_end_a ext).
    + unfold w2. pose proof (Rle_0_sqr (wx c a)). pose proof (Rle_0_sqr (wy c a)). unfold Rsqr in *. lra.
  - pose proof (distance_unique _ _ _ _ _ _ Dq (distance_at_b ext c a b S)) as ->. fold (z2 c b). rewrite sqrt_sqrt.
    + now apply (behind_end_b ext).
    + unfold z2. pose proof (Rle_0_sqr (zx c b)). pose proof (Rle_0_sqr (zy c b)). unfold Rsqr in *. lra.
Qed.

(* What makes a centre free. *)
Definition is_free ext (c a b : point) (R : R) (relation : Z) :=
  (relation = 1%Z /\ farther ext c a b R) \/ (relation = 2%Z /\ is_distance ext c a b R).

Section Slanted.
Variables cx cy r ax ay bx by_ wr R_hi R_lo hi lo depth error t trest dhx dhy dlx dly inverse length lrest spread uhx
  uhy ulx uly : F double.
Variables (k1 k2 X Y : F double) (n relation : Z) (ext : extent) (q : R).
Hypothesis reach : is_reach r wr R_hi R_lo.
Variable is_sure : bool.
Hypothesis pushed : push_off_results R_hi R_lo hi lo error dhx dhy dlx dly length lrest inverse cx cy k1 k2 is_sure
  relation X Y.
Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Hypothesis feature : is_feature ext C A B n.
Hypothesis distance : is_distance ext C A B q.
Hypothesis overlap : q < real r + real wr.

Lemma free_beyond : let l := vector_length n C A B in 0 < l ->
  (real r + real wr - q) * l < vector_x n C A B * (real X - real cx) + vector_y n C A B * (real Y - real cy) ->
  farther ext (point_of X Y) A B (real r + real wr).
Proof.
  cbv zeta. intros l0 H. destruct reach as [_ _ r0 w0 _ _ _ _ _].
  apply (beyond_is_farther ext C A B (vector_x n C A B) (vector_y n C A B) (real X) (real Y) q (real r + real wr));
    auto.
  - lra.
  - intros s Hs. now apply axis_is_behind with ext.
Qed.

Theorem push_off_at_end_is_free : n = 2%Z \/ n = 3%Z ->
  measure_end_results n R_hi R_lo cx cy ax ay bx by_ true length hi lrest lo inverse depth error dhx dhy dlx dly uhx uhy
    ulx uly t trest spread ->
  finite X /\ finite Y /\ (is_sure = true -> is_free ext (point_of X Y) A B (real r + real wr) relation).
Proof.
  intros Hn M. destruct ud_small as [U0 U1].
  destruct (measure_end_is n r wr R_hi R_lo cx cy ax ay bx by_ length hi lrest lo inverse depth error dhx dhy dlx dly
    uhx uhy ulx uly t trest spread reach M)
    as (Fcx & Fcy & Fex & Fey & Eh & El & E1 & E2 & _ & _ & V & (_ & Fe & _)).
  set (vx := real cx - real (if Z.eqb n 2 then ax else bx)) in *.
  set (vy := real cy - real (if Z.eqb n 2 then ay else by_)) in *.
  assert (Ev : vector_x n C A B = vx /\ vector_y n C A B = vy) by (unfold vx, vy; destruct Hn as [-> | ->]; split;
    reflexivity).
  destruct Ev as [Vx Vy]. set (l := sqrt (vx * vx + vy * vy)) in *.
  assert (Ll : vector_length n C A B = l) by (unfold vector_length; now rewrite Vx, Vy).
  pose proof (v_size _ _ _ _ _ _ _ _ _ V) as Sl. fold l in Sl. pose proof (bpow_gt_0 radix2 (-160)) as Z.
  assert (Eq : q = l).
  { rewrite <- Ll. unfold vector_length, vector_x, vector_y.
    destruct feature as [(E & _) | [(E & S) | (E & S)]]; [destruct Hn; lia | |]; rewrite E;
      [pose proof (distance_at_a ext C A B S) as D | pose proof (distance_at_b ext C A B S) as D];
      exact (distance_unique _ _ _ _ _ _ distance D). }
  destruct reach as [_ _ r0 w0 [_ BR] _ R0 ER SR]. rewrite Rabs_pos_eq in BR by exact R0.
  assert (B165 : bpow radix2 165 <= bpow radix2 215) by (apply bpow_le; lia).
  assert (B566 : bpow radix2 (-566) <= bpow radix2 (-160)) by (apply bpow_le; lia).
  pose proof (bpow_ge_0 radix2 215) as Z2. pose proof (bpow_ge_0 radix2 40) as Z4.
  destruct (push_off_is_right r wr R_hi R_lo hi lo error dhx dhy dlx dly length lrest inverse cx cy k1 k2 X Y relation
    vx vy q 0 reach V) with (is_sure := is_sure) as (FX & FY & Beyond); auto.
  - rewrite Eh, El, Eq. exact (end_is_quotient _ _ _ _ _ _ _ _ _ V).
  - lra.
  - lra.
  - repeat apply Rmult_le_pos; lra.
  - rewrite Eq. exact (end_error_is n r wr R_hi R_lo cx cy ax ay bx by_ length hi lrest lo inverse depth error dhx dhy
      dlx dly uhx uhy ulx uly t trest spread vx vy reach V Fe M).
  - intros N. destruct (not_large cx _ 200 ltac:(rewrite <- E1; apply V) ltac:(lia) N) as [B1 _].
    apply (below_weaken _ _ _ B1). lia.
  - intros N. destruct (not_large cy _ 200 ltac:(rewrite <- E2; apply V) ltac:(lia) N) as [B1 _].
    apply (below_weaken _ _ _ B1). lia.
  - do 2 (split; [assumption |]). intros S. destruct (Beyond S) as (P1 & P4). left. split; [exact P1 |].
    apply free_beyond; rewrite Ll; [lra |]. rewrite Vx, Vy. fold l in P4. exact P4.
Qed.

Theorem push_off_on_side_is_free : n = 1%Z ->
  measure_side_results R_hi R_lo cx cy ax ay bx by_ true hi lo depth error t trest spread dhx dhy dlx dly uhx uhy ulx
    uly length lrest inverse ->
  finite X /\ finite Y /\ (is_sure = true -> is_free ext (point_of X Y) A B (real r + real wr) relation).
Proof.
  intros Hn M. destruct ud_small as [U0 U1].
  destruct (measure_side_is r wr R_hi R_lo cx cy ax ay bx by_ hi lo depth error t trest spread dhx dhy dlx dly uhx uhy
    ulx uly length lrest inverse reach M)
    as (Fcx & Fcy & Fax & Fay & Fbx & Fby & Nc & Lc & E1 & E2 & E3 & E4 & Dw & Vu & Vd & Qd & Tl & Er & (_ & Fe & _)).
  change (real bx - real ax) with (ux A B) in *. change (real by_ - real ay) with (uy A B) in *.
  change (real cx - real ax) with (wx C A) in *. change (real cy - real ay) with (wy C A) in *.
  set (p := ux A B) in *. set (s := uy A B) in *. set (v := wx C A) in *. set (w := wy C A) in *.
  set (side := if Rlt_dec (p * w - s * v) 0 then -1 else 1) in *.
  assert (Ev : vector_x n C A B = - side * s /\ vector_y n C A B = side * p) by (rewrite Hn; split; reflexivity).
  destruct Ev as [Vx Vy]. pose proof (v_size _ _ _ _ _ _ _ _ _ Vd) as Sd.
  pose proof (v_size _ _ _ _ _ _ _ _ _ Vu) as Su.
  set (l := sqrt (p * p + s * s)) in *. pose proof (bpow_gt_0 radix2 (-160)) as Z.
  assert (Eq : q = Rabs (p * w - s * v) / l).
  { destruct feature as [(_ & S) | [(E & _) | (E & _)]]; try lia.
    exact (distance_unique _ _ _ _ _ _ distance (distance_on_side ext C A B S)). }
  rewrite <- Eq in *.
  destruct reach as [_ _ r0 w0 [_ BR] _ R0 ER SR]. rewrite Rabs_pos_eq in BR by exact R0.
  assert (RB : real r + real wr <= bpow radix2 151).
  { change 151%Z with (1 + 150)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
    assert (ud * real R_hi <= / 2 * real R_hi) by (apply Rmult_le_compat_r; lra). lra. }
  assert (q0 : bpow radix2 (-566) <= q).
  { rewrite Eq. apply Rmult_le_reg_r with l; [lra |]. replace (Rabs (p * w - s * v) / l * l) with (Rabs (p * w - s * v))
      by (field; lra).
    apply Rle_trans with (bpow radix2 (-566) * bpow radix2 165); [apply Rmult_le_compat_l; [apply bpow_ge_0 | lra] |].
    rewrite <- bpow_plus. eapply Rle_trans; [apply bpow_le | exact Lc]; lia. }
  assert (B151 : bpow radix2 151 <= bpow radix2 215) by (apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 (-566)) as Zq.
  set (K := Rabs (p * w) + Rabs (s * v)) in *.
  assert (T0 : 0 <= K / l).
  { apply Rmult_le_pos; [unfold K; pose proof (Rabs_pos (p * w)); pose proof (Rabs_pos (s * v)); lra | left;
      apply Rinv_0_lt_compat; lra]. }
  assert (TB : K / l <= bpow radix2 215).
  { eapply Rle_trans; [exact Tl |]. apply Rle_trans with (bpow radix2 1 * bpow radix2 40 * bpow radix2 152).
    - change 152%Z with (1 + 151)%Z. rewrite (bpow_plus radix2 1 151). change (bpow radix2 1) with 2.
      apply Rmult_le_compat; try lra.
      + apply Rmult_le_pos; [lra | apply bpow_ge_0].
      + apply Rmult_le_compat_r; [apply bpow_ge_0 | lra].
    - rewrite <- !bpow_plus. apply bpow_le. lia. }
  (* the coordinates are of ordinary size *)
  destruct Dw as [W1 W2 _ _ _ _ _ _]. destruct Vu as [O1 O2 _ _ _ _ _ _ _ _ _ _ _ _ _ _].
  assert (Bc : forall (c a b : F double) (d e : R), finite c -> ordinary (fsub c a) -> ordinary (fsub b a) ->
    (real b - real a <> 0 \/ real c - real a <> 0) -> below c 998).
  { intros c a b d e Fc Oc Ob [N | N].
    - destruct (not_large b a 200 (proj1 Ob) ltac:(lia) N) as [_ Ba]. destruct (difference_bound c a 200 (proj1 Oc))
        as (_ & _ & D).
      split; [exact Fc |]. destruct Ba as [_ Ba].
      assert (Rabs (real c) <= Rabs (real a) + Rabs (real c - real a))
        by (replace (real c) with (real a + (real c - real a)) at 1 by ring; apply Rabs_triang).
      assert (2 * bpow radix2 200 <= bpow radix2 258) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus;
        apply bpow_le; lia).
      assert (2 * bpow radix2 258 <= bpow radix2 998) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus;
        apply bpow_le; lia).
      change (200 + 58)%Z with 258%Z in Ba. lra.
    - destruct (not_large c a 200 (proj1 Oc) ltac:(lia) N) as [Bc _]. apply (below_weaken _ _ _ Bc). lia. }
  assert (Nx : p <> 0 \/ v <> 0) by (destruct (Req_dec p 0) as [Zp | Np]; [right; intros Zv; apply Nc; rewrite Zp, Zv;
    ring | now left]).
  assert (Ny : s <> 0 \/ w <> 0) by (destruct (Req_dec s 0) as [Zp | Np]; [right; intros Zv; apply Nc; rewrite Zp, Zv;
    ring | now left]).
  assert (B1 : below cx 998) by (apply (Bc cx ax bx 0 0 Fcx W1); [rewrite <- E1; exact O1 | exact Nx]).
  assert (B2 : below cy 998) by (apply (Bc cy ay by_ 0 0 Fcy W2); [rewrite <- E2; exact O2 | exact Ny]).
  destruct (push_off_is_right r wr R_hi R_lo hi lo error dhx dhy dlx dly length lrest inverse cx cy k1 k2 X Y relation
    (- side * s) (side * p) q (K / l)
    reach Vd Qd ltac:(lra) (conj T0 TB) Tl overlap Fe Er Fcx Fcy (fun _ => B1) (fun _ => B2) is_sure pushed)
      as (FX & FY & Beyond).
  do 2 (split; [assumption |]). intros S. destruct (Beyond S) as (P1 & P4). left. split; [exact P1 |].
  apply free_beyond; unfold vector_length; rewrite Vx, Vy; [lra | exact P4].
Qed.

End Slanted.
