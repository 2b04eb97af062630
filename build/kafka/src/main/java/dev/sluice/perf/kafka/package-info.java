/**
 * The command {@code sluice perf kafka}. It compares a gateway whose lane is on Apache Kafka with hand-written loops over Kafka's
 * clients, and with the same gateway on Chronicle's queues. Brokers, gateways and loops run in separate JVMs.
 */
package dev.sluice.perf.kafka;
