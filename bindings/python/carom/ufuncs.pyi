from numpy import ufunc

__all__ = ["contact", "relate", "sweep", "touches"]

contact: ufunc
relate: ufunc
sweep: ufunc
touches: ufunc
