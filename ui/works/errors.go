package works

import (
	"cmp"
	"errors"

	"github.com/charmbracelet/bubbles/key"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// explain explains the error of the last request; next says which key helps, ""
// for none.
func (s *workScreen) explain() (x pane.Explanation, next string) {
	m, w, err := s.m, s.m.Words, s.load.Err
	x = m.Explain(err)
	press := func(id string, b key.Binding) { next = w.T(id, "Key", b.Help().Key) }
	if retryable, _ := api.Retryable(err); retryable {
		press("works.retry", m.Keys.Refresh)
	}
	e, ok := errors.AsType[*api.Error](err)
	if !ok {
		return x, next
	}
	platform := m.PlatformName(cmp.Or(e.Details().Platform, s.query.Platform))
	switch class := api.ClassOf(err); {
	case e.Code == api.CodeUnsupportedCapability:
		x.Hint = w.T("works.unsupported", "Platform", platform)
	case e.Code == api.CodeAccountRequired:
		x.Hint = "" // the service's message says it
		press("works.choose_key", m.keys.Account)
	case e.Code == api.CodeAccountNotFound, e.Code == api.CodeAccountOfOtherPlatform:
		press("works.choose_key", m.keys.Account)
	case class == api.ClassAuthorization:
		account := cmp.Or(text.Clean(s.query.AccountID), w.T("works.the_account"))
		if name := m.accountName(s.query.AccountID); name != "" {
			account = name + " (" + account + ")"
		}
		x.Hint = w.T("works.hint.authorise", "Account", account, "Platform", platform)
		press("works.choose_key", m.keys.Account)
	case class == api.ClassNotFound:
		x.Hint = w.T("works.hint.no_work", "Platform", platform)
		press("works.other_key", m.keys.Open)
	case class == api.ClassInvalid:
		press("works.other_key", m.keys.Open)
	}
	return x, next
}
