package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.world.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A change to the gateway's own source that the simulation has to notice.
 *
 * @param what what is wrong then
 * @param type the class that is changed, below {@code dev.sluice.service}
 * @param from what is there, once
 * @param to what is there instead
 * @param broken the promise that is found broken
 * @param run a run that finds it, to save time; if it does not any more, others are tried
 */
record Mutant(String what, String type, String from, String to, Promise broken, String run) {

    private static final Path SOURCES = Path.of("..", "gateway-service", "src", "main", "java");

    String className() {
        return "dev.sluice.service." + type;
    }

    /**
     * The changed source.
     *
     * @throws IllegalStateException if what is to be changed is not there exactly once
     */
    String source() throws IOException {
        final String source = Files.readString(SOURCES.resolve(className().replace('.', '/') + ".java"));
        final Matcher place = Pattern.compile(
                        Stream.of(from.split("\\s+")).map(Pattern::quote).collect(Collectors.joining("\\s+")))
                .matcher(source);
        if (place.results().count() != 1) {
            throw new IllegalStateException(className() + " has changed: it does not have exactly once: " + from);
        }
        return place.replaceFirst(Matcher.quoteReplacement(to));
    }

    @Override
    public String toString() {
        return what;
    }
}
