/**
 * Queue pairs on disk: creating and opening them, locks, writing and reading messages with history, and finding out what
 * was answered last. The only package that knows Chronicle; what stands in a document is described in
 * {@code docs/wire-format.md}.
 */
package dev.sluice.queue;
