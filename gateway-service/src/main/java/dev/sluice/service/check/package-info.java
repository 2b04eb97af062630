/** {@code sluice check} and {@code sluice explain}: check a configuration, and show how its statements run. Both only read. */
package dev.sluice.service.check;
