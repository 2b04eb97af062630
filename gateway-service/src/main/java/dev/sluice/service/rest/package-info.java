/**
 * The REST backend. Contracts, which are pure, define the request of a call and the meaning of its response; the asynchronous
 * HTTP part makes the calls.
 */
package dev.sluice.service.rest;
