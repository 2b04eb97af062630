/** Reads the answers to items, and their rows, from the body of a response. */
package dev.sluice.service.rest.answer;
