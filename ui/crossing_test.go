package ui

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
)

// crossing is the dashboard of a site whose requests for other sites and moments arrive when the
// test delivers them.
type crossing struct {
	*siteDriver
	fails bool // the next request
}

func newCrossing(t *testing.T, before func(http.Handler) http.Handler) *crossing {
	c := &crossing{siteDriver: &siteDriver{TB: t}}
	var at func(name string, past bool) (Opened, error)
	at = func(name string, past bool) (Opened, error) {
		if c.fails {
			return Opened{}, errors.New("no way to " + name)
		}
		w := panetest.New(t, panetest.Options{
			History: panetest.History(t, t.TempDir()+"/h.db", panetest.Now),
			Sandbox: sandbox.Options{Accounts: 5},
			Before:  before,
		})
		w.Site().Name = name
		if past {
			w.Context.Moment = panetest.Now
		}
		return Opened{
			Root:       New(w.Context, Makers(), "accounts"),
			Close:      func() { c.closed = append(c.closed, name) },
			Again:      func(string) (Opened, error) { return at(name+" again", false) },
			OpenMoment: func(Moment, time.Time, string) (Opened, error) { return at("past of "+name, true) },
		}, nil
	}
	first, _ := at("a", false)
	c.Sites = NewSites(first, func(site, _ string) (Opened, error) { return at(site, false) })
	c.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	return c
}

// asked requests a site or a moment, and returns what arrives: the last message of its command.
func (c *crossing) asked(msg tea.Msg) tea.Msg {
	c.Helper()
	arrives := c.Update(msg)()
	if sequence := reflect.ValueOf(arrives); sequence.Kind() == reflect.Slice {
		arrives = sequence.Index(sequence.Len() - 1).Interface().(tea.Cmd)()
	}
	if _, ok := arrives.(arrived); !ok {
		c.Fatalf("%T arrives", arrives)
	}
	return arrives
}

func (c *crossing) check(shown string, closed ...string) {
	c.Helper()
	if site := c.opened.Root.ctx.Sites.First().Name; site != shown || fmt.Sprint(c.closed) != fmt.Sprint(closed) {
		c.Errorf("%s is shown and %q are closed, not %s and %q", site, c.closed, shown, closed)
	}
}

// What the user asked for last is shown, whichever opens first, and the rest is closed. A moment is
// one of the sites that were shown when it was asked for.
func TestSlowSiteAndThePast(t *testing.T) {
	toB := switchTo{"b"}
	toPast := toMoment{Moment{Step: -1}}
	t.Run("the site arrives in the past", func(t *testing.T) {
		c := newCrossing(t, nil)
		b := c.asked(toB)
		past := c.asked(toPast)
		panetest.Pump(t, c, c.Update(past))
		c.Update(b)
		c.check("past of a", "b")
		c.press("esc")
		c.check("a", "b", "past of a")
	})
	t.Run("the site arrives before the past", func(t *testing.T) {
		c := newCrossing(t, nil)
		b := c.asked(toB)
		past := c.asked(toPast)
		c.Update(b)
		c.check("a", "b")
		panetest.Pump(t, c, c.Update(past))
		c.press("esc")
		c.check("a", "b", "past of a")
	})
	t.Run("the past arrives at another site", func(t *testing.T) {
		c := newCrossing(t, nil)
		past := c.asked(toPast)
		b := c.asked(toB)
		c.Update(b)
		panetest.Pump(t, c, c.Update(past))
		c.check("b", "a", "past of a")
		panetest.Pump(t, c, c.Update(c.asked(toPast)))
		c.check("past of b", "a", "past of a")
		c.press("esc")
		c.check("b", "a", "past of a", "past of b")
	})
	t.Run("the past fails while a site opens", func(t *testing.T) {
		c := newCrossing(t, nil)
		b := c.asked(toB)
		c.fails = true
		panetest.Pump(t, c, c.Update(c.asked(toPast)))
		if !strings.Contains(c.View(), "no way to past of a") {
			t.Errorf("no notice:\n%s", c.View())
		}
		c.Update(b)
		c.check("b", "a")
	})
	t.Run("the same site twice", func(t *testing.T) {
		c := newCrossing(t, nil)
		again := c.asked(switchTo{""})
		b := c.asked(toB)
		c.Update(again)
		c.check("a", "a again")
		c.Update(b)
		c.check("b", "a again", "a")
	})
	t.Run("a site in place of the past", func(t *testing.T) {
		c := newCrossing(t, nil)
		panetest.Pump(t, c, c.Update(c.asked(toPast)))
		c.Update(c.asked(switchTo{""}))
		c.check("past of a again", "past of a", "a")
		if c.Close(); c.now != nil || len(c.closed) != 3 {
			t.Errorf("closed %q", c.closed)
		}
	})
}

// Keys that ask for moments take effect in the order in which they were pressed, whichever of their
// commands ends first.
func TestQuickKeysInThePast(t *testing.T) {
	c := newCrossing(t, nil)
	panetest.Pump(t, c, c.Update(c.asked(toMoment{Moment{Step: -1}})))
	c.Update(panetest.KeyMsg("T"))
	earlier := c.Update(panetest.KeyMsg("enter"))
	now := c.Update(panetest.KeyMsg("esc"))
	c.check("a", "past of a")
	panetest.Pump(t, c, now)
	panetest.Pump(t, c, earlier)
	c.check("a", "past of a", "past of past of a")
}

// What arrives while the user types is shown when that has ended: the rest of the text runs no keys.
func TestArrivalWhileTyping(t *testing.T) {
	for _, asked := range []struct {
		what  string
		msg   tea.Msg
		shown string
	}{
		{"a moment", toMoment{Moment{Step: -1}}, "past of a"},
		{"a site", switchTo{"b"}, "b"},
	} {
		for _, box := range []string{"T", ":"} {
			t.Run(asked.what+" during "+box, func(t *testing.T) {
				c := newCrossing(t, nil)
				panetest.Pump(t, c, c.Init())
				arrives := c.asked(asked.msg)
				c.press(box, "y", "e")
				panetest.Pump(t, c, c.Update(arrives))
				c.press("q")
				c.check("a")
				if !strings.Contains(c.View(), "yeq") {
					t.Errorf("what was typed is lost:\n%s", c.View())
				}
				c.press("esc")
				if c.opened.Root.ctx.Sites.First().Name == "a" {
					c.press("esc") // the first one empties the field
				}
				site := c.opened.Root.ctx.Sites.First().Name
				past := !c.opened.Root.ctx.Moment.IsZero()
				if past != (asked.shown == "past of a") || !past && site != asked.shown {
					t.Errorf("%s is shown, the past: %t", site, past)
				}
			})
		}
	}
}

// A site that arrived while the user typed is closed with the program.
func TestSiteThatWaitsIsClosed(t *testing.T) {
	c := newCrossing(t, nil)
	panetest.Pump(t, c, c.Init())
	arrives := c.asked(switchTo{"b"})
	c.press("T")
	panetest.Pump(t, c, c.Update(arrives))
	c.Close()
	c.check("a", "b", "a")
}

// A site that was asked for before a request with effects began does not replace the one that waits
// for its outcome.
func TestSlowSiteDuringARequest(t *testing.T) {
	held := make(chan struct{})
	c := newCrossing(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				<-held
			}
			next.ServeHTTP(w, r)
		})
	})
	panetest.Pump(t, c, c.Init())
	b := c.asked(switchTo{"b"})
	c.press("3", "A", "x")
	create := c.Update(panetest.KeyMsg("enter"))
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = panetest.Run(t.Context(), func(tea.Msg) tea.Cmd { return nil }, create)
	}()
	panetest.Pump(t, c, c.Update(b))
	c.check("a", "b")
	if !strings.Contains(c.View(), "A request to this site is under way.") {
		t.Errorf("no notice:\n%s", c.View())
	}
	close(held)
	<-done
}
