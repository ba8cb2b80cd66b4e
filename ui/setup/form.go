package setup

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"channeldeck/api"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/form"
)

// The fields of a site.
const (
	FieldURL = "base_url"
	FieldKey = "api_key"
)

// Form asks for the address and the key of a site.
type Form struct {
	*form.Form
	ctx      *pane.Context
	explain  func(err error) string // words an error
	untested entry                  // what the last failed test was made with
}

// NewForm returns a form with further fields before those of a site.
func NewForm(
	c *pane.Context,
	keys form.KeyMap,
	explain func(err error) string,
	before ...form.Field,
) *Form {
	f := &Form{ctx: c, explain: explain}
	w := c.Words
	f.Form = form.New(c.Theme, keys, append(before,
		form.Field{
			ID:    FieldURL,
			Label: w.T("setup.base_url"),
			Hint:  "https://",
			Note:  w.T("setup.base_url_note"),
			Check: f.checkURL,
		},
		form.Field{
			ID:     FieldKey,
			Label:  w.T("setup.api_key"),
			Note:   w.T("setup.api_key_note"),
			Masked: true,
			Check:  f.checkKey,
		},
	))
	return f
}

// Anyway reports whether the test of what is entered has failed: it is then saved without one.
func (f *Form) Anyway() bool { return f.entered() == f.untested }

// entry holds the address and the key that are entered in a form.
type entry struct{ url, key string }

func (f *Form) entered() entry {
	return entry{f.Value(FieldURL), f.Value(FieldKey)}
}

// Complete adds the scheme to an address that was entered without one: https, or http for this
// machine.
func (f *Form) Complete() {
	entered := strings.TrimSpace(f.Value(FieldURL))
	if _, err := config.CleanURL(entered); entered == "" || strings.Contains(entered, ":/") ||
		!config.LacksScheme(err) {
		return
	}
	scheme := "https://"
	if u, err := url.Parse("http://" + entered); err == nil && api.IsLoopback(u.Hostname()) {
		scheme = "http://"
	}
	f.SetValue(FieldURL, scheme+entered)
}

func (f *Form) checkURL(s string) string {
	if s == "" {
		return f.ctx.Words.T("setup.base_url_blank")
	}
	if _, err := config.CleanURL(s); err != nil {
		return f.explain(err)
	}
	return ""
}

func (f *Form) checkKey(s string) string {
	s = config.CleanKey(s)
	if s != "" && !config.UsableKey(s) {
		return f.ctx.Words.T("setup.api_key_malformed")
	}
	return ""
}

// Site returns what was entered for a site with a name.
func (f *Form) Site(name string) config.NewSite {
	return config.NewSite{
		Name:    name,
		BaseURL: f.Value(FieldURL),
		Key:     config.NewSecret(config.CleanKey(f.Value(FieldKey))),
	}
}

// tryError is the error of the test. The user may save anyway: see Form.Anyway.
type tryError struct{ error }

func (e *tryError) Unwrap() error { return e.error }

// Untested marks the error of the test of a site, which may be saved anyway.
func Untested(err error) error { return &tryError{err} }

// ShowFailure shows why a site was not saved, at its field where another address may repair
// it.
func (f *Form) ShowFailure(err error, confirm key.Binding) {
	why := f.explain(err)
	_, tried := errors.AsType[*tryError](err)
	if tried {
		f.untested = f.entered()
		why = text.Sentences(why, f.ctx.Words.T("setup.anyway", "Key", f.ctx.Key(confirm)))
	}
	if tried && blamesURL(err) {
		f.SetWrong(FieldURL, why)
	} else {
		f.SetFailure(why)
	}
}

// blamesURL reports whether a request failed in a way that another base URL may repair.
func blamesURL(err error) bool {
	if business, ok := errors.AsType[*api.Error](err); ok {
		return business.Code == api.CodeRouteNotFound
	}
	failed, ok := errors.AsType[*api.TransportError](err)
	if !ok || failed.Status == http.StatusNotFound {
		return ok
	}
	_, isBody := failed.Err.(*api.BodyError)
	return isBody && failed.Status < http.StatusBadRequest ||
		api.IsKind(
			err,
			api.KindRefused,
			api.KindDNS,
			api.KindTLS,
			api.KindBadHTTP,
			api.KindRedirect,
			api.KindInsecureKey,
		)
}
