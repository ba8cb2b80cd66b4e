package options

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/facts"
)

// Bounds of the list of one value.
const (
	maxFacts = 600
	maxNest  = 12
)

// flatten lists the leaves of a JSON value by their paths. cut reports that the
// list is not complete.
func flatten(c *pane.Context, v jsontext.Value) (list []facts.Fact, cut bool) {
	var add func(path string, v jsontext.Value, depth int)
	add = func(path string, v jsontext.Value, depth int) {
		items, texts := elements(v)
		text, isText := localized(c, v)
		before := len(list)
		switch {
		case before == maxFacts:
			cut = true
			return
		case depth == maxNest:
		case isText || v.Kind() == '[' && len(texts) == len(items):
			if !isText {
				text = strings.Join(texts, ", ")
			}
			list = append(list, facts.Fact{Name: path, Value: text})
			return
		case v.Kind() == '[':
			for i, item := range items {
				add(path+"["+strconv.Itoa(i)+"]", item, depth+1)
			}
			return
		case v.Kind() == '{':
			for name, value := range api.Members(v) {
				add(strings.TrimPrefix(path+"."+name, "."), value, depth+1)
			}
			if len(list) > before || path == "" {
				return
			}
		}
		if len(v) > 0 {
			list = append(list, c.Value(path, v))
		}
	}
	add("", v, 0)
	return list, cut
}

// elements returns the elements of an array, and the texts of those that are
// scalars.
func elements(array jsontext.Value) (items []jsontext.Value, texts []string) {
	if array.Kind() != '[' {
		return nil, nil
	}
	_ = json.Unmarshal(array, &items, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) // a malformed one is empty
	for _, item := range items {
		if k := item.Kind(); k != '{' && k != '[' {
			texts = append(texts, plainText(item))
		}
	}
	return items, texts
}

// plainText returns the text of a string, and any other value as JSON.
func plainText(v jsontext.Value) string {
	if s, ok := pane.TextOf(v); ok {
		return s
	}
	return string(v)
}

// localized returns the text in the user's language of an object that has one text
// per language tag, such as en-US.
func localized(c *pane.Context, object jsontext.Value) (string, bool) {
	tag := regexp.MustCompile(`^[A-Za-z]{2}-\w{2,4}$`)
	found := false
	for name, v := range api.Members(object) {
		if found = tag.MatchString(name) && v.Kind() == '"'; !found {
			return "", false
		}
	}
	return (&api.Platform{DisplayName: object}).Name(c.Words.Lang().Tag()), found
}
