/** Source and sink in memory, for tests of the component and for the simulation of crashes. */
package dev.sluice.service.memory;
