package cli

import (
	"fmt"
	"net"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api/sandbox"
	"channeldeck/ui/text"
)

// sandboxCommand serves the embedded service alone, for other people's tests.
func (a *app) sandboxCommand() *cobra.Command {
	var d demo
	var listen, key string
	cmd := &cobra.Command{
		Use:     "sandbox",
		Short:   a.words.T("cli.sandbox.short"),
		Long:    a.words.T("cli.sandbox.long") + "\n\n" + a.faultLines(),
		Example: a.words.T("cli.sandbox.example"),
		Args:    a.none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s := &service{}
			defer s.Close()
			if err := a.openLog(cmd, s); err != nil {
				return err
			}
			handler, err := d.handler(a, key, s.log)
			if err != nil {
				return err
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
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:8787", a.words.T("cli.flag.listen"))
	cmd.Flags().Lookup("listen").DefValue = "" // the help says it in words
	cmd.Flags().StringVar(&key, "api-key", "", a.words.T("cli.flag.sandbox_key", "Default", sandbox.DefaultAPIKey))
	d.flags(a, cmd)
	return cmd
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
