"""extract.py on small pieces of C: the text of the terms, and what is refused."""

import pathlib
import tempfile
import unittest

from csource import Source, preprocessed
from extract import ROOT, Entry, extract
from functions import Structs
from terms import Refused

HEAD = """typedef _Bool bool;
typedef struct vec { double x, y; } vec;
typedef enum side { LEFT = 1, RIGHT } side;
typedef unsigned char uint8_t;
extern const double carom_infinity;
double fabs(double x);
double elsewhere(double x);
static double larger(double x, double y) { return x > y ? x : y; }
static vec minus(vec p, vec q) { vec r; r.x = p.x - q.x; r.y = p.y - q.y; return r; }
static double dot(vec p, vec q) { return p.x * q.x + p.y * q.y; }
"""


def record_of(code, options="", others=()):
    """Returns the record of the function f, after those of the other functions."""
    source = Source(HEAD + code, "snippet.c")
    records = {}
    for name in others:
        records[name] = extract(source, Entry(f"Terms snippet.c {name}"), records)
    return extract(source, Entry(f"Terms snippet.c f {options}"), records)


def fields_of(code, options="", others=()):
    """Returns the fields of the function f, without line breaks."""
    text = " ".join(record_of(code, options, others).coq().split())
    return text.split(":= { ")[1].split(" }.")[0].split("; ")


class Fields(unittest.TestCase):
    """What becomes of each construct."""

    def check(self, code, fields, options="", others=()):
        """Compares the fields of f."""
        self.assertEqual(fields_of(code, options, others), fields)

    def test_nested_expression(self):
        """The order of the operations is that of C."""
        code = "double f(double a, double b) { const double c = (a - b) * -a / b; return c + 1.0 + b; }"
        fields = ["E_c : c = fdiv (fmul (fsub a b) (fneg a)) b", "E_result : result = fadd (fadd c (fconst 1 0)) b"]
        self.check(code, fields)

    def test_literals(self):
        """A literal is the nearest number of its type."""
        code = "double f(double a) { return a + 0x1p-48 + 0.1 + 0.0 + 6.0 + carom_infinity; }"
        total = "fadd (fadd (fadd a (fconst 1 (-48))) (fconst 3602879701896397 (-55))) (fconst 0 0)"
        total = f"fadd (fadd ({total}) (fconst 3 1)) finf"
        self.check(code, [f"E_result : result = {total}"])
        self.check("float f(float a) { return a + 0.1f; }", ["E_result : result = fadd a (fconst 13421773 (-27))"])

    def test_comparisons(self):
        """> and >= are swapped, != is negated."""
        code = "bool f(double a, double b) { return (a > b && a >= 1.0) || !(a <= b) || a != b; }"
        terms = "orb (orb (andb (flt b a) (fle (fconst 1 0) a)) (negb (fle a b))) (negb (feq a b))"
        self.check(code, [f"E_result : result = {terms}"])

    def test_bools_as_integers(self):
        """A bool is 1 or 0 in arithmetic; & of bools is a conjunction."""
        code = "int f(double a, double b) { const int c = a > b; return (a > 0.0 & b > 0.0) + 2 * c - (a < b); }"
        result = (
            "Z.sub (Z.add (if andb (flt (fconst 0 0) a) (flt (fconst 0 0) b) then 1%Z else 0%Z) (Z.mul 2%Z c)) "
            "(if flt a b then 1%Z else 0%Z)"
        )
        self.check(code, ["E_c : c = if flt b a then 1%Z else 0%Z", f"E_result : result = {result}"])

    def test_unsigned(self):
        """They wrap around."""
        code = "unsigned f(unsigned a) { a--; return a * 2u; }"
        wrapped = [f"Z.modulo (Z.{op}) 4294967296%Z" for op in ("sub a 1%Z", "mul a_1 2%Z")]
        self.check(code, [f"E_a_1 : a_1 = {wrapped[0]}", f"E_result : result = {wrapped[1]}"])

    def test_words(self):
        """Words of 64 bits are shifted, and become doubles."""
        code = "double f(unsigned long a) { return (double)((a & 7) << 62 | a >> 2); }"
        shifted = "Z.modulo (Z.shiftl (Z.land a 7%Z) 62%Z) 18446744073709551616%Z"
        self.check(code, [f"E_result : result = nearest double (Z.lor ({shifted}) (Z.shiftr a 2%Z)) 0%Z false"])

    def test_narrowing(self):
        """A number that a condition limits may become one of fewer bits."""
        code = "uint8_t f(unsigned a) { return (uint8_t)(a <= 2u ? a : 255u); }"
        self.check(code, ["E_result : result = if Z.leb a 2%Z then a else 255%Z"])
        self.assertRaisesRegex(Refused, "8 bits", fields_of, code.replace("<=", ">"))

    def test_enums(self):
        """The constants of an enum are numbers."""
        code = "side f(uint8_t wall) { return wall == RIGHT ? LEFT : RIGHT; }"
        self.check(code, ["E_result : result = if Z.eqb wall 2%Z then 1%Z else 2%Z"])

    def test_early_returns(self):
        """They become nested conditions."""
        code = "int f(double a) { if (a < 0.0) return -1; if (a == 0.0) return 0; return 1; }"
        result = "if flt a (fconst 0 0) then (-1)%Z else if feq a (fconst 0 0) then 0%Z else 1%Z"
        self.check(code, [f"E_result : result = {result}"])

    def test_early_return_without_a_result(self):
        """What is stored after it is stored under a condition."""
        code = "void f(double *a) { if (*a < 0.0) return; *a = 0.0; }"
        self.check(code, ["E_a_1 : a_1 = (fconst 0 0)", "E_a_2 : a_2 = if flt a (fconst 0 0) then a else a_1"])

    def test_join(self):
        """A variable that both sides of a condition assign is chosen where they meet."""
        code = "double f(double a, double b) { double m = a; if (a < b) { m = b; m = m + m; } return m; }"
        fields = ["E_m : m = a", "E_if1 : if1 = flt a b", "E_m_1 : m_1 = b", "E_m_2 : m_2 = fadd m_1 m_1"]
        fields = [fields[0], *fields[2:], "E_m_3 : m_3 = if flt a b then m_2 else m", "E_result : result = m_3"]
        self.check(code, fields)

    def test_assumption(self):
        """What CAROM_ASSUME says leaves no field. Other such loops are refused."""
        loop = "do { (void)0; if (!b) abort(); } while (0);"
        code = f"void abort(void); double f(double a, bool b) {{ {loop} return a + a; }}"
        self.check(code, ["E_result : result = fadd a a"])
        with self.assertRaisesRegex(Refused, "DoWhile"):
            fields_of("double f(double a) { do { a = a + a; } while (0); return a; }")

    def test_part_of_the_paths_returns(self):
        """What follows several paths is computed once."""
        code = "double f(double a, double b) { if (a < b) { if (b < 0.0) return a; } return a * b; }"
        fields = ["E_rest1 : rest1 = fmul a b"]
        fields += ["E_result : result = if flt a b then if flt b (fconst 0 0) then a else rest1 else rest1"]
        self.check(code, fields)

    def test_assignment_within_a_condition(self):
        """What the right side of && assigns holds only if it is evaluated."""
        code = """static bool set(double *p) { *p = 2.0; return 1; }
        double f(double a) { double m = a; const bool b = a > 0.0 && set(&m); return b ? m : a; }"""
        fields = ["E_m : m = a", "E_m_1 : m_1 = (fconst 1 1)", "E_if1 : if1 = flt (fconst 0 0) a"]
        fields += ["E_m_2 : m_2 = if if1 then m_1 else m", "E_b : b = if1", "E_result : result = if b then m_2 else a"]
        self.check(code, fields)

    def test_assignment_to_a_parameter_within_a_condition(self):
        """A parameter that is first mentioned there has had a value before."""
        code = """static bool set(double *p) { *p = 2.0; return 1; }
        double f(double a, double b) { const bool c = b > 0.0 || set(&a); return c ? a : b; }"""
        fields = ["E_a_1 : a_1 = (fconst 1 1)", "E_if1 : if1 = flt (fconst 0 0) b"]
        fields += ["E_a_2 : a_2 = if if1 then a else a_1", "E_c : c = orb if1 true"]
        self.check(code, [*fields, "E_result : result = if c then a_2 else b"])

    def test_place_with_an_effect(self):
        """It is evaluated once."""
        code = """static int *g(int *p, int *n) { *n = *n + 1; return p; }
        int f(int a, int n) { (*g(&a, &n))++; return n; }"""
        self.check(code, ["E_n_1 : n_1 = Z.add n 1%Z", "E_result : result = n_1"])

    def test_functions_of_a_float(self):
        """The header's functions take doubles."""
        code = "double sqrt(double x); double f(float a, float b) { return fabs(a) * sqrt(b); }"
        self.check(code, ["E_result : result = fmul (fabs (fwiden a)) (fsqrt (fwiden b))"])

    def test_constant_of_the_file(self):
        """Names in it are not those of the function."""
        code = "enum { K = 2 }; static const int c = K; int f(int K) { return c + K; }"
        self.check(code, ["E_result : result = Z.add 2%Z K"])

    def test_structs_and_callees(self):
        """Members are variables; the variables of a callee have its name in front."""
        code = """static double half(double x) { const double h = 0.5 * x; return h * h; }
        double f(vec p, const vec *q) { const vec u = minus(p, *q); return half(u.x) + half(u.y) + dot(u, u); }"""
        fields = [
            "E_u_x : u_x = fsub p_x q_x",
            "E_u_y : u_y = fsub p_y q_y",
            "E_half_1_h : half_1_h = fmul (fconst 1 (-1)) u_x",
            "E_half_2_h : half_2_h = fmul (fconst 1 (-1)) u_y",
            "E_result : result = fadd (fadd (fmul half_1_h half_1_h) (fmul half_2_h half_2_h)) "
            "(fadd (fmul u_x u_x) (fmul u_y u_y))",
        ]
        self.check(code, fields)

    def test_stored_results(self):
        """What a function stores through a pointer is a result."""
        code = "bool f(vec *v, double a) { v->x = a; v->y += a; return a > 0.0; }"
        fields = ["E_v_x : v_x = a", "E_v_y_1 : v_y_1 = fadd v_y a", "E_result : result = flt (fconst 0 0) a"]
        self.check(code, fields)
        self.assertIn("(result : bool) (v_x v_y_1 : F double)", record_of(code).coq())

    def test_argument_that_is_used_twice(self):
        """It is computed once."""
        code = "double f(double a) { return larger(a + 1.0, 0.0); }"
        fields = ["E_larger_x : larger_x = fadd a (fconst 1 0)"]
        fields += ["E_result : result = if flt (fconst 0 0) larger_x then larger_x else (fconst 0 0)"]
        self.check(code, fields)

    def test_loop_of_constant_length(self):
        """It is unrolled."""
        code = "double f(double a) { for (int i = 0; i < 2 && a < 1.0; i++) a = a * 2.0; return a; }"
        fields = ["E_a_1 : a_1 = fmul a (fconst 1 1)", "E_a_2 : a_2 = fmul a_1 (fconst 1 1)"]
        fields += ["E_a_3 : a_3 = if flt a_1 (fconst 1 0) then a_2 else a_1"]
        fields += ["E_a_4 : a_4 = if flt a (fconst 1 0) then a_3 else a", "E_result : result = a_4"]
        self.check(code, fields)

    def test_break(self):
        """A path that leaves a loop skips the passes that follow."""
        code = "double f(double a) { for (int i = 0; i < 2; i++) { if (a < 1.0) break; a = a + 1.0; } return a; }"
        fields = ["E_a_1 : a_1 = fadd a (fconst 1 0)", "E_a_2 : a_2 = fadd a_1 (fconst 1 0)"]
        fields += ["E_a_3 : a_3 = if flt a_1 (fconst 1 0) then a_1 else a_2"]
        fields += ["E_a_4 : a_4 = if flt a (fconst 1 0) then a else a_3", "E_result : result = a_4"]
        self.check(code, fields)

    def test_initializers(self):
        """Members may be named; those that are left out are 0."""
        code = "double f(double a) { const vec p = {.y = a}; const vec q = {a}; return p.x + p.y + q.y; }"
        fields = ["E_p_y : p_y = a", "E_result : result = fadd (fadd (fconst 0 0) p_y) (fconst 0 0)"]
        self.check(code, fields)

    def test_arrays(self):
        """Short arrays are like structs, if all indices are constants."""
        code = "typedef struct pair { vec v[2]; } pair; static double last(const double *s) { return s[1]; } "
        code += "double f(const pair *p) { vec a[2]; double s[2] = {p->v[0].x}; memcpy(a, p->v, sizeof a); "
        code += "for (int i = 1; i < 2; i++) s[i] = s[i - 1] + a[i].y; return last(s); }"
        fields = ["E_s_0 : s_0 = p_v_0_x", "E_a_1_y : a_1_y = p_v_1_y", "E_s_1 : s_1 = fadd s_0 a_1_y"]
        self.check(code, [*fields, "E_result : result = s_1"])

    def test_cleared(self):
        """A memset with 0 makes all numbers of an object 0."""
        code = "double f(double a) { vec v = {a, a}; vec *p = &v; memset(p, 0, sizeof *p); v.x = a; return v.x + v.y; }"
        self.check(code, ["E_v_x : v_x = a", "E_result : result = fadd v_x (fconst 0 0)"])


class Options(unittest.TestCase):
    """The options of the table."""

    def test_fused(self):
        """A product may be fused into a sum, also if a variable holds it."""
        code = (
            "double f(double a, double b) { const double p = a * b; const double q = a * a - p; return (p + 1.0) * q; }"
        )
        fields = [
            "E_p : p = fmul a b",
            "E_q : difference_or_fused q (fmul a a) p (Some (a, a)) (Some (a, b))",
            "E_t1 : sum_or_fused t1 p (fconst 1 0) (Some (a, b)) None",
            "E_result : result = fmul t1 q",
        ]
        self.assertEqual(fields_of(code, "fused"), fields)

    def test_fused_negative_product(self):
        """The sign of a product moves to a factor. A sum without a product stays as it is."""
        code = "double f(double a, double b) { return (a + b) - -(a * b); }"
        field = "E_result : difference_or_fused result (fadd a b) (fneg (fmul a b)) None (Some (fneg a, b))"
        self.assertEqual(fields_of(code, "fused"), [field])

    def test_undecided(self):
        """What is left to another function is marked."""
        code = "int g(double a); int f(double a) { if (a > 1.0) return 1; const double b = g(a); return b > 0.0; }"
        field = "E_result : result = if flt (fconst 1 0) a then 1%Z else undecided"
        self.assertEqual(fields_of(code, "undecided=g"), [field])

    def test_unknown(self):
        """Of what a function gives nothing may be known."""
        code = "bool g(double a); double f(double a) { return g(a) ? a : -a; }"
        self.assertEqual(fields_of(code, "unknown=g"), ["E_result : result = if g_1 then a else fneg a"])
        self.assertIn("Record f (a : F double) (g_1 : bool) (result : F double)", record_of(code, "unknown=g").coq())

    def test_undecided_without_a_result(self):
        """There is nothing that could say so."""
        code = "double g(double a); void f(double *a) { if (*a > 1.0) *a = g(*a); }"
        self.assertRaisesRegex(Refused, "a function without a result", fields_of, code, "undecided=g")

    def test_call(self):
        """A function can be a record of its own."""
        code = "double f(vec p, vec q) { const double a = dot(p, q), b = dot(minus(p, q), q); return a * b; }"
        fields = [
            "E_dot : dot_results p_x p_y q_x q_y a",
            "E_minus_r_x : minus_r_x = fsub p_x q_x",
            "E_minus_r_y : minus_r_y = fsub p_y q_y",
            "E_dot_2 : dot_results minus_r_x minus_r_y q_x q_y b",
            "E_result : result = fmul a b",
        ]
        self.assertEqual(fields_of(code, "call=dot", ["dot"]), fields)

    def test_call_with_null(self):
        """What a record would read through NULL is open."""
        code = "static double g(const vec *p, double a) { return p == (const vec *)0 ? a : p->x; }\n"
        code += "double f(double a) { return g((const vec *)0, a); }"
        fields = ["E_g : g_results unset1 false a result"]
        self.assertEqual(fields_of(code, "call=g", ["g"]), fields)

    def test_call_of_another_file(self):
        """The record of a function that another file defines, if it is exported there."""
        other = "double g(double a) { return a + 1.0; }"
        code = "double g(double a); double f(double a) { return g(a) * a; }"
        for text, is_known in ((other, True), ("static " + other, False)):
            records = {"g": extract(Source(HEAD + text, "other.c"), Entry("Terms other.c g"), {})}
            source, entry = Source(HEAD + code, "snippet.c"), Entry("Terms snippet.c f call=g")
            if is_known:
                self.assertIn("E_g : g_results a g_result;", extract(source, entry, records).coq())
            else:
                self.assertRaisesRegex(Refused, "the record of g is another function", extract, source, entry, records)

    def test_passes(self):
        """A loop that may go on after so many passes has a result that says so."""
        code = "double f(double a) { for (; a < 1.0;) a = a * 2.0; return a; }"
        self.assertRaisesRegex(Refused, "a loop", fields_of, code)
        fields = fields_of(code, "passes=1")
        self.assertIn("E_goes_on : goes_on = andb if1 (flt a_1 (fconst 1 0))", fields)
        source, records = Source(HEAD + code + " double g(double a) { return f(a); }", "snippet.c"), {}
        for line in ("f passes=1", "g call=f"):
            entry = Entry(f"Terms snippet.c {line}")
            records[entry.function] = extract(source, entry, records)
        self.assertIn("E_f : f_results a f_goes_on result", records["g"].coq())

    def test_given(self):
        """A record may be for a constant that a caller has. Then a loop has an end."""
        code = "typedef struct list { vec v[3]; int n; } list; "
        code += "static list make(double a) { return (list){{{a, a}}, 2}; } "
        code += "static double g(const list *l) { double s = 0.0; for (int i = 0; i < l->n; i++) s = s + l->v[i].x; "
        code += "return s; } double f(double a) { const list l = make(a); return g(&l); }"
        source, records = Source(HEAD + code, "snippet.c"), {}
        for line in ("g given=l.n:2", "make", "f call=g,make"):
            entry = Entry(f"Terms snippet.c {line}")
            records[entry.record] = extract(source, entry, records)
        text = " ".join(records["f"].coq().split())
        self.assertIn("E_g_2 : g_2_results l_v_0_x l_v_1_x result", text)
        entry = Entry("Terms snippet.c f call=g,make")
        records["g_3"] = records.pop("g_2")
        records["g_3"].entry.given = {"l.n": 3}
        self.assertRaisesRegex(Refused, "g is no record so far", extract, source, entry, records)

    def test_hidden(self):
        """A number of which nothing is known is no input, but there is one."""
        code = "double wide_power_of_two(int e); double f(int e) { return wide_power_of_two(e); }"
        text = " ".join(record_of(code, "hidden").coq().split())
        self.assertIn("Definition f_results (e : Z) (result : F double) : Prop := exists (unknown1 : F double)", text)


def function_of(code, options="", others=()):
    """Returns the text of the function f of Coq, and of the structs, without line breaks."""
    source = Source(HEAD + code, "snippet.c")
    records, functions, structs = {}, {}, Structs()
    for name in (*others, "f"):
        entry = Entry(f"Terms snippet.c {name} function {options if name == 'f' else ''}")
        records[name] = extract(source, entry, records, functions, structs)
    text = functions["f"].coq()
    return " ".join(text.split()), " ".join(structs.coq().split())


class Functions(unittest.TestCase):
    """Functions of structs."""

    def check(self, code, text, options="", others=()):
        """Compares the definition of f."""
        definition = function_of(code, options, others)[0].split("Definition f ")[1].split(". Definition")[0]
        self.assertEqual(definition, text)

    def test_structs(self):
        """They are parameters, and the result."""
        text = "(p : vec) (a : F double) : vec := let r_x := fadd p.(vec.x) a in (vec.make r_x p.(vec.y))"
        self.check("vec f(vec p, double a) { const vec r = {p.x + a, p.y}; return r; }", text)
        structs = function_of("vec f(vec p) { return minus(p, p); }")[1]
        self.assertIn("Module vec. Record struct := make { x : F double; y : F double }. End vec.", structs)

    def test_stored(self):
        """What a function stores is a result; the rest of the struct stays."""
        code = "void f(vec *p, double a) { p->x = p->x + a; }"
        text = "(p : vec) (a : F double) : vec := let p_x_1 := fadd p.(vec.x) a in (vec.make p_x_1 p.(vec.y))"
        self.check(code, text)
        code = "bool f(const vec *p, double *a) { *a = p->y; return p->x > *a; }"
        text = "(p : vec) (a : F double) : bool * F double := "
        text += "let result := flt p.(vec.y) p.(vec.x) in (result, p.(vec.y))"
        self.check(code, text)

    def test_calls(self):
        """A function calls functions with structs as they are, if it has not changed them."""
        code = "static vec g(vec p) { const vec r = {p.y, p.x}; return r; } "
        code += "double f(const vec *p) { const vec s = g(*p); return g(s).x; }"
        text = "(p : vec) : F double := let s := g p in let of_g := g s in of_g.(vec.x)"
        self.check(code, text, "call=g", ["g"])
        code = "static bool g(vec *p, double a) { p->x = a; return a > 0.0; } "
        code += "bool f(vec *p) { return g(p, p->y) & (p->x > 1.0); }"
        text = "(p : vec) : bool * vec := let of_g := g p p.(vec.y) in let result := andb (fst of_g) (flt (fconst 1 0) "
        text += "(snd of_g).(vec.x)) in (result, (vec.make (snd of_g).(vec.x) p.(vec.y)))"
        self.check(code, text, "call=g", ["g"])

    def test_unset(self):
        """What a local struct holds before it is set is a parameter."""
        code = "static void g(vec *p, double a) { p->x = a; } double f(double a) { vec v; g(&v, a); return v.x; }"
        text = "(a : F double) (p_unset : vec) : F double := let v := g p_unset a in v.(vec.x)"
        self.check(code, text, "call=g", ["g"])

    def test_unknown(self):
        """The sign of a NaN is a parameter."""
        code = "double copysign(double x, double y); double f(double a) { return copysign(1.0, a); }"
        text = "(a : F double) (nan_sign1 : bool) : F double := "
        text += "let result := fcopysign nan_sign1 (fconst 1 0) a in result"
        self.check(code, text)

    def test_passed_on(self):
        """What is only passed on to a call that does not need it is computed, too."""
        code = "static double g(vec p) { return p.x; } "
        code += "double f(double a) { const vec p = {a, a + a}; return g(p); }"
        text = "(a : F double) : F double := let p_y := fadd a a in let result := g (vec.make a p_y) in result"
        self.check(code, text, "call=g", ["g"])

    def test_lemmas(self):
        """They say that function and record are one."""
        text = function_of("void f(vec *p, double a) { p->x = a + a; }")[0]
        self.assertIn("f_relation (p : vec) (a : F double) (r : vec) : Prop := f_results a r.(vec.x).", text)
        self.assertIn("Lemma f_record (p : vec) (a : F double) r : r = f p a -> f_relation p a r.", text)
        self.assertIn("f_results a p_x_ -> f p a = (vec.make p_x_ p.(vec.y)).", text)
        self.assertIn("Lemma f_function (a : F double) r : f_relation r a r -> f r a = r.", text)

    def test_refusals(self):
        """What is no function of structs is refused."""
        code = "double f(double a, double b) { return a * b + a; }"
        self.assertRaisesRegex(Refused, "options that only records have", function_of, code, "fused")
        code = "bool f(const vec *p) { return p && p->x > 0.0; }"
        self.assertRaisesRegex(Refused, "more than numbers and structs", function_of, code)
        code = "typedef struct two { vec *p; } two; double f(two t) { return t.p->x; }"
        self.assertRaisesRegex(Refused, "more than numbers and structs", function_of, code)
        structs = Structs()
        for members in ("double x", "double y"):
            source = Source(f"typedef struct one {{ {members}; }} one;", "snippet.c")
            if members == "double x":
                structs.add(source.typedefs["one"])
        self.assertRaisesRegex(Refused, "two structs one", structs.add, source.typedefs["one"])


class Refusals(unittest.TestCase):
    """What is not understood is refused, with its place."""

    def check(self, code, reason):
        """Checks the reason, and the line, which is the last one."""
        line = (HEAD + code).count("\n") + 1
        self.assertRaisesRegex(Refused, f"snippet.c:{line}: {reason}", fields_of, code)

    def test_refusals(self):
        """Each has its reason."""
        self.check("double f(double a) { while (a < 1.0) a = a + a; return a; }", "a statement of the kind While")
        self.check("double f(double a) { return elsewhere(a); }", "a call of elsewhere")
        self.check("double f(double *a) { return a[1]; }", "an element of no array")
        self.check("int f(int a) { return a << 1; }", "the operator << on integers of 32 bits")
        self.check("float f(int a) { return a; }", "an integer that becomes a float")
        self.check("int f(double a) { return a; }", "a floating-point number that becomes an integer")
        self.check("unsigned f(int a) { return a; }", "an integer of 32 bits that becomes one of 32 bits")
        self.check("double f(double a) { double b; if (a > 0.0) b = a; return b; }", "a value that is not set")
        self.check("double f(double a) { for (;;) a = a + 1.0; }", "a loop")

    def test_refusals_of_integers(self):
        """What C makes another number is refused."""
        self.check("unsigned long f(unsigned long p, unsigned q) { return p & ~q; }", "the operator ~ on a number")
        self.check("int f(long a) { return -a; }", "an integer of 64 bits that becomes one of 32 bits")
        self.check("uint8_t f(uint8_t a) { a++; return a; }", "an integer of 32 bits that becomes one of 8 bits")
        self.check("int f(int a) { a = 5000000000; return a; }", "an integer of 64 bits that becomes one of 32 bits")
        self.check("bool f(bool c, unsigned a) { return (c ? a : -1) > 5; }", "a signed integer that becomes unsigned")
        self.check("int f(int a) { return (short int)a; }", "a value of a type that is not known")
        bits = "typedef struct small { unsigned b : 2; } small; "
        self.check(bits + "unsigned f(small p) { p.b = 5; return p.b; }", "a value of a type that is not known")
        for value in ("5 | 2", "1 ? 5 : 7", "-7 / 2", "sizeof(int)"):
            self.check(f"enum {{ K = {value} }}; int f(int a) {{ return a + K; }}", "the name K")

    def test_refusals_of_numbers(self):
        """Only doubles and floats are known, and a literal is rounded once."""
        self.check("double f(double a) { return a + 0.1L; }", "the constant 0.1L")
        self.check("double f(double a) { return (long double)a * a; }", "a value of a type that is not known")
        code = "static long double g(double a) { return a; } double f(double a) { return g(a) * g(a); }"
        self.check(code, "a value of a type that is not known")
        self.check("float f(float a) { return a + 1.00000005960464477539062500000001f; }", "the constant 1")

    def test_refusals_of_memory(self):
        """Objects that are two, or another, in C."""
        self.check("double f(double a) { static double s = 1.0; s = s + a; return s; }", "s, which keeps its value")
        code = "typedef struct two { double v[2]; } two; "
        code += "double f(two *p) { two t = *p; *p->v = 1.0; return *t.v; }"
        self.check(code, "a copy of an array")
        self.check("double f(float a) { return *(double *)&a; }", "a pointer to another type")
        code = "void *memcpy(void *, const void *, unsigned long); "
        code += "double f(double a, double b) { memcpy(&a, &b, sizeof(float)); return a; }"
        self.check(code, "a copy of more than a number")
        self.check("double f(double a) { double s[2] = {a}; return s[2]; }", "no member 2")
        code = "double f(double a, int i) { double s[2] = {a}; return s[i]; }"
        self.check(code, "an element of an array that is not known")
        code = "double f(double a) { vec v = {a, a}; memset(&v, 1, sizeof v); return v.x; }"
        self.check(code, "a memory that is filled")
        code = "static void g(double *p, double *q) { *p = 1.0; *q = *p + *q; } "
        code += "double f(double a) { g(&a, &a); return a; }"
        self.assertRaisesRegex(Refused, "two pointers to one object", fields_of, code, "call=g", ["g"])
        code = "bool g(double a, double *b); double f(double a) { double b = a; if (g(a, &b)) return b; return a; }"
        self.assertRaisesRegex(Refused, "g, which may store", fields_of, code, "unknown=g")

    def test_refusals_of_the_mark(self):
        """What is left to another function is a result and no number."""
        given = "int g(double a); static int h(double a) { if (a > 0.0) return 1; return g(a); } "
        for code in (
            "bool f(double a) { return a > 0.0 ? 0 : g(a) > 0; }",
            "int f(double a) { if (a > 0.0 ? a < 1.0 : g(a)) return 1; return 2; }",
            "bool f(double a) { return h(a) > 0; }",
            "int f(double a) { return -h(a) + 1; }",
            "int f(double a) { return h(a) ? 1 : 2; }",
        ):
            with self.subTest(code):
                self.assertRaisesRegex(Refused, "may be undecided", fields_of, given + code, "undecided=g")
        code = "double f(double a) { const int b = h(a); return b == 2 ? a : -a; }"
        self.assertRaisesRegex(Refused, "may be undecided", fields_of, given + code, "undecided=g")

    def test_refusals_of_options(self):
        """One pass must not depend on the one before; no compiler fuses across a condition for certain."""
        loop = "double f(double a) { for (int i = 0; i < 9; i++) a = a + 1.0; return a; }"
        self.assertRaisesRegex(Refused, "a loop that changes a", fields_of, loop, "each")
        product = "double f(double a) { const double b = a > 0.0 ? a * a : 1.0; return b + a; }"
        self.assertRaisesRegex(Refused, "a product under a condition", fields_of, product, "fused")


class Library(unittest.TestCase):
    """The filter of the header."""

    def setUp(self):
        """Preprocesses the header."""
        with tempfile.TemporaryDirectory() as name:
            self.code = preprocessed(ROOT / "include/carom/detail/reach.h", ROOT, pathlib.Path(name))

    def text(self, code):
        """Returns the record of the filter."""
        name = "carom_detail_certain_reach"
        return extract(Source(code, "reach.h"), Entry(f"Terms reach.h {name}"), {}).coq()

    def test_the_same_twice(self):
        """The text depends on the source alone."""
        self.assertEqual(self.text(self.code), self.text(self.code))

    def test_mutants(self):
        """Another constant, operator or variable gives another text."""
        text = self.text(self.code)
        changes = [
            ("1.4210854715202004e-14", "7.105427357601002e-15"),
            ("3.2033329522929615e-145", "3.2033329522929612e-145"),
            ("reach * reach * len2", "reach * (reach * len2)"),
            ("ux * wy - uy * wx", "ux * wy + uy * wx"),
            ("fabs(ahead) > error", "fabs(ahead) >= error"),
            ("dot - (from_a", "from_a - (from_a"),
        ]
        for old, new in changes:
            with self.subTest(old):
                self.assertEqual(self.code.count(old), 1)
                self.assertNotEqual(self.text(self.code.replace(old, new)), text)


if __name__ == "__main__":
    unittest.main()
