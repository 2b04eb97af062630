package dev.sluice.internal.queue;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM with this one's class path, for tests of what happens between processes and when one is killed. */
public final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    /** Starts a main class with the flags that this JVM has. */
    public static ChildJvm start(Class<?> main, Object... arguments) throws IOException {
        return start(true, main, arguments);
    }

    /** Starts a main class with or without the flags for Chronicle. */
    public static ChildJvm start(boolean flags, Class<?> main, Object... arguments) throws IOException {
        return start(command(flags, main, arguments));
    }

    /** Starts a main class with the flags that this JVM has, and another umask. */
    public static ChildJvm startWithUmask(String umask, Class<?> main, Object... arguments) throws IOException {
        return startUnder(List.of("sh", "-c", "umask " + umask + "; exec \"$@\"", "sh"), main, arguments);
    }

    /** Starts a main class with the flags that this JVM has, by a command that takes the JVM's as its last arguments. */
    public static ChildJvm startUnder(List<String> prefix, Class<?> main, Object... arguments) throws IOException {
        final List<String> command = new ArrayList<>(prefix);
        command.addAll(command(true, main, arguments));
        return start(command);
    }

    /** Starts a main class as another program starts it, whose command this is, with more options of Java. */
    public static ChildJvm startUnder(List<String> starter, List<String> options, Class<?> main, Object... arguments)
            throws IOException {
        final List<String> command = new ArrayList<>(starter);
        command.addAll(command(true, main, arguments));
        command.addAll(command.size() - arguments.length - 1, options);
        return start(command);
    }

    private static ChildJvm start(List<String> command) throws IOException {
        return new ChildJvm(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    private static List<String> command(boolean flags, Class<?> main, Object... arguments) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xshare:auto");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
        if (flags) {
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(argument -> argument.startsWith("--"))
                    .forEach(command::add);
        }
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(main.getName());
        for (final Object argument : arguments) {
            command.add(argument.toString());
        }
        return command;
    }

    /** Reads up to a line that starts so, and gives the rest of that line. */
    public String awaitLine(String start) throws IOException {
        final StringBuilder before = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(start)) {
                return line.substring(start.length()).trim();
            }
            before.append(line).append('\n');
        }
        throw new AssertionError("the process ended without '" + start + "':\n" + before);
    }

    /** Waits for the end, and gives everything it still said. */
    public String awaitEnd() throws IOException, InterruptedException {
        final StringBuilder rest = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            rest.append(line).append('\n');
        }
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError("the process does not end");
        }
        return rest.toString();
    }

    public int exitCode() {
        return process.exitValue();
    }

    public long pid() {
        return process.pid();
    }

    /** Sends that signal, such as {@code STOP}, to what was started last of it. */
    public void signal(String name) throws IOException, InterruptedException {
        final long last = process.descendants()
                .reduce((before, after) -> after)
                .map(ProcessHandle::pid)
                .orElse(process.pid());
        new ProcessBuilder("kill", "-" + name, Long.toString(last))
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Kills it as {@code kill -9} does. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
