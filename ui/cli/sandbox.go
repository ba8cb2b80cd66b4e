package cli

import (
	"fmt"
	"net"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api/sandbox"
	"channeldeck/ui/plain"
	"channeldeck/ui/text"
)

// sandboxCommand serves the embedded service alone, for other people's tests.
func (a *app) sandboxCommand() *cobra.Command {
	var d demo
	var listen, key string
	var examples bool
	cmd := a.command("cli.sandbox", "sandbox", a.none, func(cmd *cobra.Command, _ []string) error {
		s := &service{}
		defer s.Close()
		if err := a.openLog(cmd, s); err != nil {
			return err
		}
		handler, err := d.handler(a, key, s.log)
		if err != nil {
			return err
		}
		if examples {
			return a.examples(cmd, handler)
		}
		listener, err := net.Listen("tcp", listen)
		if err != nil {
			return a.unexplained("cli.error.listen", err)
		}
		if _, err := fmt.Fprintln(a.Out, "http://"+listener.Addr().String()); err != nil {
			return err
		}
		a.say(a.words.T("cli.sandbox.serving"))
		return serve(cmd.Context(), newServer(handler, s.log), listener)
	})
	cmd.Long += "\n\n" + a.faultLines()
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:8787", a.words.T("cli.flag.listen"))
	cmd.Flags().Lookup("listen").DefValue = "" // the help says it in words
	cmd.Flags().StringVar(&key, "api-key", "", a.words.T("cli.flag.sandbox_key", "Default", sandbox.DefaultAPIKey))
	cmd.Flags().BoolVar(&examples, "examples", false, a.words.T("cli.flag.examples"))
	d.flags(a, cmd)
	return cmd
}

// examples prints the ids that show something in particular.
func (a *app) examples(cmd *cobra.Command, of *sandbox.Server) error {
	s, format, err := a.local(cmd)
	if err != nil {
		return err
	}
	column := func(name string, value func(*sample) string) plain.Column[sample] {
		return plain.Column[sample]{Name: name, Value: value}
	}
	var rows []sample
	for _, e := range of.Examples() {
		rows = append(rows, sample{e.Call, e.Platform, e.ID, e.AccountID, e.Shows})
	}
	return output(cmd.Context(), a, s, "sandbox", format, &plain.Sheet[sample]{Rows: rows, Columns: []plain.Column[sample]{
		column("call", func(e *sample) string { return e.Call }),
		column("platform", func(e *sample) string { return e.Platform }),
		column("id", func(e *sample) string { return e.ID }),
		column("account", func(e *sample) string { return e.Account }),
		column("shows", func(e *sample) string { return e.Shows }),
	}})
}

// sample is an id of the sandbox.
type sample struct {
	Call     string `json:"call"`
	Platform string `json:"platform,omitzero"` // of a work
	ID       string `json:"id"`
	Account  string `json:"account,omitzero"` // to ask for the work with
	Shows    string `json:"shows"`
}

// faultLines lists the faults that can be dialled in.
func (a *app) faultLines() string {
	kinds := sandbox.FaultKinds()
	width := 0
	for _, k := range kinds {
		width = max(width, len(k.Name))
	}
	var b strings.Builder
	b.WriteString(a.words.T("cli.sandbox.faults") + "\n")
	for _, k := range kinds {
		fmt.Fprintf(&b, "  %s  %s\n", text.Left(k.Name, width), a.words.T("cli.fault."+k.Name))
	}
	return b.String()
}
