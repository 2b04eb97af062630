package dev.sluice.examples.forms;

import dev.sluice.examples.demo.LettersFormTest;
import org.junit.jupiter.api.Tag;

/** The letters job in plain Java. */
@Tag("nightly")
class LettersInPlainJavaTest extends LettersFormTest {

    @Override
    protected Class<?> program() {
        return LettersInPlainJava.class;
    }
}
