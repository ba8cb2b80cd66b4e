package cli

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/semaphore"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/config"
	"channeldeck/ui/crash"
	"channeldeck/ui/mcp"
	"channeldeck/ui/text"
)

// mcpCommand runs commands for an agent.
type mcpCommand struct {
	app     *app
	tools   []string
	details bool
	maxKB   int
	flags   config.Flags
	sites   []*app // that the commands can show
	running *semaphore.Weighted
}

// The memory of commands that run at once, in units of about 4 MB for 2,500 accounts: 200 calls
// at once take less than 120 MB with the program.
const (
	allMemory     = 12
	listMemory    = 1
	historyMemory = 2 // of a command that compares with the past
)

// memoryOf returns the memory that a command takes, in the same units.
func memoryOf(command string) int64 {
	lists := []string{
		"accounts",
		"platforms",
		"options",
		"prices",
		"check",
		"session",
		"sessions",
		"work",
	}
	if slices.Contains(lists, command) {
		return listMemory
	}
	return historyMemory
}

func newMCP(a *app) *cobra.Command {
	c := &mcpCommand{app: a, running: semaphore.NewWeighted(allMemory)}
	cmd := command(a.words, "cli.mcp", "mcp", c.run)
	cmd.Flags().StringSliceVar(&c.tools, "tools", nil, a.words.T("cli.flag.mcp_tools"))
	cmd.Flags().IntVar(
		&c.maxKB,
		"max-answer",
		mcp.DefaultBytes>>10,
		a.words.T("cli.flag.max_answer"),
	)
	cmd.Flags().BoolVar(
		&c.details,
		"allow-work-details",
		false,
		a.words.T("cli.flag.work_details"),
	)
	return a.serviceFlags(cmd, completions{
		"tools": func(_ context.Context, p partial) []cobra.Completion {
			return inList(p.word, mcp.Tools())
		},
	})
}

func (c *mcpCommand) run(cmd *cobra.Command, _ []string) error {
	for _, name := range c.tools {
		if !slices.Contains(mcp.Tools(), name) {
			return choiceError(c.app.words, "--tools", name, mcp.Tools())
		}
	}
	if c.maxKB < 8 || c.maxKB > 16<<10 {
		return badValue(c.app.words, "--max-answer", strconv.Itoa(c.maxKB))
	}
	c.flags = configFlags(cmd.Flags())
	c.flags["read-only"] = "true"
	var err error
	c.sites, err = c.app.connectSites(cmd, optionalKey)
	defer disconnect(c.sites)
	if err != nil {
		return err
	}
	c.app.transport = api.NewTransport()
	var names []string
	for _, site := range c.sites {
		names = append(names, site.site)
		if site.server != nil { // the history of the demo is filled once, in the background
			if _, err := site.openHistory(false); err != nil {
				return err
			}
		}
	}
	schemas, _ := c.app.definitions()
	return mcp.Serve(cmd.Context(), mcp.Config{
		Words:    c.app.words,
		Version:  version(),
		Schemas:  schemas,
		Sites:    names,
		Tools:    c.tools,
		Details:  c.details,
		MaxBytes: c.maxKB << 10,
		Run:      c.call,
		Panicked: c.panicked,
	}, c.app.In, c.app.Out)
}

// panicked saves a report about a panic outside of commands.
func (c *mcpCommand) panicked(p *crash.Panic) string {
	r := crashed(c.app, p)
	return text.Sentences(r.Message, r.Hint)
}

// parent is the run within which another one is made. The other one has its flags, keys and
// sandboxes, and tells it with which time it compared what it loaded.
type parent struct {
	*mcpCommand
	mu    sync.Mutex
	loads []mcp.Load // of the sites whose accounts were loaded
}

// call runs a command once there is memory for it and the demo is filled.
func (c *mcpCommand) call(ctx context.Context, args ...string) mcp.Result {
	memory := memoryOf(args[0])
	if c.running.Acquire(ctx, memory) != nil { // the call is cancelled
		return mcp.Result{Exit: ExitInterrupted}
	}
	defer c.running.Release(memory)
	for _, site := range c.sites {
		if site.server != nil {
			_, _ = site.history.Points().ChosenBaseline(ctx) // waits; the command reports what is wrong
		}
	}
	var out, errs bytes.Buffer
	env := c.app.Env
	p := &parent{mcpCommand: c}
	env.Args = args
	env.In = strings.NewReader("")
	env.Out = &out
	env.Err = &errs
	env.Hangup = nil
	env.parent = p
	env.brief = nil // this process goes on
	exit := Run(ctx, env)
	return mcp.Result{
		Out:   out.Bytes(),
		Err:   errs.Bytes(),
		Exit:  exit,
		Loads: p.inOrder(),
	}
}

// inOrder returns the loads in the order of the sites.
func (p *parent) inOrder() []mcp.Load {
	place := func(l mcp.Load) int {
		return slices.IndexFunc(p.sites, func(a *app) bool {
			return a.site == l.Site
		})
	}
	slices.SortFunc(p.loads, func(a, b mcp.Load) int {
		return place(a) - place(b)
	})
	return p.loads
}

// withFlags are the flags of the parent and those of the run itself.
func (p *parent) withFlags(given config.Flags) config.Flags {
	if p == nil {
		return given
	}
	flags := maps.Clone(p.flags)
	maps.Copy(flags, given)
	return flags
}

// note keeps when the accounts of a site were loaded, or at which recording of the past, and with which
// time they are compared.
func (p *parent) note(of *app, a *fleet.Answer) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	loaded := a.At
	if !of.at.IsZero() {
		loaded = of.at
	}
	p.loads = append(p.loads, mcp.Load{
		Site:     of.site,
		At:       loaded.UTC().Truncate(time.Second),
		Baseline: a.Past.Since().UTC().Truncate(time.Second),
	})
}

// siteNamed returns the run of the parent for a site, the first one for another name.
func (p *parent) siteNamed(site string) *app {
	i := slices.IndexFunc(p.sites, func(a *app) bool { return a.site == site })
	return p.sites[max(i, 0)]
}

// keyOf returns the key of a site that the parent fetched.
func (p *parent) keyOf(site string) (key config.Secret, known bool) {
	if p == nil {
		return key, false
	}
	for _, a := range p.sites {
		if a.site == site && !a.key.IsZero() {
			return a.key, true
		}
	}
	return key, false
}

// join takes the sandbox that the parent has for a site. It reports whether there is one.
func (a *app) join(site string) (bool, error) {
	if a.parent == nil {
		return false, nil
	}
	p := a.parent.siteNamed(site)
	a.log = p.log
	a.transport = a.parent.app.transport
	if p.server == nil {
		return false, nil
	}
	a.demo = p.demo
	a.server = p.server
	a.demoPath = p.demoPath
	err := a.dialDemo(p.demoURL, p.demoKey)
	a.site = p.site
	return true, err
}

// agentSkill is the skill file.
//
//go:embed skill.md
var agentSkill string

func newSkill(a *app) *cobra.Command {
	return command(a.words, "cli.skill", "skill", func(*cobra.Command, []string) error {
		return a.page(func(out io.Writer) error {
			_, err := fmt.Fprint(out, agentSkill)
			return err
		})
	})
}
