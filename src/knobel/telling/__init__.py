"""What happens at a table, told without a language: keys of the Fluent files with what stands in them."""
