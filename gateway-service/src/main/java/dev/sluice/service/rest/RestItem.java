package dev.sluice.service.rest;

import dev.sluice.wire.Arguments;

/**
 * One question as a service is asked it.
 *
 * @param arguments the key, or an event's payload
 * @param id its number in this call, never given to another question of this run of the gateway
 * @param idempotencyKey the same for the same request, also after a restart
 */
record RestItem(Arguments arguments, long id, String idempotencyKey) {}
