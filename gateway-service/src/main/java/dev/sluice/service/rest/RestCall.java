package dev.sluice.service.rest;

import dev.sluice.api.FailureKind;
import dev.sluice.service.core.Backend.Reply;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.rest.OpenParts.LeftOver;
import dev.sluice.service.rest.Part.PendingItem;
import dev.sluice.service.rest.answer.ItemAnswer;
import dev.sluice.service.rest.template.RestItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The state of a call: the parts that still have to be sent, and for each item the number of answers that could not be trusted
 * (the doubts). When a call has to wait, it is given back to the scheduler. This state is kept until the scheduler starts the
 * call again, so that a split call stays split and the doubts are not forgotten.
 *
 * <p>To find a faulty item, smaller and smaller parts are sent, down to single items. If the service refuses an item, the item
 * fails. If the service itself fails on an item, the item or the service may be at fault. The item fails if the service has
 * answered another question of the same operation since the item's first doubt. Otherwise a lookup that succeeded before is sent
 * again as a control. If the control succeeds, the item fails. If the control fails, too, or if there is no such lookup, the
 * service counts as unavailable, because a broken deployment must not turn a million requests into failures.
 *
 * <p>Does no I/O and reads no clock; belongs to the service thread. This state must not refer to its call: the call is the key of
 * a weak map that holds the state, and a reference from the state would keep both in memory.
 */
final class RestCall {

    private final RestOperation operation;
    private final int retries;
    private final LongSupplier ids;
    private final OpenParts todo;
    private int trips;
    /** Whether keys were missing from a response to several keys. Each missing key is looked up by a call of its own. */
    private boolean leftOut;
    /** The suspected item; present while a control is in flight to find out whether the service is at fault instead. */
    private Optional<Suspicion> suspicion = Optional.empty();

    /**
     * An item that has used up its retries without a trustworthy answer. Either the item or the service is at fault.
     *
     * @param failure the item's outcome if the item is at fault
     * @param why the reason why the service counts as unavailable, if the service is at fault
     */
    private record Suspicion(PendingItem item, Outcome failure, CallResult.Doubt why) {

        /** Returns a part with only this item, to send it once more. */
        Part part() {
            return Part.of(List.of(item), 0);
        }
    }

    /** The next action of the backend. */
    sealed interface Step {

        /** Send the part's request, and pass the result to {@link #heard}. */
        record Ask(Part part) implements Step {}

        /** Give the call back with this reply. */
        record Give(Reply reply) implements Step {}
    }

    /** Returns the idempotency keys of questions. */
    interface Keys {
        /** Returns a key that is the same for all attempts at a request, also after a restart. */
        String idempotencyKey(Question question);
    }

    /**
     * @param retries the total number of attempts at an item whose answer is in doubt
     * @param ids returns a new number for each question, unique in this process
     */
    RestCall(List<Question> questions, int retries, LongSupplier ids, Keys keys) {
        this.operation = (RestOperation) questions.get(0).operation();
        this.todo = new OpenParts(operation);
        this.retries = retries;
        this.ids = ids;
        final long since = operation.update() ? operation.answered() : -1;
        final List<PendingItem> asked = new ArrayList<>(questions.size());
        final List<PendingItem> suspects = new ArrayList<>();
        for (final Question question : questions) {
            final String key = operation.update() ? keys.idempotencyKey(question) : "";
            final RestItem item = new RestItem(question.arguments(), ids.getAsLong(), key);
            if (operation.failedKeys().contains(question.arguments())) {
                suspects.add(new PendingItem(question, item, operation.answered(), retries - 1));
            } else {
                asked.add(new PendingItem(question, item, since, 0));
            }
        }
        if (!asked.isEmpty()) {
            todo.addLast(Part.of(asked, 0));
        }
        // Items that failed before come last: if one fails again after the others were answered, it is at fault.
        suspects.forEach(one -> todo.addLast(Part.of(List.of(one), 0)));
    }

    RestOperation operation() {
        return operation;
    }

    /**
     * Starts the call for the first time or again. While it was given back, the gateway may have answered some questions itself.
     */
    Step start() {
        trips = 0;
        todo.dropAnswered();
        return next();
    }

    /** Handles the result of a part's request. */
    Step heard(Part part, CallResult verdict) {
        trips++;
        if (part.isControl()) {
            return controlled(verdict);
        }
        if (verdict instanceof CallResult.Answered good) {
            return answered(part, good.answers());
        }
        if (verdict instanceof CallResult.Throttled throttled) {
            todo.addFirst(part);
            return throttled(throttled);
        }
        if (verdict instanceof CallResult.Away away) {
            todo.addFirst(part);
            return away(away.reason(), away.reached(), false);
        }
        if (verdict instanceof CallResult.TooMuch tooMuch) {
            operation.tooMuch(part.size());
            if (part.size() > 1) {
                todo.addSmaller(part);
                return next();
            }
            return split(part, new CallResult.Doubt(FailureKind.TOO_LARGE, tooMuch.reason(), tooMuch.code()));
        }
        if (verdict instanceof CallResult.Refused refused) {
            return split(part, new CallResult.Doubt(FailureKind.REJECTED, refused.reason(), refused.code()));
        }
        return inDoubt(part, (CallResult.Doubt) verdict);
    }

    private Step next() {
        final Optional<Part> part = todo.next();
        final Optional<String> standstill = operation.standstill();
        if (part.isPresent() && standstill.isPresent()) {
            todo.addFirst(part.get());
            return away(standstill.get(), true, true);
        }
        return part.map(this::ask)
                .orElseGet(() -> new Step.Give(leftOut ? new Reply.Parted(trips) : new Reply.Done(trips)));
    }

    private Step ask(Part part) {
        part.answeredBefore(operation.answered());
        return new Step.Ask(part);
    }

    /** Handles a request that could not be sent. */
    Step unsendable(Part part, RuntimeException error) {
        if (part.isControl()) {
            return heard(part, new CallResult.Away(String.valueOf(error.getMessage()), false));
        }
        todo.unaskable(part, error);
        return next();
    }

    private Step answered(Part part, List<ItemAnswer> answers) {
        int good = 0;
        for (int i = 0; i < answers.size(); i++) {
            final PendingItem one = part.asked().get(i);
            if (answers.get(i) instanceof ItemAnswer.Answered its) {
                answer(one, its.outcome());
                operation.countAnswer();
                operation.looked(its.outcome(), part.ask().orElseThrow());
                if (!(its.outcome() instanceof Outcome.Failed)) {
                    operation.good(part.items().get(i).arguments(), part.size());
                }
                good++;
            } else if (operation.update() && answers.get(i) instanceof ItemAnswer.Misfit its) {
                one.question().answer(operation.doubtful(one.item().arguments(), its.reason()));
            }
        }
        if (good == answers.size()) {
            part.answeredWhole();
            operation.wentWell(good);
            return next();
        }
        return leftOver(part, answers);
    }

    /** Handles a response that does not answer every item. */
    private Step leftOver(Part part, List<ItemAnswer> answers) {
        final LeftOver left = new LeftOver();
        for (int i = 0; i < answers.size(); i++) {
            final PendingItem one = part.asked().get(i);
            final ItemAnswer answer = answers.get(i);
            if (answer instanceof ItemAnswer.Again its) {
                left.askLater(one, its);
            } else if (answer instanceof ItemAnswer.Missing
                    && operation.contract().mayLeaveOut()) {
                operation.leftOut();
                leftOut = true;
            } else if (!one.question().answered()) {
                final CallResult.Doubt doubt = doubt(answer);
                final boolean missing = answer instanceof ItemAnswer.Missing;
                final boolean last = one.doubt(part.answeredBefore()) >= retries;
                if (part.size() == 1 && (last || missing)) {
                    return suspect(one, doubt);
                }
                if (last && one.witnessed(operation.answered())) {
                    fails(one, operation.failure(one.item().arguments(), doubt, true));
                } else if (last || missing) {
                    left.askAlone(one);
                } else {
                    left.askAgain(one);
                }
            }
        }
        if (left.isEmpty()
                && answers.stream()
                        .allMatch(its -> its instanceof ItemAnswer.Answered || its instanceof ItemAnswer.Missing)) {
            part.answeredWhole(); // also if keys were missing, because the service has handled the part
            operation.wentWell(part.size());
        }
        left.addTo(todo, operation.update());
        return left.reply(trips, operation).<Step>map(Step.Give::new).orElseGet(this::next);
    }

    private static CallResult.Doubt doubt(ItemAnswer answer) {
        if (answer instanceof ItemAnswer.InDoubt its) {
            return new CallResult.Doubt(FailureKind.REJECTED, its.reason(), its.code());
        }
        final String misfit = answer instanceof ItemAnswer.Misfit its ? its.reason() : "its response lacks this item";
        return new CallResult.Doubt(FailureKind.REJECTED, misfit, "", true);
    }

    private Step split(Part part, CallResult.Doubt why) {
        if (part.size() > 1) {
            operation.chunkFailed(why.reason());
            todo.addHalves(part, part.doubts());
        } else {
            final PendingItem one = part.asked().get(0);
            fails(one, operation.failure(one.item().arguments(), why, false));
            operation.countAnswer();
        }
        return next();
    }

    private void fails(PendingItem one, Outcome failure) {
        answer(one, failure);
        operation.failed(one.item().arguments());
    }

    /** Answers an item. If an earlier attempt at an event may have been accepted, a refusal now makes the event doubtful. */
    private void answer(PendingItem one, Outcome outcome) {
        one.question()
                .answer(one.perhapsTaken()
                        .map(before -> operation.notClearly(outcome, before))
                        .orElse(outcome));
    }

    /** Handles an answer that is in doubt; no part of the answer is used. */
    private Step inDoubt(Part part, CallResult.Doubt doubt) {
        operation.trouble().met();
        if (operation.update() && doubt.perhapsTaken()) {
            part.asked().forEach(one -> one.perhapsTaken(doubt.reason()));
        }
        if (part.size() == 1) {
            final PendingItem one = part.asked().get(0);
            if (one.doubt(part.answeredBefore()) < retries) {
                return askedAgain(part, doubt);
            }
            return suspect(one, doubt);
        }
        part.countDoubt();
        if (doubt.kind() == FailureKind.TOO_LARGE) {
            todo.addHalves(part, retries);
            return next();
        }
        if (part.doubts() > retries || operation.itemsFail()) {
            operation.chunkFailed(doubt.reason());
            todo.addHalves(part, retries);
            return next();
        }
        return askedAgain(part, doubt);
    }

    /** Finds out what is at fault: an item that has used up its retries, or the service. */
    private Step suspect(PendingItem one, CallResult.Doubt doubt) {
        final Outcome failure = operation.failure(one.item().arguments(), doubt, true);
        if (one.witnessed(operation.answered())) {
            fails(one, failure);
            return next();
        }
        final Suspicion its = new Suspicion(one, failure, doubt);
        final Optional<Part> control = operation
                .goodBeside(one.item().arguments())
                .map(arguments -> Part.control(operation.contract(), List.of(arguments), ids));
        if (control.isEmpty()) {
            return held(its);
        }
        suspicion = Optional.of(its);
        return ask(control.get());
    }

    /** Handles the result of the control, which is a lookup that succeeded before. */
    private Step controlled(CallResult verdict) {
        final Suspicion its = suspicion.orElseThrow();
        suspicion = Optional.empty();
        if (verdict instanceof CallResult.Answered good && good.answers().get(0) instanceof ItemAnswer.Answered) {
            operation.countAnswer();
            fails(its.item(), its.failure());
            return next();
        }
        if (verdict instanceof CallResult.Throttled throttled) {
            todo.addFirst(its.part());
            return throttled(throttled);
        }
        return held(its);
    }

    /** Holds an item back. A lookup is sent again after the other lookups of the call; events keep their order. */
    private Step held(Suspicion its) {
        if (operation.update()) {
            todo.addFirst(its.part());
        } else {
            todo.addLast(its.part());
        }
        return away(its.why().reason(), true, its.why().misfit());
    }

    private Step throttled(CallResult.Throttled verdict) {
        return new Step.Give(new Reply.Throttled(trips, operation.about(verdict.reason()), verdict.pauseNanos()));
    }

    /** Sends a part again. After an outage, an answer in doubt does not count as a sign that the service is available again. */
    private Step askedAgain(Part part, CallResult.Doubt doubt) {
        todo.addFirst(part);
        return operation.trouble().isAway()
                ? away(doubt.reason(), true, doubt.misfit())
                : new Step.Give(new Reply.Conflicted(trips));
    }

    /**
     * @param reached whether the service sent any response
     * @param misfit whether the service is available and only its response does not fit the configuration
     */
    private Step away(String why, boolean reached, boolean misfit) {
        final String reason = operation.about(why);
        if (reached && operation.trouble().ofThisAlone(why)) {
            return new Step.Give(
                    new Reply.Held(trips, reason, operation.trouble().sinceNanos()));
        }
        operation.wasAway();
        return new Step.Give(misfit ? Reply.Unavailable.misfit(trips, reason) : new Reply.Unavailable(trips, reason));
    }
}
