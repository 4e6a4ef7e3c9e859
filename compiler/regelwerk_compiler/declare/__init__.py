"""Collection of declarations from syntax trees and CSV tables into one table."""
