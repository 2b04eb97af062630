/** Sends HTTP requests to a service and reads their replies: clients, credentials and tokens, and limits of bodies. */
package dev.sluice.service.rest.http;
