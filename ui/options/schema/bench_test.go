package schema

import "testing"

// BenchmarkSchema is what opening an option of a usual size costs, step by step.
func BenchmarkSchema(b *testing.B) {
	raw, s := []byte(board), Read([]byte(board))
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			Read(raw)
		}
	})
	b.Run("fields", func(b *testing.B) {
		for b.Loop() {
			s.Fields()
		}
	})
	b.Run("example", func(b *testing.B) {
		for b.Loop() {
			_, _ = s.Example()
		}
	})
	b.Run("check", func(b *testing.B) {
		value := []byte(`{"name":"","privacy":"public","x":1,"sections":[{"title":"t","weight":1.5},{"cover":"no url"},7]}`)
		for b.Loop() {
			_, _ = s.Check(value)
		}
	})
}

// BenchmarkWorst is a schema whose examples use up the work that is spent.
func BenchmarkWorst(b *testing.B) {
	s := Read([]byte(hostile()["wide and deep"]))
	for b.Loop() {
		_, _ = s.Example()
	}
}
