/** {@code sluice soak}: everything runs for long beside everything that goes wrong, and nothing may grow. */
package dev.sluice.faults.soak;
