package options

import (
	"testing"

	"channeldeck/ui/testkit/panetest"
)

func TestEveryColumn(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	m := panetest.Begin(t, New, w, 120, 40)
	v := w.Context.View
	panetest.EveryColumn(t, v, PlatformResource(v), Rows(m.Store.Platforms.Value))
	list, err := w.Context.Client.PublishOptions(t.Context(), "pinterest")
	if err != nil {
		t.Fatal(err)
	}
	offers := make([]offer, len(list))
	for i := range list {
		offers[i] = &list[i]
	}
	panetest.EveryColumn(t, v, OptionResource(v), offers)
}
