package dev.sluice.replay;

import java.nio.file.Path;

/**
 * Loads the classes that commands on queues need. The launcher runs this program after {@link dev.sluice.service.WarmUp}, which
 * has created queues.
 */
public final class WarmUp {

    private WarmUp() {}

    /** @param args the directory that was given to the gateway's program */
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
