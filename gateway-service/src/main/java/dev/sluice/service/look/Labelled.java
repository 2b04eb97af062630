package dev.sluice.service.look;

import dev.sluice.internal.text.SafeText;
import java.util.List;

/** Lines of text for people, each with its label in front, safe for a terminal. One thread. */
final class Labelled {

    private final StringBuilder out = new StringBuilder();
    private final String form;

    /** @param form of a line: its label, then its text */
    Labelled(String form) {
        this.form = form;
    }

    void line(String label, String text) {
        whole(String.format(form, label, SafeText.of(text)).stripTrailing());
    }

    /** A line for each text; the first one has the label. */
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
