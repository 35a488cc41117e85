(* Are two balls certainly apart? is_beyond and are_certainly_apart of src/crowd/gate_filter.h.

   d is the rounded difference of two rounded places, `reach` the rounded sum R of the radii r and s, and n is any
   vector. If the test holds, n.d > R |n| in real numbers, so |d| > R. If it holds at both ends of a straight and even
   motion of d, it holds in between. If n is 0, it does not hold. *)
From Coq Require Import ZArith Reals List Lia Lra Psatz Bool.
From Flocq Require Import Core.
From Carom Require Import Model Facts Bounded Reflect ReflectAtoms SweepGeometry GatePlace.
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

Definition place_atom (i : nat) (n : Z) :=
  Known [([i], Float radix2 1 (-49))] [([i], Float radix2 (2 ^ 48 + 1) (-48))] nothing false n.

Lemma scaled_value values i c : value_of (size values) [([i], c)] = F2R c * size values i.
Proof. unfold value_of, product_of. cbn [fold_right fst snd]. ring. Qed.

Lemma place_fact values i n p P : 0 <= real (value values i) -> below (n - 1) (value values i) ->
  is_place (value values i) p P -> fact values (place_atom i n) p P.
Proof.
  intros S0 [_ B] (F & S & E). rewrite Rabs_pos_eq in B by exact S0. unfold place_error in E.
  set (s := real (value values i)) in *.
  assert (M : Rabs (real p) <= s + bpow radix2 (-49) * s).
  { replace (real p) with (P - (P - real p)) by ring. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp. lra. }
  unfold fact. cbn [place_atom off_by at_most at_least is_pos top]. rewrite !scaled_value. unfold size. fold s.
  rewrite (Rabs_pos_eq s) by exact S0. unfold nothing. rewrite F2R_0. pose proof (Rabs_pos (real p)).
  split; [exact F |]. split; [rewrite F2R_bpow; exact E |].
  split; [unfold F2R; cbn [Fnum Fexp]; simpl; simpl in M; lra |]. split; [lra |]. split; [discriminate |].
  replace n with (n - 1 + 1)%Z by lia. rewrite bpow_plus. change (bpow radix2 1) with 2. simpl in M.
  assert (s + / 562949953421312 * s <= 2 * s) by lra. lra.
Qed.

Definition direction_atom (i : nat) := Known [] [([i], Float radix2 (2 ^ 50 + 1) (-50))] nothing false 60.
Definition length_known (i : nat) := Known [([i], Float radix2 13 (-55))] (variable i) (Float radix2 1 (-61)) true 61.

Definition beyond_atoms :=
  [place_atom 7 901; place_atom 7 901; place_atom 7 901; place_atom 7 901; direction_atom 6; direction_atom 6;
    length_known 6; scale_atom 7 (-900) 900; positive_atom 7 nothing 900; positive_atom 7 nothing 900].

Section Beyond.
Variables scale p_x p_y q_x q_y n_x n_y r s : D.
Variables P_x P_y Q_x Q_y : R.
Hypothesis scale_ok : is_scale scale.
Hypothesis place_p : is_place scale p_x P_x /\ is_place scale p_y P_y.
Hypothesis place_q : is_place scale q_x Q_x /\ is_place scale q_y Q_y.
Hypothesis direction : is_direction n_x n_y.
Hypothesis radius_r : is_radius scale r.
Hypothesis radius_s : is_radius scale s.

Let l := fsqrt (fadd (fmul n_x n_x) (fmul n_y n_y)).
Let N := norm (real n_x) (real n_y).
Let values := [p_x; p_y; q_x; q_y; n_x; n_y; l; scale; r; s].
Let exacts := [P_x; P_y; Q_x; Q_y; real n_x; real n_y; N; real scale; real r; real s].

Lemma scale_positive : 0 < real scale.
Proof. destruct scale_ok as (_ & L). pose proof (bpow_gt_0 radix2 (-900)). lra. Qed.

Lemma radius_fact x : is_radius scale x -> fact values (positive_atom 7 nothing 900) x (real x).
Proof.
  intros (I & x0). pose proof (in_scale_below _ _ scale_ok I) as B. pose proof scale_positive. unfold nothing.
  apply positive_fact; [exact B | | rewrite F2R_0; exact x0 | exact x0].
  unfold size. cbn [value values nth]. rewrite (Rabs_pos_eq (real scale)) by lra. apply I.
Qed.

Lemma direction_fact x : below 60 x -> Rabs (real x) <= N -> fact values (direction_atom 6) x (real x).
Proof.
  intros [F B] L. destruct direction as (X & Y & G). destruct (length_atom n_x n_y X Y G) as (Fl & l0 & _ & E).
  fold l N in Fl, l0, E. unfold fact. cbn [direction_atom off_by at_most at_least is_pos top]. rewrite scaled_value.
  unfold size. cbn [value values nth]. rewrite (Rabs_pos_eq (real l)), Rminus_diag_eq, Rabs_R0 by (reflexivity || lra).
  unfold nothing. rewrite F2R_0. pose proof (Rabs_pos (real x)). apply Rabs_le_inv in E.
  assert (N <= F2R (Float radix2 (2 ^ 50 + 1) (-50)) * real l) by (unfold F2R; simpl; simpl in E; lra).
  cbn [value_of fold_right]. repeat split; auto; lra || discriminate.
Qed.

Lemma beyond_facts : facts beyond_atoms values exacts.
Proof.
  destruct direction as (X & Y & G). destruct (length_atom n_x n_y X Y G) as (Fl & l0 & B & E).
  fold l N in Fl, l0, B, E. pose proof scale_positive as s0. pose proof scale_ok as (Bs & Ls).
  assert (Place : forall p P, is_place scale p P -> fact values (place_atom 7 901) p P).
  { intros p P H. apply place_fact; [left; exact s0 | exact Bs | exact H]. }
  unfold facts, beyond_atoms, exacts. unfold values at 2. cbn [facts_of].
  do 4 (split; [apply Place; tauto |]).
  split; [apply direction_fact; [exact X | apply abs_le_norm] |].
  split; [apply direction_fact; [exact Y | unfold N; rewrite norm_swap; apply abs_le_norm] |].
  split.
  { unfold fact. cbn [length_known off_by at_most at_least is_pos top]. rewrite value_variable, scaled_value.
    unfold size. cbn [value values nth]. rewrite (Rabs_pos_eq (real l)), F2R_bpow by lra. unfold F2R. cbn [Fnum Fexp].
    repeat split; auto; lra. }
  split; [apply scale_fact; [reflexivity | exact Bs | exact Ls] |].
  split; [now apply radius_fact |]. split; [now apply radius_fact | exact I].
Qed.

Theorem is_beyond_correct :
  is_beyond_results (fsub p_x q_x) (fsub p_y q_y) n_x n_y (fadd r s) scale true ->
  (real r + real s) * N < real n_x * (P_x - Q_x) + real n_y * (P_y - Q_y).
Proof.
  intros (len & [E_length E_result]). symmetry in E_result. rewrite E_length in E_result. fold l in E_result.
  pose proof beyond_facts as K. clear E_length.
  match type of E_result with flt ?small ?big = true =>
    let a := expression [p_x; p_y; q_x; q_y; n_x; n_y; l; scale; r; s] big in
    let b := expression [p_x; p_y; q_x; q_y; n_x; n_y; l; scale; r; s] small in
    change (flt (in_doubles values b) (in_doubles values a) = true) in E_result;
    destruct (fits_correct _ _ _ K a eq_refl) as [Fa _]; destruct (fits_correct _ _ _ K b eq_refl) as [Fb _];
    exact (is_above_correct _ _ _ K a b (Mul (Add (Atom 8) (Atom 9)) (Atom 6)) ltac:(vm_compute; reflexivity) Fa Fb
      E_result)
  end.
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
  intros S H. assert (s0 : 0 < real scale) by (destruct S as (_ & L); pose proof (bpow_gt_0 radix2 (-900)); lra).
  destruct (place_fact [scale] 0 901 p P (Rlt_le _ _ s0) (proj1 S) H) as (F & _ & _ & _ & _ & B). now split.
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
    assert (B : finite sum); [
      let e := expression [scale; r; s] sum in
      refine (proj1 (fits_correct [scale_atom 0 (-900) 900; exact_atom 0 900; exact_atom 0 900] [scale; r; s]
        [real scale; real r; real s] _ e eq_refl)) |]
  end.
  { destruct S as (Bs & Ls). pose proof (bpow_gt_0 radix2 (-900)).
    assert (T : forall c, in_scale scale c -> fact [scale; r; s] (exact_atom 0 900) c (real c)).
    { intros c I. apply exact_fact; [apply in_scale_below with scale; [split; assumption | exact I] |].
      unfold size. cbn [value nth]. rewrite (Rabs_pos_eq (real scale)) by lra. apply I. }
    unfold facts. cbn [facts_of]. split; [now apply scale_fact |]. do 2 (split; [now apply T |]). exact I. }
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
