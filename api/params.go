package api

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// ArrayForm is how a list is written in a query.
type ArrayForm string

// The forms of a list.
const (
	ArrayBrackets ArrayForm = "brackets" // ids[]=a&ids[]=b
	ArrayRepeat   ArrayForm = "repeat"   // ids=a&ids=b
	ArrayIndexed  ArrayForm = "indexed"  // ids[0]=a&ids[1]=b
	ArrayComma    ArrayForm = "comma"    // ids=a,b
)

// Params are the names of query parameters and the form of lists.
type Params struct {
	IDs       string // account ids of the account list (4.5)
	Types     string // platform identifiers of the account list (4.5)
	Status    string // account status of the account list (4.5)
	AccountID string // account id of work details (4.6)
	Arrays    ArrayForm
}

func (f ArrayForm) valid() bool {
	return slices.Contains([]ArrayForm{ArrayBrackets, ArrayRepeat, ArrayIndexed, ArrayComma}, f)
}

// add puts a list into a query; an empty one is left out, since the service
// reads an empty parameter as a value.
func (f ArrayForm) add(query url.Values, name string, entries []string) error {
	if len(entries) == 0 {
		return nil
	}
	switch f {
	case ArrayRepeat:
		query[name] = entries
	case ArrayIndexed:
		for i, s := range entries {
			query.Set(fmt.Sprintf("%s[%d]", name, i), s)
		}
	case ArrayComma:
		if strings.Contains(strings.Join(entries, ""), ",") {
			return &ArgumentError{Field: name, Reason: ReasonComma}
		}
		query.Set(name, strings.Join(entries, ","))
	default:
		query[name+"[]"] = entries
	}
	return nil
}
