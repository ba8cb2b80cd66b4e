package history_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// transcriptOf is a session with a message of a user, loaded at a time.
func transcriptOf(t testing.TB, id, said string, at time.Time) history.LoadedSession {
	t.Helper()
	records, err := api.DecodeRows[api.MessageRecord]([]byte(fmt.Sprintf(
		`[{"id":"r1","sessionId":%q,"createdAt":"2026-03-01T08:00:00Z","extra":[1.50],"message":{"id":"m1",`+
			`"role":"user","parts":[{"type":"text","text":%q}]}}]`, id, said)))
	if err != nil {
		t.Fatal(err)
	}
	return history.LoadedSession{ID: id, At: at, Records: records, Describe: func() history.SessionContent {
		return history.SessionContent{
			Session: history.Session{
				ID:       id,
				Title:    said,
				First:    day0.Add(-time.Hour),
				Last:     day0,
				Messages: 1,
				Runs:     1,
				Turns:    1,
				Calls:    2,
				Problems: 1,
				At:       at,
			},
			Words: strings.Join(strings.Fields(said), " "),
			Tools: []history.ToolCalls{{
				Tool:   "publish",
				Calls:  2,
				Failed: 1,
				Times:  []time.Duration{time.Second, 3 * time.Second},
				Errors: []history.ToolError{{Text: "no login #", Example: "no login 7", Count: 1}},
			}},
		}
	}}
}

// recordSession stores a session.
func recordSession(d *history.DB, s history.LoadedSession) {
	d.Sessions().Record(s)
	d.Flush()
}

func sessionIDs(t *testing.T, d *history.DB) []string {
	t.Helper()
	all, err := d.Sessions().List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = all[i].ID
	}
	return ids
}

// A transcript is read back as it was sent, also by a later process, and replaces the one
// before.
func TestSessionIsKept(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		first := transcriptOf(t, "s1", "publish the clip", day0)
		recordSession(d, first)
		d.Close(t.Context())

		d = open(t, at(c, day0.Add(time.Hour)))
		got, found, err := d.Sessions().Transcript(t.Context(), "s1")
		if err != nil || !found {
			t.Fatalf("found: %v, error %v", found, err)
		}
		want := first.Describe().Session
		want.Bytes = got.Bytes
		if got.Bytes < 50 || got.Title != want.Title || !got.First.Equal(want.First) || !got.Last.Equal(want.Last) ||
			!got.At.Equal(day0) ||
			got.Calls != 2 ||
			got.Problems != 1 {
			t.Errorf("got %+v\nwant %+v", got.Session, want)
		}
		sent, _ := api.Marshal(first.Records)
		if stored, _ := api.Marshal(got.Records); string(stored) != string(sent) {
			t.Errorf("stored %s\nsent %s", stored, sent)
		}
		if _, found, err := d.Sessions().Transcript(t.Context(), "s2"); found || err != nil {
			t.Errorf("a session that is not stored: %v, error %v", found, err)
		}

		recordSession(d, transcriptOf(t, "s1", "publish it again", day0.Add(time.Hour)))
		// nothing is new but the time
		recordSession(d, transcriptOf(t, "s1", "publish it again", day0.Add(2*time.Hour)))
		recordSession(d, history.LoadedSession{ID: "s1", At: day0.Add(3 * time.Hour)})
		all, err := d.Sessions().List(t.Context())
		if err != nil || len(all) != 1 || all[0].Title != "publish it again" ||
			!all[0].At.Equal(day0.Add(2*time.Hour)) {
			t.Errorf("sessions %+v, error %v", all, err)
		}
		other := c
		other.Key = "another"
		if ids := sessionIDs(t, open(t, other)); len(ids) > 0 {
			t.Errorf("another key sees %v", ids)
		}
	})
}

// A moment in the past has neither sessions nor changes of the user that were stored later.
func TestSessionsAndLogOfAMoment(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		for hour, id := range []string{"s1", "s2"} {
			at := day0.Add(time.Duration(hour) * time.Hour)
			recordSession(d, transcriptOf(t, id, "publish it", at))
			d.Entries().Log(history.Change{At: at, What: history.CopiedText, Name: id})
		}
		d.Flush()
		for minutes, want := range map[int]string{-30: "[] []", 30: "[s1] [s1]", 90: "[s2 s1] [s2 s1]"} {
			then, err := d.AsOf(t.Context(), day0.Add(time.Duration(minutes)*time.Minute))
			if err != nil {
				t.Fatal(err)
			}
			sessions, err := then.Sessions().List(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			changes, err := then.Entries().Changes(t.Context(), 10)
			if err != nil {
				t.Fatal(err)
			}
			ids := []string{}
			for _, s := range sessions {
				ids = append(ids, s.ID)
			}
			slices.Sort(ids)
			slices.Reverse(ids)
			names := []string{}
			for _, change := range changes {
				names = append(names, change.Name)
			}
			if got := fmt.Sprint(ids, " ", names); got != want {
				t.Errorf("after %d minutes: %s, want %s", minutes, got, want)
			}
		}
	})
}

// At a moment in the past, a session that is loaded again later and has not changed is listed as it was, and one
// that was loaded or went on later is not. Its tools and errors are those of the sessions that are.
func TestSessionsThatWereLoadedAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		load := func(hour int, id, said string) {
			recordSession(d, transcriptOf(t, id, said, day0.Add(time.Duration(hour)*time.Hour)))
		}
		load(0, "same", "publish it")
		load(0, "grown", "one")
		load(1, "late", "publish")
		load(2, "same", "publish it")
		load(2, "grown", "one, two")
		load(3, "same", "publish it")
		load(3, "grown", "one, two")
		for _, tt := range []struct {
			minutes     int
			want        string
			times       []int // hours at which they were loaded
			calls, same int
		}{
			{-30, "", nil, 0, 0},
			{30, "same", []int{0}, 2, 0},
			{90, "late same", []int{1, 0}, 4, 1},
			{150, "grown late same", []int{2, 1, 0}, 6, 2},
			{200, "grown late same", []int{3, 1, 3}, 6, 2},
		} {
			then, err := d.AsOf(t.Context(), day0.Add(time.Duration(tt.minutes)*time.Minute))
			if err != nil {
				t.Fatal(err)
			}
			sessions, err := then.Sessions().List(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			slices.SortFunc(sessions, func(a, b history.Session) int { return strings.Compare(a.ID, b.ID) })
			ids := []string{}
			for i, s := range sessions {
				ids = append(ids, s.ID)
				transcript, found, err := then.Sessions().Transcript(t.Context(), s.ID)
				loaded := day0.Add(time.Duration(tt.times[min(i, len(tt.times)-1)]) * time.Hour)
				if err != nil || !found || !transcript.At.Equal(loaded) || !s.At.Equal(loaded) {
					t.Errorf("after %d minutes: %s is of %v, %t, %v, %v",
						tt.minutes, s.ID, s.At, found, transcript.At, err)
				}
			}
			if got := strings.Join(ids, " "); got != tt.want {
				t.Errorf("after %d minutes: %q, want %q", tt.minutes, got, tt.want)
			}
			tools, err := then.Sessions().Tools(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			calls := 0
			for _, tool := range tools {
				calls += tool.Calls
			}
			elsewhere, err := then.Sessions().Elsewhere(t.Context(), "same")
			same := elsewhere[history.ErrorID{Tool: "publish", Text: "no login #"}].Sessions
			if calls != tt.calls || same != tt.same || err != nil {
				t.Errorf("after %d minutes: %d calls, %d other sessions, %v", tt.minutes, calls, same, err)
			}
		}
		if all, err := d.Sessions().List(t.Context()); err != nil || !all[0].At.Equal(day0.Add(3*time.Hour)) {
			t.Errorf("now: %+v, %v", all, err)
		}
	})
}

// Only the newest of several transcripts of a session that wait is stored.
func TestWaitingTranscriptsAreReplaced(t *testing.T) {
	hold := make(chan struct{})
	described := []string(nil)
	c := history.Config{
		Path:    t.TempDir() + "/h.db",
		Now:     func() time.Time { return day0 },
		Prepare: func(context.Context) { <-hold },
	}
	d := open(t, c)
	for _, said := range []string{"one", "two", "three"} {
		s := transcriptOf(t, "s", said, day0)
		d.Sessions().Record(history.LoadedSession{
			ID:      "s",
			At:      day0,
			Records: s.Records,
			Describe: func() history.SessionContent {
				described = append(described, said)
				return s.Describe()
			},
		})
	}
	close(hold)
	d.Flush()
	if all, err := d.Sessions().List(t.Context()); !slices.Equal(described, []string{"three"}) || len(all) != 1 ||
		all[0].Title != "three" ||
		err != nil {
		t.Errorf("described %v, sessions %v, error %v", described, all, err)
	}
}

// A session with the API key is not stored, which is reported once, without the key.
func TestSessionsThatAreNotStored(t *testing.T) {
	t.Parallel()
	ended, end := context.WithCancel(t.Context())
	end()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		recordSession(d, transcriptOf(t, "s", "the key is "+secretKey, day0))
		p := d.Problem(ended)
		if p == nil || p.Kind != history.SessionHasKey || strings.Contains(p.Error(), secretKey) {
			t.Errorf("the problem is %v", p)
		}
		recordSession(d, transcriptOf(t, "s", "the key is still "+secretKey, day0))
		if p := d.Problem(ended); p != nil {
			t.Errorf("reported again: %v", p)
		}
		c.NoSessions = true
		recordSession(open(t, c), transcriptOf(t, "s", "hello", day0))
		if ids := sessionIDs(t, d); len(ids) > 0 {
			t.Errorf("stored: %v", ids)
		}
	})
}

// A session that is too large is not stored, which is reported once.
func TestSessionsThatAreTooLarge(t *testing.T) {
	t.Parallel()
	ended, end := context.WithCancel(t.Context())
	end()
	random := make([]byte, 30_000_000) // which compression makes hardly smaller
	rand.NewChaCha8([32]byte{}).Read(random)
	c := history.Config{Path: filepath.Join(t.TempDir(), "h.db"), Site: "https://a.example", Key: secretKey}
	d := open(t, at(c, day0))
	for range 2 {
		recordSession(d, transcriptOf(t, "s", base64.StdEncoding.EncodeToString(random), day0))
	}
	if p := d.Problem(ended); p == nil || p.Kind != history.SessionTooLarge {
		t.Errorf("the problem is %v", p)
	}
	if p := d.Problem(ended); p != nil {
		t.Errorf("reported again: %v", p)
	}
	if ids := sessionIDs(t, d); len(ids) > 0 {
		t.Errorf("stored: %v", ids)
	}
}

// Sessions are deleted by age, by size and on request, with all that belongs to them.
func TestRetentionOfSessions(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		random := func() string {
			b := make([]byte, 4000)
			for i := range b {
				b[i] = 'a' + byte(rand.IntN(26))
			}
			return string(b)
		}
		for i := range 6 {
			recordSession(d, transcriptOf(t, fmt.Sprint("s", i), random(), day0.Add(time.Duration(i)*24*time.Hour)))
		}
		if n, err := d.Content().Prune(t.Context(), day0.Add(36*time.Hour)); n != 2 || err != nil {
			t.Errorf("pruned %d, error %v", n, err)
		}
		if ids := sessionIDs(t, d); !slices.Equal(ids, []string{"s2", "s3", "s4", "s5"}) {
			t.Errorf("after pruning by age: %v", ids)
		}
		recordSession(d, transcriptOf(t, "s2", random(), day0.Add(10*24*time.Hour))) // the newest now
		d.RecordPlatforms(day0, []api.Platform{{Platform: "x"}})                     // without a load nothing is pruned
		d.Close(t.Context())

		small := at(c, day0.Add(11*24*time.Hour))
		small.KeepBytes = 14_000 // a half is enough for two
		d = open(t, small)
		d.Flush()
		if ids := sessionIDs(t, d); !slices.Contains(ids, "s2") || len(ids) > 2 {
			t.Errorf("after pruning by size: %v", ids)
		}
		if _, err := d.Content().Clear(t.Context()); err != nil {
			t.Fatal(err)
		}
		db, err := d.SQL(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range []string{"sessions", "transcripts", "calls", "failures", "words"} {
			n := 0
			if err := db.QueryRow(`SELECT count(*) FROM history_` + table).Scan(&n); n != 0 || err != nil {
				t.Errorf("%d rows in %s, error %v", n, table, err)
			}
		}
	})
}

// What is stored of sessions appears in summaries and exports, and counts when the history
// is cleared.
func TestSessionsInSummaries(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		recordSession(d, transcriptOf(t, "s1", "hello", day0))
		all, bytes, err := d.Content().Summaries(t.Context())
		if err != nil || bytes == 0 || len(all) != 1 || all[0].Kind != "transcript" || all[0].Items != 1 ||
			!all[0].Last.Equal(day0) {
			t.Errorf("summaries %+v, %d bytes, error %v", all, bytes, err)
		}
		records, err := d.Content().Records(t.Context())
		if err != nil || len(records) != 1 || records[0].ID != "s1" ||
			!strings.Contains(string(records[0].Value), `"title":"hello"`) {
			t.Errorf("records %+v, error %v", records, err)
		}
		if would, err := d.Content().Clearing(t.Context()); would.Own != 1 || err != nil {
			t.Errorf("clearing %+v, error %v", would, err)
		}
	})
}

// A search finds the sessions with all words, also the beginning of a word and Chinese ones,
// but only those of its key.
func TestSearchSessions(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		recordSession(d, transcriptOf(t, "bakery", "harbor bakes mühe 登录 登 录", day0))
		recordSession(d, transcriptOf(t, "market", "night market harbors", day0))
		other := c
		other.Key = "another"
		recordSession(open(t, other), transcriptOf(t, "other", "harbor", day0))
		word := func(s string) history.Word { return history.Word{Text: s} }
		for _, test := range []struct {
			words []history.Word
			want  string
		}{
			{[]history.Word{word("harbor")}, "bakery"},
			{[]history.Word{{Text: "harbor", Prefix: true}}, "bakery market"},
			{[]history.Word{word("harbor"), {Text: "bak", Prefix: true}}, "bakery"},
			{[]history.Word{word("harbor"), word("market")}, ""},
			{[]history.Word{word("bak")}, ""},
			{[]history.Word{word("mühe")}, "bakery"},
			{[]history.Word{word("登录")}, "bakery"},
			{[]history.Word{word("录登")}, ""},
			{nil, ""},
		} {
			found, err := d.Sessions().Search(t.Context(), test.words)
			ids := make([]string, len(found))
			for i := range found {
				ids[i] = found[i].ID
			}
			if got := strings.Join(ids, " "); got != test.want || err != nil {
				t.Errorf("%v: found %q, want %q, error %v", test.words, got, test.want, err)
			}
		}
		recordSession(d, transcriptOf(t, "bakery", "something else", day0))
		if found, err := d.Sessions().Search(t.Context(), []history.Word{word("bakes")}); len(found) > 0 || err != nil {
			t.Errorf("the words before are found in %+v, error %v", found, err)
		}
	})
}

// The words of a long session are in several rows in SQLite. A search finds it by words of different rows, and no more
// once it is stored again without them, or deleted.
func TestSearchLongSessions(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		var words strings.Builder
		words.WriteString("first")
		for n := range 50_000 {
			fmt.Fprintf(&words, " w%06d", n)
		}
		long := transcriptOf(t, "long", "hello", day0)
		describe := long.Describe
		long.Describe = func() history.SessionContent {
			content := describe()
			content.Words = words.String() + " last"
			return content
		}
		recordSession(d, transcriptOf(t, "short", "first last", day0))
		recordSession(d, long)
		finds := func(want int, words ...string) {
			t.Helper()
			query := make([]history.Word, len(words))
			for i, word := range words {
				query[i].Text = word
			}
			found, err := d.Sessions().Search(t.Context(), query)
			if len(found) != want || err != nil {
				t.Errorf("%v: found %+v, want %d sessions, error %v", words, found, want, err)
			}
		}
		db, err := d.SQL(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		has := func(inSQLite, inPostgres int) {
			t.Helper()
			want := inSQLite
			if c.Postgres != "" {
				want = inPostgres
			}
			rows := 0
			err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM history_words`).Scan(&rows)
			if rows != want || err != nil {
				t.Errorf("%d rows of words, want %d, error %v", rows, want, err)
			}
		}
		has(1+25, 2) // 400 kB in rows of up to 16 kB
		finds(2, "first", "last")
		for n := 0; n < 50_000; n += 500 { // also words beside those where a row ends
			finds(1, "first", fmt.Sprintf("w%06d", n), "last")
		}
		recordSession(d, transcriptOf(t, "long", "changed", day0))
		has(2, 2)
		finds(1, "changed")
		finds(1, "first", "last")
		finds(0, "w000000")
		finds(0, "w049999")
		recordSession(d, long)
		finds(1, "w049999")
		if _, err := d.Content().Clear(t.Context()); err != nil {
			t.Fatal(err)
		}
		has(0, 0)
		finds(0, "w000000")
		finds(0, "w049999")
	})
}

// Recorders with several keys store sessions at the same time.
func TestSessionsOfSeveralKeys(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		const keys, each = 4, 10
		var all [keys]*history.DB
		var wait sync.WaitGroup
		for k := range all {
			other := c
			other.Key = fmt.Sprint("key", k)
			all[k] = open(t, other)
			wait.Go(func() {
				for i := range each {
					recordSession(all[k], transcriptOf(t, fmt.Sprint("s", i), fmt.Sprint("of key ", k), day0))
				}
			})
		}
		wait.Wait()
		for k, d := range all {
			for i := range each {
				got, found, err := d.Sessions().Transcript(t.Context(), fmt.Sprint("s", i))
				if want := fmt.Sprint("of key ", k); !found || err != nil || got.Title != want ||
					len(got.Records) != 1 {
					t.Errorf("session %d of key %d: found: %v, title %q, error %v", i, k, found, got.Title, err)
				}
			}
		}
	})
}

// A transcript is stored in pieces and read back as it was sent: parts of several megabytes,
// malformed messages, messages without parts, and members that look like an empty list of
// parts. It is not held as a whole while it is stored.
func TestLargeTranscriptIsStoredInPieces(t *testing.T) {
	noise := make([]byte, 3<<20)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[r.IntN(36)]
	}
	records, err := api.DecodeRows[api.MessageRecord]([]byte(`[
		{"id":"1","sessionId":"s","message":{"id":"m","role":"user","parts":[]},"createdAt":"x"},
		{"id":"2 \"parts\":[]","sessionId":"s","message":{"id":"m","role":"user","parts":[{"type":"text","text":"` +
		string(noise) + `"},{"parts":[]},"odd"],"more":{"parts":[]}},"createdAt":"x"},
		{"id":3,"sessionId":"s","message":{"id":"m","role":"user","parts":[{"a":1}]},"createdAt":"x"},
		{"id":"4","sessionId":"s","message":{"id":"m","role":"user"},"createdAt":"x"}]`))
	if err != nil {
		t.Fatal(err)
	}
	sent, _ := api.Marshal(records)
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		s := history.LoadedSession{ID: "s", At: day0, Records: records, Describe: func() history.SessionContent {
			return history.SessionContent{Session: history.Session{ID: "s", At: day0}}
		}}
		recordSession(d, s)
		db, err := d.SQL(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var count, largest int
		if err := db.QueryRow(
			`SELECT count(*), max(length(body)) FROM history_transcripts`,
		).Scan(&count, &largest); err != nil || count < 10 || largest > 1<<20 {
			t.Errorf("%d pieces of up to %d bytes, error %v", count, largest, err)
		}
		got, found, err := d.Sessions().Transcript(t.Context(), "s")
		if err != nil || !found {
			t.Fatalf("found %v, error %v", found, err)
		}
		if stored, _ := api.Marshal(got.Records); string(stored) != string(sent) {
			t.Errorf("%d bytes were stored, %d sent", len(stored), len(sent))
		}
		if got.Bytes < 1<<20 {
			t.Errorf("the transcript takes %d bytes", got.Bytes)
		}
		s.At = day0.Add(time.Hour)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		recordSession(d, s) // only the time is new
		if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<20 {
			t.Errorf(
				"recording an unchanged session of %d bytes allocates %d",
				len(sent),
				after.TotalAlloc-before.TotalAlloc,
			)
		}
	})
}
