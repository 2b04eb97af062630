/**
 * The text of statements, read by a scanner. It says all that a running gateway asks of a text: where its parameters are, what
 * kind of statement it is, whether it writes, locks rows or changes a row by its key, and which functions it calls. It takes
 * every text that a database takes, in microseconds, and opens no connection.
 *
 * <p>Which tables a statement names is asked of a parser, and by {@code sluice check} alone: a parser refuses some texts that a
 * database takes, and the first one takes it a second. No class knows both, and no question is answered by both.
 */
package dev.sluice.service.jdbc.sql;
