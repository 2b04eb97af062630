/** Failed requests, written again: which of them, and what came of it. */
package dev.sluice.replay.redrive;
