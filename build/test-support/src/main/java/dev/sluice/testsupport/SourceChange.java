package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A change to the gateway's source code that a test must detect.
 *
 * @param type the name of the changed class below {@code dev.sluice.service}, or the full name of a class in the tested module
 * @param from the code to replace, which must occur exactly once; differences in white space do not matter
 * @param to the code that replaces it
 */
public record SourceChange(String type, String from, String to) {

    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Path GATEWAY = gateway();
    private static final String WHOLE = "dev.sluice.";

    /**
     * Finds the sources of the gateway. A test runs in the directory of its module, one or two levels below the repository's
     * root.
     */
    private static Path gateway() {
        final Path beside = Path.of("..", "gateway-service");
        return (Files.isDirectory(beside) ? beside : Path.of("..").resolve(beside)).resolve(SOURCES);
    }

    public String className() {
        return type.startsWith(WHOLE) ? type : "dev.sluice.service." + type;
    }

    /**
     * Returns the changed source code.
     *
     * @throws IllegalStateException if the code to replace does not occur exactly once
     */
    public String source() throws IOException {
        final Path sources = type.startsWith(WHOLE) ? SOURCES : GATEWAY;
        final String source = Files.readString(sources.resolve(className().replace('.', '/') + ".java"));
        final Matcher place = Pattern.compile(
                        Stream.of(from.split("\\s+")).map(Pattern::quote).collect(Collectors.joining("\\s+")))
                .matcher(source);
        if (place.results().count() != 1) {
            throw new IllegalStateException(className() + " does not contain this code exactly once: " + from);
        }
        return place.replaceFirst(Matcher.quoteReplacement(to));
    }
}
