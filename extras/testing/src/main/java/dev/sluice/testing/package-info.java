/** A test kit for batch jobs: {@link dev.sluice.testing.SluiceExtension} runs a gateway in the test's process. */
@NullMarked
package dev.sluice.testing;

import org.jspecify.annotations.NullMarked;
