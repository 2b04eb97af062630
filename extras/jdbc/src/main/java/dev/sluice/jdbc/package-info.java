/** A JDBC driver and a data source over the gateway: single statements of a job's DAOs are requests of its items. */
@org.jspecify.annotations.NullMarked
package dev.sluice.jdbc;
