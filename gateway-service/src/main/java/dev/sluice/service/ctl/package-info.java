/** {@code sluice ctl}: has the gateway of some queues pause, resume or drain, by notices; {@code sluice top}: shows its page. */
package dev.sluice.service.ctl;
