(* Are two balls certainly apart? is_beyond and are_certainly_apart of src/crowd/gate_filter.h.

   d is the rounded difference of two rounded places, `reach` the rounded sum R of the radii r and s, and n is any
   vector. If the test holds, n.d > R |n| in real numbers, so |d| > R. If it holds at both ends of a straight and even
   motion of d, it holds in between. If n is 0, it does not hold. *)
From Coq Require Import ZArith Reals List Lia Lra Psatz Bool.
From Flocq Require Import Core.
From Carom Require Import Model Facts Bounded CheckerTactics SweepGeometry GatePlace.
From Carom Require Terms_gate.
Import Terms_gate.is_beyond_terms(is_beyond_results).
Import Terms_gate.are_certainly_apart_terms(are_certainly_apart_results).
Import ListNotations.

Open Scope R_scope.

(* The larger component of the vector n is from 2^-60 to 2^60 in magnitude. *)
Definition is_direction (n_x n_y : D) := below 60 n_x /\ below 60 n_y /\
  (bpow radix2 (-60) <= Rabs (real n_x) \/ bpow radix2 (-60) <= Rabs (real n_y)).

Definition is_no_direction (n_x n_y : D) := below 60 n_x /\ below 60 n_y /\ real n_x = 0 /\ real n_y = 0.

Definition is_radius (scale r : D) := in_scale scale r /\ 0 <= real r.

(* A rounded place as an input of the checker: off by a fraction of the scale, which is the input at `scale`. *)
Definition place_input (scale : N) (top : Z) (k : N) :=
  input_near [([Val scale], Float radix2 1 (-49))] [([Val scale], Float radix2 (2 ^ 48 + 1) (-48))] false nothing top k.

Lemma place_known n scale p P : is_place scale p P -> 0 <= real scale -> below n scale ->
  finite p /\ Rabs (P - real p) <= bpow radix2 (-49) * Rabs (real scale) /\
  Rabs (real p) <= F2R (Float radix2 (2 ^ 48 + 1) (-48)) * Rabs (real scale) /\ Rabs (real p) <= bpow radix2 (n + 1).
Proof.
  intros (F & S & E) s0 [_ B]. unfold place_error in E. rewrite (Rabs_pos_eq (real scale)) in * by exact s0.
  assert (L : Rabs (real p) <= F2R (Float radix2 (2 ^ 48 + 1) (-48)) * real scale).
  { replace (real p) with (P - (P - real p)) by ring. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp. unfold F2R. simpl in *. lra. }
  repeat split; auto. eapply Rle_trans; [exact L |]. rewrite bpow_plus. change (bpow radix2 1) with 2. unfold F2R.
  simpl in *. lra.
Qed.

Lemma radius_known scale r : is_scale scale -> is_radius scale r ->
  finite r /\ 0 <= real r /\ Rabs (real r) <= Rabs (real scale) /\ Rabs (real r) <= bpow radix2 900.
Proof.
  intros S (I & r0). destruct (scale_positive _ S) as [_ ->]. destruct (in_scale_below _ _ S I) as [F B].
  repeat split; auto. apply I.
Qed.

Definition length_input (k : N) :=
  input_within (Float radix2 1 (-50)) (variable (Val k)) true (Float radix2 1 (-61)) 61 k.
(* A component of the vector, whose length is the input at `length`. *)
Definition direction_input (length k : N) :=
  input_near [] [([Val length], Float radix2 (2 ^ 50 + 1) (-50))] false nothing 60 k.

(* The root of a sum of squares is close to the norm. *)
Lemma length_close (x y l : D) (N := norm (real x) (real y)) :
  l = fsqrt (fadd (fmul x x) (fmul y y)) -> is_direction x y ->
  finite l /\ bpow radix2 (-61) <= real l <= bpow radix2 61 /\
  Rabs (N - real l) <= bpow radix2 (-50) * real l.
Proof.
  intros El ([Fx X] & [Fy Y] & L). assert (F : finite l).
  { finite_by_checker [(exact_input 60, x, real x); (exact_input 60, y, real y)]. }
  assert (E : Rabs (real l * real l - (real x * real x + real y * real y)) <= IZR 5 * bpow radix2 (-53) *
    (real (fabs x) * real (fabs x) + real (fabs y) * real (fabs y)) + bpow radix2 (-1000)).
  { by_checker [(exact_input 60, x, real x); (exact_input 60, y, real y)] [l]. }
  assert (Q : forall r, Rabs r * Rabs r = r * r) by (intros r; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  rewrite !real_fabs, !Q, <- norm_square in E. fold N in E. rewrite El in F. destruct (fsqrt_finite _ F) as (_ & _ & V).
  rewrite <- El in F, V. assert (l0 : 0 <= real l) by (rewrite V; apply rnd_nonneg, sqrt_pos). clear V.
  pose proof (norm_nonneg (real x) (real y)) as N0.
  assert (NL : bpow radix2 (-60) <= N).
  { destruct L as [L | L]; (eapply Rle_trans; [exact L |]); [| unfold N; rewrite norm_swap]; apply abs_le_norm. }
  assert (NU : N <= 3 / 2 * bpow radix2 60).
  { apply norm_le; [pose proof (bpow_gt_0 radix2 60); lra |]. rewrite <- (Q (real x)), <- (Q (real y)).
    pose proof (Rmult_le_compat _ _ _ _ (Rabs_pos _) (Rabs_pos _) X X).
    pose proof (Rmult_le_compat _ _ _ _ (Rabs_pos _) (Rabs_pos _) Y Y). simpl in *. lra. }
  assert (N2 : bpow radix2 (-1000) <= bpow radix2 (-53) * (N * N)).
  { apply Rle_trans with (bpow radix2 (-53) * (bpow radix2 (-60) * bpow radix2 (-60))).
    - rewrite <- !bpow_plus. now apply bpow_le.
    - apply Rmult_le_compat_l; [apply bpow_ge_0 |]. apply Rmult_le_compat; auto using bpow_ge_0. }
  assert (D : Rabs (N - real l) <= 6 * bpow radix2 (-53) * N).
  { assert (n0 : 0 < N) by (pose proof (bpow_gt_0 radix2 (-60)); lra).
    apply Rmult_le_reg_r with N; [exact n0 |]. rewrite Rabs_minus_sym.
    apply Rle_trans with (Rabs (real l - N) * (real l + N)); [apply Rmult_le_compat_l; [apply Rabs_pos | lra] |].
    rewrite <- (Rabs_pos_eq (real l + N)) by lra. rewrite <- Rabs_mult.
    replace ((real l - N) * (real l + N)) with (real l * real l - N * N) by ring. lra. }
  split; [exact F |]. apply Rabs_le_inv in D. simpl in *. split; [lra | apply Rabs_le; lra].
Qed.

Section Beyond.
Variables scale p_x p_y q_x q_y n_x n_y r s : D.
Variables P_x P_y Q_x Q_y : R.
Hypothesis scale_ok : is_scale scale.
Hypothesis place_p : is_place scale p_x P_x /\ is_place scale p_y P_y.
Hypothesis place_q : is_place scale q_x Q_x /\ is_place scale q_y Q_y.
Hypothesis direction : is_direction n_x n_y.
Hypothesis radius_r : is_radius scale r.
Hypothesis radius_s : is_radius scale s.

Theorem is_beyond_correct :
  is_beyond_results (fsub p_x q_x) (fsub p_y q_y) n_x n_y (fadd r s) scale true ->
  (real r + real s) * norm (real n_x) (real n_y) < real n_x * (P_x - Q_x) + real n_y * (P_y - Q_y).
Proof.
  intros (len & [E_length E_result]). symmetry in E_result.
  destruct (length_close _ _ _ E_length direction) as (Fl & [l0 l1] & El).
  set (N := norm (real n_x) (real n_y)) in *.
  assert (l2 : Rabs (real len) = real len) by (apply Rabs_pos_eq; simpl in l0; lra).
  pose proof (abs_le_norm (real n_x) (real n_y)) as Nx. pose proof (abs_le_norm (real n_y) (real n_x)) as Ny.
  rewrite norm_swap in Ny. fold N in Nx, Ny. clearbody N. clear E_length.
  destruct (scale_positive _ scale_ok) as [s0 s1]. pose proof scale_ok as ([Fs Ts] & Ls).
  pose proof (fun p P H => place_known 900 scale p P H (Rlt_le _ _ s0) (conj Fs Ts)) as Place.
  destruct place_p as [Px Py]. destruct place_q as [Qx Qy]. apply Place in Px, Py, Qx, Qy. clear Place.
  destruct Px as (? & ? & ? & ?), Py as (? & ? & ? & ?), Qx as (? & ? & ? & ?), Qy as (? & ? & ? & ?).
  destruct (radius_known _ _ scale_ok radius_r) as (Fr & R0 & R1 & R2).
  destruct (radius_known _ _ scale_ok radius_s) as (Fq & S0 & S1 & S2).
  destruct direction as ([Fx X] & [Fy Y] & _).
  assert (Part : forall c, c <= N -> c <= F2R (Float radix2 (2 ^ 50 + 1) (-50)) * Rabs (real len)).
  { intros c C. apply Rabs_le_inv in El. rewrite l2. unfold F2R. simpl in *. lra. }
  apply Part in Nx, Ny. rewrite <- s1 in Ls. rewrite <- l2 in El at 2.
  assert (len0 : 0 <= real len) by (simpl in l0; lra). rewrite <- l2 in l0, l1.
  less_by_checker [(scale_input (-900) 900, scale, real scale); (length_input, len, N);
    (place_input 0 901, p_x, P_x); (place_input 0 901, p_y, P_y); (place_input 0 901, q_x, Q_x);
    (place_input 0 901, q_y, Q_y); (direction_input 1, n_x, real n_x); (direction_input 1, n_y, real n_y);
    (within_scale 0 true 900, r, real r); (within_scale 0 true 900, s, real s)] E_result.
Qed.
End Beyond.

(* The vector 0. *)
Lemma zero_product (z d : D) : finite z -> real z = 0 -> finite d ->
  (below 0 (fmul z d) /\ real (fmul z d) = 0) /\ (below 0 (fmul d z) /\ real (fmul d z) = 0).
Proof.
  intros Fz Z Fd. assert (Bz : below (-1024) z) by (split; [exact Fz | rewrite Z, Rabs_R0; apply bpow_ge_0]).
  assert (Bd : below 1024 d) by (split; [exact Fd | left; exact (real_below d)]).
  pose proof (below_mul (-1024) 1024 z d ltac:(lia) Bz Bd) as P.
  pose proof (below_mul 1024 (-1024) d z ltac:(lia) Bd Bz) as Q.
  destruct (fmul_finite _ _ (proj1 P)) as (_ & _ & V). destruct (fmul_finite _ _ (proj1 Q)) as (_ & _ & W).
  rewrite Z, Rmult_0_l, rnd_zero in V. rewrite Z, Rmult_0_r, rnd_zero in W. tauto.
Qed.

Lemma zero_sum (x y : D) : below 0 x -> real x = 0 -> below 0 y -> real y = 0 ->
  finite (fadd x y) /\ real (fadd x y) = 0.
Proof.
  intros Bx X By Y. destruct (below_add 0 x y ltac:(lia) Bx By) as [F _]. split; [exact F |].
  destruct (fadd_finite _ _ F) as (_ & _ & V). now rewrite V, X, Y, Rplus_0_l, rnd_zero.
Qed.

Lemma place_below scale p P : is_scale scale -> is_place scale p P -> below 901 p.
Proof.
  intros S H. destruct (scale_positive _ S) as [s0 _].
  destruct (place_known 900 _ _ _ H (Rlt_le _ _ s0) (proj1 S)) as (F & _ & _ & B). now split.
Qed.

Lemma zero_is_not_beyond scale p_x p_y q_x q_y n_x n_y r s P_x P_y Q_x Q_y :
  is_scale scale -> is_no_direction n_x n_y -> is_radius scale r -> is_radius scale s ->
  is_place scale p_x P_x /\ is_place scale p_y P_y -> is_place scale q_x Q_x /\ is_place scale q_y Q_y ->
  ~ is_beyond_results (fsub p_x q_x) (fsub p_y q_y) n_x n_y (fadd r s) scale true.
Proof.
  intros S ((Fx & _) & (Fy & _) & X & Y) (Rr & _) (Rs & _) (Px & Py) (Qx & Qy) (len & [E_length E_result]).
  symmetry in E_result.
  assert (Dx : finite (fsub p_x q_x)) by (apply (below_sub 901); [lia | eapply place_below; eassumption ..]).
  assert (Dy : finite (fsub p_y q_y)) by (apply (below_sub 901); [lia | eapply place_below; eassumption ..]).
  match type of E_result with flt (fmul ?sum _) _ = _ =>
    assert (B : finite sum) by (destruct (in_scale_below _ _ S Rr), (in_scale_below _ _ S Rs), S as [[] _];
      finite_by_checker [(exact_input 900, scale, real scale); (exact_input 900, r, real r);
        (exact_input 900, s, real s)])
  end.
  assert (L : finite len /\ real len = 0).
  { destruct (zero_product n_x n_x Fx X Fx) as ((A1 & A2) & _).
    destruct (zero_product n_y n_y Fy Y Fy) as ((B1 & B2) & _).
    destruct (zero_sum _ _ A1 A2 B1 B2) as (F & V). rewrite E_length.
    assert (G : finite (fsqrt (fadd (fmul n_x n_x) (fmul n_y n_y)))) by (apply fsqrt_is_finite; [exact F | lra]).
    split; [exact G |]. destruct (fsqrt_finite _ G) as (_ & _ & W). now rewrite W, V, sqrt_0, rnd_zero. }
  destruct (zero_product n_x _ Fx X Dx) as ((A1 & A2) & _). destruct (zero_product n_y _ Fy Y Dy) as ((B1 & B2) & _).
  destruct (zero_sum _ _ A1 A2 B1 B2) as (F & V). destruct (zero_product len _ (proj1 L) (proj2 L) B) as (_ & (G & W)).
  apply (flt_real _ _ (proj1 G) F) in E_result. lra.
Qed.

(* One coordinate of a difference that changes evenly from the one to the other. *)
Definition between (from to k : R) := from + k * (to - from).

Theorem are_certainly_apart_correct scale p_x p_y q_x q_y p2_x p2_y q2_x q2_y n_x n_y r s P_x P_y Q_x Q_y P2_x P2_y Q2_x
    Q2_y :
  is_scale scale -> is_direction n_x n_y \/ is_no_direction n_x n_y -> is_radius scale r -> is_radius scale s ->
  is_place scale p_x P_x /\ is_place scale p_y P_y -> is_place scale q_x Q_x /\ is_place scale q_y Q_y ->
  is_place scale p2_x P2_x /\ is_place scale p2_y P2_y -> is_place scale q2_x Q2_x /\ is_place scale q2_y Q2_y ->
  are_certainly_apart_results (fsub p_x q_x) (fsub p_y q_y) (fsub p2_x q2_x) (fsub p2_y q2_y) n_x n_y (fadd r s) scale
    true ->
  forall k, 0 <= k <= 1 -> (real r + real s) ^ 2 <
    between (P_x - Q_x) (P2_x - Q2_x) k ^ 2 + between (P_y - Q_y) (P2_y - Q2_y) k ^ 2.
Proof.
  intros S [G | Z] Rr Rs P Q P2 Q2 (b1 & b2 & [A B E]) k T; symmetry in E; apply andb_prop in E; destruct E as [-> ->].
  2: { elim (zero_is_not_beyond _ _ _ _ _ _ _ _ _ _ _ _ _ S Z Rr Rs P Q A). }
  apply is_beyond_correct with (1 := S) (2 := P) (3 := Q) (4 := G) (5 := Rr) (6 := Rs) in A.
  apply is_beyond_correct with (1 := S) (2 := P2) (3 := Q2) (4 := G) (5 := Rr) (6 := Rs) in B.
  set (R := (real r + real s) * norm (real n_x) (real n_y)) in *.
  set (d := Rmin (real n_x * (P_x - Q_x) + real n_y * (P_y - Q_y))
    (real n_x * (P2_x - Q2_x) + real n_y * (P2_y - Q2_y))).
  apply direction_separates with (n1 := real n_x) (n2 := real n_y) (d := d).
  - destruct Rr as (_ & r0). destruct Rs as (_ & s0). lra.
  - fold R. unfold d. now apply Rmin_glb_lt.
  - left. unfold d, between. pose proof (Rmin_l (real n_x * (P_x - Q_x) + real n_y * (P_y - Q_y))
      (real n_x * (P2_x - Q2_x) + real n_y * (P2_y - Q2_y))) as L.
    pose proof (Rmin_r (real n_x * (P_x - Q_x) + real n_y * (P_y - Q_y))
      (real n_x * (P2_x - Q2_x) + real n_y * (P2_y - Q2_y))) as M. fold d in L, M |- *. nra.
Qed.
