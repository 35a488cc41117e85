(* rough_gap_now of src/turning/moving_double_double.h: the sign of the gap at the start of a piece, from rough numbers.

   If it is not UNCERTAIN, it is the sign of the gap between the circle of radius R around w and the wall from the
   origin to u, where u, w and R are the real values of the integers of the motion. The premise about to_wide, which is
   code on integers, is `is_cut_off`: a number cut off after 106 bits. The inputs of the record are what it returns for
   u.x0, u.y0, w.x0, w.y0 and the reach. The largest count of operations is 10, for S; 2^16 would do. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry Wide MovingRoughShift MovingRoughWide MovingRough MovingRoughSteps.
From Carom Require Import Terms_moving_rough.

Open Scope R_scope.

(* What the gap's sign is, by p, q and one of A, B and S: docs/exactness.md. *)
Definition is_gap_sign (s : Z) (ux uy wx wy r : R) :=
  let p := wx * ux + wy * uy in let zx := wx - ux in let zy := wy - uy in let q := zx * ux + zy * uy in
  let x := ux * wy - uy * wx in
  (p <= 0 -> is_sign_of s (wx * wx + wy * wy - r * r)) /\
  (0 < p -> 0 <= q -> is_sign_of s (zx * zx + zy * zy - r * r)) /\
  (0 < p -> q < 0 -> is_sign_of s (x * x - r * r * (ux * ux + uy * uy))).

(* The same as geometry. *)
Definition touches (c a b : point) (r : R) :=
  (forall t, on_axis Segment t -> r ^ 2 <= dist2_at c a b t) /\ exists t, on_axis Segment t /\ dist2_at c a b t = r ^ 2.

Lemma off_beside c a b : 0 <= wu c a b -> zu c a b <= 0 -> off c a b = 0.
Proof.
  intros P Q. rewrite zu_is in Q. unfold off, clamp. rewrite (Rmax_left _ 0), Rmin_left by lra. ring.
Qed.

Lemma gap_sign_means s ux uy wx wy r :
  let a := Point 0 0 in let b := Point ux uy in let c := Point wx wy in
  is_gap_sign s ux uy wx wy r ->
  (s = 1%Z /\ farther Segment c a b r) \/ (s = (-1)%Z /\ nearer Segment c a b r) \/ (s = 0%Z /\ touches c a b r).
Proof.
  intros a b c (A & B & S).
  assert (Eu : Geometry.ux a b = ux /\ Geometry.uy a b = uy /\ Geometry.wx c a = wx /\ Geometry.wy c a = wy /\
    Geometry.zx c b = wx - ux /\ Geometry.zy c b = wy - uy).
  { unfold Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy, Geometry.zx, Geometry.zy. simpl. repeat split; ring. }
  destruct Eu as (E1 & E2 & E3 & E4 & E5 & E6).
  assert (Ep : wu c a b = wx * ux + wy * uy) by (unfold wu; now rewrite E1, E2, E3, E4).
  assert (Eq : zu c a b = (wx - ux) * ux + (wy - uy) * uy) by (unfold zu; now rewrite E1, E2, E5, E6).
  assert (El : len2 a b = ux * ux + uy * uy) by (unfold len2; now rewrite E1, E2).
  assert (Ew : w2 c a = wx * wx + wy * wy) by (unfold w2; now rewrite E3, E4).
  assert (Ez : z2 c b = (wx - ux) * (wx - ux) + (wy - uy) * (wy - uy)) by (unfold z2; now rewrite E5, E6).
  assert (Ex : cross c a b = ux * wy - uy * wx) by (unfold cross; now rewrite E1, E2, E3, E4).
  cbv zeta in A, B, S. rewrite <- Ep, <- Ew in A. rewrite <- Ep, <- Eq, <- Ez in B. rewrite <- Ep, <- Eq, <- Ex, <- El
    in S.
  clear E1 E2 E3 E4 E5 E6 Ep Eq El Ew Ez Ex. clearbody a b c.
  assert (T0 : on_axis Segment 0) by (simpl; lra). assert (T1 : on_axis Segment 1) by (simpl; lra).
  destruct (Rle_or_lt (wu c a b) 0) as [P | P]; [| destruct (Rle_or_lt 0 (zu c a b)) as [Q | Q]].
  - pose proof (fun t T => at_end_a c a b Segment t ltac:(discriminate) T P) as Near.
    destruct (A P) as [(-> & H) | [(-> & H) | (-> & H)]].
    + left. split; [reflexivity |]. intros t T. specialize (Near t T). lra.
    + right; left. split; [reflexivity |]. exists 0. split; [exact T0 |]. rewrite w2_is. lra.
    + right; right. split; [reflexivity |]. split; [intros t T; specialize (Near t T); lra |].
      exists 0. split; [exact T0 |]. rewrite w2_is. lra.
  - pose proof (fun t T => at_end_b c a b t T Q) as Near.
    destruct (B P Q) as [(-> & H) | [(-> & H) | (-> & H)]].
    + left. split; [reflexivity |]. intros t T. specialize (Near t T). lra.
    + right; left. split; [reflexivity |]. exists 1. split; [exact T1 |]. rewrite z2_is. lra.
    + right; right. split; [reflexivity |]. split; [intros t T; specialize (Near t T); lra |].
      exists 1. split; [exact T1 |]. rewrite z2_is. lra.
  - assert (L : 0 < len2 a b) by (rewrite zu_is in Q; lra).
    pose proof (off_beside c a b ltac:(lra) ltac:(lra)) as O.
    assert (Line : forall t, cross c a b ^ 2 <= len2 a b * dist2_at c a b t).
    { intros t. rewrite dist2_at_is. pose proof (pow2_ge_0 (wu c a b - t * len2 a b)). lra. }
    destruct (S P Q) as [(-> & H) | [(-> & H) | (-> & H)]].
    + left. split; [reflexivity |]. apply farther_by_products; [exact L |]. rewrite O. lra.
    + right; left. split; [reflexivity |]. apply nearer_by_products; [exact L |]. rewrite O. lra.
    + right; right. split; [reflexivity |]. split.
      * intros t T. specialize (Line t). apply Rmult_le_reg_l with (len2 a b); [exact L | lra].
      * exists (wu c a b / len2 a b). split.
        { rewrite zu_is in Q. simpl. split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] |].
          apply Rmult_le_reg_r with (len2 a b); [exact L |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
        apply Rmult_eq_reg_l with (len2 a b); [| lra]. rewrite dist2_at_is.
        replace (wu c a b - wu c a b / len2 a b * len2 a b) with 0 by (field; lra). lra.
Qed.

Lemma sign_same s x y : is_sign_if_certain s x -> x = y -> is_sign_if_certain s y.
Proof. intros H <-. exact H. Qed.

Theorem rough_gap_now_correct ux uy wx wy r uxh uxl uxe uyh uyl uye wxh wxl wxe wyh wyl wye rh rl re s :
  rough_gap_now_results uxh uxl uxe uyh uyl uye wxh wxl wxe wyh wyl wye rh rl re s ->
  is_cut_off ux uxh uxl uxe -> is_cut_off uy uyh uyl uye -> is_cut_off wx wxh wxl wxe -> is_cut_off wy wyh wyl wye ->
  is_cut_off r rh rl re -> s = 2%Z \/ is_gap_sign s ux uy wx wy r.
Proof.
  intros H Cux Cuy Cwx Cwy Cr. unfold rough_gap_now_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H as [O1 O2 O3 O4 N1 A1 N2 A2 O5 M1 N3 P1 S1 P2 S2 P3 A3 S3 P4 A4 S4 N4 P5 P6 P7 S5 E].
  repeat near_step.
  match type of E with s = if orb (Z.eqb ?i _) (Z.eqb ?j _) then _ else if _ then ?e else if _ then ?f else ?g =>
    match goal with Sp : is_sign_if_certain i _, Sq : is_sign_if_certain j _, SA : is_sign_if_certain e _,
      SB : is_sign_if_certain f _, SS : is_sign_if_certain g _ |- _ =>
    clear - Sp Sq SA SB SS E; rename Sp into Gp; rename Sq into Gq; rename SA into GA; rename SB into GB;
      rename SS into GS; rename i into p; rename j into q; rename e into sa; rename f into sb; rename g into ss
    end end.
  rename Gp into Sp, Gq into Sq, GA into SA, GB into SB, GS into SS.
  destruct (Z.eqb_spec p 2) as [Up | Up]; [left; exact E |].
  destruct (Z.eqb_spec q 2) as [Uq | Uq]; [left; exact E |]. simpl orb in E. cbv iota in E.
  destruct Sp as [| Sp]; [contradiction |]. destruct Sq as [| Sq]; [contradiction |].
  unfold is_gap_sign. cbv zeta.
  apply sign_same with (y := wx * wx + wy * wy - r * r) in SA; [| ring].
  apply sign_same with (y := (wx - ux) * (wx - ux) + (wy - uy) * (wy - uy) - r * r) in SB; [| ring].
  apply sign_same with
    (y := (ux * wy - uy * wx) * (ux * wy - uy * wx) - r * r * (ux * ux + uy * uy)) in SS; [| ring].
  assert (Eq : (wx + - ux) * ux + (wy + - uy) * uy = (wx - ux) * ux + (wy - uy) * uy) by ring.
  rewrite Eq in Sq. clear Eq.
  revert Sp Sq SA SB SS. generalize (wx * ux + wy * uy) ((wx - ux) * ux + (wy - uy) * uy). intros P Q Sp Sq SA SB SS.
  destruct (Z.leb_spec p 0) as [Lp | Lp].
  - subst s. destruct SA as [| SA]; [now left | right]. destruct Sp as [(? & ?) | [(? & ?) | (? & ?)]]; try lia;
    (split; [auto |]; split; intros; exfalso; lra).
  - rewrite Z.geb_leb in E. destruct Sp as [(? & ?) | [(? & ?) | (? & ?)]]; try lia.
    destruct (Z.leb_spec 0 q) as [Lq | Lq]; subst s.
    + destruct SB as [| SB]; [now left | right].
      destruct Sq as [(? & ?) | [(? & ?) | (? & ?)]]; try lia;
      (split; [intros; exfalso; lra |]; split; intros; [auto | exfalso; lra]).
    + destruct SS as [| SS]; [now left | right].
      destruct Sq as [(? & ?) | [(? & ?) | (? & ?)]]; try lia.
      split; [intros; exfalso; lra |]. split; intros; [exfalso; lra | auto].
Qed.

(* The same as geometry: 1 is apart, -1 an overlap, 0 a touch. *)
Corollary rough_gap_now_means ux uy wx wy r uxh uxl uxe uyh uyl uye wxh wxl wxe wyh wyl wye rh rl re s :
  let a := Point 0 0 in let b := Point ux uy in let c := Point wx wy in
  rough_gap_now_results uxh uxl uxe uyh uyl uye wxh wxl wxe wyh wyl wye rh rl re s ->
  is_cut_off ux uxh uxl uxe -> is_cut_off uy uyh uyl uye -> is_cut_off wx wxh wxl wxe -> is_cut_off wy wyh wyl wye ->
  is_cut_off r rh rl re ->
  s = 2%Z \/ (s = 1%Z /\ farther Segment c a b r) \/ (s = (-1)%Z /\ nearer Segment c a b r) \/
    (s = 0%Z /\ touches c a b r).
Proof.
  intros a b c H C1 C2 C3 C4 C5.
  destruct (rough_gap_now_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H C1 C2 C3 C4 C5) as [U | G]; [now left |].
  right. exact (gap_sign_means _ _ _ _ _ _ G).
Qed.
