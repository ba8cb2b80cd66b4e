package config

import (
	"errors"
	"net/url"
	"slices"
	"strings"
)

// Site is one deployment of the service.
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
	IDs       Value[string] // filter by account IDs (interface 4.5)
	Types     Value[string] // filter by platforms
	Status    Value[string] // filter by status
	AccountID Value[string] // account of a work (interface 4.6)
	Array     Value[string] // brackets: a[]=1&a[]=2, repeat: a=1&a=2, indexed: a[0]=1&a[1]=2, comma: a=1,2
}

// Custom is the name of a site that only a base URL describes.
const Custom = "custom"

// isDeployment reports whether the service is known to have a site of that name.
// Its address is the user's to know.
func isDeployment(name string) bool { return name == "china" || name == "international" }

// Site returns the site in force: the chosen one, else the only one of the file,
// else the one that a base URL alone describes.
func (c *Config) Site() (*Site, error) {
	names := c.SiteNames()
	switch {
	case c.SiteName.V != "":
		return c.SiteNamed(c.SiteName.V)
	case len(names) == 1:
		return c.SiteNamed(names[0])
	case c.flags[flagBaseURL] != "" || c.src.Getenv(envBaseURL) != "":
		return c.SiteNamed(Custom)
	case len(names) == 0:
		return nil, &Error{Kind: NotConfigured}
	}
	return nil, &Error{Kind: SiteNotChosen, Choices: names}
}

// SiteNamed returns a site as the file, the environment and the flags describe
// it.
func (c *Config) SiteNamed(name string) (*Site, error) {
	s := &Site{Name: name, src: c.src}
	key := "sites." + name + ".base_url"
	var errs []error
	take := func(text string, from Origin) {
		if text == "" {
			return
		}
		base, err := CleanURL(text)
		if err != nil {
			err.Key, err.From = key, from
			errs = append(errs, err)
		}
		s.BaseURL = Value[string]{V: base, Text: base, From: from}
	}
	if text, from, ok := c.file.text(key); ok {
		take(text, from)
	}
	fromFile := s.BaseURL.V
	if c.envDescribes(name) {
		take(c.src.Getenv(envBaseURL), Origin{Layer: Env, Name: envBaseURL})
	}
	beforeFlag := s.BaseURL.V
	take(c.flags[flagBaseURL], Origin{Layer: Flag, Name: flagBaseURL})
	switch {
	case len(errs) > 0:
		return nil, errs[0]
	case s.BaseURL.V == "" && (slices.Contains(c.SiteNames(), name) || isDeployment(name)):
		return nil, &Error{Kind: NoBaseURL, Site: name, Key: key}
	case s.BaseURL.V == "":
		return nil, &Error{Kind: NoSuchSite, Value: name, Choices: c.SiteNames(), From: c.SiteName.From}
	}
	if err := c.fillSite(s); err != nil {
		return nil, err
	}
	var err error
	if s.Key, err = c.keyPlace(name); err != nil {
		return nil, err
	}
	switch s.Key.From.Layer {
	case File:
		s.Key.belongsTo = fromFile
	case Env:
		s.Key.belongsTo = beforeFlag
	}
	return s, nil
}

// checkSite reports the mistakes in a site of the file, whichever site is in
// force.
func (c *Config) checkSite(name string) error {
	var errs []error
	key := "sites." + name + ".base_url"
	if text, _, ok := c.file.text(key); ok {
		if _, err := CleanURL(text); err != nil {
			errs = append(errs, c.ErrorAt(key, err))
		}
	}
	_, err := c.filePlace(name)
	return errors.Join(append(errs, c.fillSite(&Site{Name: name}), err)...)
}

// siteRows is the table of a site's settings besides its base URL and its key.
func siteRows(s *Site) []pref {
	return []pref{
		bind("allow_plain_http", "false", &s.AllowPlainHTTP, parseBool),
		bind("params.ids", "ids", &s.Params.IDs, parseParam),
		bind("params.types", "types", &s.Params.Types, parseParam),
		bind("params.status", "status", &s.Params.Status, parseParam),
		bind("params.account_id", "accountId", &s.Params.AccountID, parseParam),
		bind("params.array", "brackets", &s.Params.Array, oneOf("brackets", "repeat", "indexed", "comma")),
	}
}

func (c *Config) fillSite(s *Site) error {
	for _, p := range siteRows(s) {
		key := "sites." + s.Name + "." + p.key
		text, from, ok := c.file.text(key)
		if !ok {
			text, from = p.fallback, Origin{}
		}
		if err := p.set(text, from); err != nil {
			return c.ErrorAt(key, err)
		}
	}
	return nil
}

// Settings lists the settings of the site in force, without its key.
func (s *Site) Settings() []Setting {
	prefix := "sites." + s.Name + "."
	out := []Setting{{Key: prefix + "base_url", Text: s.BaseURL.V, From: s.BaseURL.From}}
	for _, p := range siteRows(s) {
		one := p.show()
		one.Key = prefix + one.Key
		out = append(out, one)
	}
	return out
}

// CleanURL checks a base URL and strips trailing slashes and one trailing /api,
// which operators often include. The error never repeats the text: it may
// contain a password.
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
