/** Real surroundings for tests, examples and measurements: a PostgreSQL server of one's own, and other JVMs. */
package dev.sluice.testsupport;
