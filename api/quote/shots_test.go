package quote

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"channeldeck/api"
)

func TestParseShots(t *testing.T) {
	for text, want := range map[string]string{
		"8s i2v x20 + 5s 720p t2v": "mode=image2video s=8 n=20 | mode=text2video res=720P s=5",
		"8s+5s":                    "s=8 | s=5",
		"8秒图生视频20条＋5秒文生视频": "mode=image2video s=8 n=20 | mode=text2video s=5",
		"8s + ":                          "s=8",
		" + + 8s":                        "s=8",
		"8s budget:900":                  "s=8 budget 900",
		"8s budget 900 + x2":             "s=8 | n=2 budget 900",
		"预算900 8秒":                       "s=8 budget 900",
		"8s + 5s budget: 900.5":          "s=8 | s=5 budget 900.5",
		"tag:fast+5s":                    "tag=fast | s=5",
		`tag:"a+b" 5s`:                   "s=5 tag=a+b",
		"8s + 5s budget:900 + budget:90": "s=8 | s=5 budget 900 (contradict)",
		"8s + nothing+5s":                "s=8 | s=5 (unknown)",
		"8s budget:-1":                   "s=8 (range)",
		"8s + budget":                    "s=8 (missing)",
		"budget:900":                     " budget 900",
		"":                               "",
	} {
		shots, problems := ParseShots(text, testValues())
		list := make([]string, len(shots.List))
		for i, q := range shots.List {
			list[i] = questionText(q)
		}
		got := strings.Join(list, " | ")
		if shots.Budget.IsSet() {
			got += " budget " + shots.Budget.String()
		}
		for _, p := range problems {
			got += fmt.Sprintf(" (%s)", p.Kind)
		}
		if got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
		sent := func(_ Column, value string) string { return value }
		again, problems := ParseShots(shots.Text(testValues(), sent), testValues())
		if fmt.Sprint(again.List) != fmt.Sprint(shots.List) && len(shots.List) > 0 || len(problems) > 0 {
			t.Errorf("%q is written %q", text, shots.Text(testValues(), sent))
		}
	}
	shots, problems := ParseShots(strings.Repeat("1s+", 1000), testValues())
	if len(shots.List) != maxShots || len(problems) != 1 || problems[0].Kind != OutOfRange {
		t.Errorf("%d shots, %d problems", len(shots.List), len(problems))
	}
	if _, problems := ParseQuestion("8s + 5s", testValues()); len(problems) != 1 {
		t.Errorf("two shots are one question: %v", problems)
	}
}

// For random catalogs, shots and budgets, a plan has each model once, in its scope, with
// the sum of what a plain implementation finds for each shot, and the mix is the
// cheapest choice of all.
func TestPlanAgreesWithPlainImplementation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var models []api.VideoModel
		for range rapid.IntRange(0, 5).Draw(t, "models") {
			models = append(models, drawModel(t))
		}
		var shots Shots
		for range rapid.IntRange(1, 4).Draw(t, "shots") {
			shots.List = append(shots.List, drawQuestion(t))
		}
		if rapid.Bool().Draw(t, "with a budget") {
			shots.Budget = api.Int(rapid.Int64Range(1, 300).Draw(t, "budget"))
		}
		seen := 0
		for _, plan := range New(models).Plan(shots) {
			cheapest := make([]*big.Rat, len(shots.List))
			for i := range models {
				if m := &models[i]; m.CreditsScope.Or("") == string(plan.Scope) {
					for k, q := range shots.List {
						if cost := plainCost(m, q); cost != nil && (cheapest[k] == nil || cost.Cmp(cheapest[k]) < 0) {
							cheapest[k] = cost
						}
					}
				}
			}
			checkSum(t, "mix", &plan.Mix, cheapest, shots.Budget)
			for i, sum := range append(plan.Sums, plan.Refused...) {
				seen++
				costs := make([]*big.Rat, len(shots.List))
				for k, q := range shots.List {
					costs[k] = plainCost(sum.Model.VideoModel, q)
				}
				checkSum(t, sum.Model.Name, &sum, costs, shots.Budget)
				if string(plan.Scope) != sum.Model.CreditsScope.Or("") || sum.Total.IsSet() != (i < len(plan.Sums)) {
					t.Fatalf("%s is at the wrong place", sum.Model.Name)
				}
				if i > 0 && i < len(plan.Sums) && plan.Sums[i-1].Total.Cmp(sum.Total) > 0 {
					t.Fatal("sums are out of order")
				}
				if sum.Total.IsSet() && plan.Mix.Total.Cmp(sum.Total) > 0 {
					t.Fatal("the mix is dearer than a model")
				}
			}
		}
		if seen != len(models) {
			t.Fatalf("%d of %d models in the plan", seen, len(models))
		}
	})
}

// plainCost is what a shot costs with a model, nil where it cannot be done.
func plainCost(m *api.VideoModel, q Question) *big.Rat {
	if !plainPasses(m, q) {
		return nil
	}
	rows := plainApplies(m, q)
	d, _ := plainDuration(m, q, rows)
	var lowest *big.Rat
	for _, price := range plainPrices(plainLasting(m, rows, d)) {
		if lowest == nil || price.Cmp(lowest) < 0 {
			lowest = price
		}
	}
	if lowest == nil {
		return nil
	}
	return new(big.Rat).Mul(lowest, big.NewRat(int64(max(q.Count, 1)), 1))
}

func checkSum(t *rapid.T, name string, s *Sum, costs []*big.Rat, budget api.Number) {
	total := new(big.Rat)
	for i, cost := range costs {
		if (s.Offers[i] == nil) != (cost == nil) {
			t.Fatalf("%s, shot %d: offered %v, the plain implementation finds %v", name, i, s.Offers[i] != nil, cost)
		}
		if cost == nil {
			if s.Total.IsSet() {
				t.Fatalf("%s has a total, but cannot do shot %d", name, i)
			}
			if s.Missing > i {
				t.Fatalf("%s: shot %d is missing, not %d", name, i, s.Missing)
			}
			total = nil
			break
		}
		if rat(s.Offers[i].Total).Cmp(cost) != 0 {
			t.Fatalf("%s, shot %d: %v, want %v", name, i, rat(s.Offers[i].Total), cost)
		}
		total.Add(total, cost)
	}
	if total == nil {
		return
	}
	over := new(big.Rat).Sub(total, rat(budget))
	if rat(s.Total).Cmp(total) != 0 || s.Over.IsSet() != (budget.IsSet() && over.Sign() > 0) || s.Over.IsSet() && rat(s.Over).Cmp(over) != 0 {
		t.Fatalf("%s: %v, %v over; want %v of %s", name, rat(s.Total), rat(s.Over), total, budget)
	}
}

// A shot can name its model: the others cannot do all shots then, and a mix does each
// shot with the model that it names.
func TestShotsThatNameModels(t *testing.T) {
	catalog := New(models(t, market))
	shots, problems := ParseShots("dear 8s x2 + cheap 8s 1080p i2v", catalog.Values)
	plans := catalog.Plan(shots)
	if len(problems) > 0 || len(plans[0].Sums) != 0 || plans[0].Mix.Total.String() != "280" {
		t.Fatalf("%v %+v", problems, plans[0].Mix)
	}
	for _, sum := range plans[0].Refused {
		if r := sum.Refusal(sum.Missing); r.Rule != OtherModel {
			t.Errorf("%s: %s", sum.Model.Name, r.Rule)
		}
	}
	if plans[1].Mix.Total.IsSet() {
		t.Errorf("another kind of credits pays for it: %+v", plans[1].Mix)
	}
}
