package transcript

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/ui/text"
)

// Name is an account, work, session or model that the session mentions, listed once.
type Name struct {
	Kind     NameKind
	ID       string
	Platform string // of a work, "" if unknown
	Count    int    // of its occurrences
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

// Names returns what inputs, outputs and data mention, in the order of the first
// occurrence: by the member names of the interface, and by the shape of its accounts
// and works.
func (t *Transcript) Names() []Name {
	n := naming{byKey: map[Name]int{}}
	w := walker{visit: n.value}
	for i := range t.Messages {
		for j := range t.Messages[i].Parts {
			p := &t.Messages[i].Parts[j]
			switch {
			case p.InCall || p.Joined: // the call's output holds it
			case p.Tool != nil:
				w.walk(p.Tool.Given())
				w.walk(p.Tool.Output)
			default:
				w.walk(p.Value)
			}
		}
	}
	return n.found
}

// naming collects names.
type naming struct {
	found []Name
	byKey map[Name]int
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
	const maxID = 200 // longer texts are not IDs
	key := text.Fold(strings.ReplaceAll(name, "_", ""))
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

func (n *naming) add(name Name) {
	if name.ID == "" {
		return
	}
	i, known := n.byKey[name]
	if !known {
		i = len(n.found)
		n.byKey[name] = i
		n.found = append(n.found, name)
	}
	n.found[i].Count++
}
