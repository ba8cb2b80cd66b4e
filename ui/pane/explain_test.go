package pane_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

func TestExplainAdvisesByTheCode(t *testing.T) {
	w := panetest.New(t, panetest.Options{}).Context.Words
	data := jsontext.Value(`{"platform":"tik\u001b[2Jtok","capability":"work.getDetail"}`)
	for code, want := range map[api.Code]string{
		api.CodeUnauthorized:            w.T("error.hint.unauthorized"),
		api.CodeBadRequest:              w.T("error.hint.invalid"),
		api.CodeUnsupportedCapability:   w.T("error.hint.unsupported", "Platform", "tiktok", "Capability", "work.getDetail"),
		api.CodeAccountUnauthorized:     w.T("error.hint.authorise"),
		api.CodeCredentialLast:          w.T("error.hint.authorise"),
		api.CodePlatformFailureFirst:    w.T("error.hint.platform_failed", "Platform", "tiktok"),
		api.CodePlatformRateLimited:     w.T("error.hint.platform_limit"),
		api.CodeWorkNotFound:            w.T("error.hint.no_work"),
		api.CodePlatformFailureDetached: w.T("error.hint.platform_failed", "Platform", "tiktok"),
		99999:                           "",
	} {
		x := pane.Explain(w, &api.Error{Code: code, Message: "no\x1b[2J way", RequestID: "r-1", Data: data})
		if x.Hint != want || !strings.Contains(x.Reason, "no way") || x.RequestID != "r-1" {
			t.Errorf("%d: %+v, want the hint %q", code, x, want)
		}
	}
}
