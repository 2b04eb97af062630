/**
 * The interface through which clients, gateway and tools use the queues, independent of how the queues are stored. Only the
 * author of another transport needs it; the author of a job does not.
 */
@NullMarked
package dev.sluice.transport;

import org.jspecify.annotations.NullMarked;
