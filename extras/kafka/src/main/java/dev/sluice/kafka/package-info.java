/** Lanes on Apache Kafka. A lane is a partition of the topic of requests, and the same partition of the topic of results. */
@NullMarked
package dev.sluice.kafka;

import org.jspecify.annotations.NullMarked;
