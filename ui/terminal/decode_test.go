package terminal

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// overSSH is the time for ESC in a session over SSH.
const overSSH = 100 * time.Millisecond

// name returns a message as text: a key by its name, pasted text in brackets.
func name(msg tea.Msg) string {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return msg.String()
	case tea.MouseMsg:
		return fmt.Sprintf("%s at %d,%d", msg, msg.X, msg.Y)
	}
	return fmt.Sprintf("%T", msg)
}

// network delivers pieces to a decoder, with a clock of its own.
type network struct {
	*decoder
	left time.Duration // until the decoder's time is over
	got  []string
}

func newNetwork(escape time.Duration) *network { return &network{decoder: newDecoder(escape)} }

func (n *network) take(msgs []tea.Msg) {
	for _, msg := range msgs {
		n.got = append(n.got, name(msg))
	}
	n.left = n.timeout()
}

// pass lets time pass.
func (n *network) pass(d time.Duration) {
	for n.left > 0 && n.left <= d {
		d -= n.left
		n.take(n.expire())
	}
	n.left = max(n.left-d, 0)
}

func (n *network) piece(b ...byte) { n.take(n.write(b)) }

// whole are sequences as they come in one read, with the messages that follow.
var whole = []struct{ sent, want string }{
	{"\x1b[B", "down"},
	{"\x1bOA", "up"},
	{"\x1b[1;2A", "shift+up"},
	{"\x1b[1;5D", "ctrl+left"},
	{"\x1b[Z", "shift+tab"},
	{"\x1b[5~", "pgup"},
	{"\x1b[7^", "ctrl+home"},
	{"\x1b[3~", "delete"},
	{"\x1bOP", "f1"},
	{"\x1b[15~", "f5"},
	{"\x1b[[A", "f1"},
	{"\x1b[[E", "f5"},
	{"\x1b[1;2P", "f13"},
	{"\x1b[1;3B", "alt+down"},
	{"\t", "tab"},
	{"\r", "enter"},
	{"\x7f", "backspace"},
	{"\b", "ctrl+h"},
	{"\x00", "ctrl+@"},
	{"\x1f", "ctrl+_"},
	{"\x03", "ctrl+c"},
	{" ", " "},
	{"jjJ?", "j|j|J|?"},
	{"美食", "美|食"},
	{"\xffq\x9b", "q"},
	{"\x1bb", "alt+b"},
	{"\x1b\x7f", "alt+backspace"},
	{"\x1b中", "alt+中"},
	{"\x1b\x1b[A", "esc|up"}, {"\x1b\x1b\x1b[A", "esc|esc|up"}, // keys, not one with Alt
	// The mouse: SGR and X10. Another way to report it is no key either.
	{"\x1b[<0;10;12M\x1b[<0;10;12m", "left press at 9,11|left release at 9,11"},
	{"\x1b[<65;3;4M", "wheel down at 2,3"},
	{"\x1b[<32;5;6M", "left motion at 4,5"},
	{"\x1b[M !!", "left press at 0,0"}, {"\x1b[M\x60\xff\x1b", "wheel up at 222,-6"}, {"\x1b[32;10;10M", ""},
	// Kitty's keys and xterm's modifyOtherKeys.
	{"\x1b[99;5u", "ctrl+c"},
	{"\x1b[27;5;99~", "ctrl+c"},
	{"\x1b[106u", "j"},
	{"\x1b[106;129u", "j"},
	{"\x1b[97;2u", "A"},
	{"\x1b[47:63;2u", "?"},
	{"\x1b[27;2;63~", "?"},
	{"\x1b[27u", "esc"},
	{"\x1b[13;2u", "enter"},
	{"\x1b[9;2u", "shift+tab"},
	{"\x1b[32;2u", " "},
	{"\x1b[32;5u", "ctrl+@"},
	{"\x1b[105;5u", "tab"},
	{"\x1b[98;3u", "alt+b"},
	{"\x1b[57400u", "1"},
	{"\x1b[57414u", "enter"},
	{"\x1b[57419u", "up"},
	{"\x1b[57417;5u", "ctrl+left"},
	{"\x1b[1;1:2B", "down"},
	{"\x1b[229;;229u", "å"},
	// released, with Super, Shift alone
	{"\x1b[97;1:3u", ""}, {"\x1b[1;1:3B", ""}, {"\x1b[99;9u", ""}, {"\x1b[57441u", ""},
	// Answers.
	{"\x1b]11;rgb:0000/0000/0000\x1b\\q", "q"},
	{"\x1b]4;1;rgb:00/ff/00\aq", "q"},
	{"\x1b]10;rgb:ff/ff/ff\aq", "q"},
	{"\x1b]52;c;" + "cXVpdA==" + "\x1b\\q", "q"},
	{"\x1bP1+r544e=787465726d\x1b\\j", "j"},
	{"\x1bP>|quit 1.0\x1b\\j", "j"},
	{"\x1b_Gi=1;q\x1b\\j", "j"},
	{"\x1b^q\x1b\\j", "j"},
	{"\x1bXq\aj", "j"},
	{"\x1b[?62;22c", ""},
	{"\x1b[>1;4000;19c", ""},
	{"\x1b[?2026;2$y", ""},
	{"\x1b[24;80R", ""},
	{"\x1b[1;1R", ""},
	{"\x1b[8;24;80t", ""},
	{"\x1b[I\x1b[O", ""},
	{"\x1b[?1u", ""},
	{"\x1b]2;” \u009cq\aj", "j"},
	{"\x1b]11;rgb:0\x1b[B", "down"},
	{"\x1b[1;\x03", "ctrl+c"},
	{"\x1b[" + strings.Repeat("1;", 500) + "Aj", "j"},
	// Pasted text.
	{"\x1b[200~ls\r\x1b[31m美\xe7\x1b[201\x1b[201~j", "[ls\r\x1b[31m美\x1b[201]|j"}, {"\x1b[200~\x1b[201~", "[]"},
}

func TestSequences(t *testing.T) {
	for _, test := range whole {
		n := newNetwork(overSSH)
		n.piece([]byte(test.sent)...)
		if got := strings.Join(n.got, "|"); got != test.want || n.left > 0 {
			t.Errorf("%q is %q, want %q; waits %v", test.sent, got, test.want, n.left)
		}
	}
}

// Sequences that arrive cut anywhere, with up to 100 ms between the pieces, are decoded as if they arrived whole.
func TestSequencesInPieces(t *testing.T) {
	for _, test := range whole {
		for cut := 1; cut < len(test.sent); cut++ {
			n := newNetwork(overSSH)
			n.piece([]byte(test.sent[:cut])...)
			n.pass(overSSH - 1)
			n.piece([]byte(test.sent[cut:])...)
			if got := strings.Join(n.got, "|"); got != test.want || n.left > 0 {
				t.Errorf("%q and %q are %q, want %q", test.sent[:cut], test.sent[cut:], got, test.want)
			}
		}
	}
}

func TestBeginningsExpire(t *testing.T) {
	for _, test := range []struct {
		sent   string
		escape time.Duration
		after  time.Duration
		want   string
	}{
		{"\x1b", 50 * time.Millisecond, 50 * time.Millisecond, "esc"},
		{"\x1b", overSSH, overSSH, "esc"},
		{"\x1b", 400 * time.Millisecond, 400 * time.Millisecond, "esc"},
		{"\x1b\x1b", overSSH, overSSH, "esc|esc"},
		{"\x1b[", overSSH, pieceTime, "alt+["},
		{"\x1bO", overSSH, pieceTime, "alt+O"},
		{"\x1b]", overSSH, pieceTime, "alt+]"},
		{"\x1bX", overSSH, pieceTime, "alt+X"},
		{"\x1b[7$", overSSH, keyTime, "shift+home"}, // of rxvt
		{"\x1b[1;", overSSH, restTime, ""},
		{"\x1b[?62;4", overSSH, restTime, ""},
		{"\x1b[<0;1", overSSH, restTime, ""},
		{"\x1b[M!", overSSH, restTime, ""},
		{"\xe7\xbe", overSSH, pieceTime, ""},
		{"\xf0\x9f\x8d", overSSH, restTime, ""},
		{"\x1b]11;rgb:qqq", overSSH, restTime, ""},
		{"\x1bP1$r0 q", overSSH, restTime, ""},
		{"\x1b_Gq", overSSH, restTime, ""},
		{"\x1b]qqq", overSSH, pieceTime, ""},
		{"\x1bPqqq", overSSH, pieceTime, ""},
		{"\x1bPqqq\x1b", 400 * time.Millisecond, 400 * time.Millisecond, ""},
	} {
		n := newNetwork(test.escape)
		n.piece([]byte(test.sent)...)
		early := len(n.got)
		n.pass(test.after - 1)
		if len(n.got) > early {
			t.Errorf("%q is %q too soon", test.sent, n.got)
		}
		n.pass(1)
		n.piece('j')
		if got := strings.Join(n.got, "|"); got != strings.TrimPrefix(test.want+"|j", "|") {
			t.Errorf("%q and j are %q, want %s", test.sent, got, test.want)
		}
	}
}

// What was cut after the beginning of an answer is the answer, though its rest is seconds late.
func TestLateRestOfAnAnswer(t *testing.T) {
	answers := []string{
		"\x1b]11;rgb:1e1e/2e2e/qqqq\x1b\\",
		"\x1b]52;c;cXVpdDplcQ==\a",
		"\x1bP1+r71=71q\x1b\\",
		"\x1bP1$r2 q\x1b\\",
		"\x1bP>|quit 1.0\x1b\\",
		"\x1b_Gi=1;q\x1b\\",
		"\x1b[?62;4c",
		"\x1b[24;80R",
		"\x1b[8;24;80t",
	}
	for _, answer := range answers {
		for cut := 3; cut < len(answer); cut++ {
			n := newNetwork(overSSH)
			n.piece([]byte(answer[:cut])...)
			n.pass(4 * time.Second)
			n.piece([]byte(answer[cut:] + "j")...)
			if got := strings.Join(n.got, "|"); got != "j" || n.left > 0 {
				t.Errorf("%q and late %q are %q, want j", answer[:cut], answer[cut:], got)
			}
		}
	}
}

// With a long time for ESC, only what cannot be typed so soon is joined with it.
func TestLongEscapeTime(t *testing.T) {
	for _, test := range []struct{ first, second, want string }{
		{"\x1b", "[B", "down"},
		{"\x1b", "OB", "down"},
		{"\x1b[", "B", "down"},
		{"\x1b[<0;1", ";1M", "left press at 0,0"},
		{"\x1b", "]11;q\a", ""},
		{"\x1b", "j", "esc|j"},
		{"\x1b", "P", "esc|P"},
		{"\x1b", "O", "esc|O"},
		{"\x1b", "[", "esc|["},
		{"\x1b", "\x1b", "esc|esc"},
		{"\x1b", "\r", "esc|enter"},
		{"\x1b[1;", "5A", "ctrl+up"}, {"\xe7", "\xbe\x8e", "美"},
	} {
		n := newNetwork(400 * time.Millisecond)
		n.piece([]byte(test.first)...)
		n.pass(399 * time.Millisecond)
		n.piece([]byte(test.second)...)
		n.pass(keyTime)
		if got := strings.Join(n.got, "|"); got != test.want {
			t.Errorf("%q and %q are %q, want %q", test.first, test.second, got, test.want)
		}
	}
}

// A long answer is swallowed whole, in small pieces too, and is not kept in memory.
func TestLongAnswers(t *testing.T) {
	for _, begin := range []string{"\x1b]52;c;", "\x1bP", "\x1b_", "\x1b^", "\x1bX"} {
		for _, size := range []int{1, 17, 64 << 10} {
			n := newNetwork(overSSH)
			for sent := []byte(begin + strings.Repeat("q", 64<<10) + "\x1b\\j"); len(sent) > 0; {
				piece := sent[:min(size, len(sent))]
				sent = sent[len(piece):]
				n.piece(piece...)
				if n.pass(overSSH - 1); cap(n.rest) > 256<<10 || size == 1 && len(n.rest) > maxKey {
					t.Fatalf("%d bytes are kept", len(n.rest))
				}
			}
			if got := strings.Join(n.got, "|"); got != "j" {
				t.Errorf("%q in pieces of %d: %.100q", begin, size, got)
			}
		}
	}
}

// A paste of 4 MB in small reads takes linear time.
func TestLongPaste(t *testing.T) {
	n := newNetwork(overSSH)
	n.piece([]byte("\x1b[200~")...)
	text := bytes.Repeat([]byte("\x1b[20 "), 4<<20/5)
	for piece := text; len(piece) > 0; piece = piece[min(len(piece), 1000):] {
		n.piece(piece[:min(len(piece), 1000)]...)
	}
	n.piece([]byte("\x1b[201~j")...)
	if len(n.got) != 2 || len(n.got[0]) != len(text)+2 || n.got[1] != "j" {
		t.Errorf("%d messages", len(n.got))
	}
}

// FuzzPieces checks that input in pieces is decoded like input that arrives at once.
func FuzzPieces(f *testing.F) {
	all := ""
	for _, test := range whole {
		f.Add([]byte(test.sent), []byte{1, 2, 200})
		all += test.sent
	}
	f.Add([]byte(all), []byte{1, 0, 3, 99, 7})
	f.Add(
		[]byte(
			"/美食\r\x1b[B\x1b[B\x1b:acc\x1b[A\r\x1b[<64;20;7M\x1b[<0;3;4M\x1b[<0;3;4m\x1b]11;"+
				"rgb:1/2/3\x1b\\jjk\x1b\x1bq",
		),
		[]byte{5, 1, 1, 90},
	)
	f.Fuzz(func(t *testing.T, session, cuts []byte) {
		for _, escape := range []time.Duration{overSSH, 4 * overSSH} {
			want := newNetwork(escape)
			got := newNetwork(escape)
			want.piece(session...)
			want.pass(keyTime)
			for i, rest := 0, session; len(rest) > 0; i++ {
				size := 1
				wait := time.Duration(0)
				if len(cuts) > 0 {
					size = 1 + int(cuts[i%len(cuts)]%16)
					wait = time.Duration(cuts[i%len(cuts)]) * overSSH / 256
				}
				size = min(size, len(rest))
				got.piece(rest[:size]...)
				got.pass(wait)
				rest = rest[size:]
			}
			got.pass(keyTime)
			if !slices.Equal(got.got, want.got) {
				t.Errorf("got  %q\nwant %q", got.got, want.got)
			}
		}
	})
}
