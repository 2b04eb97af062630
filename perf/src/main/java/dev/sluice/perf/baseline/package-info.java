/** The ways of today, each in one file named after it and written as well as its own advocates would write it. */
package dev.sluice.perf.baseline;
