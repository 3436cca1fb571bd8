#!/usr/bin/env python3
"""300 hostile texts of transactions, and what html5lib makes of them.

Usage: hostile.py write                writes tokens.jsonl beside this file, with which a Swift test compares our tokens
       hostile.py compare path/to/oobqr  html5lib still says so, and `oobqr transaction` leaves the same of each text
"""
import json
import os
import random
import subprocess
import sys

from html5lib._tokenizer import HTMLTokenizer
from html5lib.constants import tokenTypes

HERE = os.path.dirname(os.path.abspath(__file__))
TOKENS = os.path.join(HERE, "tokens.jsonl")
SUPPORTED = ["b", "br", "em", "i", "strong", "u"]
# What the tree builder of a parser switches the tokenizer to.
STATES = {"title": "rcdataState", "textarea": "rcdataState", "script": "scriptDataState", "plaintext": "plaintextState",
          **dict.fromkeys(["style", "xmp", "iframe", "noembed", "noframes"], "rawtextState")}

PIECES = [
  "<html>", "</html>", "<HTML lang=en>", "<b>", "</b>", "<B onclick=alert(1)>", "<br>", "<br/>", "</br>", "<em>", "</em >",
  "<i/>", "</i>", "<strong class='a>b'>", "</strong>", "<u\t\nid=\"x\">", "</u foo>", "<script>", "</script>", "</SCRIPT/>",
  "<script><!--", "-->", "<!--", "<!-->", "<!--->", "--!>", "<!-- <b> --", "<style>", "</style>", "</styl>", "<title>",
  "</title\n>", "<textarea>", "</textarea>", "<xmp>", "</xmp>", "<iframe src=javascript:x>", "</iframe>", "<plaintext>",
  "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<a href=\"https://a.example/?a=1&amp;b=2&copy=3\">", "</a>",
  "<!doctype html>", "<!DOCTYPE  html PUBLIC \"a>b\">", "<!ELEMENT x>", "<![CDATA[<b>]]>", "<?php x ?>", "</ b>", "</>",
  "<>", "< b>", "<", "</", "<!", "<b", "<b x", "<b x=", "<b x='", "<b/x", "<b =x>", "<b ='y'=\"z\">", "<b x=1 X=2 x='3'>",
  "<b x = y z>", "<b x=`y`>", "<b\x00x>", "<b x\x00=\x00>", "<bé>", "<b\u0130>", "<br\x0c/>", "&lt;b&gt;", "&#60;b>", "&#x3C",
  "&#x3c;script&#X3E;", "&amp;lt;", "&amp", "&ampx", "&ltb>", "&notin;", "&notit;", "&notindot;", "&not", "&colon;",
  "&Tab;&NewLine;", "&nbsp;", "&euro;", "&copy2", "&unknown;", "&;", "&#;", "&#x;", "&#0;", "&#128;", "&#xD800;",
  "&#x110000;", "&#99999999999999999999;", "&#13;", "&#x80", "&", "&&amp;&", "\r\n", "\r", "\n", "\t", "Pay", "200 CHF", " ",
  "1 < 2 > 0", "ä日🔐", "\u202e", "\u0301", "\x01", "\ufffd", "'", '"', "=", "/", ">", "-", "!", "x" * 50, "<b>" * 8, "</b>" * 8,
]


def texts():
  """From one generator with a fixed seed; half are enclosed in <html></html>."""
  source = random.Random(20)
  for number in range(300):
    text = "".join(source.choice(PIECES) for _ in range(source.randint(1, 12)))
    if source.random() < 0.4:
      # Any characters between, and a piece cut off.
      at = source.randint(0, len(text))
      text = text[:at] + "".join(source.choice("<>/!-&;#='\" \nabxBR0") for _ in range(source.randint(1, 20))) + text[at:]
    yield f"<html>{text}</html>" if number % 2 else text


def tokens(text):
  """[kind, name or text, attributes of a start tag], neighbouring texts joined."""
  tokenizer = HTMLTokenizer(text)
  found = []

  def add_text(data):
    if found and found[-1][0] == "text":
      found[-1][1] += data
    else:
      found.append(["text", data])

  for token in tokenizer:
    kind = token["type"]
    if kind in (tokenTypes["Characters"], tokenTypes["SpaceCharacters"]):
      add_text(token["data"])
    elif kind == tokenTypes["StartTag"]:
      attributes = {}
      for name, value in token["data"].items() if isinstance(token["data"], dict) else token["data"]:
        attributes.setdefault(name, value)
      found.append(["start", token["name"], [[name, value] for name, value in attributes.items()]])
      if token["name"] in STATES:
        tokenizer.state = getattr(tokenizer, STATES[token["name"]])
    elif kind == tokenTypes["EndTag"]:
      found.append(["end", token["name"]])
    elif kind == tokenTypes["Comment"]:
      found.append(["comment", token["data"]])
    elif kind == tokenTypes["Doctype"]:
      found.append(["doctype", token["name"] or ""])
  return found


def escaped(text):
  return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def sanitised(text):
  """What is left inside <html></html> by html5lib's tokens; `None` when the text does not consist of one such element."""
  found = tokens(text)
  if not found or found[0][:2] != ["start", "html"]:
    return None
  left, depth = "<html>", 1
  for token in found[1:]:
    if depth == 0:
      return None
    if token[:2] == ["start", "html"]:
      return None
    if token[:2] == ["end", "html"]:
      depth = 0
    elif token[0] == "text":
      left += escaped(token[1])
    elif token[0] in ("start", "end") and token[1] in SUPPORTED:
      left += f"<{'/' if token[0] == 'end' and token[1] != 'br' else ''}{token[1]}>"
  return left + "</html>"


def line(text):
  return json.dumps({"input": text, "tokens": tokens(text)}, ensure_ascii=True)


def compare(oobqr):
  lines = [line(text) for text in texts()]
  with open(TOKENS, encoding="utf-8") as file:
    if file.read().splitlines() != lines:
      sys.exit("tokens.jsonl is not what html5lib says: run hostile.py write, and the Swift tests")
  count = 0
  for text in texts():
    wanted = sanitised(text)
    if wanted is None:
      continue
    run = subprocess.run([oobqr, "transaction", "--json", "-"], input=text.encode(), capture_output=True, check=False)
    answer = json.loads(run.stdout)
    if answer["sanitised"] != wanted:
      sys.exit(f"{text!r}\n  html5lib leaves {wanted!r}\n  oobqr leaves    {answer['sanitised']!r}")
    # What was left is left whole.
    if sanitised(wanted) != wanted:
      sys.exit(f"{wanted!r} is not a fixed point")
    count += 1
  print(f"Markup: {len(lines)} hostile texts have html5lib's tokens, and {count} are sanitised as by them.")


if sys.argv[1:] == ["write"]:
  with open(TOKENS, "w", encoding="utf-8") as file:
    file.write("".join(line(text) + "\n" for text in texts()))
elif len(sys.argv) == 3 and sys.argv[1] == "compare":
  compare(sys.argv[2])
else:
  sys.exit(__doc__)
