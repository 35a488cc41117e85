(* The distance that a centre travels until a contact whose time lost digits: carom_distance_to_contact of
   src/sweep/sweep_double_double.c, over the extracted terms.

   It is the length of the displacement, from the exact forms. The last conversion is nearly all of its error: half an
   ulp, and a quarter more if the result is subnormal. The promise is 0.76 ulp. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Overflow Geometry SweepContact SweepGeometry Wide WideSum WideDouble
  MovingRoughShift MovingRoughWide MovingRough FormsSteps FormsQuotient FormsTime FormsHit FormsRound FormsPlace
  FormsSweep.
From Carom Require Bounded Terms_exactly.
Import Terms_wide.wide_to_double_terms(wide_to_double_results).
Import Terms_exactly.carom_distance_to_contact_terms(carom_distance_to_contact_results).

Open Scope R_scope.

Notation ulp_of := (ulp radix2 (exponents double)).

(* A positive number that is known relatively, and its conversion. *)
Lemma positive_converted k n x hi lo e w c1 c2 r :
  is_close k n x x hi lo e -> is_nearest_sum hi lo -> wide_to_double_results hi e w c1 c2 r ->
  0 <= k <= 64 -> (0 <= n <= 100)%Z -> 0 < x -> finite r -> Rabs (real r - x) <= 76 / 100 * ulp_of x.
Proof.
  intros C Nr Hr K Hn P Fr. pose proof C as C'. rewrite <- (Rabs_pos_eq x) in C' at 2 by lra.
  destruct (close_positive _ _ _ _ _ _ C' ltac:(count) P) as (V0 & L). destruct C as (G & _ & _ & E). clear C'.
  destruct (ulp_bounds x ltac:(lra)) as (U1 & U2). set (V := Wide.value hi lo e) in *. set (z := real hi * b2 e).
  pose proof (bpow_gt_0 radix2 (- n - 2)) as pn. pose proof (bpow_gt_0 radix2 e) as pe.
  assert (z0 : 0 < z) by (apply Rmult_lt_0_compat; lra).
  assert (Ev : Rabs (V - x) <= / 1000 * (u53 * x)).
  { eapply Rle_trans; [exact E |]. apply Rle_trans with (64 * e100 * x); [apply Rmult_le_compat_r; lra | lra]. }
  destruct (wide_to_double_rounds _ _ _ _ _ _ Hr (proj1 G)) as (_ & _ & Q). fold z in Q.
  assert (Er : real r = rnd z).
  { destruct Q as (_ & [(_ & _ & Q) | [(_ & ->) | (_ & ->)]]); [exact Q | discriminate | discriminate]. }
  destruct (Rle_or_lt (b2 (-1022)) z) as [N | N].
  - (* exact, and the nearest of all doubles near x *)
    assert (Fz : fmt z) by (apply format_scaled; [apply real_in_format | right; fold z; now rewrite Rabs_pos_eq by
      lra]).
    rewrite rnd_of_format in Er by exact Fz. rewrite Er.
    assert (Half : Rabs (rnd x - x) <= / 2 * ulp_of x) by (apply error_le_half_ulp; apply exponents_valid).
    assert (Vz : V <= 2 * z).
    { pose proof (is_wide_bound _ _ (good_wide _ _ _ G)) as W. rewrite (Rabs_pos_eq (real hi)) in W by lra.
      apply Rabs_le_inv in W. unfold V, z, Wide.value. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
    apply Rabs_le_inv in Ev. assert (xz : / 4 * z <= rnd x).
    { assert (Zx : z <= 2 * x).
      { pose proof (is_wide_bound _ _ (good_wide _ _ _ G)) as W. rewrite (Rabs_pos_eq (real hi)) in W by lra.
        apply Rabs_le_inv in W. assert (z <= (1 + 2 * u53) * V); [| lra].
        unfold V, z, Wide.value. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
      pose proof (rnd_error double x) as R1. rewrite u_double, eta_double, (Rabs_pos_eq x) in R1 by lra.
      assert (b2 (-1075) <= / 1000 * z).
      { apply Rle_trans with (b2 (-10) * b2 (-1022)); [rewrite <- bpow_plus; apply bpow_le; lia |].
        change (b2 (-10)) with (/ 1024). lra. }
      apply Rabs_le_inv in R1. lra. }
    assert (Inv : b2 e * b2 (- e) = 1) by (rewrite <- bpow_plus, Z.add_opp_diag_r; reflexivity).
    assert (Scaled : b2 (-1022) <= Rabs (rnd x * b2 (- e))).
    { assert (Z : / 4 * real hi <= rnd x * b2 (- e)).
      { replace (/ 4 * real hi) with (/ 4 * z * b2 (- e)) by (unfold z; rewrite !Rmult_assoc, Inv; ring).
        apply Rmult_le_compat_r; [apply bpow_ge_0 | exact xz]. }
      apply Rle_trans with (b2 (-2) * b2 (- n - 2)); [rewrite <- bpow_plus; apply bpow_le; lia |].
      change (b2 (-2)) with (/ 4). rewrite Rabs_pos_eq by lra. lra. }
    pose proof (nearest_scaled hi lo e _ Nr (rnd_in_format double x) Scaled) as Near. fold z V in Near.
    assert (B : Rabs (rnd x - V) <= Rabs (rnd x - x) + / 1000 * (u53 * x)).
    { replace (rnd x - V) with ((rnd x - x) + - (V - x)) by ring. eapply Rle_trans; [apply Rabs_triang |].
      rewrite Rabs_Ropp. apply Rplus_le_compat_l, Rabs_le. lra. }
    replace (z - x) with ((z - V) + (V - x)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    assert (Rabs (V - x) <= / 1000 * (u53 * x)) by (apply Rabs_le; lra). lra.
  - (* subnormal: one more rounding *)
    assert (Mz : (mag radix2 z <= -1022)%Z) by (apply mag_le_bpow; [lra | rewrite Rabs_pos_eq; lra]).
    assert (D1 : Rabs (real r - z) <= b2 (-1075)).
    { rewrite Er. eapply Rle_trans; [apply error_le_half_ulp; apply exponents_valid |].
      rewrite ulp_neq_0 by lra. unfold cexp, exponents, FLT_exp.
      replace (Z.max (mag radix2 z - prec double) (emin double)) with (-1074)%Z.
      - rewrite half_power. apply bpow_le. lia.
      - change (prec double) with 53%Z. change (emin double) with (-1074)%Z. lia. }
    assert (D2 : Rabs (z - V) <= b2 (-1076)).
    { unfold z, V, Wide.value. replace (real hi * b2 e - (real hi + real lo) * b2 e) with (- real lo * b2 e) by ring.
      rewrite abs_scaled, Rabs_Ropp. destruct G as (_ & _ & (_ & Ti) & _). rewrite unit_at_least, half_power in Ti.
      assert (Mh : (- n - 2 < mag radix2 (real hi))%Z) by (apply mag_gt_bpow; rewrite Rabs_pos_eq; lra).
      assert (Me : (mag radix2 z = mag radix2 (real hi) + e :> Z)%Z) by (unfold z; apply mag_mult_bpow; lra).
      apply Rle_trans with (b2 (Z.max (mag radix2 (real hi) - 53) (-1074) - 1) * b2 e).
      - apply Rmult_le_compat_r; [apply bpow_ge_0 | exact Ti].
      - rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (Q5 : b2 (-1074) = 4 * b2 (-1076)) by (change 4 with (b2 2); rewrite <- bpow_plus; reflexivity).
    assert (Q6 : b2 (-1075) = 2 * b2 (-1076)) by (change 2 with (b2 1); rewrite <- bpow_plus; reflexivity).
    replace (real r - x) with ((real r - z) + ((z - V) + (V - x))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_triang (z - V) (V - x)).
    pose proof (bpow_gt_0 radix2 (-1076)). lra.
Qed.

Section Distance.
Variables (F : feature) (x : extent) (c v a b : point) (R T : R).
Variables (vxh vxl vyh vyl rh rl uxh uxl uyh uyl lh ll ch cl mh ml bh bl : D) (vxe vye re uxe uye le ce me be : Z).
Variables (v2h v2l th tl eh el kh kl dh dl : D) (v2e te ee ke de : Z).
Hypothesis forms : are_forms F c v a b R vxh vxl vyh vyl rh rl uxh uxl uyh uyl lh ll ch cl mh ml bh bl vxe vye re uxe
  uye le ce me be v2h v2l th tl eh el kh kl dh dl v2e te ee ke de.
Hypothesis R0 : 0 <= R.
Hypothesis touch : touches F x (moved c v T) a b R.
Hypothesis side_is_line : F = Side -> 0 < len2 a b /\ (R = 0 -> ux a b * py v - uy a b * px v <> 0).
Hypothesis moves : 0 < px v * px v + py v * py v.

Theorem distance_to_contact_close at_start answer distance (d := T * norm (px v) (py v)) :
  carom_distance_to_contact_results (feature_number F) at_start vxh vxl vxe vyh vyl vye rh rl re uxh uxl uxe uyh uyl
    uye lh ll le ch cl ce mh ml me bh bl be th tl te eh el ee kh kl ke dh dl de answer distance ->
  (at_start < 0)%Z -> is_first_time x c v a b R T -> d <= largest ->
  finite distance /\ Rabs (real distance - d) <= 76 / 100 * ulp_of d.
Proof.
  intros H Start First Dm. unfold carom_distance_to_contact_results in H.
  repeat match type of H with exists _, _ => destruct H as [? H] end.
  destruct H as [Ht (xxh & xxl & xxe & yyh & yyl & yye & [Hxx Hyy Hs]) Hq Hc E]. pose proof First as ((T0 & _) & _).
  assert (E0 : (at_start >=? 0)%Z = false) by (rewrite Z.geb_leb; now apply Z.leb_gt). rewrite E0 in E. subst distance.
  destruct (first_parts_close F x c v a b R T vxh vxl vyh vyl rh rl uxh uxl uyh uyl lh ll ch cl mh ml bh bl vxe vye re
    uxe uye le ce me be v2h v2l th tl eh el kh kl dh dl v2e te ee ke de forms R0 touch side_is_line _ _ _ _ _ _ _ _ _ _
    _ _
      _ Ht First) as (Tz & _).
  destruct (displacement_relative F c v a b R T vxh vxl vyh vyl rh rl uxh uxl uyh uyl lh ll ch cl mh ml bh bl vxe vye re
    uxe uye le ce me be v2h v2l th tl eh el kh kl dh dl v2e te ee ke de forms _ _ _ _ _ _ _ _ _ _ _ _ _ Ht Tz
    ltac:(lra)) as (Cx & Cy).
  pose proof (close_mul 18 18 26 26 _ _ _ _ _ _ _ _ _ _ _ _ _ Hxx ltac:(count) ltac:(count) ltac:(lia) ltac:(lia) Cx Cx)
    as XX.
  pose proof (close_mul 18 18 26 26 _ _ _ _ _ _ _ _ _ _ _ _ _ Hyy ltac:(count) ltac:(count) ltac:(lia) ltac:(lia) Cy Cy)
    as YY.
  pose proof (close_add (18 + 18 + 1) (26 + 26 + 1) (26 + 26 + 1) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hs ltac:(count)
    ltac:(lia) ltac:(lia) ltac:(lia) XX YY) as Q.
  pose proof (norm_square (px v) (py v)) as L. assert (l0 : 0 < norm (px v) (py v)) by (now apply sqrt_lt_R0).
  assert (d0 : 0 < d) by (now apply Rmult_lt_0_compat).
  assert (Sq : T * px v * (T * px v) + T * py v * (T * py v) = d * d).
  { unfold d. replace (T * norm (px v) (py v) * (T * norm (px v) (py v))) with
      (T * T * (norm (px v) (py v) * norm (px v) (py v))) by ring. rewrite L. ring. }
  assert (Ab : forall y, Rabs y * Rabs y = y * y) by (intros y; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  rewrite !Ab, Sq in Q. rewrite Z.max_id in Q. apply (close_weaken _ _ 38 55) in Q; [| lra | lia].
  destruct (close_sqrt_nearest 38 55 (d * d) _ _ _ _ _ _ Hq ltac:(count) ltac:(lia) (Rle_0_sqr d) Q) as (C & Nr).
  rewrite sqrt_square in C by lra.
  pose proof (Rabs_pos_eq d ltac:(lra)) as Ad.
  destruct (coordinate_converted _ _ d d d _ _ _ _ _ _ _ C Nr Hc ltac:(lra) ltac:(lia) ltac:(lra) Dm ltac:(lra)
    ltac:(lra)) as (Fr & _).
  split; [exact Fr |].
  exact (positive_converted (38 + 1) (55 + 4) d _ _ _ _ _ _ _ C Nr Hc ltac:(lra) ltac:(lia) d0 Fr).
Qed.

End Distance.
