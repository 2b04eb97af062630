/** The work of commands that change something: write failed requests again, or decide that requests are answered as failed. */
package dev.sluice.replay.act;
