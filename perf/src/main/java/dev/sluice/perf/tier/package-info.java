/** A function in process, behind a service, and behind a gateway before that: what is work, and what the tier costs. */
package dev.sluice.perf.tier;
