"""Reports: figures from the tables, charts, and the HTML and PDF files that show them."""
