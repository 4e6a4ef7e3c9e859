"""The page layout of a booklet: elements to pieces, columns and pages."""
