/** Batch jobs as a user would write them, and the program that shows one at work. */
package dev.sluice.examples;
