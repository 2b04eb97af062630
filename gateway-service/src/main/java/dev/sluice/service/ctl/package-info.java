/**
 * {@code sluice ctl}: tells the gateway that serves some queues to pause, resume or drain. The command is a notice, a short text
 * beside the queues that the gateway reads.
 */
package dev.sluice.service.ctl;
