"""Declaration collection: syntax trees and CSV tables to one table of declarations."""
