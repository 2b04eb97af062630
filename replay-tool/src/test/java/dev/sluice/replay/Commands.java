package dev.sluice.replay;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The tool's commands, called one after another, and what the last of them printed. */
public final class Commands {

    private Called last = new Called(0, "", "");

    /** Calls a command, and returns its exit code. */
    public int call(String... arguments) {
        last = Called.with(arguments);
        return last.code();
    }

    /** Calls a command on those queues, and returns its exit code. */
    public int on(Path queues, String command, String... options) {
        return call(Stream.concat(Stream.of(command, "--queues", queues.toString()), Stream.of(options))
                .toArray(String[]::new));
    }

    public String out() {
        return last.out();
    }

    public String err() {
        return last.err();
    }

    /** What it printed to both. */
    public String said() {
        return last.out() + last.err();
    }

    public List<String> lines() {
        return last.lines();
    }

    public JsonNode json() throws IOException {
        return last.json();
    }
}
