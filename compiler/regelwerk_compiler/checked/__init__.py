"""The checked game as data: the contract with paper, editors and other programs."""
