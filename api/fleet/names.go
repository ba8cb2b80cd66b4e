package fleet

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/history"
)

// NameError reports that a query names a platform or a group that does not exist.
type NameError struct {
	Kind    string // platform or group
	Name    string
	Choices []string // names that exist
}

func (e *NameError) Error() string {
	return fmt.Sprintf("no %s %q", e.Kind, e.Name)
}

// commonNames are the names under which platforms are known, whatever their identifier is.
var commonNames = [...][]string{
	{"x", "twitter", "推特"},
	{"xhs", "xiaohongshu", "red", "rednote", "小红书", "红书"},
	{"douyin", "dy", "抖音"},
	{"tiktok", "tt"},
	{"kwai", "kuaishou", "ks", "快手"},
	{"wxsph", "wechatchannels", "sph", "视频号", "微信视频号", "wechat channels"},
	{"wxgzh", "gzh", "公众号", "微信公众号", "wechat official", "wechat official account"},
	{"bilibili", "b站", "bili", "哔哩哔哩"},
	{"youtube", "yt", "油管"},
	{"instagram", "ig", "ins"},
	{"facebook", "fb", "脸书"},
	{"linkedin", "领英"},
	{"pinterest"},
	{"threads"},
}

// PlatformNamed returns the identifier of the platform that a user means: its identifier, one
// of its display names, or a common name, in any case. The error is a *NameError.
func PlatformNamed(list []api.Platform, name string) (string, error) {
	named := newNamedPlatforms(list)
	id, ok := named.find(name)
	if ok {
		return id, nil
	}
	e := &NameError{Kind: "platform", Name: name}
	for i := range list {
		if !list[i].Hidden() {
			e.Choices = append(e.Choices, list[i].Platform)
		}
	}
	slices.Sort(e.Choices)
	e.Choices = slices.Compact(e.Choices)
	return "", e
}

// namedPlatforms are platforms with their folded names, which take long to read.
type namedPlatforms struct {
	list  []api.Platform
	names [][]string // of each
}

func newNamedPlatforms(list []api.Platform) *namedPlatforms {
	all := &namedPlatforms{list: list}
	for i := range list {
		p := &list[i]
		all.names = append(all.names, []string{
			fold.String(p.Platform),
			fold.String(p.Name("en-US")),
			fold.String(p.Name("zh-CN")),
		})
	}
	return all
}

// find returns the identifier of the platform that a user means by a name, false if there is none.
func (all *namedPlatforms) find(name string) (id string, ok bool) {
	wanted := fold.String(strings.TrimSpace(name))
	matches := []func(i int) bool{
		func(i int) bool { return all.list[i].Platform == name },
		func(i int) bool { return slices.Contains(all.names[i], wanted) },
	}
	for _, common := range commonNames {
		if !slices.Contains(common, wanted) {
			continue
		}
		isOne := func(s string) bool { return slices.Contains(common, s) }
		matches = append(matches, func(i int) bool {
			return slices.ContainsFunc(all.names[i], isOne)
		}, func(i int) bool {
			return slices.ContainsFunc(all.names[i], func(s string) bool {
				parts := strings.FieldsFunc(s, func(r rune) bool {
					return !unicode.IsLetter(r) && !unicode.IsDigit(r)
				})
				return slices.ContainsFunc(parts, isOne)
			})
		})
	}
	for _, match := range matches {
		for i := range all.list {
			if match(i) {
				return all.list[i].Platform, true
			}
		}
	}
	return "", false
}

// Interpret makes filters of the words in the text of q that name a status or a platform.
func (q *Query) Interpret(platforms []api.Platform) {
	var text []string
	named := newNamedPlatforms(platforms)
	for _, word := range strings.Fields(q.Match) {
		status, ok := StatusNamed(word)
		if ok && q.Status == Any {
			q.Status = status
		} else if id, ok := named.find(word); ok {
			q.Platforms = append(q.Platforms, id)
		} else {
			text = append(text, word)
		}
	}
	q.Match = strings.Join(text, " ")
}

// Resolve replaces the platforms and groups of q, which a user may mean by their names, by
// identifiers. Rows may have platforms that the platform list lacks. The error is a *NameError.
func (q *Query) Resolve(
	platforms []api.Platform,
	groups map[string]history.GroupName,
	rows []*api.Account,
) (err error) {
	if len(q.Platforms)+len(q.Groups) == 0 {
		return nil
	}
	for _, a := range rows {
		if !slices.ContainsFunc(platforms, func(p api.Platform) bool { return p.Platform == a.Type }) {
			platforms = append(slices.Clip(platforms), api.Platform{Platform: a.Type})
		}
	}
	resolved := make([]string, len(q.Platforms))
	for i, name := range q.Platforms {
		if resolved[i], err = PlatformNamed(platforms, name); err != nil {
			return err
		}
	}
	q.Platforms = resolved
	q.Groups, err = GroupsNamed(q.Groups, groups, rows)
	return err
}

// resolve is Resolve. It requests the platform list unless every platform of q is that of a row:
// a name that is the identifier of a platform means no other one.
func (f *Fleet) resolve(
	ctx context.Context,
	q *Query,
	rows []*api.Account,
	groups map[string]history.GroupName,
) error {
	if len(q.Platforms)+len(q.Groups) == 0 {
		return nil
	}
	var platforms []api.Platform
	var listErr error
	if slices.ContainsFunc(q.Platforms, func(name string) bool {
		return !slices.ContainsFunc(rows, func(a *api.Account) bool {
			return a.Type == name
		})
	}) {
		platforms, listErr = f.Platforms(ctx)
	}
	err := q.Resolve(platforms, groups, rows)
	e, ok := err.(*NameError)
	if ok && e.Kind == "platform" && listErr != nil {
		return listErr
	}
	return err
}

// GroupsNamed returns the IDs of the groups that a user means by their IDs or names, sorted:
// those that the service lists, that a group was created with, or that were given to it here.
// The error is a *NameError.
func GroupsNamed(
	wanted []string,
	names map[string]history.GroupName,
	rows []*api.Account,
) ([]string, error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	all := map[string][]string{} // by ID: the folded ID and names
	var choices []string
	add := func(id string, as ...string) {
		for _, name := range as {
			if name != "" && !slices.Contains(all[id], fold.String(name)) {
				all[id] = append(all[id], fold.String(name))
				choices = append(choices, name)
			}
		}
	}
	for _, a := range rows {
		add(a.GroupID, a.GroupID)
	}
	for id, n := range names {
		add(id, id, n.Local, n.Listed, n.Created)
	}
	var found []string
	for _, name := range wanted {
		before := len(found)
		for id, as := range all {
			if slices.Contains(as, fold.String(name)) {
				found = append(found, id)
			}
		}
		if len(found) == before {
			slices.Sort(choices)
			return nil, &NameError{
				Kind:    "group",
				Name:    name,
				Choices: slices.Compact(choices),
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}
