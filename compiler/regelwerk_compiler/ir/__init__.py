"""The lowered form: handlers made of blocks. Data only; nothing here imports a passage."""
