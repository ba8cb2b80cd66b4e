// Package theme is the one place that makes colours and styles. A palette is
// data; New builds from it, for one lipgloss renderer, all that the panes draw
// with. It knows nothing of panes.
package theme

import _ "channeldeck/theme/background" // before Bubble Tea asks the terminal
