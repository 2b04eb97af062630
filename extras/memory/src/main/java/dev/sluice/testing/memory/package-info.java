/** Lanes in this process's memory for tests, which need no files and no JVM options. */
@NullMarked
package dev.sluice.testing.memory;

import org.jspecify.annotations.NullMarked;
