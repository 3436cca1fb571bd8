#!/usr/bin/env python3
"""Lets foreign programs judge the running server: Prometheus's own library reads its metrics, and schemathesis tests whether it
answers as its description says.

Usage: Server/API/check.py FOLDER [SEED]    (FOLDER has the program oobqr-server)

Needs schemathesis and prometheus-client (PyPI).
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from prometheus_client.parser import text_string_to_metric_families

HERE = os.path.dirname(os.path.abspath(__file__))
# Another one makes other requests.
SEED = (sys.argv[2:] or ["1"])[0]


def ask(origin, path, body=None, accept="application/json"):
  """Returns status, content type and text of an answer."""
  request = urllib.request.Request(
    origin + path, None if body is None else json.dumps(body).encode(),
    {"Accept": accept, "Content-Type": "application/json"})
  try:
    answer = urllib.request.urlopen(request, timeout=20)
  except urllib.error.HTTPError as error:
    answer = error
  return answer.status, answer.headers["Content-Type"], answer.read().decode()


def check_metrics(origin):
  """Prometheus's library reads what a few requests have left, and no label has anything secret."""
  login = {"dispatcher": "link", "getUafRequest": {"op": "Auth", "context": "{}"}}
  token = json.loads(ask(origin, "/nevisfido/token/dispatch/authentication", login)[2])["token"]
  for _ in range(2):
    ask(origin, "/nevisfido/token/redeem/authentication", {"token": token}, "application/fido+uaf")
  assert ask(origin, "/" + token)[0] == 404
  status, type, text = ask(origin, "/metrics", accept="text/plain;version=0.0.4")
  assert (status, type) == (200, "text/plain; version=0.0.4; charset=utf-8"), (status, type)
  families = {family.name: family for family in text_string_to_metric_families(text)}
  samples = {(sample.name, tuple(sorted(sample.labels.items()))): sample.value
             for family in families.values() for sample in family.samples}
  assert samples["oobqr_redeems_total", (("outcome", "redeemed"),)] == 1, text
  assert samples["oobqr_redeems_total", (("outcome", "already-redeemed"),)] == 1, text
  assert samples["oobqr_refusals_total", (("route", "elsewhere"), ("status", "404"))] == 1, text
  assert families["oobqr_live_sessions"].type == "gauge" and families["oobqr_dispatches"].type == "counter", text
  # Histograms: cumulative, up to infinity, which is the count.
  durations = families["oobqr_request_duration_seconds"]
  assert durations.type == "histogram", durations.type
  by_route = {}
  for sample in durations.samples:
    labels = {name: value for name, value in sample.labels.items() if name != "le"}
    series = by_route.setdefault(tuple(labels.items()), {"buckets": []})
    if sample.name.endswith("_bucket"):
      series["buckets"].append((float(sample.labels["le"]), sample.value))
    else:
      series[sample.name.rsplit("_", 1)[1]] = sample.value
  for labels, series in by_route.items():
    limits, counts = zip(*series["buckets"])
    assert list(limits) == sorted(limits) and limits[-1] == float("inf"), (labels, series)
    assert list(counts) == sorted(counts) and counts[-1] == series["count"] and series["sum"] >= 0, (labels, series)
  assert all(family.documentation for family in families.values()), "a metric has no help"
  assert token[:8] not in text
  return len(families), len(samples)


def schemathesis(origin, *options):
  """Runs all checks of schemathesis, and returns its last line."""
  # It reads hooks from, and writes what it has found to, the folder that it runs in.
  with tempfile.TemporaryDirectory() as folder:
    for name in ["hooks.py", "schemathesis.toml"]:
      shutil.copy(os.path.join(HERE, name), folder)
    run = subprocess.run(
      [os.path.join(os.path.dirname(sys.executable), "schemathesis"), "run", origin + "/openapi.json", "--checks", "all",
       "--seed", SEED, "--no-color", *options],
      cwd=folder, capture_output=True, text=True, timeout=300)
  assert run.returncode == 0, run.stdout + run.stderr
  return run.stdout.strip().split("\n")[-1].strip("= ")


def main():
  server = subprocess.Popen(
    [os.path.join(sys.argv[1], "oobqr-server"), "--port", "0", "--quiet"], stderr=subprocess.PIPE, text=True)
  try:
    origin = re.search(r"listening on (\S+)", server.stderr.readline())[1]
    families, samples = check_metrics(origin)
    print(f"Metrics: {families} metrics with {samples} samples, read by Prometheus's library.")
    # Faults would happen to the other requests; so they come by themselves.
    print("schemathesis:", schemathesis(origin, "--exclude-path", "/faults", "--max-examples", "10"))
    print("schemathesis, faults:", schemathesis(
      origin, "--include-path", "/faults", "--max-examples", "10", "--phases", "examples,coverage,fuzzing"))
  finally:
    server.terminate()
  said = server.stderr.read()
  assert server.wait(10) == 0 and said == "", said


main()
