"""The ways into a project are found where they begin, and tests, comments and strings are none."""

from __future__ import annotations

import pytest

from roundtable_tui.codebase.parse.declared_entries import entries_in
from tests.unit.codebase.sources import project_of

PROJECTS = {
    "a console script leads to its function, a package shows what it offers": (
        {
            "pyproject.toml": '[project]\nname = "shop"\n\n[project.scripts]\nshop = "shop.cli:main"\n',
            "src/shop/__init__.py": "from .orders import Order, _hidden\nfrom .orders import total as sum_up\n",
            "src/shop/orders.py": "\nclass Order: pass\ndef total(): pass\ndef _hidden(): pass\n",
            "src/shop/cli.py": "import sys\n\ndef main(): pass\n\nif __name__ == '__main__':\n    main()\n",
            "src/shop/mail/__init__.py": "__all__ = ['inner']\n",
        },
        [
            "script shop src/shop/cli.py:3",
            "main main src/shop/cli.py:5",
            "api shop.Order src/shop/orders.py:2",
            "api shop.sum_up src/shop/orders.py:3",
        ],
    ),
    "setup.py, setup.cfg and __all__": (
        {
            "setup.py": "setup(entry_points={'console_scripts': [\n  'shop = shop.app:run',\n]})\n",
            "shop/__init__.py": "VERSION = 1\n__all__ = [\n    'VERSION',\n]\n",
            "shop/app.py": "def run(): pass\n",
        },
        ["script shop shop/app.py:1", "api shop.VERSION shop/__init__.py:1"],
    ),
    "routes and commands of Python frameworks": (
        {
            "web.py": (
                '@app.get("/orders/{id}")\n'
                "async def order(): pass\n"
                "\n"
                '@app.route("/pay", methods=["POST"])\n'
                "def pay(): pass\n"
            ),
            "shop/urls.py": "urlpatterns = [path('orders/', views.orders), path('', home)]\n",
            "cli.py": (
                '@cli.command()\n@option("--x")\ndef send_all(): pass\n\n@cli.command("list")\ndef list_(): pass\n'
            ),
            "quoted.py": '"""\n@app.get("/no")\n"""\n# @app.get("/nor-this")\n',
            "tests/test_web.py": '@app.get("/test")\ndef f(): pass\n',
        },
        [
            "command send-all cli.py:1",
            "command list cli.py:5",
            "route / shop/urls.py:1",
            "route orders/ shop/urls.py:1",
            "route GET /orders/{id} web.py:1",
            "route /pay web.py:4",
        ],
    ),
    "javascript: bin, main, express, decorators, pages": (
        {
            "package.json": '{\n"name": "shop",\n"bin": {"shop": "./dist/cli.js"},\n"main": "lib/index.js"\n}',
            "src/cli.ts": "#!/usr/bin/env node\n",
            "lib/index.js": (
                'const app = express();\napp.get("/orders", list);\nrouter.post(\'/pay\', pay);\ncache.get("/no");\n'
            ),
            "src/orders.controller.ts": "@Controller('orders')\nclass C {\n  @Get(':id')\n  one() {}\n}\n",
            "pages/api/hello.ts": "export default function handler() {}\n",
        },
        [
            "script shop src/cli.ts:1",
            "route GET /orders lib/index.js:2",
            "route POST /pay lib/index.js:3",
            "route /api/hello pages/api/hello.ts:1",
            "route orders src/orders.controller.ts:1",
            "route GET :id src/orders.controller.ts:3",
            "api shop lib/index.js lib/index.js:1",
        ],
    ),
    "javascript: a package that names nothing is its index.js, and one file is named once": (
        {
            "a/package.json": '{"name": "shop"}',
            "a/index.js": "",
            "b/package.json": '{"name": "till", "main": "./lib/x.js", "exports": {".": {"require": "lib/x.js"}}}',
            "b/index.js": "",
            "b/lib/x.js": "",
            "c/package.json": '{"name": "no face"}',
        },
        ["api index.js a/index.js:1", "api till lib/x.js b/lib/x.js:1"],
    ),
    "go: main, routes, what the module shows": (
        {
            "go.mod": "module example.com/shop\n",
            "shop.go": "package shop\n\nfunc Open() {}\nfunc hidden() {}\n",
            "cmd/shop/main.go": (
                "package main\n"
                "\n"
                "func main() {\n"
                '\tr.GET("/orders", f)\n'
                '\thttp.HandleFunc("POST /pay", g)\n'
                '\thttp.Get("https://x")\n'
                "}\n"
            ),
            "lib/x.go": "package lib\n\nfunc main() {}\n",
        },
        [
            "main main cmd/shop/main.go:3",
            "route GET /orders cmd/shop/main.go:4",
            "route POST /pay cmd/shop/main.go:5",
            "api shop.Open shop.go:3",
        ],
    ),
    "rust: main, binaries, routes, the crate's face": (
        {
            "Cargo.toml": '[package]\nname = "shop"\n\n[[bin]]\nname = "tool"\npath = "src/tool.rs"\n',
            "src/lib.rs": "pub struct Order;\nfn hidden() {}\npub mod mail {}\n",
            "src/tool.rs": '#[get("/orders")]\nfn orders() {}\nfn main() { app.route("/pay", post(pay)); }\n',
        },
        [
            "script tool src/tool.rs:1",
            "main main src/tool.rs:3",
            "route GET /orders src/tool.rs:1",
            "route /pay src/tool.rs:3",
            "api Order src/lib.rs:1",
            "api mail src/lib.rs:3",
        ],
    ),
    "java, c#, php, ruby, c": (
        {
            "App.java": (
                'class App {\n  public static void main(String[] a) {}\n  @GetMapping("/orders")\n  void f() {}\n}\n'
            ),
            "Program.cs": (
                'class P {\n  static void Main() { app.MapGet("/orders", f); }\n  [HttpPost("pay")]\n  void G() {}\n}\n'
            ),
            "routes/web.php": "<?php\nRoute::get('/orders', [C::class, 'list']);\n",
            "config/routes.rb": (
                "Rails.application.routes.draw do\n  resources :orders\n  get '/pay', to: 'pay#new'\nend\n"
            ),
            "main.c": "int main(void) { return 0; }\n",
        },
        [
            "main main App.java:2",
            "main main Program.cs:2",
            "main main main.c:1",
            "route GET /orders App.java:3",
            "route GET /orders Program.cs:2",
            "route POST pay Program.cs:3",
            "route orders config/routes.rb:2",
            "route GET /pay config/routes.rb:3",
            "route GET /orders routes/web.php:2",
        ],
    ),
    "CI jobs": (
        {
            ".github/workflows/ci.yml": (
                "on:\n  push:\njobs:\n  test:\n    runs-on: x\n  # jobs: no\n  build-it:\n    steps:\n      - run: x\n"
            ),
            ".gitlab-ci.yml": (
                "stages: [a]\n.hidden:\n  script: x\nunit:\n  script:\n    - x\nvariables:\n  script: y\n"
            ),
            ".circleci/config.yml": "version: 2\njobs:\n  lint:\n    docker: []\nworkflows:\n  all: {}\n",
            "Jenkinsfile": "pipeline {\n  stage('Build') {}\n}\n",
            "azure-pipelines.yml": "jobs:\n- job: pack\n",
        },
        [
            "ci lint .circleci/config.yml:3",
            "ci ci.yml: test .github/workflows/ci.yml:4",
            "ci ci.yml: build-it .github/workflows/ci.yml:7",
            "ci unit .gitlab-ci.yml:4",
            "ci Build Jenkinsfile:2",
            "ci pack azure-pipelines.yml:2",
        ],
    ),
}


@pytest.mark.parametrize("title", PROJECTS)
def test_the_ways_in_are_found_where_they_begin(title: str) -> None:
    sources, expected = PROJECTS[title]
    _, points = project_of(sources)
    assert [f"{point.kind} {point.name} {point.path}:{point.line}" for point in points] == expected


@pytest.mark.parametrize(
    "name", ["pyproject.toml", "package.json", "Cargo.toml", "composer.json", "setup.cfg", "x.gemspec"]
)
@pytest.mark.parametrize(
    "text", ["", "\0", "[", "{" * 50_000, "[" * 50_000, "null", '{"bin": 3, "exports": [1]}', "a = [[["]
)
def test_a_manifest_of_any_content_declares_something_or_nothing(name: str, text: str) -> None:
    assert isinstance(entries_in(name, "", text), tuple)


def test_a_long_file_full_of_nothing_is_looked_through_quickly() -> None:
    text = "@cli.command(\n" + "  x,\n" * 20_000 + "router " * 20_000 + "@" * 20_000
    for language in ("python", "typescript", "java", "ruby"):
        assert entries_in("a.py", language, text) == ()
