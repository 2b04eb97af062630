package dev.sluice.service.rest;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.LimitsConfig;
import dev.sluice.service.config.RestDeclaration;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.rest.answer.ItemAnswer;
import dev.sluice.service.rest.http.HttpAsk;
import dev.sluice.service.rest.http.HttpCalls;
import dev.sluice.service.rest.http.HttpReply;
import dev.sluice.service.rest.http.HttpTrip;
import dev.sluice.service.rest.template.RestItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks a service for some keys of a lookup in chunks and each alone, and compares. */
public final class ServiceTrial {

    private final Contract contract;
    private final HttpCalls http;
    private final Judge judge;
    private final long patienceMillis;

    private ServiceTrial(String gateway, ServiceConfig service, RestDeclaration lookup, LimitsConfig limits) {
        this.http = new HttpCalls(gateway, service);
        this.contract = Contract.of(lookup, service, http.secrets(), limits);
        this.judge = new Judge(service.name(), http.secrets());
        this.patienceMillis = service.callTimeout().toMillis();
    }

    /**
     * Asks, and waits for the answers.
     *
     * @param keys each a key of one argument, as text
     * @return what differs, or was not answered, for people; empty if nothing is
     * @throws IllegalArgumentException if a key cannot be one of this lookup, or none was found
     */
    public static List<String> differences(GatewayConfig config, RestDeclaration lookup, List<String> keys) {
        final ServiceTrial trial = new ServiceTrial(
                config.name(), config.rest().services().get(lookup.service()), lookup, config.limits());
        final List<RestItem> items = new ArrayList<>();
        for (final String key : keys) {
            items.add(trial.item(items.size() + 1L, key, lookup));
        }
        final List<String> differences = new ArrayList<>();
        boolean found = false;
        for (final HttpAsk chunk : trial.contract.asks(items)) {
            final List<RestItem> asked = chunk.items().stream().map(items::get).toList();
            final Verdict together = trial.ask(chunk, asked);
            for (int i = 0; i < asked.size(); i++) {
                final RestItem item = asked.get(i);
                final Verdict alone =
                        trial.ask(trial.contract.asks(List.of(item)).get(0), List.of(item));
                found |= answer(alone, 0) instanceof Outcome.Found;
                if (!same(answer(together, i), answer(alone, 0))) {
                    differences.add("key " + keys.get(chunk.items().get(i)) + ": alone " + told(alone, 0) + ", among "
                            + asked.size() + " keys " + told(together, i));
                }
            }
        }
        if (differences.isEmpty() && !found) {
            throw new IllegalArgumentException(
                    "none of these keys was found, alone or together, which shows nothing: take some"
                            + " that are there; if they are, the service does not understand the request");
        }
        return differences;
    }

    private RestItem item(long id, String key, RestDeclaration lookup) {
        final boolean text =
                lookup.types().filter(List.of(ValueType.TEXT)::equals).isPresent();
        final Arguments arguments =
                Arguments.of(!text && key.matches("-?[0-9]{1,18}") ? (Object) Long.valueOf(key) : key);
        try {
            contract.check(arguments);
        } catch (final RefusedException e) {
            throw new IllegalArgumentException("key " + key + ": " + e.failure().message(), e);
        }
        return new RestItem(arguments, id, "");
    }

    private Verdict ask(HttpAsk ask, List<RestItem> items) {
        final CompletableFuture<HttpReply> reply = new CompletableFuture<>();
        final HttpTrip.GivesUp cancel = http.send(ask, reply::complete);
        try {
            return judge.judge(reply.get(patienceMillis, TimeUnit.MILLISECONDS), contract, items);
        } catch (final TimeoutException e) {
            cancel.giveUp();
            return new Verdict.Away("it did not answer within " + patienceMillis + " ms (callTimeout)", false);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Verdict.Away("the check was interrupted", false);
        } catch (final ExecutionException e) {
            throw new IllegalStateException("A reply is never completed with an error", e);
        }
    }

    /** A response's answer to an item; one that a chunk left out is not there, if the chunk is believed. */
    private static Outcome answer(Verdict verdict, int item) {
        if (!(verdict instanceof Verdict.Answered good)) {
            return Outcome.unavailable(told(verdict, item));
        }
        return good.answers().get(item) instanceof ItemAnswer.Answered its ? its.outcome() : Outcome.NOT_FOUND;
    }

    private static boolean same(Outcome one, Outcome other) {
        if (one instanceof Outcome.Found found && other instanceof Outcome.Found others) {
            return same(found.rows(), others.rows());
        }
        return one instanceof Outcome.NotFound && other instanceof Outcome.NotFound;
    }

    private static boolean same(EncodedRows one, EncodedRows other) {
        return one.count() == other.count()
                && Arrays.equals(one.columns(), other.columns())
                && Arrays.equals(one.values(), other.values());
    }

    private static String told(Verdict verdict, int item) {
        if (verdict instanceof Verdict.Answered good) {
            if (good.answers().get(item) instanceof ItemAnswer.Answered its) {
                if (its.outcome() instanceof Outcome.Found found) {
                    return "found, " + found.rows().count() + (found.rows().count() == 1 ? " row" : " rows");
                }
                return its.outcome() instanceof Outcome.Failed failed
                        ? "failed: " + failed.failure().message()
                        : "not found";
            }
            if (good.answers().get(item) instanceof ItemAnswer.Misfit misfit) {
                return misfit.reason();
            }
            return good.answers().get(item) instanceof ItemAnswer.InDoubt doubt ? doubt.reason() : "left out";
        }
        return "not answered: " + verdict.reason();
    }
}
