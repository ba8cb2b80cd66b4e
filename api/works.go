package api

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// WorkQuery identifies a work on a platform (4.6). Each call queries the
// platform live, uses its quota and stores a snapshot: make one per deliberate
// action of the user.
type WorkQuery struct {
	Platform  string
	WorkID    string
	AccountID string // "" leaves the parameter out
}

// NoWorks is why a site has no work details of a platform.
type NoWorks string

// The reasons.
const (
	NoWorksUnsupported NoWorks = "unsupported" // capabilities.work.getDetail is false
	NoWorksElsewhere   NoWorks = "elsewhere"   // only the other site serves the platform
	NoWorksYet         NoWorks = "yet"         // no site serves the platform yet
)

// NoWorks returns why a request for work details would be in vain, "" if it may succeed.
func (p *Platform) NoWorks() NoWorks {
	status := p.Status.Or("")
	if status == PlatformComingSoon {
		return NoWorksYet
	}
	if p.WorkDetail() == Unsupported {
		return NoWorksUnsupported
	}
	if status == PlatformUnavailable {
		return NoWorksElsewhere
	}
	return ""
}

// WorkNeedsAccount reports whether a request for work details must name an account of the
// platform: deployments refuse all others (code 16037). Where it is not stated that the platform
// has work details, that is not known.
func (p *Platform) WorkNeedsAccount() bool {
	return p.NoWorks() == "" && p.WorkDetail() == Supported
}

// WorkDetail is the payload of work details (2.5).
type WorkDetail struct {
	Row        `json:"-"`
	Platform   string         `json:"platform"`
	Work       Opt[Work]      `json:"work,omitzero"`
	Snapshots  []Snapshot     `json:"snapshots,omitzero"`
	Extra      jsontext.Value `json:"extra,omitzero"` // an object; pending is the listed member
	SnapshotID Opt[string]    `json:"snapshotId,omitzero"`
	FetchedAt  Opt[string]    `json:"fetchedAt,omitzero"`
	Message    Opt[string]    `json:"message,omitzero"` // seen in place of a work
	Unknown    jsontext.Value `json:",embed"`
}

// Work is a published work (2.5). Values of MediaType and Status are open.
type Work struct {
	ID          Opt[string]    `json:"id,omitzero"`
	URL         Opt[string]    `json:"url,omitzero"`
	Title       Opt[string]    `json:"title,omitzero"`
	Description Opt[string]    `json:"description,omitzero"`
	MediaType   Opt[string]    `json:"mediaType,omitzero"`
	CoverURL    Opt[string]    `json:"coverUrl,omitzero"`
	PublishedAt Opt[string]    `json:"publishedAt,omitzero"`
	Status      Opt[string]    `json:"status,omitzero"`
	Unknown     jsontext.Value `json:",embed"`
}

// Snapshot is the state of a work at one time (2.5). FetchedAt is the time of
// the numbers; SnapshotAt is often the time of publishing.
type Snapshot struct {
	ID             string         `json:"id"`
	PlatformWorkID Opt[string]    `json:"platformWorkId,omitzero"`
	SnapshotAt     Opt[string]    `json:"snapshotAt,omitzero"`
	FetchedAt      Opt[string]    `json:"fetchedAt,omitzero"`
	Work           Opt[Work]      `json:"work,omitzero"`
	Metrics        Metrics        `json:"metrics,omitzero"`
	Extra          jsontext.Value `json:"extra,omitzero"`
	Unknown        jsontext.Value `json:",embed"`
}

// Metrics are the numbers of a snapshot (2.5), in the order in which they were
// sent. The interface lists viewCount, likeCount and commentCount; deployments
// send more, and any may be missing.
type Metrics []Metric

// Metric is one named number. If the service sent null or something other than a
// number, Value is not set and Raw holds what was sent.
type Metric struct {
	Name  string
	Value Number
	Raw   jsontext.Value
}

// UnmarshalJSONFrom reads an object of numbers in document order, or null. Anything else is an error.
func (m *Metrics) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := dec.ReadValue()
	if err == nil && v.Kind() != '{' && v.Kind() != 'n' {
		err = fmt.Errorf("%s is not an object", v)
	}
	m.set(v)
	return err
}

// set reads an object, nil for any other value.
func (m *Metrics) set(v jsontext.Value) {
	*m = nil
	if v.Kind() == '{' {
		*m = Metrics{}
	}
	for name, v := range Members(v.Clone()) { // the text of a row changes with the next read
		metric := Metric{Name: name, Raw: v}
		if v.Kind() == '0' {
			metric = Metric{Name: name, Value: number(string(v))}
		}
		*m = append(*m, metric)
	}
}

// MarshalJSONTo writes the numbers as one object, in their order. The error is that of the encoder.
func (m Metrics) MarshalJSONTo(enc *jsontext.Encoder) error {
	if m == nil {
		return enc.WriteToken(jsontext.Null)
	}
	var object jsontext.Value
	for _, metric := range m {
		value := metric.Raw
		if value == nil {
			value = jsontext.Value(cmp.Or(metric.Value.String(), "null"))
		}
		object = appendMember(object, jsontext.Value(quoteJSON(metric.Name)), value)
	}
	if object == nil {
		object = jsontext.Value("{")
	}
	return enc.WriteValue(append(object, '}'))
}

// Pending reads extra.pending (2.5). What sets or clears it is not stated.
func (d *WorkDetail) Pending() Opt[bool] { return pending(d.Extra) }

// Pending reads extra.pending (2.5). What sets or clears it is not stated.
func (s *Snapshot) Pending() Opt[bool] { return pending(s.Extra) }

func pending(extra jsontext.Value) Opt[bool] {
	var e struct {
		Pending Opt[bool] `json:"pending"`
	}
	if json.Unmarshal(extra, &e) != nil {
		return Opt[bool]{}
	}
	return e.Pending
}

// OpWorkDetail is the call of [Client.WorkDetail] (4.6).
const OpWorkDetail Op = "work-detail"

// WorkDetail asks for a work live at its platform (4.6). See [WorkQuery] for
// what that costs. The interface wants the caller to look at
// [Platform.WorkDetail] before; a platform without it is a
// [CodeUnsupportedCapability]. The call is sent again only if no connection was
// made, and never over a connection that was kept from an earlier call. What cannot be sent is an
// [*ArgumentError]; the other errors are those of a call: see [Client].
func (c *Client) WorkDetail(ctx context.Context, q WorkQuery) (WorkDetail, error) {
	call, err := c.workCall(q)
	if err != nil {
		return WorkDetail{}, err
	}
	d, err := sendForRow[WorkDetail](ctx, c, call)
	if err == nil && d.isUnknown() {
		err = &UnknownWorkError{q}
	}
	return d, err
}

// UnknownWorkError is that the service described a work that its platform does not know: some
// platforms answer so for works that were deleted or never existed.
type UnknownWorkError struct{ Query WorkQuery }

func (e *UnknownWorkError) Error() string {
	return fmt.Sprintf("%s does not know the work %s", e.Query.Platform, e.Query.WorkID)
}

func (*UnknownWorkError) class() Class { return ClassNotFound }

// isUnknown reports whether nothing is known of the work: it has no title, description or
// publish time, and each snapshot was made up when it was fetched, with all counts 0.
func (d *WorkDetail) isUnknown() bool {
	named := func(w Opt[Work]) bool {
		work, _ := w.Get()
		return work.Title.Or("") != "" || work.Description.Or("") != "" ||
			work.PublishedAt.Or("") != ""
	}
	if named(d.Work) || len(d.Snapshots) == 0 {
		return false
	}
	for i := range d.Snapshots {
		s := &d.Snapshots[i]
		counted := slices.ContainsFunc(s.Metrics, func(m Metric) bool {
			return !m.Value.IsSet() || m.Value.Sign() != 0
		})
		if named(s.Work) || counted || len(s.Metrics) == 0 || s.SnapshotAt.Or("") == "" ||
			s.SnapshotAt != s.FetchedAt {
			return false
		}
	}
	return true
}

// CheckWork returns the [*ArgumentError] with which [Client.WorkDetail] refuses
// q before anything is sent, nil for none.
func (c *Client) CheckWork(q WorkQuery) error {
	_, err := c.workCall(q)
	return err
}

func (c *Client) workCall(q WorkQuery) (*call, error) {
	platform, err := c.segment("platform", q.Platform)
	if err != nil {
		return nil, err
	}
	work, err := c.segment("platformWorkId", q.WorkID)
	if err != nil {
		return nil, err
	}
	query := url.Values{}
	if q.AccountID != "" {
		name := c.settings.Params.AccountID
		if err := c.texts(name, q.AccountID); err != nil {
			return nil, err
		}
		query.Set(name, q.AccountID)
	}
	return &call{
		op:     OpWorkDetail,
		method: http.MethodGet,
		path:   "/api/v2/channels/works/" + platform + "/" + work,
		query:  query,
		once:   true,
	}, nil
}
