// Command bare is the least that a program of cobra can be: the floor that benchmarks
// compare channeldeck version with.
package main

import (
	"os"

	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{Use: "bare", SilenceUsage: true}
	root.AddCommand(&cobra.Command{Use: "version", RunE: func(cmd *cobra.Command, _ []string) error {
		_, err := cmd.OutOrStdout().Write([]byte("bare 1\n"))
		return err
	}})
	if root.Execute() != nil {
		os.Exit(1)
	}
}
