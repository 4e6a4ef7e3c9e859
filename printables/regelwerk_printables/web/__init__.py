"""Pages for the screen: the content of a booklet as one HTML file, its drawings as SVG within it."""
