package awkward

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	accountsPath = "/api/v2/channels/accounts"
	modelsPath   = "/api/ai/models/video/generation"
)

// edit returns a handler that changes the data of a call's successful responses.
func edit[T any](next http.Handler, path string, change func(r *http.Request, data *T)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != path {
			next.ServeHTTP(w, r)
			return
		}
		got := httptest.NewRecorder()
		next.ServeHTTP(got, r)
		var body struct {
			Code int            `json:"code"`
			Data T              `json:"data"`
			Rest jsontext.Value `json:",embed"`
		}
		if err := json.Unmarshal(got.Body.Bytes(), &body); err == nil && body.Code == 0 { // data of an error is another
			change(r, &body.Data)
			changed, err := json.Marshal(body)
			if err != nil {
				panic("awkward: " + err.Error()) // what was read can be written
			}
			got.Body = bytes.NewBuffer(changed)
		}
		forward(w, got)
	})
}

// accountList is the data of an account list (4.5).
type accountList struct {
	Total int              `json:"total"`
	List  []jsontext.Value `json:"list"`
}

// account is what decides which lists a row is in.
type account struct {
	ID        string `json:"id"`
	Type      string `json:"type"`
	Status    int    `json:"status"`
	CreatedAt string `json:"createdAt"`
}

func accountOf(row jsontext.Value) (a account) {
	if err := json.Unmarshal(row, &a); err != nil {
		panic("awkward: " + err.Error())
	}
	return a
}

// Rows adds accounts and models that clients may mishandle to the lists of a service.
// The accounts are new at a time, so that they are the first of a filtered list.
func Rows(next http.Handler, now time.Time) http.Handler {
	rows := absurdAccounts(now)
	accounts := edit(next, accountsPath, func(r *http.Request, data *accountList) {
		query := r.URL.Query()
		for _, row := range rows {
			a := accountOf(row)
			ids, types, status := query["ids[]"], query["types[]"], query.Get("status")
			listed := slices.Contains(ids, a.ID)
			if ids == nil {
				listed = (types == nil || slices.Contains(types, a.Type)) && (status == "" || status == fmt.Sprint(a.Status))
			}
			if listed {
				data.Total++
				data.List = append([]jsontext.Value{row}, data.List...)
			}
		}
	})
	return edit(accounts, modelsPath, func(r *http.Request, data *[]model) {
		more := models(r)
		*data = append(*data, more[:len(more)-1]...) // without the new one of Catalog
	})
}

// Cut cuts the unfiltered account list to the newest 1,000, as some deployments do.
func Cut(next http.Handler) http.Handler {
	return edit(next, accountsPath, func(r *http.Request, data *accountList) {
		if r.URL.RawQuery != "" {
			return
		}
		slices.SortStableFunc(data.List, func(a, b jsontext.Value) int {
			return cmp.Compare(accountOf(b).CreatedAt, accountOf(a).CreatedAt)
		})
		data.List = data.List[:min(1000, len(data.List))]
	})
}

// Repeat repeats the rows of the account list with other IDs, for lists that are longer
// than the sandbox's longest.
func Repeat(next http.Handler, times int) http.Handler {
	return edit(next, accountsPath, func(_ *http.Request, data *accountList) {
		rows := data.List
		for n := 1; n < times; n++ {
			for _, row := range rows {
				data.List = append(data.List, bytes.Replace(row, []byte(`","userId"`), fmt.Appendf(nil, `-%d","userId"`, n), 1))
			}
		}
		data.Total *= times
	})
}

// absurdAccounts returns the rows of data/accounts.json: names in many scripts, empty,
// long or hostile; numbers that are missing, null, 0 or beyond what a float64 holds
// exactly; a platform that the platform list lacks; IDs of any characters.
func absurdAccounts(now time.Time) (rows []jsontext.Value) {
	for i, a := range load[[]struct {
		Platform   string `json:"platform"`
		Nickname   string `json:"nickname"`
		Statistics string `json:"statistics"`
		Abnormal   bool   `json:"abnormal"`
	}]("accounts") {
		uid := fmt.Sprintf("absurd%03d", i)
		if i%5 == 0 {
			uid += ":/店铺 A+B%2F?#_"
		}
		created := stamp(now.Add(time.Duration(i) * time.Millisecond))
		row := map[string]any{
			"id": a.Platform + "_" + uid, "userId": "65a4e5000000000000000001", "type": a.Platform, "uid": uid, "nickname": a.Nickname,
			"groupId": "65a4e5000000000000000002", "status": 1, "rank": i, "relayAccountRef": nil, "createdAt": created, "updatedAt": created,
			"ownerNumber":   jsontext.Value(fmt.Sprintf("73012345678%08d", i)), // 19 digits
			"platformExtra": jsontext.Value(`{"level":6,"mcn":{"name":"Bluepeak","since":"2024-05-01"},"badges":[]}`),
		}
		if a.Abnormal {
			row["status"] = 0
		}
		addStatistics(row, a.Statistics, stamp(now.Add(-time.Hour)))
		v, err := json.Marshal(row, json.Deterministic(true))
		if err != nil {
			panic("awkward: " + err.Error())
		}
		rows = append(rows, v)
	}
	return rows
}

// addStatistics adds the counts of a kind to an account, and when they were fetched.
func addStatistics(row map[string]any, kind, fetched string) {
	if kind == "neverSent" {
		return
	}
	for n, name := range strings.Fields("fansCount followingCount readCount likeCount collectCount forwardCount commentCount workCount") {
		switch {
		case kind == "neverZero" || kind == "zero":
			row[name] = 0
		case kind == "nulls" && n%2 == 1:
			row[name] = nil
		case kind == "huge":
			row[name] = math.MaxInt64 - n // 9223372036854775807 and less
		default:
			row[name] = 1000 * n
		}
	}
	switch kind {
	case "neverZero":
	case "nulls":
		row["lastStatsTime"] = nil
	default:
		row["lastStatsTime"] = fetched
	}
}

// model is a video model (interface 2.6).
type model struct {
	Name    string         `json:"name"`
	Pricing []price        `json:"pricing,omitzero"`
	Rest    jsontext.Value `json:",embed"`
}

// price is a row of a model's pricing; numbers keep their digits.
type price struct {
	Price       jsontext.Value `json:"price"`
	OriginPrice jsontext.Value `json:"originPrice,omitzero"`
	Discount    jsontext.Value `json:"discount,omitzero"`
	Rest        jsontext.Value `json:",embed"`
}

// models returns the models of data/models.json in the language of a request.
func models(r *http.Request) (list []model) {
	language := "en-US"
	if strings.Contains(r.Header.Get("Accept-Language"), "zh") {
		language = "zh-CN"
	}
	for _, m := range load[[]map[string]jsontext.Value]("models") {
		for _, name := range []string{"description", "tags"} {
			var texts map[string]jsontext.Value
			if json.Unmarshal(m[name], &texts) == nil {
				m[name] = texts[language]
			}
		}
		var one model
		text, err := json.Marshal(m, json.Deterministic(true))
		if err == nil {
			err = json.Unmarshal(text, &one)
		}
		if err != nil {
			panic("awkward: " + err.Error())
		}
		list = append(list, one)
	}
	return list
}

// Catalog changes the model catalog after every call: a model is added and another
// removed, one is more expensive and one on sale, different ones each time.
func Catalog(next http.Handler) http.Handler {
	var calls atomic.Int64
	return edit(next, modelsPath, func(r *http.Request, data *[]model) {
		revision := int(calls.Add(1) - 1)
		if revision == 0 {
			return
		}
		legacy := slices.IndexFunc(*data, func(m model) bool { return m.Name == "onyx-legacy" })
		added := models(r)
		*data = slices.Insert(*data, legacy+1, added[len(added)-1])
		if revision > 1 {
			*data = slices.Delete(*data, legacy, legacy+1)
		}
		var priced []*model
		for i, m := range *data {
			if len(m.Pricing) > 0 && string(m.Pricing[0].Price) != "0" {
				priced = append(priced, &(*data)[i])
			}
		}
		dearer, cheaper := priced[7*revision%len(priced)], priced[(7*revision+3)%len(priced)]
		for i, p := range dearer.Pricing {
			dearer.Pricing[i].Price, dearer.Pricing[i].OriginPrice, dearer.Pricing[i].Discount = times(p.Price, 1.25), nil, nil
		}
		for i, p := range cheaper.Pricing {
			cheaper.Pricing[i].Price, cheaper.Pricing[i].OriginPrice, cheaper.Pricing[i].Discount = times(p.Price, 0.8), p.Price, nil
		}
	})
}

// times multiplies a price, to the hundredth of a credit.
func times(price jsontext.Value, factor float64) jsontext.Value {
	var credits float64
	if err := json.Unmarshal(price, &credits); err != nil {
		panic("awkward: " + err.Error())
	}
	return jsontext.Value(fmt.Sprint(math.Round(credits*factor*100) / 100))
}
