/** What connections, statements and result sets over the gateway are made of. */
package dev.sluice.jdbc.internal;
