package ui

import (
	"channeldeck/ui/accounts"
	"channeldeck/ui/config"
	"channeldeck/ui/overview"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/settings"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// questions returns what is often asked about accounts and has no key.
func (p *paletteItems) questions() []picker.Item {
	w := p.ctx.Words
	between := " " + p.ctx.Theme.Glyphs.Between + " "
	known := resource.Known{
		View:        p.ctx.View,
		SilentAfter: p.ctx.SilentAfter,
		HasHistory:  p.ctx.HasHistory(),
	}
	for _, site := range p.ctx.Sites {
		if past := site.Store.Past.Value; past != nil {
			known.Sites = append(known.Sites, resource.KnownSite{
				Name:      site.Name,
				View:      site.View,
				Forecasts: past.Forecasts,
			})
		}
	}
	var items []picker.Item
	for _, q := range known.Questions() {
		item := picker.Item{
			Section: w.T("overview.attention"),
			Words:   w.T("palette.words.finding." + string(q.Kind)),
			Label:   p.ctx.View.KindTitle(q.Kind),
		}
		switch {
		case q.Accounts != nil:
			item.Note = q.Note
			item.Value = &pane.Target{
				Pane:       accounts.Name,
				Site:       q.Site,
				AccountIDs: pane.JoinIDs(q.Accounts),
			}
		case q.Query != nil:
			item.Note = text.Join(between, w.T("tab."+accounts.Name), q.Note)
			item.Value = config.SavedView{List: accounts.Name, Query: *q.Query}
		default:
			item.Note = text.Join(between, w.T("tab."+overview.Name), q.Note)
			item.Value = &pane.Target{Pane: overview.Name}
		}
		items = append(items, item)
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
func (p *paletteItems) settings() []picker.Item {
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
