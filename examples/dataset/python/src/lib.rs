//! The module `chess0x88` for Python.
