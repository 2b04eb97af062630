/**
 * The demo with its lanes on Apache Kafka: brokers and gateways in JVMs of their own, which it may kill, and a count of all results that
 * is not made with Sluice's own reader.
 */
package dev.sluice.examples.kafka;
