package dev.sluice.examples.kotlin;

import dev.sluice.examples.demo.LettersFormTest;
import org.junit.jupiter.api.Tag;

/** The letters job in Kotlin coroutines. */
@Tag("long")
class LettersInCoroutinesTest extends LettersFormTest {

    @Override
    protected Class<?> program() {
        return LettersInCoroutines.class;
    }
}
