package api

import (
	"reflect"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// An account with any other member is not shared, and keeps what was sent.
func TestAccountsThatChangedAreNotShared(t *testing.T) {
	sent := Account{ID: "1", Type: "x", Nickname: "n", FansCount: Int(1), UpdatedAt: SomeTime("yesterday"), Unknown: jsontext.Value(`{"a":1}`)}
	equal := sent
	equal.Unknown, equal.UpdatedAt = slices.Clone(sent.Unknown), SomeTime("yesterday")
	s := NewSharing([]*Account{&sent})
	if rows := s.Append(nil, []Account{equal}); rows[0] != &sent {
		t.Error("an equal account is not shared")
	}
	for i := range reflect.TypeFor[Account]().NumField() {
		changed := sent
		field := reflect.TypeFor[Account]().Field(i)
		if field.Name == "Site" {
			continue // which is named after the accounts are shared
		}
		var value any
		if field.IsExported() {
			value = reflect.ValueOf(&changed).Elem().Field(i).Addr().Interface()
		}
		switch f := value.(type) {
		case nil:
			changed.supply = new(platformSupply)
		case *Row:
			f.malformed = &Malformed{}
		case *bool:
			*f = true
		case *string:
			*f += "+"
		case *Number:
			*f = Int(77)
		case *Opt[string]:
			*f = Some("")
		case *Time:
			*f = SomeTime("")
		case *jsontext.Value:
			*f = jsontext.Value(`{}`)
		default:
			t.Fatalf("no other value for %s", field.Name)
		}
		batch := []Account{changed}
		rows := s.Append(nil, batch)
		if rows[0] == &sent || !reflect.DeepEqual(*rows[0], changed) {
			t.Errorf("with another %s the account is %+v", field.Name, *rows[0])
		}
		if rows[0] == &batch[0] {
			t.Errorf("the account with another %s keeps its batch", field.Name)
		}
	}
}
