/** What becomes of waiting requests when an operator has a gateway go on elsewhere, or on another output. */
package dev.sluice.replay.resume;
