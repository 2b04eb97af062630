/** Flight recordings of this JVM and its children, and what is hot in them. */
package dev.sluice.perf.profile;
