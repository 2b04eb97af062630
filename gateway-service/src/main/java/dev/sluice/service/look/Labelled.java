package dev.sluice.service.look;

import dev.sluice.internal.text.SafeText;
import java.util.List;

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

    /** Adds a line for each text; only the first line has the label. */
    void lines(String label, List<String> texts) {
        for (int i = 0; i < texts.size(); i++) {
            line(i == 0 ? label : "", texts.get(i));
        }
    }

    void whole(String line) {
        out.append(line).append(System.lineSeparator());
    }

    String text() {
        return out.toString();
    }
}
