package dev.sluice.perf.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The gateway's program, and beside it a thread that tells how much heap is in use after a collection, when asked. */
public final class WatchedGateway {

    private WatchedGateway() {}

    public static void main(String[] args) {
        final Thread watch = new Thread(WatchedGateway::answer, "heap-watch");
        watch.setDaemon(true);
        watch.start();
        dev.sluice.service.Main.main(args);
    }

    private static void answer() {
        final BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            while (questions.readLine() != null) {
                ChildJvm.say(Memory.heapBytes() + " " + Memory.residentBytes());
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
