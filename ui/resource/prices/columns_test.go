package prices

import (
	"testing"

	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/ui/testkit/panetest"
)

func TestEveryColumn(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Site()
	models, err := c.Store.Fleet.Prices(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	catalog := quote.New(models)
	rows := catalog.Match(quote.Filter{})
	q, _ := quote.ParseQuestion("8s 1080p i2v x20", catalog.Values)
	files, _ := quote.ParseFiles("14s 1920x1080 30fps 62MB mp4; 3 images jpg", catalog.Values, nil)
	v := c.View
	panetest.EveryColumn(t, v, PriceResource(v), PriceRows(rows))
	panetest.EveryColumn(t, v, ModelResource(v), ModelRows(rows))
	panetest.EveryColumn(t, v, CatalogResource(v), ModelRows(rows))
	panetest.EveryColumn(t, v, AnswerResource(v, false), Answers(catalog, q, quote.ByPrice, nil))
	panetest.EveryColumn(t, v, AnswerResource(v, true), Answers(catalog, q, quote.ByPrice, files))
	var verdicts []*FileVerdict
	for _, m := range catalog.Models {
		verdicts = append(verdicts, &FileVerdict{
			Entry:   Entry{Model: m},
			Verdict: media.CheckModel(m.VideoModel, files),
		})
	}
	panetest.EveryColumn(t, v, FileVerdictResource(v), verdicts)
	later := quote.New(models[1:])
	panetest.EveryColumn(t, v, ChangeResource(v), quote.Changes(catalog, later))
}
