package text

import (
	"strings"
	"testing"
)

func TestLink(t *testing.T) {
	if got, want := Link(
		"https://example.test/a?b=c",
		"here",
	), "\x1b]8;;https://example.test/a?b=c\x07here\x1b]8;;\x07"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Width(Link("https://example.test/", "这里")); got != 4 {
		t.Errorf("%d cells wide, want 4", got)
	}
	for _, address := range []string{
		"", "here", "javascript:alert(1)", "file:///etc/passwd", "ftp://example.test", "//example.test", "https://",
		"https://example.test/\x1b\\",
		"https://example.test/\x07",
		"https://exa mple.test",
		"https://example.test/" + strings.Repeat("a", 3000),
	} {
		if got := Link(address, "label"); got != "label" {
			t.Errorf("%q is a link: %q", address, got)
		}
	}
	// What a link may not hold is written as a link holds it.
	if got := Link(
		"https://example.test/中 文",
		"x",
	); strings.ContainsAny(got, "中 文") || !strings.HasSuffix(got, "x\x1b]8;;\x07") {
		t.Errorf("%q", got)
	}
}
