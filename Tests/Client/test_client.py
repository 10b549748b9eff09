# SPDX-License-Identifier: Apache-2.0
"""Tests keybridge_client with a fake service that sends the lines of a test."""

import asyncio
import contextlib
import json
import math
import os
import pathlib
import socket
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Clients" / "Python"))

import keybridge_client as kb                                 # noqa: E402


class Service:
    """Listens at a path; `script` gets each line and returns the lines to send."""

    def __init__(self, script, first=()):
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name + "/sock"
        self.received = []
        self.script, self.first = script, first
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        connection, _ = self.listener.accept()
        # The client may close the connection before it has read all lines.
        with connection, contextlib.suppress(OSError):
            self.say(connection, self.first)
            for line in connection.makefile("rb"):
                message = json.loads(line)
                self.received.append(message)
                answers = self.script(message)
                if answers is None:
                    break
                self.say(connection, answers)

    @staticmethod
    def say(connection, messages):
        for message in messages:
            line = json.dumps({"jsonrpc": "2.0", **message}) + "\n"
            # In two pieces, as the kernel may deliver it.
            connection.sendall(line[:7].encode())
            connection.sendall(line[7:].encode())

    def close(self):
        self.listener.close()
        self.folder.cleanup()


class StartingService(threading.Thread):
    """Starts a service at a path after a moment."""

    def __init__(self, test, path):
        super().__init__(daemon=True)
        self.path = path
        self.test = test
        self.start()

    def run(self):
        time.sleep(0.2)
        service = Service(answering)
        self.test.addCleanup(service.close)
        # One step, so that the client finds either no service or one that listens.
        os.rename(service.path, self.path)


CHANGE = {"method": "text.didChange", "params": {
    "container": "a", "origin": "user", "range": [2, 3], "revision": 4, "string": "é"}}
QUESTION = {"id": "q1", "method": "text.shouldChange", "params": {
    "container": "a", "range": [0, 0], "revision": 0, "string": "x"}}
INVOKE = {"id": "q2", "method": "command.invoke", "params": {"id": "pay", "target": "till", "title": "Pay"}}
STALE = {"code": -32008, "message": "the text now has revision 5, not 4",
         "data": {"name": "stale", "place": "/params/ifRevision", "revision": 5}}


def answering(message):
    """Sends a notification and a request before the answer."""
    if "method" not in message:
        return []
    if message["method"] == "text.set":
        return [{"id": message["id"], "error": STALE}]
    if message["method"] == "bye":
        return None
    if "id" not in message:
        return []
    return [CHANGE, QUESTION, {"id": message["id"], "result": {"echo": message["params"]}}]


class ClientTests(unittest.TestCase):
    def service(self, script=answering, first=()):
        service = Service(script, first)
        self.addCleanup(service.close)
        return service

    def test_while_a_request_waits_notifications_are_kept_and_requests_get_responses(self):
        service = self.service()
        questions = []

        def on_question(question):
            questions.append(question.params["string"])
            client.send("label.set", label="l", text="asked")
            return {"replace": "X"}

        with kb.Client(service.path, on_question) as client:
            result = client.hello(name="till", resume=True)
            self.assertEqual(result, {"echo": {"name": "till", "resume": True}})
            self.assertEqual(client.next_notification().method, "text.didChange")
            self.assertIsNone(client.next_notification(timeout=0))
            client.request("ping")
        service.thread.join(5)
        self.assertEqual(questions, ["x", "x"])
        self.assertEqual([message.get("result") for message in service.received if "method" not in message],
                         [{"replace": "X"}] * 2)
        sent = [message["method"] for message in service.received if "method" in message]
        self.assertEqual(sent, ["hello", "label.set", "ping", "label.set"])

    def test_an_error_has_code_name_message_and_path(self):
        with kb.Client(self.service().path) as client:
            with self.assertRaises(kb.ServiceError) as caught:
                client.text_set(container="a", text="", ifRevision=4)
        error = caught.exception
        self.assertEqual((error.name, error.code, error.revision, error.place, error.range),
                         ("stale", -32008, 5, "/params/ifRevision", None))
        self.assertIn("text.set: the text now has revision 5", str(error))

    def test_a_missing_socket_and_a_closed_connection_are_a_lost_connection(self):
        with self.assertRaisesRegex(kb.ConnectionLost, "/nowhere: No such file"):
            kb.Client("/nowhere").connect()
        with kb.Client(self.service().path) as client:
            with self.assertRaisesRegex(kb.ConnectionLost, "closed"):
                client.bye()
        refused = {"method": "refused", "params": {"reason": "tooManyConnections"}}
        with kb.Client(self.service(first=[refused]).path) as client:
            with self.assertRaisesRegex(kb.ConnectionLost, "tooManyConnections") as caught:
                client.ping()
            self.assertEqual(caught.exception.reason, "tooManyConnections")
        with self.assertRaisesRegex(kb.ConnectionLost, "/nowhere: No such file"):
            kb.Client("/nowhere").ping()

    def test_the_first_request_connects_and_a_lost_connection_says_what_to_do(self):
        service = self.service()
        client = kb.Client(service.path)
        self.assertEqual(client.hello(name="till"), {"echo": {"name": "till"}})
        client.close()
        with self.assertRaisesRegex(kb.ConnectionLost, r"no connection; connect\(\) makes"):
            client.ping()
        with tempfile.TemporaryDirectory() as folder:
            late = kb.Client(folder + "/sock")
            for _ in range(2):
                with self.assertRaisesRegex(kb.ConnectionLost, "sock: No such file"):
                    late.ping()
        reader = kb.Client(self.service(first=[CHANGE]).path)
        self.addCleanup(reader.close)
        self.assertEqual(reader.next_notification().method, "text.didChange")

    def test_a_client_waits_for_a_service_that_does_not_run_yet(self):
        with tempfile.TemporaryDirectory() as folder:
            path = folder + "/sock"
            before = time.monotonic()
            with self.assertRaisesRegex(kb.ConnectionLost, "sock: No such file"):
                kb.Client(path, wait=0.2).connect()
            self.assertGreaterEqual(time.monotonic() - before, 0.2)
            # A socket file that no process listens to, as after a crash of the service.
            with socket.socket(socket.AF_UNIX) as dead:
                dead.bind(path)
            starting = StartingService(self, path)
            with kb.Client(path, wait=math.inf) as client:
                self.assertEqual(client.request("ping"), {"echo": {}})
            starting.join(5)
        with self.assertRaisesRegex(kb.ConnectionLost, "Permission denied|Not a directory"):
            kb.Client("/dev/null/sock", wait=math.inf).connect()

    def test_an_answer_is_waited_for_as_long_as_the_timeout_says(self):
        with kb.Client(self.service(lambda message: []).path, timeout=0.05) as client:
            with self.assertRaisesRegex(kb.ConnectionLost, "no response in time"):
                client.ping()

    def test_resuming_names_the_token_of_the_last_hello(self):
        def script(message):
            return [{"id": message["id"], "result": {"token": f"t{message['id']}"}}]

        first, second = self.service(script), self.service(script)
        client = kb.Client(first.path)
        client.connect()
        client.hello(name="till", resume=True)
        client.path = second.path
        client.connect()
        client.hello(name="till", resume=True)
        client.hello(name="till", resume=True, token="mine")
        client.hello(name="till")
        client.close()
        second.thread.join(5)
        self.assertEqual([message["params"].get("token") for message in first.received + second.received],
                         [None, "t1", "mine", None])

    def test_iteration_responds_to_a_command_when_it_goes_on(self):
        service = self.service(first=[INVOKE, CHANGE])
        with kb.Client(service.path, on_question=lambda question: self.fail()) as client:
            for notification in client:
                if notification.method == "command.invoke":
                    self.assertIsInstance(notification, kb.Invocation)
                    client.send("form.set", form="sale", values={})
                    client.send("focus.request", form="sale")
                else:
                    break
            client.send("label.remove", label="l")
        service.thread.join(5)
        self.assertEqual([message.get("method", message.get("result")) for message in service.received],
                         ["form.set", "focus.request", True, "label.remove"])
        self.assertEqual(service.received[2]["id"], "q2")

    def test_done_responds_to_a_command_once_and_to_nothing_else(self):
        service = self.service(first=[INVOKE, CHANGE])
        with kb.Client(service.path) as client:
            command, change = client.next_notification(), client.next_notification()
            for _ in range(2):
                client.done(command)
                client.done(change)
        service.thread.join(5)
        self.assertEqual(service.received, [{"jsonrpc": "2.0", "id": "q2", "result": True}])

    def test_an_exception_in_on_question_reaches_the_program(self):
        def on_question(question):
            raise ArithmeticError(question.method)

        with kb.Client(self.service(first=[QUESTION, CHANGE]).path, on_question) as client:
            with self.assertRaisesRegex(ArithmeticError, "text.shouldChange"):
                client.next_notification()
            self.assertEqual(client.next_notification().method, "text.didChange")

    def test_a_client_connects_again(self):
        first, second = self.service(), self.service()
        client = kb.Client(first.path)
        client.connect()
        client.hello(name="till")
        client.path = second.path
        client.connect()
        self.assertIsNone(client.next_notification(timeout=0))
        self.assertEqual(client.hello(name="till"), {"echo": {"name": "till"}})
        client.close()


class AsyncClientTests(unittest.IsolatedAsyncioTestCase):
    def service(self, script=answering, first=()):
        service = Service(script, first)
        self.addCleanup(service.close)
        return service

    async def test_several_tasks_send_requests_while_a_response_is_delayed(self):
        service = self.service()

        async def on_question(question):
            await asyncio.sleep(0.01)
            return False

        async with kb.AsyncClient(service.path, on_question) as client:
            results = await asyncio.gather(client.hello(name="a"), client.ping())
            self.assertEqual(results, [{"echo": {"name": "a"}}, {"echo": {}}])
            self.assertEqual((await client.next_notification()).params["string"], "é")
            async for notification in client:
                self.assertEqual(notification.method, "text.didChange")
                break
            while len([m for m in service.received if "method" not in m]) < 2:
                await asyncio.sleep(0.01)
            with self.assertRaises(kb.ServiceError):
                await client.text_set(container="a", text="")
        answers = [message["result"] for message in service.received if "method" not in message]
        self.assertEqual(answers, [False, False])

    async def test_the_first_request_connects_and_a_lost_connection_says_what_to_do(self):
        client = kb.AsyncClient(self.service().path)
        results = await asyncio.gather(client.hello(name="a"), client.ping())
        self.assertEqual(results, [{"echo": {"name": "a"}}, {"echo": {}}])
        await client.close()
        with self.assertRaisesRegex(kb.ConnectionLost, "closed"):
            await client.ping()
        late = kb.AsyncClient("/nowhere")
        for _ in range(2):
            with self.assertRaisesRegex(kb.ConnectionLost, "/nowhere: No such file"):
                await late.ping()

    async def test_iteration_responds_to_a_command_when_it_goes_on(self):
        service = self.service(first=[INVOKE, CHANGE])
        async with kb.AsyncClient(service.path) as client:
            async for notification in client:
                if notification.method != "command.invoke":
                    break
                await client.send("form.set", form="sale", values={})
        service.thread.join(5)
        self.assertEqual([message.get("method", message.get("result")) for message in service.received],
                         ["form.set", True])

    async def test_done_responds_to_a_command_once_and_to_nothing_else(self):
        service = self.service(first=[INVOKE, CHANGE])
        async with kb.AsyncClient(service.path) as client:
            command, change = await client.next_notification(), await client.next_notification()
            for _ in range(2):
                await client.done(command)
                await client.done(change)
        service.thread.join(5)
        self.assertEqual(service.received, [{"jsonrpc": "2.0", "id": "q2", "result": True}])

    async def test_an_exception_in_on_question_reaches_the_program(self):
        async def on_question(question):
            raise ArithmeticError(question.method)

        async with kb.AsyncClient(self.service(first=[QUESTION]).path, on_question) as client:
            with self.assertRaisesRegex(ArithmeticError, "text.shouldChange"):
                await asyncio.wait_for(client.next_notification(), 5)
            await client.ping()

    async def test_a_client_waits_for_a_service_that_does_not_run_yet(self):
        with tempfile.TemporaryDirectory() as folder:
            path = folder + "/sock"
            with self.assertRaisesRegex(kb.ConnectionLost, "sock: No such file"):
                await kb.AsyncClient(path, wait=0.2).connect()
            starting = StartingService(self, path)
            async with kb.AsyncClient(path, wait=30) as client:
                self.assertEqual(await client.request("ping"), {"echo": {}})
            starting.join(5)
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(kb.AsyncClient(folder + "/none", wait=math.inf).connect(), 0.1)

    async def test_the_end_of_the_connection_ends_what_waits(self):
        async with kb.AsyncClient(self.service().path) as client:
            with self.assertRaisesRegex(kb.ConnectionLost, "closed"):
                await client.bye()
            for _ in range(2):
                with self.assertRaisesRegex(kb.ConnectionLost, "closed"):
                    await client.next_notification()
            with self.assertRaises(kb.ConnectionLost):
                await client.ping()
        with self.assertRaisesRegex(kb.ConnectionLost, "No such file"):
            await kb.AsyncClient("/nowhere").connect()


class TextsTests(unittest.TestCase):
    def test_texts_follow_changes_of_utf16_ranges_and_snapshots(self):
        texts = kb.Texts()
        container = {"container": "a", "text": "😀kab", "marked": [2, 3], "revision": 3}
        texts.load({"containers": [container]})
        self.assertEqual((texts["a"], texts.revisions["a"]), ("😀ab", 3))
        self.assertTrue(texts.follow(kb.Notification(CHANGE["method"], CHANGE["params"])))
        self.assertEqual((texts["a"], texts.revisions["a"]), ("😀éb", 4))
        # A change that a snapshot already contains is not applied twice.
        self.assertFalse(texts.follow(kb.Notification(CHANGE["method"], CHANGE["params"])))
        self.assertFalse(texts.follow(kb.Notification("focus.didBegin", {"container": "a"})))
        texts.follow(kb.Notification("resync", {"containers": []}))
        self.assertEqual(texts, {})


if __name__ == "__main__":
    unittest.main()
