(* Roundings of numbers up to a power of two 2^(g + 53), where the unit is 2^g = U: a rounding is off by U / 2 at most.

   A sum c + way whose terms are known to within 1.5 U may just exceed that power, where the next double is 2 U away.
   But a centre that moves to a place z is c + T (z - c). Where way has the unit U, the errors of z - c and of the sum
   cancel, or z - c is exact. So the centre is within 2 U and what the error of the time adds. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFree SweepSmallGrid Bounded.

Open Scope R_scope.

Section Unit.
Variable g : Z.
Hypothesis range : (-1000 <= g <= 970)%Z.
Notation U := (bpow radix2 g).
Notation B := (bpow radix2 (g + 53)).
Notation fl := (rnd double).

Lemma unit_pos : 0 < U /\ B = 9007199254740992 * U /\ bpow radix2 (52 + g) = 4503599627370496 * U.
Proof.
  split; [apply bpow_gt_0 |]. split; rewrite bpow_plus; [rewrite Rmult_comm |]; f_equal.
Qed.

Lemma rounding_within x : Rabs x <= B -> Rabs (fl x - x) <= / 2 * U.
Proof.
  intros [L | E].
  - eapply Rle_trans; [apply error_le_half_ulp; apply exponents_valid |]. apply Rmult_le_compat_l; [lra |].
    destruct (Req_dec x 0) as [-> | N].
    + unfold exponents. rewrite ulp_FLT_0 by apply prec_positive. apply bpow_le. unfold emin. change (prec double) with
      53%Z.
      change (emax double) with 1024%Z. lia.
    + rewrite ulp_neq_0 by exact N. apply bpow_le. pose proof (mag_le_bpow radix2 x (g + 53) N L) as M.
      unfold cexp, exponents, FLT_exp, emin. change (prec double) with 53%Z. change (emax double) with 1024%Z. lia.
  - pose proof (bpow_gt_0 radix2 g). rewrite (rnd_of_format double x); [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity;
      lra |].
    unfold Rabs in E. destruct (Rcase_abs x).
    + rewrite <- (Ropp_involutive x), E. apply in_format_opp, power_in_format. lia.
    + rewrite E. apply power_in_format. lia.
Qed.

(* The next double beyond B is 2 U away. *)
Lemma rounded_to_power x : B <= x < B + U -> fl x = B.
Proof.
  intros [L H]. assert (FB : in_format double B) by (apply power_in_format; lia).
  assert (P : B <= fl x) by (rewrite <- (rnd_of_format double B FB); now apply rnd_le).
  destruct P as [P | P]; [exfalso | now symmetry].
  assert (S : succ radix2 (exponents double) B <= fl x).
  { apply succ_le_lt; [apply exponents_valid | exact FB | apply rnd_in_format | exact P]. }
  rewrite succ_eq_pos in S by apply bpow_ge_0. rewrite ulp_bpow in S.
  assert (E : exponents double (g + 53 + 1) = (g + 1)%Z).
  { unfold exponents, FLT_exp, emin. change (prec double) with 53%Z. change (emax double) with 1024%Z. lia. }
  rewrite E, (bpow_plus radix2 g 1) in S. change (bpow radix2 1) with 2 in S.
  destruct (round_N_pt radix2 (exponents double) (fun n => negb (Z.even n)) x) as (_ & N).
  specialize (N B FB). change (round radix2 (exponents double) (Znearest (fun n => negb (Z.even n))) x) with (fl x) in
    N.
  rewrite (Rabs_pos_eq (fl x - x)), (Rabs_left1 (B - x)) in N by lra. lra.
Qed.

Lemma fl_opp x : fl (- x) = - fl x.
Proof. apply round_NE_opp. Qed.

(* t v + r v, with each product and the sum rounded. *)
Lemma way_within t r v y : Rabs (t * v) <= B -> Rabs (fl (r * v) - r * v) <= y -> y <= / 16 * U ->
  Rabs ((t + r) * v) <= B + / 16 * U -> Rabs (fl (fl (t * v) + fl (r * v)) - (t + r) * v) <= U + y.
Proof.
  intros Ht Hr Hy Ha. pose proof (bpow_gt_0 radix2 g) as U0. pose proof (rounding_within _ Ht) as E1.
  set (x := fl (t * v) + fl (r * v)). set (a := (t + r) * v) in *.
  assert (X : Rabs (x - a) <= / 2 * U + y).
  { replace (x - a) with ((fl (t * v) - t * v) + (fl (r * v) - r * v)) by (unfold x, a; ring).
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (Rle_dec (Rabs x) B) as [L | L].
  - pose proof (rounding_within _ L) as E2. replace (fl x - a) with ((fl x - x) + (x - a)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra.
  - apply Rnot_le_lt in L. apply Rabs_le_inv in X, Ha.
    assert (Big : forall z b, B < z -> - (/ 2 * U + y) <= z - b <= / 2 * U + y -> b <= B + / 16 * U ->
      Rabs (fl z - b) <= U + y).
    { intros z b Lz Xz Lb. rewrite rounded_to_power by lra. apply Rabs_le. lra. }
    unfold Rabs in L. destruct (Rcase_abs x).
    + replace (fl x - a) with (- (fl (- x) - - a)) by (rewrite fl_opp; ring). rewrite Rabs_Ropp. apply Big; lra.
    + apply Big; lra.
Qed.

(* The sum, in general and for a move that ends at z. *)
Section Sum.
Variables c way P h : R.
Hypotheses (Lc : Rabs c <= B) (LP : Rabs P <= B) (Hh : 0 <= h <= / 4 * U).

(* s is how far P may be below B if the sum is U or more beyond. *)
Lemma sum_within s : Rabs (c + way - P) <= / 2 * 3 * U + h -> h <= s ->
  (B + U <= c + way -> B - P <= s) -> (c + way <= - (B + U) -> B + P <= s) -> Rabs (fl (c + way) - P) <= 2 * U + s.
Proof.
  intros D Hs S1 S2. pose proof (bpow_gt_0 radix2 g) as U0. set (q := c + way) in *.
  assert (F2 : in_format double (B + 2 * U)).
  { rewrite <- (grid_exact (g + 1) (B + 2 * U)); [apply rnd_in_format | | lia |].
    - exists (2 ^ 52 + 1)%Z. rewrite plus_IZR, (IZR_Zpower radix2), Rmult_plus_distr_r, <- bpow_plus by lia.
      rewrite (bpow_plus radix2 g 1). change (bpow radix2 1) with 2.
      replace (52 + (g + 1))%Z with (g + 53)%Z by lia. ring.
    - rewrite Rabs_pos_eq by (pose proof (bpow_gt_0 radix2 (g + 53)); lra).
      replace (g + 1 + 53)%Z with (g + 53 + 1)%Z by lia. rewrite (bpow_plus radix2 (g + 53) 1).
      change (bpow radix2 1) with 2. destruct unit_pos as (_ & E & _). lra. }
  set (d := / 2 * 3 * U + h) in *.
  assert (Big : forall z p, B < z -> - d <= z - p <= d -> p <= B -> (B + U <= z -> B - p <= s) ->
    Rabs (fl z - p) <= 2 * U + s).
  { intros z p Lz Dz Lp Far. destruct (Rlt_le_dec z (B + U)) as [S | S].
    - rewrite rounded_to_power by lra. unfold d in Dz. apply Rabs_le. lra.
    - specialize (Far S). unfold d in Dz.
      assert (fl z <= B + 2 * U) by (rewrite <- (rnd_of_format double _ F2); apply rnd_le; lra).
      assert (B <= fl z) by (rewrite <- (rnd_of_format double B) by (apply power_in_format; lia); apply rnd_le; lra).
      apply Rabs_le. lra. }
  apply Rabs_le_inv in LP. pose proof D as D'. apply Rabs_le_inv in D'.
  destruct (Rle_dec (Rabs q) B) as [L | L].
  - pose proof (rounding_within _ L) as E2. unfold d in D. replace (fl q - P) with ((fl q - q) + (q - P)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra.
  - apply Rnot_le_lt in L. unfold Rabs in L. destruct (Rcase_abs q).
    + replace (fl q - P) with (- (fl (- q) - - P)) by (rewrite fl_opp; ring). rewrite Rabs_Ropp. apply Big; try lra.
    + apply Big; lra.
Qed.

(* v is the rounded displacement z - c. *)
Lemma crossing_within z v T : in_format double c -> in_format double z -> in_format double way ->
  let V := z - c in let e := way - T * v in
  v = fl V -> Rabs V <= B -> P = c + T * V -> 0 <= T <= 1 -> c < B -> P <= B -> B + U <= c + way -> e <= U + h ->
  B - P <= h.
Proof.
  intros Fc Fz Fw V e Ev LV EP [T0 T1] C1 P1 Q He. destruct unit_pos as (U0 & EB & EH). set (half := bpow radix2 (52 +
    g)) in *.
  pose proof (rounding_within V LV) as E0. rewrite <- Ev in E0. set (e0 := v - V) in *. pose proof E0 as E0'.
  apply Rabs_le_inv in E0'.
  assert (Te : T * e0 <= / 2 * U).
  { apply Rle_trans with (Rabs (T * e0)); [apply Rle_abs |]. rewrite Rabs_mult, (Rabs_pos_eq T) by exact T0.
    apply Rle_trans with (1 * Rabs e0); [apply Rmult_le_compat_r; [apply Rabs_pos | exact T1] | lra]. }
  assert (D : c + way - P = e + T * e0) by (unfold e, e0; rewrite EP; ring).
  assert (Exact : e0 = 0 -> B - P <= h) by (intros Z; rewrite Z, Rmult_0_r in D; lra).
  assert (Pl : half <= P) by lra.
  assert (Gb : on_grid g B) by (apply (grid_finer (g + 53)); [lia |]; exists 1%Z; ring).
  assert (Grid : forall x, in_format double x -> half <= x -> on_grid g x).
  { intros x Fx L. apply grid_of_format; [exact Fx |]. right. rewrite Rabs_pos_eq; [exact L | lra]. }
  (* c is below B, so at most B - U; so v is positive, and z is at least P. *)
  assert (Cu : c <= B - U).
  { destruct (Rle_dec half c) as [L | L]; [| lra]. pose proof (grid_sub g _ _ Gb (Grid c Fc L)) as G.
    destruct (grid_least _ _ G) as [Z | Z]; [lra |]. rewrite Rabs_pos_eq in Z; lra. }
  assert (Vp : 0 <= V).
  { destruct (Rle_dec 0 V) as [L | L]; [exact L | exfalso]. assert (v <= 0).
    { rewrite Ev, <- (rnd_zero double). apply rnd_le. lra. }
    assert (0 <= T * - v) by (apply Rmult_le_pos; lra). unfold e in He. lra. }
  assert (Zp : P <= z).
  { assert (0 <= (1 - T) * V) by (apply Rmult_le_pos; lra). unfold V in *. lra. }
  pose proof (Grid z Fz ltac:(lra)) as Gz.
  destruct (Rle_dec half way) as [Lw | Lw].
  2: { (* c is large *)
    apply Exact. assert (half <= c) by lra. unfold e0. rewrite Ev, (grid_exact g V); [ring | | lia | exact LV].
    apply grid_sub; [exact Gz | now apply Grid]. }
  destruct (Rle_dec half v) as [Lv | Lv].
  2: { (* V is small *)
    apply Exact. assert (V < half).
    { apply Rnot_le_lt. intros L. apply Lv. rewrite Ev, <- (rnd_of_format double half) by (apply power_in_format; lia).
      now apply rnd_le. }
    assert (v <= half) by lra. assert (0 <= v) by (rewrite Ev; now apply rnd_nonneg).
    assert (T * v <= 1 * v) by (apply Rmult_le_compat_r; lra). assert (way <= half + U + h) by (unfold e in He; lra).
    unfold e0. rewrite Ev, (grid_exact (g - 1) V); [ring | | lia |].
    - apply grid_sub; [apply (grid_finer g); [lia | exact Gz] |]. apply grid_of_format; [exact Fc |]. right.
      rewrite Rabs_pos_eq; [| lra]. replace (52 + (g - 1))%Z with (52 + g - 1)%Z by lia.
      unfold Zminus. rewrite bpow_plus. fold half. change (bpow radix2 (- (1))) with (/ 2). lra.
    - replace (g - 1 + 53)%Z with (52 + g)%Z by lia. fold half. rewrite Rabs_pos_eq; lra. }
  (* Where all are large, the errors of v and of the sum are the same. *)
  assert (G : on_grid g (c + way - B - e0)).
  { replace (c + way - B - e0) with (z - v + way - B) by (unfold e0, V; ring).
    apply grid_sub; [apply grid_add; [apply grid_sub |] |]; auto. apply Grid; [rewrite Ev; apply rnd_in_format | exact
      Lv]. }
  destruct G as (k & Ek).
  assert (K : (1 <= k)%Z).
  { apply Znot_gt_le. intros C. assert (IZR k <= 0) by (apply IZR_le; lia).
    assert (IZR k * U <= 0 * U) by (apply Rmult_le_compat_r; lra). lra. }
  assert (T1e : Rabs ((1 - T) * e0) <= / 2 * U).
  { rewrite Rabs_mult, (Rabs_pos_eq (1 - T)) by lra.
    apply Rle_trans with (1 * Rabs e0); [apply Rmult_le_compat_r; [apply Rabs_pos | lra] | lra]. }
  apply Rabs_le_inv in T1e.
  assert (Ed : B - P = e - IZR k * U - (1 - T) * e0) by lra.
  destruct (Rle_dec 0 e0) as [S | S].
  - assert (0 <= (1 - T) * e0) by (apply Rmult_le_pos; lra).
    assert (1 * U <= IZR k * U) by (apply Rmult_le_compat_r; [lra | apply IZR_le; exact K]). lra.
  - assert (K2 : (2 <= k)%Z).
    { apply Znot_gt_le. intros C. replace k with 1%Z in Ek by lia. lra. }
    assert (2 * U <= IZR k * U) by (apply Rmult_le_compat_r; [lra | apply IZR_le; exact K2]). lra.
Qed.
End Sum.

(* A way that is rounded once, and the sum. *)
Lemma once_rounded c x Y : Rabs c <= B -> Rabs Y <= B -> Rabs (c + Y) <= B -> Rabs (x - Y) <= / 32 * U ->
  Rabs (fl x) <= 2 * B /\ Rabs (c + fl x) <= 2 * B /\ Rabs (fl (c + fl x) - (c + Y)) <= 2 * U + / 16 * U.
Proof.
  intros Hc HY HP Hx. destruct unit_pos as (U0 & EB & _).
  assert (W : Rabs (fl x - Y) <= / 2 * U + / 32 * U).
  { assert (Big : forall z y, B < z -> Rabs (z - y) <= / 32 * U -> y <= B -> Rabs (fl z - y) <= / 2 * U + / 32 * U).
    { intros z y Lz D Ly. apply Rabs_le_inv in D. rewrite rounded_to_power by lra. apply Rabs_le. lra. }
    destruct (Rle_dec (Rabs x) B) as [L | L].
    - pose proof (rounding_within _ L) as E. replace (fl x - Y) with ((fl x - x) + (x - Y)) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. lra.
    - apply Rnot_le_lt in L. apply Rabs_le_inv in HY. unfold Rabs in L. destruct (Rcase_abs x).
      + replace (fl x - Y) with (- (fl (- x) - - Y)) by (rewrite fl_opp; ring). rewrite Rabs_Ropp. apply Big; try lra.
        replace (- x - - Y) with (- (x - Y)) by ring. now rewrite Rabs_Ropp.
      + apply Big; lra. }
  assert (S : Rabs (c + fl x - (c + Y)) <= / 2 * U + / 32 * U).
  { replace (c + fl x - (c + Y)) with (fl x - Y) by ring. exact W. }
  split; [| split].
  - replace (fl x) with ((fl x - Y) + Y) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
  - replace (c + fl x) with ((c + fl x - (c + Y)) + (c + Y)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
  - pose proof S as S'. apply Rabs_le_inv in S', HP. apply (sum_within c (fl x) (c + Y) (/ 16 * U)); try lra; apply
    Rabs_le; lra.
Qed.

(* How t + r knows the time T. *)
Definition time_close (t r T : R) :=
  0 <= t <= 1 /\ Rabs r <= bpow radix2 (-20) /\ 0 <= T <= 1 /\ Rabs (t + r - T) <= 5 * bpow radix2 (-60).

(* The whole: c moves by V for the time T, and v is V rounded. *)
Section Moved.
Variables c V t r T : R.
Hypotheses (Fc : in_format double c) (Lc : Rabs c < B) (LV : Rabs V <= B) (LP : Rabs (c + T * V) <= B)
  (time : time_close t r T).
Let v := fl V.
Let way := fl (fl (t * v) + fl (r * v)).
Let P := c + T * V.

Lemma parts_within : Rabs v <= B /\ Rabs (t * v) <= B /\ Rabs (r * v) <= B /\ Rabs (fl (t * v)) <= B /\
  Rabs (fl (r * v)) <= B /\ Rabs (way - T * v) <= U + / 16 * U /\ Rabs (c + way - P) <= / 2 * 3 * U + / 16 * U.
Proof.
  destruct time as ([t0 t1] & R & [T0 T1] & N). destruct unit_pos as (U0 & EB & _).
  change (bpow radix2 (-20)) with (/ 1048576) in R. change (bpow radix2 (-60)) with (/ 1152921504606846976) in N.
  assert (Lv : Rabs v <= B) by (apply rnd_below; [lia | exact LV]). pose proof (Rabs_pos v) as v0.
  assert (Tv : Rabs (t * v) <= B).
  { rewrite Rabs_mult, (Rabs_pos_eq t) by exact t0. assert (t * Rabs v <= 1 * Rabs v) by (apply Rmult_le_compat_r; lra).
    lra. }
  assert (Rv : Rabs (r * v) <= / 1048576 * B).
  { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
  assert (Nv : Rabs ((t + r - T) * v) <= 5 / 128 * U).
  { rewrite Rabs_mult. apply Rle_trans with (5 * / 1152921504606846976 * B); [apply Rmult_le_compat; auto using
    Rabs_pos | lra]. }
  assert (Ty : Rabs (T * v) <= B).
  { rewrite Rabs_mult, (Rabs_pos_eq T) by exact T0. assert (T * Rabs v <= 1 * Rabs v) by (apply Rmult_le_compat_r; lra).
    lra. }
  assert (Er : Rabs (fl (r * v) - r * v) <= / 64 * U).
  { eapply Rle_trans; [apply rnd_error |]. rewrite u_double.
    assert (eta double <= / 128 * U).
    { change (/ 128) with (bpow radix2 (-7)). rewrite <- bpow_plus. change (eta double) with (bpow radix2 (-1075)).
      apply bpow_le. lia. }
    lra. }
  assert (W : Rabs (way - (t + r) * v) <= U + / 64 * U).
  { apply way_within; [exact Tv | exact Er | lra |]. replace ((t + r) * v) with (T * v + (t + r - T) * v) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (E : Rabs (way - T * v) <= U + / 16 * U).
  { replace (way - T * v) with ((way - (t + r) * v) + (t + r - T) * v) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  repeat split; try assumption; try lra.
  - apply rnd_below; [lia | exact Tv].
  - apply rnd_below; [lia | lra].
  - pose proof (rounding_within V LV) as E0. fold v in E0.
    replace (c + way - P) with ((way - T * v) + T * (v - V)) by (unfold P; ring).
    eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_mult T), (Rabs_pos_eq T) by exact T0.
    assert (T * Rabs (v - V) <= 1 * Rabs (v - V)) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra.
Qed.

Lemma moved_within : Rabs (fl (c + way) - P) <= / 2 * 5 * U + / 16 * U.
Proof.
  destruct parts_within as (_ & _ & _ & _ & _ & _ & D). pose proof (bpow_gt_0 radix2 g) as U0.
  pose proof D as D'. apply Rabs_le_inv in D'.
  replace (/ 2 * 5 * U + / 16 * U) with (2 * U + (/ 2 * U + / 16 * U)) by field.
  apply (sum_within c way P (/ 16 * U)); try lra. exact LP.
Qed.

(* A displacement that is a double, or a move that ends at z. *)
Lemma moved_within_two : in_format double V \/ (exists z, in_format double z /\ V = z - c) ->
  Rabs (fl (c + way) - P) <= 2 * U + / 16 * U.
Proof.
  intros K. destruct parts_within as (_ & _ & _ & _ & _ & W & D). destruct time as (_ & _ & T01 & _).
  pose proof (bpow_gt_0 radix2 g) as U0. pose proof W as W'. apply Rabs_le_inv in W'.
  pose proof LP as LP'. fold P in LP'. apply Rabs_le_inv in LP'. pose proof Lc as Lc'. apply Rabs_def2 in Lc'.
  apply (sum_within c way P (/ 16 * U)); try lra; try exact LP; destruct K as [FV | (z & Fz & EV)].
  - intros Q. assert (Ev : v = V) by now apply rnd_of_format. rewrite Ev in W'. unfold P in *. lra.
  - intros Q. apply (crossing_within c way P (/ 16 * U)) with (z := z) (v := v) (T := T); auto; try lra.
    + apply rnd_in_format.
    + unfold v. now rewrite EV.
    + now rewrite <- EV.
    + unfold P. now rewrite EV.
  - intros Q. assert (Ev : v = V) by now apply rnd_of_format. rewrite Ev in W'. unfold P in *. lra.
  - intros Q. replace (B + P) with (B - - P) by ring.
    apply (crossing_within (- c) (- way) (- P) (/ 16 * U)) with (z := - z) (v := - v) (T := T); try lra.
    + now apply in_format_opp.
    + now apply in_format_opp.
    + apply in_format_opp, rnd_in_format.
    + unfold v. rewrite EV, <- fl_opp. f_equal. ring.
    + replace (- z - - c) with (- V) by (rewrite EV; ring). now rewrite Rabs_Ropp.
    + unfold P. rewrite EV. ring.
Qed.
End Moved.
End Unit.
