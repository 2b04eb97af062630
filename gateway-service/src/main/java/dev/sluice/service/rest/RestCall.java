package dev.sluice.service.rest;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.service.chunk.Backend.Reply;
import dev.sluice.service.chunk.Outcome;
import dev.sluice.service.chunk.Question;
import dev.sluice.service.rest.Part.Asked;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call on its way: which parts of it are still to be asked, and what the answers make of the rest. It outlives that
 * the call is given back, so that what was split stays split and what was in doubt is known.
 *
 * <p>Which item is at fault is found by asking smaller parts, down to one. What the service fails on rather than refuses
 * may be the service's own fault: such an item fails only if the service answered another question of the same operation
 * since. If no other came along, a lookup that went well before is asked again to find out. Otherwise the whole service
 * counts as away: a broken deployment must not turn a million requests into failures.
 *
 * <p>Pure, and belongs to the service thread. It keeps no reference to the call: the backend forgets both together.
 */
final class RestCall {

    private static final Logger LOG = LoggerFactory.getLogger(RestCall.class);

    private final String service;
    private final RestOperation operation;
    private final int retries;
    private final LongSupplier ids;
    private final Deque<Part> todo = new ArrayDeque<>();
    private int trips;
    private Optional<Asked> suspect = Optional.empty();
    private Outcome suspicion = Outcome.NOT_FOUND;
    private String suspected = "";

    /** What is to be done next. */
    sealed interface Step {

        /** Send this part's request, and tell {@link #heard}. */
        record Ask(Part part) implements Step {}

        /** Give the call back. */
        record Give(Reply reply) implements Step {}
    }

    /** Names questions for the service. */
    interface Keys {
        /** The same for the same request, also after a restart. */
        String idempotencyKey(Question question);
    }

    /**
     * @param retries attempts at what is in doubt
     * @param ids gives every question of this run of the gateway another number
     */
    RestCall(String service, List<Question> questions, int retries, LongSupplier ids, Keys keys) {
        this.service = service;
        this.operation = (RestOperation) questions.get(0).operation();
        this.retries = retries;
        this.ids = ids;
        final long since = operation.update() ? operation.answered() : -1;
        final List<Asked> asked = new ArrayList<>(questions.size());
        for (final Question question : questions) {
            final String key = operation.update() ? keys.idempotencyKey(question) : "";
            final RestItem item = new RestItem(question.arguments(), ids.getAsLong(), key);
            asked.add(new Asked(question, item, since));
        }
        todo.add(Part.of(asked, 0));
    }

    RestOperation operation() {
        return operation;
    }

    /** The call is started, for the first time or again; some of its questions may have got another answer since. */
    Step start() {
        trips = 0;
        final List<Part> left = new ArrayList<>(todo);
        todo.clear();
        for (final Part part : left) {
            final List<Asked> open = part.asked().stream()
                    .filter(one -> !one.question().answered())
                    .toList();
            if (open.size() == part.size()) {
                todo.add(part);
            } else if (!open.isEmpty()) {
                todo.add(Part.of(open, part.doubts()));
            }
        }
        return next();
    }

    /** What a part came to. */
    Step heard(Part part, Verdict verdict) {
        trips++;
        if (part.isControl()) {
            return controlled(verdict);
        }
        if (verdict instanceof Verdict.Answered good) {
            return answered(part, good.answers());
        }
        if (verdict instanceof Verdict.Throttled throttled) {
            todo.addFirst(part);
            return new Step.Give(new Reply.Throttled(trips, about(throttled.reason()), throttled.pauseNanos()));
        }
        if (verdict instanceof Verdict.Away away) {
            todo.addFirst(part);
            return away(about(away.reason()));
        }
        if (verdict instanceof Verdict.TooMuch tooMuch) {
            operation.tooMuch(part.size());
            return split(part, new Verdict.Doubt(FailureKind.TOO_LARGE, tooMuch.reason(), tooMuch.code()));
        }
        if (verdict instanceof Verdict.Refused refused) {
            return split(part, new Verdict.Doubt(FailureKind.REJECTED, refused.reason(), refused.code()));
        }
        return inDoubt(part, (Verdict.Doubt) verdict);
    }

    private Step next() {
        while (!todo.isEmpty()) {
            final Part part = todo.removeFirst();
            if (part.ask().isPresent() || ready(part)) {
                return ask(part);
            }
        }
        return new Step.Give(new Reply.Done(trips));
    }

    private Step ask(Part part) {
        part.answeredBefore(operation.answered());
        return new Step.Ask(part);
    }

    /** Makes the request of a part; if one does not do, its parts are to be asked instead. */
    private boolean ready(Part part) {
        final int most = operation.callLimit();
        if (part.size() > most) {
            todo.addFirst(part.between(most, part.size()));
            todo.addFirst(part.between(0, most));
            return false;
        }
        final List<HttpAsk> asks;
        try {
            asks = operation.contract().asks(part.items());
        } catch (final RuntimeException e) {
            return unaskable(part, e);
        }
        if (asks.size() == 1) {
            part.askWith(asks.get(0));
            return true;
        }
        for (int i = asks.size() - 1; i >= 0; i--) {
            todo.addFirst(part.of(asks.get(i)));
        }
        return false;
    }

    /** The part cannot be made a request: a fault of the gateway, found down to the item. */
    private boolean unaskable(Part part, RuntimeException error) {
        if (part.size() > 1) {
            halve(part, part.doubts());
            return false;
        }
        LOG.error("{} could not be made a request to {}; this is a fault of the gateway", operation, service, error);
        final Asked one = part.asked().get(0);
        one.question()
                .answer(failure(
                        one,
                        new Verdict.Doubt(FailureKind.INTERNAL, "no request can be made of it: " + error, ""),
                        false));
        return false;
    }

    /** A request that could not even be sent. */
    Step unsendable(Part part, RuntimeException error) {
        if (part.isControl()) {
            return controlled(new Verdict.Away(String.valueOf(error.getMessage())));
        }
        unaskable(part, error);
        return next();
    }

    private Step answered(Part part, List<ItemAnswer> answers) {
        int good = 0;
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i) instanceof ItemAnswer.Answered its) {
                part.asked().get(i).question().answer(its.outcome());
                operation.countAnswer();
                if (!(its.outcome() instanceof Outcome.Failed)) {
                    operation.good(part.items().get(i).arguments());
                }
                good++;
            }
        }
        if (good == answers.size()) {
            operation.wentWell(good);
            return next();
        }
        return leftOver(part, answers);
    }

    /** The service answered, but not every item. */
    private Step leftOver(Part part, List<ItemAnswer> answers) {
        final List<Part> alone = new ArrayList<>();
        final List<Asked> again = new ArrayList<>();
        Optional<ItemAnswer.Again> later = Optional.empty();
        String doubtful = "";
        for (int i = 0; i < answers.size(); i++) {
            final Asked one = part.asked().get(i);
            final ItemAnswer answer = answers.get(i);
            if (answer instanceof ItemAnswer.Again its) {
                again.add(one);
                later = Optional.of(later.isPresent() ? longer(later.get(), its) : its);
            } else if (!(answer instanceof ItemAnswer.Answered)) {
                final Verdict.Doubt doubt = doubt(answer);
                final boolean missing = answer instanceof ItemAnswer.Missing;
                final boolean last = one.doubt(part.answeredBefore()) >= retries;
                if (part.size() == 1 && (last || missing)) {
                    return suspect(one, doubt);
                }
                if (last && one.witnessed(operation.answered())) {
                    one.question().answer(failure(one, doubt, true));
                } else if (last || missing) {
                    alone.add(Part.of(List.of(one), 0));
                } else {
                    again.add(one);
                    doubtful = doubt.reason();
                }
            }
        }
        if (!again.isEmpty()) {
            todo.addFirst(Part.of(again, 0));
        }
        for (int i = alone.size() - 1; i >= 0; i--) {
            todo.addFirst(alone.get(i));
        }
        if (later.isPresent()) {
            return new Step.Give(new Reply.Throttled(
                    trips, about(later.get().reason()), later.get().pauseNanos()));
        }
        return again.isEmpty() ? next() : new Step.Give(new Reply.Conflicted(trips, about(doubtful)));
    }

    private static ItemAnswer.Again longer(ItemAnswer.Again one, ItemAnswer.Again other) {
        return one.pauseNanos().orElse(0) >= other.pauseNanos().orElse(0) ? one : other;
    }

    private static Verdict.Doubt doubt(ItemAnswer answer) {
        return answer instanceof ItemAnswer.InDoubt its
                ? new Verdict.Doubt(FailureKind.REJECTED, its.reason(), its.code())
                : new Verdict.Doubt(FailureKind.REJECTED, "its response has nothing of it", "");
    }

    private Step split(Part part, Verdict.Doubt why) {
        if (part.size() > 1) {
            halve(part, part.doubts());
        } else {
            final Asked one = part.asked().get(0);
            one.question().answer(failure(one, why, false));
            operation.countAnswer();
        }
        return next();
    }

    private void halve(Part part, int doubts) {
        final int half = part.size() / 2;
        todo.addFirst(Part.of(part.asked().subList(half, part.size()), doubts));
        todo.addFirst(Part.of(part.asked().subList(0, half), doubts));
    }

    /** Nothing of the answer is used. */
    private Step inDoubt(Part part, Verdict.Doubt doubt) {
        if (part.size() == 1) {
            final Asked one = part.asked().get(0);
            if (one.doubt(part.answeredBefore()) < retries) {
                todo.addFirst(part);
                return new Step.Give(new Reply.Conflicted(trips, about(doubt.reason())));
            }
            return suspect(one, doubt);
        }
        part.countDoubt();
        if (part.doubts() > retries || doubt.kind() == FailureKind.TOO_LARGE) {
            halve(part, retries);
            return next();
        }
        todo.addFirst(part);
        return new Step.Give(new Reply.Conflicted(trips, about(doubt.reason())));
    }

    /** One item, asked often enough: is it the item, or the service? */
    private Step suspect(Asked one, Verdict.Doubt doubt) {
        final Outcome failure = failure(one, doubt, true);
        if (one.witnessed(operation.answered())) {
            one.question().answer(failure);
            return next();
        }
        suspicion = failure;
        suspected = about(doubt.reason());
        return operation
                .goodBeside(one.item().arguments())
                .map(arguments -> {
                    suspect = Optional.of(one);
                    return Part.control(new RestItem(arguments, ids.getAsLong(), ""));
                })
                .flatMap(this::withRequest)
                .map(this::ask)
                .orElseGet(() -> held(one));
    }

    private Optional<Part> withRequest(Part control) {
        final List<HttpAsk> asks = operation.contract().asks(control.items());
        control.askWith(asks.get(0));
        return Optional.of(control);
    }

    /** What became of the question that had gone well before. */
    private Step controlled(Verdict verdict) {
        final Asked one = suspect.orElseThrow();
        suspect = Optional.empty();
        if (verdict instanceof Verdict.Answered good && good.answers().get(0) instanceof ItemAnswer.Answered) {
            operation.countAnswer();
            one.question().answer(suspicion);
            return next();
        }
        if (verdict instanceof Verdict.Throttled throttled) {
            todo.addFirst(Part.of(List.of(one), 0));
            return new Step.Give(new Reply.Throttled(trips, about(throttled.reason()), throttled.pauseNanos()));
        }
        return held(one);
    }

    /** Other lookups are asked before it comes to it again; events keep their order. */
    private Step held(Asked one) {
        suspect = Optional.empty();
        final Part part = Part.of(List.of(one), 0);
        if (operation.update()) {
            todo.addFirst(part);
        } else {
            todo.addLast(part);
        }
        return away(suspected);
    }

    private Step away(String reason) {
        return new Step.Give(new Reply.Unavailable(trips, reason));
    }

    private String about(String reason) {
        return operation + ": " + reason;
    }

    private Outcome failure(Asked one, Verdict.Doubt why, boolean retryable) {
        return new Outcome.Failed(new Failure(
                why.kind(),
                why.code(),
                operation + " " + Quote.of(one.item().arguments().toString()) + " of service '" + service + "': "
                        + why.reason(),
                retryable));
    }
}
