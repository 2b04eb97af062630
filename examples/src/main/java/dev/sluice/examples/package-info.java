/** Batch jobs as a user would write them, and the demo program that runs one of them. */
package dev.sluice.examples;
