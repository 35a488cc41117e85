(* Centre and point of a contact from integers: place_contact_widely of src/sweep/sweep_place.h, over the extracted
   terms, for coordinates of any size.

   All sums are of double-doubles with exponents of their own, so nothing overflows before the last conversion, and the
   error before it is 2^-90 of the largest coordinate M. The conversion adds 1 ulp of M, the normal 1 more in the point.
   The promises are 2.1 ulp for the centre, and 8 for the point or 10 if the wall moves. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Overflow Geometry SweepGeometry Wide WideSum
  WideShift WideDouble MovingRoughShift MovingRoughWide MovingRough FormsSteps FormsQuotient FormsTime FormsRound.
From Carom Require Bounded Terms_wide Terms_forms.
Import Terms_wide.wide_of_terms(wide_of_results).
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_wide.wide_to_double_terms(wide_to_double_results).
Import Terms_forms.sum_to_double_terms(sum_to_double_results).
Import Terms_forms.way_until_terms(way_until_results).
Import Terms_forms.place_contact_widely_terms(place_contact_widely_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation value := Wide.value.
Notation ulp_of := (ulp radix2 (exponents double)).

(* The largest double. *)
Definition largest := b2 1024 - b2 971.

(* The high part is the nearest to the whole value, after each operation. *)
Lemma nearest_of_low_zero (hi lo : D) : real lo = 0 -> is_nearest_sum hi lo.
Proof. intros Z. unfold is_nearest_sum. rewrite Z, Rplus_0_r. symmetry. apply rnd_of_format, real_in_format. Qed.

Lemma wide_mul_nearest m n ah al ea bh bl eb hi lo e :
  wide_mul_results ah al ea bh bl eb hi lo e -> (-70 <= m <= 260)%Z -> (-70 <= n <= 260)%Z ->
  is_good m ah al -> is_good n bh bl -> is_nearest_sum hi lo.
Proof.
  intros H Hm Hn Ga Gb. destruct (wide_mul_any m n _ _ _ _ _ _ _ _ _ H Hm Hn Ga Gb) as (G & _).
  destruct H as (ph & pl & pe & [Hp Hs]). destruct (wide_of_product_values _ _ _ _ _ Hp) as (-> & -> & ->).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Hs) as (Eh & El & _).
  pose proof (proj1 (proj2 G)) as Fl. rewrite El in Fl. destruct (ordered_rest_parts _ _ Fl) as (_ & Fr).
  pose proof (product_adds_exactly ah al bh bl Fr (good_wide _ _ _ Ga) (good_wide _ _ _ Gb)) as A.
  destruct (ordered_rest_of_exact _ _ Fl A) as (_ & _ & X & E & _). rewrite <- Eh, <- El in X. rewrite <- Eh in E.
  unfold is_nearest_sum. rewrite X. exact E.
Qed.

Lemma wide_add_nearest m n ah al ea bh bl eb k1 k2 hi lo e :
  wide_add_results ah al ea bh bl eb k1 k2 hi lo e -> (0 <= m <= 600)%Z -> (0 <= n <= 600)%Z ->
  is_good m ah al -> is_good n bh bl -> is_nearest_sum ah al -> is_nearest_sum bh bl -> finite lo ->
  is_nearest_sum hi lo.
Proof.
  unfold wide_add_results. intros H Hm Hn Ga Gb Na Nb Fl.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 I4 L0 R0 X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  destruct (wide_of_sum_values _ _ _ _ _ S1) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ S2) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S3) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (-> & -> & ->).
  clear S1 S2 S3 S4.
  assert (Sum : forall a1 a2 b1 b2 : D, is_wide a1 a2 -> is_wide b1 b2 ->
    finite (ordered_rest (sum_hi a1 a2 b1 b2) (sum_low a1 a2 b1 b2)) ->
    is_nearest_sum (fadd (sum_hi a1 a2 b1 b2) (sum_low a1 a2 b1 b2))
      (ordered_rest (sum_hi a1 a2 b1 b2) (sum_low a1 a2 b1 b2))).
  { intros a1 a2 b1 b2 Wa Wb F. destruct (wide_sum_parts a1 a2 b1 b2 F Wa Wb) as (_ & (X & E) & _).
    unfold is_nearest_sum. rewrite X. exact E. }
  destruct (Z.eqb_spec ea eb) as [Eq | Ne]; simpl negb in I1; rewrite I1 in *; cbv iota in *.
  - subst. apply Sum; [now apply (good_wide m) | now apply (good_wide n) | exact Fl].
  - destruct (feq ah (fconst 0 0)); rewrite I2 in *; cbv iota in *; [subst hi lo; exact Nb |].
    destruct (feq bh (fconst 0 0)); rewrite I3 in *; cbv iota in *; [subst hi lo; exact Na |].
    destruct (Z.ltb_spec ea eb) as [L | L]; rewrite I4 in *; cbv iota in *; subst.
    + destruct (wide_with_exp_any m _ _ _ _ _ _ _ _ ltac:(lia) L0 Ga ltac:(lia)) as (_ & Ga' & _).
      apply Sum; [now apply (good_wide m) | now apply (good_wide n) | exact Fl].
    + destruct (wide_with_exp_any n _ _ _ _ _ _ _ _ ltac:(lia) R0 Gb ltac:(lia)) as (_ & Gb' & _).
      apply Sum; [now apply (good_wide m) | now apply (good_wide n) | exact Fl].
Qed.

(* An ulp of M is at least 2^-53 of it, and at least the smallest double. *)
Lemma ulp_bounds M : 0 <= M -> u53 * M <= ulp_of M /\ b2 (-1074) <= ulp_of M.
Proof.
  intros P. split.
  - pose proof (ulp_FLT_gt radix2 (emin double) (prec double) M) as H. rewrite Rabs_pos_eq in H by exact P.
    change (bpow radix2 (- prec double)) with (u double) in H. rewrite u_double in H. unfold exponents. lra.
  - assert (NF : Exp_not_FTZ (exponents double))
      by (unfold exponents; apply monotone_exp_not_FTZ; auto with typeclass_instances).
    pose proof (@ulp_ge_ulp_0 radix2 (exponents double) _ NF M) as H.
    unfold exponents in H at 1. rewrite ulp_FLT_0 in H by apply prec_positive. exact H.
Qed.

(* The conversion of a coordinate x. It is finite if x is within the range of double. *)
Lemma coordinate_converted k n x m M hi lo e w c1 c2 r :
  is_close k n x m hi lo e -> is_nearest_sum hi lo -> wide_to_double_results hi e w c1 c2 r ->
  0 <= k <= 64 -> (0 <= n <= 520)%Z -> m <= 16 * M -> M <= largest -> Rabs x <= (1 + 4 * u53) * M -> Rabs x <= largest
    -> finite r /\ Rabs (real r - x) <= (1 + / 32) * ulp_of M.
Proof.
  intros (G & X & Bm & E) Nr Hr K Hn Hm HM Bx Lx. pose proof (Rabs_pos x) as x0.
  assert (M0 : 0 <= M) by lra. destruct (ulp_bounds M M0) as (U1 & U2).
  set (V := value hi lo e) in *. set (z := real hi * b2 e).
  assert (Ev : Rabs (V - x) <= / 1000 * (u53 * M)).
  { eapply Rle_trans; [exact E |]. apply Rle_trans with (64 * e100 * (16 * M)); [| lra].
    apply Rmult_le_compat; lra. }
  assert (Ez : Rabs (z - V) <= u53 * Rabs z).
  { pose proof (is_wide_bound _ _ (good_wide _ _ _ G)) as W. unfold z, V, value.
    replace (real hi * b2 e - (real hi + real lo) * b2 e) with (- real lo * b2 e) by ring.
    rewrite !abs_scaled, Rabs_Ropp, <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 | exact W]. }
  assert (BV : Rabs V <= (1 + 5 * u53) * M).
  { replace V with (x + (V - x)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Bz : Rabs z <= (1 + 8 * u53) * M).
  { assert (Rabs z <= Rabs V + u53 * Rabs z); [| lra].
    replace z with (V + (z - V)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  (* no overflow: the largest double is nearer *)
  assert (Big : b2 1024 = 9007199254740992 * b2 971) by (change 9007199254740992 with (b2 53); now rewrite <-
    bpow_plus).
  pose proof (bpow_gt_0 radix2 971) as p971.
  assert (Small : Rabs z < b2 1024).
  { apply Rnot_le_lt. intros Q. assert (Nz : real hi <> 0).
    { intros Z. unfold z in Q. rewrite Z, Rmult_0_l, Rabs_R0 in Q. lra. }
    destruct X as [X | X]; [contradiction |].
    assert (He : (e <= 1600)%Z).
    { apply (le_bpow radix2). eapply Rle_trans; [exact X |]. apply Rle_trans with (b2 520 * b2 1030).
      - apply Rmult_le_compat; [apply bpow_ge_0 | lra | apply bpow_le; lia |]. unfold largest in HM.
        apply Rle_trans with (16 * b2 1024); [lra |]. change 16 with (b2 4). rewrite <- bpow_plus. apply bpow_le. lia.
      - rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (Fw : forall y, y = largest \/ y = - largest -> fmt y /\ b2 (-1022) <= Rabs (y * b2 (- e))).
    { assert (Fl : fmt largest).
      { unfold largest. rewrite Big. replace (9007199254740992 * b2 971 - b2 971) with
          (IZR (9007199254740991 * 2 ^ 0) * b2 971) by (rewrite Z.mul_1_r; ring). apply whole_in_format; lia. }
      assert (Bl : b2 (-1022) <= Rabs (largest * b2 (- e))).
      { rewrite abs_scaled. apply Rle_trans with (b2 971 * b2 (- e)); [rewrite <- bpow_plus; apply bpow_le; lia |].
        apply Rmult_le_compat_r; [apply bpow_ge_0 |]. unfold largest. rewrite Rabs_pos_eq; lra. }
      intros y [-> | ->]; [now split |]. split; [now apply in_format_opp |].
      rewrite <- Ropp_mult_distr_l, Rabs_Ropp. exact Bl. }
    assert (UM : u53 * M <= 2 * b2 971) by (unfold largest in HM; lra). unfold largest in *.
    apply Rabs_le_inv in Ev. apply Rabs_le_inv in Lx. apply Rabs_le_inv in Ez.
    destruct (Rle_or_lt 0 z) as [S | S].
    - rewrite (Rabs_pos_eq z) in Q by exact S. destruct (Fw _ (or_introl eq_refl)) as (F1 & F2).
      pose proof (nearest_scaled hi lo e _ Nr F1 F2) as N. fold z V in N.
      destruct (Rle_or_lt V (b2 1024 - b2 971)) as [L | L].
      + rewrite (Rabs_pos_eq (z - V)), (Rabs_pos_eq (b2 1024 - b2 971 - V)) in N by lra. lra.
      + rewrite (Rabs_left (b2 1024 - b2 971 - V)) in N by lra. pose proof (Rle_abs (z - V)). lra.
    - rewrite (Rabs_left z) in Q by exact S. destruct (Fw _ (or_intror eq_refl)) as (F1 & F2).
      pose proof (nearest_scaled hi lo e _ Nr F1 F2) as N. fold z V in N.
      destruct (Rle_or_lt (- (b2 1024 - b2 971)) V) as [L | L].
      + rewrite (Rabs_left (z - V)), (Rabs_left1 (- (b2 1024 - b2 971) - V)) in N by lra. lra.
      + rewrite (Rabs_pos_eq (- (b2 1024 - b2 971) - V)) in N by lra. pose proof (Rle_abs (- (z - V))) as A.
        rewrite Rabs_Ropp in A. lra. }
  destruct (wide_to_double_rounds _ _ _ _ _ _ Hr (proj1 G)) as (_ & _ & R). fold z in R.
  assert (F : finite r).
  { apply (rounded_finite _ _ R). change (@huge double) with (b2 1024).
    destruct (Rle_or_lt (b2 (-1022)) (Rabs z)) as [N | N].
    - rewrite rnd_of_format; [exact Small |]. apply format_scaled; [apply real_in_format | right; exact N].
    - apply Rle_lt_trans with (b2 (-1022)); [| apply bpow_lt; reflexivity]. apply Bounded.rnd_below; [lia | lra]. }
  split; [exact F |].
  destruct (wide_to_double_error _ _ _ _ _ _ _ Hr (proj1 G) (good_wide _ _ _ G) F) as (Q1 & Q2).
  rewrite u_double in Q1, Q2. fold z V in Q1, Q2.
  assert (Q : Rabs (real r - V) <= (1 + 8 * u53) * ulp_of M).
  { destruct (Rle_or_lt (b2 (-1022)) (Rabs z)) as [N | N]; [specialize (Q2 N); lra |].
    eapply Rle_trans; [exact Q1 |]. apply Rle_trans with (b2 (-1074)).
    - replace (b2 (-1074)) with (u53 * b2 (-1022) + b2 (-1075)); [lra |].
      change u53 with (b2 (-53)). rewrite <- bpow_plus. change (b2 (-53 + -1022)) with (b2 (-1075)).
      change (-1074)%Z with (1 + -1075)%Z. rewrite bpow_plus. change (b2 1) with 2. ring.
    - pose proof (bpow_gt_0 radix2 (-1074)). lra. }
  replace (real r - x) with ((real r - V) + (V - x)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* A displacement until the time T: T move, or T (move - from). *)
Lemma way_until_close th tl te move from is_end hi lo e T M :
  way_until_results th tl te move from is_end hi lo e -> is_time T th tl te -> 0 <= T <= 1 ->
  finite move -> (is_end = true -> finite from) -> Rabs (real move) <= M -> Rabs (real from) <= M ->
  let V := if is_end then real move - real from else real move in
  is_close 18 277 (T * V) (2 * M) hi lo e /\ is_nearest_sum hi lo.
Proof.
  intros (k1 & k2 & mh & ml & me & fh & fl & fe & dh & dl & de & nh & nl & ne & [Hm Hf Hd Hn Hw]) (Ct & _) HT Fm Ff Bm
    Bf V.
  pose proof (Rabs_pos (real move)). pose proof (Rabs_pos (real from)).
  assert (Cv : exists vh vl ve, is_close 1 252 V (2 * M) vh vl ve /\ wide_mul_results th tl te vh vl ve hi lo e).
  { unfold V. destruct is_end.
    - exists dh, dl, de. split; [| exact Hw]. destruct (close_of_wide _ _ _ _ Hm Fm) as (C1 & _).
      destruct (close_of_wide _ _ _ _ Hf (Ff eq_refl)) as (C2 & _).
      pose proof (close_sub 0 250 250 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hd ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia)
        C1 C2) as C.
      apply (close_size _ _ _ _ (2 * M)) in C; [| lra | lra]. apply (close_weaken _ _ 1 252) in C; [exact C | lra |
        lia].
    - exists nh, nl, ne. split; [| exact Hw]. destruct (close_of_wide _ _ _ _ Hn Fm) as (C & _).
      apply (close_size _ _ _ _ (2 * M)) in C; [| lra | lra]. apply (close_weaken _ _ 1 252) in C; [exact C | lra |
        lia]. }
  destruct Cv as (vh & vl & ve & Cv & Hv). split.
  - pose proof (close_mul 16 1 24 252 _ _ _ _ _ _ _ _ _ _ _ _ _ Hv ltac:(count) ltac:(count) ltac:(lia) ltac:(lia)
      Ct Cv) as C.
    apply (close_size _ _ _ _ (2 * M)) in C; [| lra |].
    + apply (close_weaken _ _ 18 277) in C; [exact C | lra | lia].
    + rewrite <- (Rmult_1_l (2 * M)) at 2. apply Rmult_le_compat_r; lra.
  - apply (wide_mul_nearest 24 252 _ _ _ _ _ _ _ _ _ Hv ltac:(lia) ltac:(lia) (proj1 Ct) (proj1 Cv)).
Qed.

(* A coordinate that moved by D. *)
Lemma moved_close o oh ol oe dh dl de k1 k2 xh xl xe D M :
  wide_of_results o oh ol oe -> wide_add_results oh ol oe dh dl de k1 k2 xh xl xe -> finite o ->
  is_close 18 277 D (2 * M) dh dl de -> is_nearest_sum dh dl -> Rabs (real o) <= M ->
  is_close 19 279 (real o + D) (3 * M) xh xl xe /\ is_nearest_sum xh xl.
Proof.
  intros Ho Ha Fo Cd Nd Bo. destruct (close_of_wide _ _ _ _ Ho Fo) as (Co & Z).
  apply (close_weaken _ _ 18 250) in Co; [| lra | lia].
  pose proof (close_add 18 250 277 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia) Co
    Cd) as C.
  change (Z.max 250 277 + 2)%Z with 279%Z in C. apply (close_size _ _ _ _ (3 * M)) in C; [| lra | lra].
  replace (18 + 1) with 19 in C by ring. split; [exact C |].
  apply (wide_add_nearest 250 277 _ _ _ _ _ _ _ _ _ _ _ Ha ltac:(lia) ltac:(lia) (proj1 Co) (proj1 Cd)
    (nearest_of_low_zero _ _ Z) Nd). apply C.
Qed.

(* p + s n, where n is near N. *)
Lemma sum_to_double_close ph pl pe s n r P N M :
  sum_to_double_results ph pl pe s n r -> is_close 19 279 P (3 * M) ph pl pe -> is_nearest_sum ph pl ->
  finite s -> finite n -> Rabs (real s) <= M -> Rabs (real n - N) <= (1 + / 16) * u53 -> Rabs N <= 1 ->
  M <= largest -> Rabs (P + real s * N) <= M -> Rabs (P + real s * N) + 2 * ulp_of M <= largest ->
  finite r /\ Rabs (real r - (P + real s * N)) <= (2 + / 4) * ulp_of M.
Proof.
  intros (k1 & k2 & k3 & sh & sl & se & nh & nl & ne & mh & ml & me & xh & xl & xe & c1 & c2 & [Hs Hn Hm Ha Hr]) Cp Np
    Fs Fn Bs En BN HM BP LP.
  assert (M0 : 0 <= M) by (pose proof (Rabs_pos (real s)); lra). destruct (ulp_bounds M M0) as (U1 & U2).
  pose proof (bpow_gt_0 radix2 (-1074)) as p.
  destruct (close_of_wide _ _ _ _ Hs Fs) as (Cs & _). destruct (close_of_wide _ _ _ _ Hn Fn) as (Cn & _).
  pose proof (close_mul 0 0 250 250 _ _ _ _ _ _ _ _ _ _ _ _ _ Hm ltac:(count) ltac:(count) ltac:(lia) ltac:(lia) Cs Cn)
    as Cm.
  pose proof (wide_mul_nearest 250 250 _ _ _ _ _ _ _ _ _ Hm ltac:(lia) ltac:(lia) (proj1 Cs) (proj1 Cn)) as Nm.
  assert (Bn : Rabs (real n) <= 2).
  { replace (real n) with (N + (real n - N)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Size : Rabs (real s) * Rabs (real n) <= 2 * M).
  { pose proof (Rabs_pos (real s)). pose proof (Rabs_pos (real n)). rewrite (Rmult_comm 2).
    apply Rmult_le_compat; lra. }
  apply (close_size _ _ _ _ (2 * M)) in Cm; [| lra | exact Size].
  apply (close_weaken _ _ 19 501) in Cm; [| lra | lia].
  pose proof (close_add 19 279 501 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia) Cp
    Cm) as C.
  change (Z.max 279 501 + 2)%Z with 503%Z in C. replace (3 * M + 2 * M) with (5 * M) in C by ring.
  pose proof (wide_add_nearest 279 501 _ _ _ _ _ _ _ _ _ _ _ Ha ltac:(lia) ltac:(lia) (proj1 Cp) (proj1 Cm) Np Nm
    (proj1 (proj2 (proj1 C)))) as Nr.
  set (x := P + real s * real n) in *. set (y := P + real s * N) in *.
  assert (Exy : Rabs (x - y) <= M * ((1 + / 16) * u53)).
  { unfold x, y. replace (P + real s * real n - (P + real s * N)) with (real s * (real n - N)) by ring.
    now apply times_size. }
  assert (Bx : Rabs x <= Rabs y + M * ((1 + / 16) * u53)).
  { replace x with (y + (x - y)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (coordinate_converted (19 + 1) 503 x (5 * M) M _ _ _ _ _ _ _ C Nr Hr ltac:(lra) ltac:(lia) ltac:(lra) HM
    ltac:(lra) ltac:(lra)) as (F & E).
  split; [exact F |]. replace (real r - y) with ((real r - x) + (x - y)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* A coordinate of an end, which moves with the wall. *)
Lemma end_close e0 h l x wm a is_end th tl te wh wl we k1 k2 sh sl se T M (moves : bool) :
  wide_of_results e0 h l x -> way_until_results th tl te wm a is_end wh wl we ->
  wide_add_results h l x wh wl we k1 k2 sh sl se -> is_time T th tl te -> 0 <= T <= 1 ->
  finite e0 -> finite a -> (moves = true -> finite wm) -> Rabs (real e0) <= M -> Rabs (real a) <= M ->
  (moves = true -> Rabs (real wm) <= M) ->
  is_close 19 279 (if moves then real e0 + T * (if is_end then real wm - real a else real wm) else real e0) (3 * M)
    (if moves then sh else h) (if moves then sl else l) (if moves then se else x) /\
  is_nearest_sum (if moves then sh else h) (if moves then sl else l).
Proof.
  intros He Hw Ha HT T01 Fe Fa Fw Be Ba Bw. destruct moves.
  - destruct (way_until_close _ _ _ _ _ _ _ _ _ T M Hw HT T01 (Fw eq_refl) (fun _ => Fa) (Bw eq_refl) Ba) as (W1 & W2).
    exact (moved_close _ _ _ _ _ _ _ _ _ _ _ _ _ M He Ha Fe W1 W2 Be).
  - destruct (close_of_wide _ _ _ _ He Fe) as (C & Z). split; [| now apply nearest_of_low_zero].
    pose proof (Rabs_pos (real e0)). apply (close_size _ _ _ _ (3 * M)) in C; [| lra | lra].
    apply (close_weaken _ _ 19 279) in C; [exact C | lra | lia].
Qed.

(* Centre and point of a contact at the time T, with the normal n. *)
Section Place.
Variables (feature : Z) (nx ny cx cy cr mx my ax ay bx by_ wr wmx wmy : D) (is_end moves : bool).
Variables (th tl dxh dxl dyh dyl : D) (te dxe dye : Z).
Variables (ox oy qx qy : D) (T M : R) (n : point).
Let c := Point (real cx) (real cy).
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
(* The displacements of the circle alone and of the wall. *)
Let o := Point (if is_end then real mx - real cx else real mx) (if is_end then real my - real cy else real my).
Let wall := Point (if is_end then real wmx - real ax else real wmx) (if is_end then real wmy - real ay else real wmy).
Let e := if Z.eqb feature 2 then a else b.
Let size (p : point) := Rabs (px p) <= M /\ Rabs (py p) <= M.

Definition widely_placed :=
  let C := moved c o T in let E := if moves then moved e wall T else e in
  let P := if Z.eqb feature 1 then Point (px C - real cr * px n) (py C - real cr * py n)
    else Point (px E + real wr * px n) (py E + real wr * py n) in
  (size C -> finite ox /\ finite oy /\ Rabs (real ox - px C) <= (1 + / 32) * ulp_of M /\
    Rabs (real oy - py C) <= (1 + / 32) * ulp_of M) /\
  (size P -> Rabs (px P) + 2 * ulp_of M <= largest -> Rabs (py P) + 2 * ulp_of M <= largest ->
    finite qx /\ finite qy /\ Rabs (real qx - px P) <= (2 + / 4) * ulp_of M /\
    Rabs (real qy - py P) <= (2 + / 4) * ulp_of M).

Theorem place_contact_widely_correct :
  place_contact_widely_results feature nx ny cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy th tl te dxh dxl dxe
    dyh dyl dye ox oy qx qy ->
  is_time T th tl te -> 0 <= T <= 1 ->
  (moves = false -> is_close 18 277 (T * px o) (2 * M) dxh dxl dxe /\ is_nearest_sum dxh dxl /\
    is_close 18 277 (T * py o) (2 * M) dyh dyl dye /\ is_nearest_sum dyh dyl) ->
  finite nx -> finite ny -> Rabs (real nx - px n) <= (1 + / 16) * u53 -> Rabs (real ny - py n) <= (1 + / 16) * u53 ->
  Rabs (px n) <= 1 -> Rabs (py n) <= 1 ->
  finite cx -> finite cy -> finite cr -> finite mx -> finite my -> finite ax -> finite ay -> finite bx -> finite by_ ->
  finite wr -> (moves = true -> finite wmx /\ finite wmy /\ Rabs (real wmx) <= M /\ Rabs (real wmy) <= M) ->
  size c -> size a -> size b -> Rabs (real mx) <= M -> Rabs (real my) <= M -> Rabs (real cr) <= M ->
  Rabs (real wr) <= M -> M <= largest -> widely_placed.
Proof.
  intros H HT T01 Rest Fnx Fny Enx Eny Nx Ny Fcx Fcy Fcr Fmx Fmy Fax Fay Fbx Fby Fwr Moving (Scx & Scy) (Sax & Say)
    (Sbx & Sby) Smx Smy Scr Swr HM. simpl in Scx, Scy, Sax, Say, Sbx, Sby.
  unfold place_contact_widely_results in H. repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H as [-> -> -> -> -> -> -> -> Wx Wy Dxh Dxl Dxe Dyh Dyl Dye Ox Ax Oy Ay Cx Cy I1 Sx Sy -> -> I2 Ex Ey Fx Fy
    Wex Aex Wey Aey Gxh Gxl Gxe Gyh Gyl Gye Px Py Qx Qy].
  (* the displacement of the centre *)
  match type of Ax with wide_add_results _ _ _ ?h ?l ?x _ _ _ _ _ => set (xh := h) in *; set (xl := l) in *;
    set (xe := x) in * end.
  match type of Ay with wide_add_results _ _ _ ?h ?l ?x _ _ _ _ _ => set (yh := h) in *; set (yl := l) in *;
    set (ye := x) in * end.
  assert (Dc : is_close 18 277 (T * px o) (2 * M) xh xl xe /\ is_nearest_sum xh xl /\
    is_close 18 277 (T * py o) (2 * M) yh yl ye /\ is_nearest_sum yh yl).
  { destruct moves; rewrite Dxh, Dxl, Dxe, Dyh, Dyl, Dye; [| now apply Rest].
    destruct (way_until_close _ _ _ _ _ _ _ _ _ T M Wx HT T01 Fmx (fun _ => Fcx) Smx Scx) as (W1 & W2).
    destruct (way_until_close _ _ _ _ _ _ _ _ _ T M Wy HT T01 Fmy (fun _ => Fcy) Smy Scy) as (W3 & W4). auto. }
  destruct Dc as (Dcx & Ncx & Dcy & Ncy).
  destruct (moved_close _ _ _ _ _ _ _ _ _ _ _ _ _ M Ox Ax Fcx Dcx Ncx Scx) as (Xc & Xn).
  destruct (moved_close _ _ _ _ _ _ _ _ _ _ _ _ _ M Oy Ay Fcy Dcy Ncy Scy) as (Yc & Yn).
  unfold widely_placed. set (C := moved c o T). cbv zeta.
  change (real cx + T * px o) with (px C) in Xc. change (real cy + T * py o) with (py C) in Yc.
  pose proof (Rabs_pos (real cx)) as cx0.
  split.
  - intros (Bx & By). pose proof (Rabs_pos (px C)).
    destruct (coordinate_converted 19 279 _ _ M _ _ _ _ _ _ _ Xc Xn Cx ltac:(lra) ltac:(lia) ltac:(lra) HM ltac:(lra)
      ltac:(lra)) as (F1 & E1).
    destruct (coordinate_converted 19 279 _ _ M _ _ _ _ _ _ _ Yc Yn Cy ltac:(lra) ltac:(lia) ltac:(lra) HM ltac:(lra)
      ltac:(lra)) as (F2 & E2). auto.
  - rewrite I1 in *. destruct (Z.eqb feature 1) eqn:Side; subst qx qy.
    + intros (Bx & By) Lx Ly. cbn [px py] in *.
      assert (Neg : forall p q, p - real cr * q = p + real (fneg cr) * q) by (intros; rewrite real_fneg; ring).
      rewrite Neg in Bx, By, Lx, Ly. rewrite (Neg (px C)), (Neg (py C)). assert (Scr' : Rabs (real (fneg cr)) <= M) by
        now rewrite real_fneg, Rabs_Ropp.
      destruct (sum_to_double_close _ _ _ _ _ _ _ _ M Sx Xc Xn (finite_fneg _ Fcr) Fnx Scr' Enx Nx HM Bx Lx)
        as (F1 & E1).
      destruct (sum_to_double_close _ _ _ _ _ _ _ _ M Sy Yc Yn (finite_fneg _ Fcr) Fny Scr' Eny Ny HM By Ly)
        as (F2 & E2). auto.
    + set (E := if moves then moved e wall T else e). intros (Bx & By) Lx Ly. cbn [px py] in *.
      rewrite Gxh, Gxl, Gxe in Px. rewrite Gyh, Gyl, Gye in Py.
      match type of Fx with wide_of_results ?p _ _ _ => rename p into end_x end.
      match type of Fy with wide_of_results ?p _ _ _ => rename p into end_y end.
      assert (Fe : finite end_x /\ finite end_y /\ real end_x = px e /\ real end_y = py e).
      { rewrite Ex, Ey, I2. unfold e. now destruct (Z.eqb feature 2). }
      destruct Fe as (Fex & Fey & Vex & Vey).
      assert (Be : Rabs (real end_x) <= M /\ Rabs (real end_y) <= M).
      { rewrite Vex, Vey. unfold e. now destruct (Z.eqb feature 2). }
      destruct (end_close _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T M moves Fx Wex Aex HT T01 Fex Fax (fun m => proj1
        (Moving m))
        (proj1 Be) Sax (fun m => proj1 (proj2 (proj2 (Moving m))))) as (Cex & Nex).
      destruct (end_close _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T M moves Fy Wey Aey HT T01 Fey Fay
        (fun m => proj1 (proj2 (Moving m))) (proj2 Be) Say (fun m => proj2 (proj2 (proj2 (Moving m))))) as (Cey & Ney).
      rewrite Vex in Cex. rewrite Vey in Cey.
      assert (VE : px E = (if moves then px e + T * px wall else px e) /\
        py E = (if moves then py e + T * py wall else py e)) by (unfold E, wall; now destruct moves).
      destruct VE as (VEx & VEy). fold wall in Cex, Cey. simpl (px wall) in VEx. simpl (py wall) in VEy.
      rewrite <- VEx in Cex. rewrite <- VEy in Cey.
      destruct (sum_to_double_close _ _ _ _ _ _ _ _ M Px Cex Nex Fwr Fnx Swr Enx Nx HM Bx Lx) as (F1 & E1).
      destruct (sum_to_double_close _ _ _ _ _ _ _ _ M Py Cey Ney Fwr Fny Swr Eny Ny HM By Ly) as (F2 & E2). auto.
Qed.

End Place.
