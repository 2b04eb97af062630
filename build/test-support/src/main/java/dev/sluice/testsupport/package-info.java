/** Real systems for tests, examples and measurements: a PostgreSQL server, Kafka brokers, and child JVMs. */
package dev.sluice.testsupport;
