/**
 * Promise 2: chunking is invisible. Random programs run through the gateway and, one request at a time, through a
 * reference that shares no code with it; results and tables must be equal.
 */
package dev.sluice.service.equivalence;
