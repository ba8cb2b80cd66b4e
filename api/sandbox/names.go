package sandbox

import (
	"math/rand/v2"
	"strings"
)

// names is data/accounts.json.
type names struct {
	// Cast has the first, so the oldest, accounts: the ones to be careful with.
	Cast []role `json:"cast"`

	// Styles are the nicknames of all other accounts, with one text of each list
	// of words. A style holds for a random number below Below, and the last one for
	// most accounts of a platform with Latin names.
	Styles []struct {
		Below int        `json:"below"`
		Words [][]string `json:"words"`
	} `json:"styles"`
}

// role is an account that is the same whatever the seed.
type role struct {
	Platform   string     `json:"platform"`
	Nickname   string     `json:"nickname"`
	Abnormal   bool       `json:"abnormal"`
	Statistics statistics `json:"statistics"`
}

// castOf returns the role of account i, or nil.
func (a *accounts) castOf(i int) *role {
	if i >= len(a.names.Cast) {
		return nil
	}
	return &a.names.Cast[i]
}

// nickname is the account's display name. Some accounts share one.
func (a *accounts) nickname(i int, p platform, dice *rand.Rand) string {
	if c := a.castOf(i); c != nil {
		return c.Nickname
	}
	n := dice.IntN(100)
	if p.Latin && n < 60 {
		n = 100
	}
	var b strings.Builder
	for _, style := range a.names.Styles {
		if n >= style.Below {
			continue
		}
		for _, words := range style.Words {
			b.WriteString(words[dice.IntN(len(words))])
		}
		break
	}
	return b.String()
}

// hostileText holds what must not reach a terminal: it would clear the screen,
// set the title, write to the clipboard, and reverse the direction of text.
const hostileText = "\x1b[2J\x1b[31mALERT\x1b[0m \x1b]0;title\a\x1b]52;c;c3RvbGVu\a \u009b31m \u202egnp.exe\u202c \u2066\u200f\r\n\b\x7f\x00"
