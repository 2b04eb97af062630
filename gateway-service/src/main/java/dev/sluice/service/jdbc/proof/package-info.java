/** Proves from the catalogs of databases which tables a statement touches, and whether it may share a transaction or a call. */
package dev.sluice.service.jdbc.proof;
