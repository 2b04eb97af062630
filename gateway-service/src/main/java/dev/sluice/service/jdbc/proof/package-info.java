/** Proofs of what statements touch and may share, from the catalogs of databases. */
package dev.sluice.service.jdbc.proof;
