package config

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Person is a user of the SSH server.
type Person struct {
	Name     string
	Keys     Value[[]string] // fingerprints of their SSH keys: SHA256:…
	Site     Value[string]   // the only site they use; "" for the one in force
	ReadOnly Value[bool]
}

// People returns the users in the [people] table of the file, sorted by name.
func (c *Config) People() ([]Person, error) {
	names := map[string]bool{}
	for _, key := range c.file.under("people.") {
		name, _, _ := strings.Cut(strings.TrimPrefix(key, "people."), ".")
		names[name] = true
	}
	var people []Person
	var errs []error
	owner := map[string]string{} // of each key
	for _, name := range slices.Sorted(maps.Keys(names)) {
		p := Person{Name: name}
		errs = append(errs, c.fromFile("people."+name+".", personRows(&p))...)
		if site := p.Site.V; site != "" && !slices.Contains(c.SiteNames(), site) {
			errs = append(errs, &Error{Kind: NoSuchSite, Value: site, Choices: c.SiteNames(), From: p.Site.From})
		}
		for _, key := range p.Keys.V {
			if other := owner[key]; other != "" {
				errs = append(errs, c.ErrorAt("people."+name+".keys", &Error{Kind: BadValue, Value: key, Want: WantFingerprints}))
			}
			owner[key] = name
		}
		people = append(people, p)
	}
	return people, errors.Join(errs...)
}

// personRows is the table of a user's settings.
func personRows(p *Person) []pref {
	return []pref{
		bind("keys", "", &p.Keys, WantFingerprints, parseFingerprints),
		bind("site", "", &p.Site, WantName, parseSite),
		bind("read_only", "false", &p.ReadOnly, WantBool, strconv.ParseBool),
	}
}

func parseFingerprints(text string) ([]string, error) {
	keys, err := parseNames(text)
	for _, key := range keys {
		if digest, ok := strings.CutPrefix(key, "SHA256:"); !ok || len(digest) != 43 {
			err = errInvalid
		}
	}
	return keys, err
}
