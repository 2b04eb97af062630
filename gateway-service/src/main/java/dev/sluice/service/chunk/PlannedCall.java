package dev.sluice.service.chunk;

/** A call that was planned, until it is over and, if it reads, its results are written. Belongs to the service thread. */
final class PlannedCall {

    private final Call call;
    private final BackendCondition condition;
    private final long number;
    private int waiting;
    private long firstWaiting;
    private boolean started;
    private long startedNanos;
    private long begunNanos;
    private int outages;
    private int slowdowns;
    private int timesRefused;
    private boolean progressed;
    private boolean paused;
    private long notBeforeNanos;
    private boolean over;
    private boolean written;
    private PlannedCall waitsFor;
    private boolean heldUp;

    /** @param number its place among all that are planned */
    PlannedCall(Call call, BackendCondition condition, long number) {
        this.call = call;
        this.condition = condition;
        this.number = number;
        lookAgain();
    }

    Call call() {
        return call;
    }

    BackendCondition condition() {
        return condition;
    }

    /** Whether it was planned before another: one that was failed may be over before earlier ones. */
    boolean before(PlannedCall other) {
        return number < other.number;
    }

    /** The requests that wait for it, as far as is known here: not while it is under way. */
    int waiting() {
        return waiting;
    }

    /** The index of the first of them; that of no request if there is none. */
    long firstWaiting() {
        return firstWaiting;
    }

    /** Some of its requests may have been answered. */
    void lookAgain() {
        waiting = call.waiting();
        firstWaiting = call.firstWaiting();
    }

    boolean started() {
        return started;
    }

    /** When it was started last, on the clock of the duty cycle. */
    long startedNanos() {
        return startedNanos;
    }

    /** When it was started last, by the wall clock: nanoseconds since 1970. */
    long begunNanos() {
        return begunNanos;
    }

    /** It is about to be started, at that time of the wall clock. */
    void beginning(long wallNanos) {
        begunNanos = wallNanos;
    }

    /** Started, when its backend had been away and slowed down so many times. */
    void started(long now, int outagesBefore, int slowdownsBefore) {
        started = true;
        startedNanos = now;
        outages = outagesBefore;
        slowdowns = slowdownsBefore;
    }

    int outages() {
        return outages;
    }

    int slowdowns() {
        return slowdowns;
    }

    /** The backend gave it back, or it is over. */
    void returned() {
        final int before = waiting;
        lookAgain();
        progressed = waiting < before;
        started = false;
    }

    /** Whether something was answered when it was last under way. */
    boolean progressed() {
        return progressed;
    }

    /** Given back because the backend is away, or wants fewer calls. */
    void refused() {
        timesRefused++;
    }

    int timesRefused() {
        return timesRefused;
    }

    void pauseUntil(long nanos) {
        paused = true;
        notBeforeNanos = nanos;
    }

    /** Whether it is not under way, nor pausing. */
    boolean due(long now) {
        paused &= notBeforeNanos - now > 0;
        return !started && !paused;
    }

    /** Every question is answered. */
    void end() {
        over = true;
    }

    /** Its results are written. */
    void written() {
        written = true;
    }

    /** Notes an earlier call that this one must follow. */
    void waitFor(PlannedCall earlier) {
        waitsFor = earlier;
    }

    /** Whether the call that it was last found to wait for is still in its way. */
    boolean waits() {
        if (waitsFor != null && !waitsFor.blocks(call)) {
            waitsFor = null; // what waits for this one would keep all calls of a long backlog in memory
        }
        return waitsFor != null;
    }

    /** A conflicting call must wait until this one is over, an update until its results are written, too. */
    private boolean blocks(Call later) {
        return !over || later.update() && !call.update() && !written;
    }

    /** Whether it cannot go on because some backend is away or slowed down, as found last. */
    boolean heldUp() {
        return heldUp;
    }

    /** Finds out whether it is held up; what it may wait for was looked at before. */
    void lookWhy(long now) {
        heldUp = condition.away() || !started && condition.holdsUp(now) || waits() && waitsFor.heldUp;
    }

    /** Says whether its results wait behind a request that is held up. */
    void holdUp(boolean isHeldUp) {
        heldUp = isHeldUp;
    }

    /** The backend that is to blame if it is held up. */
    BackendCondition culprit() {
        return condition.away() || !waits() ? condition : waitsFor.culprit();
    }
}
