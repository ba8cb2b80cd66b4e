package words

import (
	"strings"
	"testing"
	"time"

	_ "channeldeck/ui/testkit/garbage"
)

func load(t testing.TB, lang Lang) *Words {
	t.Helper()
	w, err := New(lang)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestNumbers(t *testing.T) {
	en := load(t, English)
	zh := load(t, Chinese)
	for _, c := range []struct{ number, exact, shortEn, shortZh string }{
		{"0", "0", "0", "0"},
		{"999", "999", "999", "999"},
		{"1000", "1,000", "1k", "1,000"},
		{"12345", "12,345", "12.3k", "1.2万"},
		{"999999", "999,999", "1M", "100万"},
		{"-12345", "-12,345", "-12.3k", "-1.2万"},
		{"1234567890", "1,234,567,890", "1.2B", "12.3亿"},
		{"9007199254740993", "9,007,199,254,740,993", "9e15", "9e15"},
		{"999999999999999", "999,999,999,999,999", "1,000T", "1,000万亿"},
		{"-9223372036854775808", "-9,223,372,036,854,775,808", "-9.2e18", "-9.2e18"},
		{"1e300", "1e300", "1e300", "1e300"},
		{"12.5", "12.5", "12.5", "12.5"},
		{"0.29", "0.29", "0.29", "0.29"},
		{"999.999", "999.999", "1k", "1,000"},
		{"1.001", "1.001", "1", "1"},
		{"0.004", "0.004", "<0.01", "<0.01"},
		{"-0.004", "-0.004", ">-0.01", ">-0.01"},
		{"-0", "-0", "0", "0"},
		{"-0.00", "-0.00", "0", "0"},
		{"1234.50", "1,234.50", "1.2k", "1,235"},
		{"999950", "999,950", "1M", "100万"},
		{"999499", "999,499", "999k", "99.9万"},
		{"1296101", "1,296,101", "1.3M", "130万"},
		{"16950", "16,950", "17k", "1.7万"},
		{"-16950", "-16,950", "-17k", "-1.7万"},
		{"1150000", "1,150,000", "1.2M", "115万"},
		{"99994999", "99,994,999", "100M", "9,999万"},
		{"9999.4", "9,999.4", "10k", "9,999"},
		{"9999.6", "9,999.6", "10k", "1万"},
		{"0.005", "0.005", "<0.01", "<0.01"},
		{"0.015", "0.015", "0.02", "0.02"},
		{"1e3", "1e3", "1k", "1,000"},
		{"many", "many", "many", "many"},
	} {
		if got := en.Exact(c.number); got != c.exact {
			t.Errorf("Exact(%s) = %s, want %s", c.number, got, c.exact)
		}
		if got := en.Short(c.number); got != c.shortEn {
			t.Errorf("en Short(%s) = %s, want %s", c.number, got, c.shortEn)
		}
		if got := zh.Short(c.number); got != c.shortZh {
			t.Errorf("zh Short(%s) = %s, want %s", c.number, got, c.shortZh)
		}
	}
}

func TestAge(t *testing.T) {
	en := load(t, English)
	zh := load(t, Chinese)
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		age    time.Duration
		en, zh string
	}{
		{0, "0s ago", "0 秒前"},
		{59 * time.Second, "59s ago", "59 秒前"},
		{90 * time.Minute, "90m ago", "90 分钟前"},
		{49 * time.Hour, "49h ago", "49 小时前"},
		{400 * 24 * time.Hour, "400d ago", "400 天前"},
		{-3 * time.Hour, "3h ahead of this clock", "比本机时钟快 3 小时"},
	} {
		if got := en.Ago(now.Add(-c.age), now); got != c.en {
			t.Errorf("en %v: %s, want %s", c.age, got, c.en)
		}
		if got := zh.Ago(now.Add(-c.age), now); got != c.zh {
			t.Errorf("zh %v: %s, want %s", c.age, got, c.zh)
		}
	}
}

func TestForms(t *testing.T) {
	en := load(t, English)
	zh := load(t, Chinese)
	for n, want := range map[int][2]string{
		0:    {"0 clips", "0 条"},
		1:    {"1 clip", "1 条"},
		1200: {"1,200 clips", "1,200 条"},
	} {
		if got := [2]string{en.N("prices.said.clips", n), zh.N("prices.said.clips", n)}; got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestParametersAreNotExpanded passes values that look like parameters.
func TestParametersAreNotExpanded(t *testing.T) {
	if got := load(t, English).T(
		"cli.error.choice",
		"Flag", "Value",
		"Value", "{{.Flag}}",
		"Choices", "x",
	); !strings.Contains(got, "{{.Flag}}") || !strings.Contains(got, "Value") {
		t.Error(got)
	}
}

func TestUnknownIDShowsItself(t *testing.T) {
	if got := load(t, English).T("no.such.id"); got != "no.such.id" {
		t.Errorf("got %q", got)
	}
}

func TestHas(t *testing.T) {
	for _, lang := range Langs() {
		w := load(t, lang)
		for id, want := range map[string]bool{"age.days": true, "age.ago": true, "no.such.id": false} {
			if w.Has(id) != want {
				t.Errorf("%s: Has(%s) is not %v", lang, id, want)
			}
		}
	}
}

// BenchmarkCommands loads the words of every command, BenchmarkAll those that the dashboard
// needs.
func BenchmarkCommands(b *testing.B) {
	for b.Loop() {
		load(b, Chinese).T("cli.short")
	}
}

func BenchmarkAll(b *testing.B) {
	for b.Loop() {
		w := load(b, Chinese)
		_ = w.T("cli.short") + w.T("age.ago")
	}
}

func BenchmarkT(b *testing.B) {
	w := load(b, English)
	for b.Loop() {
		w.T("age.ago", "Age", "3h")
	}
}

// A space that the catalog writes around a value goes where it would stand between two
// Chinese characters, and stays beside Latin letters and numbers.
func TestSpacingOfValues(t *testing.T) {
	for _, c := range []struct {
		lang           Lang
		platform, want string
	}{
		{Chinese, "抖音", "正在从抖音获取…"},
		{Chinese, "YouTube", "正在从 YouTube 获取…"},
		{Chinese, "X（推特）", "正在从 X（推特）获取…"},
		{English, "抖音", "Fetching from 抖音…"},
	} {
		if got := load(t, c.lang).T("works.fetching", "Platform", c.platform); got != c.want {
			t.Errorf("%s: %q, want %q", c.lang, got, c.want)
		}
	}
}

// Where a catalog writes no space, a name in Latin letters or a number has one beside a Chinese
// character, and a Chinese name has none.
func TestSpacesBesideNames(t *testing.T) {
	w := load(t, Chinese)
	for _, c := range []struct{ got, want string }{
		{w.T("cli.options.none", "Platform", "LinkedIn"), "LinkedIn 没有额外的发布选项。"},
		{w.T("cli.options.none", "Platform", "抖音"), "抖音没有额外的发布选项。"},
		{w.T("works.account_elsewhere", "Platform", "YouTube"), "该账号属于 YouTube，请选择本平台的账号。"},
		{
			w.T("works.account_elsewhere", "Platform", "小红书（RED）"),
			"该账号属于小红书（RED），请选择本平台的账号。",
		},
		{w.T("command.failed", "Name", "Deploy", "Reason", "1"), "Deploy 失败：1"},
		{w.T("command.failed", "Name", "部署", "Reason", "1"), "部署失败：1"},
		{w.T("error.hint.wait", "Wait", "90s"), "请在 90s 后重试。"},
		{w.T("error.hint.wait", "Wait", "90 秒"), "请在 90 秒后重试。"},
		{w.T("works.over_time", "Metric", "likeCount"), "likeCount 趋势"},
		{load(t, English).T("age.ago", "Age", "3h"), "3h ago"},
	} {
		if c.got != c.want {
			t.Errorf("%q instead of %q", c.got, c.want)
		}
	}
}
