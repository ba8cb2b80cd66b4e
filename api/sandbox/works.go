package sandbox

import (
	"net/url"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// workStore counts the calls of work details.
type workStore struct {
	mu        sync.Mutex
	snapshots uint64
	calls     map[string]int // by known work
}

// snapshot counts one more call of a work and returns the number of the
// snapshot and of the call.
func (w *workStore) snapshot(work string) (snapshot uint64, call int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.calls == nil {
		w.calls = map[string]int{}
	}
	w.snapshots++
	w.calls[work]++
	return w.snapshots, w.calls[work]
}

type (
	work struct {
		ID          string `json:"id"`
		URL         string `json:"url,omitzero"`
		Title       string `json:"title,omitzero"`
		Description string `json:"description,omitzero"`
		MediaType   string `json:"mediaType,omitzero"`
		CoverURL    string `json:"coverUrl,omitzero"`
		PublishedAt string `json:"publishedAt,omitzero"`
		Status      string `json:"status,omitzero"`
	}
	snapshot struct {
		ID             string         `json:"id"`
		PlatformWorkID string         `json:"platformWorkId"`
		SnapshotAt     string         `json:"snapshotAt"`
		FetchedAt      string         `json:"fetchedAt"`
		Work           *work          `json:"work,omitzero"`
		Metrics        jsontext.Value `json:"metrics"`
		Extra          map[string]any `json:"extra"`
	}
	workDetail struct {
		Platform   string         `json:"platform"`
		Work       *work          `json:"work,omitzero"`
		Snapshots  []snapshot     `json:"snapshots"`
		Extra      map[string]any `json:"extra"`
		SnapshotID string         `json:"snapshotId,omitzero"`
		FetchedAt  string         `json:"fetchedAt"`
		Message    string         `json:"message,omitzero"`
	}
)

// workDetail is call 4.6.
func (s *Server) workDetail(x *exchange) (payload, *failure) {
	p, ok := s.accounts.listed(x.args[0])
	if !ok {
		return nil, &failure{codeUnknownPlatform, details{Platform: x.args[0]}}
	}
	if p.work == (workStyle{}) {
		return nil, &failure{codeUnsupported, details{Platform: p.name, Capability: "work.getDetail"}}
	}
	id := x.args[1]
	accountID, ok := parseWorkQuery(x.r.URL.RawQuery)
	if !ok || id == "" || len(id) > 256 || !utf8.ValidString(id) || strings.ContainsFunc(id, unicode.IsControl) {
		return nil, &failure{code: codeInvalid}
	}
	account, fail := s.workAccount(p, accountID)
	if fail != nil {
		return nil, fail
	}
	kind, code := p.work.look(id)
	if code != 0 {
		return nil, s.platformFails(code, p, id, account, accountID)
	}
	n, call := s.works.snapshot(p.name + "/" + id)
	return value(s.detail(x, p, id, kind, call, objectID(x.now, s.opts.Seed, n))), nil
}

// parseWorkQuery takes accountId, at most once and not empty.
func parseWorkQuery(rawQuery string) (accountID string, ok bool) {
	query, err := url.ParseQuery(rawQuery)
	accountID = query.Get("accountId")
	wellFormed := len(query) == 0 || len(query) == 1 && len(query["accountId"]) == 1 && accountID != ""
	return accountID, err == nil && wellFormed
}

// noAccount is the account of a request without one.
const noAccount = -1

// workAccount returns the index of the account of a request, which must be a
// normal one of the same platform.
func (s *Server) workAccount(p platform, id string) (int, *failure) {
	if id == "" {
		if p.needsAccount {
			return noAccount, &failure{codeAccountNeeded, details{Platform: p.name}}
		}
		return noAccount, nil
	}
	i, ok := s.accounts.find(id)
	switch {
	case !ok:
		return i, &failure{code: codeAccountNotFound}
	case s.accounts.platforms[s.accounts.platformOf(i)].name != p.name:
		return i, &failure{code: codeOtherPlatform}
	case s.accounts.abnormal(i):
		return i, &failure{code: codeNotAuthorised}
	}
	return i, nil
}

// details are the data of an error.
type details struct {
	Platform       string `json:"platform"`
	Capability     string `json:"capability,omitzero"`
	Category       string `json:"category,omitzero"`
	Retryable      *bool  `json:"retryable,omitzero"`
	AccountID      string `json:"accountId,omitzero"`
	PlatformWorkID string `json:"platformWorkId,omitzero"`
	HTTPStatus     int    `json:"httpStatus,omitzero"`
	PlatformCode   string `json:"platformCode,omitzero"`
}

// platformFails returns the error of a code. A credential that fails at the
// platform turns the account abnormal.
func (s *Server) platformFails(code int, p platform, id string, account int, accountID string) *failure {
	data := details{Platform: p.name, Category: "unknown", Retryable: new(bool), AccountID: accountID, PlatformWorkID: id}
	switch {
	case code >= codeCredentialFirst && code <= codeCredentialLast:
		if account != noAccount {
			s.accounts.fail(account)
		}
		return &failure{code: code}
	case code == codePlatformLimits:
		data.Category, *data.Retryable, data.HTTPStatus, data.PlatformCode = "rate_limited", true, 429, "2100004"
	case code == codeNoSuchWork:
		data.Category, data.HTTPStatus = "not_found", 404
	case code == codePlatformRejected:
		data.Category, data.PlatformCode = "rejected", "permission_denied"
	case code >= codePlatformFirst && code < codeNoSuchWork:
		data.Category, *data.Retryable, data.HTTPStatus = "upstream", true, 503
	default:
		return &failure{code: code}
	}
	return &failure{code, data}
}
