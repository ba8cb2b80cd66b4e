// Package demo fills the history of the demo: with what the sandbox would have returned
// during the last thirty days.
package demo

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/api/archive"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/api/transcript"
)

const (
	hour = time.Hour
	day  = 24 * hour
	days = 30 // that are stored
)

// MaxAccounts is the largest number of accounts for which the demo has a history.
const MaxAccounts = 10_000

// Source is the service whose past is invented, and the present.
type Source struct {
	Client  *api.Client
	Sandbox *sandbox.Server
	Chinese bool
	Now     time.Time
}

// Fill records thirty days in a history that it opens and closes: once a day until
// yesterday, which was the last visit, and twice today. It ends early with ctx.
func Fill(ctx context.Context, s Source, c history.Config) error {
	list, err := s.Client.Accounts(ctx, api.AccountQuery{})
	if err != nil {
		return err
	}
	former, err := api.DecodeRows[api.Account](s.Sandbox.FormerAccounts(gone))
	if err != nil {
		return err
	}
	models, err := s.Client.VideoModels(ctx)
	if err != nil {
		return err
	}
	platforms, err := s.Client.Platforms(ctx)
	if err != nil {
		return err
	}
	groups, err := s.Client.AccountGroups(ctx)
	if err != nil {
		return err
	}
	f := newFleet(list.List, former, s.Now)
	yesterday := s.Now.Add(-day)

	h := open(c, yesterday, true)
	for back := days * day; back >= day; back -= day {
		f.record(h, s.Now.Add(-back))
	}
	h.RecordGroups(s.Now.Add(-days*day), groups)
	h.RecordPlatforms(s.Now.Add(-days*day), platforms)
	h.RecordPlatforms(yesterday, platforms)
	h.RecordCatalog(s.Now.Add(-days*day), earlierPrices(models, 1.25, soon))
	h.RecordCatalog(s.Now.Add(-12*day), earlierPrices(models, 1, ""))
	h.RecordCatalog(yesterday, earlierPrices(models, 1, ""))
	if err := s.options(ctx, h, yesterday, true); err != nil {
		return err
	}
	s.works(h, yesterday)
	if h.Close(ctx); ctx.Err() != nil {
		return ctx.Err()
	}

	h = open(c, s.Now, false)
	defer h.Close(ctx)
	f.record(h, s.Now.Add(-incidentAge))
	f.record(h, s.Now.Add(-laterAge))
	h.RecordCatalog(s.Now.Add(-incidentAge), models)
	s.works(h, s.Now)
	if err := s.sessions(ctx, h); err != nil {
		return err
	}
	return s.options(ctx, h, s.Now.Add(-incidentAge), false)
}

// open opens the history as it was opened at a time.
func open(c history.Config, now time.Time, visit bool) *history.DB {
	c.Now = func() time.Time { return now }
	c.Visit = visit
	c.Prepare = nil
	c.Bulk = true
	return history.Open(c)
}

// The models whose prices changed: one today, and one twelve days ago.
const (
	cheaper = "vela-2-pro"
	soon    = "aurora-1-lite"
)

// earlierPrices returns the models with the prices of yesterday, and those of one model
// multiplied by a factor.
func earlierPrices(models []api.VideoModel, factor float64, of string) []api.VideoModel {
	models = slices.Clone(models)
	for i := range models {
		m := &models[i]
		by := 1.0
		switch m.Name {
		case cheaper:
			by = 0.88
		case of:
			by = factor
		default:
			continue
		}
		m.Pricing = slices.Clone(m.Pricing)
		for k := range m.Pricing {
			price, ok := m.Pricing[k].Price.Float64()
			if ok {
				m.Pricing[k].Price = api.Int(int64(price*by + 0.5))
			}
		}
	}
	return models
}

// The publish option that changed today: yesterday it did not require a name.
const (
	optionPlatform = "pinterest"
	optionRequired = "name"
)

// options records the publish options of a platform, those of yesterday if earlier is set.
func (s *Source) options(ctx context.Context, h *history.DB, at time.Time, earlier bool) error {
	list, err := s.Client.PublishOptions(ctx, optionPlatform)
	if err != nil {
		return err
	}
	for i := range list {
		if earlier {
			list[i].CreateSchema = bytes.Replace(
				list[i].CreateSchema,
				[]byte(`,"required":["`+optionRequired+`"]`),
				nil,
				1,
			)
		}
	}
	h.RecordOptions(at, optionPlatform, list)
	return nil
}

// sessions records the sessions of the sandbox as if they had been opened a while after
// their last message, and those in progress now.
func (s *Source) sessions(ctx context.Context, h *history.DB) error {
	ids := s.Sandbox.PastSessions()
	for _, e := range s.Sandbox.Examples(s.Chinese) {
		if e.Call == sandbox.CallSessions {
			ids = append(ids, e.ID)
		}
	}
	for _, id := range ids {
		records, err := s.Client.Messages(ctx, id)
		if err != nil {
			return err
		}
		t := transcript.New(records, transcript.IsRecent(records, s.Now))
		facts := archive.Summary(id, s.Now, t, t.Turns())
		at := facts.Last.Add(hour)
		if at.Before(s.Now) {
			facts.At = at
		}
		h.Sessions().Record(archive.Loaded(facts, t))
	}
	return nil
}

// pastWork is a work that was requested in the past, at some times before now.
type pastWork struct {
	platform, name string // as in [sandbox.Server.Examples]
	watched        bool
	before         []time.Duration
}

// pastWorks returns the works, the one that moves most first. Two are of one account, so that they
// can be compared at the same age.
func pastWorks() []pastWork {
	week := []time.Duration{}
	for back := 7 * day; back > day; back -= 12 * hour {
		week = append(week, back)
	}
	for back := day; back >= 2*hour; back -= 2 * hour {
		week = append(week, back)
	}
	week = append(week, hour, 20*time.Minute)
	return []pastWork{
		{"KWAI", "week", true, week},
		{
			"tiktok",
			"overnight",
			true,
			[]time.Duration{
				38 * hour,
				32 * hour,
				27 * hour,
				22 * hour,
				15 * hour,
				9 * hour,
				3 * hour,
			},
		},
		{"tiktok", "week", false, []time.Duration{
			8*day + 20*hour, 8 * day, 7*day + 8*hour, 6 * day, 4 * day, 2 * day, 5 * hour,
		}},
		{
			"youtube",
			"steady",
			false,
			[]time.Duration{19 * day, 14 * day, 9 * day, 5 * day, 2 * day, 26 * hour, 4 * hour},
		},
		{"threads", "week", false, []time.Duration{6 * day, 3 * day, 30 * hour, 6 * hour}},
		{
			"instagram",
			"steady",
			false,
			[]time.Duration{19 * day, 15 * day, 11 * day, 10 * day, 6 * day, 3 * day, 7 * hour},
		},
		{
			"twitter",
			"growing",
			false,
			[]time.Duration{150 * time.Minute, 90 * time.Minute, 45 * time.Minute},
		},
	}
}

// works records the snapshots of the works until a time.
func (s *Source) works(h *history.DB, until time.Time) {
	examples := s.Sandbox.Examples(s.Chinese)
	for _, w := range pastWorks() {
		i := slices.IndexFunc(examples, func(e sandbox.Example) bool {
			return e.Call == sandbox.CallWorks && e.Platform == w.platform && e.Name == w.name
		})
		if i < 0 { // it needs an account, and there is none
			continue
		}
		e := examples[i]
		times := []time.Time(nil)
		for _, back := range w.before {
			at := s.Now.Add(-back)
			if !at.After(until) {
				times = append(times, at)
			}
		}
		var detail api.WorkDetail
		if len(times) == 0 || json.Unmarshal(
			s.Sandbox.PastWork(e.Platform, e.ID, times, s.Chinese),
			&detail,
		) != nil {
			continue
		}
		q := api.WorkQuery{Platform: e.Platform, WorkID: e.ID, AccountID: e.AccountID}
		last := times[len(times)-1]
		h.Works().Record(last, q, detail)
		title := ""
		if work, ok := detail.Work.Get(); ok {
			title = work.Title.Or("")
		}
		h.Entries().Remember(history.WorkEntry(history.KindWork, q, title, last))
		if w.watched {
			h.Entries().Remember(history.WorkEntry(history.KindWatch, q, title, last))
		}
	}
}
