/**
 * {@code sluice perf kafka}: a gateway whose lane is on Apache Kafka, beside loops over Kafka's clients written by hand, and beside
 * the same gateway on Chronicle's queues. Brokers, gateways and loops are JVMs of their own.
 */
package dev.sluice.perf.kafka;
