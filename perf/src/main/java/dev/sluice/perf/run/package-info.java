/** What all experiments need to be run: repetitions in turns, progress, pace, the use of heap and CPU, the machine. */
package dev.sluice.perf.run;
