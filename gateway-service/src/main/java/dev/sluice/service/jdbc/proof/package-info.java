/** What statements touch and may share, proved from the catalogs of databases. */
package dev.sluice.service.jdbc.proof;
