/** Requests with their results, read side by side, and how values, amounts and times are shown. */
package dev.sluice.service.exchange;
