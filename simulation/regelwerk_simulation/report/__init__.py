"""Reports of simulations: figures, charts and findings in words, as one HTML file, as PDF and as CSV."""
