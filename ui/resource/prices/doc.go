// Package prices has the resources of video model prices: prices, models, the answers to a question,
// verdicts on reference files, and changes of prices, with their columns, records, remarks and blocks.
package prices
