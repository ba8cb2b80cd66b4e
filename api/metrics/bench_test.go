package metrics

import (
	"fmt"
	"testing"
	"time"

	"channeldeck/api"
)

// manySnapshots is 10,000 snapshots a minute apart with six metrics and a gap
// in each hundredth.
func manySnapshots(value func(i int) api.Number) []api.Snapshot {
	out := make([]api.Snapshot, 10_000)
	for i := range out {
		out[i] = snap(fmt.Sprintf("%024x", i), int64(i)*60)
		for _, name := range []string{
			"viewCount",
			"likeCount",
			"commentCount",
			"playCount",
			"shareCount",
			"collectCount",
		} {
			if i%100 != 50 {
				out[i].Metrics = append(out[i].Metrics, api.Metric{Name: name, Value: value(i)})
			}
		}
	}
	return out
}

func whole(i int) api.Number { return api.Int(int64(i)*int64(i) + int64(i%7)) }

func BenchmarkAddToMany(b *testing.B) {
	h := history(manySnapshots(whole))
	one := api.WorkDetail{Snapshots: []api.Snapshot{snap("new", 0, "viewCount", 1)}}
	b.ReportAllocs()
	for b.Loop() {
		h.Add(one, time.Time{})
	}
}

func BenchmarkHistory(b *testing.B) {
	all := manySnapshots(whole)
	b.ReportAllocs()
	for b.Loop() {
		history(all)
	}
}

func BenchmarkNames(b *testing.B) {
	h := history(manySnapshots(whole))
	b.ReportAllocs()
	for b.Loop() {
		Names(h.Entries())
	}
}

func BenchmarkRead(b *testing.B) {
	h := history(manySnapshots(whole))
	names := Names(h.Entries())
	b.ReportAllocs()
	for b.Loop() {
		h.Read(5000, names)
	}
}

func BenchmarkSeries(b *testing.B) {
	for name, value := range map[string]func(int) api.Number{
		"int":      whole,
		"beyond":   func(i int) api.Number { return toNumber(fmt.Sprintf("9007199254740993%04d00", i)) },
		"fraction": func(i int) api.Number { return toNumber(fmt.Sprintf("%d.25", i)) },
	} {
		entries := history(manySnapshots(value)).Entries()
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				NewSeries(entries, views).Extent()
			}
		})
	}
}

func BenchmarkCompare(b *testing.B) {
	x := NewSeries(history(manySnapshots(whole)).Entries(), views)
	b.ReportAllocs()
	for b.Loop() {
		Compare(x, x)
	}
}

func BenchmarkReadLink(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ReadLink("https://www.toutiao.com/article/7300000000000000000/")
	}
}
