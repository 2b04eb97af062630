/** A lane in memory as a test of the component uses it. */
package dev.sluice.service.memory;
