#!/usr/bin/env python3
"""Validates the samples with validators that are not ours. Usage: validate.py LOG.sarif, from the package's folder."""
import json, sys
import jsonschema
from sarif_pydantic import Sarif

def load(path):
    with open(path) as file:
        return json.load(file)

def validator(name):
    schema = load(f"Samples/schema/{name}.schema.json")
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)

payload, policy = validator("payload"), validator("policy")
for name in ("payload", "payloads/registration", "payloads/channel-linking", "payloads/encrypted"):
    payload.validate(load(f"Samples/{name}.json"))
for name in ("oobqr-policy", "links/oobqr-policy", "payloads/oobqr-policy"):
    policy.validate(load(f"Samples/{name}.json"))
# Invalid documents must be refused.
sound = load("Samples/payload.json")
for change in ({"nma_data_version": 1}, {"nma_data_content_type": "text/json"}, {"nma_data": "x"}, {"mine": 1}):
    assert not payload.is_valid(sound | change), change
assert not policy.is_valid({"redeemHost": []})

log = Sarif.model_validate(load(sys.argv[1]))
print(f"Schemas: samples are valid; the SARIF log has {len(log.runs[0].results)} results.")
