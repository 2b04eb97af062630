/** Looking at queues: how far a gateway got and what needs a person, and the life of one request. */
package dev.sluice.service.look;
