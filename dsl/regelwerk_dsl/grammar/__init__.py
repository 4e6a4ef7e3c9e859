"""Grammar, indentation layer and syntax tree builders."""
