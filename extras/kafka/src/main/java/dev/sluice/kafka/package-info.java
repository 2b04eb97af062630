/** Lanes on Apache Kafka: a lane is a partition of a topic of requests, with the same partition of a topic of their results. */
@NullMarked
package dev.sluice.kafka;

import org.jspecify.annotations.NullMarked;
