package dev.sluice.replay.repair;

import java.io.IOException;

/** Something that a repair does. Done again, or after it was broken off at any instant, it comes to the same. */
@FunctionalInterface
interface Step {

    void run(Work work) throws IOException;
}
