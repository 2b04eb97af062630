/** Connections: pools, sessions, and the workers that keep one each. */
package dev.sluice.service.jdbc.connect;
