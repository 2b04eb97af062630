/**
 * The REST backend. Contracts define which request a call sends and what its response means; they are pure. The asynchronous HTTP
 * part makes the calls.
 */
package dev.sluice.service.rest;
