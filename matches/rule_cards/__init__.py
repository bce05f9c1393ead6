"""Rule cards and the glossary, built from what a rule book declares."""
