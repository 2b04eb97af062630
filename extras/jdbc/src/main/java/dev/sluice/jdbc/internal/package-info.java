/** Connections, statements and result sets over the gateway. */
package dev.sluice.jdbc.internal;
