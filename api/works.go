package api

import "github.com/go-json-experiment/json/jsontext"

// WorkQuery names one work on a platform (4.6). A call with it asks the
// platform live, uses its quota and stores a snapshot: make one for one
// deliberate act of a person.
type WorkQuery struct {
	Platform  string
	WorkID    string
	AccountID string // "" leaves the parameter out
}

// WorkDetail is the payload of work details (2.5).
type WorkDetail struct {
	Platform   string         `json:"platform"`
	Work       Opt[Work]      `json:"work,omitzero"`
	Snapshots  []Snapshot     `json:"snapshots,omitzero"`
	Extra      jsontext.Value `json:"extra,omitzero"` // an object; pending is the listed member
	SnapshotID Opt[string]    `json:"snapshotId,omitzero"`
	FetchedAt  Opt[string]    `json:"fetchedAt,omitzero"`
	Message    Opt[string]    `json:"message,omitzero"` // seen where there is no work
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

// Metric is one named number. Value is not set where null was sent; Raw then,
// or where it was no number at all, is what was sent.
type Metric struct {
	Name  string
	Value Number
	Raw   jsontext.Value
}
