"""The page layout of a booklet: from elements to pieces, columns and pages."""
