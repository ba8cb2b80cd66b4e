package config

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"channeldeck/api"
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

// Params are the parameter names that the interface does not give, and the form of
// arrays.
type Params struct {
	IDs       Value[string] // filter by account IDs (interface 4.5)
	Types     Value[string] // filter by platforms
	Status    Value[string] // filter by status
	AccountID Value[string] // account of a work (interface 4.6)
	Array     Value[string] // brackets: a[]=1&a[]=2, repeat: a=1&a=2
}

// Custom is the name of a site that is given by a base URL only.
const Custom = "custom"

// Site returns the site in force: the chosen site, the only site of the file, or the site
// that is given by a base URL only, in this order.
func (c *Config) Site() (*Site, error) {
	names := c.SiteNames()
	chosen := c.Sites()
	if len(chosen) > 1 {
		return nil, &Error{
			Kind:    SeveralSites,
			Site:    chosen[0],
			Choices: chosen,
			From:    c.SiteName.From,
		}
	}
	if len(chosen) == 1 {
		return c.SiteNamed(chosen[0])
	}
	if c.SiteName.V != "" {
		return c.SiteNamed(c.SiteName.V)
	}
	if len(names) == 1 {
		return c.SiteNamed(names[0])
	}
	if c.flags[flagBaseURL] != "" || c.src.Getenv(envBaseURL) != "" {
		return c.SiteNamed(Custom)
	}
	if len(names) == 0 {
		if c.Found {
			return nil, &Error{Kind: NotConfigured, Path: c.Path}
		}
		return nil, &Error{Kind: NotConfigured}
	}
	return nil, &Error{Kind: SiteNotChosen, Choices: names}
}

// AllSites means all sites of the file, unless one has this name.
const AllSites = "all"

// Sites returns the chosen sites, of which there may be several.
func (c *Config) Sites() []string { return c.SitesIn(c.SiteName.V) }

// SitesIn returns the sites that a value of the setting site names.
func (c *Config) SitesIn(text string) []string {
	if text == AllSites && !slices.Contains(c.SiteNames(), AllSites) {
		return c.SiteNames()
	}
	return splitNames(text)
}

// ChosenSites are the chosen sites with their settings: each of several, or the one of Site.
func (c *Config) ChosenSites() ([]*Site, error) {
	names := c.Sites()
	if len(names) < 2 {
		site, err := c.Site()
		return []*Site{site}, err
	}
	sites := make([]*Site, len(names))
	for i, name := range names {
		var err error
		if sites[i], err = c.SiteNamed(name); err != nil {
			return nil, err
		}
	}
	return sites, nil
}

// splitNames splits a text at its commas, without repetitions and empty names.
func splitNames(text string) (names []string) {
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// SiteNamed returns a site with the settings of the file, the environment and the flags.
func (c *Config) SiteNamed(name string) (*Site, error) {
	s, err := c.fileSite(name)
	if err != nil {
		return nil, err
	}
	key := "sites." + name + ".base_url"
	known := map[Layer]string{File: s.BaseURL.V} // the base URL up to each layer
	given := map[Layer]string{Flag: c.flags[flagBaseURL]}
	if c.envDescribes(name) {
		given[Env] = c.src.Getenv(envBaseURL)
	}
	for _, from := range []Origin{
		{Layer: Env, Name: envBaseURL},
		{Layer: Flag, Name: flagBaseURL},
	} {
		if text := given[from.Layer]; text != "" {
			bad := siteRows(s)[0].set(text, from)
			if bad != nil { // its base_url
				bad.Key = key
				bad.From = from
				return nil, bad
			}
		}
		known[from.Layer] = s.BaseURL.V
	}
	switch {
	case s.BaseURL.V != "":
	case slices.Contains(c.SiteNames(), name) || name == "china" ||
		name == "international": // deployments, whose addresses are not known
		return nil, &Error{Kind: NoBaseURL, Site: name, Key: key}
	default:
		return nil, &Error{
			Kind:    NoSuchSite,
			Value:   name,
			Choices: c.SiteNames(),
			From:    c.SiteName.From,
		}
	}
	if s.Key, err = c.keyPlace(name, s.Key); err != nil {
		return nil, err
	}
	s.Key.belongsTo = known[s.Key.From.Layer]
	s.BaseURL.Text = s.BaseURL.V
	return s, nil
}

// fileSite returns a site with the settings of the file, and all mistakes in them.
func (c *Config) fileSite(name string) (*Site, error) {
	s := &Site{Name: name, src: c.src}
	err := c.fill("sites."+name+".", siteRows(s))
	var keyErr error
	s.Key, keyErr = c.filePlace(name)
	return s, errors.Join(err, keyErr)
}

// siteRows is the table of a site's settings besides its key.
func siteRows(s *Site) []pref {
	return []pref{
		bind("base_url", "", &s.BaseURL, WantText, parseURL),
		bind("allow_plain_http", "false", &s.AllowPlainHTTP, WantBool, strconv.ParseBool),
		bind("params.ids", "ids", &s.Params.IDs, WantName, parseParam),
		bind("params.types", "types", &s.Params.Types, WantName, parseParam),
		bind("params.status", "status", &s.Params.Status, WantName, parseParam),
		bind("params.account_id", "accountId", &s.Params.AccountID, WantName, parseParam),
		choice("params.array", &s.Params.Array, "brackets", "repeat"),
	}
}

// Settings lists the settings of the site in force, without its key.
func (s *Site) Settings() []Setting {
	var out []Setting
	for _, p := range siteRows(s) {
		out = append(out, p.show("sites."+s.Name+"."))
	}
	return out
}

func parseURL(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	return CleanURL(text)
}

// CleanURL checks a base URL and returns it as [api.ParseBaseURL] does.
func CleanURL(text string) (string, error) {
	u, err := api.ParseBaseURL(text)
	bad, ok := errors.AsType[*api.ArgumentError](err)
	if ok {
		return "", &Error{Kind: BadURL, Reason: string(bad.Reason)}
	}
	return u.String(), err
}

// LacksScheme reports whether an error of CleanURL is that the text has no scheme.
func LacksScheme(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Reason == string(api.ReasonScheme)
}

// SameOrigin compares scheme, host and port of two clean base URLs.
func SameOrigin(a, b string) bool {
	u, errA := url.Parse(a)
	v, errB := url.Parse(b)
	return errA == nil && errB == nil && api.Origin(u) == api.Origin(v)
}

// Person is a user of the SSH server.
type Person struct {
	Name     string
	Keys     Value[[]string] // fingerprints of their SSH keys: SHA256:…
	Site     Value[string]   // the only sites they use; "" for those in force
	ReadOnly Value[bool]
}

// People returns the users in the [people] table of the file, sorted by name.
func (c *Config) People() ([]Person, error) {
	var people []Person
	var errs []error
	owner := map[string]string{} // of each key
	for _, name := range c.file.people {
		p := Person{Name: name}
		errs = append(errs, c.fill("people."+name+".", personRows(&p)))
		for _, site := range c.SitesIn(p.Site.V) {
			if !slices.Contains(c.SiteNames(), site) {
				errs = append(errs, &Error{
					Kind:    NoSuchSite,
					Value:   site,
					Choices: c.SiteNames(),
					From:    p.Site.From,
				})
			}
		}
		for _, key := range p.Keys.V {
			if other := owner[key]; other != "" {
				errs = append(
					errs,
					c.ErrorAt("people."+name+".keys", &Error{
						Kind:  BadValue,
						Value: key,
						Want:  WantFingerprints,
					}),
				)
			}
			owner[key] = name
		}
		people = append(people, p)
	}
	return people, errors.Join(errs...)
}

func personRows(p *Person) []pref {
	return []pref{
		bind("keys", "", &p.Keys, WantFingerprints, parseFingerprints),
		bind("site", "", &p.Site, WantSites, parseSites),
		bind("read_only", "false", &p.ReadOnly, WantBool, strconv.ParseBool),
	}
}

func parseFingerprints(text string) ([]string, error) {
	keys, err := parseNames(text)
	for _, key := range keys {
		digest, ok := strings.CutPrefix(key, "SHA256:")
		if !ok || len(digest) != 43 {
			err = errInvalid
		}
	}
	return keys, err
}
