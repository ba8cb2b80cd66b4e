package ui

import (
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/ui/accounts"
	"channeldeck/ui/config"
	"channeldeck/ui/overview"
	"channeldeck/ui/pane"
	"channeldeck/ui/settings"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// questions returns what is often asked about accounts and has no key: where incidents are, which logins are
// likely to end, and who publishes nothing.
func (p *paletteBox) questions() []picker.Item {
	w := p.ctx.Words
	item := func(kind findings.Kind, note string, value any) picker.Item {
		return picker.Item{
			Section: w.T("palette.panes"),
			Words:   w.T("palette.words.finding." + string(kind)),
			Label:   w.T("finding.kind." + string(kind)),
			Note:    note,
			Value:   value,
		}
	}
	items := []picker.Item{
		item(
			findings.Incident,
			w.T("tab."+overview.Name),
			&pane.Target{Pane: overview.Name},
		),
	}
	expected := false
	for _, site := range p.ctx.Sites {
		past := site.Store.Past.Value
		if past == nil {
			continue
		}
		for _, f := range past.Forecasts {
			if len(f.Likely) == 0 {
				continue
			}
			expected = true
			note := w.N("accounts.total", len(f.Likely)) + " " +
				p.ctx.Theme.Glyphs.Between + " " +
				site.View.PlatformName(f.Platform)
			items = append(items, item(findings.LikelyToTurn, note, &pane.Target{
				Pane:       accounts.Name,
				Site:       site.Name,
				AccountIDs: pane.JoinIDs(f.Likely),
			}))
		}
	}
	if !expected && p.ctx.HasHistory() {
		note := w.T("tab."+overview.Name) + " " + p.ctx.Theme.Glyphs.Between + " " + w.T("palette.none_likely")
		items = append(items, item(findings.LikelyToTurn, note, &pane.Target{Pane: overview.Name}))
	}
	if p.ctx.SilentAfter > 0 && p.ctx.HasHistory() {
		query := fleet.Query{Terms: []fleet.Term{fleet.NoWorkFor(p.ctx.SilentAfter)}}
		note := w.T("tab."+accounts.Name) + " " + p.ctx.Theme.Glyphs.Between + " " +
			w.LongDuration(p.ctx.SilentAfter)
		items = append(items, item(
			findings.Silent,
			note,
			config.SavedView{List: accounts.Name, Query: query},
		))
	}
	return items
}

// idOf returns the id of a thing, "" for a platform or a model, whose labels show it.
func idOf(t *pane.Thing) string {
	switch t.Kind {
	case pane.KindAccount:
		return t.Target.AccountID
	case pane.KindGroup:
		return t.Target.GroupID
	case pane.KindWork:
		return t.Target.WorkID
	case pane.KindSession:
		return t.Target.SessionID
	}
	return ""
}

// byID labels a thing with its id, and its name as the note.
func byID(t pane.Thing, id string) pane.Thing {
	if label := text.Line(id); label != t.Label {
		t.Note = t.Label
		t.Label = label
	}
	return t
}

// openSetting is the message that opens the values of a setting.
type openSetting struct{ key string }

// settings offers each setting by its name, where letters are no text.
func (p *paletteBox) settings() []picker.Item {
	if p.ctx.Settings == nil || p.tabs.typing() || p.tabs.stack().Asking() {
		return nil
	}
	w := p.ctx.Words
	var items []picker.Item
	for _, key := range settings.Keys() {
		items = append(items, picker.Item{
			Section: w.T("settings.title"),
			Words:   w.T("palette.words.setting." + key),
			Label:   w.T("settings.key." + key),
			Value:   openSetting{key},
		})
	}
	return items
}
