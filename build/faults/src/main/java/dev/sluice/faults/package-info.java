/** The commands {@code sluice crash}, {@code sluice crash-job} and {@code sluice simulate}. */
package dev.sluice.faults;
