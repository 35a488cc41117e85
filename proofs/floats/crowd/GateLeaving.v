(* Do two balls certainly not come nearer? is_certainly_leaving of src/crowd/gate_filter.h.

   d goes straight and evenly from `from` to `to`, and u is the difference. If the test holds, d.u > 0 in real numbers
   at the start. |d|^2 is convex, so it only grows. The products are of the second degree, so the scale is from 2^-480
   to 2^480: below, the margin would underflow, and above, the products overflow. *)
From Coq Require Import ZArith Reals List Lia Lra Psatz Bool.
From Flocq Require Import Core.
From Carom Require Import Model Facts Bounded CheckerTactics GatePlace GateApart.
From Carom Require Terms_gate.
Import Terms_gate.is_certainly_leaving_terms(is_certainly_leaving_results).
Import ListNotations.

Open Scope R_scope.

Definition is_small_scale (scale : D) := below 480 scale /\ bpow radix2 (-480) <= real scale.

Lemma small_scale scale : is_small_scale scale -> is_scale scale.
Proof.
  intros (B & L). split; [now apply below_weaken with 480%Z |]. eapply Rle_trans; [| exact L]. now apply bpow_le.
Qed.

(* d at the two ends of the motion: rounded, and real. *)
Theorem is_certainly_leaving_correct scale p_x p_y q_x q_y p2_x p2_y q2_x q2_y P_x P_y Q_x Q_y P2_x P2_y Q2_x Q2_y
    (X := P_x - Q_x) (Y := P_y - Q_y) (X2 := P2_x - Q2_x) (Y2 := P2_y - Q2_y) :
  is_small_scale scale ->
  is_place scale p_x P_x /\ is_place scale p_y P_y -> is_place scale q_x Q_x /\ is_place scale q_y Q_y ->
  is_place scale p2_x P2_x /\ is_place scale p2_y P2_y -> is_place scale q2_x Q2_x /\ is_place scale q2_y Q2_y ->
  is_certainly_leaving_results (fsub p_x q_x) (fsub p_y q_y) (fsub p2_x q2_x) (fsub p2_y q2_y) scale true ->
  0 < X * (X2 - X) + Y * (Y2 - Y).
Proof.
  intros S (Px & Py) (Qx & Qy) (P2x & P2y) (Q2x & Q2y) (u_x & u_y & margin & sum & []). symmetry in E_result.
  destruct (scale_positive _ (small_scale _ S)) as [s0 s1]. destruct S as ([Fs Ts] & Ls). rewrite <- s1 in Ls.
  pose proof (fun p P H => place_known 480 scale p P H (Rlt_le _ _ s0) (conj Fs Ts)) as Place.
  apply Place in Px, Py, Qx, Qy, P2x, P2y, Q2x, Q2y. clear Place.
  destruct Px as (? & ? & ? & ?), Py as (? & ? & ? & ?), Qx as (? & ? & ? & ?), Qy as (? & ? & ? & ?),
    P2x as (? & ? & ? & ?), P2y as (? & ? & ? & ?), Q2x as (? & ? & ? & ?), Q2y as (? & ? & ? & ?).
  remember (fsub p_x q_x) as d_x eqn:Dx. remember (fsub p_y q_y) as d_y eqn:Dy. subst X Y X2 Y2.
  pose proof (keep d_x). pose proof (keep d_y). pose proof (keep u_x). pose proof (keep u_y).
  less_by_checker [(scale_input (-480) 480, scale, real scale); (place_input 0 481, p_x, P_x);
    (place_input 0 481, p_y, P_y); (place_input 0 481, q_x, Q_x); (place_input 0 481, q_y, Q_y);
    (place_input 0 481, p2_x, P2_x); (place_input 0 481, p2_y, P2_y); (place_input 0 481, q2_x, Q2_x);
    (place_input 0 481, q2_y, Q2_y)] E_result.
Qed.

(* Then |d| is never below |d| at the start. *)
Lemma leaving_is_never_nearer x y x2 y2 k : 0 <= x * (x2 - x) + y * (y2 - y) -> 0 <= k ->
  x ^ 2 + y ^ 2 <= between x x2 k ^ 2 + between y y2 k ^ 2.
Proof.
  intros H K. unfold between.
  replace ((x + k * (x2 - x)) ^ 2 + (y + k * (y2 - y)) ^ 2) with
    (x ^ 2 + y ^ 2 + 2 * (k * (x * (x2 - x) + y * (y2 - y))) + ((k * (x2 - x)) ^ 2 + (k * (y2 - y)) ^ 2)) by ring.
  pose proof (Rmult_le_pos _ _ K H). pose proof (pow2_ge_0 (k * (x2 - x))). pose proof (pow2_ge_0 (k * (y2 - y))). lra.
Qed.
