package notify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"channeldeck/ui/words"
)

// screen records what is shown.
type screen []string

func (s *screen) Bell() error {
	*s = append(*s, "bell")
	return nil
}

func (s *screen) Notify(title, body string) error {
	*s = append(*s, title+": "+body)
	return nil
}

func announced(keys ...string) (list []Announcement) {
	for _, k := range keys {
		list = append(list, Announcement{Title: "T" + k, Text: "because", Record: map[string]string{"name": k}})
	}
	return list
}

func newAnnouncer(t *testing.T, how string) (*Announcer, *screen) {
	t.Helper()
	w, err := words.New(words.English)
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{}
	return &Announcer{How: how, Terminal: s, Words: w}, s
}

// An incident does not fill the desktop. As many findings as there may be notifications have
// one each.
func TestManyFindings(t *testing.T) {
	for letters, last := range map[string]string{
		"abcde":    "Te",
		"abcdef":   "2 more findings: Te, Tf",
		"abcdefgh": "4 more findings: Te, Tf, Tg, Th",
	} {
		a, s := newAnnouncer(t, Desktop)
		if err := a.show(announced(strings.Split(letters, "")...)); err != nil {
			t.Error(err)
		}
		if len(*s) != 5 || !strings.Contains((*s)[4], last) || letters == "abcde" && strings.Contains((*s)[4], "more") {
			t.Errorf("%s: %q", letters, *s)
		}
	}
}

func TestHook(t *testing.T) {
	a, _ := newAnnouncer(t, None)
	var inputs []string
	var fails error
	a.Hook = func(_ context.Context, input []byte) error {
		inputs = append(inputs, string(input))
		return fails
	}
	call := func(i int) error {
		return a.failure(a.run(t.Context(), announced(fmt.Sprint(i), fmt.Sprint(i, "x"))))
	}
	for i, tt := range []struct{ fails, want error }{
		{nil, nil},
		{context.Canceled, context.Canceled},
		{context.Canceled, nil},
		{nil, nil},
		{context.Canceled, context.Canceled},
	} {
		fails = tt.fails
		if err := call(i); !errors.Is(err, tt.want) {
			t.Errorf("call %d: %v, want %v", i, err, tt.want)
		}
		if a.failure(nil) != nil {
			t.Errorf("call %d: an error without a failure", i)
		}
	}
	if want := "[{\"name\":\"0\"},{\"name\":\"0x\"}]\n"; len(inputs) != 5 || inputs[0] != want {
		t.Errorf("got %q", inputs)
	}
	var logged []error
	a.Failed = func(err error) { logged = append(logged, err) }
	if err := cmp.Or(call(5), call(6)); err != nil || len(logged) != 2 {
		t.Errorf("%v, and %d were logged", err, len(logged))
	}
}
