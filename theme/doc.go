// Package theme makes all colours and styles. New builds the styles for one
// lipgloss renderer from a palette. It does not know the panes.
package theme

import _ "channeldeck/theme/background" // before Bubble Tea queries the terminal
