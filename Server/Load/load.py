#!/usr/bin/env python3
"""Puts load on oobqr-server, kills and stops it in the middle, and counts: no token may be lost, or redeemed twice.

Usage: Server/Load/load.py FOLDER [--seconds 60] [--rate 500] [--displays 200] [--kill-seconds 5]    (FOLDER has oobqr-server)

Prints what was measured; fails only on what is wrong, and never because a machine is slow.
"""
import argparse
import asyncio
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

DISPATCH = "/nevisfido/token/dispatch/authentication"
REDEEM = "/nevisfido/token/redeem/authentication"
REQUEST = json.dumps({"dispatcher": "link", "getUafRequest": {"op": "Auth", "context": "{\"username\":\"jeff\"}"}})
# Status codes of the redeem service.
REDEEMED, ALREADY_REDEEMED = 1200, 1403


class Gone(Exception):
  """The server has closed the connection."""


class Broken(Exception):
  """An answer ended in its middle."""


class Server:
  def __init__(self, folder, *options):
    self.process = subprocess.Popen(
      [os.path.join(folder, "oobqr-server"), "--port", "0", "--quiet", "--operation-limit", "200000", *options],
      stderr=subprocess.PIPE, text=True)
    line = self.process.stderr.readline()
    found = re.search(r"listening on http://127\.0\.0\.1:(\d+)", line)
    assert found, "the server does not start: " + line
    self.port = int(found[1])

  def memory(self, name):
    """A value of its status in MiB: VmRSS, or VmHWM for the most so far."""
    with open(f"/proc/{self.process.pid}/status") as file:
      return int(re.search(rf"{name}:\s+(\d+) kB", file.read())[1]) / 1024

  def seconds(self):
    """The processor time that it has used."""
    with open(f"/proc/{self.process.pid}/stat") as file:
      fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

  def end(self, number):
    """Sends a signal, and returns the exit code and what was said."""
    self.process.send_signal(number)
    said = self.process.stderr.read()
    return self.process.wait(10), said


class Connection:
  """A connection that is kept open for one request after the other."""

  def __init__(self, port):
    self.port = port
    self.reader = self.writer = None

  async def send(self, method, path, body="", accept="application/json", cookie=None):
    if self.writer is None:
      try:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
      except OSError:
        raise Gone
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: {accept}\r\n"
    if cookie:
      head += f"Cookie: {cookie}\r\n"
    if method == "POST":
      head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    self.writer.write(f"{head}\r\n{body}".encode())

  async def head(self):
    try:
      lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    except asyncio.IncompleteReadError as error:
      raise Broken if error.partial else Gone
    except OSError:
      raise Gone
    return int(lines[0].split(" ")[1]), dict(line.lower().split(": ", 1) for line in lines[1:] if line), lines

  async def ask(self, method, path, body="", accept="application/json", cookie=None):
    """Returns status, head and body of an answer."""
    await self.send(method, path, body, accept, cookie)
    status, headers, lines = await self.head()
    try:
      body = await self.reader.readexactly(int(headers["content-length"]))
    except (asyncio.IncompleteReadError, OSError):
      raise Broken
    return status, lines, body.decode()

  async def dispatch(self):
    status, _, body = await self.ask("POST", DISPATCH, REQUEST)
    answer = json.loads(body)
    assert status == 200 and answer["dispatchResult"] == "dispatched", (status, body)
    return answer["token"], answer["sessionId"]

  async def redeem(self, token):
    status, _, body = await self.ask("POST", REDEEM, json.dumps({"token": token}), "application/fido+uaf")
    assert status == 200, (status, body)
    return json.loads(body)["statusCode"]

  async def status(self, session):
    _, _, body = await self.ask("POST", "/nevisfido/status", json.dumps({"sessionId": session}))
    return json.loads(body)["status"]

  def close(self):
    if self.writer:
      self.writer.close()


class Display:
  """A kiosk display: its cookie, its stream of events, and the states that it has seen."""

  def __init__(self, port):
    self.connection = Connection(port)
    self.states, self.heard, self.is_open = [], 0.0, False

  async def start(self):
    status, lines, _ = await self.connection.ask("POST", "/kiosk/operation", "{}")
    assert status == 200, status
    self.cookie = next(re.match(r"set-cookie: ([^;]+)", line, re.I)[1] for line in lines if line.lower().startswith("set-cookie"))
    await self.connection.send("GET", "/kiosk/events", accept="text/event-stream", cookie=self.cookie)
    status, _, _ = await self.connection.head()
    assert status == 200, status
    self.is_open, self.heard = True, time.monotonic()
    self.task = asyncio.create_task(self.listen())
    return self

  async def listen(self):
    try:
      while line := await self.connection.reader.readline():
        self.heard = time.monotonic()
        if line.startswith(b"data: "):
          self.states.append(json.loads(line[6:])["state"])
    except OSError:
      pass
    self.is_open = False

  async def state(self, port):
    connection = Connection(port)
    status, _, body = await connection.ask("GET", "/kiosk/state", cookie=self.cookie)
    connection.close()
    assert status == 200, (status, body)
    return json.loads(body)["state"]

  def close(self):
    self.task.cancel()
    self.connection.close()


class Tally:
  """What clients were answered."""

  def __init__(self):
    # By token: the session, and whether somebody was told that it is redeemed, or has asked at all.
    self.sessions, self.redeemed, self.asked = {}, set(), set()
    self.doubled = self.raced = self.refused = self.broken = 0
    self.times = {"dispatch": [], "redeem": []}


async def timed(list, work):
  start = time.perf_counter()
  result = await work
  list.append(time.perf_counter() - start)
  return result


def settle(tally, token, code):
  """Notes the answer to a redemption."""
  if code == REDEEMED:
    tally.doubled += token in tally.redeemed
    tally.redeemed.add(token)
  else:
    assert code == ALREADY_REDEEMED, code
    tally.refused += 1


async def phones(port, tally, rate, seconds, clients=24, leaves_some=False):
  """Dispatches and redeems at a rate. Every tenth token is redeemed by two phones at once; every fifth may be left alone."""
  start, number = time.monotonic(), -1

  async def client():
    nonlocal number
    one, other = Connection(port), Connection(port)
    try:
      while True:
        number += 1
        own = number
        if own >= rate * seconds:
          return
        await asyncio.sleep(max(0, start + own / rate - time.monotonic()))
        token, session = await timed(tally.times["dispatch"], one.dispatch())
        tally.sessions[token] = session
        if leaves_some and own % 5 == 0:
          continue
        tally.asked.add(token)
        if own % 10 == 1:
          tally.raced += 1
          answers = await asyncio.gather(one.redeem(token), other.redeem(token), return_exceptions=True)
          for answer in answers:
            if isinstance(answer, int):
              settle(tally, token, answer)
          for answer in answers:
            if isinstance(answer, BaseException):
              raise answer
        else:
          settle(tally, token, await timed(tally.times["redeem"], one.redeem(token)))
    except Gone:
      pass
    except Broken:
      tally.broken += 1
    finally:
      one.close()
      other.close()

  await asyncio.gather(*[client() for _ in range(clients)])
  return time.monotonic() - start


def spread(times):
  times = sorted(times)
  return f"median {statistics.median(times) * 1000:.1f} ms, 99th percentile {times[int(len(times) * 0.99)] * 1000:.1f} ms"


async def counted(port):
  """The redemptions that the server has counted, by outcome."""
  _, _, text = await Connection(port).ask("GET", "/metrics", accept="text/plain")
  return {match[1]: int(match[2]) for match in re.finditer(r'oobqr_redeems_total\{outcome="([a-z-]+)"\} (\d+)', text)}


async def sustained(options):
  """Displays and phones for a time; then every stream has to be alive, and every redemption known once."""
  # The symbols of the displays expire soon after the end.
  server = Server(options.folder, "--token-seconds", str(options.seconds + 3))
  displays = []
  for _ in range(options.displays):
    displays.append(await Display(server.port).start())
  tally = Tally()
  before, used, own = server.memory("VmRSS"), server.seconds(), time.process_time()
  took = await phones(server.port, tally, options.rate, options.seconds)
  used, own = server.seconds() - used, time.process_time() - own
  count = len(tally.redeemed)
  lost = len(tally.sessions) - count
  print(f"redeemed: {count} tokens, {count / took:.1f} a second for {took:.1f} s; lost {lost}, doubled {tally.doubled}; "
        f"{tally.raced} of them by two phones at once")
  print(f"answers: dispatch {spread(tally.times['dispatch'])}; redeem {spread(tally.times['redeem'])}")
  assert lost == 0 and tally.doubled == 0 and tally.broken == 0 and tally.refused == tally.raced, vars(tally)
  # What the clients were told is what the server has counted.
  assert await counted(server.port) == {
    "redeemed": count, "already-redeemed": tally.refused, "expired": 0, "unknown": 0}, await counted(server.port)
  connection = Connection(server.port)
  tokens = list(tally.redeemed)
  for token in tokens[::max(1, len(tokens) // 1000)]:
    assert await connection.redeem(token) == ALREADY_REDEEMED, token
  connection.close()
  # A stream says something every ten seconds; and it has to say when its symbol has expired.
  end = time.monotonic() + 60
  while any("expired" not in display.states for display in displays) and time.monotonic() < end:
    await asyncio.sleep(0.2)
  alive = sum(display.is_open and display.states == ["waiting", "expired"] for display in displays)
  print(f"event streams: {alive} of {len(displays)} open to the end, each with the event that its symbol expired")
  print(f"memory: {before:.0f} MiB before, {server.memory('VmHWM'):.0f} MiB at most, with {count} operations kept")
  print(f"processors: {used / took:.2f} for the server, {own / took:.2f} for the clients, of {os.cpu_count()}")
  assert alive == len(displays), [display.states for display in displays if display.states != ["waiting", "expired"]][:5]
  code, said = server.end(signal.SIGTERM)
  for display in displays:
    display.close()
  assert code == 0 and said == "", (code, said)


async def killed(options):
  """Kills the server in the middle of load; the next one on the same file has to know everything that was answered."""
  with tempfile.TemporaryDirectory() as folder:
    state = ["--state", os.path.join(folder, "state.sqlite"), "--token-seconds", "600"]
    server = Server(options.folder, *state)
    displays = [await Display(server.port).start() for _ in range(min(20, options.displays))]
    tally = Tally()
    load = asyncio.create_task(phones(server.port, tally, options.rate, 3600, leaves_some=True))
    await asyncio.sleep(options.kill_seconds)
    code, _ = await asyncio.to_thread(server.end, signal.SIGKILL)
    await load
    for display in displays:
      display.close()
    assert code == -signal.SIGKILL, code
    assert len(tally.redeemed) > 0 and tally.doubled == 0, vars(tally)

    again = Server(options.folder, *state)
    connection = Connection(again.port)
    live = doubled = lost = 0
    for token, session in tally.sessions.items():
      if token not in tally.asked:
        lost += await connection.status(session) != "tokenCreated"
        live += 1
      code = await connection.redeem(token)
      if token in tally.redeemed:
        doubled += code == REDEEMED
        lost += code not in (REDEEMED, ALREADY_REDEEMED)
      elif token in tally.asked:
        # The answer did not arrive: it is redeemed or not, but known.
        lost += code not in (REDEEMED, ALREADY_REDEEMED)
      else:
        lost += code != REDEEMED
      doubled += await connection.redeem(token) == REDEEMED
    connection.close()
    lost += sum([await display.state(again.port) != "waiting" for display in displays])
    print(f"killed after {options.kill_seconds:g} s: {len(tally.sessions)} operations, of which {len(tally.redeemed)} redeemed "
          f"and {live} live, and {len(displays)} displays; after the restart lost {lost}, redeemed twice {doubled}")
    assert lost == 0 and doubled == 0

    # Asked to stop in the middle of load, it answers what it has begun.
    tally = Tally()
    displays = [await Display(again.port).start() for _ in range(min(20, options.displays))]
    load = asyncio.create_task(phones(again.port, tally, options.rate, 3600))
    await asyncio.sleep(min(2, options.kill_seconds))
    start = time.monotonic()
    code, said = await asyncio.to_thread(again.end, signal.SIGTERM)
    took = time.monotonic() - start
    await load
    print(f"stopped in the middle: exit code {code} after {took:.1f} s, {len(tally.redeemed)} redeemed, "
          f"{tally.broken} answers cut off")
    assert code == 0 and said == "" and tally.broken == 0 and tally.doubled == 0, (code, said)
    for display in displays:
      await asyncio.wait_for(display.task, 10)
      display.close()


def main():
  parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
  parser.add_argument("folder")
  parser.add_argument("--seconds", type=int, default=60)
  parser.add_argument("--rate", type=int, default=500, help="redeems a second")
  parser.add_argument("--displays", type=int, default=200)
  parser.add_argument("--kill-seconds", type=float, default=5)
  options = parser.parse_args()
  print(f"{options.displays} displays with open event streams, {options.rate} redeems a second for {options.seconds} s")
  asyncio.run(sustained(options))
  asyncio.run(killed(options))


main()
