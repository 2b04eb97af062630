/** {@code sluice ctl}: has the gateway of some queues pause, resume or drain, by notices. */
package dev.sluice.service.ctl;
