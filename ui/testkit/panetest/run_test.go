package panetest

import (
	"context"
	"errors"
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func say(word string) tea.Cmd { return func() tea.Msg { return word } }

func TestRunRunsFollowingCommands(t *testing.T) {
	var got []string
	err := Run(t.Context(), func(msg tea.Msg) tea.Cmd {
		word := msg.(string)
		got = append(got, word)
		if word == "begin" {
			return tea.Batch(tea.Sequence(
				say("1"),
				nil,
				say("2"),
				say("3"),
			), say("beside"), func() tea.Msg { return nil })
		}
		return nil
	}, say("begin"))
	if err != nil {
		t.Fatal(err)
	}
	order := slices.DeleteFunc(slices.Clone(got), func(s string) bool { return s == "beside" })
	if len(got) != 5 || !slices.Equal(order, []string{"begin", "1", "2", "3"}) {
		t.Errorf("got %q", got)
	}
}

func TestRunWithoutACommand(t *testing.T) {
	err := Run(t.Context(), func(tea.Msg) tea.Cmd { t.Error("a message"); return nil }, nil)
	if err != nil {
		t.Error(err)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	held := make(chan struct{})
	defer close(held)
	err := Run(ctx, func(tea.Msg) tea.Cmd {
		stop()
		return func() tea.Msg { <-held; return nil }
	}, say("begin"))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
