package api

import (
	"context"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
)

// PublishOption is an extra publishing parameter of a platform (2.2).
type PublishOption struct {
	Row             `json:"-"`
	Field           string         `json:"field"`
	Label           Opt[string]    `json:"label,omitzero"`
	Description     Opt[string]    `json:"description,omitzero"`
	ValueType       string         `json:"valueType"` // list or tree; open
	RequiresAccount Opt[bool]      `json:"requiresAccount,omitzero"`
	FilterSchema    jsontext.Value `json:"filterSchema,omitzero"` // JSON Schema, in document order
	CreateSchema    jsontext.Value `json:"createSchema,omitzero"` // JSON Schema, in document order
	Unknown         jsontext.Value `json:",embed"`
}

// OpPublishOptions is the call of [Client.PublishOptions] (4.2).
const OpPublishOptions Op = "publish-options"

// PublishOptions returns the extra publishing parameters of a platform (4.2).
// An empty list means that it has none. A platform that cannot be sent is an [*ArgumentError]; the
// other errors are those of a call: see [Client].
func (c *Client) PublishOptions(ctx context.Context, platform string) ([]PublishOption, error) {
	p, err := c.segment("platform", platform)
	if err != nil {
		return nil, err
	}
	return sendForRows[PublishOption](ctx, c, &call{
		op:     OpPublishOptions,
		method: http.MethodGet,
		path:   "/api/v2/channels/platforms/" + p + "/publish-options",
	})
}
