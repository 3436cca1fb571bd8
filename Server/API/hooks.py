"""What the description cannot say to schemathesis: how texts with rules of their own are made, and how UAF answers are read."""
import json

import schemathesis
from hypothesis import strategies

usernames = strategies.text(strategies.characters(min_codepoint=0x20, max_codepoint=0x2FF), min_size=1, max_size=20)
schemathesis.openapi.format(
  "oobqr-context", strategies.fixed_dictionaries({}, optional={"username": usernames}).map(json.dumps))
# `oobqr check` refuses amounts, account numbers and persons in a notification.
schemathesis.openapi.format("oobqr-notification", strategies.text("abcdefghijklmnopqrstuvwxyz ", max_size=40))


@schemathesis.deserializer("application/fido+uaf")
def read_uaf(ctx, response):
  return json.loads(response.content)
