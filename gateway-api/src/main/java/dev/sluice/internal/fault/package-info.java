/** Points at which crash tests stop a process in order to kill it. A point does nothing unless a system property names it. */
package dev.sluice.internal.fault;
