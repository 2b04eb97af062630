package dev.sluice.replay.exchange;

import java.util.Optional;

/** Exchanges as lines of text. */
public interface Lines {

    /** What stands above all, if anything does. */
    default Optional<String> header() {
        return Optional.empty();
    }

    /** One exchange. */
    String line(Exchange exchange);

    /** Those of a format. */
    static Lines of(Format format, Side side) {
        return switch (format) {
            case text -> new TextLines(side);
            case json -> new JsonLines(side);
            case csv -> new CsvLines(side);
        };
    }
}
