package sandbox

import (
	"embed"
	"errors"
	"io/fs"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

//go:embed data
var data embed.FS

// platform is an entry of data/platforms.json: facts about a platform beyond
// its entry in the list, data/platforms/NAME.json.
type platform struct {
	Name         string    `json:"name"`
	Share        int       `json:"share"` // of a thousand accounts
	Latin        bool      `json:"latin"` // most of its accounts have Latin names
	UID          uidStyle  `json:"uid"`
	GetDetail    bool      `json:"getDetail"`    // capabilities.work.getDetail
	NeedsAccount bool      `json:"needsAccount"` // work details need an account
	Work         workStyle `json:"work"`
}

// unlisted is a platform of accounts that the platform list does not show.
const unlisted = "toutiao"

// listed finds a platform of the list by its exact name.
func (a *accounts) listed(name string) (platform, bool) {
	i := slices.IndexFunc(a.platforms, func(p platform) bool { return p.Name == name && name != unlisted })
	if i < 0 {
		return platform{}, false
	}
	return a.platforms[i], true
}

// listPlatforms is call 4.3.
func (s *Server) listPlatforms(*exchange) (payload, *failure) {
	list := []byte{'['}
	for _, p := range s.accounts.platforms {
		if p.Name == unlisted {
			continue
		}
		if len(list) > 1 {
			list = append(list, ',')
		}
		list = append(list, document("platforms/"+p.Name)...)
	}
	return raw(append(list, ']')), nil
}

// publishOptions is call 4.2. Platforms without a file have no options.
func (s *Server) publishOptions(x *exchange) (payload, *failure) {
	p, ok := s.accounts.listed(x.args[0])
	if !ok {
		return nil, &failure{code: codeInvalid}
	}
	if options := document("options/" + p.Name); options != nil {
		return raw(options), nil
	}
	return raw([]byte("[]")), nil
}

// document returns an embedded file without its white space, nil if it does not
// exist. A test checks that the files are JSON.
func document(name string) jsontext.Value {
	text, err := data.ReadFile("data/" + name + ".json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	v := jsontext.Value(text)
	if err == nil {
		err = v.Compact()
	}
	if err != nil {
		panic("sandbox: " + name + ": " + err.Error())
	}
	return v
}

// load decodes an embedded file.
func load[T any](name string) T {
	var v T
	if err := json.Unmarshal(document(name), &v, json.RejectUnknownMembers(true)); err != nil {
		panic("sandbox: " + name + ": " + err.Error())
	}
	return v
}
