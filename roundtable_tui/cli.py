"""Which door the user came in by; everything heavy is imported behind it."""

from __future__ import annotations

import gc
import io
import os
import sys
from pathlib import Path
from typing import Any

import click

from roundtable_tui import __version__
from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.errors import ExitCode, RoundtableError, UsageError
from roundtable_tui.plain.agent.answer_command import answer
from roundtable_tui.plain.agent.mcp_command import mcp
from roundtable_tui.plain.agent.model_commands import prompt, trust
from roundtable_tui.plain.command_line import (
    agent_option,
    end_unexpectedly,
    existing,
    is_accessible,
    is_meant,
    item_argument,
    names_of_items,
    open_project,
    project_option,
    report_what_fails_beside,
    voice_options,
    voiced,
)
from roundtable_tui.plain.handover.brief_command import brief
from roundtable_tui.plain.handover.export_command import export
from roundtable_tui.plain.handover.plan_command import plan
from roundtable_tui.plain.handover.report_command import report
from roundtable_tui.plain.handover.verify_command import verify
from roundtable_tui.plain.panel.group import panel
from roundtable_tui.plain.reviewing.review_command import review_command

_DEPTHS = click.Choice(["brief", "standard", "deep"])
_MODES = click.Choice(["conversation", "guided", "team"])
_HOW = "How to be asked: in one conversation, as is usual, in one with a team at work beside it, or phase by phase."
_TIERS = click.Choice(["trivial", "light", "standard", "epic"])


def main() -> None:
    report_what_fails_beside()
    sys.exit(carry_out())


def carry_out() -> int:
    """Runs the command line; every problem ends here as one sentence and an exit code."""
    try:
        code: int | None = commands.main(standalone_mode=False)
    except RoundtableError as error:
        click.echo(f"roundtable-tui: {neutral(str(error))}", err=True)
        code = error.exit_code
    except click.exceptions.Exit as leaving:
        code = leaving.exit_code
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        click.echo(neutral(shown.getvalue()), err=True, nl=False)
        code = ExitCode.USAGE
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nInterrupted. What was said is saved.", err=True)
        code = ExitCode.INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        code = ExitCode.FINDINGS
    except Exception as error:  # noqa: BLE001  # the one place where what nobody foresaw ends
        code = end_unexpectedly(error)
    return code or ExitCode.DONE


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="roundtable-tui")
@voice_options
@project_option
@click.pass_context
def commands(context: click.Context, offline: bool, model: str, agent: str, folder: Path) -> int | None:
    """Think a change through before building it.

    Exit codes: 0 done, 1 findings or a problem that is named, 2 usage, 3 the item is locked,
    4 the voice failed, 70 an error of the program itself, 130 interrupted.
    """
    if context.invoked_subcommand is None:
        code: int = context.invoke(analyze, words=(), offline=offline, model=model, agent=agent, folder=folder)
        return code
    return None


@commands.command()
@click.argument("words", nargs=-1, metavar="[ITEM|DESCRIPTION]", shell_complete=names_of_items)
@click.option("--mode", type=_MODES, help=_HOW)
@click.option("--depth", type=_DEPTHS, help="How deep to ask in every phase not yet begun.")
@click.option("--tier", type=_TIERS, help="How much the change deserves.")
@click.option("--draft", type=click.Path(path_type=Path), help="A file with what you already know.")
@click.option("--plain", is_flag=True, help="Line by line, without a screen: for pipes, logs and screen readers.")
@voice_options
@project_option
def analyze(
    words: tuple[str, ...],
    mode: str | None,
    depth: str | None,
    tier: str | None,
    draft: Path | None,
    plain: bool,
    offline: bool,
    model: str,
    agent: str,
    folder: Path,
) -> int:
    """Interview you about ITEM, or about a new change by DESCRIPTION."""
    plain = plain or is_accessible()
    if draft is None and not is_meant(" ".join(words), folder):
        return ExitCode.DONE
    if not plain:
        _require_terminal()
        gc.disable()  # until the table is set: nothing made on the way there is garbage
        wanted = {"words": " ".join(words), "draft": draft, "tier": tier or "", "depth": depth, "mode": mode or ""}
        return _on_screen(folder, offline=offline, model=model, agent=agent, **wanted)
    from roundtable_tui.plain.entry import interview_about

    opened = open_project(folder)
    interview_about(voiced(opened, offline, model, agent), " ".join(words), draft, tier or "", depth, mode or "")
    return ExitCode.DONE


def _on_screen(folder: Path, **wanted: Any) -> int:
    from roundtable_tui.ui.app import RoundtableApp
    from roundtable_tui.ui.open_request import OpenRequest

    app = RoundtableApp(OpenRequest(existing(folder), **wanted))
    app.run()
    if app.failure:
        return end_unexpectedly(app.failure, folder, app.item_on_the_table)
    return app.return_code or ExitCode.DONE


_WITHOUT_A_SCREEN = "Use --plain to be asked line by line, or run --answers FILE to be asked nothing."


def _require_terminal(hint: str = _WITHOUT_A_SCREEN) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()):
        raise UsageError("There is no terminal to draw on.", hint)
    if os.environ.get("TERM", "") in ("dumb", "unknown"):
        raise UsageError("This terminal (TERM=dumb) cannot show a screen.", hint)
    from roundtable_tui.ui.terminal.frame_rate import fit_to_connection

    fit_to_connection(os.environ)


@commands.command()
@click.option("--answers", "file", type=click.Path(path_type=Path), required=True, help="What to say at every prompt.")
@click.option("--mode", type=_MODES, help="How to be asked, whatever the file says.")
@click.option("--depth", type=_DEPTHS, help="How deep to ask in every phase not yet begun.")
@click.option("--tier", type=_TIERS, help="How much the change deserves.")
@voice_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@project_option
def run(
    file: Path,
    mode: str | None,
    depth: str | None,
    tier: str | None,
    offline: bool,
    model: str,
    agent: str,
    as_json: bool,
    folder: Path,
) -> int:
    """Run an analysis from an answers file, without asking anybody."""
    from roundtable_tui.plain.entry import run_file

    opened = open_project(folder)
    return run_file(voiced(opened, offline, model, agent), file, tier or "", depth, mode or "", as_json=as_json)


@commands.command()
@click.argument("item", metavar="ITEM", shell_complete=names_of_items)
@click.argument("words", required=False)
@click.option("--mode", type=_MODES, help=_HOW)
@click.option("--tier", type=_TIERS, help="How much a new change deserves.")
@voice_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@project_option
def turn(
    item: str,
    words: str | None,
    mode: str | None,
    tier: str | None,
    offline: bool,
    model: str,
    agent: str,
    as_json: bool,
    folder: Path,
) -> int:
    """Say WORDS in ITEM, print what is said and asked then, and end: one exchange at a time.

    Without WORDS what waits for an answer is printed again. When the analysis is over, the last line is
    ROUNDTABLE_COMPLETE.
    """
    from roundtable_tui.plain.turn import take_turn

    opened = open_project(folder)
    return take_turn(voiced(opened, offline, model, agent), item, words, tier or "", mode or "", as_json=as_json)


@commands.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), metavar="FILE|-")
@voice_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@project_option
def dispatch(file: Path, offline: bool, model: str, agent: str, as_json: bool, folder: Path) -> int:
    """Take over the item of a prompt with which another program hands it on, and answer as `turn` does.

    The prompt has a field a line, and what belongs to a field below it. In one form: SLUG, ARTIFACT_FOLDER,
    META_CONTEXT, USER_RESPONSE, DRAFT_CONTENT, SIZING_INFO, PERSONA_CONTEXT, TOPIC_CONTEXT and DISCOVERY_CONTEXT; in
    the other, for guided mode, what `prompt --dispatch` prints. USER_RESPONSE is what the user said since, and stands
    before all quoted text; give it with the same prompt, or with SLUG alone. When the analysis is over, the last line
    is ROUNDTABLE_COMPLETE.
    """
    from roundtable_tui.plain.dispatch import take_over

    return take_over(voiced(open_project(folder), offline, model, agent), file, as_json=as_json)


@commands.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@project_option
def list_(as_json: bool, folder: Path) -> None:
    """Show the items of this project."""
    from roundtable_tui.plain.reports import list_report

    project, _ = open_project(folder)
    click.echo(list_report(project, as_json=as_json))


@commands.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.option("--connect", is_flag=True, help="Ask the model's server what it can do, or start your agent.")
@agent_option
@project_option
def doctor(as_json: bool, connect: bool, agent: str, folder: Path) -> int:
    """Check the set-up: where settings and knowledge come from, and what is wrong with them."""
    from roundtable_tui.plain.reports import doctor_report
    from roundtable_tui.ui.settings.problems import screen_faults

    text, findings = doctor_report(existing(folder), screen_faults, as_json=as_json, connect=connect, agent=agent)
    click.echo(text)
    return ExitCode.FINDINGS if findings else ExitCode.DONE


@commands.command()
@item_argument(required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@project_option
def check(words: tuple[str, ...], as_json: bool, folder: Path) -> int:
    """Look for loose requirements, contradictions and damaged files in ITEM, or in all items and panels.

    Nothing is changed. The exit code is 1 if anything needs mending; notes alone leave it at 0.
    """
    from roundtable_tui.items.project import open_with_settings
    from roundtable_tui.plain.check_report import check as look_through
    from roundtable_tui.plain.check_report import check_report

    project, _, warnings = open_with_settings(existing(folder))
    checked = look_through(project, " ".join(words), warnings)
    click.echo(check_report(checked, as_json=as_json))
    return ExitCode.FINDINGS if checked.failed else ExitCode.DONE


@commands.command()
@click.argument("words", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@project_option
def scan(words: tuple[str, ...], as_json: bool, folder: Path) -> None:
    """Look where WORDS occur in the code and what a change about them would touch.

    Four words or more are read as a sentence: those that tell something are
    looked for. Without words: what the project is made of. Nothing is changed.
    """
    from roundtable_tui.plain.scan_report import report_progress, scan_report

    project, _ = open_project(folder)
    with report_progress() as progress:
        found = scan_report(project.paths, words, progress, as_json=as_json)
    click.echo(found)


@commands.command()
@click.argument("words", nargs=-1, required=True, metavar="ITEM [DOCUMENT]", shell_complete=names_of_items)
@click.option("--show", type=int, metavar="N", help="Print version N of the document.")
@click.option("--restore", type=int, metavar="N", help="Put version N back; what it replaces is kept too.")
@click.option("--between", nargs=2, metavar="A B", help="What differs between two accepted states, or one and `now`.")
@project_option
def history(
    words: tuple[str, ...], show: int | None, restore: int | None, between: tuple[str, str] | None, folder: Path
) -> None:
    """List the earlier versions of ITEM's documents, show one, or put it back; or compare what was accepted when."""
    from roundtable_tui.domain.talk.sanitize import neutral
    from roundtable_tui.plain.history import history_report, item_and_document, restore_version, show_version

    project, _ = open_project(folder)
    item, document = item_and_document(words)
    if between:
        from roundtable_tui.plain.reviewing.state_report import states_between

        click.echo(states_between(project, " ".join(words), *between))
        return
    if (show or restore) and not document:
        raise UsageError("Which document?", f"Name it after the item: history {item} requirements-spec.md.")
    if show:
        text = show_version(project, item, document, show).decode("utf-8", "replace")
        click.echo(neutral(text) if sys.stdout.isatty() else text, nl=False)  # into a file as it was written
    elif restore:
        click.echo(restore_version(project, item, document, restore))
    else:
        click.echo(history_report(project, item, document))


@commands.command()
@click.option(
    "--speed", type=click.FloatRange(0.25, 1000), default=1.0, help="2 plays twice as fast; → and ← change it too."
)
@click.option("--with-model", "which", flag_value="with-model", help="The Claude voice, its model played by hand.")
@click.option("--panel", "which", flag_value="panel", help="A panel of three seats, answered through a stand-in.")
@click.option("--plain", is_flag=True, help="Print it line by line, without a screen.")
def demo(speed: float, which: str | None, plain: bool) -> int:
    """Watch a recorded analysis, or a recorded panel; nothing is left behind and nothing is sent."""
    if plain or is_accessible():
        from roundtable_tui.plain.demo import print_demo

        print_demo(which or "")
        return ExitCode.DONE
    _require_terminal("Use demo --plain to read it line by line.")
    from roundtable_tui.ui.demo.playback import run_demo

    code, said = run_demo(speed, which or "")
    if code == ExitCode.DONE:
        click.echo(said)
    return code


@commands.command()
@item_argument()
@click.option("--to", "file", type=click.Path(path_type=Path), help="The file to write; the screen if not given.")
@project_option
def record(words: tuple[str, ...], file: Path | None, folder: Path) -> None:
    """Write ITEM's interview as a recording: what you said and chose, and what was answered."""
    from roundtable_tui.plain.demo import record as write_recording

    project, _ = open_project(folder)
    click.echo(write_recording(project, " ".join(words), file))


for one in (panel, prompt, trust, answer, brief, export, mcp, plan, verify, report):
    commands.add_command(one)
commands.add_command(review_command(_require_terminal, _on_screen))


@commands.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print what makes your shell complete commands and items.

    For bash, put this into ~/.bashrc: eval "$(roundtable-tui completion bash)"
    """
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    if script is None:
        raise UsageError(f"There is no completion for {shell}.", "Use bash, zsh or fish.")
    click.echo(script(commands, {}, "roundtable-tui", "_ROUNDTABLE_TUI_COMPLETE").source())
