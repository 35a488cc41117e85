(* What the extracted terms use besides the operations of Model.v: conversions, and functions of C that read the bits of
   a number. Each has the value that C has for the numbers that its comment names. *)
From Coq Require Import ZArith.
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
   mantissa and the exponent that follows it are one integer, so a carry gives the next power of two, and a number beyond
   the range gives infinity. *)
Definition fhigh (x : F double) : F double :=
  match x with
  | B754_finite s m e _ => nearest double (cond_Zopp s ((Zpos m + 2 ^ 26) / 2 ^ 27 * 2 ^ 27)%Z) e s
  | _ => x
  end.

(* 2^e, for -1022 <= e <= 1023. *)
Definition fpower (e : Z) : F double := nearest double 1 e false.

(* The next double in the direction of `to`, for x that is finite and not 0, and `to` that is not 0 and not NaN. *)
Definition fnext (x to : F double) : F double :=
  if flt (fconst 0 0) to then Bsucc x else Bpred x.

(* The sign bit. That of a NaN is n, of which nothing is known. *)
Definition fsign {f : format} (n : bool) (x : F f) : bool :=
  match x with
  | B754_nan => n
  | _ => Bsign x
  end.

(* The magnitude of x with the sign of y. *)
Definition fcopysign {f : format} (n : bool) (x y : F f) : F f :=
  if fsign n y then fneg (fabs x) else fabs x.
