/** The tables of a database, as a user who makes lookups of them needs to know them. */
package dev.sluice.service.jdbc.catalog;
