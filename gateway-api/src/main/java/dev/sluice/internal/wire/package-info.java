/**
 * How requests and results are laid out as bytes: typed values, versioned frames, checksums. Nothing is ever loaded,
 * instantiated or evaluated because a message says so. Knows byte arrays and nothing of Chronicle; the layout is
 * documented in {@code docs/reference/wire-format.md}.
 */
package dev.sluice.internal.wire;
