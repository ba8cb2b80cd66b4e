package fleet

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"channeldeck/api"
	"channeldeck/api/fold"
)

// NameError is that a query names a platform or a group that does not exist.
type NameError struct {
	Kind    string // platform or group
	Name    string
	Choices []string // names that exist
}

func (e *NameError) Error() string { return fmt.Sprintf("no %s %q", e.Kind, e.Name) }

// commonNames are the names under which platforms are known, whatever their identifier is.
var commonNames = [...][]string{
	{"x", "twitter", "推特"},
	{"xiaohongshu", "xhs", "red", "rednote", "小红书", "红书"},
	{"douyin", "dy", "抖音"},
	{"tiktok", "tt"},
	{"kuaishou", "kwai", "ks", "快手"},
	{"wechatchannels", "wxsph", "sph", "视频号", "微信视频号", "wechat channels"},
	{"weibo", "wb", "sina weibo", "微博"},
	{"bilibili", "b站", "bili", "哔哩哔哩"},
	{"youtube", "yt", "油管"},
	{"instagram", "ig", "ins"},
	{"facebook", "fb", "脸书"},
	{"linkedin", "领英"},
	{"pinterest"},
	{"threads"},
}

// PlatformNamed returns the identifier of the platform that a user means: its identifier, one
// of its display names, or a common name, in any case.
func PlatformNamed(list []api.Platform, name string) (string, error) {
	wanted := fold.String(strings.TrimSpace(name))
	names := func(p *api.Platform) []string {
		return []string{fold.String(p.Platform), fold.String(p.Name("en-US")), fold.String(p.Name("zh-CN"))}
	}
	matches := []func(p *api.Platform) bool{
		func(p *api.Platform) bool { return p.Platform == name },
		func(p *api.Platform) bool { return slices.Contains(names(p), wanted) },
	}
	for _, common := range commonNames {
		if !slices.Contains(common, wanted) {
			continue
		}
		isOne := func(s string) bool { return slices.Contains(common, s) }
		matches = append(matches, func(p *api.Platform) bool { return slices.ContainsFunc(names(p), isOne) }, func(p *api.Platform) bool {
			return slices.ContainsFunc(names(p), func(s string) bool {
				parts := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
				return slices.ContainsFunc(parts, isOne)
			})
		})
	}
	for _, match := range matches {
		for i := range list {
			if match(&list[i]) {
				return list[i].Platform, nil
			}
		}
	}
	e := &NameError{Kind: "platform", Name: name}
	for i := range list {
		e.Choices = append(e.Choices, list[i].Platform)
	}
	slices.Sort(e.Choices)
	e.Choices = slices.Compact(e.Choices)
	return "", e
}

// resolvePlatforms replaces the platforms of q by their identifiers. Rows may have platforms
// that the platform list lacks.
func (f *Fleet) resolvePlatforms(ctx context.Context, q *Query, rows []*api.Account) error {
	var known []api.Platform
	for _, a := range rows {
		if !slices.ContainsFunc(known, func(p api.Platform) bool { return p.Platform == a.Type }) {
			known = append(known, api.Platform{Platform: a.Type})
		}
	}
	ofRows := len(known)
	resolved := make([]string, len(q.Platforms))
	for i, name := range q.Platforms {
		id, err := PlatformNamed(known, name)
		if err != nil && len(known) == ofRows {
			list, listErr := f.Platforms(ctx)
			if listErr != nil {
				return listErr
			}
			known = append(list, known...)
			id, err = PlatformNamed(known, name)
		}
		if err != nil {
			return err
		}
		resolved[i] = id
	}
	q.Platforms = resolved
	return nil
}

// resolveGroups replaces the groups of q by their IDs. A group may have a name that was given
// to it here, or that it was created with.
func (f *Fleet) resolveGroups(ctx context.Context, q *Query, rows []*api.Account) error {
	if len(q.Groups) == 0 {
		return nil
	}
	ids := map[string]bool{}
	for _, a := range rows {
		ids[a.GroupID] = true
	}
	names, err := f.History.GroupNames(ctx)
	if err != nil {
		return err
	}
	var resolved []string
	for _, name := range q.Groups {
		found := false
		for id, n := range names {
			if id == name || fold.String(n.Local) == fold.String(name) || fold.String(n.Created) == fold.String(name) {
				resolved, found = append(resolved, id), true
			}
		}
		if ids[name] {
			resolved, found = append(resolved, name), true
		}
		if found {
			continue
		}
		e := &NameError{Kind: "group", Name: name}
		for id := range ids {
			e.Choices = append(e.Choices, id)
		}
		for _, n := range names {
			for _, s := range []string{n.Local, n.Created} {
				if s != "" {
					e.Choices = append(e.Choices, s)
				}
			}
		}
		slices.Sort(e.Choices)
		return e
	}
	slices.Sort(resolved)
	q.Groups = slices.Compact(resolved)
	return nil
}
