"""What small files in each language say, and that no file at all makes the reading fail."""

from __future__ import annotations

import random
import sys
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.codebase.parse import languages
from roundtable_tui.codebase.parse.file_facts import FileFacts, Import, Symbol, Use, from_json, to_json
from roundtable_tui.codebase.parse.languages import GRAMMARS, grammar_of, language_of
from roundtable_tui.codebase.parse.symbols import LARGEST, facts_as_text, facts_of

DEFINED = {
    "a.py": (
        """
        RATE = 0.2
        def total(order):
            def inner(): pass
            return inner
        class Order(Base):
            def pay(self): pass
            class Meta: pass
        type Money = int
        """,
        "RATE:constant total:function total.inner:local Order:class Order.pay:method Order.Meta:class Money:type",
    ),
    "a.js": (
        """
        const RATE = 0.2;
        export const total = (order) => { function inner() {} };
        function* pages() {}
        class Order extends Base { pay() {} }
        exports.send = function () {};
        """,
        "RATE:constant total:function total.inner:local pages:function Order:class Order.pay:method send:function",
    ),
    "a.ts": (
        """
        interface Payable { pay(): void }
        type Money = number;
        enum State { Open }
        abstract class Order implements Payable { abstract pay(): void; }
        export function total(o: Order): Money { return 1; }
        namespace Shop { export function open() {} }
        """,
        """
        Payable:interface Money:type State:type Order:class Order.pay:method total:function Shop:namespace
        Shop.open:function
        """,
    ),
    "a.tsx": ("export const Page = () => <Order/>;\n", "Page:function"),
    "a.go": (
        """
        package shop
        const Rate = 2
        var (
            open = 1
        )
        type Order struct{}
        func (o *Order) Pay() {}
        func Total() {}
        """,
        "Rate:constant open:constant Order:type Pay:method Total:function",
    ),
    "a.rs": (
        """
        pub const RATE: u8 = 2;
        pub struct Order<T>(T);
        impl<T> Order<T> { pub fn pay(&self) {} }
        trait Payable { fn pay(&self); }
        enum State { Open }
        mod shop { pub fn open() {} }
        macro_rules! cents { () => {} }
        fn total() {}
        """,
        (
            "RATE:constant Order:class Order.pay:method Payable:interface Payable.pay:method State:type shop:module "
            "shop.open:function cents:macro total:function"
        ),
    ),
    "a.java": (
        """
        package shop;
        public class Order { Order() {} void pay() {} enum State { OPEN } }
        interface Payable { void pay(); }
        record Line(int n) {}
        """,
        (
            "Order:class Order.Order:method Order.pay:method Order.State:type Payable:interface Payable.pay:method "
            "Line:class"
        ),
    ),
    "a.c": (
        """
        #define RATE 2
        typedef struct order { int n; } order_t;
        enum state { OPEN };
        static int count = 0;
        int total(void) { return 1; }
        char *name(void) { return 0; }
        int declared(void);
        """,
        "RATE:macro order_t:type order_t.order:class state:type count:constant total:function name:function",
    ),
    "a.cpp": (
        """
        namespace shop {
        class Order { public: void pay() {} };
        int total() { return 1; }
        }
        void shop::Order::send() {}
        using Money = int;
        """,
        "shop:namespace shop.Order:class shop.Order.pay:method shop.total:function shop.Order.send:method Money:type",
    ),
    "a.rb": (
        """
        RATE = 2
        module Shop
          class Order
            def pay; end
            def self.open; end
          end
        end
        def total; end
        """,
        "RATE:constant Shop:module Shop.Order:class Shop.Order.pay:method Shop.Order.open:method total:function",
    ),
    "a.php": (
        """\
        <?php
        const RATE = 2;
        interface Payable {}
        trait Named {}
        enum State {}
        class Order { function pay() {} }
        function total() {}
        """,
        "RATE:constant Payable:interface Named:interface State:type Order:class Order.pay:method total:function",
    ),
    "a.cs": (
        """
        namespace Shop;
        class Order { public Order() {} void Pay() {} int Total { get; } }
        interface IPayable {}
        record Line(int N);
        enum State { Open }
        """,
        "Order:class Order.Order:method Order.Pay:method Order.Total:method IPayable:interface Line:class State:type",
    ),
    "a.swift": (
        "public class Order {\n  func pay() {}\n}\nprotocol Payable {}\n",
        "Order:class pay:function Payable:interface",
    ),
    "a.sql": ("CREATE TABLE orders (id int);\ncreate or replace function total() ...\n", "orders:type total:function"),
    "a.sh": ("deploy() {\n  echo\n}\nfunction clean {\n}\n", "deploy:function clean:function"),
    "a.ex": ("defmodule Shop.Order do\n  def pay(o), do: o\nend\n", "Order:class pay:function"),
    "a.vue": ("<template/>\n<script>\nexport function pay() {}\n</script>\n", "pay:function"),
}


def written(symbol: Symbol) -> str:
    return f"{symbol.within}.{symbol.name}:{symbol.kind}" if symbol.within else f"{symbol.name}:{symbol.kind}"


@pytest.mark.parametrize("name", DEFINED)
def test_definitions_are_found_with_their_kind_and_what_is_around_them(name: str) -> None:
    source, expected = DEFINED[name]
    facts = facts_of(name, dedent(source).encode())
    assert [written(symbol) for symbol in facts.definitions] == expected.split()
    assert facts.parsed is (facts.language in GRAMMARS)


USED = {
    "a.py": (
        "x = Order(total)\n@route\nclass A(Base):\n  def f(self, m: Money | None) -> List[X]: m.pay()\n",
        "Order route Base Money List X m .pay",
    ),
    "a.js": ("new Order(); total(); order.pay(); Shop.open();", "Order total order Shop .pay .open"),
    "a.ts": ("const x: Money = f<Order>(y);", "f Money Order"),
    "a.tsx": ("const p = () => <Page><Line/></Page>;", "Page Line"),
    "a.go": (
        "package a\nfunc f(o Order) { shop.Pay(total()); var m money.Amount }",
        "Order shop money total .Pay .Amount",
    ),
    "a.rs": ("fn f(o: Order) { total(); o.pay(); Shop::open(); print!(); }", "Order total print Shop .pay"),
    "a.java": ("class A { Money f() { total(); order.pay(); return new Order(); } }", "Money total order Order .pay"),
    "a.c": ("void f(order_t o) { total(); o.pay(); }", "order_t total .pay"),
    "a.cpp": ("void f(Order o) { total(); o.pay(); shop::open(); }", "Order total shop .pay .open"),
    "a.rb": ("total(1)\nOrder.new\norder.pay\n", "total Order .new .pay"),
    "a.php": (
        "<?php total(); $o->pay(); new Order(); Shop::open(); function f(Money $m) {}",
        "total Order Shop Money .pay .open",
    ),
    "a.cs": (
        "class A : Base { Money F(Line l) { Total(); o.Pay(); return new Order(); } }",
        "Base Money Line Total o Order .Pay",
    ),
}


@pytest.mark.parametrize("name", USED)
def test_uses_are_found_by_themselves_and_through_others(name: str) -> None:
    source, expected = USED[name]
    found = {f".{use.name}" if use.member else use.name for use in facts_of(name, source.encode()).uses}
    assert found == set(expected.split())


def test_lines_are_those_of_the_whole_definition_and_of_the_first_use() -> None:
    facts = facts_of("a.py", b"import os\n\n\ndef total():\n    os.walk(1)\n    os.walk(2)\n")
    assert facts.definitions == (Symbol("total", "function", 4, 6),)
    assert facts.uses == (Use("os", 5), Use("walk", 5, True))
    assert facts.imports == (Import("os", 1),)


IMPORTED: dict[str, tuple[str, list[tuple[str, tuple[str, ...]]]]] = {
    "a.py": (
        "import a.b as c, d\nfrom ..e import (f as g,  # why\n  h)\nfrom i import *\n",
        [("a.b", ()), ("d", ()), ("..e", ("f as g", "h")), ("i", ("*",))],
    ),
    "a.js": (
        ('import D, {a as b} from "./x";\nimport * as q from \'y\';\nimport "./s";\nexport {k as l} from "./w";\n'
        'const m = require("./m");\nconst n = await import("./n");\nexport * from "./o";\nother("./p");\n'),
        [("./x", ("a as b", "default as D")), ("y", ("*",)), ("./s", ()), ("./w", ("k as l",)), ("./m", ()),
         ("./n", ()), ("./o", ("*",))],
    ),
    "a.ts": ('import type {T} from "./t";\nimport x = require("./x");\n', [("./t", ("T",)), ("./x", ())]),
    "a.go": ('package a\nimport "fmt"\nimport (\n m "a/b"\n _ "c"\n)\n', [("fmt", ()), ("a/b", ("m",)), ("c", ("_",))]),
    "a.rs": (
        "mod m;\nuse crate::a::{b::C, d as e, f::*, self};\npub use x::y;\n",
        [("m", ()), ("crate::a::b::C", ("C",)), ("crate::a::d", ("d as e",)), ("crate::a::f", ("*",)),
         ("crate::a", ()), ("x::y", ("y",))],
    ),
    "a.java": ("import a.b.C;\nimport static a.D.e;\nimport f.*;\n", [("a.b.C", ()), ("a.D.e", ()), ("f", ("*",))]),
    "a.c": ('#include "a.h"\n#include <b/c.h>\n', [("a.h", ()), ("b/c.h", ())]),
    "a.rb": (
        "require 'a/b'\nrequire_relative '../c'\nautoload :D, 'd'\nputs 'e'\nrequire \"x#{y}\"\n",
        [("a/b", ()), ("../c", ()), ("d", ())],
    ),
    "a.php": (
        "<?php\nuse A\\B;\nuse C\\{D, E as F};\nuse function G\\h;\nrequire __DIR__ . '/i.php';",
        [("A\\B", ()), ("C\\D", ()), ("C\\E", ("F",)), ("G\\h", ()), ("i.php", ())],
    ),
    "a.cs": ("using A.B;\nusing static C.D;\nusing E = F.G;\n", [("A.B", ()), ("C.D", ()), ("F.G", ())]),
}  # fmt: skip


@pytest.mark.parametrize("name", IMPORTED)
def test_imports_are_found_with_what_they_take(name: str) -> None:
    source, expected = IMPORTED[name]
    assert [(one.target, one.names) for one in facts_of(name, source.encode()).imports] == expected


@pytest.mark.parametrize("name", [*IMPORTED, *DEFINED])
def test_without_its_grammar_a_file_is_read_as_text(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("python", "javascript", "typescript", "go", "rust", "java", "c", "cpp", "ruby", "php", "c_sharp"):
        monkeypatch.setitem(sys.modules, f"tree_sitter_{module}", None)
    grammar_of.cache_clear()
    try:
        source = dedent(DEFINED[name][0] if name in DEFINED else "").encode()
        facts = facts_of(name, source)
    finally:
        grammar_of.cache_clear()
    assert not facts.parsed
    assert facts.language == language_of(name, source)
    classes = {symbol.name for symbol in facts.definitions if symbol.kind in ("class", "interface")}
    assert classes or name not in ("a.py", "a.js", "a.ts", "a.rs", "a.java", "a.rb", "a.php", "a.cs", "a.swift")


def test_the_text_alone_shows_most_imports() -> None:
    for name, (source, expected) in IMPORTED.items():
        found = [(one.target, one.names) for one in facts_as_text(name, source.encode()).imports]
        assert found[0] == expected[0], name


@pytest.mark.parametrize("language", GRAMMARS)
def test_there_is_a_grammar_for_each_language_promised(language: str) -> None:
    assert grammar_of(language) is not None


@pytest.mark.parametrize(
    ("name", "data", "language"),
    [
        ("a/b.PY", b"", "python"),
        ("Dockerfile", b"", "docker"),
        ("a.h", b"int f(void);", "c"),
        ("a.h", b"namespace a { class B {}; }", "cpp"),
        ("run", b"#!/usr/bin/env python3\n", "python"),
        ("run", b"#!/bin/bash -e\n", "shell"),
        (".bashrc", b"", ""),
        ("a.unknown", b"#!/bin/sh\n", ""),
        ("", b"", ""),
    ],
)
def test_a_language_is_told_by_name_and_beginning(name: str, data: bytes, language: str) -> None:
    assert language_of(name, data) == language


ODD = {
    "empty": b"",
    "does not parse": b"def ( class { ]] '''",
    "a megabyte on one line": b"x = 1; " * 150_000,
    "nothing but NUL": b"\0" * 1000,
    "bad UTF-8": b"def \xff\xfe(): pass\nclass \xc3( : \x80\n",
    "UTF-16": "class Order: pass\n".encode("utf-16"),
    "old line ends": b"class Order:\r  pass\r",
    "noise": random.Random(7).randbytes(20_000),
    "deep": b"(" * 1_000,
    "much nesting": b"if x:\n" + b"".join(b" " * depth + b"if x:\n" for depth in range(1, 120)),
}


@pytest.mark.parametrize("what", ODD)
def test_no_content_makes_it_fail_in_any_language(what: str) -> None:
    for name in DEFINED:
        facts = facts_of(name, ODD[what])
        assert from_json(to_json(facts)) == facts


def test_marks_of_byte_order_are_no_part_of_the_text() -> None:
    for encoding in ("utf-8-sig", "utf-16"):
        assert facts_of("a.py", "class Café: pass\n".encode(encoding)).definitions == (Symbol("Café", "class", 1, 1),)


def test_a_file_too_large_for_a_grammar_is_read_as_text() -> None:
    facts = facts_of("a.py", b"def total():\n    pass\n" + b"# more\n" * (LARGEST // 7))
    assert not facts.parsed
    assert [symbol.name for symbol in facts.definitions] == ["total"]


def test_a_file_that_takes_too_long_is_read_as_text() -> None:
    facts = facts_of("a.js", b"function f() {}\n" + b'"' * 8_000, seconds=0.05)
    assert not facts.parsed
    assert [symbol.name for symbol in facts.definitions] == ["f"]


@given(st.sampled_from(sorted(DEFINED)), st.binary(max_size=300))
def test_any_bytes_have_facts_that_can_be_kept(name: str, data: bytes) -> None:
    facts = facts_of(name, data)
    assert from_json(to_json(facts)) == facts


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "[1,2,3,4,5,6,7]", '["x",[[]],[],[],[],[],1]', "[" * 100_000])
def test_what_are_no_facts_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no facts"):
        from_json(text)


def test_every_ending_belongs_to_one_language() -> None:
    endings = [ending for every in languages._BY_ENDING.values() for ending in every.split()]
    assert len(endings) == len(set(endings))


def test_facts_of_a_document_are_only_its_language() -> None:
    assert facts_of("README.md", b"# def total(): import os\n") == FileFacts("markdown")
