package api

// DefaultMaxBody is the size limit of the account list, the largest response
// of the service, in bytes after decompression.
const DefaultMaxBody = 256 << 20

// maxBody returns the size limit of a response of op, in bytes. Without
// [WithMaxBody], each call has its own: 100,000 accounts take 60 MB, 20,000
// messages 12 MB and more where they hold data URLs, all others well below 1 MB.
func (c *Client) maxBody(op Op) int64 {
	switch {
	case c.settings.maxBody > 0:
		return c.settings.maxBody
	case op == OpAccounts:
		return DefaultMaxBody
	case op == OpMessages:
		return 64 << 20
	}
	return 8 << 20
}

// budget is the memory that decoding may still take, in bytes. The size of the
// body does not limit it: "{}" in a list of models takes 2 bytes on the wire and
// 2 kB in Go.
type budget int64

// newBudget returns twice the size limit of the body, which no list of real
// rows comes near.
func newBudget(maxBody int64) *budget {
	b := budget(2 * maxBody)
	return &b
}

func (b *budget) spend(bytes uintptr) error {
	if *b -= budget(bytes); *b < 0 {
		return errTooLarge
	}
	return nil
}
