package config

import (
	"context"
	"net/url"
	"strconv"
	"strings"
)

// historyPassword is the setting of a program that prints the password of the
// PostgreSQL user of the history.
const historyPassword = "history_password_command"

// parseHistory accepts true, false and the URL of a PostgreSQL database without a
// password. Errors do not contain the text.
func parseHistory(text string) (string, error) {
	if b, err := strconv.ParseBool(text); err == nil {
		return strconv.FormatBool(b), nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || u.Query().Has("password") || u.Query().Has("sslpassword") {
		return "", &Error{Kind: HistoryURL}
	}
	if _, has := u.User.Password(); has {
		return "", &Error{Kind: HistoryURL}
	}
	return text, nil
}

// HistoryPassword returns a function that runs history_password_command, or nil if the
// file does not set it.
func (c *Config) HistoryPassword() (func(context.Context) (string, error), error) {
	if _, ok := c.file.values[historyPassword]; !ok {
		return nil, nil
	}
	argv, ok := c.file.list(historyPassword)
	switch {
	case !ok || len(argv) == 0 || argv[0] == "":
		return nil, c.ErrorAt(historyPassword, &Error{Kind: WrongType, Want: WantList})
	case c.file.shared:
		return nil, c.ErrorAt(historyPassword, &Error{Kind: KeyCommandShared, Path: c.Path, Command: "chmod go-w " + shellQuote(c.Path)})
	}
	return func(ctx context.Context) (string, error) {
		out, err := c.src.Run(ctx, argv)
		line, _, _ := strings.Cut(string(out), "\n")
		return strings.TrimRight(line, "\r"), err
	}, nil
}
