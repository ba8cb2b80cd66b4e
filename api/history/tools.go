package history

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"channeldeck/api"
)

// Tool holds the statistics of a tool in the stored sessions.
type Tool struct {
	Site     string          `json:"-"` // the name of the site it belongs to, set by the caller
	Name     string          `json:"tool"`
	Calls    int             `json:"calls"`
	Failed   int             `json:"failed"` // calls that failed or have no result, but not those that were denied
	Median   api.Number      `json:"medianMs"`
	Sessions int             `json:"sessions"`
	FailedIn int             `json:"failedSessions"`
	Errors   []FrequentError `json:"errors"`      // the most frequent ones first, up to MaxErrors
	Others   int             `json:"otherErrors"` // different errors beyond MaxErrors
}

// FrequentError is an error of a tool in the stored sessions.
type FrequentError struct {
	Text     string    `json:"error"`   // as in ToolError
	Example  string    `json:"example"` // as it was sent most often
	Count    int       `json:"count"`
	Sessions int       `json:"sessions"`
	Since    time.Time `json:"since"` // the start of the first session that has it
}

// MaxErrors is how many errors of a tool Tools returns.
const MaxErrors = 5

// Tools returns the tools that the stored sessions call, those that failed most often first. The error
// is a [*Problem], or that of ctx.
func (sessions Sessions) Tools(ctx context.Context) (all []*Tool, err error) {
	places := map[string]int{}
	part := sessions.h.scope().own
	known := sessions.loadedThen("num")
	err = sessions.h.read(ctx, func(scan scanner) error {
		t := &Tool{}
		var times string
		err := scan(
			&t.Name,
			&t.Calls,
			&t.Failed,
			&t.Sessions,
			&t.FailedIn,
			&times,
		)
		t.Median = median(times)
		places[t.Name] = len(all)
		all = append(all, t)
		return err
	}, `SELECT tool, CAST(sum(calls) AS BIGINT), CAST(sum(failed) AS BIGINT), count(*),
		sum(CASE WHEN failed > 0 THEN 1 ELSE 0 END), string_agg(times, '')
		FROM history_calls WHERE part = $1`+known+` GROUP BY tool ORDER BY 3 DESC, tool`, part)
	if err != nil {
		return nil, err
	}
	err = sessions.h.read(ctx, func(scan scanner) error {
		var e FrequentError
		var tool string
		var since int64
		var kinds int
		err := scan(
			&tool,
			&e.Text,
			&e.Example,
			&e.Count,
			&e.Sessions,
			&since,
			&kinds,
		)
		e.Since = time.UnixMilli(since).UTC()
		if i, ok := places[tool]; ok { // else stored since the first query
			all[i].Errors = append(all[i].Errors, e)
			all[i].Others = max(kinds-MaxErrors, 0)
		}
		return err
	}, `SELECT tool, error, (SELECT f.example FROM history_failures f
			WHERE f.part = $1 AND f.tool = e.tool AND f.error = e.error`+known+`
			GROUP BY f.example ORDER BY sum(f.count) DESC, min(f.since), f.example LIMIT 1),
			count, sessions, since, kinds FROM (
		SELECT tool, error, CAST(sum(count) AS BIGINT) AS count, count(*) AS sessions, min(since) AS since,
			count(*) OVER (PARTITION BY tool) AS kinds,
			row_number() OVER (PARTITION BY tool ORDER BY sum(count) DESC, error) AS place
		FROM history_failures WHERE part = $1`+known+` GROUP BY tool, error) e
		WHERE place <= $2 ORDER BY tool, place`, part, MaxErrors)
	return all, err
}

// median returns the median of numbers with blanks after them, unset without any.
func median(times string) api.Number {
	var all []int64
	for field := range strings.FieldsSeq(times) {
		if ms, err := strconv.ParseInt(field, 10, 64); err == nil {
			all = append(all, ms)
		}
	}
	if len(all) == 0 {
		return api.Number{}
	}
	slices.Sort(all)
	return api.Int((all[(len(all)-1)/2] + all[len(all)/2]) / 2)
}

// FailedIn returns the stored sessions in which a tool failed, the one with the newest
// messages first. The error is a [*Problem], or that of ctx.
func (sessions Sessions) FailedIn(ctx context.Context, tool string) ([]Session, error) {
	return sessions.list(
		ctx,
		`JOIN history_calls c ON c.num = s.num WHERE c.part = $1 AND c.tool = $2 AND c.failed > 0`, key(tool),
	)
}

// Elsewhere is how often an error of a session is in other sessions.
type Elsewhere struct {
	Sessions int
	Since    time.Time // the start of the first one
}

// ErrorID identifies an error of a tool in all sessions.
type ErrorID struct{ Tool, Text string }

// Elsewhere returns the errors of a session that other stored sessions have too. The error is a
// [*Problem], or that of ctx.
func (sessions Sessions) Elsewhere(
	ctx context.Context,
	id string,
) (map[ErrorID]Elsewhere, error) {
	all := map[ErrorID]Elsewhere{}
	err := sessions.h.read(ctx, func(scan scanner) error {
		var e ErrorID
		var in Elsewhere
		var since int64
		err := scan(&e.Tool, &e.Text, &in.Sessions, &since)
		in.Since = time.UnixMilli(since)
		all[e] = in
		return err
	}, `SELECT f.tool, f.error, count(*), min(f.since) FROM history_failures own
		JOIN history_failures f ON f.part = own.part AND f.tool = own.tool AND f.error = own.error AND f.num <> own.num
		WHERE own.num = (SELECT num FROM history_sessions WHERE part = $1 AND id = $2)`+
		sessions.loadedThen("f.num")+`
		GROUP BY f.tool, f.error`, sessions.h.scope().own, key(id))
	return all, err
}
