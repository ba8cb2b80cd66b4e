package resource

import (
	"channeldeck/api/findings"
	"channeldeck/ui/text"
)

// FindingNext returns a sentence of advice about a finding, "" for a kind without one. It is clean.
func (v *View) FindingNext(f *findings.Finding) string {
	v = v.Of(f.Site)
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
	return v.Theme.Glyphs.Plain(v.Words.T(id, "Platform", place))
}

// FindingCopies says what the key that copies takes of a finding.
func (v *View) FindingCopies(f *findings.Finding) string {
	return v.Words.N("finding.copies", len(findingIDs(f)))
}

// FindingOpens says what the key that opens shows of a finding.
func (v *View) FindingOpens(f *findings.Finding) string {
	id := "account"
	switch f.Kind.About() {
	case findings.AWork:
		id = "work"
	case findings.AModel:
		id = "model"
	case findings.AnOption:
		id = "option"
	case findings.Accounts:
		if len(f.Accounts) > 1 {
			id = "accounts"
		}
	}
	return v.Words.T("finding.opens." + id)
}

// FindingOthers says how many of the accounts that could have turned abnormal together with those of a
// finding did not, "" for other findings. It is clean.
func (v *View) FindingOthers(f *findings.Finding) string {
	if !f.IsIncident() || f.Turn != findings.ToAbnormal {
		return ""
	}
	subject := v.Of(f.Site).PlatformName(f.ID)
	ofPlatform := f.GroupID == "" && f.Owner == ""
	return v.Of(f.Site).spared(subject, ofPlatform, f.Others)
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
