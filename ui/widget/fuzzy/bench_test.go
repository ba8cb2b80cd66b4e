//go:build unix

package fuzzy

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sahilm/fuzzy"
)

var (
	givenNames = []string{
		"Aurelia", "Grace", "Ngozi", "Юлия", "田中", "云端", "小满", "محمد", "Łukasz", "Bjørk",
		"Tim", "Salome",
	}
	topics = []string{
		"Studio", "Kitchen", "旅行日记", "美食", "Tech Lab", "Fitness", "ニュース", "手工",
		"Gaming", "لايف", "Cinema", "读书会",
	}
	platforms = []string{
		"tiktok", "youtube", "xhs", "douyin", "bilibili", "wxSph", "kwai", "facebook", "instagram",
		"threads", "pinterest", "twitter", "linkedin", "wxGzh",
	}
	groups = []string{"Default", "East", "华东", "Launch team", "B2B", "Archive"}
)

// accounts are the five fields of n made-up accounts, the same each time.
func accounts(n int) [][5]string {
	r := rand.New(rand.NewPCG(1, 2))
	rows := make([][5]string, n)
	for i := range rows {
		platform := platforms[r.IntN(len(platforms))]
		uid := fmt.Sprintf("%d", 1e9+r.IntN(9e9))
		rows[i] = [5]string{
			givenNames[r.IntN(len(givenNames))] + " " + topics[r.IntN(len(topics))] + fmt.Sprint(" ", r.IntN(1000)),
			uid, platform + "_" + uid, groups[r.IntN(len(groups))], platform,
		}
	}
	return rows
}

// index is that of accounts: the first field is the name, and two are IDs.
func index(rows [][5]string) *Index {
	of := func(i int) func(row int) string { return func(row int) string { return rows[row][i] } }
	return NewIndex(
		context.Background(),
		len(rows),
		Field{Name, of(0)},
		Field{ID, of(1)},
		Field{ID, of(2)},
		Field{Text, of(3)},
		Field{Text, of(4)},
	)
}

// sizes are numbers of rows; with -short there are fewer.
func sizes() []int {
	if testing.Short() {
		return []int{10_000, 100_000}
	}
	return []int{10_000, 100_000, 1_000_000}
}

const typed = "studio"

// BenchmarkKey measures the cost of each key of a typed word: plain is one call of the
// library on the whole query, line the same lines here, fields the five fields
// one by one as the accounts pane has them.
func BenchmarkKey(b *testing.B) {
	for _, n := range sizes() {
		rows := accounts(n)
		joined := make([]string, n)
		for i, row := range rows {
			joined[i] = strings.Join(row[:], " ")
		}
		line := lines(joined)
		fields := index(rows)
		for i := range typed {
			query := typed[:i+1]
			b.Run(fmt.Sprintf("rows=%d/query=%s/plain", n, query), func(b *testing.B) {
				b.ReportAllocs()
				used := cpu()
				for b.Loop() {
					fuzzy.Find(query, joined)
				}
				b.ReportMetric(float64(cpu()-used)/float64(b.N), "cpu-ns/op")
			})
			benchKey(b, fmt.Sprintf("rows=%d/query=%s/line", n, query), line, query)
			benchKey(b, fmt.Sprintf("rows=%d/query=%s/fields", n, query), fields, query)
		}
	}
}

// BenchmarkPinyin measures the cost of each key of a name typed by its pinyin, where all
// names are Chinese.
func BenchmarkPinyin(b *testing.B) {
	const n = 100_000
	r := rand.New(rand.NewPCG(1, 2))
	name := func(most int) string {
		letters := []rune(
			"张王李赵刘陈杨黄周吴三四小明伟芳娜敏静丽强磊军洋勇艳杰娟涛超秀霞平刚桂英重庆长乐美食旅行日记手工读书会工作室的第一个账号",
		)
		s := make([]rune, 2+r.IntN(most-1))
		for i := range s {
			s[i] = letters[r.IntN(len(letters))]
		}
		return string(s)
	}
	rows := accounts(n)
	for i := range rows {
		rows[i][0] = name(8)
	}
	x := index(rows)
	for _, typed := range []string{"zhangs", "xmlr"} {
		for i := range typed {
			benchKey(b, "query="+typed[:i+1], x, typed[:i+1])
		}
	}
}

// cpu is the processor time used so far: what other programs do beside does not
// count.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func benchKey(b *testing.B, name string, x *Index, query string) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		var took []time.Duration
		used := cpu()
		for b.Loop() {
			start := time.Now()
			find(b, x, query)
			took = append(took, time.Since(start))
		}
		b.ReportMetric(float64(cpu()-used)/float64(b.N), "cpu-ns/op")
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)*95/100]), "p95-ns")
	})
}

// BenchmarkIndex is the snapshot that is taken once for a list.
func BenchmarkIndex(b *testing.B) {
	for _, n := range sizes() {
		rows := accounts(n)
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				index(rows)
			}
		})
	}
}

// BenchmarkWhole filters lines once from nothing, the index included: here, by
// one plain call of the library, and by fzf --filter where that is installed
// (its start and its reading of the lines included).
func BenchmarkWhole(b *testing.B) {
	const n = 100_000
	joined := make([]string, n)
	for i, row := range accounts(n) {
		joined[i] = strings.Join(row[:], " ")
	}
	for _, query := range []string{"s", typed, "tiktok 9"} {
		b.Run("query="+query+"/ours", func(b *testing.B) {
			for b.Loop() {
				find(b, lines(joined), query)
			}
		})
		b.Run("query="+query+"/plain", func(b *testing.B) {
			for b.Loop() {
				fuzzy.Find(query, joined)
			}
		})
		b.Run("query="+query+"/fzf", func(b *testing.B) {
			path, err := exec.LookPath("fzf")
			if err != nil {
				b.Skip("fzf is not installed")
			}
			input := strings.Join(joined, "\n")
			for b.Loop() {
				fzf := exec.Command(path, "--filter", query)
				fzf.Stdin = strings.NewReader(input)
				if err := fzf.Run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
