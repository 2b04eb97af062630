package dev.sluice.faults.processes;

import dev.sluice.service.WarmUp;
import dev.sluice.testsupport.JavaCommand;
import dev.sluice.testsupport.Trees;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The archive of a gateway's classes that the launcher makes, for gateways on this JVM's class path. */
final class ClassArchive {

    private static final List<String> QUIET = List.of("-Xlog:cds=off", "-Xlog:cds+dynamic=off");

    private ClassArchive() {}

    /**
     * Makes it, which takes some seconds, until this JVM ends.
     *
     * @return the options of a JVM that uses it; none where the class path has directories, which the JDK does not archive
     */
    static List<String> make() {
        if (!Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .allMatch(Files::isRegularFile)) {
            return List.of();
        }
        try {
            final Path directory = Files.createTempDirectory("sluice-classes");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            final Path archive = directory.resolve("classes.jsa");
            final Process process = new ProcessBuilder(JavaCommand.of(
                            List.of("-XX:ArchiveClassesAtExit=" + archive, "-Xlog:disable"),
                            WarmUp.class.getName(),
                            List.of(Files.createDirectory(directory.resolve("warm-up"))
                                    .toString())))
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile())
                    .start();
            if (process.waitFor() != 0) {
                throw new IOException("the warm-up failed: " + Files.readString(directory.resolve("log")));
            }
            return Stream.concat(Stream.of("-XX:SharedArchiveFile=" + archive), QUIET.stream())
                    .toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private static void delete(Path directory) {
        try {
            Trees.delete(directory);
        } catch (final IOException e) {
            System.err.println("cannot delete " + directory + ": " + e.getMessage());
        }
    }
}
