package text

import (
	"net/url"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Link returns a label, which may be styled, as a link to a web address (OSC 8). For
// anything but a valid http or https address it returns the label alone.
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

// maxLink is the maximum length of an address that terminals accept.
const maxLink = 2000
