package works

import (
	"errors"
	"strings"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// explanation is why a work could not be loaded, with the key that helps.
type explanation struct {
	pane.Explanation
	key string // "" for none
}

func (e explanation) line() string { return strings.TrimSpace(e.Line() + " " + e.key) }

// explain explains the error of the last request.
func (s *workScreen) explain() explanation {
	m, w, err := s.m, s.m.Words, s.load.Err
	x := explanation{Explanation: pane.Explain(w, err)}
	if retryable, _ := api.Retryable(err); retryable {
		x.key = w.T("works.retry", "Key", m.Keys.Refresh.Help().Key)
	}
	e, ok := errors.AsType[*api.Error](err)
	if !ok {
		return x
	}
	d, platform := e.Details(), m.PlatformName(s.query.Platform)
	if d.Platform != "" {
		platform = m.PlatformName(d.Platform)
	}
	chooseAccount := w.T("works.choose_key", "Key", m.keys.Account.Help().Key)
	switch class := api.ClassOf(err); {
	case e.Code == api.CodeUnsupportedCapability:
		capability := text.Clean(d.Capability)
		if capability == "work.getDetail" || capability == "" {
			capability = w.T("works.capability")
		}
		x.Hint = w.T("works.hint.unsupported", "Platform", platform, "Capability", capability)
	case e.Code == api.CodeAccountRequired && e.Message != "":
		x.Hint, x.key = "", chooseAccount // the message is what the hint says
	case e.Code == api.CodeAccountRequired, e.Code == api.CodeAccountNotFound, e.Code == api.CodeAccountOfOtherPlatform:
		x.key = chooseAccount
	case class == api.ClassAuthorization:
		x.Hint, x.key = w.T("works.hint.authorise", "Account", s.accountLabel(), "Platform", platform), chooseAccount
	case class == api.ClassNotFound:
		x.Hint, x.key = w.T("works.hint.no_work", "Platform", platform), w.T("works.other_key", "Key", m.keys.Open.Help().Key)
	case class == api.ClassInvalid:
		x.key = w.T("works.other_key", "Key", m.keys.Open.Help().Key)
	}
	return x
}

// accountLabel is the name and id of the account of the last request.
func (s *workScreen) accountLabel() string {
	id := text.Clean(s.query.AccountID)
	switch name := s.m.accountName(s.query.AccountID); {
	case name != "":
		return name + " (" + id + ")"
	case id == "":
		return s.m.Words.T("works.the_account")
	}
	return id
}

// viewError fills the body where there is no data.
func (s *workScreen) viewError(width, height int) string {
	x := s.explain()
	title := s.m.Words.T("works.failed", "Platform", s.m.PlatformName(s.query.Platform))
	return s.m.ViewExplained(title, x.Explanation, x.key, width, height)
}
