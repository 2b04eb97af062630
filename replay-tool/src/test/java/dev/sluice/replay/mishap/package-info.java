/** What operators do to the files of queues by mistake, and what a repair makes of it. */
package dev.sluice.replay.mishap;
