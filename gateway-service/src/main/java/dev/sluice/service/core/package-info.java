/**
 * The heart of the gateway: requests drained in one go become as few backend calls as can be, without changing any
 * result. Pure: imports no driver, no HTTP and nothing of Chronicle, so that it runs unchanged over real queues, over
 * memory and in the crash simulation.
 */
package dev.sluice.service.core;
