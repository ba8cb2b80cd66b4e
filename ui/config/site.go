package config

import (
	"net/url"
	"strings"
)

// Site is one deployment of the service: where it is and where its key lies.
type Site struct {
	Name           string
	BaseURL        Value[string] // an origin, without a trailing slash or /api
	AllowPlainHTTP Value[bool]   // the key may go over http to other machines
	Params         Params
	Key            KeyPlace

	src Source
}

// Params are the names that the interface leaves open, and the form of arrays.
type Params struct {
	IDs       Value[string] // filter by account ids (interface 4.5)
	Types     Value[string] // filter by platforms
	Status    Value[string] // filter by status
	AccountID Value[string] // account of a work (interface 4.6)
	Array     Value[string] // brackets: a[]=1&a[]=2, repeat: a=1&a=2, indexed: a[0]=1&a[1]=2, comma: a=1,2
}

// Custom is the name of a site that only a base URL describes.
const Custom = "custom"

// deployments are the sites that the service is known to have; their addresses
// are the person's to know.
func deployments() []string { return []string{"china", "international"} }

// Site is the site that is talked to: the one that was named, or the only one
// of the file, or the one that a base URL alone describes.
func (c *Config) Site() (*Site, error) {
	if c.SiteName.V != "" {
		return c.SiteNamed(c.SiteName.V)
	}
	names := c.SiteNames()
	switch {
	case len(names) == 1:
		return c.SiteNamed(names[0])
	case c.flags[flagBaseURL] != "" || c.src.Getenv(envBaseURL) != "":
		return c.SiteNamed(Custom)
	case len(names) == 0:
		return nil, &Error{Kind: NotConfigured}
	}
	return nil, &Error{Kind: SiteNotChosen, Choices: names}
}

// SiteNamed is the site of that name with what the environment and the flags
// say of it. CHANNELDECK_BASE_URL and the keys beside it describe the site that
// CHANNELDECK_SITE names, where it names one.
func (c *Config) SiteNamed(name string) (*Site, error) {
	table, known := c.doc.Sites[name]
	s := &Site{Name: name, src: c.src}
	key := "sites." + name + ".base_url"

	var err error
	take := func(text string, from Origin) {
		if text == "" || err != nil {
			return
		}
		clean, bad := CleanURL(text)
		if bad != nil {
			bad.Key, bad.From = key, from
			bad.Path, bad.Line, bad.Column = from.place()
			err = bad
			return
		}
		s.BaseURL = Value[string]{V: clean, Text: clean, From: from}
	}
	if table.BaseURL != nil {
		take(*table.BaseURL, c.doc.origin(key))
	}
	inFile := s.BaseURL.V
	if c.envDescribes(name) {
		take(c.src.Getenv(envBaseURL), Origin{Layer: Env, Name: envBaseURL})
	}
	inEnv := s.BaseURL
	take(c.flags[flagBaseURL], Origin{Layer: Flag, Name: flagBaseURL})
	if err != nil {
		return nil, err
	}
	if s.BaseURL.V == "" {
		return nil, c.noBaseURL(name, key, known)
	}
	if err := c.fillSite(s, table); err != nil {
		return nil, err
	}
	if s.Key, err = c.keyPlace(name, table); err != nil {
		return nil, err
	}
	switch {
	case s.Key.From.Layer == File:
		s.Key.belongsTo = inFile
	case s.Key.From.Layer == Env && inEnv.From.Layer == Env:
		s.Key.belongsTo = inEnv.V
	}
	return s, nil
}

func (c *Config) envDescribes(site string) bool {
	named := c.src.Getenv(envSite)
	return named == "" || named == site
}

func (c *Config) noBaseURL(name, key string, known bool) error {
	for _, d := range deployments() {
		known = known || d == name
	}
	if !known {
		return &Error{Kind: NoSuchSite, Value: name, Choices: c.SiteNames(), From: c.SiteName.From}
	}
	return &Error{Kind: NoBaseURL, Site: name, Key: key}
}

// checkSite reports what is wrong with a site of the file, whichever site is
// in use.
func (c *Config) checkSite(name string) []error {
	table := c.doc.Sites[name]
	var errs []error
	if table.BaseURL != nil {
		if _, err := CleanURL(*table.BaseURL); err != nil {
			err.Key = "sites." + name + ".base_url"
			err.From = c.doc.origin(err.Key)
			err.Path, err.Line, err.Column = err.From.place()
			errs = append(errs, err)
		}
	}
	if err := c.fillSite(&Site{Name: name}, table); err != nil {
		errs = append(errs, err)
	}
	if _, err := c.fileKey(name, table); err != nil {
		errs = append(errs, err)
	}
	return errs
}

// parseParam takes what can stand in a query without escaping.
func parseParam(text string) (string, *Error) {
	if text == "" || len(text) > 64 || strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-") != "" {
		return "", &Error{Want: WantName}
	}
	return text, nil
}

// siteRows is the table of what else a site can say.
func siteRows(s *Site, t siteTable) []pref {
	row := func(key, fallback string, to *Value[string], in *string, parse func(string) (string, *Error)) pref {
		return bind("params."+key, fallback, to, func(*document) (string, bool) { return text(in) }, parse)
	}
	return []pref{
		bind("allow_plain_http", "false", &s.AllowPlainHTTP, func(*document) (string, bool) { return text(t.AllowPlainHTTP) }, parseBool),
		row("ids", "ids", &s.Params.IDs, t.Params.IDs, parseParam),
		row("types", "types", &s.Params.Types, t.Params.Types, parseParam),
		row("status", "status", &s.Params.Status, t.Params.Status, parseParam),
		row("account_id", "accountId", &s.Params.AccountID, t.Params.AccountID, parseParam),
		row("array", "brackets", &s.Params.Array, t.Params.Array, oneOf("brackets", "repeat", "indexed", "comma")),
	}
}

func (c *Config) fillSite(s *Site, t siteTable) error {
	for _, p := range siteRows(s, t) {
		in, from := p.fallback, Origin{}
		if text, ok := p.file(nil); ok {
			key := "sites." + s.Name + "." + p.key
			in, from = text, c.doc.origin(key)
		}
		if err := p.set(in, from); err != nil {
			err.Key, err.From = "sites."+s.Name+"."+p.key, from
			err.Path, err.Line, err.Column = from.place()
			return err
		}
	}
	return nil
}

// Settings lists what is in force for the site. The key stands as its place,
// never as itself.
func (s *Site) Settings() []Setting {
	prefix := "sites." + s.Name + "."
	out := []Setting{{Key: prefix + "base_url", Text: s.BaseURL.V, From: s.BaseURL.From}}
	for _, p := range siteRows(s, siteTable{}) {
		one := p.show()
		one.Key = prefix + one.Key
		out = append(out, one)
	}
	return out
}

// CleanURL checks a base URL and strips trailing slashes and one trailing /api,
// with which operators are often handed one. The error never repeats the text:
// it may hold a password.
func CleanURL(text string) (string, *Error) {
	bad := func(reason string) (string, *Error) { return "", &Error{Kind: BadURL, Reason: reason} }
	u, err := url.Parse(strings.TrimSpace(text))
	switch {
	case err != nil:
		return bad(URLMalformed)
	case u.Scheme != "https" && u.Scheme != "http":
		return bad(URLScheme)
	case u.Hostname() == "":
		return bad(URLHost)
	case u.User != nil:
		return bad(URLCredentials)
	case u.RawQuery != "" || u.Fragment != "" || u.ForceQuery:
		return bad(URLQuery)
	}
	path := strings.TrimRight(u.EscapedPath(), "/")
	path = strings.TrimRight(strings.TrimSuffix(path, "/api"), "/")
	return u.Scheme + "://" + strings.ToLower(u.Host) + path, nil
}

// sameOrigin compares scheme, host and port of two clean base URLs.
func sameOrigin(a, b string) bool {
	u, errA := url.Parse(a)
	v, errB := url.Parse(b)
	return errA == nil && errB == nil && u.Scheme == v.Scheme && hostPort(u) == hostPort(v)
}

func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return strings.ToLower(u.Hostname()) + ":" + port
}
