package sandbox

import (
	"mime"
	"slices"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
)

// Group is an account group (interface 2.3) as the sandbox stores it.
type Group struct {
	ID               string `json:"id"`
	Name             string `json:"name"`
	HasBrowserConfig bool   `json:"hasBrowserConfig"`
	Rank             int    `json:"rank"`
	IP               string `json:"ip,omitzero"`
	Location         string `json:"location,omitzero"`
	CountryCode      string `json:"countryCode,omitzero"`
	ProxyIP          string `json:"proxyIp,omitzero"`
	IsDefault        bool   `json:"isDefault"`
	CreatedAt        string `json:"createdAt"`
	UpdatedAt        string `json:"updatedAt"`
}

// groupStore holds the groups that were created.
type groupStore struct {
	mu     sync.Mutex
	groups []Group
}

// Groups returns the created groups, which no call lists.
func (s *Server) Groups() []Group {
	s.groups.mu.Lock()
	defer s.groups.mu.Unlock()
	return slices.Clone(s.groups.groups)
}

// listedGroup is an element of the group list, which newer deployments have.
type listedGroup struct {
	ID               string `json:"id"`
	Name             string `json:"name"`
	Rank             int    `json:"rank"`
	ProxyIP          string `json:"proxyIp,omitzero"`
	IsDefault        bool   `json:"isDefault"`
	HasBrowserConfig bool   `json:"hasBrowserConfig"`
	CreatedAt        string `json:"createdAt"`
	UpdatedAt        string `json:"updatedAt"`
}

// listGroups is a call that newer deployments have and the interface lacks: the names of the
// groups of accounts, and the created groups.
func (s *Server) listGroups(x *exchange) (payload, *failure) {
	names := s.texts().Groups
	list := []listedGroup{}
	for i, id := range s.accounts.groups {
		made := stamp(groupCreated(i))
		list = append(list, listedGroup{
			ID:        id,
			Name:      x.localize(names[i]),
			Rank:      i,
			IsDefault: i == 0,
			CreatedAt: made,
			UpdatedAt: made,
		})
	}
	for _, g := range s.Groups() {
		list = append(list, listedGroup{
			ID:               g.ID,
			Name:             g.Name,
			Rank:             len(s.accounts.groups) + g.Rank,
			ProxyIP:          g.ProxyIP,
			HasBrowserConfig: g.HasBrowserConfig,
			CreatedAt:        g.CreatedAt,
			UpdatedAt:        g.UpdatedAt,
		})
	}
	return value(list), nil
}

// createGroup is call 4.4. It accepts any name, and creates a group even if one of the
// same name exists.
func (s *Server) createGroup(x *exchange) (payload, *failure) {
	media, _, err := mime.ParseMediaType(x.r.Header.Get("Content-Type"))
	if err != nil || media != "application/json" {
		return nil, &failure{code: codeInvalid}
	}
	var body struct {
		Name *string `json:"name"`
	}
	err = json.Unmarshal(x.body, &body, json.RejectUnknownMembers(true))
	if err != nil || body.Name == nil || *body.Name == "" {
		return nil, &failure{code: codeInvalid}
	}
	return value(s.groups.create(*body.Name, s.opts.Seed, x.now)), nil
}

// create stores a group. Of three, only the first has a place and a browser.
func (g *groupStore) create(name string, seed uint64, now time.Time) Group {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := len(g.groups)
	group := Group{
		ID:        objectID(now, seed, uint64(n)),
		Name:      name,
		Rank:      n,
		CreatedAt: stamp(now),
		UpdatedAt: stamp(now),
	}
	if n%3 == 0 {
		group.HasBrowserConfig = true
		group.IP = "203.0.113.24"
		group.ProxyIP = "198.51.100.7" // of the blocks for documentation
		group.Location = "Singapore"
		group.CountryCode = "SG"
	}
	g.groups = append(g.groups, group)
	return group
}
