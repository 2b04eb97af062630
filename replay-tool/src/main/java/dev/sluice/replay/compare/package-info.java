/** Results of the same requests, from two places, compared. */
package dev.sluice.replay.compare;
