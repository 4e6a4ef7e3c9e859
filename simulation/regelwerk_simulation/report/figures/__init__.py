"""What a report says, as figures: read from the tables of a simulation, before any words or drawings."""
