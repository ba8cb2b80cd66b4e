package options

import (
	"testing"

	"channeldeck/api"
	"channeldeck/ui/testkit/panetest"
)

func TestEveryColumn(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Site()
	v := c.View
	platforms, err := c.Store.Fleet.Platforms(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	panetest.EveryColumn(t, v, PlatformResource(v), Rows(platforms))
	list, err := c.Store.Fleet.Client.PublishOptions(t.Context(), "pinterest")
	if err != nil {
		t.Fatal(err)
	}
	offers := make([]*api.PublishOption, len(list))
	for i := range list {
		offers[i] = &list[i]
	}
	panetest.EveryColumn(t, v, OptionResource(v), offers)
}
