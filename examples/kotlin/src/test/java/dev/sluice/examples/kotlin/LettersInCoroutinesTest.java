package dev.sluice.examples.kotlin;

import dev.sluice.examples.demo.LettersFormTest;

/** The letters job in Kotlin coroutines. */
class LettersInCoroutinesTest extends LettersFormTest {

    @Override
    protected Class<?> program() {
        return LettersInCoroutines.class;
    }
}
