/** How fast the replay tool reads. */
package dev.sluice.perf.replay;
