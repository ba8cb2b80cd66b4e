package history

import (
	"context"

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

// RelayNames returns the last known names of accounts with a relayAccountRef. The error is a
// [*Problem], or that of ctx.
func (p Past) RelayNames(ctx context.Context) (map[AccountKey]string, error) {
	names := map[AccountKey]string{}
	err := p.h.read(ctx, func(scan func(...any) error) error {
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
