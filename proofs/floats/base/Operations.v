(* What the extracted terms use besides the operations of Model.v: conversions, and functions of C that read the bits of
   a number. Each has the value that C has for the numbers that its comment names. *)
From Coq Require Import Bool ZArith.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model.

(* A result that is left to code that is no filter. No result of a filter is this number. *)
Definition undecided : Z := (-1000)%Z.

(* m * 2^e as the number of a format that is nearest, with the sign s if it is 0. *)
Definition nearest (f : format) (m e : Z) (s : bool) : F f := binary_normalize (prec f) (emax f) _ _ mode_NE m e s.

(* A number as one of another format: a conversion of C. *)
Definition converted (f g : format) (x : F f) : F g :=
  match x with
  | B754_zero s => B754_zero s
  | B754_infinity s => B754_infinity s
  | B754_nan => B754_nan
  | B754_finite s m e _ => nearest g (cond_Zopp s (Zpos m)) e s
  end.
Definition fnarrow : F double -> F single := converted double single.
Definition fwiden : F single -> F double := converted single double.

(* The leading 26 bits, rounded to nearest, ties away from 0: the bits of the double plus 2^26 without the low 27. The
   mantissa and the exponent that follows it are one integer, so a carry gives the next power of two, and a number
   beyond the range gives infinity. The NaN that an operation gives stays NaN. *)
Definition fhigh (x : F double) : F double :=
  match x with
  | B754_finite s m e _ => nearest double (cond_Zopp s ((Zpos m + 2 ^ 26) / 2 ^ 27 * 2 ^ 27)%Z) e s
  | _ => x
  end.

(* 2^e, for -1022 <= e <= 1023; n, of which nothing is known, for others. *)
Definition fpower (n : F double) (e : Z) : F double :=
  if ((-1022 <=? e) && (e <=? 1023))%Z then nearest double 1 e false else n.

(* The next double above x if `to` is positive, else below, for x that is finite and not 0; n, of which nothing is
   known, for others. *)
Definition fnext (n x to : F double) : F double :=
  match x with
  | B754_finite _ _ _ _ => if flt (fconst 0 0) to then Bsucc x else Bpred x
  | _ => n
  end.

(* The double below x if d is true, for positive x; n for others. *)
Definition fdown (n x : F double) (d : bool) : F double :=
  if d then
    match x with
    | B754_finite false _ _ _ => Bpred x
    | _ => n
    end
  else x.

(* The double above x, for x that is not negative, but -0, and finite; n for others. *)
Definition fup (n x : F double) : F double :=
  match x with
  | B754_zero false | B754_finite false _ _ _ => Bsucc x
  | _ => n
  end.

(* The largest power of two that is at most x, for positive normal x; n for others. *)
Definition fbelow (n x : F double) : F double :=
  match x with
  | B754_finite false m e _ => if (Zpos m <? 2 ^ 52)%Z then n else nearest double 1 (e + 52) false
  | _ => n
  end.

(* The sign bit. That of a NaN is n, of which nothing is known. *)
Definition fsign {f : format} (n : bool) (x : F f) : bool :=
  match x with
  | B754_nan => n
  | _ => Bsign x
  end.

(* The magnitude of x with the sign of y. *)
Definition fcopysign {f : format} (n : bool) (x y : F f) : F f :=
  if fsign n y then fneg (fabs x) else fabs x.

(* v is the smaller of x and y, as a machine computes it for lanes: either of the two if they are equal or one is NaN,
   or NaN in the last case. *)
Definition some_min {f : format} (v x y : F f) : Prop :=
  if flt x y then v = x else if flt y x then v = y else v = x \/ v = y \/ (feq x y = false /\ v = B754_nan).

(* The larger one. *)
Definition some_max {f : format} (v x y : F f) : Prop :=
  if flt y x then v = x else if flt x y then v = y else v = x \/ v = y \/ (feq x y = false /\ v = B754_nan).

(* What a comparison is as an int of C. *)
Definition bit (b : bool) : Z := if b then 1%Z else 0%Z.

Lemma land_bit a b : Z.land (bit a) (bit b) = bit (a && b).
Proof. now destruct a, b. Qed.

Lemma lor_bit a b : Z.lor (bit a) (bit b) = bit (a || b).
Proof. now destruct a, b. Qed.
