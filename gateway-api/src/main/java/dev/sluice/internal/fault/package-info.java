/** Points at which crash tests stop a process in order to kill it. They do nothing unless a system property arms one. */
package dev.sluice.internal.fault;
