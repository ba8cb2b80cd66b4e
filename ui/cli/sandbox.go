package cli

import (
	"fmt"
	"net"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api/sandbox"
	"channeldeck/ui/plain"
)

// sandboxCommand serves the sandbox over HTTP, for tests of other programs.
func (a *app) sandboxCommand() *cobra.Command {
	var listen, key string
	var examples bool
	cmd := a.command("cli.sandbox", "sandbox", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		s := &service{}
		defer s.Close()
		if err := a.openLog(cmd, s); err != nil {
			return err
		}
		handler, err := a.sandbox(key, s.log)
		if err != nil {
			return err
		}
		if examples {
			return a.examples(cmd, handler)
		}
		listener, err := net.Listen("tcp", listen)
		if err != nil {
			return a.systemError("cli.error.listen", err)
		}
		if _, err := fmt.Fprintln(a.Out, "http://"+listener.Addr().String()); err != nil {
			return err
		}
		a.say(a.words.T("cli.sandbox.serving"))
		return serve(cmd.Context(), handler, listener, s.log)
	})
	cmd.Long += "\n\n" + a.faultLines()
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:8787", a.words.T("cli.flag.listen"))
	cmd.Flags().Lookup("listen").DefValue = "" // the text names it
	cmd.Flags().StringVar(&key, "api-key", "", a.words.T("cli.flag.sandbox_key", "Default", sandbox.DefaultAPIKey))
	cmd.Flags().BoolVar(&examples, "examples", false, a.words.T("cli.flag.examples"))
	a.sandboxFlags(cmd.Flags())
	return cmd
}

// examples prints the IDs of the sandbox's sessions and works.
func (a *app) examples(cmd *cobra.Command, of *sandbox.Server) error {
	s, format, err := a.withoutService(cmd)
	if err != nil {
		return err
	}
	return output(cmd.Context(), a, s, "sandbox", format, &plain.Sheet[sandbox.Example]{
		Rows: of.Examples(), Columns: memberColumns[sandbox.Example]("call", "platform", "id", "account", "shows"),
	})
}

// faultLines lists the kinds of faults.
func (a *app) faultLines() string {
	var b strings.Builder
	b.WriteString(a.words.T("cli.sandbox.faults") + "\n")
	for _, k := range sandbox.FaultKinds() {
		fmt.Fprintf(&b, "  %-14s  %s\n", k.Name, a.words.T("cli.fault."+k.Name))
	}
	return b.String()
}
