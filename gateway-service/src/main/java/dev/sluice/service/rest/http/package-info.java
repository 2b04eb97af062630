/** One HTTP request and its reply: clients, tokens, limits of a body. */
package dev.sluice.service.rest.http;
