package mcp

import (
	"context"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Clients send the list of tools to their models with every request, so it is short: a tool has a
// schema of its answer without that of its rows, which is a resource.

// schemas begins the addresses of the resources with the schema of the answer of a tool.
const schemas = scheme + "schema/"

// declared is the schema of the answers of all tools, without those of their rows.
const declared = `{"type":"object","properties":{"rows":{"type":"array"}}}`

// annotations say what a tool does, as far as it is not what clients assume.
func (t *tool) annotations() *mcp.ToolAnnotations {
	a := &mcp.ToolAnnotations{ReadOnlyHint: !t.effects}
	if t.effects {
		a.DestructiveHint = new(bool)
	}
	if !t.requests {
		a.OpenWorldHint = new(bool)
	}
	return a
}

// addSchemas adds the schemas of the answers of all tools as resources.
func (s *server) addSchemas(m *mcp.Server) {
	const mime = "application/schema+json"
	template := &mcp.ResourceTemplate{
		URITemplate: schemas + "{tool}",
		Name:        "tool_schema",
		Description: s.Words.T("mcp.resource.tool_schema"),
		MIMEType:    mime,
	}
	m.AddResourceTemplate(template, func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		name := strings.TrimPrefix(r.Params.URI, schemas)
		all := tools()
		i := slices.IndexFunc(all, func(t tool) bool { return t.name == name })
		if i < 0 {
			return nil, mcp.ResourceNotFoundError(r.Params.URI)
		}
		contents := &mcp.ResourceContents{URI: r.Params.URI, MIMEType: mime, Text: string(s.output(all[i]))}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{contents}}, nil
	})
}
