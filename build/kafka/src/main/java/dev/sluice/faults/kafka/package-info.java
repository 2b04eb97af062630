/**
 * {@code sluice crash --transport kafka}: gateways that share lanes, brokers, writers and databases in processes of their own, killed and
 * stopped at random, and cut off from each other. The bank's model judges all results of each lane, and the databases.
 */
package dev.sluice.faults.kafka;
