/** The commands {@code sluice crash} and {@code sluice simulate}. */
package dev.sluice.faults;
