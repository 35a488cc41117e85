(* The numbers of a contact in real numbers, as include/carom/contact.h defines them: the parameter of the nearest point
   of the axis, the unit vector from the axis to the centre, and the nearest point of the wall's surface. n is the
   number of the nearest feature. If the centre is on the side of the axis, the normal is the left-hand one. *)
From Coq Require Import ZArith Reals.
From Carom Require Import Geometry.

Open Scope R_scope.

Section Contact.
Variables (n : Z) (c a b : point).

(* A vector along the normal. *)
Definition side_of := if Rlt_dec (cross c a b) 0 then -1 else 1.
Definition vector_x := if Z.eqb n 1 then - side_of * uy a b else if Z.eqb n 2 then wx c a else zx c b.
Definition vector_y := if Z.eqb n 1 then side_of * ux a b else if Z.eqb n 2 then wy c a else zy c b.
Definition vector_length := sqrt (vector_x * vector_x + vector_y * vector_y).

End Contact.
