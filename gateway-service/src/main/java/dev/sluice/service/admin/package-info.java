/**
 * Health and metrics of a gateway over HTTP. They read the counts of the service thread without making it wait.
 */
package dev.sluice.service.admin;
