package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrecautionsTest {

    private static final int THRICE = 3;
    private static final int MOST_ALONE = 10;

    private final Kept notes = new Kept();
    private long answered = Notes.NONE;

    /** Notes in memory. */
    private static final class Kept implements Notes {

        private final long[] numbers = new long[Note.values().length];

        Kept() {
            Arrays.fill(numbers, NONE);
        }

        @Override
        public long get(Note note) {
            return numbers[note.ordinal()];
        }

        @Override
        public void set(Note note, long number) {
            numbers[note.ordinal()] = number;
        }
    }

    @Test
    void shouldTakeWhatWasInHandOneAtATimeOnlyAfterAnUncleanEnd() {
        final Precautions first = start(THRICE);
        assertFalse(first.oneAtATime(new Window()));
        first.taken(5);
        final Precautions second = start(THRICE);
        assertTrue(second.oneAtATime(new Window()));
        assertTrue(second.left()
                .orElseThrow()
                .contains("requests up to 5 were in progress, and are now executed one at a time"));
        answered = 5;
        assertFalse(start(THRICE).oneAtATime(new Window()), "all of it was answered");
    }

    @Test
    void shouldTakeManyInFullChunksOnceMoreAndAloneAfterAnEndWithoutAnswers() {
        start(THRICE).taken(MOST_ALONE + 1);
        assertTrue(start(THRICE).oneAtATime(new Window()), "none was answered by the first run");
        answered = 0;
        start(THRICE).taken(MOST_ALONE + 1);
        answered = 1;
        notes.set(Notes.Note.TAKEN, answered + MOST_ALONE + 1);
        final Precautions again = start(THRICE);
        assertFalse(again.oneAtATime(new Window()), "some were answered");
        assertTrue(again.left()
                .orElseThrow()
                .contains("requests up to 12 were in progress, more than 10. They are executed in full"));
        again.asking(call(2));
        final Precautions alone = start(THRICE);
        assertTrue(alone.oneAtATime(new Window()), "none was");
        assertTrue(alone.left().orElseThrow().endsWith("are now executed one at a time"), "none is in full chunks");
        assertTrue(alone.instead(2, request()).isEmpty(), "it was asked with others");
    }

    @Test
    void shouldStayAloneUntilTheEndOfManyOnceOneWasAlone() {
        answered = 0;
        notes.set(Notes.Note.TAKEN, 10 * MOST_ALONE);
        start(THRICE);
        start(THRICE).asking(call(3));
        answered = 2;
        final Precautions next = start(THRICE);
        assertTrue(next.oneAtATime(new Window()));
        next.asking(call(3));
        next.returned();
        answered = 3;
        assertTrue(start(THRICE).oneAtATime(new Window()), "the last one was alone");
    }

    @Test
    void shouldTakeNothingAloneAfterAnEndInOrder() {
        final Precautions first = start(THRICE);
        first.taken(5);
        first.ended(window(0));
        assertFalse(start(THRICE).oneAtATime(new Window()));
    }

    @Test
    void shouldStayAloneUntilTheLastOneIsAnswered() {
        start(THRICE).taken(1);
        final Precautions second = start(THRICE);
        second.taken(1);
        assertTrue(second.oneAtATime(window(1)));
        assertFalse(second.oneAtATime(new Window()));
    }

    @Test
    void shouldQuarantineOnlyWhatWasAskedAloneAtEveryEnd() {
        start(THRICE).taken(5);
        for (int end = 1; end <= THRICE; end++) {
            final Precautions run = start(THRICE);
            assertTrue(run.instead(0, request()).isEmpty(), "after " + end);
            run.taken(0);
            run.asking(call(0));
        }
        final Precautions last = start(THRICE);
        assertTrue(last.instead(1, request()).isEmpty());
        assertTrue(last.instead(0, request()).isPresent());
        assertEquals(1, last.quarantined());
        assertTrue(start(THRICE).instead(0, request()).isPresent(), "until it is answered");
        answered = 0;
        assertTrue(start(THRICE).instead(0, request()).isEmpty());
    }

    @Test
    void shouldNotCountEndsWithoutAskingNorThoseOfAnotherRequest() {
        start(1).taken(5);
        start(1).taken(0);
        assertTrue(start(1).instead(0, request()).isEmpty(), "it was in hand, and not asked");
        final Precautions returned = start(1);
        returned.asking(call(0));
        returned.returned();
        assertTrue(start(1).instead(0, request()).isEmpty(), "no backend had it any more");
        start(2).asking(call(0));
        answered = 0;
        start(2).asking(call(1));
        assertTrue(start(2).instead(1, request()).isEmpty(), "one end of it, and one of another");
    }

    @Test
    void shouldBlameNoRequestForTheEndOfTheJobsProcess() {
        startEmbedded().taken(5);
        for (int end = 0; end < 5; end++) {
            final Precautions run = startEmbedded();
            assertTrue(run.oneAtATime(new Window()), "the process ended unexpectedly");
            assertTrue(run.instead(0, request()).isEmpty());
            run.asking(call(0));
        }
        assertTrue(start(1).instead(0, request()).isEmpty(), "nor does a gateway with a process of its own");
    }

    @Test
    void shouldBlameTheRequestThatWasAloneWhenAnEmbeddedGatewayFailed() {
        startEmbedded().taken(5);
        startEmbedded().failed(new Window());
        assertTrue(startEmbedded().instead(0, request()).isEmpty(), "none was in hand");
        final Precautions inFull = startEmbedded();
        inFull.failed(window(6));
        assertTrue(startEmbedded().instead(6, request()).isEmpty(), "it was not executed alone");
        final Precautions asked = startEmbedded();
        asked.asking(call(0));
        asked.failed(window(0));
        assertTrue(startEmbedded().instead(0, request()).isPresent());
    }

    @Test
    void shouldBlameTheRequestWhoseResultWasBeingWrittenWhenTheGatewayFailed() {
        startEmbedded().taken(5);
        final Precautions written = startEmbedded();
        written.asking(call(0));
        written.returned();
        written.failed(window(0));
        assertTrue(startEmbedded().instead(0, request()).isPresent());
    }

    @Test
    void shouldDoNothingWhenItIsOff() {
        start(THRICE).taken(5);
        for (int end = 0; end < 5; end++) {
            final Precautions run = start(Precautions.NEVER);
            assertFalse(run.oneAtATime(new Window()));
            run.asking(call(0));
        }
        assertTrue(start(Precautions.NEVER).instead(0, request()).isEmpty());
        assertTrue(start(THRICE).instead(0, request()).isEmpty());
    }

    private Precautions start(int quarantineAfter) {
        return new Precautions(
                notes, quarantineAfter, MOST_ALONE, answered, Precautions.Decided.NONE, false, Long::toString);
    }

    private Precautions startEmbedded() {
        return new Precautions(notes, 1, MOST_ALONE, answered, Precautions.Decided.NONE, true, Long::toString);
    }

    private static Window window(long index) {
        final Window window = new Window();
        window.add(item(index));
        return window;
    }

    private static Item item(long index) {
        return new Item(new RequestRef(index, 0, 0, "it"), 0, 0, Deadline.NONE, false);
    }

    private static Call call(long index) {
        final TestOperation operation = TestOperation.lookup("it", new ScriptedBackend("main", new Backoff(1, 1)));
        final Call call = new Call(operation.backend(), false);
        call.add(new Question(operation, Arguments.of(1L), operation.footprint(), item(index)));
        return call;
    }

    private static RequestFrame request() {
        return new RequestFrame(RequestKind.LOOKUP, 1, 1, Map.of(), "it", Arguments.of(1L));
    }
}
