"""Pages for the screen: the content of a booklet as one HTML file, with its drawings as SVG within it."""
