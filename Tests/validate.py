#!/usr/bin/env python3
"""Validates the samples with validators that are not ours.

Usage: validate.py OOBQR LOG.sarif LOG.xml JUNIT.xsd, from the package's folder.
"""
import json, subprocess, sys
import jsonschema
import junitparser
import xmlschema
from sarif_pydantic import Sarif

def load(path):
    with open(path) as file:
        return json.load(file)

def validator(name):
    schema = load(f"Schemas/{name}.schema.json")
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)

payload, policy = validator("payload"), validator("policy")
for name in ("payload", "payloads/registration", "payloads/channel-linking", "payloads/encrypted"):
    payload.validate(load(f"Samples/{name}.json"))
policy.validate(load("Samples/oobqr-policy.json"))
# Invalid documents must be refused.
sound = load("Samples/payload.json")
for change in ({"nma_data_version": 1}, {"nma_data_content_type": "text/json"}, {"nma_data": "x"}, {"mine": 1}):
    assert not payload.is_valid(sound | change), change
assert not policy.is_valid({"redeemHost": []})
policy.validate({"ignore": ["OOB601", "415"]})
assert not policy.is_valid({"ignore": ["OOB6O1"]})
# What the program accepts, the schema accepts: every code, and the former names of members.
listed = subprocess.run([sys.argv[1], "explain", "--json"], capture_output=True, check=True, text=True).stdout
codes = [json.loads(line)["code"] for line in listed.splitlines()]
assert len(codes) > 200
policy.validate({"ignore": codes, "redeemHosts": ["a.example"], "linkHosts": [], "callbackTargets": ["a://"]})

log = Sarif.model_validate(load(sys.argv[2]))
xmlschema.XMLSchema(sys.argv[4]).validate(sys.argv[3])
report = junitparser.JUnitXml.fromfile(sys.argv[3])
cases = [case.result[0].__class__.__name__ if case.result else "passed" for suite in report for case in suite]
assert len(cases) == report.tests and "passed" in cases
for kind, count in (("Failure", report.failures), ("Error", report.errors), ("Skipped", report.skipped)):
    assert count == cases.count(kind) > 0, (kind, count)
print(f"Schemas: samples are valid; the SARIF log has {len(log.runs[0].results)} results, the JUnit report {len(cases)} cases.")
