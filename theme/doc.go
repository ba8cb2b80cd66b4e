// Package theme makes all colours and styles. New builds the styles for one
// lipgloss renderer from a palette. It knows nothing of panes.
package theme

import _ "channeldeck/theme/background" // before Bubble Tea queries the terminal
