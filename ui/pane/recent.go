package pane

import (
	"cmp"
	"slices"

	"channeldeck/ui/text"
)

// Recent is a thing that the first screen of a pane offers. The message "recent." +
// Source says where it comes from: opened in this run, earlier, or the demo.
type Recent struct {
	Thing
	Source string
}

// Recalled announces that Site.Earlier is known.
type Recalled struct{}

// Recents returns the things of a kind that were opened in this run, those of earlier
// visits and the examples of the demo, each once.
func (s *Site) Recents(kind Kind, opened []Thing) []Recent {
	var list []Recent
	add := func(source string, things []Thing, label func(Thing) string) {
		for _, t := range things {
			t.Target.Site = s.Label()
			same := func(r Recent) bool {
				return r.Target.Identity() == t.Target.Identity()
			}
			if t.Kind == kind && !slices.ContainsFunc(list, same) {
				t.Label = label(t)
				list = append(list, Recent{t, source})
			}
		}
	}
	name := func(t Thing) string { return t.Label }
	add("opened", opened, name)
	add("earlier", s.Earlier, name)
	add("demo", s.Examples, func(t Thing) string {
		return cmp.Or(text.Clean(t.Note), t.Label)
	})
	return list
}

// Remembered are the things of earlier visits and the examples of the demo, of all sites.
func (c *Context) Remembered() []Thing {
	var all []Thing
	for _, site := range c.Sites {
		all = append(all, site.named(slices.Concat(site.Earlier, site.examples()))...)
	}
	return all
}

// examples are the examples of the demo as earlier things are listed: by their titles, with their IDs beside them.
func (s *Site) examples() []Thing {
	list := slices.Clone(s.Examples)
	for i := range list {
		t := &list[i]
		title := text.Line(t.Note)
		if title == "" {
			continue
		}
		t.Label = title
		t.Note = text.Line(t.Target.SessionID)
		if t.Kind == KindWork {
			t.Note = s.View.PlatformName(t.Target.Platform) + " " + text.Line(t.Target.WorkID)
		}
	}
	return list
}

// Things returns the things that the palette can open of each site, with its name where several are
// shown.
func Things[S interface{ Stack() *Stack }](sites []S, of func(S) []Thing) (all []Thing) {
	for _, s := range sites {
		all = append(all, s.Stack().site.named(of(s))...)
	}
	return all
}

// named are things of the site, with its name where several are shown.
func (s *Site) named(things []Thing) (named []Thing) {
	site := s.Label()
	for _, t := range things {
		t.Target.Site = site
		t.Note = text.Join(" ", t.Note, site)
		named = append(named, t)
	}
	return named
}

// Identity is a target without what does not identify the thing: a work is the same,
// whatever account it was looked up with.
func (t Target) Identity() Target {
	if t.WorkID != "" {
		t.AccountID = ""
	}
	t.Message = 0
	return t
}
