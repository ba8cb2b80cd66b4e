package transcript

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/fold"
	"channeldeck/api/jsonobject"
)

// Name is an account, work, session or model that the session mentions.
type Name struct {
	Kind     NameKind
	ID       string
	Platform string // of a work, "" if unknown
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

// Names returns what inputs, outputs and data mention, each once, in the order of the first
// occurrence: by the member names of the interface, and by the shape of its accounts
// and works.
func (t *Transcript) Names() []Name {
	var found []Name
	known := map[Name]bool{}
	w := walker{visit: func(v jsontext.Value, o jsonobject.Object, name, platform string) {
		if n := nameOf(v, o, name, platform); n.ID != "" && !known[n] {
			known[n] = true
			found = append(found, n)
		}
	}}
	for i := range t.Messages {
		for j := range t.Messages[i].Parts {
			p := &t.Messages[i].Parts[j]
			switch {
			case p.Repeated(): // the call's output holds it
			case p.Tool != nil:
				w.walk(p.Tool.Given())
				w.walk(p.Tool.Output)
			default:
				w.walk(p.Value)
			}
		}
	}
	return found
}

// nameOf returns the name that a value is or that its members o hold; without ID for none.
func nameOf(v jsontext.Value, o jsonobject.Object, member, platform string) Name {
	if o != nil {
		id := string(jsonobject.Text(o.Find(jsonobject.IsString, "id")))
		switch {
		case o.Find(jsonobject.IsString, "uid") != nil && o.Find(jsonobject.IsString, "nickname") != nil:
			return Name{Kind: NameAccount, ID: id}
		case member == "work":
			return Name{Kind: NameWork, ID: id, Platform: platform}
		}
		return Name{}
	}
	s := strings.TrimSpace(string(jsonobject.Text(v)))
	const maxID = 200 // longer texts are not IDs
	key := fold.String(strings.ReplaceAll(member, "_", ""))
	if len(s) > maxID || strings.ContainsAny(s, " \t\n\r") && !strings.Contains(key, "model") {
		return Name{}
	}
	switch strings.TrimSuffix(key, "s") {
	case "accountid":
		return Name{Kind: NameAccount, ID: s}
	case "platformworkid", "workid":
		return Name{Kind: NameWork, ID: s, Platform: platform}
	case "sessionid", "agentsessionid":
		return Name{Kind: NameSession, ID: s}
	case "model", "modelname", "videomodel":
		return Name{Kind: NameModel, ID: s}
	}
	return Name{}
}

// Mentions reports whether the input of the call names one of some IDs: as a value, or within
// the path of a link.
func (t *Tool) Mentions(ids []string) bool {
	found := false
	w := walker{visit: func(v jsontext.Value, _ jsonobject.Object, _, _ string) {
		s := string(jsonobject.Text(v))
		if v.Kind() == '0' {
			s = string(v)
		}
		inLink := func(part string) bool { return slices.Contains(ids, strings.TrimPrefix(part, "@")) }
		found = found || slices.Contains(ids, s) ||
			scheme(s) > 0 && slices.ContainsFunc(strings.FieldsFunc(s[scheme(s):], func(r rune) bool { return strings.ContainsRune("/?&=#", r) }), inLink)
	}}
	w.walk(t.Given())
	return found
}
