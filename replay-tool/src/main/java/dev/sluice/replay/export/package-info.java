/**
 * Requests and results as one portable file: writing it, and reading it as a {@link dev.sluice.internal.queue.scan.Recording}. The format
 * is described in {@code docs/reference/export-format.md}.
 */
package dev.sluice.replay.export;
