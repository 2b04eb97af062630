/**
 * The REST backend: what is asked of a service in one call and how its answer is read (contracts, pure), and who makes
 * the calls (HTTP, asynchronous).
 */
package dev.sluice.service.rest;
