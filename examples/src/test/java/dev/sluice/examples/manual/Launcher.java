package dev.sluice.examples.manual;

import dev.sluice.testsupport.JavaCommand;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Puts scripts into a directory, one of them named {@code sluice} that starts the same programs as the launcher does. */
record Launcher(Path directory) {

    /** Makes the launcher's own. */
    static Launcher in(Path directory) throws IOException {
        final Launcher launcher = new Launcher(directory);
        launcher.script("sluice", """
                case $1 in
                    init | run | check) main=dev.sluice.service.Main ;;
                    demo) main=dev.sluice.examples.Main ;;
                    replay) shift; main=dev.sluice.replay.Main ;;
                    *) main=dev.sluice.replay.Main ;;
                esac
                exec %s "$main" "$@"
                """.formatted(java()));
        return launcher;
    }

    /** The words that start a JVM with the class path of this one, for a shell; a main class and its arguments follow. */
    static String java() throws IOException {
        return JavaCommand.of(Program.QUICK).stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    void script(String name, String text) throws IOException {
        final Path file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + text);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + file + " executable");
        }
    }
}
