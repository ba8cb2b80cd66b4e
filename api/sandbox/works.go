package sandbox

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

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
	if fail := s.checkAccount(p, accountID); fail != nil {
		return nil, fail
	}
	for _, kind := range workKinds() {
		if p.work.id(kind) == id {
			return value(s.detail(x, p, kind, objectID(x.now, s.opts.Seed, s.snapshots.Add(1)))), nil
		}
	}
	return nil, &failure{codeNoSuchWork, details{Platform: p.name, Category: "not_found", Retryable: new(bool), AccountID: accountID, PlatformWorkID: id, HTTPStatus: 404}}
}

// parseWorkQuery takes accountId, at most once and not empty.
func parseWorkQuery(rawQuery string) (accountID string, ok bool) {
	query, err := url.ParseQuery(rawQuery)
	accountID = query.Get("accountId")
	wellFormed := len(query) == 0 || len(query) == 1 && len(query["accountId"]) == 1 && accountID != ""
	return accountID, err == nil && wellFormed
}

// checkAccount checks the account of a request, which must be a normal one of the same
// platform.
func (s *Server) checkAccount(p platform, id string) *failure {
	if id == "" {
		if p.needsAccount {
			return &failure{codeAccountNeeded, details{Platform: p.name}}
		}
		return nil
	}
	i, ok := s.accounts.find(id)
	switch {
	case !ok:
		return &failure{code: codeAccountNotFound}
	case s.accounts.platforms[s.accounts.platformOf(i)].name != p.name:
		return &failure{code: codeOtherPlatform}
	case s.accounts.abnormal(i):
		return &failure{code: codeNotAuthorised}
	}
	return nil
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
}
