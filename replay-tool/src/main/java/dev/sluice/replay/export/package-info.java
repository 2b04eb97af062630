/**
 * Requests and results as one portable file: writing it, and reading it as a {@link dev.sluice.transport.Recording}. The format
 * is described in {@code docs/reference/export-format.md}.
 */
package dev.sluice.replay.export;
