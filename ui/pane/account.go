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
	if i := slices.IndexFunc(platforms, func(p api.Platform) bool { return p.Platform == id }); i >= 0 {
		return &platforms[i]
	}
	return nil
}

// accountsAlert is AccountsAlert of one site.
func accountsAlert(c *Context, part string, refresh, loadAll key.Binding, width int) []string {
	w, g, a, list := c.Words, c.Theme.Glyphs, &c.Store.Accounts, c.Store.Accounts.List()
	rows := w.Int(len(list.Rows))
	tone, sign, sentence, helps, next := theme.Warn, g.Stale, "", loadAll, w.T("accounts.load_rest", "Key", c.Key(loadAll))
	p, loadingAll := a.LoadingAll()
	switch {
	case loadingAll:
		progress := bar.Share(c.Theme, float64(p.Done)/float64(max(p.Requests, 1)), max(min(30, width/3), 4), c.Theme.Tone(theme.Accent), c.Theme.Line)
		return []string{text.Cut(" "+progress+" "+w.T("accounts.loading_all", "Done", p.Done, "Requests", p.Requests, "Accounts", w.Int(p.Rows)), width)}
	case a.Err != nil && a.Loaded():
		return []string{c.LineFailed(a.Err, a.At, refresh, width)}
	case a.Err != nil:
		tone, sign, sentence, helps, next = theme.Bad, g.Abnormal, c.Explain(a.Err).Line(), refresh, w.T("error.retry", "Key", c.Key(refresh))
		if len(list.Rows) > 0 {
			sentence = w.T("accounts.broke_off", "Rows", rows, "Why", sentence)
		}
	case !a.Loaded() && len(list.Rows) == 0, a.Loaded() && !list.Partial():
		return nil
	case !a.Loaded():
		tone, sign, sentence, helps, next = theme.Muted, g.Pending, w.T("accounts.receiving", "Rows", rows), key.Binding{}, ""
	default:
		if list.Attempted {
			part, next = "accounts.still_part", w.T("error.retry", "Key", c.Key(loadAll))
		}
		sentence = w.T(part, "Shown", rows, "Total", w.Exact(list.Total.String()))
	}
	return []string{c.Zones.Key(c.Theme.Tone(tone).Render(KeepNext(" "+sign+" "+sentence, next, width)), helps)}
}
