package dev.sluice.faults.kill;

import dev.sluice.testsupport.JavaCommand;
import dev.sluice.testsupport.Program;
import java.nio.file.Path;
import java.time.Duration;

/** A program in a separate JVM that the test kills. */
public final class KilledProgram {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    private KilledProgram() {}

    /**
     * Returns a program to be started.
     *
     * @param name the name of its process in messages
     * @param log the file for its output; the process creates a file beside it when it reaches its fault point
     * @param point the fault point and the count at which the process stops there, as {@code name:nth}; empty for none
     */
    public static Program of(String name, Path log, String point, Class<?> main, Object... arguments) {
        final Program program = Program.java(main, arguments)
                .named(name)
                .log(log)
                .options(Program.QUICK)
                .options("-Xmx192m")
                .options(JavaCommand.SHARED_CLASSES)
                .patience(STOP_TIMEOUT);
        return point.isEmpty() ? program : program.stoppingAt(point, log.resolveSibling(log.getFileName() + ".fault"));
    }
}
