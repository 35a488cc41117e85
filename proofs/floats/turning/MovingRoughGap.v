(* gap_at_begin and gap_at_end of src/turning/moving_forms.h with the signs that rough_signs_on returns.

   At the start and at the end of the piece, s = 0 and s = 1, they are the sign of the gap between the circle of radius
   R around w and the wall from the origin to u. What is not needed of A, B and S is not chosen there: if q < 0 on all
   of the piece, then p = |u|^2 - q > 0. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Carom Require Import Model Geometry MovingRough MovingRoughNow MovingRoughForms MovingRoughOn.
From Carom Require Import Terms_moving_rough.

Open Scope R_scope.

Definition gap_sign (p q a b s : Z) : Z := if (p <=? 0)%Z then a else if (q <=? 0)%Z then b else s.

Lemma sign_positive s x : is_sign_of s x -> (s <= 0)%Z <-> x <= 0.
Proof. intros [(-> & H) | [(-> & H) | (-> & H)]]; split; intros; (lia || lra). Qed.

(* At one end of the piece. *)
Lemma gap_at_end ux uy wx wy r p q a b s (at_a at_b at_side : Prop) (n : Z) :
  let zx := wx - ux in let zy := wy - uy in let x := ux * wy - uy * wx in
  is_sign_of p (wx * ux + wy * uy) -> is_sign_of q (- (zx * ux + zy * uy)) ->
  (at_a -> p = (-1)%Z) -> (at_b -> q = (-1)%Z) -> (at_side -> p = 1%Z /\ q = 1%Z) ->
  (n = 0%Z \/ ~ at_b /\ ~ at_side -> is_sign_of a (wx ^ 2 + wy ^ 2 - r ^ 2)) ->
  (n = 0%Z \/ ~ at_a /\ ~ at_side -> is_sign_of b (zx ^ 2 + zy ^ 2 - r ^ 2)) ->
  (n = 0%Z \/ ~ at_a /\ ~ at_b -> is_sign_of s (x ^ 2 - r ^ 2 * (ux ^ 2 + uy ^ 2))) ->
  is_gap_sign (gap_sign p q a b s) ux uy wx wy r.
Proof.
  intros zx zy x Sp Sq Fa Fb Fs A B S. unfold is_gap_sign. cbv zeta. fold zx zy.
  pose proof (sign_positive _ _ Sp) as Pp. pose proof (sign_positive _ _ Sq) as Pq.
  assert (E : wx * ux + wy * uy = zx * ux + zy * uy + (ux ^ 2 + uy ^ 2)) by (unfold zx, zy; ring).
  pose proof (pow2_ge_0 ux). pose proof (pow2_ge_0 uy). unfold gap_sign.
  destruct (Z.leb_spec p 0) as [Lp | Lp]; [| destruct (Z.leb_spec q 0) as [Lq | Lq]].
  - apply Pp in Lp. split; [intros _ | split; intros; exfalso; lra].
    replace (wx * wx + wy * wy - r * r) with (wx ^ 2 + wy ^ 2 - r ^ 2) by ring. apply A. right. split.
    + intros H1. apply Fb in H1. destruct Sq as [(? & ?) | [(? & ?) | (? & ?)]]; lia || lra.
    + intros H1. apply Fs in H1. destruct Sp as [(? & ?) | [(? & ?) | (? & ?)]]; lia || lra.
  - apply Pq in Lq. assert (Np : ~ wx * ux + wy * uy <= 0) by (intros H1; apply Pp in H1; lia).
    split; [intros; exfalso; lra |]. split; [intros _ _ | intros; exfalso; lra].
    replace (zx * zx + zy * zy - r * r) with (zx ^ 2 + zy ^ 2 - r ^ 2) by ring. apply B. right. split.
    + intros H1. apply Fa in H1. lia.
    + intros H1. apply Fs in H1. destruct Sq as [(? & ?) | [(? & ?) | (? & ?)]]; lia || lra.
  - assert (Np : ~ wx * ux + wy * uy <= 0) by (intros H1; apply Pp in H1; lia).
    assert (Nq : ~ - (zx * ux + zy * uy) <= 0) by (intros H1; apply Pq in H1; lia).
    split; [intros; exfalso; lra |]. split; [intros; exfalso; lra | intros _ _].
    replace ((ux * wy - uy * wx) * (ux * wy - uy * wx) - r * r * (ux * ux + uy * uy)) with
      (x ^ 2 - r ^ 2 * (ux ^ 2 + uy ^ 2)) by (unfold x; ring).
    apply S. right. split; intros H1; [apply Fa in H1 | apply Fb in H1]; lia.
Qed.

Theorem rough_signs_on_gap n ux0 uy0 ux1 uy1 wx0 wy0 wx1 wy1 r
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
  is_gap_sign (gap_sign pb qb ab bb sb) ux0 uy0 wx0 wy0 r /\
  is_gap_sign (gap_sign pe qe ae be se) (ux0 + ux1) (uy0 + uy1) (wx0 + wx1) (wy0 + wy1) r.
Proof.
  intros H C1 C2 C3 C4 C5 C6 C7 C8 C9.
  pose proof (rough_signs_on_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H C1 C2 C3 C4 C5 C6 C7 C8 C9) as (P & Q & A & B & S & _).
  clear H C1 C2 C3 C4 C5 C6 C7 C8 C9.
  apply form_signs_at_ends in P, Q. destruct P as (P0 & P1). destruct Q as (Q0 & Q1).
  cbv beta in P0, P1, Q0, Q1. rewrite ?Rmult_0_r, ?Rmult_1_r, ?Rplus_0_r in *.
  split; apply gap_at_end with (n := n) (at_a := is_always (-1) pb pe pc) (at_b := is_always (-1) qb qe qc)
    (at_side := is_always 1 pb pe pc /\ is_always 1 qb qe qc); try assumption;
    try (intros (_ & ? & ?); assumption); try (intros ((_ & ? & ?) & (_ & ? & ?)); split; assumption).
  all: intros N; first [pose proof (A N) as F | pose proof (B N) as F | pose proof (S N) as F].
  all: apply form_signs_at_ends in F; destruct F as (F0 & F1).
  all: clear - F0 F1; cbv beta in F0, F1; rewrite ?Rmult_0_r, ?Rmult_1_r, ?Rplus_0_r in *; assumption.
Qed.
