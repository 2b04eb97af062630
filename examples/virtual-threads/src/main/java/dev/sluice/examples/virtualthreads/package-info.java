/** The letters job on virtual threads. */
package dev.sluice.examples.virtualthreads;
