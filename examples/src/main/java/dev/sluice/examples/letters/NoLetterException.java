package dev.sluice.examples.letters;

/** Why a contract gets no letter; nothing is wrong with the others. */
final class NoLetterException extends Exception {

    private static final long serialVersionUID = 1L;

    NoLetterException(String why) {
        super(why);
    }
}
