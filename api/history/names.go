package history

import (
	"bytes"
	"context"
	"database/sql"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// kindName are the names of accounts with a relayAccountRef (2.4). While the relay of an
// account is unavailable, the service sends the reference in place of the name.
const kindName = "name"

// nameOf is the name of an account as JSON, if it has to be stored; nil if not.
func nameOf(a *api.Account) []byte {
	if a.RelayAccountRef.Or("") == "" || a.RelayDown() || a.Nickname == "" {
		return nil
	}
	name, _ := json.Marshal(a.Nickname, jsontext.AllowInvalidUTF8(true)) // cannot fail
	return name
}

// kindRename is the kind of the changes of an account's nickname. The state of such a change is
// [nickname, before].
const kindRename = "rename"

// Rename is a change of the nickname of an account.
type Rename struct {
	At     time.Time
	Before string // the nickname until then
}

// nicknameOf returns the nickname of an account; "" if it is the reference of a relay.
func nicknameOf(a *api.Account) string {
	if a.RelayAccountRef.Or("") == a.Nickname {
		return ""
	}
	return a.Nickname
}

// nicknamesBefore returns the stored nicknames of those items of a list that may have another one now, by
// their IDs.
func nicknamesBefore(
	ctx context.Context,
	tx querier,
	l list,
	rows []item,
	stored map[string]storedItem,
) (map[string]string, error) {
	if l.kind != kindAccount {
		return nil, nil
	}
	args := []any{l.part, l.kind}
	for i := range rows {
		r := &rows[i]
		before := stored[r.id]
		if r.nickname == "" || before.sort == nil || before.later ||
			sameNickname(r.sort, before.sort) {
			continue
		}
		args = append(args, r.id)
	}
	if len(args) == 2 {
		return nil, nil
	}
	names := map[string]string{}
	return names, query(ctx, tx, func(scan scanner) error {
		var id string
		var body sql.RawBytes
		err := scan(&id, &body)
		names[id] = nicknameIn(body)
		return err
	}, `SELECT i.id, i.body`+items+` AND i.id IN `+placeholders(3, 1, len(args)-2), args...)
}

// sameNickname reports whether two accounts have the same nickname, by their sort: see appendAccountOrder.
// Of a long one the end is not known.
func sameNickname(a, b []byte) bool {
	return len(a) <= maxKey && bytes.Equal(a[1:], b[1:])
}

// nicknameIn returns the nickname in the body of an account; "" if the service sent none, or the
// reference of a relay that is unavailable in its place.
func nicknameIn(body []byte) string {
	var a struct {
		Nickname        string  `json:"nickname"`
		RelayAccountRef *string `json:"relayAccountRef"`
	}
	err := json.Unmarshal(body, &a, jsontext.AllowInvalidUTF8(true))
	if err != nil || a.RelayAccountRef != nil && *a.RelayAccountRef == a.Nickname {
		return ""
	}
	return a.Nickname
}

// renameState is the state of a change of a nickname.
func renameState(nickname, before string) []byte {
	state, _ := json.Marshal(
		[2]string{nickname, before},
		jsontext.AllowInvalidUTF8(true),
	) // cannot fail
	return state
}

// renames calls each for the changes of nicknames after a time, by account and time.
func (p States) renames(ctx context.Context, after time.Time, each func(AccountKey, Rename)) error {
	return p.h.read(ctx, eachChange(func(id string, at int64, state []byte) error {
		var names [2]string
		err := json.Unmarshal(state, &names, jsontext.AllowInvalidUTF8(true))
		each(keyOf(id), Rename{At: time.UnixMilli(at), Before: names[1]})
		return err
	}), `SELECT id, at, state FROM history_changes
		WHERE part = $1 AND kind = '`+kindRename+`' AND at > $2 ORDER BY id, at`,
		p.h.scope().own, millis(after))
}

// namesThen returns the nicknames at the time of the clock of the accounts that have other ones since,
// and of those with a relay that may have its reference as the nickname now.
func (p States) namesThen(ctx context.Context) (map[AccountKey]string, error) {
	names, err := p.relayNames(ctx)
	if err != nil {
		return nil, err
	}
	renamed := map[AccountKey]bool{}
	err = p.renames(ctx, p.h.config.Now(), func(k AccountKey, r Rename) {
		if !renamed[k] {
			renamed[k] = true
			names[k] = r.Before
		}
	})
	return names, err
}

// RelayNames returns the last known names of accounts with a relayAccountRef, and for a time in the
// past those of then, also of other accounts. The error is a [*Problem], or that of ctx.
func (p States) RelayNames(ctx context.Context) (map[AccountKey]string, error) {
	if p.h.then() {
		return p.namesThen(ctx)
	}
	return p.relayNames(ctx)
}

func (p States) relayNames(ctx context.Context) (map[AccountKey]string, error) {
	names := map[AccountKey]string{}
	err := p.h.read(ctx, func(scan scanner) error {
		var id, name string
		var body []byte
		err := scan(&id, &body)
		if err == nil {
			err = json.Unmarshal(body, &name, jsontext.AllowInvalidUTF8(true))
		}
		names[keyOf(id)] = name
		return err
	}, `SELECT id, body FROM history_entries WHERE part = $1 AND kind = $2`, p.h.scope().own, kindName)
	return names, err
}
