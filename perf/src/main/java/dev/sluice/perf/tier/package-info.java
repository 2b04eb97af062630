/**
 * The experiment that measures how much a service tier costs: a function in process, behind a service, and behind a gateway and a
 * service.
 */
package dev.sluice.perf.tier;
