/** {@code sluice check} and {@code sluice explain}: check a configuration, and show how its statements will run. Only read. */
package dev.sluice.service.check;
