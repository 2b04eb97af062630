package dev.sluice.service.rest;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.RestDeclaration;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.plan.FailedKeys;
import dev.sluice.service.rest.http.HttpAsk;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lookup that a service answers, or an endpoint that takes events; and what was learned of it while it was asked.
 * Belongs to the service thread.
 */
final class RestOperation implements NamedOperation {

    private static final Logger LOG = LoggerFactory.getLogger(RestOperation.class);

    /** The calls at the learned limit that must go well before a larger one is tried. */
    private static final int WELL = 16;

    /** The failed chunks, and the good requests alone, that show the chunk form to be at fault and not an item. */
    private static final int FAILED_CHUNKS = 8;

    /** The keys that chunks left out after which the log says what they cost. */
    private static final int LEFT_OUT_SAID = 1_000;

    /** The keys after which the log says that none of them was found. */
    private static final int FIRST_KEYS = 100;

    /** The doubtful events in a row after which no more are sent: what is at fault is the configuration, or the service. */
    private static final int DOUBTFUL_EVENTS = 10;

    private static final String DOUBTFUL = ". It may have been taken, and is not sent again by itself";

    /** The most characters of the arguments in a message. */
    private static final int SHOWN = 200;

    private final RestDeclaration declaration;
    private final Contract contract;
    private final Footprint footprint;
    private final int mostItems;
    private final Backend backend;
    private final OneAtATime alone;
    private final Trouble trouble;
    private int limit;
    private int well;
    private long answered;
    private long leftOut;
    private boolean found;
    private int notFound;
    private final FailedKeys failedKeys = new FailedKeys();
    /** Chunks that go well are counted down from an item's failure. */
    private int itemsFail;

    private int failedChunks;
    private int goodAlone;
    private int doubtful;
    private String misfit = "";
    /** The last two that were answered well, the latest first. */
    private final Deque<Arguments> good = new ArrayDeque<>(2);

    /**
     * @param chunkLimit the most requests of a chunk
     * @param service counts what it answers of all operations
     * @param clockNanos tells how old is what was learned
     */
    RestOperation(
            RestDeclaration declaration,
            Contract contract,
            Footprint footprint,
            int chunkLimit,
            Backend backend,
            Trouble.Answers service,
            LongSupplier clockNanos) {
        this.declaration = declaration;
        this.contract = contract;
        this.footprint = footprint;
        this.mostItems = contract.mayCutRows() ? 1 : Math.max(1, Math.min(contract.limit(), chunkLimit));
        this.backend = backend;
        this.limit = mostItems;
        this.alone = new OneAtATime(clockNanos);
        this.trouble = new Trouble(inService(), service, clockNanos);
    }

    Contract contract() {
        return contract;
    }

    @Override
    public Kind kind() {
        return update() ? Kind.ENDPOINT : Kind.LOOKUP;
    }

    @Override
    public void check(Arguments arguments) throws RefusedException {
        final Optional<List<ValueType>> types = declaration.types();
        if (types.isPresent()) {
            checkTypes(types.get().size(), types, arguments);
        }
        contract.check(arguments);
    }

    @Override
    public String name() {
        return declaration.name();
    }

    @Override
    public Footprint footprint(Arguments arguments) {
        return footprint;
    }

    @Override
    public boolean update() {
        return declaration.endpoint();
    }

    @Override
    public boolean chunked() {
        return declaration.chunk();
    }

    @Override
    public boolean sharesEqualKeys() {
        return !update() && chunked();
    }

    @Override
    public boolean sharesRunWith(Operation other) {
        return this == other; // a call goes to one endpoint
    }

    /** Smaller for a while once the service found a call too large, and 1 for a while once chunks went wrong. */
    @Override
    public int callLimit() {
        return alone.now() ? 1 : limit;
    }

    @Override
    public Backend backend() {
        return backend;
    }

    /** A chunk left a key out, which is asked by a call of its own. */
    void leftOut() {
        leftOut++;
        if (leftOut == LEFT_OUT_SAID) {
            LOG.warn(
                    "{}: chunks left out {} keys, and each was asked by a call of its own. Where the service says in a chunk that"
                            + " a key is not there, declare it: response.found, notFoundErrors, or status. missing: trust is your"
                            + " word that a chunk leaves out nothing that is there",
                    inService(),
                    leftOut);
        }
    }

    /** Counts the keys until one is found: where none is, the lookup may be declared wrongly. */
    void looked(Outcome outcome, HttpAsk ask) {
        found |= outcome instanceof Outcome.Found;
        if (!found && outcome instanceof Outcome.NotFound && ++notFound == FIRST_KEYS) {
            LOG.warn(
                    "{}: none of the first {} keys was found; the last one was asked by {}. Compare it with what the service"
                            + " wants",
                    inService(),
                    notFound,
                    contract.shown(ask));
        }
    }

    /** The gateway ends: says what keys that chunks left out have cost. */
    void close() {
        if (leftOut > 0) {
            LOG.info("{}: chunks left out {} keys, and each was asked by a call of its own", inService(), leftOut);
        }
    }

    /** Whether it is this operation that is not answered, or the service. */
    Trouble trouble() {
        return trouble;
    }

    /** The service was away, and may be another one when it is back. */
    void wasAway() {
        trouble.ofTheService();
    }

    /** A call of so many items was too large. */
    void tooMuch(int items) {
        limit = Math.max(1, Math.min(limit, items / 2));
        well = 0;
    }

    /** A call of so many items was answered. */
    void wentWell(int items) {
        if (items > 1) {
            itemsFail = Math.max(0, itemsFail - 1);
            failedChunks = 0;
            goodAlone = 0;
        }
        if (limit < mostItems && items >= limit && ++well == WELL) {
            limit = Math.min(mostItems, limit + Math.max(1, limit / 4));
            well = 0;
        }
    }

    /** How many of its questions the service has answered: whoever is in doubt sees from it that the service is there. */
    long answered() {
        return answered;
    }

    void countAnswer() {
        answered++;
        doubtful = 0;
        trouble.answered();
    }

    /** Counts an event that was answered with what does not fit; returns its failure. */
    Outcome doubtful(Arguments arguments, String what) {
        trouble.met();
        doubtful++;
        misfit = what;
        return failure(arguments, new CallResult.Doubt(FailureKind.DOUBTFUL, what, ""), false);
    }

    /**
     * The outcome of an event after an attempt of which nothing is known: a refusal is doubtful then.
     *
     * @param before why nothing is known of that attempt
     */
    Outcome notClearly(Outcome last, String before) {
        if (!(last instanceof Outcome.Failed failed)
                || failed.failure().kind() != FailureKind.REJECTED
                        && failed.failure().kind() != FailureKind.TOO_LARGE) {
            return last;
        }
        final String message = failed.failure().message() + "; of an attempt before, " + before + DOUBTFUL;
        return new Outcome.Failed(
                new Failure(FailureKind.DOUBTFUL, failed.failure().code(), message, false));
    }

    /** Why nothing more is sent, for as long as the gateway runs; empty if it is. */
    Optional<String> standstill() {
        return doubtful < DOUBTFUL_EVENTS
                ? Optional.empty()
                : Optional.of("the last " + doubtful + " events are doubtful: " + misfit
                        + ". Mend that and restart the gateway; no event is sent before");
    }

    /** The keys that are not asked in chunks, since these failed with them. */
    FailedKeys failedKeys() {
        return failedKeys;
    }

    /** An item failed alone. */
    void failed(Arguments arguments) {
        if (!update() && mostItems > 1) {
            failedKeys.add(arguments);
        }
        itemsFail = WELL;
    }

    /** Whether items failed lately, so that a chunk that fails is halved at once rather than asked again. */
    boolean itemsFail() {
        return itemsFail > 0;
    }

    /** Several items in one call failed, and will be asked in smaller ones. */
    void chunkFailed(String reason) {
        failedChunks++;
        if (failedChunks >= FAILED_CHUNKS && goodAlone >= FAILED_CHUNKS && !alone.now()) {
            failedChunks = 0;
            goodAlone = 0;
            LOG.warn(
                    "{} fails in chunks though its single requests succeed: it is asked one at a time for {} min. The service"
                            + " says: {}",
                    inService(),
                    alone.begin().toMinutes(),
                    reason);
        }
    }

    /**
     * These arguments were answered well.
     *
     * @param items how many shared the call
     */
    void good(Arguments arguments, int items) {
        failedKeys.remove(arguments);
        goodAlone += items == 1 && failedChunks > 0 ? 1 : 0;
        if (update() || arguments.equals(good.peekFirst())) {
            return;
        }
        if (good.size() == 2) {
            good.removeLast();
        }
        good.addFirst(arguments);
    }

    /** Other arguments, which were answered well: of lookups only, since asking them again changes nothing. */
    Optional<Arguments> goodBeside(Arguments arguments) {
        return good.stream().filter(one -> !one.equals(arguments)).findFirst();
    }

    /** A reason with the lookup or endpoint that it is about. */
    String about(String reason) {
        return this + ": " + reason;
    }

    /**
     * The failure of an item.
     *
     * @param retryable whether asking again may help
     */
    Outcome failure(Arguments arguments, CallResult.Doubt why, boolean retryable) {
        final boolean isDoubtful = why.kind() == FailureKind.DOUBTFUL;
        return new Outcome.Failed(new Failure(
                why.kind(),
                why.code(),
                this + " " + Secrets.NONE.quoted(arguments.toString(), SHOWN) + " of service '" + backend.name() + "': "
                        + why.reason() + (isDoubtful ? DOUBTFUL : ""),
                retryable && !isDoubtful));
    }

    /** The name in the log. */
    String inService() {
        return this + " of service '" + backend.name() + "'";
    }

    /** The name in messages: {@code lookup 'customer'}. */
    @Override
    public String toString() {
        return (update() ? "endpoint '" : "lookup '") + name() + "'";
    }

    /** A time in which requests do not share calls, since chunks went wrong; longer each time. Belongs to the service thread. */
    private static final class OneAtATime {

        private static final Duration FIRST = Duration.ofMinutes(10);
        private static final Duration LONGEST = Duration.ofDays(1);

        private final LongSupplier clockNanos;
        private Duration next = FIRST;
        private boolean now;
        private long endNanos;

        OneAtATime(LongSupplier clockNanos) {
            this.clockNanos = clockNanos;
        }

        /** Whether requests share no calls now. */
        boolean now() {
            if (now && clockNanos.getAsLong() - endNanos >= 0) {
                now = false;
            }
            return now;
        }

        /** Begins the time; returns how long it takes. */
        Duration begin() {
            final Duration length = next;
            now = true;
            endNanos = clockNanos.getAsLong() + length.toNanos();
            next = length.multipliedBy(2).compareTo(LONGEST) < 0 ? length.multipliedBy(2) : LONGEST;
            return length;
        }
    }
}
