package api

import (
	"context"
	"net/http"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// AccountGroup is an account group (2.3).
type AccountGroup struct {
	Row              `json:"-"`
	ID               string         `json:"id"`
	Name             string         `json:"name"`
	HasBrowserConfig Opt[bool]      `json:"hasBrowserConfig,omitzero"`
	Rank             Number         `json:"rank,omitzero"`
	IP               Opt[string]    `json:"ip,omitzero"`
	Location         Opt[string]    `json:"location,omitzero"`
	CountryCode      Opt[string]    `json:"countryCode,omitzero"`
	ProxyIP          Opt[string]    `json:"proxyIp,omitzero"`
	IsDefault        Opt[bool]      `json:"isDefault,omitzero"`
	CreatedAt        Opt[string]    `json:"createdAt,omitzero"`
	UpdatedAt        Opt[string]    `json:"updatedAt,omitzero"`
	Unknown          jsontext.Value `json:",embed"`
}

// NewAccountGroup is the body of the call that creates a group (4.4). The
// service takes any name of at least one character, also one that exists.
type NewAccountGroup struct {
	Name string `json:"name"`
}

// The calls of groups.
const (
	OpCreateAccountGroup Op = "create-account-group" // 4.4
	OpAccountGroups      Op = "account-groups"       // not in the interface: see [Client.AccountGroups]
)

const pathAccountGroups = "/api/v2/channels/account-groups"

// AccountGroups returns the groups of the user's accounts with their names, lower ranks first.
// The call is not part of the interface: newer deployments have it, and it lacks ip, location
// and countryCode. Every failure, such as the code 404 of a deployment without it, only means
// that the names are not known, so the caller should keep silent about it. Groups without an
// id are left out. The error is that of a call: see [Client].
func (c *Client) AccountGroups(ctx context.Context) ([]AccountGroup, error) {
	list, err := sendForRows[AccountGroup](ctx, c, &call{
		op:     OpAccountGroups,
		method: http.MethodGet,
		path:   pathAccountGroups,
	})
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(g AccountGroup) bool {
		return g.ID == ""
	})
	slices.SortStableFunc(list, func(a, b AccountGroup) int {
		return a.Rank.Cmp(b.Rank)
	})
	return list, nil
}

// CreateAccountGroup creates a group (4.4). The request is never retried. If
// [OutcomeUnknown] reports true for the error, the group may exist. A name that cannot be sent is an
// [*ArgumentError]; the other errors are those of a call: see [Client].
func (c *Client) CreateAccountGroup(
	ctx context.Context,
	g NewAccountGroup,
) (AccountGroup, error) {
	if g.Name == "" {
		return AccountGroup{}, &ArgumentError{Field: "name", Reason: ReasonBlank}
	}
	body, err := json.Marshal(g)
	if err != nil {
		return AccountGroup{}, &ArgumentError{Field: "name", Reason: ReasonUTF8}
	}
	created, err := sendForRow[AccountGroup](ctx, c, &call{
		op:     OpCreateAccountGroup,
		method: http.MethodPost,
		path:   pathAccountGroups,
		body:   body,
		once:   true,
	})
	if c.settings.GroupCreated != nil {
		c.settings.GroupCreated(g, created, err)
	}
	return created, err
}
