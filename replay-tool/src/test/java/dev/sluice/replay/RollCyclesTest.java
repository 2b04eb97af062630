package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.InputReader;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.RolledPair;
import dev.sluice.internal.queue.files.RollCycleName;
import dev.sluice.internal.queue.retention.RollFileRetention;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.service.config.QueuesConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each roll cycle that is named as one to use, from end to end: weeks, digits, letters and calendars differ by locale. */
class RollCyclesTest {

    private static final int FILES = 4;
    private static final int EACH = 3;
    /** A week of the next year, in some countries. */
    private static final Instant FIRST = Instant.parse("2024-12-29T22:00:00Z");

    private static final List<String> LOCALES =
            List.of("en-US", "de-DE", "ar-EG-u-nu-arab", "th-TH-u-ca-buddhist-nu-thai", "tr-TR", "ja-JP-u-ca-japanese");

    private final Locale usual = Locale.getDefault();
    private final Commands tool = new Commands();

    @TempDir
    private Path directory;

    @AfterEach
    void setBack() {
        Locale.setDefault(usual);
    }

    private static Stream<Arguments> cyclesAndLocales() {
        final List<String> cycles = RollCycleName.usable();
        return IntStream.range(0, cycles.size())
                .mapToObj(i -> Arguments.of(
                        cycles.get(i), LOCALES.get(i % LOCALES.size()), LOCALES.get((i + 1) % LOCALES.size())));
    }

    @Test
    void shouldBeTheOnesThatTheConfigurationLists() {
        assertEquals(
                List.of(),
                QueuesConfig.ROLL_CYCLES.stream()
                        .filter(cycle -> !RollCycleName.usable().contains(cycle))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("cyclesAndLocales")
    void shouldBeWrittenRolledReadVerifiedAndDeletedWhenLocalesDiffer(String cycle, String job, String gateway)
            throws Exception {
        Locale.setDefault(Locale.forLanguageTag(job));
        Instant next = FIRST;
        try (RolledPair pair = new RolledPair(directory, next, cycle)) {
            for (int file = 0; file < FILES; file++) {
                write(pair, EACH);
                pair.roll();
            }
            assertEquals(FILES, pair.files("in").size());
            next = pair.now();
        }

        Locale.setDefault(Locale.forLanguageTag(gateway));
        try (RolledPair pair = new RolledPair(directory, next, cycle)) {
            assertEquals(FILES * EACH, read(pair).size());
            AnsweredQueues.answer(pair.queues(), 2 * EACH, AnsweredQueues.Results::truth);
            write(pair, 1);
            assertEquals(FILES + 1, pair.files("in").size());
        }
        assertSays(1, "status", "waiting        " + (FILES * EACH + 1 - 2 * EACH) + " requests");
        assertSays(0, "verify", "violations  0");
        assertSays(0, "repair", FILES * EACH + 1 + " requests and " + 2 * EACH + " results");

        Locale.setDefault(Locale.forLanguageTag(job));
        try (RolledPair pair = new RolledPair(directory, next, cycle)) {
            AnsweredQueues.answer(pair.queues(), Integer.MAX_VALUE, AnsweredQueues.Results::truth);
            final List<RequestFrame> all = read(pair);
            assertEquals(FILES * EACH + 1, all.size());
            assertEquals(FILES * EACH + 1, all.get(all.size() - 1).sequence());
            assertEquals(1, kept(pair), "the newest, which holds the last answered request");
            write(pair, 1);
            AnsweredQueues.answer(pair.queues(), Integer.MAX_VALUE, AnsweredQueues.Results::truth);
        }

        Locale.setDefault(Locale.forLanguageTag(gateway));
        assertSays(0, "verify", "violations  0");
        assertSays(0, "repair", "2 requests and");
    }

    private static void write(RolledPair pair, int requests) {
        try (InputWriter writer = pair.queues().newWriter("job")) {
            for (int i = 0; i < requests; i++) {
                writer.append(RequestKind.UPDATE, Map.of(), "u", i);
            }
        }
    }

    private static List<RequestFrame> read(RolledPair pair) {
        final List<RequestFrame> requests = new ArrayList<>();
        try (InputReader reader = pair.queues().requestsFromStart()) {
            reader.poll(
                    new RequestReceiver() {
                        @Override
                        public void request(long index, long writtenNanos, RequestFrame request) {
                            requests.add(request);
                        }

                        @Override
                        public void undecodable(long index, long writtenNanos, String why) {
                            throw new AssertionError(why);
                        }
                    },
                    Integer.MAX_VALUE);
        }
        return requests;
    }

    /** How many input files are left of those that a gateway deletes much later. */
    private static int kept(RolledPair pair) throws Exception {
        try (GatewayLock lock = pair.queues().lease()) {
            final RollFileRetention retention = new RollFileRetention(pair.queues(), lock);
            retention.delete(retention.sync(), Duration.ofDays(1), Instant.now().plus(Duration.ofDays(2)));
        }
        return pair.files("in").size();
    }

    private void assertSays(int expected, String command, String what) {
        final int code = tool.on(directory, command);
        assertTrue(code == expected && tool.said().contains(what), () -> command + " " + code + ": " + tool.said());
    }

    @Test
    void shouldSaySoWhenAnEarlierReleaseMadeQueuesOfWeeklyFiles() throws Exception {
        new RolledPair(directory, FIRST, "FAST_DAILY").close();
        final Path properties = directory.resolve("in/queue.properties");
        Files.writeString(properties, Files.readString(properties).replace("FAST_DAILY", "WEEKLY"));
        for (final String command : List.of("status", "verify", "repair", "cat")) {
            assertEquals(3, tool.on(directory, command), tool::said);
            assertTrue(tool.said().contains("in/queue.properties says that its roll cycle is WEEKLY"), tool::said);
            assertTrue(tool.said().contains("set queues.rollCycle to another one, such as FAST_DAILY"), tool::said);
        }
    }
}
