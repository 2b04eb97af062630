/** The forms of a job beside each other. */
package dev.sluice.perf.forms;
