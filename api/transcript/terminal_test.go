package transcript

import (
	"strings"
	"testing"
)

func TestPrinted(t *testing.T) {
	for output, want := range map[string]string{
		"10%\r 50%\r100%\r\nok\r\n":  "100%\nok\n",
		"100%\rdone":                 "done",
		"long line\r\x1b[Kshort":     "short",
		"abc\x1b[2D\x1b[1K":          "  c",
		"abc\x1b[1GX\x1b[9CY":        "Xbc       Y",
		"\x1b[1mN\bNA\bA\x1b[0m_\bx": "NAx",
		"a\tbc\t\td":                 "a       bc              d",
		"猫\tx":                       "猫      x",
		"猫猫\rab猫":                    "ab猫",
		"猫\b-":                       " -",
		"\x1b[31mred\x1b[0m":         "red",
		"\x1b]0;title\x07text":       "text",
		"\x1b[999999999Gx":           strings.Repeat(" ", 4095) + "x",
		"\b\x1b[5Dx\x1b[KKy":         "xKy",
		"no control characters\n":    "no control characters\n",
	} {
		if got := printed(output); got != want {
			t.Errorf("%q is printed as %q, want %q", output, got, want)
		}
	}
}

// What a part reports is its message, with the code that the message lacks; without one, how its value begins.
func TestReasonOfAReport(t *testing.T) {
	for data, want := range map[string]string{
		`{"code":"RUN_FAILED","message":"stopped","retryable":false}`: "RUN_FAILED: stopped",
		`{"code":"E1","message":"E1 of the relay"}`:                   "E1 of the relay",
		`{"reason":"no\n login"}`:                                     "no login",
		`{"code":"RUN_FAILED","retryable":false}`:                     "code: RUN_FAILED, retryable: false",
		`"stopped"`: "stopped",
	} {
		p := oneMessage(`{"type":"data-error","data":` + data + `}`).Part(Ref{0, 0})
		if got := p.Reason(); !p.Reported() || got != want {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
	}
}
