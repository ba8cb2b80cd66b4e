package api_test

import (
	"testing"

	"channeldeck/api"
)

// Whether work details may be requested follows from the status of the platform at the site and
// from its capability; an account is required where it has them.
func TestNoWorks(t *testing.T) {
	for platform, tt := range map[string]struct {
		why     api.NoWorks
		account bool
	}{
		`{"status":"available","capabilities":{"work":{"getDetail":true}}}`:    {"", true},
		`{"capabilities":{"work":{"getDetail":true}}}`:                         {"", true},
		`{"status":"available","capabilities":{"work":{"getDetail":false}}}`:   {api.NoWorksUnsupported, false},
		`{"status":"unavailable","capabilities":{"work":{"getDetail":true}}}`:  {api.NoWorksElsewhere, false},
		`{"status":"unavailable","capabilities":{"work":{"getDetail":false}}}`: {api.NoWorksUnsupported, false},
		`{"status":"unavailable"}`:                                             {api.NoWorksElsewhere, false},
		`{"status":"coming_soon","capabilities":{"work":{"getDetail":false}}}`: {api.NoWorksYet, false},
		`{"status":"hidden","capabilities":{"work":{"getDetail":true}}}`:       {"", true},
		`{"status":"later","capabilities":{"browse":{"getDetail":false}}}`:     {"", false},
		`{}`: {"", false},
	} {
		rows, err := api.DecodeRows[api.Platform]([]byte("[" + platform + "]"))
		if err != nil {
			t.Fatal(err)
		}
		why := rows[0].NoWorks()
		account := rows[0].WorkNeedsAccount()
		if why != tt.why || account != tt.account {
			t.Errorf("%s: %q, account %v", platform, why, account)
		}
	}
}
