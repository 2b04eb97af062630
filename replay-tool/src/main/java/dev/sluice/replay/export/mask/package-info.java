/** Masks what an export file holds: keyed pseudonyms in place of values, equal ones for equal values. */
package dev.sluice.replay.export.mask;
