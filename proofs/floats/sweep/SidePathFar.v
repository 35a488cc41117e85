(* Places near a path along a level or upright wall: is_far_from_level of src/sweep/side_path.h, with set_level_path,
   over the extracted terms. If it holds, every place within the margin of the path is farther than R from the wall.

   The distances at both ends and R are rounded sums, and their difference and the bound are rounded, too. The part of R
   in the bound, 8 eps R, exceeds these roundings together with the half margin. The margin is a number of at least
   2^-1070: carom_near_first takes 2^12 ulp, and an ulp is at least 2^-1074. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry Terms_wide Terms_side_path ErrorFreeTerms
  SweepGeometry SweepTerms SweepContact TangentGapLine TangentGapSign TangentTime SidePathGeometry SidePathLevel
  SidePathOfLevel.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* A place within the margin of a path at least h away is farther than r, for one coordinate of distance d. *)
Lemma coordinate_far d x m r : is_sign d -> 0 <= r -> r + m < d * x -> forall z, Rabs (z - x) <= m -> r ^ 2 < z ^ 2.
Proof.
  intros Sg R0 H z Hz. apply Rabs_le_inv in Hz. assert (r < d * z) by (destruct Sg as [-> | ->]; lra).
  replace (z ^ 2) with ((d * z) ^ 2) by (destruct Sg as [-> | ->]; ring). nra.
Qed.

Lemma between_above k y z t : k < y -> k < z -> 0 <= t <= 1 -> k < (1 - t) * y + t * z.
Proof.
  intros Y Z [t0 t1]. replace ((1 - t) * y + t * z) with (y + t * (z - y)) by ring.
  destruct (Rle_dec y z) as [L | L].
  - assert (0 <= t * (z - y)) by (apply Rmult_le_pos; lra). lra.
  - assert (t * (y - z) <= 1 * (y - z)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* A path whose ends are beyond r + m on one side of a level or upright wall. *)
Lemma path_far c v a b q t m r d : is_sign d -> 0 <= r -> 0 <= t <= 1 -> 0 <= m ->
  (px q - px (moved c v t)) ^ 2 + (py q - py (moved c v t)) ^ 2 <= m ^ 2 ->
  (px a = px b /\ r + m < d * (px c - px a) /\ r + m < d * (px c + px v - px a)) \/
  (py a = py b /\ r + m < d * (py c - py a) /\ r + m < d * (py c + py v - py a)) ->
  farther Segment q a b r.
Proof.
  intros Sg R0 Ht M0 Hq K s _. unfold dist2_at, moved in *. cbn [px py] in *.
  assert (Near : forall x y, x ^ 2 + y ^ 2 <= m ^ 2 -> Rabs x <= m).
  { intros x y L. apply Rsqr_incr_0_var; [| exact M0]. rewrite <- Rsqr_abs. unfold Rsqr.
    pose proof (pow2_ge_0 y). lra. }
  destruct K as [(E & H1 & H2) | (E & H1 & H2)].
  - replace (px a + s * (px b - px a)) with (px a) by (rewrite <- E; ring).
    assert (G : r ^ 2 < (px q - px a) ^ 2).
    { apply (coordinate_far d (px c + t * px v - px a) m r Sg R0).
      - replace (d * (px c + t * px v - px a)) with
          ((1 - t) * (d * (px c - px a)) + t * (d * (px c + px v - px a))) by ring. now apply between_above.
      - replace (px q - px a - (px c + t * px v - px a)) with (px q - (px c + t * px v)) by ring. eapply Near, Hq. }
    pose proof (pow2_ge_0 (py q - (py a + s * (py b - py a)))). lra.
  - replace (py a + s * (py b - py a)) with (py a) by (rewrite <- E; ring).
    assert (G : r ^ 2 < (py q - py a) ^ 2).
    { apply (coordinate_far d (py c + t * py v - py a) m r Sg R0).
      - replace (d * (py c + t * py v - py a)) with
          ((1 - t) * (d * (py c - py a)) + t * (d * (py c + py v - py a))) by ring. now apply between_above.
      - replace (py q - py a - (py c + t * py v - py a)) with (py q - (py c + t * py v)) by ring.
        rewrite Rplus_comm in Hq. eapply Near, Hq. }
    pose proof (pow2_ge_0 (px q - (px a + s * (px b - px a)))). lra.
Qed.

(* The rounded comparison. *)
Lemma sum_near hi lo x : is_sum hi lo x -> Rabs (real hi - x) <= u53 * Rabs x.
Proof.
  intros (Fh & Fl & Er & E & _). pose proof (rnd_sum_error double _ _ (real_in_format hi) (real_in_format lo)) as R.
  rewrite u_double in R. rewrite E, <- Er in R. exact R.
Qed.

Lemma far_numbers sh sl eh el rh rl margin S E R : is_sum sh sl S -> is_sum eh el E -> is_sum rh rl R -> 0 <= R ->
  finite margin -> bpow radix2 (-1070) <= real margin ->
  is_far_from_level_results sh eh rh margin true -> R + real margin < S /\ R + real margin < E.
Proof.
  intros HS HE HR R0 Fm Hm [H]. symmetry in H. set (x := if flt sh eh then sh else eh) in *.
  pose proof (sum_near _ _ _ HS) as NS. pose proof (sum_near _ _ _ HE) as NE. pose proof (sum_near _ _ _ HR) as NR.
  destruct HS as (Fs & _ & _ & _ & Bs & _), HE as (Fe & _ & _ & _ & Be & _), HR as (Fr & _ & Er & _ & Br & _).
  assert (X : finite x /\ Rabs (real x) <= bpow radix2 201 /\ real x <= real sh /\ real x <= real eh).
  { unfold x. destruct (flt_real_cases sh eh Fs Fe) as [[-> L] | [-> L]].
    - split; [exact Fs |]. split; [exact Bs | lra].
    - split; [exact Fe |]. split; [exact Be | lra]. }
  destruct X as (Fx & Bx & X1 & X2). pose proof (bpow_gt_0 radix2 (-1070)) as P.
  assert (r0 : 0 <= real rh) by (rewrite Er; now apply rnd_nonneg).
  destruct (fsub_is_finite x rh 202 (conj eq_refl eq_refl) Fx Fr) as (Fd & Ed & _).
  { change 202%Z with (201 + 1)%Z. now apply difference_below. }
  pose proof (Bounded.fsub_error _ _ Fd) as Rd. rewrite u_double in Rd.
  const_facts 3%Z (-1)%Z F3 V3. const_facts 1%Z (-50)%Z F5 V5. rewrite Rmult_1_l in V5.
  change (bpow radix2 (-1)) with (/ 2) in V3. change (bpow radix2 (-50)) with (/ 1125899906842624) in V5.
  set (A := fmul (fconst 3 (-1)) margin) in *. set (B := fmul (fconst 1 (-50)) rh) in *.
  assert (NA : nonneg A) by (apply nonneg_fmul; [now apply nonneg_of_real; [| lra] | apply nonneg_of_real; [exact Fm |
    lra]]).
  assert (NB : nonneg B) by (apply nonneg_fmul; [now apply nonneg_of_real; [| lra] | apply nonneg_of_real; [exact Fr |
    lra]]).
  assert (FAB : finite (fadd A B)) by (eapply flt_finite; [exact H | now apply nonneg_fadd]).
  destruct (fadd_finite _ _ FAB) as (FA & FB & _). pose proof (Bounded.fadd_error _ _ FAB) as Rs. rewrite u_double in
    Rs.
  destruct (fmul_finite _ _ FA) as (_ & _ & EA). destruct (fmul_finite _ _ FB) as (_ & _ & EB).
  fold A in EA. fold B in EB. rewrite V3 in EA. rewrite V5 in EB.
  pose proof (rnd_error double (3 * / 2 * real margin)) as RA. rewrite <- EA, u_double in RA.
  pose proof (rnd_error double (/ 1125899906842624 * real rh)) as RB. rewrite <- EB, u_double in RB.
  apply flt_real in H; [| exact FAB | exact Fd].
  assert (Tn : eta double <= / 32 * bpow radix2 (-1070)).
  { change (/ 32) with (bpow radix2 (-5)). rewrite <- bpow_plus. change (eta double) with (bpow radix2 (-1075)).
    apply bpow_le. lia. }
  set (m := real margin) in *. set (r := real rh) in *. set (y := real x) in *.
  rewrite (Rabs_pos_eq (3 * / 2 * m)) in RA by lra. rewrite (Rabs_pos_eq (/ 1125899906842624 * r)) in RB by lra.
  apply nonneg_real in NA, NB. apply Rabs_le_inv in RA, RB.
  rewrite (Rabs_pos_eq (real A + real B)) in Rs by lra. apply Rabs_le_inv in Rs.
  assert (Y : 0 < y - r).
  { apply Rnot_le_lt. intros L. rewrite (Rabs_left1 (y - r)) in Rd by exact L. apply Rabs_le_inv in Rd. lra. }
  rewrite (Rabs_pos_eq (y - r)) in Rd by lra. apply Rabs_le_inv in Rd.
  rewrite (Rabs_pos_eq R) in NR by exact R0. apply Rabs_le_inv in NR.
  assert (One : forall hi z, y <= hi -> Rabs (hi - z) <= u53 * Rabs z -> R + m < z).
  { intros hi z L N. assert (z0 : 0 < z).
    { apply Rnot_le_lt. intros C. rewrite (Rabs_left1 z) in N by exact C. apply Rabs_le_inv in N. lra. }
    rewrite (Rabs_pos_eq z) in N by lra. apply Rabs_le_inv in N. lra. }
  split; [exact (One _ _ X1 NS) | exact (One _ _ X2 NE)].
Qed.

Theorem is_far_from_level_correct sh0 sl0 se0 eh0 el0 ee0 rh0 rl0 re0 s0 cx cy cr tox toy ax ay bx by_ wr n
    upright side sh sl se eh el ee rh rl re margin :
  set_level_path_results sh0 sl0 se0 eh0 el0 ee0 rh0 rl0 re0 s0 cx cy cr tox toy ax ay bx by_ wr n true upright
    side sh sl se eh el ee rh rl re ->
  is_far_from_level_results sh eh rh margin true -> finite margin -> bpow radix2 (-1070) <= real margin ->
  let c := Point (real cx) (real cy) in let v := Point (real tox - real cx) (real toy - real cy) in
  let a := Point (real ax) (real ay) in let b := Point (real bx) (real by_) in let R := real cr + real wr in
  n = extent_number Segment /\
  forall t q, 0 <= t <= 1 ->
    (px q - px (moved c v t)) ^ 2 + (py q - py (moved c v t)) ^ 2 <= real margin ^ 2 -> farther Segment q a b R.
Proof.
  intros H Far Fm Hm c v a b R. unfold set_level_path_results in H. open H. destruct H.
  repeat match goal with W : wide_of_sum_results _ _ _ _ _ |- _ =>
    destruct (wide_of_sum_values _ _ _ _ _ W) as (? & ? & _); clear W end.
  match goal with K : true = (if ?p then false else if ?q then false else true) |- _ =>
    destruct p; [discriminate K |]; destruct q; [discriminate K |]; clear K end. cbv iota in *.
  match goal with K : false = orb _ _ |- _ => rename K into E_if1 end.
  match goal with K : false = negb _ |- _ => rename K into E_if2 end.
  symmetry in E_if1. apply orb_false_iff in E_if1. destruct E_if1 as [Up Seg]. apply negb_false_iff, Z.eqb_eq in Seg.
  symmetry in E_if2. apply negb_false_iff in E_if2.
  apply andb_prop in E_if2. destruct E_if2 as [E_if2 W0]. apply andb_prop in E_if2. destruct E_if2 as [E_if2 C0].
  apply andb_prop in E_if2. destruct E_if2 as [_ Sizes].
  destruct (sizes_below _ _ _ _ _ Sizes C0 W0) as ((Ff & Fe & Fl & Fcr & Fwr) & (Bf & Be & Bl & Bcr & Bwr) & Rc & Rw).
  const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
  assert (Sd : forall k : bool, finite (if k then fneg (fconst 1 0) else fconst 1 0 : D) /\
    is_sign (real (if k then fneg (fconst 1 0) else fconst 1 0 : D))).
  { intros [|]; [split; [now apply finite_fneg |]; right; rewrite real_fneg, V1; ring |].
    split; [exact F1 | left; exact V1]. }
  match goal with K : _ = (if flt ?p ?q then fneg (fconst 1 0) else fconst 1 0) |- _ =>
    destruct (Sd (flt p q)) as (Fs & Sg) end.
  subst. match type of Fs with finite ?s => set (sd := s) in * end.
  pose proof (signed_difference sd _ _ Fs Sg Ff Fl Bf Bl) as Start.
  pose proof (signed_difference sd _ _ Fs Sg Fe Fl Be Bl) as End.
  pose proof (sum_is_sum _ _ Fcr Fwr Bcr Bwr) as Reach. fold R in Reach.
  assert (R0 : 0 <= R) by (unfold R; lra).
  destruct (far_numbers _ _ _ _ _ _ _ _ _ _ Start End Reach R0 Fm Hm Far) as (HS & HE).
  split; [reflexivity |]. intros t q Ht Hq.
  pose proof (bpow_gt_0 radix2 (-1070)) as P.
  apply (path_far c v a b q t (real margin) R (real sd) Sg R0 Ht ltac:(lra) Hq).
  destruct (feq ax bx) eqn:Ux; cbn [orb] in *; simpl.
  - destruct (feq_finite _ _ Ux Fl) as (Fbx & Ebx). left.
    replace (real cx + (real tox - real cx)) with (real tox) by ring. auto.
  - destruct (feq ay by_) eqn:Uy; [| discriminate Up]. destruct (feq_finite _ _ Uy Fl) as (Fby & Eby). right.
    replace (real cy + (real toy - real cy)) with (real toy) by ring. auto.
Qed.
