package prices

import (
	"testing"

	"channeldeck/ui/prices/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

func TestEveryColumn(t *testing.T) {
	w := panetest.New(t, panetest.Options{Before: revised})
	m := panetest.Begin(t, New, w, 120, 40)
	v, prices := w.Context.View, m.catalog().Match(quote.Filter{})
	q, _ := quote.ParseQuestion("8s 1080p i2v x20", m.catalog().Values)
	files, _ := quote.ParseFiles("14s 1920x1080 30fps 62MB mp4; 3 images jpg", m.catalog().Values, nil)
	for _, c := range []struct {
		*resource.Resource[*Row]
		rows []*Row
	}{
		{PriceResource(v), PriceRows(prices)},
		{AnswerResource(v, false), Answers(m.catalog(), q, quote.ByPrice, nil)},
		{AnswerResource(v, true), Answers(m.catalog(), q, quote.ByPrice, files)},
		{ModelResource(v), ModelRows(prices)},
		{resourceOf(v, listModels), m.Top().(*catalogScreen).modelRows()},
	} {
		panetest.EveryColumn(t, v, c.Resource, c.rows)
	}
	later := quote.New(m.Store.Catalog.Value[1:])
	panetest.EveryColumn(t, v, ChangeResource(v), quote.Changes(m.catalog(), later))
}
