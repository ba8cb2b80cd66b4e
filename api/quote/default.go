package quote

// defaultCount is the number of clips of the default question, so that it has a total.
const defaultCount = 10

// DefaultQuestion is for the mode, resolution and duration for which most models state a
// price, a zero question if none states all three.
func (c *Catalog) DefaultQuestion() Question {
	type kind struct{ mode, resolution, duration string }
	models := map[kind]map[*Model]bool{}
	first := map[kind]int{}
	var best kind
	questions := map[kind]Question{}
	for i, r := range c.Match(Filter{}) {
		if r.Mode == "" || r.Resolution == "" || !r.Duration.IsSet() || !r.Price.IsSet() {
			continue
		}
		k := kind{r.Mode, r.Resolution, r.Duration.String()}
		if models[k] == nil {
			models[k] = map[*Model]bool{}
			first[k] = i
			questions[k] = Question{
				Filter: Filter{Mode: r.Mode, Resolution: r.Resolution, Duration: r.Duration},
				Count:  defaultCount,
			}
		}
		models[k][r.Model] = true
		more := len(models[k]) - len(models[best])
		if more > 0 || more == 0 && first[k] < first[best] {
			best = k
		}
	}
	return questions[best]
}
