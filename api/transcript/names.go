package transcript

import (
	"iter"
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
	Touched  bool   // the input of a call names it
}

// NameKind is the kind of thing that a [Name] refers to.
type NameKind string

// The kinds of names.
const (
	NameAccount NameKind = "account"
	NameWork    NameKind = "work"
	NameSession NameKind = "session"
	NameModel   NameKind = "model"
)

// Names returns what the inputs of calls mention, and then what outputs and data do, each once, a work with its
// platform if some part names it:
// by the member names of the interface, by the shape of its accounts and works, and in inputs
// what account returns as an ID for a value or a part of a link.
func (t *Transcript) Names(account func(s string) (id string)) []Name {
	var found []Name
	known := map[Name]bool{}
	placed := map[string]bool{} // the IDs of works whose platform is known
	touched := true
	add := func(n Name) {
		if n.ID != "" && !known[n] {
			known[n] = true
			placed[n.ID] = placed[n.ID] || n.Platform != ""
			n.Touched = touched
			found = append(found, n)
		}
	}
	w := walker{visit: func(v jsontext.Value, o jsonobject.Object, name, platform string) {
		for s := range namedBy(v) {
			if id := account(s); touched && id != "" {
				add(Name{Kind: NameAccount, ID: id})
				return
			}
		}
		add(nameOf(v, o, name, platform))
	}}
	for _, touched = range []bool{true, false} {
		for _, p := range t.Parts() {
			switch {
			case p.Repeated(): // the call's output holds it
			case p.Tool != nil && touched:
				w.walk(p.Tool.Given())
			case p.Tool != nil:
				w.walk(p.Tool.Output)
			case !touched:
				w.walk(p.Value())
			}
		}
	}
	return slices.DeleteFunc(found, func(n Name) bool {
		return n.Kind == NameWork && n.Platform == "" && placed[n.ID]
	})
}

// namedBy yields what a value can name: a text or a number and, of a link, the parts of its path
// and of its query.
func namedBy(v jsontext.Value) iter.Seq[string] {
	return func(yield func(string) bool) {
		s := string(jsonobject.Text(v))
		if v.Kind() == '0' {
			s = string(v)
		}
		const maxLink = 4096
		if s == "" || len(s) > maxLink || !yield(s) || scheme(s) == 0 {
			return
		}
		for _, part := range strings.FieldsFunc(s[scheme(s):], func(r rune) bool {
			return strings.ContainsRune("/?&=#", r)
		}) {
			plain, handle := strings.CutPrefix(part, "@")
			if handle && !yield(part) || !yield(plain) {
				return
			}
		}
	}
}

// nameOf returns the name that a value is or that its members o hold; without ID for none.
func nameOf(v jsontext.Value, o jsonobject.Object, member, platform string) Name {
	if o != nil {
		id := string(jsonobject.Text(o.Find(jsonobject.IsString, "id")))
		if o.Find(jsonobject.IsString, "uid") != nil &&
			o.Find(jsonobject.IsString, "nickname") != nil {
			return Name{Kind: NameAccount, ID: id}
		}
		if member == "work" {
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
// a link.
func (t *Tool) Mentions(ids []string) bool {
	found := false
	w := walker{visit: func(v jsontext.Value, _ jsonobject.Object, _, _ string) {
		for s := range namedBy(v) {
			found = found || slices.Contains(ids, s)
		}
	}}
	w.walk(t.Given())
	return found
}
