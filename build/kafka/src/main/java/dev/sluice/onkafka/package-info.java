/** A program with all commands that start Kafka brokers, so that no other module needs Kafka's jars. */
package dev.sluice.onkafka;
