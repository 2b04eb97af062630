/** The JDBC backend: dialects, rewriting of one-item statements, binding, failures, workers. */
package dev.sluice.service.jdbc;
