// Command fetch requests the accounts of a service, decodes them and writes them as JSON: the floor that
// benchmarks compare channeldeck accounts with.
package main

import (
	"fmt"
	"net/http"
	"os"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// account is an account as the service sends it. Numbers keep their digits.
type account struct {
	ID              string         `json:"id"`
	UserID          string         `json:"userId"`
	Type            string         `json:"type"`
	UID             string         `json:"uid"`
	Avatar          string         `json:"avatar"`
	Nickname        string         `json:"nickname"`
	FansCount       jsontext.Value `json:"fansCount"`
	FollowingCount  jsontext.Value `json:"followingCount"`
	ReadCount       jsontext.Value `json:"readCount"`
	LikeCount       jsontext.Value `json:"likeCount"`
	CollectCount    jsontext.Value `json:"collectCount"`
	ForwardCount    jsontext.Value `json:"forwardCount"`
	CommentCount    jsontext.Value `json:"commentCount"`
	LastStatsTime   string         `json:"lastStatsTime"`
	WorkCount       jsontext.Value `json:"workCount"`
	Income          jsontext.Value `json:"income"`
	GroupID         string         `json:"groupId"`
	Status          jsontext.Value `json:"status"`
	Rank            jsontext.Value `json:"rank"`
	RelayAccountRef *string        `json:"relayAccountRef"`
	CreatedAt       string         `json:"createdAt"`
	UpdatedAt       string         `json:"updatedAt"`
	Unknown         jsontext.Value `json:",embed"`
}

func main() {
	if err := fetch(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func fetch(site, key string) error {
	r, err := http.NewRequest(http.MethodGet, site+"/api/v2/channels/accounts", nil)
	if err != nil {
		return err
	}
	r.Header.Set("X-Api-Key", key)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var body struct {
		Data struct {
			List []account `json:"list"`
		} `json:"data"`
	}
	if err := json.UnmarshalRead(response.Body, &body, jsontext.AllowInvalidUTF8(true)); err != nil {
		return err
	}
	return json.MarshalWrite(os.Stdout, body.Data.List, jsontext.AllowInvalidUTF8(true))
}
