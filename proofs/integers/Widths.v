(* Widths of integers: a checker of bounds, and the proof that what it accepts holds. *)
Require Import ZArith List Lia Bool FMapPositive.
Import ListNotations.
Open Scope Z_scope.

(* ---- what the source does ---- *)

(* A value of the exact stage: a magnitude. Operands are the numbers of earlier steps. *)
Inductive step :=
  | In (scaled moves : bool) (problem input : nat) (* an input in units, of a problem whose wall moves or not *)
  | One
  | Scale (x : positive)                           (* m x, for the m of a moment m 2^-shift *)
  | Sum (x y : positive)                           (* |+-x +- y| *)
  | Mul (x y : positive).

(* What a call requires of the lengths. B is the number of values of an input's limbs. *)
Inductive check :=
  | Fits (x : positive) (times : nat)    (* x has at most so many times the limbs of an input *)
  | Free (x y : positive) (times : nat). (* x + y leaves the top bit of so many free *)

(* An array of `room` limbs holds a n + b. *)
Inductive room := Room (a b room : Z).

(* The inputs of a problem whose wall moves are below h, others below 2 h. A moment is m / s. *)
Definition means (h s m : Z) (v : positive -> Z) (i : positive) (what : step) : Prop :=
  match what with
  | In scaled moves _ _ =>
      0 <= v i < (if moves then h else 2 * h) * (if scaled then s else 1)
  | One => v i = 1
  | Scale x => v i = m * v x
  | Sum x y => exists a b : bool,
      v i = Z.abs ((if a then - v x else v x) + (if b then - v y else v y))
  | Mul x y => v i = v x * v y
  end.

Fixpoint all_mean (h s m : Z) (v : positive -> Z) (i : positive) (steps : list step) : Prop :=
  match steps with
  | [] => True
  | what :: more => means h s m v i what /\ all_mean h s m v (Pos.succ i) more
  end.

Definition holds (B : Z) (v : positive -> Z) (c : check) : Prop :=
  match c with
  | Fits x times => 0 <= v x < B ^ Z.of_nat times
  | Free x y times => 2 * (v x + v y) < B ^ Z.of_nat times
  end.

(* What the checks are for: an input is below 2^W, or below 2^(W - 1) if the wall of its problem moves. A moment is
   m 2^-S. The limbs of an input have so many bits. If W + S and `spare` bits fit them, all checks hold. *)
Definition widths_hold (spare : Z) (steps : list step) (checks : list check) : Prop :=
  forall W S bits m v, 1 <= W -> 0 <= S -> 0 <= m <= 2 ^ S -> W + S + spare <= bits ->
  all_mean (2 ^ (W - 1)) (2 ^ S) m v 1 steps -> Forall (holds (2 ^ bits) v) checks.

Definition rooms_suffice (most : Z) (rooms : list room) : Prop :=
  forall n a b size, 1 <= n <= most -> List.In (Room a b size) rooms -> a * n + b <= size.

(* ---- bounds ---- *)

(* Below c h^a s^b, with b <= a. *)
Record bound := Bound { coefficient : Z; degree : nat; scales : nat }.

Definition limit (h s : Z) (b : bound) : Z :=
  coefficient b * (h ^ Z.of_nat (degree b) * s ^ Z.of_nat (scales b)).

Definition bound_of (bs : PositiveMap.t bound) (what : step) : option bound :=
  let get x := PositiveMap.find x bs in
  match what with
  | In scaled moves _ _ => Some (Bound (if moves then 1 else 2) 1 (if scaled then 1 else 0))
  | One => Some (Bound 2 0 0)
  | Scale x => match get x with
               | Some p => Some (Bound (coefficient p) (degree p) (S (scales p)))
               | None => None
               end
  | Sum x y => match get x, get y with
               | Some p, Some q => Some (Bound (coefficient p + coefficient q)
                   (Nat.max (degree p) (degree q)) (Nat.max (scales p) (scales q)))
               | _, _ => None
               end
  | Mul x y => match get x, get y with
               | Some p, Some q => Some (Bound (coefficient p * coefficient q)
                   (degree p + degree q) (scales p + scales q))
               | _, _ => None
               end
  end.

Fixpoint bounds (i : positive) (done : PositiveMap.t bound) (steps : list step)
  : option (PositiveMap.t bound) :=
  match steps with
  | [] => Some done
  | what :: more => match bound_of done what with
                    | Some b => bounds (Pos.succ i) (PositiveMap.add i b done) more
                    | None => None
                    end
  end.

Definition small (spare : Z) (c : Z) (a b times : nat) : bool :=
  (b <=? a)%nat && (a <=? times)%nat && (c <=? 2 ^ ((spare + 1) * Z.of_nat times)).

Definition accepts (spare : Z) (bs : PositiveMap.t bound) (c : check) : bool :=
  match c with
  | Fits x times => match PositiveMap.find x bs with
                    | Some p => small spare (coefficient p) (degree p) (scales p) times
                    | None => false
                    end
  | Free x y times => match PositiveMap.find x bs, PositiveMap.find y bs with
                      | Some p, Some q => small spare (2 * (coefficient p + coefficient q))
                          (Nat.max (degree p) (degree q)) (Nat.max (scales p) (scales q)) times
                      | _, _ => false
                      end
  end.

Definition accepts_all (spare : Z) (steps : list step) (checks : list check) : bool :=
  (0 <=? spare) &&
  match bounds 1 (PositiveMap.empty bound) steps with
  | Some bs => forallb (accepts spare bs) checks
  | None => false
  end.

Definition room_accepted (most : Z) (r : room) : bool :=
  match r with Room a b size => (0 <=? a) && (a * most + b <=? size) end.

(* ---- proofs ---- *)

Lemma pow_pos x n : 1 <= x -> 1 <= x ^ Z.of_nat n.
Proof. intros. pose proof (Z.pow_pos_nonneg x (Z.of_nat n)). lia. Qed.

Lemma pow_le x m n : 1 <= x -> (m <= n)%nat -> x ^ Z.of_nat m <= x ^ Z.of_nat n.
Proof. intros. apply Z.pow_le_mono_r; lia. Qed.

Section Sound.
Variables (h s m : Z) (v : positive -> Z).
Hypothesis h_positive : 1 <= h.
Hypothesis s_positive : 1 <= s.
Hypothesis m_bound : 0 <= m <= s.

Definition bounded (i : positive) (b : bound) : Prop := 0 < coefficient b /\ 0 <= v i < limit h s b.

Lemma monomial_positive a b : 1 <= h ^ Z.of_nat a * s ^ Z.of_nat b.
Proof.
  pose proof (pow_pos h a h_positive). pose proof (pow_pos s b s_positive). nia.
Qed.

Lemma limit_max x y p q : bounded x p -> bounded y q ->
  v x + v y < limit h s (Bound (coefficient p + coefficient q)
    (Nat.max (degree p) (degree q)) (Nat.max (scales p) (scales q))).
Proof.
  unfold bounded, limit; cbn. intros [Hp Hx] [Hq Hy].
  set (M := h ^ _ * s ^ _ : Z) in Hx at 1. set (N := h ^ Z.of_nat (degree q) * _) in Hy.
  set (T := h ^ Z.of_nat (Nat.max _ _) * _).
  assert (M <= T).
  { unfold M, T. apply Z.mul_le_mono_nonneg; try (apply Z.pow_nonneg; lia); apply pow_le; lia. }
  assert (N <= T).
  { unfold N, T. apply Z.mul_le_mono_nonneg; try (apply Z.pow_nonneg; lia); apply pow_le; lia. }
  nia.
Qed.

Lemma bound_of_sound bs i what b :
  (forall j p, PositiveMap.find j bs = Some p -> bounded j p) ->
  means h s m v i what -> bound_of bs what = Some b -> bounded i b.
Proof.
  intros IH Hm Hb. destruct what as [scaled moves ? ?| |x|x y|x y]; unfold means in Hm; unfold bound_of in Hb.
  - injection Hb as <-. unfold bounded, limit.
    cbn [coefficient degree scales] in *.
    assert (Hh1 : h ^ Z.of_nat 1 = h) by apply Z.pow_1_r.
    assert (Hs1 : s ^ Z.of_nat 1 = s) by apply Z.pow_1_r.
    assert (Hs0 : s ^ Z.of_nat 0 = 1) by reflexivity.
    destruct moves, scaled; rewrite Hh1, ?Hs1, ?Hs0; lia.
  - injection Hb as <-. unfold bounded, limit; cbn. lia.
  - destruct (PositiveMap.find x bs) as [p|] eqn:Ex; [|discriminate]. injection Hb as <-.
    destruct (IH x p Ex) as [Hc Hx]. unfold bounded, limit in *; cbn [coefficient degree scales].
    rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
    pose proof (monomial_positive (degree p) (scales p)).
    set (M := h ^ _) in *. set (N := s ^ _) in *. rewrite Hm. split; [assumption|].
    split; [nia|]. replace (coefficient p * (M * (s * N))) with (s * (coefficient p * (M * N))) by ring.
    apply Z.le_lt_trans with (s * v x); [apply Z.mul_le_mono_nonneg_r; lia|].
    apply Z.mul_lt_mono_pos_l; lia.
  - destruct (PositiveMap.find x bs) as [p|] eqn:Ex; [|discriminate].
    destruct (PositiveMap.find y bs) as [q|] eqn:Ey; [|discriminate]. injection Hb as <-.
    pose proof (limit_max x y p q (IH _ _ Ex) (IH _ _ Ey)) as Hs.
    destruct (IH x p Ex) as [Hc Hx], (IH y q Ey) as [Hd Hy].
    destruct Hm as (sx & sy & Hv). split; [cbn; lia|]. destruct sx, sy; lia.
  - destruct (PositiveMap.find x bs) as [p|] eqn:Ex; [|discriminate].
    destruct (PositiveMap.find y bs) as [q|] eqn:Ey; [|discriminate]. injection Hb as <-.
    destruct (IH x p Ex) as [Hc Hx], (IH y q Ey) as [Hd Hy].
    unfold bounded, limit in *; cbn [coefficient degree scales].
    rewrite !Nat2Z.inj_add, !Z.pow_add_r by lia. rewrite Hm. split; [nia|]. split; [nia|].
    replace (_ * _ * (_ * _ * (_ * _)))
      with ((coefficient p * (h ^ Z.of_nat (degree p) * s ^ Z.of_nat (scales p))) *
            (coefficient q * (h ^ Z.of_nat (degree q) * s ^ Z.of_nat (scales q)))) by ring.
    apply Z.mul_lt_mono_nonneg; lia.
Qed.

Lemma bounds_sound steps : forall i done bs,
  (forall j p, PositiveMap.find j done = Some p -> bounded j p) ->
  all_mean h s m v i steps -> bounds i done steps = Some bs ->
  forall j p, PositiveMap.find j bs = Some p -> bounded j p.
Proof.
  induction steps as [|what more IH]; intros i done bs Hdone Hmeans Hb; cbn in Hb.
  - injection Hb as <-. assumption.
  - destruct Hmeans as [Hwhat Hmore].
    destruct (bound_of done what) as [b|] eqn:Eb; [|discriminate].
    apply (IH (Pos.succ i) (PositiveMap.add i b done) bs); [|assumption|assumption].
    intros j p Hj. destruct (Pos.eq_dec j i) as [->|Hne].
    + rewrite PositiveMap.gss in Hj. injection Hj as <-.
      apply (bound_of_sound done _ what); assumption.
    + rewrite PositiveMap.gso in Hj by assumption. auto.
Qed.

Lemma small_sound spare B c a b times : 0 <= spare -> 2 ^ spare * (2 * h * s) <= B -> 0 < c ->
  small spare c a b times = true -> limit h s (Bound c a b) <= B ^ Z.of_nat times.
Proof.
  unfold small, limit. cbn [coefficient degree scales]. intros Hspare HB Hc Hs.
  apply andb_prop in Hs as [Hs Hle]. apply andb_prop in Hs as [Hb Ha].
  apply Nat.leb_le in Ha, Hb. apply Z.leb_le in Hle.
  assert (Hmono : h ^ Z.of_nat a * s ^ Z.of_nat b <= (h * s) ^ Z.of_nat times).
  { rewrite Z.pow_mul_l. apply Z.mul_le_mono_nonneg; try (apply Z.pow_nonneg; lia); apply pow_le; lia. }
  assert (Hpow : (2 ^ (spare + 1) * (h * s)) ^ Z.of_nat times <= B ^ Z.of_nat times).
  { apply Z.pow_le_mono_l. rewrite Z.pow_add_r by lia. split; [|lia].
    pose proof (Z.pow_pos_nonneg 2 spare). nia. }
  rewrite Z.pow_mul_l, <- Z.pow_mul_r in Hpow by lia.
  pose proof (monomial_positive a b).
  eapply Z.le_trans; [|exact Hpow]. apply Z.mul_le_mono_nonneg; lia.
Qed.
End Sound.

Lemma bits_suffice spare W S bits : 0 <= spare -> 1 <= W -> 0 <= S -> W + S + spare <= bits ->
  2 ^ spare * (2 * 2 ^ (W - 1) * 2 ^ S) <= 2 ^ bits.
Proof.
  intros. rewrite <- Z.pow_succ_r, <- !Z.pow_add_r by lia. apply Z.pow_le_mono_r; lia.
Qed.

Theorem checked spare steps checks : accepts_all spare steps checks = true -> widths_hold spare steps checks.
Proof.
  unfold accepts_all, widths_hold. intros H W S bits m v HW HS Hm Hbits Hmeans.
  apply andb_prop in H as [Hspare H]. apply Z.leb_le in Hspare.
  destruct (bounds 1 (PositiveMap.empty bound) steps) as [bs|] eqn:Eb; [|discriminate].
  pose proof (bits_suffice spare W S bits Hspare HW HS Hbits) as HB.
  set (h := 2 ^ (W - 1)) in *. set (s := 2 ^ S) in *. set (B := 2 ^ bits) in *.
  assert (Hh : 1 <= h) by (pose proof (Z.pow_pos_nonneg 2 (W - 1)); lia).
  assert (Hs : 1 <= s) by (pose proof (Z.pow_pos_nonneg 2 S); lia).
  assert (Hbs : forall j p, PositiveMap.find j bs = Some p -> bounded h s v j p).
  { apply (bounds_sound h s m v Hh Hs Hm steps 1 (PositiveMap.empty bound) bs); [|exact Hmeans|exact Eb].
    intros j p Hj. rewrite PositiveMap.gempty in Hj. discriminate. }
  apply Forall_forall. intros c Hc. rewrite forallb_forall in H. specialize (H c Hc).
  destruct c as [x times|x y times]; unfold accepts in H; unfold holds.
  - destruct (PositiveMap.find x bs) as [p|] eqn:Ex; [|discriminate].
    destruct (Hbs x p Ex) as [Hp Hx]. destruct p as [cp a b].
    pose proof (small_sound h s Hh Hs spare B cp a b times Hspare HB Hp H). lia.
  - destruct (PositiveMap.find x bs) as [p|] eqn:Ex; [|discriminate].
    destruct (PositiveMap.find y bs) as [q|] eqn:Ey; [|discriminate].
    pose proof (Hbs x p Ex) as Hx. pose proof (Hbs y q Ey) as Hy.
    pose proof (limit_max h s v Hh Hs x y p q Hx Hy) as Hl. destruct Hx as [Hp _], Hy as [Hq _].
    eapply Z.lt_le_trans;
      [|apply (small_sound h s Hh Hs spare B _ _ _ times Hspare HB) in H; [exact H|lia]].
    unfold limit in Hl |- *. cbn [coefficient degree scales] in Hl |- *.
    rewrite <- Z.mul_assoc. apply Z.mul_lt_mono_pos_l; [lia|exact Hl].
Qed.

Theorem rooms_checked most rooms :
  forallb (room_accepted most) rooms = true -> rooms_suffice most rooms.
Proof.
  unfold rooms_suffice. intros H n a b size Hn Hin. rewrite forallb_forall in H.
  specialize (H _ Hin). cbn in H. apply andb_prop in H as [Ha H]. apply Z.leb_le in Ha, H. nia.
Qed.
