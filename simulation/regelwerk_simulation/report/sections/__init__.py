"""The sections of a report: figures in words, tables and charts."""
