/** Tests of batch jobs: a gateway in the test's process, {@link dev.sluice.testing.SluiceExtension}. */
@NullMarked
package dev.sluice.testing;

import org.jspecify.annotations.NullMarked;
