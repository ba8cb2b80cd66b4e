package api

import "github.com/go-json-experiment/json/jsontext"

// Account is a channel account (interface 2.4). Counts are exact. A count that was
// never fetched is missing, or is 0 while LastStatsTime is missing: see
// [Account.Statistic].
type Account struct {
	Row             `json:"-"`
	ID              string         `json:"id"`
	UserID          string         `json:"userId"`
	Type            string         `json:"type"` // platform identifier
	UID             string         `json:"uid"`  // account identifier on the platform
	Avatar          Opt[string]    `json:"avatar,omitzero"`
	Nickname        string         `json:"nickname"`
	FansCount       Number         `json:"fansCount,omitzero"`
	FollowingCount  Number         `json:"followingCount,omitzero"`
	ReadCount       Number         `json:"readCount,omitzero"`
	LikeCount       Number         `json:"likeCount,omitzero"`
	CollectCount    Number         `json:"collectCount,omitzero"`
	ForwardCount    Number         `json:"forwardCount,omitzero"`
	CommentCount    Number         `json:"commentCount,omitzero"`
	LastStatsTime   Opt[string]    `json:"lastStatsTime,omitzero"` // ISO 8601
	WorkCount       Number         `json:"workCount,omitzero"`
	Income          Number         `json:"income,omitzero"` // unit not shown by the interface
	GroupID         string         `json:"groupId"`
	Status          Number         `json:"status"` // 1 normal, 0 abnormal (part 3)
	Rank            Number         `json:"rank,omitzero"`
	RelayAccountRef Opt[string]    `json:"relayAccountRef,omitzero"`
	CreatedAt       Opt[string]    `json:"createdAt,omitzero"`
	UpdatedAt       Opt[string]    `json:"updatedAt,omitzero"`
	Unknown         jsontext.Value `json:",embed"`
}

// Health is the meaning of an account's status (part 3 of the interface).
type Health uint8

// The health of an account. HealthUnknown stands for a status that the
// interface does not list, or a missing one.
const (
	HealthUnknown Health = iota
	HealthAbnormal
	HealthNormal
)

// Health reads the status; it is a stored value, not a live check.
func (a *Account) Health() Health {
	n, ok := a.Status.Int64()
	switch {
	case ok && n == 1:
		return HealthNormal
	case ok && n == 0:
		return HealthAbnormal
	}
	return HealthUnknown
}

// Statistic returns n, a count or the income of the account. It reports false if n
// is missing, or 0 because the statistics were never fetched.
func (a *Account) Statistic(n Number) (Number, bool) {
	if v, whole := n.Int64(); whole && v == 0 && a.LastStatsTime.Or("") == "" {
		return Number{}, false
	}
	return n, n.IsSet()
}

// AccountQuery filters the account list (4.5). Empty fields do not filter.
// The client cuts lists of over 20 entries into several requests.
type AccountQuery struct {
	IDs    []string // the other two are then ignored, as the service does
	Types  []string // platform identifiers
	Status Opt[int] // 1 normal, 0 abnormal
}

// AccountList is an account list (4.5). If Total exceeds len(List), the service cut
// the list.
type AccountList struct {
	Total Number    `json:"total"`
	List  []Account `json:"list"`
}

// Missing returns how many rows the service counted but did not send, or 0 if the
// list is complete or has no total.
func (l *AccountList) Missing() int64 {
	total, ok := l.Total.Int64()
	if !ok || total <= int64(len(l.List)) {
		return 0
	}
	return total - int64(len(l.List))
}
