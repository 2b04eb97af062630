package dev.sluice.api;

import java.util.List;

/** An interface cannot be made into a client. Everything that is wrong with it is in the message. */
public final class DeclarationException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> mistakes;

    public DeclarationException(Class<?> type, List<String> mistakes) {
        super(type.getName() + " cannot be made into a client:\n  - " + String.join("\n  - ", mistakes));
        this.mistakes = List.copyOf(mistakes);
    }

    /** Each thing that is wrong, in a line. */
    public List<String> mistakes() {
        return mistakes;
    }
}
