/** Connections, statements and result sets that use the gateway. */
package dev.sluice.jdbc.internal;
