/** Runs updates with their checkpoint in one transaction. */
package dev.sluice.service.jdbc.update;
