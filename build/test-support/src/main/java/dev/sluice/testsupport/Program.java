package dev.sluice.testsupport;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A program that is started as a {@link Child}: a main class in a JVM with this JVM's class path, or a command. A child JVM ends
 * with this JVM, also when this JVM is killed. The output of the child, with its errors, is appended to a file.
 */
public final class Program {

    /** Options for a JVM that lives for seconds, so that time for compiler optimization would be wasted. */
    public static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final boolean isJava;
    private final List<String> words;
    private final List<String> options = new ArrayList<>();
    List<String> starter = List.of();
    private boolean bare;
    String name;
    private Path directory = Path.of("");
    private Optional<Path> log = Optional.empty();
    private Optional<Path> input = Optional.empty();
    Optional<Path> faultFile = Optional.empty();
    Optional<Consumer<String>> lines = Optional.empty();
    private Consumer<Map<String, String>> environment = all -> {};
    Duration patience = Duration.ofMinutes(2);

    private Program(boolean isJava, String name, List<String> words) {
        this.isJava = isJava;
        this.name = name;
        this.words = words;
    }

    /** A command and its arguments. */
    public static Program of(List<String> command) {
        return new Program(false, command.get(0), command);
    }

    /** A command and its arguments. */
    public static Program of(String... command) {
        return of(List.of(command));
    }

    /** A main class with arguments, which are passed as strings. */
    public static Program java(Class<?> main, Object... arguments) {
        return java(main.getName(), arguments);
    }

    /** A main class with arguments, which are passed as strings. */
    public static Program java(String main, Object... arguments) {
        final List<String> words = Stream.of(arguments).map(String::valueOf).toList();
        return new Program(
                true, main, Stream.concat(Stream.of(main), words.stream()).toList());
    }

    /** Sets the name of the process in messages. The default is the main class or the command. */
    public Program named(String text) {
        name = text;
        return this;
    }

    /** Adds options of the JVM. */
    public Program options(List<String> more) {
        options.addAll(more);
        return this;
    }

    /** Adds options of the JVM. */
    public Program options(String... more) {
        return options(List.of(more));
    }

    /** Leaves out the options that give the child JVM access to the JDK's internals. */
    public Program bare() {
        bare = true;
        return this;
    }

    /**
     * Lets the child JVM stop where the gateway or the client has a fault point.
     *
     * @param point the point and the count at which the child stops there, as {@code name:nth}
     * @param file the file that the child creates when it stops; the child goes on when the file is deleted
     */
    public Program stoppingAt(String point, Path file) {
        faultFile = Optional.of(file);
        return options("-Dsluice.faultPoint=" + point, "-Dsluice.faultFile=" + file);
    }

    /** Starts the program by another command, which takes the program's command as its last arguments. */
    public Program under(List<String> command) {
        starter = command;
        return this;
    }

    /** Sets the working directory. */
    public Program in(Path place) {
        directory = place;
        return this;
    }

    /** Adds environment variables. */
    public Program with(Map<String, String> variables) {
        environment = environment.andThen(all -> all.putAll(variables));
        return this;
    }

    /** Removes environment variables. */
    public Program without(String... variables) {
        environment = environment.andThen(all -> all.keySet().removeAll(List.of(variables)));
        return this;
    }

    /** Sets the environment variables. None is inherited. */
    public Program withOnly(Map<String, String> variables) {
        environment = environment.andThen(Map::clear);
        return with(variables);
    }

    /** Sets the file to which the output is appended. The default is a temporary file. */
    public Program log(Path file) {
        log = Optional.of(file);
        return this;
    }

    /** Sets the file that is the standard input. */
    public Program input(Path file) {
        input = Optional.of(file);
        return this;
    }

    /** Passes each line of the standard output on, on another thread. The errors alone go to the log. */
    public Program lines(Consumer<String> said) {
        lines = Optional.of(said);
        return this;
    }

    /** Sets the longest time for which this JVM waits for the child. The default is two minutes. */
    public Program patience(Duration longest) {
        patience = longest;
        return this;
    }

    /** Starts the program. */
    public Child start() throws IOException {
        final Path file = log.isPresent() ? log.get() : temporary();
        final List<String> command = new ArrayList<>(starter);
        if (isJava) {
            command.addAll(bare ? JavaCommand.bare(options) : JavaCommand.of(options));
            command.add(EndsWithParent.class.getName());
        }
        command.addAll(words);
        final ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toAbsolutePath().toFile());
        final Redirect toLog = Redirect.appendTo(file.toFile());
        if (lines.isPresent()) {
            builder.redirectError(toLog);
        } else {
            builder.redirectErrorStream(true).redirectOutput(toLog);
        }
        input.ifPresent(text -> builder.redirectInput(text.toFile()));
        environment.accept(builder.environment());
        if (faultFile.isPresent()) {
            Files.deleteIfExists(faultFile.get());
        }
        final long before = Files.exists(file) ? Files.size(file) : 0;
        final long startNanos = System.nanoTime();
        final Child.Traits traits = new Child.Traits(name, !starter.isEmpty(), faultFile, patience, lines);
        return new Child(traits, file, before, startNanos, builder.start());
    }

    private static Path temporary() throws IOException {
        final Path file = Files.createTempFile("child", ".log");
        file.toFile().deleteOnExit();
        return file;
    }

    /** Runs the program to its end. A command gets no input, unless it has a file. */
    public Child run() throws IOException, InterruptedException {
        final Child child = start();
        if (!isJava) {
            child.process().getOutputStream().close();
        }
        child.awaitEnd();
        return child;
    }

    /** Whether the command is there and ends with status 0. */
    public boolean succeeds() throws InterruptedException {
        try {
            return run().status() == 0;
        } catch (final IOException e) {
            return false; // there is no such command
        }
    }
}
