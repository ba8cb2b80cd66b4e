package findings

// Record is the JSON of the finding.
func (f *Finding) Record() any { return nil }
