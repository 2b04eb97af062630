/** Looks at databases, for the commands that look before a gateway runs. Changes nothing. */
package dev.sluice.service.jdbc.probe;
