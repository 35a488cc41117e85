(* What a sweep of small integers returns: set_contact_by_quotient of src/sweep/sweep_double_double.c.

   Kind and feature are those of the first contact, the time is the largest double not after the true one, and the
   normal is within its bound. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree SweepTime Bounded ErrorFreeTerms Geometry SweepErrors
  SweepSquares SweepAxis SweepGeometry SweepVectors SweepTerms SweepMiss SweepContact SweepFilter SweepFirst SweepStart
  SweepInputs SweepSmallGrid SweepSmallUnit SweepSmallTimes SweepSmallTerms SweepSmallEnd SweepSmallLength SweepSmall
  SweepSmallTime.
From Carom Require Terms_sweep Terms_small.
Import Terms_sweep.sweep_vectors_of_terms(sweep_vectors_of_results).
Import Terms_sweep.is_for_filter_terms(is_for_filter_results).
Import Terms_sweep.set_terms_terms(set_terms_results).
Import Terms_small.is_small_terms(is_small_results).
Import Terms_small.small_first_contact_terms(small_first_contact_results).
Import Terms_small.set_contact_by_quotient_terms(set_contact_by_quotient_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd fconst].
Strategy expand [sum_rest difference_rest ordered_rest product_rest pair_product_rest rest_of_split split_high].

Section Result.
Variables (x : extent) (cx cy cr mx my : D) (is_end : bool) (ax ay bx by_ wr wmx wmy : D).
Variables ux uy wx wy zx zy vx vy su sw sz sv r n : D.
Variables reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu : D.
Variables (kind f k0 f0 : Z) (t0 cx0 cy0 px0 py0 nx0 ny0 u1 u2 u3 u4 u5 m : D).
Variables (kind' f' : Z) (t nx ny ox oy qx qy : D).
Let c := Point (real cx) (real cy).
Let v := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
               (displacement is_end false (real cy) (real my) (real ay) (real wmy)).
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let R := real cr + real wr.
Hypothesis Hv : sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy
  ux uy wx wy zx zy vx vy su sw sz sv r.
Hypothesis Hs : is_for_filter_results cr wr (extent_number x) su sw sz sv r true.
Hypothesis Hm : is_small_results cx cy cr mx my ax ay bx by_ wr su sw sz sv r n true.
Hypothesis Ht : set_terms_results ux uy wx wy zx zy vx vy r
  reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu.
Hypothesis Hf : small_first_contact_results wx wy zx zy vx vy su sw sz sv r len2 move2 reach2
  cross_start cross_move cross_a cross_b wv zv wu zu vu (extent_number x) kind f.
Hypothesis K : kind = 2%Z \/ kind = 3%Z.
Hypothesis H : set_contact_by_quotient_results k0 f0 t0 cx0 cy0 px0 py0 nx0 ny0 cx cy cr ax ay bx by_ wr ux uy vx vy r
  len2 move2 cross_start cross_move cross_a cross_b wv zv kind f u1 u2 u3 u4 u5 m true kind' f' t nx ny ox oy qx qy.

Lemma reach_is_positive g : small_vectors g ux uy wx wy zx zy vx vy su r c v a b R -> 0 < R.
Proof.
  intros Kv. destruct (V_r _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv) as (Fr & Er & _ & P).
  destruct (Req_dec R 0) as [Z | Z]; [exfalso | lra].
  pose proof Hf as F. unfold small_first_contact_results in F.
  destruct F as (if1 & if2 & k1 & f1 & cs1 & if3 & if4 & k2 & f2 & is_beyond_b & k3 & f3 & if5 & feature & if6 & k4 & f4
    &
    if7 & rest & cs2 & if8 & []).
  assert (E : if1 = true).
  { rewrite E_if1. destruct (feq r (fconst 0 0)) eqn:E; [reflexivity |]. destruct zero_value as [F0 V0].
    apply feq_real_false in E; [| exact Fr | exact F0]. rewrite V0, Er in E. contradiction. }
  rewrite E in E_result_kind. lia.
Qed.

(* Kind, feature, time and normal. *)
Theorem small_sweep_correct : kind' = kind /\ f' = f /\ exists F T n1 n2, f = feature_number F /\
  meets_at x c v a b R kind F T /\ finite t /\ is_largest_not_after (real t) T /\ normal_of c v a b F nx ny n1 n2.
Proof.
  pose proof (small_first_contact_correct x cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw
    sz sv r n
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu kind f Hv Hs Hm Ht Hf) as D.
  destruct (small_vectors_exact cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r n _
    Hv Hs Hm) as (g & Kv).
  pose proof (small_terms_exact g ux uy wx wy zx zy vx vy su r c v a b R Kv _ _ _ _ _ _ _ _ _ _ _ _ Ht) as Kt.
  pose proof (reach_is_positive g Kv) as R0. pose proof (V_range _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv) as Hg.
  pose proof H as H'. unfold set_contact_by_quotient_results in H'.
  destruct H' as (ok & len & above & below_ & nx1 & ny1 & if1 & guess & back_hi & back_lo & back_exp & rest & kind1 &
    feature1 &
    t1 & normal_x & normal_y & v_x & v_y & center_x & center_y & point_x & point_y & []).
  destruct if1; [discriminate E_result |]. cbv iota in *.
  symmetry in E_if1. apply negb_false_iff in E_if1. rewrite E_if1 in E_set_small_time.
  destruct (small_time_right x g ux uy wx wy zx zy vx vy su r c v a b R reach2 len2 move2 cross_start cross_move cross_a
    cross_b wv zv wu zu vu Kv Kt R0 _ _ _ _ _ _ _ _ _ _ _ _ E_set_small_time K D)
    as (F & A & B & Ef & M & O & SA & SB & n1 & n2 & N & T1 & T2).
  rewrite E_s_kind_2, E_s_kind_1, E_s_feature_2, E_s_feature_1. split; [reflexivity |]. split; [reflexivity |].
  exists F, (A / B), n1, n2. split; [exact Ef |]. split; [exact M |].
  subst t nx ny t1 normal_x normal_y guess rest feature1.
  destruct (quotient_rounded_down (g + g) above below_ back_hi back_lo m back_exp A B) as [Ft L]; auto. lia.
Qed.

End Result.
