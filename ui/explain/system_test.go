package explain_test

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"testing"

	"channeldeck/ui/config"
	"channeldeck/ui/explain"
	"channeldeck/ui/words"
)

// What the system says about a file is in the language of the user, without the path.
func TestReasonsOfTheSystem(t *testing.T) {
	t.Parallel()
	_, missing := os.Open(t.TempDir() + "/gone")
	for err, want := range map[error][2]string{
		missing: {"no such file or directory", "文件或目录不存在"},
		&fs.PathError{Op: "open", Path: "/x", Err: syscall.EACCES}: {"permission denied", "没有权限"},
		syscall.ENOSPC: {"no space left on device", "磁盘空间不足"},
		&fs.PathError{Op: "open", Path: "/x", Err: syscall.ELOOP}:        {"too many levels of links", "符号链接层级过多"},
		&fs.PathError{Op: "open", Path: "/x", Err: syscall.ENAMETOOLONG}: {"file name too long", "文件名过长"},
		config.ErrNotRegular: {"not a regular file", "不是普通文件"},
		config.ErrTooLarge:   {"too large", "文件过大"},
		config.ErrChanged:    {"changed by another program meanwhile", "已被其他程序修改"},
		config.ErrOwner:      {"the owner cannot be kept", "无法保留文件的所有者"},
		errors.New("a\nb"):   {"a b", "a b"},
	} {
		for i, lang := range []words.Lang{words.English, words.Chinese} {
			w, problem := words.New(lang)
			if problem != nil {
				t.Fatal(problem)
			}
			if got := explain.System(w, err); got != want[i] {
				t.Errorf("%v in %s: %q, want %q", err, lang, got, want[i])
			}
		}
	}
}
