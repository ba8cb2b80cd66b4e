//go:build !windows

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The command compares files with the limits of platforms before they are published, as
// a process of its own: by name, also with blanks and semicolons.
func TestFilesBeforePublishing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "spring; 春 1.gif")
	if err := os.WriteFile(name, []byte("GIF89a\x80\x02\xe0\x01\x00\x00\x00;"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		exit int
		want []string
	}{
		{"options twitter --file FILE -o markdown", ExitDone, []string{"| spring; 春 1.gif | image | ● fits | – |"}},
		{
			"options douyin --file FILE -o markdown",
			ExitInvalid,
			[]string{"✗ rejected | gif, only jpg, jpeg, png, bmp |"},
		},
		{
			"options douyin --file FILE --lang zh -o markdown",
			ExitInvalid,
			[]string{"✗ 不符合 | gif，仅支持 jpg、jpeg、png、bmp |"},
		},
		{
			"options youtube --file FILE -o json",
			ExitInvalid,
			[]string{
				`"kind":"post","verdict":"rejected"`,
				`"limit":"maxImages","unit":"files","bound":0,"actual":1,"text":"1 image, none allowed"`,
			},
		},
		{
			"options youtube --file 14s,mp4,1920x1080,62MB --cover FILE -o markdown",
			ExitDone,
			[]string{"| spring; 春 1.gif | cover | ● fits |"},
		},
		{
			"options xhs --title 一二三四五六七八九十一二三四五六七八九十一 -o csv",
			ExitInvalid,
			[]string{`rejected,"21 characters, at most 20"`},
		},
		{"platforms --file FILE --text Spring -o csv", ExitDone, []string{
			"platform,displayName,verdict,spring; 春 1.gif,text,findings", "facebook,Facebook,fits,fits,fits,",
			"youtube,YouTube,rejected,fits,fits,\"“images with text” isn't accepted, only video; 1 image, " +
				"none allowed; needs: title, category\""}},
		{"platforms --file none.mp4", ExitUsage, []string{"no such file: none.mp4"}},
		{"options douyin --file a.mp4 --check boardId --value {}", ExitUsage, []string{"--check"}},
	} {
		args := append([]string{"--demo"}, strings.Fields(c.args)...)
		for i := range args {
			args[i] = strings.Replace(args[i], "FILE", name, 1)
		}
		cmd := process(t, os.Environ(), append(args[1:], "--demo", "--lang", "en")...)
		if strings.Contains(c.args, "--lang") {
			cmd.Args = cmd.Args[:len(cmd.Args)-2]
		}
		var out strings.Builder
		cmd.Stdout = &out
		cmd.Stderr = &out
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if code := exit(t, cmd); code != c.exit {
			t.Errorf("%s: exit %d, want %d", c.args, code, c.exit)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in\n%s", c.args, want, out.String())
			}
		}
	}
}
