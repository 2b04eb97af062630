/** Proves that the queues, and the checkpoints in databases, agree: each request has its result, once and in order. */
package dev.sluice.replay.prove;
