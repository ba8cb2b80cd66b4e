package mask

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The keys of these examples belong to nobody. They are put together here so that no scanner of
// sources takes them for real ones.
var (
	jwt    = "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0." + "dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"
	github = "ghp" + "_0123456789abcdefghijklmnopqrstuvwxyz"
	openai = "sk" + "-proj-abcDEF0123456789abcDEF01234567"
	aws    = "AKIA" + "IOSFODNN7EXAMPLQ"
	google = "AIza" + "SyA-0123456789abcdefghijklmnopqrstu"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"key " + openai + ", thanks", "key [masked], thanks"},
		{"OPENAI_API_KEY=" + openai, "OPENAI_API_KEY=[masked]"},
		{github + " " + aws + " " + google + "\n" + jwt, "[masked] [masked] [masked]\n[masked]"},
		{"xox" + "b-123456789012-abcdef is a Slack token", "[masked] is a Slack token"},
		{"LTAI" + "5tAbCdEfGhIjKl123456 is of Alibaba", "[masked] is of Alibaba"},
		{"Authorization: Bearer abcdef0123456789ABCDEF\r\nHost: x", "Authorization: Bearer [masked]\r\nHost: x"},
		{
			`curl -H "Authorization: Basic YW5uOnNlY3JldDEyMzQ1" https://x.example`,
			`curl -H "Authorization: Basic [masked]" https://x.example`,
		},
		{"authorization: 0123456789abcdef", "authorization: [masked]"},
		{
			"Authorization: AWS4-HMAC-SHA256 Credential=x/20260101, SignedHeaders=host, Signature=fe5f80f77d5fa3be",
			"Authorization: AWS4-HMAC-SHA256 [masked]",
		},
		{"X-Api-Key: 9f8e7d6c5b4a", "X-Api-Key: [masked]"},
		{"Cookie: sid=abc123; theme=dark\nAccept: */*", "Cookie: [masked]\nAccept: */*"},
		{"set-cookie: sid=abc123; Path=/; HttpOnly", "set-cookie: [masked]"},
		{`{"access_token": "abc12345def", "n": 1}`, `{"access_token": "[masked]", "n": 1}`},
		{`{\"client_secret\":\"abc12345def\"}`, `{\"client_secret\":\"[masked]\"}`},
		{"password: hunter22, user: ann", "password: [masked], user: ann"},
		{`password = "correct horse"`, `password = "[masked] horse"`},
		{"密码：abc12345，谢谢", "密码：[masked]，谢谢"},
		{"postgres://ann:s3cret@db.example/x", "postgres://ann:[masked]@db.example/x"},
		{
			"https://x.example/v.mp4?X-Amz-Signature=fe5f80f77d5fa3beca03&n=1",
			"https://x.example/v.mp4?X-Amz-Signature=[masked]&n=1",
		},
		{"https://x.example/?token=abc12345def&page=2", "https://x.example/?token=[masked]&page=2"},
		{"mail ann.lee+x@mail.example.com or bob@example.cn.", "mail [masked] or [masked]."},
		{
			"-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----\nrest",
			"-----BEGIN RSA PRIVATE KEY-----[masked]-----END RSA PRIVATE KEY-----\nrest",
		},
		{"-----BEGIN PRIVATE KEY-----\nMIIEabc", "-----BEGIN PRIVATE KEY-----[masked]"},
	} {
		got, n := Text(c.in)
		if got != c.want || n != strings.Count(c.want, Mask) {
			t.Errorf("%q:\ngot  %q (%d)\nwant %q", c.in, got, n, c.want)
		}
		if again, n := Text(got); again != got || n != 0 {
			t.Errorf("%q is masked again: %q (%d)", got, again, n)
		}
	}
}

// Words, counts, IDs, variables and the data of files stay.
func TestTextsThatStay(t *testing.T) {
	for _, s := range []string{
		"", "The token is invalid.", "token: invalid", "password: required", "max_tokens: 4096", "tokens=12345678",
		`"nextPageToken": "CAUQAA12345678"`,
		"authorization: required", "Basic understanding of cookies", "cookie: chocolate", "a bearer of news",
		"api_key=$OPENAI_API_KEY", "secret: <your secret here>",
		"6710a1e5c0de000000000008", "8f14e45f-ceea-467f-9b3c-0a1b2c3d4e5f", "icon@2x.png",
		"git@github.com:x/y.git", "user@localhost", "react@18.2.0", "@ann", "sk-learn",
		"https://x.example:8080/path@v2?page=2", "https://user@x.example/",
		"data:image/png;base64,ghp" + strings.Repeat("A", 60) + "_" + aws,
		strings.Repeat("QUtJQUlPU0ZPRE5ON0VYQU1QTFE", 200),
		"共 3 个账号，密码：无",
		"price: 12345678.90",
		"signature: none",
	} {
		if got, n := Text(s); got != s || n != 0 {
			t.Errorf("%.80q: %.80q (%d)", s, got, n)
		}
	}
}

func TestJSON(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"apiKey" : "abc12345", "n":1.50}`, `{"apiKey" : "[masked]", "n":1.50}`},
		{
			`{"headers":{"Authorization":"Bearer abc12345","Cookie":"a=b; c=d","Accept":"x"}}`,
			`{"headers":{"Authorization":"Bearer [masked]","Cookie":"[masked]","Accept":"x"}}`,
		},
		{
			`[{"name":"Cookie","value":"sid=1"},{"name":"x","value":"sid=1"}]`,
			`[{"name":"Cookie","value":"[masked]"},{"name":"x","value":"sid=1"}]`,
		},
		{
			`{"text":"\u4e2d\uD83D\uDE00 ann@example.com \u4e2d\/\n"}`,
			`{"text":"\u4e2d\uD83D\uDE00 [masked] \u4e2d\/\n"}`,
		},
		{`{"text":"\u4e2dann@example.com","password":"p\u0041ss"}`, `{"text":"\u4e2d[masked]","password":"[masked]"}`},
		{
			`{"output":"{\"access_token\":\"abc12345def\",\"a\":\"b\"}"}`,
			`{"output":"{\"access_token\":\"[masked]\",\"a\":\"b\"}"}`,
		},
		{
			`{"text":"Cookie: sid=1234\r\nX-Api-Key: 9f8e7d6c5b4a"}`,
			`{"text":"Cookie: [masked]\r\nX-Api-Key: [masked]"}`,
		},
		{
			`{"password":"","token":null,"secret":12,"cookie":"none"}`,
			`{"password":"","token":null,"secret":12,"cookie":"none"}`,
		},
		{`"ann@example.com"`, `"[masked]"`},
		{`no JSON ann@example.com`, `no JSON ann@example.com`},
		{`{"a":`, `{"a":`},
		{` [ ] `, ` [ ] `},
		{"{\"a\":\"\xff ann@example.com \xfe\"}", "{\"a\":\"\xff [masked] \xfe\"}"},
	} {
		got, n := JSON([]byte(c.in))
		if string(got) != c.want || n != strings.Count(c.want, Mask) {
			t.Errorf("%s:\ngot  %s (%d)\nwant %s", c.in, got, n, c.want)
		}
	}
}

// Whatever stands around secrets stays as it is, byte for byte, in texts and in strings of JSON with
// any escapes.
func TestRestStays(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		"a", "é", "中", "😀", " ", "\n", `"`, `\`, "/", "\x00", "<b>", "12", "://", "{", "}", ": ",
		"x=1", "\u202e",
	}
	secret := []string{openai, github, jwt, "ann@example.com", "Cookie: sid=1\n"}
	for range 3000 {
		var b, want strings.Builder
		for range random.IntN(12) {
			piece := pieces[random.IntN(len(pieces))]
			if random.IntN(6) == 0 {
				piece = " " + secret[random.IntN(len(secret))] + " "
			}
			b.WriteString(piece)
		}
		s := b.String()
		masked, n := Text(s)
		at := 0
		for _, f := range find(s) {
			want.WriteString(s[at:f.from] + Mask)
			at = f.to
		}
		want.WriteString(s[at:])
		if masked != want.String() || n != len(find(s)) {
			t.Fatalf("%q: %q", s, masked)
		}
		for _, raw := range [][]byte{quoted(t, s), escapedAll(s)} {
			got, m := JSON(raw)
			var value string
			if err := json.Unmarshal(got, &value); err != nil || value != masked || m != n {
				t.Fatalf("%s: %s, %v", raw, got, err)
			}
			if n == 0 && !bytes.Equal(got, raw) {
				t.Fatalf("%s: %s", raw, got)
			}
		}
	}
}

func quoted(t *testing.T, s string) []byte {
	raw, err := jsontext.AppendQuote(nil, s)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// escapedAll is a string of JSON whose characters beyond ASCII, and some others, are escaped.
func escapedAll(s string) []byte {
	raw, _ := json.Marshal(s, jsontext.EscapeForHTML(true))
	var out []byte
	for len(raw) > 0 {
		r, size := utf8.DecodeRune(raw)
		switch {
		case r >= 0x10000:
			const hex = "0123456789abcdef"
			r -= 0x10000
			for _, u := range []rune{0xd800 + r>>10, 0xdc00 + r&0x3ff} {
				out = append(out, '\\', 'u', hex[u>>12&15], hex[u>>8&15], hex[u>>4&15], hex[u&15])
			}
		case r >= 0x80:
			const hex = "0123456789ABCDEF"
			out = append(out, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			out = append(out, raw[:size]...)
		}
		raw = raw[size:]
	}
	return out
}

// Any bytes are masked without a panic, and JSON stays JSON.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{
		`{"a":"ann@example.com"}`,
		`["\ud83d", "\ude00 ann@example.com"]`,
		"\"\xf0\x9f ann@example.com\"",
		`{"cookie":"a=b\u00"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		options := []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}
		got, n := JSON(value)
		if jsontext.Value(value).IsValid(options...) && !jsontext.Value(got).IsValid(options...) ||
			n == 0 && !slices.Equal(got, value) {
			t.Errorf("%q: %q", value, got)
		}
	})
}

func BenchmarkJSON(b *testing.B) {
	raw, _ := json.Marshal(map[string]string{"text": strings.Repeat(
		"A paragraph of an agent about harbor views, 12 clips and the file intro.mp4.\n",
		13_000,
	)})
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		JSON(raw)
	}
}
