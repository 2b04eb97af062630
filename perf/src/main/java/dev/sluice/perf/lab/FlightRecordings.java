package dev.sluice.perf.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * Flight recordings of a run: one of this JVM, and one of each JVM that it starts meanwhile, written when that one ends.
 * They cost a few percent, so a run that is recorded is none whose figures count.
 */
public final class FlightRecordings implements AutoCloseable {

    /** The directory, while a run is recorded: whoever starts a JVM asks {@link #options}. */
    private static final String DIRECTORY = "sluice.perf.recordings";

    private static final String SETTINGS = "profile";
    private static final String ENDING = ".jfr";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Path directory;
    private final Recording recording;

    private FlightRecordings(Path directory, Recording recording) {
        this.directory = directory;
        this.recording = recording;
    }

    /** Begins to record into a new directory. */
    public static FlightRecordings start(Path directory) throws IOException {
        Files.createDirectories(directory);
        NUMBER.set(0);
        final Recording recording;
        try {
            recording = new Recording(Configuration.getConfiguration(SETTINGS));
        } catch (final ParseException e) {
            throw new IOException("The JDK's settings '" + SETTINGS + "' cannot be read", e);
        }
        recording.setDestination(directory.resolve("perf" + ENDING));
        recording.setToDisk(true);
        recording.start();
        System.setProperty(DIRECTORY, directory.toAbsolutePath().toString());
        return new FlightRecordings(directory, recording);
    }

    /** The options that record another JVM; none while nothing is recorded. Any thread. */
    public static List<String> options(String name) {
        return Optional.ofNullable(System.getProperty(DIRECTORY))
                .map(directory -> List.of(
                        "-XX:StartFlightRecording=settings=" + SETTINGS + ",dumponexit=true,filename="
                                + Path.of(directory, name + "-" + NUMBER.incrementAndGet() + ENDING),
                        "-Xlog:jfr+startup=off"))
                .orElse(List.of());
    }

    /** Ends the recording of this JVM; beside each recording is then a text with what is hot in it. Returns the texts. */
    public List<Path> end() throws IOException {
        System.clearProperty(DIRECTORY);
        recording.stop();
        final List<Path> texts = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (final Path file : files.filter(one -> one.toString().endsWith(ENDING))
                    .sorted()
                    .toList()) {
                final String name = file.getFileName().toString();
                final Path text = file.resolveSibling(name.substring(0, name.length() - ENDING.length()) + ".txt");
                Files.writeString(text, HotSpots.of(file));
                texts.add(text);
            }
        }
        return texts;
    }

    @Override
    public void close() {
        System.clearProperty(DIRECTORY);
        recording.close();
    }
}
