"""A small command-line agent of its own: speaks the Agent Client Protocol, uses lent tools, and fails as it is told.

Its model is a server of the Messages API, so that the models of other tests can speak through it. Run as a program,
with nothing but the standard library: `stand_in.py URL [FAULT …]`. A session remembers what belongs to its last task.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import sys
import urllib.error
import urllib.request
from typing import Any

TITLE = "Stand-in"
SAY = "say"
_CHUNK = 16
_LATE = 0.4
"""Seconds by which a busy agent tells of its words and calls later than it makes the calls."""


class GoneError(Exception):
    """The other side hung up."""


class Line:
    """JSON-RPC, a message a line."""

    def __init__(self, reader: asyncio.StreamReader, write: Any, serve: Any = None) -> None:
        self._reader, self._write, self._serve = reader, write, serve
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.listening: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        while line := await self._reader.readline():
            message = json.loads(line)
            if "method" in message:
                task = asyncio.ensure_future(self._answer(message))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            elif (waiting := self._waiting.pop(message["id"], None)) is not None and not waiting.done():
                waiting.set_result(message)
        for waiting in self._waiting.values():
            waiting.set_exception(GoneError())

    async def _answer(self, message: dict[str, Any]) -> None:
        answer = await self._serve(message["method"], message.get("params", {}))
        if "id" in message:
            self.send({"id": message["id"], **answer})

    def send(self, message: dict[str, Any]) -> None:
        self._write((json.dumps({"jsonrpc": "2.0", **message}) + "\n").encode())

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        self.send({"id": number, "method": method, "params": params})
        found: dict[str, Any] = await self._waiting[number]
        return found


def _write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


class Tools:
    """A server of tools, started as the client said."""

    def __init__(self, line: Line, listed: list[dict[str, Any]], process: Any) -> None:
        self._line, self.listed, self._process = line, listed, process

    @classmethod
    async def start(cls, server: dict[str, Any]) -> Tools:
        env = {**os.environ, **{one["name"]: one["value"] for one in server["env"]}}
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            server["command"], *server["args"], stdin=pipe, stdout=pipe, env=env, limit=2**24
        )
        assert process.stdout is not None
        assert process.stdin is not None
        line = Line(process.stdout, process.stdin.write)
        line.listening = asyncio.ensure_future(line.listen())
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": TITLE, "version": "1"}}
        try:
            await line.request("initialize", hello)
        except GoneError:
            process.stdin.close()
            await process.wait()
            raise
        line.send({"method": "notifications/initialized"})
        listed = await line.request("tools/list", {})
        return cls(line, listed["result"]["tools"], process)

    async def close(self) -> None:
        self._process.stdin.close()
        await self._process.wait()

    async def call(self, name: str, given: dict[str, Any]) -> tuple[str, bool]:
        answer = await self._line.request("tools/call", {"name": name, "arguments": given})
        if "error" in answer:
            return answer["error"]["message"], True
        result = answer["result"]
        return "".join(part["text"] for part in result["content"]), bool(result.get("isError"))


class Session:
    def __init__(self, name: str, system: str) -> None:
        self.name, self.system = name, system
        self.tools: Tools | None = None
        self.messages: list[dict[str, Any]] = []
        self.cancelled = asyncio.Event()


class Agent:
    def __init__(self, url: str, faults: list[str]) -> None:
        self._url, self._faults = url, set(faults)
        if any(not os.path.exists(fault.partition("=")[2]) for fault in faults if fault.startswith("sign-in=")):  # noqa: PTH110
            self._faults.add("signed-out")  # like those that look for it only as they start
        self._sessions: dict[str, Session] = {}
        self._numbers = itertools.count(1)
        self._calls = itertools.count(1)
        self.line: Line

    async def serve(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        match method:
            case "initialize":
                return await self._greet()
            case "session/new":
                return await self._begin(params)
            case "session/prompt":
                return await self._prompted(self._sessions[params["sessionId"]], params["prompt"])
            case "session/set_mode":
                return {"result": {}}
            case "session/cancel":
                self._sessions[params["sessionId"]].cancelled.set()
                return {}
            case "session/close":
                self._sessions.pop(params["sessionId"], None)
                return {"result": {}}
        return {"error": {"code": -32601, "message": "Method not found"}}

    async def _greet(self) -> dict[str, Any]:
        if "mute" in self._faults:
            await asyncio.Event().wait()
        if "no-method" in self._faults:
            return {"error": {"code": -32601, "message": "Method not found"}}
        info = {"name": "stand-in", "title": TITLE, "version": "1.0"}
        version = 2 if "version" in self._faults else 1
        able: dict[str, Any] = {"sessionCapabilities": {"close": {}}} if "close" in self._faults else {}
        return {"result": {"protocolVersion": version, "agentInfo": info, "agentCapabilities": able, "authMethods": []}}

    async def _begin(self, params: dict[str, Any]) -> dict[str, Any]:
        if "signed-out" in self._faults:
            return {"error": {"code": -32000, "message": "Authentication required"}}
        session = Session(f"s{next(self._numbers)}", params.get("_meta", {}).get("systemPrompt", ""))
        self._sessions[session.name] = session
        if params["mcpServers"] and "no-tools" not in self._faults:
            session.tools = await Tools.start(params["mcpServers"][0])
        told: dict[str, Any] = {"sessionId": session.name}
        if "bypass" in self._faults or "bypass-only" in self._faults:
            names = ["yolo"] if "bypass-only" in self._faults else ["default", "yolo"]
            told["modes"] = {"currentModeId": "yolo", "availableModes": [{"id": one, "name": one} for one in names]}
        return {"result": told}

    def update(self, session: Session, **update: Any) -> None:
        message = {"method": "session/update", "params": {"sessionId": session.name, "update": update}}
        if "late" in self._faults:
            asyncio.get_running_loop().call_later(_LATE, self.line.send, message)
        else:
            self.line.send(message)

    def say(self, session: Session, text: str) -> None:
        for at in range(0, len(text), _CHUNK):
            content = {"type": "text", "text": text[at : at + _CHUNK]}
            self.update(session, sessionUpdate="agent_message_chunk", content=content)

    async def _prompted(self, session: Session, prompt: list[dict[str, Any]]) -> dict[str, Any]:
        session.cancelled.clear()
        if "signed-out-later" in self._faults:
            return {"error": {"code": -32603, "message": "Internal error", "data": {"details": "Please log in first"}}}
        if error := next((fault for fault in self._faults if fault.startswith("says=")), ""):
            return {"error": {"code": -32603, "message": error.partition("=")[2]}}
        await self._misbehave(session)
        text = "\n\n".join(part["text"] for part in prompt)
        if "# What to do now" in text or not session.messages or session.messages[-1]["role"] == "user":
            session.messages = []
        session.messages.append({"role": "user", "content": [{"type": "text", "text": text}]})
        used = {"inputTokens": 0, "outputTokens": 0}
        turn = asyncio.ensure_future(self._turn(session, used))
        cancelled = asyncio.ensure_future(session.cancelled.wait())
        await asyncio.wait({turn, cancelled}, return_when=asyncio.FIRST_COMPLETED)
        cancelled.cancel()
        if not turn.done():
            turn.cancel()
            return {"result": {"stopReason": "cancelled"}}
        if (trouble := turn.exception()) is not None:
            return {"error": {"code": -32603, "message": "Internal error", "data": {"details": str(trouble)}}}
        if "no-usage" in self._faults:
            return {"result": {"stopReason": "end_turn"}}
        total = {"totalTokens": sum(used.values())}
        return {"result": {"stopReason": "end_turn", "usage": {**used, **total}}}

    async def _turn(self, session: Session, used: dict[str, int]) -> None:
        while True:
            reply = await asyncio.to_thread(self._ask, session)
            used["inputTokens"] += reply["usage"]["input_tokens"]
            used["outputTokens"] += reply["usage"]["output_tokens"]
            results = [await self._act(session, block) for block in reply["content"]]
            content = reply["content"] or [{"type": "text", "text": "(nothing)"}]
            session.messages.append({"role": "assistant", "content": content})
            told = [one for one in results if one]
            if not told or all(block.get("name") == SAY for block in reply["content"] if block["type"] == "tool_use"):
                return
            session.messages.append({"role": "user", "content": told})
            if any("The turn is over" in one["content"] for one in told) and "deaf" not in self._faults:
                return

    async def _act(self, session: Session, block: dict[str, Any]) -> dict[str, Any] | None:
        if block["type"] == "text":
            self.say(session, block["text"])
            return None
        if block["name"] == SAY:
            self.say(session, block["input"]["text"] + "\n\n")
            return {"type": "tool_result", "tool_use_id": block["id"], "content": "said"}
        name = f"call{next(self._calls)}"
        title = f"mcp__roundtable__{block['name']}"
        if "unannounced" not in self._faults:
            self.update(
                session, sessionUpdate="tool_call", toolCallId=name, title=title, kind="other", status="pending"
            )
        if "asks" in self._faults and not await self.may(session, name, title, "other"):
            return {"type": "tool_result", "tool_use_id": block["id"], "content": "refused", "is_error": True}
        assert session.tools is not None
        text, bad = await session.tools.call(block["name"], block["input"])
        self.update(session, sessionUpdate="tool_call_update", toolCallId=name, status="failed" if bad else "completed")
        return {"type": "tool_result", "tool_use_id": block["id"], "content": text, "is_error": bad}

    def _ask(self, session: Session) -> dict[str, Any]:
        listed = session.tools.listed if session.tools else []
        tools = [{"name": one["name"], "description": one["description"], "input_schema": one["inputSchema"]}
                 for one in listed]  # fmt: skip
        called = {block["name"] for message in session.messages for block in message["content"]
                  if block["type"] == "tool_use"}  # fmt: skip
        if tools and SAY in called | {SAY}:
            text = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
            tools.append({"name": SAY, "description": "Speak.", "input_schema": text})
        body: dict[str, Any] = {"model": "claude-opus-5-5", "max_tokens": 4000, "messages": session.messages}
        if tools:
            body["tools"] = tools
        if session.system:
            body["system"] = session.system
        request = urllib.request.Request(  # noqa: S310
            f"{self._url}/v1/messages",
            json.dumps(body).encode(),
            {"content-type": "application/json", "authorization": "Bearer a-key-for-tests",
             "anthropic-version": "2023-06-01"},
        )  # fmt: skip
        try:
            with urllib.request.urlopen(request) as response:  # noqa: S310
                found: dict[str, Any] = json.load(response)
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["error"]["message"]) from None
        return found

    async def may(self, session: Session, call: str, title: str, kind: str, **more: Any) -> bool:
        options = [
            {"optionId": "always", "name": "Always", "kind": "allow_always"},
            {"optionId": "once", "name": "Once", "kind": "allow_once"},
            {"optionId": "no", "name": "No", "kind": "reject_once"},
        ]
        about = {"toolCallId": call, "title": title, "kind": kind, **more}
        asked = {"sessionId": session.name, "toolCall": about, "options": options}
        answer = await self.line.request("session/request_permission", asked)
        return bool(answer["result"]["outcome"].get("optionId") == "once")

    # What it is told to do badly

    async def _misbehave(self, session: Session) -> None:
        for fault in sorted(self._faults):
            match fault.partition("=")[0]:
                case "garbage":
                    for noise in (b"Loading plugins...\n", b"[]\n", b"\xff\xfe{\n", b"5\n", b'{"method": 7}\n', b"\n"):
                        _write(noise)
                case "strange":
                    self.update(session, sessionUpdate="something_new", content=7)
                    self.update(session, sessionUpdate="agent_message_chunk", content="not a block")
                    self.line.send({"method": "session/update", "params": {"sessionId": "nobody", "update": {}}})
                    self.line.send({"method": "session/update", "params": 7})
                case "crash":
                    self.say(session, "I was just about to")
                    print("panicked: token sk-ant-api03-" + "Zq8Lx2Vb7Nm4Kp9Wd3Rt6Yh1Jc5Gf0Ss", file=sys.stderr)
                    sys.stderr.flush()
                    os._exit(3)
                case "hang":
                    self.say(session, "One moment")
                    await asyncio.Event().wait()
                case "endless":
                    while True:
                        self.say(session, "and so on " * 200)
                        await asyncio.sleep(0)
                case "garbage-for-ever":
                    while True:
                        _write(b"noise\n" * 500)
                        await asyncio.sleep(0)
                case "long-line":
                    while True:
                        _write(b"x" * 100_000)
                        await asyncio.sleep(0)
                case "flood":
                    for number in range(1000):
                        await self.may(session, f"p{number}", "rm -rf /", "execute")
                case "unasked":
                    about = {"toolCallId": "u1", "title": fault.partition("=")[2], "kind": fault.partition("=")[2]}
                    self.update(session, sessionUpdate="tool_call", status="pending", **about)
                    self.update(session, sessionUpdate="tool_call_update", toolCallId="u1", status="completed")
                    await asyncio.Event().wait()
                case "wishes":
                    wishes = [
                        await self.may(session, "w1", "echo mcp__roundtable__ask", "execute"),
                        await self.may(session, "w2", "Write notes.md", "edit"),
                        await self.may(session, "w3", "https://example.org", "fetch"),
                        await self.may(session, "w4", "Read passwd", "read", locations=[{"path": "/etc/passwd"}]),
                        await self.may(session, "w5", "mcp__roundtable__ask", "other"),
                    ]
                    wrote = await self.line.request(
                        "fs/write_text_file", {"sessionId": session.name, "path": "/tmp/x", "content": ""}
                    )
                    ran = await self.line.request("terminal/create", {"sessionId": session.name, "command": "ls"})
                    self.say(session, f"{wishes} {'error' in wrote} {'error' in ran}\n\n")
                case "read":
                    path = json.loads(f'"{fault.partition("=")[2]}"')
                    answer = await self.line.request("fs/read_text_file", {"sessionId": session.name, "path": path})
                    self.say(session, json.dumps(answer.get("result", answer.get("error"))) + "\n\n")
                case "child" | "detached":
                    child = await asyncio.create_subprocess_exec("sleep", "600", start_new_session=fault != "child")
                    self.say(session, f"child {child.pid}\n\n")
                case "orphan":
                    child = await asyncio.create_subprocess_exec("sh", "-c", "trap '' TERM; while :; do sleep 1; done")
                    self.say(session, f"child {child.pid}\n\n")
                    os._exit(3)
                case "where":
                    self.say(
                        session,
                        json.dumps({"cwd": os.listdir(), "env": sorted(os.environ)}) + "\n\n",  # noqa: PTH208
                    )


async def main(url: str, faults: list[str]) -> None:
    if "too-old" in faults:
        print("error: unknown option '--acp'", file=sys.stderr)
        sys.exit(1)
    reader = asyncio.StreamReader(limit=2**26)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    agent = Agent(url, faults)
    agent.line = Line(reader, _write, agent.serve)
    await agent.line.listen()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
