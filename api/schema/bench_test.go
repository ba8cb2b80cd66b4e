package schema

import "testing"

// BenchmarkSchema measures the steps of opening an option of the usual size.
func BenchmarkSchema(b *testing.B) {
	raw := []byte(board)
	s := Read([]byte(board))
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
		value := []byte(
			`{"name":"","privacy":"public","x":1,"sections":[{"title":"t","weight":1.5},{"cover":"no url"},7]}`,
		)
		for b.Loop() {
			_, _ = s.Check(value)
		}
	})
}

// BenchmarkWorst measures a schema that uses up the bounds of an example.
func BenchmarkWorst(b *testing.B) {
	s := Read([]byte(hostile()["wide and deep"]))
	for b.Loop() {
		_, _ = s.Example()
	}
}
