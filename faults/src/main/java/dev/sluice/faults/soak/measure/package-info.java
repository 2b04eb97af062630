/** Samples of long-lived processes and directories, and the judgement whether something in them grows. */
package dev.sluice.faults.soak.measure;
