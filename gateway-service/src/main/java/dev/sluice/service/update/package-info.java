/**
 * Runs updates. Each update happens exactly once, because the updates, the checkpoint and the outcomes commit in one transaction.
 * This package knows an abstract database session, but no driver.
 */
package dev.sluice.service.update;
