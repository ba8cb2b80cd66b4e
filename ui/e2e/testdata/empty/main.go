// Command empty does nothing: where a container starts it, containers can be started.
package main

func main() {}
