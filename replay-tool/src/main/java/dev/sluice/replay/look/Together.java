package dev.sluice.replay.look;

import dev.sluice.api.Position;

/**
 * Requests that had something together.
 *
 * @param count how many
 * @param first the first of them
 * @param last the last of them; there may be others between that are none
 * @param all whether these are all: it is not looked for others without an end
 */
public record Together(long count, Position first, Position last, boolean all) {}
