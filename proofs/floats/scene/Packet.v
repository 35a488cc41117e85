(* Eight beams at once (src/scene/packet_lanes.h, src/scene/traversal.c): a wall that a packet does not visit for a beam
   is not within reach of the beam until the time `until`, in doubles, products fused or not.

   carom_packet_start fills the packet: box_with_end, set_packet_region, beam_of. beams_near leaves a wall out by
   beams_apart, and visit_leaf_of_packet if the line is reached later than `until`. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry IndexCoordinates PacketSlab PacketEarly PacketRegion.
From Carom Require Slab Order.
From Carom Require Terms_packet.
Import Terms_packet.has_slab_terms(has_slab_results).
Import Terms_packet.set_packet_region_terms(set_packet_region_results).
Import Terms_packet.beam_of_terms(beam_of_results).
Import Terms_packet.seen_from_terms(seen_from_results).
Import Terms_packet.beams_apart_lanes_terms(beams_apart_lanes_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* The packet, and one of its beams, with the path (mx, my). *)
Section Packet.
Variables fx fy ox oy scale reach size p_reach x0 y0 x1 y1 : F double.
Variables i0 i1 i2 i3 f_x f_y : F single.
Variable paths : list (F double * F double).
Variable ends : box double.
Variables mx my nx ny slab_margin length : F double.
Variables snx sny soff smar : F single.
Hypothesis Ffx : finite fx. Hypothesis Ffy : finite fy.
Hypothesis paths_finite : Forall (fun m => finite (fst m) /\ finite (snd m)) paths.
Hypothesis ends_are : box_of_ends fx fy paths ends.
Hypothesis region_is : set_packet_region_results ox oy scale (min_x ends) (min_y ends) (max_x ends) (max_y ends) reach
  size p_reach x0 y0 x1 y1 i0 i1 i2 i3.
Hypothesis reach_number : Overflow.number reach. Hypothesis reach_valid : nonneg reach.
Hypothesis is_path : In (mx, my) paths.
Hypothesis is_long : has_slab_results mx my true.
Hypothesis beam_is : beam_of_results scale i0 i1 i2 i3 f_x f_y mx my reach size nx ny slab_margin length snx sny soff
  smar.

Lemma path_finite : finite mx /\ finite my.
Proof. pose proof (proj1 (Forall_forall _ _) paths_finite (mx, my) is_path) as H. exact H. Qed.

Theorem wall_left_out_is_out_of_reach (own ax ay bx by_ wax way wbx wby wide gap u_far cx cy until early : F double)
    (extent apart : Z) (tau t : R) :
  finite ax -> finite ay -> finite bx -> finite by_ -> nonneg own ->
  seen_from_results fx fy p_reach ax ay bx by_ extent own wax way wbx wby wide gap u_far cx cy ->
  beams_apart_lanes_results wax way wbx wby wide gap u_far cx cy nx ny slab_margin mx my until apart early ->
  finite until -> 0 <= real until <= 1 -> apart <> 0%Z \/ flt until early = true ->
  0 <= tau <= real until -> (extent = 0%Z -> on_axis Segment t) ->
  (real reach + real own) ^ 2 < dist2_at (Point (real fx + tau * real mx) (real fy + tau * real my))
    (Point (real ax) (real ay)) (Point (real bx) (real by_)) t.
Proof.
  intros Fax Fay Fbx Fby Pown Hseen Hlane Fu Hu Out Ht Ta. destruct path_finite as (Fmx & Fmy).
  destruct Hseen as (a_x & a_y & b_x & b_y & u_x & u_y & a_far & b_far & uf & unit & tiny & wd & start & sign & gp &
    Hs).
  destruct Hs as [-> -> -> -> -> -> -> -> -> -> -> Ewd -> -> -> -> -> -> -> -> -> -> -> ->].
  destruct Hlane as (a & b & margin & low & high & beside & closing & left & late & larger & Hl).
  destruct Hl as [Ha Hb -> Hlow Hhigh Ebeside Hclosing -> Elate Hlarger Eapart ->].
  rewrite Eapart, Ebeside, Elate in Out.
  repeat match type of Out with context [if ?c then 1%Z else 0%Z] =>
    change (if c then 1%Z else 0%Z) with (Operations.bit c) in Out end.
  rewrite !Operations.lor_bit, Operations.land_bit, Operations.lor_bit in Out.
  match type of Out with Operations.bit ?c <> _ \/ _ => assert (C : c = true \/ flt until (fdiv
    (fsub (fsub (fabs (fsub (fmul (fsub by_ ay) (fsub ax fx)) (fmul (fsub bx ax) (fsub ay fy))))
      (fadd (fadd (fmul (fconst 1 3) (fconst 1 (-1022))) (fmul (fadd (fabs (fsub bx ax)) (fabs (fsub by_ ay)))
        (fadd p_reach own))) (fmul (fconst 1 (-47)) (fmul (fadd (fabs (fsub bx ax)) (fabs (fsub by_ ay)))
        (fadd (fabs (fsub ax fx)) (fabs (fsub ay fy)))))))
      (fmul (fconst 1 (-47)) (fmul (fadd (fabs (fsub bx ax)) (fabs (fsub by_ ay))) (fadd (fabs mx) (fabs my)))))
        larger) = true)
    end.
  { destruct Out as [Out | Out]; [left | now right]. match goal with |- ?c = true => destruct c end; [reflexivity | now
    elim
      Out]. }
  clear Out Eapart Ebeside Elate. rewrite orb_true_iff, andb_true_iff in C.
  destruct (packet_reach fx fy Ffx Ffy ox oy scale reach size p_reach x0 y0 x1 y1 i0 i1 i2 i3 paths ends ends_are
    paths_finite
    region_is reach_number reach_valid) as (_ & Pp & Cp).
  assert (Wider : finite p_reach -> (real p_reach + real own) ^ 2 < dist2_at (Point (real fx + tau * real mx)
      (real fy + tau * real my)) (Point (real ax) (real ay)) (Point (real bx) (real by_)) t ->
    (real reach + real own) ^ 2 < dist2_at (Point (real fx + tau * real mx)
      (real fy + tau * real my)) (Point (real ax) (real ay)) (Point (real bx) (real by_)) t).
  { intros Fp H. eapply Rle_lt_trans; [| exact H]. destruct Cp as [E | (_ & Fs & _ & R0 & Le)]; [rewrite E in Fp;
      discriminate |].
    pose proof (nonneg_real _ Pown). pose proof (u_pos double). pose proof (eta_pos double).
    destruct (size_is fx fy Ffx Ffy ox oy scale reach size p_reach x0 y0 x1 y1 i0 i1 i2 i3 paths ends ends_are
      paths_finite
      region_is) as (_ & Ps & _). pose proof (nonneg_real _ Ps).
    assert (0 <= u double * real size) by (apply Rmult_le_pos; lra). apply pow_incr. lra. }
  destruct beam_is as (sc & x & y & bnx & bny & bsm & bsx & bsy & bso & bsm1 & bl & Hb').
  destruct Hb' as [_ _ _ En Em _ _ -> -> -> _ _ _ _ _].
  destruct (size_is fx fy Ffx Ffy ox oy scale reach size p_reach x0 y0 x1 y1 i0 i1 i2 i3 paths ends ends_are
    paths_finite
      region_is) as (_ & Ps & _).
  pose proof (packet_size_covers fx fy Ffx Ffy ox oy scale reach size p_reach x0 y0 x1 y1 i0 i1 i2 i3 paths ends
    ends_are
    paths_finite region_is mx my is_path) as Covers.
  destruct C as [[C | C] | C].
  - destruct (Z.eqb extent 0) eqn:Ex.
    + apply Z.eqb_eq in Ex. rewrite Ewd in C.
      apply (beside_the_beam fx fy mx my reach size bnx bny bsm Ffx Ffy Fmx Fmy is_long En Em reach_valid Ps Covers own
        ax ay bx
        by_ a b low high); auto; [now rewrite orb_true_iff in C | lra | now apply Ta].
    + exfalso. rewrite Ewd in C. rewrite orb_true_iff in C.
      destruct (beam_slab fx fy mx my reach size bnx bny bsm Fmx Fmy is_long En Em reach_valid Ps Covers) as (Nm & _).
      assert (E : fadd bsm finf = finf \/ fadd bsm finf = B754_nan).
      { destruct bsm as [| [|] | |]; try discriminate Nm; auto. }
      destruct E as [E | E]; rewrite E in C.
      * destruct C as [C | C]; [destruct low as [| [|] | |] | destruct high as [| [|] | |]]; discriminate.
      * destruct C as [C | C]; [destruct low as [| [|] | |] | destruct high as [| [|] | |]]; discriminate.
  - destruct (line_is_out_of_reach fx fy p_reach own ax ay bx by_ mx my until closing larger Hclosing Hlarger Fmx Fmy
    Pp Pown Fu
      Hu tau t (or_introl C) Ht) as (Fp & H). auto.
  - destruct (line_is_out_of_reach fx fy p_reach own ax ay bx by_ mx my until closing larger Hclosing Hlarger Fmx Fmy
    Pp Pown Fu
      Hu tau t (or_intror C) Ht) as (Fp & H). auto.
Qed.

End Packet.
