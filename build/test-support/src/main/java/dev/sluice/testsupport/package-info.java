/** Real surroundings for tests, examples and measurements: a PostgreSQL server and brokers of Kafka of one's own, and other JVMs. */
package dev.sluice.testsupport;
