package explain

import (
	"errors"
	"io/fs"
	"syscall"

	"channeldeck/ui/config"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// System words why the system refused a file, whose own text is English. Of a path only the reason is left,
// as messages name the path themselves.
func System(w *words.Words, err error) string {
	for _, known := range []struct {
		err error
		id  string
	}{
		{fs.ErrNotExist, "missing"},
		{fs.ErrPermission, "denied"},
		{fs.ErrExist, "exists"},
		{syscall.ENOSPC, "full"},
		{syscall.EROFS, "read_only"},
		{syscall.EISDIR, "directory"},
		{syscall.ENOTDIR, "no_directory"},
		{syscall.ELOOP, "loop"},
		{syscall.ENAMETOOLONG, "long_name"},
		{config.ErrNotRegular, "not_regular"},
		{config.ErrTooLarge, "too_large"},
		{config.ErrChanged, "changed"},
		{config.ErrOwner, "owner"},
	} {
		if errors.Is(err, known.err) {
			return w.T("error.system." + known.id)
		}
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return text.Line(err.Error())
}
