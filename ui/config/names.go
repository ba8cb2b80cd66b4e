package config

import (
	"maps"
	"slices"
	"strings"
)

// Ignored returns the keys of the file that this version does not know, and does not take for
// misspelt ones: a newer version may have written them, or they were removed. They are no mistakes;
// the file keeps them.
func (c *Config) Ignored() []*Error { return c.file.ignored }

// settings returns the settings that a file can have, by name. That of a table has "*" for it.
func (c *Config) settings() map[string]pref {
	list := pref{want: WantList}
	all := map[string]pref{historyPassword: list, onFinding: list, "commands.*.run": list}
	tables := map[string][]pref{
		"": c.prefs(), "sites.*.": siteRows(&Site{}), "people.*.": personRows(&Person{}),
		"commands.*.": c.commandRows(&Command{}), "rules.*.": ruleRows(&rule{}),
	}
	for prefix, rows := range tables {
		for _, p := range rows {
			all[prefix+p.key] = p
		}
	}
	for _, kind := range keyKinds() {
		all["sites.*."+string(kind)] = pref{want: WantText}
	}
	return all
}

// removedSettings are the settings of earlier versions.
func removedSettings() []string { return []string{"connect_timeout", "max_depth"} }

// tableNames are the tables that a file can have, with and without settings of their own.
func tableNames() []string {
	return []string{"accounts", "commands", "keys", "people", "rules", "sites", "theme", "views"}
}

// checkNames reports the keys that no setting has, except those of sites with
// invalid names. Those that are no mistake are kept for Ignored.
func (f *file) checkNames(known map[string]pref) []error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(f.values)) {
		n := splitName(key)
		_, isKnown := known[n.full]
		if isKnown || n.isFree() {
			continue
		}
		e := f.unknownKey(n, known)
		if e.Kind == RemovedKey || e.Kind == IgnoredKey {
			f.ignored = append(f.ignored, e)
		} else {
			errs = append(errs, e)
		}
	}
	return errs
}

// settingName is the name of a key, in parts.
type settingName struct {
	key    string
	full   string // with "*" for the member of a table of tables
	group  string // before the first dot
	rest   string // after it
	member string // of rest, before the next dot
	nested bool   // there is more after the member
	named  bool   // the group is a table of tables
}

func splitName(key string) settingName {
	n := settingName{key: key, full: key}
	n.group, n.rest, _ = strings.Cut(key, ".")
	var setting string
	n.member, setting, n.nested = strings.Cut(n.rest, ".")
	n.named = n.group == "sites" || n.group == "people" || inList(n.group)
	if n.named && n.nested {
		n.full = n.group + ".*." + setting
	}
	return n
}

// isFree reports whether a key may have any name, or is of a site whose name is reported instead.
func (n *settingName) isFree() bool {
	switch n.group {
	case "keys", "theme", "views":
		return n.rest != ""
	case "sites":
		return n.nested && !IsSiteName(n.member)
	}
	return false
}

// isTable reports whether a key names a table that was given another value.
func (n *settingName) isTable() bool {
	switch n.full {
	case "sites.*.params", "keys", "accounts", "views":
		return true
	}
	return n.named && !n.nested
}

// isKey reports whether a key was meant for the key of a site, which is in no file.
func (n *settingName) isKey() bool {
	switch n.key[strings.LastIndexByte(n.key, '.')+1:] {
	case "api_key", "apikey", "key":
		return true
	}
	return false
}

// unknownKey says what is wrong with a key that no setting has.
func (f *file) unknownKey(n settingName, known map[string]pref) *Error {
	e := &Error{
		Kind: UnknownKey,
		Key:  f.written(n.key),
		From: f.origin(n.key),
	}
	parent, p := parentOf(n.full, known)
	switch {
	case slices.Contains(removedSettings(), n.key):
		e.Kind = RemovedKey
	case inList(n.group) && !n.nested:
		e.Kind = WrongType
		e.Key = n.group
		e.Want = WantTables
	case n.isTable():
		e.Kind = WrongType
		e.Want = WantTable
	case n.isKey():
		e.Kind = KeyInFile
	case parent != "": // a table in place of a value
		key := n.key[:len(n.key)-len(n.full)+len(parent)]
		e.Kind = WrongType
		e.Key = f.written(key)
		e.From = f.origin(key)
		e.Want = p.want
		e.Choices = p.choices
	default:
		e.Value, e.Choices = misspelt(n.full, known)
		if len(e.Choices) == 0 {
			e.Kind = IgnoredKey
			e.Value = ""
		}
	}
	return e
}

// parentOf returns the setting in which a key is, as in [lang] x = 1, "" for none.
func parentOf(name string, known map[string]pref) (string, pref) {
	for i := strings.LastIndexByte(name, '.'); i > 0; i = strings.LastIndexByte(name[:i], '.') {
		if p, ok := known[name[:i]]; ok {
			return name[:i], p
		}
	}
	return "", pref{}
}

// misspelt returns the part of an unknown name that may be misspelt, with the settings or tables
// that it may be meant for. Such a name is a mistake: read_olny must not leave all writable.
func misspelt(name string, known map[string]pref) (typed string, meant []string) {
	table, setting, named := strings.Cut(name, ".*.")
	if !named {
		table = ""
		setting = name
		first, _, _ := strings.Cut(name, ".")
		meant = Near(first, tableNames())
		if len(meant) > 0 && !slices.Contains(meant, first) {
			return first, meant
		}
	}
	var all []string
	for full := range known {
		of, own, isNamed := strings.Cut(full, ".*.")
		if named && isNamed && of == table {
			all = append(all, own)
		} else if !named && !isNamed {
			all = append(all, full)
		}
	}
	return setting, Near(setting, all)
}

// Near returns the names that a name may be a misspelling of, sorted: they differ from it by one
// letter in three, and by two at most. Two letters that changed places are one.
func Near(name string, names []string) []string {
	typed := []rune(strings.ToLower(name))
	most := min(2, len(typed)/3)
	var near []string
	for _, n := range names {
		if edits(typed, []rune(strings.ToLower(n))) <= most {
			near = append(near, n)
		}
	}
	slices.Sort(near)
	return near
}

// edits counts the letters that are added, removed, replaced or swapped between two words.
func edits(a, b []rune) int {
	var before []int // the row before last
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			replaced := last[j]
			if a[i] != b[j] {
				replaced++
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, replaced)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before = last
		last = row
	}
	return last[len(b)]
}
