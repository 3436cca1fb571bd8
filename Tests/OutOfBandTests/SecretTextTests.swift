import PictureDamage
import Testing
import TextFormats

@testable import OutOfBand

struct SecretTextTests {
  static let uuid = "b4b07559-f934-4597-a1c5-44d89f691e8f"

  @Test(arguments: [
    ("a \(uuid) b", "a b4b07559… b"), ("https://a/\(uuid.replacing("-", with: "%2D"))", "https://a/b4b07559…"),
    ("x%zz\(uuid.replacing("-", with: "%2d"))%", "x%zzb4b075…%"),
    ("token=opaque-value", "token=opaque…"), ("?Tokn=opaque-value&x=y", "?Tokn=opaque…&x=y"),
    ("a%3Ftoken%3Dopaque-value", "a?token=opaque…"), (#"{"token":"opaque-value"}"#, #"{"token":"opaque…"}"#),
    (#"{"access_token" : ["opaque-value"]}"#, #"{"access_token" : ["opaque…"]}"#), ("token=short", "token=short"),
    ("dispatchTokenResponse=eyJh", "dispatchTokenResponse=eyJh"), ("the token: a word", "the token: a word"),
    ("taking=opaque-value", "taking=opaque-value"), ("{'token': 'Zx81-opaque~77'}", "{'token': 'Zx81-op…'}"),
    ("{token:Zx81-opaque~77}", "{token:Zx81-op…}"), ("token: Zx81-opaque~77", "token: Zx81-op…"),
    ("Authorization: Bearer Zx81-opaque~77.", "Authorization: Bearer Zx81-op…."),
    ("<token>Zx81-opaque~77</token>", "<token>Zx81-op…</token>"), ("token 'Zx81-opaque~77'", "token 'Zx81-op…'"),
    ("x?token[]=opaque-value", "x?token[]=opaque…"), ("x?token[0]=opaque-value&y", "x?token[0]=opaque…&y"),
    ("x?token+=opaque-value", "x?token+=opaque…"), ("x?token=a,opaque-value", "x?token=…"),
    ("token=abc;opaque-value, and", "token=a…, and"), ("--token Zx81-opaque~77", "--token Zx81-op…"),
    ("'token': what is meant", "'token': what is meant"),
    ("q8+kD3/xQ9vLm2TzR+7YbN4/pWcE8aU1sJ6hG5fKoI0=", "q…"),
    ("/home/User/projects/c++/Some/Longer/Path1/x.png", "/home/User/projects/c++/Some/Longer/Path1/x.png"),
    (#"{"token":"a\"Zx81-opaque~77"}"#, #"{"token":"…"}"#),
    (#"{"token":["Ab","Zx81-opaque~77"],"a":"as it is"}"#, #"{"token":["Ab","Zx81-op…"],"a":"as it is"}"#),
    (#"{"token":{"value":"Zx81-opaque~77"},"a":"as it is"}"#, #"{"token":{"value":"Zx81-op…"},"a":"as it is"}"#),
    (#""{\"token\":\"Zx81-opaque~77\",\"a\":\"as it is\"}""#, #""{\"token\":\"Zx81-op…\",\"a\":\"as it is\"}""#),
    (#"{"token":[["Ab"],["Zx81-opaque~77"]],"a":"as it is"}"#, #"{"token":[["Ab"],["Zx81-op…"]],"a":"as it is"}"#),
    (#"{"token":["Zx81-opa…"]}"#, #"{"token":["Zx81-opa…"]}"#),
    (#"{"token":[1,null,"Zx81-opaque~77"]}"#, #"{"token":[1,null,"Zx81-op…"]}"#),
    (#""{\"token\":[\"Ab\",\"Zx81-opaque~77\"]}""#, #""{\"token\":[\"Ab\",\"Zx81-op…\"]}""#),
    ("'token': [see what is meant]", "'token': [see what is meant]"),
    ("x?token=Ab1)Zx81-opaque", "x?token=A…"), ("(token=Zx81-opaque~77)", "(token=Zx81-op…)"),
    ("/nowhere/q8+kD3/xQ9vLm2TzR+7YbN4/pWcE8aU1sJ6hG5fKoI0=", "/now…"),
    ("?%74oken=Ab1%26Zx81-opaque", "?token=A…"),
    ("<token value='Zx81-opaque~77'/>", "<token value='Zx81-op…'/>"),
    ("dispatchTokenResponse=Zx81opaquesecret", "dispatchTokenResponse=Zx81opaq…"),
    ("token:\n  Zx81-opaque~77", "token:\n  Zx81-op…"),
    ("dispatchTokenResponse=<base64url of the JSON>", "dispatchTokenResponse=<base64url of the JSON>"),
    ("?a=%2F&token=Zx81-opa…", "?a=%2F&token=Zx81-opa…"), ("token=Zx81-opaque~77…", "token=Zx81-op…"),
    ("the token, which is missing", "the token, which is missing"),
    ("?data[token]=opaque-value", "?data[token]=opaque…"), ("token->Zx81-opaque~77", "token->Zx81-op…"),
    ("tokenValue=Zx81-opaque~77", "tokenValue=Zx81-op…"), ("token_id: 'Zx81-opaque~77'", "token_id: 'Zx81-op…'"),
    ("tokens=correcthorse", "tokens=correc…"), (#""tokens": "abcdefghijkl""#, #""tokens": "abcdef…""#),
    ("tokens=12345678901", "tokens=12345…"), ("token1=abcdefghijkl", "token1=abcdef…"),
    (#"tokens=["abcdefghijkl"]"#, #"tokens=["abcdef…"]"#), ("tokens=several", "tokens=several"),
    ("tokenizer=sentencepiece", "tokenizer=sentencepiece"),
    ("<token><![CDATA[Zx81-opaque~77]]></token>", "<token><![CDATA[Zx81-op…]]></token>"),
    ("<x:token>Zx81-opaque~77</x:token>", "<x:token>Zx81-op…</x:token>"),
    (#"<input name="token" value="Zx81-opaque~77">"#, #"<input name="token" value="Zx81-op…">"#),
    (#"{"name":"token","value":"Zx81-opaque~77"}"#, #"{"name":"token","value":"Zx81-op…"}"#),
    ("Bearer+Zx81-opaque~77", "Bearer+Zx81-op…"), ("token: |\n  Zx81-opaque~77", "token: |\n  Zx81-op…"),
    ("0x\(uuid.replacing("-", with: ""))", "0xb4b075…"), ("a value and content", "a value and content"),
    ("token: >-\n  Zx81-opaque~77", "token: >-\n  Zx81-op…"), ("token: |-\n  Zx81-opaque~77", "token: |-\n  Zx81-op…"),
    ("token: >-\n  a word", "token: >-\n  a word"),
    ("token: |2- # n\r\n  Zx81-opaque~77", "token: |2- # n\r\n  Zx81-op…"),
    ("<token>\n  <value>Zx81-opaque~77</value>", "<token>\n  <value>Zx81-op…</value>"),
    ("https://u:pässword-secret@a.example/", "https://u:…@a.example/"),
    ("https://Zx81-opaque~77:correcthorse@a.example/", "https://Zx81-op…:correc…@a.example/"),
    ("Room-12_Floor-3_Wing-B", "Room-12_Floor-3_Wing-B"), ("iPhone15ProMax-iOS17-Test3", "iPhone15ProMax-iOS17-Test3"),
    ("2023-11-04T14-30-22-Kiosk-A1", "2023-11-04T14-30-22-Kiosk-A1"),
    ("Gate-A1_Desk-2_Row-3-B", "Gate-A1_Desk-2_Row-3-B"),
    ("Version-6_Level-M_Mask-3_Scale-4", "Version-6_Level-M_Mask-3_Scale-4"),
    ("<token><value>Zx81-opaque~77</value></token>", "<token><value>Zx81-op…</value></token>"),
    ("https://Zx81-opaque~77@a.example/x", "https://Zx81-op…@a.example/x"),
    ("a https://user:correcthorse@a.example:8443/x", "a https://user:correc…@a.example:8443/x"),
    ("https://Zx81-opaque~77:x-basic@a.example/", "https://Zx81-op…:x-basic@a.example/"),
    ("//u:Zx81-opaque~77@a.example", "//u:Zx81-op…@a.example"),
    (#"https:\/\/u:Zx81-opaque~77@a"#, #"https:\/\/u:Zx81-op…@a"#),
    ("x\(uuid.replacing("-", with: ""))y", "xb4b0755…"),
    ("/https:~1~1u:Zx81-opaque~77@h.example~1", "/https:~1~1u:Zx81-op…@h.example~1"),
    (
      "https://bank.example@a.example/ and https://b.example/@x",
      "https://bank.example@a.example/ and https://b.example/@x"
    ),
    ("of q8VkD3mQxv9LTz2RpY7bNw, cut", "of q8VkD3mQ…, cut"), ("myApplicationForLogin2", "myApplicationForLogin2"),
    ("Screenshot_20231104-143022", "Screenshot_20231104-143022"),
    ("Standort-Zuerich-Hauptbahnhof-Gleis-42-Eingang", "Standort-Zuerich-Hauptbahnhof-Gleis-42-Eingang"),
    ("customer-onboarding-registration-CAMPAIGN_20260131", "customer-onboarding-registration-CAMPAIGN_20260131"),
    ("Standort-ZuErich-Hauptbahnhof-Gleis-42-Eingang", "Standort…"),
    ("customer_onboardingregistrationcampaignspring", "customer…"),
    ("111111-222222-333333-444444-555555-666666-777777", "111111-2…"),
    ("gate-a-qzvxkwplmtrhbdnfgjscyaeiouqzvxkwplmtrhbdn", "gate-a-q…"),
    ("/x/7bc46124-76c0-efec-f6c-2-f708dfc3832c", "/x/7bc46124…"),
    ("/x/ed46da9186d5e262-034861d4fb9d60cd", "/x/ed46da91…"),
    ("2026-11-27-03-13-54-000001-000002-0000", "2026-11-27-03-13-54-000001-000002-0000"),
    ("a IruiqFhojmAIDdN87xg3_Q b", "a IruiqFho… b"), ("BiQtuWRvgvuVOfVkwDcYcx", "BiQtuWRv…"),
    ("Terminal2Gate14DeskNorth3", "Terminal2Gate14DeskNorth3"),
    ("isBlockFollowedByDeoptOrUnreachable", "isBlockFollowedByDeoptOrUnreachable"),
    ("", ""), ("%", "%"), ("100 % of it", "100 % of it"),
  ])
  func `what looks like a secret is shortened`(text: String, shown: String) {
    #expect(SecretText().redacted(text) == shown)
  }

  @Test(arguments: [
    ("&quot;token&quot;: &quot;abcd1234efgh&quot;", #""token": "abcd12…""#),
    (#"{"t\u006fken":"abcd1234efgh"}"#, #"{"token":"abcd12…"}"#),
    ("<key>token</key>\n<string>abcd1234efgh</string>", "<key>token</key>\n<string>abcd12…</string>"),
    ("<name>token</name><value>abcd1234efgh</value>", "<name>token</name><value>abcd12…</value>"),
    (#"<input value="abcd1234efgh" name="token">"#, #"<input value="abcd12…" name="token">"#),
    (#"<input name="token" value=abcd1234efgh>"#, #"<input name="token" value=abcd12…>"#),
    (#"<token value="a<b secretsecret">"#, #"<token value="…">"#),
    (#"{"password":"abcd1234&quot;efghijklmnop"}"#, #"{"password":"abcd…"}"#),
    (#"{"a":"&quot;x&quot;"}"#, #"{"a":"&quot;x&quot;"}"#),
    (
      "token:\n  - abcd1234efgh\n  - ijkl5678mnop\nsize: twelve-bytes",
      "token:\n  - abcd12…\n  - ijkl56…\nsize: twelve-bytes"
    ),
    (
      "token:\n  -   abcd1234efgh # note\n  - ijkl5678mnop.\n  - qrst",
      "token:\n  -   abcd12… # note\n  - ijkl56….\n  - qrst"
    ),
    ("tokens:\n- \"abcd1234 efgh\"\n- 'ijkl5678 mnop'\n", "tokens:\n- \"abcd…\"\n- 'ijkl…'\n"),
    ("<key>password</key>\n<string>abcd-efgh-ijkl</string>", "<key>password</key>\n<string>abcd-ef…</string>"),
    ("<input value=\"abcd-efgh-ijkl\" name=\"password\">", "<input value=\"abcd-ef…\" name=\"pass…\">"),
    ("Proxy-Authorization: Basic abcd1234efgh", "Proxy-Authorization: Basic abcd12…"),
    ("Set-Cookie: token=K7QX2M9B;Path=/;Secure", "Set-Cookie: token=K7QX…"),
    ("Payload(token=K7QX2M9B,redeemUrl=https://a.ch)", "Payload(token=K7QX…)"),
    ("password=abcdefghijkl", "password=abcdef…"), ("jwt=abcd1234efgh", "jwt=abcd12…"),
    ("X-Api-Key: abcd1234efgh", "X-Api-Key: abcd12…"),
    (#"client_secret: "abcdefghijkl""#, #"client_secret: "abcdef…""#),
    ("the password is in the list", "the password is in the list"), ("&quot;a&quot; \\u0041", "&quot;a&quot; \\u0041"),
    (#"<input value="Continue to it" name="button">"#, #"<input value="Continue to it" name="button">"#),
    ("passphrase: correct-horse", "passphrase: correc…"), ("private_key=abcdefghijkl", "private_key=abcdef…"),
    ("token: 8305917246", "token: 83059…"), ("Bearer 8305917246", "Bearer 83059…"),
    ("tokenUUID=8305917246, 12", "tokenUUID=83059…, 12"), ("the token: 1234567", "the token: 1234567"),
    ("token=abcd1234/settings/profile", "token=abcd…"), ("?token=abcd1234.a.example", "?token=abcd…"),
  ])
  func `a secret is known by its name in other notations, too`(text: String, shown: String) {
    #expect(SecretText().redacted(text) == shown)
  }

  @Test(arguments: [
    (#"let password: String = "K7QX2M9B""#, #"let password: String = "K7QX…""#),
    ("**Password:** K7QX2M9B", "**Password:** K7QX…"), ("<b>Password:</b> K7QX2M9B", "<b>Password:</b> K7QX…"),
    ("API key: K7QX2M9B", "API key: K7QX…"), ("password: !!str K7QX2M9B", "password: !!str K7QX…"),
    ("token: qzvxkwplmtrhbdnfgjscyaeiou", "token: qzvxkwpl…"),
    ("the token is Kq2+Lw7/tZp0Vb4=.", "the token is K…."), (#"token is "Kq2+Lw7/tZp0V""#, #"token is "K…""#),
    ("token: see Donaudampfschifffahrt", "token: see Donaudampfschifffahrt"),
    ("tokens: [a, K7QX2M9B]", "tokens: [a, K7QX…]"), ("WIFI:S:net;P:K7QX2M9B;;", "WIFI:S:net;P:K7QX…;;"),
    (#"<property name="secret_key">K7QX2M9B<"#, #"<property name="secre…">K7QX…<"#),
    ("<key>tokens</key><array><string>K7QX2M9B<", "<key>tokens</key><array><string>K7QX…<"),
    (#""token","K7QX2M9B""#, #""token","K7QX…""#), ("token b'K7QX2M9B'", "token b'K7QX…'"),
    (#"s:5:"token";s:8:"K7QX2M9B";"#, #"s:5:"token";s:8:"K7QX…";"#),
    ("the token at https://login2024.a.example/K7QX2M9B", "the token at https://login2024.a.example/K7QX2M9B"),
    ("the token at myapp2024://open2024/?x=K7QX2M9B", "the token at myapp2024://open2024/?x=K7QX…"),
    (
      "no token in run12345.json, a/run12345 or login2024.a.example",
      "no token in run12345.json, a/run12345 or login2024.a.example"
    ),
    (
      "the token is not base64url, of 2026-11-26 or oauth2-like",
      "the token is not base64url, of 2026-11-26 or oauth2-like"
    ),
    ("tokens: K7QX-2MPZ-9DRT-4VWN, K7QX-2MPZ-9DRT-4VWN", "tokens: K7QX-2MP…, K7QX-2MP…"),
    ("the token is K7QX-2MPZ-9DRT-4VWN", "the token is K7QX-2MP…"),
    ("a token of ISO-8859-1 or RSA-OAEP-256", "a token of ISO-8859-1 or RSA-OAEP-256"),
    (#"{\"value\":\"Hq4ZtW9bXe2L\",\"name\":\"token\"}"#, #"{\"value\":\"Hq4ZtW…\",\"name\":\"token\"}"#),
    ("K7QX2M9B is no file", "K7QX2M9B is no file"), ("API key K7QX2M9B4T…", "API key K7QX2……"),
    (
      #"<property name="secret_key">K7QX2M9B</property><p name="token">"#,
      #"<property name="secre…">K7QX…</property><p name="token">"#
    ),
    ("the token in a%2Fcallback", "the token in a%2Fcallback"), ("token of 5 %K7QX2M9B", "token of 5 %K7QX…"),
  ])
  func `letters and digits after the name of a secret are shortened in any notation`(text: String, shown: String) {
    #expect(SecretText().redacted(text) == shown)
    #expect(SecretText().redacted(shown) == shown)
  }

  @Test(arguments: [
    ("a b4b07559-f934-\n4597-a1c5-44d89f691e8f b", "a b4b07559… b"),
    ("b4b07559 - f934 - 4597 - a1c5 - 44d89f691e8f", "b4b07559…"),
    ("a \(uuid.replacing("-", with: " ")) b", "a b4b07559… b"),
    ("a \(uuid.replacing("-", with: ":")).", "a b4b0…."),
    (uuid.replacing("-", with: "."), "b4b0…"),
    ("at 10:20:30.5 of a.example:8443", "at 10:20:30.5 of a.example:8443"),
    (#"x\u002Db4b07559\u002Df934\u002d4597\u002da1c5\u002d44d89f691e8f"#, #"x\u002Db4b07559…"#),
    ("b4b07559-f934-4597-\u{200B}a1c5-44d89f691e8f.", "b4b07559…."),
    (uuid.replacing("-", with: "_"), "b4b07559…"), ("a \(uuid.replacing("-", with: "\u{2011}")) b", "a b4b07559… b"),
    ("a \u{2013} b", "a \u{2013} b"),
    ("(b4b07559-f934%0A-4597-a1c5-44d89f691e8f)", #"(b4b07559…)"#),
    ("eyJub21hX2RhdGEiOnsi=\r\ndG9rZW4iOiJhYmNkZWZnaGlqIn19!", "eyJub21h…!"),
    (#"eyJub21hX2RhdGEiOnsi\ndG9rZW4iOiJhYmNkZWZnaGlqIn19"#, "eyJub21h…"),
    ("eyJub21hX2RhdGEiOnsi dG9rZW4iOiJhYmNkZWZnaGlqIn19 and words", "eyJub21h… and words"),
    ("eyJhbGciOi is the start of every JWE that is known", "eyJhbGciOi is the start of every JWE that is known"),
    (#"b4b07559-f934-4597\x0a-a1c5-44d89f691e8f"#, "b4b07559…"),
    ("'QIYF9aHRyh4prGdDLAkFYBx7\nKp2mWq9Zt3LcVb8NdRs'", "'QIYF9aHR…'"),
    (#"a QIYF9aHRyh4prGdDLA\r\nkFYBx7Kp2mWq9Zt3LcVb8NdRs.png"#, "a QIYF9aHR….png"),
    ("10001\n10002\n10003\n10004\n10005\n10006\n10007", "10001\n10002\n10003\n10004\n10005\n10006\n10007"),
    ("793cf4220c\n9\n17b8538\n60886599b2ac75", "793cf422…"),
    (
      "x/e1091af467a484e1b273fdebb26943be9d6be7f3f2bb\n68b12849877c3e5ff110\nx", "x/e1091af4…\nx"
    ),
    ("token=4d78188d-480a-911\n2\n-8496-cbe\n453151954", "token=4d78188d…"),
    ("token=2d78188d-480a-911\n2\n-8496-cbe\n453151954", "token=2d78188d…"),
    ("b4b07559=2Df934=\r\n=2d4597=2da1c5=2D44d89f691e8f", "b4b07559…"),
    (#"{\"a\":\"b4b07559-f934\\n-4597-a1c5-44d89f691e8f\"}"#, #"{\"a\":\"b4b07559…\"}"#),
    ("token=M5aiH\r\nHLpQbIw\r\nL\r\nxvjBJ209S", "token=M5aiHHLp…"),
    (
      "eyJhbGciOiJSU0EtT0FFUCJ9.xlBhlidtE5Naqy1G_vaonNafMkexVG.jzHl5cgnfEo7wAUx.CPQ6HDc9D0ExKp1B.CEDFon8ZOKVu5q, or",
      "eyJhbGci…, or"
    ),
    ("eyJhbGciOiJkaXIifQ..jzHl5cgnfEo7wAUx.CPQ6HDc9D0ExKp1B.CEDFon8ZOKVu5q.", "eyJhbGci…."), ("eyJ.a.b", "eyJ.a.b"),
    ("33895AB0&#00000000000000000045;3964&#x002d;4609&#x2d;AA80&#x002D;38C06B96E446", "33895AB0…"),
    (#"33895AB0\\u002d3964\\x2d4609&amp;#45;AA80-38C06B96E446"#, "33895AB0…"),
    (#"33895AB0\u{2d}3964\x{2D}4609\U0000002dAA80\05538C06B96E446"#, "33895AB0…"),
    (#"33895AB0\0002d 3964-4609-AA80-38C06B96E446"#, "33895AB0…"),
    (#"33895AB0\2d 3964\2d 4609\-AA80\5538C06B96E446"#, "33895AB0…"),
    ("33895AB0&#8208;3964&#x2011;4609&ndash;AA80&minus;38C06B96E446", "33895AB0…"),
    (#"33895AB0\u20113964%E2%80%914609\u2010AA80\U0000201138C06B96E446"#, "33895AB0…"),
    ("=33=33=38=39=35=41=42=30-3964-4609-AA80-38C06B96E446", "33895AB0…"),
    ("eyJhbGciOiJub25lIn0.eyJzdWIiOiJib2IifQ.", "eyJhbGci…."), ("eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.abc", "eyJhbGci…"),
    ("33895AB0-3964-4609\\\n-AA80-38C06B96E446", "33895AB0…"),
    ("33895AB0-3964-4609\n> -AA80-38C06B96E446", "33895AB0…"),
    ("33895AB0-3964-<wbr>4609-AA80-38C0<br>6B96E446", "33895AB0…"),
    (#""33895AB0-3964-" + "4609-AA80-38C06B96E446""#, #""33895AB0…""#),
    ("33895AB0-39\u{200E}64-4609-AA80-38C06B&shy;96E446", "33895AB0…"),
    (#"{"value":"geheim12345abc","name":"token"}"#, #"{"value":"geheim1…","name":"token"}"#),
    (#"33895AB0\00002d 3964%u002d4609%26%2345%3BAA80&#45-38C06B96E446"#, "33895AB0…"),
    (#"C:\101\u{110000}&#450 is no token"#, #"C:\101\u{110000}&#450 is no token"#),
    ("&#116;oken&#61;M5aiHHLpQbIw", "token=M5aiHH…"),

    (
      "eyJhbGciOiJSU0Et&#46;xlBhlidtE5Naqy1G\\x2ejzHl5cgnfEo7wAUx&#x2e;CPQ8sLm2kVbTzXr4.Wq9ZyJ3hNcDf6gRt", "eyJhbGci…"
    ),
    ("&#x66;a2b53&#x31;8-2aca-489b-a739-&#x66;07f4fdc0e31", "fa2b5318…"),
    (#"94\x34108\x327-c2ea-4113-\x615d3-3\x66\x32f\x353\x30\x64a\x3555"#, "94410827…"),
    (#"to\x6ben=M5aiHHLpQbIw"#, "token=M5aiHH…"), (#"C:\xbox\x4a &#1x; &#300; &"#, #"C:\xbox\x4a &#1x; &#300; &"#),
    ("token=M5aiHHLp\nredeem_url=https://a", "token=M5ai…\nredeem_url=https://a"),
    ("?token=M5aiHHLp\r\nQbIw9xVj&lang=de", "?token=M5aiHHLp…&lang=de"),
    (#"{\"a\":\"token=M5aiHHLp\\nQbIw9xVj\"}"#, #"{\"a\":\"token=M5aiHHLp…\"}"#),
    ("token=no\nYES", "token=no\nYES"), ("tokens=5\n10\n20", "tokens=5\n10\n20"),
    ("token=M5aiHHLp\nHello", "token=M5ai…\nHello"),
    ("token=M5aiHHLp\nand more", "token=M5ai…\nand more"),
    ("QIYF9aHRyh4prGdDLAkFYBx7Kp2mWq9Zt3LcV8dRs2Q\nw8Xk2LpQ7", "QIYF9aHR…"),
    ("QIYF9aHRyh4prGdDLAkFYBx7Kp2mWq9Zt3LcV8dRs2Q\nroom,7", "QIYF9aHR…\nroom,7"),
    ("QIYF9aHRyh4p\nrGdDLAkFYBx7\nKp2mWq9Zt3Lc", "QIYF9aHR…"),
    ("QIYF9aHRyh4pr\nGdDLAkFYBx7\nKp2\nmWq9Zt3Lc", "QIYF9aHR…"),
    ("K1a2B3\nZ9y8X7\nQ4r5S6\nT1u2V3", "K1a2B3\nZ9y8X7\nQ4r5S6\nT1u2V3"),
    ("Key1\nKey2\nKey3\nKey4\nKey5", "Key1\nKey2\nKey3\nKey4\nKey5"),
    ("EUR\n80e3470b550f478baaa1418037f342e4\nand", "EUR\n80e3470b…\nand"),
    ("QIYF9aHRyh4prGdDLAkFYBx7\nKp2mWq9Zt3LcV\nword", "QIYF9aHR…\nword"),
    ("80e3470b550f478b\naaa1418037f342e4", "80e3470b…"),
    ("b4b07559-f934-4597-a1c5-\n44d89f691e8", "b4b07559-f934-4597-a1c5-\n44d89f691e8"),
  ])
  func `what looks like a secret once line breaks and the like are left out is shortened`(text: String, shown: String) {
    #expect(SecretText().redacted(text) == shown)
  }

  @Test func `a long name with digits is shortened in the place of a finding, too`() throws {
    let name = "7bc46124+76c0efec/0f6c2f708dfc3832c"
    let check = MessageCheck(#"{"nma_data_version":"1","\#(name)":1}"#)
    let finding = try #require(check.diagnostics.first { $0.rule == .unknownMember })
    #expect(finding.place == .pointer("/7bc4…"), "\(finding.place)")
    #expect(!finding.message.contains("76c0"))
    let ellipsis = MessageCheck(#"{"nma_data_version":"1","7bc46124+76c0efec…0f6c2f708dfc3832c":1}"#)
    #expect(!ellipsis.diagnostics.contains { "\($0)".contains("2f708dfc") })
  }

  @Test(arguments: [
    (#"{"tokenValue":"Hq4ZtW9bXe2L","b":"Hq4ZtW9bXe2L"}"#, #"{"tokenValue":"Hq4ZtW…","b":"Hq4ZtW9bXe2L"}"#),
    (#"{"credentials":[{"a":"Hq4ZtW9bXe2L"}]}"#, #"{"credentials":[{"a":"Hq4ZtW…"}]}"#),
    (#"{"tokenNumber":8305917246,"tokenCount":12}"#, #"{"tokenNumber":"83059…","tokenCount":12}"#),
    (
      #"{"token_endpoint":"https://login2024.a.example/oauth2/a","token_type":"Bearer"}"#,
      #"{"token_endpoint":"https://login2024.a.example/oauth2/a","token_type":"Bearer"}"#
    ),
    (#"{"token":{"endpoint":"abcdefgh"}}"#, #"{"token":{"endpoint":"abcd…"}}"#),
  ])
  func `values of JSON are shortened by the names of their members`(json: String, shown: String) throws {
    #expect(SecretText().redacted(try JSONDocument(parsing: Array(json.utf8)).value).description == shown)
  }

  @Test func `a known secret is found even if it is split`() throws {
    let url = #"http://a.example/opaque-\u200btoken-\nvalue"#
    let json = #"{"nma_data":{"token":"opaque-token-value","redeem_url":"\#(url)"}}"#
    for finding in MessageCheck(json).diagnostics {
      let shown = "\(finding) \(finding.remedy)".filter { $0.isLetter || $0 == "-" }
      #expect(!shown.contains("opaque-token-value"), "\(finding)")
    }
    let bytes = Array(json.utf8)
    let secrets = SecretText(of: OutOfBandMessage(bytes), carrying: try JSONDocument(parsing: bytes).value)
    let broken = [
      "opaque-token-\nvalue", "opaque-\u{200B}token-value", #"opaque\u002dtoken-value"#, "opaque-token=\r\n-value",
    ]
    for text in broken { #expect(secrets.redacted("a \(text) b") == "a opaque-t… b", "\(text)") }
  }

  @Test func `nothing that a message holds steers the terminal, and a UUID needs no hyphens`() {
    let json = #"{"nma_data":{"token":"\u001b]0;x\u0007\u001b[2J-long","redeem_url":"https://a.example/\u202e"}}"#
    for finding in MessageCheck(json).diagnostics {
      #expect("\(finding) \(finding.remedy)".unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }
    #expect(SecretText.shortened("\u{1B}[2Jabcdefghijkl") == "…")
    #expect(SecretText().redacted("a/1b6f0a527d3e4c1a9e55aabbccddeeff/b") == "a/1b6f0a52…/b")
    #expect(SecretText().redacted("a/1b6f0a527d3e4c1a9e55aabbccddeefg/b") == "a/1b6f0a527d3e4c1a9e55aabbccddeefg/b")
    let host = MessageCheck(
      #"{"nma_data":{"token":"Some-Opaque-Token","redeem_url":"https://Some-Opaque-Token.example/a"}}"#,
      options: .init(policy: TrustPolicy(redeemHosts: [])))
    #expect(!host.diagnostics.contains { $0.message.lowercased().contains("some-opaque-token") })
  }

  @Test(arguments: [(bytes: 16, missed: 6.0), (24, 1.5), (32, 0), (48, 0)], 0...2)
  func `few random tokens are missed, percent-encoded or not`(token: (bytes: Int, missed: Double), encodings: Int) {
    var random = SplitMix64(seed: 11)
    var missed = 0
    for _ in 0..<500 {
      let bytes = (0..<token.bytes).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Base64.encodeURL(bytes)
      let hyphen = "%" + String(repeating: "25", count: max(0, encodings - 1)) + "2D"
      let shown = SecretText().redacted(encodings == 0 ? text : text.replacing("-", with: hyphen))
      if !shown.contains("…") || shown.count > 14 { missed += 1 }
    }
    #expect(Double(missed) <= token.missed / 100 * 500, "\(missed) of 500")
  }

  @Test func `a megabyte of beginnings of payloads is looked through in time`() {
    for gap in [" x", "=2d x"] {
      let text = String(repeating: "eyJ", count: 350_000) + gap
      #expect(SecretText().redacted(text).count < 20)
    }
  }

  @Test func `what is encoded again and again is shortened as a whole, in time`() {
    let nested = "%" + String(repeating: "25", count: 100_000)
    #expect(SecretText().redacted(nested).count < 100)
    #expect(SecretText().redacted("a b%" + String(repeating: "25", count: 40) + "2Dx").hasSuffix("…"))
  }

  @Test func `a callback is not cut inside a segment`() {
    let start = "https://a.example/" + String(repeating: "a", count: 150) + "/"
    #expect(SecretText.withoutParameters(start + Self.uuid + "?a#b") == start + "…?…")
    #expect(SecretText.withoutParameters("https://a.example/a#b") == "https://a.example/a#…")
  }

  @Test func `a URL is not cut inside a piece that may be a token`() throws {
    let path = String(repeating: "a", count: 70)
    let json =
      #"{"nma_data":{"token":"opaque-token-value","redeem_url":"http://a.example/\#(path)/opaque-token-value"}}"#
    let finding = try #require(MessageCheck(json).diagnostics.first { $0.rule == .redeemNotHTTPS })
    #expect(finding.message.hasPrefix("'http://a.example/…'"), "\(finding.message)")
  }
}
