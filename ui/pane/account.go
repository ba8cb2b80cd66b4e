package pane

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
	"channeldeck/ui/words"
)

// What several panes show of accounts and platforms is worded here.

// HealthWord is the status of an account in words.
func HealthWord(w *words.Words, h api.Health) string {
	switch h {
	case api.HealthNormal:
		return w.T("accounts.normal")
	case api.HealthAbnormal:
		return w.T("accounts.abnormal")
	}
	return w.T("accounts.unknown_status")
}

// HealthSign is the status of an account as a sign.
func (c *Context) HealthSign(h api.Health) (sign string, tone theme.Tone) {
	g := c.Theme.Glyphs
	switch h {
	case api.HealthNormal:
		return g.Normal, theme.Good
	case api.HealthAbnormal:
		return g.Abnormal, theme.Bad
	}
	return g.Unknown, theme.Warn
}

// Change is the change of a number as a direction and a size, "" for an unknown one.
func (c *Context) Change(n api.Number, format func(api.Number) string) (change string, tone theme.Tone) {
	g := c.Theme.Glyphs
	switch {
	case !n.IsSet():
		return "", theme.Plain
	case n.Sign() > 0:
		return g.Up + " " + format(n), theme.Good
	case n.Sign() < 0:
		return g.Down + " " + format(n.Mul(api.Int(-1))), theme.Bad
	}
	return "=", theme.Muted
}

// PlatformName returns the display name of a platform in the user's language, or
// its identifier while the platforms are not loaded or do not include it. It is
// clean.
func (c *Context) PlatformName(id string) string {
	if c.Store != nil {
		if name := c.Store.PlatformName(id, c.Words.Lang().Tag()); name != "" {
			return name
		}
	}
	return text.Clean(id)
}

// Platform returns a platform of the list, or nil.
func (c *Context) Platform(id string) *api.Platform {
	platforms := c.Store.Platforms.Value
	if i := slices.IndexFunc(platforms, func(p api.Platform) bool { return p.Platform == id }); i >= 0 {
		return &platforms[i]
	}
	return nil
}

// AbnormalShare is a line of a block: the share of abnormal accounts as a bar and as
// a percentage. Without accounts it is nil.
func (c *Context) AbnormalShare(abnormal, accounts, width int) []string {
	if accounts == 0 {
		return nil
	}
	share := float64(abnormal) / float64(accounts)
	percent := " " + c.Words.T("accounts.percent_abnormal", "N", c.Words.Int(int(share*100+0.5)))
	room := min(width-2-text.Width(percent), 40)
	return []string{" " + bar.Share(c.Theme, share, room, c.Theme.Tone(theme.Bad), c.Theme.Line) + c.Theme.Tone(theme.Muted).Render(percent)}
}

// LoadAllAccounts loads the accounts that one request does not return.
func (c *Context) LoadAllAccounts() tea.Cmd {
	if !c.Store.Accounts.List().Partial() {
		return Notify(Info, c.Words.T("accounts.whole"))
	}
	return c.Store.Accounts.LoadAll()
}

// AccountsAlert is the line above a list that depends on the accounts, none while
// these are complete and current. The message part is shown while rows are missing.
func (c *Context) AccountsAlert(part string, refresh, loadAll key.Binding, width int) []string {
	w, g, a, list := c.Words, c.Theme.Glyphs, &c.Store.Accounts, c.Store.Accounts.List()
	rows := w.Int(len(list.Rows))
	tone, sign, sentence := theme.Warn, g.Stale, ""
	p, loadingAll := a.LoadingAll()
	switch {
	case loadingAll:
		progress := c.Theme.Progress(max(min(30, width/3), 4)).ViewAs(float64(p.Done) / float64(max(p.Requests, 1)))
		return []string{text.Cut(" "+progress+" "+w.T("accounts.loading_all", "Done", p.Done, "Requests", p.Requests, "Accounts", w.Int(p.Rows)), width)}
	case a.Err != nil && a.Loaded():
		return []string{c.LineFailed(a.Err, a.At, refresh, width)}
	case a.Err != nil:
		tone, sign, sentence = theme.Bad, g.Abnormal, text.Sentences(c.Explain(a.Err).Line(), w.T("error.retry", "Key", refresh.Help().Key))
		if len(list.Rows) > 0 {
			sentence = w.T("accounts.broke_off", "Rows", rows, "Why", c.Explain(a.Err).Line(), "Key", refresh.Help().Key)
		}
	case !a.Loaded() && len(list.Rows) == 0, a.Loaded() && !list.Partial():
		return nil
	case !a.Loaded():
		tone, sign, sentence = theme.Muted, g.Pending, w.T("accounts.receiving", "Rows", rows)
	case list.Attempted:
		part = "accounts.still_part"
		fallthrough
	default:
		sentence = w.T(part, "Shown", rows, "Total", w.Exact(list.Total.String()), "Key", loadAll.Help().Key)
	}
	return []string{c.Theme.Tone(tone).Render(text.Cut(" "+sign+" "+sentence, width))}
}
