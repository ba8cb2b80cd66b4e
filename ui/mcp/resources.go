package mcp

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"channeldeck/ui/text"
)

// scheme begins the addresses of resources.
const scheme = "channeldeck://"

// pages is the end of the address of a template of a resource whose pages have addresses.
const pages = "{?offset}"

// maxPrompt is how many characters an argument of a prompt may have.
const maxPrompt = 2000

// resourceShare is the part of an answer that the content of a resource may have.
const resourceShare = 0.9

// content describes the content of a resource: rows of JSON or a text.
type content struct {
	mime string
	rows bool
	read func(ctx context.Context, name string) Result // name is the end of an address
}

func (s *server) addResources(m *mcp.Server) {
	const asJSON = "application/json"
	printed := func(command string) func(context.Context, string) Result {
		return func(ctx context.Context, _ string) Result {
			return s.Run(ctx, command, "--output=json")
		}
	}
	for name, c := range map[string]content{
		"schema": {
			mime: asJSON,
			read: func(context.Context, string) Result { return Result{Out: s.Schemas} },
		},
		"platforms": {mime: asJSON, rows: true, read: printed("platforms")},
		"findings":  {mime: asJSON, rows: true, read: printed("triage")},
	} {
		about := s.Words.T("mcp.resource." + name)
		m.AddResource(&mcp.Resource{
			URI:         scheme + name,
			Name:        name,
			Description: about,
			MIMEType:    asJSON,
		}, s.reader(c))
		m.AddResourceTemplate(&mcp.ResourceTemplate{
			URITemplate: scheme + name + pages,
			Name:        name,
			Description: about,
			MIMEType:    asJSON,
		}, s.reader(c))
	}
	report := content{
		mime: "text/markdown",
		read: func(ctx context.Context, group string) Result {
			return s.report(ctx, "--group="+group)
		},
	}
	m.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: scheme + "report/{group}" + pages,
		Name:        "report",
		Description: s.Words.T("mcp.resource.report"),
		MIMEType:    report.mime,
	}, s.reader(report))
	if len(s.Sites) < 2 {
		return
	}
	for _, site := range s.Sites {
		report.read = func(ctx context.Context, group string) Result {
			return s.report(ctx, "--group="+group, "--site="+site)
		}
		m.AddResourceTemplate(&mcp.ResourceTemplate{
			URITemplate: scheme + "report/" + site + "/{group}" + pages,
			Name:        "report_" + site,
			Description: s.Words.T("mcp.resource.report_of", "Site", site),
			MIMEType:    report.mime,
		}, s.reader(report))
	}
}

// report runs the command of a report of a week.
func (s *server) report(ctx context.Context, scope ...string) Result {
	return s.Run(ctx, append([]string{"report", "--since=7d", "--output=markdown"}, scope...)...)
}

// reader reads a page of a resource. Where there is more, a second content has the address of the next page.
func (s *server) reader(c content) mcp.ResourceHandler {
	return func(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		address, query, _ := strings.Cut(r.Params.URI, "?")
		offset, err := offsetOf(query)
		if err != nil || offset < 0 || offset > maxOffset {
			wrong := s.Words.T(
				"mcp.argument.integer",
				"Name", "offset",
				"Least", s.Words.Int(0),
				"Most", s.Words.Int(maxOffset),
			)
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: wrong}
		}
		name, err := url.PathUnescape(address[strings.LastIndexByte(address, '/')+1:])
		if err != nil {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
		}
		result := c.read(ctx, name)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(result.Out) == 0 && len(result.Err) == 0 {
			return nil, mcp.ResourceNotFoundError(r.Params.URI)
		}
		if len(result.Out) == 0 {
			message := strings.Join(notes(result.Err), " ")
			// as in the template
			return nil, errors.New(strings.ReplaceAll(
				message,
				"--group",
				"group",
			))
		}
		var page, more string
		if c.rows {
			page, more = s.pageOfRows(result.Out, offset, address)
		} else {
			page, more = s.pageOfText(c.clean(result.Out), offset, address)
		}
		contents := []*mcp.ResourceContents{{
			URI:      r.Params.URI,
			MIMEType: c.mime,
			Text:     page,
		}}
		if more != "" {
			contents = append(contents, &mcp.ResourceContents{
				URI:      r.Params.URI,
				MIMEType: "text/plain",
				Text:     more,
			})
		}
		return &mcp.ReadResourceResult{Contents: contents}, nil
	}
}

// clean is a content without control characters.
func (c *content) clean(out []byte) string {
	if c.mime == "application/json" {
		return string(cleaned(out))
	}
	return text.CleanLines(string(out))
}

// offsetOf reads where a page begins.
func offsetOf(query string) (int, error) {
	values, err := url.ParseQuery(query)
	if err != nil || values.Get("offset") == "" {
		return 0, err
	}
	n, err := strconv.Atoi(values.Get("offset"))
	return n, err
}

// pageOfRows returns a list with the rows from one on that have room, and what is said about the others.
func (s *server) pageOfRows(out jsontext.Value, offset int, address string) (page, more string) {
	rows, _ := rowsOf(out)
	offset = min(offset, len(rows))
	room := s.share(resourceShare)
	var list []string
	shortener := cutter{}
	for _, row := range rows[offset:] {
		row = cleaned(row)
		size := quotedLen(string(row))
		if size > room && len(list) > 0 {
			break
		} else if size > room {
			row = shortener.value(row, "", 0, room/2) // its text is quoted again
		}
		room -= quotedLen(string(row))
		list = append(list, string(row))
	}
	if next := offset + len(list); next < len(rows) {
		more = s.Words.T(
			"mcp.resource.more_rows",
			"Rows", len(list),
			"Total", len(rows),
			"Next", nextPage(address, next),
		)
	}
	if n := len(shortener.cuts); n > 0 {
		more = text.Sentences(more, s.Words.N("mcp.resource.cut", n))
	}
	return "[" + strings.Join(list, ",") + "]", more
}

// pageOfText returns the lines of a text from a byte on that have room, and what is said about the others.
func (s *server) pageOfText(all string, offset int, address string) (page, more string) {
	page = strings.ToValidUTF8(all[min(offset, len(all)):], "")
	room := s.share(resourceShare)
	if quotedLen(page) <= room {
		return page, ""
	}
	page = strings.ToValidUTF8(page[:room/2], "") // quotes and line ends take two bytes
	end := strings.LastIndexByte(page, '\n') + 1
	if end > 0 {
		page = page[:end]
	}
	next := min(offset, len(all)) + len(page)
	return page, s.Words.T(
		"mcp.resource.more_text",
		"Left", len(all)-next,
		"Next", nextPage(address, next),
	)
}

func nextPage(address string, offset int) string {
	return address + "?offset=" + strconv.Itoa(offset)
}

func (s *server) addPrompts(m *mcp.Server) {
	for name, arguments := range map[string][]string{
		"morning_round": nil,
		"preflight":     {"platform", "files"},
		"weekly_report": {"group"},
	} {
		ofOneSite := name == "weekly_report" && len(s.Sites) > 1
		if ofOneSite {
			arguments = append(arguments, "site")
		}
		p := &mcp.Prompt{Name: name, Description: s.Words.T("mcp.prompt." + name + ".about")}
		for _, argument := range arguments {
			p.Arguments = append(p.Arguments, &mcp.PromptArgument{
				Name:        argument,
				Required:    true,
				Description: s.Words.T("mcp.prompt." + name + "." + argument),
			})
		}
		m.AddPrompt(p, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			var pairs []any
			for _, argument := range arguments {
				value := text.Clean(r.Params.Arguments[argument])
				if strings.TrimSpace(value) == "" {
					return nil, &jsonrpc.Error{
						Code:    jsonrpc.CodeInvalidParams,
						Message: s.Words.T("mcp.argument.required", "Name", argument),
					}
				}
				if utf8.RuneCountInString(value) > maxPrompt {
					wrong := s.Words.T(
						"mcp.argument.string",
						"Name", argument,
						"Most", s.Words.Int(maxPrompt),
					)
					return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: wrong}
				}
				// a template takes no reserved characters
				address := strings.ReplaceAll(url.QueryEscape(value), "+", "%20")
				site := r.Params.Arguments["site"]
				if ofOneSite && argument != "site" {
					address = site + "/" + address
				} else if ofOneSite && !slices.Contains(s.Sites, value) {
					wrong := s.Words.T(
						"mcp.argument.choice",
						"Name", argument,
						"Names", strings.Join(s.Sites, ", "),
					)
					return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: wrong}
				}
				pairs = append(pairs, argument, value, argument+"_address", address)
			}
			content := &mcp.TextContent{Text: s.Words.T("mcp.prompt."+name+".text", pairs...)}
			return &mcp.GetPromptResult{
				Description: p.Description,
				Messages:    []*mcp.PromptMessage{{Role: "user", Content: content}},
			}, nil
		})
	}
}
