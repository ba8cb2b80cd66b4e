package resource

import (
	"channeldeck/api/findings"
	"channeldeck/ui/text"
)

// Next returns a sentence of advice about a finding, "" for a kind without one.
func (t FindingText) Next() string {
	f := t.f
	v := t.v.Of(f.Site)
	id := "finding.next." + string(f.Happened())
	if f.Rule != nil && f.Rule.Unknown != "" {
		id += "_unknown"
	}
	if !v.Words.Has(id) {
		return ""
	}
	place := v.Words.T("finding.next.platforms")
	if f.Platform != "" {
		place = v.PlatformName(f.Platform)
	}
	return t.plain(v.Words.T(id, "Platform", place))
}

// Copies says what the key that copies takes of a finding.
func (t FindingText) Copies() string {
	return t.v.Words.N("finding.copies", len(findingIDs(t.f)))
}

// Opens says what the key that opens shows of a finding.
func (t FindingText) Opens() string {
	id := "account"
	switch t.f.Kind.About() {
	case findings.AWork:
		id = "work"
	case findings.AModel:
		id = "model"
	case findings.AnOption:
		id = "option"
	case findings.Accounts:
		if len(t.f.Accounts) > 1 {
			id = "accounts"
		}
	}
	return t.v.Words.T("finding.opens." + id)
}

// Others says how many of the accounts that could have turned abnormal together with those of a
// finding did not, "" for other findings.
func (t FindingText) Others() string {
	f := t.f
	v := t.v.Of(f.Site)
	if !f.IsIncident() || f.Turn != findings.ToAbnormal {
		return ""
	}
	subject := v.PlatformName(f.ID)
	ofPlatform := f.GroupID == "" && f.Owner == ""
	return v.spared(subject, ofPlatform, f.Others)
}

// findingIDs returns the IDs that are copied for a finding: those of its accounts, or of its subject.
func findingIDs(f *findings.Finding) []string {
	if len(f.Accounts) == 0 {
		return []string{f.ID}
	}
	ids := make([]string, len(f.Accounts))
	for i, a := range f.Accounts {
		ids[i] = text.Line(a.ID)
	}
	return ids
}
