/** Whether a pair of queues keeps what is promised of it. Reads both as they stand, and trusts neither. */
package dev.sluice.replay.verify;
