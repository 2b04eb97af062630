/**
 * The text of statements, read by a scanner. The scanner finds what a running gateway needs to know of a text: its parameters,
 * the kind of statement, whether it writes, locks rows or changes a row by its key, and the functions that it calls. It accepts
 * every text that a database accepts, needs microseconds, and opens no connection.
 *
 * <p>Only the proofs of what a statement touches use a SQL parser as well. Unlike the scanner, the parser refuses some texts that
 * a database accepts, and needs a second for the first text.
 */
package dev.sluice.service.jdbc.sql;
