/** The JDBC backend: SQL dialects, rewriting of one-item statements into chunk statements, binding, failures and workers. */
package dev.sluice.service.jdbc;
