package dev.sluice.replay;

import java.nio.file.Path;

/**
 * A program of the launcher's, after {@link dev.sluice.service.WarmUp} has made queues: loads the classes that the commands on
 * queues load.
 */
public final class WarmUp {

    private WarmUp() {}

    /** Takes one argument, the directory that the gateway's program was given. */
    public static void main(String[] args) {
        final String queues = Path.of(args[0], "queues").toString();
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
