package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.QueueFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A queue is damaged, and a person knows nothing but what is printed: each command is the one that the message before it names. */
class DamagedQueueWalkTest {

    private static final int REQUESTS = 3_000;
    private static final int DAMAGED = 1_500;
    private static final int BYTES = 400;
    private static final int STEPS = 5;
    private static final Pattern COMMAND = Pattern.compile("sluice (run|replay|status|cat) [^\n)]*");
    private static final String RUN = "sluice run --config FILE";

    @TempDir
    private Path directory;

    private ServedDatabase served;
    private final List<String> walked = new ArrayList<>();

    @BeforeEach
    void damage() throws Exception {
        served = ServedDatabase.make(ServedDatabase.Kind.HSQLDB, directory, 10);
        served.askInTurn("pay", REQUESTS, 10);
        final Path file = QueueFiles.of(served.queues().resolve("in")).get(0);
        final byte[] bytes = Files.readAllBytes(file);
        final String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int at = -1;
        for (int i = 0; i < DAMAGED; i++) {
            at = text.indexOf("pay", at + 1);
        }
        Arrays.fill(bytes, at, at + BYTES, (byte) 0);
        Files.write(file, bytes);
    }

    @Test
    void shouldLeadToAnsweredRequestsWhenTheGatewaysErrorIsFollowed() {
        follow(start());
    }

    @Test
    void shouldLeadToAnsweredRequestsWhenStatusIsFollowed() {
        start();
        follow(served.replay("status").out().lines().findFirst().orElseThrow());
    }

    @Test
    void shouldLeadToAnsweredRequestsWhenAnotherCommandCannotReadTheQueue() {
        start();
        follow(served.replay("cat").err());
    }

    @Test
    void shouldLeadToAnsweredRequestsWhenResumeCannotReadTheQueue() {
        start();
        final Called said = served.replay("resume", "--from", "2099-01-01T00:00:00Z");
        assertEquals(3, said.code(), said::toString);
        follow(said.err());
    }

    /** Does what is said until a gateway has answered everything, and holds what comes of it against what was asked. */
    private void follow(String message) {
        String said = message;
        for (int i = 0; i < STEPS && !said.isEmpty(); i++) {
            final String before = said;
            final List<String> named =
                    COMMAND.matcher(said).results().map(MatchResult::group).toList();
            assertTrue(!named.isEmpty(), () -> "no command in: " + before + "\nafter " + walked);
            final String next = named.get(named.size() - 1);
            walked.add(next);
            said = next.equals(RUN) ? start() : execute(next);
        }
        assertEquals("", said, () -> String.join("\n", walked));
        assertTrue(walked.contains("sluice replay repair --queues " + served.queues()), walked::toString);
        final List<String> results = served.run();
        final List<String> lost =
                results.stream().filter(result -> !result.contains("updated")).toList();
        assertTrue(REQUESTS - 10 < results.size() && results.size() <= REQUESTS, () -> results.size() + " results");
        assertTrue(!lost.isEmpty() && lost.size() < 10, lost::toString);
        assertTrue(
                lost.stream().allMatch(result -> result.contains("lost when the queue was damaged")), lost::toString);
        assertEquals(0, served.replay("repair").code());
    }

    /** Starts the gateway; what it ends with, or nothing if it answers everything. */
    private String start() {
        try {
            served.run();
            return "";
        } catch (final RuntimeException e) {
            return e.getMessage();
        }
    }

    private String execute(String line) {
        final List<String> words = List.of(line.split(" "));
        final Called called = Called.with(words.subList(words.get(1).equals("replay") ? 2 : 1, words.size())
                .toArray(String[]::new));
        walked.add(called.out() + called.err());
        return called.out() + called.err();
    }
}
