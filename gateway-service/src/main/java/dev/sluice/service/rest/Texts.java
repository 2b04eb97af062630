package dev.sluice.service.rest;

/** Texts of a service, made fit for messages. */
final class Texts {

    private static final int NAME = 60;
    private static final int MESSAGE = 500;

    private Texts() {}

    /** A name, on one line and not too long. */
    static String shown(String name) {
        return line(name, NAME);
    }

    /** What a service says of a failure, on one line and not too long. */
    static String message(String text) {
        return line(text, MESSAGE);
    }

    private static String line(String text, int length) {
        final String start = text.length() <= 2 * length ? text : text.substring(0, 2 * length);
        final String line = start.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        return line.length() <= length && start.length() == text.length()
                ? line
                : line.substring(0, Math.min(length, line.length())) + "...";
    }
}
