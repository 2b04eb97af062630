/** Lanes in this process's memory, for tests: no files, and no options of the JVM. */
@NullMarked
package dev.sluice.testing.memory;

import org.jspecify.annotations.NullMarked;
