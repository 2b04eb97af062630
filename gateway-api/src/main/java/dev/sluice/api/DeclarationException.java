package dev.sluice.api;

import java.util.List;

/** Reports that {@code Futures.declare} cannot implement an interface. The message lists every mistake in the interface. */
public final class DeclarationException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> mistakes;

    public DeclarationException(Class<?> type, List<String> mistakes) {
        super(type.getName() + " cannot be made into a client:\n  - " + String.join("\n  - ", mistakes));
        this.mistakes = List.copyOf(mistakes);
    }

    /** Returns the mistakes; each one is described in one line. */
    public List<String> mistakes() {
        return mistakes;
    }
}
