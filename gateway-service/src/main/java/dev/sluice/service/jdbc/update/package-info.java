/** Executes updates over JDBC, and commits them together with their checkpoint in one transaction. */
package dev.sluice.service.jdbc.update;
