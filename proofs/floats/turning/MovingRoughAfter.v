(* Just after the start of a piece: the sign `after` of form_signs, and gap_after of src/turning/moving_forms.h with the
   signs that rough_signs_on returns.

   Close to 0 the first Bernstein coefficient that is not 0 decides. *)
From Coq Require Import ZArith Reals Lia Lra Bool List Classical.
From Carom Require Import Model MovingRough MovingRoughNow MovingRoughForms MovingRoughOn MovingRoughGap.
From Carom Require Import Terms_moving_rough.
Import ListNotations.

Open Scope R_scope.

(* Just after 0: the first sign that is not 0. *)
Lemma bernstein_bounded b : exists m, 0 <= m /\ forall s, 0 <= s <= 1 -> Rabs (bernstein b s) <= m.
Proof.
  induction b as [| x l (m & M & IH)]; [exists 0; split; [lra |]; intros; simpl; rewrite Rabs_R0; lra |].
  exists (Rabs x + m). split; [pose proof (Rabs_pos x); lra |]. intros s S. simpl.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult. specialize (IH s S). rewrite (Rabs_pos_eq s) by lra.
  assert (P : 0 <= (1 - s) ^ length l <= 1).
  { split; [apply pow_le; lra |]. apply Rle_trans with (1 ^ length l);
    [apply pow_incr; lra | rewrite pow1; lra]. }
  rewrite (Rabs_pos_eq ((1 - s) ^ length l)) by lra.
  assert (Rabs x * (1 - s) ^ length l <= Rabs x * 1) by (apply Rmult_le_compat_l; [apply Rabs_pos | lra]).
  assert (s * Rabs (bernstein l s) <= 1 * m) by (apply Rmult_le_compat; try lra; apply Rabs_pos). lra.
Qed.

Lemma sign_just_after s b : Forall2 is_sign_of s b ->
  exists d, 0 < d <= 1 /\ forall t, 0 < t < d -> is_sign_of (first_sign s) (bernstein b t).
Proof.
  induction 1 as [| y x s l H F (d & D & IH)].
  { exists 1. split; [lra |]. intros. right; right. split; reflexivity. }
  assert (Zero : y = 0%Z -> x = 0 -> exists d0, 0 < d0 <= 1 /\ forall t, 0 < t < d0 -> is_sign_of (first_sign (y :: s))
    (bernstein (x :: l) t)).
  { intros -> ->. exists d. split; [exact D |]. intros t T. cbn [first_sign Z.eqb]. simpl bernstein.
    rewrite Rmult_0_l, Rplus_0_l. destruct (IH t T) as [(E & P) | [(E & P) | (E & P)]].
    - left. split; [exact E |]. apply Rmult_lt_0_compat; lra.
    - right; left. split; [exact E |]. assert (0 < t * - bernstein l t) by (apply Rmult_lt_0_compat; lra). lra.
    - right; right. split; [exact E |]. rewrite P. ring. }
  assert (Far : x <> 0 -> exists d0, 0 < d0 <= 1 /\ forall t, 0 < t < d0 ->
    Rabs (t * bernstein l t) < Rabs x * (1 - t) ^ length l /\ 0 < (1 - t) ^ length l).
  { intros N. destruct (bernstein_bounded l) as (m & M & B). apply Rabs_pos_lt in N.
    set (h := (/ 2) ^ length l). assert (Ph : 0 < h) by (apply pow_lt; lra).
    assert (P : 0 < Rabs x * h) by (apply Rmult_lt_0_compat; lra).
    exists (Rmin (/ 2) (Rabs x * h / (m + 1))). split.
    - split; [apply Rmin_glb_lt; [lra |]; apply Rdiv_lt_0_compat; lra |].
      eapply Rle_trans; [apply Rmin_l | lra].
    - intros t (T0 & T1). pose proof (Rmin_l (/ 2) (Rabs x * h / (m + 1))).
      pose proof (Rmin_r (/ 2) (Rabs x * h / (m + 1))).
      assert (L : h <= (1 - t) ^ length l) by (apply pow_incr; lra).
      split; [| lra]. rewrite Rabs_mult, (Rabs_pos_eq t) by lra.
      assert (T2 : t * (m + 1) < Rabs x * h).
      { apply Rlt_le_trans with (Rabs x * h / (m + 1) * (m + 1)); [apply Rmult_lt_compat_r; lra |].
        right. field. lra. }
      specialize (B t ltac:(lra)). assert (t * Rabs (bernstein l t) <= t * m) by (apply Rmult_le_compat_l; lra).
      assert (Rabs x * h <= Rabs x * (1 - t) ^ length l) by (apply Rmult_le_compat_l; lra). lra. }
  destruct H as [(-> & H) | [(-> & H) | (-> & H)]]; [| | now apply Zero].
  - destruct (Far ltac:(lra)) as (d0 & D0 & G). exists d0. split; [exact D0 |]. intros t T.
    destruct (G t T) as (G1 & G2). left. split; [reflexivity |]. simpl bernstein.
    rewrite (Rabs_pos_eq x) in G1 by lra. apply Rabs_def2 in G1. lra.
  - destruct (Far ltac:(lra)) as (d0 & D0 & G). exists d0. split; [exact D0 |]. intros t T.
    destruct (G t T) as (G1 & G2). right; left. split; [reflexivity |]. simpl bernstein.
    rewrite (Rabs_left x) in G1 by lra. apply Rabs_def2 in G1. lra.
Qed.

Theorem form_signs_just_after f begin after ends count : has_form_signs f begin after ends count ->
  exists d, 0 < d <= 1 /\ forall t, 0 < t < d -> is_sign_of after (f t).
Proof.
  intros (b & _ & E & s & F & _ & -> & _). destruct (sign_just_after s b F) as (d & D & H).
  exists d. split; [exact D |]. intros t T. rewrite E. now apply H.
Qed.

Lemma after_is_begin f begin after ends count : has_form_signs f begin after ends count -> begin <> 0%Z ->
  after = begin.
Proof.
  intros (b & N & _ & s & F & -> & -> & _) Z. destruct F as [| y x s l H F]; [contradiction |]. simpl in *.
  destruct (Z.eqb_spec y 0); [contradiction | reflexivity].
Qed.

(* gap_after. *)
Theorem rough_signs_on_after n ux0 uy0 ux1 uy1 wx0 wy0 wx1 wy1 r
    ux0h ux0l ux0e uy0h uy0l uy0e ux1h ux1l ux1e uy1h uy1l uy1e wx0h wx0l wx0e
    wy0h wy0l wy0e wx1h wx1l wx1e wy1h wy1l wy1e rh rl re
    ab aa ae ac bb ba be bc pb pa pe pc qb qa qe qc xb xa xe xc sb sa se sc wb wa we wc zb za ze zc :
  rough_signs_on_results n ux0h ux0l ux0e uy0h uy0l uy0e ux1h ux1l ux1e uy1h uy1l uy1e wx0h wx0l wx0e wy0h wy0l wy0e
    wx1h wx1l wx1e wy1h wy1l wy1e rh rl re true
    ab aa ae ac bb ba be bc pb pa pe pc qb qa qe qc xb xa xe xc sb sa se sc wb wa we wc zb za ze zc ->
  is_cut_off ux0 ux0h ux0l ux0e ->
  is_cut_off uy0 uy0h uy0l uy0e ->
  is_cut_off ux1 ux1h ux1l ux1e ->
  is_cut_off uy1 uy1h uy1l uy1e ->
  is_cut_off wx0 wx0h wx0l wx0e ->
  is_cut_off wy0 wy0h wy0l wy0e ->
  is_cut_off wx1 wx1h wx1l wx1e ->
  is_cut_off wy1 wy1h wy1l wy1e ->
  is_cut_off r rh rl re ->
  exists d, 0 < d <= 1 /\ forall t, 0 < t < d ->
    is_gap_sign (gap_sign pa qa aa ba sa) (ux0 + ux1 * t) (uy0 + uy1 * t) (wx0 + wx1 * t) (wy0 + wy1 * t) r.
Proof.
  intros H C1 C2 C3 C4 C5 C6 C7 C8 C9.
  pose proof (rough_signs_on_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H C1 C2 C3 C4 C5 C6 C7 C8 C9) as (P & Q & A & B & S & _).
  clear H C1 C2 C3 C4 C5 C6 C7 C8 C9.
  assert (When : forall (c : Prop) f b a e n', (c -> has_form_signs f b a e n') ->
    exists d, 0 < d <= 1 /\ forall t, 0 < t < d -> c -> is_sign_of a (f t)).
  { intros c f b a e n' F. destruct (classic c) as [Y | N].
    - destruct (form_signs_just_after _ _ _ _ _ (F Y)) as (d & D & G). exists d. split; [exact D | auto].
    - exists 1. split; [lra |]. intros t T Y. contradiction. }
  apply When in A, B, S.
  pose proof (after_is_begin _ _ _ _ _ P) as Bp. pose proof (after_is_begin _ _ _ _ _ Q) as Bq.
  apply form_signs_just_after in P, Q.
  destruct P as (d1 & D1 & P). destruct Q as (d2 & D2 & Q). destruct A as (d3 & D3 & A). destruct B as (d4 & D4 & B).
  destruct S as (d5 & D5 & S). exists (Rmin d1 (Rmin d2 (Rmin d3 (Rmin d4 d5)))).
  pose proof (Rmin_l d1 (Rmin d2 (Rmin d3 (Rmin d4 d5)))). pose proof (Rmin_r d1 (Rmin d2 (Rmin d3 (Rmin d4 d5)))).
  pose proof (Rmin_l d2 (Rmin d3 (Rmin d4 d5))). pose proof (Rmin_r d2 (Rmin d3 (Rmin d4 d5))).
  pose proof (Rmin_l d3 (Rmin d4 d5)). pose proof (Rmin_r d3 (Rmin d4 d5)).
  pose proof (Rmin_l d4 d5). pose proof (Rmin_r d4 d5). split.
  - split; [repeat apply Rmin_glb_lt; lra | lra].
  - intros t T.
    apply gap_at_end with (n := n) (at_a := is_always (-1) pb pe pc) (at_b := is_always (-1) qb qe qc)
      (at_side := is_always 1 pb pe pc /\ is_always 1 qb qe qc).
    + apply P. lra.
    + apply Q. lra.
    + intros (_ & E & _). rewrite Bp; [exact E | now rewrite E].
    + intros (_ & E & _). rewrite Bq; [exact E | now rewrite E].
    + intros ((_ & E & _) & (_ & E' & _)). rewrite Bp, Bq; [split; assumption | now rewrite E' | now rewrite E].
    + apply A. lra.
    + apply B. lra.
    + apply S. lra.
Qed.
