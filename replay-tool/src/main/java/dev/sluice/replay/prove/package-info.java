/** Proving that queues, and checkpoints in databases, say one thing: each request has its result, once and in order. */
package dev.sluice.replay.prove;
