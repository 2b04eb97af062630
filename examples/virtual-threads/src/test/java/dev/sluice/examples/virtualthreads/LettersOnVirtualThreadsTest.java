package dev.sluice.examples.virtualthreads;

import dev.sluice.examples.demo.LettersFormTest;

/** The letters job on virtual threads. */
class LettersOnVirtualThreadsTest extends LettersFormTest {

    @Override
    protected Class<?> program() {
        return LettersOnVirtualThreads.class;
    }
}
