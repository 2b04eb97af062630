package dev.sluice.service.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.control.ControlNotices.UnclearNoticeException;
import dev.sluice.service.control.Done.State;
import dev.sluice.service.control.Wanted.Act;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlNoticesTest {

    private static final Wanted PAUSE = new Wanted("1", Act.PAUSE, "anna", "2026-11-27T03:12:00Z", "index");

    @TempDir
    private Path directory;

    private QueuePair pair;
    private ControlNotices notices;

    @BeforeEach
    void open() {
        pair = QueuePair.open(directory, QueueOptions.DEFAULTS.withDiskReserve(1 << 20));
        notices = new ControlNotices(pair);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    private void written(String text) throws IOException {
        Files.writeString(directory.resolve("out/control-wanted.json"), text);
    }

    @Test
    void shouldReadWhatSomebodyWroteByHand() throws Exception {
        assertEquals(Optional.empty(), notices.wanted());
        written("""
                {"want": "pause", "id": "1", "by": "anna", "since": "2026-11-27T03:12:00Z", "reason": "index"}
                """);
        assertEquals(Optional.of(PAUSE), notices.wanted());
        written("{\"want\":\"drain\",\"id\":2,\"by\":\"b\",\"since\":\"2026-11-27T03:12:00+01:00\"}");
        assertEquals(Optional.of(new Wanted("2", Act.DRAIN, "b", "2026-11-27T03:12:00+01:00", "")), notices.wanted());
        notices.want(PAUSE);
        assertEquals(Optional.of(PAUSE), notices.wanted());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ~~                                                                            | No content to map
            null                                                                          | the notice is empty
            {"want":"pause","id":"1","by":"a"                                             | end-of-input
            []                                                                            | Cannot deserialize
            {}                                                                            | id is missing
            {"want":"stop","id":"1","by":"a","since":"2026-11-27T03:12:00Z"}              | not one of the values accepted
            {"want":0,"id":"1","by":"a","since":"2026-11-27T03:12:00Z"}                   | not allowed to deserialize Enum
            {"want":"pause","by":"a","since":"2026-11-27T03:12:00Z"}                      | id is missing
            {"want":"pause","id":"1","since":"2026-11-27T03:12:00Z"}                      | by is missing
            {"want":"pause","id":"1","by":"a"}                                            | since is missing
            {"want":"pause","id":"1","by":"a","since":"yesterday"}                        | since is no time
            {"want":"pause","id":"1","by":"a","since":"2026-11-27T03:12:00Z","until":"x"} | Unrecognized field "until"
            {"want":"pause","id":"1","id":"2","by":"a","since":"2026-11-27T03:12:00Z"}    | Duplicate field 'id'
            {"want":"pause","id":"1","by":"a","since":"2026-11-27T03:12:00Z"} {}          | Trailing token
            """)
    void shouldSayWhatIsWrongWithANoticeThatCannotBeUnderstood(String text, String why) throws IOException {
        written(text);
        final UnclearNoticeException unclear = assertThrows(UnclearNoticeException.class, notices::wanted);
        assertTrue(unclear.getMessage().contains(why), unclear::getMessage);
        assertTrue(unclear.getMessage().contains("control-wanted.json"), unclear::getMessage);
    }

    @Test
    void shouldTakeNoTextForOneThatEndsALineOrIsTooLong() throws Exception {
        final Wanted other = new Wanted("1", Act.PAUSE, "a\nb", PAUSE.since(), "c\u001bd");
        assertEquals("since 2026-11-27T03:12:00Z by a?b (c?d)", other.origin());
        assertThrows(
                IllegalArgumentException.class, () -> new Wanted("1", Act.PAUSE, "a".repeat(1_001), PAUSE.since(), ""));
    }

    @Test
    void shouldSayWhatHoldsRequestsUp() throws Exception {
        assertEquals(Optional.empty(), notices.holdsUp(true));
        notices.want(PAUSE);
        final String words =
                "paused since 2026-11-27T03:12:00Z by anna (index): no requests are read until sluice ctl resume";
        assertEquals(Optional.of(words), notices.holdsUp(false));
        assertEquals(Optional.of(words + "; not done yet"), notices.holdsUp(true));
        notices.done(Done.now(PAUSE, State.BEGUN, "letters"));
        assertEquals(Optional.of(words + "; not done yet"), notices.holdsUp(true));
        notices.done(Done.now(PAUSE, State.DONE, "letters"));
        assertEquals(Optional.of(words), notices.holdsUp(true));
        notices.want(new Wanted("2", Act.RESUME, "anna", PAUSE.since(), ""));
        assertEquals(Optional.empty(), notices.holdsUp(true));
    }

    @Test
    void shouldTakeADrainForOneOfTheProcessThatServedTheLaneThen() throws Exception {
        final Wanted drain = new Wanted("3", Act.DRAIN, "anna", PAUSE.since(), "");
        notices.want(drain);
        assertEquals(Optional.empty(), notices.holdsUp(false));
        assertTrue(notices.holdsUp(true).orElseThrow().startsWith("draining since "));
        notices.done(Done.now(drain, State.PASSED, "letters"));
        assertEquals(Optional.empty(), notices.holdsUp(true));
        Files.writeString(directory.resolve("out/control-done.json"), "{");
        assertEquals(Optional.empty(), notices.done());
        Files.writeString(directory.resolve("out/control-done.json"), "{}");
        assertEquals(Optional.empty(), notices.done());
    }
}
