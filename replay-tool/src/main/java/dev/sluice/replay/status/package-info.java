/** What a pair of queues looks like at one moment, read by search, judged and printed. */
package dev.sluice.replay.status;
