/** Places where crash tests stop a process to kill it. Nothing here does anything unless a system property arms it. */
package dev.sluice.internal.fault;
