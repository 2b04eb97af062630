/** {@code sluice check} and {@code sluice explain}: what is wrong with a configuration, and what it will come to. Reads only. */
package dev.sluice.service.check;
