package dev.sluice.service.rest;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.RestDeclaration;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Backoff;
import dev.sluice.service.core.MaskedLog;
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

/**
 * A lookup that a service answers, or an endpoint that accepts events, with all that the gateway learns from its calls.
 * Belongs to the service thread.
 */
final class RestOperation implements NamedOperation {

    private static final Logger LOG = MaskedLog.of(RestOperation.class);

    /**
     * A call that was too large lowers the limit for the number of items in a call. After this many successful calls at the
     * lowered limit, a larger limit is tried.
     */
    private static final int WELL = 16;

    /** If this many calls with several items failed, but as many with one item succeeded, each request gets a call of its own. */
    private static final int FAILED_CHUNKS = 8;

    /** The lengths of the periods in which each request gets a call of its own. Each period is longer than the one before. */
    private static final Backoff ALONE =
            new Backoff(Duration.ofMinutes(10).toNanos(), Duration.ofDays(1).toNanos());

    /** The log warns when this many keys were missing from responses to several keys: each missing key costs another call. */
    private static final int LEFT_OUT_SAID = 1_000;

    /** The number of keys after which the log warns if none of them was found. */
    private static final int FIRST_KEYS = 100;

    /** After this many doubtful events in a row, no more events are sent, because the configuration or the service is faulty. */
    private static final int DOUBTFUL_EVENTS = 10;

    private static final String DOUBTFUL =
            ". The service may have accepted the event, so the gateway does not send it again";

    /** The maximum number of characters of the arguments in a message. */
    private static final int SHOWN = 200;

    private final RestDeclaration declaration;
    private final Contract contract;
    private final Footprint footprint;
    private final int mostItems;
    private final Backend backend;
    private final LongSupplier clockNanos;
    private final Trouble trouble;
    private int limit;
    private int well;
    private long answered;
    private long leftOut;
    private boolean found;
    private int notFound;
    private final FailedKeys failedKeys = new FailedKeys();
    /** Set to {@link #WELL} by an item's failure, and decremented by each successful chunk. */
    private int itemsFail;

    private int failedChunks;
    private int goodAlone;
    private int periodsAlone;
    private long aloneUntilNanos;
    private int doubtful;
    private String misfit = "";
    /** The arguments of the last two successful requests, the latest first. */
    private final Deque<Arguments> good = new ArrayDeque<>(2);

    /**
     * @param chunkLimit the maximum number of requests in a chunk
     * @param service counts the answers of the service, for all its operations
     * @param clockNanos the clock that measures how long requests are sent singly, and how long a problem lasts
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
        this.clockNanos = clockNanos;
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

    /**
     * Returns the maximum number of items in a call. It is lower for a time after a call was too large, and 1 for a time after
     * chunks failed.
     */
    @Override
    public int callLimit() {
        return isAlone() ? 1 : limit;
    }

    /** Whether each request currently gets a call of its own. */
    private boolean isAlone() {
        return periodsAlone > 0 && clockNanos.getAsLong() - aloneUntilNanos < 0;
    }

    @Override
    public Backend backend() {
        return backend;
    }

    /** Counts a key that was missing from the response to a chunk, and is therefore looked up by a call of its own. */
    void leftOut() {
        leftOut++;
        if (leftOut == LEFT_OUT_SAID) {
            LOG.warn(
                    "{}: {} keys were missing from responses to chunks, and each was looked up by a call of its own. If"
                            + " such a response marks keys that do not exist, declare how: response.found,"
                            + " notFoundErrors, or status. With 'missing: trust' you assert that missing keys do not"
                            + " exist",
                    inService(),
                    leftOut);
        }
    }

    /** Counts keys until the first one is found. If none is found, the lookup may be declared wrongly. */
    void looked(Outcome outcome, HttpAsk ask) {
        found |= outcome instanceof Outcome.Found;
        if (!found && outcome instanceof Outcome.NotFound && ++notFound == FIRST_KEYS) {
            LOG.warn(
                    "{}: none of the first {} keys was found; the last request was {}. Compare it with a request that the"
                            + " service expects",
                    inService(),
                    notFound,
                    contract.shown(ask));
        }
    }

    /** Called when the gateway stops. Logs how many keys were missing from responses to chunks. */
    void close() {
        if (leftOut > 0) {
            LOG.info("{}: {} keys were missing from responses to chunks; each cost a call", inService(), leftOut);
        }
    }

    /** Returns the state that distinguishes a problem of this operation from a problem of the whole service. */
    Trouble trouble() {
        return trouble;
    }

    /** Records that the service was unavailable, and may behave differently when it is back. */
    void wasAway() {
        trouble.ofTheService();
    }

    /** Lowers the limit after a call of this many items was too large. */
    void tooMuch(int items) {
        limit = Math.max(1, Math.min(limit, items / 2));
        well = 0;
    }

    /** Called when a call of this many items was answered; may raise the limit. */
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

    /** Returns the number of answered questions of this operation; an increase shows that the service is available. */
    long answered() {
        return answered;
    }

    void countAnswer() {
        answered++;
        doubtful = 0;
        trouble.answered();
    }

    /** Counts an event whose response does not fit the configuration, and returns the failure of the event. */
    Outcome doubtful(Arguments arguments, String what) {
        trouble.met();
        doubtful++;
        misfit = what;
        return failure(arguments, new CallResult.Doubt(FailureKind.DOUBTFUL, what, ""), false);
    }

    /**
     * Returns the outcome of an event after an earlier attempt with an unknown outcome. Because of that attempt, a refusal
     * becomes doubtful.
     *
     * @param before the reason why the outcome of the earlier attempt is unknown
     */
    Outcome notClearly(Outcome last, String before) {
        if (!(last instanceof Outcome.Failed failed)
                || failed.failure().kind() != FailureKind.REJECTED
                        && failed.failure().kind() != FailureKind.TOO_LARGE) {
            return last;
        }
        final String message =
                failed.failure().message() + "; the outcome of an earlier attempt is unknown: " + before + DOUBTFUL;
        return new Outcome.Failed(
                new Failure(FailureKind.DOUBTFUL, failed.failure().code(), message, false));
    }

    /** Returns the reason why no more events are sent until a restart; empty while events are sent. */
    Optional<String> standstill() {
        return doubtful < DOUBTFUL_EVENTS
                ? Optional.empty()
                : Optional.of("the last " + doubtful + " events are doubtful: " + misfit
                        + ". Fix the cause and restart the gateway; until then no event is sent");
    }

    /** Returns the keys that are looked up alone, because they have failed before. */
    FailedKeys failedKeys() {
        return failedKeys;
    }

    /** Called when an item failed because of the item itself, and not because it shared a call with other items. */
    void failed(Arguments arguments) {
        if (!update() && mostItems > 1) {
            failedKeys.add(arguments);
        }
        itemsFail = WELL;
    }

    /** Whether items failed recently. If so, a failing call is halved at once, without being sent again as a whole. */
    boolean itemsFail() {
        return itemsFail > 0;
    }

    /** Called when a call of several items failed and will be split into smaller ones. */
    void chunkFailed(String reason) {
        failedChunks++;
        if (failedChunks >= FAILED_CHUNKS && goodAlone >= FAILED_CHUNKS && !isAlone()) {
            failedChunks = 0;
            goodAlone = 0;
            periodsAlone++;
            final long nanos = ALONE.pauseNanos(periodsAlone);
            aloneUntilNanos = clockNanos.getAsLong() + nanos;
            LOG.warn(
                    "{} fails in chunks although its single requests succeed. For {} min each request is sent alone."
                            + " The service says: {}",
                    inService(),
                    Duration.ofNanos(nanos).toMinutes(),
                    reason);
        }
    }

    /**
     * Called when a request with these arguments has succeeded.
     *
     * @param items the number of items in the call
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

    /**
     * Returns the arguments of an earlier successful lookup, other than these arguments; empty if there are none. Always empty
     * for events, because sending an event again may change something.
     */
    Optional<Arguments> goodBeside(Arguments arguments) {
        return good.stream().filter(one -> !one.equals(arguments)).findFirst();
    }

    /** Prefixes a reason with the name of the lookup or endpoint. */
    String about(String reason) {
        return this + ": " + reason;
    }

    /**
     * Returns the failure of an item.
     *
     * @param retryable whether sending the request again may help
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

    /** Returns the name for the log. */
    String inService() {
        return this + " of service '" + backend.name() + "'";
    }

    /** Returns the name for messages, for example {@code lookup 'customer'}. */
    @Override
    public String toString() {
        return (update() ? "endpoint '" : "lookup '") + name() + "'";
    }
}
