(* The filter of the batch kernels (src/batch/batch_lanes.h) in one lane, in any format: if a lane is certain, its
   verdict is right for all inputs. docs/exactness.md, "Stage 1 in lanes", derives the bound.

   The records state what every instruction set has in common: products may be fused or not, in each sum on its own;
   min and max are those of numbers and anything for NaN; the sign bit of NaN is anything. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Fused LaneBound Geometry.

Open Scope R_scope.

Section Vocabulary.
Context {f : format}.
Implicit Types v x y : F f.

Definition is_min v x y := finite x -> finite y -> finite v /\ real v = Rmin (real x) (real y).
Definition is_max v x y := finite x -> finite y -> finite v /\ real v = Rmax (real x) (real y).
Definition is_sign (s : bool) x := finite x -> s = Bsign x.

Lemma nonneg_of_sign x : finite x -> Bsign x = false -> 0 <= real x.
Proof. intros Fx S. apply nonneg_real. destruct x as [s | s | | s m e B]; simpl in *; auto; discriminate. Qed.

Lemma sign_of_positive x : finite x -> 0 < real x -> Bsign x = false.
Proof.
  intros Fx H. destruct (Bsign x) eqn:S; auto. pose proof (nonneg_of_sign (fneg x) (finite_fneg x Fx)) as N.
  rewrite real_fneg in N. unfold fneg in N. rewrite Bsign_Bopp, S in N by (destruct x; simpl in *; auto; discriminate).
  specialize (N eq_refl). lra.
Qed.

End Vocabulary.

(* KERNEL(reach) in one lane. ERROR is its constant. reach2_product are the factors of reach2 if a compiler sees
   them. *)
Record lanes_reach {f : format} (ERROR : F f) (reach2_product : option (F f * F f))
    (ax ay bx by_ cx cy reach2 floor : F f)
    (ux uy wx wy len2 dot cross above clamped m lhs behind sum terms error : F f) (touch certain : bool) : Prop := {
  E_ux : ux = fsub bx ax;
  E_uy : uy = fsub by_ ay;
  E_wx : wx = fsub cx ax;
  E_wy : wy = fsub cy ay;
  E_len2 : sum_or_fused len2 (fmul ux ux) (fmul uy uy) (Some (ux, ux)) (Some (uy, uy));
  E_dot : sum_or_fused dot (fmul wx ux) (fmul wy uy) (Some (wx, ux)) (Some (wy, uy));
  E_cross : difference_or_fused cross (fmul ux wy) (fmul uy wx) (Some (ux, wy)) (Some (uy, wx));
  E_above : is_max above dot (fconst 0 0);
  E_clamped : is_min clamped above len2;
  E_m : m = fsub dot clamped;
  E_lhs : sum_or_fused lhs (fmul cross cross) (fmul m m) (Some (cross, cross)) (Some (m, m));
  E_behind : difference_or_fused behind lhs (fmul reach2 len2) None (Some (reach2, len2));
  E_sum : sum_or_fused sum len2 reach2 None reach2_product;
  E_terms : sum_or_fused terms lhs (fmul len2 sum) None (Some (len2, sum));
  E_error : sum_or_fused error floor (fmul ERROR terms) None (Some (ERROR, terms));
  E_touch : is_sign touch behind;
  E_certain : certain = flt error (fabs behind) }.

(* KERNEL(floor). *)
Definition lanes_floor {f : format} (ERROR FLOOR : F f) (reach2 floor : F f) :=
  sum_or_fused floor (fmul (fmul ERROR FLOOR) FLOOR) (fmul reach2 (fmul ERROR FLOOR))
    (Some (fmul ERROR FLOOR, FLOOR)) (Some (reach2, fmul ERROR FLOOR)).

(* What the proof needs of the constants: ERROR is 64 u, and FLOOR is so large that underflow is negligible. *)
Record lanes_constants {f : format} (ERROR FLOOR : F f) : Prop := {
  C_unit : u f <= / 1048576;
  C_error : finite ERROR /\ real ERROR = 64 * u f;
  C_floor : finite FLOOR /\ 0 < real FLOOR <= 1;
  C_product : finite (fmul ERROR FLOOR) /\ real (fmul ERROR FLOOR) = 64 * u f * real FLOOR;
  C_square : finite (fmul (fmul ERROR FLOOR) FLOOR);
  C_underflow : eta f * 1073741824 <= u f * (real FLOOR * real FLOOR) }.

(* Two factors with a rounding each. *)
Lemma rounded_factors (u x y x' y' : R) :
  0 < u <= / 1048576 -> Rabs (x' - x) <= u * Rabs x -> Rabs (y' - y) <= u * Rabs y ->
  Rabs (x' * y' - x * y) <= (2001/1000) * u * Rabs (x * y).
Proof.
  intros U Hx Hy. pose proof (Rabs_pos x). pose proof (Rabs_pos y).
  replace (x' * y' - x * y) with (x * (y' - y) + (x' - x) * y + (x' - x) * (y' - y)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |].
  rewrite !Rabs_mult.
  assert (A : Rabs x * Rabs (y' - y) <= Rabs x * (u * Rabs y)) by (apply Rmult_le_compat_l; lra).
  assert (B : Rabs (x' - x) * Rabs y <= u * Rabs x * Rabs y) by (apply Rmult_le_compat_r; lra).
  assert (C : Rabs (x' - x) * Rabs (y' - y) <= u * Rabs x * (u * Rabs y)).
  { apply Rmult_le_compat; auto using Rabs_pos. }
  assert (D : 0 <= Rabs x * Rabs y) by (apply Rmult_le_pos; lra).
  assert (E : u * (u * (Rabs x * Rabs y)) <= / 1048576 * (u * (Rabs x * Rabs y))).
  { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]. }
  assert (0 <= u * (Rabs x * Rabs y)) by (apply Rmult_le_pos; lra). lra.
Qed.

(* The sum of two such products, with the error of a sum that may be fused. *)
Lemma rounded_products (u tiny v p q p' q' : R) :
  0 < u <= / 1048576 -> Rabs (p' - p) <= (2001/1000) * u * Rabs p -> Rabs (q' - q) <= (2001/1000) * u * Rabs q ->
  Rabs (v - (p' + q')) <= (201/100) * u * (Rabs p' + Rabs q') + 4 * tiny ->
  Rabs (v - (p + q)) <= (4015/1000) * u * (Rabs p + Rabs q) + 4 * tiny.
Proof.
  intros U Hp Hq Hv. pose proof (Rabs_pos p). pose proof (Rabs_pos q).
  assert (A : Rabs p' <= Rabs p + Rabs (p' - p)).
  { replace p' with (p + (p' - p)) at 1 by ring. apply Rabs_triang. }
  assert (B : Rabs q' <= Rabs q + Rabs (q' - q)).
  { replace q' with (q + (q' - q)) at 1 by ring. apply Rabs_triang. }
  replace (v - (p + q)) with ((v - (p' + q')) + ((p' - p) + (q' - q))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_triang (p' - p) (q' - q)).
  assert (S0 : 0 <= u * (Rabs p + Rabs q)) by (apply Rmult_le_pos; lra).
  assert (S1 : u * (Rabs p + Rabs q) <= / 1048576 * (Rabs p + Rabs q)) by (apply Rmult_le_compat_r; lra).
  assert (C : u * (Rabs p' + Rabs q') <= u * ((1 + 3 / 1048576) * (Rabs p + Rabs q))) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

Lemma clamp_error (n l n' l' : R) :
  0 <= l -> 0 <= l' -> Rabs ((n' - clamp n' l') - (n - clamp n l)) <= Rabs (n' - n) + Rabs (l' - l).
Proof.
  intros Hl Hl'. unfold clamp. min_max_cases; unfold Rabs; repeat destruct (Rcase_abs _); lra.
Qed.

(* The terms of both products are at most |u| |w|, and that is at most |k| + |m| + |u|^2. *)
Section Terms.
Variables c a b : point.
Let size := Rabs (cross c a b) + Rabs (off c a b) + len2 a b.

Lemma lagrange : cross c a b * cross c a b + wu c a b * wu c a b = len2 a b * w2 c a.
Proof. unfold cross, wu, len2, w2. ring. Qed.

Lemma wu_size : Rabs (wu c a b) <= Rabs (off c a b) + len2 a b.
Proof.
  pose proof (len2_nonneg a b). unfold off, clamp. min_max_cases; unfold Rabs; repeat destruct (Rcase_abs _); lra.
Qed.

Lemma terms_size p q : 0 <= p -> 0 <= q -> p * p + q * q + 2 * (p * q) <= len2 a b * w2 c a -> p + q <= size.
Proof.
  intros P Q H. pose proof wu_size as N. pose proof (len2_nonneg a b) as L. pose proof lagrange as G.
  pose proof (Rabs_pos (cross c a b)) as K0. pose proof (Rabs_pos (off c a b)) as A0. pose proof (Rabs_pos (wu c a b))
    as N0.
  assert (Ek : cross c a b * cross c a b = Rabs (cross c a b) * Rabs (cross c a b))
    by (rewrite <- Rabs_mult, Rabs_pos_eq; [reflexivity | apply Rle_0_sqr]).
  assert (En : wu c a b * wu c a b = Rabs (wu c a b) * Rabs (wu c a b))
    by (rewrite <- Rabs_mult, Rabs_pos_eq; [reflexivity | apply Rle_0_sqr]).
  apply Rsqr_incr_0_var; unfold size; [| lra]. unfold Rsqr.
  assert (Rabs (wu c a b) * Rabs (wu c a b) <= (Rabs (off c a b) + len2 a b) * (Rabs (off c a b) + len2 a b))
    by (apply Rmult_le_compat; lra).
  assert (0 <= Rabs (cross c a b) * (Rabs (off c a b) + len2 a b)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma cross_terms : Rabs (ux a b * wy c a) + Rabs (uy a b * wx c a) <= size.
Proof.
  apply terms_size; try apply Rabs_pos. rewrite !Rabs_mult.
  unfold len2, w2. rewrite <- (Rabs_pos_eq (ux a b * ux a b)), <- (Rabs_pos_eq (uy a b * uy a b)),
    <- (Rabs_pos_eq (wx c a * wx c a)), <- (Rabs_pos_eq (wy c a * wy c a)) by apply Rle_0_sqr.
  rewrite !Rabs_mult. generalize (Rabs (ux a b)) (Rabs (uy a b)) (Rabs (wx c a)) (Rabs (wy c a)). intros p q r s.
  pose proof (Rle_0_sqr (p * r - q * s)). unfold Rsqr in *. lra.
Qed.

Lemma dot_terms : Rabs (wx c a * ux a b) + Rabs (wy c a * uy a b) <= size.
Proof.
  apply terms_size; try apply Rabs_pos. rewrite !Rabs_mult.
  unfold len2, w2. rewrite <- (Rabs_pos_eq (ux a b * ux a b)), <- (Rabs_pos_eq (uy a b * uy a b)),
    <- (Rabs_pos_eq (wx c a * wx c a)), <- (Rabs_pos_eq (wy c a * wy c a)) by apply Rle_0_sqr.
  rewrite !Rabs_mult. generalize (Rabs (ux a b)) (Rabs (uy a b)) (Rabs (wx c a)) (Rabs (wy c a)). intros p q r s.
  pose proof (Rle_0_sqr (p * s - q * r)). unfold Rsqr in *. lra.
Qed.
End Terms.

(* The computed products and sums of a certain lane, and their errors. *)
Section Errors.
Context {f : format}.
Hypothesis unit : u f <= / 1048576.
Implicit Types v x y : F f.

Lemma unit_range : 0 < u f <= / 1048576.
Proof. split; [apply u_pos | exact unit]. Qed.

Lemma difference_near x y : finite (fsub x y) -> Rabs (real (fsub x y) - (real x - real y)) <= u f * Rabs (real x -
  real y).
Proof.
  intros Fs. destruct (fsub_finite _ _ Fs) as (_ & _ & ->). unfold Rminus at 2 3 4.
  apply rnd_sum_error; [| apply generic_format_opp]; apply real_in_format.
Qed.

Lemma square_near x (r : R) : finite (fmul x x) -> Rabs (real x - r) <= u f * Rabs r ->
  Rabs (real x * real x - r * r) <= (2001/1000) * u f * (r * r) /\
  Rabs (real (fmul x x) - r * r) <= (302/100) * u f * (r * r) + eta f.
Proof.
  intros Fs H. pose proof unit_range as U. pose proof (Rle_0_sqr r) as P. unfold Rsqr in P.
  pose proof (rounded_factors (u f) r r (real x) (real x) U H H) as A. rewrite (Rabs_pos_eq (r * r)) in A by exact P.
  split; [exact A |]. destruct (fmul_finite _ _ Fs) as (_ & _ & E). rewrite E.
  pose proof (rnd_error f (real x * real x)) as B. rewrite (Rabs_pos_eq (real x * real x)) in B by apply Rle_0_sqr.
  apply within in A. apply within in B.
  assert (C : u f * (real x * real x) <= u f * ((1 + 3 / 1048576) * (r * r))).
  { apply Rmult_le_compat_l; [lra |].
    assert (u f * (r * r) <= / 1048576 * (r * r)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (0 <= u f * (r * r)) by (apply Rmult_le_pos; lra). apply Rabs_le. lra.
Qed.

(* A sum of numbers that are not negative is at least this. *)
Lemma sum_at_least (v x y tiny : R) : 0 <= x -> 0 <= y ->
  Rabs (v - (x + y)) <= (201/100) * u f * (Rabs x + Rabs y) + 4 * tiny -> (999/1000) * (x + y) - 4 * tiny <= v.
Proof.
  intros X Y H. rewrite (Rabs_pos_eq x), (Rabs_pos_eq y) in H by assumption. apply within in H. pose proof unit_range.
  assert (u f * (x + y) <= / 1048576 * (x + y)) by (apply Rmult_le_compat_r; lra). lra.
Qed.
End Errors.

(* reach2 is the square of reach, and reach is R up to one rounding. *)
Record lanes_radius {f : format} (reach reach2 : F f) (reach2_product : option (F f * F f)) (R : R) : Prop := {
  E_reach2 : reach2 = fmul reach reach;
  E_product : reach2_product = None \/ reach2_product = Some (reach, reach);
  E_reach : finite reach -> Rabs (real reach - R) <= u f * Rabs R }.

Section Reach.
Context {f : format}.
Variables ERROR FLOOR : F f.
Hypothesis constants : lanes_constants ERROR FLOOR.
Variable product : option (F f * F f).
Variables ax ay bx by_ cx cy reach reach2 floor : F f.
Variables ux uy wx wy len2 dot cross above clamped m lhs behind sum terms error : F f.
Variables touch certain : bool.
Variable R : R.
Hypothesis radius : lanes_radius reach reach2 product R.
Hypothesis least : lanes_floor ERROR FLOOR reach2 floor.
Hypothesis code : lanes_reach ERROR product ax ay bx by_ cx cy reach2 floor
  ux uy wx wy len2 dot cross above clamped m lhs behind sum terms error touch certain.

Let a := point_of ax ay.
Let b := point_of bx by_.
Let c := point_of cx cy.

Lemma zero_value : finite (fconst 0 0 : F f) /\ real (fconst 0 0 : F f) = 0.
Proof.
  pose proof (prec_gt_1 f) as P. pose proof (prec_lt_emax f) as Q.
  destruct (@fconst_value f 0 0) as (A & B).
  - simpl. apply Z.pow_pos_nonneg; lia.
  - unfold emin. lia.
  - simpl. lia.
  - split; [exact A |]. rewrite B. ring.
Qed.

Lemma radius_operand : operand reach2 product /\ nonneg_operand reach2 product.
Proof.
  destruct radius as [-> [-> | ->] _]; simpl; split; auto. apply nonneg_square.
Qed.

Lemma lengths_nonneg : nonneg len2 /\ nonneg lhs /\ nonneg sum /\ nonneg reach2 /\ nonneg terms /\ nonneg error.
Proof.
  destruct code as [Hux Huy Hwx Hwy Hlen2 Hdot Hcross Habove Hclamped Hm Hlhs Hbehind Hsum Hterms Herror Htouch
    Hcertain].
  destruct radius_operand as (Or & Nr). destruct constants as [_ [FE VE] [FF VF] [FP VP] FS _].
  pose proof (u_pos f) as U.
  assert (N1 : nonneg len2) by (eapply nonneg_sum_or_fused; [exact Hlen2 | | | |]; simpl; auto).
  assert (N2 : nonneg lhs) by (eapply nonneg_sum_or_fused; [exact Hlhs | | | |]; simpl; auto).
  assert (N3 : nonneg reach2) by (destruct radius as [-> _ _]; apply nonneg_square).
  assert (N4 : nonneg sum) by (eapply nonneg_sum_or_fused; [exact Hsum | | | |]; simpl; auto).
  assert (N5 : nonneg terms) by (eapply nonneg_sum_or_fused; [exact Hterms | | | |]; simpl; auto).
  assert (NE : nonneg ERROR) by (apply nonneg_of_real; [exact FE | lra]).
  assert (NF : nonneg FLOOR) by (apply nonneg_of_real; [exact FF | lra]).
  assert (NP : nonneg (fmul ERROR FLOOR)) by now apply nonneg_fmul.
  assert (N6 : nonneg floor) by (eapply nonneg_sum_or_fused; [exact least | | | |]; simpl; auto).
  assert (N7 : nonneg error) by (eapply nonneg_sum_or_fused; [exact Herror | | | |]; simpl; auto).
  auto 10.
Qed.

Hypothesis sure : certain = true.

Ltac open_code :=
  destruct code as [Hux Huy Hwx Hwy Hlen2 Hdot Hcross Habove Hclamped Hm Hlhs Hbehind Hsum Hterms Herror Htouch
    Hcertain].

Ltac parts Sum := destruct Sum as (? & ? & ?); [simpl; auto .. |].

(* Everything that the error bound is made of is finite. *)
Lemma finite_terms :
  (finite error /\ finite terms /\ finite sum /\ finite lhs /\ finite len2 /\ finite floor) /\
  (finite reach2 /\ finite reach) /\ (finite m /\ finite cross /\ finite dot /\ finite clamped) /\
  (finite ux /\ finite uy /\ finite wx /\ finite wy) /\
  (finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cx /\ finite cy).
Proof.
  pose proof lengths_nonneg as (N1 & N2 & N3 & N4 & N5 & N6). destruct radius_operand as (Or & Nr).
  destruct constants as [unit _ _ _ _ _]. open_code.
  assert (F1 : finite error).
  { rewrite Hcertain in sure. exact (flt_finite _ _ sure N6). }
  destruct (sum_or_fused_error unit _ _ _ _ _ Herror I eq_refl F1) as (F2 & [_ F3] & _). simpl in F2.
  destruct (sum_or_fused_error unit _ _ _ _ _ Hterms I eq_refl F3) as (F4 & [F5 F6] & _). simpl in F4.
  destruct (sum_or_fused_error unit _ _ _ _ _ Hlhs eq_refl eq_refl F4) as ([F7 _] & [F8 _] & _).
  destruct (sum_or_fused_error unit _ _ _ _ _ Hlen2 eq_refl eq_refl F5) as ([F9 _] & [F10 _] & _).
  destruct (difference_or_fused_error unit _ _ _ _ _ Hcross eq_refl eq_refl F7) as ([_ F12] & [_ F11] & _).
  pose proof F8 as F13. rewrite Hm in F13. destruct (fsub_finite _ _ F13) as (F14 & F15 & _).
  destruct (sum_or_fused_error unit _ _ _ _ _ least eq_refl eq_refl F2) as (_ & [F16 _] & _).
  pose proof F16 as F17. destruct radius as [E2 _ _]. rewrite E2 in F17. destruct (fmul_finite _ _ F17) as (F18 & _).
  pose proof F9 as G1. pose proof F10 as G2. pose proof F11 as G3. pose proof F12 as G4.
  rewrite Hux in G1. rewrite Huy in G2. rewrite Hwx in G3. rewrite Hwy in G4.
  destruct (fsub_finite _ _ G1) as (? & ? & _). destruct (fsub_finite _ _ G2) as (? & ? & _).
  destruct (fsub_finite _ _ G3) as (? & ? & _). destruct (fsub_finite _ _ G4) as (? & ? & _).
  auto 20.
Qed.

(* The sum that the product with |u|^2 is taken of is at least R^2, so R^2 |u|^2 does not overflow. *)
Lemma sum_above : real reach2 <= real sum.
Proof.
  pose proof finite_terms as ((F1 & F2 & F3 & F4 & F5 & F6) & (F7 & F8) & _).
  pose proof lengths_nonneg as (N1 & _ & N3 & _). apply nonneg_real in N1, N3.
  destruct radius as [E2 P _]. open_code. pose proof F3 as F9.
  destruct Hsum as [E | [(x & y & H & _) | (x & y & H & E)]]; try discriminate; rewrite E in F9 |- *.
  - destruct (fadd_finite _ _ F9) as (_ & _ & ->).
    rewrite <- (rnd_of_format f (real reach2)) at 1 by apply real_in_format. apply rnd_le. lra.
  - destruct P as [-> | ->]; [discriminate |]. injection H. intros <- <-.
    destruct (ffma_finite _ _ _ F9) as (_ & _ & _ & ->).
    rewrite E2 in F7 |- *. destruct (fmul_finite _ _ F7) as (_ & _ & ->). apply rnd_le. lra.
Qed.

Lemma finite_behind : finite behind.
Proof.
  pose proof sum_above as A.
  pose proof finite_terms as ((F1 & F2 & F3 & F4 & F5 & F6) & (F7 & F8) & _).
  pose proof lengths_nonneg as (N1 & N2 & _ & N3 & _). apply nonneg_real in N1, N2, N3. open_code.
  assert (P0 : 0 <= real reach2 * real len2) by (apply Rmult_le_pos; lra).
  assert (P : real reach2 * real len2 <= real len2 * real sum).
  { rewrite (Rmult_comm (real reach2)). apply Rmult_le_compat_l; lra. }
  assert (B : exists t, real reach2 * real len2 <= t /\ rnd f t < bpow radix2 (emax f)).
  { pose proof F2 as F2'.
    destruct Hterms as [E | [(x & y & H & _) | (x & y & H & E)]]; try discriminate; rewrite E in F2'.
    - destruct (fadd_finite _ _ F2') as (_ & Fp & _). destruct (fmul_finite _ _ Fp) as (_ & _ & V).
      exists (real len2 * real sum). split; [exact P |]. rewrite <- V. eapply Rle_lt_trans; [apply Rle_abs | apply
        real_below].
    - injection H. intros <- <-. destruct (ffma_finite _ _ _ F2') as (_ & _ & _ & V).
      exists (real len2 * real sum + real lhs). split; [lra |].
      rewrite <- V. eapply Rle_lt_trans; [apply Rle_abs | apply real_below]. }
  destruct B as (t & T1 & T2).
  destruct Hbehind as [-> | [(x & y & H & _) | (x & y & H & ->)]]; try discriminate.
  - assert (Fp : finite (fmul reach2 len2)).
    { apply fmul_finite_below with t; auto. rewrite Rabs_pos_eq; auto. }
    apply fsub_nonneg_finite; auto.
    destruct (fmul_finite _ _ Fp) as (_ & _ & ->). now apply rnd_nonneg.
  - injection H. intros <- <-.
    apply ffma_finite_below with (Rmax t (real lhs)); auto using finite_fneg.
    + rewrite real_fneg. pose proof (Rmax_l t (real lhs)). pose proof (Rmax_r t (real lhs)). apply Rabs_le. lra.
    + apply Rmax_case; auto. rewrite rnd_of_format by apply real_in_format.
      eapply Rle_lt_trans; [apply Rle_abs | apply real_below].
Qed.

(* The error of the sign is at most the bound. *)
Theorem behind_error :
  Rabs (real behind - (Geometry.cross c a b ^ 2 + off c a b ^ 2 - R ^ 2 * Geometry.len2 a b)) <= real error.
Proof.
  pose proof finite_behind as FB.
  pose proof finite_terms as ((F1 & F2 & F3 & F4 & F5 & F6) & (F7 & F8) & (F9 & F10 & F11 & F12) & (G1 & G2 & G3 & G4)
    & _).
  pose proof lengths_nonneg as (N1 & N2 & N4 & N3 & N5 & _). apply nonneg_real in N1, N2, N3, N4, N5.
  destruct radius_operand as (Or & _). destruct radius as [E2 P ER]. specialize (ER F8).
  destruct zero_value as (FZ & VZ). destruct constants as [unit [FE VE] [FF VF] [FP VP] FS CU].
  pose proof (unit_range unit) as U. pose proof (eta_pos f) as ET. open_code.
  (* the differences *)
  pose proof (difference_near bx ax) as Dux. rewrite <- Hux in Dux. specialize (Dux G1).
  pose proof (difference_near by_ ay) as Duy. rewrite <- Huy in Duy. specialize (Duy G2).
  pose proof (difference_near cx ax) as Dwx. rewrite <- Hwx in Dwx. specialize (Dwx G3).
  pose proof (difference_near cy ay) as Dwy. rewrite <- Hwy in Dwy. specialize (Dwy G4).
  change (real bx - real ax) with (Geometry.ux a b) in Dux. change (real by_ - real ay) with (Geometry.uy a b) in Duy.
  change (real cx - real ax) with (Geometry.wx c a) in Dwx. change (real cy - real ay) with (Geometry.wy c a) in Dwy.
  (* |u|^2, w.u and u x w *)
  destruct (sum_or_fused_error unit _ _ _ _ _ Hlen2 eq_refl eq_refl F5) as (_ & _ & Dlen2).
  destruct (sum_or_fused_error unit _ _ _ _ _ Hdot eq_refl eq_refl F11) as (_ & _ & Ddot).
  destruct (difference_or_fused_error unit _ _ _ _ _ Hcross eq_refl eq_refl F10) as (_ & _ & Dcross).
  simpl value in Dlen2, Ddot, Dcross.
  apply (rounded_products (u f) _ _ (Geometry.ux a b * Geometry.ux a b) (Geometry.uy a b * Geometry.uy a b)) in Dlen2;
    [| exact U | apply rounded_factors; auto ..].
  apply (rounded_products (u f) _ _ (Geometry.wx c a * Geometry.ux a b) (Geometry.wy c a * Geometry.uy a b)) in Ddot;
    [| exact U | apply rounded_factors; auto ..].
  unfold Rminus at 2 in Dcross. rewrite <- (Rabs_Ropp (real uy * real wx)) in Dcross.
  apply (rounded_products (u f) _ _ (Geometry.ux a b * Geometry.wy c a) (- (Geometry.uy a b * Geometry.wx c a))) in
    Dcross;
    [| exact U | apply rounded_factors; auto |].
  2: { rewrite Rabs_Ropp. replace (- (real uy * real wx) - - (Geometry.uy a b * Geometry.wx c a)) with
         (- (real uy * real wx - Geometry.uy a b * Geometry.wx c a)) by ring. rewrite Rabs_Ropp. apply rounded_factors;
           auto. }
  rewrite Rabs_Ropp in Dcross.
  fold (Geometry.len2 a b) in Dlen2. fold (wu c a b) in Ddot.
  change (Geometry.ux a b * Geometry.wy c a + - (Geometry.uy a b * Geometry.wx c a)) with (Geometry.cross c a b) in
    Dcross.
  rewrite (Rabs_pos_eq (Geometry.ux a b * _)), (Rabs_pos_eq (Geometry.uy a b * _)) in Dlen2 by apply Rle_0_sqr.
  fold (Geometry.len2 a b) in Dlen2.
  pose proof (cross_terms c a b) as Sc. pose proof (dot_terms c a b) as Sd. pose proof (len2_nonneg a b) as L0.
  apply (Rmult_le_compat_l (u f)) in Sc, Sd; try lra.
  (* m *)
  assert (Vc : real clamped = clamp (real dot) (real len2)).
  { destruct (Habove F11 FZ) as (Fa & Va). destruct (Hclamped Fa F5) as (_ & Vc). rewrite Vc, Va, VZ. reflexivity. }
  pose proof (difference_near dot clamped) as Dm. rewrite <- Hm in Dm. specialize (Dm F9). rewrite Vc in Dm.
  pose proof (clamp_error (wu c a b) (Geometry.len2 a b) (real dot) (real len2) L0 N1) as Dc.
  fold (off c a b) in Dc.
  assert (Da : Rabs (real m - off c a b) <= u f * ((402/100) * Rabs (Geometry.cross c a b) +
    (504/100) * Rabs (off c a b) + (806/100) * Geometry.len2 a b) + 9 * eta f).
  { clear -Dm Dc Ddot Dlen2 Sd U ET L0.
    set (x := real dot - clamp (real dot) (real len2)) in *.
    replace (real m - off c a b) with ((real m - x) + (x - off c a b)) by ring.
    eapply Rle_trans; [apply Rabs_triang |].
    assert (X : Rabs x <= Rabs (off c a b) + Rabs (x - off c a b)).
    { replace x with (off c a b + (x - off c a b)) at 1 by ring. apply Rabs_triang. }
    apply (Rmult_le_compat_l (u f)) in X; [| lra].
    pose proof (Rabs_pos (off c a b)). pose proof (Rabs_pos (Geometry.cross c a b)).
    assert (Y : Rabs (x - off c a b) <= (402/100) * u f * Rabs (Geometry.cross c a b) +
      (402/100) * u f * Rabs (off c a b) + (804/100) * u f * Geometry.len2 a b + 8 * eta f).
    { assert (0 <= u f * Geometry.len2 a b) by (apply Rmult_le_pos; lra).
      assert (0 <= u f * Rabs (Geometry.cross c a b)) by (apply Rmult_le_pos; lra).
      assert (0 <= u f * Rabs (off c a b)) by (apply Rmult_le_pos; lra). lra. }
    set (y := Rabs (x - off c a b)) in *.
    assert (Z : u f * y <= / 1048576 * y) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
    assert (0 <= u f * Geometry.len2 a b) by (apply Rmult_le_pos; lra).
    assert (0 <= u f * Rabs (Geometry.cross c a b)) by (apply Rmult_le_pos; lra).
    assert (0 <= u f * Rabs (off c a b)) by (apply Rmult_le_pos; lra). lra. }
  (* R^2 *)
  pose proof F7 as F7'. rewrite E2 in F7'. destruct (square_near unit reach R F7' ER) as (Dr1 & Dr2).
  rewrite <- E2 in Dr2.
  (* the sums *)
  destruct (sum_or_fused_error unit _ _ _ _ _ Hlhs eq_refl eq_refl F4) as (_ & _ & Dlhs). simpl value in Dlhs.
  rewrite (Rabs_pos_eq (real cross * _)), (Rabs_pos_eq (real m * _)) in Dlhs by apply Rle_0_sqr.
  destruct (difference_or_fused_error unit _ _ _ _ _ Hbehind I eq_refl FB) as (_ & _ & Dbehind). simpl value in Dbehind.
  rewrite (Rabs_pos_eq (real lhs)), (Rabs_pos_eq (real reach2 * _)) in Dbehind by (try apply Rmult_le_pos; lra).
  destruct (sum_or_fused_error unit _ _ _ _ _ Hsum I Or F3) as (_ & _ & Dsum). simpl value in Dsum.
  destruct (sum_or_fused_error unit _ _ _ _ _ Hterms I eq_refl F2) as (_ & _ & Dterms). simpl value in Dterms.
  destruct (sum_or_fused_error unit _ _ _ _ _ Herror I eq_refl F1) as (_ & _ & Derror). simpl value in Derror.
  destruct (sum_or_fused_error unit _ _ _ _ _ least eq_refl eq_refl F6) as (_ & _ & Dfloor). simpl value in Dfloor.
  assert (Q0 : 0 <= R * R) by apply Rle_0_sqr.
  assert (Q1 : u f * (R * R) <= / 1048576 * (R * R)) by (apply Rmult_le_compat_r; lra).
  assert (V1 : (999/1000) * (R * R) - eta f <= value reach2 product).
  { destruct P as [-> | ->]; simpl; [apply within in Dr2 | apply within in Dr1]; lra. }
  assert (V2 : 0 <= value reach2 product).
  { destruct P as [-> | ->]; simpl; [exact N3 | apply Rle_0_sqr]. }
  assert (T1 : (99/100) * (real len2 + R * R) - 8 * eta f <= real sum).
  { pose proof (sum_at_least unit _ _ _ _ N1 V2 Dsum). lra. }
  assert (T2 : (99/100) * (real lhs + real len2 * real sum) - 4 * eta f <= real terms).
  { assert (0 <= real len2 * real sum) by (apply Rmult_le_pos; lra).
    pose proof (sum_at_least unit _ _ _ _ N2 H Dterms). lra. }
  assert (T3 : (99/100) * (64 * u f * real FLOOR * real FLOOR + 64 * u f * real FLOOR * real reach2) - 4 * eta f <=
    real floor).
  { rewrite VP in Dfloor. assert (A1 : 0 <= 64 * u f * real FLOOR) by (apply Rmult_le_pos; lra).
    assert (A2 : 0 <= 64 * u f * real FLOOR * real FLOOR) by (apply Rmult_le_pos; lra).
    assert (A3 : 0 <= real reach2 * (64 * u f * real FLOOR)) by (apply Rmult_le_pos; lra).
    pose proof (sum_at_least unit _ _ _ _ A2 A3 Dfloor). lra. }
  assert (N6 : 0 <= real floor).
  { apply nonneg_real. eapply nonneg_sum_or_fused; [exact least | | | |]; simpl; auto.
    all: assert (nonneg ERROR) by (apply nonneg_of_real; [exact FE | lra]);
      assert (nonneg FLOOR) by (apply nonneg_of_real; [exact FF | lra]);
      assert (nonneg (fmul ERROR FLOOR)) by (apply nonneg_fmul; auto);
      pose proof lengths_nonneg as (_ & _ & _ & ? & _); auto. }
  assert (T4 : (99/100) * (real floor + 64 * u f * real terms) - 4 * eta f <= real error).
  { rewrite VE in Derror. assert (A1 : 0 <= 64 * u f * real terms) by (apply Rmult_le_pos; lra).
    pose proof (sum_at_least unit _ _ _ _ N6 A1 Derror). lra. }
  replace (Geometry.cross c a b ^ 2 + off c a b ^ 2 - R ^ 2 * Geometry.len2 a b) with
    ((Geometry.cross c a b * Geometry.cross c a b + off c a b * off c a b) - (R * R) * Geometry.len2 a b) by ring.
  assert (P0 : 0 <= u f * Geometry.len2 a b) by (apply Rmult_le_pos; lra).
  assert (P1 : 0 <= u f * Rabs (Geometry.cross c a b)) by (apply Rmult_le_pos; [lra | apply Rabs_pos]).
  assert (P2 : 0 <= u f * Rabs (off c a b)) by (apply Rmult_le_pos; [lra | apply Rabs_pos]).
  apply lanes_bound with (u := u f) (low := real FLOOR) (tiny := eta f) (k' := real cross) (a' := real m)
    (l' := real len2) (q' := real reach2) (s' := real lhs) (t1 := real sum) (t2 := real terms) (least := real floor);
      auto; lra.
Qed.
End Reach.
