/** {@code sluice ctl}: tells the gateway of some queues to pause, resume or drain, by notices beside the queues. */
package dev.sluice.service.ctl;
