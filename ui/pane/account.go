package pane

import (
	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/text"
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

// PlatformName returns the display name of a platform in the user's language, or
// its identifier while the platforms are not loaded or do not include it. It is
// clean. Call it from Update and View only.
func (c *Context) PlatformName(id string) string {
	if c.Store != nil {
		for i := range c.Store.Platforms.Value {
			if p := &c.Store.Platforms.Value[i]; p.Platform == id {
				if name := text.Clean(p.Name(c.Words.Lang().Tag())); name != "" {
					return name
				}
			}
		}
	}
	return text.Clean(id)
}
