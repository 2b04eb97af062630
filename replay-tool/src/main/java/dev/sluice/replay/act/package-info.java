/** Commands that change something: asking failed requests again, having requests answered as failed, deleting old files. */
package dev.sluice.replay.act;
