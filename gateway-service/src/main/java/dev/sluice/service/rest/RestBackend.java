package dev.sluice.service.rest;

import dev.sluice.service.config.ResilienceConfig;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Resilience;
import dev.sluice.service.rest.RestCall.Step;
import dev.sluice.service.rest.http.HttpCalls;
import dev.sluice.service.rest.http.HttpTrip;
import dev.sluice.service.rest.template.RestItem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/**
 * The backend for one REST service. Several calls can be in flight, up to a limit; each of them has one HTTP request in
 * flight. Opening the backend does not contact the service.
 *
 * <p>The threads of the HTTP client send requests and read responses. The service thread does everything else, including the
 * check of deadlines, in {@link #start} and {@link #poll}.
 */
final class RestBackend implements Backend {

    private final ServiceConfig service;
    private final RestCall.Keys keys;
    private final LongSupplier ids;
    private final Runnable wakeUp;
    private final LongSupplier clockNanos;
    private final HttpCalls http;
    private final Judge judge;
    private final Resilience resilience;
    /**
     * The states of calls. The state of a call that was given back is kept until the call is started again or is garbage
     * collected.
     */
    private final Map<Call, RestCall> states = new WeakHashMap<>();

    private final Set<Flight> flights = new HashSet<>();
    /** A lower bound of the deadlines of all requests in flight. It may be the deadline of a request that is already answered. */
    private long earliestDeadlineNanos;

    private final List<Over> over = new ArrayList<>();
    private final Queue<Landed> landed = new ConcurrentLinkedQueue<>();

    /** A request in flight. */
    private final class Flight {

        private final Call call;
        private final RestCall state;
        private final Part part;
        private final long deadlineNanos;
        private HttpTrip.GivesUp cancel = () -> 0;

        Flight(Call call, RestCall state, Part part, long deadlineNanos) {
            this.call = call;
            this.state = state;
            this.part = part;
            this.deadlineNanos = deadlineNanos;
        }

        long sentNanos() {
            return deadlineNanos - service.callTimeout().toNanos();
        }
    }

    private record Landed(Flight flight, CallResult verdict) {}

    private record Over(Call call, Reply reply) {}

    /**
     * @param gateway the gateway's name
     * @param keys returns the idempotency keys of requests
     * @param ids returns a new number for each question, unique in this process
     * @param wakeUp called when a reply is available for {@link #poll}
     * @throws IllegalArgumentException if a key store or trust store cannot be read
     */
    RestBackend(String gateway, ServiceConfig service, RestCall.Keys keys, LongSupplier ids, Runnable wakeUp) {
        this.service = service;
        this.keys = keys;
        this.ids = ids;
        this.wakeUp = wakeUp;
        this.clockNanos = System::nanoTime;
        this.http = new HttpCalls(gateway, service);
        this.judge = new Judge(service.name(), http.secrets());
        final ResilienceConfig outages = service.resilience();
        this.resilience =
                Resilience.of(outages.backoff(), outages.maxBackoff(), outages.failAfter(), outages.callsPerSecond());
    }

    @Override
    public String name() {
        return service.name();
    }

    /** Returns the secrets that are sent to the service; messages must mask them, because the service may repeat them. */
    Secrets secrets() {
        return http.secrets();
    }

    @Override
    public Resilience resilience() {
        return resilience;
    }

    @Override
    public int callsInFlight() {
        return service.callsInFlight();
    }

    /** Returns true, because services have no checkpoint in which a failure would have to be stored. */
    @Override
    public boolean mayFailUnasked() {
        return true;
    }

    @Override
    public boolean start(Call call) {
        if (flights.size() + over.size() >= service.callsInFlight()) {
            return false;
        }
        final RestCall state = states.computeIfAbsent(
                call, its -> new RestCall(its.questions(), service.resilience().retries(), ids, keys));
        follow(call, state, state.start());
        return true;
    }

    private void follow(Call call, RestCall state, Step first) {
        Step step = first;
        while (step instanceof Step.Ask ask) {
            try {
                flights.add(send(call, state, ask.part()));
                return;
            } catch (final RuntimeException e) {
                step = state.unsendable(ask.part(), e);
            }
        }
        final Reply reply = ((Step.Give) step).reply();
        if (reply instanceof Reply.Done || reply instanceof Reply.Parted) {
            states.remove(call);
        }
        over.add(new Over(call, reply));
    }

    private Flight send(Call call, RestCall state, Part part) {
        final long deadline = clockNanos.getAsLong() + service.callTimeout().toNanos();
        if (flights.isEmpty()) {
            earliestDeadlineNanos = deadline; // later requests have later deadlines
        }
        final Flight flight = new Flight(call, state, part, deadline);
        final Contract contract = state.operation().contract();
        final List<RestItem> items = part.items();
        flight.cancel = http.send(part.ask().orElseThrow(), reply -> {
            landed.add(new Landed(flight, judge.judge(reply, contract, items)));
            wakeUp.run();
        });
        return flight;
    }

    @Override
    public int poll(Replies replies) {
        for (Landed next = landed.poll(); next != null; next = landed.poll()) {
            if (next.verdict instanceof CallResult.Fault fault) {
                throw new IllegalStateException(
                        "The calls to " + name() + " failed; this is a fault of the gateway", fault.cause());
            }
            if (flights.remove(next.flight)) {
                follow(next.flight.call, next.flight.state, next.flight.state.heard(next.flight.part, next.verdict));
            }
        }
        if (!flights.isEmpty()) {
            final long now = clockNanos.getAsLong();
            if (now - earliestDeadlineNanos > 0) {
                endOverdue(now);
            }
        }
        if (over.isEmpty()) {
            return 0;
        }
        final List<Over> ready = List.copyOf(over);
        over.clear();
        ready.forEach(one -> replies.reply(one.call, one.reply));
        return ready.size();
    }

    @Override
    public OptionalLong silentSinceNanos(long nowNanos) {
        final long half = Math.min(
                        service.responseTimeout().toNanos(),
                        service.callTimeout().toNanos())
                / 2;
        for (final Flight flight : flights) {
            if (nowNanos - flight.sentNanos() > half) {
                return flights.stream().mapToLong(Flight::sentNanos).min();
            }
        }
        return OptionalLong.empty();
    }

    /** Gives up requests whose deadline has passed, even if a response is still arriving slowly. */
    private void endOverdue(long now) {
        List<Flight> overdue = List.of();
        for (final Flight flight : flights) {
            if (now - flight.deadlineNanos > 0) {
                overdue = overdue.isEmpty() ? new ArrayList<>() : overdue;
                overdue.add(flight);
            }
        }
        flights.removeAll(overdue);
        if (!overdue.isEmpty()) {
            http.renew(); // the client's own time limits are shorter, so perhaps the client hangs and not the service
        }
        earliestDeadlineNanos =
                flights.stream().mapToLong(flight -> flight.deadlineNanos).min().orElse(now);
        for (final Flight flight : overdue) {
            final int begun = flight.cancel.giveUp();
            final CallResult late = judge.late(
                    begun, service.callTimeout(), flight.state.operation().contract(), flight.part.items());
            follow(flight.call, flight.state, flight.state.heard(flight.part, late));
        }
    }

    /** Gives up the requests in flight and closes their connections. */
    @Override
    public void close() {
        flights.forEach(flight -> flight.cancel.giveUp());
        flights.clear();
    }
}
