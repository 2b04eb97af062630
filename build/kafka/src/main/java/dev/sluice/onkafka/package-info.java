/** One program of all that runs on brokers of its own, so that nothing else has Kafka's jars beside it. */
package dev.sluice.onkafka;
