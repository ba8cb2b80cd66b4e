package mcp

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"
	"testing"

	_ "channeldeck/ui/testkit/garbage"
	"channeldeck/ui/words"
)

func TestTextsAreCleaned(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":"x\u001b[31my\u202ez","n":12345678901234567890.50}`: `{"a":"xyz","n":12345678901234567890.50}`,
		`["line\nnext", true, null]`:                              `["line\nnext",true,null]`,
		`[1e308, 1e309, -1e400, 1e-400]`:                          `[1e308,"1e309","-1e400",1e-400]`,
		"no \x1b[31mJSON":                                         "no JSON",
	} {
		if got := string(cleaned([]byte(in))); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}

// Clients can read some levels of JSON; what is deeper is named.
func TestDeepJSONIsNamed(t *testing.T) {
	nested := func(levels int) string {
		return strings.Repeat("[", levels) + strings.Repeat("]", levels)
	}
	if got := string(cleaned([]byte(nested(maxLevels)))); got != nested(maxLevels) {
		t.Errorf("%d levels: %s", maxLevels, got)
	}
	got := string(cleaned([]byte(nested(maxLevels + 2))))
	if strings.Count(got, "[") != maxLevels || !strings.Contains(got, `"application/json;4B"`) {
		t.Errorf("%d levels: %s", maxLevels+2, got)
	}
}

func TestNotes(t *testing.T) {
	got := notes([]byte(
		"channeldeck: a remark\n{\"exit\":10,\"message\":\"3 findings.\",\"hint\":\"See \\u001b[1mthem.\"}\n",
	))
	if want := []string{"a remark", "3 findings. See them."}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Values of a call are never flags.
func TestArgumentsAreNoFlags(t *testing.T) {
	for _, tool := range tools() {
		in := map[string]any{}
		for _, p := range tool.params {
			in[p.name] = "--demo"
			if p.kind == "array" {
				in[p.name] = []any{"--demo", "--demo"}
			}
		}
		for _, arg := range tool.args(in) {
			if arg == "--" {
				break
			}
			if arg == "--demo" {
				t.Errorf("%s: %q", tool.name, tool.args(in))
			}
		}
	}
}

// The tool with effects says so.
func TestEffectsAreNamed(t *testing.T) {
	for lang, want := range map[words.Lang]string{words.English: "has effects", words.Chinese: "有实际影响"} {
		w, err := words.New(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range tools() {
			if strings.Contains(w.T("mcp.tool."+tool.name), want) != tool.effects {
				t.Errorf("%s in %s", tool.name, lang)
			}
		}
	}
}

// brokenPipe is the output of a server whose client has gone.
type brokenPipe struct{ error }

func (p brokenPipe) Write([]byte) (int, error) { return 0, p.error }

// A client that goes before it is answered ends the server as one that goes later does.
func TestClientGoesBeforeTheAnswer(t *testing.T) {
	w, err := words.New(words.English)
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left")
	for _, c := range []struct{ write, want error }{
		{io.ErrClosedPipe, nil},
		{fmt.Errorf("write /dev/stdout: %w", syscall.EPIPE), nil},
		{full, full},
	} {
		requests, client := io.Pipe()
		go func() {
			_, _ = io.WriteString(client, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n")
		}()
		if err := Serve(t.Context(), Config{Words: w}, requests, brokenPipe{c.write}); !errors.Is(err, c.want) {
			t.Errorf("%v: %v, want %v", c.write, err, c.want)
		}
		_ = client.Close()
	}
}
