package config

import (
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
)

const twoSites = `
[sites.china]
base_url = "https://cn.example/"
allow_plain_http = true
params = { ids = "accountIds", account_id = "account", array = "repeat" }

[sites.international]
base_url = "https://intl.example:8443/api/"
`

func TestSite(t *testing.T) {
	s := newSystem("site = 'china'"+twoSites).site(t, nil)
	if s.Name != "china" || s.BaseURL.V != "https://cn.example" || s.BaseURL.From.String() != confPath+":3" {
		t.Errorf("got %+v", s)
	}
	p := s.Params
	if !s.AllowPlainHTTP.V || p.IDs.V != "accountIds" || p.Types.V != "types" || p.Status.V != "status" ||
		p.AccountID.V != "account" ||
		p.Array.V != "repeat" {
		t.Errorf("settings: %+v", s)
	}
	if p.IDs.From.Line != 5 || p.Types.From.Layer != Default {
		t.Errorf("places: %v %v", p.IDs.From, p.Types.From)
	}
	var rows []string
	for _, row := range s.Settings() {
		rows = append(rows, row.Key+"="+row.Text+" "+strings.TrimPrefix(row.From.String(), confPath))
	}
	want := []string{
		"sites.china.base_url=https://cn.example :3",
		"sites.china.allow_plain_http=true :4",
		"sites.china.params.ids=accountIds :5",
		"sites.china.params.types=types default",
		"sites.china.params.status=status default",
		"sites.china.params.account_id=account :5",
		"sites.china.params.array=repeat :5",
	}
	if !slices.Equal(rows, want) {
		t.Errorf("got\n%s", strings.Join(rows, "\n"))
	}
}

func TestWhichSite(t *testing.T) {
	one := "[sites.only]\nbase_url = 'https://only.example'"
	for _, tt := range []struct {
		name, file string
		env        map[string]string
		flags      Flags
		site, base string
		kind       Kind
	}{
		{name: "nothing", kind: NotConfigured},
		{name: "the only one", file: one, site: "only", base: "https://only.example"},
		{name: "several", file: twoSites, kind: SiteNotChosen},
		{name: "several chosen", file: twoSites, flags: Flags{"site": "china,international"}, kind: SeveralSites},
		{name: "all", file: twoSites, flags: Flags{"site": "all"}, kind: SeveralSites},
		{name: "all of one", file: one, flags: Flags{"site": "all"}, site: "only", base: "https://only.example"},
		{name: "all of none", flags: Flags{"site": "all"}, kind: NoSuchSite},
		{
			name:  "the same twice",
			file:  twoSites,
			flags: Flags{"site": "china, china"},
			site:  "china",
			base:  "https://cn.example",
		},
		{name: "flag", file: twoSites, flags: Flags{"site": "china"}, site: "china", base: "https://cn.example"},
		{name: "unknown", file: twoSites, flags: Flags{"site": "mars"}, kind: NoSuchSite},
		{name: "known but empty", flags: Flags{"site": "china"}, kind: NoBaseURL},
		{name: "in the file but empty", file: "[sites.mine]", kind: NoBaseURL},
		{
			name:  "only a base URL",
			flags: Flags{"base-url": "https://x.example"},
			site:  Custom,
			base:  "https://x.example",
		},
		{
			name:  "a base URL for a deployment",
			flags: Flags{"site": "china", "base-url": "https://x.example"},
			site:  "china",
			base:  "https://x.example",
		},
		{
			name: "a base URL over the only one",
			file: one,
			env:  map[string]string{envBaseURL: "https://x.example"},
			site: "only",
			base: "https://x.example",
		},
		{
			name:  "flag over environment",
			env:   map[string]string{envBaseURL: "https://x.example"},
			flags: Flags{"base-url": "https://y.example"},
			site:  Custom,
			base:  "https://y.example",
		},
		{name: "the environment describes another site", file: twoSites,
			env:   map[string]string{envSite: "china", envBaseURL: "https://x.example"},
			flags: Flags{"site": "international"}, site: "international", base: "https://intl.example:8443"},
		{name: "bad URL in the environment", env: map[string]string{envBaseURL: "nowhere"}, kind: BadURL},
		{name: "bad URL in a flag", flags: Flags{"base-url": "ftp://x.example"}, kind: BadURL},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newSystem(tt.file)
			for k, v := range tt.env {
				w.env[k] = v
			}
			s, err := w.load(t, tt.flags).Site()
			if tt.kind != "" {
				if !IsKind(err, tt.kind) || s != nil {
					t.Errorf("got %+v, %v", s, err)
				}
				return
			}
			if err != nil || s.Name != tt.site || s.BaseURL.V != tt.base {
				t.Errorf("got %+v, %v", s, err)
			}
		})
	}
}

func TestSiteErrors(t *testing.T) {
	_, err := newSystem(twoSites).load(t, Flags{"site": "mars"}).Site()
	if e := only(t, err); e.Kind != NoSuchSite || e.From.String() != "--site" || e.Value != "mars" ||
		!slices.Equal(e.Choices, []string{"china", "international"}) {
		t.Error(err)
	}
	_, err = newSystem("").load(t, Flags{"base-url": "https://ann:secret@x.example"}).Site()
	if !strings.HasPrefix(err.Error(), "--base-url: ") || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

func TestCleanURL(t *testing.T) {
	for in, want := range map[string]string{
		"https://x.example":                "https://x.example",
		" https://X.example// ":            "https://x.example",
		"https://x.example/api":            "https://x.example",
		"https://x.example/api/":           "https://x.example",
		"https://x.example/api/api":        "https://x.example/api",
		"http://127.0.0.1:8787":            "http://127.0.0.1:8787",
		"http://[::1]:8787/":               "http://[::1]:8787",
		"https://proxy.example/deck%2F/x/": "https://proxy.example/deck%2F/x",
		"https://x.example/apian":          "https://x.example/apian",
	} {
		if got, err := CleanURL(in); err != nil || got != want {
			t.Errorf("%q: %q %v, want %q", in, got, err, want)
		}
	}
	for _, in := range []string{
		"", "x.example", "ftp://x.example", "https://", "https:///api", "https://:443", "http://a b",
		"https://x.example?key=1", "https://x.example/#a", "https://x.example?", "https://u:p@x.example", "%zz",
	} {
		got, err := CleanURL(in)
		if e := only(t, err); got != "" || e.Kind != BadURL || e.Reason == "" {
			t.Errorf("%q: %q %v", in, got, err)
		}
	}
}

// An address without a scheme is named as such also where it has a port.
func TestCleanURLWithoutAScheme(t *testing.T) {
	for in, want := range map[string]api.Reason{
		"service.example.cn":           api.ReasonScheme,
		"127.0.0.1:18787":              api.ReasonScheme,
		"localhost:8787":               api.ReasonScheme,
		"[::1]:8787":                   api.ReasonScheme,
		"service.example.cn:8443/deck": api.ReasonScheme,
		"http://a b":                   api.ReasonURL,
		"https://x.example:port":       api.ReasonURL,
	} {
		if _, err := CleanURL(in); only(t, err).Reason != string(want) {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
}

func TestSameOrigin(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"https://x.example", "https://x.example:443/deck", true},
		{"http://x.example:80", "http://x.example", true},
		{"http://x.example", "https://x.example", false},
		{"https://x.example", "https://y.example", false},
		{"https://x.example", "https://x.example:8443", false},
	} {
		if got := SameOrigin(tt.a, tt.b); got != tt.want {
			t.Errorf("%s %s: %t", tt.a, tt.b, got)
		}
	}
}

// A site may be named all: then the word does not mean all sites.
func TestSiteNamedAll(t *testing.T) {
	const one = "[sites.one]\nbase_url = 'https://one.example'\n"
	for _, tt := range []struct {
		file string
		want []string
	}{
		{one + "[sites.two]\nbase_url = 'https://two.example'\n", []string{"one", "two"}},
		{one + "[sites.all]\nbase_url = 'https://all.example'\n", []string{AllSites}},
	} {
		c := newSystem(tt.file).load(t, nil)
		if got := c.SitesIn(AllSites); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.file, got, tt.want)
		}
	}
}

// A key belongs to one user, and is written as ssh-keygen prints it.
func TestKeysOfUsers(t *testing.T) {
	first := "SHA256:" + strings.Repeat("a", 43)
	second := "SHA256:" + strings.Repeat("b", 43)
	for _, tt := range []struct {
		anna, ben string
		wrong     string // the key in the file; "" if nothing is
	}{
		{first, second, ""},
		{first, first, "people.ben.keys"},
		{first + "a", second, "people.anna.keys"},
		{first[:49], second, "people.anna.keys"},
		{"MD5:" + strings.Repeat("a", 46), second, "people.anna.keys"},
	} {
		file := "[people.anna]\nkeys = ['" + tt.anna + "']\n[people.ben]\nkeys = ['" + tt.ben + "']\n"
		c, _ := Load(newSystem(file).source(), nil)
		people, err := c.People()
		wrong := ""
		if found := Errors(err); len(found) > 0 {
			wrong = found[0].Key
		}
		if wrong != tt.wrong || err == nil && len(people) != 2 {
			t.Errorf("%s and %s: %q is wrong, want %q: %v", tt.anna, tt.ben, wrong, tt.wrong, err)
		}
	}
}
