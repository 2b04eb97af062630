/** What processes and queues use at two moments of a run, and whether it has grown in between. */
package dev.sluice.faults.kill.growth;
