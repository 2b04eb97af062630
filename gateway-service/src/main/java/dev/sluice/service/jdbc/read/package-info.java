/** Executes reads, in chunks or by single items. */
package dev.sluice.service.jdbc.read;
