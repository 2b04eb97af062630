/** Requests that wait while their declarations are changed or removed, and the decisions of operators about them. */
package dev.sluice.service.pending;
