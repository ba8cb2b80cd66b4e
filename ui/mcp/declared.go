package mcp

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Clients send the list of tools to their models with every request, so it is short: a tool has a
// schema of its answer without that of its rows, which is a resource.

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
	c := content{mime: "application/schema+json", read: s.schema}
	m.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: scheme + "schema/{tool}" + pages,
		Name:        "tool_schema",
		Description: s.Words.T("mcp.resource.tool_schema"),
		MIMEType:    c.mime,
	}, s.reader(c))
}

// schema returns the schema of the answers of a tool, or nothing if there is no such tool.
func (s *server) schema(_ context.Context, name string) Result {
	for _, t := range s.tools() {
		if t.name == name {
			return Result{Out: s.output(t)}
		}
	}
	return Result{}
}
