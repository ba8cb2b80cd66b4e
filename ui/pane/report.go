package pane

import (
	"bytes"
	"context"
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/ui/report"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

// WriteReport returns a command that writes a report on the last thirty days and reports
// its path. Where the user has no files, it names the command to run instead.
func (c *Context) WriteReport(scope report.Scope) tea.Cmd {
	w := c.Words
	switch {
	case c.History == nil && c.Homeless:
		return Notify(Info, w.T("report.homeless"))
	case c.History == nil:
		return Notify(Info, w.T("report.history_off"))
	case c.Save == nil:
		return Notify(Info, w.T("report.over_ssh", "Command", reportCommand(scope)))
	}
	// Outside Update, the platforms that are loaded now must not change.
	now, name := c.Now(), strings.TrimSuffix("report-"+text.FileName(scope.Group+scope.Platform), "-")
	platforms := c.Store.Platforms.Value
	return c.Export(name, "html", func(ctx context.Context) ([]byte, error) {
		r, err := report.Read(ctx, &fleet.Fleet{History: c.History, Now: c.Now}, report.Request{Scope: scope, Since: report.DefaultSince})
		switch {
		case errors.Is(err, report.ErrNoAccounts):
			return nil, errors.New(w.T("report.no_history"))
		case err != nil:
			return nil, err
		}
		var page bytes.Buffer
		err = r.HTML(resource.NewView(w, c.Theme, c.Now, c.StaleAfter, store.Of(now, r.List, platforms, &fleet.Past{GroupNames: r.GroupNames})), &page)
		return page.Bytes(), err
	})
}

// reportCommand is the command that writes a report.
func reportCommand(scope report.Scope) string {
	parts := []string{"channeldeck", "report", "--since", "30d"}
	for flag, value := range map[string]string{"--group": scope.Group, "--platform": scope.Platform} {
		if value != "" {
			parts = append(parts, flag, "'"+strings.ReplaceAll(text.Line(value), "'", "")+"'")
		}
	}
	return strings.Join(append(parts, "--to", "channeldeck-report.html"), " ")
}
