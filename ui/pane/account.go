package pane

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
)

// Platform returns a platform of the list, or nil.
func (c *Context) Platform(id string) *api.Platform {
	platforms := c.Store.Platforms.Value
	i := slices.IndexFunc(platforms, func(p api.Platform) bool { return p.Platform == id })
	if i >= 0 {
		return &platforms[i]
	}
	return nil
}

// accountsAlert is AccountsAlert of one site.
func accountsAlert(c *Context, part string, refresh, loadAll key.Binding, width int) []string {
	w := c.Words
	g := c.Theme.Glyphs
	a := &c.Store.Accounts
	list := c.Store.Accounts.List()
	rows := w.Int(len(list.Rows))
	tone := theme.Warn
	sign := g.Stale
	sentence := ""
	helps := loadAll
	next := w.T("accounts.load_rest", "Key", c.Key(loadAll))
	p, loadingAll := a.LoadingAll()
	switch {
	case loadingAll:
		progress := bar.Share(
			c.Theme,
			float64(p.Done)/float64(max(p.Requests, 1)),
			max(min(30, width/3), 4),
			c.Theme.Tone(theme.Accent),
			c.Theme.Line,
		)
		return []string{
			text.Cut(
				" "+progress+" "+w.T(
					"accounts.loading_all",
					"Done", p.Done,
					"Requests", p.Requests,
					"Accounts", w.Int(p.Rows),
				),
				width,
			),
		}
	case a.Err != nil && a.Loaded():
		return []string{c.LineFailed(a.Err, a.At, refresh, width)}
	case a.Err != nil:
		tone = theme.Bad
		sign = g.Abnormal
		sentence = c.View.Explain(a.Err).Line()
		helps = refresh
		next = w.T("error.retry", "Key", c.Key(refresh))
		if len(list.Rows) > 0 {
			sentence = w.T("accounts.broke_off", "Rows", rows, "Why", sentence)
		}
	case a.Loaded() && !list.Partial() && list.Repeated > 0:
		tone = theme.Muted
		sentence = w.N("accounts.repeated", list.Repeated)
		helps = key.Binding{}
		next = ""
	case !a.Loaded() && len(list.Rows) == 0, a.Loaded() && !list.Partial():
		return nil
	case !a.Loaded():
		tone = theme.Muted
		sign = g.Pending
		sentence = w.T("accounts.receiving", "Rows", rows)
		helps = key.Binding{}
		next = ""
	default:
		if list.Attempted {
			part = "accounts.still_part"
			next = w.T("error.retry", "Key", c.Key(loadAll))
		}
		sentence = w.T(part, "Shown", rows, "Total", w.Exact(list.Total.String()))
	}
	return []string{
		c.Zones.Key(c.Theme.Tone(tone).Render(KeepNext(" "+sign+" "+sentence, next, width)), helps),
	}
}
