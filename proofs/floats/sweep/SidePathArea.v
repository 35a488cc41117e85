(* Double-doubles of a path along a slope (side_area_of of src/sweep/side_path.h), over the extracted terms: u x w
   and the size of its terms. All sizes are at most 2^200, so nothing overflows.

   The errors are those of TangentProducts.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry Terms_wide Terms_pair Terms_side_path
  ErrorFreeTerms Wide SweepGeometry SweepErrors SweepVectors SweepTerms SweepContact SweepStart ContactPairs
  ContactSteps ContactDepth ContactRoot ContactEnd ContactProducts ContactSideDepth TangentGapLine TangentGapSign
  TangentProducts SidePathSign.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).
Notation lost := (bpow radix2 (-808)).
Notation most := (bpow radix2 410).

(* u x w for the place p of the centre. *)
Section Area.
Variables uhx uhy ulx uly cx cy ax ay vh vl terms : D.
Variables ve : Z.
Variables ux uy : R.
Hypothesis U : is_difference uhx uhy ulx uly ux uy.
Hypotheses (Lux : Rabs (real ulx) <= u53 * Rabs (real uhx)) (Luy : Rabs (real uly) <= u53 * Rabs (real uhy)).
Hypotheses (Ox : ordinary (fsub cx ax)) (Oy : ordinary (fsub cy ay)).
Hypothesis run : side_area_of_results uhx uhy ulx uly cx cy ax ay vh vl ve terms.
Let wx := real cx - real ax.
Let wy := real cy - real ay.
Let K := Rabs (real uhx * real (fsub cy ay)) + Rabs (real uhy * real (fsub cx ax)).

Lemma area_right :
  is_below vh /\ is_below vl /\ is_below terms /\ 0 <= K /\
  Rabs (real vh) <= 101 / 100 * K + lost /\ Rabs (real vl) <= 43 / 10 * u53 * K + 6 * lost /\
  Rabs (real vh + real vl - (ux * wy - uy * wx)) <= 16 * (u53 * u53) * K + 5 * lost /\ 999 / 1000 * K - 4 * w <= real
    terms.
Proof using All.
  destruct run as (whx & why & wlx & wly & phx & phy & plx & ply & H). destruct H as [Dw Mul Dif Et].
  destruct (pair_difference_values _ _ _ _ _ _ _ _ Dw) as (-> & -> & -> & ->). clear Dw.
  destruct (difference_parts cx ax 200 (proj1 Ox) ltac:(lia)) as (_ & _ & Fwx & Gx & Sx).
  destruct (difference_parts cy ay 200 (proj1 Oy) ltac:(lia)) as (_ & _ & Fwy & Gy & Sy). fold wx in Gx, Sx.
  fold wy in Gy, Sy.
  destruct U as [Ux Uy Flx Fly Ex Ey Rx Ry].
  destruct (component_parts uhx ulx (fsub cy ay) (difference_rest cy ay) (fmul ulx (fsub cy ay)) ux wy (or_introl
    eq_refl)
    Ux Oy Flx Fwy Ex Gy Rx Sy) as (A1 & A2 & A3 & _).
  destruct (component_parts uhy uly (fsub cx ax) (difference_rest cx ax) (fmul uly (fsub cx ax)) uy wx (or_introl
    eq_refl)
    Uy Ox Fly Fwx Ey Gx Ry Sx) as (B1 & B2 & B3 & _).
  pose proof (product_high_bound ux wy uhx ulx _ _ Ux Oy Ex Gy Rx Sy) as M1.
  pose proof (product_high_bound uy wx uhy uly _ _ Uy Ox Ey Gx Ry Sx) as M2.
  assert (Part : forall h l : D, ordinary h -> (finite l -> Rabs (real l) <= u53 * Rabs (real h)) -> is_part h l).
  { intros h l [[_ B] _] L. split; [| exact L]. pose proof (bpow_gt_0 radix2 200). lra. }
  assert (Rest : forall p q : D, finite (difference_rest p q) -> Rabs (real (difference_rest p q)) <= u53 * Rabs (real
    (fsub p q))).
  { intros p q F. destruct (two_difference_rest_small p q F) as (_ & L). now rewrite u_double in L. }
  pose proof (Part _ _ Ux (fun _ => Lux)) as Pux. pose proof (Part _ _ Uy (fun _ => Luy)) as Puy.
  pose proof (Part _ _ Ox (Rest cx ax)) as Pwx. pose proof (Part _ _ Oy (Rest cy ay)) as Pwy.
  assert (Mul' := Mul). assert (Dif' := Dif).
  destruct Mul' as (? & ? & ? & ? & ? & ? & M). destruct M as [P -> -> E1 E2 E3 E4].
  destruct Dif' as (sh & sl & se & S). destruct S as [W Eh El _].
  destruct (pair_product_values _ _ _ _ _ _ _ _ P) as (-> & -> & -> & ->). clear P.
  destruct (wide_of_sum_values _ _ _ _ _ W) as (-> & -> & _). clear W.
  rewrite E1, E2 in Eh, El, Et. rewrite E3, E4 in El.
  match type of A1 with finite ?q => set (lx := q) in * end. match type of B1 with finite ?q => set (ly := q) in * end.
  set (px := fmul uhx (fsub cy ay)) in *. set (py := fmul uhy (fsub cx ax)) in *.
  assert (Big : forall x S : R, S <= bpow radix2 402 -> 0 <= S ->
    - (32/10 * (ud * S) + 4 * tiny) <= x <= 32/10 * (ud * S) + 4 * tiny -> Rabs x <= bpow radix2 403).
  { intros x S HS S0 Hx. rewrite u_double in Hx. change (eta double) with w in Hx.
    assert (w <= bpow radix2 402) by (apply bpow_le; lia). apply Rabs_le.
    change 403%Z with (1 + 402)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. pose proof (bpow_gt_0 radix2 402).
    assert (w <= / 1000 * bpow radix2 402).
    { apply Rle_trans with (bpow radix2 (-10) * bpow radix2 402); [rewrite <- bpow_plus; apply bpow_le; lia |].
      apply Rmult_le_compat_r; [lra | simpl; lra]. }
    lra. }
  pose proof (Big _ _ M1 (Rabs_pos _) A3) as C1. pose proof (Big _ _ M2 (Rabs_pos _) B3) as C2.
  destruct A2 as (Fpx & Bpx). destruct B2 as (Fpy & Bpy).
  assert (Fn : finite (fneg py)) by now apply finite_fneg.
  assert (Bn : Rabs (real (fneg py)) <= bpow radix2 400) by now rewrite real_fneg, Rabs_Ropp.
  pose proof (two_sum_finite px (fneg py) 400 (conj eq_refl eq_refl) Fpx Fn Bpx Bn) as Fr.
  destruct (fadd_is_finite px (fneg py) 401 (conj eq_refl eq_refl) Fpx Fn) as (Fh & _ & Bh).
  { change 401%Z with (400 + 1)%Z. now apply sum_below. }
  assert (Br : Rabs (real (sum_rest px (fneg py))) <= bpow radix2 404).
  { destruct (two_sum_rest_small _ _ Fr) as (_ & L). rewrite u_double in L.
    pose proof (Rabs_pos (real (fadd px (fneg py)))).
    assert (bpow radix2 401 <= bpow radix2 404) by (apply bpow_le; lia). lra. }
  destruct (fsub_is_finite lx ly 404 (conj eq_refl eq_refl) A1 B1) as (Fq & _ & Bq).
  { change 404%Z with (403 + 1)%Z. now apply difference_below. }
  destruct (fadd_is_finite (sum_rest px (fneg py)) (fsub lx ly) 405 (conj eq_refl eq_refl) Fr Fq) as (Fl & _ & Bl).
  { change 405%Z with (404 + 1)%Z. now apply sum_below. }
  rewrite <- El in Fl, Bl. rewrite <- Eh in Fh, Bh.
  destruct (wide_cross_error _ _ _ _ _ _ _ _ Pux Puy Pwx Pwy _ _ _ _ _ _ _ Mul Dif Fl) as (_ & _ & X1 & X2 & X3).
  fold K in X1, X2, X3. rewrite Ex, Ey, Gx, Gy in X3.
  assert (K0 : 0 <= K) by (apply Rplus_le_le_0_compat; apply Rabs_pos).
  assert (L410 : forall x k, Rabs x <= bpow radix2 k -> (k <= 410)%Z -> Rabs x <= most)
    by (intros x k Hx Hk; eapply Rle_trans; [exact Hx | apply bpow_le; exact Hk]).
  split; [split; [exact Fh | apply (L410 _ 401%Z Bh); lia] |].
  split; [split; [exact Fl | apply (L410 _ 405%Z Bl); lia] |].
  destruct (fadd_is_finite (fabs px) (fabs py) 401 (conj eq_refl eq_refl) (finite_fabs _ Fpx) (finite_fabs _ Fpy))
    as (Ft & _ &
    Bt).
  { change 401%Z with (400 + 1)%Z. apply sum_below; now rewrite real_fabs, Rabs_Rabsolu. }
  destruct (fadd_error _ _ _ Ft (Rle_refl _)) as (_ & _ & T3). rewrite <- Et in Ft, Bt, T3. rewrite !real_fabs in T3.
  split; [split; [exact Ft | apply (L410 _ 401%Z Bt); lia] |]. split; [exact K0 |].
  split; [lra |]. split; [exact X2 |]. split; [exact X3 |].
  destruct (fmul_error _ _ _ w Fpx (Rle_refl _) (Rle_refl _)) as (_ & _ & T1). fold px in T1.
  destruct (fmul_error _ _ _ w Fpy (Rle_refl _) (Rle_refl _)) as (_ & _ & T2). fold py in T2.
  assert (Low : forall x y : R, Rabs (x - y) <= u53 * Rabs y + w -> (1 - u53) * Rabs y - w <= Rabs x).
  { intros x y Hxy. pose proof (Rabs_triang_inv y x). rewrite Rabs_minus_sym in Hxy. lra. }
  apply Low in T1, T2. pose proof (Rabs_pos (real px)). pose proof (Rabs_pos (real py)).
  rewrite (Rabs_pos_eq (Rabs (real px) + Rabs (real py))) in T3 by lra. unfold K. assert (0 < w) by apply bpow_gt_0.
  set (a := Rabs (real uhx * real (fsub cy ay))) in *. set (b := Rabs (real uhy * real (fsub cx ax))) in *.
  assert (a0 : 0 <= a) by apply Rabs_pos. assert (b0 : 0 <= b) by apply Rabs_pos.
  apply Rabs_le_inv in T3. lra.
Qed.
End Area.
