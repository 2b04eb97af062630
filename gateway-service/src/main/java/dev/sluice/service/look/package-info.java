/** Reads queues to show how far a gateway has come, what needs an operator's attention, and the life of one request. */
package dev.sluice.service.look;
