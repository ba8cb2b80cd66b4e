package api

import (
	"bufio"
	"bytes"
	"context"
	stdjson "encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// accountsBody is an answer with n accounts of some 620 bytes each.
func accountsBody(n int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"code":0,"message":"success","data":{"total":%d,"list":[`, n)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":"youtube_UC%020d","userId":"64f1c0ffee00000000000001","type":"youtube","uid":"UC%020d",`+
			`"avatar":"https://cdn.example.com/avatars/%d/0123456789abcdef.jpg","nickname":"频道名称 %d 📺",`+
			`"fansCount":%d,"followingCount":%d,"readCount":%d,"likeCount":%d,"collectCount":12,"forwardCount":3,`+
			`"commentCount":77,`+
			`"lastStatsTime":"2026-09-01T12:00:00.000Z","workCount":55,"income":%d.25,`+
			`"groupId":"64f1c0ffee000000000000%02x",`+
			`"status":%d,"rank":%d,"relayAccountRef":null,"createdAt":"2025-01-01T00:00:00.000Z",`+
			`"updatedAt":"2026-01-01T00:00:00.000Z","clientType":"web"}`,
			i, i, i, i, i*37, i, i*100, i*9, i, i%30, i%2, i)
	}
	b.WriteString(`]},"requestId":"abc"}`)
	return b.Bytes()
}

// plainAccount is Account without any decoding of ours.
type plainAccount struct {
	ID              string         `json:"id"`
	UserID          string         `json:"userId"`
	Type            string         `json:"type"`
	UID             string         `json:"uid"`
	Avatar          string         `json:"avatar"`
	Nickname        string         `json:"nickname"`
	FansCount       int64          `json:"fansCount"`
	FollowingCount  int64          `json:"followingCount"`
	ReadCount       int64          `json:"readCount"`
	LikeCount       int64          `json:"likeCount"`
	CollectCount    int64          `json:"collectCount"`
	ForwardCount    int64          `json:"forwardCount"`
	CommentCount    int64          `json:"commentCount"`
	LastStatsTime   string         `json:"lastStatsTime"`
	WorkCount       int64          `json:"workCount"`
	Income          float64        `json:"income"`
	GroupID         string         `json:"groupId"`
	Status          int64          `json:"status"`
	Rank            int64          `json:"rank"`
	RelayAccountRef *string        `json:"relayAccountRef"`
	CreatedAt       string         `json:"createdAt"`
	UpdatedAt       string         `json:"updatedAt"`
	Unknown         jsontext.Value `json:",embed"`
}

type plainAnswer struct {
	Code int `json:"code"`
	Data struct {
		Total int64          `json:"total"`
		List  []plainAccount `json:"list"`
	} `json:"data"`
}

// BenchmarkAccounts decodes 100,000 accounts with this client, with the JSON
// library by itself and with encoding/json. The client alone also checks the
// envelope, size and depth, repairs text and keeps missing, null and 0 apart.
func BenchmarkAccounts(b *testing.B) {
	const rows = 100_000
	raw := accountsBody(rows)
	client, err := New("http://localhost", Settings{Transport: answerWith(raw)})
	if err != nil {
		b.Fatal(err)
	}
	data := raw[bytes.Index(raw, []byte(`{"total"`)):bytes.Index(raw, []byte(`,"requestId"`))]
	late, err := New("http://localhost", Settings{
		Transport: answerWith(fmt.Appendf(nil, `{"data":%s,"code":0,"message":"success"}`, data)),
	})
	if err != nil {
		b.Fatal(err)
	}
	for name, decode := range map[string]func() (any, error){
		"code-last": func() (any, error) { return late.Accounts(context.Background(), AccountQuery{}) },
		"client":    func() (any, error) { return client.Accounts(context.Background(), AccountQuery{}) },
		"stream": func() (any, error) {
			return client.StreamAccounts(context.Background(), func([]Account) error { return nil })
		},
		"go-json-experiment": func() (any, error) {
			var v plainAnswer
			return &v, json.UnmarshalRead(bytes.NewReader(raw), &v)
		},
		"encoding-json": func() (any, error) {
			var v plainAnswer
			return &v, stdjson.NewDecoder(bytes.NewReader(raw)).Decode(&v)
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				if _, err := decode(); err != nil {
					b.Fatal(err)
				}
			}
			before := heap()
			v, err := decode()
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(heap()-before)/rows, "B/account")
			runtime.KeepAlive(v)
		})
	}
}

// BenchmarkAccountsMemory decodes 457,921 accounts, once a process: -benchtime 1x. It
// reports the memory of the heap at its peak and what the accounts take, in sizes of the
// body, which is written while it is read.
func BenchmarkAccountsMemory(b *testing.B) {
	const rows = 457_921
	one := accountsBody(1)
	from := bytes.Index(one, []byte(`{"id"`))
	to := bytes.LastIndex(one, []byte(`]}`))
	row := bytes.Replace(one[from:to], []byte("UC00000000000000000000"), []byte("UC%020[1]d"), -1)
	size := 0
	client, err := New("http://localhost", Settings{
		MaxBody: 1 << 30,
		Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			body, w := io.Pipe()
			go func() {
				out := bufio.NewWriter(w)
				write := func(format string, values ...any) { n, _ := fmt.Fprintf(out, format, values...); size += n }
				write("%s", one[:from])
				for i := range rows {
					write(string(row), i)
					if i < rows-1 {
						write(",")
					}
				}
				write("%s", one[to:])
				out.Flush()
				w.Close()
			}()
			return &http.Response{
				StatusCode:    http.StatusOK,
				ProtoMajor:    1,
				ProtoMinor:    1,
				Header:        http.Header{},
				Body:          body,
				ContentLength: -1,
				Request:       r,
			}, nil
		}),
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		list, err := client.Accounts(context.Background(), AccountQuery{})
		if err != nil || len(list.List) != rows {
			b.Fatal(len(list.List), err)
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(size)/1e6, "MB")
		b.ReportMetric(float64(m.HeapSys)/float64(size), "peak/body")
		b.ReportMetric(float64(heap())/float64(size), "kept/body")
		runtime.KeepAlive(list)
		size = 0
	}
}

// heap returns the bytes in use after a collection.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// roundTrip is a transport in the process.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// answerWith gives every request the same body.
func answerWith(raw []byte) roundTrip {
	return func(r *http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: http.StatusOK, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{},
			Body: io.NopCloser(bytes.NewReader(raw)), ContentLength: int64(len(raw)), Request: r,
		}, nil
	}
}
