/**
 * The command {@code sluice crash --transport kafka}. Gateways that share lanes, brokers, writers and databases run in separate
 * processes, which are killed and stopped at random, and cut off from each other. The bank's model checks all results of each
 * lane, and the databases.
 */
package dev.sluice.faults.kafka;
