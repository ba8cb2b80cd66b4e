package transcript

import (
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Name is an account, work, session or model that the session mentions, listed once.
type Name struct {
	Kind     NameKind
	ID       string
	Platform string // of a work, "" if unknown
	First    Ref
	Count    int // of its occurrences
}

// NameKind is what a [Name] refers to.
type NameKind string

// The kinds of names.
const (
	NameAccount NameKind = "account"
	NameWork    NameKind = "work"
	NameSession NameKind = "session"
	NameModel   NameKind = "model"
)

// Names returns what inputs, outputs, data and texts mention, in the order of the first
// occurrence: by the member names of the interface, by the shape of its accounts and
// works, and by the URLs of its endpoints.
func (t *Transcript) Names() []Name {
	n := naming{byKey: make(map[Name]int)}
	w := walker{visit: n.value}
	for i := range t.Messages {
		parts := t.Messages[i].Parts
		for j := range parts {
			p := &parts[j]
			n.at = Ref{i, j}
			switch {
			case p.InCall || p.Joined: // the call's output holds it
			case p.Tool != nil:
				w.walk(p.Tool.Given())
				w.walk(p.Tool.Output)
				n.urls(p.Tool.ErrorText)
			case p.Value != nil:
				w.walk(p.Value)
			case p.Source != nil:
				n.urls(p.Source.URL)
			default:
				n.urls(p.Text)
			}
		}
	}
	return n.found
}

// naming collects names.
type naming struct {
	found []Name
	byKey map[Name]int
	at    Ref
}

// value looks for names in a value.
func (n *naming) value(v jsontext.Value, o object, name, platform string) {
	if o != nil {
		id := string(unquote(o.find(isString, "id")))
		switch {
		case o.find(isString, "uid") != nil && o.find(isString, "nickname") != nil:
			n.add(Name{Kind: NameAccount, ID: id})
		case name == "work":
			n.add(Name{Kind: NameWork, ID: id, Platform: platform})
		}
		return
	}
	s := strings.TrimSpace(string(unquote(v)))
	n.urls(s)
	const maxID = 200 // a longer text is text
	key := strings.ToLower(strings.ReplaceAll(name, "_", ""))
	if len(s) > maxID || strings.ContainsAny(s, " \t\n\r") && !strings.Contains(key, "model") {
		return
	}
	switch strings.TrimSuffix(key, "s") {
	case "accountid":
		n.add(Name{Kind: NameAccount, ID: s})
	case "platformworkid", "workid":
		n.add(Name{Kind: NameWork, ID: s, Platform: platform})
	case "sessionid", "agentsessionid":
		n.add(Name{Kind: NameSession, ID: s})
	case "model", "modelname", "videomodel":
		n.add(Name{Kind: NameModel, ID: s})
	}
}

// urls finds the ids in URLs of the interface (4.1, 4.6).
func (n *naming) urls(text string) {
	for u := range urls(text) {
		parsed, err := url.Parse(u)
		if err != nil {
			continue
		}
		// Split before unescaping: an escaped slash belongs to its segment.
		segments := strings.Split(parsed.EscapedPath(), "/")
		for i, s := range segments {
			rest := segments[i+1:]
			switch {
			case s == "sessions" && len(rest) > 1 && rest[1] == "messages":
				n.add(Name{Kind: NameSession, ID: unescape(rest[0])})
			case s == "works" && i > 0 && segments[i-1] == "channels" && len(rest) > 1:
				n.add(Name{Kind: NameWork, ID: unescape(rest[1]), Platform: unescape(rest[0])})
			}
		}
	}
}

func unescape(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}

func (n *naming) add(name Name) {
	if name.ID == "" {
		return
	}
	i, known := n.byKey[name]
	if !known {
		i = len(n.found)
		n.byKey[name] = i
		name.First = n.at
		n.found = append(n.found, name)
	}
	n.found[i].Count++
}
