package text

import (
	"net/url"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Link makes label, which may be styled, a link to a web address (OSC 8). What
// is no address of http or https comes back as the label alone, so that no text
// of others can bring an escape sequence or another scheme.
func Link(address, label string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return label
	}
	target := u.String()
	if len(target) > maxLink || strings.ContainsFunc(target, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return label
	}
	return ansi.SetHyperlink(target) + label + ansi.ResetHyperlink()
}

// maxLink is up to how long an address terminals take.
const maxLink = 2000
