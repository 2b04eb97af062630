/** Queue files that are not as they were written, and what every reader of them makes of it. */
package dev.sluice.faults.corruption;
