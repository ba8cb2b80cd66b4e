package api

import (
	"context"
	"net/http"

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

// CreateAccountGroup creates a group (4.4). The request is never retried. If
// [OutcomeUnknown] reports true for the error, the group may exist.
func (c *Client) CreateAccountGroup(ctx context.Context, g NewAccountGroup) (AccountGroup, error) {
	if g.Name == "" {
		return AccountGroup{}, &ArgumentError{Field: "name", Reason: ReasonBlank}
	}
	body, err := json.Marshal(g)
	if err != nil {
		return AccountGroup{}, &ArgumentError{Field: "name", Reason: ReasonUTF8}
	}
	created, err := sendForRow[AccountGroup](ctx, c, &call{
		op: OpCreateAccountGroup, method: http.MethodPost, path: "/api/v2/channels/account-groups",
		body: body, once: true,
	})
	if c.settings.GroupCreated != nil {
		c.settings.GroupCreated(g, created, err)
	}
	return created, err
}
