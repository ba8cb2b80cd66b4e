package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Platform is an element of the platform list (4.3). The interface documents its
// identifier and capabilities; other members stay raw.
type Platform struct {
	Row          `json:"-"`
	Platform     string         `json:"platform"`
	DisplayName  jsontext.Value `json:"displayName,omitzero"` // usually {"en-US": …, "zh-CN": …}
	Status       Opt[string]    `json:"status,omitzero"`      // available, unavailable, coming_soon; open
	Capabilities jsontext.Value `json:"capabilities,omitzero"`
	Unknown      jsontext.Value `json:",embed"`
}

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

// Support is whether a platform can do something.
type Support uint8

// The values of Support.
const (
	SupportNotStated Support = iota
	Unsupported
	Supported
)

// WorkDetail returns capabilities.work.getDetail, to be checked before work
// details are requested (rule 1 of 4.6). It is not capabilities.browse.getDetail. It
// decodes on each call, so keep the result.
func (p *Platform) WorkDetail() Support {
	var c struct {
		Work struct {
			GetDetail jsontext.Value `json:"getDetail"`
		} `json:"work"`
	}
	if json.Unmarshal(p.Capabilities, &c) != nil {
		return SupportNotStated
	}
	switch c.Work.GetDetail.Kind() {
	case 't':
		return Supported
	case 'f':
		return Unsupported
	}
	return SupportNotStated
}

// Name returns the display name in a language such as zh-CN. If it is missing, it tries
// a variant of the language, English, any language, and at last the identifier.
func (p *Platform) Name(language string) string {
	var name string
	if json.Unmarshal(p.DisplayName, &name) == nil && name != "" {
		return name
	}
	base, _, _ := strings.Cut(language, "-")
	for _, prefix := range []string{language, base, "en", ""} {
		for tag, v := range Members(p.DisplayName) {
			if strings.HasPrefix(strings.ToLower(tag), strings.ToLower(prefix)) && json.Unmarshal(v, &name) == nil && name != "" {
				return name
			}
		}
	}
	return p.Platform
}

// Platforms returns the platforms that the service knows (4.3).
func (c *Client) Platforms(ctx context.Context) ([]Platform, error) {
	return sendForRows[Platform](ctx, c, &call{op: OpPlatforms, method: http.MethodGet, path: "/api/v2/channels/platforms"})
}

// PublishOptions returns the extra publishing parameters of a platform (4.2).
// An empty list means that it has none.
func (c *Client) PublishOptions(ctx context.Context, platform string) ([]PublishOption, error) {
	p, err := c.segment("platform", platform)
	if err != nil {
		return nil, err
	}
	return sendForRows[PublishOption](ctx, c, &call{
		op: OpPublishOptions, method: http.MethodGet,
		path: "/api/v2/channels/platforms/" + p + "/publish-options",
	})
}
