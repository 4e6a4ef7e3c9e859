"""Players made of code: the seat they sit on, those that come with the runtime, and how to find them by name."""
