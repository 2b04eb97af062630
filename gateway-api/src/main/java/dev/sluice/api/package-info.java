/**
 * The contract between a batch job and the gateway: what can be asked, what comes back, and the types that cross the
 * queues. Depends on the JDK and on the annotations of JSpecify only.
 */
@NullMarked
package dev.sluice.api;

import org.jspecify.annotations.NullMarked;
