package cli

import (
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"channeldeck/ui/config"
)

// earlyFlags are the flags that decide in which language and format errors about
// the other flags appear.
type earlyFlags struct{ lang, config, output string }

// scan finds the early flags anywhere and ignores everything else.
func scan(args []string) earlyFlags {
	var e earlyFlags
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.ParseErrorsAllowlist.UnknownFlags = true
	fs.StringVar(&e.lang, "lang", "", "")
	fs.StringVar(&e.config, "config", "", "")
	fs.StringVarP(&e.output, "output", "o", "", "")
	fs.BoolP("help", "h", false, "") // it would end the scan
	_ = fs.Parse(args)               // the commands report what is wrong
	return e
}

// globalFlags adds the flags of all commands.
func (a *app) globalFlags(fs *pflag.FlagSet) {
	for name, help := range map[string]string{
		"site": "site", "base-url": "base_url", "api-key-file": "api_key_file", "config": "config", "lang": "lang", "theme": "theme",
		"timeout": "timeout", "connect-timeout": "connect_timeout", "max-body": "max_body", "max-depth": "max_depth", "debug-log": "debug_log",
	} {
		fs.String(name, "", a.words.T("cli.flag."+help))
	}
	fs.BoolP("help", "h", false, a.words.T("cli.flag.help"))
	fs.StringVarP(&a.format, "output", "o", a.format, a.words.T("cli.flag.output"))
	fs.Lookup("output").DefValue = "" // the early scan has set it already
	fs.Bool("ascii", false, a.words.T("cli.flag.ascii"))
	fs.Bool("read-only", false, a.words.T("cli.flag.read_only"))
}

// configFlags are the given flags, for the configuration, which ignores those that
// it does not know.
func configFlags(cmd *cobra.Command) config.Flags {
	given := config.Flags{}
	cmd.Flags().Visit(func(f *pflag.Flag) { given[f.Name] = f.Value.String() })
	return given
}
