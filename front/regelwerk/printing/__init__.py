"""Printing: an order goes in, files of the printables come out. `run_order` is the door; the command is `print_.py`."""
