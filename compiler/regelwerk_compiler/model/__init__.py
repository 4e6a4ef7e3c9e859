"""The compiler's data: types, symbols, the typed tree, the IR. No stage is imported here."""
