package ui

import (
	"net/http"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/ui/pane"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// A notice says that the service sent texts that were cut within a character.
func TestNoticeOfCutTexts(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "2 texts that were cut within a character",
		words.Chinese: "有 2 处在字符中间被截断",
	} {
		w := panetest.New(t, panetest.Options{Lang: lang, Handler: panetest.Answers(func(*http.Request) string {
			return `{"code":0,"message":"","data":{"total":2,"list":[` +
				`{"id":"a","nickname":"张三` + "\xe4\xb8" + `"},{"id":"b","nickname":"cut \ud83d"}]}}`
		})})
		if _, err := w.Site().Store.Fleet.Client.Accounts(t.Context(), api.AccountQuery{}); err != nil {
			t.Fatal(err)
		}
		notice, ok := (&Model{ctx: w.Context}).awaitRepair(w.Site())().(pane.Notice)
		if !ok || !strings.Contains(notice.Text, want) {
			t.Errorf("%s: %+v", lang, notice)
		}
	}
}
