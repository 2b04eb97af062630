/**
 * Runs of updates, each of which happens once: one transaction with the checkpoint and the outcomes. Pure: knows a
 * session of some database, and no driver.
 */
package dev.sluice.service.update;
