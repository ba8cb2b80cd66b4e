package archive

import (
	"context"
	"strings"
	"time"

	"channeldeck/api/fold"
	"channeldeck/api/history"
	"channeldeck/api/transcript"
)

// Hit is a session with the words of a search, and the first place that has them.
type Hit struct {
	Site      string           `json:"-"` // the name of the site it belongs to, set by the caller
	SessionID string           `json:"sessionId"`
	Title     string           `json:"title"`
	Time      time.Time        `json:"time"`    // of the newest message of the session
	Hits      int              `json:"hits"`    // in the whole session
	Message   int              `json:"message"` // from 1
	Part      int              `json:"part"`    // from 1
	Where     Where            `json:"where"`
	Tool      string           `json:"tool,omitzero"`
	Text      string           `json:"text"` // around the words
	Place     transcript.Ref   `json:"-"`
	Field     transcript.Field `json:"-"`
}

// Where is the kind of a text that has a hit; the message "sessions.where." + Where names it.
type Where string

// MaxHits is how many sessions a search returns: it reads the messages of each.
const MaxHits = 30

// query are the units of a search, in order; the last one may be the beginning of a word.
type query []string

func newQuery(s string) (q query, words []history.Word) {
	folded := fold.String(s)
	var last unit
	for u := range units(folded) {
		w := folded[u.from:u.to]
		q = append(q, w)
		if u.character && last.character && last.to == u.from {
			words = append(words, history.Word{Text: folded[last.from:u.to]})
		} else {
			words = append(words, history.Word{Text: cutWord(w)})
		}
		last = u
	}
	if n := len(words); n > 0 && !last.character {
		words[n-1].Prefix = true
	}
	return q, words
}

// Search finds a text in the stored sessions: its words or characters one after the other,
// the last word also as the beginning of a longer one, in any case. It returns the sessions
// with the newest messages first, up to MaxHits. The error is a [*history.Problem], or that of ctx.
func Search(ctx context.Context, h *history.DB, s string) ([]*Hit, error) {
	q, words := newQuery(s)
	candidates, err := h.Sessions().Search(ctx, words)
	if err != nil {
		return nil, err
	}
	var hits []*Hit
	for _, c := range candidates {
		if len(hits) == MaxHits {
			break
		}
		stored, found, err := h.Sessions().Transcript(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		if !found { // deleted meanwhile
			continue
		}
		hit := &Hit{
			SessionID: c.ID,
			Title:     c.Title,
			Time:      c.SessionEnd().UTC(),
		}
		if q.find(transcript.New(stored.Records, c.Running), hit); hit.Hits > 0 {
			hits = append(hits, hit)
		}
	}
	return hits, nil
}

// find counts the hits in a transcript and sets the place of the first one.
func (q query) find(t *transcript.Transcript, hit *Hit) {
	for at, s := range texts(t, false) {
		folded := fold.String(s)
		if !strings.Contains(folded, q[0]) {
			continue
		}
		n, from, to := q.match(folded)
		if n == 0 {
			continue
		}
		p := t.Part(at.Ref)
		if p.Tool != nil && at.field == transcript.FieldText {
			n = 1 // the name has two forms
		}
		if hit.Hits == 0 {
			hit.Place = at.Ref
			hit.Field = at.field
			hit.Message = at.Message + 1
			hit.Part = at.Part + 1
			hit.Where = whereOf(p, at.field)
			if p.Tool != nil {
				hit.Tool = p.Tool.Label()
			}
			hit.Text = excerpt(s, from, to)
			if hit.Where == "message" || hit.Where == "reasoning" {
				hit.Text = strings.ReplaceAll(hit.Text, "**", "") // as transcript.Excerpt does
			}
		}
		hit.Hits += n
	}
}

// match returns the number of hits in a folded text, and where the first begins and ends.
func (q query) match(s string) (n, from, to int) {
	var all []unit
	for u := range units(s) {
		all = append(all, u)
	}
	last := len(q) - 1
	for i := 0; i+last < len(all); i++ {
		matched := true
		for k, want := range q {
			u := all[i+k]
			w := s[u.from:u.to]
			if matched = w == want || k == last && !u.character &&
				strings.HasPrefix(w, want); !matched {
				break
			}
		}
		if matched {
			if n++; n == 1 {
				from = all[i].from
				to = all[i+last].to
			}
		}
	}
	return n, from, to
}

// excerpt is the text around a hit in the folded text of s, in one line, with an ellipsis where it is cut.
func excerpt(s string, from, to int) string {
	const before, after = 30, 120 // bytes
	_, at := fold.WithOffsets(s)
	start := at[from]
	end := len(s)
	if to < len(at) {
		end = at[to]
	}
	lead := ""
	if start > before {
		start -= before
		lead = "…"
	} else {
		start = 0
	}
	rest := ""
	if end+after < len(s) {
		end += after
		rest = "…"
	} else {
		end = len(s)
	}
	return lead + line(strings.ToValidUTF8(s[start:end], "")) + rest
}

func whereOf(p *transcript.Part, f transcript.Field) Where {
	if f == transcript.FieldInput {
		return "input"
	}
	if f == transcript.FieldOutput {
		return "output"
	}
	if f == transcript.FieldError {
		return "error"
	}
	if f == transcript.FieldValue {
		return "data"
	}
	if p.Tool != nil {
		return "tool"
	}
	if p.Kind == transcript.KindReasoning {
		return "reasoning"
	}
	if p.File() != nil {
		return "file"
	}
	return "message"
}
