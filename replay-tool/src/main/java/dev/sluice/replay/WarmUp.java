package dev.sluice.replay;

import java.io.IOException;
import java.nio.file.Path;

/** A program of the launcher's, as {@link dev.sluice.service.WarmUp}: loads the classes that these commands load. */
public final class WarmUp {

    private WarmUp() {}

    /** Takes one argument, an empty directory. */
    public static void main(String[] args) throws IOException {
        final String queues = dev.sluice.service.WarmUp.run(Path.of(args[0])).toString();
        run("status", "--queues", queues);
        run("status", "--queues", queues, "--format", "json");
        run("cat", "both", "--queues", queues);
        run("show", "--last", "--queues", queues);
        run("jobs", "--queues", queues);
        run("verify", "--queues", queues);
        System.exit(0);
    }

    private static void run(String... command) {
        Main.commandLine(command).execute(command);
    }
}
