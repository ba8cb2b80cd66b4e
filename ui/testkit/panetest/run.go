package panetest

import (
	"context"
	"fmt"
	"reflect"

	tea "github.com/charmbracelet/bubbletea"
)

// Run runs a command and passes its messages to update, one at a time, whose
// commands it runs too. It returns when none is left, or with an error when ctx
// ends first; the messages of commands that still run are then dropped.
func Run(ctx context.Context, update func(tea.Msg) tea.Cmd, cmd tea.Cmd) error {
	results := make(chan tea.Msg)
	send := func(msg tea.Msg) {
		select {
		case results <- msg:
		case <-ctx.Done():
		}
	}
	running := 0
	start := func(list ...tea.Cmd) { // one after the other
		running++
		go func() {
			defer send(over{})
			for _, c := range list {
				if c != nil {
					send(c())
				}
			}
		}()
	}
	start(cmd)
	for running > 0 {
		select {
		case <-ctx.Done():
			return fmt.Errorf("%d commands still run: %w", running, ctx.Err())
		case msg := <-results:
			list, sequence := commands(msg)
			_, ended := msg.(over)
			switch {
			case ended:
				running--
			case sequence:
				start(list...)
			case list != nil:
				for _, c := range list {
					start(c)
				}
			case msg != nil:
				start(update(msg))
			}
		}
	}
	return nil
}

// over is sent when commands have ended.
type over struct{}

// commands returns the commands of tea.Batch and tea.Sequence. Bubble Tea does not
// export the type of the latter.
func commands(msg tea.Msg) (list []tea.Cmd, sequence bool) {
	if batch, ok := msg.(tea.BatchMsg); ok {
		return batch, false
	}
	v := reflect.ValueOf(msg)
	if !v.IsValid() || v.Kind() != reflect.Slice ||
		v.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return nil, false
	}
	for i := range v.Len() {
		c, _ := v.Index(i).Interface().(tea.Cmd)
		list = append(list, c)
	}
	return list, true
}
