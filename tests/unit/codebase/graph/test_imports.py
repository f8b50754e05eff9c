"""Every language's imports lead to the files they mean, and to no others."""

from __future__ import annotations

import pytest

from tests.unit.codebase.sources import graph_of, needed

PROJECTS = {
    "python: absolute, relative, of a submodule, of a package's parent": (
        {
            "shop/__init__.py": "",
            "shop/orders.py": "from shop.money import Money\nfrom . import mail\nfrom .mail import send as post\n",
            "shop/money.py": "import decimal\nclass Money: pass\n",
            "shop/mail/__init__.py": "from ..money import Money\ndef send(): pass\n",
            "shop/mail/smtp.py": "from .. import money\nfrom ...outside import x\n",
        },
        {
            "shop/orders.py": {"shop/money.py", "shop/mail/__init__.py"},
            "shop/mail/__init__.py": {"shop/money.py"},
            "shop/mail/smtp.py": {"shop/money.py"},
        },
    ),
    "python: a src layout, tests beside it, imports inside functions and behind TYPE_CHECKING": (
        {
            "pyproject.toml": "[project]\nname = 'shop'\n",
            "src/shop/__init__.py": "",
            "src/shop/core.py": "def run():\n    from shop import late\n    return late\n",
            "src/shop/late.py": "if TYPE_CHECKING:\n    from shop.core import run\n",
            "tests/test_core.py": "import shop.core\n",
        },
        {
            "src/shop/core.py": {"src/shop/late.py"},
            "src/shop/late.py": {"src/shop/core.py"},
            "tests/test_core.py": {"src/shop/core.py"},
        },
    ),
    "python: scripts beside each other, and namespace packages": (
        {
            "scripts/run.py": "import settings\nimport asyncio\nimport queue\n",
            "stubs/asyncio/__init__.py": "",
            "company/queue.py": "",
            "scripts/settings.py": "",
            "other/settings.py": "",
            "company/billing/pay.py": "from company.billing import tax\n",
            "company/billing/tax.py": "",
        },
        {"scripts/run.py": {"scripts/settings.py"}, "company/billing/pay.py": {"company/billing/tax.py"}},
    ),
    "python: names that a package passes on lead to where they are defined": (
        {
            "shop/__init__.py": "from .orders import Order as Purchase\nfrom .tools import *\n",
            "shop/orders.py": "class Order: pass\n",
            "shop/tools.py": "def tidy(): pass\n",
            "app.py": "from shop import Purchase, tidy\n",
            "whole.py": "import shop\nshop.tidy()\n",
        },
        {
            "shop/__init__.py": {"shop/orders.py", "shop/tools.py"},
            "app.py": {"shop/__init__.py", "shop/orders.py", "shop/tools.py"},
            "whole.py": {"shop/__init__.py", "shop/tools.py"},
        },
    ),
    "javascript: import, require, dynamic import, re-export, index files, no packages from outside": (
        {
            "a.js": (
                'import React from "react";\nimport {b} from "./b";\nconst c = require("./lib");\nimport("./d.mjs");\n'
            ),
            "b.js": 'export * from "./e";\nexport {f as g} from "./f.js";\n',
            "lib/index.js": 'import "../side";\n',
            "d.mjs": "",
            "e.js": "",
            "f.js": "",
            "side.js": "const path = require('path');\n",
        },
        {"a.js": {"b.js", "lib/index.js", "d.mjs"}, "b.js": {"e.js", "f.js"}, "lib/index.js": {"side.js"}},
    ),
    "typescript: paths of tsconfig with comments, extended, .js that is .ts, type imports, barrels": (
        {
            "tsconfig.json": '{"extends": "./tsconfig.base.json"}',
            "tsconfig.base.json": (
                '{\n// where\n"compilerOptions": {"baseUrl": ".", "paths": {"@app/*": ["src/*"],}},\n}'
            ),
            "src/main.ts": (
                'import type {T} from "@app/types";\nimport {x} from "./x.js";\nimport {w} from "@app/widgets";\n'
            ),
            "src/types.ts": "export interface T {}\n",
            "src/x.ts": "export const x = 1;\n",
            "src/widgets/index.ts": 'export {w} from "./w";\n',
            "src/widgets/w.tsx": "export const w = () => <b/>;\n",
            "src/bare.ts": 'import {x} from "src/x";\n',
        },
        {
            "src/main.ts": {"src/types.ts", "src/x.ts", "src/widgets/index.ts", "src/widgets/w.tsx"},
            "src/widgets/index.ts": {"src/widgets/w.tsx"},
            "src/bare.ts": {"src/x.ts"},
        },
    ),
    "typescript: packages of a workspace, their built files led back to sources; components": (
        {
            "packages/ui/package.json": '{"name": "@acme/ui", "main": "dist/index.js"}',
            "packages/ui/src/index.ts": "export const button = 1;\n",
            "packages/ui/src/icons.ts": "",
            "packages/app/package.json": '{"name": "app"}',
            "packages/app/App.vue": '<template><p/></template>\n<script lang="ts">\nimport {button} from "@acme/ui";\n'
            'import "@acme/ui/icons";\n</script>\n',
        },
        {"packages/app/App.vue": {"packages/ui/src/index.ts", "packages/ui/src/icons.ts"}},
    ),
    "go: the package is a folder, and only files whose names are used count": (
        {
            "go.mod": "module example.com/shop\n\ngo 1.22\n",
            "main.go": 'package main\n\nimport (\n\t"fmt"\n\tm "example.com/shop/money"\n'
            '\t_ "example.com/shop/driver"\n)\n\n'
            "func main() { fmt.Println(m.Parse(helper())) }\n",
            "helper.go": 'package main\n\nfunc helper() string { return "" }\n',
            "money/parse.go": "package money\n\nfunc Parse(s string) Amount { return Amount{} }\n",
            "money/amount.go": "package money\n\ntype Amount struct{}\n",
            "money/unused.go": "package money\n\nfunc Unused() {}\n",
            "money/parse_test.go": 'package money\n\nfunc TestParse() { Parse("") }\n',
            "driver/init.go": "package driver\n\nfunc init() {}\n",
        },
        {
            "main.go": {"helper.go", "money/parse.go", "driver/init.go"},
            "money/parse.go": {"money/amount.go"},
            "money/parse_test.go": {"money/parse.go"},
        },
    ),
    "rust: mod, use from the crate, from above, of a workspace crate, and paths in the code": (
        {
            "Cargo.toml": '[workspace]\nmembers = ["shop", "money-lib"]\n',
            "shop/Cargo.toml": '[package]\nname = "shop"\n',
            "shop/src/main.rs": "mod orders;\nmod mail;\nuse money_lib::Amount;\nfn main() { crate::mail::send(); }\n",
            "shop/src/orders/mod.rs": "pub mod line;\nuse crate::mail::{send, Letter};\n",
            "shop/src/orders/line.rs": "use super::Order;\nuse std::fmt;\n",
            "shop/src/mail.rs": (
                "pub fn send() {}\npub struct Letter;\nmod tests { use super::*; use super::super::orders; }\n"
            ),
            "money-lib/Cargo.toml": '[package]\nname = "money-lib"\n',
            "money-lib/src/lib.rs": "mod amount;\npub use amount::Amount;\n",
            "money-lib/src/amount.rs": "pub struct Amount;\n",
        },
        {
            "shop/src/main.rs": {
                "shop/src/orders/mod.rs",
                "shop/src/mail.rs",
                "money-lib/src/lib.rs",
                "money-lib/src/amount.rs",
            },
            "shop/src/orders/mod.rs": {"shop/src/orders/line.rs", "shop/src/mail.rs"},
            "shop/src/orders/line.rs": {"shop/src/orders/mod.rs"},
            "shop/src/mail.rs": {"shop/src/orders/mod.rs"},
            "money-lib/src/lib.rs": {"money-lib/src/amount.rs"},
        },
    ),
    "java: imports, static imports, whole packages, the own package": (
        {
            "src/main/java/shop/Order.java": "package shop;\nimport shop.money.Amount;\n"
            "import static shop.money.Rates.of;\n"
            "import java.util.List;\nimport shop.mail.*;\nclass Order { Amount a; Line l; Letter m; List<Order> o; }\n",
            "src/main/java/shop/Line.java": "package shop;\nclass Line {}\n",
            "src/main/java/shop/Unrelated.java": "package shop;\nclass Unrelated {}\n",
            "src/main/java/shop/money/Amount.java": "package shop.money;\npublic class Amount {}\n",
            "src/main/java/shop/money/Rates.java": (
                "package shop.money;\npublic class Rates { public static int of() { return 1; } }\n"
            ),
            "src/main/java/shop/mail/Letter.java": "package shop.mail;\npublic class Letter {}\n",
            "src/main/java/shop/mail/Stamp.java": "package shop.mail;\npublic class Stamp {}\n",
            "src/main/java/other/Line.java": "package other;\nclass Line {}\n",
        },
        {
            "src/main/java/shop/Order.java": {
                "src/main/java/shop/money/Amount.java",
                "src/main/java/shop/money/Rates.java",
                "src/main/java/shop/Line.java",
                "src/main/java/shop/mail/Letter.java",
            }
        },
    ),
    "c: headers beside, in include folders, none of the system's, and the file behind a header": (
        {
            "src/main.c": (
                "#include <stdio.h>\n"
                '#include "util.h"\n'
                "#include <shop/money.h>\n"
                'int main() { return parse_amount("1"); }\n'
            ),
            "src/util.h": "int helper(void);\n",
            "include/shop/money.h": "int parse_amount(const char *s);\n",
            "src/money.c": '#include "shop/money.h"\nint parse_amount(const char *s) { return 0; }\n',
            "src/stdio.h": "",
        },
        {
            "src/main.c": {"src/util.h", "include/shop/money.h", "src/money.c"},
            "src/money.c": {"include/shop/money.h"},
        },
    ),
    "c++: headers with classes": (
        {
            "order.hpp": (
                '#pragma once\n#include "line.hpp"\nnamespace shop { class Order { public: Line first(); }; }\n'
            ),
            "line.hpp": "#pragma once\nnamespace shop { class Line {}; }\n",
            "order.cpp": '#include "order.hpp"\nshop::Line shop::Order::first() { return Line(); }\n',
        },
        {"order.hpp": {"line.hpp"}, "order.cpp": {"order.hpp"}},
    ),
    "ruby: require, require_relative, and constants that a framework loads": (
        {
            "lib/shop.rb": "require 'json'\nrequire 'shop/order'\n",
            "lib/shop/order.rb": (
                "require_relative '../mail'\nmodule Shop\n  class Order\n    def pay; Gateway.new; end\n  end\nend\n"
            ),
            "lib/mail.rb": "class Mail; end\n",
            "app/models/gateway.rb": "class Gateway\nend\n",
        },
        {"lib/shop.rb": {"lib/shop/order.rb"}, "lib/shop/order.rb": {"lib/mail.rb", "app/models/gateway.rb"}},
    ),
    "php: psr-4, groups, aliases, the own namespace, includes": (
        {
            "composer.json": '{"autoload": {"psr-4": {"App\\\\": "src/"}}}',
            "src/Order.php": "<?php\nnamespace App;\nuse App\\Money\\{Amount, Rate as R};\nuse Vendor\\Thing;\n"
            "class Order { function f(Line $l) { return new \\App\\Mail\\Letter(); } }\n",
            "src/Line.php": "<?php\nnamespace App;\nclass Line {}\n",
            "src/Money/Amount.php": "<?php\nnamespace App\\Money;\nclass Amount {}\n",
            "src/Money/Rate.php": "<?php\nnamespace App\\Money;\nclass Rate {}\n",
            "src/Mail/Letter.php": "<?php\nnamespace App\\Mail;\nclass Letter {}\n",
            "public/index.php": "<?php\nrequire __DIR__ . '/../boot.php';\n",
            "boot.php": "<?php\n",
        },
        {
            "src/Order.php": {"src/Money/Amount.php", "src/Money/Rate.php", "src/Line.php", "src/Mail/Letter.php"},
            "public/index.php": {"boot.php"},
        },
    ),
    "c#: namespaces that are used, one's own and those around, static and global ones": (
        {
            "Order.cs": "using System;\nusing Shop.Money;\nusing static Shop.Tools.Text;\nnamespace Shop.Orders;\n"
            "class Order { Amount a; Line l; Customer c; Clock k; }\n",
            "Line.cs": "namespace Shop.Orders { class Line {} }\n",
            "Customer.cs": "namespace Shop { class Customer {} }\n",
            "Amount.cs": "namespace Shop.Money;\nclass Amount {}\n",
            "Rate.cs": "namespace Shop.Money;\nclass Rate {}\n",
            "Text.cs": "namespace Shop.Tools;\nstatic class Text {}\n",
            "Globals.cs": "global using Shop.Time;\n",
            "Clock.cs": "namespace Shop.Time;\nclass Clock {}\n",
            "Elsewhere.cs": "namespace Other;\nclass Line {}\n",
        },
        {"Order.cs": {"Amount.cs", "Text.cs", "Line.cs", "Customer.cs", "Clock.cs"}},
    ),
    "kotlin, shell, lua and dart, read as text": (
        {
            "src/shop/Order.kt": "package shop\n\nimport shop.money.Amount\n\nclass Order(val a: Amount)\n",
            "src/shop/money/Amount.kt": "package shop.money\n\nclass Amount\n",
            "bin/run.sh": '#!/bin/sh\n. ./common.sh\nsource "$HERE/deploy.sh"\n',
            "bin/common.sh": "",
            "bin/deploy.sh": "",
            "init.lua": 'local m = require("shop.money")\n',
            "shop/money.lua": "",
            "lib/main.dart": "import 'package:shop/order.dart';\nimport 'dart:io';\n",
            "lib/order.dart": "",
        },
        {
            "src/shop/Order.kt": {"src/shop/money/Amount.kt"},
            "bin/run.sh": {"bin/common.sh", "bin/deploy.sh"},
            "init.lua": {"shop/money.lua"},
            "lib/main.dart": {"lib/order.dart"},
        },
    ),
}


@pytest.mark.parametrize("title", PROJECTS)
def test_imports_lead_to_the_files_they_mean(title: str) -> None:
    sources, expected = PROJECTS[title]
    assert needed(sources) == expected


def test_an_edge_says_in_which_line_and_by_which_words() -> None:
    graph = graph_of({"a.py": "import os\n\nfrom b import thing\n", "b.py": "thing = 1\n"})
    assert [(edge.line, edge.what) for edge in graph.edges_from("a.py")] == [(3, "b")]


@pytest.mark.parametrize(
    "sources",
    [
        {"a.py": "import a\nfrom . import a\n"},
        {"a.js": 'import "./a";\nimport "../../../x";\nimport "";\n'},
        {"a.py": "from ..... import b\n", "b.py": ""},
        {"x/a.rs": "use super::super::super::b;\n", "b.rs": ""},
        {"tsconfig.json": '{"extends": "./tsconfig.json"}', "a.ts": 'import "@x/y";\n'},
        {"tsconfig.json": '{"compilerOptions": {"paths": [1], "baseUrl": 3}}', "a.ts": 'import "@x/y";\n'},
        {"composer.json": '{"autoload": {"psr-4": {"A\\\\": 3}}}', "a.php": "<?php use A\\B;\n"},
        {"Cargo.toml": "[package", "src/lib.rs": "use other::x;\n"},
        {"package.json": "[" * 5000, "a.js": 'import "x";\n'},
    ],
)
def test_odd_imports_and_broken_manifests_lead_nowhere(sources: dict[str, str]) -> None:
    assert needed(sources) == {}
