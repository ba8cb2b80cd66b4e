package options

import "channeldeck/api/schema"

// split returns the required members of a schema and its conditions, and the other members. The
// members of alternatives stand below their alternative in both.
func split(fields []schema.Field) (required, optional []schema.Field) {
	s := splitter{}
	for i := range fields {
		s.add(&fields[i])
	}
	s.end()
	return s.required, s.optional
}

// splitter divides the fields of a schema, in order.
type splitter struct {
	required, optional []schema.Field
	to                 *[]schema.Field // where the fields inside the last member go
	alternative        *schema.Field   // the alternative that is being divided, nil for none
	headed             map[*[]schema.Field]bool
}

func (s *splitter) add(f *schema.Field) {
	isMember := f.Depth == 1 || f.Depth == 2 && s.alternative != nil
	switch {
	case f.Depth == 0:
		return
	case f.Depth == 1 && (f.Role == "anyOf" || f.Role == "oneOf"):
		s.end()
		s.alternative = f
		s.headed = map[*[]schema.Field]bool{}
		return
	case isMember && (f.Required || f.Branch()):
		s.to = &s.required
	case isMember:
		s.to = &s.optional
	}
	if f.Depth == 1 {
		s.end()
	} else if s.alternative != nil && !s.headed[s.to] {
		s.headed[s.to] = true
		*s.to = append(*s.to, *s.alternative)
	}
	*s.to = append(*s.to, *f)
}

// end ends an alternative. One without members is among those that are required.
func (s *splitter) end() {
	if s.alternative != nil && len(s.headed) == 0 {
		s.required = append(s.required, *s.alternative)
	}
	s.alternative = nil
}
