/**
 * How a gateway is seen from outside: health and metrics over HTTP. Reads what the service thread counts and makes it
 * wait for nothing.
 */
package dev.sluice.service.admin;
