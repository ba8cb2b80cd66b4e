package api

import "github.com/go-json-experiment/json/jsontext"

// Platform is an element of the platform list (4.3). The interface names its
// identifier and capabilities; what deployments send beyond these stays raw.
type Platform struct {
	Platform     string         `json:"platform"`
	DisplayName  jsontext.Value `json:"displayName,omitzero"` // usually {"en-US": …, "zh-CN": …}
	Status       Opt[string]    `json:"status,omitzero"`      // available, unavailable, coming_soon; open
	Capabilities jsontext.Value `json:"capabilities,omitzero"`
	Unknown      jsontext.Value `json:",embed"`
}

// PublishOption is an extra publishing parameter of a platform (2.2).
type PublishOption struct {
	Field           string         `json:"field"`
	Label           Opt[string]    `json:"label,omitzero"`
	Description     Opt[string]    `json:"description,omitzero"`
	ValueType       string         `json:"valueType"` // list or tree; open
	RequiresAccount Opt[bool]      `json:"requiresAccount,omitzero"`
	FilterSchema    jsontext.Value `json:"filterSchema,omitzero"` // JSON Schema, in document order
	CreateSchema    jsontext.Value `json:"createSchema,omitzero"` // JSON Schema, in document order
	Unknown         jsontext.Value `json:",embed"`
}
