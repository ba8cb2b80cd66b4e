package api

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// An account with any other member is not shared, and keeps what was sent.
func TestAccountsThatChangedAreNotShared(t *testing.T) {
	unknown := jsontext.Value(`{"a":1}`)
	sent := Account{
		ID:        "1",
		Type:      "x",
		Nickname:  "n",
		FansCount: Int(1),
		UpdatedAt: SomeTime("yesterday"),
		Unknown:   &unknown,
	}
	equal := sent
	sameUnknown := slices.Clone(unknown)
	equal.Unknown = &sameUnknown
	equal.UpdatedAt = SomeTime("yesterday")
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
		case *Text:
			*f = SomeText("")
		case *Time:
			*f = SomeTime("")
		case **jsontext.Value:
			*f = &jsontext.Value{}
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

// Of an earlier time, only what says which account it is is kept.
func TestIdentity(t *testing.T) {
	var a Account
	for f := range accountMembers() {
		switch to := reflect.ValueOf(&a).Elem().FieldByIndex(f.Index).Addr().Interface().(type) {
		case *string:
			*to = f.Name
		case *Number:
			*to = Int(7)
		case *Opt[string]:
			*to = Some(f.Name)
		case *Text:
			*to = SomeText(f.Name)
		case *Time:
			*to = SomeTime("2026-05-01T08:00:00.000Z")
		case **jsontext.Value:
			more := jsontext.Value(`{"more":1}`)
			*to = &more
		default:
			t.Fatalf("no value for %s", f.Name)
		}
	}
	a.malformed = &Malformed{}
	a.Counted = true
	got, err := Marshal(a.Identity())
	const want = `{"id":"ID","userId":"UserID","type":"Type","uid":"UID","account":"Account","avatar":"Avatar",` +
		`"nickname":"Nickname",` +
		`"groupId":"","status":null,"relayAccountRef":"RelayAccountRef","createdAt":"2026-05-01T08:00:00.000Z"}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
	if of := a.Identity(); of.Counted || of.malformed != nil {
		t.Error("more than members is kept")
	}
}

// BenchmarkSharing shares a list of which no account changed.
func BenchmarkSharing(b *testing.B) {
	const n = 10_000
	list := func() []Account {
		rows := make([]Account, n)
		for i := range rows {
			rows[i] = Account{
				ID:        fmt.Sprint("douyin_", i),
				Type:      "douyin",
				UID:       fmt.Sprint(i),
				Avatar:    Some(fmt.Sprintf("https://cdn.example.com/avatars/%d.jpg", i)),
				Nickname:  fmt.Sprint("Channel ", i),
				FansCount: Int(int64(i)),
				GroupID:   "g",
				Status:    Int(1),
				CreatedAt: SomeTime("2026-05-01T08:00:00.000Z"),
			}
		}
		return rows
	}
	first := list()
	earlier := make([]*Account, n)
	for i := range first {
		earlier[i] = &first[i]
	}
	second := list()
	s := NewSharing(earlier)
	rows := make([]*Account, 0, n)
	for b.Loop() {
		rows = s.Append(rows[:0], second)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/account")
}
