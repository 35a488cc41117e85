(* The order of all numbers but NaN, infinity included, and operations that never fall: rounding is monotonic, and an
   overflow goes to the infinity on its side. So a comparison after such a map never separates what was not apart. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Overflow.

Open Scope R_scope.

Section Order.
Context {f : format}.
Implicit Types v w x y z : F f.
Local Notation huge := (@Overflow.huge f).

Definition finf_down : F f := B754_infinity true.

Lemma huge_pos : 0 < huge.
Proof. apply bpow_gt_0. Qed.

Lemma finite_below x : finite x -> - huge < value x < huge.
Proof.
  intros Fx. rewrite value_finite by exact Fx. pose proof (Rabs_def2 _ _ (real_below x)). unfold huge. lra.
Qed.

Lemma fle_of_values x y : fle x y = true <-> number x /\ number y /\ value x <= value y.
Proof.
  pose proof huge_pos as L.
  destruct (is_finite x) eqn:Fx; destruct (is_finite y) eqn:Fy.
  - rewrite !value_finite by assumption. split.
    + intros H. split; [now apply number_finite |]. split; [now apply number_finite |].
      now apply fle_real.
    + intros (_ & _ & H). unfold fle. rewrite Bleb_correct by assumption. now apply Rle_bool_true.
  - pose proof (finite_below x Fx). destruct y as [| [|] | |]; try discriminate.
    + split; [destruct x as [| | | [|]]; discriminate | intros (_ & _ & H1); simpl in H1; lra].
    + split; [| destruct x as [| | | [|]]; auto; discriminate]. intros _. split; [now apply number_finite |]. split;
      [reflexivity |]. simpl. lra.
    + split; [destruct x as [| | | [|]]; discriminate | intros (_ & H1 & _); discriminate].
  - pose proof (finite_below y Fy). destruct x as [| [|] | |]; try discriminate.
    + split; [| destruct y as [| | | [|]]; auto; discriminate]. intros _. split; [reflexivity |]. split; [now apply
      number_finite |]. simpl. lra.
    + split; [destruct y as [| | | [|]]; discriminate | intros (_ & _ & H1); simpl in H1; lra].
    + split; [discriminate | intros (H1 & _); discriminate].
  - destruct x as [| [|] | |], y as [| [|] | |]; try discriminate; split; try discriminate; auto;
      try (intros (? & ? & ?); try discriminate; simpl in *; lra); intros _; repeat split; auto; simpl; lra.
Qed.

Lemma flt_of_values x y : flt x y = true <-> number x /\ number y /\ value x < value y.
Proof.
  pose proof huge_pos as L.
  destruct (is_finite x) eqn:Fx; destruct (is_finite y) eqn:Fy.
  - rewrite !value_finite by assumption. split.
    + intros H. split; [now apply number_finite |]. split; [now apply number_finite |].
      now apply flt_real.
    + intros (_ & _ & H). unfold flt. rewrite Bltb_correct by assumption. now apply Rlt_bool_true.
  - pose proof (finite_below x Fx). destruct y as [| [|] | |]; try discriminate.
    + split; [destruct x as [| | | [|]]; discriminate | intros (_ & _ & H1); simpl in H1; lra].
    + split; [| destruct x as [| | | [|]]; auto; discriminate]. intros _. split; [now apply number_finite |]. split;
      [reflexivity |]. simpl. lra.
    + split; [destruct x as [| | | [|]]; discriminate | intros (_ & H1 & _); discriminate].
  - pose proof (finite_below y Fy). destruct x as [| [|] | |]; try discriminate.
    + split; [| destruct y as [| | | [|]]; auto; discriminate]. intros _. split; [reflexivity |]. split; [now apply
      number_finite |]. simpl. lra.
    + split; [destruct y as [| | | [|]]; discriminate | intros (_ & _ & H1); simpl in H1; lra].
    + split; [discriminate | intros (H1 & _); discriminate].
  - destruct x as [| [|] | |], y as [| [|] | |]; try discriminate; split; try discriminate; auto;
      try (intros (? & ? & ?); try discriminate; simpl in *; lra); intros _; repeat split; auto; simpl; lra.
Qed.

Lemma fle_refl x : number x -> fle x x = true.
Proof. intros H. apply fle_of_values. repeat split; auto. lra. Qed.

Lemma fle_trans x y z : fle x y = true -> fle y z = true -> fle x z = true.
Proof. rewrite !fle_of_values. intros (A & B & C) (D & E & G). repeat split; auto. lra. Qed.

Lemma fle_not_flt x y : fle x y = true -> flt y x = false.
Proof.
  intros H. apply not_true_is_false. intros G. apply flt_of_values in G. apply fle_of_values in H. lra.
Qed.

(* v is the real number r rounded, or infinity if that overflows. *)
Definition rounds_to v (r : R) :=
  number v /\ ((finite v /\ value v = rnd f r) \/ (v = finf /\ huge <= rnd f r) \/ (v = finf_down /\ rnd f r <= -
    huge)).

Lemma rounds_le v w r s : rounds_to v r -> rounds_to w s -> r <= s -> fle v w = true.
Proof.
  intros (Nv & Hv) (Nw & Hw) H. apply (rnd_le f) in H. apply fle_of_values. repeat split; auto.
  pose proof (value_range v). pose proof (value_range w). pose proof huge_pos.
  destruct Hv as [(Fv & Pv) | [(-> & Pv) | (-> & Pv)]]; destruct Hw as [(Fw & Pw) | [(-> & Pw) | (-> & Pw)]];
    try (pose proof (finite_below _ Fv)); try (pose proof (finite_below _ Fw)); simpl in *; lra.
Qed.

Lemma sign_side x : finite x -> if Bsign x then real x <= 0 else 0 <= real x.
Proof.
  destruct x as [s | s | | s m e B]; try discriminate; intros _; simpl; unfold real; simpl.
  - destruct s; lra.
  - destruct s; [left; now apply F2R_lt_0 | apply F2R_ge_0; simpl; lia].
Qed.

Lemma rounds_of_overflow v r s : B2SF v = binary_overflow (prec f) (emax f) mode_NE s ->
  huge <= Rabs (rnd f r) -> (if s then r <= 0 else 0 <= r) -> rounds_to v r.
Proof.
  unfold binary_overflow. intros H O S. pose proof huge_pos.
  destruct v as [s' | s' | | s' m e B]; simpl in H; try discriminate. injection H. intros ->. split; [reflexivity |].
  right. destruct s.
  - right. split; [reflexivity |]. apply (rnd_le f) in S. rewrite rnd_zero in S. rewrite Rabs_left1 in O by exact S.
    lra.
  - left. split; [reflexivity |]. apply (rnd_nonneg f) in S. now rewrite Rabs_pos_eq in O by exact S.
Qed.

Lemma rounds_of_finite v r : finite v -> real v = rnd f r -> rounds_to v r.
Proof.
  intros Fv V. split; [now apply number_finite |]. left. split; auto. now rewrite value_finite.
Qed.

Lemma fadd_rounds x y : finite x -> finite y -> rounds_to (fadd x y) (real x + real y).
Proof.
  intros Fx Fy. generalize (Bplus_correct (prec f) (emax f) _ _ mode_NE x y Fx Fy). intros C.
  match type of C with context [Rlt_bool ?p ?q] => destruct (Rlt_bool_spec p q) as [B | B] end.
  - apply rounds_of_finite; apply C.
  - destruct C as (C & S). apply rounds_of_overflow with (Bsign x); auto.
    pose proof (sign_side x Fx) as A1. pose proof (sign_side y Fy) as A2. rewrite <- S in A2. destruct (Bsign x); lra.
Qed.

Lemma fsub_rounds x y : finite x -> finite y -> rounds_to (fsub x y) (real x - real y).
Proof.
  intros Fx Fy. generalize (Bminus_correct (prec f) (emax f) _ _ mode_NE x y Fx Fy). intros C.
  match type of C with context [Rlt_bool ?p ?q] => destruct (Rlt_bool_spec p q) as [B | B] end.
  - apply rounds_of_finite; apply C.
  - destruct C as (C & S). apply rounds_of_overflow with (Bsign x); auto.
    pose proof (sign_side x Fx) as A1. pose proof (sign_side y Fy) as A2. rewrite S in A1 |- *.
    destruct (Bsign y); simpl in *; lra.
Qed.

Lemma fmul_rounds x y : finite x -> finite y -> rounds_to (fmul x y) (real x * real y).
Proof.
  intros Fx Fy. generalize (Bmult_correct (prec f) (emax f) _ _ mode_NE x y). intros C.
  match type of C with context [Rlt_bool ?p ?q] => destruct (Rlt_bool_spec p q) as [B | B] end.
  - apply rounds_of_finite; [| apply C]. destruct C as (_ & C & _). unfold finite, fmul in *. now rewrite C, Fx, Fy.
  - apply rounds_of_overflow with (xorb (Bsign x) (Bsign y)); auto.
    pose proof (sign_side x Fx) as A1. pose proof (sign_side y Fy) as A2. destruct (Bsign x), (Bsign y); simpl in *;
      nra.
Qed.

(* Beyond a rounded number lies no number of the format that is not beyond the real one. *)
Lemma format_above v z r : rounds_to v r -> number z -> r <= value z -> fle v z = true.
Proof.
  intros (Nv & Hv) Nz H. apply fle_of_values. repeat split; auto.
  pose proof (value_range v). pose proof (value_range z). pose proof huge_pos.
  destruct (is_finite z) eqn:Fz.
  - assert (G : rnd f r <= value z).
    { rewrite value_finite in * by exact Fz. rewrite <- (rnd_of_format f (real z)) by apply real_in_format. now
      apply rnd_le. }
    pose proof (finite_below z Fz). destruct Hv as [(Fv & Pv) | [(-> & Pv) | (-> & Pv)]]; simpl in *; lra.
  - destruct z as [| [|] | |]; try discriminate; simpl in *; [| lra].
    (* z is minus infinity: then r overflows *)
    assert (G : rnd f r <= - huge).
    { rewrite <- (rnd_of_format f (- huge)); [now apply rnd_le |]. apply generic_format_opp, generic_format_bpow.
      unfold exponents, FLT_exp, emin. pose proof (prec_gt_1 f). pose proof (prec_lt_emax f). lia. }
    destruct Hv as [(Fv & Pv) | [(-> & Pv) | (-> & Pv)]]; [pose proof (finite_below _ Fv) | |]; simpl in *; lra.
Qed.

Lemma format_below v z r : rounds_to v r -> number z -> value z <= r -> fle z v = true.
Proof.
  intros (Nv & Hv) Nz H. apply fle_of_values. repeat split; auto.
  pose proof (value_range v). pose proof (value_range z). pose proof huge_pos.
  destruct (is_finite z) eqn:Fz.
  - assert (G : value z <= rnd f r).
    { rewrite value_finite in * by exact Fz. rewrite <- (rnd_of_format f (real z)) by apply real_in_format. now
      apply rnd_le. }
    pose proof (finite_below z Fz). destruct Hv as [(Fv & Pv) | [(-> & Pv) | (-> & Pv)]]; simpl in *; lra.
  - destruct z as [| [|] | |]; try discriminate; simpl in *; [lra |].
    assert (G : huge <= rnd f r).
    { rewrite <- (rnd_of_format f huge); [now apply rnd_le |]. apply generic_format_bpow.
      unfold exponents, FLT_exp, emin. pose proof (prec_gt_1 f). pose proof (prec_lt_emax f). lia. }
    destruct Hv as [(Fv & Pv) | [(-> & Pv) | (-> & Pv)]]; [pose proof (finite_below _ Fv) | |]; simpl in *; lra.
Qed.

(* Maps that never fall: x - o for a finite o, and x * s for a finite s > 0. *)
Lemma number_fsub x o : number x -> finite o -> number (fsub x o).
Proof.
  intros Nx Fo. destruct (is_finite x) eqn:Fx; [apply fsub_rounds; auto |].
  destruct x as [| [|] | |], o as [| | |]; try discriminate; reflexivity.
Qed.

Lemma fsub_never_falls x y o : finite o -> fle x y = true -> fle (fsub x o) (fsub y o) = true.
Proof.
  intros Fo H. pose proof H as H0. apply fle_of_values in H. destruct H as (Nx & Ny & H). pose proof huge_pos.
  destruct (is_finite x) eqn:Fx; destruct (is_finite y) eqn:Fy.
  - apply rounds_le with (real x - real o) (real y - real o); try apply fsub_rounds; auto.
    rewrite !value_finite in H by assumption. lra.
  - pose proof (number_fsub x o Nx Fo) as N. pose proof (value_range (fsub x o)) as P. pose proof (finite_below x Fx).
    destruct y as [| [|] | |]; try discriminate; [simpl in H; lra |].
    apply fle_of_values. split; auto. destruct o; try discriminate; split; auto; simpl; lra.
  - pose proof (number_fsub y o Ny Fo) as N. pose proof (value_range (fsub y o)) as P. pose proof (finite_below y Fy).
    destruct x as [| [|] | |]; try discriminate; [| simpl in H; lra].
    apply fle_of_values. destruct o; try discriminate; repeat split; auto; simpl; lra.
  - destruct x as [| [|] | |], y as [| [|] | |], o as [| | |]; try discriminate; reflexivity.
Qed.

Lemma number_fmul x s : number x -> finite s -> 0 < real s -> number (fmul x s).
Proof.
  intros Nx Fs Ps. destruct (is_finite x) eqn:Fx; [apply fmul_rounds; auto |].
  destruct x as [| [|] | |], s as [ss | | | ss mm ee BB]; try discriminate; try reflexivity; unfold real in Ps; simpl
    in Ps; lra.
Qed.

Lemma fmul_infinity x s : ~ finite x -> number x -> finite s -> 0 < real s -> fmul x s = x.
Proof.
  intros Fx Nx Fs Ps. destruct x as [| sx | | ]; try (elim Fx; reflexivity); try discriminate.
  pose proof (sign_side s Fs) as S. destruct s as [ss | | | ss m e B]; try discriminate.
  - unfold real in Ps. simpl in Ps. lra.
  - simpl Bsign in S. destruct ss; [lra |]. unfold fmul. simpl. now rewrite xorb_false_r.
Qed.

Lemma fmul_never_falls x y s : finite s -> 0 < real s -> fle x y = true -> fle (fmul x s) (fmul y s) = true.
Proof.
  intros Fs Ps H. pose proof H as H0. apply fle_of_values in H. destruct H as (Nx & Ny & H). pose proof huge_pos.
  pose proof (number_fmul x s Nx Fs Ps) as Mx. pose proof (number_fmul y s Ny Fs Ps) as My.
  pose proof (value_range (fmul x s)) as Px. pose proof (value_range (fmul y s)) as Py.
  destruct (is_finite x) eqn:Fx; destruct (is_finite y) eqn:Fy.
  - apply rounds_le with (real x * real s) (real y * real s); try apply fmul_rounds; auto.
    rewrite !value_finite in H by assumption. apply Rmult_le_compat_r; lra.
  - pose proof (finite_below x Fx). assert (E : fmul y s = y) by (apply fmul_infinity; auto; unfold finite;
    congruence). rewrite E in *.
    destruct y as [| [|] | |]; try discriminate; [simpl in H; lra |]. apply fle_of_values. repeat split;
      auto. simpl in *.
      lra.
  - pose proof (finite_below y Fy). assert (E : fmul x s = x) by (apply fmul_infinity; auto; unfold finite;
    congruence). rewrite E in *.
    destruct x as [| [|] | |]; try discriminate; [| simpl in H; lra]. apply fle_of_values. repeat split;
      auto. simpl in *.
      lra.
  - rewrite !fmul_infinity by (auto; unfold finite; congruence). exact H0.
Qed.
End Order.
