# SPDX-License-Identifier: Apache-2.0
"""Unit tests of parameters.py: which declarations it reads, and which parameters it misses in their comments."""

import unittest

import parameters


def missed(*sources):
    """The complaints about files with these texts, without the name of the file."""
    found = [each for source in sources for each in parameters.declarations("a.swift", source)]
    return [(line, text) for _, line, text in parameters.complaints(found)]


def names(signature):
    """The labels and names of the parameters of a declaration."""
    return [each.parameters for each in parameters.declarations("a.swift", signature)]


class SignatureTests(unittest.TestCase):
    def test_a_parameter_has_a_label_and_a_name(self):
        self.assertEqual(names("func move(_ view: View, to place: Int, animated: Bool) {}"),
                         [("_ view", "to place", "animated")])
        self.assertEqual(names("func stop() {}\nvar size: Int { get }\n"), [])

    def test_commas_in_brackets_and_arrows_separate_nothing(self):
        self.assertEqual(names("init(pair: (Int, Int) = (1, 2), table: [Int: Int], body: (A) -> Set<A>, last: Int)"),
                         [("pair", "table", "body", "last")])

    def test_strings_and_comments_in_a_signature_are_left_out(self):
        self.assertEqual(names('func f(a: String = "x, y: )", // z: Int,\n  b: Int) {}'), [("a", "b")])

    def test_generic_functions_operators_and_subscripts_are_read(self):
        self.assertEqual(names("func first<Result, Other>(where body: () -> Result) {}"), [("where body",)])
        self.assertEqual(names("static func < (left: A, right: A) -> Bool {}"), [("left", "right")])
        self.assertEqual(names("subscript(id: String) -> Int? {}"), [("id",)])
        self.assertEqual(names("init?(_ text: String) {}"), [("_ text",)])

    def test_calls_are_no_declarations(self):
        self.assertEqual(names("super.init(name: name)\nself.init(1)\nlet a = b.subscript(c)\n// func old(a: Int)"), [])


class CommentTests(unittest.TestCase):
    def test_a_public_function_must_name_every_parameter(self):
        self.assertEqual(missed("/// Moves.\npublic func move(_ view: View, to place: Int) {}"),
                         [(2, "the comment of move does not name view, place")])
        self.assertEqual(missed("open func move(by step: Int) {}"), [(1, "the comment of move does not name step")])

    def test_lists_and_backticks_name_parameters(self):
        self.assertEqual(missed("/// Moves.\n///\n/// - Parameter step: rows.\npublic func move(by step: Int) {}"), [])
        self.assertEqual(missed("/// - Parameters:\n///   - a: one.\n///   - b: two.\npublic init(a: A, b: B) {}"), [])
        self.assertEqual(missed("/// Moves by `step` rows.\npublic func move(by step: Int) {}"), [])

    def test_a_link_and_a_mere_word_name_nothing(self):
        for comment in ["a ``step``", "a step", "- Parameter stepping: rows", "- Returns: step: one"]:
            self.assertEqual(len(missed(f"/// {comment}\npublic func move(by step: Int) {{}}")), 1, comment)

    def test_the_comment_stands_above_the_attributes(self):
        self.assertEqual(
            missed("/// By `step`.\n@discardableResult\n@inlinable\npublic mutating func move(by step: Int) {}"), [])
        self.assertEqual(len(missed("/// By `step`.\npublic var a = 1\npublic func move(by step: Int) {}")), 1)
        self.assertEqual(missed("case next\n/// By `step`.\npublic func move(by step: Int) {}"), [])

    def test_other_declarations_need_no_names(self):
        for modifier in ["", "package ", "private ", "static ", "public override ", "override public "]:
            self.assertEqual(missed(f"{modifier}func move(by step: Int) {{}}"), [], modifier)
        self.assertEqual(missed("func open(path: String) {}\npackage func public(a: Int) {}"), [])


class RequirementTests(unittest.TestCase):
    def test_requirements_of_a_public_protocol_are_public(self):
        self.assertEqual(missed("public protocol Mover {\n  /// Moves.\n  func move(by step: Int)\n}"),
                         [(3, "the comment of move does not name step")])
        self.assertEqual(missed("protocol Mover {\n  func move(by step: Int)\n}"), [])
        self.assertEqual(missed("public protocol Mover {\n  var a: Int { get }\n}\nfunc move(by step: Int) {}"), [])

    PROTOCOL = "public protocol Mover {\n  /// By `step`.\n  func move(by step: Int)\n}\n"

    def test_an_implementation_needs_no_names_in_any_file(self):
        self.assertEqual(missed(self.PROTOCOL + "extension Mover {\n  public func move(by step: Int) {}\n}"), [])
        self.assertEqual(missed("public struct A: Mover {\n  public func move(by step: Int) {}\n}", self.PROTOCOL), [])

    def test_other_labels_or_names_are_another_function(self):
        for signature in ["move(_ step: Int)", "move(by count: Int)", "turn(by step: Int)", "move(by step: A, a: A)"]:
            self.assertEqual(len(missed(self.PROTOCOL, f"public func {signature} {{}}")), 1, signature)

    def test_a_requirement_of_another_protocol_excuses_nothing(self):
        self.assertEqual(len(missed("package protocol Mover {\n  /// By `step`.\n  func move(by step: Int)\n}\n",
                                    "public func move(by step: Int) {}")), 1)


if __name__ == "__main__":
    unittest.main()
