package cli

import (
	"errors"
	"fmt"

	"channeldeck/theme"
	"channeldeck/ui/config"
)

// checkColours reports the colours of the configuration that are unknown or invalid, and in
// words those that are hard to read in a palette.
func (a *app) checkColours(palette string) (hard []string, err error) {
	p, _ := theme.ByName(palette)
	_, faults := p.With(a.cfg.Colours)
	var errs []error
	for _, f := range faults {
		switch e := (&config.Error{Kind: config.BadColour, Value: f.Value}); {
		case f.Unknown:
			e.Kind, e.Choices = config.UnknownToken, theme.Tokens()
			fallthrough
		case f.Contrast == 0:
			errs = append(errs, a.cfg.ErrorAt("theme."+f.Token, e))
		default:
			id := "cli.config.contrast"
			if f.On != "" {
				id = "cli.config.contrast_on"
			}
			hard = append(hard, a.words.T(id, "Token", f.Token, "On", f.On, "Palette", palette, "Contrast", fmt.Sprintf("%.1f", f.Contrast), "Min", theme.MinContrast))
		}
	}
	return hard, errors.Join(errs...)
}

// sayColours prints which colours are hard to read in a palette, and returns the mistakes.
func (a *app) sayColours(palette string) error {
	hard, err := a.checkColours(palette)
	for _, line := range hard {
		a.say(line)
	}
	return err
}
