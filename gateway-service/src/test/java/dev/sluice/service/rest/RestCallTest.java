package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.Backend.Reply;
import dev.sluice.service.core.Deadline;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.plan.CallReasons;
import dev.sluice.service.core.plan.Planner;
import dev.sluice.service.rest.RestCall.Step;
import dev.sluice.service.rest.answer.ItemAnswer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call's way through answers, without HTTP. */
class RestCallTest {

    private static final CallResult DOUBT = new CallResult.Doubt(FailureKind.REJECTED, "it answered 500", "500");

    private final AskedOperations operations = new AskedOperations();
    private final RestOperation operation = operations.lookup(100);
    private final AtomicLong ids = new AtomicLong();
    private List<Question> questions = List.of();

    @AfterEach
    void close() {
        operations.close();
    }

    private RestCall call(int size) {
        return call(operation, size);
    }

    private RestCall call(RestOperation operation, int size) {
        final Planner planner = new Planner(new CallReasons("test", new GatewayCounts(List.of())));
        for (long key = 0; key < size; key++) {
            planner.add(
                    new Item(new RequestRef(key, 1, key, operation.name()), 0, 0, Deadline.NONE, false),
                    operation,
                    Arguments.of(key));
        }
        questions = planner.plan().get(0).questions();
        return new RestCall(questions, 2, ids::incrementAndGet, question -> "");
    }

    private static Part asked(Step step) {
        return assertInstanceOf(Step.Ask.class, step).part();
    }

    private static Reply given(Step step) {
        return assertInstanceOf(Step.Give.class, step).reply();
    }

    private static List<Object> keys(Part part) {
        return part.items().stream()
                .map(item -> item.arguments().values().get(0))
                .toList();
    }

    private static CallResult found(Part part) {
        final ItemAnswer[] answers = new ItemAnswer[part.size()];
        Arrays.fill(answers, new ItemAnswer.Answered(Outcome.NOT_FOUND));
        return new CallResult.Answered(List.of(answers));
    }

    @Test
    void shouldAskOnlyForWhatWasNotAnsweredMeanwhile() {
        final RestCall call = call(3);
        assertInstanceOf(
                Reply.Unavailable.class, given(call.heard(asked(call.start()), new CallResult.Away("away", false))));
        questions.get(1).answer(Outcome.failed(FailureKind.UNAVAILABLE, "waited too long"));
        final Part left = asked(call.start());
        assertEquals(List.of(0L, 2L), keys(left));
        assertEquals(new Reply.Done(1), given(call.heard(left, found(left))));
        assertTrue(questions.stream().allMatch(Question::answered));
    }

    @Test
    void shouldGiveEveryQuestionAnIdOfItsOwn() {
        final List<Long> seen = new ArrayList<>();
        asked(call(3).start()).items().forEach(item -> seen.add(item.id()));
        asked(call(2).start()).items().forEach(item -> seen.add(item.id()));
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L), seen);
    }

    @Test
    void shouldAskAnotherPartNextWhenOneItemAloneStaysInDoubt() {
        final RestCall call = call(4);
        Step step = call.start();
        while (!(step instanceof Step.Give give) || give.reply() instanceof Reply.Conflicted) {
            step = step instanceof Step.Ask ask ? call.heard(ask.part(), DOUBT) : call.start();
        }
        assertInstanceOf(Reply.Unavailable.class, given(step));
        assertEquals(List.of(1L), keys(asked(call.start())));
        assertTrue(questions.stream().noneMatch(Question::answered));
    }

    @Test
    void shouldAskItemsAloneWhenAllOfAGoodResponseStayInDoubt() {
        final RestCall call = call(3);
        final ItemAnswer doubt = new ItemAnswer.InDoubt("status 500", "500");
        final CallResult all = new CallResult.Answered(List.of(doubt, doubt, doubt));
        assertInstanceOf(Reply.Conflicted.class, given(call.heard(asked(call.start()), all)));
        final Part alone = asked(call.heard(asked(call.start()), all));
        assertEquals(List.of(0L), keys(alone));
        assertInstanceOf(Reply.Unavailable.class, given(call.heard(alone, new CallResult.Answered(List.of(doubt)))));
        final Part next = asked(call.start());
        assertEquals(List.of(1L), keys(next), "others are asked first");
    }

    @Test
    void shouldKeepEventsInTheirOrderWhenAResponseHasNothingOfSome() {
        final RestCall call = call(operations.endpoint(100), 5);
        final ItemAnswer taken = new ItemAnswer.Answered(Outcome.NOT_FOUND);
        final ItemAnswer missing = new ItemAnswer.Missing();
        final ItemAnswer doubt = new ItemAnswer.InDoubt("status 500", "500");
        final CallResult some = new CallResult.Answered(List.of(taken, doubt, doubt, missing, doubt));
        assertInstanceOf(Reply.Conflicted.class, given(call.heard(asked(call.start()), some)));

        final List<List<Object>> sent = new ArrayList<>();
        for (Step step = call.start(); step instanceof Step.Ask ask; step = call.heard(ask.part(), found(ask.part()))) {
            sent.add(keys(ask.part()));
        }
        assertEquals(List.of(List.of(1L, 2L), List.of(3L), List.of(4L)), sent);
    }

    @Test
    void shouldAskLookupsThatAResponseHasNothingOfFirstAndTheOthersTogether() {
        final RestCall call = call(4);
        final ItemAnswer missing = new ItemAnswer.Missing();
        final ItemAnswer doubt = new ItemAnswer.InDoubt("status 500", "500");
        final CallResult none = new CallResult.Answered(List.of(doubt, missing, doubt, missing));
        assertInstanceOf(Reply.Conflicted.class, given(call.heard(asked(call.start()), none)));

        final List<List<Object>> sent = new ArrayList<>();
        for (Step step = call.start(); step instanceof Step.Ask ask; step = call.heard(ask.part(), found(ask.part()))) {
            sent.add(keys(ask.part()));
        }
        assertEquals(List.of(List.of(1L), List.of(3L), List.of(0L, 2L)), sent);
    }

    @Test
    void shouldHoldTheItemWhenAlsoWhatWentWellBeforeIsInDoubt() {
        final RestCall first = call(2);
        final Part well = asked(first.start());
        first.heard(well, found(well));

        final RestCall call = call(1);
        call.heard(asked(call.start()), DOUBT);
        final Part control = asked(call.heard(asked(call.start()), DOUBT));
        assertTrue(control.isControl());
        assertEquals(List.of(1L), keys(control), "another key than its own");
        final Reply.Unavailable away = assertInstanceOf(
                Reply.Unavailable.class, given(call.heard(control, new CallResult.Away("gone", false))));
        assertEquals("lookup 'customer': it answered 500", away.reason());
        assertTrue(!questions.get(0).answered());

        final Part again = asked(call.heard(asked(call.start()), DOUBT));
        assertEquals(new Reply.Done(2), given(call.heard(again, found(again))));
        assertTrue(questions.get(0).answered());
    }
}
