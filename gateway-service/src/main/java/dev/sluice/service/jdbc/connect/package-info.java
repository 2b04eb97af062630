/** Database connections: pools, sessions, and workers, each of which keeps one session. */
package dev.sluice.service.jdbc.connect;
