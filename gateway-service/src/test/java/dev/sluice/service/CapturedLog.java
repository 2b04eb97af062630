package dev.sluice.service;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Keeps what is logged until it is closed, instead of printing it. One at a time. */
public final class CapturedLog implements AutoCloseable {

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    public CapturedLog() {
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    }

    /** Returns what these steps log. */
    public static List<String> of(Runnable steps) {
        try (CapturedLog captured = new CapturedLog()) {
            steps.run();
            return captured.lines();
        }
    }

    public List<String> lines() {
        return log.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** In how many lines that part is. */
    public long count(String part) {
        return lines().stream().filter(line -> line.contains(part)).count();
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
