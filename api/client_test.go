package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	_ "channeldeck/ui/testkit/garbage"
)

func TestRequests(t *testing.T) {
	ctx := context.Background()
	for _, tt := range []struct {
		name, method, uri, body, data string
		key                           bool
		call                          func(*Client) error
	}{
		{"messages", "GET", "/api/ai/agent/sessions/s%201%3Fx/messages", "", `[]`, true, func(c *Client) error {
			_, err := c.Messages(ctx, "s 1?x")
			return err
		}},
		{"platforms", "GET", "/api/v2/channels/platforms", "", `[]`, true, func(c *Client) error {
			_, err := c.Platforms(ctx)
			return err
		}},
		{
			"publish options",
			"GET",
			"/api/v2/channels/platforms/You%25Tube/publish-options",
			"",
			`[]`,
			true,
			func(c *Client) error {
				_, err := c.PublishOptions(ctx, "You%Tube")
				return err
			},
		},
		{
			"create group",
			"POST",
			"/api/v2/channels/account-groups",
			`{"name":" 组 \"1\""}`,
			`{"id":"g","name":"n"}`,
			true,
			func(c *Client) error {
				_, err := c.CreateAccountGroup(ctx, NewAccountGroup{Name: ` 组 "1"`})
				return err
			},
		},
		{
			"accounts",
			"GET",
			"/api/v2/channels/accounts?status=0&types%5B%5D=a&types%5B%5D=B",
			"",
			`{"total":0,"list":[]}`,
			true,
			func(c *Client) error {
				_, err := c.Accounts(ctx, AccountQuery{Types: []string{"a", "B", "a"}, Status: Some(0)})
				return err
			},
		},
		{"all accounts", "GET", "/api/v2/channels/accounts", "", `{"total":0,"list":[]}`, true, func(c *Client) error {
			_, err := c.Accounts(ctx, AccountQuery{})
			return err
		}},
		{
			"accounts by id",
			"GET",
			"/api/v2/channels/accounts?ids%5B%5D=a%2Fb%26",
			"",
			`{"total":0,"list":[]}`,
			true,
			func(c *Client) error {
				_, err := c.Accounts(ctx, AccountQuery{IDs: []string{"a/b&"}, Types: []string{"x"}, Status: Some(1)})
				return err
			},
		},
		{
			"work",
			"GET",
			"/api/v2/channels/works/youtube/a:b_c%23?accountId=acc%3D1",
			"",
			`{"platform":"youtube"}`,
			true,
			func(c *Client) error {
				_, err := c.WorkDetail(ctx, WorkQuery{Platform: "youtube", WorkID: "a:b_c#", AccountID: "acc=1"})
				return err
			},
		},
		{
			"work without account",
			"GET",
			"/api/v2/channels/works/youtube/1",
			"",
			`{"platform":"youtube"}`,
			true,
			func(c *Client) error {
				_, err := c.WorkDetail(ctx, WorkQuery{Platform: "youtube", WorkID: "1"})
				return err
			},
		},
		{"models", "GET", "/api/ai/models/video/generation", "", `[]`, false, func(c *Client) error {
			_, err := c.VideoModels(ctx)
			return err
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got *http.Request
			var body []byte
			c, _ := newTestClient(t, func(w http.ResponseWriter, r *http.Request) {
				got = r
				body, _ = io.ReadAll(r.Body)
				io.WriteString(w, envelopeOf(tt.data))
			}, Settings{
				Language:  "zh-CN",
				UserAgent: "channeldeck/1.0 (test)",
				RequestID: func() string { return "id-1" },
			})
			if err := tt.call(c); err != nil {
				t.Fatal(err)
			}
			if got.Method != tt.method || got.RequestURI != tt.uri || string(body) != tt.body {
				t.Errorf("got %s %s %s", got.Method, got.RequestURI, body)
			}
			want := map[string]string{
				"Accept": "application/json", "Accept-Language": "zh-CN", "User-Agent": "channeldeck/1.0 (test)",
				"X-Request-Id": "id-1", "X-Api-Key": "", "Content-Type": "",
			}
			if tt.key {
				want["X-Api-Key"] = testKey
			}
			if tt.body != "" {
				want["Content-Type"] = "application/json"
			}
			for name, value := range want {
				if got.Header.Get(name) != value {
					t.Errorf("%s: %q, want %q", name, got.Header.Get(name), value)
				}
			}
		})
	}
}

func TestParamsAreOverridden(t *testing.T) {
	for _, tt := range []struct {
		repeat bool
		want   string
	}{
		{false, "t%5B%5D=a&t%5B%5D=b"},
		{true, "t=a&t=b"},
	} {
		var got string
		c, _ := newTestClient(t, func(w http.ResponseWriter, r *http.Request) {
			got = r.URL.RawQuery
			success(`{"total":0,"list":[]}`)(w, r)
		}, Settings{Params: Params{Types: "t", Repeat: tt.repeat}})
		if _, err := c.Accounts(context.Background(), AccountQuery{Types: []string{"a", "b"}}); err != nil {
			t.Fatal(err)
		}
		if got != tt.want {
			t.Errorf("%t: %s", tt.repeat, got)
		}
	}
}

func TestBaseURL(t *testing.T) {
	for in, want := range map[string]string{
		"https://api.example.com":            "https://api.example.com",
		"https://api.example.com/":           "https://api.example.com",
		"https://api.example.com/api":        "https://api.example.com",
		"https://api.example.com//api//":     "https://api.example.com",
		" HTTPS://API.example.com:443/api/ ": "https://api.example.com",
		"https://api.example.com/api/api":    "https://api.example.com/api",
		"https://api.example.com/rapi":       "https://api.example.com/rapi",
		"https://gw.example.com/a%20b/api":   "https://gw.example.com/a%20b",
		"http://127.0.0.1:8787":              "http://127.0.0.1:8787",
		"http://[::1]:80/api":                "http://[::1]",
		"http://[::1]:8080":                  "http://[::1]:8080",
	} {
		c, err := New(in, Settings{})
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		if c.BaseURL() != want {
			t.Errorf("%q became %q, want %q", in, c.BaseURL(), want)
		}
	}
	for in, reason := range map[string]Reason{
		"":                                  ReasonBlank,
		" ":                                 ReasonBlank,
		"api.example.com":                   ReasonScheme,
		"ftp://api.example.com":             ReasonScheme,
		"https:api.example.com":             ReasonHost,
		"https://":                          ReasonHost,
		"https://user:hunter2@example.com":  ReasonUserInfo,
		"https://example.com?x=1":           ReasonQuery,
		"https://example.com?":              ReasonQuery,
		"https://example.com#":              ReasonFragment,
		"https://example.com/#top":          ReasonFragment,
		"https://user:hunter2@exa mple.com": ReasonURL,
	} {
		_, err := New(in, Settings{})
		wantArgument(t, err, "base_url", reason)
		if strings.Contains(fmt.Sprint(err), "hunter2") {
			t.Errorf("the error repeats a password: %v", err)
		}
	}
}

func wantArgument(t *testing.T, err error, field string, reason Reason) {
	t.Helper()
	e, ok := errors.AsType[*ArgumentError](err)
	if !ok || e.Field != field || e.Reason != reason {
		t.Errorf("got %v, want %s: %s", err, field, reason)
		return
	}
	if e.Error() == "" || strings.HasSuffix(e.Error(), "is refused") {
		t.Errorf("%s has no sentence: %q", reason, e.Error())
	}
}

func TestKeyIsChecked(t *testing.T) {
	for _, key := range []string{"a key", "key\n", "schlüssel"} {
		_, err := New("https://example.com", Settings{APIKey: key})
		wantArgument(t, err, "api_key", ReasonHeader)
	}
}

func TestArgumentsAreChecked(t *testing.T) {
	ctx := context.Background()
	c := mustNew(t, "http://localhost", Settings{
		APIKey: testKey,
		Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			t.Errorf("sent %s", r.URL)
			return nil, errors.New("sent")
		}),
	})
	for id, reason := range map[string]Reason{
		"":                    ReasonBlank,
		" \t":                 ReasonBlank,
		".":                   ReasonDots,
		"..":                  ReasonDots,
		"a/b":                 ReasonSlash,
		"https://h/a/b/?c=/d": ReasonSlash,
		"a\x00b":              ReasonControl,
		"a\nb":                ReasonControl,
		"a\u0085b":            ReasonControl,
		"a\xffb":              ReasonUTF8,
		testKey:               ReasonKey,
	} {
		_, err := c.Messages(ctx, id)
		wantArgument(t, err, "sessionId", reason)
		if got := new(ArgumentError); reason == ReasonSlash && errors.As(err, &got) && got.Last != "b" {
			t.Errorf("the last part of %q is %q", id, got.Last)
		}
		_, err = c.PublishOptions(ctx, id)
		wantArgument(t, err, "platform", reason)
		_, err = c.WorkDetail(ctx, WorkQuery{Platform: id, WorkID: "1"})
		wantArgument(t, err, "platform", reason)
		_, err = c.WorkDetail(ctx, WorkQuery{Platform: "x", WorkID: id})
		wantArgument(t, err, "platformWorkId", reason)
		wantArgument(t, c.CheckWork(WorkQuery{Platform: "x", WorkID: id}), "platformWorkId", reason)
	}
	if err := c.CheckWork(WorkQuery{Platform: "x", WorkID: "a:b_1", AccountID: "x_1"}); err != nil {
		t.Errorf("a valid query: %v", err)
	}
	_, err := c.WorkDetail(ctx, WorkQuery{Platform: "x", WorkID: "1", AccountID: " "})
	wantArgument(t, err, "accountId", ReasonBlank)
	for _, q := range []AccountQuery{{IDs: []string{"a", ""}}, {Types: []string{" "}}} {
		_, err = c.Accounts(ctx, q)
		wantArgument(t, err, map[bool]string{true: "ids", false: "types"}[q.IDs != nil], ReasonBlank)
	}
	_, err = c.Accounts(ctx, AccountQuery{Status: Some(2)})
	wantArgument(t, err, "status", ReasonRange)
	_, err = c.CreateAccountGroup(ctx, NewAccountGroup{})
	wantArgument(t, err, "name", ReasonBlank)
	_, err = c.CreateAccountGroup(ctx, NewAccountGroup{Name: "a\xff"})
	wantArgument(t, err, "name", ReasonUTF8)
}

func TestReadOnlyRefusesTheOnlyCallThatChanges(t *testing.T) {
	got := new(recorder)
	c, _ := newTestClient(t, got.record(success(`{"platform":"x","total":0,"list":[]}`)), Settings{ReadOnly: true})
	_, err := c.CreateAccountGroup(context.Background(), NewAccountGroup{Name: "n"})
	wantArgument(t, err, "create-account-group", ReasonReadOnly)
	if _, err := c.Accounts(context.Background(), AccountQuery{}); err != nil {
		t.Error(err)
	}
	if len(got.all()) != 1 {
		t.Errorf("%d requests were sent", len(got.all()))
	}
}

func TestPrintedClientHidesTheKey(t *testing.T) {
	c := mustNew(t, "https://example.com", Settings{APIKey: testKey})
	holder := struct {
		Client  *Client
		private *Client
		value   Client
	}{c, c, *c}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%p"} {
		for _, v := range []any{c, *c, holder, &holder, c.settings, &c.settings} {
			if s := fmt.Sprintf(verb, v); strings.Contains(s, testKey) ||
				strings.Contains(s, fmt.Sprintf("%x", testKey)) {
				t.Errorf("%s of %T prints the key: %s", verb, v, s)
			}
		}
	}
	if got := fmt.Sprint(c); got != "api.Client(https://example.com)" || !c.HasKey() {
		t.Errorf("prints as %s", got)
	}
	if c := mustNew(t, "https://example.com", Settings{APIKey: ""}); c.HasKey() {
		t.Error("an empty key is a key")
	}
}

func TestAttemptsAreLogged(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	c, _ := newTestClient(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"code":15071,"message":"slow down, %s","data":{}}`, r.Header.Get("X-Api-Key"))
	}, Settings{Logger: log})
	if _, err := c.Accounts(context.Background(), AccountQuery{Types: []string{"x"}}); err == nil {
		t.Fatal("no error")
	}
	line := out.String()
	for _, want := range []string{
		"op=accounts",
		"method=GET",
		"path=/api/v2/channels/accounts",
		"attempt=1",
		"code 15071",
		"[API key]",
	} {
		if !strings.Contains(line, want) {
			t.Errorf("the log lacks %s: %s", want, line)
		}
	}
	if strings.Contains(line, testKey) {
		t.Errorf("the log holds the key: %s", line)
	}
}

func TestDefaultsOfTheTransport(t *testing.T) {
	c := mustNew(t, "https://example.com", Settings{})
	plain := c.plain.Transport.(*http.Transport)
	once := c.once.Transport.(*http.Transport)
	if plain.DisableKeepAlives || !once.DisableKeepAlives {
		t.Error("calls with effects must have a connection of their own")
	}
	if plain.TLSHandshakeTimeout != connectTimeout {
		t.Errorf("the handshake may take %s", plain.TLSHandshakeTimeout)
	}
}
