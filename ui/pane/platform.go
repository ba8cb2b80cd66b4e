package pane

import "channeldeck/ui/text"

// PlatformName returns the display name of a platform in the user's language, or
// its identifier while the platforms are not loaded or do not include it. It is
// clean. Call it from Update and View only.
func (c *Context) PlatformName(id string) string {
	platforms := c.Store.Platforms.Value
	for i := range platforms {
		if platforms[i].Platform == id {
			return text.Clean(platforms[i].Name(c.Words.Lang().Tag()))
		}
	}
	return text.Clean(id)
}
