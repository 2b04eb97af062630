/** Reads requests together with their results, and formats values, amounts and times. */
package dev.sluice.service.exchange;
