/** Inspects databases for the commands that check a configuration before a gateway runs. Changes nothing. */
package dev.sluice.service.jdbc.probe;
