package quote

import (
	"fmt"
	"testing"

	"channeldeck/api"
)

// bigCatalog returns models with a price for every combination of their modes,
// resolutions and durations: 6 × 5 × 12 = 360 rows.
func bigCatalog(models int) []api.VideoModel {
	modes := []string{"text2video", "image2video", "flf2video", "multi-image2video", "multi-ref", "video2video"}
	resolutions := []string{"480p", "720P", "1080p", "2K", "4K"}
	out := make([]api.VideoModel, models)
	for i := range out {
		m := api.VideoModel{
			Name:         fmt.Sprintf("model-%d", i),
			Label:        api.Some(fmt.Sprintf("模型 %d", i)),
			CreditsScope: api.Some([]string{"general", "seedling"}[i%2]),
			Modes:        modes,
			Resolutions:  resolutions,
			AspectRatios: []string{"16:9", "9:16"},
		}
		for d := int64(1); d <= 12; d++ {
			m.Durations = append(m.Durations, api.Int(d))
			for a, mode := range modes {
				for b, resolution := range resolutions {
					price := d*int64(10+b*7+a*3) + int64(i*13%11)
					m.Pricing = append(m.Pricing, api.Price{
						Mode: api.Some(mode), Resolution: api.Some(resolution), Duration: api.Int(d),
						Price: api.Int(price), OriginPrice: api.Int(price + d%3*5),
					})
				}
			}
		}
		out[i] = m
	}
	return out
}

func BenchmarkNew(b *testing.B) {
	models := bigCatalog(20)
	b.ReportAllocs()
	for b.Loop() {
		New(models)
	}
}

func BenchmarkParseQuestion(b *testing.B) {
	v := New(bigCatalog(20)).Values
	b.ReportAllocs()
	for b.Loop() {
		ParseQuestion("8秒 1080p 图生视频 20条", v)
	}
}

func BenchmarkQuote(b *testing.B) {
	c := New(bigCatalog(20))
	for name, text := range map[string]string{"full": "8s 1080p image2video x20", "open": "8s"} {
		q, _ := ParseQuestion(text, c.Values)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.Quote(q, ByPrice)
			}
		})
	}
}

func BenchmarkMatchAndSort(b *testing.B) {
	c := New(bigCatalog(20))
	q, _ := ParseQuestion("1080p", c.Values)
	b.ReportAllocs()
	for b.Loop() {
		sortBy(c.Match(q.Filter), ByPerSecond, true)
	}
}

func BenchmarkSortAll(b *testing.B) {
	c := New(bigCatalog(20))
	rows := make([]*Row, len(c.Match(Filter{})))
	b.ReportAllocs()
	for b.Loop() {
		copy(rows, c.Match(Filter{}))
		sortBy(rows, ByPerSecond, false)
	}
}

func BenchmarkChanges(b *testing.B) {
	older := New(bigCatalog(20))
	newer := New(bigCatalog(20))
	b.ReportAllocs()
	for b.Loop() {
		Changes(older, newer)
	}
}
