/**
 * The contract between a batch job and the gateway: the requests, the results, and the types of the values on the queues. It
 * depends only on the JDK and on the annotations of JSpecify.
 */
@NullMarked
package dev.sluice.api;

import org.jspecify.annotations.NullMarked;
