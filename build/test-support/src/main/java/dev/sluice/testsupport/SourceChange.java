package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A change to the gateway's own source that a test has to notice.
 *
 * @param type the class that is changed, below {@code dev.sluice.service}; or its whole name, of the module that is tested
 * @param from what is there, once, whatever its spaces
 * @param to what is there instead
 */
public record SourceChange(String type, String from, String to) {

    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Path GATEWAY = gateway();
    private static final String WHOLE = "dev.sluice.";

    /** A test runs in its module's directory, one or two below the root. */
    private static Path gateway() {
        final Path beside = Path.of("..", "gateway-service");
        return (Files.isDirectory(beside) ? beside : Path.of("..").resolve(beside)).resolve(SOURCES);
    }

    public String className() {
        return type.startsWith(WHOLE) ? type : "dev.sluice.service." + type;
    }

    /**
     * The changed source.
     *
     * @throws IllegalStateException if what is to be changed is not there exactly once
     */
    public String source() throws IOException {
        final Path sources = type.startsWith(WHOLE) ? SOURCES : GATEWAY;
        final String source = Files.readString(sources.resolve(className().replace('.', '/') + ".java"));
        final Matcher place = Pattern.compile(
                        Stream.of(from.split("\\s+")).map(Pattern::quote).collect(Collectors.joining("\\s+")))
                .matcher(source);
        if (place.results().count() != 1) {
            throw new IllegalStateException(className() + " has changed: it does not have exactly once: " + from);
        }
        return place.replaceFirst(Matcher.quoteReplacement(to));
    }
}
