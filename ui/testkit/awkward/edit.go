package awkward

import (
	"bytes"
	"cmp"
	"net/http"
	"net/http/httptest"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Edit returns a handler that changes the data of a call's successful responses.
func Edit[T any](
	next http.Handler,
	path string,
	change func(r *http.Request, data *T),
) http.Handler {
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
		err := json.Unmarshal(got.Body.Bytes(), &body)
		if err == nil &&
			body.Code == 0 { // data of an error is another
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

// Accounts is the data of an account list (4.5).
type Accounts struct {
	Total int              `json:"total"`
	List  []jsontext.Value `json:"list"`
}

// AccountsPath is the path of the account list.
const AccountsPath = "/api/v2/channels/accounts"

// Cut cuts the unfiltered account list to the newest 1,000, as some deployments do.
func Cut(next http.Handler) http.Handler {
	created := func(row jsontext.Value) string {
		var account struct {
			CreatedAt string `json:"createdAt"`
		}
		if err := json.Unmarshal(row, &account); err != nil {
			panic("awkward: " + err.Error())
		}
		return account.CreatedAt
	}
	return Edit(next, AccountsPath, func(r *http.Request, data *Accounts) {
		if r.URL.RawQuery != "" {
			return
		}
		slices.SortStableFunc(data.List, func(a, b jsontext.Value) int {
			return cmp.Compare(created(b), created(a))
		})
		data.List = data.List[:min(1000, len(data.List))]
	})
}
