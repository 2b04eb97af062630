/** A JDBC driver and a data source that send statements through the gateway. Each statement of a DAO becomes a request. */
@org.jspecify.annotations.NullMarked
package dev.sluice.jdbc;
