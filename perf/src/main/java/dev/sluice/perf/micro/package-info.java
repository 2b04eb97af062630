/** The hot path in small pieces, by JMH, with what each allocates. Classes and methods are public because JMH makes others from them. */
package dev.sluice.perf.micro;
