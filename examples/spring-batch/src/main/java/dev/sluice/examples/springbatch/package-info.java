/** The letters job as a chunk-oriented step of Spring Batch. */
package dev.sluice.examples.springbatch;
