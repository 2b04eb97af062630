/**
 * The core of the gateway. It turns the requests that were read in one go into as few backend calls as possible, without
 * changing any result. It imports no driver, no HTTP client and no class of Chronicle, so that it runs unchanged over real
 * queues, over queues in memory and in the crash simulation.
 */
package dev.sluice.service.core;
