/** Batch jobs as a user would write them, and the demo program, which runs the letters job. */
package dev.sluice.examples;
