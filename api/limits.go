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
