/** Real surroundings for tests, examples and measurements: a PostgreSQL server of one's own. */
package dev.sluice.testsupport;
