(* What the contracts of Frama-C assume of bits, and what joins them to Widths.v. *)
Require Import ZArith List Lia Arith.
Import ListNotations.
Open Scope Z_scope.

(* ---- the axioms and lemmas of decode.c ---- *)

(* The number of bits up to the highest one, and of those below the lowest one. *)
Definition length (m : Z) : Z := Z.log2 m + 1.
Fixpoint zeros_of (p : positive) : Z := match p with xO q => zeros_of q + 1 | _ => 0 end.
Definition zeros (m : Z) : Z := match m with Zpos p => zeros_of p | _ => 0 end.

Lemma below_length m : 0 < m -> m < 2 ^ length m.
Proof. intros. unfold length. rewrite Z.add_1_r. apply Z.log2_spec. assumption. Qed.

Lemma length_at_most m n : 0 < n -> 0 < m < 2 ^ n -> 1 <= length m <= n.
Proof.
  intros Hn H. unfold length. pose proof (Z.log2_nonneg m).
  assert (Z.log2 m < n) by (apply Z.log2_lt_pow2; lia). lia.
Qed.

Theorem length_range m : 0 < m < 0x20000000000000 -> 1 <= length m <= 53.
Proof. apply (length_at_most m 53). lia. Qed.

Theorem length_of_limb m : 0 < m < 0x100000000 -> 1 <= length m <= 32.
Proof. apply (length_at_most m 32). lia. Qed.

(* A number is odd times 2^zeros. *)
Lemma zeros_spec p : 0 <= zeros_of p /\ exists q, Zpos p = Zpos q * 2 ^ zeros_of p.
Proof.
  induction p as [p _|p [Hp [q Hq]]|]; cbn [zeros_of].
  - split; [lia|]. exists (xI p). rewrite Z.mul_1_r. reflexivity.
  - split; [lia|]. exists q. rewrite Z.pow_add_r, Pos2Z.inj_xO, Hq by lia. ring.
  - split; [lia|]. exists xH. reflexivity.
Qed.

Theorem zeros_range m : 0 < m -> 0 <= zeros m < length m.
Proof.
  destruct m as [|p|p]; intros H; try lia. cbn [zeros]. destruct (zeros_spec p) as [Hz [q Hq]].
  unfold length. assert (zeros_of p <= Z.log2 (Zpos p)); [|lia].
  apply Z.log2_le_pow2; [lia|]. rewrite Hq. pose proof (Z.pow_pos_nonneg 2 (zeros_of p)). nia.
Qed.

Theorem and_range x m : 0 <= x -> 0 <= m -> 0 <= Z.land x m <= m /\ Z.land x m <= x.
Proof.
  intros Hx Hm. assert (H : forall a b, 0 <= a -> 0 <= b -> Z.land a b <= b).
  { intros a b Ha Hb. assert (Hl : 0 <= Z.ldiff b a) by (apply Z.ldiff_nonneg; lia).
    pose proof (Z.add_nocarry_lxor (Z.land a b) (Z.ldiff b a)) as E.
    assert (D : Z.land (Z.land a b) (Z.ldiff b a) = 0).
    { apply Z.bits_inj'. intros n Hn. rewrite !Z.land_spec, Z.ldiff_spec, Z.bits_0.
      destruct (Z.testbit a n), (Z.testbit b n); reflexivity. }
    specialize (E D). assert (F : Z.lxor (Z.land a b) (Z.ldiff b a) = b).
    { apply Z.bits_inj'. intros n Hn. rewrite Z.lxor_spec, Z.land_spec, Z.ldiff_spec.
      destruct (Z.testbit a n), (Z.testbit b n); reflexivity. }
    lia. }
  split; [split; [apply Z.land_nonneg; lia|apply H; lia]|]. rewrite Z.land_comm. apply H; lia.
Qed.

Theorem or_range x : 0 <= x < 0x10000000000000 ->
  0x10000000000000 <= Z.lor x 0x10000000000000 < 0x20000000000000.
Proof.
  intros H. assert (D : Z.land x 0x10000000000000 = 0).
  { change 0x10000000000000 with (2 ^ 52) in *. apply Z.bits_inj'. intros n Hn.
    rewrite Z.land_spec, Z.bits_0, Z.pow2_bits_eqb by lia.
    destruct (Z.eqb_spec 52 n) as [<-|]; [|apply Bool.andb_false_r].
    rewrite Z.bits_above_log2; [reflexivity|lia|].
    destruct (Z.eq_dec x 0) as [->|]; [reflexivity|]. apply Z.log2_lt_pow2; lia. }
  rewrite <- Z.lxor_lor, <- Z.add_nocarry_lxor by assumption. lia.
Qed.

Theorem shift_range x n : 0 <= x -> 0 <= n -> 0 <= Z.shiftr x n <= x.
Proof.
  intros. rewrite Z.shiftr_div_pow2 by assumption. pose proof (Z.pow_pos_nonneg 2 n).
  split; [apply Z.div_pos; lia|]. apply Z.div_le_upper_bound; nia.
Qed.

(* ---- an input in units: what load() writes ---- *)

(* Between 2^unit and 2^top, as pose_inputs() ensures, a decoded double m 2^exp is an integer below 2^(top - unit) in
   units. It is m 2^shift, or m >> -shift without a bit lost. *)
Theorem input_in_units m exp unit top : 0 < m -> unit <= exp + zeros m -> exp + length m <= top ->
  let shift := exp - unit in
  exists k, (if 0 <=? shift then k = m * 2 ^ shift else k = Z.shiftr m (- shift) /\ m = k * 2 ^ (- shift)) /\
  0 <= k < 2 ^ (top - unit).
Proof.
  intros Hm Hlow Hhigh shift. destruct m as [|p|p]; try lia. cbn [zeros] in Hlow.
  destruct (zeros_spec p) as [Hz [q Hq]]. pose proof (below_length (Zpos p) Hm) as Hl.
  pose proof (Z.log2_nonneg (Zpos p)) as Hn. pose proof (zeros_range (Zpos p) Hm) as Hzl. cbn [zeros] in Hzl.
  unfold length in *.
  destruct (Z.leb_spec 0 shift).
  - exists (Zpos p * 2 ^ shift). split; [reflexivity|]. pose proof (Z.pow_pos_nonneg 2 shift).
    split; [lia|]. apply Z.lt_le_trans with (2 ^ (Z.log2 (Zpos p) + 1) * 2 ^ shift); [nia|].
    rewrite <- Z.pow_add_r by lia. apply Z.pow_le_mono_r; lia.
  - assert (Hs : 2 ^ zeros_of p = 2 ^ (zeros_of p + shift) * 2 ^ (- shift)).
    { rewrite <- Z.pow_add_r by lia. f_equal. lia. }
    assert (Hk : Zpos p = Zpos q * 2 ^ (zeros_of p + shift) * 2 ^ (- shift)).
    { rewrite Hq at 1. rewrite Hs. ring. }
    exists (Zpos q * 2 ^ (zeros_of p + shift)). pose proof (Z.pow_pos_nonneg 2 (- shift)).
    pose proof (Z.pow_pos_nonneg 2 (zeros_of p + shift)). repeat split.
    + rewrite Z.shiftr_div_pow2 by lia. rewrite Hk. rewrite Z.div_mul; lia.
    + assumption.
    + lia.
    + apply (Z.mul_lt_mono_pos_r (2 ^ (- shift))); [lia|]. rewrite <- Hk, <- Z.pow_add_r by lia.
      eapply Z.lt_le_trans; [exact Hl|]. apply Z.pow_le_mono_r; lia.
Qed.

(* The m of a moment: t = m 2^-shift is at most 1, so m is at most 2^shift. *)
Theorem moment_in_units m shift : 0 <= shift -> m * 1 <= 1 * 2 ^ shift -> m <= 2 ^ shift.
Proof. lia. Qed.

(* ---- the reader of scenes ---- *)

(* The reader compares slot[index[i]] with i for every i < n, with index[i] < n. So every slot[j] is below n too. *)
Theorem slots_are_in_range (n : nat) (index slot : nat -> nat) :
  (forall i, (i < n)%nat -> (index i < n)%nat /\ slot (index i) = i) ->
  forall j, (j < n)%nat -> (slot j < n)%nat /\ index (slot j) = j.
Proof.
  intros H. assert (Hincl : incl (seq 0 n) (map index (seq 0 n))).
  { apply NoDup_length_incl.
    - apply NoDup_map_inv with (f := slot). rewrite map_map.
      erewrite map_ext_in; [rewrite map_id; apply seq_NoDup|].
      intros i Hi. apply in_seq in Hi. apply H. lia.
    - rewrite map_length. lia.
    - intros x Hx. apply in_map_iff in Hx as (i & <- & Hi). apply in_seq in Hi. apply in_seq.
      destruct (H i); lia. }
  intros j Hj. assert (Hin : In j (map index (seq 0 n))) by (apply Hincl, in_seq; lia).
  apply in_map_iff in Hin as (i & <- & Hi). apply in_seq in Hi. destruct (H i) as [_ E]; [lia|].
  rewrite E. split; [lia|reflexivity].
Qed.
