package dev.sluice.perf.burst;

import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.system.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** A job that opens queues, writes onto them and closes them as it is told, one line each, and says when it has. */
final class WriterProcess {

    /** How long anything that it is told may take. */
    static final long LONGEST_SECONDS = 120;

    private WriterProcess() {}

    public static void main(String[] args) throws IOException {
        Optional<GatewayClient> client = Optional.empty();
        final BufferedReader told = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = told.readLine(); line != null; line = told.readLine()) {
            final String[] words = line.split(" ", 2);
            switch (words[0]) {
                case "open" -> client = Optional.of(GatewayClient.open(Path.of(words[1])));
                case "write" -> write(client.orElseThrow().requests(), Integer.parseInt(words[1]));
                case "close" -> client.orElseThrow().close();
                default -> throw new IllegalArgumentException("Told to " + line);
            }
            ChildJvm.say(words[0]);
        }
    }

    /** Writes so many lookups. */
    static void write(Requests requests, int count) {
        for (long key = 0; key < count; key++) {
            requests.lookup("customer", key);
        }
    }
}
