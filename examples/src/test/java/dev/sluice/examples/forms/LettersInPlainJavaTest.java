package dev.sluice.examples.forms;

import dev.sluice.examples.demo.LettersFormTest;

/** The letters job in plain Java. */
class LettersInPlainJavaTest extends LettersFormTest {

    @Override
    protected Class<?> program() {
        return LettersInPlainJava.class;
    }
}
