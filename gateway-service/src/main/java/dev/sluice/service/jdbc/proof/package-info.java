/** Proves from the catalogs of databases which tables statements touch and what they may share. */
package dev.sluice.service.jdbc.proof;
