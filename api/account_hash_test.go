package api

import (
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// anAccount has all members.
func anAccount(t *testing.T) Account {
	t.Helper()
	rows, err := DecodeRows[Account]([]byte(`[{"id":"a","userId":"u","type":"x","uid":"1","account":"h","avatar":"v",
		"nickname":"n","fansCount":1,"followingCount":2,"readCount":3,"likeCount":4,"collectCount":5,"forwardCount":6,
		"commentCount":7,"lastStatsTime":"2026-03-02T08:00:00.000Z","workCount":8,"income":9.5,"groupId":"g","status":1,
		"rank":1,"relayAccountRef":"r","createdAt":"2025-01-01T00:00:00.000Z","updatedAt":"yesterday",
		"clientType":"web"}]`))
	if err != nil {
		t.Fatal(err)
	}
	return rows[0]
}

// A hash tells whether any member changed, and what is known of the counts.
func TestAccountHash(t *testing.T) {
	hashes := NewAccountHash()
	first := anAccount(t)
	again := anAccount(t)
	const want = -2833455056435421105
	if got := hashes.Of(&first); got != hashes.Of(&again) || got != NewAccountHash().Of(&first) || got != want {
		t.Errorf("the hash is %d, that of an equal account %d, want %d", got, hashes.Of(&again), want)
	}
	others := map[string]Account{}
	for f := range accountMembers() {
		other := anAccount(t)
		switch m := reflect.ValueOf(&other).Elem().Field(f.Index[0]).Addr().Interface().(type) {
		case *string:
			*m += "2"
		case *Number:
			*m = Int(77)
		case *Opt[string]:
			*m = Null[string]()
		case *Text:
			*m = Text{text: nullText}
		case *Time:
			*m = SomeTime("2026-03-02T08:00:00.001Z")
		case **jsontext.Value:
			app := jsontext.Value(`{"clientType":"app"}`)
			*m = &app
		default:
			t.Fatalf("the member %s has another type", f.Name)
		}
		others[f.Name] = other
	}
	shifted := anAccount(t)
	shifted.UserID = "ux"
	shifted.Type = ""
	others["a text that moved to the next member"] = shifted
	malformed, err := DecodeRows[Account]([]byte(`[{"id":"a","status":{}},{"id":"a","status":[]}]`))
	if err != nil {
		t.Fatal(err)
	}
	others["malformed"] = malformed[0]
	others["malformed in another way"] = malformed[1]
	uncounted := anAccount(t)
	uncounted.LikeCount = Int(0)
	others["a count that is not supplied"] = uncounted
	counted := uncounted
	counted.Counted = true
	others["the same where all are supplied"] = counted
	seen := map[int64]string{hashes.Of(&first): "the account"}
	for name, other := range others {
		h := hashes.Of(&other)
		if same, found := seen[h]; found {
			t.Errorf("%s has the hash of %s", name, same)
		}
		seen[h] = name
	}
}
