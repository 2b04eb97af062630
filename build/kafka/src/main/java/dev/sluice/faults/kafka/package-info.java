/**
 * The command {@code sluice crash --transport kafka}. Gateways that share lanes, brokers, writers and databases run in separate
 * processes. These processes are killed and stopped at random, and cut off from each other. All results of each lane, and the
 * databases, are compared with the model of a bank.
 */
package dev.sluice.faults.kafka;
