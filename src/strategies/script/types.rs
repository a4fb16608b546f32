//! The type file of scripts, from which editors complete names.
