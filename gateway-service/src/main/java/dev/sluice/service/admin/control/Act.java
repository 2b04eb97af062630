package dev.sluice.service.admin.control;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Everything that an operator can have a gateway do. */
public enum Act {
    PAUSE("lane"),
    RESUME("lane"),
    HOLD("name", "lane"),
    UNHOLD("name", "lane"),
    QUARANTINE("position", "lane"),
    RELEASE("position", "lane"),
    DRAIN("for"),
    STOP,
    RELOAD("dryRun", "file"),
    LEVEL("name", "level"),
    THREADS;

    private final List<String> arguments;

    Act(String... arguments) {
        this.arguments = List.of(arguments);
    }

    /** As it is asked for. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean takes(String argument) {
        return arguments.contains(argument);
    }

    static Optional<Act> of(String word) {
        return Stream.of(values()).filter(act -> act.word().equals(word)).findFirst();
    }
}
