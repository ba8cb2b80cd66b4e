package cli

import (
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"channeldeck/ui/config"
)

// early is what has to be known of the arguments before they are parsed.
type early struct{ lang, config, output string }

// scan looks for a few flags anywhere, and minds nothing else.
func scan(args []string) early {
	var e early
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.ParseErrorsAllowlist.UnknownFlags = true
	fs.StringVar(&e.lang, "lang", "", "")
	fs.StringVar(&e.config, "config", "", "")
	fs.StringVarP(&e.output, "output", "o", "", "")
	fs.BoolP("help", "h", false, "") // else it would end the scan
	_ = fs.Parse(args)               // the commands tell what is wrong
	return e
}

// persistentFlags are those of every command that talks to the service.
func (a *app) persistentFlags(fs *pflag.FlagSet) {
	for _, f := range []struct{ name, help string }{
		{"site", "cli.flag.site"},
		{"base-url", "cli.flag.base_url"},
		{"api-key-file", "cli.flag.api_key_file"},
		{"config", "cli.flag.config"},
		{"lang", "cli.flag.lang"},
		{"theme", "cli.flag.theme"},
		{"timeout", "cli.flag.timeout"},
		{"connect-timeout", "cli.flag.connect_timeout"},
		{"max-body", "cli.flag.max_body"},
		{"max-depth", "cli.flag.max_depth"},
		{"debug-log", "cli.flag.debug_log"},
	} {
		fs.String(f.name, "", a.words.T(f.help))
	}
	fs.StringVarP(&a.format, "output", "o", a.format, a.words.T("cli.flag.output"))
	fs.Lookup("output").DefValue = "" // the early scan has set it already
	fs.Bool("ascii", false, a.words.T("cli.flag.ascii"))
	fs.Bool("read-only", false, a.words.T("cli.flag.read_only"))
}

// configFlags are the flags that were given, for the configuration to read. It
// leaves alone those that it does not know.
func configFlags(cmd *cobra.Command) config.Flags {
	given := config.Flags{}
	cmd.Flags().Visit(func(f *pflag.Flag) { given[f.Name] = f.Value.String() })
	return given
}
