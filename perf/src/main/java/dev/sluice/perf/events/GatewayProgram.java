package dev.sluice.perf.events;

import dev.sluice.perf.run.ProcessUse;
import dev.sluice.perf.system.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The gateway's program, and beside it a thread that tells what the process has used up, when asked. */
public final class GatewayProgram {

    private GatewayProgram() {}

    public static void main(String[] args) {
        final Thread watch = new Thread(GatewayProgram::answer, "use-watch");
        watch.setDaemon(true);
        watch.start();
        dev.sluice.service.Main.main(args);
    }

    private static void answer() {
        final BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            while (questions.readLine() != null) {
                ChildJvm.say(ProcessUse.now().told());
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
