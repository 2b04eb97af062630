/** What a database says of itself, for the commands that look before a gateway runs. Changes nothing. */
package dev.sluice.service.jdbc.probe;
