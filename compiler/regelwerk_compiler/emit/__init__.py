"""The IR goes in, Python comes out."""
