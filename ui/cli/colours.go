package cli

import (
	"errors"
	"fmt"

	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/words"
)

// checkColours reports the colours of the configuration that are unknown or invalid, and in
// words those that are hard to read in a palette or that this version does not know.
func checkColours(w *words.Words, cfg *config.Config, palette string) (hard []string, err error) {
	p, _ := theme.ByName(palette)
	_, faults := p.With(cfg.Colours)
	var errs []error
	for _, f := range faults {
		switch e := (&config.Error{Kind: config.BadColour, Value: f.Value}); {
		case f.Unknown && len(config.Near(f.Token, theme.Tokens())) == 0: // perhaps of a newer version
			e.Kind = config.IgnoredKey
			e.Value = ""
			hard = append(hard, oneLine(w, cfg.ErrorAt("theme."+f.Token, e)))
		case f.Unknown:
			e.Kind = config.UnknownToken
			e.Choices = theme.Tokens()
			fallthrough
		case f.Contrast == 0:
			errs = append(errs, cfg.ErrorAt("theme."+f.Token, e))
		default:
			id := "cli.config.contrast"
			if f.On != "" {
				id = "cli.config.contrast_on"
			}
			hard = append(
				hard,
				w.T(
					id,
					"Token", f.Token,
					"On", f.On,
					"Palette", palette,
					"Contrast", fmt.Sprintf("%.1f", f.Contrast),
					"Min", theme.MinContrast,
				),
			)
		}
	}
	return hard, errors.Join(errs...)
}

// sayColours prints which colours are hard to read in a palette, and returns the mistakes.
func sayColours(a *app, palette string) error {
	hard, err := checkColours(a.words, a.cfg, palette)
	for _, line := range hard {
		a.say(line)
	}
	return err
}
