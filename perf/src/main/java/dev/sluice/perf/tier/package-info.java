/** The experiment with a function in process, behind a service, and behind a gateway and a service: how much the tier costs. */
package dev.sluice.perf.tier;
