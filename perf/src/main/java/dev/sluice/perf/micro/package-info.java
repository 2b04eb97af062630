/** JMH benchmarks of the hot path in small pieces. Classes and methods are public because JMH generates code that uses them. */
package dev.sluice.perf.micro;
