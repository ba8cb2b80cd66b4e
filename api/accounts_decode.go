package api

import (
	"bytes"
	"math"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// UnmarshalJSONFrom reads the data of the account list.
func (l *AccountList) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return decodeAccountList(dec, l, newBudget(math.MaxInt64/2), nil)
}

// decodeAccountList reads an account list. Without flush, all rows end up in
// l.List. With it, flush is called whenever l.List is full, and at the end; it
// takes over the slice.
func decodeAccountList(dec *jsontext.Decoder, l *AccountList, b *budget, flush func() error) error {
	*l = AccountList{}
	switch some, err := begin[AccountList](dec); {
	case err != nil:
		return err
	case !some:
		return errNoData
	}
	hasList := false
	for dec.PeekKind() != '}' {
		name, err := dec.ReadValue()
		if err != nil {
			return err
		}
		switch string(unquoted(name)) {
		case "total":
			v, err := dec.ReadValue()
			if err != nil {
				return err
			}
			_ = l.Total.set(v) // the rows count more than a malformed total
		case "list":
			hasList = true
			if err := decodeAccounts(dec, l, b, flush); err != nil {
				return err
			}
		default:
			name = name.Clone()
			v, err := dec.ReadValue()
			if err != nil {
				return err
			}
			l.Unknown = appendMember(l.Unknown, name, v)
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	l.Unknown = closeMembers(l.Unknown)
	if !hasList {
		return errNoList
	}
	return nil
}

func decodeAccounts(dec *jsontext.Decoder, l *AccountList, b *budget, flush func() error) error {
	if some, err := begin[[]Account](dec); err != nil || !some {
		return err
	}
	const firstBatch, maxBatch = 64, 1024
	rows, size := newAccountDecoder(), reflect.TypeFor[Account]().Size()
	for dec.PeekKind() != ']' {
		v, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if err := b.spend(size); err != nil {
			return err
		}
		switch {
		case len(l.List) < cap(l.List):
		case flush == nil:
			l.List = grow(l.List, l.Total)
		case cap(l.List) == 0:
			l.List = make([]Account, 0, firstBatch)
		default:
			next := min(2*cap(l.List), maxBatch)
			if err := flush(); err != nil {
				return err
			}
			l.List = make([]Account, 0, next)
		}
		l.List = l.List[:len(l.List)+1]
		rows.decode(v, &l.List[len(l.List)-1])
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	if l.List == nil {
		l.List = []Account{}
	}
	if flush != nil && len(l.List) > 0 {
		return flush()
	}
	return nil
}

// grow makes room for more rows. A total that was sent is believed when an
// eighth of it has come: a list then ends in a slice of just its size, and one
// that lies costs no more than eight times what it sent.
func grow(rows []Account, total Number) []Account {
	const firstRows, share, manyRows = 64, 8, 4096
	n := len(rows)
	size := n + n/4
	if want, ok := total.Int64(); ok && want > int64(n) && want <= int64(share*max(n, firstRows)) {
		size = int(want)
	} else if n < manyRows {
		size = max(firstRows, 2*n)
	}
	return append(make([]Account, 0, size), rows...)
}

// accountDecoder reads rows of the account list. It does by hand what the JSON
// library could do by reflection, since this list is the one that is long: the
// library checks the syntax of a row, and this takes it apart in half the time
// and with one allocation for all texts of a row.
type accountDecoder struct {
	interned map[string]string // texts that many rows share; nil disables sharing
	texts    []byte            // texts of the current row
	spans    []span
}

// span is where in texts a string of the row stands.
type span struct {
	to         *string
	start, end int
}

func newAccountDecoder() *accountDecoder { return &accountDecoder{interned: map[string]string{}} }

// UnmarshalJSONFrom reads an account.
func (a *Account) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := dec.ReadValue()
	if err == nil {
		new(accountDecoder).decode(v, a)
	}
	return err
}

// decode decodes v, which is valid JSON without white space around it.
func (d *accountDecoder) decode(v jsontext.Value, a *Account) {
	*a = Account{}
	if v.Kind() != '{' {
		a.malformed = &Malformed{Raw: v.Clone(), Fields: []MalformedField{{Value: v.Clone(), Want: KindName('{')}}}
		return
	}
	var malformed []MalformedField
	d.texts, d.spans = d.texts[:0], d.spans[:0]
	var unknown jsontext.Value
	for i := skipBlank(v, 1); v[i] != '}'; {
		nameEnd := skipString(v, i)
		start := skipBlank(v, skipBlank(v, nameEnd)+1)
		end := skipValue(v, start)
		name, value := v[i:nameEnd], v[start:end]
		known, err := d.member(a, name[1:len(name)-1], value)
		if !known && bytes.IndexByte(name, '\\') >= 0 {
			known, err = d.member(a, unquoted(name), value)
		}
		if wrong, ok := err.(*json.SemanticError); ok {
			malformed = append(malformed, MalformedField{
				Path: jsontext.Pointer("").AppendToken(string(unquoted(name))), Value: value.Clone(), Want: KindName(JSONKind(wrong.GoType)),
			})
		}
		if !known {
			unknown = appendMember(unknown, name, value)
		}
		if i = skipBlank(v, end); v[i] == ',' {
			i = skipBlank(v, i+1)
		}
	}
	a.Unknown = closeMembers(unknown)
	texts := string(d.texts)
	for _, s := range d.spans {
		*s.to = texts[s.start:s.end]
	}
	if malformed != nil {
		a.malformed = &Malformed{Raw: v.Clone(), Fields: malformed}
	}
}

// member sets the member of a that name names.
func (d *accountDecoder) member(a *Account, name []byte, v jsontext.Value) (known bool, err error) {
	switch string(name) {
	case "id":
		err = d.text(&a.ID, v)
	case "userId":
		err = d.shared(&a.UserID, v)
	case "type":
		err = d.shared(&a.Type, v)
	case "uid":
		err = d.text(&a.UID, v)
	case "avatar":
		err = d.optional(&a.Avatar, v)
	case "nickname":
		err = d.text(&a.Nickname, v)
	case "fansCount":
		err = a.FansCount.set(v)
	case "followingCount":
		err = a.FollowingCount.set(v)
	case "readCount":
		err = a.ReadCount.set(v)
	case "likeCount":
		err = a.LikeCount.set(v)
	case "collectCount":
		err = a.CollectCount.set(v)
	case "forwardCount":
		err = a.ForwardCount.set(v)
	case "commentCount":
		err = a.CommentCount.set(v)
	case "lastStatsTime":
		err = d.optional(&a.LastStatsTime, v)
	case "workCount":
		err = a.WorkCount.set(v)
	case "income":
		err = a.Income.set(v)
	case "groupId":
		err = d.shared(&a.GroupID, v)
	case "status":
		err = a.Status.set(v)
	case "rank":
		err = a.Rank.set(v)
	case "relayAccountRef":
		err = d.optional(&a.RelayAccountRef, v)
	case "createdAt":
		err = d.optional(&a.CreatedAt, v)
	case "updatedAt":
		err = d.optional(&a.UpdatedAt, v)
	default:
		return false, nil
	}
	return true, err
}

// text reads a string; null is an empty one, as it is for the JSON library.
func (d *accountDecoder) text(to *string, v jsontext.Value) error {
	if v.Kind() == 'n' {
		return nil
	}
	if v.Kind() != '"' {
		return mismatch[string]("", v.Kind())
	}
	start := len(d.texts)
	d.texts = appendText(d.texts, v)
	d.spans = append(d.spans, span{to, start, len(d.texts)})
	return nil
}

func (d *accountDecoder) optional(to *Opt[string], v jsontext.Value) error {
	if v.Kind() == 'n' {
		*to = Null[string]()
		return nil
	}
	err := d.text(&to.value, v)
	if err == nil {
		to.presence = present
	}
	return err
}

// shared reads a string that other rows have too.
func (d *accountDecoder) shared(to *string, v jsontext.Value) error {
	const maxInterned = 4096
	if d.interned == nil || v.Kind() != '"' || bytes.IndexByte(v, '\\') >= 0 {
		return d.text(to, v)
	}
	raw := v[1 : len(v)-1]
	s, ok := d.interned[string(raw)]
	if !ok {
		if len(d.interned) >= maxInterned {
			return d.text(to, v)
		}
		s = string(raw)
		d.interned[s] = s
	}
	*to = s
	return nil
}
