/** Asks reads in chunks and by single items. */
package dev.sluice.service.jdbc.read;
