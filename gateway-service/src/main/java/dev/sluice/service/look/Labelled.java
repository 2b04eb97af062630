package dev.sluice.service.look;

import dev.sluice.internal.text.SafeText;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Formats lines of text for people. Each line begins with a label and is safe for a terminal. Confined to one thread. */
final class Labelled {

    private final StringBuilder out = new StringBuilder();
    private final String form;

    /** @param form the format string of a line; its arguments are the label and the text */
    Labelled(String form) {
        this.form = form;
    }

    void line(String label, String text) {
        whole(String.format(form, label, SafeText.of(text)).stripTrailing());
    }

    /** Adds a line for a thing, if it is known. */
    <T> void line(String label, Optional<T> thing, Function<T, String> text) {
        thing.ifPresent(its -> line(label, text.apply(its)));
    }

    /** Adds a line for a thing, or another text if it is not known. */
    <T> void line(String label, Optional<T> thing, Function<T, String> text, String otherwise) {
        line(label, thing.map(text).orElse(otherwise));
    }

    /** Adds a line for each thing; only the first line has the label. */
    <T> void lines(String label, List<T> things, Function<T, String> text) {
        for (int i = 0; i < things.size(); i++) {
            line(i == 0 ? label : "", text.apply(things.get(i)));
        }
    }

    void whole(String line) {
        out.append(line).append(System.lineSeparator());
    }

    String text() {
        return out.toString();
    }
}
